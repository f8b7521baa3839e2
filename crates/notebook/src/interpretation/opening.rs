//! What is said first: who carries the question, and what bears on its square (INTERPRETATION 8.14).

use std::cmp::Reverse;

use serde::Serialize;

use crate::chess::{Army, Element, Piece, Square};
use crate::correspondences::Dignity;
use crate::reading::Verdict;

use super::answer_facts::{AnswerFacts, Cause};
use super::links::code;
use super::log::What;
use super::significator::Significator;
use super::story::{Starter, Story};

/// What is said first; what is not told is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Opening {
    /// The significator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carrier: Option<Carrier>,
    /// What attacked the square of the Ptah.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bore: Option<PtahAttackers>,
    /// How the piece that decided stands to the square on which it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dignity: Option<DecisiveDignity>,
    /// The element on whose squares the querent's side landed most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<RulingElement>,
    /// The signs and elements of the king's road: for a held Yes the first that he passed, up to three; for a No the last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub road: Vec<String>,
}

/// The significator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Carrier {
    /// The piece, as it was at the start.
    #[serde(serialize_with = "code")]
    pub piece: Piece,
    /// Why it is the one: `domicile` or `exaltation` of its planet, `element`, or `named` by a person.
    pub reason: &'static str,
    /// What became of it.
    pub end: CarrierEnd,
}

enochian_engine::named_enum! {
    /// What became of the significator; the first that applies.
    pub enum CarrierEnd {
        /// It is not on the board at the end.
        Lost: "lost",
        /// Its army is frozen at the end.
        Frozen: "frozen",
        /// It was promoted.
        Promoted: "promoted",
        /// It stands, and never moved.
        NeverMoved: "never-moved",
        /// It stands.
        Stands: "stands",
    }
}

/// What attacked the Ptah's square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PtahAttackers {
    /// The opposing officer that did so in most turns, if in a quarter of all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<PtahAttacker>,
    /// The officer of the querent's side that did, if in a quarter of all.
    #[serde(rename = "for", skip_serializing_if = "Option::is_none")]
    pub by_ours: Option<PtahAttacker>,
    /// Whether no opposing piece ever did, in twenty turns or more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub nobody: bool,
}

/// The turns after which an officer attacked the Ptah's square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PtahAttacker {
    /// The officer, as it was at the start.
    #[serde(serialize_with = "code")]
    pub piece: Piece,
    /// How many.
    pub turns: usize,
    /// The first.
    pub first: u32,
    /// The last.
    pub last: u32,
}

/// How an element stands to that of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DecisiveDignity {
    /// The piece that decided, as it was at the start: the king who held the Ptah, or who took the last king of the cause.
    #[serde(serialize_with = "code")]
    pub piece: Piece,
    /// Where it did.
    pub square: Square,
    /// How its element stands to the square's.
    pub relation: Dignity,
}

/// The element on whose squares the querent's side landed most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RulingElement {
    /// The element.
    pub name: Element,
    /// The landings on its squares.
    pub landings: usize,
    /// All landings of the querent's side.
    pub of: usize,
}

/// Turns from which it is told that no opponent ever attacked the Ptah.
const NOBODY_FROM: usize = 20;

/// Landings from which an element can rule.
const RULES_FROM: usize = 12;

impl Opening {
    pub(super) fn of(story: &Story<'_>, answer: &AnswerFacts) -> Opening {
        Opening {
            carrier: carrier(story),
            bore: bore(story),
            dignity: dignity(story, answer),
            element: element(story),
            road: road(story, answer),
        }
    }
}

fn carrier(story: &Story<'_>) -> Option<Carrier> {
    let Significator { piece, reason } = story.carrier?;
    let last = story.record.position();
    let end = match story.at_end(piece) {
        None => CarrierEnd::Lost,
        Some(placed) if last.is_frozen(placed.piece.army) => CarrierEnd::Frozen,
        Some(_) if story.promotions(piece).next().is_some() => CarrierEnd::Promoted,
        Some(_) if story.moves_of(piece).next().is_none() => CarrierEnd::NeverMoved,
        Some(_) => CarrierEnd::Stands,
    };
    Some(Carrier { piece, reason, end })
}

/// Counted after each turn: those that attack the Ptah's square (4.1), pawns among the officers left out.
fn bore(story: &Story<'_>) -> Option<PtahAttackers> {
    let ptah = story.question.ptah;
    let turns = story.turns.len();
    // An army's enemies are those of its side.
    let attackers =
        |enemy: Army| (0..turns).map(|index| story.attackers_of(ptah, enemy, Some(index))).collect::<Vec<_>>();
    let [against, by_ours] = [story.querent, story.querent.enemies()[0]].map(attackers);
    let most = |attackers: &[Vec<Starter>]| {
        let bearing = |piece: Starter| {
            let is_officer = |index: &usize| story.after(*index, piece).is_some_and(|it| !it.piece.kind.is_pawn());
            let attacks = |index: &usize| attackers[*index].contains(&piece) && is_officer(index);
            let found: Vec<u32> = (0..turns).filter(attacks).map(|index| story.turn_number(index)).collect();
            Some(PtahAttacker { piece, turns: found.len(), first: *found.first()?, last: *found.last()? })
        };
        // Of equals the first by code.
        let found = story.starters().filter_map(bearing).min_by_key(|it| Reverse(it.turns));
        found.filter(|it| it.turns * 4 >= turns)
    };
    let nobody = turns >= NOBODY_FROM && against.iter().all(Vec::is_empty);
    let (against, by_ours) = (most(&against), most(&by_ours));
    let bore = PtahAttackers { against, by_ours, nobody };
    (bore.against.is_some() || bore.by_ours.is_some() || nobody).then_some(bore)
}

fn dignity(story: &Story<'_>, answer: &AnswerFacts) -> Option<DecisiveDignity> {
    let (piece, was, square) = match answer.cause {
        Cause::Held => (story.king(), story.king(), story.question.ptah),
        _ => {
            let fall = answer.named_falls(story).next_back()?;
            let stroke = story.stroke_in(story.index_of(fall.turn))?;
            (fall.by, stroke.was, fall.square)
        }
    };
    // A king is of Spirit; the element to which he is drawn is that of his army (3.4.3).
    let element = story.correspondences.piece(was).nature.unwrap_or_else(|| was.army.element());
    let relation = story.correspondences.dignity(element, story.force(square).element()).dignity;
    Some(DecisiveDignity { piece, square, relation })
}

fn element(story: &Story<'_>) -> Option<RulingElement> {
    let of_square = |square: Square| story.force(square).element();
    let moves = story.all(|what| what == What::Moved).filter(|it| story.is_ours(it.was.army));
    let landed: Vec<Element> = moves.flat_map(|it| it.to.first()?.is.map(|is| of_square(is.at))).collect();
    let of = landed.len();
    let rules = |name: Element| {
        let landings = landed.iter().filter(|it| **it == name).count();
        let squares = Square::all().filter(|square| of_square(*square) == name).count();
        let is_much = landings >= RULES_FROM && landings * 5 >= of * 2 && landings * 64 * 2 >= squares * of * 3;
        is_much.then_some(RulingElement { name, landings, of })
    };
    Element::ALL.into_iter().filter_map(rules).rev().max_by_key(|it| it.landings)
}

fn road(story: &Story<'_>, answer: &AnswerFacts) -> Vec<String> {
    let last = || {
        let landed = story.moves_of(story.king()).next_back()?;
        Some(story.force(story.turns[landed].landing()?).to_string())
    };
    match (answer.cause, answer.verdict) {
        (Cause::Held, _) => answer.by_way_of.iter().flatten().take(3).cloned().collect(),
        (_, Verdict::No) => last().into_iter().collect(),
        _ => Vec::new(),
    }
}
