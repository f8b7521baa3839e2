//! The dice tables by name.

use crate::chess::Officer;
use crate::input::TomlTable;
use enochian_engine::reading::{DiceTable, ThrowTarget};

use super::entries::{HasName, named};

impl HasName for DiceTable {
    const KIND: &'static str = "dice table";
    fn name(&self) -> &str {
        &self.name
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Vec<DiceTable>> {
    named(fields, "table", |fields, name| {
        let (description, source) = (fields.prose("description"), fields.text("source"));
        let throws = fields.required("throws").and_then(|item| {
            let throws = item.list(|item| item.one_of(&TARGETS))?;
            throws.try_into().ok().or_else(|| item.wrong("six entries, for the throws 1 to 6"))
        });
        Some(DiceTable { name: name?, description: description?, source: source?, throws: throws? })
    })
}

/// All targets, with their names in the data.
const TARGETS: [(&str, ThrowTarget); 10] = [
    ("king", ThrowTarget::KingOrPawn),
    ("queen", ThrowTarget::Officer(Officer::Queen)),
    ("bishop", ThrowTarget::Officer(Officer::Bishop)),
    ("knight", ThrowTarget::Officer(Officer::Knight)),
    ("rook", ThrowTarget::Officer(Officer::Rook)),
    ("place 1", ThrowTarget::Place(1)),
    ("place 2", ThrowTarget::Place(2)),
    ("place 3", ThrowTarget::Place(3)),
    ("place 4", ThrowTarget::Place(4)),
    ("any pawn", ThrowTarget::AnyPawn),
];
