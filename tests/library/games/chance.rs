//! What chance does in Gods of Chess (GAMES C1, G3.5, G6.3): acts with cards drawn by a source of numbers.

use std::collections::BTreeSet;
use std::sync::Arc;

use enochian::games::{GameKind, GameState};
use enochian::record::opening;

use super::common::{offered, referee, series};

fn read(text: &str) -> Arc<dyn GameState> {
    referee(GameKind::Gods, &[]).read(text).unwrap()
}

fn start() -> Arc<dyn GameState> {
    referee(GameKind::Gods, &[]).start()
}

fn after(state: &Arc<dyn GameState>, acts: &[&str]) -> Arc<dyn GameState> {
    acts.iter().fold(Arc::clone(state), |state, act| state.play(act).unwrap().state)
}

#[test]
fn c1_an_act_of_chance_is_one_line_and_replays_without_chance() {
    let start = start();
    let act = start.chance(&mut series(1)).unwrap();
    assert_eq!(act.len(), "deal ".len() + 96);
    assert!(!act.contains('?'));
    let played = start.play(&act).unwrap();
    assert_eq!(played.text, act);
    assert_eq!(start.play(&act).unwrap().state.text(), played.state.text());
    assert_eq!(start.chance(&mut series(1)).unwrap(), act);
    assert_ne!(start.chance(&mut series(2)).unwrap(), act);
    assert_eq!(played.state.chance(&mut series(1)), None);
}

#[test]
fn g3_5_a_refill_is_the_new_order_of_the_deck() {
    let unknown = read("4k3/8/8/8/4P3/8/8/4K3 w - - - refill ????????/???????? ??????/?????? AsAhAdAc/- 2? 32? 0");
    let act = unknown.chance(&mut series(3)).unwrap();
    assert_eq!(after(&unknown, &[&act]).text().split(' ').nth(9).unwrap(), &act["refill ".len()..]);
    // White holds KcQdJhTs; two cards of the deck and one of the discards are known.
    let hand = "4k3/8/8/8/8/8/8/4K3 w - - - refill KcQdJhTs/???????? ??????/?????? AsAhAdAc/- 2c3c 4c";
    let known = read(&format!("{hand}{} 9", "??".repeat(31)));
    let act = known.chance(&mut series(4)).unwrap();
    assert!(["2c", "3c", "4c"].iter().all(|card| act.contains(card)), "{act}");
    after(&known, &[&act]);
}

#[test]
fn g6_3_the_program_deals_the_whole_order() {
    let act = start().chance(&mut series(5)).unwrap();
    let dealt = after(&start(), &[&act, "Pe2e4", "keep", "Pd7d5", "keep", "Pe4xd5", "defend"]);
    // Nothing is left to chance until the cleanup.
    let field_act = dealt.chance(&mut series(6)).unwrap();
    assert_eq!(offered(&*dealt), [field_act]);
    // Of what a player sees the rest is drawn from the cards that the player has not seen.
    let view = dealt.view(Some(0));
    let drawn = view.chance(&mut series(7)).unwrap();
    after(&view, &[&drawn]);
}

#[test]
fn g6_3_a_source_that_oversteps_does_no_harm() {
    assert!(start().chance(&mut |below| below + 7).is_some());
}

/// The field of the heroes.
fn heroes(state: &dyn GameState) -> String {
    state.text().split(' ').nth(8).unwrap().to_owned()
}

#[test]
fn g3_2_the_heroes_are_shuffled_before_the_game() {
    let gods = referee(GameKind::Gods, &[]);
    let seeded = |seed| opening(&gods, true, Some(seed)).unwrap();
    let orders: BTreeSet<String> = (0..200).map(|seed| heroes(&*seeded(seed))).collect();
    assert_eq!(orders.len(), 24, "{orders:?}");
    assert_eq!(seeded(7).text(), seeded(7).text());
    assert!(gods.start().is_opening(&seeded(7).text()));
    // The players' own pack.
    assert_eq!(heroes(&*opening(&gods, false, None).unwrap()), "As??????/-");
    let moved = after(&seeded(7), &[&seeded(7).chance(&mut series(1)).unwrap()]);
    assert!(!gods.start().is_opening(&moved.text()));
    // Nothing else is shuffled.
    let three = referee(GameKind::Three, &[]);
    assert_eq!(opening(&three, true, Some(7)).unwrap().text(), three.start().text());
}
