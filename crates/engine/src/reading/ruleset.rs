//! A ruleset by its name.

use crate::chess::Rules;

/// A ruleset with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
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
