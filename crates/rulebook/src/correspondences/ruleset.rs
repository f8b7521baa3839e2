//! The rulesets by name.

use toml::Spanned;

use crate::chess::{PartnerInConcourse, ReturnedKing, Rules};
use crate::input::Checked;
use enochian_engine::reading::Ruleset;

use super::entries::{HasName, distinct};
use super::files::DataTable;
use super::tables::Tables;

impl HasName for Ruleset {
    const KIND: &'static str = "ruleset";
    fn name(&self) -> &str {
        &self.name
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesetFile {
    ruleset: Vec<Spanned<RulesetRow>>,
}

/// A ruleset with the options on which rulesets differ.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesetRow {
    name: String,
    description: String,
    source: String,
    partner_in_concourse: PartnerInConcourse,
    throne_officer_only: bool,
    returned_king: ReturnedKing,
}

impl RulesetRow {
    fn ruleset(self) -> Ruleset {
        let rules = Rules {
            concourse: self.partner_in_concourse,
            throne_officer_only: self.throne_officer_only,
            returned_king: self.returned_king,
            ..Rules::CHESSVARIANTS
        };
        Ruleset { name: self.name, description: self.description, source: self.source, rules }
    }
}

impl DataTable for Vec<Ruleset> {
    type File = RulesetFile;

    fn of(file: RulesetFile, _: &Tables, checked: &mut Checked<'_>) -> Vec<Ruleset> {
        let rulesets = file.ruleset.into_iter();
        let rulesets = rulesets.map(|row| Spanned::new(row.span(), row.into_inner().ruleset()));
        distinct(rulesets.collect(), checked)
    }
}
