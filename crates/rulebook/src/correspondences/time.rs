//! The times indicated by signs and elements, from `time.toml` (INTERPRETATION 7.3).

use super::each::Each;
use super::{Correspondences, SignOrElement};

/// The contents of the file.
pub(super) type Times = Each<SignOrElement, String>;

impl Correspondences {
    /// The time in which a matter under a sign or element happens, as a rule of thumb: `days to weeks, sooner rather than later`.
    #[must_use]
    pub fn time_of(&self, force: SignOrElement) -> &str {
        &self.tables.times()[force]
    }
}
