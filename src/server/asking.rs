//! A question while it is asked: its answers are saved at each call, in the same files as those of the prompts.

use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::chess::{Angle, Array, Board, Position};
use crate::correspondences::{Category, Correspondences, SignOrElement};
use crate::input::quoted;
use crate::journal::{UnfinishedQuestion, UnsavedAnswers};
use crate::reading::{Draft, QuestionDraft};
use crate::render::{ArmySetup, capitalised};

use super::call::{Call, CallAnswer, Problem};
use super::catalogue::pieces;
use super::field_reader::{FieldError, FieldValues, read_fields};
use super::home::read_draft;
use super::named_file::named_file;
use super::near_dates::when_changed;
use super::routes::Table;
use super::square_gloss::SquareGloss;

/// A question that a page asks.
#[derive(Debug)]
pub(super) struct OpenQuestion {
    file: UnfinishedQuestion,
    /// The errors in the last answers. Answers with errors are not saved: the file could not be read again.
    pub(super) errors: Vec<FieldError>,
}

impl OpenQuestion {
    fn new(file: UnfinishedQuestion) -> OpenQuestion {
        OpenQuestion { file, errors: Vec::new() }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftRequest {
    draft: Option<String>,
    fields: Option<FieldValues>,
    from: Option<String>,
}

#[derive(Debug, Deserialize)]
struct DraftName {
    draft: String,
}

/// The kind and the place of the question, with what follows from its category.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct FilledPlace {
    kind: &'static str,
    board: Option<&'static str>,
    angle: Option<&'static str>,
    force: Option<&'static str>,
    array: Option<String>,
}

/// A question, and what follows from the answers so far.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct DraftView<'c> {
    draft: String,
    #[cfg_attr(test, ts(type = "DraftFields"))]
    fields: FieldValues,
    filled: FilledPlace,
    why: Option<&'c str>,
    /// The categories that the question names.
    matters: Vec<&'c str>,
    square: Option<String>,
    throne: Option<String>,
    gloss: Option<SquareGloss>,
    forbidden: Option<&'static str>,
    summary: Option<String>,
    pieces: Option<String>,
    #[cfg_attr(test, ts(as = "Option<[super::library_types_tests::ArmySetup; 4]>"))]
    setup: Option<[ArmySetup; 4]>,
    errors: Vec<FieldError>,
    missing: Vec<&'static str>,
    modified: String,
}

fn names(categories: Vec<&Category>) -> Vec<&str> {
    categories.into_iter().map(|category| category.name.as_str()).collect()
}

impl<'l> Table<'l> {
    /// GET `api/matters`: the names of the categories that some words may mean.
    pub(super) fn matters(&self, words: &str) -> Vec<&'l str> {
        names(self.correspondences.categories_like(words))
    }

    /// GET `api/draft`.
    pub(super) fn show_draft(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let name = call.query("draft").unwrap_or_default();
        let draft = self.draft(name)?;
        Ok(self.draft_view(name, &draft, values(&draft), Vec::new()))
    }

    /// POST `api/draft`: saves the answers of a question, or begins one.
    pub(super) fn save_draft(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let DraftRequest { draft: name, fields, from } = call.body()?;
        let (draft, fields, mut errors) = match (fields, from) {
            (Some(fields), None) => {
                // The page does not show where a question was published.
                let source = name.as_deref().map(|name| self.draft(name)).transpose()?.and_then(|draft| draft.source);
                let mut draft = QuestionDraft { source, ..QuestionDraft::default() };
                let errors = read_fields(&fields, &mut draft, self.correspondences)?;
                (draft, fields, errors)
            }
            (None, Some(file)) => {
                let folder = self.settings.questions.as_deref();
                let folder = folder.ok_or_else(|| Problem::not_found("This notebook has no folder of questions."))?;
                let draft = read_draft(&named_file(folder, &file, "")?, self.correspondences)?;
                let fields = values(&draft);
                (draft, fields, Vec::new())
            }
            _ => return Err(Problem::invalid("expected either fields or from")),
        };
        errors.extend(errors_of(&draft, self.correspondences));
        let saved = without_errors(draft.clone(), self.correspondences);
        let name = match name {
            Some(name) => {
                self.question(&name)?.file.save(&saved).map_err(problem_of)?;
                name
            }
            None => {
                let mut file = UnfinishedQuestion::new(&self.settings.journals);
                file.save(&saved).map_err(problem_of)?;
                let name = file.path().and_then(Path::file_stem).unwrap_or_default().to_string_lossy().into_owned();
                self.drafts.insert(name.clone(), OpenQuestion::new(file));
                name
            }
        };
        self.question(&name)?.errors.clone_from(&errors);
        Ok(self.draft_view(&name, &draft, fields, errors))
    }

    /// POST `api/draft/remove`.
    pub(super) fn remove_draft(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let DraftName { draft: name } = call.body()?;
        self.question(&name)?;
        self.forget_draft(&name);
        match named_file(&self.settings.journals, &name, ".toml") {
            Ok(_) => {
                Err(Problem::new("not_saved", 507, format!("The question {} could not be removed.", quoted(&name)))
                    .help("Allow writing in the folder of journals, then try again."))
            }
            Err(_) => Ok(CallAnswer::json(&serde_json::json!({}))),
        }
    }

    /// Removes the file of an open question.
    pub(super) fn forget_draft(&mut self, name: &str) {
        if let Some(open) = self.drafts.remove(name) {
            open.file.remove();
        }
    }

    /// The answers of a question so far.
    pub(super) fn draft(&mut self, name: &str) -> Result<QuestionDraft, Problem> {
        self.question(name)?;
        read_draft(&named_file(&self.settings.journals, name, ".toml")?, self.correspondences)
    }

    /// Whether a reading of this question would be quiet.
    pub(super) fn is_quiet(&self, draft: &QuestionDraft) -> bool {
        draft.quiet.unwrap_or(self.settings.is_quiet)
    }

    /// An open question; its file is opened if it is not.
    pub(super) fn question(&mut self, name: &str) -> Result<&mut OpenQuestion, Problem> {
        if !self.drafts.contains_key(name) {
            let path = named_file(&self.settings.journals, name, ".toml")?;
            if !UnfinishedQuestion::is_at(&path) {
                return Err(Problem::not_found(format!("There is no unfinished question {}.", quoted(name))));
            }
            let file = UnfinishedQuestion::resume(&path);
            self.drafts.insert(name.to_owned(), OpenQuestion::new(file));
        }
        let open = self.drafts.get_mut(name);
        open.ok_or_else(|| Problem::not_found(format!("There is no unfinished question {}.", quoted(name))))
    }

    fn draft_view(
        &self,
        name: &str,
        draft: &QuestionDraft,
        fields: FieldValues,
        errors: Vec<FieldError>,
    ) -> CallAnswer {
        let correspondences = self.correspondences;
        let is_quiet = self.is_quiet(draft);
        let filled = draft.with_category(correspondences);
        let place = filled.board.zip(filled.angle);
        let square = place.zip(filled.force).map(|((board, angle), force)| correspondences.find(board, angle, force));
        let throne = filled.angle.map(Angle::throne);
        let array = filled.array.or(place.map(|(board, angle)| Array::of(angle, board)));
        let start = array
            .zip(filled.angle)
            .map(|(array, angle)| Position::start(array, angle.army(), filled.direction.unwrap_or_default()));
        let category = draft.category.as_deref().and_then(|name| correspondences.find_category(name).ok());
        let modified =
            self.settings.journals.join(format!("{name}.toml")).metadata().and_then(|about| about.modified());
        let view = DraftView {
            draft: name.to_owned(),
            fields,
            missing: missing(&filled),
            filled: FilledPlace {
                kind: filled.kind.unwrap_or_default().name(),
                board: filled.board.map(Board::name),
                angle: filled.angle.map(Angle::name),
                // In a quiet reading only a sign that the person chose is named.
                force: if is_quiet { draft.force } else { filled.force }.map(SignOrElement::name),
                array: array.map(|array| array.to_string()),
            },
            matters: names(correspondences.categories_in(draft.text.as_deref().unwrap_or_default())),
            why: category.filter(|_| !is_quiet).map(|category| category.why.as_str()),
            square: square.map(|square| square.to_string()),
            throne: throne.map(|square| square.to_string()),
            gloss: filled
                .board
                .zip(square)
                .filter(|_| !is_quiet)
                .map(|(board, square)| SquareGloss::of(board, square, correspondences)),
            forbidden: place.map(|(board, angle)| correspondences.square(board, angle.throne()).force.name()),
            summary: filled.angle.map(|angle| {
                format!(
                    "The querent plays {angle} and moves first. The king starts on {}, so the Ptah cannot stand there.",
                    angle.throne()
                )
            }),
            pieces: start.as_ref().map(pieces),
            setup: start.as_ref().map(ArmySetup::all),
            errors,
            modified: when_changed(modified.unwrap_or_else(|_| SystemTime::now()), &(self.settings.now)()),
        };
        CallAnswer::json(&view)
    }
}

/// The errors in the answers of a question.
fn errors_of(draft: &QuestionDraft, correspondences: &Correspondences) -> Vec<FieldError> {
    draft.errors(correspondences).into_iter().map(FieldError::from).collect()
}

/// The answers without those that have errors.
fn without_errors(mut draft: QuestionDraft, correspondences: &Correspondences) -> QuestionDraft {
    while let Some(error) = draft.errors(correspondences).first() {
        draft = draft.without(&[error.key]);
    }
    draft
}

/// The answers, by their keys.
fn values(draft: &QuestionDraft) -> FieldValues {
    QuestionDraft::KEYS.iter().map(|key| (key.name.to_owned(), (key.slot.get)(draft))).collect()
}

/// The keys without which there is no reading. The category stands for the place until a part of it is given.
fn missing(filled: &QuestionDraft) -> Vec<&'static str> {
    let place =
        [("board", filled.board.is_none()), ("angle", filled.angle.is_none()), ("force", filled.force.is_none())];
    let mut missing = Vec::new();
    missing.extend(filled.text.is_none().then_some("question"));
    match place.iter().all(|(_, is_missing)| *is_missing) {
        true => missing.push("category"),
        false => missing.extend(place.into_iter().filter(|(_, is_missing)| *is_missing).map(|(key, _)| key)),
    }
    missing
}

/// Why the answers could not be saved, for the page, which still has them.
pub(super) fn problem_of(error: UnsavedAnswers) -> Problem {
    let help = format!("{}, then try again. What you typed stays here.", capitalised(error.remedy()));
    Problem::new("not_saved", 507, capitalised(&format!("{error}."))).help(help)
}
