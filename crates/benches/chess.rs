//! Ordinary chess played at random by cozy-chess: what the measurements stand beside.

use std::hint::black_box;

use cozy_chess::Board;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// One of a number of moves, by a multiplication.
pub(crate) fn choose(chance: &mut Xoshiro256PlusPlus, moves: usize) -> usize {
    ((u128::from(chance.next_u64()) * moves as u128) >> 64) as usize
}

/// The plies of so many games, every legal move as likely as another. A game is broken off after `limit` plies, and
/// ends by the rule of fifty moves.
pub(crate) fn plies(games: u32, limit: u32) -> u64 {
    let (mut chance, mut plies) = (Xoshiro256PlusPlus::seed_from_u64(1), 0);
    let mut moves = Vec::with_capacity(256);
    for _ in 0..games {
        let mut board = Board::default();
        for _ in 0..limit {
            moves.clear();
            board.generate_moves(|set| {
                moves.extend(set);
                false
            });
            if moves.is_empty() || board.halfmove_clock() >= 100 {
                break;
            }
            board.play_unchecked(moves[choose(&mut chance, moves.len())]);
            plies += 1;
        }
        black_box(&board);
    }
    plies
}
