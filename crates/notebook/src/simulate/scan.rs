//! All versions of a question in one respect, and how their answers differ from its own.

use serde::Serialize;

use crate::chess::{Army, Array, Board, Square};
use crate::correspondences::{Correspondences, Criterion};
use crate::reading::{Question, Verdict};

use super::{ArmyPlayer, ComparedOutcome, PairedCounts, Plan, Provenance, ShareDifference, SimulationSummary};

/// What a scan varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanOver {
    /// The square of the Ptah within its angle.
    Ptah,
    /// The board, and with it the array and the Ptah.
    Board,
    /// The array.
    Array,
    /// The dice table.
    Table,
    /// The ruleset.
    Ruleset,
    /// The procedure.
    Procedure,
    /// The policies of the two sides.
    Policy,
}

enochian_engine::named_enum! {
    /// Its name: `ptah`.
    ScanOver or "expected ptah, board, array, table, ruleset, procedure or policy" {
        Ptah: "ptah", Board: "board", Array: "array", Table: "table", Ruleset: "ruleset", Procedure: "procedure", Policy: "policy",
    }
}

impl ScanOver {
    /// How many of [`ArmyPlayer::NAMES`] are quick enough to be compared if none is named.
    pub const FAST: usize = 5;

    /// The versions of a plan, each with its name. `policies` are those that play the sides, if they vary.
    #[must_use]
    pub fn versions(
        self,
        plan: &Plan,
        policies: &[ArmyPlayer],
        correspondences: &Correspondences,
    ) -> Vec<(String, Plan)> {
        let question = &plan.question;
        let of = |name: String, question: Question| (name, Plan { question, ..plan.clone() });
        let place = |name: String, board: Board, ptah: Square, array: Array| {
            let force = correspondences.square(board, ptah).force;
            // The Ptah may not stand where the querent's king starts (RULES 8.1).
            let lawful = ptah != question.army().throne();
            lawful.then(|| of(name, Question { board, ptah, force, array, ..question.clone() }))
        };
        match self {
            ScanOver::Ptah => Square::all()
                .filter(|square| square.angle() == question.angle)
                .filter_map(|ptah| {
                    let name = format!("{ptah} {}", correspondences.square(question.board, ptah).force);
                    place(name, question.board, ptah, question.array)
                })
                .collect(),
            ScanOver::Board => Board::ALL
                .into_iter()
                .filter_map(|board| {
                    let ptah = correspondences.find(board, question.angle, question.force);
                    let array = Array::of(question.array.angle(), board);
                    place(format!("{board}, the Ptah on {ptah}"), board, ptah, array)
                })
                .collect(),
            ScanOver::Array => Array::all()
                .into_iter()
                .filter(|array| array.belongs_to(question.board))
                .map(|array| of(array.to_string(), Question { array, ..question.clone() }))
                .collect(),
            ScanOver::Table => correspondences
                .dice_tables()
                .iter()
                .map(|dice| of(dice.name.clone(), Question { dice: dice.clone(), ..question.clone() }))
                .collect(),
            ScanOver::Ruleset => correspondences
                .rulesets()
                .iter()
                .map(|ruleset| of(ruleset.name.clone(), Question { ruleset: ruleset.clone(), ..question.clone() }))
                .collect(),
            ScanOver::Procedure => correspondences
                .procedures()
                .iter()
                .map(|procedure| {
                    of(procedure.name.clone(), Question { procedure: procedure.clone(), ..question.clone() })
                })
                .collect(),
            ScanOver::Policy => {
                let pairs = policies.iter().flat_map(|theirs| policies.iter().map(move |others| (theirs, others)));
                let pair = |(theirs, others): (&ArmyPlayer, &ArmyPlayer)| {
                    let players = of_sides(question.army(), theirs, others);
                    (format!("{} v {}", theirs.name(), others.name()), Plan { players, ..plan.clone() })
                };
                pairs.map(pair).collect()
            }
        }
    }
}

/// One player for both armies of the querent's side, another for the others.
#[must_use]
pub fn of_sides(querent: Army, theirs: &ArmyPlayer, others: &ArmyPlayer) -> [ArmyPlayer; 4] {
    Army::ALL.map(|army| if army.side() == querent.side() { theirs } else { others }.clone())
}

/// A version of a question, compared with the question as it is; one of those that `enochian simulate scan --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ScanVersion {
    /// What distinguishes it.
    pub name: String,
    /// Whether the others are compared with it.
    pub reference: bool,
    /// Its results.
    pub summary: SimulationSummary,
    /// The differences from the reference in the shares of yes.
    pub differences: Vec<ShareDifference>,
}

impl ScanVersion {
    /// The outcomes that are compared, and their tests corrected together.
    pub const SHOWN: [ComparedOutcome; 2] = [
        ComparedOutcome::Answer(Criterion::Ptah, Verdict::Yes),
        ComparedOutcome::Answer(Criterion::Kings, Verdict::Yes),
    ];

    /// The place of the version that is the plan as it is; the first if none is.
    #[must_use]
    pub fn reference(plans: &[Plan], plan: &Plan, correspondences: &Correspondences) -> usize {
        let of_plan = Provenance::of(plan, correspondences);
        plans.iter().position(|other| Provenance::of(other, correspondences) == of_plan).unwrap_or(0)
    }

    /// The versions that were played together ([`TogetherRun`](super::TogetherRun)) with their differences from the one at
    /// `reference`, corrected for their number, which is returned too.
    #[must_use]
    pub fn compared(
        names: Vec<String>,
        played: Vec<(SimulationSummary, PairedCounts)>,
        reference: usize,
    ) -> (Vec<ScanVersion>, usize) {
        let of_reference = played[reference].0.clone();
        let version = |(place, (name, (summary, pairs))): (usize, (String, (SimulationSummary, _)))| {
            let differences = ShareDifference::between([&summary, &of_reference], Some(&pairs), &ScanVersion::SHOWN);
            ScanVersion { name, reference: place == reference, summary, differences }
        };
        let mut versions: Vec<ScanVersion> = names.into_iter().zip(played).enumerate().map(version).collect();
        let tested = versions.iter_mut().filter(|version| !version.reference);
        let tests = ShareDifference::correct(tested.flat_map(|version| &mut version.differences));
        (versions, tests)
    }

    /// The difference in the share of yes by a criterion.
    #[must_use]
    pub fn yes(&self, criterion: Criterion) -> Option<&ShareDifference> {
        let yes = ComparedOutcome::Answer(criterion, Verdict::Yes);
        self.differences.iter().find(|difference| difference.outcome == yes)
    }
}
