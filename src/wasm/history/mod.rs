//! Exports of the history module: session files and what people see of them.

mod display;
mod repair;
mod session;
mod text;

pub use display::*;
pub use repair::*;
pub use session::*;
