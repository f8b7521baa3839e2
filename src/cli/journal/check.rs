//! `enochian journal check`.

use crate::cli::prelude::*;
use crate::input::{Diagnostics, Source};
use crate::journal::{self, CheckedJournal, IndexEntry, Journal, JournalCopy, ParentState};
use crate::record::Branch;
use crate::render::count;

use super::super::error_report::{print_errors, print_warnings, report};
use super::super::journal_names::ProgressLine;
use super::super::play::now;
use super::folder::copies_told;

/// Check journals for errors by replaying every turn
///
/// Moves, positions and answers are checked against the rules, and the counts
/// and marks against the lines above them, so that a lost or changed line is
/// found. Lines that people added are never an error; one that looks like a
/// line of the program is named. At most a hundred errors are shown for each
/// journal.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct CheckArgs {
    /// The journals: paths, parts of names, or @ for the latest [default: all in the folder]
    #[arg(value_name = "JOURNAL")]
    named: Vec<PathBuf>,
    /// Accept the lines as they are, where their count or mark is another one
    #[arg(long)]
    accept: bool,
}

/// The named journals, or all in the folder.
fn chosen(named: &[PathBuf], cx: &Cx) -> CommandResult<Vec<PathBuf>> {
    match named {
        [] => Ok(journal_names::list(cx)?.into_iter().map(|entry| entry.path).collect()),
        named => named.iter().map(|name| journal_names::find(cx, name)).collect(),
    }
}

/// The number of journals checked in parallel before the results are reported.
const AT_ONCE: usize = 256;

impl CheckArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let paths = chosen(&self.named, cx)?;
        let (mut invalid, mut errors, mut vanished) = (0, 0, 0);
        let (progress, mut done) = (ProgressLine::default(), 0);
        for paths_at_once in paths.chunks(AT_ONCE) {
            let checked = journal::in_threads(paths_at_once, |path| check(path, cx.correspondences));
            for (path, Checked { mut found, warnings, branch, is_changed }) in paths_at_once.iter().zip(checked) {
                // Skip one that was removed since the folder was read.
                if self.named.is_empty() && !found.is_empty() && journal::has_vanished(path) {
                    vanished += 1;
                    continue;
                }
                if self.accept && is_changed {
                    Journal::open(path, cx.correspondences)?.accept(now())?;
                    found = check(path, cx.correspondences).found;
                    let done = format!("Accepted as it is: {}\n", safe_path(path));
                    progress.hidden(|| print_page(&done))?;
                }
                if !warnings.is_empty() {
                    progress.hidden(|| print_warnings(&warnings));
                }
                if !found.is_empty() {
                    (invalid, errors) = (invalid + 1, errors + found.len());
                    progress.hidden(|| print_errors(&found));
                }
                if let Some((problem, is_wrong)) = parentage(branch, cx)? {
                    let line = format!("{}: {problem}", safe_path(path));
                    if is_wrong {
                        (invalid, errors) = (invalid + usize::from(found.is_empty()), errors + 1);
                        progress.hidden(|| report(&problem!("{line}")));
                    } else {
                        progress.hidden(|| print_page(&(line + "\n")))?;
                    }
                }
            }
            done += paths_at_once.len();
            progress.update(done, paths.len());
        }
        progress.finish();
        let message = match (paths.as_slice(), invalid) {
            ([one], 0) => format!("No errors: {}\n", safe_path(one)),
            (all, 0) => format!("{} journals checked: no errors.\n", all.len() - vanished),
            (all, _) => {
                let (journals, errors) = (count(all.len() - vanished, "journal"), count(errors, "error"));
                format!("{journals} checked: {errors} in {invalid} of them. No file was changed.\n")
            }
        };
        print_page(&(message + &copies_told(&self.copies(&paths, cx)?, cx.correspondences)))?;
        reported(invalid == 0)
    }

    /// The copies among the journals that were checked.
    fn copies(&self, paths: &[PathBuf], cx: &Cx) -> CommandResult<Vec<JournalCopy>> {
        let entries = match paths {
            [] | [_] => Vec::new(),
            _ if self.named.is_empty() => journal_names::list(cx)?,
            paths => paths.iter().filter_map(|path| IndexEntry::read(path, cx.correspondences)).collect(),
        };
        Ok(journal::set_copies_aside(entries).1)
    }
}

/// What is to be said of a branch and its parent, and whether that is an error.
fn parentage(branch: Option<Branch>, cx: &Cx) -> CommandResult<Option<(String, bool)>> {
    let Some(branch) = branch else { return Ok(None) };
    let Branch { turn, of, .. } = &branch;
    Ok(match branch.parentage(&journal_names::list(cx)?, cx.correspondences) {
        ParentState::Sound => None,
        ParentState::Gone => Some((
            format!(
                "the reading of which this is a branch (id {of}) is not among the journals; its turns before turn {turn} were compared with the header alone"
            ),
            false,
        )),
        ParentState::Unread => Some((format!("the reading of which this is a branch (id {of}) cannot be read"), false)),
        ParentState::Differs => Some((
            format!(
                "the reading of which this is a branch has other turns before turn {turn} now; restore its journal from a backup"
            ),
            true,
        )),
    })
}

/// What was found in a journal.
struct Checked {
    found: Diagnostics,
    warnings: Diagnostics,
    /// Where it leaves another one.
    branch: Option<Branch>,
    /// Whether lines were changed since they were counted.
    is_changed: bool,
}

fn check(path: &Path, correspondences: &Correspondences) -> Checked {
    match Source::read(path, journal::LIMIT) {
        Ok(source) => {
            let CheckedJournal { diagnostics, warnings, record, is_changed, .. } =
                journal::check(&source, correspondences);
            let branch = record.and_then(|record| record.heading().branch.clone());
            Checked { found: diagnostics, warnings, branch, is_changed }
        }
        Err(found) => Checked { found, warnings: Diagnostics::default(), branch: None, is_changed: false },
    }
}
