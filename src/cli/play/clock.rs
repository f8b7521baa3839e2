//! The time and the time zone.

use std::env;
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, FixedOffset, Local, TimeZone};

use crate::cli::prelude::*;
use crate::record::Timestamp;

/// Where systems keep the files of time zones.
const ZONES: [&str; 4] = ["/usr/share/zoneinfo", "/share/zoneinfo", "/etc/zoneinfo", "/usr/share/lib/zoneinfo"];

/// The current time, to the second, with the local offset.
pub(in super::super) fn now() -> Timestamp {
    let utc = utc(SystemTime::now());
    // chrono reads to its end whatever TZ names, as /dev/zero, and panics at a rule that is out of range.
    let is_known = cfg!(windows) || env::var("TZ").map_or(true, |name| name.is_empty() || is_zone(&name));
    let seconds = if is_known { Local.offset_from_utc_datetime(&utc.naive_utc()).local_minus_utc() } else { 0 };
    // To the minute, as in journals: the offsets of early years have seconds.
    FixedOffset::east_opt(seconds / 60 * 60).map_or(utc, |offset| utc.with_timezone(&offset))
}

/// The name of the time zone: from the environment, or from the system if it has one.
pub(in super::super) fn zone() -> Option<String> {
    match env::var("TZ") {
        Ok(name) if !name.is_empty() => Some(name).filter(|name| is_zone(name)),
        _ => iana_time_zone::get_timezone().ok().filter(|name| is_name(name)),
    }
}

/// The time of a clock. A clock that is set before 1970, or after the years that a journal allows, is as wrong as can be, and no
/// reason to refuse what is to be recorded.
fn utc(clock: SystemTime) -> Timestamp {
    /// The end of the year 9999, less a day for the time zone.
    const LAST: u64 = 253_402_214_399;
    let since = clock.duration_since(UNIX_EPOCH).unwrap_or_default();
    DateTime::from_timestamp(since.as_secs().min(LAST) as i64, 0).unwrap_or_default().into()
}

/// Whether this computer has the file of a zone with this name.
fn is_zone(name: &str) -> bool {
    is_name(name) && ZONES.iter().any(|folder| Path::new(folder).join(name).is_file())
}

/// Whether it is the name of a zone, such as `America/Port-au-Prince` or `Etc/GMT+1`.
fn is_name(zone: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "_+-".contains(c));
    zone.len() <= 64 && zone.split('/').all(is_part)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_clock_may_be_set_to_any_year() {
        let at = |seconds: u64| UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(utc(at(0)).to_rfc3339(), "1970-01-01T00:00:00+00:00");
        assert_eq!(utc(UNIX_EPOCH - Duration::from_secs(86_400)).to_rfc3339(), "1970-01-01T00:00:00+00:00");
        assert_eq!(utc(at(253_402_300_800)).to_rfc3339(), "9999-12-30T23:59:59+00:00");
        assert_eq!(utc(at(1 << 60)).to_rfc3339(), "9999-12-30T23:59:59+00:00");
    }

    #[test]
    fn only_the_name_of_a_zone_is_one() {
        for name in ["Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+1", "UTC"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "/dev/zero", "../../etc/passwd", "a/<b>", "a//b", "CET-1CEST,M3.5.0", &"a/".repeat(80)] {
            assert!(!is_name(name), "{name}");
        }
    }
}
