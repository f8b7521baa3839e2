//! The templates of summaries: what is read of them, and what is refused.

use enochian::correspondences::Correspondences;

#[test]
fn a_persons_own_macros_can_be_used() {
    let text = include_str!("../../data/summary.toml");
    let text = text.replacen("{% macro ", "{%- macro mine(who) -%}{{ who }}{%- endmacro -%}{% macro ", 1);
    let head = text.find("\nhead = ").unwrap() + "\nhead = ".len();
    let opened = head + text[head..].find('\n').unwrap() + 1;
    let with = |name: &str| [&text[..opened], "{{ ", name, "(querent) }}", &text[opened..]].concat();
    assert!(Correspondences::with_file("summary.toml", &with("mine")).is_ok());
    let told = Correspondences::with_file("summary.toml", &with("yours")).unwrap_err().to_string();
    assert!(told.contains("uses yours, which is not defined there"), "{told}");
}

#[test]
fn what_nests_too_deep_is_refused_and_all_else_is_read() {
    let text = include_str!("../../data/summary.toml");
    let read = |template: &str| {
        let head = text.find("\nhead = ").unwrap() + "\nhead = ".len();
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
            format!("{{% if 1 %}}{}{{% endif %}}", "{% elif 1 %}".repeat(times / 3)),
        ]
    };
    for template in nested(190) {
        assert_eq!(read(&template), None, "{template}");
    }
    for template in nested(100_000) {
        let told = read(&template).unwrap();
        assert!(told.contains("`head` has ") && told.contains("at most "), "{told}");
    }
    assert!(read("{% raw %}{{ ' {% endraw %}").unwrap().contains("`head` has {% raw %}"));
}
