//! The 28 links of a record (INTERPRETATION 8.1 and 8.2).

use enochian::chess::{Army, Effect, Kind, Move, Piece, Square};
use enochian::correspondences::SignOrElement;
use enochian::reading::Verdict;
use enochian::session::Action;
use serde_json::{Map, Value, json};

use super::board::steps_between;
use super::course::{Course, Fall, Id, Stroke, Taken, as_the_position_text};
use super::pivot::{pivot, strikes};
use super::significator::significator;

const NAMES: [&str; 28] = [
    "stepped",
    "approached",
    "own-side-opened",
    "uncovered",
    "on-the-ptah",
    "at-home",
    "one-stroke",
    "left-to-strike",
    "driven-off",
    "out-of-attack",
    "won-by-a-stroke",
    "checker-taken",
    "pressed",
    "king-strikes",
    "within-a-step",
    "taken-where-it-struck",
    "striker-struck",
    "striker",
    "significator-strikes",
    "significator-taken",
    "significator-still",
    "freed",
    "lost-with-the-fall",
    "throne",
    "promoted-and-acted",
    "concourse",
    "agreement",
    "pivot",
];

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Link {
    pub(crate) number: usize,
    pub(crate) turns: Vec<usize>,
    pub(crate) pieces: Vec<Id>,
    square: Option<Square>,
    /// What only some links have, as their JSON.
    more: Map<String, Value>,
}

impl Link {
    fn of(number: usize, turns: &[usize], pieces: &[Id]) -> Link {
        let mut turns = turns.to_vec();
        turns.sort_unstable();
        turns.dedup();
        Link { number, turns, pieces: pieces.to_vec(), ..Link::default() }
    }

    fn at(self, square: Square) -> Link {
        Link { square: Some(square), ..self }
    }

    fn with(mut self, key: &str, value: impl Into<Value>) -> Link {
        self.more.insert(key.to_owned(), value.into());
        self
    }

    /// The last turn; 0 without any.
    pub(crate) fn last(&self) -> usize {
        self.turns.last().copied().unwrap_or(0)
    }

    pub(crate) fn is_origin_of(&self, fall: &Fall) -> bool {
        self.number <= 4 && self.pieces[0] == fall.king && self.last() == fall.turn
    }

    /// Whether it goes with a fall: on the Ptah, at home, by one stroke (8.4.1).
    pub(crate) fn goes_with(&self, fall: &Fall) -> bool {
        (5..=7).contains(&self.number) && self.pieces.contains(&fall.king) && self.last() == fall.turn
    }

    pub(crate) fn json(&self, course: &Course<'_>) -> Value {
        let mut json = self.more.clone();
        json.insert("link".to_owned(), self.number.into());
        json.insert("name".to_owned(), NAMES[self.number - 1].into());
        json.insert("turns".to_owned(), json!(self.turns));
        json.insert("pieces".to_owned(), codes(course, &self.pieces).into());
        if let Some(square) = self.square {
            json.insert("square".to_owned(), square.to_string().into());
        }
        json.into()
    }
}

fn codes(course: &Course<'_>, pieces: &[Id]) -> Vec<String> {
    pieces.iter().map(|id| course.code(*id)).collect()
}

/// All of them, by first turn, number and pieces (8.12).
pub(crate) fn links(course: &Course<'_>, verdict: Verdict) -> Vec<Link> {
    let mut links = vec![];
    links.extend(course.falls().iter().flat_map(|fall| of_fall(course, fall)));
    for stroke in &course.strokes {
        links.extend(of_stroke(course, stroke));
    }
    for number in course.numbers() {
        links.extend(of_turn(course, number));
    }
    for id in 0..course.starting.len() {
        links.extend(of_piece(course, id));
    }
    links.extend(of_significator(course));
    links.extend(within_a_step(course));
    links.extend((verdict == Verdict::No).then(|| of_pivot(course)).flatten());
    links.sort_by_key(|link| (link.turns.first().copied(), link.number, codes(course, &link.pieces)));
    links
}

/// How a fall came about: 1 to 4, and 5 and 6.
fn of_fall(course: &Course<'_>, fall: &Fall) -> Vec<Link> {
    let mut links = vec![origin(course, fall).at(fall.at)];
    let (turn, pieces) = ([fall.turn], [fall.king, fall.by]);
    if fall.army == course.querent && fall.at == course.ptah {
        links.push(Link::of(5, &turn, &pieces).at(fall.at));
    }
    if course.moves(fall.king).all(|moved| moved > fall.turn) {
        links.push(Link::of(6, &turn, &pieces).at(fall.at));
    }
    links
}

/// The origin of a fall (8.1.3).
fn origin(course: &Course<'_>, fall: &Fall) -> Link {
    let attacked = |after: usize| course.attackers(fall.army, after).contains(&fall.by);
    // None where an exchange put him back in the turn of his fall.
    let first = (1..fall.turn).rev().take_while(|turn| attacked(*turn)).last();
    let step = first.and_then(|first| course.moves(fall.king).rfind(|turn| (first..fall.turn).contains(turn)));
    let began = step.or(first).unwrap_or(fall.turn);
    let (mover, turn) = (course.movers[began], course.turn(began));
    let exchange = turn.before.iter().any(|action| matches!(action, Action::Exchange(_)));
    let (number, third) = if step.is_some() {
        (1, None)
    } else if began < fall.turn && mover == Some(fall.by) {
        (2, None)
    } else if exchange || began == 1 && attacked(0) {
        (4, None)
    } else if let Some(army) = course.piece(fall.by, began).map(|piece| piece.army)
        && course.did(began, |effect| *effect == Effect::Thawed(army))
    {
        (4, None)
    } else {
        let ours = [fall.army, fall.army.partner()].contains(&turn.piece.unwrap().army);
        (if ours { 3 } else { 4 }, mover)
    };
    let army_moved = |number: &usize| course.turn(*number).army == fall.army;
    let waited = (began + 1..fall.turn).filter(army_moved).count();
    let pieces: Vec<Id> = [fall.king, fall.by].into_iter().chain(third).collect();
    Link::of(number, &[began, fall.turn], &pieces).with("waited", waited)
}

/// The latest officer of the querent's side that some pieces had themselves taken before a turn.
fn after(course: &Course<'_>, struck: &[Id], turn: usize) -> Option<Value> {
    let earlier = course.strokes.iter().filter(|stroke| stroke.turn < turn && struck.contains(&stroke.by));
    let officers = earlier.flat_map(|stroke| stroke.officers().map(|taken| (stroke.turn, taken)));
    let (turn, taken) = officers.filter(|(_, taken)| course.us.contains(&taken.piece.army)).last()?;
    Some(json!({"turn": turn, "of": course.code(taken.id)}))
}

fn told_after(course: &Course<'_>, link: Link, struck: &[Id]) -> Link {
    match after(course, struck, link.last()) {
        Some(after) => link.with("after", after),
        None => link,
    }
}

/// 7, 12, 14, 16 and 17.
fn of_stroke(course: &Course<'_>, stroke: &Stroke) -> Vec<Link> {
    let mut links = vec![];
    let with = |first: Id, taken: Vec<&Taken>| -> Vec<Id> {
        [first].into_iter().chain(taken.into_iter().map(|taken| taken.id)).collect()
    };
    let landed = course.turn(stroke.turn).landing().unwrap();
    if !stroke.concourse && stroke.taken.len() > 1 {
        links.push(Link::of(7, &[stroke.turn], &with(stroke.by, stroke.taken.iter().collect())).at(landed));
    }
    let officers: Vec<&Taken> = stroke.officers().collect();
    if stroke.by == course.king(course.querent) && !officers.is_empty() {
        let struck: Vec<Id> = officers.iter().map(|taken| taken.id).collect();
        let link = Link::of(14, &[stroke.turn], &with(stroke.by, officers.clone())).at(landed);
        links.push(told_after(course, link, &struck));
    }
    for taken in &stroke.taken {
        let moved = course.moves(taken.id).rfind(|turn| *turn < stroke.turn);
        let check = course.checks_by(taken.id).into_iter().rfind(|turn| *turn < stroke.turn);
        if let Some(check) = check
            && moved == Some(check)
            && stroke.turn - check <= 8
            && course.piece(taken.id, check).is_some_and(|piece| !piece.kind.is_pawn())
        {
            let link = Link::of(12, &[check, stroke.turn], &[taken.id, stroke.by]).at(taken.at);
            links.push(told_after(course, link, &[taken.id]));
        }
        let mut earlier = course.strokes_by(taken.id).filter(|earlier| earlier.turn < stroke.turn);
        if taken.is_officer()
            && taken.piece.kind != Kind::King
            && let Some((struck, before)) = earlier
                .rfind(|earlier| earlier.officers().next().is_some())
                .and_then(|earlier| Some((earlier.turn, earlier.foremost()?)))
        {
            let there = moved == Some(struck) && before.at == taken.at;
            let pieces = [before.id, taken.id, stroke.by];
            links.push(Link::of(if there { 16 } else { 17 }, &[struck, stroke.turn], &pieces).at(taken.at));
        }
    }
    links
}

/// 8 to 11, 22 to 24, 26 and 27.
fn of_turn(course: &Course<'_>, number: usize) -> Vec<Link> {
    let mut links = vec![];
    let (turn, us) = (course.turn(number), course.king(course.querent));
    for action in &turn.before {
        let back = match action {
            Action::Exchange(exchange) => vec![course.king(turn.army.partner()), course.king(exchange.with.partner())],
            Action::Withdrawal => vec![],
        };
        links.push(Link::of(27, &[number], &back));
    }
    let (Some(mover), Some(to)) = (course.movers[number], turn.landing()) else { return links };
    let stroke = course.strokes.iter().find(|stroke| stroke.turn == number);
    if mover == us {
        let mut attackers = course.attackers(course.querent, number - 1).to_vec();
        attackers.sort_by_key(|id| course.code(*id));
        let with = |others: &[Id]| -> Vec<Id> { [us].iter().chain(others).copied().collect() };
        let taken: Vec<Id> = stroke.iter().flat_map(|stroke| &stroke.taken).map(|taken| taken.id).collect();
        let (left, came) = (course.is_there(number - 1), course.is_there(number));
        if left && !taken.is_empty() {
            links.push(told_after(course, Link::of(8, &[number], &with(&taken)).at(to), &taken));
        } else if left && !attackers.is_empty() {
            links.push(Link::of(9, &[number], &with(&attackers)).at(course.ptah));
        }
        if came && !attackers.is_empty() {
            links.push(Link::of(10, &[number], &with(&attackers)).at(course.ptah));
        }
        if came && !taken.is_empty() {
            links.push(told_after(course, Link::of(11, &[number], &with(&taken)).at(course.ptah), &taken));
        }
    }
    let fallen = stroke.and_then(|stroke| stroke.taken.iter().find(|taken| taken.piece.kind == Kind::King));
    if let Some(fallen) = fallen {
        links.extend(freed(course, number, fallen, mover));
        if let Some(id) = officer_for_the_matter(course)
            && let Some(Piece { army, kind: Kind::Officer(_) }) = course.piece(id, number)
            && course.did(number, |effect| *effect == Effect::Froze(army))
        {
            links.push(Link::of(23, &[number], &[fallen.id, id]).with("of", "significator"));
        }
    }
    for effect in &turn.effects {
        if let Effect::ThroneSeized { of, .. } = effect {
            let awakened = course.did(number, |effect| effect == &Effect::Thawed(*of));
            links.push(Link::of(24, &[number], &[mover]).at(to).with("army", of.name()).with("awakened", awakened));
        }
    }
    if course.did(number, |effect| matches!(effect, Effect::Concourse { .. })) {
        let taken = stroke.into_iter().flat_map(|stroke| &stroke.taken).map(|taken| (taken.at, taken.piece, taken.id));
        let joined = turn.effects.iter().filter_map(|effect| match effect {
            Effect::Joined { piece, at, .. } => {
                Some((*at, *piece, course.standing[number].iter().position(|it| *it == Some(*at)).unwrap()))
            }
            _ => None,
        });
        let mut others: Vec<(Square, Piece, Id)> = taken.chain(joined).collect();
        others.sort_by_key(|(at, piece, _)| as_the_position_text(*at, *piece));
        let pieces: Vec<Id> = [mover].into_iter().chain(others.into_iter().map(|(_, _, id)| id)).collect();
        links.push(Link::of(26, &[number], &pieces).at(to));
    }
    links
}

/// 22.
fn freed(course: &Course<'_>, number: usize, fallen: &Taken, taker: Id) -> Option<Link> {
    let froze = |army: &&Army| course.did(number, |effect| *effect == Effect::Froze(**army));
    let [one, other] = course.them;
    let frozen = course.them.iter().find(froze)?;
    let still = if *frozen == one { other } else { one };
    if course.boards[number].frozen.contains(&still) {
        return None;
    }
    let attacked = |after: usize| !course.attackers(course.querent, after).is_empty();
    let threatened = |after: usize| course.boards[after].bears(course.them, course.ptah);
    let of = if attacked(number - 1) && !attacked(number) {
        "king"
    } else if threatened(number - 1) && !threatened(number) {
        "Ptah"
    } else {
        return None;
    };
    Some(Link::of(22, &[number], &[fallen.id, taker]).with("of", of))
}

/// 13, 18 and 25.
fn of_piece(course: &Course<'_>, id: Id) -> Vec<Link> {
    let mut links = vec![];
    let checks = course.checks_by(id);
    if checks.len() > 1 {
        links.push(Link::of(13, &checks, &[id, course.king(course.querent)]));
    }
    let taken: Vec<(usize, &Taken)> =
        course.strokes_by(id).flat_map(|stroke| stroke.officers().map(|taken| (stroke.turn, taken))).collect();
    if taken.len() >= 3 {
        let turns: Vec<usize> = taken.iter().map(|(turn, _)| *turn).collect();
        let pieces: Vec<Id> = [id].into_iter().chain(taken.iter().map(|(_, taken)| taken.id)).collect();
        links.push(Link::of(18, &turns, &pieces));
    }
    let promotions = promotions(course, id);
    let promoted = |stroke: &Stroke| promotions.iter().copied().rfind(|turn| *turn < stroke.turn);
    let acted = |stroke: &&Stroke| promoted(stroke).is_some() && stroke.officers().next().is_some();
    if let Some(stroke) = course.strokes_by(id).find(acted) {
        let promoted = promoted(stroke).unwrap();
        let first = stroke.foremost().unwrap();
        links.push(Link::of(25, &[promoted, stroke.turn], &[id, first.id]).at(first.at));
    }
    links
}

/// The turns in which a piece was promoted: a second time where it was demoted between.
pub(crate) fn promotions(course: &Course<'_>, id: Id) -> Vec<usize> {
    let is_here = |number: usize, effect: &Effect| match *effect {
        Effect::Promoted { army, at, to, .. } => {
            let piece = Piece { army, kind: Kind::Officer(to) };
            course.standing[number][id] == Some(at) && course.piece(id, number) == Some(piece)
        }
        _ => false,
    };
    course.numbers().filter(|number| course.did(*number, |effect| is_here(*number, effect))).collect()
}

/// The piece that stands for the matter where it is not the querent's king.
fn officer_for_the_matter(course: &Course<'_>) -> Option<Id> {
    significator(course).filter(|_| course.question.force != SignOrElement::Leo)
}

/// 19 to 21.
fn of_significator(course: &Course<'_>) -> Vec<Link> {
    let Some(id) = officer_for_the_matter(course) else { return vec![] };
    let mut links = vec![];
    for stroke in &course.strokes {
        let officers: Vec<&Taken> = stroke.officers().collect();
        if stroke.by == id && !officers.is_empty() {
            let pieces: Vec<Id> = [id].into_iter().chain(officers.iter().map(|taken| taken.id)).collect();
            links.push(Link::of(19, &[stroke.turn], &pieces).at(officers[0].at));
        }
        if let Some(taken) = stroke.taken.iter().find(|taken| taken.id == id) {
            links.push(Link::of(20, &[stroke.turn], &[id, stroke.by]).at(taken.at));
        }
    }
    if course.moves(id).next().is_none() && course.standing[course.length()][id].is_some() {
        links.push(Link::of(21, &[], &[id]));
    }
    links
}

/// 15.
fn within_a_step(course: &Course<'_>) -> Option<Link> {
    let king = course.king(course.querent);
    if course.numbers().any(|turn| course.is_there(turn)) {
        return None;
    }
    let near =
        course.moves(king).find(|turn| steps_between(course.turn(*turn).landing().unwrap(), course.ptah) == 1)?;
    Some(Link::of(15, &[near], &[king]))
}

/// 28.
fn of_pivot(course: &Course<'_>) -> Option<Link> {
    let strikes = strikes(course);
    let strike = strikes.last()?;
    let (turn, mut moves) = pivot(course, strike)?;
    moves.sort_by_key(|mv| match *mv {
        Move::Step { from, to, .. } => (to.index(), from.index(), mv.to_string()),
        Move::Pass => unreachable!("a No Move is no other move"),
    });
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    Some(Link::of(28, &[turn, strike.turn], &[]).with("moves", moves))
}
