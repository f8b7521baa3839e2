//! What people need beside a real board: where the pieces stand at the start, and the pieces of each throw.

use serde::Serialize;

use crate::chess::{Angle, Army, Kind, Officer, Piece, Position, Square};
use crate::correspondences::ThrowTarget;
use crate::games::{Diagram, DiagramCell, DiagramPiece, Seat};
use crate::reading::Question;

/// Where an army's pieces stand at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ArmySetup {
    /// The army's name.
    pub army: String,
    /// The corner of its throne, with a1 at the lower left: `upper left`; none in another game.
    pub corner: Option<&'static str>,
    /// Its pieces from the throne outward, then its pawns.
    pub pieces: Vec<SetupPiece>,
}

/// A piece on a square at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetupPiece {
    /// The square: `a8`.
    pub square: String,
    /// The code of a piece of Enochian chess: `aK`.
    pub piece: Option<String>,
    /// The piece in words: `king, on the throne`.
    pub text: String,
}

/// The piece that a throw names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ThrowWords {
    /// The throw.
    pub throw: u8,
    /// The piece: `king`, `knight`, `pawn`.
    pub piece: &'static str,
    /// The piece in words: `the king, or any pawn if the king cannot move`.
    pub text: String,
}

impl ArmySetup {
    /// The four armies of a starting position, in the order of play.
    #[must_use]
    pub fn all(start: &Position) -> [ArmySetup; 4] {
        let mut army = start.turn();
        [(); 4].map(|()| {
            let setup = ArmySetup::of(army, start);
            army = army.next(start.direction());
            setup
        })
    }

    fn of(army: Army, start: &Position) -> ArmySetup {
        let (files, ranks) = army.forward();
        let home = army.home_edge();
        let pawns = home.iter().filter_map(|square| square.offset(files, ranks));
        let near: Vec<Square> = home.into_iter().chain(pawns).collect();
        let order = |square: Square| near.iter().position(|it| *it == square).unwrap_or(near.len());
        let mut placed: Vec<(Square, Piece)> = start.pieces().filter(|(_, piece)| piece.army == army).collect();
        // The king first, the rest from the throne outward, the pawns last.
        placed.sort_by_key(|(square, piece)| (piece.kind.is_pawn(), piece.kind != Kind::King, order(*square)));
        let text = |square: Square, piece: Piece| match piece.kind {
            Kind::King if square == army.throne() => "king, on the throne".to_owned(),
            Kind::Pawn(officer) => format!("the {officer}’s pawn"),
            Kind::Officer(officer) if start.king(army) == Some(square) => format!("{officer}, with the king"),
            kind => kind.to_string(),
        };
        let pieces = placed.into_iter().map(|(square, piece)| SetupPiece {
            square: square.to_string(),
            piece: Some(piece.code()),
            text: text(square, piece),
        });
        ArmySetup { army: army.name().to_owned(), corner: Some(corner(army.angle())), pieces: pieces.collect() }
    }

    /// The armies of another game, in the order of its seats.
    #[must_use]
    pub fn in_diagram(diagram: &Diagram, seats: &[Seat]) -> Vec<ArmySetup> {
        let cells = || diagram.panels.iter().flat_map(|panel| &panel.cells);
        let setup = |(index, seat): (usize, &Seat)| {
            let own = cells().filter_map(|cell| Some((cell, cell.piece.as_ref().filter(|piece| piece.seat == index)?)));
            let piece = |(cell, piece): (&DiagramCell, &DiagramPiece)| SetupPiece {
                square: cell.name.clone(),
                piece: None,
                text: piece.name.to_owned(),
            };
            ArmySetup { army: seat.name.clone(), corner: None, pieces: own.map(piece).collect() }
        };
        seats.iter().enumerate().map(setup).collect()
    }
}

/// The corner of an angle, with a1 at the lower left.
#[must_use]
pub fn corner(angle: Angle) -> &'static str {
    match angle {
        Angle::Air => "upper left",
        Angle::Water => "upper right",
        Angle::Fire => "lower right",
        Angle::Earth => "lower left",
    }
}

impl ThrowWords {
    /// The throws 1 to 6 of a reading.
    #[must_use]
    pub fn all(question: &Question) -> [ThrowWords; 6] {
        let mut throw = 0;
        question.dice.throws.map(|target| {
            throw += 1;
            let (piece, text) = match target {
                ThrowTarget::KingOrPawn => ("king", "the king, or any pawn if the king cannot move".to_owned()),
                ThrowTarget::Officer(officer) => (officer.name(), format!("the {officer}")),
                ThrowTarget::Place(place) => {
                    let officer: Officer = question.array.officers()[usize::from(place) - 1];
                    (officer.name(), format!("the {officer}, in place {place} of the array"))
                }
                ThrowTarget::AnyPawn => ("pawn", "any pawn".to_owned()),
            };
            ThrowWords { throw, piece, text }
        })
    }
}
