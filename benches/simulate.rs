//! A turn of a simulation beside a ply of ordinary chess played at random by cozy-chess, one thread, in one run.
//!
//! ```console
//! $ cargo bench --bench simulate
//! ```
#![allow(clippy::unwrap_used, missing_docs, clippy::print_stdout)]

use std::convert::Infallible;
use std::hint::black_box;
use std::time::Instant;

use cozy_chess::{Board, Move};
use enochian::lore::Lore;
use enochian::reading::Draft;
use enochian::simulate::{Observer, Plan, Row, Tally, Turn};
use enochian::text::Source;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Each has its turn in every round, and the best counts: other work on the machine only ever makes one slower.
const ROUNDS: usize = 15;

/// Nanoseconds for each of what `work` counts, if that is less than before.
fn time(best: &mut f64, work: impl FnOnce() -> u64) {
    let begun = Instant::now();
    let count = work();
    *best = best.min(begun.elapsed().as_nanos() as f64 / count as f64);
}

/// Plies of random games of ordinary chess, every legal move as likely as another.
fn cozy() -> u64 {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut plies = 0;
    let mut moves: Vec<Move> = Vec::with_capacity(256);
    for _ in 0..1000 {
        let mut board = Board::default();
        for _ in 0..400 {
            moves.clear();
            board.generate_moves(|set| {
                moves.extend(set);
                false
            });
            if moves.is_empty() || board.halfmove_clock() >= 100 {
                break;
            }
            let choice = (u128::from(chance.next_u64()) * moves.len() as u128) >> 64;
            board.play_unchecked(moves[choice as usize]);
            plies += 1;
        }
        black_box(&board);
    }
    plies
}

/// Keeps nothing, but is shown every turn.
struct Shown(u64);

impl Observer for Shown {
    const TURNS: bool = true;
    fn reading(&mut self, _: &Row, turns: &[Turn]) {
        self.0 += turns.len() as u64;
    }
}

fn main() {
    let lore = Lore::embedded();
    let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    let question = Draft::read(&file, lore).unwrap().settle(lore).unwrap();
    let plan = Plan::new(question, 1, 0..10_240);
    let counted = || {
        let mut all = Tally::new();
        let _: Result<(), Infallible> = plan.run(1, Tally::new, |_, piece| {
            all.merge(&piece);
            Ok(())
        });
        all.turns
    };
    let shown = || {
        let mut all = 0;
        let _: Result<(), Infallible> = plan.run(
            1,
            || Shown(0),
            |_, piece| {
                all += piece.0;
                Ok(())
            },
        );
        all
    };
    let [mut chess, mut turn, mut turn_shown] = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        time(&mut chess, cozy);
        time(&mut turn, counted);
        time(&mut turn_shown, shown);
    }
    println!("cozy-chess, random games     {chess:6.1} ns a ply");
    for (name, ns) in [("a reading's turn, counted   ", turn), ("a reading's turn, each shown", turn_shown)] {
        println!("{name} {ns:6.1} ns a turn   {:.2} of it", ns / chess);
    }
}
