//! The comparison of two records.

use serde::Serialize;

use crate::chess::Army;
use crate::correspondences::Correspondences;
use crate::reading::{Decision, Question};
use crate::record::EnochianRecord;
use crate::render::result;
use crate::stats::significance;

use super::landings::{LandingGroup, LandingRow, SquareProperty, SquareTrait};
use super::{Explanation, serialize};

/// Two records compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecordComparison {
    /// The first and the second.
    pub sides: [ComparedRecord; 2],
    /// The landings of both, by element, quality, angle and sign; empty unless both are readings.
    pub differences: Vec<LandingDifference>,
}

/// The facts of one of the records.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedRecord {
    /// The question, or the name of the game.
    pub title: String,
    /// The date on which it was begun: `2026-11-21`.
    pub begun: String,
    /// Other facts by name; both records have the same names in the same order.
    pub facts: Vec<(&'static str, String)>,
}

/// The landings of both on one kind of square.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LandingDifference {
    /// The property by which squares are grouped.
    #[serde(serialize_with = "serialize::word")]
    pub by: SquareProperty,
    /// The group of squares.
    #[serde(rename = "name", serialize_with = "serialize::word")]
    pub of: SquareTrait,
    /// The landings of the first and of the second.
    pub landings: [u32; 2],
    /// Their shares of all landings.
    pub shares: [f64; 2],
    /// The p-value of the difference (Fisher's exact test, two-sided).
    pub p: f64,
    /// The p-value adjusted for all lines of the table (Holm).
    pub p_corrected: f64,
}

impl LandingDifference {
    /// Whether the adjusted p-value is significant.
    #[must_use]
    pub fn stands_out(&self) -> bool {
        self.p_corrected < significance::LEVEL
    }
}

impl RecordComparison {
    /// Compares two records.
    #[must_use]
    pub fn of(one: EnochianRecord<'_>, two: EnochianRecord<'_>, correspondences: &Correspondences) -> RecordComparison {
        let explanations = [one, two].map(|record| Explanation::of(record, correspondences));
        let [first, second] = &explanations;
        let shares = first.share(LandingGroup::All).zip(second.share(LandingGroup::All));
        let differences = shares.map_or(Vec::new(), |(one, two)| {
            let of_all = [one.landings(), two.landings()];
            SquareProperty::ALL
                .into_iter()
                .flat_map(|by| differences(by, &one.by(by).rows, &two.by(by).rows, of_all))
                .collect()
        });
        RecordComparison { sides: [side(one, first, correspondences), side(two, second, correspondences)], differences }
    }
}

fn differences(by: SquareProperty, one: &[LandingRow], two: &[LandingRow], of_all: [u32; 2]) -> Vec<LandingDifference> {
    let difference = |(one, two): (&LandingRow, &LandingRow)| {
        let landings = [one.landings(), two.landings()];
        let share = |index: usize| f64::from(landings[index]) / f64::from(of_all[index].max(1));
        let p = significance::fisher(landings[0], of_all[0], landings[1], of_all[1]);
        LandingDifference { by, of: one.of, landings, shares: [share(0), share(1)], p, p_corrected: p }
    };
    let mut all: Vec<LandingDifference> = one.iter().zip(two).map(difference).collect();
    let adjusted = significance::holm(&all.iter().map(|difference| difference.p).collect::<Vec<_>>());
    for (difference, adjusted) in all.iter_mut().zip(adjusted) {
        difference.p_corrected = adjusted;
    }
    all
}

fn side(record: EnochianRecord<'_>, it: &Explanation, correspondences: &Correspondences) -> ComparedRecord {
    let heading = record.heading();
    let subject = record.subject();
    let (question, answer) = (subject.question(), record.answer());
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
        ("board", subject.board().to_string()),
        ("angle", asked(&|question| question.angle.to_string())),
        ("Ptah", asked(&|question| format!("{} {}", question.ptah, question.force))),
        ("array", subject.array().map_or(String::new(), |array| array.to_string())),
        ("ruleset", subject.ruleset().name.clone()),
        ("procedure", asked(&|question| question.procedure.name.clone())),
        ("by the Ptah", decided(answer.map(|answer| answer.ptah))),
        ("by the kings", decided(answer.map(|answer| answer.kings))),
        ("manner", answer.map_or(String::new(), |answer| answer.manner.to_string())),
        ("result", if question.is_none() { result(record) } else { String::new() }),
        ("turns", it.turns.to_string()),
        ("landings", it.share(LandingGroup::All).map_or(String::new(), |share| share.landings().to_string())),
        ("without a move", by_army(&|army| it.delays[army.index()].turns.len())),
        ("captures", by_army(&|army| it.conflicts.iter().filter(|conflict| conflict.taker.army == army).count())),
        ("turning points", points.join(", ")),
        ("king's path", kings_road(it, correspondences)),
    ];
    ComparedRecord { title: it.title.clone(), begun: heading.begun.format("%Y-%m-%d").to_string(), facts }
}

fn kings_road(it: &Explanation, correspondences: &Correspondences) -> String {
    let Some(road) = it.kings_road() else { return String::new() };
    let mut steps = vec![format!("{} {}", road.start, correspondences.square(it.board, road.start).force)];
    steps.extend(road.steps.iter().map(|step| format!("{} {} ({})", step.square, step.force, step.turn)));
    steps.extend(road.taken.iter().map(|taken| format!("taken by {} ({})", taken.by, taken.turn)));
    steps.join(" → ")
}
