//! A ruleset by its name.

use crate::chess::{PartnerInConcourse, ReturnedKing, Rules};

/// A ruleset with its name.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(from = "RulesetRow")]
pub struct Ruleset {
    /// `chessvariants`.
    pub name: String,
    /// What distinguishes it, and what was not adopted from its source.
    pub description: String,
    /// Its source.
    pub source: String,
    /// The rules of a game; [`Rules::reading`] and [`Rules::with_array`] derive those of a reading.
    pub rules: Rules,
}

/// A ruleset as it is written: with the options on which rulesets differ.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesetRow {
    name: String,
    description: String,
    source: String,
    partner_in_concourse: PartnerInConcourse,
    throne_officer_only: bool,
    returned_king: ReturnedKing,
}

impl From<RulesetRow> for Ruleset {
    fn from(row: RulesetRow) -> Ruleset {
        let RulesetRow { name, description, source, partner_in_concourse, throne_officer_only, returned_king } = row;
        let rules =
            Rules { concourse: partner_in_concourse, throne_officer_only, returned_king, ..Rules::CHESSVARIANTS };
        Ruleset { name, description, source, rules }
    }
}
