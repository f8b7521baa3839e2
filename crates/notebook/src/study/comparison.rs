//! The comparison of two records.

use serde::Serialize;

use crate::chess::Army;
use crate::correspondences::Correspondences;
use crate::reading::{Decision, Question};
use crate::record::EnochianRecord;
use crate::render::result;

use super::Explanation;

/// A record as it stands beside another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedRecord {
    /// The question, or the name of the game.
    pub title: String,
    /// The date on which it was begun: `2026-11-21`.
    pub begun: String,
    /// Other facts by name; both records have the same names in the same order.
    pub facts: Vec<(&'static str, String)>,
}

impl ComparedRecord {
    /// The facts of a record.
    #[must_use]
    pub fn of(record: EnochianRecord<'_>, correspondences: &Correspondences) -> ComparedRecord {
        let it = &Explanation::of(record, correspondences);
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
            ("result", if question.is_none() { result(&record) } else { String::new() }),
            ("turns", it.turns.to_string()),
            ("without a move", by_army(&|army| it.delays[army.index()].turns.len())),
            ("captures", by_army(&|army| it.conflicts.iter().filter(|conflict| conflict.taker.army == army).count())),
            ("turning points", points.join(", ")),
            ("king's path", kings_road(it, correspondences)),
        ];
        ComparedRecord { title: it.title.clone(), begun: heading.begun.format("%Y-%m-%d").to_string(), facts }
    }
}

fn kings_road(it: &Explanation, correspondences: &Correspondences) -> String {
    let Some(road) = it.kings_road() else { return String::new() };
    let mut steps = vec![format!("{} {}", road.start, correspondences.square(it.board, road.start).force)];
    steps.extend(road.steps.iter().map(|step| format!("{} {} ({})", step.square, step.force, step.turn)));
    steps.extend(road.taken.iter().map(|taken| format!("taken by {} ({})", taken.by, taken.turn)));
    steps.join(" → ")
}
