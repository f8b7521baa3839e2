//! What a reading tells: the two worked examples, fact by fact, and the clauses of docs/INTERPRETATION.md behind them.

use std::fs;
use std::path::{Path, PathBuf};

use enochian::chess::{Army, Array, Direction, Kind, Officer, Piece, Position, Square};
use enochian::correspondences::Correspondences;
use enochian::interpretation::ReadingSummary;
use enochian::journal;
use serde_json::{Value, json};

use crate::desk::{TestDesk, said, told};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder with a journal of a reading that the program plays.
fn played(arguments: &[&str]) -> (TestDesk, PathBuf) {
    let desk = TestDesk::new();
    desk.says(&[arguments, &["--auto"]].concat());
    let journal = desk.journal();
    (desk, journal)
}

fn question(name: &str) -> String {
    root().join("questions").join(name).to_str().unwrap().to_owned()
}

/// The summary as programs read it, each part without its sentences.
fn facts(journal: &Path) -> Value {
    let told = TestDesk::new().json(&["journal", "explain", journal.to_str().unwrap()]);
    let mut parts = told["summary"].clone();
    for part in parts.as_array_mut().unwrap() {
        assert!(!part["text"].as_str().unwrap().is_empty());
        part.as_object_mut().unwrap().remove("text");
    }
    parts
}

#[test]
fn interpretation_8_7_example_a_fact_by_fact() {
    let journal = root().join("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md");
    let rook = json!({"army": "Earth", "kind": "rook", "planet": "Saturn"});
    let a6 = json!({"square": "a6", "force": "Aquarius", "house": 11});
    assert_eq!(
        facts(&journal),
        json!([
            {"id": "S1", "turns": [32], "facts": {
                "criterion": "ptah", "verdict": "yes", "turn": 32, "manner": "under opposition", "held": true, "turns": 32,
            }},
            {"id": "S2", "turns": [], "facts": {
                "board": "Water", "angle": "Air", "square": "a5", "force": "Gemini", "house": 3, "quality": "mutable",
                "category": "brother or sister", "time": true,
            }},
            {"id": "S3", "turns": [17, 29], "facts": {
                "army": "Air", "moves": 3, "first_move": 17, "third": 2, "reached": [29], "road": ["Libra", "Aquarius"],
            }},
            {"id": "S4", "turns": [16], "facts": {"checks": [{"turn": 16, "by": rook}], "attacked": 13, "stood": 32}},
            {"id": "S5", "turns": [21], "facts": {
                "event": "officer-taken-by-querent", "turn": 21, "by": {"army": "Air", "kind": "king", "planet": "Sun"},
                "victim": rook, "at": a6,
            }},
            {"id": "S6", "turns": [16], "facts": {
                "event": "pawn-lost-by-us", "turn": 16, "by": rook,
                "victim": {"army": "Air", "kind": "pawn of bishop", "planet": "Mercury"}, "at": a6,
            }},
            {"id": "S7", "turns": [], "facts": {
                "piece": {"army": "Air", "kind": "bishop", "planet": "Mercury"}, "dignity": "domicile", "moves": 0,
                "state": "rests",
            }},
            {"id": "S8", "turns": [], "facts": {"supported": 27, "threatened": 20, "turns": 32, "balance": "protected"}},
            {"id": "S11", "turns": [], "facts": {"no_moves": 1, "turns": 16, "delay": "hardly", "prevails": "blocked"}},
            {"id": "S12", "turns": [], "facts": {"marks": []}},
        ])
    );
}

#[test]
fn interpretation_8_8_example_b_fact_by_fact() {
    let (_folder, journal) = played(&["read", &question("project.toml"), "--seed", "12"]);
    let piece = |army: &str, kind: &str, planet: &str| json!({"army": army, "kind": kind, "planet": planet});
    let bishop = piece("Water", "bishop", "Mercury");
    let rook = piece("Fire", "rook", "Saturn");
    assert_eq!(
        facts(&journal),
        json!([
            {"id": "S1", "turns": [82], "facts": {
                "criterion": "ptah", "verdict": "no", "turn": 82, "manner": "under strong opposition", "turns": 82,
            }},
            {"id": "S2", "turns": [], "facts": {
                "board": "Earth", "angle": "Fire", "square": "e4", "force": "Capricorn", "house": 10,
                "quality": "cardinal", "category": "business venture",
            }},
            {"id": "S3", "turns": [13, 82], "facts": {
                "army": "Fire", "moves": 6, "first_move": 13, "third": 1,
                "fell": [{"turn": 82, "by": bishop, "at": {"square": "h2", "force": "Sagittarius", "house": 9}}],
            }},
            {"id": "S4", "turns": [72, 80], "facts": {
                "checks": [{"turn": 72, "by": piece("Water", "rook", "Venus")}, {"turn": 80, "by": bishop}],
            }},
            {"id": "S5", "turns": [71], "facts": {
                "event": "king-taken-enemy", "turn": 71, "by": rook, "victim": piece("Earth", "king", "Pluto"),
                "at": {"square": "a2", "force": "Virgo", "house": 6},
            }},
            {"id": "S6", "turns": [64], "facts": {
                "event": "king-taken-partner", "turn": 64, "by": piece("Water", "knight", "Mars"),
                "victim": piece("Air", "king", "Uranus"), "at": {"square": "a7", "force": "Libra", "house": 7},
            }},
            {"id": "S7", "turns": [57], "facts": {
                "piece": rook, "dignity": "domicile", "moves": 6, "state": "acts",
                "event": {
                    "event": "check-enemy-king", "turn": 57, "by": rook, "victim": piece("Earth", "king", "Pluto"),
                    "at": {"square": "a1", "force": "Earth"},
                },
            }},
            {"id": "S8", "turns": [], "facts": {"supported": 69, "threatened": 69, "turns": 82, "balance": "even"}},
            {"id": "S11", "turns": [79, 82], "facts": {
                "no_moves": 8, "turns": 40, "delay": "somewhat", "prevails": "gone",
                "pivot": {"event": 82, "turn": 79, "moves": ["Nh5f4"]},
            }},
            {"id": "S12", "turns": [], "facts": {"marks": [], "program": true}},
        ])
    );
}

#[test]
fn interpretation_8_9_the_short_form_is_the_answer_and_the_king() {
    let short = |journal: &Path| {
        let text = TestDesk::new().says(&["journal", "explain", "--form", "short", journal.to_str().unwrap()]);
        text.lines().skip(1).map(str::trim).collect::<Vec<_>>().join(" ")
    };
    let journal = root().join("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md");
    let head = &Correspondences::embedded().sentences().head;
    assert_eq!(
        short(&journal),
        format!(
            "{head} Yes, with some difficulty (by the Ptah, turn 32). Anna's king set out midway, in turn 17, and reached the \
             Ptah in turn 29."
        )
    );
    let (_folder, journal) = played(&["read", &question("project.toml"), "--seed", "12"]);
    assert_eq!(
        short(&journal),
        format!(
            "{head} No, and the resistance was strong (by the Ptah, turn 82). The querent's king set out early, in turn 13, and \
             fell in turn 82 to Water's bishop on h2 (Sagittarius)."
        )
    );
}

#[test]
fn interpretation_2_5_a_person_may_name_another_significator() {
    let explain = |more: &[&str]| {
        let desk = TestDesk::new();
        let mut command = desk.command(&[&["journal", "explain"], more].concat());
        let output = command.current_dir(root()).output().unwrap();
        let words = said(&output) + &told(&output);
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let journal = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
    let told = explain(&[journal, "--significator", "earth rook"]);
    assert!(
        told.contains(
            "The piece that stands for the matter, Earth's rook (as you named it), made one move and was taken in turn 21: \
             the matter itself is harmed."
        ),
        "{told}"
    );
    assert!(
        explain(&[journal, "--significator", "air king"])
            .contains("a king cannot be the significator, and king of Air is one")
    );
    let full = explain(&[journal, "--form", "full", "--significator", "earth rook"]);
    assert!(full.contains("the matter itself is harmed") && full.contains("Turn by turn"));
}

#[test]
fn interpretation_8_a_reading_that_goes_on_has_no_answer_yet() {
    let whole = root().join("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md");
    let text = fs::read_to_string(whole).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let open = folder.path().join("open.md");
    fs::write(&open, &text[..text.find("### 32 ·").unwrap()]).unwrap();
    let parts = facts(&open);
    assert_eq!(parts[0], json!({"id": "S1", "turns": [], "facts": {"unfinished": true, "turns": 31}}));
    assert_eq!(parts[2]["facts"]["third"], Value::Null, "what third it is, is not known before the end");
    let record = journal::read(&open, Correspondences::embedded()).unwrap();
    let summary = ReadingSummary::of(record.enochian().unwrap(), Correspondences::embedded()).unwrap();
    assert!(summary.paragraphs()[0].contains("No answer yet, after turn 31."), "{:?}", summary.paragraphs());
}

#[test]
fn interpretation_2_6_one_queen_and_the_bishops_of_one_side_can_come_to_any_square() {
    let colour = |square: Square| (square.file() + square.rank()) % 2;
    let class = |square: Square| (square.file() % 2, square.rank() % 2);
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

#[test]
fn interpretation_8_the_sentences_may_be_rewritten_in_the_data() {
    let journal = root().join("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md");
    let told = |correspondences: &Correspondences| {
        let summary =
            ReadingSummary::of(journal::read(&journal, correspondences).unwrap().enochian().unwrap(), correspondences)
                .unwrap();
        (serde_json::to_value(&summary.frames[0].facts).unwrap(), summary.paragraphs())
    };
    let (facts, _) = told(Correspondences::embedded());
    let correspondences =
        rewritten(&[("Yes, {{ words.manner[manner] }}", "It will be, {{ words.manner[manner] }},")]).unwrap();
    let (same, paragraphs) = told(&correspondences);
    assert_eq!(same, facts);
    assert!(paragraphs[0].contains("It will be, with some difficulty, (by the Ptah, turn 32)."), "{paragraphs:?}");

    // What goes wrong with the facts of a reading is told in place of its part, and the others stand.
    let correspondences =
        rewritten(&[("{{ number(no_moves) }} of the {{ number(turns) }}", "\n{{ words.none[delay] }}")]).unwrap();
    let (_, paragraphs) = told(&correspondences);
    let last = paragraphs.last().unwrap();
    assert!(last.contains("[S11 of summary.toml, line 5, template error: "), "{last}");
    assert!(last.ends_with("not a fixed one."), "{last}");
}

#[test]
fn interpretation_8_faults_of_the_sentences_are_told_all_at_once_and_no_others() {
    let faults = rewritten(&[
        ("head = ", "haed = "),
        ("{% if balance == \"even\" %}", "{% iff balance == \"even\" %}"),
        ("takes {{ time_of[force] }}", "takes {{ time_off[force] }}"),
        ("nothing = \"too few turns to say\"", "nothing = 0"),
    ])
    .unwrap_err();
    for fault in [
        "missing key `head`",
        "unknown key `haed`",
        "`S8` is not a valid template: unknown statement iff, on its line 1",
        "`S2` uses time_off, which is not defined there",
        "`nothing` is 0",
    ] {
        assert!(faults.contains(fault), "{fault}: {faults}");
    }
    assert_eq!(faults.lines().count(), 5, "{faults}");
    let faults = rewritten(&[("{% macro whose(name) %}", "{% macro whose(name %}")]).unwrap_err();
    assert_eq!(faults.lines().count(), 1, "{faults}");
    // A template that goes in circles is stopped.
    let circle = "{% macro circle() %}{{ circle() }}{{ circle() }}{% endmacro %}{{ circle() }}{% if program %}";
    let correspondences = rewritten(&[("{% if program %}", circle)]);
    let record = journal::read(
        &root().join("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md"),
        Correspondences::embedded(),
    )
    .unwrap();
    let summary = ReadingSummary::of(record.enochian().unwrap(), &correspondences.unwrap()).unwrap();
    assert!(summary.frames.last().unwrap().text.contains("template error"), "{summary:?}");
}
