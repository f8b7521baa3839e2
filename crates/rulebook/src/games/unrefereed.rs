//! Games that no referee here knows: free texts, turn by turn.

use std::sync::Arc;

use crate::input::{InvalidWords, Words, is_word_part, quoted};
use crate::player::{Advice, SearchLimit};

use super::kind::KindFacts;
use super::{
    ActError, Actor, Diagram, Ending, Fact, GameKind, GameState, OfferedAct, OptionsError, PlayedAct, Referee, Seat,
    StateError,
};

/// The most seats of such a game.
const MOST_SEATS: usize = 12;
/// The longest name of a seat, in characters.
const LONGEST_NAME: usize = 40;

pub(super) const FACTS: KindFacts = KindFacts {
    name: "other",
    title: "Any other game",
    source: "no rules: what you type is recorded",
    rules: None,
    options: &[],
    has_readings: false,
    is_dealt: false,
    has_setup_file: false,
    move_example: None,
    has_card_acts: false,
    referee: None,
};

/// The referee of a game that is only recorded: any text is an act of the seat whose turn it is, and the seats take turns
/// in the order given. `next NAME` gives the turn to another seat, and `end RESULT` ends the game.
///
/// # Errors
/// If there are too few or too many names, one is given twice, or one holds more than letters, digits, spaces, hyphens and
/// apostrophes.
///
/// ```
/// use enochian::games::unrefereed;
/// let referee = unrefereed(&["North", "East", "West"].map(str::to_owned)).unwrap();
/// let state = referee.start().play("lays the green tile").unwrap().state;
/// assert_eq!(state.text(), "2 East");
/// let state = state.play("end North has won").unwrap().state;
/// assert_eq!(state.ending().unwrap().words, "North has won");
/// ```
pub fn unrefereed(names: &[String]) -> Result<Referee, OptionsError> {
    let expected = || format!("2 to {MOST_SEATS} different names, such as North,East,West");
    if !(2..=MOST_SEATS).contains(&names.len()) {
        return Err(OptionsError { problem: format!("the number of seats is {}", names.len()), expected: expected() });
    }
    let is_plain = |c: char| is_word_part(c) || " -'’".contains(c);
    for (index, name) in names.iter().enumerate() {
        let problem = if name.trim() != name || name.is_empty() || !name.chars().all(is_plain) {
            "is not a name of letters, digits, spaces, hyphens and apostrophes"
        } else if name.chars().count() > LONGEST_NAME {
            "is too long"
        } else if names[..index].iter().any(|other| other.to_lowercase() == name.to_lowercase()) {
            "is named twice"
        } else {
            continue;
        };
        return Err(OptionsError { problem: format!("the seat {} {problem}", quoted(name)), expected: expected() });
    }
    let seat = |(side, name): (usize, &String)| {
        let letter = name.chars().next().and_then(|c| c.to_lowercase().next()).unwrap_or('?');
        Seat { letter, name: name.clone(), side }
    };
    let seats = names.iter().enumerate().map(seat).collect();
    Ok(Referee::new(GameKind::Other, Arc::new(FreeState { seats, turn: 1, next: NextSeat::Seat(0) })))
}

#[derive(Clone, Debug)]
struct FreeState {
    seats: Arc<[Seat]>,
    turn: u32,
    next: NextSeat,
}

#[derive(Clone, Debug)]
enum NextSeat {
    Seat(usize),
    Over(String),
}

/// The words on the result, which fit into one line.
fn result_words(text: &str) -> Result<String, ActError> {
    line(text)?;
    Ok(text.trim().to_owned())
}

/// Checks that a text fits into one line of a journal.
fn line(text: &str) -> Result<(), ActError> {
    match Words::LINE.check(text.trim()) {
        Ok(()) if !text.trim().is_empty() => Ok(()),
        Err(error @ InvalidWords::TooLong { .. }) => Err(ActError::Illegal(format!("the act {error}"))),
        _ => Err(ActError::Unreadable { text: quoted(text), expected: "one line of text".to_owned() }),
    }
}

impl GameState for FreeState {
    /// `12 North`, and when the game is over `12 - North has won`.
    fn read_position(&self, position: &str) -> Result<Arc<dyn GameState>, StateError> {
        let read = || {
            let (turn, rest) = position.split_once(' ')?;
            let number: u32 = turn.parse().ok().filter(|number: &u32| *number > 0 && number.to_string() == turn)?;
            let next = match rest.strip_prefix("- ") {
                Some(words) => NextSeat::Over(result_words(words).ok()?),
                None => NextSeat::Seat(self.seats.iter().position(|seat| seat.name == rest)?),
            };
            Some(FreeState { seats: Arc::clone(&self.seats), turn: number, next })
        };
        match read().filter(|state| state.text() == position) {
            Some(state) => Ok(Arc::new(state)),
            None => Err(StateError {
                problem: format!("{} is not a state of this game", quoted(position)),
                expected: format!("the turn and whose it is, such as 12 {}", self.seats[0].name),
            }),
        }
    }

    fn shuffled(&self, _: Option<&mut dyn FnMut(usize) -> usize>) -> Arc<dyn GameState> {
        Arc::new(self.clone())
    }

    fn text(&self) -> String {
        match &self.next {
            NextSeat::Seat(seat) => format!("{} {}", self.turn, self.seats[*seat].name),
            NextSeat::Over(words) => format!("{} - {words}", self.turn),
        }
    }

    fn seats(&self) -> &[Seat] {
        &self.seats
    }

    fn actor(&self) -> Actor {
        match self.next {
            NextSeat::Seat(seat) => Actor::Seat(seat),
            NextSeat::Over(_) => Actor::Nobody,
        }
    }

    /// Any text is an act, so none is listed.
    fn acts(&self) -> Vec<OfferedAct> {
        Vec::new()
    }

    fn play(&self, act: &str) -> Result<PlayedAct, ActError> {
        let NextSeat::Seat(seat) = self.next else { return Err(ActError::Over) };
        line(act)?;
        let act = act.trim();
        let (word, rest) = act.split_once(' ').map_or((act, ""), |(word, rest)| (word, rest.trim()));
        let (turn, next, fact) = match word {
            "next" => {
                let named = self.seats.iter().position(|seat| seat.name.to_lowercase() == rest.to_lowercase());
                let names: Vec<&str> = self.seats.iter().map(|seat| seat.name.as_str()).collect();
                let expected = format!("next and one of {}", names.join(", "));
                let named = named.ok_or(ActError::Unreadable { text: quoted(act), expected })?;
                (self.turn, NextSeat::Seat(named), format!("gives the turn to {}", self.seats[named].name))
            }
            "end" => {
                let expected = "end and a word on the result, such as end North has won".to_owned();
                let error = ActError::Unreadable { text: quoted(act), expected };
                let words = result_words(rest).map_err(|_| error)?;
                (self.turn, NextSeat::Over(words), "ends the game".to_owned())
            }
            _ => (self.turn.saturating_add(1), NextSeat::Seat((seat + 1) % self.seats.len()), act.to_owned()),
        };
        let text = match (word, &next) {
            ("next", NextSeat::Seat(named)) => format!("next {}", self.seats[*named].name),
            ("end", NextSeat::Over(words)) => format!("end {words}"),
            _ => act.to_owned(),
        };
        let ends_turn = turn != self.turn;
        let state = FreeState { seats: Arc::clone(&self.seats), turn, next };
        let (turn, actor, facts) = (self.turn, Actor::Seat(seat), vec![Fact::Other(fact)]);
        Ok(PlayedAct { turn, actor, by: actor, state: Arc::new(state), text, facts, ends_turn, irregular: None })
    }

    fn play_irregular(&self, _: &str) -> Result<PlayedAct, ActError> {
        Err(ActError::Illegal("no act is irregular in a game without a referee".to_owned()))
    }

    fn is_in_check(&self, _: usize) -> bool {
        false
    }

    fn remarks(&self, _: usize) -> Vec<String> {
        Vec::new()
    }

    fn ending(&self) -> Option<Ending> {
        match &self.next {
            NextSeat::Seat(_) => None,
            NextSeat::Over(words) => {
                Some(Ending { code: "ended".to_owned(), places: Vec::new(), words: words.clone() })
            }
        }
    }

    fn diagram(&self) -> Diagram {
        Diagram { panels: Vec::new(), beside: Vec::new(), barriers: Vec::new() }
    }

    fn view(&self, _: Option<usize>) -> Arc<dyn GameState> {
        Arc::new(self.clone())
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn chance(&self, _: &mut dyn FnMut(usize) -> usize) -> Option<String> {
        None
    }

    fn best(&self, _: Option<&str>, _: &SearchLimit, _: u64) -> Option<Advice<String>> {
        None
    }

    fn perft_while(&self, depth: u32, _: &mut dyn FnMut(usize) -> bool) -> Option<u64> {
        Some(u64::from(depth == 0))
    }
}
