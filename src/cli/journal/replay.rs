//! `enochian journal replay`.

use std::io::{IsTerminal, stdin, stdout};

use crate::cli::play::{turn_view, view};
use crate::cli::prelude::*;
use crate::journal;
use crate::record::{Note, Record};
use crate::render::{ShownTurn, turns};

use super::super::number::whole;

/// Step forward and back through a journal, with every landing explained
///
/// At the prompt, press Enter for the next turn, or type b for the previous one,
/// a number for that turn, 0 for the start, or q to quit. The same lines can
/// come from a pipe.
///
/// Examples:
///   enochian journal replay
///   enochian journal replay brother --turn 40
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ReplayArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL", default_value = "@")]
    journal: PathBuf,
    /// The turn to start at; without a terminal, the only turn shown
    #[arg(long, value_name = "TURN", value_parser = whole(0..=u32::MAX))]
    turn: Option<u32>,
}

const HELP: &str = "  Enter, n   the next turn
  b, back    the previous turn
  a number   that turn; 0 for the start
  turns      a list of all turns
  q, stop    quit";

impl ReplayArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let record = journal::read(&journal_names::find(cx, &self.journal)?, cx.correspondences)?;
        let turns = ShownTurn::all(&record, turn_view(*cx));
        let mut replay = Replay { record: &record, turns, cx: *cx, prompt: Prompt::new(false)?, at: 0 };
        if let Some(turn) = self.turn {
            replay.at = replay.find(turn).map_err(|error| problem!("{error}"))?;
        }
        replay.prompt.say(view::opening(&record, *cx))?;
        replay.show()?;
        if self.turn.is_none() || stdin().is_terminal() && stdout().is_terminal() {
            replay.step()?;
        }
        replay.prompt.finish()
    }
}

/// What is being shown, and the current turn.
struct Replay<'r> {
    record: &'r Record,
    /// The start, and the turns.
    turns: Vec<ShownTurn>,
    cx: Cx,
    prompt: Prompt,
    /// The number of turns played so far.
    at: usize,
}

impl Replay<'_> {
    /// Asks where to go, until the input ends.
    fn step(&mut self) -> CommandResult<()> {
        loop {
            let (now, last) = (self.turns[self.at].number, self.turns[self.last()].number);
            let question = format!("Turn {now} of {last} (Enter next, b back, number, q quit):");
            let Some(line) = self.prompt.ask(&question)? else { return Ok(()) };
            let to = match line.to_lowercase().as_str() {
                "" | "n" | "next" if self.at == self.last() => Err("this is the last turn".to_owned()),
                "" | "n" | "next" => Ok(self.at + 1),
                "b" | "back" => self.at.checked_sub(1).ok_or_else(|| "this is the start".to_owned()),
                "turns" => {
                    let turns = turns(self.record, turn_view(self.cx));
                    self.prompt.say(&turns)?;
                    continue;
                }
                "help" | "h" | "?" => {
                    self.prompt.say(HELP)?;
                    continue;
                }
                "q" | "end" => return Ok(()),
                number => match number.parse() {
                    Ok(number) => self.find(number),
                    Err(_) => Err(format!("{} is not a command here; type:\n{HELP}", quoted(&line))),
                },
            };
            match to {
                Ok(at) => {
                    self.at = at;
                    self.show()?;
                }
                Err(why) => self.prompt.refuse(&why)?,
            }
        }
    }

    fn last(&self) -> usize {
        self.turns.len() - 1
    }

    /// The turn with a number.
    fn find(&self, number: u32) -> Result<usize, String> {
        let found = self.turns.iter().position(|turn| turn.number == number);
        found.ok_or_else(|| format!("there is no turn {number}; the last is {}", self.turns[self.last()].number))
    }

    /// Shows the current turn with its notes; after the last the outcome, and the notes that were shown with no turn.
    fn show(&self) -> CommandResult<()> {
        let turn = &self.turns[self.at];
        self.prompt.say(turn.whole())?;
        let is_shown =
            |note: &Note<'_>| !note.is_taken_back && self.turns[1..].iter().any(|turn| note.ply == Some(turn.number));
        let (shown, rest): (Vec<Note<'_>>, Vec<Note<'_>>) = self.record.notes().into_iter().partition(is_shown);
        for note in shown.iter().filter(|note| self.at > 0 && note.ply == Some(turn.number)) {
            self.prompt.say(format!("  Note: {}", note.words))?;
        }
        self.prompt.say("")?;
        if self.at < self.last() {
            return Ok(());
        }
        let mut end = view::outcome(self.record, self.cx);
        for note in rest {
            let about = match note.ply {
                Some(turn) if note.is_taken_back => format!(" on turn {turn}, which was taken back"),
                Some(turn) => format!(" on turn {turn}"),
                None => String::new(),
            };
            end += format!("  Note{about}: {}\n", note.words);
        }
        Ok(self.prompt.say(end)?)
    }
}
