//! Attack and check (RULES 4.1).

use super::{Army, Bitboard, Officer, Position, Square, attacks};

impl Position {
    /// The squares of an army's pieces that could capture on a square by the moves of RULES 3,
    /// seeing the given squares as occupied. A frozen army attacks nothing (RULES 3.7).
    pub fn attackers(&self, of: Square, by: Army, occupied: Bitboard) -> Bitboard {
        if self.is_frozen(by) {
            return Bitboard::EMPTY;
        }
        let king = self.king(by).map_or(Bitboard::EMPTY, Bitboard::of);
        // The partner's pawns run the opposite way, so they capture on the squares from which ours capture here.
        let mut found = attacks::king(of) & king | attacks::pawn(by.partner(), of) & self.pawns(by);
        found |= attacks::knight(of) & self.officers(by, Officer::Knight);
        found |= attacks::queen(of) & self.officers(by, Officer::Queen);
        let (rooks, bishops) = (self.officers(by, Officer::Rook), self.officers(by, Officer::Bishop));
        if !rooks.is_empty() {
            found |= attacks::rook(of, occupied) & rooks;
        }
        if !bishops.is_empty() {
            found |= attacks::bishop(of, occupied) & bishops;
        }
        found
    }

    /// Whether an enemy of an army could capture on a square, seeing the given squares as occupied.
    pub(super) fn attacked(&self, square: Square, army: Army, occupied: Bitboard) -> bool {
        army.enemies().into_iter().any(|enemy| !self.attackers(square, enemy, occupied).is_empty())
    }

    /// The pieces that give check to an army's king: unfrozen enemies that could capture on its square
    /// by the moves of RULES 3, even if RULES 4 would not let them move just now (RULES 4.1, **Decided**).
    pub fn checkers(&self, army: Army) -> Bitboard {
        let Some(king) = self.king(army) else { return Bitboard::EMPTY };
        let occupied = self.occupied();
        let [one, two] = army.enemies();
        self.attackers(king, one, occupied) | self.attackers(king, two, occupied)
    }

    /// Whether an army's king is in check (RULES 4.1). An army without a king is not.
    pub fn in_check(&self, army: Army) -> bool {
        self.king(army).is_some_and(|king| self.attacked(king, army, self.occupied()))
    }

    /// The enemies of an army to whom its last move has given check: by the piece that landed on `to`, or
    /// by an attacker that was none `before` (RULES 9.2).
    pub fn checks_given(&self, before: &Position, army: Army, to: Square) -> impl Iterator<Item = Army> {
        army.enemies().into_iter().filter(move |&enemy| {
            let checkers = self.checkers(enemy);
            checkers.has(to) || checkers & !before.checkers(enemy) != Bitboard::EMPTY
        })
    }
}
