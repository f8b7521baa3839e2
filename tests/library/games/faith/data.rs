//! The counts, games and lists of moves of the slow implementation.

use super::*;
use crate::sample::short_or_whole;
use common::{data, games, texts};

#[test]
fn the_perft_counts_agree() {
    for line in data("perft_faith") {
        let depth = u32::try_from(line["depth"].as_u64().unwrap()).unwrap();
        let state = read(line["position"].as_str().unwrap());
        assert_eq!(state.perft(depth), line["nodes"].as_u64().unwrap(), "{line}");
    }
}

/// With `ENOCHIAN_LONG` only: the counts above hold the first two, and this one takes as long as all the rest.
#[test]
fn the_third_count_of_the_opening_agrees() {
    if short_or_whole(false, true) {
        assert_eq!(referee().start().perft(3), 1_120_392);
    }
}

/// Plays each act, each of which is listed, and compares where the games end.
fn replay(name: &str) {
    let mut acts_played = 0;
    let (lines, step) = games(name);
    for line in lines {
        let mut state = read(line["start"].as_str().unwrap());
        if !line["moves"].is_null() {
            assert_eq!(offered(&state), texts(&line["moves"]), "{}", line["start"]);
        }
        for act in texts(&line["acts"]) {
            assert!(offered(&state).contains(&act), "{act} in {}", state.text());
            let played = state.play(&act).unwrap();
            assert_eq!((&played.text, &played.irregular), (&act, &None));
            assert_eq!(played.ends_turn, !act.contains('#'));
            state = played.state;
            assert_eq!(read(&state.text()).text(), state.text());
            acts_played += 1;
        }
        assert_eq!(state.text(), line["final"].as_str().unwrap());
        assert_eq!(state.ending().map(|ending| ending.code).as_deref(), line["outcome"].as_str(), "{}", state.text());
        if state.ending().is_some() {
            assert!(offered(&state).is_empty());
        }
    }
    // A third of the games has about a third of the acts.
    assert!(acts_played > 2000 / step, "{acts_played}");
}

#[test]
fn the_playouts_replay() {
    replay("playouts_faith");
}

#[test]
fn the_games_from_scattered_pieces_replay() {
    replay("scatter_faith");
}

#[test]
fn the_lists_of_moves_agree() {
    let lines = data("positions_faith");
    assert_eq!(lines.len(), 150);
    for line in lines {
        let state = read(line["position"].as_str().unwrap());
        assert_eq!(offered(&state), texts(&line["moves"]), "{}", line["position"]);
        assert_eq!(state.ending().map(|ending| ending.code).as_deref(), line["outcome"].as_str());
    }
}
