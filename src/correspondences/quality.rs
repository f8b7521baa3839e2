//! The four qualities, which the letters beside the ranks give.

use std::fmt;
use std::str::FromStr;

use crate::chess::Element;
use crate::input::TomlTable;

use super::entries::all;

/// What the letter beside a rank makes of the column's element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quality {
    /// Yod: what begins.
    Cardinal,
    /// He: what holds; called kerubic too.
    Fixed,
    /// Vau: what changes; called common too.
    Mutable,
    /// He final: the element itself, without a sign.
    Elemental,
}

impl Quality {
    /// All four, in the order of the Name.
    pub const ALL: [Quality; 4] = [Quality::Cardinal, Quality::Fixed, Quality::Mutable, Quality::Elemental];

    /// The number 0 to 3 in [`Quality::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word of the data files: `cardinal`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["cardinal", "fixed", "mutable", "elemental"][self.index()]
    }

    /// The element whose letter of the Name gives this quality: fire, water, air, earth.
    ///
    /// ```
    /// use enochian::{chess::Element, correspondences::Quality};
    /// assert_eq!(Quality::Mutable.element(), Element::Air);
    /// ```
    #[must_use]
    pub const fn element(self) -> Element {
        [Element::Fire, Element::Water, Element::Air, Element::Earth][self.index()]
    }
}

impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no quality.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of cardinal, fixed, mutable, elemental")]
pub struct ParseQualityError;

/// Reads a name in any mixture of capitals and small letters; `kerubic` and `common` are understood.
impl FromStr for Quality {
    type Err = ParseQualityError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim().to_ascii_lowercase().as_str() {
            "cardinal" => Ok(Quality::Cardinal),
            "fixed" | "kerubic" => Ok(Quality::Fixed),
            "mutable" | "common" => Ok(Quality::Mutable),
            "elemental" => Ok(Quality::Elemental),
            _ => Err(ParseQualityError),
        }
    }
}

/// What `qualities.toml` says of a quality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QualityCorrespondences {
    /// The letter of the Name: `Yod`.
    pub letter: String,
    /// Within what time the matter comes about: `hours to days`.
    pub time: String,
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<[QualityCorrespondences; 4]> {
    all(Quality::ALL.map(|quality| {
        fields.table(quality.name(), |fields| {
            let (letter, time) = (fields.text("letter"), fields.text("time"));
            Some(QualityCorrespondences { letter: letter?, time: time? })
        })
    }))
}
