//! Pieces as persons and events, from `persons.toml` (INTERPRETATION 2.2 and 2.3).

use crate::chess::{Army, Kind, Officer, Piece, Role};

use super::Correspondences;
use super::each::Each;

/// The role of a kind of piece, in any army.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindAction {
    /// What it does: `planner and messenger; the first and the last resort`.
    pub office: String,
    /// The aspect of the querent that it represents in the querent's own army: `thought and plans`.
    pub own: String,
}

/// A piece as a person and as an event; see [`Correspondences::person`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PersonCorrespondences<'a> {
    /// `a dreamy, receptive woman`.
    pub person: &'a str,
    /// `daily ease, or waiting`.
    pub happening: &'a str,
}

/// The contents of the file.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Persons {
    kinds: Each<Role, KindAction>,
    kings: Each<Army, String>,
    officers: Each<Officer, Each<Army, OfficerSense>>,
}

/// The person and the event for which an officer stands.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct OfficerSense {
    person: String,
    happening: String,
}

impl Correspondences {
    /// The role of a kind of piece, and the aspect of the querent that it represents. All pawns are one kind.
    #[must_use]
    pub fn kind(&self, kind: Kind) -> &KindAction {
        &self.tables.persons().kinds[Role::from(kind)]
    }

    /// The person and the event for which a piece stands. A king has one text for both. So has a pawn: that of its kind;
    /// the text of the officer that it serves may be shown as well.
    #[must_use]
    pub fn person(&self, piece: Piece) -> PersonCorrespondences<'_> {
        let persons = self.tables.persons();
        let (person, happening) = match piece.kind {
            Kind::King => (&persons.kings[piece.army], &persons.kings[piece.army]),
            Kind::Officer(officer) => {
                let OfficerSense { person, happening } = &persons.officers[officer][piece.army];
                (person, happening)
            }
            Kind::Pawn(_) => {
                let office = &self.kind(piece.kind).office;
                (office, office)
            }
        };
        PersonCorrespondences { person, happening }
    }
}
