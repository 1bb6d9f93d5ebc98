//! Facts with rows.

use super::{Api, LuaVal, OptionalVal};
use crate::globals::is_lua_name;
use crate::host::{Host, HostResult};
use crate::lua_ffi::{FactResult, RowCell, RowCells};
use cardwright_state::FactId;
use cardwright_state::board::{ColumnType, Columns, Fact, RowKey};
use cardwright_state::fact::FactRows;
use cardwright_state::val::{Kind, Val};

/// The rows of a fact for one subject.
struct RowsOf {
    fact: FactId,
    subject: usize,
    rows: FactRows,
}

/// Reads the arguments `fact` and `on` of a function about rows.
fn rows_of(host: &Host, fact: LuaVal, on: OptionalVal) -> HostResult<RowsOf> {
    let fact = host.fact(fact.0)?;
    let def = &host.board.facts[fact.index()];
    if def.columns.list.is_empty() {
        return Err(format!("`{}` has no rows: its type is not `rows`", def.id).into());
    }
    let subject = host.subject_to_change(def.on, on.map_or(Val(0), |v| v.0), &def.id)?;
    Ok(RowsOf { fact, subject, rows: host.pos.rows(&host.board, fact, subject) })
}

/// Finds the row of a handle. Fails if the row is gone. Returns its cells too.
fn row_of(host: &Host, row: LuaVal) -> HostResult<(RowKey, Vec<Val>)> {
    host.index(row.0, Kind::FactRow)?;
    let found = host
        .board
        .row_key(row.0)
        .and_then(|key| host.pos.row(&host.board, &key).map(|cells| (key.clone(), cells.to_vec())));
    let gone =
        || format!("there is no row `{}` any more: it was dropped, or its key has changed", host.board.text(row.0));
    Ok(found.ok_or_else(gone)?)
}

/// Returns the index of a column.
fn column_index(fact: &Fact, name: &str) -> HostResult<usize> {
    let found = fact.columns.list.iter().position(|column| is_lua_name(&column.id, name));
    let unknown = || format!("`{}` has no column `{name}`; its columns are {}", fact.id, fact.columns.ids().join(", "));
    Ok(found.ok_or_else(unknown)?)
}

/// Returns the given cells, each with the index of its column.
fn read_cells(host: &Host, fact: &Fact, cells: RowCells) -> HostResult<Vec<(usize, Val)>> {
    let mut read = Vec::with_capacity(cells.0.len());
    for (name, cell) in cells.0 {
        let index = column_index(fact, &name)?;
        let column = &fact.columns.list[index];
        let wrong = |wanted: &str, got: &str| format!("`{}` of `{}` takes a {wanted}, not {got}", column.id, fact.id);
        let val = match (column.column_type, cell) {
            (ColumnType::Boolean, RowCell::Boolean(boolean)) => Val(i64::from(boolean)),
            (ColumnType::Number, RowCell::Val(val)) if val.kind() == Kind::Number && host.board.is_valid(val) => val,
            (ColumnType::Id(kind), RowCell::Val(val)) if val.kind() == kind && host.board.is_valid(val) => val,
            (column_type, cell) => {
                let wanted = match column_type {
                    ColumnType::Boolean => "boolean",
                    ColumnType::Number => "number",
                    ColumnType::Id(kind) => kind.word(),
                };
                return Err(match cell {
                    RowCell::Val(val) => wrong(wanted, &host.describe(val)),
                    RowCell::Boolean(boolean) => wrong(wanted, &format!("`{boolean}`")),
                }
                .into());
            }
        };
        if !fact.columns.may_be_in_key(index, val) {
            let most = Columns::MAX_KEY_NUMBER;
            return Err(format!(
                "`{}` of `{}` is {}; a number in a key is from 0 to {most}",
                column.id, fact.id, val.0
            )
            .into());
        }
        read.push((index, val));
    }
    Ok(read)
}

/// Puts the row `new` in the place of the row `old`, which is empty for an additional row. Returns the handle of the row.
fn put_row(host: &mut Host, (fact, subject): (FactId, usize), old: &[Val], new: &[Val]) -> HostResult<LuaVal> {
    let def = &host.board.facts[fact.index()];
    let key = RowKey { fact, subject, key: def.columns.key_of(new) };
    let handle = host.board.row_handle(&key).ok_or_else(|| format!("the key of a row of `{}` is no key", def.id))?;
    if host.pos.row(&host.board, &key).is_some_and(|other| other != old) {
        return Err(format!("there is already a row `{}`", host.board.text(handle)).into());
    }
    host.change(|pos, board| pos.change_row(board, fact, subject, old, new))?;
    Ok(LuaVal(handle))
}

fn add_row(host: &mut Host, (fact, cells, on): (LuaVal, RowCells, OptionalVal)) -> HostResult<LuaVal> {
    let place = rows_of(host, fact, on)?;
    let def = &host.board.facts[place.fact.index()];
    let cells = read_cells(host, def, cells)?;
    if place.rows.len() >= Columns::MAX_ROWS {
        return Err(format!("`{}` has {} rows already, the most that it may have", def.id, Columns::MAX_ROWS).into());
    }
    let cell = |index: usize| cells.iter().find(|(column, _)| *column == index).map(|(_, val)| *val);
    let mut row = Vec::with_capacity(def.columns.list.len());
    for (index, column) in def.columns.list.iter().enumerate() {
        row.push(cell(index).ok_or_else(|| format!("a new row of `{}` needs `{}`", def.id, column.id))?);
    }
    put_row(host, (place.fact, place.subject), &[], &row)
}

fn rows(host: &mut Host, (fact, cells, on): (LuaVal, Option<RowCells>, OptionalVal)) -> HostResult<LuaVal> {
    let RowsOf { fact, subject, rows } = rows_of(host, fact, on)?;
    let def = &host.board.facts[fact.index()];
    let cells = read_cells(host, def, cells.unwrap_or_default())?;
    let has_cells = |row: &&[Val]| cells.iter().all(|(column, cell)| row[*column] == *cell);
    let handle = |row: &[Val]| host.board.row_handle(&RowKey { fact, subject, key: def.columns.key_of(row) });
    let handles: Vec<Val> = rows.iter().filter(has_cells).filter_map(handle).collect();
    Ok(LuaVal(host.new_list(handles)))
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Rows");
    api.add(
        "rows(fact: Fact, cells: {[string]: any}?, on: any?): Set",
        "The rows of a fact of the type `rows`, ordered by key. With cells, only the rows that have these values: \
         `rows(IOU, { bank = c }, side)`. The set can be a column of `offer`.",
        rows,
    )?;
    api.add(
        "cell(row: FactRow, column: string): any",
        "The value of a row in a column: `cell(row, \"due\")`. Fails if the row is gone, as do `set_row` and `drop_row`.",
        |host, (row, column): (LuaVal, String)| {
            let (key, cells) = row_of(host, row)?;
            let def = &host.board.facts[key.fact.index()];
            let index = column_index(def, &column)?;
            Ok(match def.columns.list[index].column_type {
                ColumnType::Boolean => FactResult::Boolean(cells[index] != Val(0)),
                ColumnType::Number | ColumnType::Id(_) => FactResult::Val(cells[index]),
            })
        },
    )?;
    api.add(
        "row_owner(row: FactRow): Side?",
        "The side that has the row. Nil if the fact belongs to the game.",
        |host, row: LuaVal| {
            let (key, _) = row_of(host, row)?;
            Ok(host.board.facts[key.fact.index()].on.owner(key.subject).map(|side| LuaVal(Val::side(side))))
        },
    )?;
    api.add(
        "add_row(fact: Fact, cells: {[string]: any}, on: any?): FactRow",
        "Adds a row with a value for each column: `add_row(IOU, { bank = c, due = 12, au = 2 }, side)`. Fails if there \
         is a row with the same key. A subject has at most 1,000 rows.",
        add_row,
    )?;
    api.add(
        "set_row(row: FactRow, cells: {[string]: any}): FactRow",
        "Sets some cells of a row. Returns the row, which is another value if a cell of its key changes. Fails if \
         another row has that key.",
        |host, (row, cells): (LuaVal, RowCells)| {
            let (key, old) = row_of(host, row)?;
            let mut new = old.clone();
            for (column, val) in read_cells(host, &host.board.facts[key.fact.index()], cells)? {
                new[column] = val;
            }
            put_row(host, (key.fact, key.subject), &old, &new)
        },
    )?;
    api.add("drop_row(row: FactRow)", "Drops a row.", |host, row: LuaVal| {
        let (key, old) = row_of(host, row)?;
        host.change(|pos, board| pos.change_row(board, key.fact, key.subject, &old, &[]))
    })
}
