//! Journals of the other games: what is entered is read back, damage is told, and nothing is lost.

#[path = "../../trust/played_games.rs"]
mod played_games;

use std::fs;
use std::path::Path;

use enochian::correspondences::Correspondences;
use enochian::games::GameKind;
use enochian::input::Source;
use enochian::journal::{self, Journal, Metadata};
use enochian::record::{Closing, Entry, Record};

use crate::sample;
use played_games::{heading, kinds, moment, played};

fn read(path: &Path) -> Record {
    journal::read(path, Correspondences::embedded()).unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn what_is_entered_is_read_back() {
    for kind in kinds() {
        for closing in [None, Some(Closing::Agreed), Some(Closing::ByPlayers), Some(Closing::AtLimit(40))] {
            let folder = tempfile::tempdir().unwrap();
            let journal = played(kind, folder.path(), sample::short_or_whole(14, 40), closing);
            assert_eq!(&read(journal.path()), journal.record(), "{kind}");
            let source = Source::read(journal.path(), journal::LIMIT).unwrap();
            let checked = journal::check(&source, Correspondences::embedded());
            assert!(checked.diagnostics.is_empty(), "{kind}: {}", checked.diagnostics);
            assert!(checked.own.is_empty(), "{kind}: {:?}", checked.own);
            assert_eq!(checked.record, Some(journal.record().clone()));
            let metadata = Metadata::read(&source, Correspondences::embedded()).unwrap();
            assert_eq!(metadata.kind, kind.name());
            assert_eq!(metadata.is_concluded, closing.is_some());
            assert!(metadata.is_playable && metadata.tags == ["club", "evening"], "{kind}");
            assert_eq!(metadata.turns, journal.record().state().turn() - 1, "{kind}");
            let resumed = {
                let path = journal.path().to_owned();
                drop(journal);
                Journal::open(&path, Correspondences::embedded())
            };
            assert!(resumed.unwrap().notices().is_empty());
        }
    }
}

#[test]
fn a_game_that_ends_says_how() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), heading(GameKind::Other), Correspondences::embedded()).unwrap();
    let name = journal.path().file_name().unwrap().to_str().unwrap().to_owned();
    assert!(name.starts_with("2026-11-22-a-game-of-"), "{name}");
    assert!(journal.enter(Entry::Concluded(Closing::Ended, moment(1))).is_err(), "it has not ended");
    let act = journal.record().state().read("end North has *won*").unwrap();
    journal.enter(Entry::Act(act.into())).unwrap();
    journal.enter(Entry::Concluded(Closing::Ended, moment(1))).unwrap();
    let text = fs::read_to_string(journal.path()).unwrap();
    assert!(text.contains("The game ended: North has \\*won\\*."), "{text}");
    assert!(text.contains("Not refereed"), "{text}");
    assert!(journal::check(&Source::new("j.md", text), Correspondences::embedded()).diagnostics.is_empty());
}

#[test]
fn a_persons_lines_are_kept_and_known_as_such() {
    for kind in kinds() {
        let folder = tempfile::tempdir().unwrap();
        let journal = played(kind, folder.path(), 20, Some(Closing::ByPlayers));
        let text = fs::read_to_string(journal.path()).unwrap();
        let (header, body) = text.split_once("\n+++\n").unwrap();
        let text = format!("{header}\n+++\n{}", body.replace("\n", "\nmy own line\n"));
        let checked = journal::check(&Source::new("j.md", text), Correspondences::embedded());
        assert!(checked.diagnostics.is_empty(), "{kind}: {}", checked.diagnostics);
        assert!(checked.own.len() > 20 && checked.own.iter().all(|(_, line)| line == "my own line"), "{kind}");
    }
}

#[test]
fn a_journal_is_read_by_its_kind_and_a_wrong_header_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let journal = played(GameKind::Other, folder.path(), 3, None);
    let record = journal::read(journal.path(), Correspondences::embedded()).unwrap();
    assert!(record.enochian().is_none());
    let source = Source::read(journal.path(), journal::LIMIT).unwrap();
    for (wrong, told) in [
        (
            source.text.replace("format = 1", "format = 3"),
            "this journal has format 3, which this version of enochian cannot",
        ),
        (source.text.replace("kind = \"other\"", "kind = \"chess\""), "three, free, team, gods, faith or other"),
        (source.text.replace("[\"East\"", "[\"North\""), "the seat \"North\" is named twice"),
        (source.text.replace("start = \"1 North\"", "start = \"1 South\""), "is not a state of this game"),
        (source.text.replace("**2 · East**", "**2 · North**"), "turn 2 of North does not follow here"),
    ] {
        assert_ne!(wrong, source.text);
        let checked = journal::check(&Source::new("j.md", wrong), Correspondences::embedded());
        assert!(checked.diagnostics.to_string().contains(told), "{told}: {}", checked.diagnostics);
    }
}

fn is_told(text: &str) -> bool {
    let checked = journal::check(&Source::new("j.md", text), Correspondences::embedded());
    !checked.diagnostics.is_empty()
}

/// What begins as no line of the program does is not the beginning of one that was cut off.
#[test]
fn a_persons_words_without_a_line_end_stay() {
    let folder = tempfile::tempdir().unwrap();
    let journal = played(GameKind::Three, folder.path(), 3, None);
    let (path, whole) = (journal.path().to_owned(), journal.record().clone());
    drop(journal);
    let text = fs::read_to_string(&path).unwrap() + "\nThe kestrel was there";
    fs::write(&path, &text).unwrap();
    if let Ok(opened) = Journal::open(&path, Correspondences::embedded()) {
        assert_eq!(opened.record(), &whole);
    }
    let now = fs::read_to_string(&path).unwrap();
    assert!(now.starts_with(&text), "{now}");
}

#[test]
fn a_journal_cut_off_while_it_was_written_is_repaired() {
    for kind in kinds() {
        let folder = tempfile::tempdir().unwrap();
        let journal = played(kind, folder.path(), 12, None);
        let (text, whole) = (fs::read_to_string(journal.path()).unwrap(), journal.record().clone());
        let opening = text.find("\n# ∴").unwrap();
        for at in (opening..text.len()).filter(|at| text.is_char_boundary(*at)).step_by(31) {
            let cut = folder.path().join("cut.md");
            fs::write(&cut, &text[..at]).unwrap();
            let opened = Journal::open(&cut, Correspondences::embedded());
            let opened = opened.unwrap_or_else(|error| panic!("{kind} at {at}: {error}"));
            let entries = opened.record().entries();
            assert_eq!(entries, &whole.entries()[..entries.len()], "{kind} at {at}");
            // Whatever is whole in the file is kept.
            let kept = text[..at].matches("\n**").count() - text[..at].matches("\n**Position").count();
            assert!(entries.len() + 1 >= kept, "{kind} at {at}: {} of {kept}", entries.len());
            drop(opened);
            assert!(!is_told(&fs::read_to_string(&cut).unwrap()), "{kind} at {at}");
        }
    }
}
