//! What acts are called, and what they did in a sentence.

use crate::games::{Actor, Fact, OfferedAct, PlayedAct};

use super::capitalised;

/// What acts are called that are more than the movement of a piece.
const NAMES: &[(&str, &str)] = &[
    ("O-O", "Castle"),
    ("O-O-O", "Castle on the long side"),
    ("--", "Pass"),
    ("#", "Checkmated: go out"),
    ("defend", "Defend"),
    ("refuse", "Refuse the battle"),
    ("keep", "Keep all cards"),
    ("stay", "Make no other move"),
    ("high", "Battle for high"),
    ("low", "Battle for low"),
    ("summon", "Summon the hero"),
    ("leave", "Leave the hero"),
];

/// The first words of clauses that say no more than the name of an act.
const NAMED: &[&str] = &[
    "defends",
    "refuses the battle",
    "discards",
    "declares",
    "castles",
    "makes no other move",
    "summons",
    "leaves the hero",
    "passes",
];

/// What an act is called on a button.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ActLabel {
    /// In words: `Castle`, `Bishop to e3`, `Discard the`.
    pub words: String,
    /// The card with which the words end.
    pub card: Option<String>,
    /// Whether it is more than the movement of a piece, and needs a button of its own.
    pub is_plain: bool,
    has_name: bool,
}

/// The label of an act; `piece` is the name of the piece that it moves.
///
/// ```
/// use enochian::{games::OfferedAct, render::act_label};
/// let act = |text: &str, to: Option<&str>| OfferedAct {
///     text: text.into(), from: to.map(|_| "d2".into()), to: to.map(str::to_owned), is_open: false,
/// };
/// assert_eq!(act_label(&act("Bd2e3", Some("e3")), "bishop").words, "Bishop to e3");
/// let discard = act_label(&act("discard 7h", None), "piece");
/// assert_eq!((discard.words.as_str(), discard.card.as_deref()), ("Discard the", Some("7h")));
/// ```
#[must_use]
pub fn act_label(act: &OfferedAct, piece: &str) -> ActLabel {
    let named = NAMES.iter().find(|(text, _)| *text == act.text).map(|(_, name)| (*name).to_owned());
    let has_name = named.is_some();
    let is_mate = act.text.contains('#');
    let is_plain = has_name || is_mate || act.from.is_none() || act.to.is_none();
    let (words, card) = match (act.text.split_once(' '), &act.to) {
        _ if has_name => (named.unwrap_or_default(), None),
        (Some(("discard", card)), _) if !act.is_open => ("Discard the".to_owned(), Some(card.to_owned())),
        (Some(("summon", card)), _) if !act.is_open => {
            ("Summon the hero; the next is the".to_owned(), Some(card.to_owned()))
        }
        (Some((verb, _)), None) if act.is_open => (capitalised(verb), None),
        (_, None) => (capitalised(&act.text), None),
        (_, Some(to)) if is_mate => (format!("{} checkmates the king on {to}", capitalised(piece)), None),
        (_, Some(to)) => (format!("{} to {to}", capitalised(piece)), None),
    };
    ActLabel { words, card, is_plain, has_name }
}

impl ActLabel {
    /// Whether the label says already what a clause says.
    #[must_use]
    pub fn tells(&self, clause: &str) -> bool {
        let is_deed = self.has_name || self.card.is_some() || !self.words.contains(" to ");
        self.is_plain && is_deed && NAMED.iter().any(|named| clause.starts_with(named))
    }
}

/// What an act did, in a sentence: `White: knight from b8 to c6, takes the pawn of Red on c6; check to Red.`
#[must_use]
pub fn step_sentence(step: &PlayedAct) -> String {
    let seats = step.state.seats();
    let actor = match step.by {
        actor @ Actor::Seat(_) => step.state.actor_name(actor),
        Actor::Chance => "The cards",
        Actor::Nobody => "The table",
    };
    let is_deed = |fact: &&Fact| !matches!(fact, Fact::Check(_) | Fact::Out(_));
    let clauses = |wanted: bool| {
        let facts = step.facts.iter().filter(move |fact| is_deed(fact) == wanted);
        facts.map(|fact| fact.clause(seats)).collect::<Vec<_>>()
    };
    let mut text = format!("{actor}: {}", clauses(true).join(", "));
    for consequence in clauses(false) {
        text.push_str("; ");
        text.push_str(&consequence);
    }
    if let Some(why) = &step.irregular {
        text.push_str("; irregular: ");
        text.push_str(why);
    }
    text + "."
}
