//! Writing to the configuration file.

use std::path::Path;

use crate::disk;
use crate::input::{Source, reason, safe_path, unmarked};

use super::super::command_error::CommandResult;
use super::values::SettingsLayer;

/// The line that makes a folder the default notebook.
pub(in super::super) fn line(notebook: &Path) -> String {
    format!("notebook = {}", toml::Value::String(notebook.to_string_lossy().into_owned()))
}

/// Makes a folder the default notebook, which is used outside other notebooks.
///
/// All other lines stay unchanged.
pub(in super::super) fn set_notebook(file: &Path, notebook: &Path) -> CommandResult<()> {
    let message = safe_path(file);
    let line = line(notebook);
    if !file.exists() {
        let folder = disk::folder_of(file);
        disk::create_folders(folder)
            .map_err(|error| problem!("the folder {} could not be created: {}", safe_path(folder), reason(&error)))?;
        disk::create(file, format!("{line}\n").as_bytes())?;
        return Ok(());
    }
    let before = Source::read(file, Source::TOML_LIMIT)?.text;
    let mark = &before[..before.len() - unmarked(&before).len()];
    let is_it = |line: &&str| line.strip_prefix("notebook").is_some_and(|rest| rest.trim_start().starts_with('='));
    let others: Vec<&str> = unmarked(&before).lines().filter(|line| !is_it(line)).collect();
    let after = format!("{mark}{line}\n{}\n", others.join("\n"));
    // A value can span several lines; then the edit is left to a person.
    let is_set = |layer: SettingsLayer| layer.notebook.as_deref() == Some(notebook);
    if !SettingsLayer::read(&Source::new(message.to_string(), after.clone()), true).is_ok_and(is_set) {
        fail!("{message} could not be changed safely; add this line to it: {line}");
    }
    disk::replace(file, after.as_bytes())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_stays_at_the_beginning() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        for before in ["notebook = \"old\"\nquiet = true\n", "quiet = true\n"] {
            std::fs::write(&file, format!("\u{feff}{before}")).unwrap();
            set_notebook(&file, "/new".as_ref()).unwrap();
            assert_eq!(std::fs::read_to_string(&file).unwrap(), "\u{feff}notebook = \"/new\"\nquiet = true\n");
        }
    }
}
