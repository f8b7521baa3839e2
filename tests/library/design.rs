//! Designs: planned, played, broken off and gone on with, and checked.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use enochian::chess::{Army, Position};
use enochian::correspondences::{Correspondences, Criterion};
use enochian::input::Source;
use enochian::reading::{DiceSource, QuestionDraft, RandomDraw, Verdict};
use enochian::session::{Act, Session, SessionTerms};
use enochian::simulate::design::{CellFault, Design, DesignCell, DesignDir, DesignError};
use enochian::simulate::output::Replay;
use enochian::simulate::{Plan, Provenance, SimulationSummary, Workers};

use crate::sample::short_or_whole;

const BROTHER: &str = "question = \"Is my brother happy?\"\ncategory = \"brother\"\n";

/// A position in which both sides have their kings and a little more.
const DUEL: &str = "7wK/6ar1/8/8/1aK6/5fb2/wq7/eK5erfK a ---- ---- 0000 40";

fn source(name: &str, text: &str) -> Source {
    Source::new(name, text)
}

fn draft(text: &str) -> QuestionDraft {
    QuestionDraft::read(&source("question.toml", text), Correspondences::embedded()).unwrap()
}

/// The design of a text that begins with `question` and `readings`.
fn design(rest: &str) -> Design {
    let text = format!("question = \"brother.toml\"\nreadings = 10\n{rest}");
    Design::read(&source("design.toml", &text), Correspondences::embedded()).unwrap()
}

fn cells(rest: &str) -> Result<Vec<DesignCell>, DesignError> {
    design(rest).cells(&draft(BROTHER), Correspondences::embedded())
}

fn faults(rest: &str) -> Vec<CellFault> {
    match cells(rest) {
        Err(DesignError::Faults(faults)) => faults,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_factor_has_as_many_levels_as_it_lists() {
    let text = "question = \"question.toml\"\nreadings = 1\n[factors]\nlimit = [50, 60, 70]\nboard = [\"all\"]\n";
    let design = Design::read(&source("design.toml", text), Correspondences::embedded()).unwrap();
    let expected = [&["50", "60", "70"][..], &["Air", "Water", "Fire", "Earth"]];
    assert_eq!(design.factors.len(), expected.len());
    for (factor, levels) in design.factors.iter().zip(expected) {
        assert!(factor.levels().eq(levels.iter().copied()), "{:?}", factor.levels().collect::<Vec<_>>());
        assert_eq!((factor.len(), factor.is_empty()), (levels.len(), false));
    }
}

#[test]
fn the_cells_are_all_combinations_and_the_last_factor_varies_fastest() {
    let cells = cells("[factors]\ndice = [\"all\"]\nlimit = [50, 60, 70]\n").unwrap();
    let found: Vec<_> = cells.iter().map(|cell| (cell.number, cell.plan.range.clone(), cell.plan.limit)).collect();
    let expected = (0..6).map(|n| (n, n * 10..(n + 1) * 10, [50, 60, 70][n as usize % 3])).collect::<Vec<_>>();
    assert_eq!(found, expected);
    assert_eq!(
        cells[3].levels,
        BTreeMap::from([("dice", "y-manuscript"), ("limit", "50")].map(|(a, b)| (a.into(), b.into())))
    );
    assert_eq!(
        (cells[2].plan.question.dice.name.as_str(), cells[3].plan.question.dice.name.as_str()),
        ("regardie", "y-manuscript")
    );
    let played_out = self::cells("play_out = true\n[factors]\ndice = [\"all\"]\n").unwrap();
    assert!(played_out.iter().all(|cell| cell.plan.play_out));
    let shared = self::cells("chance = \"shared\"\n[factors]\ndice = [\"all\"]\n").unwrap();
    assert!(shared.iter().all(|cell| cell.plan.range == (0..10)));
}

#[test]
fn what_is_no_factor_follows_from_the_cell_as_in_a_question_file() {
    let of = |question: &str, rest: &str| {
        let cells = design(rest).cells(&draft(question), Correspondences::embedded()).unwrap();
        cells.iter().map(|cell| cell.plan.question.array.to_string()).collect::<Vec<_>>()
    };
    let angles = "[factors]\nangle = [\"Air\", \"Fire\"]\n";
    assert_eq!(of(BROTHER, angles), ["Air of Air & Water", "Fire of Air & Water"]);
    let named = format!("{BROTHER}array = \"Earth of Air & Water\"\n");
    assert_eq!(of(&named, angles), ["Earth of Air & Water", "Earth of Air & Water"]);
    let boards = "[factors]\nboard = [\"Air\", \"Fire\"]\n";
    assert_eq!(of(&named, boards), ["Earth of Air & Water", "Earth of Fire & Earth"]);
    let arrays = "[factors]\nboard = [\"Fire\"]\narray = [\"Water\", \"Air of Earth & Fire\"]\n";
    let text = arrays.replace("\"Air of Earth & Fire\"", "\"Air of Fire & Earth\"");
    assert_eq!(of(BROTHER, &text), ["Water of Fire & Earth", "Air of Fire & Earth"]);
}

#[test]
fn cells_against_the_rules_are_refused_all_at_once_or_left_out() {
    let rest = "[factors]\nboard = [\"all\"]\nforce = [\"all\"]\narray = [\"Air of Air & Water\"]\n";
    let found = faults(rest);
    let thrones: Vec<_> =
        found.iter().filter(|fault| fault.problem.contains("the throne on which the querent's king starts")).collect();
    // Every board has one sign or element on the throne of the angle.
    assert_eq!(thrones.len(), 4, "{found:#?}");
    let arrays: Vec<_> = found.iter().filter(|fault| fault.problem.contains("does not belong to the")).collect();
    assert_eq!(arrays.iter().map(|fault| fault.cells).collect::<Vec<_>>(), [16, 16], "{found:#?}");
    assert_eq!(
        arrays[0].first,
        "board Fire, force Aries, array Air of Air & Water".replace("Fire", &first_board(arrays[0]))
    );
    let left = cells(&format!("invalid = \"leave out\"\n{rest}")).unwrap();
    assert_eq!(left.len(), 2 * 15);
    assert!(left.iter().all(|cell| cell.plan.question.ptah != cell.plan.question.army().throne()));
    // Squares of all angles: sixteen less the throne in each.
    let squares = cells("invalid = \"leave out\"\n[factors]\nangle = [\"all\"]\nsquare = [\"all\"]\n").unwrap();
    assert_eq!(squares.len(), 60);
    assert!(squares.iter().all(|cell| cell.plan.question.ptah.to_string() == cell.levels["square"]));
    // If nothing is left, there is nothing to leave out.
    assert_eq!(faults("invalid = \"leave out\"\n[factors]\nsquare = [\"h1\"]\n").len(), 1);
}

fn first_board(fault: &CellFault) -> String {
    fault.first.split([' ', ',']).nth(1).unwrap().to_owned()
}

#[test]
fn a_fraction_is_an_orthogonal_array_or_refused() {
    let factors = "[factors]\nboard = [\"all\"]\ndice = [\"all\"]\nruleset = [\"all\"]\npolicy = [\"random\", \"greedy\", \"purpose\"]\n";
    let all = cells(factors).unwrap();
    let half = cells(&format!("fraction = 2\n{factors}")).unwrap();
    assert_eq!((all.len(), half.len()), (48, 24));
    for (one, two) in [("board", "dice"), ("board", "policy"), ("dice", "ruleset"), ("ruleset", "policy")] {
        let mut meets = BTreeMap::<_, usize>::new();
        half.iter().for_each(|cell| *meets.entry((&cell.levels[one], &cell.levels[two])).or_default() += 1);
        let counts: Vec<_> = meets.values().collect();
        assert!(counts.iter().all(|count| *count == counts[0]), "{one} {two}: {counts:?}");
    }
    // A cell of the fraction plays what it plays in the whole.
    let plays = |cell: &DesignCell| (cell.plan.range.clone(), Provenance::of(&cell.plan, Correspondences::embedded()));
    assert!(half.iter().all(|cell| plays(cell) == plays(&all[cell.number as usize])));
    // With two factors their effects would be one; with four levels of one of them and three of the others, nothing is balanced.
    for rest in [
        "fraction = 2\n[factors]\ndice = [\"all\"]\nruleset = [\"all\"]\n",
        "fraction = 3\n[factors]\nboard = [\"all\"]\ndice = [\"all\"]\nlimit = [5, 6, 7]\n",
        // What is left out upsets it.
        "fraction = 2\ninvalid = \"leave out\"\n[factors]\ndice = [\"all\"]\nruleset = [\"all\"]\nforce = [\"all\"]\n",
    ] {
        let message = cells(rest).unwrap_err();
        assert!(matches!(message, DesignError::Imbalance { .. }), "{message}");
    }
}

#[test]
fn designs_that_are_too_large_are_refused() {
    let limits: Vec<String> = (1..=200).map(|limit| limit.to_string()).collect();
    let rest = format!("[factors]\nboard = [\"all\"]\nforce = [\"all\"]\nlimit = [{}]\n", limits.join(", "));
    assert!(matches!(cells(&rest), Err(DesignError::TooMany(12_800))));
    let text = format!("question = \"q\"\nreadings = {}\n[factors]\ndice = [\"all\"]\n", i64::MAX);
    let many = Design::read(&source("d", &text), Correspondences::embedded()).unwrap();
    assert!(matches!(many.cells(&draft(BROTHER), Correspondences::embedded()), Err(DesignError::TooManyReadings)));
}

/// Plays a reading from a position as `enochian read --auto` plays one from the start.
fn slowly(plan: &Plan, index: u64) -> (u32, String) {
    let question = &plan.question;
    let mut chance = DiceSource::seeded(enochian::simulate::reading_seed(plan.seed, index));
    let mut session = Session::begin(SessionTerms::of_question(question), plan.from_position.clone().unwrap());
    while session.end().is_none() && session.position().ply() < plan.limit.into() {
        let draw: RandomDraw = chance.draw().unwrap();
        session.accept(Act::Throw(draw.throw())).unwrap();
        let moves = session.moves();
        session.accept(Act::Move(moves[draw.choice(moves.len())])).unwrap();
    }
    (session.position().ply(), session.position().to_string())
}

#[test]
fn readings_begin_in_a_position() {
    let rest = format!(
        "[positions]\nduel = \"{DUEL}\"\n[factors]\nposition = [\"all\"]\nprocedure = [\"ptah\", \"kings\", \"game\"]\n"
    );
    let cells = cells(&rest).unwrap();
    assert_eq!(cells.len(), 6);
    let starts: Vec<Option<Position>> = cells.iter().map(|cell| cell.plan.from_position.clone()).collect();
    // The turns are counted from there.
    let duel: Position = DUEL.replace(" 40", " 0").parse().unwrap();
    assert_eq!(starts, [vec![None; 3], vec![Some(duel.clone()); 3]].concat());
    for cell in &cells[3..5] {
        for index in 0..20 {
            let (row, turns) = cell.plan.one(index);
            let (plies, end) = slowly(&cell.plan, index);
            assert_eq!((row.length, turns.len()), (plies, plies as usize));
            let end: Position = end.parse().unwrap();
            assert_eq!(row.captors, Army::ALL.map(|army| end.captor(army)));
        }
        let setting = Provenance::of(&cell.plan, Correspondences::embedded()).setting;
        assert_eq!(setting["position"], duel.to_string());
    }
    // Whole runs see the same as single readings.
    let plan = Plan { range: 0..40, ..cells[3].plan.clone() };
    let mut turns = 0;
    let _ = plan.run(2, enochian::simulate::Tally::new, |_, tally| {
        turns += tally.turns;
        Ok::<(), ()>(())
    });
    assert_eq!(turns, (0..40).map(|index| u64::from(plan.one(index).0.length)).sum::<u64>());
}

const SMALL: &str = "question = \"brother.toml\"\nreadings = 70\nlimit = 300\n[factors]\ndice = [\"all\"]\nruleset = [\"all\"]\n\
                     policy = [\"random\", \"querent=greedy\"]\n";

fn create(folder: &Path, text: &str) -> DesignDir {
    let (design, question) = (source("design.toml", text), source("brother.toml", BROTHER));
    DesignDir::create(folder, &design, &question, Correspondences::embedded(), "a build").unwrap()
}

fn open(folder: &Path) -> Result<DesignDir, DesignError> {
    DesignDir::open(folder, Correspondences::embedded(), "a build", false, |_, _| ())
}

fn play(folder: &Path, threads: usize) {
    open(folder).unwrap().play(Correspondences::embedded(), "a test", threads, |_| ()).unwrap();
}

fn verify(folder: &Path) -> Result<usize, String> {
    let checked = DesignDir::verify(folder, Correspondences::embedded(), Replay::All, |_, _| ());
    checked.map(|progress| progress.cells).map_err(|error| error.to_string())
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            found.extend(files(&entry.path()).into_iter().map(|(inner, content)| (format!("{name}/{inner}"), content)));
        // A manifest of readings has the time that they took.
        } else if !name.starts_with('.') && !name.starts_with('_') {
            found.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    found
}

#[test]
fn a_design_is_the_same_whatever_way_it_is_played() {
    let temporary = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| temporary.path().join(name));
    drop((create(&whole, SMALL), create(&parts, SMALL)));
    assert_eq!(verify(&whole), Ok(0));
    play(&whole, 2);
    assert_eq!(verify(&whole), Ok(8));
    // Stopped after every hundred readings.
    let mut rounds = 0;
    loop {
        let mut design = open(&parts).unwrap();
        let (stop, done) = (Arc::new(AtomicBool::new(false)), AtomicU64::new(0));
        let workers = Workers { threads: 1, stop: Arc::clone(&stop) };
        let progress = |readings| {
            let before = done.fetch_add(readings, Ordering::Relaxed);
            stop.store(before + readings >= 100, Ordering::Relaxed);
        };
        design.play(Correspondences::embedded(), "a test", workers, progress).unwrap();
        rounds += 1;
        let played = design.played();
        drop(design);
        assert_eq!(verify(&parts), Ok(played));
        if played == 8 {
            break;
        }
        assert!(!parts.join("cells.csv").exists() && rounds < 20);
    }
    assert!(rounds > 2, "{rounds}");
    assert_eq!(files(&whole), files(&parts));
    // Each cell is the simulation of its plan.
    let design = open(&whole).unwrap();
    let summaries = design.summaries().unwrap();
    for ((planned, summary), cell) in summaries.iter().zip(design.cells()) {
        let mut tally = enochian::simulate::Tally::new();
        cell.plan.range.clone().for_each(|index| tally.count(&cell.plan.one(index).0));
        let provenance = Provenance::of(&cell.plan, Correspondences::embedded());
        assert_eq!(*summary, SimulationSummary::of(provenance, planned.from..planned.to, &tally, 0.0));
    }
}

#[test]
fn the_table_has_a_row_for_each_cell() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("study");
    drop(create(&folder, SMALL));
    play(&folder, 1);
    let mut reader = csv::Reader::from_path(folder.join("cells.csv")).unwrap();
    let header = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let cell = |row: usize, name: &str| rows[row][header.iter().position(|other| other == name).unwrap()].to_owned();
    let number = |row: usize, name: &str| cell(row, name).parse::<u64>().unwrap();
    assert_eq!(rows.len(), 8);
    let design = open(&folder).unwrap();
    for (row, (planned, summary)) in design.summaries().unwrap().iter().enumerate() {
        assert_eq!(number(row, "cell"), planned.cell);
        for (name, level) in &planned.levels {
            assert_eq!(cell(row, name), *level);
        }
        assert_eq!(cell(row, "setting_ptah"), planned.setting["ptah"]);
        assert_eq!(number(row, "ptah_yes"), summary.answer(Criterion::Ptah, Verdict::Yes));
        assert_eq!(number(row, "kings_undecided"), summary.answer(Criterion::Kings, Verdict::Undecided));
        assert_eq!(number(row, "length_50"), u64::from(summary.length(0.5)));
        assert_eq!(number(row, "ending_drawn_bare_kings"), summary.endings["drawn: bare kings"]);
        assert_eq!(number(row, "king_taken_fire"), summary.kings_taken["Fire"]);
        assert_eq!(number(row, "fate_water_frozen"), summary.fates["Water"]["frozen"]);
        assert_eq!(number(row, "turns"), summary.turns);
        assert_eq!((number(row, "reading_from"), number(row, "reading_to")), (planned.from, planned.to));
    }
    #[cfg(feature = "parquet")]
    {
        let parquet = fs::File::open(folder.join("cells.parquet")).unwrap();
        let reader = parquet::file::reader::SerializedFileReader::new(parquet).unwrap();
        use parquet::file::reader::FileReader;
        let columns = reader.metadata().file_metadata().schema_descr().columns().iter().map(|it| it.name().to_owned());
        assert_eq!(columns.collect::<Vec<_>>(), header.iter().collect::<Vec<_>>());
        let plan = reader.metadata().file_metadata().key_value_metadata().unwrap()[0].clone();
        assert_eq!((plan.key.as_str(), plan.value.as_deref()), ("plan", Some(design.digest())));
        for (row, found) in reader.get_row_iter(None).unwrap().map(Result::unwrap).enumerate() {
            let found: Vec<String> =
                found.get_column_iter().map(|(_, field)| field.to_string().trim_matches('"').to_owned()).collect();
            let expected: Vec<String> = rows[row].iter().map(str::to_owned).collect();
            assert_eq!(found, expected);
        }
    }
    #[cfg(not(feature = "parquet"))]
    assert!(!folder.join("cells.parquet").exists());
}

#[test]
fn with_tables_every_reading_is_written_and_damaged_files_are_made_again() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("study");
    let positions = format!("position = [\"all\"]\n[positions]\nduel = \"{DUEL}\"\n");
    let text = "play_out = true\n".to_owned()
        + SMALL
        + &positions
        + "[tables]\nlevel = \"events\"\nformat = \"csv\"\npart = 32\n";
    drop(create(&folder, &text));
    play(&folder, 2);
    assert_eq!(verify(&folder), Ok(16));
    let before = files(&folder);
    let part = folder.join("readings/cell-000003/part-000000000210-000000000224.csv");
    assert!(part.is_file(), "{:?}", before.keys());
    let table = if cfg!(feature = "parquet") { "cells.parquet" } else { "cells.csv" };
    let damages = [&part, &folder.join(table), &folder.join("cells/cell-000005.json")];
    for damage in damages.into_iter().take(short_or_whole(2, 3)) {
        fs::write(damage, "damaged").unwrap();
        let name = damage.strip_prefix(&folder).unwrap().display().to_string();
        let message = verify(&folder).unwrap_err();
        assert!(message.contains(&format!("{name}: 7 bytes, not ")), "{message}");
        let design = open(&folder).unwrap();
        assert_eq!(design.damaged().len(), 1);
        drop(design);
        play(&folder, 1);
        assert_eq!(verify(&folder), Ok(16));
        assert!(files(&folder) == before, "{name}");
    }
    fs::remove_dir_all(folder.join("readings/cell-000001")).unwrap();
    play(&folder, 1);
    assert!(files(&folder) == before && verify(&folder) == Ok(16));
}

/// Replaces a text in a file of the folder.
fn edit(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(file, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn what_has_changed_since_the_plan_is_refused_by_name() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("study");
    let refused = |file: &str, from: &str, to: &str, named: &str| {
        let _ = fs::remove_dir_all(&folder);
        drop(create(&folder, SMALL));
        edit(&folder.join(file), from, to);
        let message = open(&folder).map(drop).unwrap_err().to_string();
        assert!(message.contains("these changed since it was planned") && message.contains(named), "{message}");
        assert!(!folder.join("receipt.json").exists());
    };
    refused("design.toml", "readings = 70", "readings = 71", "\n  design.toml: ");
    refused("question.toml", "my brother", "your brother", "\n  question.toml: ");
    refused("plan.json", "\"limit\": 300", "\"limit\": 301", "plan.json: it does not follow from design.toml");
    refused("plan.json", "\"program\": \"enochian ", "\"program\": \"enochian 9", "the program: enochian 9");
    refused("plan.json", "\"chance\": \"", "\"chance\": \"dice ", "the random number generator: dice ");
    let other =
        Correspondences::with_file("dice.toml", &(include_str!("../../data/dice.toml").to_owned() + "\n")).unwrap();
    let _ = fs::remove_dir_all(&folder);
    drop(create(&folder, SMALL));
    let message = DesignDir::open(&folder, &other, "a build", false, |_, _| ()).map(drop).unwrap_err().to_string();
    assert!(message.contains("\n  the data: "), "{message}");
    // Another build only if it is allowed; the receipt then names it.
    let open = |allowed| DesignDir::open(&folder, Correspondences::embedded(), "built elsewhere", allowed, |_, _| ());
    assert!(matches!(open(false), Err(DesignError::OtherBuild(..))));
    open(true).unwrap().play(Correspondences::embedded(), "a test", 2, |_| ()).unwrap();
    assert!(fs::read_to_string(folder.join("receipt.json")).unwrap().contains("\"executable\": \"built elsewhere\""));
    let progress = DesignDir::verify(&folder, Correspondences::embedded(), Replay::default(), |_, _| ()).unwrap();
    assert!(!progress.is_of_one_build && progress.is_of_this_program);
    // With other data the plan cannot be made again, but the hashes still hold.
    assert!(!DesignDir::verify(&folder, &other, Replay::All, |_, _| ()).unwrap().is_of_this_program);
}

/// The SHA-256 of a file.
fn sha256(file: &Path) -> String {
    enochian::simulate::output::fingerprint(file).unwrap()
}

#[test]
fn a_folder_is_played_by_one_process_at_a_time() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("study");
    let first = create(&folder, SMALL);
    let message = open(&folder).map(drop).unwrap_err().to_string();
    assert!(message.contains("another run is writing to"), "{message}");
    drop(first);
    assert!(open(&folder).is_ok());
    let taken = DesignDir::create(&folder, &source("d", SMALL), &source("q", BROTHER), Correspondences::embedded(), "");
    assert!(taken.unwrap_err().to_string().contains("already exists and is not an empty folder"));
    assert!(matches!(open(temporary.path()), Err(DesignError::NoPlan(_))));
}

/// The commands.
#[cfg(feature = "cli")]
mod commands {
    use std::process::Output;
    #[cfg(unix)]
    use std::process::Stdio;

    use super::*;
    #[cfg(unix)]
    use crate::desk::wait_for;
    use crate::desk::{ROOT, TestDesk, said, told};

    /// A desk with the questions, and the design of `docs/DESIGNS.md`.
    fn desk() -> TestDesk {
        let desk = TestDesk::new();
        let root = Path::new(ROOT);
        let copied = Command::new("cp").arg("-rT").args([root.join("questions"), desk.path("questions")]).status();
        assert!(copied.unwrap().success());
        let document = fs::read_to_string(root.join("docs/DESIGNS.md")).unwrap();
        let design = document.split_once("```toml\n").unwrap().1.split_once("```").unwrap().0;
        desk.with_file("design.toml", design)
    }

    fn enochian(desk: &TestDesk, line: &str) -> Output {
        desk.run(&line.split(' ').collect::<Vec<_>>())
    }

    fn texts(output: &Output) -> (String, String) {
        (said(output), told(output))
    }

    #[test]
    fn the_commands_of_the_document() {
        let desk = desk();
        let document = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/DESIGNS.md")).unwrap();
        let lines: Vec<&str> = document.lines().filter_map(|line| line.strip_prefix("$ enochian ")).collect();
        assert_eq!(lines.len(), 3);
        let mut pages = vec![];
        for line in lines {
            let output = enochian(&desk, line);
            assert!(output.status.success() && output.stderr.is_empty(), "{line}: {output:?}");
            pages.push(texts(&output).0);
        }
        let digest = sha256(&desk.path("study/plan.json"));
        assert!(pages[0].contains("all 16 combinations") && pages[0].contains(&digest), "{}", pages[0]);
        let is_timed = ["about ", "less than a second"].iter().any(|words| pages[0].contains(words));
        assert!(is_timed, "{}", pages[0]);
        assert!(pages[1].contains("16 cells with 8,000 readings: study/cells.csv"), "{}", pages[1]);
        // The shares of a factor hide what it does together with another, so that is told.
        let words = pages[1].split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(" of 20 pairs of levels ") && words.contains(" Both Yes by odds points p "), "{words}");
        assert!(
            pages[2].starts_with(
                "study: the plan, 16 of 16 cells and their 8,000 readings are intact.\n1,000 of them were played again"
            ),
            "{}",
            pages[2]
        );
        assert!(pages[2].contains(&digest) && pages[2].contains(&sha256(&desk.path("study/receipt.json"))));
        assert!(pages.iter().flat_map(|page| page.lines()).all(|line| line.chars().count() <= 80), "{pages:#?}");
        // Every column is in the document, by its name or by another of its kind.
        let header = fs::read_to_string(desk.path("study/cells.csv")).unwrap().lines().next().unwrap().to_owned();
        for column in header.split(',').filter(|column| !["angle", "dice"].contains(column)) {
            let (kind, _) = column.split_once('_').unwrap_or((column, ""));
            let plain = ["cell", "seed", "readings", "turns", "no_moves", "captures"].contains(&column);
            let counted = ["promotions", "concourses", "seizures"].contains(&column);
            assert!(
                plain
                    || counted
                    || document.contains(&format!("`{kind}_"))
                    || document.contains(&format!("`{column}`")),
                "{column}"
            );
        }
        // The counts of a cell are a summary for the other commands.
        let output = enochian(&desk, "simulate compare study/cells/cell-000000.json study/cells/cell-000001.json");
        assert!(output.status.success(), "{output:?}");
    }

    #[cfg(unix)]
    #[test]
    fn ctrl_c_keeps_the_finished_cells() {
        let desk = desk();
        let text = "question = \"questions/brother.toml\"\nreadings = 3000\n[factors]\nforce = [\"all\"]\npolicy = [\"greedy\"]\n";
        fs::write(desk.path("long.toml"), text.replacen("[factors]", "invalid = \"leave out\"\n[factors]", 1)).unwrap();
        assert!(enochian(&desk, "simulate plan long.toml --out long").status.success());
        let mut command = desk.command(&["simulate", "design", "long", "--threads", "1"]);
        let child = command.stderr(Stdio::piped()).spawn().unwrap();
        wait_for("a cell is finished", || desk.path("long/cells/cell-000000.json").exists());
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let stderr = texts(&output).1;
        assert_eq!(output.status.code(), Some(130), "{stderr}");
        assert!(
            stderr.contains("of 15 cells, which are saved")
                && stderr.contains("go on with: enochian simulate design long"),
            "{stderr}"
        );
        let output = enochian(&desk, "simulate verify long");
        let (stdout, stderr) = texts(&output);
        assert!(
            stdout.contains(" of 15 cells and their ") && stderr.contains("it is not complete"),
            "{stdout}{stderr}"
        );
    }
}
