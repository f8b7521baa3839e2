//! Making visible what a terminal would obey.

use std::borrow::Cow;
use std::path::Path;

/// How many characters of somebody's text a message quotes before it stops.
const QUOTED: usize = 60;

/// The text on one line with nothing in it that a terminal obeys.
///
/// Control characters become their pictures (`␛` for ESC, `␊` for a line
/// feed), and those without a picture, the C1 controls, the line separators
/// and the marks that turn the direction of writing, are spelled out
/// (`\u{202e}`). Everything else, Hebrew included, stays as it is.
///
/// ```
/// assert_eq!(enochian::text::safe("a\u{1b}[31mb"), "a␛[31mb");
/// assert_eq!(enochian::text::safe("ayin ע"), "ayin ע");
/// ```
pub fn safe(text: &str) -> Cow<'_, str> {
    shown(text, is_unsafe)
}

/// The same for text of several lines: line feeds and tabs stay.
pub fn safe_prose(text: &str) -> Cow<'_, str> {
    shown(text, |c| is_unsafe(c) && !matches!(c, '\n' | '\t'))
}

/// A path for a message, made safe.
pub fn safe_path(path: &Path) -> String {
    safe(&path.display().to_string()).into_owned()
}

/// The text in quotation marks for a message: made safe, and cut short when it is long.
///
/// ```
/// assert_eq!(enochian::text::quoted("Leo"), "\"Leo\"");
/// ```
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", shortened(text))
}

/// The same without the marks.
pub(super) fn shortened(text: &str) -> String {
    let mut characters = text.chars();
    let head: String = characters.by_ref().take(QUOTED).collect();
    let tail = if characters.next().is_some() { "…" } else { "" };
    format!("{}{tail}", safe(&head))
}

/// Whether the character is a command to a terminal, or reorders what stands around it.
pub(super) fn is_unsafe(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn shown(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            _ if !hidden(c) => out.push(c),
            '\0'..='\u{1f}' => out.push(char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}')),
            '\u{7f}' => out.push('␡'),
            _ => out.extend(c.escape_unicode()),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_a_terminal_obeys_is_left() {
        let everything: String = (0..=0x2100).filter_map(char::from_u32).collect();
        assert!(!safe(&everything).contains(is_unsafe));
        assert_eq!(safe("\0\u{7f}\u{9b}\u{202e}\u{2066}"), "␀␡\\u{9b}\\u{202e}\\u{2066}");
        assert_eq!(safe("one\ntwo\t\r"), "one␊two␉␍");
        assert_eq!(safe_prose("one\ntwo\t\r"), "one\ntwo\t␍");
        assert!(matches!(safe("plain"), Cow::Borrowed("plain")));
    }

    #[test]
    fn a_long_quotation_is_cut() {
        assert_eq!(quoted(&"x".repeat(1000)).chars().count(), 63);
        assert_eq!(quoted("\u{1b}"), "\"␛\"");
    }
}
