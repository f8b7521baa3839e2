//! The planets, their dignities and meanings, from `planets.toml`.

use crate::chess::Element;
use crate::input::{TomlTable, TomlValue};

use super::entries::all;
use super::{Correspondences, SignOrElement};

/// The essential dignity of a planet in a sign (INTERPRETATION 3.4), if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EssentialDignity {
    /// In a sign that it rules.
    Domicile,
    /// In the sign in which it is exalted.
    Exaltation,
    /// Opposite its exaltation.
    Fall,
    /// Opposite its domicile.
    Detriment,
}

impl EssentialDignity {
    /// Its value in the sum of strengths: 2, 1, -1 or -2.
    #[must_use]
    pub const fn value(self) -> i8 {
        [2, 1, -1, -2][self as usize]
    }
}

enochian_engine::named_enum! {
    /// `domicile`.
    EssentialDignity { Domicile: "domicile", Exaltation: "exaltation", Fall: "fall", Detriment: "detriment" }
}

/// A planet: the signs of its dignities, and its meaning.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PlanetCorrespondences {
    /// `Mercury`.
    pub name: String,
    /// The signs that it rules: one or two.
    pub domiciles: Vec<SignOrElement>,
    /// The sign in which it is exalted.
    pub exaltation: SignOrElement,
    /// Its meaning: `thought, speech and dealings`.
    pub meaning: String,
    /// Whether the element of a square modifies the meaning.
    pub manner: bool,
}

/// The contents of the file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Planets {
    pub(super) planets: Vec<PlanetCorrespondences>,
    /// The modification by each element.
    manner: [String; 4],
}

impl PlanetCorrespondences {
    /// The essential dignity in a sign; `None` for an element.
    ///
    /// ```
    /// use enochian::correspondences::{EssentialDignity, SignOrElement, Correspondences};
    /// let mars = Correspondences::embedded().planet_correspondences("Mars").unwrap();
    /// assert_eq!(mars.dignity(SignOrElement::Capricorn), Some(EssentialDignity::Exaltation));
    /// assert_eq!(mars.dignity(SignOrElement::Libra), Some(EssentialDignity::Detriment));
    /// assert_eq!(mars.dignity(SignOrElement::Leo), None);
    /// ```
    #[must_use]
    pub fn dignity(&self, sign: SignOrElement) -> Option<EssentialDignity> {
        let opposite = sign.opposite();
        let rules = |sign| self.domiciles.contains(&sign);
        if rules(sign) {
            Some(EssentialDignity::Domicile)
        } else if opposite.is_some_and(rules) {
            Some(EssentialDignity::Detriment)
        } else if sign == self.exaltation {
            Some(EssentialDignity::Exaltation)
        } else {
            (opposite == Some(self.exaltation)).then_some(EssentialDignity::Fall)
        }
    }
}

impl Correspondences {
    /// The meaning of a planet on a square of an element, which modifies most planets' meanings (INTERPRETATION 3.5).
    /// `None` if the planet is not in the data.
    ///
    /// ```
    /// use enochian::chess::Element;
    /// use enochian::correspondences::Correspondences;
    /// let said = |planet| Correspondences::embedded().planet_meaning(planet, Element::Water);
    /// assert_eq!(said("Mars").unwrap(), "drive, force and conflict, through feeling, under the surface");
    /// assert_eq!(said("Pluto").unwrap(), "deep change");
    /// ```
    #[must_use]
    pub fn planet_meaning(&self, planet: &str, ground: Element) -> Option<String> {
        let PlanetCorrespondences { meaning, manner, .. } = self.planet_correspondences(planet)?;
        let manner = manner.then(|| &self.tables.planets.manner[ground.index()]);
        Some(manner.map_or_else(|| meaning.clone(), |manner| format!("{meaning}, {manner}")))
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Planets> {
    let manner = fields.table("manner", |fields| all(Element::ALL.map(|element| fields.text(element.name()))));
    let entries = fields.entries();
    let planets = entries.iter().filter(|item| item.key() != "manner");
    let planets: Vec<_> = planets.map(|item| item.table(|fields| one(item.key(), fields))).collect();
    Some(Planets { planets: planets.into_iter().collect::<Option<_>>()?, manner: manner? })
}

fn one(name: &str, fields: &TomlTable<'_>) -> Option<PlanetCorrespondences> {
    let domiciles = fields.required("domicile").and_then(|item| {
        let signs = item.list(sign)?;
        if (1..=2).contains(&signs.len()) { Some(signs) } else { item.wrong("one or two signs") }
    });
    let exaltation = fields.required("exaltation").and_then(|item| sign(&item));
    let meaning = fields.text("does");
    let manner = fields.optional("manner").map_or(Some(true), |item| item.boolean());
    let (domiciles, exaltation) = (domiciles?, exaltation?);
    Some(PlanetCorrespondences { name: name.to_owned(), domiciles, exaltation, meaning: meaning?, manner: manner? })
}

fn sign(item: &TomlValue<'_>) -> Option<SignOrElement> {
    item.parse_with("a sign of the zodiac", |text| text.parse().ok().filter(|force: &SignOrElement| force.is_sign()))
}
