//! Printed data of pieces: `data` of a piece and `face_data` of its faces. `[pieces] data` declares their keys and
//! types.

use super::builder::Builder;
use super::declared_fields::TYPE_NAME;
use crate::field::{self, Datum, Field, FieldOwner, PIECE_FIELD};
use crate::ident::{IdScope, lua_name};
use crate::located::{Located, Table, TomlValue};
use crate::table_reader::{TableReader, wrong_type};
use crate::table_schema::schema;

/// Keys that `info` returns for every piece. Declared data may not have these names.
const BUILT_IN_KEYS: [&str; 4] = ["id", "name", "owner", "count"];

schema! {
    /// The declaration of the data that is printed on pieces. With it, `data` of every piece is checked, and an
    /// undeclared key is an error.
    pub(crate) static PIECE_DECLARATION = "[pieces] of a board";
    keys {
        /// The keys of the data of pieces, declared like `fields` of a kind of spaces: each has a type, or a table with
        /// a type and more.
        "data" = required_in_new_entry(
            AnyKeys(&AnyOf(&[TYPE_NAME, Table(&PIECE_FIELD)])),
            "{ strength = { type = \"integer\", min = 0, optional = true }, built_at = { id = \"space\", optional = true } }",
        );
    }
    example "[pieces]\ndata = { strength = { type = \"integer\", min = 0, optional = true }, built_at = { id = \"space\", optional = true } }"
}

schema! {
    /// The data that is printed on a piece.
    pub(crate) static DATA = "data of a piece";
    keys {}
    game_keys {
        /// Every key that `[pieces] data` declares. Without such a declaration, any keys with numbers, booleans, texts,
        /// lists and tables; `{ id = "…" }`, `{ ids = […] }` and `{ word = "…" }` refer to things of the game.
        "FIELD" = Data;
    }
}

/// The declared data of a piece type and of each of its faces.
pub(super) struct PieceData {
    pub(super) of_type: Vec<(String, Datum)>,
    pub(super) of_faces: Vec<Vec<(String, Datum)>>,
}

/// A face that has data of its own.
struct FaceData<'t> {
    face: &'t Located<String>,
    table: &'t Table,
    place: Located<()>,
}

impl FaceData<'_> {
    fn reader<'a>(&'a self, builder: &Builder<'a>, piece: &str) -> TableReader<'a> {
        let data_name = format!("the data of the face `{}` of {piece}", self.face.value);
        TableReader::new(&DATA, self.table, self.place.clone(), data_name, builder.problems)
    }
}

impl Builder<'_> {
    /// Reads `[pieces] data`: the declared keys and types of piece data.
    pub(super) fn read_piece_data_declaration(&mut self) {
        let Some((table, place)) = self.tables.single_table("pieces") else { return };
        let keys = TableReader::new(&PIECE_DECLARATION, table, place.clone(), "`[pieces]`", self.problems);
        let is_declared = keys.need("data").is_some();
        let fields = self.read_declared_fields(&keys, "data", "piece", FieldOwner::Piece, &BUILT_IN_KEYS);
        self.piece_fields = is_declared.then_some(fields);
        keys.finish();
    }

    /// Checks the keys of the data of a piece and its faces. [`Self::read_piece_data`] reads the values later, when all
    /// ids are known.
    pub(super) fn check_piece_data(&self, keys: &TableReader<'_>, faces: &[String]) {
        if let Some((data, place)) = keys.table("data") {
            let data = TableReader::new(&DATA, data, place, format!("the data of {}", keys.table_name), self.problems);
            self.check_data_keys(data);
        }
        for face_data in self.read_face_data(keys) {
            if faces.len() < 2 || !faces.contains(&face_data.face.value) {
                let message = format!("{} has no face `{}`", keys.table_name, face_data.face.value);
                let problem = face_data.face.error("content::unknown-face", message).label("no such face");
                let known_faces = faces.iter().filter(|face| !face.is_empty()).map(String::as_str);
                self.problems.push(problem.suggest(&face_data.face.value, known_faces));
            }
            self.check_data_keys(face_data.reader(self, &keys.table_name));
        }
    }
    /// Checks the keys of one table of data: declared keys only, or any valid names if the game declares none.
    fn check_data_keys(&self, data: TableReader<'_>) {
        let Some(fields) = &self.piece_fields else {
            let mut scope = IdScope::default();
            return data
                .table
                .iter()
                .for_each(|(key, _)| self.check_field_name(key, "piece", &BUILT_IN_KEYS, &mut scope));
        };
        // Only the declared fields are valid keys. `finish` reports all others.
        data.allow_game_keys(fields.iter().map(|field| field.name.value.as_str()));
        data.finish();
    }
    /// Reads `face_data` of a piece, one table per face.
    fn read_face_data<'t>(&self, keys: &TableReader<'t>) -> Vec<FaceData<'t>> {
        let mut face_data = Vec::new();
        for (face, value) in keys.table("face_data").map(|(table, _)| table).into_iter().flatten() {
            match &value.value {
                TomlValue::Table(table) => face_data.push(FaceData { face, table, place: value.place() }),
                _ => {
                    self.problems.push(wrong_type(value, &format!("`{}` of `face_data`", face.value), "a table"));
                }
            }
        }
        face_data
    }

    /// Reads the data of a piece and its faces. A face has the data of its type, unless it sets its own value.
    pub(super) fn read_piece_data(&self, keys: &TableReader<'_>, faces: &[String]) -> PieceData {
        let empty = Table::new();
        let (table, place) = keys.table("data").unwrap_or_else(|| (&empty, keys.place.clone()));
        let face_data = self.read_face_data(keys);
        let data_of_face = |face: &String| face_data.iter().find(|data| data.face.value == *face);
        // The type may leave out a value that every face sets.
        let is_set_by_faces =
            |name: &str| faces.iter().all(|face| data_of_face(face).is_some_and(|data| has_key(data.table, name)));
        let type_reader =
            TableReader::new(&DATA, table, place, format!("the data of {}", keys.table_name), self.problems);
        let of_type = self.read_data(&type_reader, |field| !field.is_optional && !is_set_by_faces(&field.name.value));
        let of_face = |face: &String| match data_of_face(face) {
            Some(data) => override_data(&of_type, self.read_data(&data.reader(self, &keys.table_name), |_| false)),
            None => of_type.clone(),
        };
        PieceData { of_faces: faces.iter().map(of_face).collect(), of_type }
    }
    /// Reads the values of one table of data. `is_required` says which declared fields the table must have.
    fn read_data(&self, data: &TableReader<'_>, is_required: impl Fn(&Field) -> bool) -> Vec<(String, Datum)> {
        let Some(fields) = &self.piece_fields else {
            let free_data = field::read_free_data(data.table, &self.board, self.problems);
            return free_data.into_iter().map(|(key, datum)| (lua_name(&key), datum)).collect();
        };
        data.allow_game_keys(fields.iter().map(|field| field.name.value.as_str()));
        let mut values = Vec::new();
        for field in fields {
            let name = &field.name.value;
            let value = if is_required(field) { data.need_game_key(name) } else { data.game_key(name) };
            let datum = value.and_then(|value| field.read(value, &self.board, self.problems));
            values.extend(datum.map(|datum| (lua_name(name), datum)));
        }
        values
    }
}

fn has_key(table: &Table, name: &str) -> bool {
    table.iter().any(|(key, _)| key.value == name)
}

/// Returns the data of one face: the data of its piece type, in which the values of the face replace those of the type.
fn override_data(of_type: &[(String, Datum)], of_face: Vec<(String, Datum)>) -> Vec<(String, Datum)> {
    let mut data = of_type.to_vec();
    for (name, datum) in of_face {
        match data.iter_mut().find(|(known, _)| *known == name) {
            Some((_, value)) => *value = datum,
            None => data.push((name, datum)),
        }
    }
    data
}
