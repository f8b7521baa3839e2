//! What things mean to a person: the file `meanings.toml` beside the journals, which people edit too.

use std::cell::RefCell;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::chess::{Mode, Piece};
use crate::correspondences::{Correspondences, Naming};
use crate::disk::{self, DiskFile};
use crate::input::{Diagnostic, Diagnostics, Source, TomlTable};
use crate::lookup::{LandingNames, NotFound, Thing};

use super::{IndexEntry, JournalError, Query};

/// The name of the file, in the folder of journals.
pub const MEANINGS: &str = "meanings.toml";

/// How the file begins.
const HEAD: &str = "\
# What things mean to me. `enochian remember` writes here; to change a line by hand, keep it as it is: \"NAME\" = \"TEXT\"
";

/// So often is what remains of the file read again without the lines that are not TOML.
const ATTEMPTS: usize = 50;

/// The meanings that a person has given to things.
pub struct OwnMeanings {
    path: PathBuf,
    source: Source,
    kept: Vec<OwnMeaning>,
    faults: Diagnostics,
    /// Whether the file could not be read at all, and so must not be replaced.
    is_unread: bool,
    names: LandingNames,
}

/// What a thing means to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMeaning {
    /// The thing.
    pub thing: Thing,
    /// What it means, in one or more lines.
    pub text: String,
    /// Where the text stands in the file, with its quotation marks.
    span: Range<usize>,
}

impl std::fmt::Debug for OwnMeanings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OwnMeanings").field("kept", &self.kept).field("faults", &self.faults).finish_non_exhaustive()
    }
}

impl OwnMeanings {
    /// Reads those of a folder of journals; what cannot be read is among the faults.
    ///
    /// ```
    /// use enochian::correspondences::Correspondences;
    /// use enochian::journal::OwnMeanings;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let correspondences = Correspondences::embedded();
    /// let mut own = OwnMeanings::read(folder.path(), correspondences, &correspondences.namings()[0]);
    /// let thing = own.thing("tristitia")?;
    /// own.put(&thing, Some("Grief that I asked for."), None)?;
    /// assert_eq!(own.of(&thing), Some("Grief that I asked for."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn read(folder: &Path, correspondences: &Correspondences, naming: &Naming) -> OwnMeanings {
        let (path, names) = (folder.join(MEANINGS), LandingNames::new(correspondences, naming));
        let source = Source::new("", "");
        let (kept, faults) = (Vec::new(), Diagnostics::default());
        let mut own = OwnMeanings { path, source, kept, faults, is_unread: false, names };
        own.read_again();
        own
    }

    /// Whether there is such a file, so that most notebooks need not be asked.
    #[must_use]
    pub fn is_in(folder: &Path) -> bool {
        folder.join(MEANINGS).symlink_metadata().is_ok()
    }

    fn read_again(&mut self) {
        let read = match self.path.symlink_metadata() {
            Ok(_) => Source::read(&self.path, Source::TOML_LIMIT),
            Err(_) => Ok(Source::new("", "")),
        };
        self.is_unread = read.is_err();
        (self.source, self.kept, self.faults) = match read {
            Ok(source) => {
                let (kept, faults) = parse(&source, &self.names);
                (source, kept, faults)
            }
            Err(faults) => (Source::new("", ""), Vec::new(), faults),
        };
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong in the file. Everything else in it is used.
    #[must_use]
    pub fn faults(&self) -> &Diagnostics {
        &self.faults
    }

    /// What is wrong in the file, each fault with its line and column.
    pub fn fault_messages(&self) -> impl Iterator<Item = String> {
        let of_file = self.faults.files().iter().flat_map(|file| file.errors.iter().map(move |error| (file, error)));
        of_file.map(|(file, error)| {
            let start = file.source.text[..error.span.start].rfind('\n').map_or(0, |end| end + 1);
            let column = file.source.text[start..error.span.start].chars().count() + 1;
            let place = if error.line > 0 { format!(":{}:{column}", error.line) } else { String::new() };
            format!("{MEANINGS}{place}: {error}")
        })
    }

    /// All meanings, in the order of the file.
    #[must_use]
    pub fn all(&self) -> &[OwnMeaning] {
        &self.kept
    }

    /// What a thing means.
    #[must_use]
    pub fn of(&self, thing: &Thing) -> Option<&str> {
        self.kept.iter().find(|it| it.thing == *thing).map(|it| it.text.as_str())
    }

    /// Those of some things that have one, in the order of the file.
    pub fn among<'o>(&'o self, things: &[Thing]) -> Vec<&'o OwnMeaning> {
        self.kept.iter().filter(|it| things.contains(&it.thing)).collect()
    }

    /// The thing that a text names: `Tristitia`, `8th house`, `e3 of water`, `trump:death`.
    ///
    /// # Errors
    /// If nothing is called so, or several things are; the message names them, or what is similar.
    pub fn thing(&self, text: &str) -> Result<Thing, NotFound> {
        self.names.thing(text)
    }

    /// What a page about a name explains, and about a piece, if it names one.
    #[must_use]
    pub fn explained(&self, name: &str, piece: Option<Piece>, correspondences: &Correspondences) -> Vec<Thing> {
        self.names.explained(name, piece, correspondences)
    }

    /// Writes what a thing means, or removes it with `None`, if it still has the meaning `before`. The rest of the file stays as
    /// it is.
    ///
    /// # Errors
    /// If it has another meaning by now, or the file cannot be written, or faults in it are in the way. Nothing is changed then.
    pub fn put(&mut self, thing: &Thing, text: Option<&str>, before: Option<&str>) -> Result<(), JournalError> {
        let _lock = match DiskFile::open_to_replace(&self.path) {
            // It is created below, if nobody else does it first.
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            opened => opened.map_err(JournalError::unwritable(&self.path))?,
        };
        self.read_again();
        let known = self.kept.iter().find(|it| it.thing == *thing);
        if known.map(|it| it.text.as_str()) != before {
            return Err(JournalError::Rewritten(self.path.clone()));
        }
        if self.is_unread {
            return Err(JournalError::Invalid(self.faults.clone()));
        }
        let mut written = self.source.text.clone();
        match (known, text) {
            (Some(known), Some(text)) => written.replace_range(known.span.clone(), &in_toml(text)),
            (Some(known), None) => written.replace_range(lines_of(&written, &known.span), ""),
            (None, Some(text)) => {
                if written.trim().is_empty() {
                    written = HEAD.to_owned();
                } else if !written.ends_with('\n') {
                    written.push('\n');
                }
                written.push_str(&format!("{} = {}\n", in_toml(&self.names.key(thing)), in_toml(text)));
            }
            (None, None) => return Ok(()),
        }
        let new = Source::new(&self.source.name, written);
        let (kept, faults) = parse(&new, &self.names);
        let has = |thing: &Thing| kept.iter().find(|it| it.thing == *thing).map(|it| it.text.as_str());
        let is_kept = |it: &OwnMeaning| it.thing == *thing || has(&it.thing) == Some(it.text.as_str());
        if has(thing) != text || !self.kept.iter().all(is_kept) {
            return Err(JournalError::Invalid(faults));
        }
        let put = if self.path.exists() { disk::replace } else { disk::create };
        put(&self.path, new.text.as_bytes()).map_err(JournalError::disk(&self.path))?;
        (self.source, self.kept, self.faults) = (new, kept, faults);
        Ok(())
    }
}

fn in_toml(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// The whole lines of an entry, from its key to what follows its text.
fn lines_of(text: &str, value: &Range<usize>) -> Range<usize> {
    let start = text[..value.start].rfind('\n').map_or(0, |end| end + 1);
    let end = text[value.end..].find('\n').map_or(text.len(), |length| value.end + length + 1);
    start..end
}

/// The meanings of a file, and its faults. Lines that are no TOML are left out until the rest can be read.
fn parse(source: &Source, names: &LandingNames) -> (Vec<OwnMeaning>, Diagnostics) {
    let mut readable = source.clone();
    let mut faults: Vec<Diagnostic> = Vec::new();
    for _ in 0..ATTEMPTS {
        let kept = RefCell::new(None);
        let read = TomlTable::read(&readable, |fields| {
            kept.replace(Some(entries(fields, names)));
            Some(())
        });
        let errors = read.err().unwrap_or_default();
        let errors = errors.files().iter().flat_map(|file| file.errors.clone());
        if let Some(kept) = kept.take() {
            faults.extend(errors);
            return (kept, Diagnostics::of(source, faults));
        }
        let before = readable.text.clone();
        for error in errors {
            let line = lines_of(&before, &(error.span.start..error.span.start));
            let blank: String = before[line.clone()].bytes().map(|it| if it == b'\n' { '\n' } else { ' ' }).collect();
            readable.text.replace_range(line, &blank);
            faults.push(error);
        }
        if readable.text == before {
            break;
        }
    }
    (Vec::new(), Diagnostics::of(source, faults))
}

fn entries(fields: &TomlTable<'_>, names: &LandingNames) -> Vec<OwnMeaning> {
    let mut kept: Vec<OwnMeaning> = Vec::new();
    for value in fields.entries() {
        let Some(text) = value.prose() else { continue };
        match names.thing(value.key()) {
            _ if text.trim().is_empty() => drop(value.wrong::<()>("some text")),
            Ok(thing) if kept.iter().any(|it| it.thing == thing) => {
                value.error(format!("this is a second meaning of {thing}"), "one for each; the first is used");
            }
            Ok(thing) => kept.push(OwnMeaning { thing, text, span: value.span() }),
            Err(error) => value.error(error.to_string(), ""),
        }
    }
    kept
}

/// The readings in which a thing came up, in the order of the list, each with the turns.
#[must_use]
pub fn occurrences<'e>(
    thing: &Thing,
    entries: &'e [IndexEntry],
    correspondences: &Correspondences,
    naming: &Naming,
) -> Vec<(&'e IndexEntry, Vec<u32>)> {
    let Ok(query) = Query::read(&thing.query(), correspondences, naming) else { return Vec::new() };
    let found = entries.iter().filter_map(|entry| {
        let metadata = entry.metadata.as_deref().ok().filter(|metadata| metadata.mode == Mode::Reading)?;
        let turns: Vec<u32> = query.find(metadata, correspondences)?.turns.iter().map(|it| it.turn).collect();
        (!turns.is_empty()).then_some((entry, turns))
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn own(folder: &Path) -> OwnMeanings {
        let correspondences = Correspondences::embedded();
        OwnMeanings::read(folder, correspondences, &correspondences.namings()[0])
    }

    #[test]
    fn what_people_wrote_around_a_meaning_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(MEANINGS);
        let written = "# mine\n\n\"Scorpio\" = 'sting' # ouch\n# of the year\nTristitia = \"\"\"\nGrief,\nthat is.\"\"\"\n\nmars = \"work\"";
        fs::write(&file, written).unwrap();
        let mut read = own(folder.path());
        let [scorpio, tristitia, mars, square] =
            ["scorpio", "tristitia", "planet:mars", "e3 water"].map(|name| read.thing(name).unwrap());
        assert_eq!(read.of(&tristitia), Some("Grief,\nthat is."));
        read.put(&scorpio, Some("The \"door\"\n\tof two lines \\ ß"), Some("sting")).unwrap();
        read.put(&tristitia, None, Some("Grief,\nthat is.")).unwrap();
        read.put(&square, Some("the gate"), None).unwrap();
        let after = fs::read_to_string(&file).unwrap();
        assert!(after.starts_with("# mine\n\n\"Scorpio\" = "), "{after}");
        assert!(
            after.contains(" # ouch\n# of the year\n\nmars = \"work\"\n\"e3 of Water\" = \"the gate\"\n"),
            "{after}"
        );
        assert_eq!(own(folder.path()).of(&scorpio), Some("The \"door\"\n\tof two lines \\ ß"));
        assert_eq!(own(folder.path()).of(&mars), Some("work"));
        // What somebody else has changed meanwhile is not overwritten.
        fs::write(&file, "mars = \"war\"\n").unwrap();
        assert!(matches!(read.put(&mars, Some("peace"), Some("work")), Err(JournalError::Rewritten(_))));
        assert!(matches!(read.put(&mars, Some("\u{1b}[2J"), Some("war")), Err(JournalError::Invalid(_))));
        assert_eq!(fs::read_to_string(&file).unwrap(), "mars = \"war\"\n");
    }

    #[test]
    fn faults_are_told_with_their_places_and_the_rest_is_used() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(MEANINGS);
        let written = "Scorpio = \"sting\"\nLeo = \"no end\nTristicia = \"x\"\nVirgo = 3\nScorpio = \"again\"\n\"sign:Scorpio\" = \"and again\"\nAries = \" \"\nTaurus = \"stays\"\n";
        fs::write(&file, written).unwrap();
        let mut read = own(folder.path());
        let told: Vec<String> = read.fault_messages().collect();
        let starts = [
            "2:14: ",
            "3:13: there is nothing called \"Tristicia\"",
            "4:9: ",
            "5:1: duplicate",
            "6:18: this is a second",
            "7:9: ",
        ];
        assert_eq!(told.len(), starts.len(), "{told:#?}");
        for (told, start) in told.iter().zip(starts) {
            assert!(told.starts_with(&format!("meanings.toml:{start}")), "{told}");
        }
        assert!(told[1].ends_with("Did you mean \"tristitia\"?"), "{told:?}");
        let kept: Vec<&str> = read.all().iter().map(|it| it.thing.name.as_str()).collect();
        assert_eq!(kept, ["Scorpio", "Taurus"]);
        let cancer = read.thing("cancer").unwrap();
        read.put(&cancer, Some("home"), None).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), format!("{written}\"Cancer\" = \"home\"\n"));
        // Under a table it would be another key.
        fs::write(&file, "[more]\nx = 1\n").unwrap();
        assert!(matches!(read.put(&cancer, Some("home"), None), Err(JournalError::Invalid(_))));
        fs::write(&file, b"\xff").unwrap();
        assert!(matches!(read.put(&cancer, Some("home"), None), Err(JournalError::Invalid(_))));
        assert_eq!(fs::read(&file).unwrap(), b"\xff");
    }
}
