//! What belongs to a square, a sign or an element, each with its label.

use crate::correspondences::{Correspondences, Gloss, SignOrElement};

use super::{list, nth};

/// What belongs to a square; a label without anything has an empty text.
pub fn square_facts(gloss: &Gloss, correspondences: &Correspondences) -> Vec<(&'static str, String)> {
    let house = match &gloss.house {
        Some(house) => format!("{}, {}: {}", nth(house.number), house.name, house.matters.join(", ")),
        None => format!("none: {} itself in the {} angle", gloss.force, gloss.angle),
    };
    let ruler = if gloss.house.is_some() { "Ruler" } else { "Planets" };
    let world = gloss.element.parse().map_or(String::new(), |element| correspondences.element(element).world.clone());
    vec![
        ("House", house),
        (ruler, list(&gloss.rulers)),
        ("Trump", gloss.trump.clone()),
        ("Letter", format!("{} {}", gloss.letter, gloss.glyph)),
        ("Element", format!("{}, {}", gloss.element, gloss.quality)),
        ("World", world),
        ("Time", format!("{}; {}", gloss.pace, gloss.time)),
        ("Keywords", gloss.keywords.join(", ")),
        ("Figure", gloss.figure.words.clone()),
    ]
}

/// All correspondences of a sign or element.
pub fn force_facts(force: SignOrElement, correspondences: &Correspondences) -> Vec<(&'static str, String)> {
    let (known, trump, figure) =
        (correspondences.force(force), correspondences.trump(force), correspondences.figure(force));
    let element = force.element();
    let house = known.house.and_then(|number| correspondences.house(number));
    let keywords = if known.keywords.is_empty() { String::new() } else { format!(": {}", known.keywords.join(", ")) };
    let does = |name: &String| {
        correspondences
            .planet_correspondences(name)
            .map_or(name.clone(), |planet| format!("{name}: {}", planet.meaning))
    };
    let rulers: Vec<String> = known.rulers.iter().map(does).collect();
    let mut facts = vec![(if force.is_sign() { "Sign" } else { "Element" }, format!("{force}{keywords}"))];
    facts.extend(
        house.map(|house| ("House", format!("{}, {}: {}", nth(house.number), house.name, house.matters.join(", ")))),
    );
    facts.extend([
        (if force.is_sign() { "Ruler" } else { "Planets" }, rulers.join("; ")),
        ("Trump", trump.to_string()),
        ("Letter", trump.letter.to_string()),
        ("Figure", format!("{}: {} ({}, {})", figure.name, figure.words, figure.nature, figure.motion)),
    ]);
    if force.is_sign() {
        facts.push(("Element", format!("{element}, {}", force.quality())));
    }
    facts.push(("World", correspondences.element(element).world.clone()));
    facts.push(("Time", known.time.clone()));
    facts
}
