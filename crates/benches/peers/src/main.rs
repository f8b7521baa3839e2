//! Plays random games of ordinary chess and prints the number of plies: `peers cozy-chess|shakmaty GAMES`.
//!
//! Every legal move is as likely as another. A game ends with the rule of fifty moves at the latest. No moves are listed where
//! the engine gives them in sets: the number of all is counted, and one is taken from its set.

use std::hint::black_box;

use cozy_chess::{Board, Move, PieceMoves};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use shakmaty::{Chess, Position};

/// The plies after which a game is broken off.
const LIMIT: u64 = 400;

/// One of a number of moves, by a multiplication.
fn choose(chance: &mut Xoshiro256PlusPlus, moves: usize) -> usize {
    ((u128::from(chance.next_u64()) * moves as u128) >> 64) as usize
}

fn cozy_chess(chance: &mut Xoshiro256PlusPlus) -> u64 {
    let (mut board, mut plies) = (Board::default(), 0);
    while plies < LIMIT && board.halfmove_clock() < 100 {
        let Some(mv) = one_move(&board, chance) else { break };
        board.play_unchecked(mv);
        plies += 1;
    }
    black_box(&board);
    plies
}

/// A random move; `None` at the end of the game. At most 18 sets of moves come: one a piece, and two for captures en passant.
fn one_move(board: &Board, chance: &mut Xoshiro256PlusPlus) -> Option<Move> {
    let (mut sets, mut len, mut moves) = ([const { None::<PieceMoves> }; 18], 0, 0);
    board.generate_moves(|set| {
        moves += set.len();
        sets[len] = Some(set);
        len += 1;
        false
    });
    if moves == 0 {
        return None;
    }
    let mut choice = choose(chance, moves);
    for set in sets.into_iter().flatten() {
        if choice < set.len() {
            return set.into_iter().nth(choice);
        }
        choice -= set.len();
    }
    None
}

fn shakmaty(chance: &mut Xoshiro256PlusPlus) -> u64 {
    let (mut position, mut plies) = (Chess::default(), 0);
    while plies < LIMIT && position.halfmoves() < 100 {
        // It has no sets of moves; its list lies on the stack.
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[choose(chance, moves.len())]);
        plies += 1;
    }
    black_box(&position);
    plies
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (engine, games) = (arguments.next(), arguments.next());
    let play = match engine.as_deref() {
        Some("cozy-chess") => cozy_chess,
        Some("shakmaty") => shakmaty,
        _ => panic!("expected cozy-chess or shakmaty"),
    };
    let games: u32 = games.and_then(|games| games.parse().ok()).expect("a number of games");
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
    println!("{}", (0..games).map(|_| play(&mut chance)).sum::<u64>());
}
