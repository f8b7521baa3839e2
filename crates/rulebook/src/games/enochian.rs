//! Enochian chess as a [`Game`], by which its positions are played like those of all others: a thin adapter over
//! [`crate::chess`]. The acts are the moves of RULES 9.1, `exchange w h1 a1` and `withdraw`; the positions are those of RULES 9.3.

use std::sync::Arc;

use super::game::{After, Game, referee_of, state_of};
use super::kind::KindFacts;
use super::lettered::Named;
use super::typed_move::Step;
use super::{
    ActError, Actor, DiagramPiece, Ending, Fact, GameKind, GameOptions, GameState, OptionSpec, Referee, Seat,
    StateError,
};
use crate::chess::{
    Angle, Army, Array, Board, Direction, Effect, Exchange, Move, Outcome, ParsePositionError, Piece, Position, Role,
    Rules, Side, Square,
};
use crate::input::{ParseError, quoted};

/// The options of Enochian chess.
const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "board",
        values: &["air", "water", "fire", "earth"],
        about: "The board; the army of its element moves first.",
    },
    OptionSpec {
        name: "angle",
        values: &["air", "water", "fire", "earth"],
        about: "The angle of the board, which names the array.",
    },
    OptionSpec {
        name: "ruleset",
        values: &["chessvariants", "zalewski"],
        about: "The ruleset, where the sources contradict each other.",
    },
];

pub(super) const FACTS: KindFacts = KindFacts {
    name: "enochian",
    title: "Enochian chess",
    source: "C. Zalewski, Enochian Chess of the Golden Dawn (1994), and others",
    rules: Some("docs/RULES.md"),
    options: OPTIONS,
    is_dealt: false,
    has_setup_file: false,
    move_example: Some("Pb2b3"),
    has_card_acts: false,
    referee: Some(referee),
};

/// The referee of Enochian chess.
fn referee(options: &GameOptions) -> Arc<dyn Referee> {
    let board = options.get("board").and_then(|name| name.parse().ok()).unwrap_or(Board::Air);
    let angle = options.get("angle").and_then(|name| name.parse().ok()).unwrap_or(Angle::Air);
    let ruleset = if options.is("ruleset", "zalewski") { Rules::ZALEWSKI } else { Rules::CHESSVARIANTS };
    let array = Array::of(angle, board);
    let start = Position::start(array, board.first(), Direction::Deosil).with_rules(ruleset.with_array(array));
    referee_of(GameKind::Enochian, seats(), EnochianState { position: start, resigned: None })
}

fn seats() -> Vec<Seat> {
    let side = |army: Army| usize::from(army.side() == Side::Passives);
    Army::ALL.map(|army| Seat { letter: army.letter(), name: army.name().to_owned(), side: side(army) }).to_vec()
}

/// A position of Enochian chess by any rules, those of a reading too, as a state.
///
/// ```
/// use enochian::chess::{Angle, Army, Array, Board, Direction, Position, Rules};
/// use enochian::games::enochian_state;
/// let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
/// assert!(enochian_state(start.clone(), Rules::CHESSVARIANTS).play("--").is_err());
/// assert!(enochian_state(start, Rules::CHESSVARIANTS.reading()).play("--").is_ok());
/// ```
#[must_use]
pub fn enochian_state(position: Position, rules: Rules) -> Arc<dyn GameState> {
    state_of(seats(), EnochianState { position: position.with_rules(rules), resigned: None })
}

/// A state of a game of Enochian chess.
#[derive(Clone, Debug)]
struct EnochianState {
    position: Position,
    /// The side that has resigned.
    resigned: Option<Side>,
}

/// An act of Enochian chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EnochianAct {
    Move(Move),
    /// A move against RULES 4.
    Irregular(Move),
    Exchange(Exchange),
    Withdraw,
}

impl Game for EnochianState {
    type Act = EnochianAct;
    type Cell = Square;

    const ACTS: &'static str = "a move: a piece K Q R B N P, the square it leaves and the square it goes to, such as Nc8d6 (with =Q for a \
         choice of promotion), or pass (--), withdraw, exchange w h1 a1, or resign a";

    fn kind(letter: &str) -> Option<Named> {
        Role::ALL.map(named).into_iter().find(|kind| letter.chars().eq([kind.letter]))
    }

    fn text(&self) -> String {
        self.position.to_string()
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
        Ok(EnochianState { position: position.with_rules(*self.position.rules()), resigned: None })
    }

    fn actor(&self) -> Actor {
        let is_over = self.resigned.is_some() || self.position.outcome().is_some();
        if is_over { Actor::Nobody } else { Actor::Seat(self.position.turn().index()) }
    }

    fn turn(&self) -> u32 {
        self.position.ply().saturating_add(1)
    }

    fn acts(&self) -> Vec<EnochianAct> {
        if self.actor() == Actor::Nobody {
            return Vec::new();
        }
        let mut moves = self.position.moves();
        // In a reading an army may pass beside its moves.
        if !moves.contains(&Move::Pass) && self.position.is_legal(Move::Pass) {
            moves.push(Move::Pass);
        }
        let exchanges = self.position.exchanges().into_iter().map(EnochianAct::Exchange);
        let withdrawal = self.position.may_withdraw().then_some(EnochianAct::Withdraw);
        moves.into_iter().map(EnochianAct::Move).chain(exchanges).chain(withdrawal).collect()
    }

    fn irregular_acts(&self) -> Vec<(EnochianAct, String)> {
        // A reading suspends RULES 4 and nothing else.
        let suspended = self.position.clone().with_rules(self.position.rules().reading());
        let moves = suspended.moves().into_iter().chain([Move::Pass]);
        let broken = moves.filter_map(|mv| Some((mv, self.position.why_illegal(mv)?)));
        broken.map(|(mv, why)| (EnochianAct::Irregular(mv), why.to_string())).collect()
    }

    fn act_text(&self, act: &EnochianAct) -> String {
        match act {
            EnochianAct::Move(mv) | EnochianAct::Irregular(mv) => mv.to_string(),
            EnochianAct::Exchange(exchange) => exchange.to_string(),
            EnochianAct::Withdraw => "withdraw".to_owned(),
        }
    }

    /// Any move can be read; why it is not legal is said when it is played.
    fn read_act(&self, text: &str) -> Option<Result<EnochianAct, ActError>> {
        if text == "withdraw" {
            return Some(Ok(EnochianAct::Withdraw));
        }
        if text.starts_with("exchange") {
            let unreadable = |error: ParseError| {
                let error = error.to_string();
                let expected = error.strip_prefix("expected ").unwrap_or(&error).to_owned();
                ActError::Unreadable { text: quoted(text), expected }
            };
            return Some(text.parse().map(EnochianAct::Exchange).map_err(unreadable));
        }
        let unreadable = |_: ParseError| ActError::Unreadable { text: quoted(text), expected: Self::ACTS.to_owned() };
        Some(text.parse().map(EnochianAct::Move).map_err(unreadable))
    }

    fn step(&self, act: &EnochianAct) -> Option<Step<Square>> {
        let (EnochianAct::Move(mv) | EnochianAct::Irregular(mv)) = *act else { return None };
        let Move::Step { role, from, to, .. } = mv else { return None };
        Some(Step { piece: named(role), from, to, taken: None, promotion: None })
    }

    /// Its facts are those of its effects, of which a move can have many.
    fn carried_out(&self, _: &EnochianAct, _: &EnochianState) -> Option<Step<Square>> {
        None
    }

    fn after(&self, act: &EnochianAct) -> Result<After<EnochianState>, String> {
        let (mut next, mut effects) = (self.clone(), Vec::new());
        let position = &mut next.position;
        let played = match *act {
            EnochianAct::Move(mv) => position.play(mv, &mut effects).map_err(|error| error.to_string()),
            EnochianAct::Irregular(mv) => {
                position.play_irregular(mv, &mut effects).map(drop).map_err(|error| error.to_string())
            }
            EnochianAct::Exchange(exchange) => {
                position.exchange(exchange, &mut effects).map_err(|error| error.to_string())
            }
            EnochianAct::Withdraw => position.withdraw(&mut effects).map_err(|error| error.to_string()),
        };
        played?;
        let step = self.step(act);
        let moved =
            |it: Step<Square>| Fact::Moved { piece: it.piece.name, from: it.from.to_string(), to: it.to.to_string() };
        let mut facts: Vec<Fact> = step.map(moved).into_iter().chain(effects.into_iter().map(fact)).collect();
        if let Some(step) = step {
            let checks = next.position.checks_given(&self.position, self.position.turn(), step.to);
            facts.extend(checks.map(|army| Fact::Check(army.index())));
        }
        Ok(After::new(next, facts))
    }

    /// A side resigns, on its turn (RULES 7). A position text does not tell it, so a game read from the text of a resigned one goes
    /// on.
    fn resigned(&self, seat: usize) -> Result<EnochianState, String> {
        let turn = self.position.turn();
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
        by.is_none() && Army::ALL.get(to).is_some_and(|army| self.position.in_check(*army))
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
        self.position.outcome().map(|outcome| match outcome {
            Outcome::Won(side) => won(side, sentence(&outcome.to_string())),
            Outcome::Drawn(_) => Ending {
                code: "draw".to_owned(),
                places: vec![Army::ALL.map(Army::index).to_vec()],
                words: sentence(&outcome.to_string()),
            },
        })
    }

    fn piece(&self, square: Square) -> Option<DiagramPiece> {
        self.position.pieces_at(square).next().map(|piece| DiagramPiece {
            seat: piece.army.index(),
            letter: piece.kind.letter(),
            name: named(piece.kind.into()).name,
            is_out: self.position.is_frozen(piece.army),
        })
    }

    /// Two pieces that share a throne.
    fn beside(&self) -> Vec<(String, String)> {
        let shared = Army::ALL.into_iter().filter_map(|army| {
            let pieces: Vec<Piece> = self.position.pieces_at(army.throne()).collect();
            match pieces[..] {
                [king, other] => Some((army.throne().to_string(), format!("{} and {}", king.kind, other))),
                _ => None,
            }
        });
        shared.collect()
    }

    /// Exchanges and withdrawals are not counted (RULES 9.4).
    fn perft_while(&self, depth: u32, goes_on: &mut dyn FnMut(usize) -> bool) -> Option<u64> {
        if depth > 0 && self.actor() == Actor::Nobody { Some(0) } else { count(&self.position, depth, goes_on) }
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
