//! File names in commands that people paste into a shell.

use std::borrow::Cow;
use std::path::Path;

use os_display::Quotable;

use super::is_hidden;
use super::safe;

/// The path as one word of a command line: quoted if it has spaces, quotes, characters that are not shown as they are or
/// bytes that are not UTF-8, and with `./` before a leading dash, which would be read as a flag.
///
/// ```
/// use enochian::input::shell_word;
/// assert_eq!(shell_word("journals/2026-11-21-brother.md"), "journals/2026-11-21-brother.md");
/// assert_eq!(shell_word("my brother.md"), "'my brother.md'");
/// assert_eq!(shell_word("-x"), "./-x");
/// ```
pub fn shell_word(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    let is_flag = path.as_os_str().as_encoded_bytes().starts_with(b"-");
    let path = if is_flag { Cow::Owned(Path::new(".").join(path)) } else { Cow::Borrowed(path) };
    let word = path.maybe_quote().to_string();
    match safe(&word) {
        safe if safe == word => word,
        _ if cfg!(unix) => escaped(path.as_os_str().as_encoded_bytes()),
        safe => safe.into_owned(),
    }
}

/// The word of a path with invisible characters, which nobody would see or paste: their bytes are numbers.
fn escaped(path: &[u8]) -> String {
    let mut word = String::from("$'");
    let number = |byte: &u8| format!("\\x{byte:02X}");
    for chunk in path.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\'' | '\\' => word.extend(['\\', c]),
                c if is_hidden(c) => word.extend(c.encode_utf8(&mut [0; 4]).as_bytes().iter().map(number)),
                c => word.push(c),
            }
        }
        word.extend(chunk.invalid().iter().map(number));
    }
    word + "'"
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Command;

    use super::*;

    #[test]
    fn a_shell_reads_back_every_name() {
        let all: Vec<u8> = (1..=255).filter(|&byte| byte != b'/').collect();
        let names = [
            &b"plain.md"[..],
            b"-dash",
            b"~",
            b"it's \"so\" $HOME",
            b"a\nb\x1b[2J",
            b"\xff",
            "\u{202e}ע".as_bytes(),
            "it's \\ \u{200e}a\u{61c}\u{200b}\u{e0041} ע".as_bytes(),
            "\u{2066}a\u{2069}\u{200e}".as_bytes(),
            &all,
        ];
        for name in names {
            let word = shell_word(OsStr::from_bytes(name));
            assert!(!word.contains(is_hidden), "{word:?}");
            let read = Command::new("bash").arg("-c").arg(format!("printf %s {word}")).output().unwrap().stdout;
            assert_eq!(read.strip_prefix(b"./").unwrap_or(&read), name, "{word}");
        }
    }
}
