//! RULES 6.3 and 6.4: withdrawal, and who commands two armies.

use enochian::chess::{Army, Officer, Position, Role};

use crate::table::{QUIET, quiet, table, text};

#[test]
fn rules_6_3_withdrawing_takes_no_turn() {
    let mut table = quiet("", "a");
    let moves = table.moves();
    table.withdraw();
    assert_eq!(table.effects(), ["a withdrew"]);
    assert_eq!((table.command(), table.turn(), table.ply()), ("F---".into(), "a".into(), "0".into()));
    assert_eq!(table.moves(), moves);
    table.play("Pb6b5");
    assert_eq!((table.turn(), table.ply()), ("w".into(), "1".into()));
}

#[test]
fn rules_6_3_each_army_still_moves_on_its_own_turn() {
    let airs = quiet("", "a F---");
    assert_eq!(airs.moves(), "Ka8a7 Ka8b7 Ka8b8 Pb6b5");
    let fires = quiet("", "f F---");
    assert_eq!(fires.moves(), "Kh1g1 Kh1g2 Kh1h2 Pg3g4");
}

const BARE: &str = "aKa8 wKh8 wrf7 fKh1 frg3 eKa1 erc2";
const BOTH: &str = "Ka8a7 Ka8b7 Ka8b8 Kh1g1 Kh1g2 Kh1h2 Pg3g4";

#[test]
fn rules_6_3_a_withdrawn_bare_king_shares_both_turns() {
    let mut air = table(BARE, "a");
    assert_eq!(air.moves(), "Ka8a7 Ka8b7 Ka8b8");
    air.withdraw();
    assert_eq!(air.moves(), BOTH);
    assert_eq!(table(BARE, "f F---").moves(), BOTH);
    // Not the enemies' turns.
    assert_eq!(table(BARE, "w F---").moves(), "Kh8g7 Kh8g8 Kh8h7 Pf7e7");
    // Whichever moves, the turn has been played.
    air.play("Pg3g4");
    assert_eq!(air.turn(), "w");
    air.play("Kh8h7 Ka8a7");
    assert_eq!(air.turn(), "e");
}

#[test]
fn rules_6_3_a_throw_on_a_shared_turn_calls_a_piece_of_either_army() {
    let of = |fields: &str, army| {
        let position: Position = text(BARE, fields).parse().unwrap();
        [Role::King, Role::Pawn, Role::Officer(Officer::Rook)].map(|role| position.army_with(army, role))
    };
    assert_eq!(of("a F---", Army::Air), [Some(Army::Air), Some(Army::Fire), None]);
    assert_eq!(of("f F---", Army::Fire), [Some(Army::Fire), Some(Army::Fire), None]);
    assert_eq!(of("a", Army::Air), [Some(Army::Air), None, None]);
    assert_eq!(of("a F---", Army::Water), [Some(Army::Water), Some(Army::Water), None]);
}

#[test]
fn rules_6_3_one_that_becomes_bare_after_it_withdrew_shares_them_too() {
    let mut table = table(&BARE.replace("wrf7", "wrf7 wRb4 arb6"), "w F---");
    assert_eq!(table.to("Rb4"), "a4 b1 b2 b3 b5 b6 c4 d4 e4 f4 g4 h4");
    table.play("Rb4b6");
    assert!(table.moves().contains("Pg3g4") && table.moves().contains("Ka8a7"));
}

#[test]
fn rules_6_3_a_bare_king_that_did_not_withdraw_shares_nothing() {
    assert_eq!(table(BARE, "f").moves(), "Kh1g1 Kh1g2 Kh1h2 Pg3g4");
    // Nor one whose throne was seized.
    assert_eq!(table(BARE, "a f---").moves(), "Ka8a7 Ka8b7 Ka8b8");
}

#[test]
fn rules_6_3_sharing_each_army_is_judged_by_itself_in_check() {
    // Fire's king is in check: its own army must move it; the bare king is free to move.
    let fires = table(&format!("{BARE} wRh6"), "f F---");
    assert_eq!(fires.moves(), BOTH.replace(" Pg3g4", ""));
    // The bare king is in check: its own army must move it; Fire's army is free.
    let airs = table(&format!("{BARE} wRa4"), "a F---");
    assert!(airs.in_check('a'));
    assert_eq!(airs.moves(), BOTH);
}

#[test]
fn rules_6_3_sharing_each_army_guards_its_own_king_only() {
    // Air's bare king stands between Water's rook and Fire's king, and may leave.
    let airs = table("aKh4 wKf8 wre7 wRh6 fKh1 frg3 eKa1 erc2", "f F---");
    assert_eq!(airs.to("Kh4"), "g4 g5 h3 h5");
    // Fire's knight stands between Water's rook and the bare king, and may leave.
    assert_eq!(table(&format!("{BARE} fNa6 wRa4"), "a F---").to("Na6"), "b4 b8 c5 c7");
    // It may not step into check by itself.
    assert_eq!(table(&format!("{BARE} wRc7"), "f F---").to("Ka8"), "b8");
}

#[test]
fn rules_6_3_with_4_4_a_shared_turn_is_passed_only_when_neither_can_move() {
    // The bare king has no move and is not in check, but Fire's pawn has one.
    let table = table(&format!("{BARE} wRb3 eRc7"), "a F---");
    assert_eq!(table.to("Ka8"), "");
    assert!(table.moves().contains("Pg3g4"));
    assert!(!table.may_pass());
    assert_eq!(table.outcome(), None);
}

#[test]
fn rules_6_3_nobody_withdraws_to_a_frozen_partner() {
    let mut table = table("aKa8 arb6 wKh8 wrf7 frg3 eKa1 erc2", "a --x- --w-");
    assert!(table.cannot_withdraw());
}

#[test]
fn rules_6_3_nobody_withdraws_twice() {
    let mut table = quiet("", "a");
    table.withdraw();
    assert!(table.cannot_withdraw());
}

#[test]
fn rules_6_3_when_the_commanders_king_falls_the_withdrawn_army_stays_withdrawn() {
    let mut table = table("aKa5 arb6 wKb2 wrf7 fKh1 fNf3 frg3 eKe1 erd2", "f -E--");
    table.play("Nf3e1");
    assert_eq!(table.effects(), ["e froze", "f x eKe1"]);
    assert_eq!(table.command(), "-E-x");
    // It moves on its own turns, and its king seizes nothing.
    table.play("Ka5a4");
    assert_eq!(table.turn(), "w");
    table.play("Kb2a1");
    assert_eq!((table.effects().len(), table.command()), (0, "-E-x".into()));
}

#[test]
fn rules_6_3_a_withdrawn_army_whose_king_is_taken_freezes_and_exchanged_back_commands_itself() {
    // Water takes the withdrawn Air's king; Fire holds that of Earth, Water's partner.
    let mut table = table("aKa8 arb6 wKh8 wrf7 wRc8 fKh1 frg3 erc2", "w F--x ---f");
    table.play("Rc8a8");
    assert_eq!(table.effects(), ["a froze", "w x aKa8"]);
    assert_eq!((table.turn(), table.command(), table.prisoners()), ("f".into(), "x--x".into(), "w--f".into()));
    let exchange = table.exchanges()[0].clone();
    table.exchange(&exchange);
    assert_eq!(table.command(), "----");
    // Its player may withdraw anew.
    table.play("Pg3g4 Pc2d2");
    table.withdraw();
    assert_eq!(table.command(), "F---");
}

#[test]
fn rules_6_3_it_is_the_same_in_a_reading() {
    let mut table = table(BARE, "a").reading();
    table.withdraw();
    assert_eq!(table.moves(), BOTH);
}

#[test]
fn rules_6_4_a_commander_of_both_may_not_withdraw() {
    for fields in ["f f---", "f F---", "a f---", "a F---"] {
        let mut table = table(QUIET, fields);
        assert!(table.cannot_withdraw(), "{fields}");
    }
    // The enemies may.
    let mut water = table(QUIET, "w f---");
    assert_eq!(water.withdraw().command(), "fE--");
}

#[test]
fn rules_7_a_game_drawn_by_stalemate_allows_no_withdrawal() {
    // Earth and Water are both shut in: the game is drawn on Earth's turn. With a move of Water's pawn it is not.
    let pieces = "aKa8 aRb5 aRg5 fKh1 fRd2 fRb7 fNd4 eKa1 wKh8 wre4";
    assert!(table(pieces, "e").cannot_withdraw());
    table(&pieces.replace("fNd4", "fNd3"), "e").withdraw();
}
