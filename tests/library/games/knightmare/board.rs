//! GAMES K1: what all three games share.

use enochian::games::{Fact, GameKind};

use super::{KINDS, after, code, common, mover, moves_from, play, refusal, start, state};

const FREE: GameKind = GameKind::Free;
const TEAM: GameKind = GameKind::Team;

/// White can check Brown on g1, with no answer but Black's, whose knight can go between on b1.
const MATE_IN_ONE: &str = "wK3rK2bK/8/8/4nP3/8/2bN3wR1/5wR2/nK7 w - - - - 10";

#[test]
fn k1_1_the_armies_have_their_letters_and_the_pieces_theirs() {
    let letters = |kind| common::referee(kind, &[]).seats().iter().map(|seat| seat.letter).collect::<String>();
    assert_eq!(KINDS.map(letters), ["wrb", "wbrn", "wbrn"]);
    for kind in KINDS {
        let diagram = start(kind).diagram();
        let cells = &diagram.panels[0].cells;
        assert_eq!(cells.len(), 64);
        assert_eq!((cells[0].name.as_str(), cells[63].name.as_str()), ("a8", "h1"));
        let names: Vec<_> =
            cells.iter().filter_map(|cell| Some((cell.piece.as_ref()?.letter, cell.piece.as_ref()?.name))).collect();
        for named in [('K', "king"), ('Q', "queen"), ('R', "rook"), ('N', "knight"), ('P', "pawn")] {
            assert!(names.contains(&named));
        }
    }
}

#[test]
fn k1_2_officers_move_as_in_the_orthodox_game() {
    let count = |letter| {
        let board = format!("wK6nK/8/8/3w{letter}4/8/8/8/rK6bK w - - - - 0");
        moves_from(&state(TEAM, &board), "d5").len()
    };
    // The own king and an enemy's stand at the ends of two diagonals.
    assert_eq!(["Q", "R", "B", "N"].map(count), [25, 14, 11, 8]);
    assert_eq!(moves_from(&state(TEAM, "7nK/8/8/3wK4/8/8/8/rK6bK w - - - - 0"), "d5").len(), 0);
    assert_eq!(moves_from(&state(TEAM, "7nK/wP7/8/3wK4/8/8/8/rK6bK w - - - - 0"), "d5").len(), 8);
}

#[test]
fn k1_3_the_own_king_may_not_be_left_attacked() {
    let pinned = state(FREE, "wK6bK/8/8/8/8/8/wR7/nR2nK3rK w - - - - 0");
    assert_eq!(moves_from(&pinned, "a2"), ["Ra2a3", "Ra2a4", "Ra2a5", "Ra2a6", "Ra2a7", "Ra2xa1"]);
    assert_eq!(refusal(&pinned, "Ra2b2"), "it leaves the king of White in check");
}

#[test]
fn k1_3_a_check_to_a_partner_may_be_uncovered() {
    let shield = state(TEAM, "rK7/8/8/8/8/8/wR7/nR2nK1wK1bK w - - - - 0");
    assert!(moves_from(&shield, "a2").contains(&"Ra2b2".to_owned()));
}

#[test]
fn k1_4_a_king_is_never_captured() {
    let attacking = state(FREE, "4bK3/8/8/8/8/8/8/wK3wR2nK w r - - - 0");
    assert!(moves_from(&attacking, "e1").contains(&"Re1e7".to_owned()));
    assert!(!moves_from(&attacking, "e1").contains(&"Re1xe8".to_owned()));
    assert_eq!(refusal(&attacking, "Re1xe8"), "e8 holds the king of Black, and a king is never captured");
}

#[test]
fn k1_5_a_pawn_captures_beside_each_way_forward() {
    let ring = "1bNbNbN4/1bNwPbN4/1bNbNbN4";
    let free = state(FREE, &format!("7bK/8/{ring}/8/8/wK7 w nr - - - 0"));
    assert_eq!(moves_from(&free, "c5"), ["Pc5xb4", "Pc5xd4", "Pc5xd6"]);
    let three = state(GameKind::Three, &format!("#5bK#/#6#/{ring}/8/8/1wK6 w r - - - 0"));
    assert_eq!(moves_from(&three, "c5"), ["Pc5xb4", "Pc5xd4"]);
}

#[test]
fn k1_6_checkmate_is_judged_when_the_turn_comes() {
    let checked = play(&state(FREE, MATE_IN_ONE), "Rg3g1");
    assert!(checked.facts.contains(&Fact::Check(3)), "{:?}", checked.facts);
    assert!(!checked.facts.contains(&Fact::Out(3)));
    let gone = play(&after(&checked.state, &["Kh8h7"]), "Ke8d8");
    assert!(gone.facts.contains(&Fact::Out(3)), "{:?}", gone.facts);
    assert_eq!(gone.state.text(), "wK2rK4/7bK/8/4nP3/8/2bN5/5wR2/6wR1 w n - - - 13");
    assert_eq!(gone.state.turn(), 14);
}

/// The check is announced on the turn of who is in check, whoever moved in between.
#[test]
fn k1_6_a_check_is_known_until_it_is_answered() {
    let checked = after(&state(FREE, MATE_IN_ONE), &["Rg3g1"]);
    assert!(checked.is_in_check(3) && !checked.is_in_check(0) && !checked.is_in_check(1));
    let saved = after(&checked, &["Nc3b1", "Ke8d8"]);
    assert!(!saved.is_in_check(3));
}

#[test]
fn k1_6_another_player_may_lift_the_check() {
    let saved = after(&state(FREE, MATE_IN_ONE), &["Rg3g1", "Nc3b1", "Ke8d8"]);
    assert_eq!(mover(FREE, &saved), "Brown");
    assert_eq!(common::offered(&*saved), ["Pe5e6", "Pe5f5"]);
}

#[test]
fn k1_6_pieces_of_an_army_that_is_out_stand_still_and_may_be_taken() {
    let gone = state(FREE, "wK2rK4/7bK/8/8/8/nR5nBbP/5wR2/wQ5nR1 w n - - - 13");
    assert_eq!(refusal(&gone, "Rg1g2"), "Brown is out, so the rook on g1 does not move");
    // The rook on a3 gives no check, blocks the queen, and can be taken.
    let queen = moves_from(&gone, "a1");
    assert!(queen.contains(&"Qa1xa3".to_owned()) && !queen.contains(&"Qa1a4".to_owned()));
    assert!(queen.contains(&"Qa1xg1".to_owned()));
    assert!(gone.diagram().panels[0].cells.iter().any(|cell| cell.piece.as_ref().is_some_and(|piece| piece.is_out)));
}

#[test]
fn k1_6_several_armies_may_go_out_one_after_another() {
    let gone = play(&state(FREE, "wK6bK/8/8/8/8/4wR3/3wR4/nK6rK w - - - - 0"), "Re3e1").state;
    let gone = play(&gone, "Kh8h7");
    assert_eq!(gone.facts.iter().filter(|fact| matches!(fact, Fact::Out(_))).count(), 2);
    assert_eq!(gone.state.text(), "wK7/7bK/8/8/8/8/3wR4/4wR3 w rn - - - 2");
}

#[test]
fn k1_7_the_last_army_has_won() {
    let two = state(FREE, "wK7/7bK/8/8/8/8/6wR1/5wQ2 w rn - - - 2");
    let won = play(&two, "Qf1h1").state;
    let ending = won.ending().unwrap();
    assert_eq!((ending.code.as_str(), ending.words.as_str()), ("won w", "White has won: every other army is out."));
    assert_eq!(ending.places, [vec![0], vec![1], vec![3], vec![2]]);
    assert_eq!(won.text(), "wK7/8/8/8/8/8/6wR1/7wQ w rnb - - - 3");
    assert_eq!(won.play("Ka8a7").unwrap_err().to_string(), "the game is over");
    assert_eq!(won.play_irregular("Ka8a7").unwrap_err().to_string(), "the game is over");
    assert_eq!(won.perft(1), 0);
}

#[test]
fn k1_8_a_stalemated_army_passes_while_others_play() {
    let stuck = state(FREE, "bK7/2wQ5/8/8/8/8/8/wK3rK2nK b - - - - 7");
    assert_eq!(common::offered(&*stuck), ["--"]);
    assert_eq!(stuck.perft(1), 1);
    let passed = play(&stuck, "--");
    assert!(passed.ends_turn);
    assert_eq!(passed.state.text(), "bK7/2wQ5/8/8/8/8/8/wK3rK2nK r - - - - 8");
    assert_eq!(refusal(&passed.state, "--"), "Red has a legal move, so it cannot pass");
}

#[test]
fn k1_8_stalemate_draws_when_two_armies_are_left() {
    let drawn = state(FREE, "bK7/2wQ5/8/8/8/8/8/wK7 b rn - - - 7");
    let ending = drawn.ending().unwrap();
    assert_eq!(ending.code, "drawn stalemate b");
    assert_eq!(ending.places, [vec![0, 1], vec![3], vec![2]]);
}

#[test]
fn k1_8_in_teams_stalemate_draws_when_the_partner_cannot_move_either() {
    let team = |text| code(&state(TEAM, text));
    assert_eq!(team("bK7/2wQ5/8/8/8/8/8/wK3rK2nK b - - - - 7"), "goes on");
    assert_eq!(team("bK7/2wQ5/8/8/8/8/8/wK3rK3 b n - - - 7"), "drawn stalemate b");
    assert_eq!(team("bK7/2wQ5/8/8/8/8/5wQ2/wK2rK3nK b - - - - 7"), "drawn stalemate b");
    // The partner is in check, so it is not stalemated.
    assert_eq!(team("bK7/2wQ5/8/7wR/8/8/5wQ2/wK2rK3nK b - - - - 7"), "goes on");
}

#[test]
fn k1_9_bare_kings_are_a_draw_whatever_armies_that_are_out_have_left() {
    assert_eq!(code(&state(FREE, "wK6bK/8/8/8/8/8/rK7/1nP6 w n - - - 5")), "drawn bare kings");
    assert_eq!(code(&state(FREE, "wK6bK/8/8/8/8/8/rK7/1rP6 w n - - - 5")), "goes on");
    let last = state(FREE, "wK6bK/1nP6/8/8/8/8/rK7/8 w n - - - 5");
    assert_eq!(last.ending().unwrap().places, [vec![0, 1, 2], vec![3]]);
}

#[test]
fn k1_10_a_pawn_is_promoted_at_once_to_one_of_four() {
    let ready = state(FREE, "7bK/nP7/8/8/8/4wK3/8/nK6rK n - - - - 0");
    let texts = ["Pa7a8=B", "Pa7a8=N", "Pa7a8=Q", "Pa7a8=R", "Pa7b7"];
    assert_eq!(moves_from(&ready, "a7"), texts);
    assert_eq!(refusal(&ready, "Pa7a8"), "the pawn is promoted on a8: add =Q, =R, =B or =N");
    assert_eq!(refusal(&ready, "Pa7a8=K"), "a pawn becomes a queen, rook, bishop or knight");
    assert_eq!(refusal(&ready, "Pa7b7=Q"), "nothing is promoted on b7");
    let promoted = play(&ready, "Pa7a8=B");
    assert!(promoted.facts.contains(&Fact::Promoted { piece: "bishop", at: "a8".to_owned() }));
    assert!(promoted.state.text().starts_with("nB6bK/8/"));
}
