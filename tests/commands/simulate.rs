//! Simulations, as people and programs run them.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::{DieThrower, QuestionDraft};
use enochian::simulate::{CountUnit, Plan, reading_seed};
use serde_json::Value;

#[cfg(unix)]
use crate::desk::Person;
use crate::desk::{BROTHER, PROGRAM, ROOT, TestDesk, spawn, wait_for};
use crate::slowly::{slowly, tallied};

/// Where the system grants fewer threads than are wanted, or none beside the first, the readings are played all the same.
#[cfg(target_os = "linux")]
#[test]
fn fewer_threads_than_wanted_play_the_same_readings() {
    let words = ["simulate", BROTHER, "--readings", "3000", "--json", "--threads"];
    let play = |threads: &str, limit: &str, stack: &str| {
        let command = format!("ulimit -v {limit} && exec \"$0\" \"$@\"");
        let desk = TestDesk::new();
        let mut shell = desk.program("sh", &["-c", &command, PROGRAM]);
        shell.args(words).arg(threads);
        // The more address space a thread takes for its stack, the fewer there can be.
        let output = shell.env("RUST_MIN_STACK", stack).env("MALLOC_ARENA_MAX", "1").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut found: Value = serde_json::from_slice(&output.stdout).unwrap();
        found["seconds"] = Value::Null;
        found
    };
    let expected = play("1", "unlimited", "2000000");
    // What four threads leave, in kB, is enough for the program itself.
    assert_eq!(play("1024", "2200000", "500000000"), expected, "four threads or so");
    assert_eq!(play("1024", "2200000", "3000000000"), expected, "none");
}

fn simulate(arguments: &[&str]) -> Output {
    TestDesk::new().run(&[&["simulate"], arguments].concat())
}

fn json(arguments: &[&str]) -> Value {
    TestDesk::new().json(&[&["simulate"], arguments].concat())
}

#[test]
fn the_command_counts_what_the_library_counts() {
    let mut one = json(&[BROTHER, "--readings", "700", "--seed", "9", "--threads", "1"]);
    let mut two = json(&[BROTHER, "--readings", "0..700", "--seed", "9", "--threads", "2"]);
    assert!(one["seconds"].as_f64().unwrap() > 0.0);
    (one["seconds"], two["seconds"]) = (Value::Null, Value::Null);
    assert_eq!(one, two);
    let file = Source::read(BROTHER.as_ref(), Source::TOML_LIMIT).unwrap();
    let question =
        QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
    let tally = tallied(&Plan::new(question, 9, 0..700), 1);
    assert_eq!(one["readings"], 700);
    assert_eq!(one["turns"], tally.turns);
    for (place, verdict) in ["yes", "no", "undecided"].into_iter().enumerate() {
        assert_eq!(one["answers"]["ptah"][verdict], tally.ptah[place].iter().sum::<u64>());
        assert_eq!(one["answers"]["kings"][verdict], tally.kings[place].iter().sum::<u64>());
    }
    assert_eq!(one["landings"]["a1"], tally.counts.landings[0]);
    assert_eq!(one["landings"]["h8"], tally.counts.landings[63]);
    assert!(one["chance"].as_str().unwrap().contains("xoshiro256++"));
}

/// What is described once appears everywhere: with its number in JSON, and on the page.
#[test]
fn every_counter_stands_in_json_and_on_the_page() {
    let arguments = [BROTHER, "--readings", "700", "--seed", "9"];
    let (found, page) = (json(&arguments), simulate(&arguments).stdout);
    // Lines are broken between words.
    let page = String::from_utf8(page).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    let file = Source::read(BROTHER.as_ref(), Source::TOML_LIMIT).unwrap();
    let question =
        QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
    for (counter, count) in tallied(&Plan::new(question, 9, 0..700), 1).counts.events.iter() {
        assert_eq!(found[counter.name], count, "{}", counter.name);
        let told = match counter.per {
            CountUnit::Turn => {
                let share = 100.0 * count as f64 / found["turns"].as_f64().unwrap();
                format!("{} {share:.2} % of all turns", counter.label)
            }
            CountUnit::Reading => format!("{:.2} {}", count as f64 / 700.0, counter.label),
        };
        assert!(page.contains(&told), "{told} in {page}");
    }
}

#[test]
fn one_reading_is_kept_as_a_journal_that_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    let output = simulate(&[BROTHER, "--seed", "9", "--save", "4812377", "--journals", place]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let path = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).next().unwrap();
    let record = enochian::journal::read(&path, Correspondences::embedded()).unwrap();
    assert_eq!(record.heading().game.enochian().unwrap().die(), Some(DieThrower::Seeded(reading_seed(9, 4_812_377))));
    let (reading, _) =
        slowly(record.heading().game.enochian().unwrap().question().unwrap(), reading_seed(9, 4_812_377), 2000);
    assert_eq!(record.enochian().unwrap().position(), reading.position());
}

/// Runs a simulation without end, and sends it Ctrl-C's signal after a while.
#[cfg(target_os = "linux")]
fn interrupted(arguments: &[&str], after: Duration) -> Output {
    let desk = TestDesk::new();
    let mut run = spawn(desk.command(&["simulate"]).args(arguments).args(["--readings", "100000000000"]));
    // Until SIGINT, the second signal, is handled.
    let handled = |status: String| {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap() & 2 != 0
    };
    wait_for("the signal is handled", || {
        handled(std::fs::read_to_string(format!("/proc/{}/status", run.id())).unwrap())
    });
    std::thread::sleep(after);
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap().success());
    let asked = Instant::now();
    wait_for("the run ends", || run.try_wait().unwrap().is_some());
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    run.wait_with_output().unwrap()
}

/// A reading of level-4 takes minutes.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_search_too() {
    let output = interrupted(&[BROTHER, "--policy", "level-4"], Duration::from_millis(100));
    assert_eq!(output.status.code(), Some(130), "{output:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_what_was_counted_and_how_to_play_the_rest() {
    for policy in ["random", "level-3"] {
        let arguments = [BROTHER, "--policy", policy, "--json"];
        // A machine that is busy may need longer for the first readings.
        let waits = [100, 1000, 10_000].map(Duration::from_millis);
        let output = waits.iter().map(|&wait| interrupted(&arguments, wait)).find(|output| !output.stdout.is_empty());
        let output = output.expect("something is counted in ten seconds");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{said}");
        let mut counted: Value = serde_json::from_slice(&output.stdout).unwrap();
        let readings = counted["readings"].as_u64().unwrap();
        assert_eq!(counted["done"], serde_json::json!([[0, readings]]));
        assert!(said.contains("of 100,000,000,000 readings"), "{said}");
        assert!(said.contains(&format!("--readings {readings}..100000000000")), "{said}");
        let mut whole = json(&[BROTHER, "--policy", policy, "--readings", &readings.to_string()]);
        (counted["seconds"], whole["seconds"]) = (Value::Null, Value::Null);
        assert_eq!(counted, whole);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_grid_too() {
    let arguments = [BROTHER, "--over", "ptah"];
    let waits = [100, 1000, 10_000].map(Duration::from_millis);
    let output = waits.iter().map(|&wait| interrupted(&arguments, wait)).find(|output| !output.stdout.is_empty());
    let output = output.expect("something is counted in ten seconds");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("of 100,000,000,000 readings of each of 15 cells"), "{said}");
    let readings: String = said.chars().skip_while(|it| !it.is_ascii_digit()).take_while(|it| *it != ' ').collect();
    let whole = simulate(&[BROTHER, "--over", "ptah", "--readings", &readings]);
    assert_eq!(String::from_utf8(output.stdout), String::from_utf8(whole.stdout));
}

/// A researcher's question: does play for the Ptah change the share of Yes, over these questions?
#[test]
fn one_command_tells_the_difference_over_all_questions() {
    let files = ["brother", "love"].map(|name| format!("{ROOT}/questions/{name}.toml"));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let words = [files.as_slice(), &["--over", "policy=random,purpose", "--readings", "700", "--seed", "9"]].concat();
    let found = json(&words);
    let rows = found["rows"].as_array().unwrap();
    assert_eq!((rows.len(), found["intervals"].as_u64().unwrap()), (4, 6));
    for (row, policy) in rows.iter().zip(["random", "purpose"].into_iter().cycle()) {
        assert_eq!(row["policy"], policy);
        let question = format!("{ROOT}/questions/{}.toml", row["question"].as_str().unwrap());
        let alone = json(&[&question, "--policy", policy, "--readings", "700", "--seed", "9"]);
        assert_eq!(row["yes"], alone["answers"]["ptah"]["yes"]);
        let turns = alone["turns"].as_f64().unwrap() / 700.0;
        assert!((row["turns"].as_f64().unwrap() - turns).abs() < 1e-9);
    }
    let mean = &found["means"][0];
    let of = |row: usize| rows[row]["difference"].as_f64().unwrap();
    assert!((mean["difference"].as_f64().unwrap() - (of(1) + of(3)) / 2.0).abs() < 1e-12, "{mean}");
    assert_eq!((&mean["policy"], &mean["questions"]), (&Value::from("purpose"), &Value::from(2)));
}

/// The widest line in columns, and the line.
fn widest(page: &str) -> (usize, &str) {
    page.lines().map(|line| (line.chars().count(), line)).max().unwrap()
}

#[cfg(unix)]
#[test]
fn pages_fit_a_narrow_terminal() {
    for words in ["", "--over board", "questions/love.toml"] {
        // The terminal gets a size of its own once it is there, so another is set only then.
        let script = format!(
            "read _; stty rows 24 cols 40; enochian simulate {words} questions/brother.toml --readings 12 2>/dev/null"
        );
        let desk = TestDesk::new();
        let mut command = desk.shell(&script);
        command.current_dir(ROOT).env("NO_COLOR", "1").env("TERM", "xterm").env("PAGER", "");
        let mut person = Person::at(command);
        person.enters("");
        let page = person.rest();
        let (columns, line) = widest(&page);
        assert!(columns <= 40 && page.contains("Ptah"), "{words}: {columns} columns in {line}");
    }
}
