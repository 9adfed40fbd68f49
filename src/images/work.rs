//! Jobs on pixels, done.

use super::base64_text;
use super::fit::reencode;
use super::jobs::{Answer, Task};
use super::limits::MAX_PIXELS;
use super::options::Background;
use super::pixels::decode;
use super::probe::probe;
use super::texts::Omission;

/// What comes of a task.
pub fn answer(bytes: &[u8], task: Task) -> Answer {
    attempt(bytes, task).unwrap_or_else(|omission| Answer::Refused(omission.sentence()))
}

fn attempt(bytes: &[u8], task: Task) -> Result<Answer, Omission> {
    let header = probe(bytes).ok_or(Omission::NoDimensions)?;
    if header.pixels() > MAX_PIXELS {
        let (width, height) = (header.width, header.height);
        return Err(Omission::TooManyPixels { width, height });
    }
    match task {
        Task::Verify => {
            decode(bytes, &header, (1, 1), Background::WHITE)?;
            Ok(Answer::Readable)
        }
        Task::Reencode { limits, background } => {
            let fitted = reencode(bytes, &header, &limits, background)?;
            Ok(Answer::Jpeg(base64_text::write(&fitted.bytes)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::images::ImageLimits;

    /// A GIF of 1 × 2 pixels.
    const GIF: &[u8] =
        b"GIF89a\x01\0\x02\0\x80\0\0\xFF\0\0\0\0\0,\0\0\0\0\x01\0\x02\0\0\x02\x02\x84\x0A\0;";

    #[test]
    fn pixels_that_can_be_read_are_readable() {
        assert_eq!(answer(GIF, Task::Verify), Answer::Readable);
        let refused = Answer::Refused(Omission::CannotDecode.sentence());
        assert_eq!(answer(&GIF[..30], Task::Verify), refused);
    }

    #[test]
    fn a_new_image_is_base64() {
        let task = Task::Reencode {
            limits: ImageLimits::default(),
            background: Background::WHITE,
        };
        let Answer::Jpeg(data) = answer(GIF, task) else {
            panic!("a JPEG was to be had");
        };
        assert!(data.starts_with("/9j/"), "{data}");
    }
}
