//! The commands at every prompt of the other games, besides acts.

use std::sync::Arc;

use crate::games::{Actor, CardPlay, GameAct, GameState, GameStep, OfferedAct};
use crate::input::{quoted, safe};
use crate::journal::OtherJournal;
use crate::record::{Closing, Entry, OtherRecord};

use super::super::play::PromptFlow;
use super::super::play::choice::is_stop;
use super::super::prompt::Reply;
use super::super::tab::Words;
use super::{ActPrompts, screen};

const HELP: &str = "  board          show the board
  moves          list what can be played, with numbers
  turns          list the turns so far
  note WORDS     add a note on this turn to the journal
  back, undo     take back the last action (this is recorded in the journal)
  draw           agree on a draw
  resign SEAT    resign for a seat, or for the one whose turn it is
  card \"NAME\": …  play a card, with what it does: move a1b2, remove a1, place wRa1, change a1wQ, swap a1b2, turn w, out w, in w, end
  irregular MOVE record a move against the rules
  stop           stop here; resume later with --resume
  conclude       end it now, for good";

const FREE_HELP: &str = "  turns          list the turns so far
  note WORDS     add a note on this turn to the journal
  back, undo     take back the last action (this is recorded in the journal)
  draw           agree on a draw
  stop           stop here; resume later with --resume
  conclude       end it now, for good";

/// The commands for the Tab key.
const COMMANDS: [&str; 13] = [
    "back",
    "board",
    "card \"",
    "conclude",
    "draw",
    "help",
    "irregular ",
    "moves",
    "note ",
    "resign",
    "stop",
    "turns",
    "undo",
];

/// What Tab completes where acts are chosen.
pub(super) fn words(offered: &[OfferedAct]) -> Words {
    let acts = offered.iter().map(|act| act.text.clone());
    Words { first: COMMANDS.iter().map(|word| (*word).to_owned()).chain(acts).collect(), rest: Vec::new() }
}

/// What Tab completes in a game without a referee.
pub(super) fn free_words(record: OtherRecord<'_>) -> Words {
    let first = ["back", "conclude", "draw", "end ", "help", "next ", "note ", "stop", "turns", "undo"];
    let seats = record.game().referee.seats();
    Words { first: first.map(str::to_owned).to_vec(), rest: seats.iter().map(|seat| seat.name.clone()).collect() }
}

impl<'l> ActPrompts<'l> {
    /// Runs a command, if the line is one.
    pub(super) fn command(
        &mut self,
        journal: &mut OtherJournal<'l>,
        line: &str,
        help: &str,
    ) -> anyhow::Result<Option<PromptFlow>> {
        let (word, rest) = split(line);
        Ok(Some(match word.as_str() {
            "help" | "h" | "?" => {
                self.prompt.say(&format!("{help}\n{HELP}"))?;
                PromptFlow::On
            }
            "board" => {
                let (record, state) = (journal.record(), self.state(journal.record()));
                self.prompt.say(&screen::board(record, state.as_ref(), record.session().steps()))?;
                PromptFlow::On
            }
            "moves" => {
                let state = self.state(journal.record());
                let name = journal.record().session().actor_name(state.actor()).to_owned();
                self.prompt.say(&screen::acts(&name, &state.acts(), self.prompt.width()))?;
                PromptFlow::On
            }
            "resign" => self.resign(journal, rest)?,
            "card" => self.card(journal, line)?,
            "irregular" => self.irregular(journal, rest)?,
            _ => return self.common_command(journal, &word, rest),
        }))
    }

    /// Runs a command of a game without a referee, if the line is one. A command without words must stand alone, since any
    /// other line is what happens in the game.
    pub(super) fn free_command(
        &mut self,
        journal: &mut OtherJournal<'l>,
        line: &str,
        help: &str,
    ) -> anyhow::Result<Option<PromptFlow>> {
        let (word, rest) = split(line);
        match (word.as_str(), rest) {
            ("help" | "h" | "?", "") => {
                self.prompt.say(&format!("{help}\n{FREE_HELP}"))?;
                Ok(Some(PromptFlow::On))
            }
            ("note", rest) => self.common_command(journal, "note", rest),
            ("end", result) if !result.is_empty() && self.prompt.is_person() => {
                let question = format!("End the game now, for good, with the result {}? (yes, no)", quoted(result));
                Ok(match self.yes(&question, None)? {
                    None => Some(PromptFlow::Stop),
                    Some(false) => Some(PromptFlow::On),
                    Some(true) => None,
                })
            }
            (word, "") => self.common_command(journal, word, ""),
            _ => Ok(None),
        }
    }

    /// The commands of every game.
    fn common_command(
        &mut self,
        journal: &mut OtherJournal<'l>,
        word: &str,
        rest: &str,
    ) -> anyhow::Result<Option<PromptFlow>> {
        Ok(Some(match word {
            "" => {
                self.prompt.say("Type help to see what you can type here.")?;
                PromptFlow::On
            }
            "turns" => {
                self.prompt.say(&screen::turns(journal.record()))?;
                PromptFlow::On
            }
            "note" => self.note(journal, rest)?,
            "back" | "undo" => self.back(journal)?,
            "draw" => self.close(journal, "Do all players agree to a draw? (yes, no)", Closing::Agreed)?,
            "conclude" => self.close(journal, "End the game now, for good? (yes, no)", Closing::ByPlayers)?,
            word if is_stop(word) => PromptFlow::Stop,
            _ => return Ok(None),
        }))
    }

    /// The state as whoever acts may see it.
    fn state(&self, record: OtherRecord<'_>) -> Arc<dyn GameState> {
        match record.session().state().actor() {
            Actor::Seat(seat) => self.onlooker.view(record, seat),
            Actor::Chance | Actor::Nobody => record.session().state().clone(),
        }
    }

    fn note(&mut self, journal: &mut OtherJournal<'l>, words: &str) -> anyhow::Result<PromptFlow> {
        let words = if words.is_empty() {
            match self.prompt.ask("Note:")? {
                Reply::End => return Ok(PromptFlow::Stop),
                // The word is needed at the other prompts, and easily typed here.
                Reply::Line(line) => line.strip_prefix("note ").map(|it| it.trim().to_owned()).unwrap_or(line),
            }
        } else {
            words.to_owned()
        };
        if words.is_empty() {
            self.prompt.say("No note was added.")?;
            return Ok(PromptFlow::On);
        }
        match self.enter(journal, Entry::Note(words))? {
            PromptFlow::Entered => {
                self.prompt.say("Note added.")?;
                Ok(PromptFlow::On)
            }
            flow => Ok(flow),
        }
    }

    fn back(&mut self, journal: &mut OtherJournal<'l>) -> anyhow::Result<PromptFlow> {
        let record = journal.record();
        let steps = record.session().steps();
        let Some(before) = steps.iter().rposition(|step| is_decision(record, step)) else {
            self.prompt.refuse("there is nothing to take back")?;
            return Ok(PromptFlow::On);
        };
        let acts = steps.len() - before;
        let decision = &steps[before];
        let (turn, name) = (decision.turn, record.session().actor_name(decision.actor));
        let what = format!("{} by {name} in turn {turn}", safe(&act_words(record, decision)));
        let what = if acts > 1 { format!("{what}, with what followed") } else { what };
        // Taking back leaves a permanent trace in the journal, so a person confirms it.
        if self.prompt.is_person() {
            match self.yes(&format!("Take back {what}? (yes, no) [yes]"), Some(true))? {
                None => return Ok(PromptFlow::Stop),
                Some(false) => return Ok(PromptFlow::On),
                Some(true) => {}
            }
        }
        let flow = self.enter(journal, Entry::TakenBack(acts))?;
        if let PromptFlow::Entered = flow {
            self.prompt.say(&format!("Taken back: {what}."))?;
        }
        Ok(flow)
    }

    /// A resignation is an act, since others may play on (GAMES C3).
    fn resign(&mut self, journal: &mut OtherJournal<'l>, named: &str) -> anyhow::Result<PromptFlow> {
        let record = journal.record();
        let seats = record.game().referee.seats();
        let whose = match record.session().state().actor() {
            Actor::Seat(seat) => Some(seat),
            Actor::Chance | Actor::Nobody => None,
        };
        let is_named = |name: &str, letter: char| {
            name.eq_ignore_ascii_case(named) || named.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4]))
        };
        let seat = match named {
            "" => whose,
            _ => seats.iter().position(|seat| is_named(&seat.name, seat.letter)),
        };
        let Some(seat) = seat else {
            let names: Vec<String> = seats.iter().map(|seat| format!("{} ({})", seat.name, seat.letter)).collect();
            self.prompt.refuse(&format!("name the seat that resigns: {}", names.join(", ")))?;
            return Ok(PromptFlow::On);
        };
        let player =
            record.heading().seats.players.get(seat).map_or(String::new(), |player| format!(" ({})", safe(player)));
        let question = format!("Does {}{player} resign? (yes, no)", seats[seat].name);
        let text = format!("resign {}", seats[seat].letter);
        match self.yes(&question, None)? {
            None => Ok(PromptFlow::Stop),
            Some(false) => Ok(PromptFlow::On),
            Some(true) => self.play_text(journal, &text),
        }
    }

    /// A card act (GAMES K5).
    fn card(&mut self, journal: &mut OtherJournal<'l>, line: &str) -> anyhow::Result<PromptFlow> {
        match CardPlay::read(line) {
            Ok(_) => self.play_text(journal, line),
            Err(error) => {
                self.prompt.refuse(&error.to_string())?;
                Ok(PromptFlow::On)
            }
        }
    }

    /// A move against the rules (GAMES C4).
    fn irregular(&mut self, journal: &mut OtherJournal<'l>, text: &str) -> anyhow::Result<PromptFlow> {
        if text.is_empty() {
            self.prompt.refuse("irregular and the move, such as irregular Pa3a4")?;
            return Ok(PromptFlow::On);
        }
        let played = match journal.record().session().state().play_irregular(text) {
            Ok(played) => played,
            Err(error) => {
                self.prompt.refuse(&error.to_string())?;
                return Ok(PromptFlow::On);
            }
        };
        let why = played.irregular.as_deref().unwrap_or("it is not a legal move");
        let question = format!("{} is against the rules: {}. Record it? (yes, no)", played.text, safe(why));
        match self.yes(&question, None)? {
            None => Ok(PromptFlow::Stop),
            Some(false) => Ok(PromptFlow::On),
            Some(true) => self.play_act(journal, GameAct { text: played.text, is_irregular: true }),
        }
    }

    fn close(
        &mut self,
        journal: &mut OtherJournal<'l>,
        question: &str,
        closing: Closing,
    ) -> anyhow::Result<PromptFlow> {
        match self.yes(question, None)? {
            None => Ok(PromptFlow::Stop),
            Some(false) => Ok(PromptFlow::On),
            Some(true) => self.finish(journal, closing),
        }
    }

    /// Asks for yes or no. An empty line is the default, if there is one.
    fn yes(&mut self, question: &str, usual: Option<bool>) -> anyhow::Result<Option<bool>> {
        loop {
            match self.prompt.ask(question)? {
                Reply::End => return Ok(None),
                Reply::Line(line) => match line.to_lowercase().as_str() {
                    "" if usual.is_some() => return Ok(usual),
                    "yes" | "y" => return Ok(Some(true)),
                    "no" | "n" => return Ok(Some(false)),
                    "help" | "h" | "?" => self.prompt.say("Type yes, no, or stop to leave and resume later.")?,
                    word if is_stop(word) => return Ok(None),
                    _ => self.prompt.refuse("type yes or no")?,
                },
            }
        }
    }
}

/// The first word of a line in small letters, and the rest.
fn split(line: &str) -> (String, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_lowercase(), rest.trim())
}

/// Whether somebody decided on an act: not the program that dealt, nor a player without a choice.
fn is_decision(record: OtherRecord<'_>, step: &GameStep) -> bool {
    match step.actor {
        Actor::Chance => !record.is_dealt(),
        Actor::Seat(_) | Actor::Nobody => !super::is_forced(&step.played.text),
    }
}

fn act_words(record: OtherRecord<'_>, step: &GameStep) -> String {
    let text = screen::open_text(record, step);
    if step.played.text.starts_with(|c: char| c.is_ascii_uppercase()) && !text.contains(' ') {
        format!("the move {text}")
    } else {
        format!("the act {}", quoted(&text))
    }
}
