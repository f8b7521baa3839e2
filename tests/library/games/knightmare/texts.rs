//! GAMES C2–C4 and K6: texts of moves and positions, resignation, irregular moves.

use enochian::games::{Actor, Fact, GameKind};

use super::{KINDS, after, code, common, play, refusal, start, state};

const THREE: GameKind = GameKind::Three;
const FREE: GameKind = GameKind::Free;
const TEAM: GameKind = GameKind::Team;

const PINNED: &str = "wK6bK/8/8/8/8/8/wR7/nR2nK3rK w - - - - 0";

#[test]
fn c1_nothing_is_left_to_chance_and_nothing_is_hidden() {
    for kind in KINDS {
        let state = start(kind);
        assert_eq!(state.chance(&mut |_| panic!("no number is drawn")), None);
        assert_eq!(state.view(None).text(), state.text());
        assert_eq!(state.view(Some(1)).text(), state.text());
    }
}

#[test]
fn c2_a_missing_or_superfluous_x_is_accepted() {
    let pinned = state(FREE, PINNED);
    assert_eq!(play(&pinned, "Ra2a1").text, "Ra2xa1");
    assert_eq!(play(&pinned, "Ra2xa1").text, "Ra2xa1");
    assert_eq!(play(&pinned, " Ra2xa3 ").text, "Ra2a3");
    assert!(play(&pinned, "Ra2a3").irregular.is_none());
}

#[test]
fn c2_anything_else_is_not_a_move() {
    let start = start(THREE);
    for text in [
        "", "b7b6", "pb7b6", "Pb7 b6", "Pb7b9", "Pb7b6=", "Pb7b6=X", "Pb7b6+", "O-O-O", "0-0", "Pb7b6Pb", "Pb7xxb6",
        "é",
    ] {
        let words = refusal(&start, text);
        assert!(words.ends_with("is not an act; expected a move such as Pa3a4, Nb1xc3 or Pb7xa8=Q, or --"), "{words}");
    }
    assert_eq!(refusal(&start, "resign"), "\"resign\" is not an act; expected resign with one of w, r, b");
    assert_eq!(refusal(&start, "resign n"), "\"resign n\" is not an act; expected resign with one of w, r, b");
}

#[test]
fn c2_refusals_say_why() {
    let start = start(THREE);
    assert_eq!(refusal(&start, "Nb7b6"), "b7 holds the pawn of White, not a knight");
    assert_eq!(refusal(&start, "Pb6b5"), "b6 is empty");
    assert_eq!(refusal(&start, "Pf3f4"), "it is White's turn; the pawn on f3 is Red's");
    assert_eq!(refusal(&start, "Ng8g5"), "the knight of White on g8 cannot reach g5");
    assert_eq!(refusal(&start, "Rb8b7"), "b7 holds the pawn of White itself");
    assert_eq!(refusal(&start, "Rb8b8"), "the piece on b8 must leave its square");
    assert_eq!(refusal(&start, "--"), "White has a legal move, so it cannot pass");
    assert_eq!(refusal(&start, "#"), "# is an act only in the game with cards");
    assert_eq!(start.text(), common::referee(THREE, &[]).start().text());
}

#[test]
fn c3_an_army_that_resigns_goes_out_at_once() {
    let resigned = play(&start(THREE), "resign r");
    assert_eq!(resigned.text, "resign r");
    assert!(!resigned.ends_turn && resigned.irregular.is_none());
    assert_eq!(resigned.facts, [Fact::Other("resigns".to_owned()), Fact::Out(1)]);
    assert_eq!(
        resigned.state.text(),
        "#wRwBwKwQwBwN#/#wPwPwPwPwPwP#/8/8/8/bPbPbP2rPrPrP/bRbNbBbPrPrBrNrR/bKbQbB2rBrQ1 w r O - - 0"
    );
    assert_eq!(refusal(&resigned.state, "resign r"), "Red is out already");
    // The turn passes if it was that army's.
    let white = play(&resigned.state, "resign w").state;
    assert_eq!((white.actor(), code(&white).as_str()), (Actor::Nobody, "won b"));
    let passed = play(&start(FREE), "resign w").state;
    assert_eq!((passed.actor(), passed.turn()), (Actor::Seat(1), 1));
}

#[test]
fn c3_in_teams_a_resignation_ends_the_game() {
    let resigned = play(&start(TEAM), "resign r");
    assert_eq!(code(&resigned.state), "won bn");
    assert_eq!(resigned.facts[1..], [Fact::Out(2), Fact::Out(0)]);
    assert_eq!(resigned.state.ending().unwrap().places, [vec![1, 3], vec![0, 2]]);
    assert_eq!(common::referee(TEAM, &[]).read(&resigned.state.text()).unwrap().text(), resigned.state.text());
}

#[test]
fn c4_a_move_that_leaves_the_own_king_attacked_can_be_kept_as_irregular() {
    let pinned = state(FREE, PINNED);
    let kept = pinned.play_irregular("Ra2b2").unwrap();
    assert_eq!(kept.irregular.as_deref(), Some("the king of White is left in check"));
    assert_eq!((kept.text.as_str(), kept.ends_turn), ("Ra2b2", true));
    assert_eq!(kept.state.text(), "wK6bK/8/8/8/8/8/1wR6/nR2nK3rK b - - - - 1");
    // The king that was left attacked is still not captured.
    let brown = after(&kept.state, &["Kh8h7", "Kh1g1"]);
    assert_eq!(refusal(&brown, "Ra1xa8"), "a8 holds the king of White, and a king is never captured");
}

#[test]
fn c4_nothing_else_is_irregular() {
    let pinned = state(FREE, PINNED);
    let refused = |text| pinned.play_irregular(text).unwrap_err().to_string();
    assert_eq!(refused("Ra2a3"), "it is within the rules, so it is not irregular");
    assert_eq!(refused("Ra2c3"), "the rook of White on a2 cannot reach c3");
    assert_eq!(refused("Na2b2"), "a2 holds the rook of White, not a knight");
    assert_eq!(refused("--"), "White has a legal move, so it cannot pass");
    assert!(refused("card \"Betrayal\"").contains("is not an act"));
}

#[test]
fn k6_1_acts_are_sorted_and_name_their_cells() {
    for kind in KINDS {
        let acts = start(kind).acts();
        assert!(acts.is_sorted_by_key(|act| act.text.clone()));
        for act in acts {
            assert_eq!(act.text[1..], format!("{}{}", act.from.unwrap(), act.to.unwrap()));
            assert!(!act.is_open);
        }
    }
}

#[test]
fn k6_2_the_openings_are_written_as_they_are_read() {
    for kind in KINDS {
        let text = start(kind).text();
        assert_eq!(state(kind, &text).text(), text);
        assert!(text.ends_with(if kind == THREE { " w - O d2e2 - 0" } else { " w - - - - 0" }));
    }
}

#[test]
fn k6_2_every_field_is_checked() {
    let read = |kind, text: &str| common::referee(kind, &[]).read(text).map(|state| state.text());
    let board = "#2wK3#/#4wP1#/8/8/8/4rP3/3bP4/bK6rK";
    for (rest, words) in [
        ("w - - - -", " is 6; expected seven"),
        ("w - - - - 0 0", " is 8; expected seven"),
        ("n - - - - 0", "field 2, the turn, is \"n\"; expected one of w, r, b"),
        ("w x - - - 0", "field 3, the armies out, is \"x\"; expected - or different letters of w, r, b"),
        ("w bb - - - 0", "field 3, the armies out, is \"bb\""),
        ("w  - - - 0", "field 3, the armies out, is \"\""),
        ("w b - - - 0", "Black is out and has 1 kings; expected one king for each army in the game"),
        ("w - O - - 0", "field 4, castling, is \"O\"; expected -, unless White has its king on d8 and its rook on b8"),
        ("w - K - - 0", "field 4, castling, is \"K\"; expected O or -"),
        ("w - - d2 - 0", "field 5, the midline, is \"d2\""),
        ("w - - d2e3** - 0", "field 5, the midline, is \"d2e3**\""),
        ("w - - d2e2 - 0", "field 5, the midline, does not fit the board"),
        ("w - - - wf6 0", "no pawn of White can have passed over f6 since its last turn"),
        ("w - - - bd3 0", "no pawn of Black can have passed over d3"),
        ("w - - - bd3wf6 0", "field 6, en passant, is \"bd3wf6\""),
        ("w - - - bd 0", "field 6, en passant, is \"bd\""),
        ("w - - - - 00", "field 7, the ply, is \"00\"; expected a number without leading zeros"),
        ("w - - - - -1", "field 7, the ply, is \"-1\""),
        ("w - - - - 99999999999", "field 7, the ply, is \"99999999999\""),
    ] {
        let error = read(THREE, &format!("{board} {rest}")).unwrap_err().to_string();
        assert!(error.contains(words), "{rest}: {error}");
    }
    assert!(read(THREE, &format!("{board} w - - d2*e3 - 7")).is_ok());
    for (board, words) in [
        ("8/8", "field 1, the board, has 2 ranks; expected 8"),
        ("8/8/8/8/8/8/8/8", "a8 is written as a square; expected # for a8, which cannot be entered"),
        ("#2wK3#/#6#/8/8/8/8/44/bK6rK", "field 1, the board, is not in its shortest form"),
        ("#2wK3#/#6#/8/8/8/8/9/bK6rK", "rank 2 is \"9\", with something unknown on a2"),
        ("#2wK3#/#6#/8/8/8/8/#7/bK6rK", "rank 2 is \"#7\", with something unknown on a2"),
        ("#2wK3#/#6#/8/8/8/8/nP7/bK6rK", "with something unknown on a2; expected pieces such as wK"),
        ("#2wK3#/#6#/8/8/8/8/w/bK6rK", "with something unknown on a2"),
        ("#2wK3#/#6#/8/8/8/8/7/bK6rK", "rank 2 does not have 8 squares; expected 8"),
        ("#2wK3#/#6#/8/8/8/8/8wP/bK6rK", "rank 2 does not have 8 squares"),
        ("#2wK3#/#6#/8/8/8/8/wP8/bK6rK", "rank 2 does not have 8 squares"),
        ("#2wK3#/#6#/8/8/8/8/8/bK7", "Red is in the game and has 0 kings"),
        ("#2wK3#/#6#/8/8/8/8/4rK3/bK6rK", "Red is in the game and has 2 kings"),
    ] {
        let error = read(THREE, &format!("{board} w - - - - 0")).unwrap_err().to_string();
        assert!(error.contains(words), "{board}: {error}");
    }
    let out = read(FREE, "wK6bK/8/8/8/8/8/8/nK7 r r - - - 0").unwrap_err().to_string();
    assert_eq!(out, "it is the turn of Red, which is out; expected an army in the game");
    let castling = read(FREE, "wK6bK/8/8/8/8/8/8/nK6rK w - O - - 0").unwrap_err().to_string();
    assert_eq!(castling, "field 4, castling, is \"O\"; expected -");
}

#[test]
fn k6_2_an_army_that_is_checkmated_is_out() {
    let error = common::referee(FREE, &[]).read("wK7/7bK/8/8/8/8/6wR1/7wQ b rn - - - 3").unwrap_err();
    assert!(error.to_string().starts_with("Black is checkmated"), "{error}");
}
