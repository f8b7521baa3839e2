//! Attack and check (RULES 4.1).

use super::{Army, Bitboard, Officer, Position, Square, attacks};

impl Position {
    /// The squares of an army's pieces that could capture on a square by the moves of RULES 3, if `occupied` were the
    /// occupied squares. A frozen army attacks nothing (RULES 3.7).
    #[must_use]
    #[inline]
    pub fn attackers(&self, of: Square, by: Army, occupied: Bitboard) -> Bitboard {
        if self.is_frozen(by) {
            Bitboard::EMPTY
        } else {
            self.attackers_of(of, by.enemies()[0], self.army(by), occupied)
        }
    }

    /// The pieces among `enemies` of an army that could capture on a square; see [`Position::attackers`].
    #[inline]
    pub(super) fn attackers_of(&self, of: Square, army: Army, among: Bitboard, occupied: Bitboard) -> Bitboard {
        let officers = |officer| self.all_officers(officer) & among;
        let mut found = self.close_attackers_of(of, army, among);
        let rooks = officers(Officer::Rook) & attacks::rook_lines(of);
        if !rooks.is_empty() {
            found |= attacks::rook(of, occupied) & rooks;
        }
        let bishops = officers(Officer::Bishop) & attacks::bishop_lines(of);
        if !bishops.is_empty() {
            found |= attacks::bishop(of, occupied) & bishops;
        }
        found
    }

    /// Those attackers that nothing can block: all but rooks and bishops.
    #[inline]
    pub(super) fn close_attackers_of(&self, of: Square, army: Army, among: Bitboard) -> Bitboard {
        let mut found = attacks::king(of) & self.kings;
        found |= attacks::knight(of) & self.all_officers(Officer::Knight);
        found |= attacks::queen(of) & self.all_officers(Officer::Queen);
        for enemy in army.enemies() {
            // The partner's pawns run the opposite way, so they capture on the squares from which ours capture here.
            found |= attacks::pawn(enemy.partner(), of) & self.pawns(enemy);
        }
        found & among
    }

    /// The enemies' rooks and bishops that would attack a square on an empty board.
    #[inline]
    pub(super) fn distant_attackers_of(&self, of: Square, among: Bitboard) -> Bitboard {
        let rooks = self.all_officers(Officer::Rook) & attacks::rook_lines(of);
        let bishops = self.all_officers(Officer::Bishop) & attacks::bishop_lines(of);
        (rooks | bishops) & among
    }

    /// The pieces of an army's enemies, without frozen armies.
    #[inline]
    pub(super) fn unfrozen_enemies(&self, army: Army) -> Bitboard {
        let unfrozen = |enemy| if self.is_frozen(enemy) { Bitboard::EMPTY } else { self.army(enemy) };
        let [one, other] = army.enemies();
        unfrozen(one) | unfrozen(other)
    }

    /// The pieces of both enemies of an army that could capture on a square; see [`Position::attackers`].
    #[inline]
    pub(crate) fn enemy_attackers(&self, of: Square, army: Army, occupied: Bitboard) -> Bitboard {
        self.attackers_of(of, army, self.unfrozen_enemies(army), occupied)
    }

    /// Whether an enemy of an army could capture on a square, if `occupied` were the occupied squares.
    #[inline]
    pub(crate) fn attacked(&self, square: Square, army: Army, occupied: Bitboard) -> bool {
        !self.enemy_attackers(square, army, occupied).is_empty()
    }

    /// The pieces that give check to an army's king: unfrozen enemies that could capture on its square by the moves of
    /// RULES 3, even if RULES 4 would not allow the move at present (RULES 4.1, **Decided**).
    #[must_use]
    #[inline]
    pub fn checkers(&self, army: Army) -> Bitboard {
        let Some(king) = self.king(army) else { return Bitboard::EMPTY };
        self.enemy_attackers(king, army, self.occupied())
    }

    /// Whether an army's king is in check (RULES 4.1). An army without a king is not.
    #[must_use]
    #[inline]
    pub fn in_check(&self, army: Army) -> bool {
        self.king(army).is_some_and(|king| self.attacked(king, army, self.occupied()))
    }

    /// The enemies of an army that its last move put in check: by the piece that landed on `to`, or by one that did
    /// not attack the king in the position `before` (RULES 9.2).
    #[inline]
    pub fn checks_given(&self, before: &Position, army: Army, to: Square) -> impl Iterator<Item = Army> {
        army.enemies().into_iter().filter(move |&enemy| {
            let checkers = self.checkers(enemy);
            checkers.has(to) || checkers & !before.checkers(enemy) != Bitboard::EMPTY
        })
    }
}
