//! What a view of a journal is made of, as JSON: tests look at that rather than at the HTML.

use serde::Deserialize;
use serde_json::{Value, json};

use super::call::{Call, Problem};
use super::html::{PlayAddress, read_act};
use super::open_journal::stale;
use super::playing::{PageAnnotation, seat};
use super::routes::Table;

#[derive(Deserialize)]
struct ActRequest {
    journal: String,
    id: String,
    revision: u64,
    act: Value,
}

#[derive(Deserialize)]
struct AnnotationRequest {
    journal: String,
    annotation: PageAnnotation,
}

/// The answer to a call that only tests make; none for another.
pub(super) fn answered(table: &mut Table<'_>, call: &Call) -> Option<Value> {
    let answer = match (call.is_post, call.path.as_str()) {
        (false, "api/state") => state(table, call),
        (true, "api/act") => act(table, call),
        (true, "api/annotate") => annotate(table, call),
        (false, "api/hint") => hint(table, call),
        (false, "api/conclusion" | "api/step") => html(table, call),
        (false, "api/again") => again(table, call),
        (false, "api/glosses") => glosses(table, call),
        (true, "api/save-new") => save_new(table, call),
        (false, "api/by-chance") => chance(table, call),
        (false, "api/better") => better(table, call),
        _ => return None,
    };
    Some(answer.unwrap_or_else(|problem| json!({ "error": problem })))
}

fn state(table: &mut Table<'_>, call: &Call) -> Result<Value, Problem> {
    let name = call.query("journal").unwrap_or_default();
    let revision = table.looked_at(name, call.query("unless").is_none())?.revision().to_string();
    if call.query("unless") == Some(&revision) {
        return Ok(Value::Null);
    }
    shown(table, name, call)
}

fn shown(table: &Table<'_>, name: &str, call: &Call) -> Result<Value, Problem> {
    let window = PlayAddress::of(call, table.asked_palette(call))?.window;
    Ok(serde_json::to_value(table.view(name, window)?).unwrap())
}

/// The state, after a problem if there is one.
fn stated(table: &Table<'_>, name: &str, call: &Call, made: Result<(), Problem>) -> Result<Value, Problem> {
    let state = shown(table, name, call)?;
    Ok(match made {
        Ok(()) => json!({ "state": state }),
        Err(problem) => json!({ "error": problem, "state": state }),
    })
}

fn act(table: &mut Table<'_>, call: &Call) -> Result<Value, Problem> {
    let ActRequest { journal, id, revision, act } = call.body()?;
    let (seat, now, correspondences) = (seat(call)?, (table.settings.now)(), table.correspondences);
    let open = table.looked_at(&journal, false)?;
    if open.has_done(&id) {
        return stated(table, &journal, call, Ok(()));
    }
    let act = match act.as_str() {
        Some(text) => read_act(text, open.record())?,
        None => serde_json::from_value(act).map_err(|error| Problem::invalid(error.to_string()))?,
    };
    let made = open.open(correspondences).and_then(|()| match open.can_follow(revision) {
        true => open.act(act, seat, now),
        false => Err(stale()),
    });
    if made.is_ok() {
        open.remember(id);
    }
    stated(table, &journal, call, made)
}

fn annotate(table: &mut Table<'_>, call: &Call) -> Result<Value, Problem> {
    let AnnotationRequest { journal, annotation } = call.body()?;
    let added = table.annotate(&journal, annotation);
    stated(table, &journal, call, added)
}

fn hint(table: &Table<'_>, call: &Call) -> Result<Value, Problem> {
    let (text, from) = table.hint(call.query("journal").unwrap_or_default(), seat(call)?)?;
    Ok(json!({ "text": text, "from": from }))
}

/// The view itself.
fn html(table: &mut Table<'_>, call: &Call) -> Result<Value, Problem> {
    let answer = table.part(call);
    let html = String::from_utf8(answer.body).unwrap();
    if answer.status == 200 { Ok(json!({ "html": html })) } else { Err(Problem::new("invalid", answer.status, html)) }
}

fn again(table: &Table<'_>, call: &Call) -> Result<Value, Problem> {
    let (entries, ..) = table.entries()?;
    Ok(serde_json::to_value(table.again(call.query("journal").unwrap_or_default(), &entries)).unwrap())
}

fn glosses(table: &Table<'_>, call: &Call) -> Result<Value, Problem> {
    let answer = table.square_glosses(call)?;
    Ok(json!({ "html": String::from_utf8(answer.body).unwrap() }))
}

fn save_new(table: &mut Table<'_>, call: &Call) -> Result<Value, Problem> {
    let request: Value = call.body()?;
    Ok(json!({ "journal": table.save_new(request["journal"].as_str().unwrap())? }))
}

fn chance(table: &mut Table<'_>, call: &Call) -> Result<Value, Problem> {
    let name = call.query("journal").unwrap_or_default();
    table.by_chance(name)?;
    Ok(serde_json::to_value(table.chance_view(name)).unwrap())
}

fn better(table: &mut Table<'_>, call: &Call) -> Result<Value, Problem> {
    let name = call.query("journal").unwrap_or_default();
    table.better(name)?;
    Ok(serde_json::to_value(table.better_view(name)).unwrap())
}
