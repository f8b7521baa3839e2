//! Draws from the data of the other games the lines that stay: `tests/kept/make`.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::Path;

use enochian::games::{Fact, GameKind, GameState};
use serde_json::Value;

use super::common::{data, referee, texts};

/// An act without its cells and cards: of which sort it is.
fn sort(text: &str) -> String {
    let first = text.split(' ').next().unwrap();
    if text.contains(' ') || first.starts_with('-') || first.starts_with('O') && first.contains("O-") {
        return first.to_owned();
    }
    let all = first.chars().enumerate();
    all.filter(|(place, sign)| *place == 0 || sign.is_ascii_uppercase() || "=#x-".contains(*sign))
        .map(|(_, sign)| sign)
        .collect()
}

/// What a fact shows: of a clause the first words, and the hands that it names.
fn facts(fact: &Fact) -> Vec<String> {
    const HANDS: [&str; 8] = [
        "no pair",
        "a pair",
        "two pairs",
        "three of a kind",
        "a straight",
        "a flush",
        "a full house",
        "four of a kind",
    ];
    match fact {
        Fact::Moved { piece, .. } => vec![format!("moved {piece}")],
        Fact::Captured { piece, .. } => vec![format!("takes {piece}")],
        Fact::Promoted { piece, .. } => vec![format!("promoted {piece}")],
        Fact::Check(seat) => vec![format!("check {seat}")],
        Fact::Out(seat) => vec![format!("out {seat}")],
        Fact::Other(words) => {
            let mut all: Vec<String> =
                HANDS.iter().filter(|hand| words.contains(*hand)).map(ToString::to_string).collect();
            let plain = words.split(' ').filter(|word| word.chars().all(|sign| sign.is_ascii_lowercase()));
            all.push(plain.take(2).collect::<Vec<_>>().join(" "));
            all
        }
        _ => vec![],
    }
}

fn ending(code: &Value) -> String {
    let code = code.as_str().unwrap_or("goes on");
    // Which army came in which place matters less than that it ended so.
    if code.len() == 8 { "won".to_owned() } else { code.to_owned() }
}

fn actor(state: &dyn GameState) -> String {
    format!("{:?}", state.actor())
}

/// What a line shows.
fn shows(kind: GameKind, line: &Value) -> BTreeSet<String> {
    let referee = referee(kind, &[]);
    let mut shows = BTreeSet::from([format!("ends {}", ending(&line["outcome"]))]);
    if let Some(position) = line["position"].as_str() {
        let state = referee.read(position).unwrap();
        let key = if kind == GameKind::Gods { "acts" } else { "moves" };
        let acts = texts(&line[key]);
        shows.insert(actor(&*state));
        shows.insert(format!("offers none: {}", acts.is_empty()));
        for act in acts {
            shows.insert(sort(&act));
            if let Ok(played) = state.play(&act) {
                shows.extend(played.facts.iter().flat_map(facts));
                shows.extend(played.state.ending().map(|_| "ends by an act".to_owned()));
            }
        }
        return shows;
    }
    let mut state = referee.read(line["start"].as_str().unwrap()).unwrap();
    for act in texts(&line["acts"]) {
        shows.insert(sort(&act));
        let played = state.play(&act).unwrap();
        shows.extend(played.facts.iter().flat_map(facts));
        state = played.state;
    }
    shows
}

/// So many lines a file has at least.
const LEAST: usize = 10;

/// The first lines, and those that show none of them does, the shortest first.
fn thinned(kind: GameKind, lines: &[Value], first: usize) -> Vec<Value> {
    let shown: Vec<BTreeSet<String>> = lines.iter().map(|line| shows(kind, line)).collect();
    let mut met: BTreeMap<&String, usize> = BTreeMap::new();
    let mut kept: BTreeSet<usize> = (0..first).collect();
    kept.iter().flat_map(|place| &shown[*place]).for_each(|what| *met.entry(what).or_default() += 1);
    loop {
        let worth = |place: &usize| {
            let new = shown[*place].iter().filter(|what| !met.contains_key(what)).count() as f64;
            new / lines[*place].to_string().len() as f64
        };
        let left = (0..lines.len()).filter(|place| !kept.contains(place));
        let Some(best) = left.max_by(|one, other| worth(one).total_cmp(&worth(other))).filter(|it| worth(it) > 0.0)
        else {
            break;
        };
        kept.insert(best);
        shown[best].iter().for_each(|what| *met.entry(what).or_default() += 1);
    }
    let mut shortest: Vec<usize> = (0..lines.len()).filter(|place| !kept.contains(place)).collect();
    shortest.sort_by_key(|place| lines[*place].to_string().len());
    kept.extend(shortest.into_iter().take(LEAST.saturating_sub(kept.len())));
    println!("{} of {}: {met:?}", kept.len(), lines.len());
    kept.into_iter().map(|place| lines[place].clone()).collect()
}

#[test]
#[ignore = "tests/kept/make"]
fn games() {
    let kinds = [
        ("three", GameKind::Three),
        ("free", GameKind::Free),
        ("team", GameKind::Team),
        ("gods", GameKind::Gods),
        ("faith", GameKind::Faith),
    ];
    for (name, kind) in kinds {
        for (sort, first) in [("positions", 10), ("playouts", 5), ("scatter", 5)] {
            if sort == "scatter" && kind == GameKind::Gods {
                continue;
            }
            let lines = thinned(kind, &data(&format!("{sort}_{name}")), first);
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            fs::write(Path::new(&env::var("KEEP_GAMES").unwrap()).join(format!("{sort}_{name}.jsonl")), text).unwrap();
        }
    }
}
