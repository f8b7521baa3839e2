//! What is wrong, and where.

use std::fmt;
use std::ops::Range;

use super::{Source, safe};

/// One thing wrong in one place of a [`Source`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The bytes of the source it concerns; empty when something is missing there.
    pub span: Range<usize>,
    /// The line where the span begins, counted from 1; 0 when the file as a whole is meant, one that cannot be read, say.
    pub line: usize,
    /// What is wrong, without a full stop.
    pub problem: String,
    /// What would have been right, or what to do about it; may be empty.
    pub expected: String,
}

/// `problem; expected …`, with nothing in it that a terminal obeys.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&safe(&self.problem))?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", safe(&self.expected))?;
        }
        Ok(())
    }
}

/// The faults of one file, with its text, so that an excerpt can be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultyFile {
    /// The file's name for messages and its text, as far as it could be read.
    pub source: Source,
    /// What is wrong in it, in the order of the text; never empty within [`Faults`].
    pub faults: Vec<Fault>,
}

/// Everything found wrong, in one file or in several.
///
/// It serves as the collector too: start from the empty value, let
/// [`Faults::keep`] take the failures of several readings, and let
/// [`Faults::or`] decide in the end.
///
/// ```
/// use enochian::text::{Fields, Faults, Source};
/// let number = |name, text| {
///     let source = Source::new(name, text);
///     Fields::read(&source, |fields| fields.integer("n", 0..=9))
/// };
/// let mut faults = Faults::default();
/// let one = faults.keep(number("one.toml", "n = 10"));
/// let two = faults.keep(number("two.toml", "m = 1"));
/// let sum = one.zip(two).map(|(a, b): (i32, i32)| a + b);
/// assert_eq!(faults.or(sum).unwrap_err().len(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    files: Vec<FaultyFile>,
}

impl Faults {
    /// The faults of one file, sorted into the order of its text.
    pub fn of(source: &Source, mut faults: Vec<Fault>) -> Faults {
        faults.sort_by_key(|fault| (fault.span.start, fault.span.end));
        let files = if faults.is_empty() { vec![] } else { vec![FaultyFile { source: source.clone(), faults }] };
        Faults { files }
    }

    /// The files with something wrong in them, in the order they were read.
    pub fn files(&self) -> &[FaultyFile] {
        &self.files
    }

    /// How many faults there are in all.
    pub fn len(&self) -> usize {
        self.files.iter().map(|file| file.faults.len()).sum()
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The value of a successful reading; the faults of a failed one are added to these.
    pub fn keep<T>(&mut self, result: Result<T, Faults>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(faults) => {
                self.files.extend(faults.files);
                None
            }
        }
    }

    /// The value, if nothing was found wrong.
    ///
    /// # Errors
    ///
    /// The faults, when there are any, or when there is no value.
    pub fn or<T>(self, value: Option<T>) -> Result<T, Faults> {
        match value {
            Some(value) if self.is_empty() => Ok(value),
            _ => Err(self),
        }
    }
}

/// One line for each: `FILE:LINE: problem; expected …`, without the line where the file as a whole is meant.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for file in &self.files {
            for fault in &file.faults {
                if !std::mem::take(&mut first) {
                    f.write_str("\n")?;
                }
                write!(f, "{}:", safe(&file.source.name))?;
                if fault.line > 0 {
                    write!(f, "{}:", fault.line)?;
                }
                write!(f, " {fault}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}
