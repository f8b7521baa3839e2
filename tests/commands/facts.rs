//! The facts of the readings in `tests/kept/interpretations.jsonl`.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

use crate::kept::digest;

/// How many readings stand on a line of `facts.txt`.
const ABREAST: usize = 40;

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
    if fact.len() > 8 || fact.contains(' ') || fact.is_empty() { format!("#{}", digest(fact)) } else { fact.to_owned() }
}

/// The text of `facts.txt`: a block for each fact, and on each line a number of readings, the first of which it names.
pub(crate) fn written(readings: &[BTreeMap<String, String>]) -> String {
    let mut names: Vec<&String> = readings.iter().flat_map(BTreeMap::keys).collect();
    names.sort();
    names.dedup();
    let mut text = String::new();
    for name in names {
        let said: Vec<&str> = readings.iter().map(|facts| facts.get(name).map_or("-", String::as_str)).collect();
        for (number, line) in said.chunks(ABREAST).enumerate() {
            writeln!(text, "{name} {}: {}", number * ABREAST + 1, line.join(" ")).unwrap();
        }
    }
    text
}
