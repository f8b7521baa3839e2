//! What is too large or no file at all, wherever a file or a folder is expected (`places.txt`): one clear error within 250 ms.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::notebook::{Notebook, ROOT, copy};
use crate::sample::short_or_whole;

/// No refusal takes longer: a quarter of a second, and on a machine that runs all tests at once a second.
fn soon() -> Duration {
    Duration::from_millis(short_or_whole(1000, 250))
}

/// Whatever takes so long never ends.
const NEVER: Duration = Duration::from_secs(10);

/// What stands in the place of a file: `zeros-` is a file of so many MiB without a block on the disk, `grown-` what would be right, and
/// then zeros; `link-` leads to a pipe, a device, nowhere or itself.
const THINGS: [&str; 16] = [
    "pipe",
    "link-pipe",
    "socket",
    "link-/dev/zero",
    "link-/dev/full",
    "link-/dev/random",
    "link-/dev/null",
    "link-nowhere",
    "link-itself",
    "folder",
    "empty",
    "zeros-8",
    "zeros-1024",
    "zeros-4096",
    "grown-8",
    "grown-4096",
];

/// A place where a file is expected, what would be right there, a command that comes to it, and what may stand there.
struct Place {
    path: String,
    right: String,
    command: String,
    allowed: String,
}

fn places(notebook: &Notebook) -> Vec<Place> {
    let part = notebook.first_part().file_name().unwrap().to_str().unwrap().to_owned();
    let rows = include_str!("places.txt").lines().filter(|row| !row.starts_with('#'));
    let place = |row: &str| {
        let row = row.replace("PART", &part);
        let columns: Vec<String> = row.split('|').map(|column| column.trim().to_owned()).collect();
        let [path, right, command, allowed] = columns.try_into().unwrap_or_else(|_| panic!("places.txt: {row}"));
        Place { path, right, command, allowed }
    };
    rows.map(place).collect()
}

/// A notebook with one of everything.
fn furnished() -> Notebook {
    let notebook = Notebook::with_reading();
    for folder in ["questions", "home/.config/enochian", "journals/trash"] {
        fs::create_dir_all(notebook.path(folder)).unwrap();
    }
    copy(&Path::new(ROOT).join("data"), &notebook.path("data"));
    for (from, to) in [
        ("questions/brother.toml", "questions/brother.toml"),
        ("data/games/faith.toml", "set-up.toml"),
        ("tests/games/zal-op-air-of-air-0.txt", "sheet.txt"),
    ] {
        fs::copy(Path::new(ROOT).join(from), notebook.path(to)).unwrap();
    }
    fs::write(notebook.path("enochian.toml"), "quiet = false\n").unwrap();
    let summary = notebook.run(&["simulate", "questions/brother.toml", "--readings", "8", "--json"], "");
    fs::write(notebook.path("summary.json"), summary.stdout).unwrap();
    let output = notebook.run(&["simulate", "questions/brother.toml", "--readings", "64", "--out", "run"], "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    notebook
}

#[test]
fn what_is_no_file_is_refused_at_once() {
    let notebook = furnished();
    let (mut tried, mut slowest) = (0, Duration::ZERO);
    for (number, place) in places(&notebook).iter().enumerate() {
        // In a sample each thing stands in some places, and in each place some things.
        let every = short_or_whole(7, 1);
        let things = THINGS.into_iter().skip(number % every).step_by(every);
        for thing in things.filter(|thing| !place.allowed.split_whitespace().any(|allowed| thing.starts_with(allowed)))
        {
            slowest = slowest.max(Trial { notebook: &notebook, place, thing }.refused());
            tried += 1;
        }
    }
    println!("{tried} refusals, the slowest in {} ms", slowest.as_millis());
}

/// A thing in a place.
struct Trial<'t> {
    notebook: &'t Notebook,
    place: &'t Place,
    thing: &'static str,
}

impl Trial<'_> {
    /// Puts the thing there, and runs the command: how long it took to refuse.
    fn refused(&self) -> Duration {
        let path = self.notebook.path(&self.place.path);
        let aside = self.notebook.path("aside");
        let is_there = fs::rename(&path, &aside).is_ok();
        // What only seems slow is tried again in a quieter moment.
        let mut took = NEVER;
        for _ in 0..10 {
            self.put(&path, if is_there { &aside } else { Path::new("") });
            took = took.min(self.tried());
            remove(&path);
            if took <= soon() {
                break;
            }
        }
        if is_there {
            fs::rename(&aside, &path).unwrap();
        }
        assert!(took <= soon(), "{self}: it is refused after {} ms", took.as_millis());
        took
    }

    fn put(&self, path: &Path, aside: &Path) {
        let sized = |file: &File, mebibytes: &str| file.set_len(mebibytes.parse::<u64>().unwrap() << 20).unwrap();
        let pipe = |path: &Path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
        match self.thing.split_once('-').unwrap_or((self.thing, "")) {
            ("pipe", _) => pipe(path),
            ("link", "pipe") => {
                let target = self.notebook.path("pipe");
                remove(&target);
                pipe(&target);
                symlink(&target, path).unwrap();
            }
            ("link", "itself") => symlink(path.file_name().unwrap(), path).unwrap(),
            ("link", target) => symlink(target, path).unwrap(),
            ("socket", _) => drop(UnixListener::bind(path).unwrap()),
            ("folder", _) => fs::create_dir(path).unwrap(),
            ("empty", _) => drop(File::create(path).unwrap()),
            ("zeros", mebibytes) => sized(&File::create(path).unwrap(), mebibytes),
            (_, mebibytes) => {
                let right = self.notebook.path(&self.place.right);
                fs::copy(if right.is_file() { &right } else { aside }, path).unwrap();
                sized(&File::options().write(true).open(path).unwrap(), mebibytes);
            }
        }
    }

    /// Runs the command, which must refuse in words: how long it took.
    fn tried(&self) -> Duration {
        let errors = self.notebook.path("errors");
        let mut command = self.notebook.command(&self.place.command.split(' ').collect::<Vec<_>>());
        command.stdout(Stdio::null()).stderr(File::create(&errors).unwrap());
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
        let is_read = ["empty", "zeros-8"].contains(&self.thing);
        assert!((count == 1 || is_read && count > 0) && !told.contains("panicked"), "{self}: {count} errors: {told}");
        took
    }
}

impl std::fmt::Display for Trial<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "enochian {} with {} at {}", self.place.command, self.thing, self.place.path)
    }
}

/// Removes whatever is there.
fn remove(path: &Path) {
    let _ = if path.is_dir() && !path.is_symlink() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
}
