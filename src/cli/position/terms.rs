//! The rules of a position of Enochian chess, and the throw of a reading.

use crate::chess::{Army, Array, Mode, Move, Position, Rules, Square};
use crate::cli::lookup::{array, entry};
use crate::correspondences::{Correspondences, DiceTable, Ruleset};
use crate::reading::Throw;
use crate::session::{self, Act, Session};

use super::super::command_error::CommandResult;
use super::{KindArguments, PositionRules};

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
    #[command(flatten)]
    kind: KindArguments,
}

impl RulesArguments {
    /// The rules that are named; `more` are further options that only Enochian chess has, and whether each is given.
    pub(super) fn rules<'l>(
        &self,
        more: &[(&'static str, bool)],
        correspondences: &'l Correspondences,
    ) -> CommandResult<PositionRules<'l>> {
        let own =
            [("--reading", self.reading), ("--ruleset", self.ruleset.is_some()), ("--array", self.array.is_some())];
        if let Some(rules) = self.kind.rules(&[&own, more].concat())? {
            return Ok(PositionRules::Other(rules));
        }
        let mut terms = PositionTerms::default_of(correspondences);
        if self.reading {
            terms.mode = Mode::Reading;
        }
        terms.name(self.ruleset.as_deref(), self.array.as_deref(), None, correspondences)?;
        Ok(PositionRules::Enochian(terms))
    }
}

/// The rules of a position of Enochian chess, and the throw of a reading.
#[derive(Clone, Copy)]
pub(super) struct PositionTerms<'l> {
    pub(super) mode: Mode,
    pub(super) ruleset: &'l Ruleset,
    pub(super) array: Option<Array>,
    /// Limits the moves to this throw; implies a reading.
    pub(super) throw: Option<Throw>,
    pub(super) dice: &'l DiceTable,
    /// The querent's army and the Ptah, if the reading is played for them.
    pub(super) ptah: Option<(Army, Square)>,
}

impl<'l> PositionTerms<'l> {
    /// Those of a game by the first ruleset.
    pub(super) fn default_of(correspondences: &'l Correspondences) -> PositionTerms<'l> {
        PositionTerms {
            mode: Mode::Game,
            ruleset: &correspondences.rulesets()[0],
            array: None,
            throw: None,
            dice: &correspondences.dice_tables()[0],
            ptah: None,
        }
    }

    /// Takes the rules, the array and the dice table that are named.
    pub(super) fn name(
        &mut self,
        ruleset: Option<&str>,
        named: Option<&str>,
        dice: Option<&str>,
        correspondences: &'l Correspondences,
    ) -> CommandResult<()> {
        if let Some(name) = ruleset {
            self.ruleset = entry(correspondences.ruleset(name))?;
        }
        if let Some(name) = named {
            self.array = Some(array(name)?);
        }
        if let Some(name) = dice {
            self.dice = entry(correspondences.dice_table(name))?;
        }
        Ok(())
    }

    pub(super) fn rules(&self) -> Rules {
        let mode = if self.throw.is_some() { Mode::Reading } else { self.mode };
        Rules { array: self.array, mode, ..self.ruleset.rules }
    }

    /// A session in which an army is to move: in a reading without a throw, any piece.
    pub(super) fn session(&self, position: Position) -> CommandResult<Session> {
        let terms = session::SessionTerms::of_rules(self.rules());
        let Some(throw) = self.throw else { return Ok(Session::begin(terms, position)) };
        let array = match self.array {
            Some(array) => array,
            None if self.dice.needs_array() => misuse!(
                "the dice table {} needs the array; name it, such as \"Air of Air & Water\" (--array; \"array\" in a line of JSON)",
                self.dice.name
            ),
            // This table does not depend on the array, so any will do.
            None => Array::all()[0],
        };
        let terms = terms.with_dice(self.dice.movers(array));
        let terms = match self.ptah {
            Some((querent, ptah)) => terms.with_ptah(querent, ptah),
            None => terms,
        };
        let mut session = Session::begin(terms, position);
        if session.end().is_none() {
            session.accept(Act::Throw(throw))?;
        }
        Ok(session)
    }

    /// The moves of a position as sorted texts: `--` alone if the army can only pass.
    pub(super) fn moves(&self, position: &Position) -> CommandResult<Vec<String>> {
        let moves = self.session(position.clone())?.moves();
        let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
        texts.sort_unstable();
        Ok(texts)
    }
}
