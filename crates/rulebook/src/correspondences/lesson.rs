//! The lessons of the course, from `lessons/`. Their moves are played here, so that no lesson has one that is illegal.

use std::collections::BTreeSet;
use std::ops::Range;

use toml::Spanned;

use crate::chess::{Board, Move, Movers, Officer, Position, Role, Rules, Square};
use crate::input::Checked;

use super::files::DataTable;
use super::tables::Tables;

/// A lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonTask {
    /// A move.
    Moves(Vec<Move>),
    /// A square.
    Squares(Vec<Square>),
    /// One of these answers.
    Choices(Vec<LessonChoice>),
}

/// An answer that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonChoice {
    /// The answer.
    pub text: String,
    /// Whether it is right.
    #[serde(default)]
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

/// The rules of a reading or a game. A position that is read has those of a game.
fn rules(is_reading: bool) -> Rules {
    if is_reading { Rules::CHESSVARIANTS.reading() } else { Rules::CHESSVARIANTS }
}

/// A lesson as it is written. What a step leaves out is as in the step before it; its position is that after the first right
/// move.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LessonFile {
    title: String,
    about: String,
    board: Board,
    ptah: Option<Square>,
    #[serde(default)]
    reading: bool,
    step: Vec<Spanned<StepRow>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct StepRow {
    say: String,
    ask: String,
    board: Option<Board>,
    ptah: Option<Square>,
    reading: Option<bool>,
    position: Option<Position>,
    throw: Option<Spanned<u8>>,
    /// Moves that lead to the position, each perhaps after a throw.
    #[serde(default)]
    play: Vec<Spanned<String>>,
    #[serde(default)]
    moves: Vec<Spanned<String>>,
    #[serde(default)]
    squares: Vec<Square>,
    #[serde(default)]
    choice: Vec<LessonChoice>,
    #[serde(default)]
    right: String,
    #[serde(default)]
    wrong: String,
}

impl DataTable for Lesson {
    type File = LessonFile;

    fn of(file: LessonFile, _: &Tables, checked: &mut Checked<'_>) -> Lesson {
        let LessonFile { title, about, board, ptah, reading, step } = file;
        let file = checked.name().rsplit('/').next().unwrap_or_default().trim_end_matches(".toml");
        let name = file.split_once('-').map_or(file, |(_, name)| name).to_owned();
        let mut before = StepBefore { board, ptah, position: None, reading };
        let steps = step.into_iter().filter_map(|row| before.step(row.span(), row.into_inner(), checked));
        Lesson { name, title, about, steps: steps.collect() }
    }
}

/// What a step takes over.
struct StepBefore {
    board: Board,
    ptah: Option<Square>,
    position: Option<Position>,
    reading: bool,
}

impl StepBefore {
    fn step(&mut self, place: Range<usize>, row: StepRow, checked: &mut Checked<'_>) -> Option<LessonStep> {
        self.board = row.board.unwrap_or(self.board);
        self.ptah = row.ptah.or(self.ptah);
        self.reading = row.reading.unwrap_or(self.reading);
        let Some(position) = row.position.or_else(|| self.position.take()) else {
            checked.wrong(place, "no position", "position, since no step before this one leaves one");
            return None;
        };
        if let Some(throw) = row.throw.as_ref().filter(|throw| !(1..=6).contains(throw.get_ref())) {
            checked.wrong(throw.span(), format!("`throw` is {}", throw.get_ref()), "a whole number from 1 to 6");
            return None;
        }
        let mut position = position.with_rules(rules(self.reading));
        for written in &row.play {
            // A turn of a reading has its throw before the move.
            let (throw, text) = match written.get_ref().split_once(' ') {
                Some((throw, text)) => (throw.parse().ok(), text),
                None => (None, written.get_ref().as_str()),
            };
            play(text, written.span(), &mut position, movers(throw), checked)?;
        }
        let throw = row.throw.map(Spanned::into_inner);
        let mut led_to = None;
        let moves: Option<Vec<Move>> = row
            .moves
            .iter()
            .map(|written| {
                let mut after = position.clone();
                let mv = play(written.get_ref(), written.span(), &mut after, movers(throw), checked)?;
                led_to.get_or_insert(after);
                Some(mv)
            })
            .collect();
        let task = task(place, moves?, row.squares, row.choice, checked)?;
        self.position = Some(led_to.unwrap_or_else(|| position.clone()));
        Some(LessonStep {
            say: joined(&row.say),
            ask: row.ask,
            board: self.board,
            ptah: self.ptah,
            position,
            reading: self.reading,
            throw,
            task,
            right: row.right,
            wrong: row.wrong,
        })
    }
}

/// The files break their lines; an empty line begins a paragraph.
fn joined(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// Plays a move, if it is legal.
fn play(
    text: &str,
    place: Range<usize>,
    position: &mut Position,
    movers: Movers,
    checked: &mut Checked<'_>,
) -> Option<Move> {
    let Ok(mv) = text.parse() else {
        checked.wrong(place, format!("{text:?} is not a move"), "a move, such as Nc8d6");
        return None;
    };
    if !position.has_move_of(movers, mv) {
        let mut legal = Vec::new();
        position.each_move(movers, &mut |mv| legal.push(mv.to_string()));
        let expected = format!("a legal move of {}: {}", position.turn(), legal.join(", "));
        checked.wrong(place, format!("{text} is illegal"), expected);
        return None;
    }
    position.play_unchecked(mv, &mut ());
    Some(mv)
}

/// The task of a step: exactly one of the three kinds, with at least one right answer.
fn task(
    place: Range<usize>,
    moves: Vec<Move>,
    squares: Vec<Square>,
    choices: Vec<LessonChoice>,
    checked: &mut Checked<'_>,
) -> Option<LessonTask> {
    match (moves.is_empty(), squares.is_empty(), choices.is_empty()) {
        (false, true, true) => Some(LessonTask::Moves(moves)),
        (true, false, true) => Some(LessonTask::Squares(squares)),
        (true, true, false) => {
            let texts: BTreeSet<&str> = choices.iter().map(|choice| choice.text.as_str()).collect();
            let rights = choices.iter().filter(|choice| choice.right).count();
            if rights == 0 || rights == choices.len() || texts.len() != choices.len() {
                let expected = "different answers, at least one right and one wrong";
                checked.wrong(place, "these answers leave nothing to choose", expected);
                return None;
            }
            Some(LessonTask::Choices(choices))
        }
        _ => {
            checked.wrong(place, "no answer, or answers of several kinds", "moves, squares or choice: what is right");
            None
        }
    }
}
