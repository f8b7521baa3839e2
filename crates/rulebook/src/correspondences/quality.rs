//! The correspondences of the four qualities.

use crate::input::TomlTable;
use enochian_engine::reading::Quality;

use super::entries::all;

/// The correspondences of a quality, from `qualities.toml`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct QualityCorrespondences {
    /// The letter of the divine name: `Yod`.
    pub letter: String,
    /// The time in which things happen: `hours to days`.
    pub time: String,
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<[QualityCorrespondences; 4]> {
    all(Quality::ALL.map(|quality| {
        fields.table(quality.name(), |fields| {
            let (letter, time) = (fields.text("letter"), fields.text("time"));
            Some(QualityCorrespondences { letter: letter?, time: time? })
        })
    }))
}
