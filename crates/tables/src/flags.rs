//! The flags of effects as columns of their own.

use enochian_engine::chess::Officer;
use enochian_engine::simulate::EffectFlags;

use super::values::{ColumnValues, Field, FieldKind, Values};

/// The number of flags: effects, and the choices of a privileged pawn.
const COUNT: usize = EffectFlags::NAMES.len() + Officer::ALL.len();

/// The meanings of the effects, in the order of their names.
const MEANINGS: [&str; EffectFlags::NAMES.len()] = [
    "nothing moved: a No Move or a pass",
    "one or more pieces were taken (RULES 3.4, 3.5, 3.6)",
    "a king was taken (RULES 3.7)",
    "four bishops or four queens completed a concourse (RULES 3.6)",
    "the partner's piece joined the mover (RULES 3.6, ruleset zalewski)",
    "an army froze (RULES 3.7)",
    "a frozen army awoke (RULES 6.1)",
    "a throne was seized (RULES 6.1)",
    "an army returned to its own command (RULES 6.1)",
    "a pawn was promoted (RULES 5.1–5.3)",
    "a pawn waits on the far edge (RULES 5.1)",
    "an officer was demoted to its pawn (RULES 5.2)",
];

/// The flag for the choice of a privileged pawn (RULES 5.2).
pub(crate) fn choice(officer: Officer) -> u16 {
    1 << (EffectFlags::NAMES.len() + officer.index())
}

/// The fields of the flags, from the lowest bit.
pub(crate) fn fields() -> Vec<Field> {
    let effects = EffectFlags::NAMES
        .iter()
        .zip(MEANINGS)
        .map(|((name, _), meaning)| (name.replace(' ', "_"), meaning.to_owned()));
    let choices = Officer::ALL.map(|officer| {
        (format!("chose_{officer}"), format!("a privileged pawn chose to become a {officer} (RULES 5.2)"))
    });
    let field = |(name, meaning)| Field { name, meaning, kind: FieldKind::Flag, nullable: false };
    effects.chain(choices).map(field).collect()
}

/// Adds the flags of the last column, which is the sum of effects.
pub(crate) fn follow(all: &mut Vec<ColumnValues>) {
    let Some(ColumnValues { values: Values::Numbers(sums), .. }) = all.last() else { return };
    let flag = |bit: usize| Values::Flags(sums.iter().map(|sum| sum >> bit & 1 == 1).collect());
    let flags: Vec<_> = (0..COUNT).map(|bit| ColumnValues { values: flag(bit), known: None }).collect();
    all.extend(flags);
}
