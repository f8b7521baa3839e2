//! What stands above and below a picture of a record: the question, the turn, and a legend.

use crate::chess::Square;

use super::glyphs::{around, from, width, wrapped};
use super::painting::{INK, PAPER, group};
use super::{Edge, Painting, Picture, Point, Shape};

/// The caption of a picture.
///
/// ```
/// use enochian::correspondences::Correspondences;
/// use enochian::render::{BoardBackground, Caption, Painting};
/// let picture = Painting::of(BoardBackground::Chequered, Correspondences::embedded()).picture();
/// let bare = picture.height;
/// let caption = Caption { heading: "Will he write?".into(), lines: vec!["Turn 3".into()], legend: vec![] };
/// assert!(picture.captioned(&caption).height > bare);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// The question, or the name of the game.
    pub heading: String,
    /// The lines below it: the turn, and whose turn it is.
    pub lines: Vec<String>,
    /// The words below the picture, as many in a row as fit.
    pub legend: Vec<String>,
}

const HEADING: f64 = 38.0;
const LINE: f64 = 25.0;
const LEGEND: f64 = 23.0;
/// The space at the sides.
const SIDE: f64 = 46.0;
/// The most lines of a heading.
const MOST: usize = 3;

impl Picture {
    /// The picture with a caption above it, and the legend below.
    #[must_use]
    pub fn captioned(mut self, caption: &Caption) -> Picture {
        let room = self.width - 2.0 * SIDE;
        let heading = wrapped(&caption.heading, HEADING, room, MOST);
        let lines: Vec<String> = caption.lines.iter().flat_map(|line| wrapped(line, LINE, room, 2)).collect();
        let legend = rows(&caption.legend, room);
        let above = 26.0 + heading.len() as f64 * HEADING * 1.2 + lines.len() as f64 * LINE * 1.35;
        let below = if legend.is_empty() { 0.0 } else { legend.len() as f64 * LEGEND * 1.35 + 22.0 };
        let (top, bottom) = (-above, self.height);
        let size = (self.width, above + self.height + below);
        let mut shapes = vec![Shape::rectangle((0.0, top), size, Some(PAPER), None)];
        let mut y = top + 20.0;
        for (texts, size, apart) in [(&heading, HEADING, 1.2), (&lines, LINE, 1.35)] {
            for text in texts {
                y += size * apart;
                shapes.push(from(text, (SIDE, y), size, INK));
            }
        }
        let rows = legend.iter().enumerate();
        shapes.extend(rows.map(|(row, text)| {
            from(text, (SIDE, bottom + (row as f64 + 0.8) * LEGEND * 1.35), LEGEND, INK.mixed(PAPER, 0.25))
        }));
        shapes.append(&mut self.shapes);
        Picture { top, height: size.1, shapes, ..self }
    }
}

/// Texts in rows, each as long as there is room.
fn rows(texts: &[String], room: f64) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for text in texts {
        match rows.last_mut() {
            Some(row) if width(&format!("{row}   {text}"), LEGEND) <= room => *row = format!("{row}   {text}"),
            _ => rows.extend(wrapped(text, LEGEND, room, 3)),
        }
    }
    rows
}

impl Painting<'_> {
    /// The board with the road of a piece: a line through the squares, with the number of each step.
    #[must_use]
    pub fn with_road(&self, squares: &[Square]) -> Picture {
        let mut picture = self.picture();
        let points: Vec<Point> = squares.iter().map(|square| self.centre(*square)).collect();
        let line = |tone, width| Shape::Line { points: points.clone(), edge: Edge { tone, width } };
        let mut road = vec![line(INK, 11.0), line(PAPER, 6.0)];
        for (index, square) in squares.iter().enumerate() {
            let numbers: Vec<String> =
                squares.iter().enumerate().filter(|(_, it)| *it == square).map(|(step, _)| step.to_string()).collect();
            // A square is marked once, with all its numbers.
            if squares[..index].contains(square) {
                continue;
            }
            let (x, y) = self.centre(*square);
            let text = if numbers.len() > 3 { format!("{}…", numbers[..2].join(",")) } else { numbers.join(",") };
            let radius = 15.0_f64.max(width(&text, 24.0) / 2.0 + 8.0);
            let edge = Some(Edge { tone: INK, width: 3.0 });
            road.push(Shape::Disc { centre: (x, y), radius, fill: Some(PAPER), edge });
            road.push(around(&text, (x, y + 8.5), 24.0, INK));
        }
        picture.shapes.push(group("road", road));
        picture
    }
}
