//! Log lines: a text with subjects. Each viewer gets its own rendering.

use super::{Api, LuaVal, OptionalVal};
use crate::host::{GameEvent, Host, HostResult, LogAction, MAX_LINE_LENGTH};
use crate::lua_ffi::TextSubjects;
use cardwright_state::board::Board;
use cardwright_state::position::TextLine;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{CardId, PileId, SideId, SpaceId, StateId, TextId};

/// The most subjects of a text.
const MOST_SUBJECTS: usize = TextSubjects::MAX;

/// The subjects before the first nil.
pub(super) fn subjects(given: &TextSubjects) -> HostResult<&[Val]> {
    given.all().ok_or_else(too_many_subjects)
}

/// Reads a list of a text and its subjects.
pub(super) fn line_of(host: &Host, list: &[Val]) -> HostResult<TextLine> {
    let Some((text, subjects)) = list.split_first() else {
        return Err("a prompt is a text, or a list of a text and its subjects: this list is empty".into());
    };
    if subjects.len() > MOST_SUBJECTS {
        return Err(too_many_subjects());
    }
    subjects.iter().try_for_each(|val| host.check_storable(*val).map(drop))?;
    Ok(TextLine { text: TextId::new(host.index(*text, Kind::Text)?), subjects: subjects.to_vec() })
}

#[cold]
fn too_many_subjects() -> String {
    format!("a text takes at most {MOST_SUBJECTS} subjects: its placeholders are `{{1}}` to `{{{MOST_SUBJECTS}}}`")
}

/// A log line and where its cards lie now. `None` if nobody watches, in a re-run, and inside `suppose`.
fn line(host: &mut Host, text: LuaVal, more: &TextSubjects) -> HostResult<Option<(TextLine, Vec<Option<PileId>>)>> {
    host.check_may_change()?; // Offers and other queries log nothing.
    let text = TextId::new(host.index(text.0, Kind::Text)?);
    let subjects = subjects(more)?;
    subjects.iter().try_for_each(|val| host.check_storable(*val).map(drop))?;
    if !host.recorder.is_recording || host.is_replaying() || host.suppose_depth > 0 {
        return Ok(None);
    }
    if filled_length(&host.board, text, subjects) > MAX_LINE_LENGTH {
        return Err(host.limit(format!(
            "a log line has more than {MAX_LINE_LENGTH} characters: the text `{}` with its subjects",
            host.board.texts[text.at()].id
        )));
    }
    let place = |v: &Val| Some(host.pos.card_location(CardId::new(v.index(Kind::Card)?)).pile);
    let places = subjects.iter().map(place).collect();
    Ok(Some((TextLine { text, subjects: subjects.to_vec() }, places)))
}

/// Roughly the length of a text with its subjects. Counts only subjects that the text repeats.
fn filled_length(board: &Board, text: TextId, subjects: &[Val]) -> usize {
    let text = board.texts[text.at()].template.as_str();
    let named = subjects.iter().enumerate().map(|(n, subject)| {
        let times = text.matches(&format!("{{{}}}", n + 1)).count();
        if times > 1 { times * name_length(board, *subject) } else { 0 }
    });
    letters(text) + named.sum::<usize>()
}

fn name_length(board: &Board, val: Val) -> usize {
    let at = val.payload() as usize;
    let space = |space: SpaceId| letters(&board.spaces[space.at()].name);
    let state = |state: StateId| letters(&board.types[board.states[state.at()].piece_type.at()].name);
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

/// Starts a log heading or a log action, if the log is structured.
fn start_block(
    host: &mut Host,
    text: LuaVal,
    more: &TextSubjects,
    head: impl FnOnce(TextLine, Vec<Option<PileId>>) -> GameEvent,
) -> HostResult<()> {
    if let Some((line, places)) = line(host, text, more)?
        && host.recorder.is_structured
    {
        host.record(head(line, places));
    }
    Ok(())
}

/// The side of a decision line: the one in `answering`, else the side of the innermost open step that begins with one.
fn deciding_side(host: &Host, answering: OptionalVal) -> HostResult<Option<SideId>> {
    if let Some(side) = answering {
        return Ok(Some(SideId::new(host.index(side.0, Kind::Side)?)));
    }
    let first = |frame: &cardwright_state::position::Frame| match frame.args.first() {
        Some(cardwright_state::val::PlainValue::Val(val)) => val.index(Kind::Side).map(SideId::new),
        _ => None,
    };
    Ok(host.pos.open_steps().iter().rev().find_map(first))
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Log");
    api.add(
        "say(text: Text, ...: any)",
        "Adds a line to the log. In the text, `{1}` stands for the first of up to nine subjects. A viewer who \
         cannot see a card where it lies now reads `a card` instead of its name.",
        |host, (text, more): (LuaVal, TextSubjects)| {
            if let Some((line, places)) = line(host, text, &more)? {
                host.record(GameEvent::LogLine(line, places));
            }
            Ok(())
        },
    )?;
    api.add(
        "log_heading(text: Text, ...: any)",
        "Starts a log heading, such as a played card or a phase. The log lists what happens below it, up to \
         the next heading. It takes subjects like `say`.",
        |host, (text, more): (LuaVal, TextSubjects)| start_block(host, text, &more, GameEvent::Heading),
    )?;
    api.add(
        "log_action(text: Text, ...: any)",
        "Starts a log action. Use it for what happens without an answer. The log lists what changes on the \
         table below it, up to the next log action, heading or answer. What a side does by rules (`perform`, \
         `act` inside `answering`) is a log action by itself. It takes subjects like `say`.",
        |host, (text, more): (LuaVal, TextSubjects)| {
            start_block(host, text, &more, |line, places| GameEvent::Action(LogAction::Named(line, places)))
        },
    )?;
    api.add(
        "roll_label(text: Text, ...: any)",
        "Says what the next roll or pick is for. The log shows it with the result. It takes subjects like `say`.",
        |host, (text, more): (LuaVal, TextSubjects)| {
            if let Some((line, _)) = line(host, text, &more)? {
                host.recorder.roll_label = Some(Box::new(line));
            }
            Ok(())
        },
    )?;
    api.document(
        "log_decision(text: Text, ...: any)",
        "Adds a log line in which a Non-player reports what it does and by which rule. The side is the one \
         that `answering` plays here, else the first argument of the innermost open step that begins with a \
         side. Players may hide these lines (`decisions off`), and rule tests read them (`expect decision`). \
         The position does not depend on them. It takes subjects like `say`.",
    );
    api.document(
        "log_detail(text: Text, ...: any)",
        "Like `log_decision`, for what the Non-player weighed on the way. Players see it with `decisions full`.",
    );
    api.add_private("log_decision", |host, (weighed, side, text, more): (bool, OptionalVal, LuaVal, TextSubjects)| {
        if let Some((line, places)) = line(host, text, &more)? {
            let side = deciding_side(host, side)?;
            host.record(GameEvent::Decision { line, places, side, is_detail: weighed });
        }
        Ok(())
    })?;
    Ok(())
}
