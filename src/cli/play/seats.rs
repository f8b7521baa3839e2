//! Who plays which army (RULES 6.4, 8.2).

use crate::chess::Army;
use crate::cli::prelude::*;
use crate::reading::DiceSource;
use crate::record::{DiceThrow, Seating, SeatingStep, Seats};

use super::choice::{ChoiceReply, choose, one_of};

/// What two to six dice may show.
const EXAMPLES: [&str; 5] = ["3 5", "3 5 1", "3 5 1 6", "3 5 1 6 2", "3 5 1 6 2 4"];

/// Seats the players: they throw, or the program throws for them, and choose their armies. `back` takes back the last answer.
/// None if the input ends.
pub(in super::super) fn settle(
    prompt: &mut Prompt,
    players: &[String],
    querent: Option<Army>,
    chance: &mut Option<DiceSource>,
) -> CommandResult<Option<Seats>> {
    let mut seating = Seating::new(players, querent);
    if matches!(seating.step(), SeatingStep::Throw { .. }) {
        prompt.say(
            "The players throw two dice each to choose armies. The highest total chooses first; ties throw again.",
        )?;
    }
    // As it was before each answer.
    let mut before: Vec<Seating> = Vec::new();
    let mut shown = 0;
    loop {
        for sentence in &seating.said()[shown..] {
            prompt.say(sentence)?;
        }
        shown = seating.said().len();
        // What is done, and the sentence on it.
        let thrown = |player: &str, throw: DiceThrow| {
            let (mut next, sentence) = (seating.clone(), format!("{player} throws {throw}."));
            next.throw(throw).map(|()| (next, sentence))
        };
        let answer = match (seating.step(), &mut *chance) {
            (SeatingStep::Seated(seats), _) => return Ok(Some(seats)),
            (SeatingStep::Throw { player, dice }, Some(chance)) => {
                let next = thrown(player, DiceThrow::draw(chance, dice)?);
                let (next, sentence) = next.map_err(|error| problem!("{error}"))?;
                prompt.say(&sentence)?;
                seating = next;
                continue;
            }
            (SeatingStep::Throw { player, dice }, None) => {
                let question = format!("{player} throws {dice} dice (such as {}):", EXAMPLES[dice - 2]);
                let read = |line: &str| match line.parse() {
                    Ok(throw) => thrown(player, throw).map_err(|it| format!("{it}; type what each of them shows")),
                    Err(_) => Err("type what each of the dice shows, 1 to 6, with spaces between".to_owned()),
                };
                choose(prompt, &question, None, "What each of the dice shows, 1 to 6, with spaces between.", read)?
            }
            (SeatingStep::Choose { player, armies, .. }, _) => {
                let names: Vec<&str> = armies.iter().map(|army| army.name()).collect();
                let read = |line: &str| {
                    let name = one_of(line, &names)?;
                    let army = name.parse().map_err(|unknown| format!("{unknown}"))?;
                    let mut next = seating.clone();
                    next.choose(army).map_err(|error| error.to_string())?;
                    Ok((next, format!("{player} takes {name}.")))
                };
                let question = format!("{player} chooses an army ({}):", names.join(", "));
                choose(prompt, &question, None, "The army that this player commands.", read)?
            }
        };
        match answer {
            ChoiceReply::Given((next, sentence)) => {
                prompt.say(&sentence)?;
                before.push(std::mem::replace(&mut seating, next));
            }
            ChoiceReply::Back => match before.pop() {
                Some(last) => {
                    seating = last;
                    shown = seating.said().len();
                }
                None => prompt.refuse("this is the first question")?,
            },
            ChoiceReply::Stop => return Ok(None),
        }
    }
}

/// Asks who plays each seat. `back` on the first seat goes back to the question before.
pub(in super::super) fn by_name(
    prompt: &mut Prompt,
    players: &[String],
    seats: &[&str],
    help: &str,
) -> CommandResult<ChoiceReply<Vec<String>>> {
    let names: Vec<&str> = players.iter().map(String::as_str).collect();
    let mut seated: Vec<String> = Vec::new();
    while let Some(seat) = seats.get(seated.len()) {
        let default = names[seated.len() % names.len()];
        let question = format!("Who plays {seat}? ({})", names.join(", "));
        let read = |line: &str| one_of(line, &names).map(str::to_owned);
        match choose(prompt, &question, Some((default, default.to_owned())), help, read)? {
            ChoiceReply::Given(name) => seated.push(name),
            ChoiceReply::Back if seated.pop().is_some() => {}
            ChoiceReply::Back => return Ok(ChoiceReply::Back),
            ChoiceReply::Stop => return Ok(ChoiceReply::Stop),
        }
    }
    Ok(ChoiceReply::Given(seated))
}
