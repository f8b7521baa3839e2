//! The concourse of bishops or of queens (RULES 3.6).

use super::{Army, Bitboard, Effect, EffectSink, Kind, Officer, PartnerInConcourse, Piece, Position, Square};

/// The lower left corners of the five blocks of four squares.
const CORNERS: [(i8, i8); 5] = [(3, 3), (1, 1), (1, 5), (5, 5), (5, 1)];

/// The five blocks of four squares: {d4 d5 e4 e5}, {b2 b3 c2 c3}, {b6 b7 c6 c7}, {f6 f7 g6 g7}, {f2 f3 g2 g3}.
const FOURS: [Bitboard; 5] = {
    let mut fours = [Bitboard::EMPTY; 5];
    let mut i = 0;
    while i < 5 {
        let corner = CORNERS[i].1 * 8 + CORNERS[i].0;
        fours[i] = Bitboard(0x0303 << corner);
        i += 1;
    }
    fours
};

/// Every square on which a concourse can be completed.
pub(super) const CENTRES: Bitboard = Bitboard(FOURS[0].0 | FOURS[1].0 | FOURS[2].0 | FOURS[3].0 | FOURS[4].0);

/// The block of four to which a square belongs; empty for most squares.
pub(crate) const FOUR_OF: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 5 * 64 {
        if FOURS[i / 64].has(Square::wrapping(i)) {
            table[i % 64] = FOURS[i / 64];
        }
        i += 1;
    }
    table
};

/// The squares of the blocks of four that have at least three squares in common with a set. Out of line, or compilers
/// count for every set, to spare a jump.
#[inline(never)]
fn fours_with_three(set: Bitboard) -> Bitboard {
    let nearly = |four: &Bitboard| (*four & !set).has_at_most_one();
    FOURS.into_iter().filter(nearly).fold(Bitboard::EMPTY, |all, four| all | four)
}

impl Position {
    /// The squares of the blocks of four that hold at least three of the bishops or of the queens.
    #[inline]
    pub(super) fn nearly_concourse(&self, officer: Officer) -> Bitboard {
        let officers = self.all_officers(officer) & CENTRES;
        if officers.has_at_most_one() { Bitboard::EMPTY } else { fours_with_three(officers) }
    }

    /// Carries out a concourse if a bishop or queen completes one by landing on a square.
    /// It is part of the move, not a choice (RULES 3.6).
    pub(super) fn concourse(&mut self, army: Army, officer: Officer, at: Square, sink: &mut impl EffectSink) {
        if !CENTRES.has(at) {
            return;
        }
        let Some(four) = FOURS.into_iter().find(|four| four.has(at)) else { return };
        // Four squares and four armies, each with one of these pieces in the block: so each square holds one.
        let complete =
            Army::ALL.into_iter().all(|a| !self.is_frozen(a) && (self.officers(a, officer) & four).len() == 1);
        if !complete {
            return;
        }
        sink.effect(Effect::Concourse { officer, at });
        let kind = Kind::Officer(officer);
        for square in four.without(at) {
            for piece in self.pieces_at(square) {
                self.remove(piece, square);
                if piece.army == army.partner() && self.rules.concourse == PartnerInConcourse::Joins {
                    self.put(Piece { army, kind }, square);
                    sink.effect(Effect::Joined { piece, at: square, army });
                } else {
                    sink.effect(Effect::Captured { piece, at: square, by: army });
                }
            }
        }
    }
}
