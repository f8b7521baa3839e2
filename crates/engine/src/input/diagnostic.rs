//! Errors in files, with their place.

use std::fmt;
use std::ops::Range;

use super::{Source, safe};

/// One error at one place in a [`Source`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The bytes of the source that it concerns; empty if something is missing there.
    pub span: Range<usize>,
    /// The line on which the span begins, counted from 1; 0 for the whole file, such as one that cannot be read.
    pub line: usize,
    /// The problem, without a full stop.
    pub problem: String,
    /// What is valid there, or how to fix it; may be empty. See [`Diagnostic::advice`].
    pub expected: String,
}

/// Writes `problem; expected …`, without characters that control a terminal.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&safe(&self.problem))?;
        self.advice().map_or(Ok(()), |advice| write!(f, "; {advice}"))
    }
}

impl Diagnostic {
    /// The advice after the problem: `expected …`, or the question whether a similar word was meant.
    #[must_use]
    pub fn advice(&self) -> Option<String> {
        match safe(&self.expected) {
            text if text.is_empty() => None,
            text if text.starts_with(DID_YOU_MEAN) => Some(text.into_owned()),
            text => Some(format!("expected {text}")),
        }
    }
}

/// The beginning of a suggestion, which is not introduced by "expected".
const DID_YOU_MEAN: &str = "did you mean ";

/// The suggestion of a similar word, to be used as [`Diagnostic::expected`].
pub fn did_you_mean(word: &str) -> String {
    format!("{DID_YOU_MEAN}{word}?")
}

/// The errors in one file, with its text for the excerpts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDiagnostics {
    /// The file's name in messages, and its text as far as it could be read.
    pub source: Source,
    /// The errors, in the order of the text; never empty within [`Diagnostics`].
    pub errors: Vec<Diagnostic>,
}

/// All errors in one or more files.
///
/// It collects errors as well: start from the default value, pass the results of several readings to
/// [`Diagnostics::collect`], and finish with [`Diagnostics::into_result`].
///
/// ```
/// use enochian::input::{TomlTable, Diagnostics, Source};
/// let name = |file, text| {
///     let source = Source::new(file, text);
///     TomlTable::read(&source, |fields| fields.required("name")?.text())
/// };
/// let mut errors = Diagnostics::default();
/// let one = errors.collect(name("one.toml", "name = 10"));
/// let two = errors.collect(name("two.toml", "nmae = \"x\""));
/// let both = one.zip(two).map(|(one, two)| one + &two);
/// assert_eq!(errors.into_result(both).unwrap_err().len(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    files: Vec<FileDiagnostics>,
}

impl Diagnostics {
    /// The errors of one file, sorted into the order of its text.
    #[must_use]
    pub fn of(source: &Source, mut errors: Vec<Diagnostic>) -> Diagnostics {
        errors.sort_by_key(|error| (error.span.start, error.span.end));
        let files = if errors.is_empty() { vec![] } else { vec![FileDiagnostics { source: source.clone(), errors }] };
        Diagnostics { files }
    }

    /// The files with errors, in the order in which they were read.
    #[must_use]
    pub fn files(&self) -> &[FileDiagnostics] {
        &self.files
    }

    /// The number of errors in all files.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.iter().map(|file| file.errors.len()).sum()
    }

    /// Whether there are no errors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the value of a successful reading; the errors of a failed one are added to these.
    pub fn collect<T>(&mut self, result: Result<T, Diagnostics>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(errors) => {
                self.files.extend(errors.files);
                None
            }
        }
    }

    /// Returns the value if there are no errors.
    ///
    /// # Errors
    ///
    /// The errors, if there are any or there is no value.
    pub fn into_result<T>(self, value: Option<T>) -> Result<T, Diagnostics> {
        match value {
            Some(value) if self.is_empty() => Ok(value),
            _ => Err(self),
        }
    }
}

/// Writes one line for each error: `FILE:LINE: problem; expected …`, without the line if it concerns the whole file.
impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for file in &self.files {
            for error in &file.errors {
                if !std::mem::take(&mut first) {
                    f.write_str("\n")?;
                }
                write!(f, "{}:", safe(&file.source.name))?;
                if error.line > 0 {
                    write!(f, "{}:", error.line)?;
                }
                write!(f, " {error}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
