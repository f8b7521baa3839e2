//! Figure 7: what is too large or no file at all, wherever a file or a folder is expected.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::figure::{Figure, Run};
use crate::notebook::{Notebook, ROOT};
use crate::preload::Preload;

pub(crate) const FIGURE: Figure =
    Figure { number: 7, name: "special-files", protections: &["looking-first"], measure: |run| measure(run) };

/// No refusal takes longer.
const SOON: Duration = Duration::from_millis(250);

/// Whatever takes so long never ends.
const NEVER: Duration = Duration::from_secs(10);

/// What stands in the place of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    /// A link to a pipe that nobody writes to.
    LinkToPipe,
    Pipe,
    Socket,
    /// A link to a device.
    Device(&'static str),
    DanglingLink,
    LinkToItself,
    Folder,
    Empty,
    /// A file of zeros, with so many MiB and without a block on the disk.
    Zeros(u64),
    /// What would be right, and then zeros up to so many MiB.
    Grown(u64),
}

use Thing::{DanglingLink, Device, Empty, Folder, Grown, LinkToItself, LinkToPipe, Pipe, Socket, Zeros};

const THINGS: [Thing; 16] = [
    Pipe,
    LinkToPipe,
    Socket,
    Device("zero"),
    Device("full"),
    Device("random"),
    Device("null"),
    DanglingLink,
    LinkToItself,
    Folder,
    Empty,
    Zeros(8),
    Zeros(1 << 10),
    Zeros(4 << 10),
    Grown(8),
    Grown(4 << 10),
];

/// A place where a file is expected, and a command that comes to it.
struct Place {
    /// The file, in the notebook.
    path: &'static str,
    /// What would be right there.
    right: &'static str,
    arguments: Vec<&'static str>,
    /// What may stand there.
    allowed: &'static [Thing],
}

/// A link is moved as a link, wherever it leads.
const LINKS: &[Thing] = &[
    LinkToPipe,
    Device("zero"),
    Device("full"),
    Device("random"),
    Device("null"),
    DanglingLink,
    LinkToItself,
    Grown(8),
    Grown(4 << 10),
];
/// What may be empty.
const BLANK: &[Thing] = &[Empty];

fn places() -> Vec<Place> {
    const JOURNAL: &str = "journals/reading.md";
    const QUESTION: &str = "questions/brother.toml";
    let mut places = Vec::new();
    let mut add = |path, right, arguments: &str, allowed| {
        let arguments = arguments.split(' ').map(|word| -> &'static str { word.to_owned().leak() }).collect();
        places.push(Place { path, right, arguments, allowed });
    };
    for command in [
        "read x.toml --auto",
        "simulate x.toml",
        "simulate compare x.toml questions/brother.toml",
        "simulate compare questions/brother.toml x.toml",
        "simulate scan x.toml",
        "simulate rate random greedy --on x.toml",
        "table x.toml --no-open",
    ] {
        // The table asks for what is missing in a question.
        add("x.toml", QUESTION, command, if command.starts_with("table") { BLANK } else { &[] });
    }
    add("x.toml", "set-up.toml", "game --kind faith --setup x.toml --auto --limit 1", &[]);
    add("x.toml", "design.toml", "simulate plan x.toml --out planned", &[]);
    add("x.txt", "sheet.txt", "import x.txt", &[]);
    for command in [
        "journal show x.md",
        "journal show x.md --raw",
        "journal check x.md",
        "journal note x.md on",
        "journal tag x.md on",
        "journal outcome x.md true",
        "journal explain x.md",
        "journal replay x.md --turn 3",
        "journal check --upgrade x.md",
        "journal rename x.md other",
        "journal remove x.md",
        "journal explain x.md reading",
        "journal explain reading x.md",
        "journal stats x.md",
        "journal edit x.md",
        "journal export x.md --format html",
        "journal export x.md --format sheet",
        "read --resume x.md",
        "game --resume x.md",
        "table x.md --no-open",
    ] {
        // Zeros after a journal are a person's line; a journal may be shown, moved and edited whatever is in it.
        add("x.md", JOURNAL, command, &[Grown(8), Grown(4 << 10), Zeros(8), Empty]);
    }
    add("journals/trash/removed.md", JOURNAL, "journal remove --restore journals/trash/removed.md", LINKS);
    add("journals/unfinished-question.toml", QUESTION, "read --resume journals/unfinished-question.toml", BLANK);
    for command in [
        "journal list --journals x",
        "read questions/brother.toml --auto --limit 1 --journals x",
        "journal show @ --journals x",
        "board air --data x",
        "journal list --notebook x",
        "simulate verify x",
        "simulate --resume x",
        "simulate design x",
        "simulate summary x",
    ] {
        add("x", JOURNAL, command, &[Folder]);
    }
    add("enochian.toml", "enochian.toml", "journal list", BLANK);
    add("home/.config/enochian/config.toml", "enochian.toml", "journal list", BLANK);
    for file in ["data/pieces.toml", "data/boards/air.toml"] {
        add(file, file, "board air --data data", &[]);
    }
    add("x.json", "summary.json", "simulate summary x.json", &[]);
    for command in ["simulate summary run", "simulate verify run", "simulate --resume run"] {
        add("run/_manifest.json", "run/_manifest.json", command, &[]);
    }
    for command in ["simulate summary run", "simulate verify run"] {
        add(PART, PART, command, &[]);
    }
    for file in ["plan.json", "receipt.json", "design.toml", "question.toml", "cells.csv", "cells/cell-000001.json"] {
        let path: &'static str = format!("study/{file}").leak();
        add(path, path, "simulate verify study", &[]);
    }
    for command in [
        "journal export reading --out x.html",
        "journal export reading --format sheet --out x.html",
        "print dice --out x.html",
        "simulate questions/brother.toml --readings 8 --out x.html",
        "simulate plan design.toml --out x.html",
        "new x.html",
        "completions --man x.html",
    ] {
        add(
            "x.html",
            JOURNAL,
            command,
            if command.contains("simulate") || command.ends_with("x.html") { &[Folder] } else { &[] },
        );
    }
    places
}

const PART: &str = if cfg!(feature = "parquet") {
    "run/part-000000000000-000000000064.parquet"
} else {
    "run/part-000000000000-000000000064.csv"
};

/// A notebook with one of everything.
fn furnished() -> Notebook {
    let notebook = Notebook::with_reading();
    for folder in ["questions", "data", "data/boards", "home/.config/enochian", "journals/trash"] {
        fs::create_dir_all(notebook.path(folder)).unwrap();
    }
    let copy = |from: &str, to: &str| assert!(fs::copy(Path::new(ROOT).join(from), notebook.path(to)).is_ok());
    copy("questions/brother.toml", "questions/brother.toml");
    copy("data/games/faith.toml", "set-up.toml");
    copy("tests/games/zal-op-air-of-air-0.txt", "sheet.txt");
    for folder in ["data", "data/boards"] {
        for entry in fs::read_dir(Path::new(ROOT).join(folder)).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_file() {
                fs::copy(entry.path(), notebook.path(folder).join(entry.file_name())).unwrap();
            }
        }
    }
    fs::write(notebook.path("enochian.toml"), "quiet = false\n").unwrap();
    let design =
        "question = \"questions/brother.toml\"\nreadings = 10\n[factors]\ndice = [\"regardie\", \"y-manuscript\"]\n";
    fs::write(notebook.path("design.toml"), design).unwrap();
    for command in [
        &["simulate", "questions/brother.toml", "--readings", "64", "--out", "run"][..],
        &["simulate", "plan", "design.toml", "--out", "study"],
        &["simulate", "design", "study"],
    ] {
        let output = notebook.run(command, "");
        assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let summary = notebook.run(&["simulate", "questions/brother.toml", "--readings", "8", "--json"], "");
    fs::write(notebook.path("summary.json"), summary.stdout).unwrap();
    notebook
}

fn measure(run: &Run) -> String {
    let notebook = furnished();
    let preload = run.is_without("looking-first").then(|| Preload::build("every_file_regular"));
    let places = places();
    let (mut tried, mut slowest) = (0, Duration::ZERO);
    for (number, place) in places.iter().enumerate() {
        // In a sample each thing stands in some places, and in each place some things.
        let things = THINGS.into_iter().skip(number % run.every(7)).step_by(run.every(7));
        for thing in things.filter(|thing| !place.allowed.contains(thing)) {
            let trial = Trial { notebook: &notebook, place, thing, preload: preload.as_ref() };
            slowest = slowest.max(trial.refused());
            tried += 1;
        }
    }
    let slowest = slowest.as_millis();
    format!("{tried} refusals in {} places with {} things, the slowest in {slowest} ms", places.len(), THINGS.len())
}

/// A thing in a place.
struct Trial<'t> {
    notebook: &'t Notebook,
    place: &'t Place,
    thing: Thing,
    preload: Option<&'t Preload>,
}

impl Trial<'_> {
    /// Puts the thing there, and runs the command: how long it took to refuse.
    fn refused(&self) -> Duration {
        let path = self.notebook.path(self.place.path);
        let aside = self.notebook.path("aside");
        let is_there = fs::rename(&path, &aside).is_ok();
        // What only seems slow is tried again in a quieter moment.
        let mut took = NEVER;
        for _ in 0..10 {
            self.put(&path, if is_there { &aside } else { Path::new("") });
            took = took.min(self.tried());
            remove(&path);
            if took <= SOON {
                break;
            }
        }
        if is_there {
            fs::rename(&aside, &path).unwrap();
        }
        assert!(took <= SOON, "{self}: it is refused after {} ms", took.as_millis());
        took
    }

    fn put(&self, path: &Path, aside: &Path) {
        let sized = |file: &File, mebibytes: u64| file.set_len(mebibytes << 20).unwrap();
        let pipe = |path: &Path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
        match self.thing {
            Pipe => pipe(path),
            LinkToPipe => {
                let target = self.notebook.path("pipe");
                remove(&target);
                pipe(&target);
                symlink(&target, path).unwrap();
            }
            Socket => drop(UnixListener::bind(path).unwrap()),
            Device(name) => symlink(format!("/dev/{name}"), path).unwrap(),
            DanglingLink => symlink("nowhere", path).unwrap(),
            LinkToItself => symlink(path.file_name().unwrap(), path).unwrap(),
            Folder => fs::create_dir(path).unwrap(),
            Empty => drop(File::create(path).unwrap()),
            Zeros(mebibytes) => sized(&File::create(path).unwrap(), mebibytes),
            Grown(mebibytes) => {
                let right = self.notebook.path(self.place.right);
                fs::copy(if right.is_file() { &right } else { aside }, path).unwrap();
                sized(&File::options().write(true).open(path).unwrap(), mebibytes);
            }
        }
    }

    /// Runs the command, which must refuse in words: how long it took.
    fn tried(&self) -> Duration {
        let errors = self.notebook.path("errors");
        let mut command = self.notebook.command(&self.place.arguments);
        command.stdout(Stdio::null()).stderr(File::create(&errors).unwrap());
        if let Some(preload) = self.preload {
            preload.load(&mut command);
        }
        let begun = Instant::now();
        let mut child = command.spawn().unwrap();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > NEVER {
                child.kill().unwrap();
                child.wait().unwrap();
                panic!("{self}: it does not end");
            }
            sleep(Duration::from_millis(1));
        };
        let took = begun.elapsed();
        let told = fs::read_to_string(&errors).unwrap();
        assert!(status.code().is_some_and(|code| code > 0), "{self}: {status}: {told}");
        let count = told.lines().filter(|line| line.starts_with("error")).count();
        // What can be read has every error that is in it.
        let is_read = matches!(self.thing, Empty | Zeros(8));
        assert!((count == 1 || is_read && count > 0) && !told.contains("panicked"), "{self}: {count} errors: {told}");
        took
    }
}

impl std::fmt::Display for Trial<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "enochian {} with {:?} at {}", self.place.arguments.join(" "), self.thing, self.place.path)
    }
}

/// Removes whatever is there.
fn remove(path: &Path) {
    let _ = if path.is_dir() && !path.is_symlink() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
}
