//! The forms of the sentences in which a reading is told, from `summary.toml` (INTERPRETATION 8.8).

use std::collections::BTreeMap;

use toml::Spanned;

use crate::input::Checked;
use crate::template_environment;

use super::Correspondences;
use super::each::Each;
use super::files::DataTable;
use super::tables::Tables;

/// The tables of forms that have no more than their text, each with its keys and the facts that its forms can use. A fact that
/// does not apply is undefined.
const TABLES: [(&str, &str, &str); 5] = [
    (
        "answer",
        "held opposing-kings own-kings own-king bare-kings stalemate limit stopped unfinished",
        "verdict criterion decided own_king in_person manner stricter came coming one two by footing lost bare other",
    ),
    ("kind", "who when", "officers verdict time third term"),
    (
        "opening",
        "carrier bore ground",
        "piece reason planet end over loss_told against against_when ours ours_when nobody held element by_half road ended",
    ),
    (
        "close",
        "round figure trump time",
        "ptah held verdict figure effect sense angle by trump trump_sense time third term nearest distance way",
    ),
    (
        "turn",
        "exchange withdrawal subject took concourse king-moves king-attacked goes threatens queen-crosses becomes throne check \
         ptah-threatened promotion demotion freeze awakening opens-check ptah-opened ptah-free risk \
         last-round no-pivot durability",
        "quality mover says first army partner others taken is_pawn answers king struck sets_out leaves returns coming \
         distance way attackers stayed before angle pawn becomes officer by left unclear fell by_choice",
    ),
];

enochian_engine::named_enum! {
    /// The kinds of link, in the order of their numbers (INTERPRETATION 8.2).
    #[allow(missing_docs, reason = "docs/INTERPRETATION.md defines each in a line of its table")]
    pub enum LinkKind {
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

    /// The name of the fact that tells a form of another link that it is told with it: `left_to_strike`.
    #[must_use]
    pub fn fact(self) -> String {
        self.name().replace('-', "_")
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
const OF_LINKS: &str = "king others first last turns of after awakened seized waited counts exchanged awoke army ways open by_the_king mover went_to \
                        from_the_start";

/// The facts of two readings.
const OF_TWO: &str = "one two shared ends throw";

/// The facts of the heading.
const OF_HEADING: &str = "army helps opposes program kind";

/// What every form knows besides: the place where it happened, the querent, and functions.
const KNOWN_TO_ALL: &str = "field land force house is_ptah querent querents who name all army turn told number \
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
    /// What is said of two readings that are the same.
    pub same: Form,
    /// What is said of two readings, by paragraphs.
    pub two: Vec<Vec<Form>>,
    /// What forms can include.
    pub parts: Vec<Form>,
    /// By table and key: `answer.held`.
    forms: BTreeMap<String, Form>,
    links: Each<LinkKind, LinkForm>,
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
        &self.links[kind]
    }
}

impl Correspondences {
    /// The forms of sentences.
    #[must_use]
    pub fn sentences(&self) -> &Sentences {
        self.tables.sentences()
    }
}

/// A template as it is written.
type Written = Spanned<String>;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SentenceFile {
    heading: Written,
    parts: BTreeMap<String, Written>,
    answer: BTreeMap<String, Written>,
    kind: BTreeMap<String, Written>,
    opening: BTreeMap<String, Written>,
    close: BTreeMap<String, Written>,
    turn: BTreeMap<String, Written>,
    two: Vec<Vec<Written>>,
    same: Written,
    link: Each<LinkKind, LinkRow>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct LinkRow {
    roles: Vec<String>,
    weight: Option<u8>,
    order: Option<u8>,
    says: Written,
    again: Option<Written>,
}

impl DataTable for Sentences {
    type File = SentenceFile;

    fn of(file: SentenceFile, _: &Tables, checked: &mut Checked<'_>) -> Sentences {
        let heading = form("heading".to_owned(), file.heading, Some(&[OF_HEADING]), checked);
        // A part can be included where these facts are, or those.
        let parts = file.parts.into_iter().map(|(key, written)| form(key, written, None, checked)).collect();
        let mut forms = BTreeMap::new();
        let written = [file.answer, file.kind, file.opening, file.close, file.turn];
        for ((table, keys, facts), mut written) in TABLES.into_iter().zip(written) {
            for key in keys.split_whitespace() {
                let name = format!("{table}.{key}");
                match written.remove(key) {
                    Some(it) => drop(forms.insert(name.clone(), form(name, it, Some(&[facts]), checked))),
                    None => checked.wrong(0..0, format!("`{name}` is missing"), format!("`{key} = …` in [{table}]")),
                }
            }
            for (key, written) in written {
                checked.wrong(written.span(), format!("`{table}.{key}` is never told"), format!("only {keys}"));
            }
        }
        let same = form("same".to_owned(), file.same, Some(&[]), checked);
        let two = file.two.into_iter().map(|paragraph| {
            let forms = paragraph.into_iter().map(|it| form("two".to_owned(), it, Some(&[OF_TWO]), checked));
            forms.collect::<Vec<_>>()
        });
        let two = two.collect();
        let of_others = LinkKind::ALL.map(LinkKind::fact).join(" ");
        let links = file.link.map(|kind, LinkRow { roles, weight, order, says, again }| {
            let (name, own) = (format!("link.{kind}"), roles.join(" "));
            let facts: &[&str] = &[OF_LINKS, &of_others, &own];
            let again = again.map(|again| form(format!("{name}.again"), again, Some(facts), checked));
            LinkForm { says: form(name, says, Some(facts), checked), roles, weight, order, again }
        });
        Sentences { heading, same, two, parts, forms, links }
    }
}

/// MiniJinja parses what is in a tag, and the branches of an `if`, by recursion without a limit: a longer template could nest so
/// deep that the stack overflows. The longest of the program's own has some nine hundred bytes.
const LONGEST: usize = 1_500;

/// A form, whose template is checked: that it can be parsed and uses only names that are defined; without `facts` those are not
/// checked.
fn form(key: String, written: Written, facts: Option<&[&str]>, checked: &mut Checked<'_>) -> Form {
    let (at, line) = (written.span(), checked.first_line(written.span()));
    let template = written.into_inner();
    if template.len() > LONGEST {
        checked.wrong(at, format!("`{key}` has {} bytes", template.len()), format!("at most {LONGEST}"));
    } else {
        match template_environment().template_from_str(&template) {
            Ok(parsed) => {
                let known = facts.into_iter().flatten().copied().chain([KNOWN_TO_ALL]);
                let known: Vec<&str> = known.flat_map(str::split_whitespace).collect();
                let mut undefined: Vec<String> = parsed.undeclared_variables(false).into_iter().collect();
                undefined.retain(|name| facts.is_some() && !known.contains(&name.as_str()));
                undefined.sort();
                if !undefined.is_empty() {
                    let problem = format!("`{key}` uses {}, which is not defined there", undefined.join(", "));
                    checked.wrong(at, problem, format!("only {}", known.join(", ")));
                }
            }
            Err(error) => {
                let line = error.line().map_or(String::new(), |line| format!(", on its line {line}"));
                let detail = error.detail().unwrap_or("cannot be parsed");
                let problem = format!("`{key}` is not a valid template: {detail}{line}");
                checked.wrong(at, problem, "a valid MiniJinja template");
            }
        }
    }
    Form { key, line, template }
}
