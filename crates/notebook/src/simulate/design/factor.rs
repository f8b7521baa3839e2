//! A factor of a design, and its levels.

use crate::chess::{Angle, Army, Array, Board, Direction, Position, Square};
use crate::correspondences::{Correspondences, SignOrElement};
use crate::input::{TomlTable, TomlValue};
use crate::simulate::{ArmyPlayer, Plan};

/// What is varied, and the values that it takes.
#[derive(Clone, Debug)]
pub struct Factor {
    /// Its key in the design, which is the name of its column.
    pub name: &'static str,
    /// Its levels, in the order of the design.
    pub(super) levels: Vec<FactorLevel>,
}

/// A value of a factor.
#[derive(Clone, Debug)]
pub(super) struct FactorLevel {
    pub(super) name: String,
    pub(super) value: LevelValue,
}

/// What a level sets.
#[derive(Clone, Debug)]
pub(super) enum LevelValue {
    Board(Board),
    Angle(Angle),
    Force(SignOrElement),
    Square(Square),
    Array(Array),
    /// The array of an angle on whichever board.
    ArrayOf(Angle),
    Direction(Direction),
    Ruleset(String),
    Procedure(String),
    Dice(String),
    /// Words of [`ArmyPlayer::of_words`], separated by spaces.
    Policy(String),
    /// `None` is the start of the question or game.
    Position(Option<Position>),
    Limit(u16),
}

/// The level that stands for all of a factor.
const ALL: &str = "all";

/// The level of the factor `position` that is no position.
pub(super) const START: &str = "start";

impl Factor {
    /// The keys of all factors.
    pub const NAMES: [&str; 12] = [
        "board",
        "angle",
        "force",
        "square",
        "array",
        "direction",
        "ruleset",
        "procedure",
        "dice",
        "policy",
        "position",
        "limit",
    ];

    /// The number of levels.
    #[must_use]
    pub fn len(&self) -> usize {
        self.levels.len()
    }

    /// Whether there are none, which no design allows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// The names of the levels.
    pub fn levels(&self) -> impl Iterator<Item = &str> {
        self.levels.iter().map(|level| level.name.as_str())
    }

    /// Reads all factors of a table, in the order in which they stand there.
    pub(super) fn read_all(
        fields: &TomlTable<'_>,
        positions: &[(String, Position)],
        correspondences: &Correspondences,
    ) -> Option<Vec<Factor>> {
        let items: Vec<_> = Factor::NAMES.into_iter().map(|name| (name, fields.optional(name))).collect();
        let mut items: Vec<_> = items.into_iter().filter_map(|(name, item)| Some((name, item?))).collect();
        items.sort_by_key(|(_, item)| item.span().start);
        if items.is_empty() {
            fields.error("there are no factors", "at least one, such as `board = [\"all\"]`");
        }
        let square = items.iter().find(|(name, _)| *name == "square");
        if let (Some((_, square)), true) = (square, items.iter().any(|(name, _)| *name == "force")) {
            square.error("the square of the Ptah follows from `force`", "either of them");
        }
        let read: Vec<_> =
            items.iter().map(|(name, item)| Factor::read(name, item, positions, correspondences)).collect();
        read.into_iter().collect()
    }

    fn read(
        name: &'static str,
        item: &TomlValue<'_>,
        positions: &[(String, Position)],
        correspondences: &Correspondences,
    ) -> Option<Factor> {
        let levels: Vec<FactorLevel> = match name {
            "policy" => item.list(|word| Some(vec![policy(word)?]))?,
            "limit" => item.list(|number| {
                let limit = number.integer(1..=u16::MAX)?;
                Some(vec![FactorLevel { name: limit.to_string(), value: LevelValue::Limit(limit) }])
            })?,
            _ => {
                let known = known(name, positions, correspondences);
                let of_all = known.iter().filter(|(_, _, in_all)| *in_all);
                let all: Vec<_> = of_all.map(|(name, value, _)| (name.as_str(), value)).collect();
                let mut words: Vec<_> =
                    known.iter().enumerate().map(|(at, (name, ..))| (name.as_str(), Some(at))).collect();
                words.push((ALL, None));
                item.list(|word| {
                    let level =
                        |name: &str, value: &LevelValue| FactorLevel { name: name.to_owned(), value: value.clone() };
                    Some(match word.one_of(&words)? {
                        Some(at) => vec![level(&known[at].0, &known[at].1)],
                        None => all.iter().map(|(name, value)| level(name, value)).collect(),
                    })
                })?
            }
        }
        .into_iter()
        .flatten()
        .collect();
        let twice =
            levels.iter().enumerate().find(|(at, level)| levels[..*at].iter().any(|other| other.name == level.name));
        if let Some((_, level)) = twice {
            item.error(format!("`{name}` has {} twice", level.name), "every level once");
            return None;
        }
        if levels.is_empty() {
            item.error(format!("`{name}` has no levels"), "at least one");
            return None;
        }
        Some(Factor { name, levels })
    }
}

/// The known levels of a factor: their names, what they set, and whether `all` means them too.
fn known(
    factor: &str,
    positions: &[(String, Position)],
    correspondences: &Correspondences,
) -> Vec<(String, LevelValue, bool)> {
    fn named<T: ToString>(
        all: impl IntoIterator<Item = T>,
        value: impl Fn(T) -> LevelValue,
    ) -> Vec<(String, LevelValue, bool)> {
        all.into_iter().map(|one| (one.to_string(), value(one), true)).collect()
    }
    let not_in_all = |(name, value, _)| (name, value, false);
    let names = |names: Vec<&String>, value: fn(String) -> LevelValue| named(names.into_iter().cloned(), value);
    match factor {
        "board" => named(Board::ALL, LevelValue::Board),
        "angle" => named(Angle::ALL, LevelValue::Angle),
        "force" => named(SignOrElement::ALL, LevelValue::Force),
        "square" => named(Square::all(), LevelValue::Square),
        "array" => {
            let full = named(Array::all(), LevelValue::Array).into_iter().map(not_in_all);
            named(Angle::ALL, LevelValue::ArrayOf).into_iter().chain(full).collect()
        }
        "direction" => named([Direction::Deosil, Direction::Widdershins], LevelValue::Direction),
        "ruleset" => names(correspondences.rulesets().iter().map(|it| &it.name).collect(), LevelValue::Ruleset),
        "procedure" => {
            let game = not_in_all((Plan::GAME.to_owned(), LevelValue::Procedure(Plan::GAME.to_owned()), false));
            let procedures = correspondences.procedures().iter().map(|it| &it.name).collect();
            names(procedures, LevelValue::Procedure).into_iter().chain([game]).collect()
        }
        "dice" => names(correspondences.dice_tables().iter().map(|it| &it.name).collect(), LevelValue::Dice),
        _ => {
            let start = (START.to_owned(), LevelValue::Position(None), true);
            let positions = positions
                .iter()
                .map(|(name, position)| (name.clone(), LevelValue::Position(Some(position.clone())), true));
            [start].into_iter().chain(positions).collect()
        }
    }
}

fn policy(word: &TomlValue<'_>) -> Option<FactorLevel> {
    let name = word.text()?;
    // Which armies are the querent's differs from cell to cell, but not which words there are.
    match ArmyPlayer::of_words(name.split_whitespace(), Army::Air) {
        Ok(_) => Some(FactorLevel { value: LevelValue::Policy(name.clone()), name }),
        Err(error) => {
            word.error(error.to_string(), "");
            None
        }
    }
}
