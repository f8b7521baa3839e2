//! The correspondences of a sign or an element, from `forces.toml`.

use std::collections::BTreeSet;
use std::fmt;

use crate::chess::ELEMENT_NAMES;
use crate::input::{TomlTable, TomlValue};

use super::entries::{all, once};
use super::{Quality, SignOrElement};

/// The correspondences of a sign or element.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SignCorrespondences {
    /// The sign or element.
    pub force: SignOrElement,
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
    pub keywords: Vec<String>,
}

/// A Tarot trump.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TarotTrump {
    /// The number, 0 to 21.
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
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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

pub(super) fn read(fields: &TomlTable<'_>) -> Option<[SignCorrespondences; 16]> {
    let mut used = UsedValues::default();
    all(SignOrElement::ALL.map(|force| fields.table(force.name(), |fields| one(force, fields, &mut used))))
}

/// Values that must be unique.
#[derive(Default)]
struct UsedValues {
    houses: BTreeSet<u8>,
    trumps: BTreeSet<u8>,
    letters: BTreeSet<String>,
    figures: BTreeSet<[u8; 4]>,
}

fn one(force: SignOrElement, fields: &TomlTable<'_>, used: &mut UsedValues) -> Option<SignCorrespondences> {
    agrees(fields, "element", force, force.element(), ELEMENT_NAMES);
    agrees::<Quality>(fields, "quality", force, force.quality(), "cardinal, fixed, mutable or elemental");
    let house = force.is_sign().then(|| {
        let item = fields.required("house")?;
        let house = item.integer(1..=12)?;
        once(&mut used.houses, house, &item, "a house that no other sign has");
        Some(house)
    });
    let rulers = fields.texts("rulers");
    let trump = fields.table("trump", |fields| {
        let number = fields.required("number").and_then(|item| {
            let number = item.integer(0..=21)?;
            once(&mut used.trumps, number, &item, "a trump that no other force has");
            Some(number)
        });
        let name = fields.text("name");
        Some(TarotTrump { number: number?, name: name? })
    });
    let letter = fields.table("letter", |fields| {
        let name = fields.text("name");
        let glyph = fields.required("glyph").and_then(|item| {
            let glyph = item.text()?;
            once(&mut used.letters, glyph.clone(), &item, "a letter that no other force has");
            Some(glyph)
        });
        Some(HebrewLetter { name: name?, glyph: glyph? })
    });
    let figure = fields.table("figure", |fields| {
        let name = fields.text("name");
        let rows = fields.required("rows").and_then(|item| {
            let rows = rows(&item)?;
            once(&mut used.figures, rows, &item, "a figure that no other force has");
            Some(rows)
        });
        Some(GeomanticFigure { name: name?, rows: rows? })
    });
    let keywords = fields.optional("keywords").map(|item| item.list(TomlValue::text));
    Some(SignCorrespondences {
        force,
        house: match house {
            Some(house) => Some(house?),
            None => None,
        },
        rulers: rulers?,
        trump: trump?,
        letter: letter?,
        figure: figure?,
        keywords: keywords.unwrap_or(Some(vec![]))?,
    })
}

/// Records an error if the data contradict the name of the sign or element.
fn agrees<T>(fields: &TomlTable<'_>, key: &str, force: SignOrElement, right: T, expected: &str)
where
    T: PartialEq + fmt::Display + std::str::FromStr,
{
    if let Some(item) = fields.required(key)
        && let Some(value) = item.parse::<T>(expected)
        && value != right
    {
        let _: Option<()> = item.wrong(format!("{right}, the {key} of {force}"));
    }
}

fn rows(item: &TomlValue<'_>) -> Option<[u8; 4]> {
    let rows = item.list(|row| row.integer(1..=2))?;
    rows.try_into().ok().or_else(|| item.wrong("four rows of 1 or 2 points, from top to bottom"))
}
