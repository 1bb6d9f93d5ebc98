//! Verbs and the types of their parameters: what effects of cards are made of. The definers are
//! set up by the loader, before any script; here they are described.

use super::{Api, V};
use crate::globals::lua_name;
use cardwright_state::val::Kind;

/// What `integer(...)`, `ids(...)` and the like make.
const PARAMS: [(&str, &str); 7] = [
    ("integer(min: number?, max: number?): Param", "A whole number within bounds."),
    ("truth(): Param", "`true` or `false`."),
    ("text(): Param", "A text."),
    (
        "id(of: string): Param",
        "The id of a thing of a kind: `id(\"space\")`; the verb gets its handle. Of an effect (`id(\"effect\")`) it gets the name, as `put_in_force` takes it.",
    ),
    (
        "ids(of: string): Param",
        "A list of ids of things of a kind, or the plural of a kind of spaces; the verb gets a set.",
    ),
    ("word(...: string): Param", "One of these words; the verb gets its `WORD`."),
    ("optional(inner: Param, default: any?): Param", "A parameter that may be left out."),
];

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Verbs");
    api.describe(
        "verb(name: string): (definition: {doc: string?, params: {[string]: Param}?, play: (side: Side, effect: any, card: Card) -> ()}) -> ()",
        "Registers a card effect with typed parameters: `verb \"name\" { doc = …, params = { … }, play = function(side, effect) … end }`.",
    );
    for (signature, doc) in PARAMS {
        api.describe(signature, doc);
    }
    api.describe(
        "play_effects(side: Side, card: Card, list: Word?)",
        "Plays the effects of a side's half of a card in order, each as a step of its own; or those of one of the card's own lists, named by a word.",
    );
    api.hide("field_name", |host, word: V| {
        host.index(word.0, Kind::Word)?;
        Ok(lua_name(&host.board.text(word.0)))
    })?;
    Ok(())
}
