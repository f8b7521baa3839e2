//! The answer of a reading, by both criteria (RULES 8.6).

use std::fmt;

use crate::chess::{Army, Bitboard, Kind, Outcome, Position, Square, attacked_from};
use crate::reading::{Criterion, KingFalls, OpposingKingsFall};

use super::Question;

crate::named_enum! {
    /// Yes, no or neither.
    #[derive(Default)]
    pub enum Verdict {
        /// Yes.
        Yes: "yes",
        /// No.
        No: "no",
        /// Neither: the game was drawn, the limit was reached, or the players stopped.
        #[default]
        Undecided: "undecided",
    }
}

/// A verdict and the ply that decided it, if there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// The ply that decided it, counted from 1.
    pub ply: Option<u32>,
}

crate::named_enum! {
    /// How strongly an answer is opposed: by the number of enemies that still attack the Ptah.
    pub enum Manner {
        /// None.
        Unopposed: "unopposed",
        /// One or two.
        UnderOpposition: "under opposition",
        /// Three or more.
        UnderStrongOpposition: "under strong opposition",
    }
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

/// The current answer of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// By the criterion of the Ptah square (REG; ZAL 16, 19).
    pub ptah: Decision,
    /// By the criterion of the kings (RHO).
    pub kings: Decision,
    /// The number of enemies that could capture on the Ptah square or next to it.
    pub opposing: u32,
    /// That number in words.
    pub manner: Manner,
}

impl Answer {
    /// The decision by a criterion.
    #[must_use]
    pub const fn by(&self, criterion: Criterion) -> Decision {
        match criterion {
            Criterion::Ptah => self.ptah,
            Criterion::Kings => self.kings,
        }
    }
}

/// Why a reading or a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The procedure's criterion has given an answer.
    Answered(Verdict),
    /// The game itself ended.
    Game(Outcome),
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndReason::Answered(verdict) => write!(f, "the answer is {verdict}"),
            EndReason::Game(outcome) => write!(f, "{outcome}"),
        }
    }
}

/// Follows a reading ply by ply and records what decides it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerTracker {
    querent: Army,
    ptah_square: Square,
    ends_by: Criterion,
    concludes: bool,
    plays_on: bool,
    /// Whether only both answers end the reading.
    plays_out: bool,
    /// Whether the querent's king has stood on the Ptah, unchecked, since the end of the querent's last turn.
    is_holding: bool,
    /// Whether the querent's king was captured under a procedure that ends the reading then.
    king_fell: bool,
    ptah: Decision,
    kings: Decision,
}

impl AnswerTracker {
    /// The tracker before the first turn of a reading.
    #[must_use]
    pub fn of(question: &Question) -> AnswerTracker {
        AnswerTracker {
            ends_by: question.procedure.ends_by,
            concludes: question.procedure.when_querents_king_falls == KingFalls::Conclude,
            plays_on: question.procedure.when_opposing_kings_fall == OpposingKingsFall::PlayOn,
            ..AnswerTracker::of_ptah(question.army(), question.ptah)
        }
    }

    /// The tracker of an army's reading for a Ptah, by the procedure `ptah`.
    pub(crate) fn of_ptah(querent: Army, ptah: Square) -> AnswerTracker {
        AnswerTracker {
            querent,
            ptah_square: ptah,
            ends_by: Criterion::Ptah,
            concludes: false,
            plays_on: false,
            plays_out: false,
            is_holding: false,
            king_fell: false,
            ptah: Decision::default(),
            kings: Decision::default(),
        }
    }

    /// The same, in a reading that goes on after the answer by its procedure until the game or the other answer ends it.
    pub fn playing_out(self, plays_out: bool) -> AnswerTracker {
        AnswerTracker { plays_out, ..self }
    }

    /// Updates the tracker with the position after a ply of the army `turn`.
    pub fn watch(&mut self, turn: Army, after: &Position) {
        let ply = Some(after.ply());
        let has_no_king = |army: Army| after.king(army).is_none() && after.king(army.partner()).is_none();
        let holds = after.king(self.querent) == Some(self.ptah_square) && !after.in_check(self.querent);
        // A round begins at the end of the querent's own turn; if it is broken, the next one begins at the next such turn.
        let was_holding = self.is_holding;
        self.is_holding = holds && (was_holding || turn == self.querent);
        // If no other army can move, the round is complete at the end of the querent's next turn.
        let round_complete = self.is_holding && after.turn() == self.querent && (was_holding || turn != self.querent);
        self.king_fell |= self.concludes && after.king(self.querent).is_none();

        let kings = if has_no_king(self.querent) {
            Verdict::No
        } else if has_no_king(self.querent.enemies()[0]) {
            Verdict::Yes
        } else {
            Verdict::Undecided
        };
        let ptah = match kings {
            Verdict::Undecided if round_complete => Verdict::Yes,
            Verdict::Undecided if self.king_fell => Verdict::No,
            // Without its king, nobody is left to attain the Ptah.
            Verdict::Yes if self.plays_on && after.king(self.querent).is_none() => Verdict::No,
            Verdict::Yes if self.plays_on && !round_complete => Verdict::Undecided,
            decided => decided,
        };
        for (decision, verdict) in [(&mut self.kings, kings), (&mut self.ptah, ptah)] {
            if decision.verdict == Verdict::Undecided && verdict != Verdict::Undecided {
                *decision = Decision { verdict, ply };
            }
        }
    }

    /// Whether the querent's king has stood on the Ptah, unchecked, since the end of the querent's last turn.
    pub fn is_holding(&self) -> bool {
        self.is_holding
    }

    /// The querent's army.
    pub(crate) fn querent(&self) -> Army {
        self.querent
    }

    /// The querent's army and the Ptah, if the answer by the Ptah decides the reading and is still open.
    pub(crate) fn open_ptah(&self) -> Option<(Army, Square)> {
        let is_open = self.ends_by == Criterion::Ptah && self.ptah.verdict == Verdict::Undecided;
        is_open.then_some((self.querent, self.ptah_square))
    }

    /// Whether a ply without captures cannot change the tracker: the querent's king is not on the Ptah and was not.
    #[inline]
    pub(crate) fn is_unaffected(&self, after: &Position) -> bool {
        !self.is_holding && after.king(self.querent) != Some(self.ptah_square)
    }

    /// Why the reading is over, if it is, in the last position recorded (RULES 7, 8.6).
    pub fn end(&self, position: &Position) -> Option<EndReason> {
        if self.plays_out {
            let are_both = [self.ptah, self.kings].iter().all(|decision| decision.verdict != Verdict::Undecided);
            let answered = || are_both.then_some(EndReason::Answered(self.ptah.verdict));
            return position.outcome().map(EndReason::Game).or_else(answered);
        }
        if self.ends_by == Criterion::Ptah && self.ptah.verdict != Verdict::Undecided {
            return Some(EndReason::Answered(self.ptah.verdict));
        }
        if self.king_fell {
            return Some(EndReason::Answered(Verdict::No));
        }
        position.outcome().map(EndReason::Game)
    }

    /// The current answer, with its manner in the given position.
    pub fn answer(&self, position: &Position) -> Answer {
        let opposing = opposing(position, self.querent, self.ptah_square).len();
        Answer { ptah: self.ptah, kings: self.kings, opposing, manner: Manner::of(opposing) }
    }
}

/// The enemies of an army that could capture on a square or next to it, by RULES 3 (RULES 8.6). A square occupied by their
/// own side or by a frozen piece does not count, since they cannot capture there (RULES 3.4).
pub(super) fn opposing(position: &Position, army: Army, square: Square) -> Bitboard {
    let near = Bitboard::of(square) | attacked_from(Kind::King, army, square, Bitboard::EMPTY);
    let near = near & !position.frozen() & !position.side(army.side().opponent());
    let occupied = position.occupied();
    let attackers = |enemy| near.into_iter().map(move |square| position.attackers(square, enemy, occupied));
    army.enemies().into_iter().flat_map(attackers).fold(Bitboard::EMPTY, |all, some| all | some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::samples::brother as question;

    #[test]
    fn rules_8_6_only_kings_may_count_and_the_fall_of_the_querents_be_the_end() {
        let fallen: Position = "7wK/6ar1/8/8/8/5fb2/wq7/eK5erfK w x--- e--- 0000 9".parse().unwrap();
        let mut own = question("kings");
        own.procedure.when_querents_king_falls = KingFalls::Conclude;
        let mut tracker = AnswerTracker::of(&own);
        tracker.watch(Army::Earth, &fallen);
        assert_eq!(tracker.end(&fallen.with_rules(own.rules())), Some(EndReason::Answered(Verdict::No)));
    }

    #[test]
    fn rules_8_6_a_king_that_comes_to_the_ptah_on_its_turn_is_holding_it() {
        let mut tracker = AnswerTracker::of(&question("ptah"));
        let [away, there] = ["8/aK7/5fb2", "aK7/8/5fb2"].map(|ranks| {
            let text = format!("7wK/6ar1/8/{ranks}/wq7/eK5erfK w ---- ---- 0000 5");
            text.parse::<Position>().unwrap()
        });
        assert!(!tracker.is_holding() && tracker.is_unaffected(&away) && !tracker.is_unaffected(&there));
        tracker.watch(Army::Air, &there);
        assert!(tracker.is_holding() && !tracker.is_unaffected(&away) && !tracker.is_unaffected(&there));
        tracker.watch(Army::Water, &away);
        assert!(!tracker.is_holding() && tracker.is_unaffected(&away));
    }
}
