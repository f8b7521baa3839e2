//! Where the pieces stood and landed: S8, S9, S10 and the marks of S12 (INTERPRETATION 5, 8.4).

use serde::Serialize;

use crate::chess::{Angle, Army, Kind, Position, Side};
use crate::correspondences::SignOrElement;
use crate::stats::significance;
use crate::study::{LandingTally, SquareProperty, aspects, landings};

use super::context::ReadingContext;

/// The fewest turns for which S8 is written.
const PTAH_TURNS: u32 = 8;

/// The fewest landings on signs for which the houses are compared.
const HOUSE_LANDINGS: u32 = 16;

/// The houses of the querent's own doing (ZAL); the other houses are moved by others.
const OWN_HOUSES: [u8; 6] = [1, 2, 3, 10, 11, 12];

/// How many more pieces than the other side must have crossed the border.
const BORDER: u32 = 3;

/// The fewest pieces of a build-up.
const BUILD_UP: u32 = 4;

/// The querent's side or the opposing one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Party {
    /// The querent's side.
    For,
    /// The opposing side.
    Against,
}

impl Party {
    /// Both, in the order of the summary.
    pub const ALL: [Party; 2] = [Party::For, Party::Against];

    fn side(self, querent: Army) -> Side {
        match self {
            Party::For => querent.side(),
            Party::Against => querent.side().opponent(),
        }
    }
}

/// S8: how often the Ptah was protected and attacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PtahFacts {
    /// The number of turns after which a piece of the querent's side attacks its square.
    pub supported: u32,
    /// The number of turns after which a piece of the opposing side does.
    pub threatened: u32,
    /// The number of turns.
    pub turns: u32,
    /// `protected`, `attacked` or `even`.
    pub balance: &'static str,
}

impl PtahFacts {
    /// `None` for a short reading.
    pub(super) fn of(context: &ReadingContext<'_>) -> Option<PtahFacts> {
        let (mut supported, mut threatened, mut turns) = (0, 0, 0);
        for aspect in aspects(context.record) {
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

/// A kind of square on which a side landed significantly more or less often than even chances would give.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FrequentSquare {
    /// Whose landings.
    pub side: Party,
    /// `element`, `quality` or `force`.
    pub by: &'static str,
    /// The element, quality, sign or element's own square.
    pub name: String,
    /// The number of landings.
    pub count: u32,
    /// The number of all landings of that side.
    pub of: u32,
    /// Whether it is more than even chances would give, or fewer.
    pub more: bool,
}

/// The counts of both sides that differ from even chances, with Holm's correction over all 48.
pub(super) fn marks(context: &ReadingContext<'_>) -> Vec<FrequentSquare> {
    let landings = landings(context.record, context.correspondences);
    let mut lines = Vec::new();
    for side in Party::ALL {
        let theirs = landings.iter().filter(|landing| landing.piece.army.side() == side.side(context.querent));
        let of = theirs.clone().count() as u32;
        for (by, name) in [
            (SquareProperty::Element, "element"),
            (SquareProperty::Quality, "quality"),
            (SquareProperty::Force, "force"),
        ] {
            for row in LandingTally::of(by, theirs.clone(), context.correspondences).rows {
                let (count, more) = (row.landings(), f64::from(row.landings()) > row.expected);
                lines.push((FrequentSquare { side, by: name, name: row.of.to_string(), count, of, more }, row.p));
            }
        }
    }
    let corrected = significance::holm(&lines.iter().map(|(_, p)| *p).collect::<Vec<_>>());
    let marked = lines.into_iter().zip(corrected).filter(|(_, p)| *p < significance::LEVEL);
    marked.map(|((mark, _), _)| mark).collect()
}

/// S9: the signs that stand out, and the balance of the houses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SignFacts {
    /// The signs and elements' own squares among the marks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marked: Vec<FrequentSign>,
    /// The landings on houses, if one half of them outweighs the other.
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
    /// The number of landings.
    pub count: u32,
    /// The number of all landings of that side.
    pub of: u32,
    /// Whether it is more than even chances would give, or fewer.
    pub more: bool,
}

/// The landings on houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct HouseCounts {
    /// On houses of one's own doing.
    pub own: u32,
    /// On houses moved by others.
    pub others: u32,
}

impl SignFacts {
    /// `None` if there is nothing to report.
    pub(super) fn of(context: &ReadingContext<'_>, marks: &[FrequentSquare]) -> Option<SignFacts> {
        let marked = marks.iter().filter(|mark| mark.by == "force").map(|mark| FrequentSign {
            side: mark.side,
            force: mark.name.clone(),
            count: mark.count,
            of: mark.of,
            more: mark.more,
        });
        let it = SignFacts { marked: marked.collect(), houses: houses(context) };
        (it != SignFacts::default()).then_some(it)
    }
}

fn houses(context: &ReadingContext<'_>) -> Option<HouseCounts> {
    let house = |force: SignOrElement| context.correspondences.force(force).house;
    let landed = landings(context.record, context.correspondences);
    let houses: Vec<u8> = landed.iter().filter_map(|landing| house(landing.here.force)).collect();
    let own = houses.iter().filter(|house| OWN_HOUSES.contains(house)).count() as u32;
    let (all, others) = (houses.len() as u32, houses.len() as u32 - own);
    // At least two standard deviations (√n / 2 each) above the half; both sides are doubled and squared to stay in integers.
    let beyond = 2 * own.max(others) - all;
    (all >= HOUSE_LANDINGS && u64::from(beyond).pow(2) >= 4 * u64::from(all)).then_some(HouseCounts { own, others })
}

/// S10: pieces across the border, and pieces gathered in one angle, at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct GatheringFacts {
    /// How many pieces of the opposing side stand in the angles of the querent's side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others_entered: Option<u32>,
    /// How many pieces of the querent's side stand in theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entered: Option<u32>,
    /// The sides that gathered in one angle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub build_up: Vec<BuildUp>,
}

/// A side that gathered in an angle away from its pieces' own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BuildUp {
    /// Which side.
    pub side: Party,
    /// The angle.
    pub angle: String,
    /// How many of its pieces stand there away from home.
    pub count: u32,
    /// How many stand away from home in all.
    pub of: u32,
}

impl GatheringFacts {
    /// `None` if there is nothing to report.
    pub(super) fn of(context: &ReadingContext<'_>) -> Option<GatheringFacts> {
        let position = last_standing(context)?;
        let over = |side: Side| {
            let theirs = side.opponent().armies().map(|army| army.angle());
            let awake = position.pieces().filter(|(_, piece)| is_awake(position, piece.army, side));
            awake.filter(|(square, _)| theirs.contains(&square.angle())).count() as u32
        };
        let (entered, others_entered) = (over(context.querent.side()), over(context.querent.side().opponent()));
        let differs = entered.abs_diff(others_entered) >= BORDER;
        let it = GatheringFacts {
            others_entered: differs.then_some(others_entered),
            entered: differs.then_some(entered),
            build_up: Party::ALL.into_iter().filter_map(|side| build_up(context, position, side)).collect(),
        };
        (it != GatheringFacts::default()).then_some(it)
    }
}

/// The final position or, if a king's fall ended the reading, the one before it, since the fall freezes his army
/// (INTERPRETATION 5.2).
fn last_standing<'c>(context: &'c ReadingContext<'_>) -> Option<&'c Position> {
    let last = context.turns.last()?;
    let fell = last.captures().any(|(piece, _)| piece.kind == Kind::King) && context.record.end().is_some();
    Some(if fell { context.before(context.turns.len() - 1) } else { &last.position })
}

fn is_awake(position: &Position, army: Army, side: Side) -> bool {
    army.side() == side && !position.is_frozen(army)
}

fn build_up(context: &ReadingContext<'_>, position: &Position, stance: Party) -> Option<BuildUp> {
    let side = stance.side(context.querent);
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
