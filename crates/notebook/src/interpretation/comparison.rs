//! Two readings side by side, by what is told of them (INTERPRETATION 8).

use serde::Serialize;

use crate::correspondences::Correspondences;
use crate::record::EnochianRecord;
use crate::render::list;

use super::links::LinkKind;
use super::told::Told;

/// What is told of two readings, and where it differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReadingComparison {
    /// The first and the second.
    pub told: [Told; 2],
    /// What differs.
    pub differing: Vec<Difference>,
}

/// Something in which two readings differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// What: `The answer`.
    pub about: &'static str,
    /// How it is in the first and in the second.
    pub each: [String; 2],
}

impl ReadingComparison {
    /// Compares two readings; `None` if either is a game.
    #[must_use]
    pub fn of(
        one: EnochianRecord<'_>,
        two: EnochianRecord<'_>,
        correspondences: &Correspondences,
    ) -> Option<ReadingComparison> {
        let records = [one, two];
        let told = [Told::of(one, correspondences)?, Told::of(two, correspondences)?];
        let each = |tell: &dyn Fn(EnochianRecord<'_>, &Told) -> String| {
            [tell(records[0], &told[0]), tell(records[1], &told[1])]
        };
        let parts: [(&'static str, [String; 2]); 7] = [
            ("The answer", each(&|_, told| format!("{} ({})", told.answer.verdict, told.answer.cause.words()))),
            ("Its manner", each(&|_, told| told.answer.manner.clone().unwrap_or_else(|| "not told".to_owned()))),
            ("The length", each(&|record, _| crate::render::count(record.turns().len(), "turn"))),
            ("The Ptah", each(&|record, told| place(record, told))),
            ("The matter", each(&|_, told| told.significator.map_or("no piece".to_owned(), |piece| piece.to_string()))),
            ("The figure", each(&|_, told| format!("{}, {}", told.close.figure.name, told.close.figure.effect))),
            ("What happened", each(&|_, told| happened(told))),
        ];
        let differing = parts.into_iter().filter(|(_, [one, two])| one != two);
        let differing = differing.map(|(about, each)| Difference { about, each }).collect();
        Some(ReadingComparison { told, differing })
    }
}

/// `Gemini in the Air angle of the Water board`.
fn place(record: EnochianRecord<'_>, told: &Told) -> String {
    let question = record.subject().question();
    question.map_or_else(String::new, |question| {
        format!("{} in the {} angle of the {} board", told.close.force, question.angle, question.board)
    })
}

/// The kinds of link, each once.
fn happened(told: &Told) -> String {
    let kinds = LinkKind::ALL.into_iter().filter(|kind| told.links.iter().any(|link| link.kind == *kind));
    let names: Vec<String> = kinds.map(|kind| kind.name().replace('-', " ")).collect();
    if names.is_empty() { "nothing that hangs together".to_owned() } else { list(&names) }
}
