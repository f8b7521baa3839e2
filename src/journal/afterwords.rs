//! The lines of what is said of a journal as a whole, each written and read in one place.

use chrono::{DateTime, NaiveDate};

use crate::record::{Afterword, Outcome, Remark, Tag};

use super::marks::{escaped, unescaped};

/// The heading under which they stand once the journal is concluded.
pub(super) const HEADING: &str = "## Afterwards";

const TAGGED: &str = "**Tagged** · ";
const UNTAGGED: &str = "**No longer tagged** · ";
const REMARK: &str = "> **Remark";
const OUTCOME: &str = "> **Came to pass** · ";

/// The line of an afterword.
pub(super) fn line(afterword: &Afterword) -> String {
    match afterword {
        Afterword::Tagged(tags) => format!("{TAGGED}{}", list(tags)),
        Afterword::Untagged(tags) => format!("{UNTAGGED}{}", list(tags)),
        Afterword::Remark(Remark { ply, moment, words }) => {
            let about = ply.map_or(String::new(), |ply| format!(" on turn {ply}"));
            format!("{REMARK}{about}** · {} · {}", moment.to_rfc3339(), escaped(words))
        }
        Afterword::Outcome(Outcome { on, proved, words }) => {
            format!("{OUTCOME}{on} · the answer proved {proved} · {}", escaped(words))
        }
    }
}

fn list(tags: &[Tag]) -> String {
    tags.iter().map(Tag::to_string).collect::<Vec<_>>().join(", ")
}

/// Reads a line. `None` is a line that is no afterword; an error is one that begins as one does but cannot be
/// read, with what was expected.
pub(super) fn read(line: &str) -> Result<Option<Afterword>, &'static str> {
    let line = line.trim_end();
    let tags = |list: &str| list.split(", ").map(|tag| tag.parse().ok()).collect::<Option<Vec<Tag>>>();
    if let Some(list) = line.strip_prefix(TAGGED) {
        let tagged = tags(list).map(Afterword::Tagged);
        return tagged.map(Some).ok_or("tags with commas between them: **Tagged** · love, family");
    }
    if let Some(list) = line.strip_prefix(UNTAGGED) {
        let untagged = tags(list).map(Afterword::Untagged);
        return untagged.map(Some).ok_or("tags with commas between them: **No longer tagged** · love");
    }
    if let Some((about, rest)) = line.strip_prefix(REMARK).and_then(|rest| rest.split_once("** · ")) {
        return remark(about, rest)
            .map(|remark| Some(Afterword::Remark(remark)))
            .ok_or("a remark: > **Remark on turn 12** · 2026-12-01T20:15:00+01:00 · and its words");
    }
    if let Some(rest) = line.strip_prefix(OUTCOME) {
        return outcome(rest)
            .map(|outcome| Some(Afterword::Outcome(outcome)))
            .ok_or("an outcome: > **Came to pass** · 2027-03-01 · the answer proved partly true · and its words");
    }
    Ok(None)
}

fn remark(about: &str, rest: &str) -> Option<Remark> {
    let ply = match about {
        "" => None,
        about => Some(about.strip_prefix(" on turn ")?.parse().ok()?),
    };
    let (moment, words) = rest.split_once(" · ")?;
    Some(Remark { ply, moment: DateTime::parse_from_rfc3339(moment).ok()?, words: unescaped(words) })
}

fn outcome(rest: &str) -> Option<Outcome> {
    let (on, rest) = rest.split_once(" · the answer proved ")?;
    let (proved, words) = rest.split_once(" · ")?;
    let on = NaiveDate::parse_from_str(on, "%Y-%m-%d").ok()?;
    Some(Outcome { on, proved: proved.parse().ok()?, words: unescaped(words) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Proved;

    #[test]
    fn every_afterword_reads_back_and_a_torn_one_is_noticed() {
        let moment = DateTime::parse_from_rfc3339("2026-12-01T20:15:00+01:00").unwrap();
        let tags: Vec<Tag> = ["love", "winter solstice"].map(|tag| tag.parse().unwrap()).to_vec();
        let words = "so · it *went* · <b>".to_owned();
        let on = "2027-03-01".parse().unwrap();
        let afterwords = [
            Afterword::Tagged(tags.clone()),
            Afterword::Untagged(tags),
            Afterword::Remark(Remark { ply: Some(12), moment, words: words.clone() }),
            Afterword::Remark(Remark { ply: None, moment, words: words.clone() }),
            Afterword::Outcome(Outcome { on, proved: Proved::Partly, words }),
        ];
        for afterword in afterwords {
            let written = line(&afterword);
            assert_eq!(read(&written), Ok(Some(afterword)), "{written}");
        }
        for torn in [
            "**Tagged** · love,",
            "> **Remark** · 2026-12-01 · x",
            "> **Remark on turn x** · 2026-12-01T20:15:00+01:00 · x",
            "> **Came to pass** · 2027-03-01 · the answer proved well · x",
        ] {
            assert!(read(torn).is_err(), "{torn}");
        }
        for own in ["**Tagged**", "> **Remarkable!**", "> **Came to pass**", "Tagged · love"] {
            assert_eq!(read(own), Ok(None), "{own}");
        }
    }
}
