//! A file system in memory that keeps, drops, tears and reorders what was not synced when the power was cut.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::recorded_calls::{FileNumber, RecordedCall};

/// What is on the disk: the files by their names.
pub(crate) type Files = BTreeMap<PathBuf, Vec<u8>>;

/// The calls of a program, on the files that were there before.
pub(crate) struct MemoryDisk {
    before: Vec<(PathBuf, Vec<u8>)>,
    pub(crate) calls: Vec<RecordedCall>,
    /// For each call, the call that made it safe.
    safe_from: Vec<usize>,
}

/// What became of a write when the power was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tear {
    /// Only so many bytes were written.
    Short(usize),
    /// The file has its new length, but beyond so many bytes only zeros.
    Zeros(usize),
}

/// A moment at which the power was cut, and what the disk made of the calls that were not safe by then.
#[derive(Clone, Debug)]
pub(crate) struct PowerCut {
    /// How many calls had been made.
    pub(crate) calls: usize,
    /// The calls before that which are lost; others, which came later, may have been kept.
    pub(crate) lost: Vec<usize>,
    /// A write that was kept in part.
    pub(crate) torn: Option<(usize, Tear)>,
}

impl MemoryDisk {
    pub(crate) fn new(before: Vec<(PathBuf, Vec<u8>)>, calls: Vec<RecordedCall>) -> MemoryDisk {
        let is_safe_by = |call: &RecordedCall, later: &RecordedCall| match (call, later) {
            (RecordedCall::Write { file, .. } | RecordedCall::Cut { file, .. }, RecordedCall::SyncFile(synced)) => {
                file == synced
            }
            (
                RecordedCall::Enter { path, .. } | RecordedCall::Leave { path } | RecordedCall::Move { to: path, .. },
                RecordedCall::SyncFolder(folder),
            ) => path.parent() == Some(folder),
            _ => false,
        };
        let safe = |(place, call): (usize, &RecordedCall)| {
            let later = calls[place..].iter().position(|later| is_safe_by(call, later));
            later.map_or(usize::MAX, |later| place + later)
        };
        let safe_from = calls.iter().enumerate().map(safe).collect();
        MemoryDisk { before, calls, safe_from }
    }

    /// The calls before a moment that were not safe yet.
    fn unsafe_at(&self, calls: usize) -> Vec<usize> {
        let changes = |call: &RecordedCall| {
            !matches!(call, RecordedCall::SyncFile(_) | RecordedCall::SyncFolder(_) | RecordedCall::Told)
        };
        (0..calls).filter(|&place| self.safe_from[place] >= calls && changes(&self.calls[place])).collect()
    }

    /// Every way in which the power can be cut after so many calls. Of many unsafe calls, the oldest are lost or kept together.
    pub(crate) fn cuts_at(&self, calls: usize) -> Vec<PowerCut> {
        const APART: usize = 5;
        let pending = self.unsafe_at(calls);
        let (together, apart) = pending.split_at(pending.len().saturating_sub(APART));
        let mut cuts = Vec::new();
        for choice in 0..1_u32 << (apart.len() + usize::from(!together.is_empty())) {
            let chosen = |bit: usize| choice >> bit & 1 == 1;
            let mut lost: Vec<usize> = if chosen(apart.len()) { together.to_vec() } else { Vec::new() };
            lost.extend((0..apart.len()).filter(|&bit| chosen(bit)).map(|bit| apart[bit]));
            // The link of a moved file's old name is only lost with its new one there.
            let is_kept = |place: usize| !lost.contains(&place);
            let vanishes = |place: &usize| {
                is_kept(*place)
                    && *place > 0
                    && matches!(self.calls[*place], RecordedCall::Leave { .. })
                    && matches!(self.calls[*place - 1], RecordedCall::Enter { .. })
                    && lost.contains(&(*place - 1))
            };
            if pending.iter().any(vanishes) {
                continue;
            }
            cuts.push(PowerCut { calls, lost: lost.clone(), torn: None });
            for &place in apart.iter().filter(|place| is_kept(**place)) {
                if let RecordedCall::Write { bytes, .. } = &self.calls[place] {
                    for kept in 0..bytes.len() {
                        for tear in [Tear::Short(kept), Tear::Zeros(kept)] {
                            cuts.push(PowerCut { calls, lost: lost.clone(), torn: Some((place, tear)) });
                        }
                    }
                }
            }
        }
        cuts
    }

    /// What is on the disk after a power cut.
    pub(crate) fn after(&self, cut: &PowerCut) -> Files {
        let mut names: BTreeMap<&Path, FileNumber> =
            self.before.iter().enumerate().map(|(file, (path, _))| (path.as_path(), file)).collect();
        let mut contents: BTreeMap<FileNumber, Vec<u8>> =
            self.before.iter().enumerate().map(|(file, (_, content))| (file, content.clone())).collect();
        for (place, call) in self.calls[..cut.calls].iter().enumerate() {
            if cut.lost.contains(&place) {
                continue;
            }
            match call {
                RecordedCall::Enter { path, file } => drop(names.insert(path, *file)),
                RecordedCall::Leave { path } => drop(names.remove(path.as_path())),
                RecordedCall::Move { from, to, file } => {
                    names.remove(from.as_path());
                    names.insert(to, *file);
                }
                RecordedCall::Write { file, at, bytes } => {
                    let content = contents.entry(*file).or_default();
                    let torn = cut.torn.filter(|(torn, _)| *torn == place).map(|(_, tear)| tear);
                    let kept = match torn {
                        None => bytes.len(),
                        Some(Tear::Short(kept) | Tear::Zeros(kept)) => kept,
                    };
                    let length = if let Some(Tear::Short(kept)) = torn { kept } else { bytes.len() };
                    if content.len() < at + length {
                        content.resize(at + length, 0);
                    }
                    content[*at..at + kept].copy_from_slice(&bytes[..kept]);
                }
                RecordedCall::Cut { file, length } => contents.entry(*file).or_default().resize(*length, 0),
                RecordedCall::SyncFile(_) | RecordedCall::SyncFolder(_) | RecordedCall::Told => {}
            }
        }
        names
            .into_iter()
            .map(|(path, file)| (path.to_owned(), contents.get(&file).cloned().unwrap_or_default()))
            .collect()
    }

    /// What the program saw after so many calls.
    pub(crate) fn seen_after(&self, calls: usize) -> Files {
        self.after(&PowerCut { calls, lost: Vec::new(), torn: None })
    }
}
