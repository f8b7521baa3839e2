//! The pieces as tokens in their armies' colours.

use crate::chess::{Army, Kind, Officer, Piece};
use crate::correspondences::Tone;

use super::background::ink_on;
use super::glyphs::fitted;
use super::{Edge, Painting, Point, Shape};

/// A painted piece.
#[derive(Clone, Copy)]
pub(in crate::render) struct Token {
    pub(in crate::render) piece: Piece,
    pub(in crate::render) is_frozen: bool,
}

const WHITE: Tone = Tone(0xff, 0xff, 0xff);
const BLACK: Tone = Tone(0x10, 0x10, 0x10);
/// The colours of frozen pieces: ice, and the figures on it.
const ICE: Tone = Tone(0xec, 0xf4, 0xfa);
const IVORY: Tone = Tone(0xff, 0xf6, 0xdc);
const ON_ICE: Tone = Tone(0x2a, 0x33, 0x40);

impl Token {
    /// The name of its stamp.
    pub(super) fn name(self) -> String {
        format!("p-{}{}", self.piece.code(), if self.is_frozen { "-frozen" } else { "" })
    }
}

impl Painting<'_> {
    /// The shapes of a piece around its centre: the figure of the piece and the symbol of its element, on a disc in the army's colour. A
    /// pawn's disc is smaller, and shows the officer it serves.
    ///
    /// A frozen piece is a hexagon of ice in a band of that colour, with a snowflake. Its outline differs, so that it can be
    /// distinguished in print, at small sizes, and by colour-blind people.
    pub(in crate::render) fn token(&self, token: Token) -> Vec<Shape> {
        let Piece { army, kind } = token.piece;
        let (tone, rim) = self.tones(army);
        let (radius, low, sign) = if kind.is_pawn() { (32.0, 20.0, 11.0) } else { (40.0, 27.0, 13.0) };
        // A crystal has less room than a disc.
        let (mut shapes, ink, part) = if token.is_frozen {
            (crystal(radius, tone), ON_ICE, 0.9)
        } else {
            (disc(radius, tone, rim), ink_on(tone), 1.0)
        };
        let mut put = |sign, (x, y): Point, (wide, high): Point| {
            shapes.push(fitted(sign, (x * part, y * part), (wide * part, high * part), ink));
        };
        match kind {
            Kind::King => put("♚", (0.0, -6.5), (42.0, 43.0)),
            Kind::Officer(officer) => put(figure(officer), (0.0, -6.0), (40.0, 40.0)),
            Kind::Pawn(officer) => {
                put("♟", (-8.0, -5.0), (26.0, 31.0));
                put(figure(officer), (12.5, -4.0), (17.0, 18.0));
            }
        }
        put(element_sign(army), (0.0, low), (sign, sign));
        if token.is_frozen {
            shapes.extend(snowflake((radius * 0.78, -radius * 0.78), radius * 0.3));
        }
        shapes
    }

    /// The seal of an army with its name: its disc with the symbol of its element, and no piece.
    pub(super) fn seal(&self, army: Army) -> (String, Vec<Shape>) {
        let (tone, rim) = self.tones(army);
        let mut shapes = disc(40.0, tone, rim);
        shapes.push(fitted(element_sign(army), (0.0, 0.0), (40.0, 40.0), ink_on(tone)));
        (format!("p-{}", army.name().to_lowercase()), shapes)
    }

    /// The colour of an army, and the one that flashes against it.
    fn tones(&self, army: Army) -> (Tone, Tone) {
        let rim = &self.correspondences.element(army.element()).flashing;
        (self.naming.army(army).colour.in_palette(self.palette), rim.in_palette(self.palette))
    }
}

/// The figures alone, each with the name of its piece.
pub(super) fn figures() -> [(&'static str, Vec<Shape>); 6] {
    [("king", "♚"), ("queen", "♛"), ("rook", "♜"), ("bishop", "♝"), ("knight", "♞"), ("pawn", "♟")]
        .map(|(name, sign)| (name, vec![fitted(sign, (0.0, 0.0), (84.0, 84.0), BLACK)]))
}

/// The sign of the Ptah, on a disc.
pub(in crate::render) fn ankh() -> Vec<Shape> {
    let edge = Some(Edge { tone: BLACK, width: 3.0 });
    vec![
        Shape::Disc { centre: (0.0, 0.0), radius: 16.5, fill: Some(IVORY), edge },
        fitted("☥", (0.0, 0.0), (24.0, 24.0), BLACK),
    ]
}

/// A disc in a colour with a rim in its flashing colour, and a halo to separate it from a painted square.
fn disc(radius: f64, tone: Tone, rim: Tone) -> Vec<Shape> {
    let disc = |radius, fill, edge| Shape::Disc { centre: (0.0, 0.0), radius, fill: Some(fill), edge };
    let line = |width| Some(Edge { tone: BLACK, width });
    vec![disc(radius + 3.5, WHITE, None), disc(radius, rim, line(1.5)), disc(radius - 4.5, tone, line(1.0))]
}

/// A hexagon of ice in a band of a colour and a halo.
fn crystal(radius: f64, tone: Tone) -> Vec<Shape> {
    let hexagon = |radius, fill, edge| Shape::Polygon { points: corners(radius).to_vec(), fill: Some(fill), edge };
    let line = |width| Some(Edge { tone: BLACK, width });
    vec![
        hexagon(radius + 8.0, WHITE, None),
        hexagon(radius + 4.5, tone, line(1.5)),
        hexagon(radius - 4.0, ICE, line(1.0)),
    ]
}

/// The corners of a hexagon around the origin, with a corner at the bottom.
fn corners(radius: f64) -> [Point; 6] {
    std::array::from_fn(|corner| {
        let (sine, cosine) = (corner as f64 * std::f64::consts::FRAC_PI_3).sin_cos();
        (radius * sine, -radius * cosine)
    })
}

/// The mark of frozen pieces: a snowflake on a white disc.
pub(super) fn snowflake((x, y): Point, radius: f64) -> Vec<Shape> {
    let edge = Edge { tone: ON_ICE, width: radius * 0.16 };
    let mut shapes =
        vec![Shape::Disc { centre: (x, y), radius, fill: Some(WHITE), edge: Some(Edge { tone: BLACK, width: 1.5 }) }];
    let at = |(dx, dy): Point| (x + dx, y + dy);
    for (dx, dy) in corners(radius * 0.75) {
        shapes.push(Shape::Line { points: vec![(x, y), at((dx, dy))], edge });
        // Two small branches on each arm.
        let side = (-dy * 0.28, dx * 0.28);
        let tips = [side, (-side.0, -side.1)].map(|(sx, sy)| at((dx * 0.9 + sx, dy * 0.9 + sy)));
        shapes.push(Shape::Line { points: vec![tips[0], at((dx * 0.55, dy * 0.55)), tips[1]], edge });
    }
    shapes
}

fn figure(officer: Officer) -> &'static str {
    match officer {
        Officer::Queen => "♛",
        Officer::Rook => "♜",
        Officer::Bishop => "♝",
        Officer::Knight => "♞",
    }
}

/// The alchemical symbol of the element.
fn element_sign(army: Army) -> &'static str {
    match army {
        Army::Air => "🜁",
        Army::Water => "🜄",
        Army::Fire => "🜂",
        Army::Earth => "🜃",
    }
}
