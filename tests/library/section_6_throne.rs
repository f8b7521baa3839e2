//! RULES 6.1: seizing the partner's throne.

use enochian::chess::{Outcome, Side};

use crate::table::table;

/// Earth's king is a step from Water's throne; Water's own king has left it.
const BESIDE: &str = "aKa5 arb6 wKe8 wrf7 fKh1 frg3 eKg7 erc2";

/// The same with Water's king taken and its army frozen; its rook looks along the fifth rank.
const FROZEN: &str = "aKa5 arb6 wRd5 wrf7 fKh1 frg3 eKg7 erc2";

#[test]
fn rules_6_1_a_king_on_its_partners_throne_commands_both_armies() {
    let mut table = table(BESIDE, "e");
    table.play("Kg7h8");
    assert_eq!(table.effects(), ["e seized w"]);
    assert_eq!(table.command(), "-e--");
}

#[test]
fn rules_6_1_beside_the_throne_or_on_another_it_does_not() {
    let mut beside = table(BESIDE, "e");
    beside.play("Kg7h7");
    assert_eq!((beside.effects().len(), beside.command()), (0, "----".into()));
    let mut enemys = table(&BESIDE.replace("eKg7", "eKb8"), "e");
    enemys.play("Kb8a8");
    assert_eq!((enemys.effects().len(), enemys.command()), (0, "----".into()));
    let mut own = table(&BESIDE.replace("eKg7", "eKb1"), "e");
    own.play("Kb1a1");
    assert_eq!((own.effects().len(), own.command()), (0, "----".into()));
    // Another piece on the partner's throne seizes nothing.
    let mut knight = table(&format!("{BESIDE} eNf7").replace("wrf7", "wrf6"), "e");
    knight.play("Nf7h8");
    assert_eq!((knight.effects().len(), knight.command()), (0, "----".into()));
}

#[test]
fn rules_6_1_the_armies_still_move_on_their_own_turns() {
    let mut table = table(BESIDE, "e");
    table.play("Kg7h8");
    assert_eq!(table.turn(), "a");
    table.play("Ka5a4");
    assert_eq!(table.turn(), "w");
    assert!(table.moves().contains("Ke8d8") && table.moves().contains("Pf7e7"));
    assert!(!table.moves().contains("Kh8") && !table.moves().contains("Pc2"));
    table.play("Pf7e7 Kh1h2");
    assert!(table.moves().contains("Kh8g8") && !table.moves().contains("Ke8"));
}

#[test]
fn rules_6_1_for_good_even_when_the_king_leaves_the_throne() {
    let mut table = table(BESIDE, "e");
    table.play("Kg7h8 Ka5a4 Pf7e7 Kh1h2 Kh8h7");
    assert_eq!(table.command(), "-e--");
}

#[test]
fn rules_6_1_a_frozen_army_is_awakened_and_threatens_again() {
    let mut table = table(FROZEN, "e -x-- -f--");
    assert!(!table.in_check('a'));
    table.play("Kg7h8");
    assert_eq!(table.effects(), ["e seized w", "w thawed"]);
    assert_eq!((table.command(), table.prisoners()), ("-e--".into(), "-f--".into()));
    assert!(table.in_check('a'));
    table.play("Ka5a6");
    assert_eq!(table.turn(), "w");
    assert!(table.moves().contains("Rd5d1") && table.moves().contains("Pf7e7"));
}

#[test]
fn rules_6_1_an_awakened_army_can_be_captured_again() {
    let mut table = table(&format!("{FROZEN} aRd1"), "e -x-- -f--");
    table.play("Kg7h8");
    table.play("Ka5a6 Pf7e7 Kh1h2 Kh8h7");
    assert!(table.to("Rd1").contains("d5"));
}

#[test]
fn rules_6_1_a_capture_on_the_throne_seizes_it_too() {
    let mut table = table(&format!("{BESIDE} fNh8"), "e");
    table.play("Kg7h8");
    assert_eq!(table.effects(), ["e seized w", "e x fNh8"]);
}

#[test]
fn rules_6_1_the_partners_own_piece_keeps_the_king_out() {
    let table = table(&format!("{BESIDE} wNh8"), "e");
    assert_eq!(table.to("Kg7"), "f6 f8 g6 g8 h6 h7");
}

#[test]
fn rules_6_1_when_the_seizing_king_is_taken_its_army_freezes_and_the_partners_is_released() {
    let mut table = table(&BESIDE.replace("eKg7", "eKh8 fRh4"), "f -e--");
    table.play("Rh4h8");
    assert_eq!(table.effects(), ["e froze", "f x eKh8", "w released"]);
    assert_eq!((table.command(), table.prisoners()), ("---x".into(), "---f".into()));
    assert_eq!(table.outcome(), None);
    table.play("Ka5a4");
    assert_eq!((table.turn(), table.to("Ke8").contains("d7")), ("w".into(), true));
}

#[test]
fn rules_6_1_if_the_partner_has_no_king_either_the_side_has_lost_and_both_are_frozen() {
    let mut table = table(&FROZEN.replace("eKg7", "eKh8 fRh4"), "f -e-- -a--");
    table.play("Rh4h8");
    assert_eq!(table.effects(), ["e froze", "f x eKh8", "w froze"]);
    assert_eq!((table.command(), table.prisoners()), ("-x-x".into(), "-a-f".into()));
    assert_eq!(table.outcome(), Some(Outcome::Won(Side::Actives)));
    assert_eq!(table.moves(), "");
}

#[test]
fn rules_6_1_a_seized_army_does_not_freeze_when_its_own_king_is_taken() {
    let mut table = table(&BESIDE.replace("eKg7", "eKh7 fRe3"), "f -e--");
    table.play("Re3e8");
    assert_eq!(table.effects(), ["f x wKe8"]);
    assert_eq!((table.command(), table.prisoners()), ("-e--".into(), "-f--".into()));
    table.play("Kh7h6 Ka5a4");
    assert_eq!((table.turn(), table.moves()), ("w".into(), "Pf7e7 Pf7e8".into()));
}

#[test]
fn rules_6_1_an_army_that_withdrew_does_freeze_when_its_own_king_is_taken() {
    let mut table = table(&BESIDE.replace("eKg7", "eKh7 fRe3"), "f -E--");
    table.play("Re3e8");
    assert_eq!(table.effects(), ["f x wKe8", "w froze"]);
    assert_eq!(table.command(), "-x--");
}

#[test]
fn rules_6_1_a_king_whose_own_army_is_commanded_seizes_nothing() {
    for command in ["-e--", "-E--"] {
        let mut table = table("aKa5 arb6 wKb2 wrf7 fKh1 frg3 eKe3 erd2", &format!("w {command}"));
        table.play("Kb2a1");
        assert_eq!((table.effects().len(), table.command()), (0, command.into()));
    }
    // Free, it would have.
    let mut table = table("aKa5 arb6 wKb2 wrf7 fKh1 frg3 eKe3 erd2", "w");
    assert_eq!(table.play("Kb2a1").effects(), ["w seized e"]);
}

#[test]
fn rules_6_1_seizing_the_throne_of_one_who_withdrew_turns_withdrawn_into_seized() {
    let mut table = table(BESIDE, "e -E--");
    table.play("Kg7h8");
    assert_eq!((table.effects(), table.command()), (vec!["e seized w".to_owned()], "-e--".into()));
}

#[test]
fn rules_6_1_it_is_the_same_in_a_reading() {
    let mut table = table(FROZEN, "e -x-- -f--").reading();
    assert_eq!(table.play("Kg7h8").effects(), ["e seized w", "w thawed"]);
}
