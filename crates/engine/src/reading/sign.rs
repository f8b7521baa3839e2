//! The twelve signs and the four elements.

use crate::chess::Element;

use super::Quality;

/// A sign of the zodiac or an element: the "force" of a square.
///
/// It combines an element and a quality, given by the letters of the divine name above the column and beside the rank.
///
/// ```
/// use enochian::chess::Element;
/// use enochian::correspondences::{SignOrElement, Quality};
/// let force = SignOrElement::of(Element::Earth, Quality::Cardinal);
/// assert_eq!(force, SignOrElement::Capricorn);
/// assert_eq!("capricorn".parse(), Ok(force));
/// ```
#[allow(missing_docs, reason = "the names are clear")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
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
    /// The number 0 to 15 in [`SignOrElement::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The sign or element of an element and a quality. The same table names each angle of each board, by the board's
    /// element and the quality that the angle's letter gives.
    #[must_use]
    pub fn of(element: Element, quality: Quality) -> SignOrElement {
        let found = SignOrElement::ALL.into_iter().find(|f| f.element() == element && f.quality() == quality);
        // Sixteen values for sixteen pairs: a test checks them all.
        found.unwrap_or(SignOrElement::Aries)
    }

    /// The element: that of the letter above the column.
    #[must_use]
    pub const fn element(self) -> Element {
        if self.is_sign() {
            // The triplicities, starting with Aries.
            [Element::Fire, Element::Earth, Element::Air, Element::Water][self.index() % 4]
        } else {
            [Element::Fire, Element::Water, Element::Air, Element::Earth][self.index() - 12]
        }
    }

    /// The quality: that of the letter beside the rank.
    #[must_use]
    pub const fn quality(self) -> Quality {
        if self.is_sign() {
            // The quadruplicities, starting with Aries.
            [Quality::Cardinal, Quality::Fixed, Quality::Mutable][self.index() % 3]
        } else {
            Quality::Elemental
        }
    }

    /// The opposite sign of the zodiac; `None` for an element.
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

    /// Whether it is a sign of the zodiac.
    #[must_use]
    pub const fn is_sign(self) -> bool {
        self.index() < 12
    }
}

/// What a sign or element may be, in an error message.
pub const SIGN_OR_ELEMENT: &str = "a sign of the zodiac, such as Capricorn, or Air, Water, Fire or Earth";

crate::named_enum! {
    /// The English name: `Capricorn`.
    SignOrElement or "expected a sign of the zodiac, such as Capricorn, or Air, Water, Fire or Earth" { Aries: "Aries", Taurus: "Taurus", Gemini: "Gemini", Cancer: "Cancer", Leo: "Leo", Virgo: "Virgo", Libra: "Libra", Scorpio: "Scorpio", Sagittarius: "Sagittarius", Capricorn: "Capricorn", Aquarius: "Aquarius", Pisces: "Pisces", Fire: "Fire", Water: "Water", Air: "Air", Earth: "Earth" }
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
        let refused = "Spirit".parse::<SignOrElement>().unwrap_err();
        assert_eq!(refused.to_string(), format!("expected {SIGN_OR_ELEMENT}"));
    }
}
