//! Landings, counted by what their squares are.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::chess::{Angle, Element};
use crate::correspondences::{Correspondences, Quality, SignOrElement, SquareCorrespondences};
use crate::interpretation::log::{Log, What};
use crate::record::EnochianRecord;

/// What squares can have in common.
///
/// A sign stands for its house, so the houses need no rows of their own.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SquareTrait {
    Element(Element),
    Quality(Quality),
    Angle(Angle),
    Force(SignOrElement),
}

impl SquareTrait {
    /// The property of squares of which it is a value.
    #[must_use]
    pub const fn property(self) -> &'static str {
        match self {
            SquareTrait::Element(_) => "element",
            SquareTrait::Quality(_) => "quality",
            SquareTrait::Angle(_) => "angle",
            SquareTrait::Force(_) => "sign or element",
        }
    }

    /// Whether a square has this trait.
    #[must_use]
    pub fn holds(self, here: &SquareCorrespondences) -> bool {
        match self {
            SquareTrait::Element(element) => here.force.element() == element,
            SquareTrait::Quality(quality) => here.force.quality() == quality,
            SquareTrait::Angle(angle) => here.angle == angle,
            SquareTrait::Force(force) => here.force == force,
        }
    }
}

impl Serialize for SquareTrait {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for SquareTrait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SquareTrait::Element(element) => element.fmt(f),
            SquareTrait::Quality(quality) => quality.fmt(f),
            SquareTrait::Angle(angle) => angle.fmt(f),
            SquareTrait::Force(force) => force.fmt(f),
        }
    }
}

/// The landings on squares with a trait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LandingRow {
    /// The property by which the squares are grouped.
    pub by: &'static str,
    /// The trait.
    #[serde(rename = "name")]
    pub of: SquareTrait,
    /// The house that a sign governs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<u8>,
    /// The turns in which a piece of the querent's side landed there.
    #[serde(rename = "for")]
    pub ours: Vec<u32>,
    /// The turns in which a piece of the others landed there.
    pub against: Vec<u32>,
}

impl LandingRow {
    /// The number of landings.
    #[must_use]
    pub fn landings(&self) -> usize {
        self.ours.len() + self.against.len()
    }
}

/// The landings of a reading, with a row for each trait; none of a game.
#[must_use]
pub fn landings(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Vec<LandingRow> {
    let subject = record.subject();
    let Some(querent) = subject.querent() else { return Vec::new() };
    let traits = Element::ALL.into_iter().map(SquareTrait::Element).chain(Quality::ALL.map(SquareTrait::Quality));
    let traits = traits.chain(Angle::ALL.map(SquareTrait::Angle)).chain(SignOrElement::ALL.map(SquareTrait::Force));
    let log = Log::of(record);
    let moves = log.all(|what| what == What::Moved);
    let landed: Vec<_> = moves.filter_map(|it| Some((it, it.to[0].is?.at))).collect();
    let turns = |of: SquareTrait, is_ours: bool| -> Vec<u32> {
        let there = landed.iter().filter(|(it, square)| {
            let here = correspondences.square(subject.board(), *square);
            (it.was.army.side() == querent.side()) == is_ours && of.holds(here)
        });
        there.map(|(it, _)| log.turn_number(it.index)).collect()
    };
    let row = |of: SquareTrait| LandingRow {
        by: of.property(),
        of,
        house: match of {
            SquareTrait::Force(force) => correspondences.force(force).house,
            _ => None,
        },
        ours: turns(of, true),
        against: turns(of, false),
    };
    traits.map(row).collect()
}
