#![no_main]

#[path = "../../tests/corpus/designs.rs"]
mod promises;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| promises::design(bytes));
