//! What happened in an act, as facts for sentences and counting.

use super::Seat;

/// Something that happened in an act.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fact {
    /// A piece moved.
    Moved {
        /// The piece: `knight`.
        piece: &'static str,
        /// The cell it left.
        from: String,
        /// The cell it reached.
        to: String,
    },
    /// A piece was captured.
    Captured {
        /// The seat it belonged to.
        seat: usize,
        /// The piece: `pawn`.
        piece: &'static str,
        /// The cell it stood on, which in a capture in passing is not the one reached.
        at: String,
    },
    /// The piece that moved became another.
    Promoted {
        /// What it became: `queen`.
        piece: &'static str,
        /// The cell it stands on.
        at: String,
    },
    /// The king of a seat is in check.
    Check(usize),
    /// An army went out of the game.
    Out(usize),
    /// Something else, as a clause without the actor: `refuses the battle`, `castles`.
    Other(String),
}

impl Fact {
    /// The fact as a clause without a subject, to stand after the name of who acted: `takes the pawn of Red on e4`.
    #[must_use]
    pub fn clause(&self, seats: &[Seat]) -> String {
        let name = |seat: usize| seats.get(seat).map_or("?", |seat| seat.name.as_str());
        match self {
            Fact::Moved { piece, from, to } => format!("{piece} from {from} to {to}"),
            Fact::Captured { seat, piece, at } => format!("takes the {piece} of {} on {at}", name(*seat)),
            Fact::Promoted { piece, at } => format!("becomes {} {piece} on {at}", article(piece)),
            Fact::Check(seat) => format!("check to {}", name(*seat)),
            Fact::Out(seat) => format!("{} is out", name(*seat)),
            Fact::Other(words) => words.clone(),
        }
    }
}

pub(super) fn article(noun: &str) -> &'static str {
    // A unicorn begins with a consonant.
    if noun.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" }
}
