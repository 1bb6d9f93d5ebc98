//! Reading the rows of a fact: `greene iou: c24 12 2, c25 13 1`.

use super::{Reader, Statement, split_kind};
use crate::board::{ColumnType, Columns, Fact, SubjectKind};
use crate::fact::FactValue;
use crate::ids::*;
use crate::notation::lex::{Fragment, NotationError, Result};
use crate::val::{Kind, Val};

impl<'a> Reader<'a> {
    /// Reads an item whose head is a fact with rows, after its side if it is kept per side. `None` for any other head.
    pub(super) fn rows_of_head(&self, head: Fragment<'a>, body: Fragment<'a>) -> Result<Option<Statement>> {
        let words = head.words();
        let (on, subject, name) = match words[..] {
            [name] => (SubjectKind::Game, 0, name),
            [side, name] => match self.board.side(split_kind(side).1.text) {
                Some(side) => (SubjectKind::Side, side.index(), name),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        let (kind, id) = split_kind(name);
        let is_place = kind.is_none() && (self.board.space(id.text).is_some() || self.board.pile(head.text).is_some());
        let has_id = |(_, fact): &(FactId, &Fact)| fact.id == id.text && !fact.columns.list.is_empty();
        let found =
            self.board.facts_on(on).find(has_id).filter(|_| !is_place && matches!(kind, None | Some(Kind::Fact)));
        let Some((fact, def)) = found else { return Ok(None) };
        Ok(Some(Statement::Fact { fact, subject, value: self.rows(def, body)? }))
    }

    fn rows(&self, fact: &Fact, body: Fragment<'a>) -> Result<FactValue> {
        if body.text == "none" {
            return Ok(FactValue::initial(fact));
        }
        let columns = &fact.columns;
        if body.text.is_empty() {
            let message =
                format!("the text after the colon is missing: write rows of `{}`, or `none`", columns.ids().join(" "));
            return Err(NotationError { span: body.span(), message, candidates: vec![] });
        }
        let elements = body.elements();
        if let Some(extra) = elements.get(Columns::MAX_ROWS) {
            return Err(extra.error(format!("at most {} rows", Columns::MAX_ROWS), vec![]));
        }
        let mut cells = Vec::new();
        let mut keys = std::collections::BTreeSet::new();
        for element in elements {
            let row = self.row(columns, element)?;
            if !keys.insert(columns.key_of(&row)) {
                let key: Vec<&str> = columns.key.iter().map(|column| columns.ids()[*column]).collect();
                let message = format!("another row has the same key ({})", key.join(", "));
                return Err(element.error(message, vec![]));
            }
            cells.extend(row);
        }
        Ok(FactValue::Rows(columns.sorted(&cells)))
    }

    fn row(&self, columns: &Columns, element: Fragment<'a>) -> Result<Vec<Val>> {
        let words = element.words();
        if words.len() != columns.list.len() {
            let message = format!("a row has {} values here: `{}`", columns.list.len(), columns.ids().join(" "));
            return Err(NotationError { span: element.span(), message, candidates: vec![] });
        }
        let cell = |(index, word): (usize, &Fragment<'a>)| {
            let column = &columns.list[index];
            let wanted = match column.column_type {
                ColumnType::Number => "number",
                ColumnType::Boolean => "`true` or `false`",
                ColumnType::Id(kind) => kind.word(),
            };
            let message = || format!("`{}` is no {wanted}, which `{}` takes", word.text, column.id);
            let cell = self.board.parse_cell(column.column_type, &word.text.replace('@', " "));
            let cell = cell.ok_or_else(|| word.error(message(), vec![]))?;
            if columns.may_be_in_key(index, cell) {
                return Ok(cell);
            }
            Err(word.error(format!("a number in a key is from 0 to {}", Columns::MAX_KEY_NUMBER), vec![]))
        };
        words.iter().enumerate().map(cell).collect()
    }
}
