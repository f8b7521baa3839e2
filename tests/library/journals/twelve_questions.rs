//! Twelve questions to a notebook of thirty readings, each one query, against the records themselves; the page answers them in
//! `tests/table/questions_by_hand.rs`.

use std::fs;
use std::path::{Path, PathBuf};

use enochian::chess::{Army, Element, Kind, Officer, Piece};
use enochian::correspondences::{Correspondences, SignOrElement};
use enochian::journal::{self, IndexEntry, Query};
use enochian::reading::Verdict;
use enochian::record::{Correctness, EnochianRecord, Record};
use enochian::session::PlayedTurn;

use super::thirty_readings::{GARDEN, TWELVE, thirty_readings};

/// A journal and the turns in it, or none if the whole journal is meant.
type Answers = Vec<(String, Vec<u32>)>;

/// Whether a turn of a record answers.
type TurnFits<'f> = &'f dyn Fn(&Record, &PlayedTurn) -> bool;

fn list(folder: &Path) -> Vec<IndexEntry> {
    journal::list(folder, Correspondences::embedded(), &|_, _| {}).unwrap()
}

/// What a query answers, the latest reading first.
fn asked(text: &str, entries: &[IndexEntry]) -> Answers {
    let correspondences = Correspondences::embedded();
    let query = Query::read(text, correspondences, &correspondences.namings()[0]).unwrap();
    let answers = entries.iter().filter_map(|entry| {
        let found = query.find(entry.metadata.as_ref().unwrap(), correspondences)?;
        let mut turns: Vec<u32> = found.turns.iter().map(|turn| turn.turn).collect();
        turns.extend(found.lines.iter().filter_map(|own| own.turn));
        turns.sort_unstable();
        turns.dedup();
        Some((entry.name(), turns))
    });
    answers.collect()
}

fn own(record: &Record) -> Army {
    record.enochian().unwrap().subject().querent().unwrap()
}

fn force(record: EnochianRecord<'_>, turn: &PlayedTurn) -> Option<SignOrElement> {
    turn.landing().map(|square| Correspondences::embedded().square(record.subject().board(), square).force)
}

/// What the records say: the journals that fit, and in them the turns that do.
fn told(records: &[(PathBuf, Record)], fits: impl Fn(&Record) -> bool, turn: Option<TurnFits<'_>>) -> Answers {
    let answers = records.iter().rev().filter(|(_, record)| fits(record)).filter_map(|(path, record)| {
        let turns = record.enochian().unwrap().turns().iter();
        let turns: Vec<u32> = turns.filter(|it| turn.is_some_and(|fits| fits(record, it))).map(|it| it.ply).collect();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (turn.is_none() || !turns.is_empty()).then_some((name, turns))
    });
    answers.collect()
}

#[test]
fn twelve_questions_to_thirty_readings_are_each_answered_by_one_query() {
    let folder = tempfile::tempdir().unwrap();
    let records = thirty_readings(folder.path());
    let mut entries = list(folder.path());
    let all = |_: &Record| true;
    let said = |record: &Record| record.heading().clone();
    let is_own_king = |record: &Record, piece: Piece| piece == Piece { army: own(record), kind: Kind::King };
    let proved = |record: &Record| record.outcomes().last().map(|it| it.proved);
    let querent = |record: &Record| record.enochian().unwrap().subject().question().unwrap().querent.clone();
    let answer = |record: &Record| record.enochian().unwrap().answer().unwrap().ptah.verdict;
    let captured = |turn: &PlayedTurn, fits: &dyn Fn(Piece) -> bool| turn.captures().any(|(piece, _)| fits(piece));
    let on = |record: &Record, turn: &PlayedTurn| force(record.enochian().unwrap(), turn);
    let is_tagged = |record: &Record| record.tags().iter().any(|tag| tag.as_str() == "family");
    let title = |record: &Record| record.enochian().unwrap().subject().question().unwrap().text.clone();
    let with_nadia =
        |record: &Record| querent(record) == "Nadia" || said(record).seats.players.contains(&"Nadia".into());
    let begun = |record: &Record| record.heading().begun.format("%Y-%m").to_string();

    let questions: [(&str, Answers); 12] = [
        // When did my king last land on Scorpio, and what did I write?
        (
            "my king on scorpio",
            told(
                &records,
                all,
                Some(&|record, turn| {
                    turn.piece.is_some_and(|piece| is_own_king(record, piece))
                        && on(record, turn) == Some(SignOrElement::Scorpio)
                }),
            ),
        ),
        ("nadia outcome:true", told(&records, |it| with_nadia(it) && proved(it) == Some(Correctness::True), None)),
        ("player:nadia querent:anna", told(&records, |it| with_nadia(it) && querent(it) == "Anna", None)),
        (
            "king fallen death",
            told(
                &records,
                all,
                Some(&|record, turn| {
                    captured(turn, &|piece| piece.kind == Kind::King)
                        && on(record, turn) == Some(SignOrElement::Scorpio)
                }),
            ),
        ),
        (
            "question:brother since:2025-03 until:2025-09",
            told(&records, |it| title(it).contains("brother") && ("2025-03"..="2025-09").contains(&&*begun(it)), None),
        ),
        (
            "my queen check",
            told(
                &records,
                all,
                Some(&|record, turn| {
                    let queen = Piece { army: own(record), kind: Kind::Officer(Officer::Queen) };
                    turn.piece == Some(queen) && !turn.checks.is_empty()
                }),
            ),
        ),
        ("answer:yes outcome:unknown", told(&records, |it| answer(it) == Verdict::Yes && proved(it).is_none(), None)),
        (
            "note:garden",
            told(
                &records,
                |it| it.notes().iter().any(|note| note.words == GARDEN),
                Some(&|record, turn| {
                    turn.piece.is_some_and(|piece| is_own_king(record, piece))
                        && on(record, turn) == Some(SignOrElement::Scorpio)
                }),
            ),
        ),
        ("tag:family outcome:unknown", told(&records, |it| is_tagged(it) && proved(it).is_none(), None)),
        (
            "figure:carcer answer:no",
            told(
                &records,
                |it| answer(it) == Verdict::No,
                Some(&|record, turn| on(record, turn) == Some(SignOrElement::Capricorn)),
            ),
        ),
        (
            "my bishop taken",
            told(
                &records,
                all,
                Some(&|record, turn| {
                    let bishop = Piece { army: own(record), kind: Kind::Officer(Officer::Bishop) };
                    captured(turn, &|piece| piece == bishop)
                }),
            ),
        ),
        (
            "element:fire queen takes pawn",
            told(
                &records,
                all,
                Some(&|record, turn| {
                    let is_queen = turn.piece.is_some_and(|piece| piece.kind == Kind::Officer(Officer::Queen));
                    let is_fire = on(record, turn).is_some_and(|force| force.element() == Element::Fire);
                    is_queen && is_fire && captured(turn, &|piece| piece.kind.is_pawn())
                }),
            ),
        ),
    ];
    assert_eq!(questions.each_ref().map(|(question, _)| *question), TWELVE);
    // A synchronised copy replaces a journal: of another inode and time, with the same words.
    for again in [false, true] {
        for (question, expected) in &questions {
            assert!(!expected.is_empty(), "{question}: a question that nothing answers");
            assert_eq!(&asked(question, &entries), expected, "{question}");
        }
        if !again {
            for (path, _) in &records {
                let bytes = fs::read(path).unwrap();
                fs::write(folder.path().join("synced"), bytes).unwrap();
                fs::rename(folder.path().join("synced"), path).unwrap();
            }
            entries = list(folder.path());
        }
    }
}

#[test]
fn a_link_leads_to_a_reading_and_back() {
    let folder = tempfile::tempdir().unwrap();
    thirty_readings(folder.path());
    let entries = list(folder.path());
    let first = journal::linked("2025-01-05-is-my", &entries).unwrap();
    let named = journal::named_in(first, &entries);
    let [(from, line, turn)] = named.as_slice() else { panic!("{named:?}") };
    assert_eq!((from.name().starts_with("2025-08-13"), line.turn, *turn), (true, Some(7), Some(5)));
    // None, and several.
    assert!(journal::linked("nobody", &entries).is_none() && journal::linked("2025-0", &entries).is_none());
}
