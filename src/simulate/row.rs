//! What is kept of a reading, and of each of its turns.

use crate::chess::{Army, Command, Draw, Effect, Kind, Officer, Outcome, Position, Role, Side, Square};
use crate::reading::{Answer, End, Verdict};

use super::Counts;

/// One reading, when it is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of the reading, from 0.
    pub index: u64,
    /// The answer by both criteria, and its manner.
    pub answer: Answer,
    /// Why it is over.
    pub ending: Ending,
    /// Turns played, No Moves and passes among them.
    pub plies: u32,
    /// Who commands each army in the end, in the order of [`Army::ALL`]: its fate.
    pub command: [Command; 4],
    /// Which army took each army's king.
    pub captors: [Option<Army>; 4],
    /// What was counted turn by turn.
    pub counts: Counts,
}

impl Row {
    pub(super) fn of(index: u64, answer: Answer, end: Option<End>, position: &Position, mut counts: Counts) -> Row {
        // Whoever did not move lost the turn, which need not be counted turn by turn.
        let moves = counts.moved.as_flattened().iter().sum::<u16>();
        counts.count(Effects::NO_MOVE, position.ply() as u16 - moves);
        Row {
            index,
            answer,
            ending: end.map_or(Ending::Limit, Ending::from),
            plies: position.ply(),
            command: Army::ALL.map(|army| position.command(army)),
            captors: Army::ALL.map(|army| position.captor(army)),
            counts,
        }
    }
}

/// Why a reading of a simulation is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The procedure's criterion has its answer.
    Answered(Verdict),
    /// The game itself ended.
    Game(Outcome),
    /// The limit of plies was reached.
    Limit,
}

impl Ending {
    /// The names of the endings, in the order of [`Ending::place`].
    pub const NAMES: [&str; 6] =
        ["answered", "won by the actives", "won by the passives", "drawn: bare kings", "drawn: stalemate", "limit"];

    /// Its place among the names.
    pub const fn place(self) -> usize {
        match self {
            Ending::Answered(_) => 0,
            Ending::Game(Outcome::Won(Side::Actives)) => 1,
            Ending::Game(Outcome::Won(Side::Passives)) => 2,
            Ending::Game(Outcome::Drawn(Draw::BareKings(_))) => 3,
            Ending::Game(Outcome::Drawn(Draw::Stalemate(_))) => 4,
            Ending::Limit => 5,
        }
    }
}

/// How an army may end: under its own command, frozen, seized. Nobody withdraws in a simulation (RULES 6.3).
pub const FATES: [&str; 3] = ["own", "frozen", "seized"];

/// The place of a command among the [`FATES`].
pub(super) const fn fate(command: Command) -> usize {
    match command {
        Command::Own | Command::Withdrawn => 0,
        Command::Frozen => 1,
        Command::Seized => 2,
    }
}

impl From<End> for Ending {
    fn from(end: End) -> Ending {
        match end {
            End::Answered(verdict) => Ending::Answered(verdict),
            End::Game(outcome) => Ending::Game(outcome),
        }
    }
}

/// One turn of a reading, in eight bytes. Its ply is its place among the turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it was.
    pub army: Army,
    /// What the die showed; 0 where none is thrown, in a game.
    pub throw: u8,
    /// The piece that moved; of a No Move the piece that was called.
    pub role: Role,
    /// Where it stood; means nothing when [`Turn::is_no_move`].
    pub from: Square,
    /// Where it went; means nothing when [`Turn::is_no_move`].
    pub to: Square,
    /// What a privileged pawn chose to become (RULES 5.2).
    pub promotion: Option<Officer>,
    /// What came of it.
    pub effects: Effects,
}

impl Turn {
    /// Whether nothing was moved.
    pub const fn is_no_move(&self) -> bool {
        self.effects.has(Effects::NO_MOVE)
    }

    /// The move as it is entered in a reading.
    pub const fn to_move(&self) -> crate::chess::Move {
        use crate::chess::Move;
        if self.is_no_move() {
            return Move::Pass;
        }
        Move::Step { role: self.role, from: self.from, to: self.to, promotion: self.promotion }
    }
}

/// What came of a turn, one bit a sort of effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Effects(pub u16);

impl Effects {
    /// Nothing was moved.
    pub const NO_MOVE: Effects = Effects(1);
    /// A piece was taken, or several (RULES 3.4, 3.5, 3.6).
    pub const CAPTURE: Effects = Effects(1 << 1);
    /// A king was taken (RULES 3.7).
    pub const KING_TAKEN: Effects = Effects(1 << 2);
    /// Four bishops, or four queens, filled a square of four (RULES 3.6).
    pub const CONCOURSE: Effects = Effects(1 << 3);
    /// The partner's piece joined the mover (RULES 3.6, ruleset `zalewski`).
    pub const JOINED: Effects = Effects(1 << 4);
    /// An army froze (RULES 3.7).
    pub const FROZE: Effects = Effects(1 << 5);
    /// A frozen army awoke (RULES 6.1).
    pub const THAWED: Effects = Effects(1 << 6);
    /// A throne was seized (RULES 6.1).
    pub const SEIZED: Effects = Effects(1 << 7);
    /// An army returned to its own command (RULES 6.1).
    pub const RELEASED: Effects = Effects(1 << 8);
    /// A pawn became a piece (RULES 5.1–5.3).
    pub const PROMOTED: Effects = Effects(1 << 9);
    /// A pawn waits on the far edge (RULES 5.1).
    pub const WAITS: Effects = Effects(1 << 10);
    /// A piece turned into its pawn (RULES 5.2).
    pub const DEMOTED: Effects = Effects(1 << 11);

    /// Each with its name, from the lowest bit.
    pub const NAMES: [(&'static str, Effects); 12] = [
        ("no move", Effects::NO_MOVE),
        ("capture", Effects::CAPTURE),
        ("king taken", Effects::KING_TAKEN),
        ("concourse", Effects::CONCOURSE),
        ("joined", Effects::JOINED),
        ("froze", Effects::FROZE),
        ("thawed", Effects::THAWED),
        ("seized", Effects::SEIZED),
        ("released", Effects::RELEASED),
        ("promoted", Effects::PROMOTED),
        ("waits", Effects::WAITS),
        ("demoted", Effects::DEMOTED),
    ];

    /// The sorts of one effect.
    pub const fn of(effect: Effect) -> Effects {
        match effect {
            Effect::Captured { piece, .. } if matches!(piece.kind, Kind::King) => {
                Effects(Effects::CAPTURE.0 | Effects::KING_TAKEN.0)
            }
            Effect::Captured { .. } => Effects::CAPTURE,
            Effect::Concourse { .. } => Effects::CONCOURSE,
            Effect::Joined { .. } => Effects::JOINED,
            Effect::Froze(_) => Effects::FROZE,
            Effect::Thawed(_) => Effects::THAWED,
            Effect::ThroneSeized { .. } => Effects::SEIZED,
            Effect::Released(_) => Effects::RELEASED,
            Effect::Promoted { .. } => Effects::PROMOTED,
            Effect::Waits { .. } => Effects::WAITS,
            Effect::Demoted { .. } => Effects::DEMOTED,
            // An automatic reading never exchanges and never withdraws (RULES 6.2, 6.3).
            Effect::KingReturned { .. } | Effect::Withdrew(_) => Effects(0),
        }
    }

    /// Whether all of these came about.
    pub const fn has(self, these: Effects) -> bool {
        self.0 & these.0 == these.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_eight_bytes_and_the_names_of_effects_are_in_the_order_of_their_bits() {
        assert_eq!(size_of::<Turn>(), 8);
        for (bit, (_, effect)) in Effects::NAMES.into_iter().enumerate() {
            assert_eq!(effect.0, 1 << bit);
        }
    }
}
