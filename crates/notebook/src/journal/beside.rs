//! A person's own meanings beside those of the tradition.

use std::path::Path;

use anstyle::Style;
use serde::Serialize;

use crate::correspondences::{Correspondences, Naming};
use crate::input::{shell_word, shortened};
use crate::lookup::Thing;
use crate::render::{ScreenText, TextPage, count, day, list};

use super::{IndexEntry, OwnMeaning, OwnMeanings, list as list_journals, occurrences, set_copies_aside};

/// The most readings that are named.
const READINGS: usize = 5;
/// The most turns that are named of each.
const TURNS: usize = 5;

/// A person's own meanings of some things, to stand beside those of the tradition.
#[derive(Debug, Default)]
pub struct MeaningsBeside {
    /// The things that mean something.
    pub own: Vec<OwnJson>,
}

/// A meaning, with the readings in which the thing came up, the latest first.
#[derive(Debug, Serialize)]
pub struct OwnJson {
    #[serde(flatten)]
    thing: Thing,
    meaning: String,
    readings: Vec<OwnReading>,
}

/// A reading in which a thing came up.
#[derive(Debug, Serialize)]
struct OwnReading {
    name: String,
    title: String,
    begun: chrono::NaiveDate,
    turns: Vec<u32>,
}

impl MeaningsBeside {
    /// Those of some things, with the readings of a folder in which they came up.
    #[must_use]
    pub fn of(
        own: &OwnMeanings,
        things: &[Thing],
        folder: &Path,
        correspondences: &Correspondences,
        naming: &Naming,
    ) -> MeaningsBeside {
        let among = own.among(things);
        if among.is_empty() {
            return MeaningsBeside::default();
        }
        // A folder that cannot be read has no readings to show; what is kept is shown all the same.
        let listed = list_journals(folder, correspondences, &|_, _| {}).unwrap_or_default();
        let (entries, _) = set_copies_aside(listed);
        let reading = |(entry, turns): (&IndexEntry, Vec<u32>)| {
            let metadata = entry.metadata.as_ref().ok()?;
            let (title, begun) = (metadata.title.clone(), metadata.begun.date_naive());
            Some(OwnReading { name: entry.name(), title, begun, turns })
        };
        let json = |OwnMeaning { thing, text, .. }: &OwnMeaning| OwnJson {
            thing: thing.clone(),
            meaning: text.clone(),
            readings: occurrences(thing, &entries, correspondences, naming).into_iter().filter_map(reading).collect(),
        };
        MeaningsBeside { own: among.into_iter().map(json).collect() }
    }

    /// Before a page of the tradition's meanings.
    #[must_use]
    pub fn before(&self, page: ScreenText, width: usize) -> ScreenText {
        if self.own.is_empty() { page } else { self.listed(width) + "\n" + page }
    }

    /// Each with the readings in which it came up, the latest first.
    #[must_use]
    pub fn listed(&self, width: usize) -> ScreenText {
        let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
        let mut page = TextPage::new(width);
        for (index, OwnJson { thing, meaning, readings }) in self.own.iter().enumerate() {
            if index > 0 {
                page.gap();
            }
            let about = ScreenText::styled(dim, format!("· {}, to you", thing.sort));
            page.paragraph(ScreenText::styled(bold, &thing.name) + " " + about);
            meaning.lines().for_each(|line| page.beside(line));
            if let Some(told) = told(thing, readings) {
                page.beside(ScreenText::styled(dim, told));
            }
        }
        page.finish()
    }

    /// Each in a line, for the log of landings.
    #[must_use]
    pub fn lines(own: &OwnMeanings, things: &[Thing]) -> Vec<String> {
        let line = |it: &OwnMeaning| format!("{}: {}", it.thing, it.text.replace('\n', " "));
        own.among(things).into_iter().map(line).collect()
    }
}

/// `Came up in 7 readings: Is my brother happy? (5 January 2025), turns 4 and 9; …`.
fn told(thing: &Thing, readings: &[OwnReading]) -> Option<String> {
    let one = |OwnReading { title, begun, turns, .. }: &OwnReading| {
        let mut shown: Vec<String> = turns.iter().take(TURNS).map(u32::to_string).collect();
        shown.extend(turns.len().checked_sub(TURNS + 1).map(|more| format!("{} more", more + 1)));
        let turn = if turns.len() == 1 { "turn" } else { "turns" };
        format!("{} ({}), {turn} {}", shortened(title), day(*begun), list(&shown))
    };
    let shown = readings.iter().take(READINGS).map(one).collect::<Vec<_>>().join("; ");
    let more = match readings.len() > READINGS {
        true => format!("; all: enochian journal search {}", shell_word(thing.query())),
        false => String::new(),
    };
    (!readings.is_empty()).then(|| format!("Came up in {}: {shown}{more}", count(readings.len(), "reading")))
}
