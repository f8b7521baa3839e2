//! How strong the player is.

use std::fmt;
use std::str::FromStr;

use crate::input::ParseError;

use super::SearchLimit;

/// The strength of the player, from 1 to 4: how many positions it looks at for each move.
///
/// Levels 1 and 2 look at their own move alone, level 1 with errors of judgement; level 3 looks at 2,000 positions, and level 4
/// at a million.
///
/// ```
/// use enochian::player::Level;
/// let level: Level = "level-3".parse().unwrap();
/// assert_eq!(level, Level::new(3).unwrap());
/// assert_eq!("level-5".parse::<Level>().unwrap_err().to_string(), "expected level-1, level-2, level-3 or level-4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The names of all levels, the weakest first.
    pub const NAMES: [&str; 4] = ["level-1", "level-2", "level-3", "level-4"];

    /// The strongest.
    pub const STRONGEST: Level = Level(4);

    /// That of a quick search: it needs a millisecond for a move.
    pub const USUAL: Level = Level(3);

    /// The level of a number from 1 to 4.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= 4 { Some(Level(number)) } else { None }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its name: `level-3`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Level::NAMES[self.0 as usize - 1]
    }

    /// What it may spend on a move.
    #[must_use]
    pub const fn limit(self) -> SearchLimit {
        let (nodes, depth, error) = match self.0 {
            1 => (u64::MAX, 1, 60),
            2 => (u64::MAX, 1, 0),
            3 => (2_000, SearchLimit::DEEPEST, 0),
            _ => (1_000_000, SearchLimit::DEEPEST, 0),
        };
        SearchLimit { nodes, depth, error, ..SearchLimit::NONE }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Level, ParseError> {
        let place = Level::NAMES.iter().position(|name| name.eq_ignore_ascii_case(text));
        place
            .and_then(|place| Level::new(place as u8 + 1))
            .ok_or(ParseError("expected level-1, level-2, level-3 or level-4"))
    }
}
