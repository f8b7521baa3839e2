//! Which links are told, and in which order (INTERPRETATION 8.4).

use std::cmp::Reverse;

use serde::{Serialize, Serializer};

use crate::reading::Verdict;

use super::answer_facts::{AnswerFacts, Cause, KingFall};
use super::links::{Link, LinkKind};
use super::story::{Starter, Story};

/// Links that are told together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Thread {
    /// What they are about.
    pub about: ThreadTopic,
    /// The numbers of the links, in the order in which they are told.
    #[serde(serialize_with = "numbers")]
    pub links: Vec<Link>,
    /// The turns of the links, ascending, each once.
    pub turns: Vec<u32>,
}

/// What a thread is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "each is one word for what its links tell")]
pub enum ThreadTopic {
    Answer,
    Significator,
    Strokes,
    Check,
    King,
    Striker,
    Rise,
    Throne,
    Concourse,
    Agreement,
    Pivot,
}

fn numbers<S: Serializer>(links: &[Link], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(links.iter().map(|link| link.kind.number()))
}

impl Thread {
    fn new(about: ThreadTopic, links: Vec<Link>) -> Thread {
        let turns = turns_of(&links);
        Thread { about, links, turns }
    }
}

fn turns_of(links: &[Link]) -> Vec<u32> {
    let mut turns: Vec<u32> = links.iter().flat_map(|link| link.turns.iter().copied()).collect();
    turns.sort_unstable();
    turns.dedup();
    turns
}

/// Links in all, those that only go with a fall (5 to 7) apart.
const LINKS: usize = 4;

/// The threads in the order in which they are chosen: the answer's, a second one, the pivot.
pub(super) fn threads(story: &Story<'_>, answer: &AnswerFacts, links: &[Link]) -> Vec<Thread> {
    let mut of_answer = of_answer(story, answer, links);
    let (about, mut second) = second(story, answer, links, &of_answer);
    let pivot = pivot(answer, links);

    // Room is made from the end: the second's second, the answer's third.
    let told = usize::from(pivot.is_some());
    let mut room = LINKS - told;
    let for_second = usize::from(!second.is_empty());
    of_answer.truncate(room - for_second);
    room -= of_answer.len();
    second.truncate(room);

    let querents_fall = answer.fall_of(story.querent).map(|fall| fall.turn);
    let of_answer = in_order(querents_fall, with_falls(answer, links, of_answer));
    let mut threads = vec![Thread::new(ThreadTopic::Answer, of_answer), Thread::new(about, second)];
    threads.extend(pivot.map(|pivot| Thread::new(ThreadTopic::Pivot, vec![pivot])));
    threads.retain(|thread| !thread.links.is_empty());
    threads
}

/// The links that lead to the answer, the weightiest first.
fn of_answer(story: &Story<'_>, answer: &AnswerFacts, links: &[Link]) -> Vec<Link> {
    use LinkKind::*;
    let querent = story.querent;
    let origin_of = |fall: &KingFall| {
        let (king, turn) = (fall.king, Some(fall.turn));
        links.iter().filter(move |it| it.kind.is_origin() && it.pieces[0] == king && it.last() == turn)
    };
    let in_turn = |kind: LinkKind, turn: u32| links.iter().filter(move |it| it.is(kind) && it.last() == Some(turn));
    let last_of = |kinds: &[LinkKind], number: usize, is_wanted: &dyn Fn(&Link) -> bool| {
        let mut found: Vec<&Link> = links.iter().filter(|it| kinds.contains(&it.kind) && is_wanted(it)).collect();
        found.sort_by_key(|it| (Reverse(it.last()), weight(story, it)));
        found.truncate(number);
        found
    };
    let without_king = answer.is_without_king(story);
    let mut found: Vec<&Link> = Vec::new();
    if let Some(fall) = answer.fall_of(querent).filter(|_| answer.verdict == Verdict::No || without_king) {
        found.extend(origin_of(fall));
        found.extend(last_of(&[LeftToStrike, DrivenOff, OutOfAttack, WonByAStroke], 2, &|it| {
            it.last() < Some(fall.turn)
        }));
        found.extend(links.iter().filter(|it| it.is(Pressed) && it.pieces[0] == fall.by));
        found.extend(in_turn(LostWithTheFall, fall.turn));
    }
    match answer.cause {
        Cause::OwnKings => found.extend(answer.fall_of(querent.partner()).into_iter().flat_map(origin_of)),
        Cause::OpposingKings => {
            if let Some(fall) = fall_to_tell(story, answer) {
                found.extend(origin_of(fall));
                found.extend(in_turn(Freed, fall.turn));
            }
        }
        Cause::Held => {
            let came = answer.came.unwrap_or_default();
            let is_recent = |it: &Link| {
                it.last().is_some_and(|last| last <= came && (!it.is(CheckerTaken) || came - last <= CHECKER_FORGOTTEN))
            };
            found.extend(last_of(&[LeftToStrike, DrivenOff, CheckerTaken], 1, &is_recent));
            found.extend(in_turn(OutOfAttack, came).chain(in_turn(WonByAStroke, came)));
            found.extend(last_of(&[Freed], 1, &|_| true));
        }
        _ => {}
    }
    if answer.verdict == Verdict::Undecided {
        found.extend(links.iter().filter(|it| it.is(WithinAStep)));
        found.extend(last_of(&[LeftToStrike, DrivenOff, OutOfAttack, WonByAStroke], 1, &|_| true));
    }
    found.sort_by_key(|it| (weight(story, it), Reverse(it.last())));
    found.truncate(if without_king { 2 } else { 3 });
    found.into_iter().cloned().collect()
}

/// After so many turns a checker that was taken no longer belongs to the king's coming to the Ptah.
const CHECKER_FORGOTTEN: u32 = 12;

/// How weighty a link is for the answer; 0 is the weightiest.
pub(super) fn weight(story: &Story<'_>, link: &Link) -> u8 {
    let is_partners = link.pieces.first().is_some_and(|king| king.army == story.querent.partner());
    match story.correspondences.sentences().link(link.kind).weight {
        Some(_) if link.kind.is_origin() && is_partners => OF_THE_PARTNER,
        weight => weight.unwrap_or(u8::MAX),
    }
}

/// The weight of the origin of the partner's fall.
const OF_THE_PARTNER: u8 = 6;

/// Of the falls of the opposing kings the one that is told.
fn fall_to_tell<'a>(story: &Story<'_>, answer: &'a AnswerFacts) -> Option<&'a KingFall> {
    let falls = answer.falls.iter().filter(|fall| fall.king.army.side() != story.querent.side());
    falls.min_by_key(|fall| {
        let taker_then = story.stroke_in(story.index_of(fall.turn));
        let army = taker_then.map_or(fall.by.army, |stroke| stroke.was.army);
        let rank = if fall.by == story.king() {
            0
        } else if Some(fall.by) == story.significator {
            1
        } else if army == story.querent {
            2
        } else if !fall.by.kind.is_pawn() {
            3
        } else {
            4
        };
        (rank, Reverse(fall.turn))
    })
}

/// The second thread.
fn second(story: &Story<'_>, answer: &AnswerFacts, links: &[Link], of_answer: &[Link]) -> (ThreadTopic, Vec<Link>) {
    use LinkKind::*;
    let mut used = turns_of(of_answer);
    used.extend(answer.falls.iter().map(|fall| fall.turn));
    let left: Vec<&Link> = links.iter().filter(|it| !it.turns.iter().any(|turn| used.contains(turn))).collect();
    let heaviest = |is_wanted: &dyn Fn(&Link) -> bool| {
        let of_two = left.iter().filter(|it| it.kind.is_of_two_strokes() && is_wanted(it));
        of_two.min_by_key(|it| heaviness(story, it)).copied()
    };
    let followed = |link: &Link| {
        let goes_on =
            |it: &&&Link| it.kind.is_of_two_strokes() && it.first() == link.last() && it.pieces[1] == link.pieces[2];
        [Some(link), left.iter().find(goes_on).copied()].into_iter().flatten().cloned().collect::<Vec<_>>()
    };
    let of_significator: Vec<&Link> =
        left.iter().copied().filter(|it| it.is(SignificatorStrikes) || it.is(SignificatorTaken)).collect();
    if !of_significator.is_empty() {
        let stands_in = |it: &Link| it.pieces.iter().any(|piece| story.significator == Some(*piece));
        let told = heaviest(&stands_in).map_or_else(
            || {
                let first = |kind| of_significator.iter().copied().find(|it| it.is(kind));
                [first(SignificatorStrikes), first(SignificatorTaken)].into_iter().flatten().cloned().collect()
            },
            followed,
        );
        return (ThreadTopic::Significator, told);
    }
    if let Some(link) = heaviest(&|_| true) {
        return (ThreadTopic::Strokes, followed(link));
    }
    let order = |link: &Link| story.correspondences.sentences().link(link.kind).order;
    let longest = |it: &Link| if it.is(Striker) { it.pieces.len() } else { 0 };
    let ordered = left.iter().filter_map(|it| Some((order(it)?, *it)));
    // Of a kind the last; of those that are alike the one that is found last.
    let chosen = ordered.rev().min_by_key(|(order, it)| (*order, Reverse((longest(it), it.last()))));
    if let Some((_, link)) = chosen {
        return (topic(link.kind), vec![link.clone()]);
    }
    (ThreadTopic::Strokes, Vec::new())
}

/// What a thread of such a link is about.
const fn topic(kind: LinkKind) -> ThreadTopic {
    use LinkKind::*;
    match kind {
        CheckerTaken | Pressed => ThreadTopic::Check,
        KingStrikes | WithinAStep => ThreadTopic::King,
        Striker => ThreadTopic::Striker,
        PromotedAndActed => ThreadTopic::Rise,
        Throne => ThreadTopic::Throne,
        Agreement => ThreadTopic::Agreement,
        Concourse => ThreadTopic::Concourse,
        SignificatorStill => ThreadTopic::Significator,
        _ => ThreadTopic::Strokes,
    }
}

/// The order of links of two strokes, the heaviest first.
fn heaviness(story: &Story<'_>, link: &Link) -> (u8, bool, u8, LinkKind, Option<u32>) {
    let stroke_at = |turn: Option<u32>, of: Starter| {
        let stroke = story.stroke_in(story.index_of(turn?))?;
        Some((stroke, stroke.to(of)?))
    };
    let strokes = [stroke_at(link.first(), link.pieces[0]), stroke_at(link.last(), link.pieces[1])];
    let classes = strokes.map(|it| it.map_or(u8::MAX, |(stroke, _)| story.class(stroke)));
    let armies = strokes.iter().flatten().flat_map(|(stroke, taken)| [stroke.was.army, taken.was.piece.army]);
    let without_own = !armies.into_iter().any(|army| army == story.querent);
    let [one, two] = classes;
    (one.min(two), without_own, one.saturating_add(two), link.kind, link.last())
}

/// The pivot, if it is of the last fall that the answer names.
fn pivot(answer: &AnswerFacts, links: &[Link]) -> Option<Link> {
    let fall = answer.falls.last().filter(|_| answer.verdict == Verdict::No)?;
    links.iter().find(|it| it.is(LinkKind::Pivot) && it.last() == Some(fall.turn)).cloned()
}

/// The links with those that go with a fall whose origin is told.
fn with_falls(answer: &AnswerFacts, links: &[Link], told: Vec<Link>) -> Vec<Link> {
    use LinkKind::*;
    let goes_with = |it: &&Link| {
        let origin = |told: &Link| {
            let same = told.kind.is_origin() && told.last() == it.last();
            same && (it.is(OneStroke) || it.pieces[0] == told.pieces[0])
        };
        let is_named = answer.falls.iter().any(|fall| Some(fall.turn) == it.last());
        matches!(it.kind, OnThePtah | AtHome | OneStroke) && is_named && told.iter().any(origin)
    };
    let with: Vec<Link> = links.iter().filter(goes_with).cloned().collect();
    told.into_iter().chain(with).collect()
}

/// Links in the order in which they are told: by their last turn, what led to a fall before it, what came of it after.
fn in_order(querents_fall: Option<u32>, mut links: Vec<Link>) -> Vec<Link> {
    use LinkKind::*;
    let is_told = links.iter().any(|it| it.kind.is_origin() && it.last() == querents_fall);
    links.sort_by_key(|it| {
        let is_his = matches!(it.kind, LeftToStrike | DrivenOff | OutOfAttack | WonByAStroke | Pressed);
        let led_to = querents_fall.filter(|turn| is_his && is_told && it.last() <= Some(*turn));
        let place = match it.kind {
            LeftToStrike | DrivenOff | OutOfAttack | WonByAStroke | Pressed => 0,
            OnThePtah | AtHome | OneStroke | Freed | LostWithTheFall => 2,
            _ => 1,
        };
        (led_to.or(it.last()), place, it.last(), it.kind)
    });
    links
}
