//! RULES 4.4: stalemate.

use enochian::chess::{DrawReason, IllegalMove, Outcome};

use crate::table::{Table, army, table};

/// Earth's king on a1 has no square to go to and is not in check.
const CORNERED: &str = "aKa8 aRb5 fKh1 fRh2 frg4 eKa1";

fn stalemate(of: char) -> Option<Outcome> {
    Some(Outcome::Drawn(DrawReason::Stalemate(army(of))))
}

fn cornered(others: &str, fields: &str) -> Table {
    table(&format!("{CORNERED} {others}"), fields)
}

#[test]
fn rules_4_4_a_stalemated_army_passes_and_the_game_goes_on() {
    let mut table = cornered("wKg8 wrf7", "e");
    assert!(!table.in_check('e'));
    assert_eq!((table.moves(), table.outcome(), table.may_pass()), ("--".into(), None, true));
    table.play("--");
    assert_eq!((table.turn(), table.ply()), ("a".into(), "1".into()));
}

#[test]
fn rules_4_4_it_passes_until_it_has_a_move() {
    let mut table = cornered("wKg8 wrf7", "e");
    table.play("-- Rb5c5 Kg8f8 Kh1g1");
    assert_eq!(table.moves(), "Ka1b1");
    assert_eq!(table.why_illegal("--"), IllegalMove::MustMove(army('e')));
}

#[test]
fn rules_4_4_nobody_passes_who_has_a_move() {
    let mut table = cornered("wKg8 wrf7", "w");
    assert!(!table.may_pass());
    assert_eq!(table.why_illegal("--"), IllegalMove::MustMove(army('w')));
}

#[test]
fn rules_4_4_drawn_when_the_partners_king_is_taken() {
    let table = cornered("wrf7 wNc8", "e -x-- -a--");
    assert_eq!(table.outcome(), stalemate('e'));
    assert!(!table.may_pass());
}

#[test]
fn rules_4_4_drawn_when_the_partner_has_withdrawn() {
    assert_eq!(cornered("wKg8 wrf7", "e -E-- ----").outcome(), stalemate('e'));
}

#[test]
fn rules_4_4_drawn_when_the_partner_is_under_the_stalemated_kings_command() {
    assert_eq!(cornered("wKg8 wrf7", "e -e-- ----").outcome(), stalemate('e'));
    assert_eq!(cornered("wrf7", "e -e-- -a--").outcome(), stalemate('e'));
}

/// Water's king on h8 has no square to go to either, and its pawn on e4 is blocked.
const BOTH: &str = "aKa8 aRb5 aRg5 fKh1 fRd2 fRb7 fNd4 eKa1 wKh8 wre4";

#[test]
fn rules_4_4_drawn_when_the_partner_is_stalemated_too() {
    assert_eq!(table(BOTH, "e").outcome(), stalemate('e'));
    assert_eq!(table(BOTH, "w").outcome(), stalemate('w'));
    // With a move of Water's pawn it is none.
    assert_eq!(table(&BOTH.replace("fNd4", "fNd3"), "e").outcome(), None);
}

#[test]
fn rules_4_4_it_is_judged_at_the_stalemated_turn() {
    // At the turn of an army that has a move nothing is drawn yet.
    let mut table = table(BOTH, "f");
    assert_eq!(table.outcome(), None);
    table.play("Rd2c2");
    assert_eq!(table.outcome(), stalemate('e'));
    assert_eq!(table.why_illegal("--"), IllegalMove::Over(stalemate('e').unwrap()));
}

/// Water is in check from the queen on h6 and hemmed in by its own pawns and by frozen knights: no move at all.
const HEMMED: &str = "aKa8 aRb5 aRd2 aQh6 eKa1 wKh8 wrg8 wqg7 wbh7 fNf8 fNf7 fNf6";

#[test]
fn rules_4_4_an_army_without_a_move_passes_even_in_check() {
    let mut table = table(HEMMED, "w --x- --w-");
    assert!(table.in_check('w'));
    assert_eq!((table.moves(), table.outcome(), table.may_pass()), ("--".into(), None, true));
    table.play("--");
    assert_eq!(table.turn(), "e");
}

#[test]
fn rules_4_4_a_partner_in_check_passes_but_is_not_stalemated() {
    let hemmed = table(HEMMED, "e --x- --w-");
    assert_eq!((hemmed.moves(), hemmed.outcome(), hemmed.may_pass()), ("--".into(), None, true));
    // Without the check it is stalemated, and the game drawn.
    assert_eq!(table(&HEMMED.replace("aQh6", "aQh5"), "e --x- --w-").outcome(), stalemate('e'));
}

#[test]
fn rules_4_4_an_army_without_a_king_passes_but_is_not_stalemated() {
    // Water, awakened by Earth's king, has only a blocked pawn; Earth is stalemated, but it is Water's turn.
    let pieces = BOTH.replace("wKh8", "");
    let mut blocked = table(&pieces, "w -e-- -f--");
    assert_eq!((blocked.moves(), blocked.outcome(), blocked.may_pass()), ("--".into(), None, true));
    blocked.play("--");
    assert_eq!(blocked.turn(), "f");
}

#[test]
fn rules_4_4_a_reading_knows_no_stalemate() {
    for (others, fields) in [("wKg8 wrf7", "e"), ("wrf7 wNc8", "e -x-- -a--"), ("wKg8 wrf7", "e -E-- ----")] {
        let table = cornered(others, fields).reading();
        assert_eq!(table.outcome(), None);
        assert_eq!(table.moves(), "Ka1a2 Ka1b1 Ka1b2");
    }
    let table = table(BOTH, "e").reading();
    assert_eq!(table.outcome(), None);
    assert_eq!(table.moves(), "Ka1a2 Ka1b1 Ka1b2");
}

#[test]
fn rules_4_4_an_army_without_a_move_in_a_reading_draws_nothing() {
    // Water is hemmed in and not in check, and Earth's king is taken.
    let pieces = HEMMED.replace("aQh6", "aQh5").replace("eKa1 ", "");
    assert_eq!(table(&pieces, "w --xx --wa").outcome(), stalemate('w'));
    let reading = table(&pieces, "w --xx --wa").reading();
    assert_eq!((reading.moves(), reading.outcome(), reading.may_pass()), ("--".into(), None, true));
}
