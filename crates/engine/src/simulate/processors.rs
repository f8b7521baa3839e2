//! The simulation compiled for processors of x86-64: with SSE4.2 and POPCNT, which nearly all have since 2008; with BMI1, BMI2 and AVX2,
//! since 2013; with PDEP, which finds a square of a set by its number, where that is fast; and with AVX-512.
//!
//! This is the only `unsafe` code: it calls functions compiled for instructions that a processor may lack.

use std::arch::x86_64::{__cpuid, _pdep_u64, _pext_u64};
use std::ops::Range;

use super::bits::{BySearch, NthSquare};
use super::{Plan, ReadingRow, TurnRow, kernel};

/// The versions of the simulation for processors of x86-64, from the fastest.
#[derive(Clone, Copy, Debug)]
pub(super) enum Version {
    /// With AVX-512 and PDEP: Intel since Ice Lake, AMD since Zen 4.
    Wide,
    /// With AVX2, and PDEP to find the squares of moves.
    Deposit,
    /// With AVX2.
    Search,
    /// With SSE4.2, for those before 2013 and small ones.
    Old,
}

impl Version {
    pub(super) const ALL: [Version; 4] = [Version::Wide, Version::Deposit, Version::Search, Version::Old];

    /// Whether the processor has its instructions, and all of them are fast.
    fn is_fit(self) -> bool {
        match self {
            Version::Deposit => self.is_able() && deposits_fast(),
            _ => self.is_able(),
        }
    }

    /// Whether the processor has its instructions.
    fn is_able(self) -> bool {
        let is_old = is_x86_feature_detected!("sse4.2") && is_x86_feature_detected!("popcnt");
        let is_narrow = is_old
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx2");
        let is_wide = || {
            is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq")
        };
        match self {
            Version::Wide => is_narrow && is_wide(),
            Version::Deposit | Version::Search => is_narrow,
            Version::Old => is_old,
        }
    }

    /// Plays readings, if the processor has the instructions; returns whether it has.
    #[expect(unsafe_code, reason = "a turn takes far less time, and the processor is asked first")]
    pub(super) fn play<const TURNS: bool>(
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
                    Version::Wide => play_wide::<TURNS>(plan, range, each),
                    Version::Deposit => play_narrow::<TURNS>(plan, range, ByDeposit(()), each),
                    Version::Search => play_narrow::<TURNS>(plan, range, BySearch, each),
                    Version::Old => play_old::<TURNS>(plan, range, each),
                }
            }
        }
        is_able
    }
}

/// The versions up to the one with this name are left out of a program that is built to measure the others:
/// `ENOCHIAN_WITHOUT=avx512 cargo bench --bench simulate`.
const WITHOUT: Option<&str> = option_env!("ENOCHIAN_WITHOUT");
const NAMES: [&str; 4] = ["avx512", "pdep", "avx2", "sse4.2"];

/// Plays readings like [`kernel::play`] and returns `true`, if there is a version for the processor.
pub(super) fn play<const TURNS: bool>(
    plan: &Plan,
    range: &Range<u64>,
    each: &mut dyn FnMut(ReadingRow, Vec<TurnRow>),
) -> bool {
    let left_out = WITHOUT.map_or(0, |name| NAMES.iter().position(|known| *known == name).map_or(0, |place| place + 1));
    let version = Version::ALL.into_iter().skip(left_out).find(|version| version.is_fit());
    version.is_some_and(|version| version.play::<TURNS>(plan, range.clone(), each))
}

#[target_feature(enable = "popcnt,bmi1,bmi2,avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
fn play_wide<const TURNS: bool>(plan: &Plan, range: Range<u64>, each: &mut dyn FnMut(ReadingRow, Vec<TurnRow>)) {
    kernel::play_anywhere::<TURNS, true>(plan, range, ByDeposit(()), each);
}

#[target_feature(enable = "popcnt,bmi1,bmi2,avx2")]
fn play_narrow<const TURNS: bool>(
    plan: &Plan,
    range: Range<u64>,
    finder: impl NthSquare,
    each: &mut dyn FnMut(ReadingRow, Vec<TurnRow>),
) {
    kernel::play_anywhere::<TURNS, false>(plan, range, finder, each);
}

#[target_feature(enable = "popcnt,sse4.2")]
fn play_old<const TURNS: bool>(plan: &Plan, range: Range<u64>, each: &mut dyn FnMut(ReadingRow, Vec<TurnRow>)) {
    kernel::play_anywhere::<TURNS, false>(plan, range, BySearch, each);
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
struct ByDeposit(());

impl NthSquare for ByDeposit {
    #[inline(always)]
    fn nth(self, set: u64, n: u64) -> u64 {
        self.deposit(1 << n, set)
    }

    /// Without a branch: the sets are packed into three bits for each of their squares.
    #[inline(always)]
    fn nth_of_three(self, sets: [u64; 3], n: u64) -> (u64, usize) {
        let [a, b, c] = sets;
        let squares = a | b | c;
        let every_third = 0o111_111_111_111_u64;
        let spread = |set| self.deposit(self.extract(set, squares), every_third);
        let chosen = self.deposit(1 << n, spread(a) | spread(b) << 1 | spread(c) << 2).trailing_zeros();
        (self.nth(squares, u64::from(chosen / 3)), chosen as usize % 3)
    }
}

#[expect(unsafe_code, reason = "one instruction in place of a search")]
impl ByDeposit {
    /// The lowest bits put where `mask` has bits.
    #[inline(always)]
    fn deposit(self, bits: u64, mask: u64) -> u64 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_instruction_finds_what_counting_finds() {
        if !is_x86_feature_detected!("bmi2") {
            eprintln!("not compared, since this processor lacks BMI2");
            return;
        }
        super::super::bits::tests::finds_what_counting_finds(ByDeposit(()));
    }
}
