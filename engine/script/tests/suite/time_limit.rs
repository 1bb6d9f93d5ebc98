//! The time limit. Each answer has its own limit, also in a replay of many answers. All figures together have one
//! limit.
#![allow(clippy::unwrap_used)]

use crate::common::{self, play, position_at};
use cardwright_script::{RunError, Stop, Vm};
use std::time::{Duration, Instant};

/// The number of answers in one step.
const ANSWERS: usize = 5;

/// Makes a VM whose step runs a loop of `turns` turns after each answer.
fn vm_with_loops(turns: u64) -> Vm {
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

/// Returns a VM of [`vm_with_loops`] after all answers, with loops long enough to be measured. Also returns the
/// shortest time of a loop.
fn measured_vm() -> (Vm, Duration) {
    let mut turns = 1 << 20;
    loop {
        let mut vm = vm_with_loops(turns);
        let start = position_at(&vm, "turn works");
        vm.set_position(&start);
        vm.run().unwrap();
        let times = (0..ANSWERS).map(|_| {
            let loop_start = Instant::now();
            play(&mut vm, "keep").unwrap();
            loop_start.elapsed()
        });
        let shortest = times.min().unwrap();
        if shortest > Duration::from_millis(120) {
            return (vm, shortest);
        }
        turns *= 2;
    }
}

#[test]
fn each_replayed_answer_has_the_full_time_limit_by_the_clock() {
    let (mut vm, loop_time) = measured_vm();
    let position = vm.position();
    vm.set_time_limit(loop_time * 5 / 2);
    vm.set_position(&position);
    assert_eq!(vm.run().unwrap(), Stop::Choice, "all answers together take longer than the limit of one answer");
    assert_eq!(vm.position(), position);

    // A replayed answer with an endless loop is stopped like an answer in play.
    let mut vm = vm_with_loops(u64::MAX >> 12);
    vm.set_time_limit(Duration::from_millis(100));
    vm.set_position(&position);
    match vm.run() {
        Err(error @ RunError::TimeLimit { .. }) => {
            assert_eq!(error.to_string(), "stopped: the script ran too long (0.1 seconds)");
            assert_eq!(error.place().unwrap().0, "more:scripts/demo/works.luau");
        }
        other => panic!("{other:?}"),
    }
}

/// After the time limit, the remaining figures of the log are not computed.
#[test]
fn all_figures_of_a_log_share_one_time_limit_by_the_clock() {
    let script = r#"
for i = 1, 1000 do
  figure("slow-" .. i) {
    audience = "all",
    logged = "action",
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
    log_action(TEXT.flood)
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
    vm.record_events(true);
    vm.set_structured_log(true);
    vm.set_time_limit(Duration::from_millis(300));
    let start = position_at(&vm, "turn evil");
    vm.set_position(&start);
    vm.run().unwrap();
    vm.take_structured_log(None);
    play(&mut vm, "keep").unwrap();
    let log_start = Instant::now();
    let events = vm.take_structured_log(Some(&start));
    assert!(events.iter().filter(|event| matches!(event, cardwright_script::GameEvent::Action(_))).count() == 200);
    assert!(log_start.elapsed() < Duration::from_secs(60), "all figures at all 200 log actions would take far longer");
    assert_eq!(
        play(&mut vm, "keep").unwrap_err().place().unwrap().0,
        "more:scripts/demo/evil.luau",
        "the game goes on"
    );
}
