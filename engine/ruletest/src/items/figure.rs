//! Figures: what rules work out for whoever looks, expected like tracks and facts.

use super::Item;
use crate::programs::Loaded;
use crate::text::{Mistake, Part};
use cardwright_script::{Figured, Program};
use cardwright_state::Position;
use cardwright_state::board::{Board, On, Sides};
use cardwright_table::label::{self, Audience};

/// What a figure is to come to.
#[derive(Debug, Clone)]
pub(crate) enum FigureSays {
    /// Exactly this, in words.
    Words(String),
    /// Something that shows a text.
    Shows(String),
}

/// What a figure is of.
#[derive(Debug, Clone, Copy)]
struct Subject {
    on: On,
    at: usize,
}

/// `figure NAME [SUBJECT] VALUE`, from the name on.
pub(super) fn read(loaded: &Loaded, part: &Part, words: &[Part]) -> Result<Item, Mistake> {
    let program = &loaded.program;
    let [name, rest @ ..] = words else { return Err(part.mistake("`figure` takes a name and what it comes to")) };
    let Some(figure) = program.figures.iter().position(|f| f.name == name.text) else {
        let known: Vec<String> = program.figures.iter().map(|f| f.name.clone()).collect();
        return Err(name.unknown(format!("no figure is called `{}`", name.text), &known));
    };
    let (of, value) = match (program.figures[figure].on, rest) {
        (On::Game, value) => (Subject { on: On::Game, at: 0 }, value),
        (_, [of, value @ ..]) => (subject(&program.board, of)?, value),
        (_, []) => return Err(name.mistake(format!("`{}` is worked out for sides or spaces: which?", name.text))),
    };
    item(loaded, part, figure, of, value)
}

/// `NAME VALUE` of each of some places; nothing where it speaks of something else.
pub(super) fn of_places(loaded: &Loaded, places: &[String], element: &Part) -> Result<Vec<Item>, Mistake> {
    let board = &loaded.program.board;
    let words = element.words();
    let mut out = Vec::new();
    for place in places.iter().filter_map(|place| board.space(place)) {
        let of = Subject { on: On::spaces(board.spaces[place.at()].kind), at: place.at() };
        out.extend(own(loaded, element, of, &words)?);
    }
    Ok(out)
}

/// `[SIDE] NAME VALUE`; nothing where it speaks of something else.
pub(super) fn loose(loaded: &Loaded, part: &Part) -> Result<Option<Item>, Mistake> {
    let words = part.words();
    let side = words.first().and_then(|word| loaded.program.board.side(&word.text));
    match side.filter(|_| words.len() > 1) {
        Some(side) => own(loaded, part, Subject { on: On::Side, at: side.at() }, &words[1..]),
        None => own(loaded, part, Subject { on: On::Game, at: 0 }, &words),
    }
}

/// A figure of a subject by its name, with what it comes to; what the board keeps under that name comes first.
fn own(loaded: &Loaded, part: &Part, of: Subject, words: &[Part]) -> Result<Option<Item>, Mistake> {
    let (program, board) = (&loaded.program, &loaded.program.board);
    let (name, value, none) = match words {
        [no, name] if no.text == "no" => (name, &words[2..], true),
        [name, value @ ..] => (name, value, false),
        [] => return Ok(None),
    };
    let is_kept = board.tracks.iter().any(|t| t.id == name.text && t.on.is_for(of.on))
        || board.facts.iter().any(|f| f.id == name.text && f.on.is_for(of.on))
        || of.on != On::Game && board.state(&name.text).is_some();
    let figure = program.figures.iter().position(|f| f.name == name.text && f.on.is_for(of.on));
    match figure.filter(|_| !is_kept) {
        Some(figure) if none => {
            let says = FigureSays::Words("none".into());
            Ok(Some(Item::Figure { text: said(program, figure, of, "none"), figure, subject: of.at, says }))
        }
        Some(figure) => item(loaded, part, figure, of, value).map(Some),
        None => Ok(None),
    }
}

fn item(loaded: &Loaded, part: &Part, figure: usize, of: Subject, value: &[Part]) -> Result<Item, Mistake> {
    let (program, board) = (&loaded.program, &loaded.program.board);
    let def = &program.figures[figure];
    if !def.on.is_for(of.on) {
        return Err(part.mistake(format!("`{}` is not worked out for that", def.name)));
    }
    let says = match value {
        [] => return Err(part.mistake(format!("what does `{}` come to? A value, or `~` and a text", def.name))),
        [tilde, first, ..] if tilde.text == "~" => {
            FigureSays::Shows(part.sub(first.at - part.at, part.text.len()).text)
        }
        words => {
            let is_value = |word: &str| {
                word.parse::<i64>().is_ok()
                    || matches!(word, "true" | "false" | "none")
                    || loaded.is_known(word)
                    || board.texts.iter().any(|text| text.id == word)
            };
            if let Some(word) = words.iter().find(|word| !is_value(&word.text)) {
                return Err(word.unknown(format!("no figure comes to `{}`", word.text), &loaded.words()));
            }
            FigureSays::Words(words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "))
        }
    };
    let shown = match &says {
        FigureSays::Words(words) => words.clone(),
        FigureSays::Shows(text) => format!("~ {text}"),
    };
    Ok(Item::Figure { text: said(program, figure, of, &shown), figure, subject: of.at, says })
}

/// Of which side or space.
fn subject(board: &Board, word: &Part) -> Result<Subject, Mistake> {
    if let Some(side) = board.side(&word.text) {
        return Ok(Subject { on: On::Side, at: side.at() });
    }
    if let Some(space) = board.space(&word.text) {
        return Ok(Subject { on: On::spaces(board.spaces[space.at()].kind), at: space.at() });
    }
    let known = board.sides.iter().map(|s| &s.id).chain(board.spaces.iter().map(|s| &s.id));
    let known: Vec<String> = known.cloned().collect();
    Err(word.unknown(format!("`{}` is no side and no space", word.text), &known))
}

/// A figure as an item says it.
fn said(program: &Program, figure: usize, of: Subject, value: &str) -> String {
    format!("{} {value}", head(program, figure, of.at))
}

/// The name of a figure after what it is of.
fn head(program: &Program, figure: usize, subject: usize) -> String {
    let def = &program.figures[figure];
    match def.on {
        On::Side => format!("{} {}", program.board.sides[subject].id, def.name),
        On::Spaces(_) => format!("{}: {}", program.board.spaces[subject].id, def.name),
        _ => def.name.clone(),
    }
}

/// What a figure comes to, in the words of an item: ids; a text is its key and its subjects.
fn words(board: &Board, figured: &Figured) -> String {
    match figured {
        Figured::Nothing => "none".into(),
        Figured::Truth(truth) => truth.to_string(),
        Figured::One(val) => board.text(*val),
        Figured::Line(line) => {
            let subjects = line.subjects.iter().map(|val| board.text(*val));
            std::iter::once(board.texts[line.text.at()].id.clone()).chain(subjects).collect::<Vec<_>>().join(" ")
        }
        Figured::Many(all) if all.is_empty() => "none".into(),
        Figured::Many(all) => all.iter().map(|one| words(board, one)).collect::<Vec<_>>().join(" "),
        Figured::Failed(why) => format!("fails: {why}"),
    }
}

/// What a figure comes to, as it is shown.
fn shown(board: &Board, position: &Position, figured: &Figured) -> String {
    match figured {
        Figured::One(val) => label::name(board, position, Audience::Open, *val),
        Figured::Line(line) => label::line(board, position, Audience::Open, line),
        Figured::Many(all) => all.iter().map(|one| shown(board, position, one)).collect::<Vec<_>>().join(", "),
        other => words(board, other),
    }
}

/// What a figure comes to instead of what is said of it; none if that is so.
pub(crate) fn figured_text(
    program: &Program,
    position: &Position,
    (figure, subject): (usize, usize),
    figured: &Figured,
    says: &FigureSays,
) -> Option<String> {
    let head = head(program, figure, subject);
    match says {
        FigureSays::Words(wanted) => {
            let found = words(&program.board, figured);
            (found != *wanted).then(|| format!("{head} {found}"))
        }
        FigureSays::Shows(wanted) => {
            let found = shown(&program.board, position, figured);
            (!super::contains(&found, wanted)).then(|| format!("{head} ~ {found}"))
        }
    }
}

/// Whether a side (none: everybody) may read a figure.
pub(super) fn is_seen(program: &Program, sides: Sides, figure: usize, subject: usize) -> bool {
    program.figures[figure].is_for(sides, subject)
}
