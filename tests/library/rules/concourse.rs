//! RULES 3.6: every way in which four bishops or four queens can fill a set of four squares, or four that are no set.

use enochian::chess::{Army, Bitboard, Kind, Officer, Rank, Square, attacked_from};

use super::enochian::set_up;

/// The sets by their lower left squares.
const SETS: [&str; 5] = ["b2", "b6", "d4", "f2", "f6"];

/// The four squares with this one lowest and leftmost, in the order in which one goes round them.
fn four(corner: Square) -> Option<[Square; 4]> {
    Some([corner, corner.offset(0, 1)?, corner.offset(1, 1)?, corner.offset(1, 0)?])
}

/// What the move of an officer does that comes to the `arrival`-th of four squares where those of the other armies stand, with the
/// squares and what stands on each of them afterwards. It is a reading, so that no check interferes.
fn meet(officer: Officer, four: [Square; 4], arrival: usize, mover: Army, rules: &str) -> (Vec<String>, Vec<String>) {
    let letter = officer.letter();
    let others: Bitboard = four.into_iter().filter(|square| *square != four[arrival]).collect();
    let to = four[arrival];
    let reached_from = attacked_from(Kind::Officer(officer), mover, to, others);
    let from = reached_from.into_iter().find(|square| !four.contains(square)).unwrap();
    let mut pieces = format!("{}{letter}{from}", mover.letter());
    for place in 1..4 {
        let army = Army::ALL[(mover.index() + place) % 4];
        pieces += &format!(" {}{letter}{}", army.letter(), four[(arrival + place) % 4]);
    }
    // What stands three squares away is not between.
    let mut away = Square::all().filter(|square| square.distance(to) > 2 && square.distance(from) > 2);
    for code in ["aK", "wK", "fK", "eK", "ar", "wr"] {
        pieces += &format!(" {code}{}", away.next().unwrap());
    }
    let mut table = set_up(&format!("{pieces}, {}, reading{rules}", mover.letter())).unwrap();
    table.play(&format!("{letter}{from}{to}")).unwrap();
    let mut effects: Vec<String> = table.answer("effects").unwrap().items().into_iter().map(str::to_owned).collect();
    effects.sort();
    (effects, four.map(|square| table.answer(&square.to_string()).unwrap().written()).into())
}

/// Checks bishops and queens, each set, each square of it to arrive on, and each army to arrive.
fn each_concourse(rules: &str, partner_joins: bool) {
    for officer in [Officer::Bishop, Officer::Queen] {
        let letter = officer.letter();
        for set in SETS.map(|corner| four(corner.parse().unwrap()).unwrap()) {
            for (arrival, mover) in (0..4).flat_map(|arrival| Army::ALL.map(|mover| (arrival, mover))) {
                let by = mover.letter();
                let mut effects = vec![format!("concourse {letter}{}", set[arrival])];
                let mut stand = vec!["none".to_owned(); 4];
                stand[arrival] = format!("{by}{letter}");
                for step in 1..4 {
                    let (army, place) = (Army::ALL[(mover.index() + step) % 4], (arrival + step) % 4);
                    let there = format!("{}{letter}{}", army.letter(), set[place]);
                    if partner_joins && army == mover.partner() {
                        effects.push(format!("{there} joins {by}"));
                        stand[place] = format!("{by}{letter}");
                    } else {
                        effects.push(format!("{by} x {there}"));
                    }
                }
                effects.sort();
                assert_eq!(meet(officer, set, arrival, mover, rules), (effects, stand));
            }
        }
    }
}

#[test]
fn rules_3_6_concourse_takes_the_other_three() {
    each_concourse("", false);
}

#[test]
fn rules_3_6_zalewski_partners_piece_joins() {
    each_concourse(", zalewski Air of Air", true);
}

#[test]
fn rules_3_6_only_five_sets_of_four_will_do() {
    for corner in Square::all().filter(|corner| !SETS.contains(&&*corner.to_string())) {
        let Some(four) = four(corner) else { continue };
        for officer in [Officer::Bishop, Officer::Queen] {
            // A bishop cannot come to a1 past the other three, so it comes to a2.
            let arrival = usize::from(corner.rank() == Rank::First);
            let (effects, stand) = meet(officer, four, arrival, Army::Air, "");
            assert_eq!(effects, [] as [&str; 0], "{corner}");
            assert!(!stand.contains(&"none".to_owned()), "{corner}");
        }
    }
}
