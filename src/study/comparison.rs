//! Two readings beside each other.

use serde::Serialize;

use crate::chess::Army;
use crate::lore::Lore;
use crate::reading::{Decision, Question};
use crate::record::Record;
use crate::render::result;
use crate::stats::odds;

use super::landings::{By, Row, Trait, Whose};
use super::{Explanation, json};

/// What tells two records apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The first and the second.
    pub sides: [Compared; 2],
    /// The landings of both, by element, quality, angle and sign; none unless both are readings.
    pub differences: Vec<Difference>,
}

/// One of the two, in facts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// The question, or the name of the game.
    pub title: String,
    /// The day on which it was begun: `2026-11-21`.
    pub begun: String,
    /// What else can be said, each under a name: the same names, in the same order, for both.
    pub facts: Vec<(&'static str, String)>,
}

/// How often both landed on one sort of square.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// By what squares are told apart.
    #[serde(serialize_with = "json::word")]
    pub by: By,
    /// The sort of square.
    #[serde(rename = "name", serialize_with = "json::word")]
    pub of: Trait,
    /// The landings there of the one and the other.
    pub landings: [u32; 2],
    /// Their shares of all landings.
    pub shares: [f64; 2],
    /// How probable it is that chance brings shares that differ as much (Fisher's exact test, two-sided).
    pub p: f64,
    /// The same, raised for the number of lines that are looked at together (Holm).
    pub p_raised: f64,
}

impl Difference {
    /// Whether the difference is more than chance, all lines of the table considered.
    pub fn stands_out(&self) -> bool {
        self.p_raised < odds::LEVEL
    }
}

impl Comparison {
    /// Compares two records.
    pub fn of(one: &Record, two: &Record, lore: &Lore) -> Comparison {
        let explanations = [one, two].map(|record| Explanation::of(record, lore));
        let [first, second] = &explanations;
        let shares = first.share(Whose::All).zip(second.share(Whose::All));
        let differences = shares.map_or(Vec::new(), |(one, two)| {
            let of_all = [one.landings(), two.landings()];
            By::ALL.into_iter().flat_map(|by| differences(by, &one.by(by).rows, &two.by(by).rows, of_all)).collect()
        });
        Comparison { sides: [side(one, first, lore), side(two, second, lore)], differences }
    }
}

fn differences(by: By, one: &[Row], two: &[Row], of_all: [u32; 2]) -> Vec<Difference> {
    let difference = |(one, two): (&Row, &Row)| {
        let landings = [one.landings(), two.landings()];
        let share = |index: usize| f64::from(landings[index]) / f64::from(of_all[index].max(1));
        let p = odds::fisher(landings[0], of_all[0], landings[1], of_all[1]);
        Difference { by, of: one.of, landings, shares: [share(0), share(1)], p, p_raised: p }
    };
    let mut all: Vec<Difference> = one.iter().zip(two).map(difference).collect();
    let raised = odds::holm(&all.iter().map(|difference| difference.p).collect::<Vec<_>>());
    for (difference, raised) in all.iter_mut().zip(raised) {
        difference.p_raised = raised;
    }
    all
}

fn side(record: &Record, it: &Explanation, lore: &Lore) -> Compared {
    let heading = record.heading();
    let matter = &heading.matter;
    let (question, answer) = (matter.question(), record.answer());
    let asked = |of: &dyn Fn(&Question) -> String| question.map_or(String::new(), of);
    let decided = |decision: Option<Decision>| match decision {
        Some(decision) => {
            let ply = decision.ply.map_or(String::new(), |ply| format!(" (turn {ply})"));
            format!("{}{ply}", decision.verdict)
        }
        None => String::new(),
    };
    let by_army = |count: &dyn Fn(Army) -> usize| {
        let each: Vec<String> = Army::ALL.map(|army| format!("{army} {}", count(army))).to_vec();
        each.join(", ")
    };
    let points: Vec<String> = it.turning_points.iter().map(|point| point.turn.to_string()).collect();
    let facts = vec![
        ("asked by", asked(&|question| question.querent.clone())),
        ("board", matter.board().to_string()),
        ("angle", asked(&|question| question.angle.to_string())),
        ("Ptah", asked(&|question| format!("{} {}", question.ptah, question.force))),
        ("array", matter.array().map_or(String::new(), |array| array.to_string())),
        ("ruleset", matter.ruleset().name.clone()),
        ("procedure", asked(&|question| question.procedure.name.clone())),
        ("by the Ptah", decided(answer.map(|answer| answer.ptah))),
        ("by the kings", decided(answer.map(|answer| answer.kings))),
        ("manner", answer.map_or(String::new(), |answer| answer.manner.to_string())),
        ("result", if question.is_none() { result(record) } else { String::new() }),
        ("turns", it.turns.to_string()),
        ("landings", it.share(Whose::All).map_or(String::new(), |share| share.landings().to_string())),
        ("without a move", by_army(&|army| it.delays[army.index()].turns.len())),
        ("captures", by_army(&|army| it.conflicts.iter().filter(|conflict| conflict.taker.army == army).count())),
        ("turning points", points.join(", ")),
        ("king's road", kings_road(it, lore)),
    ];
    Compared { title: it.title.clone(), begun: heading.begun.format("%Y-%m-%d").to_string(), facts }
}

fn kings_road(it: &Explanation, lore: &Lore) -> String {
    let Some(road) = it.kings_road() else { return String::new() };
    let mut told = vec![format!("{} {}", road.start, lore.square(it.board, road.start).force)];
    told.extend(road.steps.iter().map(|step| format!("{} {} ({})", step.square, step.force, step.turn)));
    told.extend(road.taken.iter().map(|taken| format!("taken by {} ({})", taken.by, taken.turn)));
    told.join(" → ")
}
