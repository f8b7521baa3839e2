//! The forms of the sentences in which a reading is told, from `summary.toml` (INTERPRETATION 8.8).

use std::collections::BTreeMap;

use minijinja::Environment;

use crate::input::{TomlTable, TomlValue};

use super::Correspondences;

/// The tables of forms that have no more than their text, each with its keys and the facts that its forms can use. A fact that
/// does not apply is undefined.
const TABLES: [(&str, &str, &str); 5] = [
    (
        "answer",
        "held opposing-kings own-kings own-king bare-kings stalemate limit stopped unfinished",
        "verdict criterion decided own_king in_person manner stricter came coming one two lost bare other",
    ),
    ("kind", "who when", "officers verdict time third term"),
    (
        "opening",
        "carrier bore ground",
        "piece reason planet end over loss_told against against_when ours ours_when nobody relation held own element by_half road ended",
    ),
    (
        "close",
        "round figure trump time",
        "ptah verdict figure effect sense angle by trump trump_sense time third term nearest distance way",
    ),
    (
        "turn",
        "exchange withdrawal subject took concourse king-moves king-attacked goes threatens queen-crosses becomes throne check \
         ptah-threatened moves promotion demotion freeze awakening opens-check ptah-opened ptah-free risk-chosen risk-forced \
         last-round no-pivot durability",
        "quality mover says first army partner others taken is_pawn pawn_of answers king struck sets_out leaves returns coming distance \
         way attackers before angle pawn becomes officer by again left unclear",
    ),
];

/// The kinds of link, in the order of their numbers (INTERPRETATION 8.2).
#[allow(missing_docs, reason = "docs/INTERPRETATION.md defines each in a line of its table")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkKind {
    Stepped,
    Approached,
    OwnSideOpened,
    Uncovered,
    OnThePtah,
    AtHome,
    OneStroke,
    LeftToStrike,
    DrivenOff,
    OutOfAttack,
    WonByAStroke,
    CheckerTaken,
    Pressed,
    KingStrikes,
    WithinAStep,
    TakenWhereItStruck,
    StrikerStruck,
    Striker,
    SignificatorStrikes,
    SignificatorTaken,
    SignificatorStill,
    Freed,
    LostWithTheFall,
    Throne,
    PromotedAndActed,
    Concourse,
    Agreement,
    Pivot,
}

enochian_engine::named_enum! {
    /// Its name.
    LinkKind {
        Stepped: "stepped",
        Approached: "approached",
        OwnSideOpened: "own-side-opened",
        Uncovered: "uncovered",
        OnThePtah: "on-the-ptah",
        AtHome: "at-home",
        OneStroke: "one-stroke",
        LeftToStrike: "left-to-strike",
        DrivenOff: "driven-off",
        OutOfAttack: "out-of-attack",
        WonByAStroke: "won-by-a-stroke",
        CheckerTaken: "checker-taken",
        Pressed: "pressed",
        KingStrikes: "king-strikes",
        WithinAStep: "within-a-step",
        TakenWhereItStruck: "taken-where-it-struck",
        StrikerStruck: "striker-struck",
        Striker: "striker",
        SignificatorStrikes: "significator-strikes",
        SignificatorTaken: "significator-taken",
        SignificatorStill: "significator-still",
        Freed: "freed",
        LostWithTheFall: "lost-with-the-fall",
        Throne: "throne",
        PromotedAndActed: "promoted-and-acted",
        Concourse: "concourse",
        Agreement: "agreement",
        Pivot: "pivot",
    }
}

impl LinkKind {
    /// Its number, 1 to 28.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Whether it is the origin of a king's fall.
    #[must_use]
    pub const fn is_origin(self) -> bool {
        matches!(self, LinkKind::Stepped | LinkKind::Approached | LinkKind::OwnSideOpened | LinkKind::Uncovered)
    }

    /// Whether it is of two strokes, the second at the piece that made the first.
    #[must_use]
    pub const fn is_of_two_strokes(self) -> bool {
        matches!(self, LinkKind::TakenWhereItStruck | LinkKind::StrikerStruck)
    }
}

/// The facts of all links, besides their pieces and the links that are told with them.
const OF_LINKS: &str = "king others first last turns of after awakened seized waited counts exchanged awoke army ways open by_the_king began \
                        from_the_start";

/// The facts of the heading.
const OF_HEADING: &str = "army helps opposes program kind";

/// What every form knows besides: the place where it happened, the querent, and functions.
const KNOWN_TO_ALL: &str = "field land force house is_ptah querent querents who name all kind army side role turn told number \
                            times nth listed entered came took took_it";

/// A template for sentences, with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// `link.stepped`.
    pub key: String,
    /// The line on which it begins.
    pub line: usize,
    /// The template.
    pub template: String,
}

/// How a kind of link is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkForm {
    /// What its pieces are called in its forms, in their order.
    pub roles: Vec<String>,
    /// How weighty it is for the answer, 0 being the weightiest; `None` if it does not lead to an answer.
    pub weight: Option<u8>,
    /// Its place among the links that are told where nothing weightier is.
    pub order: Option<u8>,
    /// Its form.
    pub says: Form,
    /// A second one, where a summary would otherwise say the same twice.
    pub again: Option<Form>,
}

/// The forms of all sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentences {
    /// The heading.
    pub heading: Form,
    /// What forms can include.
    pub parts: Vec<Form>,
    /// By table and key: `answer.held`.
    forms: BTreeMap<String, Form>,
    links: BTreeMap<String, LinkForm>,
}

impl Sentences {
    /// The form of a table for a key. The file has every one.
    #[must_use]
    pub fn form(&self, table: &str, key: &str) -> &Form {
        &self.forms[&format!("{table}.{key}")]
    }

    /// How a kind of link is told.
    #[must_use]
    pub fn link(&self, kind: LinkKind) -> &LinkForm {
        &self.links[kind.name()]
    }
}

impl Correspondences {
    /// The forms of sentences.
    ///
    /// ```
    /// use enochian::correspondences::{Correspondences, LinkKind};
    /// let approached = Correspondences::embedded().sentences().link(LinkKind::Approached);
    /// assert_eq!((approached.roles[1].as_str(), approached.weight), ("taker", Some(0)));
    /// ```
    #[must_use]
    pub fn sentences(&self) -> &Sentences {
        self.tables.sentences()
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Sentences> {
    let heading = fields.required("heading").and_then(|item| form(&item, "heading".to_owned(), Some(&[OF_HEADING])));
    // A part can be included where these facts are, or those.
    let parts = fields.table("parts", |fields| {
        let parts = fields.entries().into_iter().map(|item| form(&item, item.key().to_owned(), None));
        parts.collect::<Vec<_>>().into_iter().collect::<Option<Vec<_>>>()
    });
    let tables = TABLES.map(|(table, keys, facts)| {
        fields.table(table, |fields| {
            let read = |key: &str| {
                let key_of = format!("{table}.{key}");
                Some((key_of.clone(), form(&fields.required(key)?, key_of, Some(&[facts]))?))
            };
            // Collected first, so that all errors are found.
            keys.split_whitespace().map(read).collect::<Vec<_>>().into_iter().collect::<Option<Vec<_>>>()
        })
    });
    let links = fields.table("link", |fields| {
        let read = |kind: &LinkKind| {
            let name = kind.name();
            Some((name.to_owned(), fields.table(name, |fields| link(name, fields))?))
        };
        LinkKind::ALL.iter().map(read).collect::<Vec<_>>().into_iter().collect::<Option<BTreeMap<_, _>>>()
    });
    let forms = tables.into_iter().collect::<Option<Vec<_>>>();
    Some(Sentences { heading: heading?, parts: parts?, forms: forms?.into_iter().flatten().collect(), links: links? })
}

fn link(name: &str, fields: &TomlTable<'_>) -> Option<LinkForm> {
    let roles = fields.required("roles").and_then(|item| item.list(|item| item.text()));
    let number = |key| fields.optional(key).map_or(Some(None), |item| Some(Some(item.integer(0..=u8::MAX)?)));
    let (weight, order) = (number("weight"), number("order"));
    let of_others = LinkKind::ALL.map(|kind| kind.name().replace('-', "_")).join(" ");
    let own = roles.as_ref().map_or(String::new(), |roles| roles.join(" "));
    let facts = [OF_LINKS, of_others.as_str(), own.as_str()];
    let says = fields.required("says").and_then(|item| form(&item, format!("link.{name}"), Some(&facts)));
    let again = fields
        .optional("again")
        .map_or(Some(None), |item| Some(Some(form(&item, format!("link.{name}.again"), Some(&facts))?)));
    Some(LinkForm { roles: roles?, weight: weight?, order: order?, says: says?, again: again? })
}

/// MiniJinja parses what is in a tag, and the branches of an `if`, by recursion without a limit: a longer template could nest so
/// deep that the stack overflows. The longest of the program's own has some nine hundred bytes.
const LONGEST: usize = 1_500;

/// A template that can be parsed and uses only names that are defined; without `facts` those are not checked.
fn form(item: &TomlValue<'_>, key: String, facts: Option<&[&str]>) -> Option<Form> {
    let template = item.prose()?;
    if template.len() > LONGEST {
        item.error(format!("`{}` has {} bytes", item.key(), template.len()), format!("at most {LONGEST}"));
        return None;
    }
    let environment = Environment::new();
    let parsed = match environment.template_from_str(&template) {
        Ok(parsed) => parsed,
        Err(error) => {
            let line = error.line().map_or(String::new(), |line| format!(", on its line {line}"));
            let detail = error.detail().unwrap_or("cannot be parsed");
            let problem = format!("`{}` is not a valid template: {detail}{line}", item.key());
            item.error(problem, "a valid MiniJinja template");
            return None;
        }
    };
    let known: Vec<&str> =
        facts.into_iter().flatten().copied().chain([KNOWN_TO_ALL]).flat_map(str::split_whitespace).collect();
    let mut undefined: Vec<String> = parsed.undeclared_variables(false).into_iter().collect();
    undefined.retain(|name| facts.is_some() && !known.contains(&name.as_str()));
    undefined.sort();
    if !undefined.is_empty() {
        item.error(
            format!("`{}` uses {}, which is not defined there", item.key(), undefined.join(", ")),
            format!("only {}", known.join(", ")),
        );
        return None;
    }
    let line = item.first_line();
    drop(parsed);
    Some(Form { key, line, template })
}
