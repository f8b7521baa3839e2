//! The sixteen forces: twelve signs and four elements.

use std::fmt;
use std::str::FromStr;

use crate::chess::Element;

use super::Quality;

/// What stands on a square: a sign of the zodiac, or an element itself.
///
/// A force is an element and a quality together, as the letters of the Name
/// over the column and beside the rank give them.
///
/// ```
/// use enochian::chess::Element;
/// use enochian::correspondences::{SignOrElement, Quality};
/// let force = SignOrElement::of(Element::Earth, Quality::Cardinal);
/// assert_eq!(force, SignOrElement::Capricorn);
/// assert_eq!("capricorn".parse(), Ok(force));
/// ```
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SignOrElement {
    Aries,
    Taurus,
    Gemini,
    Cancer,
    Leo,
    Virgo,
    Libra,
    Scorpio,
    Sagittarius,
    Capricorn,
    Aquarius,
    Pisces,
    Fire,
    Water,
    Air,
    Earth,
}

impl SignOrElement {
    /// All sixteen: the signs in their order, then fire, water, air, earth.
    pub const ALL: [SignOrElement; 16] = [
        SignOrElement::Aries,
        SignOrElement::Taurus,
        SignOrElement::Gemini,
        SignOrElement::Cancer,
        SignOrElement::Leo,
        SignOrElement::Virgo,
        SignOrElement::Libra,
        SignOrElement::Scorpio,
        SignOrElement::Sagittarius,
        SignOrElement::Capricorn,
        SignOrElement::Aquarius,
        SignOrElement::Pisces,
        SignOrElement::Fire,
        SignOrElement::Water,
        SignOrElement::Air,
        SignOrElement::Earth,
    ];

    /// The number 0 to 15 in [`SignOrElement::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English name: `Capricorn`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        [
            "Aries",
            "Taurus",
            "Gemini",
            "Cancer",
            "Leo",
            "Virgo",
            "Libra",
            "Scorpio",
            "Sagittarius",
            "Capricorn",
            "Aquarius",
            "Pisces",
            "Fire",
            "Water",
            "Air",
            "Earth",
        ][self.index()]
    }

    /// The force of an element and a quality; the same table names each angle of each board, the board's element taken
    /// with the quality that the angle's letter gives.
    #[must_use]
    pub fn of(element: Element, quality: Quality) -> SignOrElement {
        let found = SignOrElement::ALL.into_iter().find(|f| f.element() == element && f.quality() == quality);
        // Sixteen forces for sixteen pairs: a test goes through them all.
        found.unwrap_or(SignOrElement::Aries)
    }

    /// The element: the letter over the column.
    #[must_use]
    pub const fn element(self) -> Element {
        if self.is_sign() {
            // The triplicities, from Aries on.
            [Element::Fire, Element::Earth, Element::Air, Element::Water][self.index() % 4]
        } else {
            [Element::Fire, Element::Water, Element::Air, Element::Earth][self.index() - 12]
        }
    }

    /// The quality: the letter beside the rank.
    #[must_use]
    pub const fn quality(self) -> Quality {
        if self.is_sign() {
            // The quadruplicities, from Aries on.
            [Quality::Cardinal, Quality::Fixed, Quality::Mutable][self.index() % 3]
        } else {
            Quality::Elemental
        }
    }

    /// The sign across the zodiac; an element has none.
    ///
    /// ```
    /// use enochian::correspondences::SignOrElement;
    /// assert_eq!(SignOrElement::Aries.opposite(), Some(SignOrElement::Libra));
    /// assert_eq!(SignOrElement::Fire.opposite(), None);
    /// ```
    #[must_use]
    pub fn opposite(self) -> Option<SignOrElement> {
        self.is_sign().then(|| SignOrElement::ALL[(self.index() + 6) % 12])
    }

    /// Whether it is a sign of the zodiac, and not an element itself.
    #[must_use]
    pub const fn is_sign(self) -> bool {
        self.index() < 12
    }
}

impl fmt::Display for SignOrElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names neither a sign nor an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a sign of the zodiac, such as Capricorn, or one of Fire, Water, Air, Earth")]
pub struct ParseSignError;

/// Reads a name in any mixture of capitals and small letters.
impl FromStr for SignOrElement {
    type Err = ParseSignError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        SignOrElement::ALL.into_iter().find(|f| f.name().eq_ignore_ascii_case(text.trim())).ok_or(ParseSignError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn element_and_quality_give_the_force_back() {
        for force in SignOrElement::ALL {
            assert_eq!(SignOrElement::of(force.element(), force.quality()), force);
            assert_eq!(force.name().parse(), Ok(force));
            assert_eq!(SignOrElement::ALL[force.index()], force);
        }
    }
}
