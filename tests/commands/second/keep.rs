//! Writes readings by chance with the facts that the second implementation finds, once the program agrees: `tests/kept/make`.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use enochian::chess::Effect;
use enochian::correspondences::Correspondences;
use enochian::interpretation::Told;
use enochian::reading::Decision;
use enochian::record::{Closing, Record};
use enochian::session::Action;
use serde_json::{Value, json};

use super::{Course, counts, told};
use crate::facts::{flat, written};
use crate::kept::deeds;
use crate::summaries::by_chance;

/// What is tried, and what is kept of it.
const TRIED: u64 = 3_000;
const KEPT: usize = 400;
/// Readings at least so long are needed too, and so many of them.
const LONG: (usize, usize) = (400, 3);

struct Candidate {
    seed: u64,
    line: Value,
    facts: BTreeMap<String, String>,
    /// What it shows, of which in some cases many readings are wanted.
    shows: BTreeSet<String>,
    length: usize,
}

/// Both the program's facts and the second ones, with the totals and the answer.
fn facts(record: &Record) -> [Value; 2] {
    let correspondences = Correspondences::embedded();
    let played = record.enochian().unwrap();
    let course = Course::of(record, correspondences);
    let mut program = serde_json::to_value(Told::of(played, correspondences)).unwrap();
    let keys = program.as_object_mut().unwrap();
    ["sentences", "short"].iter().for_each(|wording| drop(keys.remove(*wording)));
    let mut second = told(&course);
    program["counts"] = json!(enochian::study::Explanation::of(played, correspondences).counts);
    second["counts"] = if played.turns().is_empty() { Value::Null } else { counts(&course) };
    // That these are the answers by the rules is asked in `answered`.
    let answer = record.answer().unwrap();
    for facts in [&mut program, &mut second] {
        facts["answers"] = json!({"ptah": decision(answer.ptah), "kings": decision(answer.kings)});
    }
    [program, second]
}

fn decision(decision: Decision) -> String {
    let verdict = decision.verdict.to_string();
    decision.ply.map_or(verdict.clone(), |ply| format!("{verdict}:{ply}"))
}

fn line(seed: u64, record: &Record) -> Value {
    let played = record.enochian().unwrap();
    let question = played.subject().question().unwrap();
    let mut turns = vec![];
    for turn in played.turns() {
        for action in &turn.before {
            turns.push(match action {
                Action::Exchange(exchange) => exchange.to_string(),
                Action::Withdrawal => "withdraw".to_owned(),
            });
        }
        turns.push(format!("{}{}", turn.thrown.unwrap().throw.number(), turn.mv));
    }
    let closing = match record.closing() {
        None => "open",
        Some(Closing::Ended) => "ended",
        Some(Closing::AtLimit(_)) => "limit",
        Some(_) => "players",
    };
    let mut line = json!({
        "seed": seed,
        "question": {"category": question.category, "procedure": question.procedure.name},
        "turns": turns.join(","),
        "closing": closing,
    });
    // What a question file leaves out has its default.
    let more = [
        ("ruleset", question.ruleset.name.clone()),
        ("dice", question.dice.name.clone()),
        ("direction", question.direction.to_string()),
    ];
    for (key, value) in more {
        if !["chessvariants", "regardie", "deosil"].contains(&value.as_str()) {
            line["question"][key] = json!(value);
        }
    }
    assert_eq!(&crate::kept::question(&line), question);
    line
}

fn shows(record: &Record, second: &Value) -> BTreeSet<String> {
    let played = record.enochian().unwrap();
    let mut shows: BTreeSet<String> =
        second["links"].as_array().unwrap().iter().map(|link| format!("link {}", link["link"])).collect();
    for turn in played.turns() {
        for action in &turn.before {
            shows.insert(if *action == Action::Withdrawal { "withdrawal" } else { "exchange" }.to_owned());
        }
        for effect in &turn.effects {
            if matches!(effect, Effect::Concourse { .. } | Effect::Promoted { .. } | Effect::ThroneSeized { .. }) {
                shows.insert(format!("{effect:?}").split([' ', '(']).next().unwrap().to_owned());
            }
        }
    }
    let question = played.subject().question().unwrap();
    let procedure = &question.procedure.name;
    shows.insert(format!("cause {} {procedure}", second["answer"]["cause"]));
    shows.insert(format!("category {:?}", question.category));
    shows.insert(format!("procedure {procedure} {}", question.ruleset.name));
    if played.turns().len() >= LONG.0 {
        shows.insert("long".to_owned());
    }
    shows
}

fn candidate(seed: u64) -> Candidate {
    let record = by_chance(seed);
    let [program, second] = facts(&record);
    let (program, second_flat) = (flat(&program), flat(&second));
    assert_eq!(program, second_flat, "seed {seed}");
    answered(&record);
    let length = record.enochian().unwrap().turns().len();
    let shows = shows(&record, &second);
    Candidate { seed, line: line(seed, &record), facts: program, shows, length }
}

/// The answers are those by the rules, turn by turn.
fn answered(record: &Record) {
    let played = record.enochian().unwrap();
    let question = played.subject().question().unwrap();
    let start = crate::oracle::keep::start(question);
    let deeds = deeds(&line(0, record));
    let followed = crate::oracle::keep::follow(question, &crate::oracle::keep::terms_of(question), &start, &deeds);
    let answer = record.answer().unwrap();
    let answers = [decision(answer.ptah), decision(answer.kings)].map(|it| it.replace(':', " "));
    assert_eq!(answers, [followed.ptah, followed.kings]);
}

fn candidates() -> Vec<Candidate> {
    let all = Mutex::new(vec![]);
    std::thread::scope(|scope| {
        for part in 0..2 {
            let all = &all;
            scope.spawn(move || {
                for seed in (1..=TRIED).filter(|seed| seed % 2 == part) {
                    let one = candidate(seed);
                    all.lock().unwrap().push(one);
                }
            });
        }
    });
    let mut all = all.into_inner().unwrap();
    all.sort_by_key(|one| one.seed);
    all
}

/// How many readings are wanted that show this.
fn wanted(what: &str) -> usize {
    match what {
        "exchange" | "Concourse" | "withdrawal" | "ThroneSeized" => 12,
        "long" => LONG.1,
        // These are long.
        what if what.starts_with("cause \"stopped\"") => 1,
        what if what.starts_with("link ") || what.starts_with("cause ") => 5,
        what if what.starts_with("procedure ") => 30,
        _ => 1,
    }
}

/// The readings that show most of what is still wanted for their length, then those with most values that no other has.
fn chosen(mut all: Vec<Candidate>) -> Vec<Candidate> {
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    let mut values: BTreeSet<(String, String)> = BTreeSet::new();
    let mut chosen = vec![];
    while chosen.len() < KEPT {
        let worth = |one: &Candidate| {
            let lacks = |what: &&String| met.get(*what).copied().unwrap_or(0) < wanted(what);
            let shown = one.shows.iter().filter(lacks).count() as f64;
            if shown > 0.0 {
                return 1_000.0 * shown / (60.0 + one.length as f64);
            }
            let new = one.facts.iter().filter(|(path, value)| {
                !values.contains(&((*path).clone(), (*value).clone())) && !path.starts_with("cast.")
            });
            new.count() as f64 / (15.0 + one.length as f64).powf(1.35)
        };
        let best = (0..all.len()).max_by(|one, other| worth(&all[*one]).total_cmp(&worth(&all[*other]))).unwrap();
        let one = all.swap_remove(best);
        one.shows.iter().for_each(|what| *met.entry(what.clone()).or_default() += 1);
        values.extend(one.facts.iter().map(|(path, value)| (path.clone(), value.clone())));
        chosen.push(one);
    }
    println!("{met:#?}\n{} turns", chosen.iter().map(|one| one.length).sum::<usize>());
    chosen.sort_by_key(|one| one.seed);
    chosen
}

#[test]
#[ignore = "tests/kept/make"]
fn interpretations() {
    let folder = env::var("KEEP").unwrap();
    let chosen = chosen(candidates());
    let lines: String = chosen.iter().map(|one| format!("{}\n", one.line)).collect();
    let facts: Vec<BTreeMap<String, String>> = chosen.into_iter().map(|one| one.facts).collect();
    fs::write(Path::new(&folder).join("interpretations.jsonl"), lines).unwrap();
    fs::write(Path::new(&folder).join("facts.txt"), written(&facts)).unwrap();
}
