//! What a reading has or has not, and whose shares are compared.

use std::fmt;

use crate::chess::{Army, Direction};
use crate::correspondences::Criterion;
use crate::reading::{Question, Verdict};

use super::{Provenance, ReadingRow, SimulationSummary, Tally};

/// Something that happens in a reading or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComparedOutcome {
    /// The answer by a criterion.
    Answer(Criterion, Verdict),
    /// A king is taken.
    KingTaken(KingOf),
}

/// A king by its part in the reading, whatever the colour of its army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KingOf {
    /// The querent's.
    Querent,
    /// The querent's partner's.
    Partner,
    /// That of the enemy who plays after the querent.
    NextEnemy,
    /// That of the enemy who plays before the querent.
    LastEnemy,
}

impl KingOf {
    fn army(self, querent: Army, direction: Direction) -> Army {
        match self {
            KingOf::Querent => querent,
            KingOf::Partner => querent.partner(),
            KingOf::NextEnemy => querent.next(direction),
            KingOf::LastEnemy => querent.next(direction).partner(),
        }
    }
}

impl ComparedOutcome {
    /// All outcomes.
    pub const ALL: [ComparedOutcome; 10] = [
        ComparedOutcome::Answer(Criterion::Ptah, Verdict::Yes),
        ComparedOutcome::Answer(Criterion::Ptah, Verdict::No),
        ComparedOutcome::Answer(Criterion::Ptah, Verdict::Undecided),
        ComparedOutcome::Answer(Criterion::Kings, Verdict::Yes),
        ComparedOutcome::Answer(Criterion::Kings, Verdict::No),
        ComparedOutcome::Answer(Criterion::Kings, Verdict::Undecided),
        ComparedOutcome::KingTaken(KingOf::Querent),
        ComparedOutcome::KingTaken(KingOf::Partner),
        ComparedOutcome::KingTaken(KingOf::NextEnemy),
        ComparedOutcome::KingTaken(KingOf::LastEnemy),
    ];

    /// The number of readings of a simulation that have it; 0 if the summary does not say.
    #[must_use]
    pub fn count(self, summary: &SimulationSummary) -> u64 {
        match self {
            ComparedOutcome::Answer(criterion, verdict) => summary.answer(criterion, verdict),
            ComparedOutcome::KingTaken(king) => {
                let army = summary.provenance.querent().map(|(querent, direction)| king.army(querent, direction));
                army.and_then(|army| summary.kings_taken.get(army.name())).copied().unwrap_or(0)
            }
        }
    }

    /// The number of readings of a tally that have it.
    #[must_use]
    pub fn tallied(self, tally: &Tally, question: &Question) -> u64 {
        match self {
            ComparedOutcome::Answer(criterion, verdict) => tally.answers(criterion, verdict),
            ComparedOutcome::KingTaken(king) => {
                tally.kings_taken[king.army(question.army(), question.direction).index()]
            }
        }
    }

    /// Whether the readings say only how it stood when they ended, which is no estimate: see [`Provenance::is_so_far`].
    #[must_use]
    pub fn is_so_far(self, provenance: &Provenance) -> bool {
        matches!(self, ComparedOutcome::Answer(criterion, _) if provenance.is_so_far(criterion))
    }
}

impl fmt::Display for ComparedOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ComparedOutcome::Answer(criterion, verdict) => write!(f, "{verdict} by {}", criterion.words()),
            ComparedOutcome::KingTaken(king) => f.write_str(match king {
                KingOf::Querent => "querent's king taken",
                KingOf::Partner => "partner's king taken",
                KingOf::NextEnemy => "next enemy's king taken",
                KingOf::LastEnemy => "last enemy's king taken",
            }),
        }
    }
}

/// A set of outcomes, one bit each in the order of [`ComparedOutcome::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OutcomeSet(u16);

impl OutcomeSet {
    /// The outcomes of a reading of a question.
    pub(super) fn of(row: &ReadingRow, question: &Question) -> OutcomeSet {
        let has = |outcome| match outcome {
            ComparedOutcome::Answer(criterion, verdict) => row.answer.by(criterion).verdict == verdict,
            ComparedOutcome::KingTaken(king) => {
                row.captors[king.army(question.army(), question.direction).index()].is_some()
            }
        };
        OutcomeSet((0..).zip(ComparedOutcome::ALL).fold(0, |set, (bit, outcome)| set | u16::from(has(outcome)) << bit))
    }

    /// Whether it has the outcome at a place of [`ComparedOutcome::ALL`] that the other set has not.
    pub(super) fn has_only(self, place: usize, other: OutcomeSet) -> bool {
        (self.0 & !other.0) >> place & 1 == 1
    }
}
