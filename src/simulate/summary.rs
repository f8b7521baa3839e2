//! A simulation in numbers, as it is told, saved and compared.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::chess::{Army, Square};

use super::{CHANCE, Plan, ROLES, Tally};

/// Counts by name.
pub type Named = BTreeMap<String, u64>;

/// What a simulation was and what it came to; the JSON of `enochian simulate --json`.
///
/// Every count but `seconds` follows from the rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The version of the program.
    pub program: String,
    /// Where its numbers came from.
    pub chance: String,
    /// The question in the querent's words.
    pub question: String,
    /// The board, the angle, the square of the Ptah, the array, the ruleset, the procedure, the dice table, the direction.
    pub setting: BTreeMap<String, String>,
    /// Who chose the moves of each army.
    pub policies: BTreeMap<String, String>,
    /// The seed.
    pub seed: u64,
    /// The number of the first reading.
    pub from: u64,
    /// The number after the last.
    pub to: u64,
    /// After how many plies a reading was left undecided.
    pub limit: u16,
    /// How many readings were played.
    pub readings: u64,
    /// How many turns they had.
    pub turns: u64,
    /// How long it took.
    pub seconds: f64,
    /// Readings by verdict, by the `ptah` and by the `kings`.
    pub answers: BTreeMap<String, Named>,
    /// Readings by manner of each verdict by the Ptah: `yes`, then `unopposed` …
    pub manners: BTreeMap<String, Named>,
    /// Readings by why they ended.
    pub endings: Named,
    /// Readings by how many plies they had.
    pub lengths: BTreeMap<u32, u64>,
    /// Turns lost because the piece thrown could not move, and passes.
    pub no_moves: u64,
    /// Pieces taken.
    pub captures: u64,
    /// Pawns that became pieces.
    pub promotions: u64,
    /// Fours of bishops or queens that were filled.
    pub concourses: u64,
    /// Thrones seized.
    pub seizures: u64,
    /// In how many readings the king of each army was taken.
    pub kings_taken: Named,
    /// In how many readings each army ended `own`, `frozen`, `seized`.
    pub fates: BTreeMap<String, Named>,
    /// Landings by square.
    pub landings: Named,
    /// Moves of each army by piece.
    pub moved: BTreeMap<String, Named>,
}

/// Names and counts side by side.
fn named<N: ToString>(names: impl IntoIterator<Item = N>, counts: &[u64]) -> Named {
    names.into_iter().map(|name| name.to_string()).zip(counts.iter().copied()).collect()
}

impl Summary {
    /// The summary of a plan that was played. The names are those of the players.
    pub fn of(plan: &Plan, policies: &[String; 4], tally: &Tally, seconds: f64) -> Summary {
        let question = &plan.question;
        let by_army = |names: &[&str; 3], counts: &[[u64; 3]; 4]| {
            Army::ALL.map(|army| (army.to_string(), named(names, &counts[army.index()]))).into_iter().collect()
        };
        let verdicts = |cells: &[[u64; 3]; 3]| named(Tally::VERDICTS, &cells.map(|manners| manners.iter().sum()));
        let setting = [
            ("board", question.board.to_string()),
            ("angle", question.angle.to_string()),
            ("ptah", question.ptah.to_string()),
            ("array", question.array.to_string()),
            ("ruleset", question.ruleset.name.clone()),
            ("procedure", plan.procedure().to_owned()),
            ("dice", question.dice.name.clone()),
            ("direction", question.direction.to_string()),
        ];
        let manners = Tally::VERDICTS.into_iter().zip(&tally.ptah);
        let moved = Army::ALL.into_iter().zip(&tally.moved);
        Summary {
            program: concat!("enochian ", env!("CARGO_PKG_VERSION")).to_owned(),
            chance: CHANCE.to_owned(),
            question: question.text.clone(),
            setting: setting.map(|(name, value)| (name.to_owned(), value)).into_iter().collect(),
            policies: Army::ALL.iter().zip(policies).map(|(army, name)| (army.to_string(), name.clone())).collect(),
            seed: plan.seed,
            from: plan.range.start,
            to: plan.range.end,
            limit: plan.limit,
            readings: tally.readings,
            turns: tally.turns,
            seconds,
            answers: [("ptah", verdicts(&tally.ptah)), ("kings", verdicts(&tally.kings))]
                .map(|(criterion, counts)| (criterion.to_owned(), counts))
                .into_iter()
                .collect(),
            manners: manners.map(|(verdict, counts)| (verdict.to_string(), named(Tally::MANNERS, counts))).collect(),
            endings: named(Tally::ENDINGS, &tally.endings),
            lengths: (0..).zip(tally.lengths.iter().copied()).filter(|(_, count)| *count > 0).collect(),
            no_moves: tally.no_moves,
            captures: tally.captures,
            promotions: tally.promotions,
            concourses: tally.concourses,
            seizures: tally.seizures,
            kings_taken: named(Army::ALL, &tally.kings_taken),
            fates: by_army(&["own", "frozen", "seized"], &tally.fates),
            landings: named(Square::all(), &tally.landings),
            moved: moved.map(|(army, counts)| (army.to_string(), named(ROLES, counts))).collect(),
        }
    }

    /// A count of readings by verdict, by a criterion, `ptah` or `kings`; 0 where it is missing.
    pub fn answer(&self, criterion: &str, verdict: &str) -> u64 {
        self.answers.get(criterion).and_then(|counts| counts.get(verdict)).copied().unwrap_or(0)
    }

    /// The number of plies that at least this share of the readings do not exceed.
    pub fn length(&self, share: f64) -> u32 {
        let longest = self.lengths.keys().last().copied().unwrap_or(0);
        let counts: Vec<u64> = (0..=longest).map(|plies| self.lengths.get(&plies).copied().unwrap_or(0)).collect();
        crate::stats::quantile(&counts, share).unwrap_or(0) as u32
    }
}
