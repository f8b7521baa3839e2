//! The boards of the other games, as text and as pictures.

use enochian::correspondences::Palette;
use enochian::games::{CellShape, Diagram, DiagramCell, DiagramPanel, DiagramPiece, Ground, Seat};
use enochian::render::{DiagramPainting, DiagramText, Picture, Shape, TerminalColours};

fn seats(names: &[&str]) -> Vec<Seat> {
    let letter = |name: &str| if name == "Brown" { 'n' } else { name.chars().next().unwrap().to_ascii_lowercase() };
    names.iter().enumerate().map(|(side, name)| Seat { letter: letter(name), name: (*name).to_owned(), side }).collect()
}

fn piece_name(letter: char) -> &'static str {
    match letter {
        'K' => "king",
        'Q' => "queen",
        'R' => "rook",
        'B' => "bishop",
        'N' => "knight",
        'P' => "pawn",
        'A' => "rabbi",
        'C' => "camel",
        'E' => "elephant",
        'L' => "elf",
        'M' => "simurgh",
        'S' => "sennight",
        'U' => "unicorn",
        _ => panic!("{letter} is not a piece"),
    }
}

/// A board of 64 squares with a barrier, four voids and an army that is out: Black.
fn squares() -> (Diagram, Vec<Seat>) {
    let seats = seats(&["White", "Red", "Black"]);
    let rows = [
        "##wRwBwKwQwBwN##",
        "##wPwPwPwPwPwP##",
        "................",
        "................",
        "..........rN....",
        "bPbPbP....rPrPrP",
        "bRbNbBbPrPrB..rR",
        "bKbQbB..rBrQ..rK",
    ];
    let mut cells = Vec::new();
    for (y, row) in (0..).zip(rows) {
        for (file, pair) in (0..).zip(row.as_bytes().chunks(2)) {
            let piece = seats.iter().position(|seat| seat.letter == char::from(pair[0])).map(|seat| DiagramPiece {
                seat,
                letter: char::from(pair[1]),
                beside: None,
                name: piece_name(char::from(pair[1])),
                is_out: seat == 2,
            });
            let ground = match pair {
                b"##" => Ground::Void,
                _ if (file + y) % 2 == 1 => Ground::Dark,
                _ => Ground::Light,
            };
            let name = format!("{}{}", char::from(b'a' + u8::try_from(file).unwrap()), 8 - y);
            cells.push(DiagramCell { name, x: 2 * file, y, ground, piece });
        }
    }
    let panels = vec![DiagramPanel { title: None, shape: CellShape::Square, cells }];
    let beside = vec![("Field".to_owned(), "2c 3d ??".to_owned()), ("Heroes".to_owned(), "As".to_owned())];
    (Diagram { panels, beside, barriers: vec![("d1".to_owned(), "e1".to_owned())] }, seats)
}

/// The five levels of the hex board, with the pieces of Red and of Green.
fn hexes() -> (Diagram, Vec<Seat>) {
    let seats = seats(&["Red", "Orange", "Green", "Blue"]);
    let rows = [
        "dc ec",
        "db eb fb",
        "da ea fa ga",
        "ra rb rc rd re rf rg rh",
        "qa qb qc qd qe qf qg qh qi",
        "pb pc pd pe pf pg ph pi pj",
        "oc od oe of og oh oi oj ok",
        "nd ne nf ng nh ni nj nk nl",
        "me mf mg mh mi mj mk ml",
        "lf lg lh li",
        "kg kh ki",
        "jh ji",
    ];
    let red =
        ["A:dc ec eb S:db fb", "E:dc ec R:db eb fb", "K:dc M:ec B:db fb", "C:dc ec N:db fb", "U:dc ec eb L:db fb"];
    let back = |c: char| (c as i32 - 'a' as i32 + 1 + 18) % 18;
    let mut panels = Vec::new();
    for (level, placed) in (1..).zip(red) {
        let mut pieces = std::collections::BTreeMap::new();
        let mut kind = ' ';
        let pawns = "P:da ea fa ga".to_owned() + if level == 3 { "" } else { " rf" };
        for word in placed.split(' ').chain(pawns.split(' ')) {
            let (letter, column) = word.split_once(':').unwrap_or(("", word));
            kind = letter.chars().next().unwrap_or(kind);
            let piece = |seat| DiagramPiece { seat, letter: kind, beside: None, name: piece_name(kind), is_out: false };
            pieces.insert(column.to_owned(), piece(0));
            // t becomes 13 − t for Green, 4 − t for Blue, t + 9 for Orange.
            let image = |of: &dyn Fn(i32) -> i32| -> String {
                let letters = column.chars().map(|c| char::from(b'a' + u8::try_from((of(back(c)) + 35) % 18).unwrap()));
                letters.rev().collect()
            };
            for (seat, name) in [(2, image(&|t| 13 - t)), (3, image(&|t| 4 - t)), (1, image(&|t| t + 9))] {
                let turned: String = name.chars().rev().collect();
                let known = rows.iter().any(|row| row.split(' ').any(|cell| cell == name));
                pieces.insert(if known { name } else { turned }, piece(seat));
            }
        }
        let ground = if level % 2 == 1 { Ground::Light } else { Ground::Dark };
        let mut cells = Vec::new();
        for (y, row) in (0..).zip(rows) {
            for (index, column) in (0..).zip(row.split(' ')) {
                let starts = [11, 10, 9, 2, 1, 2, 3, 4, 5, 6, 7, 8];
                let name = format!("{column}{level}");
                let piece = pieces.get(column).cloned();
                cells.push(DiagramCell { name, x: starts[usize::try_from(y).unwrap()] + 2 * index, y, ground, piece });
            }
        }
        panels.push(DiagramPanel { title: Some(format!("Level {level}")), shape: CellShape::Hex, cells });
    }
    (Diagram { panels, beside: vec![], barriers: vec![] }, seats)
}

fn cells(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

#[test]
fn squares_are_drawn_as_text() {
    let ((diagram, seats), last) = (squares(), cells(&["g2", "f4"]));
    let text = DiagramText { last: &last, ..DiagramText::of(&diagram, &seats) };
    let drawn = "
    a    b    c    d    e    f    g    h
 8  #    wR   wB   wK   wQ   wB   wN   #   8
 7  #    wP   wP   wP   wP   wP   wP   #   7
 6  ·    ·    ·    ·    ·    ·    ·    ·   6
 5  ·    ·    ·    ·    ·    ·    ·    ·   5
 4  ·    ·    ·    ·    ·   [rN]  ·    ·   4
 3 (bP) (bP) (bP)  ·    ·    rP   rP   rP  3
 2 (bR) (bN) (bB) (bP)  rP   rB  [·]   rR  2
 1 (bK) (bQ) (bB)  ·  ║ rB   rQ   ·    rK  1
    a    b    c    d    e    f    g    h
Field   2c 3d ??
Heroes  As
";
    assert_eq!(format!("\n{}", text.plain()), drawn);
    let key = "
w White  r Red  b Black
K king  Q queen  R rook  B bishop  N knight  P pawn
[ ] last move  ( ) out of the game, in the way  # not part of the board
║ barrier between d1 and e1
";
    assert_eq!(format!("\n{}", text.key()), key);
}

#[test]
fn levels_of_hexes_are_drawn_as_text_with_their_names() {
    let ((diagram, seats), last) = (hexes(), cells(&["ea2", "qa2"]));
    let text = DiagramText { last: &last, ..DiagramText::of(&diagram, &seats) };
    let drawn = text.plain();
    let first = "
                    Level 1                              Level 2
                    c rA  rA                             c rE  rE
                  b rS  rA  rS                         b rR  rR  rR
                a rP  rP  rP  rP                     a rP [rP] rP  rP
  r bA  bS  bP  ·   ·   rP  ·   ·      r bE  bR  bP  ·   ·   rP  ·   ·
q bA  bA  bP  ·   ·   ·   ·   ·   ·  q[bE] bR  bP  ·   ·   ·   ·   ·   ·
  p bS  bP  bP  ·   ·   ·   ·   ·   oP p bR  bP  bP  ·   ·   ·   ·   ·   oP
    o bP  ·   ·   ·   ·   ·   oP  oP  oS o bP  ·   ·   ·   ·   ·   oP  oP  oR
      n ·   ·   ·   ·   ·   ·   oP  oA  oA n ·   ·   ·   ·   ·   ·   oP  oR  oE
        m ·   ·   gP  ·   ·   oP  oS  oA     m ·   ·   gP  ·   ·   oP  oR  oE
          l gP  gP  gP  gP                     l gP  gP  gP  gP
            k gS  gA  gS                         k gR  gR  gR
              j gA  gA                             j gE  gE
";
    assert!(format!("\n{drawn}").starts_with(first), "{drawn}");
    let names = "
                    Level 5                              Names
                    c rU  rU                             c dc  ec
                  b rL  rU  rL                         b db  eb  fb
                a rP  rP  rP  rP                     a da  ea  fa  ga
  r bU  bL  bP  ·   ·   rP  ·   ·      r ra  rb  rc  rd  re  rf  rg  rh
";
    assert!(drawn.contains(names), "{drawn}");
    assert!(drawn.lines().all(|line| line.chars().count() <= DiagramText::WIDTH), "{drawn}");
    let key = "r Red  o Orange  g Green  b Blue\nK king  R rook  B bishop  N knight  P pawn  A rabbi  C camel  E elephant  L elf\n\
               M simurgh  S sennight  U unicorn\n[ ] last move\n";
    assert_eq!(text.key(), key);
}

/// Titles of the panels, by the lines that they stand on.
fn titles(width: usize) -> Vec<usize> {
    let (diagram, seats) = hexes();
    let drawn = DiagramText { width, ..DiagramText::of(&diagram, &seats) }.plain();
    let wide = drawn.lines().map(|line| line.chars().count()).max().unwrap();
    assert!(wide <= width.max(42), "{wide} columns of {width}");
    let count = |line: &str| line.matches("Level").count() + line.matches("Names").count();
    drawn.lines().map(count).filter(|count| *count > 0).collect()
}

#[test]
fn as_many_panels_stand_side_by_side_as_fit() {
    assert_eq!(titles(20), [1; 6], "a panel is never broken");
    assert_eq!(titles(79), [1; 6]);
    assert_eq!(titles(80), [2, 2, 2]);
    assert_eq!(titles(116), [2, 2, 2]);
    assert_eq!(titles(117), [3, 3]);
    assert_eq!(titles(400), [6]);
}

#[test]
fn colours_change_nothing_but_the_colours() {
    for (diagram, seats) in [squares(), hexes()] {
        let text = DiagramText::of(&diagram, &seats);
        let coloured = text.coloured(TerminalColours::default());
        assert_ne!(coloured.as_str(), text.plain());
        assert_eq!(coloured.plain(), text.plain());
    }
    let (diagram, seats) = squares();
    let coloured = DiagramText::of(&diagram, &seats).coloured(TerminalColours::default());
    let coloured = coloured.as_str();
    assert!(coloured.contains("\u{1b}[1m\u{1b}[38;5;203mrK"), "Red stands out: {coloured:?}");
    assert!(coloured.contains("\u{1b}[2m\u{1b}[38;5;245m(bK)"), "Black is out: {coloured:?}");
}

/// All shapes of a picture, those in groups too.
fn all_shapes(shapes: &[Shape]) -> Vec<&Shape> {
    let mut found = Vec::new();
    for shape in shapes {
        found.push(shape);
        if let Shape::Group { shapes, .. } = shape {
            found.extend(all_shapes(shapes));
        }
    }
    found
}

fn group<'p>(picture: &'p Picture, name: &str) -> Option<&'p [Shape]> {
    all_shapes(&picture.shapes).into_iter().find_map(|shape| match shape {
        Shape::Group { name: known, shapes, .. } if known == name => Some(shapes.as_slice()),
        _ => None,
    })
}

/// The left, upper, right and lower edge of a cell.
fn bounds(picture: &Picture, cell: &str) -> [f64; 4] {
    let Some([Shape::Polygon { points, .. }, ..]) = group(picture, cell) else { panic!("{cell} is not drawn") };
    points.iter().fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |[left, top, right, bottom], (x, y)| {
        [left.min(*x), top.min(*y), right.max(*x), bottom.max(*y)]
    })
}

#[test]
fn every_cell_and_piece_is_painted_once() {
    for (diagram, seats) in [squares(), hexes()] {
        let picture = DiagramPainting::of(&diagram, &seats).picture();
        let svg = picture.svg();
        assert!(!svg.contains("<text") && !svg.contains("font"), "a picture needs no fonts");
        for cell in diagram.panels.iter().flat_map(|panel| &panel.cells) {
            let (cells, pieces) = (format!("<g id=\"{}\"", cell.name), format!("<title>{}: ", cell.name));
            assert_eq!(svg.matches(&cells).count(), usize::from(cell.ground != Ground::Void), "{}", cell.name);
            assert_eq!(svg.matches(&pieces).count(), usize::from(cell.piece.is_some()), "{}", cell.name);
        }
        for shape in all_shapes(&picture.shapes) {
            if let Shape::Stamp { name, .. } = shape {
                assert!(picture.stamps.contains_key(name), "{name} is not defined");
            }
        }
    }
    let (diagram, seats) = squares();
    let svg = DiagramPainting::of(&diagram, &seats).picture().svg();
    assert!(svg.contains("<title>a1: king of Black, out of the game</title>"));
    assert!(svg.contains("Black (out): king a1,") && svg.contains("A barrier is between d1 and e1."));
}

#[test]
fn a_barrier_is_the_side_that_two_cells_share() {
    let (diagram, seats) = squares();
    let picture = DiagramPainting::of(&diagram, &seats).picture();
    let ([.., right, bottom], [left, top, ..]) = (bounds(&picture, "d1"), bounds(&picture, "e1"));
    let lines: Vec<_> = picture
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Line { points, .. } => Some(points.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(left, right);
    assert_eq!(lines, vec![vec![(right, top), (right, bottom)]; 2], "a dark line in a light one");
}

#[test]
fn five_levels_lie_apart_in_two_rows_and_leave_a_place_for_the_key() {
    let (diagram, seats) = hexes();
    let picture =
        DiagramPainting { heading: Some("Level by level"), ..DiagramPainting::of(&diagram, &seats) }.picture();
    let levels: Vec<[f64; 4]> = diagram
        .panels
        .iter()
        .map(|panel| {
            let cells = panel.cells.iter().map(|cell| bounds(&picture, &cell.name));
            cells.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]).unwrap()
        })
        .collect();
    for (index, one) in levels.iter().enumerate() {
        assert!(one[0] > 0.0 && one[1] > 0.0 && one[2] < picture.width && one[3] < picture.height);
        for other in &levels[..index] {
            assert!(one[0] > other[2] || one[1] > other[3], "{one:?} and {other:?} overlap");
        }
    }
    for shape in group(&picture, "key").unwrap() {
        let (Shape::Stamp { at: (x, y), .. } | Shape::Letters { foot: (x, y), .. }) = shape else { continue };
        assert!(*x > levels[4][2] && *y > levels[2][3] && *x < picture.width && *y < picture.height, "{x}, {y}");
    }
    // Neighbours share a side: on a row, and across two.
    assert!((bounds(&picture, "dc1")[2] - bounds(&picture, "ec1")[0]).abs() < 1e-9);
    let middle = |[left, top, right, bottom]: [f64; 4]| ((left + right) / 2.0, (top + bottom) / 2.0);
    let ((ax, ay), (bx, by), (cx, _)) =
        (middle(bounds(&picture, "dc1")), middle(bounds(&picture, "db1")), middle(bounds(&picture, "ec1")));
    assert!(((ax - bx).hypot(ay - by) - (cx - ax)).abs() < 1e-9, "all neighbours are equally far");
}

#[test]
fn the_last_act_is_marked_and_a_move_on_one_panel_has_a_line() {
    let (diagram, seats) = hexes();
    let marks = |names: &[&str]| {
        let last = cells(names);
        let picture = DiagramPainting { last: &last, ..DiagramPainting::of(&diagram, &seats) }.picture();
        let shapes = group(&picture, "marks").unwrap();
        let frames = shapes.iter().filter(|shape| matches!(shape, Shape::Polygon { .. })).count() / 2;
        let lines = shapes.iter().filter(|shape| matches!(shape, Shape::Line { .. })).count() / 2;
        (frames, lines)
    };
    assert_eq!(marks(&[]), (0, 0));
    assert_eq!(marks(&["ea2", "qa2"]), (2, 1));
    assert_eq!(marks(&["ea2", "qa3"]), (2, 0), "no line between levels");
    assert_eq!(marks(&["ea2", "qa2", "pb2"]), (3, 0));
    assert_eq!(marks(&["zz9"]), (0, 0), "a cell that is not there");
}

#[test]
fn armies_differ_in_both_palettes() {
    let (diagram, seats) = hexes();
    let drawn = |palette| DiagramPainting { palette, ..DiagramPainting::of(&diagram, &seats) }.picture().svg();
    let [elements, colour_blind] = [Palette::Elements, Palette::ColourBlind].map(drawn);
    assert!(elements.contains("#c41230") && !elements.contains("#e06410"));
    assert!(colour_blind.contains("#e06410") && !colour_blind.contains("#c41230"));
}

#[cfg(feature = "png")]
#[test]
fn a_painting_becomes_a_png() {
    for (diagram, seats) in [squares(), hexes()] {
        let png = DiagramPainting::of(&diagram, &seats).picture().png().unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    }
}
