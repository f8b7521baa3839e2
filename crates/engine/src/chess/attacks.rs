//! The squares that a piece attacks from a square (RULES 3.1–3.3).
//!
//! Kings, queens, knights and pawns use tables made at compile time. So does a rook along its rank: the table is
//! indexed by its file and the occupancy of the rank. For files and diagonals, the piece is subtracted from the
//! occupied squares of the line, once as they are and once mirrored ("hyperbola quintessence").

use super::{Army, Bitboard, Square};

/// The steps of a king.
pub(super) const KING: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
const KNIGHT: [(i8, i8); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
const QUEEN: [(i8, i8); 8] = [(-2, -2), (-2, 0), (-2, 2), (0, -2), (0, 2), (2, -2), (2, 0), (2, 2)];

type Table = [Bitboard; 64];

const fn leaps(steps: &[(i8, i8)]) -> Table {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = Square::wrapping(from).offset(steps[i].0, steps[i].1) {
                table[from] = table[from].with(to);
            }
            i += 1;
        }
        from += 1;
    }
    table
}

#[inline]
const fn pawn_captures(army: Army) -> Table {
    let (files, ranks) = army.forward();
    // The two forward diagonals: the forward step, and one to either side of it.
    leaps(&[(files + ranks, ranks + files), (files - ranks, ranks - files)])
}

/// Every square of the line through a square in a direction and its reverse, except the square itself.
const fn lines(files: i8, ranks: i8) -> Table {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = -7;
        while i <= 7 {
            if i != 0
                && let Some(to) = Square::wrapping(from).offset(files * i, ranks * i)
            {
                table[from] = table[from].with(to);
            }
            i += 1;
        }
        from += 1;
    }
    table
}

static KING_TABLE: Table = leaps(&KING);
static KNIGHT_TABLE: Table = leaps(&KNIGHT);
static QUEEN_TABLE: Table = leaps(&QUEEN);
static PAWN_TABLES: [Table; 4] =
    [pawn_captures(Army::Air), pawn_captures(Army::Water), pawn_captures(Army::Fire), pawn_captures(Army::Earth)];
static PAWN_STEPS: [Table; 4] = [
    leaps(&[Army::Air.forward()]),
    leaps(&[Army::Water.forward()]),
    leaps(&[Army::Fire.forward()]),
    leaps(&[Army::Earth.forward()]),
];
static RANKS: Table = lines(1, 0);
static FILES: Table = lines(0, 1);
static RISING: Table = lines(1, 1);
static FALLING: Table = lines(1, -1);

/// One step, eight ways (RULES 3.1).
#[inline]
pub(super) fn king(from: Square) -> Bitboard {
    KING_TABLE[from.index()]
}

/// The orthodox knight (RULES 3.1).
#[inline]
pub(super) fn knight(from: Square) -> Bitboard {
    KNIGHT_TABLE[from.index()]
}

/// Exactly two squares, eight ways, over anything (RULES 3.2).
#[inline]
pub(super) fn queen(from: Square) -> Bitboard {
    QUEEN_TABLE[from.index()]
}

/// Where a pawn of that army captures (RULES 3.3).
#[inline]
pub(super) fn pawn(army: Army, from: Square) -> Bitboard {
    PAWN_TABLES[army.index()][from.index()]
}

/// The square in front of a pawn (RULES 3.3); empty at its far edge.
#[inline]
pub(super) fn pawn_step(army: Army, from: Square) -> Bitboard {
    PAWN_STEPS[army.index()][from.index()]
}

/// The squares of a rank that a piece on a file attacks, indexed by the occupancy of the six inner squares.
static RANK_ATTACKS: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 8 * 64 {
        let (file, occupied) = (i / 64, (i % 64) << 1);
        let mut step = 1;
        while step <= file {
            table[file][i % 64] |= 1 << (file - step);
            step = if occupied >> (file - step) & 1 == 1 { 8 } else { step + 1 };
        }
        step = 1;
        while file + step < 8 {
            table[file][i % 64] |= 1 << (file + step);
            step = if occupied >> (file + step) & 1 == 1 { 8 } else { step + 1 };
        }
        i += 1;
    }
    table
};

/// The squares attacked along a rank, up to and including the first occupied square each way.
#[inline]
fn rank(from: Square, occupied: Bitboard) -> Bitboard {
    let (file, shift) = (from.index() & 7, from.index() & 56);
    let inner = (occupied.0 >> shift >> 1 & 63) as usize;
    Bitboard(u64::from(RANK_ATTACKS[file][inner]) << shift)
}

/// The squares attacked along a file or diagonal, up to and including the first occupied square each way.
#[inline]
fn line(from: Square, occupied: Bitboard, line: Bitboard) -> Bitboard {
    let piece = Bitboard::of(from).0;
    let blockers = (occupied & line).0;
    let up = blockers.wrapping_sub(piece);
    let down = blockers.swap_bytes().wrapping_sub(piece.swap_bytes()).swap_bytes();
    Bitboard((up ^ down) & line.0)
}

/// All squares on the rank and file of a square.
#[inline]
pub(super) fn rook_lines(from: Square) -> Bitboard {
    RANKS[from.index()] | FILES[from.index()]
}

/// All squares on the diagonals of a square.
#[inline]
pub(super) fn bishop_lines(from: Square) -> Bitboard {
    RISING[from.index()] | FALLING[from.index()]
}

/// The squares between two squares on one rank, file or diagonal; empty for any others.
static BETWEEN: [Table; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut i = 0;
    while i < 64 * 8 {
        let (from, (files, ranks)) = (i / 8, KING[i % 8]);
        let (mut passed, mut step) = (Bitboard::EMPTY, 1);
        while step < 8
            && let Some(to) = Square::wrapping(from).offset(files * step, ranks * step)
        {
            table[from][to.index()] = passed;
            passed = passed.with(to);
            step += 1;
        }
        i += 1;
    }
    table
};

/// The squares between two squares on one rank, file or diagonal; empty for any others.
#[inline]
pub(super) fn between(from: Square, to: Square) -> Bitboard {
    BETWEEN[from.index()][to.index()]
}

/// The squares attacked by an orthodox rook, up to and including the first occupied square each way (RULES 3.1).
#[inline]
pub(super) fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    rank(from, occupied) | line(from, occupied, FILES[from.index()])
}

/// The squares attacked by an orthodox bishop, up to and including the first occupied square each way (RULES 3.1).
#[inline]
pub(super) fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    line(from, occupied, RISING[from.index()]) | line(from, occupied, FALLING[from.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(from: Square, occupied: Bitboard, steps: &[(i8, i8)]) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for &(files, ranks) in steps {
            let mut at = from;
            while let Some(next) = at.offset(files, ranks) {
                reached = reached.with(next);
                at = next;
                if occupied.has(at) {
                    break;
                }
            }
        }
        reached
    }

    #[test]
    fn lines_stop_at_the_first_piece_as_a_walk_does() {
        // A fixed scrambling of bits gives boards from nearly empty to nearly full.
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..2000 {
            bits = bits.rotate_left(23).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ round;
            let occupied = Bitboard(bits & bits.rotate_left(round as u32 % 64));
            for from in Square::all() {
                assert_eq!(
                    rook(from, occupied),
                    walk(from, occupied, &[(0, 1), (1, 0), (0, -1), (-1, 0)]),
                    "rook {from} {occupied:?}"
                );
                assert_eq!(
                    bishop(from, occupied),
                    walk(from, occupied, &[(1, 1), (1, -1), (-1, 1), (-1, -1)]),
                    "bishop {from} {occupied:?}"
                );
            }
        }
    }

    #[test]
    fn between_two_squares_are_those_that_hide_one_from_the_other() {
        for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
            let hides = |at: &Square| {
                let (line, alone) = (Bitboard::of(*at), Bitboard::EMPTY);
                rook(from, alone).has(to) && !rook(from, line).has(to)
                    || bishop(from, alone).has(to) && !bishop(from, line).has(to)
            };
            assert_eq!(between(from, to), Square::all().filter(hides).collect(), "{from} {to}");
        }
    }

    #[test]
    fn rules_3_2_the_queen_is_bound_to_sixteen_squares() {
        for start in Square::all() {
            let mut seen = Bitboard::of(start);
            loop {
                let next = seen.into_iter().fold(seen, |all, s| all | queen(s));
                if next == seen {
                    break;
                }
                seen = next;
            }
            assert_eq!(seen.len(), 16, "from {start}");
        }
    }
}
