//! The effects of a move, reported as they happen.

use super::{Army, Officer, Piece, Square};

/// One thing that a move or an action does besides moving the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// A piece was captured (RULES 3.4, 3.5, 3.6).
    Captured {
        /// The captured piece.
        piece: Piece,
        /// The square on which it stood.
        at: Square,
        /// The army that captured it.
        by: Army,
    },
    /// Four bishops, or four queens, filled a block of four squares; the captures follow (RULES 3.6).
    Concourse {
        /// Bishops or queens.
        officer: Officer,
        /// The square on which the completing piece landed.
        at: Square,
    },
    /// The partner's piece of a concourse became the mover's (RULES 3.6, ruleset `zalewski`).
    Joined {
        /// The piece before the change.
        piece: Piece,
        /// Its square.
        at: Square,
        /// The army it now belongs to.
        army: Army,
    },
    /// An army lost its commander and is frozen (RULES 3.7).
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
    /// An army returned to its own command when the king that had seized it was captured (RULES 6.1).
    Released(Army),
    /// A pawn became a piece (RULES 5.1–5.3).
    Promoted {
        /// The army of the pawn.
        army: Army,
        /// Its square.
        at: Square,
        /// The officer it served.
        from: Officer,
        /// What it became.
        to: Officer,
    },
    /// A pawn reached the far edge and waits there for its promotion (RULES 5.1).
    Waits {
        /// The army of the pawn.
        army: Army,
        /// Its square.
        at: Square,
    },
    /// A piece became its own pawn, the price of a privileged promotion (RULES 5.2).
    Demoted {
        /// The army of the piece.
        army: Army,
        /// Its square.
        at: Square,
        /// The officer that it was.
        officer: Officer,
    },
    /// A captured king returned to the board (RULES 6.2).
    KingReturned {
        /// Its army.
        army: Army,
        /// Its square.
        at: Square,
    },
    /// A player withdrew; the partner now commands both armies (RULES 6.3).
    Withdrew(Army),
}

/// Receives the effects of a move, in the order in which they happen.
///
/// `()` ignores them at no cost; a `Vec<Effect>` collects them.
pub trait EffectSink {
    /// Receives one effect.
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
