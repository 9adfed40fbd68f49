//! Work on pixels, which may be done here, elsewhere or not at all.
//!
//! Codecs are large, so the package keeps them in a module of their own. A run that comes to an image whose pixels have
//! to be seen notes a [`Job`] and goes on without; the host has the jobs done and runs again with the answers. Runs are
//! deterministic, so the next one comes to the same images in the same order.

use super::limits::ImageLimits;
use super::options::{Background, ImagePolicy};

/// Bytes of images that one run hands out at most, besides the last: the host holds them beside the transcript.
const PORTION_BYTES: usize = 16 << 20;

/// What is to be done with one image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Bytes of the image.
    pub len: usize,
    /// What is asked for.
    pub task: Task,
}

/// What is to be done with the pixels of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Make a JPEG within limits.
    Reencode {
        /// What the JPEG may measure.
        limits: ImageLimits,
        /// What shows through transparent pixels.
        background: Background,
    },
    /// See whether they can be read.
    Verify,
}

impl Task {
    pub(super) fn reencode(policy: &ImagePolicy) -> Self {
        Task::Reencode {
            limits: policy.limits,
            background: policy.background,
        }
    }
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The JPEG as base64.
    Jpeg(String),
    /// The pixels can be read.
    Readable,
    /// The image cannot stay; the text that says why, without a label.
    Refused(String),
}

/// Who works on pixels.
#[derive(Clone, Debug)]
pub enum Pixels {
    /// Nobody: what would need it is omitted.
    Nobody,
    /// This crate, at once.
    #[cfg(feature = "images")]
    Here,
    /// The host, between two runs.
    Host(Jobs),
}

impl Default for Pixels {
    #[cfg(feature = "images")]
    fn default() -> Self {
        Pixels::Here
    }

    #[cfg(not(feature = "images"))]
    fn default() -> Self {
        Pixels::Nobody
    }
}

impl Pixels {
    /// The host, with the answers to the jobs that earlier runs handed out, in their order.
    pub fn of_host(answers: Vec<Answer>) -> Self {
        Pixels::Host(Jobs {
            answers: answers.into_iter(),
            open: Vec::new(),
            bytes: Vec::new(),
        })
    }

    /// True when a run found jobs that are still to be done: its result is none.
    pub fn is_waiting(&self) -> bool {
        matches!(self, Pixels::Host(jobs) if !jobs.open.is_empty())
    }

    /// What comes of a task; nothing when it is still to be done.
    pub(crate) fn work(&mut self, bytes: Vec<u8>, task: Task) -> Option<Answer> {
        match self {
            Pixels::Nobody => Some(Answer::Refused(super::Omission::Unavailable.sentence())),
            #[cfg(feature = "images")]
            Pixels::Here => Some(super::work::answer(&bytes, task)),
            Pixels::Host(jobs) => jobs.next(bytes, task),
        }
    }
}

/// The jobs of one run.
#[derive(Clone, Debug)]
pub struct Jobs {
    answers: std::vec::IntoIter<Answer>,
    open: Vec<Job>,
    bytes: Vec<u8>,
}

impl Jobs {
    /// The jobs that are still to be done.
    pub fn open(&self) -> &[Job] {
        &self.open
    }

    /// The images of the open jobs, one behind the other.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    fn next(&mut self, bytes: Vec<u8>, task: Task) -> Option<Answer> {
        if let Some(answer) = self.answers.next() {
            return Some(answer);
        }
        if self.bytes.len() < PORTION_BYTES {
            self.open.push(Job {
                len: bytes.len(),
                task,
            });
            match self.bytes.is_empty() {
                true => self.bytes = bytes,
                false => self.bytes.extend_from_slice(&bytes),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs(pixels: Pixels) -> Jobs {
        match pixels {
            Pixels::Host(jobs) => jobs,
            _ => panic!("jobs are of the host"),
        }
    }

    #[test]
    fn answers_are_for_the_jobs_in_their_order() {
        let mut pixels = Pixels::of_host(vec![Answer::Readable]);
        let mut work = |byte| pixels.work(vec![byte; 2], Task::Verify);
        assert_eq!(work(1), Some(Answer::Readable));
        assert_eq!([work(2), work(3)], [None, None]);
        assert!(pixels.is_waiting());
        let jobs = jobs(pixels);
        assert_eq!(jobs.open().len(), 2);
        assert_eq!(jobs.into_bytes(), [2, 2, 3, 3]);
    }

    #[test]
    fn large_images_are_handed_out_in_portions() {
        let mut pixels = Pixels::of_host(Vec::new());
        for _ in 0..4 {
            assert_eq!(pixels.work(vec![0; 9 << 20], Task::Verify), None);
        }
        assert_eq!(jobs(pixels).open().len(), 2);
    }

    #[test]
    fn without_anybody_images_are_unavailable() {
        let refused = Pixels::Nobody.work(Vec::new(), Task::Verify);
        let text = crate::images::Omission::Unavailable.sentence();
        assert_eq!(refused, Some(Answer::Refused(text)));
    }
}
