//! What `elements.toml` says of an element.

use crate::chess::Element;
use crate::input::TomlTable;

use super::colour::{self, Colour};
use super::dignity::{self, Dignities};
use super::entries::all;

/// An element's correspondences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementCorrespondences {
    /// For phrases: `watery`.
    pub adjective: String,
    /// The letter of the Name: `He final`.
    pub letter: String,
    /// The colour of its triangles.
    pub colour: Colour,
    /// The complementary colour, in which the symbol on a triangle is painted.
    pub flashing: Colour,
    /// The world of the four: `Briah`.
    pub world: String,
    /// The suit of the Tarot: `Cups`.
    pub suit: String,
    /// How swiftly things come about: `moderate`.
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
