//! Tables by id, of one code for whatever they hold.

mod ids;
mod map;
mod numbers;
mod queues;
mod records;
mod set;

use ids::IdTable;
pub(crate) use map::IdMap;
pub(crate) use numbers::{NumberMap, NumberSet};
pub(crate) use queues::{Queue, Queues};
pub(crate) use records::Records;
pub(crate) use set::IdSet;
