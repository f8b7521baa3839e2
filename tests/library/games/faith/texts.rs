//! Texts of moves and positions, the board as it is drawn, and card acts (GAMES C2, K5, F2, F6).

use std::collections::BTreeSet;

use enochian::games::{Actor, CellShape, Fact, Ground};

use super::*;

const OPENING: &str = "rArA,rSrArS,rPrPrPrP,bAbSbP2rP2,bAbAbP6,bSbPbP5oP,bP5oPoPoS,6oPoAoA,2gP2oPoSoA,gPgPgPgP,gSgAgS,gAgA/\
                       rErE,rRrRrR,rPrPrPrP,bEbRbP2rP2,bEbRbP6,bRbPbP5oP,bP5oPoPoR,6oPoRoE,2gP2oPoRoE,gPgPgPgP,gRgRgR,gEgE/\
                       rKrM,rB1rB,rPrPrPrP,bKbBbP5,bM1bP6,bBbP6oP,bP6oPoB,6oP1oM,5oPoBoK,gPgPgPgP,gB1gB,gMgK/\
                       rCrC,rN1rN,rPrPrPrP,bCbNbP2rP2,bC1bP6,bNbPbP5oP,bP5oPoPoN,6oP1oC,2gP2oPoNoC,gPgPgPgP,gN1gN,gCgC/\
                       rUrU,rLrUrL,rPrPrPrP,bUbLbP2rP2,bUbUbP6,bLbPbP5oP,bP5oPoPoL,6oPoUoU,2gP2oPoLoU,gPgPgPgP,gLgUgL,gUgU \
                       r - - - 0";

#[test]
fn f2_1_to_f2_3_there_are_five_levels_of_the_70_columns() {
    let diagram = referee().start().diagram();
    assert_eq!((diagram.panels.len(), diagram.beside.len(), diagram.barriers.len()), (5, 0, 0));
    for (level, panel) in (1..).zip(&diagram.panels) {
        assert_eq!((panel.title.as_deref(), panel.shape), (Some(&*format!("Level {level}")), CellShape::Hex));
        let rows = (0..12).map(|y| {
            let cells = panel.cells.iter().filter(|cell| cell.y == y);
            cells.map(|cell| cell.name.strip_suffix(&level.to_string()).unwrap()).collect::<Vec<_>>().join(" ")
        });
        assert_eq!(rows.collect::<Vec<_>>(), ROWS);
    }
}

#[test]
fn f2_3_rows_are_shifted_by_half_a_cell() {
    let cells = referee().start().diagram().panels.remove(0).cells;
    let place = |name: &str| cells.iter().find(|cell| cell.name == name).map(|cell| (cell.x, cell.y)).unwrap();
    // dc is at (4, 3) and qa at (1, -1), the first of all.
    assert_eq!([place("qa1"), place("dc1"), place("ec1")], [(0, 4), (10, 0), (12, 0)]);
    // The six neighbours of pg.
    let (x, y) = place("pg1");
    let around = [("ph1", 2, 0), ("pf1", -2, 0), ("qf1", -1, -1), ("qg1", 1, -1), ("og1", -1, 1), ("oh1", 1, 1)];
    for (name, across, down) in around {
        assert_eq!(place(name), (x + across, y + down), "{name}");
    }
    let places: BTreeSet<_> = cells.iter().map(|cell| (cell.x, cell.y)).collect();
    assert_eq!((places.len(), places.iter().map(|place| place.0).max()), (70, Some(19)));
}

#[test]
fn f2_7_odd_and_even_levels_have_different_grounds() {
    let grounds = referee().start().diagram().panels.into_iter().map(|panel| {
        assert!(panel.cells.iter().all(|cell| cell.ground == panel.cells[0].ground));
        panel.cells[0].ground
    });
    let expected = [Ground::Light, Ground::Dark, Ground::Light, Ground::Dark, Ground::Light];
    assert_eq!(grounds.collect::<Vec<_>>(), expected);
}

#[test]
fn the_pieces_are_drawn_with_their_seats() {
    let reverse = common::referee(GameKind::Faith, &[("order", "reverse")]);
    for (referee, seat) in [(referee(), 3), (reverse, 1)] {
        let cells = referee.start().diagram().panels.remove(2).cells;
        let king = cells.into_iter().find(|cell| cell.name == "ra3").unwrap().piece.unwrap();
        assert_eq!((king.seat, king.letter, king.name, king.is_out), (seat, 'K', "king", false));
        assert_eq!(referee.seats()[seat].name, "Blue");
    }
}

#[test]
fn c2_a_missing_or_superfluous_x_is_read_and_the_text_becomes_canonical() {
    let state = state_of("rKdc1 rRpg3 bPpe3 bKra1", "r og - - 0");
    assert_eq!(state.play("Rpg3pe3").unwrap().text, "Rpg3xpe3");
    assert_eq!(state.play(" Rpg3xpf3 ").unwrap().text, "Rpg3pf3");
    assert_eq!(refusal(&state, "Bpg3pf3"), "the piece of Red on pg3 is a rook, not a bishop");
}

#[test]
fn f6_1_what_is_not_an_act_is_refused() {
    let start = referee().start();
    for act in [
        "",
        "-",
        "da1",
        "Pda1",
        "Pda1qd",
        "Pda1qd6",
        "pda1qd1",
        "Pad1qd1",
        "Pda1xxqd1",
        "Pda1qd1=",
        "Pda1qd1=RR",
        "Rmi3#",
        "é",
        "Pdé1",
    ] {
        let error = refusal(&start, act);
        assert!(error.contains("is not an act; expected a move such as"), "{act}: {error}");
    }
}

#[test]
fn f6_1_the_reason_of_a_refusal_is_told() {
    let start = referee().start();
    for (act, reason) in [
        ("Rpe3pf3", "pe3 is empty"),
        ("Kra3rb3", "it is Red's turn, and the king of Blue on ra3 is not its piece"),
        ("Qdc3dc4", "the piece of Red on dc3 is a king, not a queen"),
        ("Kdc3db3", "db3 is taken by the bishop of Red on db3"),
        ("Kdc3dc3", "the king of Red on dc3 must leave its cell"),
        ("Nfb4pe3", "the knight of Red on fb4 cannot reach pe3"),
        ("Pda1qd1=R", "the pawn of Red on da1 cannot be promoted on qd1"),
        ("Rdb2#ra3", "the rook of Red on db2 does not threaten the king of Blue on ra3"),
        ("Rdb2#pe3", "there is no enemy king on pe3"),
    ] {
        assert_eq!(refusal(&start, act), reason, "{act}");
    }
    let zone = state_of("rKdc1 rPnf2 rPnk2 bKra1", "r og - - 0");
    assert_eq!(refusal(&zone, "Pnf2mf2=Q"), "a pawn cannot become a queen; choose =R =N =C =E =L =A =S =M =U =B");
    assert!(refusal(&zone, "Pnk2mk2").starts_with("the pawn of Red on nk2 must be promoted on mk2; add one of =R =N"));
}

#[test]
fn f6_2_the_opening_has_its_text() {
    let state = referee().start();
    assert_eq!(state.text(), OPENING);
    assert_eq!(common::data("perft_faith")[0]["position"], OPENING);
    assert_eq!((state.actor(), state.turn(), state.chance(&mut |_| 0)), (Actor::Seat(0), 1, None));
    assert_eq!(state.view(Some(1)).text(), OPENING);
}

#[test]
fn f6_2_unsound_texts_are_refused() {
    let kings = "rKdc1 oKml1 gKji5 bKra5";
    let of = |pieces: &str, fields: &str| text_of(&format!("{pieces} {kings}"), fields);
    let cases = [
        (String::new(), "the number of fields in the position \"\" is 1; expected six"),
        (OPENING.replace(" r ", "  r "), " is 7; expected six"),
        (OPENING.replacen('/', ",", 1), "the board, has 4 levels; expected five"),
        (OPENING.replacen(',', "", 1), "level 1 has 11 rows; expected twelve"),
        (OPENING.replacen("rSrArS", "rSrA", 1), "row 2 of level 1 is \"rSrA\"; expected 3 cells"),
        (OPENING.replacen("rSrArS", "rSrArSrS", 1), "row 2 of level 1"),
        (OPENING.replacen("rSrArS", "rSrAwS", 1), "row 2 of level 1"),
        (OPENING.replacen("rSrArS", "rSrArW", 1), "row 2 of level 1"),
        (OPENING.replacen("bP2rP2", "bP11rP2", 1), "row 4 of level 1"),
        (OPENING.replacen("bP2rP2", "bP02rP2", 1), "row 4 of level 1"),
        (OPENING.replacen("rK", "1", 1), "Red has 0 kings and emperors; expected one for each army that is in"),
        (OPENING.replacen("rM", "rX", 1), "Red has 2 kings and emperors"),
        (OPENING.replace(" r -", " w -"), "field 2, the turn, is \"w\"; expected one of r, o, g, b"),
        (OPENING.replace(" r -", " ro -"), "field 2, the turn,"),
        (OPENING.replace("r - -", "r b -"), "Blue is out, but there is the"),
        (OPENING.replace("r - -", "r bb -"), "field 3, the armies that are out, is \"bb\""),
        (OPENING.replace("r - -", "r robg -"), "field 3"),
        (text_of("oKml1 gKji5 bKra5", "r r - - 0"), "it is the turn of Red, which is out"),
        (OPENING.replace("- - 0", "r - 0"), "field 4 says that Red has won by the second checkmate"),
        (text_of("rKdc1 gKji5", "r ob g - 0"), "field 4 says that Green has won"),
        (of("", "r - x - 0"), "field 4, the winner by the second checkmate, is \"x\""),
        (of("", "o - - rrf3 0"), "field 5, en passant, is \"rrf3\""),
        (of("rPqf3", "o - - wrf3qf3 0"), "field 5, en passant,"),
        (of("rPqf3", "o - - rrf3qf3rrf3qf3 0"), "field 5, en passant,"),
        (of("rPqf3 oPoh2", "g - - ooi2oh2rrf3qf3 0"), "in the order r, o, g, b"),
        (of("rPqf3", "r - - rrf3qf3 0"), "field 5 says that a pawn of Red stepped over rf3 to qf3"),
        (of("rRqf3", "o - - rrf3qf3 0"), "field 5 says"),
        (of("rPqf3 oRrf3", "o - - rrf3qf3 0"), "field 5 says"),
        (of("rPpf3", "o - - rqf3pf3 0"), "field 5 says"),
        (of("rPqf2", "o - - rrf3qf2 0"), "field 5 says"),
        (of("rPmk2", "o - - - 0"), "no column lies before the pawn of Red on mk2; expected another piece"),
        (OPENING.replace(" 0", " x"), "field 6, the ply, is \"x\"; expected a whole number"),
        (OPENING.replace(" 0", " +1"), "field 6"),
        (OPENING.replace(" 0", " 00"), "field 6"),
        (OPENING.replace(" 0", " 01"), "field 6"),
        (OPENING.replace(" 0", " 4294967296"), "field 6"),
    ];
    for (text, problem) in cases {
        let error = referee().read(&text).map(|state| state.text()).unwrap_err().to_string();
        assert!(error.contains(problem), "{text}\n  {error}\n  {problem}");
    }
    for fields in ["o - - rrf3qf3 7", "o - - - 4294967295"] {
        let text = of("rPqf3", fields);
        assert_eq!(read(&text).text(), text);
        assert!(played(&read(&text), &["Kml1mk1"]).turn() > 8);
    }
}

#[test]
fn k5_2_a_card_without_ops_changes_nothing() {
    let start = referee().start();
    let played = start.play("card \"Feint\"").unwrap();
    assert_eq!((played.text.as_str(), played.irregular.as_deref()), ("card \"Feint\"", Some("a card act")));
    assert_eq!((played.state.text(), played.ends_turn), (start.text(), false));
    assert_eq!(played.facts, [Fact::Other("plays the card \"Feint\"".into())]);
}

/// The state after a card with these ops in a small position, from its board on.
fn after_card(ops: &str) -> Result<String, String> {
    let state = state_of("rKdc3 rRdb2 oKml3 gKji3 bKra3 bPqe2", "r - - - 4");
    let played = state.play(&format!("card \"C\": {ops}")).map_err(|error| error.to_string())?;
    assert_eq!(played.ends_turn, ops.contains("end"));
    Ok(played.state.text())
}

#[test]
fn k5_3_ops_change_the_board_and_the_turn() {
    let others = "oKml3 gKji3 bKra3";
    for (ops, pieces, fields) in [
        ("move db2qe2", "rKdc3 rRqe2 oKml3 gKji3 bKra3", "r - - - 4"),
        ("remove qe2", "rKdc3 rRdb2 oKml3 gKji3 bKra3", "r - - - 4"),
        ("place oBpg3", "rKdc3 rRdb2 oKml3 gKji3 bKra3 bPqe2 oBpg3", "r - - - 4"),
        ("change qe2gM", "rKdc3 rRdb2 oKml3 gKji3 bKra3 gMqe2", "r - - - 4"),
        ("swap db2dc3", "rRdc3 rKdb2 oKml3 gKji3 bKra3 bPqe2", "r - - - 4"),
        ("turn g", "rKdc3 rRdb2 oKml3 gKji3 bKra3 bPqe2", "g - - - 4"),
        ("out b", "rKdc3 rRdb2 oKml3 gKji3", "r b - - 4"),
        ("out r", "oKml3 gKji3 bKra3 bPqe2", "o r - - 4"),
        ("end", "rKdc3 rRdb2 oKml3 gKji3 bKra3 bPqe2", "o - - - 5"),
        ("out b, in b, place bKqe2", &format!("rKdc3 rRdb2 {}", "oKml3 gKji3 bKqe2"), "r - - - 4"),
        ("place rXqd2, remove dc3", &format!("rXqd2 rRdb2 bPqe2 {others}"), "r - - - 4"),
    ] {
        assert_eq!(after_card(ops), Ok(text_of(pieces, fields)), "{ops}");
    }
    // The king is known again after there were two for a while.
    let state = state_of("rKdc3 bRdc5 bKra3", "b og - - 0");
    let state = played(&state, &["card \"C\": place rKpg3, remove pg3"]);
    assert_eq!(offered(&state), ["Rdc5#dc3"]);
}

#[test]
fn k5_4_an_army_whose_king_a_card_removes_is_out_at_once() {
    let out = Ok(text_of("rKdc3 rRdb2 oKml3 gKji3", "r b - - 4"));
    assert_eq!(after_card("remove ra3"), out);
    assert_eq!(after_card("change ra3bR"), out);
    assert_eq!(after_card("move qe2ra3"), out);
    let state = state_of("rKdc3 oKml3", "o gb - - 4");
    let ended = state.play("card \"C\": remove dc3").unwrap();
    assert_eq!((ended.facts[1].clone(), ended.state.ending().unwrap().code), (Fact::Out(0), "won orbg".to_owned()));
    assert!(refusal(&state, "card \"C\": remove dc3, remove ml3").contains("no army would be left"));
}

#[test]
fn k5_5_a_card_that_leaves_an_unsound_position_is_refused_whole() {
    for (ops, reason) in [
        ("move pg3pe3", "move pg3pe3: pg3 is empty"),
        ("move db2db2", "the two cells are the same"),
        ("move db2", "\"\" is not a cell; a cell is a column and a level, such as ec2"),
        ("remove pg3", "remove pg3: pg3 is empty"),
        ("remove pg9", "\"pg9\" is not a cell"),
        ("place rRqe2", "qe2 is taken by the pawn of Blue on qe2"),
        ("place wRpg3", "\"wR\" is not a piece; a piece is an army and a letter, such as rK"),
        ("place rKpg3", "Red has 2 kings and emperors"),
        ("place rPjh1", "no column lies before the pawn of Red on jh1"),
        ("change pg3rR", "pg3 is empty"),
        ("change qe2", "is not a piece"),
        ("swap db2pg3", "pg3 is empty"),
        ("turn w", "\"w\" is not an army; choose r, o, g or b"),
        ("out b, turn b", "Blue is out"),
        ("out b, out b", "Blue is already out"),
        ("in b", "Blue is not out"),
        ("out b, in b", "Blue has 0 kings and emperors"),
    ] {
        let error = after_card(ops).unwrap_err();
        assert!(error.starts_with("the card act is refused: ") && error.contains(reason), "{ops}: {error}");
    }
    assert!(after_card("fly db2").unwrap_err().contains("is not an act"));
}

#[test]
fn k5_5_rights_lapse_with_their_pieces() {
    let state = state_of("rPqf3 rKdc1 oKml1 gKji5 bKra5", "o - - rrf3qf3 7");
    for ops in ["remove qf3", "place oRrf3", "move qf3qg3", "turn r", "out r"] {
        let state = played(&state, &[&format!("card \"C\": {ops}")]);
        assert_eq!(state.text().split(' ').nth(4), Some("-"), "{ops}");
    }
    let kept = played(&state, &["card \"C\": place oRpg3"]);
    assert_eq!(kept.text().split(' ').nth(4), Some("rrf3qf3"));
}
