//! What was played: a stack of states with the acts that led to them.

/// The acts played since a first state, each with the state after it. The last can be taken back.
///
/// ```
/// use enochian::session::History;
/// let mut sums = History::begin(0);
/// for number in [3, 4, 5] {
///     sums.play(number, sums.state() + number);
/// }
/// assert_eq!((sums.acts(), *sums.state(), *sums.state_before(2)), (&[3, 4, 5][..], 12, 7));
/// assert_eq!(sums.take_back(2), Some(vec![4, 5]));
/// assert_eq!((sums.acts(), *sums.state()), (&[3][..], 3));
/// assert_eq!(sums.take_back(2), None, "there is one");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct History<S, A> {
    start: S,
    acts: Vec<A>,
    /// The state after each act.
    states: Vec<S>,
}

impl<S, A> History<S, A> {
    /// Nothing was played yet.
    #[must_use]
    pub const fn begin(start: S) -> History<S, A> {
        History { start, acts: Vec::new(), states: Vec::new() }
    }

    /// The state before the first act.
    #[must_use]
    pub const fn start(&self) -> &S {
        &self.start
    }

    /// The current state.
    #[must_use]
    pub fn state(&self) -> &S {
        self.states.last().unwrap_or(&self.start)
    }

    /// The state before the act at an index, or the current one if it is the number of acts.
    ///
    /// # Panics
    /// If the index is greater.
    #[must_use]
    pub fn state_before(&self, index: usize) -> &S {
        index.checked_sub(1).map_or(&self.start, |last| &self.states[last])
    }

    /// The acts played, in order, without those that were taken back.
    #[must_use]
    pub fn acts(&self) -> &[A] {
        &self.acts
    }

    /// Adds an act with the state that it led to, and returns it.
    pub fn play(&mut self, act: A, state: S) -> &A {
        self.states.push(state);
        self.acts.push(act);
        &self.acts[self.acts.len() - 1]
    }

    /// Takes back the last acts, and returns them in the order in which they were played. `None`, and nothing changes, if there are
    /// fewer or `count` is 0.
    pub fn take_back(&mut self, count: usize) -> Option<Vec<A>> {
        let remaining = self.acts.len().checked_sub(count).filter(|_| count > 0)?;
        self.states.truncate(remaining);
        Some(self.acts.split_off(remaining))
    }
}
