//! RULES 2: the eight arrays, against the lists of CVP's second appendix.

use enochian::chess::{Army, Array, Board, Direction, Position};

use crate::table::text;

const ARRAYS: [(&str, &str); 8] = [
    ("Air of Air & Water", "BQNR"),
    ("Water of Air & Water", "QBRN"),
    ("Earth of Air & Water", "RNQB"),
    ("Fire of Air & Water", "NRBQ"),
    ("Air of Fire & Earth", "BRNQ"),
    ("Water of Fire & Earth", "QNRB"),
    ("Earth of Fire & Earth", "RBQN"),
    ("Fire of Fire & Earth", "NQBR"),
];

/// The squares of the pieces and of their pawns, from the throne outward.
const EDGES: [(char, [&str; 4], [&str; 4]); 4] = [
    ('a', ["a8", "b8", "c8", "d8"], ["a7", "b7", "c7", "d7"]),
    ('w', ["h8", "h7", "h6", "h5"], ["g8", "g7", "g6", "g5"]),
    ('f', ["h1", "g1", "f1", "e1"], ["h2", "g2", "f2", "e2"]),
    ('e', ["a1", "a2", "a3", "a4"], ["b1", "b2", "b3", "b4"]),
];

fn opening(officers: &str) -> String {
    let mut pieces = String::new();
    for (army, home, front) in EDGES {
        pieces += &format!("{army}K{} ", home[0]);
        for (place, officer) in officers.chars().enumerate() {
            pieces += &format!("{army}{officer}{} ", home[place]);
            pieces += &format!("{army}{}{} ", officer.to_ascii_lowercase(), front[place]);
        }
    }
    text(&pieces, "a")
}

#[test]
fn rules_2_each_array_stands_as_listed_on_all_four_edges() {
    for (name, officers) in ARRAYS {
        let array: Array = name.parse().unwrap();
        let start = Position::start(array, Army::Air, Direction::Deosil);
        assert_eq!(start.to_string(), opening(officers), "{name}");
    }
}

#[test]
fn rules_2_there_are_eight_arrays_and_no_two_are_alike() {
    let names: Vec<String> = Array::all().iter().map(Array::to_string).collect();
    assert_eq!(names, ARRAYS.map(|(name, _)| name));
    for (i, (_, one)) in ARRAYS.iter().enumerate() {
        assert!(ARRAYS[..i].iter().all(|(_, other)| one != other));
    }
    assert!("Air of Air & Fire".parse::<Array>().is_err());
    assert!("Spirit of Air & Water".parse::<Array>().is_err());
}

#[test]
fn rules_2_an_array_belongs_to_the_two_boards_of_its_name() {
    for array in Array::all() {
        let boards: Vec<Board> = Board::ALL.into_iter().filter(|&board| array.belongs_to(board)).collect();
        let named = if array.to_string().ends_with("Air & Water") {
            [Board::Air, Board::Water]
        } else {
            [Board::Fire, Board::Earth]
        };
        assert_eq!(boards, named, "{array}");
    }
}
