//! `enochian position --kind`: the rules of the other games for people and for programs, compared with the data of the slow
//! implementations that were written apart.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::desk::{TestDesk, succeeded};

const KINDS: [&str; 5] = ["three", "free", "team", "gods", "faith"];

fn position(arguments: &[&str], input: &str) -> Output {
    TestDesk::new().types(&[&["position"], arguments].concat(), input)
}

fn printed(arguments: &[&str]) -> String {
    succeeded(&position(arguments, ""))
}

/// The answers to lines of JSON.
fn answers(requests: &[Value]) -> Vec<Value> {
    let input = requests.iter().map(|line| format!("{line}\n")).collect::<String>();
    let answers = succeeded(&position(&["moves", "-"], &input));
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
