//! The heading of a record of one of the other games.

use std::sync::Arc;

use crate::games::{GameOptions, GameSession, GameState, Referee};
use crate::input::{NAME_LIMIT, TooLong};

use super::entry::check_year;
use super::{InvalidEntry, Record, Timestamp};

/// A record of one of the other games.
pub type VariantRecord = Record<GameSession>;

/// Everything about a game that does not change after its start.
#[derive(Clone, Debug, PartialEq)]
pub struct VariantHeading {
    /// The game.
    pub game: VariantSettings,
    /// When it began.
    pub begun: Timestamp,
    /// The name of the time zone, if the system knows it: `Europe/Berlin`.
    pub zone: Option<String>,
    /// The players' names, in the order of the referee's seats.
    pub players: Vec<String>,
    /// Whether the program chose the acts.
    pub automatic: bool,
}

/// The settings of one of the other games.
#[derive(Clone, Debug)]
pub struct VariantSettings {
    /// The name given to it by the players.
    pub title: String,
    /// Its rules.
    pub referee: Arc<dyn Referee>,
    /// The options with which the referee was made.
    pub options: GameOptions,
    /// The state before the first act.
    pub start: Arc<dyn GameState>,
    /// Where the game was published, if it was.
    pub source: Option<String>,
    /// The seed of what the program deals and plays, if there is one.
    pub seed: Option<u64>,
}

/// Settings are equal if they are written in the same way.
impl PartialEq for VariantSettings {
    fn eq(&self, other: &VariantSettings) -> bool {
        let written = |it: &VariantSettings| (it.referee.kind(), it.referee.seats().to_vec(), it.start.text());
        self.title == other.title
            && self.options == other.options
            && self.source == other.source
            && self.seed == other.seed
            && written(self) == written(other)
    }
}

impl VariantHeading {
    /// Checks that every text is short enough, and the date can be written and read back.
    ///
    /// # Errors
    /// The first text that is too long, or the year.
    pub fn check(&self) -> Result<(), InvalidEntry> {
        TooLong::check("the name of the game", &self.game.title, NAME_LIMIT)?;
        for name in self.players.iter().chain(self.game.referee.seats().iter().map(|seat| &seat.name)) {
            TooLong::check("the name of a player", name, NAME_LIMIT)?;
        }
        TooLong::check("the source", self.game.source.as_deref().unwrap_or_default(), NAME_LIMIT)?;
        TooLong::check("the name of the time zone", self.zone.as_deref().unwrap_or_default(), NAME_LIMIT)?;
        check_year(&self.begun)
    }
}
