//! Question files, and the question that follows from them (RULES 8.1).

use crate::chess::{Angle, Array, Board, Direction, ELEMENT_NAMES};
use crate::correspondences::{Correspondences, question_kind};
use crate::input::{Diagnostics, NAME_LIMIT, Source, TEXT_LIMIT, TomlTable, TooLong, alternatives, quoted};

use super::{DiceSource, Question, QuestionKind, SignOrElement};

/// The name for a querent without a name.
pub(crate) const UNNAMED: &str = "the querent";

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
    /// The value in question files; `None` for a seed, which has a key of its own.
    fn words(self) -> Option<&'static str> {
        match self {
            DieThrower::ByHand => Some("by hand"),
            DieThrower::ByProgram => Some("by the program"),
            DieThrower::Seeded(_) => None,
        }
    }

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

/// An error in a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}; {remedy}")]
pub struct QuestionError {
    /// The key of the question file with the error.
    pub key: &'static str,
    /// The problem.
    pub problem: String,
    /// What is valid there.
    pub remedy: String,
}

fn error(key: &'static str, problem: impl Into<String>, remedy: impl Into<String>) -> QuestionError {
    QuestionError { key, problem: problem.into(), remedy: remedy.into() }
}

impl QuestionDraft {
    /// Reads a question file.
    ///
    /// # Errors
    /// All errors with their lines: unknown keys and names, an array of another board, a Ptah on the throne of the
    /// querent's king.
    pub fn read(source: &Source, correspondences: &Correspondences) -> Result<QuestionDraft, Diagnostics> {
        TomlTable::read(source, |fields| QuestionDraft::from_fields(fields, None, correspondences))
    }

    /// Reads a question from a table, leaving other keys to the caller. If the table has no force, the caller's is used,
    /// if there is one.
    pub(crate) fn from_fields(
        fields: &TomlTable<'_>,
        known: Option<SignOrElement>,
        correspondences: &Correspondences,
    ) -> Option<QuestionDraft> {
        let house = fields.optional("house").and_then(|item| item.integer(1..=12u8));
        let force = fields.optional("force").and_then(|item| item.parse("a sign, such as Gemini, or an element"));
        let die = fields.optional("die");
        let words = die.as_ref().and_then(|item| {
            item.one_of(&[
                ("by hand", Some(DieThrower::ByHand)),
                ("by the program", Some(DieThrower::ByProgram)),
                ("seeded", None),
            ])
        });
        let seed = fields.optional("seed").and_then(|item| item.integer(0..=i64::MAX)).map(|seed| seed as u64);
        if let (Some(None), None, Some(item)) = (words, seed, &die) {
            item.error("a seeded die needs a seed", "a line such as seed = 7");
        }
        let die = seed.map(DieThrower::Seeded).or(words.flatten());
        let text = |key| fields.optional(key).and_then(|item| item.text());
        let draft = QuestionDraft {
            text: text("question"),
            kind: question_kind(fields, "kind"),
            querent: text("querent"),
            category: text("category"),
            board: fields.optional("board").and_then(|item| item.parse(ELEMENT_NAMES)),
            angle: fields.optional("angle").and_then(|item| item.parse(ELEMENT_NAMES)),
            force: force.or_else(|| house.and_then(|house| correspondences.sign_of(house))).or(known),
            array: fields.optional("array").and_then(|item| item.parse("an array, such as \"Water of Air & Water\"")),
            direction: fields.optional("direction").and_then(|item| {
                item.one_of(&[("deosil", Direction::Deosil), ("widdershins", Direction::Widdershins)])
            }),
            ruleset: text("ruleset"),
            procedure: text("procedure"),
            dice: text("dice"),
            die,
            players: fields.optional("players").and_then(|item| item.list(|name| name.text())),
            source: text("source"),
            known: text("known"),
            supposed: text("supposed"),
            asked: text("asked"),
            term: text("term"),
            quiet: fields.optional("quiet").and_then(|item| item.boolean()),
        };
        if let (Some(house), Some(force), Some(item)) = (house, force, fields.optional("house"))
            && correspondences.sign_of(house) != Some(force)
        {
            item.error(format!("house {house} is not the house of {force}"), "a house or a force, not both");
        }
        for error in draft.errors(correspondences) {
            if let Some(item) =
                fields.optional(error.key).or_else(|| fields.optional("force")).or_else(|| fields.optional("house"))
            {
                item.error(error.problem, error.remedy);
            } else {
                fields.error(error.problem, error.remedy);
            }
        }
        Some(draft)
    }

    /// The draft as a question file.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut table = toml::Table::new();
        let mut put = |key: &str, value: Option<String>| {
            table.extend(value.map(|value| (key.to_owned(), toml::Value::String(value))));
        };
        put("question", self.text.clone());
        put("kind", self.kind.map(|kind| kind.to_string()));
        put("querent", self.querent.clone());
        put("category", self.category.clone());
        put("board", self.board.map(|board| board.to_string()));
        put("angle", self.angle.map(|angle| angle.to_string()));
        put("force", self.force.map(|force| force.to_string()));
        put("array", self.array.map(|array| array.to_string()));
        put("direction", self.direction.map(|direction| direction.to_string()));
        put("ruleset", self.ruleset.clone());
        put("procedure", self.procedure.clone());
        put("dice", self.dice.clone());
        put("source", self.source.clone());
        put("known", self.known.clone());
        put("supposed", self.supposed.clone());
        put("asked", self.asked.clone());
        put("term", self.term.clone());
        put("die", self.die.and_then(|die| Some(die.words()?.to_owned())));
        if let Some(DieThrower::Seeded(seed)) = self.die {
            table.insert("seed".into(), toml::Value::Integer(seed as i64));
        }
        if let Some(players) = &self.players {
            table.insert("players".into(), players.clone().into());
        }
        if let Some(quiet) = self.quiet {
            table.insert("quiet".into(), quiet.into());
        }
        table.to_string()
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

    /// All errors in the draft, whatever else will be added.
    pub fn errors(&self, correspondences: &Correspondences) -> Vec<QuestionError> {
        let mut errors = Vec::new();
        let one = |text: &Option<String>| text.iter().cloned().collect::<Vec<_>>();
        for (key, what, texts, limit) in [
            ("question", "the question", one(&self.text), TEXT_LIMIT),
            ("querent", "the querent's name", one(&self.querent), NAME_LIMIT),
            ("source", "the source", one(&self.source), NAME_LIMIT),
            ("known", "what is known", one(&self.known), TEXT_LIMIT),
            ("supposed", "what is supposed", one(&self.supposed), TEXT_LIMIT),
            ("asked", "what is asked", one(&self.asked), TEXT_LIMIT),
            ("term", "the term", one(&self.term), NAME_LIMIT),
            ("players", "the name of a player", self.players.clone().unwrap_or_default(), NAME_LIMIT),
        ] {
            let too_long = texts.iter().find_map(|text| TooLong::check(what, text, limit).err());
            errors.extend(too_long.map(|TooLong { length, .. }| {
                error(key, format!("{what} is {length} bytes long"), format!("{limit} bytes or less"))
            }));
        }
        if let Some(name) = &self.category
            && let Err(unknown) = correspondences.find_category(name)
        {
            let remedy = match unknown.suggestions.as_slice() {
                [] => "a name from the catalogue, or a board, an angle and a house instead".to_owned(),
                near => format!("a name from the catalogue; did you mean {}?", near.join(" or ")),
            };
            errors.push(error("category", format!("unknown category {}", quoted(name)), remedy));
        }
        let filled = self.with_category(correspondences);
        if let (Some(board), Some(array)) = (filled.board, filled.array)
            && !array.belongs_to(board)
        {
            let four = Angle::ALL.map(|angle| Array::of(angle, board).to_string());
            errors.push(error(
                "array",
                format!("{array} does not belong to the {board} board"),
                alternatives(four.iter().map(String::as_str)),
            ));
        }
        if let (Some(board), Some(angle), Some(force)) = (filled.board, filled.angle, filled.force)
            && correspondences.find(board, angle, force) == angle.throne()
        {
            errors.push(error(
                if self.force.is_some() { "force" } else { "category" },
                format!(
                    "{force} in the {angle} angle of the {board} board is {}, the throne on which the querent's king starts; the Ptah cannot be there",
                    angle.throne()
                ),
                "another house or sign, or another angle".to_owned(),
            ));
        }
        let unknown = [
            ("ruleset", self.ruleset.as_deref().and_then(|name| correspondences.ruleset(name).err())),
            ("procedure", self.procedure.as_deref().and_then(|name| correspondences.procedure(name).err())),
            ("dice", self.dice.as_deref().and_then(|name| correspondences.dice_table(name).err())),
        ];
        for (key, unknown) in unknown {
            if let Some(unknown) = unknown {
                let problem = format!("unknown {} {}", unknown.kind, quoted(&unknown.name));
                errors.push(error(key, problem, alternatives(unknown.known.iter().map(String::as_str))));
            }
        }
        if let Some(players) = &self.players
            && !(1..=4).contains(&players.len())
        {
            errors.push(error(
                "players",
                format!("there are {} players", players.len()),
                "one to four players, the querent's first",
            ));
        }
        errors
    }

    /// Resolves the draft into a question, with the defaults for whatever it leaves out.
    ///
    /// # Errors
    /// All errors, and whatever is missing.
    pub fn resolve(&self, correspondences: &Correspondences) -> Result<Question, Vec<QuestionError>> {
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
