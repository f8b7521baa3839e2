//! A text and the name it goes by.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use std::path::Path;

use super::{Diagnostic, Diagnostics};

/// The text of a file, and what messages call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// What to call it: `data/pieces.toml`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// The most that a TOML file may hold, in bytes: one MiB. A parser takes many times the room of its text.
    pub const TOML_LIMIT: u64 = 1 << 20;

    /// A text under a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// Reads a file of at most `limit` bytes of UTF-8; it is named by its path.
    ///
    /// # Errors
    ///
    /// One fault, that says what to do about it, when there is no such file, it is a folder, may not be
    /// read, is larger than the limit, or is not UTF-8; the last names the line and the byte.
    pub fn read(path: &Path, limit: u64) -> Result<Source, Diagnostics> {
        Source::of_bytes(path.display().to_string(), open(path, limit).and_then(|file| bytes(file, limit)))
    }

    /// Reads at most `limit` bytes of UTF-8 from anywhere, such as standard input, under a name.
    ///
    /// # Errors
    ///
    /// One fault, as [`Source::read`] has it, when it cannot be read, is larger, or is not UTF-8.
    ///
    /// ```
    /// use enochian::input::Source;
    /// assert_eq!(Source::read_from("a letter", &b"Dear Anna"[..], 9).unwrap().text, "Dear Anna");
    /// assert!(Source::read_from("a letter", &b"Dear Anna"[..], 8).unwrap_err().to_string().contains("larger than 8 bytes"));
    /// ```
    pub fn read_from(name: &str, from: impl Read, limit: u64) -> Result<Source, Diagnostics> {
        Source::of_bytes(name.to_owned(), bytes(from, limit))
    }

    fn of_bytes(name: String, bytes: Result<Vec<u8>, SourceProblem>) -> Result<Source, Diagnostics> {
        let mut source = Source::new(name, "");
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err((problem, expected)) => {
                return Err(Diagnostics::of(&source, vec![Diagnostic::whole(problem, expected)]));
            }
        };
        match String::from_utf8(bytes) {
            Ok(text) => {
                source.text = text;
                Ok(source)
            }
            Err(error) => {
                let sound = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                let wrong = bytes[sound];
                // The part before the wrong byte is kept, so that there is something to show.
                source.text = String::from_utf8_lossy(&bytes[..sound]).into_owned();
                let fault = source.fault(
                    sound..sound,
                    format!("byte {sound} of the file is 0x{wrong:02x}, which is not UTF-8 text"),
                    "a text file saved as UTF-8",
                );
                Err(Diagnostics::of(&source, vec![fault]))
            }
        }
    }

    /// The line, counted from 1, on which that byte of the text stands.
    #[must_use]
    pub fn line_of(&self, offset: usize) -> usize {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        before.iter().filter(|&&byte| byte == b'\n').count() + 1
    }

    /// A fault at those bytes of this text; a span that does not fit is made to, so that it can be shown.
    pub fn fault(&self, span: Range<usize>, problem: impl Into<String>, expected: impl Into<String>) -> Diagnostic {
        let start = self.text.floor_char_boundary(span.start);
        let span = start..self.text.ceil_char_boundary(span.end.max(start));
        Diagnostic { line: self.line_of(span.start), span, problem: problem.into(), expected: expected.into() }
    }
}

impl Diagnostic {
    /// A fault of the file as a whole.
    fn whole(problem: String, expected: String) -> Diagnostic {
        Diagnostic { span: 0..0, line: 0, problem, expected }
    }
}

/// What is wrong with a file, and what to do.
type SourceProblem = (String, String);

fn trouble(error: std::io::Error) -> SourceProblem {
    match error.kind() {
        ErrorKind::NotFound => ("there is no such file".into(), "a file here: is the path spelled right?".into()),
        ErrorKind::PermissionDenied => {
            ("the file may not be read".into(), "leave to read it: see its permissions".into())
        }
        _ => (format!("the file cannot be read: {}", reason(&error)), String::new()),
    }
}

fn open(path: &Path, limit: u64) -> Result<File, SourceProblem> {
    let file = File::open(path).map_err(trouble)?;
    let about = file.metadata().map_err(trouble)?;
    if about.is_dir() {
        return Err(("this is a folder".into(), "the path of a file".into()));
    }
    // What is too large is not read at all, where the system knows how large it is.
    if about.len() > limit { Err(too_large(limit)) } else { Ok(file) }
}

fn too_large(limit: u64) -> SourceProblem {
    let problem = format!("the file is larger than {limit} bytes");
    (problem, "a smaller file: divide it, or see that it is the right one".into())
}

fn bytes(from: impl Read, limit: u64) -> Result<Vec<u8>, SourceProblem> {
    let mut bytes = Vec::new();
    // Read no further than one byte past the limit, whatever a file says of its length.
    from.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(trouble)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(limit));
    }
    Ok(bytes)
}

/// The system's words for a failure, without its number and what stands behind that: `Permission denied`.
///
/// ```
/// let error = std::io::Error::from_raw_os_error(1);
/// assert!(!enochian::input::reason(&error).contains("os error"));
/// assert_eq!(enochian::input::reason(&std::io::Error::other("the disk is gone")), "the disk is gone");
/// ```
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let words = error.to_string();
    words.split(" (os error ").next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_one() {
        let source = Source::new("x", "a\nb\n\nc");
        let lines: Vec<usize> = (0..=6).map(|i| source.line_of(i)).collect();
        assert_eq!(lines, [1, 1, 2, 2, 3, 4, 4]);
        assert_eq!(source.line_of(1000), 4);
    }

    #[test]
    fn reads_a_file_and_refuses_what_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.toml");
        let told = |limit| Source::read(&path, limit).unwrap_err().to_string();

        assert!(told(10).ends_with("x.toml: there is no such file; expected a file here: is the path spelled right?"));
        std::fs::write(&path, "a = 1\nb = 2\n").unwrap();
        assert_eq!(Source::read(&path, 12).unwrap().text, "a = 1\nb = 2\n");
        assert!(told(11).contains("larger than 11 bytes"));
        std::fs::write(&path, b"a = 1\nb = \"\xff\"\n").unwrap();
        assert!(told(100).contains("x.toml:2: byte 11 of the file is 0xff, which is not UTF-8"), "{}", told(100));
        let folder = Source::read(dir.path(), 10).unwrap_err().to_string();
        assert!(folder.contains("this is a folder"), "{folder}");
    }
}
