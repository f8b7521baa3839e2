//! Procedures: when and how a reading ends.

use std::fmt;

use crate::input::TomlTable;

use super::entries::{HasName, named};
use super::prepared::{prepared_choice, prepared_struct};

/// The criterion that ends a reading (RULES 8.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// The querent's king holds the Ptah square for a round, or a side has lost both its kings.
    Ptah,
    /// A side has lost both its kings; nothing else ends the reading.
    Kings,
}

impl Criterion {
    /// Both criteria.
    pub const ALL: [Criterion; 2] = [Criterion::Ptah, Criterion::Kings];

    /// It in words: `the Ptah`, `the kings`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Criterion::Ptah => "the Ptah",
            Criterion::Kings => "the kings",
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Criterion::Ptah => "ptah",
            Criterion::Kings => "kings",
        })
    }
}

/// What happens when the querent's king is captured and the partner's is not (RULES 8.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KingFalls {
    /// The reading continues: an exchange of prisoners may return the king.
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

/// What happens when both opposing kings are captured (RULES 8.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OpposingKingsFall {
    /// The reading ends with Yes: there is no opposition left.
    #[default]
    Yes,
    /// The reading continues until the querent's king attains the Ptah.
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

/// A procedure of a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// `ptah`.
    pub name: String,
    /// A short description.
    pub description: String,
    /// Its source.
    pub source: String,
    /// The criterion.
    pub ends_by: Criterion,
    /// Whether the reading ends when only the querent's king is captured.
    pub when_querents_king_falls: KingFalls,
    /// Whether the reading ends when both opposing kings are captured.
    pub when_opposing_kings_fall: OpposingKingsFall,
}

impl HasName for Procedure {
    const KIND: &'static str = "procedure";
    fn name(&self) -> &str {
        &self.name
    }
}

prepared_struct!(Procedure { name, description, source, ends_by, when_querents_king_falls, when_opposing_kings_fall });
prepared_choice!(Criterion: [Criterion::Ptah, Criterion::Kings]);
prepared_choice!(KingFalls: [KingFalls::PlayOn, KingFalls::Conclude]);
prepared_choice!(OpposingKingsFall: [OpposingKingsFall::Yes, OpposingKingsFall::PlayOn]);

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Vec<Procedure>> {
    named(fields, "procedure", |fields, name| {
        let (description, source) = (fields.prose("description"), fields.text("source"));
        let ends_by = fields.one_of("ends_by", &[("ptah", Criterion::Ptah), ("kings", Criterion::Kings)]);
        let falls = fields
            .one_of("when_querents_king_falls", &[("play-on", KingFalls::PlayOn), ("conclude", KingFalls::Conclude)]);
        // Copies of older data lack this key.
        let opposing = match fields.optional("when_opposing_kings_fall") {
            None => Some(OpposingKingsFall::Yes),
            Some(item) => {
                let words = [("yes", OpposingKingsFall::Yes), ("play-on", OpposingKingsFall::PlayOn)];
                let found = item.one_of(&words);
                if found == Some(OpposingKingsFall::PlayOn) && ends_by == Some(Criterion::Kings) {
                    item.wrong("\"yes\", since this procedure ends by the kings")
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
