//! Items that expect the value of a figure, which is a value that a script derives from the position.

use super::{FigureCheck, Item};
use crate::line_part::{LinePart, Mistake};
use crate::programs::LoadedGame;
use cardwright_script::{FigureValue, Program};
use cardwright_state::Position;
use cardwright_state::board::{Board, Sides, SubjectKind};
use cardwright_table::{Viewer, label};

/// The subject of a figure: the game, a side or a space.
#[derive(Debug, Clone, Copy)]
struct FigureSubject {
    on: SubjectKind,
    index: usize,
}

/// Parses `figure NAME [SUBJECT] VALUE`, from the name on.
pub(super) fn read(loaded: &LoadedGame, part: &LinePart, words: &[LinePart]) -> Result<Item, Mistake> {
    let program = &loaded.program;
    let [name, after_name @ ..] = words else { return Err(part.mistake("`figure` takes a name and a value")) };
    let Some(figure) = program.figures.iter().position(|f| f.name == name.text) else {
        let valid: Vec<String> = program.figures.iter().map(|f| f.name.clone()).collect();
        return Err(name.unknown(format!("no figure is called `{}`", name.text), &valid));
    };
    let (subject, value) = match (program.figures[figure].on, after_name) {
        (SubjectKind::Game, value) => (FigureSubject { on: SubjectKind::Game, index: 0 }, value),
        (_, [subject, value @ ..]) => (find_subject(&program.board, subject)?, value),
        (_, []) => return Err(name.mistake(format!("`{}` is a figure of sides or spaces: which one?", name.text))),
    };
    item(loaded, part, figure, subject, value)
}

/// Parses `NAME VALUE` for each of these spaces. Returns nothing if NAME is no figure of a space.
pub(super) fn of_spaces(loaded: &LoadedGame, spaces: &[String], element: &LinePart) -> Result<Vec<Item>, Mistake> {
    let board = &loaded.program.board;
    let words = element.words();
    let mut out = Vec::new();
    for space in spaces.iter().filter_map(|id| board.space(id)) {
        let subject = FigureSubject { on: SubjectKind::spaces(board.spaces[space.index()].kind), index: space.index() };
        out.extend(of_subject(loaded, element, subject, &words)?);
    }
    Ok(out)
}

/// Parses `[SIDE] NAME VALUE`. Returns `None` if NAME is no figure of a side or of the game.
pub(super) fn of_side_or_game(loaded: &LoadedGame, part: &LinePart) -> Result<Option<Item>, Mistake> {
    let words = part.words();
    let side = words.first().and_then(|word| loaded.program.board.side(&word.text));
    match side.filter(|_| words.len() > 1) {
        Some(side) => {
            of_subject(loaded, part, FigureSubject { on: SubjectKind::Side, index: side.index() }, &words[1..])
        }
        None => of_subject(loaded, part, FigureSubject { on: SubjectKind::Game, index: 0 }, &words),
    }
}

/// Parses `NAME VALUE` for one subject. If a track, fact or piece has that name, NAME does not mean a figure.
fn of_subject(
    loaded: &LoadedGame,
    part: &LinePart,
    subject: FigureSubject,
    words: &[LinePart],
) -> Result<Option<Item>, Mistake> {
    let (program, board) = (&loaded.program, &loaded.program.board);
    let (name, value, expects_none) = match words {
        [no, name] if no.text == "no" => (name, &words[2..], true),
        [name, value @ ..] => (name, value, false),
        [] => return Ok(None),
    };
    let is_other_attribute = board.tracks.iter().any(|t| t.id == name.text && t.on.includes(subject.on))
        || board.facts.iter().any(|f| f.id == name.text && f.on.includes(subject.on))
        || subject.on != SubjectKind::Game && board.state(&name.text).is_some();
    let figure = program.figures.iter().position(|f| f.name == name.text && f.on.includes(subject.on));
    match figure.filter(|_| !is_other_attribute) {
        Some(figure) if expects_none => {
            let check = FigureCheck::Words("none".into());
            Ok(Some(Item::Figure {
                text: item_text(program, figure, subject, "none"),
                figure,
                subject: subject.index,
                check,
            }))
        }
        Some(figure) => item(loaded, part, figure, subject, value).map(Some),
        None => Ok(None),
    }
}

fn item(
    loaded: &LoadedGame,
    part: &LinePart,
    figure: usize,
    subject: FigureSubject,
    value: &[LinePart],
) -> Result<Item, Mistake> {
    let (program, board) = (&loaded.program, &loaded.program.board);
    let def = &program.figures[figure];
    if !def.on.includes(subject.on) {
        return Err(part.mistake(format!("the figure `{}` has no value for this side or space", def.name)));
    }
    let check = match value {
        [] => return Err(part.mistake(format!("`{}` needs a value, or `~` and a text", def.name))),
        [tilde, first, ..] if tilde.text == "~" => {
            FigureCheck::Shows(part.slice(first.at - part.at, part.text.len()).text)
        }
        words => {
            let is_value = |word: &str| {
                word.parse::<i64>().is_ok()
                    || matches!(word, "true" | "false" | "none")
                    || loaded.is_row_word(word)
                    || board.labels.texts.iter().any(|text| text.id == word)
            };
            if let Some(word) = words.iter().find(|word| !is_value(&word.text)) {
                return Err(word.unknown(format!("`{}` is not a value of a figure", word.text), &loaded.words()));
            }
            FigureCheck::Words(words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "))
        }
    };
    let value_text = match &check {
        FigureCheck::Words(words) => words.clone(),
        FigureCheck::Shows(text) => format!("~ {text}"),
    };
    Ok(Item::Figure { text: item_text(program, figure, subject, &value_text), figure, subject: subject.index, check })
}

/// Finds the side or space that a word names.
fn find_subject(board: &Board, word: &LinePart) -> Result<FigureSubject, Mistake> {
    if let Some(side) = board.side(&word.text) {
        return Ok(FigureSubject { on: SubjectKind::Side, index: side.index() });
    }
    if let Some(space) = board.space(&word.text) {
        return Ok(FigureSubject { on: SubjectKind::spaces(board.spaces[space.index()].kind), index: space.index() });
    }
    let valid = board.sides.iter().map(|s| &s.id).chain(board.spaces.iter().map(|s| &s.id));
    let valid: Vec<String> = valid.cloned().collect();
    Err(word.unknown(format!("`{}` is no side and no space", word.text), &valid))
}

/// Returns the item that expects this value of a figure, as text.
fn item_text(program: &Program, figure: usize, subject: FigureSubject, value: &str) -> String {
    format!("{} {value}", head(program, figure, subject.index))
}

/// The name of a figure, with its subject in front.
fn head(program: &Program, figure: usize, subject: usize) -> String {
    let def = &program.figures[figure];
    match def.on {
        SubjectKind::Side => format!("{} {}", program.board.sides[subject].id, def.name),
        SubjectKind::Spaces(_) => format!("{}: {}", program.board.spaces[subject].id, def.name),
        _ => def.name.clone(),
    }
}

/// Returns a value as an item spells it, with ids. A text becomes its key and its subjects.
fn value_words(board: &Board, value: &FigureValue) -> String {
    match value {
        FigureValue::Nothing => "none".into(),
        FigureValue::Boolean(truth) => truth.to_string(),
        FigureValue::Value(val) => board.text(*val),
        FigureValue::Text(line) => {
            let subjects = line.subjects.iter().map(|val| board.text(*val));
            std::iter::once(board.labels[line.text].id.clone()).chain(subjects).collect::<Vec<_>>().join(" ")
        }
        FigureValue::List(values) if values.is_empty() => "none".into(),
        FigureValue::List(values) => values.iter().map(|value| value_words(board, value)).collect::<Vec<_>>().join(" "),
        FigureValue::Failed(why) => format!("fails: {why}"),
    }
}

/// Returns a value as players see it.
fn displayed_value(board: &Board, position: &Position, value: &FigureValue) -> String {
    match value {
        FigureValue::Value(val) => label::value_text(board, position, Viewer::OPEN, *val),
        FigureValue::Text(line) => label::line_text(board, position, Viewer::OPEN, line),
        FigureValue::List(values) => {
            values.iter().map(|value| displayed_value(board, position, value)).collect::<Vec<_>>().join(", ")
        }
        other => value_words(board, other),
    }
}

/// Returns the figure with its real value if that value is not the expected one.
pub(crate) fn figure_mismatch(
    program: &Program,
    position: &Position,
    (figure, subject): (usize, usize),
    value: &FigureValue,
    check: &FigureCheck,
) -> Option<String> {
    let head = head(program, figure, subject);
    match check {
        FigureCheck::Words(wanted) => {
            let found = value_words(&program.board, value);
            (found != *wanted).then(|| format!("{head} {found}"))
        }
        FigureCheck::Shows(wanted) => {
            let found = displayed_value(&program.board, position, value);
            (!super::contains(&found, wanted)).then(|| format!("{head} ~ {found}"))
        }
    }
}

/// Whether one of these sides may see a figure. No sides mean the public.
pub(super) fn is_seen(program: &Program, sides: Sides, figure: usize, subject: usize) -> bool {
    program.figures[figure].is_for(sides, subject)
}
