//! `position` and `arrays`, as people and programs run them.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Output;

use serde_json::{Value, json};

use crate::desk::{TestDesk, spawn, succeeded};

/// RULES 9.3 gives this text.
const OPENING: &str =
    "aK+aBaQaNaR2wbwK+wB/abaqanar2wqwQ/6wnwN/6wrwR/eRer6/eNen6/eQeq2frfnfqfb/eK+eBeb2fRfNfQfK+fB a ---- ---- 0000 0";
/// Its moves: three of the knight, one a pawn, two of the queen, three of the rook.
const FIRST_MOVES: [&str; 12] =
    ["Nc8b6", "Nc8d6", "Nc8e7", "Pa7a6", "Pb7b6", "Pc7c6", "Pd7d6", "Qb8b6", "Qb8d6", "Rd8e8", "Rd8f8", "Rd8g8"];
/// Earth's king is not in check and has nowhere to go.
const ONLY_A_PASS: &str = "aK5wK1/5wr2/8/1aR6/6fr1/8/7fR/eK6fK e ---- ---- 0000 0";
/// The same with Water's king taken: a draw by stalemate.
const DRAWN: &str = "aK1wN5/5wr2/8/1aR6/6fr1/8/7fR/eK6fK e -x-- -a-- 0000 0";
/// Both kings of the passives are taken.
const WON: &str = "aK7/1ar6/8/8/8/8/6fr1/7fK a -x-x -a-a 0000 0";
/// Air holds Earth's king and Water holds Fire's.
const HELD: &str = "aK6wK/5wr2/1ar6/3aN4/8/6fr1/2er5/8 a --xx --wa 0000 0";

fn enochian(arguments: &[&str]) -> Output {
    TestDesk::new().run(arguments)
}

/// What `position` prints when it succeeds.
fn position(arguments: &[&str]) -> String {
    let output = enochian(&[&["position"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text}");
    text
}

fn lines(arguments: &[&str]) -> Vec<String> {
    position(arguments).lines().map(str::to_owned).collect()
}

/// What `position` says when it fails, and its exit code.
fn refusal(arguments: &[&str]) -> (i32, String) {
    let output = enochian(&[&["position"], arguments].concat());
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    (output.status.code().unwrap(), text)
}

/// What a subcommand that reads lines answers, and its exit code.
fn answer(arguments: &[&str], input: &[u8]) -> (i32, Vec<Value>) {
    let output = TestDesk::new().types(&[&["position"], arguments].concat(), input);
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// The answer to one request.
fn one(arguments: &[&str], request: &Value) -> Value {
    let (code, answers) = answer(arguments, request.to_string().as_bytes());
    assert_eq!((code, answers.len()), (0, 1), "{request}");
    answers[0].clone()
}

fn error(arguments: &[&str], request: &Value) -> String {
    let answer = one(arguments, request);
    assert_eq!(answer.as_object().unwrap().len(), 1, "{answer}");
    answer["error"].as_str().unwrap().to_owned()
}

#[test]
fn start_prints_the_opening_of_the_rules() {
    assert_eq!(position(&["start", "--array", "Air of Air & Water", "--board", "air"]), format!("{OPENING}\n"));
}

#[test]
fn the_army_of_the_board_begins_unless_another_is_named() {
    let turn = |more: &[&str]| {
        let text = position(&[&["start", "--array", "Earth of Fire & Earth", "--board", "fire"], more].concat());
        text.split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!(turn(&[]), "f");
    assert_eq!(turn(&["--first", "earth"]), "e");
    assert_eq!(turn(&["--first", "w", "--direction", "widdershins"]), "w<");
    assert_eq!(turn(&["--direction", "Deosil"]), "f");
}

#[test]
fn an_array_of_other_boards_is_refused_with_the_four_that_belong() {
    let (code, text) = refusal(&["start", "--array", "Air of Air & Water", "--board", "earth"]);
    assert_eq!(code, 1);
    for element in ["Air", "Water", "Fire", "Earth"] {
        assert!(text.contains(&format!("{element} of Fire & Earth")), "{text}");
    }
}

#[test]
fn arrays_lists_the_eight() {
    let output = enochian(&["board", "--arrays", "--json"]);
    let arrays: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(arrays.as_array().unwrap().len(), 8);
    let officers = ["rook", "bishop", "queen", "knight"];
    assert_eq!(
        arrays[6],
        json!({ "name": "Earth of Fire & Earth", "boards": ["Fire", "Earth"], "officers": officers })
    );
    let page = String::from_utf8(enochian(&["board", "--arrays"]).stdout).unwrap();
    let row = page.lines().find(|line| line.contains("Earth of Fire & Earth")).unwrap();
    let words: Vec<&str> = row.split_whitespace().skip(8).collect();
    assert_eq!(words, officers);
    // Each is one that start accepts on the boards it names.
    for array in arrays.as_array().unwrap() {
        for board in array["boards"].as_array().unwrap() {
            position(&["start", "--array", array["name"].as_str().unwrap(), "--board", board.as_str().unwrap()]);
        }
    }
}

#[test]
fn moves_are_listed_sorted() {
    assert_eq!(lines(&["moves", OPENING]), FIRST_MOVES);
}

#[test]
fn an_army_that_can_only_pass_has_a_pass_and_a_finished_game_nothing() {
    assert_eq!(position(&["moves", ONLY_A_PASS]), "--\n");
    for over in [WON, DRAWN] {
        assert_eq!(position(&["moves", over]), "");
    }
    assert_eq!(position(&["moves", WON, "--reading"]), "");
}

#[test]
fn a_reading_suspends_check_and_stalemate() {
    assert_eq!(lines(&["moves", "--reading", ONLY_A_PASS]), ["Ka1a2", "Ka1b1", "Ka1b2"]);
    assert_eq!(lines(&["moves", DRAWN, "--reading"]), ["Ka1a2", "Ka1b1", "Ka1b2"]);
}

#[test]
fn a_throw_leaves_the_moves_of_the_piece_it_calls() {
    let throw = |n: &str, more: &[&str]| lines(&[&["moves", OPENING, "--throw", n], more].concat());
    assert_eq!(throw("1", &[]), FIRST_MOVES[3..7], "the king is shut in, so a pawn moves");
    assert_eq!(throw("2", &[]), FIRST_MOVES[..3]);
    assert_eq!(throw("3", &[]), ["--"], "the bishop is shut in: No Move");
    let y = ["--dice", "y-manuscript", "--array"];
    assert_eq!(throw("2", &[&y[..], &["Air of Air & Water"]].concat()), FIRST_MOVES[..3], "place 3, the knight");
    assert_eq!(throw("2", &[&y[..], &["Earth of Air & Water"]].concat()), FIRST_MOVES[7..9], "place 3, the queen");
    // It makes a reading of it.
    assert_eq!(lines(&["moves", ONLY_A_PASS, "--throw", "1"]), ["Ka1a2", "Ka1b1", "Ka1b2"]);
    assert_eq!(position(&["moves", WON, "--throw", "1"]), "");
    let (code, text) = refusal(&["moves", OPENING, "--throw", "2", "--dice", "y-manuscript"]);
    assert!(code == 1 && text.contains("--array"), "{text}");
}

#[test]
fn play_prints_the_position_after_the_moves() {
    let text = position(&["play", OPENING, "Nc8d6", "Nh6f5"]);
    assert_eq!(
        text,
        "aK+aBaQ1aR2wbwK+wB/abaqanar2wqwQ/3aN2wn1/5wNwrwR/eRer6/eNen6/eQeq2frfnfqfb/eK+eBeb2fRfNfQfK+fB f ---- ---- 0000 2\n"
    );
}

#[test]
fn a_pass_is_played_where_it_is_allowed() {
    for pass in ["--", "pass"] {
        assert!(position(&["play", ONLY_A_PASS, pass, "Rb5c5"]).ends_with(" w ---- ---- 0000 2\n"));
        for arguments in [
            &["play", OPENING, pass, pass, "--reading"][..],
            &["play", "--reading", OPENING, pass, pass],
            &["play", "--reading", "--", OPENING, pass, pass],
        ] {
            assert!(position(arguments).ends_with(" f ---- ---- 0000 2\n"), "{arguments:?}");
        }
        let (code, text) = refusal(&["play", OPENING, pass]);
        assert!(
            code == 1 && text.contains("-- is illegal at ply 0: Air has a move, and in a game it must be made"),
            "{text}"
        );
        assert!(text.contains(&FIRST_MOVES.join(", ")), "{text}");
    }
}

#[test]
fn actions_are_played_before_a_move() {
    let one = position(&["play", HELD, "exchange w h1 a1", "Nd5f4"]);
    assert_eq!(one, position(&["play", HELD, "exchange", "w", "h1", "a1", "Nd5f4"]));
    assert_eq!(one, "aK6wK/5wr2/1ar6/8/5aN2/6fr1/2er5/eK6fK w ---- ---- 0000 1\n");
    assert!(position(&["play", OPENING, "withdraw"]).ends_with(" a F--- ---- 0000 0\n"));
    assert!(position(&["play", OPENING, "withdraw", "Nc8d6", "--reading"]).ends_with(" w F--- ---- 0000 1\n"));

    for (arguments, said) in [
        (&["play", OPENING, "exchange w h1 a1"][..], "no exchange is possible"),
        (&["play", HELD, "exchange w h2 a1"], "; possible is exchange w h1 a1"),
        (
            &["play", HELD, "exchange", "w"],
            "\"exchange w\" is not an exchange; expected an exchange: the enemy's letter",
        ),
        (&["play", HELD, "withdraw"], "Air cannot withdraw"),
        (&["play", OPENING, "withdraw", "withdraw"], "Air cannot withdraw"),
    ] {
        let (code, text) = refusal(arguments);
        assert!(code == 1 && text.contains(said), "{said} in {text}");
    }
}

#[test]
fn an_illegal_move_is_refused_with_the_reason_and_what_is_open() {
    for (arguments, said) in [
        (
            &["play", OPENING, "Nc8d5"][..],
            "Nc8d5 is illegal at ply 0: the knight of Air on c8 cannot reach d5; the knight on c8 may play Nc8b6, Nc8d6, Nc8e7",
        ),
        (&["play", OPENING, "Nc8d6", "Nc8d6"], "Nc8d6 is illegal at ply 1: c8 is empty; Water may play Nh6f5, "),
        (&["play", ONLY_A_PASS, "Ka1a2"], "this would put the king of Earth in check; Earth may play --"),
        (&["play", WON, "Ka8a7"], "the game is over: the actives win"),
        (&["play", OPENING, "Nc8"], "\"Nc8\" is not a move; expected a piece K Q R B N P"),
        (&["play", OPENING, ""], "\"\" is not a move"),
        (&["play", OPENING, "Nc8d6\u{1b}[31m"], "␛[31m"),
    ] {
        let (code, text) = refusal(arguments);
        assert!(code == 1 && text.contains(said), "{said} in {text}");
    }
}

#[test]
fn zalewskis_ruleset_promotes_on_a_throne_by_the_array() {
    // Air's last pawn comes to Earth's empty throne. It is privileged, but a throne leaves no choice by Zalewski.
    let text = "7wK/8/8/2aK4eK/8/8/ar5wr1/4er2fK a ---- ---- 1000 0";
    assert!(position(&["play", text, "Pa2a1=R"]).starts_with("7wK/8/8/2aK4eK/8/8/6wr1/aR3er2fK "));
    let zalewski = ["--ruleset", "zalewski", "--array", "Air of Air & Water"];
    assert!(position(&[&["play", text, "Pa2a1"], &zalewski[..]].concat()).contains("/aB3er2fK "));
    let (_, said) = refusal(&[&["play", text, "Pa2a1=R"], &zalewski[..]].concat());
    assert!(said.contains("leave out the =; the pawn on a2 may play Pa2a1\n"), "{said}");
}

#[test]
fn show_draws_the_position_and_says_how_things_stand() {
    let page = position(&["show", OPENING]);
    for said in ["aK+B", "Turn        Air", "In check    nobody", "Moves       12", "Outcome     none yet"] {
        assert!(page.contains(said), "{said} in\n{page}");
    }
    let page = position(&["show", HELD]);
    for said in ["Fire and Earth", "the king of Fire, taken by Water", "exchange w h1 a1"] {
        assert!(page.contains(said), "{said} in\n{page}");
    }
    let checked = "aK6wK/8/1ar6/8/wR7/5wr2/6fr1/eKer5fK a< F--- ---- 0120 7";
    let page = position(&["show", checked]);
    for said in [
        "plies played: 7; widdershins",
        "Air, by the rook of Water on a4",
        "Fire commands Air, who withdrew",
        "Water 1 and Fire 2",
    ] {
        assert!(page.contains(said), "{said} in\n{page}");
    }
    assert!(position(&["show", WON]).contains("The actives win"));
    assert!(position(&["show", DRAWN]).contains("Drawn: Earth is stalemated"));
    assert!(position(&["show", DRAWN, "--reading"]).contains("Outcome     none yet"));
    assert!(position(&["show", ONLY_A_PASS]).contains("Earth can only pass"));
}

#[test]
fn show_tells_programs_the_same() {
    let show = |text: &str| serde_json::from_str::<Value>(&position(&["show", text, "--json"])).unwrap();
    let opening = show(OPENING);
    assert_eq!((&opening["position"], &opening["turn"]), (&json!(OPENING), &json!("Air")));
    assert_eq!((&opening["moves"], &opening["outcome"]), (&json!(FIRST_MOVES), &Value::Null));
    assert_eq!(opening["pieces"].as_array().unwrap().len(), 36);
    assert_eq!((&opening["check"], &opening["frozen"]), (&json!({}), &json!([])));
    let held = show(HELD);
    assert_eq!(held["frozen"], json!(["Fire", "Earth"]));
    assert_eq!(held["prisoners"], json!({ "Fire": "Water", "Earth": "Air" }));
    assert_eq!(held["command"], json!({ "Air": "own", "Water": "own", "Fire": "frozen", "Earth": "frozen" }));
    assert_eq!((&held["exchanges"], &held["may_withdraw"]), (&json!(["exchange w h1 a1"]), &json!(false)));
    assert_eq!(show(WON)["outcome"], "actives");
    assert_eq!(show(DRAWN)["outcome"], "draw");
}

#[test]
fn perft_counts() {
    let count = |text: &str, depth: &str, more: &[&str]| position(&[&["perft", text, depth], more].concat());
    assert_eq!(["0", "1", "2", "3"].map(|depth| count(OPENING, depth, &[])), ["1\n", "12\n", "133\n", "1475\n"]);
    assert_eq!(count(ONLY_A_PASS, "1", &[]), "1\n");
    assert_eq!(count(ONLY_A_PASS, "1", &["--reading"]), "3\n");
    assert_eq!([count(WON, "0", &[]), count(WON, "32", &[])], ["1\n", "0\n"]);
    assert_eq!(count(WON, "3", &["--divide"]), "0\n");
    assert_eq!(count(ONLY_A_PASS, "1", &["--divide"]), "--: 1\n1\n");
    assert_eq!(count(OPENING, "0", &["--divide"]), "1\n");

    let divided = lines(&["perft", OPENING, "3", "--divide"]);
    let (total, parts) = divided.split_last().unwrap();
    let (moves, counts): (Vec<&str>, Vec<u64>) = parts
        .iter()
        .map(|line| line.split_once(": ").unwrap())
        .map(|(mv, count)| (mv, count.parse::<u64>().unwrap()))
        .unzip();
    assert_eq!((moves.as_slice(), total.as_str()), (&FIRST_MOVES[..], "1475"));
    assert_eq!(counts.iter().sum::<u64>(), 1475);
}

#[test]
fn what_is_wrong_is_told_with_the_way_out() {
    for (arguments, said) in [
        (&["moves", "rubbish"][..], "expected six fields: board, turn, command, prisoners, pawns lost, ply"),
        (&["moves", "rubbish"], "enochian position start"),
        (
            &["show", "aK7/8/8/8/8/8/8/8 a ---- ---- 0000 0"],
            "this position is impossible: the king of Water is not on the board",
        ),
        (&["moves", OPENING, "--throw", "7"], "there is no throw \"7\"; a throw is a number from 1 to 6"),
        (&["moves", OPENING, "--ruleset", "zalewsky"], "Did you mean \"zalewski\"?"),
        (&["moves", OPENING, "--throw", "1", "--dice", "regardy"], "Did you mean \"regardie\"?"),
        (&["moves", OPENING, "--array", "Aer of Air & Water"], "Did you mean \"Air of Air & Water\"?"),
        (&["perft", OPENING, "33"], "expected a whole number from 0 to 32"),
        (&["perft", OPENING, "many"], "expected a whole number from 0 to 32"),
        (&["start", "--array", "Air of Air", "--board", "aire"], "Did you mean \"Air\"?"),
        (&["start", "--array", "\u{1b}[31m", "--board", "air"], "␛[31m"),
        (
            &["start", "--array", "Air of Air", "--board", "air", "--direction", "widershins"],
            "Did you mean \"widdershins\"?",
        ),
        (&["moves", "\u{1b}[31m\u{202e}"], "expected six fields"),
        (&["moves", "-", "--ruleset", "none"], "unknown ruleset \"none\""),
    ] {
        let (code, text) = refusal(arguments);
        assert!(code == 1 && text.contains(said), "{said} in {text}");
    }
}

#[test]
fn a_command_that_cannot_be_understood_exits_with_2() {
    let torn: Vec<&str> = OPENING.split(' ').collect();
    for subcommand in ["moves", "play", "show", "perft"] {
        for torn in [torn.clone(), "8/8/8/8/8/8/8/8 a< x-x- w-w- 0000 0".split(' ').collect()] {
            let (code, text) = refusal(&[&[subcommand], &torn[..]].concat());
            assert!(code == 2 && text.contains("put them in quotation marks"), "{text}");
        }
    }
    for arguments in [
        &[][..],
        &["moves"],
        &["play", OPENING],
        &["play", "-", "Nc8d6"],
        &["perft", OPENING],
        &["perft", "-", "2", "--divide"],
        &["moves", OPENING, "--dice", "regardie"],
        &["start", "--board", "air"],
        &["moves", OPENING, "--\u{1b}[31m"],
    ] {
        assert_eq!(refusal(arguments).0, 2, "{arguments:?}");
    }
}

#[test]
fn each_line_is_answered_by_what_it_asks() {
    for command in ["moves", "play", "perft"] {
        let ask = |request: Value| one(&[command, "-"], &request);
        assert_eq!(ask(json!({ "position": OPENING })), json!({ "moves": FIRST_MOVES, "outcome": null }));
        assert_eq!(ask(json!({ "position": OPENING, "throw": 2 }))["moves"], json!(FIRST_MOVES[..3]));
        assert_eq!(ask(json!({ "position": OPENING, "throw": 3, "reading": true }))["moves"], json!(["--"]));
        assert_eq!(
            ask(json!({ "position": OPENING, "throw": 2, "dice": "y-manuscript", "array": "Earth of Air & Water" })),
            json!({ "moves": FIRST_MOVES[7..9], "outcome": null })
        );
        assert_eq!(ask(json!({ "position": OPENING, "depth": 2 })), json!({ "perft": 133 }));
        let played = position(&["play", OPENING, "Nc8d6", "Nh6f5"]);
        assert_eq!(
            ask(json!({ "position": OPENING, "play": ["Nc8d6", "Nh6f5"] })),
            json!({ "position": played.trim(), "outcome": null })
        );
        assert_eq!(ask(json!({ "position": OPENING, "play": [] }))["position"], OPENING);
        assert_eq!(ask(json!({ "position": ONLY_A_PASS })), json!({ "moves": ["--"], "outcome": null }));
        assert_eq!(ask(json!({ "position": WON })), json!({ "moves": [], "outcome": "actives" }));
        assert_eq!(ask(json!({ "position": DRAWN })), json!({ "moves": [], "outcome": "draw" }));
        let exchanged = ask(json!({ "position": HELD, "play": ["exchange w h1 a1", "Nd5f4"] }));
        assert_eq!(exchanged, ask(json!({ "position": HELD, "play": ["exchange", "w", "h1", "a1", "Nd5f4"] })));
        let passed = ask(json!({ "position": OPENING, "reading": true, "play": ["--", "withdraw"] }));
        assert!(passed["position"].as_str().unwrap().ends_with(" w -E-- ---- 0000 1"), "{passed}");
    }
}

#[test]
fn the_outcome_is_that_after_the_moves() {
    // Air's rook takes the last king of the passives.
    let text = "aK6wK/6ar1/8/8/8/8/7aR/6fKfr a ---x ---a 0000 0";
    let answer = one(&["play", "-"], &json!({ "position": text, "play": ["Rh2h8"] }));
    assert_eq!(answer["outcome"], "actives", "{answer}");
}

#[test]
fn flags_are_the_defaults_of_lines() {
    let only = json!({ "position": ONLY_A_PASS });
    assert_eq!(one(&["moves", "-", "--reading"], &only)["moves"].as_array().unwrap().len(), 3);
    let game = json!({ "position": ONLY_A_PASS, "reading": false });
    assert_eq!(one(&["moves", "-", "--reading"], &game)["moves"], json!(["--"]));
    assert_eq!(one(&["moves", "-", "--throw", "6"], &only)["moves"], json!(["--"]));
    assert_eq!(one(&["moves", "-", "--throw", "1"], &only)["moves"].as_array().unwrap().len(), 3);
    // A throw is for lists; it leaves a reading to the rest.
    let lost = json!({ "position": OPENING, "play": ["--"] });
    assert!(one(&["moves", "-", "--throw", "1"], &lost)["position"].is_string());
    let y = ["moves", "-", "--dice", "y-manuscript", "--array", "Air of Air & Water"];
    assert_eq!(one(&y, &json!({ "position": OPENING, "throw": 4 }))["moves"], json!(FIRST_MOVES[9..]));
    assert_eq!(one(&["perft", "-", "2"], &json!({ "position": OPENING })), json!({ "perft": 133 }));
    assert_eq!(one(&["perft", "-", "2"], &json!({ "position": OPENING, "depth": 1 })), json!({ "perft": 12 }));
    assert_eq!(one(&["perft", "-", "2"], &json!({ "position": OPENING, "throw": 3 }))["moves"], json!(["--"]));
}

#[test]
fn a_faulty_line_is_answered_and_the_next_is_read() {
    let good = json!({ "position": OPENING }).to_string();
    let too_long = "x".repeat((1 << 20) + 1);
    let just_fits = format!("{good}{}", " ".repeat((1 << 20) - good.len()));
    let faults: [&[u8]; 6] =
        [b"not JSON", b"{\"position\": ", b"{\"position\": \"\xff\"}", b"[]", b"\0", too_long.as_bytes()];
    for fault in faults {
        for end in ["\n", "\r\n"] {
            let input = [fault, end.as_bytes(), b"\n  \t\n", just_fits.as_bytes(), b"\n", good.as_bytes()].concat();
            let (code, answers) = answer(&["moves", "-"], &input);
            assert_eq!((code, answers.len()), (0, 3), "blank lines are skipped");
            assert!(answers[0]["error"].as_str().unwrap().starts_with("the line "), "{}", answers[0]);
            assert_eq!((&answers[1], &answers[2]["moves"]), (&answers[2], &json!(FIRST_MOVES)));
        }
    }
    assert_eq!(answer(&["moves", "-"], b""), (0, vec![]));
}

#[test]
fn a_fault_says_what_is_wrong() {
    for (request, said) in [
        (json!({}), "missing field `position`"),
        (json!({ "position": OPENING, "depht": 2 }), "unknown field `depht`"),
        (json!({ "position": 3 }), "expected a string"),
        (json!({ "position": "8/8 a" }), "expected six fields"),
        (json!({ "position": OPENING.replace("aK+aB", "aB") }), "an army without a king"),
        (json!({ "position": OPENING, "play": ["Nc8d6", "Nc8d6"] }), "Nc8d6 is illegal at ply 1: c8 is empty"),
        (
            json!({ "position": OPENING, "play": ["--"] }),
            "-- is illegal at ply 0: Air has a move, and in a game it must be made",
        ),
        (json!({ "position": OPENING, "play": ["pass"] }), "\"pass\" is not a move"),
        (json!({ "position": OPENING, "play": ["\u{9b}2J"] }), "\\u{9b}2J"),
        (json!({ "position": OPENING, "play": ["exchange"] }), "\"exchange\" is not an exchange"),
        (json!({ "position": OPENING, "play": "Nc8d6" }), "expected a sequence"),
        (json!({ "position": OPENING, "play": [], "depth": 1 }), "play and depth"),
        (json!({ "position": OPENING, "play": [], "throw": 1 }), "throw cannot be used with play or depth"),
        (json!({ "position": OPENING, "throw": 7 }), "a throw is a number from 1 to 6"),
        (json!({ "position": OPENING, "throw": -1 }), "a throw is a number from 1 to 6"),
        (json!({ "position": OPENING, "throw": 2.5 }), "a throw is a number from 1 to 6"),
        (json!({ "position": OPENING, "throw": 2, "reading": false }), "there is no throw in a game"),
        (json!({ "position": OPENING, "throw": 2, "dice": "y-manuscript" }), "needs the array; name it"),
        (json!({ "position": OPENING, "depth": 33 }), "from 0 to 32"),
        (json!({ "position": OPENING, "depth": -1 }), "from 0 to 32"),
        (json!({ "position": OPENING, "depth": u64::MAX }), "from 0 to 32"),
        (json!({ "position": OPENING, "ruleset": "mine" }), "unknown ruleset \"mine\""),
        (json!({ "position": OPENING, "dice": "mine" }), "unknown dice table \"mine\""),
        (json!({ "position": OPENING, "array": "mine" }), "there is no array \"mine\""),
    ] {
        let error = error(&["play", "-"], &request);
        assert!(error.contains(said), "{said} in {error}");
        assert!(!error.contains(char::is_control), "{error:?}");
    }
    let twice = format!("{{\"position\": \"{OPENING}\", \"depth\": 1, \"depth\": 2}}");
    assert!(answer(&["play", "-"], twice.as_bytes()).1[0]["error"].as_str().unwrap().contains("duplicate field"));
}

#[test]
fn an_answer_comes_before_the_next_question() {
    let desk = TestDesk::new();
    let mut child = spawn(&mut desk.command(&["position", "moves", "-"]));
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for depth in 0..4 {
        writeln!(stdin, "{}", json!({ "position": OPENING, "depth": depth })).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let count = [1, 12, 133, 1475][depth];
        assert_eq!(line, format!("{{\"perft\":{count}}}\n"));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_may_leave_early() {
    let request = format!("{}\n", json!({ "position": OPENING })).repeat(2000);
    for arguments in [
        &["position", "moves", OPENING][..],
        &["position", "moves", "-"],
        &["position", "show", OPENING],
        &["board", "--arrays"],
    ] {
        let desk = TestDesk::new();
        let mut child = spawn(&mut desk.command(arguments));
        drop(child.stdout.take());
        // The program may be gone before everything is written.
        let _ = child.stdin.take().unwrap().write_all(request.as_bytes());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(child.wait().unwrap().success() && said.is_empty(), "{arguments:?}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn the_examples_of_the_help_texts_run() {
    let mut run = 0;
    // One of them paints a picture.
    let desk = TestDesk::new();
    for subcommand in [
        &["position"][..],
        &["position", "start"],
        &["position", "moves"],
        &["position", "play"],
        &["position", "show"],
        &["position", "perft"],
        &["board", "--arrays"],
    ] {
        let help = enochian(&[subcommand, &["--help"]].concat());
        for example in String::from_utf8(help.stdout).unwrap().lines().filter(|line| line.starts_with("  enochian ")) {
            if example.contains('<') {
                continue; // It reads somebody's file.
            }
            succeeded(&desk.shell(example).output().unwrap());
            run += 1;
        }
    }
    assert!(run >= 12, "only {run} examples were found");
}

#[test]
fn the_best_move_comes_with_its_estimate_and_is_the_same_each_time() {
    let request = json!({ "position": OPENING, "best": { "level": 3 } });
    let found = one(&["moves", "-"], &request);
    assert_eq!(found, one(&["moves", "-"], &request));
    assert!(FIRST_MOVES.contains(&found["best"].as_str().unwrap()) && found["line"][0] == found["best"], "{found}");
    assert!(
        (0.4..0.6).contains(&found["estimate"].as_f64().unwrap()) && found["depth"].as_u64().unwrap() > 1,
        "{found}"
    );
    // Only the knight is called, and what is played for makes a difference.
    let thrown = json!({ "position": OPENING, "throw": 2, "querent": "air", "ptah": "a5", "best": { "nodes": 500 } });
    assert!(one(&["moves", "-"], &thrown)["best"].as_str().unwrap().starts_with("Nc8"));
    // The limit of the command line is the default of the lines.
    assert_eq!(one(&["moves", "-", "--best", "level-3"], &json!({ "position": OPENING })), found);
    let [line, estimate] = &lines(&["moves", OPENING, "--best", "level-3"])[..] else { panic!("two lines") };
    assert!(
        line.starts_with(found["best"].as_str().unwrap()) && estimate.starts_with("estimate 0."),
        "{line} {estimate}"
    );
    assert_eq!(one(&["moves", "-"], &json!({ "position": WON, "best": { "level": 4 } }))["best"], Value::Null);
    assert_eq!(lines(&["moves", ONLY_A_PASS, "--best", "0.01"])[0], "--");
    let start = lines(&["start", "--kind", "three"]).remove(0);
    let found = one(&["moves", "-"], &json!({ "kind": "three", "position": start, "best": { "level": 2 } }));
    assert!(found["best"].is_string(), "{found}");
}

#[test]
fn a_limit_that_is_wrong_is_refused_with_what_is_allowed() {
    for (best, said) in [
        (json!({}), "expected \"level\", \"nodes\" or \"seconds\""),
        (json!({ "level": 5 }), "expected 1, 2, 3 or 4"),
        (json!({ "level": "high" }), "expected u8"),
        (json!({ "seconds": 0 }), "expected more than 0"),
        (json!({ "plies": 3 }), "unknown field `plies`"),
    ] {
        let said_of_it = error(&["moves", "-"], &json!({ "position": OPENING, "best": best }));
        assert!(said_of_it.contains(said), "{said} in {said_of_it}");
    }
    let both = json!({ "position": OPENING, "best": { "level": 1 }, "depth": 1 });
    assert!(error(&["moves", "-"], &both).contains("leave one out"));
    assert!(error(&["moves", "-"], &json!({ "position": OPENING, "ptah": "a5" })).contains("belong together"));
    let (code, said) = refusal(&["moves", OPENING, "--best", "level-9"]);
    assert!(code == 2 && said.contains("level-1 to level-4"), "{said}");
}
