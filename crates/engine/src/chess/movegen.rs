//! Generates the moves of an army (RULES 3, 4, 5.2, 6.3).

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::{Army, Bitboard, Control, Kind, Mode, Move, Officer, Piece, Position, Role, Square, attacks};

/// The possible moves of one piece, as a set of target squares: many can be filtered with one AND.
///
/// ```
/// use std::ops::ControlFlow;
/// use enochian::chess::{Angle, Army, Array, Board, Direction, Movers, Officer, Position, Role};
/// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
/// let knight = Movers::Only(Role::Officer(Officer::Knight));
/// let found = start.each_set(knight, &mut ControlFlow::Break);
/// let set = found.break_value().flatten().expect("the knight is free");
/// assert_eq!(set.len(), 3);
/// assert_eq!(set.into_iter().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["Nc8b6", "Nc8d6", "Nc8e7"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSet {
    /// The piece.
    pub piece: Piece,
    /// The square on which it stands.
    pub from: Square,
    /// The squares to which it may move.
    pub to: Bitboard,
    /// Those of them on which its player chooses what it becomes, so that each is four moves (RULES 5.2).
    pub choices: Bitboard,
}

impl MoveSet {
    /// The moves of a piece that has no choice of promotion.
    #[inline]
    const fn plain(piece: Piece, from: Square, to: Bitboard) -> MoveSet {
        MoveSet { piece, from, to, choices: Bitboard::EMPTY }
    }

    /// The number of moves.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        (self.to.len() + 3 * self.choices.len()) as usize
    }

    /// Whether there is none.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.to.is_empty()
    }

    /// Whether the move is among them.
    #[must_use]
    #[inline]
    pub fn has(&self, mv: Move) -> bool {
        matches!(mv, Move::Step { role, from, to, promotion } if role == self.piece.kind.into()
            && from == self.from
            && self.to.has(to)
            && self.choices.has(to) == promotion.is_some())
    }

    /// Those of the moves that lead to these squares.
    #[must_use]
    #[inline]
    pub fn within(self, squares: Bitboard) -> MoveSet {
        MoveSet { to: self.to & squares, choices: self.choices & squares, ..self }
    }
}

impl IntoIterator for MoveSet {
    type Item = Move;
    type IntoIter = SetMoves;

    #[inline]
    fn into_iter(self) -> SetMoves {
        SetMoves { role: self.piece.kind.into(), left: self, chosen: 0 }
    }
}

/// The moves of a [`MoveSet`], by their squares in the order a1, b1 … h8.
#[derive(Clone, Debug)]
pub struct SetMoves {
    role: Role,
    left: MoveSet,
    /// How many promotions on the first square came already.
    chosen: usize,
}

impl Iterator for SetMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let to = self.left.to.first()?;
        let promotion = if self.left.choices.has(to) { Officer::ALL.get(self.chosen).copied() } else { None };
        if promotion.is_some() && promotion != Officer::ALL.last().copied() {
            self.chosen += 1;
        } else {
            (self.left.to, self.chosen) = (self.left.to.without(to), 0);
        }
        Some(Move::Step { role: self.role, from: self.left.from, to, promotion })
    }
}

/// What could put an army's king in check through a move of its own.
struct Dangers {
    king: Square,
    /// The enemies' pieces, without frozen armies.
    enemies: Bitboard,
    occupied: Bitboard,
    /// The enemies' rooks and bishops that would attack the king if one piece were gone.
    hidden: Bitboard,
    /// The pieces that hide the king from these, one each.
    blockers: Bitboard,
    /// The pawns of enemies whose first lost pawn will promote others that wait (RULES 5.1).
    releasing: Bitboard,
}

impl Dangers {
    /// The squares where a piece that hides the king still does, or takes the piece from which it hides him.
    #[inline]
    fn hiding(&self, blocker: Square) -> Bitboard {
        let line = |from| attacks::between(self.king, from).with(from);
        self.hidden.into_iter().map(line).find(|line| line.has(blocker)).unwrap_or(!Bitboard::EMPTY)
    }
}

/// The pieces that may make a turn's move (RULES 8.3).
///
/// In a game any piece may. In a reading the die decides, by the dice table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Movers {
    /// Any piece.
    Any,
    /// Only pieces with this role.
    Only(Role),
    /// The king or, if he has no move, a pawn (RULES 8.3).
    KingOrPawn,
}

impl Position {
    /// Every legal move of the army to move, piece by piece, or only a pass if there is none; empty only when the game
    /// is over.
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Position};
    /// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// assert_eq!(start.moves().len(), 12);
    /// ```
    #[must_use]
    #[inline]
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_move(Movers::Any, &mut |mv| moves.push(mv));
        moves
    }

    /// Calls `each` with every legal move of the given pieces, or only with a pass if there is none; not at all when the
    /// game is over.
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Move, Movers, Officer, Position, Role, Rules};
    /// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// let start = start.with_rules(Rules::CHESSVARIANTS.reading());
    /// // The bishop shares the throne and is blocked.
    /// let bishop = Movers::Only(Role::Officer(Officer::Bishop));
    /// let mut moves = Vec::new();
    /// start.each_move(bishop, &mut |mv| moves.push(mv));
    /// assert_eq!(moves, [Move::Pass]);
    /// ```
    #[inline]
    pub fn each_move(&self, movers: Movers, each: &mut impl FnMut(Move)) {
        let ControlFlow::Continue(()) = self.each_set::<Infallible>(movers, &mut |set| {
            match set {
                Some(set) => set.into_iter().for_each(&mut *each),
                None => each(Move::Pass),
            }
            ControlFlow::Continue(())
        });
    }

    /// Calls `each` with the moves of each of the given pieces, or with nothing for a pass, until it breaks; see
    /// [`MoveSet`].
    ///
    /// This is the only place that decides when a turn passes: in a game when the army has no move (RULES 4.4), in a
    /// reading when the pieces that the die calls have none (RULES 8.4).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Movers, Position, Role, Rules};
    /// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// let start = start.with_rules(Rules::CHESSVARIANTS.reading());
    /// // The king is blocked, so a pawn moves instead; the first set is enough to know that.
    /// let first = start.each_set(Movers::KingOrPawn, &mut ControlFlow::Break);
    /// assert!(matches!(first, ControlFlow::Break(Some(set)) if set.piece.kind.is_pawn()));
    /// ```
    #[inline]
    pub fn each_set<B>(
        &self,
        movers: Movers,
        each: &mut impl FnMut(Option<MoveSet>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.decided().is_some() {
            return ControlFlow::Continue(());
        }
        let mut none = true;
        let mut each_of = |role| {
            self.sets_of_turn(role, &mut |set| {
                none = false;
                each(Some(set))
            })
        };
        match movers {
            Movers::Any => each_of(None)?,
            Movers::Only(role) => each_of(Some(role))?,
            Movers::KingOrPawn => {
                each_of(Some(Role::King))?;
                if none && self.king(self.turn).is_some() {
                    self.sets_of_turn(Some(Role::Pawn), &mut |set| {
                        none = false;
                        each(Some(set))
                    })?;
                }
            }
        }
        // Only now is it known whether a game is drawn by stalemate (RULES 4.4).
        if none && self.outcome().is_none() { each(None) } else { ControlFlow::Continue(()) }
    }

    /// Calls `each` with the moves of the army to move, for one role if given, one set per piece, until it breaks.
    #[inline(always)]
    pub(super) fn sets_of_turn<B>(
        &self,
        role: Option<Role>,
        each: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (turn, partner) = (self.turn, self.turn.partner());
        self.sets_of_army(turn, role, each)?;
        if self.is_turn_of_both(turn) {
            self.sets_of_partner(partner, role, each)?;
        }
        ControlFlow::Continue(())
    }

    /// The partner's moves on a shared turn: so rare that the code is kept out of line.
    #[cold]
    #[inline(never)]
    fn sets_of_partner<B>(
        &self,
        partner: Army,
        role: Option<Role>,
        each: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.sets_of_army(partner, role, each)
    }

    /// Whether on a turn of this army its partner's pieces may move as well: if a player withdrew with a bare king, either
    /// army of the side may use either turn (RULES 6.3).
    #[inline]
    fn is_turn_of_both(&self, army: Army) -> bool {
        let partner = army.partner();
        (self.shares_turns(army) || self.shares_turns(partner)) && !self.is_frozen(partner)
    }

    /// The army of which a piece with this role may be called on a turn of the given army: that army, or on a shared turn its
    /// partner (RULES 6.3, 8.3); `None` if neither has one.
    ///
    /// ```
    /// use enochian::chess::{Army, Position, Role};
    /// let position: Position = "8/8/8/3aK4/8/8/5wr1wK/eK4fb1fK a ---- ---- 0000 0".parse().unwrap();
    /// assert_eq!(position.army_with(Army::Water, Role::Pawn), Some(Army::Water));
    /// assert_eq!(position.army_with(Army::Air, Role::Pawn), None);
    /// // Air has withdrawn with a bare king, so Fire's pawn may move on Air's turn.
    /// let shared: Position = "8/8/8/3aK4/8/8/5wr1wK/eK4fb1fK a F--- ---- 0000 0".parse().unwrap();
    /// assert_eq!(shared.army_with(Army::Air, Role::Pawn), Some(Army::Fire));
    /// ```
    #[must_use]
    #[inline]
    pub fn army_with(&self, army: Army, role: Role) -> Option<Army> {
        let armies = [Some(army), self.is_turn_of_both(army).then(|| army.partner())];
        armies.into_iter().flatten().find(|army| self.has(*army, role))
    }

    /// Whether an army has withdrawn with a bare king, so that either army may use either turn (RULES 6.3).
    #[inline]
    fn shares_turns(&self, army: Army) -> bool {
        self.command(army) == Control::Withdrawn && self.is_bare_king(army)
    }

    /// The moves of an army as if it were its turn (RULES 6.3, **Decided**), until `each` breaks.
    #[inline(always)]
    pub(super) fn sets_of_army<B>(
        &self,
        army: Army,
        role: Option<Role>,
        each: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let king = self.king(army).filter(|_| self.rules.mode == Mode::Game);
        let Some(king) = king else { return self.reach_of_army(army, role, each) };
        if let Some(dangers) = self.dangers(army, king) {
            // RULES 4.3: a move may not put its own king in check.
            return self.reach_of_army(army, role, &mut |set| {
                let safe = set.within(self.safe_targets(&set, &dangers));
                if safe.is_empty() { ControlFlow::Continue(()) } else { each(safe) }
            });
        }
        // RULES 4.2: the king must move if it can; if not, any piece may.
        let piece = Piece { army, kind: Kind::King };
        let to = self.reach(piece, king);
        if to.is_empty() {
            self.reach_of_army(army, role, each)
        } else if role.is_none_or(|role| role == Role::King) {
            each(MoveSet::plain(piece, king, to))
        } else {
            ControlFlow::Continue(())
        }
    }

    /// The squares that every piece of an army, or those with one role, can reach by RULES 3 alone.
    #[inline(always)]
    fn reach_of_army<B>(
        &self,
        army: Army,
        role: Option<Role>,
        each: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let occupied = self.occupied();
        // Neither an army of its own side nor a frozen one (RULES 3.4).
        let open = self.unfrozen_enemies(army) | !occupied;
        let officers = |officer| (Piece { army, kind: Kind::Officer(officer) }, self.officers(army, officer));
        let king = (Piece { army, kind: Kind::King }, self.kings & self.army(army));
        let (rook, bishop) = (|from| attacks::rook(from, occupied), |from| attacks::bishop(from, occupied));
        // Role by role, which a processor predicts better than square by square.
        each_reach(role, king, attacks::king, open, each)?;
        each_reach(role, officers(Officer::Queen), attacks::queen, open, each)?;
        each_reach(role, officers(Officer::Rook), rook, open, each)?;
        each_reach(role, officers(Officer::Bishop), bishop, open, each)?;
        each_reach(role, officers(Officer::Knight), attacks::knight, open, each)?;
        if role.is_none_or(|role| role == Role::Pawn) {
            for from in self.pawns(army) {
                if let Some(officer) = self.officer_at(from) {
                    let step = attacks::pawn_step(army, from) & !occupied;
                    let to = step | attacks::pawn(army, from) & occupied & open;
                    if !to.is_empty() {
                        let arrivals = to & army.far_edge();
                        let choices = if arrivals.is_empty() { arrivals } else { arrivals & self.choices(army) };
                        each(MoveSet { piece: Piece { army, kind: Kind::Pawn(officer) }, from, to, choices })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The squares that a piece can reach by RULES 3 alone.
    #[inline]
    pub(super) fn reach(&self, piece: Piece, from: Square) -> Bitboard {
        let occupied = self.occupied();
        let open = !(self.side(piece.army.side()) | self.frozen());
        match piece.kind {
            Kind::Pawn(_) => {
                let step = attacks::pawn_step(piece.army, from) & !occupied;
                step | attacks::pawn(piece.army, from) & occupied & open
            }
            kind => attacked_from(kind, piece.army, from, occupied) & open,
        }
    }

    /// What could put an army's king in check through a move of its own; `None` if he is in check already.
    fn dangers(&self, army: Army, king: Square) -> Option<Dangers> {
        let (enemies, occupied) = (self.unfrozen_enemies(army), self.occupied());
        let (mut hidden, mut blockers) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut in_check = !self.close_attackers_of(king, army, enemies).is_empty();
        for from in self.distant_attackers_of(king, enemies) {
            let between = attacks::between(king, from) & occupied;
            in_check |= between.is_empty();
            if between.has_at_most_one() {
                hidden = hidden.with(from);
                blockers |= between;
            }
        }
        if in_check {
            return None;
        }
        let releases = |enemy: &Army| self.pawns_lost(*enemy) == 0 && self.pawns(*enemy).meets(enemy.far_edge());
        let releasing = army.enemies().into_iter().filter(releases).map(|enemy| self.pawns(enemy));
        let releasing = releasing.fold(Bitboard::EMPTY, |all, pawns| all | pawns);
        Some(Dangers { king, enemies, occupied, hidden, blockers, releasing })
    }

    /// The part of a set that does not put the army's own king in check (RULES 4.3).
    ///
    /// Most moves cannot. A piece that does not block a line to the king changes nothing that attacks it, wherever it
    /// moves; for a blocker the lines are examined. Only moves with distant effects are played on a copy: capturing a
    /// pawn that lets another promote, a concourse, capturing a king and so disarming an army.
    #[inline]
    fn safe_targets(&self, set: &MoveSet, dangers: &Dangers) -> Bitboard {
        let concourse = match set.piece.kind {
            Kind::Officer(officer @ (Officer::Bishop | Officer::Queen)) => self.nearly_concourse(officer),
            _ => Bitboard::EMPTY,
        };
        let far_reaching = set.to & (dangers.releasing | concourse);
        let watched = set.piece.kind == Kind::King || dangers.blockers.has(set.from);
        if watched || !far_reaching.is_empty() { self.safe_targets_slow(set, far_reaching, dangers) } else { set.to }
    }

    fn safe_targets_slow(&self, set: &MoveSet, mut far_reaching: Bitboard, dangers: &Dangers) -> Bitboard {
        let army = set.piece.army;
        let is_king = set.piece.kind == Kind::King;
        let blockers = dangers.blockers.has(set.from);
        if is_king || blockers {
            far_reaching |= set.to & self.kings;
        }
        let plain = set.to & !far_reaching;
        let mut safe = if is_king {
            // An officer that shares the throne stays behind. Seizing a throne unfreezes only the king's own side.
            let shared = self.officer_at(set.from).is_some();
            let left = if shared { dangers.occupied } else { dangers.occupied.without(set.from) };
            let attacked = |to: Square| !self.attackers_of(to, army, dangers.enemies.without(to), left).is_empty();
            plain.into_iter().filter(|&to| !attacked(to)).collect()
        } else if blockers {
            plain & dangers.hiding(set.from)
        } else {
            plain
        };
        for to in far_reaching {
            let mut tried = self.clone();
            // The choice of promotion does not change what attacks the army's own king.
            let promotion = set.choices.has(to).then_some(Officer::Queen);
            tried.step(set.piece, set.from, to, promotion, &mut ());
            if !tried.in_check(army) {
                safe = safe.with(to);
            }
        }
        safe
    }

    /// The piece that a move's role and starting square stand for, if there is one.
    #[inline]
    pub(crate) fn mover(&self, role: Role, from: Square) -> Option<Piece> {
        let army = if self.army(self.turn).has(from) { self.turn } else { self.army_at(from)? };
        let kind = match role {
            Role::King => Some(Kind::King).filter(|_| self.kings.has(from)),
            Role::Officer(officer) => Some(Kind::Officer(officer)).filter(|_| self.all_officers(officer).has(from)),
            Role::Pawn if self.pawns(army).has(from) => self.officer_at(from).map(Kind::Pawn),
            Role::Pawn => None,
        };
        kind.map(|kind| Piece { army, kind })
    }

    /// Whether a move is legal.
    ///
    /// In a reading a turn may end without a move as long as the throw is not known, which decides it (RULES 8.4).
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let movers = match mv {
            Move::Pass if self.rules.mode == Mode::Reading => return self.outcome().is_none(),
            Move::Pass => Movers::Any,
            // Only moves with the same role are listed, which is faster.
            Move::Step { role, .. } => Movers::Only(role),
        };
        self.has_move_of(movers, mv)
    }

    /// Whether a move is among those of the given pieces: the same as a search in [`Position::each_move`], but faster.
    #[must_use]
    pub fn has_move_of(&self, movers: Movers, mv: Move) -> bool {
        let is_it = |set: Option<MoveSet>| set.map_or(mv == Move::Pass, |set| set.has(mv));
        let found = |set| if is_it(set) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.each_set(movers, &mut { found }).is_break()
    }
}

/// Calls `each` with the open squares that equal pieces attack, unless there are none or another role is wanted.
#[inline(always)]
fn each_reach<B>(
    role: Option<Role>,
    (piece, places): (Piece, Bitboard),
    attacks: impl Fn(Square) -> Bitboard,
    open: Bitboard,
    each: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if role.is_none_or(|role| role == piece.kind.into()) {
        for from in places {
            let to = attacks(from) & open;
            if !to.is_empty() {
                each(MoveSet::plain(piece, from, to))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The squares that a piece attacks from a square, whoever stands on them (RULES 3.1–3.3).
#[inline]
#[must_use]
pub fn attacked_from(kind: Kind, army: Army, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::King => attacks::king(from),
        Kind::Officer(Officer::Queen) => attacks::queen(from),
        Kind::Officer(Officer::Rook) => attacks::rook(from, occupied),
        Kind::Officer(Officer::Bishop) => attacks::bishop(from, occupied),
        Kind::Officer(Officer::Knight) => attacks::knight(from),
        Kind::Pawn(_) => attacks::pawn(army, from),
    }
}
