//! What the tests of all games share: the data, and a referee by its kind.

use std::fs;
use std::path::Path;

use enochian::games::{GameKind, GameOptions, GameState, Referee};
use serde_json::Value;

/// Every game, with each choice of options under which other acts are possible.
pub(crate) const GAMES: [(GameKind, &[(&str, &str)]); 11] = [
    (GameKind::Enochian, &[]),
    (GameKind::Three, &[]),
    (GameKind::Three, &[("cards", "on")]),
    (GameKind::Free, &[]),
    (GameKind::Free, &[("cards", "on")]),
    (GameKind::Team, &[]),
    (GameKind::Team, &[("cards", "on")]),
    (GameKind::Gods, &[]),
    (GameKind::Gods, &[("summoning", "loser")]),
    (GameKind::Faith, &[]),
    (GameKind::Faith, &[("order", "reverse")]),
];

/// The lines of a data file: `perft_three`.
pub(crate) fn data(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games-data").join(format!("{name}.jsonl"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The referee of a kind with these options: `&[("cards", "on")]`.
pub(crate) fn referee(kind: GameKind, options: &[(&str, &str)]) -> Referee {
    let options = GameOptions::new(options.iter().copied(), kind.options()).unwrap();
    kind.referee(&options).unwrap()
}

/// A list of texts.
pub(crate) fn texts(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// The texts of the acts that can be played.
pub(crate) fn offered(state: &dyn GameState) -> Vec<String> {
    state.acts().into_iter().map(|act| act.text).collect()
}

/// A source of chance: the next number of a simple series.
pub(crate) fn series(mut seed: usize) -> impl FnMut(usize) -> usize {
    move |below| {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        (seed / 65_536) % below
    }
}
