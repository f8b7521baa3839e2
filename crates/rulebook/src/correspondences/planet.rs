//! The planets, their dignities and meanings, from `planets.toml`.

use toml::Spanned;

use crate::chess::Element;
use crate::input::Checked;

use super::each::Each;
use super::files::DataTable;
use super::tables::Tables;
use super::{Correspondences, SignOrElement};

enochian_engine::named_enum! {
    /// The essential dignity of a planet in a sign (INTERPRETATION 3.4), if it has one.
    pub enum EssentialDignity {
        /// In a sign that it rules.
        Domicile: "domicile",
        /// In the sign in which it is exalted.
        Exaltation: "exaltation",
        /// Opposite its exaltation.
        Fall: "fall",
        /// Opposite its domicile.
        Detriment: "detriment",
    }
}

impl EssentialDignity {
    /// Its value in the sum of strengths: 2, 1, -1 or -2.
    #[must_use]
    pub const fn value(self) -> i8 {
        [2, 1, -1, -2][self as usize]
    }
}

/// A planet: the signs of its dignities, and its meaning.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanetCorrespondences {
    /// `Mercury`.
    pub name: String,
    /// Other names: usual spellings and translations.
    #[serde(default)]
    pub also: Vec<String>,
    /// The signs that it rules: one or two.
    #[serde(rename = "domicile")]
    pub domiciles: Vec<SignOrElement>,
    /// The sign in which it is exalted.
    pub exaltation: SignOrElement,
    /// Its meaning: `thought, speech and dealings`.
    #[serde(rename = "does")]
    pub meaning: String,
    /// Whether the element of a square modifies the meaning.
    #[serde(default = "yes")]
    pub manner: bool,
}

/// Unless the data say otherwise.
fn yes() -> bool {
    true
}

/// The contents of the file.
#[derive(Clone, Debug)]
pub(super) struct Planets {
    pub(super) planets: Vec<PlanetCorrespondences>,
    /// The modification by each element.
    manner: Each<Element, String>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanetFile {
    manner: Each<Element, String>,
    planet: Vec<Spanned<PlanetCorrespondences>>,
}

impl DataTable for Planets {
    type File = PlanetFile;

    fn of(file: PlanetFile, _: &Tables, checked: &mut Checked<'_>) -> Planets {
        for row in &file.planet {
            let PlanetCorrespondences { domiciles, exaltation, .. } = row.get_ref();
            if !(1..=2).contains(&domiciles.len()) {
                checked.wrong(row.span(), format!("{} domiciles", domiciles.len()), "one or two signs");
            }
            for force in domiciles.iter().chain([exaltation]).filter(|force| !force.is_sign()) {
                checked.wrong(row.span(), format!("{force} is an element"), "a sign of the zodiac");
            }
        }
        Planets { planets: file.planet.into_iter().map(Spanned::into_inner).collect(), manner: file.manner }
    }
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
    /// `None` if the planet is not in the data: `drive, force and conflict, through feeling, under the surface`.
    #[must_use]
    pub fn planet_meaning(&self, planet: &str, ground: Element) -> Option<String> {
        let PlanetCorrespondences { meaning, manner, .. } = self.planet_correspondences(planet)?;
        let manner = manner.then(|| &self.tables.planets().manner[ground]);
        Some(manner.map_or_else(|| meaning.clone(), |manner| format!("{meaning}, {manner}")))
    }
}
