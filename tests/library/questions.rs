//! Questions and how they lay out the board (RULES 8.1), the catalogue and the sample files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use enochian::chess::{Angle, Army, Array, Board, Direction, Element, Move};
use enochian::correspondences::{Correspondences, SignOrElement};
use enochian::input::{NAME_LIMIT, Source, TEXT_LIMIT};
use enochian::reading::{DiceSource, DieThrower, Draft, DraftKey, Question, QuestionDraft, QuestionKind, matters_of};
use enochian::session::{Act, IllegalAct, PlayedTurn, Session};

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
    let notes: Vec<_> = question.notes_before_play().collect();
    assert_eq!(
        notes,
        [
            ("Known", "We met in May."),
            ("Supposed", "He is shy."),
            ("Asked", "Will he write?"),
            ("Term", "by the spring")
        ]
    );
    assert_eq!(read(&draft.to_toml()).unwrap(), draft);
    assert_eq!(QuestionDraft::from(&question).resolve(Correspondences::embedded()).unwrap(), question);
    assert!(
        !read("question = \"?\"\ncategory = \"love\"\n").unwrap().resolve(Correspondences::embedded()).unwrap().quiet
    );
    let long = read(&text.replace("by the spring", &"x".repeat(1025)).replace("He is shy.", &"x".repeat(65_537)));
    let told = long.unwrap_err().to_string();
    assert!(told.contains("expected 65536 bytes or less, not 65537 bytes"), "{told}");
    assert!(told.contains("expected 1024 bytes or less, not 1025 bytes"), "{told}");
}

#[test]
fn interpretation_8_10_a_question_file_or_its_category_says_what_the_question_asks_for() {
    let read = |text: &str| QuestionDraft::read(&Source::new("question.toml", text), Correspondences::embedded());
    let kind = |lines: &str| {
        let question = read(lines).unwrap().resolve(Correspondences::embedded()).unwrap();
        // An equal question follows from what the question gives.
        assert_eq!(QuestionDraft::from(&question).resolve(Correspondences::embedded()).unwrap(), question);
        question.kind
    };
    // The text of a question is never interpreted.
    let love = "question = \"Who or when or which?\"\ncategory = \"love\"\n";
    assert_eq!(kind(love), QuestionKind::Whether);
    for given in QuestionKind::ALL {
        assert_eq!(kind(&format!("{love}kind = \"{given}\"\n")), given);
    }
    let of_category: Vec<&str> = Correspondences::embedded()
        .categories()
        .iter()
        .filter(|category| category.kind != QuestionKind::Whether)
        .map(|category| category.name.as_str())
        .collect();
    assert_eq!(of_category, ["open enemy", "hidden enemy", "jealousy"]);
    let envy = "question = \"?\"\ncategory = \"envy\"\n";
    assert_eq!(kind(envy), QuestionKind::Who);
    assert_eq!(kind(&format!("{envy}kind = \"whether\"\n")), QuestionKind::Whether);
    let told = read(&format!("{love}kind = \"whom\"\ndice = \"none\"\n")).unwrap_err().to_string();
    for error in [
        "question.toml:3: `kind` is \"whom\"; expected whether, who, when or which; did you mean who?",
        "question.toml:4: unknown dice table \"none\"",
    ] {
        assert!(told.contains(error), "{told}");
    }
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
fn rules_8_1_each_element_has_its_matters() {
    for (element, word) in
        [(Element::Fire, "will"), (Element::Water, "love"), (Element::Air, "law"), (Element::Earth, "money")]
    {
        let with_it: Vec<_> = Element::ALL.into_iter().filter(|&one| matters_of(one).contains(word)).collect();
        assert_eq!(with_it, [element], "{word}");
    }
}

#[test]
fn rules_8_1_a_house_beside_a_force_must_be_its_house() {
    let read = |text: &str| QuestionDraft::read(&Source::new("question.toml", text), Correspondences::embedded());
    let house = |lines: &str| format!("question = \"?\"\nboard = \"air\"\nangle = \"air\"\n{lines}\n");
    assert_eq!(read(&house("house = 5")), read(&house("force = \"Leo\"")));
    assert_eq!(read(&house("house = 5\nforce = \"Leo\"")), read(&house("house = 5")));
    let told = read(&house("house = 3\nforce = \"Leo\"")).unwrap_err().to_string();
    assert!(told.contains("question.toml:4: `house` is 3; expected the house of Leo"), "{told}");
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
    reading.accept(Act::Move(mv))?;
    Ok(reading.turns().last().unwrap().clone())
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

/// A draft without a field that it leaves out, and with nothing that is the default.
fn full(die: DieThrower) -> QuestionDraft {
    let correspondences = Correspondences::embedded();
    let text = |text: &str| Some(text.to_owned());
    let category = correspondences.find_category("brother").unwrap();
    QuestionDraft {
        text: text("Is he well?"),
        kind: Some(QuestionKind::When),
        querent: text("Anna"),
        category: Some(category.name.clone()),
        board: Some(category.board),
        angle: Some(category.angle),
        force: Some(category.force),
        array: Some(Array::of(Angle::Earth, category.board)),
        direction: Some(Direction::Widdershins),
        ruleset: correspondences.rulesets().last().map(|it| it.name.clone()),
        procedure: correspondences.procedures().last().map(|it| it.name.clone()),
        dice: correspondences.dice_tables().last().map(|it| it.name.clone()),
        die: Some(die),
        players: Some(vec!["Anna".to_owned(), "Ben".to_owned()]),
        source: text("a letter"),
        known: text("He moved."),
        supposed: text("He is busy."),
        asked: text("Why does he not write?"),
        term: text("by May"),
        quiet: Some(true),
    }
}

#[test]
fn a_draft_with_every_key_reads_back_from_its_file() {
    for die in [DieThrower::ByHand, DieThrower::ByProgram, DieThrower::Seeded(7)] {
        let draft = full(die);
        let written = Source::new("question.toml", draft.to_toml());
        assert_eq!(QuestionDraft::read(&written, Correspondences::embedded()), Ok(draft));
    }
}

#[test]
fn a_question_gives_the_draft_that_it_came_from() {
    let draft = full(DieThrower::ByHand);
    let question = draft.resolve(Correspondences::embedded()).unwrap();
    // Who throws and who plays is not the question's.
    assert_eq!(QuestionDraft::from(&question), QuestionDraft { die: None, players: None, ..draft });
}

#[test]
fn a_seeded_die_throws_by_its_seed_and_a_person_by_hand() {
    let throws = |mut source: DiceSource| [(); 20].map(|()| source.draw().unwrap().throw());
    assert!(DieThrower::ByHand.dice_source().is_none());
    assert!(matches!(DieThrower::ByProgram.dice_source(), Some(DiceSource::System)));
    assert_eq!(throws(DieThrower::Seeded(7).dice_source().unwrap()), throws(DiceSource::seeded(7)));
    assert_ne!(throws(DieThrower::Seeded(7).dice_source().unwrap()), throws(DiceSource::seeded(8)));
}

#[test]
fn everything_wrong_in_a_draft_is_told_at_once_and_what_is_just_short_enough_is_not() {
    let long = |length: usize| Some("x".repeat(length));
    let of_lengths = |text: usize, name: usize| QuestionDraft {
        text: long(text),
        querent: long(name),
        source: long(name),
        known: long(text),
        supposed: long(text),
        asked: long(text),
        term: long(name),
        players: Some(vec!["Anna".to_owned(), "x".repeat(name)]),
        ..full(DieThrower::ByHand)
    };
    let is_refused = |draft: &QuestionDraft, key: &DraftKey<QuestionDraft>| {
        let refused = |value| key.put(&mut draft.clone(), &value, Correspondences::embedded()).is_err();
        (key.slot.get)(draft).is_some_and(refused)
    };
    let wrong_of = |draft: QuestionDraft| -> Vec<&str> {
        QuestionDraft::KEYS.iter().filter(|key| is_refused(&draft, key)).map(|key| key.name).collect()
    };
    let too_long = wrong_of(of_lengths(TEXT_LIMIT + 1, NAME_LIMIT + 1));
    assert_eq!(too_long, ["question", "querent", "players", "known", "supposed", "asked", "term", "source"]);
    assert_eq!(wrong_of(of_lengths(TEXT_LIMIT, NAME_LIMIT)), [""; 0]);
    let wrong = |draft: QuestionDraft| draft.errors(Correspondences::embedded()).into_iter().map(|it| it.key).collect();
    let array = Array::of(Angle::Earth, Board::ALL[0]);
    let unknown: Vec<&str> = wrong(QuestionDraft {
        category: Some("brothre".to_owned()),
        array: Some(array),
        board: Board::ALL.into_iter().find(|&board| !array.belongs_to(board)),
        ruleset: Some("none".to_owned()),
        procedure: Some("none".to_owned()),
        dice: Some("none".to_owned()),
        players: Some(vec!["Anna".to_owned(); 5]),
        ..full(DieThrower::ByHand)
    });
    assert_eq!(unknown, ["category", "array", "ruleset", "procedure", "dice", "players"]);
    let nobody: Vec<&str> = wrong(QuestionDraft { players: Some(vec![]), ..full(DieThrower::ByHand) });
    assert_eq!(nobody, ["players"]);
}
