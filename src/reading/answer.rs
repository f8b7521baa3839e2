//! The answer, by both criteria (RULES 8.6).

use std::fmt;

use crate::chess::{Army, Bitboard, Position, Square, attacked_from};
use crate::lore::KingFalls;

use super::Question;

/// Yes, no or neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Neither: a draw, a limit, or the players stopped.
    #[default]
    Undecided,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Yes => "yes",
            Verdict::No => "no",
            Verdict::Undecided => "undecided",
        })
    }
}

/// A verdict and the ply that decided it; undecided has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// The ply after which it stood, counted from 1.
    pub ply: Option<u32>,
}

/// How an answer came: by how many enemies still bear upon the Ptah.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Manner {
    /// None.
    Unopposed,
    /// One or two.
    UnderOpposition,
    /// Three or more.
    UnderStrongOpposition,
}

impl Manner {
    fn of(opposing: u32) -> Manner {
        match opposing {
            0 => Manner::Unopposed,
            1 | 2 => Manner::UnderOpposition,
            _ => Manner::UnderStrongOpposition,
        }
    }
}

impl fmt::Display for Manner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Manner::Unopposed => "unopposed",
            Manner::UnderOpposition => "under opposition",
            Manner::UnderStrongOpposition => "under strong opposition",
        })
    }
}

/// The answer of a reading as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// By the Ptah square (REG; ZAL 16, 19).
    pub ptah: Decision,
    /// By the kings (RHO).
    pub kings: Decision,
    /// How many enemies could capture on the Ptah square or next to it.
    pub opposing: u32,
    /// The same in words.
    pub manner: Manner,
}

/// Watches a reading ply by ply for what decides it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Witness {
    querent: Army,
    ptah_square: Square,
    concludes: bool,
    /// Whether the querent's king has stood on the Ptah, unchecked, since the end of the querent's last turn.
    holding: bool,
    /// Whether the querent's king fell under a procedure that concludes there.
    fell: bool,
    pub(super) ptah: Decision,
    pub(super) kings: Decision,
}

impl Witness {
    pub(super) fn of(question: &Question) -> Witness {
        Witness {
            querent: question.army(),
            ptah_square: question.ptah,
            concludes: question.procedure.when_querents_king_falls == KingFalls::Conclude,
            holding: false,
            fell: false,
            ptah: Decision::default(),
            kings: Decision::default(),
        }
    }

    /// Takes note of the position after a ply of the army `turn`.
    pub(super) fn watch(&mut self, turn: Army, after: &Position) {
        let ply = Some(after.ply());
        let kingless = |army: Army| after.king(army).is_none() && after.king(army.partner()).is_none();
        let holds = after.king(self.querent) == Some(self.ptah_square) && !after.in_check(self.querent);
        // A round begins at the end of the querent's own turn; anything that breaks it waits for the next.
        self.holding = holds && (self.holding || turn == self.querent);
        let round_complete = self.holding && turn != self.querent && after.turn() == self.querent;
        self.fell |= self.concludes && after.king(self.querent).is_none();

        let kings = if kingless(self.querent) {
            Verdict::No
        } else if kingless(self.querent.enemies()[0]) {
            Verdict::Yes
        } else {
            Verdict::Undecided
        };
        let ptah = match kings {
            Verdict::Undecided if round_complete => Verdict::Yes,
            Verdict::Undecided if self.fell => Verdict::No,
            decided => decided,
        };
        for (decision, verdict) in [(&mut self.kings, kings), (&mut self.ptah, ptah)] {
            if decision.verdict == Verdict::Undecided && verdict != Verdict::Undecided {
                *decision = Decision { verdict, ply };
            }
        }
    }

    /// Whether the fall of the querent's king has concluded the reading.
    pub(super) fn concluded(&self) -> bool {
        self.fell
    }

    /// The answer, with its manner in the position as it stands.
    pub(super) fn answer(&self, position: &Position) -> Answer {
        let opposing = opposing(position, self.querent, self.ptah_square).len();
        Answer { ptah: self.ptah, kings: self.kings, opposing, manner: Manner::of(opposing) }
    }
}

/// The enemies of an army that could capture on a square or on one next to it, by RULES 3 (RULES 8.6).
/// A square held by their own side or by a frozen piece does not count: nobody captures there (RULES 3.4).
pub(super) fn opposing(position: &Position, army: Army, square: Square) -> Bitboard {
    let near: Bitboard = Square::all().filter(|s| s.distance(square) <= 1).collect();
    let near = near & !position.frozen() & !position.side(army.side().opponent());
    let occupied = position.occupied();
    position
        .pieces()
        .filter(|(_, piece)| piece.army.side() != army.side() && !position.is_frozen(piece.army))
        .filter(|&(at, piece)| attacked_from(piece.kind, piece.army, at, occupied).meets(near))
        .map(|(at, _)| at)
        .collect()
}
