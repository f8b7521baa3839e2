//! Statistics of many records: answers, dice, landings, lengths, lost turns.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::chess::{Side, Square};
use crate::correspondences::{Correspondences, Criterion, SignOrElement};
use crate::reading::{DieThrower, Throw, Verdict};
use crate::record::Correctness;
use crate::stats::significance::{self, ChiSquare};
use crate::stats::{clopper_pearson, quantile};

use super::{CountedKind, CountedRecord};

/// Statistics of several readings and games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Statistics {
    /// The number of readings.
    pub readings: usize,
    /// The number of readings that are not concluded; these have no answer and no length.
    pub unconcluded: usize,
    /// The answers by the Ptah of the concluded readings.
    pub by_ptah: AnswerStatistics,
    /// The answers by the kings of the concluded readings.
    pub by_kings: AnswerStatistics,
    /// The recorded outcomes of the concluded readings.
    pub came: OutcomeStatistics,
    /// The same beside each answer by the criterion of the procedure.
    pub beside: AnsweredOutcomes,
    /// How often the answers yes and no proved true; `None` with fewer outcomes than [`Agreement::LEAST`].
    pub agreement: Option<Agreement>,
    /// The results of the games.
    pub games: GameStatistics,
    /// The throws of the readings, by hand and by the program separately.
    pub dice: Vec<DiceStatistics>,
    /// The lengths of the concluded readings in turns; `None` without any.
    pub lengths: Option<LengthStatistics>,
    /// The number of turns of the readings.
    pub turns: usize,
    /// The number of turns without a move.
    pub no_moves: usize,
    /// The landings on each square, a1, b1 … h8.
    #[serde(serialize_with = "by_square")]
    pub squares: Vec<u32>,
    /// The landings on each sign and element, over all boards, most first.
    pub landings: Vec<ForceLandings>,
}

/// Writes the numbers for a1, b1 … h8 as a map by square name.
fn by_square<S: Serializer>(numbers: &[u32], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Square::all().map(|square| square.to_string()).zip(numbers))
}

/// The landings on a sign or element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ForceLandings {
    /// The sign or element.
    pub name: SignOrElement,
    /// How many landings.
    pub landings: u32,
}

/// The number of each answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct AnswerStatistics {
    pub yes: u32,
    pub no: u32,
    pub undecided: u32,
}

/// The number of each outcome; the last one recorded for a reading counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OutcomeStatistics {
    /// The answer proved true.
    #[serde(rename = "true")]
    pub as_said: u32,
    /// The answer proved false.
    #[serde(rename = "false")]
    pub otherwise: u32,
    /// The answer proved partly true.
    pub partly: u32,
    /// No outcome is recorded.
    pub unknown: u32,
}

/// The outcomes beside each answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct AnsweredOutcomes {
    pub yes: OutcomeStatistics,
    pub no: OutcomeStatistics,
    pub undecided: OutcomeStatistics,
}

/// The share of the answers yes and no with an outcome that proved true, partly true not among them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Agreement {
    /// The number of outcomes.
    pub outcomes: u32,
    /// Those of answers that proved true.
    #[serde(rename = "true")]
    pub as_said: u32,
    /// Their share.
    pub share: f64,
    /// The lower bound of its exact 95% interval (Clopper and Pearson).
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Agreement {
    /// The fewest outcomes of which anything is said: of fewer the interval has one half in it even if all answers proved true.
    ///
    /// ```
    /// use enochian::{stats::clopper_pearson, study::Agreement};
    /// let low = |all: u32| clopper_pearson(all.into(), all.into(), 0.05).0;
    /// assert!(low(Agreement::LEAST) > 0.5 && low(Agreement::LEAST - 1) < 0.5);
    /// ```
    pub const LEAST: u32 = 6;

    fn of(answers: &AnsweredOutcomes) -> Option<Agreement> {
        let [yes, no] = [answers.yes, answers.no];
        let (outcomes, as_said) = (yes.known() + no.known(), yes.as_said + no.as_said);
        let (low, high) = clopper_pearson(as_said.into(), outcomes.into(), significance::LEVEL);
        let share = f64::from(as_said) / f64::from(outcomes.max(1));
        (outcomes >= Agreement::LEAST).then_some(Agreement { outcomes, as_said, share, low, high })
    }
}

/// The number of each result of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GameStatistics {
    /// Won by Air and Fire.
    pub actives: u32,
    /// Won by Water and Earth.
    pub passives: u32,
    /// Drawn.
    pub drawn: u32,
    /// Unfinished.
    pub open: u32,
}

impl OutcomeStatistics {
    /// The number of readings with an outcome.
    #[must_use]
    pub fn known(&self) -> u32 {
        self.as_said + self.otherwise + self.partly
    }

    fn count(&mut self, proved: Option<Correctness>) {
        *match proved {
            Some(Correctness::True) => &mut self.as_said,
            Some(Correctness::False) => &mut self.otherwise,
            Some(Correctness::Partly) => &mut self.partly,
            None => &mut self.unknown,
        } += 1;
    }
}

impl GameStatistics {
    /// The number of games.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.actives + self.passives + self.drawn + self.open
    }
}

/// The throws of a kind of die.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DiceStatistics {
    /// `by hand` or `by the program`.
    pub thrown: &'static str,
    /// How often each face was thrown, one to six. Readings with the same seed have the same throws, which count once.
    pub faces: [u32; 6],
    /// The test for a fair die; `None` with too few throws.
    pub fairness: Option<ChiSquare>,
}

/// The distribution of lengths, in turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct LengthStatistics {
    pub shortest: u32,
    pub first_quartile: u32,
    pub median: u32,
    pub third_quartile: u32,
    pub longest: u32,
}

impl LengthStatistics {
    /// The quantiles of these lengths, without interpolation: each is the least length that at least that share does not
    /// exceed.
    ///
    /// ```
    /// use enochian::study::LengthStatistics;
    /// let lengths = LengthStatistics::of(&[50, 15, 40, 20, 35]).unwrap();
    /// assert_eq!((lengths.first_quartile, lengths.median, lengths.third_quartile), (20, 35, 40));
    /// ```
    #[must_use]
    pub fn of(lengths: &[u32]) -> Option<LengthStatistics> {
        let (shortest, longest) = (*lengths.iter().min()?, *lengths.iter().max()?);
        let mut counts = vec![0; longest as usize + 1];
        lengths.iter().for_each(|length| counts[*length as usize] += 1);
        let at = |share| Some(quantile(&counts, share)? as u32);
        Some(LengthStatistics {
            shortest,
            first_quartile: at(0.25)?,
            median: at(0.5)?,
            third_quartile: at(0.75)?,
            longest,
        })
    }
}

/// Accumulates [`Statistics`], record by record.
#[derive(Debug)]
pub struct StatisticsCounter<'l> {
    correspondences: &'l Correspondences,
    so_far: Statistics,
    /// The throws by hand, and by the program without a seed.
    faces: [[u32; 6]; 2],
    /// The throws from each seed, of the longest reading with it: all others are a part of these.
    seeded: BTreeMap<u64, Vec<Throw>>,
    lengths: Vec<u32>,
    landings: BTreeMap<SignOrElement, u32>,
}

impl<'l> StatisticsCounter<'l> {
    /// Creates an empty counter.
    #[must_use]
    pub fn new(correspondences: &'l Correspondences) -> StatisticsCounter<'l> {
        let so_far = Statistics { squares: vec![0; 64], ..Statistics::default() };
        let (seeded, lengths, landings) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
        StatisticsCounter { correspondences, so_far, faces: [[0; 6]; 2], seeded, lengths, landings }
    }

    /// Counts a record's standing turns.
    pub fn count(&mut self, counted: &CountedRecord) {
        let (die, answer, proved) = match counted.kind {
            CountedKind::Game(winner) => return self.game(winner),
            CountedKind::Reading { die, answer, proved } => (die, answer, proved),
        };
        let so_far = &mut self.so_far;
        so_far.readings += 1;
        let turns = counted.turns.len();
        match answer {
            None => so_far.unconcluded += 1,
            Some([ptah, kings]) => {
                so_far.by_ptah.count(ptah);
                so_far.by_kings.count(kings);
                so_far.came.count(proved);
                let by = counted.question.as_ref().map(|question| question.ends_by(self.correspondences));
                let answer = if by == Some(Criterion::Kings) { kings } else { ptah };
                match answer {
                    Verdict::Yes => &mut so_far.beside.yes,
                    Verdict::No => &mut so_far.beside.no,
                    Verdict::Undecided => &mut so_far.beside.undecided,
                }
                .count(proved);
                self.lengths.push(turns as u32);
            }
        }
        so_far.turns += turns;
        for turn in counted.turns.iter() {
            match turn.landing {
                None => so_far.no_moves += 1,
                Some((_, square)) => {
                    so_far.squares[square.index()] += 1;
                    *self.landings.entry(self.correspondences.square(counted.board, square).force).or_default() += 1;
                }
            }
        }
        let throws = counted.turns.iter().filter_map(|turn| turn.throw);
        match die {
            DieThrower::ByHand => add(&mut self.faces[0], throws),
            DieThrower::ByProgram => add(&mut self.faces[1], throws),
            DieThrower::Seeded(seed) => {
                let longest = self.seeded.entry(seed).or_default();
                if turns > longest.len() {
                    *longest = throws.collect();
                }
            }
        }
    }

    fn game(&mut self, winner: Option<Option<Side>>) {
        let games = &mut self.so_far.games;
        let outcome = match winner {
            Some(Some(Side::Actives)) => &mut games.actives,
            Some(Some(Side::Passives)) => &mut games.passives,
            Some(None) => &mut games.drawn,
            None => &mut games.open,
        };
        *outcome += 1;
    }

    /// Finishes the statistics.
    #[must_use]
    pub fn finish(self) -> Statistics {
        let dice = |thrown, faces: [u32; 6]| DiceStatistics { thrown, faces, fairness: significance::even(&faces) };
        let [by_hand, mut by_program] = self.faces;
        self.seeded.values().for_each(|throws| add(&mut by_program, throws.iter().copied()));
        let dice = [dice("by hand", by_hand), dice("by the program", by_program)];
        let landings = self.landings.into_iter().map(|(name, landings)| ForceLandings { name, landings });
        let mut landings: Vec<ForceLandings> = landings.collect();
        landings.sort_by_key(|it| Reverse(it.landings));
        Statistics {
            dice: dice.into_iter().filter(|dice| dice.faces.iter().any(|count| *count > 0)).collect(),
            lengths: LengthStatistics::of(&self.lengths),
            landings,
            agreement: Agreement::of(&self.so_far.beside),
            ..self.so_far
        }
    }
}

fn add(faces: &mut [u32; 6], throws: impl Iterator<Item = Throw>) {
    for throw in throws {
        faces[usize::from(throw.number()) - 1] += 1;
    }
}

impl AnswerStatistics {
    fn count(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Yes => self.yes += 1,
            Verdict::No => self.no += 1,
            Verdict::Undecided => self.undecided += 1,
        }
    }
}
