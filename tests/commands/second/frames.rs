//! The facts of the twelve frames, by INTERPRETATION 8.4.

use std::collections::BTreeSet;

use enochian::chess::{Army, Element, Kind, Piece, Square};
use enochian::correspondences::{Criterion, Quality, SignOrElement, SquareCorrespondences};
use enochian::reading::Verdict;
use serde_json::{Map, Value, json};

use super::board::{Board, angle_of, steps_between};
use super::chance::{holm, two_sided};
use super::course::Course;
use super::events::{self, Event, heaviest};
use super::pivot::{Pivot, pivot, strikes};

/// A frame without its text.
fn frame(id: &str, turns: impl IntoIterator<Item = usize>, facts: Value) -> Value {
    let turns: BTreeSet<usize> = turns.into_iter().collect();
    json!({"id": id, "turns": turns, "facts": facts})
}

/// The answer by the procedure's criterion, and how it came.
struct Outcome {
    criterion: &'static str,
    verdict: Verdict,
    turn: Option<usize>,
    /// Neither concluded nor at its end.
    unfinished: bool,
    /// A Yes by the Ptah that a completed round brought.
    held_it: bool,
    /// A Yes because both opposing kings fell.
    by_fall: bool,
    without_king: bool,
    /// The fall that stands of each opposing king, by turn.
    fell: Vec<(usize, Army)>,
    rounds: Vec<(usize, usize)>,
}

impl Outcome {
    fn of(course: &Course<'_>) -> Outcome {
        let record = course.record;
        let answer = record.answer().unwrap();
        let by_kings = course.is_by_kings();
        let decision = if by_kings { answer.kings } else { answer.ptah };
        let turn = decision.ply.map(|ply| ply as usize);
        let rounds = course.rounds();
        let yes = decision.verdict == Verdict::Yes;
        let held_it = yes && !by_kings && rounds.iter().any(|(_, last)| Some(*last) == turn);
        let by_fall = yes && !held_it;
        let mut fell: Vec<(usize, Army)> = vec![];
        if by_fall {
            fell.extend(course.them.iter().map(|army| (course.falls(*army).last().unwrap().0, *army)));
            fell.sort();
        }
        Outcome {
            criterion: if by_kings { "kings" } else { "ptah" },
            verdict: decision.verdict,
            turn,
            unfinished: record.closing().is_none() && record.enochian().unwrap().end().is_none(),
            held_it,
            by_fall,
            without_king: by_fall && course.boards[course.length()].king(course.querent).is_none(),
            fell,
            rounds,
        }
    }

    /// Whether S1 tells an event.
    fn tells(&self, event: &Event) -> bool {
        self.fell.iter().any(|(turn, army)| *turn == event.turn && event.is_king_of(*army))
    }
}

impl Course<'_> {
    pub(crate) fn is_by_kings(&self) -> bool {
        self.question.procedure.ends_by == Criterion::Kings
    }
}

/// All frames whose conditions hold.
pub(crate) fn summary(course: &Course<'_>) -> Vec<Value> {
    let outcome = Outcome::of(course);
    let events = events::all(course);
    let king_falls = course.falls(course.querent);
    let left = |event: &&Event| !event.is_king_of(course.querent) && !outcome.tells(event);
    let gain = heaviest(course, events.iter().filter(left).filter(|event| event.gain));
    let loss = heaviest(course, events.iter().filter(left).filter(|event| !event.gain));
    let told: Vec<&Event> = [gain, loss].into_iter().flatten().collect();
    let untold = |event: &&Event| left(event) && !told.contains(event);
    let marks = marks(course);
    let frames = [
        s0(course),
        Some(s1(course, &outcome)),
        Some(s2(course, &outcome)),
        Some(s3(course, &outcome)),
        s4(course),
        gain.map(|event| frame("S5", event.turns(), event.json(course, false))),
        loss.map(|event| {
            let mut facts = event.json(course, false);
            // Without him, S3 tells no square (8.4 S1).
            let shared = king_falls.iter().any(|(turn, at)| *turn == event.turn && Some(*at) == event.at);
            if shared && !outcome.without_king {
                facts["same_stroke"] = json!(true);
            }
            frame("S6", event.turns(), facts)
        }),
        s7(course, events.iter().filter(untold)),
        s8(course),
        s9(course, &marks),
        s10(course, &outcome),
        s11(course, &outcome),
        Some(s12(course, &marks)),
    ];
    frames.into_iter().flatten().collect()
}

fn s0(course: &Course<'_>) -> Option<Value> {
    let question = course.question;
    let notes = [("known", &question.known), ("supposed", &question.supposed), ("asked", &question.asked)];
    let facts: Map<String, Value> =
        notes.into_iter().filter_map(|(key, note)| Some((key.to_owned(), json!(note.as_ref()?)))).collect();
    (!facts.is_empty()).then(|| frame("S0", [], facts.into()))
}

fn s1(course: &Course<'_>, outcome: &Outcome) -> Value {
    let (length, answer) = (course.length(), course.record.answer().unwrap());
    if outcome.unfinished {
        return frame("S1", [], json!({"unfinished": true, "turns": length}));
    }
    let mut turns: Vec<usize> = outcome.turn.into_iter().collect();
    let mut facts = json!({
        "criterion": outcome.criterion,
        "verdict": outcome.verdict.to_string(),
        "turns": length,
    });
    if let Some(turn) = outcome.turn {
        facts["turn"] = json!(turn);
    }
    let manner = match course.boards[length].opposing(course.querent, course.ptah) {
        0 => "unopposed",
        1 | 2 => "under opposition",
        _ => "under strong opposition",
    };
    if outcome.held_it || outcome.verdict == Verdict::No && manner != "unopposed" {
        facts["manner"] = json!(manner);
    }
    if outcome.by_fall {
        let fell = outcome.fell.iter().map(|(turn, army)| json!({"army": army.name(), "turn": turn}));
        facts["kings_fell"] = fell.collect();
        turns.extend(outcome.fell.iter().map(|(turn, _)| *turn));
    }
    if outcome.verdict == Verdict::Yes {
        facts["held"] = json!(outcome.rounds.iter().any(|(_, last)| Some(*last) <= outcome.turn));
    }
    if outcome.without_king {
        facts["without_king"] = json!(true);
        facts["partner"] = json!(course.querent.partner().name());
    }
    let (other, decision) = if course.is_by_kings() { ("ptah", answer.ptah) } else { ("kings", answer.kings) };
    if let Some(turn) = decision.ply.map(|ply| ply as usize)
        && (decision.verdict != outcome.verdict || outcome.turn.is_some_and(|own| turn < own))
    {
        facts["other"] = json!({"criterion": other, "verdict": decision.verdict.to_string(), "turn": turn});
        turns.push(turn);
    }
    frame("S1", turns, facts)
}

fn s2(course: &Course<'_>, outcome: &Outcome) -> Value {
    let question = course.question;
    let mut facts = json!({
        "board": question.board.name(),
        "angle": question.angle.name(),
        "square": question.ptah.to_string(),
        "force": question.force.name(),
        "quality": question.force.quality().to_string(),
    });
    if let Some(house) = course.correspondences.force(question.force).house {
        facts["house"] = json!(house);
    }
    if let Some(category) = &question.category {
        facts["category"] = json!(category);
    }
    if outcome.held_it {
        facts["time"] = json!(true);
        if let Some(term) = &question.term {
            facts["term"] = json!(term);
            match question.force.quality() {
                Quality::Cardinal => facts["third"] = json!(1),
                Quality::Mutable => facts["third"] = json!(2),
                Quality::Fixed => facts["third"] = json!(3),
                Quality::Elemental => {}
            }
        }
    }
    frame("S2", [], facts)
}

fn s3(course: &Course<'_>, outcome: &Outcome) -> Value {
    let falls = course.falls(course.querent);
    if outcome.without_king {
        let fell: Value = falls.iter().map(|(turn, _)| json!({"turn": turn})).collect();
        return frame("S3", falls.iter().map(|(turn, _)| *turn), json!({"army": course.querent.name(), "fell": fell}));
    }
    let mut turns = vec![];
    let landings: Vec<(usize, Square)> =
        king_moves(course).map(|turn| (turn, course.turn(turn).landing().unwrap())).collect();
    let mut facts = json!({"army": course.querent.name(), "moves": landings.len()});
    if let Some((first, _)) = landings.first() {
        facts["first_move"] = json!(first);
        turns.push(*first);
        if !outcome.unfinished {
            facts["third"] = json!(course.third(*first));
        }
    }
    let reached: Vec<usize> =
        course.numbers().filter(|turn| course.is_there(*turn) && !course.is_there(turn - 1)).collect();
    let on_board = |turn: usize| course.boards[turn].king(course.querent).is_some();
    let left: Vec<usize> = course
        .numbers()
        .filter(|turn| !course.is_there(*turn) && course.is_there(turn - 1) && on_board(*turn))
        .collect();
    for (key, these) in [("reached", &reached), ("left", &left)] {
        if !these.is_empty() {
            facts[key] = json!(these);
            turns.extend(these);
        }
    }
    if let Some((opened, _)) = outcome.rounds.first()
        && reached.last() < Some(opened)
    {
        facts["held_from"] = json!(opened);
        turns.push(*opened);
    }
    if !falls.is_empty() {
        let fell = falls.iter().map(|(turn, at)| {
            let by = course.turn(*turn).piece.unwrap();
            json!({"turn": turn, "by": course.named(by), "at": course.place(*at)})
        });
        facts["fell"] = fell.collect();
        turns.extend(falls.iter().map(|(turn, _)| *turn));
    }
    if reached.is_empty() && falls.is_empty() {
        let squares = course.boards.iter().filter_map(|board| board.king(course.querent));
        facts["nearest"] = json!(squares.map(|at| steps_between(at, course.ptah)).min().unwrap());
    }
    let mut road: Vec<&str> = vec![];
    for (turn, at) in &landings {
        let force = course.correspondences.square(course.question.board, *at).force.name();
        if reached.first().is_some_and(|first| turn < first) && !road.contains(&force) {
            road.push(force);
        }
    }
    if !road.is_empty() {
        facts["road"] = json!(road);
    }
    frame("S3", turns, facts)
}

fn s4(course: &Course<'_>) -> Option<Value> {
    let checks: Vec<(usize, Vec<(Square, Piece)>)> = course
        .numbers()
        .map(|turn| (turn, course.checks(course.querent, turn)))
        .filter(|(_, checking)| !checking.is_empty())
        .collect();
    let mut facts = Map::new();
    let mut turns = vec![];
    if checks.len() > 3 {
        let (first, last) = (checks[0].0, checks[checks.len() - 1].0);
        // By army and kind, in the order in which they are first met.
        let mut kinds: Vec<(Piece, usize)> = vec![];
        for (_, piece) in checks.iter().flat_map(|(_, checking)| checking) {
            match kinds.iter_mut().find(|(kind, _)| kind == piece) {
                Some((_, count)) => *count += 1,
                None => kinds.push((*piece, 1)),
            }
        }
        // It is stable: of equal counts the earlier stays before.
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let most = kinds
            .iter()
            .take(2)
            .map(|(piece, count)| json!({"army": piece.army.name(), "kind": piece.kind.to_string(), "count": count}));
        facts.extend([
            ("count".to_owned(), json!(checks.len())),
            ("first".to_owned(), json!(first)),
            ("last".to_owned(), json!(last)),
            ("most".to_owned(), most.collect()),
        ]);
        turns.extend([first, last]);
    } else if !checks.is_empty() {
        let each = checks.iter().map(|(turn, checking)| json!({"turn": turn, "by": course.named(checking[0].1)}));
        facts.insert("checks".to_owned(), each.collect());
        turns.extend(checks.iter().map(|(turn, _)| *turn));
    }
    let after = || course.boards.iter().skip(1);
    let stood = after().filter(|board| board.king(course.querent).is_some()).count();
    let attacked = after().filter(|board| board.is_attacked(course.querent)).count();
    if stood > 0 && attacked * 100 >= stood * 25 {
        facts.insert("attacked".to_owned(), json!(attacked));
        facts.insert("stood".to_owned(), json!(stood));
    }
    let walked = walked(course).len();
    if walked >= 3 {
        facts.insert("walked".to_owned(), json!(walked));
    }
    (!facts.is_empty()).then(|| frame("S4", turns, facts.into()))
}

/// The turns of the king's own steps into attack (4.1).
pub(crate) fn walked(course: &Course<'_>) -> Vec<usize> {
    king_moves(course).filter(|turn| course.boards[*turn].is_attacked(course.querent)).collect()
}

fn king_moves<'c>(course: &'c Course<'_>) -> impl Iterator<Item = usize> + 'c {
    let king = Piece { army: course.querent, kind: Kind::King };
    course.numbers().filter(move |turn| course.turn(*turn).piece == Some(king))
}

fn s7<'e>(course: &Course<'_>, untold: impl Iterator<Item = &'e Event>) -> Option<Value> {
    if course.question.force == SignOrElement::Leo {
        return Some(frame("S7", [], json!({"king": true})));
    }
    let (id, dignity) = events::significator(course)?;
    let moves = course.movers.iter().filter(|mover| **mover == Some(id)).count();
    let is_on = |after: usize| course.places[after].values().any(|one| *one == id);
    // An officer that is taken never comes back.
    let taken = course.numbers().find(|turn| !is_on(*turn));
    let captures =
        course.numbers().any(|turn| course.movers[turn] == Some(id) && course.turn(turn).captures().count() > 0);
    let state = match (taken, moves, captures) {
        (Some(_), _, _) => "hit",
        (_, 0, _) => "rests",
        (_, _, true) => "acts",
        _ => "moves",
    };
    let mut facts = json!({
        "piece": course.named(course.starting[id]),
        "dignity": dignity,
        "moves": moves,
        "state": state,
    });
    let mut turns: Vec<usize> = taken.into_iter().collect();
    if let Some(taken) = taken {
        facts["taken"] = json!(taken);
    }
    if let Some(event) = heaviest(course, untold.filter(|event| event.is_of(id))) {
        facts["event"] = event.json(course, true);
        turns.extend(event.turns());
    }
    Some(frame("S7", turns, facts))
}

fn s8(course: &Course<'_>) -> Option<Value> {
    let after = |armies| course.boards.iter().skip(1).filter(|board| board.bears(armies, course.ptah)).count();
    let (supported, threatened, length) = (after(course.us), after(course.them), course.length());
    let balance = match supported.abs_diff(threatened) * 100 >= length * 10 {
        false => "even",
        true if supported > threatened => "protected",
        true => "attacked",
    };
    let facts = json!({"supported": supported, "threatened": threatened, "turns": length, "balance": balance});
    (length >= 8).then(|| frame("S8", [], facts))
}

struct Mark {
    by: &'static str,
    ours: bool,
    name: String,
    count: usize,
    of: usize,
    more: bool,
}

impl Mark {
    /// What S9 and S12 say of it alike.
    fn json(&self) -> Value {
        let side = if self.ours { "for" } else { "against" };
        json!({"side": side, "count": self.count, "of": self.of, "more": self.more})
    }
}

/// What a side landed on.
pub(crate) fn landed(course: &Course<'_>, ours: bool) -> Vec<SquareCorrespondences> {
    let turns = course.numbers().map(|turn| course.turn(turn));
    let landings = turns.filter(|turn| course.us.contains(&turn.army) == ours).filter_map(|turn| turn.landing());
    landings.map(|at| *course.correspondences.square(course.question.board, at)).collect()
}

/// The lines that differ from even chances after Holm's correction over all 48.
fn marks(course: &Course<'_>) -> Vec<Mark> {
    let (mut lines, mut tests) = (vec![], vec![]);
    for ours in [true, false] {
        let here = landed(course, ours);
        let mut line = |by, name: &str, count: usize, one_in: usize| {
            tests.push(two_sided(count as u32, here.len() as u32, one_in as u32));
            let more = count * one_in > here.len();
            lines.push(Mark { by, ours, name: name.to_owned(), count, of: here.len(), more });
        };
        for element in Element::ALL {
            line("element", element.name(), here.iter().filter(|square| square.column == element).count(), 4);
        }
        for quality in Quality::ALL {
            line("quality", &quality.to_string(), here.iter().filter(|square| square.rank == quality).count(), 4);
        }
        for force in SignOrElement::ALL {
            line("force", force.name(), here.iter().filter(|square| square.force == force).count(), 16);
        }
    }
    assert_eq!(tests.len(), 48);
    lines.into_iter().zip(holm(&tests)).filter(|(_, marked)| *marked).map(|(line, _)| line).collect()
}

/// The landings in houses that are self-determined, and in those that are moved by others (5.4).
pub(crate) fn houses(course: &Course<'_>) -> (usize, usize) {
    let landings = course.numbers().filter_map(|turn| course.turn(turn).landing());
    let house = |at| course.correspondences.force(course.correspondences.square(course.question.board, at).force).house;
    let (others, own): (Vec<u8>, Vec<u8>) = landings.filter_map(house).partition(|house| (4..=9).contains(house));
    (own.len(), others.len())
}

fn s9(course: &Course<'_>, marks: &[Mark]) -> Option<Value> {
    let mut facts = Map::new();
    let marked: Vec<Value> = marks
        .iter()
        .filter(|mark| mark.by == "force")
        .map(|mark| {
            let mut line = mark.json();
            line["force"] = json!(mark.name);
            line
        })
        .collect();
    if !marked.is_empty() {
        facts.insert("marked".to_owned(), marked.into());
    }
    let (own, others) = houses(course);
    let all = own + others;
    // Beyond the half by the square root: twice the larger less all, squared, against four times all.
    let beyond = 2 * own.max(others) - all;
    if all >= 16 && beyond * beyond >= 4 * all {
        facts.insert("houses".to_owned(), json!({"own": own, "others": others}));
    }
    (!facts.is_empty()).then(|| frame("S9", [], facts.into()))
}

/// The unfrozen pieces of a side in the angles of the other (5.2).
pub(crate) fn over_the_border(board: &Board, of: [Army; 2], into: [Army; 2]) -> Vec<(Square, Piece)> {
    board.unfrozen().filter(|(at, piece)| of.contains(&piece.army) && into.contains(&angle_of(*at))).collect()
}

impl Course<'_> {
    /// The board at the end; before the turn in which a king's fall ended the reading (5.2).
    pub(crate) fn at_the_end(&self) -> &Board {
        let last = self.length();
        let fell = self.turn(last).captures().any(|(piece, _)| piece.kind == Kind::King);
        let answer = self.record.answer().unwrap();
        let decided = if self.is_by_kings() { answer.kings.ply } else { answer.ptah.ply };
        &self.boards[if fell && decided == Some(last as u32) { last - 1 } else { last }]
    }
}

fn s10(course: &Course<'_>, outcome: &Outcome) -> Option<Value> {
    if outcome.unfinished || course.length() == 0 {
        return None;
    }
    let board = course.at_the_end();
    let mut facts = Map::new();
    let (others_entered, entered) =
        (over_the_border(board, course.them, course.us).len(), over_the_border(board, course.us, course.them).len());
    if others_entered.abs_diff(entered) >= 3 {
        facts.insert("others_entered".to_owned(), json!(others_entered));
        facts.insert("entered".to_owned(), json!(entered));
    }
    let mut build_up = vec![];
    for (side, armies) in [("for", course.us), ("against", course.them)] {
        let outside: Vec<Army> = board
            .unfrozen()
            .filter(|(at, piece)| armies.contains(&piece.army) && angle_of(*at) != piece.army)
            .map(|(at, _)| angle_of(at))
            .collect();
        let mut angles = Army::ALL.map(|angle| (outside.iter().filter(|one| **one == angle).count(), angle));
        angles.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        let ((most, angle), (next, _)) = (angles[0], angles[1]);
        if outside.len() >= 4 && 2 * most >= outside.len() && most >= next + 2 {
            build_up.push(json!({"side": side, "angle": angle.name(), "count": most, "of": outside.len()}));
        }
    }
    if !build_up.is_empty() {
        facts.insert("build_up".to_owned(), build_up.into());
    }
    (!facts.is_empty()).then(|| frame("S10", [], facts.into()))
}

fn s11(course: &Course<'_>, outcome: &Outcome) -> Option<Value> {
    let ours: Vec<usize> = course.numbers().filter(|turn| course.us.contains(&course.turn(*turn).army)).collect();
    let lost: Vec<bool> = ours
        .iter()
        .filter(|turn| course.is_no_move(**turn))
        .map(|turn| course.turn(*turn).thrown.unwrap().gone)
        .collect();
    let delay = match lost.len() * 100 {
        share if share < 15 * ours.len() => "hardly",
        share if share <= 35 * ours.len() => "somewhat",
        _ => "much",
    };
    let mut facts = json!({"no_moves": lost.len(), "turns": ours.len(), "delay": delay});
    let gone = lost.iter().filter(|gone| **gone).count();
    match gone.cmp(&(lost.len() - gone)) {
        std::cmp::Ordering::Greater => facts["prevails"] = json!("gone"),
        std::cmp::Ordering::Less => facts["prevails"] = json!("blocked"),
        std::cmp::Ordering::Equal => {}
    }
    let mut turns = vec![];
    if outcome.verdict == Verdict::No
        && let Some(strike) = strikes(course).last()
    {
        turns.push(strike.turn);
        facts["pivot"] = match pivot(course, strike) {
            Pivot::Found(turn, moves) => {
                turns.push(turn);
                let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                json!({"event": strike.turn, "turn": turn, "moves": moves})
            }
            Pivot::None { unclear } => json!({"event": strike.turn, "unclear": unclear}),
        };
    }
    // Of no turn at all there is no share (7.4).
    (!ours.is_empty()).then(|| frame("S11", turns, facts))
}

fn s12(course: &Course<'_>, marks: &[Mark]) -> Value {
    let lines = marks.iter().map(|mark| {
        let mut line = mark.json();
        line["by"] = json!(mark.by);
        line["name"] = json!(mark.name);
        line
    });
    let mut facts = json!({"marks": lines.collect::<Vec<_>>()});
    if course.record.heading().automatic {
        facts["program"] = json!(true);
    }
    frame("S12", [], facts)
}
