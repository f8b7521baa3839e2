//! Pawns at the far edge (RULES 5).

use super::{Army, Bitboard, Effect, EffectSink, Kind, Officer, Piece, Position, Square};

impl Position {
    /// Whether an army is reduced to exactly king and pawn, or these with a queen or a bishop (RULES 5.2).
    #[must_use]
    #[inline]
    pub fn is_privileged(&self, army: Army) -> bool {
        let count = |officer| self.officers(army, officer).len();
        self.king(army).is_some()
            && self.pawns(army).len() == 1
            && count(Officer::Rook) + count(Officer::Knight) == 0
            && count(Officer::Queen) + count(Officer::Bishop) <= 1
    }

    /// The only piece that a pawn may become on a square, if the rules name one: on a throne, the officer that started
    /// there (RULES 5.3; ZAL 10.2).
    #[inline]
    pub(super) fn only_promotion_at(&self, square: Square) -> Option<Officer> {
        self.rules.throne_promotion().filter(|_| Army::ALL.into_iter().any(|army| army.throne() == square))
    }

    /// The squares on which an army's player chooses what a pawn becomes (RULES 5.2, 5.3).
    pub(super) fn choices(&self, army: Army) -> Bitboard {
        if !self.is_privileged(army) {
            return Bitboard::EMPTY;
        }
        army.far_edge().into_iter().filter(|at| self.only_promotion_at(*at).is_none()).collect()
    }

    /// Handles a pawn that has reached the far edge: it is promoted, or waits (RULES 5.1–5.3).
    pub(super) fn arrive(
        &mut self,
        army: Army,
        officer: Officer,
        at: Square,
        choice: Option<Officer>,
        sink: &mut impl EffectSink,
    ) {
        let only = self.only_promotion_at(at);
        if self.is_privileged(army) {
            let to = only.or(choice).unwrap_or(officer);
            self.promote(army, officer, at, to, sink);
            // Its own officer costs nothing (CVP); any other officer of that kind that the army already has becomes a pawn.
            if to != officer {
                self.demote_others(army, to, at, sink);
            }
        } else if self.pawns_lost(army) > 0 {
            self.promote(army, officer, at, only.unwrap_or(officer), sink);
        } else {
            sink.effect(Effect::Waits { army, at });
        }
    }

    /// Handles the loss of an army's first pawn: pawns that wait on the far edge are promoted, each to its own officer
    /// (RULES 5.1, 5.4).
    pub(super) fn promote_waiting(&mut self, army: Army, sink: &mut impl EffectSink) {
        for at in self.pawns(army) & army.far_edge() {
            for piece in self.pieces_at(at) {
                if let Kind::Pawn(officer) = piece.kind {
                    let to = self.only_promotion_at(at).unwrap_or(officer);
                    self.promote(army, officer, at, to, sink);
                }
            }
        }
    }

    #[inline]
    fn promote(&mut self, army: Army, from: Officer, at: Square, to: Officer, sink: &mut impl EffectSink) {
        self.remove(Piece { army, kind: Kind::Pawn(from) }, at);
        self.put(Piece { army, kind: Kind::Officer(to) }, at);
        sink.effect(Effect::Promoted { army, at, from, to });
    }

    #[inline]
    fn demote_others(&mut self, army: Army, officer: Officer, promoted: Square, sink: &mut impl EffectSink) {
        for at in self.officers(army, officer).without(promoted) {
            self.remove(Piece { army, kind: Kind::Officer(officer) }, at);
            self.put(Piece { army, kind: Kind::Pawn(officer) }, at);
            sink.effect(Effect::Demoted { army, at, officer });
        }
    }
}
