//! The four elements, and the macro for the types named after them.

/// The names of the elements, as alternatives in an error message.
pub const ELEMENT_NAMES: &str = "Air, Water, Fire or Earth";

/// Declares an enum of four members, one for each element, clockwise in the order of play (RULES 1.3). [`Element`] is such an enum and,
/// with `named for Element`, so are boards, angles and armies. The tradition gives them the same four names, but they
/// are different things; as separate types the compiler finds arguments in the wrong order.
macro_rules! four {
    (
        $(#[$about:meta])*
        pub enum $Name:ident {
            $(#[$air:meta])* Air,
            $(#[$water:meta])* Water,
            $(#[$fire:meta])* Fire,
            $(#[$earth:meta])* Earth,
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $Name {
            $(#[$air])* Air,
            $(#[$water])* Water,
            $(#[$fire])* Fire,
            $(#[$earth])* Earth,
        }

        $crate::named_enum! {
            /// The English name, with a capital: `Air`.
            $Name or "expected Air, Water, Fire or Earth" { Air: "Air", Water: "Water", Fire: "Fire", Earth: "Earth" }
        }

        impl $Name {
            #[doc = concat!("The number 0 to 3 in [`", stringify!($Name), "::ALL`].")]
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The lower-case letter that stands for it: `a`, `w`, `f`, `e` (RULES 9.3).
            #[inline]
            pub const fn letter(self) -> char {
                ['a', 'w', 'f', 'e'][self.index()]
            }

            /// The one with this letter, in upper or lower case.
            #[inline]
            pub fn from_letter(letter: char) -> Option<$Name> {
                $Name::ALL.into_iter().find(|one| one.letter() == letter.to_ascii_lowercase())
            }
        }
    };
    (named for Element: $(#[$about:meta])* pub enum $Name:ident { $($four:tt)* }) => {
        $crate::chess::element::four! { $(#[$about])* pub enum $Name { $($four)* } }

        impl $Name {
            #[doc = concat!("The ", stringify!($Name), " named after an element.")]
            #[inline]
            pub const fn of(element: $crate::chess::Element) -> $Name {
                match element {
                    $crate::chess::Element::Air => $Name::Air,
                    $crate::chess::Element::Water => $Name::Water,
                    $crate::chess::Element::Fire => $Name::Fire,
                    $crate::chess::Element::Earth => $Name::Earth,
                }
            }

            /// The element it is named after.
            #[inline]
            pub const fn element(self) -> $crate::chess::Element {
                match self {
                    $Name::Air => $crate::chess::Element::Air,
                    $Name::Water => $crate::chess::Element::Water,
                    $Name::Fire => $crate::chess::Element::Fire,
                    $Name::Earth => $crate::chess::Element::Earth,
                }
            }
        }

        impl From<$Name> for $crate::chess::Element {
            #[inline]
            fn from(named: $Name) -> $crate::chess::Element {
                named.element()
            }
        }
    };
}

pub(super) use four;

four! {
    /// One of the four elements, as of a square, a sign or a card.
    ///
    /// A [`Board`](super::Board), an [`Angle`](super::Angle) and an [`Army`](super::Army) are named after an element each,
    /// and are types of their own.
    ///
    /// The order is the order of play, clockwise (RULES 1.3).
    ///
    /// ```
    /// use enochian::chess::Element;
    /// assert_eq!("fire".parse(), Ok(Element::Fire));
    /// assert_eq!(Element::Fire.to_string(), "Fire");
    /// assert_eq!(Element::Fire.letter(), 'f');
    /// ```
    pub enum Element {
        /// Air.
        Air,
        /// Water.
        Water,
        /// Fire.
        Fire,
        /// Earth.
        Earth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Angle, Army, Board};

    #[test]
    fn types_named_after_an_element_share_its_number_name_and_letter() {
        for element in Element::ALL {
            let (board, angle, army) = (Board::of(element), Angle::of(element), Army::of(element));
            assert_eq!([board.element(), angle.element(), army.element()], [element; 3]);
            assert_eq!([Element::from(board), angle.into(), army.into()], [element; 3]);
            assert_eq!([board.index(), angle.index(), army.index()], [element.index(); 3]);
            assert_eq!([board.name(), angle.name(), army.name()], [element.name(); 3]);
            assert_eq!([board.letter(), angle.letter(), army.letter()], [element.letter(); 3]);
            assert_eq!(element.name().to_uppercase().parse(), Ok(board));
            assert_eq!(Angle::from_letter(element.letter().to_ascii_uppercase()), Some(angle));
        }
        assert_eq!("Spirit".parse::<Army>().unwrap_err().to_string(), format!("expected {ELEMENT_NAMES}"));
        assert_eq!(Army::from_letter('s'), None);
    }
}
