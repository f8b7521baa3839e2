//! How far a person has come in the lessons: a line for each, `board 5`, in a file of its own.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use crate::disk;

/// The steps that were done of each lesson, by its name. What cannot be read counts as not begun.
#[must_use]
pub fn read_learned(file: &Path) -> BTreeMap<String, usize> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let line = |line: &str| line.split_once(' ').and_then(|(name, steps)| Some((name.to_owned(), steps.parse().ok()?)));
    text.lines().filter_map(line).collect()
}

/// Remembers that so many steps of a lesson were done, if it is more than before.
///
/// # Errors
/// If the file cannot be written.
pub fn write_learned(file: &Path, lesson: &str, steps: usize) -> io::Result<()> {
    let mut learned = read_learned(file);
    let before = learned.entry(lesson.to_owned()).or_default();
    if *before >= steps {
        return Ok(());
    }
    *before = steps;
    let lines: String = learned.iter().map(|(name, steps)| format!("{name} {steps}\n")).collect();
    disk::create_folders(disk::folder_of(file))?;
    let written = match file.exists() {
        true => disk::replace(file, lines.as_bytes()),
        false => disk::create(file, lines.as_bytes()),
    };
    written.map(drop).map_err(disk::DiskError::into_io)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_steps_of_each_lesson_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deeper").join("learned");
        assert!(read_learned(&file).is_empty());
        for (lesson, steps) in [("board", 3), ("die", 1), ("board", 5), ("board", 4)] {
            write_learned(&file, lesson, steps).unwrap();
        }
        let learned: Vec<(String, usize)> = read_learned(&file).into_iter().collect();
        assert_eq!(learned, [("board".to_owned(), 5), ("die".to_owned(), 1)]);
    }
}
