//! The commands at every prompt, besides throws, moves and other acts: one table for all games.

use crate::chess::{Mode, Move};
use crate::cli::prelude::*;
use crate::disk::folder_of;
use crate::games::{Actor, PlayedAct};
use crate::input::{Help, folded, reason, with_plain_digits};
use crate::journal::{self, IndexEntry, Journal, keep_picture_file};
use crate::reading::DieThrower;
use crate::record::{Afterword, Attachment, Closing, Correction, Entry, Record, Remark};
use crate::render::{list, open_text, setup_text, turns};
use crate::session::Act;

use super::super::journal::{due_listed, find, notes_listed, recurring_listed};
use super::super::prompt::is_stop;
use super::super::tab::Words;
use super::super::terminal::page_width;
use super::awaited::{Awaited, is_forced};
use super::choice::{ChoiceReply, confirm};
use super::typed_line::read_act;
use super::{PromptFlow, Prompts, now, turn_view};

/// A command.
pub(super) struct Command {
    /// Its names.
    names: &'static str,
    /// What follows it; empty if nothing does.
    argument: &'static str,
    /// What it does; empty if the help leaves it out.
    about: &'static str,
    /// Whether a reading or a game has it.
    fits: fn(&Record) -> bool,
    /// Runs it, with what follows it.
    pub(super) run: Run,
}

type Run = fn(&mut Prompts, &mut Journal<'_>, &str) -> CommandResult<PromptFlow>;

const fn row(
    names: &'static str,
    argument: &'static str,
    about: &'static str,
    fits: fn(&Record) -> bool,
    run: Run,
) -> Command {
    Command { names, argument, about, fits, run }
}

/// All commands, in the order of the help.
static COMMANDS: [Command; 34] = [
    row("", "", "", any, |it, _, _| it.say("Type help to see what you can type here.")),
    row("help, h, ?", "WORD", "explain a word, such as throne", any, |it, journal, word| match word {
        "" => it.say_help(journal.record()),
        _ if enochian(journal.record()) => it.look_up(journal, word),
        _ => it.refuse(&format!("the glossary has no word {}", quoted(word))),
    }),
    row("board", "", "show the board", refereed, |it, journal, _| it.say(it.board(journal.record()))),
    row("rotate", "", "rotate the board", refereed, |it, journal, _| {
        // Hexes stand upright only after half a turn.
        it.quarters = (it.quarters + if is_of_squares(journal.record()) { 1 } else { 2 }) % 4;
        it.say(it.board(journal.record()))
    }),
    row("moves", "", "list what can be played, with numbers", refereed, |it, journal, _| {
        it.say_moves(journal.record())
    }),
    row("try", "MOVE", "show what a move leads to, without playing it", refereed, |it, journal, text| {
        match it.tried(journal.record(), text) {
            Ok(sentences) => it.say(&sentences),
            Err(why) => it.refuse(&why),
        }
    }),
    row("hint", "", "show what the program would play; hint level-2 at that level", hinted, |it, journal, level| {
        it.hint(journal.record(), level)
    }),
    row("turn", "5", "show a turn again, by its number", any, |it, journal, number| {
        it.say_turn(journal.record(), number)
    }),
    row("turns", "", "list the turns so far", any, |it, journal, _| it.say(turns(journal.record(), turn_view(it.cx)))),
    row(
        "meaning",
        "NAME",
        "explain a square, a piece, such as queen, or any other name",
        enochian,
        |it, journal, named| it.look_up(journal, named),
    ),
    row(
        "remember",
        "NAME",
        "keep what a thing means to you, such as remember Leo: courage",
        enochian,
        |it, journal, text| it.remember(journal, text),
    ),
    row("setup", "", "show how to set up the board and pieces on a table", is_of_squares, |it, journal, _| {
        it.say(setup_text(journal.record(), page_width()))
    }),
    row("note", "WORDS", "add a note on this turn to the journal", any, |it, journal, words| it.note(journal, words)),
    row("remark", "3 WORDS", "add a remark on an earlier turn", refereed, |it, journal, text| it.remark(journal, text)),
    row("notes", "", "list the notes and remarks, with numbers", any, |it, journal, _| {
        it.say(notes_listed(&journal.record().notes()))
    }),
    row(
        "correct",
        "2 WORDS",
        "correct a note; or move it, correct 2 turn 14; or withdraw it, correct 2 withdraw",
        any,
        |it, journal, text| it.correct(journal, text),
    ),
    row(
        "find",
        "WORDS",
        "search your journals, such as find my king on scorpio",
        any,
        |it, journal, words| match find(words, folder_of(journal.path()), it.cx.correspondences, it.naming) {
            Ok(page) => it.say(page),
            Err(error) => it.refuse(&format!("{error:#}")),
        },
    ),
    row("due", "", "list the readings whose time has passed without an outcome", any, |it, journal, _| {
        it.look_back(journal, |entries, it| due_listed(&entries, it.cx.correspondences))
    }),
    row("recurring", "", "list what came up in more of your readings than chance brings", any, |it, journal, _| {
        it.look_back(journal, |entries, it| recurring_listed(&entries, it.cx.correspondences))
    }),
    row("attach", "FILE WORDS", "add a picture to the last turn, with words about it", any, |it, journal, text| {
        it.attach(journal, text)
    }),
    row("tag", "NAME", "add a tag to the journal", refereed, |it, journal, name| match name.parse() {
        Ok(tag) => it.write(journal, Entry::Afterword(Afterword::Tagged(vec![tag])), "Tagged."),
        Err(error) => it.refuse(&error.to_string()),
    }),
    row("back, undo", "", "take back the last action (this is recorded in the journal)", any, |it, journal, _| {
        it.back(journal)
    }),
    row("exchange", "", "offer an exchange of prisoners, before the move", enochian, |it, journal, _| {
        it.exchange(journal)
    }),
    row(
        "withdraw",
        "",
        "withdraw this army, before the move; its partner then commands both",
        enochian,
        |it, journal, _| it.withdraw(journal),
    ),
    row(
        "card",
        "\"NAME\": …",
        "play a card, with what it does: move a1b2, remove a1, place wRa1, change a1wQ, swap a1b2, turn w, out w, in w, end",
        has_card_acts,
        |it, journal, rest| it.play_text(journal, format!("card {rest}").trim()),
    ),
    row("next", "NAME", "give the turn to another seat", unrefereed, |it, journal, seat| {
        it.play_text(journal, &format!("next {seat}"))
    }),
    row("end", "RESULT", "end the game with this result", unrefereed, |it, journal, result| it.end(journal, result)),
    row("stop", "", "stop here; resume later with --resume", any, |_, _, _| Ok(PromptFlow::Stop)),
    row("conclude", "", "end it now, for good", any, |it, journal, _| {
        let question = format!("End the {} now, for good?", journal.record().mode());
        it.close(journal, &question, Closing::ByPlayers)
    }),
    row("dice", "", "show which pieces each throw of the die moves", reading, |it, journal, _| it.say_dice(journal)),
    row("irregular", "MOVE", "record a move against the rules", has_irregular, |it, journal, text| {
        it.irregular(journal, text)
    }),
    // RULES 7, **Decided**.
    row("draw", "", "agree on a draw", game, |it, journal, _| {
        it.close(journal, "Do all players agree to a draw?", Closing::Agreed)
    }),
    row("resign", "", "resign for this side", enochian_game, |it, journal, _| it.resign_side(journal)),
    row("resign", "SEAT", "resign for a seat, or for the one whose turn it is", other, |it, journal, seat| {
        it.resign_seat(journal, seat)
    }),
];

fn any(_: &Record) -> bool {
    true
}

fn enochian(record: &Record) -> bool {
    record.enochian().is_some()
}

fn game(record: &Record) -> bool {
    record.mode() == Mode::Game
}

fn reading(record: &Record) -> bool {
    !game(record)
}

fn enochian_game(record: &Record) -> bool {
    enochian(record) && game(record)
}

/// Whether it can be asked for a hint: not in a quiet reading, whose person looks for meanings alone.
fn hinted(record: &Record) -> bool {
    refereed(record) && !record.is_quiet()
}

fn unrefereed(record: &Record) -> bool {
    !refereed(record)
}

fn refereed(record: &Record) -> bool {
    record.heading().game.kind().is_refereed()
}

/// Whether its board can stand on a table.
pub(super) fn is_of_squares(record: &Record) -> bool {
    record.state().diagram().is_of_squares()
}

/// Another game with a referee.
fn other(record: &Record) -> bool {
    refereed(record) && !enochian(record)
}

/// A game with cards that change the board.
fn has_card_acts(record: &Record) -> bool {
    record.heading().game.kind().has_card_acts()
}

/// A game in which a move can be against the rules; a reading suspends those that could be broken.
fn has_irregular(record: &Record) -> bool {
    game(record) && record.heading().game.kind().move_example().is_some()
}

impl Command {
    /// The command that a line begins with, and what follows it.
    pub(super) fn find<'t>(line: &'t str, record: &Record) -> Option<(&'static Command, &'t str)> {
        let (word, rest) = split(line);
        // Where anything can be typed, a command that takes nothing stands alone.
        let is_meant =
            |it: &&Command| it.fits(record) && (rest.is_empty() || !it.argument.is_empty() || refereed(record));
        COMMANDS.iter().filter(|it| it.is_named(&word)).find(is_meant).map(|command| (command, rest))
    }

    /// Whether a line is a command with words in its end, which can have several lines.
    pub(super) fn takes_text(line: &str, record: &Record) -> bool {
        let found = Command::find(line, record);
        found.is_some_and(|(command, rest)| ["note", "remark", "correct"].contains(&command.names) && !rest.is_empty())
    }

    /// The error for a command that a reading or a game does not have.
    pub(super) fn of_other_games(line: &str, record: &Record) -> Option<String> {
        let (word, _) = split(line);
        let is_known = COMMANDS.iter().any(|it| it.is_named(&word) && !it.fits(record));
        let mode = record.mode();
        is_known.then(|| format!("{} is not a command of this {mode}; type help to see them all", quoted(&word)))
    }

    fn fits(&self, record: &Record) -> bool {
        (self.fits)(record)
    }

    fn is_named(&self, word: &str) -> bool {
        self.names.split(", ").any(|name| name == word)
    }
}

/// The first word of a line in small letters, and the rest.
fn split(line: &str) -> (String, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = if is_stop(word) { "stop".to_owned() } else { with_plain_digits(word).to_lowercase() };
    (word, rest.trim())
}

/// What Tab completes: the commands and acts, and after a word any cell or seat.
pub(super) fn words(record: &Record, awaited: &Awaited) -> Words {
    let mut first: Vec<String> = Vec::new();
    for command in COMMANDS.iter().filter(|it| it.fits(record)) {
        let space = if command.argument.is_empty() { "" } else { " " };
        let names = command.names.split(", ").filter(|name| name.len() > 1);
        first.extend(names.map(|name| format!("{name}{space}")));
    }
    match awaited {
        Awaited::Move(_, offered) => first.extend(offered.iter().filter_map(|act| act.to.clone())),
        Awaited::Act(offered) => first.extend(offered.iter().map(|act| act.text.clone())),
        _ => {}
    }
    first.sort();
    first.dedup();
    let state = record.state();
    let cells = state.diagram().panels.into_iter().flat_map(|panel| panel.cells).map(|cell| cell.name);
    let rest = cells.chain(state.seats().iter().map(|seat| seat.name.clone())).collect();
    Words { first, rest }
}

impl Prompts {
    pub(super) fn say(&self, text: impl Into<ScreenText>) -> CommandResult<PromptFlow> {
        self.prompt.say(text)?;
        Ok(PromptFlow::On)
    }

    fn say_help(&self, record: &Record) -> CommandResult<PromptFlow> {
        let told = COMMANDS.iter().filter(|it| it.fits(record) && !it.about.is_empty());
        let lines = told.map(|it| format!("\n  {:<17} {}", format!("{} {}", it.names, it.argument).trim(), it.about));
        self.say(&(self.help.to_owned() + &lines.collect::<String>()))
    }

    fn note(&mut self, journal: &mut Journal<'_>, words: &str) -> CommandResult<PromptFlow> {
        let words = if words.is_empty() {
            match self.prompt.ask_lines("Note (end a line with \\ to write several, or paste them):")? {
                None => return Ok(PromptFlow::Stop),
                // The word is needed at the other prompts, and easily typed here.
                Some(lines) => lines.strip_prefix("note ").map(|it| it.trim().to_owned()).unwrap_or(lines),
            }
        } else {
            words.to_owned()
        };
        if words.is_empty() {
            return self.say("No note was added.");
        }
        self.write(journal, Entry::Note(words), "Note added.")
    }

    fn remark(&mut self, journal: &mut Journal<'_>, text: &str) -> CommandResult<PromptFlow> {
        let (turn, words) = split(text);
        let Some(ply) = turn.parse().ok().filter(|_| !words.is_empty()) else {
            return self
                .refuse("type remark, the number of the turn and the words, such as remark 3 The rook is my father");
        };
        let remark = Remark { ply: Some(ply), moment: Some(now()), words: words.to_owned() };
        self.write(journal, Entry::Afterword(Afterword::Remark(remark)), "Remark added.")
    }

    /// Other words or another turn for a note, by its number.
    fn correct(&mut self, journal: &mut Journal<'_>, text: &str) -> CommandResult<PromptFlow> {
        let (number, rest) = split(text);
        let notes = journal.record().notes();
        let note = number.parse::<usize>().ok().and_then(|number| notes.get(number.checked_sub(1)?));
        let Some(note) = note.filter(|_| !rest.is_empty()) else {
            return self.refuse(
                "type correct, the number of a note and the words, such as correct 2 The rook is my uncle; notes lists them",
            );
        };
        let turn = rest.strip_prefix("turn ").and_then(|turn| turn.trim().parse().ok());
        let now = match turn {
            Some(turn) => Some((Some(turn), note.words.to_owned())),
            None => (rest != "withdraw").then(|| (note.ply, rest.to_owned())),
        };
        let said = if now.is_some() { "Corrected." } else { "Withdrawn." };
        let correction = Correction { note: note.id, moment: super::now(), now };
        self.write(journal, Entry::Afterword(Afterword::Corrected(correction)), said)
    }

    /// Says what the journals beside this one come to.
    fn look_back(
        &mut self,
        journal: &Journal<'_>,
        told: fn(Vec<IndexEntry>, &Prompts) -> ScreenText,
    ) -> CommandResult<PromptFlow> {
        let folder = folder_of(journal.path());
        match journal::list(folder, self.cx.correspondences, &|_, _| {}) {
            Ok(entries) => self.say(told(journal::set_copies_aside(entries).0, self).trimmed()),
            Err(error) => self.refuse(&format!("{} cannot be read: {}", safe_path(folder), reason(&error))),
        }
    }

    /// Adds a picture to the turn that was played last; its file stands in quotation marks if its name has spaces.
    fn attach(&mut self, journal: &mut Journal<'_>, text: &str) -> CommandResult<PromptFlow> {
        let closing = |mark: &&(char, char)| text.starts_with(mark.0);
        let marks = [('"', '"'), ('\'', '\''), ('“', '”'), ('‘', '’')];
        let within = |(opens, closes): &(char, char)| text[opens.len_utf8()..].split_once(*closes);
        let file = marks.iter().find(closing).and_then(within).or_else(|| text.split_once(' '));
        let (file, words) = file.unwrap_or((text, ""));
        if file.is_empty() {
            return self.refuse("type attach and the file of a picture, such as attach table.jpg The board at the end");
        }
        let ply = journal.record().play().current_turn().checked_sub(1);
        let ply = ply.filter(|ply| *ply >= journal.record().heading().game.first_turn());
        let moment = now();
        let remark = Remark { ply, moment: Some(moment), words: words.trim().to_owned() };
        // Before the picture is copied.
        if let Err(error) = journal.record().clone().enter(Entry::Afterword(Afterword::Remark(remark.clone()))) {
            return self.refuse(&error.to_string());
        }
        match keep_picture_file(journal.path(), Path::new(file)) {
            Ok((file, sha256)) => {
                let Remark { ply, words, .. } = remark;
                let said = ply.map_or("Picture added.".to_owned(), |ply| format!("Picture added to turn {ply}."));
                let attachment = Attachment { file, sha256, ply, moment, words };
                self.write(journal, Entry::Afterword(Afterword::Attached(attachment)), &said)
            }
            Err(error) => {
                let way_out = error.help().map_or(String::new(), |help| format!("; {help}"));
                self.refuse(&format!("{error}{way_out}"))
            }
        }
    }

    /// Makes an entry that leaves the turn as it is, and says so.
    fn write(&mut self, journal: &mut Journal<'_>, entry: Entry, said: &str) -> CommandResult<PromptFlow> {
        let before = journal.record().entries().len();
        match self.enter(journal, entry)? {
            // Another window has played too.
            PromptFlow::Entered if journal.record().entries().len() > before + 1 => {
                self.take_die(journal.record())?;
                self.say(said).map(|_| PromptFlow::Entered)
            }
            PromptFlow::Entered => self.say(said),
            flow => Ok(flow),
        }
    }

    fn back(&mut self, journal: &mut Journal<'_>) -> CommandResult<PromptFlow> {
        let Some((acts, what)) = last_decision(journal.record()) else {
            return self.refuse("there is nothing to take back");
        };
        // Taking back leaves a permanent trace in the journal, so a person confirms it.
        if self.prompt.is_person()
            && let Some(flow) = self.declined(&format!("Take back {what}?"), Some(true))?
        {
            return Ok(flow);
        }
        let flow = self.enter(journal, Entry::TakenBack(acts))?;
        if let PromptFlow::Entered = flow {
            self.say(format!("Taken back: {what}."))?;
        }
        Ok(flow)
    }

    /// Reads a whole act, and plays it.
    fn play_text(&mut self, journal: &mut Journal<'_>, text: &str) -> CommandResult<PromptFlow> {
        match read_act(text, journal.record()) {
            Ok(acts) => self.play_acts(journal, acts),
            Err(why) => self.refuse(&why),
        }
    }

    /// Ends a game without a referee.
    fn end(&mut self, journal: &mut Journal<'_>, result: &str) -> CommandResult<PromptFlow> {
        let question = format!("End the game now, for good, with the result {}?", quoted(result));
        if !result.is_empty()
            && self.prompt.is_person()
            && let Some(flow) = self.declined(&question, None)?
        {
            return Ok(flow);
        }
        self.play_text(journal, format!("end {result}").trim())
    }

    /// A move that breaks RULES 4 but not RULES 3, or in another game GAMES C4, recorded as it was played.
    fn irregular(&mut self, journal: &mut Journal<'_>, text: &str) -> CommandResult<PromptFlow> {
        let example = journal.record().heading().game.kind().move_example().unwrap_or_default();
        let asked = format!("type irregular and the move, such as irregular {example}");
        if text.is_empty() {
            return self.refuse(&asked);
        }
        let (act, why) = match journal.record().read_irregular(text) {
            Ok(read) => read,
            Err(error) => return self.refuse(&error.to_string()),
        };
        let question = format!("{} is against the rules: {}. Record it?", act.text(), why);
        match self.declined(&question, None)? {
            Some(flow) => Ok(flow),
            None => self.play_act(journal, act),
        }
    }

    /// A resignation is an act in the other games, since others may play on (GAMES C3).
    fn resign_seat(&mut self, journal: &mut Journal<'_>, named: &str) -> CommandResult<PromptFlow> {
        let record = journal.record();
        let seats = record.game().seats();
        let seat = match (named, record.state().actor()) {
            ("", Actor::Seat(seat)) => Some(seat),
            _ => seats.iter().position(|seat| {
                folded(&seat.name) == folded(named) || seat.letter.to_string().eq_ignore_ascii_case(named)
            }),
        };
        let Some(seat) = seat else {
            let names: Vec<String> = seats.iter().map(|seat| format!("{} ({})", seat.name, seat.letter)).collect();
            return self.refuse(&format!("name the seat that resigns: {}", names.join(", ")));
        };
        let player = record.heading().seats.players.get(seat);
        let player = player.map_or(String::new(), |player| format!(" ({player})"));
        let question = format!("Does {}{player} resign?", seats[seat].name);
        let text = format!("resign {}", seats[seat].letter);
        match self.declined(&question, None)? {
            Some(flow) => Ok(flow),
            None => self.play_text(journal, &text),
        }
    }

    pub(super) fn close(
        &mut self,
        journal: &mut Journal<'_>,
        question: &str,
        closing: Closing,
    ) -> CommandResult<PromptFlow> {
        match self.declined(question, None)? {
            Some(flow) => Ok(flow),
            None => self.enter(journal, Entry::Concluded(closing, now())),
        }
    }

    /// Asks for yes or no, and returns what a no leads to.
    pub(super) fn declined(&mut self, question: &str, default: Option<bool>) -> CommandResult<Option<PromptFlow>> {
        Ok(match confirm(&mut self.prompt, question, default, "Type yes or no.")? {
            ChoiceReply::Given(true) => None,
            ChoiceReply::Given(false) | ChoiceReply::Back => Some(PromptFlow::On),
            ChoiceReply::Stop => Some(PromptFlow::Stop),
        })
    }
}

/// The number of acts to undo for undoing a person's last decision, and what they are.
fn last_decision(record: &Record) -> Option<(usize, String)> {
    if let Some(record) = record.enochian() {
        let acts = record.last_decision(record.subject().die() == Some(DieThrower::ByHand))?;
        let parts: Vec<String> = record.standing().rev().take(acts).map(act_words).collect();
        return Some((acts, list(&parts)));
    }
    let steps = record.play().steps();
    // The prompts play what is forced.
    let is_decided = |step: &PlayedAct| record.is_decided(step) && !is_forced(&step.text);
    let before = steps.iter().rposition(is_decided)?;
    let (step, acts) = (&steps[before], steps.len() - before);
    let text = open_text(record, step);
    let is_move = step.text.starts_with(|c: char| c.is_ascii_uppercase()) && !text.contains(' ');
    let what = if is_move { format!("the move {text}") } else { format!("the act {}", quoted(&text)) };
    let more = if acts > 1 { ", with what followed" } else { "" };
    Some((acts, format!("{what} by {} in turn {}{more}", record.state().actor_name(step.actor), step.turn)))
}

fn act_words(act: Act) -> String {
    match act {
        Act::Throw(throw) => format!("the throw of {throw}"),
        Act::Move(Move::Pass) => "a turn without a move".to_owned(),
        Act::Move(mv) | Act::Irregular(mv) => format!("the move {mv}"),
        Act::Exchange(_) => "the exchange".to_owned(),
        Act::Withdrawal(army) => format!("the withdrawal of {army}"),
    }
}
