//! Categories of questions: how they are found, and what their file must keep.

use enochian::correspondences::{Correspondences, SignOrElement};

fn like(text: &str) -> Vec<&'static str> {
    Correspondences::embedded().categories_like(text).into_iter().map(|category| category.name.as_str()).collect()
}

fn within(question: &str) -> Vec<&'static str> {
    let found = Correspondences::embedded().categories_in(question);
    found.into_iter().map(|category| category.name.as_str()).collect()
}

#[test]
fn whole_words_and_their_stems_are_found_and_nothing_inside_a_word() {
    for (text, other) in [("rent", "parent"), ("band", "marriage"), ("quit", "jealousy")] {
        assert!(!like(text).contains(&other), "{text}: {:?}", like(text));
    }
    assert_eq!(like("friends")[0], "friendship");
    assert_eq!(like("my brother's")[0], "brother or sister");
    assert_eq!(like("dreaming")[0], "dream");
    assert_eq!(like(" "), [""; 0]);
}

#[test]
fn what_is_being_typed_is_found_by_its_beginning() {
    assert_eq!(like("broth")[0], "brother or sister");
    assert_eq!(like("love aff")[0], "love");
    assert_eq!(like("love")[0], "love", "an exact name comes first");
}

#[test]
fn a_question_proposes_what_it_names_in_whole() {
    assert!(!within("Shall I open a shop?").contains(&"open enemy"));
    assert_eq!(within("Is my brother happy in his present situation?"), ["brother or sister"]);
    assert_eq!(within("Will the holy place be open?"), ["pilgrimage"]);
    assert_eq!(within("Shall we?"), [""; 0]);
}

fn category(name: &str, also: &[&str], place: &str) -> String {
    format!("[[category]]\nname = \"{name}\"\nalso = {also:?}\n{place}\nwhy = \"So.\"\n")
}

fn read_all(text: &str) -> Result<Correspondences, String> {
    Correspondences::with_file("catalog.toml", text).map_err(|errors| errors.to_string())
}

#[test]
fn unknown_names_bring_suggestions() {
    let text = category("lost things", &["theft"], "board = \"Earth\"\nangle = \"Air\"\nhouse = 2")
        + &category("journeys", &["long travel"], "board = \"Air\"\nangle = \"Air\"\nhouse = 9");
    let all = read_all(&text).unwrap();
    assert_eq!(all.find_category("A Lost things").unwrap().force, SignOrElement::Taurus);
    let suggested = |name| all.find_category(name).unwrap_err().suggestions;
    assert_eq!(suggested("journey"), ["journeys"]);
    assert_eq!(suggested("travel abroad"), ["journeys"]);
    assert_eq!(suggested("weather"), [""; 0]);
}

#[test]
fn the_ptah_is_not_set_on_the_throne() {
    let throne = category("x", &[], "board = \"Air\"\nangle = \"Air\"\nforce = \"Air\"");
    assert!(read_all(&throne).unwrap_err().contains("is the throne"));
    let both = category("x", &[], "board = \"Air\"\nangle = \"Air\"\nforce = \"Fire\"\nhouse = 3");
    assert!(read_all(&both).unwrap_err().contains("not both"));
    assert!(read_all("category = []").unwrap_err().contains("at least one entry"));
}

#[test]
fn two_spellings_within_one_category_may_be_the_same() {
    let text = category("brother", &["a brother"], "board = \"Air\"\nangle = \"Air\"\nhouse = 3");
    assert!(read_all(&text).is_ok());
    assert!(read_all(&(text.clone() + &text)).unwrap_err().contains("a name that no other category has"));
}
