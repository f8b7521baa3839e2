//! Lists of journals: what is remembered of them between two lists, and questions that are not finished.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, IndexEntry, Journal, UnfinishedQuestion};
use enochian::reading::QuestionDraft;
use tempfile::TempDir;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// A notebook with these journals, which were last changed hours ago.
fn notebook(names: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept-journals");
    for name in names {
        let to = folder.path().join(name);
        fs::copy(from.join(name), &to).unwrap();
        aged(&to, 5 * HOUR);
    }
    folder
}

fn aged(path: &Path, age: Duration) {
    File::options().write(true).open(path).unwrap().set_modified(SystemTime::now() - age).unwrap();
}

fn list(notebook: &Path, cache: &Path) -> Vec<IndexEntry> {
    journal::list(notebook, Some(cache), Correspondences::embedded(), &|_, _| {}).unwrap()
}

/// Changes a journal and leaves its length and its time, so that only who reads it sees it.
fn changed_in_secret(path: &Path) {
    let (text, modified) = (fs::read_to_string(path).unwrap(), fs::metadata(path).unwrap().modified().unwrap());
    fs::write(path, text.replacen("begun = \"2026-", "begun = \"2025-", 1)).unwrap();
    assert_ne!(fs::read_to_string(path).unwrap(), text);
    File::options().write(true).open(path).unwrap().set_modified(modified).unwrap();
}

fn years(listed: &[IndexEntry]) -> Vec<String> {
    listed.iter().map(|it| it.metadata.as_ref().unwrap().begun.format("%Y").to_string()).collect()
}

fn only_file(folder: &Path) -> PathBuf {
    let files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].clone()
}

const DRAWN: &str = "game-drawn.md";
const READING: &str = "reading-of-four-players.md";

#[test]
fn what_is_known_of_journals_is_remembered_until_they_change() {
    let (notebook, cache) = (notebook(&[DRAWN, READING]), tempfile::tempdir().unwrap());
    let first = list(notebook.path(), cache.path());
    assert_eq!(years(&first), ["2026", "2026"]);
    assert_eq!(first.iter().map(IndexEntry::name).collect::<Vec<_>>(), ["reading-of-four-players", "game-drawn"]);
    for name in [DRAWN, READING] {
        changed_in_secret(&notebook.path().join(name));
    }
    assert_eq!(years(&list(notebook.path(), cache.path())), years(&first), "nothing was read again");
    let fresh = journal::list(notebook.path(), None, Correspondences::embedded(), &|_, _| {}).unwrap();
    assert_eq!(years(&fresh), ["2025", "2025"]);
    // Another time, and it is read again.
    aged(&notebook.path().join(DRAWN), 4 * HOUR);
    let listed = list(notebook.path(), cache.path());
    assert_eq!(years(&listed), ["2026", "2025"], "the other is still remembered");
}

#[test]
fn a_damaged_memory_is_not_believed() {
    let (notebook, cache) = (notebook(&[DRAWN]), tempfile::tempdir().unwrap());
    list(notebook.path(), cache.path());
    changed_in_secret(&notebook.path().join(DRAWN));
    let path = only_file(cache.path());
    let whole = fs::read(&path).unwrap();
    let begins = 8 + whole.iter().position(|byte| *byte == b'\n').unwrap();
    for at in [0, 5, begins - 8, begins, begins + 8, begins + 29, whole.len() - 9, whole.len() - 1] {
        for bit in [0, 3, 7] {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << bit;
            fs::write(&path, damaged).unwrap();
            assert_eq!(years(&list(notebook.path(), cache.path())), ["2025"], "bit {bit} of byte {at}");
        }
    }
    for length in [0, 9, begins, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        assert_eq!(years(&list(notebook.path(), cache.path())), ["2025"], "cut after {length}");
    }
    fs::write(&path, &whole).unwrap();
    assert_eq!(years(&list(notebook.path(), cache.path())), ["2026"]);
}

#[test]
fn what_was_removed_or_is_still_being_written_is_not_remembered() {
    let (notebook, cache) = (notebook(&[DRAWN, READING]), tempfile::tempdir().unwrap());
    list(notebook.path(), cache.path());
    let path = only_file(cache.path());
    let length = || fs::metadata(&path).unwrap().len();
    let two = length();
    fs::remove_file(notebook.path().join(READING)).unwrap();
    assert_eq!(list(notebook.path(), cache.path()).len(), 1);
    let one = length();
    assert!(one < two, "{one} of {two}");
    // One that was changed within the last two seconds may change again in the same moment.
    let young = notebook.path().join(READING);
    fs::write(&young, fs::read(notebook.path().join(DRAWN)).unwrap()).unwrap();
    assert_eq!(list(notebook.path(), cache.path()).len(), 2);
    assert_eq!(length(), one);
    aged(&young, Duration::from_secs(4));
    list(notebook.path(), cache.path());
    assert!(length() > one);
}

#[test]
fn sixteen_notebooks_are_remembered_and_those_that_are_used() {
    let cache = tempfile::tempdir().unwrap();
    let caches = || {
        let names = fs::read_dir(cache.path()).unwrap().map(|entry| entry.unwrap().path());
        names.filter(|path| path.extension().is_some_and(|ending| ending == "index")).count()
    };
    let (first, other) = (notebook(&[DRAWN]), cache.path().join("mine.txt"));
    fs::write(&other, "mine").unwrap();
    aged(&other, 1000 * HOUR);
    list(first.path(), cache.path());
    let path =
        fs::read_dir(cache.path()).unwrap().map(|entry| entry.unwrap().path()).find(|path| *path != other).unwrap();
    let age = || fs::metadata(&path).unwrap().modified().unwrap().elapsed().unwrap();
    for (before, is_noted) in [(HOUR, false), (23 * HOUR, false), (25 * HOUR, true)] {
        aged(&path, before);
        list(first.path(), cache.path());
        assert_eq!(age() < HOUR / 2, is_noted, "{before:?}");
    }
    aged(&path, 23 * HOUR);
    for number in 1..=16 {
        list(notebook(&[DRAWN]).path(), cache.path());
        assert_eq!((caches(), path.exists()), (16.min(number + 1), number < 16), "{number}");
    }
    assert!(other.exists());
}

/// A hundred bytes of a person's are remembered, but not a book.
#[test]
fn a_journal_full_of_a_persons_lines_is_read_each_time() {
    for (more, year) in [(100, "2026"), (40_000, "2026"), (70_000, "2025")] {
        let (notebook, cache) = (notebook(&[DRAWN]), tempfile::tempdir().unwrap());
        let path = notebook.path().join(DRAWN);
        let text = fs::read_to_string(&path).unwrap();
        let words = "The kestrel was there again.\n".repeat(more / 28);
        fs::write(&path, text.replacen("## The turns\n", &format!("{words}\n## The turns\n"), 1)).unwrap();
        aged(&path, HOUR);
        list(notebook.path(), cache.path());
        changed_in_secret(&path);
        assert_eq!(years(&list(notebook.path(), cache.path())), [year], "{more}");
    }
}

#[test]
fn the_last_querent_with_a_name_is_known() {
    let notebook = notebook(&[DRAWN, READING]);
    let listed = || journal::list(notebook.path(), None, Correspondences::embedded(), &|_, _| {}).unwrap();
    let text = fs::read_to_string(notebook.path().join(READING)).unwrap();
    let querent = text.lines().find_map(|line| line.strip_prefix("querent = ")).unwrap();
    let at = text.lines().find_map(|line| line.strip_prefix("begun = \"")).unwrap();
    let write = |name: &str, begun: &str, who: &str| {
        let text = text.replacen(&format!("querent = {querent}"), &format!("querent = \"{who}\""), 1);
        fs::write(notebook.path().join(name), text.replacen(at, &at.replacen("2026", begun, 1), 1)).unwrap();
    };
    write("early.md", "2024", "Ada");
    write("late.md", "2031", "Ben");
    write("latest.md", "2032", "the querent");
    assert_eq!(journal::last_querent(&listed()), Some("Ben"));
    assert_eq!(journal::last_querent(&[]), None);
    let paths = journal::latest_first(notebook.path()).unwrap();
    assert_eq!(paths.len(), 5);
}

#[test]
fn the_tags_of_any_journal_are_those_in_it() {
    let notebook = notebook(&["reading-with-afterwords.md"]);
    let path = notebook.path().join("reading-with-afterwords.md");
    let tags = journal::read(&path, Correspondences::embedded()).unwrap();
    let tags: Vec<String> = tags.tags().iter().map(ToString::to_string).collect();
    let journal = Journal::open_to_add(&path, Correspondences::embedded()).unwrap();
    assert_eq!(journal.record().tags().iter().map(ToString::to_string).collect::<Vec<_>>(), tags);
    assert!(!tags.is_empty());
}

fn draft(text: &str) -> QuestionDraft {
    QuestionDraft::read(&Source::new("question.toml", text), Correspondences::embedded()).unwrap()
}

#[test]
fn a_question_that_is_not_finished_is_saved_and_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut one = UnfinishedQuestion::new(folder.path());
    assert!(one.path().is_none() && !one.is_behind());
    one.save(&draft("question = \"Is my brother happy?\"\n")).unwrap();
    let path = one.path().unwrap().to_owned();
    one.save(&draft("question = \"Is my brother happy?\"\ncategory = \"brother\"\n")).unwrap();
    assert_eq!(one.path(), Some(&*path), "it stays in its file");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("Is my brother happy?") && text.contains("brother or sister\"\n"), "{text}");
    // Another one beside it takes another name.
    let mut two = UnfinishedQuestion::new(folder.path());
    two.save(&draft("question = \"Shall I move?\"\n")).unwrap();
    assert_ne!(two.path(), Some(&*path));
    assert!(UnfinishedQuestion::list(folder.path()).is_empty(), "both are open");
    assert!(UnfinishedQuestion::resume(&path).is_err());
    drop((one, two));
    assert_eq!(UnfinishedQuestion::list(folder.path()).len(), 2);
    aged(&path, HOUR);
    assert_eq!(UnfinishedQuestion::list(folder.path())[1].1, path, "the latest is first");
    let again = UnfinishedQuestion::resume(&path).unwrap();
    assert_eq!(UnfinishedQuestion::list(folder.path()).len(), 1);
    again.remove();
    assert!(!path.exists());
    assert!(!UnfinishedQuestion::is_at(&path));
}

/// What cannot be saved is said to be behind, and comes with the next answer.
#[test]
fn answers_that_could_not_be_saved_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut question = UnfinishedQuestion::new(&folder.path().join("gone"));
    assert!(question.save(&draft("question = \"Shall I move?\"\n")).is_err());
    assert!(question.is_behind() && question.path().is_none());
    fs::create_dir(folder.path().join("gone")).unwrap();
    question.save(&draft("question = \"Shall I move?\"\n")).unwrap();
    assert!(!question.is_behind() && question.path().is_some());
}
