//! How much of what is like each other a test tries: a sample in `cargo test`, and the whole if `ENOCHIAN_LONG` is set, as `.ci/long`
//! does. A sample takes seconds, not minutes.

pub(crate) fn short_or_whole<T>(short: T, whole: T) -> T {
    if std::env::var_os("ENOCHIAN_LONG").is_some() { whole } else { short }
}
