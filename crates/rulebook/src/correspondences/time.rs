//! The times indicated by signs and elements, from `time.toml` (INTERPRETATION 7.3).

use crate::input::TomlTable;

use super::entries::all;
use super::{Correspondences, SignOrElement};

/// In the order of [`SignOrElement::ALL`].
pub(super) type Times = [String; 16];

impl Correspondences {
    /// The time in which a matter under a sign or element happens, as a rule of thumb.
    ///
    /// ```
    /// use enochian::correspondences::{SignOrElement, Correspondences};
    /// assert_eq!(Correspondences::embedded().time_of(SignOrElement::Gemini), "days to weeks, sooner rather than later");
    /// ```
    #[must_use]
    pub fn time_of(&self, force: SignOrElement) -> &str {
        &self.tables.times[force.index()]
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Times> {
    all(SignOrElement::ALL.map(|force| fields.text(force.name())))
}
