//! Games without a referee.

use enochian::games::{ActError, OptionsError, Referee, unrefereed};

fn names(names: &[&str]) -> Result<Referee, OptionsError> {
    unrefereed(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
}

#[test]
fn seats_have_different_plain_names() {
    assert!(names(&["North", "East", "Anna-Maria O'Neill"]).is_ok());
    for wrong in [&["North"][..], &["North", "north"], &["North", ""], &["North", "a · b"], &["a"; 13]] {
        assert!(names(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn texts_take_turns_and_next_and_end_are_words_of_their_own() {
    let referee = names(&["North", "East", "West"]).unwrap();
    let mut state = referee.start();
    for (act, text, after) in [
        ("lays a tile", "lays a tile", "2 East"),
        ("next west", "next West", "2 West"),
        ("  builds a road ", "builds a road", "3 North"),
        ("end  drawn", "end drawn", "3 - drawn"),
    ] {
        let played = state.play(act).unwrap();
        assert_eq!((played.text.as_str(), played.state.text().as_str()), (text, after));
        assert_eq!(referee.read(after).unwrap().text(), after);
        state = played.state;
    }
    assert_eq!(state.play("again").unwrap_err(), ActError::Over);
    for wrong in ["", "  ", "a\nb", "next", "next South", "end"] {
        assert!(referee.start().play(wrong).is_err(), "{wrong:?}");
    }
    for wrong in ["", "0 North", "01 North", "1 South", "1", "1 - ", "1 -  x"] {
        assert!(referee.read(wrong).is_err(), "{wrong:?}");
    }
}
