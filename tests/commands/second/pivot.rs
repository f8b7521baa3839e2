//! The last decisive event of a record, and the last other choice that would have stopped it (INTERPRETATION 6.2).

use enochian::chess::{Army, Effect, Kind, Move, Piece};
use enochian::reading::Verdict;
use enochian::session::{Action, PlayedTurn, SessionState, SessionTerms};

use super::course::{Course, Id};

/// What struck: the taking of a king, or a check on the querent's king on the Ptah.
pub(crate) struct Strike {
    pub(crate) turn: usize,
    /// The king taken; none for a check.
    fallen: Option<Army>,
    striker: Id,
}

pub(crate) fn strikes(course: &Course<'_>) -> Vec<Strike> {
    let (mut strikes, falls) = (vec![], course.falls());
    for turn in course.numbers() {
        let fallen =
            falls.iter().find(|fall| fall.turn == turn).map(|fall| fall.army).filter(|army| course.us.contains(army));
        let checked = course.is_there(turn) && !course.checks(course.querent, turn).is_empty();
        if let Some(striker) = course.movers[turn].filter(|_| fallen.is_some() || checked) {
            strikes.push(Strike { turn, fallen, striker });
        }
    }
    strikes
}

/// The pivot of a decisive event: the turn, and the other moves that would have stopped it.
pub(crate) fn pivot(course: &Course<'_>, strike: &Strike) -> Option<(usize, Vec<Move>)> {
    let terms = course.record.heading().game.enochian().unwrap().terms();
    // How things stood before each turn.
    let mut states = vec![SessionState::begin(&terms, course.question.start())];
    for turn in course.record.enochian().unwrap().turns() {
        let mut state = states.last().unwrap().clone();
        assert!(replayed(&mut state, &terms, turn).is_some(), "turn {}", turn.ply);
        states.push(state);
    }
    for number in (1..strike.turn).rev().filter(|number| course.us.contains(&course.turn(*number).army)) {
        let turn = course.turn(number);
        let mut state = states[number - 1].clone();
        before(&mut state, &terms, turn).unwrap();
        let called = state.throw(&terms, turn.thrown.unwrap().throw).unwrap().moves;
        let others = called.into_iter().filter(|other| *other != turn.mv);
        let stops = |other: &Move| {
            let mut state = state.clone();
            state.play(&terms, *other, &mut ()).unwrap();
            stops(course, &terms, state, number, strike)
        };
        let stopping: Vec<Move> = others.filter(stops).collect();
        if !stopping.is_empty() {
            return Some((number, stopping));
        }
    }
    None
}

/// Whether the strike is stopped where the recorded turns follow another move in turn `from`. What is unclear is not counted.
fn stops(course: &Course<'_>, terms: &SessionTerms, mut state: SessionState, from: usize, strike: &Strike) -> bool {
    for number in from + 1..=strike.turn {
        let answer = state.answer().unwrap();
        let by_kings = course.is_by_kings();
        if (if by_kings { answer.kings } else { answer.ptah }).verdict == Verdict::Yes {
            return true;
        }
        // Decided (docs, 6.2.3): whoever loses sooner has stopped nothing.
        if state.end(terms).is_some() && [answer.kings.verdict, answer.ptah.verdict].contains(&Verdict::No) {
            return false;
        }
        let (turn, earlier) = (course.turn(number), state.clone());
        let Some(effects) = replayed(&mut state, terms, turn) else {
            // A No Move whose throw calls a move has no piece that could have struck. An exchange that is no longer possible is
            // no move of his: the piece might strike without it.
            let possible =
                earlier.position().turn() != turn.army || before(&mut earlier.clone(), terms, turn).is_some();
            return possible && course.movers[number] == Some(strike.striker);
        };
        if number == strike.turn {
            let struck = match strike.fallen {
                Some(army) => effects.iter().any(|effect| match effect {
                    Effect::Captured { piece, .. } => *piece == Piece { army, kind: Kind::King },
                    _ => false,
                }),
                None => {
                    let attackers = |position| {
                        let board = super::board::Board::of(position);
                        let at = board.king(course.querent).filter(|at| *at == course.ptah);
                        at.map_or(vec![], |at| board.capturers(course.querent.enemies(), at))
                    };
                    let (old, new) = (attackers(earlier.position()), attackers(state.position()));
                    new.iter().any(|(at, _)| old.iter().all(|(before, _)| before != at))
                }
            };
            return !struck;
        }
    }
    unreachable!("the strike is after the other move")
}

/// What was done before the move of a turn; none where it is not legal.
fn before(state: &mut SessionState, terms: &SessionTerms, turn: &PlayedTurn) -> Option<()> {
    if state.position().turn() != turn.army {
        return None;
    }
    for action in &turn.before {
        match action {
            Action::Exchange(exchange) => state.exchange(terms, *exchange, &mut ()).ok()?,
            Action::Withdrawal => state.withdraw(terms, &mut ()).ok()?,
        }
    }
    Some(())
}

/// A recorded turn played as it was recorded; none where it is not legal.
fn replayed(state: &mut SessionState, terms: &SessionTerms, turn: &PlayedTurn) -> Option<Vec<Effect>> {
    before(state, terms, turn)?;
    state.throw(terms, turn.thrown.unwrap().throw).ok()?;
    let mut effects = vec![];
    state.play(terms, turn.mv, &mut effects).ok()?;
    Some(effects)
}
