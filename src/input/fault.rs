//! What is wrong, and where.

use std::fmt;
use std::ops::Range;

use super::{Source, safe};

/// One thing wrong in one place of a [`Source`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
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
impl fmt::Display for Diagnostic {
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
pub struct FileDiagnostics {
    /// The file's name for messages and its text, as far as it could be read.
    pub source: Source,
    /// What is wrong in it, in the order of the text; never empty within [`Diagnostics`].
    pub faults: Vec<Diagnostic>,
}

/// Everything found wrong, in one file or in several.
///
/// It serves as the collector too: start from the empty value, let
/// [`Diagnostics::collect`] take the failures of several readings, and let
/// [`Diagnostics::or`] decide in the end.
///
/// ```
/// use enochian::input::{TomlTable, Diagnostics, Source};
/// let number = |name, text| {
///     let source = Source::new(name, text);
///     TomlTable::read(&source, |fields| fields.integer("n", 0..=9))
/// };
/// let mut faults = Diagnostics::default();
/// let one = faults.collect(number("one.toml", "n = 10"));
/// let two = faults.collect(number("two.toml", "m = 1"));
/// let sum = one.zip(two).map(|(a, b): (i32, i32)| a + b);
/// assert_eq!(faults.or(sum).unwrap_err().len(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    files: Vec<FileDiagnostics>,
}

impl Diagnostics {
    /// The faults of one file, sorted into the order of its text.
    #[must_use]
    pub fn of(source: &Source, mut faults: Vec<Diagnostic>) -> Diagnostics {
        faults.sort_by_key(|fault| (fault.span.start, fault.span.end));
        let files = if faults.is_empty() { vec![] } else { vec![FileDiagnostics { source: source.clone(), faults }] };
        Diagnostics { files }
    }

    /// The files with something wrong in them, in the order they were read.
    #[must_use]
    pub fn files(&self) -> &[FileDiagnostics] {
        &self.files
    }

    /// How many faults there are in all.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.iter().map(|file| file.faults.len()).sum()
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The value of a successful reading; the faults of a failed one are added to these.
    pub fn collect<T>(&mut self, result: Result<T, Diagnostics>) -> Option<T> {
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
    pub fn or<T>(self, value: Option<T>) -> Result<T, Diagnostics> {
        match value {
            Some(value) if self.is_empty() => Ok(value),
            _ => Err(self),
        }
    }
}

/// One line for each: `FILE:LINE: problem; expected …`, without the line where the file as a whole is meant.
impl fmt::Display for Diagnostics {
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

impl std::error::Error for Diagnostics {}
