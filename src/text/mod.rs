//! Text as JavaScript sees it, and the grammars that replay and display share.

mod js_str;

pub use js_str::{JsStr, JsString};
