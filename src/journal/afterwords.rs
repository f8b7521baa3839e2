//! The lines of what is said of a journal as a whole, each written and read in one place.

use crate::record::Afterword;

use super::marks::{escaped, unescaped};

/// The heading under which they stand once the journal is concluded.
pub(super) const HEADING: &str = "## Afterwards";

/// The beginning of an afterword's line. A person's words are set as a quotation.
pub(super) fn beginning(sort: &str) -> String {
    let quotation = if ["Remark", "Came to pass"].contains(&sort) { "> " } else { "" };
    format!("{quotation}**{sort}** · ")
}

/// The line of an afterword.
pub(super) fn line(afterword: &Afterword) -> String {
    beginning(afterword.sort()) + &escaped(&afterword.to_string())
}

/// Reads a line. `None` is a line that is no afterword; an error is one that begins as one does but cannot be
/// read, with what was expected.
pub(super) fn read(line: &str) -> Result<Option<Afterword>, &'static str> {
    if !line.starts_with("**") && !line.starts_with("> **") {
        return Ok(None);
    }
    for (sort, expected) in Afterword::SORTS {
        if let Some(text) = line.trim_end().strip_prefix(&beginning(sort)) {
            return Afterword::read(sort, &unescaped(text)).map(Some).ok_or(expected);
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    use crate::record::{Outcome, Proved, Remark, Tag};

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
            "> **Remark** · on turn x · 2026-12-01T20:15:00+01:00 · x",
            "> **Came to pass** · 2027-03-01 · the answer proved well · x",
        ] {
            assert!(read(torn).is_err(), "{torn}");
        }
        for own in ["**Tagged**", "> **Remarkable!**", "> **Came to pass**", "Tagged · love"] {
            assert_eq!(read(own), Ok(None), "{own}");
        }
    }
}
