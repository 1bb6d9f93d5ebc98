//! The clock that stops a runaway: each answer has its own, also where many are re-run at once, and all figures have one.
#![allow(clippy::unwrap_used)]

use crate::common::{self, at, play};
use cardwright_script::{RunError, Stop, TOO_LONG, Vm};
use std::time::{Duration, Instant};

/// Answers in one step.
const ANSWERS: usize = 5;

/// A step that works so long after each of its answers.
fn at_work(turns: u64) -> Vm {
    let script = format!(
        r#"
step("works", function()
  for _ = 1, {ANSWERS} do
    offer(WORD.keep)
    choose(RED)
    local sum = 0
    for turn = 1, {turns} do
      sum += turn
    end
  end
  offer(WORD.keep)
  choose(RED)
  error("nobody comes here")
end)
"#
    );
    common::demo(&[("scripts/demo/works.luau", &script)]).1
}

/// The same with so much work that an answer is long enough to be measured, after the answers; and how long one took at least.
fn worked() -> (Vm, Duration) {
    let mut turns = 1 << 20;
    loop {
        let mut vm = at_work(turns);
        let start = at(&vm, "turn works");
        vm.set(&start);
        vm.run().unwrap();
        let took = (0..ANSWERS).map(|_| {
            let began = Instant::now();
            play(&mut vm, "keep").unwrap();
            began.elapsed()
        });
        let least = took.min().unwrap();
        if least > Duration::from_millis(120) {
            return (vm, least);
        }
        turns *= 2;
    }
}

#[test]
fn each_answer_that_is_run_again_has_the_time_of_one() {
    let (mut vm, one) = worked();
    let there = vm.position();
    vm.limit_time(one * 5 / 2);
    vm.set(&there);
    assert_eq!(vm.run().unwrap(), Stop::Choice, "all of them together take longer than one may");
    assert_eq!(vm.position(), there);

    // Rules that have come to run away within one of them are stopped as in play.
    let mut vm = at_work(u64::MAX >> 12);
    vm.limit_time(Duration::from_millis(100));
    vm.set(&there);
    match vm.run() {
        Err(RunError::Limit { message, place: Some((file, _)), .. }) => {
            assert_eq!((message.as_str(), file.as_str()), (TOO_LONG, "more:scripts/demo/works.luau"));
        }
        other => panic!("{other:?}"),
    }
}

/// Figures each of which takes its time, told of every deed: those that come after are not asked.
#[test]
fn all_figures_of_a_story_have_one_clock() {
    let script = r#"
for i = 1, 1000 do
  figure("slow-" .. i) {
    audience = "all",
    told = "deed",
    value = function()
      local n = 0
      for k = 1, 200000 do
        n += k
      end
      return n + value(POINTS)
    end,
  }
end
step("evil", function()
  offer(WORD.keep)
  choose(RED)
  for _ = 1, 200 do
    deed(TEXT.flood)
    raise(POINTS, 1)
    lower(POINTS, 1)
  end
  offer(WORD.keep)
  choose(RED)
  error("nobody comes here")
end)
"#;
    let text = "[text.flood]\nsay = \"Water, and more water.\"\n";
    let (_, mut vm) = common::demo(&[("scripts/demo/evil.luau", script), ("scripts/demo/text.toml", text)]);
    vm.watch(true);
    vm.tell_story(true);
    vm.limit_time(Duration::from_millis(300));
    let start = at(&vm, "turn evil");
    vm.set(&start);
    vm.run().unwrap();
    vm.take_story(None);
    play(&mut vm, "keep").unwrap();
    let began = Instant::now();
    let told = vm.take_story(Some(&start));
    assert!(told.iter().filter(|what| matches!(what, cardwright_script::Happening::Deed(_))).count() == 200);
    assert!(began.elapsed() < Duration::from_secs(60), "a thousand at each of two hundred deeds take far longer");
    assert_eq!(
        play(&mut vm, "keep").unwrap_err().place().unwrap().0,
        "more:scripts/demo/evil.luau",
        "the game goes on"
    );
}
