//! Journals on disk: written entry by entry to their end, whole or not at all, beside whatever a person writes.

use std::fs;
use std::io::Write;
use std::path::Path;

use chrono::DateTime;
use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, Journal, JournalError};
use enochian::reading::{DiceSource, DieThrower, QuestionDraft};
use enochian::record::{
    Afterword, Closing, Correctness, Entry, Heading, Record, RecordedOutcome, Seats, Subject, Timestamp,
};
use enochian::session::Act;
use tempfile::TempDir;

use crate::sample;

fn moment() -> Timestamp {
    DateTime::parse_from_rfc3339("2026-11-21T14:05:00+01:00").unwrap()
}

fn heading() -> Heading {
    let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    let question =
        QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
    let players = ["Anna", "Ben", "Cleo", "Dan"].map(str::to_owned);
    Heading {
        game: Subject::Reading(Box::new(question), DieThrower::ByHand).into(),
        begun: moment(),
        zone: None,
        seats: Seats { players: players.to_vec(), throws: Vec::new() },
        automatic: false,
        branch: None,
    }
}

/// A throw and a move each, turn by turn; what is made of them is entered by `enter`.
fn play(turns: usize, record: impl Fn() -> Record, mut enter: impl FnMut(Entry)) {
    let mut chance = DiceSource::seeded(3);
    for _ in 0..turns {
        let draw = chance.draw().unwrap();
        enter(Act::Throw(draw.throw()).into());
        let moves = record().enochian().unwrap().moves();
        enter(Act::Move(moves[draw.choice(moves.len())]).into());
    }
}

/// One entry of every sort, and turns enough for a position to be stated.
fn entries() -> Vec<Entry> {
    let record = std::cell::RefCell::new(Record::begin(heading()));
    let mut entries = Vec::new();
    play(
        13,
        || record.borrow().clone(),
        |entry| {
            record.borrow_mut().enter(entry.clone()).unwrap();
            entries.push(entry);
        },
    );
    let army = record.borrow().enochian().unwrap().turn();
    let outcome =
        RecordedOutcome { on: "2027-03-01".parse().unwrap(), proved: Correctness::Partly, words: "So so.".into() };
    let more = [
        Entry::Note("A *note* with `marks`.".into()),
        Act::Withdrawal(army).into(),
        Entry::TakenBack(3),
        Entry::Resumed(moment()),
        Entry::Afterword(Afterword::Tagged(vec!["love".parse().unwrap()])),
        Entry::Concluded(Closing::ByPlayers, moment()),
        Entry::Afterword(Afterword::Outcome(outcome)),
    ];
    entries.extend(more);
    entries
}

fn entered(path: &Path) -> Vec<Entry> {
    journal::read(path, Correspondences::embedded()).unwrap().entries().to_vec()
}

#[test]
fn a_journal_cut_off_at_any_byte_is_mended_and_loses_nothing_that_was_acknowledged() {
    let (correspondences, folder) = (Correspondences::embedded(), TempDir::new().unwrap());
    let entries = entries();
    let mut journal = Journal::create(folder.path(), heading(), correspondences).unwrap();
    let mut lengths = vec![fs::metadata(journal.path()).unwrap().len() as usize];
    for entry in &entries {
        journal.enter(entry.clone()).unwrap();
        lengths.push(fs::metadata(journal.path()).unwrap().len() as usize);
    }
    let whole = fs::read(journal.path()).unwrap();
    drop(journal);

    let path = folder.path().join("cut.md");
    // Where a line ends, most can go wrong.
    let is_near_end = |cut: usize| whole[cut - 2..(cut + 2).min(whole.len())].contains(&b'\n');
    let (mut whole_ones, mut removed) = (0, 0);
    for (index, ends) in lengths.windows(2).enumerate() {
        // Of what is like many others, some places; of every sort of line that is read, all.
        let is_like_others = index < 22 || ends[1] - ends[0] > 2000;
        let step = if is_like_others { sample::short_or_whole(364, 13) } else { sample::short_or_whole(28, 1) };
        for cut in (ends[0]..ends[1]).filter(|cut| cut % step == index % step || !is_like_others && is_near_end(*cut)) {
            fs::write(&path, &whole[..cut]).unwrap();
            if std::str::from_utf8(&whole[..cut]).is_err() {
                // Half a letter: the file is no text, and is left alone.
                continue;
            }
            let mut journal = Journal::open(&path, correspondences)
                .unwrap_or_else(|error| panic!("{error}\n…{}", String::from_utf8_lossy(&whole[ends[0]..cut])));
            let count = journal.record().entries().len();
            assert!(count == index || count == index + 1, "{count} entries of {index}");
            assert_eq!(journal.record().entries(), &entries[..count]);
            match journal.notices().first() {
                Some(_) => removed += 1,
                None => whole_ones += 1,
            }
            // It goes on where it was, and reads back; nothing else stands in it.
            journal.enter(entries[count.min(entries.len() - 1)].clone()).ok();
            drop(journal);
            let source = Source::new("cut.md", fs::read_to_string(&path).unwrap());
            let checked = journal::check(&source, correspondences);
            assert!(checked.diagnostics.is_empty(), "{}\n{}", checked.diagnostics, &source.text[ends[0]..]);
            let left: Vec<_> = checked.own.iter().filter(|(_, line)| line.len() > 4).collect();
            assert!(left.is_empty(), "{left:?}");
        }
    }
    // A sample is at least a seventh of all.
    let part = sample::short_or_whole(14, 1);
    assert!(whole_ones * part > 100 && removed * part > 200, "{whole_ones} {removed}");
}

#[test]
fn what_a_person_wrote_at_the_end_is_not_taken_for_the_programs() {
    let (correspondences, folder) = (Correspondences::embedded(), TempDir::new().unwrap());
    let mut journal = Journal::create(folder.path(), heading(), correspondences).unwrap();
    journal.enter(Act::Throw("6".parse().unwrap())).unwrap();
    let path = journal.path().to_owned();
    drop(journal);
    let text = fs::read_to_string(&path).unwrap();
    for words in ["He called me", "**He** called me", "### My thoughts", "> A quotation", "### 1 thought", "- a list"] {
        fs::write(&path, format!("{text}\n{words}")).unwrap();
        let mut journal = Journal::open(&path, correspondences).unwrap();
        assert!(journal.notices().is_empty(), "{words}");
        journal.enter(Entry::Note("noted".into())).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{text}\n{words}\n\n**Note · 1** noted\n"));
    }
}

#[test]
fn a_file_that_was_edited_while_it_was_open_is_gone_on_with_where_it_ends() {
    let (correspondences, folder) = (Correspondences::embedded(), TempDir::new().unwrap());
    let mut journal = Journal::create(folder.path(), heading(), correspondences).unwrap();
    let path = journal.path().to_owned();
    journal.enter(Act::Throw("6".parse().unwrap())).unwrap();
    // As editors do it: in place, without the last line end; and as a new file of the same name.
    for words in ["in place", "as a new file"] {
        let edited = fs::read_to_string(&path).unwrap() + "\nWritten " + words;
        if words == "in place" {
            fs::write(&path, &edited).unwrap();
        } else {
            let beside = folder.path().join("beside");
            fs::write(&beside, &edited).unwrap();
            fs::rename(&beside, &path).unwrap();
        }
        journal.enter(Entry::Note(words.into())).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, format!("{edited}\n\n**Note · 1** {words}\n"));
    }
    assert_eq!(entered(&path), journal.record().entries());

    // Turns that are no longer those that were played are not written over.
    let other = fs::read_to_string(&path).unwrap().replace("throw 6", "throw 5");
    fs::write(&path, &other).unwrap();
    let before = journal.record().clone();
    let error = journal.enter(Entry::Note("lost?".into())).unwrap_err();
    assert!(error.to_string().contains("changed in the meantime"), "{error}");
    assert_eq!((fs::read_to_string(&path).unwrap(), journal.record()), (other, &before));
}

#[test]
fn an_entry_that_cannot_be_written_has_not_happened() {
    let (correspondences, folder) = (Correspondences::embedded(), TempDir::new().unwrap());
    let mut journal = Journal::create(folder.path(), heading(), correspondences).unwrap();
    let path = journal.path().to_owned();
    let entries = entries();
    for entry in &entries[..20] {
        journal.enter(entry.clone()).unwrap();
    }
    let away = folder.path().join("away.md");
    for entry in [entries[20].clone(), Entry::TakenBack(5), Entry::Concluded(Closing::ByPlayers, moment())] {
        let before = journal.record().clone();
        fs::rename(&path, &away).unwrap();
        assert!(journal.enter(entry.clone()).is_err());
        assert_eq!(journal.record(), &before);
        assert_eq!(
            journal.record().enochian().unwrap().session(),
            before.enochian().unwrap().session(),
            "{entry:?} is undone"
        );
        assert_eq!(journal.record().closing(), None);
        fs::rename(&away, &path).unwrap();
    }
    journal.enter(entries[20].clone()).unwrap();
    assert_eq!(entered(&path), entries[..21]);
}

#[test]
fn what_others_add_while_a_reading_is_played_is_taken_in() {
    let (correspondences, folder) = (Correspondences::embedded(), TempDir::new().unwrap());
    let mut journal = Journal::create(folder.path(), heading(), correspondences).unwrap();
    let path = journal.path().to_owned();
    let tag = |word: &str| Entry::Afterword(Afterword::Tagged(vec![word.parse().unwrap()]));
    journal.enter(Act::Throw("6".parse().unwrap())).unwrap();
    // Another window may add to it, and what it adds is neither lost nor in the way.
    Journal::open(&path, correspondences).unwrap().enter(tag("love")).unwrap();
    // One that was killed at it leaves half a line.
    fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"\n**Tagged \xc2\xb7 mon").unwrap();
    journal.enter(Entry::Note("noted".into())).unwrap();
    assert_eq!(journal.record().tags(), [&"love".parse().unwrap()]);
    assert_eq!(entered(&path), journal.record().entries());
    assert_eq!(entered(&path).len(), 3);
    // What is not written yet is put behind it.
    journal.enter_unsaved(Entry::Note("later".into())).unwrap();
    Journal::open(&path, correspondences).unwrap().enter(tag("work")).unwrap();
    journal.save().unwrap();
    assert_eq!(entered(&path), journal.record().entries());
    assert!(matches!(&entered(&path)[..], [.., Entry::Afterword(_), Entry::Note(later)] if later == "later"));
    drop(journal);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left but the journal");
}

#[test]
fn a_journal_that_is_gone_is_said_to_be_gone() {
    let (correspondences, folder) = (Correspondences::embedded(), TempDir::new().unwrap());
    let inside = folder.path().join("journals");
    fs::create_dir(&inside).unwrap();
    let mut journal = Journal::create(&inside, heading(), correspondences).unwrap();
    fs::remove_dir_all(&inside).unwrap();
    let error = journal.enter(Act::Throw("6".parse().unwrap())).unwrap_err();
    assert!(matches!(&error, JournalError::Gone(path) if path == journal.path()), "{error}");
    // It is all in memory, and can be kept elsewhere.
    let mut kept = Journal::save_new(folder.path(), journal.record(), correspondences).unwrap();
    kept.enter(Act::Throw("6".parse().unwrap())).unwrap();
    assert_eq!(entered(kept.path()), kept.record().entries());
}

#[test]
fn no_journal_grows_beyond_what_can_be_read() {
    let (correspondences, folder) = (Correspondences::embedded(), TempDir::new().unwrap());
    let mut journal = Journal::create(folder.path(), heading(), correspondences).unwrap();
    let path = journal.path().to_owned();
    let text = fs::read_to_string(&path).unwrap();
    // A person may fill it too.
    let room = journal::LIMIT as usize - text.len() - 100;
    // In long lines, or in many.
    let line = "written by hand ".repeat(sample::short_or_whole(256, 1)).trim_end().to_owned() + "\n";
    let filled = &line.repeat(room.div_ceil(line.len()))[..room - 1];
    fs::write(&path, format!("{text}{filled}\n")).unwrap();
    let size = fs::metadata(&path).unwrap().len();
    let error = journal.enter(Entry::Note("y".repeat(200))).unwrap_err();
    assert!(matches!(error, JournalError::TooLong(_)), "{error}");
    assert_eq!(fs::metadata(&path).unwrap().len(), size);
    journal.enter(Entry::Note("short".into())).unwrap();
    assert_eq!(entered(&path), journal.record().entries());
}
