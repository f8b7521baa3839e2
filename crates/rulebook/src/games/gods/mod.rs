//! Gods of Chess: chess in which a capture is only tried, and may have to be won in a battle of Omaha hands (GAMES G).

mod battle;
mod gods_act_text;
mod gods_board;
mod gods_card_play;
mod gods_cards;
mod gods_diagram;
mod gods_facts;
mod gods_play;
mod gods_position;
mod gods_sound;
mod gods_text;
mod omaha;
mod playing_card;

use std::sync::Arc;

use self::gods_board::{GodsSide, GodsSquare};
use self::gods_diagram::diagram_of;
use self::gods_facts::facts_of;
use self::gods_play::GodsAct;
use self::gods_position::{GodsEnd, GodsPosition, SummoningRule};
pub use self::gods_text::board_perft;
use self::gods_text::{HEROES_FIELD, read_position, start, write_position};
use super::kind::KindFacts;
use super::{
    ActError, Actor, CardPlay, Diagram, Ending, Fact, GameKind, GameOptions, GameState, OfferedAct, OptionSpec,
    PlayedAct, Referee, Seat, StateError,
};

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
    is_dealt: true,
    has_setup_file: false,
    irregular_example: None,
    referee: Some(referee),
};

/// The referee of the game.
fn referee(options: &GameOptions) -> Arc<dyn Referee> {
    let rule = if options.is("summoning", "loser") { SummoningRule::Loser } else { SummoningRule::Attacker };
    let seat = |side: GodsSide| Seat { letter: side.letter(), name: side.name().to_owned(), side: side.index() };
    Arc::new(GodsReferee { rule, seats: GodsSide::ALL.map(seat) })
}

#[derive(Debug)]
struct GodsReferee {
    rule: SummoningRule,
    seats: [Seat; 2],
}

impl Referee for GodsReferee {
    fn kind(&self) -> GameKind {
        GameKind::Gods
    }

    fn seats(&self) -> &[Seat] {
        &self.seats
    }

    fn start(&self) -> Arc<dyn GameState> {
        Arc::new(GodsState { rule: self.rule, position: start() })
    }

    fn shuffled(&self, below: Option<&mut dyn FnMut(usize) -> usize>) -> Arc<dyn GameState> {
        let mut position = start();
        match below {
            Some(below) => shuffle(&mut position.cards.heroes, below),
            None => position = position.view(None),
        }
        Arc::new(GodsState { rule: self.rule, position })
    }

    fn is_opening(&self, state: &dyn GameState) -> bool {
        let but_heroes = |text: String| {
            text.split(' ')
                .enumerate()
                .filter(|(field, _)| *field != HEROES_FIELD)
                .map(|(_, field)| field.to_owned())
                .collect::<Vec<_>>()
        };
        but_heroes(state.text()) == but_heroes(self.start().text())
    }

    fn read(&self, position: &str) -> Result<Arc<dyn GameState>, StateError> {
        Ok(Arc::new(GodsState { rule: self.rule, position: read_position(position, self.rule)? }))
    }
}

#[derive(Clone, Debug)]
struct GodsState {
    rule: SummoningRule,
    position: GodsPosition,
}

impl GodsState {
    fn with(&self, position: GodsPosition) -> Arc<dyn GameState> {
        Arc::new(GodsState { rule: self.rule, position })
    }

    fn played(&self, next: GodsPosition, text: String, facts: Vec<Fact>, irregular: Option<String>) -> PlayedAct {
        let before = &self.position;
        let ends_turn = next.turn_number() != before.turn_number() || next.turn() != before.turn();
        PlayedAct { state: self.with(next), text, facts, ends_turn, irregular }
    }

    fn resign(&self, text: &str) -> Result<PlayedAct, ActError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let side = match words[..] {
            ["resign", "w"] => GodsSide::White,
            ["resign", "b"] => GodsSide::Black,
            _ => {
                let expected = "resign w or resign b".to_owned();
                return Err(ActError::Unreadable { text: crate::input::quoted(text), expected });
            }
        };
        let facts = vec![Fact::Other("resigns".to_owned()), Fact::Out(side.index())];
        let next = self.position.after_resignation(side);
        Ok(self.played(next, format!("resign {}", side.letter()), facts, None))
    }

    fn play_card(&self, text: &str) -> Result<PlayedAct, ActError> {
        let card = CardPlay::read(text)?;
        let next = self.position.after_card(&card, self.rule).map_err(ActError::Illegal)?;
        let facts = vec![Fact::Other(format!("plays the card {}", card.name))];
        Ok(self.played(next, card.to_string(), facts, Some("a card act".to_owned())))
    }
}

impl GameState for GodsState {
    fn text(&self) -> String {
        write_position(&self.position)
    }

    fn actor(&self) -> Actor {
        self.position.actor()
    }

    fn acts(&self) -> Vec<OfferedAct> {
        let offered = |act: GodsAct| {
            let text = self.position.act_text(&act);
            let squares = match &act {
                GodsAct::Step(made) => Some((made.from, made.to)),
                _ => None,
            };
            let name = |square: GodsSquare| square.to_string();
            let is_open = text.contains("??");
            OfferedAct { text, from: squares.map(|(from, _)| name(from)), to: squares.map(|(_, to)| name(to)), is_open }
        };
        let mut acts: Vec<OfferedAct> = self.position.offered().into_iter().map(offered).collect();
        acts.sort_by(|one, other| one.text.cmp(&other.text));
        acts
    }

    fn play(&self, act: &str) -> Result<PlayedAct, ActError> {
        if self.position.end().is_some() {
            return Err(ActError::Over);
        }
        if CardPlay::is_meant(act) {
            return self.play_card(act);
        }
        if act.split_whitespace().next() == Some("resign") {
            return self.resign(act);
        }
        let read = self.position.read_act(act)?;
        let (next, written) = self.position.after(&read, self.rule).map_err(ActError::Illegal)?;
        let text = self.position.act_text(&written);
        let facts = facts_of(&self.position, &written, &next);
        Ok(self.played(next, text, facts, None))
    }

    fn play_irregular(&self, act: &str) -> Result<PlayedAct, ActError> {
        let why = match self.play(act) {
            Ok(_) => "this act is not irregular: play it",
            Err(ActError::Over) => return Err(ActError::Over),
            Err(_) => "in Gods of Chess an irregular move is recorded as a card act: card \"Name\": move a1b2, end",
        };
        Err(ActError::Illegal(why.to_owned()))
    }

    fn is_in_check(&self, seat: usize) -> bool {
        let enemy = if seat == GodsSide::White.index() { GodsSide::Black } else { GodsSide::White };
        self.position.board.attacks_king(enemy)
    }

    fn ending(&self) -> Option<Ending> {
        let (code, places, words) = match self.position.end()? {
            GodsEnd::Won(winner) => (
                format!("won {}", winner.letter()),
                vec![vec![winner.index()], vec![winner.other().index()]],
                format!("{} has won: {} has no king left.", winner.name(), winner.other().name()),
            ),
            GodsEnd::NoMove(side) => (
                format!("drawn stalemate {}", side.letter()),
                vec![vec![0, 1]],
                format!("The game is drawn: {} has no move.", side.name()),
            ),
        };
        Some(Ending { code, places, words })
    }

    fn diagram(&self) -> Diagram {
        diagram_of(&self.position)
    }

    fn view(&self, seat: Option<usize>) -> Arc<dyn GameState> {
        self.with(self.position.view(side_of(seat)))
    }

    fn seen(&self, act: &str, seat: Option<usize>) -> String {
        match self.position.read_act(act) {
            Ok(read) => self.position.seen_text(&read, side_of(seat)),
            // A resignation and a card act hide nothing.
            Err(_) => act.to_owned(),
        }
    }

    fn turn(&self) -> u32 {
        self.position.turn_number()
    }

    fn chance(&self, below: &mut dyn FnMut(usize) -> usize) -> Option<String> {
        let act = self.position.chance(&mut |cards| shuffle(cards, below))?;
        Some(self.position.act_text(&act))
    }

    fn perft(&self, depth: u32) -> u64 {
        self.position.perft(depth, self.rule)
    }
}

/// Puts cards into the order that chance gives.
fn shuffle<T>(cards: &mut [T], below: &mut dyn FnMut(usize) -> usize) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, below(last + 1).min(last));
    }
}

/// The side of a seat, by its index.
fn side_of(seat: Option<usize>) -> Option<GodsSide> {
    GodsSide::ALL.into_iter().find(|side| Some(side.index()) == seat)
}
