//! What is derived from readings agrees with their records, and is told as it was when last looked at.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use enochian::chess::{Army, Board, Effect, Kind, Move, Piece, Square};
use enochian::correspondences::Correspondences;
use enochian::journal;
use enochian::record::{Afterword, Entry, GameSettings, Heading, Record, RecordTotals, Remark, Seats, Subject};
use enochian::render::RecordJson;
use enochian::session::{Act, PlayedTurn};
use enochian::study::{ComparedRecord, Explanation, LandingRow, write_report};
use serde_json::json;

use crate::desk::{TestDesk, read_journal};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sample() -> PathBuf {
    root().join("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md")
}

/// A desk with readings that the program plays: every procedure, both sides, short and long.
fn readings() -> TestDesk {
    let readings = [
        ("brother", "11"),
        ("health", "19"),
        ("great-work", "8"),
        ("opponent", "51"),
        ("study", "13"),
        ("love", "2"),
        ("employees", "102194"),
    ];
    readings.iter().fold(TestDesk::new(), |desk, (question, seed)| desk.with_reading(question, seed))
}

fn records(desk: &TestDesk) -> Vec<Record> {
    let paths = journal::latest_first(&desk.path("journals")).unwrap();
    paths.iter().map(|path| read_journal(path)).collect()
}

#[test]
fn what_is_derived_agrees_with_the_record() {
    let correspondences = Correspondences::embedded();
    let mut seen = BTreeSet::new();
    for record in records(&readings()) {
        let (it, summary) = (
            Explanation::of(record.enochian().unwrap(), correspondences),
            RecordTotals::of(record.enochian().unwrap(), correspondences),
        );
        landings(&it, &record, &summary);
        roads(&it, &record);
        at_the_ptah(&it, &record);
        turning_points(&it, &record);
        let captures: Vec<(u32, Army, Piece, Square)> =
            it.conflicts.iter().map(|c| (c.turn, c.taker.army, c.taken, c.at)).collect();
        assert_eq!(captures, summary.captures);
        let delays: Vec<u32> = it.delays.iter().map(|delay| delay.turns.len() as u32).collect();
        assert_eq!(delays, summary.no_moves);
        let road = it.kings_road().unwrap();
        let went: Vec<(u32, Square)> =
            road.steps.iter().filter(|step| !step.returned).map(|step| (step.turn, step.square)).collect();
        assert_eq!(went, summary.kings_road);
        seen.extend(record.enochian().unwrap().turns().iter().flat_map(|turn| &turn.effects).map(sort));
    }
    // The readings were chosen so that there is something to derive.
    for effect in ["captured", "king", "promoted", "froze", "demoted"] {
        assert!(seen.contains(effect), "no {effect} in {seen:?}");
    }
}

fn sort(effect: &Effect) -> &'static str {
    match effect {
        Effect::Captured { piece, .. } if piece.kind == Kind::King => "king",
        Effect::Captured { .. } => "captured",
        Effect::Promoted { .. } => "promoted",
        Effect::Froze(_) => "froze",
        Effect::Demoted { .. } => "demoted",
        _ => "else",
    }
}

/// The landings are those of the summary at the end of a journal, which counts in another way.
fn landings(it: &Explanation, record: &Record, summary: &RecordTotals) {
    let counts = it.landings.iter().map(|row| row.landings() as u32);
    assert_eq!(counts.collect::<Vec<_>>(), summary.by_force);
    let querent = it.querent.unwrap();
    let of = |armies: [Army; 2]| -> u32 { armies.map(|army| summary.by_army[army.index()]).iter().sum() };
    let turns = |of: fn(&LandingRow) -> &Vec<u32>| it.landings.iter().flat_map(of).copied().collect::<BTreeSet<u32>>();
    let (ours, against) = (turns(|row| &row.ours), turns(|row| &row.against));
    assert_eq!(ours.len() as u32, of([querent, querent.partner()]));
    assert_eq!(against.len() as u32, of(querent.enemies()));
    for turn in record.enochian().unwrap().turns() {
        let is_ours = turn.piece.is_some_and(|piece| piece.army.side() == querent.side());
        assert_eq!(ours.contains(&turn.ply), is_ours, "turn {}", turn.ply);
    }
}

/// Where the roads end, there the pieces stand, and as what they have become.
fn roads(it: &Explanation, record: &Record) {
    let standing: BTreeSet<(Square, Piece)> = it
        .roads
        .iter()
        .filter(|road| road.stands())
        .map(|road| {
            let at = road.steps.last().map_or(road.start, |step| step.square);
            (at, road.changes.last().map_or(road.piece, |change| change.into))
        })
        .collect();
    assert_eq!(standing, record.enochian().unwrap().position().pieces().collect());
    let steps: usize = it.roads.iter().flat_map(|road| &road.steps).filter(|step| !step.returned).count();
    assert_eq!(steps, record.enochian().unwrap().turns().iter().filter(|turn| turn.landing().is_some()).count());
}

/// The aspects follow each other without a gap, and whoever bears upon an enemy on the Ptah could capture there.
fn at_the_ptah(it: &Explanation, record: &Record) {
    let (turns, ptah) = (record.enochian().unwrap().turns(), it.ptah.unwrap());
    let covered: Vec<u32> = it.aspects.iter().flat_map(|aspect| aspect.first..=aspect.last).collect();
    assert_eq!(covered, turns.iter().map(|turn| turn.ply).collect::<Vec<_>>());
    for turn in turns {
        let aspect = it.aspects.iter().find(|aspect| (aspect.first..=aspect.last).contains(&turn.ply)).unwrap();
        let position = &turn.position;
        assert_eq!(aspect.holder, position.pieces_at(ptah).next());
        let king = position.king(it.querent.unwrap()) == Some(ptah);
        // On the square itself, to be threatened is to be in check.
        assert!(!king || position.in_check(it.querent.unwrap()) != aspect.threat.is_empty(), "turn {}", turn.ply);
    }
}

fn turning_points(it: &Explanation, record: &Record) {
    let of_turn = |ply: u32| it.turning_points.iter().find(|point| point.turn == ply);
    for turn in record.enochian().unwrap().turns() {
        let king = turn.captures().any(|(piece, _)| piece.kind == Kind::King);
        let promoted = turn.effects.iter().any(|effect| matches!(effect, Effect::Promoted { .. }));
        assert!(!(king || promoted) || of_turn(turn.ply).is_some(), "turn {}", turn.ply);
    }
    let answer = record.answer().unwrap();
    for (ply, words) in [(answer.ptah.ply, "by the Ptah is"), (answer.kings.ply, "by the kings is")] {
        if let Some(ply) = ply {
            let why = &of_turn(ply).unwrap().why;
            assert!(why.iter().any(|why| why.contains(words)), "{why:?}");
        }
    }
}

#[test]
fn interpretation_5_totals_of_the_published_samples() {
    let project = TestDesk::new().with_reading("project", "12");
    let of = |record: &Record| json!(Explanation::of(record.enochian().unwrap(), Correspondences::embedded()).counts);
    let [brother, project] = [of(&read_journal(&sample())), of(&records(&project)[0])];
    assert_eq!(brother["king"], json!({"moves": 3, "on_board": 32, "attacked": 13, "walked_into_attack": 2}));
    assert_eq!(brother["houses"], json!({"own": 13, "others": 6, "significant": false}));
    assert_eq!(brother["over_the_border"], json!({"own": 2, "others": 1}));
    assert_eq!(brother["delay"], json!({"no_moves": 1, "turns": 16, "delayed": "hardly", "prevails": "blocked"}));
    assert_eq!(project["houses"], json!({"own": 19, "others": 31, "significant": false}));
    assert_eq!(project["over_the_border"], json!({"own": 2, "others": 3}));
    assert_eq!(project["delay"], json!({"no_moves": 8, "turns": 40, "delayed": "somewhat", "prevails": "gone"}));
}

#[test]
fn readings_are_counted_together() {
    let desk = readings();
    fs::write(desk.path("journals/diary.md"), "Dear diary,\n").unwrap();
    let json = desk.json(&["journal", "stats"]);
    let records = records_of(&desk);
    assert_eq!(json["readings"], records.len());
    let answers = |by: &str| ["yes", "no", "undecided"].map(|verdict| json[by][verdict].as_u64().unwrap());
    assert_eq!(answers("by_ptah").iter().sum::<u64>() as usize, records.len());
    let yes = records.iter().filter(|r| r.answer().unwrap().ptah.verdict.to_string() == "yes").count();
    assert_eq!(answers("by_ptah")[0] as usize, yes);
    let turns: Vec<&PlayedTurn> = records.iter().flat_map(|record| record.enochian().unwrap().turns()).collect();
    let threes = turns.iter().filter(|turn| turn.thrown.unwrap().throw.number() == 3).count();
    assert_eq!(json["dice"][0]["thrown"], "by the program");
    assert_eq!(json["dice"][0]["faces"][2], threes);
    let on_c3 = turns.iter().filter(|turn| turn.landing() == "c3".parse().ok()).count();
    assert_eq!(json["squares"]["c3"], on_c3);
    let mut lengths: Vec<usize> = records.iter().map(|record| record.enochian().unwrap().turns().len()).collect();
    lengths.sort();
    assert_eq!(json["lengths"]["median"], lengths[3], "the fourth of seven");
}

fn records_of(desk: &TestDesk) -> Vec<Record> {
    let paths = journal::latest_first(&desk.path("journals")).unwrap();
    paths.iter().filter(|path| !path.ends_with("diary.md")).map(|path| read_journal(path)).collect()
}

#[test]
fn two_readings_stand_beside_each_other() {
    let records = records(&readings());
    let [one, two] = [0, 1].map(|index| records[index].enochian().unwrap());
    let [first, second] = [one, two].map(|record| ComparedRecord::of(record, Correspondences::embedded()));
    let names = |facts: &[(&'static str, String)]| facts.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    assert_eq!(names(&first.facts), names(&second.facts));
    let turns = |facts: &[(&'static str, String)]| facts.iter().find(|(name, _)| *name == "turns").unwrap().1.clone();
    assert_eq!([turns(&first.facts), turns(&second.facts)], [one, two].map(|record| record.turns().len().to_string()));
}

/// A game from a position, played turn by turn; an exchange stands before a move.
fn game(start: &str, ruleset: &str, acts: &[&str]) -> Record {
    let correspondences = Correspondences::embedded();
    let setting = GameSettings {
        title: "Tried".into(),
        board: Board::Air,
        array: None,
        start: start.parse().unwrap(),
        ruleset: correspondences.ruleset(ruleset).unwrap().clone(),
        source: None,
        seed: None,
    };
    let mut record = Record::begin(Heading {
        game: Subject::Game(Box::new(setting)).into(),
        begun: "2026-11-21T12:00:00+00:00".parse().unwrap(),
        zone: None,
        seats: Seats::alone("Anna"),
        automatic: false,
        branch: None,
    });
    for act in acts {
        let entry = match act.parse::<Move>() {
            Ok(mv) => Entry::Act(Act::Move(mv).into()),
            Err(_) => Entry::Act(Act::Exchange(act.parse().unwrap()).into()),
        };
        record.enter(entry).unwrap();
    }
    record
}

fn why(it: &Explanation) -> Vec<(u32, Vec<String>)> {
    it.turning_points.iter().map(|point| (point.turn, point.why.clone())).collect()
}

#[test]
fn roads_go_on_through_a_concourse() {
    // Air's bishop comes to d4; the three others stand on d5, e4 and e5.
    let start = "1aK5wK/aB6wr/8/3wBfB3/4eB3/8/er6fr/eK6fK a ---- ---- 0000 8";
    let it = Explanation::of(game(start, "zalewski", &["Ba7d4"]).enochian().unwrap(), Correspondences::embedded());
    let told = &why(&it)[0];
    assert_eq!(told.0, 9);
    assert_eq!(told.1[..2], ["completes a concourse of bishops on d4", "brings the bishop of Fire on e5 over to Air"]);
    assert!(it.conflicts.len() == 2 && it.conflicts.iter().all(|conflict| conflict.by_concourse));
    let joined = it.roads.iter().find(|road| road.piece.to_string() == "bishop of Fire").unwrap();
    assert!(joined.stands() && joined.changes[0].into.to_string() == "bishop of Air");
    roads(&it, &game(start, "zalewski", &["Ba7d4"]));
}

#[test]
fn roads_go_on_where_a_king_is_given_back() {
    // Air's rook can take Earth's king, and Water's rook Fire's; then Air and Water exchange them.
    let start = "aK6wK/aN6wN/8/8/8/aR6wR/8/eK6fK a ---- ---- 0000 0";
    let acts = ["Ra3a1", "Rh3h1", "exchange w h1 a1"];
    let start = start.replace("eK6fK", "eK2en1fr1fK");
    let moves = ["Ra3a1", "Rh3h1"];
    let after = game(&start, "chessvariants", &moves);
    // The thrones are held by the rooks that took, so the kings come back beside them.
    let exchange = after.enochian().unwrap().position().exchanges()[0].to_string();
    let acts = [acts[0], acts[1], &exchange, "Na7c6"];
    let record = game(&start, "chessvariants", &acts);
    let it = Explanation::of(record.enochian().unwrap(), Correspondences::embedded());
    roads(&it, &record);
    for army in [Army::Fire, Army::Earth] {
        let king = it.roads.iter().find(|road| road.piece == Piece { army, kind: Kind::King }).unwrap();
        assert!(king.stands() && king.taken.len() == 1 && king.steps[0].returned, "{king:?}");
        assert_eq!(king.steps[0].turn, 3);
    }
    let points = why(&it);
    assert_eq!(points[0].1, ["takes the king of Earth on a1", "Earth is frozen"]);
    assert_eq!(points[2], (3, vec!["prisoners are exchanged with Water".to_owned()]));
}

#[test]
fn a_note_belongs_to_the_turn_then_played_though_turns_are_taken_back() {
    let mut record = game("aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0", "chessvariants", &["Ka8b7", "Kh8g8"]);
    for entry in [Entry::Note("third".into()), Entry::TakenBack(2), Entry::Note("first".into())] {
        record.enter(entry).unwrap();
    }
    let notes = |record: &Record| -> Vec<(u32, String, bool)> {
        let notes = Explanation::of(record.enochian().unwrap(), Correspondences::embedded()).notes;
        notes.into_iter().map(|note| (note.turn.unwrap(), note.words, note.taken_back)).collect()
    };
    assert_eq!(notes(&record), [(3, "third".to_owned(), true), (1, "first".to_owned(), false)]);

    // Other turns in their place have nothing to do with what was said of the first ones.
    for mv in ["Ka8b8", "Kh8g7", "Kh1g1"] {
        record.enter(Act::Move(mv.parse().unwrap())).unwrap();
    }
    assert_eq!(notes(&record), [(3, "third".to_owned(), true), (1, "first".to_owned(), false)]);
    assert!(
        Explanation::of(record.enochian().unwrap(), Correspondences::embedded())
            .notes
            .iter()
            .all(|note| !note.is_on(3))
    );
    let json = serde_json::to_value(RecordJson::of(&record, Correspondences::embedded())).unwrap();
    assert_eq!(json["notes"][0], serde_json::json!({ "turn": 3, "text": "third", "taken_back": true }));
    let told = write_report(
        &Explanation::of(record.enochian().unwrap(), Correspondences::embedded()),
        record.enochian().unwrap(),
        Correspondences::embedded(),
        80,
    );
    assert!(told.as_str().contains("turn 3 (taken back)  third"), "{told:?}");

    // Nor with what was remarked on the first ones from outside.
    let remark = |words: &str| {
        let moment = Some("2026-11-21T14:05:00+01:00".parse().unwrap());
        Entry::Afterword(Afterword::Remark(Remark { ply: Some(2), moment, words: words.into() }))
    };
    for entry in [remark("before"), Entry::TakenBack(2), Act::Move("Kh8g8".parse().unwrap()).into(), remark("after")] {
        record.enter(entry).unwrap();
    }
    assert_eq!(notes(&record)[2..], [(2, "before".to_owned(), true), (2, "after".to_owned(), false)]);
}
