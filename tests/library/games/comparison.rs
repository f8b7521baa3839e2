//! The referees compared with slow implementations that were written apart: every number, list of acts and game.

use std::sync::Arc;

use enochian::games::{Actor, GameKind, GameState, gods_board_perft};
use serde_json::Value;

use super::common::{data, offered, referee, texts};
use crate::sample::short_or_whole;

fn read(kind: GameKind, text: &Value) -> Arc<dyn GameState> {
    let text = text.as_str().unwrap();
    let state = referee(kind, &[]).read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(state.text(), text);
    state
}

/// These acts, and no others, are offered, and so the game ended or did not.
fn agrees(state: &dyn GameState, acts: &Value, outcome: &Value) {
    let mut acts = texts(acts);
    acts.sort();
    assert_eq!(offered(state), acts, "{}", state.text());
    ends(state, outcome);
}

fn ends(state: &dyn GameState, outcome: &Value) {
    assert_eq!(state.ending().map(|ending| ending.code).as_deref(), outcome.as_str(), "{}", state.text());
    assert_eq!(state.actor() == Actor::Nobody, outcome.is_string(), "{}", state.text());
}

#[test]
fn every_position_offers_the_same_acts() {
    for &kind in GameKind::OTHERS {
        let lines = data(&format!("positions_{kind}"));
        assert!(lines.len() > 10, "{kind}");
        for line in lines {
            let state = read(kind, &line["position"]);
            agrees(&*state, if kind == GameKind::Gods { &line["acts"] } else { &line["moves"] }, &line["outcome"]);
            if let Some(actor) = line["actor"].as_str() {
                let awaited = match actor {
                    "w" => Actor::Seat(0),
                    "b" => Actor::Seat(1),
                    _ => Actor::Chance,
                };
                assert_eq!(state.actor(), awaited, "{line}");
            }
            if let Some(view) = line["view_w"].as_str() {
                assert_eq!(state.view(Some(0)).text(), view);
                read(kind, &line["view_w"]);
            }
        }
    }
}

fn replay(kind: GameKind, line: &Value) {
    let mut state = read(kind, &line["start"]);
    if line["moves"].is_array() {
        agrees(&*state, &line["moves"], &line["outcome_at_start"]);
    }
    for act in texts(&line["acts"]) {
        let played = state.play(&act).unwrap_or_else(|error| panic!("{act} in {}: {error}", state.text()));
        assert_eq!((&played.text, &played.irregular), (&act, &None));
        assert_eq!(played.ends_turn, played.state.turn() == state.turn() + 1, "{act}");
        assert!(played.ends_turn || kind == GameKind::Gods || act.contains('#'), "{act}");
        if kind == GameKind::Faith {
            assert!(offered(&*state).contains(&act), "{act} in {}", state.text());
        }
        state = played.state;
    }
    assert_eq!(state.text(), line["final"].as_str().unwrap());
    ends(&*state, &line["outcome"]);
}

#[test]
fn every_game_is_replayed() {
    for &kind in GameKind::OTHERS {
        for name in ["playouts", "scatter"] {
            // In Gods of Chess nothing begins with scattered pieces.
            if (kind, name) != (GameKind::Gods, "scatter") {
                let lines = data(&format!("{name}_{kind}"));
                assert!(lines.len() >= 10, "{name} {kind}");
                lines.iter().for_each(|line| replay(kind, line));
            }
        }
    }
}

fn perfts(is_dear: bool) {
    for &kind in GameKind::OTHERS {
        let lines = data(&format!("perft_{kind}"));
        assert!(lines.len() >= 10, "{kind}");
        for line in lines.iter().filter(|line| (line["nodes"].as_u64().unwrap() > 50_000) == is_dear) {
            let depth = u32::try_from(line["depth"].as_u64().unwrap()).unwrap();
            let nodes = match line["board_only"].as_bool() {
                Some(true) => gods_board_perft(line["position"].as_str().unwrap(), depth).unwrap(),
                _ => read(kind, &line["position"]).perft(depth),
            };
            assert_eq!(Some(nodes), line["nodes"].as_u64(), "{line}");
        }
    }
}

#[test]
fn every_count_of_acts_is_the_same() {
    perfts(false);
}

#[test]
fn every_count_of_acts_is_the_same_in_depth() {
    perfts(true);
}

/// With `ENOCHIAN_LONG` only: the counts of lesser depth stand with the others.
#[test]
fn the_greatest_counts_of_the_pages_agree() {
    if short_or_whole(false, true) {
        assert_eq!(referee(GameKind::Team, &[]).start().perft(5), 177_704);
        assert_eq!(referee(GameKind::Faith, &[]).start().perft(3), 1_120_392);
    }
}
