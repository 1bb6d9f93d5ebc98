//! Where in the mirror what lies, told to the prelude once.

use super::*;

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
            table.raw_set(name, base(kind))?;
        }
        table.raw_set("spaces", board.spaces.len())?;
        table.raw_set("classes", board.classes.len())?;
        table.raw_set("sides", board.sides.len())?;
        table.raw_set("in_force", board.slots * 8)?;
        let counts = crate::mirror::counts_at(&board);
        table.raw_set("counts", counts)?;
        table.raw_set("asking", counts + board.spaces.len() * board.classes.len() * 2)?;
        table.raw_set("effects", self.lua.create_table()?)?;
        table.raw_set("actions", self.lua.create_table()?)?;
        let by_slot = |list: Vec<(On, u32, bool)>, what: &str| -> mlua::Result<()> {
            let (game, space, side) = (self.lua.create_table()?, self.lua.create_table()?, self.lua.create_table()?);
            for (i, (on, slot, plain)) in list.into_iter().enumerate() {
                match on {
                    On::Game if plain => game.raw_set(i, slot)?,
                    On::Spaces(_) if plain => space.raw_set(i, slot)?,
                    On::Side if plain => side.raw_set(i, slot)?,
                    _ => {}
                }
            }
            for (on, slots) in [("game", game), ("space", space), ("side", side)] {
                table.raw_set(format!("{what}_{on}"), slots)?;
            }
            Ok(())
        };
        by_slot(board.tracks.iter().map(|t| (t.on, t.slot, true)).collect(), "track")?;
        let plain = |f: &Fact| !matches!(f.holds, FactType::Set(_) | FactType::List(_));
        by_slot(board.facts.iter().map(|f| (f.on, f.slot, plain(f))).collect(), "fact")?;
        let kinds = self.lua.create_table()?;
        for (i, fact) in board.facts.iter().enumerate() {
            let kind = match fact.holds {
                FactType::Number => 0.0,
                FactType::Truth => 1.0,
                FactType::Id(kind) | FactType::Set(kind) | FactType::List(kind) => base(kind),
            };
            kinds.raw_set(i, kind)?;
        }
        table.raw_set("fact_kind", kinds)?;
        Ok((buffer, table))
    }
}
