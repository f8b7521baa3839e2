//! The key below or beside the board of another game.

use crate::games::DiagramPiece;
use crate::render::diagram_names::piece_kinds;

use super::diagram_svg::{BARRIER, DiagramPainting};
use super::diagram_tokens::{faded_token, figure, seat_token};
use super::glyphs::{around, from, width, wrapped};
use super::painting::INK;
use super::{Edge, Point, Shape};

/// An entry of the key: a sign in a box, and what it means.
struct Entry {
    sign: Sign,
    words: String,
}

enum Sign {
    /// A token, by its stamp.
    Token(String),
    Letter(char),
    Barrier,
}

/// The stamp of a piece that is out.
const OUT: &str = "key-out";

/// The height of the letters, of a line, and the width of a sign.
const SIZE: f64 = 24.0;
const LINE: f64 = 44.0;
const SIGN: f64 = 42.0;
/// The space between two entries.
const APART: f64 = 26.0;
/// The most lines that a text beside the board takes.
const LINES: usize = 4;

impl DiagramPainting<'_> {
    /// The key within a width, below a point: the seats, the pieces that are shown by letters, the marks, and what stands
    /// beside the board. Returns its height too.
    pub(super) fn key(&self, (x, y): Point, wide: f64) -> (Vec<Shape>, f64) {
        let mut shapes = Vec::new();
        let mut pen = y;
        let seats = self.seats.iter().enumerate();
        let seats = seats.map(|(index, seat)| Entry { sign: Sign::Token(seat_name(index)), words: seat.name.clone() });
        for (number, entries) in [seats.collect(), self.letters(), self.marks_of_key()].iter().enumerate() {
            let lines = lines(entries, wide);
            if number > 0 && !lines.is_empty() {
                pen += LINE * 0.25;
            }
            for line in lines {
                pen += LINE;
                let used: f64 = line.iter().map(|entry| entry.width()).sum::<f64>() + APART * (line.len() - 1) as f64;
                let mut left = x + (wide - used) / 2.0;
                for entry in line {
                    shapes.extend(entry.shapes((left, pen)));
                    left += entry.width() + APART;
                }
            }
        }
        pen += if self.diagram.beside.is_empty() { 0.0 } else { LINE * 0.25 };
        for (label, text) in &self.diagram.beside {
            for line in wrapped(&format!("{label}: {text}"), SIZE, wide, LINES) {
                pen += LINE * 0.85;
                shapes.push(around(&line, (x + wide / 2.0, pen), SIZE, INK));
            }
        }
        (shapes, pen - y + LINE * 0.5)
    }

    /// The stamps that the key uses.
    pub(super) fn key_stamps(&self) -> impl Iterator<Item = (String, Vec<Shape>)> {
        let seats = self.seats.iter().enumerate();
        let seats = seats.map(|(index, seat)| (seat_name(index), seat_token(seat, index, self.palette)));
        seats.chain([(OUT.to_owned(), faded_token())])
    }

    /// The pieces without a figure of their own.
    fn letters(&self) -> Vec<Entry> {
        let piece = |letter, name| DiagramPiece { seat: 0, letter, beside: None, name, is_out: false };
        let kinds =
            piece_kinds(self.pieces()).into_iter().filter(|(letter, name)| figure(&piece(*letter, name)).is_none());
        kinds.map(|(letter, name)| Entry { sign: Sign::Letter(letter), words: name.to_owned() }).collect()
    }

    fn marks_of_key(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        if self.pieces().any(|piece| piece.is_out) {
            entries.push(Entry { sign: Sign::Token(OUT.to_owned()), words: "out of the game".to_owned() });
        }
        if !self.diagram.barriers.is_empty() {
            entries.push(Entry { sign: Sign::Barrier, words: "barrier".to_owned() });
        }
        entries
    }
}

fn seat_name(index: usize) -> String {
    format!("key-{index}")
}

impl Entry {
    fn width(&self) -> f64 {
        SIGN + width(&self.words, SIZE)
    }

    /// The entry, with the left end of its baseline at a point.
    fn shapes(&self, (x, y): Point) -> Vec<Shape> {
        let middle = (x + SIGN * 0.4, y - SIZE * 0.34);
        let mut shapes = match &self.sign {
            Sign::Token(name) => vec![Shape::Stamp { name: name.clone(), at: middle, scale: 0.4 }],
            Sign::Letter(letter) => vec![around(&letter.to_string(), (middle.0, y), SIZE * 1.2, INK)],
            Sign::Barrier => {
                let ends = vec![(middle.0, middle.1 - 16.0), (middle.0, middle.1 + 16.0)];
                vec![Shape::Line { points: ends, edge: Edge { tone: BARRIER, width: 9.0 } }]
            }
        };
        shapes.push(from(&self.words, (x + SIGN, y), SIZE, INK));
        shapes
    }
}

/// Entries in lines that fit into a width.
fn lines(entries: &[Entry], wide: f64) -> Vec<Vec<&Entry>> {
    let mut lines: Vec<Vec<&Entry>> = Vec::new();
    let mut used = 0.0;
    for entry in entries {
        match lines.last_mut() {
            Some(line) if used + APART + entry.width() <= wide => {
                used += APART + entry.width();
                line.push(entry);
            }
            _ => {
                used = entry.width();
                lines.push(vec![entry]);
            }
        }
    }
    lines
}
