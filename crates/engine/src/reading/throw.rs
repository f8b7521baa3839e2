//! A throw of the die.

use std::fmt;
use std::str::FromStr;

use crate::input::ParseError;

/// A throw of one die: one to six.
///
/// ```
/// use enochian::reading::Throw;
/// assert_eq!("3".parse::<Throw>().unwrap().number(), 3);
/// assert!("7".parse::<Throw>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct Throw(u8);

impl Throw {
    /// All six.
    pub const ALL: [Throw; 6] = [Throw(1), Throw(2), Throw(3), Throw(4), Throw(5), Throw(6)];

    /// The throw with a number, if it is one to six.
    #[must_use]
    pub fn new(number: u8) -> Option<Throw> {
        Throw::ALL.into_iter().find(|throw| throw.0 == number)
    }

    /// The number, one to six.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Throw {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Throw, ParseError> {
        text.trim().parse().ok().and_then(Throw::new).ok_or(ParseError("a throw is a number from 1 to 6"))
    }
}
