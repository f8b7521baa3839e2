//! What a person with real pieces has to do after a turn.

use crate::chess::{Effect, Kind, Move, Piece, Square};
use crate::games::{Fact, Seat};
use crate::session::{Action, PlayedTurn};

use super::list;

/// The instructions for one turn, in the order in which to follow them; none if nothing on the board changes.
///
/// `Take the king and bishop of Earth off a1.`, then `Move the rook of Fire from d1 to a1.`
pub fn instructions(turn: &PlayedTurn) -> Vec<String> {
    let mut steps: Vec<String> = turn.before.iter().flat_map(|action| before(action, turn)).collect();
    let Move::Step { from, to, .. } = turn.mv else { return steps };
    steps.extend(taken_off(turn, |at| at == to));
    steps.extend(turn.piece.map(|piece| format!("Move the {piece} from {from} to {to}.")));
    // The captures of a concourse follow its last move.
    steps.extend(taken_off(turn, |at| at != to));
    steps.extend(turn.effects.iter().filter_map(after));
    steps
}

/// The same for an act of another game: what it took off the board, what it moved, and what that became.
///
/// `Take the pawn of Red off c6.`, then `Move the knight from b8 to c6.`
pub fn act_instructions(facts: &[Fact], seats: &[Seat]) -> Vec<String> {
    let seat = |index: usize| seats.get(index).map_or("nobody", |seat| seat.name.as_str());
    let taken = facts.iter().filter_map(|fact| match fact {
        Fact::Captured { seat: index, piece, at } => Some(format!("Take the {piece} of {} off {at}.", seat(*index))),
        _ => None,
    });
    let moved = facts.iter().filter_map(|fact| match fact {
        Fact::Moved { piece, from, to } => Some(format!("Move the {piece} from {from} to {to}.")),
        Fact::Promoted { piece, at } => Some(format!("Put a {piece} in its place on {at}.")),
        _ => None,
    });
    taken.chain(moved).collect()
}

fn before(action: &Action, turn: &PlayedTurn) -> Vec<String> {
    match action {
        Action::Exchange(exchange) => {
            let kings =
                [(turn.army.partner(), exchange.partners_king), (exchange.with.partner(), exchange.enemys_king)];
            let back = kings.map(|(army, at)| format!("Put the king of {army} back on {at}."));
            let awake = format!("The pieces of {} and {} are no longer frozen.", kings[0].0, kings[1].0);
            back.into_iter().chain([awake]).collect()
        }
        Action::Withdrawal => {
            vec![format!("From now on {} moves the pieces of {} too.", turn.army.partner(), turn.army)]
        }
    }
}

/// The captured pieces of some squares, square by square.
fn taken_off(turn: &PlayedTurn, here: impl Fn(Square) -> bool) -> Vec<String> {
    let mut squares: Vec<(Square, Vec<Piece>)> = Vec::new();
    for (piece, at) in turn.captures().filter(|(_, at)| here(*at)) {
        match squares.last_mut() {
            Some((square, pieces)) if *square == at => pieces.push(piece),
            _ => squares.push((at, vec![piece])),
        }
    }
    let take = |(at, pieces): (Square, Vec<Piece>)| {
        let kinds: Vec<String> = pieces.iter().map(|piece| piece.kind.to_string()).collect();
        format!("Take the {} of {} off {at}.", list(&kinds), pieces[0].army)
    };
    squares.into_iter().map(take).collect()
}

fn after(effect: &Effect) -> Option<String> {
    let replaced = |before: Piece, at: Square, now: Piece| format!("Replace the {before} on {at} with a {now}.");
    Some(match *effect {
        Effect::Captured { .. } | Effect::Concourse { .. } | Effect::Withdrew(_) => return None,
        Effect::Joined { piece, at, army } => replaced(piece, at, Piece { army, ..piece }),
        Effect::Promoted { army, at, from, to } => {
            replaced(Piece { army, kind: Kind::Pawn(from) }, at, Piece { army, kind: Kind::Officer(to) })
        }
        Effect::Demoted { army, at, officer } => {
            replaced(Piece { army, kind: Kind::Officer(officer) }, at, Piece { army, kind: Kind::Pawn(officer) })
        }
        Effect::Waits { army, at } => format!("The pawn of {army} waits on {at} until its army loses a pawn."),
        Effect::Froze(army) => format!("The pieces of {army} stay where they are; they are frozen."),
        Effect::Thawed(army) => format!("The pieces of {army} are no longer frozen."),
        Effect::ThroneSeized { by, of } => format!("From now on the pieces of {of} obey the king of {by}."),
        Effect::Released(army) => format!("The pieces of {army} obey their own king again."),
        Effect::KingReturned { army, at } => format!("Put the king of {army} back on {at}."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Army, Position, Rules};
    use crate::session::{Act, Session, SessionTerms};

    fn done(position: &str, acts: &[Act]) -> Vec<String> {
        let position: Position = position.parse().unwrap();
        let mut session = Session::begin(SessionTerms::of_rules(Rules::ZALEWSKI.reading()), position);
        acts.iter().for_each(|act| session.accept(*act).unwrap());
        instructions(session.turns().last().unwrap())
    }

    fn moved(position: &str, mv: &str) -> Vec<String> {
        done(position, &[Act::Move(mv.parse().unwrap())])
    }

    #[test]
    fn what_to_do_follows_the_effects() {
        let throne = "aK6wK/ar6wr/8/8/8/8/8/eK+eB2fR3fK f ---- ---- 0000 9";
        assert_eq!(
            moved(throne, "Rd1a1"),
            [
                "Take the king and bishop of Earth off a1.",
                "Move the rook of Fire from d1 to a1.",
                "The pieces of Earth stay where they are; they are frozen."
            ]
        );
        let pawn = "aK6wK/7wr/8/8/8/8/ar7/eKer5fK a ---- ---- 1000 9";
        assert_eq!(
            moved(pawn, "Pa2b1=Q").as_slice(),
            [
                "Take the pawn of rook of Earth off b1.",
                "Move the pawn of rook of Air from a2 to b1.",
                "Replace the pawn of rook of Air on b1 with a queen of Air."
            ]
        );
        let concourse = "aK6wK/ar6wr/8/3aBwB3/3eB4/5fB2/er7/eK5frfK f ---- ---- 0000 9";
        assert_eq!(
            moved(concourse, "Bf3e4"),
            [
                "Move the bishop of Fire from f3 to e4.",
                "Take the bishop of Earth off d4.",
                "Take the bishop of Water off e5.",
                "Replace the bishop of Air on d5 with a bishop of Fire."
            ]
        );
        let withdrawal = [Act::Withdrawal(Army::Fire), Act::Move("Pg1g2".parse().unwrap())];
        assert_eq!(
            done("aK6wK/ar6wr/8/8/8/8/er7/eK5frfK f ---- ---- 0000 9", &withdrawal),
            ["From now on Air moves the pieces of Fire too.", "Move the pawn of rook of Fire from g1 to g2."]
        );
    }
}
