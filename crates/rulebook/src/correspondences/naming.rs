//! The names of the game and its armies.

use crate::chess::Army;

use super::colour::Colour;
use super::each::Each;
use super::entries::Entry;

/// A set of names for the game and its armies.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Naming {
    /// `golden-dawn`.
    pub name: String,
    /// The name of the game.
    pub game: String,
    /// Its source.
    pub source: String,
    armies: Each<Army, ArmyName>,
}

/// The name and the colour of an army.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyName {
    /// `Air`, or `Purple`.
    pub name: String,
    /// The colour of its pieces.
    pub colour: Colour,
}

impl Naming {
    /// The name of an army.
    #[must_use]
    pub fn army(&self, army: Army) -> &ArmyName {
        &self.armies[army]
    }

    /// The name of an army, with its element and colour if the name does not include them: `Air (yellow)`, `Purple (Air)`.
    #[must_use]
    pub fn full_name(&self, army: Army) -> String {
        let name = self.army(army);
        let unsaid = [army.name(), &name.colour.name].into_iter().filter(|word| !word.eq_ignore_ascii_case(&name.name));
        let unsaid: Vec<&str> = unsaid.collect();
        if unsaid.is_empty() { name.name.clone() } else { format!("{} ({})", name.name, unsaid.join(", ")) }
    }
}

impl Entry for Naming {
    const KIND: &'static str = "naming";

    fn name(&self) -> &str {
        &self.name
    }
}
