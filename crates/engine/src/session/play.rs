//! What all sessions have in common: acts that are played one after another and taken back from the last.

use crate::input::Help;

use super::SessionTerms;

/// What is played in a session: the terms by which its acts are judged.
///
/// Enochian chess has [`SessionTerms`], and each of the other games a referee.
pub trait Play: Sized {
    /// What play begins from.
    type Start;
    /// A state: all that the next act depends on.
    type State;
    /// What a player or chance does.
    type Act;
    /// What is kept of what was played, with everything that followed: an act, or a turn of several.
    type Step;
    /// Why an act is not possible.
    type Refusal;

    /// The state before the first act.
    fn first_state(&self, start: Self::Start) -> Self::State;

    /// What follows from an act in a session: the state after it, and the step that it completes.
    ///
    /// # Errors
    /// If the act is not possible.
    fn follow(session: &Session<Self>, act: &Self::Act) -> Followed<Self>;

    /// Whether an act completes a step.
    fn completes_step(act: &Self::Act) -> bool;
}

/// The state after an act and the step that it completes, or why it is not possible.
pub type Followed<P> = Result<(<P as Play>::State, Option<<P as Play>::Step>), <P as Play>::Refusal>;

/// A reading or a game while it is being played.
///
/// ```
/// use enochian::chess::{Angle, Army, Array, Board, Direction, Position, Rules};
/// use enochian::session::{Act, Session, SessionTerms};
/// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
/// let mut game = Session::begin(SessionTerms::of_rules(Rules::CHESSVARIANTS), start);
/// let act = Act::Move("Nc8d6".parse().unwrap());
/// game.accept(act).unwrap();
/// assert_eq!((game.steps()[0].mv.to_string(), game.take_back(2).is_err()), ("Nc8d6".to_owned(), true));
/// assert_eq!((game.take_back(1), game.steps().len()), (Ok(vec![act]), 0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Session<P: Play = SessionTerms> {
    terms: P,
    start: P::State,
    acts: Vec<P::Act>,
    /// The state after each act.
    states: Vec<P::State>,
    steps: Vec<P::Step>,
}

/// More acts are to be undone than were done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are not that many acts to undo")]
pub struct NothingToTakeBack;

impl Help for NothingToTakeBack {}

impl<P: Play> Session<P> {
    /// A session before its first act.
    #[must_use]
    pub fn begin(terms: P, start: P::Start) -> Session<P> {
        let start = terms.first_state(start);
        Session { terms, start, acts: Vec::new(), states: Vec::new(), steps: Vec::new() }
    }

    /// What judges its acts: the terms of Enochian chess, or a referee.
    #[must_use]
    pub fn terms(&self) -> &P {
        &self.terms
    }

    /// The state before the first act.
    #[must_use]
    pub fn start(&self) -> &P::State {
        &self.start
    }

    /// The current state.
    #[must_use]
    pub fn state(&self) -> &P::State {
        self.states.last().unwrap_or(&self.start)
    }

    /// The state before the act at an index, or the current one if it is the number of acts.
    ///
    /// # Panics
    /// If the index is greater.
    #[must_use]
    pub fn state_before(&self, index: usize) -> &P::State {
        index.checked_sub(1).map_or(&self.start, |last| &self.states[last])
    }

    /// The acts so far, in order, without undone ones.
    #[must_use]
    pub fn acts(&self) -> &[P::Act] {
        &self.acts
    }

    /// What was played, in order, without what was undone.
    #[must_use]
    pub fn steps(&self) -> &[P::Step] {
        &self.steps
    }

    /// Plays an act.
    ///
    /// # Errors
    /// If the act is not possible; the session is then unchanged.
    pub fn accept(&mut self, act: P::Act) -> Result<(), P::Refusal> {
        let (state, step) = P::follow(self, &act)?;
        self.states.push(state);
        self.steps.extend(step);
        self.acts.push(act);
        Ok(())
    }

    /// Undoes the last acts, and returns them in the order in which they were played. To restore them, they are accepted again.
    ///
    /// # Errors
    /// If there are fewer, or `acts` is 0; the session is then unchanged.
    pub fn take_back(&mut self, acts: usize) -> Result<Vec<P::Act>, NothingToTakeBack> {
        let remaining = self.acts.len().checked_sub(acts).filter(|_| acts > 0).ok_or(NothingToTakeBack)?;
        let taken = self.acts.split_off(remaining);
        self.states.truncate(remaining);
        let steps = taken.iter().filter(|act| P::completes_step(act)).count();
        self.steps.truncate(self.steps.len() - steps);
        Ok(taken)
    }
}
