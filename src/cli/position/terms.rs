//! The rules of a position, and the throw of a reading.

use anyhow::bail;

use crate::chess::{Array, Mode, Move, Position, Rules};
use crate::cli::lookup::{array, entry};
use crate::correspondences::{Correspondences, DiceTable, Ruleset};
use crate::reading::Throw;
use crate::session::{self, Act, Session};

/// The options of the rules.
#[derive(Debug, clap::Args)]
pub(super) struct RulesArguments {
    /// Use the rules of a reading: checks need not be answered, and any turn may pass
    #[arg(long)]
    reading: bool,
    /// The ruleset: chessvariants or zalewski
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
    /// The array at the start, such as "Air of Air & Water"; zalewski promotes by it on a throne
    #[arg(long, value_name = "NAME")]
    array: Option<String>,
}

impl RulesArguments {
    /// The options, and whether each is given.
    pub(super) fn given(&self) -> [(&'static str, bool); 3] {
        [("--reading", self.reading), ("--ruleset", self.ruleset.is_some()), ("--array", self.array.is_some())]
    }

    pub(super) fn terms<'l>(&self, correspondences: &'l Correspondences) -> anyhow::Result<PositionTerms<'l>> {
        let mut terms = PositionTerms {
            mode: if self.reading { Mode::Reading } else { Mode::Game },
            ruleset: &correspondences.rulesets()[0],
            array: None,
            throw: None,
            dice: &correspondences.dice_tables()[0],
        };
        if let Some(name) = &self.ruleset {
            terms.ruleset = entry(correspondences.ruleset(name))?;
        }
        if let Some(name) = &self.array {
            terms.array = Some(array(name)?);
        }
        Ok(terms)
    }
}

/// The rules of a position, and the throw of a reading.
#[derive(Clone, Copy)]
pub(super) struct PositionTerms<'l> {
    pub(super) mode: Mode,
    pub(super) ruleset: &'l Ruleset,
    pub(super) array: Option<Array>,
    /// Limits the moves to this throw; implies a reading.
    pub(super) throw: Option<Throw>,
    pub(super) dice: &'l DiceTable,
}

impl PositionTerms<'_> {
    pub(super) fn rules(&self) -> Rules {
        let mode = if self.throw.is_some() { Mode::Reading } else { self.mode };
        Rules { array: self.array, mode, ..self.ruleset.rules }
    }

    /// A session in which an army is to move: in a reading without a throw, any piece.
    pub(super) fn session(&self, position: Position) -> anyhow::Result<Session> {
        let terms = session::SessionTerms::of_rules(self.rules());
        let Some(throw) = self.throw else { return Ok(Session::begin(terms, position)) };
        let array = match self.array {
            Some(array) => array,
            None if self.dice.needs_array() => bail!(
                "the dice table {} needs the array; name it, such as \"Air of Air & Water\" (--array; \"array\" in a line of JSON)",
                self.dice.name
            ),
            // This table does not depend on the array, so any will do.
            None => Array::all()[0],
        };
        let mut session = Session::begin(terms.with_dice(self.dice.movers(array)), position);
        if session.end().is_none() {
            session.accept(Act::Throw(throw))?;
        }
        Ok(session)
    }

    /// The moves of a position as sorted texts: `--` alone if the army can only pass.
    pub(super) fn moves(&self, position: &Position) -> anyhow::Result<Vec<String>> {
        let moves = self.session(position.clone())?.moves();
        let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
        texts.sort_unstable();
        Ok(texts)
    }
}
