//! The game as it stands after each ply.

use crate::chess::{ActionRefused, EffectSink, Exchange, Move, Outcome, Position, Refusal, Rules};

use super::Setting;

/// A game in progress.
///
/// ```
/// use enochian::{chess::{Array, Direction, Element, Refusal}, game::{Game, Setting}, lore::Lore};
/// let ruleset = Lore::embedded().ruleset("chessvariants").unwrap();
/// let (array, board) = (Array::of(Element::Air, Element::Air), Element::Air);
/// let mut game = Game::begin(&Setting::opening("A game", board, array, board, Direction::Deosil, ruleset));
/// game.play("Nc8d6".parse().unwrap(), &mut ()).unwrap();
/// // In a game whoever has a move must make it (RULES 4.4).
/// assert!(matches!(game.play("--".parse().unwrap(), &mut ()), Err(Refusal::MustMove(_))));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    rules: Rules,
    position: Position,
}

/// Why a move cannot be kept as an irregular one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotIrregular {
    /// The move is legal.
    #[error("the move breaks no rule, so nothing about it is irregular")]
    Regular,
    /// It does not even fit RULES 3.
    #[error(transparent)]
    Illegal(Refusal),
}

impl Game {
    /// A game before its first move.
    pub fn begin(setting: &Setting) -> Game {
        Game { rules: setting.rules(), position: setting.start.clone() }
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position as it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a move, or [`Move::Pass`] where the army has none.
    ///
    /// # Errors
    /// The reason, when it is not legal; the game stays as it was.
    pub fn play(&mut self, mv: Move, sink: &mut impl EffectSink) -> Result<(), Refusal> {
        self.position.play(mv, &self.rules, sink)
    }

    /// Plays a move that breaks the duties of RULES 4 but fits RULES 3, as published games have them, and
    /// says what it is against. A turn given up though the army has a move is one too.
    ///
    /// # Errors
    /// When the move breaks nothing, or does not fit RULES 3 either; the game stays as it was.
    pub fn play_irregular(&mut self, mv: Move, sink: &mut impl EffectSink) -> Result<Refusal, NotIrregular> {
        let against = self.position.refusal(mv, &self.rules).ok_or(NotIrregular::Regular)?;
        if let Refusal::Over(_) = against {
            return Err(NotIrregular::Illegal(against));
        }
        self.position.play(mv, &self.rules.reading(), sink).map_err(NotIrregular::Illegal)?;
        Ok(against)
    }

    /// Carries out an exchange of prisoners before the turn's move (RULES 6.2).
    ///
    /// # Errors
    /// When it is not possible now; the game stays as it was.
    pub fn exchange(&mut self, exchange: Exchange, sink: &mut impl EffectSink) -> Result<(), ActionRefused> {
        self.position.exchange(exchange, &self.rules, sink)
    }

    /// Withdraws the army whose turn it is, before its move (RULES 6.3).
    ///
    /// # Errors
    /// When it may not withdraw; the game stays as it was.
    pub fn withdraw(&mut self, sink: &mut impl EffectSink) -> Result<(), ActionRefused> {
        self.position.withdraw(&self.rules, sink)
    }

    /// How the game has ended, if the rules ended it (RULES 4.4, 7).
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome(&self.rules)
    }
}
