//! The acts of a page: each is a text, as at the prompts. Its first word can be a command; anything else is an act of the game.

use crate::chess::{Mode, Move};
use crate::games::{ActError, Actor, GameAct, OfferedAct};
use crate::input::quoted;
use crate::player::Level;
use crate::reading::{DiceSource, DieThrower, RandomSourceError, Throw};
use crate::record::{Closing, EnochianRecord, Entry, OtherRecord, ProposedAct, Record, Timestamp};
use crate::render::{self, capitalised};
use crate::session::{Act, TurnOptions};

use super::call::Problem;
use super::open_journal::{OpenJournal, illegal, is_over, words};
use super::playing::quiet;
use super::routes::Table;
use super::sight::Sight;

/// What the program chose.
#[derive(Debug)]
pub(super) struct ProgramChoice {
    /// The revision of the journal for which it did.
    pub(super) revision: u64,
    pub(super) level: Level,
    pub(super) proposed: Option<ProposedAct>,
}

/// The first word of a text in small letters, and the rest.
pub(super) fn command(text: &str) -> (String, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word.to_lowercase(), rest.trim())
}

impl OpenJournal<'_> {
    /// Makes an act of somebody who sees so much of the game. After `play` comes an act of the game, also where it begins like a
    /// command.
    pub(super) fn make(&mut self, text: &str, sight: Sight, now: Timestamp) -> Result<(), Problem> {
        let (word, rest) = command(text);
        let record = self.record();
        match word.as_str() {
            "note" => self.enter(Entry::Note(words(rest)?)),
            "draw" => self.enter(Entry::Concluded(Closing::Agreed, now)),
            "conclude" => self.enter(Entry::Concluded(Closing::ByPlayers, now)),
            "undo" | "back" => {
                let acts = record.last_decision().ok_or_else(|| illegal("There is nothing to take back"))?;
                self.enter(Entry::TakenBack(acts))
            }
            "irregular" => self.enter(record.read_irregular(rest).map_err(|error| unfit(&error))?.0),
            "program" => {
                let (act, seat) = self.program_act()?;
                self.make(&act, Sight::Seat(seat), now)
            }
            "play" if record.enochian().is_none() => self.play(rest, sight),
            _ if record.enochian().is_some() => self.make_in_enochian(&word, rest, text, now),
            "deal" if rest.is_empty() && record.is_dealt() => {
                let dealt = record.dealt_act().map_err(|error| illegal(&capitalised(&error.to_string())))?;
                self.enter(dealt.ok_or_else(|| illegal("There is nothing for the program to deal"))?)
            }
            "resign" => {
                let seat = seat_named(rest, record)?;
                let act = record.other().and_then(|other| resignation(other, seat));
                self.enter(act.ok_or_else(|| illegal(&format!("The seat {seat} cannot resign now")))?)
            }
            "pass" | "withdraw" | "rethrow" | "exchange" => Err(illegal("This act is not one of this game")),
            _ => self.play(text.trim(), sight),
        }
    }

    fn make_in_enochian(&mut self, word: &str, rest: &str, text: &str, now: Timestamp) -> Result<(), Problem> {
        let record = self.record().known_enochian();
        match word {
            "deal" => self.throw_by_program(),
            "pass" => self.enter(Act::Move(Move::Pass)),
            "rethrow" => self.correct_throw(rest.parse().map_err(|_| not_a_throw())?),
            "exchange" | "withdraw" => self.enter(record.read_act(text.trim()).map_err(|error| unfit(&error))?),
            "resign" if rest.is_empty() => self.enter(Entry::Concluded(Closing::Resigned(record.turn()), now)),
            _ => self.play_in_enochian(text.trim()),
        }
    }

    /// Plays an act of another game as a page sends it or a person types it. Nobody acts for a player without seeing what that player
    /// sees, or answers would betray that player's cards.
    fn play(&mut self, text: &str, sight: Sight) -> Result<(), Problem> {
        let record = self.record();
        let (state, actor) = (record.state(), record.state().actor());
        if !sight.shows_acts(actor) {
            let player = match actor {
                Actor::Seat(seat) => record.heading().seats.players.get(seat).map_or("", String::as_str),
                Actor::Chance | Actor::Nobody => "",
            };
            return Err(illegal(&format!("It is {}’s turn; hand over to {player} first", state.actor_name(actor))));
        }
        let act = state.read_typed(text, &sight.state(&state).acts()).map_err(|error| unfit(&error))?;
        let is_of_chance = actor == Actor::Chance && !act.is_irregular && !act.text.starts_with("resign ");
        if record.is_dealt() && is_of_chance {
            return Err(illegal("The program deals the cards in this game"));
        }
        self.enter(act)
    }

    fn throw(&mut self, throw: Throw) -> Result<(), Problem> {
        let record = self.record().known_enochian();
        if record.mode() == Mode::Reading && !is_thrown_by_hand(record) {
            return Err(illegal("The program throws the die in this reading"));
        }
        self.enter(Act::Throw(throw))
    }

    /// Lets the program throw. In a reading whose die is thrown by hand, its throw counts as one by hand.
    fn throw_by_program(&mut self) -> Result<(), Problem> {
        let failed = |error: RandomSourceError| illegal(&capitalised(&error.to_string()));
        let mut die = self.record().known_enochian().dice_source().map_err(failed)?.unwrap_or(DiceSource::System);
        self.enter(Act::Throw(die.draw().map_err(failed)?.throw()))
    }

    fn correct_throw(&mut self, throw: Throw) -> Result<(), Problem> {
        let record = self.record().known_enochian();
        let is_thrown = record.throw().is_some();
        let is_last = !is_thrown || matches!(record.standing().next_back(), Some(Act::Throw(_)));
        if !is_thrown_by_hand(record) || !is_last {
            return Err(illegal("There is no throw to correct"));
        }
        // An earlier attempt may have taken the throw back without saving the new one.
        if is_thrown {
            self.enter(Entry::TakenBack(1))?;
        }
        let corrected = self.enter(Act::Throw(throw));
        corrected.map_err(|problem| Problem {
            text: format!("The first throw was taken back, but the new one was not saved. {}", problem.text),
            ..problem
        })
    }

    /// Plays anything that the prompts read.
    fn play_in_enochian(&mut self, text: &str) -> Result<(), Problem> {
        let record = self.record().known_enochian();
        match record.session().options() {
            TurnOptions::Over(_) => self.enter(Act::Move(Move::Pass)),
            TurnOptions::Throw => {
                if text.bytes().all(|byte| byte.is_ascii_digit()) {
                    return self.throw(text.parse().map_err(|_| not_a_throw())?);
                }
                let Some(acts) = record.read_turns(text) else {
                    return Err(illegal(&format!("{} is not a throw; throw the die first", quoted(text))));
                };
                for (before, act) in acts.map_err(|why| illegal(&capitalised(&why)))?.into_iter().enumerate() {
                    let entered = match act {
                        Act::Throw(throw) => self.throw(throw),
                        act => self.enter(act),
                    };
                    entered.map_err(|problem| match before {
                        0 => problem,
                        _ => Problem {
                            text: format!("Only what you typed before {act} was saved. {}", problem.text),
                            ..problem
                        },
                    })?;
                }
                Ok(())
            }
            TurnOptions::Moves(turn) if turn.moves == [Move::Pass] => match text.parse() {
                // The next throw is taken, where a turn without a move is all that is between.
                Ok(throw) if is_thrown_by_hand(record) => {
                    self.enter(Act::Move(Move::Pass))?;
                    self.throw(throw)
                }
                _ => Err(illegal("There is no move in this turn")),
            },
            TurnOptions::Moves(turn) => {
                let offered: Vec<OfferedAct> = turn.moves.into_iter().map(OfferedAct::from).collect();
                let read = record.state().read_typed(text, &offered);
                let act = read.map_err(|why| illegal(&capitalised(&why.to_string())))?;
                self.enter(record.recorded(act))
            }
        }
    }

    /// The level of the program in the seat in which it can act now: not while a die is thrown by hand.
    pub(super) fn level_to_act(&self) -> Option<Level> {
        let record = self.record();
        let awaits_hand = record
            .enochian()
            .is_some_and(|it| matches!(it.session().options(), TurnOptions::Throw) && is_thrown_by_hand(it));
        record.program_to_act().filter(|_| !awaits_hand && !is_over(record))
    }

    /// What the program would play; it may have chosen already.
    pub(super) fn proposed(&self, level: Level) -> Option<ProposedAct> {
        match &self.choice {
            Some(choice) if (choice.revision, choice.level) == (self.revision(), level) => choice.proposed.clone(),
            _ => self.record().proposed(&level.limit()),
        }
    }

    /// What the program does in the seat whose turn it is, and the number of the seat.
    fn program_act(&self) -> Result<(String, Option<usize>), Problem> {
        let record = self.record();
        let level = self.level_to_act().ok_or_else(|| illegal("The program plays no seat whose turn it is"))?;
        match record.enochian().map(|record| record.session().options()) {
            Some(TurnOptions::Throw) => return Ok(("deal".to_owned(), None)),
            Some(TurnOptions::Moves(turn)) if turn.moves == [Move::Pass] => return Ok(("pass".to_owned(), None)),
            _ => {}
        }
        let seat = match record.state().actor() {
            Actor::Seat(seat) => Some(seat),
            Actor::Chance | Actor::Nobody => None,
        };
        Ok((self.proposed(level).ok_or_else(|| illegal("The program finds no move"))?.text, seat))
    }
}

impl Table<'_> {
    /// What the program would play at its strongest, for who may see what can be played; and the cell of the piece that moves.
    pub(super) fn hint(&self, name: &str, seat: Option<usize>) -> Result<(String, Option<String>), Problem> {
        let record = self.record(name)?;
        record.check_not_quiet().map_err(|_| quiet())?;
        let sees_acts = |other: OtherRecord<'_>| Sight::of(other, seat).shows_acts(record.state().actor());
        let is_shown = record.other().is_none_or(sees_acts);
        let propose = || match self.journals.get(name) {
            Some(open) => open.proposed(Level::STRONGEST),
            None => record.proposed(&Level::STRONGEST.limit()),
        };
        let proposed = (is_shown && !is_over(&record)).then(propose).flatten();
        let proposed = proposed.ok_or_else(|| illegal("Nothing can be chosen now"))?;
        let from = record.state().acts().into_iter().find(|act| act.text == proposed.text).and_then(|act| act.from);
        Ok((render::proposed(&proposed), from))
    }
}

fn is_thrown_by_hand(record: EnochianRecord<'_>) -> bool {
    record.subject().die() == Some(DieThrower::ByHand)
}

/// The resignation of a seat, if it can resign now.
pub(super) fn resignation(record: OtherRecord<'_>, seat: usize) -> Option<GameAct> {
    let session = record.session();
    let referee = &session.terms();
    // Without a referee any text is an act of whose turn it is.
    if !referee.kind().is_refereed() {
        return None;
    }
    let seat = referee.seats().get(seat)?;
    session.state().read(&format!("resign {}", seat.letter)).ok()
}

/// The seat of a number, letter or name.
fn seat_named(named: &str, record: &Record) -> Result<usize, Problem> {
    let state = record.state();
    let is_named = |seat: &crate::games::Seat| {
        seat.name.eq_ignore_ascii_case(named) || seat.letter.to_string().eq_ignore_ascii_case(named)
    };
    let found = named.parse().ok().or_else(|| state.seats().iter().position(is_named));
    found.ok_or_else(|| Problem::invalid(format!("There is no seat {named}.")))
}

fn not_a_throw() -> Problem {
    Problem::invalid("A throw is a number from 1 to 6.")
}

fn unfit(error: &ActError) -> Problem {
    match error {
        ActError::Unreadable { text, expected } => illegal(&format!("{text} is not an act; expected {expected}")),
        error => illegal(&capitalised(&error.to_string())),
    }
}
