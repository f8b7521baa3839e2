//! A text and its name in messages.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use std::path::Path;

use super::{Diagnostic, Diagnostics, shown_path};

/// The text of a file, and its name in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name: `data/pieces.toml`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// The largest TOML file that is read: 1 MiB. A parser takes many times the memory of its text.
    pub const TOML_LIMIT: u64 = 1 << 20;

    /// A text with a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// Reads a file of at most `limit` bytes of UTF-8; its name is its path.
    ///
    /// # Errors
    ///
    /// One error that says how to fix it, if the file does not exist, is a folder, cannot be read, is larger than the
    /// limit, or is not UTF-8; the last gives the line and the byte, and its source has the text with `�` for what is not
    /// UTF-8.
    pub fn read(path: &Path, limit: u64) -> Result<Source, Diagnostics> {
        let bytes = open(path, limit).and_then(|file| bytes(file, limit));
        Source::of_bytes(shown_path(path), bytes)
    }

    /// Reads a file that grows at its end, without the bytes that a power cut may leave there in place of what was being
    /// written: zeros, or a part of a character. Their number comes with it.
    ///
    /// # Errors
    ///
    /// As for [`Source::read`].
    #[doc(hidden)]
    pub fn read_growing(path: &Path, limit: u64) -> Result<(Source, usize), Diagnostics> {
        Source::growing(path, open(path, limit), limit)
    }

    /// Reads a file that grows at its end, as [`Source::read_growing`] does, and that is open already.
    ///
    /// # Errors
    ///
    /// As for [`Source::read`].
    #[doc(hidden)]
    pub fn read_open(path: &Path, file: &File, limit: u64) -> Result<(Source, usize), Diagnostics> {
        Source::growing(path, Ok(file), limit)
    }

    fn growing(
        path: &Path,
        from: Result<impl Read, SourceProblem>,
        limit: u64,
    ) -> Result<(Source, usize), Diagnostics> {
        let mut torn = 0;
        let sound = from.and_then(|file| bytes(file, limit)).map(|mut bytes| {
            let length = bytes.len();
            bytes.truncate(bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1));
            if let Err(error) = std::str::from_utf8(&bytes)
                && error.error_len().is_none()
            {
                bytes.truncate(error.valid_up_to());
            }
            torn = length - bytes.len();
            bytes
        });
        Source::of_bytes(shown_path(path), sound).map(|source| (source, torn))
    }

    /// Reads at most `limit` bytes of UTF-8 from any reader, such as standard input.
    ///
    /// # Errors
    ///
    /// One error as from [`Source::read`], if it cannot be read, is larger, or is not UTF-8.
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
                let valid = error.utf8_error().valid_up_to();
                let byte = error.as_bytes()[valid];
                // The text is kept, so that there is something to show.
                source.text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                let (problem, expected) = match error.as_bytes() {
                    [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => (
                        "this file was saved as UTF-16".to_owned(),
                        "a text file saved as UTF-8; open it in your editor and save it with the encoding UTF-8",
                    ),
                    _ => (
                        format!("byte {valid} of the file is 0x{byte:02x}, which is not UTF-8 text"),
                        "a text file saved as UTF-8",
                    ),
                };
                let error = source.error(valid..valid + char::REPLACEMENT_CHARACTER.len_utf8(), problem, expected);
                Err(Diagnostics::of(&source, vec![error]))
            }
        }
    }

    /// The line, counted from 1, that contains a byte of the text.
    #[must_use]
    pub fn line_of(&self, offset: usize) -> usize {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        memchr::memchr_iter(b'\n', before).count() + 1
    }

    /// An error at these bytes of the text; a span outside the text is moved to its end, so that it can be shown.
    pub fn error(&self, span: Range<usize>, problem: impl Into<String>, expected: impl Into<String>) -> Diagnostic {
        let start = self.text.floor_char_boundary(span.start);
        let span = start..self.text.ceil_char_boundary(span.end.max(start));
        Diagnostic { line: self.line_of(span.start), span, problem: problem.into(), expected: expected.into() }
    }
}

impl Diagnostic {
    /// An error in the file as a whole.
    fn whole(problem: String, expected: String) -> Diagnostic {
        Diagnostic { span: 0..0, line: 0, problem, expected }
    }
}

/// A text without the byte order mark that some editors put at its beginning.
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The problem with a file, and how to fix it.
type SourceProblem = (String, String);

fn source_problem(error: std::io::Error) -> SourceProblem {
    match error.kind() {
        ErrorKind::NotFound => ("the file does not exist".into(), "the path of an existing file".into()),
        ErrorKind::PermissionDenied => {
            ("the file cannot be read: permission denied".into(), "a file that you may read".into())
        }
        _ => (
            format!("the file cannot be read: {}", reason(&error)),
            "a file that can be read; try again, or put a copy in its place".into(),
        ),
    }
}

fn open(path: &Path, limit: u64) -> Result<File, SourceProblem> {
    // Opening a pipe would wait for a writer, and opening a device may do something.
    let metadata = fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound if is_in_icloud(path) => in_icloud(),
        ErrorKind::NotFound if path.is_symlink() => {
            ("this link leads nowhere".into(), "a link to a file; put its file back, or remove the link".into())
        }
        _ => source_problem(error),
    })?;
    if metadata.is_dir() {
        return Err(("this is a folder".into(), "a file".into()));
    }
    if !metadata.is_file() {
        return Err(("this is a pipe or a device".into(), "a file".into()));
    }
    // If the system knows that a file is too large, nothing is read.
    if metadata.len() > limit { Err(too_large(limit)) } else { File::open(path).map_err(source_problem) }
}

/// Whether iCloud has moved a file off this computer: in its place is then `.name.md.icloud`.
pub fn is_in_icloud(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| path.with_file_name(format!(".{name}.icloud")).exists())
}

/// The path of the file in whose place iCloud left this one.
pub fn replaced_by(placeholder: &Path) -> Option<std::path::PathBuf> {
    let name = placeholder.file_name()?.to_str()?.strip_prefix('.')?.strip_suffix(".icloud")?;
    Some(placeholder.with_file_name(name))
}

fn in_icloud() -> SourceProblem {
    let problem = "the file is in iCloud and not on this computer";
    (problem.to_owned(), "a downloaded file: open its folder in the Finder and choose Download Now".to_owned())
}

/// Reads a file of at most `limit` bytes of any kind.
///
/// # Errors
/// As from [`Source::read`], as an error of the system.
pub fn read_bytes(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    // Whether there is such a file is for the caller to tell.
    fs::metadata(path)?;
    let read = open(path, limit).and_then(|file| bytes(file, limit));
    read.map_err(|(problem, expected)| io::Error::other(format!("{problem}; expected {expected}")))
}

/// Checks that a path is that of a folder.
///
/// # Errors
/// One error that says what it is instead.
pub fn check_folder(path: &Path) -> Result<(), Diagnostics> {
    let problem = match fs::metadata(path) {
        Ok(about) if about.is_dir() => return Ok(()),
        Ok(_) => "this is not a folder".to_owned(),
        Err(error) if error.kind() == ErrorKind::NotFound => "the folder does not exist".to_owned(),
        Err(error) => format!("the folder cannot be read: {}", reason(&error)),
    };
    let source = Source::new(shown_path(path), "");
    Err(Diagnostics::of(&source, vec![Diagnostic::whole(problem, "the path of an existing folder".into())]))
}

fn too_large(limit: u64) -> SourceProblem {
    let problem = format!("the file is larger than {limit} bytes");
    (problem, "a smaller file: split it, or check that it is the right one".into())
}

fn bytes(from: impl Read, limit: u64) -> Result<Vec<u8>, SourceProblem> {
    let mut bytes = Vec::new();
    // Read at most one byte beyond the limit, whatever length the file claims.
    from.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(source_problem)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(limit));
    }
    Ok(bytes)
}

/// The system's message for an error, without its number: `Permission denied`.
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

/// What helps when something could not be written: `allow writing there`, `free some disk space`, or either.
#[must_use]
pub fn write_remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "allow writing there",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => "free some disk space",
        _ => "free some disk space or allow writing there",
    }
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
    fn reads_a_file_and_reports_why_it_cannot() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.toml");
        let message = |limit| Source::read(&path, limit).unwrap_err().to_string();

        assert!(message(10).ends_with("x.toml: the file does not exist; expected the path of an existing file"));
        std::fs::write(&path, "a = 1\nb = 2\n").unwrap();
        assert_eq!(Source::read(&path, 12).unwrap().text, "a = 1\nb = 2\n");
        assert!(message(11).contains("larger than 11 bytes"));
        std::fs::write(&path, b"a = 1\nb = \"\xff\"\n").unwrap();
        assert!(message(100).contains("x.toml:2: byte 11 of the file is 0xff, which is not UTF-8"), "{}", message(100));
        assert_eq!(Source::read(&path, 100).unwrap_err().files()[0].source.text, "a = 1\nb = \"�\"\n");
        std::fs::write(&path, b"\xff\xfea\0 \0=\0").unwrap();
        assert!(message(100).contains("x.toml:1: this file was saved as UTF-16; expected a text file saved as UTF-8"));
        for (torn, text) in
            [(&b"one\ntw\xc2\0\0"[..], "one\ntw"), (b"one\n\0", "one\n"), (b"one\xe2\x80", "one"), (b"\0", "")]
        {
            std::fs::write(&path, torn).unwrap();
            let (source, bytes) = Source::read_growing(&path, 100).unwrap();
            assert_eq!((source.text.as_str(), bytes), (text, torn.len() - text.len()));
        }
        let folder = Source::read(dir.path(), 10).unwrap_err().to_string();
        assert!(folder.contains("this is a folder"), "{folder}");
    }
}
