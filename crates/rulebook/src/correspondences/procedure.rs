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
        let opposing = fields.required("when_opposing_kings_fall").and_then(|item| {
            let found = item.one_of(&[("yes", OpposingKingsFall::Yes), ("play-on", OpposingKingsFall::PlayOn)]);
            if found == Some(OpposingKingsFall::PlayOn) && ends_by == Some(Criterion::Kings) {
                return item.wrong("\"yes\", since this procedure ends by the kings");
            }
            found
        });
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
