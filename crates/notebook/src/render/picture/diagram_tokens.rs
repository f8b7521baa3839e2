//! The pieces of the other games as tokens in the colours of their seats.

use crate::correspondences::{Palette, Tone};
use crate::games::{DiagramPiece, Seat};
use crate::render::SeatColour;

use super::background::ink_on;
use super::glyphs::{around, fitted};
use super::{Edge, Shape};

const PAPER: Tone = Tone(0xff, 0xff, 0xff);
const BLACK: Tone = Tone(0x10, 0x10, 0x10);
/// The colour that pieces fade into when their army is out.
const FADED: Tone = Tone(0xdd, 0xd8, 0xce);

/// The name of the stamp of a piece.
pub(super) fn token_name(piece: &DiagramPiece) -> String {
    let out = if piece.is_out { "-out" } else { "" };
    format!("token-{}-{}{out}", piece.seat, piece.letter)
}

/// The shapes of a piece around its centre, on a cell 100 wide: a man of chess by its figure, any other by its letter; and
/// below it the letter of the seat. If its army is out, it is faint and has no rim.
pub(super) fn token(piece: &DiagramPiece, seats: &[Seat], palette: Palette) -> Vec<Shape> {
    let tone = seats.get(piece.seat).map_or(FADED, |seat| SeatColour::of(seat, piece.seat).tone(palette));
    let (mut shapes, ink) = if piece.is_out { faded(tone) } else { (disc(tone), ink_on(tone)) };
    shapes.push(match figure(piece) {
        Some(figure) => fitted(figure, (0.0, -6.0), (43.0, 43.0), ink),
        None => around(&piece.letter.to_string(), (0.0, 9.0), 44.0, ink),
    });
    if let Some(seat) = seats.get(piece.seat) {
        shapes.push(around(&seat.letter.to_string(), (0.0, 29.0), 18.0, ink));
    }
    shapes
}

/// The token of a seat without a piece.
pub(super) fn seat_token(seat: &Seat, index: usize, palette: Palette) -> Vec<Shape> {
    let tone = SeatColour::of(seat, index).tone(palette);
    let mut shapes = disc(tone);
    shapes.push(around(&seat.letter.to_string(), (0.0, 13.0), 50.0, ink_on(tone)));
    shapes
}

/// A token without a piece or a seat, as all look whose army is out.
pub(super) fn faded_token() -> Vec<Shape> {
    faded(FADED).0
}

/// The figure of a man of chess.
pub(super) fn figure(piece: &DiagramPiece) -> Option<&'static str> {
    Some(match piece.name {
        "king" => "♚",
        "queen" => "♛",
        "rook" => "♜",
        "bishop" => "♝",
        "knight" => "♞",
        "pawn" => "♟",
        _ => return None,
    })
}

/// A disc with a rim, in a halo that separates it from its cell.
fn disc(tone: Tone) -> Vec<Shape> {
    let disc = |radius, fill, edge| Shape::Disc { centre: (0.0, 0.0), radius, fill, edge };
    let rim = tone.mixed(ink_on(tone), 0.55);
    vec![
        disc(42.5, Some(PAPER), None),
        disc(40.0, Some(tone), Some(Edge { tone: BLACK, width: 1.8 })),
        disc(36.5, None, Some(Edge { tone: rim, width: 1.4 })),
    ]
}

fn faded(tone: Tone) -> (Vec<Shape>, Tone) {
    let edge = Some(Edge { tone: FADED.mixed(BLACK, 0.3), width: 1.4 });
    let disc = Shape::Disc { centre: (0.0, 0.0), radius: 38.0, fill: Some(FADED.mixed(tone, 0.14)), edge };
    (vec![disc], FADED.mixed(BLACK, 0.45))
}
