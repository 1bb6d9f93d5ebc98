//! Log lines. A log line is a text with subjects. Each viewer gets its own rendering of it.

use super::{Api, LuaVal, OptionalVal};
use crate::host::{GameEvent, Host, HostError, HostResult, LogAction, MAX_LINE_LENGTH};
use crate::lua_ffi::TextSubjects;
use cardwright_state::board::Board;
use cardwright_state::position::TextLine;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{PileId, SideId, SpaceId, StateId, TextId};

/// The most subjects of a text.
const MOST_SUBJECTS: usize = TextSubjects::MAX;

/// Returns the subjects before the first nil. Fails if there are too many.
pub(super) fn subjects(arguments: &TextSubjects) -> HostResult<&[Val]> {
    arguments.all().ok_or_else(too_many_subjects)
}

/// Reads a prompt: a list of a text and its subjects.
pub(super) fn read_prompt_line(host: &Host, list: &[Val]) -> HostResult<TextLine> {
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
fn too_many_subjects() -> HostError {
    format!("a text takes at most {MOST_SUBJECTS} subjects: its placeholders are `{{1}}` to `{{{MOST_SUBJECTS}}}`")
        .into()
}

/// Makes a log line. Also returns, for each subject that is a card, the pile that now holds the card. Returns `None` if
/// events are not recorded, in a replay, and inside `suppose`.
fn new_line(
    host: &mut Host,
    text: LuaVal,
    arguments: &TextSubjects,
) -> HostResult<Option<(TextLine, Vec<Option<PileId>>)>> {
    host.check_may_change()?; // Offers and other queries log nothing.
    let text = TextId::new(host.index(text.0, Kind::Text)?);
    let subjects = subjects(arguments)?;
    subjects.iter().try_for_each(|subject| host.check_storable(*subject).map(drop))?;
    if !host.recorder.is_recording || host.is_replaying() || host.depths.suppose > 0 {
        return Ok(None);
    }
    if filled_length(&host.board, text, subjects) > MAX_LINE_LENGTH {
        return Err(host.limit(format!(
            "a log line has more than {MAX_LINE_LENGTH} characters: the text `{}` with its subjects",
            host.board.labels[text].id
        )));
    }
    let pile_of =
        |subject: &Val| host.board.cards_named_by(*subject).first().map(|card| host.pos.card_location(*card).pile);
    let piles = subjects.iter().map(pile_of).collect();
    Ok(Some((TextLine { text, subjects: subjects.to_vec() }, piles)))
}

/// Returns roughly the length in characters of a text with its subjects. Counts the name of a subject only if the text
/// repeats the subject. A few names that occur once do not make a line too long.
fn filled_length(board: &Board, text: TextId, subjects: &[Val]) -> usize {
    let text = board.labels[text].template.as_str();
    let name_lengths = subjects.iter().enumerate().map(|(index, subject)| {
        let repetitions = text.matches(&format!("{{{}}}", index + 1)).count();
        if repetitions > 1 { repetitions * name_length(board, *subject) } else { 0 }
    });
    character_count(text) + name_lengths.sum::<usize>()
}

/// Returns the length in characters of a thing's name.
fn name_length(board: &Board, val: Val) -> usize {
    let index = val.payload() as usize;
    let space = |space: SpaceId| character_count(&board.spaces[space.index()].name);
    let state =
        |state: StateId| character_count(&board.piece_types[board.states[state.index()].piece_type.index()].name);
    match val.kind() {
        Kind::Space => space(SpaceId::new(index)),
        Kind::Side => character_count(&board.sides[index].name),
        Kind::Class => character_count(&board.classes[index].name),
        Kind::Track => character_count(&board.tracks[index].name),
        Kind::Card => board.cards[index].titles.iter().map(|title| character_count(title)).sum(),
        Kind::State => state(val.state_part()),
        Kind::Stack => {
            let (place, state_id) = val.stack_parts();
            space(place) + state(state_id)
        }
        Kind::Link => {
            let link = &board.links[index];
            link.name.as_ref().map_or_else(|| space(link.a) + space(link.b), |name| character_count(name))
        }
        Kind::Action => character_count(&board.labels.actions[index].label),
        Kind::Word => character_count(&board.labels.words[index].label),
        _ => character_count(&board.text(val)),
    }
}

fn character_count(text: &str) -> usize {
    text.chars().count()
}

/// Starts a log heading or a log action. Without a structured log, which is a log with headings, log actions and their
/// changes, only drops the roll label.
fn start_block(
    host: &mut Host,
    text: LuaVal,
    arguments: &TextSubjects,
    make_event: impl FnOnce(TextLine, Vec<Option<PileId>>) -> GameEvent,
) -> HostResult<()> {
    if let Some((line, piles)) = new_line(host, text, arguments)? {
        host.drop_roll_label();
        if host.recorder.is_structured {
            host.record(make_event(line, piles));
        }
    }
    Ok(())
}

/// Returns the side whose decision a log line reports. This is the side for which a chooser (`answering`) answers now.
/// If no chooser answers, it is the first argument of the innermost open step whose first argument is a side.
fn deciding_side(host: &Host, answering: OptionalVal) -> HostResult<Option<SideId>> {
    if let Some(side) = answering {
        return Ok(Some(SideId::new(host.index(side.0, Kind::Side)?)));
    }
    let first_argument_side = |frame: &cardwright_state::position::Frame| match frame.args.first() {
        Some(cardwright_state::val::PlainValue::Val(val)) => val.index(Kind::Side).map(SideId::new),
        _ => None,
    };
    Ok(host.pos.open_steps().iter().rev().find_map(first_argument_side))
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Log");
    api.add(
        "say(text: Text, ...: any)",
        "Adds a line to the log. In the text, `{1}` stands for the first of up to nine subjects. A viewer who \
         cannot see a card where it lies now reads `a card` instead of its name.",
        |host, (text, arguments): (LuaVal, TextSubjects)| {
            if let Some((line, piles)) = new_line(host, text, &arguments)? {
                host.record(GameEvent::LogLine(line, piles));
            }
            Ok(())
        },
    )?;
    api.add(
        "log_heading(text: Text, ...: any)",
        "Starts a log heading, such as a played card or a phase. The log lists what happens below it, up to \
         the next heading. It takes subjects like `say`.",
        |host, (text, arguments): (LuaVal, TextSubjects)| start_block(host, text, &arguments, GameEvent::Heading),
    )?;
    api.add(
        "log_action(text: Text, ...: any)",
        "Starts a log action. Use it for what happens without an answer. The log lists what changes on the \
         table below it, up to the next log action, heading or answer. What a side does by rules (`perform`, \
         `act` inside `answering`) is a log action by itself. It takes subjects like `say`.",
        |host, (text, arguments): (LuaVal, TextSubjects)| {
            start_block(host, text, &arguments, |line, piles| GameEvent::Action(LogAction::Named(line, piles)))
        },
    )?;
    api.add(
        "roll_label(text: Text, ...: any)",
        "Says what the next roll or pick is for. The log shows it with the result. If none follows, the label ends \
         with the next log action or heading, or with the step. It takes subjects like `say`.",
        |host, (text, arguments): (LuaVal, TextSubjects)| {
            if let Some((line, _)) = new_line(host, text, &arguments)? {
                host.recorder.roll_label = Some(Box::new(line));
            }
            Ok(())
        },
    )?;
    api.document(
        "log_decision(text: Text, ...: any)",
        "Adds a log line in which a Non-player reports what it does and by which rule. The side is the one \
         for which `answering` answers now. Without it, the side is the first argument of the innermost open \
         step whose first argument is a side. Players may hide these lines (`decisions off`), and rule tests \
         read them (`expect decision`). The position does not depend on them. It takes subjects like `say`.",
    );
    api.document(
        "log_detail(text: Text, ...: any)",
        "Like `log_decision`, for the alternatives that the Non-player considered. Players see it with `decisions \
         full`.",
    );
    api.add_private(
        "log_decision",
        |host, (is_detail, side, text, arguments): (bool, OptionalVal, LuaVal, TextSubjects)| {
            if let Some((line, piles)) = new_line(host, text, &arguments)? {
                let side = deciding_side(host, side)?;
                host.record(GameEvent::Decision { line, places: piles, side, is_detail });
            }
            Ok(())
        },
    )?;
    Ok(())
}
