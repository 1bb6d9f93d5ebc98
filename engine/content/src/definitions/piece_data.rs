//! Printed data of pieces: `data` of a piece and `face_data` of its faces. `[pieces] data` declares their keys and
//! types.

use super::Builder;
use super::declared_fields::SIMPLE_TYPE;
use crate::field::{self, Datum, Field, FieldOwner, PIECE_FIELD};
use crate::ident::{IdScope, lua_name};
use crate::located::{Located, Table, TomlValue};
use crate::table_reader::{TableReader, wrong_type};
use crate::table_schema::{GameKeys, TableSchema, ValueType, needed};

/// Keys that `info` gives for every piece; data may not use them.
const BUILT_IN_KEYS: [&str; 4] = ["id", "name", "owner", "count"];

/// `[pieces]` of the board.
pub(crate) static PIECE_SHAPE: TableSchema = TableSchema {
    subject: "[pieces] of a board",
    doc: "The declaration of the data that is printed on pieces. With it, `data` of every piece is checked, and an undeclared key is an error.",
    keys: &[&[needed(
        "data",
        ValueType::AnyKeys(&ValueType::AnyOf(&[SIMPLE_TYPE, ValueType::Table(&PIECE_FIELD)])),
        "The keys of the data of pieces, declared like `fields` of a kind of spaces: each has a type, or a table with a type and more.",
        "{ strength = { type = \"integer\", min = 0, optional = true }, built_at = { id = \"space\", optional = true } }",
    )]],
    game_keys: &[],
    example: "[pieces]\ndata = { strength = { type = \"integer\", min = 0, optional = true }, built_at = { id = \"space\", optional = true } }",
};

/// `data` of a piece, or of one of its faces.
pub(crate) static DATA: TableSchema = TableSchema {
    subject: "data of a piece",
    doc: "The data that is printed on a piece.",
    keys: &[],
    game_keys: &[GameKeys {
        name: "FIELD",
        value_type: ValueType::Data,
        doc: "Every key that `[pieces] data` declares. Without such a declaration, any keys with numbers, booleans, texts, lists and tables; `{ id = \"…\" }`, `{ ids = […] }` and `{ word = \"…\" }` refer to things of the game.",
    }],
    example: "",
};

/// The data that `info` adds for a piece type and for each of its faces.
pub(super) struct PieceData {
    pub(super) of_type: Vec<(String, Datum)>,
    pub(super) of_faces: Vec<Vec<(String, Datum)>>,
}

/// A face that has data of its own.
struct FaceData<'t> {
    face: &'t Located<String>,
    table: &'t Table,
    at: Located<()>,
}

impl FaceData<'_> {
    fn keys<'a>(&'a self, builder: &Builder<'a>, piece: &str) -> TableReader<'a> {
        let what = format!("the data of the face `{}` of {piece}", self.face.value);
        TableReader::new(&DATA, self.table, self.at.clone(), what, builder.problems)
    }
}

impl Builder<'_> {
    /// Reads `[pieces] data`: the declared keys and types of piece data.
    pub(super) fn piece_data_declaration(&mut self) {
        let Some((table, at)) = &self.layers.piece_shape else { return };
        let keys = TableReader::new(&PIECE_SHAPE, table, at.clone(), "`[pieces]`", self.problems);
        let is_declared = keys.need("data").is_some();
        let fields = self.declared_fields(&keys, "data", "piece", FieldOwner::Piece, &BUILT_IN_KEYS);
        self.piece_fields = is_declared.then_some(fields);
        keys.finish();
    }

    /// Checks the keys of the data of a piece and its faces. The values are read once all ids are known.
    pub(super) fn check_piece_data(&self, keys: &TableReader<'_>, faces: &[String]) {
        if let Some((data, at)) = keys.table("data") {
            let data = TableReader::new(&DATA, data, at, format!("the data of {}", keys.what), self.problems);
            self.check_data_keys(data);
        }
        for of in self.face_data(keys) {
            if faces.len() < 2 || !faces.contains(&of.face.value) {
                let message = format!("{} has no face `{}`", keys.what, of.face.value);
                let problem = of.face.error("content::unknown-face", message).label("no such face");
                let known = faces.iter().filter(|face| !face.is_empty()).map(String::as_str);
                self.problems.push(problem.suggest(&of.face.value, known));
            }
            self.check_data_keys(of.keys(self, &keys.what));
        }
    }
    fn check_data_keys(&self, data: TableReader<'_>) {
        let Some(fields) = &self.piece_fields else {
            let mut scope = IdScope::default();
            return data
                .table
                .iter()
                .for_each(|(key, _)| self.check_field_name(key, "piece", &BUILT_IN_KEYS, &mut scope));
        };
        data.allow_game_keys(fields.iter().map(|field| field.name.value.as_str()));
        data.finish();
    }
    /// Reads `face_data` of a piece, one table per face.
    fn face_data<'t>(&self, keys: &TableReader<'t>) -> Vec<FaceData<'t>> {
        let mut all = Vec::new();
        for (face, value) in keys.table("face_data").map(|(table, _)| table).into_iter().flatten() {
            match &value.value {
                TomlValue::Table(table) => all.push(FaceData { face, table, at: value.place() }),
                _ => {
                    self.problems.push(wrong_type(value, &format!("`{}` of `face_data`", face.value), "a table"));
                }
            }
        }
        all
    }

    /// Reads the data of a piece and its faces. A face has the data of its type, unless it sets its own value.
    pub(super) fn read_piece_data(&self, keys: &TableReader<'_>, faces: &[String]) -> PieceData {
        let (none, at) = (Table::new(), keys.at.clone());
        let (table, at) = keys.table("data").unwrap_or((&none, at));
        let of_faces = self.face_data(keys);
        let own = |face: &String| of_faces.iter().find(|of| of.face.value == *face);
        // The type may leave out a value that every face sets.
        let is_set_by_faces = |name: &str| faces.iter().all(|face| own(face).is_some_and(|of| has(of.table, name)));
        let of_type = TableReader::new(&DATA, table, at, format!("the data of {}", keys.what), self.problems);
        let of_type = self.read_data(&of_type, |field| !field.optional && !is_set_by_faces(&field.name.value));
        let of_face = |face: &String| match own(face) {
            Some(of) => overridden(&of_type, self.read_data(&of.keys(self, &keys.what), |_| false)),
            None => of_type.clone(),
        };
        PieceData { of_faces: faces.iter().map(of_face).collect(), of_type }
    }
    /// Reads the values of one data table; `is_needed` tells which declared fields are required.
    fn read_data(&self, data: &TableReader<'_>, is_needed: impl Fn(&Field) -> bool) -> Vec<(String, Datum)> {
        let Some(fields) = &self.piece_fields else {
            let free = field::read_free_data(data.table, &self.board, self.problems);
            return free.into_iter().map(|(key, datum)| (lua_name(&key), datum)).collect();
        };
        data.allow_game_keys(fields.iter().map(|field| field.name.value.as_str()));
        let mut read = Vec::new();
        for field in fields {
            let name = &field.name.value;
            let value = if is_needed(field) { data.need_game_key(name) } else { data.game_key(name) };
            let datum = value.and_then(|value| field.read(value, &self.board, self.problems));
            read.extend(datum.map(|datum| (lua_name(name), datum)));
        }
        read
    }
}

fn has(table: &Table, name: &str) -> bool {
    table.iter().any(|(key, _)| key.value == name)
}

/// The data of a type, overridden by that of a face, in the order of the type.
fn overridden(of_type: &[(String, Datum)], of_face: Vec<(String, Datum)>) -> Vec<(String, Datum)> {
    let mut all = of_type.to_vec();
    for (name, datum) in of_face {
        match all.iter_mut().find(|(known, _)| *known == name) {
            Some((_, slot)) => *slot = datum,
            None => all.push((name, datum)),
        }
    }
    all
}
