//! Slips of the pen that are made again and again, and what to write instead: the cure where no known word is near.
//!
//! Knows what each was meant to be; whether it is a mistake, others have found.

use crate::text::Part;
use cardwright_state::board::{Board, Die, On};

/// What a keyword that there is not was meant to be.
pub(crate) fn keyword(word: &str) -> Option<&'static str> {
    let cure = match word.to_lowercase().trim_end_matches(':') {
        "before" | "until" | "stop" => {
            "`at STEP`, with `expect` lines below, looks at the position in which a step begins"
        }
        "given" | "position" | "start" | "board" | "place" => "`setup` gives the position",
        "do" | "move" | "answer" | "when" | "side" => "`play SIDE: LINE` is what a side does",
        "roll" | "rolls" | "die" => "`dice` gives the faces, directly below the `play` they are for",
        "cards" | "shuffle" => "`draw` gives the cards that come up, directly below the `play` they are for",
        "then" | "assert" | "check" | "should" | "result" => "`expect` says what is true now",
        "illegal" | "forbid" | "cannot" | "deny" => "`refuse SIDE: LINE` says that a line is not legal",
        "legal" | "menu" | "options" | "choices" | "rows" => "`offer SIDE: ROW | ROW` says what is offered",
        "else" | "variant" | "case" => "`or`, alone on its line, begins a variant",
        "test" | "title" | "name" => "a test begins with its title: `--- TITLE`",
        "//" | ";" | "--" => "a comment begins with `#`",
        _ => return None,
    };
    Some(cure)
}

/// What stands on the dice of a game that has words on some.
pub(crate) fn of_a_die(board: &Board) -> Option<String> {
    if !board.dice.iter().any(|die| die.is_of_words()) {
        return None;
    }
    let has = |die: &Die| format!("`{}` has {}", die.id, board.words_of(die).join(", "));
    Some(format!("{}; `#2` is the second face of a die", board.dice.iter().map(has).collect::<Vec<_>>().join("; ")))
}

/// What is missing where `SIDE: LINE` belongs.
pub(crate) fn sided(board: &Board, part: &Part) -> Option<String> {
    let words = part.words();
    let first = words.first()?;
    let rest = |from: usize| part.text.get(from..).unwrap_or_default().trim();
    if board.side(&first.text).is_some() {
        return Some(format!("a colon belongs after the side: `{}: {}`", first.text, rest(first.text.len())));
    }
    let side = &board.sides.first()?.id;
    Some(format!("say whose line it is: `{side}: {}`", rest(0)))
}

/// What is wrong with a word of a line or a row.
pub(crate) fn of_row(word: &str) -> Option<String> {
    let cure = match word {
        "?" => "a test writes the row out; `offer SIDE: ROW | …` says what is offered",
        "because" | "~" => "the reason of a refusal stands after `~`: `refuse SIDE: LINE ~ TEXT`",
        _ if word.starts_with('"') => {
            "rows are written without quotes; a reason stands after `~`: `refuse SIDE: LINE ~ TEXT`"
        }
        _ if word.ends_with(';') => "a `play` is one side's line: the next one is a `play` of its own",
        _ => return None,
    };
    Some(cure.to_owned())
}

/// What is wrong with an item: `wrong` is the part of it that could not be read.
pub(crate) fn item(board: &Board, part: &Part, wrong: &str) -> Option<String> {
    let words = part.words();
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    compared(wrong)
        .or_else(|| negated(&texts))
        .or_else(|| said_otherwise(&texts))
        .or_else(|| swapped(board, wrong, &texts))
        .or_else(|| kept_elsewhere(board, wrong, &texts))
}

/// `crisis = 2`, `crisis >= 2`.
fn compared(wrong: &str) -> Option<String> {
    let cure = match wrong {
        "=" | "==" | ":" | "is" | "at" | "to" => {
            "the value stands right after the name, with nothing between: `NAME 2`"
        }
        ">=" | "<=" | ">" | "<" | "~=" | "!=" => "a test says exactly how much: `NAME 2`",
        _ => return None,
    };
    Some(cure.to_owned())
}

fn negated(texts: &[&str]) -> Option<String> {
    let cure =
        "say how it is: `0 PIECE`, `empty`, `no FACT`, `PILE: lacks CARD`, `lacks in-force EFFECT`, `no log \"TEXT\"`";
    texts.contains(&"not").then(|| cure.to_owned())
}

/// Words of other sentences: `us wins`, `us sees display`, `rank us red`.
fn said_otherwise(texts: &[&str]) -> Option<String> {
    let cure = match texts {
        [side, "wins" | "won", ..] => format!("how the game ends: `ends {side}`"),
        ["winner", side, ..] => format!("how the game ends: `ends {side}`"),
        [side, "sees", ..] => format!("what a side may see: `view of {side}: ITEM`, `hidden THING from {side}`"),
        [side, "asked" | "acts" | "chooses", ..] => format!("who is asked: `asks {side}`"),
        ["default:", ..] => "no colon stands there: `default ROW`".to_owned(),
        ["rank" | "ranking", ..] => {
            "an order is told or worked out: `told KEY SUBJECT…` of a line of the log, `figure NAME VALUE` of a figure"
                .to_owned()
        }
        ["prompt" | "question", ..] => "what is asked: `asks SIDE ~ TEXT`".to_owned(),
        _ => return None,
    };
    Some(cure)
}

/// `2x usa`, `damaged/usa`, `2 crisis`, `hand us`.
fn swapped(board: &Board, wrong: &str, texts: &[&str]) -> Option<String> {
    let is_track = |id: &str| board.tracks.iter().any(|track| track.id == id) || board.facts.iter().any(|f| f.id == id);
    if let Some((face, piece)) = wrong.split_once('/')
        && board.state(&format!("{piece}/{face}")).is_some()
    {
        return Some(format!("the piece comes first: `{piece}/{face}`"));
    }
    if let Some(n) = wrong.strip_suffix('x').filter(|n| n.parse::<u32>().is_ok()) {
        return Some(format!("a number alone says how many: `{n} PIECE`"));
    }
    let before = texts.iter().zip(texts.iter().skip(1)).find(|(_, word)| **word == wrong).map(|(before, _)| before);
    if is_track(wrong)
        && let Some(n) = before.filter(|word| word.parse::<i64>().is_ok())
    {
        return Some(format!("the number comes after: `{wrong} {n}`"));
    }
    let turned = wrong.split_once(' ').map(|(pile, side)| format!("{side} {pile}"));
    turned.filter(|pile| board.pile(pile).is_some()).map(|pile| format!("the side comes first: `{pile}`"))
}

/// A track or a fact of something else: `us us-action 3`, `crisis 2`, `cuba: us-action 3`.
fn kept_elsewhere(board: &Board, wrong: &str, texts: &[&str]) -> Option<String> {
    let name = texts.iter().find(|word| **word == wrong).or_else(|| texts.get(1).filter(|_| wrong == texts[0]))?;
    let track = board.tracks.iter().find(|track| track.id == **name).map(|track| track.on);
    let on = track.or_else(|| board.facts.iter().find(|fact| fact.id == **name).map(|fact| fact.on))?;
    Some(match on {
        On::Game => format!("`{name}` is the game's, an item of its own: `; {name} VALUE`"),
        On::Side => format!("`{name}` is of a side: `SIDE {name} VALUE`"),
        On::Spaces(_) => format!("`{name}` is of a place: `PLACE: {name} VALUE`"),
        On::Links(_) => format!("`{name}` is of a link: `link LINK: {name} VALUE`"),
        On::Card => format!("`{name}` is of a card: `card CARD: {name} VALUE`"),
    })
}

/// What `told` was given that is no key of a text.
pub(crate) fn told(board: &Board, key: &str) -> Option<String> {
    if key.starts_with(['"', '\'']) {
        return Some("`told` takes the key of a text; what is read is `log \"TEXT\"`".to_owned());
    }
    if board.reasons.iter().any(|reason| reason.id == key) {
        return Some(format!("`{key}` is a reason: `refuse SIDE: LINE ~ {key}`"));
    }
    let is_label = board.words.iter().chain(&board.actions).any(|label| label.id == key);
    is_label.then(|| format!("`{key}` is a word of rows: `offer SIDE has {key}`; what is read is `log \"TEXT\"`"))
}

/// What `turn` was given that is no step.
pub(crate) fn turn(board: &Board, name: &str) -> Option<String> {
    board.side(name).map(|_| format!("`turn` takes a step; who is asked is `asks {name}`"))
}

/// Nobody in particular, where a side belongs.
pub(crate) fn nobody(word: &str) -> Option<String> {
    matches!(word, "draw" | "tie" | "none").then(|| "of a game that nobody wins: `ends nobody`".to_owned())
}

/// A pile of which a number alone is said.
pub(crate) fn pile(board: &Board, head: &str, element: &str) -> Option<String> {
    let is_number = element.parse::<u32>().is_ok() && board.card(element).is_none();
    is_number.then(|| format!("how many lie there: `{head}: {element} cards`"))
}
