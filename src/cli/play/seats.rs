//! Who plays which army (RULES 6.4, 8.2).

use crate::chess::Army;
use crate::reading::{DiceSource, Throw};
use crate::record::{Seating, SeatingStep, Seats, check_players};

use super::super::prompt::{Prompt, Reply};
use super::choice::{ChoiceReply, choose, is_stop, one_of};

/// Asks for the players' names.
pub(in super::super) fn ask_players(
    prompt: &mut Prompt,
    usual: Option<&str>,
    help: &str,
) -> anyhow::Result<ChoiceReply<Vec<String>>> {
    let usual = usual.map(|name| (name, vec![name.to_owned()]));
    choose(prompt, "Who plays? (names, separated by commas)", usual, help, read_players)
}

/// Reads one to four names, separated by commas.
pub(in super::super) fn read_players(line: &str) -> Result<Vec<String>, String> {
    let names: Vec<String> = line.split(',').map(|name| name.trim().to_owned()).collect();
    match check_players(&names) {
        Ok(()) => Ok(names),
        Err(invalid) => Err(format!("{invalid}, separated by commas")),
    }
}

/// Seats the players: they throw, or the program throws for them, and choose their armies. None if the input ends.
pub(in super::super) fn settle(
    prompt: &mut Prompt,
    players: &[String],
    querent: Option<Army>,
    chance: &mut Option<DiceSource>,
) -> anyhow::Result<Option<Seats>> {
    let mut seating = Seating::new(players, querent);
    if matches!(seating.step(), SeatingStep::Throw { .. }) {
        prompt.say("The players throw the die to choose armies. The highest throw chooses first; ties throw again.")?;
    }
    let mut shown = 0;
    loop {
        for sentence in &seating.said()[shown..] {
            prompt.say(sentence)?;
        }
        shown = seating.said().len();
        match seating.step() {
            SeatingStep::Throw { player } => match throw_of(prompt, player, chance)? {
                Some(throw) => seating.throw(throw)?,
                None => return Ok(None),
            },
            SeatingStep::Choose { player, armies, .. } => {
                let names = armies.iter().map(|army| army.name()).collect::<Vec<_>>().join(", ");
                match prompt.ask(&format!("{player} chooses an army ({names}):"))? {
                    Reply::End => return Ok(None),
                    Reply::Line(line) if is_stop(&line) => return Ok(None),
                    Reply::Line(line) => {
                        if !line.parse().is_ok_and(|army| seating.choose(army).is_ok()) {
                            prompt.refuse(&format!("choose one of {names}"))?;
                        }
                    }
                }
            }
            SeatingStep::Seated(seats) => return Ok(Some(seats)),
        }
    }
}

/// Asks for the player of each army. None if the input ends.
pub(in super::super) fn by_name(prompt: &mut Prompt, players: &[String]) -> anyhow::Result<Option<Seats>> {
    let names: Vec<&str> = players.iter().map(String::as_str).collect();
    let default = Seats::in_turn(players);
    let mut seats = default.clone();
    let mut at = 0;
    while let Some(&army) = Army::ALL.get(at) {
        let usual = default.player(army);
        let question = format!("Who plays {army}? ({})", names.join(", "));
        let help =
            "Name one of the players. Partners are Air and Fire, Water and Earth; one person can play several armies.";
        let read = |line: &str| one_of(line, &names).map(str::to_owned);
        match choose(prompt, &question, Some((usual, usual.to_owned())), help, read)? {
            ChoiceReply::Given(name) => {
                seats.players[army.index()] = name;
                at += 1;
            }
            ChoiceReply::Back => at = at.saturating_sub(1),
            ChoiceReply::Stop => return Ok(None),
        }
    }
    Ok(Some(seats))
}

fn throw_of(prompt: &mut Prompt, player: &str, chance: &mut Option<DiceSource>) -> anyhow::Result<Option<Throw>> {
    if let Some(chance) = chance {
        let throw = chance.draw()?.throw();
        prompt.say(&format!("{player} throws {throw}."))?;
        return Ok(Some(throw));
    }
    loop {
        match prompt.ask(&format!("{player} throws (1 to 6):"))? {
            Reply::End => return Ok(None),
            Reply::Line(line) if is_stop(&line) => return Ok(None),
            Reply::Line(line) => match line.parse() {
                Ok(throw) => return Ok(Some(throw)),
                Err(error) => prompt.refuse(&format!("{error}; type the throw of the die"))?,
            },
        }
    }
}
