//! The pieces on the cells, and who threatens what.

use super::faith_armies::FaithArmy;
use super::faith_columns::{CELLS, FaithCell};
use super::faith_pieces::{FaithKind, FaithPiece, FaithStep};
use super::faith_reach::reach;

/// The pieces on the cells.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct FaithBoard {
    cells: [Option<FaithPiece>; CELLS],
    /// Where each army's King or Emperor stands.
    kings: [Option<FaithCell>; 4],
}

impl std::fmt::Debug for FaithBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.pieces()).finish()
    }
}

/// A set of cells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FaithCellSet([u64; CELLS.div_ceil(64)]);

impl FaithCellSet {
    /// Adds a cell; whether it is new.
    pub(super) const fn add(&mut self, cell: FaithCell) -> bool {
        let (word, bit) = (cell.index() / 64, 1 << (cell.index() % 64));
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }
}

impl FaithBoard {
    pub(super) const EMPTY: FaithBoard = FaithBoard { cells: [None; CELLS], kings: [None; 4] };

    pub(super) const fn at(&self, cell: FaithCell) -> Option<FaithPiece> {
        self.cells[cell.index()]
    }

    pub(super) const fn is_empty(&self, cell: FaithCell) -> bool {
        self.at(cell).is_none()
    }

    /// Puts a piece on a cell, or empties it, and returns what stood there.
    pub(super) fn put(&mut self, cell: FaithCell, piece: Option<FaithPiece>) -> Option<FaithPiece> {
        let before = std::mem::replace(&mut self.cells[cell.index()], piece);
        if let Some(FaithPiece { army, kind }) = before
            && kind.is_royal()
        {
            self.kings[army.index()] = None;
        }
        if let Some(FaithPiece { army, kind }) = piece
            && kind.is_royal()
        {
            self.kings[army.index()] = Some(cell);
        }
        before
    }

    /// The cell of an army's King or Emperor.
    pub(super) const fn king(&self, army: FaithArmy) -> Option<FaithCell> {
        self.kings[army.index()]
    }

    /// All pieces with their cells.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (FaithCell, FaithPiece)> {
        FaithCell::all().filter_map(|cell| Some((cell, self.at(cell)?)))
    }

    /// The number of Kings and Emperors of an army.
    pub(super) fn royals(&self, army: FaithArmy) -> usize {
        self.pieces().filter(|(_, piece)| piece.army == army && piece.kind.is_royal()).count()
    }

    /// Takes all pieces of an army off the board.
    pub(super) fn clear(&mut self, army: FaithArmy) {
        for cell in FaithCell::all() {
            if self.at(cell).is_some_and(|piece| piece.army == army) {
                self.put(cell, None);
            }
        }
    }

    /// Calls `reached` with every cell that a piece other than a pawn reaches from a cell: empty ones, and the first
    /// piece in each direction, of whatever army. No cell comes twice.
    pub(super) fn for_each_reached(&self, kind: FaithKind, from: FaithCell, mut reached: impl FnMut(FaithCell)) {
        let mut seen = FaithCellSet::default();
        for &step in kind.steps() {
            let reach = reach().of(step, from);
            for &to in &reach.leaps {
                if seen.add(to) {
                    reached(to);
                }
            }
            for line in &reach.lines {
                for &to in line {
                    if seen.add(to) {
                        reached(to);
                    }
                    if !self.is_empty(to) {
                        break;
                    }
                }
            }
        }
    }

    /// Whether the piece on a cell threatens another cell: it could capture there if an enemy stood on it.
    pub(super) fn threatens(&self, from: FaithCell, target: FaithCell) -> bool {
        let Some(FaithPiece { army, kind }) = self.at(from) else { return false };
        if kind == FaithKind::Pawn {
            return reach().pawn_captures(army, from).contains(&target);
        }
        let mut is_threatened = false;
        self.for_each_reached(kind, from, |to| is_threatened |= to == target);
        is_threatened
    }

    /// Whether a piece of another army threatens a cell.
    ///
    /// It looks from the cell outward, since all pieces but pawns and Simurghs come by the ways on which they could
    /// leave.
    pub(super) fn is_threatened(&self, target: FaithCell, own: FaithArmy) -> bool {
        let tables = reach();
        let enemy = |cell: FaithCell| self.at(cell).filter(|piece| piece.army != own);
        for step in FaithStep::ALL {
            if step == FaithStep::Simurgh {
                continue;
            }
            let reach = tables.of(step, target);
            // Plain loops: this is asked most often, and tests ask it without optimizations.
            for &cell in &reach.leaps {
                if enemy(cell).is_some_and(|piece| piece.kind.has(step)) {
                    return true;
                }
            }
            for line in &reach.lines {
                for &cell in line {
                    let Some(piece) = self.at(cell) else { continue };
                    if piece.army != own && piece.kind.has(step) {
                        return true;
                    }
                    break;
                }
            }
        }
        let is_pawn = |cell: FaithCell, army| self.at(cell) == Some(FaithPiece { army, kind: FaithKind::Pawn });
        let by_pawn = |army| tables.pawn_attackers(army, target).iter().any(|&cell| is_pawn(cell, army));
        if FaithArmy::ALL.into_iter().any(|army| army != own && by_pawn(army)) {
            return true;
        }
        tables.simurghs(target).iter().any(|path| {
            enemy(path.from).is_some_and(|piece| piece.kind == FaithKind::Simurgh)
                && path.between.iter().all(|&cell| self.is_empty(cell))
        })
    }

    /// Whether an army's King or Emperor is in check.
    pub(super) fn is_in_check(&self, army: FaithArmy) -> bool {
        self.king(army).is_some_and(|king| self.is_threatened(king, army))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::faith::faith_armies::FaithOrder;
    use crate::games::faith::faith_setup::FaithSetup;

    /// A king's look outward finds what the pieces themselves threaten, on boards that fill up at random.
    #[test]
    fn threats_are_the_same_from_both_ends() {
        let mut seed = 1_u64;
        let mut below = |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
        let mut boards = vec![FaithSetup::standard().position(FaithOrder::Spectrum).board];
        for pieces in [2, 10, 30, 60, 120] {
            let mut board = FaithBoard::EMPTY;
            for _ in 0..pieces {
                let piece = FaithPiece { army: FaithArmy::ALL[below(4)], kind: FaithKind::ALL[below(22)] };
                let cell = FaithCell::all().nth(below(CELLS)).unwrap();
                board.put(cell, Some(piece));
            }
            boards.push(board);
        }
        let mut threatened = 0;
        for board in boards {
            for target in FaithCell::all() {
                for own in FaithArmy::ALL {
                    let enemies = board.pieces().filter(|(_, piece)| piece.army != own);
                    let expected = enemies.into_iter().any(|(from, _)| board.threatens(from, target));
                    assert_eq!(board.is_threatened(target, own), expected, "{target} {own:?} {board:?}");
                    threatened += usize::from(expected);
                }
            }
        }
        assert!(threatened > 1000, "{threatened}");
    }
}
