//! The settings of simulations in words.

use std::collections::BTreeMap;

use crate::simulate::{Plan, SimulationSummary};

use super::{list, number};

/// The settings that simulations have in common: `Water board, Air angle, the Ptah on a5, policy random` and `100,000 readings, seed 1`.
pub fn shared_setting(summaries: &[&SimulationSummary]) -> [String; 3] {
    fn shared<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Option<T> {
        let mut values = values.into_iter();
        let first = values.next()?;
        values.all(|value| value == first).then_some(first)
    }
    let of = |name: &str| shared(summaries.iter().map(|summary| summary.provenance.setting.get(name))).flatten();
    let place = [
        of("board").map(|board| format!("{board} board")),
        of("angle").map(|angle| format!("{angle} angle")),
        of("ptah").map(|ptah| format!("the Ptah on {ptah}")),
    ];
    let rules = [
        of("array").cloned(),
        of("ruleset").map(|name| format!("ruleset {name}")),
        of("procedure").map(|name| format!("procedure {name}")),
        of("dice")
            .map(|name| format!("dice table {name}"))
            .filter(|_| of("procedure").is_none_or(|name| name != Plan::GAME)),
        of("direction").cloned(),
    ];
    let run = [
        shared(summaries.iter().map(|summary| summary.readings)).map(|count| format!("{} readings", number(count))),
        shared(summaries.iter().map(|summary| summary.provenance.seed)).map(|seed| format!("seed {seed}")),
        shared(summaries.iter().map(|summary| summary.provenance.limit)).map(|limit| format!("at most {limit} turns")),
        shared(summaries.iter().map(|summary| &summary.provenance.policies)).map(players),
    ];
    let joined = |parts: &[Option<String>]| parts.iter().flatten().cloned().collect::<Vec<_>>().join(", ");
    [joined(&place), joined(&rules), joined(&run)]
}

/// The policies: `policy random`, `policy purpose for Air and Fire, random for Earth and Water`.
fn players(policies: &BTreeMap<String, String>) -> String {
    let mut names: Vec<&str> = policies.values().map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    let whose = |name: &&str| {
        let armies = policies.iter().filter(|(_, policy)| policy == name).map(|(army, _)| army.as_str());
        format!("{name} for {}", list(&armies.collect::<Vec<_>>()))
    };
    match names.as_slice() {
        [one] => format!("policy {one}"),
        several => format!("policy {}", several.iter().map(whose).collect::<Vec<_>>().join(", ")),
    }
}
