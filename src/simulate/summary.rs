//! A simulation in numbers, as it is told, saved and compared.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::chess::{Army, Square};
use crate::stats::quantile;

use super::{Ending, FATES, Premises, ROLES, Tally};

/// Counts by name.
pub type Named = BTreeMap<String, u64>;

/// What a simulation was and what it came to; the JSON of `enochian simulate --json`.
///
/// Every count but `seconds` follows from the rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// What the readings follow from.
    #[serde(flatten)]
    pub premises: Premises,
    /// The numbers of the readings that were played: each the first, and the one after the last. In order, and apart.
    pub done: Vec<(u64, u64)>,
    /// How many readings were played.
    pub readings: u64,
    /// How many turns they had.
    pub turns: u64,
    /// How long it took.
    pub seconds: f64,
    /// Readings by verdict, by the `ptah` and by the `kings`.
    pub answers: BTreeMap<String, Named>,
    /// Readings by manner of each verdict by the Ptah: `yes`, then `unopposed` …
    pub manners: BTreeMap<String, Named>,
    /// Readings by why they ended.
    pub endings: Named,
    /// Readings by how many plies they had.
    pub lengths: BTreeMap<u32, u64>,
    /// Turns lost because the piece thrown could not move, and passes.
    pub no_moves: u64,
    /// Pieces taken.
    pub captures: u64,
    /// Pawns that became pieces.
    pub promotions: u64,
    /// Fours of bishops or queens that were filled.
    pub concourses: u64,
    /// Thrones seized.
    pub seizures: u64,
    /// In how many readings the king of each army was taken.
    pub kings_taken: Named,
    /// In how many readings each army ended `own`, `frozen`, `seized`.
    pub fates: BTreeMap<String, Named>,
    /// Landings by square.
    pub landings: Named,
    /// Moves of each army by piece.
    pub moved: BTreeMap<String, Named>,
}

/// Names and counts side by side.
fn named<N: ToString>(names: impl IntoIterator<Item = N>, counts: &[u64]) -> Named {
    names.into_iter().map(|name| name.to_string()).zip(counts.iter().copied()).collect()
}

impl Summary {
    /// The summary of readings of one range, or of none, that were played from these premises.
    pub fn of(premises: Premises, done: Range<u64>, tally: &Tally, seconds: f64) -> Summary {
        let by_army = |names: &[&str; 3], counts: &[[u64; 3]; 4]| {
            Army::ALL.map(|army| (army.to_string(), named(names, &counts[army.index()]))).into_iter().collect()
        };
        let verdicts = |cells: &[[u64; 3]; 3]| named(Tally::VERDICTS, &cells.map(|manners| manners.iter().sum()));
        let manners = Tally::VERDICTS.into_iter().zip(&tally.ptah);
        let moved = Army::ALL.into_iter().zip(&tally.moved);
        Summary {
            premises,
            done: Some((done.start, done.end)).into_iter().filter(|_| !done.is_empty()).collect(),
            readings: tally.readings,
            turns: tally.turns,
            seconds,
            answers: [("ptah", verdicts(&tally.ptah)), ("kings", verdicts(&tally.kings))]
                .map(|(criterion, counts)| (criterion.to_owned(), counts))
                .into_iter()
                .collect(),
            manners: manners.map(|(verdict, counts)| (verdict.to_string(), named(Tally::MANNERS, counts))).collect(),
            endings: named(Ending::NAMES, &tally.endings),
            lengths: (0..).zip(tally.lengths.iter().copied()).filter(|(_, count)| *count > 0).collect(),
            no_moves: tally.no_moves,
            captures: tally.captures,
            promotions: tally.promotions,
            concourses: tally.concourses,
            seizures: tally.seizures,
            kings_taken: named(Army::ALL, &tally.kings_taken),
            fates: by_army(&FATES, &tally.fates),
            landings: named(Square::all(), &tally.landings),
            moved: moved.map(|(army, counts)| (army.to_string(), named(ROLES, counts))).collect(),
        }
    }

    /// A count of readings by verdict, by a criterion, `ptah` or `kings`; 0 where it is missing.
    pub fn answer(&self, criterion: &str, verdict: &str) -> u64 {
        self.answers.get(criterion).and_then(|counts| counts.get(verdict)).copied().unwrap_or(0)
    }

    /// The number of plies that at least this share of the readings do not exceed.
    pub fn length(&self, share: f64) -> u32 {
        let longest = self.lengths.keys().last().copied().unwrap_or(0);
        let counts: Vec<u64> = (0..=longest).map(|plies| self.lengths.get(&plies).copied().unwrap_or(0)).collect();
        quantile(&counts, share).unwrap_or(0) as u32
    }

    /// Adds other readings from the same premises.
    ///
    /// # Errors
    /// When they have other premises, or some readings are in both; then nothing is added.
    pub fn merge(&mut self, other: &Summary) -> Result<(), NotParts> {
        let differences = self.premises.differences(&other.premises);
        if !differences.is_empty() {
            return Err(NotParts::Premises(differences));
        }
        let mut done = [self.done.as_slice(), &other.done].concat();
        done.sort_unstable();
        if let Some([one, two]) = done.array_windows().find(|[one, two]| two.0 < one.1) {
            return Err(NotParts::Twice(two.0, one.1.min(two.1)));
        }
        done.dedup_by(|next, last| {
            let joins = next.0 == last.1;
            last.1 = if joins { next.1 } else { last.1 };
            joins
        });
        self.done = done;
        self.readings += other.readings;
        self.turns += other.turns;
        self.seconds += other.seconds;
        self.no_moves += other.no_moves;
        self.captures += other.captures;
        self.promotions += other.promotions;
        self.concourses += other.concourses;
        self.seizures += other.seizures;
        add(&mut self.endings, &other.endings);
        add(&mut self.lengths, &other.lengths);
        add(&mut self.kings_taken, &other.kings_taken);
        add(&mut self.landings, &other.landings);
        add_each(&mut self.answers, &other.answers);
        add_each(&mut self.manners, &other.manners);
        add_each(&mut self.fates, &other.fates);
        add_each(&mut self.moved, &other.moved);
        Ok(())
    }
}

fn add<K: Clone + Ord>(sums: &mut BTreeMap<K, u64>, counts: &BTreeMap<K, u64>) {
    for (name, count) in counts {
        *sums.entry(name.clone()).or_default() += count;
    }
}

fn add_each(sums: &mut BTreeMap<String, Named>, counts: &BTreeMap<String, Named>) {
    for (name, counts) in counts {
        add(sums.entry(name.clone()).or_default(), counts);
    }
}

/// Why two summaries are not of parts of one simulation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotParts {
    /// They follow from different premises, which are told in words.
    #[error("they are not parts of one simulation, for they differ in {}", .0.join("; "))]
    Premises(Vec<String>),
    /// The readings from the first number up to but not including the second are in both.
    #[error("the readings {} to {} are in both", .0, .1 - 1)]
    Twice(u64, u64),
}
