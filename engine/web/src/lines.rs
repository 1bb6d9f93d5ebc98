//! Handles the lines that pages send: commands, answers and queries.

use crate::downloads::Download;
use crate::game::Game;
use crate::role::Role;
use cardwright_session::{Command, Cost, FileReply, Group, Problem, Reply, Typed, Viewer, parse};
use cardwright_view::View;

/// How the server runs a line, and which limits apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LineCost {
    /// Whether the line is a query. All rules that a query runs share one time limit.
    pub(crate) is_query: bool,
    /// Whether the worker thread runs the line on a copy of the game.
    pub(crate) is_for_worker: bool,
    /// Whether the line is refused while its link has used up its time. An instant command of the host is never
    /// refused, because it may repair the game.
    pub(crate) is_limited: bool,
}

impl Game {
    /// Parses a line. Only a viewer who must answer may type legal rows.
    pub(crate) fn parse<'l>(&self, viewer: Viewer, line: &'l str) -> Typed<'l> {
        let rows = if self.session.is_asked(viewer) { self.session.table.row_words() } else { &[] };
        parse(line, rows)
    }

    /// Decides how the server runs a line.
    pub(crate) fn cost(&self, viewer: Viewer, line: &str) -> LineCost {
        let cost = match self.parse(viewer, line) {
            Typed::Command(command, _) => Some(command.cost),
            Typed::Ask(_) | Typed::Nothing => Some(Cost::Query),
            Typed::Play(_) | Typed::Unknown(..) => None,
        };
        LineCost {
            is_query: matches!(cost, Some(Cost::Query | Cost::Worker)),
            is_for_worker: cost == Some(Cost::Worker),
            is_limited: cost != Some(Cost::Instant) || !viewer.is_host(),
        }
    }

    /// Runs a line. `event` is the event that the page showed when the line was typed.
    pub(crate) fn run_line(&mut self, role: Role, viewer: Viewer, event: Option<usize>, line: &str) -> Reply {
        let reply = match self.parse(viewer, line) {
            Typed::Ask(words) => self.session.next_words(viewer, words),
            Typed::Nothing => self.session.next_words(viewer, ""),
            Typed::Unknown(word, near) => {
                let hint = near.map(|near| format!("; did you mean `:{near}`?")).unwrap_or_default();
                Reply::refused(format!("there is no command `:{word}`{hint}"))
            }
            Typed::Command(command, rest) => {
                // `undo` and similar commands depend on the event that the page showed.
                let depends_on_event = command.group == Group::Travel && command.name != "branches";
                match self.outdated(event).filter(|_| depends_on_event || command.name == "resign") {
                    Some(refused) => refused,
                    None => self.run_command(command, viewer, rest),
                }
            }
            Typed::Play(line) => match self.outdated(event) {
                Some(refused) => refused,
                None => {
                    let reply = self.session.play(viewer, line);
                    if matches!(reply, Reply::Played(_)) {
                        self.clear_failed_rule();
                    }
                    reply
                }
            },
        };
        self.report_problem(role, &reply);
        reply
    }

    fn run_command(&mut self, command: &Command, viewer: Viewer, rest: &str) -> Reply {
        let decisions = self.session.decisions;
        let reply = match command.name {
            "reload" if viewer.is_host() && rest.is_empty() => self.reload(),
            _ => self.session.run(command, viewer, rest),
        };
        if viewer.is_host() {
            // Bots that wait until the record can be written try again.
            self.bots_wait = false;
            self.write_links();
        }
        if self.session.decisions != decisions {
            self.show();
        }
        match reply {
            Reply::File(file) => self.offer_download(file),
            reply => reply,
        }
    }

    /// Stores a file for the host. The reply contains the path at which the browser can fetch the file.
    fn offer_download(&mut self, file: FileReply) -> Reply {
        let bytes = match file.media_type {
            // The session cannot draw the board, so the reply has only the name of the file.
            "image/svg+xml" => {
                let view = View::new(&mut self.session.table, Viewer::OPEN);
                self.drawing().svg(&view).into_bytes()
            }
            _ => file.bytes.clone(),
        };
        match self.downloads.add(Download::new(&file.name, file.media_type, bytes)) {
            Ok(key) => Reply::File(FileReply { path: Some(format!("/download/{key}")), bytes: Vec::new(), ..file }),
            Err(error) => Reply::refused(error.to_string()),
        }
    }

    /// Returns a refusal if the game has moved on since the line was typed.
    fn outdated(&self, event: Option<usize>) -> Option<Reply> {
        let Some(event) = event else {
            return Some(Reply::refused("`at` is missing: it names the event for which the line was typed"));
        };
        let error = self.session.table.ensure_at(event).err()?;
        let mut reply = Reply::refused(error.to_string());
        if let Reply::Refused(refused) = &mut reply {
            refused.at = Some(self.session.table.current_event());
        }
        Some(reply)
    }

    /// Notifies the host if a rule failed, and everybody if the record cannot be written.
    pub(crate) fn report_problem(&mut self, role: Role, reply: &Reply) {
        match reply.refusal().and_then(|refused| refused.problem.as_ref()) {
            Some(Problem::RuleFailed(error)) => self.report_rule_failure(role, error),
            Some(Problem::Unwritten(why)) => self.report_unwritten_record(&why.clone()),
            Some(Problem::ChanceWanted) | None => {}
        }
    }

    /// Notifies the host if a rule failed while the server ran a player's line.
    fn report_rule_failure(&mut self, role: Role, error: &str) {
        if let Role::Side(side) = role {
            let name = &self.session.table.board().sides[side.index()].name;
            let text = format!("a rule failed at the seat of {name}: {error}");
            self.report_failed_rule(text);
        }
    }
}
