//! When a reading ends, and by what.

use std::fmt;

use crate::input::TomlTable;

use super::entries::{HasName, named};

/// The criterion that ends a reading (RULES 8.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndsBy {
    /// The querent's king holds the Ptah square for a round, or a side has lost both its kings.
    Ptah,
    /// A side has lost both its kings, and nothing before.
    Kings,
}

impl fmt::Display for EndsBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            EndsBy::Ptah => "ptah",
            EndsBy::Kings => "kings",
        })
    }
}

/// What happens when the querent's king is taken and his partner's is not (RULES 8.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KingFalls {
    /// Nothing: an exchange of prisoners may bring it back.
    PlayOn,
    /// The reading ends with No.
    Conclude,
}

impl fmt::Display for KingFalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            KingFalls::PlayOn => "play-on",
            KingFalls::Conclude => "conclude",
        })
    }
}

/// What happens when both opposing kings are taken (RULES 8.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OpposingKingsFall {
    /// The reading ends with Yes: nothing is left to oppose.
    #[default]
    Yes,
    /// The querent's king has still to attain the Ptah.
    PlayOn,
}

impl fmt::Display for OpposingKingsFall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            OpposingKingsFall::Yes => "yes",
            OpposingKingsFall::PlayOn => "play-on",
        })
    }
}

/// A way of conducting a reading, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// `ptah`.
    pub name: String,
    /// In a few words.
    pub description: String,
    /// Where it comes from.
    pub source: String,
    /// The criterion.
    pub ends_by: EndsBy,
    /// Whether the fall of the querent's king alone is the end.
    pub when_querents_king_falls: KingFalls,
    /// Whether the fall of both opposing kings is the end.
    pub when_opposing_kings_fall: OpposingKingsFall,
}

impl HasName for Procedure {
    const SORT: &'static str = "procedure";
    fn name(&self) -> &str {
        &self.name
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Vec<Procedure>> {
    named(fields, "procedure", |fields, name| {
        let (description, source) = (fields.prose("description"), fields.text("source"));
        let ends_by = fields.one_of("ends_by", &[("ptah", EndsBy::Ptah), ("kings", EndsBy::Kings)]);
        let falls = fields
            .one_of("when_querents_king_falls", &[("play-on", KingFalls::PlayOn), ("conclude", KingFalls::Conclude)]);
        // A copy of the data made before this was asked lacks the key.
        let opposing = match fields.optional("when_opposing_kings_fall") {
            None => Some(OpposingKingsFall::Yes),
            Some(item) => {
                let words = [("yes", OpposingKingsFall::Yes), ("play-on", OpposingKingsFall::PlayOn)];
                let found = item.one_of(&words);
                if found == Some(OpposingKingsFall::PlayOn) && ends_by == Some(EndsBy::Kings) {
                    item.wrong("\"yes\", since a procedure that ends by the kings ends with them")
                } else {
                    found
                }
            }
        };
        Some(Procedure {
            name: name?,
            description: description?,
            source: source?,
            ends_by: ends_by?,
            when_querents_king_falls: falls?,
            when_opposing_kings_fall: opposing?,
        })
    })
}
