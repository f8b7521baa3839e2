//! Paintings of boards.

use crate::chess::{Army, Position, Square};
use crate::correspondences::{Correspondences, Naming, Palette, Tone};

use super::background::BoardBackground;
use super::pieces::Token;
use super::{Picture, Point, Shape};

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
        shapes.push(self.marks());
        shapes.push(self.pieces());
        let mut picture = Picture {
            width,
            height,
            top: 0.0,
            title: self.title(),
            description: self.description(),
            shapes,
            stamps: Default::default(),
        };
        if let Some(position) = self.position {
            for (_, piece) in position.pieces() {
                self.define(Token { piece, is_frozen: position.is_frozen(piece.army) }, &mut picture);
            }
        }
        picture
    }

    pub(super) fn define(&self, token: Token, picture: &mut Picture) {
        picture.stamps.entry(token.name()).or_insert_with(|| self.token(token));
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
        if let Some(position) = self.position {
            let mut standing: Vec<_> = position.pieces().collect();
            standing.sort_by_key(|(_, piece)| (piece.army, piece.kind));
            let mut standing = standing.as_slice();
            for army in Army::ALL {
                let of_army = standing.iter().take_while(|(_, piece)| piece.army == army).count();
                let own = standing.split_off(..of_army).unwrap_or_default();
                let name = &self.naming.army(army).name;
                let frozen = if position.is_frozen(army) && !own.is_empty() { " (frozen)" } else { "" };
                let mut told = String::with_capacity(name.len() + 32 + 20 * own.len());
                told.extend([name.as_str(), frozen, ": "]);
                for (number, (square, piece)) in own.iter().enumerate() {
                    told.extend([if number == 0 { "" } else { ", " }, piece.kind.name(), " "]);
                    told.extend([square.file().name(), square.rank().name()]);
                }
                told.push_str(if own.is_empty() { "none left." } else { "." });
                words.push(told);
            }
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

pub(super) fn group(name: &str, shapes: Vec<Shape>) -> Shape {
    Shape::Group { name: name.to_owned(), title: None, shapes }
}
