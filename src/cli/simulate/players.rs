//! Who chooses the moves, as it is asked for: `--policy querent=purpose`.

use anyhow::anyhow;

use crate::chess::{Army, Side};
use crate::simulate::Player;
use crate::text::quoted;

use super::super::lookup::suggestion;

/// The names of the players of the four armies.
#[derive(Clone, Debug)]
pub(super) struct Players([String; 4]);

impl Players {
    /// The same player for all.
    pub(super) fn of_sides(querent: Army, theirs: &str, others: &str) -> Players {
        Players(Army::ALL.map(|army| if army.side() == querent.side() { theirs } else { others }.to_owned()))
    }

    /// Reads what was asked for, one after another; chance plays what is not spoken of.
    pub(super) fn read(asked: &[String], querent: Army) -> anyhow::Result<Players> {
        let mut players = Players::of_sides(querent, Player::NAMES[0], Player::NAMES[0]);
        for text in asked {
            let (whom, name) = text.split_once('=').unwrap_or(("all", text));
            let armies = armies(whom, querent)?;
            let name = name.trim().to_lowercase();
            if Player::named(&name).is_none() {
                let meant = suggestion(&name, Player::NAMES);
                return Err(anyhow!(
                    "there is no policy {}; expected {}{meant}",
                    quoted(&name),
                    Player::NAMES.join(", ")
                ));
            }
            armies.into_iter().for_each(|army| players.0[army.index()].clone_from(&name));
        }
        Ok(players)
    }

    pub(super) fn names(&self) -> &[String; 4] {
        &self.0
    }

    pub(super) fn all(&self) -> [Player; 4] {
        // Every name was looked up when it was read.
        Army::ALL.map(|army| Player::named(&self.0[army.index()]).unwrap_or_default())
    }
}

/// The armies that a word means.
fn armies(whom: &str, querent: Army) -> anyhow::Result<Vec<Army>> {
    let whom = whom.trim().to_lowercase();
    let found: Vec<Army> = match whom.as_str() {
        "all" => Army::ALL.to_vec(),
        "querent" => querent.side().armies().to_vec(),
        "others" => querent.side().opponent().armies().to_vec(),
        "actives" => Side::Actives.armies().to_vec(),
        "passives" => Side::Passives.armies().to_vec(),
        army => army.parse().into_iter().collect(),
    };
    if found.is_empty() {
        let known = "querent, others, actives, passives, air, water, fire, earth";
        let meant = suggestion(&whom, known.split(", "));
        return Err(anyhow!("nobody is called {} here; expected one of {known}{meant}", quoted(&whom)));
    }
    Ok(found)
}
