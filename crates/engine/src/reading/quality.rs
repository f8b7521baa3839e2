//! The four qualities, given by the letters beside the ranks.

use std::str::FromStr;

use crate::chess::Element;
use crate::input::ParseError;

/// The quality of a rank, which combines with the element of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// Yod: beginning.
    Cardinal,
    /// He: holding; also called kerubic.
    Fixed,
    /// Vau: changing; also called common.
    Mutable,
    /// He final: the element itself, without a sign.
    Elemental,
}

impl Quality {
    /// The number 0 to 3 in [`Quality::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The element whose letter of the divine name gives this quality: fire, water, air, earth.
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

crate::named_enum! {
    /// The name in the data files: `cardinal`.
    Quality { Cardinal: "cardinal", Fixed: "fixed", Mutable: "mutable", Elemental: "elemental" }
}

/// Reads a name in upper or lower case; `kerubic` and `common` are accepted.
impl FromStr for Quality {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim().to_ascii_lowercase().as_str() {
            "cardinal" => Ok(Quality::Cardinal),
            "fixed" | "kerubic" => Ok(Quality::Fixed),
            "mutable" | "common" => Ok(Quality::Mutable),
            "elemental" => Ok(Quality::Elemental),
            _ => Err(ParseError("expected cardinal, fixed, mutable or elemental")),
        }
    }
}
