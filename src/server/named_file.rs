//! The files that a page can name: those of one folder, by their names.

use std::path::{Path, PathBuf};

use crate::disk;

use super::call::Problem;

/// The longest name of a file, in bytes; no common file system has longer ones.
const LONGEST: usize = 255;

/// The file of a folder with a name, to which an ending is added. A link is followed only within the folder.
pub(super) fn named_file(folder: &Path, name: &str, ending: &str) -> Result<PathBuf, Problem> {
    let unknown = || Problem::not_found(format!("there is no {name:?} in the notebook"));
    if !is_name(name, ending) {
        return Err(unknown());
    }
    let path = folder.join(format!("{name}{ending}"));
    let is_inside = match (disk::canonical(&path), disk::canonical(folder)) {
        (Ok(file), Ok(folder)) => file.is_file() && file.starts_with(folder),
        _ => false,
    };
    if is_inside { Ok(path) } else { Err(unknown()) }
}

/// Whether a file of a folder can be named so.
#[expect(clippy::disallowed_methods, reason = "no journal has them in its name")]
pub(super) fn is_name(name: &str, ending: &str) -> bool {
    // Hidden files are locks and unfinished files. On Windows, a colon names a drive or a part of a file.
    !name.is_empty()
        && name.len() + ending.len() <= LONGEST
        && !name.starts_with('.')
        && !name.chars().any(|c| c.is_control() || ['/', '\\', ':'].contains(&c))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn no_file_outside_the_folder_can_be_named() {
        let around = tempfile::tempdir().unwrap();
        let folder = around.path().join("journals");
        fs::create_dir(&folder).unwrap();
        fs::create_dir(folder.join("folder.md")).unwrap();
        for file in ["outside.md", "journals/inside.md", "journals/.hidden.md", "journals/q?&#.md"] {
            fs::write(around.path().join(file), "").unwrap();
        }
        let is_found = |name: &str| named_file(&folder, name, ".md").is_ok();
        assert!(is_found("inside") && is_found("q?&#"));
        let absolute = around.path().join("outside");
        for name in
            ["", ".", "..", "../outside", "./inside", "..\\outside", ".hidden", "folder", "inside.md", "inside\0"]
        {
            assert!(!is_found(name), "{name}");
        }
        assert!(!is_found(absolute.to_str().unwrap()) && !is_found(&"a".repeat(5000)));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(around.path().join("outside.md"), folder.join("link.md")).unwrap();
            std::os::unix::fs::symlink(folder.join("inside.md"), folder.join("near.md")).unwrap();
            assert!(!is_found("link") && is_found("near"));
        }
    }
}
