//! Who plays which army (RULES 6.4, 8.2).

use crate::chess::Army;
use crate::reading::DiceSource;
use crate::record::{DiceThrow, Seating, SeatingStep, Seats};

use super::super::command_error::CommandResult;
use super::super::prompt::Prompt;
use super::choice::{ChoiceReply, choose, one_of};

/// What two to six dice may show.
const EXAMPLES: [&str; 5] = ["3 5", "3 5 1", "3 5 1 6", "3 5 1 6 2", "3 5 1 6 2 4"];

/// Seats the players: they throw, or the program throws for them, and choose their armies. None if the input ends.
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
    let mut shown = 0;
    loop {
        for sentence in &seating.said()[shown..] {
            prompt.say(sentence)?;
        }
        shown = seating.said().len();
        match seating.step() {
            SeatingStep::Throw { player, dice } => {
                let player = player.to_owned();
                let throw = match chance {
                    Some(chance) => DiceThrow::draw(chance, dice)?,
                    None => {
                        let question = format!("{player} throws {dice} dice (such as {}):", EXAMPLES[dice - 2]);
                        let Some(line) = prompt.ask(&question)? else { return Ok(None) };
                        match line.parse() {
                            Ok(throw) => throw,
                            Err(_) => {
                                prompt.refuse("type what each of the dice shows, 1 to 6, with spaces between")?;
                                continue;
                            }
                        }
                    }
                };
                match seating.throw(throw.clone()) {
                    Ok(()) => prompt.say(&format!("{player} throws {throw}."))?,
                    Err(error) => prompt.refuse(&format!("{error}; type what each of them shows"))?,
                }
            }
            SeatingStep::Choose { player, armies, .. } => {
                let names = armies.iter().map(|army| army.name()).collect::<Vec<_>>().join(", ");
                let Some(line) = prompt.ask(&format!("{player} chooses an army ({names}):"))? else { return Ok(None) };
                if !line.parse().is_ok_and(|army| seating.choose(army).is_ok()) {
                    prompt.refuse(&format!("choose one of {names}"))?;
                }
            }
            SeatingStep::Seated(seats) => return Ok(Some(seats)),
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
        let usual = names[seated.len() % names.len()];
        let question = format!("Who plays {seat}? ({})", names.join(", "));
        let read = |line: &str| one_of(line, &names).map(str::to_owned);
        match choose(prompt, &question, Some((usual, usual.to_owned())), help, read)? {
            ChoiceReply::Given(name) => seated.push(name),
            ChoiceReply::Back if seated.pop().is_some() => {}
            ChoiceReply::Back => return Ok(ChoiceReply::Back),
            ChoiceReply::Stop => return Ok(ChoiceReply::Stop),
        }
    }
    Ok(ChoiceReply::Given(seated))
}
