//! What `dignities.toml` says of the planets in the signs.

use std::fmt;

use crate::text::{Fields, Item};

use super::Force;

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

/// A planet, and the signs in which it is at home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanetLore {
    /// `Mercury`.
    pub name: String,
    /// The signs that it rules: one or two.
    pub domiciles: Vec<Force>,
    /// The sign in which it is exalted.
    pub exaltation: Force,
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

pub(super) fn read(fields: &Fields<'_>) -> Option<Vec<PlanetLore>> {
    let planets: Vec<_> = fields.entries().iter().map(|item| item.table(|fields| one(item.key(), fields))).collect();
    planets.into_iter().collect()
}

fn one(name: &str, fields: &Fields<'_>) -> Option<PlanetLore> {
    let domiciles = fields.required("domicile").and_then(|item| {
        let signs = item.list(sign)?;
        if (1..=2).contains(&signs.len()) { Some(signs) } else { item.wrong("one or two signs") }
    });
    let exaltation = fields.required("exaltation").and_then(|item| sign(&item));
    Some(PlanetLore { name: name.to_owned(), domiciles: domiciles?, exaltation: exaltation? })
}

fn sign(item: &Item<'_>) -> Option<Force> {
    item.parse_with("a sign of the zodiac", |text| text.parse().ok().filter(|force: &Force| force.is_sign()))
}
