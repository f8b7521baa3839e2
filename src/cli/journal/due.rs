//! `enochian journal due`.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use chrono::{Days, NaiveDate};

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::input::{safe, shortened};
use crate::journal::{self, DUE, DueReading, IndexEntry, day, due_readings};
use crate::record::{Afterword, Tag};
use crate::render::TextPage;

use super::super::command_error::CommandResult;
use super::super::cx::Cx;
use super::super::journal_names;
use super::super::output::OverwriteArgs;
use super::super::play::now;
use super::super::print_either;
use super::super::terminal::page_width;
use super::folder::Added;

/// List the readings whose time has passed without an outcome
///
/// The time is the one that the summary gives with a yes, counted from the day of the
/// reading: "days" are over after a week, "weeks" after a month, "months" after a
/// year, "years" after three. For another day, or a reading with another answer, name
/// the journal and the day, which is kept as its tag due-YEAR-MONTH-DAY.
///
/// Examples:
///   enochian journal due
///   enochian journal due brother 2027-03-01
///   enochian journal due --all --calendar readings.ics
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct DueArgs {
    /// The journal to set the day of: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL", requires = "on")]
    journal: Option<PathBuf>,
    /// The day on which to look at it again
    #[arg(value_name = "DATE", value_parser = day)]
    on: Option<NaiveDate>,
    /// List those too whose day has not come
    #[arg(long, conflicts_with = "journal")]
    all: bool,
    /// A calendar file to write them to (.ics), for reminders
    #[arg(long, value_name = "FILE", conflicts_with = "journal")]
    calendar: Option<PathBuf>,
    #[command(flatten)]
    force: OverwriteArgs,
    /// Print JSON
    #[arg(long, conflicts_with_all = ["journal", "calendar"])]
    json: bool,
}

impl DueArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<ExitCode> {
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
        let mut rows = due_readings(&entries, now().date_naive(), cx.correspondences);
        rows.retain(|row| self.all || row.has_passed);
        if let Some(path) = &self.calendar {
            self.force.put(path, calendar(&rows).as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        print_either(self.json, &rows, || page(&rows, self.all))
    }
}

/// The readings that are due, as the prompts show them.
pub(in super::super) fn listed(entries: &[IndexEntry], correspondences: &Correspondences) -> String {
    page(&passed(entries, correspondences), false)
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

fn page(rows: &[DueReading<'_>], all: bool) -> String {
    if rows.is_empty() {
        let which = if all { "is waiting for an outcome" } else { "is due" };
        return format!("No reading {which}.\n");
    }
    let mut page = TextPage::new(page_width());
    for row in rows {
        let time = row.due.time.as_deref().unwrap_or("your own day");
        page.item(&row.due.on.to_string(), &format!("{} ({time})", shortened(&row.metadata.title)));
        page.beside(&safe(&row.entry.name()));
    }
    page.gap();
    page.paragraph("Say what came of one: enochian journal outcome NAME true|false|partly \"…\"");
    page.finish()
}

/// An iCalendar file (RFC 5545) with a whole day for each reading, whose id stays the same when it is written again.
fn calendar(rows: &[DueReading<'_>]) -> String {
    let stamp = now().naive_utc().format("%Y%m%dT%H%M%SZ").to_string();
    let mut lines = vec!["BEGIN:VCALENDAR".to_owned(), "VERSION:2.0".to_owned(), "PRODID:-//enochian//EN".to_owned()];
    for row in rows {
        let (day, metadata) = (row.due.on, row.metadata);
        let ends = day.checked_add_days(Days::new(1)).unwrap_or(day);
        lines.extend([
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}@enochian", metadata.id),
            format!("DTSTAMP:{stamp}"),
            format!("DTSTART;VALUE=DATE:{}", day.format("%Y%m%d")),
            format!("DTEND;VALUE=DATE:{}", ends.format("%Y%m%d")),
            format!("SUMMARY:What came of it? {}", escaped(&metadata.title)),
            format!("DESCRIPTION:{}", escaped(&row.entry.name())),
            "END:VEVENT".to_owned(),
        ]);
    }
    lines.push("END:VCALENDAR".to_owned());
    lines.iter().map(|line| folded(line)).collect()
}

fn escaped(text: &str) -> String {
    safe(text).replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,")
}

/// A line of at most 75 bytes and its continuations, which begin with a space.
fn folded(line: &str) -> String {
    let (mut folded, mut length) = (String::new(), 0);
    for c in line.chars() {
        if length + c.len_utf8() > 75 {
            folded.push_str("\r\n ");
            length = 1;
        }
        length += c.len_utf8();
        let _ = folded.write_char(c);
    }
    folded + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calendar_has_short_lines_and_escapes() {
        let title = "Will it, in the end; be \\ so? ".repeat(5) + "Ω";
        let correspondences = Correspondences::embedded();
        let mut entries = journal::list("journals".as_ref(), correspondences, &|_, _| {}).unwrap();
        entries.retain(|it| it.name().contains("2026-11-21-is-my-brother"));
        let metadata = entries[0].metadata.as_mut().unwrap();
        (metadata.title, metadata.tags) = (title.clone(), vec!["due-2026-12-31".to_owned()]);
        let text = calendar(&due_readings(&entries, NaiveDate::default(), correspondences));
        assert!(text.split("\r\n").all(|line| line.len() <= 75 && !line.contains('\n')), "{text}");
        let unfolded = text.replace("\r\n ", "");
        let summary = unfolded.split("\r\n").find_map(|line| line.strip_prefix("SUMMARY:What came of it? ")).unwrap();
        assert_eq!(summary.replace("\\,", ",").replace("\\;", ";").replace("\\\\", "\\"), title);
        assert!(unfolded.contains("DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n"), "{unfolded}");
        assert!(unfolded.starts_with("BEGIN:VCALENDAR\r\n") && unfolded.ends_with("END:VCALENDAR\r\n"));
    }
}
