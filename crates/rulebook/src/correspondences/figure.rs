//! The geomantic figures, from `figures.toml` (INTERPRETATION 3.6).

use crate::chess::Angle;

use super::each::Each;
use super::{Correspondences, Dignity, SignOrElement, Strength};

/// The meanings of a geomantic figure.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FigureCorrespondences {
    /// Whether it is good or bad: `bad, except for some things`.
    pub nature: String,
    /// Whether it is stable or mobile.
    pub motion: Motion,
    /// Its meaning: `heaviness; good for building and land`.
    pub words: String,
}

enochian_engine::named_enum! {
    /// Whether a figure is stable or mobile.
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Motion {
        /// Stable: its single points are in the lower rows.
        Stable: "stable",
        /// Mobile: its single points are in the upper rows.
        Mobile: "mobile",
    }
}

/// The contents of the file.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Figures {
    figures: Each<SignOrElement, FigureCorrespondences>,
    in_angle: Each<Dignity, String>,
    piece: FigureEffects,
}

/// The effect of a strong, weak or very weak piece on a figure.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct FigureEffects {
    strong: String,
    weak: String,
    very_weak: String,
}

impl Correspondences {
    /// The meanings of the geomantic figure of a sign or element: of Virgo `a meeting, good with good and bad with bad`.
    #[must_use]
    pub fn figure(&self, force: SignOrElement) -> &FigureCorrespondences {
        &self.tables.figures().figures[force]
    }

    /// The state of the figure of a sign or element in an angle, by the chosen scheme of dignities: in full, helped or
    /// hindered.
    #[must_use]
    pub fn figure_in(&self, force: SignOrElement, angle: Angle) -> &str {
        &self.tables.figures().in_angle[self.dignity(force.element(), angle.element()).dignity]
    }

    /// The effect of a piece of that strength on the figure of the square that it enters: `stressed by the piece`; `None` for ordinary
    /// strength.
    pub fn figure_entered(&self, strength: &Strength) -> Option<&str> {
        let FigureEffects { strong, weak, very_weak } = &self.tables.figures().piece;
        [Some(very_weak), Some(weak), None, Some(strong), Some(strong)][strength.level()].map(String::as_str)
    }
}
