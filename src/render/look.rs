//! How things look on a screen: colours and notation.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU8, Ordering};

use anstyle::{Ansi256Color, AnsiColor, Color, Style};

use crate::chess::Element;

/// The colours of the armies on a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The colours of the elements.
    #[default]
    Elements,
    /// Colours that eyes which do not tell red from green tell apart as well, by their lightness and blue.
    ColourBlind,
    /// No colours, and no other styles.
    None,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 3] = [Theme::Elements, Theme::ColourBlind, Theme::None];
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["elements", "colour-blind", "none"][*self as usize])
    }
}

/// Reads the name, in any mixture of capitals and small letters.
impl FromStr for Theme {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Theme, &'static str> {
        let named = Theme::ALL.into_iter().find(|theme| theme.to_string().eq_ignore_ascii_case(text));
        named.ok_or("elements, colour-blind or none")
    }
}

/// The theme of this process's screen: there is one screen, and everything on it has one look.
static THEME: AtomicU8 = AtomicU8::new(Theme::Elements as u8);

/// Chooses the theme for all that is drawn from now on.
pub(crate) fn use_theme(theme: Theme) {
    THEME.store(theme as u8, Ordering::Relaxed);
}

/// The terminal style in the colour of an element, or of the army or board of that name. Black and the plain blue would
/// vanish on a dark screen: Water is a bright blue, and Earth green, as the Gnostic naming has it.
pub(crate) fn element_style(of: impl Into<Element>) -> Style {
    let theme = Theme::ALL[usize::from(THEME.load(Ordering::Relaxed))];
    Style::new().fg_color(colour(theme, of.into()))
}

fn colour(theme: Theme, element: Element) -> Option<Color> {
    let elements = match element {
        Element::Air => AnsiColor::Yellow,
        Element::Water => AnsiColor::BrightBlue,
        Element::Fire => AnsiColor::BrightRed,
        Element::Earth => AnsiColor::Green,
    };
    // After the palette of Okabe and Ito: yellow, sky blue, vermilion, bluish green.
    let colour_blind = match element {
        Element::Air => 227,
        Element::Water => 75,
        Element::Fire => 166,
        Element::Earth => 36,
    };
    match theme {
        Theme::Elements => Some(elements.into()),
        Theme::ColourBlind => Some(Ansi256Color(colour_blind).into()),
        Theme::None => None,
    }
}

/// How moves are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// As `Nc8d6` (RULES 9.1).
    Canonical,
    /// As on Zalewski's sheets, `N2c` (RULES 9.2).
    Sheet,
    /// Both, one beside the other.
    #[default]
    Both,
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 3] = [Notation::Canonical, Notation::Sheet, Notation::Both];

    /// What is shown of a move.
    pub(crate) fn of(self, canonical: String, sheet: String) -> Vec<String> {
        match self {
            Notation::Canonical => vec![canonical],
            Notation::Sheet => vec![sheet],
            Notation::Both => vec![canonical, sheet],
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["canonical", "sheet", "both"][*self as usize])
    }
}

/// Reads the name, in any mixture of capitals and small letters.
impl FromStr for Notation {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Notation, &'static str> {
        let named = Notation::ALL.into_iter().find(|notation| notation.to_string().eq_ignore_ascii_case(text));
        named.ok_or("canonical, sheet or both")
    }
}
