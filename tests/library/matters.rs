//! What people ask about in their own words is found in the catalogue. Each line of the two files has what somebody asks, and which
//! categories would do.

use enochian::correspondences::Correspondences;

/// How many there are, and those of which none of the first three categories that are proposed would do.
fn missed(file: &str) -> (usize, Vec<String>) {
    let correspondences = Correspondences::embedded();
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let matters: Vec<(&str, &str)> = lines.map(|line| line.split_once(" | ").unwrap()).collect();
    let is_missed = |&(asked, does): &(&str, &str)| {
        let does: Vec<&str> = does.split(", ").collect();
        assert!(
            does.iter().all(|name| correspondences.find_category(name).unwrap().name == *name),
            "{asked}: {does:?}"
        );
        let found: Vec<&str> = correspondences.categories_in(asked).into_iter().map(|it| it.name.as_str()).collect();
        let is_found = found.iter().take(3).any(|name| does.contains(name));
        (!is_found).then(|| format!("{asked} {found:?}, not {does:?}"))
    };
    (matters.len(), matters.iter().filter_map(is_missed).collect())
}

#[test]
fn of_plain_matters_ninety_five_in_a_hundred_are_among_the_first_three() {
    let (all, missed) = missed(include_str!("matters.txt"));
    assert!(all >= 200 && missed.len() * 20 <= all, "{} of {all} are missed:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn of_matters_for_which_no_word_was_added_eighty_in_a_hundred_are() {
    let (all, missed) = missed(include_str!("matters_of_others.txt"));
    assert!(all >= 100 && missed.len() * 5 <= all, "{} of {all} are missed:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn of_what_people_type_in_a_word_or_two_ninety_seven_in_a_hundred_are() {
    let (all, missed) = missed(include_str!("matters_typed.txt"));
    assert!(all >= 220 && missed.len() * 33 <= all, "{} of {all} are missed:\n{}", missed.len(), missed.join("\n"));
}
