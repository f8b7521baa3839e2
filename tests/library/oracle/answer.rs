//! The answer (RULES 8.6), and when a reading ends, followed turn by turn.

use std::collections::BTreeSet;

use super::board::{Board, Man, Table, distance, enemies, partner};
use super::moves::End;
use super::throws::{Called, Dice};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    Yes,
    No,
    Undecided,
}

/// A verdict, and the ply that brought it.
pub(crate) type Decision = (Verdict, Option<u32>);

const OPEN: Decision = (Verdict::Undecided, None);

/// A procedure as `data/procedures.toml` has it.
#[derive(Clone, Debug)]
pub(crate) struct Procedure {
    pub(crate) name: String,
    pub(crate) by_kings: bool,
    /// When the querent's king falls.
    pub(crate) concludes: bool,
    /// When the opposing kings fall.
    pub(crate) plays_on: bool,
}

pub(crate) fn procedures() -> Vec<Procedure> {
    let file: toml::Table = include_str!("../../../data/procedures.toml").parse().unwrap();
    let one = |table: &toml::Value| {
        let is = |key: &str, first: &str, second: &str| match table.get(key).and_then(toml::Value::as_str) {
            Some(word) if word == second => true,
            Some(word) => {
                assert_eq!(word, first);
                false
            }
            None => false,
        };
        Procedure {
            name: table["name"].as_str().unwrap().to_owned(),
            by_kings: is("ends_by", "ptah", "kings"),
            concludes: is("when_querents_king_falls", "play-on", "conclude"),
            plays_on: is("when_opposing_kings_fall", "yes", "play-on"),
        }
    };
    file["procedure"].as_array().unwrap().iter().map(one).collect()
}

/// A rule of this folder altered on purpose, to see that the comparison notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// Yes at the end of the querent's turn already.
    NoRound,
    /// Check by a ply between does not break the round.
    CheckBetween,
    /// Check at the end of the querent's own turn does not break the round.
    CheckAtOnce,
    /// The king may leave the Ptah by a ply between.
    LeavesBetween,
    /// A No Move begins no round.
    NoMoveBeginsNothing,
    /// A round begins with any army's turn.
    RoundOfAnyTurn,
    /// A draw comes before a round that the same ply completes.
    DrawFirst,
    /// Bare kings do not end a reading.
    BareKingsPlayOn,
    /// The opposing kings' fall is a Yes in every procedure.
    FallIsYes,
    /// The opposing kings' fall is never a Yes.
    FallIsNothing,
    /// With the querent's king gone, playing on goes on.
    NobodyAttains,
    /// Nobody else can move, and no turn of waiting is asked.
    NoWaiting,
    /// An army that is awake and has no move counts as one that cannot move.
    IdleIsAlone,
    /// Bare kings end a reading that plays on.
    DrawnWhilePlayingOn,
    /// No procedure concludes.
    NeverConcludes,
    /// Every procedure concludes.
    AlwaysConcludes,
    /// A later answer by the Ptah replaces the first.
    LastAnswer,
    /// Played out or not, the first answer ends it.
    NotPlayedOut,
    /// The querent's side has lost with its first king.
    OneKingLoses,
    /// The manner asks about the Ptah alone.
    PtahAlone,
    /// The manner leaves out the square to the right of the Ptah.
    NotTheRight,
    /// The manner counts frozen pieces.
    FrozenOppose,
    /// The manner does not count kings.
    KingsDoNotOppose,
    /// The manner counts a square that the piece's own side holds.
    OwnSquares,
    /// The manner counts only squares that hold a piece of the querent's side, or where a step could go.
    StepsOppose,
    /// The manner counts the querent's partner too.
    PartnerOpposes,
    /// Two are strong opposition.
    StrongFromTwo,
    KnightForBishop,
    PlacesFromTheOtherEnd,
    NoPawnForTheKing,
    PawnForAKingGone,
    OneOfAKind,
}

impl Broken {
    pub(crate) const ALL: [Broken; 32] = [
        Broken::NoRound,
        Broken::CheckBetween,
        Broken::CheckAtOnce,
        Broken::LeavesBetween,
        Broken::NoMoveBeginsNothing,
        Broken::RoundOfAnyTurn,
        Broken::DrawFirst,
        Broken::BareKingsPlayOn,
        Broken::FallIsYes,
        Broken::FallIsNothing,
        Broken::NobodyAttains,
        Broken::NoWaiting,
        Broken::IdleIsAlone,
        Broken::DrawnWhilePlayingOn,
        Broken::NeverConcludes,
        Broken::AlwaysConcludes,
        Broken::LastAnswer,
        Broken::NotPlayedOut,
        Broken::OneKingLoses,
        Broken::PtahAlone,
        Broken::NotTheRight,
        Broken::FrozenOppose,
        Broken::KingsDoNotOppose,
        Broken::OwnSquares,
        Broken::StepsOppose,
        Broken::PartnerOpposes,
        Broken::StrongFromTwo,
        Broken::KnightForBishop,
        Broken::PlacesFromTheOtherEnd,
        Broken::NoPawnForTheKing,
        Broken::PawnForAKingGone,
        Broken::OneOfAKind,
    ];
}

/// What a reading is played by.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) table: Table,
    pub(crate) procedure: Procedure,
    pub(crate) play_out: bool,
    pub(crate) dice: Dice,
    /// The officers of places 1 to 4.
    pub(crate) array: [u8; 4],
    pub(crate) querent: usize,
    pub(crate) ptah: usize,
}

/// Why a reading is over. Where both are so, RULES says not which is to be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Over {
    /// What ends it has been answered, by its procedure.
    pub(crate) answered: Option<Verdict>,
    pub(crate) game: Option<End>,
}

/// A reading, after some of its turns.
#[derive(Clone, Debug)]
pub(crate) struct Reading<'t> {
    terms: &'t Terms,
    pub(crate) broken: Option<Broken>,
    pub(crate) board: Board,
    pub(crate) ptah: Decision,
    pub(crate) kings: Decision,
    /// The querent's king has stood on the Ptah, unchecked, since the end of a turn of the querent's army.
    pub(crate) round: bool,
    /// The rare things met so far.
    pub(crate) met: BTreeSet<&'static str>,
}

impl<'t> Reading<'t> {
    pub(crate) fn begin(terms: &'t Terms, start: Board, broken: Option<Broken>) -> Reading<'t> {
        Reading { terms, broken, board: start, ptah: OPEN, kings: OPEN, round: false, met: BTreeSet::new() }
    }

    fn is(&self, broken: Broken) -> bool {
        self.broken == Some(broken)
    }

    fn without_kings(&self, army: usize) -> bool {
        self.board.king(army).is_none() && self.board.king(partner(army)).is_none()
    }

    /// The opposing kings have fallen, and the Ptah is still to be attained (RULES 8.6).
    pub(crate) fn plays_on(&self) -> bool {
        let fallen = self.without_kings(enemies(self.terms.querent)[0]);
        self.terms.table.reading && self.terms.procedure.plays_on && fallen && self.ptah == OPEN
    }

    /// How the game has ended (RULES 7), unless nothing of section 7 ends it.
    fn game_end(&self) -> Option<End> {
        if self.plays_on() {
            let drawn = self.is(Broken::DrawnWhilePlayingOn) && own_bare(&self.board, self.terms.querent);
            return drawn.then_some(End::BareKings(true, true));
        }
        self.board
            .end(&self.terms.table)
            .filter(|end| !(matches!(end, End::BareKings(..)) && self.is(Broken::BareKingsPlayOn)))
    }

    /// Whether and why the reading is over, a limit left aside.
    pub(crate) fn over(&self) -> Option<Over> {
        let by_kings = self.terms.procedure.by_kings;
        let decided = if by_kings { self.kings } else { self.ptah };
        let plays_out = self.terms.play_out && !self.is(Broken::NotPlayedOut);
        let answered = match (plays_out, by_kings) {
            _ if !self.terms.table.reading => false,
            (true, _) => self.ptah != OPEN && self.kings != OPEN,
            (false, true) => self.kings != OPEN,
            (false, false) => self.ptah != OPEN,
        };
        let (answered, game) = (answered.then_some(decided.0), self.game_end());
        (answered.is_some() || game.is_some()).then_some(Over { answered, game })
    }

    pub(crate) fn called(&self, throw: u8) -> Called {
        let Terms { dice, array, table, .. } = self.terms;
        self.board.called(&dice.words[usize::from(throw) - 1], *array, table, self.broken)
    }

    /// RULES 6.2: an exchange before the move, by its text.
    pub(crate) fn exchange(&mut self, text: &str) -> Result<(), String> {
        let found = self.board.exchanges(&self.terms.table).into_iter().find(|(one, _)| one == text);
        let querent = self.terms.querent;
        let gone = self.board.king(querent).is_none();
        self.board = found.ok_or_else(|| format!("no {text}"))?.1;
        self.met.insert("6.2 an exchange of prisoners");
        if gone && self.board.king(querent).is_some() {
            self.met.insert("8.6 an exchange returns the querent's king");
        }
        Ok(())
    }

    /// RULES 6.3, where playing on counts as unfinished.
    pub(crate) fn may_withdraw(&self) -> bool {
        let turn = self.board.turn;
        self.over().is_none() && self.board.command[turn] == b'-' && self.board.command[partner(turn)] == b'-'
    }

    pub(crate) fn withdraw(&mut self) {
        self.board = self.board.withdraw();
        self.met.insert("6.3 a withdrawal");
    }

    /// Plays one of the moves of the turn, or none (`--`).
    pub(crate) fn play(&mut self, steps: &[super::moves::Step], mv: &str) -> Result<(), String> {
        let before = self.board.clone();
        self.board = if mv == "--" {
            before.passed()
        } else {
            let step = steps.iter().find(|step| step.text() == mv).ok_or_else(|| format!("no {mv}"))?;
            before.after(*step, &self.terms.table).0
        };
        self.judge(&before, mv == "--");
        Ok(())
    }

    /// What the ply just played has decided.
    fn judge(&mut self, before: &Board, no_move: bool) {
        let (querent, ptah) = (self.terms.querent, self.terms.ptah);
        let ply = Some(self.board.ply);
        let held = self.round;
        let there = self.board.king(querent) == Some(ptah);
        let checked = there && self.board.in_check(querent);
        let idle = |army| self.is(Broken::IdleIsAlone) && self.board.choices(army, &self.terms.table).next().is_none();
        let alone = (0..4).all(|army| army == querent || self.board.frozen(army) || idle(army));

        self.round = if before.turn == querent || self.is(Broken::RoundOfAnyTurn) && !held {
            let ignored = no_move && !held && self.is(Broken::NoMoveBeginsNothing);
            there && (!checked || self.is(Broken::CheckAtOnce)) && !ignored
        } else {
            held && (there || self.is(Broken::LeavesBetween)) && (!checked || self.is(Broken::CheckBetween))
        };
        let next = self.board.turn == querent || self.is(Broken::NoRound) || alone && before.turn == querent;
        let waited = held && before.turn == querent;
        let drawn = self.is(Broken::DrawFirst) && matches!(self.game_end(), Some(End::BareKings(..)));
        let complete = self.round && next && !drawn && (!alone || waited || self.is(Broken::NoWaiting));

        let opposing = self.without_kings(enemies(querent)[0]);
        let own = self.without_kings(querent) || self.is(Broken::OneKingLoses) && self.board.king(querent).is_none();
        let falls = before.king(querent).is_some() && self.board.king(querent).is_none();
        let plays_on = self.terms.procedure.plays_on && !self.is(Broken::FallIsYes) || self.is(Broken::FallIsNothing);
        let concludes =
            self.is(Broken::AlwaysConcludes) || self.terms.procedure.concludes && !self.is(Broken::NeverConcludes);
        let nobody = plays_on && self.board.king(querent).is_none() && !self.is(Broken::NobodyAttains);
        let verdict = match () {
            () if complete => Some(Verdict::Yes),
            () if opposing && !plays_on => Some(Verdict::Yes),
            () if opposing && nobody || own || falls && concludes => Some(Verdict::No),
            () => None,
        };
        self.note(before, no_move, held, complete, verdict);
        if let Some(verdict) = verdict
            && (self.ptah == OPEN || self.is(Broken::LastAnswer))
        {
            self.ptah = (verdict, ply);
        }
        if self.kings == OPEN && (opposing || self.without_kings(querent)) {
            self.kings = (if opposing { Verdict::Yes } else { Verdict::No }, ply);
        }
    }

    /// The rare things that this ply has brought about.
    fn note(&mut self, before: &Board, no_move: bool, held: bool, complete: bool, verdict: Option<Verdict>) {
        let (querent, ptah) = (self.terms.querent, self.terms.ptah);
        let board = &self.board;
        let met = &mut self.met;
        let own_turn = before.turn == querent;
        let (was, is) = (before.king(querent), board.king(querent));
        let alone = (0..4).all(|army| army == querent || board.frozen(army));
        let open = self.ptah == OPEN;
        if board.seized(querent) {
            met.insert("6.1 the querent's army under its partner's king");
        }
        if board.frozen(querent) {
            met.insert("3.7 the querent's army frozen");
        }
        if was == Some(ptah) && is.is_none() {
            met.insert("8.6 the querent's king taken on the Ptah");
        }
        if was.is_some() && is.is_none() && board.seized(querent) {
            met.insert("6.1 the querent's king falls and the army does not freeze");
        }
        if open && own_turn && is == Some(ptah) && board.in_check(querent) {
            met.insert("8.6 on the Ptah in check at the end of the querent's turn");
        }
        if open && self.round && !held && no_move {
            met.insert("8.6 a round begun by a No Move");
        }
        if open && held && !self.round {
            met.insert(match (own_turn, is == Some(ptah)) {
                (false, true) => "8.6 a round broken by a check between",
                (false, false) => "8.6 a round broken by the partner, who moves the king",
                (true, _) => "8.6 alone, and the round broken while waiting",
            });
        }
        if !(open && verdict.is_some()) {
            if open && board.king(enemies(querent)[0]).is_none() && board.king(enemies(querent)[1]).is_none() {
                met.insert("8.6 played on after the opposing kings' fall");
                if own_bare(board, querent) {
                    met.insert("8.6 bare kings while it plays on");
                }
            }
            return;
        }
        let again = met.contains("8.6 a round broken by a check between");
        if complete {
            if again {
                met.insert("8.6 Yes by a later round, one having been broken");
            }
            if no_move {
                met.insert("8.6 Yes at a No Move");
            }
            if alone {
                met.insert("8.6 Yes by a round of waiting alone");
            }
            if (0..4).any(|army| board.frozen(army)) && !alone {
                met.insert("8.6 Yes by a round in which a frozen army is skipped");
            }
            if matches!(board.end(&self.terms.table), Some(End::BareKings(..))) {
                met.insert("8.6 Yes by the ply that draws the game");
            }
            if met.contains("8.6 played on after the opposing kings' fall") {
                met.insert("8.6 Yes by a round after the opposing kings' fall");
            }
            if board.withdrawn(querent) {
                met.insert("8.6 Yes by a round of a withdrawn querent");
            }
        } else if verdict == Some(Verdict::Yes) {
            met.insert("8.6 Yes by the opposing kings' fall");
            if is.is_none() {
                met.insert("8.6 Yes by the opposing kings' fall, the querent's king gone");
            }
        } else if is.is_none() && board.king(partner(querent)).is_some() {
            met.insert(match self.terms.procedure.concludes {
                true => "8.6 No, since the procedure concludes",
                false => "8.6 No, the querent's king gone when the opposing kings fall",
            });
        } else {
            met.insert("8.6 No by the loss of both kings");
            if again {
                met.insert("8.6 No after the king had reached the Ptah and was driven off");
            }
        }
    }

    /// The rare things about a throw.
    pub(crate) fn note_throw(&mut self, throw: u8, called: &Called) {
        let word = &self.terms.dice.words[usize::from(throw) - 1];
        let no_king = self.board.king(self.board.turn).is_none();
        let mut from: Vec<usize> = called.steps.iter().map(|step| step.from).collect();
        from.dedup();
        let mut note = |name, so: bool| {
            if so {
                self.met.insert(name);
            }
        };
        note("8.3 a pawn for the king, who has no move", called.instead_of_king && !called.steps.is_empty());
        note("8.4 neither the king nor a pawn has a move", called.instead_of_king && called.steps.is_empty());
        note("8.3 the king's number for an army without a king", word == "king" && no_king);
        note("8.3 several of one kind", !matches!(called.letter, 'P' | 'K') && from.len() > 1);
        note("8.4 the piece thrown is gone", called.gone);
        note("8.4 the piece thrown has no move", called.steps.is_empty() && !called.gone);
        note("8.3 a throw that names pieces of two armies", self.board.movers(self.board.turn).len() > 1);
        note("8.3 a choice of promotion", called.steps.iter().any(|step| step.choice.is_some()));
    }

    /// How many pieces oppose, in the position as it stands (RULES 8.6, the manner).
    pub(crate) fn opposing(&self) -> u32 {
        let (querent, ptah) = (self.terms.querent, self.terms.ptah);
        let near = |square: usize| match self.broken {
            Some(Broken::PtahAlone) => square == ptah,
            Some(Broken::NotTheRight) => distance(square, ptah) < 2 && square != ptah + 1,
            _ => distance(square, ptah) < 2,
        };
        let mut armies = enemies(querent).to_vec();
        if self.is(Broken::PartnerOpposes) {
            armies.push(partner(querent));
        }
        armies.retain(|&army| !self.board.frozen(army) || self.is(Broken::FrozenOppose));
        let mut count = 0;
        for army in armies {
            let pieces = self.board.army(army);
            let mut opposes = vec![false; pieces.len()];
            for square in (0..64).filter(|&square| near(square)) {
                let Some(board) = self.with_an_enemy(army, square) else { continue };
                for (place, &(from, man)) in pieces.iter().enumerate() {
                    let left_out = man.kind == b'K' && self.is(Broken::KingsDoNotOppose);
                    if !opposes[place] && !left_out && square != from {
                        opposes[place] = board.goes(from, man).contains(&square);
                    }
                }
            }
            count += opposes.into_iter().map(u32::from).sum::<u32>();
        }
        count
    }

    /// The board as if an enemy of this army stood on a square: on its own side's and on frozen pieces' none can.
    fn with_an_enemy(&self, army: usize, square: usize) -> Option<Board> {
        let mut board = self.board.clone();
        if self.is(Broken::StepsOppose) {
            return Some(board);
        }
        let held = self.board.at(square).next();
        let own = |other: Man| other.army == army || other.army == partner(army);
        if held.is_some_and(|man| self.board.frozen(man.army) || own(man) && !self.is(Broken::OwnSquares)) {
            return None;
        }
        let enemy = enemies(army)[0];
        board.men[square] = [Some(Man { army: enemy, kind: b'q' }), None];
        board.command[enemy] = b'-';
        Some(board)
    }

    /// Unopposed, under opposition, under strong opposition: 0, 1, 2.
    pub(crate) fn manner(&self) -> usize {
        let strong = if self.is(Broken::StrongFromTwo) { 2 } else { 3 };
        match self.opposing() {
            0 => 0,
            few if few < strong => 1,
            _ => 2,
        }
    }
}

/// Nothing of the querent's side is left but kings.
fn own_bare(board: &Board, querent: usize) -> bool {
    [querent, partner(querent)].into_iter().all(|army| board.bare_king(army))
}
