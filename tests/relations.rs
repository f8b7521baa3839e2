//! What happens between pieces, and where a reading turned (INTERPRETATION 4, 6).
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;
use enochian::chess::Army;
use enochian::interpretation::{Blow, Decisive, Pivot, decisive, pivot};
use enochian::journal;
use enochian::lore::Lore;
use enochian::record::Record;

/// A reading that the program plays.
fn auto(question: &str, seed: u64) -> Record {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("journals")).unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("questions").join(format!("{question}.toml"));
    let arguments = ["read", file.to_str().unwrap(), "--auto", "--seed", &seed.to_string()];
    cargo_bin_cmd!("enochian").args(arguments).current_dir(&folder).assert().success();
    let written = journal::latest_first(&folder.path().join("journals")).unwrap();
    journal::read(&written[0], Lore::embedded()).unwrap()
}

fn choice(record: &Record, event: Decisive) -> Option<(u32, u8, String)> {
    let choice = pivot(record, event).choice?;
    let moves: Vec<String> = choice.moves.iter().map(ToString::to_string).collect();
    Some((choice.turn, choice.throw.number(), moves.join(" ")))
}

const fn taken(turn: u32, army: Army) -> Decisive {
    Decisive { turn, blow: Blow::KingTaken(army) }
}

#[test]
fn interpretation_6_2_the_pivots_of_the_worked_example() {
    let record = auto("project", 12);
    assert_eq!(record.turns().len(), 82);
    let [partner, own] = decisive(&record)[..] else { panic!("two kings fall") };
    assert_eq!((partner, own), (taken(64, Army::Air), taken(82, Army::Fire)));
    assert_eq!(choice(&record, partner), Some((47, 1, "Kb8b7 Kb8a8 Kb8c8".to_owned())));
    assert_eq!(choice(&record, own), Some((79, 2, "Nh5f4".to_owned())));
}

#[test]
fn interpretation_6_2_where_no_other_choice_stood_against_it_there_is_no_pivot() {
    // The king falls in the eighth turn, and what else the throws allowed hinders nothing.
    let record = auto("project", 8);
    let first = decisive(&record)[0];
    assert_eq!(first, taken(8, Army::Fire));
    assert_eq!(pivot(&record, first), Pivot { choice: None, unclear: false });
    // Here some moves would have made another recorded turn impossible first: nobody knows what had followed.
    let record = auto("brother", 16);
    let first = decisive(&record)[0];
    assert_eq!(first, taken(26, Army::Air));
    assert_eq!(pivot(&record, first), Pivot { choice: None, unclear: true });
}

#[test]
fn interpretation_6_2_a_check_on_the_ptah_is_decisive() {
    let record = auto("love", 15);
    let checks: Vec<u32> =
        decisive(&record).iter().filter(|event| event.blow == Blow::CheckOnPtah).map(|event| event.turn).collect();
    assert_eq!(checks, [123, 127, 132, 141]);
    let last = Decisive { turn: 141, blow: Blow::CheckOnPtah };
    assert_eq!(choice(&record, last), Some((140, 2, "Ne1c2 Ne1g2 Ne1f3".to_owned())));
}
