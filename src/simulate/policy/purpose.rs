//! A policy that plays for the answer (ZAL 16).

use crate::chess::{Army, Kind, Move, Position, Square};
use crate::reading::{Question, RandomDraw};

use super::material::{material, weigh};
use super::{Policy, PolicyContext, best};

/// The querent's side tries to bring the querent's king to the Ptah and hold it there; the other side attacks the square
/// (ZAL 16).
#[derive(Clone, Copy, Debug)]
pub struct Purpose;

impl Policy for Purpose {
    fn name(&self) -> &str {
        "purpose"
    }

    fn choose(&self, at: &PolicyContext<'_>, moves: &[Move], draw: RandomDraw) -> usize {
        let army = at.position.turn();
        let for_querent = army.side() == at.question.army().side();
        let before = material(at.position, army.side());
        best(moves, draw, |mv| {
            let (after, material) = weigh(at, mv, army.side(), before);
            let progress = progress(&after, at.question);
            material / 10 + if for_querent { progress } else { -progress }
        })
    }
}

/// The value of a position for a Yes: the king near the Ptah and not in check, the Ptah attacked by few enemies.
fn progress(position: &Position, question: &Question) -> i32 {
    let (army, ptah) = (question.army(), question.ptah);
    let Some(king) = position.king(army) else { return -1000 };
    let attackers = position.enemy_attackers(ptah, army, position.occupied()).len();
    let in_check = if position.in_check(army) { 150 } else { 0 };
    let holds = if king == ptah { 200 } else { 0 };
    holds - 30 * i32::from(king.distance(ptah)) - 20 * attackers as i32 - in_check - 40 * blocked(position, army, ptah)
}

/// 1 if a piece of the querent's side on the Ptah keeps the king from it.
fn blocked(position: &Position, army: Army, ptah: Square) -> i32 {
    let own = |kind: Kind, owner: Army| owner.side() == army.side() && (owner != army || kind != Kind::King);
    i32::from(position.pieces_at(ptah).any(|piece| own(piece.kind, piece.army)))
}
