//! The relations between pieces, turn by turn (INTERPRETATION 4).

use std::ops::RangeInclusive;

use crate::chess::{Army, Bitboard, Kind, Move, Officer, Position, Side, attacked_from};
use crate::record::EnochianRecord;
use crate::session::{PlayedTurn, SessionTerms};
use crate::study::PlacedPiece;

use super::attack::{attackers_of, checks, is_threatened, turns_from};

/// The relations between pieces that a turn creates or ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnRelations {
    /// The turn.
    pub turn: u32,
    /// The piece that moved, where it stands now.
    pub moved: Option<PlacedPiece>,
    /// The checks that its move gives (INTERPRETATION 4.1).
    pub checks: Vec<NewCheck>,
    /// The threats and covers between the piece that moved and others, after its move (INTERPRETATION 4.1, 4.2).
    pub pairs: Vec<PieceRelation>,
    /// Why the piece landed where an enemy threatens it, if it did (INTERPRETATION 4.6).
    pub danger: Option<DangerReason>,
    /// What the piece retreated from, if it did (INTERPRETATION 4.7).
    pub retreat: Option<RetreatKind>,
    /// The threats that the move blocked (INTERPRETATION 4.8).
    pub blocks: Vec<PieceRelation>,
    /// The threats of other pieces of its side that the move uncovered (INTERPRETATION 4.8).
    pub uncovered: Vec<PieceRelation>,
    /// Why the turn was lost, if it was (INTERPRETATION 4.9).
    pub no_move: Option<NoMoveReason>,
}

/// A check: after an enemy's move a king is threatened from a square from which he was not threatened before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCheck {
    /// Whose king.
    pub on: Army,
    /// The pieces that newly threaten him: first the one that moved, then in the order a1, b1 … h8.
    pub by: Vec<PlacedPiece>,
}

/// A threat or cover between two pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceRelation {
    /// The piece that could capture.
    pub from: PlacedPiece,
    /// The piece on the square where it could.
    pub to: PlacedPiece,
    /// Whether it is a threat or a cover.
    pub kind: RelationKind,
}

/// A threat or a cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RelationKind {
    /// To an enemy: a hard aspect.
    Threat {
        /// Whether the threatened piece is covered by a friend.
        covered: bool,
    },
    /// To a friend: a soft aspect.
    Cover,
}

/// Why a piece moved to a threatened square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DangerReason {
    /// The throw also allowed a move to a square without a threat.
    Chosen,
    /// It did not.
    Forced,
}

/// What a piece retreats from with a move that takes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetreatKind {
    /// It threatened an enemy before, and threatens none now.
    Aggressor,
    /// It was threatened before, and is not now.
    Threatened,
    /// Neither, but it moved nearer to its own throne.
    TakenBack,
}

/// Why a turn was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMoveReason {
    /// The army has none of the pieces that the throw names.
    Gone,
    /// It has some, but none can move.
    Blocked,
}

impl TurnRelations {
    /// The check on an army's king, if the turn gave one.
    #[must_use]
    pub fn check_on(&self, army: Army) -> Option<&NewCheck> {
        self.checks.iter().find(|check| check.on == army)
    }

    /// Whether the piece chose a threatened square and threatens an enemy from there (INTERPRETATION 4.4).
    pub(super) fn threatens_while_threatened(&self) -> bool {
        let threatens = |pair: &PieceRelation| pair.kind != RelationKind::Cover && Some(pair.from) == self.moved;
        self.danger == Some(DangerReason::Chosen) && self.pairs.iter().any(threatens)
    }
}

/// The relations of every turn, in order.
///
/// ```no_run
/// use enochian::interpretation::relations;
/// use enochian::{journal, correspondences::Correspondences};
/// let record = journal::read("journal.md".as_ref(), Correspondences::embedded()).unwrap();
/// let checks: usize = relations(record.enochian().unwrap()).iter().map(|turn| turn.checks.len()).sum();
/// println!("{checks} checks");
/// ```
#[must_use]
pub fn relations(record: EnochianRecord<'_>) -> Vec<TurnRelations> {
    let terms = record.subject().terms();
    let analysed =
        turns_from(record).map(|(before, turn)| TurnAnalysis { before: &before, turn, terms: &terms }.relations());
    analysed.collect()
}

/// A turn with what its relations are derived from.
struct TurnAnalysis<'r> {
    before: &'r Position,
    turn: &'r PlayedTurn,
    terms: &'r SessionTerms,
}

impl TurnAnalysis<'_> {
    fn relations(&self) -> TurnRelations {
        let after = &self.turn.position;
        let mut found = TurnRelations { turn: self.turn.ply, ..TurnRelations::default() };
        let (Move::Step { from, to, .. }, Some(moved)) = (self.turn.mv, self.turn.piece) else {
            found.no_move =
                self.turn.thrown.map(|thrown| if thrown.gone { NoMoveReason::Gone } else { NoMoveReason::Blocked });
            return found;
        };
        // A pawn may have been promoted, but no other piece stands where it landed.
        let landed = after.pieces_at(to).next().unwrap_or(moved);
        let (was, is) = (PlacedPiece { piece: moved, at: from }, PlacedPiece { piece: landed, at: to });
        found.moved = Some(is);
        found.checks = moved.army.enemies().into_iter().filter_map(|army| self.check(army)).collect();
        found.pairs = pairs(after, is);
        let threatened = is_threatened(after, to, moved.army);
        found.danger = threatened.then(|| self.danger()).flatten();
        found.retreat = self.retreat(was, is, threatened);
        found.blocks = self.blocks(is);
        found.uncovered = self.uncovered(is);
        found
    }

    fn check(&self, on: Army) -> Option<NewCheck> {
        let by = checks(self.before, self.turn, on);
        (!by.is_empty()).then_some(NewCheck { on, by })
    }

    /// Whether the throw allowed a move to a square without a threat.
    fn danger(&self) -> Option<DangerReason> {
        let throw = self.turn.thrown?.throw;
        let is_safe = |mv: &Move| {
            let (Some(to), Some(army)) = (mv.to(), self.mover(*mv)) else { return false };
            let mut tried = self.before.clone();
            tried.play_unchecked(*mv, &mut ());
            !is_threatened(&tried, to, army)
        };
        let open = self.terms.moves_for(self.before, throw).moves;
        Some(if open.iter().any(is_safe) { DangerReason::Chosen } else { DangerReason::Forced })
    }

    fn retreat(&self, was: PlacedPiece, is: PlacedPiece, threatened: bool) -> Option<RetreatKind> {
        if self.turn.captures().next().is_some() {
            return None;
        }
        let army = was.piece.army;
        if is_threatened(self.before, was.at, army) && !threatened {
            Some(RetreatKind::Threatened)
        } else if threatens(self.before, was) && !threatens(&self.turn.position, is) {
            Some(RetreatKind::Aggressor)
        } else if is.at.distance(army.throne()) < was.at.distance(army.throne()) {
            Some(RetreatKind::TakenBack)
        } else {
            None
        }
    }

    /// The enemy threats that the piece blocks from where it landed.
    fn blocks(&self, is: PlacedPiece) -> Vec<PieceRelation> {
        let after = &self.turn.position;
        let mut shut = lines_opened(after, self.before, is.piece.army.side().opponent());
        shut.retain(|(it, _)| attacks(self.before, *it).has(is.at) && !after.is_frozen(it.piece.army));
        shut.into_iter().map(|(from, to)| threat(self.before, from, to)).collect()
    }

    /// The threats by other pieces of its side that the move uncovers.
    fn uncovered(&self, is: PlacedPiece) -> Vec<PieceRelation> {
        let after = &self.turn.position;
        let opened = lines_opened(self.before, after, is.piece.army.side());
        opened.into_iter().map(|(from, to)| threat(after, from, to)).collect()
    }

    /// The army whose piece a move would move.
    fn mover(&self, mv: Move) -> Option<Army> {
        let Move::Step { from, .. } = mv else { return None };
        self.before.pieces_at(from).next().map(|piece| piece.army)
    }
}

/// The threats and covers between a piece and others: what it threatens, its attackers, what it covers, what covers it.
fn pairs(position: &Position, it: PlacedPiece) -> Vec<PieceRelation> {
    let side = it.piece.army.side();
    let seen = attacks(position, it);
    let mut pairs = Vec::new();
    pairs.extend(unfrozen(position, seen & position.side(side.opponent())).map(|other| threat(position, it, other)));
    pairs.extend(attackers_of(position, it.at, side.opponent()).into_iter().map(|other| threat(position, other, it)));
    let cover = |from, to| PieceRelation { from, to, kind: RelationKind::Cover };
    pairs.extend(unfrozen(position, seen & position.side(side)).map(|to| cover(it, to)));
    pairs.extend(attackers_of(position, it.at, side).into_iter().map(|from| cover(from, it)));
    pairs
}

fn threat(position: &Position, from: PlacedPiece, to: PlacedPiece) -> PieceRelation {
    let covered = !attackers_of(position, to.at, to.piece.army.side()).is_empty();
    PieceRelation { from, to, kind: RelationKind::Threat { covered } }
}

/// Whether a piece could capture an enemy.
fn threatens(position: &Position, it: PlacedPiece) -> bool {
    let enemies = position.side(it.piece.army.side().opponent());
    unfrozen(position, attacks(position, it) & enemies).next().is_some()
}

/// The squares that a piece attacks.
fn attacks(position: &Position, it: PlacedPiece) -> Bitboard {
    attacked_from(it.piece.kind, it.piece.army, it.at, position.occupied())
}

/// The unfrozen pieces on some squares. Frozen ones cannot be captured (RULES 3.7).
fn unfrozen(position: &Position, squares: Bitboard) -> impl Iterator<Item = PlacedPiece> {
    placed(position, squares & !position.frozen())
}

fn placed(position: &Position, squares: Bitboard) -> impl Iterator<Item = PlacedPiece> {
    squares.into_iter().flat_map(|at| position.pieces_at(at).map(move |piece| PlacedPiece { piece, at }))
}

/// The unfrozen rooks and bishops of a side.
fn sliders(position: &Position, side: Side) -> impl Iterator<Item = PlacedPiece> {
    let slides =
        |it: &PlacedPiece| matches!(it.piece.kind, Kind::Officer(Officer::Rook) | Kind::Officer(Officer::Bishop));
    unfrozen(position, position.side(side)).filter(slides)
}

/// The threats along lines that are closed in one position and open in another: by rooks and bishops of a side to its enemies, of those
/// that stand in both.
fn lines_opened(closed: &Position, open: &Position, side: Side) -> Vec<(PlacedPiece, PlacedPiece)> {
    let of_slider = |slider: PlacedPiece| {
        let won = attacks(open, slider) & !attacks(closed, slider) & open.side(side.opponent());
        unfrozen(open, won).filter(|it| stands(closed, *it)).map(move |it| (slider, it))
    };
    sliders(open, side).filter(|slider| stands(closed, *slider)).flat_map(of_slider).collect()
}

/// Whether that piece is there in this position.
fn stands(position: &Position, it: PlacedPiece) -> bool {
    position.pieces_at(it.at).any(|piece| piece == it.piece)
}

/// The longest stretch without a capture or a check, the first of several; none shorter than 24 turns (INTERPRETATION 4.10).
#[must_use]
pub fn ease(record: EnochianRecord<'_>, relations: &[TurnRelations]) -> Option<RangeInclusive<u32>> {
    const TURNS: usize = 24;
    let turns: Vec<(&PlayedTurn, bool)> = record
        .turns()
        .iter()
        .zip(relations)
        .map(|(turn, relations)| (turn, turn.captures().next().is_none() && relations.checks.is_empty()))
        .collect();
    let quiet = turns.chunk_by(|one, next| one.1 == next.1).filter(|run| run[0].1 && run.len() >= TURNS);
    // `max_by_key` returns the last of equals, so the order is reversed to get the first.
    let longest = quiet.rev().max_by_key(|run| run.len())?;
    Some(longest[0].0.ply..=longest[longest.len() - 1].0.ply)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Angle, Array, Board, Rules};
    use crate::correspondences::Correspondences;
    use crate::session::{Act, Session};

    /// The relations of a turn, `2 Nd4b3`, of a reading from any position.
    fn relations(position: &str, turn: &str) -> TurnRelations {
        let dice =
            Correspondences::embedded().dice_table("regardie").unwrap().movers(Array::of(Angle::Air, Board::Air));
        let terms = SessionTerms::of_rules(Rules::CHESSVARIANTS.reading()).with_dice(dice);
        let mut session = Session::begin(terms.clone(), position.parse().unwrap());
        let before = session.position().clone();
        let (throw, mv) = turn.split_once(' ').unwrap();
        session.accept(Act::Throw(throw.parse().unwrap())).unwrap();
        session.accept(Act::Move(mv.parse().unwrap())).unwrap();
        TurnAnalysis { before: &before, turn: &session.turns()[0], terms: &terms }.relations()
    }

    fn described(pairs: &[PieceRelation]) -> Vec<String> {
        let kind = |pair: &PieceRelation| match pair.kind {
            RelationKind::Threat { covered: true } => "tension",
            RelationKind::Threat { covered: false } => "threat",
            RelationKind::Cover => "cover",
        };
        pairs.iter().map(|pair| format!("{}: {}, {}", kind(pair), pair.from, pair.to)).collect()
    }

    #[test]
    fn interpretation_4_1_a_check_is_new_and_an_enemys() {
        let by = |check: &NewCheck| check.by.iter().map(ToString::to_string).collect::<Vec<_>>();
        let rook = relations("aK7/8/8/6wR1/8/8/ar6fb/eK4fK1wK w ---- ---- 0000 0", "5 Rg5g8");
        assert_eq!(rook.checks.iter().map(|check| check.on).collect::<Vec<_>>(), [Army::Air]);
        assert_eq!(by(&rook.checks[0]), ["rook of Water on g8"]);
        // A move may let another give the check; where both do, the one that moved is named first.
        let knight = "8/8/aK1wN4wR/8/8/8/ar6fb/eK4fK1wK w ---- ---- 0000 0";
        assert_eq!(by(&relations(knight, "2 Nc6d4").checks[0]), ["rook of Water on h6"]);
        assert_eq!(by(&relations(knight, "2 Nc6b8").checks[0]), ["knight of Water on b8", "rook of Water on h6"]);
        // He was attacked from there before: not a new check.
        let stays = relations("aK6wR/8/8/8/8/8/ar5wqfb/eK4fK1wK w ---- ---- 0000 0", "6 Pg2f2");
        assert!(stays.checks.is_empty());
    }

    #[test]
    fn interpretation_4_1_a_king_who_steps_into_attack_gives_himself_no_check() {
        let walked = relations("aK7/7wR/8/8/8/8/ar6fb/eK4fK1wK a ---- ---- 0000 0", "1 Ka8a7");
        assert!(walked.checks.is_empty());
        assert_eq!(walked.danger, Some(DangerReason::Chosen), "b8 was open");
        let frozen = relations("aK7/7wR/8/8/8/8/ar6fb/eK4fK2 a -x-- -f-- 0000 0", "1 Ka8a7");
        assert!(frozen.danger.is_none(), "the frozen threaten nobody (RULES 3.7)");
    }

    #[test]
    fn interpretation_4_1_threats_and_covers_of_the_piece_that_moved() {
        let start = "aK7/8/5wR2/5eR2/1aN6/4fb3/ar6fq/eK2eR1fK1wK a ---- ---- 0000 0";
        let found = relations(start, "2 Nb4d5");
        let rooks = [
            "tension: knight of Air on d5, rook of Water on f6",
            "threat: rook of Earth on d1, knight of Air on d5",
            "threat: rook of Earth on f5, knight of Air on d5",
        ];
        let cover = "cover: knight of Air on d5, pawn of bishop of Fire on e3";
        assert_eq!(described(&found.pairs), [&rooks[..], &[cover]].concat());
        // Frozen pieces do not count (RULES 3.7).
        let frozen = start.replace("wK a ---- ----", "1 a -x-- -f--");
        assert_eq!(described(&relations(&frozen, "2 Nb4d5").pairs), [rooks[1], rooks[2], cover]);
    }

    #[test]
    fn interpretation_4_6_danger_is_chosen_or_forced() {
        let chosen = relations("aK7/8/8/3aN4/7wR/8/ar6fb/eK4fK1wK a ---- ---- 0000 0", "2 Nd5b4");
        assert_eq!(chosen.danger, Some(DangerReason::Chosen));
        // Wherever the king moves, a rook of Water attacks him.
        let forced = "aK6wR/7wR/8/8/8/8/ar6fb/eK4fK1wK a ---- ---- 0000 0";
        assert_eq!(relations(forced, "1 Ka8b8").danger, Some(DangerReason::Forced));
        let safe = relations("aK7/8/8/3aN4/7wR/8/ar6fb/eK4fK1wK a ---- ---- 0000 0", "2 Nd5b6");
        assert_eq!(safe.danger, None);
    }

    #[test]
    fn interpretation_4_7_what_a_piece_leaves() {
        let retreat = |position: &str, turn: &str| relations(position, turn).retreat;
        let knight = |piece: &str, at: &str| format!("aK5eb1/8/8/3aN4/8/{piece}/{at}/eK4fK1wK a ---- ---- 0000 0");
        // A pawn of Water on e3 is threatened by the knight.
        assert_eq!(retreat(&knight("4wr3", "ar6fb"), "2 Nd5f4"), Some(RetreatKind::Aggressor));
        // The rook of Water on d2 threatens the knight, and both at once count as a retreat from it.
        assert_eq!(retreat(&knight("8", "ar2wR3fb"), "2 Nd5f4"), Some(RetreatKind::Threatened));
        assert_eq!(retreat(&knight("4wr3", "ar2wR3fb"), "2 Nd5f4"), Some(RetreatKind::Threatened));
        assert_eq!(retreat(&knight("4wr3", "ar2wR3fb"), "2 Nd5e3"), None, "a capture is not a retreat");
        assert_eq!(retreat(&knight("8", "ar6fb"), "2 Nd5b6"), Some(RetreatKind::TakenBack));
        assert_eq!(retreat(&knight("8", "ar6fb"), "2 Nd5f4"), None);
    }

    #[test]
    fn interpretation_4_8_a_block_shuts_a_line_and_another_move_opens_one() {
        let line = "aK6wR/8/2aN5/8/8/8/ar6fb/eK4fK1wK a ---- ---- 0000 0";
        let shut = relations(line, "2 Nc6d8");
        assert_eq!(described(&shut.blocks), ["threat: rook of Water on h8, king of Air on a8"]);
        assert_eq!(relations(line, "2 Nc6b4").blocks, []);
        let lines = "aK6wR/8/8/7aR/7aN/8/ar5fbwK/eK4fK2 a ---- ---- 0000 0";
        let opened = relations(lines, "2 Nh4f3");
        assert_eq!(described(&opened.uncovered), ["threat: rook of Air on h5, king of Water on h2"]);
    }

    #[test]
    fn interpretation_4_9_a_piece_that_is_gone_and_one_that_cannot_move() {
        let position = "aKaR6/aNab6/ab7/8/8/8/5wr1wK/eK4fb1fK a ---- ---- 0000 0";
        assert_eq!(relations(position, "4 --").no_move, Some(NoMoveReason::Gone));
        let shut_in = "aKaB6/aqabaq5/8/8/8/8/5wr1wK/eK4fb1fK a ---- ---- 0000 0";
        assert_eq!(relations(shut_in, "3 --").no_move, Some(NoMoveReason::Blocked));
    }
}
