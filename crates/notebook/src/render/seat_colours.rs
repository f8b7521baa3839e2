//! The colours of the seats of the other games, in pictures and on a terminal.

use anstyle::{Ansi256Color, Style};

use crate::correspondences::{Palette, Tone};
use crate::games::Seat;

use super::TerminalColours;

enochian_engine::named_enum! {
    /// The colour of a seat.
    ///
    /// No drawing relies on it alone: the letter of the seat always stands beside it.
    pub enum SeatColour {
        /// White, on a white terminal grey.
        White: "white",
        /// Black, on a black terminal grey.
        Black: "black",
        /// Red.
        Red: "red",
        /// Blue.
        Blue: "blue",
        /// Orange.
        Orange: "orange",
        /// Green.
        Green: "green",
        /// Brown.
        Brown: "brown",
        /// Violet.
        Violet: "violet",
    }
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
        // Each in the colours of the elements, and for the colour-blind.
        const TONES: [[Tone; 2]; 8] = [
            [Tone(0xff, 0xff, 0xff); 2],
            [Tone(0x1c, 0x1c, 0x20); 2],
            [Tone(0xc4, 0x12, 0x30), Tone(0xe0, 0x64, 0x10)],
            [Tone(0x1b, 0x4f, 0xc4), Tone(0x00, 0x5f, 0xa0)],
            [Tone(0xff, 0xa0, 0x1f), Tone(0xff, 0xd9, 0x8c)],
            [Tone(0x1d, 0x8a, 0x3e), Tone(0x00, 0x2e, 0x26)],
            [Tone(0xa8, 0x70, 0x3a), Tone(0x6e, 0x42, 0x1e)],
            [Tone(0x8a, 0x4f, 0xd0), Tone(0xcc, 0x79, 0xa7)],
        ];
        TONES[self as usize][palette as usize]
    }

    /// The style of the colour on a terminal.
    #[must_use]
    pub fn style(self, colours: TerminalColours) -> Style {
        Style::new().fg_color(self.terminal(colours).map(Into::into))
    }

    pub(super) fn terminal(self, colours: TerminalColours) -> Option<Ansi256Color> {
        let lists = [
            [255, 245, 203, 75, 214, 77, 137, 141],
            [243, 16, 124, 25, 130, 28, 94, 91],
            [255, 245, 166, 75, 223, 36, 180, 175],
            [243, 16, 88, 25, 130, 29, 94, 91],
        ];
        colours.one_of(self as usize, lists)
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
}
