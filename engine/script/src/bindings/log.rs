//! The log: a text with subjects, rendered per audience.

use super::{Api, Opt, V};
use crate::host::{Deed, Happening, Host, HostResult, LONGEST_LINE};
use crate::raw::Subjects;
use cardwright_state::board::Board;
use cardwright_state::position::Line;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{CardId, PileId, SideId, SpaceId, StateId, TextId};

/// The most subjects that a text is given.
const MOST_SUBJECTS: usize = Subjects::MOST;

/// The subjects of a text, up to the first that is nil.
pub(super) fn subjects(given: &Subjects) -> HostResult<&[Val]> {
    given.all().ok_or_else(too_many_subjects)
}

/// A text and its subjects, as a list gives them.
pub(super) fn line_of(host: &Host, list: &[Val]) -> HostResult<Line> {
    let Some((text, subjects)) = list.split_first() else {
        return Err("a question is a text, or a list of a text and its subjects: this list is empty".into());
    };
    if subjects.len() > MOST_SUBJECTS {
        return Err(too_many_subjects());
    }
    subjects.iter().try_for_each(|val| host.kept(*val).map(drop))?;
    Ok(Line { text: TextId::new(host.index(*text, Kind::Text)?), subjects: subjects.to_vec() })
}

#[cold]
fn too_many_subjects() -> String {
    format!("a text takes {MOST_SUBJECTS} subjects at most: its placeholders are `{{1}}` to `{{{MOST_SUBJECTS}}}`")
}

/// A log line and where its cards lie now; none while nobody watches or what happens is not for good.
fn line(host: &mut Host, text: V, more: &Subjects) -> HostResult<Option<(Line, Vec<Option<PileId>>)>> {
    host.may_change()?; // Who only asks leaves nothing behind.
    let text = TextId::new(host.index(text.0, Kind::Text)?);
    let subjects = subjects(more)?;
    subjects.iter().try_for_each(|val| host.kept(*val).map(drop))?;
    if !host.witness.watching || host.is_rerun() || host.supposing > 0 {
        return Ok(None);
    }
    if filled_length(&host.board, text, subjects) > LONGEST_LINE {
        return Err(host.limit(format!(
            "a line of the log of more than {LONGEST_LINE} characters: the text `{}` with its names filled in",
            host.board.texts[text.at()].id
        )));
    }
    let place = |v: &Val| Some(host.pos.card_at(CardId::new(v.index(Kind::Card)?)).pile);
    let places = subjects.iter().map(place).collect();
    Ok(Some((Line { text, subjects: subjects.to_vec() }, places)))
}

/// About how many letters a text has with the names of its subjects in it, those counted that it names more than once.
fn filled_length(board: &Board, text: TextId, subjects: &[Val]) -> usize {
    let text = board.texts[text.at()].say.as_str();
    let named = subjects.iter().enumerate().map(|(n, subject)| {
        let times = text.matches(&format!("{{{}}}", n + 1)).count();
        if times > 1 { times * name_length(board, *subject) } else { 0 }
    });
    letters(text) + named.sum::<usize>()
}

fn name_length(board: &Board, val: Val) -> usize {
    let at = val.payload() as usize;
    let space = |space: SpaceId| letters(&board.spaces[space.at()].name);
    let state = |state: StateId| letters(&board.types[board.states[state.at()].of.at()].name);
    match val.kind() {
        Kind::Space => space(SpaceId::new(at)),
        Kind::Side => letters(&board.sides[at].name),
        Kind::Class => letters(&board.classes[at].name),
        Kind::Track => letters(&board.tracks[at].name),
        Kind::Card => board.cards[at].titles.iter().map(|title| letters(title)).sum(),
        Kind::State => state(val.state_part()),
        Kind::Stack => {
            let (place, of) = val.stack_parts();
            space(place) + state(of)
        }
        Kind::Link => space(board.links[at].a) + space(board.links[at].b),
        Kind::Action => letters(&board.actions[at].label),
        Kind::Word => letters(&board.words[at].label),
        _ => letters(&board.text(val)),
    }
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

/// Begins a heading or a deed, where a story is told.
fn begins(
    host: &mut Host,
    text: V,
    more: &Subjects,
    head: impl FnOnce(Line, Vec<Option<PileId>>) -> Happening,
) -> HostResult<()> {
    if let Some((said, places)) = line(host, text, more)?
        && host.witness.tells
    {
        host.tell(head(said, places));
    }
    Ok(())
}

/// Who explains itself: whom rules answer for, else the side that the innermost open step is about.
fn explainer(host: &Host, answering: Opt) -> HostResult<Option<SideId>> {
    if let Some(side) = answering {
        return Ok(Some(SideId::new(host.index(side.0, Kind::Side)?)));
    }
    let first = |frame: &cardwright_state::position::Frame| match frame.args.first() {
        Some(cardwright_state::val::Plain::Val(val)) => val.index(Kind::Side).map(SideId::new),
        _ => None,
    };
    Ok(host.pos.open_steps().iter().rev().find_map(first))
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Log");
    api.add(
        "say(text: Text, ...: any)",
        "Adds a line to the log: `{1}` in the text is the first of up to nine subjects. A card is named to those who see it where it lies now; to others it is `a card`.",
        |host, (text, more): (V, Subjects)| {
            if let Some((said, places)) = line(host, text, &more)? {
                host.tell(Happening::Said(said, places));
            }
            Ok(())
        },
    )?;
    api.add(
        "chapter(text: Text, ...: any)",
        "Begins a heading of the log, with subjects as `say` has them: a card that is played, a phase. All that happens up to the next heading is told beneath it.",
        |host, (text, more): (V, Subjects)| {
            begins(host, text, &more, Happening::Chapter)
        },
    )?;
    api.add(
        "deed(text: Text, ...: any)",
        "Names what is done now, with subjects as `say` has them, where it is no answer: the log tells what changes on the table from here on as having come of it, up to the next deed, heading or answer. What a side does for which rules answer (`perform`, `act` within `answering`) is a deed without being named.",
        |host, (text, more): (V, Subjects)| {
            begins(host, text, &more, |said, places| Happening::Deed(Deed::Named(said, places)))
        },
    )?;
    api.add(
        "purpose(text: Text, ...: any)",
        "Says what the next roll or pick is for, with subjects as `say` has them: the log tells it with what came of it.",
        |host, (text, more): (V, Subjects)| {
            if let Some((said, _)) = line(host, text, &more)? {
                host.witness.purpose = Some(Box::new(said));
            }
            Ok(())
        },
    )?;
    api.describe("decides(text: Text, ...: any)", "Adds a line to the log like `say`, with which a side that is played by rules tells what it does and by which rule: of the side that rules answer for here (`answering`), else of the first argument of the innermost open step that begins with a side. People may leave such lines out (`decisions off`), rule tests read them (`expect decision`); the position is the same with or without.");
    api.describe("weighs(text: Text, ...: any)", "The same for what was weighed on the way to a decision: shown to those who ask for all of it (`decisions full`).");
    api.hide("explains", |host, (weighed, side, text, more): (bool, Opt, V, Subjects)| {
        if let Some((said, places)) = line(host, text, &more)? {
            let side = explainer(host, side)?;
            host.tell(Happening::Explained { said, places, side, weighed });
        }
        Ok(())
    })?;
    Ok(())
}
