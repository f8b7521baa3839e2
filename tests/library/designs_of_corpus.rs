//! The fuzzer's promise of designs, kept on its corpus. `tests/library/journals/corpus.rs` keeps the others.

use std::fs;
use std::path::Path;

#[path = "../corpus/designs.rs"]
mod promises;

#[test]
fn designs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/design");
    let texts: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap()).collect();
    assert!(!texts.is_empty());
    texts.iter().for_each(|text| promises::design(text));
}
