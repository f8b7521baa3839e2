//! The set to print: measured in the millimetres of its page. `tests/table/browser.rs` prints it.

use std::fs;

use crate::desk::TestDesk;
use crate::sample::short_or_whole;

/// A drawing of the page: its width and height in millimetres, and what stands in it.
struct Drawing {
    size: (f64, f64),
    text: String,
}

/// The page, without its style.
fn printed(desk: &TestDesk, arguments: &[&str]) -> String {
    desk.says(&[&["print", "--force"], arguments].concat());
    let page = fs::read_to_string(desk.path("enochian-set.html")).unwrap();
    assert!(page.contains("at 100 %"), "it says how to print it");
    page
}

/// The number of an attribute, without its unit.
fn number(text: &str, attribute: &str) -> f64 {
    let value = text.split_once(&format!(" {attribute}=\"")).unwrap().1.split('"').next().unwrap();
    value.trim_end_matches("mm").parse().unwrap_or_else(|_| panic!("{attribute} {value}"))
}

/// The numbers of a view: left, top, width, height.
fn view(text: &str) -> [f64; 4] {
    let value = text.split_once("viewBox=\"").unwrap().1.split('"').next().unwrap();
    value.split(' ').map(|it| it.parse().unwrap()).collect::<Vec<_>>().try_into().unwrap()
}

/// The drawings that are given in millimetres. A unit of each is one.
fn drawings(page: &str, begins: &str) -> Vec<Drawing> {
    let measured = |part: &str| {
        let text = part.split("\n</svg>").next().unwrap().to_owned();
        let (size, [_, _, width, height]) = ((number(&text, "width"), number(&text, "height")), view(&text));
        assert!((size.0 - width).abs() < 0.001 && (size.1 - height).abs() < 0.001, "a unit is a millimetre");
        Drawing { size, text }
    };
    page.split(begins).skip(1).map(|part| measured(&format!("{begins}{part}"))).collect()
}

#[test]
fn boards_have_squares_of_the_size_that_was_asked_for() {
    let desk = TestDesk::new();
    let asked = [
        ("25", "A4", (210.0, 297.0), 2),
        ("30+", "A3", (297.0, 420.0), 2),
        ("30", "A3", (297.0, 420.0), 1),
        ("40", "letter", (215.9, 279.4), 4),
    ];
    for (squares, paper, size, sheets) in asked.into_iter().take(short_or_whole(2, 4)) {
        let wide: f64 = squares.trim_end_matches('+').parse().unwrap();
        let page = printed(&desk, &["air", "--squares", squares, "--paper", paper]);
        assert!(page.to_lowercase().contains(&format!("@page {{ size: {}; margin: 0; }}", paper.to_lowercase())));
        let made = drawings(&page, "<section class=\"sheet\">\n<svg");
        assert_eq!(made.len(), sheets, "{squares} on {paper}");
        let board = made[0].text.split("<g id=\"board-Air\">").nth(1).unwrap();
        // The line around the board, eight squares wide, and the plates of the squares.
        assert!(board.contains("points=\"46,46 846,46 846,846 46,846\""));
        assert_eq!(board.matches("<g class=\"throne\"").count(), if squares.ends_with('+') { 4 } else { 0 });
        assert_eq!(board.matches("scale(2)").count(), if squares.ends_with('+') { 4 } else { 0 });
        for sheet in &made {
            assert!((sheet.size.0 - size.0 + 10.0).abs() < 0.001 && (sheet.size.1 - size.1 + 11.0).abs() < 0.001);
            let part = sheet.text.split("class=\"part\"").nth(1).unwrap();
            let [_, _, across, down] = view(part);
            for square in [number(part, "width") / across * 100.0, number(part, "height") / down * 100.0] {
                assert!((square - wide).abs() < 0.01, "{square} mm for {wide}");
            }
            assert!(number(part, "x") + number(part, "width") <= size.0 - 10.0);
            assert!(sheet.text.contains("h50m0-1.5v3m-50-3v3"), "the line to measure");
        }
    }
}

#[test]
fn pieces_fit_their_squares_and_the_paper() {
    let desk = TestDesk::new();
    for (squares, paper) in [("40", "Letter"), ("25", "A4"), ("60", "A4")].into_iter().take(short_or_whole(1, 3)) {
        let side = 0.48 * squares.parse::<f64>().unwrap();
        let made =
            drawings(&printed(&desk, &["pieces", "--squares", squares, "--paper", paper]), "<svg class=\"piece\"");
        assert_eq!(made.len(), 38, "36 pieces and two for the Ptah");
        for piece in made {
            // The flap, and half a millimetre on each side.
            assert!((piece.size.0 - 4.0 * side - 7.0).abs() < 0.01 && piece.size.0 < 182.0, "{:?}", piece.size);
            let folds: Vec<&str> = piece.text.split("class=\"fold\" d=\"M").skip(1).collect();
            let folds = folds.iter().map(|fold| fold.split(' ').next().unwrap().parse::<f64>().unwrap());
            for (number, fold) in (1..).zip(folds) {
                assert!((fold - f64::from(number) * side).abs() < 0.01, "{fold}");
            }
        }
    }
}

#[test]
fn every_part_is_printed_on_every_paper() {
    let desk = TestDesk::new();
    for paper in ["Letter", "A4", "A3"].into_iter().take(short_or_whole(1, 3)) {
        let parts = ["arrays", "dice", "record", "rules", "procedure", "correspondences"];
        let page = printed(&desk, &[&parts[..], &["--paper", paper]].concat());
        assert_eq!(page.matches("<section>").count(), parts.len());
        for heading in [
            "The eight arrays",
            "What each throw moves",
            "A reading",
            "The rules of Enochian chess",
            "Signs and elements",
        ] {
            assert!(page.contains(&format!("<h1>{heading}</h1>")), "{heading}");
        }
        assert!(page.contains("<td>52<td>") && page.contains("XVIII The Moon") && page.contains("any pawn"));
    }
    assert!(printed(&desk, &[]).matches("<section").count() > 12);
}
