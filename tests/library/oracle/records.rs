//! Readings as the library played them, with what it said of them, and the check of one of them.

use std::collections::BTreeSet;

use enochian::chess::{Control, Outcome};
use enochian::reading;
use enochian::session::{Session, TurnMoves};
use enochian::simulate::{ReadingEnd, ReadingRow, TurnRow};

use super::answer::{Broken, Decision, Reading, Terms, Verdict};
use super::board::{Board, LETTERS, partner};
use super::compare::agrees;

/// A reading and what the library said of it.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) terms: Terms,
    pub(crate) start: Board,
    /// The turns after which a simulation stops.
    pub(crate) limit: Option<u32>,
    pub(crate) turns: Vec<Turn>,
    pub(crate) last: Said,
    /// How to play it again.
    pub(crate) source: String,
}

#[derive(Debug)]
pub(crate) struct Turn {
    /// Whether the army to move may withdraw, if that was asked.
    pub(crate) may_withdraw: Option<bool>,
    pub(crate) before: Vec<Before>,
    /// 0 in a game.
    pub(crate) throw: u8,
    /// The letter of the piece that the throw called, and whether it is gone if that was said.
    pub(crate) letter: char,
    pub(crate) gone: Option<bool>,
    /// What the throw calls, and another throw.
    pub(crate) called: Vec<(u8, TurnMoves)>,
    /// None if the exchange before it ended the game.
    pub(crate) mv: Option<String>,
    pub(crate) said: Option<Said>,
}

#[derive(Debug)]
pub(crate) enum Before {
    Exchange(String),
    Withdrawal,
}

/// What the library says after a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) ptah: Decision,
    pub(crate) kings: Decision,
    pub(crate) opposing: u32,
    /// 0, 1, 2.
    pub(crate) manner: usize,
    pub(crate) end: Ending,
    pub(crate) state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Open,
    Answered(Verdict),
    Game(Outcome),
    Limit,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// The position text, and whether a round is running.
    Whole(String, bool),
    /// The plies played, and the two fields of the position text that a row has.
    Fates(u32, [u8; 4], [u8; 4]),
}

fn verdict(said: reading::Verdict) -> Verdict {
    match said {
        reading::Verdict::Yes => Verdict::Yes,
        reading::Verdict::No => Verdict::No,
        reading::Verdict::Undecided => Verdict::Undecided,
    }
}

impl Said {
    fn of(answer: &reading::Answer, end: Ending, state: State) -> Said {
        let decision = |said: reading::Decision| (verdict(said.verdict), said.ply);
        let manner = match answer.manner {
            reading::Manner::Unopposed => 0,
            reading::Manner::UnderOpposition => 1,
            reading::Manner::UnderStrongOpposition => 2,
        };
        let (ptah, kings) = (decision(answer.ptah), decision(answer.kings));
        Said { ptah, kings, opposing: answer.opposing, manner, end, state }
    }

    pub(crate) fn by_session(session: &Session) -> Said {
        let end = match session.end() {
            None => Ending::Open,
            Some(reading::EndReason::Answered(said)) => Ending::Answered(verdict(said)),
            Some(reading::EndReason::Game(outcome)) => Ending::Game(outcome),
        };
        let state = State::Whole(session.position().to_string(), session.state().is_round_running());
        Said::of(&session.answer().unwrap(), end, state)
    }

    pub(crate) fn by_row(row: &ReadingRow) -> Said {
        let end = match row.ending {
            ReadingEnd::Answered(said) => Ending::Answered(verdict(said)),
            ReadingEnd::Game(outcome) => Ending::Game(outcome),
            ReadingEnd::Limit => Ending::Limit,
        };
        let command = std::array::from_fn(|army| match row.command[army] {
            Control::Own => b'-',
            Control::Frozen => b'x',
            Control::Seized => LETTERS[partner(army)],
            Control::Withdrawn => LETTERS[partner(army)].to_ascii_uppercase(),
        });
        let captors = row.captors.map(|captor| captor.map_or(b'-', |army| LETTERS[army.index()]));
        Said::of(&row.answer, end, State::Fates(row.length, command, captors))
    }
}

impl Turn {
    /// An exchange that ended the game.
    pub(crate) fn without_a_throw(said: Said) -> Turn {
        Turn {
            may_withdraw: None,
            before: Vec::new(),
            throw: 0,
            letter: 'K',
            gone: None,
            called: Vec::new(),
            mv: None,
            said: Some(said),
        }
    }

    pub(crate) fn by_row(row: &TurnRow) -> Turn {
        Turn {
            may_withdraw: None,
            before: Vec::new(),
            throw: row.throw,
            letter: row.role.letter(),
            gone: None,
            called: Vec::new(),
            mv: Some(row.to_move().to_string()),
            said: None,
        }
    }
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves: Vec<&str> = self.turns.iter().filter_map(|turn| turn.mv.as_deref()).collect();
        write!(
            f,
            "{} from {}\n{:?}\nlimit {:?}: {}",
            self.source,
            self.start.text(),
            self.terms,
            self.limit,
            moves.join(" ")
        )
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, library: T, oracle: T) -> Result<(), String> {
    if library == oracle { Ok(()) } else { Err(format!("{what}: the library says {library:?}, the oracle {oracle:?}")) }
}

impl Record {
    /// Follows the reading by the rules, altered or not: the first difference, or the rare things met.
    pub(crate) fn check(&self, broken: Option<Broken>) -> Result<BTreeSet<&'static str>, String> {
        let mut reading = Reading::begin(&self.terms, self.start.clone(), broken);
        for (number, turn) in self.turns.iter().enumerate() {
            let before = reading.board.text();
            self.check_turn(&mut reading, turn)
                .map_err(|difference| format!("{difference}\nturn {} ({turn:?}) from\n{before}", number + 1))?;
        }
        let played = self.limit.is_some_and(|limit| self.turns.len() >= limit as usize);
        self.compare(&reading, &self.last, played)
            .map_err(|difference| format!("{difference}\nat the end\n{}", reading.board.text()))?;
        Ok(reading.met)
    }

    fn check_turn(&self, reading: &mut Reading<'_>, turn: &Turn) -> Result<(), String> {
        same("over", None, reading.over())?;
        if let Some(may) = turn.may_withdraw {
            same("may withdraw", may, reading.may_withdraw())?;
        }
        for before in &turn.before {
            match before {
                Before::Exchange(text) => reading.exchange(text)?,
                Before::Withdrawal => reading.withdraw(),
            }
        }
        let Some(mv) = &turn.mv else {
            reading.met.insert("7 drawn by an exchange");
            return same("over", true, reading.over().is_some());
        };
        same("over", None, reading.over())?;
        let steps = if self.terms.table.reading {
            let mut thrown = None;
            for (throw, said) in &turn.called {
                let called = reading.called(*throw);
                let mut library: Vec<String> = said.moves.iter().map(ToString::to_string).collect();
                let mut oracle: Vec<String> = called.steps.iter().map(|step| step.text()).collect();
                if oracle.is_empty() {
                    oracle.push("--".to_owned());
                }
                library.sort();
                oracle.sort();
                same(&format!("the moves that {throw} calls"), library, oracle)?;
                let letter = said.role.map(|role| role.letter());
                same(&format!("the piece that {throw} calls"), letter, Some(called.letter))?;
                same(&format!("instead of the king, by {throw}"), said.instead_of_king, called.instead_of_king)?;
                if *throw == turn.throw {
                    thrown = Some(called);
                }
            }
            let called = thrown.unwrap_or_else(|| reading.called(turn.throw));
            same("the piece called", turn.letter, called.letter)?;
            if let Some(gone) = turn.gone {
                same("gone", gone, called.gone)?;
            }
            reading.note_throw(turn.throw, &called);
            called.steps
        } else {
            reading.board.choices(reading.board.turn, &self.terms.table).collect()
        };
        same("a turn without a move", mv == "--", steps.is_empty())?;
        reading.play(&steps, mv)?;
        match &turn.said {
            Some(said) => self.compare(reading, said, false),
            None => Ok(()),
        }
    }

    fn compare(&self, reading: &Reading<'_>, said: &Said, limit: bool) -> Result<(), String> {
        same("by the Ptah", said.ptah, reading.ptah)?;
        same("by the kings", said.kings, reading.kings)?;
        same("opposing", said.opposing, reading.opposing())?;
        same("manner", said.manner, reading.manner())?;
        match &said.state {
            State::Whole(text, round) => {
                same("position", text, &reading.board.text())?;
                // An altered rule has to show in an answer.
                if reading.broken.is_none() && reading.ptah.1.is_none() && reading.over().is_none() {
                    same("a round is running", *round, reading.round)?;
                }
            }
            State::Fates(length, command, prisoners) => {
                same("length", *length, reading.board.ply)?;
                same("command", *command, reading.board.command)?;
                same("captors", *prisoners, reading.board.prisoners)?;
            }
        }
        let over = reading.over();
        let agree = match (said.end, over) {
            (Ending::Open, None) => true,
            (Ending::Limit, None) => limit,
            (Ending::Answered(verdict), Some(over)) => over.answered == Some(verdict),
            (Ending::Game(outcome), Some(over)) => agrees(Some(outcome), over.game),
            _ => false,
        };
        if agree { Ok(()) } else { Err(format!("end: the library says {:?}, the oracle {over:?}", said.end)) }
    }
}
