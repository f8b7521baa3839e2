//! RULES 5: pawns at the far edge.

use enochian::chess::{IllegalMove, Officer};

use crate::table::{Table, quiet, table};

#[test]
fn rules_5_1_a_pawn_promotes_to_its_own_piece_once_its_army_has_lost_a_pawn() {
    for (pawn, becomes) in [("q", "Q"), ("r", "R"), ("b", "B"), ("n", "N")] {
        let mut table = quiet(&format!("f{pawn}e7"), "f ---- ---- 0010");
        assert_eq!(table.to("Pe7"), "e8");
        table.play("Pe7e8");
        assert_eq!(table.effects(), [format!("f{pawn}e8 becomes {becomes}")]);
        assert_eq!(table.at("e8"), format!("f{becomes}"));
    }
}

#[test]
fn rules_5_1_there_is_no_choice() {
    let mut table = quiet("fqe7", "f ---- ---- 0010");
    for choice in ["Pe7e8=Q", "Pe7e8=R"] {
        assert_eq!(table.why_illegal(choice), IllegalMove::NoChoice);
    }
}

#[test]
fn rules_5_1_until_then_it_waits_without_a_move() {
    // The other armies have lost theirs: that does not count.
    let mut table = quiet("fqe7", "f ---- ---- 1101");
    table.play("Pe7e8");
    assert_eq!(table.effects(), ["f waits e8"]);
    assert_eq!(table.at("e8"), "fq");
    table.play("Ka1a2 Ka8a7 Kh8h7");
    assert_eq!(table.to("Pe8"), "");
    assert_eq!(table.to("Pg3"), "g4");
}

#[test]
fn rules_5_1_each_army_has_its_own_far_edge() {
    for (pawn, turn, mv, effect) in [
        ("aqd2", "a", "Pd2d1", "aqd1 becomes Q"),
        ("wqb5", "w", "Pb5a5", "wqa5 becomes Q"),
        ("fqe7", "f", "Pe7e8", "fqe8 becomes Q"),
        ("eqg4", "e", "Pg4h4", "eqh4 becomes Q"),
    ] {
        assert_eq!(quiet(pawn, &format!("{turn} ---- ---- 1111")).play(mv).effects(), [effect]);
    }
    // Another edge is not the far edge.
    for (pieces, turn, mv) in [("fqa3", "f", "Pa3a4"), ("aqh7", "a", "Ph7h6"), ("wqd1", "w", "Pd1c1")] {
        let mut table = quiet(pieces, &format!("{turn} ---- ---- 1111"));
        assert_eq!(table.play(mv).effects(), [] as [&str; 0]);
    }
}

#[test]
fn rules_5_1_a_pawn_may_capture_its_way_to_the_far_edge() {
    let mut table = quiet("fqe7 wNd8", "f ---- ---- 0010");
    table.play("Pe7d8");
    assert_eq!(table.effects(), ["f x wNd8", "fqd8 becomes Q"]);
}

#[test]
fn rules_5_1_a_waiting_pawn_promotes_at_once_when_its_army_loses_a_pawn() {
    let mut table = quiet("fqe8 wRg6", "w");
    table.play("Rg6g3");
    assert_eq!(table.effects(), ["fqe8 becomes Q", "w x frg3"]);
    assert_eq!((table.at("e8"), table.lost()), ("fQ".into(), "0010".into()));
}

#[test]
fn rules_5_1_the_loss_of_a_partners_pawn_or_of_a_piece_does_not_do() {
    let mut partners = quiet("fqe8 wRe6", "w");
    partners.play("Re6b6");
    assert_eq!(partners.effects(), ["w x arb6"]);
    assert_eq!(partners.at("e8"), "fq");
    let mut piece = quiet("fqe8 wRe6 fNd6", "w");
    piece.play("Re6d6");
    assert_eq!(piece.effects(), ["w x fNd6"]);
    assert_eq!((piece.at("e8"), piece.lost()), ("fq".into(), "0000".into()));
}

#[test]
fn rules_5_1_two_may_wait_and_both_promote() {
    let mut table = quiet("fqe8 fnc8 wRg6", "w");
    table.play("Rg6g3");
    assert_eq!(table.effects(), ["fnc8 becomes N", "fqe8 becomes Q", "w x frg3"]);
}

#[test]
fn rules_5_1_one_that_waits_may_be_the_one_that_is_lost() {
    let mut table = quiet("fqe8 fnc8 wRe6", "w");
    table.play("Re6e8");
    assert_eq!(table.effects(), ["fnc8 becomes N", "w x fqe8"]);
    assert_eq!(table.at("g3"), "fr");
}

#[test]
fn rules_5_1_it_is_the_same_in_a_reading() {
    let mut table = quiet("fqe8 wRg6", "w").reading();
    table.play("Rg6g3");
    assert_eq!(table.effects(), ["fqe8 becomes Q", "w x frg3"]);
}

/// Fire has its king, a pawn about to arrive on e8, and what is given; three of its pawns are lost.
fn reduced(fires: &str) -> Table {
    table(&format!("aKa8 arb6 wKh8 wrf7 eKa1 erc2 fKh1 {fires}"), "f ---- ---- 0030")
}

const CHOICE: &str = "e8=B e8=N e8=Q e8=R";

#[test]
fn rules_5_2_a_privileged_pawn_chooses_in_three_compositions() {
    for pawn in ["fqe7", "fre7", "fbe7", "fne7"] {
        for beside in ["", "fQd4", "fBd2"] {
            assert_eq!(reduced(&format!("{pawn} {beside}")).to("Pe7"), CHOICE, "{pawn} {beside}");
        }
    }
}

#[test]
fn rules_5_2_in_no_other_composition() {
    for beside in ["fRd4", "fNd4", "fQd4 fBd2", "fQd4 fQd2", "fBd2 fBd4", "fQd4 fNd2", "fRd4 fBd2"] {
        let mut table = reduced(&format!("fne7 {beside}"));
        assert_eq!(table.to("Pe7"), "e8", "{beside}");
        table.play("Pe7e8");
        assert_eq!(table.effects(), ["fne8 becomes N"]);
    }
    let two_pawns = table("aKa8 arb6 wKh8 wrf7 eKa1 erc2 fKh1 fne7 frg3", "f ---- ---- 0020");
    assert_eq!(two_pawns.to("Pe7"), "e8");
}

#[test]
fn rules_5_2_an_army_without_its_king_has_no_privilege() {
    let table = table("aKa8 arb6 wKh8 wrf7 eKa1 erc2 fQd4 fne7", "f --a- --w- 0030");
    assert_eq!(table.to("Pe7"), "e8");
}

#[test]
fn rules_5_2_the_choice_must_be_made_and_is_made_on_arrival() {
    let mut table = reduced("fne7");
    assert_eq!(table.why_illegal("Pe7e8"), IllegalMove::ChoiceNeeded);
    table.play("Pe7e8=R");
    assert_eq!(table.effects(), ["fne8 becomes R"]);
    let captures = reduced("fne7 wNd8").to("Pe7");
    assert_eq!(captures, "d8=B d8=N d8=Q d8=R e8=B e8=N e8=Q e8=R");
    assert_eq!(reduced("fnd6").to("Pd6"), "d7");
}

#[test]
fn rules_5_2_the_old_piece_turns_into_its_pawn_where_it_stands() {
    let mut queen = reduced("fbe7 fQd4");
    queen.play("Pe7e8=Q");
    assert_eq!(queen.effects(), ["fQd4 demoted", "fbe8 becomes Q"]);
    assert_eq!((queen.at("d4"), queen.at("e8")), ("fq".into(), "fQ".into()));
    let mut bishop = reduced("fqe7 fBd2");
    bishop.play("Pe7e8=B");
    assert_eq!(bishop.effects(), ["fBd2 demoted", "fqe8 becomes B"]);
    // The new pawn goes on as one.
    queen.play("Ka1b1 Ka8a7 Kh8h7");
    assert_eq!(queen.to("Pd4"), "d5");
    assert_eq!(queen.to("Qd4"), "");
}

/// The bishop never left the throne it shares with its king: there it becomes a pawn, and both still stand there.
#[test]
fn rules_5_2_a_piece_demoted_on_its_throne_shares_it_as_a_pawn() {
    let mut table = reduced("fne7 fBh1");
    table.play("Pe7e8=B");
    assert!(table.position.to_string().contains("fK+fb"), "{}", table.position);
    let text = table.position.to_string();
    assert_eq!(text.parse::<enochian::chess::Position>().unwrap().to_string(), text);
    table.play("Ka1b1 Ka8b8 Kh8g8 Ph1h2");
    assert_eq!((table.at("h1"), table.at("h2")), ("fK".into(), "fb".into()));
}

#[test]
fn rules_5_2_a_choice_the_army_does_not_have_demotes_nothing() {
    for choice in ["R", "N", "B"] {
        let mut table = reduced("fre7 fQd4");
        table.play(&format!("Pe7e8={choice}"));
        assert_eq!(table.effects(), [format!("fre8 becomes {choice}")]);
        assert_eq!(table.at("d4"), "fQ");
    }
}

#[test]
fn rules_5_2_a_pawn_of_x_promoting_to_x_demotes_nothing() {
    let mut queens = reduced("fqe7 fQd4");
    queens.play("Pe7e8=Q");
    assert_eq!(queens.effects(), ["fqe8 becomes Q"]);
    assert_eq!((queens.at("d4"), queens.at("e8")), ("fQ".into(), "fQ".into()));
    let mut bishops = reduced("fbe7 fBd2");
    bishops.play("Pe7e8=B");
    assert_eq!(bishops.effects(), ["fbe8 becomes B"]);
    assert_eq!((bishops.at("d2"), bishops.at("e8")), ("fB".into(), "fB".into()));
}

#[test]
fn rules_5_2_a_piece_demoted_on_the_far_edge_stays_a_pawn_without_a_move() {
    let mut table = reduced("fbe7 fQc8");
    table.play("Pe7e8=Q");
    assert_eq!(table.effects(), ["fQc8 demoted", "fbe8 becomes Q"]);
    assert_eq!(table.at("c8"), "fq");
    table.play("Ka1b1 Ka8a7 Kh8h7");
    assert_eq!(table.to("Pc8"), "");
}

#[test]
fn rules_5_2_a_privileged_pawn_that_waited_promotes_to_its_own_type() {
    let mut table = table("aKa8 arb6 wKh8 wrf7 wRg6 eKa1 erc2 fKh1 fne8 frg3", "w");
    assert_eq!(table.to("Rg6").matches("g3").count(), 1);
    table.play("Rg6g3");
    assert_eq!(table.effects(), ["fne8 becomes N", "w x frg3"]);
}

#[test]
fn rules_5_2_a_privileged_pawn_chooses_whatever_the_count_of_lost_pawns() {
    let table = table("aKa8 arb6 wKh8 wrf7 eKa1 erc2 fKh1 fne7", "f ---- ---- 0000");
    assert_eq!(table.to("Pe7"), CHOICE);
}

/// Fire's pawn of the rook is about to arrive on Water's throne.
const TO_A_THRONE: &str = "aKa8 arb6 wKg5 wrf7 fKg1 frh7 fnc3 eKa1 erc2";

#[test]
fn rules_5_3_zalewski_a_pawn_on_a_throne_becomes_the_piece_that_first_shared_it() {
    for (array, becomes) in [("Air of Air", "B"), ("Water of Air", "Q"), ("Earth of Fire", "R"), ("Fire of Earth", "N")]
    {
        let mut table = table(TO_A_THRONE, "f ---- ---- 0010").zalewski(array);
        assert_eq!(table.to("Ph7"), "h8");
        table.play("Ph7h8");
        assert_eq!(table.effects(), [format!("frh8 becomes {becomes}")], "{array}");
    }
    let mut by_default = table(TO_A_THRONE, "f ---- ---- 0010");
    assert_eq!(by_default.play("Ph7h8").effects(), ["frh8 becomes R"]);
}

#[test]
fn rules_5_3_zalewski_elsewhere_it_becomes_its_own_piece() {
    let mut table = quiet("fre7", "f ---- ---- 0010").zalewski("Air of Air");
    assert_eq!(table.play("Pe7e8").effects(), ["fre8 becomes R"]);
}

#[test]
fn rules_5_3_zalewski_one_that_waits_on_a_throne_too() {
    let waiting = TO_A_THRONE.replace("frh7", "frh8 wRc6");
    let mut zalewski = table(&waiting, "w").zalewski("Air of Air");
    assert_eq!(zalewski.play("Rc6c3").effects(), ["frh8 becomes B", "w x fnc3"]);
    let mut by_default = table(&waiting, "w");
    assert_eq!(by_default.play("Rc6c3").effects(), ["frh8 becomes R", "w x fnc3"]);
}

#[test]
fn rules_5_3_zalewski_a_privileged_pawn_has_no_choice_on_a_throne() {
    let privileged = TO_A_THRONE.replace("fnc3", "wNg8");
    let mut table = table(&privileged, "f ---- ---- 0030").zalewski("Air of Air");
    assert_eq!(table.to("Ph7"), "g8=B g8=N g8=Q g8=R h8");
    assert_eq!(table.why_illegal("Ph7h8=Q"), IllegalMove::NoChoice);
    table.play("Ph7h8");
    assert_eq!(table.effects(), ["frh8 becomes B"]);
    let by_default = self::table(&privileged, "f ---- ---- 0030");
    assert_eq!(by_default.to("Ph7"), "g8=B g8=N g8=Q g8=R h8=B h8=N h8=Q h8=R");
}

#[test]
fn rules_5_3_zalewski_the_privilege_keeps_its_price_on_a_throne() {
    let with_bishop = TO_A_THRONE.replace("fnc3", "fBe3");
    let mut other = table(&with_bishop, "f ---- ---- 0030").zalewski("Air of Air");
    assert_eq!(other.play("Ph7h8").effects(), ["fBe3 demoted", "frh8 becomes B"]);
    let mut own = table(&with_bishop.replace("frh7", "fbh7"), "f ---- ---- 0030").zalewski("Air of Air");
    assert_eq!(own.play("Ph7h8").effects(), ["fbh8 becomes B"]);
    assert_eq!(own.at("e3"), "fB");
}

#[test]
fn rules_5_4_only_the_first_loss_promotes_what_waits() {
    // Fire has lost one already: the pawn on e8 is a demoted queen, and stays when another falls.
    let mut table = quiet("fqe8 wRg6", "w ---- ---- 0010");
    table.play("Rg6g3");
    assert_eq!(table.effects(), ["w x frg3"]);
    assert_eq!((table.at("e8"), table.lost()), ("fq".into(), "0020".into()));
}

#[test]
fn rules_5_a_choice_is_of_queen_rook_bishop_or_knight_only() {
    let pawns_choice: Vec<char> = Officer::ALL.iter().map(|o| o.letter()).collect();
    assert_eq!(pawns_choice, ['Q', 'R', 'B', 'N']);
    assert!("Pe7e8=K".parse::<enochian::chess::Move>().is_err());
    assert!("Pe7e8=P".parse::<enochian::chess::Move>().is_err());
}
