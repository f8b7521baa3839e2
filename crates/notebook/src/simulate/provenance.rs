//! The provenance of a simulation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::chess::Army;
use crate::correspondences::{Correspondences, Criterion};

use crate::session::SessionState;

use super::{CHANCE, Plan};

/// Everything that determines the readings of a simulation. Two simulations with the same provenance are parts of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The program and its version.
    pub program: String,
    /// The digest of the data: see [`Correspondences::digest`].
    pub data: String,
    /// The random number generator.
    pub chance: String,
    /// The text of the question.
    pub question: String,
    /// The settings: board, angle, Ptah square, array, ruleset, procedure, what ends it, dice table, direction, and the position
    /// if it is not the start.
    pub setting: BTreeMap<String, String>,
    /// The policy of each army.
    pub policies: BTreeMap<String, String>,
    /// The seed.
    #[serde(with = "crate::input::exact_number")]
    pub seed: u64,
    /// The number of turns after which a reading was left undecided.
    pub limit: u16,
}

impl Provenance {
    /// This program and its version.
    pub(super) const PROGRAM: &str = concat!("enochian ", env!("CARGO_PKG_VERSION"));

    /// The setting of a plan that begins in a position of its own.
    pub(super) const POSITION: &str = "position";

    /// The provenance of the readings of a plan.
    #[must_use]
    pub fn of(plan: &Plan, correspondences: &Correspondences) -> Provenance {
        let question = &plan.question;
        let setting = [
            ("board", question.board.to_string()),
            ("angle", question.angle.to_string()),
            ("ptah", question.ptah.to_string()),
            ("array", question.array.to_string()),
            ("ruleset", question.ruleset.name.clone()),
            ("procedure", plan.procedure().to_owned()),
            ("ends_by", plan.ends_by().to_owned()),
            ("dice", question.dice.name.clone()),
            ("direction", question.direction.to_string()),
        ];
        let position = plan.from_state.as_ref().map(SessionState::position).or(plan.from_position.as_ref());
        let position = position.map(|position| (Provenance::POSITION, position.to_string()));
        let policies = Army::ALL.iter().zip(&plan.players);
        Provenance {
            program: Provenance::PROGRAM.to_owned(),
            data: correspondences.digest().to_owned(),
            chance: CHANCE.to_owned(),
            question: question.text.clone(),
            setting: setting.into_iter().chain(position).map(|(name, value)| (name.to_owned(), value)).collect(),
            policies: policies.map(|(army, player)| (army.to_string(), player.name().to_owned())).collect(),
            seed: plan.seed,
            limit: plan.limit,
        }
    }

    /// Whether the answer by a criterion is only the one so far: the readings end with the answer by the Ptah, and the one by
    /// the kings is not played out (RULES 8.6). How often it would be yes or no cannot be said from such readings.
    #[must_use]
    pub fn is_so_far(&self, criterion: Criterion) -> bool {
        criterion == Criterion::Kings && self.setting.get("ends_by").is_none_or(|by| by == "ptah")
    }

    /// The differences from another provenance, as text; empty if they are equal.
    ///
    /// ```
    /// use enochian::{correspondences::Correspondences, reading::QuestionDraft, simulate::{Plan, Provenance}, input::Source};
    /// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    /// let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
    /// let provenance = |seed| Provenance::of(&Plan::new(question.clone(), seed, 0..10), Correspondences::embedded());
    /// assert_eq!(provenance(1).differences(&provenance(2)), ["the seed: 1 and 2"]);
    /// ```
    #[must_use]
    pub fn differences(&self, other: &Provenance) -> Vec<String> {
        let number = |of: u64| of.to_string();
        let mut pairs = vec![
            ("the program".to_owned(), self.program.clone(), other.program.clone()),
            ("the data".to_owned(), short(&self.data), short(&other.data)),
            ("the random number generator".to_owned(), self.chance.clone(), other.chance.clone()),
            ("the question".to_owned(), self.question.clone(), other.question.clone()),
            ("the seed".to_owned(), number(self.seed), number(other.seed)),
            ("the limit of turns".to_owned(), number(self.limit.into()), number(other.limit.into())),
        ];
        let mut named = |what: &str, one: &BTreeMap<String, String>, two: &BTreeMap<String, String>| {
            let names = one.keys().chain(two.keys().filter(|name| !one.contains_key(*name)));
            let value =
                |of: &BTreeMap<String, String>, name| of.get(name).cloned().unwrap_or_else(|| "none".to_owned());
            pairs.extend(names.map(|name| (format!("{what}{name}"), value(one, name), value(two, name))));
        };
        named("the ", &self.setting, &other.setting);
        named("the policy of ", &self.policies, &other.policies);
        let differ = pairs.into_iter().filter(|(_, one, two)| one != two);
        differ.map(|(what, one, two)| format!("{what}: {one} and {two}")).collect()
    }
}

/// The beginning of a digest, for people.
fn short(digest: &str) -> String {
    digest.chars().take(15).collect::<String>() + "…"
}
