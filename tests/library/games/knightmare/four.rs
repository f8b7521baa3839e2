//! GAMES K3 and K4: the two games for four.

use enochian::games::{GameKind, GameState};
use std::sync::Arc;

use super::{after, code, common, mover, moves_from, play, refusal, start, state};

const FREE: GameKind = GameKind::Free;
const TEAM: GameKind = GameKind::Team;

/// What stands where in the set-up, a seat's pieces in one text.
fn pieces(kind: GameKind, seat: usize) -> String {
    let diagram = start(kind).diagram();
    let pieces = diagram.panels[0].cells.iter().filter_map(|cell| Some((cell, cell.piece.as_ref()?)));
    let own = pieces.filter(|(_, piece)| piece.seat == seat);
    let mut found: Vec<String> = own.map(|(cell, piece)| format!("{}{}", piece.letter, cell.name)).collect();
    found.sort();
    found.join(" ")
}

fn queen_on(kind: GameKind, cell: &str) -> Vec<String> {
    let board = match cell {
        "d4" => "wK6bK/8/8/8/3wQ4/8/8/1nK5rK",
        _ => "wK6bK/8/8/3wQ4/8/8/8/1nK4rK1",
    };
    moves_from(&state(kind, &format!("{board} w - - - - 0")), cell)
}

#[test]
fn k3_1_nothing_passes_the_centre_vertex_diagonally() {
    let has = |moves: Vec<String>, to: &str| moves.iter().any(|text| text.ends_with(to));
    assert!(!has(queen_on(FREE, "d4"), "e5") && !has(queen_on(FREE, "d4"), "f6"));
    assert!(!has(queen_on(FREE, "d5"), "e4") && !has(queen_on(FREE, "d5"), "f3"));
    assert!(has(queen_on(FREE, "d4"), "e3") && has(queen_on(FREE, "d4"), "e4") && has(queen_on(FREE, "d4"), "d5"));
    let checked = state(FREE, "wK7/8/5bK2/8/3wQ4/8/8/1nK5rK b - - - - 0");
    assert!(moves_from(&checked, "f6").contains(&"Kf6e6".to_owned()));
    assert!(moves_from(&checked, "f6").contains(&"Kf6e5".to_owned()));
    let pawn = state(FREE, "wK6bK/8/8/4bN3/3nP4/8/8/1nK5rK n - - - - 0");
    assert_eq!(refusal(&pawn, "Pd4xe5"), "the pawn of Brown on d4 cannot reach e5");
    let king = state(FREE, "wK6bK/8/8/4rP3/3nK4/8/8/7rK n - - - - 0");
    assert!(!has(moves_from(&king, "d4"), "e5"));
    let knight = state(FREE, "wK6bK/8/8/8/3nN4/8/8/1nK5rK n - - - - 0");
    assert_eq!(moves_from(&knight, "d4").len(), 8);
}

#[test]
fn k3_2_white_black_red_brown() {
    let mut now = start(FREE);
    let mut order = Vec::new();
    for act in ["Pc6d6", "Pf6e6", "Pf3e3", "Pc3d3", "Pd6d5"] {
        order.push(mover(FREE, &now));
        now = after(&now, &[act]);
    }
    assert_eq!(order, ["White", "Black", "Red", "Brown", "White"]);
}

#[test]
fn k3_3_the_set_up() {
    assert_eq!(pieces(FREE, 0), "Ka8 Na7 Pa6 Pb6 Pc6 Pc7 Pc8 Qb7 Rb8");
    assert_eq!(pieces(FREE, 1), "Kh8 Ng8 Pf6 Pf7 Pf8 Pg6 Ph6 Qg7 Rh7");
    assert_eq!(pieces(FREE, 2), "Kh1 Nh2 Pf1 Pf2 Pf3 Pg3 Ph3 Qg2 Rg1");
    assert_eq!(pieces(FREE, 3), "Ka1 Nb1 Pa3 Pb3 Pc1 Pc2 Pc3 Qb2 Ra2");
}

/// A pawn of an army in the middle of enemies, or alone.
fn pawn(army: char, around: bool) -> Vec<String> {
    let ring = if around { "2wNrNwN3/2wN.wN3/2wNrNwN3" } else { "8/3.4/8" };
    let enemy = if army == 'w' { ring.replace("wN", "bN") } else { ring.to_owned() };
    let enemy = if army == 'r' { enemy.replace("rN", "wN") } else { enemy };
    let text = format!("wK6bK/8/{}/8/8/nK6rK {army} - - - - 0", enemy.replace('.', &format!("{army}P")));
    moves_from(&state(FREE, &text), "d5")
}

#[test]
fn k3_4_pawns_step_in_two_directions() {
    assert_eq!(pawn('w', false), ["Pd5d4", "Pd5e5"]);
    assert_eq!(pawn('b', false), ["Pd5c5", "Pd5d4"]);
    assert_eq!(pawn('r', false), ["Pd5c5", "Pd5d6"]);
    assert_eq!(pawn('n', false), ["Pd5d6", "Pd5e5"]);
}

#[test]
fn k3_5_pawns_capture_on_three_diagonals() {
    // Square e4 lies beyond the centre vertex.
    assert_eq!(pawn('w', true), ["Pd5xc4", "Pd5xe6"]);
    assert_eq!(pawn('b', true), ["Pd5xc4", "Pd5xc6"]);
    assert_eq!(pawn('r', true), ["Pd5xc4", "Pd5xc6", "Pd5xe6"]);
    assert_eq!(pawn('n', true), ["Pd5xc6", "Pd5xe6"]);
    let example = state(FREE, "wK6bK/8/8/8/wNwNwN5/wNnPwN5/wNwNwN5/5nK1rK n - - - - 0");
    assert_eq!(moves_from(&example, "b3"), ["Pb3xa4", "Pb3xc2", "Pb3xc4"]);
}

fn promotions(army: char, cell: &str, board: &str) -> usize {
    let position = state(FREE, &format!("{board} {army} - - - - 0"));
    moves_from(&position, cell).iter().filter(|text| text.contains('=')).count()
}

#[test]
fn k3_6_pawns_promote_on_the_furthest_rank_or_file() {
    assert_eq!(promotions('w', "g5", "wK7/7bK/8/6wP1/8/8/8/nK5rK1"), 4);
    assert_eq!(promotions('w', "d2", "wK7/7bK/8/8/8/8/3wP4/nK5rK1"), 4);
    assert_eq!(promotions('b', "b5", "2wK5/7bK/8/1bP6/8/8/8/nK5rK1"), 4);
    assert_eq!(promotions('b', "d2", "wK7/7bK/8/8/8/8/3bP4/nK5rK1"), 4);
    assert_eq!(promotions('r', "d7", "wK7/3rP4/7bK/8/8/8/8/nK5rK1"), 4);
    assert_eq!(promotions('r', "b5", "2wK5/7bK/8/1rP6/8/8/8/nK5rK1"), 4);
    assert_eq!(promotions('n', "d7", "wK7/3nP4/7bK/8/8/8/8/nK5rK1"), 4);
    assert_eq!(promotions('n', "g5", "wK7/7bK/8/6nP1/8/8/8/nK5rK1"), 4);
    // By a capture too, and not on the near lines.
    assert_eq!(promotions('n', "g4", "wK7/7bK/8/7wN/6nP1/8/8/nK5rK1"), 8);
    assert_eq!(promotions('n', "b2", "wK7/7bK/8/8/8/8/1nP6/4nK1rK1"), 0);
}

#[test]
fn k3_7_no_castling_double_step_or_capture_in_passing() {
    let start = start(FREE);
    assert_eq!(refusal(&start, "O-O"), "there is no castling in this game");
    assert_eq!(refusal(&start, "Pc6c4"), "the pawn of White on c6 cannot reach c4");
    assert_eq!(moves_from(&start, "c6"), ["Pc6c5", "Pc6d6"]);
}

#[test]
fn k3_8_each_player_begins_in_a_quarter_of_the_board() {
    let diagram = start(FREE).diagram();
    for cell in &diagram.panels[0].cells {
        if let Some(piece) = &cell.piece {
            assert_eq!(
                piece.seat,
                [[0, 1], [3, 2]][usize::from(cell.y >= 4)][usize::from(cell.x >= 8)],
                "{}",
                cell.name
            );
        }
    }
}

#[test]
fn k4_1_white_and_red_against_black_and_brown() {
    let seats = common::referee(TEAM, &[]);
    assert_eq!(seats.seats().iter().map(|seat| seat.side).collect::<Vec<_>>(), [0, 1, 0, 1]);
    assert!(queen_on(TEAM, "d4").iter().any(|text| text.ends_with("f6")));
    assert!(queen_on(TEAM, "d5").iter().any(|text| text.ends_with("e4")));
}

#[test]
fn k4_2_the_set_up() {
    assert_eq!(pieces(TEAM, 0), "Bc6 Ka8 Na7 Pa6 Pb6 Pc7 Pc8 Qb7 Rb8");
    assert_eq!(pieces(TEAM, 1), "Bf6 Kh8 Ng8 Pf7 Pf8 Pg6 Ph6 Qg7 Rh7");
    assert_eq!(pieces(TEAM, 2), "Bh2 Kh1 Nf3 Pf1 Pf2 Pg3 Ph3 Qg2 Rg1");
    assert_eq!(pieces(TEAM, 3), "Bb1 Ka1 Nc3 Pa3 Pb3 Pc1 Pc2 Qb2 Ra2");
}

/// White's rook looks at a pawn and at the king of its partner Red.
fn partners(out: &str) -> Arc<dyn GameState> {
    let rank = if out == "r" { "rP2wR4" } else { "rP2wR3rK" };
    state(TEAM, &format!("wK6bK/8/8/8/8/{rank}/8/1nK6 w {out} - - - 0"))
}

#[test]
fn k4_3_partners_neither_capture_nor_check_each_other() {
    assert_eq!(refusal(&partners("-"), "Rd3xa3"), "a3 holds the pawn of Red, its partner");
    assert!(moves_from(&partners("-"), "d3").contains(&"Rd3b3".to_owned()));
    let red = after(&partners("-"), &["Rd3e3", "Kh8h7"]);
    assert!(moves_from(&red, "h3").contains(&"Kh3g3".to_owned()));
}

#[test]
fn k4_3_the_pieces_of_a_partner_who_is_out_may_be_taken() {
    assert!(moves_from(&partners("r"), "d3").contains(&"Rd3xa3".to_owned()));
}

#[test]
fn k4_4_pawns_are_those_of_the_game_each_alone() {
    assert_eq!(moves_from(&start(TEAM), "c7"), ["Pc7d7"]);
    assert_eq!(refusal(&start(TEAM), "O-O"), "there is no castling in this game");
    let open = state(TEAM, "wK6bK/8/8/3wP4/4nN3/8/8/1nK5rK w - - - - 0");
    assert_eq!(moves_from(&open, "d5"), ["Pd5d4", "Pd5e5", "Pd5xe4"]);
}

#[test]
fn k4_5_won_when_both_opponents_are_out() {
    let alone = state(TEAM, "wK7/7bK/8/8/8/8/6wR1/1rR3wQ2 w rn - - - 2");
    assert_eq!(code(&alone), "goes on");
    let won = play(&alone, "Qf1h1").state;
    let ending = won.ending().unwrap();
    assert_eq!(ending.code, "won wr");
    assert_eq!(ending.places, [vec![0, 2], vec![1, 3]]);
    assert_eq!(ending.words, "White and Red have won: both opponents are out.");
}
