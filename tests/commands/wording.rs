//! How a summary reads, measured on readings for which no form was written (INTERPRETATION 8.8).

use std::collections::BTreeSet;
use std::fs;

use crate::desk::TestDesk;
use crate::sample::short_or_whole;

/// Readings whose seeds were not looked at while the forms were written.
fn seeds() -> std::ops::Range<u64> {
    70_000..70_000 + short_or_whole(20, 40)
}

/// A word of the data, a name, a square or a number, blanked.
const BLANK: &str = "_";

/// Every text of some tables, but for sources and what `meaning` alone prints.
fn texts(value: &toml::Value, found: &mut BTreeSet<String>) {
    match value {
        toml::Value::String(text) => {
            // The verbs stand around a pronoun.
            let pronouns: &[&str] = if text.contains("{}") { &["him", "her", "it"] } else { &[""] };
            found.extend(pronouns.iter().map(|pronoun| text.replace("{}", pronoun).to_lowercase()));
        }
        toml::Value::Array(list) => {
            list.iter().for_each(|value| texts(value, found));
            if let [toml::Value::String(one), toml::Value::String(two), ..] = list.as_slice() {
                found.insert(format!("{one} and {two}").to_lowercase());
            }
        }
        toml::Value::Table(table) => {
            let wanted = table.iter().filter(|(key, _)| !matches!(key.as_str(), "source" | "action" | "office"));
            wanted.for_each(|(_, value)| texts(value, found));
        }
        _ => {}
    }
}

/// The words of the tradition that a summary prints, the longest first.
fn words_of_the_data() -> Vec<String> {
    let mut found = BTreeSet::new();
    for file in ["elements", "figures", "cards", "persons", "houses", "forces"] {
        let text = fs::read_to_string(format!("{}/data/{file}.toml", env!("CARGO_MANIFEST_DIR"))).unwrap();
        texts(&toml::Value::Table(text.parse().unwrap()), &mut found);
    }
    let mut found: Vec<String> = found.into_iter().filter(|text| text.len() > 2).collect();
    found.sort_by_key(|text| std::cmp::Reverse(text.len()));
    found
}

/// A sentence with everything blanked that is not its form, and whether it has a word of the data.
fn form(sentence: &str, data: &[String]) -> (String, bool) {
    let mut text = sentence.to_lowercase();
    let mut has_meaning = false;
    for phrase in data {
        let is_word = |at: usize| {
            let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            ends(text[..at].chars().next_back()) && ends(text[at + phrase.len()..].chars().next())
        };
        let places: Vec<usize> =
            text.match_indices(phrase.as_str()).map(|(at, _)| at).filter(|at| is_word(*at)).collect();
        for at in places.into_iter().rev() {
            text.replace_range(at..at + phrase.len(), BLANK);
            has_meaning = true;
        }
    }
    let names = "air water fire earth aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius pisces \
                 querent ruth puer amissio albus populus major minor fortuna conjunctio puella rubeus acquisitio carcer \
                 tristitia laetitia cauda caput draconis via one two three four five six seven eight nine ten eleven twelve";
    let names: BTreeSet<&str> = names.split_whitespace().collect();
    let is_square =
        |word: &str| word.len() == 2 && word.as_bytes()[0].is_ascii_lowercase() && word.as_bytes()[1].is_ascii_digit();
    let blanked = text.split_whitespace().map(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).trim_end_matches("'s");
        let is_blank = names.contains(bare) || is_square(bare) || bare.parse::<u32>().is_ok();
        if is_blank { word.replace(bare, BLANK) } else { word.to_owned() }
    });
    (blanked.collect::<Vec<_>>().join(" "), has_meaning)
}

/// The sentences of a summary without its head.
fn sentences(seed: u64) -> Vec<String> {
    let desk = TestDesk::new();
    let categories = enochian::correspondences::Correspondences::embedded().categories();
    let category = &categories[seed as usize % categories.len()].name;
    let procedure = ["ptah", "ptah", "kings", "ptah-conclude", "ptah-attained"][seed as usize % 5];
    let question =
        format!("question = \"?\"\ncategory = \"{category}\"\nquerent = \"Ruth\"\nprocedure = \"{procedure}\"\n");
    let file = desk.path("q.toml");
    fs::write(&file, question).unwrap();
    desk.says(&["read", file.to_str().unwrap(), "--auto", "--seed", &seed.to_string()]);
    let told = desk.json(&["journal", "explain", desk.journal().to_str().unwrap()])["told"].clone();
    let texts = told["sentences"].as_array().unwrap().iter().map(|it| it["text"].as_str().unwrap().to_owned());
    let whole = texts.collect::<Vec<_>>().join(" ");
    whole.split_inclusive(['.', '?', '!']).map(|text| text.trim().to_owned()).filter(|text| text.len() > 1).collect()
}

#[test]
fn interpretation_8_8_summaries_keep_their_bounds() {
    let data = words_of_the_data();
    let summaries: Vec<Vec<String>> = seeds().map(sentences).collect();
    let forms: Vec<Vec<(String, bool)>> =
        summaries.iter().map(|texts| texts.iter().map(|text| form(text, &data)).collect()).collect();

    let with_meaning = forms.iter().flatten().filter(|(_, has_meaning)| *has_meaning).count();
    let count = forms.iter().flatten().count();
    assert!(with_meaning * 100 >= 65 * count, "{with_meaning} of {count} sentences");

    for texts in &summaries {
        let whole = texts.join(" ");
        let words = whole.split_whitespace().count();
        assert!((60..=220).contains(&words), "{words} words: {whole}");
        let words: Vec<&str> = whole.split(|c: char| !c.is_alphanumeric()).collect();
        let turns: Vec<&str> = words
            .windows(2)
            .filter(|pair| pair[0] == "turn" && pair[1].parse::<u32>().is_ok())
            .map(|pair| pair[1])
            .collect();
        assert_eq!(turns.len(), turns.iter().collect::<BTreeSet<_>>().len(), "a turn is named twice: {whole}");
        let in_figures = words.iter().filter(|word| word.parse::<u32>().is_ok()).count();
        assert!(in_figures <= 8, "{whole}");
    }
}
