//! The indications of time in `time.toml` (INTERPRETATION 7.3).

use crate::text::Fields;

use super::entries::all;
use super::{Force, Lore};

/// In the order of [`Force::ALL`].
pub(super) type Times = [String; 16];

impl Lore {
    /// Within what time a matter under a sign or element comes about, as a rule of thumb.
    ///
    /// ```
    /// use enochian::lore::{Force, Lore};
    /// assert_eq!(Lore::embedded().time_of(Force::Gemini), "days to weeks, sooner rather than later");
    /// ```
    pub fn time_of(&self, force: Force) -> &str {
        &self.tables.times[force.index()]
    }
}

pub(super) fn read(fields: &Fields<'_>) -> Option<Times> {
    all(Force::ALL.map(|force| fields.text(force.name())))
}
