//! How much a compaction saved, put to its row.

use crate::display::row::{host, with_host};
use crate::display::value::{finite, member_text, record};
use crate::json::{Document, Value};

/// The rows, those of compactions with the token counts of their checkpoints. Of two checkpoints for one row the later
/// counts.
pub fn with_compaction_metrics(
    document: &mut Document<'_>,
    rows: &[Value],
    checkpoints: &[Value],
) -> Vec<Value> {
    rows.iter()
        .map(|&row| {
            let counts = counts(document, row, checkpoints);
            match counts.is_empty() {
                true => row,
                false => with_host(document, row, |document, host| {
                    counts.iter().fold(host, |host, &(key, count)| {
                        document.with_member(host, key, count)
                    })
                }),
            }
        })
        .collect()
}

fn counts(
    document: &Document<'_>,
    row: Value,
    checkpoints: &[Value],
) -> Vec<(&'static str, Value)> {
    let id = host(document, row)
        .filter(|&host| document.member_is(host, "kind", "compaction"))
        .and_then(|host| member_text(document, host, "id"));
    let Some(id) = id else {
        return Vec::new();
    };
    let checkpoint = checkpoints.iter().rev().find(|&&checkpoint| {
        record(document, checkpoint, "postCompaction")
            .and_then(|entry| member_text(document, entry, "entryId"))
            .is_some_and(|entry| entry == id)
    });
    let Some(&checkpoint) = checkpoint else {
        return Vec::new();
    };
    ["tokensBefore", "tokensAfter"]
        .into_iter()
        .filter(|key| finite(document, checkpoint, key).is_some())
        .filter_map(|key| Some((key, document.get(checkpoint, key)?)))
        .collect()
}
