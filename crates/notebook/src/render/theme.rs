//! How things look on a screen: colours and notation.

use anstyle::{Ansi256Color, Style};

use crate::chess::{Army, Element};
use crate::games::Seat;

use super::SeatColour;

enochian_engine::named_enum! {
    /// The colours of the armies on a screen.
    #[derive(Default)]
    pub enum Theme or "elements, colour-blind or none" {
        /// The colours of the elements.
        #[default]
        Elements: "elements",
        /// Colours that eyes which do not tell red from green tell apart as well, by their lightness and blue.
        ColourBlind: "colour-blind",
        /// No colours, and no other styles.
        None: "none",
    }
}

enochian_engine::named_enum! {
    /// What the colours of a screen have to be read on.
    #[derive(Default)]
    pub enum Background {
        /// Black, or nearly so.
        #[default]
        Dark: "dark",
        /// White, or nearly so.
        Light: "light",
    }
}

/// The colours of one screen: a theme, on a background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TerminalColours {
    /// The theme.
    pub theme: Theme,
    /// The background of the terminal.
    pub background: Background,
}

impl TerminalColours {
    /// Nothing but the styles that need no colour.
    pub const NONE: TerminalColours = TerminalColours { theme: Theme::None, background: Background::Dark };

    /// The style in the colour of an element, or of the army or board of that name.
    ///
    /// ```
    /// use enochian::{chess::Army, render::TerminalColours};
    /// assert!(TerminalColours::default().style(Army::Fire).get_fg_color().is_some());
    /// assert_eq!(TerminalColours::NONE.style(Army::Fire).get_fg_color(), None);
    /// ```
    #[must_use]
    pub fn style(self, of: impl Into<Element>) -> Style {
        Style::new().fg_color(self.element(of.into()).map(Into::into))
    }

    /// The style of a seat of any game: that of its army, or of its colour.
    #[must_use]
    pub fn of_seat(self, seat: &Seat, index: usize) -> Style {
        seat.name.parse::<Army>().map_or_else(|_| SeatColour::of(seat, index).style(self), |army| self.style(army))
    }

    /// Whether what is black by its name cannot be seen, and is drawn white.
    #[must_use]
    pub fn draws_black_white(self) -> bool {
        self.theme == Theme::Elements && self.background == Background::Dark
    }

    /// The colour of an element. Earth is black as in pictures, or on black the white that flashes against it.
    fn element(self, element: Element) -> Option<Ansi256Color> {
        self.one_of(
            element.index(),
            [
                [220, 75, 203, 255],
                [94, 25, 124, 16],
                // Yellow, sky blue and vermilion after the palette of Okabe and Ito.
                [227, 75, 166, 255],
                // Red differs from brown by its lightness too.
                [94, 25, 88, 16],
            ],
        )
    }

    /// A colour from one of four lists: of the elements on dark and on light, and for the colour-blind on dark and on light. It can be
    /// read on the background, and is one of those that are the same on all terminals, where the first sixteen are not.
    pub(super) fn one_of<const N: usize>(self, place: usize, lists: [[u8; N]; 4]) -> Option<Ansi256Color> {
        let [elements, elements_on_light, colour_blind, colour_blind_on_light] = lists;
        let list = match (self.theme, self.background) {
            (Theme::None, _) => return None,
            (Theme::Elements, Background::Dark) => elements,
            (Theme::Elements, Background::Light) => elements_on_light,
            (Theme::ColourBlind, Background::Dark) => colour_blind,
            (Theme::ColourBlind, Background::Light) => colour_blind_on_light,
        };
        Some(Ansi256Color(list[place]))
    }
}

enochian_engine::named_enum! {
    /// How moves are shown.
    #[derive(Default)]
    pub enum Notation or "canonical, sheet or both" {
        /// As `Nc8d6` (RULES 9.1).
        Canonical: "canonical",
        /// As on Zalewski's sheets, `N2c` (RULES 9.2).
        Sheet: "sheet",
        /// Both, one beside the other.
        #[default]
        Both: "both",
    }
}

impl Notation {
    /// What is shown of a move.
    #[doc(hidden)]
    pub fn of(self, canonical: String, sheet: String) -> Vec<String> {
        match self {
            Notation::Canonical => vec![canonical],
            Notation::Sheet => vec![sheet],
            Notation::Both => vec![canonical, sheet],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SeatColour;
    use super::*;
    use crate::correspondences::Tone;

    /// What all terminals show for a colour after the first sixteen.
    fn tone(Ansi256Color(number): Ansi256Color) -> Tone {
        const STEPS: [u8; 6] = [0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff];
        let step = |place: u8| STEPS[usize::from((number - 16) / place % 6)];
        match number {
            16..=231 => Tone(step(36), step(6), step(1)),
            232.. => Tone(8 + 10 * (number - 232), 8 + 10 * (number - 232), 8 + 10 * (number - 232)),
            _ => panic!("{number} is another colour on every terminal"),
        }
    }

    #[test]
    fn every_element_and_every_seat_can_be_read_on_its_background() {
        for theme in [Theme::Elements, Theme::ColourBlind] {
            for (background, paper) in [(Background::Dark, Tone(0, 0, 0)), (Background::Light, Tone(255, 255, 255))] {
                let colours = TerminalColours { theme, background };
                let elements = Element::ALL.map(|element| (element.name(), colours.element(element)));
                let seats = SeatColour::ALL.map(|seat| (seat.name(), seat.terminal(colours)));
                for (name, colour) in elements.into_iter().chain(seats) {
                    let contrast = tone(colour.unwrap()).contrast(paper);
                    assert!(contrast >= 4.5, "{name} of {theme}, {background}: {contrast:.2}; WCAG 2 asks 4.5 of text");
                }
            }
        }
    }

    #[test]
    fn red_is_told_from_yellow_by_its_lightness_too() {
        for background in Background::ALL {
            let colours = TerminalColours { theme: Theme::ColourBlind, background };
            let [air, fire] = [Element::Air, Element::Fire].map(|element| tone(colours.element(element).unwrap()));
            assert!(air.contrast(fire) >= 1.7, "{background}: {:.2}", air.contrast(fire));
        }
    }

    #[test]
    fn earth_has_the_one_colour_of_its_background() {
        for (background, number) in [(Background::Dark, 255), (Background::Light, 16)] {
            for theme in [Theme::Elements, Theme::ColourBlind] {
                let colours = TerminalColours { theme, background };
                assert_eq!(colours.element(Element::Earth), Some(Ansi256Color(number)));
            }
        }
    }
}
