//! A notebook of its own for every trial, and the program at work in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

pub(crate) use crate::desk::{PROGRAM, ROOT};
use crate::desk::{clean, piped};
use crate::scripted_reading::{ScriptedReading, journal_in, question};

/// A notebook: a folder with journals and questions, and with a home, settings and caches of its own.
pub(crate) struct Notebook(TempDir);

impl Notebook {
    pub(crate) fn new() -> Notebook {
        let notebook = Notebook(TempDir::new_in(temporary()).unwrap());
        for folder in [notebook.journals(), notebook.path("questions"), notebook.path("home")] {
            fs::create_dir(folder).unwrap();
        }
        notebook
    }

    /// With a reading in it, `journals/reading.md`.
    pub(crate) fn with_reading() -> Notebook {
        let notebook = Notebook::new();
        notebook.add("reading");
        notebook
    }

    /// Puts a journal of a reading of some turns, with notes and moves that were taken back, which was concluded, among the journals.
    pub(crate) fn add(&self, name: &str) -> PathBuf {
        let path = self.journals().join(format!("{name}.md"));
        fs::write(&path, reading()).unwrap();
        path
    }

    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn journals(&self) -> PathBuf {
        self.path("journals")
    }

    /// The first part of the tables of a simulation in the folder `run`.
    pub(crate) fn first_part(&self) -> PathBuf {
        let parts = fs::read_dir(self.path("run")).unwrap().map(|entry| entry.unwrap().path());
        parts.filter(|path| path.to_string_lossy().contains("part-")).min().unwrap()
    }

    /// The program in this folder, without anything to read.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        self.settle(command.args(arguments));
        command
    }

    /// Gives a command this folder, no settings, and nothing to read.
    pub(crate) fn settle(&self, command: &mut Command) {
        clean(command.current_dir(self.folder()).stdin(Stdio::null()), &self.path("home"));
    }

    /// Runs the program, and gives it something to read.
    pub(crate) fn run(&self, arguments: &[&str], input: &str) -> Output {
        piped(&mut self.command(arguments), input)
    }
}

/// The text of the journal that is added.
pub(crate) fn reading() -> &'static str {
    static READING: OnceLock<String> = OnceLock::new();
    READING.get_or_init(|| {
        let notebook = Notebook::new();
        let typed: String = ScriptedReading::corrected().rest(0).split_inclusive('\n').take(30).collect();
        let output = notebook.run(&["read", question(&notebook)], &format!("{typed}conclude\nyes\n"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read_to_string(journal_in(&notebook).unwrap()).unwrap()
    })
}

/// Where temporary files are made: in memory where there is a file system for that, since nothing here asks whether a disk keeps
/// what it was given.
pub(crate) fn temporary() -> PathBuf {
    let memory = Path::new("/dev/shm");
    if cfg!(target_os = "linux") && memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() }
}

/// Copies a folder.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}
