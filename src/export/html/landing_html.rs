//! The squares landed on, as HTML.

use std::collections::{BTreeMap, HashMap};

use minijinja::value::{Serde, Value};
use minijinja::{Captured, Environment, Error};
use serde::Serialize;

use crate::correspondences::Gloss;
use crate::export::{PageLanding, PageTurn};

/// The macros that make them.
pub(super) const LANDING: &str = include_str!("landing.html");

/// A square landed on.
#[derive(Clone, Serialize)]
struct SquareHtml {
    /// Its cell in the table of the turns.
    cell: Value,
    /// Its phrase; `None`, like the facts, while the reading is quiet.
    phrase: Option<Value>,
    /// Its facts.
    facts: Option<Value>,
}

/// A landing, for `page.html`.
#[derive(Serialize)]
struct LandingHtml {
    square: SquareHtml,
    /// The facts of the piece on the square.
    piece: Option<Value>,
}

/// A landing, for the macros.
#[derive(Serialize)]
struct LandingVariables<'p> {
    to: &'p str,
    house: &'p str,
    gloss: Option<&'p Gloss>,
    /// The view box of the square on the drawn board.
    view: Option<&'p String>,
}

/// The landing of each turn, or nothing for a turn without a move.
pub(super) fn landings(
    turns: &[PageTurn],
    views: &BTreeMap<String, String>,
    pages: &Environment<'_>,
) -> Result<Vec<Value>, Error> {
    let macros = pages.get_template("landing.html")?.render_captured(())?;
    let mut made = MadeLandings { macros, views, squares: HashMap::new(), landings: HashMap::new() };
    let landing = |turn: &PageTurn| turn.landing.as_ref().map_or(Ok(Value::from(())), |it| made.landing(it));
    turns.iter().map(landing).collect()
}

/// What the template has made. The same pieces land on the same squares again and again, and each is made once.
struct MadeLandings<'p> {
    macros: Captured<'p>,
    views: &'p BTreeMap<String, String>,
    squares: HashMap<String, SquareHtml>,
    /// By the square and the piece.
    landings: HashMap<(String, String), Value>,
}

impl MadeLandings<'_> {
    fn landing(&mut self, landing: &PageLanding) -> Result<Value, Error> {
        let key = (landing.to.clone(), landing.piece.clone());
        if let Some(made) = self.landings.get(&key) {
            return Ok(made.clone());
        }
        let square = match self.squares.get(&landing.to) {
            Some(square) => square.clone(),
            None => {
                let square = self.square(landing)?;
                self.squares.insert(landing.to.clone(), square.clone());
                square
            }
        };
        let on_square = landing.gloss.as_ref().and_then(|gloss| Some((gloss.piece.as_ref()?, &gloss.element)));
        let piece = on_square.map(|(piece, element)| self.call("piece", &[Serde(piece).into(), element.into()]));
        let made = Value::from(Serde(LandingHtml { square, piece: piece.transpose()? }));
        self.landings.insert(key, made.clone());
        Ok(made)
    }

    fn square(&mut self, landing: &PageLanding) -> Result<SquareHtml, Error> {
        let PageLanding { to, house, gloss, .. } = landing;
        let gloss = gloss.as_deref();
        let variables = Value::from(Serde(LandingVariables { to, house, gloss, view: self.views.get(to) }));
        let mut make = |name| self.call(name, std::slice::from_ref(&variables));
        Ok(SquareHtml {
            cell: make("cell")?,
            phrase: gloss.map(|_| make("phrase")).transpose()?,
            facts: gloss.map(|_| make("facts")).transpose()?,
        })
    }

    fn call(&mut self, name: &str, arguments: &[Value]) -> Result<Value, Error> {
        self.macros.with_state_mut(|state| state.call_macro(name, arguments)).map(Value::from_safe_string)
    }
}
