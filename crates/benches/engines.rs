//! Perft and random playouts beside cozy-chess and shakmaty, in one run: `cargo bench --bench engines`.
//!
//! It prints a table of speeds with their ratios to cozy-chess: the ratio says more than the time, which is the
//! machine's. Perft plays every leaf; nobody counts in bulk, and `black_box` takes each position
//! that is reached. Every engine has the fastest way that it offers to play all moves of a position. All are built with
//! the same flags: for the processor's instructions, put `RUSTFLAGS="-C target-cpu=native"` before the command.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

mod chess;

use std::hint::black_box;
use std::time::Instant;

use cozy_chess::Board;
use enochian::chess::{Angle, Army, Array, Direction, Move, Movers, Position, Rules};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use shakmaty::{Chess, Position as _};

use chess::choose;

/// Each has its turn in every round, and the best counts: other work on the machine only ever makes one slower.
const ROUNDS: usize = 60;
/// How many playouts a measurement takes, and after how many plies one is broken off.
const PLAYOUTS: u32 = 100;
const LIMIT: u32 = 300;

fn opening(rules: Rules) -> Position {
    Position::start(Array::of(Angle::Air, enochian::chess::Board::Air), Army::Air, Direction::Deosil).with_rules(rules)
}

fn enochian_perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        black_box(position);
        return 1;
    }
    let mut nodes = 0;
    position.each_child(&mut |_, child| nodes += enochian_perft(child, depth - 1));
    nodes
}

fn cozy_perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        black_box(board);
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            nodes += cozy_perft(&child, depth - 1);
        }
        false
    });
    nodes
}

fn shakmaty_perft(position: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        black_box(position);
        return 1;
    }
    let mut nodes = 0;
    for mv in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(mv);
        nodes += shakmaty_perft(&child, depth - 1);
    }
    nodes
}

fn enochian_playouts(rules: Rules) -> u64 {
    let (mut chance, mut plies) = (Xoshiro256PlusPlus::seed_from_u64(1), 0);
    let mut moves = Vec::new();
    for _ in 0..PLAYOUTS {
        let mut position = opening(rules);
        while position.ply() < LIMIT {
            moves.clear();
            position.each_move(Movers::Any, &mut |mv| moves.push(mv));
            if moves.is_empty() {
                if position.outcome().is_some() {
                    break;
                }
                moves.push(Move::Pass);
            }
            position.play_unchecked(moves[choose(&mut chance, moves.len())], &mut ());
        }
        plies += u64::from(position.ply());
    }
    plies
}

fn shakmaty_playouts() -> u64 {
    let (mut chance, mut plies) = (Xoshiro256PlusPlus::seed_from_u64(1), 0);
    for _ in 0..PLAYOUTS {
        let mut position = Chess::default();
        for _ in 0..LIMIT {
            let moves = position.legal_moves();
            if moves.is_empty() || position.halfmoves() >= 100 {
                break;
            }
            position.play_unchecked(moves[choose(&mut chance, moves.len())]);
            plies += 1;
        }
    }
    plies
}

fn main() {
    let (game, reading) = (Rules::CHESSVARIANTS, Rules::CHESSVARIANTS.reading());
    // What is counted, and who counts it; cozy-chess first in each group.
    type Count = Box<dyn Fn() -> u64>;
    let work: Vec<(&str, &str, Count)> = vec![
        ("perft", "cozy-chess", Box::new(|| cozy_perft(&Board::default(), 4))),
        ("perft", "shakmaty", Box::new(|| shakmaty_perft(&Chess::default(), 4))),
        ("perft", "enochian, a game", Box::new(move || enochian_perft(&opening(game), 5))),
        ("perft", "enochian, a reading", Box::new(move || enochian_perft(&opening(reading), 5))),
        ("playouts", "cozy-chess", Box::new(|| chess::plies(PLAYOUTS, LIMIT))),
        ("playouts", "shakmaty", Box::new(shakmaty_playouts)),
        ("playouts", "enochian, a game", Box::new(move || enochian_playouts(game))),
        ("playouts", "enochian, a reading", Box::new(move || enochian_playouts(reading))),
    ];
    let mut best = vec![f64::INFINITY; work.len()];
    for _ in 0..ROUNDS {
        for ((_, _, count), best) in work.iter().zip(&mut best) {
            let begun = Instant::now();
            let counted = count();
            *best = best.min(begun.elapsed().as_secs_f64() / counted as f64);
        }
    }
    println!("{:<10}{:<22}{:>16}{:>22}", "", "", "million a second", "beside cozy-chess");
    let mut cozy = 0.0;
    for ((group, who, _), seconds) in work.iter().zip(best) {
        let speed = 1e-6 / seconds;
        if *who == "cozy-chess" {
            cozy = speed;
        }
        println!("{group:<10}{who:<22}{speed:>16.1}{:>22.2}", speed / cozy);
    }
}
