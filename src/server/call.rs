//! What the page asks of the table, and what it is told.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A request of a page.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// Whether it may change something: POST, otherwise GET.
    pub(super) is_post: bool,
    /// The path after the token, without the first slash: `api/state`.
    pub(super) path: String,
    /// The query, decoded.
    pub(super) query: Vec<(String, String)>,
    /// The body.
    pub(super) body: Vec<u8>,
}

/// The answer to a call.
#[derive(Clone, Debug)]
pub(super) struct CallAnswer {
    /// The status code of HTTP.
    pub(super) status: u16,
    /// The content type.
    pub(super) kind: &'static str,
    /// The name under which a browser saves it instead of showing it.
    pub(super) save_as: Option<String>,
    /// The contents.
    pub(super) body: Vec<u8>,
}

impl Call {
    /// A value of the query.
    pub(super) fn query(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The body, from JSON.
    pub(super) fn body<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        serde_json::from_slice(&self.body).map_err(|error| Problem::invalid(format!("the request is invalid: {error}")))
    }
}

impl CallAnswer {
    /// JSON.
    pub(super) fn json(value: &impl Serialize) -> CallAnswer {
        match serde_json::to_vec(value) {
            Ok(body) => CallAnswer { status: 200, kind: "application/json", save_as: None, body },
            Err(error) => Problem::new("internal", 500, error.to_string()).answer(),
        }
    }

    /// That nothing has changed.
    pub(super) fn unchanged() -> CallAnswer {
        CallAnswer { status: 204, kind: "application/json", save_as: None, body: Vec::new() }
    }

    /// A text of some kind.
    pub(super) fn text(kind: &'static str, text: impl Into<Vec<u8>>) -> CallAnswer {
        CallAnswer { status: 200, kind, save_as: None, body: text.into() }
    }
}

/// Why a call failed. The page shows the text and the help.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Problem {
    /// A word for the page: `invalid`, `illegal`, `stale`, `not_saved`, `not_found`, `quiet`.
    pub(super) code: &'static str,
    /// The problem as a sentence.
    pub(super) text: String,
    /// The way out, if there is one, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help: Option<String>,
    /// Whether what is known here can be saved as a new journal, since the file is another now, or gone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) can_save_new: bool,
    /// The file or folder that could not be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) path: Option<String>,
    #[serde(skip)]
    pub(super) status: u16,
}

impl Problem {
    pub(super) fn new(code: &'static str, status: u16, text: impl Into<String>) -> Problem {
        Problem { code, text: text.into(), help: None, can_save_new: false, path: None, status }
    }

    pub(super) fn invalid(text: impl Into<String>) -> Problem {
        Problem::new("invalid", 400, text)
    }

    pub(super) fn not_found(text: impl Into<String>) -> Problem {
        Problem::new("not_found", 404, text)
    }

    pub(super) fn help(self, help: impl Into<String>) -> Problem {
        Problem { help: Some(help.into()), ..self }
    }

    /// `{"error": …}`.
    pub(super) fn answer(&self) -> CallAnswer {
        let body = serde_json::json!({ "error": self });
        CallAnswer { status: self.status, ..CallAnswer::json(&body) }
    }
}
