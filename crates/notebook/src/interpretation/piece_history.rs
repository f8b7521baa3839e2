//! A piece through a whole reading, in words: who it is, where it went, what it did, what became of it (INTERPRETATION 8.9).

use serde::Serialize;

use crate::chess::{Army, Kind, Piece};
use crate::correspondences::Correspondences;
use crate::record::EnochianRecord;
use crate::render::{capitalised, in_turns, in_words, list, possessive};

use super::answer_facts::AnswerFacts;
use super::cast::{CastMember, Fate, cast, member};
use super::links::{Link, links};
use super::log::{Happening, What};
use super::meaning::Allegiance;
use super::story::{Starter, Story};
use super::summary_sentences::link_alone;

/// A piece through a reading.
///
/// ```
/// use enochian::interpretation::PieceHistory;
/// use enochian::{correspondences::Correspondences, journal};
/// let correspondences = Correspondences::embedded();
/// let journal = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
/// let record = journal::read(journal.as_ref(), correspondences).unwrap();
/// let cast = PieceHistory::cast(record.enochian().unwrap(), correspondences, None).expect("it is a reading");
/// assert_eq!(cast[1].title(), "Earth's rook, against the querent: a reliable younger woman");
/// assert_eq!(cast[1].facts()[1], ("Took", "the pawn of Air's bishop (turn 16)".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PieceHistory {
    /// `Earth's rook`.
    pub name: String,
    /// Its relation to the querent at the start.
    pub allegiance: Allegiance,
    /// Who or what it stands for.
    pub who: String,
    /// Whether it stands for the matter.
    pub significator: bool,
    /// What it did and what became of it.
    #[serde(flatten)]
    pub member: CastMember,
    /// Turn by turn.
    pub turns: Vec<PieceTurn>,
    /// The links that it stands in.
    pub links: Vec<PieceLink>,
}

/// What a piece did or suffered in a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PieceTurn {
    /// The turn.
    pub turn: u32,
    /// Where it stood after it, or fell: `a6`.
    pub square: String,
    /// The sign or element of that square.
    pub force: String,
    /// Its house, 1 to 12; `None` for the square of an element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<u8>,
    /// Whether it moved there.
    pub moved: bool,
    /// Where that is in the matters of people: `among friends and hopes`.
    pub field: String,
    /// What it did and suffered: `takes Air's knight`.
    pub did: Vec<String>,
}

/// A link that a piece stands in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PieceLink {
    /// The link.
    #[serde(flatten)]
    pub link: Link,
    /// What it says.
    pub says: String,
}

impl PieceHistory {
    /// The cast: each officer and each promoted pawn, the weightiest first; `None` for a game. `named` replaces the
    /// significator.
    #[must_use]
    pub fn cast(
        record: EnochianRecord<'_>,
        correspondences: &Correspondences,
        named: Option<Piece>,
    ) -> Option<Vec<PieceHistory>> {
        let story = Story::of(record, correspondences, named)?;
        let links = links(&story, AnswerFacts::of(&story).verdict);
        Some(cast(&story).into_iter().map(|member| PieceHistory::of_member(&story, member, &links)).collect())
    }

    /// One piece, as it was at the start, where each army has all its pieces (RULES 2); `None` for a game.
    #[must_use]
    pub fn of(
        record: EnochianRecord<'_>,
        correspondences: &Correspondences,
        named: Option<Piece>,
        piece: Piece,
    ) -> Option<PieceHistory> {
        let story = Story::of(record, correspondences, named)?;
        let links = links(&story, AnswerFacts::of(&story).verdict);
        Some(PieceHistory::of_member(&story, member(&story, piece), &links))
    }

    fn of_member(story: &Story<'_>, member: CastMember, links: &[Link]) -> PieceHistory {
        let piece = member.piece;
        let allegiance = Allegiance::of(piece.army, story.querent);
        let all = links;
        let links = all.iter().filter(|link| link.pieces.contains(&piece));
        PieceHistory {
            name: possessive(piece),
            allegiance,
            who: story.stands_for(piece, member.promoted.is_some()).to_owned(),
            significator: story.significator == Some(piece),
            turns: turns(story, piece),
            links: links.map(|link| PieceLink { says: link_alone(story, all, link), link: link.clone() }).collect(),
            member,
        }
    }

    /// `Earth's rook, against the querent: a reliable younger woman`.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{}, {}", capitalised(&self.name), self.about())
    }

    /// `against the querent: a reliable younger woman`.
    #[must_use]
    pub fn about(&self) -> String {
        let matter = match self.member.piece.kind {
            _ if !self.significator => "",
            Kind::King => ", who stands for the matter too",
            Kind::Officer(_) | Kind::Pawn(_) => ", which stands for the matter",
        };
        format!("{}{matter}: {}", self.allegiance, self.who)
    }

    /// Whether it took nothing, gave no check and was not promoted.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        let CastMember { deeds, checks, promoted, .. } = &self.member;
        deeds.is_empty() && checks.is_empty() && promoted.is_none()
    }

    pub(super) fn is_querents_king(&self) -> bool {
        self.member.piece.kind == Kind::King && self.allegiance == Allegiance::Own
    }

    /// What there is to say of it, with labels.
    #[must_use]
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let CastMember { deeds, checks, promoted, .. } = &self.member;
        let took: Vec<String> =
            deeds.iter().map(|deed| format!("{} (turn {})", possessive(deed.of), deed.turn)).collect();
        let became = match self.member.was.kind {
            Kind::Officer(officer) => format!("to a {officer} "),
            Kind::King | Kind::Pawn(_) => String::new(),
        };
        let facts = [
            ("Road", self.road()),
            ("Took", took.join(", ")),
            (
                "Check",
                if checks.is_empty() {
                    String::new()
                } else {
                    format!("on the querent's king in {}", in_turns(checks))
                },
            ),
            ("Promoted", promoted.map_or(String::new(), |turn| format!("{became}in turn {turn}"))),
            ("End", self.end()),
        ];
        facts.into_iter().filter(|(_, said)| !said.is_empty()).collect()
    }

    /// The signs and elements of its road. One after the other that are the same are told once, and the middle of a long
    /// road is counted.
    #[must_use]
    pub fn road(&self) -> String {
        let times = |number| match number {
            1 => String::new(),
            2 => " twice".to_owned(),
            many => format!(" {} times", in_words(many)),
        };
        let stretches = self.member.road.chunk_by(|one, next| one == next);
        // An element is called like an army.
        let of = |name: &str| if name.parse::<Army>().is_ok() { "a square of " } else { "" };
        let stretches: Vec<String> =
            stretches.map(|same| format!("{}{}{}", of(&same[0]), same[0], times(same.len()))).collect();
        match stretches.as_slice() {
            [] => "none: it never moved".to_owned(),
            all if all.len() <= 2 * END_OF_ROAD + 2 => all.join(", "),
            all => {
                let (first, last) = (&all[..END_OF_ROAD], &all[all.len() - END_OF_ROAD..]);
                format!("{}, … {} more …, {}", first.join(", "), all.len() - 2 * END_OF_ROAD, last.join(", "))
            }
        }
    }

    /// `taken in turn 21 by Air's king`, `stands on b1, frozen since turn 82`.
    #[must_use]
    pub fn end(&self) -> String {
        let army = match self.member.army {
            army if army == self.member.piece.army => String::new(),
            army => format!(", in the army of {army}"),
        };
        match self.member.fate {
            Fate::Taken { turn, by } => format!("taken in turn {turn} by {}{army}", possessive(by)),
            Fate::Stands { at, frozen: Some(turn) } => format!("stands on {at}{army}, frozen since turn {turn}"),
            Fate::Stands { at, frozen: None } => format!("stands on {at}{army}"),
        }
    }
}

/// So much of a long road is told at its beginning, and at its end.
const END_OF_ROAD: usize = 6;

/// The turns in which something was done by a piece or to it.
fn turns(story: &Story<'_>, piece: Starter) -> Vec<PieceTurn> {
    let turn = |index: usize| {
        let moved = story.mover(index) == Some(piece);
        let did = did(story, piece, index);
        if !moved && did.is_empty() {
            return None;
        }
        let placed = story.after(index, piece);
        // What came back and was taken in one turn stood there neither before nor after it.
        let fell = || story.fall_of(piece, story.turn_number(index)).map(|(_, taken)| taken.was);
        let at = placed.or_else(fell)?.at;
        let force = story.force(at);
        Some(PieceTurn {
            turn: story.turn_number(index),
            square: at.to_string(),
            force: force.to_string(),
            house: story.correspondences.force(force).house,
            moved,
            field: story.correspondences.field(force).to_owned(),
            did,
        })
    };
    (0..story.turns.len()).filter_map(turn).collect()
}

/// What a piece did and suffered in a turn, but for its going from square to square.
fn did(story: &Story<'_>, piece: Starter, index: usize) -> Vec<String> {
    let (ptah, now) = (story.question.ptah, story.after(index, piece));
    let was_on_ptah = story.before(index, piece).is_some_and(|before| before.at == ptah);
    let clause = |it: &Happening| {
        let (is_by, to) = (it.by == piece, it.to(piece));
        Some(match it.what {
            What::Exchange if to.is_some() => "comes back in an exchange of prisoners".to_owned(),
            What::Took { in_concourse } if is_by => {
                let taken: Vec<String> = it.starters().map(possessive).collect();
                format!("takes {}{}", list(&taken), if in_concourse { " in a concourse" } else { "" })
            }
            What::Took { .. } if to.is_some() => format!("is taken by {}", possessive(it.by)),
            // What was taken in the turn takes part in nothing else.
            _ if now.is_none() => return None,
            What::Moved if is_by && piece == story.king() && to?.is?.at == ptah => "comes to the Ptah".to_owned(),
            What::Moved if is_by && piece == story.king() && was_on_ptah => "leaves the Ptah".to_owned(),
            What::Check(army) if is_by && army == story.querent => "gives check to the querent's king".to_owned(),
            What::Check(army) if is_by => format!("gives check to {army}'s king"),
            What::Joined => format!("goes over to {}", to?.is?.piece.army),
            What::Promoted => format!("becomes a {}", to?.is?.piece.kind),
            What::Demoted if to.is_some() => "becomes a pawn again".to_owned(),
            What::ThroneSeized { of, .. } if is_by => format!("takes the throne of {of}"),
            What::Froze(army) if now?.piece.army == army => "is frozen with its army".to_owned(),
            What::Awoke(army) if now?.piece.army == army => "can move again with its army".to_owned(),
            _ => return None,
        })
    };
    story.in_turn(index).filter_map(clause).collect()
}

impl PieceTurn {
    /// `to a6, Aquarius, among friends and hopes; takes Air's knight`.
    #[must_use]
    pub fn says(&self) -> String {
        let PieceTurn { square, force, house, field, .. } = self;
        let place = match house {
            _ if !self.moved => format!("on {square}"),
            Some(_) => format!("to {square}, {force}, {field}"),
            None => format!("to {square}, {field}"),
        };
        [place].into_iter().chain(self.did.iter().cloned()).collect::<Vec<_>>().join("; ")
    }
}
