//! A game while it is being played: what judges its acts, and what is kept of them.

use std::sync::Arc;

use crate::session::{Followed, Play, Session};

use super::{ActError, GameState, PlayedAct, Referee};

/// A game while it is being played.
///
/// ```
/// use enochian::games::{GameKind, GameOptions, GameSession};
/// let referee = GameKind::Three.referee(&GameOptions::default()).unwrap();
/// let mut session = GameSession::begin(referee.clone(), referee.start());
/// let act = session.state().read("Pg7g6").unwrap();
/// session.accept(act).unwrap();
/// assert_eq!(session.state().turn(), 2);
/// session.take_back(1).unwrap();
/// assert_eq!(session.state().text(), referee.start().text());
/// ```
pub type GameSession = Session<Referee>;

/// An act of a game as it is recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameAct {
    /// Its canonical text.
    pub text: String,
    /// Whether it was played against the rules, or is a card act.
    pub is_irregular: bool,
}

impl Play for Referee {
    type Start = Arc<dyn GameState>;
    type State = Arc<dyn GameState>;
    type Act = GameAct;
    type Step = PlayedAct;
    type Refusal = ActError;

    fn first_state(&self, start: Arc<dyn GameState>) -> Arc<dyn GameState> {
        start
    }

    /// An act has to be in its canonical form.
    fn follow(session: &GameSession, act: &GameAct) -> Followed<Referee> {
        let state = session.state();
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
        Ok((Arc::clone(&played.state), Some(played)))
    }

    fn completes_step(_: &GameAct) -> bool {
        true
    }
}

impl dyn GameState + '_ {
    /// Reads an act as a person types it, and returns it in its canonical form, without playing it.
    ///
    /// # Errors
    /// If it is not an act, or cannot be played now.
    pub fn read(&self, text: &str) -> Result<GameAct, ActError> {
        let played = self.play(text)?;
        Ok(GameAct { text: played.text, is_irregular: played.irregular.is_some() })
    }

    /// Reads a move that is against the rules (GAMES C4), in the same way.
    ///
    /// # Errors
    /// If it is not such a move.
    pub fn read_irregular(&self, text: &str) -> Result<GameAct, ActError> {
        let played = self.play_irregular(text)?;
        Ok(GameAct { text: played.text, is_irregular: true })
    }
}
