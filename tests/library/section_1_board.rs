//! RULES 1: the board and the armies.

use enochian::chess::{Angle, Army, Array, Board, Direction, Position, Side, Square};

use crate::table::{quiet, square};

#[test]
fn rules_1_1_four_angles_of_sixteen_squares_with_their_thrones() {
    for (angle, from, to, throne) in [
        (Angle::Air, "a5", "d8", "a8"),
        (Angle::Water, "e5", "h8", "h8"),
        (Angle::Fire, "e1", "h4", "h1"),
        (Angle::Earth, "a1", "d4", "a1"),
    ] {
        let (from, to) = (square(from), square(to));
        let inside =
            |s: Square| (from.file()..=to.file()).contains(&s.file()) && (from.rank()..=to.rank()).contains(&s.rank());
        assert_eq!(Square::all().filter(|&s| inside(s)).count(), 16);
        for s in Square::all() {
            assert_eq!(s.angle() == angle, inside(s), "{s} {angle}");
            assert_eq!(format!("{s:?}"), s.to_string());
        }
        assert_eq!(angle.throne(), square(throne));
        assert_eq!((angle.army().throne(), angle.army().angle()), (square(throne), angle));
    }
}

#[test]
fn rules_1_2_partners_face_each_other_diagonally() {
    for (one, other) in [(Army::Air, Army::Fire), (Army::Water, Army::Earth)] {
        assert_eq!(one.partner(), other);
        assert_eq!(other.partner(), one);
        assert_eq!(one.side(), other.side());
        assert_ne!(one.throne().file(), other.throne().file());
        assert_ne!(one.throne().rank(), other.throne().rank());
    }
    assert_eq!(Army::Air.side(), Side::Actives);
    assert_eq!(Army::Earth.side(), Side::Passives);
}

#[test]
fn rules_1_3_turns_pass_clockwise() {
    let mut table = quiet("", "a");
    let mut order = table.turn();
    for mv in ["Ka8a7", "Kh8h7", "Kh1h2", "Ka1a2"] {
        order += &table.play(mv).turn();
    }
    assert_eq!(order, "awfea");
}

#[test]
fn rules_1_3_widdershins_turns_pass_the_other_way() {
    let mut table = quiet("", "a<");
    let mut order = table.turn();
    for mv in ["Ka8a7", "Ka1a2", "Kh1h2", "Kh8h7"] {
        order += &table.play(mv).turn();
    }
    assert_eq!(order, "a<e<f<w<a<");
}

#[test]
fn rules_1_4_a_game_begins_with_the_army_of_its_board_a_reading_with_any() {
    for board in Board::ALL {
        assert_eq!(board.first().name(), board.name());
        for first in Army::ALL {
            let start = Position::start(Array::of(first.angle(), board), first, Direction::Deosil);
            assert_eq!(start.turn(), first);
            assert_eq!(start.ply(), 0);
        }
    }
}

#[test]
fn rules_1_5_each_army_has_its_own_forward() {
    for (pawn, turn, piece, to) in
        [("aqd5", "a", "Pd5", "d4"), ("wqe5", "w", "Pe5", "d5"), ("fqd5", "f", "Pd5", "d6"), ("eqd5", "e", "Pd5", "e5")]
    {
        assert_eq!(quiet(pawn, turn).to(piece), to, "{pawn}");
    }
}
