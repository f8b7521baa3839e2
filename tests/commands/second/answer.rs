//! The answer and its cause (INTERPRETATION 8.3).

use enochian::chess::{Army, Kind, Outcome, Piece};
use enochian::correspondences::Criterion;
use enochian::reading::{EndReason, Verdict};
use enochian::record::Closing;
use serde_json::{Value, json};

use super::board::Board;
use super::course::{Course, Fall};

pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    pub(crate) cause: &'static str,
    /// Of an Undecided the last turn; 0 before the first.
    pub(crate) turn: usize,
    pub(crate) falls: Vec<Fall>,
    /// A Yes while the querent's king is gone.
    pub(crate) not_in_person: bool,
    pub(crate) comings: Vec<usize>,
}

impl Answer {
    pub(crate) fn of(course: &Course<'_>) -> Answer {
        let answer = course.record.answer().unwrap();
        let decision = answer.by(course.question.procedure.ends_by);
        let gone = |army: Army| course.boards[course.length()].king(army).is_none();
        let falls_of = |armies: &[Army]| {
            let mut falls: Vec<Fall> = armies.iter().filter_map(|army| course.last_fall(*army)).collect();
            falls.sort_by_key(|fall| fall.turn);
            falls
        };
        let turn = decision.ply.map_or(course.length(), |ply| ply as usize);
        let [own, partner] = course.us;
        let not_in_person = decision.verdict == Verdict::Yes && gone(own);
        let (cause, falls) = match decision.verdict {
            Verdict::Yes => {
                let both = course.them.iter().all(|army| gone(*army));
                let second = falls_of(&course.them).last().map(|fall| fall.turn);
                if both && second == Some(turn) {
                    let armies: Vec<Army> = course.them.into_iter().chain(gone(own).then_some(own)).collect();
                    ("opposing-kings", falls_of(&armies))
                } else {
                    ("held", vec![])
                }
            }
            Verdict::No if gone(own) && gone(partner) => ("own-kings", falls_of(&course.us)),
            Verdict::No => ("own-king", falls_of(&[own])),
            Verdict::Undecided => (undecided(course), vec![]),
        };
        let comings = course.numbers().filter(|turn| course.is_there(*turn) && !course.is_there(turn - 1)).collect();
        Answer { verdict: decision.verdict, cause, turn, falls, not_in_person, comings }
    }

    pub(crate) fn is_held(&self) -> bool {
        self.cause == "held"
    }

    /// His last coming, of one that held.
    pub(crate) fn came(&self) -> usize {
        *self.comings.last().unwrap()
    }

    pub(crate) fn json(&self, course: &Course<'_>) -> Value {
        let criterion = course.question.procedure.ends_by;
        let mut json = json!({
            "verdict": self.verdict.to_string(),
            "criterion": criterion.to_string(),
            "cause": self.cause,
        });
        if self.turn > 0 {
            json["turn"] = json!(self.turn);
        }
        if !self.falls.is_empty() {
            let one = |fall: &Fall| {
                let (king, by) = (course.code(fall.king), course.code(fall.by));
                json!({"king": king, "turn": fall.turn, "by": by, "square": fall.at.to_string()})
            };
            json["falls"] = self.falls.iter().map(one).collect();
        }
        if self.is_held() {
            self.held(course, &mut json);
        }
        if self.cause == "bare-kings" {
            json["bare"] = bare(course);
        }
        let other = if course.is_by_kings() { Criterion::Ptah } else { Criterion::Kings };
        let decision = course.record.answer().unwrap().by(other);
        if [self.verdict, decision.verdict].iter().all(|verdict| *verdict != Verdict::Undecided)
            && self.verdict != decision.verdict
        {
            let verdict = decision.verdict.to_string();
            json["other"] = json!({"criterion": other.to_string(), "verdict": verdict, "turn": decision.ply.unwrap()});
        }
        if self.cause == "opposing-kings" && !course.is_by_kings() {
            json["stricter"] = json!(if self.not_in_person { "no" } else { "play-on" });
        }
        json
    }

    fn held(&self, course: &Course<'_>, json: &mut Value) {
        json["manner"] = json!(match course.boards[course.length()].opposing(course.querent, course.ptah) {
            0 => "unopposed",
            1 | 2 => "under opposition",
            _ => "under strong opposition",
        });
        json["came"] = json!(self.came());
        json["times"] = json!(self.comings.len());
        let moves: Vec<usize> = course.moves(course.king(course.querent)).collect();
        if let Some(first) = moves.first() {
            json["set_out"] = json!(first);
        }
        let mut road: Vec<&str> = vec![];
        for turn in moves.into_iter().filter(|turn| *turn < self.comings[0]) {
            let force = course.force_at(course.turn(turn).landing().unwrap());
            if !road.contains(&force) {
                road.push(force);
            }
        }
        json["by_way_of"] = json!(road);
    }
}

fn undecided(course: &Course<'_>) -> &'static str {
    match (course.record.enochian().unwrap().end(), course.record.closing()) {
        (Some(EndReason::Game(Outcome::Drawn(_))), _) => "bare-kings",
        (_, Some(Closing::AtLimit(_))) => "limit",
        (_, Some(_)) => "stopped",
        (_, None) => "unfinished",
    }
}

/// The sides of which both kings are bare.
fn bare(course: &Course<'_>) -> Value {
    // An exchange after the last turn can end it too.
    let last = Board::of(course.record.enochian().unwrap().position());
    let is_bare = |army: &Army| {
        let mut pieces = last.men.iter().map(|(_, piece)| *piece).filter(|piece| piece.army == *army);
        pieces.next() == Some(Piece { army: *army, kind: Kind::King }) && pieces.next().is_none()
    };
    let sides = [[Army::Air, Army::Fire], [Army::Water, Army::Earth]];
    let bare = sides.into_iter().filter(|side| side.iter().all(is_bare));
    bare.map(|side| json!(side.map(Army::name))).collect()
}
