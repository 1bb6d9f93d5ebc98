//! Documents the functions that declare verbs and the types of their parameters. The loader makes these functions.

use super::{Api, LuaVal};
use crate::globals::lua_name;
use cardwright_state::val::Kind;

/// The functions that make parameter types.
const PARAMETER_TYPES: [(&str, &str); 7] = [
    ("integer(min: number?, max: number?): Param", "A whole number within bounds."),
    ("boolean(): Param", "`true` or `false`."),
    ("text(): Param", "A text."),
    (
        "id(of: string): Param",
        "The id of a thing of a kind: `id(\"space\")`. The verb gets its handle. For an effect \
         (`id(\"effect\")`) it gets the name, as `activate` takes it.",
    ),
    ("ids(of: string): Param", "A list of ids of one kind, or the plural of a kind of spaces. The verb gets a set."),
    ("word(...: string): Param", "One of these words. The verb gets its `WORD`."),
    ("optional(inner: Param, default: any?): Param", "A parameter that may be left out."),
];

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Verbs");
    api.document(
        "verb(name: string): (definition: {doc: string?, params: {[string]: Param}?, play: (side: Side, effect: any, card: Card) -> ()}) -> ()",
        "Registers a card effect with typed parameters: `verb \"name\" { doc = …, params = { … }, play = \
         function(side, effect) … end }`.",
    );
    for (signature, doc) in PARAMETER_TYPES {
        api.document(signature, doc);
    }
    api.document(
        "play_effects(side: Side, card: Card, list: Word?)",
        "Plays the effects on a side's half of a card in order, each as a step of its own. With `list`, it \
         plays the effects of that list of the card instead.",
    );
    api.add_private("field_name", |host, word: LuaVal| {
        host.index(word.0, Kind::Word)?;
        Ok(lua_name(&host.board.text(word.0)))
    })?;
    Ok(())
}
