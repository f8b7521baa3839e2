//! `enochian journal replay`.

use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;

use anstyle::Style;

use crate::chess::Move;
use crate::cli::colours;
use crate::cli::play::screen;
use crate::cli::prompt::Prompt;
use crate::correspondences::Correspondences;
use crate::input::{quoted, safe_prose};
use crate::journal;
use crate::record::{EnochianRecord, RecordLens};
use crate::render::{BoardPicture, Notation};
use crate::session::PlayedTurn;
use crate::study::{ExplanationNote, notes};

use super::super::command_error::CommandResult;
use super::super::cx::Cx;
use super::super::journal_names;
use super::super::number::whole;
use super::acts_replay::ActsReplay;

/// Step forward and back through a journal, with every landing explained
///
/// At the prompt, press Enter for the next turn, or type b for the previous one,
/// a number for that turn, 0 for the start, or q to quit. The same lines can
/// come from a pipe.
///
/// Examples:
///   enochian journal replay
///   enochian journal replay brother --turn 40
///   enochian journal replay @ --auto=5
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ReplayArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL", default_value = "@")]
    journal: PathBuf,
    /// The turn to start at; without a terminal, the only turn shown
    #[arg(long, value_name = "TURN", value_parser = whole(0..=u32::MAX))]
    turn: Option<u32>,
    /// Show all turns one after the other, so many seconds apart [default: 2]
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, require_equals = true, default_missing_value = "2", value_parser = seconds)]
    auto: Option<f64>,
}

const HELP: &str = "  Enter, n   the next turn
  b          the previous turn
  a number   that turn; 0 for the start
  turns      a list of all turns
  q          quit";

/// Reads a pause.
fn seconds(text: &str) -> Result<f64, String> {
    let message = || "expected seconds, from 0 to 3600".to_owned();
    text.parse().ok().filter(|seconds| (0.0..=3600.0).contains(seconds)).ok_or_else(message)
}

impl ReplayArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<ExitCode> {
        match journal::read(&journal_names::find(cx, &self.journal)?, cx.correspondences)?.lens() {
            RecordLens::Enochian(record) => {
                self.replay(&EnochianReplay::new(record, cx.settings.notation(), cx.correspondences))
            }
            RecordLens::Other(record) => self.replay(&ActsReplay::new(record)),
        }
    }

    fn replay(&self, pages: &dyn ReplayPages) -> CommandResult<ExitCode> {
        let mut show = ReplayShow { pages, prompt: Prompt::new(false)?, at: 0 };
        if let Some(turn) = self.turn {
            show.go(turn).map_err(|error| problem!("{error}"))?;
        }
        show.prompt.say(&pages.opening())?;
        show.show()?;
        if let Some(pause) = self.auto {
            show.play(Duration::from_secs_f64(pause))?;
        } else if self.turn.is_none() || stdin().is_terminal() && stdout().is_terminal() {
            show.step()?;
        }
        Ok(show.prompt.exit_code())
    }
}

/// What can be stepped through: a start, and turns after it.
pub(super) trait ReplayPages {
    /// The number of turns.
    fn len(&self) -> usize;

    /// The number of a turn, by the number of turns up to it; of the turn before the first, if that is 0.
    fn number(&self, at: usize) -> u32;

    /// What is shown first.
    fn opening(&self) -> String;

    /// All turns.
    fn list(&self) -> String;

    /// Shows a turn with the board after it, or the start.
    fn show(&self, at: usize, prompt: &Prompt) -> CommandResult<()>;

    /// What is shown after the last turn.
    fn end(&self) -> String;
}

/// What is being shown, and the current turn.
struct ReplayShow<'p> {
    pages: &'p dyn ReplayPages,
    prompt: Prompt,
    /// The number of turns played so far.
    at: usize,
}

impl ReplayShow<'_> {
    /// Asks where to go, until the input ends.
    fn step(&mut self) -> CommandResult<()> {
        loop {
            let (now, last) = (self.pages.number(self.at), self.pages.number(self.pages.len()));
            let question = format!("Turn {now} of {last} (Enter next, b back, number, q quit):");
            let Some(line) = self.prompt.ask(&question)? else { return Ok(()) };
            match line.to_lowercase().as_str() {
                "turns" => self.prompt.say(&self.pages.list())?,
                "help" | "?" => self.prompt.say(HELP)?,
                "q" | "end" => return Ok(()),
                turn => match self.wanted(turn, &line) {
                    Ok(at) => {
                        self.at = at;
                        self.show()?;
                    }
                    Err(why) => self.prompt.refuse(&why)?,
                },
            }
        }
    }

    /// The turn that a line asks for.
    fn wanted(&self, turn: &str, line: &str) -> Result<usize, String> {
        match turn {
            "" | "n" | "next" if self.at == self.pages.len() => Err("this is the last turn".to_owned()),
            "" | "n" | "next" => Ok(self.at + 1),
            "b" | "back" => self.at.checked_sub(1).ok_or_else(|| "this is the start".to_owned()),
            number => match number.parse() {
                Ok(number) => self.find(number),
                Err(_) => Err(format!("{} is not a command here; type:\n{HELP}", quoted(line))),
            },
        }
    }

    /// Shows the rest, turn by turn.
    fn play(&mut self, pause: Duration) -> CommandResult<()> {
        while self.at < self.pages.len() {
            // There is no need to wait for a pipe.
            if stdout().is_terminal() {
                sleep(pause);
            }
            self.at += 1;
            self.show()?;
        }
        Ok(())
    }

    /// The turn with a number.
    fn find(&self, number: u32) -> Result<usize, String> {
        let last = self.pages.len();
        let found = (0..=last).find(|at| self.pages.number(*at) == number);
        found.ok_or_else(|| format!("there is no turn {number}; the last is {}", self.pages.number(last)))
    }

    /// Goes to the turn with a number.
    fn go(&mut self, to: u32) -> Result<(), String> {
        self.at = self.find(to)?;
        Ok(())
    }

    /// Shows the current turn.
    fn show(&self) -> CommandResult<()> {
        self.pages.show(self.at, &self.prompt)?;
        if self.at == self.pages.len() {
            self.prompt.say(&self.pages.end())?;
        }
        Ok(())
    }
}

/// A reading or a game of Enochian chess.
struct EnochianReplay<'r> {
    record: EnochianRecord<'r>,
    turns: &'r [PlayedTurn],
    notes: Vec<ExplanationNote>,
    correspondences: &'r Correspondences,
    notation: Notation,
}

impl<'r> EnochianReplay<'r> {
    fn new(record: EnochianRecord<'r>, notation: Notation, correspondences: &'r Correspondences) -> EnochianReplay<'r> {
        EnochianReplay { record, turns: record.turns(), notes: notes(record), correspondences, notation }
    }
}

impl ReplayPages for EnochianReplay<'_> {
    fn len(&self) -> usize {
        self.turns.len()
    }

    /// The turn before the first has the number 0, unless a game starts from a later position.
    fn number(&self, at: usize) -> u32 {
        self.record.subject().start().ply().saturating_add(at as u32)
    }

    fn opening(&self) -> String {
        screen::opening(self.record, self.correspondences)
    }

    fn list(&self) -> String {
        screen::turns(self.record, self.notation, self.correspondences)
    }

    /// Shows the board after the turn, the turn and its notes.
    fn show(&self, at: usize, prompt: &Prompt) -> CommandResult<()> {
        let subject = &self.record.subject();
        let turn = at.checked_sub(1).map(|index| &self.turns[index]);
        let start = subject.start();
        let last = turn.and_then(|turn| match turn.mv {
            Move::Step { from, to, .. } => Some((from, to)),
            Move::Pass => None,
        });
        let position = turn.map_or(&start, |turn| &turn.position);
        let picture = BoardPicture { position, ptah: subject.ptah(), last };
        let title = match turn {
            None => format!("{0}── The start{0:#}", Style::new().bold()),
            Some(turn) => {
                let style = colours::screen().style(turn.army).bold();
                let throws = turn.thrown.map_or(String::new(), |thrown| format!(" · throw {}", thrown.throw));
                format!("{style}── Turn {} · {}{throws}{style:#}", turn.ply, turn.army)
            }
        };
        prompt.say(&format!("{title}\n{}{}", picture.coloured(colours::screen()), picture.key()))?;
        if let Some(turn) = turn {
            prompt.say(&screen::played(turn, self.record, self.correspondences))?;
            for note in self.notes.iter().filter(|note| note.is_on(turn.ply)) {
                prompt.say(&format!("  Note: {}", safe_prose(&note.words)))?;
            }
        }
        Ok(prompt.say("")?)
    }

    fn end(&self) -> String {
        screen::outcome(self.record)
    }
}
