//! What holds of every game, whatever is played.

use std::sync::Arc;

use enochian::games::{Actor, GameState};
use proptest::prelude::*;

use super::{KINDS, common};
use crate::sample::short_or_whole;

/// A game of random acts from the set-up: the acts, and the last state.
fn random_game(kind: usize, cards: bool, choices: &[usize]) -> (Vec<String>, Arc<dyn GameState>) {
    let options: &[(&str, &str)] = if cards { &[("cards", "on")] } else { &[] };
    let mut state = common::referee(KINDS[kind], options).start();
    let mut acts = Vec::new();
    for choice in choices {
        let offered = common::offered(&*state);
        if offered.is_empty() {
            break;
        }
        let act = &offered[choice % offered.len()];
        acts.push(act.clone());
        state = state.play(act).unwrap().state;
    }
    (acts, state)
}

/// Texts that look like acts.
fn act_like() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,12}",
        "[KQRBNP][a-h][1-8]x?[a-h][1-8](=[QRBN])?",
        "(--|#|O-O|resign [wrbn])",
        "card \"[a-z]{0,3}\": (move|remove|place|change|swap|turn|out|in|end) [a-h1-8wrbnKQP]{0,5}(, end)?",
    ]
}

/// Card acts, most of which can be played.
fn card_act() -> impl Strategy<Value = String> {
    let op = prop_oneof![
        "(move|swap) [a-h][1-8][a-h][1-8]",
        "remove [a-h][1-8]",
        "(out|turn) [wrbn]",
        "place [wrbn][KQRBNP][a-h][1-8]",
        "change [a-h][1-8][wrbn][KQRBNP]",
    ];
    (op, "(, end)?").prop_map(|(op, end)| format!("card \"x\": {op}{end}"))
}

fn position_like() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,80}",
        "[wrbnKQRBNP1-8#/]{0,60} [wrbn] [wrbn-]{1,3} [O-] [a-h1-8*-]{1,6} [wrb1-8a-h-]{1,6} [0-9]{1,3}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: short_or_whole(16, 48), ..ProptestConfig::default() })]

    #[test]
    fn every_listed_act_is_played_and_every_text_read_again(
        kind in 0..3usize,
        cards: bool,
        choices in proptest::collection::vec(0..1000usize, 0..120),
    ) {
        let options: &[(&str, &str)] = if cards { &[("cards", "on")] } else { &[] };
        let referee = common::referee(KINDS[kind], options);
        let (acts, last) = random_game(kind, cards, &choices);
        prop_assert_eq!(referee.read(&last.text()).unwrap().text(), last.text());
        prop_assert_eq!(last.actor() == Actor::Nobody, last.ending().is_some());
        prop_assert_eq!(last.actor() == Actor::Nobody, last.acts().is_empty());
        for act in last.acts() {
            let played = last.play(&act.text).unwrap();
            prop_assert_eq!(&played.text, &act.text);
            let read = referee.read(&played.state.text()).unwrap();
            prop_assert_eq!(read.text(), played.state.text());
            prop_assert_eq!(common::offered(&*read), common::offered(&*played.state));
            prop_assert_eq!(read.ending(), played.state.ending());
        }
        let again = acts.iter().fold(referee.start(), |state, act| state.play(act).unwrap().state);
        prop_assert_eq!(again.text(), last.text());
    }

    #[test]
    fn any_other_text_is_refused_and_changes_nothing(
        kind in 0..3usize,
        cards: bool,
        choices in proptest::collection::vec(0..1000usize, 0..40),
        texts in proptest::collection::vec(act_like(), 20),
    ) {
        let (_, state) = random_game(kind, cards, &choices);
        let before = state.text();
        let offered = common::offered(&*state);
        for text in texts {
            if let Ok(played) = state.play(&text) {
                let is_listed = offered.contains(&played.text);
                prop_assert!(is_listed || text.starts_with("resign ") || text.starts_with("card "), "{}", text);
                prop_assert_eq!(text.starts_with("card "), played.irregular.is_some());
            }
            if let Ok(played) = state.play_irregular(&text) {
                prop_assert!(!offered.contains(&played.text) && played.irregular.is_some());
            }
            prop_assert_eq!(state.text(), before.as_str());
        }
    }

    #[test]
    fn no_position_text_panics(kind in 0..3usize, texts in proptest::collection::vec(position_like(), 20)) {
        let referee = common::referee(KINDS[kind], &[]);
        for text in texts {
            if let Ok(state) = referee.read(&text) {
                prop_assert_eq!(state.text(), text);
            }
        }
    }

    /// A position of a game with one character changed.
    #[test]
    fn damaged_positions_are_refused_or_read_as_they_stand(
        kind in 0..3usize,
        choices in proptest::collection::vec(0..1000usize, 0..60),
        at in 0..200usize,
        with in "[wrbnKQRBNP1-8#/ O*a-h-]",
    ) {
        let (_, state) = random_game(kind, false, &choices);
        let mut letters: Vec<char> = state.text().chars().collect();
        let at = at % letters.len();
        letters[at] = with.chars().next().unwrap();
        let text: String = letters.into_iter().collect();
        if let Ok(read) = common::referee(KINDS[kind], &[]).read(&text) {
            prop_assert_eq!(read.text(), text);
        }
    }

    /// What a card leaves is a position that can be read again, by the same referee.
    #[test]
    fn what_a_card_leaves_is_sound(
        kind in 0..3usize,
        cards: bool,
        choices in proptest::collection::vec(0..1000usize, 0..40),
        acts in proptest::collection::vec(card_act(), 20),
    ) {
        let options: &[(&str, &str)] = if cards { &[("cards", "on")] } else { &[] };
        let referee = common::referee(KINDS[kind], options);
        let (_, mut state) = random_game(kind, cards, &choices);
        for act in acts {
            if let Ok(played) = state.play(&act) {
                state = played.state;
                let read = referee.read(&state.text()).unwrap();
                prop_assert_eq!(read.text(), state.text());
                prop_assert_eq!(common::offered(&*read), common::offered(&*state));
            }
        }
    }
}
