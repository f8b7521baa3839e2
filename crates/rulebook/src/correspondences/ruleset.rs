//! The rulesets by name.

use crate::chess::{PartnerInConcourse, ReturnedKing, Rules};
use crate::input::TomlTable;
use enochian_engine::reading::Ruleset;

use super::entries::{HasName, named};

impl HasName for Ruleset {
    const KIND: &'static str = "ruleset";
    fn name(&self) -> &str {
        &self.name
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Vec<Ruleset>> {
    named(fields, "ruleset", |fields, name| {
        let (description, source) = (fields.prose("description"), fields.text("source"));
        let concourse = fields.one_of(
            "partner_in_concourse",
            &[("taken", PartnerInConcourse::Taken), ("joins", PartnerInConcourse::Joins)],
        );
        let throne_officer_only = fields.boolean("throne_officer_only");
        let returned_king = fields.one_of(
            "returned_king",
            &[("nearest", ReturnedKing::Nearest), ("nearest-unattacked", ReturnedKing::NearestUnattacked)],
        );
        let rules = Rules {
            concourse: concourse?,
            throne_officer_only: throne_officer_only?,
            returned_king: returned_king?,
            ..Rules::CHESSVARIANTS
        };
        Some(Ruleset { name: name?, description: description?, source: source?, rules })
    })
}
