//! Lines: answers, and taking them back. Each is checked for whose it is before the table checks whether it is legal.

use crate::game::Game;
use crate::keeper::Command;
use crate::kept::UNWRITTEN;
use crate::reader::{Reader, Role};
use crate::reply::Reply;
use cardwright_state::SideId;
use cardwright_table::label::Audience;
use cardwright_table::{LineError, PlayError, Played, Seat, line};
use cardwright_view::{Decisions, Eyes, Half, Is, Misfit, Place, Refusal, Things, stand};
use serde_json::json;

/// What a line asks for, beside play and the commands of the prompt.
const OWN: [(&str, &str, &str); 10] = [
    ("undo", "", "take back your last answer"),
    ("redo", "", "go forward again"),
    ("goto", "N", "go to the position after event N, where nobody else's answer is taken back"),
    ("why", "[LINE]", "why so little is legal, or why this line is not"),
    ("preview", "LINE", "what would come of a line"),
    ("log", "[N | since | set-up]", "the last N events; those since your last answer; how the game was set up"),
    ("branches", "", "where the game parted, and what was left there"),
    ("help", "[COMMAND]", "the commands, or one of them"),
    (
        "note",
        "TEXT",
        "note something at this event: while the game goes on, you and the desk read it; in an open game, all do",
    ),
    ("resign", "[yes]", "give up: it is asked about first"),
];

/// The same, of the desk alone.
const DESKS_OWN: [(&str, &str, &str); 4] = [
    ("record", "", "where the record lies"),
    ("reload", "", "take up the rules as the files have them"),
    ("decisions", "[off|concise|full]", "how much the log here tells of sides that rules play"),
    ("download", "record|position|board", "the record, the position in words, or the board as a picture, as a file"),
];

impl Game {
    /// Every command that there is.
    pub(crate) fn commands(&self) -> Vec<Command> {
        let own = OWN.iter().map(|(name, takes, says)| Command::new(name, takes, says));
        let own = own.chain(
            DESKS_OWN.iter().map(|(name, takes, says)| Command { desk: true, ..Command::new(name, takes, says) }),
        );
        let more = self.keeper.commands().into_iter().filter(|command| OWN.iter().all(|own| own.0 != command.name));
        own.chain(more).collect()
    }

    /// What `show` says, with the same as data where it is a card or a place: what is printed is no secret; where a card lies is,
    /// and of what is kept of a place each reader is told what those eyes may know.
    fn with_thing(&mut self, reader: Reader, text: &str, reply: Reply) -> Reply {
        let name = text.split_once(char::is_whitespace).map_or("", |(_, name)| name.trim());
        let table = self.keeper.table();
        let Ok(thing) = Things::of(table.program()).first(name) else { return reply };
        let thing = thing.in_game(table.board(), table.position());
        match thing.is {
            Is::Card => reply.with("card", &json!({ "id": thing.id, "name": thing.name, "printed": thing.printed })),
            Is::Space => {
                let figured = table.figures();
                let eyes = Eyes::at(table, &figured, reader.audience(table));
                reply.with("place", &Place::of(&eyes, &thing))
            }
            _ => reply,
        }
    }

    /// What came of a line.
    pub(crate) fn line(&mut self, reader: Reader, at: Option<usize>, text: &str) -> Reply {
        let text = text.trim();
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let named = first.strip_prefix(':').unwrap_or(first).to_lowercase();
        if reader.role == Role::Watcher {
            return match named.as_str() {
                "log" => self.log(reader, rest),
                _ => Reply::refused("who watches only looks: a seat has a link of its own"),
            };
        }
        if let Some(words) = text.strip_prefix('?').or_else(|| text.strip_suffix('?')) {
            return self.next(reader, words.trim());
        }
        if text.is_empty() {
            return self.next(reader, "");
        }
        if !first.starts_with(':') && self.begins_a_row(reader, &named) {
            return self.current(at).unwrap_or_else(|| self.play(reader, text));
        }
        match named.as_str() {
            "why" => self.why(reader, rest.strip_prefix("not ").unwrap_or(rest).trim()),
            "preview" => self.preview(reader, rest),
            "log" => self.log(reader, rest),
            "undo" => self.current(at).unwrap_or_else(|| self.undo(reader)),
            "redo" => self.current(at).unwrap_or_else(|| self.redo(reader)),
            "goto" => self.current(at).unwrap_or_else(|| self.goto(reader, rest)),
            "resign" => self.current(at).unwrap_or_else(|| self.resign(reader, rest)),
            "note" => self.note(reader, rest),
            "branches" => self.branches(reader),
            "help" => self.help(reader, rest),
            "reload" if reader.role == Role::Desk => self.reload(),
            "decisions" if reader.role == Role::Desk => self.decide(rest),
            "download" if reader.role == Role::Desk => self.download(rest),
            "record" if reader.role == Role::Desk && rest.is_empty() => self.say_record(),
            "record" if reader.role == Role::Desk => {
                Reply::refused("`record` takes no file here: it says where the record lies")
            }
            _ => self.other(reader, at, &named, text),
        }
    }

    /// Whether a line only asks: all the rules that it runs have the clock of one answer.
    pub(crate) fn asks(&self, text: &str) -> bool {
        let text = text.trim();
        let named = command_word(text);
        let is_command = |command: &Command| command.name == named && command.asks;
        text.starts_with('?')
            || text.ends_with('?')
            || ["why", "preview"].contains(&named.as_str())
            || self.keeper.commands().iter().any(is_command)
    }

    /// Whether a line waits where its link has used its time: the desk's commands never do, for it is to see to what holds up the
    /// game.
    pub(crate) fn is_bounded(&self, reader: Reader, text: &str) -> bool {
        if reader.role != Role::Desk || self.asks(text) {
            return true;
        }
        let named = command_word(text);
        let is_row = !text.trim_start().starts_with(':') && self.begins_a_row(reader, &named);
        is_row || !self.commands().iter().any(|command| command.name == named)
    }

    /// A command of the prompt, or play.
    fn other(&mut self, reader: Reader, at: Option<usize>, named: &str, text: &str) -> Reply {
        let Some(command) = self.commands().into_iter().find(|command| command.name == named) else {
            return match text.strip_prefix(':') {
                Some(word) => Reply::refused(format!("there is no command `{word}`")),
                None => self.current(at).unwrap_or_else(|| self.play(reader, text)),
            };
        };
        if !command.is_for(reader.role) {
            return Reply::refused(format!("`{named}` is for the desk"));
        }
        if command.asks && !reader.is_asked(self.keeper.look()) {
            return Reply::refused(self.not_asked());
        }
        if command.is_long {
            return Reply::aside(text);
        }
        let reply = Reply::of_said(self.keeper.say(reader, text));
        match named {
            "show" => self.with_thing(reader, text, reply),
            _ => reply,
        }
    }

    /// Why it is not for who is not asked to ask that now.
    pub(crate) fn not_asked(&self) -> String {
        let table = self.keeper.look();
        let Some(asked) = table.asked() else { return "the game is over".into() };
        format!("it is for {} to answer, and to ask about", table.board().sides[asked.at()].name)
    }

    /// Nothing, if the game is still where a line is for.
    fn current(&self, at: Option<usize>) -> Option<Reply> {
        let Some(at) = at else { return Some(Reply::refused("`at` is missing: which event is it for?")) };
        let error = self.keeper.look().is_still_at(at).err()?;
        Some(Reply::refused(error.to_string()).with("at", &self.keeper.look().now()))
    }

    /// Whether a word begins a row that this reader is offered: then it is no command.
    pub(crate) fn begins_a_row(&self, reader: Reader, word: &str) -> bool {
        let table = self.keeper.look();
        let begins = |row: &Vec<String>| row.first().is_some_and(|first| first.to_lowercase().starts_with(word));
        !word.is_empty() && reader.is_asked(table) && table.row_words().iter().any(begins)
    }

    /// For which side a reader plays a line; none: whoever is asked, one after the other. Or why it is not for them.
    pub(crate) fn whose<'t>(&self, reader: Reader, text: &'t str) -> Result<(Option<SideId>, &'t str), String> {
        let table = self.keeper.look();
        let (named, text) = line::sided(table.board(), text);
        let own = reader.sides(table);
        let name = |side: SideId| table.board().sides[side.at()].name.clone();
        if let Some(side) = named {
            return if own.has(side) { Ok((named, text)) } else { Err(format!("{} is another's seat", name(side))) };
        }
        let Some(asked) = table.asked() else { return Ok((None, text)) };
        if !own.has(asked) {
            let beside = own.iter().find(|side| table.stands(*side));
            return beside.map(|side| (Some(side), text)).ok_or_else(|| format!("it is for {} to answer", name(asked)));
        }
        let alone = reader.role == Role::Desk
            && reader.seat.is_none()
            && table.open
            && table.seats.iter().all(|seat| *seat != Seat::Random);
        Ok((if alone { None } else { Some(asked) }, text))
    }

    fn play(&mut self, reader: Reader, text: &str) -> Reply {
        let table = self.keeper.look();
        if table.is_over() {
            return Reply::refused("the game is over");
        }
        let (side, text) = match self.whose(reader, text) {
            Ok(whose) => whose,
            Err(why) => return Reply::refused(why),
        };
        let beside = side.filter(|side| table.asked() != Some(*side));
        let eyes = reader.audience(table);
        let gave_way = match beside {
            Some(_) => None,
            None => match self.give_way(reader, side, text) {
                Ok(told) => told,
                Err(error) => return self.refuse(&error),
            },
        };
        let done = self.keeper.table().play(side, text);
        match &done {
            Ok(_) => self.rules_hold(),
            Err(PlayError::Rule { error, .. }) => self.rule_failed(reader, &error.with_place()),
            Err(_) => {}
        }
        let reply = self.played(done, beside, eyes);
        match gave_way {
            Some(told) => reply.after(&told),
            None => reply,
        }
    }

    /// Takes back what is half-entered, where a line begins anew; what is said of it.
    fn give_way(&mut self, reader: Reader, side: Option<SideId>, text: &str) -> Result<Option<String>, PlayError> {
        let table = self.keeper.table();
        let Some(half) = Half::of(table).filter(|half| half.gives_way(table, side, text)) else { return Ok(None) };
        match reader.role {
            Role::Desk => table.goto(half.before)?,
            _ => table.goto_by(half.before, reader.sides(table))?,
        }
        Ok(Some(half.taken_back()))
    }

    /// A rule failed for a reader, who is told: so is the desk.
    pub(crate) fn rule_failed(&mut self, reader: Reader, how: &str) {
        if let Role::Side(side) = reader.role {
            let name = &self.keeper.look().board().sides[side.at()].name;
            let text = format!("a rule failed at the seat of {name}: {how}");
            self.tell_failed(text);
        }
    }

    /// What came of a line; `beside`: the side that played it, where another is asked.
    fn played(&mut self, done: Result<Played, PlayError>, beside: Option<SideId>, eyes: Audience) -> Reply {
        match done {
            Ok(Played { answers, open }) => {
                let rows: Vec<&str> = answers.iter().map(|(_, row)| row.as_str()).collect();
                let reply = Reply::played(match &open {
                    Some((words, next)) if words.is_empty() => format!("which? {}", next.join(" | ")),
                    Some((words, next)) => format!("`{words}` what? {}", next.join(" | ")),
                    None => rows.join(" · "),
                });
                let reply = reply.with("answers", &rows);
                match open {
                    Some((words, next)) => reply.with("open", &serde_json::json!({ "words": words, "next": next })),
                    None => reply,
                }
            }
            Err(error) => self.refuse_line(&error, beside, eyes),
        }
    }

    /// What is said of something that did not go through.
    pub(crate) fn refuse(&mut self, error: &PlayError) -> Reply {
        self.refuse_line(error, None, Audience::Public)
    }

    fn refuse_line(&mut self, error: &PlayError, beside: Option<SideId>, eyes: Audience) -> Reply {
        let stand = stand(error.answered());
        match error {
            PlayError::Line { error, answered, rest } => {
                let refusal = self.refusal((error, rest, *answered), beside, eyes);
                let table = self.keeper.look();
                let half = Half::of(table).filter(|_| beside.is_none() && *answered == 0 && error.at == 0);
                let waits = half.and_then(|half| half.waits(table, &error.word));
                let waits = waits.map(|told| format!("\n{told}")).unwrap_or_default();
                let reply = Reply::refused(format!("{}{stand}{waits}", refusal.words()));
                reply.with("refusal", &refusal).with("rest", rest).with("at", &self.keeper.look().now())
            }
            PlayError::Rule { error, .. } => Reply::refused(format!("a rule failed: {}{stand}", error.with_place())),
            PlayError::Record(error) => {
                self.tell_unwritten(&error.to_string());
                Reply::refused(format!("{UNWRITTEN}: this was not taken, nothing is lost"))
            }
            other => Reply::refused(format!("{other}{stand}")),
        }
    }

    fn refusal(
        &mut self,
        (error, rest, after): (&LineError, &str, usize),
        beside: Option<SideId>,
        eyes: Audience,
    ) -> Refusal {
        // The reasons of what another is asked are about what that one knows.
        let rest = &self.of_side(beside, rest);
        let why = self.keeper.table().why_not(rest, eyes).ok();
        let table = self.keeper.look();
        let command = OWN.iter().map(|own| own.0).find(|name| *name == error.word);
        let misfit = Misfit { error, rest, asked: table.asked(), why, command, alone: after == 0, after };
        Refusal::of(table, &misfit)
    }

    /// A line with the side before it that is not asked, and plays it.
    pub(crate) fn of_side(&self, beside: Option<SideId>, text: &str) -> String {
        match beside {
            Some(side) => format!("{}: {text}", self.keeper.look().board().sides[side.at()].id),
            None => text.to_owned(),
        }
    }

    fn undo(&mut self, reader: Reader) -> Reply {
        if reader.laid_open && !self.keeper.look().open {
            return Reply::refused("what was hidden has been shown since the game was over: it is taken back no more");
        }
        self.go(reader, "took back", |table, reader| match reader.role {
            Role::Desk => table.undo(),
            _ => table.undo_by(reader.sides(table)),
        })
    }

    fn redo(&mut self, reader: Reader) -> Reply {
        self.go(reader, "went forward", |table, reader| match reader.role {
            Role::Desk => table.redo(),
            _ => table.redo_by(reader.sides(table)),
        })
    }

    /// Goes a step, and on past what bots would only answer again.
    fn go(
        &mut self,
        reader: Reader,
        told: &str,
        step: impl Fn(&mut cardwright_table::Table, Reader) -> Result<usize, PlayError>,
    ) -> Reply {
        let table = self.keeper.table();
        let from = table.here();
        loop {
            let done = step(table, reader);
            let is_bots = crate::bots::Bots::is_asked(table);
            match done {
                Ok(_) if is_bots && table.nodes()[table.here()].parent.is_some() => {}
                Err(error) if table.here() == from => return self.refuse(&error),
                Ok(_) | Err(_) => break,
            }
        }
        Reply::played(format!("{told}: event {}", self.keeper.look().here()))
    }

    fn goto(&mut self, reader: Reader, n: &str) -> Reply {
        let Ok(event) = n.parse::<usize>() else { return Reply::refused("`goto` takes the number of an event") };
        if reader.laid_open && !self.keeper.look().open {
            return Reply::refused("the game is over: `look` shows how it stood, nothing is taken back any more");
        }
        let table = self.keeper.table();
        let done = match reader.role {
            Role::Desk => table.goto(event),
            _ => table.goto_by(event, reader.sides(table)),
        };
        match done {
            Ok(()) => Reply::played(format!("event {event}")),
            Err(error) => self.refuse(&error),
        }
    }

    fn resign(&mut self, reader: Reader, sure: &str) -> Reply {
        let table = self.keeper.look();
        let own = reader.sides(table);
        let side = match (reader.role, reader.seat) {
            (Role::Desk, None) => table.asked(),
            _ => table.asked().filter(|asked| own.has(*asked)).or(own.first()),
        };
        let Some(side) = side.filter(|_| !table.is_over()) else { return Reply::refused("the game is over") };
        let name = &table.board().sides[side.at()].name;
        match sure {
            "yes" => {}
            "" => {
                return Reply::refused(format!(
                    "{name} gives up and the game is over: `resign yes` says so, and nobody at a seat takes it back"
                ));
            }
            other => {
                return Reply::refused(format!("`resign {other}` is nothing here: `resign yes` gives up for {name}"));
            }
        }
        match self.keeper.table().resign(side) {
            Ok(()) => Reply::played("resigned"),
            Err(error) => self.refuse(&error),
        }
    }

    /// `decisions`: how much sides that rules play tell of themselves at the desk.
    fn decide(&mut self, word: &str) -> Reply {
        match Decisions::ALL.iter().find(|(of, _)| *of == word) {
            _ if word.is_empty() => Reply::said(format!("decisions {}", self.decisions.word())),
            Some((_, decisions)) => {
                self.decisions = *decisions;
                self.show();
                Reply::said(format!("decisions {word}"))
            }
            None => {
                let words = Decisions::ALL.map(|(word, _)| word);
                Reply::refused(format!("`decisions` takes one of {}", words.join(", ")))
            }
        }
    }

    /// `help`: the commands of a reader, or one of them.
    fn help(&self, reader: Reader, name: &str) -> Reply {
        let name = name.trim_start_matches(':');
        let mut commands = self.commands();
        commands.retain(|command| command.is_for(reader.role) && (name.is_empty() || command.name == name));
        commands.sort_by(|a, b| a.name.cmp(&b.name));
        let lines: Vec<String> =
            commands.iter().map(|command| format!("{}  {}", command.usage, command.says)).collect();
        if lines.is_empty() {
            Reply::refused(format!("there is no command `{name}`"))
        } else {
            Reply::said(lines.join("\n"))
        }
    }

    fn note(&mut self, reader: Reader, text: &str) -> Reply {
        let table = self.keeper.look();
        let is_closed = !table.open && !table.is_over();
        let by = match reader.role {
            Role::Side(side) if is_closed => Some(side),
            _ => None,
        };
        let (table, is_desks) = (self.keeper.table(), is_closed && by.is_none());
        let done = if is_desks { table.note_of_desk(text) } else { table.note(text, by) };
        match done {
            Ok(()) if is_closed => Reply::said("noted: until the game is over you and the desk read it"),
            Ok(()) => Reply::said("noted: all read it"),
            Err(error) => self.refuse(&error),
        }
    }
}

/// The first word of a line as that of a command: without the sign before it, and without capitals.
fn command_word(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    first.strip_prefix(':').unwrap_or(first).to_lowercase()
}
