//! The digest of a file of JSON within it: a line `sha256` after the first, and its value is that of the file without the line.

use super::part::sha256;

/// What stands before the digest, and after it.
const AROUND: (&str, &str) = ("{\n  \"sha256\": \"", "\",\n");

/// Adds its digest to a pretty object with at least one key.
pub(super) fn sealed(json: &str) -> String {
    match json.strip_prefix("{\n") {
        Some(rest) => format!("{}{}{}{rest}", AROUND.0, sha256(json.as_bytes()), AROUND.1),
        None => json.to_owned(),
    }
}

/// Whether a text still has the digest that was added to it.
pub(super) fn is_sealed(text: &str) -> bool {
    let parts = text.strip_prefix(AROUND.0).and_then(|text| text.split_once(AROUND.1));
    parts.is_some_and(|(digest, rest)| sha256(format!("{{\n{rest}").as_bytes()) == digest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_byte_of_a_sealed_text_can_be_changed() {
        let text = sealed("{\n  \"answers\": {\n    \"yes\": 553,\n    \"no\": 440\n  }\n}");
        assert!(is_sealed(&text) && serde_json::from_str::<serde_json::Value>(&text).is_ok());
        for place in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[place] ^= 1;
            assert!(!is_sealed(&String::from_utf8(changed).unwrap()), "{place}");
            assert!(!is_sealed(&text[..place]) && !is_sealed(&text[place + 1..]), "{place}");
        }
    }
}
