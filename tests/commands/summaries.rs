//! What a summary says is so: every fact of ten readings, of others by chance and of the three worked examples, made a second
//! time.
//!
//! `UPDATE_SUMMARIES=1 cargo test --test commands summaries::` writes the texts of the ten anew; then look at the difference.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use enochian::chess::{Army, Direction, Effect, Kind, Move, Officer, Role, Square};
use enochian::correspondences::Correspondences;
use enochian::interpretation::Told;
use enochian::journal;
use enochian::reading::{DiceSource, DieThrower, QuestionDraft};
use enochian::record::{Closing, Entry, Heading, Record, Seats, Subject};
use enochian::session::{Act, Action};
use serde_json::{Value, json};

use crate::desk::{TestDesk, piped, succeeded};
use crate::second::{Course, pivot, strikes, told};

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

/// The facts of a record by the second implementation.
fn second(record: &Record) -> Value {
    told(&Course::of(record, Correspondences::embedded()))
}

/// What the program tells of a record: the facts and the sentences.
fn program(record: &Record) -> Value {
    serde_json::to_value(Told::of(record.enochian().unwrap(), Correspondences::embedded())).unwrap()
}

/// What the program tells, without its sentences.
fn facts_of(mut told: Value) -> Value {
    let facts = told.as_object_mut().unwrap();
    ["sentences", "short"].iter().for_each(|wording| drop(facts.remove(*wording)));
    told
}

/// The facts of a worked example; the cast has its first few only.
fn listed(example: &str) -> Value {
    let file = root().join("tests/summaries").join(format!("{example}.json"));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// Where the second facts of a record differ from those of a worked example.
fn differs_from(example: &str, record: &Record) -> Vec<String> {
    let (listed, mut second) = (listed(example), second(record));
    second["cast"].as_array_mut().unwrap().truncate(listed["cast"].as_array().unwrap().len());
    differences(&listed, &second)
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

/// Where the program's facts and the second ones differ, by their paths. What does not apply is left out or null.
fn differences(program: &Value, second: &Value) -> Vec<String> {
    fn compare(path: &str, program: &Value, second: &Value, found: &mut Vec<String>) {
        match (program, second) {
            (Value::Object(one), Value::Object(other)) => {
                let keys: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
                keys.iter().for_each(|key| compare(&format!("{path}.{key}"), &program[*key], &second[*key], found));
            }
            (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
                for (index, (one, other)) in one.iter().zip(other).enumerate() {
                    compare(&format!("{path}[{index}]"), one, other, found);
                }
            }
            (Value::Array(one), Value::Array(other)) => {
                let without = |these: &[Value], those: &[Value]| -> Vec<Value> {
                    these.iter().filter(|one| !those.contains(one)).cloned().collect()
                };
                let (only, missing) = (json!(without(one, other)), json!(without(other, one)));
                found.push(format!(
                    "{path} has {}, and should have {}: has {only}, and lacks {missing}",
                    one.len(),
                    other.len()
                ));
            }
            _ if program == second => {}
            _ => found.push(format!("{path} says {program}, and should be {second}")),
        }
    }
    let mut found = vec![];
    compare("told", program, second, &mut found);
    found
}

#[test]
fn interpretation_8_13_example_a_fact_by_fact() {
    let record = record(&root().join("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md"));
    assert_eq!(differs_from("example-a", &record), [""; 0]);
}

#[test]
fn interpretation_8_13_example_b_fact_by_fact() {
    let record = Played::of(&root().join("questions/project.toml"), 12, None).record();
    assert_eq!(differs_from("example-b", &record), [""; 0]);
}

#[test]
fn interpretation_8_13_example_c_fact_by_fact() {
    let record = Played::of(&root().join("tests/summaries/example-c.toml"), 1012, None).record();
    assert_eq!(differs_from("example-c", &record), [""; 0]);
}

#[test]
fn interpretation_6_2_pivots_of_example_b() {
    let record = Played::of(&root().join("questions/project.toml"), 12, None).record();
    let course = Course::of(&record, Correspondences::embedded());
    let texts = |moves: Vec<Move>| moves.iter().map(ToString::to_string).collect::<Vec<_>>();
    let found: Vec<_> = strikes(&course)
        .iter()
        .map(|strike| pivot(&course, strike).map(|(turn, moves)| (strike.turn, turn, texts(moves))).unwrap())
        .collect();
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].0, found[0].1, found[0].2.len()), (64, 47, 3));
    assert!(found[0].2.iter().all(|text| text.starts_with('K')));
    assert_eq!(found[1], (82, 79, vec!["Nh5f4".to_owned()]));
}

/// Whether a file has this text; with `UPDATE_SUMMARIES` it gets it.
fn is_told_as(file: &str, text: &str) -> bool {
    let file = root().join("tests/summaries").join(file);
    if env::var_os("UPDATE_SUMMARIES").is_some() {
        fs::write(&file, text).unwrap();
    }
    fs::read_to_string(&file).unwrap_or_default() == text
}

/// Every fact of the ten, and no other; and the sentences, as they were when last read.
#[test]
fn interpretation_8_12_every_fact_of_the_ten_is_made_a_second_time() {
    let mut found = vec![];
    for (name, played) in readings() {
        for difference in differences(&facts_of(played.explained()["told"].clone()), &second(&played.record())) {
            found.push(format!("{name}: {difference}"));
        }
        let told = ["summary", "short"].map(|form| played.told(form)).join("\n");
        if !is_told_as(&format!("{name}.txt"), &told) {
            found.push(format!(
                "{name}: if it should be told otherwise, run UPDATE_SUMMARIES=1 cargo test --test commands summaries::"
            ));
        }
    }
    assert!(found.is_empty(), "{} differences\n{}", found.len(), found.join("\n"));
}

/// What the players of a reading lean to, so that what chance seldom brings about is there.
#[derive(Clone, Copy, PartialEq)]
enum Leaning {
    Nothing,
    /// Bishops or queens meet in a block of four squares, that of this corner.
    Concourse(Officer, (i8, i8)),
    /// This army and the next take the kings of each other's partners.
    Exchange(Army),
    /// Kings go to their partners' thrones.
    Throne,
    /// The querent's king goes to the Ptah, and strikes on the way.
    Ptah,
}

impl Leaning {
    fn of(seed: u64) -> Leaning {
        let turn = (seed / 9) as usize;
        match seed % 9 {
            0 => Leaning::Concourse(Officer::Bishop, [(3, 3), (1, 1), (1, 5), (5, 5), (5, 1)][turn % 5]),
            1 => Leaning::Concourse(Officer::Queen, [(3, 3), (1, 1), (1, 5), (5, 5), (5, 1)][turn % 5]),
            2 | 3 => Leaning::Exchange(Army::ALL[turn % 4]),
            4 => Leaning::Throne,
            5 => Leaning::Ptah,
            _ => Leaning::Nothing,
        }
    }

    /// How well a move fits it.
    fn likes(self, record: &Record, mv: Move) -> i32 {
        let played = record.enochian().unwrap();
        let (position, question) = (played.position(), played.subject().question().unwrap());
        let Move::Step { role, from, to, .. } = mv else { return 0 };
        let mut effects = vec![];
        position.clone().play_unchecked(mv, played.rules(), &mut effects);
        let turn = position.turn();
        let captured = || {
            effects.iter().filter_map(|effect| match effect {
                Effect::Captured { piece, .. } => Some(*piece),
                _ => None,
            })
        };
        let kings = captured().filter(|piece| piece.kind == Kind::King).map(|king| king.army).next();
        let nearer = |goal: Square| i32::from(from.distance(goal)) - i32::from(to.distance(goal));
        match self {
            Leaning::Nothing => 0,
            Leaning::Concourse(officer, (file, rank)) => {
                let inside = |at: Square| {
                    i32::from((file..=file + 1).contains(&at.file()) && (rank..=rank + 1).contains(&at.rank()))
                };
                let met = effects.iter().any(|effect| matches!(effect, Effect::Concourse { .. }));
                let spoils = captured().any(|piece| [Kind::King, Kind::Officer(officer)].contains(&piece.kind));
                let step = inside(to) - inside(from);
                let step = if role == Role::Officer(officer) { step } else { -step };
                100 * i32::from(met) - 50 * i32::from(spoils) + step
            }
            Leaning::Exchange(one) => {
                let other = one.enemies()[0];
                let fits = |army: Army| [(one, other.partner()), (other, one.partner())].contains(&(turn, army));
                kings.map_or(0, |army| if fits(army) { 1 } else { -1 })
            }
            Leaning::Throne if role == Role::King => nearer(turn.partner().throne()),
            Leaning::Throne => i32::from(from == turn.throne()) - i32::from(to == turn.throne()),
            Leaning::Ptah if role == Role::King && turn == question.army() => {
                2 * captured().count() as i32 + nearer(question.ptah)
            }
            Leaning::Ptah => i32::from(kings == Some(question.army())),
        }
    }
}

/// A reading that four people play by chance and as they lean, with exchanges and withdrawals; some of them stop before its end.
pub(crate) fn by_chance(seed: u64) -> Record {
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
        branch: None,
    });
    let (mut chance, leaning) = (DiceSource::seeded(seed), Leaning::of(seed));
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
        let liked: Vec<i32> = moves.iter().map(|mv| leaning.likes(&record, *mv)).collect();
        let most = liked.iter().max();
        let moves: Vec<Move> =
            moves.iter().zip(&liked).filter(|(_, liking)| Some(*liking) == most).map(|(mv, _)| *mv).collect();
        let Some(mv) = moves.get(chance.draw().unwrap().choice(moves.len().max(1))) else { break };
        record.enter(Act::Move(*mv)).unwrap();
    }
    if record.enochian().unwrap().end().is_some() {
        record.enter(Entry::Concluded(Closing::Ended, begun)).unwrap();
    } else if !seed.is_multiple_of(8) {
        let limit = Closing::AtLimit(record.enochian().unwrap().turns().len() as u32);
        let closing = if seed.is_multiple_of(4) { limit } else { Closing::ByPlayers };
        record.enter(Entry::Concluded(closing, begun)).unwrap();
    }
    record
}

/// The ten are not chosen to agree: as many facts of others do. `READINGS_BY_CHANCE=4000` looks at so many. The sentences of the
/// first sixty are those that were read by eye.
#[test]
fn interpretation_8_12_every_fact_of_readings_by_chance_is_made_a_second_time() {
    let (mut links, mut causes, mut found) = (BTreeMap::new(), BTreeMap::new(), vec![]);
    let (mut exchanges, mut withdrawals, mut sixty) = (0, 0, String::new());
    let readings = env::var("READINGS_BY_CHANCE").map_or(70, |number| number.parse().unwrap());
    for seed in 1..=readings {
        let record = by_chance(seed);
        let (program, second) = (program(&record), second(&record));
        if seed <= 60 {
            let sentences = program["sentences"].as_array().unwrap().iter().map(|it| it["text"].as_str().unwrap());
            sixty.push_str(&format!("{seed}\n{}\n\n", sentences.collect::<Vec<_>>().join("\n")));
        }
        found.extend(differences(&facts_of(program), &second).iter().map(|it| format!("seed {seed}: {it}")));
        for link in second["links"].as_array().unwrap() {
            *links.entry(link["link"].as_u64().unwrap()).or_insert(0) += 1;
        }
        *causes.entry(second["answer"]["cause"].as_str().unwrap().to_owned()).or_insert(0) += 1;
        let actions = || record.enochian().unwrap().turns().iter().flat_map(|turn| &turn.before);
        exchanges += usize::from(actions().any(|action| matches!(action, Action::Exchange(_))));
        withdrawals += usize::from(actions().any(|action| *action == Action::Withdrawal));
    }
    assert!(found.is_empty(), "{} differences\n{}", found.len(), found.join("\n"));
    println!("{links:?}\n{causes:?}\n{exchanges} exchanges, {withdrawals} withdrawals");
    let missing: Vec<u64> = (1..=28).filter(|link| !links.contains_key(link)).collect();
    assert_eq!(missing, [0; 0], "links that none of these readings has");
    for cause in ["held", "opposing-kings", "own-king", "own-kings", "limit", "stopped", "unfinished"] {
        assert!(causes.contains_key(cause), "{cause}");
    }
    assert!(exchanges > 0 && withdrawals > 0, "{exchanges}, {withdrawals}");
    assert!(
        is_told_as("sixty.txt", &sixty),
        "if they should be told otherwise, run .ci/update summaries, and read them"
    );
}

/// All values that differ from one in one place: another number, word or truth, a key or an entry more or less.
fn altered(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec![json!(0)],
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
                if !entry.is_null() {
                    all.extend([without.into(), more.into()]);
                }
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

/// The comparison can fail: it notices every single fact that is altered, in every part of the ten.
#[test]
fn interpretation_8_12_a_fact_that_is_not_so_is_found() {
    let mut parts = 0;
    for (name, played) in readings() {
        for (key, part) in second(&played.record()).as_object().unwrap() {
            // The entries of a list one by one: all of a cast each time would take long.
            let each: Vec<&Value> = part.as_array().map_or(vec![part], |list| list.iter().take(8).collect());
            let lists = part.as_array().is_some_and(|list| !list.is_empty());
            assert!(!lists || !differences(&json!([]), part).is_empty(), "{name}: {key}");
            for one in each {
                parts += 1;
                assert_eq!(differences(one, one), [""; 0], "{name}: {key}");
                for other in altered(one) {
                    assert_ne!(differences(&other, one), [""; 0], "{name}: {key} {other}");
                }
            }
        }
    }
    assert!(parts > 100, "{parts}");
}
