//! GAMES K5: cards.

use enochian::games::{Actor, Fact, GameKind, GameOptions};

use super::{KINDS, after, code, common, moves_from, play, refusal, start, state, state_with_cards};

const THREE: GameKind = GameKind::Three;
const FREE: GameKind = GameKind::Free;

/// Kings far from each other, a white rook and a black pawn.
const QUIET: &str = "wK6bK/8/8/3wR4/8/5bP2/8/nK6rK w - - - - 4";

/// The position text after a card act.
fn text(position: &str, ops: &str) -> String {
    play(&state(FREE, position), &format!("card \"Test\": {ops}")).state.text()
}

fn problem(position: &str, ops: &str) -> String {
    refusal(&state(FREE, position), &format!("card \"Test\": {ops}"))
}

#[test]
fn k5_1_the_setting_is_off_unless_it_is_on() {
    for kind in KINDS {
        assert_eq!(kind.options().iter().map(|spec| spec.name).collect::<Vec<_>>(), ["cards"]);
        assert_eq!(kind.options()[0].values, ["off", "on"]);
        assert!(GameOptions::new([("cards", "sometimes")], kind.options()).is_err());
    }
}

#[test]
fn k5_2_a_card_is_an_act_kept_as_irregular_with_its_name() {
    let played = play(&state(FREE, QUIET), "card \"Sanctuary\"");
    assert_eq!(played.state.text(), QUIET);
    assert_eq!(played.text, "card \"Sanctuary\"");
    assert_eq!(played.irregular.as_deref(), Some("a card act"));
    assert!(!played.ends_turn);
    assert_eq!(played.facts[0], Fact::Other("plays the card \"Sanctuary\"".to_owned()));
    assert!(refusal(&state(FREE, QUIET), "card Sanctuary").contains("is not an act"));
}

#[test]
fn k5_8_a_pawn_that_a_card_moves_goes_straight() {
    let irregular = |kind: GameKind, position: &str, ops: &str| {
        play(&state(kind, position), &format!("card \"Test\": {ops}")).irregular.unwrap()
    };
    for straight in ["move f3f5", "move f3d3", "move f3h5", "move f3e4", "move d5e7"] {
        assert_eq!(irregular(FREE, QUIET, straight), "a card act", "{straight}");
    }
    let crooked = "a card act, and the pawn from f3 to e5 does not go straight";
    assert_eq!(irregular(FREE, QUIET, "move f3e5"), crooked);
    // In the game for three KMP says nothing of it.
    let three = start(THREE).text();
    assert_eq!(irregular(THREE, &three, "move d2e4"), "a card act");
}

#[test]
fn k5_3_move_takes_whatever_stands_there() {
    assert_eq!(text(QUIET, "move d5f3"), "wK6bK/8/8/8/8/5wR2/8/nK6rK w - - - - 4");
    let played = play(&state(FREE, QUIET), "card \"Test\": move d5f3");
    assert!(played.facts.contains(&Fact::Captured { seat: 1, piece: "pawn", at: "f3".to_owned() }));
    assert_eq!(problem(QUIET, "move d4f3"), "the card cannot do move d4f3: d4 is empty");
    assert_eq!(problem(QUIET, "move d5d5"), "the card cannot do move d5d5: it needs two different squares");
    assert_eq!(problem(QUIET, "move d5"), "the card cannot do move d5: \"\" is not a square such as a1");
}

#[test]
fn k5_3_remove_place_change_and_swap() {
    assert_eq!(text(QUIET, "remove f3"), "wK6bK/8/8/3wR4/8/8/8/nK6rK w - - - - 4");
    assert_eq!(text(QUIET, "place rNc2"), "wK6bK/8/8/3wR4/8/5bP2/2rN5/nK6rK w - - - - 4");
    assert_eq!(text(QUIET, "change f3wQ"), "wK6bK/8/8/3wR4/8/5wQ2/8/nK6rK w - - - - 4");
    assert_eq!(text(QUIET, "swap d5f3"), "wK6bK/8/8/3bP4/8/5wR2/8/nK6rK w - - - - 4");
    assert_eq!(problem(QUIET, "remove c2"), "the card cannot do remove c2: c2 is empty");
    assert_eq!(problem(QUIET, "place rNf3"), "the card cannot do place rNf3: f3 is not empty");
    assert_eq!(problem(QUIET, "change c2wQ"), "the card cannot do change c2wQ: c2 is empty");
    assert_eq!(problem(QUIET, "swap d5c2"), "the card cannot do swap d5c2: c2 is empty");
    let words = "the card cannot do place xNc2: \"xN\" is not a piece such as wQ, of one of the armies w, b, r, n";
    assert_eq!(problem(QUIET, "place xNc2"), words);
}

#[test]
fn k5_3_turn_out_in_and_end() {
    assert!(text(QUIET, "turn r").ends_with(" r - - - - 4"));
    assert!(text(QUIET, "end").ends_with(" b - - - - 5"));
    assert!(text(QUIET, "move d5d6, end, turn w").ends_with(" w - - - - 5"));
    assert!(play(&state(FREE, QUIET), "card \"Test\": end").ends_turn);
    assert!(!play(&state(FREE, QUIET), "card \"Test\": turn r").ends_turn);
    assert_eq!(text(QUIET, "out r"), "wK6bK/8/8/3wR4/8/5bP2/8/nK7 w r - - - 4");
    let without_red = "wK6bK/8/8/3wR4/8/5bP2/8/nK7 w r - - - 4";
    assert_eq!(text(without_red, "place rKh1, in r"), QUIET);
    assert_eq!(text(without_red, "in r, place rKh1"), QUIET);
    assert_eq!(problem(without_red, "out r"), "the card cannot do out r: Red is out already");
    assert_eq!(problem(without_red, "turn r"), "the card cannot do turn r: Red is out");
    assert_eq!(problem(QUIET, "in r"), "the card cannot do in r: Red is in the game already");
    assert_eq!(problem(QUIET, "end, end"), "the card cannot do end: a card ends the turn only once");
}

#[test]
fn k5_4_an_army_whose_king_a_card_removes_is_out() {
    let played = play(&state(FREE, QUIET), "card \"Test\": remove h1");
    assert_eq!(played.state.text(), "wK6bK/8/8/3wR4/8/5bP2/8/nK7 w r - - - 4");
    assert!(played.facts.contains(&Fact::Out(2)));
    assert_eq!(text(QUIET, "remove h1"), text(QUIET, "out r"));
    assert_eq!(text(QUIET, "remove a8"), "7bK/8/8/3wR4/8/5bP2/8/nK6rK b w - - - 4");
    assert_eq!(text(QUIET, "remove h1, place rKg1, in r"), "wK6bK/8/8/3wR4/8/5bP2/8/nK5rK1 w - - - - 4");
    let won = after(&state(FREE, QUIET), &["card \"Test\": out r, out n, out b"]);
    assert_eq!(code(&won), "won w");
}

#[test]
fn k5_5_an_unsound_position_is_refused_whole() {
    let state = state(FREE, QUIET);
    for ops in ["place wKd1", "remove h1, in r", "out w, out b, out r, out n", "move h1h2, change d5bK"] {
        let words = refusal(&state, &format!("card \"Test\": {ops}"));
        assert!(words.starts_with("the position after the card is not sound: "), "{words}");
    }
    assert_eq!(state.text(), QUIET);
    let words = refusal(&start(THREE), "card \"Test\": move b8a8");
    assert_eq!(words, "the card cannot do move b8a8: a8 is not part of the board");
}

#[test]
fn k5_5_rights_lapse_with_their_pieces() {
    let rights = |position: &str, ops: &str| {
        let after = play(&state(THREE, position), &format!("card \"Test\": {ops}")).state.text();
        after.split_once(' ').unwrap().1.to_owned()
    };
    let position = "#wR1wK3#/#6#/8/5wP2/8/8/3bPrP3/bK6rK r - O d2e2 wf6 1";
    assert_eq!(rights(position, "place bNc4"), "r - O d2e2 wf6 1");
    assert_eq!(rights(position, "move b8b7, move b7b8"), "r - - d2e2 wf6 1");
    assert_eq!(rights(position, "remove f5"), "r - O d2e2 - 1");
    assert_eq!(rights(position, "place bNf6"), "r - O d2e2 - 1");
    assert_eq!(rights(position, "turn w"), "w - O d2e2 - 1");
    assert_eq!(rights(position, "remove e2"), "r - O - wf6 1");
    // A pawn that a card moves is still that pawn, until it crosses the equator.
    assert_eq!(rights(position, "move d2f4"), "r - O f4e2 wf6 1");
    assert_eq!(rights(position, "swap d2e2"), "r - O e2d2 wf6 1");
    assert_eq!(rights(position, "move d2d6"), "r - O - wf6 1");
}

#[test]
fn k5_6_with_cards_a_checkmated_army_goes_out_by_its_own_act() {
    let mated = state_with_cards(FREE, "wK7/7bK/8/8/8/8/6wR1/7wQ b rn - - - 3");
    assert_eq!(common::offered(&*mated), ["#"]);
    assert_eq!(refusal(&mated, "--"), "Black is in check, so it cannot pass");
    let out = play(&mated, "#");
    assert_eq!(code(&out.state), "won w");
    assert_eq!((out.facts.as_slice(), out.ends_turn), ([Fact::Out(1)].as_slice(), false));
    assert_eq!(out.state.text(), "wK7/8/8/8/8/8/6wR1/7wQ w rnb - - - 3");
    let saved = play(&mated, "card \"Test\": remove h1").state;
    assert_eq!(saved.actor(), Actor::Seat(1));
    assert!(!common::offered(&*saved).contains(&"#".to_owned()));
    assert_eq!(refusal(&saved, "#"), "Black has a legal move, so it does not go out");
}

#[test]
fn k5_6_with_cards_stalemate_draws_nothing() {
    let stuck = state_with_cards(FREE, "bK7/2wQ5/8/8/8/8/8/wK7 b rn - - - 7");
    assert_eq!(common::offered(&*stuck), ["#", "--"]);
    assert_eq!(code(&stuck), "goes on");
    assert_eq!(play(&stuck, "--").state.turn(), 9);
}

#[test]
fn k5_7_castling_by_a_card() {
    let start = state(FREE, "wKwR4bNbK/8/8/8/8/8/8/nK6rK w - - - - 0");
    let played = play(&start, "card \"Sanctuary\": swap a8b8, end");
    assert_eq!(played.text, "card \"Sanctuary\": swap a8b8, end");
    assert_eq!(played.state.text(), "wRwK4bNbK/8/8/8/8/8/8/nK6rK b - - - - 1");
    assert!(played.ends_turn);
    assert!(!moves_from(&played.state, "g8").is_empty());
    let moved = play(&start, "card \"Sanctuary\": remove b8, move a8b8, place wRa8, end");
    assert_eq!(moved.state.text(), played.state.text());
}
