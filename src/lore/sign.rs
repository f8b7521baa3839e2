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
/// use enochian::lore::{Force, Quality};
/// let force = Force::of(Element::Earth, Quality::Cardinal);
/// assert_eq!(force, Force::Capricorn);
/// assert_eq!("capricorn".parse(), Ok(force));
/// ```
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Force {
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

impl Force {
    /// All sixteen: the signs in their order, then fire, water, air, earth.
    pub const ALL: [Force; 16] = [
        Force::Aries,
        Force::Taurus,
        Force::Gemini,
        Force::Cancer,
        Force::Leo,
        Force::Virgo,
        Force::Libra,
        Force::Scorpio,
        Force::Sagittarius,
        Force::Capricorn,
        Force::Aquarius,
        Force::Pisces,
        Force::Fire,
        Force::Water,
        Force::Air,
        Force::Earth,
    ];

    /// The number 0 to 15 in [`Force::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English name: `Capricorn`.
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
    pub fn of(element: Element, quality: Quality) -> Force {
        let found = Force::ALL.into_iter().find(|f| f.element() == element && f.quality() == quality);
        // Sixteen forces for sixteen pairs: a test goes through them all.
        found.unwrap_or(Force::Aries)
    }

    /// The element: the letter over the column.
    pub const fn element(self) -> Element {
        if self.is_sign() {
            // The triplicities, from Aries on.
            [Element::Fire, Element::Earth, Element::Air, Element::Water][self.index() % 4]
        } else {
            [Element::Fire, Element::Water, Element::Air, Element::Earth][self.index() - 12]
        }
    }

    /// The quality: the letter beside the rank.
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
    /// use enochian::lore::Force;
    /// assert_eq!(Force::Aries.opposite(), Some(Force::Libra));
    /// assert_eq!(Force::Fire.opposite(), None);
    /// ```
    pub fn opposite(self) -> Option<Force> {
        self.is_sign().then(|| Force::ALL[(self.index() + 6) % 12])
    }

    /// Whether it is a sign of the zodiac, and not an element itself.
    pub const fn is_sign(self) -> bool {
        self.index() < 12
    }
}

impl fmt::Display for Force {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names neither a sign nor an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a sign of the zodiac, such as Capricorn, or one of Fire, Water, Air, Earth")]
pub struct UnknownForce;

/// Reads a name in any mixture of capitals and small letters.
impl FromStr for Force {
    type Err = UnknownForce;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Force::ALL.into_iter().find(|f| f.name().eq_ignore_ascii_case(text.trim())).ok_or(UnknownForce)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn element_and_quality_give_the_force_back() {
        for force in Force::ALL {
            assert_eq!(Force::of(force.element(), force.quality()), force);
            assert_eq!(force.name().parse(), Ok(force));
            assert_eq!(Force::ALL[force.index()], force);
        }
    }
}
