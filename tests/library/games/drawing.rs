//! The boards as they are drawn, also as they are seen from another side.

use std::collections::BTreeSet;

use enochian::games::{CellShape, Diagram, DiagramCell, GameKind, Ground};

use super::common;

/// The rows of a board as names, as they are seen.
fn rows(diagram: &Diagram, panel: usize) -> Vec<String> {
    let cells = &diagram.panels[panel].cells;
    let row = |of: &[DiagramCell]| of.iter().map(|cell| cell.name.as_str()).collect::<Vec<_>>().join(" ");
    cells.chunk_by(|one, other| one.y == other.y).map(row).collect()
}

fn start(kind: GameKind) -> Diagram {
    common::referee(kind, &[]).start().diagram()
}

#[test]
fn a_board_of_squares_is_turned_by_quarters() {
    let board = start(GameKind::Three);
    let corner = |quarters| {
        let rows = rows(&board.clone().turned(quarters), 0);
        (rows[0][..5].to_owned(), rows[7][..5].to_owned())
    };
    let seen = [("a8 b8", "a1 b1"), ("a1 a2", "h1 h2"), ("h1 g1", "h8 g8"), ("h8 h7", "a8 a7")];
    for (quarters, (above, below)) in (0..).zip(seen) {
        assert_eq!(corner(quarters), (above.to_owned(), below.to_owned()), "{quarters} quarters");
    }
    assert_eq!(board.clone().turned(1).turned(3), board);
    assert_eq!(board.clone().turned(4), board);
    assert_eq!(board.clone().turned(1).barriers, board.barriers);
}

#[test]
fn a_board_of_hexes_is_turned_by_half_a_turn() {
    let board = start(GameKind::Faith);
    let turned = board.clone().turned(2);
    for (panel, title) in turned.panels.iter().enumerate() {
        assert_eq!(title.title, board.panels[panel].title, "the levels keep their order");
        let upright: Vec<String> = rows(&board, panel).iter().rev().map(|row| reversed(row)).collect();
        assert_eq!(rows(&turned, panel), upright);
    }
    assert_eq!(turned.clone().turned(2), board);
    assert_eq!((board.clone().turned(1), board.clone().turned(3)), (board, turned));
}

fn reversed(row: &str) -> String {
    row.split(' ').rev().collect::<Vec<_>>().join(" ")
}

/// The columns by rows, as GAMES F2.3 writes them.
const ROWS: [&str; 12] = [
    "dc ec",
    "db eb fb",
    "da ea fa ga",
    "ra rb rc rd re rf rg rh",
    "qa qb qc qd qe qf qg qh qi",
    "pb pc pd pe pf pg ph pi pj",
    "oc od oe of og oh oi oj ok",
    "nd ne nf ng nh ni nj nk nl",
    "me mf mg mh mi mj mk ml",
    "lf lg lh li",
    "kg kh ki",
    "jh ji",
];

#[test]
fn f2_1_to_f2_3_there_are_five_levels_of_the_70_columns() {
    let diagram = start(GameKind::Faith);
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
    let cells = start(GameKind::Faith).panels.remove(0).cells;
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
    let grounds = start(GameKind::Faith).panels.into_iter().map(|panel| {
        assert!(panel.cells.iter().all(|cell| cell.ground == panel.cells[0].ground));
        panel.cells[0].ground
    });
    let expected = [Ground::Light, Ground::Dark, Ground::Light, Ground::Dark, Ground::Light];
    assert_eq!(grounds.collect::<Vec<_>>(), expected);
}

#[test]
fn the_pieces_are_drawn_with_their_seats() {
    let reverse = common::referee(GameKind::Faith, &[("order", "reverse")]);
    for (referee, seat) in [(common::referee(GameKind::Faith, &[]), 3), (reverse, 1)] {
        let cells = referee.start().diagram().panels.remove(2).cells;
        let king = cells.into_iter().find(|cell| cell.name == "ra3").unwrap().piece.unwrap();
        assert_eq!((king.seat, king.letter, king.name, king.is_out), (seat, 'K', "king", false));
        assert_eq!(referee.seats()[seat].name, "Blue");
    }
}

#[test]
fn a_board_is_drawn_with_the_cards_that_are_seen() {
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - - move KcQdJhTs/9c8d7h6s 5c4d3h/2sKdQh AsAhAdAc/- 34? - 0";
    let diagram = common::referee(GameKind::Gods, &[]).read(text).unwrap().view(Some(0)).diagram();
    let panel = &diagram.panels[0];
    assert_eq!((diagram.panels.len(), panel.cells.len()), (1, 64));
    assert_eq!((panel.cells[0].name.as_str(), panel.cells[0].x, panel.cells[0].y), ("a8", 0, 0));
    assert_eq!(panel.cells[63].piece.as_ref().map(|piece| (piece.seat, piece.letter)), Some((0, 'R')));
    let beside: Vec<String> = diagram.beside.iter().map(|(label, text)| format!("{label}: {text}")).collect();
    assert_eq!(
        beside,
        [
            "Hand of White: Kc Qd Jh Ts",
            "Hand of Black: ?? ?? ?? ??",
            "Field of White: 5c 4d 3h",
            "Field of Black: ?? ?? ??",
            "Next hero: As",
            "Heroes below: 3",
            "Heroes gone: none",
            "Deck: 34 cards",
            "Discards: 0 cards",
        ]
    );
}

#[test]
fn the_boards_of_squares_are_drawn_from_a8_to_h1() {
    for kind in [GameKind::Three, GameKind::Free, GameKind::Team] {
        let cells = &start(kind).panels[0].cells;
        assert_eq!(cells.len(), 64);
        assert_eq!((cells[0].name.as_str(), cells[63].name.as_str()), ("a8", "h1"));
        let names: Vec<_> =
            cells.iter().filter_map(|cell| Some((cell.piece.as_ref()?.letter, cell.piece.as_ref()?.name))).collect();
        for named in [('K', "king"), ('Q', "queen"), ('R', "rook"), ('N', "knight"), ('P', "pawn")] {
            assert!(names.contains(&named));
        }
    }
}

#[test]
fn k1_6_pieces_of_an_army_that_is_out_are_drawn_as_such() {
    let text = "wK2rK4/7bK/8/8/8/nR5nBbP/5wR2/wQ5nR1 w n - - - 13";
    let gone = common::referee(GameKind::Free, &[]).read(text).unwrap().diagram();
    let out = gone.panels[0].cells.iter().filter(|cell| cell.piece.as_ref().is_some_and(|piece| piece.is_out));
    assert_eq!(out.map(|cell| cell.name.as_str()).collect::<Vec<_>>(), ["a3", "g3", "g1"]);
}

#[test]
fn a_shared_throne_is_drawn_with_its_king_and_the_piece_beside_it() {
    let diagram = start(GameKind::Enochian);
    let throne = diagram.panels[0].cells.iter().find(|cell| cell.name == "a8").unwrap();
    let king = throne.piece.as_ref().unwrap();
    assert_eq!((king.letter, king.beside), ('K', Some('B')));
}
