//! The act that a text of the page is: what the prompts read, and with fields what they ask for.

use std::collections::BTreeMap;

use crate::record::Record;
use crate::session::TurnOptions;

use super::super::call::Problem;
use super::super::page_act::PageAct;
use super::super::playing::PageAnnotation;
use super::cards;

/// What a page asks for.
#[derive(Debug)]
pub(super) enum Asked {
    Act(PageAct),
    Annotation(PageAnnotation),
    /// What the program would play.
    Hint,
    /// Plays the question many times at random, as far as a call goes.
    Chance,
    /// Judges the turns, as far as a call goes.
    Better,
    /// Saves what is known as a new journal, and goes on there with an act.
    SaveNew(Option<PageAct>),
    /// Begins a branch with another move in a turn.
    Branch(u32, String),
}

/// Reads an act. A command is its first word; anything else is a throw or a move.
pub(super) fn read(text: &str, fields: &BTreeMap<String, String>, record: &Record) -> Result<Asked, Problem> {
    let field = |name: &str| fields.get(name).map_or("", String::as_str).trim();
    let typed = field("typed");
    if text.is_empty() && !typed.is_empty() {
        let is_refereed = record.heading().game.kind().is_refereed();
        return if is_refereed {
            read(typed, &BTreeMap::new(), record)
        } else {
            Ok(Asked::Act(PageAct::Typed { text: typed.to_owned() }))
        };
    }
    let (word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let rest = rest.trim();
    // What follows the command, or stands in its field.
    let given = |name: &str| if rest.is_empty() { field(name).to_owned() } else { rest.to_owned() };
    let turn = |text: &str| if text.is_empty() { Ok(None) } else { text.parse().map(Some) };
    let turn = |text: &str| turn(text).map_err(|_| Problem::invalid("A turn is a number, such as 12."));
    let missing = |words: String, what: &str| {
        if words.is_empty() { Err(Problem::invalid(format!("Type {what}."))) } else { Ok(words) }
    };
    let act = match word.to_lowercase().as_str() {
        "note" => PageAct::Note { text: given("text") },
        "deal" if rest.is_empty() && record.other().is_none_or(|it| it.is_dealt()) => PageAct::Deal,
        "pass" => PageAct::Pass,
        "undo" | "back" => PageAct::TakeBack,
        "conclude" => PageAct::Conclude,
        "program" => PageAct::Program,
        "draw" => PageAct::Draw,
        "withdraw" => PageAct::Withdraw,
        "rethrow" => {
            let number = rest.parse().map_err(|_| Problem::invalid("A throw is a number from 1 to 6."))?;
            PageAct::CorrectThrow { number }
        }
        "exchange" => PageAct::Exchange { text: text.trim().to_owned() },
        "resign" => PageAct::Resign { seat: if rest.is_empty() { None } else { Some(seat(rest, record)?) } },
        "irregular" => PageAct::Irregular { text: missing(given("text"), "the move")? },
        "end" if !record.heading().game.kind().is_refereed() => {
            PageAct::Typed { text: format!("end {}", missing(given("text"), "a word on the result")?) }
        }
        "next" if rest.is_empty() => PageAct::Typed { text: format!("next {}", field("next")) },
        "card" if rest.is_empty() => {
            let name = missing(field("name").to_owned(), "the name of the card")?;
            if name.contains('"') {
                return Err(Problem::invalid("Leave quotation marks out of the name of the card."));
            }
            let does = field("does");
            let does = if does.is_empty() { String::new() } else { format!(": {does}") };
            PageAct::Typed { text: format!("card \"{name}\"{does}") }
        }
        "cards" => PageAct::Typed { text: cards::filled(rest, hands(record), fields)? },
        _ if is_throw(text, record) => PageAct::Throw { number: text.trim().parse().unwrap_or(0) },
        "hint" => return Ok(Asked::Hint),
        "chance" => return Ok(Asked::Chance),
        "better" => return Ok(Asked::Better),
        "save-new" => {
            let waiting = if rest.is_empty() { None } else { Some(read(rest, fields, record)?) };
            return Ok(Asked::SaveNew(match waiting {
                Some(Asked::Act(act)) => Some(act),
                _ => None,
            }));
        }
        "branch" => {
            let (turn, mv) = rest.split_once(' ').unwrap_or((rest, ""));
            let turn = turn.parse().map_err(|_| Problem::invalid("A turn is a number, such as 12."))?;
            return Ok(Asked::Branch(turn, mv.to_owned()));
        }
        "remark" => {
            let annotation = PageAnnotation::Remark { turn: turn(rest)?, text: field("text").to_owned() };
            return Ok(Asked::Annotation(annotation));
        }
        "picture" => {
            let (text, name, content) = (field("text"), field("name"), field("content"));
            let [text, name, content] = [text, name, content].map(str::to_owned);
            return Ok(Asked::Annotation(PageAnnotation::Picture { turn: turn(rest)?, text, name, content }));
        }
        "correct" => {
            let (turn, text) = (turn(field("turn"))?, Some(field("text").to_owned()));
            return Ok(Asked::Annotation(PageAnnotation::Correct { note: rest.to_owned(), turn, text }));
        }
        "withdraw-note" => {
            let note = rest.to_owned();
            return Ok(Asked::Annotation(PageAnnotation::Correct { note, turn: None, text: None }));
        }
        "outcome" => {
            let on = Some(field("on").to_owned());
            let (proved, text, sure) = (field("proved").to_owned(), field("text").to_owned(), field("sure"));
            let sure = !sure.is_empty() && Some(sure) == on.as_deref();
            return Ok(Asked::Annotation(PageAnnotation::Outcome { on, proved, text, sure }));
        }
        "tag" => return Ok(Asked::Annotation(PageAnnotation::Tag { tag: given("text") })),
        "untag" => return Ok(Asked::Annotation(PageAnnotation::Untag { tag: rest.to_owned() })),
        "look-again" => return Ok(Asked::Annotation(PageAnnotation::LookAgain { day: field("text").to_owned() })),
        _ => PageAct::Typed { text: text.trim().to_owned() },
    };
    Ok(Asked::Act(act))
}

/// Whether a text is a number where the die is to be thrown.
fn is_throw(text: &str, record: &Record) -> bool {
    let awaits = record.enochian().is_some_and(|it| matches!(it.session().options(), TurnOptions::Throw));
    awaits && !text.trim().is_empty() && text.trim().bytes().all(|it| it.is_ascii_digit())
}

/// The text of an act, with which it can be tried again.
pub(super) fn text_of(act: &PageAct) -> String {
    match act {
        PageAct::Throw { number } => number.to_string(),
        PageAct::Deal => "deal".to_owned(),
        PageAct::Program => "program".to_owned(),
        PageAct::Move { text } | PageAct::Typed { text } | PageAct::Exchange { text } => text.clone(),
        PageAct::Irregular { text } => format!("irregular {text}"),
        PageAct::Pass => "pass".to_owned(),
        PageAct::TakeBack => "undo".to_owned(),
        PageAct::CorrectThrow { number } => format!("rethrow {number}"),
        PageAct::Note { text } => format!("note {text}"),
        PageAct::Withdraw => "withdraw".to_owned(),
        PageAct::Conclude => "conclude".to_owned(),
        PageAct::Draw => "draw".to_owned(),
        PageAct::Resign { seat: None } => "resign".to_owned(),
        PageAct::Resign { seat: Some(seat) } => format!("resign {seat}"),
    }
}

/// The seat of a number, letter or name.
fn seat(named: &str, record: &Record) -> Result<usize, Problem> {
    let state = record.state();
    let is_named = |seat: &crate::games::Seat| {
        seat.name.eq_ignore_ascii_case(named) || seat.letter.to_string().eq_ignore_ascii_case(named)
    };
    let found = named.parse().ok().or_else(|| state.seats().iter().position(is_named));
    found.ok_or_else(|| Problem::invalid(format!("There is no seat {named}.")))
}

/// How many cards each player is dealt: one less for who holds a hero.
pub(super) fn hands(record: &Record) -> [usize; 2] {
    let state = record.state();
    let (beside, seats) = (state.diagram().beside, state.seats());
    [0, 1].map(|seat| {
        let label = seats.get(seat).map_or(String::new(), |seat| format!("Hand of {}", seat.name));
        if beside.iter().any(|(of, text)| *of == label && text.contains("hero")) { 3 } else { 4 }
    })
}
