//! The lessons of the course, from `lessons/`. Their moves are played here, so that no lesson has one that is illegal.

use std::collections::BTreeSet;

use crate::chess::{Board, ELEMENT_NAMES, Move, Movers, Officer, Position, Role, Rules, Square};
use crate::input::{TomlTable, TomlValue};

/// A lesson.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Lesson {
    /// The name of its file: `board`.
    pub name: String,
    /// Its title: `The board and its four angles`.
    pub title: String,
    /// What one learns, in a line.
    pub about: String,
    /// Its steps, each with a task.
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson: a text, a position, and something to do.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LessonStep {
    /// What is explained.
    pub say: String,
    /// What is asked.
    pub ask: String,
    /// The board that is painted under the position.
    pub board: Board,
    /// Where the Ptah stands.
    pub ptah: Option<Square>,
    /// The position.
    pub position: Position,
    /// Whether it is played by the rules of a reading (RULES 8.5).
    pub reading: bool,
    /// The number on the die.
    pub throw: Option<u8>,
    /// What is to be done.
    pub task: LessonTask,
    /// Said when it was done.
    pub right: String,
    /// Said after a wrong answer, with what it would have led to.
    pub wrong: String,
}

/// What a step asks for: any of these is right.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum LessonTask {
    /// A move.
    Moves(Vec<Move>),
    /// A square.
    Squares(Vec<Square>),
    /// One of these answers.
    Choices(Vec<LessonChoice>),
}

/// An answer that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LessonChoice {
    /// The answer.
    pub text: String,
    /// Whether it is right.
    pub right: bool,
    /// What it would come to.
    pub says: String,
}

impl LessonStep {
    /// The rules by which it is played.
    #[must_use]
    pub fn rules(&self) -> Rules {
        rules(self.reading)
    }

    /// The pieces that may move: all, or those that the throw calls by the table `regardie` (RULES 8.3).
    #[must_use]
    pub fn movers(&self) -> Movers {
        movers(self.throw)
    }
}

fn movers(throw: Option<u8>) -> Movers {
    match throw {
        None => Movers::Any,
        Some(1) => Movers::KingOrPawn,
        Some(2) => Movers::Only(Role::Officer(Officer::Knight)),
        Some(3) => Movers::Only(Role::Officer(Officer::Bishop)),
        Some(4) => Movers::Only(Role::Officer(Officer::Queen)),
        Some(5) => Movers::Only(Role::Officer(Officer::Rook)),
        Some(_) => Movers::Only(Role::Pawn),
    }
}

/// Reads a lesson. What a step leaves out is as in the step before it; its position is that after the first right move.
pub(super) fn read(name: &str, fields: &TomlTable<'_>) -> Option<Lesson> {
    let (title, about) = (fields.text("title"), fields.text("about"));
    let board = fields.parse("board", ELEMENT_NAMES);
    let ptah = fields.optional("ptah").map_or(Some(None), |item| item.parse("a square, such as a5").map(Some));
    let reading = fields.optional("reading").map_or(Some(false), |item| item.boolean());
    let mut before = StepBefore { board: board?, ptah: ptah?, position: None, reading: reading? };
    let steps = fields.tables("step", |fields| step(fields, &mut before));
    Some(Lesson { name: name.to_owned(), title: title?, about: about?, steps: steps? })
}

/// What a step takes over.
struct StepBefore {
    board: Board,
    ptah: Option<Square>,
    position: Option<Position>,
    reading: bool,
}

fn step(fields: &TomlTable<'_>, before: &mut StepBefore) -> Option<LessonStep> {
    let perhaps = |key: &str| fields.optional(key).map_or(Some(String::new()), |item| item.prose());
    // The files break their lines; an empty line begins a paragraph.
    let joined = |text: String| {
        let paragraphs = text.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
        paragraphs.collect::<Vec<_>>().join("\n\n")
    };
    let (say, ask, right, wrong) = (fields.prose("say"), fields.prose("ask"), perhaps("right"), perhaps("wrong"));
    if let Some(item) = fields.optional("board") {
        before.board = item.parse(ELEMENT_NAMES)?;
    }
    if let Some(item) = fields.optional("ptah") {
        before.ptah = Some(item.parse("a square, such as a5")?);
    }
    if let Some(item) = fields.optional("reading") {
        before.reading = item.boolean()?;
    }
    let position = match fields.optional("position") {
        Some(item) => item.parse::<Position>("a possible position (enochian position start prints one)"),
        None => before.position.clone().or_else(|| {
            fields.error("no position", "position, since no step before this one leaves one");
            None
        }),
    };
    let throw = fields.optional("throw").map_or(Some(None), |item| item.integer(1..=6).map(Some));
    let mut step = LessonStep {
        say: joined(say?),
        ask: ask?,
        board: before.board,
        ptah: before.ptah,
        position: position?.with_rules(rules(before.reading)),
        reading: before.reading,
        throw: None,
        task: LessonTask::Choices(vec![]),
        right: right?,
        wrong: wrong?,
    };
    if let Some(item) = fields.optional("play") {
        item.list(|item| {
            let text = item.text()?;
            // A turn of a reading has its throw before the move.
            let (throw, text) = text.split_once(' ').map_or((None, &*text), |(throw, text)| (throw.parse().ok(), text));
            play(item, text, &mut step.position, movers(throw))
        })?;
    }
    step.throw = throw?;
    before.position = Some(step.position.clone());
    step.task = task(fields, &step, before)?;
    Some(step)
}

/// The rules of a reading or a game. A position that is read has those of a game.
fn rules(is_reading: bool) -> Rules {
    if is_reading { Rules::CHESSVARIANTS.reading() } else { Rules::CHESSVARIANTS }
}

/// Plays a move, if it is legal.
fn play(item: &TomlValue<'_>, text: &str, position: &mut Position, movers: Movers) -> Option<Move> {
    let Ok(mv) = text.parse() else { return item.wrong("a move, such as Nc8d6") };
    if !position.has_move_of(movers, mv) {
        let mut legal = Vec::new();
        position.each_move(movers, &mut |mv| legal.push(mv.to_string()));
        return item.wrong(format!("a legal move of {}: {}", position.turn(), legal.join(", ")));
    }
    position.play_unchecked(mv, &mut ());
    Some(mv)
}

/// The task of a step: exactly one of the three kinds, with at least one right answer.
fn task(fields: &TomlTable<'_>, step: &LessonStep, before: &mut StepBefore) -> Option<LessonTask> {
    let (moves, squares, choices) = (fields.optional("moves"), fields.optional("squares"), fields.optional("choice"));
    let tasks = [moves.is_some(), squares.is_some(), choices.is_some()];
    if tasks.into_iter().filter(|is_it| *is_it).count() != 1 {
        fields.error("no answer, or answers of several kinds", "moves, squares or choice: what is right");
        return None;
    }
    if let Some(item) = moves {
        let mut first = None;
        let found = item.list(|item| {
            let mut position = step.position.clone();
            let mv = play(item, &item.text()?, &mut position, step.movers())?;
            first.get_or_insert(position);
            Some(mv)
        })?;
        before.position = first;
        return if found.is_empty() { item.wrong("at least one move") } else { Some(LessonTask::Moves(found)) };
    }
    if let Some(item) = squares {
        let found = item.list(|item| item.parse("a square, such as a8"))?;
        return if found.is_empty() { item.wrong("at least one square") } else { Some(LessonTask::Squares(found)) };
    }
    let item = choices?;
    let mut seen = BTreeSet::new();
    let found = item.list(|item| {
        item.table(|fields| {
            let right = fields.optional("right").map_or(Some(false), |item| item.boolean());
            let (text, says) = (fields.text("text")?, fields.text("says")?);
            seen.insert(text.clone());
            Some(LessonChoice { text, right: right?, says })
        })
    })?;
    let rights = found.iter().filter(|choice| choice.right).count();
    if rights == 0 || rights == found.len() || seen.len() != found.len() {
        return item.wrong("different answers, at least one right and one wrong");
    }
    Some(LessonTask::Choices(found))
}
