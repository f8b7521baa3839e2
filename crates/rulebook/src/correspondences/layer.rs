//! Optional layers of a square, from `layers.toml`: each is shown only on request, and with its source (INTERPRETATION
//! 3.6.1 and 9).

use std::collections::BTreeMap;

use serde::Serialize;
use toml::Spanned;

use crate::chess::{Angle, Board, Element, Square};
use crate::input::Checked;

use super::each::Each;
use super::files::DataTable;
use super::tables::Tables;
use super::{Correspondences, SignOrElement};

enochian_engine::named_enum! {
    /// A layer that is shown only on request.
    #[non_exhaustive]
    pub enum Layer {
        /// The letters of the divine name above the column and beside the rank.
        Letters: "letters",
        /// The letter of the Tablet, and the angel of the four squares.
        Tablets: "tablets",
        /// The kerubs of the square's four elements.
        Sphinx: "sphinx",
        /// The question of the angle, and whether its answer for the figure is favourable.
        Oracle: "oracle",
    }
}

/// The text of a layer for a square; see [`Correspondences::layer`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LayerGloss {
    /// The name of the layer: `sphinx`.
    pub layer: &'static str,
    /// `two eagle, one man, one bull`.
    pub says: String,
    /// The source.
    pub source: String,
}

/// The contents of the file.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layers {
    letters: LettersLayer,
    tablets: TabletsLayer,
    sphinx: SphinxLayer,
    oracle: OracleLayer,
}

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct LettersLayer {
    source: String,
}

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct TabletsLayer {
    source: String,
    /// The names of the four ranks of an angle, from the top.
    boards: Each<Board, Each<Angle, Spanned<[String; 4]>>>,
}

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct SphinxLayer {
    source: String,
    kerubs: Each<Element, String>,
    /// The words for one to four.
    numbers: [String; 4],
}

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct OracleLayer {
    source: String,
    /// The signs and elements of the figures, in the order of the marks.
    figures: Spanned<[SignOrElement; 16]>,
    /// The word for each mark.
    bents: BTreeMap<char, String>,
    boards: Each<Board, Each<Angle, Spanned<LayerQuestion>>>,
}

/// An angle of the oracle.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct LayerQuestion {
    topic: String,
    /// A mark for the answer of each figure.
    bent: String,
}

impl OracleLayer {
    /// The question of an angle, and the word for its answer for a figure.
    fn says(&self, board: Board, angle: Angle, force: SignOrElement) -> String {
        let LayerQuestion { topic, bent } = self.boards[board][angle].get_ref();
        let place = self.figures.get_ref().iter().position(|it| *it == force);
        let word = place.and_then(|place| self.bents.get(&bent.chars().nth(place)?));
        format!("{topic}: {}", word.map_or("", String::as_str))
    }
}

impl DataTable for Layers {
    type File = Layers;

    fn of(file: Layers, _: &Tables, checked: &mut Checked<'_>) -> Layers {
        let is_name = |name: &String| name.len() == 4 && name.bytes().all(|letter| letter.is_ascii_uppercase());
        for names in file.tablets.boards.values().iter().flat_map(Each::values) {
            for name in names.get_ref().iter().filter(|name| !is_name(name)) {
                checked.wrong(names.span(), format!("{name:?} is not a name"), "four capital letters");
            }
        }
        let figures = &file.oracle.figures;
        for force in SignOrElement::ALL.into_iter().filter(|force| !figures.get_ref().contains(force)) {
            checked.wrong(figures.span(), format!("{force} is missing"), "each sign and element once");
        }
        for question in file.oracle.boards.values().iter().flat_map(Each::values) {
            let bent = &question.get_ref().bent;
            if bent.chars().count() != 16 || bent.chars().any(|mark| !file.oracle.bents.contains_key(&mark)) {
                let marks: Vec<String> = file.oracle.bents.keys().map(char::to_string).collect();
                let expected = format!("sixteen marks, each one of {}", marks.join(" "));
                checked.wrong(question.span(), format!("`bent` is {bent:?}"), expected);
            }
        }
        file
    }
}

impl Correspondences {
    /// The text of an optional layer for a square, with its source.
    ///
    /// ```
    /// use enochian::chess::Board;
    /// use enochian::correspondences::{Layer, Correspondences};
    /// let said = |layer| Correspondences::embedded().layer(layer, Board::Water, "f7".parse().unwrap()).says;
    /// assert_eq!(said(Layer::Letters), "He final over the column, Vau beside the rank");
    /// assert_eq!(said(Layer::Tablets), "A, in the name of the angel LAOC");
    /// assert_eq!(said(Layer::Sphinx), "two eagle, one man, one bull");
    /// assert_eq!(said(Layer::Oracle), "the meaning of a dream: favourable");
    /// ```
    pub fn layer(&self, layer: Layer, board: Board, square: Square) -> LayerGloss {
        let layers = self.tables.layers();
        let here = self.square(board, square);
        let (says, source) = match layer {
            Layer::Letters => {
                let [column, rank] = [&self.element(here.column).letter, &self.quality(here.rank).letter];
                (format!("{column} over the column, {rank} beside the rank"), &layers.letters.source)
            }
            Layer::Tablets => {
                let (file, down) = (square.file().index() % 4, 3 - square.rank().index() % 4);
                let name = &layers.tablets.boards[board][here.angle].get_ref()[down];
                let letter = name.chars().nth(file).map_or(String::new(), String::from);
                (format!("{letter}, in the name of the angel {name}"), &layers.tablets.source)
            }
            Layer::Sphinx => {
                let four = [board.element(), here.column, here.angle.element(), here.rank.element()];
                let count = |element: &Element| four.iter().filter(|one| *one == element).count();
                let mut elements: Vec<Element> = Element::ALL.into_iter().filter(|it| four.contains(it)).collect();
                elements.sort_by_key(|element| std::cmp::Reverse(count(element)));
                let kerub = |element: &Element| {
                    format!("{} {}", layers.sphinx.numbers[count(element) - 1], layers.sphinx.kerubs[*element])
                };
                (elements.iter().map(kerub).collect::<Vec<_>>().join(", "), &layers.sphinx.source)
            }
            Layer::Oracle => (layers.oracle.says(board, here.angle, here.force), &layers.oracle.source),
        };
        LayerGloss { layer: layer.name(), says, source: source.clone() }
    }
}
