//! Playing parts of a run again, to compare them with what was written.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use enochian_tables::{Batch, LevelTable, digest};
use rand::TryRng;
use rand::rngs::SysRng;
use serde_json::Value;

use super::super::{Plan, SimulationSummary, Tally, Workers, reading_seed};
use super::collector::Collector;
use super::manifest::Manifest;
use super::part::{PartFile, sha256};
use super::stream::pack;
use super::{DetailLevel, OutputError};

/// How many readings are played again from the seed and the question, to be compared.
///
/// Whole files are, others each time, until they have as many readings.
///
/// ```
/// use enochian::simulate::output::Replay;
/// assert_eq!(["all", "20", "some"].map(|text| text.parse().ok()), [Some(Replay::All), Some(Replay::Sample(20)), None]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// At least so many.
    Sample(u64),
    /// All of them.
    All,
}

impl Default for Replay {
    fn default() -> Replay {
        Replay::Sample(Replay::FEW)
    }
}

impl Replay {
    /// Few, so that it is one file of the usual size.
    const FEW: u64 = 1000;

    /// The places of the parts that are played again, of parts with so many readings.
    fn places(self, parts: &[u64]) -> BTreeSet<u64> {
        let of = parts.len() as u64;
        let wanted = match self {
            Replay::Sample(wanted) if wanted < parts.iter().sum() => wanted,
            _ => return (0..of).collect(),
        };
        // Whoever changes a file must not know which are tried. Without chance of the system, any are better than none.
        let seed = SysRng.try_next_u64().unwrap_or(1);
        let mut drawn = (0..).map(|number| reading_seed(seed, number) % of);
        let mut places = BTreeSet::new();
        // The last part can be smaller than the others.
        while places.iter().map(|place| parts[*place as usize]).sum::<u64>() < wanted {
            places.extend(drawn.next());
        }
        places
    }
}

impl FromStr for Replay {
    type Err = String;

    fn from_str(text: &str) -> Result<Replay, String> {
        match text.trim() {
            "all" => Ok(Replay::All),
            number => {
                number.parse().map(Replay::Sample).map_err(|_| "expected a number of readings, or all".to_owned())
            }
        }
    }
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Replay::All => f.write_str("all"),
            Replay::Sample(number) => write!(f, "{number}"),
        }
    }
}

/// Plays some parts of a run again, and says how many readings these have and what is not as it is recorded. Files are made again
/// only if `makes_files`: another version may write the same rows as other bytes.
pub(super) fn played_again(
    manifest: &Manifest,
    plan: &Plan,
    replay: Replay,
    workers: Workers,
    makes_files: bool,
) -> Result<(u64, Vec<String>), OutputError> {
    match manifest.spec.level {
        DetailLevel::Summary => played::<false>(manifest, plan, replay, workers, makes_files),
        DetailLevel::Lists | DetailLevel::Events => played::<true>(manifest, plan, replay, workers, makes_files),
    }
}

fn played<const TURNS: bool>(
    manifest: &Manifest,
    plan: &Plan,
    replay: Replay,
    workers: Workers,
    makes_files: bool,
) -> Result<(u64, Vec<String>), OutputError> {
    let spec = manifest.spec;
    let table = &LevelTable::new(spec.level);
    let lengths: Vec<u64> = manifest.done().map(|range| range.end - range.start).collect();
    let places = replay.places(&lengths);
    let parts: BTreeMap<u64, (Range<u64>, &PartFile)> = (0..)
        .zip(manifest.done().zip(&manifest.parts))
        .filter(|(place, _)| places.contains(place))
        .map(|(_, (range, part))| (range.start, (range, part)))
        .collect();
    let make = |batches: Vec<Batch>| {
        let rows = digest(&batches);
        let file = makes_files.then(|| pack(spec, table, &manifest.summary.provenance, batches)).transpose()?;
        Ok((rows, file.map(|content| sha256(&content))))
    };
    let (mut tally, mut faults) = (Tally::new(), vec![]);
    let nothing = |_| ();
    let collect = |_: &Range<u64>| Collector::<TURNS, _, _, _>::new(table, &nothing, make);
    let stop = Arc::clone(&workers.stop);
    plan.run_chunks(workers, parts.values().map(|(range, _)| range.clone()), collect, |range, done| {
        let (counts, made) = done.done()?;
        tally.merge(&counts);
        if let (Some((_, part)), Some((rows, file))) = (parts.get(&range.start), made) {
            faults.extend(part.fault(&range, &rows, file.as_deref()));
        }
        Ok::<_, OutputError>(())
    })?;
    // A run that was stopped has played too few readings to compare the counts.
    if faults.is_empty() && !stop.load(Ordering::Relaxed) && places.len() == manifest.parts.len() {
        faults = contradictions(manifest, &tally);
    }
    Ok((tally.readings, faults))
}

/// The counts of a run that are not those of its readings, which were all played again.
fn contradictions(manifest: &Manifest, tally: &Tally) -> Vec<String> {
    let told = &manifest.summary;
    let range = manifest.from..manifest.from + tally.readings;
    let counted = SimulationSummary::of(told.provenance.clone(), range, tally, told.seconds);
    let mut all = vec![];
    if let (Ok(told), Ok(counted)) = (serde_json::to_value(told), serde_json::to_value(&counted)) {
        compare("", &told, &counted, &mut all);
    }
    all
}

fn compare(name: &str, told: &Value, counted: &Value, all: &mut Vec<String>) {
    match (told, counted) {
        (Value::Object(one), Value::Object(two)) => {
            for key in one.keys().chain(two.keys()).collect::<BTreeSet<&String>>() {
                let of = |object: &serde_json::Map<String, Value>| object.get(key).cloned().unwrap_or(Value::Null);
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                compare(&name, &of(one), &of(two), all);
            }
        }
        (told, counted) if told == counted => {}
        (told, counted) => {
            all.push(format!("_manifest.json: `{name}` is {told}, but {counted} when it is played again"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_different_parts_are_drawn_as_hold_what_is_wanted() {
        for (wanted, parts, counts) in [
            (0, vec![9], [0, 0]),
            (1, vec![9, 9], [1, 1]),
            (70, vec![9; 10], [8, 8]),
            (990, vec![10; 100], [99, 99]),
            (5, vec![1; 5], [5, 5]),
            (20, vec![25, 25, 10], [1, 2]),
        ] {
            for _ in 0..20 {
                let places = Replay::Sample(wanted).places(&parts);
                assert!((counts[0]..=counts[1]).contains(&places.len()), "{wanted} of {parts:?}: {places:?}");
                assert!(places.iter().map(|place| parts[*place as usize]).sum::<u64>() >= wanted);
            }
        }
        assert_eq!(Replay::All.places(&[1; 7]), (0..7).collect());
        // Everything is drawn now and then.
        let drawn: BTreeSet<u64> = (0..200).flat_map(|_| Replay::Sample(3).places(&[1; 10])).collect();
        assert_eq!(drawn.len(), 10);
    }
}
