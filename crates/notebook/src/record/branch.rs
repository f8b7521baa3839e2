//! A branch: a reading that goes another way than the one of which it has the first turns (INTERPRETATION 6.3).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::chess::Move;
use crate::input::ParseError;

/// Where a branch leaves its parent: with the same throw and another move. Its text is one line:
///
/// ```
/// use enochian::record::Branch;
/// let text = "turn 79 with Nh5f4, of ae41238de6754989, after 0123456789abcdef";
/// let branch: Branch = text.parse().unwrap();
/// assert_eq!((branch.turn, branch.mv.to_string(), branch.to_string()), (79, "Nh5f4".to_owned(), text.to_owned()));
/// assert!("turn 0 with Nh5f4, of x, after y".parse::<Branch>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// The turn, from 1.
    pub turn: u32,
    /// The move that is played in it instead of the parent's.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The id of the parent.
    pub of: String,
    /// The hash of what was played before the move, which the two have in common.
    pub before: String,
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Branch { turn, mv, of, before } = self;
        write!(f, "turn {turn} with {mv}, of {of}, after {before}")
    }
}

impl FromStr for Branch {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Branch, ParseError> {
        let read = || {
            let (turn, rest) = text.strip_prefix("turn ")?.split_once(" with ")?;
            let (mv, rest) = rest.split_once(", of ")?;
            let (of, before) = rest.split_once(", after ")?;
            let is_hash =
                |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-') && !text.is_empty();
            let turn = turn.parse().ok().filter(|turn| *turn > 0)?;
            let (mv, of, before) = (mv.parse().ok()?, of.to_owned(), before.to_owned());
            (is_hash(&of) && is_hash(&before)).then_some(Branch { turn, mv, of, before })
        };
        // Only as it is written.
        read()
            .filter(|branch| branch.to_string() == text)
            .ok_or(ParseError("expected such as \"turn 79 with Nh5f4, of ae41238de6754989, after 0123456789abcdef\""))
    }
}
