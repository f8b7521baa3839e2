//! A policy of one's own: armies that keep their pieces near their thrones, against chance.
//!
//! ```console
//! $ cargo run --release --example policy
//! ```
#![allow(clippy::print_stdout)]

use std::convert::Infallible;
use std::sync::Arc;

use enochian::chess::Move;
use enochian::correspondences::Correspondences;
use enochian::input::{Diagnostics, Source};
use enochian::reading::{QuestionDraft, RandomDraw};
use enochian::simulate::{ArmyPlayer, Plan, Policy, PolicyContext, Tally};

/// Prefers the square nearest to its throne.
#[derive(Debug)]
struct Homely;

impl Policy for Homely {
    fn name(&self) -> &str {
        "homely"
    }

    fn choose(&self, at: &PolicyContext<'_>, moves: &[Move], _: RandomDraw) -> usize {
        let throne = at.position.turn().throne();
        let far = |mv: &Move| mv.to().map(|square| square.distance(throne));
        (0..moves.len()).min_by_key(|&place| far(&moves[place])).unwrap_or(0)
    }
}

fn main() -> Result<(), Diagnostics> {
    let correspondences = Correspondences::embedded();
    let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    let question =
        QuestionDraft::read(&file, correspondences)?.resolve(correspondences).expect("the category settles the rest");
    let homely = || ArmyPlayer::Policy(Arc::new(Homely));
    let players = [homely(), ArmyPlayer::Random, homely(), ArmyPlayer::Random];
    let plan = Plan { players, ..Plan::new(question, 1, 0..2000) };
    let mut tally = Tally::new();
    let Ok(()) = plan.run(2, Tally::new, |_, piece| {
        tally.merge(&piece);
        Ok::<(), Infallible>(())
    });
    let yes: u64 = tally.ptah[0].iter().sum();
    println!("Yes in {yes} of {} readings.", tally.readings);
    Ok(())
}
