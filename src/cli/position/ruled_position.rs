//! A position of any game with its rules, and what they make of it.

use std::sync::Arc;

use crate::chess::{self, ParsePositionError, splitmix64};
use crate::cli::prelude::*;
use crate::games::{ActError, GameKind, GameState, OfferedAct, Referee, enochian_state};
use crate::lookup::ShownPosition;
use crate::player::SearchLimit;
use crate::reading::Throw;
use crate::render::{in_words, number};
use crate::session::{SessionState, SessionTerms};

use super::answer::Answer;

/// The most acts that an error lists.
const MOST_LISTED: usize = 40;

/// A position with its rules.
pub(super) struct RuledPosition {
    pub(super) referee: Referee,
    pub(super) state: Arc<dyn GameState>,
    /// The position of Enochian chess, for its painted board and what only its pages say.
    pub(super) enochian: Option<chess::Position>,
}

/// Reads a position of Enochian chess.
pub(in super::super) fn position(text: &str) -> CommandResult<chess::Position> {
    text.parse().map_err(|error| match error {
        ParsePositionError::Illegal(_) => problem!("this position is impossible: {error}"),
        ParsePositionError::Syntax { .. } => with_hint(problem!("{error}"), text, 6, GameKind::default()),
    })
}

/// The error with a way out, if there are not as many fields as a position has: then quotation marks are missing.
fn with_hint(error: CommandError, text: &str, fields: usize, kind: GameKind) -> CommandError {
    if text.split_whitespace().count() == fields {
        return error;
    }
    let fields = in_words(fields);
    let kind = if kind.has_readings() { String::new() } else { format!(" --kind {kind}") };
    problem!(
        "{error}; put all {fields} fields in quotation marks; enochian position start{kind} prints a starting position"
    )
}

impl RuledPosition {
    /// Reads a position of Enochian chess.
    pub(super) fn of_enochian(
        text: &str,
        referee: Referee,
        terms: SessionTerms,
        throw: Option<Throw>,
    ) -> CommandResult<RuledPosition> {
        let mut state = SessionState::begin(&terms, position(text)?);
        if let (Some(throw), None) = (throw, state.end()) {
            state.throw(&terms, throw)?;
        }
        let position = state.position().clone();
        Ok(RuledPosition { referee, state: enochian_state(&terms, state), enochian: Some(position) })
    }

    /// Reads a position of another game.
    pub(super) fn of_other(text: &str, referee: Referee) -> CommandResult<RuledPosition> {
        let state = referee.read(text).map_err(|error| {
            let fields = referee.start().text().split(' ').count();
            with_hint(error.into(), text, fields, referee.kind())
        })?;
        Ok(RuledPosition { referee, state, enochian: None })
    }

    /// What can be played, sorted: `--` alone if there is only the pass.
    pub(super) fn moves(&self) -> Vec<String> {
        self.state.moves().into_iter().map(|act| act.text).collect()
    }

    /// The position, described.
    pub(super) fn shown(self) -> ShownPosition {
        ShownPosition::of(&self.referee, self.state, self.enochian)
    }

    /// The outcome in a few words, if the game is over.
    pub(super) fn outcome(&self) -> Option<String> {
        self.state.ending().map(|ending| ending.code)
    }

    /// The position after some acts.
    pub(super) fn play(&self, texts: &[String]) -> CommandResult<Answer> {
        let mut state = self.state.clone();
        for text in self.acts(texts) {
            // A shell takes -- for the end of the options.
            let act = if text == "pass" { "--" } else { &text };
            state = match state.play(act) {
                Ok(played) => played.state,
                Err(error @ ActError::Unreadable { .. }) => return Err(error.into()),
                Err(error) => {
                    let way_out = way_out(state.as_ref(), act);
                    fail!("{} is illegal in turn {}: {error}{way_out}", quoted(&text), state.turn())
                }
            };
        }
        Ok(Answer::Position { position: state.text(), outcome: state.ending().map(|ending| ending.code) })
    }

    /// The acts of some texts. In Enochian chess only an exchange and a resignation have spaces, and their words can be one text or several.
    fn acts(&self, texts: &[String]) -> Vec<String> {
        if self.enochian.is_none() {
            return texts.to_vec();
        }
        let mut words = texts.iter().flat_map(|text| text.split(' '));
        let mut acts = Vec::new();
        while let Some(word) = words.next() {
            let more = match word {
                "exchange" => 3,
                "resign" => 1,
                _ => 0,
            };
            acts.push([word].into_iter().chain(words.by_ref().take(more)).collect::<Vec<_>>().join(" "));
        }
        acts
    }

    /// The number of sequences of moves of this length; if wanted, for each first move too.
    ///
    /// # Errors
    /// If more positions would be reached than `most`.
    pub(super) fn perft(&self, depth: u8, divides: bool, most: u64) -> CommandResult<Answer> {
        let (mut divide, mut reached) = (Vec::new(), 0);
        let mut count = |state: &dyn GameState, plies: u8| {
            let mut goes_on = |more: usize| {
                reached += more.max(1) as u64;
                reached <= most
            };
            let counted = state.perft_while(plies.into(), &mut goes_on);
            counted.ok_or_else(|| {
                problem!(
                    "the count reaches more than {} positions, which would hold up the lines after it; ask for a smaller \
                     depth, or count alone: enochian position perft \"POSITION\" {depth}",
                    number(most)
                )
            })
        };
        if let (true, Some(rest)) = (divides, depth.checked_sub(1)) {
            for act in self.moves() {
                // An act of chance counts once, with cards that the count itself fills in.
                if let Ok(played) = self.state.play(&act) {
                    divide.push((act, count(&*played.state, rest)?));
                }
            }
        }
        Ok(Answer::Perft { perft: count(&*self.state, depth)?, divide: divide.into_iter().collect() })
    }

    /// The best move.
    pub(super) fn best(&self, limit: &SearchLimit) -> Answer {
        match self.state.best(None, limit, splitmix64(0, 0)) {
            Some(found) => Answer::best(found.line, found.estimate, found.nodes, found.depth),
            None => Answer::no_move(self.state.estimate_of_end()),
        }
    }
}

/// What can be played in place of an act: of the same piece if it has a move, or of the same name, or everything.
fn way_out(state: &dyn GameState, tried: &str) -> String {
    if let Some(ending) = state.ending() {
        return format!(". {}", ending.words);
    }
    let is_alike = |act: &OfferedAct| match &act.from {
        Some(from) => act.text.find(from).is_some_and(|at| tried.starts_with(&act.text[..at + from.len()])),
        None => act.text.split(' ').next() == tried.split(' ').next(),
    };
    let (alike, others): (Vec<_>, Vec<_>) = state.acts().into_iter().partition(is_alike);
    let open = if alike.is_empty() { others } else { alike };
    let open: Vec<String> = open.into_iter().map(|act| act.text).collect();
    match open.len() {
        0 => String::new(),
        1..=MOST_LISTED => format!("; possible: {}", open.join(", ")),
        more => format!("; possible: {} and {} more", open[..MOST_LISTED].join(", "), more - MOST_LISTED),
    }
}
