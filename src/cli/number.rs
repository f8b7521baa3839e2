//! Whole numbers on the command line, as people write them.

use std::ops::RangeInclusive;

use crate::input::with_plain_digits;

/// Reads a whole number of this range. Thousands can be separated by commas or `_`: 1000000, 1,000,000 or 1_000_000.
pub(super) fn whole<N: TryFrom<u64> + Into<u64> + Copy>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    let (first, last): (u64, u64) = ((*range.start()).into(), (*range.end()).into());
    move |text| {
        let digits = digits(&with_plain_digits(text.trim()));
        let number =
            digits.as_ref().and_then(|digits| digits.parse().ok()).filter(|number| (first..=last).contains(number));
        let expected = || match digits.as_deref() {
            // A huge maximum is shown only for numbers that exceed it.
            Some("0") | None if last >= u32::MAX.into() => format!("expected a whole number, {first} or more"),
            _ => format!("expected a whole number from {first} to {last}"),
        };
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(expected)
    }
}

/// The digits of a number, with or without separators between thousands.
fn digits(text: &str) -> Option<String> {
    let mark = [',', '_'].into_iter().find(|mark| text.contains(*mark));
    let groups: Vec<&str> = mark.map_or(vec![text], |mark| text.split(mark).collect());
    let lengths = groups.iter().enumerate().all(|(place, group)| match place {
        _ if groups.len() == 1 => !group.is_empty(),
        0 => (1..=3).contains(&group.len()),
        _ => group.len() == 3,
    });
    let digits = groups.concat();
    (lengths && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let readings = whole(1..=u64::MAX);
        for text in ["1000000", "1,000,000", "1_000_000", " 1000000 ", "１,０００,０００"] {
            assert_eq!(readings(text), Ok(1_000_000), "{text}");
        }
        for text in ["", "0", "-5", "1e6", "1.5", "many", "1,5", ",500", "500,", "1,00,0", "1,000_000"] {
            assert_eq!(readings(text), Err("expected a whole number, 1 or more".to_owned()), "{text}");
        }
        let message = readings("99999999999999999999").unwrap_err();
        assert_eq!(message, "expected a whole number from 1 to 18446744073709551615");
        let house = whole(1..=12_u8);
        assert_eq!(house("12"), Ok(12));
        assert_eq!(house("13"), Err("expected a whole number from 1 to 12".to_owned()));
    }
}
