//! A note as the page shows it, with the links among its words.

use serde::Serialize;

use crate::export::encoded;

use super::super::page_state::NoteView;

#[derive(Debug, Serialize)]
pub(in crate::server) struct NoteLook<'s> {
    id: &'s str,
    turn: Option<u32>,
    text: &'s str,
    taken_back: bool,
    picture: Option<&'s str>,
    is_here: bool,
    about: String,
    /// The words, and the links among them.
    parts: Vec<WordsPart>,
}

#[derive(Debug, Serialize)]
struct WordsPart {
    text: String,
    to: Option<String>,
}

impl<'s> NoteLook<'s> {
    pub(in crate::server) fn of(note: &'s NoteView, is_here: bool) -> NoteLook<'s> {
        let about = [
            note.turn.map(|turn| format!("Turn {turn}")),
            note.when.clone(),
            note.corrected.as_ref().map(|when| format!("corrected {when}")),
            note.taken_back.then(|| "taken back".to_owned()),
        ];
        let mut parts = vec![WordsPart { text: note.text.clone(), to: None }];
        for link in &note.links {
            let turn = link.turn.map_or(String::new(), |turn| format!("&turn={turn}"));
            let to = format!("#journal={}{turn}", encoded(&link.journal));
            let words = link.text.trim_start_matches("[[").trim_end_matches("]]");
            let apart = |part: WordsPart| {
                if part.to.is_some() {
                    return vec![part];
                }
                let mut apart = Vec::new();
                for (index, text) in part.text.split(&link.text).enumerate() {
                    if index > 0 {
                        apart.push(WordsPart { text: words.to_owned(), to: Some(to.clone()) });
                    }
                    apart.push(WordsPart { text: text.to_owned(), to: None });
                }
                apart
            };
            parts = parts.into_iter().flat_map(apart).collect();
        }
        NoteLook {
            id: &note.id,
            turn: note.turn,
            text: &note.text,
            taken_back: note.taken_back,
            picture: note.picture.as_deref(),
            is_here,
            about: about.into_iter().flatten().collect::<Vec<_>>().join(" · "),
            parts,
        }
    }
}
