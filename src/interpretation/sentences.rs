//! Sentences for facts, from the templates of `data/summary.toml`.

use std::collections::BTreeMap;

use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, Value};
use serde::Serialize;

use crate::chess::{Army, Kind, Officer, Piece};
use crate::correspondences::{
    ComparedPart, Correspondences, Event, HouseCorrespondences, PARTS, Relation, SignOrElement,
};
use crate::reading::Question;
use crate::render::{capitalised, in_words, list};

/// The houses of questions about people (INTERPRETATION 2.3).
const ABOUT_PEOPLE: [u8; 6] = [1, 3, 4, 5, 7, 11];

/// Stops a template that loops. No template of a summary needs a hundredth of this.
const FUEL: u64 = 100_000;

/// Writes the sentences for one question.
pub(super) struct SentenceWriter<'l> {
    correspondences: &'l Correspondences,
    environment: Environment<'l>,
}

impl<'l> SentenceWriter<'l> {
    pub(super) fn of(question: &Question, correspondences: &'l Correspondences) -> SentenceWriter<'l> {
        let mut environment = Environment::new();
        // A template may test for a missing fact, but must not print one.
        environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
        environment.set_fuel(Some(FUEL));
        environment.add_filter("upfirst", |text: String| capitalised(&text));
        environment.add_function("number", in_words);
        environment.add_function("listed", |words: Vec<String>| list(&words));
        environment.add_global("querent", &question.querent);
        environment.add_global("words", Value::from(Serde(&correspondences.sentences().words)));
        environment.add_global("ptah", question.force.name());
        environment.add_global("says", Value::from(Serde(says(correspondences))));
        environment.add_global("stands_for", Value::from(Serde(stands_for(question, correspondences))));
        environment.add_global("matters", Value::from(Serde(matters(correspondences))));
        environment.add_global("time_of", Value::from(Serde(times(correspondences))));
        SentenceWriter { correspondences, environment }
    }

    /// The sentences of a part.
    pub(super) fn part(&self, id: &str, facts: &impl Serialize) -> String {
        let index = PARTS.iter().position(|(part, _)| *part == id);
        index.map_or(String::new(), |index| self.write(id, &self.correspondences.sentences().parts[index], facts))
    }

    /// The sentence of S3 for the short form.
    pub(super) fn short_road(&self, facts: &impl Serialize) -> String {
        self.write("S3 of the short form", &self.correspondences.sentences().short_road, facts)
    }

    /// The clause of a part for the comparison with another reading.
    pub(super) fn clause(&self, compared: &ComparedPart, facts: &impl Serialize) -> String {
        self.write(&format!("compare.{}", compared.part), &compared.clause, facts)
    }

    /// The sentence that joins two clauses.
    pub(super) fn joined(&self, about: &str, one: &str, two: &str) -> String {
        let sides = BTreeMap::from([("about", about), ("one", one), ("two", two)]);
        self.write("compare.joined", &self.correspondences.sentences().joined, &sides)
    }

    /// Renders a template. One that a person edited may fail with some facts; then the text says so instead of failing the page.
    fn write(&self, part: &str, template: &str, facts: &impl Serialize) -> String {
        match self.environment.render_str(template, Serde(facts)) {
            Ok(text) => tidy(&text),
            Err(error) => {
                let line = error.line().map_or(String::new(), |line| format!(", line {line}"));
                let detail = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
                format!("[{part} of summary.toml{line}, template error: {detail}]")
            }
        }
    }
}

/// The words for every event and relation, by name.
fn says(correspondences: &Correspondences) -> BTreeMap<&'static str, &str> {
    let events = Event::ALL.map(|event| (event.id(), correspondences.event(event).says.as_str()));
    events.into_iter().chain(Relation::ALL.map(|it| (it.id(), correspondences.relation(it).says.as_str()))).collect()
}

/// What the officers stand for, by army and kind: in the querent's army an aspect of the querent; otherwise a person, or a
/// happening if the question is not about people (INTERPRETATION 2.1 to 2.3).
fn stands_for<'l>(
    question: &Question,
    correspondences: &'l Correspondences,
) -> BTreeMap<&'static str, BTreeMap<&'static str, &'l str>> {
    let is_about_people =
        correspondences.force(question.force).house.is_some_and(|house| ABOUT_PEOPLE.contains(&house));
    let of_officer = |army: Army, officer: Officer| {
        let kind = Kind::Officer(officer);
        let words = correspondences.person(Piece { army, kind });
        let word = match is_about_people {
            _ if army == question.army() => &correspondences.kind(kind).own,
            true => words.person,
            false => words.happening,
        };
        (officer.name(), word)
    };
    let of_army =
        |army: Army| (army.name(), Officer::ALL.map(|officer| of_officer(army, officer)).into_iter().collect());
    Army::ALL.map(of_army).into_iter().collect()
}

/// The first two matters of each house.
fn matters(correspondences: &Correspondences) -> BTreeMap<u8, String> {
    let first_two = |house: &HouseCorrespondences| list(&house.matters[..house.matters.len().min(2)]);
    correspondences.houses().iter().map(|house| (house.number, first_two(house))).collect()
}

/// The time span of each sign and element.
fn times(correspondences: &Correspondences) -> BTreeMap<&'static str, &str> {
    SignOrElement::ALL.map(|force| (force.name(), correspondences.time_of(force))).into_iter().collect()
}

/// Normalises spaces: one between words, none before punctuation or inside brackets.
fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let follows = word.starts_with([',', '.', ';', ':', ')']) || tidy.ends_with('(') || tidy.is_empty();
        if !follows {
            tidy.push(' ');
        }
        tidy.push_str(word);
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_are_those_of_a_sentence() {
        assert_eq!(tidy(" He\n fell ( Leo ) , once : \n so . "), "He fell (Leo), once: so.");
    }

    #[test]
    fn interpretation_8_2_numbers_up_to_twelve_are_words() {
        assert_eq!([1, 12, 13].map(in_words), ["one", "twelve", "13"]);
    }
}
