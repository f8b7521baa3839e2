//! Text for a terminal.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::{Add, AddAssign};

use anstyle::Style;

use crate::input::{safe, safe_prose};

/// Text for a terminal, with styles.
///
/// Whatever is added to it is made safe: characters that control a terminal or are invisible can be seen, wherever they come from.
/// Only its own styles reach the terminal, so nothing that is written there has to be made safe before.
///
/// ```
/// use enochian::render::ScreenText;
/// let text = ScreenText::styled(anstyle::Style::new().bold(), "a\u{1b}[2Jb") + " and\nc\u{202e}";
/// assert_eq!(text.as_str(), "\u{1b}[1ma␛[2Jb\u{1b}[0m and\nc\\u{202e}");
/// assert_eq!(text.plain(), "a␛[2Jb and\nc\\u{202e}");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScreenText(String);

impl ScreenText {
    /// Words in a style, on one line.
    #[must_use]
    pub fn styled(style: Style, words: impl AsRef<str>) -> ScreenText {
        let mut text = ScreenText::default();
        text.push_styled(style, words);
        text
    }

    /// What another library has styled, which was given nothing but safe words.
    #[must_use]
    pub fn from_ansi(text: String) -> ScreenText {
        ScreenText(text)
    }

    /// Texts with something between them.
    #[must_use]
    pub fn joined(texts: impl IntoIterator<Item = impl Into<ScreenText>>, between: &str) -> ScreenText {
        let mut joined = ScreenText::default();
        for (index, text) in texts.into_iter().enumerate() {
            if index > 0 {
                joined.0.push_str(between);
            }
            joined += text;
        }
        joined
    }

    /// Adds words in a style, on the line.
    pub fn push_styled(&mut self, style: Style, words: impl AsRef<str>) {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{style}{}{style:#}", safe(words.as_ref()));
    }

    /// With the escape sequences of its styles.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Without styles.
    #[must_use]
    pub fn plain(&self) -> Cow<'_, str> {
        if !self.0.contains('\u{1b}') {
            return Cow::Borrowed(&self.0);
        }
        // Every escape sequence in it is of a style, and ends with an m.
        let mut parts = self.0.split('\u{1b}');
        let first = parts.next().unwrap_or_default();
        let rest = parts.filter_map(|part| Some(part.split_once('m')?.1));
        Cow::Owned([first].into_iter().chain(rest).collect())
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Laid out anew, as with lines broken; the escape sequences stay as they are.
    #[must_use]
    pub fn laid_out(&self, how: impl FnOnce(&str) -> String) -> ScreenText {
        ScreenText(how(&self.0))
    }

    /// Without white space at the end.
    #[must_use]
    pub fn trimmed(mut self) -> ScreenText {
        self.0.truncate(self.0.trim_end().len());
        self
    }
}

/// Text of one or more lines, without styles.
impl<T: AsRef<str>> From<T> for ScreenText {
    fn from(text: T) -> ScreenText {
        ScreenText(safe_prose(text.as_ref()).into_owned())
    }
}

impl From<&ScreenText> for ScreenText {
    fn from(text: &ScreenText) -> ScreenText {
        text.clone()
    }
}

impl<T: Into<ScreenText>> Add<T> for ScreenText {
    type Output = ScreenText;

    fn add(mut self, more: T) -> ScreenText {
        self += more;
        self
    }
}

impl<T: Into<ScreenText>> AddAssign<T> for ScreenText {
    fn add_assign(&mut self, more: T) {
        self.0.push_str(&more.into().0);
    }
}

impl<T: Into<ScreenText>> FromIterator<T> for ScreenText {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> ScreenText {
        ScreenText::joined(texts, "")
    }
}
