//! The summary of a simulation, for printing, saving and comparing.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::chess::{Army, Role, Square};
use crate::correspondences::Criterion;
use crate::reading::Verdict;
use crate::stats::quantile;

use super::{EffectFlags, EventCounts, FATES, Provenance, ReadingEnd, Tally};

/// Counts by name.
pub type NamedCounts = BTreeMap<String, u64>;

/// The results of a simulation, and their provenance; the JSON of `enochian simulate --json`.
///
/// All of it but `seconds` is reproducible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SimulationSummary {
    /// What determines the readings.
    #[serde(flatten)]
    pub provenance: Provenance,
    /// The ranges of readings played, each as first and end (exclusive); sorted and not adjoining.
    pub done: Vec<(u64, u64)>,
    /// The number of readings.
    pub readings: u64,
    /// The number of turns.
    pub turns: u64,
    /// The duration; 0 in files that leave it out, to be the same wherever they are written.
    #[serde(default)]
    pub seconds: f64,
    /// Readings by criterion, `ptah` and `kings`, and verdict.
    pub answers: BTreeMap<String, NamedCounts>,
    /// The criteria that were not played out: their answers are those so far when the readings ended, and no estimates.
    pub so_far: Vec<String>,
    /// Readings by verdict by the Ptah and manner: `yes`, then `unopposed` …
    pub manners: BTreeMap<String, NamedCounts>,
    /// Readings by ending.
    pub endings: NamedCounts,
    /// Readings by number of turns.
    pub lengths: BTreeMap<u32, u64>,
    /// The counted effects of turns.
    #[serde(flatten)]
    pub events: EventCounts<u64>,
    /// Readings in which the king of each army was taken.
    pub kings_taken: NamedCounts,
    /// Readings by army and its fate: `own`, `frozen`, `seized`.
    pub fates: BTreeMap<String, NamedCounts>,
    /// Landings by square.
    pub landings: NamedCounts,
    /// Moves of each army by piece.
    pub moved: BTreeMap<String, NamedCounts>,
}

/// Pairs names with counts.
fn by_name<N: ToString>(names: impl IntoIterator<Item = N>, counts: &[u64]) -> NamedCounts {
    names.into_iter().map(|name| name.to_string()).zip(counts.iter().copied()).collect()
}

impl SimulationSummary {
    /// The summary of the readings of one range, which may be empty.
    #[must_use]
    pub fn of(provenance: Provenance, done: Range<u64>, tally: &Tally, seconds: f64) -> SimulationSummary {
        let by_army = |names: &[&str; 3], counts: &[[u64; 3]; 4]| {
            Army::ALL.map(|army| (army.to_string(), by_name(names, &counts[army.index()]))).into_iter().collect()
        };
        let verdicts = |cells: &[[u64; 3]; 3]| by_name(Tally::VERDICTS, &cells.map(|manners| manners.iter().sum()));
        let so_far = Criterion::ALL.into_iter().filter(|criterion| provenance.is_so_far(*criterion));
        let so_far = so_far.map(|criterion| criterion.to_string()).collect();
        let manners = Tally::VERDICTS.into_iter().zip(&tally.ptah);
        let moved = Army::ALL.into_iter().zip(&tally.counts.moved);
        SimulationSummary {
            provenance,
            done: Some((done.start, done.end)).into_iter().filter(|_| !done.is_empty()).collect(),
            readings: tally.readings,
            turns: tally.turns,
            seconds,
            answers: [(Criterion::Ptah, &tally.ptah), (Criterion::Kings, &tally.kings)]
                .map(|(criterion, cells)| (criterion.to_string(), verdicts(cells)))
                .into_iter()
                .collect(),
            so_far,
            manners: manners.map(|(verdict, counts)| (verdict.to_string(), by_name(Tally::MANNERS, counts))).collect(),
            endings: by_name(ReadingEnd::NAMES, &tally.endings),
            lengths: (0..).zip(tally.lengths.iter().copied()).filter(|(_, count)| *count > 0).collect(),
            events: tally.counts.events,
            kings_taken: by_name(Army::ALL, &tally.kings_taken),
            fates: by_army(&FATES, &tally.fates),
            landings: by_name(Square::all(), &tally.counts.landings),
            moved: moved.map(|(army, counts)| (army.to_string(), by_name(Role::ALL, counts))).collect(),
        }
    }

    /// The number of readings by criterion and verdict; 0 if it is missing.
    #[must_use]
    pub fn answer(&self, criterion: Criterion, verdict: Verdict) -> u64 {
        let counts = self.answers.get(&criterion.to_string());
        counts.and_then(|counts| counts.get(&verdict.to_string())).copied().unwrap_or(0)
    }

    /// The quantile of the lengths: the least number of turns that at least this share of the readings do not exceed.
    #[must_use]
    pub fn length(&self, share: f64) -> u32 {
        let (plies, counts): (Vec<u32>, Vec<u64>) = self.lengths.iter().unzip();
        quantile(&counts, share).map_or(0, |place| plies[place])
    }

    /// Checks that the counts agree with each other, as they do unless the file was changed.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn check(&self) -> Result<(), InconsistentSummary> {
        let sum = |counts: &NamedCounts| counts.values().map(|&count| u128::from(count)).sum::<u128>();
        let (readings, turns) = (u128::from(self.readings), u128::from(self.turns));
        let holds = |holds: bool, message: String| if holds { Ok(()) } else { Err(InconsistentSummary(message)) };
        let agree =
            |what: &str, count: u128, of: u128| holds(count == of, format!("{what} add up to {count} instead of {of}"));
        let apart = self.done.iter().all(|(from, to)| from < to) && self.done.is_sorted_by(|one, two| one.1 < two.0);
        holds(apart, "the ranges in `done` overlap, adjoin or are not sorted".to_owned())?;
        agree("`done`", self.done.iter().map(|(from, to)| u128::from(to - from)).sum(), readings)?;
        for (criterion, counts) in &self.answers {
            agree(&format!("`answers` by the {criterion}"), sum(counts), readings)?;
        }
        let by_ptah = self.answers.get("ptah");
        for (verdict, counts) in &self.manners {
            let answers = by_ptah.and_then(|counts| counts.get(verdict)).copied().unwrap_or(0);
            agree(&format!("`manners` of {verdict}"), sum(counts), answers.into())?;
        }
        for (army, counts) in &self.fates {
            agree(&format!("`fates` of {army}"), sum(counts), readings)?;
        }
        agree("`endings`", sum(&self.endings), readings)?;
        agree("`lengths`", self.lengths.values().map(|&count| u128::from(count)).sum(), readings)?;
        let of_lengths = self.lengths.iter().map(|(&plies, &count)| u128::from(plies) * u128::from(count));
        agree("turns by `lengths`", of_lengths.sum(), turns)?;
        let moves = self.moved.values().map(sum).sum::<u128>();
        let no_moves = self.events.of(EffectFlags::NO_MOVE).unwrap_or_default();
        agree("`moved` and `no_moves`", moves + u128::from(no_moves), turns)?;
        agree("`landings`", sum(&self.landings), moves)?;
        let longest = self.lengths.keys().last().copied().unwrap_or(0);
        holds(longest <= u16::MAX.into(), format!("`lengths` has {longest} turns, more than a reading can have"))?;
        for (counter, count) in self.events.iter() {
            let message = format!("`{}` is {count}, more than is possible in {readings} readings", counter.name);
            holds(u128::from(count) <= readings * u128::from(u16::MAX), message)?;
        }
        for (army, &taken) in &self.kings_taken {
            let message = format!("`kings_taken` of {army} is {taken}, more than the {readings} readings");
            holds(u128::from(taken) <= readings, message)?;
        }
        Ok(())
    }

    /// Adds the readings of another part of the same simulation.
    ///
    /// # Errors
    /// If the provenance differs, or some readings are in both; then nothing is added.
    pub fn merge(&mut self, other: &SimulationSummary) -> Result<(), MergeError> {
        let differences = self.provenance.differences(&other.provenance);
        if !differences.is_empty() {
            return Err(MergeError::Provenance(differences));
        }
        let mut done = [self.done.as_slice(), &other.done].concat();
        done.sort_unstable();
        if let Some(two) = done.windows(2).find(|two| two[1].0 < two[0].1) {
            return Err(MergeError::Overlap(two[1].0, two[0].1.min(two[1].1)));
        }
        done.dedup_by(|next, last| {
            let joins = next.0 == last.1;
            last.1 = if joins { next.1 } else { last.1 };
            joins
        });
        self.done = done;
        self.seconds += other.seconds;
        // Numbers from a file may overflow.
        for (sum, count) in [(&mut self.readings, other.readings), (&mut self.turns, other.turns)] {
            *sum = sum.saturating_add(count);
        }
        for (sum, count) in self.events.0.iter_mut().zip(other.events.0) {
            *sum = sum.saturating_add(count);
        }
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
        let sum = sums.entry(name.clone()).or_default();
        *sum = sum.saturating_add(*count);
    }
}

fn add_each(sums: &mut BTreeMap<String, NamedCounts>, counts: &BTreeMap<String, NamedCounts>) {
    for (name, counts) in counts {
        add(sums.entry(name.clone()).or_default(), counts);
    }
}

/// An inconsistency between the counts of a summary.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("inconsistent counts: {0}")]
pub struct InconsistentSummary(String);

/// An error when merging two summaries.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// Their provenance differs, with the differences.
    #[error("not parts of one simulation; they differ in {}", .0.join("; "))]
    Provenance(Vec<String>),
    /// The readings from the first number up to but not including the second are in both.
    #[error("{} in both", range_text(*.0, *.1))]
    Overlap(u64, u64),
}

fn range_text(from: u64, to: u64) -> String {
    match to.saturating_sub(1) {
        last if last == from => format!("reading {from} is"),
        last => format!("readings {from} to {last} are"),
    }
}
