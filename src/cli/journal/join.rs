//! `enochian journal join`.

use std::fs;

use crate::cli::prelude::*;
use crate::disk;
use crate::journal::{self, JoinedJournal, KeptTurns, move_into, put_into, trash_beside};

/// Make one journal of two copies, such as conflict copies
///
/// If their turns differ, those of the longer are kept. The notes, tags,
/// outcomes and lines of the other are added to it. The first file becomes the
/// joined journal; the second, and the first as it was, are moved to the folder
/// trash.
///
/// Example:
///   enochian journal join brother "brother 2"
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct JoinArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL")]
    first: PathBuf,
    /// The copy of it
    #[arg(value_name = "COPY")]
    second: PathBuf,
}

impl JoinArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let find = |named: &Path| journal_names::find_to_move(cx, named);
        let (first, second) = (find(&self.first)?, find(&self.second)?);
        if is_same_file(&first, &second) {
            fail!("{} and {} are the same file; name two journals", safe_path(&first), safe_path(&second));
        }
        let joined = journal::join(&first, &second, cx.correspondences)?;
        let trash = trash_beside(&first)?;
        let other_trash = trash_beside(&second)?;
        let before = put_into(&first, &trash, |to| disk::create_like(to, joined.first.as_bytes(), &first))?;
        journal::rewrite(&first, &joined.first, &joined.text)?;
        let moved = move_into(&second, &other_trash)?;
        print_page(told(&joined, [&first, &second], [&before, &moved]))
    }
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other || matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

fn told(joined: &JoinedJournal, [first, second]: [&PathBuf; 2], before: [&PathBuf; 2]) -> String {
    let (kept, other) = if joined.kept == KeptTurns::First { (first, second) } else { (second, first) };
    let turns = format!("The turns are those of {}.\n", safe_path(kept));
    format!(
        "Joined: {}\n{turns}Notes, tags and lines added from {}: {}.\nMoved to the trash: {} and {}\n",
        safe_path(first),
        safe_path(other),
        joined.added,
        safe_path(before[0]),
        safe_path(before[1])
    )
}
