//! The facts of 400 readings (INTERPRETATION 2 to 8), as a second implementation found them from the text of the clauses: `tests/kept`.
//!
//! `.ci/update facts` writes them anew, by the program alone; then look at the difference. A fact that is new adds lines, and a fact
//! that is found otherwise changes its own.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::fs;
use std::iter;

use enochian::correspondences::Correspondences;
use enochian::interpretation::SummaryFacts;
use enochian::reading::{Decision, DieThrower};
use enochian::record::{Closing, Entry, Heading, Record, Seats, Subject};
use enochian::session::Act;
use enochian::study::Explanation;
use serde_json::{Value, json};

use crate::kept::{Deed, deeds, digest, folder, lines, question};

/// How many readings stand on a line of `facts.txt`.
const ABREAST: usize = 40;

/// The kept readings, played again: four people play by chance, as they lean, with exchanges and withdrawals.
pub(crate) fn readings() -> impl Iterator<Item = Record> {
    chosen(|_, _| true)
}

/// Those of them that are chosen by their number, counted from 1, and how many turns they have at most.
pub(crate) fn chosen(is_chosen: impl Fn(usize, usize) -> bool) -> impl Iterator<Item = Record> {
    let numbered = (1..).zip(lines("interpretations.jsonl"));
    let turns = |line: &Value| line["turns"].as_str().unwrap().split(',').count();
    numbered.filter(move |(number, line)| is_chosen(*number, turns(line))).map(|(_, line)| record(&line))
}

fn record(line: &Value) -> Record {
    let players = ["Anna", "Ben", "Carl", "Dora"].map(String::from);
    let begun = "2026-11-21T12:00:00+00:00".parse().unwrap();
    let thrower = DieThrower::Seeded(line["seed"].as_u64().unwrap());
    let mut record = Record::begin(Heading {
        game: Subject::Reading(Box::new(question(line)), thrower).into(),
        begun,
        zone: None,
        seats: Seats { players: players.to_vec(), throws: vec![] },
        automatic: false,
        branch: None,
    });
    for deed in deeds(line) {
        match deed {
            Deed::Exchange(exchange) => record.enter(Act::Exchange(exchange)).unwrap(),
            Deed::Withdrawal => record.enter(Act::Withdrawal(record.enochian().unwrap().turn())).unwrap(),
            Deed::Turn(throw, mv) => {
                record.enter(Act::Throw(throw)).unwrap();
                record.enter(Act::Move(mv)).unwrap();
            }
        }
    }
    let closing = match line["closing"].as_str().unwrap() {
        "open" => return record,
        "ended" => Closing::Ended,
        "limit" => Closing::AtLimit(record.enochian().unwrap().turns().len() as u32),
        _ => Closing::ByPlayers,
    };
    record.enter(Entry::Concluded(closing, begun)).unwrap();
    record
}

/// What the program finds, without its sentences; with the totals and the answer by both criteria.
pub(crate) fn facts(record: &Record) -> Value {
    let (correspondences, played) = (Correspondences::embedded(), record.enochian().unwrap());
    let mut facts = serde_json::to_value(SummaryFacts::of(played, correspondences)).unwrap();
    assert!(!facts["sentences"].to_string().contains("[summary.toml:"), "a form lacks a fact: {facts}");
    let keys = facts.as_object_mut().unwrap();
    ["heading", "sentences", "short"].iter().for_each(|wording| drop(keys.remove(*wording)));
    let answer = record.answer().unwrap();
    keys.insert("counts".to_owned(), json!(Explanation::of(played, correspondences).counts));
    keys.insert("answers".to_owned(), json!({"ptah": decision(answer.ptah), "kings": decision(answer.kings)}));
    facts
}

fn decision(decision: Decision) -> String {
    let verdict = decision.verdict.to_string();
    decision.ply.map_or(verdict.clone(), |ply| format!("{verdict}:{ply}"))
}

/// Every fact of a reading by its path, as it stands in `facts.txt`.
pub(crate) fn flat(facts: &Value) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    gather("", facts, &mut found);
    found
}

/// Objects go by their keys, and lists of objects (links, threads, the cast) by the keys of their entries.
fn gather(path: &str, fact: &Value, found: &mut BTreeMap<String, String>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match fact {
        Value::Null => {}
        Value::Object(keys) => keys.iter().for_each(|(key, fact)| gather(&below(key), fact, found)),
        Value::Array(list) if list.first().is_some_and(Value::is_object) => {
            let mut keys: Vec<&String> = list.iter().flat_map(|entry| entry.as_object().unwrap().keys()).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let all: Vec<&Value> = list.iter().map(|entry| &entry[key]).collect();
                found.insert(below(key), said(&serde_json::to_string(&all).unwrap()));
            }
        }
        Value::String(text) => drop(found.insert(path.to_owned(), said(text))),
        other => drop(found.insert(path.to_owned(), said(&other.to_string()))),
    }
}

/// What is long, or would not be one word, is kept by its digest.
fn said(fact: &str) -> String {
    if fact.len() > 8 || fact.contains([' ', '*']) || fact.is_empty() {
        format!("#{}", digest(fact))
    } else {
        fact.to_owned()
    }
}

/// The text of `facts.txt`: below the name of each fact lines of readings, the first of which they name; `no*3` is `no` three times.
pub(crate) fn written(readings: &[BTreeMap<String, String>]) -> String {
    let mut names: Vec<&String> = readings.iter().flat_map(BTreeMap::keys).collect();
    names.sort();
    names.dedup();
    let mut text = String::new();
    for name in names {
        let said: Vec<&str> = readings.iter().map(|facts| facts.get(name).map_or("-", String::as_str)).collect();
        writeln!(text, "{name}").unwrap();
        for (number, line) in said.chunks(ABREAST).enumerate() {
            let runs = line.chunk_by(|one, next| one == next).map(|run| match run.len() {
                1 => run[0].to_owned(),
                times => format!("{}*{times}", run[0]),
            });
            writeln!(text, "{}: {}", number * ABREAST + 1, runs.collect::<Vec<_>>().join(" ")).unwrap();
        }
    }
    text
}

/// What `facts.txt` has: of each fact what it is in each reading.
fn read(text: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut kept: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut name = "";
    for line in text.lines() {
        let Some((first, said)) = line.split_once(": ") else {
            name = line;
            continue;
        };
        let all = kept.entry(name).or_default();
        assert_eq!(first, (all.len() + 1).to_string(), "{name} {line}");
        for run in said.split(' ') {
            let (fact, times) = run.split_once('*').map_or((run, 1), |(fact, times)| (fact, times.parse().unwrap()));
            all.extend(iter::repeat_n(fact, times));
        }
    }
    kept
}

/// Where the facts differ from those of `facts.txt`: the reading, the fact and what it is.
fn differences(now: &[Value], kept: &str) -> Vec<String> {
    let kept = read(kept);
    let mut found = vec![];
    for (number, facts) in now.iter().enumerate() {
        let flat = flat(facts);
        for name in flat.keys().filter(|name| !kept.contains_key(name.as_str())) {
            found.push(format!("reading {}: {name} is new", number + 1));
        }
        for (name, all) in &kept {
            let (now, was) = (flat.get(*name).map_or("-", String::as_str), all[number]);
            if now != was {
                let top = &facts[name.split('.').next().unwrap()];
                found.push(format!("reading {}: {name} is {now}, and was {was}, in {top}", number + 1));
            }
        }
    }
    found
}

#[test]
fn interpretation_2_to_8_every_fact_of_400_readings_is_as_it_was_found() {
    let now: Vec<Value> = readings().map(|record| facts(&record)).collect();
    assert_eq!(now.len(), 400);
    let file = folder().join("facts.txt");
    if env::var_os("UPDATE_FACTS").is_some() {
        fs::write(&file, written(&now.iter().map(flat).collect::<Vec<_>>())).unwrap();
    }
    let found = differences(&now, &fs::read_to_string(file).unwrap());
    assert!(
        found.is_empty(),
        "{} differences; if they should be, run .ci/update facts, and read them\n{}",
        found.len(),
        found[..found.len().min(40)].join("\n")
    );
}

/// The readings have every kind of link and cause, and what is rare.
#[test]
fn interpretation_8_2_and_8_3_the_readings_have_every_link_and_cause() {
    let text = fs::read_to_string(folder().join("facts.txt")).unwrap();
    let (kept, lines) = (read(&text), lines("interpretations.jsonl"));
    // Readings that their players stop are long, so there are few.
    let causes = [("held", 5), ("limit", 5), ("stopped", 3), ("own-king", 5)];
    let long = [("opposing-kings", 5), ("own-kings", 5), ("unfinished", 5), ("bare-kings", 5)];
    for (cause, least) in causes.into_iter().chain(long) {
        let times = kept["answer.cause"].iter().filter(|found| **found == said(cause)).count();
        assert!(times >= least, "{cause}: {times} times");
    }
    let all = |word: &str| lines.iter().filter(|line| line["turns"].as_str().unwrap().contains(word)).count();
    assert!(all("exchange") >= 12 && all("withdraw") >= 12, "{}, {}", all("exchange"), all("withdraw"));
    for procedure in ["ptah", "kings", "ptah-conclude", "ptah-attained"] {
        assert!(lines.iter().filter(|line| line["question"]["procedure"] == procedure).count() >= 50, "{procedure}");
    }
    let mut links: Vec<u64> = readings()
        .flat_map(|record| facts(&record)["links"].as_array().unwrap().clone())
        .map(|link| link["link"].as_u64().unwrap())
        .collect();
    links.sort_unstable();
    links.dedup();
    assert_eq!(links, (1..=28).collect::<Vec<_>>());
}

/// All values that differ from one in one place: another number, word or truth, or an entry less.
fn altered(value: &Value) -> Vec<Value> {
    let within = |at: &dyn Fn(&mut Value) -> &mut Value, part: &Value| -> Vec<Value> {
        let all = altered(part).into_iter().map(|other| {
            let mut whole = value.clone();
            *at(&mut whole) = other;
            whole
        });
        all.collect()
    };
    match value {
        Value::Null => vec![json!(0)],
        Value::Bool(truth) => vec![json!(!truth)],
        Value::Number(number) => vec![json!(number.as_u64().unwrap() + 1)],
        Value::String(text) => vec![json!(format!("{text}s"))],
        Value::Array(list) => {
            let parts = list.iter().enumerate();
            let less = list.get(1..).map(|rest| json!(rest));
            parts.flat_map(|(place, part)| within(&|whole| &mut whole[place], part)).chain(less).collect()
        }
        Value::Object(keys) => keys.iter().flat_map(|(key, part)| within(&|whole| &mut whole[key], part)).collect(),
    }
}

/// The comparison can fail: one fact that is not so, whichever it is, is named with its reading.
#[test]
fn interpretation_8_12_one_changed_fact_is_named() {
    let now: Vec<Value> = readings().take(3).map(|record| facts(&record)).collect();
    let kept = written(&now.iter().map(flat).collect::<Vec<_>>());
    assert_eq!(differences(&now, &kept), [""; 0]);
    let mut changes = 0;
    for (key, part) in now[1].as_object().unwrap() {
        for other in altered(part) {
            changes += 1;
            let mut changed = now.clone();
            changed[1][key] = other;
            let found = differences(&changed, &kept);
            assert!(!found.is_empty(), "{key} {}", changed[1][key]);
            assert!(found.iter().all(|it| it.starts_with(&format!("reading 2: {key}"))), "{found:?}");
        }
    }
    assert!(changes > 100, "{changes}");
}
