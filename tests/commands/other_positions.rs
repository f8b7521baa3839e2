//! `enochian position --kind`: the rules of the other games for people and for programs, compared with the data of the slow
//! implementations that were written apart.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::desk::{TestDesk, succeeded, told};

const KINDS: [&str; 5] = ["three", "free", "team", "gods", "faith"];

fn position(arguments: &[&str], input: &str) -> Output {
    TestDesk::new().types(&[&["position"], arguments].concat(), input)
}

fn printed(arguments: &[&str]) -> String {
    succeeded(&position(arguments, ""))
}

/// The answers to lines of JSON.
fn answers(requests: &[Value]) -> Vec<Value> {
    answers_with(&["moves", "-"], requests)
}

fn answers_with(arguments: &[&str], requests: &[Value]) -> Vec<Value> {
    let output = position(arguments, &requests.iter().map(|line| format!("{line}\n")).collect::<String>());
    let answers = succeeded(&output);
    answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The first lines of a data file.
fn data(name: &str, lines: usize) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games-data").join(format!("{name}.jsonl"));
    fs::read_to_string(path).unwrap().lines().take(lines).map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn moves_agree_with_the_data() {
    for kind in KINDS {
        let positions = data(&format!("positions_{kind}"), 40);
        let requests: Vec<Value> =
            positions.iter().map(|it| json!({"kind": kind, "position": it["position"]})).collect();
        for (answer, data) in answers(&requests).iter().zip(&positions) {
            let acts = if kind == "gods" { &data["acts"] } else { &data["moves"] };
            let mut acts = acts.as_array().unwrap().clone();
            acts.sort_by(|one, other| one.as_str().cmp(&other.as_str()));
            assert_eq!(answer["moves"], Value::Array(acts), "{kind}: {}", data["position"]);
            assert_eq!(answer["outcome"], data["outcome"], "{kind}: {}", data["position"]);
        }
    }
}

#[test]
fn play_and_perft_agree_with_the_data() {
    for kind in KINDS {
        let playouts = data(&format!("playouts_{kind}"), 5);
        let requests: Vec<Value> =
            playouts.iter().map(|it| json!({"kind": kind, "position": it["start"], "play": it["acts"]})).collect();
        for (answer, data) in answers(&requests).iter().zip(&playouts) {
            assert_eq!(answer["position"], data["final"], "{kind}: {answer}");
        }
        let start = printed(&["start", "--kind", kind]);
        let start = start.trim_end();
        let counts: [u64; 2] = match kind {
            "three" => [14, 195],
            "free" => [7, 49],
            "team" => [11, 121],
            "gods" => [1, 20],
            _ => [104, 10794],
        };
        for (depth, count) in (1..).zip(counts) {
            let answer = &answers(&[json!({"kind": kind, "position": start, "depth": depth})])[0];
            assert_eq!(*answer, json!({"perft": count}), "{kind}");
            assert_eq!(printed(&["perft", start, &depth.to_string(), "--kind", kind]).trim_end(), count.to_string());
        }
    }
}

#[test]
fn the_commands_print_what_the_lines_answer() {
    let start = printed(&["start", "--kind", "three"]);
    let start = start.trim_end();
    let moves = printed(&["moves", start, "--kind", "three"]);
    assert_eq!(moves.lines().count(), 14);
    let next = printed(&["play", "--kind", "three", start, "Pg7g5", "Ng2e3"]);
    assert!(next.contains(" b - O d2e2 "), "{next}");
    let shown = printed(&["show", start, "--kind", "three"]);
    assert!(shown.contains("║") && shown.contains("1, White"), "{shown}");
    let json: Value = serde_json::from_str(&printed(&["show", start, "--kind", "three", "--json"])).unwrap();
    assert_eq!((json["actor"].as_str(), json["moves"].as_array().map(Vec::len)), (Some("White"), Some(14)));
    assert_eq!(json["pieces"].as_array().unwrap().len(), 32);
    let divided = printed(&["perft", start, "2", "--kind", "three", "--divide"]);
    assert_eq!(divided.lines().count(), 15);
    // The kind of the command line is the default of the lines, and a line can name another.
    let lines = [
        json!({"position": start}),
        json!({"kind": "enochian", "position": start}),
        json!({"kind": "three", "options": {"cards": "on"}, "position": start}),
    ];
    let answers = answers_with(&["moves", "-", "--kind", "three"], &lines);
    assert_eq!(answers[0]["moves"].as_array().unwrap().len(), 14);
    assert!(answers[1]["error"].is_string(), "{}", answers[1]);
    assert_eq!(answers[2]["moves"].as_array().unwrap().len(), 14);
}

#[test]
fn wrong_input_gets_one_error() {
    let start = printed(&["start", "--kind", "three"]);
    let start = start.trim_end();
    for (request, error) in [
        (
            json!({"kind": "thre", "position": start}),
            "there is no kind of game \"thre\"; expected one of enochian, three, free, team, gods, faith, other. Did you mean \"three\"?",
        ),
        (
            json!({"kind": "other", "position": "1 North"}),
            "a game of the kind other has no positions: no referee knows its rules",
        ),
        (
            json!({"kind": "three", "options": {"card": "on"}, "position": start}),
            "unknown option \"card\"; expected one of cards; see enochian kinds three",
        ),
        (
            json!({"options": {"cards": "on"}, "position": start}),
            "\"options\" needs \"kind\"; add it, such as \"kind\": \"three\"",
        ),
        (
            json!({"kind": "enochian", "options": {}, "position": start}),
            "Enochian chess has no \"options\"; leave them out",
        ),
        (
            json!({"kind": "three", "reading": true, "position": start}),
            "\"reading\" belongs to Enochian chess; leave it out with the kind three",
        ),
        (
            json!({"kind": "three", "position": start, "depth": 99}),
            "invalid depth \"99\"; expected a whole number from 0 to 32",
        ),
        (
            json!({"kind": "three", "position": start, "depth": 1, "play": []}),
            "play and depth cannot be used together; leave one out",
        ),
    ] {
        assert_eq!(answers(std::slice::from_ref(&request)), [json!({"error": error})], "{request}");
    }
    let wrong = [
        json!({"kind": "three", "position": "x"}),
        json!({"kind": "gods", "position": start}),
        json!({"kind": "three", "position": start, "play": ["Pg7g5", "zzz"]}),
        json!({"kind": "three", "position": start, "play": ["Kd8d5"]}),
        json!({"kind": 3, "position": start}),
        json!({"kind": "three"}),
    ];
    for answer in answers(&wrong) {
        assert!(answer["error"].as_str().is_some_and(|error| !error.contains('\n')), "{answer}");
    }
    for arguments in [
        &["start", "--kind", "three", "--board", "air"][..],
        &["start", "--kind", "enochian,cards=on", "--array", "Air of Air & Water", "--board", "air"],
        &["moves", start, "--kind", "three", "--throw", "3"],
        &["moves", "#wRwB", "--kind", "three"],
        &["show", start, "--kind", "three", "--reading"],
        &["perft", start, "--kind", "three", "99"],
        &["play", start, "--kind", "three", "Pg7g4"],
    ] {
        let output = position(arguments, "");
        let errors = told(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert_eq!(errors.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{arguments:?}: {errors}");
    }
}
