//! What pieces stand for, and what their kinds do, from `persons.toml` (INTERPRETATION 2.2 and 2.3).

use serde::de::{Deserialize, Deserializer, Error};

use crate::chess::{Army, Kind, Officer, Piece, Role};
use crate::input::quoted;

use super::Correspondences;
use super::each::Each;

/// What a kind of piece does in any army, and the words for it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindCorrespondences {
    /// Other names: usual spellings and translations.
    #[serde(default)]
    pub also: Vec<String>,
    /// What it does: `planner and messenger; the first and the last resort`.
    pub office: String,
    /// The aspect of the querent that it represents in the querent's own army: `thought and plans`.
    pub own: String,
    /// What it does by the manner of its move: `Fire: a leap like a flame's, …`.
    pub action: String,
    /// Before the piece, after "the king stepped": `within the leap of`.
    pub entered: String,
    /// Before the king that it came to attack: `leapt at`.
    pub came: String,
    /// Before what it took: `rode down`.
    pub took: String,
    /// Around the pronoun of what it took: `rode {} down`.
    #[serde(deserialize_with = "around")]
    pub took_it: String,
    /// The source.
    pub source: String,
}

/// The words for a pawn.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PawnPhrases {
    /// In the querent's own army.
    pub own: String,
    /// As a person.
    pub person: String,
    /// As a happening.
    pub happening: String,
    /// The source.
    pub source: String,
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
    kinds: Each<Role, KindCorrespondences>,
    pawns: PawnPhrases,
    risen: PawnPhrases,
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

/// Words around a pronoun.
fn around<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let words = String::deserialize(deserializer)?;
    let expected = "words with {} once, where the pronoun goes";
    let problem = || D::Error::custom(format!("{} has no place for a pronoun; expected {expected}", quoted(&words)));
    if words.matches("{}").count() == 1 { Ok(words) } else { Err(problem()) }
}

impl Correspondences {
    /// What a kind of piece does, and the words for it. All pawns are one kind.
    #[must_use]
    pub fn kind(&self, kind: Kind) -> &KindCorrespondences {
        &self.tables.persons().kinds[Role::from(kind)]
    }

    /// The words for a pawn in a summary, or for a piece that was promoted from one.
    #[must_use]
    pub fn pawn_phrases(&self, promoted: bool) -> &PawnPhrases {
        if promoted { &self.tables.persons().risen } else { &self.tables.persons().pawns }
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
