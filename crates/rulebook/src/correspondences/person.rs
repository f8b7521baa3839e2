//! Pieces as persons and events, from `persons.toml` (INTERPRETATION 2.2 and 2.3).

use crate::chess::{Army, Kind, Officer, Piece};
use crate::input::TomlTable;

use super::Correspondences;
use super::entries::all;

/// The role of a kind of piece, in any army.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Persons {
    king: KindAction,
    officer: [KindAction; 4],
    pawn: KindAction,
    kings: [String; 4],
    /// By officer and army: the person and the event.
    officers: [[(String, String); 4]; 4],
}

impl Correspondences {
    /// The role of a kind of piece, and the aspect of the querent that it represents. All pawns are one kind.
    ///
    /// ```
    /// use enochian::chess::{Kind, Officer};
    /// use enochian::correspondences::Correspondences;
    /// assert_eq!(Correspondences::embedded().kind(Kind::Officer(Officer::Bishop)).own, "thought and plans");
    /// ```
    #[must_use]
    pub fn kind(&self, kind: Kind) -> &KindAction {
        let persons = &self.tables.persons;
        match kind {
            Kind::King => &persons.king,
            Kind::Officer(officer) => &persons.officer[officer.index()],
            Kind::Pawn(_) => &persons.pawn,
        }
    }

    /// The person and the event for which a piece stands. A king has one text for both. So has a pawn: that of its kind;
    /// the text of the officer that it serves may be shown as well.
    ///
    /// ```
    /// use enochian::chess::{Army, Kind, Officer, Piece};
    /// use enochian::correspondences::Correspondences;
    /// let queen = Piece { army: Army::Water, kind: Kind::Officer(Officer::Queen) };
    /// assert_eq!(Correspondences::embedded().person(queen).person, "a dreamy, receptive woman");
    /// ```
    #[must_use]
    pub fn person(&self, piece: Piece) -> PersonCorrespondences<'_> {
        let persons = &self.tables.persons;
        let (person, happening) = match piece.kind {
            Kind::King => {
                let king = &persons.kings[piece.army.index()];
                (king, king)
            }
            Kind::Officer(officer) => {
                let (person, happening) = &persons.officers[officer.index()][piece.army.index()];
                (person, happening)
            }
            Kind::Pawn(_) => (&persons.pawn.office, &persons.pawn.office),
        };
        PersonCorrespondences { person, happening }
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Persons> {
    let kinds = fields.table("kinds", |fields| {
        let king = fields.table("king", kind);
        let officers = Officer::ALL.map(|officer| fields.table(officer.name(), kind));
        let pawn = fields.table("pawn", kind);
        Some((king?, all(officers)?, pawn?))
    });
    let kings = fields.table("king", |fields| all(Army::ALL.map(|army| fields.text(army.name()))));
    let officers = Officer::ALL.map(|officer| {
        fields.table(officer.name(), |fields| {
            all(Army::ALL.map(|army| {
                fields.table(army.name(), |fields| {
                    let (person, happening) = (fields.text("person"), fields.text("happening"));
                    Some((person?, happening?))
                })
            }))
        })
    });
    let (king, officer, pawn) = kinds?;
    Some(Persons { king, officer, pawn, kings: kings?, officers: all(officers)? })
}

fn kind(fields: &TomlTable<'_>) -> Option<KindAction> {
    let (office, own) = (fields.text("office"), fields.text("own"));
    Some(KindAction { office: office?, own: own? })
}
