//! The rulesets as values: every option on which tables differ.

use super::{Array, Officer};

/// What happens to the partner's piece in a concourse (RULES 3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartnerInConcourse {
    /// It is captured with the other two (CVP).
    Taken,
    /// It stays and becomes a piece of the mover's army (ZAL 5.10).
    Joins,
}

/// Where a returned king is placed if its throne is occupied (RULES 6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReturnedKing {
    /// On one of the nearest empty squares (CVP).
    Nearest,
    /// On one of the nearest empty squares that its enemies do not attack, if there is one (ZAL 8.5b).
    NearestUnattacked,
}

/// What is played: a game for its own sake, or a reading for its answer (RULES 8).
///
/// ```
/// use enochian::chess::Mode;
/// assert_eq!("reading".parse(), Ok(Mode::Reading));
/// assert_eq!(Mode::Game.to_string(), "game");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Any piece may move, and check and stalemate are in force (RULES 4).
    Game,
    /// The die decides which piece moves, and RULES 4 is suspended (RULES 8.5).
    #[default]
    Reading,
}

crate::named_enum! {
    /// `game` or `reading`, as in sentences, files and JSON.
    Mode or "expected game or reading" { Game: "game", Reading: "reading" }
}

/// The options of a game that the position itself does not show.
///
/// A [`Position`](super::Position) holds the rules by which it is played, and there is one move generator for all of them.
///
/// ```
/// use enochian::chess::{Angle, Array, Board, Mode, Officer, Rules};
/// let rules = Rules::ZALEWSKI.with_array(Array::of(Angle::Water, Board::Air)).reading();
/// assert_eq!(rules.throne_promotion(), Some(Officer::Queen));
/// assert_eq!(rules.mode, Mode::Reading);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Rules {
    /// What is played: a game follows RULES 4, a reading suspends it (RULES 8.5).
    pub mode: Mode,
    /// Whether the game ends when a side has no king left (RULES 7); a reading may continue (RULES 8.6).
    pub ends_without_kings: bool,
    /// What happens to the partner's piece in a concourse (RULES 3.6).
    pub concourse: PartnerInConcourse,
    /// Whether a pawn that promotes on a throne becomes the officer that started there (RULES 5.3).
    pub throne_officer_only: bool,
    /// Where a returned king is placed (RULES 6.2).
    pub returned_king: ReturnedKing,
    /// The starting array, on which RULES 5.3 depends; without one that clause has no effect.
    pub array: Option<Array>,
}

impl Rules {
    /// The default ruleset: CVP, in a game.
    pub const CHESSVARIANTS: Rules = Rules {
        mode: Mode::Game,
        ends_without_kings: true,
        concourse: PartnerInConcourse::Taken,
        throne_officer_only: false,
        returned_king: ReturnedKing::Nearest,
        array: None,
    };

    /// The rules of C. Zalewski's book where they differ, in a game.
    pub const ZALEWSKI: Rules = Rules {
        concourse: PartnerInConcourse::Joins,
        throne_officer_only: true,
        returned_king: ReturnedKing::NearestUnattacked,
        ..Rules::CHESSVARIANTS
    };

    /// The same rules in a reading, where section 4 is suspended (RULES 8.5).
    #[must_use]
    pub const fn reading(self) -> Rules {
        Rules { mode: Mode::Reading, ..self }
    }

    /// The same rules for armies that started from this array.
    #[must_use]
    pub const fn with_array(self, array: Array) -> Rules {
        Rules { array: Some(array), ..self }
    }

    /// The only piece that a pawn may become on a throne square, if the rules name one (RULES 5.3).
    #[must_use]
    pub const fn throne_promotion(&self) -> Option<Officer> {
        match self.array {
            Some(array) if self.throne_officer_only => Some(array.officers()[0]),
            _ => None,
        }
    }
}
