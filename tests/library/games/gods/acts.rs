//! The board, the turn and its acts: parts C, G1, G2, G4 and K5.

use std::sync::Arc;

use enochian::games::{Actor, Fact, GameKind, GameState};

use super::{BLACK, OPENING, WHITE, acts_with, after, at_stage, field, on_board, refusal, state};
use crate::games::common::{offered, referee};

/// A white pawn on e4 that can take a black one on d5.
const PAWNS: &str = "4k3/8/8/3p4/4P3/8/8/4K3 w - -";

/// The cards of a battle on Black's field that White wins, Black wins, and nobody wins, both high.
const WHITE_WINS: &str = "battle KcKdQcQd/2c3d4h6s Kh7s";
const BLACK_WINS: &str = "battle 2c3d4h6s/KcKdQcQd Kh7s";
const TIED: &str = "battle KcQd2c3d/KdQc2h3h 7s4s";
/// Black wins, but White would have won with an ace.
const SUMMONS: &str = "battle Kc2c3d4h/Qc6s6d8s 7s5c";

/// A capture is tried and defended, and the battle fought high.
fn fight(start: &Arc<dyn GameState>, tried: &str, battle: &str) -> Arc<dyn GameState> {
    let shown = if battle == SUMMONS { "field ThJhQd" } else { "field 8c9dTh" };
    after(start, &[tried, "defend", shown, "discard ??", "high", battle])
}

#[test]
fn c2_moves_are_written_with_an_x_that_a_reader_can_do_without() {
    let start = on_board(PAWNS);
    assert!(offered(&*start).contains(&"Pe4xd5".to_owned()));
    for text in ["Pe4xd5", "Pe4d5", " Pe4xd5 "] {
        assert_eq!(start.play(text).unwrap().text, "Pe4xd5");
    }
    assert_eq!(start.play("Pe4xe5").unwrap().text, "Pe4e5");
    assert!(refusal(&start, "e4e5").contains("is not an act"));
}

#[test]
fn c3_a_resignation_ends_the_game() {
    let start = state(OPENING);
    for (state, plies) in [(Arc::clone(&start), "0"), (after(&start, &["deal", "Pe2e4", "keep"]), "1")] {
        let end = after(&state, &["resign b"]);
        assert_eq!(end.ending().unwrap().code, "won w");
        assert_eq!(end.ending().unwrap().places, [[0], [1]]);
        assert_eq!(field(&end, 12), plies);
        assert_eq!(end.actor(), Actor::Nobody);
        assert!(offered(&*end).is_empty());
        assert_eq!(super::state(&end.text()).text(), end.text());
        assert_eq!(refusal(&end, "resign w"), "over");
    }
    assert!(refusal(&start, "resign").contains("expected resign w or resign b"));
    // In the middle of a battle too.
    let end = after(&fight(&on_board(PAWNS), "Pe4xd5", BLACK_WINS), &["resign w"]);
    assert_eq!(end.ending().unwrap().code, "won b");
    assert_eq!(super::state(&end.text()).text(), end.text());
}

#[test]
fn c4_there_are_no_irregular_moves_but_card_acts() {
    let start = on_board(PAWNS);
    assert!(start.play_irregular("Pe4e5").unwrap_err().to_string().contains("not irregular"));
    assert!(start.play_irregular("Pe4e6").unwrap_err().to_string().contains("card act"));
}

#[test]
fn g1_two_players() {
    let gods = referee(GameKind::Gods, &[]);
    let seats: Vec<_> = gods.seats().iter().map(|seat| (seat.letter, seat.name.as_str(), seat.side)).collect();
    assert_eq!(seats, [('w', "White", 0), ('b', "Black", 1)]);
    assert_eq!(gods.start().text(), OPENING);
    assert_eq!(gods.start().actor(), Actor::Chance);
}

#[test]
fn g2_1_pieces_move_as_in_orthodox_chess() {
    let start = on_board("r3k2r/P7/8/3pP3/8/8/6P1/R3K2R w KQkq d6");
    assert_eq!(acts_with(&start, "Pa7"), [] as [String; 0]);
    assert_eq!(acts_with(&start, "Pe5"), ["Pe5e6", "Pe5xd6"]);
    assert_eq!(acts_with(&start, "Pg2"), ["Pg2g3", "Pg2g4"]);
    assert_eq!(acts_with(&start, "O-O"), ["O-O", "O-O-O"]);
    let promotes = on_board("1r2k3/P7/8/8/8/8/8/4K3 w - -");
    let expected: Vec<String> =
        ["Pa7a8=B", "Pa7a8=N", "Pa7a8=Q", "Pa7a8=R", "Pa7xb8=B", "Pa7xb8=N", "Pa7xb8=Q", "Pa7xb8=R"]
            .map(str::to_owned)
            .into();
    assert_eq!(acts_with(&promotes, "P"), expected);
    assert!(refusal(&promotes, "Pa7a8").contains("add =Q"));
    let castled = after(&start, &["O-O-O"]);
    assert_eq!(field(&castled, 1), "r3k2r/P7/8/3pP3/8/8/6P1/2KR3R");
    assert_eq!(field(&castled, 3), "kq");
    let stepped = after(&start, &["Pg2g4"]);
    assert_eq!(field(&stepped, 4), "g3");
    let passed = after(&start, &["Pe5xd6", "refuse"]);
    assert_eq!(field(&passed, 1), "r3k2r/P7/3P4/8/8/8/6P1/R3K2R");
}

#[test]
fn g2_2_check_forbids_nothing() {
    // The king on e1 is in check from e8, and may stay, or go to d2, which is attacked too.
    let start = on_board("k2rr3/8/8/8/8/8/7P/R3K2R w KQ -");
    assert_eq!(acts_with(&start, "Ph2"), ["Ph2h3", "Ph2h4"]);
    assert_eq!(acts_with(&start, "K"), ["Ke1d1", "Ke1d2", "Ke1e2", "Ke1f1", "Ke1f2"]);
    // Out of check, through it, and into it.
    assert_eq!(acts_with(&start, "O-O"), ["O-O", "O-O-O"]);
}

#[test]
fn g2_3_castling_needs_pieces_that_have_not_moved_and_empty_squares() {
    let start = on_board("4k3/8/8/8/8/8/8/RN2K2R w KQ -");
    assert_eq!(acts_with(&start, "O-O"), ["O-O"]);
    assert!(refusal(&start, "O-O-O").contains("cannot castle so"));
    let moved = after(&start, &["Rh1h2", "keep", "Ke8e7", "keep", "Rh2h1", "keep", "Ke7e8", "keep"]);
    assert_eq!(field(&moved, 3), "Q");
    assert_eq!(acts_with(&moved, "O-O"), [] as [String; 0]);
    let moved = after(&start, &["Ke1e2", "keep"]);
    assert_eq!(field(&moved, 3), "-");
}

#[test]
fn g2_4_a_captured_king_ends_the_game() {
    let start = on_board("4k3/8/8/8/8/8/4R3/4K3 w - -");
    let won = fight(&start, "Re2xe8", WHITE_WINS);
    let ending = won.ending().unwrap();
    assert_eq!((ending.code.as_str(), ending.places), ("won w", vec![vec![0], vec![1]]));
    assert_eq!(won.turn(), 2);
    // A king that captures undefended can be taken without a battle.
    let start = on_board("3rk3/3Q4/8/8/8/8/8/3RK3 b - -");
    let won = after(&start, &["Ke8xd7", "refuse", "discard ??", "Rd1xd7"]);
    assert_eq!(won.ending().unwrap().code, "won w");
    assert_eq!(super::state(&won.text()).text(), won.text());
}

#[test]
fn g2_5_a_player_without_a_move_draws() {
    // Every piece of White is shut in by its own.
    let start = on_board("KRBQRBRQ/PPPPPPPP/8/8/8/8/8/4k3 b - -");
    let drawn = after(&start, &["Ke1e2", "keep"]);
    let ending = drawn.ending().unwrap();
    assert_eq!((ending.code.as_str(), ending.places), ("drawn stalemate w", vec![vec![0, 1]]));
    assert_eq!((field(&drawn, 6), drawn.actor(), drawn.turn()), ("over".to_owned(), Actor::Nobody, 2));
    assert_eq!(state(&drawn.text()).text(), drawn.text());
    // In check too.
    let checked = on_board("KRBQRBRQ/PPPPPPPP/2n5/8/8/8/8/4k3 b - -");
    assert!(after(&checked, &["Nc6b4", "keep"]).ending().is_some());
    // The draw comes before a refill.
    let short = state(&start.text().replace("34? -", "3? 31?"));
    assert!(after(&short, &["Ke1e2", "discard ??"]).ending().is_some());
    // A capture that can be tried is a move.
    assert!(after(&checked, &["Nc6d8", "refuse", "discard ??"]).ending().is_none());
}

#[test]
fn g2_5_bare_kings_play_on() {
    let kings = on_board("8/8/8/8/8/8/4k3/4K3 w - -");
    assert!(kings.ending().is_none());
    assert_eq!(acts_with(&kings, "Ke1xe2"), ["Ke1xe2"]);
}

#[test]
fn g2_6_a_capture_that_failed_changes_no_right() {
    let start = on_board("4k2r/8/8/8/8/8/8/4K2R w Kk -");
    let failed = after(&fight(&start, "Rh1xh8", BLACK_WINS), &["stay"]);
    assert_eq!(field(&failed, 3), "Kk");
    assert_eq!(field(&fight(&start, "Rh1xh8", TIED), 3), "Kk");
    assert_eq!(field(&fight(&start, "Rh1xh8", WHITE_WINS), 3), "-");
    let passing = on_board("4k3/8/8/3pP3/8/8/8/4K3 w - d6");
    let tied = after(&fight(&passing, "Pe5xd6", TIED), &["deal"]);
    assert_eq!((tied.actor(), field(&tied, 4)), (WHITE, "d6".to_owned()));
    assert!(offered(&*tied).contains(&"Pe5xd6".to_owned()));
    let lost = after(&fight(&passing, "Pe5xd6", BLACK_WINS), &["stay"]);
    assert_eq!(field(&lost, 4), "-");
}

#[test]
fn g4_1_a_quiet_move_and_a_discard_or_none() {
    let moved = after(&state(OPENING), &["deal", "Pe2e4"]);
    assert_eq!((moved.actor(), field(&moved, 6)), (WHITE, "discard?".to_owned()));
    assert_eq!(offered(&*moved), ["discard ??", "keep"]);
    for act in ["keep", "discard 7h"] {
        let played = moved.play(act).unwrap();
        assert!(played.ends_turn);
        assert_eq!((played.state.actor(), played.state.turn()), (BLACK, 2));
    }
}

#[test]
fn g4_2_a_capture_is_only_tried() {
    let tried = after(&on_board(PAWNS), &["Pe4xd5"]);
    assert_eq!((tried.actor(), field(&tried, 6)), (BLACK, "answer:Pe4xd5".to_owned()));
    assert_eq!(field(&tried, 1), "4k3/8/8/3p4/4P3/8/8/4K3");
    assert_eq!(offered(&*tried), ["defend", "refuse"]);
    let refused = after(&tried, &["refuse"]);
    assert_eq!(field(&refused, 1), "4k3/8/8/3P4/8/8/8/4K3");
    assert_eq!((refused.actor(), offered(&*refused)), (WHITE, vec!["discard ??".to_owned()]));
    assert!(refusal(&refused, "keep").contains("must discard"));
    let king = after(&on_board("4k3/8/8/8/8/8/4R3/4K3 w - -"), &["Re2xe8"]);
    assert_eq!(offered(&*king), ["defend"]);
    assert!(refusal(&king, "refuse").contains("must defend the king"));
}

#[test]
fn g4_3_the_territory_is_the_half_of_the_piece_to_be_taken() {
    for (board, tried, owner) in [
        (PAWNS, "Pe4xd5", "Black"),
        ("4k3/8/8/8/8/3p4/4P3/4K3 w - -", "Pe2xd3", "White"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "Pe5xd6", "Black"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", "Pd4xe3", "White"),
    ] {
        let defended = after(&on_board(board), &[tried, "defend"]);
        assert!(refusal(&defended, "keep").contains(&format!("field cards of {owner}")), "{tried}");
        let shown = after(&defended, &["field 2c3d4h"]);
        let expected = if owner == "White" { "2c3d4h/??????" } else { "??????/2c3d4h" };
        assert_eq!(field(&shown, 8), expected);
    }
}

#[test]
fn g4_4_field_discard_declaration() {
    let defended = after(&on_board(PAWNS), &["Pe4xd5", "defend"]);
    assert_eq!((defended.actor(), offered(&*defended)), (Actor::Chance, vec!["field ??????".to_owned()]));
    let shown = after(&defended, &["field 8c9dTh"]);
    assert_eq!((shown.actor(), field(&shown, 6)), (WHITE, "throw:Pe4xd5".to_owned()));
    assert!(refusal(&shown, "high").contains("must discard"));
    let thrown = after(&shown, &["discard ??"]);
    assert_eq!(offered(&*thrown), ["high", "low"]);
    for manner in ["high", "low"] {
        let declared = after(&thrown, &[manner]);
        assert_eq!(field(&declared, 6), format!("battle:Pe4xd5:{manner}"));
        assert_eq!(declared.actor(), Actor::Chance);
    }
}

#[test]
fn g4_5_the_better_hand_wins_high_or_low() {
    let thrown = after(&on_board(PAWNS), &["Pe4xd5", "defend", "field 8c9dTh", "discard ??"]);
    let battle = "battle KcKdQcQd/2c3d4h6s Kh7s";
    assert_eq!(field(&after(&thrown, &["high", battle]), 1), "4k3/8/8/3P4/8/8/8/4K3");
    assert_eq!(field(&after(&thrown, &["low", battle]), 6), "instead:Pe4xd5:low:Kh7s");
    let declared = after(&thrown, &["high"]);
    let facts = declared.play(battle).unwrap().facts;
    let words = Fact::Other("White wins: White has three of a kind K-T-9, Black has no pair K-T-9-6-4".to_owned());
    assert_eq!(facts[0], words);
    assert!(facts.contains(&Fact::Captured { seat: 1, piece: "pawn", at: "d5".to_owned() }));
}

#[test]
fn g4_6_after_a_battle() {
    let start = on_board(PAWNS);
    let won = fight(&start, "Pe4xd5", WHITE_WINS);
    assert_eq!((field(&won, 1), field(&won, 2)), ("4k3/8/8/3P4/8/8/8/4K3".to_owned(), "b".to_owned()));
    assert_eq!((field(&won, 6), field(&won, 12)), ("deal".to_owned(), "1".to_owned()));
    let tied = fight(&start, "Pe4xd5", TIED);
    assert_eq!((field(&tied, 1), field(&tied, 2)), (field(&start, 1), "w".to_owned()));
    assert_eq!((field(&tied, 6), field(&tied, 12)), ("deal".to_owned(), "0".to_owned()));
    assert_eq!(offered(&*after(&tied, &["deal"])), offered(&*start));
    let lost = fight(&start, "Pe4xd5", BLACK_WINS);
    assert_eq!((lost.actor(), offered(&*lost)), (WHITE, vec!["Pe4e5".to_owned(), "stay".to_owned()]));
    assert!(refusal(&lost, "Ke1e2").contains("may now move the pawn on e4"));
    for act in ["Pe4e5", "stay"] {
        let next = lost.play(act).unwrap();
        assert!(next.ends_turn);
        assert_eq!((field(&next.state, 2), field(&next.state, 6)), ("b".to_owned(), "deal".to_owned()));
    }
    // Nothing to choose where the piece has no other move; castling is a move of the king; a pawn may promote.
    let stuck = fight(&on_board("4k3/8/8/3pp3/4P3/8/8/4K3 w - -"), "Pe4xd5", BLACK_WINS);
    assert_eq!(field(&stuck, 6), "deal");
    let king = fight(&on_board("4k3/8/8/8/8/8/3r4/4K2R w K -"), "Ke1xd2", "battle 2d3d4h6s/KcKdQcQd Kh7s");
    assert!(offered(&*king).contains(&"O-O".to_owned()));
    let promoting = fight(&on_board("1r2k3/P7/8/8/8/8/8/4K3 w - -"), "Pa7xb8=Q", BLACK_WINS);
    assert_eq!(offered(&*promoting), ["Pa7a8=B", "Pa7a8=N", "Pa7a8=Q", "Pa7a8=R", "stay"]);
}

#[test]
fn g4_7_the_attacker_who_lost_may_summon() {
    let lost = after(&fight(&on_board(PAWNS), "Pe4xd5", SUMMONS), &["stay"]);
    assert_eq!((lost.actor(), field(&lost, 6)), (WHITE, "summon:b:high:7s5c".to_owned()));
    assert_eq!(offered(&*lost), ["leave", "summon"]);
    let summoned = after(&lost, &["summon"]);
    assert_eq!((field(&summoned, 7), field(&summoned, 9)), ("+As/-".to_owned(), "AhAdAc/-".to_owned()));
    assert_eq!((field(&summoned, 2), field(&summoned, 6)), ("b".to_owned(), "deal".to_owned()));
    let left = after(&lost, &["leave"]);
    assert_eq!((field(&left, 7), field(&left, 9)), ("-/-".to_owned(), "AsAhAdAc/-".to_owned()));
    // An ace that would not have won is not offered.
    assert_eq!(field(&after(&fight(&on_board(PAWNS), "Pe4xd5", BLACK_WINS), &["stay"]), 6), "deal");
}

#[test]
fn g4_7_an_ace_that_would_only_tie_is_not_enough() {
    // With the ace White would have the straight that Black has by another ace.
    let text = format!("{PAWNS} - move ????????/??????+Ah ??????/?????? AsAdAc/- 35? - 0");
    let lost = after(
        &state(&text),
        &["Pe4xd5", "defend", "field ThJhQd", "discard ??", "high", "battle Kc2c3d4h/Kd6s6d+Ah 7s5c", "stay"],
    );
    assert_eq!(field(&lost, 6), "deal");
}

#[test]
fn g4_7_the_next_hero_is_named_where_it_was_not_known() {
    let text = format!("{PAWNS} - move ????????/???????? ??????/?????? As??????/- 34? - 0");
    let lost = after(&fight(&state(&text), "Pe4xd5", SUMMONS), &["stay"]);
    assert_eq!(offered(&*lost), ["leave", "summon ??"]);
    assert!(refusal(&lost, "summon").contains("write the hero"));
    assert!(refusal(&lost, "summon As").contains("cannot be the next hero"));
    assert!(refusal(&lost, "summon Kh").contains("expected summon Ah"));
    let played = lost.play("summon Ad").unwrap();
    assert_eq!((played.text.as_str(), field(&played.state, 9)), ("summon Ad", "Ad????/-".to_owned()));
    // The last one is known by the others.
    let text = format!("{PAWNS} - move ????????/???????? ??????/?????? As??/AhAc 34? - 0");
    let lost = after(&fight(&state(&text), "Pe4xd5", SUMMONS), &["stay"]);
    assert_eq!(lost.play("summon").unwrap().text, "summon Ad");
}

#[test]
fn g4_7_a_hero_held_by_the_loser_is_gone_and_one_held_by_the_winner_stays() {
    let held = |hands: &str| state(&format!("{PAWNS} - move {hands} ??????/?????? AhAdAc/- 35? - 0"));
    let acts = ["Pe4xd5", "defend", "field ThJhQd", "discard ??", "high"];
    let white = after(&held("??????+As/????????"), &acts);
    let lost = after(&white, &["battle 2c3d4h+As/QcQs6d8s 7s5c", "stay"]);
    assert_eq!((field(&lost, 7), field(&lost, 9)), ("-/-".to_owned(), "AhAdAc/As".to_owned()));
    let won = after(&white, &["battle Kc3d4h+As/QcQs6d8s 7s5c"]);
    assert_eq!((field(&won, 7), field(&won, 9)), ("+As/-".to_owned(), "AhAdAc/-".to_owned()));
    // A tie costs no hero.
    let tied = after(&white, &["battle 9c8d2c+As/9h8h2d3d 7s5c"]);
    assert_eq!((field(&tied, 7), field(&tied, 2)), ("+As/-".to_owned(), "w".to_owned()));
    let black = after(&held("????????/??????+As"), &acts);
    let won = after(&black, &["battle QcQs6d8s/2c3d4h+As 7s5c"]);
    assert_eq!((field(&won, 7), field(&won, 9)), ("-/-".to_owned(), "AhAdAc/As".to_owned()));
    // Who holds a hero during the battle summons none.
    let lost = after(&white, &["battle 2c3d4h+As/QcQs6d8s 7s5c", "stay"]);
    assert_eq!(field(&lost, 6), "deal");
}

#[test]
fn g4_7_the_option_lets_either_loser_summon() {
    let gods = referee(GameKind::Gods, &[("summoning", "loser")]);
    let start = gods.read(&on_board(PAWNS).text()).unwrap();
    let acts = ["Pe4xd5", "defend", "field ThJhQd", "discard ??", "high", "battle Qc6s6d8s/Kc2c3d4h 7s5c"];
    let won = after(&start, &acts);
    assert_eq!((won.actor(), field(&won, 6)), (BLACK, "summon:b:high:7s5c".to_owned()));
    assert_eq!(gods.read(&won.text()).unwrap().text(), won.text());
    let summoned = after(&won, &["summon"]);
    assert_eq!((field(&summoned, 7), field(&summoned, 1)), ("-/+As".to_owned(), "4k3/8/8/3P4/8/8/8/4K3".to_owned()));
    // The default gives it to the attacker only, and so cannot read that position.
    assert_eq!(field(&after(&on_board(PAWNS), &acts), 6), "deal");
    assert!(referee(GameKind::Gods, &[]).read(&won.text()).is_err());
}

#[test]
fn g4_8_the_cleanup_deals_anew() {
    let won = fight(&on_board(PAWNS), "Pe4xd5", WHITE_WINS);
    assert_eq!(won.text(), "4k3/8/8/3P4/8/8/8/4K3 b - - - deal -/- -/- AsAhAdAc/- 48? - 1");
    assert_eq!(won.actor(), Actor::Chance);
}

#[test]
fn g4_9_the_capturing_piece_may_be_retaken_without_an_answer() {
    let start = on_board("4k3/8/2p5/3p4/4P3/8/8/4K3 w - -");
    let taken = after(&start, &["Pe4xd5", "refuse", "discard ??"]);
    assert_eq!((taken.actor(), field(&taken, 5)), (BLACK, "d5".to_owned()));
    let retaken = after(&taken, &["Pc6xd5"]);
    assert_eq!((field(&retaken, 1), field(&retaken, 5)), ("4k3/8/8/3p4/8/8/8/4K3".to_owned(), "-".to_owned()));
    // It costs a discard, and gives no right itself.
    assert_eq!((retaken.actor(), offered(&*retaken)), (BLACK, vec!["discard ??".to_owned()]));
    assert_eq!(field(&after(&retaken, &["discard ??"]), 5), "-");
    // It is gone after any other move.
    let moved = after(&taken, &["Ke8e7"]);
    assert_eq!(field(&moved, 5), "-");
}

#[test]
fn g4_9_a_tie_takes_the_right_away() {
    let taken = at_stage("4k3/7p/2p3P1/3P4/8/8/8/4K3 b - -", "d5", "move");
    let tied = after(&fight(&taken, "Ph7xg6", TIED), &["deal"]);
    assert_eq!((tied.actor(), field(&tied, 5)), (BLACK, "-".to_owned()));
    let tried = after(&tied, &["Pc6xd5"]);
    assert_eq!(field(&tried, 6), "answer:Pc6xd5");
}

#[test]
fn refusals_say_why() {
    let start = on_board("4k3/8/8/3p4/4P3/5N2/8/4K3 w - -");
    for (act, why) in [
        ("Pe5e6", "e5 is empty"),
        ("Pd5d4", "it is White's turn, and the piece on d5 is a pawn of Black"),
        ("Bf3e2", "the piece on f3 is a knight, not a bishop"),
        ("Nf3f4", "the knight of White on f3 cannot reach f4"),
        ("Nf3e1", "the king of White stands on e1"),
        ("Pe4e5=Q", "the pawn of White is not promoted on e5"),
        ("O-O", "White cannot castle so: king and rook must not have moved, and the squares between must be empty"),
        ("keep", "it is White's turn to move"),
        ("field 2c", "it is White's turn to move"),
    ] {
        assert_eq!(refusal(&start, act), why, "{act}");
    }
    let drivel =
        ["", "Z", "Pe4", "Pe4xxd5", "Pe4d5=", "Pe4d5=QQ", "deal now", "O-O-O-O", "é", "Pé4d5", "discard", "resign x"];
    for act in drivel {
        refusal(&start, act);
    }
}

#[test]
fn k5_a_card_act_changes_the_board() {
    let start = on_board("4k3/8/8/3p4/4P3/8/8/4K2R w K -");
    let played = start.play("card \"Storm\": move d5d4, place wNa1, change e4wQ, swap e1h1").unwrap();
    assert_eq!(played.irregular.as_deref(), Some("a card act"));
    assert_eq!(played.text, "card \"Storm\": move d5d4, place wNa1, change e4wQ, swap e1h1");
    assert_eq!(field(&played.state, 1), "4k3/8/8/8/3pQ3/8/8/N3R2K");
    // The right to castle has lost its pieces.
    assert_eq!((field(&played.state, 3), played.state.actor(), played.ends_turn), ("-".to_owned(), WHITE, false));
    assert_eq!(start.play("card \"Nothing\"").unwrap().state.text(), start.text());
}

#[test]
fn k5_3_turn_and_end() {
    let start = on_board(PAWNS);
    let ended = start.play("card \"Pass\": end").unwrap();
    assert_eq!((ended.state.actor(), ended.state.turn(), ended.ends_turn), (BLACK, 2, true));
    let skipped = start.play("card \"Skip\": turn b").unwrap();
    assert_eq!((skipped.state.actor(), skipped.state.turn(), skipped.ends_turn), (BLACK, 1, true));
    let again = after(&start, &["Ke1e2", "card \"Again\": turn w"]);
    assert_eq!((again.actor(), field(&again, 6)), (WHITE, "move".to_owned()));
    let tried = after(&start, &["Pe4xd5"]);
    assert!(refusal(&tried, "card \"Skip\": turn b").contains("the turn cannot change now"));
    // A right to retake does not outlive the turn that it was for.
    let taken = at_stage("4k3/8/2p5/3P4/8/8/8/4K3 b - -", "d5", "move");
    assert_eq!(field(&after(&taken, &["card \"Twice\": end, end"]), 5), "-");
    assert_eq!(field(&after(&taken, &["card \"Nothing\""]), 5), "d5");
    // A double step of the turn that is over can be taken in passing.
    let stepped = after(&on_board("4k3/8/8/8/3p4/8/4P3/4K3 w - -"), &["Pe2e4", "card \"Haste\": end"]);
    assert_eq!(field(&stepped, 4), "e3");
    let stepped = after(&on_board("4k3/8/8/8/3p4/8/4P3/4K3 w - -"), &["Pe2e4", "card \"Fall\": remove e4, end"]);
    assert_eq!(field(&stepped, 4), "-");
}

#[test]
fn k5_4_an_army_without_a_king_is_out() {
    let start = on_board(PAWNS);
    for card in ["card \"Plague\": remove e8", "card \"Plague\": out b", "card \"Axe\": move e4e8"] {
        assert_eq!(after(&start, &[card]).ending().unwrap().code, "won w", "{card}");
    }
    let back = after(&start, &["card \"Return\": out b, place bKa8, in b"]);
    assert_eq!((field(&back, 1), back.ending()), ("k7/8/8/3p4/4P3/8/8/4K3".to_owned(), None));
}

#[test]
fn k5_5_an_unsound_position_is_refused_whole() {
    let start = on_board(PAWNS);
    for (card, why) in [
        ("place wKa1", "White has 2 kings"),
        ("remove e8, remove e1", "White has 0 kings and Black 0"),
        ("remove a1", "a1 is empty"),
        ("place wRe4", "e4 is not empty"),
        ("place nRa1", "cannot do \"nRa1\""),
        ("move e4e4", "cannot do"),
        ("move e4", "cannot do"),
        ("turn r", "there is no army"),
        ("in b", "Black is not out"),
        ("out b, place bKa1", "write in b"),
        ("fly e4", "expected move a1b2"),
    ] {
        assert!(refusal(&start, &format!("card \"X\": {card}")).contains(why), "{card}");
    }
    // The capture that is being fought about must stay possible.
    let tried = after(&start, &["Pe4xd5"]);
    assert!(refusal(&tried, "card \"X\": remove d5").contains("field 6, the stage"));
}
