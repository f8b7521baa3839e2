//! The state of a session, and the options of a turn.

use crate::chess::{Army, EffectSink, Exchange, IllegalMove, Mode, Move, Movers, Position, Role, Rules, Square};
use crate::reading::{Answer, AnswerTracker, EndReason, Question, Throw};

use super::{Act, IllegalAct};

/// The terms of a session: the rules and, in a reading, the dice table and the criteria of the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionTerms {
    /// The rules in force, with the mode.
    pub rules: Rules,
    /// The pieces that the throws 1 to 6 call; `None` if any piece may move.
    dice: Option<[Movers; 6]>,
    /// The answer's tracker before the first turn; `None` without a question.
    tracker: Option<AnswerTracker>,
}

impl SessionTerms {
    /// The terms without dice and question: a game, or a position.
    #[must_use]
    pub const fn of_rules(rules: Rules) -> SessionTerms {
        SessionTerms { rules, dice: None, tracker: None }
    }

    /// The reading of a question.
    #[must_use]
    pub fn of_question(question: &Question) -> SessionTerms {
        let dice = question.dice.movers(question.array);
        SessionTerms { rules: question.rules(), dice: Some(dice), tracker: Some(AnswerTracker::of(question)) }
    }

    /// The same, in a reading that goes on after the answer by its procedure: see
    /// [`Plan::play_out`](crate::simulate::Plan::play_out).
    #[must_use]
    pub fn playing_out(self, plays_out: bool) -> SessionTerms {
        SessionTerms { tracker: self.tracker.map(|tracker| tracker.playing_out(plays_out)), ..self }
    }

    /// Adds a dice table: the pieces that the throws 1 to 6 call.
    #[must_use]
    pub const fn with_dice(self, dice: [Movers; 6]) -> SessionTerms {
        SessionTerms { dice: Some(dice), ..self }
    }

    /// Adds the querent's army and the Ptah, as in a reading by the procedure `ptah`.
    #[must_use]
    pub fn with_ptah(self, querent: Army, ptah: Square) -> SessionTerms {
        SessionTerms { tracker: Some(AnswerTracker::of_ptah(querent, ptah)), ..self }
    }

    /// The possible moves after a throw (RULES 8.3, 8.4).
    ///
    /// "The king cannot move" means that it has no move. An army that has several pieces of the called kind may move any
    /// of them. A throw of the king for an army without one is a No Move (RULES 8.3, **Decided**).
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Position, Rules};
    /// use enochian::correspondences::Correspondences;
    /// use enochian::session::SessionTerms;
    /// let array = Array::of(Angle::Air, Board::Air);
    /// let position = Position::start(array, Army::Air, Direction::Deosil).with_rules(Rules::CHESSVARIANTS.reading());
    /// let dice = Correspondences::embedded().dice_table("y-manuscript").unwrap();
    /// let terms = SessionTerms::of_rules(Rules::CHESSVARIANTS.reading()).with_dice(dice.movers(array));
    /// // A two calls the third officer of the array, here the knight.
    /// let called = terms.moves_for(&position, "2".parse().unwrap());
    /// assert_eq!(called.role.map(|role| role.letter()), Some('N'));
    /// assert_eq!(called.moves.len(), 3);
    /// ```
    #[must_use]
    pub fn moves_for(&self, position: &Position, throw: Throw) -> TurnMoves {
        let mut called = TurnMoves { role: None, instead_of_king: false, moves: Vec::new() };
        self.list_moves(position, Some(throw), &mut called);
        called
    }

    /// Lists the possible moves of a turn, after its throw in a reading, in place of those of another turn.
    pub fn list_moves(&self, position: &Position, throw: Option<Throw>, called: &mut TurnMoves) {
        let movers = throw.map_or(Movers::Any, |throw| self.movers(throw));
        called.moves.clear();
        position.each_move(movers, &mut |mv| called.moves.push(mv));
        (called.role, called.instead_of_king) = match movers {
            Movers::Any => (None, false),
            Movers::Only(role) => (Some(role), false),
            Movers::KingOrPawn => {
                let king_moves = matches!(called.moves.first(), Some(Move::Step { role: Role::King, .. }));
                let instead = !king_moves && position.king(position.turn()).is_some();
                (Some(if instead { Role::Pawn } else { Role::King }), instead)
            }
        };
    }

    /// Whether a die is thrown before each move.
    #[must_use]
    pub const fn has_dice(&self) -> bool {
        self.dice.is_some()
    }

    /// The pieces that a throw calls.
    pub fn movers(&self, throw: Throw) -> Movers {
        self.dice.map_or(Movers::Any, |dice| dice[usize::from(throw.number()) - 1])
    }
}

/// The options of a turn.
#[derive(Clone, Debug, PartialEq)]
pub enum TurnOptions {
    /// None: the session is over.
    Over(EndReason),
    /// The die has to be thrown first.
    Throw,
    /// One of these moves has to be played.
    Moves(TurnMoves),
}

/// The possible moves of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnMoves {
    /// The role that the die called, in a reading.
    pub role: Option<Role>,
    /// Whether pawns are called because the king was called and has no move (RULES 8.3).
    pub instead_of_king: bool,
    /// The moves, or only [`Move::Pass`] if there are none.
    pub moves: Vec<Move>,
}

/// The state of a session: small enough to be copied for every act.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionState {
    pub(super) position: Position,
    pub(super) throw: Option<Throw>,
    tracker: Option<AnswerTracker>,
}

impl SessionState {
    /// The state before the first turn.
    #[must_use]
    pub fn begin(terms: &SessionTerms, start: Position) -> SessionState {
        SessionState { position: start.with_rules(terms.rules), throw: None, tracker: terms.tracker.clone() }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The throw whose move is still to come.
    #[must_use]
    pub fn thrown(&self) -> Option<Throw> {
        self.throw
    }

    /// The same by these terms, as if no turn had been played yet: turns are counted from here.
    pub(crate) fn counted_anew(&self, terms: &SessionTerms) -> SessionState {
        let mut state = self.clone();
        state.position = state.position.with_rules(terms.rules);
        state.position.ply = 0;
        state
    }

    /// Why the session is over, if it is (RULES 7, 8.6).
    pub fn end(&self) -> Option<EndReason> {
        match &self.tracker {
            Some(tracker) => tracker.end(&self.position),
            None => self.position.outcome().map(EndReason::Game),
        }
    }

    /// The current answer by both criteria (RULES 8.6); `None` without a question.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        self.tracker.as_ref().map(|tracker| tracker.answer(&self.position))
    }

    /// Whether the querent's king has stood on the Ptah, unchecked, since the end of the querent's last turn: the round of
    /// RULES 8.6 is running.
    #[must_use]
    pub fn is_round_running(&self) -> bool {
        self.tracker.as_ref().is_some_and(AnswerTracker::is_holding)
    }

    /// The querent's army; none without a question.
    pub(crate) fn querent(&self) -> Option<Army> {
        self.tracker.as_ref().map(AnswerTracker::querent)
    }

    /// The querent's army and the Ptah, if the answer by the Ptah decides the reading and is still open.
    pub(crate) fn open_ptah(&self) -> Option<(Army, Square)> {
        self.tracker.as_ref().and_then(AnswerTracker::open_ptah)
    }

    /// The state after a move that leads to a position.
    pub(crate) fn followed(&self, position: &Position) -> SessionState {
        let mut tracker = self.tracker.clone();
        if let Some(tracker) = &mut tracker {
            tracker.watch(self.position.turn(), position);
        }
        SessionState { position: position.clone(), throw: None, tracker }
    }

    /// The options of the current turn.
    #[must_use]
    pub fn options(&self, terms: &SessionTerms) -> TurnOptions {
        match (self.end(), self.throw, terms.dice) {
            (Some(end), ..) => TurnOptions::Over(end),
            (None, None, Some(_)) => TurnOptions::Throw,
            (None, Some(throw), _) => TurnOptions::Moves(terms.moves_for(&self.position, throw)),
            (None, None, None) => {
                let moves = self.position.moves();
                TurnOptions::Moves(TurnMoves { role: None, instead_of_king: false, moves })
            }
        }
    }

    /// Throws the die.
    ///
    /// # Errors
    /// If no die is thrown, it was thrown already, or the session is over.
    pub fn throw(&mut self, terms: &SessionTerms, throw: Throw) -> Result<(), IllegalAct> {
        if terms.dice.is_none() {
            return Err(IllegalAct::NoDie);
        }
        if let Some(end) = self.end() {
            return Err(IllegalAct::Over(end));
        }
        if let Some(thrown) = self.throw {
            return Err(IllegalAct::AlreadyThrown(thrown));
        }
        self.throw = Some(throw);
        Ok(())
    }

    /// Plays a turn with one of the possible moves.
    ///
    /// # Errors
    /// If the move is not possible; the state is then unchanged.
    pub fn play(&mut self, terms: &SessionTerms, mv: Move, sink: &mut impl EffectSink) -> Result<(), IllegalAct> {
        let called = self.throw.map(|throw| terms.moves_for(&self.position, throw));
        self.play_called(terms, called.as_ref(), mv, sink)
    }

    /// Plays a turn, when the pieces that the throw calls are already known.
    pub fn play_called(
        &mut self,
        terms: &SessionTerms,
        called: Option<&TurnMoves>,
        mv: Move,
        sink: &mut impl EffectSink,
    ) -> Result<(), IllegalAct> {
        if self.tracker.is_some()
            && let Some(end) = self.end()
        {
            return Err(IllegalAct::Over(end));
        }
        match (called, self.throw) {
            (Some(called), Some(throw)) if !called.moves.contains(&mv) => {
                let role = called.role.unwrap_or(Role::Pawn);
                if mv == Move::Pass {
                    return Err(IllegalAct::CanMove(role));
                }
                let error = self.position.why_illegal(mv);
                return Err(error.map_or(IllegalAct::NotCalled { throw, role }, IllegalAct::Illegal));
            }
            (None, _) if terms.dice.is_some() => return Err(IllegalAct::NotThrown),
            (None, _) => {
                if let Some(error) = self.position.why_illegal(mv) {
                    return Err(IllegalAct::Illegal(error));
                }
            }
            (Some(_), _) => {}
        }
        self.play_unchecked(mv, sink);
        Ok(())
    }

    /// Plays a move that is known to be possible.
    pub fn play_unchecked(&mut self, mv: Move, sink: &mut impl EffectSink) {
        let army = self.position.turn();
        self.throw = None;
        self.position.play_unchecked(mv, sink);
        if let Some(tracker) = &mut self.tracker {
            tracker.watch(army, &self.position);
        }
    }

    /// Plays a move that breaks RULES 4 but not RULES 3, as in some published games, and returns the rule that it breaks. A
    /// pass although the army has a move is such a move too.
    ///
    /// # Errors
    /// In a reading, and if the move breaks no rule or breaks RULES 3 too; the state is then unchanged.
    pub fn play_irregular(&mut self, mv: Move, sink: &mut impl EffectSink) -> Result<IllegalMove, IllegalAct> {
        if self.position.rules().mode == Mode::Reading {
            return Err(IllegalAct::IrregularReading);
        }
        Ok(self.position.play_irregular(mv, sink)?)
    }

    /// Carries out an act.
    ///
    /// # Errors
    /// If it is not possible now; the state is then unchanged.
    pub fn carry_out(&mut self, terms: &SessionTerms, act: Act, sink: &mut impl EffectSink) -> Result<(), IllegalAct> {
        match act {
            Act::Throw(throw) => self.throw(terms, throw),
            Act::Move(mv) => self.play(terms, mv, sink),
            Act::Irregular(mv) => self.play_irregular(mv, sink).map(drop),
            Act::Exchange(exchange) => self.exchange(exchange, sink),
            Act::Withdrawal(army) if army != self.position.turn() => Err(IllegalAct::NotItsTurn(self.position.turn())),
            Act::Withdrawal(_) => self.withdraw(sink),
        }
    }

    /// Carries out an exchange of prisoners before the turn's move (RULES 6.2).
    ///
    /// # Errors
    /// If it is not possible now; the state is then unchanged.
    pub fn exchange(&mut self, exchange: Exchange, sink: &mut impl EffectSink) -> Result<(), IllegalAct> {
        Ok(self.position.exchange(exchange, sink)?)
    }

    /// Withdraws the army to move, before its move (RULES 6.3).
    ///
    /// # Errors
    /// If it cannot withdraw; the state is then unchanged.
    pub fn withdraw(&mut self, sink: &mut impl EffectSink) -> Result<(), IllegalAct> {
        Ok(self.position.withdraw(sink)?)
    }
}
