//! The journals of a folder, and what is remembered of them from one time to the next.
//!
//! What is remembered can be removed at any time: it is only looked up again. A journal is looked at anew when its
//! length or the time of its last change differs.

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use crate::text::Source;

use super::card::Card;
use super::parse::LIMIT;

/// The folder, within that of the journals, in which it is remembered.
const HIDDEN: &str = ".enochian";
/// The file in it: a line that says by which program, then a line a journal.
const INDEX: &str = "index";
/// By which program: another one remembers other things.
const PROGRAM: &str = concat!("enochian ", env!("CARGO_PKG_VERSION"), ", index 1");

/// A file changed so shortly ago may change again within the same tick of its clock, and is not remembered.
const YOUNG: Duration = Duration::from_secs(2);

/// A journal in a folder.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Where it is.
    pub path: PathBuf,
    /// What it is; or what is wrong with its header, in a line.
    pub card: Result<Card, String>,
}

impl Listed {
    /// The name of its file, without the ending.
    pub fn name(&self) -> String {
        self.path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }
}

/// What is remembered of a journal.
#[derive(Serialize, Deserialize)]
struct Remembered {
    name: String,
    stamp: (u64, u64),
    card: Result<Card, String>,
}

/// All journals of a folder, the latest begun first, by the instant; last those whose header cannot be read.
///
/// Files of Markdown that do not begin as a journal does are none, and are left out.
///
/// # Errors
/// When the folder cannot be read.
pub fn list(folder: &Path) -> io::Result<Vec<Listed>> {
    let mut remembered = recall(folder);
    let known = remembered.len();
    let (mut kept, mut unknown) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if !is_journals_name(&name) {
            continue;
        }
        let Ok(about) = fs::metadata(entry.path()) else { continue };
        if !about.is_file() {
            continue;
        }
        match remembered.remove(&name).filter(|it| Some(it.stamp) == stamp(&about)) {
            Some(it) => kept.push(it),
            None => unknown.push((name, about)),
        }
    }
    if !unknown.is_empty() || kept.len() != known {
        kept.extend(glance_all(folder, &unknown));
        // Where nothing can be written, the next time is as long as this.
        let _ = remember(folder, &kept);
    }
    let none = |card: &Result<Card, String>| card.as_ref().is_err_and(String::is_empty);
    let mut listed: Vec<Listed> = kept
        .into_iter()
        .filter(|it| !none(&it.card))
        .map(|it| Listed { path: folder.join(it.name), card: it.card })
        .collect();
    listed.sort_by(|one, other| {
        let key = |it: &Listed| it.card.as_ref().map(|card| card.begun).ok();
        key(other).cmp(&key(one)).then_with(|| other.path.cmp(&one.path))
    });
    Ok(listed)
}

/// Whether a file's name may be that of a journal.
fn is_journals_name(name: &str) -> bool {
    name.ends_with(".md") && !name.starts_with('.')
}

/// What tells that a file was changed: its length and the time; none when that cannot be relied on.
fn stamp(about: &Metadata) -> Option<(u64, u64)> {
    let changed = about.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some((about.len(), u64::try_from(changed.as_nanos()).ok()?))
}

/// Glances at journals, in as many threads as there are processors.
fn glance_all(folder: &Path, files: &[(String, Metadata)]) -> Vec<Remembered> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let glance = |(name, about): &(String, Metadata)| Remembered {
        name: name.clone(),
        stamp: stamp(about).unwrap_or_default(),
        card: glance(&folder.join(name)),
    };
    thread::scope(|scope| {
        let parts = files.chunks(files.len().div_ceil(threads).max(1));
        let working: Vec<_> =
            parts.map(|part| scope.spawn(move || part.iter().map(glance).collect::<Vec<_>>())).collect();
        working.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    })
}

/// A journal at a glance; an empty fault says that the file is none.
fn glance(path: &Path) -> Result<Card, String> {
    let source = Source::read(path, LIMIT).map_err(|faults| faults.to_string())?;
    if !source.text.starts_with(super::header::FENCE) {
        return Err(String::new());
    }
    Card::glance(&source).map_err(|faults| faults.to_string())
}

fn recall(folder: &Path) -> HashMap<String, Remembered> {
    let Ok(text) = fs::read_to_string(folder.join(HIDDEN).join(INDEX)) else { return HashMap::new() };
    let Some(lines) = text.strip_prefix(PROGRAM).and_then(|rest| rest.strip_prefix('\n')) else {
        return HashMap::new();
    };
    let lines: Vec<&str> = lines.lines().collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    // A line that cannot be read is forgotten, no more.
    let read = |line: &&str| serde_json::from_str::<Remembered>(line).ok();
    let remembered: Vec<Remembered> = thread::scope(|scope| {
        let parts = lines.chunks(lines.len().div_ceil(threads).max(1));
        let working: Vec<_> =
            parts.map(|part| scope.spawn(move || part.iter().filter_map(read).collect::<Vec<_>>())).collect();
        working.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    remembered.into_iter().map(|it| (it.name.clone(), it)).collect()
}

fn remember(folder: &Path, journals: &[Remembered]) -> io::Result<()> {
    let hidden = folder.join(HIDDEN);
    if !hidden.is_dir() {
        fs::create_dir(&hidden)?;
        // What can be looked up again is nothing to keep in a history.
        fs::write(hidden.join(".gitignore"), "*\n")?;
    }
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let young = u64::try_from(now.saturating_sub(YOUNG).as_nanos()).unwrap_or_default();
    let mut file = io::BufWriter::new(tempfile::NamedTempFile::new_in(&hidden)?);
    writeln!(file, "{PROGRAM}")?;
    for journal in journals.iter().filter(|journal| journal.stamp.1 < young) {
        serde_json::to_writer(&mut file, journal)?;
        writeln!(file)?;
    }
    file.into_inner()?.persist(hidden.join(INDEX))?;
    Ok(())
}
