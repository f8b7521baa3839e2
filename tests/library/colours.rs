//! Colours that can be told apart, and how they are written.

use enochian::chess::Element;
use enochian::correspondences::{Colour, Correspondences, Palette, Tone};

#[test]
fn every_symbol_can_be_read_on_its_triangle() {
    for (element, palette) in Element::ALL.into_iter().flat_map(|e| Palette::ALL.map(|palette| (e, palette))) {
        let correspondences = Correspondences::embedded().element(element);
        let contrast =
            correspondences.colour.in_palette(palette).contrast(correspondences.flashing.in_palette(palette));
        assert!(contrast >= 3.0, "{element}, {palette:?}: {contrast:.2}; 3 is what WCAG 2 asks of graphics");
    }
}

#[test]
fn the_elements_can_be_told_apart_by_lightness_alone() {
    for one in Element::ALL {
        for two in Element::ALL.into_iter().filter(|two| *two != one) {
            let [a, b] = [one, two]
                .map(|element| Correspondences::embedded().element(element).colour.in_palette(Palette::ColourBlind));
            assert!(a.contrast(b) >= 1.7, "{one} and {two}: {:.2}", a.contrast(b));
        }
    }
}

#[test]
fn tones_are_written_as_they_are_read() {
    let colour = Colour::from_name("#0a141e").unwrap();
    assert_eq!((colour.to_string(), colour.tone.to_string()), ("#0a141e".into(), "#0a141e".into()));
    assert_eq!(colour.tone.mixed(Tone(255, 255, 255), 1.0), Tone(255, 255, 255));
    assert_eq!(["#12345", "#12345g", "#+12345", ""].map(Colour::from_name), [None, None, None, None]);
}
