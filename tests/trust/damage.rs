//! Journals with a flipped bit, or cut off.

use std::collections::HashSet;
use std::fs;
use std::ops::Range;
use std::path::Path;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, CheckedJournal, Journal};
use enochian::record::{Afterword, Closing, Correctness, Entry, Game, Record, RecordedOutcome, Remark, Subject};
use enochian::session::Act;
use tempfile::TempDir;

use crate::desk::{ROOT, TestDesk};
use crate::notebook::{Notebook, reading};
use crate::played_games::{kinds, moment, played};
use crate::sample::short_or_whole;
use crate::threads;

#[test]
fn a_flipped_bit_and_a_cut_are_noticed_and_nothing_is_written_over() {
    // An odd step meets all eight bits of a byte in turn.
    let (bit_step, cut_step) = (short_or_whole(2003, 1), short_or_whole(211, 1));
    let journals = short_or_whole(1, usize::MAX);
    let (mut bits, mut cuts) = (0, 0);
    for journal in journals_of_every_kind().iter().take(journals) {
        is_shown(journal);
        let trial = Trial::new(journal);
        let length = journal.text.len() as u64;
        let (flips, lengths) = ((length * 8).div_ceil(bit_step), length.div_ceil(cut_step));
        threads::for_each(flips, |number| trial.flipped((number * bit_step) as usize));
        threads::for_each(lengths, |number| trial.cut((number * cut_step) as usize));
        (bits, cuts) = (bits + flips, cuts + lengths);
    }
    println!("{bits} bits flipped and {cuts} cuts: every one noticed or a person's, nothing written over");
}

/// A journal, and its name for a failure.
#[derive(Clone)]
struct WrittenJournal {
    name: String,
    text: String,
}

impl WrittenJournal {
    fn at(name: &str, path: &Path) -> WrittenJournal {
        WrittenJournal { name: name.to_owned(), text: fs::read_to_string(path).unwrap() }
    }
}

/// The journal of what the program plays.
fn played_by_itself(command: &str) -> WrittenJournal {
    let desk = TestDesk::new();
    let command = command.replace("questions/", &format!("{ROOT}/questions/"));
    desk.says(&command.split(' ').collect::<Vec<_>>());
    WrittenJournal::at(&command, &desk.journal())
}

/// Journals of every kind: readings and games, whole, quiet and unfinished, and those of the other games; with notes, tags, outcomes,
/// what was taken back, and a person's own lines.
fn journals_of_every_kind() -> Vec<WrittenJournal> {
    let mut journals = [Telling::Whole, Telling::Unfinished, Telling::Quiet].map(twelve_turns).to_vec();
    journals.extend(
        [
            "read questions/brother.toml --auto --seed 11",
            "read questions/love.toml --quiet --auto --seed 7",
            "game --auto --seed 2 --board fire --ruleset zalewski",
        ]
        .map(played_by_itself),
    );
    for kind in kinds() {
        let folder = TempDir::new().unwrap();
        let journal = played(kind, folder.path(), 14, Some(Closing::Agreed));
        journals.push(WrittenJournal::at(&format!("game of {kind}"), journal.path()));
    }
    let text = reading().replacen("\n\n**", "\n\nIt rained, *and* I made tea.\n\n**", 9);
    journals.push(WrittenJournal { name: "reading with a person's lines".to_owned(), text });
    journals
}

/// What is recorded of the reading of twelve turns.
#[derive(Clone, Copy, PartialEq)]
enum Telling {
    Whole,
    Unfinished,
    /// With signs and meanings hidden until the end, and with what was said before it.
    Quiet,
}

/// A reading of twelve turns with a note, a turn taken back, a pause, and afterwords.
fn twelve_turns(telling: Telling) -> WrittenJournal {
    let played = played_by_itself("read questions/brother.toml --auto --seed 11");
    let whole = journal::read_text(&Source::new("journal.md", played.text), Correspondences::embedded()).unwrap();
    let mut heading = whole.heading().clone();
    if let (Telling::Quiet, Game::Enochian(Subject::Reading(question, _))) = (telling, &mut heading.game) {
        let said = |text: &str| Some(text.to_owned());
        question.quiet = true;
        (question.known, question.supposed) = (said("He moved."), said("He is well."));
        (question.asked, question.term) = (said("Is he?"), said("by May"));
    }
    let mut record = Record::begin(heading);
    let mut enter = |entry: Entry| record.enter(entry).unwrap();
    let moves = |entry: &&Entry| matches!(entry.enochian_act(), Some(Act::Move(_)));
    let acts = whole.entries().iter().filter(|entry| matches!(entry, Entry::Act(_)));
    let mut turns = 0;
    for act in acts {
        enter(act.clone());
        turns += u64::from(moves(&act));
        match (turns, moves(&act)) {
            (3, true) => enter(Entry::Note("the *rook* is my father".to_owned())),
            (5, true) => {
                enter(Entry::TakenBack(1));
                enter(act.clone());
            }
            (8, true) => enter(Entry::Resumed(moment(12))),
            (12, true) => break,
            _ => {}
        }
    }
    let tags = ["family", "winter solstice"].map(|tag| tag.parse().unwrap()).to_vec();
    enter(Entry::Afterword(Afterword::Tagged(tags.clone())));
    if telling != Telling::Unfinished {
        enter(Entry::Concluded(Closing::ByPlayers, moment(30)));
        let remark = Remark { ply: Some(12), moment: Some(moment(40)), words: "so it was".to_owned() };
        let (on, words) = (moment(50).date_naive(), "he moved back".to_owned());
        let outcome = RecordedOutcome { on, proved: Correctness::Partly, words };
        enter(Entry::Afterword(Afterword::Untagged(tags[..1].to_vec())));
        enter(Entry::Afterword(Afterword::Remark(remark)));
        enter(Entry::Afterword(Afterword::Outcome(outcome)));
    }
    let name = match telling {
        Telling::Whole => "reading of twelve turns",
        Telling::Unfinished => "unfinished reading",
        Telling::Quiet => "quiet reading",
    };
    let folder = TempDir::new().unwrap();
    let journal = Journal::save_new(folder.path(), &record, Correspondences::embedded()).unwrap();
    WrittenJournal::at(name, journal.path())
}

fn check(text: &str) -> CheckedJournal {
    journal::check(&Source::new("journal.md", text), Correspondences::embedded())
}

/// Whether damage is told.
fn is_told(checked: &CheckedJournal) -> bool {
    !checked.diagnostics.is_empty() || !checked.warnings.is_empty()
}

/// A journal to be damaged.
struct Trial<'j> {
    journal: &'j WrittenJournal,
    /// The entries of the whole.
    whole: Record,
    free: Vec<Range<usize>>,
    /// Where each line begins, with the number of entries that can be read before it.
    lines: Vec<(usize, usize)>,
    /// The numbers of a person's own lines, from 1.
    own: HashSet<usize>,
}

impl<'j> Trial<'j> {
    fn new(journal: &'j WrittenJournal) -> Trial<'j> {
        let WrittenJournal { name, text } = journal;
        let checked = check(text);
        assert!(!is_told(&checked), "{name}: {} {}", checked.diagnostics, checked.warnings);
        let mut trial = Trial {
            journal,
            whole: checked.record.unwrap(),
            free: free(text),
            lines: Vec::new(),
            own: checked.own.into_iter().map(|(number, _)| number).collect(),
        };
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let record = check(&text[..at]).record;
            trial.lines.push((at, record.map_or(0, |record| count(&record))));
            at += line.len();
        }
        trial
    }

    /// The number of the line with this byte, from 0.
    fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|(at, _)| *at <= byte) - 1
    }

    fn flipped(&self, bit: usize) -> Result<(), String> {
        let WrittenJournal { name, text } = self.journal;
        let (byte, line) = (bit / 8, self.line_of(bit / 8));
        let mut bytes = text.clone().into_bytes();
        bytes[byte] ^= 1 << (bit % 8);
        let place = format!("{name}:{}: bit {bit}", line + 1);
        self.opened(&bytes).map_err(|why| format!("{place}: {why}"))?;
        let Ok(damaged) = str::from_utf8(&bytes) else {
            let after = &text[text.ceil_char_boundary(byte + 1)..];
            return self.is_marked(byte, &bytes, after).map_err(|why| format!("{place}: {why}"));
        };
        let checked = check(damaged);
        // A person's lines, and what is told of the facts, are nobody's concern.
        let is_same = checked.record.as_ref() == Some(&self.whole);
        if !is_same && !self.free.iter().any(|free| free.contains(&byte)) && !is_told(&checked) {
            return Err(format!("{place}: {:?} is not noticed", damaged.lines().nth(line).unwrap_or_default()));
        }
        // What stands before it is read.
        match checked.record {
            Some(record) if agree(&record, &self.whole) >= self.lines[line].1 => Ok(()),
            Some(record) => Err(format!(
                "{place}: {} entries are read of {} before it",
                agree(&record, &self.whole),
                self.lines[line].1
            )),
            None if byte < header_end(text) => Ok(()),
            None => Err(format!("{place}: nothing is read")),
        }
    }

    /// Whether bytes that are no text are shown with the line marked, and everything else as it was.
    fn is_marked(&self, byte: usize, bytes: &[u8], after: &str) -> Result<(), String> {
        let text = &self.journal.text;
        let before = &text[..text.floor_char_boundary(byte)];
        let Err(errors) = Source::read_from("journal.md", bytes, journal::LIMIT) else {
            return Err("this is read as text".to_owned());
        };
        let [file] = errors.files() else { return Err("not one file".to_owned()) };
        let [error] = file.errors.as_slice() else { return Err("not one error".to_owned()) };
        let shown = &file.source.text;
        let is_shown =
            shown.starts_with(before) && shown.ends_with(after) && shown[before.len()..].contains('\u{fffd}');
        let is_marked = error.line == self.line_of(byte) + 1 && &shown[error.span.clone()] == "\u{fffd}";
        if is_shown && is_marked { Ok(()) } else { Err(format!("line {} is marked: {error}", error.line)) }
    }

    fn cut(&self, length: usize) -> Result<(), String> {
        let WrittenJournal { name, text } = self.journal;
        let place = format!("{name}, cut after {length} bytes");
        self.opened(&text.as_bytes()[..length]).map_err(|why| format!("{place}: {why}"))?;
        if !text.is_char_boundary(length) {
            let cut = self.is_marked(length - 1, &text.as_bytes()[..length], "");
            return cut.map_err(|why| format!("{place}: {why}"));
        }
        let before = &text[..length];
        if self.is_whole(before) || is_told(&check(before)) {
            return Ok(());
        }
        Err(format!("{place}: {:?} is not noticed", before.lines().last().unwrap_or_default()))
    }

    /// Whether what stands before a cut is a journal too: it ends with a line, or within one of a person's.
    fn is_whole(&self, before: &str) -> bool {
        let (lines, begun) = before.rsplit_once('\n').unwrap_or_default();
        let is_own = self.own.contains(&(lines.matches('\n').count() + 2));
        // The mark of a quotation alone says nothing, and the header ends without a line end too.
        let is_between =
            begun.trim_end_matches([' ', '>']).is_empty() || before.len() + 1 == header_end(&self.journal.text);
        before.len() + 1 >= header_end(&self.journal.text) && (is_own || is_between)
    }

    /// Opens a damaged journal to go on with it: either its end is mended, or it stays as it is.
    fn opened(&self, bytes: &[u8]) -> Result<(), String> {
        let folder = Notebook::new();
        let path = folder.path("journal.md");
        fs::write(&path, bytes).unwrap();
        let opened = Journal::open(&path, Correspondences::embedded()).map(|journal| journal.record().clone());
        let after = fs::read(&path).unwrap();
        if after == bytes {
            return Ok(());
        }
        let Ok(record) = opened else { return Err("it is refused, and written".to_owned()) };
        let lost = bytes.strip_prefix(after.as_slice()).map(String::from_utf8_lossy);
        if lost.as_ref().is_none_or(|lost| lost.contains('\n')) {
            return Err(format!("{lost:?} is removed"));
        }
        let (read, kept) = (agree(&record, &self.whole), self.lines[self.line_of(bytes.len())].1);
        if read == count(&record) && read >= kept {
            Ok(())
        } else {
            Err(format!("{read} entries of {kept} are kept, {} are there", count(&record)))
        }
    }
}

/// Whether the program shows a journal that is no text any more, with the line marked.
fn is_shown(journal: &WrittenJournal) {
    let WrittenJournal { name, text } = journal;
    let notebook = Notebook::new();
    for byte in [5, text.len() / 2, text.len() - 2] {
        let mut bytes = text.clone().into_bytes();
        // Not a line's end: two lines would become one.
        let byte = (0..=byte).rfind(|byte| bytes[*byte] != b'\n').unwrap();
        bytes[byte] = 0xff;
        fs::write(notebook.path("journal.md"), &bytes).unwrap();
        let line = text[..text.floor_char_boundary(byte)].matches('\n').count();
        let output = notebook.run(&["journal", "show", "journal.md"], "");
        let (shown, told) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert!(output.status.success() && told.contains(&format!("journal.md:{}:", line + 1)), "{name}: {told}");
        for (number, (line_shown, is)) in shown.lines().zip(text.lines()).enumerate() {
            assert!(line_shown == is || number == line, "{name}: {is:?} is shown as {line_shown:?}");
        }
        assert_eq!(shown.lines().count(), text.lines().count(), "{name}");
        assert!(notebook.command(&["journal", "note", "journal.md", "on"]).output().unwrap().status.code() == Some(1));
        assert_eq!(fs::read(notebook.path("journal.md")).unwrap(), bytes, "{name}");
    }
}

/// Where the header ends.
fn header_end(text: &str) -> usize {
    text.find("\n+++\n").unwrap() + 5
}

fn count(record: &Record) -> usize {
    record.entries().len()
}

/// How many entries two records have in common at the beginning.
fn agree(one: &Record, other: &Record) -> usize {
    one.entries().iter().zip(other.entries()).take_while(|(one, other)| one == other).count()
}

/// What nobody can notice: notes and tags below the last line that counts those above it, and the end of the line before them; and
/// the star before the count of the last line, which is a note without a count when the star is gone.
fn free(text: &str) -> Vec<Range<usize>> {
    let counted = text.rfind(" entries · ").unwrap();
    let star = text[..counted].rfind("** *").unwrap() + 3;
    let starts = ["\n**Note · ", "\n**Tagged · "].into_iter().flat_map(|start| text.match_indices(start));
    let added = starts.map(|(at, _)| at).filter(|at| *at > counted);
    let ends = |at: usize| text[at + 1..].find('\n').map_or(text.len(), |end| at + end + 2);
    added.map(|at| at..ends(at)).chain(std::iter::once(star..star + 1)).collect()
}
