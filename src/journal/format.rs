//! The versions of the journal's format, and the editions of its wording.
//!
//! | version | what it brought |
//! |---|---|
//! | 1 | the header, the opening, the turns, the end |
//! | 2 | afterwords: tags, remarks, outcomes; in version 1 such a line is a person's own |
//! | 3 | the header names the edition of the wording and the correspondences, with which the journal was written |
//!
//! All of them are read. Whatever is added to a journal of an older version brings it to the present one.

use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Diagnostics, Source, TomlTable};

use super::header;
use super::lines::JournalLine;

/// The version of the journal's format that this program writes.
pub const FORMAT: u8 = 3;

/// The edition of the wording: of every sentence and table that the program writes into a journal.
///
/// It is raised by one whenever any of them changes, so that a journal is never held to words with which it was not
/// written. `tests/playthroughs.rs` fails where that was forgotten.
pub const WORDING: u32 = 2;

/// Whether a conclusion tells what a reading tells, in that edition of the wording. The first does not, and of later ones than
/// this program's it is not known.
pub(super) const fn tells_summary(wording: u32) -> bool {
    FIRST.0 < wording && wording <= WORDING
}

/// The first version with afterwords.
pub(super) const AFTERWORDS: u8 = 2;
/// The first version that names its edition, and of which every line is compared to the letter.
pub(super) const EDITIONS: u8 = 3;

/// What journals of earlier versions were written with: the first edition, and these correspondences
/// ([`Correspondences::correspondences_digest`]), those of the program at that time.
const FIRST: (u32, &str) = (1, "sha256:8957919594e82de3fe978070fa2e0955e89b744913746ea8effa85d023fabd7e");

/// The version of a journal, and the words and correspondences with which it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edition {
    pub(super) format: u8,
    pub(super) wording: u32,
    pub(super) data: String,
}

impl Edition {
    /// With what this program writes.
    pub(super) fn present(correspondences: &Correspondences) -> Edition {
        Edition { format: FORMAT, wording: WORDING, data: correspondences.correspondences_digest().to_owned() }
    }

    /// Reads it from a header.
    pub(super) fn of(fields: &TomlTable<'_>) -> Option<Edition> {
        let format = format(fields)?;
        if format < EDITIONS {
            return Some(Edition { format, wording: FIRST.0, data: FIRST.1.to_owned() });
        }
        let (wording, data) = (fields.integer("wording", 1..=u32::MAX), fields.text("data"));
        Some(Edition { format, wording: wording?, data: data? })
    }

    /// Why the words cannot be compared with those that the program would write now, if they cannot.
    pub(super) fn difference(&self, correspondences: &Correspondences) -> Option<String> {
        if self.wording != WORDING {
            return Some(format!(
                "the wording is of edition {} (this program writes edition {WORDING}) and was not compared",
                self.wording
            ));
        }
        let short: String = self.data.chars().take(15).collect();
        (self.data != correspondences.correspondences_digest()).then(|| {
            format!(
                "the wording rests on other correspondences (data {short}…; --data FOLDER with those compares it) and was \
                 not compared"
            )
        })
    }
}

/// The version that a header names.
fn format(fields: &TomlTable<'_>) -> Option<u8> {
    let item = fields.required("format")?;
    let format = item.integer(1..=u8::MAX)?;
    if format > FORMAT {
        item.error(
            format!("this journal is of format {format}, which is newer than this program"),
            format!("format 1 to {FORMAT}; a newer enochian reads it"),
        );
        return None;
    }
    Some(format)
}

/// The journal in the present version of the format. Only the header changes: the number, and the lines that name the
/// edition.
///
/// # Errors
/// When the header cannot be read, or where something of a person's own would be taken for the program's.
pub(super) fn present(source: &Source) -> Result<Source, Diagnostics> {
    let range = header::find(source)?;
    let start = range.start;
    let (version, number) = TomlTable::read_part(source, range, |fields| {
        fields.allow_unknown();
        let version = format(fields)?;
        for key in ["wording", "data"].iter().filter(|_| version < EDITIONS) {
            if let Some(item) = fields.optional(key) {
                let problem = format!("the key `{key}` is yours, but in format {EDITIONS} it would be the program's");
                item.error(problem, "another name for it");
            }
        }
        Some((version, fields.required("format")?.span()))
    })?;
    if version < AFTERWORDS {
        let faults = own_afterwords(source);
        if !faults.is_empty() {
            return Err(Diagnostics::of(source, faults));
        }
    }
    let mut present = source.clone();
    if version < EDITIONS {
        let after = start + number.end;
        let line = source.text[after..].find('\n').map_or(source.text.len(), |end| after + end + 1);
        let end = if source.text[..line].ends_with("\r\n") { "\r\n" } else { "\n" };
        present.text.insert_str(line, &format!("wording = {}{end}data = \"{}\"{end}", FIRST.0, FIRST.1));
    }
    if version < FORMAT {
        present.text.replace_range(start + number.start..start + number.end, &FORMAT.to_string());
    }
    Ok(present)
}

/// From 1 to 2: lines that are a person's own in version 1, and would be read as afterwords.
fn own_afterwords(source: &Source) -> Vec<Diagnostic> {
    let mut at = 0;
    let mut faults = Vec::new();
    for line in source.text.split_inclusive('\n') {
        if JournalLine::read(line, 1) != JournalLine::read(line, AFTERWORDS) {
            let problem = "this line is yours, but in version 2 of the format it would be read as the program's";
            faults.push(source.error(at..at + line.trim_end().len(), problem, "other words at its beginning"));
        }
        at += line.len();
    }
    faults
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn upgraded(text: &str) -> Result<String, Diagnostics> {
        present(&Source::new("journal.md", text)).map(|source| source.text)
    }

    #[test]
    fn only_the_header_changes_and_only_where_it_is_old() {
        let old = "+++\r\n# format = 9\r\nweather = \"format = 1\"\r\nformat = 1 # old\r\n+++\r\nformat = 1\n";
        let named = format!("format = 3 # old\r\nwording = 1\r\ndata = \"{}\"\r\n", FIRST.1);
        let new = old.replacen("format = 1 # old\r\n", &named, 1);
        assert_eq!(upgraded(old).unwrap(), new);
        assert_eq!(upgraded(&new).unwrap(), new);
        assert!(upgraded("+++\nformat = 4\n+++\n").unwrap_err().to_string().contains("newer than this program"));
        assert!(upgraded("+++\n+++\n").is_err());
        assert!(upgraded("format = 1\n").is_err());
    }

    #[test]
    fn what_would_be_read_otherwise_stands_in_the_way() {
        let text = "+++\nformat = 1\n+++\n\n**Tagged** · love\n";
        let faults = upgraded(text).unwrap_err().to_string();
        assert!(faults.starts_with("journal.md:5: this line is yours"), "{faults}");
        assert!(upgraded(&text.replace("format = 1", "format = 2")).is_ok());
        let faults = upgraded("+++\nformat = 2\ndata = \"rain\"\n+++\n").unwrap_err().to_string();
        assert!(faults.starts_with("journal.md:3: the key `data` is yours"), "{faults}");
    }

    #[test]
    fn earlier_journals_rest_on_the_correspondences_of_their_time() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data-of-edition-1");
        assert_eq!(FIRST.1, Correspondences::from_dir(&data).unwrap().correspondences_digest());
    }
}
