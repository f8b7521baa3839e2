//! Pictures: a description of shapes, from which SVG, PNG and the board of the web page are made.
//!
//! [`Painting`] describes a board as a [`Picture`], a list of shapes. Letters and symbols are outlines, so a picture needs no
//! fonts and looks the same everywhere; only a text in other letters (Polish, Greek, Hindi) is drawn with the fonts of the reader.

mod background;
mod caption;
mod cells;
mod diagram_key;
mod diagram_layout;
mod diagram_svg;
mod diagram_tokens;
mod frame;
mod glyphs;
mod painting;
mod parts;
mod pieces;
mod plot;
#[cfg(feature = "png")]
mod png;
mod stepping;
mod svg;
#[cfg(feature = "png")]
mod system_fonts;

use std::collections::BTreeMap;

use crate::correspondences::Tone;

pub use background::{BoardBackground, SquareCounts};
pub(super) use background::{figure as geomantic, force_sign};
pub use caption::Caption;
pub use cells::{PlacedCell, PlacedPiece};
pub use diagram_svg::DiagramPainting;
pub(super) use glyphs::fitted;
pub use painting::Painting;
pub(super) use pieces::{Token, ankh};
pub use plot::{HeatMap, Plot};
#[cfg(feature = "png")]
pub use png::PngError;
pub use stepping::SteppingBoard;
pub(super) use svg::fragment;

/// A point in a picture, x and y (downwards), in hundredths of the side of a square.
pub type Point = (f64, f64);

/// A drawing, in hundredths of the side of a square.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// Where it begins: 0, or above that if something was put over it.
    pub top: f64,
    /// The title, also for screen readers.
    pub title: String,
    /// A longer description, also for screen readers.
    pub description: String,
    /// The shapes, from bottom to top.
    pub shapes: Vec<Shape>,
    /// Reusable groups of shapes by name.
    pub stamps: BTreeMap<String, Vec<Shape>>,
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A polygon.
    Polygon {
        /// Its corners.
        points: Vec<Point>,
        /// The fill.
        fill: Option<Tone>,
        /// The outline.
        edge: Option<Edge>,
    },
    /// A disc.
    Disc {
        /// The centre.
        centre: Point,
        /// The radius.
        radius: f64,
        /// The fill.
        fill: Option<Tone>,
        /// The outline.
        edge: Option<Edge>,
    },
    /// A line from point to point.
    Line {
        /// The points.
        points: Vec<Point>,
        /// The stroke.
        edge: Edge,
    },
    /// A row of letters or symbols.
    Letters {
        /// The text.
        text: String,
        /// The left end of the baseline.
        foot: Point,
        /// The line height.
        size: f64,
        /// The fill.
        tone: Tone,
    },
    /// One of the picture's stamps.
    Stamp {
        /// Its name.
        name: String,
        /// The point for its origin.
        at: Point,
        /// The scale; 1 is the original size.
        scale: f64,
    },
    /// A group of shapes.
    Group {
        /// The name; empty for none.
        name: String,
        /// The tooltip.
        title: Option<String>,
        /// The shapes.
        shapes: Vec<Shape>,
    },
}

/// The tone and width of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Its tone.
    pub tone: Tone,
    /// Its width.
    pub width: f64,
}

impl Shape {
    /// A rectangle from its upper left corner.
    pub(super) fn rectangle((x, y): Point, (width, height): Point, fill: Option<Tone>, edge: Option<Edge>) -> Shape {
        let points = vec![(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
        Shape::Polygon { points, fill, edge }
    }
}
