//! The armies, the moves, check and checkmate (GAMES F1, F3, F4, and C3).

use enochian::games::{Actor, Fact};

use super::*;

/// A position with only Red and Blue in the game, Red to move.
fn red_and_blue(pieces: &str) -> Arc<dyn GameState> {
    state_of(pieces, "r og - - 0")
}

/// The cells that a piece of Red reaches from pg3, the middle of the board, with both kings far away.
fn from_the_middle(letter: &str) -> String {
    reached(&red_and_blue(&format!("r{letter}pg3 rKdc1 bKra1")), "pg3").join(" ")
}

fn words(cells: &str) -> Vec<&str> {
    cells.split_whitespace().collect()
}

fn letter_on(state: &Arc<dyn GameState>, cell: &str) -> Option<char> {
    let cells = state.diagram().panels.into_iter().flat_map(|panel| panel.cells);
    cells.into_iter().find(|found| found.name == cell).unwrap().piece.map(|piece| piece.letter)
}

#[test]
fn f1_1_to_f1_5_every_army_has_the_same_47_pieces() {
    let pieces = referee().start().diagram().panels.into_iter().flat_map(|panel| panel.cells);
    let pieces: Vec<_> = pieces.filter_map(|cell| cell.piece).collect();
    for seat in 0..4 {
        let count = |letter| pieces.iter().filter(|piece| piece.seat == seat && piece.letter == letter).count();
        let counts = "KRNCELASMUBP".chars().map(|letter| (letter, count(letter))).collect::<Vec<_>>();
        let expected = [
            ('K', 1),
            ('R', 3),
            ('N', 2),
            ('C', 2),
            ('E', 2),
            ('L', 2),
            ('A', 3),
            ('S', 2),
            ('M', 1),
            ('U', 3),
            ('B', 2),
            ('P', 24),
        ];
        assert_eq!(counts, expected);
    }
    assert_eq!(pieces.len(), 4 * 47);
}

#[test]
fn f1_6_the_order_is_that_of_the_spectrum_or_the_reverse() {
    let names = |options: &[(&str, &str)]| {
        let referee = common::referee(GameKind::Faith, options);
        let seats = referee.seats().iter().map(|seat| format!("{}{}{}", seat.letter, seat.name, seat.side));
        let seats: Vec<String> = seats.collect();
        let mut state = referee.start();
        let mut turns = Vec::new();
        for _ in 0..5 {
            let Actor::Seat(seat) = state.actor() else { panic!("{state:?}") };
            turns.push(seat);
            let (act, letter) = (offered(&state)[0].clone(), state.text().split(' ').nth(1).unwrap().to_owned());
            assert_eq!(letter, referee.seats()[seat].letter.to_string());
            state = state.play(&act).unwrap().state;
        }
        assert_eq!(turns, [0, 1, 2, 3, 0]);
        seats.join(" ")
    };
    assert_eq!(names(&[]), "rRed0 oOrange1 gGreen2 bBlue3");
    assert_eq!(names(&[("order", "spectrum")]), "rRed0 oOrange1 gGreen2 bBlue3");
    assert_eq!(names(&[("order", "reverse")]), "rRed0 bBlue1 gGreen2 oOrange3");
}

#[test]
fn f3_1_a_king_steps_to_20_cells() {
    let around = "og2 og3 og4 oh2 oh3 oh4 pf2 pf3 pf4 pg2 pg4 ph2 ph3 ph4 qf2 qf3 qf4 qg2 qg3 qg4";
    assert_eq!(words(around).len(), 20);
    assert_eq!(reached(&red_and_blue("rKpg3 bKra1"), "pg3").join(" "), around);
    // In the corner of a camp there are three columns beside it.
    assert_eq!(reached(&red_and_blue("rKdc3 bKra1"), "dc3").join(" "), "db2 db3 db4 dc2 dc4 eb2 eb3 eb4 ec2 ec3 ec4");
}

#[test]
fn f3_2_a_rook_slides_in_six_directions_and_up_and_down() {
    let lines =
        "da3 ga3 kg3 lg3 mg3 mj3 ng3 ni3 og3 oh3 pb3 pc3 pd3 pe3 pf3 pg1 pg2 pg4 pg5 ph3 pi3 pj3 qf3 qg3 re3 rg3";
    assert_eq!(from_the_middle("R"), lines);
    // It captures an enemy and stops before a piece of its own.
    let state = red_and_blue("rRpg3 rKdc1 bKra1 bPpe3 rPpi3 bPpg5");
    let cells = reached(&state, "pg3");
    let of_row: Vec<_> = cells.iter().filter(|cell| cell.starts_with('p')).map(String::as_str).collect();
    assert_eq!(of_row, ["pe3", "pf3", "pg1", "pg2", "pg4", "pg5", "ph3"]);
    assert!(offered(&state).contains(&"Rpg3xpe3".to_owned()) && offered(&state).contains(&"Rpg3pf3".to_owned()));
}

#[test]
fn f3_3_a_bishop_slides_along_twelve_root_2_diagonals() {
    let lines = "ng1 ng5 ni1 ni5 og2 og4 oh2 oh4 pe1 pe5 pf2 pf4 ph2 ph4 pi1 pi5 qf2 qf4 qg2 qg4 re1 re5 rg1 rg5";
    assert_eq!((from_the_middle("B").as_str(), words(lines).len()), (lines, 24));
    let blocked = reached(&red_and_blue("rBpg3 rKdc1 bKra1 bPpf4 rPph4"), "pg3");
    assert!(blocked.contains(&"pf4".into()) && !blocked.iter().any(|cell| ["pe5", "ph4", "pi5"].contains(&&**cell)));
}

#[test]
fn f3_4_a_knight_leaps_one_column_and_two_levels_or_two_and_one() {
    let leaps = "ng2 ng4 ni2 ni4 og1 og5 oh1 oh5 pe2 pe4 pf1 pf5 ph1 ph5 pi2 pi4 qf1 qf5 qg1 qg5 re2 re4 rg2 rg4";
    assert_eq!(from_the_middle("N"), leaps);
    let walled = "rNpg3 rKdc1 bKra1 rPpf3 rPph3 rPpg4 rPpg2 rPog3 rPoh3 rPqf3 rPqg3";
    assert_eq!(reached(&red_and_blue(walled), "pg3").join(" "), leaps, "nothing is in its way");
}

#[test]
fn f3_5_a_camel_leaps_one_column_and_three_levels_or_three_and_one() {
    assert_eq!(from_the_middle("C"), "da2 da4 ga2 ga4 mg2 mg4 mj2 mj4 pd2 pd4 pj2 pj4");
    let low = reached(&red_and_blue("rCpg1 rKdc1 bKra1"), "pg1").join(" ");
    assert_eq!(low, "da2 ga2 mg2 mj2 og4 oh4 pd2 pf4 ph4 pj2 qf4 qg4");
}

#[test]
fn f3_6_an_elephant_leaps_two_root_2_diagonals_straight_on() {
    let leaps = "ng1 ng5 ni1 ni5 pe1 pe5 pi1 pi5 re1 re5 rg1 rg5";
    assert_eq!(from_the_middle("E"), leaps);
    let over = reached(&red_and_blue("rEpg3 rKdc1 bKra1 rPog2 bPog4"), "pg3").join(" ");
    assert_eq!(over, leaps, "it leaps");
}

#[test]
fn f3_7_a_sennight_leaps_to_the_twelve_cells_at_root_7() {
    assert_eq!(from_the_middle("S"), "ea3 fa3 mh3 mi3 nf3 nj3 oe3 oj3 qd3 qi3 rd3 rh3");
}

#[test]
fn f3_8_an_elf_leaps_as_a_sennight_two_levels_away() {
    let leaps = "ea1 ea5 fa1 fa5 mh1 mh5 mi1 mi5 nf1 nf5 nj1 nj5 oe1 oe5 oj1 oj5 qd1 qd5 qi1 qi5 rd1 rd5 rh1 rh5";
    assert_eq!((from_the_middle("L").as_str(), words(leaps).len()), (leaps, 24));
}

#[test]
fn f3_9_a_unicorn_slides_along_hex_diagonals() {
    assert_eq!(from_the_middle("U"), "eb3 li3 ne3 nh3 nk3 of3 oi3 qe3 qh3 rc3 rf3");
    let blocked = reached(&red_and_blue("rUpg3 rKdc1 bKra1 bPqe3 rPof3"), "pg3").join(" ");
    assert_eq!(blocked, "eb3 li3 nh3 nk3 oi3 qe3 qh3 rf3");
}

#[test]
fn f3_10_a_rabbi_goes_round_in_up_to_five_hex_diagonals() {
    // One way out, over qh: then ga, eb, da on one side and pj, nk, mj on the other; the fifth steps, to qe and nh, are
    // stopped by pieces of its own.
    let blocks = "rPoi1 rPnh1 rPof1 rPqe1 rPrf1";
    let state = red_and_blue(&format!("rApg1 rKdc1 bKra1 {blocks}"));
    assert_eq!(reached(&state, "pg1").join(" "), "da1 eb1 ga1 mj1 nk1 pj1 qh1");
    // It captures what it meets, and goes no further.
    let state = red_and_blue(&format!("rApg1 rKdc1 bKra1 bPeb1 bPpj1 {blocks}"));
    assert_eq!(reached(&state, "pg1").join(" "), "eb1 ga1 pj1 qh1");
    // AOF's example: in five steps, over rf, pg, of and pd, it comes from da1 to rc1; a shorter way is barred.
    let state = red_and_blue("rAda1 rKdc1 bKqa1 rPeb1 rPqe1");
    assert_eq!(reached(&state, "da1").join(" "), "ga1 of1 pd1 pg1 rc1 rf1");
    let state = red_and_blue("rAda1 rKdc1 bKqa1 rPeb1 rPqe1 rPpd1");
    assert_eq!(reached(&state, "da1").join(" "), "ga1 of1 pg1 rf1");
}

#[test]
fn f3_11_an_emperor_moves_as_a_king_or_one_hex_diagonal() {
    let cells = reached(&red_and_blue("rXpg3 bKra1"), "pg3");
    assert_eq!(cells.len(), 26);
    for cell in ["qh3", "oi3", "nh3", "of3", "qe3", "rf3", "pg2", "qg4"] {
        assert!(cells.contains(&cell.to_owned()), "{cell}");
    }
}

#[test]
fn f3_12_a_simurgh_goes_on_from_a_hex_diagonal_as_a_rook() {
    // One way out, over qh: on along q (qi) or along x, to rh.
    let blocks = "rPoi3 rPnh3 rPof3 rPqe3 rPrf3";
    let state = red_and_blue(&format!("rMpg3 rKdc1 bKra1 {blocks}"));
    assert_eq!(reached(&state, "pg3").join(" "), "qh3 qi3 rh3");
    // What stands on the first cell ends the move, and is captured.
    let state = red_and_blue(&format!("rMpg3 rKdc1 bKra1 bPqh3 {blocks}"));
    assert_eq!(reached(&state, "pg3").join(" "), "qh3");
    // Further on too.
    let state = red_and_blue(&format!("rMpg3 rKdc1 bKra1 bPqi3 rPrh3 {blocks}"));
    assert_eq!(reached(&state, "pg3").join(" "), "qh3 qi3");
    assert!(offered(&state).contains(&"Mpg3xqi3".to_owned()));
    // The pieces beside it do not hinder it.
    let state = red_and_blue(&format!("rMpg3 rKdc1 bKra1 rPqg3 rPph3 {blocks}"));
    assert_eq!(reached(&state, "pg3").join(" "), "qh3 qi3 rh3");
}

#[test]
fn f3_13_the_promotees_are_compounds() {
    for (promotee, parts) in
        [("Q", "RB"), ("I", "BK"), ("H", "CB"), ("D", "NB"), ("G", "UB"), ("V", "LB"), ("Z", "AB"), ("T", "SB")]
    {
        let mut expected: Vec<String> = Vec::new();
        for part in parts.chars() {
            // A king of Red stands elsewhere, so the King's steps are looked at apart.
            let pieces = if part == 'K' { "rKpg3 bKra1".to_owned() } else { format!("r{part}pg3 rKdc1 bKra1") };
            expected.extend(reached(&red_and_blue(&pieces), "pg3"));
        }
        expected.sort();
        expected.dedup();
        assert_eq!(from_the_middle(promotee), expected.join(" "), "{promotee}");
    }
    let mut pope = reached(&red_and_blue("rXpg3 bKra1"), "pg3");
    pope.extend(reached(&red_and_blue("rBpg3 rKdc1 bKra1"), "pg3"));
    pope.sort();
    pope.dedup();
    assert_eq!(from_the_middle("O"), pope.join(" "));
    assert_eq!(pope.len(), 38);
}

#[test]
fn f3_14_the_notches_bar_hex_diagonals_and_sennight_leaps() {
    let goes = |piece: &str, from: &str, to: &str| {
        let king = if piece == "X" { "" } else { "rKdc4" };
        let state = red_and_blue(&format!("r{piece}{from} {king} bKqa4"));
        reached(&state, from).contains(&to.to_owned())
    };
    for (one, other) in [("da", "rc"), ("li", "mj")] {
        for level in 1..=5 {
            let (one, other) = (format!("{one}{level}"), format!("{other}{level}"));
            for piece in ["X", "U", "O", "G", "M"] {
                assert!(!goes(piece, &one, &other) && !goes(piece, &other, &one), "{piece} {one} {other}");
            }
            // A Rabbi comes there the long way round.
            for piece in ["A", "Z"] {
                assert!(goes(piece, &one, &other) && goes(piece, &other, &one), "{piece} {one} {other}");
            }
        }
    }
    let shut = "rArc1 rKdc4 bKqa4 rPqe1 rPpd1 rPqb1";
    assert!(!reached(&red_and_blue(shut), "rc1").contains(&"da1".to_owned()));
    let leaps = [
        ("da", "qc"),
        ("da", "rb"),
        ("db", "rc"),
        ("ea", "rc"),
        ("li", "mk"),
        ("li", "nj"),
        ("ki", "mj"),
        ("lh", "mj"),
    ];
    for (one, other) in leaps {
        let (low, high) = (format!("{one}1"), format!("{other}1"));
        for piece in ["S", "T"] {
            assert!(!goes(piece, &low, &high) && !goes(piece, &high, &low), "{piece} {one} {other}");
        }
        let high = format!("{other}3");
        for piece in ["L", "V"] {
            assert!(!goes(piece, &low, &high) && !goes(piece, &high, &low), "{piece} {one} {other}");
        }
    }
    // The same steps elsewhere are open.
    assert!(goes("U", "ea3", "rd3") && goes("S", "ea1", "qd1") && goes("L", "ea1", "qd3"));
}

#[test]
fn f3_15_pawns_step_along_both_forward_directions() {
    for (army, steps) in [("r", "og3 oh3"), ("b", "oh3 ph3"), ("g", "qf3 qg3"), ("o", "pf3 qf3")] {
        let state = state_of(&format!("{army}Ppg3 rKdc1 oKml1 gKji5 bKra5"), &format!("{army} - - - 0"));
        assert_eq!(reached(&state, "pg3").join(" "), steps, "{army}");
    }
    let blocked = red_and_blue("rPpg3 rKdc1 bKra1 bPog3");
    assert_eq!(reached(&blocked, "pg3"), ["oh3"], "it captures nothing there");
}

#[test]
fn f3_16_from_its_pawn_rank_a_pawn_may_step_twice() {
    for (army, from, steps) in [
        ("r", "fa3", "qf3 qh3 rf3 rg3"),
        ("b", "qc3", "oe3 pd3 qd3 qe3"),
        ("g", "lg3", "mf3 mg3 ne3 ng3"),
        ("o", "oj3", "oh3 oi3 pi3 qh3"),
    ] {
        let state = state_of(&format!("{army}P{from} rKdc1 oKml1 gKji5 bKra5"), &format!("{army} - - - 0"));
        assert_eq!(reached(&state, from).join(" "), steps, "{army}");
    }
    let double = |pieces: &str| reached(&red_and_blue(&format!("rPfa3 rKdc1 bKra1 {pieces}")), "fa3").join(" ");
    assert_eq!(double(""), "qf3 qh3 rf3 rg3");
    assert_eq!(double("bPrf3"), "qh3 rg3");
    assert_eq!(double("bPqf3"), "qh3 rf3 rg3");
    // The front pawns have no second step.
    assert_eq!(reached(&referee().start(), "rf1").join(" "), "qf1 qg1");
}

#[test]
fn f3_17_a_pawn_captures_forward_on_the_next_levels() {
    let around = "bPog2 bPog3 bPog4 bPoh2 bPoh3 bPoh4 bPph2 bPpf4 bPqg4 bPpg4";
    let state = red_and_blue(&format!("rPpg3 rKdc1 bKra1 {around}"));
    let acts: Vec<String> = offered(&state).into_iter().filter(|act| act.starts_with('P')).collect();
    assert_eq!(acts, ["Ppg3xog2", "Ppg3xog4", "Ppg3xoh2", "Ppg3xoh4"]);
    let at_the_bottom = red_and_blue("rPpg1 rKdc1 bKra1 bPog2 bPoh2");
    assert_eq!(reached(&at_the_bottom, "pg1").join(" "), "og1 og2 oh1 oh2");
}

#[test]
fn f3_18_a_double_step_can_be_answered_by_each_opponent_once() {
    let start = state_of("rPfa3 oPqg4 gPqf2 bPdb5 rKdc1 oKml1 gKji5 bKra5", "r - - - 0");
    let state = played(&start, &["Pfa3qf3"]);
    assert!(state.text().ends_with(" o - - rrf3qf3 1"), "{}", state.text());
    // Orange takes it as if it had made one step.
    let taken = state.play("Pqg4xrf3").unwrap();
    assert!(taken.facts.contains(&Fact::Captured { seat: 0, piece: "pawn", at: "qf3".into() }), "{:?}", taken.facts);
    assert!(letter_on(&taken.state, "qf3").is_none() && letter_on(&taken.state, "rf3") == Some('P'));
    assert!(taken.state.text().ends_with(" g - - - 2"));
    // Orange does something else: Green may, too. It is also promoted where it lands.
    let state = played(&state, &["Kml1mk1"]);
    let green: Vec<String> = offered(&state).into_iter().filter(|act| act.starts_with("Pqf2x")).collect();
    assert_eq!((green.len(), green[0].as_str()), (11, "Pqf2xrf3"));
    // When it is Red's turn again it is over.
    let state = played(&state, &["Kji5jh5", "Kra5qa5"]);
    assert!(state.text().ends_with(" r - - - 4"));
}

#[test]
fn f3_18_it_lapses_when_something_stands_on_the_cell_or_the_pawn_is_gone() {
    let start = state_of("rPfa3 oRrd3 oRqd3 gPqf2 rKdc1 oKml1 gKji5 bKra5", "o - - - 0");
    let start = played(&start, &["Kml1mk1", "Kji5jh5", "Kra5qa5", "Pfa3qf3"]);
    assert!(start.text().ends_with(" o - - rrf3qf3 4"));
    let state = played(&start, &["Rqd3xqf3"]);
    assert!(state.text().ends_with(" g - - - 5") && !offered(&state).contains(&"Pqf2xrf3".to_owned()));
    // With a rook on the cell it is the rook that is captured.
    let state = played(&start, &["Rrd3rf3"]);
    assert!(state.text().ends_with(" g - - - 5"));
    let facts = state.play("Pqf2xrf3").unwrap().facts;
    assert!(facts.contains(&Fact::Captured { seat: 1, piece: "rook", at: "rf3".into() }), "{facts:?}");
}

#[test]
fn f3_18_two_double_steps_can_be_answered_at_once() {
    let start = state_of("rPfa3 oPoj2 rKdc1 oKml1 gKji5 bKra5", "r - - - 0");
    let state = played(&start, &["Pfa3qf3", "Poj2oh2"]);
    assert!(state.text().ends_with(" g - - rrf3qf3ooi2oh2 2"), "{}", state.text());
}

#[test]
fn f3_18_neighbours_capture_in_passing_only_where_their_ways_meet() {
    // Red and Blue on rd.
    let of_blue = |double: &str| {
        let state = state_of("rPda3 bPrc4 bPre4 bPrb4 rKdc1 oKml1 gKji5 bKra5", "r - - - 0");
        let state = played(&state, &[double, "Kml1mk1", "Kji5jh5"]);
        offered(&state).into_iter().filter(|act| act.contains('x')).collect::<Vec<_>>()
    };
    assert_eq!(of_blue("Pda3qd3"), ["Prc4xqd3", "Prc4xrd3"], "the pawn itself, or in passing");
    // Over re3 instead, where a pawn of Blue on rd4 would capture: not there.
    let state = state_of("rPda3 bPrd4 rKdc1 oKml1 gKji5 bKra5", "r - - - 0");
    let state = played(&state, &["Pda3qf3", "Kml1mk1", "Kji5jh5"]);
    assert!(state.text().ends_with("rre3qf3 3"));
    assert!(!offered(&state).iter().any(|act| act.contains('x')));
    // Orange and Green on mi: Orange from mj over mi.
    let state = state_of("oPmj3 gPli4 rKdc1 oKml1 gKji5 bKra5", "o - - - 0");
    let state = played(&state, &["Pmj3mh3"]);
    assert!(offered(&state).contains(&"Pli4xmi3".to_owned()), "{:?}", offered(&state));
    // Orange from nj over ni, beside a pawn of Green on mi.
    let state = state_of("oPnj3 gPmi4 rKdc1 oKml1 gKji5 bKra5", "o - - - 0");
    let state = played(&state, &["Pnj3nh3"]);
    assert!(state.text().contains(" oni3nh3 "));
    let captures: Vec<String> = offered(&state).into_iter().filter(|act| act.contains('x')).collect();
    assert_eq!(captures, ["Pmi4xnh3"], "not in passing");
}

#[test]
fn f3_19_a_pawn_may_be_promoted_in_the_far_zone_and_must_at_the_end() {
    let of_pawn = |pieces: &str| -> Vec<String> {
        let state = red_and_blue(&format!("{pieces} rKdc1 bKra1"));
        offered(&state).into_iter().filter(|act| act.starts_with('P')).collect()
    };
    assert_eq!(of_pawn("rPoe2"), ["Poe2ne2", "Poe2nf2"], "not yet");
    let choices = ["", "=A", "=B", "=C", "=E", "=L", "=M", "=N", "=R", "=S", "=U"];
    let zone = |mv: &str| choices.iter().map(|choice| format!("{mv}{choice}")).collect::<Vec<_>>();
    assert_eq!(of_pawn("rPnf2"), [zone("Pnf2mf2"), zone("Pnf2mg2")].concat());
    assert_eq!(of_pawn("rPnf2 bPmg3")[22..], zone("Pnf2xmg3"));
    // Later too; but where no column lies before it there is no choice.
    assert_eq!(of_pawn("rPmf2"), [zone("Pmf2lf2"), zone("Pmf2lg2")].concat());
    assert_eq!(of_pawn("rPnk2"), [&zone("Pnk2mk2")[1..], &zone("Pnk2ml2")[1..]].concat());
    // What stands before it is no reason: it may be gone tomorrow.
    assert_eq!(of_pawn("rPmf2 bPlf2 bPlg2"), Vec::<String>::new());
    // A Rabbi on Level 3 moves on Level 3.
    let state = played(&red_and_blue("rPnf3 rKdc1 bKra1"), &["Pnf3mf3=A", "Kra1ra2"]);
    assert!(reached(&state, "mf3").iter().all(|cell| cell.ends_with('3')) && !reached(&state, "mf3").is_empty());
    // The other zones: Orange's from x 4 down, Green's from row r up, Blue's from x 9 up.
    for (army, from, to) in [("o", "pe2", "pd2"), ("g", "qe2", "re2"), ("b", "ph2", "pi2")] {
        let state = state_of(&format!("{army}P{from} rKdc5 oKml1 gKji5 bKra5"), &format!("{army} - - - 0"));
        let promoted = format!("P{from}{to}=R");
        assert!(offered(&state).contains(&promoted), "{promoted}: {:?}", offered(&state));
    }
}

#[test]
fn f3_20_there_is_no_castling() {
    let error = refusal(&referee().start(), "O-O");
    assert!(error.contains("\"O-O\" is not an act; expected a move such as Pda1qd1"), "{error}");
}

#[test]
fn f4_1_a_move_must_meet_a_check_while_one_can() {
    let state = red_and_blue("rKdc3 bRdc5 bKra1");
    let safe = ["db2", "db3", "db4", "eb2", "eb3", "eb4", "ec2", "ec3", "ec4"];
    assert_eq!(offered(&state), safe.map(|cell| format!("Kdc3{cell}")));
    assert_eq!(refusal(&state, "Kdc3dc2"), "Kdc3dc2 leaves the king of Red in check");
    // An Emperor too, and a piece that stands between.
    let pinned = red_and_blue("rXdc3 rNdc4 bRdc5 bKra1");
    assert!(!offered(&pinned).iter().any(|act| act.starts_with('N')));
    assert!(refusal(&pinned, "Ndc4db2").ends_with("leaves the emperor of Red in check"));
}

/// The king of Red on jh1 is in check from jh5, and wherever it goes another rook looks at it.
const MATED: &str = "rKjh1 rPqf3 bRjh5 bRji5 bRkg5 bRkh5 bKra1";

#[test]
fn f4_1_where_none_can_any_move_may_be_made_and_another_may_lift_the_check() {
    let state = state_of(&format!("{MATED} oNlh4 oKml1 gKdc5"), "r - - - 0");
    let acts = offered(&state);
    assert_eq!(acts.len(), 7 + 2, "{acts:?}");
    let state = played(&state, &["Pqf3pf3"]);
    // Orange takes the rook; then Blue threatens nobody.
    let lifted = played(&state, &["Nlh4xjh5", "Kdc5ec5"]);
    assert!(!offered(&lifted).iter().any(|act| act.contains('#')));
    let not = played(&state, &["Kml1mk1", "Kdc5ec5"]);
    assert_eq!(offered(&not), ["Rjh5#jh1"]);
}

#[test]
fn f4_2_checkmate_comes_first_and_is_the_players_choice() {
    let state = state_of("rKdc1 rRmi3 rRml5 rRji5 oKml3 gKji1 bKra1", "r - - - 7");
    assert_eq!(offered(&state), ["Rji5#ji1", "Rmi3#ml3", "Rml5#ml3"]);
    let error = refusal(&state, "Kdc1dc2");
    assert_eq!(error, "Red threatens a king, so it must first give checkmate, for example Rji5#ji1".to_owned());
    let played = state.play("Rmi3#ml3").unwrap();
    assert!(!played.ends_turn);
    assert!(played.state.text().ends_with(" r o - - 7"), "no ply, and still Red's turn");
    assert_eq!(played.state.turn(), 8);
    assert_eq!(
        played.facts,
        [
            Fact::Other("checkmates the king of Orange on ml3 with the rook on mi3".into()),
            Fact::Out(1),
            Fact::Promoted { piece: "queen", at: "mi3".into() },
            Fact::Promoted { piece: "emperor", at: "dc1".into() },
        ]
    );
}

#[test]
fn f4_3_the_pieces_of_the_mated_army_are_removed() {
    let state = state_of("rKdc1 rRmi3 oKml3 oPnd1 oRdb5 gKji1 bKra1", "r - - - 7");
    let state = played(&state, &["Rmi3#ml3"]);
    assert_eq!(["ml3", "nd1", "db5"].map(|cell| letter_on(&state, cell)), [None; 3]);
    assert_eq!(state.actor(), Actor::Seat(0));
    // The turn passes over the army that is out.
    let state = played(&state, &["Xdc1dc2"]);
    assert_eq!(state.actor(), Actor::Seat(2));
}

#[test]
fn f4_4_what_mates_is_promoted() {
    for (kind, becomes, king) in [
        ('C', 'H', "pd4"),
        ('N', 'D', "ng4"),
        ('U', 'G', "qe3"),
        ('L', 'V', "ea5"),
        ('A', 'Z', "of3"),
        ('S', 'T', "ea3"),
        ('B', 'O', "pe5"),
        ('E', 'I', "pe5"),
        ('P', 'I', "oh4"),
        ('R', 'Q', "pj3"),
        ('M', 'Q', "qh3"),
        ('Q', 'Q', "pj3"),
        ('I', 'I', "pf3"),
        ('D', 'D', "pe5"),
    ] {
        let state = state_of(&format!("r{kind}pg3 rKdc1 oK{king} gKji5 bKra1"), "r - - - 0");
        let mate = format!("{kind}pg3#{king}");
        assert!(offered(&state).contains(&mate), "{mate}");
        let state = played(&state, &[&mate]);
        assert_eq!((letter_on(&state, "pg3"), letter_on(&state, "dc1")), (Some(becomes), Some('X')), "{mate}");
    }
    let state = played(&state_of("rKpg3 oKoh4 gKji5 bKra1", "r - - - 0"), &["Kpg3#oh4"]);
    assert_eq!(letter_on(&state, "pg3"), Some('X'));
}

#[test]
fn f4_4_a_threat_that_arises_by_the_promotion_counts_at_once() {
    let state = state_of("rRpg3 rKdc1 oKpj3 gKji5 bKog4", "r - - - 0");
    assert_eq!(offered(&state), ["Rpg3#pj3"]);
    let state = played(&state, &["Rpg3#pj3"]);
    assert_eq!(offered(&state), ["Qpg3#og4"]);
}

#[test]
fn f4_5_the_second_checkmate_by_a_promoted_piece_wins() {
    let state = state_of("rRpg3 rKdc1 oKpj3 gKji5 bKog4", "r - - - 0");
    let state = played(&state, &["Rpg3#pj3", "Qpg3#og4"]);
    assert!(state.text().ends_with(" r ob r - 0"));
    let ending = state.ending().unwrap();
    assert_eq!((ending.code.as_str(), ending.places), ("won rgbo", vec![vec![0], vec![2], vec![3], vec![1]]));
    assert_eq!(
        ending.words,
        "Red has won: it gave the second checkmate with a promoted piece. Green is second, Blue third and Orange fourth."
    );
    assert_eq!(
        (state.actor(), offered(&state).len(), refusal(&state, "--").as_str()),
        (Actor::Nobody, 0, "the game is over")
    );
    // An Emperor is such a piece, and the army that gave the first checkmate does not matter.
    let state = played(&state_of("rXpg3 gKoh4 bKra1", "r o - - 0"), &["Xpg3#oh4"]);
    assert_eq!(state.ending().unwrap().code, "won rbgo");
    // The first checkmate does not win, even with a promoted piece.
    assert!(played(&state_of("rXpg3 oKoh4 gKji5 bKra1", "r - - - 0"), &["Xpg3#oh4"]).ending().is_none());
}

#[test]
fn f4_6_otherwise_the_third_checkmate_wins() {
    let state = state_of("rRpg3 rKdc1 rBpe3 oKpj3 gKji5 bKpc5", "r - - - 3");
    let state = played(&state, &["Rpg3#pj3", "Bpe3#pc5"]);
    assert!(state.text().ends_with(" r ob - - 3"), "the second by a piece not promoted before: {}", state.text());
    assert!(state.ending().is_none());
    let state = played(&state_of("rRpg3 rKdc1 gKpj3", "r ob - - 3"), &["Rpg3#pj3"]);
    let ending = state.ending().unwrap();
    assert_eq!(ending.code, "won rgbo");
    assert_eq!(
        ending.words,
        "Red has won: the three other armies are out. Green is second, Blue third and Orange fourth."
    );
}

#[test]
fn f4_7_an_army_without_a_move_passes() {
    let shut_in = "rKjh1 rUji1 rUjh2 rUji2 rPkg1 rPkh1 rPki1 rPlh1 rPkg2 rPkh2 rPki2 rPlg2 rPlh2";
    let state = red_and_blue(&format!("{shut_in} bKra1"));
    assert_eq!(offered(&state), ["--"]);
    assert_eq!((state.acts()[0].from.as_ref(), state.acts()[0].to.as_ref()), (None, None));
    let passed = state.play("--").unwrap();
    assert!(passed.ends_turn && passed.state.text().ends_with(" b og - - 1"));
    assert_eq!(refusal(&referee().start(), "--"), "Red has a move, so it cannot pass");
}

#[test]
fn f4_8_two_bare_kings_play_on() {
    let state = red_and_blue("rKdc1 bXra1");
    assert!(state.ending().is_none() && !offered(&state).is_empty());
}

#[test]
fn facts_tell_what_happened() {
    let moved = |piece, from: &str, to: &str| Fact::Moved { piece, from: from.into(), to: to.into() };
    let state = state_of("rKdc1 rBpe2 rPnf2 bPmg3 oKml3 gKji5 bKrf5", "r - - - 0");
    // The kings that the army threatens after the move are in check.
    assert_eq!(state.play("Bpe2pf3").unwrap().facts, [moved("bishop", "pe2", "pf3"), Fact::Check(3)]);
    let promoted = state.play("Pnf2xmg3=U").unwrap();
    let expected = [
        moved("pawn", "nf2", "mg3"),
        Fact::Captured { seat: 3, piece: "pawn", at: "mg3".into() },
        Fact::Promoted { piece: "unicorn", at: "mg3".into() },
    ];
    assert_eq!(promoted.facts, expected);
    assert_eq!(promoted.facts[2].clause(referee().seats()), "becomes a unicorn on mg3");
    // If it were Red's turn again, that would be checkmate.
    let checked = played(&state, &["Bpe2pf3", "Kml3mk3", "Kji5jh5", "card \"C\": turn r"]);
    assert_eq!(offered(&checked), ["Bpf3#rf5"]);
}

#[test]
fn c3_an_army_that_resigns_goes_out_and_nobody_is_promoted() {
    let start = referee().start();
    let resigned = start.play("resign r").unwrap();
    assert_eq!((resigned.text.as_str(), resigned.ends_turn), ("resign r", false));
    assert_eq!(resigned.facts, [Fact::Other("resigns".into()), Fact::Out(0)]);
    assert!(resigned.state.text().ends_with(" o r - - 0") && letter_on(&resigned.state, "ml3") == Some('K'));
    // At any moment; a double step of that army can no longer be answered.
    let state = played(&start, &["Pfa3qf3"]);
    assert!(state.text().ends_with(" o - - rrf3qf3 1"));
    let state = played(&state, &["resign r"]);
    assert!(state.text().ends_with(" o r - - 1"));
    assert_eq!(refusal(&state, "resign r"), "Red is already out");
    let state = played(&state, &["resign b", "resign o"]);
    assert_eq!(state.ending().unwrap().code, "won gobr");
    assert_eq!(refusal(&state, "resign g"), "the game is over");
    assert!(refusal(&start, "resign w").contains("expected resign and the letter of an army: r, o, g or b"));
}

#[test]
fn c4_a_move_that_leaves_the_king_in_check_can_be_kept_as_irregular() {
    let state = red_and_blue("rKdc3 bRdc5 bKra1");
    let played = state.play_irregular("Kdc3dc2").unwrap();
    assert_eq!(played.irregular.as_deref(), Some("the king of Red is left in check"));
    // Then Blue threatens the king at the start of its turn.
    assert_eq!(offered(&played.state), ["Rdc5#dc2"]);
    let error = |act: &str| state.play_irregular(act).unwrap_err().to_string();
    assert_eq!(error("Kdc3db3"), "Kdc3db3 is not against the rules");
    assert_eq!(error("Kdc3rc3"), "the king of Red on dc3 cannot reach rc3");
    assert_eq!(error("resign r"), "\"resign r\" is played as any other act");
    // A checkmate cannot be put off.
    let mate = state_of("rKdc3 rRdc5 bRec5 bKec3", "r og - - 0");
    assert!(mate.play_irregular("Kdc3dc2").unwrap_err().to_string().contains("must first give checkmate"));
}
