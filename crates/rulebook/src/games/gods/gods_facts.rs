//! What happened in an act, for sentences.

use super::gods_board::{GodsMove, GodsSide};
use super::gods_play::GodsAct;
use super::gods_position::{GodsPosition, GodsStage, territory_of};
use super::playing_card::SeenCard;
use crate::games::Fact;

/// What happened in an act. A card that is thrown is secret, so it is not named.
pub(super) fn facts_of(before: &GodsPosition, act: &GodsAct, after: &GodsPosition) -> Vec<Fact> {
    let said = |words: &str| vec![Fact::Other(words.to_owned())];
    match act {
        GodsAct::Step(made) if matches!(after.stage, GodsStage::Answer(_)) => vec![tried_fact(before, made)],
        GodsAct::Step(made) => move_facts(before, made, after),
        GodsAct::Defend => said("defends"),
        GodsAct::Refuse => {
            let mut facts = said("refuses the battle");
            if let Some(tried) = before.tried() {
                facts.extend(move_facts(before, tried, after));
            }
            facts
        }
        GodsAct::Keep => said("discards nothing"),
        GodsAct::Stay => said("makes no other move"),
        GodsAct::Declare(manner) => said(&format!("declares {}", manner.name())),
        GodsAct::Summon(_) => {
            let hero = before.cards.heroes.first().copied().flatten();
            said(&hero.map_or_else(|| "summons a hero".to_owned(), |hero| format!("summons {hero}")))
        }
        GodsAct::Leave => said("leaves the hero"),
        GodsAct::Discard { .. } => said("discards a card"),
        GodsAct::Deal(_) => said("the cards are dealt"),
        GodsAct::Refill(_) => said("the discards are shuffled into the deck"),
        GodsAct::Field(cards) => {
            let owner = before.tried().map_or("nobody", |tried| territory_of(tried).name());
            said(&format!("the field of {owner} is shown: {}", spaced(cards)))
        }
        GodsAct::Battle { hands, two } => battle_facts(before, hands, two, after),
    }
}

fn tried_fact(before: &GodsPosition, made: &GodsMove) -> Fact {
    let taken = made.taken.and_then(|at| before.board.at(at).map(|piece| format!("{piece} on {at}")));
    let taken = taken.unwrap_or_default();
    Fact::Other(format!("tries to take the {taken} with the {} on {}", made.kind.name(), made.from))
}

/// The facts of a move that was carried out.
fn move_facts(before: &GodsPosition, made: &GodsMove, after: &GodsPosition) -> Vec<Fact> {
    let mover = before.turn();
    let mut facts = vec![Fact::Moved { piece: made.kind.name(), from: made.from.to_string(), to: made.to.to_string() }];
    if made.is_castling {
        facts.push(Fact::Other("castles".to_owned()));
    }
    if let Some((at, piece)) = made.taken.and_then(|at| Some((at, before.board.at(at)?))) {
        facts.push(Fact::Captured { seat: piece.side.index(), piece: piece.kind.name(), at: at.to_string() });
    }
    if let Some(kind) = made.promotion {
        facts.push(Fact::Promoted { piece: kind.name(), at: made.to.to_string() });
    }
    if !after.board.has_king(mover.other()) {
        facts.push(Fact::Out(mover.other().index()));
    } else if after.board.attacks_king(mover) {
        facts.push(Fact::Check(mover.other().index()));
    }
    facts
}

fn battle_facts(
    before: &GodsPosition,
    hands: &[Vec<SeenCard>; 2],
    two: &[SeenCard],
    after: &GodsPosition,
) -> Vec<Fact> {
    let (GodsStage::Battle(tried, manner), &[Some(first), Some(second)]) = (before.stage, two) else {
        return Vec::new();
    };
    let mut shown = before.clone();
    for side in GodsSide::ALL {
        shown.cards.hands[side.index()].cards.clone_from(&hands[side.index()]);
    }
    let Some(battle) = shown.battle_with(territory_of(&tried), manner, [first, second]) else { return Vec::new() };
    let winner = battle.winner();
    let verdict = winner.map_or_else(|| "the battle is a tie".to_owned(), |side| format!("{} wins", side.name()));
    let (white, black) = (battle.value(GodsSide::White), battle.value(GodsSide::Black));
    let mut facts = vec![Fact::Other(format!("{verdict}: White has {white}, Black has {black}"))];
    if winner == Some(before.turn()) {
        facts.extend(move_facts(before, &tried, after));
    }
    facts
}

/// Cards with a space between: `2c 3d 4h`.
pub(super) fn spaced(cards: &[SeenCard]) -> String {
    let cards: Vec<String> =
        cards.iter().map(|card| card.map_or_else(|| "??".to_owned(), |card| card.to_string())).collect();
    cards.join(" ")
}
