//! Text as JavaScript sees it, and the grammars that replay and display share.

mod js_str;

pub use js_str::{JsStr, JsString, find_byte2, find_bytes, is_space};
