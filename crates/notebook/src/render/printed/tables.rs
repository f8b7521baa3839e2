//! Pages of tables: the arrays, the dice, the signs.

use minijinja::{Value, context};

use crate::chess::{Army, Array, Board, Direction, Position};
use crate::correspondences::{DiceTable, SignOrElement};
use crate::reading::ThrowTarget;
use crate::render::capitalised;

use super::super::picture::{BoardBackground, Edge, Painting, Shape, fitted, force_sign, fragment, geomantic};
use super::{INK, PrintedSet};

impl PrintedSet<'_> {
    /// The eight arrays, each on a board of its own.
    pub(super) fn arrays(&self) -> Vec<Value> {
        let array = |array: Array| {
            let start = Position::start(array, Army::Air, Direction::Deosil);
            let board = Board::ALL.into_iter().find(|board| array.belongs_to(*board)).unwrap_or(Board::Air);
            let ground = BoardBackground::Painted { board, symbols: false };
            let painting = Painting { position: Some(&start), ..self.painting(ground) };
            let [left, top, right, bottom] = painting.edges();
            let view = format!("{left} {top} {} {}", right - left, bottom - top);
            context! { name => array.to_string(), view, drawn => fragment(&painting.unnamed()) }
        };
        Array::all().into_iter().map(array).collect()
    }

    /// What each throw calls, by each table.
    pub(super) fn dice(&self) -> Vec<Value> {
        let table = |table: &DiceTable| {
            let row = |(throw, target)| context! { die => fragment(&die(throw)), words => called(target) };
            let throws: Vec<Value> = (1..).zip(table.throws).map(row).collect();
            context! { name => capitalised(&table.name), source => &table.source, throws }
        };
        self.correspondences.dice_tables().iter().map(table).collect()
    }

    /// The signs and elements with what belongs to them.
    pub(super) fn signs(&self) -> Vec<Value> {
        let sign = |text: &str| fragment(&[fitted(text, (0.0, 0.0), (80.0, 80.0), INK)]);
        let row = |force: SignOrElement| {
            let known = self.correspondences.force(force);
            let (trump, figure) = (self.correspondences.trump(force), self.correspondences.figure(force));
            let house = known.house.and_then(|number| self.correspondences.house(number));
            let matters = house.map(|house| {
                let matters: Vec<&str> = house.matters.iter().take(3).map(String::as_str).collect();
                format!("house {}: {}", house.number, matters.join(", "))
            });
            context! {
                sign => sign(force_sign(force)),
                name => force.name(),
                rulers => known.rulers.join(", "),
                trump => trump.to_string(),
                letter => &trump.letter.name,
                glyph => sign(&trump.letter.glyph),
                figure => &figure.name,
                points => fragment(&geomantic(figure, (0.0, 0.0), 90.0, INK)),
                matters,
            }
        };
        SignOrElement::ALL.map(row).into()
    }
}

/// The pieces that a throw calls.
fn called(target: ThrowTarget) -> String {
    match target {
        ThrowTarget::KingOrPawn => "the king, or any pawn if the king cannot move".to_owned(),
        ThrowTarget::Officer(officer) => format!("the {officer}"),
        ThrowTarget::Place(1) => "the piece in place 1 of the array: the one on the throne with the king".to_owned(),
        ThrowTarget::Place(place) => format!("the piece in place {place} of the array, counted from the throne"),
        ThrowTarget::AnyPawn => "any pawn".to_owned(),
    }
}

/// A face of a die, 100 units wide.
fn die(throw: u8) -> Vec<Shape> {
    let pips: &[(f64, f64)] = match throw {
        1 => &[(50.0, 50.0)],
        2 => &[(25.0, 25.0), (75.0, 75.0)],
        3 => &[(25.0, 25.0), (50.0, 50.0), (75.0, 75.0)],
        4 => &[(25.0, 25.0), (75.0, 25.0), (25.0, 75.0), (75.0, 75.0)],
        5 => &[(25.0, 25.0), (75.0, 25.0), (50.0, 50.0), (25.0, 75.0), (75.0, 75.0)],
        _ => &[(25.0, 25.0), (75.0, 25.0), (25.0, 50.0), (75.0, 50.0), (25.0, 75.0), (75.0, 75.0)],
    };
    let edge = Some(Edge { tone: INK, width: 3.0 });
    let mut shapes = vec![Shape::rectangle((0.0, 0.0), (100.0, 100.0), None, edge)];
    shapes.extend(pips.iter().map(|&centre| Shape::Disc { centre, radius: 9.0, fill: Some(INK), edge: None }));
    shapes
}
