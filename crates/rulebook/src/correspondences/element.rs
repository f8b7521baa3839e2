//! The correspondences of an element, from `elements.toml`.

use crate::chess::Element;
use crate::input::Checked;

use super::colour::Colour;
use super::dignity::{Dignities, DignityFile};
use super::each::Each;
use super::files::DataTable;
use super::tables::Tables;

/// An element's correspondences.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ElementCorrespondences {
    /// Other names: usual spellings and translations.
    #[serde(default)]
    pub also: Vec<String>,
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
    /// Other names of the suit: `Coins`.
    #[serde(default)]
    pub suit_also: Vec<String>,
    /// How fast things happen: `moderate`.
    pub pace: String,
    /// Where something on a square of the element itself happens: `on a square of Fire itself`.
    pub field: String,
}

/// The contents of the file.
#[derive(Clone, Debug)]
pub(super) struct Elements {
    pub(super) elements: Each<Element, ElementCorrespondences>,
    pub(super) dignities: Dignities,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ElementFile {
    element: Each<Element, ElementCorrespondences>,
    dignities: DignityFile,
}

impl DataTable for Elements {
    type File = ElementFile;

    fn of(file: ElementFile, _: &Tables, checked: &mut Checked<'_>) -> Elements {
        Elements { elements: file.element, dignities: file.dignities.chosen(checked) }
    }
}
