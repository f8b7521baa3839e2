//! Texts of people in a table that a spreadsheet opens.

use unicode_width::UnicodeWidthChar;

use crate::input::safe;

/// A single-line cell that no spreadsheet takes for a formula.
pub(super) fn harmless(cell: &str) -> String {
    let cell = safe(cell);
    // Full-width forms too, which some programs treat as the same characters.
    // Skip zero-width characters, as some programs do.
    let seen = cell.trim_start_matches(|c: char| c.is_whitespace() || c.width() == Some(0));
    let formula = seen.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    if formula { format!("'{cell}") } else { cell.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_words() {
        for formula in [
            "=1+1",
            "+1",
            "-1",
            "@SUM(A1)",
            " =1",
            "\t=1",
            "＝1",
            "\u{200b}=1",
            "\u{2060}=1",
            "\u{feff}=1",
            "\u{fe0f}=1",
        ] {
            let cell = harmless(formula);
            assert!(cell.starts_with(['\'', '\\', '␉']), "{formula}: {cell}");
        }
        assert_eq!(harmless("\r=1"), "␍=1");
        assert_eq!(harmless("a = b, quietly"), "a = b, quietly");
    }
}
