//! The kinds of games.

use std::fmt;
use std::str::FromStr;

use super::{GameOptions, OptionSpec, OptionsError, Referee, enochian, faith, gods, knightmare, unrefereed};

type MakeReferee = fn(&GameOptions) -> Referee;

/// What there is to know of a kind before a game is begun. Each game has its own, in its folder.
pub(super) struct KindFacts {
    /// Its name in commands and files: `three`.
    pub(super) name: &'static str,
    /// The name of the game: `Knightmare Chess for three`.
    pub(super) title: &'static str,
    /// Where its rules were published.
    pub(super) source: &'static str,
    /// Where its rules stand here.
    pub(super) rules: Option<&'static str>,
    pub(super) options: &'static [OptionSpec],
    /// Whether questions are read in it: with dice, painted boards, and all that squares and pieces stand for.
    pub(super) has_readings: bool,
    /// Whether cards are dealt in it, by the program or by the players from a pack.
    pub(super) is_dealt: bool,
    /// Whether it can begin from a file with another set-up.
    pub(super) has_setup_file: bool,
    /// How a move is written, as an example; none if nothing is known of its moves.
    pub(super) move_example: Option<&'static str>,
    /// Whether what a card does is an act of it (GAMES K5).
    pub(super) has_card_acts: bool,
    /// Makes the referee with these options; none if nobody referees it.
    pub(super) referee: Option<MakeReferee>,
}

/// Declares the kinds: each with its facts, those with a referee before the one without.
macro_rules! kinds {
    (
        refereed { $(#[$doc:meta])* $kind:ident = $facts:path; $($(#[$docs:meta])* $kinds:ident = $more:path;)* }
        unrefereed { $(#[$free_doc:meta])* $free:ident = $free_facts:path; }
    ) => {
        /// A kind of game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum GameKind {
            $(#[$doc])* $kind,
            $($(#[$docs])* $kinds,)*
            $(#[$free_doc])* $free,
        }

        impl GameKind {
            /// The kinds that have a referee, Enochian chess first.
            pub const ALL: &[GameKind] = &[GameKind::$kind, $(GameKind::$kinds),*];

            /// Those beside Enochian chess.
            pub const OTHERS: &[GameKind] = &[$(GameKind::$kinds),*];

            /// Every kind: those with a referee, then the one that nobody referees.
            pub const EVERY: &[GameKind] = &[GameKind::$kind, $(GameKind::$kinds,)* GameKind::$free];

            const fn facts(self) -> &'static KindFacts {
                match self {
                    GameKind::$kind => &$facts,
                    $(GameKind::$kinds => &$more,)*
                    GameKind::$free => &$free_facts,
                }
            }
        }
    };
}

kinds! {
    refereed {
        /// Enochian chess.
        Enochian = enochian::FACTS;
        /// Knightmare Chess for three players.
        Three = knightmare::THREE;
        /// Knightmare Chess for four players, each alone.
        Free = knightmare::FREE;
        /// Knightmare Chess for four players in two teams.
        Team = knightmare::TEAM;
        /// Gods of Chess.
        Gods = gods::FACTS;
        /// Armies of Faith 3.
        Faith = faith::FACTS;
    }
    unrefereed {
        /// A game that no referee here knows, recorded as free texts.
        Other = unrefereed::FACTS;
    }
}

/// Enochian chess, which is meant where no kind is named.
impl Default for GameKind {
    fn default() -> GameKind {
        GameKind::Enochian
    }
}

impl GameKind {
    /// Whether questions are read in it: with dice, painted boards, and all that squares and pieces stand for. Its options have
    /// names of their own in commands.
    #[must_use]
    pub const fn has_readings(self) -> bool {
        self.facts().has_readings
    }

    /// Whether a referee knows its rules; otherwise what the players type is recorded.
    #[must_use]
    pub const fn is_refereed(self) -> bool {
        self.facts().referee.is_some()
    }

    /// Whether cards are dealt in it, by the program or by the players from a pack.
    #[must_use]
    pub const fn is_dealt(self) -> bool {
        self.facts().is_dealt
    }

    /// Whether it can begin from a file with another set-up ([`FaithSetup`](super::FaithSetup)).
    #[must_use]
    pub const fn has_setup_file(self) -> bool {
        self.facts().has_setup_file
    }

    /// A move, as an example of how one is written; none if nobody referees it, so that no move can be against the rules.
    #[must_use]
    pub const fn move_example(self) -> Option<&'static str> {
        self.facts().move_example
    }

    /// Whether what a card does is an act of it (GAMES K5).
    #[must_use]
    pub const fn has_card_acts(self) -> bool {
        self.facts().has_card_acts
    }

    /// Where its rules stand; none for what nobody referees.
    #[must_use]
    pub const fn rules_document(self) -> Option<&'static str> {
        self.facts().rules
    }

    /// Its name in commands and files: `three`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The name of the game: `Knightmare Chess for three`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// Where its rules were published.
    #[must_use]
    pub const fn source(self) -> &'static str {
        self.facts().source
    }

    /// Its options.
    #[must_use]
    pub const fn options(self) -> &'static [OptionSpec] {
        self.facts().options
    }

    /// The referee of the game with these options.
    ///
    /// # Errors
    /// If the game does not have one of the options, or is of the kind [`GameKind::Other`]: see
    /// [`unrefereed`](super::unrefereed()).
    pub fn referee(self, options: &GameOptions) -> Result<Referee, OptionsError> {
        let options = GameOptions::new(options.iter(), self.options())?;
        let made = self.facts().referee.map(|made| made(&options));
        made.ok_or_else(|| OptionsError {
            problem: format!("the kind {self} has no referee"),
            expected: "the names of its seats".to_owned(),
        })
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error when a text is not the name of a kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("choose three, free, team, gods, faith or other")]
pub struct ParseKindError;

impl FromStr for GameKind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<GameKind, ParseKindError> {
        GameKind::EVERY.iter().copied().find(|kind| kind.name() == text && !kind.has_readings()).ok_or(ParseKindError)
    }
}
