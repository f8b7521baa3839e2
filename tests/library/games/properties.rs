//! What holds of every game, whatever is played.

use std::sync::Arc;

use enochian::games::{Actor, GameKind, GameState, Referee};
use proptest::prelude::*;
use proptest::string::string_regex;

use super::common::{self, GAMES, offered};
use crate::sample::short_or_whole;

/// Where a game begins: one of [`GAMES`], from its set-up or from a position of kept data.
#[derive(Clone, Debug)]
struct Start {
    game: usize,
    position: Option<String>,
}

impl Start {
    fn kind(&self) -> GameKind {
        GAMES[self.game].0
    }

    fn referee(&self) -> Referee {
        let (kind, options) = GAMES[self.game];
        common::referee(kind, options)
    }

    fn state(&self) -> Arc<dyn GameState> {
        match &self.position {
            Some(position) => self.referee().read(position).unwrap(),
            None => self.referee().start(),
        }
    }

    /// Plays a game by these numbers: each chooses an act, mostly a capture if there is one, and is the seed of chance.
    fn play_by(&self, numbers: &[u16]) -> (Vec<String>, Arc<dyn GameState>) {
        let (mut state, mut acts) = (self.state(), Vec::new());
        for &number in numbers {
            let offered = offered(&*state);
            if offered.is_empty() {
                break;
            }
            let captures: Vec<&String> = offered.iter().filter(|act| act.contains('x')).collect();
            let number = usize::from(number);
            let chosen = match captures.is_empty() || number % 3 == 0 {
                true => &offered[number % offered.len()],
                false => captures[number % captures.len()],
            };
            let act = state.chance(&mut common::series(number)).unwrap_or_else(|| chosen.clone());
            state = state.play(&act).unwrap_or_else(|error| panic!("{act} in {}: {error}", state.text())).state;
            acts.push(act);
        }
        (acts, state)
    }
}

fn starts() -> impl Strategy<Value = Start> {
    let scattered = GameKind::OTHERS.iter().filter(|kind| **kind != GameKind::Gods).flat_map(|kind| {
        let game = GAMES.iter().position(|(other, _)| other == kind).unwrap();
        let lines = common::data(&format!("scatter_{kind}")).into_iter();
        lines.map(move |line| Start { game, position: line["start"].as_str().map(str::to_owned) })
    });
    prop_oneof![
        3 => (0..GAMES.len()).prop_map(|game| Start { game, position: None }),
        1 => prop::sample::select(scattered.collect::<Vec<_>>()),
    ]
}

fn numbers(most: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..most)
}

/// Texts that look like acts.
fn act_like() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,20}|resign ?\\PC?",
        "[KQRBNP][a-h][1-8]x?[a-h][1-8](=[QRBNK])?",
        "[KRNPCELASMUBXQOIHDGVZT][a-r][a-r][1-5][x#]?[a-r][a-r][1-5](=[A-Z])?",
        "(defend|refuse|keep|stay|high|low|summon|leave|deal|refill|field|battle|discard|withdraw|exchange)",
        "(--|#|O-O|O-O-O|resign [wbrngoafe])",
        "(discard|field|battle|deal|refill|summon) ([2-9TJQKA?][cdhs?]){1,5}(/([2-9TJQK][cdhs]){4})?",
        card_act("((move|swap|remove|place|change|turn|out|in|fly) ([a-h1-8wrbnKQP]{0,6}|[a-z0-9A-Z]{0,6})|end)"),
    ]
}

/// Texts that look like positions.
fn position_like() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,80}",
        "[wrbnKQRBNP1-8#/]{0,60} [wrbn] [wrbn-]{1,3} [O-] [a-h1-8*-]{1,6} [wrb1-8a-h-]{1,6} [0-9]{1,3}",
    ]
}

/// What a card can do, most of it in one game or the other.
const SOUND_OP: &str = "(move|swap) ([a-h][1-8]){2}|remove [a-h][1-8]|place [wrbn][KQRBNP][a-h][1-8]|\
                        change [a-h][1-8][wrbn][KQRBNP]|(move|swap) ([a-r][a-r][1-5]){2}|remove [a-r][a-r][1-5]|\
                        place [rogb][KRNCP][a-r][a-r][1-5]|(turn|out|in) [wbrnog]|end";

/// Card acts with ops that the pattern describes.
fn card_act(op: &str) -> impl Strategy<Value = String> {
    prop::collection::vec(string_regex(op).unwrap(), 0..4).prop_map(|ops| {
        let colon = if ops.is_empty() { "" } else { ": " };
        format!("card \"Any\"{colon}{}", ops.join(", "))
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: short_or_whole(64, 256),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_record_replays_and_every_text_is_read_again(start in starts(), numbers in numbers(120)) {
        let (acts, last) = start.play_by(&numbers);
        let (referee, mut state) = (start.referee(), start.state());
        for (number, act) in acts.iter().enumerate() {
            let played = state.play(act).unwrap();
            prop_assert_eq!(&played.text, act);
            prop_assert_eq!(played.ends_turn, played.state.turn() != state.turn(), "{}", act);
            prop_assert_eq!(played.irregular, None);
            state = played.state;
            let read = referee.read(&state.text()).unwrap();
            prop_assert_eq!(read.text(), state.text());
            prop_assert_eq!(offered(&*read), offered(&*state));
            prop_assert_eq!(read.ending(), state.ending());
            for seat in (0..referee.seats().len()).map(Some).chain([None]) {
                let view = state.view(seat).text();
                let read = referee.read(&view).unwrap();
                prop_assert_eq!(read.text(), view.as_str());
                prop_assert_eq!(read.view(seat).text(), view);
            }
            if number % 8 == 0 {
                plays_what_it_offers(start.kind(), &*state);
                // What was played before, and cannot be played now, may be against the rules.
                for text in &acts {
                    if let Ok(played) = state.play_irregular(text) {
                        prop_assert!(played.irregular.is_some(), "{}", text);
                        referee.read(&played.state.text()).unwrap();
                        plays_what_it_offers(start.kind(), &*played.state);
                    }
                }
            }
        }
        plays_what_it_offers(start.kind(), &*state);
        plays_what_it_offers(start.kind(), &*state.view(None));
        prop_assert_eq!(state.text(), last.text());
    }

    #[test]
    fn any_other_text_is_refused_and_changes_nothing(
        start in starts(),
        numbers in numbers(60),
        texts in prop::collection::vec(act_like(), 20),
    ) {
        let (_, state) = start.play_by(&numbers);
        let (before, acts) = (state.text(), state.acts());
        for text in texts {
            let word = |text: &str| text.split(' ').next().map(str::to_owned);
            match state.play(&text) {
                // A word without its cards stands for what is offered with them, and cards that nobody has seen may be named.
                Ok(played) => {
                    let is_offered = acts.iter().any(|act| {
                        act.text == played.text || act.is_open && word(&act.text) == word(&played.text)
                    });
                    let is_always = text.starts_with("resign ") || text.starts_with("card ");
                    prop_assert!(is_offered || is_always, "{} in {}", text, before);
                    prop_assert_eq!(text.starts_with("card "), played.irregular.is_some());
                    start.referee().read(&played.state.text()).unwrap();
                }
                Err(_) => prop_assert!(!acts.iter().any(|act| act.text == text && !act.is_open), "{} in {}", text, before),
            }
            if let Ok(played) = state.play_irregular(&text) {
                prop_assert!(played.irregular.is_some() && !acts.iter().any(|act| act.text == played.text));
            }
            prop_assert_eq!(state.text(), before.as_str());
        }
    }

    #[test]
    fn what_a_card_leaves_is_sound(
        start in starts(),
        numbers in numbers(60),
        cards in prop::collection::vec(card_act(SOUND_OP), 20),
    ) {
        let (_, mut state) = start.play_by(&numbers);
        for card in cards {
            let played = state.play(&card);
            prop_assert!(played.is_err() || start.kind().has_card_acts());
            if let Ok(played) = played {
                prop_assert_eq!(played.text, card);
                state = played.state;
                let read = start.referee().read(&state.text()).unwrap();
                prop_assert_eq!(read.text(), state.text());
                prop_assert_eq!(offered(&*read), offered(&*state));
                prop_assert_eq!(read.acts().is_empty(), read.ending().is_some());
            }
        }
    }

    #[test]
    fn any_text_is_refused_as_a_position_or_read_as_it_stands(
        game in 0..GAMES.len(),
        texts in prop::collection::vec(position_like(), 20),
    ) {
        let referee = Start { game, position: None }.referee();
        for text in texts {
            if let Ok(state) = referee.read(&text) {
                prop_assert_eq!(state.text(), text);
            }
        }
    }

    #[test]
    fn a_damaged_position_is_refused_or_read_as_it_stands(
        start in starts(),
        numbers in numbers(80),
        places in prop::collection::vec((any::<prop::sample::Index>(), 0..3usize, "[ -~é]{0,2}"), 1..3),
    ) {
        let (_, last) = start.play_by(&numbers);
        let mut text: Vec<char> = last.text().chars().collect();
        for (place, removed, with) in places {
            let place = place.index(text.len());
            let end = text.len().min(place + removed);
            text.splice(place..end, with.chars());
        }
        reads_as_it_stands(&start.referee(), &text.into_iter().collect::<String>());
    }
}

/// A text that is read as a position is written again as it was.
fn reads_as_it_stands(referee: &Referee, text: &str) {
    if let Ok(state) = referee.read(text) {
        assert_eq!(state.text(), text);
        for act in state.acts() {
            let _ = state.play(&act.text);
        }
    }
}

#[test]
fn a_position_that_lacks_a_character_or_a_field_is_refused_or_read_as_it_stands() {
    for game in 0..GAMES.len() {
        let start = Start { game, position: None };
        let text = start.state().text();
        for (place, character) in text.char_indices() {
            let (before, after) = (&text[..place], &text[place + character.len_utf8()..]);
            reads_as_it_stands(&start.referee(), &format!("{before}{after}"));
        }
        let fields: Vec<&str> = text.split(' ').collect();
        for field in 0..fields.len() {
            for other in ["", "-", "0", "00", "+1"] {
                let mut fields = fields.clone();
                fields[field] = other;
                reads_as_it_stands(&start.referee(), &fields.join(" "));
            }
        }
    }
}

/// Every act that is offered can be played, and is written as it is offered.
fn plays_what_it_offers(kind: GameKind, state: &dyn GameState) {
    let acts = state.acts();
    assert!(acts.is_sorted_by(|one, other| one.text < other.text), "{acts:?}");
    assert_eq!(acts.is_empty(), state.ending().is_some());
    assert_eq!(acts.is_empty(), state.actor() == Actor::Nobody);
    assert_eq!(state.actor() == Actor::Chance, state.chance(&mut |_| 0).is_some());
    // In Enochian chess only moves are counted.
    if kind != GameKind::Enochian && !acts.iter().any(|act| act.is_open) {
        assert_eq!(state.perft(1), acts.len() as u64);
    }
    for act in acts {
        for cell in act.from.iter().chain(&act.to) {
            assert!(act.text.contains(cell) || act.text.starts_with("O-O"), "{act:?}");
        }
        assert_eq!(act.is_open, act.text.contains("??"));
        if !act.is_open {
            let played = state.play(&act.text).unwrap_or_else(|error| panic!("{}: {error}", act.text));
            assert_eq!(played.text, act.text);
            assert_eq!(state.play(&format!(" {} ", act.text)).map(|played| played.text), Ok(act.text.clone()));
            assert!(state.play_irregular(&act.text).is_err(), "{}", act.text);
        }
    }
}

#[test]
fn games_with_cards_come_to_an_end() {
    let numbers: Vec<u16> = (0..1500_u32).map(|place| u16::try_from(place * 7919 % 65_536).unwrap()).collect();
    let game = GAMES.iter().position(|(kind, _)| *kind == GameKind::Gods).unwrap();
    let (written, last) = Start { game, position: None }.play_by(&numbers);
    assert!(last.ending().is_some(), "{}", last.text());
    assert!(written.iter().any(|act| act.starts_with("battle")));
}
