//! The functions of the Luau library that scripts may use: each ends within the time limit, and its results are the same
//! on all machines.
#![allow(clippy::unwrap_used)]

use crate::common::{demo, position_at};
use cardwright_script::{RunError, Vm};
use std::time::{Duration, Instant};

/// Functions that work long in C, each with arguments for which it works nearly as long as its limits allow.
const LONG_WORK: [(&str, &str); 18] = [
    ("", "assert(string.lower(text))"),
    ("", "assert(string.upper(text))"),
    ("", "assert(string.sub(text, 2))"),
    ("", "assert(string.rep(\"ab\", 5000000))"),
    ("", "assert(string.format(\"%s\", text))"),
    ("", "assert(tonumber(text) == nil)"),
    ("", "assert(tostring(text))"),
    ("", "assert(text .. text)"),
    ("local other = string.rep(\"a\", 4999999) .. \"b\"", "assert(text < other)"),
    ("local long = string.rep(\"a\", 10000)", "assert(not string.find(long, string.rep(\"a-\", 50) .. \"b\"))"),
    (
        "local long = string.rep(\"a\", 10000)",
        "assert(not string.find(long, string.rep(\"a\", 5000) .. \"b\", 1, true))",
    ),
    ("", "assert(table.find(list, 2) == nil)"),
    ("", "assert(table.clone(list))"),
    ("", "table.insert(list, 1, 1) table.remove(list, 1)"),
    ("local texts = table.create(1000000, \"ab\")", "assert(table.concat(texts, \"-\"))"),
    (
        "local texts = {} for i = 1, 1000 do texts[i] = string.rep(\"a\", 9990) .. tostring(i % 10) end",
        "table.sort(texts)",
    ),
    ("local numbers = {} for i = 1, 100000 do numbers[i] = i * 7919 % 100003 end", "table.sort(table.clone(numbers))"),
    ("local lists = table.create(100000, table.create(100000, 1))", "table.sort(lists, table.clone)"),
];

/// Makes a VM whose step does the same work without end.
fn vm_that_repeats(before: &str, work: &str) -> Vm {
    let script = format!(
        "step(\"works\", function()\n\
         local text, list = string.rep(\"a\", 5000000), table.create(1000000, 1)\n\
         {before}\n\
         assert(#text + #list > 0)\n\
         while true do {work} end\n\
         end)\n"
    );
    let (_, mut vm) = demo(&[("scripts/demo/works.luau", &script)]);
    let start = position_at(&vm, "turn works");
    vm.set_position(&start);
    vm
}

#[test]
fn no_function_of_the_library_outlasts_the_time_limit_by_the_clock() {
    for (before, work) in LONG_WORK {
        let mut vm = vm_that_repeats(before, work);
        vm.set_time_limit(Duration::from_millis(300));
        let began = Instant::now();
        match vm.run() {
            // Garbage may reach the limit of memory first.
            Err(RunError::TimeLimit { .. } | RunError::Limit { .. }) => {}
            other => panic!("{work}: {other:?}"),
        }
        // The limit counts processor time, and other processes may use the processor too.
        assert!(began.elapsed() < Duration::from_secs(20), "{work}: {:?}", began.elapsed());
    }
}

/// Processors give NaN different signs, and convert it and large numbers to different integers.
#[test]
fn scripts_cannot_read_what_differs_between_machines() {
    let (_, mut vm) = demo(&[]);
    let mut value_or_error = |code: &str| vm.evaluate(code).unwrap_or_else(|error| error);
    for number in ["(0 % 0)", "(1 // 0)", "9223372036854775808", "-(1 // 0)"] {
        for format in ["%f", "%g", "%d", "%x", "%*"] {
            let error = value_or_error(&format!("string.format(\"{format}\", {number})"));
            assert!(error.contains("`string.format` takes numbers below 2^63"), "{format} {number}: {error}");
        }
    }
    assert_eq!(value_or_error("tostring(0 % 0) .. (-(0 % 0)) .. table.concat({0 % 0})"), "\"NaNnannan\"");
    for number in ["(0 % 0)", "(1 // 0)", "3000000000", "-3000000000", "\"3000000000\""] {
        for call in [
            "string.sub(\"abc\", N)",
            "string.sub(\"abc\", 1, N)",
            "(\"abc\"):sub(1, N)",
            "string.byte(\"abc\", N)",
            "string.byte(\"abc\", 1, N)",
            "string.rep(\"\", N)",
            "string.find(\"abc\", \"b\", N)",
            "table.concat({}, \"\", N)",
            "table.concat({}, \"\", 1, N)",
            "table.create(N)",
            "table.find({}, 1, N)",
            "table.insert({}, N, 1)",
            "table.remove({}, N)",
            "table.unpack({}, N)",
            "unpack({}, 1, N)",
            "select(N, 1, 2)",
        ] {
            let error = value_or_error(&call.replace('N', number));
            assert!(error.contains("takes whole numbers of at most 32 bits"), "{call} {number}: {error}");
        }
    }
}

#[test]
fn the_functions_of_the_library_do_what_luau_says() {
    let (_, mut vm) = demo(&[]);
    for (code, value) in [
        ("string.sub(\"abc\", 2) .. string.sub(\"abc\", -1) .. string.sub(\"abc\", 1, -2)", "\"bccab\""),
        ("string.byte(\"abc\")", "97"),
        ("string.byte(\"abc\", 2, -1)", "98  99"),
        ("string.rep(\"ab\", 2)", "\"abab\""),
        ("string.find(\"abc\", \"b\")", "2  2"),
        ("table.concat({1, 2, 3}, \"-\", 2)", "\"2-3\""),
        ("#table.create(3, 0)", "3"),
        ("table.find({5, 6, 5}, 5, 2)", "3"),
        ("select(2, 7, 8, 9)", "8  9"),
        ("select(\"#\", nil, nil)", "2"),
        ("select(-1, 7, 8)", "8"),
        ("unpack({7, 8, 9}, 2)", "8  9"),
        (
            "(function() local t = {1, 3} table.insert(t, 2, 2) table.insert(t, 4) table.remove(t, 1) return t end)()",
            "{2, 3, 4}",
        ),
        ("(function() local t = {3, 1, 2} table.sort(t) return t end)()", "{1, 2, 3}"),
        ("(function() local t = {3, 1, 2} table.sort(t, function(a, b) return a > b end) return t end)()", "{3, 2, 1}"),
        ("string.format(\"%03d %s %x\", 7, \"a\", 255)", "\"007 a ff\""),
        ("0 * -1", "0"),
    ] {
        assert_eq!(vm.evaluate(code).as_deref(), Ok(value), "{code}");
    }
}

#[test]
fn host_functions_refuse_nan_in_plain_words() {
    let (_, mut vm) = demo(&[]);
    let error = vm.evaluate("choose_counts(RED, set_of(PORT), 0, 0 % 0)").unwrap_err();
    assert!(error.contains("NaN is not a whole number: rules use integers"), "{error}");
}
