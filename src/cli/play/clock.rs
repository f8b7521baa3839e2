//! The time and the time zone.

use std::env;
use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Datelike, FixedOffset, Local, NaiveDate, TimeZone, Utc};

use crate::record::Timestamp;

/// Where systems keep the files of time zones.
const ZONES: [&str; 4] = ["/usr/share/zoneinfo", "/share/zoneinfo", "/etc/zoneinfo", "/usr/share/lib/zoneinfo"];

/// No file of a time zone is larger, in bytes.
const LARGEST: u64 = 1 << 20;

/// The range of the clock in seconds: the years 0 to 9999, which a journal allows, less a day on both sides for the time zone. A
/// clock beyond it is as wrong as can be, and no reason to refuse what is to be recorded.
const SECONDS: (i64, i64) = (-62_167_132_800, 253_402_214_399);

/// The current time, to the second, with the local offset.
pub(in super::super) fn now() -> Timestamp {
    let utc = utc(SystemTime::now());
    let seconds = match is_usable(env::var("TZ").ok().as_deref(), utc.year()) {
        true => Local.offset_from_utc_datetime(&utc.naive_utc()).local_minus_utc(),
        false => 0,
    };
    // To the minute, as in journals: the offsets of early years have seconds.
    FixedOffset::east_opt(seconds / 60 * 60).map_or(utc.into(), |offset| utc.with_timezone(&offset))
}

/// The name of the time zone: from the environment, or from the system if it has one.
pub(in super::super) fn zone() -> Option<String> {
    match env::var("TZ") {
        Ok(name) if !name.is_empty() => Some(name).filter(|name| is_name(name) && file_of(name).is_some_and(is_sound)),
        _ => iana_time_zone::get_timezone().ok().filter(|name| is_name(name)),
    }
}

/// The time of a clock, which can be set to any year.
fn utc(clock: SystemTime) -> DateTime<Utc> {
    let seconds = match clock.duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_secs()).map_or(i64::MIN, |seconds| -seconds),
    };
    DateTime::from_timestamp(seconds.clamp(SECONDS.0, SECONDS.1), 0).unwrap_or_default()
}

/// Whether it is safe to ask for the local time: TZ can name a file that never ends, or an invalid rule.
fn is_usable(zone: Option<&str>, year: i32) -> bool {
    zone.and_then(file_of).is_none_or(is_sound)
        && [1, 7].into_iter().all(|month| {
            let noon = NaiveDate::from_ymd_opt(year, month, 1).and_then(|day| day.and_hms_opt(12, 0, 0));
            noon.is_some_and(|noon| Local.from_local_datetime(&noon).earliest().is_some())
        })
}

/// The file of a zone, where the clock will look for it.
fn file_of(zone: &str) -> Option<fs::Metadata> {
    let name = Path::new(zone.strip_prefix(':').unwrap_or(zone));
    // An absolute path replaces the folder.
    ZONES.iter().find_map(|folder| fs::metadata(Path::new(folder).join(name)).ok())
}

fn is_sound(about: fs::Metadata) -> bool {
    about.is_file() && about.len() <= LARGEST
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
        assert_eq!(utc(UNIX_EPOCH - Duration::from_secs(86_400)).to_rfc3339(), "1969-12-31T00:00:00+00:00");
        assert_eq!(utc(at(253_402_300_800)).to_rfc3339(), "9999-12-30T23:59:59+00:00");
        assert_eq!(utc(at(1 << 60)).to_rfc3339(), "9999-12-30T23:59:59+00:00");
        assert_eq!(utc(UNIX_EPOCH - Duration::from_secs(1 << 40)).to_rfc3339(), "0000-01-02T00:00:00+00:00");
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
