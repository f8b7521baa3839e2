//! Sheets: read leniently with every fault told, written strictly, and the same record both ways.

use std::fs;

use enochian::correspondences::Correspondences;
use enochian::input::{Diagnostics, Source};
use enochian::reading::{DiceSource, DieThrower, QuestionDraft, QuestionKind};
use enochian::record::{Closing, Entry, Heading, Record, Seats, Subject};
use enochian::session::Act;
use enochian::sheet::{self, ImportOptions};

const BEGUN: &str = "2026-11-21T14:05:00+01:00";

fn keeping(as_played: bool) -> ImportOptions {
    ImportOptions { begun: BEGUN.parse().unwrap(), as_played }
}

fn read(text: &str) -> Result<Record, Diagnostics> {
    sheet::read(&Source::new("game.txt", text), &keeping(false), Correspondences::embedded())
}

fn as_played(text: &str) -> Record {
    sheet::read(&Source::new("game.txt", text), &keeping(true), Correspondences::embedded()).unwrap()
}

/// The faults as lines and texts.
fn faults(text: &str) -> Vec<(usize, String)> {
    let faults = read(text).map(|record| moves(&record)).unwrap_err();
    faults.files().iter().flat_map(|file| &file.errors).map(|fault| (fault.line, fault.to_string())).collect()
}

fn moves(record: &Record) -> String {
    record.enochian().unwrap().turns().iter().map(|turn| turn.mv.to_string()).collect::<Vec<_>>().join(" ")
}

/// What is written reads back as the same record.
fn comes_back(record: &Record) {
    let text = sheet::write(record.enochian().unwrap());
    let again = read(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    assert_eq!(&again, record, "{text}");
    assert_eq!(sheet::write(again.enochian().unwrap()), text);
}

#[test]
fn published_games_come_back_as_the_same_record() {
    let mut games = 0;
    for entry in fs::read_dir("tests/games").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "txt") {
            comes_back(
                &sheet::read(&Source::read(&path, 1 << 20).unwrap(), &keeping(false), Correspondences::embedded())
                    .unwrap(),
            );
            games += 1;
        }
    }
    assert_eq!(games, 15);
}

/// A reading that draws its moves, with notes, things taken back, pauses, and a throw left on the table.
fn reading(seed: u64, category: &str, dice: &str, closed: bool) -> Record {
    let correspondences = Correspondences::embedded();
    let draft = QuestionDraft {
        text: Some("  \"Will it\" do? \\ ".into()),
        querent: Some("A. B.".into()),
        category: Some(category.into()),
        dice: Some(dice.into()),
        // What is said before the first turn comes back too (INTERPRETATION 1.1, 1.2, 7.5).
        known: seed.is_multiple_of(3).then(|| " \"known\" ".into()),
        kind: QuestionKind::ALL.get(seed as usize % 5).copied(),
        supposed: (seed % 3 == 1).then(|| "supposed: this".into()),
        asked: (seed % 3 == 2).then(|| "asked".into()),
        term: seed.is_multiple_of(2).then(|| "by the spring".into()),
        quiet: Some(seed.is_multiple_of(4)),
        ..QuestionDraft::default()
    };
    let subject = Subject::Reading(Box::new(draft.resolve(correspondences).unwrap()), DieThrower::Seeded(seed));
    let begun = BEGUN.parse().unwrap();
    let seats = Seats::alone("A, B | C");
    let mut record = Record::begin(Heading {
        game: subject.into(),
        begun,
        zone: Some("Europe/Berlin".into()),
        seats,
        automatic: false,
        branch: None,
    });
    let mut chance = DiceSource::seeded(seed);
    for turn in 0..60 {
        let draw = chance.draw().unwrap();
        if record.enochian().unwrap().throw().is_none()
            && record.enter(Entry::Act(Act::Throw(draw.throw()).into())).is_err()
        {
            break;
        }
        if turn % 7 == 3 {
            record.enter(Entry::Note(format!("after {} | throws: 3-", draw.throw()))).unwrap();
        }
        if turn % 11 == 5 {
            record.enter(Entry::TakenBack(1 + draw.choice(3))).unwrap();
            record.enter(Entry::Resumed(begun)).unwrap();
            continue;
        }
        let moves = record.enochian().unwrap().moves();
        record.enter(Entry::Act(Act::Move(moves[draw.choice(moves.len())]).into())).unwrap();
    }
    if closed {
        let closing = if record.enochian().unwrap().end().is_some() { Closing::Ended } else { Closing::ByPlayers };
        record.enter(Entry::Concluded(closing, begun)).unwrap();
    }
    record
}

#[test]
fn readings_come_back_with_all_that_was_said_and_taken_back() {
    for seed in 0..40 {
        comes_back(&reading(seed, "brother", "regardie", seed % 2 == 0));
        comes_back(&reading(seed, "health", "y-manuscript", seed % 3 == 0));
    }
}

#[test]
fn a_throw_is_told_by_the_move_or_written() {
    let head = "mode: reading\nboard: water\narray: air\nptah: a5\n";
    let told = faults(&format!("{head}1 | N2c | 3- | 2- | .\n"));
    assert_eq!(told.len(), 1);
    assert!(told[0].1.contains("the knight can move, so this is not a No Move"), "{told:?}");
    let record = read(&format!("{head}1 | P1c | 6 P1c | P1c\n")).unwrap();
    let throws: Vec<u8> =
        record.enochian().unwrap().turns().iter().map(|turn| turn.thrown.unwrap().throw.number()).collect();
    assert_eq!(throws, [6, 6, 6]);
    let wrong = faults(&format!("{head}1 | 2 P1c\n"));
    assert_eq!(wrong[0].0, 5);
    assert!(wrong[0].1.contains("does not match a possible move"), "{wrong:?}");
}

/// RULES 6.2, 6.3, 9.2: the two actions before a move.
#[test]
fn exchanges_and_withdrawals_stand_before_the_move() {
    let start = "start: aK7/ar6wK/7wr/8/8/1eb6/5fr2/8 a --xx --wa 0000 40\n";
    let record = read(&format!("board: air\n{start}1 | exchange w h1 a1; K2a\n")).unwrap();
    assert_eq!(moves(&record), "Ka8b8", "{:?}", record.enochian().unwrap().turns());
    assert!(
        record.enochian().unwrap().position().to_string().contains("---- ----"),
        "{}",
        record.enochian().unwrap().position()
    );
    comes_back(&record);
    let record = read("board: air\narray: air\n1 | Withdraws; P2c | P3c\n").unwrap();
    assert!(
        record.enochian().unwrap().position().to_string().contains(" F--- "),
        "{}",
        record.enochian().unwrap().position()
    );
    comes_back(&record);
}

#[test]
fn resigning_ends_the_game_unless_others_play_on() {
    let record = read("board: air\narray: air\n1 | P2c | Resigns | . | .\n").unwrap();
    assert_eq!(record.closing(), Some(Closing::Resigned("Water".parse().unwrap())));
    comes_back(&record);
    let played_on = read("board: air\narray: air\n1 | P2c | Resigns; P3c | . | .\n");
    assert!(played_on.is_err(), "nothing comes after resigning in a cell");
    // Whoever resigned left the army to the partner; the turn is still to be played (RULES 6.3).
    let refused = faults("board: air\narray: air\n1 | P2c | Resigns | P3c | .\n");
    assert!(refused[0].1.contains("it is the turn of Water"), "{refused:?}");
    assert!(refused[0].1.contains("--as-played"), "{refused:?}");
    let record = as_played("board: air\narray: air\n1 | P2c | Resigns | P3c | .\n");
    assert_eq!(moves(&record), "Pb7b6 -- Pf2f3");
    assert!(record.enochian().unwrap().turns()[1].irregular.is_some());
    comes_back(&record);
}

/// RULES 4.2: the king in check must move; an old game in which it did not is kept as it was played.
#[test]
fn a_turn_against_the_duty_of_check_is_kept_when_that_is_asked() {
    let sheet = "board: air\nstart: aK6wR/1ar6/8/7wK/8/8/5fr1fK/eK1er5 a ---- ---- 0000 8\n1 | P2c | . | . | .\n";
    let told = faults(sheet);
    assert_eq!(told[0].0, 3);
    assert!(told[0].1.contains("the king of Air is in check and must move"), "{told:?}");
    assert!(told[0].1.contains("Ka8a7") && told[0].1.contains("--as-played"), "{told:?}");
    let record = as_played(sheet);
    assert_eq!(moves(&record), "Pb7b6");
    assert_eq!(
        record.enochian().unwrap().turns()[0].irregular.unwrap().to_string(),
        "the king of Air is in check and must move"
    );
    comes_back(&record);
    assert!(sheet::write(record.enochian().unwrap()).contains("as-played: yes"));
}

#[test]
fn what_does_not_even_fit_section_3_is_refused_all_the_same() {
    let text = "board: air\narray: air\n1 | K2b\n";
    let told = sheet::read(&Source::new("game.txt", text), &keeping(true), Correspondences::embedded());
    let told = told.map(|record| moves(&record)).unwrap_err();
    assert!(told.to_string().contains("does not match a possible move"), "{told}");
}

#[test]
fn a_text_that_fits_several_moves_says_which() {
    // Two knights of Air that both reach c6.
    let text = "board: air\nstart: aKaN1aN4/ar7/8/7wK/8/8/5fr1fK/eK1er5 a ---- ---- 0000 8\n1 | N3c\n";
    let told = faults(text);
    assert!(told[0].1.contains("is ambiguous: it matches 2 moves") && told[0].1.contains("Nb8c6"), "{told:?}");
    assert_eq!(moves(&read(&text.replace("N3c", "N3c =Nb8c6")).unwrap()), "Nb8c6");
}

#[test]
fn all_faults_of_a_sheet_are_told_with_their_lines() {
    let text = "# a comment\nbord: air\nboard: aether\narray: air\narray: water\ncolumns: air air fire water\n\
                mode: duel\nplies: 9\nnonsense\n1 | P3c | N9z | Q1c\n2 | xx | . | . | . | .\nclosed: today\n";
    let told = faults(text);
    let lines: Vec<usize> = told.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [2, 3, 5, 7, 9, 10, 11, 11, 12], "{told:#?}");
    assert!(told[0].1.contains("board"), "{told:?}");
    // Without a board or a mode nothing can be said of the columns; with them it can.
    let told = faults("board: air\narray: air\ncolumns: air air fire water\n1 | P3c\n");
    assert_eq!(told[0].0, 3, "{told:?}");
}

#[test]
fn rounds_that_do_not_run_on_are_told() {
    let rounds = [
        "NW2d | N2c | RE1d | P1c?",
        "NW3bxP+ | Q4c | N2c | K1b",
        "Q4c | K2a | NxR | K2c?",
        "QW1cxP | QxFP | RA4c | N4c",
    ];
    let game = |numbers: [&str; 4]| {
        let rounds: String =
            numbers.iter().zip(rounds).map(|(number, cells)| format!("{number} | {cells}\n")).collect();
        let head = "board: air\narray: air\ndirection: widdershins\nfirst: air\ncolumns: air earth fire water\nruleset: zalewski\n";
        faults(&format!("{head}{rounds}closed: by the players · {BEGUN}\nas-played: maybe\n"))
    };
    let told =
        |numbers: [&str; 4]| game(numbers).into_iter().filter(|(_, text)| text.contains("round")).collect::<Vec<_>>();
    let wrong = |line: usize, found: &str, last: &str, expected: &str| {
        (line, format!("round \"{found}\" follows round {last}; expected round {expected}"))
    };
    assert_eq!(told(["1", "2", "3", "4"]), []);
    assert_eq!(told(["7", "8", "9", "10"]), [], "the first can have any number");
    assert_eq!(
        told(["1", "3", "3", "7"]),
        [wrong(8, "3", "1", "2"), wrong(9, "3", "3", "4"), wrong(10, "7", "3", "4")]
    );
    assert_eq!(told(["4", "3", "4", "99999999999"]), [wrong(8, "3", "4", "5"), wrong(10, "99999999999", "4", "5")]);
}

#[test]
fn an_end_that_the_rounds_do_not_lead_to_is_a_fault() {
    let sound = "board: air\narray: air\nplies: 2\n1 | P3c | P3c\n";
    assert!(read(sound).is_ok());
    assert_eq!(faults(&sound.replace("plies: 2", "plies: 3"))[0].0, 3);
    assert_eq!(faults(&sound.replace("plies: 2", "final: 8/8/8/8/8/8/8/8 a ---- ---- 0000 2"))[0].0, 3);
}
