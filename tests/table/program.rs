//! The program that serves the table, and its notebook.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::desk::http::Served;
use crate::desk::{PROGRAM, clean};

/// `enochian table` on a notebook.
pub(crate) struct Program {
    served: Served,
    folder: PathBuf,
    /// The address that it printed.
    pub(crate) address: String,
}

impl Program {
    /// Starts it, and waits for its address.
    pub(crate) fn start(folder: &Path) -> Program {
        // What makes a folder a notebook.
        for name in ["journals", "questions"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        let served = run(folder);
        Program { address: served.address.clone(), served, folder: folder.to_owned() }
    }

    /// The notebook.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Ends it as a power failure does, and starts it again.
    pub(crate) fn restart(&mut self) {
        let _ = self.served.program.0.kill();
        let _ = self.served.program.0.wait();
        self.served = run(&self.folder);
        self.address.clone_from(&self.served.address);
    }

    /// Another command on the same notebook, whose input is piped.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        command(&self.folder, arguments)
    }
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    clean(command.args(arguments).current_dir(folder), &folder.join("home"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

fn run(folder: &Path) -> Served {
    Served::start(&mut command(folder, &["table", "--no-open"]))
}
