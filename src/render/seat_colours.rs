//! The colours of the seats of the other games, in pictures and on a terminal.

use anstyle::{Ansi256Color, Style};

use crate::correspondences::{Palette, Tone};
use crate::games::Seat;

use super::{Background, TerminalColours, Theme};

/// The colour of a seat.
///
/// No drawing relies on it alone: the letter of the seat always stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatColour {
    /// White, on a white terminal grey.
    White,
    /// Black, on a black terminal grey.
    Black,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Orange.
    Orange,
    /// Green.
    Green,
    /// Brown.
    Brown,
    /// Violet.
    Violet,
}

enochian_engine::named_enum! {
    /// `white`.
    SeatColour { White: "white", Black: "black", Red: "red", Blue: "blue", Orange: "orange", Green: "green", Brown: "brown", Violet: "violet" }
}

impl SeatColour {
    /// The colour of a seat: that of its name, or where the name is no colour, one by its place.
    ///
    /// ```
    /// use enochian::{render::SeatColour, games::Seat};
    /// let seat = |name: &str| Seat { letter: 'n', name: name.into(), side: 0 };
    /// assert_eq!(SeatColour::of(&seat("Brown"), 3), SeatColour::Brown);
    /// assert_eq!(SeatColour::of(&seat("North"), 0), SeatColour::White);
    /// ```
    #[must_use]
    pub fn of(seat: &Seat, index: usize) -> SeatColour {
        let named = SeatColour::ALL.into_iter().find(|colour| seat.name.eq_ignore_ascii_case(colour.name()));
        named.unwrap_or(SeatColour::ALL[index % SeatColour::ALL.len()])
    }

    /// The tone in pictures. Those for the colour-blind differ in lightness within each game, and are after the universal
    /// palette of M. Okabe and K. Ito.
    #[must_use]
    pub const fn tone(self, palette: Palette) -> Tone {
        match (self, palette) {
            (SeatColour::White, _) => Tone(0xff, 0xff, 0xff),
            (SeatColour::Black, _) => Tone(0x1c, 0x1c, 0x20),
            (SeatColour::Red, Palette::Elements) => Tone(0xc4, 0x12, 0x30),
            (SeatColour::Red, Palette::ColourBlind) => Tone(0xe0, 0x64, 0x10),
            (SeatColour::Blue, Palette::Elements) => Tone(0x1b, 0x4f, 0xc4),
            (SeatColour::Blue, Palette::ColourBlind) => Tone(0x00, 0x5f, 0xa0),
            (SeatColour::Orange, Palette::Elements) => Tone(0xff, 0xa0, 0x1f),
            (SeatColour::Orange, Palette::ColourBlind) => Tone(0xff, 0xd9, 0x8c),
            (SeatColour::Green, Palette::Elements) => Tone(0x1d, 0x8a, 0x3e),
            (SeatColour::Green, Palette::ColourBlind) => Tone(0x00, 0x2e, 0x26),
            (SeatColour::Brown, Palette::Elements) => Tone(0xa8, 0x70, 0x3a),
            (SeatColour::Brown, Palette::ColourBlind) => Tone(0x6e, 0x42, 0x1e),
            (SeatColour::Violet, Palette::Elements) => Tone(0x8a, 0x4f, 0xd0),
            (SeatColour::Violet, Palette::ColourBlind) => Tone(0xcc, 0x79, 0xa7),
        }
    }

    /// The style of the colour on a terminal.
    #[must_use]
    pub fn style(self, colours: TerminalColours) -> Style {
        Style::new().fg_color(self.terminal(colours).map(Into::into))
    }

    /// One of the colours that are the same on all terminals, which can be read on the background.
    fn terminal(self, colours: TerminalColours) -> Option<Ansi256Color> {
        let of_all = match (colours.theme, colours.background) {
            (Theme::None, _) => return None,
            (Theme::Elements, Background::Dark) => [255, 245, 203, 75, 214, 77, 137, 141],
            (Theme::Elements, Background::Light) => [243, 16, 124, 25, 130, 28, 94, 91],
            (Theme::ColourBlind, Background::Dark) => [255, 245, 166, 75, 223, 36, 180, 175],
            (Theme::ColourBlind, Background::Light) => [243, 16, 88, 25, 130, 29, 94, 91],
        };
        Some(Ansi256Color(of_all[self as usize]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The armies that meet in one game.
    const GAMES: [&[SeatColour]; 2] = [
        &[SeatColour::White, SeatColour::Red, SeatColour::Black, SeatColour::Brown],
        &[SeatColour::Red, SeatColour::Orange, SeatColour::Green, SeatColour::Blue],
    ];

    #[test]
    fn the_armies_of_a_game_differ_in_lightness_for_the_colour_blind() {
        for army in GAMES {
            for (index, one) in army.iter().enumerate() {
                for other in &army[..index] {
                    let [tone, against] = [one, other].map(|colour| colour.tone(Palette::ColourBlind));
                    let contrast = tone.contrast(against);
                    assert!(contrast >= 1.5, "{one:?} and {other:?}: {contrast:.2}");
                }
            }
        }
    }

    #[test]
    fn every_seat_can_be_read_on_its_background() {
        for theme in [Theme::Elements, Theme::ColourBlind] {
            for (background, paper) in [(Background::Dark, Tone(0, 0, 0)), (Background::Light, Tone(255, 255, 255))] {
                for colour in SeatColour::ALL {
                    let shown = colour.terminal(TerminalColours { theme, background }).unwrap();
                    let contrast = super::super::theme::tone(shown).contrast(paper);
                    assert!(
                        contrast >= 4.5,
                        "{colour:?} of {theme}, {background}: {contrast:.2}; WCAG 2 asks 4.5 of text"
                    );
                }
            }
        }
    }
}
