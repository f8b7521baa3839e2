#![no_main]

#[path = "../../tests/corpus/promises.rs"]
mod promises;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| promises::other_game(bytes));
