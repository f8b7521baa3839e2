//! Where the pieces stood and landed: S8, S9, S10 and what S12 marks (INTERPRETATION 5, 8.4).

use serde::Serialize;

use crate::chess::{Angle, Army, Kind, Position, Side};
use crate::correspondences::SignOrElement;
use crate::stats::significance;
use crate::study::{LandingTally, SquareProperty, aspects, landings};

use super::context::ReadingContext;

/// The fewest turns of which the Ptah's surroundings are told.
const PTAH_TURNS: u32 = 8;

/// The fewest landings on signs of which the houses are told.
const HOUSE_LANDINGS: u32 = 16;

/// The houses that a person's own doing determines (ZAL); the others move him.
const OWN_HOUSES: [u8; 6] = [1, 2, 3, 10, 11, 12];

/// By how many pieces the one side must have gone further over the border.
const BORDER: u32 = 3;

/// The fewest pieces of which a build-up is made.
const BUILD_UP: u32 = 4;

/// Whose doing is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Party {
    /// The querent's side.
    For,
    /// The others.
    Against,
}

impl Party {
    /// Both, in the order in which they are told.
    pub const ALL: [Party; 2] = [Party::For, Party::Against];

    fn side(self, querent: Army) -> Side {
        match self {
            Party::For => querent.side(),
            Party::Against => querent.side().opponent(),
        }
    }
}

/// S8: after how many turns the Ptah was supported and threatened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PtahFacts {
    /// The turns after which a piece of the querent's side bears upon it.
    pub supported: u32,
    /// Those after which one of the others does.
    pub threatened: u32,
    /// How many turns there are.
    pub turns: u32,
    /// `protected`, `attacked` or `even`.
    pub balance: &'static str,
}

impl PtahFacts {
    /// None of a reading of few turns.
    pub(super) fn of(course: &ReadingContext<'_>) -> Option<PtahFacts> {
        let (mut supported, mut threatened, mut turns) = (0, 0, 0);
        for aspect in aspects(course.record) {
            turns += aspect.turns();
            supported += if aspect.support.is_empty() { 0 } else { aspect.turns() };
            threatened += if aspect.threat.is_empty() { 0 } else { aspect.turns() };
        }
        let balance = match supported.cmp(&threatened) {
            _ if supported.abs_diff(threatened) * 10 < turns => "even",
            std::cmp::Ordering::Less => "attacked",
            _ => "protected",
        };
        (turns >= PTAH_TURNS).then_some(PtahFacts { supported, threatened, turns, balance })
    }
}

/// A sort of square on which a side landed more or less often than even chances bring.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FrequentSquare {
    /// Whose landings.
    pub side: Party,
    /// `element`, `quality` or `force`.
    pub by: &'static str,
    /// The element, quality, sign or element's own square.
    pub name: String,
    /// How many landings.
    pub count: u32,
    /// Of how many of that side.
    pub of: u32,
    /// Whether it is more than even chances bring, or fewer.
    pub more: bool,
}

/// The lines of both sides that differ from even chances, all 48 looked at together (Holm).
pub(super) fn marks(course: &ReadingContext<'_>) -> Vec<FrequentSquare> {
    let landings = landings(course.record, course.correspondences);
    let mut lines = Vec::new();
    for side in Party::ALL {
        let theirs = landings.iter().filter(|landing| landing.piece.army.side() == side.side(course.querent));
        let of = theirs.clone().count() as u32;
        for (by, name) in [
            (SquareProperty::Element, "element"),
            (SquareProperty::Quality, "quality"),
            (SquareProperty::Force, "force"),
        ] {
            for row in LandingTally::of(by, theirs.clone(), course.correspondences).rows {
                let (count, more) = (row.landings(), f64::from(row.landings()) > row.expected);
                lines.push((FrequentSquare { side, by: name, name: row.of.to_string(), count, of, more }, row.p));
            }
        }
    }
    let raised = significance::holm(&lines.iter().map(|(_, p)| *p).collect::<Vec<_>>());
    let marked = lines.into_iter().zip(raised).filter(|(_, raised)| *raised < significance::LEVEL);
    marked.map(|((mark, _), _)| mark).collect()
}

/// S9: the signs that stand out, and whose doing the houses speak of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SignFacts {
    /// The signs and elements' own squares among the marks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marked: Vec<FrequentSign>,
    /// The landings on houses, where one half of them outweighs the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub houses: Option<HouseCounts>,
}

/// A sign or an element's own square that stands out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FrequentSign {
    /// Whose landings.
    pub side: Party,
    /// `Libra`, `Earth`.
    pub force: String,
    /// How many landings.
    pub count: u32,
    /// Of how many of that side.
    pub of: u32,
    /// Whether it is more than even chances bring, or fewer.
    pub more: bool,
}

/// The landings on houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct HouseCounts {
    /// On those that one's own doing determines.
    pub own: u32,
    /// On those that others move.
    pub others: u32,
}

impl SignFacts {
    /// None where there is nothing to tell.
    pub(super) fn of(course: &ReadingContext<'_>, marks: &[FrequentSquare]) -> Option<SignFacts> {
        let marked = marks.iter().filter(|mark| mark.by == "force").map(|mark| FrequentSign {
            side: mark.side,
            force: mark.name.clone(),
            count: mark.count,
            of: mark.of,
            more: mark.more,
        });
        let it = SignFacts { marked: marked.collect(), houses: houses(course) };
        (it != SignFacts::default()).then_some(it)
    }
}

fn houses(course: &ReadingContext<'_>) -> Option<HouseCounts> {
    let house = |force: SignOrElement| course.correspondences.force(force).house;
    let landed = landings(course.record, course.correspondences);
    let houses: Vec<u8> = landed.iter().filter_map(|landing| house(landing.here.force)).collect();
    let own = houses.iter().filter(|house| OWN_HOUSES.contains(house)).count() as u32;
    let (all, others) = (houses.len() as u32, houses.len() as u32 - own);
    // Two standard deviations beyond the half: the root of the number. Both sides are doubled and squared.
    let beyond = 2 * own.max(others) - all;
    (all >= HOUSE_LANDINGS && u64::from(beyond).pow(2) >= 4 * u64::from(all)).then_some(HouseCounts { own, others })
}

/// S10: who went over the border, and where a side gathered, at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct GatheringFacts {
    /// How many pieces of the others stand in the angles of the querent's side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others_entered: Option<u32>,
    /// How many of the querent's side stand in theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entered: Option<u32>,
    /// The sides that gathered in one angle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub build_up: Vec<BuildUp>,
}

/// A side that gathered in an angle that is not its pieces' own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BuildUp {
    /// Which side.
    pub side: Party,
    /// The angle.
    pub angle: String,
    /// How many of its pieces stand there away from home.
    pub count: u32,
    /// Of how many that stand away from home.
    pub of: u32,
}

impl GatheringFacts {
    /// None where there is nothing to tell.
    pub(super) fn of(course: &ReadingContext<'_>) -> Option<GatheringFacts> {
        let position = last_standing(course)?;
        let over = |side: Side| {
            let theirs = side.opponent().armies().map(|army| army.angle());
            let awake = position.pieces().filter(|(_, piece)| is_awake(position, piece.army, side));
            awake.filter(|(square, _)| theirs.contains(&square.angle())).count() as u32
        };
        let (entered, others_entered) = (over(course.querent.side()), over(course.querent.side().opponent()));
        let is_told = entered.abs_diff(others_entered) >= BORDER;
        let it = GatheringFacts {
            others_entered: is_told.then_some(others_entered),
            entered: is_told.then_some(entered),
            build_up: Party::ALL.into_iter().filter_map(|side| build_up(course, position, side)).collect(),
        };
        (it != GatheringFacts::default()).then_some(it)
    }
}

/// The last position in which all that played stood unfrozen: that at the end or, where a king's fall ended the reading,
/// the one before, since the fall freezes his army (INTERPRETATION 5.2).
fn last_standing<'c>(course: &'c ReadingContext<'_>) -> Option<&'c Position> {
    let last = course.turns.last()?;
    let fell = last.captures().any(|(piece, _)| piece.kind == Kind::King) && course.record.end().is_some();
    Some(if fell { course.before(course.turns.len() - 1) } else { &last.position })
}

fn is_awake(position: &Position, army: Army, side: Side) -> bool {
    army.side() == side && !position.is_frozen(army)
}

fn build_up(course: &ReadingContext<'_>, position: &Position, stance: Party) -> Option<BuildUp> {
    let side = stance.side(course.querent);
    let awake = position.pieces().filter(|(_, piece)| is_awake(position, piece.army, side));
    let away = awake.filter(|(square, piece)| square.angle() != piece.army.angle());
    let mut counts = Angle::ALL.map(|angle| (0, angle));
    away.for_each(|(square, _)| counts[square.angle().index()].0 += 1);
    let of = counts.iter().map(|(count, _)| count).sum();
    counts.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let [(count, angle), (next, _), ..] = counts;
    let is_one = of >= BUILD_UP && count * 2 >= of && count >= next + 2;
    is_one.then(|| BuildUp { side: stance, angle: angle.to_string(), count, of })
}
