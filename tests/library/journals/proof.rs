//! What the format of journals promises: a person's lines are found and change nothing, a cut file keeps all that was acknowledged,
//! annotations are never read, and what was changed or lost is told.

use std::fs;
use std::path::{Path, PathBuf};

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, CheckedJournal, Journal};
use enochian::record::{Entry, Record};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::sample;

/// What a person may write, some of it as if to break the journal.
const HOSTILE: &str = "# A heading
## The turns
### 12 · Water · throw 4
###### small
Setext heading
===============
---
***
+++
format = 9
question = \"Another?\"
**bold words**
**Note** mine
**Note · 12**
**Note to turn 12.** He called.
**12 · Water · throw 4**
**12 · Water** throw 4
**12 · Nobody here** · throw 4
**12 · Water** · throw 7
**→ Qh7f5** · Q3c
→ Qh7f5 · Q3c
**→** a thought of mine, in bold · with a dot
12 · Water · throw 4
12. Qh7f5
1. first
- a list
* a star
+ a plus
- [ ] a task
| a | table |
|---|---|
```
```text
~~~~ toml
    indented code
> a quotation
>> a deeper one
> **Note to turn 12.** as it used to be
> > ∴ nested
∴ therefore, I think
>∴ without a space
> ∵ because
>     a drawing of mine
<b>HTML</b>
<!-- a comment that is never closed
<script>alert(1)</script>
<details><summary>more</summary>
</div>
[link](http://example.org \"x\")
[ref]: http://example.org
![picture](x.png)
$$ x^2 $$
%% hidden %%
<<<<<<< HEAD
=======
>>>>>>> theirs
שלום, זה שלי · 12
العربية **12 · ماء** → ذهب
🜁 emoji 👩‍👩‍👧 and \u{202e} reversed \u{2028} separated
**Concluded · at its end** 2026-11-22 · 12 entries
**Concluded** at last
**Position · 12** aK+aB
**Answer by the Ptah · maybe** · turn 3 · unopposed
**Tagged** · family
**tagged** · love
### 3 · what the moon said
**Outcome · well** *2027-03-01* so
*italic words*
\0 a NUL, a tab\tand a bell \u{7}";

/// Journals of all kinds, with notes, taken back turns, conclusions and afterwords among them.
fn paths() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> = ["tests/kept-journals", "journals", "docs/games"]
        .iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path()))
        .filter(|path| journal::is_journal(path).unwrap())
        .collect();
    paths.sort();
    assert!(paths.len() > 15, "{paths:?}");
    paths
}

fn texts() -> Vec<(PathBuf, String)> {
    paths().into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

fn check(text: &str) -> CheckedJournal {
    journal::check(&Source::new("journals/journal.md", text), Correspondences::embedded())
}

fn record(checked: &CheckedJournal) -> &Record {
    checked.record.as_ref().unwrap()
}

/// The text with a line put below every so manyth line from `from` on; and the numbers of these lines.
fn interleaved(text: &str, line: &str, from: usize, every: usize) -> (String, Vec<usize>) {
    let (mut out, mut numbers, mut number) = (String::new(), Vec::new(), 0);
    for (at, own) in text.lines().enumerate() {
        out += own;
        out.push('\n');
        number += 1;
        if at >= from && (at - from).is_multiple_of(every) {
            out += line;
            out.push('\n');
            number += 1;
            numbers.push(number);
        }
    }
    (out, numbers)
}

#[test]
fn kept_journals_are_sound_and_written_again_they_are_the_same() {
    for (path, text) in texts() {
        let checked = check(&text);
        assert!(checked.diagnostics.is_empty() && checked.own.is_empty(), "{path:?}: {}", checked.diagnostics);
        assert!(checked.warnings.is_empty() && !checked.is_changed, "{path:?}: {}", checked.warnings);
        assert_eq!(Journal::text_of(record(&checked), Correspondences::embedded()).unwrap(), text, "{path:?}");
    }
}

/// Each line of a person below every fifth line, above the header and in it too, all at once and one by one.
#[test]
fn no_line_of_a_person_loses_a_fact_and_each_is_found() {
    let mut insertions = 0;
    for (path, text) in texts() {
        let before = check(&text);
        let every = if text.lines().count() > 200 { sample::short_or_whole(29, 5) } else { 5 };
        for (at, line) in HOSTILE.lines().enumerate() {
            let (edited, numbers) = interleaved(&text, line, at % 5, every);
            let checked = check(&edited);
            insertions += numbers.len();
            let told = || format!("{line:?} in {path:?}");
            assert!(checked.diagnostics.is_empty(), "{}: {}", told(), checked.diagnostics);
            assert_eq!(record(&checked), record(&before), "{}", told());
            let found: Vec<usize> = checked.own.iter().map(|(number, _)| *number).collect();
            // Of two fences in a row either may be the person's.
            let is_same = if line == "+++" { found.len() == numbers.len() } else { found == numbers };
            assert!(is_same, "{}: {found:?} for {numbers:?}", told());
            assert!(checked.own.iter().all(|(_, text)| text == line.trim_end()), "{}", told());
        }
        // One by one, and above the first line.
        let lines: Vec<&str> = HOSTILE.lines().collect();
        for at in (0..text.lines().count()).step_by(sample::short_or_whole(17, 1)) {
            let line = lines[at % lines.len()];
            let (edited, number) = match at {
                0 => (format!("{line}\n{text}"), 1),
                at => {
                    let (edited, numbers) = interleaved(&text, line, at - 1, usize::MAX);
                    (edited, numbers[0])
                }
            };
            let checked = check(&edited);
            assert_eq!(
                (record(&checked), &checked.own),
                (record(&before), &vec![(number, line.trim_end().to_owned())]),
                "{line:?} at {at} of {path:?}"
            );
            assert!(checked.diagnostics.is_empty());
        }
    }
    assert!(insertions > 15_000, "{insertions}");
}

#[test]
fn what_was_acknowledged_is_kept_wherever_a_file_is_cut() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.md");
    let chosen = ["reading-taken-back", "reading-with-afterwords", "game-with-an-exchange", "sample-three"];
    for (name, text) in texts() {
        if !chosen.iter().any(|chosen| name.to_str().unwrap().contains(chosen)) {
            continue;
        }
        let whole = check(&text);
        let entries = record(&whole).entries();
        let body = text.find("\n# ∴").unwrap();
        for at in (0..text.len()).step_by(sample::short_or_whole(31, 1)).filter(|at| text.is_char_boundary(*at)) {
            let cut = &text[..at];
            let checked = check(cut);
            if at < body {
                // A journal without its whole header was not begun.
                assert!(checked.record.is_none_or(|record| record.entries().is_empty()), "{name:?} at {at}");
                continue;
            }
            let found = record(&checked).entries();
            assert_eq!(found, &entries[..found.len()], "{name:?} at {at}");
            assert!(checked.own.is_empty(), "{name:?} at {at}: {:?}", checked.own);
            // What is whole in the file counts.
            let last = cut.rfind('\n').map_or(0, |end| end + 1);
            assert_eq!(found.len(), record(&check(&cut[..last])).entries().len(), "{name:?} at {at}");
            fs::write(&path, cut).unwrap();
            let journal = Journal::open(&path, Correspondences::embedded()).unwrap();
            let mended = fs::read_to_string(&path).unwrap();
            assert!(cut.starts_with(&mended) && mended.len() >= last, "{name:?} at {at}");
            assert_eq!(journal.record().entries(), found);
            drop(journal);
            if record(&checked).closing().is_none() {
                let mut journal = Journal::open(&path, Correspondences::embedded()).unwrap();
                journal.enter(Entry::Note("It goes on.".to_owned())).unwrap();
                drop(journal);
                let again = check(&fs::read_to_string(&path).unwrap());
                assert!(
                    again.diagnostics.is_empty() && again.own.is_empty(),
                    "{name:?} at {at}: {}",
                    again.diagnostics
                );
                assert_eq!(record(&again).entries().len(), found.len() + 1);
            }
        }
    }
}

#[test]
fn annotations_are_never_read_and_line_ends_do_not_matter() {
    for (path, text) in texts() {
        let whole = check(&text);
        let is_told = |line: &str| {
            line.starts_with("> ∴") || line.starts_with(">     ") || line.starts_with("# ∴") || line.starts_with("## ∴")
        };
        let without: String = text.lines().filter(|line| !is_told(line)).map(|line| format!("{line}\n")).collect();
        let reworded: String = text
            .lines()
            .map(|line| match line.strip_prefix("> ∴ ") {
                Some(_) => "> ∴ In other words\n".to_owned(),
                None => format!("{line}\n"),
            })
            .collect();
        let trimmed: String = text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        let (marked, windows) = (format!("\u{feff}{text}"), text.replace('\n', "\r\n"));
        let marked_twice = format!("\u{feff}{marked}");
        // As formatters write it: with other marks, and what Markdown shows on one line on one.
        let underscored = |is_bold_too: bool| {
            let line = |line: &str| match line.strip_prefix("**").and_then(|line| line.split_once("**")) {
                Some((head, rest)) => {
                    let rest = match rest.strip_prefix(" *") {
                        Some(stamped) => format!(" _{}", stamped.replacen('*', "_", 1)),
                        None => rest.to_owned(),
                    };
                    let bold = if is_bold_too { "__" } else { "**" };
                    format!("{bold}{head}{bold}{rest}\n")
                }
                None => format!("{line}\n"),
            };
            text.lines().map(line).collect::<String>()
        };
        let joined = trimmed.replace("\n**→**", " **→**");
        for (what, other) in [
            ("italics", underscored(false)),
            ("bold", underscored(true)),
            ("joined", joined),
            ("marked twice", marked_twice),
            ("without", without),
            ("reworded", reworded),
            ("trimmed", trimmed),
            ("marked", marked),
            ("windows", windows),
        ] {
            let checked = check(&other);
            assert_eq!(record(&checked), record(&whole), "{what} {path:?}");
            assert!(
                checked.diagnostics.is_empty() && checked.own.is_empty(),
                "{what} {path:?}: {}",
                checked.diagnostics
            );
            assert!(checked.warnings.is_empty() && !checked.is_changed, "{what} {path:?}: {}", checked.warnings);
        }
    }
}

/// A quotation of a person keeps its empty lines when annotations are written again.
#[test]
fn what_a_person_wrote_stays_when_annotations_are_written_again() {
    let own = "\n> [!note] Monday\n>\n> A thought.\n>\n> > Another.\n\n> ```\n> so\n>\n> ```\n>\n";
    for (path, text) in texts() {
        let source = Source::new("journals/journal.md", text.clone() + own);
        let again = journal::annotated(&source, Correspondences::embedded()).unwrap();
        assert_eq!(again, source.text, "{path:?}");
        // Also between an annotation and what follows it.
        let at = text.find("\n**").unwrap();
        let source = Source::new("journals/journal.md", format!("{}{own}{}", &text[..at], &text[at..]));
        let again = journal::annotated(&source, Correspondences::embedded()).unwrap();
        assert!(again.contains(own.trim_end_matches(">\n")), "{path:?}: {again}");
    }
}

#[test]
fn only_what_is_like_a_fact_is_warned_of() {
    let (_, text) = texts().into_iter().find(|(path, _)| path.to_str().unwrap().contains("is-my-brother")).unwrap();
    let warned = |line: &str| !check(&format!("{text}\n{line}\n")).warnings.is_empty();
    for own in [
        "<%* tp.file.title %>",
        "a* b",
        "**A** is a letter",
        "* one · two",
        "x*y*z",
        "_ * _",
        "**?** who",
        "> **→** Qh7f5 · Q3c",
        "- **12 · Water** · throw 4",
        "    **Note · 12** so",
    ] {
        assert!(!warned(own), "{own}");
    }
    for like in [
        "**-** Qh7f5 · Q3c",
        "**→ ** Qh7f5 · Q3c",
        "**12 · Wter** · throw 4",
        "**12 · Waater** · throw 4",
        "**Notes · 12** so",
        "*12 · Water** · throw 4",
    ] {
        assert!(warned(like), "{like}");
    }
}

#[test]
fn the_way_out_of_an_edit_is_told_at_its_line() {
    let (_, text) = texts().into_iter().find(|(path, _)| path.to_str().unwrap().contains("is-my-brother")).unwrap();
    let told = |from: &str, to: &str| {
        let edited = text.replacen(from, to, 1);
        assert_ne!(edited, text, "{from}");
        check(&edited).diagnostics.to_string()
    };
    // A throw that was corrected leaves no move, and the words for that are those of a journal.
    let no_move = told("**2 · Water** · throw 5", "**2 · Water** · throw 3");
    assert!(no_move.contains("did you mean No Move?"), "{no_move}");
    for header in ["    querent = Anna", "querent = \"Anna\"", "    querent = \"Anna \"X\" Y\""] {
        let unquoted = told("    querent = \"Anna\"", header);
        assert!(unquoted.contains(":6: this line of the header cannot be read; expected four spaces"), "{unquoted}");
    }
    let changed = told("moved to another town", "moved away");
    assert!(changed.contains("with enochian journal check --accept journals/journal.md"), "{changed}");
    let lines = text.lines().count();
    let second = check(&format!("{text}\n{text}")).diagnostics.to_string();
    assert!(
        second.contains(&format!(":{}: another journal begins here; expected one journal in each file", lines + 2)),
        "{second}"
    );
    let unknown = text.replacen("kind = \"reading\"", "kind = \"chess\"", 1);
    assert!(check(&unknown).warnings.is_empty(), "nothing is known of its lines");
}

/// Facts that were removed, doubled or exchanged with the next: all are told in what was concluded, and all of the play elsewhere.
#[test]
fn a_lost_doubled_or_moved_fact_is_told() {
    for (path, text) in texts() {
        let lines: Vec<&str> = text.lines().collect();
        let is_concluded = text.contains("**Concluded");
        let last = lines.iter().rposition(|line| line.starts_with("**")).unwrap();
        let facts: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("**") && *at != last).collect();
        for &at in facts.iter().step_by(sample::short_or_whole(7, 1)) {
            // What nothing counts yet is missed in a journal that goes on.
            let is_counted = lines[at + 1..].iter().any(|line| line.contains(" entries · "));
            if !is_concluded && !is_counted && lines[at].starts_with("**Note") {
                continue;
            }
            let mut removed = lines.clone();
            removed.remove(at);
            let mut doubled = lines.clone();
            doubled.insert(at, lines[at]);
            for other in [removed, doubled] {
                let checked = check(&(other.join("\n") + "\n"));
                let is_told = !checked.diagnostics.is_empty() || !is_counted;
                assert!(is_told, "line {} of {path:?}: {}", at + 1, lines[at]);
            }
        }
    }
}

/// Of flipped bits in facts some are missed: those after the last count of a journal that goes on, and in capital letters of names
/// that nothing compares.
#[test]
fn flipped_bits_are_told() {
    let mut chance = SmallRng::seed_from_u64(3);
    let (mut flips, mut missed) = ([0_u32; 2], [0_u32; 2]);
    for (path, text) in texts() {
        let is_concluded = usize::from(text.contains("**Concluded"));
        let facts: Vec<(usize, usize)> =
            text.match_indices("\n**").map(|(at, _)| (at + 1, at + 1 + text[at + 1..].find('\n').unwrap())).collect();
        for _ in 0..sample::short_or_whole(60, 1000) {
            let (start, end) = facts[chance.random_range(0..facts.len())];
            let (at, bit) = (chance.random_range(start..end), chance.random_range(0..8));
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1 << bit;
            let Ok(other) = String::from_utf8(bytes) else { continue };
            let (checked, whole) = (check(&other), check(&text));
            flips[is_concluded] += 1;
            let is_told = !checked.diagnostics.is_empty() || !checked.warnings.is_empty();
            missed[is_concluded] += u32::from(!is_told);
            // What is missed changes no act.
            let acts = |record: &Record| record.entries().iter().filter(|it| matches!(it, Entry::Act(_))).count();
            if !is_told {
                assert_eq!(acts(record(&checked)), acts(record(&whole)), "{path:?} at {at}: {}", &other[start..end]);
            }
        }
    }
    println!("missed: {} of {} in concluded journals, {} of {} in others", missed[1], flips[1], missed[0], flips[0]);
    assert!(flips[0] > 100 && flips[1] > 500, "{flips:?}");
    assert!(missed[1] * 200 <= flips[1], "concluded: {missed:?} of {flips:?}");
    assert!(missed[0] * 6 <= flips[0], "open: {missed:?} of {flips:?}");
}

#[test]
fn what_was_changed_by_hand_can_be_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.md");
    let sample = texts().into_iter().find(|(path, _)| path.to_str().unwrap().contains("is-my-brother")).unwrap().1;
    let edited = sample.replacen("The king walks alone", "The king strides alone", 1);
    assert_ne!(edited, sample);
    fs::write(&path, &edited).unwrap();
    let checked = check(&edited);
    assert!(
        checked.is_changed && checked.diagnostics.to_string().contains("is not as it was written"),
        "{}",
        checked.diagnostics
    );
    // It keeps nobody from reading it or adding to it.
    let mut journal = Journal::open(&path, Correspondences::embedded()).unwrap();
    assert!(journal.record().notes().iter().any(|note| note.words.contains("strides")));
    assert!(!journal.notices().is_empty());
    journal.accept(journal.record().heading().begun).unwrap();
    drop(journal);
    let accepted = fs::read_to_string(&path).unwrap();
    assert!(accepted.starts_with(&edited) && check(&accepted).diagnostics.is_empty());
    let again = accepted.replacen("strides", "runs", 1);
    assert!(check(&again).is_changed, "what is accepted is counted too");
}
