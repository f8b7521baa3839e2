//! Results that somebody changed, with or without covering it up: the only test that a changed folder is refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::QuestionDraft;
use enochian::simulate::Plan;
use enochian::simulate::output::{DetailLevel, Replay, RunDir, TableFormat, TableSpec};
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use sha2::{Digest, Sha256};

use crate::sample::short_or_whole;
use crate::threads;

const QUESTION: &str = "question = \"Is my brother happy?\"\ncategory = \"brother\"\n";

/// So few turns that some readings are cut off, so that the limit shows in them.
const LIMIT: u16 = 60;

const MANIFEST: &str = "_manifest.json";

#[test]
fn no_changed_result_is_accepted() {
    let studies = studies();
    // What was not changed is accepted.
    for written in studies.iter().map(Written::new) {
        assert_eq!(written.refused(), None);
    }
    // Folders that nobody uses just now.
    let idle: Mutex<Vec<Vec<Written>>> = Mutex::new(vec![]);
    let tried = Mutex::new(BTreeMap::<String, u64>::new());
    threads::for_each(short_or_whole(150, 10_000), |number| {
        let folders = idle.lock().unwrap().pop().unwrap_or_else(|| studies.iter().map(Written::new).collect());
        let mut draws = Draws(SplitMix64::seed_from_u64(15_000_000 + number));
        let written = &folders[draws.below(folders.len())];
        let change = loop {
            let is_new = |change: &Change| change.files.iter().any(|(name, new)| written.study.files[name] != *new);
            if let Some(change) = written.study.change(&mut draws).filter(is_new) {
                break change;
            }
        };
        change.files.iter().for_each(|(name, content)| fs::write(written.path().join(name), content).unwrap());
        let refused = written.refused();
        change.files.keys().for_each(|name| fs::write(written.path().join(name), &written.study.files[name]).unwrap());
        idle.lock().unwrap().push(folders);
        *tried.lock().unwrap().entry(change.of).or_default() += 1;
        refused.map(drop).ok_or_else(|| format!("change {number} was accepted: {}", change.told))
    });
    println!("changes: {:?}", tried.into_inner().unwrap());
}

/// The files of a folder by name, as they were written.
struct Study {
    files: BTreeMap<String, Vec<u8>>,
}

/// A study on the disk.
struct Written<'s> {
    study: &'s Study,
    place: tempfile::TempDir,
}

/// New contents of some files.
struct Change {
    files: BTreeMap<String, Vec<u8>>,
    /// What sort of file it is of.
    of: String,
    told: String,
}

struct Draws(SplitMix64);

impl Draws {
    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound.max(1) as u64) as usize
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}

fn studies() -> Vec<Study> {
    let correspondences = Correspondences::embedded();
    let draft = QuestionDraft::read(&Source::new("brother.toml", QUESTION.to_owned()), correspondences).unwrap();
    let question = draft.resolve(correspondences).unwrap();
    let place = tempfile::tempdir().unwrap();
    let mut studies = vec![];
    let mut shapes = vec![(DetailLevel::Summary, TableFormat::Csv), (DetailLevel::Events, TableFormat::Csv)];
    if TableFormat::Parquet.is_built() {
        shapes.extend([(DetailLevel::Lists, TableFormat::Parquet), (DetailLevel::Summary, TableFormat::Arrow)]);
    }
    for (number, (level, format)) in shapes.into_iter().enumerate() {
        let path = place.path().join(number.to_string());
        let plan = Plan { limit: LIMIT, ..Plan::new(question.clone(), 7, 5..45) };
        let spec = TableSpec::new(level, format, Some(16)).unwrap();
        let mut dir = RunDir::create(&path, &plan, correspondences, spec, "enochian simulate brother").unwrap();
        dir.play(1, |_| ()).unwrap();
        drop(dir);
        studies.push(Study::read(&path));
    }
    studies
}

impl Study {
    fn read(folder: &Path) -> Study {
        let mut files = BTreeMap::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(next) = folders.pop() {
            for path in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                    files.insert(name, fs::read(&path).unwrap());
                }
            }
        }
        files.retain(|name, _| !name.starts_with('.'));
        Study { files }
    }

    fn text(&self, name: &str) -> &str {
        std::str::from_utf8(&self.files[name]).unwrap()
    }

    /// A change to one file, and perhaps to what would show it; `None` if the draw does not fit.
    fn change(&self, draws: &mut Draws) -> Option<Change> {
        let names: Vec<&String> = self.files.keys().collect();
        let name = draws.of(&names)?.as_str();
        let is_record = name == MANIFEST;
        // Whoever makes all digests fit can change what only they protect, so these are left alone then.
        let is_covered = draws.below(2) == 0;
        let of = Path::new(name).extension().map_or(String::new(), |ending| ending.to_string_lossy().into_owned());
        let (new, told) = match of.as_str() {
            "json" => changed_json(self.text(name), draws, |path| !is_covered || follows_from_readings(path))?,
            "csv" => changed_rows(self.text(name), draws)?,
            _ => return (!is_covered).then(|| self.flipped(name, draws)),
        };
        let new = if is_record && is_covered { sealed(&new) } else { new };
        let mut files = BTreeMap::from([(name.to_owned(), new.into_bytes())]);
        if is_covered && !is_record {
            let fitting = sealed(&recorded(self.text(MANIFEST), name, &files[name])?);
            files.insert(MANIFEST.to_owned(), fitting.into_bytes());
        }
        let of = if is_record { name.to_owned() } else { format!("of {of}") };
        Some(Change { files, of, told: format!("{name}: {told}, covered: {is_covered}") })
    }

    /// One bit of a file changed.
    fn flipped(&self, name: &str, draws: &mut Draws) -> Change {
        let mut content = self.files[name].clone();
        let place = draws.below(content.len());
        content[place] ^= 1 << draws.below(8);
        let files = BTreeMap::from([(name.to_owned(), content)]);
        Change { files, of: "of bits".to_owned(), told: format!("{name}: bit of byte {place}") }
    }
}

impl<'s> Written<'s> {
    fn new(study: &'s Study) -> Written<'s> {
        let written = Written { study, place: tempfile::tempdir().unwrap() };
        for (name, content) in &study.files {
            let path = written.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        written
    }

    fn path(&self) -> PathBuf {
        self.place.path().to_owned()
    }

    /// The error when it is verified, if there is one.
    fn refused(&self) -> Option<String> {
        let (path, correspondences) = (self.path(), Correspondences::embedded());
        let verified = RunDir::verify(&path, correspondences, Replay::All, 2, |_, _| ());
        // A summary believes the digest of a manifest, and sizes.
        match (&verified, RunDir::progress_of(&path)) {
            (Ok(_), Err(error)) => panic!("verified, but refused when summed up: {error}"),
            _ => verified.err().map(|error| error.to_string()),
        }
    }
}

/// Whether a value of a manifest or of counts can be found again from the readings. The others say who played them, when and how
/// many were wanted.
fn follows_from_readings(path: &[String]) -> bool {
    let path: Vec<&str> = path.iter().map(String::as_str).filter(|key| *key != "summary").collect();
    !["command", "seconds", "program", "data", "chance", "to", "manifest", "sha256", "compression", "question"]
        .contains(&path[0])
}

/// The lines of values in pretty JSON, each with the keys that lead to it.
fn leaves(json: &str) -> Vec<(usize, Vec<String>)> {
    let (mut keys, mut found) = (vec![], vec![]);
    for (number, line) in json.lines().enumerate() {
        let line = line.trim();
        let key = line.strip_prefix('"').and_then(|line| line.split_once("\": ")).map_or("", |(key, _)| key);
        if line.ends_with(['{', '[']) {
            keys.push(key.to_owned());
        } else if line.starts_with(['}', ']']) {
            keys.pop();
        } else {
            let path = keys.iter().skip(1).cloned().chain([key.to_owned()]).filter(|key| !key.is_empty());
            found.push((number, path.collect()));
        }
    }
    found.retain(|(_, path): &(usize, Vec<String>)| !path.is_empty());
    found
}

/// A line of JSON as what stands before its value, the value, and what stands after it.
fn parted(line: &str) -> (&str, &str, &str) {
    let begin = line.find("\": ").map_or(line.len() - line.trim_start().len(), |place| place + 3);
    let end = line.len() - usize::from(line.ends_with(','));
    (&line[..begin], &line[begin..end], &line[end..])
}

/// A value of JSON changed, or exchanged for its neighbour's, or a line left out.
fn changed_json(json: &str, draws: &mut Draws, may_change: impl Fn(&[String]) -> bool) -> Option<(String, String)> {
    let mut leaves = leaves(json);
    leaves.retain(|(_, path)| may_change(path));
    let (number, path) = draws.of(&leaves)?.clone();
    let mut lines: Vec<String> = json.lines().map(str::to_owned).collect();
    let (before, value, after) = parted(&lines[number]);
    let (before, value, after) = (before.to_owned(), value.to_owned(), after.to_owned());
    let told = match draws.below(4) {
        0 => {
            let beside: Vec<usize> = leaves
                .iter()
                .filter(|(other, keys)| {
                    *other != number && keys.len() == path.len() && keys[..keys.len() - 1] == path[..path.len() - 1]
                })
                .map(|(other, _)| *other)
                .filter(|other| parted(&lines[*other]).1 != value)
                .collect();
            let other = *draws.of(&beside)?;
            let (start, theirs, end) = parted(&lines[other]);
            let (mine, theirs) = (format!("{before}{theirs}{after}"), format!("{start}{value}{end}"));
            (lines[number], lines[other]) = (mine, theirs);
            format!("{path:?} exchanged with line {other}")
        }
        1 if after == "," && before.contains("\": ") => {
            lines.remove(number);
            format!("{path:?} left out")
        }
        _ => {
            let new = changed_value(&value, &path, draws)?;
            lines[number] = format!("{before}{new}{after}");
            format!("{path:?} from {value} to {new}")
        }
    };
    Some((lines.join("\n") + if json.ends_with('\n') { "\n" } else { "" }, told))
}

fn changed_value(value: &str, path: &[String], draws: &mut Draws) -> Option<String> {
    if let Ok(number) = value.parse::<u64>() {
        let others = [number + 1, number.saturating_sub(1), number / 2, number * 2 + 1, draws.below(1000) as u64];
        return Some(draws.of(&others)?.to_string());
    }
    if let Ok(number) = value.parse::<f64>() {
        return Some(format!("{:?}", number + 1.0));
    }
    match value {
        "true" => Some("false".to_owned()),
        "false" => Some("true".to_owned()),
        // What the policy does is not known by another name.
        _ if path.contains(&"policies".to_owned()) => Some("\"greedy\"".to_owned()),
        _ => changed_text(value, draws).map(|(new, _)| new),
    }
}

/// A letter or digit changed.
fn changed_text(text: &str, draws: &mut Draws) -> Option<(String, String)> {
    let places: Vec<usize> =
        text.char_indices().filter(|(_, letter)| letter.is_ascii_alphanumeric()).map(|(place, _)| place).collect();
    let place = *draws.of(&places)?;
    let new = char::from(b"abcdefghijklmnopqrstuvwxyz0123456789"[draws.below(36)]);
    Some((format!("{}{new}{}", &text[..place], &text[place + 1..]), format!("byte {place} to {new}")))
}

/// A cell of CSV changed, or a row left out, repeated, or exchanged for another.
fn changed_rows(csv: &str, draws: &mut Draws) -> Option<(String, String)> {
    let mut rows: Vec<Vec<String>> = csv.lines().map(|row| row.split(',').map(str::to_owned).collect()).collect();
    let (row, other) = (1 + draws.below(rows.len() - 1), 1 + draws.below(rows.len() - 1));
    let column = draws.below(rows[0].len());
    let told = format!("row {row}, `{}`", rows[0][column]);
    match draws.below(8) {
        0 => drop(rows.remove(row)),
        1 => rows.insert(row, rows[row].clone()),
        2 => rows.swap(row, other),
        3 => {
            let number: u64 = rows[row][column].parse().ok()?;
            rows[row][column] = (number + 1).to_string();
        }
        _ => rows[row][column] = rows[other][column].clone(),
    }
    Some((rows.iter().map(|row| row.join(",") + "\n").collect(), told))
}

fn sha256(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A record with the digest that fits it.
fn sealed(json: &str) -> String {
    let rest: Vec<&str> = json.lines().skip(1).filter(|line| !line.starts_with("  \"sha256\"")).collect();
    let rest = rest.join("\n") + if json.ends_with('\n') { "\n" } else { "" };
    format!("{{\n  \"sha256\": \"{}\",\n{rest}", sha256(format!("{{\n{rest}").as_bytes()))
}

/// A record with the size and the digest of another content of a file.
fn recorded(json: &str, name: &str, content: &[u8]) -> Option<String> {
    let mut lines: Vec<String> = json.lines().map(str::to_owned).collect();
    let place = lines.iter().position(|line| line.contains(&format!("\"file\": \"{name}\"")))?;
    for (line, value) in [(place + 1, content.len().to_string()), (place + 2, format!("\"{}\"", sha256(content)))] {
        let (before, _, after) = parted(&lines[line]);
        lines[line] = format!("{before}{value}{after}");
    }
    Some(lines.join("\n") + if json.ends_with('\n') { "\n" } else { "" })
}
