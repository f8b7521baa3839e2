//! The versions of the journal's format, and the editions of its wording.
//!
//! | version | what is new |
//! |---|---|
//! | 1 | the header, the opening, the turns, the end |
//! | 2 | afterwords: tags, remarks, outcomes; in version 1 such a line is a person's own |
//! | 3 | the header names the edition of the wording and the correspondences with which the journal was written |
//! | 4 | only for the other games, whose header names their kind; each act is a heading |
//!
//! All versions can be read. Adding to a journal of an older version upgrades it.

use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Diagnostics, Source, TomlTable};

use super::header;
use super::lines::JournalLine;

/// The version of the journal's format that this program writes.
pub const FORMAT: u8 = 3;

/// The edition of the wording: of all sentences and tables that the program writes into a journal.
///
/// It is increased by one whenever any of them changes in a release, so that a journal is only compared with the words it
/// was written with. `tests/commands/playthroughs.rs` fails if this is forgotten.
pub const WORDING: u32 = 2;

/// Whether a conclusion has a summary, in an edition of the wording. The first has none; of editions newer than the
/// program's this is not known.
pub(super) const fn has_summary(wording: u32) -> bool {
    FIRST.0 < wording && wording <= WORDING
}

/// The first version with afterwords.
pub(super) const AFTERWORDS: u8 = 2;
/// The first version that names its edition, and in which every line is compared exactly.
pub(super) const EDITIONS: u8 = 3;
/// The version of journals of the other games; those of Enochian chess never have it.
pub(super) const OTHER_GAMES: u8 = 4;

/// The edition of journals of earlier versions: wording 1, and the correspondences of the program at that time
/// ([`Correspondences::correspondences_digest`]).
const FIRST: (u32, &str) = (1, "sha256:8957919594e82de3fe978070fa2e0955e89b744913746ea8effa85d023fabd7e");

/// The version of a journal, and the wording and correspondences with which it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edition {
    pub(super) format: u8,
    pub(super) wording: u32,
    pub(super) data: String,
}

impl Edition {
    /// The edition that this program writes in journals of this format.
    pub(super) fn present(format: u8, correspondences: &Correspondences) -> Edition {
        Edition { format, wording: WORDING, data: correspondences.correspondences_digest().to_owned() }
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

    /// Why the wording cannot be compared with what the program would write now, if it cannot.
    pub(super) fn difference(&self, correspondences: &Correspondences) -> Option<String> {
        if self.wording != WORDING {
            return Some(format!(
                "the wording was not compared: it is of edition {}, and this program writes edition {WORDING}",
                self.wording
            ));
        }
        let short: String = self.data.chars().take(15).collect();
        (self.data != correspondences.correspondences_digest()).then(|| {
            format!(
                "the wording was not compared: the journal was written with other correspondences (data {short}…); use \
                 --data FOLDER to compare it with those"
            )
        })
    }
}

/// Whether a header names a version that is newer than this program, which then cannot judge its other keys.
pub(super) fn is_newer(fields: &TomlTable<'_>) -> bool {
    let format = fields.optional("format").and_then(|item| item.integer(1..=u8::MAX));
    format.is_some_and(|format| format > OTHER_GAMES)
}

/// The version that a header names.
fn format(fields: &TomlTable<'_>) -> Option<u8> {
    let item = fields.required("format")?;
    let format = item.integer(1..=u8::MAX)?;
    if format > OTHER_GAMES {
        item.error(
            format!("this journal has format {format}, which is newer than this program"),
            format!("format 1 to {OTHER_GAMES}; a newer version of enochian can read it"),
        );
        return None;
    }
    let right = if header::is_of_other_game(fields) { format == OTHER_GAMES } else { format <= FORMAT };
    if !right {
        let problem = format!("this journal has format {format}");
        let expected = format!("format {OTHER_GAMES} if the header has the key `kind`, otherwise 1 to {FORMAT}");
        item.error(problem, expected);
        return None;
    }
    Some(format)
}

/// The journal upgraded to the present format. Only the header changes: the number, and the lines that name the edition.
///
/// # Errors
/// If the header cannot be read, or if a person's own line would be taken for one of the program.
pub(super) fn present(source: &Source) -> Result<Source, Diagnostics> {
    let range = header::find(source)?;
    let start = range.start;
    let (version, number) = TomlTable::read_part(source, range, |fields| {
        fields.allow_unknown();
        let version = format(fields)?;
        for key in ["wording", "data"].iter().filter(|_| version < EDITIONS) {
            if let Some(item) = fields.optional(key) {
                let problem = format!("the key `{key}` is your own, but in format {EDITIONS} the program uses it");
                item.error(problem, "another name for your key");
            }
        }
        Some((version, fields.required("format")?.span()))
    })?;
    if version < AFTERWORDS {
        let errors = own_afterwords(source);
        if !errors.is_empty() {
            return Err(Diagnostics::of(source, errors));
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

/// Lines that are a person's own in version 1, but would be read as afterwords in version 2.
fn own_afterwords(source: &Source) -> Vec<Diagnostic> {
    let mut at = 0;
    let mut errors = Vec::new();
    for line in source.text.split_inclusive('\n') {
        if JournalLine::read(line, 1) != JournalLine::read(line, AFTERWORDS) {
            let problem = "this line is your own, but in format 2 it would be read as one of the program's";
            errors.push(source.error(at..at + line.trim_end().len(), problem, "a line that begins with other words"));
        }
        at += line.len();
    }
    errors
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
        assert!(upgraded("+++\nformat = 5\n+++\n").unwrap_err().to_string().contains("newer than this program"));
        assert!(upgraded("+++\n+++\n").is_err());
        assert!(upgraded("format = 1\n").is_err());
    }

    #[test]
    fn an_upgrade_is_refused_where_own_lines_would_be_read() {
        let text = "+++\nformat = 1\n+++\n\n**Tagged** · love\n";
        let errors = upgraded(text).unwrap_err().to_string();
        assert!(errors.starts_with("journal.md:5: this line is your own"), "{errors}");
        assert!(upgraded(&text.replace("format = 1", "format = 2")).is_ok());
        let errors = upgraded("+++\nformat = 2\ndata = \"rain\"\n+++\n").unwrap_err().to_string();
        assert!(errors.starts_with("journal.md:3: the key `data` is your own"), "{errors}");
    }

    #[test]
    fn earlier_journals_use_the_correspondences_of_their_time() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data-of-edition-1");
        assert_eq!(FIRST.1, Correspondences::from_dir(&data).unwrap().correspondences_digest());
    }
}
