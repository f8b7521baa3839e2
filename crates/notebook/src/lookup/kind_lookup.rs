//! A kind of game, looked up.

use serde::Serialize;

use crate::games::{GameKind, GameOptions, OptionSpec, Referee};
use crate::input::quoted;

use super::{NotFound, suggestion};

/// A kind of game.
#[derive(Clone, Debug, Serialize)]
pub struct KindLookup {
    /// The word for it: `three`.
    pub kind: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The seats in the order of play; empty if they are named for each game.
    pub seats: Vec<KindSeat>,
    /// What can be chosen.
    pub options: Vec<KindOption>,
    /// The source of its rules.
    pub source: &'static str,
    /// The position before the first act.
    pub start: Option<String>,
    /// Where the rules are.
    pub rules: Option<&'static str>,
}

/// A seat.
#[derive(Clone, Debug, Serialize)]
pub struct KindSeat {
    /// The name.
    pub name: String,
    /// Its letter in position texts.
    pub letter: char,
    /// Partners have the same number.
    pub side: usize,
}

/// Something that can be chosen before a game.
#[derive(Clone, Debug, Serialize)]
pub struct KindOption {
    /// Its name.
    pub name: &'static str,
    /// The default first.
    pub values: &'static [&'static str],
    /// What it does.
    pub about: &'static str,
}

/// The referee of a kind with the default options; none for a game that is only recorded.
pub(super) fn referee(kind: GameKind) -> Option<Referee> {
    kind.referee(&GameOptions::default()).ok()
}

impl KindLookup {
    /// What there is to know about a kind of game.
    #[must_use]
    pub fn of(kind: GameKind) -> KindLookup {
        let referee = referee(kind);
        let seats = referee.iter().flat_map(|referee| referee.seats());
        let option = |option: &OptionSpec| KindOption { name: option.name, values: option.values, about: option.about };
        KindLookup {
            kind: kind.name(),
            name: kind.title(),
            seats: seats
                .map(|seat| KindSeat { name: seat.name.clone(), letter: seat.letter, side: seat.side })
                .collect(),
            options: kind.options().iter().map(option).collect(),
            source: kind.source(),
            start: referee.as_ref().map(|referee| referee.start().text()),
            rules: kind.rules_document(),
        }
    }
}

/// Reads the name of a kind of game.
///
/// # Errors
///
/// If there is no such kind.
pub fn find_kind(text: &str) -> Result<GameKind, NotFound> {
    let name = text.trim().to_lowercase();
    GameKind::EVERY.iter().copied().find(|kind| kind.name() == name).ok_or_else(|| {
        let names: Vec<&str> = GameKind::EVERY.iter().map(|kind| kind.name()).collect();
        let meant = suggestion(text, names.iter().copied());
        NotFound::new(format!("there is no kind of game {}; expected one of {}{meant}", quoted(text), names.join(", ")))
    })
}
