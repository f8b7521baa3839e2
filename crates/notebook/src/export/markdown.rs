//! Markdown, annotated, for publishing.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::journal::{escaped, note_links};
use crate::record::{OtherRecord, Record, RecordLens};

use super::page::{ArmyRoads, BetweenTurns, PageNote, PageTurn};
use super::{ExportError, Exporter, Page, final_board};

/// Where links lead, by their names.
type Links = BTreeMap<String, String>;

/// The page in Markdown, the turns in a table with the notes between its rows.
///
/// Title, date, answer, board and tags stand before it, as programs for notes read them. It is not a journal and cannot be read as
/// one.
#[derive(Clone, Debug, Default)]
pub struct Markdown {
    /// The journals to which the links in notes lead, by the names in the links, as in [`Html`](super::Html); a program for notes
    /// follows the link to a file of that name.
    pub links: BTreeMap<String, String>,
}

impl Exporter for Markdown {
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        let page = Page::of(record, correspondences);
        let mut own = vec![
            ("title", page.title.clone()),
            (if page.mode == Mode::Reading { "answer" } else { "result" }, page.answer.clone()),
        ];
        let (table, board) = match record.lens() {
            RecordLens::Enochian(record) => {
                own.extend(record.subject().question().map(|question| ("querent", question.querent.clone())));
                own.push(("board", record.subject().board().to_string()));
                (if page.mode == Mode::Reading { OF_READING } else { OF_GAME }, String::new())
            }
            RecordLens::Other(record) => {
                own.push(("game", page.kind.clone()));
                (OF_ACTS, board(record))
            }
        };
        let text = front_matter(record, &own) + &markdown(&page, table, &self.links) + &board;
        Ok(text.into_bytes())
    }
}

/// The head of a table of turns, and a row of it.
type TurnTable = (&'static str, fn(&PageTurn) -> String);

const OF_READING: TurnTable =
    ("| turn | army | throw | move | landed on | |\n| ---: | --- | ---: | --- | --- | --- |\n", row);
const OF_GAME: TurnTable = ("| turn | army | move | landed on | |\n| ---: | --- | --- | --- | --- |\n", row);
const OF_ACTS: TurnTable = ("| turn | seat | act | what happened |\n| ---: | --- | --- | --- |\n", act_row);

/// What programs for notes know of a file: keys with texts, the date, and the tags.
fn front_matter(record: &Record, texts: &[(&str, String)]) -> String {
    let mut text = "---\n".to_owned();
    for (key, value) in texts {
        let _ = writeln!(text, "{key}: {}", quoted_text(value));
    }
    let tags: Vec<String> = record.tags().into_iter().map(|tag| quoted_text(tag.as_str())).collect();
    let _ = write!(text, "date: {}\ntags: [{}]\n---\n\n", record.heading().begun.date_naive(), tags.join(", "));
    text
}

/// A text between quotation marks in YAML. What could mean something there, or in Markdown, is written as its number.
fn quoted_text(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for character in text.chars() {
        if character.is_alphanumeric() || " ,.;:?()'-–’".contains(character) {
            quoted.push(character);
        } else {
            let _ = write!(quoted, "\\U{:08x}", character as u32);
        }
    }
    quoted + "\""
}

fn markdown(page: &Page, table: TurnTable, links: &Links) -> String {
    let mut text = format!("# {}\n\n*{}*\n", line(&page.title), line(&page.byline));
    let _ = write!(text, "\n## {}\n\n**{}**\n\n", page.headings.answer, line(&page.answer));
    for reason in &page.reasons {
        let _ = writeln!(text, "- {}", line(reason));
    }
    if !page.summary.is_empty() {
        let _ = writeln!(text, "\n## {}", page.headings.summary);
    }
    for paragraph in &page.summary {
        let _ = write!(text, "\n{}\n", line(paragraph));
    }
    let _ = write!(text, "\n## {}\n\n", page.headings.terms);
    if !page.about.is_empty() {
        let _ = write!(text, "{}\n\n", line(&page.about));
    }
    for (label, what) in &page.terms {
        let _ = writeln!(text, "- {label}: {}", line(what));
    }
    let _ = write!(text, "\n## {}\n", page.headings.turns);
    turns(&mut text, page, table, links);
    afterwards(&mut text, page, links);
    if let Some(totals) = &page.totals {
        let _ = write!(text, "\n## {}\n\n{}\n\n", page.headings.totals, totals.counts);
        for table in &totals.tables {
            let _ = write!(text, "{}\n\n", table.markdown());
        }
        for (label, fact) in &totals.facts {
            let label = if label.is_empty() { String::new() } else { format!("**{label}** ") };
            let _ = writeln!(text, "- {label}{}", line(fact));
        }
    }
    if !page.roads.is_empty() {
        let _ = writeln!(text, "\n## {}", page.headings.roads);
    }
    for army in &page.roads {
        text.push_str(&roads(army));
    }
    text
}

fn turns(text: &mut String, page: &Page, (head, row): TurnTable, links: &Links) {
    let mut open = false;
    for turn in &page.turns {
        let before = said_before(turn, links);
        // Text between the rows ends the table.
        if !open || !before.is_empty() {
            let _ = write!(text, "\n{before}{head}");
            open = true;
        }
        text.push_str(&row(turn));
    }
    if page.turns.is_empty() {
        text.push_str("\nNo turn has been played.\n");
    }
    if let Some(after) = &page.after_turns {
        let _ = write!(text, "\n{}", interlude(after, links).trim_end_matches('\n').to_owned() + "\n");
    }
    if !page.concluded.is_empty() {
        let _ = write!(text, "\n{}\n", page.concluded);
    }
}

/// The text before a turn: pauses, what was taken back, the notes on the turn, and actions before its move.
fn said_before(turn: &PageTurn, links: &Links) -> String {
    let between = turn.interlude.as_ref().map_or(String::new(), |between| interlude(between, links));
    let mut text = between + &quoted(&turn.notes, links);
    for action in &turn.before {
        let _ = write!(text, "{}\n\n", line(action));
    }
    text
}

fn interlude(interlude: &BetweenTurns, links: &Links) -> String {
    let taken_back = interlude.taken_back.iter().map(|taken_back| &taken_back.sentence);
    let sentence = |sentence: &String| format!("*{}*\n\n", line(sentence));
    interlude.resumed.iter().chain(taken_back).map(sentence).collect::<String>() + &quoted(&interlude.notes, links)
}

fn afterwards(text: &mut String, page: &Page, links: &Links) {
    if page.afterwards.is_empty() && page.tags.is_empty() {
        return;
    }
    let _ = write!(text, "\n## {}\n\n", page.headings.afterwards);
    text.push_str(&quoted(&page.afterwards, links));
    if !page.tags.is_empty() {
        let _ = writeln!(text, "Tags: {}", line(&page.tags));
    }
}

fn row(turn: &PageTurn) -> String {
    let landed = match turn.landing.as_ref().map(|landing| (landing, &landing.gloss)) {
        None => "–".to_owned(),
        Some((landing, None)) => landing.to.clone(),
        Some((landing, Some(gloss))) => format!(
            "{} · **{}** · {} · {} {} · {}",
            landing.to, gloss.force, gloss.trump, gloss.letter, gloss.glyph, gloss.figure.name
        ),
    };
    // In a game there is no column for throws.
    let throw = turn.throw.map_or(String::new(), |throw| format!("{throw} | "));
    let sentences = line(&turn.sentences);
    format!("| {} | {} | {throw}{} | {landed} | {sentences} |\n", turn.ply, turn.army, turn.mv)
}

fn act_row(act: &PageTurn) -> String {
    let irregular = if act.is_irregular { " (irregular)" } else { "" };
    let [actor, text, sentence] = [&act.army, &act.mv, &act.sentences].map(|cell| line(cell));
    format!("| {} | {actor} | {text}{irregular} | {sentence} |\n", act.ply)
}

/// The final board of another game; nothing if the game has none.
fn board(record: OtherRecord<'_>) -> String {
    final_board(record, |board| format!("\n## The board\n\n```text\n{}\n{}```\n", board.plain(), board.key()))
}

fn roads(army: &ArmyRoads) -> String {
    let mut text = format!("\n### {}\n\n", army.army);
    for road in &army.roads {
        let _ = write!(text, "- {}: {}", line(&road.piece), road.start);
        for step in &road.steps {
            let _ = write!(text, " → {} ({})", step.words(), step.ply);
        }
        let _ = writeln!(text, "{}", road.taken.map_or(String::new(), |ply| format!("; taken ({ply})")));
    }
    if !army.stayed.is_empty() {
        let _ = writeln!(text, "- stayed: {}", army.stayed);
    }
    text
}

/// A person's text on one line, escaped for Markdown.
fn line(text: &str) -> String {
    let escaped = escaped(&text.replace('\n', " "));
    // At the beginning of a line these would start a list.
    if escaped.starts_with(['-', '+', '=']) {
        return format!("\\{escaped}");
    }
    let digits = escaped.bytes().take_while(u8::is_ascii_digit).count();
    match escaped.get(digits..) {
        Some(rest) if digits > 0 && rest.starts_with(['.', ')']) => format!("{}\\{rest}", &escaped[..digits]),
        _ => escaped,
    }
}

/// A person's line, in which the links to other journals are as programs for notes have them.
fn linked_line(text: &str, links: &Links) -> String {
    let is_plain = |text: &str| text.chars().all(|c| c.is_alphanumeric() || " -_.#".contains(c));
    let (mut written, mut end) = (String::new(), 0);
    for link in note_links(text) {
        let words = &text[link.range.start + 2..link.range.end - 2];
        if let Some(to) = links.get(&link.name).filter(|to| !to.is_empty() && is_plain(to) && is_plain(words)) {
            let _ = write!(written, "{}[[{to}|{words}]]", part(&text[end..link.range.start]));
            end = link.range.end;
        }
    }
    written + &part(&text[end..])
}

/// A part of a person's line; the spaces at its ends are none at those of the line.
fn part(text: &str) -> String {
    let words = text.trim_matches(' ');
    text.replacen(words, &line(words), 1)
}

/// Notes as quotations.
fn quoted(notes: &[PageNote], links: &Links) -> String {
    let quote = |note: &PageNote| {
        let label = if note.label.is_empty() { String::new() } else { format!("> *{}:*\n", line(&note.label)) };
        let words = note.words.lines().map(|words| format!("> {}\n", linked_line(words, links)));
        // From the folder of the journal. What the program did not name is a text.
        let picture =
            note.picture.iter().map(|name| match name.chars().all(|c| c.is_alphanumeric() || "-.".contains(c)) {
                true => format!("> ![](pictures/{name})\n"),
                false => format!("> {}\n", line(name)),
            });
        label + &words.chain(picture).collect::<String>() + "\n"
    };
    notes.iter().map(quote).collect()
}
