//! The correspondences of an element, from `elements.toml`.

use crate::chess::Element;
use crate::input::TomlTable;

use super::colour::{self, Colour};
use super::dignity::{self, Dignities};
use super::entries::all;

/// An element's correspondences.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ElementCorrespondences {
    /// The adjective for phrases: `watery`.
    pub adjective: String,
    /// The letter of the divine name: `He final`.
    pub letter: String,
    /// The colour of its triangles.
    pub colour: Colour,
    /// The complementary colour of the symbols on its triangles.
    pub flashing: Colour,
    /// The one of the four worlds: `Briah`.
    pub world: String,
    /// The suit of the Tarot: `Cups`.
    pub suit: String,
    /// How fast things happen: `moderate`.
    pub pace: String,
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<([ElementCorrespondences; 4], Dignities)> {
    let elements = Element::ALL.map(|element| fields.table(element.name(), one));
    let dignities = fields.table("dignities", dignity::read);
    Some((all(elements)?, dignities?))
}

fn one(fields: &TomlTable<'_>) -> Option<ElementCorrespondences> {
    let [adjective, letter, world, suit, pace] =
        ["adjective", "letter", "world", "suit", "pace"].map(|key| fields.text(key));
    let [colour, flashing] =
        ["colour", "flashing"].map(|key| fields.required(key).and_then(|item| colour::read(&item)));
    Some(ElementCorrespondences {
        adjective: adjective?,
        letter: letter?,
        colour: colour?,
        flashing: flashing?,
        world: world?,
        suit: suit?,
        pace: pace?,
    })
}
