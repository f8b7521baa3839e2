//! What the program reads of `data/` when it starts: `prepared.json` has what the reader reads.

use std::fs;
use std::path::Path;

use enochian::correspondences::Correspondences;

#[test]
fn the_prepared_tables_are_those_that_the_reader_reads() {
    let embedded = Correspondences::embedded();
    let read = Correspondences::from_texts(&embedded.own_texts()).unwrap();
    let prepared = Correspondences::checksum() + &serde_json::to_string(&read.to_prepared()).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/rulebook/src/correspondences/prepared.json");
    if std::env::var_os("UPDATE_PREPARED").is_some() {
        return fs::write(path, prepared).unwrap();
    }
    let is_current = prepared == fs::read_to_string(path).unwrap();
    assert!(is_current, "the data or their reader were changed: run `.ci/update prepared`");
    assert!(*embedded == read);
    assert_eq!(embedded.own_texts(), read.own_texts());
}

#[test]
fn other_data_are_prepared_as_they_are_read() {
    let embedded = Correspondences::embedded();
    for (file, old, new) in [
        ("forces.toml", "Tristitia", "Sadness"),
        ("dice.toml", "\"king\"", "\"any pawn\""),
        ("summary.toml", "with some difficulty", "not without difficulty"),
        ("rulesets.toml", "\"joins\"", "\"taken\""),
    ] {
        let text = embedded.own_texts()[file].replace(old, new);
        let read = Correspondences::with_file(file, &text).unwrap();
        let bytes = serde_json::to_vec(&read.to_prepared()).unwrap();
        assert!(read != *embedded, "{file}");
        assert!(embedded.with_prepared(&bytes).unwrap() == read, "{file}");
        assert!(embedded.with_prepared(&bytes[..bytes.len() - 1]).is_err(), "{file}");
    }
}
