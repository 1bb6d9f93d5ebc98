//! Effects as parameters of verbs. Cards name the effects, and the loader checks the names.
#![allow(clippy::unwrap_used)]

use crate::common::{self, position_at};
use cardwright_content::{Content, Pack, PackSource, render};
use cardwright_script::{Program, Stop};
use std::sync::Arc;

const SCRIPT: &str = r#"
effect "calm" { may = {} }
effect "storm" { may = {} }
verb "lasting" {
  doc = "Puts an effect in force.",
  params = { name = id("effect"), other = optional(id("effect")) },
  play = function(side, effect)
    activate(effect.name, side)
    if effect.other ~= nil then
      deactivate(effect.other)
    end
  end,
}
step("lasts", function()
  activate("storm", RED)
  play_effects(RED, CARD["09"])
  if is_active("calm", RED) and not is_active("storm") then
    raise(POINTS, 7)
  end
  offer(WORD.keep)
  choose(RED)
  return next("lasts")
end)
"#;

/// Returns the TOML of a card whose red half uses the verb `lasting` with these parameters.
fn card(params: &str) -> String {
    format!(
        "[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n[[card]]\nid = \"09\"\nnumber = 9\n[card.red]\n\
         title = \"Calm\"\neffects = [{{ verb = \"lasting\", {params} }}]\n[card.blue]\ntitle = \"Sun\"\neffects = []\n"
    )
}

#[test]
fn a_verb_gets_the_name_of_an_effect() {
    let card = card("name = \"calm\", other = \"storm\"");
    let (_, mut vm) = common::demo(&[("scripts/demo/lasting.luau", SCRIPT), ("cards/demo/more.toml", &card)]);
    let position = position_at(&vm, "turn lasts");
    vm.set_position(&position);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(vm.evaluate("value(POINTS)").as_deref(), Ok("7"));
}

#[test]
fn an_unknown_effect_is_reported_at_load() {
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo");
    let problems = |script: &str, params: &str| {
        let files = [
            ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"1.0.0\"\ndepends = [\"demo\"]\n"),
            ("scripts/demo/lasting.luau", script),
            ("cards/demo/more.toml", &card(params)),
        ];
        let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
        let sources = [PackSource::Folder(demo.into()), PackSource::Memory(files)];
        let packs: Vec<Pack> = sources.into_iter().map(|source| Pack::open(source).unwrap()).collect();
        let content = Content::load(&packs, "demo").0.unwrap();
        render(&Program::load(Arc::new(content)).map(drop).unwrap_err(), false)
    };
    let messages = problems(SCRIPT, "name = \"clam\"");
    assert!(messages.contains("unknown effect `clam`") && messages.contains("did you mean `calm`?"), "{messages}");
    let messages = problems(SCRIPT, "name = 3");
    assert!(messages.contains("expected the name of an effect, got"), "{messages}");
    let list_script = SCRIPT.replace("other = optional(id(\"effect\"))", "other = ids(\"effect\")");
    let messages = problems(&list_script, "name = \"calm\"");
    assert!(messages.contains("effects are named one by one"), "{messages}");
}
