#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cardwright_doors::rule_tests::open(bytes));
