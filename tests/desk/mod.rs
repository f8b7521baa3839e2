//! A folder for a test, and the program in it. Nothing else in `tests` knows where the program is, so that every test runs it in
//! the same clean environment.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[allow(dead_code, reason = "only some programs open the table")]
pub(crate) mod http;
mod json;

use chrono::{DateTime, Utc};
use enochian::correspondences::Correspondences;
use enochian::journal;
use enochian::record::Record;
#[cfg(unix)]
use expectrl::{Captures, Eof, Expect, Needle, Session};
use serde_json::Value;
use tempfile::TempDir;

/// The folder of the project.
pub(crate) const ROOT: &str = env!("CARGO_MANIFEST_DIR");
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_enochian");
/// The question of most readings.
pub(crate) const BROTHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/questions/brother.toml");
/// How long a test waits for what should take a moment. Machines are sometimes busy.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A temporary folder with `journals` and a `home` in it.
pub(crate) struct TestDesk {
    folder: PathBuf,
    _kept: TempDir,
}

impl TestDesk {
    pub(crate) fn new() -> TestDesk {
        let kept = TempDir::new().unwrap();
        // The program tells real paths.
        let desk = TestDesk { folder: kept.path().canonicalize().unwrap(), _kept: kept };
        // It is a notebook.
        for folder in ["journals", "questions", "home"] {
            fs::create_dir(desk.path(folder)).unwrap();
        }
        desk
    }

    /// With a file in it.
    pub(crate) fn with_file(self, name: &str, content: impl AsRef<[u8]>) -> TestDesk {
        fs::write(self.path(name), content).unwrap();
        self
    }

    /// With the journal of a reading that the program plays, of one of the questions of the repository.
    pub(crate) fn with_reading(self, question: &str, seed: &str) -> TestDesk {
        self.says(&["read", &format!("{ROOT}/questions/{question}.toml"), "--auto", "--seed", seed]);
        self
    }

    /// With the journal of a game that the program plays.
    pub(crate) fn with_game(self) -> TestDesk {
        self.says(&["game", "--board", "air", "--auto", "--seed", "2"]);
        self
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.join(name)
    }

    /// The journals, in the order of their names.
    pub(crate) fn journals(&self) -> Vec<PathBuf> {
        files(&self.path("journals"), "md")
    }

    /// The only journal.
    pub(crate) fn journal(&self) -> PathBuf {
        only(self.journals())
    }

    /// What the only journal holds.
    pub(crate) fn record(&self) -> Record {
        read_journal(&self.journal())
    }

    /// The text of the only journal.
    pub(crate) fn text(&self) -> String {
        fs::read_to_string(self.journal()).unwrap()
    }

    /// The program, with nothing to read.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.program(PROGRAM, arguments)
    }

    /// A line of the shell, in which `enochian` is the program.
    pub(crate) fn shell(&self, script: &str) -> Command {
        self.program("sh", &["-c", script])
    }

    /// Any program in this folder, with a clean environment and nothing to read.
    pub(crate) fn program(&self, program: impl AsRef<OsStr>, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        clean(command.args(arguments).current_dir(self.folder()).stdin(Stdio::null()), &self.path("home"));
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// What a command that succeeds prints.
    pub(crate) fn says(&self, arguments: &[&str]) -> String {
        succeeded(&self.run(arguments))
    }

    /// What a command that succeeds prints with `--json`.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        json::read(&self.says(&[arguments, &["--json"]].concat()))
    }

    /// Runs a command that fails with this code, says all these words, and nothing that a terminal would obey.
    pub(crate) fn refuses(&self, arguments: &[&str], code: i32, words: &[&str]) {
        let output = self.run(arguments);
        let told = said(&output) + &told(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
        for words in words {
            assert!(told.contains(words), "{arguments:?}: no {words:?} in:\n{told}");
        }
        assert!(!told.contains(|c: char| c.is_control() && c != '\n') && !told.contains("panicked"), "{told:?}");
    }

    /// Runs a command that reads this from a pipe.
    pub(crate) fn types(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
        piped(&mut self.command(arguments), input)
    }

    /// Types lines from a pipe. A line that is refused ends the command; it is resumed with the next. Gives what was said, and the
    /// errors.
    pub(crate) fn types_on(&self, arguments: &[&str], lines: &str) -> (String, Vec<String>) {
        let (mut said, mut errors) = (String::new(), Vec::new());
        let (mut arguments, mut lines) = (arguments.to_vec(), lines);
        loop {
            let output = self.types(&arguments, lines);
            said += &self::said(&output);
            let told = told(&output);
            let Some((number, why)) = told.strip_prefix("error: line ").and_then(|it| it.split_once(" of the input: "))
            else {
                assert!(output.status.success(), "{told}");
                return (said, errors);
            };
            assert_eq!(output.status.code(), Some(1));
            errors.push(why.trim_end().to_owned());
            lines = lines.splitn(number.parse::<usize>().unwrap() + 1, '\n').last().unwrap();
            arguments = vec![arguments[0], "--resume"];
        }
    }

    /// A person who runs a command at a terminal that shows no colours.
    #[cfg(unix)]
    pub(crate) fn at_a_terminal(&self, arguments: &[&str]) -> Person {
        let mut command = self.command(arguments);
        command.env("NO_COLOR", "1");
        Person::at(command)
    }
}

/// Gives a command an environment in which nothing is settled, whatever is settled for whoever runs the tests.
pub(crate) fn clean<'c>(command: &'c mut Command, home: &Path) -> &'c mut Command {
    command
        .env_clear()
        .env("HOME", home)
        .env("XDG_RUNTIME_DIR", home.join("run"))
        .env("TZ", "UTC")
        .env("LANG", "C.UTF-8")
        .env("PATH", search_path());
    // Where temporary files are kept, and what Windows needs to start a program at all.
    for name in ["TMPDIR", "SystemRoot", "TEMP", "TMP"] {
        command.envs(env::var_os(name).map(|value| (name, value)));
    }
    if cfg!(windows) {
        command.envs(["USERPROFILE", "APPDATA", "LOCALAPPDATA"].map(|name| (name, home)));
    }
    command
}

/// The folders in which programs are looked for: first that of the program.
fn search_path() -> std::ffi::OsString {
    let own = Path::new(PROGRAM).parent().unwrap().to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    env::join_paths([own].into_iter().chain(env::split_paths(&others))).unwrap()
}

/// The files of a folder that have an ending, in the order of their names.
pub(crate) fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|it| it == ending)).collect();
    paths.sort();
    // A folder that changes while it is listed may name a file twice.
    paths.dedup();
    paths
}

/// The only one of some files.
pub(crate) fn only(paths: Vec<PathBuf>) -> PathBuf {
    let [path] = &paths[..] else { panic!("{paths:?}") };
    path.clone()
}

/// What a journal without faults holds.
pub(crate) fn read_journal(path: &Path) -> Record {
    journal::read(path, Correspondences::embedded()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Starts a command, with pipes for all that it reads and prints.
pub(crate) fn spawn(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs a command that reads this from a pipe. It may end before it has read everything.
pub(crate) fn piped(command: &mut Command, input: impl AsRef<[u8]>) -> Output {
    let mut child = spawn(command);
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.as_ref().to_owned());
    // A pipe holds only so much, and the answers come back meanwhile.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Standard output.
pub(crate) fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Standard error.
pub(crate) fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Standard output of a command that succeeded.
pub(crate) fn succeeded(output: &Output) -> String {
    assert!(output.status.success(), "{}{}", said(output), told(output));
    said(output)
}

/// Waits until something is so.
pub(crate) fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    wait_for_some(what, || is_so().then_some(()));
}

/// Waits until there is something.
pub(crate) fn wait_for_some<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "waited in vain: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A text in which today's date, and the time since some moment of today, are masked.
pub(crate) fn without_today(text: &str, since: DateTime<Utc>) -> String {
    let mut text = text.to_owned();
    // The longest first, for both: the minute can change in between.
    for format in ["%A %-d %B %Y at %H:%M", "%Y-%m-%d", "%-d %B %Y"] {
        for day in [since, Utc::now()] {
            text = text.replace(&day.format(format).to_string(), "TODAY");
        }
    }
    text
}

/// A person at a terminal.
#[cfg(unix)]
pub(crate) struct Person(pub(crate) expectrl::session::OsSession);

#[cfg(unix)]
impl Person {
    /// At a terminal of 80 columns and 24 lines.
    pub(crate) fn at(command: Command) -> Person {
        Person::with_size(80, 24, command)
    }

    pub(crate) fn with_size(columns: u16, lines: u16, mut command: Command) -> Person {
        // Tests of other things than the background ask no terminal for it.
        for (name, value) in [("TERM", "xterm-256color"), ("ENOCHIAN_BACKGROUND", "dark")] {
            if command.get_envs().all(|(other, _)| other != name) {
                command.env(name, value);
            }
        }
        command.stdin(Stdio::inherit());
        let mut session = Session::spawn(command).unwrap();
        session.get_process_mut().set_window_size(columns, lines).unwrap();
        Person(session)
    }

    /// What is shown up to something. Expectrl would ask the terminal again and again, and take a whole processor.
    fn waits_for(&mut self, what: &str, needle: impl Needle) -> Captures {
        wait_for_some(what, || {
            let found = self.0.check(&needle).unwrap_or_else(|error| panic!("waiting for {what:?}: {error}"));
            (!found.is_empty()).then_some(found)
        })
    }

    /// Waits for words on the screen, and gives what stood before them.
    pub(crate) fn sees(&mut self, words: &str) -> String {
        let found = self.waits_for(words, words);
        String::from_utf8_lossy(found.before()).into_owned()
    }

    /// Waits for a prompt, types a line, and gives what stood before the prompt.
    pub(crate) fn types(&mut self, prompt: &str, line: &str) -> String {
        let before = self.sees(prompt);
        self.enters(line);
        before
    }

    /// Types a line.
    pub(crate) fn enters(&mut self, line: &str) {
        self.0.send_line(line).unwrap();
    }

    /// Sends keys in one write, as a terminal does what is typed ahead or pasted.
    #[allow(dead_code, reason = "only some programs paste")]
    pub(crate) fn sends(&mut self, keys: &str) {
        self.0.send(keys).unwrap();
    }

    /// Everything that is still shown until the command ends.
    pub(crate) fn rest(&mut self) -> String {
        String::from_utf8_lossy(self.waits_for("the end", Eof).as_bytes()).into_owned()
    }

    /// Waits for the end of the command, and gives its exit code.
    pub(crate) fn leaves(mut self) -> i32 {
        self.rest();
        match self.0.get_process().wait().unwrap() {
            expectrl::process::unix::WaitStatus::Exited(_, code) => code,
            other => panic!("{other:?}"),
        }
    }
}
