//! Which links a summary tells, and in what order (INTERPRETATION 8.4).

use std::cmp::Reverse;
use std::collections::BTreeSet;

use enochian::chess::{Army, Kind};
use enochian::reading::Verdict;
use serde_json::{Value, json};

use super::answer::Answer;
use super::course::{Course, Fall, Id, Stroke, Taken};
use super::links::Link;
use super::significator::significator;

/// The class of a piece taken (8.1.2).
pub(crate) fn class(course: &Course<'_>, stroke: &Stroke, taken: &Taken) -> u8 {
    let significator = significator(course);
    if taken.piece.kind == Kind::King {
        1
    } else if stroke.concourse {
        3
    } else if Some(taken.id) == significator || taken.is_officer() && Some(stroke.by) == significator {
        4
    } else if taken.is_officer() {
        5
    } else {
        9
    }
}

pub(crate) fn threads(course: &Course<'_>, answer: &Answer, links: &[Link]) -> Vec<Value> {
    let first = of_the_answer(course, answer, links);
    let taken_up: BTreeSet<usize> =
        first.iter().flat_map(|link| link.turns.clone()).chain(answer.falls.iter().map(|fall| fall.turn)).collect();
    let left: Vec<&Link> = links.iter().filter(|link| link.turns.iter().all(|turn| !taken_up.contains(turn))).collect();
    let second = second(course, &left);
    let pivot = links.iter().find(|link| link.number == 28).filter(|link| {
        answer.verdict == Verdict::No && answer.falls.last().is_some_and(|fall| fall.turn == link.last())
    });
    // Four links in all, in the order in which they are kept.
    let order = [
        (0, first.first().copied()),
        (0, first.get(1).copied()),
        (1, second.first().copied()),
        (2, pivot),
        (0, first.get(2).copied()),
        (1, second.get(1).copied()),
    ];
    let told: Vec<(usize, &Link)> =
        order.into_iter().filter_map(|(place, link)| Some((place, link?))).take(4).collect();
    let of = |place: usize| told.iter().filter(move |(it, _)| *it == place).map(|(_, link)| *link).collect::<Vec<_>>();
    let mut threads = vec![];
    let with_falls = in_order(course, of(0), links);
    let (second, pivot) = (of(1), of(2));
    if !with_falls.is_empty() {
        threads.push(thread("answer", &with_falls));
    }
    if let Some(head) = second.first() {
        let about = match head.number {
            _ if of_the_matter(course, &left) => "significator",
            12 | 13 => "check",
            14 | 15 => "king",
            16 | 17 => "strokes",
            18 => "striker",
            24 => "throne",
            25 => "rise",
            26 => "concourse",
            27 => "agreement",
            _ => "significator",
        };
        let mut second = second;
        second.sort_by_key(|link| (link.last(), link.number));
        threads.push(thread(about, &second));
    }
    if !pivot.is_empty() {
        threads.push(thread("pivot", &pivot));
    }
    threads
}

fn thread(about: &str, links: &[&Link]) -> Value {
    let turns: BTreeSet<usize> = links.iter().flat_map(|link| link.turns.clone()).collect();
    let numbers: Vec<usize> = links.iter().map(|link| link.number).collect();
    json!({"about": about, "links": numbers, "turns": turns})
}

/// The weight of a link in the answer's thread: the least is told first.
fn weight(course: &Course<'_>, link: &Link) -> usize {
    let partners = link.number <= 4 && link.pieces[0] == course.king(course.querent.partner());
    match link.number {
        1..=4 if !partners => 0,
        8 => 1,
        9 => 2,
        11 => 3,
        10 => 4,
        12 => 5,
        1..=4 => 6,
        13 => 7,
        22 => 8,
        23 => 9,
        _ => 10,
    }
}

fn of_the_answer<'l>(course: &Course<'_>, answer: &Answer, links: &'l [Link]) -> Vec<&'l Link> {
    let by_number = |numbers: &'static [usize]| links.iter().filter(move |link| numbers.contains(&link.number));
    let origin = |fall: &Fall| links.iter().find(|link| link.is_origin_of(fall));
    // The last of some; of one turn the heavier.
    let later = |link: &&Link| (link.last(), Reverse(weight(course, link)));
    let mut found: Vec<&Link> = vec![];
    if let Some(fall) =
        course.last_fall(course.querent).filter(|_| answer.verdict == Verdict::No || answer.not_in_person)
    {
        found.extend(origin(&fall));
        let mut before: Vec<&Link> = by_number(&[8, 9, 10, 11]).filter(|link| link.last() < fall.turn).collect();
        before.sort_by_key(later);
        found.extend(before.into_iter().rev().take(2));
        found.extend(by_number(&[13]).filter(|link| link.pieces[0] == fall.by));
        found.extend(by_number(&[23]).filter(|link| link.last() == fall.turn));
        if answer.cause == "own-kings" {
            found.extend(course.last_fall(course.querent.partner()).as_ref().and_then(origin));
        }
    }
    if answer.cause == "opposing-kings" {
        let significator = significator(course);
        let rank = |fall: &&Fall| {
            let army = course.strokes.iter().find(|stroke| stroke.turn == fall.turn).unwrap().taker.army;
            if fall.by == course.king(course.querent) {
                0
            } else if Some(fall.by) == significator {
                1
            } else if army == course.querent {
                2
            } else if !course.starting[fall.by].kind.is_pawn() {
                3
            } else {
                4
            }
        };
        let theirs = answer.falls.iter().filter(|fall| course.them.contains(&fall.army));
        if let Some(fall) = theirs.min_by_key(|fall| (rank(fall), Reverse(fall.turn))) {
            found.extend(origin(fall));
            found.extend(by_number(&[22]).filter(|link| link.last() == fall.turn));
        }
    }
    if answer.is_held() {
        let came = answer.came();
        let recent = |link: &&Link| link.last() <= came && (link.number != 12 || came - link.last() <= 12);
        found.extend(by_number(&[8, 9, 12]).filter(recent).max_by_key(later));
        found.extend(by_number(&[10, 11]).filter(|link| link.last() == came));
        found.extend(by_number(&[22]).max_by_key(later));
    }
    if answer.verdict == Verdict::Undecided {
        found.extend(by_number(&[15]));
        found.extend(by_number(&[8, 9, 10, 11]).max_by_key(later));
    }
    found.sort_by_key(|link| (weight(course, link), Reverse(link.last())));
    found.truncate(if answer.not_in_person { 2 } else { 3 });
    found
}

/// The answer's thread as it is told: what led to his fall before it, what goes with a fall after it (8.4.5).
fn in_order<'l>(course: &Course<'_>, told: Vec<&'l Link>, links: &'l [Link]) -> Vec<&'l Link> {
    let falls: Vec<Fall> =
        course.falls().into_iter().filter(|fall| told.iter().any(|link| link.is_origin_of(fall))).collect();
    let of_his = falls.iter().find(|fall| fall.army == course.querent);
    let led = |link: &Link| of_his.is_some() && [8, 9, 10, 11, 13].contains(&link.number);
    let follows = |link: &Link, fall: &Fall| [22, 23].contains(&link.number) && link.last() == fall.turn;
    let mut told = told;
    told.sort_by_key(|link| (link.last(), link.number));
    let mut order: Vec<&Link> = vec![];
    for link in &told {
        if let Some(fall) = falls.iter().find(|fall| link.is_origin_of(fall)) {
            if Some(fall) == of_his {
                order.extend(told.iter().filter(|link| led(link)));
            }
            order.push(link);
            order.extend(links.iter().filter(|link| link.goes_with(fall)));
            order.extend(told.iter().filter(|link| follows(link, fall)));
        } else if !led(link) && !falls.iter().any(|fall| follows(link, fall)) {
            order.push(link);
        }
    }
    order
}

/// Whether the second thread is the significator's.
fn of_the_matter(course: &Course<'_>, left: &[&Link]) -> bool {
    significator(course).is_some() && left.iter().any(|link| [19, 20].contains(&link.number))
}

fn second<'l>(course: &Course<'_>, left: &[&'l Link]) -> Vec<&'l Link> {
    let strokes = |fits: &dyn Fn(&Link) -> bool| -> Vec<&'l Link> {
        let heaviest = left
            .iter()
            .copied()
            .filter(|link| [16, 17].contains(&link.number) && fits(link))
            .min_by_key(|link| heaviness(course, link));
        // What begins with its second stroke goes with it.
        let next = heaviest.and_then(|head| {
            left.iter().copied().find(|link| [16, 17].contains(&link.number) && link.turns[0] == head.last())
        });
        heaviest.into_iter().chain(next).collect()
    };
    if of_the_matter(course, left) {
        let it = significator(course).unwrap();
        let found = strokes(&|link| link.pieces.contains(&it));
        if !found.is_empty() {
            return found;
        }
        let first = |number: usize| left.iter().copied().find(|link| link.number == number);
        return first(19).into_iter().chain(first(20)).collect();
    }
    let found = strokes(&|_| true);
    if !found.is_empty() {
        return found;
    }
    for number in [12, 14, 18, 13, 25, 24, 27, 26, 15, 21] {
        let of_kind = left.iter().copied().filter(|link| link.number == number);
        let longest = |link: &&Link| (if number == 18 { link.pieces.len() } else { 0 }, link.last());
        if let Some(link) = of_kind.max_by_key(longest) {
            return vec![link];
        }
    }
    vec![]
}

/// How heavy a 16 or 17 is: the least first (8.4.2).
fn heaviness(course: &Course<'_>, link: &Link) -> (u8, bool, u8, usize, usize) {
    let stroke = |turn: usize| course.strokes.iter().find(|stroke| stroke.turn == turn).unwrap();
    let (one, two) = (stroke(link.turns[0]), stroke(link.last()));
    let of = |stroke: &Stroke| stroke.taken.iter().map(|taken| class(course, stroke, taken)).min().unwrap();
    let army = |stroke: &Stroke, id: Id| -> Army {
        stroke.taken.iter().find(|taken| taken.id == id).map_or(stroke.taker.army, |taken| taken.piece.army)
    };
    let armies =
        [army(one, link.pieces[0]), army(one, link.pieces[1]), army(two, link.pieces[1]), army(two, link.pieces[2])];
    let own = armies.contains(&course.querent);
    (of(one).min(of(two)), !own, of(one) + of(two), link.number, link.last())
}
