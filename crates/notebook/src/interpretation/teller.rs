//! Puts facts into words by the templates of `summary.toml` (INTERPRETATION 8.5, 8.8).
//!
//! A teller knows what it has already said: it introduces a piece once, with what it stands for, and prints the number of a turn once.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

use minijinja::value::Serde;
use minijinja::{Environment, Error, UndefinedBehavior, Value};

use crate::chess::{Army, Kind, Officer, Piece, Square};
use crate::correspondences::{Form, KindPhrases};
use crate::render::{capitalised, in_words, list};

use super::context::ReadingContext;
use super::meaning::About;
use super::story::{Starter, Story};

/// Stops a template that loops. No template of a summary needs a hundredth of this.
const FUEL: u64 = 100_000;

/// The querent's name and its possessive, until the sentence has its commas and capitals: a name may have any.
const QUERENT: char = '\u{e000}';
const QUERENTS: char = '\u{e001}';

/// How much is said. A long summary says less of who the pieces are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Detail {
    /// Who the kings are.
    pub(super) of_kings: bool,
    /// Of how many others it is said who they are.
    pub(super) of_others: usize,
    /// Whether forms leave out what they can.
    pub(super) is_spare: bool,
    /// Whether small counts are given as numbers.
    pub(super) counts: bool,
    /// Whether a piece that is known goes by its kind alone, if there is no other.
    pub(super) short_names: bool,
}

impl Detail {
    /// Whether another piece may be introduced.
    fn allow(&mut self, is_king: bool) -> bool {
        if is_king {
            return self.of_kings;
        }
        let is_left = self.of_others > 0;
        self.of_others = self.of_others.saturating_sub(1);
        is_left
    }
}

/// What templates are filled in with: names and values.
pub(super) type Facts = BTreeMap<&'static str, Value>;

/// Tells a reading.
pub(super) struct Teller<'s, 'c, 'r> {
    story: &'s Story<'c, 'r>,
    /// With the macros, and each form that was used under its key: what is told again is not parsed again.
    environment: RefCell<Environment<'c>>,
    macros: Vec<&'c str>,
    said: Arc<Mutex<Said>>,
}

/// What has been said so far, and how the pieces are called at the moment.
#[derive(Clone, Debug)]
struct Said {
    names: BTreeMap<String, Name>,
    mentioned: BTreeSet<String>,
    introduced: BTreeSet<String>,
    turns: BTreeSet<u32>,
    detail: Detail,
}

/// What a piece is called.
#[derive(Clone, Debug)]
struct Name {
    army: Army,
    /// `rook`; of a pawn that was promoted `risen pawn`.
    kind: String,
    action: Kind,
    is_querents_king: bool,
    /// What it stands for, as words that can follow a comma.
    sense: String,
    is_of_the_matter: bool,
    pronoun: Pronoun,
    side: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pronoun {
    He,
    She,
    It,
}

impl Pronoun {
    const fn subject(self) -> &'static str {
        match self {
            Pronoun::He => "he",
            Pronoun::She => "she",
            Pronoun::It => "it",
        }
    }

    const fn object(self) -> &'static str {
        match self {
            Pronoun::He => "him",
            Pronoun::She => "her",
            Pronoun::It => "it",
        }
    }

    const fn relative(self) -> &'static str {
        match self {
            Pronoun::He | Pronoun::She => "who",
            Pronoun::It => "which",
        }
    }

    const fn possessive(self) -> &'static str {
        match self {
            Pronoun::He => "his",
            Pronoun::She => "her",
            Pronoun::It => "its",
        }
    }
}

impl Said {
    fn nothing(detail: Detail) -> Said {
        let (mentioned, introduced, turns) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        Said { names: BTreeMap::new(), mentioned, introduced, turns, detail }
    }

    /// The name of a piece, with what it stands for where it is named so for the first time.
    fn who(&mut self, code: &str) -> String {
        let Some(name) = self.names.get(code).cloned() else { return code.to_owned() };
        let is_new = self.introduced.insert(code.to_owned());
        let mut told = if is_new || !self.mentioned.contains(code) { name.full() } else { self.short(code, &name) };
        if is_new && !name.sense.is_empty() && self.detail.allow(name.action == Kind::King) {
            told.push_str(&format!(", {},", name.sense));
        }
        if self.mentioned.insert(code.to_owned()) && name.is_of_the_matter {
            told.push_str(name.for_the_matter());
        }
        told
    }

    /// The name of a piece without what it stands for.
    fn name(&mut self, code: &str) -> String {
        let Some(name) = self.names.get(code).cloned() else { return code.to_owned() };
        let is_first = self.mentioned.insert(code.to_owned());
        let mut told = name.full();
        if is_first && name.is_of_the_matter {
            told.push_str(name.for_the_matter());
        }
        told
    }

    /// The name of a piece that is known already: `the rook`, if there is no other.
    fn short(&self, code: &str, name: &Name) -> String {
        let is_another = |other: &&String| {
            other.as_str() != code && self.names.get(*other).is_some_and(|other| other.kind == name.kind)
        };
        if !self.detail.short_names
            || name.action == Kind::King
            || self.mentioned.iter().any(|other| is_another(&other))
        {
            name.full()
        } else {
            format!("the {}", name.kind)
        }
    }
}

impl Name {
    fn full(&self) -> String {
        if self.is_querents_king { format!("{QUERENTS} king") } else { format!("{}'s {}", self.army, self.kind) }
    }

    fn for_the_matter(&self) -> &'static str {
        match (self.is_querents_king, self.pronoun) {
            (true, _) => ", who stands for the matter too,",
            (false, Pronoun::It) => ", which stands for the matter,",
            (false, _) => ", who stands for the matter,",
        }
    }
}

/// The name of the template with the macros.
const MACROS: &str = "macros";

impl<'s, 'c, 'r> Teller<'s, 'c, 'r> {
    pub(super) fn new(story: &'s Story<'c, 'r>, detail: Detail) -> Teller<'s, 'c, 'r> {
        let said = Arc::new(Mutex::new(Said::nothing(detail)));
        let mut environment = environment(story.context, &said);
        let sentences = story.context.correspondences.sentences();
        // Parsed once for all forms.
        let added = environment.add_template(MACROS, sentences.macros());
        added.expect("the macros were parsed when they were read");
        let teller = Teller { story, environment: environment.into(), macros: sentences.macro_names(), said };
        teller.begin(detail);
        teller
    }

    /// Begins to tell the same reading again.
    pub(super) fn begin(&self, detail: Detail) {
        self.environment.borrow_mut().add_global("spare", detail.is_spare);
        *self.said() = Said::nothing(detail);
    }

    /// How many pieces besides the kings may still be introduced.
    pub(super) fn others_left(&self) -> usize {
        self.said().detail.of_others
    }

    fn said(&self) -> MutexGuard<'_, Said> {
        self.said.lock().expect("a template does not panic while it holds what was said")
    }

    /// Calls pieces by what they were just before the move of a turn.
    pub(super) fn look_at(&self, index: usize) {
        let names = self.story.starters().map(|starter| (starter.code(), self.name_of(starter, index))).collect();
        self.said().names = names;
    }

    /// Calls one piece by what it was just before the move of another turn.
    pub(super) fn look_back_at(&self, starter: Starter, index: usize) {
        let name = self.name_of(starter, index);
        self.said().names.insert(starter.code(), name);
    }

    fn name_of(&self, starter: Starter, index: usize) -> Name {
        let context = self.story.context;
        let was = self.story.seen(index, starter);
        let is_own = was.army == context.querent;
        let risen = starter.kind.is_pawn() && !was.kind.is_pawn();
        let kind = match was.kind {
            _ if risen => "risen pawn".to_owned(),
            Kind::Pawn(_) => "pawn".to_owned(),
            kind => kind.to_string(),
        };
        // After a concourse an army can have two pieces of a kind.
        let kind = if was.army == starter.army { kind } else { format!("{kind} from {}", starter.army) };
        let is_person = context.about() == About::Person && !is_own && !was.kind.is_pawn() && !risen;
        let pronoun = match was.kind {
            Kind::King => Pronoun::He,
            Kind::Officer(officer) if is_person => match officer {
                Officer::Knight | Officer::Bishop => Pronoun::He,
                Officer::Queen | Officer::Rook => Pronoun::She,
            },
            _ => Pronoun::It,
        };
        Name {
            army: was.army,
            kind,
            action: was.kind,
            is_querents_king: is_own && was.kind == Kind::King,
            sense: sense(context, was, risen),
            is_of_the_matter: self.story.significator == Some(starter),
            pronoun,
            side: if is_own {
                "own"
            } else if context.is_ours(was.army) {
                "help"
            } else {
                "opposing"
            },
        }
    }

    /// A square as a field, under the names that every form knows.
    pub(super) fn place(&self, square: Square) -> Facts {
        let context = self.story.context;
        let (correspondences, force) = (context.correspondences, context.force(square));
        let house = correspondences.force(force).house;
        let matters = house.and_then(|house| correspondences.house(house)).map(|it| &it.matters);
        Facts::from([
            ("field", correspondences.field(force).into()),
            ("force", force.to_string().into()),
            ("house", house.into()),
            // The first two.
            ("matters", matters.map(|matters| list(&matters[..matters.len().min(2)])).into()),
            ("is_ptah", (square == context.question.ptah).into()),
        ])
    }

    /// Fills in a form. One that a person edited may fail with some facts; then the text says so, and nothing else is lost.
    pub(super) fn tell(&self, form: &Form, facts: &Facts) -> String {
        let text = self.rendered(form, facts).unwrap_or_else(|error| {
            let line = error.line().map_or(form.line, |line| form.line + line - 1);
            let detail = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
            format!("[summary.toml:{line}: `{}`: {detail}]", form.key)
        });
        let question = self.story.context.question;
        let names = [(QUERENT, question.querent.clone()), (QUERENTS, whose(&question.querent))];
        let told = punctuated(&text);
        names.into_iter().fold(told, |told, (mark, name)| {
            // Only a name that stands for "the querent" is no name and takes a capital at the head of a sentence.
            let head = capitalised(&name);
            let told = told.strip_prefix(mark).map(|rest| format!("{head}{rest}")).unwrap_or(told);
            told.replace(&format!(". {mark}"), &format!(". {head}")).replace(mark, &name)
        })
    }

    fn rendered(&self, form: &Form, facts: &Facts) -> Result<String, Error> {
        let mut environment = self.environment.borrow_mut();
        if environment.get_template(&form.key).is_err() {
            // The macros that it may call are imported on its first line, so that its lines keep their numbers.
            let called = self.macros.iter().filter(|name| form.template.contains(**name));
            let called = called.copied().collect::<Vec<_>>().join(", ");
            let imports = if called.is_empty() { called } else { format!("{{% from \"{MACROS}\" import {called} %}}") };
            environment.add_template_owned(form.key.clone(), imports + &form.template)?;
        }
        environment.get_template(&form.key)?.render(Serde(facts))
    }
}

/// Tells a piece, given by its code, and notes that it was told.
type TellPiece = fn(&mut Said, &str) -> String;

/// The functions that templates can call.
fn environment<'c>(context: &ReadingContext<'c>, said: &Arc<Mutex<Said>>) -> Environment<'c> {
    let mut environment = Environment::new();
    // A template may test for a missing fact, but must not print one.
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    environment.set_fuel(Some(FUEL));
    environment.add_function("number", in_words);
    let all = Arc::clone(said);
    environment.add_function("some", move |number: usize| {
        let counts = all.lock().is_ok_and(|said| said.detail.counts);
        match number {
            2 if !counts => "a couple of".to_owned(),
            3.. if !counts => "several".to_owned(),
            number => in_words(number),
        }
    });
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
    let of_name: [(&'static str, TellPiece); 9] = [
        ("who", Said::who),
        ("name", Said::name),
        ("kind", |said, code| said.names.get(code).map_or(String::new(), |name| name.kind.clone())),
        ("army", |said, code| said.names.get(code).map_or(String::new(), |name| name.army.to_string())),
        ("side", |said, code| said.names.get(code).map_or(String::new(), |name| name.side.to_owned())),
        ("that", |said, code| said.names.get(code).map_or("which", |name| name.pronoun.relative()).to_owned()),
        ("him", |said, code| said.names.get(code).map_or("it", |name| name.pronoun.object()).to_owned()),
        ("his", |said, code| said.names.get(code).map_or("its", |name| name.pronoun.possessive()).to_owned()),
        ("role", |said, code| said.names.get(code).map_or("", |name| role(name.action)).to_owned()),
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
    let names = Arc::clone(said);
    environment.add_function("he", move |code: String, other: Option<String>| {
        let Ok(said) = names.lock() else { return String::new() };
        let Some(name) = said.names.get(&code) else { return "it".to_owned() };
        let is_the_same = |other: &String| said.names.get(other).is_some_and(|other| other.pronoun == name.pronoun);
        let Some(other) = other.as_ref().filter(|other| is_the_same(other)) else {
            return name.pronoun.subject().to_owned();
        };
        let is_of_another_kind = said.names.get(other).is_some_and(|other| other.kind != name.kind);
        if is_of_another_kind && !said.detail.short_names {
            format!("the {}", name.kind)
        } else {
            said.short(&code, name)
        }
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
            Kind::ALL.map(|kind| (role(kind), verb(context.correspondences.kind_phrases(kind)).to_owned())).into();
        let said = Arc::clone(said);
        environment.add_function(name, move |code: String, object: Option<String>| {
            let Ok(said) = said.lock() else { return String::new() };
            let verb = said.names.get(&code).and_then(|name| verbs.get(role(name.action))).map_or("", String::as_str);
            let object = object.and_then(|object| said.names.get(&object)).map_or("it", |it| it.pronoun.object());
            verb.replace("{}", object)
        });
    }
    environment.add_global("querent", QUERENT.to_string());
    environment.add_global("querents", QUERENTS.to_string());
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
type Verb = fn(&KindPhrases) -> &str;
const VERBS: [(&str, Verb); 4] = [
    ("entered", |kind| &kind.entered),
    ("came", |kind| &kind.came),
    ("took", |kind| &kind.took),
    ("took_it", |kind| &kind.took_it),
];

/// What a piece stands for; of a pawn, and of the querent's king, nothing is said.
fn sense(context: &ReadingContext<'_>, piece: Piece, is_risen: bool) -> String {
    match piece.kind {
        Kind::Pawn(_) => String::new(),
        Kind::King if piece.army == context.querent => String::new(),
        Kind::King | Kind::Officer(_) => context.stands_for(piece, is_risen).to_owned(),
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

/// Mends spaces, commas and capitals: forms are put together from parts that may be empty.
fn punctuated(text: &str) -> String {
    let mut told = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let closes = word.starts_with([',', '.', ';', ':', ')']);
        // A comma that ends an insertion gives way to the mark that follows it.
        if closes && told.ends_with(',') {
            told.pop();
        }
        let begins = told.is_empty() || told.ends_with(['.', '?', '!']);
        if !closes && !told.is_empty() && !told.ends_with('(') {
            told.push(' ');
        }
        if begins { told.push_str(&capitalised(word)) } else { told.push_str(word) }
    }
    // The same within a word: `woman,,` and `woman,.` from an insertion before a mark.
    [",,", ",.", ",;", ",:"].into_iter().fold(told, |told, pair| told.replace(pair, &pair[1..]))
}
