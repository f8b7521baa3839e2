//! Enochian chess for the rows of `tests/rules`: positions by their pieces, moves, effects, and questions about all of these.

use enochian::chess::{
    Angle, Army, Array, Board, Direction, Effect, Exchange, Mode, Move, Officer, Position, Role, Rules, Square,
};
use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::{AnswerTracker, Decision, EndReason, QuestionDraft, Throw, Verdict};
use enochian::session::{SessionTerms, SheetMove};

use super::{Answer, Table};

/// A position, and what the last act did.
#[derive(Clone)]
struct Game {
    position: Position,
    array: Option<Array>,
    effects: Vec<Effect>,
    /// What the throws call.
    terms: SessionTerms,
    tracker: Option<AnswerTracker>,
}

/// Reads `aKa8 aBa8 wrf7, f -x-- -f--, zalewski Air of Air, reading`: pieces, the fields of the position text that differ from
/// `a ---- ---- 0000 0`, and the rules that differ from the default. Two pieces on a square share a throne; `-aBa8` takes a piece
/// away again. In place of pieces `opening Air of Air & Water` or a whole position text.
pub(super) fn set_up(text: &str) -> Result<Box<dyn Table>, String> {
    let mut parts = text.split(", ");
    let pieces = parts.next().unwrap_or_default();
    let (mut rules, mut fields) = (Rules::CHESSVARIANTS, "a");
    let (mut dice, mut tracker) = (None, None);
    for part in parts {
        if let Some(named) = part.strip_prefix("dice ") {
            let (table, array) = named.split_once(' ').ok_or("expected a dice table and an array")?;
            let table = Correspondences::embedded().dice_table(table).map_err(|error| error.to_string())?;
            (rules, dice) = (rules.reading(), Some(table.movers(array_of(array)?)));
        } else if let Some(procedure) = part.strip_prefix("answer ") {
            let text = format!("question = \"Is he happy?\"\ncategory = \"brother\"\nprocedure = \"{procedure}\"\n");
            let draft = QuestionDraft::read(&Source::new("question", text), Correspondences::embedded());
            let draft = draft.map_err(|errors| errors.to_string())?;
            let question = draft.resolve(Correspondences::embedded()).map_err(|errors| format!("{errors:?}"))?;
            (rules, tracker) = (question.rules(), Some(AnswerTracker::of(&question)));
        } else if part == "played out" {
            tracker = tracker.map(|tracker| tracker.playing_out(true));
        } else if let Some(array) = part.strip_prefix("zalewski ") {
            rules = Rules { mode: rules.mode, ..Rules::ZALEWSKI.with_array(array_of(array)?) };
        } else if part == "reading" {
            rules = rules.reading();
        } else {
            fields = part;
        }
    }
    let array = pieces.strip_prefix("opening ").map(array_of).transpose()?;
    let position = match array {
        Some(array) => opening(array, fields)?,
        None if pieces.contains('/') => read(pieces)?,
        None => read(&position_text(pieces, fields)?)?,
    };
    let terms = SessionTerms::of_rules(rules);
    let terms = dice.map_or(terms.clone(), |dice| terms.with_dice(dice));
    Ok(Box::new(Game { position: position.with_rules(rules), array, effects: Vec::new(), terms, tracker }))
}

fn read(text: &str) -> Result<Position, String> {
    let position: Position = text.parse().map_err(|error| format!("{error}"))?;
    assert_eq!(format!("{position:?}"), position.to_string());
    Ok(position)
}

fn array_of(name: &str) -> Result<Array, String> {
    name.parse().map_err(|error| format!("{error}"))
}

fn opening(array: Array, turn: &str) -> Result<Position, String> {
    let direction = if turn.ends_with('<') { Direction::Widdershins } else { Direction::Deosil };
    let first = turn.chars().next().and_then(Army::from_letter).ok_or("expected a, w, f or e")?;
    Ok(Position::start(array, first, direction))
}

/// The position text (RULES 9.3) of pieces with their squares.
fn position_text(pieces: &str, fields: &str) -> Result<String, String> {
    let mut placed: Vec<&str> = Vec::new();
    for word in pieces.split_whitespace() {
        if let Some(piece) = word.strip_prefix('-') {
            let there = placed.iter().position(|&other| other == piece);
            placed.remove(there.ok_or_else(|| format!("{piece} is not there to be taken away"))?);
        } else if word.len() == 4 && word[2..].parse::<Square>().is_ok() {
            placed.push(word);
        } else {
            return Err(format!("{word} is not a piece and its square, such as aKa8"));
        }
    }
    let ranks: Vec<String> = ('1'..='8').rev().map(|rank| rank_text(rank, &placed)).collect();
    let mut given = fields.split_whitespace();
    let fields = ["a", "----", "----", "0000", "0"].map(|usual| given.next().unwrap_or(usual));
    Ok(format!("{} {}", ranks.join("/"), fields.join(" ")))
}

fn rank_text(rank: char, placed: &[&str]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for file in 'a'..='h' {
        let here = placed.iter().filter_map(|piece| piece.strip_suffix(&format!("{file}{rank}")[..]));
        let here = here.collect::<Vec<_>>().join("+");
        if here.is_empty() {
            empty += 1;
        }
        if empty > 0 && (!here.is_empty() || file == 'h') {
            text += &empty.to_string();
            empty = 0;
        }
        text += &here;
    }
    text
}

fn say(effect: &Effect) -> String {
    let letter = |officer: Officer| officer.letter();
    match *effect {
        Effect::Captured { piece, at, by } => format!("{} x {}{at}", by.letter(), piece.code()),
        Effect::Concourse { officer, at } => format!("concourse {}{at}", letter(officer)),
        Effect::Joined { piece, at, army } => format!("{}{at} joins {}", piece.code(), army.letter()),
        Effect::Froze(army) => format!("{} froze", army.letter()),
        Effect::Thawed(army) => format!("{} thawed", army.letter()),
        Effect::ThroneSeized { by, of } => format!("{} seized {}", by.letter(), of.letter()),
        Effect::Released(army) => format!("{} released", army.letter()),
        Effect::Promoted { army, at, from, to } => {
            format!("{}{}{at} becomes {}", army.letter(), letter(from).to_ascii_lowercase(), letter(to))
        }
        Effect::Waits { army, at } => format!("{} waits {at}", army.letter()),
        Effect::Demoted { army, at, officer } => format!("{}{}{at} demoted", army.letter(), letter(officer)),
        Effect::KingReturned { army, at } => format!("{}K{at} returned", army.letter()),
        Effect::Withdrew(army) => format!("{} withdrew", army.letter()),
    }
}

impl Table for Game {
    fn copy(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn text(&self) -> String {
        self.position.to_string()
    }

    /// A move, `withdraw`, or an exchange such as `exchange w h1 a1`. What is played must have been offered, and what is refused not.
    fn play(&mut self, act: &str) -> Result<(), String> {
        let Game { position, effects, tracker, .. } = self;
        effects.clear();
        let (offered, played) = if act == "withdraw" {
            (position.may_withdraw(), position.withdraw(effects).map_err(|error| error.to_string()))
        } else if act.starts_with("exchange") {
            let exchange: Exchange = act.parse().map_err(|error| format!("{error}"))?;
            let offered = position.exchanges().contains(&exchange);
            (offered, position.exchange(exchange, effects).map_err(|error| error.to_string()))
        } else {
            let mv: Move = act.parse().map_err(|error| format!("{error}"))?;
            let (offered, army) = (position.moves().contains(&mv), position.turn());
            let played = position.play(mv, effects).map_err(|error| error.to_string());
            if let Some(tracker) = tracker
                && played.is_ok()
            {
                tracker.watch(army, position);
            }
            (offered, played)
        };
        assert_eq!(offered, played.is_ok(), "{act} is offered, or it is played");
        played
    }

    fn answer(&self, question: &str) -> Option<Answer> {
        let fields = ["board", "turn", "command", "prisoners", "lost", "ply"];
        if let Some(number) = fields.iter().position(|field| *field == question) {
            return Some(Answer::Text(self.text().split(' ').nth(number)?.to_owned()));
        }
        let (first, rest) = question.split_once(' ').unwrap_or((question, ""));
        self.of_position(first, rest)
            .or_else(|| of_board(first, rest.trim_start_matches("of ").trim_start_matches("on ")))
    }
}

impl Game {
    fn moves(&self) -> Vec<String> {
        let moves = self.position.moves();
        // In a reading, the throw decides whether a turn is lost (RULES 8.4).
        let may_pass =
            moves.contains(&Move::Pass) || (self.position.rules().mode == Mode::Reading && !moves.is_empty());
        assert_eq!(self.position.is_legal(Move::Pass), may_pass, "is a pass legal?");
        moves.iter().map(Move::to_string).collect()
    }

    fn of_position(&self, question: &str, of: &str) -> Option<Answer> {
        let position = &self.position;
        let letters = |armies: &mut dyn Iterator<Item = Army>| armies.map(|army| army.letter().to_string()).collect();
        Some(match question {
            "text" => Answer::Text(self.text()),
            "moves" => Answer::Words(self.moves()),
            "effects" => Answer::Phrases(self.effects.iter().map(say).collect()),
            // Their order counts: the first is the one that an automatic player takes.
            "exchanges" if position.exchanges().is_empty() => Answer::Text("none".to_owned()),
            "exchanges" => {
                let exchanges: Vec<String> = position.exchanges().iter().map(Exchange::to_string).collect();
                Answer::Text(exchanges.join(", "))
            }
            "outcome" => Answer::Text(position.outcome().map_or("none".to_owned(), |outcome| outcome.to_string())),
            "check" => Answer::Words(letters(&mut Army::ALL.into_iter().filter(|army| position.in_check(*army)))),
            "frozen" => Answer::Words(position.frozen().into_iter().map(|square| square.to_string()).collect()),
            "thrown" => {
                let role = of.chars().next().and_then(role_of)?;
                Answer::Words(letters(&mut position.army_with(position.turn(), role).into_iter()))
            }
            "called" => {
                let called = Throw::ALL.map(|throw| self.terms.moves_for(position, throw));
                let letter = |role: Option<Role>| role.map_or('-', Role::letter);
                let letters = called.iter().map(|it| match it.instead_of_king {
                    true => letter(it.role).to_ascii_lowercase(),
                    false => letter(it.role),
                });
                Answer::Text(letters.collect())
            }
            "throw" => {
                let called = self.terms.moves_for(position, of.parse().ok()?);
                Answer::Words(called.moves.iter().map(Move::to_string).collect())
            }
            "ptah" => Answer::Text(decided(self.tracker.as_ref()?.answer(position).ptah)),
            "kings" => Answer::Text(decided(self.tracker.as_ref()?.answer(position).kings)),
            "opposing" => {
                let answer = self.tracker.as_ref()?.answer(position);
                Answer::Text(format!("{}, {}", answer.opposing, answer.manner))
            }
            "end" => {
                let end = self.tracker.as_ref()?.end(position);
                Answer::Text(end.as_ref().map_or("none".to_owned(), EndReason::to_string))
            }
            "perft" => Answer::Text(position.perft(of.parse().ok()?).to_string()),
            "sheet" => Answer::Text(position.sheet(of.parse().ok()?)),
            "candidates" => {
                let moves = of.parse::<SheetMove>().ok()?.candidates(position);
                Answer::Words(moves.iter().map(Move::to_string).collect())
            }
            "boards" => {
                let boards = Board::ALL.into_iter().filter(|board| self.array.is_some_and(|a| a.belongs_to(*board)));
                Answer::Words(boards.map(|board| board.name().to_owned()).collect())
            }
            "pieces" => {
                let army: Army = of.strip_prefix("of ")?.parse().ok()?;
                let own = position.pieces().filter(|(_, piece)| piece.army == army);
                Answer::Words(own.map(|(square, piece)| format!("{}{square}", &piece.code()[1..])).collect())
            }
            // What stands on a square, and where the piece on a square can go.
            _ if question.len() == 2 => {
                let pieces: Vec<String> =
                    position.pieces_at(question.parse().ok()?).map(|piece| piece.code()).collect();
                Answer::Text(if pieces.is_empty() { "none".to_owned() } else { pieces.join("+") })
            }
            _ if question.len() == 3 && question.starts_with(|c| role_of(c).is_some()) => {
                let moves = self.moves();
                Answer::Words(moves.iter().filter_map(|mv| mv.strip_prefix(question)).map(str::to_owned).collect())
            }
            _ => return None,
        })
    }
}

/// `yes at 4`.
fn decided(Decision { verdict, ply }: Decision) -> String {
    assert_eq!(ply.is_none(), verdict == Verdict::Undecided);
    ply.map_or(verdict.to_string(), |ply| format!("{verdict} at {ply}"))
}

/// What holds in every position.
fn of_board(question: &str, of: &str) -> Option<Answer> {
    let angle: Option<Angle> = of.parse().ok();
    let army: Option<Army> = of.parse().ok();
    Some(match question {
        "arrays" => Answer::Phrases(Array::all().iter().map(Array::to_string).collect()),
        "squares" => {
            let squares = Square::all().filter(|square| Some(square.angle()) == angle);
            Answer::Words(squares.map(|square| square.to_string()).collect())
        }
        "throne" => {
            assert_eq!((army?.throne(), army?.angle()), (angle?.throne(), angle?));
            Answer::Text(angle?.throne().to_string())
        }
        "partner" => Answer::Text(army?.partner().name().to_owned()),
        "side" => Answer::Text(army?.side().to_string()),
        "begins" => Answer::Text(of.parse::<Board>().ok()?.first().name().to_owned()),
        _ => return None,
    })
}

fn role_of(letter: char) -> Option<Role> {
    match letter {
        'K' => Some(Role::King),
        'P' => Some(Role::Pawn),
        _ => Officer::ALL.into_iter().find(|officer| officer.letter() == letter).map(Role::Officer),
    }
}
