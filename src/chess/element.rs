//! The four elements, which name boards, angles and armies alike.

use std::fmt;
use std::str::FromStr;

/// One of the four elements.
///
/// In this game an element names three things: one of the four **boards**, one
/// of the four **angles** (the 4×4 quarters) of a board, and the **army** whose
/// throne stands in the angle's corner (RULES 1.1, 1.2). They are one type here
/// because the tradition identifies them: the army of Air has the angle of Air
/// and moves first on the board of Air.
///
/// The order is the order of play, clockwise (RULES 1.3).
///
/// ```
/// use enochian::chess::Element;
/// assert_eq!("fire".parse(), Ok(Element::Fire));
/// assert_eq!(Element::Fire.to_string(), "Fire");
/// assert_eq!(Element::Fire.letter(), 'f');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element {
    /// Air: the upper left angle.
    Air,
    /// Water: the upper right angle.
    Water,
    /// Fire: the lower right angle.
    Fire,
    /// Earth: the lower left angle.
    Earth,
}

impl Element {
    /// All four, in the clockwise order of play (RULES 1.3).
    pub const ALL: [Element; 4] = [Element::Air, Element::Water, Element::Fire, Element::Earth];

    /// The number 0 to 3 of this element in [`Element::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English name, with a capital: `Air`.
    pub const fn name(self) -> &'static str {
        ["Air", "Water", "Fire", "Earth"][self.index()]
    }

    /// The small letter that stands for it in position texts: `a`, `w`, `f`, `e` (RULES 9.3).
    pub const fn letter(self) -> char {
        ['a', 'w', 'f', 'e'][self.index()]
    }

    /// The element of a letter, small or capital.
    pub fn from_letter(letter: char) -> Option<Element> {
        Element::ALL.into_iter().find(|e| e.letter() == letter.to_ascii_lowercase())
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of Air, Water, Fire, Earth")]
pub struct UnknownElement;

/// Reads a name in any mixture of capitals and small letters.
impl FromStr for Element {
    type Err = UnknownElement;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Element::ALL.into_iter().find(|e| e.name().eq_ignore_ascii_case(text.trim())).ok_or(UnknownElement)
    }
}
