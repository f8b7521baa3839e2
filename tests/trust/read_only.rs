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

use crate::figure::{Figure, Run};
use crate::notebook::{Notebook, PROGRAM, ROOT};

pub(crate) const FIGURE: Figure =
    Figure { number: 13, name: "read-only", protections: &["caches-elsewhere", "complete-lists"], measure };

/// The array of the positions.
const ARRAY: &str = "Air of Air & Water";

/// The commands that only read, each in the ways in which it is tried; `JOURNAL` is each of the journals, and `READING`
/// each of a reading.
const READING: &[(&str, &[&str])] = &[
    ("kinds", &["", "three", "--json"]),
    ("learn", &["", "board"]),
    ("board", &["", "air", "--json", "--arrays"]),
    ("meaning", &["Mars", "a1", "c4 --json", "air king"]),
    ("config", &[""]),
    ("completions", &["bash", "--man"]),
    ("help", &["", "journal"]),
    ("position start", &["--board air --array ARRAY"]),
    ("position show", &["POSITION"]),
    ("position play", &["POSITION Nc8b6"]),
    ("position moves", &["POSITION"]),
    ("position perft", &["POSITION 1"]),
    ("journal list", &["", "--json", "--names", "--board air", "the"]),
    ("journal show", &["JOURNAL", "JOURNAL --raw"]),
    ("journal replay", &["JOURNAL --turn 1", "JOURNAL --auto=0"]),
    ("journal explain", &["READING", "READING READING"]),
    ("journal stats", &["READING", "READING --json", "READING --recurring"]),
    ("journal due", &["--all", "--all --json"]),
    ("journal pivots", &["READING", "READING --json"]),
    (
        "journal export",
        &[
            "JOURNAL --format html",
            "JOURNAL --format markdown",
            "JOURNAL --format svg",
            "JOURNAL --format png",
            "JOURNAL --format csv",
            "JOURNAL --format json",
            "READING --format sheet",
            "READING --format svg --view landings --bare",
        ],
    ),
    ("journal check", &["JOURNAL", "--all"]),
    ("simulate", &["questions/first.toml --readings 20 --out - --format csv"]),
    ("simulate summary", &["run --json"]),
    ("simulate scan", &["--over array questions/first.toml --readings 20"]),
    ("simulate compare", &["run run"]),
    ("simulate rate", &["level-1 greedy --on questions/first.toml --readings 4"]),
    ("simulate power", &["50 60"]),
    ("simulate verify", &["run", "study"]),
];

/// The commands that write, at least if they are told to.
const WRITING: &[&str] = &[
    "read",
    "game",
    "table",
    "import",
    "print",
    "new",
    "remember",
    "journal edit",
    "journal note",
    "journal attach",
    "journal tag",
    "journal outcome",
    "journal rename",
    "journal remove",
    "journal join",
    "simulate plan",
    "simulate design",
];

fn measure(run: &Run) -> String {
    let listed = all_are_listed(run);
    let place = prepared(run);
    let commands: Vec<_> = commands(&place).into_iter().step_by(run.every(15)).collect();
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
    let right = over("that can be written", if run.is_without("caches-elsewhere") { &inside } else { &outside }, true);
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
    format!(
        "{} ways to run {} of {listed} commands, each over a notebook that can be written and three times over one {}: \
         {} files and folders kept every byte and time",
        commands.len(),
        READING.len(),
        if can_mount() { "mounted read-only" } else { "without permissions to write" },
        before.len()
    )
}

/// Every command in the help is in one of the lists. Returns how many there are.
fn all_are_listed(run: &Run) -> usize {
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
    let listed: BTreeSet<String> =
        READING.iter().map(|(name, _)| *name).chain(WRITING.iter().copied()).map(str::to_owned).collect();
    assert_eq!(listed.len(), READING.len() + WRITING.len(), "a command is in both lists, or twice in one");
    if run.is_without("complete-lists") {
        found.insert("journal burn".to_owned());
    }
    let unlisted: Vec<&String> = found.symmetric_difference(&listed).collect();
    assert!(
        unlisted.is_empty(),
        "these commands are in no list of tests/trust/read_only.rs, or in no help: {unlisted:?}"
    );
    listed.len()
}

/// A notebook in a folder of its own, with caches and a home beside it.
struct Place {
    notebook: Notebook,
    folder: PathBuf,
}

fn prepared(run: &Run) -> Place {
    let notebook = Notebook::new();
    let folder = notebook.path("mine");
    let place = Place { notebook, folder };
    let outside = place.notebook.path("caches");
    let made = place.notebook.run(&["new", "mine"], "");
    assert!(made.status.success(), "{made:?}");
    let design = "question = \"questions/first.toml\"\nreadings = 20\n[factors]\ndice = [\"all\"]\n";
    fs::write(place.folder.join("design.toml"), design).unwrap();
    for command in [
        "read questions/first.toml --auto --seed 1 --limit 40 --die program",
        "game --kind three --auto --seed 2 --limit 20 --title Three",
        "simulate questions/first.toml --readings 20 --out run",
        "simulate plan design.toml --out study",
        "simulate design study",
    ] {
        let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        let output = place.run(&words, &outside, true);
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    for kept in fs::read_dir(format!("{ROOT}/tests/kept-journals")).unwrap() {
        let kept = kept.unwrap().path();
        let name = kept.file_name().unwrap().to_owned();
        let is_some = ["third-reading-begun", "third-quiet-reading-with-afterwords", "fourth-gods-begun"]
            .iter()
            .any(|some| Path::new(some) == kept.file_stem().unwrap());
        if name != "SHA256SUMS" && (run.is_whole() || is_some) {
            fs::copy(&kept, place.folder.join("journals").join(name)).unwrap();
        }
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
    let mut journals: Vec<(String, bool, bool)> = Vec::new();
    for entry in fs::read_dir(place.folder.join("journals")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "md") {
            let text = fs::read_to_string(&path).unwrap();
            let is_reading = text.lines().any(|line| line.starts_with("question = "));
            let has_board = !text.contains("\nkind = \"other\"");
            // What is hidden in an open quiet reading is not explained, and there is none here.
            journals.push((path.file_name().unwrap().to_str().unwrap().to_owned(), is_reading, has_board));
        }
    }
    journals.sort();
    let start = Command::new(PROGRAM).args(["position", "start", "--board", "air", "--array", ARRAY]).output().unwrap();
    let start = String::from_utf8(start.stdout).unwrap().trim().to_owned();
    let mut commands = Vec::new();
    for (name, ways) in READING {
        for way in *ways {
            let words: Vec<&str> = name.split(' ').chain(way.split(' ')).filter(|word| !word.is_empty()).collect();
            let wants = |word: &str| words.contains(&word);
            let fit = journals.iter().filter(|(_, is_reading, has_board)| {
                (wants("JOURNAL") || wants("READING") && *is_reading) && (*has_board || !wants("svg") && !wants("png"))
            });
            let mut names: Vec<&str> = fit.map(|(name, ..)| name.as_str()).collect();
            if !wants("JOURNAL") && !wants("READING") {
                names.push("");
            }
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
