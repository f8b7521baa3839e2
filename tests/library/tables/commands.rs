//! The commands that write, resume, verify and read tables of simulated readings.

#[cfg(unix)]
use std::io::Read;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

#[cfg(feature = "parquet")]
use parquet::basic::Compression;
use serde_json::Value;

use super::*;
use crate::desk::{ROOT, TestDesk, succeeded};
use crate::sample::short_or_whole;

/// The default format, which is also the ending of its files.
const FORMAT: &str = if cfg!(feature = "parquet") { "parquet" } else { "csv" };

fn enochian(arguments: &[&str]) -> Output {
    TestDesk::new().run(&[&["simulate"], arguments].concat())
}

pub(super) fn json(arguments: &[&str]) -> Value {
    TestDesk::new().json(&[&["simulate"], arguments].concat())
}

pub(super) fn refused(arguments: &[&str], code: i32, words: &str) {
    let output = enochian(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(words), "{said}");
}

#[cfg(feature = "parquet")]
#[test]
fn what_is_compressed_holds_the_same_cells_and_goes_on_compressed() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    for (level, format) in [("summary", "parquet"), ("lists", "parquet"), ("events", "parquet"), ("lists", "arrow")] {
        let play = |compression: &str| {
            let name = at(&format!("{level} {format}{compression}"));
            let format = format!("{format}{compression}");
            let terms = ["--readings", "120", "--part", "50", "--level", level, "--format", &format];
            json(&[&[BROTHER, "--out", &name], &terms[..]].concat());
            PathBuf::from(name)
        };
        let plain = play("");
        for compression in ["zstd", "lz4"] {
            let folder = play(&format!("-{compression}"));
            let name = format!("{level} in {format} with {compression}");
            assert!(rows(&folder) == rows(&plain), "{name}");
            assert!(level != "lists" || listed(&folder) == listed(&plain), "{name}");
            let (before, bare) = (content(&folder), content(&plain));
            assert!(before.iter().filter(|(file, _)| bare[*file] != before[*file]).count() == 4, "{name}");
            let manifest: Value = serde_json::from_slice(&before["_manifest.json"]).unwrap();
            assert_eq!(manifest["compression"], compression);
            if format == "parquet" {
                let codec = readers::described(&parts(&folder)[0]).row_group(0).column(3).compression();
                assert_eq!(matches!(codec, Compression::ZSTD(_)), compression == "zstd", "{codec}");
                assert_eq!(codec == Compression::LZ4_RAW, compression == "lz4", "{codec}");
            }
            // A part that is played again is compressed as it was.
            damage(&parts(&folder)[1], 0);
            json(&["--resume", folder.to_str().unwrap()]);
            assert!(content(&folder) == before, "{name}");
        }
    }
    let (plain, packed) = (at("summary parquet"), at("more"));
    json(&[BROTHER, "--readings", "120..150", "--format", "parquet-lz4", "--out", &packed]);
    assert_eq!(json(&["summary", &plain, &packed])["done"], serde_json::json!([[0, 150]]));

    refused(&[BROTHER, "--format", "arrow-lz4"], 2, "--out");
    refused(&[BROTHER, "--out", &at("x"), "--format", "csv-zstd"], 2, "parquet-zstd, parquet-lz4, csv, arrow");
    assert!(!Path::new(&at("x")).exists());

    let stream = enochian(&[BROTHER, "--readings", "120", "--format", "arrow-zstd", "--out", "-"]);
    assert!(stream.status.success());
    assert!(readers::of_stream(stream.stdout.as_slice()) == rows(plain.as_ref()));
}

/// What stands in a folder, but for what tells of time and of the command.
pub(super) fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut bytes = fs::read(&path).unwrap();
        if name == "_manifest.json" {
            let mut manifest: Value = serde_json::from_slice(&bytes).unwrap();
            manifest["command"] = Value::Null;
            manifest["summary"]["seconds"] = Value::Null;
            manifest["sha256"] = Value::Null;
            bytes = manifest.to_string().into_bytes();
        }
        found.insert(name, bytes);
    }
    found
}

/// Waits until a run has written parts, and told of them.
pub(super) fn wait_for_parts(folder: &Path) {
    let begun = Instant::now();
    while RunDir::progress_of(folder).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no part was written");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Some levels and formats that the program can write.
pub(super) fn levels_and_formats() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = [("events", "csv"), ("lists", "arrow"), ("summary", FORMAT), ("lists", "parquet")];
    all.into_iter().filter(|(_, format)| format.parse::<TableFormat>().unwrap().is_built())
}

/// Whoever changes a summary is told what no longer fits, and nothing is counted from it.
#[test]
fn a_summary_that_contradicts_itself_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let summary = json(&[BROTHER, "--readings", "50"]);
    let saved = place.path().join("saved.json");
    for (pointer, value, words) in [
        ("/readings", Value::from(49), "`done` add up to 50 instead of 49"),
        ("/done", serde_json::json!([[50, 0]]), "overlap, adjoin or are not sorted"),
        ("/done", serde_json::json!([[0, 25], [25, 50]]), "overlap, adjoin or are not sorted"),
        ("/done", serde_json::json!([[0, u64::MAX]]), "`done`"),
        ("/answers/kings/yes", Value::from(u64::MAX), "`answers` by the kings"),
        ("/lengths", serde_json::json!({"4294967295": 50}), "turns by `lengths`"),
        ("/landings/a1", Value::from(u64::MAX), "`landings`"),
        ("/kings_taken/Air", Value::from(51), "`kings_taken` of Air"),
        ("/no_moves", Value::from(0), "`moved` and `no_moves`"),
        ("/seizures", Value::from(u64::MAX), "more than is possible in 50 readings"),
    ] {
        let mut changed = summary.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        fs::write(&saved, changed.to_string()).unwrap();
        refused(&["summary", saved.to_str().unwrap()], 1, words);
    }
}

/// That no change of a folder is accepted, `tests/trust/results.rs` tries; here is what the commands say.
#[test]
fn a_changed_folder_is_refused_by_every_command() {
    let place = tempfile::tempdir().unwrap();
    let run = place.path().join("run").to_str().unwrap().to_owned();
    json(&[BROTHER, "--readings", "60", "--part", "25", "--limit", "100", "--out", &run]);
    let output = enochian(&["verify", &run]);
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        format!("{run}: all 60 readings are intact.\nAll of them were played again, and are the same.\n")
    );
    let manifest = Path::new(&run).join("_manifest.json");
    let sound = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, sound.replace("\"seed\": 1,", "\"seed\": 2,")).unwrap();
    for arguments in [["verify", &run], ["summary", &run], ["--resume", &run]] {
        refused(&arguments, 1, "_manifest.json: it was changed since it was written");
    }
    // Another version is told. Parts in Parquet name it too.
    if FORMAT != "csv" {
        return;
    }
    let other = sound.replace("\"program\": \"enochian 0.", "\"program\": \"enochian 9.");
    fs::write(&manifest, super::sealed(&other)).unwrap();
    let output = enochian(&["verify", &run, "--replay", "20"]);
    let [said, told] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    // One of the first two parts, or the last, which is smaller, and one of these.
    let is_enough = |count| said.ends_with(&format!("{count} of them were played again, and are the same.\n"));
    assert!(is_enough(25) || is_enough(35), "{said}");
    assert!(
        told.contains("warning: it was written otherwise than this program would: the program: enochian 9."),
        "{told}"
    );
    refused(&["verify", &run, "--replay", "some"], 2, "a number of readings, or all");
}

/// Nothing is kept of what is still to come, so the greatest number of readings begins as any other does.
#[test]
fn a_run_without_end_begins_at_once() {
    let desk = TestDesk::new();
    let folder = desk.path("many");
    let words = ["simulate", BROTHER, "--readings", "9223372036854775807", "--part", "64", "--out"];
    let mut run = desk.command(&[]);
    let mut run = run.args(words).arg(&folder).stdout(Stdio::null()).spawn().unwrap();
    wait_for_parts(&folder);
    run.kill().unwrap();
    run.wait().unwrap();
}

/// A run goes on with the data with which it was started, and reads no other files than its own parts.
#[test]
fn a_run_is_resumed_with_its_own_data_and_parts() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let (run, data) = (at("run"), at("data"));
    json(&[BROTHER, "--readings", "10", "--out", &run]);
    assert!(Command::new("cp").args(["-r", &format!("{ROOT}/data"), &data]).status().unwrap().success());
    let dice = Path::new(&data).join("dice.toml");
    fs::write(&dice, fs::read_to_string(&dice).unwrap() + "\n# mine\n").unwrap();
    refused(&["--resume", &run, "--data", &data], 1, "these changed since it was started: the data");

    let part = parts(run.as_ref()).remove(0);
    fs::remove_file(part).unwrap();
    refused(
        &["summary", &run],
        1,
        &format!("part-000000000000-000000000010.{FORMAT}: missing\n  = help: create them again with: enochian"),
    );
}

/// Without the feature `parquet`, folders of a program with it are checked and summed up, but not gone on with.
#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_parquet_writes_csv_and_says_how_to_get_it() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let told = |format: &str| {
        format!(
            "error: this program was built without {format}; build it with cargo install --path . --features \
             parquet, or use --format csv\n"
        )
    };
    let says = |arguments: &[&str], words: &str| {
        let output = enochian(arguments);
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(1), words));
    };
    for out in [&at("new"), "-"] {
        says(&[BROTHER, "--out", out, "--format", "parquet"], &told("Parquet"));
        says(&[BROTHER, "--out", out, "--level", "lists", "--format", "arrow"], &told("Arrow"));
    }
    assert!(!Path::new(&at("new")).exists());

    let run = at("run");
    let summary = json(&[BROTHER, "--readings", "40", "--part", "20", "--out", &run]);
    for part in parts(run.as_ref()) {
        assert_eq!(part.extension(), Some(OsStr::new("csv")));
        fs::rename(&part, part.with_extension("parquet")).unwrap();
    }
    let manifest = Path::new(&run).join("_manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let text = text.replace("\"csv\"", "\"parquet\"").replace(".csv\"", ".parquet\"");
    fs::write(&manifest, super::sealed(&text)).unwrap();
    assert_eq!(json(&["summary", &run]), summary);
    assert!(enochian(&["verify", &run]).status.success());
    says(&["--resume", &run], &told("Parquet"));
}

/// Damages a part in a way that its size shows, or not, or takes it away.
pub(super) fn damage(part: &Path, way: usize) -> &'static str {
    let mut bytes = fs::read(part).unwrap();
    let middle = bytes.len() / 2;
    match way {
        0 => {
            fs::remove_file(part).unwrap();
            return "missing";
        }
        1 => bytes.truncate(middle),
        _ => bytes[middle] ^= 1,
    }
    fs::write(part, &bytes).unwrap();
    if way == 1 { " bytes, not " } else { "changed since it was written" }
}

#[test]
fn every_missing_or_damaged_part_is_named_and_played_again_as_it_was() {
    let place = tempfile::tempdir().unwrap();
    for (level, format) in levels_and_formats() {
        let folder = place.path().join(format!("{level} in {format}"));
        let name = folder.to_str().unwrap();
        let shape = ["--part", "20", "--level", level, "--format", format];
        let summary = json(&[&[BROTHER, "--readings", "150", "--seed", "4", "--out", name], &shape[..]].concat());
        let before = content(&folder);
        let verified = enochian(&["verify", name]);
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));

        let parts = parts(&folder);
        assert_eq!(parts.len(), 8);
        let damaged: Vec<String> = (0..3)
            .map(|way| {
                let part = &parts[2 * way + 1];
                let what = damage(part, way);
                format!("{}|{what}", part.file_name().unwrap().to_str().unwrap())
            })
            .collect();
        let refused = enochian(&["verify", name]);
        let said = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(1), "{said}");
        for damaged in &damaged {
            let (part, what) = damaged.split_once('|').unwrap();
            assert!(said.lines().any(|line| line.contains(part) && line.contains(what)), "{damaged} in {said}");
        }
        assert_eq!(said.matches("part-").count(), 3, "{said}");
        assert!(said.contains(&format!("--resume '{name}'")), "{said}");
        // A summary looks at sizes only: it does not read gigabytes.
        let refused = enochian(&["summary", name]);
        let said = String::from_utf8(refused.stderr).unwrap();
        assert_eq!((refused.status.code(), said.matches("part-").count()), (Some(1), 2), "{said}");

        let resumed = json(&["--resume", name]);
        assert_eq!(resumed, summary, "{level} in {format}");
        assert!(content(&folder) == before, "{level} in {format}");
        assert!(enochian(&["verify", name]).status.success());
    }
}

#[test]
fn the_summary_of_an_unfinished_run_says_how_much_was_wanted() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("run");
    let plan = Plan::new(question(), 1, 0..2000);
    let mut folder =
        RunDir::create(&path, &plan, Correspondences::embedded(), shape(DetailLevel::Summary, 100), "test").unwrap();
    let workers = Workers::from(1);
    folder.play(workers.clone(), |_| workers.stop.store(true, Ordering::Relaxed)).unwrap();
    assert_eq!(folder.left(), 2000 - folder.summary().readings);
    drop(folder);
    let (name, done) = (path.to_str().unwrap(), RunDir::progress_of(&path).unwrap().summary.readings);
    assert!((1..2000).contains(&done), "{done}");
    let told = format!("has {done} of 2,000 readings\n  = help: resume with: enochian simulate --resume");
    for arguments in [["summary", name], ["verify", name]] {
        let output = enochian(&arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && said.contains(&told), "{said}");
    }
    json(&["--resume", name]);
    assert_eq!(enochian(&["summary", name]).stderr, b"");
}

#[test]
fn what_cannot_be_gone_on_with_is_not_offered() {
    let desk = TestDesk::new();
    let folder = desk.path("run");
    let mut run = desk.command(&[]);
    run.args(["simulate", BROTHER, "--readings", "100000000", "--part", "64", "--out"]).arg(&folder);
    let run = run.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_parts(&folder);
    let away = desk.path("away");
    fs::rename(&folder, &away).unwrap();
    let output = run.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the folder was removed") && !said.contains("--resume"), "{said}");

    let gone = folder.to_str().unwrap();
    for arguments in [vec!["--resume", gone], vec!["summary", gone], vec!["verify", gone]] {
        let output = enochian(&arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(!said.contains("--resume"), "{said}");
    }
}

/// Sends Ctrl-C's signal to a process.
#[cfg(unix)]
fn interrupt(id: u32) {
    assert!(Command::new("kill").args(["-INT", &id.to_string()]).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done_and_says_how_to_go_on() {
    let desk = TestDesk::new();
    let folder = desk.path("run");
    let name = folder.to_str().unwrap();
    let mut run = desk.command(&[]);
    run.args(["simulate", BROTHER, "--readings", "100000000", "--part", "64", "--json", "--out", name]);
    let run = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_parts(&folder);
    interrupt(run.id());
    let output = run.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    let kept = RunDir::progress_of(&folder).unwrap().summary;
    assert_eq!(printed["readings"], kept.readings);
    assert!(said.contains("of 100,000,000 readings, which are saved"), "{said}");
    assert!(said.contains(&format!("resume with: enochian simulate --resume {name}")), "{said}");
    assert!(enochian(&["verify", name]).status.success());
}

/// Where nobody reads what is written, the first Ctrl-C cannot end the run in good order; the second ends it all the same.
#[cfg(unix)]
#[test]
fn a_second_ctrl_c_ends_at_once() {
    let desk = TestDesk::new();
    let mut run = desk.command(&[]);
    run.args(["simulate", BROTHER, "--readings", "100000000", "--format", "csv", "--out", "-"]);
    let mut run = run.stdout(Stdio::piped()).spawn().unwrap();
    let mut out = run.stdout.take().unwrap();
    out.read_exact(&mut [0; 1]).unwrap();
    let begun = Instant::now();
    let ended = loop {
        assert!(begun.elapsed() < Duration::from_secs(60), "it goes on");
        interrupt(run.id());
        std::thread::sleep(Duration::from_millis(100));
        if let Some(ended) = run.try_wait().unwrap() {
            break ended;
        }
    };
    assert_eq!(ended.code(), Some(130));
    drop(out);
}

/// Whether Python is there, with what a line of it imports. Where `ENOCHIAN_PYTHON` is `must` it has to be.
fn has_python(imports: &str) -> bool {
    let found = Command::new("python3").args(["-c", imports]).stderr(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    assert!(found || std::env::var_os("ENOCHIAN_PYTHON").is_none_or(|word| word != "must"), "{imports}: missing");
    found
}

/// Runs Python in a folder, and returns what it prints.
fn python_says(folder: &Path, arguments: &[&str]) -> String {
    succeeded(&TestDesk::new().program("python3", arguments).current_dir(folder).output().unwrap())
}

/// The turns of readings as `examples/regenerate.py` writes them, from the table of events.
fn as_regenerated(events: &[Cells]) -> String {
    let mut text = "reading,ptah,kings,turn,army,throw,move\n".to_owned();
    for event in events {
        let letter = match event["piece"].as_str() {
            "knight" => 'N',
            piece => piece.chars().next().unwrap().to_ascii_uppercase(),
        };
        let choice = [("queen", "=Q"), ("rook", "=R"), ("bishop", "=B"), ("knight", "=N")];
        let choice = choice.iter().find(|(officer, _)| event[&format!("chose_{officer}")] == "1");
        let played = match event["no_move"].as_str() {
            "1" => "--".to_owned(),
            _ => format!("{letter}{}{}{}", event["from"], event["to"], choice.map_or("", |(_, choice)| choice)),
        };
        let of_turn = ["reading", "ptah", "kings", "turn", "army", "throw"].map(|name| event[name].as_str()).join(",");
        text += &format!("{of_turn},{played}\n");
    }
    text
}

#[test]
fn a_reading_is_regenerated_from_its_seed_and_number() {
    if !has_python("import json, subprocess") {
        return;
    }
    let script = format!("{ROOT}/examples/regenerate.py");
    let place = tempfile::tempdir().unwrap();
    let mut choices = 0;
    let seeds = [(1, 0), (7, 40), (i64::MAX as u64, 1_000_000_007)];
    let questions = [
        ("brother.toml", ""),
        ("kings.toml", "procedure = \"kings\"\n"),
        (
            "dice.toml",
            "dice = \"y-manuscript\"\nboard = \"Fire\"\nangle = \"Earth\"\nhouse = 4\narray = \"Earth of Fire & Earth\"\n",
        ),
    ];
    for (number, (question, setting)) in questions.into_iter().enumerate() {
        let path = place.path().join(question);
        let text = format!("question = \"Is my brother happy?\"\ncategory = \"brother\"\n{setting}");
        fs::write(&path, text).unwrap();
        let name = path.to_str().unwrap();
        // Each question with one of the seeds, or with all.
        for (seed, first) in seeds.into_iter().cycle().skip(number + 2).take(short_or_whole(1, 3)) {
            let numbers: Vec<String> = (first..first + 5).map(|number: u64| number.to_string()).collect();
            let (seed, range) = (seed.to_string(), format!("{first}..{}", first + 5));
            let mut arguments = vec![script.as_str(), name, &seed];
            arguments.extend(numbers.iter().map(String::as_str));
            let found = python_says(place.path(), &arguments);
            let range = ["--seed", &seed, "--readings", &range];
            let played =
                enochian(&[&[name, "--level", "events", "--format", "csv", "--out", "-"], &range[..]].concat());
            let expected = as_regenerated(&of_csv(&played.stdout));
            assert!(expected.lines().count() > 200);
            choices += expected.matches('=').count();
            assert!(found == expected, "{question}, seed {seed}, from {first}");
        }
    }
    assert!(choices > 0, "a pawn with the choice is among them");
    let attained = place.path().join("attained.toml");
    fs::write(&attained, "question = \"?\"\ncategory = \"brother\"\nprocedure = \"ptah-attained\"\n").unwrap();
    let arguments = [script.as_str(), attained.to_str().unwrap(), "1", "0"];
    let output = TestDesk::new().program("python3", &arguments).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("ptah-attained is not supported"));
}

/// What other programs read.
#[cfg(feature = "parquet")]
mod other_programs {
    use enochian::reading::Verdict;

    use super::*;

    const PACKAGES: &str = "import dask.dataframe, duckdb, pandas, polars, pyarrow";

    /// The readers of a folder in Parquet: what takes it as a table `t`, and in a `summary` the readings, their turns, the turns that
    /// decided, and how many answered yes; in `lists` the readings, the turns and the captures; in `events` the turns, the greatest
    /// number of a reading, the captures, and the turns of readings that answered yes.
    const READERS: [(&str, &str, [&str; 3]); 6] = [
        (
            "import duckdb",
            "duckdb.sql(\"FROM read_parquet('run')\")",
            [
                "*duckdb.sql(\"SELECT count(*), sum(length), sum(ptah_turn), count(*) FILTER (ptah = 'says yes') FROM t\").fetchall()[0]",
                "*duckdb.sql(\"SELECT count(DISTINCT reading), count(*), count(*) FILTER (turn.capture) FROM \
         (SELECT reading, unnest(turns) AS turn FROM t)\").fetchall()[0]",
                "*duckdb.sql(\"SELECT count(*), max(reading), count(*) FILTER (capture), count(*) FILTER (ptah = 'says yes') FROM t\").fetchall()[0]",
            ],
        ),
        ("import polars", "polars.read_parquet('run/*.parquet')", OF_POLARS),
        ("import polars", "polars.scan_parquet('run', hidden_file_prefix=('_', '.')).collect()", OF_POLARS),
        ("import pandas", "pandas.read_parquet('run')", OF_PANDAS),
        (
            "import pyarrow.compute as pc, pyarrow.parquet",
            "pyarrow.parquet.read_table('run')",
            [
                "t.num_rows, pc.sum(t['length']), pc.sum(t['ptah_turn']), pc.sum(pc.equal(t['ptah'], 'says yes'))",
                "t.num_rows, pc.sum(pc.list_value_length(t['turns'])), pc.sum(pc.struct_field(pc.list_flatten(t['turns']), 'capture'))",
                "t.num_rows, pc.max(t['reading']), pc.sum(t['capture']), pc.sum(pc.equal(t['ptah'], 'says yes'))",
            ],
        ),
        ("import dask.dataframe", "dask.dataframe.read_parquet('run').compute()", OF_PANDAS),
    ];

    const OF_POLARS: [&str; 3] = [
        "t.height, t['length'].sum(), t['ptah_turn'].sum(), (t['ptah'] == 'says yes').sum()",
        "t.height, t['turns'].list.len().sum(), t['turns'].explode().struct.field('capture').sum()",
        "t.height, t['reading'].max(), t['capture'].sum(), (t['ptah'] == 'says yes').sum()",
    ];

    const OF_PANDAS: [&str; 3] = [
        "len(t), t.length.sum(), int(t.ptah_turn.sum()), (t.ptah == 'says yes').sum()",
        "len(t), t.turns.map(len).sum(), sum(turn['capture'] for turns in t.turns for turn in turns)",
        "len(t), t.reading.max(), t.capture.sum(), (t.ptah == 'says yes').sum()",
    ];

    /// What prints something of a table, and then ends without the clean-up in which Arrow's threads sometimes abort the process
    /// (apache/arrow#34314).
    fn script(import: &str, table: &str, printed: &str) -> String {
        format!("{import}, os\nt = {table}\nprint({printed}, flush=True)\nos._exit(0)")
    }

    #[test]
    fn every_reader_takes_a_folder_whole() {
        if !has_python(PACKAGES) {
            return;
        }
        let plan = Plan::new(question(), 6, 10..70);
        let kept = kept(&plan);
        let sum = |of: fn(&(ReadingRow, Vec<TurnRow>)) -> u64| kept.iter().map(of).sum::<u64>();
        let (readings, turns) = (kept.len(), sum(|(row, _)| row.length.into()));
        let captures =
            sum(|(_, turns)| turns.iter().filter(|turn| turn.effects.has(EffectFlags::CAPTURE)).count() as u64);
        let said_yes = |row: &ReadingRow| row.answer.ptah.verdict == Verdict::Yes;
        let (yes, turns_to_yes) = kept
            .iter()
            .filter(|(row, _)| said_yes(row))
            .fold((0, 0), |(n, turns), (row, _)| (n + 1, turns + row.length));
        let decided = sum(|(row, _)| row.answer.ptah.ply.unwrap_or(0).into());
        let expected = [
            format!("{readings} {turns} {decided} {yes}\n"),
            format!("{readings} {turns} {captures}\n"),
            format!("{turns} 69 {captures} {turns_to_yes}\n"),
        ];
        let levels = [DetailLevel::Summary, DetailLevel::Lists, DetailLevel::Events];
        for (place, (level, expected)) in levels.into_iter().zip(&expected).enumerate() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("run");
            // As during a run.
            let mut run = RunDir::create(&path, &plan, Correspondences::embedded(), shape(level, 25), "test").unwrap();
            run.play(2, |_| ()).unwrap();
            assert_eq!(
                fs::read_dir(&path).unwrap().count(),
                3 + 2,
                "three parts, the manifest and what keeps others out"
            );
            for (import, table, of_levels) in READERS {
                let text = script(import, table, of_levels[place]);
                assert_eq!(python_says(folder.path(), &["-c", &text]), *expected, "{text}");
            }
        }

        // In CSV the flags that are set are words.
        let [duckdb, polars, pandas, arrow] =
            [READERS[0].2[2], OF_POLARS[2], OF_PANDAS[2], READERS[4].2[2]].map(|of| {
                of.replace("FILTER (capture)", "FILTER (effect_names LIKE '%capture%')")
                    .replace("t['capture'].sum()", "t['effect_names'].str.contains('capture').sum()")
                    .replace("t.capture.sum()", "t.effect_names.str.contains('capture').sum()")
                    .replace("t['capture']", "pc.match_substring(t['effect_names'], 'capture')")
            });
        let with_arrow = "import pyarrow.compute as pc, pyarrow.dataset";
        let of_other_formats = [
            (TableFormat::Csv, "import duckdb", "duckdb.sql(\"FROM read_csv('run/*.csv')\")", duckdb.as_str()),
            (TableFormat::Csv, "import polars", "polars.read_csv('run/*.csv')", &polars),
            (TableFormat::Csv, "import dask.dataframe", "dask.dataframe.read_csv('run/*.csv').compute()", &pandas),
            (TableFormat::Csv, with_arrow, "pyarrow.dataset.dataset('run', format='csv').to_table()", &arrow),
            (TableFormat::Arrow, "import polars", "polars.read_ipc('run/*.arrow')", OF_POLARS[2]),
            (
                TableFormat::Arrow,
                with_arrow,
                "pyarrow.dataset.dataset('run', format='ipc').to_table()",
                READERS[4].2[2],
            ),
        ];
        for (format, import, table, of_events) in of_other_formats {
            let (place, _) = written(&plan, TableSpec::new(DetailLevel::Events, format, Some(25)).unwrap(), 2);
            let text = script(import, table, of_events);
            assert_eq!(python_says(place.path(), &["-c", &text]), expected[2], "{text}");
        }
    }
}
