//! Questions and how they lay out the board (RULES 8.1), the catalogue and the sample files.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use enochian::chess::{Angle, Army, Array, Board, Move};
use enochian::correspondences::{Correspondences, SignOrElement};
use enochian::input::Source;
use enochian::reading::{Question, QuestionDraft};
use enochian::session::{Act, IllegalAct, PlayedTurn, Session, SessionEvent};

fn sample(name: &str) -> Question {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("questions").join(name);
    let source = Source::read(&path, Source::TOML_LIMIT).unwrap();
    QuestionDraft::read(&source, Correspondences::embedded())
        .unwrap_or_else(|e| panic!("{e}"))
        .resolve(Correspondences::embedded())
        .unwrap()
}

fn asked(board: Board, angle: Angle, force: SignOrElement) -> QuestionDraft {
    QuestionDraft {
        text: Some("?".into()),
        board: Some(board),
        angle: Some(angle),
        force: Some(force),
        ..QuestionDraft::default()
    }
}

#[test]
fn interpretation_1_2_and_7_5_a_question_file_says_what_is_known_supposed_and_asked_and_the_term() {
    let text = "question = \"?\"\ncategory = \"love\"\nknown = \"We met in May.\"\nsupposed = \"He is shy.\"\n\
                asked = \"Will he write?\"\nterm = \"by the spring\"\nquiet = true\n";
    let read = |text: &str| QuestionDraft::read(&Source::new("question.toml", text), Correspondences::embedded());
    let draft = read(text).unwrap();
    let question = draft.resolve(Correspondences::embedded()).unwrap();
    assert_eq!(question.known.as_deref(), Some("We met in May."));
    assert_eq!(question.supposed.as_deref(), Some("He is shy."));
    assert_eq!(question.asked.as_deref(), Some("Will he write?"));
    assert_eq!(question.term.as_deref(), Some("by the spring"));
    assert!(question.quiet);
    assert_eq!(read(&draft.to_toml()).unwrap(), draft);
    assert_eq!(QuestionDraft::from(&question).resolve(Correspondences::embedded()).unwrap(), question);
    assert!(
        !read("question = \"?\"\ncategory = \"love\"\n").unwrap().resolve(Correspondences::embedded()).unwrap().quiet
    );
    let long = read(&text.replace("by the spring", &"x".repeat(1025)).replace("He is shy.", &"x".repeat(65_537)));
    let told = long.unwrap_err().to_string();
    assert!(told.contains("question.toml:4: what is supposed is 65537 bytes long"), "{told}");
    assert!(told.contains("question.toml:6: the term is 1025 bytes long"), "{told}");
}

#[test]
fn rules_8_1_the_published_questions_stand_where_they_were_published() {
    let place = |name| {
        let q = sample(name);
        (q.board.name(), q.angle.name(), q.force, q.array.to_string(), q.ptah.to_string())
    };
    assert_eq!(
        place("brother.toml"),
        ("Water", "Air", SignOrElement::Gemini, "Air of Air & Water".into(), "a5".into())
    );
    assert_eq!(
        place("project.toml"),
        ("Earth", "Fire", SignOrElement::Capricorn, "Fire of Fire & Earth".into(), "e4".into())
    );
    assert_eq!(
        place("employees.toml"),
        ("Earth", "Air", SignOrElement::Virgo, "Air of Fire & Earth".into(), "b5".into())
    );
}

#[test]
fn rules_8_1_the_angle_gives_the_army_that_moves_first_and_the_array() {
    for board in Board::ALL {
        for angle in Angle::ALL {
            let force = if board.element() == angle.element() { SignOrElement::Virgo } else { SignOrElement::Libra };
            let question = asked(board, angle, force).resolve(Correspondences::embedded()).unwrap();
            assert_eq!((question.army(), question.start().turn()), (angle.army(), angle.army()));
            assert_eq!(question.array, Array::of(angle, board));
            assert_eq!(question.ptah.angle(), angle);
            assert_eq!(Correspondences::embedded().square(board, question.ptah).force, force);
        }
    }
}

#[test]
fn rules_8_1_another_of_the_boards_arrays_may_be_asked_for_and_no_other() {
    for angle in Angle::ALL {
        let of = |board| QuestionDraft {
            array: Some(Array::of(angle, board)),
            ..asked(Board::Air, Angle::Fire, SignOrElement::Virgo)
        };
        assert_eq!(of(Board::Water).resolve(Correspondences::embedded()).unwrap().array, Array::of(angle, Board::Air));
        let refused = of(Board::Earth).resolve(Correspondences::embedded()).unwrap_err();
        assert_eq!(refused[0].key, "array");
    }
}

#[test]
fn rules_8_1_the_ptah_may_stand_anywhere_but_where_the_querents_king_starts() {
    let correspondences = Correspondences::embedded();
    for board in Board::ALL {
        for angle in Angle::ALL {
            let refused: Vec<SignOrElement> = SignOrElement::ALL
                .into_iter()
                .filter(|force| asked(board, angle, *force).resolve(correspondences).is_err())
                .collect();
            assert_eq!(refused, [correspondences.square(board, angle.throne()).force], "{board} {angle}");
        }
    }
}

#[test]
fn rules_8_1_the_ptah_blocks_nothing_and_cannot_be_taken() {
    // Leo stands on c6 in the Air angle of the Air board: the pawn on c7 goes there as anywhere.
    let question = asked(Board::Air, Angle::Air, SignOrElement::Leo).resolve(Correspondences::embedded()).unwrap();
    let mut reading = Session::of_question(&question);
    let mv = format!("P{}{}", question.ptah.offset(0, 1).unwrap(), question.ptah).parse().unwrap();
    let turn = play(&mut reading, "6", mv).unwrap();
    assert!(turn.effects.is_empty());
    assert!(reading.position().occupied().has(question.ptah));
}

/// Throws the die and plays a move.
fn play(reading: &mut Session, throw: &str, mv: Move) -> Result<PlayedTurn, IllegalAct> {
    reading.accept(Act::Throw(throw.parse().unwrap()))?;
    match reading.accept(Act::Move(mv))? {
        SessionEvent::Played(turn) => Ok(turn.clone()),
        event => panic!("{event:?}"),
    }
}

#[test]
fn rules_8_3_the_thrown_piece_moves_and_no_other() {
    let mut reading = Session::of_question(&sample("brother.toml"));
    reading.accept(Act::Throw("2".parse().unwrap())).unwrap();
    let before = reading.clone();
    let refused = reading.accept(Act::Move("Pa7a6".parse().unwrap())).unwrap_err();
    assert_eq!(refused.to_string(), "the throw of 2 calls the knight, not this piece");
    assert_eq!(reading, before, "the reading stays as it was");
    reading.accept(Act::Move("Nc8d6".parse().unwrap())).unwrap();
    assert_eq!(reading.turn(), Army::Water);
}

#[test]
fn rules_8_4_a_turn_is_lost_only_when_the_thrown_piece_cannot_move() {
    let mut reading = Session::of_question(&sample("brother.toml"));
    let refused = play(&mut reading, "2", Move::Pass).unwrap_err();
    assert_eq!(refused.to_string(), "the knight can move, so this is not a No Move");
    reading.take_back(1).unwrap();
    // The bishop shares the throne and is shut in.
    let turn = play(&mut reading, "3", Move::Pass).unwrap();
    assert!(turn.thrown.is_some_and(|thrown| !thrown.gone));
    assert_eq!((reading.turn(), reading.position().ply()), (Army::Water, 1));
}

#[test]
fn the_catalogue_covers_the_boards_the_angles_and_the_houses() {
    let categories = Correspondences::embedded().categories();
    assert!(categories.len() >= 40);
    let places: BTreeSet<_> = categories.iter().map(|c| (c.board, c.angle)).collect();
    assert_eq!(places.len(), 16);
    let houses: BTreeSet<_> = categories.iter().filter_map(|c| c.house).collect();
    assert_eq!(houses.len(), 12);
    assert!(categories.iter().any(|c| c.house.is_none()), "an element's own square for matters too large");
    for category in categories {
        let draft =
            QuestionDraft { text: Some("?".into()), category: Some(category.name.clone()), ..QuestionDraft::default() };
        assert!(draft.resolve(Correspondences::embedded()).is_ok(), "{}", category.name);
    }
}

#[test]
fn every_sample_question_settles_and_reads_back() {
    let mut count = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("questions")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name == "catalog.toml" || !name.ends_with(".toml") {
            continue;
        }
        count += 1;
        let source = Source::read(&path, Source::TOML_LIMIT).unwrap();
        let draft = QuestionDraft::read(&source, Correspondences::embedded()).unwrap_or_else(|e| panic!("{e}"));
        draft.resolve(Correspondences::embedded()).unwrap();
        let written = Source::new("again.toml", draft.to_toml());
        assert_eq!(QuestionDraft::read(&written, Correspondences::embedded()).unwrap(), draft, "{name}");
    }
    assert!(count >= 6);
}
