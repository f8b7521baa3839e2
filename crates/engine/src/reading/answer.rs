//! The answer of a reading, by both criteria (RULES 8.6).

use std::fmt;

use crate::chess::{Army, Bitboard, Kind, Outcome, Position, Square, attacked_from};
use crate::reading::{Criterion, KingFalls, OpposingKingsFall};

use super::Question;

/// Yes, no or neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Neither: the game was drawn, the limit was reached, or the players stopped.
    #[default]
    Undecided,
}

crate::named_enum! {
    /// Its name.
    Verdict { Yes: "yes", No: "no", Undecided: "undecided" }
}

/// A verdict and the ply that decided it, if there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// The ply that decided it, counted from 1.
    pub ply: Option<u32>,
}

/// How strongly an answer is opposed: by the number of enemies that still attack the Ptah.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Manner {
    /// None.
    Unopposed,
    /// One or two.
    UnderOpposition,
    /// Three or more.
    UnderStrongOpposition,
}

impl Manner {
    fn of(opposing: u32) -> Manner {
        match opposing {
            0 => Manner::Unopposed,
            1 | 2 => Manner::UnderOpposition,
            _ => Manner::UnderStrongOpposition,
        }
    }
}

crate::named_enum! {
    /// Its name.
    Manner { Unopposed: "unopposed", UnderOpposition: "under opposition", UnderStrongOpposition: "under strong opposition" }
}

/// The current answer of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// By the criterion of the Ptah square (REG; ZAL 16, 19).
    pub ptah: Decision,
    /// By the criterion of the kings (RHO).
    pub kings: Decision,
    /// The number of enemies that could capture on the Ptah square or next to it.
    pub opposing: u32,
    /// That number in words.
    pub manner: Manner,
}

impl Answer {
    /// The decision by a criterion.
    #[must_use]
    pub const fn by(&self, criterion: Criterion) -> Decision {
        match criterion {
            Criterion::Ptah => self.ptah,
            Criterion::Kings => self.kings,
        }
    }
}

/// Why a reading or a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The procedure's criterion has given an answer.
    Answered(Verdict),
    /// The game itself ended.
    Game(Outcome),
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndReason::Answered(verdict) => write!(f, "the answer is {verdict}"),
            EndReason::Game(outcome) => write!(f, "{outcome}"),
        }
    }
}

/// Follows a reading ply by ply and records what decides it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerTracker {
    querent: Army,
    ptah_square: Square,
    ends_by: Criterion,
    concludes: bool,
    plays_on: bool,
    /// Whether only both answers end the reading.
    plays_out: bool,
    /// Whether the querent's king has stood on the Ptah, unchecked, since the end of the querent's last turn.
    is_holding: bool,
    /// Whether the querent's king was captured under a procedure that ends the reading then.
    king_fell: bool,
    ptah: Decision,
    kings: Decision,
}

impl AnswerTracker {
    /// The tracker before the first turn of a reading.
    #[must_use]
    pub fn of(question: &Question) -> AnswerTracker {
        AnswerTracker {
            ends_by: question.procedure.ends_by,
            concludes: question.procedure.when_querents_king_falls == KingFalls::Conclude,
            plays_on: question.procedure.when_opposing_kings_fall == OpposingKingsFall::PlayOn,
            ..AnswerTracker::of_ptah(question.army(), question.ptah)
        }
    }

    /// The tracker of an army's reading for a Ptah, by the procedure `ptah`.
    pub(crate) fn of_ptah(querent: Army, ptah: Square) -> AnswerTracker {
        AnswerTracker {
            querent,
            ptah_square: ptah,
            ends_by: Criterion::Ptah,
            concludes: false,
            plays_on: false,
            plays_out: false,
            is_holding: false,
            king_fell: false,
            ptah: Decision::default(),
            kings: Decision::default(),
        }
    }

    /// The same, in a reading that goes on after the answer by its procedure until the game or the other answer ends it.
    pub fn playing_out(self, plays_out: bool) -> AnswerTracker {
        AnswerTracker { plays_out, ..self }
    }

    /// Updates the tracker with the position after a ply of the army `turn`.
    pub fn watch(&mut self, turn: Army, after: &Position) {
        let ply = Some(after.ply());
        let has_no_king = |army: Army| after.king(army).is_none() && after.king(army.partner()).is_none();
        let holds = after.king(self.querent) == Some(self.ptah_square) && !after.in_check(self.querent);
        // A round begins at the end of the querent's own turn; if it is broken, the next one begins at the next such turn.
        let was_holding = self.is_holding;
        self.is_holding = holds && (was_holding || turn == self.querent);
        // If no other army can move, the round is complete at the end of the querent's next turn.
        let round_complete = self.is_holding && after.turn() == self.querent && (was_holding || turn != self.querent);
        self.king_fell |= self.concludes && after.king(self.querent).is_none();

        let kings = if has_no_king(self.querent) {
            Verdict::No
        } else if has_no_king(self.querent.enemies()[0]) {
            Verdict::Yes
        } else {
            Verdict::Undecided
        };
        let ptah = match kings {
            Verdict::Undecided if round_complete => Verdict::Yes,
            Verdict::Undecided if self.king_fell => Verdict::No,
            // Without its king, nobody is left to attain the Ptah.
            Verdict::Yes if self.plays_on && after.king(self.querent).is_none() => Verdict::No,
            Verdict::Yes if self.plays_on && !round_complete => Verdict::Undecided,
            decided => decided,
        };
        for (decision, verdict) in [(&mut self.kings, kings), (&mut self.ptah, ptah)] {
            if decision.verdict == Verdict::Undecided && verdict != Verdict::Undecided {
                *decision = Decision { verdict, ply };
            }
        }
    }

    /// Whether the querent's king has stood on the Ptah, unchecked, since the end of the querent's last turn.
    pub fn is_holding(&self) -> bool {
        self.is_holding
    }

    /// The querent's army.
    pub(crate) fn querent(&self) -> Army {
        self.querent
    }

    /// The querent's army and the Ptah, if the answer by the Ptah decides the reading and is still open.
    pub(crate) fn open_ptah(&self) -> Option<(Army, Square)> {
        let is_open = self.ends_by == Criterion::Ptah && self.ptah.verdict == Verdict::Undecided;
        is_open.then_some((self.querent, self.ptah_square))
    }

    /// Whether a ply without captures cannot change the tracker: the querent's king is not on the Ptah and was not.
    #[inline]
    pub(crate) fn is_unaffected(&self, after: &Position) -> bool {
        !self.is_holding && after.king(self.querent) != Some(self.ptah_square)
    }

    /// Why the reading is over, if it is, in the last position recorded (RULES 7, 8.6).
    pub fn end(&self, position: &Position) -> Option<EndReason> {
        if self.plays_out {
            let are_both = [self.ptah, self.kings].iter().all(|decision| decision.verdict != Verdict::Undecided);
            let answered = || are_both.then_some(EndReason::Answered(self.ptah.verdict));
            return position.outcome().map(EndReason::Game).or_else(answered);
        }
        if self.ends_by == Criterion::Ptah && self.ptah.verdict != Verdict::Undecided {
            return Some(EndReason::Answered(self.ptah.verdict));
        }
        if self.concluded() {
            return Some(EndReason::Answered(Verdict::No));
        }
        position.outcome().map(EndReason::Game)
    }

    /// Whether the capture of the querent's king has ended the reading.
    fn concluded(&self) -> bool {
        self.king_fell
    }

    /// The current answer, with its manner in the given position.
    pub fn answer(&self, position: &Position) -> Answer {
        let opposing = opposing(position, self.querent, self.ptah_square).len();
        Answer { ptah: self.ptah, kings: self.kings, opposing, manner: Manner::of(opposing) }
    }
}

/// The enemies of an army that could capture on a square or next to it, by RULES 3 (RULES 8.6). A square occupied by their
/// own side or by a frozen piece does not count, since they cannot capture there (RULES 3.4).
pub(super) fn opposing(position: &Position, army: Army, square: Square) -> Bitboard {
    let near = Bitboard::of(square) | attacked_from(Kind::King, army, square, Bitboard::EMPTY);
    let near = near & !position.frozen() & !position.side(army.side().opponent());
    let occupied = position.occupied();
    let attackers = |enemy| near.into_iter().map(move |square| position.attackers(square, enemy, occupied));
    army.enemies().into_iter().flat_map(attackers).fold(Bitboard::EMPTY, |all, some| all | some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::samples::brother as question;

    /// The verdicts after each ply, given the army that moved and the position after it.
    fn verdicts(procedure: &str, plies: &[(Army, &str)]) -> Vec<(Verdict, Verdict)> {
        let mut tracker = AnswerTracker::of(&question(procedure));
        plies
            .iter()
            .map(|(army, position)| {
                tracker.watch(*army, &position.parse().unwrap());
                (tracker.ptah.verdict, tracker.kings.verdict)
            })
            .collect()
    }

    const AIR: Army = Army::Air;
    const WATER: Army = Army::Water;
    const FIRE: Army = Army::Fire;
    const EARTH: Army = Army::Earth;
    use Verdict::{No, Undecided, Yes};

    /// The king on a5, all others far away, and a pawn each to prevent a draw.
    fn held(turn: &str, ply: u32) -> String {
        format!("7wK/6ar1/8/aK7/8/5fb2/wq7/eK5erfK {turn} ---- ---- 0000 {ply}")
    }

    fn checked(turn: &str, ply: u32) -> String {
        format!("aR6wK/6ar1/8/aK6wR/8/5fb2/8/eK5erfK {turn} ---- ---- 0000 {ply}")
    }

    #[test]
    fn rules_8_6_the_manner_is_told_by_the_number_of_enemies() {
        let manners = [0, 1, 2, 3, 9].map(|opposing| Manner::of(opposing).to_string());
        assert_eq!(
            manners,
            ["unopposed", "under opposition", "under opposition", "under strong opposition", "under strong opposition"]
        );
    }

    #[test]
    fn rules_8_6_verdicts_and_ends_are_told() {
        assert_eq!([Yes, No, Undecided].map(|verdict| verdict.to_string()), ["yes", "no", "undecided"]);
        assert_eq!(EndReason::Answered(Yes).to_string(), "the answer is yes");
        assert_eq!(EndReason::Game(Outcome::Won(AIR.side())).to_string(), Outcome::Won(AIR.side()).to_string());
    }

    #[test]
    fn rules_8_6_a_round_on_the_ptah_unchecked_is_a_yes() {
        let plies = [held("w", 5), held("f", 6), held("e", 7), held("a", 8)];
        let armies = [AIR, WATER, FIRE, EARTH];
        let plies: Vec<_> = armies.into_iter().zip(plies.iter().map(String::as_str)).collect();
        let found = verdicts("ptah", &plies);
        assert_eq!(found, [(Undecided, Undecided), (Undecided, Undecided), (Undecided, Undecided), (Yes, Undecided)]);
    }

    #[test]
    fn rules_8_6_a_round_begins_at_the_end_of_the_querents_own_turn() {
        // The king is there only after Water's ply (returned by an exchange, say): no round has begun.
        let plies = [held("f", 6), held("e", 7), held("a", 8)];
        let plies: Vec<_> = [WATER, FIRE, EARTH].into_iter().zip(plies.iter().map(String::as_str)).collect();
        assert!(verdicts("ptah", &plies).iter().all(|found| found.0 == Undecided));
    }

    #[test]
    fn rules_8_6_a_check_breaks_the_round_and_it_is_counted_anew() {
        let plies = [
            (AIR, held("w", 5)),
            (WATER, checked("f", 6)),
            (FIRE, held("e", 7)),
            (EARTH, held("a", 8)),
            (AIR, held("w", 9)),
            (WATER, held("f", 10)),
            (FIRE, held("e", 11)),
            (EARTH, held("a", 12)),
        ];
        let plies: Vec<_> = plies.iter().map(|(army, text)| (*army, text.as_str())).collect();
        let found: Vec<_> = verdicts("ptah", &plies).iter().map(|found| found.0).collect();
        assert_eq!(found, [Undecided, Undecided, Undecided, Undecided, Undecided, Undecided, Undecided, Yes]);
    }

    #[test]
    fn rules_8_6_a_check_at_the_end_of_the_querents_own_turn_opens_no_round() {
        let plies = [(AIR, checked("w", 5)), (WATER, held("f", 6)), (FIRE, held("e", 7)), (EARTH, held("a", 8))];
        let plies: Vec<_> = plies.iter().map(|(army, text)| (*army, text.as_str())).collect();
        assert!(verdicts("ptah", &plies).iter().all(|found| found.0 == Undecided));
    }

    #[test]
    fn rules_8_6_leaving_the_square_breaks_the_round() {
        let away = held("f", 6).replace("aK7/8/5fb2", "8/aK7/5fb2");
        let plies = [(AIR, held("w", 5)), (WATER, away), (FIRE, held("e", 7)), (EARTH, held("a", 8))];
        let plies: Vec<_> = plies.iter().map(|(army, text)| (*army, text.as_str())).collect();
        assert!(verdicts("ptah", &plies).iter().all(|found| found.0 == Undecided));
    }

    #[test]
    fn rules_8_6_the_round_skips_a_frozen_army() {
        let water_frozen = |turn: &str, ply| held(turn, ply).replace("7wK", "8").replace("---- ----", "-x-- -f--");
        let plies = [(AIR, water_frozen("f", 5)), (FIRE, water_frozen("e", 6)), (EARTH, water_frozen("a", 7))];
        let plies: Vec<_> = plies.iter().map(|(army, text)| (*army, text.as_str())).collect();
        assert_eq!(verdicts("ptah", &plies)[2].0, Yes);
    }

    #[test]
    fn rules_8_6_both_opposing_kings_taken_is_a_yes_by_both_criteria() {
        let won = "8/6ar1/8/8/aK7/5fb2/wq7/6erfK f -x-x -f-a 0000 9";
        assert_eq!(verdicts("ptah", &[(AIR, won)]), [(Yes, Yes)]);
        assert_eq!(verdicts("kings", &[(AIR, won)]), [(Yes, Yes)]);
    }

    #[test]
    fn rules_8_6_both_own_kings_taken_is_a_no_by_both_criteria() {
        let lost = "7wK/6ar1/8/8/8/5fb2/wq7/eK5er1 w x-x- w-e- 0000 9";
        assert_eq!(verdicts("ptah", &[(EARTH, lost)]), [(No, No)]);
    }

    #[test]
    fn rules_8_6_the_fall_of_the_querents_king_alone_decides_by_procedure() {
        let fallen = "7wK/6ar1/8/8/8/5fb2/wq7/eK5erfK w x--- e--- 0000 9";
        assert_eq!(verdicts("ptah", &[(EARTH, fallen)]), [(Undecided, Undecided)]);
        assert_eq!(verdicts("ptah-conclude", &[(EARTH, fallen)]), [(No, Undecided)]);
        // The capture of the partner's king is different.
        let partner = "7wK/6ar1/8/8/aK7/5fb2/wq7/eK5er1 a --x- --e- 0000 9";
        assert_eq!(verdicts("ptah-conclude", &[(EARTH, partner)]), [(Undecided, Undecided)]);
    }

    /// Water and Earth have lost their kings and are frozen; Air's king is on the given rank.
    fn won(kings_rank: &str, partner: &str, turn: &str, ply: u32) -> String {
        let (fire, command, prisoners) = match partner {
            "fK" => ("fK", "-x-x", "-f-a"),
            _ => ("1", "-xxx", "-fea"),
        };
        let (six, five) = if kings_rank == "5" { ("8", "aK7") } else { ("aK7", "8") };
        format!("8/6ar1/{six}/{five}/8/5fb2/wq7/6er{fire} {turn} {command} {prisoners} 0000 {ply}")
    }

    #[test]
    fn rules_8_6_a_procedure_may_play_on_until_the_ptah_is_attained() {
        let plies = [
            (AIR, won("6", "fK", "f", 9)),
            (FIRE, won("6", "fK", "a", 10)),
            (AIR, won("5", "fK", "f", 11)),
            (FIRE, won("5", "fK", "a", 12)),
        ];
        let plies: Vec<_> = plies.iter().map(|(army, text)| (*army, text.as_str())).collect();
        let found = verdicts("ptah-attained", &plies);
        assert_eq!(found, [(Undecided, Yes), (Undecided, Yes), (Undecided, Yes), (Yes, Yes)]);
        assert_eq!(verdicts("ptah", &plies)[0], (Yes, Yes), "the others end there");
    }

    #[test]
    fn rules_8_6_where_no_other_army_can_move_the_round_ends_with_the_querents_next_turn() {
        let plies = [(AIR, won("5", "-", "a", 9)), (AIR, won("5", "-", "a", 10))];
        let plies: Vec<_> = plies.iter().map(|(army, text)| (*army, text.as_str())).collect();
        assert_eq!(verdicts("ptah-attained", &plies), [(Undecided, Yes), (Yes, Yes)]);
        let left = [(AIR, won("5", "-", "a", 9)), (AIR, won("6", "-", "a", 10)), (AIR, won("5", "-", "a", 11))];
        let left: Vec<_> = left.iter().map(|(army, text)| (*army, text.as_str())).collect();
        assert_eq!(verdicts("ptah-attained", &left)[2], (Undecided, Yes), "the round starts again");
    }

    #[test]
    fn rules_8_6_without_the_querents_king_nobody_can_attain_the_ptah() {
        let gone = "8/6ar1/8/8/8/5fb2/wq7/6erfK f xx-x wf-a 0000 9";
        assert_eq!(verdicts("ptah-attained", &[(FIRE, gone)]), [(No, Yes)]);
        let lost = "7wK/6ar1/8/8/8/5fb2/wq7/eK5er1 w x-x- w-e- 0000 9";
        assert_eq!(verdicts("ptah-attained", &[(EARTH, lost)]), [(No, No)]);
    }

    #[test]
    fn rules_8_6_while_it_plays_on_nothing_of_rules_7_ends_it() {
        let rules = question("ptah-attained").rules();
        for text in [won("6", "fK", "a", 9), "8/8/aK7/8/8/8/wq7/6erfK a -x-x -f-a 0000 9".to_owned()] {
            let position = text.parse::<Position>().unwrap().with_rules(rules);
            assert_eq!(position.outcome(), None, "{text}");
            assert!(position.clone().with_rules(question("ptah").rules()).outcome().is_some(), "{text}");
            let mut after = position.clone();
            after.play("Ka6a5".parse().unwrap(), &mut ()).unwrap();
            assert_eq!(after.turn(), FIRE, "frozen armies are skipped");
        }
        // While the opposing kings are on the board, two bare kings are a draw here too.
        let bare: Position = "7wK/8/aK7/8/8/8/wq7/eK5erfK a ---- ---- 0000 9".parse().unwrap();
        assert!(bare.with_rules(rules).outcome().is_some());
    }

    #[test]
    fn rules_8_6_what_is_decided_stays_decided() {
        let plies = [held("w", 5), held("f", 6), held("e", 7), held("a", 8)];
        let mut plies: Vec<_> = [AIR, WATER, FIRE, EARTH].into_iter().zip(plies.iter().map(String::as_str)).collect();
        plies.push((EARTH, "7wK/6ar1/8/8/8/5fb2/wq7/eK5er1 w x-x- w-e- 0000 30"));
        let mut tracker = AnswerTracker::of(&question("kings"));
        for (army, position) in plies {
            tracker.watch(army, &position.parse().unwrap());
        }
        assert_eq!(tracker.ptah, Decision { verdict: Yes, ply: Some(8) });
        assert_eq!(tracker.kings, Decision { verdict: No, ply: Some(30) });
    }

    #[test]
    fn rules_8_6_a_round_completed_by_the_ply_that_draws_the_game_is_a_yes() {
        // Earth captures the last piece of the actives: both are bare kings, a draw.
        let before = "7wK/8/8/aK7/8/8/wq7/eK5erfK";
        let texts: Vec<String> = [("w", 5), ("f", 6), ("e", 7), ("a", 8)]
            .iter()
            .map(|(t, n)| format!("{before} {t} ---- ---- 0000 {n}"))
            .collect();
        let plies: Vec<_> = [AIR, WATER, FIRE, EARTH].into_iter().zip(texts.iter().map(String::as_str)).collect();
        let last: Position = texts[3].parse().unwrap();
        assert!(last.with_rules(question("ptah").rules()).outcome().is_some(), "the game is drawn");
        assert_eq!(verdicts("ptah", &plies)[3].0, Yes);
    }

    #[test]
    fn rules_8_6_the_manner_counts_enemies_attacking_the_ptah_or_next_to_it() {
        let manner = |position: &str| {
            let answer = AnswerTracker::of(&question("ptah")).answer(&position.parse().unwrap());
            (answer.opposing, answer.manner)
        };
        assert_eq!(manner("7wK/8/8/aK7/8/8/7fb/eK5erfK a ---- ---- 0000 9"), (0, Manner::Unopposed));
        // A rook on the fifth rank attacks b5 though the king stands behind it; one enemy.
        assert_eq!(manner("7wK/8/8/aK6wR/8/8/7fb/eK5erfK a ---- ---- 0000 9"), (1, Manner::UnderOpposition));
        // The knight on c3 attacks b5, the queen on c7 attacks a5.
        let two = "7wK/2wQ5/8/aK7/8/2eN5/7fb/eK5erfK a ---- ---- 0000 9";
        assert_eq!(manner(two), (2, Manner::UnderOpposition));
        let three = "7wK/2wQ5/8/aK6wR/8/2eN5/7fb/eK5erfK a ---- ---- 0000 9";
        assert_eq!(manner(three), (3, Manner::UnderStrongOpposition));
        // Frozen enemies attack nothing.
        let frozen = "8/2wQ5/8/aK6wR/8/2eN5/7fb/eK5erfK a -x-- -f-- 0000 9";
        assert_eq!(manner(frozen), (1, Manner::UnderOpposition));
        // RULES 3.4: they cannot capture on a square occupied by their own side.
        let own = "7wK/8/8/aKwb6/7wR/8/8/eK5erfK a ---- ---- 0000 9".replace("aKwb6", "aKwb5wR").replace("7wR", "8");
        assert_eq!(manner(&own), (1, Manner::UnderOpposition), "only the pawn on b5, which attacks a4 and a6");
    }

    #[test]
    fn rules_8_6_the_end_is_told_by_the_procedure() {
        let round: Vec<Position> =
            [held("w", 5), held("f", 6), held("e", 7), held("a", 8)].iter().map(|text| text.parse().unwrap()).collect();
        let won: Position = "8/6ar1/8/8/aK7/5fb2/wq7/6erfK f -x-x -f-a 0000 9".parse().unwrap();
        let fallen: Position = "7wK/6ar1/8/8/8/5fb2/wq7/eK5erfK w x--- e--- 0000 9".parse().unwrap();
        let end = |question: &Question, mut tracker: AnswerTracker, plies: &[(Army, &Position)]| {
            plies.iter().for_each(|(army, position)| tracker.watch(*army, position));
            tracker.end(&plies[plies.len() - 1].1.clone().with_rules(question.rules()))
        };
        let held: Vec<_> = [AIR, WATER, FIRE, EARTH].into_iter().zip(&round).collect();
        let (yes, no) = (Some(EndReason::Answered(Yes)), Some(EndReason::Answered(No)));
        let game = Some(EndReason::Game(Outcome::Won(AIR.side())));

        let by = |procedure| {
            let question = question(procedure);
            let tracker = AnswerTracker::of(&question);
            let ends = [&held[..3], &held, &[(EARTH, &fallen)], &[(AIR, &won)]];
            ends.map(|plies| end(&question, tracker.clone(), plies))
        };
        assert_eq!(by("ptah"), [None, yes, None, yes]);
        assert_eq!(by("ptah-conclude"), [None, yes, no, yes]);
        assert_eq!(by("ptah-attained"), [None, yes, None, None]);
        assert_eq!(by("kings"), [None, None, None, game]);

        // A procedure of one's own: only kings count, and the fall of the querent's is the end.
        let mut own = question("kings");
        own.procedure.when_querents_king_falls = KingFalls::Conclude;
        assert_eq!(end(&own, AnswerTracker::of(&own), &[(EARTH, &fallen)]), no);
        assert_eq!(end(&own, AnswerTracker::of(&own), &held), None);

        // A reading that is played out ends with the game, or when both criteria have decided.
        let played_out = |procedure, plays_out, plies: &[_]| {
            let question = question(procedure);
            end(&question, AnswerTracker::of(&question).playing_out(plays_out), plies)
        };
        let both = [&held[..], &[(AIR, &won)]].concat();
        assert_eq!(played_out("ptah", false, &held), yes);
        assert_eq!(played_out("ptah", true, &held), None);
        assert_eq!(played_out("ptah", true, &both), game);
        assert_eq!(played_out("ptah-attained", true, &both), yes, "there the game goes on without kings");
    }

    #[test]
    fn rules_8_6_a_king_that_comes_to_the_ptah_on_its_turn_is_holding_it() {
        let mut tracker = AnswerTracker::of(&question("ptah"));
        let (away, there): (Position, Position) =
            (held("w", 1).replace("aK7/8/5fb2", "8/aK7/5fb2").parse().unwrap(), held("w", 5).parse().unwrap());
        assert!(!tracker.is_holding() && tracker.is_unaffected(&away) && !tracker.is_unaffected(&there));
        tracker.watch(AIR, &there);
        assert!(tracker.is_holding() && !tracker.is_unaffected(&away) && !tracker.is_unaffected(&there));
        tracker.watch(WATER, &away);
        assert!(!tracker.is_holding() && tracker.is_unaffected(&away));
    }
}
