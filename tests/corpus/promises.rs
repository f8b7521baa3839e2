//! What every parser promises, whatever it is given: the entry points of the fuzzer, which `tests/library/journals/corpus.rs`
//! runs on the corpus as well.
#![allow(dead_code, reason = "each fuzz target uses one of these")]

use std::sync::Arc;

use enochian::chess::{Army, Array, Element, Exchange, Move, Position, Rules, Setup, Square};
use enochian::correspondences::{Correspondences, Quality, SignOrElement};
use enochian::games::{FaithSetup, GameKind, GameOptions, GameState, OfferedAct, enochian_state, faith_start};
use enochian::input::Source;
use enochian::journal;
use enochian::reading::{QuestionDraft, Throw};
use enochian::record::{Closing, Correctness, Entry, Record, Tag, check_players};
use enochian::session::{SessionState, SessionTerms, SheetMove};
use enochian::sheet::{self, ImportOptions};
use enochian::simulate::{ArmyPlayer, SimulationSummary};

/// A position text that is read is written as it was read, white space apart, and can be played on.
pub(crate) fn position(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = text.parse::<Setup>();
    let Ok(position) = text.parse::<Position>() else { return };
    assert_eq!(position.to_string().parse::<Position>().as_ref(), Ok(&position));
    for rules in [Rules::CHESSVARIANTS, Rules::ZALEWSKI.reading()] {
        let position = position.clone().with_rules(rules);
        let moves = position.moves();
        assert_eq!(moves.is_empty(), position.outcome().is_some());
        for mv in moves {
            let mut next = position.clone();
            next.play(mv, &mut ()).expect("a listed move is legal");
            assert_eq!(next.to_string().parse::<Position>().as_ref(), Ok(&next), "{mv} in {position}");
        }
        for exchange in position.exchanges() {
            position.clone().exchange(exchange, &mut ()).expect("a listed exchange is possible");
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
    match after.play(mv, &mut ()) {
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

/// A record written as a sheet reads back as the same without what was added to it, but closed if it is over.
fn comes_back(record: &Record) {
    let written = sheet::write(record.enochian().unwrap());
    let begun = record.heading().begun;
    let keeping = ImportOptions { begun, as_played: false };
    let again = sheet::read(&Source::new("again.txt", written.as_str()), &keeping, Correspondences::embedded());
    let mut played = Record::begin(record.heading().clone());
    for entry in record.entries().iter().filter(|entry| !matches!(entry, Entry::Afterword(_))) {
        played.enter(entry.clone()).expect("it does not depend on what was added");
    }
    if record.enochian().unwrap().end().is_some() && record.closing().is_none() {
        played.enter(Entry::Concluded(Closing::Ended, begun)).expect("it is over");
    }
    assert_eq!(again, Ok(played), "{written}");
}

/// A game of the others: its kind and options in the first line, a position in the second, acts in the rest. A position that
/// is read is written as it was read; acts that are listed can be played; others are played or refused with a reason, and
/// what they lead to is a position again.
pub(crate) fn other_game(bytes: &[u8]) {
    other_acts(bytes, 40);
}

/// The same of the first acts only: to try every act that is offered after each takes long.
pub(crate) fn other_beginning(bytes: &[u8]) {
    other_acts(bytes, 2);
}

fn other_acts(bytes: &[u8], most: usize) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut lines = text.lines();
    let mut words = lines.next().unwrap_or_default().split(' ');
    let Ok(kind) = words.next().unwrap_or_default().parse::<GameKind>() else { return };
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
    for act in lines.take(most) {
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
    let legal = position.moves();
    assert!(sheet.candidates(&position).iter().all(|mv| legal.contains(mv)));
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
    let lines: Vec<&str> = source.text.lines().collect();
    assert!(checked.own.iter().all(|(line, own)| lines[line - 1].trim_end() == own));
    let _ = journal::Metadata::read(&source, Correspondences::embedded());
    match journal::read_text(&source, Correspondences::embedded()) {
        Ok(record) => {
            assert!(record.enochian().unwrap().turns().len() <= record.entries().len());
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

/// A word typed or in a file is read, or refused with a reason that can be shown.
pub(crate) fn words(bytes: &[u8]) {
    fn is_shown<T, E: std::fmt::Display>(read: Result<T, E>) {
        if let Err(error) = read {
            let told = error.to_string();
            assert!(!told.is_empty() && !told.contains(|c: char| c.is_control()), "{told:?}");
        }
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    is_shown(text.parse::<Array>());
    is_shown(text.parse::<Element>());
    is_shown(text.parse::<Square>());
    is_shown(text.parse::<Quality>());
    is_shown(text.parse::<SignOrElement>());
    is_shown(text.parse::<Throw>());
    is_shown(text.parse::<Closing>());
    is_shown(text.parse::<Correctness>());
    is_shown(text.parse::<GameKind>());
    is_shown(Correspondences::embedded().find_category(text));
    let players: Vec<String> = text.split(',').map(str::to_owned).collect();
    is_shown(check_players(&players));
    let options = text.split_whitespace().filter_map(|word| word.split_once('='));
    is_shown(GameOptions::new(options, GameKind::Three.options()));
    if let Ok(tag) = text.parse::<Tag>() {
        assert_eq!(tag.as_str().parse(), Ok(tag));
    }
    is_shown(ArmyPlayer::of_words([text], Army::Air));
    AT_THE_START.with(|[of_chess, other]| {
        for (state, acts) in [of_chess, other] {
            let typed = state.read_typed(text, acts);
            is_shown(typed.inspect(|act| assert!(acts.iter().any(|offered| offered.text == act.text), "{}", act.text)));
        }
    });
}

thread_local! {
    /// A game of Enochian chess and what can be played in it, and one of another kind.
    static AT_THE_START: [(Arc<dyn GameState>, Vec<OfferedAct>); 2] = {
        let terms = SessionTerms::of_rules(Rules::CHESSVARIANTS);
        let of_chess = enochian_state(&terms, SessionState::begin(&terms, start()));
        let other = GameKind::Three.referee(&GameOptions::default()).expect("a referee").start();
        [of_chess, other].map(|state| (state.clone(), state.acts()))
    };
}

/// A set-up of Armies of Faith is read, and a game begins from it, or it has faults that can be told.
pub(crate) fn setup(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match FaithSetup::read(&Source::new("setup.toml", text)) {
        Ok(setup) => assert!(!faith_start(&setup, &GameOptions::default()).text().is_empty()),
        Err(faults) => {
            assert!(!faults.is_empty() && !faults.to_string().contains(|c: char| c.is_control() && c != '\n'));
        }
    }
}

/// A summary of a simulation that is read and consistent is written as one that reads as the same.
pub(crate) fn summary(bytes: &[u8]) {
    let Ok(summary) = serde_json::from_slice::<SimulationSummary>(bytes) else { return };
    if summary.check().is_ok() {
        let written = serde_json::to_string(&summary).expect("a summary serialises");
        assert_eq!(serde_json::from_str::<SimulationSummary>(&written).ok(), Some(summary));
    }
}

fn start() -> Position {
    use enochian::chess::{Angle, Board, Direction};
    Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil)
}
