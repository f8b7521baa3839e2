//! The procedures by name.

use crate::input::TomlTable;
use enochian_engine::reading::{Criterion, KingFalls, OpposingKingsFall, Procedure};

use super::entries::{HasName, named};

impl HasName for Procedure {
    const KIND: &'static str = "procedure";
    fn name(&self) -> &str {
        &self.name
    }
}

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
