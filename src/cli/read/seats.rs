//! Who plays which army (RULES 6.4, 8.2).

use crate::chess::Army;
use crate::reading::{Chance, Throw};
use crate::record::{SeatThrow, Seats};

use super::super::prompt::{Prompt, Reply};
use super::choice::is_stop;

/// Seats the players, the querent's first. The others throw for their armies where there is a choice: the
/// highest chooses first, ties throw again. An army that is left over goes to its partner's player.
///
/// Nothing is settled when the input ends.
pub(super) fn settle(
    prompt: &mut Prompt,
    players: &[String],
    querent: Army,
    chance: &mut Option<Chance>,
) -> anyhow::Result<Option<Seats>> {
    let Some((first, others)) = players.split_first() else { return Ok(None) };
    let mut seats: [Option<String>; 4] = Default::default();
    seats[querent.index()] = Some(first.clone());
    let mut throws = Vec::new();
    match others {
        [] => return Ok(Some(Seats::alone(first))),
        [one] => {
            for army in querent.enemies() {
                seats[army.index()] = Some(one.clone());
            }
        }
        several => {
            let Some(order) = throw_for_order(prompt, several, chance)? else { return Ok(None) };
            for (player, thrown) in order {
                let free: Vec<Army> = Army::ALL.into_iter().filter(|army| seats[army.index()].is_none()).collect();
                let Some(army) = choose(prompt, &player, &free)? else { return Ok(None) };
                seats[army.index()] = Some(player.clone());
                throws.push(SeatThrow { player, throws: thrown, army });
            }
        }
    }
    let players = Army::ALL.map(|army| {
        let seat = |army: Army| seats[army.index()].clone();
        seat(army).or_else(|| seat(army.partner())).unwrap_or_else(|| first.clone())
    });
    Ok(Some(Seats { players, throws }))
}

/// A player and the throws for the choice of armies.
type Thrown = (String, Vec<Throw>);

/// The players with their throws, the highest first.
fn throw_for_order(
    prompt: &mut Prompt,
    players: &[String],
    chance: &mut Option<Chance>,
) -> anyhow::Result<Option<Vec<Thrown>>> {
    prompt.say("The die is thrown for the choice of armies; the highest chooses first, and ties throw again.")?;
    let mut thrown: Vec<Thrown> = players.iter().map(|player| (player.clone(), Vec::new())).collect();
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

fn throw_of(prompt: &mut Prompt, player: &str, chance: &mut Option<Chance>) -> anyhow::Result<Option<Throw>> {
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
                Err(error) => prompt.refuse(&format!("{error}; type what the die shows"))?,
            },
        }
    }
}

fn choose(prompt: &mut Prompt, player: &str, free: &[Army]) -> anyhow::Result<Option<Army>> {
    if let [army] = free {
        prompt.say(&format!("{player} takes {army}."))?;
        return Ok(Some(*army));
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
