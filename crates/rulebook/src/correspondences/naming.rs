//! The names of the game and its armies.

use crate::chess::Army;
use crate::input::TomlTable;

use super::colour::{self, Colour};
use super::entries::{HasName, all, named};

/// A set of names for the game and its armies.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Naming {
    /// `golden-dawn`.
    pub name: String,
    /// The name of the game.
    pub game: String,
    /// Its source.
    pub source: String,
    armies: [ArmyName; 4],
}

/// The name and the colour of an army.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ArmyName {
    /// `Air`, or `Purple`.
    pub name: String,
    /// The colour of its pieces.
    pub colour: Colour,
}

impl Naming {
    /// The name of an army.
    ///
    /// ```
    /// use enochian::{chess::Army, correspondences::Correspondences};
    /// let gnostic = Correspondences::embedded().naming("gnostic").unwrap();
    /// assert_eq!(gnostic.army(Army::Air).name, "Purple");
    /// ```
    #[must_use]
    pub fn army(&self, army: Army) -> &ArmyName {
        &self.armies[army.index()]
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

impl HasName for Naming {
    const KIND: &'static str = "naming";
    fn name(&self) -> &str {
        &self.name
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Vec<Naming>> {
    named(fields, "naming", |fields, name| {
        let (game, source) = (fields.text("game"), fields.text("source"));
        let armies = fields.table("armies", |fields| {
            all(Army::ALL.map(|army| {
                fields.table(army.name(), |fields| {
                    let name = fields.text("name");
                    let colour = fields.required("colour").and_then(|item| colour::read(&item));
                    Some(ArmyName { name: name?, colour: colour? })
                })
            }))
        });
        Some(Naming { name: name?, game: game?, source: source?, armies: armies? })
    })
}
