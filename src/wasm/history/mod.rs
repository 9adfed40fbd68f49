//! Exports of the history module: session files and what people see of them.

mod display;
mod session;

pub use display::*;
pub use session::*;
