//! The set-up of the pieces, which is data (GAMES F5).

use std::sync::OnceLock;

use super::faith_armies::{FaithArmy, FaithOrder};
use super::faith_board::FaithBoard;
use super::faith_columns::FaithCell;
use super::faith_pieces::{FaithKind, FaithPiece};
use super::faith_position::{FaithPosition, must_promote};
use crate::input::{Diagnostics, Source, TomlTable, TomlValue, quoted};

/// Where the pieces stand at the start of Armies of Faith 3.
///
/// A set-up names the cells of Red's pieces; the other armies stand in the same way, each seen from its own camp.
///
/// ```
/// use enochian::input::Source;
/// use enochian::games::{FaithSetup, GameOptions, faith_start};
/// let file = Source::new("small.toml", "king = [\"dc3\"]\nrook = [\"db2\", \"fb2\"]\n");
/// let start = faith_start(&FaithSetup::read(&file)?, &GameOptions::default());
/// assert!(start.text().starts_with("2,3,4,8,"));
///
/// let file = Source::new("small.toml", "king = [\"dc3\", \"zz1\"]\n");
/// let errors = FaithSetup::read(&file).unwrap_err().to_string();
/// assert!(errors.starts_with("small.toml:1: `king` contains \"zz1\"; expected a cell"), "{errors}");
/// # Ok::<(), enochian::input::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaithSetup {
    /// The pieces of Red.
    pieces: Vec<(FaithKind, FaithCell)>,
}

impl FaithSetup {
    /// The set-up that is built in, as a file that can be changed.
    pub const FILE: &str = include_str!("../../../data/games/faith.toml");

    /// Reads a set-up: for each kind of piece, by its English name, the list of Red's cells.
    ///
    /// # Errors
    /// All errors in the file: unknown pieces and cells, two pieces on one cell, also if they belong to different
    /// armies, not exactly one king, and pawns that could never move.
    pub fn read(source: &Source) -> Result<FaithSetup, Diagnostics> {
        TomlTable::read(source, |table| {
            let mut setup = FaithSetup { pieces: Vec::new() };
            let mut is_sound = true;
            for kind in FaithKind::ALL {
                // An Emperor is a King that has given checkmate.
                if kind == FaithKind::Emperor {
                    continue;
                }
                let Some(cells) = table.optional(kind.name()) else {
                    if kind == FaithKind::King {
                        is_sound &= table.required(kind.name()).is_some();
                    }
                    continue;
                };
                let placed = cells.list(|cell| setup.add(kind, cell)).map(|placed| placed.len());
                is_sound &= placed.is_some();
                if let Some(kings) = placed.filter(|&placed| kind == FaithKind::King && placed != 1) {
                    cells.error(format!("the army has {kings} kings"), "one king for each army");
                    is_sound = false;
                }
            }
            is_sound.then_some(setup)
        })
    }

    /// The set-up of [`FaithSetup::FILE`].
    pub(super) fn standard() -> &'static FaithSetup {
        static STANDARD: OnceLock<FaithSetup> = OnceLock::new();
        STANDARD.get_or_init(|| {
            let source = Source::new("data/games/faith.toml", FaithSetup::FILE);
            FaithSetup::read(&source)
                .unwrap_or_else(|errors| unreachable!("a test reads the built-in set-up: {errors}"))
        })
    }

    /// Adds a piece, unless its cell is not one or not free.
    fn add(&mut self, kind: FaithKind, value: &TomlValue<'_>) -> Option<()> {
        let cell = value.parse_with("a cell: a column and a level from 1 to 5, such as ec2", FaithCell::named)?;
        // The piece's images in the other camps: two of them can fall on one cell, or on the cell of another piece.
        let images = |cell: FaithCell| FaithArmy::ALL.map(|army| (army, cell.seen_by(army)));
        for (army, image) in images(cell) {
            let taken = self.pieces.iter().find(|&&(_, other)| image == Some(other));
            if let Some((other, _)) = taken {
                let owner = if army == FaithArmy::Red { String::new() } else { format!(" of {}", army.name()) };
                let problem = format!("the {}{owner} would stand on the cell of {}", kind.name(), other.with_article());
                value.error(
                    format!("{}: {problem}", quoted(&cell.to_string())),
                    "a cell for each piece of all four armies",
                );
                return None;
            }
            if army != FaithArmy::Red && image == Some(cell) {
                let problem = format!("this is also the cell of the {} of {}", kind.name(), army.name());
                value.error(
                    format!("{}: {problem}", quoted(&cell.to_string())),
                    "a cell for each piece of all four armies",
                );
                return None;
            }
        }
        if kind == FaithKind::Pawn && must_promote(FaithArmy::Red, cell.column()) {
            value.error(
                format!("{}: no column lies before a pawn there", quoted(&cell.to_string())),
                "a pawn that can move",
            );
            return None;
        }
        self.pieces.push((kind, cell));
        Some(())
    }

    /// The position at the start.
    pub(super) fn position(&self, order: FaithOrder) -> FaithPosition {
        let mut board = FaithBoard::EMPTY;
        for army in FaithArmy::ALL {
            for &(kind, cell) in &self.pieces {
                if let Some(cell) = cell.seen_by(army) {
                    board.put(cell, Some(FaithPiece { army, kind }));
                }
            }
        }
        FaithPosition { board, turn: FaithArmy::Red, out: Vec::new(), won: None, passed: [None; 4], ply: 0, order }
    }
}
