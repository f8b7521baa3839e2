//! What a summary says is so: every fact of ten readings, and of the two worked examples, made a second time.
//!
//! `UPDATE_SUMMARIES=1 cargo test --test commands summaries::` writes the texts of the ten anew; then look at the difference.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use enochian::chess::{Army, Direction, Square};
use enochian::correspondences::{Correspondences, SignOrElement};
use enochian::interpretation::ReadingSummary;
use enochian::journal;
use enochian::reading::{DiceSource, DieThrower, QuestionDraft};
use enochian::record::{Closing, Entry, Heading, Record, Seats, Subject};
use enochian::session::{Act, Action};
use serde_json::{Value, json};

use crate::desk::{TestDesk, piped, succeeded};
use crate::second::{Course, Pivot, houses, landed, over_the_border, pivot, strikes, summary, walked};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What the program says to some arguments, and to what is typed.
fn says(arguments: &[&str], typed: &str, folder: &Path) -> String {
    succeeded(&piped(TestDesk::new().command(arguments).current_dir(folder), typed))
}

/// A journal of a reading, in a folder of its own.
struct Played {
    _desk: TestDesk,
    journal: PathBuf,
}

impl Played {
    /// A reading of a question that the program plays from a seed; a person plays it where moves are typed.
    fn of(question: &Path, seed: i64, typed: Option<&str>) -> Played {
        let desk = TestDesk::new();
        let (question, seed) = (question.to_str().unwrap(), seed.to_string());
        let mut arguments = vec!["read", question, "--seed", &seed];
        if typed.is_none() {
            arguments.push("--auto");
        }
        succeeded(&desk.types(&arguments, typed.unwrap_or_default()));
        let journal = desk.journal();
        Played { _desk: desk, journal }
    }

    fn record(&self) -> Record {
        record(&self.journal)
    }

    /// What the program says of it in words.
    fn told(&self, form: &str) -> String {
        says(&["journal", "explain", self.journal.to_str().unwrap(), "--form", form], "", root())
    }

    /// What the program says of it.
    fn explained(&self) -> Value {
        let text = says(&["journal", "explain", self.journal.to_str().unwrap(), "--json"], "", root());
        serde_json::from_str(&text).unwrap()
    }
}

fn record(journal: &Path) -> Record {
    journal::read(journal, Correspondences::embedded()).unwrap()
}

/// The frames of a record by the second implementation.
fn frames(record: &Record) -> Vec<Value> {
    summary(&Course::of(record, Correspondences::embedded()))
}

/// The facts of a frame.
fn facts(frames: &[Value], id: &str) -> Option<Value> {
    frames.iter().find(|frame| frame["id"] == id).map(|frame| frame["facts"].clone())
}

/// The frames of a worked example, as its list of facts has them.
fn listed(example: &str) -> Vec<Value> {
    let file = root().join("tests/summaries").join(format!("{example}.json"));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// The ten readings: their names, and how they are played.
fn readings() -> Vec<(String, Played)> {
    let folder = root().join("tests/summaries");
    let table: toml::Table = fs::read_to_string(folder.join("readings.toml")).unwrap().parse().unwrap();
    assert_eq!(table.len(), 10);
    let play = |(name, reading): (String, toml::Value)| {
        let moves = reading.get("moves").map(|_| fs::read_to_string(folder.join(format!("{name}.moves"))).unwrap());
        let question = folder.join(format!("{name}.toml"));
        let played = Played::of(&question, reading["seed"].as_integer().unwrap(), moves.as_deref());
        (name, played)
    };
    table.into_iter().map(play).collect()
}

/// Where the program's summary and the second one differ: a frame that only one has, its turns or its facts.
fn differences(program: &Value, second: &[Value]) -> Vec<String> {
    let program: Vec<Value> = program
        .as_array()
        .unwrap()
        .iter()
        .map(|frame| {
            let mut frame = frame.clone();
            assert!(frame.as_object_mut().unwrap().remove("text").is_some_and(|text| text.is_string()), "{frame}");
            frame
        })
        .collect();
    let ids = |frames: &[Value]| frames.iter().map(|frame| frame["id"].to_string()).collect::<Vec<_>>();
    let mut found = vec![];
    if ids(&program) != ids(second) {
        found.push(format!("frames {:?}, and should be {:?}", ids(&program), ids(second)));
    }
    for ours in second {
        if let Some(its) = program.iter().find(|frame| frame["id"] == ours["id"])
            && its != ours
        {
            found.push(format!("says    {its}\n  should be {ours}"));
        }
    }
    found
}

#[test]
fn interpretation_8_7_example_a_fact_by_fact() {
    let record = record(&root().join("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md"));
    let course = Course::of(&record, Correspondences::embedded());
    assert_eq!(summary(&course), listed("example-a"));
    // What is a fact of it and not told.
    assert_eq!(walked(&course), [17, 21]);
    let count = |ours, force| landed(&course, ours).iter().filter(|square| square.force == force).count();
    assert_eq!(
        (count(true, SignOrElement::Fire), count(true, SignOrElement::Libra), landed(&course, true).len()),
        (3, 3, 15)
    );
    assert_eq!((count(false, SignOrElement::Capricorn), landed(&course, false).len()), (3, 10));
    assert_eq!(houses(&course), (13, 6));
    let squares = |of, into| -> Vec<String> {
        over_the_border(course.at_the_end(), of, into).iter().map(|(at, _)| at.to_string()).collect()
    };
    assert_eq!(
        (squares(course.them, course.us), squares(course.us, course.them)),
        (vec!["g4".into()], vec!["b1".into(), "f8".into()])
    );
}

#[test]
fn interpretation_8_8_example_b_fact_by_fact() {
    let played = Played::of(&root().join("questions/project.toml"), 12, None);
    let record = played.record();
    let course = Course::of(&record, Correspondences::embedded());
    assert_eq!(summary(&course), listed("example-b"));
    // What is a fact of it and not told.
    let count = |ours, force| landed(&course, ours).iter().filter(|square| square.force == force).count();
    assert_eq!(
        (count(true, SignOrElement::Earth), landed(&course, true).len(), landed(&course, false).len()),
        (6, 32, 37)
    );
    assert_eq!(SignOrElement::ALL.map(|force| count(false, force)).into_iter().max(), Some(4));
    assert_eq!(houses(&course), (19, 31));
    let over = |of, into| over_the_border(course.at_the_end(), of, into).len();
    assert_eq!((over(course.them, course.us), over(course.us, course.them)), (3, 2));
    let squares: Vec<Square> = course.boards.iter().filter_map(|board| board.king(Army::Fire)).collect();
    let [g1, h2]: [Square; 2] = ["g1", "h2"].map(|name| name.parse().unwrap());
    let between =
        |at: &Square| (g1.file()..=h2.file()).contains(&at.file()) && (g1.rank()..=h2.rank()).contains(&at.rank());
    assert!(squares.iter().all(between));
}

#[test]
fn interpretation_6_2_pivots_of_example_b() {
    let record = Played::of(&root().join("questions/project.toml"), 12, None).record();
    let course = Course::of(&record, Correspondences::embedded());
    let found: Vec<_> = strikes(&course)
        .iter()
        .map(|strike| match pivot(&course, strike) {
            Pivot::Found(turn, moves) => (strike.turn, turn, moves.iter().map(ToString::to_string).collect::<Vec<_>>()),
            Pivot::None { .. } => panic!("turn {} has no pivot", strike.turn),
        })
        .collect();
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].0, found[0].1, found[0].2.len()), (64, 47, 3));
    assert!(found[0].2.iter().all(|text| text.starts_with('K')));
    assert_eq!(found[1], (82, 79, vec!["Nh5f4".to_owned()]));
}

/// The ten show what they are here for, whatever the program says of them.
#[test]
fn interpretation_8_4_the_ten_readings_show_every_frame() {
    let shown: Vec<(String, Vec<Value>)> =
        readings().iter().map(|(name, played)| (name.clone(), frames(&played.record()))).collect();
    let of = |name: &str, id: &str| {
        let (_, frames) = shown.iter().find(|(it, _)| it == name).unwrap();
        facts(frames, id).unwrap_or_default()
    };
    assert_eq!((&of("ring", "S1")["verdict"], &of("ring", "S1")["held"]), (&json!("yes"), &json!(true)));
    assert_eq!(of("wish", "S1")["kings_fell"].as_array().unwrap().len(), 2);
    assert_eq!(of("examination", "S1")["verdict"], "no");
    assert_eq!(of("quarrel", "S1")["verdict"], "undecided");
    assert!(of("dispute", "S1")["turns"].as_u64() > Some(300));
    assert!(of("letter", "S1")["turns"].as_u64() < Some(30));
    assert_eq!(of("retreat", "S3")["moves"], 0);
    assert_eq!(of("house", "S3")["fell"].as_array().unwrap().len(), 2);
    assert_eq!(of("truth", "S2").get("house"), None);
    assert_eq!(of("daughter", "S7"), json!({"king": true}));
    // Each of these is told of one at least.
    let every: Vec<String> = shown.iter().flat_map(|(_, frames)| frames).map(Value::to_string).collect();
    for part in [
        r#""known""#,
        r#""supposed""#,
        r#""asked""#,
        r#""term""#,
        r#""third":3"#,
        r#""other""#,
        r#""without_king":true"#,
        r#""held":true"#,
        r#""held":false"#,
        r#""held_from""#,
        r#""left""#,
        r#""nearest""#,
        r#""count""#,
        r#""checks""#,
        r#""stood""#,
        r#""walked""#,
        r#""answered""#,
        r#""same_stroke":true"#,
        r#""dignity":"element""#,
        r#""dignity":"exaltation""#,
        r#""dignity":"domicile""#,
        r#""state":"rests""#,
        r#""state":"hit""#,
        r#""state":"acts""#,
        r#""state":"moves""#,
        r#""balance":"protected""#,
        r#""balance":"attacked""#,
        r#""balance":"even""#,
        r#""marked""#,
        r#""houses""#,
        r#""entered""#,
        r#""build_up""#,
        r#""delay":"hardly""#,
        r#""delay":"somewhat""#,
        r#""delay":"much""#,
        r#""prevails":"blocked""#,
        r#""prevails":"gone""#,
        r#""moves":[""#,
        r#""unclear":true"#,
        r#""quality":"elemental""#,
        r#""by":"quality""#,
    ] {
        assert!(every.iter().any(|frame| frame.contains(part)), "{part}");
    }
}

/// Every fact of the ten, and no other; and the sentences, as they were when last read.
#[test]
fn interpretation_8_4_every_fact_of_the_ten_is_made_a_second_time() {
    let mut found = vec![];
    for (name, played) in readings() {
        for difference in differences(&played.explained()["summary"], &frames(&played.record())) {
            found.push(format!("{name}: {difference}"));
        }
        let told = ["summary", "short"].map(|form| played.told(form)).join("\n");
        let file = root().join("tests/summaries").join(format!("{name}.txt"));
        if env::var_os("UPDATE_SUMMARIES").is_some() {
            fs::write(&file, &told).unwrap();
        }
        if fs::read_to_string(&file).unwrap_or_default() != told {
            found.push(format!(
                "{name}: if it should be told otherwise, run UPDATE_SUMMARIES=1 cargo test --test commands summaries::"
            ));
        }
    }
    assert!(found.is_empty(), "{} differences\n{}", found.len(), found.join("\n"));
}

/// A reading that four people play by chance, with exchanges and withdrawals; some of them stop before its end.
fn by_chance(seed: u64) -> Record {
    let one_of = |names: &[&str], every: u64| names[(seed / every) as usize % names.len()].to_owned();
    let place = Correspondences::embedded().categories();
    let draft = QuestionDraft {
        text: Some("?".into()),
        category: Some(place[seed as usize % place.len()].name.clone()),
        procedure: Some(one_of(&["ptah", "kings", "ptah-conclude", "ptah-attained"], 1)),
        ruleset: Some(one_of(&["zalewski", "chessvariants"], 2)),
        dice: Some(one_of(&["regardie", "y-manuscript"], 4)),
        direction: Some([Direction::Deosil, Direction::Widdershins][(seed / 8) as usize % 2]),
        ..QuestionDraft::default()
    };
    let question = draft.resolve(Correspondences::embedded()).unwrap();
    let players = ["Anna", "Ben", "Carl", "Dora"].map(String::from);
    let begun = "2026-11-21T12:00:00+00:00".parse().unwrap();
    let mut record = Record::begin(Heading {
        game: Subject::Reading(Box::new(question), DieThrower::Seeded(seed)).into(),
        begun,
        zone: None,
        seats: Seats { players: players.to_vec(), throws: vec![] },
        automatic: false,
    });
    let mut chance = DiceSource::seeded(seed);
    let limit = if seed.is_multiple_of(4) { chance.draw().unwrap().choice(200) } else { 500 };
    for _ in 0..limit {
        if record.enochian().unwrap().end().is_some() {
            break;
        }
        record.enter(Act::Throw(chance.draw().unwrap().throw())).unwrap();
        if let Some(exchange) =
            record.enochian().unwrap().position().exchanges(record.enochian().unwrap().rules()).first()
        {
            record.enter(Act::Exchange(*exchange)).unwrap();
        }
        if chance.draw().unwrap().choice(100) == 0 {
            // Who may not withdraw stays.
            let _ = record.enter(Act::Withdrawal(record.enochian().unwrap().turn()));
        }
        let moves = record.enochian().unwrap().moves();
        let Some(mv) = moves.get(chance.draw().unwrap().choice(moves.len().max(1))) else { break };
        record.enter(Act::Move(*mv)).unwrap();
    }
    if record.enochian().unwrap().end().is_some() {
        record.enter(Entry::Concluded(Closing::Ended, begun)).unwrap();
    } else if !seed.is_multiple_of(8) {
        record.enter(Entry::Concluded(Closing::ByPlayers, begun)).unwrap();
    }
    record
}

/// The ten are not chosen to agree: as many facts of others do. `READINGS_BY_CHANCE=4000` looks at so many.
#[test]
fn interpretation_8_4_every_fact_of_readings_by_chance_is_made_a_second_time() {
    let (mut exchanges, mut withdrawals, mut unfinished) = (0, 0, 0);
    let readings = env::var("READINGS_BY_CHANCE").map_or(70, |number| number.parse().unwrap());
    for seed in 1..=readings {
        let record = by_chance(seed);
        let told =
            serde_json::to_value(ReadingSummary::of(record.enochian().unwrap(), Correspondences::embedded())).unwrap();
        assert_eq!(differences(&told, &frames(&record)), [""; 0], "seed {seed}");
        let actions = || record.enochian().unwrap().turns().iter().flat_map(|turn| &turn.before);
        exchanges += usize::from(actions().any(|action| matches!(action, Action::Exchange(_))));
        withdrawals += usize::from(actions().any(|action| *action == Action::Withdrawal));
        unfinished += usize::from(record.closing().is_none());
    }
    assert!(exchanges > 0 && withdrawals > 0 && unfinished > 0, "{exchanges}, {withdrawals}, {unfinished}");
}

/// All values that differ from one in one place: another number, word or truth, a key or an entry more or less.
fn altered(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec![],
        Value::Bool(truth) => vec![json!(!truth)],
        Value::Number(number) => vec![json!(number.as_u64().unwrap() + 1)],
        Value::String(text) => vec![json!(format!("{text}s"))],
        Value::Array(list) => {
            let mut all = vec![];
            for (index, entry) in list.iter().enumerate() {
                let with = |entry: &[Value]| json!([&list[..index], entry, &list[index + 1..]].concat());
                all.push(with(&[]));
                all.push(with(&[entry.clone(), entry.clone()]));
                all.extend(altered(entry).into_iter().map(|entry| with(&[entry])));
            }
            all
        }
        Value::Object(table) => {
            let mut all = vec![];
            for (key, entry) in table {
                let mut without = table.clone();
                without.remove(key);
                let mut more = table.clone();
                more.insert(format!("{key}-too"), entry.clone());
                all.extend([without.into(), more.into()]);
                all.extend(altered(entry).into_iter().map(|entry| {
                    let mut with = table.clone();
                    with.insert(key.clone(), entry);
                    Value::from(with)
                }));
            }
            all
        }
    }
}

/// The comparison can fail: it notices every single fact and turn that is altered, in every frame of the ten.
#[test]
fn interpretation_8_4_a_fact_that_is_not_so_is_found() {
    let mut seen = std::collections::BTreeSet::new();
    for (name, played) in readings() {
        let (program, second) = (played.explained()["summary"].clone(), frames(&played.record()));
        assert_eq!(differences(&program, &second), [""; 0], "{name}");
        let all = program.as_array().unwrap();
        for (index, frame) in all.iter().enumerate() {
            let with = |frames: &[Value]| json!([&all[..index], frames, &all[index + 1..]].concat());
            let parts = ["facts", "turns"].into_iter().flat_map(|part| {
                altered(&frame[part]).into_iter().map(move |other| {
                    let mut frame = frame.clone();
                    frame[part] = other;
                    vec![frame]
                })
            });
            for frames in parts.chain([vec![], vec![frame.clone(), frame.clone()]]) {
                assert_ne!(differences(&with(&frames), &second), [""; 0], "{name}: {frames:?}");
            }
            seen.insert(frame["id"].to_string());
        }
    }
    assert_eq!(seen.len(), 13, "S0 to S12 are all among them: {seen:?}");
}
