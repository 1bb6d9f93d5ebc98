#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cardwright_doors::content::open(bytes));
