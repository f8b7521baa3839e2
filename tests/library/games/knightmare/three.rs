//! GAMES K2: the game for three.

use enochian::games::{Fact, GameKind, GameState, Ground};
use std::sync::Arc;

use super::{after, common, mover, moves_from, play, refusal, start, state};

const THREE: GameKind = GameKind::Three;

/// White's pawn on f7 can pass pawns of both others, and Red's knights can spoil the right.
const PASSING: &str = "#2wK3#/#4wP1#/8/4rP1bP1/6rNrN/8/8/bK6rK w - - - - 0";

fn three(text: &str) -> Arc<dyn GameState> {
    state(THREE, text)
}

/// A field of the position text, counted from 1.
fn field(state: &Arc<dyn GameState>, number: usize) -> String {
    state.text().split(' ').nth(number - 1).unwrap().to_owned()
}

#[test]
fn k2_1_four_squares_may_not_be_entered() {
    let diagram = start(THREE).diagram();
    let void: Vec<_> = diagram.panels[0].cells.iter().filter(|cell| cell.ground == Ground::Void).collect();
    assert_eq!(void.iter().map(|cell| cell.name.as_str()).collect::<Vec<_>>(), ["a8", "h8", "a7", "h7"]);
    let rook = three("#2wK3#/#6#/8/8/8/8/8/bK3wR2rK w - - - - 0");
    assert!(!common::offered(&*rook).iter().any(|text| text.contains("a7") || text.contains("h8")));
    let corner = three("#wK5#/#6#/wR7/8/8/8/8/2bK4rK w - - - - 0");
    assert_eq!(refusal(&corner, "Ra6a7"), "a7 is not part of the board");
    assert_eq!(refusal(&corner, "Ra7a6"), "a7 is not part of the board");
}

#[test]
fn k2_2_white_then_red_then_black() {
    let states = [start(THREE), after(&start(THREE), &["Pb7b6"]), after(&start(THREE), &["Pb7b6", "Pf3f4"])];
    assert_eq!(states.each_ref().map(|state| mover(THREE, state)), ["White", "Red", "Black"]);
    assert_eq!(mover(THREE, &after(&states[2], &["Pc3c4"])), "White");
}

#[test]
fn k2_3_the_set_up() {
    let start = start(THREE);
    let on = |seat| {
        let diagram = start.diagram();
        let cells = diagram.panels[0].cells.iter();
        let mut found: Vec<String> = cells
            .filter_map(|cell| cell.piece.as_ref().map(|piece| (piece.seat, format!("{}{}", piece.letter, cell.name))))
            .filter(|(owner, _)| *owner == seat)
            .map(|(_, text)| text)
            .collect();
        found.sort();
        found.join(" ")
    };
    assert_eq!(on(0), "Bc8 Bf8 Kd8 Ng8 Pb7 Pc7 Pd7 Pe7 Pf7 Pg7 Qe8 Rb8");
    assert_eq!(on(1), "Bf1 Bf2 Kh1 Ng2 Pe2 Pf3 Pg3 Ph3 Qg1 Rh2");
    assert_eq!(on(2), "Bc1 Bc2 Ka1 Nb2 Pa3 Pb3 Pc3 Pd2 Qb1 Ra2");
}

#[test]
fn k2_4_the_barrier_stops_orthogonal_moves_and_checks() {
    let rook = three("#6#/#6#/2wK5/8/8/8/8/bK2bRrR2rK b - - - - 0");
    assert_eq!(moves_from(&rook, "d1").iter().filter(|text| text.ends_with('1')).count(), 2);
    assert_eq!(refusal(&rook, "Rd1xe1"), "the rook of Black on d1 cannot reach e1");
    // A king beyond the barrier guards d2 and e2, but not d1.
    let kings = three("#6#/#6#/2wK5/8/8/8/wP7/3bKrK3 b - - - - 0");
    assert_eq!(moves_from(&kings, "d1"), ["Kd1c1", "Kd1c2"]);
    assert_eq!(start(THREE).diagram().barriers, [("d1".to_owned(), "e1".to_owned())]);
}

#[test]
fn k2_4_diagonals_and_knights_are_free_of_the_barrier() {
    let bishops = three("#6#/#6#/2wK5/8/8/8/3bB4/bK3rR2rK b - - - - 0");
    assert!(moves_from(&bishops, "d2").contains(&"Bd2xe1".to_owned()));
    let below = three("#6#/#6#/2wK5/8/8/8/4rR3/bK2bB3rK b - - - - 0");
    assert!(moves_from(&below, "d1").contains(&"Bd1xe2".to_owned()));
    let knight = three("#6#/#6#/2wK5/8/8/8/8/bK2bN3rK b - - - - 0");
    assert_eq!(moves_from(&knight, "d1"), ["Nd1b2", "Nd1c3", "Nd1e3", "Nd1f2"]);
}

#[test]
fn k2_5_pawns_of_the_second_rank_may_go_two_squares() {
    let white = start(THREE);
    assert_eq!(moves_from(&white, "b7"), ["Pb7b5", "Pb7b6"]);
    let red = after(&white, &["Pb7b6"]);
    assert_eq!(moves_from(&red, "e2"), ["Pe2e3", "Pe2e4"]);
    assert_eq!(moves_from(&red, "f3"), ["Pf3f4"]);
    let black = after(&red, &["Pf3f4"]);
    assert_eq!(moves_from(&black, "d2"), ["Pd2d3", "Pd2d4"]);
    assert_eq!(moves_from(&black, "c3"), ["Pc3c4"]);
    let later = after(&black, &["Pd2d3", "Pc7c6", "Ph3h4"]);
    assert_eq!(moves_from(&later, "d3"), ["Pd3d4"]);
    let blocked = three("#5wK#/#1wP1wP2#/4bN3/2bN5/8/8/8/bK6rK w - - - - 0");
    assert_eq!(moves_from(&blocked, "c7"), ["Pc7c6"]);
    assert_eq!(moves_from(&blocked, "e7"), [""; 0]);
}

#[test]
fn k2_6_each_opponent_may_capture_in_passing_on_its_next_turn() {
    let red = after(&three(PASSING), &["Pf7f5"]);
    assert_eq!(field(&red, 6), "wf6");
    assert_eq!(moves_from(&red, "e5"), ["Pe5e6", "Pe5xf6"]);
    let taken = play(&red, "Pe5xf6");
    assert!(taken.facts.contains(&Fact::Captured { seat: 0, piece: "pawn", at: "f5".to_owned() }));
    assert_eq!(taken.state.text(), "#2wK3#/#6#/5rP2/6bP1/6rNrN/8/8/bK6rK b - - - - 2");
    let black = after(&red, &["Kh1h2"]);
    assert!(moves_from(&black, "g5").contains(&"Pg5xf6".to_owned()));
    let over = after(&black, &["Ka1a2"]);
    assert_eq!(field(&over, 6), "-");
    assert_eq!(moves_from(&after(&over, &["Kd8c8"]), "e5"), ["Pe5e6"]);
}

#[test]
fn k2_6_the_right_lapses_with_its_pieces() {
    let red = after(&three(PASSING), &["Pf7f5"]);
    assert_eq!(field(&after(&red, &["Ng4f6"]), 6), "-");
    assert_eq!(field(&after(&red, &["Nh4xf5"]), 6), "-");
    assert_eq!(field(&after(&red, &["Nh4g2"]), 6), "wf6");
}

#[test]
fn k2_6_two_rights_stand_in_the_order_of_play() {
    let both = three("#2wK3#/#4wP1#/8/8/4wP3/8/3bP4/bK6rK b - - - - 0");
    let white = after(&both, &["Pd2d4"]);
    assert!(moves_from(&white, "e4").contains(&"Pe4xd3".to_owned()));
    assert_eq!(field(&after(&white, &["Pf7f5"]), 6), "wf6bd3");
    let taken = after(&white, &["Pe4xd3"]);
    assert_eq!(taken.text(), "#2wK3#/#4wP1#/8/8/8/3wP4/8/bK6rK r - - - - 2");
}

#[test]
fn k2_7_the_two_middle_pawns_may_not_capture_each_other() {
    let position = |midline| three(&format!("#2wK3#/#6#/8/8/8/4rP3/3bP4/bK6rK b - - {midline} - 0"));
    assert_eq!(moves_from(&position("d2e3"), "d2"), ["Pd2d3", "Pd2d4"]);
    let words = "the midline rule forbids these two pawns to capture each other";
    assert_eq!(refusal(&position("d2e3"), "Pd2xe3"), words);
    assert!(moves_from(&position("-"), "d2").contains(&"Pd2xe3".to_owned()));
    // Only the pawn that captured across is free.
    assert!(moves_from(&position("d2*e3"), "d2").contains(&"Pd2xe3".to_owned()));
    assert_eq!(refusal(&position("d2e3*"), "Pd2xe3"), words);
    // Wherever they meet.
    let elsewhere = three("#2wK3#/#6#/8/8/8/4rP3/5bP2/bK6rK b - - f2e3 - 0");
    assert_eq!(refusal(&elsewhere, "Pf2xe3"), words);
}

#[test]
fn k2_7_nor_in_passing() {
    let position = |midline| three(&format!("#2wK3#/#6#/8/8/8/8/3bPrP3/bK6rK r - - {midline} - 0"));
    let bound = after(&position("d2e2"), &["Pe2e4"]);
    assert_eq!(moves_from(&bound, "d2"), ["Pd2d3", "Pd2d4"]);
    assert!(moves_from(&after(&position("-"), &["Pe2e4"]), "d2").contains(&"Pd2xe3".to_owned()));
}

#[test]
fn k2_7_a_capture_across_the_midline_frees_the_pawn() {
    let ready = three("#2wK3#/#6#/8/8/8/2wN1wN3/3bPrP3/bK6rK b - - d2e2 - 0");
    assert_eq!(field(&after(&ready, &["Pd2xe3"]), 5), "e3*e2");
    assert_eq!(field(&after(&ready, &["Pd2xc3"]), 5), "c3e2");
    assert_eq!(field(&after(&ready, &["Pd2d3"]), 5), "d3e2");
}

#[test]
fn k2_7_the_rule_ends_for_good() {
    let crossing = three("#2wK3#/#6#/8/8/3bP4/8/4rP3/bK6rK b - - d4e2 - 0");
    assert_eq!(field(&after(&crossing, &["Pd4d5"]), 5), "-");
    let taken = three("#2wK3#/#6#/8/8/3bP4/8/4rP3/bK2wR3rK w - - d4e2 - 0");
    assert_eq!(field(&after(&taken, &["Rd1xd4"]), 5), "-");
    assert_eq!(field(&after(&taken, &["resign r"]), 5), "-");
    assert_eq!(field(&after(&taken, &["Rd1d2"]), 5), "d4e2");
}

#[test]
fn k2_8_promotion_on_the_last_rank() {
    let white = three("#2wK3#/#6#/8/8/8/8/wP7/2bK4rK w - - - - 0");
    assert_eq!(moves_from(&white, "a2"), ["Pa2a1=B", "Pa2a1=N", "Pa2a1=Q", "Pa2a1=R"]);
    let black = three("#3wK2#/#bP5#/bP7/8/8/8/8/2bK4rK b - - - - 0");
    assert_eq!(moves_from(&black, "b7").len(), 4);
    assert_eq!(moves_from(&black, "a6"), [""; 0]);
    let capture = three("#3wK2#/#wP5#/bP7/8/8/8/8/2bK4rK b - - - - 0");
    assert_eq!(moves_from(&capture, "a6"), ["Pa6xb7"]);
}

#[test]
fn k2_9_white_castles() {
    let ready = three("#wR1wK3#/#6#/8/8/8/8/8/bK6rK w - O - - 0");
    let castled = play(&ready, "O-O");
    assert_eq!(castled.state.text(), "#1wKwR3#/#6#/8/8/8/8/8/bK6rK r - - - - 1");
    assert!(castled.facts.contains(&Fact::Other("castles".to_owned())));
    let offered = ready.acts().into_iter().find(|act| act.text == "O-O").unwrap();
    assert_eq!((offered.from.as_deref(), offered.to.as_deref()), (Some("d8"), Some("c8")));
}

#[test]
fn k2_9_what_prevents_castling() {
    let refused = |text| refusal(&three(text), "O-O");
    let moved = "White cannot castle: the king or the rook of White has moved, or the rook was taken";
    assert_eq!(refused("#wR1wK3#/#6#/8/8/8/8/8/bK6rK w - - - - 0"), moved);
    assert_eq!(refused("#wRwBwK3#/#6#/8/8/8/8/8/bK6rK w - O - - 0"), "White cannot castle: c8 is not empty");
    let in_check = "White cannot castle: the king of White is in check";
    assert_eq!(refused("#wR1wK3#/#6#/8/8/8/8/8/bK2bR3rK w - O - - 0"), in_check);
    let into_check = "it leaves the king of White in check";
    assert_eq!(refused("#wR1wK3#/#6#/8/8/8/8/8/bK1bR4rK w - O - - 0"), into_check);
    assert_eq!(refused("#wR1wK3#/#6#/8/8/8/8/8/bK1bR4rK b - O - - 0"), "only White castles, and it is Black's turn");
}

#[test]
fn k2_9_the_right_ends_when_king_or_rook_moves_or_is_taken() {
    let ready = three("#wR1wK3#/#6#/3bN4/8/8/8/8/bK6rK w - O - - 0");
    for act in ["Kd8c7", "Rb8c8"] {
        assert_eq!(field(&after(&ready, &[act]), 4), "-");
    }
    let taken = three("#wR1wK3#/#6#/8/8/8/8/8/1bR1bK3rK b - O - - 0");
    assert_eq!(field(&after(&taken, &["Rb1xb8"]), 4), "-");
    assert_eq!(field(&after(&taken, &["Rb1b2"]), 4), "O");
}

#[test]
fn k2_10_the_corners_for_cards_are_on_the_board() {
    let diagram = start(THREE).diagram();
    for corner in ["a1", "b8", "g8", "h1"] {
        let cell = diagram.panels[0].cells.iter().find(|cell| cell.name == corner).unwrap();
        assert_ne!(cell.ground, Ground::Void);
    }
}
