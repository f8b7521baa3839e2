//! A game that is being set up.

use crate::chess::{Angle, Army, Array, Board, Direction, Position};
use crate::correspondences::{Correspondences, Ruleset};
use crate::input::Help;

use super::GameSettings;

/// The settings of a game that were given so far, with `None` for whatever is still open.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "each is the field of GameSettings or Seats with the same name, or a part of the start")]
pub struct GameDraft {
    pub title: Option<String>,
    pub board: Option<Board>,
    pub array: Option<Array>,
    pub first: Option<Army>,
    pub direction: Option<Direction>,
    /// The position to start from, instead of an array.
    pub start: Option<Position>,
    pub ruleset: Option<Ruleset>,
    pub players: Option<Vec<String>>,
}

/// The error when an array does not belong to the board of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{array} is not an array of the {board} board; choose {}", GameDraft::arrays(*board).join(", "))]
pub struct ForeignArray {
    /// The array.
    pub array: Array,
    /// The board.
    pub board: Board,
}

impl Help for ForeignArray {}

impl GameDraft {
    /// The names of a board's arrays.
    #[must_use]
    pub fn arrays(board: Board) -> [String; 4] {
        Angle::ALL.map(|angle| Array::of(angle, board).to_string())
    }

    /// The default array of a board, that of the army that moves first: Air of Air.
    #[must_use]
    pub fn default_array(board: Board) -> Array {
        Array::of(board.first().angle(), board)
    }

    /// The board that was given, or one to which the array belongs.
    #[must_use]
    pub fn board(&self) -> Board {
        let fits = |board: &Board| self.array.is_none_or(|array| array.belongs_to(*board));
        self.board.or_else(|| Board::ALL.into_iter().find(fits)).unwrap_or(Board::Air)
    }

    /// Checks that the array belongs to the board.
    ///
    /// # Errors
    /// If it does not.
    pub fn check(&self) -> Result<(), ForeignArray> {
        match (self.array, self.board) {
            (Some(array), Some(board)) if !array.belongs_to(board) => Err(ForeignArray { array, board }),
            _ => Ok(()),
        }
    }

    /// The settings, with defaults for everything that was not given.
    #[must_use]
    pub fn settle(self, seed: Option<u64>, correspondences: &Correspondences) -> GameSettings {
        let board = self.board();
        let ruleset = self.ruleset.unwrap_or_else(|| correspondences.rulesets()[0].clone());
        let settings = match self.start {
            Some(start) => GameSettings {
                title: self.title.unwrap_or_else(|| format!("A game on the {board} board")),
                board,
                array: self.array,
                start,
                ruleset,
                source: None,
                seed: None,
            },
            None => {
                let array = self.array.unwrap_or(GameDraft::default_array(board));
                let title = self.title.unwrap_or_else(|| format!("A game from {array}"));
                let first = self.first.unwrap_or(board.first());
                GameSettings::opening(title, board, array, first, self.direction.unwrap_or_default(), &ruleset)
            }
        };
        GameSettings { seed, ..settings }
    }
}
