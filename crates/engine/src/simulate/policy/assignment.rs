//! Who plays what, in words: `querent=purpose`.

use crate::chess::{Army, Side};
use crate::input::{nearest, quoted};

use super::{ArmyPlayer, InvalidWeights, Weights};

/// A policy or an army that is unknown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownPlayer {
    /// There is no policy or army with a name.
    #[error("there is no {kind} {}; expected one of {expected}{}", quoted(.name), suggestion(.near.as_deref()))]
    #[allow(missing_docs, reason = "the message says what they are")]
    Name { kind: &'static str, name: String, expected: String, near: Option<String> },
    /// The policy is a table of weights with an error.
    #[error(transparent)]
    Weights(#[from] InvalidWeights),
}

impl UnknownPlayer {
    fn of(kind: &'static str, name: &str, known: &[&str], more: &str) -> UnknownPlayer {
        let near = nearest(name, known.iter().copied()).map(str::to_owned);
        UnknownPlayer::Name { kind, name: name.to_owned(), expected: known.join(", ") + more, near }
    }
}

fn suggestion(near: Option<&str>) -> String {
    near.map_or(String::new(), |near| format!(". Did you mean {}?", quoted(near)))
}

/// The words for armies.
const ARMIES: [&str; 9] = ["all", "querent", "others", "actives", "passives", "air", "water", "fire", "earth"];

impl ArmyPlayer {
    /// The players of all armies, from words such as `greedy`, `querent=purpose` or `others=weights(rook:5)`, of which a later
    /// one overrides an earlier one. The default is random.
    ///
    /// # Errors
    /// If there is no such policy or army.
    ///
    /// ```
    /// use enochian::{chess::Army, simulate::ArmyPlayer};
    /// let players = ArmyPlayer::of_words(["greedy", "querent=purpose"], Army::Water).unwrap();
    /// assert_eq!(players.map(|player| player.name().to_owned()), ["greedy", "purpose", "greedy", "purpose"]);
    /// ```
    pub fn of_words<'w>(
        words: impl IntoIterator<Item = &'w str>,
        querent: Army,
    ) -> Result<[ArmyPlayer; 4], UnknownPlayer> {
        ArmyPlayer::with_words([const { ArmyPlayer::Random }; 4], words, querent)
    }

    /// These players, but for the armies that the words name.
    ///
    /// # Errors
    /// If there is no such policy or army.
    pub fn with_words<'w>(
        mut players: [ArmyPlayer; 4],
        words: impl IntoIterator<Item = &'w str>,
        querent: Army,
    ) -> Result<[ArmyPlayer; 4], UnknownPlayer> {
        for text in words {
            let (whom, name) = text.split_once('=').unwrap_or(("all", text));
            let armies = armies(whom, querent)?;
            let name = name.trim().to_lowercase();
            let player = if name.starts_with(Weights::PREFIX) {
                ArmyPlayer::weighted(name.parse()?)
            } else {
                ArmyPlayer::from_name(&name).ok_or_else(|| {
                    UnknownPlayer::of("policy", &name, &ArmyPlayer::NAMES, ", alone or as in querent=purpose")
                })?
            };
            armies.into_iter().for_each(|army| players[army.index()] = player.clone());
        }
        Ok(players)
    }
}

/// The armies that a word means.
fn armies(whom: &str, querent: Army) -> Result<Vec<Army>, UnknownPlayer> {
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
        return Err(UnknownPlayer::of("army", &whom, &ARMIES, ""));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_words_are_named_with_what_is_meant() {
        let message = |word| ArmyPlayer::of_words([word], Army::Air).unwrap_err().to_string();
        assert_eq!(
            message("clever"),
            "there is no policy \"clever\"; expected one of random, greedy, purpose, level-1, level-2, level-3, level-4, alone or as in querent=purpose"
        );
        assert_eq!(
            message("quernet=greedy"),
            "there is no army \"quernet\"; expected one of all, querent, others, actives, passives, air, water, fire, earth. \
             Did you mean \"querent\"?"
        );
        assert!(message("others=weights(rok:1)").ends_with("Did you mean \"rook\"?"));
    }
}
