//! `enochian journal list`.

use std::mem;

use crate::cli::prelude::*;
use crate::journal::{JournalWithCopies, Metadata, Query, list_page};

use super::super::colours;
use super::super::terminal;
use super::folder::copies_told;
use super::selection::selected;

/// List your journals, the latest first, or search them for words
///
/// Words are searched for in the questions, in what people wrote, and in the names
/// of people, tags and categories. If they name a piece, a square or what belongs to
/// one, the turns are searched too: those in which all that is named came together
/// are shown. A journal matches if it has all of the words.
///
/// Words with a key search only there:
///   turns      piece: captured: square: sign: element: house: trump: letter:
///              figure: planet:
///   journals   question: category: note: querent: player: tag: board: ptah:
///              answer: outcome: since: until: only:
///
/// Words are found as whole words: `ring` is not in "spring".
///
/// Examples:
///   enochian journal list
///   enochian journal search "moved back" querent:anna
///   enochian journal search my king on scorpio
///   enochian journal search queen takes knight check
///   enochian journal search king taken figure:carcer answer:no since:2026-03
///   enochian journal list board:water answer:yes since:2026-01
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment, visible_alias = "search")]
pub(super) struct ListArgs {
    /// The words to search for [default: list all]
    pub(super) words: Vec<String>,
    /// Show the names of the journals instead of their questions
    #[arg(long)]
    names: bool,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl ListArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let query = Query::of_arguments(&self.words, cx.correspondences, cx.naming()?)?;
        if !self.names && !query.is_filter() {
            self.search(&query, cx)?;
            return Ok(());
        }
        let folder = cx.settings.journals();
        let (listed, mut copies) = selected(&[], &query, cx)?;
        copies.retain(|copy| listed.iter().any(|it| it.path == copy.of));
        let rows = JournalWithCopies::all(&listed, if self.json { &copies } else { &[] }, cx.correspondences);
        print_either(self.json, &rows, || match listed.as_slice() {
            [] => none(folder, &query, cx).into(),
            listed => {
                // A pipe has room for a line of any question that is not an essay.
                let columns = terminal::size().map_or(200, |(columns, _)| columns);
                let page = list_page(listed, self.names, columns, colours::screen());
                page + copies_told(&copies, cx.correspondences)
            }
        })?;
        // The program ends here, so thousands of journals need not be freed one by one.
        mem::forget(listed);
        Ok(())
    }
}

/// Says that there are no journals, or none that match, and what of the query none has.
pub(super) fn none(folder: &Path, query: &Query, cx: &Cx) -> String {
    if query.is_empty() {
        return format!("There are no journals in {} yet. Ask a question: enochian read\n", safe_path(folder));
    }
    let listed = journal_names::list(cx).unwrap_or_default();
    let known: Vec<&Metadata> = listed.iter().filter_map(|it| it.metadata.as_deref().ok()).collect();
    let unknown = query.unknown_names(&known, cx.correspondences);
    let lines = unknown.into_iter().map(|line| line + "\n");
    format!("No journal in {} matches.\n{}", safe_path(folder), lines.collect::<String>())
}
