//! The squares of a board without pieces.

use crate::chess::{Board, Square};
use crate::correspondences::{FigureCorrespondences, SignOrElement, Tone, TriangleSide, TriangleSymbol};

use super::glyphs::{around, fitted};
use super::painting::group;
use super::{Edge, Painting, Point, Shape};

/// How the squares of a board are painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BoardBackground<'g> {
    /// As in the Golden Dawn: each square is a flat pyramid of four triangles, seen from above.
    Painted {
        /// The board.
        board: Board,
        /// Whether the triangles have their symbols.
        symbols: bool,
    },
    /// Chequered light and dark, for an unknown board.
    Chequered,
    /// Coloured by the landings on each square.
    Landings(&'g SquareCounts),
}

/// The landings on each square of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct SquareCounts {
    /// The board.
    pub board: Board,
    /// The counts, in the order of [`Square::all`].
    pub counts: [u64; 64],
    /// The label of the counts in the key.
    pub words: &'static str,
}

/// The line between squares.
const LINE: Edge = Edge { tone: Tone(0x6e, 0x67, 0x5c), width: 1.4 };
/// The bounds of the truncated top of the pyramid.
const TOP: (f64, f64) = (37.0, 63.0);
/// From the fewest landings to the most, increasingly dark, so that the order is visible without colours.
const HEAT: [Tone; 4] =
    [Tone(0xff, 0xfb, 0xf0), Tone(0xf9, 0xc5, 0x6f), Tone(0xc8, 0x4f, 0x3d), Tone(0x4a, 0x12, 0x47)];

impl SquareCounts {
    /// Counts landings on a board.
    ///
    /// ```
    /// use enochian::{chess::Board, correspondences::Correspondences, render::{BoardBackground, SquareCounts, Painting}};
    /// let squares = ["a6", "a7", "a6"].map(|name| name.parse().unwrap());
    /// let landings = SquareCounts::of(Board::Water, squares);
    /// assert_eq!(landings.most(), 2);
    /// let svg = Painting::of(BoardBackground::Landings(&landings), Correspondences::embedded()).picture().svg();
    /// assert!(svg.contains("<title>a6, Aquarius: 2</title>"));
    /// ```
    pub fn of(board: Board, landings: impl IntoIterator<Item = Square>) -> SquareCounts {
        let mut counts = [0; 64];
        for square in landings {
            counts[square.index()] += 1;
        }
        SquareCounts { board, counts, words: "landings" }
    }

    /// The greatest count.
    #[must_use]
    pub fn most(&self) -> u64 {
        self.counts.iter().copied().max().unwrap_or(0)
    }

    /// The tone of a count.
    pub(super) fn tone(&self, count: u64) -> Tone {
        let part = if count == 0 { 0.0 } else { 0.08 + 0.92 * count as f64 / self.most() as f64 };
        let along = part * (HEAT.len() - 1) as f64;
        let step = (along as usize).min(HEAT.len() - 2);
        HEAT[step].mixed(HEAT[step + 1], along - step as f64)
    }
}

impl Painting<'_> {
    /// A square in its place.
    pub(super) fn square(&self, square: Square) -> Shape {
        let title = match self.ground {
            BoardBackground::Painted { board, .. } => {
                let gloss = self.correspondences.gloss(board, square, None, None);
                Some(format!("{square}: {}, {}", gloss.force, gloss.phrase))
            }
            BoardBackground::Chequered => None,
            BoardBackground::Landings(landings) => {
                let force = self.correspondences.square(landings.board, square).force;
                Some(format!("{square}, {force}: {}", landings.counts[square.index()]))
            }
        };
        Shape::Group { name: square.to_string(), title, shapes: self.ground_of(square, self.corner(square)) }
    }

    /// The shapes of a square with its upper left corner at a point, without its name and title.
    pub(in crate::render) fn ground_of(&self, square: Square, corner: Point) -> Vec<Shape> {
        match self.ground {
            BoardBackground::Painted { board, symbols } => self.pyramid(board, square, symbols, corner),
            BoardBackground::Chequered => {
                let tone = if square.is_dark() { Tone(0xc9, 0xbd, 0xa8) } else { Tone(0xf4, 0xee, 0xe2) };
                vec![plate(corner, tone)]
            }
            BoardBackground::Landings(landings) => {
                let force = self.correspondences.square(landings.board, square).force;
                counted(landings, landings.counts[square.index()], force, corner)
            }
        }
    }

    /// The four triangles of a square and the truncated top between them.
    fn pyramid(&self, board: Board, square: Square, symbols: bool, (x, y): Point) -> Vec<Shape> {
        let (correspondences, palette) = (self.correspondences, self.palette);
        let at = |(dx, dy): Point| (x + dx, y + dy);
        let here = correspondences.square(board, square);
        let (low, high) = TOP;
        let mut shapes = Vec::new();
        let mut painted = Vec::new();
        for triangle in correspondences.triangles() {
            let element = correspondences.element(triangle.element(board, here));
            let (corners, middle, room) = match triangle.place {
                TriangleSide::Left => ([(0.0, 0.0), (low, low), (low, high), (0.0, 100.0)], (18.5, 50.0), (26.0, 30.0)),
                TriangleSide::Top => ([(0.0, 0.0), (100.0, 0.0), (high, low), (low, low)], (50.0, 18.0), (47.0, 22.0)),
                TriangleSide::Right => {
                    ([(100.0, 0.0), (100.0, 100.0), (high, high), (high, low)], (81.5, 50.0), (26.0, 30.0))
                }
                TriangleSide::Bottom => {
                    ([(0.0, 100.0), (low, high), (high, high), (100.0, 100.0)], (50.0, 82.0), (47.0, 22.0))
                }
            };
            let edge = Edge { tone: LINE.tone, width: 0.6 };
            let (fill, points) = (Some(element.colour.in_palette(palette)), corners.map(at).to_vec());
            shapes.push(Shape::Polygon { points, fill, edge: Some(edge) });
            let (trump, tone) = (correspondences.trump(here.force), element.flashing.in_palette(palette));
            painted.extend(match triangle.symbol {
                TriangleSymbol::Force => vec![fitted(force_sign(here.force), at(middle), room, tone)],
                TriangleSymbol::Trump => vec![fitted(trump.numeral(), at(middle), (room.0, 16.5), tone)],
                TriangleSymbol::Letter => vec![lettered(&trump.letter.glyph, at(middle), tone)],
                TriangleSymbol::Figure => figure(correspondences.figure(here.force), at(middle), room.1, tone),
            });
        }
        shapes.push(Shape::rectangle(
            at((low, low)),
            (high - low, high - low),
            Some(correspondences.top().in_palette(palette)),
            Some(LINE),
        ));
        if symbols {
            // In a group, which a small picture can leave out.
            shapes.push(group("", painted));
        }
        shapes.push(Shape::rectangle((x, y), (100.0, 100.0), None, Some(LINE)));
        shapes
    }
}

fn plate(corner: Point, tone: Tone) -> Shape {
    Shape::rectangle(corner, (100.0, 100.0), Some(tone), Some(LINE))
}

/// A Hebrew letter. All have the same baseline and scale: Yod is small, and Lamed taller than the others.
fn lettered(glyph: &str, (x, y): Point, tone: Tone) -> Shape {
    around(glyph, (x, y + 9.0), 29.0, tone)
}

/// The points of a geomantic figure, in four rows.
pub(in crate::render) fn figure(figure: &FigureCorrespondences, (x, y): Point, height: f64, tone: Tone) -> Vec<Shape> {
    let (row, radius) = (height / 4.0, height / 10.0);
    let point = |column: f64, number: usize| Shape::Disc {
        centre: (x + column * row * 0.65, y + (number as f64 - 1.5) * row),
        radius,
        fill: Some(tone),
        edge: None,
    };
    let rows = figure.rows.iter().enumerate();
    rows.flat_map(|(number, &points)| {
        let columns: &[f64] = if points == 1 { &[0.0] } else { &[-1.0, 1.0] };
        columns.iter().map(move |&column| point(column, number))
    })
    .collect()
}

/// The symbol of a force.
pub(in crate::render) fn force_sign(force: SignOrElement) -> &'static str {
    ["♈", "♉", "♊", "♋", "♌", "♍", "♎", "♏", "♐", "♑", "♒", "♓", "🜂", "🜄", "🜁", "🜃"][force.index()]
}

/// A square with its count.
fn counted(landings: &SquareCounts, count: u64, force: SignOrElement, (x, y): Point) -> Vec<Shape> {
    let tone = landings.tone(count);
    let ink = ink_on(tone);
    let mut shapes = vec![plate((x, y), tone)];
    shapes.push(fitted(force_sign(force), (x + 17.0, y + 17.0), (20.0, 20.0), ink.mixed(tone, 0.25)));
    if count > 0 {
        shapes.push(fitted(&short(count), (x + 52.0, y + 58.0), (60.0, 34.0), ink));
    }
    shapes
}

/// A count in at most five characters: `1234`, `12.3k`, `4.5M`.
pub(super) fn short(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{:.1}k", count as f64 / 1e3),
        _ => format!("{:.1}M", count as f64 / 1e6),
    }
}

/// Black or white, whichever is more legible.
pub(super) fn ink_on(tone: Tone) -> Tone {
    if tone.luminance() > 0.3 { Tone(0x1c, 0x16, 0x1c) } else { Tone(0xff, 0xff, 0xff) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_landings_are_darker() {
        let mut landings = SquareCounts::of(Board::Air, []);
        assert_eq!(landings.tone(0), HEAT[0]);
        landings.counts = std::array::from_fn(|index| index as u64 * 3);
        let light: Vec<f64> = landings.counts.iter().map(|&count| landings.tone(count).luminance()).collect();
        assert!(light.windows(2).all(|two| two[0] > two[1]), "{light:?}");
        assert_eq!(landings.tone(landings.most()), HEAT[3]);
    }

    #[test]
    fn large_counts_are_shortened() {
        assert_eq!([9999, 10_000, 123_456, 4_500_000].map(short), ["9999", "10.0k", "123.5k", "4.5M"]);
    }
}
