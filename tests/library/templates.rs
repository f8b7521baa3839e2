//! The templates of summaries: what is read of them, and what is refused.

use enochian::correspondences::Correspondences;

#[test]
fn what_nests_too_deep_is_refused_and_all_else_is_read() {
    let text = include_str!("../../data/summary.toml");
    let read = |template: &str| {
        let head = text.find("\nheading = ").unwrap() + "\nheading = ".len();
        let opened = head + text[head..].find('\n').unwrap() + 1;
        let text = [&text[..opened], template, &text[opened..]].concat();
        Correspondences::with_file("summary.toml", &text).map_err(|faults| faults.to_string()).err()
    };
    let nested = |times: usize| {
        [
            format!("{{{{ querent{} }}}}", ".a".repeat(times)),
            format!("{{{{ querent{} }}}}", "|e".repeat(times)),
            format!("{{{{ querent{} }}}}", "~1".repeat(times)),
            format!("{{{{ querent{} }}}}", "()".repeat(times)),
            format!("{{{{ {}1 }}}}", "- ".repeat(times)),
            format!("{{{{ 1{} }}}}", " if 1".repeat(times / 3)),
            format!("{{% if 1 %}}{}{{% endif %}}", "{% elif 1 %}".repeat(times / 6)),
        ]
    };
    for template in nested(500) {
        assert_eq!(read(&template), None, "{template}");
    }
    for template in nested(100_000) {
        let told = read(&template).unwrap();
        assert!(told.contains("`heading` has ") && told.contains("at most "), "{told}");
    }
}
