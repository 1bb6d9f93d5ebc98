//! Choices: the questions that a step asks a side.

use super::log::read_prompt_line;
use super::{Api, LuaVal, OptionalVal, RowColumns, row_columns};
use crate::host::{Host, HostResult, RowContext};
use crate::lua_ffi::{self, CallingFrame, ChoiceArg, OneOrMany, integer_from_number};
use cardwright_state::position::{Row, StepInput, TextLine};
use cardwright_state::val::{Kind, PlainValue, Val};
use cardwright_state::{ActionId, Amount, SideId};
use mlua::Function;

/// Returns the columns of the stored answer to the current choice, if a replay reaches the choice again. Returns only
/// nils if the choice is new.
fn logged_answer(host: &mut Host) -> HostResult<RowColumns> {
    let Some(entry) = host.next_logged_input()? else { return Ok(RowColumns::default()) };
    let StepInput::Answer(row) = entry else { return Err(host.diverged("asks a side, where it did not before")) };
    if host.replay().is_some_and(|replay| replay.checks_rows)
        && !host.choice.rows.iter().any(|offered| offered.admits(&row))
    {
        return Err(host.diverged("no longer offers an earlier answer"));
    }
    host.clear_choice();
    Ok(row_columns(&row))
}

/// The arguments of `rows_for_rules`: a side, the prompt, and the sets of a choice that a chooser answers.
type RulesQuestion = (LuaVal, ChoiceArg, ChoiceArg, ChoiceArg, ChoiceArg, ChoiceArg, ChoiceArg, ChoiceArg);

/// The most sets of one choice.
const MOST_SETS: usize = 5;

/// The largest share of `choose_counts` that `why not` explains.
const MAX_EXPLAINED_SHARE: i64 = 10_000;

/// The sets of a choice and its prompt, in any order.
type Question = (ChoiceArg, ChoiceArg, ChoiceArg, ChoiceArg, ChoiceArg, ChoiceArg);

/// The columns of a choice.
#[derive(Default)]
struct Columns {
    values: [Val; MOST_SETS],
    count: usize,
}

impl Columns {
    fn as_slice(&self) -> &[Val] {
        &self.values[..self.count]
    }
}

/// Separates the columns of a choice from its prompt.
fn columns_and_prompt(host: &Host, (a, b, c, d, e, f): Question) -> HostResult<(Columns, Option<TextLine>)> {
    let (mut columns, mut prompt) = (Columns::default(), None);
    for argument in [a, b, c, d, e, f] {
        match argument {
            ChoiceArg::Nothing => {}
            ChoiceArg::Value(value) if value.kind() != Kind::Text => {
                let Some(slot) = columns.values.get_mut(columns.count) else {
                    return Err(format!("a choice takes at most {MOST_SETS} sets and a prompt").into());
                };
                *slot = value;
                columns.count += 1;
            }
            argument => prompt = prompt_line(host, argument)?,
        }
    }
    Ok((columns, prompt))
}

/// Reads the prompt of a choice.
#[inline]
fn prompt_line(host: &Host, prompt: ChoiceArg) -> HostResult<Option<TextLine>> {
    Ok(match prompt {
        ChoiceArg::Nothing => None,
        ChoiceArg::Value(text) => Some(read_prompt_line(host, &[text])?),
        ChoiceArg::Text(list) => Some(read_prompt_line(host, &list)?),
    })
}

/// The step of an action, and the columns of its row.
type ActionRow =
    (Option<usize>, OptionalVal, OptionalVal, OptionalVal, OptionalVal, OptionalVal, OptionalVal, OptionalVal);

/// Opens the step that plays the action at the head of a row, if there is one. Returns the step and the row's columns.
fn act(host: &mut Host, side: SideId, row: Option<Row>) -> HostResult<ActionRow> {
    let Some(row) = row else { return Ok(ActionRow::default()) };
    let step = match row.cols[0].index(Kind::Action) {
        Some(action) => {
            let step = *host.definitions.action_steps.get(action).ok_or("this action has no step")?;
            let mut args = Vec::with_capacity(row.len as usize);
            args.push(PlainValue::Val(Val::side(side)));
            args.extend(row.columns()[1..].iter().map(|column| PlainValue::Val(*column)));
            host.begin_call(step, args)?;
            Some(step.index())
        }
        None => None,
    };
    let (head, a, b, c, d, e, f) = row_columns(&row);
    Ok((step, head, a, b, c, d, e, f))
}

/// Opens standing actions for each of the sides.
fn open_standing(host: &mut Host, sides: &OneOrMany, actions: &OneOrMany) -> HostResult<()> {
    let actions: HostResult<Vec<ActionId>> =
        actions.0.iter().map(|action| host.index(*action, Kind::Action).map(ActionId::new)).collect();
    let actions = actions?;
    sides.0.iter().try_for_each(|side| {
        let side = SideId::new(host.index(*side, Kind::Side)?);
        host.open_standing(side, &actions)
    })
}

/// Calls the Rust function `standing`, which is the upvalue of this function. Does nothing in simulations, where nobody
/// uses standing actions.
fn standing_if_used(frame: &mut CallingFrame<Function>) -> HostResult<()> {
    if !frame.guarded(|frame| Ok(frame.host()?.is_unattended))? {
        frame.call_upvalue();
    }
    Ok(())
}

/// Lists the amounts of rows for a chooser: the number of the row, that of the column, the bounds and the step.
fn amounts_of(rows: &[Row]) -> Vec<Vec<i64>> {
    let in_row = |(index, row): (usize, &Row)| {
        let columns: Vec<(usize, Val)> = row.columns().iter().copied().enumerate().collect();
        columns.into_iter().filter_map(move |(column, val)| {
            let Amount { min, max, step } = Amount::of(val)?;
            Some(vec![index as i64 + 1, column as i64 + 1, min, max, step])
        })
    };
    rows.iter().enumerate().flat_map(in_row).collect()
}

/// Adds the row `done`.
fn push_done(host: &mut Host) -> HostResult<()> {
    let index =
        host.board.labels.words.iter().position(|word| word.id == "done").ok_or("the word `done` is missing")?;
    host.push_row(Row::new(&[Val::handle(Kind::Word, index as u64)]))
}

#[expect(clippy::too_many_lines, reason = "a list of host functions")]
pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Choices");
    api.document(
        "choose(side: Side, ...: any): ...any",
        "Asks a side for one row and returns the row's columns. The rows are those offered since the last \
         choice, or the combinations of the sets given here. The last argument may be a prompt: a text, or a \
         list of a text and its subjects. `choose(side, hand, { TEXT.which_match, card })`.",
    );
    api.document(
        "choose_one(side: Side, set: Set, prompt: (Text | {any})?, word: Word?): any",
        "Asks for one member of a set and returns it. If the set has only one member, returns it and asks nobody. \
         Returns nil for an empty set. With `word`, the rows begin with this word.",
    );
    api.document(
        "choose_some(side: Side, set: Set, least: number, most: number, prompt: (Text | {any})?): {any}",
        "Asks for several members of a set, one by one, in the order of the set. After `least` members the \
         player may stop with `done`. Returns an array.",
    );
    api.document(
        "choose_counts(side: Side, set: Set, least: number, most: number, limit: (number | (any) -> number)?, prompt: (Text | {any})?, why: Reason?, each: ((any, number) -> ())?): {{any}}",
        "Divides a total from `least` to `most` among the members of a set. Each answer gives one member its \
         number, in any order (`w2 2, w1 3`), and `done` ends the choice. `limit` is the maximum for each \
         member, or a function of the member. Without it, the limit of a stack is its number of pieces. `why` \
         is the reason that `why not` gives for numbers above the limit. If the limits allow no more than `least` \
         in total, all is taken and nobody is asked. The engine calls `each(member, number)` after each \
         answer, so its changes show before the next question. Returns an array of `{ member, number }`, in \
         the order of the set.",
    );
    api.document(
        "one_of_several(named: number)",
        "Says that the next choice asks for one more of several things, of which `named` are already chosen. \
         The player may then type them in any order. `choose_some` does this by itself.",
    );
    api.document(
        "act(side: Side, actions: {Action}, prompt: (Text | {any})?): ...any",
        "Collects the rows of each action's `offer(side)`, asks the side, and plays the chosen action as a \
         step of its own. `actions` may contain other lists, such as menus. To share work between offers, use \
         `shared`. Returns the row's columns.",
    );
    api.add(
        "standing(sides: Side | {Side}, actions: {Action}, others: (Side | {Side})?, theirs: {Action}?)",
        "Opens standing actions for a side or for each of several sides. The sides may use them before the \
         next choice is answered. `others` and `theirs` open other actions for other sides. The choice may \
         belong to any side. Its rows do not include the standing actions; if a typed line fits both a row of \
         the choice and a standing action, the row is meant. A Non-player gets no standing actions, and \
         nobody gets any if rules answer the choice. Between \
         `standing` and the choice, nothing may change, and no step may start or end. The answer to the \
         choice closes the standing actions. Compute the sets and numbers of the choice after `standing`: \
         after a standing action, the step runs again and sees the new position. The engine calls an action's \
         `offer(side, asked)` when somebody needs its rows; `asked` is the side whose choice is pending. Its \
         `play` may change things, roll and draw, but may not ask. Random players use no standing actions.",
        |host, (sides, actions, others, theirs): (OneOrMany, OneOrMany, Option<OneOrMany>, Option<OneOrMany>)| {
            open_standing(host, &sides, &actions)?;
            match (others, theirs) {
                (Some(others), Some(theirs)) => open_standing(host, &others, &theirs),
                (None, None) => Ok(()),
                _ => Err("`standing` takes the actions of the other sides after them".into()),
            }
        },
    )?;
    api.document(
        "answering(side: Side, chooser: (rows: {{any}}, prompt: Text?) -> ...number, body: () -> ...any): ...any",
        "Plays a side by rules: `chooser` answers every choice of that side inside `body`. It gets the rows \
         (arrays of columns) and the prompt, and returns the index of a row. An amount in a row is a table \
         with `min`, `max` and `step`; the chooser returns its number after the index. These answers are not recorded. A \
         replay computes them again, so a chooser may roll and pick. Returns what `body` returns.",
    );
    api.document(
        "perform(action: Action, side: Side, ...: any): any",
        "Plays an action as if the side had chosen the row with these columns. It is an error if no such row \
         is legal. Choices of the action are asked as always; see `answering`.",
    );
    // In simulations, `standing_if_used` does not even read the arguments.
    let rust_standing: Function = api.public.raw_get("standing")?;
    let standing = lua_ffi::create_calling_function(&api.lua, &api.host, rust_standing, standing_if_used)?;
    api.public.raw_set("standing", standing)?;
    // The prelude calls the functions from here on.
    for name in ["first", "offer", "size"] {
        api.private.raw_set(name, api.public.raw_get::<mlua::Function>(name)?)?;
    }
    api.add_private("begin_answering", |host, side: LuaVal| {
        let side = SideId::new(host.index(side.0, Kind::Side)?);
        host.check_may_change()?;
        host.note_played_by_rules(side);
        Ok(())
    })?;
    // Returns the rows and the prompt for a chooser, and clears the choice.
    api.add_private("rows_for_rules", |host, (side, prompt, a, b, c, d, e, f): RulesQuestion| {
        host.replay_outside_changes()?;
        let side = SideId::new(host.index(side.0, Kind::Side)?);
        let (columns, given_prompt) = columns_and_prompt(host, (a, b, c, d, e, f))?;
        let prompt = prompt_line(host, prompt)?.or(given_prompt);
        if columns.count > 0 {
            host.choice.rows.clear();
            host.choice.discouraged.clear();
            host.choice.likely.clear();
            super::relations::offer(host, None, columns.as_slice(), "")?;
        }
        let rows = host.rows_for_rules(side)?;
        let amounts = amounts_of(&rows);
        let rows: Vec<Vec<LuaVal>> =
            rows.iter().map(|row| row.columns().iter().map(|v| LuaVal(*v)).collect()).collect();
        Ok((rows, prompt.map(|line| LuaVal(Val::handle(Kind::Text, u64::from(line.text.0)))), amounts))
    })?;
    api.add_private("logged_answer", |host, (): ()| logged_answer(host))?;
    api.add_private("choose_act", |host, (side, prompt): (LuaVal, ChoiceArg)| {
        let side = SideId::new(host.index(side.0, Kind::Side)?);
        host.explaining.action = None;
        host.choice.prompt = prompt_line(host, prompt)?;
        let row = host.ask(side)?;
        act(host, side, row)
    })?;
    api.add_private("answered_act", |host, (): ()| {
        let row = host.choice.answer.take().ok_or("the choice has no answer")?;
        act(host, host.choice.asked_side, Some(row))
    })?;
    api.add_private(
        "choose",
        |host, (side, a, b, c, d, e, f): (LuaVal, ChoiceArg, ChoiceArg, ChoiceArg, ChoiceArg, ChoiceArg, ChoiceArg)| {
            let side = SideId::new(host.index(side.0, Kind::Side)?);
            if host.is_asking() {
                return Err(host.read_only_error());
            }
            let (columns, prompt) = columns_and_prompt(host, (a, b, c, d, e, f))?;
            host.explaining.action = None;
            if columns.count > 0 {
                host.choice.rows.clear();
                host.choice.discouraged.clear();
                host.choice.likely.clear();
                super::relations::offer(host, None, columns.as_slice(), "")?;
            }
            host.choice.prompt = prompt;
            Ok(match host.ask(side)? {
                Some(row) => row_columns(&row),
                None => RowColumns::default(),
            })
        },
    )?;
    api.add_private("make_rows", |host, question: Question| {
        host.replay_outside_changes()?;
        let (columns, _) = columns_and_prompt(host, question)?;
        if columns.count == 0 { Ok(()) } else { super::relations::offer(host, None, columns.as_slice(), "") }
    })?;
    api.add_private("answered", |host, (): ()| {
        let row = host.choice.answer.take().ok_or("the choice has no answer")?;
        Ok(row_columns(&row))
    })?;
    api.add_private("offer_next_member", |host, (set, may_stop, least): (LuaVal, bool, i64)| {
        let set = host.set(set.0)?;
        let mut members = Vec::new();
        host.members(&set, &mut members);
        if members.is_empty() {
            return Ok(false);
        }
        // The last members are not offered: after one of them, too few members would be left to reach `least`.
        let offered_count = members.len() as i64 - least.max(1) + 1;
        for member in members.iter().take(offered_count.max(0) as usize) {
            host.push_row(Row::new(&[*member]))?;
        }
        if may_stop {
            push_done(host)?;
        }
        Ok(true)
    })?;
    api.add_private("push_done", |host, (): ()| push_done(host))?;
    // `choose_some` and `choose_counts` call the next five functions while somebody asks `why not`.
    api.add_private("numbers_up_to", |host, most: i64| {
        Ok(LuaVal(host.new_list((1..=most.min(MAX_EXPLAINED_SHARE)).map(Val::number))))
    })?;
    // Notes that the reasons against members of the set `numbers` are about the share of `thing`.
    api.add_private("note_row_of", |host, (thing, numbers): (LuaVal, LuaVal)| {
        host.note_rows(numbers.0, &RowContext { before: vec![thing.0], after: Vec::new() });
        Ok(())
    })?;
    // Notes that `thing` has its share already.
    api.add_private("note_chosen", |host, thing: LuaVal| {
        if let Some(trace) = &mut host.explaining.trace {
            trace.finished_things.push(thing.0);
        }
        Ok(())
    })?;
    api.add_private("save_reasons", |host, (): ()| Ok(host.save_reasons() as i64))?;
    api.add_private("restore_reasons", |host, index: i64| {
        host.restore_reasons(index as usize);
        Ok(())
    })?;
    // Adds a row for each share, `from` to `to`, that `thing` may get.
    api.add_private("count_rows", |host, (thing, from, to): (LuaVal, i64, i64)| {
        (from..=to).try_for_each(|count| host.push_row(Row::new(&[thing.0, Val::number(count)])))
    })?;
    // Returns the members of a set, each with the most that it can get: `most`, or the size of a smaller stack.
    api.add_private_any("members_and_limits", |host, (set, most): (f64, f64)| {
        let (set, most) = (host.set(Val(integer_from_number(set)?))?, integer_from_number(most)?);
        let mut members = Vec::new();
        host.members(&set, &mut members);
        let limit = |member: &Val| match member.kind() {
            Kind::Stack => {
                let (place, state) = member.stack_parts();
                i64::from(host.pos.count_state(place, state)).min(most)
            }
            _ => most,
        };
        Ok(members.iter().map(|member| vec![member.0, limit(member)]).collect::<Vec<_>>())
    })?;
    let host = api.host.borrow();
    let done_index = host.board.labels.words.iter().position(|word| word.id == "done").unwrap_or(0);
    drop(host);
    api.private.raw_set("done", LuaVal(Val::handle(Kind::Word, done_index as u64)))?;
    Ok(())
}
