//! The results of a reading, and of each of its turns.

use crate::chess::{Army, Control, DrawReason, Effect, Kind, Move, Officer, Outcome, Position, Role, Side, Square};
use crate::reading::{Answer, EndReason, Verdict};
use crate::session::PlayedTurn;

use super::Counts;

/// A finished reading.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadingRow {
    /// The number of the reading, from 0.
    pub index: u64,
    /// The answer by both criteria, and its manner.
    pub answer: Answer,
    /// Why it ended.
    pub ending: ReadingEnd,
    /// The number of turns, including No Moves and passes.
    pub length: u32,
    /// The command of each army at the end, in the order of [`Army::ALL`]: its fate.
    pub command: [Control; 4],
    /// The army that took each army's king.
    pub captors: [Option<Army>; 4],
    /// The counts of its turns.
    pub counts: Counts,
}

impl ReadingRow {
    pub(super) fn of(
        index: u64,
        answer: Answer,
        end: Option<EndReason>,
        position: &Position,
        mut counts: Counts,
    ) -> ReadingRow {
        // Turns without a move are No Moves, so they follow from the others.
        let moves = counts.moved.as_flattened().iter().sum::<u16>();
        counts.count(EffectFlags::NO_MOVE, position.ply() as u16 - moves);
        ReadingRow {
            index,
            answer,
            ending: end.map_or(ReadingEnd::Limit, ReadingEnd::from),
            length: position.ply(),
            command: Army::ALL.map(|army| position.command(army)),
            captors: Army::ALL.map(|army| position.captor(army)),
            counts,
        }
    }
}

/// Why a reading of a simulation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReadingEnd {
    /// The procedure's criterion was decided.
    Answered(Verdict),
    /// The game itself ended.
    Game(Outcome),
    /// The limit of turns was reached.
    Limit,
}

impl ReadingEnd {
    /// The names of the endings, in the order of [`ReadingEnd::index`].
    pub const NAMES: [&str; 6] =
        ["answered", "won by the actives", "won by the passives", "drawn: bare kings", "drawn: stalemate", "limit"];

    /// Its index in the names.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            ReadingEnd::Answered(_) => 0,
            ReadingEnd::Game(Outcome::Won(Side::Actives)) => 1,
            ReadingEnd::Game(Outcome::Won(Side::Passives)) => 2,
            ReadingEnd::Game(Outcome::Drawn(DrawReason::BareKings(_))) => 3,
            ReadingEnd::Game(Outcome::Drawn(DrawReason::Stalemate(_))) => 4,
            ReadingEnd::Limit => 5,
        }
    }
}

/// The fates of an army: under its own command, frozen, seized. There are no withdrawals in a simulation (RULES 6.3).
pub const FATES: [&str; 3] = ["own", "frozen", "seized"];

/// The index of a command in the [`FATES`].
#[must_use]
pub const fn fate(command: Control) -> usize {
    match command {
        Control::Own | Control::Withdrawn => 0,
        Control::Frozen => 1,
        Control::Seized => 2,
    }
}

impl From<EndReason> for ReadingEnd {
    fn from(end: EndReason) -> ReadingEnd {
        match end {
            EndReason::Answered(verdict) => ReadingEnd::Answered(verdict),
            EndReason::Game(outcome) => ReadingEnd::Game(outcome),
        }
    }
}

/// A turn of a reading, in eight bytes. Its number is its place among the turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TurnRow {
    /// The army whose turn it was.
    pub army: Army,
    /// The throw; 0 in a game, which has none.
    pub throw: u8,
    /// The piece that moved; for a No Move the piece that was thrown.
    pub role: Role,
    /// Its origin; meaningless if [`TurnRow::is_no_move`].
    pub from: Square,
    /// Its target; meaningless if [`TurnRow::is_no_move`].
    pub to: Square,
    /// The choice of a privileged pawn (RULES 5.2).
    pub promotion: Option<Officer>,
    /// Its effects.
    pub effects: EffectFlags,
}

impl TurnRow {
    /// The row of a turn that was played in a session.
    ///
    /// ```
    /// # fn captures(session: &enochian_engine::session::Session) -> usize {
    /// use enochian_engine::simulate::{EffectFlags, TurnRow};
    /// session.turns().iter().map(TurnRow::of).filter(|row| row.effects.has(EffectFlags::CAPTURE)).count()
    /// # }
    /// ```
    #[must_use]
    pub fn of(turn: &PlayedTurn) -> TurnRow {
        let effects = turn.effects.iter().fold(0, |sum, effect| sum | EffectFlags::of(*effect).0);
        let (throw, called) = turn.thrown.map_or((0, None), |thrown| (thrown.throw.number(), Some(thrown.role)));
        TurnRow::played(turn.army, throw, called, turn.mv, EffectFlags(effects))
    }

    /// The row of a move; without one, of the piece that was called, or in a game of the king.
    pub(super) fn played(army: Army, throw: u8, called: Option<Role>, mv: Move, effects: EffectFlags) -> TurnRow {
        match mv {
            Move::Pass => {
                let (role, nowhere) = (called.unwrap_or(Role::King), Square::wrapping(0));
                let effects = EffectFlags(effects.0 | EffectFlags::NO_MOVE.0);
                TurnRow { army, throw, role, from: nowhere, to: nowhere, promotion: None, effects }
            }
            Move::Step { role, from, to, promotion } => TurnRow { army, throw, role, from, to, promotion, effects },
        }
    }

    /// Whether nothing moved.
    #[inline]
    #[must_use]
    pub const fn is_no_move(&self) -> bool {
        self.effects.has(EffectFlags::NO_MOVE)
    }

    /// The move, for entering it in a reading.
    #[must_use]
    pub const fn to_move(&self) -> Move {
        if self.is_no_move() {
            return Move::Pass;
        }
        Move::Step { role: self.role, from: self.from, to: self.to, promotion: self.promotion }
    }
}

/// The effects of a turn, one bit for each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EffectFlags(pub u16);

impl EffectFlags {
    /// Nothing moved.
    pub const NO_MOVE: EffectFlags = EffectFlags(1);
    /// One or more pieces were taken (RULES 3.4, 3.5, 3.6).
    pub const CAPTURE: EffectFlags = EffectFlags(1 << 1);
    /// A king was taken (RULES 3.7).
    pub const KING_TAKEN: EffectFlags = EffectFlags(1 << 2);
    /// Four bishops or four queens completed a concourse (RULES 3.6).
    pub const CONCOURSE: EffectFlags = EffectFlags(1 << 3);
    /// The partner's piece joined the mover (RULES 3.6, ruleset `zalewski`).
    pub const JOINED: EffectFlags = EffectFlags(1 << 4);
    /// An army froze (RULES 3.7).
    pub const FROZE: EffectFlags = EffectFlags(1 << 5);
    /// A frozen army awoke (RULES 6.1).
    pub const THAWED: EffectFlags = EffectFlags(1 << 6);
    /// A throne was seized (RULES 6.1).
    pub const SEIZED: EffectFlags = EffectFlags(1 << 7);
    /// An army returned to its own command (RULES 6.1).
    pub const RELEASED: EffectFlags = EffectFlags(1 << 8);
    /// A pawn was promoted (RULES 5.1–5.3).
    pub const PROMOTED: EffectFlags = EffectFlags(1 << 9);
    /// A pawn waits on the far edge (RULES 5.1).
    pub const WAITS: EffectFlags = EffectFlags(1 << 10);
    /// An officer was demoted to its pawn (RULES 5.2).
    pub const DEMOTED: EffectFlags = EffectFlags(1 << 11);

    /// The flags with their names, from the lowest bit.
    pub const NAMES: [(&'static str, EffectFlags); 12] = [
        ("no move", EffectFlags::NO_MOVE),
        ("capture", EffectFlags::CAPTURE),
        ("king taken", EffectFlags::KING_TAKEN),
        ("concourse", EffectFlags::CONCOURSE),
        ("joined", EffectFlags::JOINED),
        ("froze", EffectFlags::FROZE),
        ("thawed", EffectFlags::THAWED),
        ("seized", EffectFlags::SEIZED),
        ("released", EffectFlags::RELEASED),
        ("promoted", EffectFlags::PROMOTED),
        ("waits", EffectFlags::WAITS),
        ("demoted", EffectFlags::DEMOTED),
    ];

    /// The flags of one effect.
    #[must_use]
    pub const fn of(effect: Effect) -> EffectFlags {
        match effect {
            Effect::Captured { piece, .. } if matches!(piece.kind, Kind::King) => {
                EffectFlags(EffectFlags::CAPTURE.0 | EffectFlags::KING_TAKEN.0)
            }
            Effect::Captured { .. } => EffectFlags::CAPTURE,
            Effect::Concourse { .. } => EffectFlags::CONCOURSE,
            Effect::Joined { .. } => EffectFlags::JOINED,
            Effect::Froze(_) => EffectFlags::FROZE,
            Effect::Thawed(_) => EffectFlags::THAWED,
            Effect::ThroneSeized { .. } => EffectFlags::SEIZED,
            Effect::Released(_) => EffectFlags::RELEASED,
            Effect::Promoted { .. } => EffectFlags::PROMOTED,
            Effect::Waits { .. } => EffectFlags::WAITS,
            Effect::Demoted { .. } => EffectFlags::DEMOTED,
            // There are no exchanges or withdrawals in automatic readings (RULES 6.2, 6.3).
            Effect::KingReturned { .. } | Effect::Withdrew(_) => EffectFlags(0),
        }
    }

    /// Whether all of these flags are set.
    #[inline]
    #[must_use]
    pub const fn has(self, these: EffectFlags) -> bool {
        self.0 & these.0 == these.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_eight_bytes_and_the_names_of_effects_are_in_the_order_of_their_bits() {
        assert_eq!(size_of::<TurnRow>(), 8);
        for (bit, (_, effect)) in EffectFlags::NAMES.into_iter().enumerate() {
            assert_eq!(effect.0, 1 << bit);
        }
    }
}
