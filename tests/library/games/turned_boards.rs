//! Boards of other games as they are seen from another side.

use enochian::games::{Diagram, DiagramCell, GameKind, GameOptions};

/// The rows of a board as names, as they are seen.
fn rows(diagram: &Diagram, panel: usize) -> Vec<String> {
    let cells = &diagram.panels[panel].cells;
    let row = |of: &[DiagramCell]| of.iter().map(|cell| cell.name.as_str()).collect::<Vec<_>>().join(" ");
    cells.chunk_by(|one, other| one.y == other.y).map(row).collect()
}

fn start(kind: GameKind) -> Diagram {
    kind.referee(&GameOptions::default()).unwrap().start().diagram()
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
