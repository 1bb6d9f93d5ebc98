//! Lines of play: finds the side that plays a line, plays the line, and explains why a line does not fit.

use crate::command::nearest_command;
use crate::reply::{PlayedReply, Problem, RefusedReply, ReplacedAnswer, Reply, Unfinished};
use crate::session::{Place, Session};
use cardwright_state::SideId;
use cardwright_table::record::recovery_hint;
use cardwright_table::{LineError, PlayError, Played, Viewer, WhyNot, line};
use cardwright_view::{self as view, Mismatch, PartialAnswer, Refusal};

impl Session {
    /// Plays a line for a viewer, with or without `SIDE:` before it.
    pub fn play(&mut self, viewer: Viewer, text: &str) -> Reply {
        if let Some(why) = self.drop_forced_cards_and_picks(viewer) {
            return Reply::refused(why);
        }
        if let Some(refused) = self.refuse_answer_while_looking_back() {
            return refused;
        }
        if let Some(why) = self.stuck_reason() {
            return Reply::refused(why);
        }
        if self.table.is_over() {
            let word = text.split_whitespace().next().unwrap_or_default();
            let hint = nearest_command(word).map(|command| format!("; did you mean `{command}`?")).unwrap_or_default();
            return Reply::refused(format!("the game is over, and `{word}` is no command{hint}"));
        }
        let (side, line) = match self.side_for(viewer, text) {
            Ok(found) => found,
            Err(why) => return Reply::refused(why),
        };
        if let Err(reply) = self.continue_from_viewed_event(viewer, side, line) {
            return *reply;
        }
        if let Some(side) = side.filter(|side| self.table.asked() != Some(*side)) {
            return self.play_standing(viewer, side, line);
        }
        let replaced_answer = match self.take_back_unfinished(viewer, side, line) {
            Ok(replaced_answer) => replaced_answer,
            Err(error) => return self.refuse(viewer, error),
        };
        let result = self.table.play(side, line);
        match self.played(viewer, result) {
            Reply::Played(played) => Reply::Played(PlayedReply { replaced_answer, ..played }),
            Reply::Refused(mut refused) => {
                refused.replaced_answer = replaced_answer;
                Reply::Refused(refused)
            }
            other => other,
        }
    }

    /// Turns the result of a line of play, or of the dice that the line waited for, into a reply.
    pub fn played(&mut self, viewer: Viewer, result: Result<Played, PlayError>) -> Reply {
        match result {
            Ok(Played { answers, incomplete: open }) => {
                let answers = answers.into_iter().map(|(_, row)| row).collect();
                let open = open.map(|(words, next)| Unfinished::new(words, next));
                Reply::Played(PlayedReply { answers, open, replaced_answer: None })
            }
            Err(error) => self.refuse(viewer, error),
        }
    }

    /// Returns the side for which a viewer plays a line, and the line without `SIDE:`. The side is none if one person
    /// plays all sides; the line may then answer for several sides in turn.
    ///
    /// # Errors
    /// The line is for a side that the viewer does not answer for.
    pub(crate) fn side_for<'t>(&self, viewer: Viewer, text: &'t str) -> Result<(Option<SideId>, &'t str), String> {
        let (named, line) = line::split_side(self.table.board(), text);
        let own = viewer.answers_for();
        if let Some(side) = named {
            return match own.has(side) {
                true => Ok((named, line)),
                false => Err(format!("{} is another player's side", self.name(side))),
            };
        }
        let Some(asked) = self.table.asked() else { return Ok((None, line)) };
        if !own.has(asked) {
            let standing = own.iter().find(|side| self.table.game().has_standing_actions(*side));
            return standing
                .map(|side| (Some(side), line))
                .ok_or_else(|| format!("it is for {} to answer", self.name(asked)));
        }
        let plays_all =
            viewer.is_host() && self.table.open && own == self.table.position().sides_in_play(self.table.board());
        let is_alone = plays_all && !self.table.has_bots();
        Ok(((!is_alone).then_some(asked), line))
    }

    /// Takes back an unfinished answer if the line begins another answer. Returns the answer that was taken back.
    fn take_back_unfinished(
        &mut self,
        viewer: Viewer,
        side: Option<SideId>,
        text: &str,
    ) -> Result<Option<ReplacedAnswer>, PlayError> {
        let table = &mut self.table;
        let Some(partial) = PartialAnswer::find(table).filter(|partial| partial.is_replaced_by(table, side, text))
        else {
            return Ok(None);
        };
        match viewer.is_host() {
            true => table.goto(partial.before)?,
            false => table.goto_by(partial.before, viewer.answers_for())?,
        }
        Ok(Some(ReplacedAnswer { text: partial.taken_back_text(), event: partial.before }))
    }

    /// Describes why a line or an adjustment is refused.
    pub fn refuse(&mut self, viewer: Viewer, error: PlayError) -> Reply {
        let answered = error.answered();
        let note = view::kept_answers_note(answered);
        let refused = match error {
            PlayError::Line { error, answered, rest } => {
                let asked = self.table.asked();
                let why = self.why_not(viewer, &rest).ok();
                let refusal = self.mismatch(&error, &rest, asked, why, answered);
                let is_first = answered == 0 && error.index == 0;
                let waiting = PartialAnswer::find(&self.table).filter(|_| is_first);
                let waiting = waiting.and_then(|partial| partial.waiting_text(&self.table, &error.word));
                RefusedReply {
                    text: format!("{}{note}", refusal.words()),
                    lines: waiting.into_iter().collect(),
                    refusal: Some(refusal),
                    rest: Some(rest),
                    at: Some(self.table.current_event()),
                    ..RefusedReply::default()
                }
            }
            PlayError::Rule { error, rest, .. } => {
                let here = self.table.shown_event();
                let path = self.table.record_path().filter(|_| self.place == Place::Prompt);
                let path = path.map(|path| format!(" of {}", path.display())).unwrap_or_default();
                RefusedReply {
                    text: format!("{}{note}", crate::questions::describe(&error)),
                    lines: vec![format!(
                        "the game is back at the choice; to see it again: event {here}{path}, then the same line"
                    )],
                    rest: Some(rest.into()),
                    problem: Some(Problem::RuleFailed(error.with_place())),
                    ..RefusedReply::default()
                }
            }
            PlayError::Chance => RefusedReply { problem: Some(Problem::ChanceWanted), ..RefusedReply::default() },
            PlayError::Barred { ref rest, .. } => {
                RefusedReply { text: format!("{error}{note}"), rest: Some(rest.clone()), ..RefusedReply::default() }
            }
            PlayError::Record(error) => {
                let consequence = "the answer was not taken: nothing is lost";
                let hint = recovery_hint(&error, "`:record FILE` goes on with all of it in another file");
                let why = [Some(error.to_string()), hint.clone()].into_iter().flatten().collect::<Vec<_>>().join("; ");
                let (text, lines) = match self.place {
                    Place::Prompt => (error.to_string(), [consequence.to_owned()].into_iter().chain(hint).collect()),
                    Place::Browser => (format!("the game's record cannot be written: {consequence}"), Vec::new()),
                };
                RefusedReply { text, lines, problem: Some(Problem::Unwritten(why)), ..RefusedReply::default() }
            }
            PlayError::Barrier(_) if viewer.is_host() && self.place == Place::Prompt => RefusedReply {
                text: format!("{error}{note}"),
                lines: vec!["`open on` makes this game an open one, and shows all hands".to_owned()],
                ..RefusedReply::default()
            },
            other => RefusedReply { text: format!("{other}{note}"), ..RefusedReply::default() },
        };
        Reply::Refused(Box::new(RefusedReply { answered, ..refused }))
    }

    /// Says why a word of a line does not fit. `answered` counts the answers of the line before that word.
    pub(crate) fn mismatch(
        &self,
        error: &LineError,
        rest: &str,
        asked: Option<SideId>,
        why: Option<WhyNot>,
        answered: usize,
    ) -> Refusal {
        let command = nearest_command(&error.word);
        let mismatch =
            Mismatch { error, rest, asked, why, command, may_be_command: answered == 0, answers_before: answered };
        Refusal::new(&self.table, &mismatch)
    }
}

impl Unfinished {
    fn new(words: String, next: Vec<String>) -> Unfinished {
        let ranges: Option<Vec<String>> = next.iter().map(|word| Some(line::amount_of(word)?.words())).collect();
        let text = match ranges.filter(|ranges| !ranges.is_empty()) {
            Some(ranges) if words.is_empty() => format!("how many? {}", ranges.join(" | ")),
            Some(ranges) => format!("`{words}`: how many? {}", ranges.join(" | ")),
            None if words.is_empty() => format!("which? {}", next.join(" | ")),
            None => format!("`{words}` what? {}", next.join(" | ")),
        };
        Unfinished { words, next, side: None, text }
    }

    /// Describes an unfinished line of a side that is not to move. Hides the next words if the viewer may not see them.
    pub(crate) fn of_side(words: String, next: Vec<String>, id: &str, name: &str, may_read: bool) -> Unfinished {
        let side = Some(id.to_owned());
        match may_read {
            true => Unfinished { side, ..Unfinished::new(words, next) },
            false => {
                let text = format!("`{words}` says too little; what may follow is for {name} to see");
                Unfinished { words, next: Vec::new(), side, text }
            }
        }
    }
}

/// Refuses an unknown name and suggests the most similar of `names`. `kind` says what it should name: `"side"`.
pub(crate) fn unknown<'a>(kind: &str, name: &str, names: impl IntoIterator<Item = &'a str>) -> Reply {
    Reply::refused(cardwright_content::unknown_name(kind, name, names))
}
