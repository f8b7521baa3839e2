//! Two readings beside each other: what each tells in short, and in what they differ (INTERPRETATION 8.9).

use serde::Serialize;

use crate::lore::Lore;
use crate::record::Record;

use super::sentences::Wording;
use super::summary::ReadingSummary;

/// The summaries of two readings, with a sentence for every part in which they differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedReadings {
    /// The first and the second.
    pub summaries: [ReadingSummary; 2],
    /// In what they differ, part by part.
    pub differing: Vec<Differing>,
}

/// A part in which two readings differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Differing {
    /// The part: `S4`.
    pub id: &'static str,
    /// The sentence.
    pub text: String,
}

impl ComparedReadings {
    /// Compares two readings; games have no summaries to compare.
    pub fn of(one: &Record, two: &Record, lore: &Lore) -> Option<ComparedReadings> {
        let summaries = [ReadingSummary::of(one, lore)?, ReadingSummary::of(two, lore)?];
        let questions = [one, two].map(|record| record.heading().matter.question());
        let [Some(first), Some(second)] = questions else { return None };
        let wordings = [Wording::of(first, lore), Wording::of(second, lore)];
        let differing = lore.sentences().compared.iter().filter_map(|compared| {
            let clause = |index: usize| {
                let part = summaries[index].frames.iter().find(|frame| frame.id == compared.part);
                part.map(|part| wordings[index].clause(compared, &part.facts))
            };
            let [one, two] = [0, 1].map(|index| clause(index).unwrap_or_else(|| compared.nothing.clone()));
            let text = (one != two).then(|| wordings[0].joined(&compared.about, &one, &two))?;
            Some(Differing { id: compared.part, text })
        });
        let differing = differing.collect();
        Some(ComparedReadings { summaries, differing })
    }
}
