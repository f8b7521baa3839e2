//! The kernel compiled for x86-64 processors with POPCNT, BMI1 and BMI2: nearly all since 2013.
//!
//! This is the only `unsafe` code: it calls a function compiled for instructions that a processor may lack. The source is the
//! same for all processors.

use std::ops::Range;

use super::{Plan, ReadingRow, TurnRow, kernel};

/// Plays readings like [`kernel::play`] and returns `true`, if the processor has the instructions.
#[expect(unsafe_code, reason = "a fifth less time a turn, and the processor is asked first")]
pub(super) fn play<const TURNS: bool>(
    plan: &Plan,
    range: &Range<u64>,
    each: &mut impl FnMut(ReadingRow, Vec<TurnRow>),
) -> bool {
    let is_able =
        is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2");
    if is_able {
        // SAFETY: the instructions have just been detected.
        unsafe { play_with_bmi::<TURNS>(plan, range.clone(), each) };
    }
    is_able
}

#[target_feature(enable = "popcnt,bmi1,bmi2")]
fn play_with_bmi<const TURNS: bool>(plan: &Plan, range: Range<u64>, each: &mut impl FnMut(ReadingRow, Vec<TurnRow>)) {
    kernel::play_anywhere::<TURNS>(plan, range, each);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Angle, Array, Board};
    use crate::correspondences::Correspondences;
    use crate::reading::{Question, QuestionDraft};

    /// Questions for every board and angle, cycling through arrays, tables, rulesets and procedures.
    fn questions() -> impl Iterator<Item = Question> {
        let correspondences = Correspondences::embedded();
        (0..64).filter_map(|n| {
            let board = Board::ALL[n % 4];
            let draft = QuestionDraft {
                text: Some("?".into()),
                board: Some(board),
                angle: Some(Angle::ALL[n / 4 % 4]),
                force: correspondences.sign_of((n % 12 + 1) as u8),
                array: Some(Array::of(Angle::ALL[n / 16], board)),
                dice: Some(correspondences.dice_tables()[n % correspondences.dice_tables().len()].name.clone()),
                ruleset: Some(correspondences.rulesets()[n / 3 % correspondences.rulesets().len()].name.clone()),
                procedure: Some(correspondences.procedures()[n % correspondences.procedures().len()].name.clone()),
                ..QuestionDraft::default()
            };
            draft.resolve(correspondences).ok()
        })
    }

    /// Passes trivially on processors without the instructions.
    #[test]
    fn every_processor_plays_the_same_readings() {
        assert!(questions().count() > 30);
        for (seed, question) in questions().enumerate() {
            let plan = Plan { limit: 500, ..Plan::new(question, seed as u64, 0..100) };
            let (mut here, mut anywhere) = (Vec::new(), Vec::new());
            if play::<true>(&plan, &plan.range, &mut |row, turns| here.push((row, turns))) {
                kernel::play_anywhere::<true>(&plan, plan.range.clone(), &mut |row, turns| anywhere.push((row, turns)));
                assert!(here.len() == 100 && here == anywhere, "{:?}", plan.question);
            }
        }
    }
}
