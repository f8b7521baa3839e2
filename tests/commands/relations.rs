//! What happens between pieces, and where a reading turned (INTERPRETATION 4, 6).

use std::path::Path;

use enochian::chess::Army;
use enochian::correspondences::{Correspondences, Relation};
use enochian::interpretation::{DecisiveEvent, DecisiveKind, Pivot, TurnRelations, decisive, ease, pivot, relations};
use enochian::journal;
use enochian::record::Record;

use crate::desk::{TestDesk, succeeded};

/// A folder with a reading that the program plays.
fn played(question: &str, seed: u64) -> TestDesk {
    TestDesk::new().with_reading(question, &seed.to_string())
}

fn auto(question: &str, seed: u64) -> Record {
    journal::read(&played(question, seed).journal(), Correspondences::embedded()).unwrap()
}

/// Worked example A, the journal that is shipped.
fn example_a() -> Record {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("journals");
    journal::read(&journal::latest_first(&folder).unwrap()[0], Correspondences::embedded()).unwrap()
}

/// The checks on an army's king: `16 rook of Earth on a6`.
fn checks(found: &[TurnRelations], army: Army) -> Vec<String> {
    let on = |turn: &TurnRelations| turn.check_on(army).map(|check| format!("{} {}", turn.turn, check.by[0]));
    found.iter().filter_map(on).collect()
}

fn choice(record: &Record, event: DecisiveEvent) -> Option<(u32, u8, String)> {
    let choice = pivot(record.enochian().unwrap(), event).choice?;
    let moves: Vec<String> = choice.moves.iter().map(ToString::to_string).collect();
    Some((choice.turn, choice.throw.number(), moves.join(" ")))
}

const fn taken(turn: u32, army: Army) -> DecisiveEvent {
    DecisiveEvent { turn, kind: DecisiveKind::KingTaken, king: army }
}

#[test]
fn interpretation_6_2_the_pivots_of_the_worked_example() {
    let record = auto("project", 12);
    assert_eq!(record.enochian().unwrap().turns().len(), 82);
    let [partner, own] = decisive(record.enochian().unwrap())[..] else { panic!("two kings fall") };
    assert_eq!((partner, own), (taken(64, Army::Air), taken(82, Army::Fire)));
    assert_eq!(choice(&record, partner), Some((47, 1, "Kb8b7 Kb8a8 Kb8c8".to_owned())));
    assert_eq!(choice(&record, own), Some((79, 2, "Nh5f4".to_owned())));
}

#[test]
fn interpretation_6_2_where_no_other_choice_stood_against_it_there_is_no_pivot() {
    // The king falls in the eighth turn, and what else the throws allowed hinders nothing.
    let record = auto("project", 8);
    let first = decisive(record.enochian().unwrap())[0];
    assert_eq!(first, taken(8, Army::Fire));
    assert_eq!(pivot(record.enochian().unwrap(), first), Pivot { choice: None, unclear: false });
    // Here some moves would have made another recorded turn impossible first: nobody knows what had followed.
    let record = auto("brother", 16);
    let first = decisive(record.enochian().unwrap())[0];
    assert_eq!(first, taken(26, Army::Air));
    assert_eq!(pivot(record.enochian().unwrap(), first), Pivot { choice: None, unclear: true });
}

#[test]
fn interpretation_6_2_a_check_on_the_ptah_is_decisive() {
    let record = auto("love", 15);
    let checks: Vec<u32> = decisive(record.enochian().unwrap())
        .iter()
        .filter(|event| event.kind == DecisiveKind::CheckOnPtah)
        .map(|event| event.turn)
        .collect();
    assert_eq!(checks, [123, 127, 132, 141]);
    let last = *decisive(record.enochian().unwrap()).last().unwrap();
    assert_eq!(choice(&record, last), Some((140, 2, "Ne1c2 Ne1g2 Ne1f3".to_owned())));
}

#[test]
fn interpretation_4_the_facts_of_the_worked_examples() {
    let record = example_a();
    let found = relations(record.enochian().unwrap());
    assert_eq!(checks(&found, Army::Air), ["16 rook of Earth on a6"]);
    assert_eq!(ease(record.enochian().unwrap(), &found), None);

    let record = auto("project", 12);
    let found = relations(record.enochian().unwrap());
    assert_eq!(checks(&found, Army::Fire), ["72 rook of Water on h4", "80 bishop of Water on g3"]);
}

#[test]
fn interpretation_4_10_ease_is_the_longest_stretch_without_capture_or_check() {
    let mut told = 0;
    for (question, seed) in [("project", 12), ("love", 15), ("brother", 16), ("brother", 3)] {
        let record = auto(question, seed);
        let found = relations(record.enochian().unwrap());
        let captures = |turn: u32| record.enochian().unwrap().turns()[turn as usize - 1].captures().count();
        let (mut longest, mut run) = (0, 0);
        for turn in &found {
            run = if captures(turn.turn) == 0 && turn.checks.is_empty() { run + 1 } else { 0 };
            longest = longest.max(run);
        }
        let ease = ease(record.enochian().unwrap(), &found);
        assert_eq!(ease.as_ref().map(|ease| ease.clone().count()), Some(longest).filter(|turns| *turns >= 24));
        for turn in ease.into_iter().flatten() {
            let turn = &found[turn as usize - 1];
            assert!(captures(turn.turn) == 0 && turn.checks.is_empty());
            told += 1;
        }
    }
    assert!(told > 0, "one of them has such a stretch");
}

/// The log of landings of the last journal in a folder, its lines joined.
fn landings(folder: &Path) -> String {
    let desk = TestDesk::new();
    let mut command = desk.command(&["journal", "explain", "--form", "landings", "--layers", "sphinx"]);
    let told = succeeded(&command.current_dir(folder).output().unwrap());
    told.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn interpretation_4_4_every_relation_is_told_in_the_words_of_the_data() {
    let readings = [("project", 12), ("love", 15), ("brother", 16), ("brother", 3)];
    let told: String =
        readings.map(|(question, seed)| landings(played(question, seed).folder())).join(" ").to_lowercase();
    for relation in Relation::ALL {
        let says = &Correspondences::embedded().relation(relation).says;
        assert!(told.contains(&says.to_lowercase()), "{relation}: {says}");
    }
}
