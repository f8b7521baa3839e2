//! The search of a notebook: a query, and what answers it in a journal.
//!
//! A query is words, phrases in quotation marks, and `key:value`. Words are looked for in what people wrote and in what the
//! header says; and if they name a square, a piece, a sign, an element, a house, a trump, a letter, a figure or a planet, also
//! among the turns, which the index of a notebook has without the journal being played again.

mod filter;
mod found_page;
mod turn_test;

use std::fmt;
use std::mem;

use serde::{Serialize, Serializer};

use crate::chess::{Army, Element, Kind, Piece, Square};
use crate::correspondences::{Correspondences, Naming, SignOrElement};
use crate::games::GameKind;
use crate::input::{quoted, search_key};
use crate::lookup::{LandingNames, NameSort, NotFound, all_pieces, find_piece, find_square, suggestion};
use crate::render::list;
use crate::study::CountedTurn;

use super::{Metadata, OwnLine};
use filter::JournalFilter;
use turn_test::{TurnTest, WantedPieces};

pub use filter::day;

/// The words after a piece that was captured; the last three alone are about kings.
const CAPTURED: [&str; 5] = ["taken", "captured", "fallen", "fell", "falls"];
/// The words before a piece that was captured.
const CAPTURES: [&str; 3] = ["takes", "captures", "took"];
/// The words for check.
const CHECK: [&str; 3] = ["check", "checks", "checking"];
/// Words between two names that say nothing to a search.
const BETWEEN: [&str; 9] = ["on", "in", "at", "by", "to", "a", "the", "and", "gives"];
/// Words before a piece of the querent's army.
const OWN: [&str; 2] = ["my", "own"];
/// The most words of a name.
const LONGEST: usize = 5;

/// A query, read.
///
/// ```
/// use enochian::correspondences::Correspondences;
/// use enochian::journal::{self, Query};
///
/// let correspondences = Correspondences::embedded();
/// let query = Query::read("my king on libra board:water", correspondences, &correspondences.namings()[0])?;
/// let journals = journal::list("journals".as_ref(), correspondences, &|_, _| {}).unwrap();
/// let found = query.find(journals[0].metadata.as_ref().unwrap(), correspondences).unwrap();
/// assert_eq!(found.turns[0].to_string(), "king of Air on a7, Libra");
/// # Ok::<(), enochian::lookup::NotFound>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Query {
    parts: Vec<Part>,
    filters: Vec<JournalFilter>,
    /// The planets that it names.
    planets: Vec<String>,
}

/// Words that are found together in a text of a journal, or in one turn.
#[derive(Clone, Debug, Default)]
struct Part {
    /// The texts to look for, by their search keys; none if only turns are meant.
    texts: Vec<String>,
    /// What one turn must be; none if the words name nothing.
    tests: Vec<TurnTest>,
}

impl Part {
    /// Whether a text has all its words.
    fn is_in(&self, text: &str) -> bool {
        let text = search_key(text);
        !self.texts.is_empty() && self.texts.iter().all(|wanted| has_words(&text, wanted))
    }
}

/// Whether a text has these words as whole words: `ring` is not in `spring`. Both are search keys.
fn has_words(text: &str, words: &str) -> bool {
    // What begins or ends with a sign, such as a quotation, has no word there.
    let is_cut = |inside: Option<char>, beside: Option<char>| {
        inside.is_some_and(char::is_alphanumeric) && beside.is_some_and(char::is_alphanumeric)
    };
    text.match_indices(words).any(|(start, found)| {
        let (before, after) = (text[..start].chars().next_back(), text[start + found.len()..].chars().next());
        !is_cut(found.chars().next(), before) && !is_cut(found.chars().next_back(), after)
    })
}

/// What answers a query in one journal.
#[derive(Debug, Default, Serialize)]
pub struct QueryAnswer<'m> {
    /// The lines that people wrote in which a word was found.
    pub lines: Vec<&'m OwnLine>,
    /// The turns in which all that the query names came together.
    #[serde(rename = "turns_found")]
    pub turns: Vec<FoundTurn>,
}

/// A turn that answers a query.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FoundTurn {
    /// Its number.
    pub turn: u32,
    /// The piece that moved.
    pub piece: Piece,
    /// The square on which it landed.
    pub square: Square,
    /// The sign or element of the square; `None` in a quiet reading.
    pub force: Option<SignOrElement>,
    /// The captured king, and the other captured piece; both from a shared throne.
    #[serde(serialize_with = "known")]
    pub captured: [Option<Piece>; 2],
    /// Whether the move gave check.
    #[serde(rename = "check")]
    pub gives_check: bool,
}

/// Serialises the pieces that there are.
fn known<S: Serializer>(captured: &[Option<Piece>; 2], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(captured.iter().flatten())
}

impl FoundTurn {
    /// Writes it at the end of a text. A search can find tens of thousands, so nothing is formatted.
    #[doc(hidden)]
    pub fn write_to(&self, text: &mut String) {
        let piece = |text: &mut String, piece: Piece| text.extend([piece.kind.name(), " of ", piece.army.name()]);
        piece(text, self.piece);
        text.extend([" on ", self.square.file().name(), self.square.rank().name()]);
        if let Some(force) = self.force {
            text.extend([", ", force.name()]);
        }
        for (index, captured) in self.captured.into_iter().flatten().enumerate() {
            text.push_str(if index == 0 { "; captures the " } else { " and the " });
            piece(text, captured);
        }
        if self.gives_check {
            text.push_str("; check");
        }
    }
}

/// `king of Air on a6, Aquarius; captures the queen of Fire; check`.
impl fmt::Display for FoundTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_to(&mut text);
        f.write_str(&text)
    }
}

/// A word of a query, or a phrase in quotation marks.
struct Word {
    text: String,
    is_phrase: bool,
}

impl Query {
    /// Reads a query as a person types it.
    ///
    /// # Errors
    /// If a key or its value is not known; the message names the word.
    pub fn read(text: &str, correspondences: &Correspondences, naming: &Naming) -> Result<Query, NotFound> {
        Reader::new(correspondences, naming).query(words(text))
    }

    /// Reads a query from arguments of a command: each with a space in it is a phrase, unless it has keys.
    ///
    /// # Errors
    /// If a key or its value is not known; the message names the word.
    ///
    /// ```
    /// use enochian::{journal::Query, correspondences::Correspondences};
    /// let correspondences = Correspondences::embedded();
    /// let arguments = ["moved back".to_owned(), "figure:carcr".to_owned()];
    /// let error = Query::of_arguments(&arguments, correspondences, &correspondences.namings()[0]).unwrap_err();
    /// assert!(error.to_string().ends_with("there is no figure \"carcr\". Did you mean \"carcer\"?"));
    /// ```
    pub fn of_arguments(
        arguments: &[String],
        correspondences: &Correspondences,
        naming: &Naming,
    ) -> Result<Query, NotFound> {
        if arguments.is_empty() {
            return Ok(Query::default());
        }
        let of_argument = |argument: &String| {
            let keys = argument.split_whitespace().map(|word| known_key(word).is_some());
            let is_phrase = argument.contains(char::is_whitespace);
            match (keys.clone().next(), keys.filter(|is_key| *is_key).count()) {
                // The shell has taken the quotation marks away: figure:"fortuna major".
                (_, 0) | (Some(true), 1) => {
                    let text = argument.trim_matches(['"', '“', '”']).to_owned();
                    vec![Word { text, is_phrase }]
                }
                _ => words(argument),
            }
        };
        Reader::new(correspondences, naming).query(arguments.iter().flat_map(of_argument))
    }

    /// Whether a word has a key, known or not: `board:water`.
    #[doc(hidden)]
    pub fn has_key(word: &str) -> bool {
        let word = Word { text: word.to_owned(), is_phrase: false };
        known_key(&word.text).or_else(|| unknown_key(&word)).is_some_and(|(key, _)| key.len() > 1)
    }

    /// Whether every journal answers it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.filters.is_empty()
    }

    /// Whether it asks only for journals, by what their headers say, and for nothing in them.
    #[must_use]
    pub fn is_filter(&self) -> bool {
        self.parts.is_empty() && !self.filters.iter().any(|filter| matches!(filter, JournalFilter::Note(_)))
    }

    /// The texts that it looks for in what people wrote, as search keys.
    #[must_use]
    pub fn texts(&self) -> Vec<&str> {
        self.parts.iter().flat_map(|part| &part.texts).chain(self.notes()).map(String::as_str).collect()
    }

    /// What is found for the planets that it names: `Saturn rules Capricorn, Aquarius and Fire: turns on their squares are found.`
    #[must_use]
    pub fn planet_notes(&self, correspondences: &Correspondences) -> Vec<String> {
        let told = |planet: &String| {
            let is_ruled = |force: &SignOrElement| correspondences.force(*force).rulers.contains(planet);
            let ruled: Vec<&str> = SignOrElement::ALL.into_iter().filter(is_ruled).map(SignOrElement::name).collect();
            (!ruled.is_empty()).then(|| format!("{planet} rules {}: turns on their squares are found.", list(&ruled)))
        };
        self.planets.iter().filter_map(told).collect()
    }

    /// The texts that notes must have.
    fn notes(&self) -> impl Iterator<Item = &String> {
        self.filters.iter().filter_map(|filter| if let JournalFilter::Note(text) = filter { Some(text) } else { None })
    }

    /// The names of people, tags and categories that it asks for and no journal has, each with those that there are: `No journal has the
    /// tag "familly". Did you mean "family"?`
    #[must_use]
    pub fn unknown_names(&self, journals: &[&Metadata], correspondences: &Correspondences) -> Vec<String> {
        /// The most names that are listed.
        const LISTED: usize = 12;
        let unknown = self.filters.iter().filter(|it| !journals.iter().any(|known| it.fits(known, correspondences)));
        let told = |filter: &JournalFilter| {
            let (what, name, mut there) = filter.named(journals)?;
            there.sort_unstable();
            there.dedup();
            let meant = match suggestion(name, there.iter().copied()) {
                meant if !meant.is_empty() => meant,
                _ if there.is_empty() => String::new(),
                _ if there.len() > LISTED => format!(". There are {} others", there.len()),
                _ => format!(". There are: {}", there.join(", ")),
            };
            let end = if meant.ends_with('?') { "" } else { "." };
            Some(format!("No journal has the {what} {}{meant}{end}", quoted(name)))
        };
        unknown.filter_map(told).collect()
    }

    /// What answers it in a journal; `None` if the journal does not.
    #[must_use]
    pub fn find<'m>(&self, metadata: &'m Metadata, correspondences: &Correspondences) -> Option<QueryAnswer<'m>> {
        self.filters.iter().all(|filter| filter.fits(metadata, correspondences)).then_some(())?;
        let missing: Vec<&Part> = self.parts.iter().filter(|part| !says(metadata, part)).collect();
        missing.iter().all(|part| !part.tests.is_empty()).then_some(())?;
        // What the text says too may still be about one turn with the rest: a note on Scorpio, and a king on Scorpio.
        let named: Vec<&Part> = self.parts.iter().filter(|part| !part.tests.is_empty()).collect();
        let mut turns = turns(&named, metadata, correspondences);
        if turns.is_empty() && missing.len() < named.len() {
            turns = self::turns(&missing, metadata, correspondences);
        }
        if turns.is_empty() && !missing.is_empty() {
            return None;
        }
        let is_found = |own: &&OwnLine| {
            let is_noted = || self.notes().any(|text| has_words(&search_key(&own.text), text));
            self.parts.iter().any(|part| part.is_in(&own.text)) || is_noted()
        };
        Some(QueryAnswer { lines: metadata.own.iter().filter(is_found).collect(), turns })
    }
}

/// Whether words stand together in something that people wrote, or that the header says.
fn says(metadata: &Metadata, part: &Part) -> bool {
    let stated = [&metadata.querent, &metadata.category, &metadata.force].into_iter().flatten();
    let game = metadata.kind.parse::<GameKind>().ok().filter(|_| !metadata.is_enochian());
    part.is_in(&metadata.title)
        || metadata.own.iter().any(|own| part.is_in(&own.text))
        || stated.chain(&metadata.tags).chain(&metadata.players).any(|it| part.is_in(it))
        || game.is_some_and(|kind| part.is_in(kind.title()))
}

/// The turns in which everything holds that some parts ask for; none if they ask for nothing.
fn turns(parts: &[&Part], metadata: &Metadata, correspondences: &Correspondences) -> Vec<FoundTurn> {
    let Some(counted) = metadata.counted.as_ref().filter(|_| !parts.is_empty()) else { return Vec::new() };
    let querent = metadata.angle.as_ref().and_then(|angle| angle.parse::<Element>().ok()).map(Army::of);
    let tests = parts.iter().flat_map(|part| &part.tests);
    let clauses: Vec<_> = tests.map(|test| test.clause(counted.board, querent, metadata.is_quiet)).collect();
    let force = |square| (!metadata.is_quiet).then(|| correspondences.square(counted.board, square).force);
    // Of a branch only its own turns are found; those before it are found in its parent.
    let own = metadata.branch.as_ref().map_or(0, |branch| branch.turn);
    let mut found = Vec::new();
    counted.turns.find(&clauses, |index, CountedTurn { landing, captured, gives_check, .. }| {
        let turn = counted.first + index as u32;
        if let Some((piece, square)) = landing.filter(|_| turn >= own) {
            found.push(FoundTurn { turn, piece, square, force: force(square), captured, gives_check });
        }
    });
    found
}

/// Reads queries.
struct Reader<'c> {
    correspondences: &'c Correspondences,
    naming: &'c Naming,
    names: LandingNames,
}

impl<'c> Reader<'c> {
    fn new(correspondences: &'c Correspondences, naming: &'c Naming) -> Reader<'c> {
        Reader { correspondences, naming, names: LandingNames::new(correspondences, naming) }
    }

    fn query(&self, words: impl IntoIterator<Item = Word>) -> Result<Query, NotFound> {
        let (mut query, mut run) = (Query::default(), Vec::new());
        for word in words {
            if let Some((key, value)) = known_key(&word.text).or_else(|| unknown_key(&word)) {
                query.parts.extend(self.parts(&mem::take(&mut run)));
                let value = value.trim().trim_matches('"');
                let told = |error| NotFound::new(format!("cannot search for {}: {error}", quoted(&word.text)));
                match JournalFilter::read(&key, value) {
                    _ if value.is_empty() => {
                        return Err(told(NotFound::new("a value is missing after the colon".to_owned())));
                    }
                    Some(filter) => query.filters.push(filter.map_err(told)?),
                    None => {
                        let tests = self.keyed(&key, value).map_err(told)?;
                        let planets = self.correspondences.planets().iter().filter(|_| key == NameSort::Planet.name());
                        let named = planets.filter(|planet| planet.name.eq_ignore_ascii_case(value));
                        query.planets.extend(named.map(|planet| planet.name.clone()));
                        query.parts.push(Part { texts: Vec::new(), tests });
                    }
                }
            } else if word.is_phrase {
                query.parts.extend(self.parts(&mem::take(&mut run)));
                let text = search_key(&word.text).into_owned();
                let parts = self.parts(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
                let named = parts.iter().all(|part| !part.tests.is_empty());
                let tests = if named { parts.into_iter().flat_map(|part| part.tests).collect() } else { Vec::new() };
                query.parts.push(Part { texts: vec![text], tests });
            } else {
                run.push(search_key(&word.text).into_owned());
            }
        }
        query.parts.extend(self.parts(&run));
        let named = |part: &Part, planet: &str| !part.tests.is_empty() && part.texts.iter().any(|it| it == planet);
        for planet in self.correspondences.planets() {
            let name = planet.name.to_lowercase();
            if query.parts.iter().any(|part| named(part, &name)) {
                query.planets.push(planet.name.clone());
            }
        }
        Ok(query)
    }

    /// The parts of words in lower case without keys: names that follow each other are one, and every other word.
    fn parts(&self, words: &[String]) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let (mut at, mut is_joined) = (0, false);
        while at < words.len() {
            let (length, tests) = match self.named(&words[at..]) {
                Some((length, test)) => (length, vec![test]),
                None if is_joined && self.is_between(&words[at..]) => {
                    at += 1;
                    continue;
                }
                None => (1, Vec::new()),
            };
            let texts = words[at..at + length].iter().filter(|word| !OWN.contains(&word.as_str())).cloned();
            let part = Part { texts: texts.collect(), tests };
            at += length;
            let is_named = !part.tests.is_empty();
            match parts.last_mut().filter(|_| is_joined && is_named) {
                Some(last) => {
                    last.texts.extend(part.texts);
                    last.tests.extend(part.tests);
                }
                None => parts.push(part),
            }
            is_joined = is_named;
        }
        parts
    }

    /// What the first words ask of a turn, and how many words that takes.
    fn named(&self, words: &[String]) -> Option<(usize, TurnTest)> {
        let is = |at: usize, known: &[&str]| words.get(at).is_some_and(|word| known.contains(&word.as_str()));
        // A planet's name may be that of a piece too: then it is the piece that was captured.
        let pieces = |at: usize| {
            let (length, test) = self.name(words.get(at..)?)?;
            (!test.landed.is_none()).then_some((length, test.landed))
        };
        let every = || WantedPieces::any(all_pieces());
        if is(0, &CHECK) {
            return Some((1, TurnTest::check()));
        }
        if is(0, &CAPTURES) {
            let (length, pieces) = pieces(1).unwrap_or_else(|| (0, every()));
            return Some((1 + length, TurnTest::captured(pieces)));
        }
        if is(0, &CAPTURED) {
            let kings = || WantedPieces::any(Army::ALL.map(|army| Piece { army, kind: Kind::King }));
            return Some((1, TurnTest::captured(if is(0, &CAPTURED[2..]) { kings() } else { every() })));
        }
        let own = usize::from(is(0, &OWN));
        if let Some((length, found)) = pieces(own) {
            let length = own + length;
            let found = if own > 0 { found.own() } else { found };
            if is(length, &CAPTURED) {
                return Some((length + 1, TurnTest::captured(found)));
            }
            if own > 0 {
                return Some((length, TurnTest::landed(found)));
            }
        }
        self.name(words)
    }

    /// Whether the first of some words only joins two names, or waits for the second to be typed.
    fn is_between(&self, words: &[String]) -> bool {
        BETWEEN.contains(&words[0].as_str()) && (words.len() == 1 || self.named(&words[1..]).is_some())
    }

    /// The longest name at the beginning of some words: the number of its words, and the turns that it is about.
    fn name(&self, words: &[String]) -> Option<(usize, TurnTest)> {
        (1..=words.len().min(LONGEST)).rev().find_map(|length| {
            let name = words[..length].join(" ");
            // A letter or a Roman number is too little to be meant.
            if length == 1 && name.chars().all(|c| "ivx".contains(c)) || name.chars().nth(1).is_none() {
                return None;
            }
            let square = || find_square(&name).ok().map(TurnTest::at);
            Some((length, TurnTest::of(&self.names.find(&name, None), self.correspondences).or_else(square)?))
        })
    }

    /// What a key and its value ask of a turn.
    fn keyed(&self, key: &str, value: &str) -> Result<Vec<TurnTest>, NotFound> {
        let of_pieces = |value: &str| -> Result<WantedPieces, NotFound> {
            let (name, is_own) = value.strip_prefix("my ").map_or((value, false), |name| (name, true));
            let found = self.names.find(name, Some(NameSort::Piece));
            let pieces = match TurnTest::of(&found, self.correspondences) {
                Some(test) => test.landed,
                None if name.eq_ignore_ascii_case("any") => WantedPieces::any(all_pieces()),
                None => WantedPieces::any([find_piece(name, self.correspondences, self.naming)?]),
            };
            Ok(if is_own { pieces.own() } else { pieces })
        };
        Ok(vec![match key {
            "square" => TurnTest::at(find_square(value)?),
            "piece" => TurnTest::landed(of_pieces(value)?),
            "captured" => TurnTest::captured(of_pieces(value)?),
            _ => {
                let Some(sort) = NameSort::of_landings().find(|sort| sort.name() == key) else {
                    let meant = suggestion(key, keys());
                    let way = format!(
                        "put it in quotation marks to search for the text: {}",
                        quoted(&format!("{key}:{value}"))
                    );
                    return Err(NotFound::new(format!(
                        "there is no key {}; expected one of {}; or {way}{meant}",
                        quoted(key),
                        keys().collect::<Vec<_>>().join(", ")
                    )));
                };
                TurnTest::of(&self.names.find(value, Some(sort)), self.correspondences).ok_or_else(|| {
                    let meant = suggestion(value, self.names.of(sort));
                    NotFound::new(format!("there is no {key} {}{meant}", quoted(value)))
                })?
            }
        }])
    }
}

/// All keys of queries.
fn keys() -> impl Iterator<Item = &'static str> {
    JournalFilter::KEYS.into_iter().chain(["square", "captured"]).chain(NameSort::of_landings().map(NameSort::name))
}

/// The key of a word, and its value.
fn known_key(word: &str) -> Option<(String, &str)> {
    let (key, value) = word.split_once(':')?;
    let key = key.to_lowercase();
    keys().any(|known| known == key).then_some((key, value))
}

/// What looks like a key; not the time of day, nor an address.
fn unknown_key(word: &Word) -> Option<(String, &str)> {
    let (key, value) = word.text.split_once(':').filter(|_| !word.is_phrase)?;
    let is_key =
        !key.is_empty() && key.chars().all(char::is_alphabetic) && !value.is_empty() && !value.starts_with('/');
    is_key.then(|| (key.to_lowercase(), value))
}

/// The words of a query; what stands in quotation marks is one, also after a key.
fn words(text: &str) -> Vec<Word> {
    let (mut words, mut word, mut quotes) = (Vec::new(), String::new(), 0);
    for c in text.chars().chain([' ']) {
        match c {
            '"' | '“' | '”' => quotes += 1,
            c if c.is_whitespace() && quotes % 2 == 0 => {
                let text = mem::take(&mut word);
                if !text.is_empty() {
                    words.push(Word { is_phrase: quotes > 0 && known_key(&text).is_none(), text });
                }
                quotes = 0;
            }
            c => word.push(c),
        }
    }
    // Somebody may still be typing the rest.
    let text = word.trim().to_owned();
    if !text.is_empty() {
        words.push(Word { is_phrase: known_key(&text).is_none(), text });
    }
    words
}
