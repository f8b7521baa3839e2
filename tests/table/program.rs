//! The program that serves the table, and its notebook.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::desk::{PROGRAM, clean};

/// `enochian table` on a notebook.
pub(crate) struct Program {
    child: Child,
    folder: PathBuf,
    /// The address that it printed.
    pub(crate) address: String,
}

impl Program {
    /// Starts it, and waits for its address.
    pub(crate) fn start(folder: &Path) -> Program {
        let (child, address) = run(folder);
        Program { child, folder: folder.to_owned(), address }
    }

    /// The notebook.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Ends it as a power failure does, and starts it again.
    pub(crate) fn restart(&mut self) {
        self.kill();
        (self.child, self.address) = run(&self.folder);
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Another command on the same notebook, whose input is piped.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        command(&self.folder, arguments)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    clean(command.args(arguments).current_dir(folder), &folder.join("home"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

fn run(folder: &Path) -> (Child, String) {
    let mut child = command(folder, &["table", "--no-open"]).spawn().unwrap();
    let mut printed = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut printed).unwrap();
    let address = printed.trim().rsplit(' ').next().unwrap().to_owned();
    assert!(address.starts_with("http://127.0.0.1:"), "{printed}");
    (child, address)
}
