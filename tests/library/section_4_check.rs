//! RULES 4.1–4.3: check.

use enochian::chess::IllegalMove;

use crate::table::{army, quiet, table};

#[test]
fn rules_4_1_a_king_that_an_enemy_could_capture_is_in_check() {
    for attacker in ["wRa4", "eRe8", "wBd5", "eNb6", "eNc7", "wQa6", "eQc6", "wrb7"] {
        // The pawn of Air stands aside, and the pawn of Water captures to the left: a8 from b7.
        let table = table(&format!("aKa8 arg3 wKh6 wrf7 fKg1 frh3 eKa1 erc2 {attacker}"), "a");
        assert!(table.in_check('a'), "{attacker}");
        assert!(!table.in_check('f') && !table.in_check('w') && !table.in_check('e'), "{attacker}");
    }
    for no_attacker in ["wRb4", "wRa4 wNa6", "wBd6", "eNd6", "wQb7", "wQa7", "erb7", "wqb8", "wBd5 wNb7", "wqa7"] {
        let table = table(&format!("aKa8 arg3 wKh6 wrf7 fKg1 frh3 eKa1 erc2 {no_attacker}"), "a");
        assert!(!table.in_check('a'), "{no_attacker}");
    }
}

#[test]
fn rules_4_1_a_king_checks_a_king() {
    let table = table("aKd5 arb6 wKe6 wrf7 fKh1 frg3 eKa1 erc2", "a");
    assert!(table.in_check('a') && table.in_check('w'));
}

#[test]
fn rules_4_1_partners_never_threaten_each_other() {
    let table = quiet("fRa4 fNc7 fBd5", "a");
    assert!(!table.in_check('a'));
    assert!(table.to("Ka8").contains("a7"));
    let neighbours = self::table("aKd5 arb6 fKe5 wKh8 wrf7 eKa1 erc2", "a");
    assert!(!neighbours.in_check('a') && !neighbours.in_check('f'));
    assert_eq!(neighbours.to("Kd5"), "c4 c5 c6 d4 d6 e4");
}

#[test]
fn rules_4_1_a_frozen_army_gives_no_check() {
    let awake = quiet("wRa4", "a");
    assert!(awake.in_check('a'));
    let frozen = table("aKa8 arb6 fKh1 frg3 eKa1 erc2 wrf7 wRa4", "a -x-- -a--");
    assert!(!frozen.in_check('a'));
    assert_eq!(frozen.moves(), "Ka8a7 Ka8b7 Ka8b8 Pb6b5");
}

#[test]
fn rules_4_1_a_piece_that_may_not_move_just_now_gives_check_all_the_same() {
    // Water's rook shields its king from Air's: it could not take the king of Fire on d1.
    let mut table = table("aKa8 arb6 aRa4 wKh4 wrf7 wRd4 fKd1 frg2 eKa1 erc7", "w");
    assert_eq!(table.why_illegal("Rd4d1"), IllegalMove::ExposesKing(army('w')));
    assert!(table.in_check('f'));
    table.play("Pf7e7");
    assert!(table.to("Pg2").is_empty());
    assert_eq!(table.to("Kd1"), "c1 c2 d2 e1 e2");
}

#[test]
fn rules_4_2_king_in_check_must_move() {
    let mut table = quiet("wRa4 aNc5 aRe7", "a");
    // The knight could take the checking rook, the rook could step between: neither may.
    assert_eq!(table.why_illegal("Nc5a4"), IllegalMove::KingMustMove(army('a')));
    assert_eq!(table.why_illegal("Re7a7"), IllegalMove::KingMustMove(army('a')));
    assert_eq!(table.why_illegal("Pb6b5"), IllegalMove::KingMustMove(army('a')));
    assert_eq!(table.moves(), "Ka8a7 Ka8b7 Ka8b8");
    assert!(!table.may_pass());
}

#[test]
fn rules_4_2_the_king_itself_may_take_the_checker() {
    assert_eq!(quiet("wNb8 wRa4", "a").to("Ka8"), "a7 b7 b8");
}

#[test]
fn rules_4_2_it_may_and_even_must_move_into_another_check() {
    // a7 stays on the file of the rook, b7 and b8 lie on that of the other.
    let mut table = table("aKa8 arh3 aNe4 wKh8 wrf7 wRa4 wRb4 fKh1 frg3 eKa1 erc2", "a");
    assert_eq!(table.moves(), "Ka8a7 Ka8b7 Ka8b8");
    table.play("Ka8b8");
    assert!(table.in_check('a'));
}

/// Air's king is in check from the knight on c7, and its own rook, its partner's bishop and a frozen knight surround it.
const BLOCKED: &str = "aKa8 aRa7 arg5 fKh1 frg3 fBb8 eNb7 wKh8 wrf7 wNc7";

#[test]
fn rules_4_2_a_blocked_king_leaves_the_army_free_to_move_anything() {
    let mut table = table(BLOCKED, "a ---x ---a");
    assert!(table.in_check('a'));
    assert_eq!(table.to("Ka8"), "");
    assert_eq!(table.moves(), "Pg5g4 Ra7a1 Ra7a2 Ra7a3 Ra7a4 Ra7a5 Ra7a6");
    // Anything: the check may stand, and another come to it.
    table.play("Pg5g4");
    assert!(table.in_check('a'));
}

#[test]
fn rules_4_2_a_neighbour_that_can_be_taken_is_a_move_of_the_king() {
    // The same with Earth awake: the knight on b7 can be taken.
    let table = table(&format!("{BLOCKED} eKe1"), "a");
    assert_eq!(table.moves(), "Ka8b7");
}

#[test]
fn rules_4_2_in_a_reading_any_piece_may_move_while_its_king_is_in_check() {
    let table = quiet("wRa4 aNc5", "a").reading();
    assert!(table.in_check('a'));
    assert_eq!(table.moves(), "Ka8a7 Ka8b7 Ka8b8 Nc5a4 Nc5a6 Nc5b3 Nc5b7 Nc5d3 Nc5d7 Nc5e4 Nc5e6 Pb6b5");
}

#[test]
fn rules_4_3_a_king_may_not_step_into_check() {
    let mut table = quiet("wRc7", "a");
    assert_eq!(table.to("Ka8"), "b8");
    assert_eq!(table.why_illegal("Ka8a7"), IllegalMove::ExposesKing(army('a')));
    assert_eq!(quiet("wRc7", "a").reading().to("Ka8"), "a7 b7 b8");
}

#[test]
fn rules_4_3_a_piece_that_shields_its_king_stays_on_the_line() {
    let mut table = quiet("wRa4 aRa5", "a");
    assert_eq!(table.to("Ra5"), "a4 a6 a7");
    assert_eq!(table.why_illegal("Ra5b5"), IllegalMove::ExposesKing(army('a')));
    let mut knight = quiet("wRa4 aNa6", "a");
    assert_eq!(knight.to("Na6"), "");
    assert_eq!(knight.why_illegal("Na6c5"), IllegalMove::ExposesKing(army('a')));
    assert_eq!(quiet("wRa4 aNa6", "a").reading().to("Na6"), "b4 b8 c5 c7");
}

#[test]
fn rules_4_3_only_the_own_king_counts_not_the_partners() {
    let mut table = quiet("aNh4 wRh6", "a");
    assert_eq!(table.to("Nh4"), "f3 f5 g2 g6");
    table.play("Nh4f3");
    assert!(table.in_check('f'));
}

#[test]
fn rules_4_3_taking_the_king_of_the_attacking_army_disarms_it() {
    // The knight is pinned by Water's rook; but if it takes Water's king, the rook is frozen.
    let mut table = table("aKa8 arg6 aNa6 wKc5 wrf7 wRa4 fKh1 frg3 eKa1 erc2", "a");
    assert_eq!(table.to("Na6"), "c5");
    table.play("Na6c5");
    assert_eq!(table.effects(), ["a x wKc5", "w froze"]);
    assert!(!table.in_check('a'));
}

#[test]
fn rules_4_3_a_capture_may_not_let_a_waiting_pawn_promote_into_a_check() {
    // Water has lost no pawn; its pawn of the rook waits on a3. If Air takes another pawn, a rook stands there (5.1).
    let pieces = "aKa8 aNe5 fKh1 frg3 wKh8 wra3 wqf7 eKb1 erc2";
    let mut none_lost = table(pieces, "a ---- ---- 0000");
    assert_eq!(none_lost.why_illegal("Ne5f7"), IllegalMove::ExposesKing(army('a')));
    assert_eq!(none_lost.to("Ne5"), "c4 c6 d3 d7 f3 g4 g6");
    let one_lost = table(pieces, "a ---- ---- 0100");
    assert_eq!(one_lost.to("Ne5"), "c4 c6 d3 d7 f3 f7 g4 g6");
}

#[test]
fn rules_4_3_an_army_under_command_need_not_guard_its_commanders_king() {
    // Water moves under Earth's king; its pieces are as free as if Earth's king were not there.
    let table = table("aKa8 arb6 fKh1 frg3 fRa4 eKa1 erc2 wNa2 wrf7", "w -e-- -f--");
    assert_eq!(table.to("Na2"), "b4 c1 c3");
}
