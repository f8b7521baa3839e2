//! The commands that only readings and games of Enochian chess have.

use crate::chess::{Army, Exchange, IllegalAction, Square};
use crate::cli::prelude::*;
use crate::disk::folder_of;
use crate::journal::{Journal, MeaningsBeside, OwnMeanings};
use crate::lookup::Thing;
use crate::record::Closing;
use crate::render::dice_text;
use crate::session::{Act, PlayedTurn};

use super::super::remember::{known, named, remembered};
use super::choice::{ChoiceReply, choose};
use super::{PromptFlow, Prompts};

impl Prompts {
    pub(super) fn say_dice(&self, journal: &Journal<'_>) -> CommandResult<PromptFlow> {
        let question = journal.record().known_enochian().subject().question();
        self.say(question.map_or(String::new(), dice_text))
    }

    /// Keeps what a thing means to the person.
    pub(super) fn remember(&mut self, journal: &Journal<'_>, text: &str) -> CommandResult<PromptFlow> {
        let board = journal.record().known_enochian().subject().board();
        let mut own = OwnMeanings::read(folder_of(journal.path()), self.cx.correspondences, self.naming);
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let (thing, words) = match named(&own, &words, Some(board)) {
            Ok(found) => found,
            Err(error) => return self.refuse(&error.to_string()),
        };
        if let Some(kept) = own.of(&thing) {
            return self.refuse(&known(&thing, kept).to_string());
        }
        let words = match words.is_empty() {
            true => self.prompt.ask(&format!("What does {thing} mean to you?"))?,
            false => Some(words),
        };
        let Some(words) = words else { return Ok(PromptFlow::Stop) };
        if words.is_empty() {
            return self.say("Nothing was kept.");
        }
        match own.put(&thing, Some(&words), None) {
            Ok(()) => self.say(remembered(&thing)),
            Err(error) => self.refuse(&format!("{:#}", CommandError::from(error))),
        }
    }

    /// What the square means to the person on which a piece has just landed, and what belongs to it.
    pub(super) fn own_words(&self, journal: &Journal<'_>) -> Vec<String> {
        let Some(record) = journal.record().enochian().filter(|record| !record.is_quiet()) else { return Vec::new() };
        let landing = record.turns().last().and_then(PlayedTurn::landing);
        let folder = folder_of(journal.path());
        let Some(square) = landing.filter(|_| OwnMeanings::is_in(folder)) else { return Vec::new() };
        let own = OwnMeanings::read(folder, self.cx.correspondences, self.naming);
        MeaningsBeside::lines(&own, &Thing::of_square(square, record.subject().board(), self.cx.correspondences))
    }

    pub(super) fn exchange(&mut self, journal: &mut Journal<'_>) -> CommandResult<PromptFlow> {
        let record = journal.record().known_enochian();
        let possible = record.position().exchanges();
        let Some(first) = possible.first().copied() else {
            return self.refuse(&IllegalAction::NoExchange.to_string());
        };
        let army = record.turn();
        let offer = format!(
            "{army} gives back the king of {}, and {} that of {}. Does {} agree?",
            first.with.partner(),
            first.with,
            army.partner(),
            record.heading().seats.player(first.with),
        );
        if let Some(flow) = self.declined(&offer, None)? {
            return Ok(flow);
        }
        let ours = distinct(possible.iter().map(|exchange| exchange.partners_king));
        let partners_king = match self.place(army.partner(), &ours)? {
            ChoiceReply::Given(square) => square,
            ChoiceReply::Back => return Ok(PromptFlow::On),
            ChoiceReply::Stop => return Ok(PromptFlow::Stop),
        };
        let theirs = distinct(possible.iter().filter(|e| e.partners_king == partners_king).map(|e| e.enemys_king));
        let enemys_king = match self.place(first.with.partner(), &theirs)? {
            ChoiceReply::Given(square) => square,
            ChoiceReply::Back => return Ok(PromptFlow::On),
            ChoiceReply::Stop => return Ok(PromptFlow::Stop),
        };
        let exchange = Exchange { with: first.with, partners_king, enemys_king };
        let flow = self.enter(journal, Act::Exchange(exchange))?;
        if let PromptFlow::Entered = flow {
            self.say(format!(
                "The king of {} returns to {partners_king}, the king of {} to {enemys_king}.",
                army.partner(),
                first.with.partner()
            ))?;
        }
        Ok(flow)
    }

    /// The square of a returned king: its owner chooses if there are several.
    fn place(&mut self, army: Army, squares: &[Square]) -> CommandResult<ChoiceReply<Square>> {
        if let [one] = squares {
            return Ok(ChoiceReply::Given(*one));
        }
        let names: Vec<String> = squares.iter().map(Square::to_string).collect();
        let question = format!("Where does the king of {army} return to? ({})", names.join(", "));
        let read = |line: &str| {
            let square = line.parse().ok().filter(|square| squares.contains(square));
            square.ok_or_else(|| format!("choose {}", names.join(" or ")))
        };
        choose(&mut self.prompt, &question, None, "The owner of the king chooses its square.", read)
    }

    pub(super) fn withdraw(&mut self, journal: &mut Journal<'_>) -> CommandResult<PromptFlow> {
        let army = journal.record().known_enochian().turn();
        let flow = self.enter(journal, Act::Withdrawal(army))?;
        if let PromptFlow::Entered = flow {
            self.say(format!("{army} has withdrawn; {} commands both armies.", army.partner()))?;
        }
        Ok(flow)
    }

    pub(super) fn resign_side(&mut self, journal: &mut Journal<'_>) -> CommandResult<PromptFlow> {
        let army = journal.record().known_enochian().turn();
        let question =
            format!("To leave the game to a partner, withdraw instead. Do both {army} and {} resign?", army.partner());
        self.close(journal, &question, Closing::Resigned(army))
    }
}

fn distinct(squares: impl Iterator<Item = Square>) -> Vec<Square> {
    let mut found = Vec::new();
    for square in squares {
        if !found.contains(&square) {
            found.push(square);
        }
    }
    found
}
