//! What the owner fills in stands in `Cargo.toml`; elsewhere it is a copy. `.ci/update owner` writes the copies anew.

use std::path::Path;
use std::{env, fs};

/// A placeholder, which is nowhere shown as an address.
fn is_real(address: &str) -> bool {
    !address.is_empty() && !address.contains("example.org")
}

fn get_it(package: &toml::Value, web_app: &str) -> String {
    let [repository, rust] = ["repository", "rust-version"].map(|key| package[key].as_str().unwrap());
    let web = format!("- [Open the page]({web_app}) in your browser, on a phone too: there is nothing to install.\n");
    let download =
        if is_real(repository) { format!("[Download]({repository}/releases)") } else { "Download".to_owned() };
    format!(
        "{}- {download} it for Windows, Linux or macOS, without Rust: [which file to take, and how to start it](docs/INSTALL.md).\n\
         - `cargo install enochian --locked`, with [Rust](https://rustup.rs) {rust} or newer.\n\
         - `pip install enochian`, for research in [Python](docs/PYTHON.md).\n",
        if is_real(web_app) { &web } else { "" }
    )
}

/// The text with what stands between two marks replaced.
fn between(text: &str, from: &str, to: &str, new: &str) -> String {
    let begin = text.find(from).expect(from) + from.len();
    let end = begin + text[begin..].find(to).expect(to);
    format!("{}{new}{}", &text[..begin], &text[end..])
}

#[test]
fn what_the_owner_fills_in_is_the_same_everywhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| fs::read_to_string(root.join(name)).unwrap();
    let manifest: toml::Value = toml::from_str(&read("Cargo.toml")).unwrap();
    let (package, owner) = (&manifest["workspace"]["package"], &manifest["workspace"]["metadata"]["owner"]);
    let version = package["version"].as_str().unwrap();
    let python = ["version", "authors", "repository"].map(|key| format!("{key} = {}\n", package[key])).concat();
    let names =
        package["authors"].as_array().unwrap().iter().map(|it| it.as_str().unwrap().split(" <").next().unwrap());
    let authors: String = names.map(|name| format!("  - name: {name}\n")).collect();
    let citation =
        format!("version: {}\nrepository-code: {}\nauthors:\n{authors}", package["version"], package["repository"]);
    let copies = [
        ("README.md", "<!-- get it -->\n", "<!-- -->", get_it(package, owner["web-app"].as_str().unwrap())),
        ("CITATION.cff", "type: software\n", "date-released", citation),
        ("python/Cargo.toml", "name = \"enochian-python\"\n", "edition", python),
    ];
    for (name, from, to, new) in copies {
        let text = read(name);
        let wanted = between(&text, from, to, &new);
        if env::var_os("UPDATE_OWNER").is_some() {
            fs::write(root.join(name), wanted).unwrap();
        } else {
            assert!(text == wanted, "{name} is not what Cargo.toml says: .ci/update owner");
        }
    }
    let changes = read("CHANGELOG.md");
    assert!(changes.contains(&format!("\n## {version}\n")), "CHANGELOG.md has no section {version}");
}

#[test]
fn the_page_that_needs_no_installing_comes_first_once_it_has_an_address() {
    let package: toml::Value =
        toml::from_str("repository = \"https://forge.example/enochian\"\nrust-version = \"1\"").unwrap();
    assert!(get_it(&package, "").starts_with("- [Download](https://forge.example/enochian/releases) it"));
    let with_app = get_it(&package, "https://enochian.example");
    assert!(with_app.starts_with("- [Open the page](https://enochian.example) in"), "{with_app}");
    assert_eq!(with_app.lines().count(), 4);
}
