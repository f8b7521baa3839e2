//! Journals of the other games: what is entered is read back, damage is told, and nothing is lost.
#![cfg(feature = "journal")]
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, JournalRecord, Metadata, VariantJournal};
use enochian::record::{Annotation, Closing, Entry, Timestamp, VariantHeading, VariantRecord, VariantSettings};
use enochian::variants::{Actor, GameOptions, Referee, VariantAct, VariantKind, VariantSession, unrefereed};

/// Every kind, also the one without a referee.
fn kinds() -> impl Iterator<Item = VariantKind> {
    VariantKind::ALL.into_iter().chain([VariantKind::Other])
}

fn referee(kind: VariantKind) -> Arc<dyn Referee> {
    if kind == VariantKind::Other {
        unrefereed(&["North", "East", "West"].map(str::to_owned)).unwrap()
    } else {
        kind.referee(&GameOptions::default()).unwrap()
    }
}

fn moment(seconds: u32) -> Timestamp {
    chrono::DateTime::parse_from_rfc3339(&format!("2026-11-22T20:15:{seconds:02}+01:00")).unwrap()
}

fn heading(kind: VariantKind) -> VariantHeading {
    let referee = referee(kind);
    let players = referee.seats().iter().map(|seat| format!("Player of {}", seat.name)).collect();
    let game = VariantSettings {
        title: format!("A *game* of {kind}"),
        start: referee.start(),
        referee,
        options: GameOptions::default(),
        source: Some("a book".to_owned()),
        seed: None,
    };
    VariantHeading { game, begun: moment(0), zone: Some("Europe/Berlin".to_owned()), players, automatic: false }
}

/// A small generator, which needs no crate: numbers below a bound.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// An act that can be played now, chosen at random; `None` if the game is over.
fn any_act(session: &VariantSession, numbers: &mut Numbers) -> Option<VariantAct> {
    const TEXTS: [&str; 5] = ["lays a tile", "next West", "a `b` *c* | ~ d · e", "(irregular)", "### 3 · x"];
    let state = session.state();
    let text = match state.actor() {
        Actor::Nobody => return None,
        Actor::Chance => state.chance(&mut |bound| numbers.below(bound)).unwrap(),
        Actor::Seat(_) if session.referee().kind() == VariantKind::Other => {
            TEXTS[numbers.below(TEXTS.len())].to_owned()
        }
        Actor::Seat(_) => {
            let acts = state.acts();
            acts[numbers.below(acts.len())].text.clone()
        }
    };
    Some(session.read(&text).unwrap())
}

/// A journal with acts, a taking back, notes, a pause, annotations; concluded if `closing` says so.
fn played<'l>(kind: VariantKind, folder: &Path, acts: usize, closing: Option<Closing>) -> VariantJournal<'l> {
    let mut journal = VariantJournal::create(folder, heading(kind), Correspondences::embedded()).unwrap();
    let mut numbers = Numbers(7);
    for number in 0..acts {
        let Some(act) = any_act(journal.record().play(), &mut numbers) else { break };
        journal.enter(Entry::Act(act)).unwrap();
        if number % 9 == 4 {
            journal.enter(Entry::Note(format!("note {number}: *so* it is"))).unwrap();
        }
        if number % 11 == 7 {
            journal.enter(Entry::TakenBack(2)).unwrap();
        }
        if number == 12 {
            journal.enter(Entry::Resumed(moment(12))).unwrap();
        }
    }
    journal.enter(Entry::Annotation(Annotation::read("Tagged", "club, evening").unwrap())).unwrap();
    if let Some(closing) = closing {
        journal.enter(Entry::Concluded(closing, moment(30))).unwrap();
        let remark = Annotation::read("Remark", "on turn 2 · 2026-12-01T20:15:00+01:00 · well played").unwrap();
        journal.enter(Entry::Annotation(remark)).unwrap();
    }
    journal
}

fn read(path: &Path) -> VariantRecord {
    journal::read_as(path, Correspondences::embedded()).unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn what_is_entered_is_read_back() {
    for kind in kinds() {
        for closing in [None, Some(Closing::Agreed), Some(Closing::ByPlayers), Some(Closing::AtLimit(40))] {
            let folder = tempfile::tempdir().unwrap();
            let journal = played(kind, folder.path(), 40, closing);
            assert_eq!(&read(journal.path()), journal.record(), "{kind}");
            let source = Source::read(journal.path(), journal::LIMIT).unwrap();
            let checked = journal::check(&source, Correspondences::embedded());
            assert!(checked.diagnostics.is_empty(), "{kind}: {}", checked.diagnostics);
            assert!(checked.own.is_empty(), "{kind}: {:?}", checked.own);
            assert_eq!(checked.record, Some(JournalRecord::from(journal.record().clone())));
            let metadata = Metadata::read(&source, Correspondences::embedded()).unwrap();
            assert_eq!(metadata.kind.as_deref(), Some(kind.name()));
            assert_eq!(metadata.is_concluded, closing.is_some());
            assert!(metadata.is_playable && metadata.tags == ["club", "evening"], "{kind}");
            let last = journal.record().play().steps().last().unwrap();
            let unfinished = u32::from(!last.played.ends_turn);
            assert_eq!(metadata.turns, journal.record().play().state().turn() - 1 + unfinished, "{kind}");
            let resumed = {
                let path = journal.path().to_owned();
                drop(journal);
                VariantJournal::open(&path, Correspondences::embedded())
            };
            assert!(resumed.unwrap().notices().is_empty());
        }
    }
}

#[test]
fn a_game_that_ends_says_how() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal =
        VariantJournal::create(folder.path(), heading(VariantKind::Other), Correspondences::embedded()).unwrap();
    assert!(journal.enter(Entry::Concluded(Closing::Ended, moment(1))).is_err(), "it has not ended");
    let act = journal.record().play().read("end North has *won*").unwrap();
    journal.enter(Entry::Act(act)).unwrap();
    journal.enter(Entry::Concluded(Closing::Ended, moment(1))).unwrap();
    let text = fs::read_to_string(journal.path()).unwrap();
    assert!(text.contains("The game ended: North has \\*won\\*."), "{text}");
    assert!(text.contains("**Not refereed**"), "{text}");
    assert!(journal::check(&Source::new("j.md", text), Correspondences::embedded()).diagnostics.is_empty());
}

#[test]
fn a_persons_lines_are_kept_and_known_as_such() {
    for kind in kinds() {
        let folder = tempfile::tempdir().unwrap();
        let journal = played(kind, folder.path(), 20, Some(Closing::ByPlayers));
        let text = fs::read_to_string(journal.path()).unwrap();
        let (header, body) = text.split_once("\n+++\n").unwrap();
        let text = format!("{header}\n+++\n{}", body.replace("\n\n", "\n\nmy own line\n\n"));
        let checked = journal::check(&Source::new("j.md", text), Correspondences::embedded());
        assert!(checked.diagnostics.is_empty(), "{kind}: {}", checked.diagnostics);
        assert!(checked.own.len() > 20 && checked.own.iter().all(|(_, line)| line == "my own line"), "{kind}");
    }
}

#[test]
fn a_command_for_readings_says_what_the_journal_is() {
    let folder = tempfile::tempdir().unwrap();
    let journal = played(VariantKind::Other, folder.path(), 3, None);
    let error = journal::read(journal.path(), Correspondences::embedded()).unwrap_err().to_string();
    assert!(
        error.contains("this is one of the other games; expected a reading or a game of Enochian chess"),
        "{error}"
    );
    let source = Source::read(journal.path(), journal::LIMIT).unwrap();
    for (wrong, told) in [
        (source.text.replace("format = 4", "format = 3"), "this journal has format 3; expected format 4"),
        (source.text.replace("kind = \"other\"", "kind = \"chess\""), "three, free, team, gods, faith or other"),
        (source.text.replace("seat = \"East\"", "seat = \"North\""), "the seat \"North\" is named twice"),
        (source.text.replace("start = \"1 North\"", "start = \"1 South\""), "is not a state of this game"),
        (source.text.replace("### 2 · East", "### 2 · West"), "turn 2 of West does not follow here"),
    ] {
        assert_ne!(wrong, source.text);
        let checked = journal::check(&Source::new("j.md", wrong), Correspondences::embedded());
        assert!(checked.diagnostics.to_string().contains(told), "{told}: {}", checked.diagnostics);
    }
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
        } else if line.starts_with("> **Remark") {
            free.extend(line.find(|c: char| c.is_ascii_digit()).map(rest));
        } else if line.starts_with("**Tagged** · ") {
            free.extend(after("** · ").map(rest));
        } else if line.starts_with("### Resumed") || line.starts_with("### Concluded") {
            free.push(rest(line.rfind("· ").unwrap()));
        } else if line.starts_with("begun = ") {
            free.push(at + 26..at + 28);
        } else if line.starts_with("program = ") || line.starts_with("source = ") {
            free.extend(after("\"").map(rest));
        }
        at += line.len();
    }
    free
}

fn is_told(text: &str) -> bool {
    let checked = journal::check(&Source::new("j.md", text), Correspondences::embedded());
    !checked.diagnostics.is_empty() || checked.not_compared.is_some()
}

/// How many places of each journal are damaged; `DAMAGED_PLACES=1000000` takes every bit and every byte.
fn samples() -> usize {
    std::env::var("DAMAGED_PLACES").map_or(250, |number| number.parse().unwrap())
}

#[test]
fn a_flipped_bit_is_told_wherever_the_program_wrote() {
    let (mut flipped, mut untold) = (0, Vec::new());
    for kind in kinds() {
        let folder = tempfile::tempdir().unwrap();
        let text = fs::read_to_string(played(kind, folder.path(), 12, Some(Closing::Agreed)).path()).unwrap();
        assert!(!is_told(&text));
        let free = free(&text);
        let step = (text.len() * 8 / samples()).max(1) | 1;
        for bit in (0..text.len() * 8).step_by(step).filter(|bit| !free.iter().any(|free| free.contains(&(bit / 8)))) {
            let mut bytes = text.clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let Ok(damaged) = String::from_utf8(bytes) else { continue };
            flipped += 1;
            if !is_told(&damaged) {
                let line = 1 + text[..text.floor_char_boundary(bit / 8)].matches('\n').count();
                let damaged = damaged.lines().nth(line - 1).unwrap_or_default().to_owned();
                untold.push(format!("{kind}:{line}: bit {bit}: {damaged:?}"));
            }
        }
    }
    assert!(untold.is_empty(), "{} of {flipped}:\n{}", untold.len(), untold.join("\n"));
    assert!(flipped > 800, "{flipped}");
}

#[test]
fn a_journal_cut_off_while_it_was_written_is_repaired() {
    for kind in kinds() {
        let folder = tempfile::tempdir().unwrap();
        let journal = played(kind, folder.path(), 12, None);
        let (text, whole) = (fs::read_to_string(journal.path()).unwrap(), journal.record().clone());
        let opening = text.find("## The turns\n").unwrap() + 13;
        for at in (opening..text.len()).filter(|at| text.is_char_boundary(*at)).step_by(samples().min(7)) {
            let cut = folder.path().join("cut.md");
            fs::write(&cut, &text[..at]).unwrap();
            let opened = VariantJournal::open(&cut, Correspondences::embedded());
            let opened = opened.unwrap_or_else(|error| panic!("{kind} at {at}: {error}"));
            let entries = opened.record().entries();
            assert_eq!(entries, &whole.entries()[..entries.len()], "{kind} at {at}");
            // Whatever is whole in the file is kept.
            let kept = text[..at].matches("\n### ").count() + text[..at].matches("\n> **").count();
            assert!(entries.len() + 1 >= kept, "{kind} at {at}: {} of {kept}", entries.len());
            drop(opened);
            assert!(!is_told(&fs::read_to_string(&cut).unwrap()), "{kind} at {at}");
        }
    }
}
