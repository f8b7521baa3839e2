//! The simulation compiled for processors of x86-64: with POPCNT, BMI1, BMI2 and AVX2, which nearly all have since 2013; with PDEP,
//! which finds a square of a set by its number, where that is fast; and with AVX-512, for which [`wide`] has a source of its own.
//!
//! This is the only `unsafe` code: it calls functions compiled for instructions that a processor may lack.

use std::arch::x86_64::{__cpuid, __m512i, _pdep_u64, _pext_u64};
use std::mem::transmute;
use std::ops::Range;

use crate::chess::Bitboard;

use super::bits::{BySearch, NthSquare};
use super::{Plan, ReadingRow, TurnRow, kernel, wide};

/// The versions of the simulation for processors of x86-64, from the fastest.
#[derive(Clone, Copy, Debug)]
enum Version {
    /// [`wide`] with AVX-512: Intel since Ice Lake, AMD since Zen 4.
    Wide,
    /// [`kernel`] with AVX2, and PDEP to find the squares of moves.
    Deposit,
    /// [`kernel`] with AVX2.
    Search,
}

impl Version {
    const ALL: [Version; 3] = [Version::Wide, Version::Deposit, Version::Search];

    /// Whether the processor has its instructions, and all of them are fast.
    fn is_fit(self) -> bool {
        match self {
            Version::Deposit => self.is_able() && deposits_fast(),
            _ => self.is_able(),
        }
    }

    /// Whether the processor has its instructions.
    fn is_able(self) -> bool {
        let has_bits = is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx2");
        let is_wide = || {
            is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vpopcntdq")
                && is_x86_feature_detected!("gfni")
        };
        has_bits && (!matches!(self, Version::Wide) || is_wide())
    }

    /// Plays readings, if the processor has the instructions; returns whether it has.
    #[expect(unsafe_code, reason = "a turn takes far less time, and the processor is asked first")]
    fn play<const TURNS: bool>(
        self,
        plan: &Plan,
        range: Range<u64>,
        each: &mut dyn FnMut(ReadingRow, Vec<TurnRow>),
    ) -> bool {
        let is_able = self.is_able();
        if is_able {
            // SAFETY: the instructions have just been detected.
            unsafe {
                match self {
                    Version::Wide => wide::play::<TURNS>(plan, range, ByDeposit(()), each),
                    Version::Deposit => play_narrow::<TURNS>(plan, range, ByDeposit(()), each),
                    Version::Search => play_narrow::<TURNS>(plan, range, BySearch, each),
                }
            }
        }
        is_able
    }
}

/// Plays readings like [`kernel::play`] and returns `true`, if there is a version for the processor.
pub(super) fn play<const TURNS: bool>(
    plan: &Plan,
    range: &Range<u64>,
    each: &mut dyn FnMut(ReadingRow, Vec<TurnRow>),
) -> bool {
    let version = Version::ALL.into_iter().find(|version| version.is_fit());
    version.is_some_and(|version| version.play::<TURNS>(plan, range.clone(), each))
}

#[target_feature(enable = "popcnt,bmi1,bmi2,avx2")]
fn play_narrow<const TURNS: bool>(
    plan: &Plan,
    range: Range<u64>,
    finder: impl NthSquare,
    each: &mut dyn FnMut(ReadingRow, Vec<TurnRow>),
) {
    kernel::play_anywhere::<TURNS>(plan, range, finder, each);
}

/// Whether PDEP takes a few cycles. It takes hundreds on the processors of AMD and Hygon before Zen 3, which is of family 0x19.
#[allow(unused_unsafe, reason = "asking the processor was unsafe before Rust 1.94")]
#[expect(unsafe_code, reason = "see above")]
fn deposits_fast() -> bool {
    // SAFETY: every x86-64 processor has CPUID.
    let (maker, version) = unsafe { (__cpuid(0), __cpuid(1).eax) };
    let maker = [maker.ebx, maker.edx, maker.ecx].map(u32::to_le_bytes);
    let family = (version >> 8 & 0xf) + (version >> 20 & 0xff);
    match maker.as_flattened() {
        b"AuthenticAMD" => family >= 0x19,
        b"HygonGenuine" => false,
        _ => true,
    }
}

/// Finds the `n`th square with PDEP. There is one only where that instruction has been detected.
#[derive(Clone, Copy)]
pub(super) struct ByDeposit(());

impl NthSquare for ByDeposit {
    #[inline(always)]
    fn nth(self, set: Bitboard, n: usize, _: usize) -> Bitboard {
        Bitboard(self.deposit(1 << n, set.0))
    }

    /// Without a branch: the sets are packed into three bits for each of their squares.
    #[inline(always)]
    fn nth_of_three(self, sets: [Bitboard; 3], n: usize) -> (Bitboard, usize) {
        let [a, b, c] = sets.map(|set| set.0);
        let squares = a | b | c;
        let every_third = 0o111_111_111_111_u64;
        let spread = |set| self.deposit(self.extract(set, squares), every_third);
        let chosen = self.deposit(1 << n, spread(a) | spread(b) << 1 | spread(c) << 2).trailing_zeros();
        (self.nth(Bitboard(squares), chosen as usize / 3, 16), chosen as usize % 3)
    }
}

#[expect(unsafe_code, reason = "one instruction in place of a search")]
impl ByDeposit {
    /// The lowest bits put where `mask` has bits.
    #[inline(always)]
    pub(super) fn deposit(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: whoever made this has detected BMI2.
        unsafe { _pdep_u64(bits, mask) }
    }

    /// The bits where `mask` has bits, put together.
    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: the same.
        unsafe { _pext_u64(bits, mask) }
    }
}

/// Eight numbers, which fill a register.
#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
pub(super) struct Eight(pub(super) [u64; 8]);

#[expect(unsafe_code, reason = "no function of the library does it without pointers")]
impl Eight {
    #[inline(always)]
    pub(super) fn load(self) -> __m512i {
        // SAFETY: any bits are a register and an array.
        unsafe { transmute(self.0) }
    }

    #[inline(always)]
    pub(super) fn store(register: __m512i) -> Eight {
        // SAFETY: the same.
        Eight(unsafe { transmute::<__m512i, [u64; 8]>(register) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::reading::samples;
    use crate::simulate::{EffectFlags, LIMIT};

    fn anywhere<const TURNS: bool>(plan: &Plan) -> Vec<(ReadingRow, Vec<TurnRow>)> {
        let mut rows = Vec::new();
        kernel::play_anywhere::<TURNS>(plan, plan.range.clone(), BySearch, &mut |row, turns| rows.push((row, turns)));
        rows
    }

    #[test]
    fn every_processor_plays_the_same_readings() {
        for version in Version::ALL {
            for (seed, question) in samples::varied(64).enumerate() {
                let limit = if seed % 3 == 0 { LIMIT } else { (seed as u16 - 1) * 7 };
                if compare(&Plan { limit, ..Plan::new(question, seed as u64, 0..100) }, version).is_none() {
                    break;
                }
            }
        }
    }

    /// What a simulation seldom meets: the capture of a waiting pawn where the other one waits, which is promoted (RULES 5.1),
    /// a concourse that a capture completes while a pawn waits (RULES 3.6), and a king captured on the throne that its captor
    /// seizes, so that one army freezes and another is awakened (RULES 3.7, 6.1).
    #[test]
    fn the_widest_registers_play_the_same_readings_from_rare_positions() {
        let question = samples::brother("ptah");
        for (position, effects) in [
            ("aK6wK/8/8/3eR4/8/8/8/eK2abaq2fK e ---- ---- 0000 0", [EffectFlags::CAPTURE, EffectFlags::PROMOTED]),
            (
                "aK7/5wr1wK/1ar4eB1/3aBfB3/3wBfN3/6fr1/2er5/eK2aq3fK e ---- ---- 0000 0",
                [EffectFlags::CAPTURE, EffectFlags::CONCOURSE],
            ),
            ("aKfKfr5/wKfqfb5/wrwb6/3aBaR3/8/8/6er1/7eK w ---- ---- 0000 0", [EffectFlags::FROZE, EffectFlags::THAWED]),
        ] {
            let mut met = 0;
            for seed in 0..20 {
                let from_position = Some(position.parse::<Position>().unwrap());
                let plan = Plan { limit: 20, from_position, ..Plan::new(question.clone(), seed, 0..100) };
                let Some(readings) = compare(&plan, Version::Wide) else { return };
                let turns = readings.iter().flat_map(|(_, turns)| turns);
                met += turns.filter(|turn| effects.iter().all(|effect| turn.effects.0 & effect.0 != 0)).count();
            }
            assert!(met > 0, "{position}");
        }
    }

    /// Compares the readings of a version with those of the kernel without special instructions, and returns them.
    fn compare(plan: &Plan, version: Version) -> Option<Vec<(ReadingRow, Vec<TurnRow>)>> {
        let (mut listed, mut counted) = (Vec::new(), Vec::new());
        let range = || plan.range.clone();
        let is_able = version.play::<true>(plan, range(), &mut |row, turns| listed.push((row, turns)))
            && version.play::<false>(plan, range(), &mut |row, turns| counted.push((row, turns)));
        if !is_able {
            eprintln!("not compared, since this processor lacks the instructions: {version:?}");
            return None;
        }
        // They come in the order in which they end.
        let in_order = |played: &mut Vec<(ReadingRow, Vec<TurnRow>)>| played.sort_by_key(|(row, _)| row.index);
        let [mut with_turns, mut without] = [anywhere::<true>(plan), anywhere::<false>(plan)];
        [&mut listed, &mut counted, &mut with_turns, &mut without].into_iter().for_each(in_order);
        assert!(listed.len() == 100 && listed == with_turns, "{version:?} {:?}", plan.question);
        assert!(counted == without, "{version:?} {:?}", plan.question);
        let rows =
            |played: &[(ReadingRow, Vec<TurnRow>)]| played.iter().map(|(row, _)| row.clone()).collect::<Vec<_>>();
        assert_eq!(rows(&listed), rows(&counted));
        Some(listed)
    }

    #[test]
    fn one_instruction_finds_the_square_that_a_search_finds() {
        if !is_x86_feature_detected!("bmi2") {
            eprintln!("not compared, since this processor lacks BMI2");
            return;
        }
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        let mut set = |most: usize| {
            bits = bits.rotate_left(23).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ 1;
            Bitboard(bits).into_iter().step_by(2).take(bits as usize % (most + 1)).collect::<Bitboard>()
        };
        for _ in 0..5000 {
            let one = set(16);
            for n in 0..one.len() as usize {
                assert_eq!(ByDeposit(()).nth(one, n, 16), BySearch.nth(one, n, 16), "{n} of {one:?}");
            }
            // At most eight squares together, as pawns are.
            let all = set(8);
            let three = [0; 3].map(|_| set(32) & all);
            let count = three.iter().map(|set| set.len() as usize).sum::<usize>();
            for n in 0..count {
                assert_eq!(ByDeposit(()).nth_of_three(three, n), BySearch.nth_of_three(three, n), "{n} of {three:?}");
            }
            assert_eq!(ByDeposit(()).nth_of_three(three, count).0, Bitboard::EMPTY);
        }
    }
}
