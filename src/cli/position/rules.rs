//! The rules of a position of any game, and what they make of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::chess::{self, Outcome};
use crate::cli::play::rules::{GameRules, read_kind_and_options};
use crate::games::{ActError, GameKind, GameState};
use crate::input::quoted;

use super::super::command_error::CommandResult;
use super::{PositionTerms, parse, play, with_hint};

/// The options that name another game.
#[derive(Debug, clap::Args)]
pub(super) struct KindArguments {
    /// The game: enochian, or one of those listed by `enochian kinds`, with its options, such as three,cards=on [default:
    /// enochian]
    #[arg(long, value_name = "KIND[,NAME=VALUE]", display_order = 100)]
    kind: Option<String>,
}

impl KindArguments {
    /// The rules of the game that is named; none for Enochian chess. `given` are the options that only Enochian chess has.
    pub(super) fn rules(&self, given: &[(&str, bool)]) -> CommandResult<Option<GameRules>> {
        let (Some(kind), options) = read_kind_and_options(self.kind.as_deref())? else { return Ok(None) };
        if let Some((name, _)) = given.iter().find(|(_, is_given)| *is_given) {
            misuse!("{name} belongs to Enochian chess; leave it out, or leave out --kind {kind}");
        }
        refereed(kind, &options).map(Some)
    }
}

/// The rules of a kind that has a referee.
pub(super) fn refereed(kind: GameKind, options: &BTreeMap<String, String>) -> CommandResult<GameRules> {
    if !kind.is_refereed() {
        fail!("a game of the kind other has no positions: no referee knows its rules");
    }
    GameRules::of(kind, options)
}

/// The rules of a position.
pub(super) enum PositionRules<'l> {
    Enochian(PositionTerms<'l>),
    Other(GameRules),
}

/// A position with its rules.
pub(super) enum RuledPosition<'l> {
    Enochian(PositionTerms<'l>, chess::Position),
    Other(GameRules, Arc<dyn GameState>),
}

impl<'l> PositionRules<'l> {
    /// Reads a position.
    pub(super) fn parse(&self, text: &str) -> CommandResult<RuledPosition<'l>> {
        Ok(match self {
            PositionRules::Enochian(terms) => RuledPosition::Enochian(*terms, parse(text)?),
            PositionRules::Other(rules) => RuledPosition::Other(rules.clone(), rules.read(text)?),
        })
    }

    /// Reads a position from the command line, where quotation marks can be missing.
    pub(super) fn read(&self, text: &str) -> CommandResult<RuledPosition<'l>> {
        self.parse(text).map_err(|error| match self {
            PositionRules::Enochian(_) => with_hint(error, text, 6, ""),
            PositionRules::Other(rules) => {
                let fields = rules.referee.start().text().split(' ').count();
                with_hint(error, text, fields, &format!(" --kind {}", rules.referee.kind()))
            }
        })
    }
}

impl RuledPosition<'_> {
    /// The position in one line.
    pub(super) fn text(&self) -> String {
        match self {
            RuledPosition::Enochian(_, position) => position.to_string(),
            RuledPosition::Other(_, state) => state.text(),
        }
    }

    /// What can be played, sorted: `--` alone if there is only the pass.
    pub(super) fn moves(&self) -> CommandResult<Vec<String>> {
        match self {
            RuledPosition::Enochian(terms, position) => terms.moves(position),
            RuledPosition::Other(_, state) => Ok(acts(state.as_ref())),
        }
    }

    /// The outcome in a few words, if the game is over.
    pub(super) fn outcome(&self) -> Option<String> {
        match self {
            RuledPosition::Enochian(terms, position) => position.outcome(&terms.rules()).map(outcome_word),
            RuledPosition::Other(_, state) => state.ending().map(|ending| ending.code),
        }
    }

    /// The position after some moves and actions.
    pub(super) fn played<'t>(&self, texts: impl Iterator<Item = &'t str>) -> CommandResult<Self> {
        // A shell takes -- for the end of the options.
        let texts = texts.map(|text| if text == "pass" { "--" } else { text });
        match self {
            RuledPosition::Enochian(terms, position) => {
                Ok(RuledPosition::Enochian(*terms, play::played(terms, position.clone(), texts)?))
            }
            RuledPosition::Other(rules, state) => {
                let mut state = state.clone();
                for text in texts {
                    state = match state.play(text) {
                        Ok(played) => played.state,
                        Err(error @ ActError::Unreadable { .. }) => return Err(error.into()),
                        Err(error) => fail!("{} is illegal in turn {}: {error}", quoted(text), state.turn()),
                    };
                }
                Ok(RuledPosition::Other(rules.clone(), state))
            }
        }
    }

    /// The number of sequences of moves of this length.
    pub(super) fn perft(&self, depth: u8) -> u64 {
        match self {
            RuledPosition::Enochian(terms, position) => position.perft(depth.into(), &terms.rules()),
            RuledPosition::Other(_, state) => state.perft(depth.into()),
        }
    }
}

/// Every act of a state as its text, sorted.
pub(super) fn acts(state: &dyn GameState) -> Vec<String> {
    state.acts().into_iter().map(|act| act.text).collect()
}

/// An outcome in one word, for JSON.
pub(super) fn outcome_word(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won(side) => side.to_string(),
        Outcome::Drawn(_) => "draw".to_owned(),
    }
}
