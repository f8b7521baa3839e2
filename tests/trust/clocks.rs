//! Wrong clocks and wrong time zones, while readings are recorded, added to, resumed, listed and exported.
//!
//! A library stands in for the system's clock. Whatever it shows, every act is kept in the order in which it was done, nothing is
//! refused, and nothing waits.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::figure::{Figure, Run};
use crate::notebook::{Notebook, ROOT};
use crate::preload::Preload;

pub(crate) const FIGURE: Figure = Figure { number: 11, name: "clocks", protections: &["sound-zones"], measure };

/// Moments at which something changes, in seconds since 1970; each is tried with the second before and after.
const MOMENTS: &[i64] = &[
    0,
    // 32 bits, signed and unsigned.
    -(1 << 31),
    1 << 31,
    1 << 32,
    // 1900, the years 1, 0 and -1, and long before.
    -2_208_988_800,
    -62_135_596_800,
    -62_167_219_200,
    -62_198_755_200,
    -(1 << 40),
    // The years 10,000 and 10,001, and long after.
    253_402_300_800,
    253_433_836_800,
    1 << 40,
    1 << 53,
    // Summer time begins and ends: Berlin, New York, Lord Howe (by half an hour), São Paulo (at midnight), Troll (by two hours).
    1_774_746_000,
    1_792_890_000,
    1_772_953_200,
    1_793_512_800,
    1_791_041_400,
    1_775_314_800,
    1_541_300_400,
    1_550_368_800,
    // Apia leaves out a day.
    1_325_239_200,
];

const ZONES: &[&str] = &[
    "",
    "UTC",
    "Europe/Berlin",
    ":Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "America/Sao_Paulo",
    "Antarctica/Troll",
    "Pacific/Apia",
    "Pacific/Kiritimati",
    "Etc/GMT+12",
    "right/UTC",
    "CET-1CEST,M3.5.0,M10.5.0/3",
    "<+14>-14",
    // Rules that are out of range.
    "XXX-25:00:00",
    "XXX-999999999999",
    "<+99>-99:99:99",
    "CET-1CEST,M13.9.9,M0.0.0",
    "CET-1CEST,J400,J0/999",
    "XXX0YYY,0/-167,365/167",
    "CET-1CEST",
    ",,,",
    // What is no zone.
    ":/etc/passwd",
    "/etc/passwd",
    "/dev/zero",
    ":/dev/zero",
    "/dev/tty",
    "/",
    "../../x",
    "../../../../../../etc/passwd",
    "Europe/Berlin\n",
    "\u{1b}[2J",
    "Europe/Bérlin",
];

/// How much later it is each time that the clock is asked.
const STEPS: [i64; 3] = [0, -3601, 86_399];

fn measure(run: &Run) -> String {
    let library = Preload::build("other_clock");
    let mut zones: Vec<OsString> = ZONES.iter().map(OsString::from).collect();
    zones.extend([
        OsString::from("A".repeat(100_000)),
        OsString::from_vec(b"\xff\xfe/\x80".to_vec()),
        OsString::from("PIPE"),
    ]);
    let moments: Vec<i64> = MOMENTS.iter().flat_map(|at| [at - 1, *at, at + 1]).collect();
    let mut trials = Vec::new();
    if run.is_without("sound-zones") {
        trials.push((0, &zones[zones.len() - 1], 0));
    } else if run.is_whole() {
        for moment in &moments {
            trials.extend(zones.iter().flat_map(|zone| STEPS.map(|step| (*moment, zone, step))));
        }
    } else {
        // Every zone, and every third moment.
        let each = zones.iter().enumerate().step_by(run.every(8));
        trials.extend(each.map(|(at, zone)| (moments[at * 7 % moments.len()], zone, STEPS[at % 3])));
    }
    let commands = AtomicU64::new(0);
    let tried = |part: usize| {
        for &(moment, zone, step) in trials.iter().skip(part).step_by(2) {
            let place = WrongClock { library: &library, moment, zone, step, lies: run.is_without("sound-zones") };
            commands.fetch_add(place.keeps_everything(), Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| tried(1));
        tried(0);
        other.join().unwrap();
    });
    format!(
        "{} commands under {} wrong clocks and zones ({} moments, {} zones, standing, running backwards and leaping): all in \
         order, none refused, none slower than {} s",
        commands.into_inner(),
        trials.len(),
        moments.len(),
        zones.len(),
        LONGEST.as_secs()
    )
}

/// Whatever takes longer waits for something.
const LONGEST: Duration = Duration::from_secs(20);

struct WrongClock<'c> {
    library: &'c Preload,
    moment: i64,
    zone: &'c OsString,
    step: i64,
    /// Whether pipes are said to be files.
    lies: bool,
}

impl WrongClock<'_> {
    fn what(&self, arguments: &[&str]) -> String {
        let zone: String = self.zone.to_string_lossy().chars().take(40).collect();
        format!("enochian {} at {} (TZ={zone:?}, step {})", arguments.join(" "), self.moment, self.step)
    }

    /// Runs a command that must succeed, and soon.
    fn says(&self, notebook: &Notebook, arguments: &[&str], input: &str) -> Vec<u8> {
        let pipe = notebook.path("pipe");
        let zone = if self.zone == "PIPE" { pipe.as_os_str() } else { self.zone };
        let mut command = notebook.command(arguments);
        self.library.load(&mut command).env("TZ", zone).env("ENOCHIAN_DIE", "program");
        command.env("TRUST_CLOCK", self.moment.to_string()).env("TRUST_STEP", self.step.to_string());
        if self.lies {
            command.env("TRUST_ZONES", "1");
        }
        let given = notebook.path("input");
        fs::write(&given, input).unwrap();
        command.stdin(fs::File::open(&given).unwrap());
        let output = self.ended(arguments, command);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{} fails: {told}", self.what(arguments));
        output.stdout
    }

    /// What a command prints. It is killed if it takes too long.
    fn ended(&self, arguments: &[&str], mut command: Command) -> Output {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let id = child.id().to_string();
        let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        thread::scope(|scope| {
            let read = |from: &mut dyn std::io::Read| {
                let mut bytes = Vec::new();
                from.read_to_end(&mut bytes).map(|_| bytes).unwrap()
            };
            let stdout = scope.spawn(move || read(&mut out));
            let stderr = scope.spawn(move || read(&mut err));
            let begun = Instant::now();
            let status = loop {
                if let Some(status) = child.try_wait().unwrap() {
                    break status;
                }
                if begun.elapsed() > LONGEST {
                    child.kill().unwrap();
                    child.wait().unwrap();
                    panic!("{} (process {id}) does not end", self.what(arguments));
                }
                thread::sleep(Duration::from_millis(2));
            };
            Output { status, stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() }
        })
    }

    /// A day's work under this clock. Returns the number of commands.
    fn keeps_everything(&self) -> u64 {
        let notebook = Notebook::new();
        let made = Command::new("mkfifo").arg(notebook.path("pipe")).status().unwrap();
        assert!(made.success());
        let question = format!("{ROOT}/questions/brother.toml");
        let mut commands = 0;
        let mut run = |arguments: &[&str], input: &str| {
            commands += 1;
            self.says(&notebook, arguments, input)
        };
        run(&["read", &question, "--auto", "--seed", "1", "--limit", "3"], "");
        run(&["game", "--kind", "three", "--auto", "--seed", "1", "--limit", "6", "--title", "Three"], "");
        // One that is left and resumed, named so that the latest need not be it.
        run(
            &["game", "--kind", "other", "--title", "Draughts", "--seats", "North,South", "--players", "Ann"],
            "\n\nfirst-act\nstop\n",
        );
        let path = notebook.journals().read_dir().unwrap().map(|entry| entry.unwrap().path());
        let path = path.filter(|path| path.to_string_lossy().contains("draughts")).max().expect("a journal");
        let mut before = fs::read_to_string(&path).unwrap();
        let file = path.to_str().unwrap().to_owned();
        for (arguments, input) in [
            (&["game", "--resume", &file][..], "second-act\nnote later\nstop\n"),
            (&["journal", "note", &file, "Later."], ""),
            (&["game", "--resume", &file], "third-act\nstop\n"),
            (&["journal", "tag", &file, "later still"], ""),
        ] {
            run(arguments, input);
            let after = fs::read_to_string(&path).unwrap();
            let is_added = after.len() > before.len() && after.starts_with(&before);
            assert!(is_added, "{}: the journal does not grow at its end", self.what(arguments));
            before = after;
        }
        // Only the name of a zone is written down, and nothing else that stands in its place.
        if let Some(zone) = before.lines().find_map(|line| line.strip_prefix("zone = ")) {
            let file = Path::new("/usr/share/zoneinfo").join(zone.trim_matches('"'));
            assert!(file.is_file() || zone == "\"UTC\"", "{}: {zone} is no zone", self.what(&[]));
        }
        let order = ["first-act", "second-act", "Later.", "third-act", "later still"].map(|act| before.find(act));
        assert!(order.is_sorted() && order[0].is_some(), "{}: out of order: {order:?}\n{before}", self.what(&[]));
        run(&["journal", "outcome", "brother", "true", "It was."], "");
        run(&["journal", "note", "brother", "--turn", "2", "On the turn."], "");

        run(&["journal", "check", "--all"], "");
        run(&["journal", "stats"], "");
        run(&["journal", "search", "later"], "");
        for name in ["brother", &file] {
            run(&["journal", "show", name], "");
            for format in ["html", "markdown", "json", "csv"] {
                run(&["journal", "export", name, "--format", format], "");
            }
        }
        let listed: serde_json::Value = serde_json::from_slice(&run(&["journal", "list", "--json"], "")).unwrap();
        let begun: Vec<_> = listed
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| chrono::DateTime::parse_from_rfc3339(entry["begun"].as_str().unwrap()).unwrap())
            .collect();
        assert_eq!(begun.len(), 3, "{}: {listed}", self.what(&["journal", "list"]));
        assert!(begun.is_sorted_by(|later, earlier| later >= earlier), "{}: {listed}", self.what(&["journal", "list"]));
        commands
    }
}
