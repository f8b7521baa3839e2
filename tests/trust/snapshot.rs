//! What stands in a folder, so that it can be compared with what should.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The files by their paths, without moments. What the program hides for its own use is left out.
pub(crate) type Snapshot = BTreeMap<String, String>;

pub(crate) fn snapshot(folder: &Path) -> Snapshot {
    let mut found = Snapshot::new();
    for path in fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with(".enochian-") || ["home", "caches"].contains(&name.as_str()) {
            continue;
        }
        let name = undated(&name).to_owned();
        if path.is_dir() {
            found.insert(format!("{name}/"), String::new());
            found.extend(snapshot(&path).into_iter().map(|(inside, text)| (format!("{name}/{inside}"), text)));
        } else {
            found.insert(name, timeless(&String::from_utf8_lossy(&fs::read(&path).unwrap())));
        }
    }
    found
}

/// The first difference of two folders, in words.
pub(crate) fn difference(found: &Snapshot, expected: &Snapshot) -> String {
    let name = found.keys().chain(expected.keys()).find(|name| found.get(*name) != expected.get(*name));
    let Some(name) = name else { return "no difference".to_owned() };
    match (found.get(name), expected.get(name)) {
        (Some(found), Some(expected)) => {
            let mut lines = found.lines().zip(expected.lines()).filter(|(found, expected)| found != expected);
            format!("{name}: {:?} of {} and {} bytes", lines.next(), found.len(), expected.len())
        }
        (found, _) => format!("{name} is {}", if found.is_some() { "there" } else { "missing" }),
    }
}

/// The text without what tells of the time or the command, and without the digest of a record that has these.
fn timeless(text: &str) -> String {
    const TELLING: [&str; 6] = ["id = ", "begun = ", "*Asked by", "*A game", "\"seconds\":", "\"command\":"];
    let lines = text.split_inclusive('\n').filter(|line| {
        !TELLING.iter().any(|start| line.trim_start().starts_with(start)) && !line.starts_with("  \"sha256\":")
    });
    lines.map(without_moments).collect()
}

/// Leaves out each `2026-11-21T14:05:00+01:00`.
fn without_moments(line: &str) -> String {
    const FORM: &[u8] = b"0000-00-00T00:00:00+00:00";
    let is_moment = |bytes: &[u8]| {
        let fits = |(byte, form): (&u8, &u8)| byte == form || form.is_ascii_digit() && byte.is_ascii_digit();
        bytes.len() == FORM.len() && bytes.iter().zip(FORM).all(fits)
    };
    let mut kept = line.to_owned();
    while let Some(at) = kept.as_bytes().windows(FORM.len()).position(is_moment) {
        kept.replace_range(at..at + FORM.len(), "");
    }
    kept
}

/// A name without the day at its beginning.
fn undated(name: &str) -> &str {
    let is_day = |start: &str| start.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    name.split_at_checked(11).filter(|(start, _)| is_day(start)).map_or(name, |(_, rest)| rest)
}
