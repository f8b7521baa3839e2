//! `enochian journal due`.

use chrono::NaiveDate;

use crate::chess::Mode;
use crate::cli::prelude::*;
use crate::export::calendar;
use crate::input::shortened;
use crate::journal::{self, DUE, DueReading, IndexEntry, day, due_readings};
use crate::record::{Afterword, Tag};
use crate::render::TextPage;

use super::super::play::now;
use super::super::terminal::page_width;
use super::folder::Added;

/// List the readings that wait for an outcome, by the day on which their time is over
///
/// The time is the one that the summary gives with a yes, counted from the day of the
/// reading: "days" are over after a week, "weeks" after a month, "months" after a
/// year, "years" after three. For another day, or a reading with another answer, name
/// the journal and the day, which is kept as its tag due-YEAR-MONTH-DAY.
///
/// Examples:
///   enochian journal due
///   enochian journal due brother 2027-03-01
///   enochian journal due --calendar > readings.ics
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct DueArgs {
    /// The journal to set the day of: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL", requires = "on")]
    journal: Option<PathBuf>,
    /// The day on which to look at it again
    #[arg(value_name = "DATE", value_parser = day)]
    on: Option<NaiveDate>,
    /// Print a calendar file (.ics), for reminders
    #[arg(long, conflicts_with = "journal")]
    calendar: bool,
    /// Print JSON
    #[arg(long, conflicts_with_all = ["journal", "calendar"])]
    json: bool,
}

impl DueArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        if let (Some(journal), Some(on)) = (&self.journal, self.on) {
            let mut journal = Added::open(cx, journal)?;
            if journal.record().mode() != Mode::Reading {
                fail!("a game has no answer to look at again; name a reading");
            }
            let before: Vec<Tag> = journal.record().tags().into_iter().filter(|tag| is_due(tag)).cloned().collect();
            let wanted: Tag = format!("{DUE}{on}").parse().map_err(|error| problem!("{on}: {error}"))?;
            if before != [wanted.clone()] {
                if !before.is_empty() {
                    journal.add(Afterword::Untagged(before))?;
                }
                journal.add(Afterword::Tagged(vec![wanted]))?;
            }
            return journal.say(&format!("To be looked at again on {on}"));
        }
        let (entries, _) = journal::set_copies_aside(journal_names::list(cx)?);
        let rows = due_readings(&entries, now().date_naive(), cx.correspondences);
        if self.calendar {
            stdout::print(calendar(&rows, now()).as_bytes())?;
            return Ok(());
        }
        print_either(self.json, &rows, || page(&rows, "is waiting for an outcome"))
    }
}

/// The readings that are due, as the prompts show them.
pub(in super::super) fn listed(entries: &[IndexEntry], correspondences: &Correspondences) -> ScreenText {
    page(&passed(entries, correspondences), "is due")
}

/// The readings that are due, the earliest first.
pub(in super::super) fn passed<'e>(
    entries: &'e [IndexEntry],
    correspondences: &Correspondences,
) -> Vec<DueReading<'e>> {
    let mut rows = due_readings(entries, now().date_naive(), correspondences);
    rows.retain(|row| row.has_passed);
    rows
}

fn is_due(tag: &Tag) -> bool {
    tag.as_str().strip_prefix(DUE).is_some_and(|date| day(date).is_ok())
}

fn page(rows: &[DueReading<'_>], which: &str) -> ScreenText {
    if rows.is_empty() {
        return format!("No reading {which}.\n").into();
    }
    let mut page = TextPage::new(page_width());
    for (index, row) in rows.iter().enumerate() {
        if row.has_passed != rows[0].has_passed && rows[index - 1].has_passed {
            page.gap();
            page.paragraph("Not yet due:");
        }
        let time = row.due.time.as_deref().unwrap_or("your own day");
        page.item(row.due.on.to_string(), &format!("{} ({time})", shortened(&row.metadata.title)));
        page.beside(row.entry.name());
    }
    page.gap();
    page.paragraph("Say what came of one: enochian journal outcome NAME true|false|partly \"…\"");
    page.finish()
}
