//! The correspondences of the four qualities.

use enochian_engine::reading::Quality;

use super::each::Each;

/// The correspondences of a quality, from `qualities.toml`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QualityCorrespondences {
    /// Other names: usual spellings and translations.
    #[serde(default)]
    pub also: Vec<String>,
    /// The letter of the divine name: `Yod`.
    pub letter: String,
    /// The time in which things happen: `hours to days`.
    pub time: String,
}

/// The contents of the file.
pub(super) type Qualities = Each<Quality, QualityCorrespondences>;
