//! What holds of every text and every game, tried on random ones.

use enochian::chess::{
    Angle, Army, Array, Bitboard, Board, Direction, Effect, Kind, Move, Piece, Position, Rules, Square,
};
use enochian::correspondences::{Correspondences, SignOrElement};
use enochian::input::{Source, TomlTable, is_unsafe};
use enochian::journal::{self, Journal};
use enochian::reading::{DiceSource, DieThrower, Draft, QuestionDraft};
use enochian::record::{Closing, Entry, Heading, Seats, Subject};
use enochian::session::Act;
use proptest::prelude::*;

/// Words as a person may type them at a prompt: anything on one line that is no command to a terminal.
fn words() -> impl Strategy<Value = String> {
    "[\\PC\\\\`*_<>\\[\\]|#~&>+-]{1,60}".prop_filter_map("blank, or refused at the prompt", |text| {
        let text = text.trim().to_owned();
        (!text.is_empty() && enochian::input::safe(&text) == text).then_some(text)
    })
}

fn rules() -> impl Strategy<Value = Rules> {
    (any::<bool>(), any::<bool>(), 0..8usize).prop_map(|(reading, zalewski, array)| {
        let rules = if zalewski { Rules::ZALEWSKI } else { Rules::CHESSVARIANTS }.with_array(Array::all()[array]);
        if reading { rules.reading() } else { rules }
    })
}

fn pieces(position: &Position) -> Vec<(Square, Piece)> {
    position.pieces().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_journal_keeps_every_word_as_it_was_typed(
        question in words(), querent in words(), notes in prop::collection::vec(words(), 0..4), seed: u64, turns in 0..12u32,
    ) {
        let correspondences = Correspondences::embedded();
        let draft = QuestionDraft { text: Some(question), querent: Some(querent.clone()), category: Some("love".into()), ..QuestionDraft::default() };
        let heading = Heading {
            game: Subject::Reading(Box::new(draft.resolve(correspondences).unwrap()), DieThrower::Seeded(seed >> 1)).into(),
            begun: "2026-11-21T14:05:00+01:00".parse().unwrap(),
            zone: None,
            seats: Seats::alone(&querent),
            automatic: false, branch: None,
        };
        let folder = tempfile::tempdir().unwrap();
        let mut kept = Journal::create(folder.path(), heading, correspondences).unwrap();
        let mut chance = DiceSource::seeded(seed);
        for turn in 0..turns {
            let draw = chance.draw().unwrap();
            kept.enter(Entry::Act(Act::Throw(draw.throw()).into())).unwrap();
            if let Some(note) = notes.get(turn as usize) {
                kept.enter(Entry::Note(note.clone())).unwrap();
            }
            let moves = kept.record().enochian().unwrap().moves();
            let mv = moves[draw.choice(moves.len())];
            kept.enter(Entry::Act(Act::Move(mv).into())).unwrap();
            if turn == 5 {
                kept.enter(Entry::TakenBack(1 + draw.choice(4))).unwrap();
                if kept.record().enochian().unwrap().throw().is_some() {
                    kept.enter(Entry::TakenBack(1)).unwrap();
                }
            }
        }
        kept.enter(Entry::Concluded(Closing::ByPlayers, kept.record().heading().begun)).unwrap();
        let read = journal::read(kept.path(), correspondences).unwrap();
        prop_assert_eq!(&read, kept.record());
        prop_assert_eq!(read.enochian().unwrap().position(), kept.record().enochian().unwrap().position());
        prop_assert_eq!(read.answer().unwrap(), kept.record().answer().unwrap());
    }

    #[test]
    fn a_question_reads_back_from_its_file(
        text in words(), querent in words(), board in 0..4usize, angle in 0..4usize, force in 0..16usize, seed in any::<u64>(),
    ) {
        let draft = QuestionDraft {
            text: Some(text),
            querent: Some(querent.clone()),
            board: Some(Board::ALL[board]),
            angle: Some(Angle::ALL[angle]),
            force: Some(SignOrElement::ALL[force]),
            die: Some(DieThrower::Seeded(seed >> 1)),
            players: Some(vec![querent]),
            ..QuestionDraft::default()
        };
        let read = QuestionDraft::read(&Source::new("q.toml", draft.to_toml()), Correspondences::embedded());
        if draft.errors(Correspondences::embedded()).is_empty() {
            prop_assert_eq!(read, Ok(draft));
        } else {
            prop_assert!(read.is_err());
        }
    }

    #[test]
    fn play_is_total_on_legal_moves_and_its_effects_are_the_difference(
        rules in rules(), array in 0..8usize, first in 0..4usize, widdershins: bool, choices in prop::collection::vec(any::<u64>(), 1..160),
    ) {
        let direction = if widdershins { Direction::Widdershins } else { Direction::Deosil };
        let mut position = Position::start(Array::all()[array], Army::ALL[first], direction).with_rules(rules);
        for choice in choices {
            prop_assert_eq!(position.to_string().parse::<Position>(), Ok(position.clone()));
            let moves = position.moves();
            if moves.is_empty() {
                prop_assert!(position.outcome().is_some());
                break;
            }
            let mv = moves[choice as usize % moves.len()];
            prop_assert_eq!(mv.to_string().parse::<Move>(), Ok(mv));
            let before = pieces(&position);
            let mut effects: Vec<Effect> = Vec::new();
            position.play(mv, &mut effects).unwrap();
            prop_assert_eq!(replayed(before, mv, &effects), sorted(pieces(&position)), "{}", mv);
            prop_assert!(Army::ALL.iter().all(|army| position.army(*army) & position.frozen() == Bitboard::EMPTY || position.is_frozen(*army)));
        }
    }

    #[test]
    fn an_illegal_move_leaves_the_position_untouched(
        rules in rules(), array in 0..8usize, from in 0..64usize, to in 0..64usize, role in 0..6usize,
    ) {
        let mut position = Position::start(Array::all()[array], Army::Air, Direction::Deosil).with_rules(rules);
        let before = position.clone();
        let square = |index| Square::from_index(index).unwrap();
        let mv: Move = format!("{}{}{}", ['K', 'Q', 'R', 'B', 'N', 'P'][role], square(from), square(to)).parse().unwrap();
        let legal = position.moves().contains(&mv);
        prop_assert_eq!(position.play(mv, &mut ()).is_ok(), legal);
        prop_assert_eq!(position == before, !legal);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn for_any_text_the_places_of_errors_are_in_it_and_the_messages_are_safe(
        text in "([a-c]|[=\\[\\]{}\"'\n.,#é\u{1b}\u{202e}]|[0-9]|\\PC|\\n){0,40}",
    ) {
        let source = Source::new("t\u{1b}", text.clone());
        let read = TomlTable::read(&source, |fields| Some((fields.required("a")?.text()?, fields.entries().len())));
        let errors = read.err().unwrap_or_default();
        for error in errors.files().iter().flat_map(|file| &file.errors) {
            prop_assert!(text.get(error.span.clone()).is_some(), "{:?}", error);
            prop_assert!(error.line >= 1);
        }
        let has_unsafe = errors.to_string().replace('\n', "").contains(is_unsafe);
        prop_assert!(!has_unsafe);
    }
}

fn sorted(mut pieces: Vec<(Square, Piece)>) -> Vec<(Square, Piece)> {
    pieces.sort();
    pieces
}

/// The pieces after a move, told from the pieces before and the effects alone.
fn replayed(mut pieces: Vec<(Square, Piece)>, mv: Move, effects: &[Effect]) -> Vec<(Square, Piece)> {
    let Move::Step { role, from, to, .. } = mv else { return sorted(pieces) };
    let mover = pieces.iter().position(|(at, piece)| *at == from && role == piece.kind.into()).unwrap();
    let (_, piece) = pieces.remove(mover);
    let take = |pieces: &mut Vec<(Square, Piece)>, square, piece| {
        let index = pieces.iter().position(|found| *found == (square, piece)).unwrap();
        pieces.remove(index);
    };
    let mut moved = false;
    for effect in effects {
        // What is taken on the square of arrival goes before the mover stands there.
        let arrives = !matches!(effect, Effect::Captured { at, .. } if *at == to)
            && !matches!(effect, Effect::Promoted { at, .. } if *at != to);
        if arrives && !moved {
            pieces.push((to, piece));
            moved = true;
        }
        match *effect {
            Effect::Captured { piece, at, .. } => take(&mut pieces, at, piece),
            Effect::Joined { piece, at, army } => {
                take(&mut pieces, at, piece);
                pieces.push((at, Piece { army, ..piece }));
            }
            Effect::Promoted { army, at, from, to } => {
                take(&mut pieces, at, Piece { army, kind: Kind::Pawn(from) });
                pieces.push((at, Piece { army, kind: Kind::Officer(to) }));
            }
            Effect::Demoted { army, at, officer } => {
                take(&mut pieces, at, Piece { army, kind: Kind::Officer(officer) });
                pieces.push((at, Piece { army, kind: Kind::Pawn(officer) }));
            }
            _ => {}
        }
    }
    if !moved {
        pieces.push((to, piece));
    }
    sorted(pieces)
}
