//! Grids: their cells, and their figures computed in another, plain way from the readings.

use std::convert::Infallible;
use std::sync::atomic::Ordering;

use enochian::chess::Mode;
use enochian::correspondences::{Correspondences, Criterion};
use enochian::input::Source;
use enochian::reading::{QuestionDraft, Verdict};
use enochian::simulate::{
    ArmyPlayer, Grid, GridAxis, GridCell, GridCells, GridDifference, Observer, Plan, Provenance, ReadingRow,
    SimulationSummary, TurnRow, Workers,
};

use crate::slowly::tallied;

fn correspondences() -> &'static Correspondences {
    Correspondences::embedded()
}

/// A question of a category, with so few turns that some readings are cut off.
fn asked(name: &str, range: std::ops::Range<u64>) -> (String, Plan) {
    let file = Source::new("question.toml", format!("question = \"What of it?\"\ncategory = \"{name}\"\n"));
    let question = QuestionDraft::read(&file, correspondences()).unwrap().resolve(correspondences()).unwrap();
    (name.to_owned(), Plan { limit: 400, ..Plan::new(question, 11, range) })
}

fn made(questions: &[&str], axes: &[&str], own_chance: bool) -> Result<GridCells, String> {
    let axes: Result<Vec<GridAxis>, _> = axes.iter().map(|axis| axis.parse()).collect();
    let questions = questions.iter().map(|name| asked(name, 50..650)).collect();
    let axes = axes.map_err(|error| error.to_string())?;
    GridCells::of(questions, &axes, own_chance, correspondences()).map_err(|error| error.to_string())
}

fn cells(questions: &[&str], axes: &[&str], own_chance: bool) -> Vec<GridCell> {
    made(questions, axes, own_chance).unwrap().cells
}

fn names(cells: &[GridCell]) -> Vec<&str> {
    cells.iter().map(|cell| cell.name.as_str()).collect()
}

fn play(cells: &[GridCell], threads: usize) -> Grid {
    Grid::play(cells, correspondences(), threads, |_| ())
}

struct Kept(Vec<ReadingRow>);

impl Observer for Kept {
    const TURNS: bool = false;
    fn reading(&mut self, row: &ReadingRow, _: &[TurnRow]) {
        self.0.push(row.clone());
    }
}

/// Of each reading, whether the answer is Yes and the turns, as numbers.
fn rows(plan: &Plan, criterion: Criterion) -> Vec<[f64; 2]> {
    let mut all = vec![];
    let Ok(()) = plan.run(
        1,
        || Kept(vec![]),
        |_, piece| {
            all.extend(piece.0);
            Ok::<_, Infallible>(())
        },
    );
    let yes = |row: &ReadingRow| f64::from(u8::from(row.answer.by(criterion).verdict == Verdict::Yes));
    all.iter().map(|row| [yes(row), f64::from(row.length)]).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The variance of a sample.
fn variance(values: &[f64]) -> f64 {
    let middle = mean(values);
    values.iter().map(|value| (value - middle).powi(2)).sum::<f64>() / (values.len() - 1) as f64
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

/// By intervals that hold together, the standard deviations: Python's `-NormalDist().inv_cdf(0.025 / intervals)`.
const QUANTILES: [(usize, f64); 3] =
    [(2, 2.241_402_727_604_944_6), (4, 2.497_705_474_412_372_3), (6, 2.638_257_273_476_75)];

fn quantile(intervals: usize) -> f64 {
    QUANTILES.iter().find(|(number, _)| *number == intervals).unwrap().1
}

/// Whether a difference is the mean of these differences of each reading, in Yes and in turns.
fn is_paired(found: &GridDifference, by_reading: &[[f64; 2]], z: f64) {
    let [yes, turns] = [0, 1].map(|which| by_reading.iter().map(|row| row[which]).collect::<Vec<f64>>());
    near(found.difference, mean(&yes));
    near(found.turns_difference, mean(&turns));
    // Bonett and Price: the ordinary interval, with two readings more, one with each of the greatest differences.
    let more = [yes.as_slice(), &[1.0, -1.0]].concat();
    let spread = more.iter().map(|value| (value - mean(&more)).powi(2)).sum::<f64>() / more.len() as f64;
    let margin = z * (spread / more.len() as f64).sqrt();
    near(found.difference_low, mean(&more) - margin);
    near(found.difference_high, mean(&more) + margin);
    let margin = z * (variance(&turns) / turns.len() as f64).sqrt();
    near(found.turns_low.unwrap(), mean(&turns) - margin);
    near(found.turns_high.unwrap(), mean(&turns) + margin);
}

#[test]
fn paired_figures_are_those_of_the_readings() {
    for (axes, intervals) in [(&["policy=random,purpose"] as &[&str], 2), (&["ptah=b6,a6,b7"], 4), (&[], 2)] {
        let questions: &[&str] = if axes.is_empty() { &["brother", "love"] } else { &["brother"] };
        let cells = cells(questions, axes, false);
        let grid = play(&cells, 2);
        assert_eq!((grid.by, grid.shared_chance, grid.intervals, grid.means.len()), ("ptah", true, intervals, 0));
        near(grid.confidence, 1.0 - 0.05 / intervals as f64);
        let all: Vec<_> = cells.iter().map(|cell| rows(&cell.plan, Criterion::Ptah)).collect();
        for (place, row) in grid.rows.iter().enumerate() {
            let yes: Vec<f64> = all[place].iter().map(|row| row[0]).collect();
            let turns: Vec<f64> = all[place].iter().map(|row| row[1]).collect();
            near(row.share, mean(&yes));
            near(row.turns, mean(&turns));
            assert_eq!((row.readings, row.yes), (600, yes.iter().sum::<f64>() as u64));
            // Wilson, as its equation: the shares that differ from the one observed by 1.96 of their standard deviations.
            for end in [row.low, row.high] {
                near((row.share - end).abs(), 1.959963984540054 * (end * (1.0 - end) / 600.0).sqrt());
            }
            let Some(found) = row.difference else {
                assert_eq!(place, 0);
                continue;
            };
            let by_reading: Vec<[f64; 2]> =
                all[place].iter().zip(&all[0]).map(|(one, two)| [one[0] - two[0], one[1] - two[1]]).collect();
            is_paired(&found, &by_reading, quantile(intervals));
            let count = |of: f64| Some(by_reading.iter().filter(|row| row[0] == of).count() as u64);
            assert_eq!((found.only_here, found.only_there, found.same), (count(1.0), count(-1.0), false));
            assert_eq!(row.compared_with.as_deref(), Some(cells[0].name.as_str()));
        }
    }
}

/// The readings of one number are not independent between questions either, so their differences are averaged first.
#[test]
fn the_mean_over_questions_is_that_of_the_means_of_each_reading() {
    let cells = cells(&["brother", "love"], &["policy=random,others=purpose"], false);
    let grid = play(&cells, 2);
    let [found] = grid.means.as_slice() else { panic!("{:?}", grid.means) };
    assert_eq!((found.questions, found.levels[0].1.as_str(), grid.intervals), (2, "others=purpose", 6));
    let all: Vec<_> = cells.iter().map(|cell| rows(&cell.plan, Criterion::Ptah)).collect();
    let of_reading = |number: usize| {
        [0, 1].map(|which| {
            let of = |cell: usize| all[cell][number][which] - all[cell - 1][number][which];
            (of(1) + of(3)) / 2.0
        })
    };
    let by_reading: Vec<[f64; 2]> = (0..600).map(of_reading).collect();
    is_paired(&found.difference, &by_reading, quantile(6));
    near(found.difference.difference, mean(&[1, 3].map(|row| grid.rows[row].difference.unwrap().difference)));
}

#[test]
fn cells_with_chance_of_their_own_are_independent_samples() {
    let cells = cells(&["brother", "love"], &["policy=random,querent=purpose"], true);
    let ranges: Vec<_> = cells.iter().map(|cell| cell.plan.range.clone()).collect();
    assert_eq!(ranges, [50..650, 650..1250, 1250..1850, 1850..2450]);
    let grid = play(&cells, 2);
    let z = quantile(6);
    assert!(!grid.shared_chance);
    let turns: Vec<Vec<f64>> =
        cells.iter().map(|cell| rows(&cell.plan, Criterion::Ptah).iter().map(|row| row[1]).collect()).collect();
    let wilson = |row: usize| {
        let (p, n) = (grid.rows[row].share, 600.0);
        let (middle, margin) = (p + z * z / 2.0 / n, z * (p * (1.0 - p) / n + z * z / 4.0 / n / n).sqrt());
        [middle - margin, middle + margin].map(|end| end / (1.0 + z * z / n))
    };
    let mut ends = vec![];
    for (row, first) in [(1, 0), (3, 2)] {
        let found = grid.rows[row].difference.unwrap();
        assert_eq!((found.only_here, found.only_there, found.same), (None, None, false));
        // Newcombe's tenth method.
        let (p, q) = (grid.rows[row].share, grid.rows[first].share);
        let ([l, u], [m, v]) = (wilson(row), wilson(first));
        let (below, above) = ((p - l).hypot(v - q), (u - p).hypot(q - m));
        near(found.difference_low, p - q - below);
        near(found.difference_high, p - q + above);
        let error = (variance(&turns[row]) + variance(&turns[first])) / 600.0;
        near(found.turns_low.unwrap(), mean(&turns[row]) - mean(&turns[first]) - z * error.sqrt());
        ends.push([p - q, below, above, found.turns_difference, error]);
    }
    let found = grid.means[0].difference;
    let [one, two] = [ends[0], ends[1]];
    near(found.difference_low, (one[0] + two[0] - one[1].hypot(two[1])) / 2.0);
    near(found.difference_high, (one[0] + two[0] + one[2].hypot(two[2])) / 2.0);
    near(found.turns_high.unwrap(), (one[3] + two[3] + z * (one[4] + two[4]).sqrt()) / 2.0);
}

/// Every value of a cell is that of its question alone, whatever the threads.
#[test]
fn a_cell_is_the_simulation_that_it_would_be_alone() {
    let cells = cells(&["brother", "vocation"], &["board", "procedure=kings,ptah,game"], false);
    let without_time = |mut grid: Grid| {
        grid.summaries.iter_mut().for_each(|summary| summary.seconds = 0.0);
        grid
    };
    let grid = without_time(play(&cells, 1));
    for threads in [2, 5] {
        assert_eq!(without_time(play(&cells, threads)), grid);
    }
    for (cell, summary) in cells.iter().zip(&grid.summaries) {
        let alone = tallied(&cell.plan, 2);
        let provenance = Provenance::of(&cell.plan, correspondences());
        assert_eq!(*summary, SimulationSummary::of(provenance, cell.plan.range.clone(), &alone, 0.0), "{}", cell.name);
    }
    assert!(grid.means.is_empty(), "the boards of the two questions differ");
}

#[test]
fn a_factor_without_effect_is_told() {
    // The two boards have the same array, and the Ptah has the same square on both.
    let grid = play(&cells(&["brother"], &["board=water,air,fire"], false), 2);
    let same: Vec<bool> = grid.rows.iter().filter_map(|row| Some(row.difference?.same)).collect();
    assert_eq!(same, [true, false]);
    let found = grid.rows[1].difference.unwrap();
    assert_eq!((found.difference, found.turns_difference), (0.0, 0.0));
    assert!(!found.is_clear() && !found.has_clear_turns());
}

#[test]
fn cells_are_the_levels_of_the_question_first() {
    let of = |axes: &[&str]| names(&cells(&["brother"], axes, false)).join("; ");
    let ptah = of(&["ptah"]);
    assert!(ptah.starts_with("a5 Gemini; b5 ") && !ptah.contains("a8") && ptah.split("; ").count() == 15, "{ptah}");
    assert_eq!(of(&["board"]), "Water; Air; Fire; Earth");
    assert_eq!(of(&["array=earth,Air of Air & Water"]), "Earth of Air & Water; Air of Air & Water");
    assert_eq!(of(&["array"]).split("; ").next(), Some("Air of Air & Water"));
    assert_eq!(of(&["dice=Y-manuscript", "direction"]), "y-manuscript, deosil; y-manuscript, widdershins");
    assert_eq!(of(&["procedure=game,kings"]), "game; kings");
    assert_eq!(of(&["policy"]), "random; greedy; purpose; level-1; level-2");
    assert_eq!(
        of(&["policy=querent=purpose others=weights(rook:5,pawn:1)"]),
        "querent=purpose others=weights(rook:5,pawn:1)"
    );
    // With the board the Ptah goes to its sign and the array to its angle, and then both can be set.
    let both = cells(&["brother"], &["ptah=b6", "array=water", "board=fire"], false);
    let question = &both[0].plan.question;
    assert_eq!((question.board.name(), question.ptah.to_string().as_str()), ("Fire", "b6"));
    assert_eq!(question.array.to_string(), "Water of Fire & Earth");
    assert_eq!(question.force, correspondences().square(question.board, question.ptah).force);
    assert_eq!(both[0].levels.iter().map(|(_, level)| level.as_str()).collect::<Vec<_>>(), ["b6", "Water", "Fire"]);
    // A level may be one side's, beside what the plan has.
    let (name, plan) = asked("brother", 0..9);
    let players = ArmyPlayer::of_words(["others=greedy"], plan.question.army()).unwrap();
    let greedy = vec![(name, Plan { players, ..plan })];
    let cells = GridCells::of(greedy, &["policy=querent=purpose".parse().unwrap()], false, correspondences()).unwrap();
    let found = cells.cells[0].plan.players.each_ref().map(|player| player.name().to_owned());
    assert_eq!(found, ["purpose", "greedy", "purpose", "greedy"]);
    let games = self::cells(&["brother"], &["procedure=game"], false);
    assert_eq!(games[0].plan.mode, Mode::Game);
    assert_eq!(play(&games, 1).by, "kings");
}

#[test]
fn questions_alone_are_compared_with_the_first() {
    let cells = cells(&["brother", "love", "vocation"], &[], false);
    assert_eq!(names(&cells), ["brother", "love", "vocation"]);
    assert_eq!(cells.iter().map(|cell| cell.compared_with).collect::<Vec<_>>(), [None, Some(0), Some(0)]);
    let cells = self::cells(&["brother", "love"], &["policy=purpose"], false);
    assert_eq!(cells.iter().map(|cell| cell.compared_with).collect::<Vec<_>>(), [None, Some(0)]);
    assert_eq!(names(&cells), ["brother, purpose", "love, purpose"]);
    let cells = self::cells(&["brother", "love"], &["dice"], false);
    assert_eq!(cells.iter().map(|cell| cell.compared_with).collect::<Vec<_>>(), [None, Some(0), None, Some(2)]);
    assert_eq!(cells[3].name, "love, y-manuscript");
}

#[test]
fn what_cannot_be_played_names_the_argument_and_the_way_out() {
    for (axes, told) in [
        (&["weather=fine"] as &[&str], "weather: there is no such factor; expected one of ptah, board, array, dice"),
        (&["dise"], "Did you mean \"dice\"?"),
        (&["policy=random,"], "policy=random,: a level is missing; write policy=LEVEL,LEVEL, or policy for all"),
        (&["ptah=z9"], "ptah=z9: expected a square of the Air angle, but the throne of its king: a5, b5"),
        (&["ptah=a8"], "ptah=a8: expected a square of the Air angle"),
        (
            &["dice=regardy"],
            "dice=regardy: there is no such dice; expected one of regardie, y-manuscript. Did you mean \"regardie\"?",
        ),
        (&["array=Air of Fire & Earth"], "it is not an array of the Water board; array=Air is that of each board"),
        (&["array=north"], "array=north: there is no such array; expected one of "),
        (
            &["procedure=fast"],
            "procedure=fast: there is no such procedure; expected one of ptah, ptah-conclude, ptah-attained, kings, game",
        ),
        (&["direction=left"], "expected one of deosil, widdershins"),
        (&["policy=clever"], "policy=clever: there is no policy \"clever\"; expected one of random"),
        (&["policy=querrent=purpose"], "Did you mean \"querent\"?"),
        (&["policy=weights(rok:1)"], "Did you mean \"rook\"?"),
        (&["dice", "dice=regardie"], "dice: it is there twice; name all its levels together, as in dice=LEVEL,LEVEL"),
        (&["policy=random,Random"], "policy: random is there twice; name every level once"),
        (&["board=water,Water"], "board: Water is there twice"),
    ] {
        let error = made(&["brother"], axes, false).unwrap_err();
        assert!(error.contains(told), "{axes:?}: {error}");
    }
    let error = made(&["brother", "vocation"], &["ptah=a5,a6"], false).unwrap_err();
    assert!(error.starts_with("ptah=a5: vocation: expected a square of the "), "{error}");
    let far =
        vec![asked("brother", 0..u64::MAX / 2), asked("love", 0..u64::MAX / 2), asked("vocation", 0..u64::MAX / 2)];
    let error = GridCells::of(far, &[], true, correspondences()).unwrap_err().to_string();
    assert!(error.starts_with("readings: there are too many"), "{error}");
    let many = ["ptah", "board", "array", "dice", "ruleset", "procedure", "direction", "policy"];
    let error = made(&["brother"], &many, false).unwrap_err();
    assert!(error.contains("there are more than 10000 cells for each question; vary less at once"), "{error}");
}

/// A board on which the Ptah would stand where the king starts is left out of all boards, and refused where it is asked for.
#[test]
fn a_level_that_does_not_fit_is_left_out_or_refused_with_the_reason() {
    let (_, plan) = asked("brother", 0..9);
    let question = &plan.question;
    let throne = question.army().throne();
    let (board, force) = enochian::chess::Board::ALL
        .into_iter()
        .map(|board| (board, correspondences().square(board, throne).force))
        .find(|(board, force)| {
            *board != question.board && correspondences().find(question.board, question.angle, *force) != throne
        })
        .unwrap();
    let ptah = correspondences().find(question.board, question.angle, force);
    let there = enochian::reading::Question { force, ptah, ..question.clone() };
    let of = |axis: &str| {
        let plan = Plan { question: there.clone(), ..plan.clone() };
        GridCells::of(vec![("it".to_owned(), plan)], &[axis.parse().unwrap()], false, correspondences())
    };
    let why = format!("{board}: the Ptah would stand on {throne}, where the querent's king starts");
    let found = of("board").unwrap();
    assert!(found.left_out.contains(&why) && found.cells.len() + found.left_out.len() == 4, "{:?}", found.left_out);
    assert_eq!(of(&format!("board={board}")).unwrap_err().to_string(), format!("board: {why}"));
    // Where a position is played in one direction, the other does not fit.
    let position = Some(plan.question.start());
    let of = |axis: &str| {
        let plan = Plan { from_position: position.clone(), ..plan.clone() };
        GridCells::of(vec![("it".to_owned(), plan)], &[axis.parse().unwrap()], false, correspondences())
    };
    assert_eq!(of("direction").unwrap().left_out, ["widdershins: the position is played deosil"]);
    assert!(of("direction=deosil,widdershins").unwrap_err().to_string().starts_with("direction: widdershins: "));
}

#[test]
fn a_grid_that_is_stopped_has_the_same_readings_of_all_cells() {
    let cells: Vec<GridCell> =
        GridCells::of(vec![asked("brother", 0..1_000_000), asked("love", 0..1_000_000)], &[], false, correspondences())
            .unwrap()
            .cells;
    let (workers, mut played) = (Workers::from(2), 0);
    let stop = workers.stop.clone();
    let grid = Grid::play(&cells, correspondences(), workers, |readings| {
        played += readings;
        stop.store(played > 3000, Ordering::Relaxed);
    });
    let done = grid.rows[0].readings;
    assert!((1..3000).contains(&done) && grid.wanted == 1_000_000, "{done}");
    assert_eq!(grid.rows[1].readings, done);
    let fewer = GridCells::of(vec![asked("brother", 0..done), asked("love", 0..done)], &[], false, correspondences());
    assert_eq!(play(&fewer.unwrap().cells, 1).rows, grid.rows);
}

#[test]
fn one_reading_has_shares_but_no_interval_of_turns() {
    let one = vec![asked("brother", 3..4), asked("love", 3..4)];
    let grid = play(&GridCells::of(one, &[], false, correspondences()).unwrap().cells, 1);
    let found = grid.rows[1].difference.unwrap();
    assert_eq!((grid.rows[0].readings, found.turns_low, found.turns_high), (1, None, None));
    assert!(found.difference_low < 0.0 && found.difference_high > 0.0 && !found.has_clear_turns());
}
