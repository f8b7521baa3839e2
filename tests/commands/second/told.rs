//! The facts of a reading as JSON: the answer, the links, the threads, the close and the cast (INTERPRETATION 8.7, 8.9, 8.12).

use enochian::chess::{Army, Effect, Kind, Officer};
use enochian::correspondences::Quality;
use enochian::reading::Verdict;
use serde_json::{Value, json};

use super::answer::Answer;
use super::board::steps_between;
use super::course::{Course, Id};
use super::links::{links, promotions};
use super::significator::significator;
use super::threads::{class, threads};

pub(crate) fn told(course: &Course<'_>) -> Value {
    let answer = Answer::of(course);
    let links = links(course, answer.verdict);
    json!({
        "answer": answer.json(course),
        "threads": threads(course, &answer, &links),
        "links": links.iter().map(|link| link.json(course)).collect::<Vec<_>>(),
        "close": close(course, &answer),
        "significator": significator(course).map(|id| course.code(id)),
        "kind": course.question.kind.to_string(),
        "cast": cast(course),
    })
}

fn close(course: &Course<'_>, answer: &Answer) -> Value {
    let (question, correspondences) = (course.question, course.correspondences);
    let force = correspondences.force(question.force);
    let dignity = correspondences.dignity(question.force.element(), question.angle.element()).dignity;
    let mut close = json!({
        "force": question.force.name(),
        "house": force.house,
        "figure": {"name": force.figure.name, "effect": "plain", "angle": dignity.name()},
        "trump": force.trump.number,
    });
    if let Some(turn) = course.numbers().rev().find(|turn| course.turn(*turn).landing() == Some(course.ptah)) {
        close["figure"]["by"] = json!(course.code(course.movers[turn].unwrap()));
        close["figure"]["turn"] = json!(turn);
        close["figure"]["effect"] = json!(match course.strength(course.turn(turn).piece.unwrap(), course.ptah) {
            1.. => "stressed",
            0 => "plain",
            -2..0 => "balanced",
            _ => "reversed",
        });
    }
    if answer.verdict == Verdict::Yes {
        close["time"] = json!(correspondences.time_of(question.force));
        close["third"] = json!(question.term.as_ref().and(match question.force.quality() {
            Quality::Cardinal => Some(1),
            Quality::Mutable => Some(2),
            Quality::Fixed => Some(3),
            Quality::Elemental => None,
        }));
    }
    if answer.is_held() {
        let (opened, last) = course.rounds().into_iter().find(|(_, last)| *last == answer.turn).unwrap();
        close["round"] = (opened..=last).collect();
        let theirs = |turn: &usize| course.turn(*turn).piece.is_some_and(|piece| course.them.contains(&piece.army));
        let distance = |turn: &usize| steps_between(course.turn(*turn).landing().unwrap(), course.ptah);
        if let Some(turn) = (opened..=last).rev().filter(theirs).min_by_key(distance) {
            let square = course.turn(turn).landing().unwrap();
            let id = course.movers[turn].unwrap();
            close["nearest"] = json!({
                "turn": turn,
                "piece": course.code(id),
                "from": course.standing[turn - 1][id].map(|from| from.to_string()),
                "square": square.to_string(),
                "force": course.force_at(square),
            });
        }
    }
    close
}

/// Each officer and each risen pawn, the heaviest first (8.9).
fn cast(course: &Course<'_>) -> Vec<Value> {
    let risen = |id: &Id| !course.starting[*id].kind.is_pawn() || !promotions(course, *id).is_empty();
    let mut cast: Vec<Id> = (0..course.starting.len()).filter(risen).collect();
    cast.sort_by_cached_key(|id| {
        let piece = course.starting[*id];
        let kind = match piece.kind {
            Kind::King => 0,
            Kind::Officer(officer) => 1 + place(officer),
            Kind::Pawn(officer) => 5 + place(officer),
        };
        (classes(course, *id), kind, piece.army.index())
    });
    cast.into_iter().map(|id| member(course, id)).collect()
}

fn place(officer: Officer) -> usize {
    [Officer::Queen, Officer::Knight, Officer::Bishop, Officer::Rook].iter().position(|it| *it == officer).unwrap()
}

/// Its classes ascending, with an end that is heavier than none: of two alike the longer comes first.
fn classes(course: &Course<'_>, id: Id) -> Vec<u8> {
    let of = |stroke| {
        let stroke: &super::course::Stroke = stroke;
        stroke.taken.iter().map(move |taken| class(course, stroke, taken))
    };
    let mut classes: Vec<u8> = course.strokes_by(id).flat_map(of).collect();
    classes.extend(course.checks_by(id).iter().map(|_| 7));
    classes.extend(promotions(course, id).iter().map(|_| 6));
    classes.sort_unstable();
    classes.push(u8::MAX);
    classes
}

fn member(course: &Course<'_>, id: Id) -> Value {
    let length = course.length();
    let moves: Vec<usize> = course.moves(id).collect();
    let road: Vec<&str> = moves.iter().map(|turn| course.force_at(course.turn(*turn).landing().unwrap())).collect();
    let deeds = course
        .strokes_by(id)
        .flat_map(|stroke| stroke.taken.iter().map(|taken| json!({"turn": stroke.turn, "of": course.code(taken.id)})));
    let last: Army = (0..=length).rev().find_map(|after| course.piece(id, after)).unwrap().army;
    let fate = match course.standing[length][id] {
        Some(at) => {
            let froze = |turn: &usize| course.did(*turn, |effect| *effect == Effect::Froze(last));
            let frozen = course.boards[length].frozen.contains(&last);
            let since = frozen.then(|| course.numbers().rev().find(froze).unwrap());
            json!({"stands": at.to_string(), "frozen": since})
        }
        None => {
            let taken = |stroke: &&super::course::Stroke| stroke.taken.iter().any(|taken| taken.id == id);
            let stroke = course.strokes.iter().rfind(taken).unwrap();
            json!({"taken": stroke.turn, "by": course.code(stroke.by)})
        }
    };
    json!({
        "piece": course.code(id),
        "army": last.name(),
        "moves": moves.len(),
        "road": road,
        "deeds": deeds.collect::<Vec<_>>(),
        "checks": course.checks_by(id),
        "promoted": promotions(course, id).last(),
        "fate": fate,
    })
}
