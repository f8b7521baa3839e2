//! The referee compared with a slow implementation that was written apart: every number, list of moves and game.

use enochian::games::{Actor, GameKind};
use serde_json::Value;

use super::{KINDS, code, common, play, state};
use crate::sample::short_or_whole;

fn each_line(file: &str, each: impl FnMut(GameKind, &Value)) {
    each_of(file, common::data, each);
}

/// Of the games a third is played, unless all are asked for.
fn each_game(file: &str, each: impl FnMut(GameKind, &Value)) {
    each_of(file, |name| common::games(name).0, each);
}

fn each_of(file: &str, lines: impl Fn(&str) -> Vec<Value>, mut each: impl FnMut(GameKind, &Value)) {
    for kind in KINDS {
        let lines = lines(&format!("{file}_{kind}"));
        assert!(lines.len() > 10);
        lines.iter().for_each(|line| each(kind, line));
    }
}

fn outcome(value: &Value) -> String {
    value.as_str().unwrap_or("goes on").to_owned()
}

#[test]
fn k6_3_perft_counts_the_same_sequences() {
    each_line("perft", |kind, line| {
        let position = state(kind, line["position"].as_str().unwrap());
        let depth = u32::try_from(line["depth"].as_u64().unwrap()).unwrap();
        assert_eq!(position.perft(depth), line["nodes"].as_u64().unwrap(), "{line}");
    });
}

#[test]
fn k6_3_perft_of_the_team_game_to_depth_5() {
    // The counts of lesser depth stand with the others.
    if short_or_whole(false, true) {
        assert_eq!(super::start(GameKind::Team).perft(5), 177_704);
    }
}

#[test]
fn every_position_has_the_same_moves() {
    each_line("positions", |kind, line| {
        let position = state(kind, line["position"].as_str().unwrap());
        assert_eq!(position.text(), line["position"]);
        assert_eq!(code(&position), outcome(&line["outcome"]), "{line}");
        let mut moves = common::texts(&line["moves"]);
        moves.sort();
        assert_eq!(common::offered(&*position), moves, "{line}");
    });
}

#[test]
fn every_game_from_the_set_up_is_replayed() {
    each_game("playouts", replay);
}

#[test]
fn every_game_from_scattered_pieces_is_replayed() {
    each_game("scatter", |kind, line| {
        let start = state(kind, line["start"].as_str().unwrap());
        assert_eq!(code(&start), outcome(&line["outcome_at_start"]));
        let mut moves = common::texts(&line["moves"]);
        moves.sort();
        assert_eq!(common::offered(&*start), moves, "{line}");
        replay(kind, line);
    });
}

fn replay(kind: GameKind, line: &Value) {
    let mut now = state(kind, line["start"].as_str().unwrap());
    for act in common::texts(&line["acts"]) {
        let turn = now.turn();
        let played = play(&now, &act);
        assert_eq!(played.text, act);
        assert!(played.ends_turn && played.irregular.is_none());
        assert_eq!(played.state.turn(), turn + 1);
        now = played.state;
    }
    assert_eq!(now.text(), line["final"]);
    assert_eq!(code(&now), outcome(&line["outcome"]), "{line}");
    assert_eq!(now.actor() == Actor::Nobody, now.ending().is_some());
}
