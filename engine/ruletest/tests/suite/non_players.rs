//! Rule tests of non-players: what the rules pick and decide for them, and active effects.

use cardwright_content::PackSource;
use cardwright_ruletest::{Options, render, run};
use cardwright_table::Library;
use std::path::Path;

const TEXTS: &str = r#"
[text.stirs]
say = "8.5: stirs {1}"
[text.too-high]
say = "{1} is too high"
"#;

/// Red is asked. Then the rules play Blue. Then Red is asked again.
const SCRIPT: &str = r#"
effect "calm" { may = {} }
effect "storm" { may = {} }
step("red-asked", function()
  offer(WORD.keep)
  offer(WORD.reroll)
  if choose(RED) == WORD.reroll then
    deactivate("calm")
  end
  return next("blue-rules", BLUE)
end)
step("blue-rules", function(side)
  answering(side, function(rows) return roll(D6, 1)[1] > 3 and 1 or #rows end, function()
    local province = pick(PROVINCES)
    log_detail(TEXT.too_high, HILLS)
    log_decision(TEXT.stirs, province)
    raise(UNREST, choose(side, numbers(1, 2)), province)
    activate("storm", side)
  end)
  return next("red-asked")
end)
"#;

const HEAD: &str = "scenario standard\n";

fn report(body: &str) -> (bool, String) {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/demo");
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let more = PackSource::Memory(vec![
        file("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n"),
        file("scripts/demo/text.toml", TEXTS),
        file("scripts/demo/deciding.luau", SCRIPT),
        file("tests/rules/demo/x.test", &format!("{HEAD}--- it\n{body}")),
    ]);
    let library = Library::open(vec![PackSource::Folder(demo), more]).expect("the packs open");
    let report = run(&library, &[], None, &Options::default());
    (report.is_good(), render(&report, false))
}

#[track_caller]
fn passes(body: &str) {
    let (is_good, rendered) = report(body);
    assert!(is_good, "\n{rendered}");
}

#[track_caller]
fn fails(body: &str, messages: &[&str]) {
    let (is_good, rendered) = report(body);
    assert!(!is_good, "it passes");
    for part in messages {
        assert!(rendered.contains(part), "`{part}` is not in\n{rendered}");
    }
}

#[test]
fn outcomes_stand_below_the_play_line_or_below_decide() {
    passes("setup blank; turn red-asked\nplay red: keep\npick river\ndice 6\nexpect river: unrest 1; asks red\n");
    passes(
        "setup blank; turn red-asked\nplay red: keep\ndecide blue\npick river\ndice 1\n\
         expect decision ~ stirs river; river: unrest 2\n",
    );
    passes("setup blank; turn blue-rules blue\ndecide blue\npick port\ndice 1\nexpect port: unrest 2; asks red\n");
    passes("seeds 3\nsetup blank; turn blue-rules blue\ndecide blue\nexpect asks red\n");
}

#[test]
fn picks_and_decisions_that_do_not_happen_fail() {
    let start = "setup blank; turn red-asked\nplay red: keep\n";
    fails(&format!("{start}dice 6\n"), &["the pick has no outcome given: one of hills, port, river"]);
    fails(&format!("{start}dice 6\npick pool\n"), &["`pool` is not among the candidates"]);
    fails(&format!("{start}dice 6\npick rivver\n"), &["nothing is called `rivver`", "did you mean `river`?"]);
    fails(&format!("{start}dice 6\npick river hills\n"), &["outcomes were not used", "pick hills"]);
    fails("setup blank; turn red-asked\ndecide red\n", &["`red` is a player, not a non-player"]);
    fails(
        "setup blank; turn red-asked\ndecide blue\n",
        &["no rules acted for `blue` since the set-up; `red` is asked"],
    );
}

#[test]
fn a_decision_is_expected_by_its_text_or_key_and_by_side() {
    let start = "setup blank; turn red-asked\nplay red: keep\ndecide blue\npick river\ndice 6\n";
    passes(&format!("{start}expect decision ~ 8.5: STIRS river\n"));
    passes(&format!("{start}expect asks red; decision blue ~ stirs\nexpect decision ~ hills is too high\n"));
    fails(&format!("{start}expect decision ~ 8.6\n"), &["decision ~ 8.6", "8.5: stirs River"]);
    fails(
        &format!("{start}expect decision red ~ stirs\n"),
        &["decision red ~ stirs", "no non-player has given a reason"],
    );
    fails(&format!("{start}expect decision blau ~ stirs\n"), &["unknown side `blau`"]);
}

#[test]
fn active_effects_are_expected_and_compared_by_only() {
    let start = "setup blank; turn red-asked; in-force calm red game\n";
    let keep = "play red: keep\npick river\ndice 6\n";
    let lift = "play red: reroll\npick river\ndice 6\n";
    passes(&format!(
        "{start}expect in-force calm; in-force calm red; lacks in-force calm blue; lacks in-force storm\n{keep}expect in-force calm red game; in-force storm blue\n"
    ));
    passes(&format!("{start}{lift}expect lacks in-force calm; in-force storm; river: unrest 1; only\n"));
    fails(
        &format!("{start}{lift}expect in-force storm; river: unrest 1; only\n"),
        &["was       in-force calm red game", "is        no in-force calm red"],
    );
    fails(
        &format!("{start}{lift}expect lacks in-force calm; river: unrest 1; only\n"),
        &["is        in-force storm blue game"],
    );
    fails(&format!("{start}expect lacks in-force calm\n"), &["lacks in-force calm", "in-force calm red game"]);
    fails(&format!("{start}expect in-force storm blue\n"), &["it is not in force"]);
    fails(&format!("{start}expect lacks in-force clam\n"), &["unknown effect `clam`", "did you mean `calm`?"]);
    fails(&format!("{start}expect lacks points 3\n"), &["`lacks` is for effects only"]);
}

/// A test names the set from which chance picked, not the result.
#[test]
fn picks_are_expected_by_their_set() {
    let start = "setup blank; turn red-asked\nplay red: keep\npick river\ndice 6\n";
    passes(&format!("{start}expect picked among port river hills; river: unrest 1\n"));
    passes("seeds 3\nsetup blank; turn blue-rules blue\nexpect picked among hills port river\n");
    fails(&format!("{start}expect picked among port river\n"), &["found     picked among hills port river"]);
    fails("setup blank; turn red-asked\nexpect picked among port river\n", &["found     nothing was picked"]);
    fails(
        &format!("{start}expect picked among port rivver\n"),
        &["nothing is called `rivver`", "did you mean `river`?"],
    );
    fails(&format!("{start}expect picked among port\n"), &["at least two things"]);
}
