//! A session: a reading or a game while it is being played (RULES 3 to 8).
//!
//! A [`Session`] knows the position, the [`SessionTerms`], the turn, its options ([`TurnOptions`]) and the acts so far. It
//! accepts an [`Act`] or says why it is not possible ([`IllegalAct`]). Whoever plays
//! (a person at the prompts, the program, a journal that is read back) enters acts, and none of them needs to know a rule.
//!
//! ```
//! use enochian::{correspondences::Correspondences, reading::QuestionDraft, input::Source};
//! use enochian::session::{Act, Session, TurnOptions};
//! let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
//! let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
//! let mut session = Session::of_question(&question);
//!
//! // The die is thrown first.
//! assert_eq!(session.options(), TurnOptions::Throw);
//! session.accept(Act::Throw("6".parse().unwrap())).unwrap();
//! let pawns = session.moves();
//! assert_eq!(pawns.len(), 4);
//!
//! let refused = session.accept(Act::Move("Na8b6".parse().unwrap())).unwrap_err();
//! assert_eq!(refused.to_string(), "a8 holds the bishop of Air, not a knight");
//! session.accept(Act::Move(pawns[0])).unwrap();
//! assert_eq!((session.turns()[0].ply, session.turns()[0].army.name()), (1, "Air"));
//! ```

mod act;
mod automatic;
mod play;
mod sheet_move;
mod state;

pub use act::{Act, Action, IllegalAct, MovePreview, PlayedTurn, ThrownDie};
pub use play::{Followed, NothingToTakeBack, Play, Session};
pub use sheet_move::SheetMove;
pub use state::{SessionState, SessionTerms, TurnMoves, TurnOptions};

use crate::chess::{Army, Mode, Move, Position, Role, Rules};
use crate::reading::{Answer, EndReason, Question, Throw};

impl Play for SessionTerms {
    type Start = Position;
    type State = SessionState;
    type Act = Act;
    type Step = PlayedTurn;
    type Refusal = IllegalAct;

    fn first_state(&self, start: Position) -> SessionState {
        SessionState::begin(self, start)
    }

    fn follow(session: &Session, act: &Act) -> Followed<SessionTerms> {
        let (mut next, mut turn) = (session.state().clone(), None);
        match *act {
            Act::Move(_) | Act::Irregular(_) => turn = Some(session.play(&mut next, *act)?),
            _ => next.carry_out(session.terms(), *act, &mut ())?,
        }
        Ok((next, turn))
    }

    fn completes_step(act: &Act) -> bool {
        act.is_turn()
    }
}

impl Session {
    /// A session for a question, before its first throw.
    #[must_use]
    pub fn of_question(question: &Question) -> Session {
        Session::begin(SessionTerms::of_question(question), question.start())
    }

    /// Whether it is a reading or a game.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.terms().rules.mode
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.state().position
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.terms().rules
    }

    /// The army to move.
    #[must_use]
    pub fn turn(&self) -> Army {
        self.position().turn()
    }

    /// The throw of the current turn, if the die was thrown and the move was not yet played.
    #[must_use]
    pub fn throw(&self) -> Option<Throw> {
        self.state().throw
    }

    /// The options of the current turn.
    #[must_use]
    pub fn options(&self) -> TurnOptions {
        self.state().options(self.terms())
    }

    /// The possible moves; empty before the throw of a reading, and when it is over.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        match self.options() {
            TurnOptions::Moves(turn) => turn.moves,
            TurnOptions::Throw | TurnOptions::Over(_) => Vec::new(),
        }
    }

    /// Why the session is over, if it is (RULES 7, 8.6).
    #[must_use]
    pub fn end(&self) -> Option<EndReason> {
        self.state().end()
    }

    /// The current answer by both criteria (RULES 8.6); `None` in a game.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        self.state().answer()
    }

    /// The turns played, in order, without undone ones.
    #[must_use]
    pub fn turns(&self) -> &[PlayedTurn] {
        self.steps()
    }

    /// A turn before its move, after its throw: the acts until then, and the state. The move may not be played yet; `None` if
    /// there is no such turn, or its die is not yet thrown.
    #[must_use]
    pub fn before_move(&self, ply: u32) -> Option<(&[Act], &SessionState)> {
        let is_it = |state: &SessionState| state.position.ply().saturating_add(1) == ply;
        let acts = self.acts();
        let played = (0..acts.len()).find(|&at| acts[at].is_turn() && is_it(self.state_before(at)));
        let may_move = self.throw().is_some() || self.mode() == Mode::Game;
        let at = played.or_else(|| (is_it(self.state()) && may_move).then_some(acts.len()))?;
        Some((&acts[..at], self.state_before(at)))
    }

    /// What would follow from a move, without playing it.
    ///
    /// # Errors
    /// If the move is not possible.
    pub fn preview(&self, mv: Move) -> Result<MovePreview, IllegalAct> {
        let mut next = self.state().clone();
        let turn = self.play(&mut next, Act::Move(mv))?;
        Ok(MovePreview { turn, end: next.end() })
    }

    /// The actions before the move of the current turn.
    fn before(&self) -> impl Iterator<Item = Action> {
        let since = self.acts().iter().rposition(|act| act.is_turn()).map_or(0, |last| last + 1);
        self.acts()[since..].iter().filter_map(|act| Action::of(*act))
    }

    /// Plays a turn from a state, and returns everything that follows.
    fn play(&self, next: &mut SessionState, act: Act) -> Result<PlayedTurn, IllegalAct> {
        let before_move = self.position();
        let army = before_move.turn();
        let mut effects = Vec::new();
        let called = self.throw().map(|throw| (throw, self.terms().moves_for(before_move, throw)));
        let (mv, irregular) = match act {
            Act::Irregular(mv) => (mv, Some(next.play_irregular(mv, &mut effects)?)),
            Act::Move(mv) => {
                next.play_called(self.terms(), called.as_ref().map(|(_, called)| called), mv, &mut effects)?;
                (mv, None)
            }
            _ => unreachable!("other acts are not played"),
        };
        let thrown = called.map(|(throw, called)| {
            let role = called.role.unwrap_or(Role::Pawn);
            let gone = before_move.army_with(army, role).is_none();
            ThrownDie { throw, role, instead_of_king: called.instead_of_king, gone }
        });
        let sheet = match (mv, thrown) {
            (Move::Pass, Some(thrown)) => format!("{}-", thrown.throw),
            // An irregular move's sheet text is chosen among all moves by RULES 3.
            _ if irregular.is_some() => before_move.clone().with_rules(self.terms().rules.reading()).sheet(mv),
            _ => before_move.sheet(mv),
        };
        let piece = match mv {
            Move::Pass => None,
            Move::Step { role, from, .. } => before_move.pieces_at(from).find(|piece| role == piece.kind.into()),
        };
        let position = next.position.clone();
        Ok(PlayedTurn {
            ply: position.ply(),
            army,
            before: self.before().collect(),
            thrown,
            mv,
            piece,
            sheet,
            irregular,
            effects,
            checks: mv.to().map_or(Vec::new(), |to| position.checks_given(before_move, army, to).collect()),
            position,
        })
    }
}
