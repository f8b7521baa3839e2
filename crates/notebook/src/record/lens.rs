//! What only records of Enochian chess have, or only those of other games.

use std::ops::Deref;

use crate::chess::{Army, Move, Position, Rules};
use crate::games::GameSession;
use crate::reading::{DiceSource, EndReason, RandomSourceError, Throw};
use crate::session::{Act, PlayedTurn, Session};

use super::{AnySession, Entry, Game, OtherGame, Record, RecordedAct, Subject};

/// The record of a reading or a game of Enochian chess: everything that a [`Record`] has, and its turns.
#[derive(Clone, Copy, Debug)]
pub struct EnochianRecord<'r> {
    record: &'r Record,
    subject: &'r Subject,
    session: &'r Session,
}

/// The record of another game: everything that a [`Record`] has, and its acts.
#[derive(Clone, Copy, Debug)]
pub struct OtherRecord<'r> {
    record: &'r Record,
    game: &'r OtherGame,
    session: &'r GameSession,
}

impl Deref for EnochianRecord<'_> {
    type Target = Record;

    fn deref(&self) -> &Record {
        self.record
    }
}

impl Deref for OtherRecord<'_> {
    type Target = Record;

    fn deref(&self) -> &Record {
        self.record
    }
}

impl Record {
    /// The record as one of Enochian chess; `None` if it is of another game.
    ///
    /// ```no_run
    /// use enochian::{journal, correspondences::Correspondences};
    /// let record = journal::read("journals/2026-11-21-is-my-brother-happy.md".as_ref(), Correspondences::embedded()).unwrap();
    /// if let Some(record) = record.enochian() {
    ///     println!("{} turns on the {} board", record.turns().len(), record.subject().board());
    /// }
    /// ```
    #[must_use]
    pub fn enochian(&self) -> Option<EnochianRecord<'_>> {
        match (&self.heading().game, self.play()) {
            (Game::Enochian(subject), AnySession::Enochian(session)) => {
                Some(EnochianRecord { record: self, subject, session })
            }
            _ => None,
        }
    }

    /// The record as one of Enochian chess, where it was begun as such.
    #[doc(hidden)]
    pub fn known_enochian(&self) -> EnochianRecord<'_> {
        self.enochian().expect("it was begun with a subject of Enochian chess")
    }

    /// The record as one of another game; `None` if it is of Enochian chess.
    #[must_use]
    pub fn other(&self) -> Option<OtherRecord<'_>> {
        match (&self.heading().game, self.play()) {
            (Game::Other(game), AnySession::Other(session)) => Some(OtherRecord { record: self, game, session }),
            _ => None,
        }
    }
}

impl<'r> OtherRecord<'r> {
    /// The record with everything that all records have.
    #[must_use]
    pub fn record(self) -> &'r Record {
        self.record
    }

    /// The settings of the game.
    #[must_use]
    pub fn game(self) -> &'r OtherGame {
        self.game
    }

    /// The session that the entries lead to.
    #[must_use]
    pub fn session(self) -> &'r GameSession {
        self.session
    }
}

impl<'r> EnochianRecord<'r> {
    /// The record with everything that all records have.
    #[must_use]
    pub fn record(self) -> &'r Record {
        self.record
    }

    /// A reading with its question, or a game with its settings.
    #[must_use]
    pub fn subject(self) -> &'r Subject {
        self.subject
    }

    /// The session that the entries lead to.
    #[must_use]
    pub fn session(self) -> &'r Session {
        self.session
    }

    /// The current position.
    #[must_use]
    pub fn position(self) -> &'r Position {
        self.session.position()
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(self) -> &'r Rules {
        self.session.rules()
    }

    /// The army to move.
    #[must_use]
    pub fn turn(self) -> Army {
        self.session.turn()
    }

    /// Why play is over, if it is.
    #[must_use]
    pub fn end(self) -> Option<EndReason> {
        self.session.end()
    }

    /// The possible moves: those with the pieces that the throw calls, in a game all legal moves, and only the pass if there
    /// is none. Empty before the throw of a reading, and when it is over.
    #[must_use]
    pub fn moves(self) -> Vec<Move> {
        self.session.moves()
    }

    /// The throw of the current turn, if the die was thrown and the move was not yet played.
    #[must_use]
    pub fn throw(self) -> Option<Throw> {
        self.session.throw()
    }

    /// The ply of the current turn, counted from 1.
    #[must_use]
    pub fn ply(self) -> u32 {
        self.position().ply().saturating_add(1)
    }

    /// The turns played, in order, without undone ones.
    #[must_use]
    pub fn turns(self) -> &'r [PlayedTurn] {
        self.session.turns()
    }

    /// The last turn played.
    #[must_use]
    pub fn last_turn(self) -> Option<&'r PlayedTurn> {
        self.turns().last()
    }

    /// The number of all throws, including those for the seats and undone ones: a seeded die has drawn as many numbers.
    #[must_use]
    pub fn throws_made(self) -> usize {
        let seats: usize =
            self.heading().seats.throws.iter().flat_map(|seat| &seat.throws).map(|it| it.dice().len()).sum();
        let is_throw = |entry: &&Entry| matches!(entry, Entry::Act(RecordedAct::Enochian(Act::Throw(_))));
        seats + self.entries().iter().filter(is_throw).count()
    }

    /// The program's random numbers in their current state: the die of a reading, or what chooses the moves of an automatic
    /// game. None if the die is thrown by hand, or people play a game.
    ///
    /// # Errors
    /// If the operating system returns no random numbers.
    pub fn dice_source(self) -> Result<Option<DiceSource>, RandomSourceError> {
        let (mut source, drawn) = match self.subject {
            Subject::Reading(_, die) => (die.dice_source(), self.throws_made()),
            Subject::Game(_) if !self.heading().automatic => (None, 0),
            Subject::Game(setting) => {
                (Some(setting.seed.map_or(DiceSource::System, DiceSource::seeded)), self.turns().len())
            }
        };
        if let Some(seeded @ DiceSource::Seeded(_)) = &mut source {
            for _ in 0..drawn {
                seeded.draw()?;
            }
        }
        Ok(source)
    }

    /// The acts, in order, without undone ones.
    #[must_use]
    pub fn standing(self) -> impl DoubleEndedIterator<Item = Act> + ExactSizeIterator {
        self.session.acts().iter().copied()
    }

    /// The number of acts to undo for undoing a person's last decision: the last move that was chosen, exchange or
    /// withdrawal, or the last throw if the die is thrown by `hand`. `None` if there is none.
    ///
    /// A throw by the program is not a decision, nor is a No Move.
    #[must_use]
    pub fn last_decision(self, hand: bool) -> Option<usize> {
        let decided = |act: Act| match act {
            Act::Throw(_) => hand,
            Act::Move(mv) => mv != Move::Pass,
            _ => true,
        };
        let last = self.standing().rev().position(decided).map(|index| index + 1)?;
        let turns = self.standing().rev().take(last).filter(|act| act.is_turn()).count();
        // Of a branch only its own turns are taken back.
        let first = self.heading().branch.as_ref().map_or(0, |branch| branch.turn as usize);
        (self.turns().len() - turns >= first).then_some(last)
    }
}
