//! What a record can be kept of: a session of Enochian chess, or one of the other games.

use std::fmt;

use crate::chess::Mode;
use crate::games::{GameAct, GameSession, GameStep};
use crate::session::{Act, Session, TakenBackActs};

use super::{Closing, Heading, InvalidEntry, VariantHeading};

/// A session that a [`Record`](super::Record) can be kept of: acts are played in order, and undone from the last.
pub trait Playable: Clone + fmt::Debug {
    /// What is fixed before the first act.
    type Heading: Clone + fmt::Debug + PartialEq;
    /// An act.
    type Act: Clone + fmt::Debug + PartialEq + Eq;
    /// Acts that were undone, and can be restored.
    type TakenBack: fmt::Debug;

    /// The session before its first act.
    fn of_heading(heading: &Self::Heading) -> Self;

    /// The number of the first turn.
    fn first_turn(heading: &Self::Heading) -> u32;

    /// Checks that every text of a heading is short enough, and the date can be written and read back.
    ///
    /// # Errors
    /// The first text that is too long, or the year.
    fn check_heading(heading: &Self::Heading) -> Result<(), InvalidEntry>;

    /// Plays an act, and returns whether it ended the turn.
    ///
    /// # Errors
    /// If the act is not possible; the session is then unchanged.
    fn play_act(&mut self, heading: &Self::Heading, act: &Self::Act) -> Result<bool, InvalidEntry>;

    /// Undoes the last acts.
    ///
    /// # Errors
    /// If there are fewer, or `acts` is 0; the session is then unchanged.
    fn remove_acts(&mut self, acts: usize) -> Result<Self::TakenBack, InvalidEntry>;

    /// Restores acts that were undone.
    fn restore_acts(&mut self, taken_back: Self::TakenBack);

    /// Whether it is a reading or a game.
    fn mode(&self) -> Mode;

    /// The number of the current turn.
    fn current_turn(&self) -> u32;

    /// Checks that it can be closed in this way now.
    ///
    /// # Errors
    /// If it cannot.
    fn check_closing(&self, closing: Closing) -> Result<(), InvalidEntry>;
}

impl Playable for Session {
    type Heading = Heading;
    type Act = Act;
    type TakenBack = Box<TakenBackActs>;

    fn of_heading(heading: &Heading) -> Session {
        Session::begin(heading.subject.terms(), heading.subject.start())
    }

    fn first_turn(heading: &Heading) -> u32 {
        heading.subject.start().ply().saturating_add(1)
    }

    fn check_heading(heading: &Heading) -> Result<(), InvalidEntry> {
        heading.check()
    }

    fn play_act(&mut self, heading: &Heading, act: &Act) -> Result<bool, InvalidEntry> {
        if let Act::Withdrawal(army) = *act
            && army == self.turn()
            && heading.seats.commands_both(army)
        {
            return Err(InvalidEntry::PlaysBoth(heading.seats.player(army).to_owned()));
        }
        self.accept(*act)?;
        Ok(act.is_turn())
    }

    fn remove_acts(&mut self, acts: usize) -> Result<Box<TakenBackActs>, InvalidEntry> {
        Ok(Box::new(self.remove(acts)?))
    }

    fn restore_acts(&mut self, taken_back: Box<TakenBackActs>) {
        self.restore(*taken_back);
    }

    fn mode(&self) -> Mode {
        Session::mode(self)
    }

    fn current_turn(&self) -> u32 {
        self.position().ply().saturating_add(1)
    }

    fn check_closing(&self, closing: Closing) -> Result<(), InvalidEntry> {
        match (closing, Session::mode(self)) {
            (Closing::Ended, mode) if self.end().is_none() => Err(InvalidEntry::NotOver(mode)),
            (Closing::Agreed, Mode::Reading) => Err(InvalidEntry::OnlyInAGame("a draw by agreement")),
            (Closing::Resigned(_), Mode::Reading) => Err(InvalidEntry::OnlyInAGame("a resignation")),
            _ => Ok(()),
        }
    }
}

impl Playable for GameSession {
    type Heading = VariantHeading;
    type Act = GameAct;
    type TakenBack = Vec<GameStep>;

    fn of_heading(heading: &VariantHeading) -> GameSession {
        GameSession::begin(heading.game.referee.clone(), heading.game.start.clone())
    }

    fn first_turn(heading: &VariantHeading) -> u32 {
        heading.game.start.turn()
    }

    fn check_heading(heading: &VariantHeading) -> Result<(), InvalidEntry> {
        heading.check()
    }

    fn play_act(&mut self, _: &VariantHeading, act: &GameAct) -> Result<bool, InvalidEntry> {
        Ok(self.accept(act)?.played.ends_turn)
    }

    fn remove_acts(&mut self, acts: usize) -> Result<Vec<GameStep>, InvalidEntry> {
        Ok(self.take_back(acts)?)
    }

    fn restore_acts(&mut self, taken_back: Vec<GameStep>) {
        self.restore(taken_back);
    }

    fn mode(&self) -> Mode {
        Mode::Game
    }

    fn current_turn(&self) -> u32 {
        self.state().turn()
    }

    fn check_closing(&self, closing: Closing) -> Result<(), InvalidEntry> {
        match closing {
            Closing::Ended if self.state().ending().is_none() => Err(InvalidEntry::NotOver(Mode::Game)),
            // A resignation is an act of these games: others may play on.
            Closing::Resigned(_) => Err(InvalidEntry::OnlyInEnochianChess("this way of resigning")),
            _ => Ok(()),
        }
    }
}
