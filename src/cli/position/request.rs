//! What is asked of a position: by options of the command line, or by keys of a line of JSON.

use serde_json::Value;

use crate::chess::{Army, Array, Mode, Rules, Square};
use crate::cli::lookup::{army, array, entry, suggestion};
use crate::cli::prelude::*;
use crate::games::Referee;
use crate::player::SearchLimit;
use crate::reading::Throw;
use crate::session::SessionTerms;

use super::answer::Answer;
use super::ruled_position::RuledPosition;
use super::values::{check_kind, depth, limit, referee, square, throw, truth};

/// A request. That of the command line has the defaults of lines.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Request {
    /// The position, in quotation marks, or - for lines of JSON
    #[arg(default_value = "", hide_default_value = true)]
    pub(super) position: String,
    /// Use the rules of a reading: checks need not be answered, and any turn may pass
    #[arg(long, num_args = 0, default_missing_value = "true")]
    pub(super) reading: Option<bool>,
    /// The ruleset: chessvariants or zalewski
    #[arg(long, value_name = "NAME")]
    pub(super) ruleset: Option<String>,
    /// The array at the start, such as "Air of Air & Water" (see `enochian board arrays`); zalewski promotes by it on a throne
    #[arg(long, value_name = "NAME", value_parser = array)]
    pub(super) array: Option<Array>,
    /// The throw of the die in a reading, 1 to 6, which limits the moves; -- is a No Move
    #[arg(long, value_name = "N", value_parser = throw)]
    pub(super) throw: Option<Throw>,
    /// The dice table of the throw: regardie, or y-manuscript, which needs --array
    #[arg(long, value_name = "NAME")]
    pub(super) dice: Option<String>,
    /// The querent's army, with --throw and --ptah: the best move then has its king reach the Ptah, or stops it
    #[arg(long, value_name = "ARMY", value_parser = army)]
    pub(super) army: Option<Army>,
    /// The square of the Ptah, with --throw and --army
    #[arg(long, value_name = "SQUARE", value_parser = square)]
    pub(super) ptah: Option<Square>,
    /// Print only the best move, what the program expects to follow, and its estimate: at level-1 to level-4, after some
    /// seconds, such as 0.5, or some positions, such as nodes-500; several are separated by commas, and all hold
    #[arg(long, value_name = "LIMIT", value_parser = limit)]
    pub(super) best: Option<SearchLimit>,
    /// The game: enochian, or one of those listed by `enochian kinds`, with its options, such as three,cards=on
    #[arg(long, value_name = "KIND[,NAME=VALUE]", default_value = ENOCHIAN, value_parser = referee)]
    pub(super) kind: Referee,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
    /// The acts to play.
    #[arg(skip)]
    pub(super) play: Option<Vec<String>>,
    /// The number of moves to count.
    #[arg(skip)]
    pub(super) depth: Option<u8>,
    /// Whether they are also counted for each first move.
    #[arg(skip)]
    pub(super) divide: bool,
    /// How many positions a count may reach: the lines after a line wait for it.
    #[arg(skip = u64::MAX)]
    pub(super) most_counted: u64,
    /// Whether the position is described.
    #[arg(skip)]
    pub(super) show: bool,
}

/// The kind of game that is meant where none is named.
const ENOCHIAN: &str = "enochian";

/// How many positions the count of a line may reach: in some seconds.
const MOST_COUNTED: u64 = 10_000_000;

/// The keys of a line.
const KEYS: [&str; 14] = [
    "position", "kind", "reading", "ruleset", "array", "throw", "dice", "army", "ptah", "best", "play", "depth",
    "divide", "show",
];

impl Request {
    /// Whether the requests are lines of standard input.
    pub(super) fn is_lines(&self) -> bool {
        self.position == "-"
    }

    /// Whether it has a dice table, but no throw.
    pub(super) fn has_idle_dice(&self) -> bool {
        self.dice.is_some() && self.throw.is_none()
    }

    /// The request of a line, with this one for what its keys leave open.
    pub(super) fn with_keys(&self, mut keys: Vec<(String, Value)>) -> CommandResult<Request> {
        let has = |names: &[&str]| keys.iter().any(|(key, _)| names.contains(&key.as_str()));
        let mut request = Request { position: String::new(), most_counted: MOST_COUNTED, ..self.clone() };
        // What a line asks takes the place of what the command line asks.
        if has(&["best", "play", "depth", "show"]) {
            request = Request { best: None, play: None, depth: None, divide: false, show: false, ..request };
        }
        if has(&["throw"]) {
            request = Request { play: None, depth: None, divide: false, ..request };
        }
        if has(&["play", "depth"]) && request.throw.is_some() {
            // There is a throw only in a reading.
            request = Request { throw: None, army: None, ptah: None, reading: Some(true), ..request };
        }
        // Another kind of game has other rules, so it comes before them.
        keys.sort_by_key(|(key, _)| key != "kind");
        for (place, (key, value)) in keys.iter().enumerate() {
            if keys[..place].iter().any(|(before, _)| before == key) {
                fail!("the key {} is given twice; leave one out", quoted(key));
            }
            if !KEYS.contains(&key.as_str()) {
                let meant = suggestion(key, KEYS);
                fail!("there is no key {}; expected one of {}{meant}", quoted(key), KEYS.join(", "));
            }
            let invalid = || format!("invalid value {} for {}", quoted(&text_of(value)), quoted(key));
            request.put(key, value).map_err(|error| error.context(invalid()))?;
        }
        if request.position.is_empty() {
            fail!(
                "the position is missing; add it, such as {{\"position\": \"…\"}} (enochian position start prints one)"
            );
        }
        Ok(request)
    }

    /// Takes the value of a key, which is read as on the command line; null stands for no value.
    fn put(&mut self, key: &str, value: &Value) -> CommandResult<()> {
        let text = (!value.is_null()).then(|| text_of(value));
        let given = text.as_deref();
        match key {
            "position" => self.position = text.unwrap_or_default(),
            "kind" => {
                let kind = referee(given.unwrap_or(ENOCHIAN))?;
                if kind.kind() != self.kind.kind() {
                    // The rules of the command line are those of another game.
                    (self.reading, self.ruleset, self.array, self.throw) = (None, None, None, None);
                    (self.dice, self.army, self.ptah) = (None, None, None);
                }
                self.kind = kind;
            }
            "reading" => self.reading = given.map(truth).transpose()?,
            "ruleset" => self.ruleset = text,
            "array" => self.array = given.map(array).transpose()?,
            "throw" => self.throw = given.map(throw).transpose()?,
            "dice" => self.dice = text,
            "army" => self.army = given.map(army).transpose()?,
            "ptah" => self.ptah = given.map(square).transpose()?,
            "best" => self.best = given.map(limit).transpose()?,
            "play" => {
                self.play = match value {
                    Value::Array(acts) => Some(acts.iter().map(text_of).collect()),
                    _ => text.map(|act| vec![act]),
                }
            }
            "depth" => self.depth = given.map(depth).transpose()?,
            "divide" => self.divide = given.map_or(Ok(false), truth)?,
            "show" => self.show = given.map_or(Ok(false), truth)?,
            _ => unreachable!("it is one of the keys"),
        }
        Ok(())
    }

    /// The keys that are given besides the position and what is asked.
    pub(super) fn given(&self) -> Vec<&'static str> {
        let given = [
            ("reading", self.reading.is_some()),
            ("ruleset", self.ruleset.is_some()),
            ("array", self.array.is_some()),
            ("throw", self.throw.is_some()),
            ("dice", self.dice.is_some()),
            ("army", self.army.is_some()),
            ("ptah", self.ptah.is_some()),
            ("best", self.best.is_some()),
            ("json", self.json),
        ];
        given.into_iter().filter_map(|(name, is_given)| is_given.then_some(name)).collect()
    }

    /// Checks what belongs together, and returns the terms of Enochian chess, or nothing for another game.
    pub(super) fn terms(&self, cx: &Cx) -> CommandResult<Option<SessionTerms>> {
        let asked = [
            ("best", self.best.is_some()),
            ("play", self.play.is_some()),
            ("depth", self.depth.is_some()),
            ("show", self.show),
        ];
        let asked: Vec<&str> = asked.into_iter().filter_map(|(name, is_asked)| is_asked.then_some(name)).collect();
        match asked[..] {
            [one, other, ..] => misuse!("{one} and {other} cannot be used together; leave one out"),
            [name @ ("play" | "depth")] if self.throw.is_some() => {
                misuse!("throw cannot be used with {name}; leave it out")
            }
            _ if self.divide && self.depth.is_none() => misuse!("divide needs the depth; add it"),
            _ => {}
        }
        let enochian = self.given().into_iter().filter(|name| !["best", "json"].contains(name));
        check_kind(self.kind.kind(), &enochian.map(|name| (name, true)).collect::<Vec<_>>())?;
        if !self.kind.kind().has_readings() {
            return Ok(None);
        }
        let mode = match (self.throw, self.reading) {
            (Some(_), Some(false)) => misuse!("there is no throw in a game; leave it out, or \"reading\": false"),
            (Some(_), _) | (None, Some(true)) => Mode::Reading,
            (None, _) => Mode::Game,
        };
        let ruleset = match &self.ruleset {
            Some(name) => entry(cx.correspondences.ruleset(name))?,
            None => &cx.correspondences.rulesets()[0],
        };
        let terms = SessionTerms::of_rules(Rules { array: self.array, mode, ..ruleset.rules });
        self.with_dice(terms, cx).map(Some)
    }

    /// The terms with the dice table of a throw, and with what is played for.
    fn with_dice(&self, terms: SessionTerms, cx: &Cx) -> CommandResult<SessionTerms> {
        let dice = match &self.dice {
            Some(name) => entry(cx.correspondences.dice_table(name))?,
            None => &cx.correspondences.dice_tables()[0],
        };
        let terms = match (self.throw, self.array) {
            (None, _) => terms,
            (Some(_), Some(array)) => terms.with_dice(dice.movers(array)),
            (Some(_), None) if dice.needs_array() => {
                misuse!("the dice table {} needs the array; name it, such as \"Air of Air & Water\"", dice.name)
            }
            // This table does not depend on the array, so any will do.
            (Some(_), None) => terms.with_dice(dice.movers(Array::all()[0])),
        };
        match (self.army, self.ptah, self.throw) {
            (Some(army), Some(ptah), Some(_)) => Ok(terms.with_ptah(army, ptah)),
            (None, None, _) => Ok(terms),
            _ => misuse!("army, ptah and throw belong together; give all three, or leave out the first two"),
        }
    }

    /// The position with its rules.
    pub(super) fn position(&self, cx: &Cx) -> CommandResult<RuledPosition> {
        let referee = self.kind.clone();
        match self.terms(cx)? {
            Some(terms) => RuledPosition::of_enochian(&self.position, referee, terms, self.throw),
            None => RuledPosition::of_other(&self.position, referee),
        }
    }

    /// The answer.
    pub(super) fn answer(&self, cx: &Cx) -> CommandResult<Answer> {
        let position = self.position(cx)?;
        match self {
            Request { best: Some(limit), .. } => Ok(position.best(limit)),
            Request { play: Some(acts), .. } => position.play(acts),
            Request { depth: Some(depth), .. } => position.perft(*depth, self.divide, self.most_counted),
            Request { show: true, .. } => Ok(Answer::Shown(Box::new(position.shown()))),
            _ => Ok(Answer::Moves { moves: position.moves(), outcome: position.outcome() }),
        }
    }
}

/// The text of a value: a number, or a text without its quotation marks.
fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
