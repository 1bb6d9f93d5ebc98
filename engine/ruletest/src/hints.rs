//! Help for common mistakes, for example a keyword of another test language. The callers find the mistake. This module
//! suggests what to write instead.

use crate::line_part::LinePart;
use cardwright_state::board::{Board, Die, SubjectKind};

/// Help for an unknown keyword.
pub(crate) fn keyword(word: &str) -> Option<&'static str> {
    let help = match word.to_lowercase().trim_end_matches(':') {
        "before" | "until" | "stop" => {
            "`at STEP`, with `expect` lines below, looks at the position in which a step begins"
        }
        "given" | "position" | "start" | "board" | "place" => "`setup` gives the position",
        "do" | "move" | "answer" | "when" | "side" => "`play SIDE: LINE` is what a side does",
        "roll" | "rolls" | "die" => "`dice` gives the faces, directly below their `play`",
        "cards" | "shuffle" => "`draw` gives the cards drawn, directly below their `play`",
        "then" | "assert" | "check" | "should" | "result" => "`expect` checks the position now",
        "illegal" | "forbid" | "cannot" | "deny" => "`refuse SIDE: LINE` checks that a line is not legal",
        "legal" | "menu" | "options" | "choices" | "rows" => "`offer SIDE: ROW | ROW` checks the offered rows",
        "else" | "variant" | "case" => "`or`, alone on its line, begins a variant",
        "test" | "title" | "name" => "a test begins with its title: `--- TITLE`",
        "//" | ";" | "--" => "a comment begins with `#`",
        _ => return None,
    };
    Some(help)
}

/// The faces of each die, if a die of the game has words on it.
pub(crate) fn die_faces(board: &Board) -> Option<String> {
    if !board.dice.iter().any(|die| die.has_words()) {
        return None;
    }
    let die_text = |die: &Die| format!("`{}` has {}", die.id, board.face_texts(die).join(", "));
    let dice: Vec<String> = board.dice.iter().map(die_text).collect();
    Some(format!("{}; `#2` is the second face of a die", dice.join("; ")))
}

/// Help for a missing `SIDE:` in front of a line.
pub(crate) fn missing_side(board: &Board, part: &LinePart) -> Option<String> {
    let words = part.words();
    let first = words.first()?;
    let text_from = |from: usize| part.text.get(from..).unwrap_or_default().trim();
    if board.side(&first.text).is_some() {
        return Some(format!("a colon belongs after the side: `{}: {}`", first.text, text_from(first.text.len())));
    }
    let side = &board.sides.first()?.id;
    Some(format!("name the side first: `{side}: {}`", text_from(0)))
}

/// Help for a word that no row has.
pub(crate) fn row_word(word: &str) -> Option<String> {
    let help = match word {
        "?" => "write the row out; `offer SIDE: ROW | …` checks the offered rows",
        "because" | "~" => "the reason of a refusal comes after `~`: `refuse SIDE: LINE ~ TEXT`",
        _ if word.starts_with('"') => "write rows without quotes; a reason comes after `~`: `refuse SIDE: LINE ~ TEXT`",
        _ if word.ends_with(';') => "a `play` takes one line of one side: write another `play`",
        _ => return None,
    };
    Some(help.to_owned())
}

/// Help for an item of a test, such as `cuba: 2 usa`. `unreadable` is the part of the item that could not be parsed.
pub(crate) fn item(board: &Board, part: &LinePart, unreadable: &str) -> Option<String> {
    let words = part.words();
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    comparison(unreadable)
        .or_else(|| negation(&texts))
        .or_else(|| reworded_item(&texts))
        .or_else(|| wrong_order(board, unreadable, &texts))
        .or_else(|| wrong_owner(board, unreadable, &texts))
}

/// Help for `crisis = 2` and `crisis >= 2`.
fn comparison(unreadable: &str) -> Option<String> {
    let help = match unreadable {
        "=" | "==" | ":" | "is" | "at" | "to" => "write the value directly after the name: `NAME 2`",
        ">=" | "<=" | ">" | "<" | "~=" | "!=" => "a test gives the exact value: `NAME 2`",
        _ => return None,
    };
    Some(help.to_owned())
}

fn negation(texts: &[&str]) -> Option<String> {
    let help = "write the state instead: `0 PIECE`, `empty`, `no FACT`, `PILE: lacks CARD`, `lacks in-force EFFECT`, `no log \"TEXT\"`";
    texts.contains(&"not").then(|| help.to_owned())
}

/// Help for items that are spelled differently here: `us wins`, `us sees display`, `rank us red`.
fn reworded_item(texts: &[&str]) -> Option<String> {
    let help = match texts {
        [side, "wins" | "won", ..] => format!("for the end of the game write `ends {side}`"),
        ["winner", side, ..] => format!("for the end of the game write `ends {side}`"),
        [side, "sees", ..] => {
            format!("for what a side sees write `view of {side}: ITEM` or `hidden THING from {side}`")
        }
        [side, "asked" | "acts" | "chooses", ..] => format!("for the side that is asked write `asks {side}`"),
        ["default:", ..] => "`default` takes no colon: `default ROW`".to_owned(),
        ["rank" | "ranking", ..] => {
            "a ranking is a log line or a figure: `logged KEY SUBJECT…` or `figure NAME VALUE`".to_owned()
        }
        ["prompt" | "question", ..] => "for a question write `asks SIDE ~ TEXT`".to_owned(),
        _ => return None,
    };
    Some(help)
}

/// Help for words in the wrong order: `2x usa`, `damaged/usa`, `2 crisis`, `hand us`.
fn wrong_order(board: &Board, unreadable: &str, texts: &[&str]) -> Option<String> {
    let is_track = |id: &str| board.tracks.iter().any(|track| track.id == id) || board.facts.iter().any(|f| f.id == id);
    if let Some((face, piece)) = unreadable.split_once('/')
        && board.state(&format!("{piece}/{face}")).is_some()
    {
        return Some(format!("the piece comes first: `{piece}/{face}`"));
    }
    if let Some(n) = unreadable.strip_suffix('x').filter(|n| n.parse::<u32>().is_ok()) {
        return Some(format!("write the number without `x`: `{n} PIECE`"));
    }
    let before =
        texts.iter().zip(texts.iter().skip(1)).find(|(_, word)| **word == unreadable).map(|(before, _)| before);
    if is_track(unreadable)
        && let Some(n) = before.filter(|word| word.parse::<i64>().is_ok())
    {
        return Some(format!("the number comes after: `{unreadable} {n}`"));
    }
    let swapped = unreadable.split_once(' ').map(|(pile, side)| format!("{side} {pile}"));
    swapped.filter(|pile| board.pile(pile).is_some()).map(|pile| format!("the side comes first: `{pile}`"))
}

/// Help for a track or fact with the wrong owner: `us us-action 3`, `crisis 2`, `cuba: us-action 3`.
fn wrong_owner(board: &Board, unreadable: &str, texts: &[&str]) -> Option<String> {
    let name =
        texts.iter().find(|word| **word == unreadable).or_else(|| texts.get(1).filter(|_| unreadable == texts[0]))?;
    let track = board.tracks.iter().find(|track| track.id == **name).map(|track| track.on);
    let owner = track.or_else(|| board.facts.iter().find(|fact| fact.id == **name).map(|fact| fact.on))?;
    Some(match owner {
        SubjectKind::Game => format!("`{name}` belongs to the game and is an item of its own: `; {name} VALUE`"),
        SubjectKind::Side => format!("`{name}` belongs to a side: `SIDE {name} VALUE`"),
        SubjectKind::Spaces(_) => format!("`{name}` belongs to a place: `PLACE: {name} VALUE`"),
        SubjectKind::Links(_) => format!("`{name}` belongs to a link: `link LINK: {name} VALUE`"),
        SubjectKind::Card => format!("`{name}` belongs to a card: `card CARD: {name} VALUE`"),
    })
}

/// Help for a word after `logged` that is no key of a text.
pub(crate) fn logged_key(board: &Board, key: &str) -> Option<String> {
    if key.starts_with(['"', '\'']) {
        return Some("`logged` takes the key of a text; for its words write `log \"TEXT\"`".to_owned());
    }
    if board.labels.reasons.iter().any(|reason| reason.id == key) {
        return Some(format!("`{key}` is a reason: `refuse SIDE: LINE ~ {key}`"));
    }
    let is_label = board.labels.words.iter().chain(&board.labels.actions).any(|label| label.id == key);
    is_label.then(|| {
        format!("`{key}` is a word of rows: `offer SIDE has {key}`; for words of the log write `log \"TEXT\"`")
    })
}

/// Help for a word after `turn` that is no step.
pub(crate) fn turn(board: &Board, name: &str) -> Option<String> {
    board.side(name).map(|_| format!("`turn` takes a step; for the side that is asked write `asks {name}`"))
}

/// Help for `draw`, `tie` and `none` in place of a side.
pub(crate) fn nobody(word: &str) -> Option<String> {
    matches!(word, "draw" | "tie" | "none").then(|| "if nobody wins, write `ends nobody`".to_owned())
}

/// Help for a bare number of cards in a pile.
pub(crate) fn pile(board: &Board, head: &str, element: &str) -> Option<String> {
    let is_number = element.parse::<u32>().is_ok() && board.card(element).is_none();
    is_number.then(|| format!("for the number of cards write `{head}: {element} cards`"))
}
