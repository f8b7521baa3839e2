//! Pictures: one description of what is drawn, from which SVG, PNG and the board of a web page are made.
//!
//! [`Painting`] describes a board with what stands on it as a [`Picture`]: shapes one upon another. Letters and signs
//! are outlines of its own, so a picture needs no fonts and looks the same everywhere.

mod background;
mod frame;
mod glyphs;
mod painting;
mod pieces;
mod plot;
#[cfg(feature = "png")]
mod png;
mod svg;

use std::collections::BTreeMap;

use crate::correspondences::Tone;

pub use background::{BoardBackground, SquareCounts};
pub use painting::Painting;
pub use plot::Plot;
#[cfg(feature = "png")]
pub use png::PngError;

/// A place in a picture: to the right, and down, in hundredths of the side of a square.
pub type Point = (f64, f64);

/// A drawing, in hundredths of the side of a square.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What it shows, in a line; for those who hear it read out, too.
    pub title: String,
    /// The same at more length.
    pub description: String,
    /// What is drawn, the lowest first.
    pub shapes: Vec<Shape>,
    /// What is drawn once and stamped often, by its name.
    pub stamps: BTreeMap<String, Vec<Shape>>,
}

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A surface with corners.
    Polygon {
        /// Its corners.
        points: Vec<Point>,
        /// What fills it.
        fill: Option<Tone>,
        /// The line around it.
        edge: Option<Edge>,
    },
    /// A disc.
    Disc {
        /// Its middle.
        centre: Point,
        /// From there to the rim.
        radius: f64,
        /// What fills it.
        fill: Option<Tone>,
        /// The line around it.
        edge: Option<Edge>,
    },
    /// A line from point to point.
    Line {
        /// The points.
        points: Vec<Point>,
        /// How it is drawn.
        edge: Edge,
    },
    /// Letters or signs in a row, as outlines.
    Letters {
        /// Which.
        text: String,
        /// The left end of the line on which they stand.
        foot: Point,
        /// The height of a line.
        size: f64,
        /// What fills them.
        tone: Tone,
    },
    /// One of the picture's stamps.
    Stamp {
        /// Its name.
        name: String,
        /// Where its own zero comes to lie.
        at: Point,
        /// How large, 1 being as it was drawn.
        scale: f64,
    },
    /// Shapes that belong together.
    Group {
        /// What they are called.
        name: String,
        /// What they show, for people who point at them.
        title: Option<String>,
        /// What they are.
        shapes: Vec<Shape>,
    },
}

/// A line: its tone and width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Its tone.
    pub tone: Tone,
    /// Its width.
    pub width: f64,
}

impl Shape {
    /// An upright rectangle from its upper left corner.
    fn rectangle((x, y): Point, (width, height): Point, fill: Option<Tone>, edge: Option<Edge>) -> Shape {
        let points = vec![(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
        Shape::Polygon { points, fill, edge }
    }
}
