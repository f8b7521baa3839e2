//! RULES 3.1–3.5 and 3.7: how the pieces move, what stands in their way, shared thrones, frozen armies.

use enochian::chess::{Army, Bitboard, IllegalMove, Kind, Officer, Piece, Square, attacked_from};

use crate::table::{Table, army, quiet, square, table};

#[test]
fn rules_3_1_the_king_steps_one_square_in_eight_directions() {
    let centre = table("aKd4 arb6 wKh8 wrf7 fKh1 eKa1", "a");
    assert_eq!(centre.to("Kd4"), "c3 c4 c5 d3 d5 e3 e4 e5");
    assert_eq!(quiet("", "a").to("Ka8"), "a7 b7 b8");
}

#[test]
fn rules_3_1_the_rook_slides_until_something_stands_in_its_way() {
    let table = quiet("aRd4 aNd6 wNf4", "a");
    assert_eq!(table.to("Rd4"), "a4 b4 c4 d1 d2 d3 d5 e4 f4");
}

#[test]
fn rules_3_1_the_bishop_slides_until_something_stands_in_its_way() {
    assert_eq!(quiet("aBd3", "a").to("Bd3"), "a6 b5 c2 c4 e2 e4 f1 f5 g6 h7");
}

#[test]
fn rules_3_1_the_knight_leaps() {
    let table = quiet("aNd4 aRc6 aBd5 wBe4 wQd3 aQc4 eRc3", "a");
    assert_eq!(table.to("Nd4"), "b3 b5 c2 e2 e6 f3 f5");
}

#[test]
fn rules_3_1_there_is_no_castling() {
    let mut table = table("fKe1 fRh1 fRa1 aKa8 arb6 wKg8 wrf7 eKb4", "f");
    assert_eq!(table.to("Ke1"), "d1 d2 e2 f1 f2");
    assert!(matches!(table.why_illegal("Ke1g1"), IllegalMove::OutOfReach { .. }));
}

#[test]
fn rules_3_1_a_pawn_that_stepped_beside_another_is_not_taken_in_passing() {
    let mut table = quiet("fqd4 wqf4", "w");
    table.play("Pf4e4");
    assert_eq!(table.to("Pd4"), "d5");
}

#[test]
fn rules_3_2_the_queen_leaps_exactly_two_squares_over_anything() {
    assert_eq!(quiet("aQd4", "a").to("Qd4"), "b2 b4 d2 d6 f2 f4 f6");
    let walled = quiet("aQd4 wRd5 wNe5 aNc4 aRe4 eBd3 aBc3 fNe3 fRc5", "a");
    assert_eq!(walled.to("Qd4"), "b2 b4 d2 d6 f2 f4 f6");
}

#[test]
fn rules_3_2_the_queen_leaps_over_frozen_pieces_too() {
    let table = table("aKa8 arb6 aQd4 fKh1 frg3 eKa1 erc2 wrf7 wNd5 wNe5 wNe4", "a -x-- -f--");
    assert_eq!(table.to("Qd4"), "b2 b4 d2 d6 f2 f4 f6");
}

#[test]
fn rules_3_2_the_queen_is_bound_to_sixteen_squares() {
    let leaps = |from| attacked_from(Kind::Officer(Officer::Queen), Army::Air, from, Bitboard::EMPTY);
    for from in Square::all() {
        let mut reached = Bitboard::of(from);
        for _ in 0..8 {
            for square in reached {
                reached |= leaps(square);
            }
        }
        assert_eq!(reached.len(), 16, "{from}");
    }
}

#[test]
fn rules_3_3_the_pawn_steps_straight_and_captures_aslant() {
    assert_eq!(quiet("fqd4", "f").to("Pd4"), "d5");
    assert_eq!(quiet("fqd4 wNc5 eNe5", "f").to("Pd4"), "c5 d5 e5");
    // Straight ahead it takes nothing.
    assert_eq!(quiet("fqd4 wNd5", "f").to("Pd4"), "");
    assert_eq!(quiet("fqd4 aNd5 wNe5", "f").to("Pd4"), "e5");
    // Aslant it does not go without taking, nor does it take its own side.
    assert_eq!(quiet("fqd4 aNc5 fNe5", "f").to("Pd4"), "d5");
}

#[test]
fn rules_3_3_each_army_captures_to_its_own_front() {
    for (pieces, turn, to) in [
        ("aqd5 wNc4 wNe4 wNc6 wNe6", "a", "c4 d4 e4"),
        ("wqd5 aNc4 aNe4 aNc6 aNe6", "w", "c4 c5 c6"),
        ("fqd5 wNc4 wNe4 wNc6 wNe6", "f", "c6 d6 e6"),
        ("eqd5 aNc4 aNe4 aNc6 aNe6", "e", "e4 e5 e6"),
    ] {
        assert_eq!(quiet(pieces, turn).to("Pd5"), to, "{turn}");
    }
}

#[test]
fn rules_3_3_a_pawn_never_takes_two_steps() {
    for (pawn, turn, piece, to) in
        [("aqd7", "a", "Pd7", "d6"), ("wqg5", "w", "Pg5", "f5"), ("fqe2", "f", "Pe2", "e3"), ("eqb4", "e", "Pb4", "c4")]
    {
        assert_eq!(quiet(pawn, turn).to(piece), to, "{pawn}");
    }
}

/// A rook on d4 with a piece of each sort in its four ways: its own, its partner's, an enemy's, a frozen one.
fn four_ways() -> Table {
    table("aKa8 arb6 fKh1 frg3 eKa1 erc2 wrf7 fRd4 fNd6 aNb4 eNd2 wNf4", "f -x-- -f--")
}

#[test]
fn rules_3_4_no_move_ends_on_a_piece_of_the_own_side_or_a_frozen_one() {
    let mut table = four_ways();
    assert_eq!(table.to("Rd4"), "c4 d2 d3 d5 e4");
    assert!(matches!(table.why_illegal("Rd4d6"), IllegalMove::OccupiedByFriend(..)));
    assert!(matches!(table.why_illegal("Rd4b4"), IllegalMove::OccupiedByFriend(..)));
    assert!(matches!(table.why_illegal("Rd4f4"), IllegalMove::OccupiedByFrozen(..)));
    assert!(matches!(table.why_illegal("Rd4d1"), IllegalMove::OutOfReach { .. }));
    table.play("Rd4d2");
    assert_eq!(table.effects(), ["f x eNd2"]);
}

#[test]
fn rules_3_4_frozen_partners_are_not_landed_on_either() {
    let table = table("aKa8 arb6 wKh8 wrf7 frg3 fNb7 eKa1 erc2", "a --x- --w-");
    assert_eq!(table.to("Ka8"), "a7 b8");
}

const SHARED: &str = "aKa8 aBa8 arb6 wKh8 wrf7 fKh1 frg3 eKa1 erc2";

#[test]
fn rules_3_5_the_two_on_a_throne_move_separately() {
    let shared = table(SHARED, "a");
    assert_eq!(shared.at("a8"), "aK+aB");
    assert_eq!(shared.to("Ka8"), "a7 b7 b8");
    assert_eq!(shared.to("Ba8"), "b7 c6 d5 e4 f3 g2");
    let mut king_left = table(SHARED, "a");
    assert_eq!((king_left.play("Ka8b8").at("a8"), king_left.at("b8")), ("aB".into(), "aK".into()));
    let mut bishop_left = table(SHARED, "a");
    assert_eq!((bishop_left.play("Ba8d5").at("a8"), bishop_left.at("d5")), ("aK".into(), "aB".into()));
}

#[test]
fn rules_3_5_once_one_has_left_one_piece_at_a_time_sits_there() {
    let mut table = table(SHARED, "a");
    table.play("Ka8a7 Kh8h7 Kh1h2 Ka1a2");
    assert_eq!(table.to("Ka7"), "a6 b7 b8");
    table.play("Ba8b7 Kh7h8 Kh2h1 Ka2a1");
    assert_eq!(table.to("Ka7"), "a6 a8 b8");
    table.play("Ka7a8 Kh8h7 Kh1h2 Ka1a2");
    assert_eq!(table.to("Bb7"), "a6 c6 c8 d5 e4 f3 g2 h1");
}

#[test]
fn rules_3_5_a_third_piece_does_not_enter_a_shared_throne() {
    let table = table(&format!("{SHARED} aRa5"), "a");
    assert_eq!(table.to("Ra5"), "a1 a2 a3 a4 a6 a7 b5 c5 d5 e5 f5 g5 h5");
}

#[test]
fn rules_3_5_an_enemy_moving_in_captures_both() {
    let mut table = table(&format!("{SHARED} wRa4"), "w");
    table.play("Ra4a8");
    assert_eq!(table.effects(), ["a froze", "w x aBa8", "w x aKa8"]);
    assert_eq!(table.at("a8"), "wR");
    assert_eq!(table.prisoners(), "w---");
}

#[test]
fn rules_3_5_an_attack_on_the_square_is_an_attack_on_both() {
    let table = table(&format!("{SHARED} wRa4"), "a");
    assert!(table.in_check('a'));
    // The king must move (4.2): the bishop beside it does not shield it, and may not move.
    assert_eq!(table.moves(), "Ka8a7 Ka8b7 Ka8b8");
}

#[test]
fn rules_3_7_when_a_king_is_taken_its_pieces_stay_and_stand_still() {
    let mut table = quiet("fRd8 wNd5 wRe7", "f");
    table.play("Rd8h8");
    assert_eq!(table.effects(), ["f x wKh8", "w froze"]);
    assert_eq!(
        (table.at("d5"), table.at("e7"), table.at("f7"), table.at("h8")),
        ("wN".into(), "wR".into(), "wr".into(), "fR".into())
    );
    assert_eq!((table.command(), table.prisoners()), ("-x--".into(), "-f--".into()));
}

#[test]
fn rules_3_7_the_turns_of_a_frozen_army_are_skipped_and_not_counted() {
    let mut table = quiet("fRd8", "f");
    table.play("Rd8h8 Ka1a2 Ka8a7");
    assert_eq!((table.turn(), table.ply()), ("f".into(), "3".into()));
    let mut widdershins = quiet("fRd8", "f<");
    widdershins.play("Rd8h8");
    assert_eq!((widdershins.turn(), widdershins.ply()), ("a<".into(), "1".into()));
}

#[test]
fn rules_3_3_a_move_that_no_pawn_makes_is_out_of_reach() {
    let mut table = quiet("fqd4 wNd5 wNc5", "f");
    assert_eq!(table.to("Pd4"), "c5");
    for text in ["Pd4e5", "Pd4d5", "Pd4d3", "Pd4h8"] {
        assert!(matches!(table.why_illegal(text), IllegalMove::OutOfReach { .. }), "{text}");
    }
}

#[test]
fn rules_3_7_frozen_pieces_threaten_nothing() {
    let pieces = "aKa8 arb6 fKh1 frg3 eKa1 erc2 wRa4 wrf7 wBc6";
    let frozen = table(pieces, "a -x-- -f--");
    assert!(!frozen.in_check('a'));
    assert_eq!(frozen.to("Ka8"), "a7 b7 b8");
    let awake = table(&format!("{pieces} wKh8"), "a");
    assert!(awake.in_check('a'));
}

#[test]
fn rules_3_7_frozen_pieces_are_not_captured_by_any_piece() {
    // Every move of each of these pieces but one ends on a frozen knight.
    let knights = "wNb7 wNb8 wNe4 wNc5 wNe5 wNc4 wNd3";
    let table = table(&format!("aKa8 ard6 aRd4 fKh1 frg3 eKa1 erc2 {knights} aQc7"), "a -x-- -f--");
    assert_eq!(table.to("Ka8"), "a7");
    assert_eq!(table.to("Rd4"), "d5");
    assert_eq!(table.to("Pd6"), "d5");
    assert_eq!(table.to("Qc7"), "a5 a7 e7");
}

#[test]
fn rules_3_7_frozen_pieces_block_the_way() {
    let table = table("aKa8 aRd8 aqd6 aBg1 fKh1 frg3 eKa1 erc2 wNd5 wNf8 wNe3", "a -x-- -f--");
    assert_eq!(table.to("Rd8"), "b8 c8 d7 e8");
    assert_eq!(table.to("Bg1"), "f2 h2");
    assert_eq!(table.to("Pd6"), "");
}

#[test]
fn rules_3_7_a_frozen_army_does_not_move_out_of_turn_either() {
    let mut table = four_ways();
    let there = Piece { army: army('w'), kind: Kind::Officer(Officer::Knight) };
    assert_eq!(table.why_illegal("Nf4h5"), IllegalMove::NotItsTurn(there, army('f')));
    assert_eq!(table.at("f4"), "wN");
    assert!(table.position.frozen().has(square("f4")));
}
