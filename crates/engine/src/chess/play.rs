//! Plays moves with all their effects.

use super::{Army, Control, Effect, EffectSink, IllegalMove, Kind, Move, Officer, Piece, Position, Square};

impl Position {
    /// Plays a move and reports its effects.
    ///
    /// # Errors
    /// If the move is not legal; the position is then unchanged.
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Effect, Position};
    /// let mut position = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// let mut effects: Vec<Effect> = Vec::new();
    /// position.play("Nc8d6".parse().unwrap(), &mut effects).unwrap();
    /// assert!(effects.is_empty());
    /// assert_eq!(position.turn(), Army::Water);
    /// let refusal = position.play("Nc8d6".parse().unwrap(), &mut ()).unwrap_err();
    /// assert_eq!(refusal.to_string(), "c8 is empty");
    /// ```
    #[inline]
    pub fn play(&mut self, mv: Move, sink: &mut impl EffectSink) -> Result<(), IllegalMove> {
        if let Some(refusal) = self.why_illegal(mv) {
            return Err(refusal);
        }
        self.play_unchecked(mv, sink);
        Ok(())
    }

    /// Plays a move that is known to be legal, such as one from [`Position::each_move`]. After any other move the
    /// position may be illegal.
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, Position};
    /// let mut position = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// let first = position.moves()[0];
    /// position.play_unchecked(first, &mut ());
    /// assert_eq!(position.ply(), 1);
    /// ```
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move, sink: &mut impl EffectSink) {
        // A position text may start with the highest number that fits.
        self.ply = self.ply.saturating_add(1);
        self.apply_deferred(self.turn, mv, sink);
    }

    /// Plays a move whose ply has been counted and whose turn has already passed, perhaps to another army than the move
    /// implies: a simulation learns only afterwards that a move has further effects.
    #[inline]
    pub(crate) fn apply_deferred(&mut self, army: Army, mv: Move, sink: &mut impl EffectSink) {
        if let Move::Step { role, from, to, promotion } = mv
            && let Some(piece) = self.mover(role, from)
        {
            self.step(piece, from, to, promotion, sink);
        }
        self.turn = self.turn_after(army);
    }

    /// The army whose turn follows, skipping frozen ones (RULES 1.3, 3.7).
    #[inline]
    pub(crate) fn turn_after(&self, army: Army) -> Army {
        let mut next = army.next(self.direction);
        while self.is_frozen(next) && next != army {
            next = next.next(self.direction);
        }
        next
    }

    /// Moves a piece without checking the move, with all its effects; the turn does not pass.
    pub(crate) fn step(
        &mut self,
        piece: Piece,
        from: Square,
        to: Square,
        promotion: Option<Officer>,
        sink: &mut impl EffectSink,
    ) {
        if self.occupied().has(to) {
            self.capture(to, piece.army, sink);
        }
        self.remove(piece, from);
        self.put(piece, to);
        match piece.kind {
            Kind::King => self.seize(piece.army, to, sink),
            Kind::Pawn(officer) if piece.army.far_edge().has(to) => {
                self.arrive(piece.army, officer, to, promotion, sink);
            }
            Kind::Officer(officer @ (Officer::Bishop | Officer::Queen)) => {
                self.concourse(piece.army, officer, to, sink);
            }
            _ => {}
        }
    }

    /// Captures everything on a square: the two pieces of a shared throne are captured together (RULES 3.5).
    fn capture(&mut self, at: Square, by: Army, sink: &mut impl EffectSink) {
        let Some(army) = self.army_at(at) else { return };
        let [king, other] = self.kinds_at(at);
        self.clear(army, at);
        for kind in [king, other].into_iter().flatten() {
            sink.effect(Effect::Captured { piece: Piece { army, kind }, at, by });
        }
        if other.is_some_and(Kind::is_pawn) {
            self.pawns_lost[army.index()] += 1;
            if self.pawns_lost(army) == 1 {
                self.promote_waiting(army, sink);
            }
        }
        if king.is_some() {
            self.king_captured(army, by, sink);
        }
    }

    /// Updates the commands after the capture of an army's king (RULES 3.7, 6.1).
    fn king_captured(&mut self, army: Army, by: Army, sink: &mut impl EffectSink) {
        let partner = army.partner();
        self.prisoners[army.index()] = Some(by);
        if self.king(partner).is_none() {
            // A side without a king: both its armies are frozen.
            self.freeze(army, sink);
            self.freeze(partner, sink);
            return;
        }
        // An army under its partner's king does not freeze.
        if self.command(army) != Control::Seized {
            self.freeze(army, sink);
        }
        if self.command(partner) == Control::Seized {
            self.command[partner.index()] = Control::Own;
            sink.effect(Effect::Released(partner));
        }
    }

    #[inline]
    fn freeze(&mut self, army: Army, sink: &mut impl EffectSink) {
        if !self.is_frozen(army) {
            self.command[army.index()] = Control::Frozen;
            sink.effect(Effect::Froze(army));
        }
    }

    /// Seizes the partner's throne if a king has moved onto it (RULES 6.1).
    fn seize(&mut self, army: Army, at: Square, sink: &mut impl EffectSink) {
        let partner = army.partner();
        if at != partner.throne() || self.command(army) != Control::Own || self.command(partner) == Control::Seized {
            return;
        }
        if self.is_frozen(partner) {
            sink.effect(Effect::Thawed(partner));
        }
        self.command[partner.index()] = Control::Seized;
        sink.effect(Effect::ThroneSeized { by: army, of: partner });
    }
}
