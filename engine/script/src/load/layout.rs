//! Where in the mirror what lies, told to the prelude once.

use super::Loader;
use crate::mirror::Mirror;
use cardwright_state::board::{FactType, On};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{FactId, TrackId};
use mlua::Table;

impl Loader {
    /// The buffer that queries read, and where in it what lies.
    pub(super) fn mirror(&self) -> mlua::Result<(mlua::Buffer, Table)> {
        let mut host = self.host.borrow_mut();
        let board = host.board.clone();
        let (mirror, buffer) = Mirror::new(&self.lua, &board)?;
        host.mirror = Some(mirror);
        let table = self.lua.create_table()?;
        let base = |kind: Kind| Val::handle(kind, 0).0 as f64;
        for (name, kind) in [
            ("track", Kind::Track),
            ("fact", Kind::Fact),
            ("space", Kind::Space),
            ("class", Kind::Class),
            ("side", Kind::Side),
        ] {
            // A handle less this is its place in the lists below.
            table.raw_set(name, base(kind) - 1.0)?;
        }
        let list = |n: usize, at: &dyn Fn(usize) -> usize| self.lua.create_sequence_from((0..n).map(at));
        let (spaces, classes, sides) = (board.spaces.len(), board.classes.len(), board.sides.len());
        let counts = crate::mirror::counts_at(&board);
        table.raw_set("space_step", list(spaces, &|s| s * 8)?)?;
        table.raw_set("side_step", list(sides, &|s| s * 8)?)?;
        table.raw_set("row_of_space", list(spaces, &|s| counts + s * classes * 2)?)?;
        table.raw_set("class_step", list(classes, &|c| c * 2)?)?;
        // The classes of all pieces of a side come last.
        table.raw_set("class_step_of_side", list(sides, &|s| (classes - sides + s) * 2)?)?;
        table.raw_set("in_force", crate::mirror::in_force_at(&board))?;
        table.raw_set("age", crate::mirror::age_at(&board))?;
        table.raw_set("asking", counts + spaces * classes * 2)?;
        table.raw_set("explaining", counts + spaces * classes * 2 + 1)?;
        table.raw_set("effects", self.lua.create_table()?)?;
        table.raw_set("actions", self.lua.create_table()?)?;
        // Where the first number of each track or fact lies, by what it is kept for; `false`: not in the mirror.
        let by_slot = |all: Vec<(On, Option<usize>)>, what: &str| -> mlua::Result<()> {
            let is_for = |on: On, name: &str| match on {
                On::Game => name == "game",
                On::Spaces(_) => name == "space",
                On::Side => name == "side",
                _ => false,
            };
            for on in ["game", "space", "side"] {
                let slots = all.iter().map(|(kept_for, first)| match first.filter(|_| is_for(*kept_for, on)) {
                    Some(first) => mlua::Value::Number((first * 8) as f64),
                    None => mlua::Value::Boolean(false),
                });
                table.raw_set(format!("{what}_{on}"), self.lua.create_sequence_from(slots)?)?;
            }
            Ok(())
        };
        let tracks = board.tracks.iter().enumerate();
        by_slot(tracks.map(|(t, track)| (track.on, Some(board.first_of_track(TrackId::new(t))))).collect(), "track")?;
        let facts = board.facts.iter().enumerate();
        by_slot(facts.map(|(f, fact)| (fact.on, board.first_of_fact(FactId::new(f)))).collect(), "fact")?;
        let kinds = self.lua.create_sequence_from(board.facts.iter().map(|fact| match fact.holds {
            FactType::Number => 0.0,
            FactType::Truth => 1.0,
            FactType::Id(kind) | FactType::Set(kind) | FactType::List(kind) => base(kind),
        }))?;
        table.raw_set("fact_kind", kinds)?;
        Ok((buffer, table))
    }
}
