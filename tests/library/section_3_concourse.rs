//! RULES 3.6: the concourse of bishops and of queens.

use enochian::chess::{Bitboard, IllegalMove, Kind, Officer, Square, attacked_from};

use crate::table::{Table, army, square, table};

const SETS: [[&str; 4]; 5] = [
    ["d4", "d5", "e4", "e5"],
    ["b2", "b3", "c2", "c3"],
    ["b6", "b7", "c6", "c7"],
    ["f6", "f7", "g6", "g7"],
    ["f2", "f3", "g2", "g3"],
];

/// Three officers of three armies on a set of four, and the mover's a move away from the last of its squares;
/// kings and pawns stand elsewhere. In a reading, so that no check interferes.
fn about_to_meet(officer: Officer, set: [Square; 4], arrival: usize, mover: usize) -> (Table, String) {
    let letters = ['a', 'w', 'f', 'e'];
    let mut pieces = String::new();
    let mut taken = Vec::new();
    for place in 1..4 {
        let at = set[(arrival + place) % 4];
        taken.push(at);
        pieces += &format!("{}{}{at} ", letters[(mover + place) % 4], officer.letter());
    }
    let occupied: Bitboard = taken.iter().copied().collect();
    let to = set[arrival];
    let from = attacked_from(Kind::Officer(officer), army(letters[mover]), to, occupied)
        .into_iter()
        .find(|s| !set.contains(s))
        .unwrap();
    pieces += &format!("{}{}{from} ", letters[mover], officer.letter());
    // What stands two squares away is not between.
    let mut away = Square::all().filter(|s| s.distance(to) > 2 && s.distance(from) > 2);
    for code in ["aK", "wK", "fK", "eK", "ar", "wr"] {
        pieces += &format!("{code}{} ", away.next().unwrap());
    }
    let fields = letters[mover].to_string();
    (table(&pieces, &fields).reading(), format!("{}{from}{to}", officer.letter()))
}

fn each_set(mut each: impl FnMut(Officer, [Square; 4], usize, usize)) {
    for officer in [Officer::Bishop, Officer::Queen] {
        for set in SETS {
            for arrival in 0..4 {
                for mover in 0..4 {
                    each(officer, set.map(square), arrival, mover);
                }
            }
        }
    }
}

#[test]
fn rules_3_6_concourse_takes_the_other_three() {
    each_set(|officer, set, arrival, mover| {
        let (mut table, mv) = about_to_meet(officer, set, arrival, mover);
        let by = "awfe".as_bytes()[mover] as char;
        table.play(&mv);
        for at in set {
            let expected = if at == set[arrival] { format!("{by}{}", officer.letter()) } else { String::new() };
            assert_eq!(table.at(&at.to_string()), expected, "{mv}");
        }
        let effects = table.effects();
        assert!(effects.contains(&format!("concourse {}{}", officer.letter(), set[arrival])), "{effects:?}");
        assert_eq!(effects.iter().filter(|e| e.starts_with(&format!("{by} x "))).count(), 3, "{effects:?}");
        assert_eq!(effects.len(), 4, "{effects:?}");
    });
}

#[test]
fn rules_3_6_zalewski_partners_piece_joins() {
    each_set(|officer, set, arrival, mover| {
        let (table, mv) = about_to_meet(officer, set, arrival, mover);
        let mut table = table.zalewski("Air of Air");
        let (by, partner) = ("awfe".as_bytes()[mover] as char, set[(arrival + 2) % 4]);
        table.play(&mv);
        for at in set {
            let stays = at == set[arrival] || at == partner;
            let expected = if stays { format!("{by}{}", officer.letter()) } else { String::new() };
            assert_eq!(table.at(&at.to_string()), expected, "{mv}");
        }
        let joined = format!("{}{}{partner} joins {by}", "feaw".as_bytes()[mover] as char, officer.letter());
        let effects = table.effects();
        assert!(effects.contains(&joined), "{joined} {effects:?}");
        assert_eq!(effects.iter().filter(|e| e.starts_with(&format!("{by} x "))).count(), 2, "{effects:?}");
        assert_eq!(effects.len(), 4, "{effects:?}");
    });
}

#[test]
fn rules_3_6_only_five_squares_of_four_will_do() {
    let mut met = Vec::new();
    for corner in Square::all() {
        let set = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(files, ranks)| corner.offset(files, ranks));
        let [Some(a), Some(b), Some(c), Some(d)] = set else { continue };
        for officer in [Officer::Bishop, Officer::Queen] {
            // A bishop cannot come to a1 past the other three, so it comes to a2.
            let arrival = usize::from(a.rank() == 0);
            let (mut table, mv) = about_to_meet(officer, [a, b, c, d], arrival, 0);
            if table.play(&mv).effects().iter().any(|e| e.starts_with("concourse")) {
                met.push((officer.letter(), a.to_string()));
            } else {
                assert_eq!(table.effects(), [] as [&str; 0]);
                assert!([a, b, c, d].iter().all(|s| !table.at(&s.to_string()).is_empty()));
            }
        }
    }
    met.sort();
    let corners = ["b2", "b6", "d4", "f2", "f6"];
    let expected: Vec<(char, String)> =
        ['B', 'Q'].iter().flat_map(|&l| corners.iter().map(move |c| (l, c.to_string()))).collect();
    assert_eq!(met, expected);
}

/// CVP's figure 6: the bishop of Earth arrives on e4.
const FIGURE_6: &str = "aKa8 arb6 aBd5 wKh7 wrf7 wBd4 fKh1 frg3 fBe5 eKa1 erc2 eBg6";

#[test]
fn rules_3_6_the_figure_of_cvp_where_the_mover_arrives_on_e4() {
    let mut table = table(FIGURE_6, "e");
    table.play("Bg6e4");
    assert_eq!(table.effects(), ["concourse Be4", "e x aBd5", "e x fBe5", "e x wBd4"]);
    assert_eq!(table.lost(), "0000");
}

#[test]
fn rules_3_6_it_is_part_of_the_move_and_no_choice() {
    let table = table(FIGURE_6, "e");
    assert_eq!(table.moves().matches("e4").count(), 1);
}

#[test]
fn rules_3_6_bishops_and_queens_never_mix() {
    let mut table = table(&FIGURE_6.replace("fBe5", "fQe5"), "e");
    table.play("Bg6e4");
    assert_eq!(table.effects(), [] as [&str; 0]);
    assert_eq!((table.at("d4"), table.at("d5"), table.at("e5")), ("wB".into(), "aB".into(), "fQ".into()));
}

#[test]
fn rules_3_6_three_are_no_concourse() {
    let mut table = table(&FIGURE_6.replace("fBe5", ""), "e");
    assert_eq!(table.play("Bg6e4").effects(), [] as [&str; 0]);
}

#[test]
fn rules_3_6_all_four_must_be_unfrozen() {
    // The same figure with Air frozen.
    let mut table = table(&FIGURE_6.replace("aKa8", ""), "e x--- e---");
    assert_eq!(table.play("Bg6e4").effects(), [] as [&str; 0]);
    assert_eq!((table.at("d4"), table.at("d5"), table.at("e5")), ("wB".into(), "aB".into(), "fB".into()));
}

#[test]
fn rules_3_6_an_army_under_its_partners_king_takes_part() {
    let mut table = table(&FIGURE_6.replace("aKa8", ""), "e f--- e---");
    assert_eq!(table.play("Bg6e4").effects(), ["concourse Be4", "e x aBd5", "e x fBe5", "e x wBd4"]);
}

#[test]
fn rules_3_6_only_the_move_of_one_of_the_four_makes_it() {
    // The four already stand there; Air was frozen, and Fire's king awakens it (6.1). No bishop moved.
    let mut table = table("arb6 aBd5 wKh7 wrf7 wBd4 fKb8 frg3 fBe5 eKa1 erc2 eBe4", "f x--- w---");
    table.play("Kb8a8");
    assert_eq!(table.effects(), ["a thawed", "f seized a"]);
    // Nor does a bishop that moves elsewhere.
    let mut table = self::table(&format!("{} aBa2", FIGURE_6.replace("eBg6", "eBe4")), "a");
    assert_eq!(table.play("Ba2b3").effects(), [] as [&str; 0]);
}

#[test]
fn rules_3_6_a_capture_may_complete_it() {
    let mut table = table(&format!("{FIGURE_6} fNe4"), "e");
    table.play("Bg6e4");
    assert_eq!(table.effects(), ["concourse Be4", "e x aBd5", "e x fBe5", "e x fNe4", "e x wBd4"]);
}

#[test]
fn rules_3_6_zalewski_the_joined_piece_moves_and_counts_with_the_movers_army() {
    let mut table = table(FIGURE_6, "e").zalewski("Air of Air");
    table.play("Bg6e4");
    assert_eq!(table.effects(), ["concourse Be4", "e x aBd5", "e x fBe5", "wBd4 joins e"]);
    assert_eq!((table.at("d4"), table.at("e4")), ("eB".into(), "eB".into()));
    table.play("Ka8a7");
    assert_eq!(table.to("Bd4"), "");
    table.play("Kh7h6 Kh1h2");
    assert_eq!(table.to("Bd4"), "b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8");
}

#[test]
fn rules_3_6_an_army_with_two_bishops_may_take_part_with_either() {
    // Earth's second bishop completes the square, and the first, elsewhere, is not touched.
    let mut table = table(&format!("{FIGURE_6} eBa5"), "e");
    table.play("Bg6e4");
    assert_eq!(table.effects(), ["concourse Be4", "e x aBd5", "e x fBe5", "e x wBd4"]);
    assert_eq!(table.at("a5"), "eB");
    let mut table = self::table(&format!("{} eBa3 eBb1", FIGURE_6.replace("eBg6", "").replace("erc2", "erh3")), "e");
    table.play("Bb1e4");
    assert_eq!(table.effects(), ["concourse Be4", "e x aBd5", "e x fBe5", "e x wBd4"]);
    assert_eq!(table.at("a3"), "eB");
}

#[test]
fn rules_3_6_four_bishops_of_three_armies_are_no_concourse() {
    let mut table = table(&FIGURE_6.replace("wBd4", "eBd4"), "e");
    assert_eq!(table.play("Bg6e4").effects(), [] as [&str; 0]);
    assert_eq!((table.at("d4"), table.at("d5"), table.at("e5")), ("eB".into(), "aB".into(), "fB".into()));
}

/// The bishops on d5 and d4 keep Air's rook from Earth's king.
const SHIELD: &str = "aKa8 aRd8 aBd5 wKh7 wrf7 wBd4 fKh1 frg3 fBe5 eKd1 erc2 eBg6";

#[test]
fn rules_3_6_with_4_3_a_concourse_may_not_lay_the_own_king_open() {
    let mut table = table(SHIELD, "e");
    assert_eq!(table.why_illegal("Bg6e4"), IllegalMove::ExposesKing(army('e')));
    // By `zalewski` the partner's bishop stays, and shields the king.
    let mut table = self::table(SHIELD, "e").zalewski("Air of Air");
    table.play("Bg6e4");
    assert!(!table.in_check('e'));
}
