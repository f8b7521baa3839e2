//! The colours named in the data.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error};

use crate::input::quoted;

/// A colour: its name and its tone.
///
/// ```
/// use enochian::correspondences::{Colour, Tone};
/// assert_eq!(Colour::from_name("white").unwrap().tone, Tone(255, 255, 255));
/// assert_eq!(Colour::from_name("#0a141e").unwrap().tone, Tone(10, 20, 30));
/// assert_eq!(Colour::from_name("ultramarine"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colour {
    /// `mauve`.
    pub name: String,
    /// The tone on the screen.
    pub tone: Tone,
}

enochian_engine::named_enum! {
    /// A palette: which tones the names of colours stand for. Its name is that in the settings.
    #[derive(Default)]
    pub enum Palette {
        /// Strong, flashing colours.
        #[default]
        Elements: "elements",
        /// Differing in lightness too: for the colour-blind, and for printing in grey.
        ColourBlind: "colour-blind",
    }
}

/// An RGB colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tone(pub u8, pub u8, pub u8);

/// The tones of the names: strong, like the Golden Dawn's flashing colours, and each light or dark enough to be read on
/// its complement.
const NAMED: [(&str, Tone); 14] = [
    ("red", Tone(0xc4, 0x12, 0x30)),
    ("green", Tone(0x5f, 0xe3, 0x6b)),
    ("blue", Tone(0x12, 0x3f, 0xa8)),
    ("orange", Tone(0xff, 0xa0, 0x1f)),
    ("yellow", Tone(0xff, 0xd9, 0x1a)),
    ("mauve", Tone(0x7a, 0x1f, 0x8c)),
    ("black", Tone(0x14, 0x14, 0x16)),
    ("white", Tone(0xff, 0xff, 0xff)),
    ("purple", Tone(0x6a, 0x21, 0x9c)),
    ("violet", Tone(0x8a, 0x4f, 0xd0)),
    ("brown", Tone(0x6e, 0x42, 0x1e)),
    ("grey", Tone(0x86, 0x86, 0x8a)),
    ("gold", Tone(0xd9, 0xa4, 0x1c)),
    ("silver", Tone(0xc6, 0xca, 0xd0)),
];

/// The tones that differ in the palette for the colour-blind, after the universal palette of M. Okabe and K. Ito.
const COLOUR_BLIND: [(&str, Tone); 6] = [
    ("red", Tone(0xe0, 0x64, 0x10)),
    ("green", Tone(0x00, 0x2e, 0x26)),
    ("blue", Tone(0x00, 0x5f, 0xa0)),
    ("orange", Tone(0xff, 0xd9, 0x8c)),
    ("yellow", Tone(0xf5, 0xe9, 0x55)),
    ("mauve", Tone(0x5b, 0x1a, 0x66)),
];

impl Colour {
    /// The tone in a palette.
    ///
    /// ```
    /// use enochian::correspondences::{Colour, Palette};
    /// let red = Colour::from_name("red").unwrap();
    /// assert_eq!(red.in_palette(Palette::Elements), red.tone);
    /// assert!(red.in_palette(Palette::ColourBlind).luminance() > red.tone.luminance());
    /// ```
    #[must_use]
    pub fn in_palette(&self, palette: Palette) -> Tone {
        let others = COLOUR_BLIND.iter().filter(|_| palette == Palette::ColourBlind);
        others.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(&self.name)).map_or(self.tone, |&(_, tone)| tone)
    }

    /// The colour with a name, or with six digits such as `#c41230`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Colour> {
        let known = NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, tone)| tone);
        let tone = known.or_else(|| {
            let digits = name.strip_prefix('#').filter(|d| d.len() == 6 && d.bytes().all(|b| b.is_ascii_hexdigit()))?;
            let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
            Some(Tone(red, green, blue))
        })?;
        Some(Colour { name: name.to_owned(), tone })
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

impl Tone {
    /// The tone mixed with a share of another, from 0 to 1.
    #[must_use]
    pub fn mixed(self, other: Tone, part: f64) -> Tone {
        let mix = |one: u8, two: u8| (f64::from(one) * (1.0 - part) + f64::from(two) * part).round() as u8;
        Tone(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// The relative luminance of WCAG 2, from 0 for black to 1 for white.
    #[must_use]
    pub fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The contrast ratio of WCAG 2, from 1 for equal tones to 21 for black on white.
    ///
    /// ```
    /// use enochian::correspondences::Tone;
    /// assert_eq!(Tone(0, 0, 0).contrast(Tone(255, 255, 255)).round(), 21.0);
    /// ```
    pub fn contrast(self, other: Tone) -> f64 {
        let [one, other] = [self, other].map(Tone::luminance);
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }
}

/// `#c41230`.
impl fmt::Display for Tone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Colour, D::Error> {
        let name = String::deserialize(deserializer)?;
        Colour::from_name(&name).ok_or_else(|| {
            let known: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
            let expected = format!("{} or six digits such as \"#c41230\"", known.join(", "));
            D::Error::custom(format!("there is no colour {}; expected {expected}", quoted(&name)))
        })
    }
}
