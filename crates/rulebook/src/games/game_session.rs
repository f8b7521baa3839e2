//! A game while it is being played: its acts so far, each with the state that it led to.

use std::sync::Arc;

use crate::session::History;

use super::{ActError, Actor, Fact, GameKind, GameState, PlayedAct, Referee};

/// A game while it is being played.
///
/// ```
/// use enochian::games::{GameOptions, GameKind, GameSession};
/// let referee = GameKind::Three.referee(&GameOptions::default()).unwrap();
/// let mut session = GameSession::begin(referee.clone(), referee.start());
/// let act = session.read("Pg7g6").unwrap();
/// session.accept(&act).unwrap();
/// assert_eq!(session.state().turn(), 2);
/// session.take_back(1).unwrap();
/// assert_eq!(session.state().text(), referee.start().text());
/// ```
#[derive(Clone, Debug)]
pub struct GameSession {
    referee: Arc<dyn Referee>,
    history: History<Arc<dyn GameState>, GameStep>,
}

/// An act of a game as it is recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameAct {
    /// Its canonical text.
    pub text: String,
    /// Whether it was played against the rules, or is a card act.
    pub is_irregular: bool,
}

/// An act that was played.
#[derive(Clone, Debug)]
pub struct GameStep {
    /// The number of the turn to which it belongs.
    pub turn: u32,
    /// Who acted.
    pub actor: Actor,
    /// What followed.
    pub played: PlayedAct,
}

impl GameStep {
    /// The act as it is recorded.
    #[must_use]
    pub fn act(&self) -> GameAct {
        GameAct { text: self.played.text.clone(), is_irregular: self.played.irregular.is_some() }
    }

    /// The cells that the act touched: where a piece left, landed or was captured.
    #[must_use]
    pub fn cells(&self) -> Vec<String> {
        let mut cells = Vec::new();
        for fact in &self.played.facts {
            match fact {
                Fact::Moved { from, to, .. } => cells.extend([from.clone(), to.clone()]),
                Fact::Captured { at, .. } if !cells.contains(at) => cells.push(at.clone()),
                _ => {}
            }
        }
        cells
    }
}

impl GameSession {
    /// A game before its first act.
    #[must_use]
    pub fn begin(referee: Arc<dyn Referee>, start: Arc<dyn GameState>) -> GameSession {
        GameSession { referee, history: History::begin(start) }
    }

    /// The rules.
    #[must_use]
    pub fn referee(&self) -> &Arc<dyn Referee> {
        &self.referee
    }

    /// The state before the first act.
    #[must_use]
    pub fn start(&self) -> &Arc<dyn GameState> {
        self.history.start()
    }

    /// The current state.
    #[must_use]
    pub fn state(&self) -> &Arc<dyn GameState> {
        self.history.state()
    }

    /// The acts played, in order, without undone ones.
    #[must_use]
    pub fn steps(&self) -> &[GameStep] {
        self.history.acts()
    }

    /// The name of who acts next: that of a seat, `Chance`, or `Nobody` when the game is over.
    #[must_use]
    pub fn actor_name(&self, actor: Actor) -> &str {
        match actor {
            Actor::Seat(seat) => self.referee.seats().get(seat).map_or("Nobody", |seat| seat.name.as_str()),
            Actor::Chance => "Chance",
            Actor::Nobody => "Nobody",
        }
    }

    /// Who acted: a resignation is that of its own seat, whoever's turn it is.
    #[must_use]
    pub fn step_actor(&self, step: &GameStep) -> Actor {
        let resigned = step.played.text.strip_prefix("resign ").and_then(|letter| {
            let is_refereed = self.referee.kind() != GameKind::Other;
            self.referee.seats().iter().position(|seat| is_refereed && letter.chars().eq([seat.letter]))
        });
        resigned.map_or(step.actor, Actor::Seat)
    }

    /// Reads an act as a person types it, and returns it in its canonical form, without playing it.
    ///
    /// # Errors
    /// If it is not an act, or cannot be played now.
    pub fn read(&self, text: &str) -> Result<GameAct, ActError> {
        let played = self.state().play(text)?;
        Ok(GameAct { text: played.text, is_irregular: played.irregular.is_some() })
    }

    /// Reads a move that is against the rules (GAMES C4), like [`GameSession::read`].
    ///
    /// # Errors
    /// If it is not such a move.
    pub fn read_irregular(&self, text: &str) -> Result<GameAct, ActError> {
        let played = self.state().play_irregular(text)?;
        Ok(GameAct { text: played.text, is_irregular: true })
    }

    /// Plays an act, and returns the step.
    ///
    /// # Errors
    /// If it cannot be played now, or is not written in its canonical form; the session is then unchanged.
    pub fn accept(&mut self, act: &GameAct) -> Result<&GameStep, ActError> {
        let state = self.state();
        let played = match state.play(&act.text) {
            // A card act is irregular in itself.
            Ok(played) if played.irregular.is_some() == act.is_irregular => played,
            Ok(_) if act.is_irregular => return Err(ActError::Illegal("the act is legal, not irregular".to_owned())),
            Ok(_) => return Err(ActError::Illegal("the act is irregular".to_owned())),
            Err(_) if act.is_irregular => state.play_irregular(&act.text)?,
            Err(error) => return Err(error),
        };
        if played.text != act.text {
            return Err(ActError::Illegal(format!("the act is written {}", played.text)));
        }
        let (turn, actor) = (state.turn(), state.actor());
        let after = Arc::clone(&played.state);
        Ok(self.history.play(GameStep { turn, actor, played }, after))
    }

    /// Undoes the last acts, and returns them in the order in which they were played.
    ///
    /// # Errors
    /// If there are fewer, or `acts` is 0; the session is then unchanged.
    pub fn take_back(&mut self, acts: usize) -> Result<Vec<GameStep>, ActError> {
        let taken_back = self.history.take_back(acts);
        taken_back.ok_or_else(|| ActError::Illegal("there is nothing to take back".to_owned()))
    }
}
