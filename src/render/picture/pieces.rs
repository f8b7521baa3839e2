//! The pieces, each a token in its army's colour.

use crate::chess::{Army, Kind, Officer, Piece};
use crate::lore::{Lore, Naming, Palette, Tone};

use super::ground::ink_on;
use super::letters::fitted;
use super::{Edge, Shape};

/// A token around its middle: a disc in the army's colour, rimmed in the colour that flashes against its element, with
/// the figure of the piece and the sign of the element. A pawn's is smaller, and bears the officer it serves.
pub(super) fn token(piece: Piece, lore: &Lore, naming: &Naming, palette: Palette) -> Vec<Shape> {
    let tone = naming.army(piece.army).colour.toned(palette);
    let ink = ink_on(tone);
    let (radius, low, sign) = if piece.kind.is_pawn() { (32.0, 20.0, 11.0) } else { (40.0, 27.0, 13.0) };
    let disc = |radius, fill, edge| Shape::Disc { centre: (0.0, 0.0), radius, fill: Some(fill), edge };
    let rim = Edge { tone: Tone(0x10, 0x10, 0x10), width: 1.5 };
    let mut shapes = vec![
        // A halo, so that it stands out from a painted square.
        disc(radius + 3.5, Tone(0xff, 0xff, 0xff), None),
        disc(radius, lore.element(piece.army.element()).flashing.toned(palette), Some(rim)),
        disc(radius - 4.5, tone, Some(Edge { tone: rim.tone, width: 1.0 })),
    ];
    match piece.kind {
        Kind::King => shapes.push(fitted("♚", (0.0, -6.5), (42.0, 43.0), ink)),
        Kind::Officer(officer) => shapes.push(fitted(figure(officer), (0.0, -6.0), (40.0, 40.0), ink)),
        Kind::Pawn(officer) => {
            shapes.push(fitted("♟", (-8.0, -5.0), (26.0, 31.0), ink));
            shapes.push(fitted(figure(officer), (12.5, -4.0), (17.0, 18.0), ink));
        }
    }
    shapes.push(fitted(element_sign(piece.army), (0.0, low), (sign, sign), ink));
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

/// The alchemists' sign of the element.
fn element_sign(army: Army) -> &'static str {
    match army {
        Army::Air => "🜁",
        Army::Water => "🜄",
        Army::Fire => "🜂",
        Army::Earth => "🜃",
    }
}
