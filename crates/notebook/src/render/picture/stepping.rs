//! A board on which a page steps from position to position: the squares are drawn once, and only pieces and marks move.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::chess::{Army, Position, Square};
use crate::games::{Diagram, DiagramPiece};

use super::background::{SquareCounts, ink_on};
use super::cells::{PlacedCell, PlacedPiece, beside_each_other};
use super::painting::tokens;
use super::svg::{Number, Points, fragment};
use super::{DiagramPainting, Painting, Picture, Shape};

/// A drawn board with its positions, for a page.
///
/// ```
/// use enochian::chess::{Army, Array, Direction, Position};
/// use enochian::correspondences::Correspondences;
/// use enochian::render::{BoardBackground, Painting};
/// let start = Position::start(Array::all()[0], Army::Air, Direction::Deosil);
/// let painting = Painting::of(BoardBackground::Chequered, Correspondences::embedded());
/// let board = painting.stepping([(&start, None), (&start, None)]);
/// assert!(board.changes(0).starts_with("a1 p-eK p-eB,a2 p-eQ,"));
/// assert_eq!(board.changes(1), "", "nothing has moved");
/// ```
#[derive(Clone, Debug)]
pub struct SteppingBoard {
    /// The board without pieces and marks, and the tokens of all pieces.
    pub picture: Picture,
    /// The part of the picture that is shown: left, top, width, height.
    view: [f64; 4],
    /// The cells by name, without what stands on them.
    cells: BTreeMap<String, PlacedCell>,
    /// The size of a piece that stands alone on its cell.
    scale: f64,
    /// The Ptah square.
    ptah: Option<String>,
    /// The position at the beginning and after each turn.
    moments: Vec<BoardMoment>,
}

/// A position: the tokens on the cells, and the cells that the last act touched.
#[derive(Clone, Debug, Default)]
struct BoardMoment {
    standing: BTreeMap<String, Vec<String>>,
    touched: Vec<String>,
}

impl BoardMoment {
    fn of(cells: Vec<PlacedCell>, touched: Vec<String>) -> BoardMoment {
        let tokens = |cell: PlacedCell| (cell.cell, cell.pieces.into_iter().map(|piece| piece.token).collect());
        let standing = cells.into_iter().filter(|cell| !cell.pieces.is_empty()).map(tokens).collect();
        BoardMoment { standing, touched }
    }
}

impl<'p> Painting<'p> {
    /// The board with these positions, each with the last move.
    pub fn stepping(
        &self,
        positions: impl IntoIterator<Item = (&'p Position, Option<(Square, Square)>)>,
    ) -> SteppingBoard {
        let bare = Painting { position: None, ptah: None, last: None, ..*self };
        let mut picture = Picture { title: self.title(), ..bare.picture() };
        picture.stamps.extend(Army::ALL.map(|army| self.seal(army)));
        let mut moments = Vec::new();
        for (position, last) in positions {
            for (_, token) in tokens(position) {
                let frozen = if token.is_frozen { ", frozen" } else { "" };
                let titled = || named(format!("{}{frozen}", token.piece), self.token(token));
                picture.stamps.entry(token.name()).or_insert_with(titled);
            }
            let touched = last.map_or(Vec::new(), |(from, to)| vec![from.to_string(), to.to_string()]);
            moments.push(BoardMoment::of(Painting { position: Some(position), ..bare }.cells(), touched));
        }
        let ptah = self.ptah.map(|square| square.to_string());
        // As on the table: names to the left and below.
        let view = [14.0, 42.0, 836.0, 840.0];
        SteppingBoard { ptah, view, ..SteppingBoard::of(picture, bare.cells(), moments) }
    }
}

impl DiagramPainting<'_> {
    /// The board with these positions, each with the cells that the last act touched. It must have a board.
    #[must_use]
    pub fn stepping(&self, positions: &[(Diagram, Vec<String>)]) -> SteppingBoard {
        // The pieces of all positions, each once.
        let cells = positions.iter().flat_map(|(diagram, _)| &diagram.panels).flat_map(|panel| &panel.cells);
        let pieces =
            cells.filter_map(|cell| cell.piece.as_ref()).map(|piece| (self.placed(piece).token, piece.clone()));
        let others: Vec<DiagramPiece> = pieces.collect::<BTreeMap<_, _>>().into_values().collect();
        let mut picture = DiagramPainting { others: &others, ..*self }.picture();
        for PlacedPiece { token, words, .. } in others.iter().map(|piece| self.placed(piece)) {
            picture.stamps.entry(token).and_modify(|shapes| *shapes = named(words, std::mem::take(shapes)));
        }
        let moment = |(diagram, touched): &(Diagram, Vec<String>)| {
            BoardMoment::of(DiagramPainting { diagram, ..*self }.cells(), touched.clone())
        };
        SteppingBoard::of(picture, self.cells(), positions.iter().map(moment).collect())
    }
}

impl SteppingBoard {
    fn of(mut picture: Picture, cells: Vec<PlacedCell>, moments: Vec<BoardMoment>) -> SteppingBoard {
        picture.shapes.retain(|shape| !is_named(shape, &["marks", "pieces"]));
        let view = [0.0, 0.0, picture.width, picture.height];
        let scale = cells.last().map_or(1.0, |cell| cell.token_scale);
        let cells = cells.into_iter().map(|cell| (cell.cell.clone(), cell)).collect();
        SteppingBoard { picture, view, cells, scale, ptah: None, moments }
    }

    /// The board after the last turn, with its groups `marks` and `pieces`.
    #[must_use]
    pub fn svg(&self) -> String {
        let drawn = self.picture.inline_svg();
        let drawn = drawn.trim_end().trim_end_matches("</svg>");
        let [left, top, width, height] = self.view.map(Number);
        let whole = format!("viewBox=\"0 0 {} {}\"", Number(self.picture.width), Number(self.picture.height));
        let part =
            format!("class=\"board-picture\" viewBox=\"{left} {top} {width} {height}\" data-scale=\"{}\"", self.scale);
        let mut text = drawn.replacen(&whole, &part, 1);
        let last = self.moments.len().saturating_sub(1);
        let (edge, line) = (Number(9.0 * self.scale), Number(4.5 * self.scale));
        let marks = self.marks(last);
        let _ = write!(
            text,
            "{}{}<g id=\"marks\"><g class=\"frame mark-edge\" stroke-width=\"{edge}\">{marks}</g><g class=\"frame mark\" \
             stroke-width=\"{line}\">{marks}</g></g>\n<g id=\"pieces\">{}</g>\n",
            self.frames(),
            self.ptah_frame(),
            self.pieces(last)
        );
        if let Some(PlacedCell { token_at: (x, y), .. }) = self.ptah.as_ref().and_then(|name| self.cells.get(name)) {
            let (x, y) = (Number(x + 32.0), Number(y - 32.0));
            let _ = write!(
                text,
                "<g transform=\"translate({x} {y})\"><circle r=\"16\" class=\"bead ivory-disc\"/><path class=\"ankh\" \
                 d=\"M0 0C-4-3.2-5.2-6-5.2-8A5.2 5.2 0 0 1 5.2-8C5.2-6 4-3.2 0 0ZM0 0V12M-7 2H7\"/></g>"
            );
        }
        text + "</svg>\n"
    }

    /// What [`small`](Self::small) boards in a page without [`svg`](Self::svg) refer to, but the tokens: the board, the frame of
    /// the Ptah and those of all cells.
    #[must_use]
    pub fn definitions(&self) -> String {
        let ground = self.picture.shapes.iter().find(|shape| is_named(shape, &["ground"])).map_or_else(Vec::new, plain);
        format!(
            "<svg class=\"symbols\" aria-hidden=\"true\"><defs><g id=\"ground\">{}</g>{}{}</defs></svg>\n",
            fragment(&ground),
            self.frames(),
            self.ptah_frame()
        )
    }

    /// A small picture of the position after a number of turns, of parts that the page has.
    #[must_use]
    pub fn small(&self, step: usize) -> String {
        let marks = self.marks(step);
        format!(
            "<svg class=\"small\" viewBox=\"44 44 804 804\" aria-hidden=\"true\"><use href=\"#ground\"/>{}<g class=\"frame \
             mark-edge\" stroke-width=\"14\">{marks}</g><g class=\"frame mark\" stroke-width=\"8\">{marks}</g>{}</svg>",
            if self.ptah.is_some() { "<use href=\"#ptah\"/>" } else { "" },
            self.pieces(step)
        )
    }

    /// How often each square was landed on, of the frames that the page has; empty if none was.
    #[must_use]
    pub fn heat(&self, landings: &SquareCounts) -> String {
        if landings.most() == 0 {
            return String::new();
        }
        let mut text = "<svg class=\"heat\" viewBox=\"44 44 804 804\" role=\"img\" aria-label=\"The board; the more landings on a \
                        square, the darker it is.\">"
            .to_owned();
        for square in Square::all() {
            let count = landings.counts[square.index()];
            let tone = landings.tone(count);
            let _ = write!(text, "<use href=\"#m-{square}\" fill=\"{tone}\"/>");
            if let Some(PlacedCell { token_at: (x, y), .. }) = self.cells.get(&square.to_string()).filter(|_| count > 0)
            {
                let (x, y) = (Number(*x), Number(*y));
                let _ = write!(text, "<text x=\"{x}\" y=\"{y}\" fill=\"{}\">{count}</text>", ink_on(tone));
            }
        }
        text + "</svg>"
    }

    /// What changed with a turn: the cells, each with the tokens that stand there now, as in `a6,a5 p-aK`; with 0 all of the
    /// beginning.
    #[must_use]
    pub fn changes(&self, step: usize) -> String {
        let of =
            |step: Option<usize>| step.and_then(|step| self.moments.get(step)).cloned().unwrap_or_default().standing;
        let (before, now) = (of(step.checked_sub(1)), of(Some(step)));
        let gone = before.keys().filter(|cell| !now.contains_key(*cell)).cloned();
        let set = now.iter().filter(|(cell, tokens)| before.get(*cell) != Some(tokens));
        let set = set.map(|(cell, tokens)| format!("{cell} {}", tokens.join(" ")));
        gone.chain(set).collect::<Vec<_>>().join(",")
    }

    /// The cells that the act of a step touched: `a6-a5` of a move on one level, else as in `a6 a5`.
    #[must_use]
    pub fn touched(&self, step: usize) -> String {
        let Some(BoardMoment { touched, .. }) = self.moments.get(step) else { return String::new() };
        touched.join(if self.line(touched).is_some() { "-" } else { " " })
    }

    /// The ends of the line along a move.
    fn line(&self, touched: &[String]) -> Option<[&PlacedCell; 2]> {
        let [from, to] = touched else { return None };
        let ends = [self.cells.get(from)?, self.cells.get(to)?];
        (ends[0].panel == ends[1].panel).then_some(ends)
    }

    /// The part of the picture that shows a square of Enochian chess.
    #[must_use]
    pub fn square_view(&self, square: &str) -> String {
        let (x, y) = self.cells.get(square).map_or((50.0, 50.0), |cell| cell.middle);
        format!("{} {} 100 100", Number(x - 50.0), Number(y - 50.0))
    }

    /// The frames of all cells, which nobody sees before something refers to them.
    fn frames(&self) -> String {
        let mut text = "<g id=\"cells\" class=\"frame\">".to_owned();
        for (name, cell) in &self.cells {
            let ((x, y), frame) = (cell.token_at, cell.frame(5.0));
            let (x, y, frame) = (Number(x), Number(y), Points(&frame));
            let _ = writeln!(text, "<polygon id=\"m-{name}\" data-at=\"{x} {y}\" points=\"{frame}\"/>");
        }
        text + "</g>\n"
    }

    fn ptah_frame(&self) -> String {
        let frame = |ptah| {
            format!(
                "<g id=\"ptah\" class=\"frame\"><use href=\"#m-{ptah}\" class=\"mark-edge\" stroke-width=\"11\"/><use \
                 href=\"#m-{ptah}\" class=\"ivory\" stroke-width=\"7\"/></g>\n"
            )
        };
        self.ptah.as_ref().map_or_else(String::new, frame)
    }

    /// The marks of what an act touched: of a move a line and a frame, of anything else frames. The script of a page draws them
    /// the same way.
    fn marks(&self, step: usize) -> String {
        let Some(BoardMoment { touched, .. }) = self.moments.get(step) else { return String::new() };
        let known = touched.iter().filter(|name| self.cells.contains_key(*name));
        let mut text: String = known.map(|name| format!("<use href=\"#m-{name}\"/>")).collect();
        if let Some(ends) = self.line(touched) {
            let [from, to] = ends.map(|PlacedCell { token_at: (x, y), .. }| format!("{} {}", Number(*x), Number(*y)));
            let _ = write!(text, "<path d=\"M{from}L{to}\"/>");
        }
        text
    }

    fn pieces(&self, step: usize) -> String {
        let Some(moment) = self.moments.get(step) else { return String::new() };
        let mut text = String::new();
        for (cell, tokens) in &moment.standing {
            let Some(PlacedCell { token_at: (x, y), .. }) = self.cells.get(cell) else { continue };
            let (offs, part) = beside_each_other(tokens.len());
            let scale = (part * self.scale * 1e4).round() / 1e4;
            for (token, off) in tokens.iter().zip(offs) {
                let (x, y) = (Number(x + off), Number(y + off));
                let _ = write!(text, "<use href=\"#{token}\" transform=\"translate({x} {y})scale({scale})\"/>");
            }
        }
        text
    }
}

fn is_named(shape: &Shape, names: &[&str]) -> bool {
    matches!(shape, Shape::Group { name, .. } if names.contains(&name.as_str()))
}

/// The shapes of a board in one list: without the names and titles of its squares, and without their signs.
fn plain(ground: &Shape) -> Vec<Shape> {
    let Shape::Group { shapes, .. } = ground else { return vec![ground.clone()] };
    shapes.iter().filter(|shape| !is_named(shape, &[""])).flat_map(plain).collect()
}

/// The shapes of a token with its title.
fn named(title: String, shapes: Vec<Shape>) -> Vec<Shape> {
    vec![Shape::Group { name: String::new(), title: Some(title), shapes }]
}
