//! A turn with each policy beside a ply of ordinary chess played at random by cozy-chess, one thread, in one run.
//!
//! ```console
//! $ cargo bench --bench policies
//! ```
//!
//! All four armies have the same policy. A turn is whole: it is thrown, its moves are listed, one is chosen, played and
//! counted.
#![allow(clippy::unwrap_used, missing_docs, clippy::print_stdout)]

mod chess;

use std::time::Instant;

use enochian::chess::{Mode, Rules};
use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::player::{Level, search};
use enochian::reading::QuestionDraft;
use enochian::session::{Act, Session, SessionTerms};
use enochian::simulate::{ArmyPlayer, Plan};

/// Each has its turn in every round, and the best counts: other work on the machine only ever makes one slower.
const ROUNDS: usize = 50;
/// How many turns of a session are played.
const LIMIT: u16 = 300;

/// Nanoseconds for each of what `work` counts.
fn time(work: impl FnOnce() -> u64) -> f64 {
    let begun = Instant::now();
    let count = work();
    begun.elapsed().as_nanos() as f64 / count as f64
}

fn main() {
    let correspondences = Correspondences::embedded();
    let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    let question = QuestionDraft::read(&file, correspondences).unwrap().resolve(correspondences).unwrap();
    let plan = |mode, name| {
        let players = [(); 4].map(|()| ArmyPlayer::from_name(name).unwrap());
        Plan { mode, players, limit: LIMIT, ..Plan::new(question.clone(), 1, 0..10) }
    };
    let mut plans = Vec::new();
    for mode in [Mode::Reading, Mode::Game] {
        // The last two levels search for milliseconds; their speed is printed below.
        plans.extend(ArmyPlayer::NAMES[..5].iter().map(|&name| (mode, name, plan(mode, name))));
    }
    let (mut ply, mut turns) = (f64::INFINITY, vec![f64::INFINITY; plans.len()]);
    for _ in 0..ROUNDS {
        ply = ply.min(time(|| chess::plies(30, 400)));
        for ((_, _, plan), turn) in plans.iter().zip(&mut turns) {
            let played = || plan.range.clone().map(|index| plan.one(index).1.len() as u64).sum();
            *turn = turn.min(time(played));
        }
    }
    println!("cozy-chess, random games {ply:8.1} ns a ply");
    for ((mode, name, _), turn) in plans.iter().zip(turns) {
        println!("{:<24} {turn:8.1} ns a turn {:8.2} of it", format!("{mode}, {name}"), turn / ply);
    }
    let game = SessionTerms::of_rules(Rules::CHESSVARIANTS);
    for (terms, throw) in [(SessionTerms::of_question(&question), "2".parse().ok()), (game, None)] {
        let mut session = Session::begin(terms, question.start());
        throw.into_iter().for_each(|throw| session.accept(Act::Throw(throw)).unwrap());
        let (moves, limit) = (session.moves(), Level::STRONGEST.limit());
        let position = (0..5)
            .map(|_| time(|| search(session.state(), session.terms(), &moves, &limit, 1).nodes))
            .fold(f64::INFINITY, f64::min);
        let mode = session.mode();
        println!(
            "{:<24} {:8.2} million positions a second {:8.2} of a ply each",
            format!("{mode}, search"),
            1e3 / position,
            position / ply
        );
    }
}
