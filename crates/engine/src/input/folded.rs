//! Texts as they are compared, however they were typed.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// A text as it is compared with another: in any case, with its marks composed or not, and in letters of any width. It is not
/// shown or kept.
///
/// ```
/// use enochian::input::folded;
/// assert_eq!(folded("Cafe\u{301} STRASSE"), folded("CAFÉ Straße"));
/// assert_eq!(folded("ｌｏｖｅ２"), "love2");
/// assert_ne!(folded("हिन्दी"), folded("हनद"));
/// ```
#[must_use]
pub fn folded(text: &str) -> Cow<'_, str> {
    match text.is_ascii() {
        true if text.bytes().any(|byte| byte.is_ascii_uppercase()) => text.to_ascii_lowercase().into(),
        true => text.into(),
        // Some letters have a small form only by way of their capitals: ß is ss.
        false => {
            let capitals = text.nfkc().collect::<String>().to_uppercase();
            capitals.to_lowercase().nfkc().collect::<String>().into()
        }
    }
}

/// A text as it is searched: [`folded`], and without accents, which people leave out when they search. Marks that other scripts
/// have in place of letters stay.
///
/// ```
/// use enochian::input::search_key;
/// assert_eq!(search_key("ça, Łódź"), "ca, lodz");
/// assert_eq!(search_key("Öl Smørrebrød Ёлка"), search_key("ol smorrebrod елка"));
/// assert_ne!(search_key("हिन्दी"), search_key("हनद"));
/// ```
#[must_use]
pub fn search_key(text: &str) -> Cow<'_, str> {
    let text = folded(text);
    if text.is_ascii() {
        return text;
    }
    let mut key = String::new();
    for letter in text.nfd().filter(|letter| !('\u{300}'..='\u{36f}').contains(letter)) {
        match letter {
            // These have no accent to leave out.
            'ł' => key.push('l'),
            'ø' => key.push('o'),
            'đ' | 'ð' => key.push('d'),
            'ħ' => key.push('h'),
            'ı' => key.push('i'),
            'æ' => key.push_str("ae"),
            'œ' => key.push_str("oe"),
            'þ' => key.push_str("th"),
            other => key.push(other),
        }
    }
    composed(&key).into()
}

/// The text with its letters and marks composed, as it is kept of what is found by its letters: a tag, or the name of a file.
#[must_use]
pub fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// The text with the digits of keyboards for Chinese, Japanese, Arabic, Persian and Hindi as 0 to 9, to read a number.
///
/// ```
/// assert_eq!(enochian::input::with_plain_digits("４ c４ ٣"), "4 c4 3");
/// ```
#[must_use]
pub fn with_plain_digits(text: &str) -> Cow<'_, str> {
    /// The zero of each, which the others follow.
    const ZEROS: [u32; 4] = ['０' as u32, '٠' as u32, '۰' as u32, '०' as u32];
    let plain = |c: char| {
        let digit = ZEROS.iter().find_map(|zero| u32::from(c).checked_sub(*zero).filter(|digit| *digit < 10));
        digit.and_then(|digit| char::from_digit(digit, 10)).unwrap_or(c)
    };
    if text.is_ascii() { text.into() } else { text.chars().map(plain).collect::<String>().into() }
}

/// Whether a text has quotation marks that only people read: “ ” „ ‘ ’ « ».
#[must_use]
pub fn has_curly_quotes(text: &str) -> bool {
    text.starts_with(['“', '”', '„', '‘', '’', '«', '»']) || text.contains(['“', '”', '„'])
}
