//! The prompts of readings and games: throw, choose and play until the end.

pub(super) mod args;
mod automatic;
mod awaited;
pub(super) mod choice;
mod clock;
mod commands;
mod enochian_commands;
mod hidden;
mod look_up;
pub(super) mod resume;
pub(super) mod rules;
mod saving;
pub(super) mod seats;
mod shown_cards;
mod typed_line;
pub(super) mod view;

use crate::chess::Mode;
use crate::cli::prelude::*;
use crate::correspondences::Naming;
use crate::input::with_plain_digits;
use crate::interpretation::{decisive, pivot};
use crate::journal::Journal;
use crate::reading::DiceSource;
use crate::record::{Closing, Entry, Note, Record, RecordedAct};
use crate::render::{ShownTurn, TurnView, text_of_end};
use crate::session::Act;

use super::{colours, terminal};
use awaited::Awaited;
pub(super) use clock::{now, zone};
use commands::Command;
use hidden::Onlooker;
use typed_line::TypedLine;

/// A person, or a script, who plays a reading or a game at the prompts.
pub(super) struct Prompts {
    prompt: Prompt,
    cx: Cx,
    naming: &'static Naming,
    /// The program's die; none when the die is thrown by hand.
    chance: Option<DiceSource>,
    /// Who sees the screen, if players must not see each other's cards.
    onlooker: Onlooker,
    /// The state whose board was shown last: it is drawn once for each turn, or on request.
    shown: Option<String>,
    /// The number of quarters by which the board is turned.
    quarters: u8,
    /// What can be typed at the current prompt besides commands.
    help: &'static str,
}

/// How turns are shown on the terminal.
pub(super) fn turn_view(cx: Cx) -> TurnView<'static> {
    let columns = terminal::size().map(|(columns, _)| columns);
    let (correspondences, notation) = (cx.correspondences, cx.settings.notation());
    TurnView { correspondences, notation, colours: colours::screen(), columns }
}

/// What a line at a prompt led to.
pub(super) enum PromptFlow {
    /// Ask again.
    On,
    /// Something was entered: look again at whose turn it is.
    Entered,
    /// What was typed was not entered, since the journal was played on in another window: look again too.
    Grown,
    /// Leave for now.
    Stop,
}

impl Prompts {
    pub(super) fn new(prompt: Prompt, cx: &Cx) -> CommandResult<Prompts> {
        Ok(Prompts {
            prompt,
            cx: *cx,
            naming: cx.naming()?,
            chance: None,
            onlooker: Onlooker::default(),
            shown: None,
            quarters: 0,
            help: "",
        })
    }

    pub(super) fn finish(&self) -> CommandResult<()> {
        self.prompt.finish()
    }

    /// Plays until the journal is concluded or the person stops.
    pub(super) fn play(&mut self, journal: &mut Journal<'_>) -> CommandResult<()> {
        let record = journal.record();
        self.take_die(record)?;
        self.onlooker = Onlooker::begin(record);
        self.prompt.say(view::opening(record, self.cx))?;
        let table = if commands::is_of_squares(record) { ", or setup to set up a table" } else { "" };
        let path = safe_path(journal.path());
        self.prompt.say(format!("Every turn is saved in {path}. Type help to see what you can type{table}.\n"))?;
        self.say_last_turn(record)?;
        while journal.record().closing().is_none() {
            if let PromptFlow::Stop = self.step(journal)? {
                break;
            }
        }
        let is_saved = self.leave(journal)?;
        if journal.record().closing().is_some() {
            self.say_outcome(journal.record())?;
        }
        if is_saved {
            self.prompt.say(where_saved(journal))?;
            if let Some(words) = what_if(journal) {
                self.prompt.say(&words)?;
            }
        }
        Ok(())
    }

    /// Says where a resumed journal was left: the last turn, with the meaning of its square, and the last note.
    fn say_last_turn(&self, record: &Record) -> CommandResult<()> {
        if let Some(turn) = ShownTurn::all(record, turn_view(self.cx)).iter().skip(1).next_back() {
            self.prompt.say(format!("The last turn was {}, {}.\n{}", turn.number, turn.title, turn.played))?;
        }
        let last = record.notes().into_iter().rfind(|note| !note.is_taken_back);
        match last {
            Some(note) => Ok(self.prompt.say(format!("The last note{}", told(&note)))?),
            None => Ok(()),
        }
    }

    /// Shows a turn again, with its board and its notes.
    fn say_turn(&mut self, record: &Record, number: &str) -> CommandResult<PromptFlow> {
        let (turns, number) = (ShownTurn::all(record, turn_view(self.cx)), with_plain_digits(number));
        let last = turns.last().map_or(0, |turn| turn.number);
        let Some(turn) = number.parse().ok().and_then(|number: u32| turns.iter().find(|turn| turn.number == number))
        else {
            let none = match number.parse::<u32>() {
                Ok(number) => format!("there is no turn {number}; "),
                Err(_) => String::new(),
            };
            return self.refuse(&format!(
                "{none}type turn and its number, such as turn {last}, which was the last; 0 is the start"
            ));
        };
        let notes = record.notes();
        let of_it = notes.iter().filter(|note| note.ply == Some(turn.number) && !note.is_taken_back);
        let notes: String = of_it.map(|note| format!("\n  Note{}", told(note))).collect();
        self.say(turn.whole() + notes)
    }

    /// Has the program's die where the record is.
    fn take_die(&mut self, record: &Record) -> CommandResult<()> {
        if let Some(record) = record.enochian() {
            self.chance = record.dice_source()?;
        }
        Ok(())
    }

    /// A turn, or a part of one: what is awaited is done, or asked for.
    fn step(&mut self, journal: &mut Journal<'_>) -> CommandResult<PromptFlow> {
        if !self.hand_over(journal.record())? {
            return Ok(PromptFlow::Stop);
        }
        let awaited = self.awaited(journal.record())?;
        match &awaited {
            // The board stays as it is, and is shown when there is something to choose.
            Awaited::Program(RecordedAct::Enochian(Act::Throw(_))) => {}
            Awaited::Forced(_) => self.show_heading(journal.record())?,
            _ => self.show_turn(journal.record())?,
        }
        match awaited {
            Awaited::Nothing => Ok(self.enter(journal, Entry::Concluded(Closing::Ended, now()))?.or_stop()),
            Awaited::Program(act) | Awaited::Forced(act) => Ok(self.play_act(journal, act)?.or_stop()),
            asked => self.ask(journal, &asked),
        }
    }

    /// Asks for what is awaited until something is entered.
    fn ask(&mut self, journal: &mut Journal<'_>, awaited: &Awaited) -> CommandResult<PromptFlow> {
        self.help = awaited.help();
        self.show_moves(journal.record(), awaited)?;
        loop {
            self.prompt.offer(commands::words(journal.record(), awaited));
            let takes_all = |line: &str| Command::takes_text(line, journal.record());
            let Some(line) = self.prompt.ask_with_text(&awaited.question(), takes_all)? else {
                return Ok(PromptFlow::Stop);
            };
            let flow = match typed_line::read(&line, awaited, journal.record()) {
                TypedLine::Command(command, rest) => (command.run)(self, journal, rest)?,
                TypedLine::Acts(acts) => self.play_acts(journal, acts)?,
                TypedLine::Open(open) => self.ask(journal, &Awaited::Cards(open))?,
                TypedLine::Refused(why) => self.refuse(&why)?,
            };
            match flow {
                PromptFlow::On => {}
                flow => return Ok(flow),
            }
        }
    }

    fn refuse(&mut self, why: &str) -> CommandResult<PromptFlow> {
        self.prompt.refuse(why)?;
        Ok(PromptFlow::On)
    }

    /// Plays the acts of one line, until one is refused.
    fn play_acts(&mut self, journal: &mut Journal<'_>, acts: Vec<RecordedAct>) -> CommandResult<PromptFlow> {
        for act in acts {
            match self.play_act(journal, act)? {
                PromptFlow::Entered => {}
                flow => return Ok(flow),
            }
        }
        Ok(PromptFlow::Entered)
    }

    /// Plays an act, and says what happened.
    fn play_act(&mut self, journal: &mut Journal<'_>, act: RecordedAct) -> CommandResult<PromptFlow> {
        let is_throw = matches!(act, RecordedAct::Enochian(Act::Throw(_)));
        let is_move = matches!(act, RecordedAct::Enochian(Act::Move(_)));
        let flow = self.enter(journal, act)?;
        if let PromptFlow::Entered = flow
            && !is_throw
        {
            self.prompt.say(self.played(journal.record()))?;
            for line in if is_move { self.own_words(journal) } else { Vec::new() } {
                self.prompt.say(format!("  Yours: {line}"))?;
            }
        }
        Ok(flow)
    }

    fn say_outcome(&self, record: &Record) -> CommandResult<()> {
        self.prompt.say(self.board(record))?;
        self.prompt.say(view::outcome(record, self.cx))?;
        if let Some(message) = record.enochian().and_then(|it| text_of_end(it, turn_view(self.cx))) {
            self.prompt.say(message)?;
        }
        Ok(())
    }
}

/// A note with its turn, as it follows the word: ` on turn 3: The rook is my father`.
fn told(note: &Note<'_>) -> String {
    let turn = note.ply.map_or(String::new(), |turn| format!(" on turn {turn}"));
    format!("{turn}: {}", note.words)
}

/// Where the journal is, and how to resume it if it is not concluded.
fn where_saved(journal: &Journal<'_>) -> String {
    let (path, mode) = (safe_path(journal.path()), journal.record().mode());
    match mode {
        _ if journal.record().closing().is_none() => {
            format!("\nStopped. Resume with: enochian {} --resume {}", args::command(mode), shell_word(journal.path()))
        }
        Mode::Reading => format!("The journal of this reading, with every landing: {path}"),
        Mode::Game => format!("The journal of this game: {path}"),
    }
}

/// How to look for another way, after a game that was refereed, or a reading that one other move would have changed
/// (INTERPRETATION 6). Not after a quiet one, whose person chose to look at nothing else.
fn what_if(journal: &Journal<'_>) -> Option<String> {
    let record = journal.record();
    let is_refereed = record.heading().game.kind().is_refereed();
    if record.mode() == Mode::Game && record.closing().is_some() && is_refereed {
        let name = shell_word(journal.path());
        return Some(format!("Which turns cost most? See: enochian journal pivots {name}"));
    }
    let reading = journal.record().enochian().filter(|it| it.closing().is_some() && !it.subject().is_quiet())?;
    let choice = decisive(reading).into_iter().rev().find_map(|event| pivot(reading, event).choice)?;
    let name = shell_word(journal.path());
    Some(format!("What if turn {} had gone another way? See: enochian journal pivots {name}", choice.turn))
}

impl PromptFlow {
    /// Stops if an automatic entry is rejected, which would otherwise repeat forever.
    fn or_stop(self) -> PromptFlow {
        match self {
            PromptFlow::On | PromptFlow::Stop => PromptFlow::Stop,
            PromptFlow::Entered => PromptFlow::Entered,
            PromptFlow::Grown => PromptFlow::Grown,
        }
    }
}
