//! How pieces and places are put into a sentence, from `phrases.toml`.

use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer, Error};

use crate::chess::{Element, Kind, Piece, Role};
use crate::input::quoted;

use super::each::{Each, HouseNumber};
use super::{Correspondences, SignOrElement};

/// What a kind of piece does by the manner of its move, and the verbs for it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindPhrases {
    /// What it does: `Fire: a leap like a flame's, …`.
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

/// The contents of the file.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Phrases {
    kinds: Each<Role, KindPhrases>,
    pawns: PawnPhrases,
    risen: PawnPhrases,
    happening: HappeningPhrases,
    field: FieldPhrases,
}

/// Noun phrases, by the happening in `persons.toml`.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct HappeningPhrases {
    #[serde(rename = "source")]
    _source: String,
    phrases: BTreeMap<String, String>,
}

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct FieldPhrases {
    #[serde(rename = "source")]
    _source: String,
    houses: Each<HouseNumber, String>,
    elements: Each<Element, String>,
}

/// Words around a pronoun.
fn around<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let words = String::deserialize(deserializer)?;
    let expected = "words with {} once, where the pronoun goes";
    let problem = || D::Error::custom(format!("{} has no place for a pronoun; expected {expected}", quoted(&words)));
    if words.matches("{}").count() == 1 { Ok(words) } else { Err(problem()) }
}

impl Correspondences {
    /// What a kind of piece does by the manner of its move, and the verbs for it. All pawns are one kind.
    #[must_use]
    pub fn kind_phrases(&self, kind: Kind) -> &KindPhrases {
        &self.tables.phrases().kinds[Role::from(kind)]
    }

    /// The words for a pawn, or for a piece that was promoted from one.
    #[must_use]
    pub fn pawn_phrases(&self, promoted: bool) -> &PawnPhrases {
        if promoted { &self.tables.phrases().risen } else { &self.tables.phrases().pawns }
    }

    /// The happening of a piece as a noun phrase, such as can follow a comma: `news or a plan in motion`.
    #[must_use]
    pub fn happening(&self, piece: Piece) -> &str {
        let happening = match piece.kind {
            Kind::Pawn(_) => &self.tables.phrases().pawns.happening,
            Kind::King | Kind::Officer(_) => self.person(piece).happening,
        };
        self.tables.phrases().happening.phrases.get(happening).map_or(happening, String::as_str)
    }

    /// Where something on a square of a sign or element happens, by the sign's house or by the element: `in the house of friends and
    /// hopes`, `on a square of Fire itself`.
    #[must_use]
    pub fn field(&self, force: SignOrElement) -> &str {
        let field = &self.tables.phrases().field;
        match self.force(force).house {
            Some(house) => &field.houses[HouseNumber(house)],
            None => &field.elements[force.element()],
        }
    }
}
