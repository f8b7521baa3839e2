//! Who and what a piece is, as `persons.toml` says (INTERPRETATION 2.2 and 2.3).

use crate::chess::{Army, Kind, Officer, Piece};
use crate::text::Fields;

use super::Lore;
use super::entries::all;

/// What a kind of piece does, whatever its army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindLore {
    /// What it does: `planner and messenger; the first and the last resort`.
    pub office: String,
    /// The aspect of the querent that it is in the querent's own army: `thought and plans`.
    pub own: String,
}

/// A piece as a person and as a happening; see [`Lore::person`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PersonLore<'a> {
    /// `a dreamy, receptive woman`.
    pub person: &'a str,
    /// `daily ease, or waiting`.
    pub happening: &'a str,
}

/// Everything in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Persons {
    king: KindLore,
    officer: [KindLore; 4],
    pawn: KindLore,
    kings: [String; 4],
    /// By officer and army: the person, and the happening.
    officers: [[(String, String); 4]; 4],
}

impl Lore {
    /// What a kind of piece does, and which aspect of the querent it is. All pawns are of one kind.
    ///
    /// ```
    /// use enochian::chess::{Kind, Officer};
    /// use enochian::lore::Lore;
    /// assert_eq!(Lore::embedded().kind(Kind::Officer(Officer::Bishop)).own, "thought and plans");
    /// ```
    pub fn kind(&self, kind: Kind) -> &KindLore {
        let persons = &self.tables.persons;
        match kind {
            Kind::King => &persons.king,
            Kind::Officer(officer) => &persons.officer[officer.index()],
            Kind::Pawn(_) => &persons.pawn,
        }
    }

    /// Who or what a piece is, by army and kind. A king has one text for both; so has a pawn, that of its kind: it is of
    /// the nature of the officer it serves, whose own words can be asked for beside it.
    ///
    /// ```
    /// use enochian::chess::{Army, Kind, Officer, Piece};
    /// use enochian::lore::Lore;
    /// let queen = Piece { army: Army::Water, kind: Kind::Officer(Officer::Queen) };
    /// assert_eq!(Lore::embedded().person(queen).person, "a dreamy, receptive woman");
    /// ```
    pub fn person(&self, piece: Piece) -> PersonLore<'_> {
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
        PersonLore { person, happening }
    }
}

pub(super) fn read(fields: &Fields<'_>) -> Option<Persons> {
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

fn kind(fields: &Fields<'_>) -> Option<KindLore> {
    let (office, own) = (fields.text("office"), fields.text("own"));
    Some(KindLore { office: office?, own: own? })
}
