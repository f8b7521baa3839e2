//! The kinds of games.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::{GameOptions, OptionSpec, OptionsError, Referee, enochian, faith, gods, knightmare};

/// A kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum VariantKind {
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
    /// [`VariantKind::ALL`].
    Enochian,
}

impl VariantKind {
    /// The kinds beside Enochian chess that have a referee.
    pub const ALL: [VariantKind; 5] =
        [VariantKind::Three, VariantKind::Free, VariantKind::Team, VariantKind::Gods, VariantKind::Faith];

    /// Its name in commands and files: `three`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            VariantKind::Three => "three",
            VariantKind::Free => "free",
            VariantKind::Team => "team",
            VariantKind::Gods => "gods",
            VariantKind::Faith => "faith",
            VariantKind::Other => "other",
            VariantKind::Enochian => "enochian",
        }
    }

    /// The name of the game: `Knightmare Chess for three`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            VariantKind::Three => "Knightmare Chess for three",
            VariantKind::Free => "Knightmare Chess for four, each alone",
            VariantKind::Team => "Knightmare Chess for four in teams",
            VariantKind::Gods => "Gods of Chess",
            VariantKind::Faith => "Armies of Faith 3: Assimilation",
            VariantKind::Other => "Any other game",
            VariantKind::Enochian => "Enochian chess",
        }
    }

    /// Where its rules were published.
    #[must_use]
    pub const fn source(self) -> &'static str {
        match self {
            VariantKind::Three | VariantKind::Free | VariantKind::Team => {
                "S. O'Sullivan, Knightmare Chess: Multi-Player Variants (1996)"
            }
            VariantKind::Gods => "God Of Chess, rules for chess with Omaha poker (anonymous)",
            VariantKind::Faith => "C. Gilman, Armies of Faith 3: Assimilation (2007)",
            VariantKind::Other => "no rules: what you type is recorded",
            VariantKind::Enochian => "the sources of docs/RULES.md",
        }
    }

    /// Its options.
    #[must_use]
    pub const fn options(self) -> &'static [OptionSpec] {
        match self {
            VariantKind::Three | VariantKind::Free | VariantKind::Team => knightmare::OPTIONS,
            VariantKind::Gods => gods::OPTIONS,
            VariantKind::Faith => faith::OPTIONS,
            VariantKind::Other => &[],
            VariantKind::Enochian => enochian::OPTIONS,
        }
    }

    /// The referee of the game with these options.
    ///
    /// # Errors
    /// If the game does not have one of the options, or is of the kind [`VariantKind::Other`]: see
    /// [`unrefereed`](super::unrefereed()).
    pub fn referee(self, options: &GameOptions) -> Result<Arc<dyn Referee>, OptionsError> {
        let options = GameOptions::new(options.iter(), self.options())?;
        Ok(match self {
            VariantKind::Three | VariantKind::Free | VariantKind::Team => knightmare::referee(self, &options),
            VariantKind::Gods => gods::referee(&options),
            VariantKind::Faith => faith::referee(&options),
            VariantKind::Other => {
                return Err(OptionsError {
                    problem: "the kind other has no referee".to_owned(),
                    expected: "the names of its seats".to_owned(),
                });
            }
            VariantKind::Enochian => enochian::referee(&options),
        })
    }
}

impl fmt::Display for VariantKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error when a text is not the name of a kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("choose three, free, team, gods, faith or other")]
pub struct ParseKindError;

impl FromStr for VariantKind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<VariantKind, ParseKindError> {
        VariantKind::ALL.into_iter().chain([VariantKind::Other]).find(|kind| kind.name() == text).ok_or(ParseKindError)
    }
}
