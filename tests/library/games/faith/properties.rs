//! What must hold for all games and all texts.

use proptest::prelude::*;

use super::*;
use crate::sample::short_or_whole;

/// Plays one of the acts each time, as the numbers choose.
fn random_game(start: Arc<dyn GameState>, choices: &[u16]) -> Vec<(String, Arc<dyn GameState>)> {
    let mut games = Vec::new();
    let mut state = start;
    for &choice in choices {
        let acts = offered(&state);
        if acts.is_empty() {
            break;
        }
        let act = acts[usize::from(choice) % acts.len()].clone();
        state = state.play(&act).unwrap().state;
        games.push((act, state.clone()));
    }
    games
}

fn starts() -> Vec<String> {
    let scattered = common::data("scatter_faith").into_iter().map(|line| line["start"].as_str().unwrap().to_owned());
    scattered.chain([referee().start().text()]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(short_or_whole(12, 48)))]

    #[test]
    fn every_listed_act_is_played_and_each_text_round_trips(
        start in proptest::sample::select(starts()),
        choices in proptest::collection::vec(any::<u16>(), 0..40),
    ) {
        let start = read(&start);
        let game = random_game(start.clone(), &choices);
        let mut replayed = start;
        for (act, state) in &game {
            replayed = replayed.play(act).unwrap().state;
            prop_assert_eq!(replayed.text(), state.text());
            prop_assert_eq!(read(&state.text()).text(), state.text());
            let acts = offered(state);
            prop_assert!(acts.is_sorted() && acts.windows(2).all(|pair| pair[0] != pair[1]));
            prop_assert_eq!(state.perft(1), acts.len() as u64);
            prop_assert_eq!(acts.is_empty(), state.ending().is_some());
        }
        if let Some((_, last)) = game.last() {
            for act in offered(last) {
                prop_assert_eq!(last.play(&act).unwrap().text, act.clone());
                prop_assert!(last.play_irregular(&act).is_err());
            }
        }
    }

    #[test]
    fn a_text_that_is_not_listed_is_refused(
        start in proptest::sample::select(starts()),
        piece in "[KRNPCELASMUBXQOIHDGVZT]",
        cells in "[a-r][a-r][1-5][x#]?[a-r][a-r][1-5](=[A-Z])?",
    ) {
        let state = read(&start);
        let act = format!("{piece}{cells}");
        let listed = offered(&state);
        match state.play(&act) {
            Ok(played) => prop_assert!(listed.contains(&played.text)),
            Err(_) => prop_assert!(!listed.contains(&act)),
        }
        prop_assert_eq!(state.text(), start);
    }

    #[test]
    fn no_text_makes_it_panic(
        act in "\\PC{0,20}|(card \"A\": )(move|remove|place|change|swap|turn|out|in|end)? ?[a-z0-9A-Z]{0,6}|resign ?\\PC?",
        place in any::<prop::sample::Index>(),
        inserted in "\\PC{0,2}|[0-9rogbKRP/, -]{0,3}",
        removed in 0..3usize,
    ) {
        let state = state_of("rPqf3 rKdc3 oKml3 gKji3 bKra3", "o - - rrf3qf3 7");
        let text = state.text();
        if let Ok(played) = state.play(&act) {
            prop_assert_eq!(read(&played.state.text()).text(), played.state.text());
        }
        let _ = state.play_irregular(&act);
        prop_assert_eq!(state.text(), text.clone());
        // A damaged position is refused, or it is another one whose text this is.
        let at = place.index(text.len());
        let damaged = format!("{}{inserted}{}", &text[..at], &text[(at + removed).min(text.len())..]);
        if let Ok(state) = referee().read(&damaged) {
            prop_assert_eq!(state.text(), damaged);
        }
    }
}
