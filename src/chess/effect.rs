//! What a move does, told as it happens.

use super::{Army, Officer, Piece, Square};

/// One thing that a move or an action does beside moving the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Effect {
    /// A piece was taken (RULES 3.4, 3.5, 3.6).
    Captured {
        /// The piece that was taken.
        piece: Piece,
        /// Where it stood.
        at: Square,
        /// The army that took it.
        by: Army,
    },
    /// Four bishops, or four queens, filled a square of four; the captures follow (RULES 3.6).
    Concourse {
        /// Bishops or queens.
        officer: Officer,
        /// Where the completing piece landed.
        at: Square,
    },
    /// The partner's piece of a concourse became the mover's (RULES 3.6, ruleset `zalewski`).
    Joined {
        /// The piece as it was.
        piece: Piece,
        /// Where it stands.
        at: Square,
        /// The army it now belongs to.
        army: Army,
    },
    /// An army lost its commander and stands still (RULES 3.7).
    Froze(Army),
    /// A frozen army moves again (RULES 6.1, 6.2).
    Thawed(Army),
    /// A king took command of its partner's army (RULES 6.1).
    ThroneSeized {
        /// The king's army.
        by: Army,
        /// The army now under its command.
        of: Army,
    },
    /// An army returned to its own command when the king that had seized it was taken (RULES 6.1).
    Released(Army),
    /// A pawn became a piece (RULES 5.1–5.3).
    Promoted {
        /// Whose pawn.
        army: Army,
        /// Where it stands.
        at: Square,
        /// The officer it served.
        from: Officer,
        /// What it became.
        to: Officer,
    },
    /// A pawn reached the far edge and waits there (RULES 5.1).
    Waits {
        /// Whose pawn.
        army: Army,
        /// Where it stands.
        at: Square,
    },
    /// A piece turned into its pawn, the price of a privileged promotion (RULES 5.2).
    Demoted {
        /// Whose piece.
        army: Army,
        /// Where it stands.
        at: Square,
        /// What it was.
        officer: Officer,
    },
    /// A captured king came back (RULES 6.2).
    KingReturned {
        /// Its army.
        army: Army,
        /// Where it stands.
        at: Square,
    },
    /// A player withdrew; the partner commands both armies (RULES 6.3).
    Withdrew(Army),
}

/// Something that hears the effects of a move, in the order in which they happen.
///
/// `()` ignores them, at no cost; a `Vec<Effect>` keeps them.
pub trait EffectSink {
    /// Takes one effect.
    fn effect(&mut self, effect: Effect);
}

impl EffectSink for () {
    fn effect(&mut self, _: Effect) {}
}

impl EffectSink for Vec<Effect> {
    fn effect(&mut self, effect: Effect) {
        self.push(effect);
    }
}
