//! What is played: Enochian chess, or another game with its settings.

use std::sync::Arc;

use crate::chess::Mode;
use crate::games::{GameKind, GameOptions, GameSession, GameState, Referee, Seat, enochian_seats};
use crate::reading::DieThrower;

use super::{AnySession, Subject};

/// What is played.
#[derive(Clone, Debug, PartialEq)]
pub enum Game {
    /// A reading or a game of Enochian chess.
    Enochian(Subject),
    /// Another game.
    Other(OtherGame),
}

impl From<Subject> for Game {
    fn from(subject: Subject) -> Game {
        Game::Enochian(subject)
    }
}

impl From<OtherGame> for Game {
    fn from(game: OtherGame) -> Game {
        Game::Other(game)
    }
}

impl Game {
    /// The kind of game.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        match self {
            Game::Enochian(_) => GameKind::default(),
            Game::Other(game) => game.referee.kind(),
        }
    }

    /// The question, or the name of the game.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Game::Enochian(subject) => subject.title(),
            Game::Other(game) => &game.title,
        }
    }

    /// Whether it is a reading or a game.
    #[must_use]
    pub fn mode(&self) -> Mode {
        match self {
            Game::Enochian(subject) => subject.mode(),
            Game::Other(_) => Mode::Game,
        }
    }

    /// Where the question or the game was published, if it was.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        match self {
            Game::Enochian(subject) => subject.source(),
            Game::Other(game) => game.source.as_deref(),
        }
    }

    /// The number of the first turn.
    #[doc(hidden)]
    pub fn first_turn(&self) -> u32 {
        match self {
            Game::Enochian(subject) => subject.start().ply().saturating_add(1),
            Game::Other(game) => game.start.turn(),
        }
    }

    /// The seats, in the order of their indexes.
    #[must_use]
    pub fn seats(&self) -> &[Seat] {
        match self {
            Game::Enochian(_) => enochian_seats(),
            Game::Other(game) => game.referee.seats(),
        }
    }

    /// The options that are not at their default, as names and values.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        let options = if let Game::Other(game) = self { Some(&game.options) } else { None };
        options.into_iter().flat_map(|options| options.iter())
    }

    /// The seed of what the program throws, deals and chooses, if there is one.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        match self {
            Game::Enochian(Subject::Reading(_, DieThrower::Seeded(seed))) => Some(*seed),
            Game::Enochian(subject) => subject.setting().and_then(|setting| setting.seed),
            Game::Other(game) => game.seed,
        }
    }

    /// The state before the first act.
    #[must_use]
    pub fn start(&self) -> Arc<dyn GameState> {
        AnySession::begin(self).start()
    }

    /// A reading or a game of Enochian chess; `None` for another game.
    #[must_use]
    pub fn enochian(&self) -> Option<&Subject> {
        match self {
            Game::Enochian(subject) => Some(subject),
            Game::Other(_) => None,
        }
    }
}

/// The settings of another game than Enochian chess.
#[derive(Clone, Debug)]
pub struct OtherGame {
    /// The name given to it by the players.
    pub title: String,
    /// Its rules.
    pub referee: Referee,
    /// The options with which the referee was made.
    pub options: GameOptions,
    /// The state before the first act.
    pub start: Arc<dyn GameState>,
    /// Where the game was published, if it was.
    pub source: Option<String>,
    /// The seed of what the program deals and plays, if there is one.
    pub seed: Option<u64>,
}

impl OtherGame {
    /// A session of it before its first act.
    #[must_use]
    pub fn begin(&self) -> GameSession {
        GameSession::begin(self.referee.clone(), self.start.clone())
    }
}

/// Settings are equal if they are written in the same way.
impl PartialEq for OtherGame {
    fn eq(&self, other: &OtherGame) -> bool {
        let written = |it: &OtherGame| (it.referee.kind(), it.referee.seats().to_vec(), it.start.text());
        self.title == other.title
            && self.options == other.options
            && self.source == other.source
            && self.seed == other.seed
            && written(self) == written(other)
    }
}
