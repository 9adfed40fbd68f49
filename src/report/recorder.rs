//! Watches the steps of a run and names what each changed.

use crate::table::{NumberMap, NumberSet};

use super::change::{Change, ChangeKind, Report};
use super::diff::{Names, edits, indexes};
use crate::json::{Document, Value, write};
use crate::rule::Rule;
use crate::transcript::{Transcript, Turn};

/// A change before its place in the output is known.
struct Noted {
    rule: &'static Rule,
    kind: ChangeKind,
    /// The turn it is in.
    turn: u32,
    /// Pointer into the input.
    input: Option<String>,
    place: Place,
    bytes_before: usize,
    bytes_after: usize,
    before: Option<String>,
    after: Option<String>,
}

/// Where in the output a change will be found.
enum Place {
    /// Nowhere.
    Gone,
    /// In the turn of this id, or of the one it went into.
    Turn(u32),
    /// Inside a turn: the address of the block, if it is in one, and a pointer.
    Inside(u32, Option<u32>, String),
}

/// Watches the steps of a run.
pub(crate) struct Recorder {
    include_text: bool,
    source_count: u32,
    names: Names,
    /// Turns named as a whole: new ones, and those that took the content of others.
    whole_turns: NumberSet,
    notes: Vec<Noted>,
}

impl Recorder {
    pub(crate) fn new(transcript: &Transcript<'_>, include_text: bool) -> Self {
        Recorder {
            include_text,
            source_count: transcript.source().len() as u32,
            names: Names::default(),
            whole_turns: NumberSet::default(),
            notes: Vec::new(),
        }
    }

    /// Notes what a step changed, given the turns before it.
    pub(crate) fn record(
        &mut self,
        rule: &'static Rule,
        before: &[Turn],
        transcript: &mut Transcript<'_>,
    ) {
        let merges = transcript.take_merges();
        let now: NumberMap<Turn> = transcript
            .turns
            .iter()
            .map(|turn| (turn.id, *turn))
            .collect();
        let was: NumberSet = before.iter().map(|turn| (turn.id, ())).collect();
        let document = &transcript.document;
        for (_, into) in &merges {
            self.whole_turns.add(*into);
        }
        let merges: NumberMap<u32> = merges.into_iter().collect();
        for turn in before {
            match (now.get(turn.id), merges.get(turn.id)) {
                (Some(now), _) if now.value == turn.value => {}
                (Some(now), _) => self.edited(rule, document, transcript.source(), *turn, *now),
                (None, Some(into)) => {
                    self.note(
                        rule,
                        ChangeKind::Merged,
                        document,
                        turn.id,
                        Place::Turn(*into),
                        Some(turn.value),
                        None,
                    );
                }
                (None, None) => {
                    self.note(
                        rule,
                        ChangeKind::Dropped,
                        document,
                        turn.id,
                        Place::Gone,
                        Some(turn.value),
                        None,
                    );
                }
            }
        }
        for turn in transcript
            .turns
            .iter()
            .filter(|turn| !was.contains(turn.id))
        {
            self.whole_turns.add(turn.id);
            self.note(
                rule,
                ChangeKind::Inserted,
                document,
                turn.id,
                Place::Turn(turn.id),
                None,
                Some(turn.value),
            );
        }
        for id in moved(before, &transcript.turns) {
            self.note(
                rule,
                ChangeKind::Moved,
                document,
                id,
                Place::Turn(id),
                None,
                None,
            );
        }
    }

    fn edited(
        &mut self,
        rule: &'static Rule,
        document: &Document<'_>,
        source: &[Turn],
        before: Turn,
        after: Turn,
    ) {
        let id = before.id;
        // A turn that was written anew has no parts of its own that could be named.
        if before.value.address() != after.value.address() {
            self.whole_turns.add(id);
        }
        let from_input = source
            .get(id as usize)
            .filter(|_| !self.whole_turns.contains(id));
        let Some(source) = from_input else {
            self.note(
                rule,
                ChangeKind::Edited,
                document,
                id,
                Place::Turn(id),
                Some(before.value),
                Some(after.value),
            );
            return;
        };
        for edit in edits(document, &mut self.names, *source, before, after) {
            let (kind, place) = match edit.dropped {
                true => (ChangeKind::Dropped, Place::Gone),
                false => (
                    ChangeKind::Edited,
                    Place::Inside(id, edit.block, edit.inner),
                ),
            };
            let noted = self.note(rule, kind, document, id, place, edit.before, edit.after);
            if let Some(noted) = noted {
                noted.input = Some(format!("/{id}{}", edit.input));
            }
        }
    }

    /// Notes a change, unless the value was made anew and says the same.
    #[expect(clippy::too_many_arguments, reason = "one for each column of a change")]
    fn note(
        &mut self,
        rule: &'static Rule,
        kind: ChangeKind,
        document: &Document<'_>,
        turn: u32,
        place: Place,
        before: Option<Value>,
        after: Option<Value>,
    ) -> Option<&mut Noted> {
        let text = |value: Value| String::from_utf8_lossy(&write(document, value)).into_owned();
        let (before, after) = (before.map(text), after.map(text));
        if kind == ChangeKind::Edited && before == after {
            return None;
        }
        self.notes.push(Noted {
            rule,
            kind,
            turn,
            input: (turn < self.source_count).then(|| format!("/{turn}")),
            place,
            bytes_before: before.as_ref().map_or(0, String::len),
            bytes_after: after.as_ref().map_or(0, String::len),
            before: before.filter(|_| self.include_text),
            after: after.filter(|_| self.include_text),
        });
        self.notes.last_mut()
    }

    /// Finds the places in the output.
    pub(crate) fn finish(self, transcript: &Transcript<'_>) -> Report {
        let mut places = Places::of(transcript);
        let source = transcript.source();
        let is_untouched = |turn: &&Turn| {
            source
                .get(turn.id as usize)
                .is_some_and(|source| source.value == turn.value)
        };
        let source_count = self.source_count;
        let mut changes = Vec::new();
        for noted in self.notes {
            // What was put in and taken out again never was.
            if noted.turn >= source_count && !places.turns.contains(noted.turn) {
                continue;
            }
            changes.push(Change {
                output: places.pointer(&noted.place),
                rule: noted.rule,
                kind: noted.kind,
                input: noted.input,
                bytes_before: noted.bytes_before,
                bytes_after: noted.bytes_after,
                digest_before: None,
                digest_after: None,
                before: noted.before,
                after: noted.after,
            });
        }
        Report {
            changes,
            turns_before: source.len(),
            turns_after: transcript.turns.len(),
            turns_untouched: transcript.turns.iter().filter(is_untouched).count(),
        }
    }
}

/// Where everything stands in the output.
struct Places<'t, 's> {
    transcript: &'t Transcript<'s>,
    turns: NumberMap<usize>,
    /// Blocks of the turns that were asked for.
    blocks: NumberMap<NumberMap<usize>>,
}

impl<'t, 's> Places<'t, 's> {
    fn of(transcript: &'t Transcript<'s>) -> Self {
        let turns = transcript
            .turns
            .iter()
            .enumerate()
            .map(|(index, turn)| (turn.id, index))
            .collect();
        Places {
            transcript,
            turns,
            blocks: NumberMap::default(),
        }
    }

    fn pointer(&mut self, place: &Place) -> Option<String> {
        let (id, block, inner) = match place {
            Place::Gone => return None,
            Place::Turn(id) => (id, None, ""),
            Place::Inside(id, block, inner) => (id, *block, inner.as_str()),
        };
        let index = *self.turns.get(*id)?;
        let Some(block) = block else {
            return Some(format!("/{index}{inner}"));
        };
        let transcript = self.transcript;
        if !self.blocks.contains(*id) {
            let entries = transcript.entries(transcript.turns[index]);
            self.blocks.insert(*id, indexes(entries));
        }
        let at = self.blocks.get(*id)?.get(block)?;
        Some(format!("/{index}/content/{at}{inner}"))
    }
}

/// The turns that stand elsewhere: all but a longest run of them that kept its order.
fn moved(before: &[Turn], after: &[Turn]) -> Vec<u32> {
    let positions: NumberMap<usize> = before
        .iter()
        .enumerate()
        .map(|(at, turn)| (turn.id, at))
        .collect();
    let order: Vec<(u32, usize)> = after
        .iter()
        .filter_map(|turn| Some((turn.id, *positions.get(turn.id)?)))
        .collect();
    if order.is_sorted_by_key(|(_, at)| *at) {
        return Vec::new();
    }
    // Patience sorting: `tails[k]` ends the run of length k + 1 whose end is lowest.
    let mut tails: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = vec![None; order.len()];
    for (index, (_, at)) in order.iter().enumerate() {
        let length = tails.partition_point(|tail| order[*tail].1 < *at);
        previous[index] = length.checked_sub(1).map(|shorter| tails[shorter]);
        match tails.get_mut(length) {
            Some(tail) => *tail = index,
            None => tails.push(index),
        }
    }
    let mut kept = vec![false; order.len()];
    let mut next = tails.last().copied();
    while let Some(index) = next {
        kept[index] = true;
        next = previous[index];
    }
    order
        .iter()
        .enumerate()
        .filter(|(index, _)| !kept[*index])
        .map(|(_, (id, _))| *id)
        .collect()
}
