//! Which moves an army has (RULES 3, 4, 5.2, 6.3).

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::{Army, Bitboard, Control, Kind, Mode, Move, Officer, Piece, Position, Role, Rules, Square, attacks};

/// The squares to which one piece may go: a handful of moves at once, to be filtered with one AND.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSet {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub from: Square,
    /// Where it may go.
    pub to: Bitboard,
}

/// What may put an army's king in check by a move of its own.
struct Dangers {
    king: Square,
    /// The enemies that are not frozen.
    enemies: Bitboard,
    occupied: Bitboard,
    /// The enemies' rooks that see the king over one piece.
    rooks: Bitboard,
    /// Their bishops that do.
    bishops: Bitboard,
    /// The squares whose piece, if it leaves, may lay the king open to one of these.
    guards: Bitboard,
    /// The pawns of enemies whose first lost pawn will promote others that wait (RULES 5.1).
    waking: Bitboard,
}

impl Dangers {
    /// Whether a piece can go from a square to another without laying the king open to a rook or bishop.
    fn lines_stay_shut(&self, from: Square, to: Square) -> bool {
        let occupied = self.occupied.without(from).with(to);
        let open =
            attacks::rook(self.king, occupied) & self.rooks | attacks::bishop(self.king, occupied) & self.bishops;
        open.without(to).is_empty()
    }
}

/// Which pieces may make a turn (RULES 8.3).
///
/// In a game any piece may. In a reading the die names those that may; which, is a matter of the dice table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Movers {
    /// Any piece.
    Any,
    /// Only pieces of this sort.
    Only(Role),
    /// The king or, where he has no move, a pawn instead (RULES 8.3).
    KingOrPawn,
}

impl Position {
    /// Everything that the turn can be: the moves of the army whose turn it is, piece by piece, or the pass alone where
    /// there are none; empty only when the game is over.
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Position, Rules};
    /// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// assert_eq!(start.moves(&Rules::CHESSVARIANTS).len(), 12);
    /// ```
    #[must_use]
    pub fn moves(&self, rules: &Rules) -> Vec<Move> {
        self.moves_of(Movers::Any, rules)
    }

    /// Everything that the turn can be when only some pieces may make it: their moves, or the pass alone; empty only
    /// when the game is over.
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Move, Movers, Officer, Position, Role, Rules};
    /// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// // The bishop shares the throne, and is shut in.
    /// let bishop = Movers::Only(Role::Officer(Officer::Bishop));
    /// assert_eq!(start.moves_of(bishop, &Rules::CHESSVARIANTS.reading()), [Move::Pass]);
    /// ```
    #[must_use]
    pub fn moves_of(&self, movers: Movers, rules: &Rules) -> Vec<Move> {
        let mut moves = Vec::new();
        let never = self.try_each_move(movers, rules, &mut |mv| {
            moves.push(mv);
            ControlFlow::<Infallible>::Continue(())
        });
        match never {
            ControlFlow::Continue(()) => moves,
        }
    }

    /// Hands over everything that the turn can be, one by one, in the order of [`Position::moves`].
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Position, Rules};
    /// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// let mut captures = 0;
    /// start.each_move(&Rules::CHESSVARIANTS, &mut |mv| {
    ///     captures += mv.to().map_or(0, |to| start.pieces_at(to).count());
    /// });
    /// assert_eq!(captures, 1); // the rook of Air takes a pawn of Water
    /// ```
    pub fn each_move(&self, rules: &Rules, each: &mut impl FnMut(Move)) {
        let never = self.try_each_move(Movers::Any, rules, &mut |mv| {
            each(mv);
            ControlFlow::<Infallible>::Continue(())
        });
        match never {
            ControlFlow::Continue(()) => {}
        }
    }

    /// Hands over everything that the turn can be when some pieces may make it, until `each` breaks off.
    ///
    /// This is the only place that knows when a turn passes: in a game when the army has no move (RULES 4.4), in a
    /// reading when the pieces that were called have none (RULES 8.4).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Move, Movers, Position, Role, Rules};
    /// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// // The king is shut in, so a pawn moves instead; the first of its moves is enough to know that.
    /// let first = start.try_each_move(Movers::KingOrPawn, &Rules::CHESSVARIANTS.reading(), &mut ControlFlow::Break);
    /// assert!(matches!(first, ControlFlow::Break(Move::Step { role: Role::Pawn, .. })));
    /// ```
    #[inline]
    pub fn try_each_move<B>(
        &self,
        movers: Movers,
        rules: &Rules,
        each: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.decided(rules).is_some() {
            return ControlFlow::Continue(());
        }
        let mut none = true;
        let mut of_role = |role| {
            self.move_sets_of(role, rules, &mut |set| {
                none = false;
                self.try_expand(&set, rules, &mut *each)
            })
        };
        match movers {
            Movers::Any => of_role(None)?,
            Movers::Only(role) => of_role(Some(role))?,
            Movers::KingOrPawn => {
                of_role(Some(Role::King))?;
                if none && self.king(self.turn).is_some() {
                    self.move_sets_of(Some(Role::Pawn), rules, &mut |set| {
                        none = false;
                        self.try_expand(&set, rules, &mut *each)
                    })?;
                }
            }
        }
        // Whether a game is drawn by stalemate shows only now (RULES 4.4).
        if none && self.outcome(rules).is_none() { each(Move::Pass) } else { ControlFlow::Continue(()) }
    }

    /// Whether the army whose turn it is has anything to do but pass.
    pub(super) fn has_move(&self, rules: &Rules) -> bool {
        self.move_sets_of(None, rules, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Hands over the moves of the army whose turn it is in sets, one a piece, without asking whether
    /// the game is over.
    pub fn move_sets(&self, rules: &Rules, each: &mut impl FnMut(MoveSet)) {
        let never = self.move_sets_of(None, rules, &mut |set| {
            each(set);
            ControlFlow::<Infallible>::Continue(())
        });
        match never {
            ControlFlow::Continue(()) => {}
        }
    }

    /// The same of pieces of one sort, where one is named, until `each` breaks off.
    #[inline(always)]
    fn move_sets_of<B>(
        &self,
        role: Option<Role>,
        rules: &Rules,
        each: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (turn, partner) = (self.turn, self.turn.partner());
        self.army_move_sets(turn, role, rules, each)?;
        // Where a player withdrew with a bare king, either army of the side may use either turn (RULES 6.3).
        if (self.shares_turns(turn) || self.shares_turns(partner)) && !self.is_frozen(partner) {
            self.partners_move_sets(partner, role, rules, each)?;
        }
        ControlFlow::Continue(())
    }

    /// The moves of the partner on a shared turn. It is so rare that its code stands apart.
    #[cold]
    #[inline(never)]
    fn partners_move_sets<B>(
        &self,
        partner: Army,
        role: Option<Role>,
        rules: &Rules,
        each: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.army_move_sets(partner, role, rules, each)
    }

    /// Whether an army has withdrawn with a bare king, so that either army may use either turn (RULES 6.3).
    fn shares_turns(&self, army: Army) -> bool {
        self.command(army) == Control::Withdrawn && self.is_bare_king(army)
    }

    /// The moves of an army as if the turn were its own (RULES 6.3, **Decided**), until `each` breaks off.
    #[inline(always)]
    pub(super) fn army_move_sets<B>(
        &self,
        army: Army,
        role: Option<Role>,
        rules: &Rules,
        each: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let king = self.king(army).filter(|_| rules.mode == Mode::Game);
        let Some(king) = king else { return self.reach_of_army(army, role, each) };
        let (enemies, occupied) = (self.awake_enemies(army), self.occupied());
        if self.attackers_of(king, army, enemies, occupied).is_empty() {
            // RULES 4.3: its own move may not put the king in check.
            let dangers = self.dangers(army, king, enemies, occupied);
            return self.reach_of_army(army, role, &mut |set| {
                let to = self.keeps_king_safe(&set, &dangers, rules);
                if to.is_empty() { ControlFlow::Continue(()) } else { each(MoveSet { to, ..set }) }
            });
        }
        // RULES 4.2: the king must move if it can; if not, anything may.
        let piece = Piece { army, kind: Kind::King };
        let to = self.reach(piece, king);
        if to.is_empty() {
            self.reach_of_army(army, role, each)
        } else if role.is_none_or(|role| role == Role::King) {
            each(MoveSet { piece, from: king, to })
        } else {
            ControlFlow::Continue(())
        }
    }

    /// What every piece of an army reaches by RULES 3 alone, or those of one sort.
    #[inline(always)]
    fn reach_of_army<B>(
        &self,
        army: Army,
        role: Option<Role>,
        each: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let occupied = self.occupied();
        let open = !(self.side(army.side()) | self.frozen());
        let wanted = |this: Role| role.is_none_or(|role| role == this);
        let mut hand_over = |kind, from, to| match to {
            Bitboard::EMPTY => ControlFlow::Continue(()),
            to => each(MoveSet { piece: Piece { army, kind }, from, to }),
        };
        // Sort by sort, which a processor foresees better than square by square.
        if wanted(Role::King) {
            for from in self.all_kings() & self.army(army) {
                hand_over(Kind::King, from, attacks::king(from) & open)?;
            }
        }
        for officer in Officer::ALL {
            if wanted(Role::Officer(officer)) {
                for from in self.officers(army, officer) {
                    let kind = Kind::Officer(officer);
                    hand_over(kind, from, attacked_from(kind, army, from, occupied) & open)?;
                }
            }
        }
        if wanted(Role::Pawn) {
            for from in self.pawns(army) {
                if let Some(officer) = self.officer_at(from) {
                    let step = attacks::pawn_step(army, from) & !occupied;
                    hand_over(Kind::Pawn(officer), from, step | attacks::pawn(army, from) & occupied & open)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The squares a piece reaches by RULES 3 alone.
    pub(super) fn reach(&self, piece: Piece, from: Square) -> Bitboard {
        let open = !(self.side(piece.army.side()) | self.frozen());
        reach(piece, from, self.occupied(), open)
    }

    /// What may put an army's king in check by a move of its own.
    fn dangers(&self, army: Army, king: Square, enemies: Bitboard, occupied: Bitboard) -> Dangers {
        let mut rooks = self.all_officers(Officer::Rook) & enemies & attacks::rook_lines(king);
        let mut bishops = self.all_officers(Officer::Bishop) & enemies & attacks::bishop_lines(king);
        let mut guards = Bitboard::EMPTY;
        // A piece guards where a rook or bishop would see the king without it.
        if !rooks.is_empty() {
            let first = attacks::rook(king, occupied);
            rooks &= attacks::rook(king, occupied & !first);
            let seen = |rook| first & attacks::rook(rook, occupied);
            guards |= rooks.into_iter().fold(Bitboard::EMPTY, |all, rook| all | seen(rook));
        }
        if !bishops.is_empty() {
            let first = attacks::bishop(king, occupied);
            bishops &= attacks::bishop(king, occupied & !first);
            let seen = |bishop| first & attacks::bishop(bishop, occupied);
            guards |= bishops.into_iter().fold(guards, |all, bishop| all | seen(bishop));
        }
        let wakes = |enemy: &Army| self.pawns_lost(*enemy) == 0 && self.pawns(*enemy).meets(enemy.far_edge());
        let waking = army.enemies().into_iter().filter(wakes).map(|enemy| self.pawns(enemy));
        let waking = waking.fold(Bitboard::EMPTY, |all, pawns| all | pawns);
        Dangers { king, enemies, occupied, rooks, bishops, guards, waking }
    }

    /// The part of a set that does not put the army's own king in check (RULES 4.3).
    ///
    /// Most moves cannot. A piece that guards no line to the king changes nothing that attacks it, wherever it
    /// goes; one that does is looked at along the lines. Only where effects reach far is the move played on a
    /// copy: a captured pawn that lets another promote, a concourse, a captured king that disarms an army.
    #[inline]
    fn keeps_king_safe(&self, set: &MoveSet, dangers: &Dangers, rules: &Rules) -> Bitboard {
        let concourse = match set.piece.kind {
            Kind::Officer(officer @ (Officer::Bishop | Officer::Queen)) => self.nearly_concourse(officer),
            _ => Bitboard::EMPTY,
        };
        let far_reaching = set.to & (dangers.waking | concourse);
        let watched = set.piece.kind == Kind::King || dangers.guards.has(set.from);
        if watched || !far_reaching.is_empty() {
            self.keeps_king_safe_slowly(set, far_reaching, dangers, rules)
        } else {
            set.to
        }
    }

    fn keeps_king_safe_slowly(
        &self,
        set: &MoveSet,
        mut far_reaching: Bitboard,
        dangers: &Dangers,
        rules: &Rules,
    ) -> Bitboard {
        let army = set.piece.army;
        let is_king = set.piece.kind == Kind::King;
        let guards = dangers.guards.has(set.from);
        if is_king || guards {
            far_reaching |= set.to & self.all_kings();
        }
        let plain = set.to & !far_reaching;
        let mut safe = if is_king {
            // An officer who shares the throne stays behind. Seizing a throne wakes only the king's own side.
            let shared = self.officer_at(set.from).is_some();
            let left = if shared { dangers.occupied } else { dangers.occupied.without(set.from) };
            let attacked = |to: Square| !self.attackers_of(to, army, dangers.enemies.without(to), left).is_empty();
            plain.into_iter().filter(|&to| !attacked(to)).collect()
        } else if guards {
            plain.into_iter().filter(|&to| dangers.lines_stay_shut(set.from, to)).collect()
        } else {
            plain
        };
        for to in far_reaching {
            let mut tried = self.clone();
            // Choices of promotion do not differ in what attacks the own king.
            let promotion = self.chooses(set.piece, to, rules).then_some(Officer::Queen);
            tried.step(set.piece, set.from, to, promotion, rules, &mut ());
            if !tried.in_check(army) {
                safe = safe.with(to);
            }
        }
        safe
    }

    /// Hands over the moves of a set: one a square, or four where a privileged pawn chooses (RULES 5.2).
    #[inline]
    fn try_expand<B>(
        &self,
        set: &MoveSet,
        rules: &Rules,
        each: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let role = Role::from(set.piece.kind);
        // Only a pawn's arrival can be several moves.
        let arrivals = if role == Role::Pawn { set.to & set.piece.army.far_edge() } else { Bitboard::EMPTY };
        for to in set.to {
            let mut step = |promotion| each(Move::Step { role, from: set.from, to, promotion });
            if arrivals.has(to) && self.chooses(set.piece, to, rules) {
                Officer::ALL.into_iter().try_for_each(|officer| step(Some(officer)))?;
            } else {
                step(None)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the player chooses what a piece becomes on a square (RULES 5.2, 5.3).
    pub(crate) fn chooses(&self, piece: Piece, to: Square, rules: &Rules) -> bool {
        piece.kind.is_pawn()
            && piece.army.far_edge().has(to)
            && self.is_privileged(piece.army)
            && self.only_promotion_at(to, rules).is_none()
    }

    /// The piece that moves by a move's role and square of departure, if it stands there.
    #[inline]
    pub(super) fn mover(&self, role: Role, from: Square) -> Option<Piece> {
        let army = if self.army(self.turn).has(from) { self.turn } else { self.army_at(from)? };
        let kind = match role {
            Role::King => Some(Kind::King).filter(|_| self.all_kings().has(from)),
            Role::Officer(officer) => Some(Kind::Officer(officer)).filter(|_| self.all_officers(officer).has(from)),
            Role::Pawn if self.pawns(army).has(from) => self.officer_at(from).map(Kind::Pawn),
            Role::Pawn => None,
        };
        kind.map(|kind| Piece { army, kind })
    }

    /// Whether a move is legal.
    ///
    /// In a reading a turn may always end without a move, as long as the throw is not known that decides it (RULES 8.4).
    #[must_use]
    pub fn is_legal(&self, mv: Move, rules: &Rules) -> bool {
        let movers = match mv {
            Move::Pass if rules.mode == Mode::Reading => return self.outcome(rules).is_none(),
            Move::Pass => Movers::Any,
            // A role that is not called is not listed, and takes no time.
            Move::Step { role, .. } => Movers::Only(role),
        };
        let is_it = |open| if open == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.try_each_move(movers, rules, &mut { is_it }).is_break()
    }
}

/// The squares a piece reaches by RULES 3 alone, where these are occupied and those may be landed on.
#[inline]
fn reach(piece: Piece, from: Square, occupied: Bitboard, open: Bitboard) -> Bitboard {
    match piece.kind {
        Kind::Pawn(_) => {
            let step = attacks::pawn_step(piece.army, from) & !occupied;
            step | attacks::pawn(piece.army, from) & occupied & open
        }
        kind => attacked_from(kind, piece.army, from, occupied) & open,
    }
}

/// The squares that a piece attacks from a square, whoever stands there (RULES 3.1–3.3).
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
