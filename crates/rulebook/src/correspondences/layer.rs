//! Optional layers of a square, from `layers.toml`: each is shown only on request, and with its source (INTERPRETATION
//! 3.6.1 and 9).

use serde::Serialize;

use crate::chess::{Angle, Board, Element, Square};
use crate::input::{TomlTable, TomlValue};

use super::entries::{all, once};
use super::{Correspondences, SignOrElement};
use enochian_engine::reading::SIGN_OR_ELEMENT;

/// A layer that is shown only on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Layer {
    /// The letters of the divine name above the column and beside the rank.
    Letters,
    /// The letter of the Tablet, and the angel of the four squares.
    Tablets,
    /// The kerubs of the square's four elements.
    Sphinx,
    /// The question of the angle, and whether its answer for the figure is favourable.
    Oracle,
}

enochian_engine::named_enum! {
    /// The name in requests: `letters`.
    Layer { Letters: "letters", Tablets: "tablets", Sphinx: "sphinx", Oracle: "oracle" }
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
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Layers {
    /// In the order of [`Layer::ALL`].
    sources: [String; 4],
    kerubs: [String; 4],
    numbers: [String; 4],
    /// By board and angle: the names of the four ranks, from the top.
    tablets: [[[String; 4]; 4]; 4],
    /// By board and angle.
    questions: [[LayerQuestion; 4]; 4],
}

/// An angle of the oracle.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct LayerQuestion {
    topic: String,
    /// The word for the answer, by the figure's sign or element.
    leanings: [String; 16],
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
        let layers = &self.tables.layers;
        let here = self.square(board, square);
        let says = match layer {
            Layer::Letters => format!(
                "{} over the column, {} beside the rank",
                self.element(here.column).letter,
                self.quality(here.rank).letter
            ),
            Layer::Tablets => {
                let (file, down) = (square.file().index() % 4, 3 - square.rank().index() % 4);
                let name = &layers.tablets[board.index()][here.angle.index()][down];
                let letter = name.chars().nth(file).map_or(String::new(), String::from);
                format!("{letter}, in the name of the angel {name}")
            }
            Layer::Sphinx => {
                let four = [board.element(), here.column, here.angle.element(), here.rank.element()];
                let count = |element: &Element| four.iter().filter(|one| *one == element).count();
                let mut elements: Vec<Element> = Element::ALL.into_iter().filter(|it| four.contains(it)).collect();
                elements.sort_by_key(|element| std::cmp::Reverse(count(element)));
                let kerub = |element: &Element| {
                    format!("{} {}", layers.numbers[count(element) - 1], layers.kerubs[element.index()])
                };
                elements.iter().map(kerub).collect::<Vec<_>>().join(", ")
            }
            Layer::Oracle => {
                let LayerQuestion { topic, leanings } = &layers.questions[board.index()][here.angle.index()];
                format!("{topic}: {}", leanings[here.force.index()])
            }
        };
        LayerGloss { layer: layer.name(), says, source: layers.sources[layer as usize].clone() }
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Layers> {
    let letters = fields.table("letters", |fields| fields.text("source"));
    let tablets = fields.table("tablets", |fields| {
        let source = fields.text("source");
        let rows = all(Board::ALL.map(|board| {
            fields.table(board.name(), |fields| all(Angle::ALL.map(|angle| names(&fields.required(angle.name())?))))
        }));
        Some((source?, rows?))
    });
    let sphinx = fields.table("sphinx", |fields| {
        let source = fields.text("source");
        let kerubs = fields.table("kerubs", |fields| all(Element::ALL.map(|element| fields.text(element.name()))));
        let numbers = fields.required("numbers").and_then(|item| {
            let numbers = item.list(TomlValue::text)?;
            numbers.try_into().ok().or_else(|| item.wrong("the words for one, two, three and four"))
        });
        Some((source?, kerubs?, numbers?))
    });
    let oracle = fields.table("oracle", oracle);
    let (letters, (tablets, rows)) = (letters?, tablets?);
    let ((sphinx, kerubs, numbers), (oracle, questions)) = (sphinx?, oracle?);
    Some(Layers { sources: [letters, tablets, sphinx, oracle], kerubs, numbers, tablets: rows, questions })
}

/// The names of an angle's ranks, from the top.
fn names(item: &TomlValue<'_>) -> Option<[String; 4]> {
    let four = |text: &str| (text.len() == 4 && text.bytes().all(|c| c.is_ascii_uppercase())).then(|| text.to_owned());
    let names = item.list(|item| item.parse_with("four capital letters", four))?;
    names.try_into().ok().or_else(|| item.wrong("four names, one for each rank from the top"))
}

fn oracle(fields: &TomlTable<'_>) -> Option<(String, [[LayerQuestion; 4]; 4])> {
    let source = fields.text("source");
    let order = fields.required("figures").and_then(|item| {
        let mut seen = std::collections::BTreeSet::new();
        let order = item.list(|item| {
            let force: SignOrElement = item.parse(SIGN_OR_ELEMENT)?;
            once(&mut seen, force, item, "each sign and element once");
            Some(force)
        })?;
        if order.len() == 16 { Some(order) } else { item.wrong("the sixteen signs and elements") }
    });
    const MARKS: [&str; 4] = ["+", "-", "~", "0"];
    let words = fields.table("bents", |fields| all(MARKS.map(|mark| fields.text(mark))));
    let word = |mark: char| MARKS.iter().position(|it| it.starts_with(mark));
    let questions = all(Board::ALL.map(|board| {
        fields.table(board.name(), |fields| {
            all(Angle::ALL.map(|angle| {
                fields.table(angle.name(), |fields| {
                    let topic = fields.text("topic");
                    let bent = fields.required("bent").and_then(|item| {
                        item.parse_with("sixteen marks, each one of + - ~ 0", |text| {
                            let marks: Option<Vec<usize>> = text.chars().map(word).collect();
                            marks.filter(|marks| marks.len() == 16)
                        })
                    });
                    Some((topic?, bent?))
                })
            }))
        })
    }));
    let (order, words) = (order?, words?);
    let question = |(topic, bent): (String, Vec<usize>)| {
        let leaning = |force| order.iter().position(|it| *it == force).map_or(3, |number| bent[number]);
        LayerQuestion { topic, leanings: SignOrElement::ALL.map(|force| words[leaning(force)].clone()) }
    };
    Some((source?, questions?.map(|angles| angles.map(question))))
}
