//! Commands that only read, over a notebook that nothing can be written to.
//!
//! Each is run over a notebook that could be written, and leaves every byte and every time in it as it was; then over the same
//! notebook mounted read-only (without a right to mount, its files and folders only lose their permissions), once with the
//! caches elsewhere and once with the caches in it. It succeeds and prints the same each time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;

use crate::desk::files;
use crate::notebook::{Notebook, PROGRAM};
use crate::sample::short_or_whole;

/// The array of the positions.
const ARRAY: &str = "Air of Air & Water";

/// Each way in which a command that only reads is tried, as words.
fn ways() -> impl Iterator<Item = Vec<&'static str>> {
    let rows = include_str!("read_only.txt").lines().filter(|row| !row.starts_with('#'));
    rows.flat_map(|row| row.split(" | ")).map(|way| way.split(' ').collect())
}

/// The commands that write, at least if they are told to.
const WRITING: &str = "read, game, table, import, print, new, remember, journal annotate, journal edit, journal note, journal tag, \
    journal outcome, journal rename, journal remove, journal join";

#[test]
fn what_only_reads_works_where_nothing_can_be_written_and_changes_nothing() {
    let place = prepared();
    let commands: Vec<_> = commands(&place).into_iter().step_by(short_or_whole(15, 1)).collect();
    let before = state(&place.folder);
    // The order of the two halves does not matter: nothing here writes.
    let over = |what: &str, caches: &Path, can_write: bool| -> Vec<(String, Vec<u8>)> {
        let one = |command: &Vec<String>| {
            let output = place.run(command, caches, can_write);
            if !output.status.success() {
                let told = String::from_utf8_lossy(&output.stderr);
                panic!("enochian {} fails over a notebook {what}: {told}", command.join(" "));
            }
            // How long something took is another each time.
            let told = String::from_utf8_lossy(&output.stdout).into_owned();
            let timeless: Vec<&str> = told.lines().filter(|line| !line.contains(" seconds")).collect();
            (timeless.join("\n"), output.stderr)
        };
        let (here, there) = commands.split_at(commands.len() / 2);
        let told = thread::scope(|scope| {
            let there = scope.spawn(|| there.iter().map(one).collect::<Vec<_>>());
            let mut told: Vec<_> = here.iter().map(one).collect();
            told.extend(there.join().unwrap());
            told
        });
        let after = state(&place.folder);
        let changed = after.iter().find(|(path, state)| before.get(*path) != Some(state));
        let gone = before.keys().find(|path| !after.contains_key(*path));
        assert!(changed.is_none() && gone.is_none(), "over a notebook {what} these changed: {changed:?}, {gone:?}");
        told
    };
    let inside = place.folder.join("caches");
    let outside = place.notebook.path("caches");
    let right = over("that can be written", &outside, true);
    // A sample may have no command that remembers something.
    let _ = fs::remove_dir_all(&outside);
    for (what, caches) in [
        ("that is read-only", &outside),
        ("that is read-only, remembered in a cache", &outside),
        ("that is read-only with its caches", &inside),
    ] {
        for ((command, right), told) in commands.iter().zip(&right).zip(over(what, caches, false)) {
            assert!(*right == told, "enochian {} says something else over a notebook {what}", command.join(" "));
        }
    }
    let how = if can_mount() { "mounted read-only" } else { "without permissions to write" };
    println!("{} ways to run commands over a notebook {how}: {} files kept", commands.len(), before.len());
}

#[test]
fn every_command_is_known_to_read_or_to_write() {
    let mut listed: BTreeSet<String> = WRITING.split(", ").map(str::to_owned).collect();
    listed.extend(ways().map(|words| {
        let groups = ["journal", "simulate"];
        let is_named_so =
            |word: &str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !word.starts_with('-');
        let is_command = |word: &&str| groups.contains(&words[0]) && is_named_so(word);
        words[..1].iter().chain(words.get(1).filter(|word| is_command(word))).copied().collect::<Vec<_>>().join(" ")
    }));
    let mut found = BTreeSet::new();
    let mut groups = vec![Vec::new()];
    while let Some(group) = groups.pop() {
        let output = Command::new(PROGRAM).args(&group).arg("--help").output().unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        let named = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
        let mut names =
            named.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next()).peekable();
        // Of those with commands of their own only `simulate` does something itself.
        if names.peek().is_none() || group == ["simulate"] {
            found.insert(group.join(" "));
        }
        for name in names.filter(|name| *name != "help" || group.is_empty()) {
            groups.push(group.iter().cloned().chain([name.to_owned()]).collect());
        }
    }
    let unlisted: Vec<&String> = found.symmetric_difference(&listed).collect();
    assert!(unlisted.is_empty(), "these are neither in read_only.txt nor in WRITING, or in no help: {unlisted:?}");
}

/// A notebook in a folder of its own, with caches and a home beside it.
struct Place {
    notebook: Notebook,
    folder: PathBuf,
}

fn prepared() -> Place {
    let notebook = Notebook::new();
    let folder = notebook.path("mine");
    let place = Place { notebook, folder };
    let outside = place.notebook.path("caches");
    let made = place.notebook.run(&["new", "mine"], "");
    assert!(made.status.success(), "{made:?}");
    for command in [
        "read questions/first.toml --auto --seed 1 --limit 40 --die program",
        "read questions/first.toml --quiet --auto --seed 2 --die program",
        "game --auto --seed 2 --limit 20",
        "game --kind three --auto --seed 2 --limit 20 --title Three",
        "game --kind gods --auto --seed 2 --limit 9 --title Gods",
        "simulate questions/first.toml --readings 20 --out run",
    ] {
        let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        let output = place.run(&words, &outside, true);
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    // Times long past, so that whatever is touched now differs.
    for path in paths(&place.folder) {
        let file = fs::File::open(&path).unwrap();
        file.set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000)).unwrap();
    }
    if !can_mount() {
        for path in paths(&place.folder) {
            let mode = if path.is_dir() { 0o555 } else { 0o444 };
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        }
    }
    place
}

impl Place {
    /// Runs the program in the notebook. If it cannot be written, then in a space of names of its own, where it is mounted
    /// read-only.
    fn run(&self, arguments: &[String], caches: &Path, can_write: bool) -> Output {
        let mut command = if can_write || !can_mount() { Command::new(PROGRAM) } else { mounting() };
        if !can_write && can_mount() {
            let mount = "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" && cd \"$0\" && exec \"$@\"";
            command.args(["sh", "-c", mount]).arg(&self.folder).arg(PROGRAM);
        }
        self.notebook.settle(&mut command);
        command.args(arguments).current_dir(&self.folder).env("XDG_CACHE_HOME", caches).output().unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        for path in paths(&self.folder) {
            let _ = fs::set_permissions(&path, Permissions::from_mode(0o755));
        }
    }
}

/// A command with mounts of its own.
fn mounting() -> Command {
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount"]);
    command
}

/// Whether this system lets the test mount.
fn can_mount() -> bool {
    static CAN: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| {
        let script = "mount --bind /tmp /tmp && mount -o remount,bind,ro /tmp && ! touch /tmp/enochian-written";
        let tried = mounting().args(["sh", "-c", script]).output();
        tried.is_ok_and(|output| output.status.success())
    });
    *CAN
}

/// Every way in which a reading command is run here.
fn commands(place: &Place) -> Vec<Vec<String>> {
    let journals = files(&place.folder.join("journals"), "md");
    let is_reading = |path: &PathBuf| fs::read_to_string(path).unwrap().contains("\nquestion = ");
    let (readings, games): (Vec<PathBuf>, Vec<PathBuf>) = journals.into_iter().partition(is_reading);
    let start = Command::new(PROGRAM).args(["position", "start", "--board", "air", "--array", ARRAY]).output().unwrap();
    let start = String::from_utf8(start.stdout).unwrap().trim().to_owned();
    let mut commands = Vec::new();
    for words in ways() {
        let names: Vec<&str> = match (words.contains(&"JOURNAL"), words.contains(&"READING")) {
            (true, _) => readings.iter().chain(&games).map(|path| path.to_str().unwrap()).collect(),
            (_, true) => readings.iter().map(|path| path.to_str().unwrap()).collect(),
            _ => vec![""],
        };
        for journal in names {
            let put = |word: &&str| match *word {
                "JOURNAL" | "READING" => journal.to_owned(),
                "POSITION" => start.clone(),
                "ARRAY" => ARRAY.to_owned(),
                word => word.to_owned(),
            };
            commands.push(words.iter().map(put).collect());
        }
    }
    commands
}

/// A folder and everything in it.
fn paths(folder: &Path) -> Vec<PathBuf> {
    let mut all = vec![folder.to_owned()];
    let mut at = 0;
    while let Some(path) = all.get(at).cloned() {
        if path.is_dir() {
            all.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        }
        at += 1;
    }
    all
}

/// The bytes of every file in a folder, and of every file and folder its inode, its permissions and its times, but for the last
/// time that it was read.
fn state(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, [i64; 6])> {
    let of = |path: PathBuf| {
        let found = fs::metadata(&path).unwrap();
        let bytes = if found.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
        let times = [found.mtime(), found.mtime_nsec(), found.ctime(), found.ctime_nsec()];
        let [modified, part, changed, other] = times;
        (path, (bytes, [found.ino() as i64, found.mode().into(), modified, part, changed, other]))
    };
    paths(folder).into_iter().map(of).collect()
}
