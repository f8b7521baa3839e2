//! `enochian journal rename`.

use crate::cli::prelude::*;
use crate::disk::{self, folder_of};
use crate::input::safe;

/// Rename the file of a journal
#[derive(Debug, clap::Args)]
pub(super) struct RenameArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    /// The new name, with or without .md
    #[arg(value_name = "NAME", value_parser = new_name)]
    name: String,
}

impl RenameArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let from = journal_names::find_to_move(cx, &self.journal)?;
        let to = from.with_file_name(format!("{}.md", self.name));
        match disk::rename(&from, &to) {
            Ok(()) => {}
            Err(error) if error.is_taken() => {
                fail!("{} already exists, so nothing was changed; choose another name", safe_path(&to))
            }
            Err(error) => fail!(
                "{error}; nothing was changed; choose a shorter name, or allow writing in {}",
                safe_path(folder_of(&from))
            ),
        }
        print_page(format!("Renamed {}\nto {}\n", safe_path(&from), safe_path(&to)))
    }
}

/// Reads the new name of a journal.
fn new_name(text: &str) -> CommandResult<String> {
    let name = text.strip_suffix(".md").unwrap_or(text).trim();
    let plain = !name.is_empty() && !name.starts_with(['.', '@', '-']) && !name.contains(['/', '\\', ':']);
    if !plain || safe(name) != name {
        fail!("expected a name without / \\ : that does not begin with . @ or -");
    }
    if is_device(name) {
        fail!("it is a device on Windows, which reads and writes no file of that name; choose another");
    }
    Ok(name.to_owned())
}

/// Whether Windows takes a name for that of a device, in any case and whatever its ending.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_uppercase();
    let is_port = |port: &str| {
        let number = stem.strip_prefix(port);
        number.is_some_and(|number| {
            matches!(number, "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³")
        })
    };
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&stem.as_str()) || is_port("COM") || is_port("LPT")
}
