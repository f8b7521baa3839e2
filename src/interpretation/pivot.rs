//! The last turn in which another choice would have stopped what decided a reading (INTERPRETATION 6.2).

use crate::chess::{Army, Effect, Kind, Move, Outcome, Piece, Square};
use crate::reading::{EndReason, Throw, Verdict};
use crate::record::Record;
use crate::session::{Action, PlayedTurn, SessionState, SessionTerms};

use super::attack::{new_checkers, turns_from};

/// What decides a reading against the querent, and when (INTERPRETATION 6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisiveEvent {
    /// The turn that struck.
    pub turn: u32,
    /// What it struck.
    pub blow: DecisiveBlow,
}

/// What a decisive turn did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisiveBlow {
    /// It took this army's king, the querent's or the partner's.
    KingTaken(Army),
    /// It gave check to the querent's king on the Ptah.
    CheckOnPtah,
}

/// Where another choice would have stopped a decisive event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pivot {
    /// The last such choice; none where no other move can be shown to have stopped it.
    pub choice: Option<PivotChoice>,
    /// Whether of any move that was tried it cannot be said what would have followed.
    pub unclear: bool,
}

/// A turn, and the moves that would have stopped the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PivotChoice {
    /// The turn.
    pub turn: u32,
    /// Its throw, which these moves have in common with the one that was made.
    pub throw: Throw,
    /// The other moves that would have stopped it.
    pub moves: Vec<Move>,
}

/// The decisive events of a reading, in their order; of two in one turn the heavier stands last. A game has none.
#[must_use]
pub fn decisive(record: &Record) -> Vec<DecisiveEvent> {
    let subject = &record.heading().subject;
    let (Some(querent), Some(ptah)) = (subject.querent(), subject.ptah()) else { return Vec::new() };
    let mut found = Vec::new();
    for (before, turn) in turns_from(record) {
        let after = &turn.position;
        let on_ptah = after.king(querent) == Some(ptah) && turn.army.side() != querent.side();
        if on_ptah && !new_checkers(&before, after, querent).is_empty() {
            found.push(DecisiveEvent { turn: turn.ply, blow: DecisiveBlow::CheckOnPtah });
        }
        let kings = turn.captures().filter(|(piece, _)| piece.kind == Kind::King).map(|(king, _)| king.army);
        let fallen = kings.filter(|army| army.side() == querent.side());
        found.extend(fallen.map(|army| DecisiveEvent { turn: turn.ply, blow: DecisiveBlow::KingTaken(army) }));
    }
    found
}

/// Goes back from a decisive event, and tries every other move that the throws of the querent's side allowed.
///
/// ```no_run
/// use enochian::interpretation::{decisive, pivot};
/// use enochian::{journal, correspondences::Correspondences};
/// let record = journal::read("journal.md".as_ref(), Correspondences::embedded()).unwrap();
/// for event in decisive(&record) {
///     let choice = pivot(&record, event).choice;
///     println!("turn {}: {:?}", event.turn, choice.map(|choice| choice.turn));
/// }
/// ```
#[must_use]
pub fn pivot(record: &Record, event: DecisiveEvent) -> Pivot {
    let mut pivot = Pivot { choice: None, unclear: false };
    let Some(trial) = Trial::of(record, event) else { return pivot };
    for index in (0..trial.strike).rev().filter(|index| trial.turns[*index].army.side() == trial.querent.side()) {
        let turn = &trial.turns[index];
        let Some(throw) = turn.thrown.map(|thrown| thrown.throw) else { continue };
        let mut state = trial.states[index].clone();
        if !trial.act_before(&mut state, turn) {
            continue;
        }
        let mut moves = trial.terms.moves_for(state.position(), throw).moves;
        moves.retain(|mv| {
            let fate = if *mv == turn.mv { Fate::Comes } else { trial.fate(state.clone(), index, *mv) };
            pivot.unclear |= fate == Fate::Unclear;
            fate == Fate::Stopped
        });
        if !moves.is_empty() {
            pivot.choice = Some(PivotChoice { turn: turn.ply, throw, moves });
            break;
        }
    }
    pivot
}

/// What becomes of the event after another move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stopped,
    Comes,
    Unclear,
}

/// A reading whose turns are played once more.
struct Trial<'r> {
    turns: &'r [PlayedTurn],
    terms: SessionTerms,
    /// How things stood before each turn up to the strike, and before what was done ahead of its move.
    states: Vec<SessionState>,
    querent: Army,
    ptah: Square,
    blow: DecisiveBlow,
    /// The turn that struck, by its place among the turns.
    strike: usize,
    /// The turns in which the piece that struck came to strike, the strike among them, the last first.
    way: Vec<usize>,
}

impl<'r> Trial<'r> {
    /// Nothing where the record has no such turn, or is no reading.
    fn of(record: &'r Record, event: DecisiveEvent) -> Option<Trial<'r>> {
        let subject = &record.heading().subject;
        let (querent, ptah, turns) = (subject.querent()?, subject.ptah()?, record.turns());
        let strike = turns.iter().position(|turn| turn.ply == event.turn)?;
        let terms = subject.terms();
        let state = SessionState::begin(&terms, subject.start());
        let mut trial = Trial {
            turns,
            terms,
            states: vec![state.clone()],
            querent,
            ptah,
            blow: event.blow,
            strike,
            way: Vec::new(),
        };
        let mut state = state;
        for turn in &turns[..strike] {
            trial.act_before(&mut state, turn);
            state.play_unchecked(&trial.terms, turn.mv, &mut ());
            trial.states.push(state.clone());
        }
        trial.way = trial.way_of_the_striker()?;
        Some(trial)
    }

    /// The striker is the piece that moved, where another gives the check too.
    fn way_of_the_striker(&self) -> Option<Vec<usize>> {
        let strike = &self.turns[self.strike];
        let (Move::Step { from, .. }, Some(striker)) = (strike.mv, strike.piece) else { return None };
        let (mut at, mut way) = (from, vec![self.strike]);
        for (index, turn) in self.turns[..self.strike].iter().enumerate().rev() {
            // There is one king of an army, whom an exchange may have brought back elsewhere.
            if striker.kind == Kind::King {
                way.extend((turn.piece == Some(striker)).then_some(index));
            } else if let Move::Step { from, to, .. } = turn.mv
                && to == at
            {
                way.push(index);
                at = from;
            }
        }
        Some(way)
    }

    /// Does what was done before a turn's move, if it can be done.
    fn act_before(&self, state: &mut SessionState, turn: &PlayedTurn) -> bool {
        turn.before.iter().all(|action| match *action {
            Action::Exchange(exchange) => state.exchange(&self.terms, exchange, &mut ()).is_ok(),
            Action::Withdrawal => state.withdraw(&self.terms, &mut ()).is_ok(),
        })
    }

    /// Plays another move in a turn, and then the turns that followed as they were recorded.
    fn fate(&self, mut state: SessionState, turn: usize, other: Move) -> Fate {
        state.play_unchecked(&self.terms, other, &mut ());
        for index in turn + 1..=self.strike {
            let illegal = if self.way.contains(&index) { Fate::Stopped } else { Fate::Unclear };
            match state.end(&self.terms) {
                Some(end) if self.is_for_the_querent(end) => return Fate::Stopped,
                // Whoever loses sooner has stopped nothing.
                Some(end) if self.is_against_the_querent(end) => return Fate::Comes,
                Some(_) => return illegal,
                None => {}
            }
            let turn = &self.turns[index];
            if state.position().turn() != turn.army {
                return illegal;
            }
            if !self.act_before(&mut state, turn) {
                return Fate::Unclear;
            }
            let throw = turn.thrown.map(|thrown| thrown.throw);
            if !throw.is_some_and(|throw| self.terms.calls(state.position(), throw, turn.mv)) {
                return illegal;
            }
            if index < self.strike {
                state.play_unchecked(&self.terms, turn.mv, &mut ());
            }
        }
        if self.strikes(state) { Fate::Comes } else { Fate::Stopped }
    }

    /// Whether the strike, played in this state, hits as it did.
    fn strikes(&self, mut state: SessionState) -> bool {
        let before = state.position().clone();
        let mut effects: Vec<Effect> = Vec::new();
        state.play_unchecked(&self.terms, self.turns[self.strike].mv, &mut effects);
        let after = state.position();
        match self.blow {
            DecisiveBlow::KingTaken(army) => {
                let king = Piece { army, kind: Kind::King };
                effects.iter().any(|effect| matches!(effect, Effect::Captured { piece, .. } if *piece == king))
            }
            DecisiveBlow::CheckOnPtah => {
                let on_ptah = after.king(self.querent) == Some(self.ptah);
                on_ptah && !new_checkers(&before, after, self.querent).is_empty()
            }
        }
    }

    fn is_for_the_querent(&self, end: EndReason) -> bool {
        match end {
            EndReason::Answered(verdict) => verdict == Verdict::Yes,
            EndReason::Game(outcome) => outcome == Outcome::Won(self.querent.side()),
        }
    }

    fn is_against_the_querent(&self, end: EndReason) -> bool {
        match end {
            EndReason::Answered(verdict) => verdict == Verdict::No,
            EndReason::Game(outcome) => outcome == Outcome::Won(self.querent.side().opponent()),
        }
    }
}
