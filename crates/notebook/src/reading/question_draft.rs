//! Question files, and the question that follows from them (RULES 8.1).

use std::fmt;

use toml::Value;

use crate::chess::{Angle, Array, Board, Direction};
use crate::correspondences::Correspondences;
use crate::input::{Diagnostics, Source, TomlTable};

use super::draft_key::{Draft, DraftError, DraftKey, KeyValue, error};
use super::{DiceSource, Question, QuestionKind, SignOrElement};

/// The name for a querent without a name.
const UNNAMED: &str = "the querent";

/// Who throws the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DieThrower {
    /// A person, who enters the throw.
    ByHand,
    /// The program, with random numbers from the operating system.
    ByProgram,
    /// The program, from a seed.
    Seeded(u64),
}

impl DieThrower {
    /// The program's die before its first throw; none if a person throws.
    #[must_use]
    pub fn dice_source(self) -> Option<DiceSource> {
        match self {
            DieThrower::ByHand => None,
            DieThrower::ByProgram => Some(DiceSource::System),
            DieThrower::Seeded(seed) => Some(DiceSource::seeded(seed)),
        }
    }
}

impl fmt::Display for DieThrower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DieThrower::ByHand => f.write_str("by hand"),
            DieThrower::ByProgram => f.write_str("by the program"),
            DieThrower::Seeded(seed) => write!(f, "seed {seed}"),
        }
    }
}

/// As it is written; people can leave out `by` and, before larger numbers, `seed`.
impl KeyValue for DieThrower {
    fn write(&self) -> Value {
        Value::from(self.to_string())
    }

    fn read(value: &Value) -> Result<DieThrower, String> {
        let text = value.as_str().unwrap_or_default().trim().to_lowercase();
        let (is_seed, number) = text.strip_prefix("seed").map_or((false, text.as_str()), |rest| (true, rest.trim()));
        match (text.trim_start_matches("by ").trim_start_matches("the "), number.parse::<u64>()) {
            ("hand", _) => Ok(DieThrower::ByHand),
            ("program", _) => Ok(DieThrower::ByProgram),
            // This is probably a throw, typed too early; as a seed it would hand the die to the program.
            (_, Ok(1..=6)) if !is_seed => {
                Err(format!("by hand (the throws are asked for later), by the program, or seed {number}"))
            }
            (_, Ok(seed)) if i64::try_from(seed).is_ok() => Ok(DieThrower::Seeded(seed)),
            (_, Ok(_)) => Err(format!("a seed of at most {}", i64::MAX)),
            _ => Err("by hand, by the program, or a seed such as seed 7".to_owned()),
        }
    }
}

/// The contents of a question file, with `None` for whatever it leaves out.
///
/// It also holds the answers of a person at the prompts so far.
///
/// ```
/// use enochian::{correspondences::Correspondences, reading::QuestionDraft, input::Source};
/// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
/// let draft = QuestionDraft::read(&file, Correspondences::embedded()).unwrap();
/// let question = draft.resolve(Correspondences::embedded()).unwrap();
/// assert_eq!((question.board.name(), question.angle.name()), ("Water", "Air"));
/// assert_eq!(question.force.to_string(), "Gemini");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "each is the field of Question, Heading or Seats with the same name")]
pub struct QuestionDraft {
    pub text: Option<String>,
    pub kind: Option<QuestionKind>,
    pub querent: Option<String>,
    pub category: Option<String>,
    pub board: Option<Board>,
    pub angle: Option<Angle>,
    pub force: Option<SignOrElement>,
    pub array: Option<Array>,
    pub direction: Option<Direction>,
    pub ruleset: Option<String>,
    pub procedure: Option<String>,
    pub dice: Option<String>,
    pub die: Option<DieThrower>,
    pub players: Option<Vec<String>>,
    pub source: Option<String>,
    pub known: Option<String>,
    pub supposed: Option<String>,
    pub asked: Option<String>,
    pub term: Option<String>,
    pub quiet: Option<bool>,
}

impl From<&Question> for QuestionDraft {
    /// The draft with everything that the question determines: resolving it returns an equal question.
    fn from(question: &Question) -> QuestionDraft {
        QuestionDraft {
            text: Some(question.text.clone()),
            kind: Some(question.kind),
            querent: Some(question.querent.clone()),
            category: question.category.clone(),
            board: Some(question.board),
            angle: Some(question.angle),
            force: Some(question.force),
            array: Some(question.array),
            direction: Some(question.direction),
            ruleset: Some(question.ruleset.name.clone()),
            procedure: Some(question.procedure.name.clone()),
            dice: Some(question.dice.name.clone()),
            source: question.source.clone(),
            known: question.known.clone(),
            supposed: question.supposed.clone(),
            asked: question.asked.clone(),
            term: question.term.clone(),
            quiet: question.quiet.then_some(true),
            die: None,
            players: None,
        }
    }
}

impl QuestionDraft {
    /// Reads a question file.
    ///
    /// # Errors
    /// All errors with their lines: unknown keys and names, an array of another board, a Ptah on the throne of the
    /// querent's king.
    pub fn read(source: &Source, correspondences: &Correspondences) -> Result<QuestionDraft, Diagnostics> {
        TomlTable::read(source, |fields| QuestionDraft::of_table(fields, correspondences))
    }

    fn of_table(fields: &TomlTable<'_>, correspondences: &Correspondences) -> Option<QuestionDraft> {
        let mut draft = QuestionDraft::default();
        for key in QuestionDraft::KEYS {
            let Some(item) = fields.optional(key.name) else { continue };
            if let Some(value) = item.value()
                && let Err(expected) = key.read(&mut draft, &value, correspondences)
            {
                item.wrong::<()>(expected);
            }
        }
        for error in draft.errors(correspondences) {
            if let Some(item) =
                fields.optional(error.key).or_else(|| fields.optional("force")).or_else(|| fields.optional("house"))
            {
                item.error(error.problem_of(&format!("`{}`", error.key)), error.remedy);
            } else {
                fields.error(error.problem, error.remedy);
            }
        }
        Some(draft)
    }

    /// The draft as a question file.
    #[must_use]
    pub fn to_toml(&self) -> String {
        self.to_table().to_string()
    }

    /// Its keys with their values.
    pub(crate) fn to_table(&self) -> toml::Table {
        let value = |key: &DraftKey<QuestionDraft>| Some((key.name.to_owned(), (key.slot.get)(self)?));
        QuestionDraft::KEYS.iter().filter_map(value).collect()
    }

    /// The category's values, for whatever the draft leaves out.
    #[must_use]
    pub fn with_category(&self, correspondences: &Correspondences) -> QuestionDraft {
        let mut filled = self.clone();
        if let Some(category) = self.category.as_deref().and_then(|name| correspondences.find_category(name).ok()) {
            filled.category = Some(category.name.clone());
            filled.kind = filled.kind.or(Some(category.kind));
            filled.board = filled.board.or(Some(category.board));
            filled.angle = filled.angle.or(Some(category.angle));
            filled.force = filled.force.or(Some(category.force));
        }
        filled
    }

    /// Resolves the draft into a question, with the defaults for whatever it leaves out.
    ///
    /// # Errors
    /// All errors, and whatever is missing.
    pub fn resolve(&self, correspondences: &Correspondences) -> Result<Question, Vec<DraftError>> {
        let mut errors = self.errors(correspondences);
        let draft = self.with_category(correspondences);
        if draft.text.is_none() {
            errors.push(error("question", "missing question", "a line such as question = \"…\""));
        }
        let place = (draft.board, draft.angle, draft.force);
        if !matches!(place, (Some(_), Some(_), Some(_))) {
            let remedy = "a category, or a board, an angle and a house (or force)";
            errors.push(error("category", "missing subject", remedy));
        }
        let (Some(text), (Some(board), Some(angle), Some(force)), true) = (draft.text, place, errors.is_empty()) else {
            return Err(errors);
        };
        let ruleset =
            draft.ruleset.map_or(correspondences.rulesets().first(), |name| correspondences.ruleset(&name).ok());
        let procedure =
            draft.procedure.map_or(correspondences.procedures().first(), |name| correspondences.procedure(&name).ok());
        let dice =
            draft.dice.map_or(correspondences.dice_tables().first(), |name| correspondences.dice_table(&name).ok());
        let (Some(ruleset), Some(procedure), Some(dice)) = (ruleset, procedure, dice) else { return Err(errors) };
        let alone = draft.players.filter(|players| players.len() == 1).and_then(|mut players| players.pop());
        Ok(Question {
            text,
            kind: draft.kind.unwrap_or_default(),
            // Who plays alone asks for themselves, unless another is named.
            querent: draft.querent.or(alone).unwrap_or_else(|| UNNAMED.to_owned()),
            category: draft.category,
            board,
            angle,
            force,
            ptah: correspondences.find(board, angle, force),
            array: draft.array.unwrap_or(Array::of(angle, board)),
            direction: draft.direction.unwrap_or_default(),
            ruleset: ruleset.clone(),
            procedure: procedure.clone(),
            dice: dice.clone(),
            source: draft.source,
            known: draft.known,
            supposed: draft.supposed,
            asked: draft.asked,
            term: draft.term,
            quiet: draft.quiet.unwrap_or_default(),
        })
    }
}
