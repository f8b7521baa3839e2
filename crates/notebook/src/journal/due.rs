//! When to look at a reading again: the time that its summary gives, or a day that a person chose.

use chrono::{Days, NaiveDate};

use serde::Serialize;

use crate::chess::Mode;
use crate::correspondences::{Correspondences, SignOrElement};

use super::{IndexEntry, Metadata, day};

/// The beginning of the tag with the day that a person chose: `due-2027-03-01`.
pub const DUE: &str = "due-";

/// When a reading without an outcome is to be looked at again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Due {
    /// The day.
    #[serde(rename = "due")]
    pub on: NaiveDate,
    /// The time that its summary gives; `None` if a person chose the day.
    pub time: Option<String>,
}

impl Metadata {
    /// When to look at it again: on the day of its tag `due-…`, or else, if the answer is yes, when the time has passed that its
    /// summary gives (INTERPRETATION 7.3). `None` once it has an outcome, and for a branch.
    ///
    /// ```
    /// use enochian::{journal, correspondences::Correspondences};
    /// let correspondences = Correspondences::embedded();
    /// let journals = journal::list("journals".as_ref(), correspondences, &|_, _| {}).unwrap();
    /// // Begun on 21 November 2026, and Gemini says days to weeks.
    /// let sample = journals.iter().find(|it| it.name().contains("2026-11-21-is-my-brother")).unwrap();
    /// let due = sample.metadata.as_ref().unwrap().due(correspondences).unwrap();
    /// assert_eq!(due.on.to_string(), "2026-12-21");
    /// ```
    #[must_use]
    pub fn due(&self, correspondences: &Correspondences) -> Option<Due> {
        if self.mode != Mode::Reading || !self.is_concluded || self.outcome.is_some() || self.branch.is_some() {
            return None;
        }
        if let Some(on) = self.tags.iter().rev().find_map(|tag| day(tag.strip_prefix(DUE)?).ok()) {
            return Some(Due { on, time: None });
        }
        let force: SignOrElement = self.force.as_deref().filter(|_| self.answer == "yes")?.parse().ok()?;
        let time = &correspondences.force(force).time;
        let on = self.begun.date_naive().checked_add_days(longest(time)?)?;
        Some(Due { on, time: Some(time.to_owned()) })
    }
}

/// A reading without an outcome, with the time to look at it again.
#[derive(Clone, Debug, Serialize)]
pub struct DueReading<'e> {
    /// Its journal.
    #[serde(flatten)]
    pub entry: &'e IndexEntry,
    /// The metadata of the journal.
    #[serde(skip)]
    pub metadata: &'e Metadata,
    /// The time.
    #[serde(flatten)]
    pub due: Due,
    /// Whether the day has come.
    #[serde(rename = "passed")]
    pub has_passed: bool,
}

/// The readings among journals that are to be looked at again, the earliest first.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences};
/// let correspondences = Correspondences::embedded();
/// let journals = journal::list("journals".as_ref(), correspondences, &|_, _| {}).unwrap();
/// let today = "2026-12-21".parse().unwrap();
/// assert!(journal::due_readings(&journals, today, correspondences).iter().any(|it| it.due.on == today && it.has_passed));
/// ```
#[must_use]
pub fn due_readings<'e>(
    entries: impl IntoIterator<Item = &'e IndexEntry>,
    today: NaiveDate,
    correspondences: &Correspondences,
) -> Vec<DueReading<'e>> {
    let reading = |entry: &'e IndexEntry| {
        let metadata = entry.metadata.as_deref().ok()?;
        let due = metadata.due(correspondences)?;
        Some(DueReading { entry, metadata, has_passed: due.on <= today, due })
    };
    let mut readings: Vec<DueReading<'_>> = entries.into_iter().filter_map(reading).collect();
    readings.sort_by_cached_key(|it| (it.due.on, it.entry.name()));
    readings
}

/// After how long a span has passed. The tradition gives no numbers, so this is a decision: as much of its longer unit as
/// makes about one of the next, and three years. "Days rather than weeks" are days.
fn longest(time: &str) -> Option<Days> {
    let span = time.split(',').next().unwrap_or_default();
    let unit = match (span.split_once(" to "), span.split_once(" rather than ")) {
        (Some((_, longer)), _) => longer,
        (None, Some((rather, _))) => rather,
        (None, None) => span,
    };
    let days = match unit.trim() {
        "hours" => 1,
        "days" => 7,
        "weeks" => 30,
        "months" => 365,
        "years" => 3 * 365,
        _ => return None,
    };
    Some(Days::new(days))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_of_the_data_has_a_length() {
        let of = |force| longest(&Correspondences::embedded().force(force).time);
        assert!(SignOrElement::ALL.into_iter().all(|force| of(force).is_some()));
        for (force, days) in [
            (SignOrElement::Aries, 1),
            (SignOrElement::Capricorn, 7),
            (SignOrElement::Sagittarius, 7),
            (SignOrElement::Gemini, 30),
            (SignOrElement::Leo, 365),
            (SignOrElement::Taurus, 3 * 365),
        ] {
            assert_eq!(of(force), Some(Days::new(days)), "{force}");
        }
        assert_eq!(longest("soon enough"), None);
    }
}
