//! Filters of journals.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::correspondences::Correspondences;
use crate::disk::folder_of;
use crate::input::safe_path;
use crate::journal::{self, IndexEntry, JournalCopy, Query};

use super::super::command_error::CommandResult;
use super::super::journal_names;
use super::super::settings::Settings;
use super::folder::copies_told;

/// Filters of journals; a journal must match all of them.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Filters")]
pub(super) struct Selection {
    /// Questions asked by this person, or with this part of the name
    #[arg(long, value_name = "NAME")]
    querent: Option<String>,
    /// Journals with this tag; repeat the option for several tags
    #[arg(long, value_name = "TAG")]
    tag: Vec<String>,
    /// Journals on this board: Air, Water, Fire or Earth
    #[arg(long, value_name = "ELEMENT")]
    board: Option<String>,
    /// Readings with the Ptah there: on a sign or element, in a house from 1 to 12, or in an angle such as "fire angle"; given
    /// more than once, all must be so
    #[arg(long, value_name = "PLACE")]
    ptah: Vec<String>,
    /// Readings with this answer: yes, no, undecided or unfinished
    #[arg(long, value_name = "ANSWER")]
    answer: Option<String>,
    /// Readings with this outcome: true, false, partly or unknown
    #[arg(long = "outcome", alias = "proved", value_name = "OUTCOME")]
    proved: Option<String>,
    /// Journals begun on or after this day, or in or after this month or year: 2026-11-21, 2026-11 or 2026
    #[arg(long, value_name = "DATE")]
    since: Option<String>,
    /// Journals begun on or before this day, or in or before this month or year
    #[arg(long, value_name = "DATE")]
    until: Option<String>,
    /// Journals in which a piece landed on a square, such as "king of air on a5"
    #[arg(long, value_name = "PIECE on SQUARE")]
    landed: Option<String>,
    /// Only readings, games, or games of one kind: enochian, or one listed by `enochian kinds`
    #[arg(long, value_name = "WHAT")]
    only: Option<String>,
}

impl Selection {
    /// The query that the options ask for, with words of the same grammar.
    pub(super) fn query(
        &self,
        words: &[String],
        correspondences: &Correspondences,
        settings: &Settings,
    ) -> CommandResult<Query> {
        let naming = settings.naming(correspondences)?;
        let mut query = Query::of_arguments(words, correspondences, naming)?;
        let options = [
            ("querent", self.querent.as_slice()),
            ("tag", &self.tag),
            ("board", self.board.as_slice()),
            ("ptah", &self.ptah),
            ("answer", self.answer.as_slice()),
            ("outcome", self.proved.as_slice()),
            ("since", self.since.as_slice()),
            ("until", self.until.as_slice()),
            ("landed", self.landed.as_slice()),
            ("only", self.only.as_slice()),
        ];
        for (key, values) in options {
            for value in values {
                query.add(key, value, correspondences, naming)?;
            }
        }
        Ok(query)
    }

    /// The journals that match, each reading or game once, and the copies of those.
    pub(super) fn once(
        &self,
        correspondences: &Correspondences,
        settings: &Settings,
    ) -> CommandResult<(Vec<IndexEntry>, Vec<JournalCopy>)> {
        journals_once(&self.query(&[], correspondences, settings)?, correspondences, settings)
    }
}

/// The journals in the folder that match, latest first, with each reading or game once; and the copies of those that match.
pub(super) fn journals_once(
    query: &Query,
    correspondences: &Correspondences,
    settings: &Settings,
) -> CommandResult<(Vec<IndexEntry>, Vec<JournalCopy>)> {
    let (mut entries, mut copies) = journal::set_copies_aside(journal_names::list(settings, correspondences)?);
    keep_found(&mut entries, query, correspondences);
    copies.retain(|copy| entries.iter().any(|it| it.path == copy.of));
    Ok((entries, copies))
}

/// The same for those named.
pub(super) fn named_journals(
    names: &[PathBuf],
    query: &Query,
    correspondences: &Correspondences,
    settings: &Settings,
) -> CommandResult<(Vec<IndexEntry>, Vec<JournalCopy>)> {
    let mut fitting = journal_names::list(settings, correspondences)?;
    keep_found(&mut fitting, query, correspondences);
    let named: Vec<PathBuf> =
        names.iter().map(|name| in_folder(settings, correspondences, name)).collect::<CommandResult<_>>()?;
    fitting.retain(|entry| named.contains(&entry.path));
    Ok(journal::set_copies_aside(fitting))
}

/// Finds a journal in the folder, in whatever form its path was typed.
fn in_folder(settings: &Settings, correspondences: &Correspondences, named: &Path) -> CommandResult<PathBuf> {
    let folder = &settings.journals.value;
    let path = journal_names::find(settings, correspondences, named)?;
    let listed = folder.join(path.file_name().unwrap_or_default());
    match (fs::canonicalize(folder_of(&path)), fs::canonicalize(folder)) {
        (Ok(there), Ok(here)) if there == here => Ok(listed),
        _ => fail!("{} is not in {}; name its folder with --journals", safe_path(&path), safe_path(folder)),
    }
}

/// Tells which copies are not counted.
pub(super) fn tell_copies_left_out(copies: &[JournalCopy], correspondences: &Correspondences) -> CommandResult<()> {
    if !copies.is_empty() {
        let left_out = if copies.len() == 1 { "1 copy" } else { &format!("{} copies", copies.len()) };
        write!(anstream::stderr(), "note: {left_out} left out\n{}", copies_told(copies, correspondences))?;
    }
    Ok(())
}

/// Keeps the journals that match. Files whose header cannot be read match only if nothing is asked.
pub(super) fn keep_found(entries: &mut Vec<IndexEntry>, query: &Query, correspondences: &Correspondences) {
    entries.retain(|it| match &it.metadata {
        Ok(metadata) => query.find(metadata, correspondences).is_some(),
        Err(_) => query.is_empty(),
    });
}
