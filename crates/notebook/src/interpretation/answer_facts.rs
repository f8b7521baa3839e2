//! The answer with its cause (INTERPRETATION 8.3).

use serde::Serialize;

use crate::chess::{Army, DrawReason, Kind, Outcome, Piece, Position, Side, Square};
use crate::correspondences::Criterion;
use crate::reading::{Decision, EndReason, Verdict};
use crate::record::Closing;

use super::links::code;
use super::story::{Starter, Story};

/// The answer by the procedure's criterion, and what brought it about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct AnswerFacts {
    /// `yes`, `no` or `undecided`.
    pub verdict: Verdict,
    /// The procedure's criterion: `ptah` or `kings`.
    pub criterion: &'static str,
    /// What brought it about.
    pub cause: Cause,
    /// The turn that decided it; the last one where nothing did.
    pub turn: Option<u32>,
    /// For a king who held the Ptah: how strongly it is opposed, as RULES 8.6 has it.
    pub manner: Option<String>,
    /// The last fall of each king that the cause names, by turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub falls: Vec<KingFall>,
    /// For a king who held the Ptah: the turn in which he came there for the last time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub came: Option<u32>,
    /// For a king who held the Ptah: how many times he came there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<usize>,
    /// For a king who held the Ptah: the turn of his first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_out: Option<u32>,
    /// For a king who held the Ptah: the signs and elements he landed on before he first came there, each once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_way_of: Option<Vec<String>>,
    /// The sides with nothing but two kings, each by its armies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bare: Vec<[Army; 2]>,
    /// The answer by the other criterion, where it is the opposite one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<OtherAnswer>,
    /// What a procedure in which the king has to reach the Ptah makes of this Yes: `no` or `play-on`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stricter: Option<&'static str>,
}

enochian_engine::named_enum! {
    /// What brought an answer about.
    pub enum Cause {
        /// The querent's king completed a round on the Ptah.
        Held: "held",
        /// Both opposing kings fell.
        OpposingKings: "opposing-kings",
        /// Both kings of the querent's side fell.
        OwnKings: "own-kings",
        /// The querent's own king fell, and the procedure looks to him alone.
        OwnKing: "own-king",
        /// A side had nothing but its two kings.
        BareKings: "bare-kings",
        /// An army had no move, and its partner was out of the game.
        Stalemate: "stalemate",
        /// The limit of turns was reached.
        Limit: "limit",
        /// The players stopped.
        Stopped: "stopped",
        /// It is not over.
        Unfinished: "unfinished",
    }
}

impl Cause {
    /// What decided the answer, for its heading: `by the fall of both opposing kings`; `None` if nothing did.
    #[must_use]
    pub const fn decided(self) -> Option<&'static str> {
        match self {
            Cause::Held => Some("by the king on the Ptah"),
            Cause::OpposingKings => Some("by the fall of both opposing kings"),
            Cause::OwnKings => Some("by the fall of both kings"),
            Cause::OwnKing => Some("by the fall of the querent's king"),
            Cause::BareKings | Cause::Stalemate | Cause::Limit | Cause::Stopped | Cause::Unfinished => None,
        }
    }
}

/// The last fall of a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct KingFall {
    /// The king.
    #[serde(serialize_with = "code")]
    pub king: Piece,
    /// The turn.
    pub turn: u32,
    /// The piece that took him, as it was at the start.
    #[serde(serialize_with = "code")]
    pub by: Piece,
    /// Where he stood.
    pub square: Square,
}

/// The answer by the criterion that the procedure does not use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct OtherAnswer {
    /// `ptah` or `kings`.
    pub criterion: &'static str,
    /// `yes` or `no`.
    pub verdict: Verdict,
    /// The turn that decided it.
    pub turn: u32,
}

impl AnswerFacts {
    pub(super) fn of(story: &Story<'_>) -> AnswerFacts {
        let answer = story.record.answer().filter(|_| story.is_finished());
        let [ptah, kings] = answer.map_or([Decision::default(); 2], |answer| [answer.ptah, answer.kings]);
        let (criterion, decision, (other, other_decision)) = match story.question.procedure.ends_by {
            Criterion::Ptah => ("ptah", ptah, ("kings", kings)),
            Criterion::Kings => ("kings", kings, ("ptah", ptah)),
        };
        let turn = decision.ply.or_else(|| story.turns.last().map(|turn| turn.ply));
        let cause = cause(story, criterion, decision);
        let mut told = AnswerFacts {
            verdict: decision.verdict,
            criterion,
            cause,
            turn,
            manner: None,
            falls: falls(story, cause, turn.unwrap_or_default()),
            came: None,
            times: None,
            set_out: None,
            by_way_of: None,
            bare: Vec::new(),
            other: other_decision
                .ply
                .filter(|_| decision.verdict != Verdict::Undecided && other_decision.verdict != decision.verdict)
                .map(|turn| OtherAnswer { criterion: other, verdict: other_decision.verdict, turn }),
            stricter: None,
        };
        match cause {
            Cause::Held => {
                told.manner = answer.map(|answer| answer.manner.to_string());
                told.add_road(story);
            }
            Cause::OpposingKings if criterion == "ptah" => {
                told.stricter = Some(if told.is_without_king(story) { "no" } else { "play-on" });
            }
            Cause::BareKings => told.bare = bare_sides(story),
            _ => {}
        }
        told
    }

    /// Whether it is a Yes although the querent's own king has fallen.
    pub(super) fn is_without_king(&self, story: &Story<'_>) -> bool {
        self.verdict == Verdict::Yes && self.falls.iter().any(|fall| fall.king.army == story.querent)
    }

    /// The last fall of an army's king, if the cause names it.
    pub(super) fn fall_of(&self, army: Army) -> Option<&KingFall> {
        self.falls.iter().find(|fall| fall.king.army == army)
    }

    /// The falls of the kings that decided it: of an answer by the fall of both opposing kings theirs, else those of one's own side.
    pub(super) fn named_falls<'a>(&'a self, story: &'a Story<'_>) -> impl DoubleEndedIterator<Item = &'a KingFall> {
        let is_by_theirs = self.cause == Cause::OpposingKings;
        self.falls.iter().filter(move |fall| story.is_ours(fall.king.army) != is_by_theirs)
    }

    /// How the king came to the Ptah.
    fn add_road(&mut self, story: &Story<'_>) {
        let ptah = story.question.ptah;
        let landings = || {
            let moves = story.moves_of(story.king());
            moves.filter_map(|index| Some((story.turn_number(index), story.turns[index].landing()?)))
        };
        let returned = |index: &usize| {
            let stood = |position: &Position| position.king(story.querent) == Some(ptah);
            story.has_exchange(*index) && stood(&story.from[*index]) && !stood(story.position_before(*index))
        };
        let mut comings: Vec<u32> = landings().filter(|(_, square)| *square == ptah).map(|(turn, _)| turn).collect();
        comings.extend((0..story.turns.len()).filter(returned).map(|index| story.turn_number(index)));
        comings.sort_unstable();
        self.came = comings.last().copied();
        self.times = Some(comings.len());
        self.set_out = landings().next().map(|(turn, _)| turn);
        let mut forces: Vec<String> = Vec::new();
        for (_, square) in landings().take_while(|(_, square)| *square != ptah) {
            let force = story.force(square).to_string();
            if !forces.contains(&force) {
                forces.push(force);
            }
        }
        self.by_way_of = Some(forces);
    }
}

/// What brought the answer about.
fn cause(story: &Story<'_>, criterion: &str, decision: Decision) -> Cause {
    let querent = story.querent;
    let decided = decision.ply.map(|ply| &story.turns[story.index_of(ply)].position);
    let is_gone = |army: Army| decided.is_some_and(|position| position.king(army).is_none());
    let are_gone = |[one, two]: [Army; 2]| is_gone(one) && is_gone(two);
    match decision.verdict {
        Verdict::Yes if criterion == "ptah" && !fell_then(story, decision.ply, querent.enemies()) => Cause::Held,
        Verdict::Yes => Cause::OpposingKings,
        Verdict::No if are_gone([querent, querent.partner()]) => Cause::OwnKings,
        Verdict::No => Cause::OwnKing,
        Verdict::Undecided => undecided(story),
    }
}

/// Whether the second king of a side fell in a turn, so that both are gone after it.
fn fell_then(story: &Story<'_>, turn: Option<u32>, armies: [Army; 2]) -> bool {
    let Some(index) = turn.map(|turn| story.index_of(turn)) else { return false };
    let (before, after) = (story.position_before(index), &story.turns[index].position);
    let had_one = armies.iter().any(|army| before.king(*army).is_some());
    had_one && armies.iter().all(|army| after.king(*army).is_none())
}

/// Why nothing decided a reading.
fn undecided(story: &Story<'_>) -> Cause {
    match story.record.closing() {
        Some(Closing::AtLimit(_)) => return Cause::Limit,
        Some(Closing::ByPlayers | Closing::Agreed | Closing::Resigned(_)) => return Cause::Stopped,
        Some(Closing::Ended) | None => {}
    }
    match story.record.end() {
        Some(EndReason::Game(Outcome::Drawn(DrawReason::BareKings(_)))) => Cause::BareKings,
        Some(EndReason::Game(Outcome::Drawn(DrawReason::Stalemate(_)))) => Cause::Stalemate,
        _ => Cause::Unfinished,
    }
}

/// The last falls of the kings that a cause names.
fn falls(story: &Story<'_>, cause: Cause, until: u32) -> Vec<KingFall> {
    let querent = story.querent;
    let [enemy, other] = querent.enemies();
    let armies: Vec<Army> = match cause {
        Cause::OwnKings => vec![querent, querent.partner()],
        Cause::OwnKing => vec![querent],
        Cause::OpposingKings => vec![enemy, other, querent],
        _ => Vec::new(),
    };
    let position = story.turns.get(story.index_of(until)).map(|turn| &turn.position);
    let is_gone = |army: &Army| position.is_some_and(|position| position.king(*army).is_none());
    let fall = |army: Army| {
        let (stroke, taken) = story.fall_of(Starter { army, kind: Kind::King }, until)?;
        let turn = story.turn_number(stroke.index);
        Some(KingFall { king: taken.starter, turn, by: stroke.by, square: taken.was.at })
    };
    let mut falls: Vec<KingFall> = armies.into_iter().filter(is_gone).filter_map(fall).collect();
    falls.sort_by_key(|fall| (fall.turn, fall.king.code()));
    falls
}

/// The sides of which nothing but two kings is left.
fn bare_sides(story: &Story<'_>) -> Vec<[Army; 2]> {
    Side::ALL
        .into_iter()
        .map(Side::armies)
        .filter(|side| side.iter().all(|army| story.record.position().is_bare_king(*army)))
        .collect()
}
