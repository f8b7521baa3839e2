//! What a move would lead to, before it is made.

use std::fmt;

use crate::chess::{Army, Effect, Kind, Move, Piece, Square};
use crate::correspondences::Criterion;
use crate::reading::EndReason;
use crate::record::EnochianRecord;
use crate::render::{capitalised, checks, effect, list};
use crate::session::MovePreview;

use super::{PlacedPiece, pieces_reaching};

/// One thing that a move would lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Consequence {
    /// The reading or game would be over.
    Ends(EndReason),
    /// The piece comes to the Ptah square.
    ReachesPtah,
    /// The querent's king leaves the Ptah square.
    LeavesPtah,
    /// Pieces on one square are captured: two if they share a throne. The last is whether it is the square of the move.
    Captures(Vec<Piece>, Square, bool),
    /// Enemies are put in check.
    Check(Vec<Army>),
    /// These enemies could capture the piece there.
    Attacked(Vec<PlacedPiece>),
    /// No enemy attacks the querent's king on the Ptah square.
    Unattacked,
    /// With this the round on the Ptah begins that would decide the answer (RULES 8.6).
    BeginsRound,
    /// Any other effect: a promotion, a concourse, a change of command.
    Effect(Effect),
}

impl Consequence {
    /// Everything that a move would lead to, the weightiest first; nothing for a turn without a move.
    #[must_use]
    pub fn of(record: EnochianRecord<'_>, preview: &MovePreview) -> Vec<Consequence> {
        let subject = &record.subject();
        let by_ptah = subject.question().is_some_and(|question| question.procedure.ends_by == Criterion::Ptah);
        Consequence::at(preview, subject.ptah(), subject.querent(), by_ptah)
    }

    /// The same without a record; `by_ptah` is whether a round on the Ptah would decide the answer.
    #[must_use]
    pub fn at(
        preview: &MovePreview,
        ptah_square: Option<Square>,
        querent: Option<Army>,
        by_ptah: bool,
    ) -> Vec<Consequence> {
        let turn = &preview.turn;
        let (Some(piece), Move::Step { from, to, .. }) = (turn.piece, turn.mv) else { return Vec::new() };
        let is_querents_king = piece.kind == Kind::King && querent == Some(piece.army);
        let ptah = |square: Square| ptah_square == Some(square);
        let mut attackers = pieces_reaching(&turn.position, to);
        attackers.retain(|attacker| attacker.piece.army.side() != piece.army.side());

        let mut found: Vec<Consequence> = preview.end.map(Consequence::Ends).into_iter().collect();
        found.extend(ptah(to).then_some(Consequence::ReachesPtah));
        found.extend((is_querents_king && ptah(from)).then_some(Consequence::LeavesPtah));
        for (taken, at) in turn.captures() {
            match found.last_mut() {
                Some(Consequence::Captures(pieces, square, _)) if *square == at => pieces.push(taken),
                _ => found.push(Consequence::Captures(vec![taken], at, at == to)),
            }
        }
        if !turn.checks.is_empty() {
            found.push(Consequence::Check(turn.checks.clone()));
        }
        if !attackers.is_empty() {
            found.push(Consequence::Attacked(attackers));
        } else if is_querents_king && ptah(to) && preview.end.is_none() {
            found.push(Consequence::Unattacked);
            found.extend((by_ptah && turn.army == piece.army).then_some(Consequence::BeginsRound));
        }
        let is_concourse = |effect: &Effect| matches!(effect, Effect::Concourse { .. });
        let mut others: Vec<Effect> =
            turn.effects.iter().copied().filter(|it| !matches!(it, Effect::Captured { .. })).collect();
        others.sort_by_key(|effect| match effect {
            Effect::Promoted { .. } => 0,
            effect if is_concourse(effect) => 1,
            _ => 2,
        });
        found.extend(others.into_iter().map(Consequence::Effect));
        found
    }

    /// Whether it tells of a danger, or that there is none, as opposed to a fact of play: a quiet reading has none of these.
    #[must_use]
    pub fn is_warning(&self) -> bool {
        matches!(self, Consequence::Attacked(_) | Consequence::Unattacked | Consequence::BeginsRound)
    }
}

/// A sentence: `Takes the queen of Air.`
impl fmt::Display for Consequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Consequence::Ends(end @ EndReason::Answered(_)) => write!(f, "Ends the reading: {end}."),
            Consequence::Ends(end @ EndReason::Game(_)) => write!(f, "Ends the game: {end}."),
            Consequence::ReachesPtah => f.write_str("Comes to the Ptah."),
            Consequence::LeavesPtah => f.write_str("Leaves the Ptah."),
            Consequence::Captures(pieces, at, is_here) => {
                let kinds: Vec<String> = pieces.iter().map(|piece| format!("the {}", piece.kind)).collect();
                let army = pieces.first().map_or("", |piece| piece.army.name());
                let at = if *is_here { String::new() } else { format!(" on {at}") };
                write!(f, "Takes {} of {army}{at}.", list(&kinds))
            }
            Consequence::Check(armies) => write!(f, "Gives {}.", checks(armies).unwrap_or_default()),
            Consequence::Attacked(by) => {
                let names: Vec<String> = by.iter().map(|attacker| format!("the {}", attacker.piece)).collect();
                write!(f, "{} could take it here.", capitalised(&list(&names)))
            }
            Consequence::Unattacked => f.write_str("Nobody attacks it here."),
            Consequence::BeginsRound => f.write_str("If he stays unchecked for one round, the answer is yes."),
            Consequence::Effect(done) => write!(f, "{}.", capitalised(&effect(done))),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::chess::{Angle, Array, Board};
    use crate::correspondences::Correspondences;
    use crate::record::{GameSettings, Heading, Seats, Subject};

    /// What a move would lead to in a game from a position.
    fn consequences(position: &str, mv: &str) -> Vec<String> {
        let begun = DateTime::parse_from_rfc3339("2026-11-21T14:05:00+01:00").unwrap();
        let subject = Subject::Game(Box::new(GameSettings {
            title: "Test".into(),
            board: Board::Air,
            array: Some(Array::of(Angle::Air, Board::Air)),
            start: position.parse().unwrap(),
            ruleset: Correspondences::embedded().ruleset("chessvariants").unwrap().clone(),
            source: None,
            seed: None,
        }));
        let record = crate::record::Record::begin(Heading {
            game: subject.into(),
            begun,
            zone: None,
            seats: Seats::alone("Anna"),
            automatic: false,
            branch: None,
        });
        let preview = record.enochian().unwrap().session().preview(mv.parse().unwrap()).unwrap();
        Consequence::of(record.enochian().unwrap(), &preview).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn captures_checks_and_dangers_are_told_in_this_order() {
        let position = "aK6wK/ar3aR3/7wr/8/4wQ1wR1/8/er7/eK5frfK a ---- ---- 0000 9";
        assert_eq!(
            consequences(position, "Re7e4"),
            ["Takes the queen of Water.", "The rook of Water could take it here."]
        );
        assert_eq!(consequences(position, "Re7e8"), ["Gives check to Water."]);
        assert_eq!(consequences(position, "Re7d7"), [""; 0]);
        let throne = "aK6wK/ar6wr/8/8/8/8/8/eK+eB2fR3fK f ---- ---- 0000 9";
        assert_eq!(consequences(throne, "Rd1a1"), ["Takes the king and the bishop of Earth.", "Earth is frozen."]);
    }
}
