//! The option `--policy querent=purpose`: who chooses the moves.

use anyhow::anyhow;

use crate::chess::{Army, Side};
use crate::input::quoted;
use crate::simulate::ArmyPlayer;

use super::super::lookup::suggestion;

/// One player for both armies of the querent's side, another for the others.
pub(super) fn of_sides(querent: Army, theirs: &ArmyPlayer, others: &ArmyPlayer) -> [ArmyPlayer; 4] {
    Army::ALL.map(|army| if army.side() == querent.side() { theirs } else { others }.clone())
}

/// Reads the policies one after another; the default is random.
pub(super) fn read(asked: &[String], querent: Army) -> anyhow::Result<[ArmyPlayer; 4]> {
    let mut players = [const { ArmyPlayer::Random }; 4];
    for text in asked {
        let (whom, name) = text.split_once('=').unwrap_or(("all", text));
        let armies = armies(whom, querent)?;
        let name = name.trim().to_lowercase();
        let player = ArmyPlayer::from_name(&name).ok_or_else(|| {
            let meant = suggestion(&name, ArmyPlayer::NAMES);
            anyhow!(
                "there is no policy {}; expected one of {}, alone or as in querent=purpose{meant}",
                quoted(&name),
                ArmyPlayer::NAMES.join(", ")
            )
        })?;
        armies.into_iter().for_each(|army| players[army.index()] = player.clone());
    }
    Ok(players)
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
        let known = "all, querent, others, actives, passives, air, water, fire, earth";
        let meant = suggestion(&whom, known.split(", "));
        return Err(anyhow!("there is no army {}; expected one of {known}{meant}", quoted(&whom)));
    }
    Ok(found)
}
