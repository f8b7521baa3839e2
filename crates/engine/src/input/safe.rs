//! Makes characters visible that would control a terminal.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

/// The number of characters of a text that a message quotes.
const QUOTED: usize = 60;

/// Puts a text on one line, without anything that controls a terminal.
///
/// Control characters become their pictures (`␛` for ESC, `␊` for a line feed). Those without a picture are escaped
/// (`\u{202e}`): C1 controls, line separators and marks that change the direction of writing. So are invisible
/// characters, such as a zero-width space. Everything else, including Hebrew and emoji, is unchanged.
///
/// ```
/// assert_eq!(enochian::input::safe("a\u{1b}[31mb"), "a␛[31mb");
/// assert_eq!(enochian::input::safe("ayin ע"), "ayin ע");
/// ```
pub fn safe(text: &str) -> Cow<'_, str> {
    shown(text, is_hidden)
}

/// Makes JSON safe to print: characters that control a terminal or are invisible are escaped as `\u001b`, which means
/// the same to every reader.
///
/// ```
/// assert_eq!(enochian::input::safe_json("\"a\u{9b}b\""), "\"a\\u009bb\"");
/// ```
#[must_use]
pub fn safe_json(json: &str) -> Cow<'_, str> {
    // Outside strings, JSON has no such characters except white space.
    replaced(
        json,
        |c| is_hidden(c) && !matches!(c, '\n' | '\t' | '\r'),
        |c, out| {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        },
    )
}

/// Like [`safe`], for text of several lines: line feeds and tabs are unchanged.
#[must_use]
pub fn safe_prose(text: &str) -> Cow<'_, str> {
    shown(text, |c| is_hidden(c) && !matches!(c, '\n' | '\t'))
}

/// A path, as its system writes it: on Windows with backslashes, and without the `\\?\` that it puts before the real path of a file.
///
/// ```
/// # use std::path::Path;
/// # if cfg!(unix) {
/// assert_eq!(enochian::input::shown_path(Path::new("journals/brother.md")), "journals/brother.md");
/// # }
/// ```
#[must_use]
pub fn shown_path(path: &Path) -> String {
    #[cfg(windows)]
    let path = &*dunce::simplified(path).components().collect::<std::path::PathBuf>();
    path.display().to_string()
}

/// A path, made safe for a message.
#[must_use]
pub fn safe_path(path: &Path) -> String {
    safe(&shown_path(path)).into_owned()
}

/// The text in quotation marks for a message: made safe, and shortened if it is long.
///
/// ```
/// assert_eq!(enochian::input::quoted("Leo"), "\"Leo\"");
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", shortened(text))
}

/// Like [`quoted`], without the quotation marks.
#[must_use]
pub fn shortened(text: &str) -> String {
    let mut characters = text.chars();
    let head: String = characters.by_ref().take(QUOTED).collect();
    let tail = if characters.next().is_some() { "…" } else { "" };
    format!("{}{tail}", safe(&head))
}

/// Whether a character is part of a word: a letter or digit, or a mark on one, such as an accent that follows its letter, or the
/// sign between two consonants of हिन्दी.
///
/// ```
/// use enochian::input::is_word_part;
/// assert!("Zoe\u{308} हिन्दी ภาษาไทย حُبّ".split(' ').all(|word| word.chars().all(is_word_part)));
/// assert!(!is_word_part('-') && !is_word_part(' ') && !is_word_part('·'));
/// ```
#[must_use]
pub fn is_word_part(c: char) -> bool {
    // The marks that Unicode does not count among what is alphabetic.
    c.is_alphanumeric()
        || matches!(c, '\u{300}'..='\u{36f}' | '\u{e47}'..='\u{e4e}' | '\u{ec8}'..='\u{ece}' | '\u{1037}'..='\u{103a}')
        // Of the scripts of India, which have them in the same places.
        || matches!(c, '\u{900}'..='\u{d7f}' if matches!(u32::from(c) & 0x7f, 0x3c | 0x4d))
        || matches!(c, '\u{dca}' | '\u{17d2}' | '\u{3099}' | '\u{309a}')
}

/// Whether the character controls a terminal, or changes the order of the text around it.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "it is where texts are made safe")]
pub fn is_unsafe(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether the character must not be shown as it is: it is unsafe, or invisible, so that two texts would look the
/// same and differ, or one would contain more than it shows.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    is_unsafe(c)
        || matches!(
            c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}'..='\u{206f}'
        )
        || matches!(c, '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
        || is_joiner(c)
}

/// The zero-width joiner and non-joiner. Persian and Indian scripts need them in words, and emoji combine with them, so
/// they are kept between two characters beyond ASCII; elsewhere they only hide.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

#[expect(clippy::disallowed_methods, reason = "it is where texts are made safe")]
fn shown(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    replaced(text, hidden, |c, out| match c {
        '\0'..='\u{1f}' => out.push(char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}')),
        '\u{7f}' => out.push('␡'),
        _ => out.extend(c.escape_unicode()),
    })
}

/// Whether a text has a hidden character. Printable ASCII never is, and most texts have nothing else.
fn has_hidden(text: &str, hidden: impl Fn(char) -> bool) -> bool {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| !matches!(byte, b' '..=b'~')) {
        let mut characters = rest[at..].chars();
        if characters.next().is_some_and(&hidden) {
            return true;
        }
        rest = characters.as_str();
    }
    false
}

/// The text with every hidden character replaced.
fn replaced(text: &str, hidden: impl Fn(char) -> bool, write: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if !has_hidden(text, &hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let joins = |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && !is_hidden(c));
    let (mut before, mut characters) = (None, text.chars().peekable());
    while let Some(c) = characters.next() {
        if hidden(c) && !(is_joiner(c) && joins(before) && joins(characters.peek().copied())) {
            write(c, &mut out);
        } else {
            out.push(c);
        }
        before = Some(c);
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_control_characters_remain() {
        let everything: String = (0..=0x2100).filter_map(char::from_u32).collect();
        assert!(
            !safe(&everything).contains(is_unsafe)
                && !safe_json(&everything.replace(['\n', '\t', '\r'], "")).contains(is_unsafe)
        );
        assert_eq!(safe("\0\u{7f}\u{9b}\u{202e}\u{2066}"), "␀␡\\u{9b}\\u{202e}\\u{2066}");
        assert_eq!(safe("one\ntwo\t\r"), "one␊two␉␍");
        assert_eq!(safe_prose("one\ntwo\t\r"), "one\ntwo\t␍");
        assert!(matches!(safe("plain"), Cow::Borrowed("plain")));
    }

    #[test]
    fn invisible_characters_are_shown_and_joiners_between_letters_are_kept() {
        let hidden = "a\u{200b}b\u{2060}\u{feff}c\u{e0041}\u{ad}";
        assert_eq!(safe(hidden), "a\\u{200b}b\\u{2060}\\u{feff}c\\u{e0041}\\u{ad}");
        assert_eq!(safe_json(hidden), "a\\u200bb\\u2060\\ufeffc\\udb40\\udc41\\u00ad");
        let joined = "می\u{200c}خواهم क्\u{200d}ष 👩\u{200d}👧 ❤\u{fe0f}\u{200d}🔥";
        assert_eq!(safe(joined), joined);
        assert_eq!(safe("a\u{200d}b \u{200c}ب ب\u{200d}\u{200d}ب"), "a\\u{200d}b \\u{200c}ب ب\\u{200d}\\u{200d}ب");
    }

    #[test]
    fn a_long_quotation_is_shortened() {
        assert_eq!(quoted(&"x".repeat(1000)).chars().count(), 63);
        assert_eq!(quoted("\u{1b}"), "\"␛\"");
    }
}
