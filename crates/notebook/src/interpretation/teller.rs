//! Puts facts into words by the templates of `summary.toml` (INTERPRETATION 8.5, 8.8).
//!
//! A teller knows what it has already said: it introduces a piece once, with what it stands for, and prints the number of a turn once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, Value};
use serde::Serialize;

use crate::chess::{Army, Kind, Officer, Piece, Square};
use crate::correspondences::{Form, KindCorrespondences};
use crate::render::{capitalised, in_words, list};
use crate::template_environment;

use super::meaning::About;
use super::story::{Starter, Story};

/// Stops a template that loops. No template of a summary needs a hundredth of this.
const FUEL: u64 = 100_000;

/// What templates are filled in with: names and values.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Facts(BTreeMap<String, Value>);

impl Facts {
    pub(super) fn insert(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        self.0.insert(name.into(), value.into());
    }

    pub(super) fn with(mut self, name: impl Into<String>, value: impl Into<Value>) -> Facts {
        self.insert(name, value);
        self
    }

    /// A fact that may not apply.
    pub(super) fn with_any(self, name: &str, value: Option<impl Into<Value>>) -> Facts {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub(super) fn extend(&mut self, other: Facts) {
        self.0.extend(other.0);
    }
}

/// Facts as one value.
impl From<Facts> for Value {
    fn from(facts: Facts) -> Value {
        Value::from(Serde(facts.0))
    }
}

/// Stands for a querent's name, and its possessive, until the sentence has its capitals: a name may have any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QuerentMarks {
    pub(super) name: char,
    pub(super) possessive: char,
}

/// Those of the reading, and of one that it is compared with, if another person asks there.
const QUERENT: QuerentMarks = QuerentMarks { name: '\u{e000}', possessive: '\u{e001}' };
const OTHER_QUERENT: QuerentMarks = QuerentMarks { name: '\u{e002}', possessive: '\u{e003}' };

/// Stands before the code of a piece of the second of two readings.
const OF_SECOND: &str = "2";

/// Tells a reading.
pub(super) struct Teller<'s, 'r> {
    story: &'s Story<'r>,
    environment: Environment<'r>,
    said: Arc<Mutex<Said>>,
    querents: Vec<(QuerentMarks, String)>,
}

/// What has been said so far, and how the pieces are called at the moment.
#[derive(Clone, Debug, Default)]
struct Said {
    names: BTreeMap<String, Name>,
    /// The pieces that this sentence has named.
    here: BTreeSet<String>,
    introduced: BTreeSet<String>,
    turns: BTreeSet<u32>,
    /// Whether it is said what pieces stand for.
    with_senses: bool,
    /// Whether two readings are told, so that "the king" could be that of either.
    of_two: bool,
}

/// What a piece is called.
#[derive(Clone, Debug, PartialEq)]
struct Name {
    army: Army,
    /// `Fire's rook`, `the pawn of Fire's rook`.
    full: String,
    /// `rook`; of a pawn that was promoted `promoted pawn`.
    kind: String,
    action: Kind,
    /// What it stands for.
    sense: String,
    /// As an object.
    pronoun: &'static str,
}

impl Said {
    /// The name of a piece, with what it stands for where it is named so for the first time; in a sentence that has named it,
    /// its kind.
    fn who(&mut self, code: &str) -> String {
        let told = self.name(code);
        let Some(name) = self.names.get(code) else { return told };
        if self.with_senses && !name.sense.is_empty() && self.introduced.insert(code.to_owned()) {
            return format!("{told} ({})", name.sense);
        }
        told
    }

    /// The name of a piece without what it stands for.
    fn name(&mut self, code: &str) -> String {
        let Some(name) = self.names.get(code) else { return code.to_owned() };
        let is_another = |other: &String| {
            other != code && self.names.get(other).is_some_and(|other| role(other.action) == role(name.action))
        };
        let is_known = !self.of_two && self.here.contains(code) && !self.here.iter().any(is_another);
        let told = if is_known { format!("the {}", name.kind) } else { name.full.clone() };
        self.here.insert(code.to_owned());
        told
    }
}

impl<'s, 'r> Teller<'s, 'r> {
    pub(super) fn new(story: &'s Story<'r>) -> Teller<'s, 'r> {
        let said = Arc::new(Mutex::new(Said::default()));
        let querents = vec![(QUERENT, story.question.querent.clone())];
        let teller = Teller { story, environment: environment(story, &said), said, querents };
        teller.begin(true);
        teller
    }

    /// Begins to tell the same reading again, with or without what pieces stand for.
    pub(super) fn begin(&self, with_senses: bool) {
        *self.said() = Said { with_senses, ..Said::default() };
    }

    /// Whether it is said from now on what pieces stand for.
    pub(super) fn say_senses(&self, with_senses: bool) {
        self.said().with_senses = with_senses;
    }

    fn said(&self) -> MutexGuard<'_, Said> {
        self.said.lock().expect("a template does not panic while it holds what was said")
    }

    /// Begins a sentence, and calls pieces by what they were just before the move of a turn.
    pub(super) fn look_at(&self, index: usize) {
        let names = names_of(self.story, index, QUERENT);
        let mut said = self.said();
        said.names = names;
        said.here.clear();
    }

    /// Calls the pieces of this reading, and of one that it is compared with, by what they are at the end.
    pub(super) fn look_at_both(&mut self, other: &Story<'_>) {
        self.look_at(self.story.turns.len());
        let asked = &other.question.querent;
        let is_one_person = self.story.question.querent == *asked;
        let marks = if is_one_person { QUERENT } else { OTHER_QUERENT };
        self.querents.push((marks, asked.clone()));
        let names = names_of(other, other.turns.len(), marks).into_iter();
        let mut said = self.said();
        said.of_two = true;
        said.names.extend(names.map(|(code, name)| (format!("{OF_SECOND}{code}"), name)));
    }

    /// The code for a piece of the second of two readings: that of the first where it is the same there.
    pub(super) fn code_of_second(&self, piece: Starter) -> String {
        let (code, said) = (piece.code(), self.said());
        let own = format!("{OF_SECOND}{code}");
        if said.names.get(&code) == said.names.get(&own) { code } else { own }
    }

    /// Begins a sentence, without calling pieces by other names.
    pub(super) fn begin_sentence(&self) {
        self.said().here.clear();
    }

    /// Calls one piece by what it was just before the move of another turn.
    pub(super) fn look_back_at(&self, starter: Starter, index: usize) {
        let name = name_of(self.story, starter, index, QUERENT);
        self.said().names.insert(starter.code(), name);
    }

    /// A square as a field, under the names that every form knows.
    pub(super) fn place(&self, square: Square) -> Facts {
        let story = self.story;
        let (correspondences, force) = (story.correspondences, story.force(square));
        let is_ptah = square == story.question.ptah;
        let field = correspondences.field(force);
        let land = ["in ", "on "].iter().find_map(|preposition| field.strip_prefix(preposition));
        Facts::default()
            .with("field", if is_ptah { "on the Ptah" } else { field })
            .with("land", land.unwrap_or(field))
            .with("force", force.to_string())
            .with("house", correspondences.force(force).house)
            .with("is_ptah", is_ptah)
    }

    /// Fills in a form. One that a person edited may fail with some facts; then the text says so, and nothing else is lost.
    pub(super) fn tell(&self, form: &Form, facts: &Facts) -> String {
        let text =
            self.environment.render_named_str(&form.key, &form.template, Serde(&facts.0)).unwrap_or_else(|error| {
                let line = error.line().map_or(form.line, |line| form.line + line - 1);
                let detail = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
                format!("[summary.toml:{line}: `{}`: {detail}]", form.key)
            });
        let names = self.querents.iter();
        let names = names.flat_map(|(marks, name)| [(marks.name, name.clone()), (marks.possessive, whose(name))]);
        names.fold(punctuated(&text), |told, (mark, name)| {
            // Only a name that stands for "the querent" is no name and takes a capital at the head of a sentence.
            let head = capitalised(&name);
            let told = told.strip_prefix(mark).map(|rest| format!("{head}{rest}")).unwrap_or(told);
            told.replace(&format!(". {mark}"), &format!(". {head}")).replace(mark, &name)
        })
    }

    /// What templates print where they name the querent of the reading, or of that with which it is compared.
    pub(super) fn querent_mark(&self, is_second: bool) -> String {
        self.querents[usize::from(is_second)].0.name.to_string()
    }
}

/// What the pieces of a reading are called just before the move of a turn, by their codes.
fn names_of(story: &Story<'_>, index: usize, marks: QuerentMarks) -> BTreeMap<String, Name> {
    story.starters().map(|starter| (starter.code(), name_of(story, starter, index, marks))).collect()
}

fn name_of(story: &Story<'_>, starter: Starter, index: usize, marks: QuerentMarks) -> Name {
    let was = story.seen(index, starter);
    let is_own = was.army == story.querent;
    let risen = starter.kind.is_pawn() && !was.kind.is_pawn();
    let kind = match was.kind {
        _ if risen => "promoted pawn".to_owned(),
        Kind::Pawn(_) => "pawn".to_owned(),
        kind => kind.to_string(),
    };
    // After a concourse an army can have two pieces of a kind.
    let full = match starter.kind {
        Kind::King if is_own => format!("{} king", marks.possessive),
        Kind::Pawn(officer) if was.army == starter.army => format!("the {kind} of {}'s {officer}", was.army),
        Kind::Pawn(officer) => format!("{}'s {kind} of {}'s {officer}", was.army, starter.army),
        _ if was.army == starter.army => format!("{}'s {kind}", was.army),
        _ => format!("{}'s {kind} from {}", was.army, starter.army),
    };
    let is_person = story.about() == About::Person && !is_own && !was.kind.is_pawn() && !risen;
    let pronoun = match was.kind {
        Kind::King => "him",
        Kind::Officer(Officer::Knight | Officer::Bishop) if is_person => "him",
        Kind::Officer(Officer::Queen | Officer::Rook) if is_person => "her",
        _ => "it",
    };
    Name { army: was.army, full, kind, action: was.kind, sense: sense(story, was, risen), pronoun }
}

/// Tells a piece, given by its code, and notes that it was told.
type TellPiece = fn(&mut Said, &str) -> String;

/// The functions that templates can call.
fn environment<'r>(story: &Story<'r>, said: &Arc<Mutex<Said>>) -> Environment<'r> {
    let mut environment = template_environment();
    // A template may test for a missing fact, but must not print one.
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    environment.set_fuel(Some(FUEL));
    for part in &story.correspondences.sentences().parts {
        environment.add_template(&part.key, &part.template).expect("it was parsed when it was read");
    }
    environment.add_function("number", in_words);
    environment.add_function("listed", |words: Vec<String>| list(&words));
    environment.add_function("times", |number: usize| match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{} times", in_words(more)),
    });
    environment.add_function("nth", |number: usize| {
        const WORDS: [&str; 7] = ["", "first", "second", "third", "fourth", "fifth", "sixth"];
        WORDS.get(number).map_or_else(|| crate::render::nth(number as u8), |word| (*word).to_owned())
    });
    let with = |said: &Arc<Mutex<Said>>, tell: TellPiece| {
        let said = Arc::clone(said);
        move |code: String| said.lock().map_or_else(|_| String::new(), |mut said| tell(&mut said, &code))
    };
    let of_name: [(&'static str, TellPiece); 4] = [
        ("who", Said::who),
        ("name", Said::name),
        ("army", |said, code| said.names.get(code).map_or(String::new(), |name| name.army.to_string())),
        ("own", |said, code| {
            let is_called = |pronoun| said.names.get(code).is_some_and(|name| name.pronoun == pronoun);
            if is_called("him") {
                "his"
            } else if is_called("her") {
                "her"
            } else {
                "its"
            }
            .to_owned()
        }),
    ];
    for (name, tell) in of_name {
        environment.add_function(name, with(said, tell));
    }
    let all = Arc::clone(said);
    environment.add_function("all", move |codes: Vec<String>| {
        all.lock().map_or_else(
            |_| String::new(),
            |mut said| list(&codes.iter().map(|code| said.who(code)).collect::<Vec<_>>()),
        )
    });
    let turns = Arc::clone(said);
    environment.add_function("turn", move |turn: u32, before: Option<String>| {
        let is_new = turns.lock().is_ok_and(|mut said| said.turns.insert(turn));
        if is_new { format!("{} turn {turn}", before.as_deref().unwrap_or("in")) } else { String::new() }
    });
    let turns = Arc::clone(said);
    environment.add_function("told", move |turn: u32| turns.lock().is_ok_and(|said| said.turns.contains(&turn)));
    for (name, verb) in VERBS {
        let verbs: BTreeMap<&'static str, String> =
            Kind::ALL.map(|kind| (role(kind), verb(story.correspondences.kind(kind)).to_owned())).into();
        let said = Arc::clone(said);
        environment.add_function(name, move |code: String, object: Option<String>| {
            let Ok(said) = said.lock() else { return String::new() };
            let verb = said.names.get(&code).and_then(|name| verbs.get(role(name.action))).map_or("", String::as_str);
            let object = object.and_then(|object| said.names.get(&object)).map_or("it", |it| it.pronoun);
            verb.replace("{}", object)
        });
    }
    environment.add_global("querent", QUERENT.name.to_string());
    environment.add_global("querents", QUERENT.possessive.to_string());
    environment
}

/// The name of a kind; all pawns are one kind.
const fn role(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "king",
        Kind::Officer(officer) => officer.name(),
        Kind::Pawn(_) => "pawn",
    }
}

/// The verbs of a kind of piece, under the names that templates call them by.
type Verb = fn(&KindCorrespondences) -> &str;
const VERBS: [(&str, Verb); 4] = [
    ("entered", |kind| &kind.entered),
    ("came", |kind| &kind.came),
    ("took", |kind| &kind.took),
    ("took_it", |kind| &kind.took_it),
];

/// What a piece stands for; of a pawn, and of the querent's king, nothing is said.
fn sense(story: &Story<'_>, piece: Piece, is_risen: bool) -> String {
    match piece.kind {
        Kind::Pawn(_) => String::new(),
        Kind::King if piece.army == story.querent => String::new(),
        Kind::King | Kind::Officer(_) => story.stands_for(piece, is_risen).to_owned(),
    }
}

/// How a move goes that left one distance to the Ptah and came to another, in king's steps.
pub(super) const fn way(left: u8, came: u8) -> &'static str {
    if came < left {
        "nearer"
    } else if came > left {
        "back"
    } else {
        "past"
    }
}

/// The name in the possessive.
pub(super) fn whose(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

/// What goes on from the words before it.
pub(super) fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

/// Mends spaces and capitals: forms are put together from parts that may be empty.
fn punctuated(text: &str) -> String {
    let mut told = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let closes = word.starts_with([',', '.', ';', ':', ')']);
        let begins = told.is_empty() || told.ends_with(['.', '?', '!']);
        // A comma that ends an insertion gives way to the mark that follows it.
        if closes && told.ends_with(',') {
            told.pop();
        }
        if !closes && !told.is_empty() && !told.ends_with('(') {
            told.push(' ');
        }
        if begins { told.push_str(&capitalised(word)) } else { told.push_str(word) }
    }
    [",,", ",.", ",;", ",:"].into_iter().fold(told, |told, pair| told.replace(pair, &pair[1..]))
}
