//! What is awaited in a reading or a game, and how it is asked for.

use crate::chess::{Army, Move};
use crate::cli::prelude::*;
use crate::games::{Actor, OfferedAct};
use crate::record::{Record, RecordedAct};
use crate::session::{Act, TurnMoves, TurnOptions};

use super::Prompts;
use super::shown_cards::shape;

/// What is awaited.
pub(super) enum Awaited {
    /// Nothing: it is over.
    Nothing,
    /// What the program does: it throws its die, or deals.
    Program(RecordedAct),
    /// The only act, which is not a choice: a pass, or the defence of a king.
    Forced(RecordedAct),
    /// A throw by hand, of this army.
    Throw(Army),
    /// A move of Enochian chess, in the order in which the moves are listed.
    Move(TurnMoves, Vec<OfferedAct>),
    /// An act of another game.
    Act(Vec<OfferedAct>),
    /// The cards of an act, as they are shown.
    Cards(OfferedAct),
    /// What happens in a game without a referee.
    Words,
}

impl Awaited {
    /// The question at the prompt.
    pub(super) fn question(&self) -> String {
        match self {
            Awaited::Throw(army) => format!("{army} throws (1 to 6):"),
            Awaited::Move(..) => "Move (number, move or square):".to_owned(),
            Awaited::Act(_) => "Move (number or text):".to_owned(),
            Awaited::Cards(open) => format!("Cards for {} (Enter: leave ?? open):", shape(&open.text)),
            Awaited::Words => "What happens?".to_owned(),
            // Nothing is asked.
            Awaited::Nothing | Awaited::Program(_) | Awaited::Forced(_) => String::new(),
        }
    }

    /// What can be typed besides commands.
    pub(super) fn help(&self) -> &'static str {
        match self {
            Awaited::Throw(_) => {
                "Type the throw of the die, 1 to 6, or the throw and the move, such as 2 d6, or several turns. Or type:"
            }
            Awaited::Move(..) => {
                "Type a move by its number in the list, as a move (Nc8d6), in sheet notation (N4c), or by its square (d6, 4c).\nOr type:"
            }
            Awaited::Act(_) => {
                "Type an act by its number in the list, by its text, or by any part of it that no other has. Or type:"
            }
            Awaited::Cards(_) => {
                "Type the cards as they are shown, such as 7h Kd ??, or press Enter to leave those open that you do not know. Or type:"
            }
            Awaited::Words => "Type what happens in this turn, in your own words. Or type:",
            Awaited::Nothing | Awaited::Program(_) | Awaited::Forced(_) => "",
        }
    }
}

impl Prompts {
    /// What is awaited next. The program's die is thrown for it.
    pub(super) fn awaited(&mut self, record: &Record) -> CommandResult<Awaited> {
        if let Some(level) = record.program_to_act()
            && let Some(proposed) = record.proposed(&level.limit())
        {
            return Ok(Awaited::Program(proposed.act));
        }
        if let Some(record) = record.enochian() {
            return Ok(match (record.session().options(), &mut self.chance) {
                (TurnOptions::Over(_), _) => Awaited::Nothing,
                (TurnOptions::Throw, Some(chance)) => Awaited::Program(Act::Throw(chance.draw()?.throw()).into()),
                (TurnOptions::Throw, None) => Awaited::Throw(record.turn()),
                (TurnOptions::Moves(turn), _) if turn.moves == [Move::Pass] => {
                    Awaited::Forced(Act::Move(Move::Pass).into())
                }
                (TurnOptions::Moves(turn), _) => {
                    let offered = turn.moves.iter().copied().map(OfferedAct::from).collect();
                    Awaited::Move(turn, offered)
                }
            });
        }
        if let Some(dealt) = record.dealt_act()? {
            return Ok(Awaited::Program(dealt.into()));
        }
        let state = self.state(record);
        let read = |act: &OfferedAct| Ok::<_, CommandError>(record.read_act(&act.text)?);
        Ok(match (state.actor(), state.acts()) {
            (Actor::Nobody, _) => Awaited::Nothing,
            _ if !record.game().kind().is_refereed() => Awaited::Words,
            (_, acts) => match &acts[..] {
                [forced] if is_forced(&forced.text) => Awaited::Forced(read(forced)?),
                [open] if asks_for_cards(open, record) => Awaited::Cards(open.clone()),
                // Nothing is left open, because everything is known.
                [known] if state.actor() == Actor::Chance => Awaited::Program(read(known)?),
                _ => Awaited::Act(acts),
            },
        })
    }
}

/// Whether the players show the cards of an act.
pub(super) fn asks_for_cards(act: &OfferedAct, record: &Record) -> bool {
    act.is_open && !record.is_dealt()
}

/// Whether an act is not a choice where it is the only one: a pass, or the defence of a king.
pub(super) fn is_forced(text: &str) -> bool {
    ["--", "defend"].contains(&text)
}
