//! Enochian chess itself behind [`Referee`] and [`GameState`]: a thin adapter over [`crate::chess`], in a game.
//!
//! It shows that one interface serves all games, and serves what plays positions of all of them ([`enochian_state`]). The
//! acts are the moves of RULES 9.1, `exchange w h1 a1` and `withdraw`; the positions are those of RULES 9.3. Resignation follows RULES 7: a side resigns, on its turn. A
//! position text does not tell it, so a game read from the text of a resigned one goes on.

use std::sync::Arc;

use super::kind::KindFacts;
use super::{
    ActError, Actor, CardPlay, CellShape, Diagram, DiagramCell, DiagramPanel, DiagramPiece, Ending, Fact, GameKind,
    GameOptions, GameState, Ground, OfferedAct, OptionSpec, PlayedAct, Referee, Seat, StateError,
};
use crate::chess::{
    Angle, Army, Array, Board, Direction, Effect, Exchange, IllegalMove, IrregularMoveError, Move, Outcome,
    ParsePositionError, Piece, Position, Role, Rules, Side, Square,
};
use crate::input::quoted;

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
    irregular_example: Some("Pb2b3"),
    referee: Some(referee),
};

/// What can be played, in words.
const ACTS: &str = "a move: a piece K Q R B N P, the square it leaves and the square it goes to, such as Nc8d6 (with =Q \
                    for a choice of promotion), or pass (--), withdraw, exchange w h1 a1, or resign a";

/// The referee of Enochian chess.
fn referee(options: &GameOptions) -> Arc<dyn Referee> {
    let board = options.get("board").and_then(|name| name.parse().ok()).unwrap_or(Board::Air);
    let angle = options.get("angle").and_then(|name| name.parse().ok()).unwrap_or(Angle::Air);
    let ruleset = if options.is("ruleset", "zalewski") { Rules::ZALEWSKI } else { Rules::CHESSVARIANTS };
    let array = Array::of(angle, board);
    Arc::new(EnochianReferee {
        rules: ruleset.with_array(array),
        start: Position::start(array, board.first(), Direction::Deosil),
        seats: Army::ALL
            .map(|army| Seat { letter: army.letter(), name: army.name().to_owned(), side: side(army) })
            .to_vec(),
    })
}

fn side(army: Army) -> usize {
    usize::from(army.side() == Side::Passives)
}

/// The rules of Enochian chess with the options of a game.
#[derive(Debug)]
struct EnochianReferee {
    rules: Rules,
    start: Position,
    seats: Vec<Seat>,
}

impl Referee for EnochianReferee {
    fn kind(&self) -> GameKind {
        GameKind::Enochian
    }

    fn seats(&self) -> &[Seat] {
        &self.seats
    }

    fn start(&self) -> Arc<dyn GameState> {
        enochian_state(self.start.clone(), self.rules)
    }

    fn read(&self, text: &str) -> Result<Arc<dyn GameState>, StateError> {
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
        Ok(enochian_state(position, self.rules))
    }
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
    Arc::new(EnochianState { position: position.with_rules(rules), resigned: None })
}

/// A state of a game of Enochian chess.
#[derive(Clone, Debug)]
struct EnochianState {
    position: Position,
    /// The side that has resigned.
    resigned: Option<Side>,
}

impl GameState for EnochianState {
    fn text(&self) -> String {
        self.position.to_string()
    }

    fn actor(&self) -> Actor {
        if self.is_over() { Actor::Nobody } else { Actor::Seat(self.position.turn().index()) }
    }

    fn acts(&self) -> Vec<OfferedAct> {
        if self.is_over() {
            return Vec::new();
        }
        let mut moves = self.position.moves();
        // In a reading an army may pass beside its moves.
        if !moves.contains(&Move::Pass) && self.position.is_legal(Move::Pass) {
            moves.push(Move::Pass);
        }
        let mut acts: Vec<OfferedAct> = moves.into_iter().map(offered).collect();
        let others = self.position.exchanges().into_iter().map(|exchange| exchange.to_string());
        let others = others.chain(self.position.may_withdraw().then(|| "withdraw".to_owned()));
        acts.extend(others.map(|text| OfferedAct { text, from: None, to: None, is_open: false }));
        acts.sort_by(|one, other| one.text.cmp(&other.text));
        acts
    }

    fn play(&self, act: &str) -> Result<PlayedAct, ActError> {
        if self.is_over() {
            return Err(ActError::Over);
        }
        let act = act.trim();
        if CardPlay::is_meant(act) {
            return Err(ActError::Illegal("Enochian chess has no cards".to_owned()));
        }
        let mut next = self.clone();
        let mut effects = Vec::new();
        if let Some(letter) = act.strip_prefix("resign ") {
            return self.resign(letter);
        } else if act == "withdraw" {
            next.position.withdraw(&mut effects).map_err(illegal)?;
        } else if act.starts_with("exchange") {
            let exchange: Exchange = act.parse().map_err(|error| unreadable(act, &error))?;
            next.position.exchange(exchange, &mut effects).map_err(illegal)?;
        } else {
            let mv: Move = act.parse().map_err(|_| unreadable(act, &ACTS))?;
            next.position.play(mv, &mut effects).map_err(illegal)?;
            return Ok(self.moved(next, mv, &effects, None));
        }
        let facts = effects.into_iter().map(fact).collect();
        Ok(PlayedAct { state: Arc::new(next), text: act.to_owned(), facts, ends_turn: false, irregular: None })
    }

    fn play_irregular(&self, act: &str) -> Result<PlayedAct, ActError> {
        if self.is_over() {
            return Err(ActError::Over);
        }
        let mv: Move = act.trim().parse().map_err(|error| unreadable(act, &error))?;
        let mut next = self.clone();
        let mut effects = Vec::new();
        let broken = next.position.play_irregular(mv, &mut effects).map_err(|error| match error {
            IrregularMoveError::Illegal(broken) => illegal(broken),
            _ => ActError::Illegal("it is within the rules, so it is not irregular".to_owned()),
        })?;
        Ok(self.moved(next, mv, &effects, Some(broken)))
    }

    fn is_in_check(&self, seat: usize) -> bool {
        Army::ALL.get(seat).is_some_and(|army| self.position.in_check(*army))
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

    fn diagram(&self) -> Diagram {
        let cells: Vec<DiagramCell> = Square::top_down().map(|square| self.draw(square)).collect();
        let shared = Army::ALL.into_iter().filter_map(|army| {
            let pieces: Vec<Piece> = self.position.pieces_at(army.throne()).collect();
            match pieces[..] {
                [king, other] => Some((army.throne().to_string(), format!("{} and {}", king.kind, other))),
                _ => None,
            }
        });
        let beside = shared.collect();
        Diagram {
            panels: vec![DiagramPanel { title: None, shape: CellShape::Square, cells }],
            beside,
            barriers: Vec::new(),
        }
    }

    fn view(&self, _seat: Option<usize>) -> Arc<dyn GameState> {
        Arc::new(self.clone())
    }

    fn turn(&self) -> u32 {
        self.position.ply().saturating_add(1)
    }

    fn chance(&self, _below: &mut dyn FnMut(usize) -> usize) -> Option<String> {
        None
    }

    /// Exchanges and withdrawals are not counted (RULES 9.4).
    fn perft(&self, depth: u32) -> u64 {
        if depth > 0 && self.is_over() { 0 } else { self.position.perft(depth) }
    }
}

impl EnochianState {
    fn is_over(&self) -> bool {
        self.resigned.is_some() || self.position.outcome().is_some()
    }

    fn resign(&self, letter: &str) -> Result<PlayedAct, ActError> {
        let army = Army::ALL.into_iter().find(|army| letter.chars().eq([army.letter()])).ok_or_else(|| {
            ActError::Unreadable {
                text: quoted(&format!("resign {letter}")),
                expected: "resign with one of a, w, f, e".to_owned(),
            }
        })?;
        if army != self.position.turn() {
            return Err(ActError::Illegal(format!(
                "a side resigns on its turn; it is {}'s turn",
                self.position.turn()
            )));
        }
        let state = EnochianState { resigned: Some(army.side()), ..self.clone() };
        let facts = vec![Fact::Other(format!("resigns for the {}", army.side()))];
        let text = format!("resign {}", army.letter());
        Ok(PlayedAct { state: Arc::new(state), text, facts, ends_turn: false, irregular: None })
    }

    /// What follows from a move of this state.
    fn moved(&self, next: EnochianState, mv: Move, effects: &[Effect], broken: Option<IllegalMove>) -> PlayedAct {
        let mut facts = Vec::new();
        if let Move::Step { role, from, to, .. } = mv {
            facts.push(Fact::Moved { piece: role_name(role), from: from.to_string(), to: to.to_string() });
        }
        facts.extend(effects.iter().copied().map(fact));
        if let Some(to) = mv.to() {
            let checks = next.position.checks_given(&self.position, self.position.turn(), to);
            facts.extend(checks.map(|army| Fact::Check(army.index())));
        }
        let irregular = broken.map(|broken| broken.to_string());
        PlayedAct { state: Arc::new(next), text: mv.to_string(), facts, ends_turn: true, irregular }
    }

    fn draw(&self, square: Square) -> DiagramCell {
        let piece = self.position.pieces_at(square).next().map(|piece| DiagramPiece {
            seat: piece.army.index(),
            letter: piece.kind.letter(),
            name: role_name(piece.kind.into()),
            is_out: self.position.is_frozen(piece.army),
        });
        DiagramCell {
            name: square.to_string(),
            x: square.file().index() as i32 * 2,
            y: 7 - square.rank().index() as i32,
            ground: if square.is_dark() { Ground::Dark } else { Ground::Light },
            piece,
        }
    }
}

fn offered(mv: Move) -> OfferedAct {
    let cells = match mv {
        Move::Pass => None,
        Move::Step { from, to, .. } => Some((from.to_string(), to.to_string())),
    };
    let (from, to) = cells.unzip();
    OfferedAct { text: mv.to_string(), from, to, is_open: false }
}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::King => "king",
        Role::Officer(officer) => officer.name(),
        Role::Pawn => "pawn",
    }
}

fn fact(effect: Effect) -> Fact {
    Fact::Other(match effect {
        Effect::Captured { piece, at, .. } => {
            let name = role_name(piece.kind.into());
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

fn illegal(error: impl ToString) -> ActError {
    ActError::Illegal(error.to_string())
}

fn unreadable(act: &str, error: &impl ToString) -> ActError {
    let error = error.to_string();
    let expected = error.strip_prefix("expected ").unwrap_or(&error).to_owned();
    ActError::Unreadable { text: quoted(act), expected }
}

/// A clause as a sentence.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}
