//! Enochian chess as a [`Game`], by which its positions are played like those of all others: a thin adapter over
//! [`crate::chess`]. The acts are the moves of RULES 9.1, `exchange w h1 a1` and `withdraw`; the positions are those of RULES 9.3.

use std::sync::{Arc, LazyLock};

use super::game::{After, Game, Search, referee_of, state_of};
use super::kind::KindFacts;
use super::lettered::Named;
use super::typed_move::Step;
use super::{
    ActError, Actor, Diagram, DiagramPiece, Ending, Fact, GameKind, GameOptions, GameState, OfferedAct, Referee, Seat,
    StateError,
};
use crate::chess::{
    Angle, Army, Array, Board, Control, Direction, Effect, Move, Outcome, ParsePositionError, Position, Role, Rules,
    Side, Square,
};
use crate::input::{ParseError, quoted};
use crate::player::{estimate_of_end, search};
use crate::reading::{EndReason, Throw};
use crate::session::{Act, SessionState, SessionTerms, SheetMove, TurnOptions};

pub(super) const FACTS: KindFacts = KindFacts {
    name: "enochian",
    title: "Enochian chess",
    source: "C. Zalewski, Enochian Chess of the Golden Dawn (1994), and others",
    rules: Some("docs/RULES.md"),
    options: &[],
    has_readings: true,
    is_dealt: false,
    has_setup_file: false,
    move_example: Some("Pb2b3"),
    has_card_acts: false,
    referee: Some(referee),
};

/// The referee of Enochian chess, which begins on the Air board; commands have names of their own for another array and ruleset.
fn referee(_: &GameOptions) -> Referee {
    let array = Array::of(Angle::Air, Board::Air);
    let start = Position::start(array, Army::Air, Direction::Deosil);
    let terms = SessionTerms::of_rules(Rules::CHESSVARIANTS.with_array(array));
    referee_of(GameKind::Enochian, enochian_seats().to_vec(), EnochianState::begin(terms, start))
}

/// The seats of Enochian chess, one for each army.
#[must_use]
pub fn enochian_seats() -> &'static [Seat] {
    static SEATS: LazyLock<[Seat; 4]> = LazyLock::new(|| {
        let side = |army: Army| usize::from(army.side() == Side::Passives);
        Army::ALL.map(|army| Seat { letter: army.letter(), name: army.name().to_owned(), side: side(army) })
    });
    &*SEATS
}

/// A state of a reading or a game of Enochian chess by its terms, as one of any game.
///
/// ```
/// use enochian::chess::{Angle, Army, Array, Board, Direction, Position, Rules};
/// use enochian::games::enochian_state;
/// use enochian::session::{SessionState, SessionTerms};
/// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
/// let state = |rules| {
///     let terms = SessionTerms::of_rules(rules);
///     enochian_state(&terms, SessionState::begin(&terms, start.clone()))
/// };
/// assert!(state(Rules::CHESSVARIANTS).play("--").is_err());
/// assert!(state(Rules::CHESSVARIANTS.reading()).play("--").is_ok());
/// ```
#[must_use]
pub fn enochian_state(terms: &SessionTerms, state: SessionState) -> Arc<dyn GameState> {
    state_of(enochian_seats().to_vec(), EnochianState { terms: Arc::new(terms.clone()), state, resigned: None })
}

/// The board of a position.
impl From<&Position> for Diagram {
    fn from(position: &Position) -> Diagram {
        let terms = SessionTerms::of_rules(*position.rules());
        enochian_state(&terms, SessionState::begin(&terms, position.clone())).diagram()
    }
}

/// A state of a reading or a game of Enochian chess.
#[derive(Clone, Debug)]
struct EnochianState {
    terms: Arc<SessionTerms>,
    state: SessionState,
    /// The side that has resigned.
    resigned: Option<Side>,
}

impl EnochianState {
    fn begin(terms: SessionTerms, start: Position) -> EnochianState {
        let state = SessionState::begin(&terms, start);
        EnochianState { terms: Arc::new(terms), state, resigned: None }
    }

    fn position(&self) -> &Position {
        self.state.position()
    }

    /// The moves among which the turn's is, after its throw in a reading.
    fn called(&self) -> Vec<Move> {
        match self.state.options(&self.terms) {
            TurnOptions::Moves(turn) if self.resigned.is_none() => turn.moves,
            _ => Vec::new(),
        }
    }
}

impl Game for EnochianState {
    type Act = Act;
    type Cell = Square;

    const ACTS: &'static str = "a move: a piece K Q R B N P, the square it leaves and the square it goes to, such as Nc8d6 (with =Q for a \
         choice of promotion), or pass (--), withdraw, exchange w h1 a1, or resign a";

    const SEARCH: Option<Search<EnochianState>> = Some(|game, only, limit, seed| {
        let mut moves = game.called();
        moves.retain(|mv| only.is_none_or(|only| mv.to_string() == only));
        (!moves.is_empty()).then(|| search(&game.state, &game.terms, &moves, limit, seed).in_words())
    });

    fn kind(letter: &str) -> Option<Named> {
        Role::ALL.map(named).into_iter().find(|kind| letter.chars().eq([kind.letter]))
    }

    fn text(&self) -> String {
        self.position().to_string()
    }

    fn read(&self, text: &str) -> Result<EnochianState, StateError> {
        let position: Position = text.parse().map_err(|error| match error {
            ParsePositionError::Syntax { field, found, expected } => StateError {
                problem: format!("invalid {field} in the position text, {}", quoted(&found)),
                expected: expected.to_owned(),
            },
            ParsePositionError::Illegal(_) => {
                StateError { problem: error.to_string(), expected: "a position that a game can reach".to_owned() }
            }
        })?;
        if position.to_string() != text {
            let problem = format!("{} is not in the form that is written", quoted(text));
            return Err(StateError { problem, expected: position.to_string() });
        }
        Ok(EnochianState::begin((*self.terms).clone(), position))
    }

    fn actor(&self) -> Actor {
        let is_over = self.resigned.is_some() || self.state.end().is_some();
        if is_over { Actor::Nobody } else { Actor::Seat(self.position().turn().index()) }
    }

    fn commander(&self, seat: usize) -> usize {
        let army = Army::ALL[seat];
        match self.position().command(army) {
            Control::Own | Control::Frozen => seat,
            Control::Seized | Control::Withdrawn => army.partner().index(),
        }
    }

    fn turn(&self) -> u32 {
        self.position().ply().saturating_add(1)
    }

    /// The throw, or the moves.
    fn moves(&self) -> Vec<Act> {
        let is_thrown = !self.terms.has_dice() || self.state.thrown().is_some();
        match self.actor() {
            Actor::Seat(_) if !is_thrown => Throw::ALL.map(Act::Throw).to_vec(),
            _ => self.called().into_iter().map(Act::Move).collect(),
        }
    }

    fn acts(&self) -> Vec<Act> {
        let mut acts = self.moves();
        if acts.is_empty() {
            return acts;
        }
        // In a reading without dice an army may pass beside its moves.
        let pass = Act::Move(Move::Pass);
        if !self.terms.has_dice() && !acts.contains(&pass) && self.position().is_legal(Move::Pass) {
            acts.push(pass);
        }
        acts.extend(self.position().exchanges().into_iter().map(Act::Exchange));
        acts.extend(self.position().may_withdraw().then_some(Act::Withdrawal(self.position().turn())));
        acts
    }

    fn irregular_acts(&self) -> Vec<(Act, String)> {
        // A reading suspends RULES 4 and nothing else.
        let suspended = self.position().clone().with_rules(self.position().rules().reading());
        let moves = suspended.moves().into_iter().chain([Move::Pass]);
        let broken = moves.filter_map(|mv| Some((mv, self.position().why_illegal(mv)?)));
        broken.map(|(mv, why)| (Act::Irregular(mv), why.to_string())).collect()
    }

    fn act_text(&self, act: &Act) -> String {
        act.to_string()
    }

    /// Any move can be read; why it is not legal is said when it is played.
    fn read_act(&self, text: &str) -> Option<Result<Act, ActError>> {
        let is_move = !["exchange", "throw"].iter().any(|word| text.starts_with(word));
        let unreadable = |error: ParseError| {
            let error = error.to_string();
            let own = error.strip_prefix("expected ").unwrap_or(&error);
            let expected = if is_move { Self::ACTS } else { own }.to_owned();
            ActError::Unreadable { text: quoted(text), expected }
        };
        Some(Act::read(text, self.position().turn()).map_err(unreadable))
    }

    /// A move of the sheets, or its square there: `2c`, or `W2c` in another angle than the army's own.
    fn in_notation(&self, text: &str) -> Vec<Act> {
        let position = self.position();
        let (sheet, stated) = text.split_once(" =").unwrap_or((text, ""));
        let mut capital = sheet.to_owned();
        if let Some(first) = capital.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let sheet: Option<SheetMove> = sheet.parse().or_else(|_| capital.parse()).ok();
        let is_named = |mv: &Move| match (&sheet, *mv) {
            (Some(sheet), _) => sheet.fits(position, *mv) && (stated.is_empty() || mv.to_string() == stated),
            (None, Move::Step { role, from, to, .. }) => {
                let angle = to.angle();
                let is_own =
                    position.pieces_at(from).any(|piece| role == piece.kind.into() && piece.army.angle() == angle);
                let letter = if is_own && text.len() == 2 { "" } else { &angle.name()[..1] };
                format!("{letter}{}", to.sheet()).eq_ignore_ascii_case(text)
            }
            (None, Move::Pass) => false,
        };
        self.called().into_iter().filter(is_named).map(Act::Move).collect()
    }

    fn step(&self, act: &Act) -> Option<Step<Square>> {
        let (Act::Move(mv) | Act::Irregular(mv)) = *act else { return None };
        let Move::Step { role, from, to, .. } = mv else { return None };
        Some(Step { piece: named(role), from, to, taken: None, promotion: None })
    }

    /// Its facts are those of its effects, of which a move can have many.
    fn carried_out(&self, _: &Act, _: &EnochianState) -> Option<Step<Square>> {
        None
    }

    fn after(&self, act: &Act) -> Result<After<EnochianState>, String> {
        let (mut next, mut effects) = (self.clone(), Vec::new());
        next.state.carry_out(&self.terms, *act, &mut effects).map_err(|refused| refused.to_string())?;
        let step = self.step(act);
        let moved =
            |it: Step<Square>| Fact::Moved { piece: it.piece.name, from: it.from.to_string(), to: it.to.to_string() };
        let mut facts: Vec<Fact> = step.map(moved).into_iter().chain(effects.into_iter().map(fact)).collect();
        if let Some(step) = step {
            let checks = next.position().checks_given(self.position(), self.position().turn(), step.to);
            facts.extend(checks.map(|army| Fact::Check(army.index())));
        }
        Ok(After::new(next, facts))
    }

    /// A side resigns, on its turn (RULES 7). A position text does not tell it, so a game read from the text of a resigned one goes
    /// on.
    fn resigned(&self, seat: usize) -> Result<EnochianState, String> {
        let turn = self.position().turn();
        if seat != turn.index() {
            return Err(format!("a side resigns on its turn; it is {turn}'s turn"));
        }
        Ok(EnochianState { resigned: Some(turn.side()), ..self.clone() })
    }

    /// Whoever loses a king is frozen, and may thaw.
    fn is_in(&self, _seat: usize) -> bool {
        true
    }

    /// Which checks a move gives is among its facts.
    fn gives_check(&self, by: Option<usize>, to: usize) -> bool {
        by.is_none() && Army::ALL.get(to).is_some_and(|army| self.position().in_check(*army))
    }

    fn remark(&self) -> Option<String> {
        let frozen = Army::ALL.into_iter().filter(|&army| self.position().is_frozen(army)).map(Army::name);
        let frozen: Vec<&str> = frozen.collect();
        let (last, others) = frozen.split_last()?;
        let others = others.join(", ");
        Some(if others.is_empty() { format!("frozen: {last}") } else { format!("frozen: {others} and {last}") })
    }

    fn ending(&self) -> Option<Ending> {
        let won = |side: Side, words: String| Ending {
            code: side.to_string(),
            places: [side, side.opponent()].map(|side| side.armies().map(Army::index).to_vec()).to_vec(),
            words,
        };
        if let Some(side) = self.resigned {
            return Some(won(side.opponent(), format!("The {} win: the {side} have resigned.", side.opponent())));
        }
        self.state.end().map(|end| {
            let words = sentence(&end.to_string());
            match end {
                EndReason::Game(Outcome::Won(side)) => won(side, words),
                EndReason::Game(Outcome::Drawn(_)) => {
                    Ending { code: "draw".to_owned(), places: vec![Army::ALL.map(Army::index).to_vec()], words }
                }
                EndReason::Answered(verdict) => Ending { code: verdict.to_string(), places: Vec::new(), words },
            }
        })
    }

    fn piece(&self, square: Square) -> Option<DiagramPiece> {
        let mut pieces = self.position().pieces_at(square);
        let piece = pieces.next()?;
        Some(DiagramPiece {
            seat: piece.army.index(),
            letter: piece.kind.position_letter(),
            // Two pieces can share a throne.
            beside: pieces.next().map(|other| other.kind.position_letter()),
            name: named(piece.kind.into()).name,
            is_out: self.position().is_frozen(piece.army),
        })
    }

    /// Exchanges and withdrawals are not counted, and dice are ignored (RULES 9.4).
    fn perft_while(&self, depth: u32, goes_on: &mut dyn FnMut(usize) -> bool) -> Option<u64> {
        if depth > 0 && self.actor() == Actor::Nobody { Some(0) } else { count(self.position(), depth, goes_on) }
    }

    fn chance(&self, below: &mut dyn FnMut(usize) -> usize) -> Option<Act> {
        let throws = self.moves().into_iter().filter(|act| matches!(act, Act::Throw(_)));
        throws.clone().nth(below(throws.count().max(1)))
    }

    fn estimate_of_end(&self) -> Option<f64> {
        estimate_of_end(&self.state)
    }
}

/// Counts like [`Position::perft`], as long as it may go on.
fn count(position: &Position, depth: u32, goes_on: &mut dyn FnMut(usize) -> bool) -> Option<u64> {
    if depth < 2 {
        let count = position.perft(depth);
        return goes_on(usize::try_from(count).unwrap_or(usize::MAX)).then_some(count);
    }
    let mut counted = Some(0_u64);
    position.each_child(&mut |_, child| {
        if let Some(so_far) = counted {
            counted = count(child, depth - 1, goes_on).map(|more| so_far.saturating_add(more));
        }
    });
    counted
}

/// A move as it is offered.
impl From<Move> for OfferedAct {
    fn from(mv: Move) -> OfferedAct {
        let (from, to) = match mv {
            Move::Step { from, to, .. } => (Some(from.to_string()), Some(to.to_string())),
            Move::Pass => (None, None),
        };
        OfferedAct { text: mv.to_string(), from, to, is_open: false }
    }
}

fn named(role: Role) -> Named {
    let name = match role {
        Role::King => "king",
        Role::Officer(officer) => officer.name(),
        Role::Pawn => "pawn",
    };
    Named { letter: role.letter(), name }
}

fn fact(effect: Effect) -> Fact {
    Fact::Other(match effect {
        Effect::Captured { piece, at, .. } => {
            let name = named(piece.kind.into()).name;
            return Fact::Captured { seat: piece.army.index(), piece: name, at: at.to_string() };
        }
        Effect::Promoted { at, to, .. } => return Fact::Promoted { piece: to.name(), at: at.to_string() },
        Effect::Concourse { officer, at } => format!("completes a concourse of the four {officer}s on {at}"),
        Effect::Joined { piece, at, army } => format!("the {piece} on {at} joins {army}"),
        Effect::Froze(army) => format!("{army} is frozen"),
        Effect::Thawed(army) => format!("{army} is awake again"),
        Effect::ThroneSeized { by, of } => format!("{by} seizes the throne of {of}"),
        Effect::Released(army) => format!("{army} is under its own command again"),
        Effect::Waits { army, at } => format!("the pawn of {army} on {at} waits for its promotion"),
        Effect::Demoted { army, at, officer } => format!("the {officer} of {army} on {at} becomes a pawn"),
        Effect::KingReturned { army, at } => format!("the king of {army} returns to {at}"),
        Effect::Withdrew(army) => format!("{army} withdraws"),
    })
}

/// A clause as a sentence.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}
