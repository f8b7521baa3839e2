//! What is remembered of journals in a cache, and when it is not believed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, Metadata};
use enochian::study::CountedRecord;

use crate::desk::{ROOT, TestDesk};

#[test]
fn journals_that_vanish_while_a_folder_is_listed_are_left_out_and_not_remembered_otherwise() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_reading("love", "3").with_game();
    let (folder, caches, elsewhere) = (notebook.path("journals"), notebook.path("caches"), notebook.path("elsewhere"));
    // What is just written is not remembered at all.
    for path in notebook.journals() {
        fs::File::options().append(true).open(path).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
    }
    fs::create_dir(&elsewhere).unwrap();
    let move_all = |from: &Path, to: &Path| {
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            fs::rename(entry.path(), to.join(entry.file_name())).unwrap();
        }
    };
    // The first is looked at; then all are gone.
    let listed = journal::list(&folder, Some(&caches), Correspondences::embedded(), &|done, _| {
        if done == 1 {
            move_all(&folder, &elsewhere);
        }
    });
    let listed = listed.unwrap();
    assert!(matches!(listed.as_slice(), [one] if one.metadata.is_ok()), "{listed:?}");
    move_all(&elsewhere, &folder);
    let listed = journal::list(&folder, Some(&caches), Correspondences::embedded(), &|_, _| {}).unwrap();
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
        assert_eq!(checked.not_compared, None, "{path:?}");
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
        // What is noted is read back, and so no line of a person's own where all is compared.
        let noted = source.text.lines().filter(|line| line.starts_with("> **Note")).count();
        assert_eq!(metadata.own.len(), checked.own.len() + noted, "{:?}", metadata.own);
    }
}

/// The files of a folder, hidden ones too, with what is in them.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found: Vec<(PathBuf, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), fs::read(&path).unwrap_or_default()))
        .collect();
    found.sort();
    found.dedup();
    found
}

/// Makes every journal of a notebook old enough to be remembered.
fn age(notebook: &TestDesk) {
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    for path in notebook.journals() {
        fs::File::options().append(true).open(path).unwrap().set_modified(long_ago).unwrap();
    }
}

/// The file in which a notebook is remembered.
fn cache(notebook: &TestDesk) -> PathBuf {
    let kept = contents(&notebook.path("home/.cache/enochian"));
    assert_eq!(kept.len(), 1, "{kept:?}");
    kept[0].0.clone()
}

#[test]
fn a_cache_that_is_damaged_foreign_or_no_file_is_ignored() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_reading("love", "3");
    age(&notebook);
    let list = || notebook.says(&["journal", "list", "--names"]);
    let first = list();
    let cache = cache(&notebook);
    let sound = fs::read(&cache).unwrap();
    for cut in [0, 10, sound.len() / 2, sound.len() - 1] {
        fs::write(&cache, &sound[..cut]).unwrap();
        assert_eq!(list(), first, "cut to {cut}");
        assert_eq!(fs::read(&cache).unwrap(), sound, "and made anew");
    }
    // A byte that is another, anywhere: what was remembered must not become something else.
    for at in (0..sound.len()).step_by(sound.len() / 40) {
        let mut damaged = sound.clone();
        damaged[at] ^= 1;
        fs::write(&cache, damaged).unwrap();
        assert_eq!(list(), first, "byte {at}");
    }
    // A sparse file of a terabyte is not read.
    fs::File::create(&cache).unwrap().set_len(1 << 40).unwrap();
    assert_eq!(list(), first);
    fs::remove_file(&cache).unwrap();
    fs::create_dir(&cache).unwrap();
    assert_eq!((list(), list()), (first.clone(), first.clone()));
    fs::remove_dir(&cache).unwrap();
    #[cfg(unix)]
    {
        assert!(Command::new("mkfifo").arg(&cache).status().unwrap().success());
        assert_eq!(list(), first);
        let _ = fs::remove_file(&cache);
    }
    // Where there can be none, a file stands in the folder's place here, all works without it.
    fs::remove_dir_all(notebook.path("home")).unwrap();
    fs::write(notebook.path("home"), "").unwrap();
    assert_eq!((list(), list()), (first.clone(), first));
}
