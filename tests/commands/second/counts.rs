//! The totals of a reading (INTERPRETATION 4.1, 5.2 to 5.5, 7.4).

use enochian::chess::{Army, Move, Square};
use serde_json::{Value, json};

use super::board::Board;
use super::course::{Course, is_king};

pub(crate) fn counts(course: &Course<'_>) -> Value {
    let (querent, length) = (course.querent, course.length());
    let after = |holds: &dyn Fn(&Board) -> bool| course.boards[1..].iter().filter(|board| holds(board)).count();
    let moves: Vec<usize> = course.moves(course.king(querent)).collect();
    let bear = |armies| after(&|board| board.bears(armies, course.ptah));
    let end = match course.strokes.last() {
        Some(stroke)
            if stroke.turn == length
                && stroke.taken.iter().any(|taken| is_king(taken.piece))
                && course.record.enochian().unwrap().end().is_some() =>
        {
            &course.boards[length - 1]
        }
        _ => &course.boards[length],
    };
    let sides = [("for the querent", course.us, course.them), ("against the querent", course.them, course.us)];
    let [own_over, others_over] = sides.map(|(_, of, into)| {
        end.unfrozen().filter(|(at, piece)| of.contains(&piece.army) && into.contains(&angle_of(*at))).count()
    });
    json!({
        "king": {
            "moves": moves.len(),
            "on_board": after(&|board| board.king(querent).is_some()),
            "attacked": after(&|board| board.is_attacked(querent)),
            "walked_into_attack": moves.iter().filter(|turn| course.boards[**turn].is_attacked(querent)).count(),
        },
        "ptah": {"supported": bear(course.us), "threatened": bear(course.them)},
        "houses": houses(course),
        "over_the_border": {"own": own_over, "others": others_over},
        "build_up": sides.iter().filter_map(|(whose, armies, _)| build_up(end, whose, armies)).collect::<Vec<_>>(),
        "delay": delay(course),
    })
}

fn houses(course: &Course<'_>) -> Value {
    let landings = course.numbers().filter_map(|turn| course.turn(turn).landing());
    let house = |at| course.correspondences.force(course.correspondences.square(course.question.board, at).force).house;
    let (others, own): (Vec<u8>, Vec<u8>) = landings.filter_map(house).partition(|house| (4..=9).contains(house));
    let (larger, all) = (own.len().max(others.len()) as f64, (own.len() + others.len()) as f64);
    let significant = all >= 16.0 && larger - all / 2.0 >= all.sqrt();
    json!({"own": own.len(), "others": others.len(), "significant": significant})
}

fn build_up(board: &Board, whose: &str, armies: &[Army; 2]) -> Option<Value> {
    let outside: Vec<Army> = board
        .unfrozen()
        .filter(|(at, piece)| armies.contains(&piece.army) && angle_of(*at) != piece.army)
        .map(|(at, _)| angle_of(at))
        .collect();
    let standing = |angle: Army| outside.iter().filter(|one| **one == angle).count();
    let most = Army::ALL.into_iter().find(|angle| {
        let others = Army::ALL.into_iter().filter(|other| other != angle);
        others.map(standing).all(|other| standing(*angle) >= other + 2)
    })?;
    let is_one = outside.len() >= 4 && 2 * standing(most) >= outside.len();
    is_one.then(|| json!({"whose": whose, "angle": most.name(), "count": standing(most), "of": outside.len()}))
}

fn delay(course: &Course<'_>) -> Value {
    let ours: Vec<usize> = course.numbers().filter(|turn| course.us.contains(&course.turn(*turn).army)).collect();
    let lost: Vec<usize> = ours.iter().copied().filter(|turn| course.turn(*turn).mv == Move::Pass).collect();
    let gone = lost.iter().filter(|turn| course.turn(**turn).thrown.unwrap().gone).count();
    let blocked = lost.len() - gone;
    let share = lost.len() as f64 / ours.len().max(1) as f64;
    let prevails = if gone > blocked { Some("gone") } else { (gone < blocked).then_some("blocked") };
    let delayed = if share < 0.15 {
        "hardly"
    } else if share <= 0.35 {
        "somewhat"
    } else {
        "much"
    };
    json!({"no_moves": lost.len(), "turns": ours.len(), "delayed": delayed, "prevails": prevails})
}

/// The angle of a square: Air's is above on the left, Water's above on the right, Fire's and Earth's below them.
fn angle_of(at: Square) -> Army {
    match (at.file() < 4, at.rank() < 4) {
        (true, false) => Army::Air,
        (false, false) => Army::Water,
        (false, true) => Army::Fire,
        (true, true) => Army::Earth,
    }
}
