//! Seats whose moves the program makes, and what it would play.
//!
//! Such a seat has a player with a name that says so, so every journal and every export says whose moves the program made, and at
//! which level.

use super::{Record, RecordedAct};
use crate::chess::splitmix64;
use crate::input::quoted;
use crate::player::{Advice, Level, SearchLimit};

/// What the program would play.
#[derive(Clone, Debug, PartialEq)]
pub struct ProposedAct {
    /// The act.
    pub act: RecordedAct,
    /// Its text: `Nc8d6`.
    pub text: String,
    /// What its side can expect after it, from 0 to 1.
    pub estimate: f64,
    /// What it expects to follow: in games without dice and cards.
    pub next: Vec<String>,
    /// The turns that were searched whole.
    pub depth: u32,
}

/// The error when a name is that of a level of the program which there is not: `level-9`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the program has no {}; expected level-1, level-2, level-3 or level-4", quoted(.0))]
pub struct UnknownLevel(pub String);

/// The names of players as they are recorded: that of a level is the program's.
///
/// # Errors
/// If a name is meant for a level, but there is none of that number.
///
/// ```
/// use enochian::record::player_names;
/// let names = |typed: &[&str]| player_names(&typed.iter().map(ToString::to_string).collect::<Vec<_>>());
/// assert_eq!(names(&["Ann", "level-3"]).unwrap(), ["Ann", "the program (level-3)"]);
/// let error = names(&["level 9"]).unwrap_err().to_string();
/// assert_eq!(error, "the program has no \"level 9\"; expected level-1, level-2, level-3 or level-4");
/// ```
pub fn player_names(typed: &[String]) -> Result<Vec<String>, UnknownLevel> {
    let is_meant = |name: &str| {
        let number =
            name.to_lowercase().strip_prefix("level").map(|rest| rest.trim_start_matches([' ', '-']).to_owned());
        number.is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
    };
    let name = |name: &String| match name.parse::<Level>() {
        Ok(level) => Ok(format!("the program ({level})")),
        Err(_) if is_meant(name) => Err(UnknownLevel(name.clone())),
        Err(_) => Ok(name.clone()),
    };
    typed.iter().map(name).collect()
}

/// The level at which the program plays for a player of this name, if it does.
#[must_use]
pub fn program_level(player: &str) -> Option<Level> {
    player.strip_prefix("the program (")?.strip_suffix(')')?.parse().ok()
}

impl Record {
    /// The level at which the program plays the seat whose turn it is, if it does. An army whose throne was seized, or whose player
    /// has withdrawn, is played by its partner's player (RULES 6.1, 6.3).
    #[must_use]
    pub fn program_to_act(&self) -> Option<Level> {
        let seat = self.state().commander()?;
        program_level(self.heading().seats.players.get(seat)?)
    }

    /// What the program would play in the seat whose turn it is. None if the die comes first, nobody can act, or no referee knows
    /// what can be played. With the same limit of nodes it is the same each time.
    #[must_use]
    pub fn proposed(&self, limit: &SearchLimit) -> Option<ProposedAct> {
        self.proposed_among(limit, None)
    }

    /// The same among all acts, or of the one with a text.
    pub(super) fn proposed_among(&self, limit: &SearchLimit, only: Option<&str>) -> Option<ProposedAct> {
        let seed = splitmix64(self.play().choices_made(), 0);
        let Advice { line, estimate, depth, .. } = self.state().best(only, limit, seed)?;
        let mut next = line.into_iter();
        let text = next.next()?;
        Some(ProposedAct { act: self.read_act(&text).ok()?, text, estimate, next: next.collect(), depth })
    }
}
