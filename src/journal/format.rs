//! The versions of the journal's format.
//!
//! | version | what it brought |
//! |---|---|
//! | 1 | the header, the opening, the turns, the end |
//! | 2 | afterwords: tags, remarks, outcomes; in version 1 such a line is a person's own |
//!
//! All of them are read. Whatever is added to a journal of an older version brings it to the present one.

use crate::text::{Fault, Faults, Fields, Source};

use super::{afterwords, header};

/// The version of the journal's format that this program writes.
pub const FORMAT: u8 = 2;

/// The first version with afterwords.
pub(super) const AFTERWORDS: u8 = 2;

/// What would be read otherwise in the next version, for each version from the first.
type Objections = fn(&Source) -> Vec<Fault>;
const STEPS: [Objections; FORMAT as usize - 1] = [own_afterwords];

/// The journal in the present version of the format. Nothing but the number in the header changes.
///
/// # Errors
/// When the header cannot be read, or where a person's own line would be taken for the program's.
pub(super) fn present(source: &Source) -> Result<Source, Faults> {
    let Some(range) = header::range(&source.text) else { return Err(header::missing(source)) };
    let start = range.start;
    let (version, number) = Fields::read_part(source, range, |fields| {
        fields.keep_unknown();
        let item = fields.required("format")?;
        Some((item.integer(1..=FORMAT)?, item.span()))
    })?;
    let faults: Vec<Fault> =
        STEPS[usize::from(version) - 1..].iter().flat_map(|objections| objections(source)).collect();
    if !faults.is_empty() {
        return Err(Faults::of(source, faults));
    }
    let mut present = source.clone();
    if version < FORMAT {
        present.text.replace_range(start + number.start..start + number.end, &FORMAT.to_string());
    }
    Ok(present)
}

/// From 1 to 2: lines that are a person's own in version 1, and would be read as afterwords.
fn own_afterwords(source: &Source) -> Vec<Fault> {
    let mut at = 0;
    let mut faults = Vec::new();
    for line in source.text.split_inclusive('\n') {
        if afterwords::read(line) != Ok(None) {
            let problem = "this line is yours, but in version 2 of the format it would be read as the program's";
            faults.push(source.fault(at..at + line.trim_end().len(), problem, "other words at its beginning"));
        }
        at += line.len();
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn upgraded(text: &str) -> Result<String, Faults> {
        present(&Source::new("journal.md", text)).map(|source| source.text)
    }

    #[test]
    fn only_the_number_changes_and_only_where_it_is_old() {
        let old = "+++\r\n# format = 9\nweather = \"format = 1\"\nformat = 1 # old\n+++\nformat = 1\n";
        let new = "+++\r\n# format = 9\nweather = \"format = 1\"\nformat = 2 # old\n+++\nformat = 1\n";
        assert_eq!(upgraded(old).unwrap(), new);
        assert_eq!(upgraded(new).unwrap(), new);
        assert!(upgraded("+++\nformat = 3\n+++\n").is_err());
        assert!(upgraded("+++\n+++\n").is_err());
        assert!(upgraded("format = 1\n").is_err());
    }

    #[test]
    fn a_line_that_would_be_read_otherwise_stands_in_the_way() {
        let text = "+++\nformat = 1\n+++\n\n**Tagged** · love\n";
        let faults = upgraded(text).unwrap_err().to_string();
        assert!(faults.starts_with("journal.md:5: this line is yours"), "{faults}");
        assert!(upgraded(&text.replace("format = 1", "format = 2")).is_ok());
    }
}
