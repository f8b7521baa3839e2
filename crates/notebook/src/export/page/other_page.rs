//! The page of one of the other games.

use crate::chess::Mode;
use crate::input::safe;
use crate::record::OtherRecord;
use crate::render::{acts_result, capitalised, hides_cards};

use super::{Headings, Page, afterwards, begun, concluded, tags, turns, why};

impl Page {
    /// The page of a record of one of the other games.
    #[must_use]
    pub(in crate::export) fn of_other(record: OtherRecord<'_>) -> Page {
        let (turns, after_turns) = turns::acts(record);
        Page {
            turns,
            after_turns,
            concluded: concluded(&record),
            afterwards: afterwards(&record),
            ..Page::other_head(record)
        }
    }

    pub(super) fn other_head(record: OtherRecord<'_>) -> Page {
        let heading = record.heading();
        let ending = record.session().state().ending();
        let end = ending.map(|ending| safe(ending.words.trim_end_matches('.')).into_owned());
        Page {
            headings: Headings::of(Mode::Game),
            title: safe(&record.game().title).into_owned(),
            mode: Mode::Game,
            kind: record.game().referee.kind().title().to_owned(),
            byline: format!("A game on {}.", begun(&heading.begun, heading.zone.as_deref())),
            answer: capitalised(&safe(&acts_result(record))),
            reasons: vec![why(Mode::Game, record.closing(), end)],
            summary: Vec::new(),
            about: String::new(),
            terms: terms(record),
            turns: Vec::new(),
            after_turns: None,
            concluded: String::new(),
            afterwards: Vec::new(),
            tags: tags(&record),
            totals: None,
            roads: Vec::new(),
        }
    }
}

pub(super) fn terms(record: OtherRecord<'_>) -> Vec<(&'static str, String)> {
    let (heading, game) = (record.heading(), record.game());
    let kind = game.referee.kind();
    let mut terms = vec![("Game", kind.title().to_owned())];
    let unrefereed = "not refereed: the acts are recorded as they were typed";
    terms.push(("Rules", if kind.is_refereed() { kind.source() } else { unrefereed }.to_owned()));
    let options: Vec<String> = game.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if !options.is_empty() {
        terms.push(("Options", options.join(", ")));
    }
    let seats = game.referee.seats().iter().zip(&heading.seats.players);
    let seats: Vec<String> = seats.map(|(seat, player)| format!("{}: {}", seat.name, safe(player))).collect();
    terms.push(("Players", seats.join("; ")));
    let seed = game.seed.filter(|_| !hides_cards(record));
    let seed = seed.map_or(String::new(), |seed| format!(" with the seed {seed}"));
    if record.is_dealt() {
        terms.push(("Cards", format!("dealt by the program{seed}")));
    }
    if let Some(how) = heading.chosen() {
        terms.push(("Acts", format!("chosen by the program {how}{seed}")));
    }
    if hides_cards(record) {
        terms.push((
            "Hidden",
            "?? stands for a card that a player may not know before the game is concluded; the journal file holds them all"
                .to_owned(),
        ));
    }
    if !game.referee.start().is_opening(&game.start.text()) {
        terms.push(("Start", "a given position".to_owned()));
    }
    terms.extend(game.source.as_ref().map(|source| ("Source", safe(source).into_owned())));
    terms
}
