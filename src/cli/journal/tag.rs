//! `enochian journal tag`.

use crate::cli::prelude::*;
use crate::record::{Afterword, Tag};

use super::folder::Added;

/// Add tags to a journal, remove them, or list them
///
/// A tag is a word or phrase by which to find the journal (see `enochian journal
/// list tag:TAG`). Without tags, those of the journal are listed.
///
/// Examples:
///   enochian journal tag @ family "winter solstice"
///   enochian journal tag brother --remove family
///   enochian journal tag brother
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct TagArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    /// The tags to add
    #[arg(value_name = "TAG")]
    tags: Vec<Tag>,
    /// A tag to remove; repeat the option for several
    #[arg(long, value_name = "TAG")]
    remove: Vec<Tag>,
}

impl TagArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let (mut given, taken) = (self.tags, self.remove);
        let mut journal = Added::open(cx, &self.journal)?;
        // Adding a tag again is not an error.
        given.sort();
        given.dedup();
        given.retain(|tag| !journal.record().tags().contains(&tag));
        if !taken.is_empty() {
            journal.add(Afterword::Untagged(taken))?;
        }
        if !given.is_empty() {
            journal.add(Afterword::Tagged(given))?;
        }
        let tags: Vec<&str> = journal.record().tags().into_iter().map(|tag| tag.as_str()).collect();
        let message = if tags.is_empty() {
            "This journal has no tags.\n".to_owned()
        } else {
            format!("Tags: {}\n", tags.join(", "))
        };
        print_page(&message)
    }
}
