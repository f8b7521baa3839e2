//! Links as they are told: which of them in one sentence, and the facts of each under the names that its form knows.

use minijinja::Value;

use crate::chess::{Move, Piece, Square};

use super::answer_facts::KingFall;
use super::links::{Link, LinkKind};
use super::log::What;
use super::story::{Starter, Story};
use super::teller::{Facts, Teller};

/// Links that are told in one go: the first, with what belongs to it.
pub(super) struct Telling<'t> {
    pub(super) link: &'t Link,
    pub(super) with: Vec<&'t Link>,
}

impl Telling<'_> {
    /// Where it stands among the others: by its first turn, one without turns after them, the pivot last.
    pub(super) fn told_at(&self) -> (bool, u32) {
        (self.link.is(LinkKind::Pivot), self.link.first().unwrap_or(u32::MAX))
    }
}

/// The links of a thread, those of one event together: what goes with a fall, and the step that led into it.
pub(super) fn tellings(links: &[Link]) -> Vec<Telling<'_>> {
    use LinkKind::*;
    let goes_with = |it: &Link, origin: &Link| match it.kind {
        OnThePtah | AtHome | OneStroke => origin.kind.is_origin() && it.last() == origin.last(),
        LeftToStrike | DrivenOff | OutOfAttack | WonByAStroke => {
            let is_the_step = origin.is(Stepped) && it.pieces[0] == origin.pieces[0] && it.last() == origin.first();
            // He won the Ptah from the piece that had checked him.
            let is_the_answer = origin.is(CheckerTaken) && it.pieces[0] == origin.pieces[1];
            let is_the_coming = origin.is(WonByAStroke) && it.is(OutOfAttack);
            is_the_step || (is_the_answer || is_the_coming) && it.last() == origin.last()
        }
        _ => false,
    };
    let origins = || links.iter().filter(|it| it.kind.is_origin() || it.is(CheckerTaken) || it.is(WonByAStroke));
    let is_part = |it: &Link| origins().any(|origin| goes_with(it, origin));
    let with = |link: &Link| links.iter().filter(|it| goes_with(it, link)).collect::<Vec<_>>();
    links.iter().filter(|it| !is_part(it)).map(|link| Telling { link, with: with(link) }).collect()
}

/// The facts of a link under the names that its form knows. `fall` is the last that the answer names.
pub(super) fn link_facts(
    story: &Story<'_>,
    teller: &Teller<'_, '_>,
    link: &Link,
    links: &[Link],
    fall: Option<&KingFall>,
) -> Facts {
    let index = |turn: Option<u32>| turn.map_or(0, |turn| story.index_of(turn));
    let (began, ended) = (index(link.first()), index(link.last()));
    teller.look_at(if link.kind == LinkKind::Pivot { began } else { ended });
    let square = link.square.or_else(|| link.moves.first().and_then(|mv| mv.to()));
    let mut facts = teller.place(square.unwrap_or(story.question.ptah));
    let roles = &story.correspondences.sentences().link(link.kind).roles;
    for (role, piece) in roles.iter().zip(&link.pieces) {
        facts.insert(role, piece.code());
    }
    facts.insert("others", codes(link.pieces.iter().skip(roles.len()).copied()));
    facts.insert("first", link.first());
    facts.insert("last", link.last());
    facts.insert("turns", link.turns.clone());
    facts.insert("waited", link.waited);
    facts.insert("of", link.of);
    facts.insert("awakened", link.awakened);
    facts.insert("seized", link.army.map(|army| army.to_string()));
    facts.insert("exchanged", story.has_exchange(began));
    facts.insert("awoke", story.all(|what| matches!(what, What::Awoke(_))).any(|it| it.index == began));
    if let Some(after) = link.after {
        facts.insert("after", Facts::default().with("turn", after.turn).with("of", after.of.code()));
    }
    match link.kind {
        LinkKind::Agreement => facts.insert("army", story.turns[began].army.to_string()),
        LinkKind::WithinAStep => {
            let began = story.before(0, story.king()).map(|placed| placed.at.distance(story.question.ptah));
            facts.insert("from_the_start", began == Some(1));
        }
        LinkKind::Pivot => add_moves(story, &mut facts, link, links, fall),
        _ => {}
    }
    facts
}

/// The moves that were open at a pivot.
fn add_moves(story: &Story<'_>, facts: &mut Facts, link: &Link, links: &[Link], fall: Option<&KingFall>) {
    let index = link.first().map_or(0, |turn| story.index_of(turn));
    let ways = link.moves.iter().filter_map(|mv| match *mv {
        Move::Step { role, from, to, .. } => Some((story.standing_at(index, from, role), from, to)),
        Move::Pass => None,
    });
    let ways: Vec<(Option<Starter>, Square, Square)> = ways.collect();
    let each = ways.iter().take(2).map(|(mover, from, to)| {
        let piece = mover.map(|piece| piece.code());
        Value::from(Facts::default().with("piece", piece).with("from", from.to_string()).with("to", to.to_string()))
    });
    facts.insert("ways", each.collect::<Vec<_>>());
    facts.insert("open", ways.len());
    let of_fall = |other: &&Link| other.kind.is_origin() && other.last() == link.last();
    let king = fall.map(|fall| fall.king).or_else(|| links.iter().find(of_fall).map(|origin| origin.pieces[0]));
    facts.insert("king", king.map(|king| king.code()));
    facts.insert("by_the_king", ways.iter().all(|(mover, ..)| *mover == king));
    facts.insert("mover", story.mover(index).map(|mover| mover.code()));
    facts.insert("went_to", story.turns[index].landing().map(|square| square.to_string()));
}

pub(super) fn codes(pieces: impl Iterator<Item = Piece>) -> Vec<String> {
    pieces.map(|piece| piece.code()).collect()
}
