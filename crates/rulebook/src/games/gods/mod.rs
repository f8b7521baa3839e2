//! Gods of Chess: chess in which a capture is only tried, and may have to be won in a battle of Omaha hands (GAMES G).

mod battle;
mod gods_act_text;
mod gods_board;
mod gods_cards;
mod gods_play;
mod gods_position;
mod gods_sound;
mod gods_state;
mod gods_text;
mod omaha;
mod playing_card;

use self::gods_board::GodsSide;
use self::gods_position::SummoningRule;
pub use self::gods_text::board_perft;
use self::gods_text::start;
use super::game::referee_of;
use super::kind::KindFacts;
use super::{GameKind, GameOptions, OptionSpec, Referee, Seat};

/// The options of the game.
const OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: "summoning",
    values: &["attacker", "loser"],
    about: "Who can gain a hero by losing a battle: only the attacker, or either player",
}];

pub(super) const FACTS: KindFacts = KindFacts {
    name: "gods",
    title: "Gods of Chess",
    source: "God Of Chess, rules for chess with Omaha poker (anonymous)",
    rules: Some("docs/games/gods.md"),
    options: OPTIONS,
    has_readings: false,
    is_dealt: true,
    has_setup_file: false,
    move_example: Some("Pe2e4"),
    has_card_acts: false,
    referee: Some(referee),
};

/// The referee of the game.
fn referee(options: &GameOptions) -> Referee {
    let rule = if options.is("summoning", "loser") { SummoningRule::Loser } else { SummoningRule::Attacker };
    let seat = |side: GodsSide| Seat { letter: side.letter(), name: side.name().to_owned(), side: side.index() };
    referee_of(GameKind::Gods, GodsSide::ALL.map(seat).to_vec(), start(rule))
}
