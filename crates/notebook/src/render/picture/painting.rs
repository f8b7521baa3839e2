//! Paintings of boards.

use crate::chess::{Army, Position, Square};
use crate::correspondences::{Correspondences, Naming, Palette, Tone};

use super::background::BoardBackground;
use super::cells::{PlacedCell, PlacedPiece, description, marks, pieces};
use super::glyphs::fitted;
use super::pieces::Token;
use super::{Edge, Picture, Point, Shape};

/// A painting of a board.
///
/// ```
/// use enochian::{chess::Board, correspondences::Correspondences, render::{BoardBackground, Painting}};
/// let correspondences = Correspondences::embedded();
/// let background = BoardBackground::Painted { board: Board::Air, symbols: true };
/// let picture = Painting { heading: Some("The Air board"), ..Painting::of(background, correspondences) }.picture();
/// assert!(picture.svg().contains("<title>f5: Capricorn, the earthy part"));
/// assert!(picture.png().unwrap().starts_with(b"\x89PNG"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Painting<'p> {
    /// The source of colours and symbols.
    pub correspondences: &'p Correspondences,
    /// The names of the game and its armies, and the colours of their pieces.
    pub naming: &'p Naming,
    /// The palette.
    pub palette: Palette,
    /// The squares.
    pub ground: BoardBackground<'p>,
    /// The heading above the board; with it the armies are named at their corners.
    pub heading: Option<&'p str>,
    /// The pieces.
    pub position: Option<&'p Position>,
    /// The Ptah square.
    pub ptah: Option<Square>,
    /// The origin and target of the last move.
    pub last: Option<(Square, Square)>,
}

/// The distance from the edge of the picture to the squares.
pub(super) const MARGIN: f64 = 46.0;
/// The bands above and below a board with a heading.
const HEAD: f64 = 96.0;
const FOOT: f64 = 44.0;
/// The height of the key below the board.
const KEY: f64 = 62.0;
pub(super) const INK: Tone = Tone(0x24, 0x20, 0x1c);
pub(super) const PAPER: Tone = Tone(0xff, 0xff, 0xff);
/// The colour of the Ptah, different from all elements.
pub(super) const TURQUOISE: Tone = Tone(0x12, 0xd6, 0xc4);

impl<'p> Painting<'p> {
    /// A painting of the squares only.
    #[must_use]
    pub fn of(ground: BoardBackground<'p>, correspondences: &'p Correspondences) -> Painting<'p> {
        let (naming, palette) = (&correspondences.namings()[0], Palette::default());
        Painting { correspondences, naming, palette, ground, heading: None, position: None, ptah: None, last: None }
    }

    /// The picture.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let (head, foot) = if self.heading.is_some() { (HEAD, FOOT) } else { (0.0, 0.0) };
        let is_any_frozen =
            self.position.is_some_and(|position| Army::ALL.iter().any(|army| position.is_frozen(*army)));
        let key = if matches!(self.ground, BoardBackground::Landings(_)) || is_any_frozen { KEY } else { 0.0 };
        let (width, height) = (800.0 + 2.0 * MARGIN, 800.0 + 2.0 * MARGIN + head + foot + key);
        let paper = vec![Shape::rectangle((0.0, 0.0), (width, height), Some(PAPER), None)];
        let mut frame = self.heading_and_names();
        frame.extend(self.frame());
        let ground = Square::all().map(|square| self.square(square)).chain(self.cross()).collect();
        let mut shapes = vec![group("paper", paper), group("frame", frame), group("ground", ground)];
        if let BoardBackground::Landings(landings) = self.ground {
            shapes.extend(self.key(landings, height - foot - KEY));
        } else if is_any_frozen {
            shapes.extend(self.frozen_key(height - foot - KEY));
        }
        shapes.extend(self.standing());
        let tokens = self.position.into_iter().flat_map(tokens).map(|(_, token)| (token.name(), self.token(token)));
        Picture {
            width,
            height,
            top: 0.0,
            title: self.title(),
            description: self.description(),
            shapes,
            stamps: tokens.collect(),
        }
    }

    /// All squares, with what stands on them.
    pub(super) fn cells(&self) -> Vec<PlacedCell> {
        let place = |square: Square| PlacedCell {
            cell: square.to_string(),
            panel: 0,
            middle: self.centre(square),
            side: 100.0,
            outline: vec![(-50.0, -50.0), (50.0, -50.0), (50.0, 50.0), (-50.0, 50.0)],
            token_at: self.centre(square),
            token_scale: 1.0,
            pieces: Vec::new(),
        };
        let mut cells: Vec<PlacedCell> = Square::all().map(place).collect();
        for (square, token) in self.position.into_iter().flat_map(tokens) {
            let Token { piece, is_frozen } = token;
            cells[square.index()].pieces.push(PlacedPiece {
                token: token.name(),
                seat: piece.army.index(),
                kind: piece.kind.name(),
                words: format!("{piece}{}", if is_frozen { ", frozen" } else { "" }),
                is_out: is_frozen,
            });
        }
        cells
    }

    /// What stands on the squares: the marks of the Ptah and of the last move, and the pieces.
    pub(super) fn standing(&self) -> [Shape; 2] {
        let cells = self.cells();
        let mut shapes = self.ptah.map_or_else(Vec::new, |ptah| self.ptah_mark(&cells[ptah.index()]));
        let last = self.last.map_or_else(Vec::new, |(start, end)| vec![start.to_string(), end.to_string()]);
        shapes.extend(marks(&cells, &last, self.ptah.map(|ptah| ptah.to_string()).as_deref()));
        [group("marks", shapes), pieces(&cells)]
    }

    fn ptah_mark(&self, cell: &PlacedCell) -> Vec<Shape> {
        let ((x, y), counted) = (cell.middle, matches!(self.ground, BoardBackground::Landings(_)));
        let (centre, radius) = if counted { ((x + 30.0, y - 30.0), 13.0) } else { ((x, y), 15.0) };
        let edge = Some(Edge { tone: INK, width: 1.5 });
        let sign = [
            Shape::Disc { centre, radius, fill: Some(TURQUOISE), edge },
            fitted("☥", centre, (radius * 1.5, radius * 1.5), INK),
        ];
        cell.framed(4.0, [(INK, 9.0), (TURQUOISE, 6.0)]).into_iter().chain(sign).collect()
    }

    /// The upper left corner of a square.
    #[must_use]
    pub fn corner(&self, square: Square) -> Point {
        let head = if self.heading.is_some() { HEAD } else { 0.0 };
        let (file, rank) = (square.file().index() as f64, square.rank().index() as f64);
        (MARGIN + 100.0 * file, MARGIN + head + 100.0 * (7.0 - rank))
    }

    pub(super) fn centre(&self, square: Square) -> Point {
        let (x, y) = self.corner(square);
        (x + 50.0, y + 50.0)
    }

    pub(super) fn title(&self) -> String {
        let board = match self.ground {
            BoardBackground::Painted { board, .. } => format!("the {board} board"),
            BoardBackground::Landings(landings) => format!("landings on the {} board", landings.board),
            BoardBackground::Chequered => "a position".to_owned(),
        };
        let game = &self.naming.game;
        match self.position {
            Some(position) => format!("{game}: {board} after {} turns", position.ply()),
            None => format!("{game}: {board}"),
        }
    }

    /// The position in words.
    #[must_use]
    pub fn description(&self) -> String {
        let mut words = Vec::new();
        if self.position.is_some() {
            let names = Army::ALL.iter().map(|army| self.naming.army(*army).name.as_str());
            words.extend(description(&self.cells(), names, "frozen"));
        }
        words.extend(self.ptah.map(|ptah| format!("The Ptah is on {ptah}.")));
        words.extend(self.last.map(|(start, end)| format!("The last move went from {start} to {end}.")));
        if let BoardBackground::Landings(landings) = self.ground {
            let mut counted: Vec<_> = Square::all().map(|square| (landings.counts[square.index()], square)).collect();
            counted.sort_by_key(|&(count, square)| (std::cmp::Reverse(count), square));
            let most = counted.iter().filter(|(count, _)| *count > 0).take(8);
            let most: Vec<String> = most.map(|(count, square)| format!("{square} {count}")).collect();
            words.push(if most.is_empty() { "No landings.".into() } else { format!("Most: {}.", most.join(", ")) });
        }
        words.join(" ")
    }
}

/// The tokens of a position, with their squares.
pub(super) fn tokens(position: &Position) -> impl Iterator<Item = (Square, Token)> {
    position.pieces().map(|(square, piece)| (square, Token { piece, is_frozen: position.is_frozen(piece.army) }))
}

pub(super) fn group(name: &str, shapes: Vec<Shape>) -> Shape {
    Shape::Group { name: name.to_owned(), title: None, shapes }
}
