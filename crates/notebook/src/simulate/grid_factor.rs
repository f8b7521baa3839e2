//! What a grid varies.

use std::str::FromStr;

use crate::chess::{Angle, Army, Array, Board, Direction, Mode, Square};
use crate::correspondences::Correspondences;
use crate::input::{Help, nearest, quoted};
use crate::reading::Question;

use super::{ArmyPlayer, Plan, Provenance};

/// What the cells of a grid differ in, beside the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridFactor {
    /// The square of the Ptah within its angle.
    Ptah,
    /// The board. The Ptah goes to the square of the same sign or element there, and the array is that of the same angle.
    Board,
    /// The array: its name, or its angle alone for the array of that angle on each board.
    Array,
    /// The dice table.
    Dice,
    /// The ruleset.
    Ruleset,
    /// The procedure, or `game`.
    Procedure,
    /// The direction of play.
    Direction,
    /// Who chooses the moves, in the words of [`ArmyPlayer::of_words`].
    Policy,
}

enochian_engine::named_enum! {
    /// Its name: `ptah`.
    GridFactor {
        Ptah: "ptah", Board: "board", Array: "array", Dice: "dice", Ruleset: "ruleset", Procedure: "procedure",
        Direction: "direction", Policy: "policy",
    }
}

/// A factor and the levels that it takes.
///
/// ```
/// use enochian::simulate::{GridAxis, GridFactor};
/// let axis: GridAxis = "policy=random,querent=weights(rook:5,pawn:1)".parse().unwrap();
/// assert_eq!(axis.factor, GridFactor::Policy);
/// assert_eq!(axis.levels, ["random", "querent=weights(rook:5,pawn:1)"]);
/// assert!("weather".parse::<GridAxis>().unwrap_err().to_string().contains("expected one of ptah, board"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridAxis {
    /// The factor.
    pub factor: GridFactor,
    /// Its levels; none for that of the question first, and then all others.
    pub levels: Vec<String>,
}

/// A factor or a level that cannot be played: the argument, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{argument}: {problem}")]
pub struct GridError {
    pub(super) argument: String,
    pub(super) problem: String,
}

impl Help for GridError {}

impl GridError {
    pub(super) fn new(argument: impl Into<String>, problem: impl Into<String>) -> GridError {
        GridError { argument: argument.into(), problem: problem.into() }
    }

    /// Whether it is about a factor, and not the number of readings.
    #[must_use]
    pub fn is_of_factor(&self) -> bool {
        self.argument != GridError::READINGS
    }

    pub(super) const READINGS: &str = "readings";
}

impl FromStr for GridAxis {
    type Err = GridError;

    fn from_str(text: &str) -> Result<GridAxis, GridError> {
        let (name, levels) = text.split_once('=').map_or((text, None), |(name, levels)| (name, Some(levels)));
        let name = name.trim();
        let factor = GridFactor::ALL.into_iter().find(|factor| factor.name().eq_ignore_ascii_case(name));
        let factor = factor.ok_or_else(|| {
            let names = GridFactor::ALL.map(GridFactor::name);
            GridError::new(name, format!("there is no such factor; {}", expected(name, &names)))
        })?;
        let levels = levels.map_or(vec![], |levels| split(levels, ','));
        if levels.iter().any(String::is_empty) {
            return Err(GridError::new(
                text,
                format!("a level is missing; write {factor}=LEVEL,LEVEL, or {factor} for all"),
            ));
        }
        Ok(GridAxis { factor, levels })
    }
}

/// The names that were expected, and the nearest.
fn expected<S: AsRef<str>>(name: &str, names: &[S]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    let near = nearest(name, names.iter().copied());
    let near = near.map_or(String::new(), |near| format!(". Did you mean {}?", quoted(near)));
    format!("expected one of {}{near}", names.join(", "))
}

/// The parts of a text between separators that do not stand in brackets.
fn split(text: &str, separator: char) -> Vec<String> {
    let mut depth = 0_i32;
    let parts = text.split(|letter: char| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        letter == separator && depth <= 0
    });
    parts.map(|part| part.trim().to_owned()).collect()
}

impl GridFactor {
    /// How many of [`ArmyPlayer::NAMES`] are quick enough to be tried if none is named.
    const FAST: usize = 5;

    /// The levels that are tried if none is named, each with the plan that it makes of another.
    fn known(self, plan: &Plan, correspondences: &Correspondences) -> Vec<(String, Plan)> {
        let same = || plan.question.clone();
        let of = |name: &dyn ToString, question: Question| (name.to_string(), Plan { question, ..plan.clone() });
        let on = |board: Board, ptah: Square, array: Array| {
            let force = correspondences.square(board, ptah).force;
            Question { board, ptah, force, array, ..same() }
        };
        let Question { board, angle, force, array, .. } = plan.question;
        match self {
            GridFactor::Ptah => {
                // The Ptah may not stand where the querent's king starts (RULES 8.1).
                let throne = plan.question.army().throne();
                let squares = Square::all().filter(|square| square.angle() == angle && *square != throne);
                squares.map(|ptah| of(&ptah, on(board, ptah, array))).collect()
            }
            GridFactor::Board => Board::ALL
                .map(|to| of(&to, on(to, correspondences.find(to, angle, force), Array::of(array.angle(), to))))
                .to_vec(),
            GridFactor::Array => {
                Angle::ALL.map(|angle| of(&angle, Question { array: Array::of(angle, board), ..same() })).to_vec()
            }
            GridFactor::Dice => {
                let tables = correspondences.dice_tables().iter();
                tables.map(|dice| of(&dice.name, Question { dice: dice.clone(), ..same() })).collect()
            }
            GridFactor::Ruleset => {
                let rulesets = correspondences.rulesets().iter();
                rulesets.map(|ruleset| of(&ruleset.name, Question { ruleset: ruleset.clone(), ..same() })).collect()
            }
            GridFactor::Procedure => {
                let procedures = correspondences.procedures().iter().map(|procedure| {
                    let (name, reading) = of(&procedure.name, Question { procedure: procedure.clone(), ..same() });
                    (name, Plan { mode: Mode::Reading, ..reading })
                });
                procedures.collect()
            }
            GridFactor::Direction => [Direction::Deosil, Direction::Widdershins]
                .map(|direction| of(&direction, Question { direction, ..same() }))
                .to_vec(),
            GridFactor::Policy => {
                let players = ArmyPlayer::NAMES.iter().take(GridFactor::FAST).filter_map(|name| {
                    let player = ArmyPlayer::from_name(name)?;
                    Some(((*name).to_owned(), Plan { players: Army::ALL.map(|_| player.clone()), ..plan.clone() }))
                });
                players.collect()
            }
        }
    }

    /// A level that is named, and the plan that it makes of another.
    pub(super) fn version(
        self,
        level: &str,
        plan: &Plan,
        correspondences: &Correspondences,
    ) -> Result<(String, Plan), String> {
        let mut known = self.known(plan, correspondences);
        let (question, mut name) = (&plan.question, level.to_lowercase());
        match self {
            GridFactor::Policy => {
                let words = split(&name, ' ');
                let words = words.iter().map(String::as_str).filter(|word| !word.is_empty());
                let players = ArmyPlayer::with_words(plan.players.clone(), words, question.army());
                let players = players.map_err(|error| error.to_string())?;
                return Ok((name, Plan { players, ..plan.clone() }));
            }
            GridFactor::Procedure => {
                known.push((Plan::GAME.to_owned(), Plan { mode: Mode::Game, ..plan.clone() }));
            }
            GridFactor::Array => match level.parse::<Array>() {
                Ok(array) if !array.belongs_to(question.board) => {
                    let by_angle = format!("array={} is that of each board", array.angle());
                    return Err(format!("it is not an array of the {} board; {by_angle}", question.board));
                }
                Ok(array) => name = array.angle().to_string(),
                Err(_) => {}
            },
            _ => {}
        }
        let names: Vec<String> = known.iter().map(|(name, _)| name.clone()).collect();
        known.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(&name)).ok_or_else(|| match self {
            GridFactor::Ptah => {
                let angle = question.angle;
                format!("expected a square of the {angle} angle, but the throne of its king: {}", names.join(", "))
            }
            _ => format!("there is no such {self}; {}", expected(level, &names)),
        })
    }

    /// What a level is called beside others: of the Ptah with its sign, of an array with its boards.
    pub(super) fn label(self, level: &str, plan: &Plan) -> String {
        match self {
            GridFactor::Ptah => format!("{} {}", plan.question.ptah, plan.question.force),
            GridFactor::Array => plan.question.array.to_string(),
            _ => level.to_owned(),
        }
    }
}

impl GridAxis {
    /// The levels for a plan, each with the plan that it makes of it: those that are named or, if none is, that of the plan itself and
    /// then all others.
    pub(super) fn versions(
        &self,
        plan: &Plan,
        correspondences: &Correspondences,
    ) -> Result<Vec<(String, Plan)>, GridError> {
        let named = |level: &String| {
            let version = self.factor.version(level, plan, correspondences);
            version.map_err(|problem| GridError::new(format!("{}={level}", self.factor), problem))
        };
        if !self.levels.is_empty() {
            let versions = self.levels.iter().map(named).collect::<Result<Vec<_>, _>>()?;
            let twice =
                |(place, (level, _)): &(usize, &(String, _))| versions[..*place].iter().any(|it| it.0 == *level);
            return match versions.iter().enumerate().find(twice) {
                Some((_, (level, _))) => {
                    let twice = format!("{level} is there twice; name every level once");
                    Err(GridError::new(self.factor.name(), twice))
                }
                None => Ok(versions),
            };
        }
        let mut known = self.factor.known(plan, correspondences);
        let own = Provenance::of(plan, correspondences);
        match known.iter().position(|(_, version)| Provenance::of(version, correspondences) == own) {
            Some(place) => known[..=place].rotate_right(1),
            None if self.factor == GridFactor::Policy => known.insert(0, (policies(plan), plan.clone())),
            None => known.insert(0, (plan.procedure().to_owned(), plan.clone())),
        }
        Ok(known)
    }
}

/// The policies of a plan in words of [`ArmyPlayer::of_words`].
fn policies(plan: &Plan) -> String {
    let names = plan.players.each_ref().map(ArmyPlayer::name);
    match names.iter().all(|name| *name == names[0]) {
        true => names[0].to_owned(),
        false => Army::ALL.map(|army| format!("{}={}", army.name().to_lowercase(), names[army.index()])).join(" "),
    }
}
