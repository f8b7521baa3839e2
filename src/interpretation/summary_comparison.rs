//! The comparison of two readings' summaries (INTERPRETATION 8.9).

use serde::Serialize;

use crate::correspondences::Correspondences;
use crate::record::EnochianRecord;

use super::reading_summary::ReadingSummary;
use super::sentences::SentenceWriter;

/// The summaries of two readings, with a sentence for every part in which they differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SummaryComparison {
    /// The first and the second.
    pub summaries: [ReadingSummary; 2],
    /// The parts that differ.
    pub differing: Vec<DifferingPart>,
}

/// A part in which two readings differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DifferingPart {
    /// The part: `S4`.
    pub id: String,
    /// The sentence.
    pub text: String,
}

impl SummaryComparison {
    /// Compares two readings; `None` if either is a game.
    #[must_use]
    pub fn of(
        one: EnochianRecord<'_>,
        two: EnochianRecord<'_>,
        correspondences: &Correspondences,
    ) -> Option<SummaryComparison> {
        let summaries = [ReadingSummary::of(one, correspondences)?, ReadingSummary::of(two, correspondences)?];
        let questions = [one, two].map(|record| record.subject().question());
        let [Some(first), Some(second)] = questions else { return None };
        let writers = [SentenceWriter::of(first, correspondences), SentenceWriter::of(second, correspondences)];
        let differing = correspondences.sentences().compared.iter().filter_map(|compared| {
            let clause = |index: usize| {
                let part = summaries[index].frames.iter().find(|frame| frame.id == compared.part);
                part.map(|part| writers[index].clause(compared, &part.facts))
            };
            let [one, two] = [0, 1].map(|index| clause(index).unwrap_or_else(|| compared.nothing.clone()));
            let text = (one != two).then(|| writers[0].joined(&compared.about, &one, &two))?;
            Some(DifferingPart { id: compared.part.clone(), text })
        });
        let differing = differing.collect();
        Some(SummaryComparison { summaries, differing })
    }
}
