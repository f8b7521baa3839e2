//! The page of one of the other games: the text of its page formats, in reading order.

mod act_commentary;

use serde::Serialize;

use crate::input::safe;
use crate::record::{Closing, OtherRecord};
use crate::render::{ShownAct, acts_result, capitalised, hides_cards};

use super::page::{BetweenTurns, PageNote, afterwards, begun, later};
use act_commentary::ActCommentary;

/// One of the other games as a page: its result, the game, the acts, and what people wrote.
///
/// [`Markdown`](super::Markdown) and [`Html`](super::Html) lay it out and add nothing but the board. As in a
/// [`Page`](super::Page), the text is not escaped for any format, but control characters are made visible.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ActsPage {
    /// The name given to the game by the players.
    pub title: String,
    /// `Gods of Chess`.
    pub kind: String,
    /// When it was played.
    pub byline: String,
    /// The result: `Won by White`.
    pub result: String,
    /// Why, in sentences.
    pub reasons: Vec<String>,
    /// The game, its players and options, each with a label.
    pub terms: Vec<(&'static str, String)>,
    /// The standing acts.
    pub acts: Vec<ActOnPage>,
    /// The text after the last act.
    pub after_acts: Option<BetweenTurns>,
    /// When it was concluded; empty before that.
    pub concluded: String,
    /// Remarks on the whole.
    pub afterwards: Vec<PageNote>,
    /// The tags, as a list.
    pub tags: String,
}

/// An act.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ActOnPage {
    /// The text between the previous act and this one.
    pub interlude: Option<BetweenTurns>,
    /// The number of its turn.
    pub turn: u32,
    /// Who acted.
    pub actor: String,
    /// Its text: `Pa3xb4`.
    pub text: String,
    /// Whether it is irregular.
    pub is_irregular: bool,
    /// What happened.
    pub sentence: String,
    /// The notes on it, and the remarks on its turn if that ended with it.
    pub notes: Vec<PageNote>,
}

impl ActsPage {
    /// The page of a record.
    #[must_use]
    pub fn of(record: OtherRecord<'_>) -> ActsPage {
        let heading = record.heading();
        let mut commentary = ActCommentary::of(record);
        let act = |(index, act): (usize, ShownAct)| ActOnPage {
            interlude: commentary.interludes.remove(&index),
            turn: act.turn,
            actor: act.actor,
            text: safe(&act.text).into_owned(),
            is_irregular: act.irregular.is_some(),
            sentence: safe(&act.sentence).into_owned(),
            notes: commentary.notes.remove(&index).unwrap_or_default(),
        };
        let acts: Vec<ActOnPage> = ShownAct::standing(record).into_iter().enumerate().map(act).collect();
        let tags: Vec<&str> = record.tags().into_iter().map(|tag| tag.as_str()).collect();
        let concluded = record.concluded();
        ActsPage {
            title: safe(&record.game().title).into_owned(),
            kind: record.game().referee.kind().title().to_owned(),
            byline: format!("A game on {}.", begun(&heading.begun, heading.zone.as_deref())),
            result: capitalised(&safe(&acts_result(record))),
            reasons: vec![reason(record)],
            terms: terms(record),
            after_acts: commentary.rest(acts.len()),
            acts,
            concluded: concluded
                .map_or(String::new(), |(_, at)| format!("Concluded on {}.", later(&at, &heading.begun))),
            afterwards: afterwards(&record),
            tags: tags.join(", "),
        }
    }
}

fn reason(record: OtherRecord<'_>) -> String {
    match (record.closing(), record.session().state().ending()) {
        (_, Some(ending)) => format!("The game ended: {}.", safe(ending.words.trim_end_matches('.'))),
        (None, None) => "The game is not concluded.".to_owned(),
        (Some(Closing::AtLimit(turns)), None) => format!("The game was stopped at its limit of {turns} turns."),
        (Some(Closing::Agreed), None) => "The players agreed on a draw.".to_owned(),
        (Some(_), None) => "The players closed the game before its end.".to_owned(),
    }
}

fn terms(record: OtherRecord<'_>) -> Vec<(&'static str, String)> {
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
    if heading.automatic {
        terms.push(("Acts", format!("chosen by the program at random{seed}")));
    }
    if hides_cards(record) {
        terms.push((
            "Hidden",
            "?? stands for a card that a player may not know before the game is concluded".to_owned(),
        ));
    }
    if game.start.text() != game.referee.start().text() {
        terms.push(("Start", "a given position".to_owned()));
    }
    terms.extend(game.source.as_ref().map(|source| ("Source", safe(source).into_owned())));
    terms
}
