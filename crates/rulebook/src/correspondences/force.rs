//! The correspondences of a sign or an element, from `forces.toml`.

use std::fmt;

use toml::Spanned;

use crate::chess::Element;
use crate::input::Checked;

use super::each::{Each, check_once, number};
use super::files::DataTable;
use super::tables::Tables;
use super::{Quality, SignOrElement};

/// The correspondences of a sign or element.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignCorrespondences {
    /// Its element.
    pub element: Element,
    /// Its quality.
    pub quality: Quality,
    /// The number, 1 to 12, of the house that a sign governs; an element has none.
    pub house: Option<u8>,
    /// The ruling planets: one for a sign, and for an element those of its geomantic figure.
    pub rulers: Vec<String>,
    /// The Tarot trump.
    pub trump: TarotTrump,
    /// The Hebrew letter.
    pub letter: HebrewLetter,
    /// The geomantic figure.
    pub figure: GeomanticFigure,
    /// Keywords; may be empty.
    #[serde(default)]
    pub keywords: Vec<String>,
}

/// A Tarot trump.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TarotTrump {
    /// The number, 0 to 21.
    #[serde(deserialize_with = "number::<0, 21, _>")]
    pub number: u8,
    /// `The Devil`.
    pub name: String,
}

impl TarotTrump {
    /// The number as on the cards: `XV`, and `0` for the Fool.
    #[must_use]
    pub const fn numeral(&self) -> &'static str {
        const NUMERALS: [&str; 22] = [
            "0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI",
            "XVII", "XVIII", "XIX", "XX", "XXI",
        ];
        NUMERALS[(self.number % 22) as usize]
    }
}

/// `XV The Devil`.
impl fmt::Display for TarotTrump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.numeral(), self.name)
    }
}

/// A Hebrew letter.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HebrewLetter {
    /// `Ayin`.
    pub name: String,
    /// `ע`.
    pub glyph: String,
}

/// `Ayin ע`.
impl fmt::Display for HebrewLetter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.glyph)
    }
}

/// A geomantic figure.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeomanticFigure {
    /// `Carcer`.
    pub name: String,
    /// The points in each row, 1 or 2, from top to bottom.
    pub rows: [u8; 4],
}

impl GeomanticFigure {
    /// The figure as four lines of three columns.
    ///
    /// ```
    /// use enochian::correspondences::{SignOrElement, Correspondences};
    /// let carcer = &Correspondences::embedded().force(SignOrElement::Capricorn).figure;
    /// assert_eq!(carcer.drawn(), [" ● ", "● ●", "● ●", " ● "]);
    /// ```
    #[must_use]
    pub fn drawn(&self) -> [&'static str; 4] {
        self.rows.map(|points| if points == 1 { " ● " } else { "● ●" })
    }
}

/// The contents of the file.
pub(super) type Forces = Each<SignOrElement, SignCorrespondences>;

impl DataTable for Forces {
    type File = Each<SignOrElement, Spanned<SignCorrespondences>>;

    fn of(file: Self::File, _: &Tables, checked: &mut Checked<'_>) -> Forces {
        for (force, row) in file.iter() {
            let (element, quality) = (force.element(), force.quality());
            let known = row.get_ref();
            if (known.element, known.quality) != (element, quality) {
                let problem = format!("{force} is {} and {} here", known.element, known.quality);
                checked.wrong(row.span(), problem, format!("{element} and {quality}"));
            }
            match known.house {
                Some(1..=12) if force.is_sign() => {}
                None if !force.is_sign() => {}
                Some(_) if force.is_sign() => checked.wrong(row.span(), "no such house", "a house from 1 to 12"),
                Some(_) => checked.wrong(row.span(), format!("{force} has a house"), "none, since it is an element"),
                None => checked.wrong(row.span(), "missing key `house`", "`house = …`"),
            }
            if known.figure.rows.iter().any(|points| !(1..=2).contains(points)) {
                checked.wrong(row.span(), "a row has other points", "four rows of 1 or 2 points, from top to bottom");
            }
        }
        let rows = || file.values().iter().map(|row| (row.span(), row.get_ref()));
        let houses = rows().filter_map(|(place, row)| Some((place, row.house?)));
        check_once(houses, "house", "a house that no other sign has", checked);
        check_once(rows().map(|(at, row)| (at, row.trump.number)), "trump", "a trump that no other has", checked);
        check_once(rows().map(|(at, row)| (at, &row.letter.glyph)), "letter", "a letter that no other has", checked);
        check_once(rows().map(|(at, row)| (at, row.figure.rows)), "figure", "a figure that no other has", checked);
        file.map(|_, row| row.into_inner())
    }
}
