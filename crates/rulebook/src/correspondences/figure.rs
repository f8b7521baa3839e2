//! The geomantic figures, from `figures.toml` (INTERPRETATION 3.6).

use toml::Spanned;

use crate::chess::Angle;
use crate::input::Checked;

use super::each::{Each, check_once};
use super::files::DataTable;
use super::tables::Tables;
use super::{Correspondences, Dignity, SignOrElement, Strength};

/// A geomantic figure and its meanings.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FigureCorrespondences {
    /// `Carcer`.
    pub name: String,
    /// Other names: usual spellings and translations.
    #[serde(default)]
    pub also: Vec<String>,
    /// The points in each row, 1 or 2, from top to bottom.
    pub rows: [u8; 4],
    /// Whether it is good or bad: `bad, except for some things`.
    pub nature: String,
    /// Whether it is stable or mobile.
    pub motion: Motion,
    /// Its meaning: `heaviness; good for building and land`.
    pub words: String,
    stressed: String,
    balanced: String,
    reversed: String,
    /// The source.
    pub source: String,
}

impl FigureCorrespondences {
    /// The figure as four lines of three columns.
    ///
    /// ```
    /// use enochian::correspondences::{SignOrElement, Correspondences};
    /// let carcer = Correspondences::embedded().figure(SignOrElement::Capricorn);
    /// assert_eq!(carcer.drawn(), [" ● ", "● ●", "● ●", " ● "]);
    /// ```
    #[must_use]
    pub fn drawn(&self) -> [&'static str; 4] {
        self.rows.map(|points| if points == 1 { " ● " } else { "● ●" })
    }

    /// What it comes to by this effect: `gain`, or `gain that turns to loss`.
    #[must_use]
    pub fn sense(&self, effect: FigureEffect) -> &str {
        match effect {
            FigureEffect::Plain => &self.words,
            FigureEffect::Stressed => &self.stressed,
            FigureEffect::Balanced => &self.balanced,
            FigureEffect::Reversed => &self.reversed,
        }
    }
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

enochian_engine::named_enum! {
    /// What the piece that entered a square last does to the figure there (INTERPRETATION 3.6).
    pub enum FigureEffect {
        /// An ordinary piece, or none.
        Plain: "plain",
        /// A strong or very strong piece.
        Stressed: "stressed",
        /// A weak piece.
        Balanced: "balanced",
        /// A very weak piece.
        Reversed: "reversed",
    }
}

impl FigureEffect {
    /// The effect of a piece of this strength, or of no piece.
    #[must_use]
    pub fn of(strength: Option<&Strength>) -> FigureEffect {
        use FigureEffect::{Balanced, Plain, Reversed, Stressed};
        strength.map_or(Plain, |strength| [Reversed, Balanced, Plain, Stressed, Stressed][strength.level()])
    }
}

/// The contents of the file.
#[derive(Clone, Debug)]
pub(super) struct Figures {
    figures: Each<SignOrElement, FigureCorrespondences>,
    in_angle: Each<Dignity, String>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FigureFile {
    figures: Each<SignOrElement, Spanned<FigureCorrespondences>>,
    in_angle: Each<Dignity, String>,
}

impl DataTable for Figures {
    type File = FigureFile;

    fn of(file: FigureFile, _: &Tables, checked: &mut Checked<'_>) -> Figures {
        for figure in file.figures.values() {
            if figure.get_ref().rows.iter().any(|points| !(1..=2).contains(points)) {
                checked.wrong(
                    figure.span(),
                    "a row has other points",
                    "four rows of 1 or 2 points, from top to bottom",
                );
            }
        }
        let rows = file.figures.values().iter().map(|figure| (figure.span(), figure.get_ref().rows));
        check_once(rows, "figure", "a figure that no other has", checked);
        Figures { figures: file.figures.map(|_, figure| figure.into_inner()), in_angle: file.in_angle }
    }
}

impl Correspondences {
    /// The geomantic figure of a sign or element: of Virgo Conjunctio.
    #[must_use]
    pub fn figure(&self, force: SignOrElement) -> &FigureCorrespondences {
        &self.tables.figures().figures[force]
    }

    /// The state of the figure of a sign or element in an angle, by the chosen scheme of dignities: at full strength, helped or
    /// hindered.
    #[must_use]
    pub fn figure_in(&self, force: SignOrElement, angle: Angle) -> &str {
        &self.tables.figures().in_angle[self.dignity(force.element(), angle.element()).dignity]
    }
}
