//! `enochian journal explain`.

use clap::ValueEnum;
use serde::Serialize;

use crate::chess::{Kind, Piece};
use crate::cli::lookup;
use crate::cli::prelude::*;
use crate::cli::remember::kept_meanings;
use crate::cli::terminal::page_width;
use crate::interpretation::{PieceHistory, SummaryFacts, analysis_page, cast_page, history_page, write_landings};
use crate::journal::{MeaningsBeside, Recurrence};
use crate::lookup::Thing;
use crate::record::EnochianRecord;
use crate::render::TextPage;
use crate::study::{Explanation, write_report};

use super::compare::compare;
use super::selection::record;
use super::show::Others;

/// Explain a reading in plain sentences
///
/// The summary says how the tradition interprets the reading: the answer and its cause,
/// the events that led to it, the turn at which it could still have gone otherwise, and
/// the figure, the trump and the time of the Ptah. docs/INTERPRETATION.md has the rules.
/// --form statistics counts instead: turning points, the king's path, the Ptah and lost
/// turns (docs/RESEARCH.md). --form cast lists the pieces, with what each did and what
/// became of it.
/// A game has statistics only. With two journals it says how they differ.
///
/// Examples:
///   enochian journal explain
///   enochian journal explain brother --form full
///   enochian journal explain brother --form cast
///   enochian journal explain brother --form statistics
///   enochian journal explain brother love
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ExplainArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL", default_value = "@")]
    journal: PathBuf,
    /// A second journal: say how the two differ
    #[arg(value_name = "OTHER", conflicts_with_all = ["significator", "follow"])]
    other: Option<PathBuf>,
    /// What to explain, and how far
    #[arg(long, value_enum, default_value_t)]
    form: Form,
    /// Another piece as the significator (the piece of the matter): "water knight", aN
    #[arg(long, value_name = "PIECE")]
    significator: Option<String>,
    /// Print one piece turn by turn, with the links between events: "earth rook", eR
    #[arg(long, value_name = "PIECE", conflicts_with_all = ["form", "json"])]
    follow: Option<String>,
    /// Print everything as JSON
    #[arg(long, conflicts_with = "form")]
    json: bool,
}

/// The forms, as options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// The answer and the weightiest event that led to it
    Short,
    /// What led to the answer, over the whole reading
    #[default]
    Summary,
    /// The turns that changed something, in chapters; then what led to the answer
    Full,
    /// The log: each turn, what its landing means, and the layers of its square (--layers)
    Landings,
    /// The pieces: who each is, its road, what it did, what became of it
    Cast,
    /// Turning points, the king's path, the Ptah, lost turns and totals
    Statistics,
}

/// Everything about a record.
#[derive(Serialize)]
struct ExplainJson<'o> {
    /// A game has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    told: Option<SummaryFacts>,
    #[serde(flatten)]
    explanation: Explanation,
    /// What came up in other readings too.
    again: Vec<Recurrence<'o>>,
}

impl ExplainArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        if let Some(other) = &self.other {
            let is_statistics = self.form == Form::Statistics;
            if !is_statistics && self.form != Form::default() {
                misuse!("two journals are compared in sentences, or with --form statistics; leave out the other form");
            }
            return compare([&self.journal, other], is_statistics, self.json, cx);
        }
        let path = journal_names::find(cx, &self.journal)?;
        let record = record("explain", cx, &path)?;
        let record = record.known_enochian();
        record.check_not_quiet()?;
        let named = self.significator.as_deref().map(|text| significator(text, cx)).transpose()?;
        let told = SummaryFacts::with_significator(record, cx.correspondences, named);
        if self.json {
            let others = Others::of(cx);
            let again = others.again(&path, cx.correspondences);
            return print_json(&ExplainJson { told, explanation: Explanation::of(record, cx.correspondences), again });
        }
        let width = page_width();
        let page = match told {
            _ if self.form == Form::Cast || self.follow.is_some() => self.pieces(record, named, width, cx)?,
            Some(told) if self.form != Form::Statistics => {
                let mut page = summary_page(record, &told, self.form, width);
                match self.form {
                    Form::Full => analysis_page(record, &told, cx.correspondences, width),
                    Form::Landings => {
                        let (layers, board) = (&cx.settings.layers(), record.subject().board());
                        let own = kept_meanings(cx)?;
                        let own = |square| match &own {
                            Some(own) => {
                                MeaningsBeside::lines(own, &Thing::of_square(square, board, cx.correspondences))
                            }
                            None => Vec::new(),
                        };
                        write_landings(record, named, layers, &own, cx.correspondences, &mut page);
                        page.finish()
                    }
                    Form::Summary => page.finish() + Others::of(cx).again_page(&path, cx.correspondences),
                    _ => page.finish(),
                }
            }
            _ => {
                let explanation = Explanation::of(record, cx.correspondences);
                write_report(&explanation, record, cx.correspondences, width)
            }
        };
        print_page(page)
    }

    /// The page of the cast, or of the piece that is followed.
    fn pieces(
        &self,
        record: EnochianRecord<'_>,
        named: Option<Piece>,
        width: usize,
        cx: &Cx,
    ) -> CommandResult<ScreenText> {
        let page = match &self.follow {
            None => PieceHistory::cast(record, cx.correspondences, named).map(|cast| cast_page(record, &cast, width)),
            Some(text) => {
                let piece = lookup::piece(text, cx)?;
                let history = PieceHistory::of(record, cx.correspondences, named, piece);
                history.map(|history| history_page(record, &history, width))
            }
        };
        let Some(page) = page else {
            let option = if self.follow.is_some() { "--follow" } else { "--form cast" };
            fail!("a game has no cast, since it answers no question; leave out {option} for its statistics");
        };
        Ok(page)
    }
}

/// The piece named as the significator; kings cannot be one.
fn significator(text: &str, cx: &Cx) -> CommandResult<Piece> {
    let piece = lookup::piece(text, cx)?;
    if piece.kind == Kind::King {
        misuse!("a king cannot be the significator, and {piece} is one; name another piece, such as \"water knight\"");
    }
    Ok(piece)
}

fn summary_page(record: EnochianRecord<'_>, told: &SummaryFacts, form: Form, width: usize) -> TextPage {
    let mut page = TextPage::new(width);
    page.heading(record.subject().title());
    let paragraphs = match form {
        Form::Short => vec![told.short.clone()],
        Form::Summary => told.paragraphs(),
        _ => vec![],
    };
    for (index, paragraph) in paragraphs.iter().enumerate() {
        if index > 0 {
            page.gap();
        }
        page.paragraph(paragraph);
    }
    page
}
