//! `enochian journal stats`.

use crate::cli::error_report::report;
use crate::cli::prelude::*;
use crate::cli::terminal::page_width;
use crate::journal::{self, IndexEntry, JournalCopy, Metadata, Query};
use crate::render::count;
use crate::study::{CountedRecord, Recurring, StatisticsCounter, write_recurring, write_statistics};

use super::selection::{selected, tell_copies_left_out};

/// Print statistics of many journals: answers, dice, landings, lengths
///
/// Counts all journals in the folder, those named, or those that fit words with
/// the keys of `enochian journal search`. The throws of the die are compared with
/// a fair die, separately for throws by hand and by the program. A quiet reading
/// is left out until it is concluded, and so are games other than Enochian chess.
/// Of the copies of a journal one is counted.
///
/// Examples:
///   enochian journal stats
///   enochian journal stats brother love journey
///   enochian journal stats board:water since:2026-01
///   enochian journal stats --journals ~/readings --json
///   enochian journal stats --recurring querent:anna
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct StatsArgs {
    /// The journals to count, by name or by what they are, such as board:water [default: all]
    #[arg(value_name = "JOURNAL|KEY:WORD")]
    wanted: Vec<PathBuf>,
    /// Print the signs and persons that came up in more readings than chance brings instead
    #[arg(long)]
    recurring: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What recurs in the readings of a notebook, as the prompts show it.
pub(in super::super) fn recurring(entries: &[IndexEntry], correspondences: &Correspondences) -> ScreenText {
    let readings = journal::countable(entries.iter().filter_map(|it| it.metadata.as_deref().ok()));
    write_recurring(&Recurring::of(&readings, correspondences), page_width())
}

/// Leaves out the journals for which the test holds, and says how many.
fn leave_out(selected: &mut Vec<IndexEntry>, is_left_out: fn(&Metadata) -> bool, note: fn(usize) -> String) {
    let before = selected.len();
    selected.retain(|it| !it.metadata.as_deref().is_ok_and(is_left_out));
    if let many @ 1.. = before - selected.len() {
        notice(format!("note: {}", note(many)));
    }
}

impl StatsArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let mut all_read = true;
        let mut all = Vec::new();
        let (mut selected, copies) = self.selected(cx)?;
        tell_copies_left_out(&copies, cx.correspondences);
        leave_out(
            &mut selected,
            |it| !it.is_enochian(),
            |many| format!("{} other than Enochian chess left out", count(many, "game")),
        );
        leave_out(
            &mut selected,
            |it| it.branch.is_some(),
            |many| {
                let of = count(many, "branch");
                format!("{of} left out, since each has the question and turns of another reading")
            },
        );
        leave_out(
            &mut selected,
            |it| it.is_quiet,
            |many| format!("{} left out until concluded", count(many, "quiet reading")),
        );
        let is_enochian = |it: &IndexEntry| it.metadata.as_ref().is_ok_and(|it| it.is_enochian());
        let copies = copies.into_iter().map(|copy| copy.entry).filter(is_enochian).map(|entry| (entry, false));
        for (entry, is_counted) in selected.into_iter().map(|entry| (entry, true)).chain(copies) {
            let playable = entry.metadata.ok().filter(|metadata| metadata.is_playable);
            if let Some(counted) = playable.and_then(|metadata| metadata.counted) {
                all.extend(is_counted.then_some(counted));
                continue;
            }
            // A journal with errors is read again to report them all. The others are still counted.
            match journal::read(&entry.path, cx.correspondences) {
                Ok(record) => {
                    all.extend(record.enochian().filter(|_| is_counted).map(CountedRecord::of));
                }
                Err(_) if journal::has_vanished(&entry.path) => {}
                Err(faults) => {
                    report(&faults.into());
                    all_read = false;
                }
            }
        }
        if self.recurring {
            let recurring = Recurring::of(&all, cx.correspondences);
            print_either(self.json, &recurring, || write_recurring(&recurring, page_width()))?;
            return reported(all_read);
        }
        let mut counter = StatisticsCounter::new(cx.correspondences);
        all.iter().for_each(|counted| counter.count(counted));
        let statistics = counter.finish();
        print_either(self.json, &statistics, || write_statistics(&statistics, page_width()))?;
        reported(all_read)
    }

    fn selected(&self, cx: &Cx) -> CommandResult<(Vec<IndexEntry>, Vec<JournalCopy>)> {
        let keyed = |word: &PathBuf| {
            word.to_str().filter(|word| Query::has_key(word) && !Path::new(word).exists()).map(str::to_owned)
        };
        let words: Vec<String> = self.wanted.iter().filter_map(keyed).collect();
        let names: Vec<PathBuf> = self.wanted.iter().filter(|word| keyed(word).is_none()).cloned().collect();
        let query = Query::of_arguments(&words, cx.correspondences, cx.naming()?)?;
        selected(&names, &query, cx)
    }
}
