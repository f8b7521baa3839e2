//! The kinds of games.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::{GameOptions, OptionSpec, OptionsError, Referee, enochian, faith, gods, knightmare};

/// A kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameKind {
    /// Knightmare Chess for three players.
    Three,
    /// Knightmare Chess for four players, each alone.
    Free,
    /// Knightmare Chess for four players in two teams.
    Team,
    /// Gods of Chess.
    Gods,
    /// Armies of Faith 3.
    Faith,
    /// A game that no referee here knows, recorded as free texts.
    Other,
    /// Enochian chess, served by the same interface. The commands play it in their own way, so it is not one of
    /// [`GameKind::ALL`].
    Enochian,
}

impl GameKind {
    /// The kinds beside Enochian chess that have a referee.
    pub const ALL: [GameKind; 5] = [GameKind::Three, GameKind::Free, GameKind::Team, GameKind::Gods, GameKind::Faith];

    /// Its name in commands and files: `three`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GameKind::Three => "three",
            GameKind::Free => "free",
            GameKind::Team => "team",
            GameKind::Gods => "gods",
            GameKind::Faith => "faith",
            GameKind::Other => "other",
            GameKind::Enochian => "enochian",
        }
    }

    /// The name of the game: `Knightmare Chess for three`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            GameKind::Three => "Knightmare Chess for three",
            GameKind::Free => "Knightmare Chess for four, each alone",
            GameKind::Team => "Knightmare Chess for four in teams",
            GameKind::Gods => "Gods of Chess",
            GameKind::Faith => "Armies of Faith 3: Assimilation",
            GameKind::Other => "Any other game",
            GameKind::Enochian => "Enochian chess",
        }
    }

    /// Where its rules were published.
    #[must_use]
    pub const fn source(self) -> &'static str {
        match self {
            GameKind::Three | GameKind::Free | GameKind::Team => {
                "S. O'Sullivan, Knightmare Chess: Multi-Player Variants (1996)"
            }
            GameKind::Gods => "God Of Chess, rules for chess with Omaha poker (anonymous)",
            GameKind::Faith => "C. Gilman, Armies of Faith 3: Assimilation (2007)",
            GameKind::Other => "no rules: what you type is recorded",
            GameKind::Enochian => "the sources of docs/RULES.md",
        }
    }

    /// Its options.
    #[must_use]
    pub const fn options(self) -> &'static [OptionSpec] {
        match self {
            GameKind::Three | GameKind::Free | GameKind::Team => knightmare::OPTIONS,
            GameKind::Gods => gods::OPTIONS,
            GameKind::Faith => faith::OPTIONS,
            GameKind::Other => &[],
            GameKind::Enochian => enochian::OPTIONS,
        }
    }

    /// The referee of the game with these options.
    ///
    /// # Errors
    /// If the game does not have one of the options, or is of the kind [`GameKind::Other`]: see
    /// [`unrefereed`](super::unrefereed()).
    pub fn referee(self, options: &GameOptions) -> Result<Arc<dyn Referee>, OptionsError> {
        let options = GameOptions::new(options.iter(), self.options())?;
        Ok(match self {
            GameKind::Three | GameKind::Free | GameKind::Team => knightmare::referee(self, &options),
            GameKind::Gods => gods::referee(&options),
            GameKind::Faith => faith::referee(&options),
            GameKind::Other => {
                return Err(OptionsError {
                    problem: "the kind other has no referee".to_owned(),
                    expected: "the names of its seats".to_owned(),
                });
            }
            GameKind::Enochian => enochian::referee(&options),
        })
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error when a text is not the name of a kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("choose three, free, team, gods, faith or other")]
pub struct ParseKindError;

impl FromStr for GameKind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<GameKind, ParseKindError> {
        GameKind::ALL.into_iter().chain([GameKind::Other]).find(|kind| kind.name() == text).ok_or(ParseKindError)
    }
}
