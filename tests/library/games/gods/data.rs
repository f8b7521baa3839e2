//! The referee compared with a slow implementation that was written apart.

use enochian::games::{Actor, GameKind, gods_board_perft};

use crate::games::common::{data, offered, referee, texts};

#[test]
fn g7_2_every_position_offers_the_same_acts() {
    let gods = referee(GameKind::Gods, &[]);
    let lines = data("positions_gods");
    assert_eq!(lines.len(), 150);
    for line in lines {
        let text = line["position"].as_str().unwrap();
        let state = gods.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(state.text(), text);
        let mut expected = texts(&line["acts"]);
        expected.sort();
        assert_eq!(offered(&*state), expected, "{text}");
        let actor = match line["actor"].as_str() {
            Some("w") => Actor::Seat(0),
            Some("b") => Actor::Seat(1),
            Some(_) => Actor::Chance,
            None => Actor::Nobody,
        };
        assert_eq!(state.actor(), actor, "{text}");
        assert_eq!(state.ending().map(|ending| ending.code), line["outcome"].as_str().map(str::to_owned), "{text}");
        let view = state.view(Some(0)).text();
        assert_eq!(view, line["view_w"].as_str().unwrap());
        assert_eq!(gods.read(&view).unwrap().text(), view);
    }
}

#[test]
fn g7_1_every_playout_replays_to_the_same_end() {
    let gods = referee(GameKind::Gods, &[]);
    let lines = data("playouts_gods");
    assert_eq!(lines.len(), 100);
    for line in lines {
        let mut state = gods.read(line["start"].as_str().unwrap()).unwrap();
        for act in texts(&line["acts"]) {
            let played = state.play(&act).unwrap_or_else(|error| panic!("{act} in {}: {error}", state.text()));
            assert_eq!(played.text, act);
            assert_eq!(played.ends_turn, played.state.turn() != state.turn(), "{act}");
            state = played.state;
        }
        assert_eq!(state.text(), line["final"].as_str().unwrap());
        assert_eq!(state.ending().map(|ending| ending.code), line["outcome"].as_str().map(str::to_owned));
    }
}

fn perfts(are_dear: bool) {
    let gods = referee(GameKind::Gods, &[]);
    let lines = data("perft_gods");
    assert_eq!(lines.len(), 15);
    for line in lines.iter().filter(|line| (line["nodes"].as_u64().unwrap() > 50_000) == are_dear) {
        let text = line["position"].as_str().unwrap();
        let depth = u32::try_from(line["depth"].as_u64().unwrap()).unwrap();
        let nodes = if line["board_only"].as_bool() == Some(true) {
            gods_board_perft(text, depth).unwrap()
        } else {
            gods.read(text).unwrap().perft(depth)
        };
        assert_eq!(Some(nodes), line["nodes"].as_u64(), "depth {depth} of {text}");
    }
}

#[test]
fn g7_3_perft_counts_acts_and_moves() {
    perfts(false);
}

#[test]
fn g7_3_perft_counts_as_many_in_depth() {
    perfts(true);
}
