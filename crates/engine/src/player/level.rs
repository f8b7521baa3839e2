//! How strong the player is.

use super::SearchLimit;

/// The strength of the player, from 1 to 4: how many positions it looks at for each move.
///
/// Levels 1 and 2 look at their own move alone, level 1 with errors of judgement; level 3 looks at 2,000 positions, and level 4
/// at a million.
///
/// ```
/// use enochian::player::Level;
/// let level: Level = "level-3".parse().unwrap();
/// assert_eq!(level, Level::Three);
/// assert_eq!("level-5".parse::<Level>().unwrap_err().to_string(), "expected level-1, level-2, level-3 or level-4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Level {
    One = 1,
    Two,
    Three,
    Four,
}

crate::named_enum! {
    /// Its name: `level-3`.
    Level or "expected level-1, level-2, level-3 or level-4" { One: "level-1", Two: "level-2", Three: "level-3", Four: "level-4" }
}

impl Level {
    /// The strongest.
    pub const STRONGEST: Level = Level::Four;

    /// That of a quick search: it needs a millisecond for a move.
    pub const USUAL: Level = Level::Three;

    /// What it may spend on a move.
    #[must_use]
    pub const fn limit(self) -> SearchLimit {
        let (nodes, depth, error) = match self {
            Level::One => (u64::MAX, 1, 60),
            Level::Two => (u64::MAX, 1, 0),
            Level::Three => (2_000, SearchLimit::DEEPEST, 0),
            Level::Four => (1_000_000, SearchLimit::DEEPEST, 0),
        };
        SearchLimit { nodes, depth, error, ..SearchLimit::NONE }
    }
}
