//! Texts from outside, made safe to show, and what was probably meant by them.

mod named;
mod safe;
mod suggest;

pub use safe::{
    is_hidden, is_plain, is_unsafe, quoted, safe, safe_json, safe_path, safe_prose, safe_styled, shortened, shown_path,
};
pub use suggest::nearest;
