//! A calendar of the days on which to look at readings again.

use std::fmt::Write;

use chrono::Days;

use crate::input::safe;
use crate::journal::DueReading;
use crate::record::Timestamp;

/// The readings to look at again as an iCalendar file (RFC 5545), with a whole day for each, whose id stays the same when it is written
/// again.
#[must_use]
pub fn calendar(rows: &[DueReading<'_>], now: Timestamp) -> String {
    let stamp = now.naive_utc().format("%Y%m%dT%H%M%SZ").to_string();
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
    use chrono::NaiveDate;

    use crate::correspondences::Correspondences;
    use crate::journal::{due_readings, list};

    use super::*;

    #[test]
    fn a_calendar_has_short_lines_and_escapes() {
        let title = "Will it, in the end; be \\ so? ".repeat(5) + "Ω";
        let correspondences = Correspondences::embedded();
        let mut entries = list("journals".as_ref(), correspondences, &|_, _| {}).unwrap();
        entries.retain(|it| it.name().contains("2026-11-21-is-my-brother"));
        let metadata = entries[0].metadata.as_mut().unwrap();
        (metadata.title, metadata.tags) = (title.clone(), vec!["due-2026-12-31".to_owned()]);
        let text = calendar(&due_readings(&entries, NaiveDate::default(), correspondences), Timestamp::default());
        assert!(text.split("\r\n").all(|line| line.len() <= 75 && !line.contains('\n')), "{text}");
        let unfolded = text.replace("\r\n ", "");
        let summary = unfolded.split("\r\n").find_map(|line| line.strip_prefix("SUMMARY:What came of it? ")).unwrap();
        assert_eq!(summary.replace("\\,", ",").replace("\\;", ";").replace("\\\\", "\\"), title);
        assert!(unfolded.contains("DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n"), "{unfolded}");
        assert!(unfolded.starts_with("BEGIN:VCALENDAR\r\n") && unfolded.ends_with("END:VCALENDAR\r\n"));
    }
}
