//! What happened between the pieces, how much each weighs, and which is the heaviest (INTERPRETATION 4.4, 4.5, 8.3,
//! 8.5).

use enochian::chess::{Army, Effect, Kind, Move, Piece, Square};
use enochian::correspondences::EssentialDignity;
use enochian::session::Action;
use serde_json::{Value, json};

use super::course::{Course, Id};

/// The events that a summary can choose, in the order of `relations.toml`, with their classes.
const CLASSES: [(&str, u8); 20] = [
    ("king-taken-enemy", 1),
    ("king-taken-partner", 1),
    ("king-taken-querent", 1),
    ("exchange", 2),
    ("throne-seized", 2),
    ("withdrawal", 2),
    ("awakening", 2),
    ("concourse", 3),
    ("partner-taken-in-concourse", 3),
    ("capture-of-significator", 4),
    ("capture-by-significator", 4),
    ("officer-taken-by-querent", 5),
    ("officer-taken-by-partner", 5),
    ("officer-lost-by-querent", 5),
    ("officer-lost-by-partner", 5),
    ("promotion", 6),
    ("demotion", 6),
    ("check-enemy-king", 7),
    ("check-partner-king", 7),
    ("pawn-taken-by-us", 9),
];
const LAST: (&str, u8) = ("pawn-lost-by-us", 9);

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Event {
    /// By its weight: of the significator where its class is 4.
    weighed: &'static str,
    /// In the words of an officer taken or lost where its class is 4.
    told: &'static str,
    pub(crate) turn: usize,
    /// Whether it is a gain of the querent's side.
    pub(crate) gain: bool,
    by: Option<(Piece, Id)>,
    /// Where the strength of the piece is reckoned.
    stands: Option<Square>,
    victim: Option<(Piece, Id)>,
    pub(crate) at: Option<Square>,
    army: Option<Army>,
    answered: Option<usize>,
}

impl Event {
    pub(crate) fn is_king_of(&self, army: Army) -> bool {
        self.weighed.starts_with("king-taken") && self.victim.is_some_and(|(piece, _)| piece.army == army)
    }

    pub(crate) fn is_of(&self, id: Id) -> bool {
        [self.by, self.victim].into_iter().flatten().any(|(_, one)| one == id)
    }

    pub(crate) fn turns(&self) -> impl Iterator<Item = usize> {
        [self.turn].into_iter().chain(self.answered)
    }

    /// Of the significator's own frame the words are its own.
    pub(crate) fn json(&self, course: &Course<'_>, own: bool) -> Value {
        let mut event = json!({"event": if own { self.weighed } else { self.told }, "turn": self.turn});
        if let Some((by, _)) = self.by {
            event["by"] = course.named(by);
        }
        if let Some((victim, _)) = self.victim {
            event["victim"] = course.named(victim);
        }
        if let Some(at) = self.at {
            event["at"] = course.place(at);
        }
        if let Some(army) = self.army {
            event["army"] = json!(army.name());
        }
        if let Some(answered) = self.answered {
            event["answered"] = json!(answered);
        }
        event
    }

    /// The least is told first.
    fn order(&self, course: &Course<'_>) -> (u8, i32, usize, usize, usize) {
        let place = CLASSES.iter().position(|(id, _)| *id == self.weighed).unwrap_or(CLASSES.len());
        let class = CLASSES.get(place).unwrap_or(&LAST).1;
        let strength = self.by.zip(self.stands).map(|((piece, _), at)| i32::from(course.strength(piece, at)));
        let victims = self.victim.map_or(4, |(piece, _)| piece.army.index());
        (class, strength.map_or(i32::MAX, |strength| -strength), self.turn, place, victims)
    }
}

/// The heaviest of some events.
pub(crate) fn heaviest<'e>(course: &Course<'_>, events: impl Iterator<Item = &'e Event>) -> Option<&'e Event> {
    events.min_by_key(|event| event.order(course))
}

/// The piece that stands for the matter, by its number, and by what dignity (2.5); the king is none.
pub(crate) fn significator(course: &Course<'_>) -> Option<(Id, &'static str)> {
    let (force, correspondences) = (course.question.force, course.correspondences);
    let officer = |army: Army, kind: &str| {
        course.starting.iter().position(|piece| piece.army == army && piece.kind.to_string() == kind).unwrap()
    };
    if !force.is_sign() {
        let kind = match force.name() {
            "Fire" => "knight",
            "Water" => "queen",
            "Air" => "bishop",
            _ => "rook",
        };
        return Some((officer(course.querent, kind), "element"));
    }
    for army in course.us {
        for (dignity, name) in [(EssentialDignity::Domicile, "domicile"), (EssentialDignity::Exaltation, "exaltation")]
        {
            for kind in ["queen", "knight", "bishop", "rook"] {
                let id = officer(army, kind);
                let planet = correspondences
                    .planet(course.starting[id], course.querent)
                    .and_then(|name| correspondences.planet_correspondences(name));
                let fits = planet.is_some_and(|planet| match dignity {
                    EssentialDignity::Domicile => planet.domiciles.contains(&force),
                    _ => planet.exaltation == force,
                });
                if fits {
                    return Some((id, name));
                }
            }
        }
    }
    None
}

/// Everything that may be chosen. Left out are the checks on the querent's king, a freeze and a queen's crossing.
pub(crate) fn all(course: &Course<'_>) -> Vec<Event> {
    let significator = significator(course).map(|(id, _)| id);
    let mut events = vec![];
    for number in course.numbers() {
        let turn = course.turn(number);
        let ours = course.us.contains(&turn.army);
        let none = Event {
            weighed: "",
            told: "",
            turn: number,
            gain: ours,
            by: None,
            stands: None,
            victim: None,
            at: None,
            army: None,
            answered: None,
        };
        for action in &turn.before {
            let (id, gain) = match action {
                Action::Exchange(_) => ("exchange", true),
                Action::Withdrawal => ("withdrawal", ours),
            };
            events.push(Event { weighed: id, told: id, gain, army: Some(turn.army), ..none.clone() });
        }
        let (Some(piece), Some(mover), Some(to)) = (turn.piece, course.movers[number], turn.landing()) else {
            continue;
        };
        let acted = Event { by: Some((piece, mover)), stands: Some(to), ..none.clone() };
        for effect in &turn.effects {
            events.extend(match *effect {
                Effect::Captured { piece, at, .. } => {
                    let victim = course.id_at_before(number, at, piece);
                    Some(captured(
                        course,
                        Event { victim: Some((piece, victim)), at: Some(at), ..acted.clone() },
                        significator,
                    ))
                }
                Effect::Concourse { at, .. } => {
                    Some(Event { weighed: "concourse", told: "concourse", at: Some(at), ..acted.clone() })
                }
                Effect::ThroneSeized { .. } => {
                    Some(Event { weighed: "throne-seized", told: "throne-seized", at: Some(to), ..acted.clone() })
                }
                Effect::Thawed(_) => {
                    Some(Event { weighed: "awakening", told: "awakening", at: Some(to), ..acted.clone() })
                }
                Effect::Promoted { army, at, from, .. } => {
                    let pawn = Piece { army, kind: Kind::Pawn(from) };
                    let victim = (pawn, course.id_at(number, at, pawn));
                    let gain = course.us.contains(&army);
                    Some(Event {
                        weighed: "promotion",
                        told: "promotion",
                        gain,
                        victim: Some(victim),
                        at: Some(at),
                        ..acted.clone()
                    })
                }
                Effect::Demoted { army, at, officer } => {
                    let before = Piece { army, kind: Kind::Officer(officer) };
                    let victim = (before, course.id_at(number, at, before));
                    let gain = course.them.contains(&army);
                    Some(Event {
                        weighed: "demotion",
                        told: "demotion",
                        gain,
                        victim: Some(victim),
                        at: Some(at),
                        ..acted.clone()
                    })
                }
                _ => None,
            });
        }
        for army in turn.army.enemies().into_iter().filter(|army| *army != course.querent) {
            let Some((at, checking)) = course.checks(army, number).first().copied() else { continue };
            let id = if ours { "check-enemy-king" } else { "check-partner-king" };
            let king = Piece { army, kind: Kind::King };
            let (by, king) = (
                course.id_at(number, at, checking),
                (king, course.starting.iter().position(|it| *it == king).unwrap()),
            );
            events.push(Event {
                weighed: id,
                told: id,
                by: Some((checking, by)),
                stands: Some(at),
                victim: Some(king),
                at: Some(at),
                ..none.clone()
            });
        }
    }
    events
}

/// What a capture is called, and whether it was answered.
fn captured(course: &Course<'_>, event: Event, significator: Option<Id>) -> Event {
    let ((by, mover), (victim, taken)) = (event.by.unwrap(), event.victim.unwrap());
    let at = event.at.unwrap();
    let lost = course.us.contains(&victim.army);
    let by_partner = by.army == victim.army.partner();
    let of_it = [mover, taken].into_iter().find(|id| Some(*id) == significator);
    let officers = match (lost, by.army == course.querent, victim.army == course.querent) {
        (true, _, true) => "officer-lost-by-querent",
        (true, _, false) => "officer-lost-by-partner",
        (false, true, _) => "officer-taken-by-querent",
        (false, false, _) => "officer-taken-by-partner",
    };
    let (weighed, told) = if by_partner {
        ("partner-taken-in-concourse", "partner-taken-in-concourse")
    } else if victim.kind == Kind::King {
        let id = match (lost, victim.army == course.querent) {
            (false, _) => "king-taken-enemy",
            (true, false) => "king-taken-partner",
            (true, true) => "king-taken-querent",
        };
        (id, id)
    } else if Some(taken) == significator {
        ("capture-of-significator", officers)
    } else if victim.kind.is_pawn() {
        let id = if lost { "pawn-lost-by-us" } else { "pawn-taken-by-us" };
        (id, id)
    } else if of_it.is_some() {
        ("capture-by-significator", officers)
    } else {
        (officers, officers)
    };
    // An enemy captures on that square within the next three turns (4.5).
    let answers = |number: &usize| {
        let turn = course.turn(*number);
        by.army.enemies().contains(&turn.army) && turn.captures().any(|(_, where_)| where_ == at)
    };
    let answered = (event.turn + 1..=(event.turn + 3).min(course.length())).find(answers);
    Event { weighed, told, gain: !lost, answered, ..event }
}

impl Course<'_> {
    /// A piece that was taken: it stood there before the turn, or is a king whom an exchange brought back in it.
    fn id_at_before(&self, number: usize, at: Square, piece: Piece) -> Id {
        let king = piece.kind == Kind::King;
        let returned = || self.starting.iter().position(|it| *it == piece);
        self.places[number - 1].get(&(at, king)).copied().or_else(returned).unwrap()
    }

    /// Whether a turn is a No Move.
    pub(crate) fn is_no_move(&self, number: usize) -> bool {
        self.turn(number).mv == Move::Pass
    }
}
