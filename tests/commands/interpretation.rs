//! What is told of a reading, and the clauses of docs/INTERPRETATION.md behind it.

use std::fs;
use std::path::Path;

use enochian::chess::{Army, Array, Direction, Kind, Officer, Piece, Position, Square};
use enochian::correspondences::Correspondences;
use enochian::interpretation::SummaryFacts;
use enochian::journal;
use serde_json::{Value, json};

use crate::desk::TestDesk;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What is told, as programs read it.
fn facts(journal: &Path) -> Value {
    TestDesk::new().json(&["journal", "explain", journal.to_str().unwrap()])["told"].clone()
}

#[test]
fn interpretation_8_a_reading_that_goes_on_has_no_answer_yet() {
    let whole = root().join("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md");
    let text = fs::read_to_string(whole).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let open = folder.path().join("open.md");
    fs::write(&open, &text[..text.find("**32 ·").unwrap()]).unwrap();
    let told = facts(&open);
    assert_eq!(told["answer"]["cause"], "unfinished");
    assert_eq!((&told["answer"]["turn"], &told["close"]["time"]), (&json!(31), &Value::Null));
    let record = journal::read(&open, Correspondences::embedded()).unwrap();
    let told = SummaryFacts::of(record.enochian().unwrap(), Correspondences::embedded()).unwrap();
    assert!(told.paragraphs()[1].contains("No answer yet"), "{:?}", told.paragraphs());
}

#[test]
fn interpretation_2_6_one_queen_and_the_bishops_of_one_side_can_come_to_any_square() {
    let colour = |square: Square| square.is_dark();
    let class = |square: Square| (square.file().index() % 2, square.rank().index() % 2);
    for array in Array::all() {
        let start = Position::start(array, Army::Air, Direction::Deosil);
        let of = |army: Army, officer: Officer| {
            let piece = Piece { army, kind: Kind::Officer(officer) };
            start.pieces().find(|(_, standing)| *standing == piece).unwrap().0
        };
        for ptah in Square::all() {
            // A queen leaps two squares, so she stays among those of her files and ranks; a bishop keeps his colour.
            let queens = Army::ALL.into_iter().filter(|army| class(of(*army, Officer::Queen)) == class(ptah));
            assert_eq!(queens.count(), 1, "{array}, {ptah}");
            let can = |army: &Army| colour(of(*army, Officer::Bishop)) == colour(ptah);
            let bishops: Vec<Army> = Army::ALL.into_iter().filter(can).collect();
            let [one, other] = bishops[..] else { panic!("{array}, {ptah}: {bishops:?}") };
            assert_eq!(one.partner(), other, "{array}, {ptah}");
        }
    }
}

/// The sentences with other words in places.
fn rewritten(changes: &[(&str, &str)]) -> Result<Correspondences, String> {
    let mut text = include_str!("../../data/summary.toml").to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    Correspondences::with_file("summary.toml", &text).map_err(|faults| faults.to_string())
}

/// What is told of the reading that comes with the program, by rewritten sentences.
fn told_by(correspondences: &Correspondences) -> SummaryFacts {
    let journal = root().join("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md");
    SummaryFacts::of(journal::read(&journal, correspondences).unwrap().enochian().unwrap(), correspondences).unwrap()
}

#[test]
fn interpretation_8_8_the_sentences_may_be_rewritten_in_the_data() {
    let before = told_by(Correspondences::embedded());
    let after = told_by(&rewritten(&[("with some difficulty", "not without difficulty")]).unwrap());
    assert_eq!((&after.answer, &after.threads, &after.close), (&before.answer, &before.threads, &before.close));
    assert!(after.paragraphs()[1].starts_with("Yes, not without difficulty: "), "{:?}", after.paragraphs());

    // What goes wrong with the facts of a reading is told in place of its sentence, and the others stand.
    let text = include_str!("../../data/summary.toml")
        .replace("{{ who(checker) }} gave check", "{{ who(after.of) }} gave check");
    let line = text.lines().position(|line| line.contains("who(after.of) }} gave check")).unwrap() + 1;
    let told = told_by(&Correspondences::with_file("summary.toml", &text).unwrap());
    let wrong = format!("[summary.toml:{line}: `link.checker-taken`: ");
    let sentences: Vec<&str> = told.sentences.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(sentences.iter().filter(|text| text.contains(&wrong)).count(), 1, "{sentences:?}");
    assert_eq!(sentences.len(), before.sentences.len());
}

#[test]
fn interpretation_8_8_faults_of_the_sentences_are_told_all_at_once_and_no_others() {
    // What does not fit stops the reading of the file.
    let first = rewritten(&[("heading = ", "haeding = ")]).unwrap_err();
    assert!(first.contains("unknown key `haeding`; did you mean `heading`?") && first.lines().count() == 1, "{first}");
    let faults = rewritten(&[
        ("{% if third %}The matter falls", "{% iff third %}The matter falls"),
        (
            "acted: {{ who(striker) }} {{ took(striker) }} {{ all(others) }} {{ field }}.",
            "acted: {{ who(striker) }} {{ took(striker) }} {{ all(otters) }} {{ field }}.",
        ),
        ("becomes = ", "becames = "),
    ])
    .unwrap_err();
    for fault in [
        "`close.time` is not a valid template: unknown statement iff, on its line 1",
        "uses otters, which is not defined there",
        "`turn.becomes` is missing",
        "`turn.becames` is never told",
    ] {
        assert!(faults.contains(fault), "{fault}: {faults}");
    }
    assert_eq!(faults.lines().count(), 4, "{faults}");
    // A template that goes in circles is stopped.
    let circle = "\n[parts]\ncircle = '{% include \"circle\" %}{% include \"circle\" %}'";
    let into_it = ("{% if program %}", "{% include \"circle\" %}{% if program %}");
    let told = told_by(&rewritten(&[("\n[parts]", circle), into_it]).unwrap());
    assert!(told.heading.contains("[summary.toml:"), "{told:?}");
}

/// The sentences of a reading that the program plays.
fn sentences(question: &str, seed: &str) -> Vec<String> {
    let desk = TestDesk::new().with_reading(question, seed);
    let told = facts(&desk.journal());
    told["sentences"].as_array().unwrap().iter().map(|it| it["text"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn interpretation_8_4_5_a_pivot_names_its_throw_and_the_piece_that_could_have_moved() {
    for (question, seed) in [
        ("vocation", "703"),
        ("employees", "602"),
        ("great-work", "501"),
        ("opponent", "501"),
        ("project", "501"),
        ("vocation", "602"),
    ] {
        let sentences = sentences(question, seed);
        let pivot = sentences.iter().find(|text| text.contains("would have prevented")).unwrap();
        let (throw, other) = pivot.split_once(" also let ").unwrap();
        let is_named = throw.starts_with("The throw in turn ") || throw.contains(" with which ");
        assert!(is_named && other.contains(" king go ") && !pivot.contains("earlier"), "{question}, {seed}: {pivot}");
    }
}

#[test]
fn interpretation_8_3_2_where_nothing_decided_the_fall_of_the_querents_king_is_told() {
    let sentences = sentences("brother", "501");
    let says = "which is a draw. The querent's king had fallen in turn 112 to Earth's queen.";
    assert!(sentences[0].starts_with("Undecided: ") && sentences[0].ends_with(says), "{}", sentences[0]);
}
