//! Pixels: from an encoded image to a smaller JPEG.
//!
//! One direction, one buffer: a decoder pushes rows into a [`Canvas`](canvas::Canvas), which lays them on the background and
//! hands them to a scaler; what comes out is a [`Picture`](picture::Picture) of the wanted size, and only that is
//! ever held whole where the format can be read by rows. All arithmetic on pixels is in whole numbers, so every
//! machine gives the same bytes.

mod canvas;
mod decode;
mod encode;
mod orientation;
mod picture;
mod scale;

pub(super) use decode::decode;
pub(super) use encode::{MAX_JPEG_SIDE, encode};
pub(super) use orientation::Orientation;
pub(super) use picture::Picture;

/// Width and height in pixels, both at least 1.
pub(super) type Dimensions = (u32, u32);
