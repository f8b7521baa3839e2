//! Wrong clocks and wrong time zones, while readings are recorded, added to, resumed, listed and exported.
//!
//! A library stands in for the system's clock. Whatever it shows, every act is kept in the order in which it was done, nothing is
//! refused, and nothing waits.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::notebook::{Notebook, ROOT};
use crate::preload::Preload;
use crate::sample::short_or_whole;
use crate::threads;

/// Zones; then rules that are out of range, and what is no zone. `PIPE` is one that nobody writes to.
const ZONES: &str = "UTC Europe/Berlin :Europe/Berlin America/New_York Australia/Lord_Howe America/Sao_Paulo Antarctica/Troll \
    Pacific/Apia Pacific/Kiritimati Etc/GMT+12 right/UTC CET-1CEST,M3.5.0,M10.5.0/3 <+14>-14 XXX-25:00:00 XXX-999999999999 \
    <+99>-99:99:99 CET-1CEST,M13.9.9,M0.0.0 CET-1CEST,J400,J0/999 XXX0YYY,0/-167,365/167 CET-1CEST ,,, :/etc/passwd /etc/passwd \
    /dev/zero :/dev/zero /dev/tty / ../../x ../../../../../../etc/passwd \u{1b}[2J Europe/Bérlin PIPE";

/// How much later it is each time that the clock is asked.
const STEPS: [i64; 3] = [0, -3601, 86_399];

#[test]
fn wrong_clocks_and_zones_keep_acts_in_order_and_refuse_nothing() {
    let library = Preload::build("other_clock");
    let mut zones: Vec<OsString> = ZONES.split(' ').map(OsString::from).collect();
    zones.extend([OsString::new(), "Europe/Berlin\n".into(), "A".repeat(100_000).into()]);
    zones.push(OsString::from_vec(b"\xff\xfe/\x80".to_vec()));
    let lines = include_str!("clocks.txt").lines().filter(|line| !line.starts_with('#'));
    let moments: Vec<i64> = lines.flat_map(|line| line.split(' ')).map(|moment| moment.parse().unwrap()).collect();
    let moments: Vec<i64> = moments.iter().flat_map(|at| [at - 1, *at, at + 1]).collect();
    let place = |moment, zone, step| WrongClock { library: &library, moment, zone, step };
    // Every eighth zone at some moment, or every zone at every moment.
    let sample = zones.iter().enumerate().step_by(8);
    let sample = sample.map(|(at, zone)| place(moments[at * 7 % moments.len()], zone, STEPS[at % 3])).collect();
    let whole = moments.iter().flat_map(|moment| zones.iter().map(move |zone| (moment, zone)));
    let whole = whole.flat_map(|(moment, zone)| STEPS.map(|step| place(*moment, zone, step))).collect();
    let places: Vec<WrongClock> = short_or_whole(sample, whole);
    threads::for_each(places.len() as u64, |number| {
        places[number as usize].keeps_everything();
        Ok(())
    });
    println!("{} wrong clocks and zones", places.len());
}

/// Whatever takes longer waits for something.
const LONGEST: Duration = Duration::from_secs(20);

struct WrongClock<'c> {
    library: &'c Preload,
    moment: i64,
    zone: &'c OsString,
    step: i64,
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
        let [given, printed, told] = ["input", "printed", "told"].map(|name| notebook.path(name));
        fs::write(&given, input).unwrap();
        // A file, since nobody reads a pipe meanwhile.
        let mut child = command
            .stdin(fs::File::open(&given).unwrap())
            .stdout(fs::File::create(&printed).unwrap())
            .stderr(fs::File::create(&told).unwrap())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > LONGEST {
                child.kill().unwrap();
                child.wait().unwrap();
                panic!("{} does not end", self.what(arguments));
            }
            thread::sleep(Duration::from_millis(2));
        };
        assert!(status.success(), "{} fails: {}", self.what(arguments), fs::read_to_string(&told).unwrap());
        fs::read(&printed).unwrap()
    }

    /// A day's work under this clock.
    fn keeps_everything(&self) {
        let notebook = Notebook::new();
        let made = Command::new("mkfifo").arg(notebook.path("pipe")).status().unwrap();
        assert!(made.success());
        let question = format!("{ROOT}/questions/brother.toml");
        let run = |arguments: &[&str], input: &str| self.says(&notebook, arguments, input);
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

        run(&["journal", "check"], "");
        run(&["journal", "stats"], "");
        run(&["journal", "search", "later"], "");
        for name in ["brother", &file] {
            run(&["journal", "show", name], "");
            for format in ["html", "markdown", "json"] {
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
    }
}
