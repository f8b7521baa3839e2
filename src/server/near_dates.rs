//! Days and times as people say them who look at them soon after.

use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Datelike, NaiveDate};

use crate::record::Timestamp;

/// When a file was changed: `today, 17:26`, `yesterday, 9:05`, `Thursday`, `3 November`, `3 November 2025`.
pub(super) fn when_changed(modified: SystemTime, now: &Timestamp) -> String {
    let seconds = modified.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let at = i64::try_from(seconds).ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0)).unwrap_or_default();
    let at = at.with_timezone(now.offset()).naive_local();
    let (day, today) = (at.date(), now.naive_local().date());
    match today.signed_duration_since(day).num_days() {
        0 => at.format("today, %-H:%M").to_string(),
        1 => at.format("yesterday, %-H:%M").to_string(),
        2..=6 => day.format("%A").to_string(),
        _ if day.year() == today.year() => day.format("%-d %B").to_string(),
        _ => day.format("%-d %B %Y").to_string(),
    }
}

/// A day, short: `21 Nov`, `21 Nov 2025`.
pub(super) fn short_day(day: NaiveDate, now: &Timestamp) -> String {
    let format = if day.year() == now.year() { "%-d %b" } else { "%-d %b %Y" };
    day.format(format).to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn days_are_told_from_the_present() {
        let now: Timestamp = "2026-11-21T20:15:00+01:00".parse().unwrap();
        let told = |moment: &str| {
            let seconds = moment.parse::<Timestamp>().unwrap().timestamp();
            when_changed(UNIX_EPOCH + Duration::from_secs(u64::try_from(seconds).unwrap()), &now)
        };
        assert_eq!(told("2026-11-21T17:26:00+01:00"), "today, 17:26");
        // The day is that of the reader's place.
        assert_eq!(told("2026-11-20T23:30:00Z"), "today, 0:30");
        assert_eq!(told("2026-11-20T09:05:00+01:00"), "yesterday, 9:05");
        assert_eq!(told("2026-11-15T09:05:00+01:00"), "Sunday");
        assert_eq!(told("2026-11-14T09:05:00+01:00"), "14 November");
        assert_eq!(told("2025-11-21T09:05:00+01:00"), "21 November 2025");
        // A clock that was wrong.
        assert_eq!(told("2026-11-23T09:05:00+01:00"), "23 November");
        let day = |text: &str| short_day(text.parse().unwrap(), &now);
        assert_eq!((day("2026-09-09"), day("2025-09-09")), ("9 Sep".to_owned(), "9 Sep 2025".to_owned()));
    }
}
