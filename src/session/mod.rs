//! A session: a reading or a game while it is being played (RULES 3 to 8).
//!
//! A [`Session`] knows the position, by what [`SessionTerms`] it is played, whose turn it is, what the turn can be
//! ([`TurnOptions`]) and the acts so far. It accepts an [`Act`] and says what came of it ([`SessionEvent`]), or says why not
//! ([`IllegalAct`]). Whoever plays, a person at the prompts, the program by itself, a journal that is read back or a
//! simulation, drives it through [`drive()`], and none of them knows a rule.
//!
//! ```
//! use enochian::{correspondences::Correspondences, reading::QuestionDraft, input::Source};
//! use enochian::session::{Act, Session, SessionEvent, TurnOptions};
//! let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
//! let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
//! let mut session = Session::of_question(&question);
//!
//! // The die comes first.
//! assert_eq!(session.options(), TurnOptions::Throw);
//! let Ok(SessionEvent::Thrown(pawns)) = session.accept(Act::Throw("6".parse().unwrap())) else { panic!() };
//! assert_eq!(pawns.moves.len(), 4);
//!
//! let refused = session.accept(Act::Move("Na8b6".parse().unwrap())).unwrap_err();
//! assert_eq!(refused.to_string(), "on a8 stands the bishop of Air, not a knight");
//! let Ok(SessionEvent::Played(turn)) = session.accept(Act::Move(pawns.moves[0])) else { panic!() };
//! assert_eq!((turn.ply, turn.army.name()), (1, "Air"));
//! ```

mod act;
mod drive;
mod state;

pub use act::{Act, Action, IllegalAct, PlayedTurn, SessionEvent, ThrownDie};
pub use drive::{AutoPlayer, Flow, Player, SessionHost, drive};
pub use state::{SessionState, SessionTerms, TurnMoves, TurnOptions};

use crate::chess::{Army, Mode, Move, Position, Role, Rules};
use crate::reading::{Answer, EndReason, Question, Throw};

/// A reading or a game while it is being played.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    terms: SessionTerms,
    state: SessionState,
    /// What was done before the move, this turn.
    before: Vec<Action>,
    /// The turns that stand.
    turns: Vec<PlayedTurn>,
    /// The acts that stand, each with how things stood before it.
    past: Vec<Past>,
}

/// An act, and how things stood before it.
#[derive(Clone, Debug, PartialEq)]
struct Past {
    act: Act,
    state: SessionState,
    before: Vec<Action>,
}

/// Acts that were taken back, so that they can be put in their place again.
#[derive(Debug)]
pub(crate) struct TakenBackActs {
    past: Vec<Past>,
    turns: Vec<PlayedTurn>,
    state: SessionState,
    before: Vec<Action>,
}

impl Session {
    /// A session before its first turn.
    #[must_use]
    pub fn begin(terms: SessionTerms, start: Position) -> Session {
        let state = SessionState::begin(&terms, start);
        Session { terms, state, before: Vec::new(), turns: Vec::new(), past: Vec::new() }
    }

    /// The reading of a question before its first throw.
    #[must_use]
    pub fn of_question(question: &Question) -> Session {
        Session::begin(SessionTerms::of_question(question), question.start())
    }

    /// By what it is played.
    #[must_use]
    pub fn terms(&self) -> &SessionTerms {
        &self.terms
    }

    /// How things stand.
    #[must_use]
    pub fn state(&self) -> &SessionState {
        &self.state
    }

    /// Whether it is a reading or a game.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.terms.rules.mode
    }

    /// The position as it stands.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.state.position
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.terms.rules
    }

    /// The army whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Army {
        self.position().turn()
    }

    /// The throw that lies on the table, not yet played.
    #[must_use]
    pub fn throw(&self) -> Option<Throw> {
        self.state.throw
    }

    /// What the turn can be now.
    #[must_use]
    pub fn options(&self) -> TurnOptions {
        self.state.options(&self.terms)
    }

    /// The moves to choose from now; before the throw of a reading, and when it is over, there are none.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        match self.options() {
            TurnOptions::Moves(turn) => turn.moves,
            TurnOptions::Throw | TurnOptions::Over(_) => Vec::new(),
        }
    }

    /// Why it is over, if it is (RULES 7, 8.6).
    #[must_use]
    pub fn end(&self) -> Option<EndReason> {
        self.state.end(&self.terms)
    }

    /// The answer by both criteria, as it stands (RULES 8.6); none in a game.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        self.state.answer()
    }

    /// The turns that stand, in order.
    #[must_use]
    pub fn turns(&self) -> &[PlayedTurn] {
        &self.turns
    }

    /// The acts that stand, in order.
    #[must_use]
    pub fn acts(&self) -> impl DoubleEndedIterator<Item = Act> + ExactSizeIterator {
        self.past.iter().map(|past| past.act)
    }

    /// Accepts an act, and says what came of it.
    ///
    /// # Errors
    /// The reason, when it does not fit; the session stays as it was.
    pub fn accept(&mut self, act: Act) -> Result<SessionEvent<'_>, IllegalAct> {
        let mut next = self.state.clone();
        let event = match act {
            Act::Throw(throw) => SessionEvent::Thrown(next.throw(&self.terms, throw)?),
            Act::Move(_) | Act::Irregular(_) => {
                let turn = self.play(&mut next, act)?;
                self.step(act, next, Vec::new());
                self.turns.push(turn);
                let [.., turn] = self.turns.as_slice() else { unreachable!("it was pushed") };
                return Ok(SessionEvent::Played(turn));
            }
            Act::Exchange(exchange) => {
                let mut effects = Vec::new();
                next.exchange(&self.terms, exchange, &mut effects)?;
                SessionEvent::Exchanged(effects)
            }
            Act::Withdrawal(army) => {
                if army != self.turn() {
                    return Err(IllegalAct::NotItsTurn(self.turn()));
                }
                next.withdraw(&self.terms, &mut ())?;
                SessionEvent::Withdrew
            }
        };
        let mut before = self.before.clone();
        before.extend(Action::of(act));
        self.step(act, next, before);
        Ok(event)
    }

    /// Goes on to a state.
    fn step(&mut self, act: Act, next: SessionState, before: Vec<Action>) {
        let state = std::mem::replace(&mut self.state, next);
        let before = std::mem::replace(&mut self.before, before);
        self.past.push(Past { act, state, before });
    }

    /// Plays a turn in a state, and tells all that came of it.
    fn play(&self, next: &mut SessionState, act: Act) -> Result<PlayedTurn, IllegalAct> {
        let (earlier, rules) = (&self.state.position, &self.terms.rules);
        let army = earlier.turn();
        let mut effects = Vec::new();
        let mut irregular = None;
        let called = self.throw().map(|throw| (throw, self.terms.moves_for(earlier, throw)));
        let mv = match act {
            Act::Irregular(mv) => {
                irregular = Some(next.play_irregular(&self.terms, mv, &mut effects)?);
                mv
            }
            Act::Move(mv) => {
                next.play_called(&self.terms, called.as_ref().map(|(_, called)| called), mv, &mut effects)?;
                mv
            }
            _ => unreachable!("only moves are played"),
        };
        let thrown = called.map(|(throw, called)| {
            let role = called.role.unwrap_or(Role::Pawn);
            let gone = !earlier.has(army, role);
            ThrownDie { throw, role, instead_of_king: called.instead_of_king, gone }
        });
        let sheet = match (mv, thrown) {
            (Move::Pass, Some(thrown)) => format!("{}-", thrown.throw),
            // What RULES 4 forbids stands in the sheet beside all that RULES 3 allows.
            _ if irregular.is_some() => earlier.sheet(mv, &rules.reading()),
            _ => earlier.sheet(mv, rules),
        };
        let piece = match mv {
            Move::Pass => None,
            Move::Step { role, from, .. } => earlier.pieces_at(from).find(|piece| role == piece.kind.into()),
        };
        let position = next.position.clone();
        Ok(PlayedTurn {
            ply: position.ply(),
            army,
            before: self.before.clone(),
            thrown,
            mv,
            piece,
            sheet,
            irregular,
            effects,
            checks: mv.to().map_or(Vec::new(), |to| position.checks_given(earlier, army, to).collect()),
            position,
        })
    }

    /// Takes back the last acts, so many of them, and gives them, the last of them first.
    ///
    /// # Errors
    /// When there are not so many, or none is to be taken back; the session stays as it was.
    pub fn take_back(&mut self, acts: usize) -> Result<Vec<Act>, IllegalAct> {
        self.remove(acts).map(|taken| taken.past.iter().rev().map(|past| past.act).collect())
    }

    /// Takes back the last acts; [`Session::restore`] puts them in their place again.
    pub(crate) fn remove(&mut self, acts: usize) -> Result<TakenBackActs, IllegalAct> {
        let left = self.past.len().checked_sub(acts).filter(|_| acts > 0).ok_or(IllegalAct::NothingToTakeBack)?;
        let past = self.past.split_off(left);
        let played = past.iter().filter(|past| past.act.is_turn()).count();
        let turns = self.turns.split_off(self.turns.len() - played);
        let first = &past[0];
        let state = std::mem::replace(&mut self.state, first.state.clone());
        let before = std::mem::replace(&mut self.before, first.before.clone());
        Ok(TakenBackActs { past, turns, state, before })
    }

    /// Undoes a taking back.
    pub(crate) fn restore(&mut self, mut taken: TakenBackActs) {
        self.past.append(&mut taken.past);
        self.turns.append(&mut taken.turns);
        (self.state, self.before) = (taken.state, taken.before);
    }
}

impl SessionHost for Session {
    type Error = IllegalAct;

    fn session_state(&self) -> (&SessionState, &SessionTerms) {
        (&self.state, &self.terms)
    }

    fn act(&mut self, act: Act) -> Result<(), IllegalAct> {
        self.accept(act).map(drop)
    }
}
