//! A reading as it is typed, line by line, and what each line adds to its journal.

use std::fs;
use std::path::{Path, PathBuf};

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, Journal};
use enochian::record::Entry;
use enochian::session::Act;
use serde_json::Value;

use crate::notebook::{Notebook, ROOT};

/// What comes to stand in the journal, and the line to type for it; none for what follows by itself.
#[derive(Clone)]
pub(crate) struct ScriptedReading(pub(crate) Vec<(String, Option<String>)>);

impl ScriptedReading {
    /// Throws and moves, to the end.
    pub(crate) fn plain() -> ScriptedReading {
        ScriptedReading::new(|_, _, _| {})
    }

    /// With notes, and with moves and throws that are taken back and made again.
    pub(crate) fn corrected() -> ScriptedReading {
        ScriptedReading::new(|turn, number, script| {
            let back = || (of_entry(&Entry::TakenBack(1)).unwrap(), Some("back".to_owned()));
            match number % 4 {
                1 => script.extend([back(), turn[1].clone()]),
                2 => script.extend([back(), back(), turn[0].clone(), turn[1].clone()]),
                3 => {
                    let words = format!("Thought of in turn {number}.");
                    script.push((of_entry(&Entry::Note(words.clone())).unwrap(), Some(format!("note {words}"))));
                }
                _ => {}
            }
        })
    }

    fn new(
        correct: impl Fn(&[(String, Option<String>)], usize, &mut Vec<(String, Option<String>)>),
    ) -> ScriptedReading {
        let notebook = Notebook::new();
        let output = notebook.run(&["read", question(&notebook), "--auto", "--json", "--seed", "10"], "");
        let account: Value = serde_json::from_slice(&output.stdout).unwrap();
        let mut script = Vec::new();
        let turns = account["turns"].as_array().unwrap();
        for (number, turn) in turns.iter().enumerate() {
            let (throw, mv) = (turn["throw"].to_string(), turn["move"].as_str().unwrap());
            let turn = [
                (of_entry(&Act::Throw(throw.parse().unwrap()).into()).unwrap(), Some(throw)),
                (of_entry(&Act::Move(mv.parse().unwrap()).into()).unwrap(), Some(mv.to_owned())),
            ];
            if mv == "--" {
                script.extend([turn[0].clone(), (turn[1].0.clone(), None)]);
                continue;
            }
            script.extend(turn.clone());
            // After the last turn there are no prompts.
            if number + 1 < turns.len() {
                correct(&turn, number, &mut script);
            }
        }
        script.push((CONCLUDED.to_owned(), None));
        ScriptedReading(script)
    }

    /// How much of it stands in a journal, in which nothing else stands. Half an entry at its end is mended as it would
    /// be by going on.
    pub(crate) fn done(&self, path: &Path) -> usize {
        let correspondences = Correspondences::embedded();
        drop(Journal::open(path, correspondences).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
        let source = Source::new("journal.md", fs::read_to_string(path).unwrap());
        let checked = journal::check(&source, correspondences);
        assert!(checked.diagnostics.is_empty(), "{}", checked.diagnostics);
        let entries: Vec<String> =
            journal::read(path, correspondences).unwrap().entries().iter().filter_map(of_entry).collect();
        let typed = self.0.iter().map(|(entry, _)| entry).take(entries.len());
        assert!(typed.eq(&entries), "something stands in the journal that was not typed: {entries:?}");
        entries.len()
    }

    /// What is still to be typed.
    pub(crate) fn rest(&self, done: usize) -> String {
        self.0[done..].iter().filter_map(|(_, line)| Some(format!("{}\n", line.as_ref()?))).collect()
    }

    /// How much is acknowledged by what the program says when it goes on after these: all that was asked for but the last line, and
    /// what followed it.
    pub(crate) fn acknowledged(&self, done: usize, said: &str) -> usize {
        let is_prompt = |line: &&str| line.contains(" throws (1 to 6): ") || line.starts_with("Move (number, ");
        let lines = said.lines().filter(is_prompt).count();
        let mut typed = (done..self.0.len()).filter(|&place| self.0[place].1.is_some());
        if lines == 0 { done } else { typed.nth(lines - 1).unwrap_or(done) }
    }
}

const CONCLUDED: &str = "concluded";

/// An entry without its moment; none if it only says that the reading went on.
fn of_entry(entry: &Entry) -> Option<String> {
    match entry {
        Entry::Resumed(_) => None,
        Entry::Concluded(..) => Some(CONCLUDED.to_owned()),
        entry => Some(format!("{entry:?}")),
    }
}

/// Puts a question into a notebook that leaves nothing to be asked, and gives its name.
pub(crate) fn question(notebook: &Notebook) -> &'static str {
    const ANSWERS: &str = "querent = \"Anna\"\nplayers = [\"Anna\"]\ndie = \"by hand\"\nprocedure = \"ptah\"\ndice = \"regardie\"\ndirection = \"deosil\"\n";
    let brother = fs::read_to_string(format!("{ROOT}/questions/brother.toml")).unwrap();
    fs::write(notebook.path("question.toml"), brother + ANSWERS).unwrap();
    "question.toml"
}

/// The journal in a notebook, if there is one.
pub(crate) fn journal_in(notebook: &Notebook) -> Option<PathBuf> {
    let paths = fs::read_dir(notebook.journals()).unwrap().map(|entry| entry.unwrap().path());
    let mut journals = paths.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let journal = journals.next();
    assert!(journals.next().is_none(), "one reading came to stand in two journals");
    journal
}
