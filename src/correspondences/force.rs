//! What `forces.toml` says of a sign or an element.

use std::collections::BTreeSet;
use std::fmt;

use crate::input::{TomlTable, TomlValue};

use super::entries::{all, once};
use super::{Quality, SignOrElement};

/// The correspondences of a force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignCorrespondences {
    /// Which force.
    pub force: SignOrElement,
    /// The number, 1 to 12, of the house that a sign governs; the elements have none.
    pub house: Option<u8>,
    /// The ruling planets: one for a sign; under an element, those of its geomantic figure.
    pub rulers: Vec<String>,
    /// The Tarot trump.
    pub trump: TarotTrump,
    /// The Hebrew letter.
    pub letter: HebrewLetter,
    /// The geomantic figure.
    pub figure: GeomanticFigure,
    /// A few words to start from; there may be none.
    pub keywords: Vec<String>,
}

/// A Tarot trump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TarotTrump {
    /// 0 to 21.
    pub number: u8,
    /// `The Devil`.
    pub name: String,
}

impl TarotTrump {
    /// The number as the cards bear it: `XV`, and `0` for the Fool.
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeomanticFigure {
    /// `Carcer`.
    pub name: String,
    /// The points in each row, 1 or 2, from head to foot.
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
    let mut seen = Seen::default();
    all(SignOrElement::ALL.map(|force| fields.table(force.name(), |fields| one(force, fields, &mut seen))))
}

/// What may be given once only.
#[derive(Default)]
struct Seen {
    houses: BTreeSet<u8>,
    trumps: BTreeSet<u8>,
    letters: BTreeSet<String>,
    figures: BTreeSet<[u8; 4]>,
}

fn one(force: SignOrElement, fields: &TomlTable<'_>, seen: &mut Seen) -> Option<SignCorrespondences> {
    agrees(fields, "element", force, force.element(), "one of Fire, Water, Air, Earth");
    agrees::<Quality>(fields, "quality", force, force.quality(), "one of cardinal, fixed, mutable, elemental");
    let house = force.is_sign().then(|| {
        let item = fields.required("house")?;
        let house = item.integer(1..=12)?;
        once(&mut seen.houses, house, &item, "a house that no other sign has");
        Some(house)
    });
    let rulers = fields.texts("rulers");
    let trump = fields.table("trump", |fields| {
        let number = fields.required("number").and_then(|item| {
            let number = item.integer(0..=21)?;
            once(&mut seen.trumps, number, &item, "a trump that no other force has");
            Some(number)
        });
        let name = fields.text("name");
        Some(TarotTrump { number: number?, name: name? })
    });
    let letter = fields.table("letter", |fields| {
        let name = fields.text("name");
        let glyph = fields.required("glyph").and_then(|item| {
            let glyph = item.text()?;
            once(&mut seen.letters, glyph.clone(), &item, "a letter that no other force has");
            Some(glyph)
        });
        Some(HebrewLetter { name: name?, glyph: glyph? })
    });
    let figure = fields.table("figure", |fields| {
        let name = fields.text("name");
        let rows = fields.required("rows").and_then(|item| {
            let rows = rows(&item)?;
            once(&mut seen.figures, rows, &item, "a figure that no other force has");
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

/// Notes a fault when the data contradict what the force is by its name.
fn agrees<T>(fields: &TomlTable<'_>, key: &str, force: SignOrElement, right: T, expected: &str)
where
    T: PartialEq + fmt::Display + std::str::FromStr,
{
    if let Some(item) = fields.required(key)
        && let Some(value) = item.parse::<T>(expected)
        && value != right
    {
        let _: Option<()> = item.wrong(format!("{right}, which {force} is"));
    }
}

fn rows(item: &TomlValue<'_>) -> Option<[u8; 4]> {
    let rows = item.list(|row| row.integer(1..=2))?;
    rows.try_into().ok().or_else(|| item.wrong("four rows of 1 or 2 points, from head to foot"))
}
