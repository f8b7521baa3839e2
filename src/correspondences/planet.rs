//! What `planets.toml` says of the planets: where they stand well, and what they are busy with.

use std::fmt;

use crate::chess::Element;
use crate::input::{TomlTable, TomlValue};

use super::entries::all;
use super::{Correspondences, SignOrElement};

/// How a planet stands in a sign (INTERPRETATION 3.4); one that stands in none of these has no dignity there.
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
    /// `domicile`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["domicile", "exaltation", "fall", "detriment"][self as usize]
    }

    /// As a part of the whole strength: 2, 1, -1 or -2.
    #[must_use]
    pub const fn value(self) -> i8 {
        [2, 1, -1, -2][self as usize]
    }
}

impl fmt::Display for EssentialDignity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A planet: the signs in which it is at home, and what it is busy with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanetCorrespondences {
    /// `Mercury`.
    pub name: String,
    /// The signs that it rules: one or two.
    pub domiciles: Vec<SignOrElement>,
    /// The sign in which it is exalted.
    pub exaltation: SignOrElement,
    /// What it is busy with: `thought, speech and dealings`.
    pub does: String,
    /// Whether the element of a square says in what manner.
    pub manner: bool,
}

/// Everything in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Planets {
    pub(super) planets: Vec<PlanetCorrespondences>,
    /// How each element goes about something.
    manner: [String; 4],
}

impl PlanetCorrespondences {
    /// How it stands in a sign; on the square of an element it stands in none.
    ///
    /// ```
    /// use enochian::correspondences::{EssentialDignity, SignOrElement, Correspondences};
    /// let mars = Correspondences::embedded().planet_lore("Mars").unwrap();
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
    /// What a planet is busy with on the ground of an element, which most do in the element's manner (INTERPRETATION
    /// 3.5). None where the data do not say anything of the planet.
    ///
    /// ```
    /// use enochian::chess::Element;
    /// use enochian::correspondences::Correspondences;
    /// let said = |planet| Correspondences::embedded().business(planet, Element::Water);
    /// assert_eq!(said("Mars").unwrap(), "drive, force and conflict, through feeling, under the surface");
    /// assert_eq!(said("Pluto").unwrap(), "deep change");
    /// ```
    #[must_use]
    pub fn business(&self, planet: &str, ground: Element) -> Option<String> {
        let PlanetCorrespondences { does, manner, .. } = self.planet_lore(planet)?;
        let manner = manner.then(|| &self.tables.planets.manner[ground.index()]);
        Some(manner.map_or_else(|| does.clone(), |manner| format!("{does}, {manner}")))
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
    let does = fields.text("does");
    let manner = fields.optional("manner").map_or(Some(true), |item| item.boolean());
    let (domiciles, exaltation) = (domiciles?, exaltation?);
    Some(PlanetCorrespondences { name: name.to_owned(), domiciles, exaltation, does: does?, manner: manner? })
}

fn sign(item: &TomlValue<'_>) -> Option<SignOrElement> {
    item.parse_with("a sign of the zodiac", |text| text.parse().ok().filter(|force: &SignOrElement| force.is_sign()))
}
