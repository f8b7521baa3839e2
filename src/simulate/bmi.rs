//! The kernel once more, for those x86-64 processors that count bits (POPCNT) and handle the lowest one (BMI1, BMI2) in
//! one instruction each: nearly all since 2013.
//!
//! Here alone a processor is trusted, and so here alone is `unsafe`: calling a function that was compiled for
//! instructions which a processor may lack. The code itself is that of every processor.

use std::ops::Range;

use super::{Plan, Row, Turn, kernel};

/// Plays readings as [`kernel::play`] does if the processor has the instructions, and says whether it has.
#[expect(unsafe_code, reason = "a fifth less time a turn, and the processor is asked first")]
pub(super) fn play<const TURNS: bool>(plan: &Plan, range: &Range<u64>, each: &mut impl FnMut(Row, Vec<Turn>)) -> bool {
    let is_able =
        is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2");
    if is_able {
        // SAFETY: the processor has just said that it has the instructions.
        unsafe { play_with_them::<TURNS>(plan, range.clone(), each) };
    }
    is_able
}

#[target_feature(enable = "popcnt,bmi1,bmi2")]
fn play_with_them<const TURNS: bool>(plan: &Plan, range: Range<u64>, each: &mut impl FnMut(Row, Vec<Turn>)) {
    kernel::play_anywhere::<TURNS>(plan, range, each);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Array, Element};
    use crate::lore::Lore;
    use crate::reading::Draft;

    /// On a processor without the instructions there is nothing to compare.
    #[test]
    fn every_processor_plays_the_same_readings() {
        let lore = Lore::embedded();
        let (mut played, mut turns_played) = (0, 0);
        for (n, (board, angle)) in
            Element::ALL.into_iter().flat_map(|board| Element::ALL.map(|angle| (board, angle))).enumerate()
        {
            for (m, ruleset) in lore.rulesets().iter().enumerate() {
                let draft = Draft {
                    text: Some("?".into()),
                    board: Some(board),
                    angle: Some(angle),
                    force: lore.sign_of((n % 12 + 1) as u8),
                    array: Some(Array::of(Element::ALL[m % 4], board)),
                    dice: Some(lore.dice_tables()[n % lore.dice_tables().len()].name.clone()),
                    ruleset: Some(ruleset.name.clone()),
                    procedure: Some(lore.procedures()[(n + m) % lore.procedures().len()].name.clone()),
                    ..Draft::default()
                };
                let Ok(question) = draft.settle(lore) else { continue };
                let plan = Plan { limit: 500, ..Plan::new(question, n as u64, 0..100) };
                let (mut here, mut anywhere) = (Vec::new(), Vec::new());
                if play::<true>(&plan, &plan.range, &mut |row, turns| here.push((row, turns))) {
                    kernel::play_anywhere::<true>(&plan, plan.range.clone(), &mut |row, turns| {
                        anywhere.push((row, turns))
                    });
                    assert!(here == anywhere, "{:?}", plan.question);
                    played += here.len();
                    turns_played += here.iter().map(|(_, turns)| turns.len()).sum::<usize>();
                }
            }
        }
        println!("{played} {turns_played}");
    }
}
