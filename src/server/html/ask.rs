//! A question, asked on one page: in words, what it is about, who asks, who plays, and who throws the die. The browser keeps what was typed
//! until it is asked; nothing is saved before.

use std::collections::BTreeMap;

use toml::Value;

use super::form::{Choice, Fields, by_field, described, text};
use super::{Done, View, shown};
use crate::chess::{Angle, Army, Array, Board};
use crate::correspondences::{Category, SignOrElement};
use crate::export::encoded;
use crate::journal::UnfinishedQuestion;
use crate::reading::{DieThrower, Draft, QuestionDraft, QuestionKind, matters_of};
use crate::record::{Seats, Subject};
use crate::render::capitalised;
use crate::server::beginning::{invalid, recorded, seated};
use crate::server::call::{Call, Problem};
use crate::server::field_reader::{FieldError, FieldValues, read_fields};
use crate::server::home::read_draft;
use crate::server::named_file::named_file;
use crate::server::routes::Table;

/// The fields in which something is typed, and those that a file brings.
const TYPED: [&str; 9] = ["question", "querent", "term", "matter", "known", "supposed", "asked", "seed", "draft"];

/// What a question can ask for. The program takes it from here or from the category, and never from the text.
const KINDS: [(&str, &str); 4] = [
    ("whether", "whether it is so"),
    ("who", "who it is"),
    ("when", "when it will be"),
    ("which", "which of two it is, the one named first or the other"),
];

/// What was typed and chosen, read.
struct Asked<'c> {
    draft: QuestionDraft,
    errors: Vec<FieldError>,
    found: Vec<&'c Category>,
}

impl<'l> Table<'l> {
    /// The form, empty or with what a file or a link brings.
    pub(super) fn ask_view(&self, call: &Call) -> Result<View, Problem> {
        let brought = |name: &str| call.query(name).filter(|value| !value.is_empty());
        let mut fields = match (brought("from"), brought("draft")) {
            (Some(file), _) => {
                let folder = self.settings.questions.as_deref();
                let folder = folder.ok_or_else(|| Problem::not_found("This notebook has no folder of questions."))?;
                fields_of(&read_draft(&named_file(folder, file, "")?, self.correspondences)?)
            }
            (None, Some(name)) => {
                let draft = read_draft(&self.unfinished_question(name)?, self.correspondences)?;
                let mut fields = fields_of(&draft);
                fields.insert("draft".to_owned(), name.into());
                fields
            }
            (None, None) => {
                brought("ask").map(|question| ("question".to_owned(), question.into())).into_iter().collect()
            }
        };
        let is_brought = !fields.is_empty();
        if !fields.contains_key("die") {
            let die = if self.settings.program_throws { "by the program" } else { "by hand" };
            fields.insert("die".to_owned(), die.into());
        }
        if self.settings.is_quiet {
            fields.insert("quiet".to_owned(), "on".into());
        }
        Ok(self.asked_view(&fields, is_brought, &[]))
    }

    /// What is done in the form: `look`, `begin`.
    pub(super) fn ask_act(&mut self, act: &str, fields: &Fields) -> Result<Done, Problem> {
        match act {
            "look" => Ok(Done::Shows(self.asked_view(fields, false, &[]))),
            "begin" => match self.begin_reading(fields) {
                Ok(Ok(name)) => {
                    let view = if fields.contains_key("table") { "setup" } else { "journal" };
                    Ok(Done::Goes(format!("{view}={}", encoded(&name))))
                }
                Ok(Err(errors)) => {
                    Ok(Done::Shows(View { refused: Some(invalid(&errors)), ..self.asked_view(fields, false, &errors) }))
                }
                Err(problem) => Ok(Done::Shows(View { refused: Some(problem), ..self.asked_view(fields, false, &[]) })),
            },
            _ => Err(Problem::invalid(format!("{act} cannot be done here."))),
        }
    }

    /// Begins a reading, and returns its name; or the errors in the fields.
    fn begin_reading(&mut self, fields: &Fields) -> Result<Result<String, Vec<FieldError>>, Problem> {
        let Asked { draft, mut errors, .. } = self.asked(fields);
        let draft = QuestionDraft { quiet: Some(fields.contains_key("quiet")), ..draft };
        let question = match draft.resolve(self.correspondences) {
            Ok(question) if errors.is_empty() => question,
            Ok(_) => return Ok(Err(errors)),
            Err(missing) => {
                let missing = missing.into_iter().map(FieldError::from).filter(|error| !errors.contains(error));
                let missing: Vec<FieldError> = missing.map(in_form).collect();
                errors.extend(missing);
                return Ok(Err(errors));
            }
        };
        let names = Army::ALL.map(|army| text(fields, army.name()).to_owned());
        let players = recorded(&seated(&names, question.army(), &question.querent)?)?;
        let die = draft.die.unwrap_or(DieThrower::ByHand);
        let name = self.create(Subject::Reading(Box::new(question), die), Seats::of(players))?;
        if let Ok(path) = self.unfinished_question(text(fields, "draft")) {
            UnfinishedQuestion::resume(&path).remove();
        }
        Ok(Ok(name))
    }

    fn asked(&self, fields: &Fields) -> Asked<'l> {
        let words = text(fields, "matter");
        let found = match words {
            "" => self.correspondences.categories_in(text(fields, "question")),
            words => self.correspondences.categories_like(words),
        };
        let chosen = text(fields, "category");
        let category = found.iter().find(|category| category.name == chosen).or(found.first());
        let mut values: FieldValues = QuestionDraft::KEYS
            .iter()
            .filter(|key| !["category", "die", "players", "quiet"].contains(&key.name))
            .map(|key| (key.name.to_owned(), fields.get(key.name).cloned()))
            .collect();
        values.insert("category".to_owned(), category.map(|category| category.name.as_str().into()));
        let die = match text(fields, "die") {
            "seed" => format!("seed {}", text(fields, "seed")),
            thrower => thrower.to_owned(),
        };
        values.insert("die".to_owned(), Some(die.into()));
        let mut players: Vec<Value> = Vec::new();
        for name in Army::ALL.map(|army| text(fields, army.name())) {
            if !name.is_empty() && !players.iter().any(|player| player.as_str() == Some(name)) {
                players.push(name.into());
            }
        }
        values.insert("players".to_owned(), Some(Value::Array(players)));
        let mut draft = QuestionDraft::default();
        let mut errors = read_fields(&values, &mut draft, self.correspondences).unwrap_or_default();
        errors.extend(draft.errors(self.correspondences).into_iter().map(FieldError::from));
        Asked { draft, errors, found }
    }

    fn asked_view(&self, fields: &Fields, brought: bool, missing: &[FieldError]) -> View {
        let Asked { draft, mut errors, found } = self.asked(fields);
        errors.extend(missing.iter().filter(|error| !errors.contains(error)).cloned().collect::<Vec<_>>());
        let correspondences = self.correspondences;
        let (filled, is_quiet) = (draft.with_category(correspondences), fields.contains_key("quiet"));
        let category = draft.category.as_deref().and_then(|name| correspondences.find_category(name).ok());
        let by_hand = [draft.board.is_some(), draft.angle.is_some(), draft.force.is_some()].contains(&true);
        let place = filled.board.zip(filled.angle).zip(filled.force);
        let forbidden = filled.board.zip(filled.angle);
        let forbidden = forbidden.map(|(board, angle)| correspondences.square(board, angle.throne()).force);
        let title = draft.text.clone().unwrap_or_else(|| "A new question".to_owned());
        let view = shown! {
            typed: BTreeMap::from(TYPED.map(|name| (name, text(fields, name).to_owned()))),
            source: text(fields, "source").to_owned(),
            // Whether what is typed comes from a file or a link, and not from what the browser keeps.
            brought,
            errors: by_field(errors),
            kinds: kinds(category, draft.kind),
            // What the question, or the words for its matter, may mean; the likeliest is chosen.
            matters: Choice::of(
                found.iter().map(|it| Choice::new(&it.name, &it.name, matter_hint(it, is_quiet))),
                category.map_or("", |it| &it.name),
            ),
            houses: self.houses(),
            // Whether the words for the matter name nothing.
            unknown: !text(fields, "matter").is_empty() && found.is_empty(),
            boards: self.places(
                Board::ALL.map(Board::name),
                category.map(|it| it.board.name()),
                draft.board.map(Board::name),
                |name| name.parse::<Board>().map_or("", |board| matters_of(board.element())),
            ),
            angles: self.places(
                Angle::ALL.map(Angle::name),
                category.map(|it| it.angle.name()),
                draft.angle.map(Angle::name),
                |_| "",
            ),
            forces: self.signs(category.filter(|_| !is_quiet).map(|it| it.force), draft.force, forbidden),
            arrays: arrays(&filled, draft.array),
            rulesets: described(
                correspondences.rulesets().iter().map(|it| (&it.name, &it.description)),
                text(fields, "ruleset"),
            ),
            procedures: described(
                correspondences.procedures().iter().map(|it| (&it.name, &it.description)),
                text(fields, "procedure"),
            ),
            tables: described(
                correspondences.dice_tables().iter().map(|it| (&it.name, &it.description)),
                text(fields, "dice"),
            ),
            directions: directions(text(fields, "direction")),
            throwers: Choice::of(
                [
                    Choice::new("by hand", "A real die", "You throw your own die and press the number that it shows."),
                    Choice::new("by the program", "The program", "The program throws the die for everybody."),
                    Choice::new(
                        "seed",
                        "A seed",
                        "The program throws from a number: the same number gives the same throws again.",
                    ),
                ],
                text(fields, "die"),
            ),
            place: place.map(|((board, angle), force)| {
                let square = correspondences.find(board, angle, force);
                let matter = category
                    .filter(|_| !by_hand)
                    .map_or(String::new(), |it| format!("{}: the ", capitalised(&it.name)));
                format!("{matter}{board} board. You play {angle} and move first. The Ptah stands on {square}.")
            }),
            why: match (category.filter(|_| !by_hand), is_quiet) {
                (_, true) if place.is_some() => {
                    Some("Why there waits until the reading is concluded, since it is quiet.".to_owned())
                }
                (Some(category), false) => Some(category.why.clone()),
                _ => None,
            },
            // What of the drawing the place chooses.
            picture: filled.board.map(|board| {
                let key = |name: &str, value: Option<String>| {
                    value.map_or(String::new(), |it| format!("&{name}={}", encoded(&it)))
                };
                format!(
                    "board={board}{}{}{}{}",
                    key("angle", filled.angle.map(|it| it.to_string())),
                    key("force", filled.force.map(|it| it.to_string())),
                    key("array", filled.array.map(|it| it.to_string())),
                    key("direction", filled.direction.map(|it| it.to_string())),
                )
            }),
            seats: seat_fields(fields, filled.angle.map_or(Army::Air, Angle::army)),
            is_quiet,
            is_on_table: fields.contains_key("table"),
        };
        View::new("ask.html", title, view)
    }

    /// The path of an unfinished question of the prompts.
    pub(in crate::server) fn unfinished_question(&self, name: &str) -> Result<std::path::PathBuf, Problem> {
        let path = named_file(&self.settings.journals, name, ".toml")?;
        let is_one = UnfinishedQuestion::is_at(&path);
        is_one.then_some(path).ok_or_else(|| Problem::not_found("There is no such unfinished question."))
    }

    /// All categories, house by house; then those that are too large for a house.
    fn houses(&self) -> Vec<minijinja::Value> {
        let of = |title: String, hint: String, test: &dyn Fn(&Category) -> bool| {
            let categories = self.correspondences.categories().iter().filter(|it| test(it));
            shown! { title, hint, categories: categories.map(|it| it.name.as_str()).collect::<Vec<_>>() }
        };
        let houses = (1..=12).filter_map(|number| self.correspondences.house(number)).map(|house| {
            let number = house.number;
            of(format!("House {number}"), house.matters.join(", "), &|it| it.house == Some(number))
        });
        houses
            .chain([of("Larger than a house".to_owned(), "the element itself".to_owned(), &|it| it.house.is_none())])
            .collect()
    }

    /// The names of boards or angles, after what the category says.
    fn places(
        &self,
        names: [&'static str; 4],
        by_category: Option<&'static str>,
        chosen: Option<&'static str>,
        hint: impl Fn(&str) -> &'static str,
    ) -> Vec<Choice> {
        let first = Choice::new("", as_said(by_category), "");
        let all = names.map(|name| Choice::new(name, name, hint(name)));
        Choice::of(std::iter::once(first).chain(all), chosen.unwrap_or_default())
    }

    /// The signs in the order of their houses, then the elements, after what the category says.
    fn signs(
        &self,
        by_category: Option<SignOrElement>,
        chosen: Option<SignOrElement>,
        forbidden: Option<SignOrElement>,
    ) -> Vec<Choice> {
        let house = |force: SignOrElement| self.correspondences.force(force).house;
        let mut forces = SignOrElement::ALL;
        forces.sort_by_key(|force| (!force.is_sign(), house(*force), force.element().index()));
        let all = forces.map(|force| {
            let found = house(force).and_then(|number| self.correspondences.house(number));
            let (before, hint) = found.map_or((String::new(), "the element itself".to_owned()), |it| {
                (format!("{}. ", it.number), it.matters.join(", "))
            });
            Choice::new(force.name(), format!("{before}{force}"), hint).off(Some(force) == forbidden)
        });
        let first = Choice::new("", as_said(by_category.map(SignOrElement::name)), "");
        Choice::of(std::iter::once(first).chain(all), chosen.map_or("", SignOrElement::name))
    }
}

/// The choice to leave it to the category.
fn as_said(by_category: Option<&str>) -> String {
    by_category.map_or_else(|| "As the matter says".to_owned(), |name| format!("As the matter says: {name}"))
}

fn matter_hint(category: &Category, is_quiet: bool) -> String {
    let place = format!("{} board, {} angle", category.board, category.angle);
    if is_quiet { place } else { format!("{place}, {}", category.force) }
}

/// What a question can ask for, after what the category says.
fn kinds(category: Option<&Category>, chosen: Option<QuestionKind>) -> Vec<Choice> {
    let label = |kind: QuestionKind| KINDS.iter().find(|(name, _)| *name == kind.name()).map(|(_, label)| *label);
    let first = Choice::new("", as_said(category.and_then(|it| label(it.kind))), "");
    let all = KINDS.map(|(kind, label)| Choice::new(kind, capitalised(label), ""));
    Choice::of(std::iter::once(first).chain(all), chosen.map_or("", QuestionKind::name))
}

/// The arrays of a board, after the usual one of its angle.
fn arrays(filled: &QuestionDraft, chosen: Option<Array>) -> Vec<Choice> {
    let Some(board) = filled.board else { return Vec::new() };
    let usual = Array::of(filled.angle.unwrap_or(Angle::Air), board);
    let first = Choice::new("", format!("The usual one: {usual}"), "");
    let all = Angle::ALL.map(|angle| array_choice(Array::of(angle, board)));
    Choice::of(std::iter::once(first).chain(all), &chosen.map_or(String::new(), |array| array.to_string()))
}

/// The arrays of a board.
pub(super) fn array_choices(board: Board, chosen: Array) -> Vec<Choice> {
    Choice::of(Angle::ALL.map(|angle| array_choice(Array::of(angle, board))), &chosen.to_string())
}

fn array_choice(array: Array) -> Choice {
    let officers = array.officers().map(|officer| officer.name()).join(", ");
    let about = format!("From the throne outward: {officers}. The first shares the throne with the king.");
    Choice::new(array.to_string(), array.to_string(), about)
}

pub(super) fn directions(chosen: &str) -> Vec<Choice> {
    let all = [
        Choice::new("deosil", "Clockwise", "Air, Water, Fire, Earth."),
        Choice::new("widdershins", "Anticlockwise", "Air, Earth, Fire, Water."),
    ];
    Choice::of(all, chosen)
}

/// The armies from the querent's on, with who plays them.
fn seat_fields(fields: &Fields, first: Army) -> Vec<minijinja::Value> {
    let names = Army::ALL.map(|army| text(fields, army.name()).to_owned());
    let querent = Some(text(fields, "querent")).filter(|name| !name.is_empty()).unwrap_or("you");
    let players = seated(&names, first, querent).unwrap_or_default();
    let field = |at: usize| {
        let army = Army::ALL[(first.index() + at) % 4];
        // Who plays it if nobody is named.
        let otherwise = players.get(army.index());
        shown! { army: army.name(), player: &names[army.index()], otherwise }
    };
    (0..4).map(field).collect()
}

/// A draft as the fields of the form.
fn fields_of(draft: &QuestionDraft) -> Fields {
    let values = QuestionDraft::KEYS.iter().filter_map(|key| Some((key.name.to_owned(), (key.slot.get)(draft)?)));
    let mut fields: Fields = values.collect();
    if let Some(category) = fields.get("category").cloned() {
        fields.insert("matter".to_owned(), category);
    }
    if let Some(DieThrower::Seeded(seed)) = draft.die {
        fields.insert("die".to_owned(), "seed".into());
        fields.insert("seed".to_owned(), seed.to_string().into());
    }
    match fields.remove("quiet") {
        Some(Value::Boolean(true)) => fields.insert("quiet".to_owned(), "on".into()),
        _ => None,
    };
    if let Some(Value::Array(players)) =
        fields.remove("players").filter(|players| players.as_array().is_some_and(|it| !it.is_empty()))
    {
        let first = draft.angle.map_or(Army::Air, Angle::army);
        for at in 0..4 {
            let army = Army::ALL[(first.index() + at) % 4];
            fields.insert(army.name().to_owned(), players[at % players.len()].clone());
        }
    }
    fields
}

/// What is missing, as the form says it.
fn in_form(missing: FieldError) -> FieldError {
    let text = match missing.key {
        "question" => "write the question first",
        "category" => "choose what it is about, or a board, an angle and a sign",
        _ => return missing,
    };
    FieldError { text: text.to_owned(), ..missing }
}
