//! Positions in which a reading is near its answer (RULES 8.6): openings seldom come so far.

use super::board::{Board, LETTERS, Man, THRONES, distance, enemies, partner};
use super::chance::Chance;
use super::moves::far_edge;

/// What the next turns of a reading should decide.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// The querent's king is beside the Ptah, and enemies are about.
    Round,
    /// The querent's king is on the Ptah, the last of its side, and many enemies are about.
    Driven,
    /// One opposing king is left, and the querent can take it.
    OpposingFall,
    /// The same, with nobody else who could move afterwards.
    Alone,
    /// The same, with the querent's king gone.
    FallWithoutKing,
    /// The querent's king can be taken.
    QuerentFalls,
    /// A side will have nothing but kings.
    BareKings,
    /// The same for the querent's side, whose king is on the Ptah: by the last turn before its own.
    BareOnThePtah,
    /// Both opposing kings have fallen, and the Ptah is still to be attained.
    Fallen,
    /// A king has no move, nor perhaps has a pawn.
    ShutIn,
    /// The querent has withdrawn with nothing but the king: the partner may move it.
    Shared,
    /// One king of each side is in the other's hands.
    Exchange,
}

/// What is rarer is there more often.
const AIMS: [Aim; 15] = [
    Aim::Round,
    Aim::Driven,
    Aim::Driven,
    Aim::OpposingFall,
    Aim::Alone,
    Aim::FallWithoutKing,
    Aim::QuerentFalls,
    Aim::BareKings,
    Aim::BareOnThePtah,
    Aim::BareOnThePtah,
    Aim::BareOnThePtah,
    Aim::Shared,
    Aim::Shared,
    Aim::ShutIn,
    Aim::Exchange,
];

/// A position near an answer, before the first turn. With `plays_on`, the opposing kings may have fallen already.
pub(crate) fn ending(chance: &mut Chance, querent: usize, ptah: usize, plays_on: bool) -> Board {
    let aim = match plays_on && chance.percent(50) {
        true => chance.pick(&[Aim::Alone, Aim::Fallen]),
        false => chance.pick(&AIMS),
    };
    let mut board = compose(chance, aim, querent, ptah);
    for _ in 0..200 {
        if is_near(&board, aim, querent) {
            break;
        }
        board = compose(chance, aim, querent, ptah);
    }
    board
}

/// Whether what the aim is about can happen on the next turns.
fn is_near(board: &Board, aim: Aim, querent: usize) -> bool {
    let takes = |army, square| board.army(army).into_iter().any(|(from, man)| board.goes(from, man).contains(&square));
    let falls_to = |army: usize, captor| board.king(army).is_some_and(|king| takes(captor, king));
    let other = partner(querent);
    match aim {
        Aim::Alone => enemies(querent).into_iter().any(|enemy| falls_to(enemy, querent)),
        Aim::OpposingFall => {
            enemies(querent).into_iter().any(|enemy| falls_to(enemy, querent) || falls_to(enemy, other))
        }
        Aim::FallWithoutKing => enemies(querent).into_iter().any(|enemy| falls_to(enemy, other)),
        Aim::Driven => !board.in_check(querent),
        Aim::QuerentFalls => enemies(querent).into_iter().any(|enemy| falls_to(querent, enemy)),
        Aim::BareOnThePtah => {
            // The army before the querent's takes the last piece of its side.
            let before = (querent + if board.widdershins { 1 } else { 3 }) % 4;
            let pieces: Vec<usize> =
                board.army(other).iter().filter(|(_, man)| man.kind != b'K').map(|(square, _)| *square).collect();
            !board.in_check(querent) && matches!(pieces[..], [square] if takes(before, square))
        }
        _ => true,
    }
}

fn compose(chance: &mut Chance, aim: Aim, querent: usize, ptah: usize) -> Board {
    let mut board = Board::empty();
    board.widdershins = chance.percent(50);
    let begins = matches!(aim, Aim::BareOnThePtah | Aim::Shared | Aim::Driven) || chance.percent(60);
    board.turn = if begins { querent } else { chance.below(4) };
    taken_kings(chance, aim, &mut board, querent);
    let other = partner(querent);
    for army in [querent, other, enemies(querent)[0], enemies(querent)[1]] {
        if board.prisoners[army] != b'-' {
            continue;
        }
        let goal = match aim {
            Aim::BareOnThePtah | Aim::Shared | Aim::Driven if army == querent => Some((ptah, 0)),
            Aim::Fallen if army == querent => Some((ptah, chance.below(2))),
            Aim::ShutIn => Some((THRONES[army], 0)),
            _ if army == querent && chance.percent(80) => Some((ptah, 1)),
            Aim::OpposingFall | Aim::Alone | Aim::FallWithoutKing if army != other => {
                board.king(querent).map(|king| (king, 2))
            }
            _ => None,
        };
        let square = free(chance, &board, goal);
        board.add(square, Man { army, kind: b'K' });
    }
    let few = chance.percent(50);
    for army in 0..4 {
        let pieces = match aim {
            Aim::BareKings if chance.percent(60) => chance.below(2),
            Aim::BareOnThePtah | Aim::Shared if army == querent => 0,
            Aim::BareOnThePtah if army == other => 1,
            Aim::Shared if army != other => chance.below(2),
            Aim::Driven if army != querent => 2 + chance.below(4),
            Aim::Fallen if few => 0,
            Aim::Alone if army == querent => 1 + chance.below(3),
            Aim::Alone | Aim::BareOnThePtah | Aim::ShutIn => chance.below(3),
            _ => chance.below(5),
        };
        for _ in 0..pieces {
            place(chance, &mut board, army, aim, ptah);
        }
        if aim == Aim::Fallen && army == other && board.seized(army) {
            // An army that is awake, and has nothing that could move.
            let edge: Vec<usize> = (0..64).filter(|&at| far_edge(army, at) && board.is_empty(at)).collect();
            board.army(army).into_iter().for_each(|(at, man)| board.remove(at, man));
            board.add(chance.pick(&edge), Man { army, kind: b'r' });
        }
        let pawns = board.army(army).into_iter().filter(|(_, man)| man.is_pawn()).count();
        board.lost[army] = if chance.percent(30) { 0 } else { chance.below(5 - pawns) as u8 };
    }
    if aim == Aim::ShutIn {
        let (army, king) = (board.turn, THRONES[board.turn]);
        for square in (0..64).filter(|&square| distance(square, king) == 1) {
            board.men[square] = [Some(Man { army, kind: chance.pick(b"QRBN") }), None];
        }
    }
    if aim == Aim::QuerentFalls && board.prisoners[other] == b'-' && chance.percent(40) {
        board.command[querent] = LETTERS[other];
    }
    if aim == Aim::Shared {
        board.command[querent] = LETTERS[other].to_ascii_uppercase();
    }
    if aim == Aim::Round && board.prisoners[other] == b'-' && chance.percent(20) {
        let (army, by) = chance.pick(&[(querent, other), (other, querent)]);
        let letter = LETTERS[by];
        board.command[army] = if chance.percent(50) { letter } else { letter.to_ascii_uppercase() };
    }
    while board.frozen(board.turn) {
        board.turn = (board.turn + 1) % 4;
    }
    board
}

/// Which kings have fallen already, to whom, and what became of their armies.
fn taken_kings(chance: &mut Chance, aim: Aim, board: &mut Board, querent: usize) {
    let other = partner(querent);
    let [next, last] = enemies(querent);
    let one = chance.pick(&[next, last]);
    let any = chance.pick(&[next, last, other]);
    let taken: Vec<(usize, usize)> = match aim {
        Aim::OpposingFall => vec![(one, chance.pick(&[querent, other]))],
        Aim::Alone => vec![(one, querent), (other, partner(one))],
        Aim::FallWithoutKing => vec![(one, other), (querent, partner(one))],
        Aim::Exchange if chance.percent(50) => vec![(querent, one), (partner(one), other)],
        Aim::Exchange => vec![(other, one), (partner(one), querent)],
        Aim::Driven => vec![(other, one)],
        Aim::QuerentFalls if chance.percent(50) => vec![(other, one)],
        Aim::Fallen if chance.percent(70) => vec![(next, querent), (last, querent), (other, one)],
        Aim::Fallen => vec![(next, querent), (last, other)],
        Aim::Round | Aim::BareKings if chance.percent(50) => vec![(any, chance.pick(&enemies(any)))],
        _ => Vec::new(),
    };
    for &(army, captor) in &taken {
        board.prisoners[army] = LETTERS[captor];
        let partners_king = taken.iter().all(|&(other, _)| other != partner(army));
        let awake = aim != Aim::Alone && partners_king && chance.percent(if aim == Aim::Fallen { 40 } else { 25 });
        board.command[army] = if awake { LETTERS[partner(army)] } else { b'x' };
    }
}

fn place(chance: &mut Chance, board: &mut Board, army: usize, aim: Aim, ptah: usize) {
    let man = Man { army, kind: chance.pick(b"QRBNRNqrbn") };
    let pawns = board.army(army).into_iter().filter(|(_, man)| man.is_pawn()).count();
    let near_king = board.king(chance.pick(&enemies(army)));
    let goal = match aim {
        Aim::Round if chance.percent(40) => Some((ptah, 2)),
        Aim::Driven if chance.percent(70) => Some((ptah, 3)),
        Aim::BareOnThePtah | Aim::BareKings if chance.percent(60) => near_king.map(|king| (king, 2)),
        _ if chance.percent(30) => near_king.map(|king| (king, 3)),
        _ => None,
    };
    let square = free(chance, board, goal);
    if man.is_pawn() && (pawns == 4 || far_edge(army, square)) {
        return;
    }
    board.add(square, man);
}

/// An empty square, within so many king's steps if there is one.
fn free(chance: &mut Chance, board: &Board, goal: Option<(usize, usize)>) -> usize {
    let empty: Vec<usize> = (0..64).filter(|&square| board.is_empty(square)).collect();
    let near: Vec<usize> =
        empty.iter().copied().filter(|&one| goal.is_some_and(|(at, far)| distance(one, at) <= far)).collect();
    chance.pick(if near.is_empty() { &empty } else { &near })
}
