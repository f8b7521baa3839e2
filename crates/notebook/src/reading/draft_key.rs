//! The keys of what a person sets up. A table has a row for each: files, prompts, the page and the command line are made from it.

use std::fmt;
use std::str::FromStr;

use toml::Value;

use crate::chess::{Angle, Army, Array, Board, Direction, Element};
use crate::correspondences::Correspondences;
use crate::input::{InvalidWords, Words, alternatives, did_you_mean, nearest, quoted};
use crate::record::CardDealer;

use super::QuestionKind;

/// What a person sets up key by key: a question or a game.
pub trait Draft: Clone + Default + 'static {
    /// What is set up: `The question`.
    const TITLE: &'static str;

    /// A row for each key, in the order in which they are asked.
    const KEYS: &'static [DraftKey<Self>];

    /// All errors in the draft, whatever else will be added.
    fn errors(&self, correspondences: &Correspondences) -> Vec<DraftError>;

    /// The row of a key.
    #[must_use]
    fn key(name: &str) -> Option<&'static DraftKey<Self>> {
        Self::KEYS.iter().find(|key| key.name == name)
    }

    /// The draft with another value of a key.
    ///
    /// # Errors
    /// If it is no value of this key, or does not go with the others.
    fn with(&self, key: &DraftKey<Self>, value: &Value, correspondences: &Correspondences) -> Result<Self, DraftError> {
        let mut draft = self.clone();
        key.put(&mut draft, value, correspondences)?;
        let before = self.errors(correspondences);
        let new = draft.errors(correspondences).into_iter().find(|error| !before.contains(error));
        new.map_or(Ok(draft), Err)
    }

    /// The draft with the default of each of these keys that has no value.
    #[must_use]
    fn with_defaults(&self, names: &[&str], correspondences: &Correspondences) -> Self {
        let mut draft = self.clone();
        for key in names.iter().filter_map(|name| Self::key(name)) {
            if let (None, Some(text)) = (key.text(&draft), (key.default)(&draft, correspondences)) {
                // A default is valid.
                let _ = key.put(&mut draft, &text.into(), correspondences);
            }
        }
        draft
    }

    /// The draft without these keys.
    #[must_use]
    fn without(&self, names: &[&str]) -> Self {
        let mut draft = self.clone();
        names.iter().filter_map(|name| Self::key(name)).for_each(|key| (key.slot.clear)(&mut draft));
        draft
    }
}

/// A key of a draft.
pub struct DraftKey<D: 'static> {
    /// The name in files, on the page and as an option: `board`.
    pub name: &'static str,
    /// What it is, in a few words that can follow `--board`.
    pub about: &'static str,
    /// What is asked at the prompts; empty if it is not asked.
    pub question: &'static str,
    /// Whether it is asked of people only, so that the lines of a script keep their order.
    pub is_for_people: bool,
    /// Whether a person can skip it.
    pub is_optional: bool,
    /// What may be typed, if it is a text.
    pub words: Words,
    /// What is said to whoever asks for help.
    pub help: fn(&D, &Correspondences) -> String,
    /// What can be answered, if it is one of some names.
    pub choices: fn(&D, &Correspondences) -> Vec<String>,
    /// What is taken if nothing is answered.
    pub default: fn(&D, &Correspondences) -> Option<String>,
    /// The value.
    pub slot: Slot<D>,
}

impl<D> fmt::Debug for DraftKey<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DraftKey").field(&self.name).finish()
    }
}

/// The value of a key in a draft.
#[expect(missing_debug_implementations, reason = "it is three functions")]
pub struct Slot<D> {
    /// The value, if there is one.
    pub get: fn(&D) -> Option<Value>,
    /// Reads a value from a file, a page or a person. The error is what was expected.
    pub put: fn(&mut D, &Value, &Correspondences) -> Result<(), String>,
    /// Removes the value.
    pub clear: fn(&mut D),
}

/// The slot of a field of a draft that is an `Option` of a [`KeyValue`].
macro_rules! slot {
    ($field:ident) => {
        $crate::reading::Slot {
            get: |draft| draft.$field.as_ref().map($crate::reading::KeyValue::write),
            put: |draft, value, _| {
                draft.$field = Some($crate::reading::KeyValue::read(value)?);
                Ok(())
            },
            clear: |draft| draft.$field = None,
        }
    };
}
pub(crate) use slot;

impl<D> DraftKey<D> {
    /// A key that has nothing but a value.
    pub(crate) const fn new(name: &'static str, about: &'static str, slot: Slot<D>) -> DraftKey<D> {
        DraftKey {
            name,
            about,
            question: "",
            is_for_people: false,
            is_optional: false,
            words: Words::LINE,
            help: |_, _| String::new(),
            choices: |_, _| Vec::new(),
            default: |_, _| None,
            slot,
        }
    }

    /// The value as text, as it could be typed.
    pub fn text(&self, draft: &D) -> Option<String> {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        (self.slot.get)(draft).map(|value| match &value {
            Value::Array(members) => members.iter().map(text).collect::<Vec<_>>().join(", "),
            value => text(value),
        })
    }

    /// Reads a value that a person typed: at a prompt, as an option, on a page or in a question file. The error is what was
    /// expected.
    pub(crate) fn read(&self, draft: &mut D, value: &Value, correspondences: &Correspondences) -> Result<(), String> {
        let value = typed(value, self.words).map_err(|error| error.expected())?;
        (self.slot.put)(draft, &value, correspondences)
    }

    /// Reads a value that a person typed.
    ///
    /// # Errors
    /// If it is no value of this key.
    pub fn put(&self, draft: &mut D, value: &Value, correspondences: &Correspondences) -> Result<(), DraftError> {
        self.read(draft, value, correspondences).map_err(|expected| {
            let found = value.as_str().map_or_else(|| value.to_string(), quoted);
            error(self.name, format!("{} is {found}", self.name), expected)
        })
    }
}

/// An error in a draft.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}; expected {remedy}")]
pub struct DraftError {
    /// The key with the error.
    pub key: &'static str,
    /// The problem.
    pub problem: String,
    /// What is valid there.
    pub remedy: String,
}

impl DraftError {
    /// The problem, with another name for the key: `--board`, or "`board`".
    #[must_use]
    pub fn problem_of(&self, name: &str) -> String {
        match self.problem.strip_prefix(self.key) {
            Some(rest) if rest.starts_with(' ') => format!("{name}{rest}"),
            _ => self.problem.clone(),
        }
    }
}

pub(crate) fn error(key: &'static str, problem: impl Into<String>, remedy: impl Into<String>) -> DraftError {
    DraftError { key, problem: problem.into(), remedy: remedy.into() }
}

/// The texts of a value as they are kept.
fn typed(value: &Value, words: Words) -> Result<Value, InvalidWords> {
    Ok(match value {
        Value::String(text) => words.read(text)?.into(),
        Value::Array(members) => {
            members.iter().map(|member| typed(member, words)).collect::<Result<Vec<_>, _>>()?.into()
        }
        value => value.clone(),
    })
}

/// A value of a key.
pub trait KeyValue: Sized {
    /// The value as it is written in a file.
    fn write(&self) -> Value;

    /// Reads a value from a file, or from a text that a person typed.
    ///
    /// # Errors
    /// What was expected.
    fn read(value: &Value) -> Result<Self, String>;
}

/// Text on one line, not blank.
impl KeyValue for String {
    fn write(&self) -> Value {
        Value::from(self.as_str())
    }

    fn read(value: &Value) -> Result<String, String> {
        let text = value.as_str().ok_or("text in quotation marks")?;
        Words::LINE.check(text).map_err(|error| error.expected())?;
        if text.trim().is_empty() { Err("some text".to_owned()) } else { Ok(text.to_owned()) }
    }
}

/// A list, or texts separated by commas.
impl KeyValue for Vec<String> {
    fn write(&self) -> Value {
        Value::from(self.clone())
    }

    fn read(value: &Value) -> Result<Vec<String>, String> {
        let names: Result<Vec<String>, String> = match value {
            Value::Array(members) => members.iter().map(String::read).collect(),
            Value::String(text) => text.split(',').map(|part| String::read(&part.trim().into())).collect(),
            _ => return Err("a list of names".to_owned()),
        };
        names.map_err(|expected| match expected.as_str() {
            "some text" => "names, none of them empty".to_owned(),
            _ => format!("a list of names, each {expected}"),
        })
    }
}

impl KeyValue for bool {
    fn write(&self) -> Value {
        Value::from(*self)
    }

    fn read(value: &Value) -> Result<bool, String> {
        let typed = value.as_str().and_then(|text| text.parse().ok());
        value.as_bool().or(typed).ok_or_else(|| "true or false".to_owned())
    }
}

/// Reads a name; the error lists all, or names the one that was probably meant.
fn named<T: FromStr>(value: &Value, names: &[String]) -> Result<T, String> {
    let text = value.as_str().unwrap_or_default();
    text.parse().map_err(|_| {
        let all = || names.iter().map(String::as_str);
        match nearest(text.trim(), all()) {
            Some(near) => format!("{}; {}", alternatives(all()), did_you_mean(near)),
            None => alternatives(all()),
        }
    })
}

macro_rules! named {
    ($($Type:ty: $all:expr),* $(,)?) => {$(
        impl KeyValue for $Type {
            fn write(&self) -> Value {
                Value::from(self.to_string())
            }

            fn read(value: &Value) -> Result<$Type, String> {
                named(value, &$all.map(|one| one.to_string()))
            }
        }
    )*};
}

named! {
    Board: Element::ALL,
    Angle: Element::ALL,
    Army: Element::ALL,
    Array: Array::all(),
    Direction: Direction::ALL,
    QuestionKind: QuestionKind::ALL,
    CardDealer: CardDealer::ALL,
}
