//! The commands of the prompt, and telling them from play.

use cardwright_content::did_you_mean;

/// What a command is called, takes and does.
#[derive(Debug)]
pub(crate) struct Spec {
    pub(crate) name: &'static str,
    pub(crate) takes: &'static str,
    pub(crate) does: &'static str,
}

const fn spec(name: &'static str, takes: &'static str, does: &'static str) -> Spec {
    Spec { name, takes, does }
}

/// Every command, in the order in which help lists them.
pub(crate) const COMMANDS: &[Spec] = &[
    spec("help", "[COMMAND]", "this list, or more about one command"),
    spec("show", "[board|map|tracks|cards|hand|facts|THING]", "the table, a part of it, or all about one thing"),
    spec("legal", "[WORDS]", "every legal row, or those that begin so"),
    spec("preview", "LINE", "what would come of a line, without playing it"),
    spec("why", "[LINE]", "why so little is legal, or why this line is not"),
    spec("log", "[N]", "the last N events (20) and what came of them"),
    spec("undo", "", "take back the last answer"),
    spec("redo", "", "go forward again"),
    spec("goto", "N", "go to the position after event N, on any branch"),
    spec("branches", "", "where the game forked"),
    spec("adjust", "NOTATION", "set pieces, tracks, facts, cards as you like"),
    spec(
        "dice",
        "[OUTCOMES|clear]",
        "force the next rolls (a card to be drawn: card:ID; a thing to be picked: its id)",
    ),
    spec("decisions", "[off|concise|full]", "how much sides played by rules tell of themselves"),
    spec("seed", "[N]", "the seed of all chance, or a new one from here on"),
    spec("seats", "", "who sits where"),
    spec("seat", "SIDE human|random", "put somebody else on a seat"),
    spec("resign", "[SIDE]", "give up"),
    spec("save", "FILE", "a copy of the record (FILE.cwr), or the position in words"),
    spec("record", "[FILE]", "where the record is, or go on with all of it in another file"),
    spec("load", "FILE", "go on from a position in words"),
    spec("export", "FILE", "the position as a scenario of a pack"),
    spec("reload", "", "read the packs again, now"),
    spec("whence", "THING", "which pack and line set a thing"),
    spec("lua", "EXPRESSION", "ask the rules anything that changes nothing"),
    spec("hash", "", "the hashes of this position"),
    spec("quit", "", "leave; the record stays"),
];

/// Other words for a command.
const ALSO: &[(&str, &str)] = &[("exit", "quit"), ("q", "quit"), ("h", "help"), ("l", "legal"), ("s", "show")];

/// What a typed line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typed<'a> {
    /// Nothing.
    Nothing,
    /// `?`: what may come after these words.
    Ask(&'a str),
    /// A command by its name, with what follows it.
    Command(&'static str, &'a str),
    /// A line of play.
    Play(&'a str),
    /// `:` and a word that is no command, with the nearest.
    Unknown(&'a str, Option<&'static str>),
}

/// Reads a line; `rows` are the words of the legal rows.
pub(crate) fn read<'a>(line: &'a str, rows: &[Vec<String>]) -> Typed<'a> {
    let line = line.trim();
    if line.is_empty() {
        return Typed::Nothing;
    }
    if let Some(rest) = line.strip_prefix('?') {
        return Typed::Ask(rest.trim());
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    if let Some(word) = first.strip_prefix(':') {
        return match named(word) {
            Some(name) => Typed::Command(name, rest),
            None => Typed::Unknown(word, nearest(word)),
        };
    }
    if let Some(words) = line.strip_suffix('?') {
        return Typed::Ask(words.trim());
    }
    let low = first.to_lowercase();
    let is_row = rows.iter().any(|r| r.first().is_some_and(|w| w.to_lowercase().starts_with(&low)));
    if !is_row && let Some(name) = exact(&low) {
        return Typed::Command(name, rest);
    }
    Typed::Play(line)
}

fn exact(word: &str) -> Option<&'static str> {
    let also = ALSO.iter().find(|(w, _)| *w == word).map(|(_, name)| *name);
    also.or_else(|| COMMANDS.iter().find(|c| c.name == word).map(|c| c.name))
}

/// A command by its name or by a beginning that only it has.
pub(crate) fn named(word: &str) -> Option<&'static str> {
    let low = word.to_lowercase();
    exact(&low).or_else(|| {
        let mut begun = COMMANDS.iter().filter(|c| !low.is_empty() && c.name.starts_with(&low));
        begun.next().filter(|_| begun.next().is_none()).map(|c| c.name)
    })
}

/// The command nearest to a mistyped word.
pub(crate) fn nearest(word: &str) -> Option<&'static str> {
    did_you_mean(word, COMMANDS.iter().map(|c| c.name)).and_then(exact)
}

/// What is said about a command beyond its line.
pub(crate) fn more(name: &str) -> &'static str {
    match name {
        "show" => {
            "Alone: the whole table. board: every space; map: a drawing; tracks: all bars; cards: every pile; \
             hand: the hands you may see; facts: all that differs from its default; notation: the position in words. \
             THING is a space, card, pile, track, piece, side, action, fact or option."
        }
        "why" => {
            "Alone: every reason by which something fell out of what is legal, with its rule. `why not LINE` is the same as `why LINE`."
        }
        "preview" => {
            "Who comes and goes, turns, pays; what happens on the way; who is asked then. It stops before dice, draws and what \
             is hidden from you, unless `dice` gives the outcomes. A line that says too little shows what has come of it so \
             far, and what may follow. It leaves no trace: not in the record, and redo stays."
        }
        "adjust" => {
            "In the notation of positions: `SPACE: 2 PIECE, TRACK 1`, `TRACK 4`, `PILE: CARD CARD`, parted by `;`. It is recorded and can be undone."
        }
        "dice" => {
            "Faces, cards (`card:ID`) and things to be picked (`ID`, or `pick:ID`) are each used in order by whatever is rolled, drawn or picked next; alone it lists those still to come. They are recorded as given by hand."
        }
        "decisions" => {
            "off: nothing; concise: what they do and by which rule; full: what they weighed on the way too. Alone it says which it is. `log` always tells at least what they do."
        }
        "save" => {
            "A file ending in .cwr is a copy of the record with its rules, to be resumed or sent. Any other file gets the position in words, hidden cards too, for `load`."
        }
        "record" => {
            "When its disk is full or its folder gone: everything played so far is written to FILE, and play goes on there."
        }
        "load" => {
            "Replaces the position by one written by `save` or `show notation`. It is recorded; `goto` goes back."
        }
        "export" => {
            "Writes a scenario file: put it into scenarios/GAME/ of a pack and `cardwright play GAME --scenario ID` begins there."
        }
        "undo" => "Not across dice, draws or another side's turn, unless the game was begun with --open.",
        "lua" => "For example `lua value(TRACK)`. What the rules' own functions return; lists and sets by their ids.",
        "seat" => {
            "`seat SIDE human` takes over a bot's seat; `seat SIDE random` hands one to a bot. Which sides are played by rules is settled when a game begins."
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(texts: &[&str]) -> Vec<Vec<String>> {
        texts.iter().map(|t| t.split(' ').map(str::to_owned).collect()).collect()
    }

    #[test]
    fn a_bare_word_is_a_command_only_while_no_row_begins_with_it() {
        let plain = rows(&["stir hills", "end-turn"]);
        assert_eq!(read("undo", &plain), Typed::Command("undo", ""));
        assert_eq!(read("log 3", &plain), Typed::Command("log", "3"));
        let shadowed = rows(&["log timber", "end-turn"]);
        assert_eq!(read("log timber", &shadowed), Typed::Play("log timber"));
        assert_eq!(read(":log 3", &shadowed), Typed::Command("log", "3"));
    }

    #[test]
    fn after_a_colon_a_unique_beginning_does_and_others_are_suggested() {
        assert_eq!(read(":und", &[]), Typed::Command("undo", ""));
        assert_eq!(read(":unddo", &[]), Typed::Unknown("unddo", Some("undo")));
        assert_eq!(read(":", &[]), Typed::Unknown("", None));
        assert_eq!(read(":se x", &[]), Typed::Unknown("se", None));
    }

    #[test]
    fn a_question_mark_asks_wherever_it_stands() {
        assert_eq!(read("?", &[]), Typed::Ask(""));
        assert_eq!(read("stir ?", &rows(&["stir hills"])), Typed::Ask("stir"));
        assert_eq!(read("  ", &[]), Typed::Nothing);
        assert_eq!(read("#3", &[]), Typed::Play("#3"));
    }
}
