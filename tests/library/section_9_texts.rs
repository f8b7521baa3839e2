//! RULES 9.2 to 9.4: the sheet text of a promotion, which position texts are no position, and the counts of moves.

use enochian::chess::{
    Angle, Army, Array, Board, Direction, ParsePositionError, Position, PositionError, Rules, SheetMove,
};

use crate::table::{QUIET, table, text};

fn faults(pieces: &str, fields: &str) -> Vec<PositionError> {
    match text(pieces, fields).parse::<Position>() {
        Err(ParsePositionError::Illegal(faults)) => faults,
        other => panic!("{other:?}"),
    }
}

fn command_of(army: Army, faults: &[PositionError]) -> bool {
    faults.iter().any(|f| matches!(f, PositionError::Command(a, _) if *a == army))
}

#[test]
fn rules_9_2_a_sheet_text_names_the_chosen_promotion() {
    let table = table("aKa8 arb6 wKh8 wrf7 eKa1 erc2 fKh1 fne7", "f ---- ---- 0030");
    let found = |text: &str| text.parse::<SheetMove>().unwrap().candidates(&table.position, &table.rules);
    for choice in ["Q", "R", "B", "N"] {
        let mv = format!("Pe7e8={choice}").parse().unwrap();
        let sheet = table.position.sheet(mv, &table.rules);
        assert!(sheet.ends_with(&format!("#{choice}")), "{sheet}");
        assert_eq!(found(&sheet), [mv]);
        assert_eq!(found(sheet.trim_end_matches(choice)).len(), 4);
    }
}

#[test]
fn rules_9_3_an_army_has_at_most_four_pawns_on_the_board_and_lost_together() {
    let more = format!("{QUIET} aqb5 anb4");
    assert!(text(&more, "a ---- ---- 1000").parse::<Position>().is_ok());
    assert_eq!(faults(&more, "a ---- ---- 2000"), [PositionError::TooManyPawns(Army::Air, 3, 2)]);
    assert_eq!(faults(&format!("{more} ard4 abe4"), "a"), [PositionError::TooManyPawns(Army::Air, 5, 0)]);
}

#[test]
fn rules_9_3_only_a_king_and_a_piece_of_its_army_share_a_square_and_only_their_throne() {
    assert!(text(&format!("{QUIET} aBa8"), "a").parse::<Position>().is_ok());
    // A bishop demoted on its throne is a pawn there (RULES 5.2).
    assert!(text(&format!("{QUIET} aba8"), "a").parse::<Position>().is_ok());
    for (piece, at) in [("wBa8", "a8"), ("fBa8", "a8"), ("wba8", "a8"), ("aBb6", "b6")] {
        assert_eq!(
            faults(&format!("{QUIET} {piece}"), "a"),
            [PositionError::SharedSquare(at.parse().unwrap())],
            "{piece}"
        );
    }
    let away = QUIET.replace("aKa8", "aKa7 aBa7");
    assert_eq!(faults(&away, "a"), [PositionError::SharedSquare("a7".parse().unwrap())]);
}

#[test]
fn rules_9_3_every_missing_king_is_held_by_an_enemy_and_no_other() {
    let without = QUIET.replace("wKh8 ", "");
    assert!(text(&without, "a -x-- -f--").parse::<Position>().is_ok());
    assert_eq!(faults(&without, "a -x-- ----"), [PositionError::NoCaptor(Army::Water)]);
    assert_eq!(faults(&without, "a -x-- -e--"), [PositionError::NoCaptor(Army::Water)]);
    assert_eq!(faults(QUIET, "a ---- -f--"), [PositionError::CaptorOfFreeKing(Army::Water)]);
    assert_eq!(faults(&format!("{QUIET} wKd4"), "a"), [PositionError::TwoKings(Army::Water)]);
}

#[test]
fn rules_9_3_the_command_of_an_army_fits_with_its_kings() {
    let without = QUIET.replace("wKh8 ", "");
    assert!(command_of(Army::Water, &faults(&without, "a ---- -f--")));
    assert!(command_of(Army::Water, &faults(&without, "a -E-- -f--")));
    assert!(command_of(Army::Water, &faults(QUIET, "a -x-- ----")));
    assert!(command_of(Army::Water, &faults(QUIET, "a -e-w ----")));
    assert!(command_of(Army::Earth, &faults(QUIET, "a -E-W ----")));
    assert_eq!(faults(&without, "w -x-- -f--"), [PositionError::FrozenTurn(Army::Water)]);
}

#[test]
fn rules_9_3_a_text_that_reads_is_written_again_as_it_was() {
    for fields in ["a", "w< -E-- ---- 0123 17", "f --a- ---- 0000 4000"] {
        let text = text(&format!("{QUIET} aBa8"), fields);
        assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
    }
}

#[test]
fn rules_9_4_the_first_moves_are_counted() {
    let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    assert_eq!([0, 1, 2, 3].map(|depth| start.perft(depth, &Rules::CHESSVARIANTS)), [1, 12, 133, 1475]);
}
