//! The flags of effects as columns of their own.

use enochian_engine::chess::Officer;

use super::bit_list::Bits;
use super::values::{ColumnValues, Field, FieldKind, Values};
use enochian_engine::simulate::EffectFlags;

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
pub fn fields() -> Vec<Field> {
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
    let flags: Vec<_> = match all.last() {
        Some(ColumnValues { values: Values::Number(effects), .. }) => columns(effects).collect(),
        _ => vec![],
    };
    all.extend(flags);
}

/// A column for each flag of some sums.
pub fn columns(sums: &[u16]) -> impl Iterator<Item = ColumnValues> {
    let mut columns: [Vec<u8>; COUNT] = std::array::from_fn(|_| Vec::with_capacity(sums.len().div_ceil(8)));
    let (eights, rest) = sums.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    for eight in eights.iter().chain((!rest.is_empty()).then_some(&last)) {
        let byte = |shift: u32| u64::from_le_bytes(eight.map(|sum| (sum >> shift) as u8));
        let [low, high] = [byte(0), byte(8)].map(|bytes| transposed(bytes).to_le_bytes());
        columns.iter_mut().zip(low.into_iter().chain(high)).for_each(|(column, byte)| column.push(byte));
    }
    let length = sums.len();
    columns.into_iter().map(move |bytes| ColumnValues::new(Values::Flags(Bits::of_bytes(bytes, length)), None))
}

/// Swaps rows and columns of eight times eight bits: the bits of eight flags for the flags of eight turns (H. S. Warren, Hacker's
/// Delight, 7–3).
fn transposed(mut bits: u64) -> u64 {
    for (shift, mask) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
        let swapped = (bits ^ bits >> shift) & mask;
        bits ^= swapped ^ swapped << shift;
    }
    bits
}
