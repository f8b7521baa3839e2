//! Pages of tables: the arrays, the dice, a blank record, the signs.

use crate::chess::{Army, Array, Board, Direction, Position};
use crate::correspondences::SignOrElement;
use crate::reading::ThrowTarget;
use crate::render::capitalised;

use super::super::picture::{BoardBackground, Edge, Painting, Shape, fitted, force_sign, geomantic};
use super::PrintedSet;
use super::pdf::{FAINT, INK, PdfBook, PdfSheet};

const EDGE: f64 = 14.0;
/// The rounds of a blank record in each of its two halves.
const ROUNDS: usize = 26;

impl PrintedSet<'_> {
    fn titled(&self, title: &str) -> PdfSheet {
        let mut sheet = PdfSheet::new(self.paper.size(), "");
        sheet.text((EDGE, EDGE + 6.0), 7.0, true, INK, title);
        sheet
    }

    /// The eight arrays, each on a board of its own.
    pub(super) fn arrays(&self, book: &mut PdfBook) {
        let mut sheet = self.titled("The eight arrays");
        let (columns, rows) = (2, 4);
        let top = EDGE + 12.0;
        let (wide, high) =
            ((sheet.width - 2.0 * EDGE) / f64::from(columns), (sheet.height - top - 12.0) / f64::from(rows));
        for (number, array) in (0..).zip(Array::all()) {
            let start = Position::start(array, Army::Air, Direction::Deosil);
            let board = Board::ALL.into_iter().find(|board| array.belongs_to(*board)).unwrap_or(Board::Air);
            let ground = BoardBackground::Painted { board, symbols: false };
            let picture = Painting { position: Some(&start), ..self.painting(ground) }.picture();
            let scale = ((high - 12.0) / picture.height).min((wide - 6.0) / picture.width);
            let (x, y) = (EDGE + f64::from(number % columns) * wide, top + f64::from(number / columns) * high);
            sheet.text((x, y + 4.0), 3.8, true, INK, &array.to_string());
            sheet.picture(&picture, (x, y + 6.0), scale);
        }
        book.add(sheet);
    }

    /// What each throw calls, by each table.
    pub(super) fn dice(&self, book: &mut PdfBook) {
        let mut sheet = self.titled("What each throw moves");
        let mut y = EDGE + 22.0;
        for table in self.correspondences.dice_tables() {
            sheet.text((EDGE, y), 5.0, true, INK, &capitalised(&table.name));
            sheet.text((EDGE, y + 6.0), 3.6, false, FAINT, &table.source);
            y += 10.0;
            for (throw, target) in (1..).zip(table.throws) {
                let words = match target {
                    ThrowTarget::KingOrPawn => "the king, or any pawn if the king cannot move".to_owned(),
                    ThrowTarget::Officer(officer) => format!("the {officer}"),
                    ThrowTarget::Place(1) => {
                        "the piece in place 1 of the array: the one on the throne with the king".to_owned()
                    }
                    ThrowTarget::Place(place) => {
                        format!("the piece in place {place} of the array, counted from the throne")
                    }
                    ThrowTarget::AnyPawn => "any pawn".to_owned(),
                };
                sheet.shapes(&die(throw), (EDGE, y), 0.1);
                sheet.text((EDGE + 14.0, y + 6.6), 4.6, false, INK, &words);
                y += 12.5;
            }
            y += 12.0;
        }
        sheet.text(
            (EDGE, y),
            3.8,
            false,
            INK,
            "If the piece is gone or cannot move, the turn is lost. An army with two of that kind moves either.",
        );
        book.add(sheet);
    }

    /// A blank record of a reading.
    pub(super) fn record(&self, book: &mut PdfBook) {
        let mut sheet = self.titled("A reading");
        let (left, right) = (EDGE, sheet.width - EDGE);
        let half = (right - left) / 2.0;
        for (row, (one, other)) in (0..).zip([
            ("Question", ""),
            ("Querent", "Day and hour"),
            ("Board and angle", "Square of the Ptah"),
            ("Array", "Players"),
            ("Answer", "In turn"),
        ]) {
            let y = EDGE + 17.0 + f64::from(row) * 8.0;
            sheet.text((left, y), 3.2, false, FAINT, one);
            sheet.text((left + half, y), 3.2, false, FAINT, other);
            sheet.line((left, y + 1.5), (right, y + 1.5), 0.15, FAINT, false);
        }
        let top = EDGE + 60.0;
        let row = ((sheet.height - top - 12.0) / (ROUNDS as f64 + 1.0)).min(8.0);
        let bottom = top + row * (ROUNDS as f64 + 1.0);
        for column in 0..2 {
            let from = left + f64::from(column) * (half + 2.0);
            let to = from + half - 4.0;
            let number = 8.0;
            let army = (to - from - number) / 4.0;
            for line in 0..=ROUNDS {
                let y = top + row * (line as f64 + 1.0);
                sheet.line((from, y), (to, y), 0.15, FAINT, false);
                if line < ROUNDS {
                    let round = (column as usize * ROUNDS + line + 1).to_string();
                    sheet.text((from, y + row - 2.0), 3.2, false, FAINT, &round);
                }
            }
            for (place, of) in (0..).zip(Army::ALL) {
                let x = from + number + f64::from(place) * army;
                sheet.text((x + 1.5, top + row - 2.0), 3.2, true, INK, &self.naming.army(of).name);
                sheet.line((x, top), (x, bottom), 0.15, FAINT, false);
            }
            sheet.line((to, top), (to, bottom), 0.15, FAINT, false);
        }
        book.add(sheet);
    }

    /// The signs and elements with what belongs to them.
    pub(super) fn signs(&self, book: &mut PdfBook) {
        let mut sheet = self.titled("Signs and elements");
        let room = sheet.width - 2.0 * EDGE;
        let columns = [0.0, 0.06, 0.18, 0.30, 0.55, 0.66, 0.70].map(|part| EDGE + part * room);
        let mut y = EDGE + 17.0;
        for (x, head) in columns.into_iter().skip(1).zip(["Sign", "Ruled by", "Trump", "Letter", "", "Figure"]) {
            sheet.text((x, y), 3.2, false, FAINT, head);
        }
        let row = ((sheet.height - y - 16.0) / 16.0).min(15.0);
        for force in SignOrElement::ALL {
            let known = self.correspondences.force(force);
            sheet.line((EDGE, y + 2.5), (sheet.width - EDGE, y + 2.5), 0.15, FAINT, false);
            y += row;
            let base = y - row * 0.3;
            let mark = |text: &str| vec![fitted(text, (0.0, 0.0), (60.0, 60.0), INK)];
            sheet.shapes(&mark(force_sign(force)), (columns[0] + 4.0, base - 1.3), 0.09);
            sheet.text((columns[1], base), 3.9, true, INK, force.name());
            sheet.text((columns[2], base), 3.7, false, INK, &known.rulers.join(", "));
            sheet.text((columns[3], base), 3.7, false, INK, &known.trump.to_string());
            sheet.text((columns[4], base), 3.7, false, INK, &known.letter.name);
            sheet.shapes(&mark(&known.letter.glyph), (columns[5] + 2.0, base - 1.3), 0.06);
            sheet.shapes(&geomantic(&known.figure, (0.0, 0.0), 90.0, INK), (columns[6] + 3.0, base - 1.3), 0.09);
            sheet.text((columns[6] + 9.0, base), 3.7, false, INK, &known.figure.name);
            if let Some(house) = known.house.and_then(|number| self.correspondences.house(number)) {
                let matters = format!(
                    "{}: {}",
                    house.number,
                    house.matters.iter().take(3).cloned().collect::<Vec<_>>().join(", ")
                );
                sheet.text((columns[1], base + row * 0.3), 3.0, false, FAINT, &format!("house {matters}"));
            }
        }
        book.add(sheet);
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
