//! What a query asks of a turn.

use crate::chess::{Army, Board, Piece, Square};
use crate::correspondences::{Correspondences, SignOrElement};
use crate::lookup::LandingName;
use crate::study::{PieceSet, TurnClause};

/// A condition on a turn: that it is one of these.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TurnTest {
    /// One of these pieces landed, or of these of the querent's.
    pub(super) landed: WantedPieces,
    /// One of these pieces was captured, or of these of the querent's.
    captured: WantedPieces,
    /// A piece landed on one of these squares.
    squares: u64,
    /// A piece landed on a square of a wanted sign or element: these squares of each board.
    places: [u64; 4],
    /// The move gave check.
    check: bool,
}

/// Pieces of any army, and of the querent's only.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct WantedPieces {
    any: PieceSet,
    own: PieceSet,
}

impl WantedPieces {
    pub(super) fn any(pieces: impl IntoIterator<Item = Piece>) -> WantedPieces {
        WantedPieces { any: PieceSet::of(pieces), ..WantedPieces::default() }
    }

    /// The same of the querent's army only.
    pub(super) fn own(self) -> WantedPieces {
        WantedPieces { any: PieceSet::default(), own: self.any }
    }

    pub(super) fn is_none(self) -> bool {
        self == WantedPieces::default()
    }

    fn of(self, querent: Option<Army>) -> PieceSet {
        self.any.union(querent.map_or(PieceSet::default(), |army| self.own.of_army(army)))
    }
}

impl TurnTest {
    /// The landings that have a name; `None` if nothing has.
    pub(super) fn of(named: &[&LandingName], correspondences: &Correspondences) -> Option<TurnTest> {
        let mut test = TurnTest::default();
        for name in named {
            match name {
                LandingName::On(forces) => {
                    for (places, board) in test.places.iter_mut().zip(Board::ALL) {
                        *places |= squares_of(forces, board, correspondences);
                    }
                }
                LandingName::Piece(pieces) => {
                    test.landed.any = test.landed.any.union(PieceSet::of(pieces.iter().copied()));
                }
            }
        }
        (!named.is_empty()).then_some(test)
    }

    pub(super) fn at(square: Square) -> TurnTest {
        TurnTest { squares: 1 << square.index(), ..TurnTest::default() }
    }

    pub(super) fn landed(landed: WantedPieces) -> TurnTest {
        TurnTest { landed, ..TurnTest::default() }
    }

    pub(super) fn captured(captured: WantedPieces) -> TurnTest {
        TurnTest { captured, ..TurnTest::default() }
    }

    pub(super) fn check() -> TurnTest {
        TurnTest { check: true, ..TurnTest::default() }
    }

    /// What it comes to in a journal of this board and querent; a quiet reading hides its signs.
    pub(super) fn clause(&self, board: Board, querent: Option<Army>, is_quiet: bool) -> TurnClause {
        let places = if is_quiet { 0 } else { self.places[board.index()] };
        TurnClause {
            landed: self.landed.of(querent),
            squares: self.squares | places,
            captured: self.captured.of(querent),
            check: self.check,
        }
    }
}

fn squares_of(forces: &[SignOrElement], board: Board, correspondences: &Correspondences) -> u64 {
    let here = Square::all().filter(|square| forces.contains(&correspondences.square(board, *square).force));
    here.fold(0, |squares, square| squares | 1 << square.index())
}
