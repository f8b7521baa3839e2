//! Libraries that answer the program's calls in place of the system: those in `preloaded/`.

use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use crate::notebook::ROOT;

/// A built library, which is removed when it is dropped.
pub(crate) struct Preload {
    _folder: TempDir,
    path: PathBuf,
}

impl Preload {
    /// Builds `preloaded/NAME.rs`.
    pub(crate) fn build(name: &str) -> Preload {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("preloaded.so");
        let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
        rustc.args(["--edition", "2024", "--crate-type", "cdylib", "-O", "-C", "panic=abort", "-D", "warnings", "-o"]);
        let output = rustc.arg(&path).arg(format!("{ROOT}/tests/trust/preloaded/{name}.rs")).output().unwrap();
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        Preload { _folder: folder, path }
    }

    /// Gives it to a command.
    pub(crate) fn load<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.env("LD_PRELOAD", &self.path)
    }
}
