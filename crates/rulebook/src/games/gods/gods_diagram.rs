//! The board and the cards as they are drawn.

use super::gods_board::{GodsSide, GodsSquare};
use super::gods_facts::spaced;
use super::gods_position::{GodsPosition, GodsStage};
use super::playing_card::SeenCard;
use crate::games::{CellShape, Diagram, DiagramCell, DiagramPanel, DiagramPiece, Ground};

/// Draws a position; of a view the cards that are not known are `??`.
pub(super) fn diagram_of(position: &GodsPosition) -> Diagram {
    let cell = |square: GodsSquare| {
        let piece = position.board.at(square).map(|piece| DiagramPiece {
            seat: piece.side.index(),
            letter: piece.kind.letter(),
            name: piece.kind.name(),
            is_out: false,
        });
        let is_light = (square.file() + square.rank()) % 2 == 1;
        DiagramCell {
            name: square.to_string(),
            x: i32::from(square.file()) * 2,
            y: 7 - i32::from(square.rank()),
            ground: if is_light { Ground::Light } else { Ground::Dark },
            piece,
        }
    };
    let rank = |rank: i8| (0..8).filter_map(move |file| GodsSquare::new(file, rank));
    let cells = (0..8).rev().flat_map(rank).map(cell).collect();
    let panel = DiagramPanel { title: None, shape: CellShape::Square, cells };
    Diagram { panels: vec![panel], beside: beside(position), barriers: Vec::new() }
}

fn beside(position: &GodsPosition) -> Vec<(String, String)> {
    let cards = &position.cards;
    let mut beside = Vec::new();
    for side in GodsSide::ALL {
        let hand = &cards.hands[side.index()];
        let hero = hand.hero.map(|hero| format!("hero {hero}"));
        let shown = Some(spaced(&hand.cards)).filter(|shown| !shown.is_empty());
        let texts: Vec<String> = shown.into_iter().chain(hero).collect();
        beside.push((format!("Hand of {}", side.name()), or_none(texts.join(", "))));
    }
    for side in GodsSide::ALL {
        beside.push((format!("Field of {}", side.name()), or_none(spaced(&cards.fields[side.index()]))));
    }
    if let Some(tried) = position.tried() {
        let manner = match position.stage {
            GodsStage::Battle(_, manner) | GodsStage::Instead(_, manner, _) => format!(", {}", manner.name()),
            _ => String::new(),
        };
        beside.push(("Battle".to_owned(), format!("{tried}{manner}")));
    }
    if let Some(two) = position.two() {
        beside.push(("Dealt beside the field".to_owned(), spaced(&two.map(Some))));
    }
    beside.push(("Next hero".to_owned(), or_none(spaced(&cards.heroes[..cards.heroes.len().min(1)]))));
    beside.push(("Heroes below".to_owned(), cards.heroes.len().saturating_sub(1).to_string()));
    let gone: Vec<SeenCard> = cards.gone.iter().copied().map(Some).collect();
    beside.push(("Heroes gone".to_owned(), or_none(spaced(&gone))));
    beside.push(("Deck".to_owned(), count(cards.deck.len())));
    beside.push(("Discards".to_owned(), count(cards.discards.len())));
    beside
}

fn count(cards: usize) -> String {
    if cards == 1 { "1 card".to_owned() } else { format!("{cards} cards") }
}

fn or_none(text: String) -> String {
    if text.is_empty() { "none".to_owned() } else { text }
}
