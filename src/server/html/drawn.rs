//! What templates draw that is no view: icons, cards, names of symbols.

use std::hash::{DefaultHasher, Hash, Hasher};

use minijinja::Environment;

use super::{board, cards};
use crate::export::encoded;
use crate::render::capitalised;

pub(super) fn add_filters(pages: &mut Environment<'static>) {
    pages.add_filter("piece_id", board::symbol);
    pages.add_filter("card_name", cards::name);
    pages.add_filter("suit_path", cards::suit_path);
    pages.add_filter("capital", capitalised);
    // A name that can stand in a class.
    pages.add_filter("plain", |text: &str| {
        text.chars().filter(|it| it.is_ascii_alphanumeric() || *it == '-').collect::<String>()
    });
    pages.add_filter("hashed", |text: &str| {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        format!("{:x}", hasher.finish())
    });
}

/// The parts of an address.
pub(super) fn query<'k>(parts: impl IntoIterator<Item = (&'k str, String)>) -> String {
    let parts: Vec<String> = parts.into_iter().map(|(key, value)| format!("{key}={}", encoded(&value))).collect();
    parts.join("&")
}
