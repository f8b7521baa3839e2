//! What `planets.toml` says of the planets: where they stand well, and what they are busy with.

use std::fmt;

use crate::chess::Element;
use crate::text::{Fields, Item};

use super::entries::all;
use super::{Force, Lore};

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
    pub const fn name(self) -> &'static str {
        ["domicile", "exaltation", "fall", "detriment"][self as usize]
    }

    /// As a part of the whole strength: 2, 1, -1 or -2.
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
pub struct PlanetLore {
    /// `Mercury`.
    pub name: String,
    /// The signs that it rules: one or two.
    pub domiciles: Vec<Force>,
    /// The sign in which it is exalted.
    pub exaltation: Force,
    /// What it is busy with: `thought, speech and dealings`.
    pub does: String,
    /// Whether the element of a square says in what manner.
    pub manner: bool,
}

/// Everything in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Planets {
    pub(super) planets: Vec<PlanetLore>,
    /// How each element goes about something.
    manner: [String; 4],
}

impl PlanetLore {
    /// How it stands in a sign; on the square of an element it stands in none.
    ///
    /// ```
    /// use enochian::lore::{EssentialDignity, Force, Lore};
    /// let mars = Lore::embedded().planet_lore("Mars").unwrap();
    /// assert_eq!(mars.dignity(Force::Capricorn), Some(EssentialDignity::Exaltation));
    /// assert_eq!(mars.dignity(Force::Libra), Some(EssentialDignity::Detriment));
    /// assert_eq!(mars.dignity(Force::Leo), None);
    /// ```
    pub fn dignity(&self, sign: Force) -> Option<EssentialDignity> {
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

impl Lore {
    /// What a planet is busy with on the ground of an element, which most do in the element's manner (INTERPRETATION
    /// 3.5). None where the data do not say anything of the planet.
    ///
    /// ```
    /// use enochian::chess::Element;
    /// use enochian::lore::Lore;
    /// let said = |planet| Lore::embedded().business(planet, Element::Water);
    /// assert_eq!(said("Mars").unwrap(), "drive, force and conflict, through feeling, under the surface");
    /// assert_eq!(said("Pluto").unwrap(), "deep change");
    /// ```
    pub fn business(&self, planet: &str, ground: Element) -> Option<String> {
        let PlanetLore { does, manner, .. } = self.planet_lore(planet)?;
        let manner = manner.then(|| &self.tables.planets.manner[ground.index()]);
        Some(manner.map_or_else(|| does.clone(), |manner| format!("{does}, {manner}")))
    }
}

pub(super) fn read(fields: &Fields<'_>) -> Option<Planets> {
    let manner = fields.table("manner", |fields| all(Element::ALL.map(|element| fields.text(element.name()))));
    let entries = fields.entries();
    let planets = entries.iter().filter(|item| item.key() != "manner");
    let planets: Vec<_> = planets.map(|item| item.table(|fields| one(item.key(), fields))).collect();
    Some(Planets { planets: planets.into_iter().collect::<Option<_>>()?, manner: manner? })
}

fn one(name: &str, fields: &Fields<'_>) -> Option<PlanetLore> {
    let domiciles = fields.required("domicile").and_then(|item| {
        let signs = item.list(sign)?;
        if (1..=2).contains(&signs.len()) { Some(signs) } else { item.wrong("one or two signs") }
    });
    let exaltation = fields.required("exaltation").and_then(|item| sign(&item));
    let does = fields.text("does");
    let manner = fields.optional("manner").map_or(Some(true), |item| item.boolean());
    let (domiciles, exaltation) = (domiciles?, exaltation?);
    Some(PlanetLore { name: name.to_owned(), domiciles, exaltation, does: does?, manner: manner? })
}

fn sign(item: &Item<'_>) -> Option<Force> {
    item.parse_with("a sign of the zodiac", |text| text.parse().ok().filter(|force: &Force| force.is_sign()))
}
