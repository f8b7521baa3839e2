//! How long short commands take beside an empty program, and those that read a journal of 400 turns; what a turn of a very
//! long record costs; how long it takes to list, search, count and check ten thousand journals of about 80 kB, and how much
//! memory.
//!
//! ```console
//! $ cargo bench --bench notebook
//! ```
//!
//! The journals stand in a folder of their own in the place for temporary files (800 MB), and what is remembered of them
//! in another. A few readings are played, and copied under other questions and dates; every tenth has a person's lines.
#![allow(clippy::unwrap_used, missing_docs, clippy::print_stdout)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, Journal};
use enochian::reading::{DiceSource, DieThrower, QuestionDraft};
use enochian::record::{Heading, Seats, Subject};
use enochian::session::Session;

const JOURNALS: usize = 10_000;
/// Seeds with which the reading of `questions/opponent.toml` is about so long.
const SEEDS: [u32; 6] = [3, 6, 14, 15, 21, 28];
/// Readings of this many bytes are taken.
const LENGTH: std::ops::Range<u64> = 70_000..90_000;

/// So many turns make a very long record.
const TURNS: usize = 3000;

/// The program, which stands two folders above this one.
fn enochian() -> PathBuf {
    let this = std::env::current_exe().unwrap();
    this.ancestors().nth(2).unwrap().join("enochian")
}

fn main() {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let built = Command::new(cargo).args(["build", "--release", "--quiet", "--locked", "-p", "enochian"]).status();
    assert!(built.unwrap().success(), "the program is not built");
    let place = tempfile::tempdir().unwrap();
    short_commands(&place.path().join("short"));
    long_record(place.path());
    let (journals, home) = (place.path().join("journals"), place.path().join("home"));
    let bytes = fill(place.path(), &journals);
    println!("{JOURNALS} journals, {} kB each", bytes / JOURNALS as u64 / 1000);
    for (what, arguments) in [
        ("list", &["list"][..]),
        ("list --json", &["list", "--json"]),
        ("a search for a word", &["list", "kestrel"]),
        ("a search for turns", &["list", "my", "king", "on", "scorpio"]),
        ("stats", &["stats"]),
        ("check --all", &["check"]),
    ] {
        let run = || run(&home, &journals, arguments);
        let all: Vec<(Duration, u64)> = (0..if what == "check --all" { 1 } else { 9 }).map(|_| run()).collect();
        let (best, most) = (all.iter().map(|it| it.0).min().unwrap(), all.iter().map(|it| it.1).max().unwrap());
        println!("{what:15} {best:6.0?} {:4} MB", most / 1024);
    }
}

/// What commands cost that a person repeats, each as a whole process: the processor time, as the mean of so many runs, and
/// the time that a person waits, as the shortest of them. An empty program costs as much as any.
fn short_commands(place: &Path) {
    const RUNS: u32 = 500;
    let (one, long) = (place.join("one"), place.join("long"));
    fs::create_dir_all(&one).unwrap();
    fs::create_dir(&long).unwrap();
    let empty = place.join("empty");
    fs::write(place.join("empty.rs"), "fn main() {}\n").unwrap();
    let compiler = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let compiled = Command::new(compiler).arg("-O").arg("-o").arg(&empty).arg(place.join("empty.rs")).status().unwrap();
    assert!(compiled.success());
    let question = "question = \"How long?\"\ncategory = \"brother\"\nprocedure = \"kings\"\n";
    fs::write(place.join("long.toml"), question).unwrap();
    let program = || {
        let mut command = Command::new(enochian());
        command.current_dir(place).env("HOME", place).env_remove("XDG_CACHE_HOME").env_remove("XDG_CONFIG_HOME");
        command.stdout(Stdio::null());
        command
    };
    for (folder, limit) in [(&one, "40"), (&long, "400")] {
        let mut command = program();
        command.args(["read", "long.toml", "--auto", "--seed", "53", "--limit", limit, "--journals"]).arg(folder);
        assert!(command.status().unwrap().success());
    }
    let with = |arguments: &[&str]| {
        let mut command = program();
        command.args(arguments);
        command
    };
    for (what, mut command) in [
        ("an empty program", Command::new(&empty)),
        ("meaning f5 --board air", with(&["meaning", "f5", "--board", "air"])),
        ("journal list, of one", with(&["journal", "list", "--journals", "one"])),
        ("journal explain, 400 turns", with(&["journal", "explain", "@", "--journals", "long"])),
        ("journal export, 400 turns", with(&["journal", "export", "@", "--journals", "long", "--format", "html"])),
    ] {
        assert!(command.status().unwrap().success(), "{what}");
        let cpu = processor_time_of_children();
        let waited = (0..RUNS).map(|_| {
            let begun = Instant::now();
            assert!(command.status().unwrap().success());
            begun.elapsed()
        });
        let shortest = waited.min().unwrap();
        let each = (processor_time_of_children() - cpu) / RUNS;
        println!("{what:27} {each:7.2?} of processor time, {shortest:7.2?} at least");
    }
}

/// The time that finished processes of this one have had a processor, on Linux; in hundredths of a second.
fn processor_time_of_children() -> Duration {
    let told = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name, which may have spaces.
    let fields: Vec<u64> = told
        .rsplit(')')
        .next()
        .into_iter()
        .flat_map(|rest| rest.split(' '))
        .map(|it| it.parse().unwrap_or_default())
        .collect();
    Duration::from_millis(10 * fields.get(14..16).map_or(0, |both| both.iter().sum()))
}

/// What the last acts of a long record cost, each on disk before the next, and opening it.
fn long_record(place: &Path) {
    let correspondences = Correspondences::embedded();
    let source = Source::new("long.toml", "question = \"How long?\"\ncategory = \"brother\"\nprocedure = \"kings\"\n");
    let question = QuestionDraft::read(&source, correspondences).unwrap().resolve(correspondences).unwrap();
    let acts = (0..).find_map(|seed| {
        let (mut session, mut chance) = (Session::of_question(&question), DiceSource::seeded(seed));
        while session.end().is_none() && session.turns().len() < TURNS {
            let draw = chance.draw().unwrap();
            for act in session.automatic_turn(draw, |moves| draw.choice(moves.len())) {
                session.accept(act).unwrap();
            }
        }
        session.end().is_none().then(|| session.acts().to_vec())
    });
    let acts = acts.unwrap();
    let begun = chrono::DateTime::parse_from_rfc3339("2026-11-21T14:05:00+01:00").unwrap();
    let subject = Subject::Reading(Box::new(question), DieThrower::ByHand);
    let heading = Heading {
        game: subject.into(),
        begun,
        zone: None,
        seats: Seats::alone("Anna"),
        automatic: false,
        branch: None,
    };
    let mut journal = Journal::create(place, heading, correspondences).unwrap();
    let (before, last) = acts.split_at(acts.len() - 200);
    before.iter().for_each(|act| journal.enter_unsaved(*act).unwrap());
    journal.save().unwrap();
    let cpu = processor_time();
    last.iter().for_each(|act| journal.enter(*act).unwrap());
    let each = (processor_time() - cpu) / last.len() as u32;
    let path = journal.path().to_owned();
    drop(journal);
    let open = || {
        let begun = Instant::now();
        assert_eq!(Journal::open(&path, correspondences).unwrap().record().enochian().unwrap().turns().len(), TURNS);
        begun.elapsed()
    };
    let opened = (0..9).map(|_| open()).min().unwrap();
    let size = fs::metadata(&path).unwrap().len() / 1000;
    println!("a record of {TURNS} turns, {size} kB: an act {each:.0?} of processor time, opening it {opened:.1?}");
    fs::remove_file(path).unwrap();
}

/// The time that this thread has had a processor, on Linux.
fn processor_time() -> Duration {
    let told = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(told.split(' ').next().and_then(|nanos| nanos.parse().ok()).unwrap_or_default())
}

/// Makes the journals, and says how many bytes they have.
fn fill(place: &Path, journals: &Path) -> u64 {
    let played = place.join("played");
    fs::create_dir(&played).unwrap();
    fs::create_dir(journals).unwrap();
    let question = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../questions/opponent.toml");
    for seed in SEEDS.iter().copied().chain(100..160) {
        let mut command = Command::new(enochian());
        command.args(["read", "--auto", "--seed", &seed.to_string(), "--journals"]).arg(&played).arg(&question);
        assert!(command.stdout(Stdio::null()).status().unwrap().success());
    }
    let texts: Vec<String> = fs::read_dir(&played)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| LENGTH.contains(&entry.metadata().unwrap().len()))
        .map(|entry| fs::read_to_string(entry.path()).unwrap())
        .collect();
    assert!(texts.len() > 3, "too few readings are about so long");
    let old = SystemTime::now() - Duration::from_secs(3600);
    let correspondences = Correspondences::embedded();
    let mut bytes = 0;
    for number in 0..JOURNALS {
        let (day, month) = (number % 28 + 1, number / 28 % 12 + 1);
        let mut text =
            texts[number % texts.len()].replace("over the one who opposes me", &format!("in the matter {number}"));
        let begun = text.lines().find(|line| line.starts_with("begun = ")).unwrap().to_owned();
        text = text.replacen(&begun, &format!("begun = \"2025-{month:02}-{day:02}T20:15:00+01:00\""), 1);
        let told = text.lines().find(|line| line.starts_with("*Asked by ")).unwrap().to_owned();
        let moment = chrono::DateTime::parse_from_rfc3339(&format!("2025-{month:02}-{day:02}T20:15:00+01:00")).unwrap();
        let zone = told.rsplit_once(", ").map_or(").*".to_owned(), |(_, zone)| format!(", {zone}"));
        let asked = told.split(" on ").next().unwrap();
        text = text.replacen(&told, &format!("{asked} on {} (+01:00{zone}", moment.format("%A %-d %B %Y at %H:%M")), 1);
        // With the id of another they would be copies of it.
        let id = |text: &str| text.lines().find(|line| line.starts_with("id = ")).unwrap().to_owned();
        let opening = &text[..text.find("\n### ").unwrap() + 1];
        let record = journal::read_text(&Source::new("matter.md", opening), correspondences).unwrap();
        text = text.replacen(&id(&text), &id(&Journal::text_of(&record, correspondences).unwrap()), 1);
        if number % 10 == 0 {
            text = text.replacen("\n### 9 · ", "\nA kestrel was on the wall again.\n\n### 9 · ", 1);
        }
        bytes += text.len() as u64;
        let path = journals.join(format!("2025-{month:02}-{day:02}-matter-{number}.md"));
        fs::write(&path, text).unwrap();
        fs::File::options().append(true).open(&path).unwrap().set_modified(old).unwrap();
    }
    bytes
}

/// How long a command takes, its output to a file, and how many kB of memory it takes at most.
fn run(home: &Path, journals: &Path, arguments: &[&str]) -> (Duration, u64) {
    let out = fs::File::create(home.with_extension("out")).unwrap();
    // GNU time says how much memory a process took.
    let measured: PathBuf = home.with_extension("memory");
    let mut command = Command::new("/usr/bin/time");
    command.args(["-f", "%M", "-o"]).arg(&measured).arg(enochian());
    command.arg("journal").args(arguments).arg("--journals").arg(journals);
    command.env("HOME", home).env_remove("XDG_CACHE_HOME").env_remove("XDG_CONFIG_HOME").stdout(out);
    let begun = Instant::now();
    assert!(command.status().unwrap().success(), "{arguments:?}");
    (begun.elapsed(), fs::read_to_string(measured).unwrap().trim().parse().unwrap())
}
