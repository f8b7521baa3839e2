//! RULES 7: the end of a game.

use enochian::chess::{DrawReason, IllegalMove, Outcome, Side};

use crate::table::{quiet, table};

#[test]
fn rules_7_a_side_without_a_king_has_lost() {
    let mut table = table("aKa8 arb6 fRb1 fKh1 frg3 eKa1 erc2 wrf7", "f -x-- -f--");
    assert_eq!(table.outcome(), None);
    table.play("Rb1a1");
    assert_eq!(table.outcome(), Some(Outcome::Won(Side::Actives)));
    assert_eq!((table.command(), table.turn()), ("-x-x".into(), "a".into()));
}

#[test]
fn rules_7_one_captured_king_does_not_end_it() {
    let mut table = quiet("fRb1", "f");
    table.play("Rb1a1");
    assert_eq!(table.outcome(), None);
    assert_eq!(table.turn(), "a");
}

#[test]
fn rules_7_the_winners_are_the_side_even_the_partner_whose_king_is_taken() {
    let mut table = table("aKa8 arb6 aRa5 frg3 eKa1 erc2 wrf7", "a -xx- -ae-");
    table.play("Ra5a1");
    assert_eq!(table.outcome(), Some(Outcome::Won(Side::Actives)));
}

#[test]
fn rules_7_after_the_end_there_are_no_moves() {
    let mut table = table("aKa8 arb6 fRa1 fKh1 frg3 erc2 wrf7", "a -x-x -f-f");
    let outcome = Outcome::Won(Side::Actives);
    assert_eq!((table.outcome(), table.moves(), table.may_pass()), (Some(outcome), String::new(), false));
    assert_eq!(table.why_illegal("Ka8a7"), IllegalMove::Over(outcome));
    assert_eq!(table.why_illegal("--"), IllegalMove::Over(outcome));
}

#[test]
fn rules_7_two_partners_reduced_to_bare_kings_draw() {
    let drawn = Some(Outcome::Drawn(DrawReason::BareKings(Side::Passives)));
    let mut table = table("aKa8 arb6 aRe6 wKh8 fKh1 frg3 eKa1 ere2", "a");
    assert_eq!(table.outcome(), None);
    table.play("Re6e2");
    assert_eq!(table.outcome(), drawn);
    assert_eq!(table.moves(), "");
    let reading = self::table("aKa8 arb6 wKh8 fKh1 frg3 eKa1", "a").reading();
    assert_eq!(reading.outcome(), drawn);
}

#[test]
fn rules_7_one_bare_king_or_the_bare_kings_of_two_sides_do_not() {
    assert_eq!(table("aKa8 arb6 wKh8 fKh1 eKa1 erc2", "a").outcome(), None);
    // A captured king is not a bare king, though its partner is bare.
    assert_eq!(table("aKa8 arb6 fKh1 frg3 eKd1", "a -x-- -f--").outcome(), None);
    assert_eq!(table("aKa8 arb6 fKh1 frg3 eKd1 wNd4", "a -x-- -f--").outcome(), None);
}

#[test]
fn rules_7_there_is_no_repetition_and_no_fifty_move_rule() {
    let mut table = quiet("", "a");
    for _ in 0..60 {
        table.play("Ka8a7 Kh8h7 Kh1h2 Ka1a2 Ka7a8 Kh7h8 Kh2h1 Ka2a1");
    }
    assert_eq!((table.outcome(), table.ply()), (None, "480".into()));
}
