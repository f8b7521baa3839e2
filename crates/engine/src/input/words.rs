//! What a person types: made the same, checked and limited for every source, before anything is written.

use super::is_unsafe;

/// The longest text in one piece, in bytes: a question, a note, a comment or an outcome.
pub const TEXT_LIMIT: usize = 64 << 10;

/// The longest name, title, source or tag, in bytes.
pub const NAME_LIMIT: usize = 1 << 10;

/// What a person may type in one place.
///
/// What is typed is read once, where it enters: at a prompt, from a pipe, in a command, on a page, from Python or in a question
/// file. What stands in a journal is kept as it is.
///
/// ```
/// use enochian::input::Words;
/// assert_eq!(Words::LINES.some(" He called\tme.\r\nTwice. \n").unwrap(), "He called me.\nTwice.");
/// assert_eq!(Words::LINE.some("He called\nme.").unwrap(), "He called me.");
/// let refused = Words::NAME.some("An\u{1b}na").unwrap_err();
/// assert_eq!(refused.to_string(), "has the control character ESC (U+001B) as character 3; leave it out");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// The most bytes.
    pub limit: usize,
    /// Whether there can be several lines.
    pub has_lines: bool,
}

impl Words {
    /// A name, on one line.
    pub const NAME: Words = Words { limit: NAME_LIMIT, has_lines: false };
    /// A text on one line.
    pub const LINE: Words = Words { limit: TEXT_LIMIT, has_lines: false };
    /// A text in one or more lines.
    pub const LINES: Words = Words { limit: TEXT_LIMIT, has_lines: true };

    /// What was typed, as it is kept: without white space around it, with a space for a tab, and with a line feed for a line end
    /// of any system, or with a space where there is only one line. It may be empty.
    ///
    /// # Errors
    /// If it is too long, or has a character that controls a terminal or changes the direction of the text around it. Merely
    /// invisible characters are kept, since they are often pasted with words by accident.
    pub fn read(self, typed: &str) -> Result<String, InvalidWords> {
        let line_end = if self.has_lines { "\n" } else { " " };
        let words = typed.trim().replace("\r\n", line_end).replace(['\r', '\n'], line_end).replace('\t', " ");
        self.check(&words)?;
        Ok(words)
    }

    /// Like [`Words::read`], for what cannot be left out.
    ///
    /// # Errors
    /// If there are no words, too.
    pub fn some(self, typed: &str) -> Result<String, InvalidWords> {
        let words = self.read(typed)?;
        if words.is_empty() { Err(InvalidWords::Empty) } else { Ok(words) }
    }

    /// Checks what is already written, without changing it: also a tab, or a line end where there is only one line, is refused.
    ///
    /// # Errors
    /// Like those of [`Words::read`].
    pub fn check(self, words: &str) -> Result<(), InvalidWords> {
        let is_refused = |letter: char| is_unsafe(letter) && !(self.has_lines && letter == '\n');
        if let Some((at, letter)) = words.char_indices().find(|(_, letter)| is_refused(*letter)) {
            let before = &words[..at];
            let last = before.rsplit('\n').next().unwrap_or_default();
            let line = words.contains('\n').then(|| before.matches('\n').count() + 1);
            return Err(InvalidWords::Refused { letter, line, column: last.chars().count() + 1 });
        }
        self.check_length(words)
    }

    /// Checks only the length, of what is already written.
    ///
    /// # Errors
    /// If it is too long.
    pub fn check_length(self, words: &str) -> Result<(), InvalidWords> {
        let (length, limit) = (words.len(), self.limit);
        if length <= limit { Ok(()) } else { Err(InvalidWords::TooLong { length, limit }) }
    }
}

/// Why words are not accepted, as it follows their name: `the note` is empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidWords {
    /// There are none.
    #[error("is empty; write some text")]
    Empty,
    /// They are too long.
    #[error("is {length} bytes long; shorten it to {limit} or less")]
    TooLong {
        /// Their length, in bytes.
        length: usize,
        /// The limit, in bytes.
        limit: usize,
    },
    /// They have a character that is not accepted.
    #[error("has {} as {}; leave it out", name_of(*letter), place(*line, *column))]
    Refused {
        /// The character.
        letter: char,
        /// Its line, from 1, if there are several.
        line: Option<usize>,
        /// Its place in the line, from 1.
        column: usize,
    },
}

impl InvalidWords {
    /// What was expected: `some text`.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            InvalidWords::Empty => "some text".to_owned(),
            InvalidWords::TooLong { length, limit } => format!("{limit} bytes or less, not {length} bytes"),
            InvalidWords::Refused { letter, line, column } => {
                format!("text without {}, which is {}", name_of(*letter), place(*line, *column))
            }
        }
    }
}

fn place(line: Option<usize>, column: usize) -> String {
    match line {
        None => format!("character {column}"),
        Some(line) => format!("character {column} of line {line}"),
    }
}

/// The name of a character that a text may not have, with its number: `the control character ESC (U+001B)`.
pub(super) fn name_of(letter: char) -> String {
    const CONTROLS: [&str; 32] = [
        "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR", "SO", "SI", "DLE",
        "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US",
    ];
    let number = u32::from(letter);
    let name = match letter {
        '\u{7f}' => "control character DEL",
        '\u{80}'..='\u{9f}' => "control character",
        '\u{2028}' => "line separator",
        '\u{2029}' => "paragraph separator",
        '\u{202a}' => "left-to-right embedding",
        '\u{202b}' => "right-to-left embedding",
        '\u{202c}' => "end of an embedding",
        '\u{202d}' => "left-to-right override",
        '\u{202e}' => "right-to-left override",
        '\u{2066}' => "left-to-right isolate",
        '\u{2067}' => "right-to-left isolate",
        '\u{2068}' => "isolate",
        '\u{2069}' => "end of an isolate",
        _ => match CONTROLS.get(number as usize) {
            Some(name) => return format!("the control character {name} (U+{number:04X})"),
            None => "character",
        },
    };
    format!("the {name} (U+{number:04X})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_made_the_same_for_every_system() {
        let typed = "\u{a0} one\ttwo\r\nthree\rfour\n\nfive  six \t\r\n";
        assert_eq!(Words::LINES.read(typed).unwrap(), "one two\nthree\nfour\n\nfive  six");
        assert_eq!(Words::LINE.read(typed).unwrap(), "one two three four  five  six");
        let kept = "می\u{200c}خواهم 👩\u{200d}👧 a\u{200b}b\u{feff}c œuvre";
        assert_eq!(Words::NAME.some(kept).unwrap(), kept);
        assert_eq!(Words::LINES.read(&Words::LINES.read(typed).unwrap()).unwrap(), Words::LINES.read(typed).unwrap());
    }

    #[test]
    fn a_character_that_controls_is_refused_with_its_name_and_place() {
        let told = |words: Words, typed: &str| words.some(typed).unwrap_err().to_string();
        assert_eq!(
            told(Words::LINE, "\u{1b}[2J"),
            "has the control character ESC (U+001B) as character 1; leave it out"
        );
        assert_eq!(
            told(Words::LINES, "one\r\n tw\u{202e}o\n"),
            "has the right-to-left override (U+202E) as character 4 of line 2; leave it out"
        );
        for (letter, name) in [
            ('\0', "the control character NUL (U+0000)"),
            ('\u{7f}', "the control character DEL (U+007F)"),
            ('\u{9b}', "the control character (U+009B)"),
            ('\u{2028}', "the line separator (U+2028)"),
            ('\u{2069}', "the end of an isolate (U+2069)"),
        ] {
            assert_eq!(told(Words::NAME, &format!("a{letter}b")), format!("has {name} as character 2; leave it out"));
        }
        let refused = (0..=0x2100).filter_map(char::from_u32).filter(|letter| is_unsafe(*letter));
        for letter in refused.filter(|letter| !"\t\n\r".contains(*letter)) {
            assert!(Words::LINES.read(&format!("a{letter}b")).is_err(), "{letter:?}");
            assert!(!name_of(letter).contains("the character"), "{letter:?}");
        }
    }

    #[test]
    fn words_have_a_limit_and_some_are_needed() {
        assert_eq!(Words::NAME.read(" \r\n\t").unwrap(), "");
        assert_eq!(Words::LINES.some("\r \n"), Err(InvalidWords::Empty));
        let longest = format!(" {} \n", "x".repeat(NAME_LIMIT));
        assert_eq!(Words::NAME.read(&longest).unwrap().len(), NAME_LIMIT);
        let refused = Words::NAME.read(&"Anna".repeat(1000)).unwrap_err();
        assert_eq!(refused.to_string(), "is 4000 bytes long; shorten it to 1024 or less");
        assert_eq!(refused.expected(), "1024 bytes or less, not 4000 bytes");
        assert!(
            Words::LINES.read(&"x".repeat(TEXT_LIMIT)).is_ok()
                && Words::LINE.read(&"x".repeat(TEXT_LIMIT + 1)).is_err()
        );
    }
}
