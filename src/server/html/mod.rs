//! The views of the page as HTML. The page puts them in, and morphs what it shows into what has changed.
//!
//! `GET part?ADDRESS` gives the view of an address: what stands behind `#` in that of the page. `POST act?ADDRESS` does something there,
//! and answers with the same view as it is then, or says which address comes next.

mod acting;
mod ask;
mod board;
mod cards;
mod drawn;
#[cfg(test)]
mod every_state_tests;
mod form;
mod game;
mod learn;
mod manage;
mod meanings;
mod offers;
mod play;
mod play_address;
mod play_calls;
mod play_words;
mod rounds;
mod setup;
#[cfg(test)]
pub(super) mod views_tests;
mod words;

use std::sync::LazyLock;

use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, context};
use serde::{Deserialize, Serialize};

use crate::correspondences::Correspondences;
use crate::export::encoded;
use crate::input::quoted;

use super::call::{Call, CallAnswer, Problem};
use super::routes::Table;
pub(super) use board::piece_name;
pub(super) use form::Choice;
use form::Fields;
use words::Marks;
#[cfg(test)]
pub(super) use {cards::name as card_name, play_address::PlayAddress};

/// What a template shows, by the names that it calls it.
macro_rules! shown {
    ($($name:ident $(: $value:expr)?),* $(, ..$more:expr)? $(,)?) => {
        minijinja::context! {
            $($name => minijinja::value::Serde(shown!(@ $name $(, $value)?))),* $(, ..minijinja::value::Serde($more))?
        }
    };
    (@ $name:ident) => { $name };
    (@ $name:ident, $value:expr) => { $value };
}
pub(in crate::server) use shown;

const HTML: &str = "text/html; charset=utf-8";

/// The templates. What a view lacks is an error, so that a test that renders it finds it.
static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut pages = enochian_notebook::template_environment();
    pages.set_undefined_behavior(UndefinedBehavior::Strict);
    pages.set_auto_escape_callback(|_| AutoEscape::Html);
    pages.add_filter("urlencode", |text: &str| encoded(text));
    drawn::add_filters(&mut pages);
    for (name, text) in FILES {
        pages.add_template(name, text).expect("the tests read all templates");
    }
    pages
});

/// The names and texts of files.
macro_rules! files {
    ($($name:literal)*) => { &[$(($name, include_str!($name))),*] };
}

const FILES: &[(&str, &str)] = files! {
    "again.html" "ask.html" "board.html" "compare.html" "conclusion_panel.html" "conclusion_slots.html"
    "failed.html" "files.html" "game.html" "glosses.html" "home.html" "learn.html" "lesson.html"
    "manage.html" "parts.html" "play.html" "play_menu.html" "play_parts.html" "recurring.html" "setup.html"
    "trash.html" "view.html" "word.html" "words.html"
};

/// What an address shows.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The template, which calls what is in the view `v`.
    pub(super) template: &'static str,
    pub(super) v: Value,
    /// The title of the window.
    pub(super) title: String,
    /// What a screen reader is told about what was done; nothing if it is empty.
    pub(super) said: String,
    /// Another one whenever the view is another; none if nothing else changes it.
    pub(super) revision: Option<String>,
    /// After how long the page asks whether it has changed, in ms.
    pub(super) poll: Option<u32>,
    /// Why what was done was refused.
    pub(super) refused: Option<Problem>,
}

impl View {
    pub(super) fn new(template: &'static str, title: impl Into<String>, view: impl Serialize) -> View {
        let (v, title) = (Value::from(Serde(view)), title.into());
        View { template, v, title, said: String::new(), revision: None, poll: None, refused: None }
    }

    /// The HTML, with the words of the glossary marked.
    fn render(&self, correspondences: &Correspondences) -> Result<String, minijinja::Error> {
        let refused = self.refused.as_ref().map(|problem| Value::from(Serde(problem)));
        let inner = context! { v => &self.v, title => &self.title, refused };
        let inner = TEMPLATES.get_template(self.template)?.render(inner)?;
        let (inner, words) = Marks::of(correspondences).mark(&inner);
        TEMPLATES.get_template("view.html")?.render(context! {
            inner,
            words => words.into_iter().collect::<Vec<_>>().join("|"),
            title => &self.title,
            said => &self.said,
            revision => &self.revision,
            poll => self.poll,
        })
    }

    /// The HTML.
    fn answer(&self, correspondences: &Correspondences) -> CallAnswer {
        match self.render(correspondences) {
            Ok(html) => {
                CallAnswer { status: self.refused.as_ref().map_or(200, |it| it.status), ..CallAnswer::text(HTML, html) }
            }
            Err(error) => Problem::new("internal", 500, told(&error)).answer(),
        }
    }
}

/// Something that is done in a view.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ViewAct {
    /// Another one for each act, so that none is done twice, however often its answer is lost.
    #[serde(default)]
    pub(super) id: String,
    /// The act, in the words of the prompts where they have them.
    pub(super) act: String,
    /// The revision of the view in which it is done.
    #[serde(default)]
    pub(super) revision: Option<String>,
    /// The fields of the form; one that has several values is a list.
    #[serde(default)]
    pub(super) fields: Fields,
}

/// What comes of an act.
#[derive(Clone, Debug)]
pub(super) enum Done {
    /// The view shows it.
    Stays,
    /// The page goes to this address.
    Goes(String),
    /// The dialog closes, and this is said; what lies under it is looked at again.
    Closes(&'static str),
    /// It is shown so, until the next.
    Shows(View),
}

/// How many acts are remembered.
const REMEMBERED: usize = 32;

impl Table<'_> {
    /// `GET part`.
    pub(super) fn part(&mut self, call: &Call) -> CallAnswer {
        let is_home = matches!(call.query.first(), Some((key, _)) if key == "home" || key == "search");
        if self.is_still_played(call) || is_home && self.is_home_at(call.query("unless")) {
            return CallAnswer::unchanged();
        }
        match self.view_of(call) {
            Ok(view) if view.revision.is_some() && view.revision.as_deref() == call.query("unless") => {
                CallAnswer::unchanged()
            }
            Ok(view) => view.answer(self.correspondences),
            Err(problem) => self.failed(problem),
        }
    }

    /// `POST act`.
    pub(super) fn act_in_view(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let act: ViewAct = call.body()?;
        let done_before = self.acts_done.iter().find(|(id, _)| *id == act.id && !id.is_empty());
        let done = match done_before.map(|(_, done)| done.clone()) {
            Some(done) => Ok(done),
            None => self.do_in_view(call, &act).inspect(|done| {
                // What was refused can be tried again, and what is played is shown as it is by then.
                let done = match done {
                    Done::Shows(View { refused: Some(_), .. }) => return,
                    Done::Shows(View { template: "play.html", .. }) => Done::Stays,
                    done => done.clone(),
                };
                self.acts_done.truncate(REMEMBERED - 1);
                self.acts_done.push_front((act.id, done));
            }),
        };
        let refused = match done {
            Ok(Done::Goes(address)) => return Ok(goes(&address)),
            Ok(Done::Closes(said)) => return Ok(closes(said)),
            Ok(Done::Shows(view)) => return Ok(view.answer(self.correspondences)),
            Ok(Done::Stays) => None,
            Err(problem) => Some(problem),
        };
        Ok(match (self.view_of(call), refused) {
            (Ok(view), refused) => View { refused, ..view }.answer(self.correspondences),
            (Err(_), Some(problem)) | (Err(problem), None) => self.failed(problem),
        })
    }

    /// In place of a view that cannot be shown.
    fn failed(&self, problem: Problem) -> CallAnswer {
        View { refused: Some(problem), ..View::new("failed.html", "Enochian", ()) }.answer(self.correspondences)
    }

    /// The view of an address. Its first key says what it shows.
    fn view_of(&mut self, call: &Call) -> Result<View, Problem> {
        match call.query.first().map(|(key, _)| key.as_str()) {
            Some("home" | "search") => Ok(self.home_view(call)),
            Some("files") => Ok(self.files_view()),
            Some("recurring") => self.recurring_view(call),
            Some("manage") => self.manage_view(call),
            Some("compare") => self.compare_view(call),
            Some("trash") => Ok(self.trash_view()),
            Some("ask") => self.ask_view(call),
            Some("game") => self.game_view(call),
            Some("journal") => self.play_view(call),
            Some("setup") => self.setup_view(call),
            Some("meaning") => self.meaning_view(call),
            Some("word") => self.word_view(call),
            Some("words") => Ok(self.words_view(call)),
            Some("learn") if call.query("learn") == Some("") => Ok(self.lessons_view()),
            Some("learn") => self.lesson_view(call),
            _ => Err(nothing_there()),
        }
    }

    /// Does something in the view of an address.
    fn do_in_view(&mut self, call: &Call, act: &ViewAct) -> Result<Done, Problem> {
        match call.query.first().map(|(key, _)| key.as_str()) {
            Some("manage") => self.manage_act(call, &act.act, &act.fields),
            Some("home" | "search" | "trash") => match act.act.split_once(' ') {
                Some(("discard", name)) => self.discard(name).map(|()| Done::Stays),
                Some(("restore", name)) => self.restore_journal(name).map(|()| Done::Stays),
                _ => Err(Problem::invalid(format!("{} cannot be done here.", quoted(&act.act)))),
            },
            Some("meaning") => self.meaning_act(call, &act.act, &act.fields),
            Some("ask") => self.ask_act(&act.act, &act.fields),
            Some("game") => self.game_act(&act.act, &act.fields),
            Some("learn") => self.lesson_act(call, &act.act),
            Some("journal") => self.play_act(call, act),
            _ => Err(Problem::invalid(format!("{} cannot be done here.", quoted(&act.act)))),
        }
    }
}

/// An error in a template, with its causes.
fn told(error: &minijinja::Error) -> String {
    let causes = std::iter::successors(Some(error as &dyn std::error::Error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// A fragment that a view loads once.
fn fragment(template: &str, shown: Value) -> Result<String, Problem> {
    let html = TEMPLATES.get_template(template).and_then(|page| page.render(shown));
    html.map_err(|error| Problem::new("internal", 500, told(&error)))
}

fn nothing_there() -> Problem {
    Problem::not_found("There is nothing at this address.").help("Go back to the notebook.")
}

/// Closes the dialog.
fn closes(said: &str) -> CallAnswer {
    CallAnswer::text(HTML, format!("<div id=\"view\" data-closes data-said=\"{said}\"></div>"))
}

/// Sends the page to another address.
fn goes(address: &str) -> CallAnswer {
    let html = format!("<div id=\"view\" data-address=\"{}\"></div>", minijinja::HtmlEscape(address));
    CallAnswer::text(HTML, html)
}
