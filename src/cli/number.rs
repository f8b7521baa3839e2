//! Whole numbers on the command line, as people write them.

use std::ops::RangeInclusive;

/// Reads a whole number of this range. Thousands may be set apart: 1000000, 1,000,000 or 1_000_000.
pub(super) fn whole<N: TryFrom<u64> + Into<u64> + Copy>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    let (first, last): (u64, u64) = ((*range.start()).into(), (*range.end()).into());
    move |text| {
        let digits = text.trim().replace([',', '_'], "");
        let number = digits.parse().ok().filter(|number| (first..=last).contains(number));
        let expected = || match last {
            // So many that nobody means to ask for more.
            0xFFFF_FFFF.. => format!("expected a whole number, {first} or more"),
            _ => format!("expected a whole number from {first} to {last}"),
        };
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let readings = whole(1..=u64::MAX);
        for text in ["1000000", "1,000,000", "1_000_000", " 1000000 "] {
            assert_eq!(readings(text), Ok(1_000_000), "{text}");
        }
        for text in ["", "0", "-5", "1e6", "1.5", "many", "99999999999999999999"] {
            assert_eq!(readings(text), Err("expected a whole number, 1 or more".to_owned()), "{text}");
        }
        let house = whole(1..=12_u8);
        assert_eq!(house("12"), Ok(12));
        assert_eq!(house("13"), Err("expected a whole number from 1 to 12".to_owned()));
    }
}
