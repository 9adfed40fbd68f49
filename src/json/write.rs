//! Copy-through writing: stretches of source text that are still in use go out in one piece each.

use super::document::{Document, Entry, NO_LIST, Value};
use super::scan::skip_string;

/// Writes `value` with all edits.
pub fn write(document: &Document<'_>, value: Value) -> Vec<u8> {
    let mut out = Vec::new();
    write_into(document, value, &mut out);
    out
}

/// Appends `value` with all edits to `out`.
pub fn write_into(document: &Document<'_>, value: Value, out: &mut Vec<u8>) {
    write_to(document, value, out);
}

/// Writes `value` with all edits piece by piece.
pub(crate) fn write_to(document: &Document<'_>, value: Value, out: &mut dyn Sink) {
    let mut writer = Writer {
        document,
        out,
        run: (0, 0),
    };
    writer.value(value);
    writer.flush();
}

/// Writes the whole text piece by piece, with `root` for its value: white space around the value stays.
pub(crate) fn write_whole(document: &Document<'_>, root: Value, out: &mut dyn Sink) {
    let (source, value) = (document.source(), document.root());
    let end = value.end as usize;
    out.push(&source[..value.start as usize], Some(0));
    write_to(document, root, out);
    out.push(&source[end..], Some(end));
}

/// What takes the pieces of a written text.
pub(crate) trait Sink {
    /// Takes the next piece; `source` is where it stands in the source, if it does.
    fn push(&mut self, text: &[u8], source: Option<usize>);
}

/// Counts bytes, so that what takes them need not move while it grows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Length(pub(crate) usize);

impl Sink for Length {
    fn push(&mut self, text: &[u8], _: Option<usize>) {
        self.0 += text.len();
    }
}

impl Sink for Vec<u8> {
    fn push(&mut self, text: &[u8], _: Option<usize>) {
        self.extend_from_slice(text);
    }
}

/// A container that is being written.
struct Frame {
    container: Value,
    object: bool,
    next: usize,
    previous: Option<Entry>,
    /// A child that stands in the source, whose white space new ones take over.
    style: Option<Entry>,
}

impl Frame {
    /// Address at which a child begins: its key, or itself in an array.
    fn start(&self, child: Entry) -> u32 {
        if self.object {
            child.key
        } else {
            child.value.start
        }
    }
}

struct Writer<'d, 's> {
    document: &'d Document<'s>,
    out: &'d mut dyn Sink,
    /// Addresses to be copied. The next piece often follows directly, so that one copy serves for both.
    run: (u32, u32),
}

impl Writer<'_, '_> {
    fn value(&mut self, value: Value) {
        let mut frames: Vec<Frame> = Vec::new();
        let mut current = Some(value);
        loop {
            match current.take() {
                Some(value) if value.list == NO_LIST || self.document.is_source(value) => {
                    self.copy(value.start, value.end);
                }
                Some(container) => {
                    let object = self.document.text_from(container.start).first() == Some(&b'{');
                    self.copy(container.start, container.start + 1);
                    frames.push(Frame {
                        container,
                        object,
                        next: 0,
                        previous: None,
                        style: None,
                    });
                }
                None => {}
            }
            let Some(frame) = frames.last_mut() else {
                return;
            };
            let container = frame.container;
            match self.document.elements(container).get(frame.next) {
                Some(&child) => {
                    self.lead(frame, child);
                    frame.next += 1;
                    frame.previous = Some(child);
                    if self.in_source(frame.start(child)) {
                        frame.style = Some(child);
                    }
                    current = Some(child.value);
                }
                None => {
                    frames.pop();
                    self.copy(self.space_before(container.end - 1), container.end);
                }
            }
        }
    }

    /// Writes what stands before a child's value: comma, white space as in the source, and the key.
    fn lead(&mut self, frame: &Frame, child: Entry) {
        let start = frame.start(child);
        let space = self.space_before(start);
        match frame.previous {
            Some(previous) if self.only_comma_between(previous.value.end, space) => {
                self.copy(previous.value.end, start);
            }
            previous => {
                if previous.is_some() {
                    self.flush();
                    self.out.push(b",", None);
                }
                match frame.style {
                    _ if self.in_source(start) => self.copy(space, start),
                    Some(style) => {
                        self.copy(self.space_before(frame.start(style)), frame.start(style))
                    }
                    None => {}
                }
            }
        }
        if !frame.object {
            return;
        }
        match frame.style {
            Some(style) if !self.in_source(child.key) => {
                self.copy(child.key, self.key_end(child.key));
                self.copy(self.key_end(style.key), self.document.after_key(style.key));
            }
            _ => self.copy(child.key, self.document.after_key(child.key)),
        }
    }

    fn copy(&mut self, start: u32, end: u32) {
        if self.run.1 != start || start as usize == self.document.source().len() {
            self.flush();
            self.run.0 = start;
        }
        self.run.1 = end;
    }

    fn flush(&mut self) {
        let (start, end) = self.run;
        if start < end {
            let source = self.in_source(start).then_some(start as usize);
            self.out
                .push(self.document.text_between(start, end), source);
        }
        self.run = (0, 0);
    }

    fn in_source(&self, address: u32) -> bool {
        (address as usize) < self.document.source().len()
    }

    fn key_end(&self, key: u32) -> u32 {
        key + skip_string(self.document.text_from(key), 0) as u32
    }

    /// Address at which the white space before `address` begins.
    fn space_before(&self, address: u32) -> u32 {
        let before = self.document.text_before(address);
        let kept = before
            .iter()
            .rposition(|byte| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t'));
        address - (before.len() - kept.map_or(0, |at| at + 1)) as u32
    }

    /// True when two addresses of one text have nothing between them but one comma and white space.
    fn only_comma_between(&self, end: u32, start: u32) -> bool {
        end < start
            && self.in_source(end) == self.in_source(start)
            && self.document.text_between(end, start).trim_ascii() == b","
    }
}
