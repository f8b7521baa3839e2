//! What a record is kept of: a session of Enochian chess, or of another game.

use std::borrow::Cow;
use std::sync::Arc;

use crate::chess::Mode;
use crate::games::{ActError, GameAct, GameSession, GameState, PlayedAct, enochian_state};
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

impl RecordedAct {
    /// Its text, from which it is read again.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            RecordedAct::Enochian(act) => act.to_string(),
            RecordedAct::Other(act) => act.text.clone(),
        }
    }

    /// Whether it was played against the rules, or is a card act.
    #[must_use]
    pub fn is_irregular(&self) -> bool {
        match self {
            RecordedAct::Enochian(act) => matches!(act, Act::Irregular(_)),
            RecordedAct::Other(act) => act.is_irregular,
        }
    }
}

impl RecordedAct {
    /// What follows from it in a state in which it was played.
    pub(crate) fn played_in(&self, state: &dyn GameState) -> PlayedAct {
        let text = self.text();
        // A card act is irregular in itself.
        state.play(&text).or_else(|_| state.play_irregular(&text)).expect("it was played here before")
    }
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
        self.state().turn()
    }

    /// Who acts in the current turn: an army, a seat, or chance.
    #[must_use]
    pub fn actor_name(&self) -> String {
        match self {
            AnySession::Enochian(session) => session.turn().to_string(),
            AnySession::Other(session) => session.state().actor_name(session.state().actor()).to_owned(),
        }
    }

    /// The text of the position that it has come to.
    #[must_use]
    pub fn position_text(&self) -> String {
        self.state().text()
    }

    /// The number of turns played.
    #[must_use]
    pub fn turns_played(&self) -> u32 {
        match self {
            AnySession::Enochian(session) => u32::try_from(session.turns().len()).unwrap_or(u32::MAX),
            AnySession::Other(session) => session.state().turn().saturating_sub(session.start().turn()),
        }
    }

    /// The state that it has come to.
    #[must_use]
    pub fn state(&self) -> Arc<dyn GameState> {
        match self {
            AnySession::Enochian(session) => enochian_state(session.terms(), session.state().clone()),
            AnySession::Other(session) => session.state().clone(),
        }
    }

    /// The state before the first act.
    #[must_use]
    pub fn start(&self) -> Arc<dyn GameState> {
        match self {
            AnySession::Enochian(session) => enochian_state(session.terms(), session.start().clone()),
            AnySession::Other(session) => session.start().clone(),
        }
    }

    /// The acts so far, without undone ones, with what followed from each.
    #[must_use]
    pub fn steps(&self) -> Cow<'_, [PlayedAct]> {
        match self {
            AnySession::Enochian(session) => {
                let mut state = self.start();
                let step = |act: &Act| {
                    let step = RecordedAct::from(*act).played_in(&*state);
                    state = step.state.clone();
                    step
                };
                session.acts().iter().map(step).collect()
            }
            AnySession::Other(session) => session.steps().into(),
        }
    }

    /// Why it is over by its rules, as a clause; `None` if it is not.
    #[must_use]
    pub fn end(&self) -> Option<String> {
        match self {
            AnySession::Enochian(session) => session.end().map(|end| end.to_string()),
            AnySession::Other(session) => {
                session.state().ending().map(|ending| ending.words.trim_end_matches('.').to_owned())
            }
        }
    }

    /// Whether it has reached its end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state().ending().is_some()
    }

    /// The acts so far, without undone ones.
    #[must_use]
    pub fn acts(&self) -> Vec<RecordedAct> {
        match self {
            AnySession::Enochian(session) => session.acts().iter().map(|act| RecordedAct::from(*act)).collect(),
            AnySession::Other(session) => session.acts().iter().cloned().map(RecordedAct::from).collect(),
        }
    }

    /// How many choices were made, as the seed of the next.
    pub(super) fn choices_made(&self) -> u64 {
        match self {
            AnySession::Enochian(session) => session.position().ply().into(),
            AnySession::Other(session) => session.acts().len() as u64,
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
                Ok(session.steps().last().is_some_and(|step| step.ends_turn))
            }
            _ => Err(InvalidEntry::OfAnotherGame),
        }
    }

    /// Reads an act that can be played now.
    pub(super) fn read(&self, text: &str) -> Result<RecordedAct, ActError> {
        Ok(self.recorded(self.state().read(text)?))
    }

    /// Reads a move that is against the rules, and says what it breaks.
    pub(super) fn read_irregular(&self, text: &str) -> Result<(RecordedAct, String), ActError> {
        let PlayedAct { text, irregular, .. } = self.state().play_irregular(text)?;
        Ok((self.recorded(GameAct { text, is_irregular: true }), irregular.unwrap_or_default()))
    }

    /// An act that can be played now as it is recorded.
    pub(super) fn recorded(&self, act: GameAct) -> RecordedAct {
        match self {
            AnySession::Enochian(session) => match Act::read(&act.text, session.turn()).expect("it was just played") {
                Act::Move(mv) if act.is_irregular => Act::Irregular(mv).into(),
                act => act.into(),
            },
            AnySession::Other(_) => act.into(),
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
            (_, Closing::Ended) if !self.is_over() => Err(InvalidEntry::NotOver(mode)),
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
