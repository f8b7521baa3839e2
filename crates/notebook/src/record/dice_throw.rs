//! A throw of several dice (RULES 8.2).

use std::fmt;
use std::str::FromStr;

use crate::input::ParseError;
use crate::reading::{DiceSource, RandomSourceError, Throw};

/// A throw of one to six dice at once, whose numbers are added.
///
/// ```
/// use enochian::record::DiceThrow;
/// let throw: DiceThrow = "3 5".parse().unwrap();
/// assert_eq!((throw.total(), throw.to_string()), (8, "3 + 5 = 8".to_owned()));
/// assert!("8".parse::<DiceThrow>().is_err() && "4 7".parse::<DiceThrow>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceThrow(Vec<Throw>);

impl DiceThrow {
    /// The number of dice, unless the first to throw takes more.
    pub const USUAL_DICE: usize = 2;

    /// The throw in which the dice show these numbers, if they are one to six dice.
    #[must_use]
    pub fn new(dice: Vec<Throw>) -> Option<DiceThrow> {
        (1..=6).contains(&dice.len()).then_some(DiceThrow(dice))
    }

    /// Throws this number of dice, one to six, one after another.
    ///
    /// # Errors
    /// If the operating system returns no random numbers.
    pub fn draw(source: &mut DiceSource, dice: usize) -> Result<DiceThrow, RandomSourceError> {
        (0..dice.clamp(1, 6)).map(|_| Ok(source.draw()?.throw())).collect::<Result<_, _>>().map(DiceThrow)
    }

    /// What each of the dice shows.
    #[must_use]
    pub fn dice(&self) -> &[Throw] {
        &self.0
    }

    /// The sum.
    #[must_use]
    pub fn total(&self) -> u8 {
        self.0.iter().map(|die| die.number()).sum()
    }

    /// The dice without their sum: `3+5`.
    #[must_use]
    pub fn sum_text(&self) -> String {
        self.0.iter().map(Throw::to_string).collect::<Vec<_>>().join("+")
    }
}

impl fmt::Display for DiceThrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = self.sum_text().replace('+', " + ");
        if self.0.len() == 1 { f.write_str(&sum) } else { write!(f, "{sum} = {}", self.total()) }
    }
}

/// What is expected of a text.
const EXPECTED: &str = "a throw is one to six numbers from 1 to 6";

impl FromStr for DiceThrow {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<DiceThrow, ParseError> {
        let numbers = text.split(|it: char| it.is_whitespace() || "+,".contains(it)).filter(|it| !it.is_empty());
        let dice = numbers.map(str::parse).collect::<Result<_, _>>().map_err(|_| ParseError(EXPECTED))?;
        DiceThrow::new(dice).ok_or(ParseError(EXPECTED))
    }
}
