//! A dropped VM frees all its memory, so reloads and long fuzz runs leak nothing.
#![allow(clippy::unwrap_used)]

use crate::common;
use cardwright_content::{Content, Pack, PackSource};
use cardwright_script::{Program, Vm};
use std::sync::Arc;

/// Calls each function that declares something, because each of them stores Lua values that a dropped VM must free.
const SCRIPT: &str = r#"
word("calmly")
local calm = action "calm"
local restless = shared(function() return drop(PROVINCES, has_value(UNREST, 0), WHY.quiet) end)
function calm.offer() offer(calm, restless()) end
function calm.play(side, province) lower(UNREST, 1, province) end
local asked = menu("quiet", { "calm" })
hook "calm.cost" { doc = "-", args = {}, answers = "number" }
effect "dear" { doc = "-", modify = { ["calm.cost"] = function() return 2 end } }
verb "hush" { doc = "-", play = function() end }
invariant "calm" { why = WHY.quiet, breaks = function() return keep(PROVINCES, has_value(UNREST, 9)) end }
figure "restless" { doc = "-", audience = "all", value = function() return #members(restless()) end }
before("action calm", function() end)
after("step restless", function() end)
around("verb hush", function(inner, ...) return inner(...) end)
step("restless", function()
  modify("calm.cost", 1)
  act(RED, asked)
  return next("restless")
end)
"#;
const TEXTS: &str = "[action.calm]\nlabel = \"Calm {1}\"\ndoc = \"-\"\n";

/// Makes, uses and drops VMs. Returns the number of references to the content that are left. The test's own
/// reference is not counted.
fn leaked_references(files: &[(&str, &str)], use_vm: impl Fn(&mut Vm)) -> usize {
    let (program, mut vm) = common::demo(files);
    let content = program.content.clone();
    use_vm(&mut vm);
    let mut other = program.vm().unwrap();
    use_vm(&mut other);
    drop((vm, other, program));
    Arc::strong_count(&content) - 1
}

#[test]
fn dropped_vms_free_their_memory() {
    assert_eq!(leaked_references(&[], |_| ()), 0);
    let files = [("scripts/demo/dropping.luau", SCRIPT), ("scripts/demo/dropping-text.toml", TEXTS)];
    let use_vm = |vm: &mut Vm| {
        let position = common::position_at(vm, "turn restless; port: unrest 2");
        vm.set_position(&position);
        vm.run().unwrap();
        common::play(vm, "calm port").unwrap();
    };
    assert_eq!(leaked_references(&files, use_vm), 0);
}

#[test]
fn scripts_that_fail_to_load_free_their_memory() {
    let demo = PackSource::Folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo").into());
    let wrong_files = [
        ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"1.0.0\"\ndepends = [\"demo\"]\n"),
        ("scripts/demo/wrong.luau", "action \"calm\"\nerror(\"no\")\n"),
    ];
    let wrong_pack = PackSource::Memory(wrong_files.map(|(path, text)| (path.to_owned(), text.to_owned())).into());
    let packs: Vec<Pack> = [demo, wrong_pack].into_iter().map(|source| Pack::open(source).unwrap()).collect();
    let content = Arc::new(Content::load(&packs, "demo").0.unwrap());
    assert!(Program::load(content.clone()).is_err());
    assert_eq!(Arc::strong_count(&content) - 1, 0);
}
