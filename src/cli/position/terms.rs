//! By what a position is judged: the rules, and the throw of a reading.

use anyhow::bail;

use crate::chess::{Array, Move, Position, Rules};
use crate::cli::lookup::{array, entry};
use crate::lore::{DiceTable, Lore, Ruleset};
use crate::reading::{Throw, called};

/// The rules, as a command line names them.
#[derive(Debug, clap::Args)]
pub(super) struct RulesArguments {
    /// Judge as in a reading: a check need not be answered, and any turn may pass without a move.
    #[arg(long)]
    reading: bool,
    /// The ruleset: chessvariants or zalewski.
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
    /// The array the armies started from, by which zalewski promotes on a throne: "Air of Air & Water".
    #[arg(long, value_name = "NAME")]
    array: Option<String>,
}

impl RulesArguments {
    pub(super) fn terms<'l>(&self, lore: &'l Lore) -> anyhow::Result<Terms<'l>> {
        let mut terms = Terms {
            reading: self.reading,
            ruleset: &lore.rulesets()[0],
            array: None,
            throw: None,
            dice: &lore.dice_tables()[0],
        };
        if let Some(name) = &self.ruleset {
            terms.ruleset = entry(lore.ruleset(name))?;
        }
        if let Some(name) = &self.array {
            terms.array = Some(array(name)?);
        }
        Ok(terms)
    }
}

/// By what a position is judged.
#[derive(Clone, Copy)]
pub(super) struct Terms<'l> {
    pub(super) reading: bool,
    pub(super) ruleset: &'l Ruleset,
    pub(super) array: Option<Array>,
    /// Only the moves that this throw calls; it makes a reading of a game.
    pub(super) throw: Option<Throw>,
    pub(super) dice: &'l DiceTable,
}

impl Terms<'_> {
    pub(super) fn rules(&self) -> Rules {
        let rules = Rules { array: self.array, ..self.ruleset.rules };
        if self.reading || self.throw.is_some() { rules.reading() } else { rules }
    }

    /// The moves of a position as sorted texts: `--` alone when there is none but the game goes on.
    pub(super) fn moves(&self, position: &Position) -> anyhow::Result<Vec<String>> {
        let rules = self.rules();
        let moves = match self.throw {
            None => position.moves(&rules),
            Some(throw) => {
                let array = match self.array {
                    Some(array) => array,
                    None if self.dice.needs_array() => bail!(
                        "the dice table {} goes by the places of the pieces in the array; say which array, such as \"Air of Air & Water\" (--array; \"array\" in a line of JSON)",
                        self.dice.name
                    ),
                    // Nothing is called by its place, so any array does.
                    None => Array::all()[0],
                };
                called(position, &rules, self.dice, array, throw).moves
            }
        };
        if position.outcome(&rules).is_some() {
            return Ok(Vec::new());
        }
        let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
        texts.sort_unstable();
        if texts.is_empty() {
            texts.push(Move::Pass.to_string());
        }
        Ok(texts)
    }
}
