//! Other names of things, from `names.toml`.

use std::collections::BTreeMap;

use super::Correspondences;

/// Further names, by the name of a thing in the other tables.
type Names = BTreeMap<String, Vec<String>>;

/// The contents of the file.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OtherNames {
    sign: Names,
    element: Names,
    planet: Names,
    letter: Names,
    figure: Names,
    quality: Names,
    piece: Names,
}

impl Correspondences {
    /// Usual spellings and translations of a name: of the sort `sign`, `element`, `planet`, `letter`, `figure`, `quality` or
    /// `piece`. Of the letter `Vau` these are `Vav` and `Waw`.
    #[must_use]
    pub fn other_names(&self, sort: &str, name: &str) -> &[String] {
        let names = self.tables.names();
        let of_sort = match sort {
            "sign" => &names.sign,
            "element" => &names.element,
            "planet" => &names.planet,
            "letter" => &names.letter,
            "figure" => &names.figure,
            "quality" => &names.quality,
            "piece" => &names.piece,
            _ => return &[],
        };
        of_sort.get(name).map_or(&[], Vec::as_slice)
    }
}
