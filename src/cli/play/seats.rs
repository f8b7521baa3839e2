//! Who plays which army (RULES 6.4, 8.2).

use crate::chess::Army;
use crate::reading::{DiceSource, Throw};
use crate::record::{SeatThrow, Seats};

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
    let mut known = names.clone();
    known.sort();
    known.dedup();
    match names.len() {
        1..=4 if known.len() == names.len() && !names.iter().any(String::is_empty) => Ok(names),
        _ => Err("expected one to four different names, separated by commas".to_owned()),
    }
}

/// Seats the players. In a reading the first plays the querent's army and the others throw for theirs; in a game all
/// throw. The highest throw chooses first, and ties throw again. Two players play a side each; with three, the remaining
/// army goes to its partner's player.
///
/// None if the input ends.
pub(in super::super) fn settle(
    prompt: &mut Prompt,
    players: &[String],
    querent: Option<Army>,
    chance: &mut Option<DiceSource>,
) -> anyhow::Result<Option<Seats>> {
    let Some((first, others)) = players.split_first() else { return Ok(None) };
    if others.is_empty() {
        return Ok(Some(Seats::alone(first)));
    }
    let sides = players.len() == 2;
    let mut seats: [Option<String>; 4] = Default::default();
    let seat = |army: Army, player: &str, seats: &mut [Option<String>; 4]| {
        seats[army.index()] = Some(player.to_owned());
        if sides {
            seats[army.partner().index()] = Some(player.to_owned());
        }
    };
    let mut throws = Vec::new();
    let throwing = match querent {
        Some(querent) => {
            seat(querent, first, &mut seats);
            others
        }
        None => players,
    };
    if let [one] = throwing {
        let free = querent.map_or(Army::Air, |querent| querent.enemies()[0]);
        seat(free, one, &mut seats);
    } else {
        let Some(order) = throw_for_order(prompt, throwing, chance)? else { return Ok(None) };
        for (player, thrown) in order {
            let free: Vec<Army> = Army::ALL.into_iter().filter(|army| seats[army.index()].is_none()).collect();
            let Some(army) = choose_army(prompt, &player, &free, sides)? else { return Ok(None) };
            seat(army, &player, &mut seats);
            throws.push(SeatThrow { player, throws: thrown, army });
        }
    }
    let players = Army::ALL.map(|army| {
        let seat = |army: Army| seats[army.index()].clone();
        seat(army).or_else(|| seat(army.partner())).unwrap_or_else(|| first.clone())
    });
    Ok(Some(Seats { players, throws }))
}

/// Asks for the player of each army. None if the input ends.
pub(in super::super) fn by_name(prompt: &mut Prompt, players: &[String]) -> anyhow::Result<Option<Seats>> {
    let names: Vec<&str> = players.iter().map(String::as_str).collect();
    let mut seats: [String; 4] = Default::default();
    let mut at = 0;
    while let Some(&army) = Army::ALL.get(at) {
        // Two players play a side each, which alternate around the board; four play one army each.
        let usual = names[at % names.len()];
        let question = format!("Who plays {army}? ({})", names.join(", "));
        let help =
            "Name one of the players. Partners are Air and Fire, Water and Earth; one person can play several armies.";
        let read = |line: &str| one_of(line, &names).map(str::to_owned);
        match choose(prompt, &question, Some((usual, usual.to_owned())), help, read)? {
            ChoiceReply::Given(name) => {
                seats[army.index()] = name;
                at += 1;
            }
            ChoiceReply::Back => at = at.saturating_sub(1),
            ChoiceReply::Stop => return Ok(None),
        }
    }
    Ok(Some(Seats { players: seats, throws: Vec::new() }))
}

/// A player and the throws for the choice of armies.
type SeatDice = (String, Vec<Throw>);

/// The players with their throws, the highest first.
fn throw_for_order(
    prompt: &mut Prompt,
    players: &[String],
    chance: &mut Option<DiceSource>,
) -> anyhow::Result<Option<Vec<SeatDice>>> {
    prompt.say("The players throw the die to choose armies. The highest throw chooses first; ties throw again.")?;
    let mut thrown: Vec<SeatDice> = players.iter().map(|player| (player.clone(), Vec::new())).collect();
    loop {
        let tied: Vec<usize> = (0..thrown.len())
            .filter(|&one| (0..thrown.len()).any(|other| other != one && thrown[one].1 == thrown[other].1))
            .collect();
        if tied.is_empty() {
            break;
        }
        for index in tied {
            let Some(throw) = throw_of(prompt, &thrown[index].0, chance)? else { return Ok(None) };
            thrown[index].1.push(throw);
        }
    }
    thrown.sort_by(|one, other| other.1.cmp(&one.1));
    Ok(Some(thrown))
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

/// Asks for an army among those that are free, with `sides` for a side by one of its armies.
fn choose_army(prompt: &mut Prompt, player: &str, free: &[Army], sides: bool) -> anyhow::Result<Option<Army>> {
    match free {
        [army] => {
            prompt.say(&format!("{player} takes {army}."))?;
            return Ok(Some(*army));
        }
        [army, partner] if sides => {
            prompt.say(&format!("{player} takes {army} and {partner}."))?;
            return Ok(Some(*army));
        }
        _ => {}
    }
    let names: Vec<&str> = free.iter().map(|army| army.name()).collect();
    let names = names.join(", ");
    loop {
        match prompt.ask(&format!("{player} chooses an army ({names}):"))? {
            Reply::End => return Ok(None),
            Reply::Line(line) if is_stop(&line) => return Ok(None),
            Reply::Line(line) => match line.parse::<Army>() {
                Ok(army) if free.contains(&army) => return Ok(Some(army)),
                _ => prompt.refuse(&format!("choose one of {names}"))?,
            },
        }
    }
}
