//! What holds of every game and every text.

use std::sync::Arc;

use enochian::games::{Actor, GameKind, GameState};
use proptest::prelude::*;

use super::{OPENING, state};
use crate::games::common::referee;
use crate::sample::short_or_whole;

/// Plays a game by these numbers: each chooses an act, and is the seed of chance. Returns the acts as they were written.
fn play_by(numbers: &[u16], summoning: &str) -> (Arc<dyn GameState>, Vec<String>) {
    let gods = referee(GameKind::Gods, &[("summoning", summoning)]);
    let mut state = gods.start();
    let mut written = Vec::new();
    for &number in numbers {
        let acts = state.acts();
        assert_eq!(acts.is_empty(), state.ending().is_some());
        assert_eq!(state.actor() == Actor::Nobody, acts.is_empty());
        if acts.is_empty() {
            break;
        }
        assert!(acts.is_sorted_by(|one, other| one.text < other.text));
        assert_eq!(state.actor() == Actor::Chance, state.chance(&mut |_| 0).is_some());
        for act in &acts {
            assert_eq!(act.is_open, act.text.contains("??"));
            if !act.is_open {
                assert_eq!(state.play(&act.text).unwrap().text, act.text);
            }
        }
        let captures: Vec<_> = acts.iter().filter(|act| act.text.contains('x')).collect();
        let chosen = match captures.is_empty() || number % 3 == 0 {
            true => &acts[usize::from(number) % acts.len()],
            false => captures[usize::from(number) % captures.len()],
        };
        let mut seed = usize::from(number);
        let mut below = |below: usize| {
            seed = (seed * 31 + 17) % 65_537;
            seed % below
        };
        let text = state.chance(&mut below).unwrap_or_else(|| chosen.text.clone());
        let played = state.play(&text).unwrap();
        assert_eq!(played.text, text);
        assert_eq!(played.ends_turn, played.state.turn() != state.turn());
        assert!(played.irregular.is_none());
        written.push(played.text);
        let again = gods.read(&played.state.text()).unwrap_or_else(|error| panic!("{}: {error}", played.state.text()));
        assert_eq!(again.text(), played.state.text());
        for seat in [None, Some(0), Some(1)] {
            let view = played.state.view(seat).text();
            assert_eq!(gods.read(&view).unwrap_or_else(|error| panic!("{view}: {error}")).text(), view);
            assert_eq!(gods.read(&view).unwrap().view(seat).text(), view);
        }
        state = played.state;
    }
    (state, written)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: short_or_whole(8, 24), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_listed_act_can_be_played_and_every_record_replays(
        numbers in prop::collection::vec(any::<u16>(), 1..160),
        summoning in prop::sample::select(vec!["attacker", "loser"]),
    ) {
        let (last, written) = play_by(&numbers, summoning);
        let mut state = referee(GameKind::Gods, &[("summoning", summoning)]).start();
        for act in &written {
            state = state.play(act).unwrap().state;
        }
        prop_assert_eq!(state.text(), last.text());
    }

    #[test]
    fn what_is_not_listed_is_refused_and_changes_nothing(
        numbers in prop::collection::vec(any::<u16>(), 1..60),
        act in prop_oneof![
            "[KQRBNP][a-h][1-8]x?[a-h][1-8](=[QRBNK])?",
            "(defend|refuse|keep|stay|high|low|summon|leave|deal|refill|field|battle|discard|O-O|O-O-O|resign [wb])",
            "(discard|field|battle|deal|refill|summon) ([2-9TJQKA?][cdhs?]){1,5}(/([2-9TJQK][cdhs]){4})?",
            ".{0,12}",
        ],
    ) {
        let (state, _) = play_by(&numbers, "attacker");
        let before = state.text();
        let listed: Vec<String> = state.acts().into_iter().map(|act| act.text).collect();
        if let Ok(played) = state.play(&act) {
            let is_listed = listed.contains(&played.text);
            let is_free = ["resign", "discard", "deal", "refill", "battle", "field", "card"];
            prop_assert!(is_listed || is_free.iter().any(|word| played.text.starts_with(word)), "{} in {}", act, before);
        }
        prop_assert_eq!(state.text(), before);
    }

    #[test]
    fn card_acts_leave_sound_positions(
        numbers in prop::collection::vec(any::<u16>(), 1..60),
        ops in prop::collection::vec(
            "(move|swap) [a-h][1-8][a-h][1-8]|remove [a-h][1-8]|place [wb][KQRBNP][a-h][1-8]|change [a-h][1-8][wb][QRBNP]|(turn|out|in) [wb]|end",
            0..4,
        ),
    ) {
        let (state, _) = play_by(&numbers, "attacker");
        let colon = if ops.is_empty() { "" } else { ": " };
        let card = format!("card \"Any\"{colon}{}", ops.join(", "));
        if let Ok(played) = state.play(&card) {
            let text = played.state.text();
            let again = super::state(&text);
            prop_assert_eq!(again.text(), text);
            prop_assert_eq!(played.text, card);
            prop_assert_eq!(again.acts().is_empty(), again.ending().is_some());
        }
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in ".{0,80}") {
        let _ = referee(GameKind::Gods, &[]).read(&text);
    }

    #[test]
    fn a_damaged_position_is_refused_or_read_exactly(
        numbers in prop::collection::vec(any::<u16>(), 1..80),
        places in prop::collection::vec((any::<prop::sample::Index>(), "[ -~é]{0,2}"), 1..3),
    ) {
        let (last, _) = play_by(&numbers, "attacker");
        let mut text: Vec<char> = last.text().chars().collect();
        for (place, with) in places {
            let place = place.index(text.len());
            text.splice(place..=place, with.chars());
        }
        let text: String = text.into_iter().collect();
        if let Ok(state) = referee(GameKind::Gods, &[]).read(&text) {
            prop_assert_eq!(state.text(), text);
            for act in state.acts() {
                let _ = state.play(&act.text);
            }
        }
    }
}

#[test]
fn games_come_to_an_end() {
    let numbers: Vec<u16> = (0..1500_u32).map(|place| u16::try_from(place * 7919 % 65_536).unwrap()).collect();
    let (last, written) = play_by(&numbers, "attacker");
    assert!(last.ending().is_some(), "{}", last.text());
    assert!(written.iter().any(|act| act.starts_with("battle")));
    assert_eq!(state(OPENING).text(), OPENING);
}
