//! Simulations, as people and programs run them.

use std::process::{Command, Output};
use std::time::Duration;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::{DieThrower, QuestionDraft};
use enochian::simulate::{CountUnit, Plan, reading_seed};
use serde_json::Value;

#[cfg(unix)]
use crate::desk::Person;
use crate::desk::{BROTHER, PROGRAM, ROOT, TestDesk, spawn, wait_for};
use crate::sample::short_or_whole;
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
    let output = simulate(&[BROTHER, "--seed", "9", "--journal", "4812377", "--journals", place]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let path = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).next().unwrap();
    let record = enochian::journal::read(&path, Correspondences::embedded()).unwrap();
    assert_eq!(record.heading().game.enochian().unwrap().die(), Some(DieThrower::Seeded(reading_seed(9, 4_812_377))));
    let (reading, _) =
        slowly(record.heading().game.enochian().unwrap().question().unwrap(), reading_seed(9, 4_812_377), 2000);
    assert_eq!(record.enochian().unwrap().position(), reading.position());
}

#[test]
fn families_and_pairs_are_set_side_by_side() {
    let versions = json(&["scan", "--over", "ptah", BROTHER, "--readings", "20"]);
    assert_eq!(versions.as_array().unwrap().len(), 15, "every square of the angle but the throne");
    for (over, count) in [("board", 4), ("array", 4), ("table", 2)] {
        let versions = json(&["scan", "--over", over, BROTHER, "--readings", "20"]);
        assert_eq!(versions.as_array().unwrap().len(), count, "{over}");
    }
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved.json");
    std::fs::write(&saved, json(&[BROTHER, "--readings", "300"]).to_string()).unwrap();
    let saved = saved.to_str().unwrap();
    let twice = json(&["compare", saved, saved]);
    assert_eq!(twice["same_chance"], 300);
    assert!(twice["differences"].as_array().unwrap().iter().all(|found| found["difference"] == 0.0));
    // A question is played by other chance than that of what it is compared with.
    for [one, other] in [[saved, BROTHER], [BROTHER, saved], [BROTHER, BROTHER]] {
        let apart = json(&["compare", one, other, "--readings", "300"]);
        assert_eq!(apart["same_chance"], 0);
        let mut done = [&apart["one"]["done"], &apart["other"]["done"]].map(ToString::to_string);
        done.sort();
        assert_eq!(done, ["[[0,300]]", "[[300,600]]"]);
    }
    let named = ["scan", "--over", "policy", BROTHER, "--readings", "3", "--policy", "greedy", "--policy"];
    let policies = json(&[&named[..], &["level-2"]].concat());
    let versions: Vec<&Value> = policies.as_array().unwrap().iter().map(|version| &version["name"]).collect();
    assert_eq!(versions, ["greedy v greedy", "greedy v level-2", "level-2 v greedy", "level-2 v level-2"]);
    let armies = simulate(&[&named[..], &["querent=greedy"]].concat());
    assert_eq!(armies.status.code(), Some(1), "each plays both sides");
}

/// A page without its line breaks.
fn unwrapped(page: &str) -> String {
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An answer by the kings that was cut short is no estimate, wherever it is shown.
#[test]
fn answers_that_were_not_played_out_are_only_so_far() {
    let page = |arguments: &[&str]| String::from_utf8(simulate(arguments).stdout).unwrap();
    let (few, out) = (["--readings", "500"], ["--readings", "500", "--play-out"]);
    let with = |command: &[&str], more: &[&str]| page(&[command, &[BROTHER], more].concat());
    let kings = |text: &str| text.lines().find(|line| line.starts_with("  yes")).unwrap().matches('–').count();
    let (short, long) = (with(&[], &few), with(&[], &out));
    assert!(short.contains("by the kings so far") && kings(&short) == 1, "{short}");
    assert!(!long.contains("so far") && unwrapped(&long).contains("procedure ptah, played out"), "{long}");
    assert_eq!(kings(&long), 2, "{long}");
    let so_far = |more: &[&str]| json(&[&[BROTHER], more].concat())["so_far"].clone();
    assert_eq!([so_far(&few), so_far(&out)], [serde_json::json!(["kings"]), serde_json::json!([])]);
    for command in [["scan", "--over=ptah"].as_slice(), &["compare", BROTHER]] {
        let (short, long) = (with(command, &few), with(command, &out));
        assert!(short.contains("so far") && !long.contains("so far"), "{short}{long}");
    }
    let compared = json(&["compare", BROTHER, BROTHER, "--readings", "500"]);
    for difference in compared["differences"].as_array().unwrap() {
        let is_so_far = difference["of"].as_str().unwrap().ends_with("by the kings");
        assert_eq!((&difference["so_far"], difference["p"].is_null()), (&is_so_far.into(), is_so_far));
    }
}

#[test]
fn a_scan_compares_all_versions_with_the_question_as_it_is() {
    let versions = json(&["scan", "--over", "ptah", BROTHER, "--readings", "3000"]);
    let versions = versions.as_array().unwrap();
    let references: Vec<&Value> = versions.iter().filter(|version| version["reference"] == true).collect();
    assert_eq!(references.len(), 1);
    assert_eq!(references[0]["name"], "a5 Gemini");
    let alone = json(&[BROTHER, "--readings", "3000"]);
    assert_eq!(references[0]["summary"]["landings"], alone["landings"]);
    for version in versions {
        let yes = &version["differences"][0];
        let of = |summary: &Value| summary["answers"]["ptah"]["yes"].as_f64().unwrap() / 3000.0;
        let difference = of(&version["summary"]) - of(&alone);
        assert!((yes["difference"].as_f64().unwrap() - difference).abs() < 1e-12);
        let middle = (yes["low"].as_f64().unwrap() + yes["high"].as_f64().unwrap()) / 2.0;
        assert!((middle - difference).abs() < 0.001, "{yes}");
        assert!(version["reference"] == true || yes["correlation"].as_f64().unwrap() > 0.4, "{yes}");
        assert!(yes["p_corrected"].as_f64() >= yes["p"].as_f64());
        let is_wider = yes["low_corrected"].as_f64() < yes["low"].as_f64();
        assert!(
            is_wider && yes["high_corrected"].as_f64() > yes["high"].as_f64() || version["reference"] == true,
            "{yes}"
        );
        assert_eq!(version["differences"].as_array().unwrap().len(), 2, "those that are corrected together");
    }
    let page = String::from_utf8(simulate(&["scan", "--over", "ptah", BROTHER, "--readings", "3000"]).stdout).unwrap();
    for words in ["3,000 readings, seed 1, at most 2000 turns, policy random", "as asked", "a5 Gemini", "Holm"] {
        assert!(unwrapped(&page).contains(words), "{words}: {page}");
    }
    let boards = String::from_utf8(simulate(&["scan", "--over", "board", BROTHER, "--readings", "50"]).stdout).unwrap();
    assert!(unwrapped(&boards).contains("Air of Air & Water on Air and Water"), "{boards}");
}

#[test]
fn paired_questions_are_played_with_the_same_chance() {
    let love = concat!(env!("CARGO_MANIFEST_DIR"), "/questions/love.toml");
    let paired = json(&["compare", BROTHER, love, "--paired", "--readings", "300"]);
    assert_eq!((&paired["paired"], &paired["same_chance"]), (&true.into(), &300.into()));
    for found in paired["differences"].as_array().unwrap().iter().filter(|found| found["so_far"] == false) {
        let [difference, low, high] = ["difference", "low", "high"].map(|key| found[key].as_f64().unwrap());
        assert!((low..=high).contains(&difference) && (difference - (low + high) / 2.0).abs() < 0.002, "{found}");
    }
    let itself = json(&["compare", BROTHER, BROTHER, "--paired", "--readings", "300"]);
    assert!(itself["differences"].as_array().unwrap().iter().all(|found| found["difference"] == 0.0));
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved.json");
    std::fs::write(&saved, json(&[BROTHER, "--readings", "300"]).to_string()).unwrap();
    let refused = simulate(&["compare", saved.to_str().unwrap(), BROTHER, "--paired"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("--paired needs two question files"));
}

#[test]
fn play_goes_on_until_the_answer_is_known_to_a_width() {
    let until = |more: &[&str]| json(&[&[BROTHER, "--until", "2"], more].concat());
    let (one, two) = (until(&["--threads", "1"]), until(&["--threads", "2"]));
    assert_eq!((&one["until"], &one["answers"], &one["done"]), (&two["until"], &two["answers"], &two["done"]));
    let (known, readings) = (&one["until"], one["readings"].as_u64().unwrap());
    let [low, high] = ["low", "high"].map(|end| known[end].as_f64().unwrap());
    assert!(high - low <= 0.04 && high - low > 0.035, "{known}");
    assert_eq!(known["of"], "yes by the Ptah");
    // The readings are the same as without it.
    let plain = json(&[BROTHER, "--readings", &readings.to_string()]);
    assert_eq!(plain["answers"], one["answers"]);
    let cut = until(&["--readings", "1500"]);
    assert_eq!((&cut["readings"], &cut["until"]["low"]), (&1500.into(), &Value::Null));
    for (width, told) in [("0", "percentage points"), ("50", "percentage points"), ("little", "percentage points")] {
        let refused = simulate(&[BROTHER, "--until", width]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8(refused.stderr).unwrap().contains(told));
    }
}

#[test]
fn landings_are_shown_by_army_piece_phase_and_answer() {
    for (by, parts) in [("army", 4), ("piece", 6), ("phase", 3), ("answer", 3)] {
        let found = json(&["--by", by, BROTHER, "--readings", "200"]);
        let maps: Vec<&Value> = found["landings"].as_object().unwrap().values().collect();
        assert_eq!(maps.len(), parts, "{by}");
        for (square, all) in found["summary"]["landings"].as_object().unwrap() {
            assert_eq!(
                maps.iter().map(|map| map[square].as_u64().unwrap()).sum::<u64>(),
                all.as_u64().unwrap(),
                "{square}"
            );
        }
        let page = String::from_utf8(simulate(&["--by", by, BROTHER, "--readings", "200"]).stdout).unwrap();
        let boards = page.lines().filter(|line| line.split_whitespace().eq(["a", "b", "c", "d", "e", "f", "g", "h"]));
        assert_eq!(boards.count(), parts, "{page}");
        assert!(widest(&page).0 <= 80);
    }
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("landings.svg");
    let drawn = simulate(&["--by=phase", BROTHER, "--readings=200", "--plot", picture.to_str().unwrap()]);
    assert!(drawn.status.success());
    let svg = std::fs::read_to_string(picture).unwrap();
    assert!(["opening", "middle", "end"].iter().all(|part| svg.contains(part)), "{svg}");
}

#[test]
fn power_says_how_many_readings_are_needed() {
    let found = json(&["power", "50", "70", "--power", "80", "--correlation", "0.5"]);
    assert_eq!(found["readings"], 93);
    assert!(found["paired_readings"].as_u64().unwrap() < 60, "{found}");
    let more = json(&["power", "50", "70", "--power", "80", "--comparisons", "14"]);
    assert!(more["readings"].as_u64().unwrap() > 150, "{more}");
    for (arguments, code) in [(["power", "50", "50"], 1), (["power", "50", "150"], 2), (["power", "50", "half"], 2)] {
        assert_eq!(simulate(&arguments).status.code(), Some(code), "{arguments:?}");
    }
    // At most all that have the rarer answer have the other too. What is told as possible is possible.
    let refused = simulate(&["power", "1", "50", "--correlation", "0.9"]);
    let said = unwrapped(&String::from_utf8(refused.stderr).unwrap());
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(
        said.contains("cannot have a correlation of 0.9; give --correlation a number from -0.1005 to 0.1005"),
        "{said}"
    );
    for possible in ["--correlation=0.1005", "--correlation=-0.1005"] {
        assert!(simulate(&["power", "1", "50", possible]).status.success(), "{possible}");
    }
}

#[test]
fn a_scan_of_boards_holds_the_question_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("question.toml");
    let question = "question = \"?\"\nboard = \"Water\"\nangle = \"Air\"\nhouse = 3\narray = \"Fire of Air & Water\"\n";
    std::fs::write(&path, question).unwrap();
    let versions = json(&["scan", "--over", "board", path.to_str().unwrap(), "--readings", "5"]);
    let here = &versions.as_array().unwrap()[1]["summary"];
    let alone = json(&[path.to_str().unwrap(), "--readings", "5"]);
    assert_eq!((&here["setting"], &here["landings"]), (&alone["setting"], &alone["landings"]));
}

#[test]
fn what_cannot_be_played_is_refused_with_a_way_out() {
    let told = |arguments: &[&str], code: i32, words: &str| {
        let output = simulate(arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(words), "{said}");
    };
    told(&[BROTHER, "--policy", "greddy"], 1, "Did you mean \"greedy\"?");
    told(&[BROTHER, "--policy", "querrent=greedy"], 1, "Did you mean \"querent\"?");
    told(&[BROTHER, "--readings", "5..5"], 2, "the range from 5 to 5 is empty");
    told(&[BROTHER, "--procedure", "fast"], 1, "unknown procedure \"fast\"");
    told(&[BROTHER, "--limit", "0"], 2, "--limit");
    told(&[BROTHER, "--journal", "1", "--procedure", "game"], 1, "only a reading can be saved");
    told(&["missing.toml"], 1, "missing.toml");
    told(&[], 2, "QUESTION");
}

#[test]
fn a_seed_gives_the_same_counts_for_ever() {
    let found = json(&[BROTHER, "--readings", "1000", "--seed", "1"]);
    assert_eq!(found["turns"], 247_191);
    assert_eq!(found["answers"]["ptah"], serde_json::json!({ "yes": 553, "no": 439, "undecided": 8 }));
    assert_eq!(found["answers"]["kings"], serde_json::json!({ "yes": 442, "no": 439, "undecided": 119 }));
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
    wait_for("the run ends", || run.try_wait().unwrap().is_some());
    run.wait_with_output().unwrap()
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
fn ctrl_c_ends_scans_and_comparisons_too() {
    for (arguments, told) in [
        (&["scan", "--over", "ptah", BROTHER] as &[&str], "of each of 15 versions"),
        (&["compare", BROTHER, BROTHER], "nothing was compared"),
    ] {
        let output = interrupted(arguments, Duration::from_millis(100));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert!(output.stdout.is_empty() && said.contains(told), "{said}");
    }
}

/// The widest line in columns, and the line.
fn widest(page: &str) -> (usize, &str) {
    page.lines().map(|line| (line.chars().count(), line)).max().unwrap()
}

#[test]
fn pages_fit_80_columns() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved.json");
    std::fs::write(&saved, json(&[BROTHER, "--readings", "200"]).to_string()).unwrap();
    let saved = saved.to_str().unwrap();
    let mut commands = vec![vec![BROTHER], vec!["summary", saved], vec!["compare", saved, BROTHER]];
    commands.push(vec!["compare", saved, saved]);
    commands.extend(["ptah", "board", "array", "table"].map(|over| vec!["scan", "--over", over, BROTHER]));
    for arguments in commands {
        let readings = if arguments.contains(&saved) { "200" } else { short_or_whole("12", "100") };
        let more =
            if arguments.iter().any(|word| word.ends_with(".toml")) { vec!["--readings", readings] } else { vec![] };
        let output = simulate(&[arguments.clone(), more].concat());
        let page = String::from_utf8(output.stdout).unwrap();
        let (columns, line) = widest(&page);
        assert!(columns <= 80 && output.status.success(), "{arguments:?}: {columns} columns in {line}");
    }
    let policies =
        String::from_utf8(simulate(&["scan", "--over", "policy", BROTHER, "--readings", "1", "--limit", "2"]).stdout)
            .unwrap();
    assert!(policies.contains("level-1  level-2\n") && widest(&policies).0 <= 80, "in a table: {policies}");
}

#[cfg(unix)]
#[test]
fn pages_fit_a_narrow_terminal() {
    for words in ["", "scan --over board", "compare questions/love.toml"] {
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

#[test]
fn one_reading_of_the_same_chance_is_told_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let saved = |name: &str, range: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, json(&[BROTHER, "--readings", range]).to_string()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (one, other) = (saved("one.json", "0..20"), saved("other.json", "19..40"));
    let page = String::from_utf8(simulate(&["compare", &one, &other]).stdout).unwrap();
    assert!(page.contains("1 reading has the same seed"), "{page}");
}

#[test]
fn policies_are_rated_from_both_seats_and_the_matrix_agrees() {
    let ask = ["rate", "greedy", "random", "level-1", "--on", BROTHER, "--readings", "20", "--limit", "120"];
    let found = json(&ask);
    assert_eq!((&found, &found["readings"]), (&json(&[&ask[..], &["--threads", "1"]].concat()), &20.into()));
    let rated = found["policies"].as_array().unwrap();
    let number = |it: &Value, name: &str| it[name].as_f64().unwrap();
    let sum: f64 = rated.iter().map(|it| number(it, "elo")).sum();
    assert!(sum.abs() < 1e-6 && number(&rated[0], "low") > number(&rated[1], "high"), "{found}");
    // The share of greedy against random, from the summaries of both seats.
    let points = |policies: [&str; 2]| {
        let by = [&policies[0].replace("X", "querent"), &policies[1].replace("X", "others")].map(String::clone);
        let terms = [BROTHER, "--readings", "20", "--limit", "120", "--policy", &by[0], "--policy", &by[1]];
        let answers = json(&terms)["answers"]["ptah"].clone();
        [answers["yes"].as_f64().unwrap_or(0.0), answers["undecided"].as_f64().unwrap_or(0.0)]
    };
    let [yes, open] = points(["X=greedy", "X=random"]);
    let [lost, open_too] = points(["X=random", "X=greedy"]);
    let share = (yes + open / 2.0 + 20.0 - lost - open_too / 2.0) / 40.0;
    assert!((rated[0]["against"][1].as_f64().unwrap() - share).abs() < 1e-9, "{share} {found}");
    let page = String::from_utf8(simulate(&ask).stdout).unwrap();
    assert!(page.contains("greedy   +") && page.contains("played 20 readings of the question from"), "{page}");
    let over = ["scan", "--over", "policy", BROTHER, "--readings", "4", "--policy", "greedy", "--policy", "random"];
    let matrix = String::from_utf8(simulate(&over).stdout).unwrap();
    assert!(
        matrix.lines().any(|line| line.split_whitespace().eq(["querent's", "side", "greedy", "random"])),
        "{matrix}"
    );
    for (wrong, why) in [
        (&["rate", "greedy", "greedy", "--on", BROTHER][..], "named twice"),
        (&["rate", "greedy", "--on", BROTHER], "2 values required"),
        (&["rate", "greedy", "random", "--on", BROTHER, "--policy", "purpose"], "without --policy"),
    ] {
        let said = String::from_utf8(simulate(wrong).stderr).unwrap();
        assert!(said.contains(why), "{wrong:?}: {said}");
    }
}
