//! What a word, a name or a square means, over the page, with what it means to the person.

use std::collections::BTreeSet;

use minijinja::Value;

use super::form::{Fields, text};
use super::{Done, View, shown};
use crate::chess::{Piece, Square};
use crate::correspondences::GlossaryEntry;
use crate::input::{Words, quoted};
use crate::journal::{JournalError, MEANINGS, OwnMeaning, OwnMeanings, occurrences};
use crate::lookup::{NameLookup, Thing, all_pieces, standing};
use crate::render::{capitalised, force_facts};
use crate::server::call::{Call, Problem};
use crate::server::elsewhere::TurnElsewhere;
use crate::server::playing::{other_kind, quiet};
use crate::server::routes::Table;

/// The most readings that are named in which a thing came up.
const LATEST: usize = 3;

impl Table<'_> {
    /// `word=NAME`: an entry of the glossary, or everything that has the name.
    pub(super) fn word_view(&self, call: &Call) -> Result<View, Problem> {
        let word = call.query("word").unwrap_or_default().trim();
        let is_it = |entry: &&GlossaryEntry| {
            let names = entry.marks.iter().chain([&entry.name]);
            names.into_iter().any(|name| name.to_lowercase() == word.to_lowercase())
        };
        if let Some(entry) = self.correspondences.glossary().find(is_it) {
            let of = shown! { is: &entry.is, more: &entry.more, see: &entry.see, source: &entry.source };
            return Ok(View::new("word.html", capitalised(&entry.name), shown! { entry: of }));
        }
        let found = NameLookup::find(word, None, self.correspondences, &self.settings.naming);
        let found = found.map_err(|error| Problem::not_found(capitalised(&format!("{error}."))))?;
        let sections = found.found.into_iter().map(|page| (page.title, page.rows));
        Ok(View::new("word.html", word, shown! { sections: sections.collect::<Vec<_>>() }))
    }

    /// `words`: the words that a page has, `on` it, and a field for any other.
    pub(super) fn words_view(&self, call: &Call) -> View {
        let here: BTreeSet<&str> = call.query("on").unwrap_or_default().split('|').collect();
        let names = self.correspondences.glossary().map(|entry| entry.name.as_str()).filter(|name| here.contains(name));
        View::new("words.html", "Words", names.collect::<Vec<_>>())
    }

    /// `meaning=JOURNAL&square=SQUARE`: a square of a journal's board, and the `piece` on it.
    pub(super) fn meaning_view(&self, call: &Call) -> Result<View, Problem> {
        let journal = call.query("meaning").unwrap_or_default();
        let record = self.record(journal)?;
        let record = record.enochian().ok_or_else(other_kind)?;
        record.check_not_quiet().map_err(|_| quiet())?;
        let square = call.query("square").unwrap_or_default();
        let square: Square =
            square.parse().map_err(|_| Problem::invalid(format!("{} is not a square.", quoted(square))))?;
        let code = call.query("piece").unwrap_or_default();
        let piece = all_pieces().find(|piece| piece.code() == code);
        if piece.is_none() && !code.is_empty() {
            return Err(Problem::invalid(format!("{} is not a piece.", quoted(code))));
        }
        let board = record.subject().board();
        let mut things = Thing::of_square(square, board, self.correspondences);
        things.extend(piece.iter().flat_map(|piece| Thing::of_piece(*piece)));
        let here = format!("meaning={}&square={square}&piece={code}", crate::export::encoded(journal));
        let own = self.own_view(&things, &here, call.query("thing"))?;
        let force = self.correspondences.square(board, square).force;
        let of_piece = |piece: Piece| {
            let (meaning, gloss) = standing(piece, square, record, self.correspondences);
            let rows = gloss.piece.as_ref().map_or(Vec::new(), |piece| {
                meaning.facts(piece, &gloss.element, "depends on the querent’s army", self.correspondences)
            });
            (meaning.title(), rows)
        };
        let gloss = self.correspondences.gloss(board, square, None, None);
        let place = format!("{} on the sheets, in the {} angle of the {board} board", gloss.sheet, gloss.angle);
        let triangles =
            gloss.triangles.iter().map(|it| format!("{}: {}, {}", capitalised(&it.place), it.element, it.symbol));
        let of_square = [capitalised(&gloss.phrase), place].into_iter().chain(triangles).map(|said| ("", said));
        let mut sections: Vec<(String, Vec<(&str, String)>)> = piece.into_iter().map(of_piece).collect();
        sections.push(("The square".to_owned(), of_square.collect()));
        sections.push((force.to_string(), force_facts(force, self.correspondences)));
        Ok(View::new("word.html", format!("{force} on {square}"), shown! { own, sections }))
    }

    /// What things mean to the person that are explained at the address `here`, with the latest readings in which they came up.
    fn own_view(&self, things: &[Thing], here: &str, chosen: Option<&str>) -> Result<Value, Problem> {
        let own = self.own_meanings();
        let mut kept = own.among(things);
        let named = things.iter().find(|thing| Some(key(thing).as_str()) == chosen);
        kept.sort_by_key(|it| Some(&it.thing) != named);
        let thing = named.or(kept.first().map(|it| &it.thing)).unwrap_or(&things[0]);
        let text = kept.iter().find(|it| it.thing == *thing).map_or(String::new(), |it| it.text.clone());
        let entries = if kept.is_empty() { Vec::new() } else { self.entries()?.0 };
        let view = |it: &OwnMeaning| {
            let found = occurrences(&it.thing, &entries, self.correspondences, &self.settings.naming);
            let latest = found.iter().take(LATEST).filter_map(|(entry, turns)| self.turn_of(entry, *turns.first()?));
            let latest: Vec<TurnElsewhere> = latest.collect();
            shown! { name: it.thing.to_string(), text: &it.text, readings: found.len(), latest }
        };
        let address = |thing: &Thing| format!("{here}&thing={}", crate::export::encoded(&key(thing)));
        Ok(shown! {
            kept: kept.into_iter().map(view).collect::<Vec<_>>(),
            // Those to which a meaning can be given.
            things: things.iter().map(|thing| (thing.to_string(), address(thing))).collect::<Vec<_>>(),
            // The one that is written about, and whether the address names it.
            thing: shown! { key: key(thing), name: thing.to_string(), text },
            is_chosen: named.is_some(),
        })
    }

    /// `remember` keeps what a thing means to the person; an empty text, nothing any more.
    pub(super) fn meaning_act(&self, call: &Call, act: &str, fields: &Fields) -> Result<Done, Problem> {
        if act != "remember" {
            return Err(Problem::invalid(format!("{} cannot be done here.", quoted(act))));
        }
        let some = |field: &str| Some(text(fields, field).to_owned()).filter(|text| !text.is_empty());
        let (thing, before) = (text(fields, "thing"), some("before"));
        let mut own = self.own_meanings();
        let thing = own.thing(thing).map_err(|error| Problem::invalid(capitalised(&error.to_string())))?;
        let text = some("text").map(|text| Words::LINES.some(&text)).transpose();
        let text = text.map_err(|error| Problem::invalid(format!("The meaning {error}.")))?;
        if text == before {
            return Ok(Done::Stays);
        }
        own.put(&thing, text.as_deref(), before.as_deref()).map_err(|error| match error {
            JournalError::Rewritten(_) => Problem::new("stale", 409, format!("{thing} has another meaning by now."))
                .help("It is shown here. Send yours again to replace it."),
            JournalError::Invalid(faults) => {
                Problem::invalid(format!("{MEANINGS} cannot be written: {faults}.")).help("Correct the file first.")
            }
            error => Problem::new("not_saved", 507, format!("{}.", capitalised(&error.to_string()))),
        })?;
        let said = if text.is_some() { "Remembered." } else { "Removed." };
        Ok(Done::Shows(View { said: said.to_owned(), ..self.meaning_view(call)? }))
    }

    pub(in crate::server) fn own_meanings(&self) -> OwnMeanings {
        OwnMeanings::read(&self.settings.journals, self.correspondences, &self.settings.naming)
    }
}

/// By which a thing is remembered: `figure:Tristitia`.
fn key(thing: &Thing) -> String {
    format!("{}:{}", thing.sort, thing.name)
}
