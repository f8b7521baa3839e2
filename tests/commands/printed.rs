//! The set to print: measured in the PDF, with a ruler of its own.

use std::collections::HashMap;
use std::fs;
use std::io::Read as _;

use flate2::read::ZlibDecoder;

use crate::desk::TestDesk;
use crate::sample::short_or_whole;

/// A transformation of PDF: a, b, c, d, e, f.
type Matrix = [f64; 6];

/// A path on a sheet, in millimetres from its lower left corner.
struct Drawn {
    points: Vec<(f64, f64)>,
}

/// A sheet: its size in millimetres and what is drawn on it.
struct Measured {
    size: (f64, f64),
    paths: Vec<Drawn>,
}

/// The streams of a file by the numbers of their objects, unpacked, each with what stands before it.
fn objects(pdf: &[u8]) -> HashMap<usize, (String, String)> {
    let find = |from: usize, what: &[u8]| pdf[from..].windows(what.len()).position(|it| it == what).map(|at| at + from);
    let mut found = HashMap::new();
    let mut at = 0;
    while let Some(begins) = find(at, b" 0 obj\n") {
        let digits = pdf[..begins].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let number = String::from_utf8_lossy(&pdf[begins - digits..begins]).parse().unwrap();
        let ends = find(begins, b"endobj").unwrap();
        let (head, stream) = match find(begins, b"stream\n").filter(|stream| *stream < ends) {
            Some(stream) => {
                let mut text = Vec::new();
                let _ = ZlibDecoder::new(&pdf[stream + 7..]).read_to_end(&mut text);
                (&pdf[begins..stream], String::from_utf8_lossy(&text).into_owned())
            }
            None => (&pdf[begins..ends], String::new()),
        };
        found.insert(number, (String::from_utf8_lossy(head).into_owned(), stream));
        at = ends;
    }
    found
}

/// The number of the object that a key refers to: `/Contents 9 0 R`.
fn refers(head: &str, key: &str) -> usize {
    head.split(key)
        .nth(1)
        .unwrap_or_else(|| panic!("{key} in {head}"))
        .split_whitespace()
        .next()
        .unwrap()
        .parse()
        .unwrap()
}

fn sheets(pdf: &[u8]) -> Vec<Measured> {
    let objects = objects(pdf);
    let resources = &objects[&3].0;
    let mut pages: Vec<_> = objects.iter().filter(|(_, (head, _))| head.contains("/Type /Page\n")).collect();
    pages.sort_by_key(|(number, _)| **number);
    let sheet = |(_, (head, _)): (&usize, &(String, String))| {
        let bounds = head.split("/MediaBox [").nth(1).unwrap().split(']').next().unwrap();
        let bounds: Vec<f64> = bounds.split_whitespace().map(|it| it.parse().unwrap()).collect();
        let mut paths = Vec::new();
        let stream = &objects[&refers(head, "/Contents ")].1;
        draw(stream, [25.4 / 72.0, 0.0, 0.0, 25.4 / 72.0, 0.0, 0.0], &objects, resources, &mut paths);
        Measured { size: (bounds[2] * 25.4 / 72.0, bounds[3] * 25.4 / 72.0), paths }
    };
    pages.into_iter().map(sheet).collect()
}

/// Follows the operators that move the pen; a sheet has no others that change where something is.
fn draw(
    stream: &str,
    mut at: Matrix,
    objects: &HashMap<usize, (String, String)>,
    resources: &str,
    paths: &mut Vec<Drawn>,
) {
    let (mut kept, mut operands, mut points) = (Vec::new(), Vec::<&str>::new(), Vec::new());
    for word in stream.split_whitespace() {
        let numbers: Vec<f64> = operands.iter().filter_map(|it| it.parse().ok()).collect();
        let place = |x: f64, y: f64| (at[0] * x + at[2] * y + at[4], at[1] * x + at[3] * y + at[5]);
        match word {
            "q" => kept.push(at),
            "Q" => at = kept.pop().unwrap(),
            "cm" => {
                let [a, b, c, d, e, f] = numbers[..] else { panic!("{numbers:?}") };
                let [p, q, r, s, t, u] = at;
                at = [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u];
            }
            "m" => points = vec![place(numbers[0], numbers[1])],
            "l" => points.push(place(numbers[0], numbers[1])),
            "re" => {
                let [x, y, w, h] = numbers[..] else { panic!("{numbers:?}") };
                points = vec![place(x, y), place(x + w, y), place(x + w, y + h), place(x, y + h)];
            }
            "S" | "f" | "B" | "n" => {
                paths.extend((!points.is_empty()).then(|| Drawn { points: std::mem::take(&mut points) }))
            }
            "Do" => {
                let form = refers(resources, &format!("{} ", operands[0]));
                draw(&objects[&form].1, at, objects, resources, paths);
            }
            _ if word.starts_with(|c: char| c.is_ascii_digit() || "-./[(<".contains(c)) => {
                operands.push(word);
                continue;
            }
            _ => {}
        }
        operands.clear();
    }
}

impl Drawn {
    fn size(&self) -> (f64, f64) {
        let span = |of: fn(&(f64, f64)) -> f64| {
            let all = self.points.iter().map(of);
            all.clone().fold(f64::MIN, f64::max) - all.fold(f64::MAX, f64::min)
        };
        (span(|it| it.0), span(|it| it.1))
    }

    fn is(&self, (wide, high): (f64, f64)) -> bool {
        let size = self.size();
        (size.0 - wide).abs() < 0.1 && (size.1 - high).abs() < 0.1
    }
}

fn printed(desk: &TestDesk, arguments: &[&str]) -> Vec<Measured> {
    desk.says(&[&["print", "--force"], arguments].concat());
    let pdf = fs::read(desk.path("enochian-set.pdf")).unwrap();
    let sheets = sheets(&pdf);
    assert!(!sheets.is_empty());
    sheets
}

#[test]
fn boards_have_squares_of_the_size_that_was_asked_for() {
    let desk = TestDesk::new();
    // Each sheet of a board draws all of it and shows its part.
    let asked = [
        ("25", "A4", (210.0, 297.0), 2),
        ("30+", "A3", (297.0, 420.0), 2),
        ("30", "A3", (297.0, 420.0), 1),
        ("40", "letter", (215.9, 279.4), 4),
    ];
    for (squares, paper, size, sheets) in asked.into_iter().take(short_or_whole(2, 4)) {
        let wide: f64 = squares.trim_end_matches('+').parse().unwrap();
        let made = printed(&desk, &["air", "--squares", squares, "--paper", paper]);
        assert_eq!(made.len(), sheets, "{squares} on {paper}");
        for sheet in &made {
            let (short, long) = (sheet.size.0.min(sheet.size.1), sheet.size.0.max(sheet.size.1));
            assert!((short - size.0).abs() < 0.1 && (long - size.1).abs() < 0.1, "{short} by {long}");
            let of_size = |size: f64| sheet.paths.iter().filter(|path| path.is((size, size))).count();
            assert!(of_size(wide) >= 64, "{} squares of {wide} mm", of_size(wide));
            assert!(of_size(8.0 * wide) >= 1, "the board has eight of them");
            assert_eq!(of_size(2.0 * wide), if squares.ends_with('+') { 4 } else { 0 }, "large thrones");
            assert!(sheet.paths.iter().any(|path| path.is((50.0, 0.0))), "the line to measure");
        }
        // A size that is wrong by a quarter of a millimetre is noticed.
        assert_eq!(made[0].paths.iter().filter(|path| path.is((wide + 0.25, wide + 0.25))).count(), 0);
    }
}

#[test]
fn pieces_fit_their_squares_and_the_paper() {
    let desk = TestDesk::new();
    for (squares, paper) in [("40", "Letter"), ("25", "A4"), ("60", "A4")].into_iter().take(short_or_whole(1, 3)) {
        let made = printed(&desk, &["pieces", "--squares", squares, "--paper", paper]);
        let side = 0.48 * squares.parse::<f64>().unwrap();
        let strips = made.iter().flat_map(|sheet| &sheet.paths).filter(|path| (path.size().0 - 4.0 * side).abs() < 0.1);
        assert_eq!(strips.filter(|path| path.size().1 > side / 2.0).count(), 38, "36 pieces and two for the Ptah");
        for sheet in &made {
            let points = || sheet.paths.iter().flat_map(|path| &path.points);
            assert!(
                points().all(|(x, y)| (4.0..=sheet.size.0 - 4.0).contains(x) && (4.0..=sheet.size.1 - 4.0).contains(y))
            );
        }
    }
}

#[test]
fn every_part_is_printed_on_every_paper() {
    let desk = TestDesk::new();
    for paper in ["Letter", "A4", "A3"].into_iter().take(short_or_whole(1, 3)) {
        let parts = ["arrays", "dice", "record", "rules", "procedure", "correspondences"];
        assert_eq!(
            printed(&desk, &[&parts[..], &["--paper", paper]].concat()).len(),
            parts.len(),
            "each has one sheet"
        );
    }
    assert!(printed(&desk, &[]).len() > 12);
}
