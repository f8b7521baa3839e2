//! Breaking lines between words.

use textwrap::core::display_width;

/// The text with lines no wider than a terminal, broken between words. The continuation of an indented line is indented
/// below the text after its label, number or figure. A command stays on one line, so that it can be pasted.
pub fn wrapped(text: &str, width: usize) -> String {
    let broken = |line: &str| {
        // What has nowhere to break stays where it is.
        if !line.trim_start().contains(' ') && display_width(line) > width && !line.trim_start().starts_with('─') {
            return line.to_owned();
        }
        // A rule is as long as there is room.
        if line.trim_start().starts_with('─') && display_width(line) > width {
            let longer = display_width(line) - width;
            return line.replacen(&"─".repeat(longer), "", 1);
        }
        // Words stay whole, so that the path of a journal can be copied.
        let indent = " ".repeat(hanging(line).min(width / 2));
        let options = textwrap::Options::new(width)
            .subsequent_indent(&indent)
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::fill(line, options)
    };
    let lines = text.split('\n').map(|line| match line.split_once(COMMAND) {
        Some((before, command)) if display_width(line) > width => {
            format!("{}:\n  {}{command}", broken(before), &COMMAND[2..])
        }
        _ => broken(line),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What comes before a command to type.
const COMMAND: &str = ": enochian ";

/// The indentation of the continuation of an indented line.
fn hanging(line: &str) -> usize {
    let Some(inside) = line.strip_prefix("  ") else { return 0 };
    let label = inside.trim_start();
    let gap = label.find("  ").map_or(label, |gap| label[gap..].trim_start());
    if gap.len() < label.len() { display_width(line) - display_width(gap) } else { 8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_and_short_ones_left() {
        assert_eq!(wrapped("a b c\n  \u{1b}[1mx\u{1b}[0m  y", 10), "a b c\n  \u{1b}[1mx\u{1b}[0m  y");
        assert_eq!(wrapped("one two three", 8), "one two\nthree");
        assert_eq!(wrapped("in journals/2026-11-21.md", 8), "in\njournals/2026-11-21.md");
        assert_eq!(wrapped("  ● ●   one two three", 16), "  ● ●   one two\n        three");
        assert_eq!(wrapped("  Name      one two three", 18), "  Name      one\n         two three");
        assert_eq!(wrapped("   1  one two three", 14), "   1  one two\n      three");
        assert_eq!(
            wrapped("Stopped. Go on with: enochian read --resume brother", 20),
            "Stopped. Go on with:\n  enochian read --resume brother"
        );
    }
}
