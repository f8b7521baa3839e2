//! A flipped bit or a cut in what the program wrote of a reading or game is told by `journal check`.
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, CheckedJournal, Journal};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The correspondences on which the journals rest: those of the first edition.
static LORE: LazyLock<Correspondences> =
    LazyLock::new(|| Correspondences::from_dir(&Path::new(ROOT).join("tests/data-of-edition-1")).unwrap());

/// A reading or game of an old journal as the program writes it now: of its own wording alone every line is compared.
fn rewritten(name: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let old = Path::new(ROOT).join(format!("tests/journals-of-old-formats/{name}.md"));
    let record = journal::read(&old, &LORE).unwrap();
    let journal = Journal::save_new(folder.path(), &record, &LORE).unwrap();
    fs::read_to_string(journal.path()).unwrap()
}

/// Journals into which nobody wrote lines of their own, in the present format.
fn journals() -> Vec<(String, String)> {
    let names = ["game-drawn", "game-taken-back", "game-with-an-exchange", "reading-of-four-players"];
    let more = ["reading-taken-back", "reading-with-afterwords", "reading-to-its-end"];
    names.iter().chain(&more).map(|name| ((*name).to_owned(), rewritten(name))).chain([quiet()]).collect()
}

/// A reading recorded quietly, with what was said before it.
fn quiet() -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let question = fs::read_to_string(format!("{ROOT}/questions/brother.toml")).unwrap();
    let said =
        "known = \"He moved.\"\nsupposed = \"He is well.\"\nasked = \"Is he?\"\nterm = \"by May\"\nquiet = true\n";
    fs::write(folder.path().join("question.toml"), format!("{said}{question}")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_enochian"));
    command.args(["read", "question.toml", "--auto", "--seed", "7", "--journals", ".", "--data"]);
    let made = command.arg(format!("{ROOT}/tests/data-of-edition-1")).current_dir(folder.path()).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let journal = files.filter(|path| path.extension().is_some_and(|it| it == "md")).min().unwrap();
    ("quiet".to_owned(), fs::read_to_string(journal).unwrap())
}

fn check(text: &str) -> CheckedJournal {
    journal::check(&Source::new("journal.md", text), &LORE)
}

fn is_told(text: &str) -> bool {
    let checked = check(text);
    !checked.diagnostics.is_empty() || checked.not_compared.is_some()
}

/// How many places of each journal are damaged; `DAMAGED_PLACES=1000000` takes every bit and every byte, in minutes.
fn samples() -> usize {
    std::env::var("DAMAGED_PLACES").map_or(700, |number| number.parse().unwrap())
}

/// What is a person's in the lines of the program, or may be another moment.
fn free(text: &str) -> Vec<Range<usize>> {
    let mut free = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let rest = |from: usize| at + from..at + line.len();
        let after = |mark: &str| line.find(mark).map(|found| found + mark.len());
        if line.starts_with("> **Note") {
            free.extend(after(".** ").map(rest));
        } else if line.starts_with("> **Remark") || line.starts_with("> **Came") {
            free.extend(line.find(|c: char| c.is_ascii_digit()).map(rest));
        } else if line.starts_with("**Tagged** · ") || line.starts_with("**No longer tagged** · ") {
            free.extend(after("** · ").map(rest));
        } else if line.starts_with("### Taken up again")
            || line.starts_with("### Resumed")
            || line.starts_with("### Concluded")
        {
            free.push(rest(line.rfind("· ").unwrap()));
        } else if line.contains(" · throw ") && text[at + line.len()..].starts_with("\n### Taken back") {
            // A throw that was taken back before it was played stands nowhere else.
            free.extend(after(" · throw ").map(rest));
        } else if line.starts_with("begun = ") {
            // The day, the hour and the minute are told in the opening.
            free.push(at + 26..at + 28);
        } else if line.starts_with("program = ") || line.starts_with("source = ") {
            free.extend(after("\"").map(rest));
        } else if line.starts_with("start = ")
            && (text.contains("begins in the middle") || text.contains("from a given position"))
        {
            // How many pawns were lost before, nothing else says.
            free.push(rest(line.rfind("0000").unwrap_or(line.len())));
        }
        at += line.len();
    }
    free
}

#[test]
fn a_flipped_bit_is_told_wherever_the_program_wrote() {
    let (mut flipped, mut untold) = (0, Vec::new());
    for (name, text) in journals() {
        assert!(!is_told(&text), "{name}: {}", check(&text).diagnostics);
        let free = free(&text);
        // An odd step meets all eight bits in turn.
        let step = (text.len() * 8 / samples()).max(1) | 1;
        for bit in (0..text.len() * 8).step_by(step) {
            if free.iter().any(|free| free.contains(&(bit / 8))) {
                continue;
            }
            let mut bytes = text.clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let Ok(damaged) = String::from_utf8(bytes) else { continue };
            flipped += 1;
            if !is_told(&damaged) {
                let line = 1 + text[..text.floor_char_boundary(bit / 8)].matches('\n').count();
                untold
                    .push(format!("{name}:{line}: bit {bit}: {:?}", damaged.lines().nth(line - 1).unwrap_or_default()));
            }
        }
    }
    assert!(untold.is_empty(), "{} of {flipped}:\n{}", untold.len(), untold.join("\n"));
    assert!(flipped > 3_000, "{flipped}");
}

/// Whether a text begins with an entry, so that what stands before it is a journal too.
fn is_entry(rest: &str) -> bool {
    let rest = rest.strip_prefix('\n').unwrap_or(rest);
    let line = rest.lines().next().unwrap_or_default();
    // What a quiet reading tells at its end stands under headings that are no entries.
    let begins = !line.starts_with("### Turn ")
        && ["### ", "> **", "## Afterwards", "**Tagged** ·", "**No longer"].iter().any(|mark| line.starts_with(mark));
    begins || line.contains("** · sheet `") || line.is_empty()
}

#[test]
fn a_journal_cut_anywhere_but_between_entries_is_told() {
    let (mut cut, mut untold) = (0, Vec::new());
    for (name, text) in journals() {
        let is_game = name.starts_with("game");
        let opening = text.find("## The turns\n").unwrap() + 13;
        let step = (text.len() / samples()).max(1);
        for at in (0..text.len()).step_by(step).filter(|at| text.is_char_boundary(*at)) {
            let (before, rest) = text.split_at(at);
            // In a game the heading of a turn and its move are one entry.
            let is_half = is_game && rest.trim_start().starts_with("**") || before.ends_with("## Afterwards\n\n");
            let is_half = is_half || before.ends_with("## Afterwards\n");
            if at >= opening && before.ends_with('\n') && is_entry(rest) && !is_half {
                continue;
            }
            cut += 1;
            if !is_told(before) {
                untold.push(format!("{name} at {at}: {:?}", before.lines().last().unwrap_or_default()));
            }
        }
    }
    assert!(untold.is_empty(), "{} of {cut}:\n{}", untold.len(), untold.join("\n"));
    assert!(cut > 2_000, "{cut}");
}

/// A journal with that text, opened to go on with it.
fn opened(text: &str) -> Result<Option<String>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.md");
    fs::write(&path, text).unwrap();
    let opened = Journal::open(&path, &LORE);
    let told = opened.map(|journal| journal.notices().first().cloned()).map_err(|error| error.to_string());
    if told.is_err() {
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "nothing is written over");
    }
    told
}

#[test]
fn nobody_goes_on_with_a_journal_of_which_the_end_is_damaged() {
    let (_, text) = journals().into_iter().find(|(name, _)| name == "reading-to-its-end").unwrap();
    for damaged in ["### Aoncluded", "#!# Concluded", "### Over and done"] {
        let error = opened(&text.replacen("### Concluded", damaged, 1)).unwrap_err();
        assert!(error.contains("journal.md:") && error.contains("Concluded") || error.contains("damaged"), "{error}");
    }
}

#[test]
fn what_is_cut_off_is_told_with_the_way_out_and_mended_there() {
    let (_, text) = journals().into_iter().find(|(name, _)| name == "reading-to-its-end").unwrap();
    for (cut, line) in [("### Concl", "### Concl"), ("## The answer\n", "### Concluded"), ("## Tota", "### Concluded")]
    {
        let cut = &text[..text.find(cut).unwrap() + cut.len()];
        let faults = check(cut).diagnostics;
        let told = faults.to_string();
        assert!(faults.len() == 1 && told.contains("--resume"), "{told}");
        assert!(faults.files()[0].faults[0].line > 1 && cut.contains(line), "{told}");
        assert!(opened(cut).unwrap().unwrap().contains("cut off"));
    }
    // A line of a person's own without an end only needs one.
    let own = format!("{text}\nIt rained.");
    let told = check(&own).diagnostics.to_string();
    assert!(told.contains("ends within this line") && opened(&own) == Ok(None), "{told}");
}

#[test]
fn other_words_of_the_program_in_an_entry_are_told() {
    for (name, from, to) in [
        ("reading-taken-back", "1 step · to turn 1", "1 steps · to turn 1"),
        ("reading-taken-back", "Taken back · 1 step · to turn 1, before", "Taken back · 1 step · turn 1, before"),
        ("reading-taken-back", "before its throw", "after its throw"),
        ("game-with-an-exchange", "Exchange of prisoners before 13", "Exchange of prisoners before 013"),
    ] {
        let text = rewritten(name);
        assert!(text.contains(from), "{from}");
        let checked = check(&text.replacen(from, to, 1));
        assert_eq!(checked.diagnostics.len(), 1, "{to}: {}", checked.diagnostics);
    }
}
