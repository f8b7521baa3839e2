//! The versions of the journal's format, and the editions of its wording.
//!
//! | version | what is new |
//! |---|---|
//! | 1 | the header, the opening, the turns, the end |
//! | 2 | afterwords: tags, remarks, outcomes; in version 1 such a line is a person's own |
//! | 3 | the header names the edition of the wording and the correspondences with which the journal was written |
//! | 4 | only for the other games, whose header names their kind; each act is a heading |
//! | 5, 6 | the header names the id, in 5 of readings and games of Enochian chess, in 6 of the other games |
//! | 7 | only for branches of a reading, whose header has the line `branch` |
//!
//! All versions can be read. Adding to a journal of an older version upgrades it.

use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Diagnostics, Source, TomlTable};

use super::header;
use super::lines::JournalLine;

/// The version of the journal's format that this program writes, of readings and games of Enochian chess.
pub const FORMAT: u8 = 5;

/// The edition of the wording: of all sentences and tables that the program writes into a journal.
///
/// It is increased by one whenever any of them changes in a release, so that a journal is only compared with the words it
/// was written with. `tests/commands/playthroughs.rs` fails if this is forgotten.
pub const WORDING: u32 = 3;

/// The paragraphs of a conclusion's summary in an edition of the wording, notes from before the first turn apart. The first
/// has none; of editions newer than the program's this is not known.
pub(super) const fn summary_paragraphs(wording: u32) -> usize {
    match wording {
        2 => 3,
        WORDING => 4,
        _ => 0,
    }
}

/// The first version with afterwords.
pub(super) const AFTERWORDS: u8 = 2;
/// The first version that names its edition, and in which every line is compared exactly.
pub(super) const EDITIONS: u8 = 3;
/// The version that is written of the other games; those of Enochian chess never have it.
pub(super) const OTHER_GAMES: u8 = 6;
/// The first version whose header names the id.
pub(super) const IDENTIFIED: u8 = 5;

/// The version that is written of branches of a reading; no other journal has it.
pub(super) const BRANCHES: u8 = 7;
/// The newest version.
const NEWEST: u8 = BRANCHES;

/// Whether a version is one of journals of the other games, in which each act is a heading.
pub(super) const fn is_of_other_games(format: u8) -> bool {
    matches!(format, 4 | OTHER_GAMES)
}

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
    format.is_some_and(|format| format > NEWEST)
}

/// The version that a header names.
fn format(fields: &TomlTable<'_>) -> Option<u8> {
    let item = fields.required("format")?;
    let format = item.integer(1..=u8::MAX)?;
    if format > NEWEST {
        item.error(
            format!("this journal has format {format}, which is newer than this program"),
            format!("format 1 to {NEWEST}; a newer version of enochian can read it"),
        );
        return None;
    }
    if header::is_of_other_game(fields) != is_of_other_games(format) {
        let problem = format!("this journal has format {format}");
        let expected = format!(
            "format 4 or {OTHER_GAMES} if the header has the key `kind`, otherwise 1 to 3, {FORMAT}, or {BRANCHES} for a branch"
        );
        item.error(problem, expected);
        return None;
    }
    Some(format)
}

/// Whether a journal is of a version in which it was rewritten as a whole, and not only appended to.
pub(super) fn was_rewritten(source: &Source) -> bool {
    let version = header::find(source).and_then(|range| {
        TomlTable::read_part(source, range, |fields| {
            fields.allow_unknown();
            format(fields)
        })
    });
    version.is_ok_and(|version| version < EDITIONS)
}

/// The journal upgraded to the present format. Only the header changes: the number, and the lines that name the id and the edition.
///
/// # Errors
/// If the header cannot be read, or if a person's own line would be taken for one of the program.
pub(super) fn present(source: &Source) -> Result<Source, Diagnostics> {
    let range = header::find(source)?;
    let start = range.start;
    let (version, number, id) = TomlTable::read_part(source, range, |fields| {
        fields.allow_unknown();
        let version = format(fields)?;
        for (key, since) in [("wording", EDITIONS), ("data", EDITIONS), ("id", IDENTIFIED)] {
            if let Some(item) = fields.optional(key).filter(|_| version < since) {
                let problem = format!("the key `{key}` is your own, but in format {since} the program uses it");
                item.error(problem, "another name for your key");
            }
        }
        let id = if version < IDENTIFIED { header::derived_id(fields)? } else { String::new() };
        Some((version, fields.required("format")?.span(), id))
    })?;
    if version < AFTERWORDS {
        let errors = own_afterwords(source);
        if !errors.is_empty() {
            return Err(Diagnostics::of(source, errors));
        }
    }
    let mut present = source.clone();
    if version < IDENTIFIED {
        let after = start + number.end;
        let line = source.text[after..].find('\n').map_or(source.text.len(), |end| after + end + 1);
        let end = if source.text[..line].ends_with("\r\n") { "\r\n" } else { "\n" };
        let edition = match version {
            0..EDITIONS => format!("wording = {}{end}data = \"{}\"{end}", FIRST.0, FIRST.1),
            _ => String::new(),
        };
        present.text.insert_str(line, &format!("id = \"{id}\"{end}{edition}"));
        let written = if is_of_other_games(version) { OTHER_GAMES } else { FORMAT };
        present.text.replace_range(start + number.start..start + number.end, &written.to_string());
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

    /// What the id follows from.
    const BEGUN: &str = "question = \"Who?\"\nbegun = \"2026-11-21T14:05:00+01:00\"\n";

    fn upgraded(text: &str) -> Result<String, Diagnostics> {
        present(&Source::new("journal.md", text)).map(|source| source.text)
    }

    #[test]
    fn only_the_header_changes_and_only_where_it_is_old() {
        let begun = BEGUN.replace('\n', "\r\n");
        let old = format!(
            "+++\r\n# format = 9\r\nweather = \"format = 1\"\r\nformat = 1 # old\r\n{begun}+++\r\nformat = 1\n"
        );
        let id = "id = \"ae41238de6754989\"\r\n";
        let named = format!("format = 5 # old\r\n{id}wording = 1\r\ndata = \"{}\"\r\n", FIRST.1);
        let new = old.replacen("format = 1 # old\r\n", &named, 1);
        assert_eq!(upgraded(&old).unwrap(), new);
        assert_eq!(upgraded(&new).unwrap(), new);
        let third = new.replacen("format = 5", "format = 3", 1).replacen(id, "", 1);
        assert_eq!(upgraded(&third).unwrap(), new);
        assert!(upgraded("+++\nformat = 8\n+++\n").unwrap_err().to_string().contains("newer than this program"));
        assert!(upgraded("+++\n+++\n").is_err());
        assert!(upgraded("format = 1\n").is_err());
    }

    #[test]
    fn an_upgrade_is_refused_where_own_lines_would_be_read() {
        let text = &format!("+++\nformat = 1\n{BEGUN}+++\n\n**Tagged** · love\n");
        let errors = upgraded(text).unwrap_err().to_string();
        assert!(errors.starts_with("journal.md:7: this line is your own"), "{errors}");
        assert!(upgraded(&text.replace("format = 1", "format = 2")).is_ok());
        for (format, key) in [(2, "data"), (3, "id")] {
            let errors =
                upgraded(&format!("+++\nformat = {format}\n{key} = \"rain\"\n{BEGUN}+++\n")).unwrap_err().to_string();
            assert!(errors.starts_with(&format!("journal.md:3: the key `{key}` is your own")), "{errors}");
        }
    }

    #[test]
    fn earlier_journals_use_the_correspondences_of_their_time() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data-of-edition-1");
        assert_eq!(FIRST.1, Correspondences::from_dir(&data).unwrap().correspondences_digest());
    }
}
