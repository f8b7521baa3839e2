//! Who plays which army (RULES 6.4, 8.2): the procedure, step by step.

use std::collections::VecDeque;

use super::{DiceThrow, SeatThrow, Seats, program_level};
use crate::chess::Army;

/// The players being seated.
///
/// In a reading the first plays the querent's army and the others throw for theirs; in a game all throw. Each throws two dice, or as
/// many more as the first to throw took; the highest total chooses first, and ties throw again. Two players play a side each; with three, the remaining army goes to its partner's
/// player.
///
/// ```
/// use enochian::{chess::Army, record::{Seating, SeatingStep}};
/// let mut seating = Seating::new(&["Ann".to_owned(), "Ben".to_owned()], None);
/// for dice in ["2 6", "5 4"] {
///     assert!(matches!(seating.step(), SeatingStep::Throw { .. }));
///     seating.throw(dice.parse().unwrap()).unwrap();
/// }
/// let SeatingStep::Choose { player, .. } = seating.step() else { panic!("two sides are free") };
/// assert_eq!(player, "Ben");
/// seating.choose(Army::Water).unwrap();
/// assert_eq!(seating.said(), ["Ann takes Air and Fire."]);
/// let SeatingStep::Seated(seats) = seating.step() else { panic!("only one side is left") };
/// assert_eq!(seats.player(Army::Fire), "Ann");
/// ```
#[derive(Clone, Debug)]
pub struct Seating {
    /// The first of the players.
    first: String,
    /// Whether each player takes both armies of a side.
    sides: bool,
    /// The players of the armies so far, in the order of [`Army::ALL`].
    seats: [Option<String>; 4],
    /// The players without an army, each with the throws; after the throws in the order of choice.
    waiting: VecDeque<(String, Vec<DiceThrow>)>,
    /// Who still throws in this round, as places in `waiting`.
    throwing: VecDeque<usize>,
    /// The number of dice, once somebody has thrown.
    dice: Option<usize>,
    /// The players with an army and a throw, in the order of choice.
    throws: Vec<SeatThrow>,
    said: Vec<String>,
}

/// What comes next while players are seated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatingStep<'s> {
    /// A player throws the dice.
    Throw {
        /// The player.
        player: &'s str,
        /// How many dice: before the first throw two, which may be more.
        dice: usize,
    },
    /// A player chooses an army.
    Choose {
        /// The player.
        player: &'s str,
        /// The armies that are free.
        armies: Vec<Army>,
        /// Whether the partner of the army comes with it.
        sides: bool,
    },
    /// Everybody has a seat.
    Seated(Seats),
}

/// The error when an answer does not fit the step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatingError {
    /// A throw, but nobody has to throw.
    #[error("nobody has to throw now")]
    NoThrow,
    /// Another number of dice than the others threw, or a single die.
    #[error("{}", dice_needed(*.0))]
    WrongDice(Option<usize>),
    /// An army that cannot be chosen.
    #[error("choose one of {}", names(.0))]
    NotFree(Vec<Army>),
    /// An army, but nobody has to choose.
    #[error("nobody has to choose an army now")]
    NoChoice,
}

fn dice_needed(dice: Option<usize>) -> String {
    dice.map_or_else(|| "throw two to six dice".to_owned(), |dice| format!("throw {dice} dice, as those before did"))
}

fn names(armies: &[Army]) -> String {
    armies.iter().map(|army| army.name()).collect::<Vec<_>>().join(", ")
}

impl Seating {
    /// Seats these players, of whom there are one to four. `querent` is the querent's army, in a reading.
    #[must_use]
    pub fn new(players: &[String], querent: Option<Army>) -> Seating {
        let mut seating = Seating {
            first: players.first().cloned().unwrap_or_default(),
            sides: players.len() == 2,
            seats: Default::default(),
            waiting: players.iter().map(|player| (player.clone(), Vec::new())).collect(),
            throwing: VecDeque::new(),
            dice: None,
            throws: Vec::new(),
            said: Vec::new(),
        };
        if let Some(querent) = querent {
            seating.seat_next(querent);
        }
        // Nobody throws alone.
        if seating.waiting.len() == 1 {
            seating.seat_next(querent.map_or(Army::Air, |querent| querent.enemies()[0]));
        }
        seating.advance();
        seating
    }

    /// What comes next.
    #[must_use]
    pub fn step(&self) -> SeatingStep<'_> {
        match (self.throwing.front(), self.waiting.front()) {
            (Some(&index), _) => {
                SeatingStep::Throw { player: &self.waiting[index].0, dice: self.dice.unwrap_or(DiceThrow::USUAL_DICE) }
            }
            (None, Some((player, _))) => SeatingStep::Choose { player, armies: self.free(), sides: self.sides },
            (None, None) => SeatingStep::Seated(self.seats()),
        }
    }

    /// Who got the armies that were left over, as sentences.
    #[must_use]
    pub fn said(&self) -> &[String] {
        &self.said
    }

    /// Enters the throw of the player who throws next.
    ///
    /// # Errors
    /// If nobody has to throw, or it is a single die or another number of dice than was thrown before.
    pub fn throw(&mut self, throw: DiceThrow) -> Result<(), SeatingError> {
        let index = *self.throwing.front().ok_or(SeatingError::NoThrow)?;
        let dice = throw.dice().len();
        if self.dice.map_or(dice < 2, |before| before != dice) {
            return Err(SeatingError::WrongDice(self.dice));
        }
        self.dice = Some(dice);
        self.throwing.pop_front();
        self.waiting[index].1.push(throw);
        self.advance();
        Ok(())
    }

    /// Enters the army of the player who chooses next.
    ///
    /// # Errors
    /// If nobody has to choose, or the army is not free.
    pub fn choose(&mut self, army: Army) -> Result<(), SeatingError> {
        let SeatingStep::Choose { armies, .. } = self.step() else { return Err(SeatingError::NoChoice) };
        if !armies.contains(&army) {
            return Err(SeatingError::NotFree(armies));
        }
        self.choose_free(army);
        self.advance();
        Ok(())
    }

    /// Goes on to the next throw or choice.
    fn advance(&mut self) {
        if !self.throwing.is_empty() {
            return;
        }
        // Before the first throw all are tied.
        let totals = |throws: &[DiceThrow]| throws.iter().map(DiceThrow::total).collect::<Vec<_>>();
        let all: Vec<Vec<u8>> = self.waiting.iter().map(|(_, throws)| totals(throws)).collect();
        let is_tied = |one: usize| (0..all.len()).any(|it| it != one && all[it] == all[one]);
        self.throwing = (0..self.waiting.len()).filter(|&one| is_tied(one)).collect();
        if !self.throwing.is_empty() {
            return;
        }
        self.waiting.make_contiguous().sort_by_key(|(_, throws)| std::cmp::Reverse(totals(throws)));
        if let Some((player, _)) = self.waiting.front() {
            let (army, taken) = match self.free().as_slice() {
                [army] => (*army, army.to_string()),
                [army, partner] if self.sides => (*army, format!("{army} and {partner}")),
                _ => return,
            };
            self.said.push(format!("{player} takes {taken}."));
            self.choose_free(army);
        }
    }

    fn choose_free(&mut self, army: Army) {
        if let Some((player, throws)) = self.seat_next(army) {
            self.throws.push(SeatThrow { player, throws, army });
        }
    }

    fn seat_next(&mut self, army: Army) -> Option<(String, Vec<DiceThrow>)> {
        let next = self.waiting.pop_front()?;
        self.seats[army.index()] = Some(next.0.clone());
        if self.sides {
            self.seats[army.partner().index()] = Some(next.0.clone());
        }
        Some(next)
    }

    fn free(&self) -> Vec<Army> {
        Army::ALL.into_iter().filter(|army| self.seats[army.index()].is_none()).collect()
    }

    fn seats(&self) -> Seats {
        let player = |army: Army| self.seats[army.index()].clone();
        let players =
            Army::ALL.map(|army| player(army).or_else(|| player(army.partner())).unwrap_or_else(|| self.first.clone()));
        Seats { players: players.to_vec(), throws: self.throws.clone() }
    }
}

/// Checks the names of players: one to four different ones, but that the program can play several seats.
///
/// # Errors
/// If there are none, too many, or two that are the same.
pub fn check_players(names: &[String]) -> Result<(), InvalidPlayers> {
    let is_new = |index: usize| {
        let name = &names[index];
        !name.is_empty() && (program_level(name).is_some() || !names[..index].contains(name))
    };
    if (1..=4).contains(&names.len()) && (0..names.len()).all(is_new) { Ok(()) } else { Err(InvalidPlayers) }
}

/// The error when names cannot be those of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one to four different names")]
pub struct InvalidPlayers;

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    /// Plays the throws and choices, such as `4+1 2+2 Water`, and returns the players in the order of the armies and the throws.
    fn seated(players: &str, querent: Option<Army>, given: &str) -> (String, String) {
        let mut seating = Seating::new(&names(players), querent);
        for word in given.split_whitespace() {
            match word.parse::<DiceThrow>() {
                Ok(throw) => seating.throw(throw).unwrap(),
                Err(_) => seating.choose(word.parse().unwrap()).unwrap(),
            }
        }
        let SeatingStep::Seated(seats) = seating.step() else { panic!("{:?}", seating.step()) };
        let throw = |it: &SeatThrow| {
            let throws: Vec<String> = it.throws.iter().map(DiceThrow::sum_text).collect();
            format!("{} {} {}", it.player, throws.join(","), it.army)
        };
        (seats.players.join(" "), seats.throws.iter().map(throw).collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn rules_8_2_the_querent_is_seated_and_the_others_throw() {
        let seats = |players, given| seated(players, Some(Army::Water), given);
        assert_eq!(seats("A", ""), ("A A A A".into(), String::new()));
        assert_eq!(seats("A B", ""), ("B A B A".into(), String::new()));
        assert_eq!(seats("A B C", "6+1 4+4 Fire Air"), ("B A C A".into(), "C 4+4 Fire, B 6+1 Air".into()));
        assert_eq!(
            seats("A B C D", "3+4 5+2 1+2 1+1 6+1 Earth Air"),
            ("B A D C".into(), "C 5+2,6+1 Earth, B 3+4,1+1 Air, D 1+2 Fire".into())
        );
    }

    #[test]
    fn rules_6_4_in_a_game_all_throw_and_two_play_a_side_each() {
        assert_eq!(seated("A", None, ""), ("A A A A".into(), String::new()));
        assert_eq!(
            seated("A B", None, "4+1 3+2 1+1 2+1 Earth"),
            ("A B A B".into(), "B 3+2,2+1 Earth, A 4+1,1+1 Air".into())
        );
        assert_eq!(
            seated("A B C", None, "1+1+1 2+1+1 3+1+1 Air Fire Water"),
            ("C A B A".into(), "C 3+1+1 Air, B 2+1+1 Fire, A 1+1+1 Water".into())
        );
    }

    #[test]
    fn answers_that_do_not_fit_change_nothing() {
        let mut seating = Seating::new(&names("A B C"), Some(Army::Air));
        assert_eq!(seating.choose(Army::Fire), Err(SeatingError::NoChoice));
        let throw = |text: &str| text.parse::<DiceThrow>().unwrap();
        assert_eq!(seating.throw(throw("5")).unwrap_err().to_string(), "throw two to six dice");
        assert_eq!(
            (seating.throw(throw("2 2")), seating.step()),
            (Ok(()), SeatingStep::Throw { player: "C", dice: 2 })
        );
        assert_eq!(seating.throw(throw("1 1 1")).unwrap_err().to_string(), "throw 2 dice, as those before did");
        seating.throw(throw("1 2")).unwrap();
        assert_eq!(seating.throw(throw("2 2")), Err(SeatingError::NoThrow));
        let refused = seating.choose(Army::Air).unwrap_err();
        assert_eq!(refused.to_string(), "choose one of Water, Fire, Earth");
        let armies = vec![Army::Water, Army::Fire, Army::Earth];
        assert_eq!(seating.step(), SeatingStep::Choose { player: "B", armies, sides: false });
    }

    #[test]
    fn players_have_different_names() {
        assert!(check_players(&names("A B C D")).is_ok());
        for wrong in ["A A", "", "A B C D E"] {
            assert!(check_players(&names(wrong)).is_err(), "{wrong}");
        }
    }
}
