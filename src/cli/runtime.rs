//! The user's runtime folder: for what only matters while the program runs, and nobody else may read.

use std::env;
#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;

use crate::cli::prelude::*;
use crate::disk;
use crate::input::reason;

/// The folders that the runtime folder can be, the best first. Processes of one user may have different environments, so whoever
/// looks for what another wrote looks in all of them.
pub(super) fn folders() -> Vec<PathBuf> {
    #[cfg(unix)]
    {
        let user = rustix::process::geteuid().as_raw();
        let named = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|folder| folder.is_absolute());
        // Where Linux has it, for a process that was not told so.
        let usual = PathBuf::from(format!("/run/user/{user}"));
        // With sudo the variable may name another user's.
        let is_own = |folder: &PathBuf| fs::metadata(folder).map_or(true, |about| about.uid() == user);
        let usual = Some(usual).filter(|folder| folder.is_dir());
        let mut folders: Vec<PathBuf> = named.into_iter().chain(usual).filter(is_own).collect();
        folders.iter_mut().for_each(|folder| folder.push("enochian"));
        folders.push(env::temp_dir().join(format!("enochian-{user}")));
        folders
    }
    // On Windows each user has a folder for temporary files.
    #[cfg(not(unix))]
    vec![env::temp_dir().join("enochian")]
}

/// The runtime folder, which is created if there is none.
///
/// # Errors
/// If none of the [`folders`] can be created and is this user's alone.
pub(super) fn folder() -> CommandResult<PathBuf> {
    let mut problems = Vec::new();
    for folder in folders() {
        match disk::create_private_folder(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) => problems.push(format!("{}: {}", safe_path(&folder), reason(&error))),
        }
    }
    let problems = problems.join("; ");
    Err(problem!("there is no folder for the table's address: {problems}; name one of your own in XDG_RUNTIME_DIR"))
}
