//! A notebook of its own for every trial, and the program at work in it.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use enochian::correspondences::Correspondences;
use enochian::journal::Journal;
use enochian::record::{Annotation, Entry};
use tempfile::TempDir;

pub(crate) use crate::desk::{PROGRAM, ROOT};

/// A folder with a folder of journals in it, and with a home, settings and caches of its own.
pub(crate) struct Notebook(TempDir);

impl Notebook {
    pub(crate) fn new() -> Notebook {
        let notebook = Notebook(TempDir::new_in(temporary()).unwrap());
        fs::create_dir(notebook.journals()).unwrap();
        notebook
    }

    /// With a concluded reading in it, `journals/reading.md`.
    pub(crate) fn with_reading() -> Notebook {
        let notebook = Notebook::new();
        notebook.add("reading-to-its-end", "reading");
        notebook
    }

    /// Copies one of `tests/journals-of-old-formats` to the journals.
    pub(crate) fn add(&self, kept: &str, name: &str) -> PathBuf {
        let path = self.journals().join(format!("{name}.md"));
        fs::copy(format!("{ROOT}/tests/journals-of-old-formats/{kept}.md"), &path).unwrap();
        path
    }

    /// Puts two copies of a journal there, `reading` and `copy`, each with a note that the other has not.
    pub(crate) fn add_copies(&self) {
        for (name, note) in [("reading", "A kestrel."), ("copy", "A heron.")] {
            let path = self.add("reading-taken-back", name);
            let annotation = Annotation::read("Remark", &format!("2026-12-01T20:15:00+01:00 · {note}")).unwrap();
            let mut journal = Journal::open_to_add(&path, Correspondences::embedded()).unwrap();
            journal.enter(Entry::Annotation(annotation)).unwrap();
        }
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

    /// The program in this folder, without anything to read.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        self.settle(command.args(arguments));
        command
    }

    /// Gives a command this folder, its settings, and nothing to read.
    pub(crate) fn settle(&self, command: &mut Command) {
        command.current_dir(self.0.path()).stdin(Stdio::null());
        command.env("HOME", self.path("home")).env("XDG_CACHE_HOME", self.path("caches")).env("TZ", "UTC");
        command.env("XDG_RUNTIME_DIR", self.path("home/run"));
        // Of Windows.
        for name in ["USERPROFILE", "APPDATA", "LOCALAPPDATA"] {
            command.env(name, self.path("home"));
        }
        for name in ["XDG_CONFIG_HOME", "ENOCHIAN_JOURNALS", "ENOCHIAN_DATA", "NO_COLOR", "PAGER", "EDITOR", "VISUAL"] {
            command.env_remove(name);
        }
    }

    /// Runs the program, and gives it something to read.
    pub(crate) fn run(&self, arguments: &[&str], input: &str) -> Output {
        given_input(&mut self.command(arguments), input)
    }
}

/// Where temporary files are made: in memory where there is a file system for that, since nothing here asks whether a disk keeps
/// what it was given.
pub(crate) fn temporary() -> PathBuf {
    let memory = Path::new("/dev/shm");
    if cfg!(target_os = "linux") && memory.is_dir() { memory.to_owned() } else { env::temp_dir() }
}

/// Runs a command, and gives it something to read.
pub(crate) fn given_input(command: &mut Command, input: &str) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}
