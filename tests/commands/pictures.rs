//! The pictures as files: what a person gets, and what is never written over.

use std::fs;

use enochian::chess::{Board, Position, Square};
use enochian::correspondences::{Correspondences, Criterion};
use enochian::input::Source;
use enochian::reading::QuestionDraft;
use enochian::render::{BoardBackground, Caption, Estimate, HeatMap, Painting, Picture, Plot, Shape, SquareCounts};
use enochian::simulate::{Grid, GridCells, Plan, Provenance, SimulationSummary, Tally};

use crate::desk::{TestDesk, said, told};
use crate::sample::short_or_whole;

fn enochian(desk: &TestDesk, words: &[&str]) -> (bool, String, String) {
    let output = desk.run(words);
    (output.status.success(), said(&output), told(&output))
}

const OPENING: &str = "aK+aBaQaNaR2wbwK+wB/abaqanar2wqwQ/6wnwN/6wrwR/eRer6/eNen6/eQeq2frfnfqfb/eK+eBeb2fRfNfQfK+fB \
                       a ---- ---- 0000 0";

/// The width and height in the head of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

/// Whether a picture has the outline of a letter.
fn outlined(svg: &str, letter: &str) -> bool {
    let letters = include_str!("../../crates/notebook/src/render/picture/letters.txt");
    let line = letters.lines().find(|line| line.starts_with(&format!("{letter} "))).unwrap();
    svg.contains(line.splitn(7, ' ').last().unwrap())
}

#[test]
fn a_board_is_painted_for_printing() {
    let desk = TestDesk::new();
    for file in ["air.svg", "air.png"] {
        let (done, out, err) = enochian(&desk, &["board", "air", "--picture", file]);
        assert!(done && out == format!("Written: {file}\n"), "{out}{err}");
    }
    let svg = fs::read_to_string(desk.path("air.svg")).unwrap();
    assert!(svg.contains("mm\" height=\"") && svg.contains("<title>f5: Capricorn, the earthy part"));
    assert!(!svg.contains("<text") && !svg.contains("font"), "a picture needs no fonts");
    assert_eq!(size(&fs::read(desk.path("air.png")).unwrap()), (1784, 2064));
    assert_eq!(fs::read_dir(desk.folder()).unwrap().count(), 3 + 2, "nothing is left beside them");

    let (_, _, _) = enochian(&desk, &["board", "air", "--naming", "gnostic", "--picture", "gnostic.svg"]);
    let gnostic = fs::read_to_string(desk.path("gnostic.svg")).unwrap();
    assert!(gnostic.contains("Gnostic chess") && outlined(&svg, "♈"));
}

/// f5 of the Air board: the earthy part of the fiery part of the watery part of Air, Capricorn.
#[test]
fn a_square_is_painted_as_the_data_say() {
    let ground = BoardBackground::Painted { board: Board::Air, symbols: true };
    let svg = Painting::of(ground, Correspondences::embedded()).picture().inline_svg();
    let square = svg.split("<g id=\"f5\">").nth(1).unwrap().split("<g id").next().unwrap();
    let mut fills: Vec<&str> = square.split("fill=\"").skip(1).map(|rest| &rest[..7]).collect();
    // Each point of the figure has its own.
    fills.dedup();
    let (yellow, mauve, black, white) = ("#ffd91a", "#7a1f8c", "#141416", "#ffffff");
    let (blue, orange, red, green) = ("#123fa8", "#ffa01f", "#c41230", "#5fe36b");
    // Left the board's, above the column's, right the angle's, below the rank's; then the white top.
    assert_eq!(fills[..5], [yellow, black, blue, red, white]);
    // Each symbol in the complement of its triangle: the sign, XV, the six points of Carcer, Ayin.
    assert_eq!(fills[5..], [mauve, white, orange, green, "none\" s"]);
    assert_eq!(square.matches("<circle").count(), 6);
    for (sign, letter) in [("Capricorn", "♑"), ("Ayin", "ע"), ("X", "X"), ("V", "V")] {
        assert!(outlined(square, letter), "{sign}");
    }
}

/// The README's picture is the one that its command makes.
#[test]
fn the_picture_in_the_readme_is_made_by_its_command() {
    let desk = TestDesk::new();
    assert!(enochian(&desk, &["board", "air", "--picture", "air-board.svg"]).0);
    let [made, shown] = [desk.folder(), "docs".as_ref()].map(|at: &std::path::Path| at.join("air-board.svg"));
    let same = fs::read_to_string(made).unwrap() == fs::read_to_string(shown).unwrap();
    assert!(same, "paint it anew and look at it: enochian board air --picture docs/air-board.svg --force");
}

#[test]
fn a_position_is_painted_with_or_without_its_board() {
    let desk = TestDesk::new();
    for words in [&["--picture", "a.svg"][..], &["--board", "water", "--picture", "b.png"]] {
        let (done, _, err) = enochian(&desk, &[&["position", "show", OPENING], words].concat());
        assert!(done, "{err}");
    }
    let svg = fs::read_to_string(desk.path("a.svg")).unwrap();
    assert!(svg.contains("Air: king a8, queen b8"), "what stands where is told in words: {}", &svg[..800]);
    assert!(enochian(&desk, &["position", "show", OPENING, "--naming", "gnostic", "--picture", "c.svg"]).0);
    let svg = fs::read_to_string(desk.path("c.svg")).unwrap();
    assert!(svg.contains("Purple: king a8, queen b8"), "{}", &svg[..800]);
    let (done, _, err) = enochian(&desk, &["position", "show", OPENING, "--board", "water"]);
    assert!(!done && err.contains("--picture"), "{err}");
}

/// With the kings of Water and Fire taken, their pieces stand frozen.
#[test]
fn frozen_pieces_have_an_outline_of_their_own_and_a_mark_that_is_explained() {
    let frozen = OPENING.replace("wK+wB", "wB").replace("fK+fB", "fB").replace("---- ----", "-xx- -ae-");
    let position: Position = frozen.parse().unwrap();
    let correspondences = Correspondences::embedded();
    let picture =
        Painting { position: Some(&position), ..Painting::of(BoardBackground::Chequered, correspondences) }.picture();
    let outline = |name: &str| match &picture.stamps[&format!("p-{name}")][..] {
        [Shape::Disc { .. }, ..] => "disc",
        [Shape::Polygon { points, .. }, ..] if points.len() == 6 => "crystal",
        other => panic!("{name}: {other:?}"),
    };
    assert_eq!(
        (outline("aR"), outline("an"), outline("wR-frozen"), outline("fn-frozen")),
        ("disc", "disc", "crystal", "crystal")
    );
    assert!(!picture.stamps.contains_key("wR") && !picture.stamps.contains_key("aR-frozen"));
    let svg = picture.svg();
    assert!(!svg.contains("opacity"), "nothing shows through");
    assert!(svg.contains("Water (frozen): queen h7"), "{}", &svg[..800]);
    let (mut texts, mut points) = (Vec::new(), Vec::new());
    texts_and_points(&picture.shapes, &mut texts, &mut points);
    assert!(texts.contains(&"frozen".to_owned()), "{texts:?}");
    assert!(points.iter().all(|(x, y)| (0.0..=picture.width).contains(x) && (0.0..=picture.height).contains(y)));
    assert!(
        size(&picture.png().unwrap()).1 > size(&opening().png().unwrap()).1,
        "there is room for what the mark means"
    );
    texts_and_points(&opening().shapes, &mut texts, &mut points);
    assert_eq!(texts.iter().filter(|text| *text == "frozen").count(), 1, "and none where nothing is frozen");
}

fn opening() -> Picture {
    let position: Position = OPENING.parse().unwrap();
    Painting { position: Some(&position), ..Painting::of(BoardBackground::Chequered, Correspondences::embedded()) }
        .picture()
}

/// Of these words the outlines lack a letter each.
#[test]
fn every_script_is_text_in_an_svg() {
    let questions = [
        "Czy Łódź?",
        "Une œuvre?",
        "Θα γυρίσει;",
        "Вернётся ли он?",
        "क्या वह खुश है?",
        "האם אחי מאושר?",
        "هل أخي سعيد؟",
        "弟は?",
        "A 🙂?",
    ];
    for question in questions {
        let ground = BoardBackground::Painted { board: Board::Air, symbols: true };
        let painting = Painting::of(ground, Correspondences::embedded());
        let headed = Painting { heading: Some(question), ..painting }.picture();
        let caption =
            Caption { heading: question.to_owned(), legend: vec![format!("☥ {question}")], lines: Vec::new() };
        let captioned = painting.picture().captioned(&caption);
        for (picture, times) in [(headed, 1), (captioned, 2)] {
            let svg = picture.svg();
            assert_eq!(svg.matches(&format!(">&#x2068;{question}&#x2069;</text>")).count(), times, "{question}");
            assert_eq!(svg.matches("<text").count(), times, "the sign of the Ptah is an outline");
        }
    }
}

/// Whatever is painted can be painted as PNG as well: the SVG is understood by a strict reader.
#[test]
fn every_picture_is_sound() {
    let correspondences = Correspondences::embedded();
    let opening: Position = OPENING.parse().unwrap();
    let landings = SquareCounts::of(Board::Fire, Square::all().flat_map(|s| std::iter::repeat_n(s, s.index() / 9)));
    let mut pictures: Vec<Picture> =
        vec![Painting::of(BoardBackground::Landings(&landings), correspondences).picture()];
    for board in Board::ALL {
        for naming in correspondences.namings().iter().take(short_or_whole(1, usize::MAX)) {
            let ground = BoardBackground::Painted { board, symbols: true };
            let last = Some(("a2".parse().unwrap(), "c4".parse().unwrap()));
            let ptah = Some("f5".parse().unwrap());
            let position = Some(&opening);
            let heading = Some("Of <Air> & \"Water\"\u{1b}");
            let painting = Painting { naming, heading, position, ptah, last, ..Painting::of(ground, correspondences) };
            pictures.push(painting.picture());
        }
    }
    for picture in pictures {
        let (width, _) = size(&picture.png().unwrap());
        assert_eq!(width, 1784);
        assert!(!picture.svg().contains('\u{1b}'));
    }
}

const BROTHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/questions/brother.toml");

/// The README's picture is the one that its command makes.
#[test]
fn the_plot_in_the_readme_is_made_by_its_command() {
    let desk = TestDesk::new();
    let words = ["simulate", BROTHER, "--readings", "100000", "--seed", "1", "--plot", "simulation.svg"];
    let (done, out, err) = enochian(&desk, &words);
    assert!(done && err.ends_with("Written: simulation.svg\n") && !out.contains("Written"), "{err}");
    let [made, shown] = [desk.folder(), "docs".as_ref()].map(|at: &std::path::Path| at.join("simulation.svg"));
    let same = fs::read_to_string(made).unwrap() == fs::read_to_string(shown).unwrap();
    assert!(same, "draw it anew and look at it: enochian {} --force", words.join(" "));
}

#[test]
fn simulations_are_drawn_as_the_name_of_the_file_ends() {
    let desk = TestDesk::new();
    for words in [&["simulate"][..], &["simulate", "--over", "board"]] {
        for file in ["plot.svg", "plot.PNG"] {
            let more = [BROTHER, "--readings", "30", "--json", "--plot", file, "--force"];
            let (done, out, err) = enochian(&desk, &[words, &more].concat());
            assert!(done && err.ends_with(&format!("Written: {file}\n")), "{words:?}: {err}");
            serde_json::from_str::<serde_json::Value>(&out).unwrap();
        }
        assert!(fs::read_to_string(desk.path("plot.svg")).unwrap().starts_with("<svg"), "{words:?}");
        assert_eq!(size(&fs::read(desk.path("plot.PNG")).unwrap()).0, 2120, "{words:?}");
    }
    assert_eq!(fs::read_dir(desk.folder()).unwrap().count(), 3 + 2, "nothing is left beside them");
}

fn simulated(text: &str, readings: u64) -> (SimulationSummary, Board) {
    let file = Source::read(BROTHER.as_ref(), Source::TOML_LIMIT).unwrap();
    let question =
        QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
    let plan = Plan::new(question, 1, 0..readings);
    let mut tally = Tally::new();
    let run: Result<(), ()> = plan.run(1, Tally::new, |_, piece| {
        tally.merge(&piece);
        Ok(())
    });
    run.unwrap();
    let provenance = Provenance { question: text.to_owned(), ..Provenance::of(&plan, Correspondences::embedded()) };
    (SimulationSummary::of(provenance, plan.range.clone(), &tally, 0.0), plan.question.board)
}

/// Two questions, of which one has a name much longer than any row has room for.
fn grid(long: &str, readings: u64) -> Grid {
    let file = Source::read(BROTHER.as_ref(), Source::TOML_LIMIT).unwrap();
    let question =
        QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
    let plan = Plan::new(question, 1, 0..readings);
    let questions = [long, "b"].map(|name| (name.to_owned(), plan.clone())).to_vec();
    let cells = GridCells::of(questions, &[], false, Correspondences::embedded()).unwrap().cells;
    Grid::play(&cells, Correspondences::embedded(), 1, |_| ())
}

/// Every text of a picture, and every point of it but those of its stamps.
fn texts_and_points(shapes: &[Shape], texts: &mut Vec<String>, points: &mut Vec<(f64, f64)>) {
    for shape in shapes {
        match shape {
            Shape::Polygon { points: own, .. } | Shape::Line { points: own, .. } => points.extend(own),
            Shape::Disc { centre: (x, y), radius, .. } => {
                points.extend([(x - radius, y - radius), (x + radius, y + radius)])
            }
            Shape::Letters { text, foot: (x, y), size, .. } => {
                texts.push(text.clone());
                // No letter that is drawn here is narrower on average: what leaves the picture is noticed.
                let wide = text.chars().count() as f64 * size * 0.4;
                points.extend([(*x, y - size * 0.8), (x + wide, y + size * 0.2)]);
            }
            Shape::Group { shapes, .. } => texts_and_points(shapes, texts, points),
            Shape::Stamp { .. } => {}
        }
    }
}

#[test]
fn what_is_drawn_of_simulations_is_what_was_counted_and_stays_within_the_picture() {
    let (correspondences, long) =
        (Correspondences::embedded(), "Żółw <b>&\"幸せですか\" ".repeat(40) + &"a".repeat(500));
    for readings in [1, 50, 3000] {
        let (one, board) = simulated(&long, readings);
        let share = |verdict| Estimate::share(one.answer(Criterion::Ptah, verdict), readings).as_share();
        let in_a_hundred = (100.0 * one.landings["a1"] as f64 / readings as f64).round();
        let said = |picture: &Picture, parts: &[String]| {
            let (mut texts, mut points) = (Vec::new(), Vec::new());
            texts_and_points(&picture.shapes, &mut texts, &mut points);
            for part in parts {
                assert!(texts.contains(part), "{part} in {texts:?}");
            }
            for (x, y) in points {
                assert!(
                    (0.0..=picture.width).contains(&x) && (0.0..=picture.height).contains(&y),
                    "{readings}: {x} {y}"
                );
            }
            assert!(texts.iter().any(|text| text.ends_with('…')), "what is too long is cut: {texts:?}");
            if readings == 50 {
                assert!(size(&picture.png().unwrap()).1 > 1000);
            }
        };
        let simulation = Plot::Simulation(&one, board, correspondences).picture();
        let half = format!("Median: {} turns.", one.length(0.5));
        let [yes, no, undecided] = Tally::VERDICTS.map(share);
        said(&simulation, &[yes.clone(), no, undecided]);
        assert!(simulation.description.contains(&half));
        assert!(simulation.svg().contains(&format!(": {in_a_hundred}</title>")));
        assert!(simulation.svg().contains("Żółw &lt;b&gt;&amp;"), "the whole question is told to those who hear it");
        let grid = grid(&long, readings);
        assert_eq!(grid.rows[0].cell, long);
        said(&Plot::Grid(&grid).picture(), &[yes, "b".to_owned()]);
        let heat = ["Air", "Water", "Fire"].map(|name| HeatMap { name: name.to_owned(), counts: [readings; 64] });
        let names = heat.each_ref().map(|map| map.name.clone());
        said(&Plot::Landings(&one, board, &heat, correspondences).picture(), &names);
    }
}
