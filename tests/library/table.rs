//! A position on the table, with the rules it is played by: what the tests talk to.

use enochian::chess::{
    Army, Array, Effect, Exchange, IllegalAction, IllegalMove, Kind, Move, Outcome, Piece, Position, Rules, Square,
};

/// Four kings on their thrones, and a pawn for each army out of everyone's way.
///
/// The pawns see to it that nobody is a bare king (RULES 7). Nobody is in check, nobody is stalemated.
pub(crate) const QUIET: &str = "aKa8 arb6 wKh8 wrf7 fKh1 frg3 eKa1 erc2";

/// A position text (RULES 9.3) out of pieces with their squares, `aKa8 aBa8 wrf7`, two on a square being a shared throne,
/// and out of the remaining fields, of which the last may be left out: `f -x-- -f--`.
pub(crate) fn text(pieces: &str, fields: &str) -> String {
    let mut board = String::new();
    for rank in ('1'..='8').rev() {
        for file in 'a'..='h' {
            let here: Vec<&str> = pieces
                .split_whitespace()
                .filter_map(|piece| piece.strip_suffix(&format!("{file}{rank}")[..]))
                .collect();
            match (here.is_empty(), board.pop()) {
                (true, Some(run @ '1'..='7')) => board.push((run as u8 + 1) as char),
                (true, last) => board.extend(last.into_iter().chain(['1'])),
                (false, last) => {
                    board.extend(last);
                    board += &here.join("+");
                }
            }
        }
        if rank > '1' {
            board.push('/');
        }
    }
    let given: Vec<&str> = fields.split_whitespace().collect();
    let fields: Vec<&str> =
        given.iter().copied().chain(["a", "----", "----", "0000", "0"].into_iter().skip(given.len())).collect();
    format!("{board} {}", fields.join(" "))
}

pub(crate) struct Table {
    pub(crate) position: Position,
    pub(crate) rules: Rules,
    effects: Vec<Effect>,
}

/// These pieces, in a game by the default rules.
pub(crate) fn table(pieces: &str, fields: &str) -> Table {
    let text = text(pieces, fields);
    let position = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    Table { position, rules: Rules::CHESSVARIANTS, effects: Vec::new() }
}

/// These pieces beside the [`QUIET`] ones.
pub(crate) fn quiet(pieces: &str, fields: &str) -> Table {
    table(&format!("{QUIET} {pieces}"), fields)
}

pub(crate) fn square(name: &str) -> Square {
    name.parse().unwrap()
}

pub(crate) fn army(letter: char) -> Army {
    Army::from_letter(letter).unwrap()
}

fn exchange(text: &str) -> Exchange {
    let words: Vec<&str> = text.split(' ').collect();
    let ["exchange", with, partners, enemys] = words[..] else { panic!("{text}") };
    let with = army(with.chars().next().unwrap());
    Exchange { with, partners_king: square(partners), enemys_king: square(enemys) }
}

fn say(effect: &Effect) -> String {
    let officer = |officer| Piece { army: Army::Air, kind: Kind::Officer(officer) }.code()[1..].to_owned();
    match *effect {
        Effect::Captured { piece, at, by } => format!("{} x {}{at}", by.letter(), piece.code()),
        Effect::Concourse { officer: o, at } => format!("concourse {}{at}", officer(o)),
        Effect::Joined { piece, at, army } => {
            format!("{}{at} joins {}", piece.code(), army.letter())
        }
        Effect::Froze(army) => format!("{} froze", army.letter()),
        Effect::Thawed(army) => format!("{} thawed", army.letter()),
        Effect::ThroneSeized { by, of } => format!("{} seized {}", by.letter(), of.letter()),
        Effect::Released(army) => format!("{} released", army.letter()),
        Effect::Promoted { army, at, from, to } => {
            format!("{}{}{at} becomes {}", army.letter(), officer(from).to_lowercase(), officer(to))
        }
        Effect::Waits { army, at } => format!("{} waits {at}", army.letter()),
        Effect::Demoted { army, at, officer: o } => format!("{}{}{at} demoted", army.letter(), officer(o)),
        Effect::KingReturned { army, at } => format!("{}K{at} returned", army.letter()),
        Effect::Withdrew(army) => format!("{} withdrew", army.letter()),
    }
}

impl Table {
    /// By the ruleset `zalewski`, with an array such as `Air of Air`.
    pub(crate) fn zalewski(self, array: &str) -> Table {
        let array: Array = array.parse().unwrap();
        let mode = self.rules.mode;
        Table { rules: Rules { mode, ..Rules::ZALEWSKI.with_array(array) }, ..self }
    }

    /// In a reading.
    pub(crate) fn reading(self) -> Table {
        Table { rules: self.rules.reading(), ..self }
    }

    /// All moves, sorted.
    pub(crate) fn moves(&self) -> String {
        let mut moves: Vec<String> = self.position.moves(&self.rules).iter().map(Move::to_string).collect();
        moves.sort();
        moves.join(" ")
    }

    /// Where a piece may go: `to("Ka8")` is `a7 b7 b8`.
    pub(crate) fn to(&self, piece: &str) -> String {
        let moves = self.moves();
        moves.split_whitespace().filter_map(|mv| mv.strip_prefix(piece)).collect::<Vec<_>>().join(" ")
    }

    /// Plays a list of moves; the effects of the last are kept.
    pub(crate) fn play(&mut self, moves: &str) -> &mut Table {
        for text in moves.split_whitespace() {
            let mv: Move = text.parse().unwrap();
            let listed = self.position.moves(&self.rules).contains(&mv);
            assert!(listed || mv == Move::Pass, "{text} is not among {}", self.moves());
            self.effects.clear();
            self.position.play(mv, &self.rules, &mut self.effects).unwrap_or_else(|e| panic!("{text}: {e}"));
        }
        self
    }

    /// Asks for a move that is not legal, and gets the reason.
    pub(crate) fn why_illegal(&mut self, text: &str) -> IllegalMove {
        let mv: Move = text.parse().unwrap();
        assert!(!self.moves().split(' ').any(|legal| legal == text), "{text} is legal");
        let before = self.position.clone();
        let refusal = self.position.play(mv, &self.rules, &mut ()).expect_err(text);
        assert_eq!(self.position, before, "{text} was refused and yet changed the position");
        refusal
    }

    pub(crate) fn exchanges(&self) -> Vec<String> {
        self.position.exchanges(&self.rules).iter().map(Exchange::to_string).collect()
    }

    pub(crate) fn exchange(&mut self, text: &str) -> &mut Table {
        self.effects.clear();
        self.position.exchange(exchange(text), &self.rules, &mut self.effects).unwrap();
        self
    }

    pub(crate) fn exchange_refused(&mut self, text: &str) -> IllegalAction {
        let before = self.position.clone();
        let refused = self.position.exchange(exchange(text), &self.rules, &mut ()).expect_err(text);
        assert_eq!(self.position, before);
        refused
    }

    pub(crate) fn withdraw(&mut self) -> &mut Table {
        assert!(self.position.may_withdraw(&self.rules));
        self.effects.clear();
        self.position.withdraw(&self.rules, &mut self.effects).unwrap();
        self
    }

    pub(crate) fn cannot_withdraw(&mut self) -> bool {
        let before = self.position.clone();
        let refused = self.position.withdraw(&self.rules, &mut ()).is_err();
        assert_eq!(self.position.may_withdraw(&self.rules), !refused);
        refused && self.position == before
    }

    /// The effects of the last move or action, in the order of the alphabet.
    pub(crate) fn effects(&self) -> Vec<String> {
        let mut effects: Vec<String> = self.effects.iter().map(say).collect();
        effects.sort();
        effects
    }

    /// What stands on a square: `aK+aB`, or nothing.
    pub(crate) fn at(&self, name: &str) -> String {
        self.position.pieces_at(square(name)).map(|piece| piece.code()).collect::<Vec<_>>().join("+")
    }

    /// A field of the position text after the board: 1 the turn, 2 command, 3 prisoners, 4 pawns lost, 5 the ply.
    fn field(&self, number: usize) -> String {
        self.position.to_string().split(' ').nth(number).unwrap().to_owned()
    }

    pub(crate) fn turn(&self) -> String {
        self.field(1)
    }

    pub(crate) fn command(&self) -> String {
        self.field(2)
    }

    pub(crate) fn prisoners(&self) -> String {
        self.field(3)
    }

    pub(crate) fn lost(&self) -> String {
        self.field(4)
    }

    pub(crate) fn ply(&self) -> String {
        self.field(5)
    }

    pub(crate) fn in_check(&self, letter: char) -> bool {
        self.position.in_check(army(letter))
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.position.outcome(&self.rules)
    }

    pub(crate) fn may_pass(&self) -> bool {
        self.position.is_legal(Move::Pass, &self.rules)
    }
}
