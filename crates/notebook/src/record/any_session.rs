//! What a record is kept of: a session of Enochian chess, or of another game.

use crate::chess::Mode;
use crate::games::{GameAct, GameSession};
use crate::session::{Act, Session};

use super::{Closing, Game, InvalidEntry, Seats};

/// A session of any game: acts are played in order, and undone from the last.
#[derive(Clone, Debug)]
pub enum AnySession {
    /// Of Enochian chess.
    Enochian(Box<Session>),
    /// Of another game.
    Other(GameSession),
}

/// An act of any game, as it is recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordedAct {
    /// Of Enochian chess: a throw, a move, an exchange or a withdrawal.
    Enochian(Act),
    /// Of another game: its text.
    Other(GameAct),
}

impl From<Act> for RecordedAct {
    fn from(act: Act) -> RecordedAct {
        RecordedAct::Enochian(act)
    }
}

impl From<GameAct> for RecordedAct {
    fn from(act: GameAct) -> RecordedAct {
        RecordedAct::Other(act)
    }
}

impl AnySession {
    /// The session before its first act.
    pub(super) fn begin(game: &Game) -> AnySession {
        match game {
            Game::Enochian(subject) => AnySession::Enochian(Box::new(Session::begin(subject.terms(), subject.start()))),
            Game::Other(game) => AnySession::Other(game.begin()),
        }
    }

    /// Whether it is a reading or a game.
    #[must_use]
    pub fn mode(&self) -> Mode {
        match self {
            AnySession::Enochian(session) => session.mode(),
            AnySession::Other(_) => Mode::Game,
        }
    }

    /// The number of the current turn.
    #[must_use]
    pub fn current_turn(&self) -> u32 {
        match self {
            AnySession::Enochian(session) => session.position().ply().saturating_add(1),
            AnySession::Other(session) => session.state().turn(),
        }
    }

    /// Plays an act, and returns whether it ended the turn.
    pub(super) fn play(&mut self, seats: &Seats, act: &RecordedAct) -> Result<bool, InvalidEntry> {
        match (self, act) {
            (AnySession::Enochian(session), RecordedAct::Enochian(act)) => {
                if let Act::Withdrawal(army) = *act
                    && army == session.turn()
                    && seats.commands_both(army)
                {
                    return Err(InvalidEntry::PlaysBoth(seats.player(army).to_owned()));
                }
                session.accept(*act)?;
                Ok(act.is_turn())
            }
            (AnySession::Other(session), RecordedAct::Other(act)) => {
                session.accept(act.clone())?;
                Ok(session.steps().last().is_some_and(|step| step.played.ends_turn))
            }
            _ => Err(InvalidEntry::OfAnotherGame),
        }
    }

    /// Undoes the last acts, and returns them in the order in which they were played.
    pub(super) fn take_back(&mut self, acts: usize) -> Result<Vec<RecordedAct>, InvalidEntry> {
        Ok(match self {
            AnySession::Enochian(session) => session.take_back(acts)?.into_iter().map(RecordedAct::from).collect(),
            AnySession::Other(session) => session.take_back(acts)?.into_iter().map(RecordedAct::from).collect(),
        })
    }

    /// Checks that it can be closed in this way now.
    pub(super) fn check_closing(&self, closing: Closing) -> Result<(), InvalidEntry> {
        let mode = self.mode();
        match (self, closing) {
            (AnySession::Enochian(session), Closing::Ended) if session.end().is_none() => {
                Err(InvalidEntry::NotOver(mode))
            }
            (AnySession::Other(session), Closing::Ended) if session.state().ending().is_none() => {
                Err(InvalidEntry::NotOver(mode))
            }
            (_, Closing::Agreed) if mode == Mode::Reading => Err(InvalidEntry::OnlyInAGame("a draw by agreement")),
            (_, Closing::Resigned(_)) if mode == Mode::Reading => Err(InvalidEntry::OnlyInAGame("a resignation")),
            // A resignation is an act of these games: others may play on.
            (AnySession::Other(_), Closing::Resigned(_)) => {
                Err(InvalidEntry::OnlyInEnochianChess("this way of resigning"))
            }
            _ => Ok(()),
        }
    }
}
