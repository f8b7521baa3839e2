//! Words as a shell reads them, for commands that a person can paste.

/// A word, quoted where a shell would take it for something else.
pub(super) fn word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,".contains(c);
    match word.is_empty() || !word.chars().all(plain) {
        true => format!("'{}'", word.replace('\'', "'\\''")),
        false => word.to_owned(),
    }
}
