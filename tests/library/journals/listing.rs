//! Lists of journals, and questions that are not finished.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use enochian::correspondences::Correspondences;
use enochian::games::unrefereed;
use enochian::input::Source;
use enochian::journal::{self, Journal, UnfinishedQuestion};
use enochian::reading::QuestionDraft;
use enochian::record::Tag;
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

const DRAWN: &str = "game-drawn.md";
const READING: &str = "reading-of-four-players.md";

#[test]
fn an_ending_may_be_in_capital_letters() {
    let notebook = notebook(&[DRAWN, READING]);
    let paths = journal::latest_first(notebook.path()).unwrap();
    assert_eq!(paths.len(), 2);
    fs::rename(notebook.path().join(DRAWN), notebook.path().join("LATE.MD")).unwrap();
    assert_eq!(journal::latest_first(notebook.path()).unwrap().len(), 2, "in capital letters too");
}

#[test]
fn the_tags_of_any_journal_are_those_in_it() {
    let notebook = notebook(&["reading-with-afterwords.md"]);
    let path = notebook.path().join("reading-with-afterwords.md");
    let tags = journal::read(&path, Correspondences::embedded()).unwrap();
    let tags: Vec<String> = tags.tags().iter().map(ToString::to_string).collect();
    let journal = Journal::open(&path, Correspondences::embedded()).unwrap();
    assert_eq!(journal.record().tags().iter().map(ToString::to_string).collect::<Vec<_>>(), tags);
    assert!(!tags.is_empty());
}

/// Words are whole in every script, also where a mark follows its letter.
#[test]
fn tags_and_seats_are_words_of_any_script() {
    for word in ["प्रेम", "Zoe\u{308}", "ภาษาไทย", "حُبّ", "אַהֲבָה", "க்", "愛"]
    {
        assert!(word.parse::<Tag>().is_ok(), "{word}");
        assert!(unrefereed(&["North", word].map(str::to_owned)).is_ok(), "{word}");
    }
    for none in ["a·b", "a*", "a→b", "👑", "\u{301}\u{202e}"] {
        assert!(none.parse::<Tag>().is_err() && unrefereed(&["North", none].map(str::to_owned)).is_err(), "{none}");
    }
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
    assert_eq!(UnfinishedQuestion::list(folder.path()).len(), 2);
    aged(&path, HOUR);
    assert_eq!(UnfinishedQuestion::list(folder.path())[1].1, path, "the latest is first");
    UnfinishedQuestion::resume(&path).remove();
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
