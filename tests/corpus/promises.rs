//! What every parser promises, whatever it is given: the entry points of the fuzzer, which `tests/corpus` runs
//! on the corpus as well.
#![allow(dead_code, reason = "each fuzz target uses one of these")]

use enochian::chess::{Exchange, Move, Position, Rules, Setup, SheetMove};
use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal;
use enochian::reading::QuestionDraft;
use enochian::record::Record;
use enochian::sheet::{self, ImportOptions};
use enochian::variants::{GameOptions, GameState, VariantKind};

/// A position text that is read is written as it was read, white space apart, and can be played on.
pub(crate) fn position(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = text.parse::<Setup>();
    let Ok(position) = text.parse::<Position>() else { return };
    assert_eq!(position.to_string().parse::<Position>().as_ref(), Ok(&position));
    for rules in [Rules::CHESSVARIANTS, Rules::ZALEWSKI.reading()] {
        let moves = position.moves(&rules);
        assert_eq!(moves.is_empty(), position.outcome(&rules).is_some());
        for mv in moves {
            let mut next = position.clone();
            next.play(mv, &rules, &mut ()).expect("a listed move is legal");
            assert_eq!(next.to_string().parse::<Position>().as_ref(), Ok(&next), "{mv} in {position}");
        }
        for exchange in position.exchanges(&rules) {
            position.clone().exchange(exchange, &rules, &mut ()).expect("a listed exchange is possible");
        }
    }
}

/// A move or exchange that is read is written as it was read, and playing it at the start is refused or done.
pub(crate) fn moves(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(exchange) = text.parse::<Exchange>() {
        assert_eq!(exchange.to_string(), text);
    }
    let Ok(mv) = text.parse::<Move>() else { return };
    assert_eq!(mv.to_string(), text);
    let before = start();
    let mut after = before.clone();
    match after.play(mv, &Rules::CHESSVARIANTS, &mut ()) {
        Ok(()) => assert_eq!(after.ply(), 1),
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty());
            assert_eq!(after, before);
        }
    }
}

/// A sheet is read or has faults that can be told; what is read is written as a sheet that reads as the same record.
pub(crate) fn sheet(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    sheet_text(text);
    for as_played in [false, true] {
        let keeping = ImportOptions { begun: "2026-11-21T14:05:00+01:00".parse().expect("a moment"), as_played };
        match sheet::read(&Source::new("sheet.txt", text), &keeping, Correspondences::embedded()) {
            Ok(record) => comes_back(&record),
            Err(faults) => {
                assert!(!faults.is_empty());
                assert!(!faults.to_string().contains(|c: char| c.is_control() && c != '\n'));
            }
        }
    }
}

/// A record written as a sheet reads back as the same.
fn comes_back(record: &Record) {
    let written = sheet::write(record);
    let keeping = ImportOptions { begun: record.heading().begun, as_played: false };
    let again = sheet::read(&Source::new("again.txt", written.as_str()), &keeping, Correspondences::embedded());
    assert_eq!(again.as_ref(), Ok(record), "{written}");
}

/// A game of the others: its kind and options in the first line, a position in the second, acts in the rest. A position that
/// is read is written as it was read; acts that are listed can be played; others are played or refused with a reason, and
/// what they lead to is a position again.
pub(crate) fn variant(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut lines = text.lines();
    let mut words = lines.next().unwrap_or_default().split(' ');
    let Ok(kind) = words.next().unwrap_or_default().parse::<VariantKind>() else { return };
    let Ok(options) = GameOptions::new(words.filter_map(|word| word.split_once('=')), kind.options()) else { return };
    let Ok(referee) = kind.referee(&options) else { return };
    let is_shown = |error: &dyn std::error::Error| {
        let told = error.to_string();
        assert!(!told.is_empty() && !told.contains(|c: char| c.is_control()), "{told:?}");
    };
    let is_sound = |state: &dyn GameState| {
        let text = state.text();
        assert_eq!(referee.read(&text).map(|again| again.text()).as_ref(), Ok(&text));
        assert_eq!(state.ending().is_some(), state.acts().is_empty(), "{text}");
    };
    let position = lines.next().unwrap_or_default();
    let mut state = if position.is_empty() {
        referee.start()
    } else {
        match referee.read(position) {
            Ok(state) => state,
            Err(error) => return is_shown(&error),
        }
    };
    assert!(position.is_empty() || state.text() == position);
    for act in lines.take(40) {
        is_sound(state.as_ref());
        let _ = (state.diagram(), state.view(None).text(), state.view(Some(0)).text());
        for offered in state.acts() {
            let played = state.play(&offered.text);
            is_sound(played.unwrap_or_else(|error| panic!("{}: {error}", offered.text)).state.as_ref());
        }
        let before = state.text();
        let played = state.play(act).or_else(|error| {
            is_shown(&error);
            state.play_irregular(act)
        });
        assert_eq!(state.text(), before);
        match played {
            Ok(played) => state = played.state,
            Err(error) => is_shown(&error),
        }
    }
}

/// A move in sheet notation means only legal moves.
fn sheet_text(text: &str) {
    let Ok(sheet) = text.parse::<SheetMove>() else { return };
    let position = start();
    let legal = position.moves(&Rules::CHESSVARIANTS);
    assert!(sheet.candidates(&position, &Rules::CHESSVARIANTS).iter().all(|mv| legal.contains(mv)));
}

/// A question file is read or has faults that can be told.
pub(crate) fn question(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match QuestionDraft::read(&Source::new("question.toml", text), Correspondences::embedded()) {
        Ok(draft) => {
            let again = Source::new("again.toml", draft.to_toml());
            assert_eq!(QuestionDraft::read(&again, Correspondences::embedded()), Ok(draft));
        }
        Err(faults) => assert!(!faults.to_string().contains(|c: char| c.is_control() && c != '\n')),
    }
}

/// A journal is read or has faults that can be told; what is read comes back from a sheet.
pub(crate) fn journal(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let source = Source::new("journal.md", text);
    let checked = journal::check(&source, Correspondences::embedded());
    assert!(
        checked.own.iter().all(|(line, own)| source.text.lines().nth(line - 1).is_some_and(|it| it.trim_end() == own))
    );
    let _ = journal::Metadata::read(&source, Correspondences::embedded());
    match journal::read_text(&source, Correspondences::embedded()) {
        Ok(record) => {
            assert!(record.turns().len() <= record.entries().len());
            comes_back(&record);
        }
        Err(faults) => {
            assert!(!faults.is_empty());
            assert!(!faults.to_string().contains(|c: char| c.is_control() && c != '\n'));
        }
    }
}

/// A data file is read or has faults that can be told, wherever it stands. The first byte chooses the file.
pub(crate) fn data(bytes: &[u8]) {
    let Some((&which, bytes)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let file = Correspondences::files().cycle().nth(usize::from(which)).unwrap_or_default();
    if let Err(faults) = Correspondences::with_file(file, text) {
        assert!(!faults.to_string().contains(|c: char| c.is_control() && c != '\n'));
    }
}

fn start() -> Position {
    use enochian::chess::{Angle, Army, Array, Board, Direction};
    Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil)
}
