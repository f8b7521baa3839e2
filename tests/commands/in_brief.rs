//! What is known of journals in brief, without playing them.

use std::fs;
use std::path::Path;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, Metadata};
use enochian::study::CountedRecord;

use crate::desk::{ROOT, TestDesk};

#[test]
fn journals_that_vanish_while_a_folder_is_listed_are_left_out() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_reading("love", "3").with_game();
    let (folder, elsewhere) = (notebook.path("journals"), notebook.path("elsewhere"));
    fs::create_dir(&elsewhere).unwrap();
    let move_all = |from: &Path, to: &Path| {
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            fs::rename(entry.path(), to.join(entry.file_name())).unwrap();
        }
    };
    // The first is looked at; then all are gone.
    let listed = journal::list(&folder, Correspondences::embedded(), &|done, _| {
        if done == 1 {
            move_all(&folder, &elsewhere);
        }
    });
    let listed = listed.unwrap();
    assert!(matches!(listed.as_slice(), [one] if one.metadata.is_ok()), "{listed:?}");
    move_all(&elsewhere, &folder);
    let listed = journal::list(&folder, Correspondences::embedded(), &|_, _| {}).unwrap();
    assert!(listed.len() == 3 && listed.iter().all(|it| it.metadata.is_ok()), "{listed:?}");
}

#[test]
fn what_is_known_in_brief_is_what_playing_leads_to() {
    let notebook = TestDesk::new()
        .with_reading("brother", "11")
        .with_reading("opponent", "51")
        .with_reading("great-work", "8")
        .with_game();
    let mut paths = notebook.journals();
    paths.push(Path::new(ROOT).join("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md"));
    for path in paths {
        let source = Source::read(&path, journal::LIMIT).unwrap();
        let correspondences = Correspondences::embedded();
        let (metadata, checked) =
            (Metadata::read(&source, correspondences).unwrap(), journal::check(&source, correspondences));
        let record = checked.record.unwrap();
        assert!(checked.diagnostics.is_empty(), "{}", checked.diagnostics);
        assert_eq!(metadata.turns as usize, record.enochian().unwrap().turns().len());
        assert_eq!(metadata.title, record.heading().game.enochian().unwrap().title());
        assert_eq!(metadata.is_concluded, record.closing().is_some());
        let counted = metadata.counted.unwrap();
        assert!(metadata.is_playable && counted == CountedRecord::of(record.enochian().unwrap()), "{}", path.display());
        for turn in record.enochian().unwrap().turns() {
            let (Some(piece), Some(square)) = (turn.piece, turn.landing()) else { continue };
            assert!(
                counted.turns.iter().any(|turn| turn.landing == Some((piece, square))),
                "{piece} on {square} in {}",
                path.display()
            );
        }
        if let Some(answer) = record.answer() {
            let by = if path.to_string_lossy().contains("prevail") { answer.kings } else { answer.ptah };
            assert_eq!(metadata.answer, by.verdict.to_string());
        }
        // What is noted is read back, and so no line of a person's own.
        let noted = source.text.lines().filter(|line| line.starts_with("**Note")).count();
        assert_eq!(metadata.own.len(), checked.own.len() + noted, "{:?}", metadata.own);
    }
}
