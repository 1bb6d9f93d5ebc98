//! What stands on pieces: `data` of a type, `face_data` of its faces, checked by `[pieces] data` where a game declares it.

use super::Builder;
use super::fields::SIMPLE_TYPE;
use crate::field::{self, Bearer, Datum, Field, PIECE_FIELD};
use crate::form::{Form, Holds, More, needed};
use crate::ident::{Scope, lua};
use crate::located::{Located, Raw, Table};
use crate::shape::{Keys, wrong_type};

/// What data of a piece may not be called.
const OF_PIECES: [&str; 4] = ["id", "name", "owner", "count"];

/// `[pieces]` of the board.
pub(crate) static PIECE_SHAPE: Form = Form {
    of: "[pieces] of a board",
    doc: "What is printed on the game's pieces: with it, `data` of every piece is read by this, and a key that is not declared is an error.",
    keys: &[&[needed(
        "data",
        Holds::Each(&Holds::AnyOf(&[SIMPLE_TYPE, Holds::Table(&PIECE_FIELD)])),
        "What the data of each piece says, by name, as `fields` of a kind of spaces: the type of each key, alone or in a table with more about it.",
        "{ strength = { type = \"integer\", min = 0, optional = true }, built_at = { id = \"space\", optional = true } }",
    )]],
    more: &[],
    example: "[pieces]\ndata = { strength = { type = \"integer\", min = 0, optional = true }, built_at = { id = \"space\", optional = true } }",
};

/// `data` of a piece, or of one of its faces.
pub(crate) static DATA: Form = Form {
    of: "data of a piece",
    doc: "What is printed on a piece.",
    keys: &[],
    more: &[More {
        name: "FIELD",
        holds: Holds::Data,
        doc: "Every key that `[pieces] data` declares; without that, whatever one likes: numbers, truths, texts, lists and tables, where `{ id = \"…\" }`, `{ ids = […] }` and `{ word = \"…\" }` name things of the game.",
    }],
    example: "",
};

/// What `info` gives of a type of pieces and of each of its faces, beyond what every piece has.
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
    fn keys<'a>(&'a self, builder: &Builder<'a>, piece: &str) -> Keys<'a> {
        let what = format!("the data of the face `{}` of {piece}", self.face.value);
        Keys::new(&DATA, self.table, self.at.clone(), what, builder.problems)
    }
}

impl Builder<'_> {
    /// `[pieces] data`: which keys the data of a piece has, and what each holds.
    pub(super) fn piece_shape(&mut self) {
        let Some((table, at)) = &self.layers.piece_shape else { return };
        let keys = Keys::new(&PIECE_SHAPE, table, at.clone(), "`[pieces]`", self.problems);
        let is_declared = keys.need("data").is_some();
        let fields = self.declared_fields(&keys, "data", "piece", Bearer::Piece, &OF_PIECES);
        self.piece_fields = is_declared.then_some(fields);
        keys.finish();
    }

    /// Checks which keys the data of a piece and of its faces has; the values are read once all ids are known.
    pub(super) fn piece_data(&self, keys: &Keys<'_>, faces: &[String]) {
        if let Some((data, at)) = keys.table("data") {
            let data = Keys::new(&DATA, data, at, format!("the data of {}", keys.what), self.problems);
            self.data_keys(data);
        }
        for of in self.face_data(keys) {
            if faces.len() < 2 || !faces.contains(&of.face.value) {
                let message = format!("{} has no face `{}`", keys.what, of.face.value);
                let problem = of.face.error("content::unknown-face", message).label("no such face");
                let known = faces.iter().filter(|face| !face.is_empty()).map(String::as_str);
                self.problems.push(problem.suggest(&of.face.value, known));
            }
            self.data_keys(of.keys(self, &keys.what));
        }
    }
    fn data_keys(&self, data: Keys<'_>) {
        let Some(fields) = &self.piece_fields else {
            let mut scope = Scope::default();
            return data.table.iter().for_each(|(key, _)| self.field_name(key, "piece", &OF_PIECES, &mut scope));
        };
        data.declared_all(fields.iter().map(|field| field.name.value.as_str()));
        data.finish();
    }
    /// `face_data` of a piece, face by face.
    fn face_data<'t>(&self, keys: &Keys<'t>) -> Vec<FaceData<'t>> {
        let mut all = Vec::new();
        for (face, value) in keys.table("face_data").map(|(table, _)| table).into_iter().flatten() {
            match &value.value {
                Raw::Table(table) => all.push(FaceData { face, table, at: value.place() }),
                _ => {
                    self.problems.push(wrong_type(value, &format!("`{}` of `face_data`", face.value), "a table"));
                }
            }
        }
        all
    }

    /// The data of a piece and of its faces, read. A face has what its type has; what it says itself goes before that.
    pub(super) fn data_of(&self, keys: &Keys<'_>, faces: &[String]) -> PieceData {
        let (none, at) = (Table::new(), keys.at.clone());
        let (table, at) = keys.table("data").unwrap_or((&none, at));
        let of_faces = self.face_data(keys);
        let own = |face: &String| of_faces.iter().find(|of| of.face.value == *face);
        // What every face says itself the type need not say.
        let is_said = |name: &str| faces.iter().all(|face| own(face).is_some_and(|of| has(of.table, name)));
        let of_type = Keys::new(&DATA, table, at, format!("the data of {}", keys.what), self.problems);
        let of_type = self.read_data(&of_type, |field| !field.optional && !is_said(&field.name.value));
        let of_face = |face: &String| match own(face) {
            Some(of) => laid_over(&of_type, self.read_data(&of.keys(self, &keys.what), |_| false)),
            None => of_type.clone(),
        };
        PieceData { of_faces: faces.iter().map(of_face).collect(), of_type }
    }
    /// The values of some data; `is_needed` says which declared fields it must have.
    fn read_data(&self, data: &Keys<'_>, is_needed: impl Fn(&Field) -> bool) -> Vec<(String, Datum)> {
        let Some(fields) = &self.piece_fields else {
            let free = field::free(data.table, &self.board, self.problems);
            return free.into_iter().map(|(key, datum)| (lua(&key), datum)).collect();
        };
        data.declared_all(fields.iter().map(|field| field.name.value.as_str()));
        let mut read = Vec::new();
        for field in fields {
            let name = &field.name.value;
            let value = if is_needed(field) { data.need_of_game(name) } else { data.of_game(name) };
            let datum = value.and_then(|value| field.read(value, &self.board, self.problems));
            read.extend(datum.map(|datum| (lua(name), datum)));
        }
        read
    }
}

fn has(table: &Table, name: &str) -> bool {
    table.iter().any(|(key, _)| key.value == name)
}

/// What a type says with what its face says over it, in the type's order.
fn laid_over(of_type: &[(String, Datum)], of_face: Vec<(String, Datum)>) -> Vec<(String, Datum)> {
    let mut all = of_type.to_vec();
    for (name, datum) in of_face {
        match all.iter_mut().find(|(known, _)| *known == name) {
            Some((_, slot)) => *slot = datum,
            None => all.push((name, datum)),
        }
    }
    all
}
