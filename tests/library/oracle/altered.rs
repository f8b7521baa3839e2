//! Each of the rules altered in [`Broken`] is noticed in the readings of `readings.rs`: what compares them can fail.

use super::answer::Broken;
use super::readings::{Readings, seed};

#[test]
fn rules_8_3_to_8_6_each_altered_rule_is_noticed() {
    // Readings of this seed show every altered rule early; of most others only after several times as many.
    let mut readings = Readings::new(seed(11));
    let mut unnoticed = Broken::ALL.to_vec();
    let mut compared = 0;
    while !unnoticed.is_empty() && compared < 24_000 {
        for record in readings.next() {
            compared += 1;
            assert_eq!(record.check(None).err(), None, "{record}");
            unnoticed.retain(|&broken| {
                let Err(difference) = record.check(Some(broken)) else { return true };
                let difference = difference.lines().next().unwrap();
                println!("reading {compared:5} shows {broken:?}: {difference}");
                false
            });
        }
    }
    assert!(unnoticed.is_empty(), "not noticed in {compared} readings: {unnoticed:?}");
}
