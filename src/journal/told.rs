//! What the program would tell of a record now, held against what stands in its journal.
//!
//! A journal is the program's telling with a person's own words in between. What differs is one or the other:
//! a line that the program would write and that is not there, or a line that nobody but a person wrote.

use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, capture_diff_slices, capture_diff_slices_deadline, diff_ratio};

use crate::lore::Lore;
use crate::record::Record;
use crate::text::{Fault, Faults, Source};

use super::parse::{self, Played};
use super::{afterwords, marks, opening, print};

/// Comparing ordinary texts takes no time at all; of one made to be hard the rest is compared roughly.
const LONGEST: Duration = Duration::from_secs(5);

/// How much alike two lines must be for one to be the other, changed: of 1.
const ALIKE: f32 = 0.6;

/// A journal looked through from end to end.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What was done and said, up to the first entry that does not fit; nothing when the header cannot be read.
    pub record: Option<Record>,
    /// Everything found wrong; also where the program would now tell something differently.
    pub faults: Faults,
    /// The lines that a person wrote, each with its number, counted from 1.
    pub own: Vec<(usize, String)>,
}

/// Looks a journal through: replays its turns, compares what they lead to, and what is told of them with the data.
///
/// ```
/// use enochian::{journal, lore::Lore, text::Source};
/// let checked = journal::check(&Source::new("diary.md", "Dear diary,"), Lore::embedded());
/// assert_eq!(checked.faults.len(), 1);
/// assert!(checked.record.is_none());
/// ```
pub fn check(source: &Source, lore: &Lore) -> Checked {
    let Played { record, mut faults, lost, body } = match parse::play(source, lore) {
        Ok(played) => played,
        Err(faults) => return Checked { record: None, faults, own: Vec::new() },
    };
    let end = lost.unwrap_or(source.text.len());
    let told = told(&record, lore);
    let comparison = compare(source, body..end, &told);
    faults.extend(comparison.faults);
    if let Some(lost) = lost {
        let rest = &source.text[lost..];
        let lines = (source.line_of(lost) + 1, source.line_of(source.text.len().saturating_sub(1)));
        if lines.0 <= lines.1 {
            let next = lost + rest.find('\n').map_or(rest.len(), |end| end + 1);
            let problem = format!("lines {} to {} could not be checked", lines.0, lines.1);
            faults.push(source.fault(next..next, problem, "the fault before them to be mended first"));
        }
    }
    Checked { record: Some(record), faults: Faults::of(source, faults), own: comparison.own }
}

/// Everything that the program tells of a record, from the header's end to the last entry.
fn told(record: &Record, lore: &Lore) -> String {
    let mut text = opening::told(record.heading(), lore);
    let mut again = Record::begin(record.heading().clone());
    for entry in record.entries() {
        // They were entered once, in this order.
        if again.enter(entry.clone()).is_ok() {
            text.push_str(&print::part(&again, entry, lore));
        }
    }
    text
}

/// What came of comparing.
struct Comparison {
    faults: Vec<Fault>,
    own: Vec<(usize, String)>,
}

/// Compares the part of a journal with what the program tells, line by line; blank lines do not count.
fn compare(source: &Source, part: std::ops::Range<usize>, told: &str) -> Comparison {
    let expected: Vec<&str> = told.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let mut found: Vec<&str> = Vec::new();
    let mut places: Vec<usize> = Vec::new();
    let mut at = part.start;
    for line in source.text[part.clone()].split_inclusive('\n') {
        if !line.trim().is_empty() {
            found.push(line.trim_end());
            places.push(at);
        }
        at += line.len();
    }
    let mut comparison = Comparison { faults: Vec::new(), own: Vec::new() };
    let place = |index: usize| places.get(index).copied().unwrap_or(part.end);
    let deadline = Some(Instant::now() + LONGEST);
    let mut own: Vec<usize> = Vec::new();
    for op in capture_diff_slices_deadline(Algorithm::Myers, &expected, &found, deadline) {
        let (old, new) = (op.old_range(), op.new_range());
        if let DiffOp::Equal { .. } = op {
            continue;
        }
        let mut missing: Vec<&str> = Vec::new();
        let mut next = new.start;
        for line in &expected[old] {
            // The first that is alike, in the order of the text.
            let Some(changed) = (next..new.end).find(|&index| is_alike(line, found[index])) else {
                missing.push(line);
                continue;
            };
            next = changed + 1;
            // The program's facts are checked by playing; here it is only asked what is told of them.
            if !is_mark(found[changed]) {
                let span = place(changed)..place(changed) + found[changed].len();
                comparison.faults.push(source.fault(span, "the program would now write this line otherwise", *line));
            }
        }
        own.extend(new.clone());
        if let Some((first, more)) = missing.split_first() {
            let problem = match more.len() {
                0 => "before this a line of the program's is missing".to_owned(),
                more => format!("before this {} lines of the program's are missing", more + 1),
            };
            comparison.faults.push(source.fault(place(new.end)..place(new.end), problem, format!("first {first}")));
        }
    }
    let mut line = 1;
    let mut counted = 0;
    for index in own {
        // Counted on from the one before.
        line += source.text[counted..place(index)].matches('\n').count();
        counted = place(index);
        if !is_mark(found[index]) {
            comparison.own.push((line, found[index].to_owned()));
        }
    }
    comparison
}

fn is_alike(one: &str, other: &str) -> bool {
    let (one, other): (Vec<&str>, Vec<&str>) = (one.split_whitespace().collect(), other.split_whitespace().collect());
    diff_ratio(&capture_diff_slices(Algorithm::Myers, &one, &other), one.len(), other.len()) > ALIKE
}

/// Whether the line is read by the program, or begins as such a line does.
fn is_mark(line: &str) -> bool {
    marks::read(line) != Ok(None) || afterwords::read(line) != Ok(None)
}
