//! Where pieces land, by army, piece, phase and answer.

use std::collections::BTreeMap;

use crate::chess::{Army, Role, Square};
use crate::reading::{Criterion, Phase};

use super::{NamedCounts, Observer, ReadingRow, Tally, TurnRow, add_counts};

/// What the landings of a simulation are told apart by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LandingSplit {
    /// The army that moved.
    Army,
    /// The piece that moved.
    Piece,
    /// The third of the reading: opening, middle or end.
    Phase,
    /// The answer of the reading, by the criterion that ends it.
    Answer,
}

impl LandingSplit {
    /// The names of the parts, in the order of [`LandingMaps::of`].
    #[must_use]
    pub fn parts(self) -> Vec<String> {
        fn names<N: ToString>(of: impl IntoIterator<Item = N>) -> Vec<String> {
            of.into_iter().map(|name| name.to_string()).collect()
        }
        match self {
            LandingSplit::Army => names(Army::ALL),
            LandingSplit::Piece => names(Role::ALL),
            LandingSplit::Phase => names(Phase::ALL),
            LandingSplit::Answer => names(Tally::VERDICTS),
        }
    }
}

enochian_engine::named_enum! {
    /// Its name: `army`.
    LandingSplit or "expected army, piece, phase or answer" { Army: "army", Piece: "piece", Phase: "phase", Answer: "answer" }
}

/// The landings on each square, a1, b1 … h8, of one part of them.
pub type LandingMap = [u64; 64];

/// Counts the landings on each square by army, piece, phase and answer. Merging those of parts gives those of the whole.
///
/// ```
/// use enochian::{correspondences::{Correspondences, Criterion}, reading::QuestionDraft, input::Source};
/// use enochian::simulate::{LandingMaps, LandingSplit, Plan};
/// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
/// let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
/// let mut maps = LandingMaps::new(Criterion::Ptah);
/// let plan = Plan::new(question, 1, 0..100);
/// plan.run(1, || LandingMaps::new(Criterion::Ptah), |_, chunk| Ok::<_, ()>(maps.merge(&chunk))).unwrap();
/// // Every landing is in each of the splits.
/// let all = |split| maps.of(split).as_flattened().iter().sum::<u64>();
/// assert!(all(LandingSplit::Army) > 10_000);
/// assert!(LandingSplit::ALL.iter().all(|split| all(*split) == all(LandingSplit::Army)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LandingMaps {
    criterion: Criterion,
    /// The counts of the readings.
    pub tally: Tally,
    by_army: [LandingMap; 4],
    by_piece: [LandingMap; 6],
    by_phase: [LandingMap; 3],
    by_answer: [LandingMap; 3],
}

impl LandingMaps {
    /// Empty maps. The criterion is that of the answer.
    #[must_use]
    pub const fn new(criterion: Criterion) -> LandingMaps {
        LandingMaps {
            criterion,
            tally: Tally::new(),
            by_army: [[0; 64]; 4],
            by_piece: [[0; 64]; 6],
            by_phase: [[0; 64]; 3],
            by_answer: [[0; 64]; 3],
        }
    }

    /// The maps of a split, in the order of [`LandingSplit::parts`].
    #[must_use]
    pub const fn of(&self, split: LandingSplit) -> &[LandingMap] {
        match split {
            LandingSplit::Army => &self.by_army,
            LandingSplit::Piece => &self.by_piece,
            LandingSplit::Phase => &self.by_phase,
            LandingSplit::Answer => &self.by_answer,
        }
    }

    /// The landings by the names of the parts and squares, as `enochian simulate --by WHAT --json` prints them.
    #[must_use]
    pub fn named(&self, split: LandingSplit) -> BTreeMap<String, NamedCounts> {
        let named = |map: &LandingMap| Square::all().map(|square| (square.to_string(), map[square.index()])).collect();
        split.parts().into_iter().zip(self.of(split).iter().map(named)).collect()
    }

    /// The readings to which a part of a split belongs: all, but for an answer, which only some have.
    #[must_use]
    pub fn readings(&self, split: LandingSplit, part: usize) -> u64 {
        match split {
            LandingSplit::Answer => self.tally.answers(self.criterion, Tally::VERDICTS[part]),
            _ => self.tally.readings,
        }
    }

    /// Adds the landings of other readings.
    pub fn merge(&mut self, other: &LandingMaps) {
        self.tally.merge(&other.tally);
        add_counts(self.by_army.as_flattened_mut(), other.by_army.as_flattened());
        add_counts(self.by_piece.as_flattened_mut(), other.by_piece.as_flattened());
        add_counts(self.by_phase.as_flattened_mut(), other.by_phase.as_flattened());
        add_counts(self.by_answer.as_flattened_mut(), other.by_answer.as_flattened());
    }
}

impl Observer for LandingMaps {
    const TURNS: bool = true;

    fn reading(&mut self, row: &ReadingRow, turns: &[TurnRow]) {
        self.tally.count(row);
        let answer = &mut self.by_answer[row.answer.by(self.criterion).verdict as usize];
        for (place, turn) in turns.iter().enumerate().filter(|(_, turn)| !turn.is_no_move()) {
            let square = turn.to.index();
            self.by_army[turn.army.index()][square] += 1;
            self.by_piece[turn.role.index()][square] += 1;
            self.by_phase[Phase::of(place, turns.len()) as usize][square] += 1;
            answer[square] += 1;
        }
    }
}
