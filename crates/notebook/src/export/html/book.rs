//! A book of several journals: one page to read and to print.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::Serialize;

use crate::chess::{Kind, Mode, Piece};
use crate::correspondences::{Correspondences, Naming, Palette};
use crate::export::ExportError;
use crate::input::{safe, safe_prose};
use crate::journal::{IndexEntry, Metadata, OwnMeanings, PictureError, link_targets, occurrences, with_pictures};
use crate::lookup::Thing;
use crate::record::{EnochianRecord, Record};
use crate::render::{count, day, list};

use super::conclusion_html::{encoded, templates};
use super::{Html, STYLE, running_title};

/// A book: a title page, the contents, each journal from a new page, what things mean to the person, and an index.
///
/// The index has what the tradition reads: the signs and trumps of the squares on which the querent's king landed or a king or
/// officer was captured, and the kings and officers that captured or were captured. A quiet reading is not in it.
///
/// ```
/// use enochian::{correspondences::{Correspondences, Palette}, export::Book, journal};
/// let correspondences = Correspondences::embedded();
/// let entries = journal::list("journals".as_ref(), correspondences, &|_, _| {}).unwrap();
/// let mut book = Book::new(&entries, Palette::Elements, correspondences);
/// for entry in &entries {
///     book.add(entry, &journal::read(&entry.path, correspondences).unwrap())?;
/// }
/// let naming = &correspondences.namings()[0];
/// let page = book.page(&journal::OwnMeanings::read("journals".as_ref(), correspondences, naming), naming)?;
/// assert!(page.contains("<h2>Contents</h2>") && page.contains("href=\"#r1-turn-4\""));
/// # Ok::<(), enochian::export::ExportError>(())
/// ```
#[derive(Debug)]
pub struct Book<'b> {
    /// All journals to which links in notes can lead.
    all: &'b [IndexEntry],
    palette: Palette,
    correspondences: &'b Correspondences,
    chapters: Vec<Chapter<'b>>,
    index: BTreeMap<Thing, Turns>,
}

/// The turns in which something came up, by the chapter's number from 1.
type Turns = BTreeMap<usize, BTreeSet<u32>>;

#[derive(Debug)]
struct Chapter<'b> {
    entry: &'b IndexEntry,
    html: String,
}

/// A line of the contents.
#[derive(Default, Serialize)]
struct ContentsLine {
    title: String,
    day: String,
    /// The board; empty in the other games.
    board: String,
    answer: String,
}

/// What a name stands under in an index: The Chariot under C.
fn sorted_as(name: &str) -> &str {
    name.strip_prefix("The ").unwrap_or(name)
}

/// A thing of the index.
#[derive(Serialize)]
struct IndexLine {
    name: String,
    /// What it means to the person.
    text: String,
    turns: Turns,
}

impl<'b> Book<'b> {
    /// A book without chapters. `all` are the journals to which links in notes can lead.
    #[must_use]
    pub fn new(all: &'b [IndexEntry], palette: Palette, correspondences: &'b Correspondences) -> Book<'b> {
        Book { all, palette, correspondences, chapters: Vec::new(), index: BTreeMap::new() }
    }

    /// Adds a journal as the last chapter. Returns which of its pictures are missing.
    ///
    /// # Errors
    /// If the page of the journal cannot be built.
    pub fn add(&mut self, entry: &'b IndexEntry, record: &Record) -> Result<Vec<PictureError>, ExportError> {
        let Ok(links) = link_targets(record, &entry.path, || Ok::<_, std::convert::Infallible>(self.all.to_vec()));
        let html = Html { palette: self.palette, links }.render("kept.html", record, self.correspondences)?;
        let (html, missing) = with_pictures(html.into_bytes(), &entry.path, record);
        let chapter = self.chapters.len() + 1;
        // A text has no quotation marks in the page, so this finds only elements. All chapters have the same names.
        let html = String::from_utf8_lossy(&html);
        let html =
            html.replace(" id=\"", &format!(" id=\"r{chapter}-")).replace("href=\"#", &format!("href=\"#r{chapter}-"));
        self.chapters.push(Chapter { entry, html });
        if let Some(record) = record.enochian().filter(|it| !it.is_quiet() && it.subject().mode() == Mode::Reading) {
            for (turn, thing) in read_of(record, self.correspondences) {
                self.index.entry(thing).or_default().entry(chapter).or_default().insert(turn);
            }
        }
        Ok(missing)
    }

    /// The page, with what things mean to the person.
    ///
    /// # Errors
    /// If it cannot be built.
    pub fn page(self, own: &OwnMeanings, naming: &Naming) -> Result<String, ExportError> {
        let number = |entry: &IndexEntry| self.chapters.iter().position(|it| it.entry.path == entry.path);
        let meanings: Vec<IndexLine> = (own.all().iter())
            .map(|it| IndexLine {
                name: it.thing.to_string(),
                text: safe_prose(&it.text).into_owned(),
                turns: occurrences(&it.thing, self.all, self.correspondences, naming)
                    .into_iter()
                    .filter_map(|(entry, turns)| Some((number(entry)? + 1, turns.into_iter().collect())))
                    .collect(),
            })
            .collect();
        let of = |sorts: &[&str]| -> Vec<IndexLine> {
            let things = self.index.iter().filter(|(thing, _)| sorts.contains(&thing.sort));
            let line = |(thing, turns): (&Thing, &Turns)| (thing.name.clone(), turns.clone());
            let lines = things.map(line).map(|(name, turns)| IndexLine { name, text: String::new(), turns });
            let mut lines: Vec<IndexLine> = lines.collect();
            lines.sort_by(|one, other| sorted_as(&one.name).cmp(sorted_as(&other.name)));
            lines
        };
        let index =
            [("Signs and elements", of(&["sign", "element"])), ("Trumps", of(&["trump"])), ("Pieces", of(&["piece"]))];
        let metadata: Vec<&Metadata> =
            self.chapters.iter().filter_map(|it| it.entry.metadata.as_deref().ok()).collect();
        let contents: Vec<ContentsLine> = self.chapters.iter().map(|it| ContentsLine::of(it.entry)).collect();
        let style = contents.iter().enumerate().map(|(index, it)| {
            let number = index + 1;
            running_title(&format!("r{number}"), &format!("{number} · {}", it.title), &it.day)
        });
        let all = context! {
            title => title(&metadata),
            about => about(&metadata),
            style => format!("{STYLE}{}", style.collect::<String>()),
            contents => Value::from(Serde(&contents)),
            chapters => self.with_links(),
            meanings => Value::from(Serde(meanings)),
            index => Value::from(Serde(index)),
            version => env!("CARGO_PKG_VERSION"),
        };
        let mut pages = templates(String::new(), BTreeMap::new())?;
        pages.add_template("book.html", include_str!("book.html"))?;
        Ok(pages.get_template("book.html")?.render(all)?)
    }

    /// The chapters, with links to each other in place of those to the pages of the journals.
    fn with_links(&self) -> Vec<String> {
        let linked = |chapter: &Chapter<'_>| {
            self.chapters.iter().enumerate().fold(chapter.html.clone(), |html, (index, to)| {
                let (page, number) = (format!("href=\"{}.html", encoded(&to.entry.name())), index + 1);
                html.replace(&format!("{page}#"), &format!("href=\"#r{number}-"))
                    .replace(&format!("{page}\""), &format!("href=\"#r{number}\""))
            })
        };
        self.chapters.iter().map(linked).collect()
    }
}

/// What the tradition reads, turn by turn.
fn read_of(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Vec<(u32, Thing)> {
    let (board, querent) = (record.subject().board(), record.subject().querent());
    let mut found = Vec::new();
    for turn in record.turns() {
        let (Some(to), Some(piece)) = (turn.landing(), turn.piece) else { continue };
        let captured = turn.captures().map(|(piece, _)| piece);
        let mut persons: Vec<Piece> = captured.filter(|it| !it.kind.is_pawn()).collect();
        let is_querent = Some(piece.army) == querent && piece.kind == Kind::King;
        let squares =
            if is_querent || !persons.is_empty() { Thing::of_square(to, board, correspondences) } else { Vec::new() };
        persons.extend((!persons.is_empty() && !piece.kind.is_pawn()).then_some(piece));
        // The second of a piece is its kind.
        let persons = persons.into_iter().flat_map(|piece| Thing::of_piece(piece).into_iter().take(1));
        found.extend(squares.into_iter().chain(persons).map(|thing| (turn.ply, thing)));
    }
    found
}

/// `5 readings and 1 game`.
fn title(journals: &[&Metadata]) -> String {
    let readings = journals.iter().filter(|it| it.mode == Mode::Reading).count();
    let games = journals.len() - readings;
    let counts = [(readings, "reading"), (games, "game")].into_iter().filter(|(number, _)| *number > 0);
    list(&counts.map(|(number, what)| count(number, what)).collect::<Vec<_>>())
}

/// `21 November 2025 to 12 March 2026. Asked by Anna and Nadia.`
fn about(journals: &[&Metadata]) -> String {
    let days: Vec<_> = journals.iter().map(|it| it.begun.date_naive()).collect();
    let dates = match (days.iter().min(), days.iter().max()) {
        (Some(first), Some(last)) if first != last => format!("{} to {}.", day(*first), day(*last)),
        (Some(only), _) => format!("{}.", day(*only)),
        _ => String::new(),
    };
    let mut askers: Vec<&str> = journals.iter().filter_map(|it| it.querent.as_deref()).collect();
    askers.sort_unstable();
    askers.dedup();
    if askers.is_empty() { dates } else { format!("{dates} Asked by {}.", safe(&list(&askers))) }
}

impl ContentsLine {
    fn of(entry: &IndexEntry) -> ContentsLine {
        let Ok(journal) = entry.metadata.as_deref() else {
            return ContentsLine { title: safe(&entry.name()).into_owned(), ..ContentsLine::default() };
        };
        ContentsLine {
            title: safe(&journal.title).into_owned(),
            day: day(journal.begun.date_naive()),
            board: journal.board.clone(),
            answer: safe(&journal.answer).into_owned(),
        }
    }
}
