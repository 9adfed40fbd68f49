use crate::json::{Document, Kind, Value, number_text};
use crate::rule::declare_rule;
use crate::transcript::{Role, Transcript};

declare_rule! {
    /// ## What it does
    /// Gives every assistant turn a usage in one form, whatever spelling its provider used.
    /// ## Who refuses without it
    /// Nobody. Off in `strict`, on in `compat` (`ensureUsageSnapshots`).
    /// ## Exact rule
    /// 1. Counters are read from the spellings of the large providers (first one that is neither absent nor
    ///    `null`): finite numbers, cut to whole ones, at least 0. Cached tokens that a provider counts into its
    ///    input are taken out of it.
    /// 2. The form is `input`, `output`, `cacheRead`, `cacheWrite`, `contextUsage` if there is one, `totalTokens`
    ///    (else the sum of the four), `cost` if there is one. Without any counter all are zero, cost included.
    /// 3. A usage that says the same already stays, with its further members.
    /// ## Example
    /// ```json before
    /// [{"role":"assistant","content":[],"usage":{"input_tokens":10,"output_tokens":4}}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[],"usage":{"input":10,"output":4,"cacheRead":0,"cacheWrite":0,"totalTokens":14}}]
    /// ```
    /// ## Never touches
    /// Usage that is in the form already.
    /// ## Order
    /// After stale usage was set to zero.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step O; vectors `usage`, `ensure_usage_snapshots`, `normalize_usage`.
    pub(crate) static ENSURE_USAGE_SNAPSHOTS = {
        id: "ensure-usage-snapshots",
        summary: "assistant turns carry their usage in one form",
        effects: [Edits],
        rejects: [],
        since: "0.1.0",
    }
}

/// The usage of a turn that counts nothing.
pub(crate) const ZERO_USAGE: &str = r#"{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"totalTokens":0,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}}"#;

/// Largest whole number that a double holds exactly.
const MAX_COUNT: f64 = 9_007_199_254_740_991.0;

// Spellings of each counter, in the order in which they are tried; a dot leads into a member.
const CACHE_READ: [&str; 6] = [
    "cacheRead",
    "cache_read",
    "cache_read_input_tokens",
    "cached_tokens",
    "input_tokens_details.cached_tokens",
    "prompt_tokens_details.cached_tokens",
];
const INPUT: [&str; 7] = [
    "input",
    "inputTokens",
    "input_tokens",
    "promptTokens",
    "prompt_tokens",
    "prompt_n",
    "timings.prompt_n",
];
const OUTPUT: [&str; 7] = [
    "output",
    "outputTokens",
    "output_tokens",
    "completionTokens",
    "completion_tokens",
    "predicted_n",
    "timings.predicted_n",
];
const CACHE_WRITE: [&str; 3] = ["cacheWrite", "cache_write", "cache_creation_input_tokens"];
const REASONING: [&str; 4] = [
    "reasoningTokens",
    "reasoning_tokens",
    "completion_tokens_details.reasoning_tokens",
    "output_tokens_details.reasoning_tokens",
];
const TOTAL: [&str; 3] = ["total", "totalTokens", "total_tokens"];

/// Parts of a cost, the total last.
const COST: [&str; 5] = ["input", "output", "cacheRead", "cacheWrite", "total"];

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    // Made once: it may be needed for every turn.
    let mut nothing: Option<Value> = None;
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if turn.role != Role::Assistant {
            continue;
        }
        let snapshot = match snapshot(&transcript.document, turn.value) {
            None => continue,
            Some(Snapshot::Zero) => *nothing.get_or_insert_with(|| transcript.document.fresh(ZERO_USAGE)),
            Some(Snapshot::Of(json)) => transcript.document.fresh(&json),
        };
        transcript.set_member(index, "usage", snapshot);
    }
}

/// A usage that is written.
enum Snapshot {
    /// [`ZERO_USAGE`]
    Zero,
    /// This JSON.
    Of(String),
}

/// The usage that the turn should have; none when it says the same already.
fn snapshot(document: &Document<'_>, turn: Value) -> Option<Snapshot> {
    let raw = document.get(turn, "usage");
    let Some((raw, usage)) = raw.and_then(|raw| Some((raw, Usage::read(document, raw)?))) else {
        let equal = raw.is_some_and(|raw| is_zero_snapshot(document, raw));
        return (!equal).then_some(Snapshot::Zero);
    };
    let counts = [usage.input, usage.output, usage.cache_read, usage.cache_write].map(|n| n.unwrap_or(0.0));
    let total = usage.total.unwrap_or_else(|| counts.iter().sum());
    let cost = Cost::read(document, raw);
    if document.is_object_like(raw)
        && says_counts(document, raw, counts, total)
        && ContextUsage::written(document, raw) == usage.context.map(Some)
        && cost_is_said(document, raw, cost.as_ref())
    {
        return None;
    }
    let [input, output, cache_read, cache_write] = counts.map(number_text);
    let context = usage.context.map_or(String::new(), |context| format!(r#","contextUsage":{}"#, context.json()));
    let cost = cost.map_or(String::new(), |cost| format!(r#","cost":{}"#, cost.json()));
    Some(Snapshot::Of(format!(
        r#"{{"input":{input},"output":{output},"cacheRead":{cache_read},"cacheWrite":{cache_write}{context},"totalTokens":{}{cost}}}"#,
        number_text(total)
    )))
}

fn is_zero_snapshot(document: &Document<'_>, raw: Value) -> bool {
    document.is_object_like(raw)
        && says_counts(document, raw, [0.0; 4], 0.0)
        && document.get(raw, "contextUsage").is_none()
        && document.get(raw, "cost").is_some_and(|cost| {
            COST.iter().all(|key| document.get(cost, key).and_then(|n| document.number(n)) == Some(0.0))
        })
}

fn says_counts(document: &Document<'_>, raw: Value, counts: [f64; 4], total: f64) -> bool {
    let says = |key: &str, n: f64| document.get(raw, key).and_then(|v| document.number(v)) == Some(n);
    ["input", "output", "cacheRead", "cacheWrite"].iter().zip(counts).all(|(key, n)| says(key, n))
        && says("totalTokens", total)
}

fn cost_is_said(document: &Document<'_>, raw: Value, cost: Option<&Cost>) -> bool {
    match (document.get(raw, "cost"), cost) {
        (None, None) => true,
        (Some(said), Some(cost)) => COST
            .iter()
            .zip(cost.parts)
            .all(|(key, n)| document.get(said, key).and_then(|v| document.number(v)) == Some(n)),
        _ => false,
    }
}

/// Counters of a usage, those that could be read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Usage {
    input: Option<f64>,
    output: Option<f64>,
    cache_read: Option<f64>,
    cache_write: Option<f64>,
    reasoning: Option<f64>,
    total: Option<f64>,
    context: Option<ContextUsage>,
}

/// How full the context was.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ContextUsage {
    Unavailable,
    Available { prompt: f64, total: f64 },
}

/// First value among the spellings that is neither absent nor `null`.
pub(crate) fn counter(document: &Document<'_>, usage: Value, spellings: &[&str]) -> Option<Value> {
    spellings.iter().find_map(|path| match path.split_once('.') {
        Some((outer, inner)) => {
            document.get(usage, outer).and_then(|object| document.get_non_null(object, inner))
        }
        None => document.get_non_null(usage, path),
    })
}

fn count(document: &Document<'_>, value: Option<Value>) -> Option<f64> {
    whole(value.and_then(|value| document.number(value))?)
}

fn whole(n: f64) -> Option<f64> {
    n.is_finite().then(|| if n <= 0.0 { 0.0 } else { n.trunc().min(MAX_COUNT) })
}

impl Usage {
    /// Reads a usage in any spelling; none when nothing in it can be read.
    pub(crate) fn read(document: &Document<'_>, raw: Value) -> Option<Usage> {
        let read = |spellings: &[&str]| count(document, counter(document, raw, spellings));
        let cache_read = read(&CACHE_READ);
        let counts_cached_as_input = ["input_tokens_details", "prompt_tokens_details"]
            .iter()
            .any(|outer| {
                document.get(raw, outer).is_some_and(|o| document.get(o, "cached_tokens").is_some())
            })
            || document.get(raw, "cached_tokens").is_some();
        let input = counter(document, raw, &INPUT)
            .and_then(|value| document.number(value))
            .filter(|n| n.is_finite())
            .and_then(|n| match cache_read {
                Some(cached) if counts_cached_as_input => whole(n - cached),
                _ => whole(n),
            });
        let usage = Usage {
            input,
            output: read(&OUTPUT),
            cache_read,
            cache_write: read(&CACHE_WRITE),
            reasoning: read(&REASONING),
            total: read(&TOTAL),
            context: ContextUsage::read(document, raw),
        };
        (usage != Usage::default()).then_some(usage)
    }

    /// True when some counter is above zero, or the context is said to be unknown.
    pub(crate) fn counts_something(&self) -> bool {
        let counters =
            [self.input, self.output, self.cache_read, self.cache_write, self.reasoning, self.total];
        counters.iter().flatten().any(|n| *n > 0.0)
            || match self.context {
                None => false,
                Some(ContextUsage::Unavailable) => true,
                Some(ContextUsage::Available { prompt, total }) => prompt > 0.0 || total > 0.0,
            }
    }

    /// The counters as JSON, without those that could not be read.
    #[cfg(feature = "conformance")]
    pub(crate) fn json(&self) -> String {
        let mut members: Vec<String> = [
            ("input", self.input),
            ("output", self.output),
            ("cacheRead", self.cache_read),
            ("cacheWrite", self.cache_write),
            ("reasoningTokens", self.reasoning),
            ("total", self.total),
        ]
        .iter()
        .filter_map(|(key, n)| Some(format!(r#""{key}":{}"#, number_text((*n)?))))
        .collect();
        members.extend(self.context.map(|context| format!(r#""contextUsage":{}"#, context.json())));
        format!("{{{}}}", members.join(","))
    }
}

impl ContextUsage {
    fn read(document: &Document<'_>, raw: Value) -> Option<ContextUsage> {
        let context = document.get(raw, "contextUsage")?;
        if document.member_is(context, "state", "unavailable") {
            return Some(ContextUsage::Unavailable);
        }
        if !document.member_is(context, "state", "available") {
            return None;
        }
        let prompt = count(document, document.get(context, "promptTokens"))?;
        let total = count(document, document.get(context, "totalTokens"))?;
        (total >= prompt).then_some(ContextUsage::Available { prompt, total })
    }

    /// What the usage says as it stands: none when it says nothing, `Some(None)` when it says something else.
    fn written(document: &Document<'_>, raw: Value) -> Option<Option<ContextUsage>> {
        let context = document.get(raw, "contextUsage")?;
        if document.member_is(context, "state", "unavailable") {
            return Some(Some(ContextUsage::Unavailable));
        }
        let number = |key| document.get(context, key).and_then(|value| document.number(value));
        let available = document.member_is(context, "state", "available");
        Some(number("promptTokens").zip(number("totalTokens")).filter(|_| available).map(|(prompt, total)| {
            ContextUsage::Available { prompt, total }
        }))
    }

    fn json(self) -> String {
        match self {
            ContextUsage::Unavailable => r#"{"state":"unavailable"}"#.into(),
            ContextUsage::Available { prompt, total } => format!(
                r#"{{"state":"available","promptTokens":{},"totalTokens":{}}}"#,
                number_text(prompt),
                number_text(total)
            ),
        }
    }
}

/// What a turn cost, in the unit of its host.
struct Cost {
    parts: [f64; 5],
    provider_billed: bool,
}

impl Cost {
    fn read(document: &Document<'_>, raw: Value) -> Option<Cost> {
        let cost = document.get(raw, "cost").filter(|cost| document.kind(*cost) == Kind::Object)?;
        let part = |key: &str| {
            document.get(cost, key).and_then(|value| document.number(value)).filter(|n| n.is_finite())
        };
        let read = COST.map(part);
        if read.iter().all(Option::is_none) {
            return None;
        }
        let mut parts = read.map(|n| n.unwrap_or(0.0));
        if read[4].is_none() {
            parts[4] = parts[..4].iter().fold(0.0, |sum, n| sum + n);
        }
        Some(Cost { parts, provider_billed: document.member_is(cost, "totalOrigin", "provider-billed") })
    }

    fn json(&self) -> String {
        let mut members: Vec<String> =
            COST.iter().zip(self.parts).map(|(key, n)| format!(r#""{key}":{}"#, number_text(n))).collect();
        if self.provider_billed {
            members.push(r#""totalOrigin":"provider-billed""#.into());
        }
        format!("{{{}}}", members.join(","))
    }
}
