//! Canvas previews: small pages that a tool asks to show with an answer.

use super::value::{MAX_SAFE_INTEGER, finite, non_blank, record};
use crate::json::{Document, Kind, Value, parse_text};
use crate::text::{JsStr, JsString};

const SURFACE: &str = "assistant_message";
const MIN_HEIGHT: f64 = 160.0;
const MAX_HEIGHT: f64 = 1200.0;
const SANDBOXES: [&str; 2] = ["strict", "scripts"];

/// Limits of an app's fields, in UTF-16 units.
const MAX_VIEW_ID: usize = 128;
const MAX_NAME: usize = 256;
const MAX_URI: usize = 2048;
const MAX_KEY: usize = 512;
const APP_SCHEME: &str = "ui://";

const MAX_WIDGET_NAME: usize = 64;

/// What a preview shows.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    /// An app's own view.
    App,
    /// A page of a view.
    View,
    /// A page of a source.
    Page,
}

/// A canvas preview.
#[derive(Clone, Debug)]
pub(super) struct Preview {
    source: Source,
    pub(super) url: Option<JsString>,
    pub(super) view_id: Option<JsString>,
    title: Option<JsString>,
    height: Option<f64>,
    class_name: Option<JsString>,
    style: Option<JsString>,
    sandbox: Option<JsString>,
    widget_name: Option<JsString>,
    app: Option<App>,
}

/// The app behind a preview: one field, or at least five.
#[derive(Clone, Debug)]
struct App {
    view_id: JsString,
    fields: Vec<(&'static str, JsString)>,
}

/// Reads a preview from the text of a JSON object.
pub(super) fn preview_of_text(text: JsStr<'_>) -> Option<Preview> {
    // Nothing else can be an object, and most texts are none.
    if !text.trim_start().starts_with("{") {
        return None;
    }
    parse_text(text, preview).flatten()
}

/// Reads a preview from a tool's details.
pub(super) fn preview_of_details(document: &Document<'_>, details: Value) -> Option<Preview> {
    preview(document, record(document, details, "mcpAppPreview")?)
}

fn preview(document: &Document<'_>, value: Value) -> Option<Preview> {
    let kind = non_blank(document, value, "kind")?;
    if kind.as_js().trim().to_lowercase().as_js() != "canvas" {
        return None;
    }
    let part = |key| record(document, value, key);
    let (presentation, view, source) = (part("presentation"), part("view"), part("source"));
    let text = |object: Option<Value>, key| non_blank(document, object?, key);
    let either =
        |object: Option<Value>, key, other| text(object, key).or_else(|| text(object, other));
    let target = text(presentation, "target").or_else(|| text(Some(value), "target"));
    if target.is_some_and(|target| target.as_js() != SURFACE) {
        return None;
    }
    let app = part("mcpApp").and_then(|app| App::read(document, app));
    let mut preview = Preview {
        source: Source::View,
        url: either(view, "url", "entryUrl"),
        view_id: either(view, "id", "docId"),
        title: text(presentation, "title").or_else(|| text(view, "title")),
        height: height(document, presentation, view),
        class_name: either(presentation, "class_name", "className"),
        style: text(presentation, "style"),
        sandbox: text(presentation, "sandbox")
            .filter(|mode| SANDBOXES.iter().any(|known| mode.as_js() == **known)),
        widget_name: text(view, "boardWidgetName").filter(|name| is_widget_name(name.as_js())),
        app,
    };
    let is_app_view = preview
        .app
        .as_ref()
        .is_some_and(|app| preview.view_id.as_ref() == Some(&app.view_id));
    if is_app_view {
        preview.source = Source::App;
        return Some(preview);
    }
    if preview.url.is_none() {
        let kind = text(source, "type")?;
        if kind.as_js().trim().to_lowercase().as_js() != "url" {
            return None;
        }
        preview.source = Source::Page;
        preview.url = Some(text(source, "url")?);
    }
    Some(preview)
}

fn height(
    document: &Document<'_>,
    presentation: Option<Value>,
    view: Option<Value>,
) -> Option<f64> {
    let found = [presentation, view]
        .into_iter()
        .flatten()
        .find_map(|part| {
            ["preferred_height", "preferredHeight"]
                .iter()
                .find_map(|key| finite(document, part, key))
        })?;
    (found >= MIN_HEIGHT).then(|| found.trunc().min(MAX_HEIGHT))
}

/// `^[a-z0-9][a-z0-9._-]{0,63}$`
fn is_widget_name(name: JsStr<'_>) -> bool {
    let bytes = name.as_bytes();
    let is_plain = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    bytes.len() <= MAX_WIDGET_NAME
        && bytes.first().is_some_and(is_plain)
        && bytes
            .iter()
            .all(|b| is_plain(b) || matches!(b, b'.' | b'_' | b'-'))
}

impl App {
    fn read(document: &Document<'_>, app: Value) -> Option<App> {
        let field =
            |key, max| non_blank(document, app, key).filter(|text| text.as_js().utf16_len() <= max);
        let view_id = field("viewId", MAX_VIEW_ID)?;
        let server = || {
            let uri =
                field("uiResourceUri", MAX_URI).filter(|uri| uri.as_js().starts_with(APP_SCHEME));
            Some(vec![
                ("serverName", field("serverName", MAX_NAME)?),
                ("toolName", field("toolName", MAX_NAME)?),
                ("uiResourceUri", uri?),
                ("toolCallId", field("toolCallId", MAX_KEY)?),
            ])
        };
        let mut fields = server().unwrap_or_default();
        if !fields.is_empty() {
            let session = field("originSessionKey", MAX_KEY);
            fields.extend(session.map(|session| ("originSessionKey", session)));
            let state = field("resultMetaState", usize::MAX);
            let state = state.filter(|state| state.as_js() == "unavailable");
            fields.extend(state.map(|state| ("resultMetaState", state)));
        }
        Some(App { view_id, fields })
    }

    fn value(&self, document: &mut Document<'_>) -> Value {
        let mut members = vec![("viewId", document.fresh_string(self.view_id.as_js()))];
        for (key, text) in &self.fields {
            members.push((key, document.fresh_string(text.as_js())));
        }
        document.fresh_object(&members)
    }
}

/// Members that are there.
struct Members<'m, 'd, 's> {
    document: &'m mut Document<'s>,
    members: Vec<(&'d str, Value)>,
}

impl<'d> Members<'_, 'd, '_> {
    fn text(&mut self, key: &'d str, text: Option<&JsString>) {
        if let Some(text) = text {
            let text = self.document.fresh_string(text.as_js());
            self.members.push((key, text));
        }
    }

    fn literal(&mut self, key: &'d str, text: &str) {
        let text = self.document.fresh_string(text.into());
        self.members.push((key, text));
    }

    fn number(&mut self, key: &'d str, n: Option<f64>) {
        if let Some(n) = n {
            let n = self.document.fresh_number(n);
            self.members.push((key, n));
        }
    }

    fn app(&mut self, app: Option<&App>) {
        if let Some(app) = app {
            let app = app.value(self.document);
            self.members.push(("mcpApp", app));
        }
    }

    fn object(self) -> Value {
        self.document.fresh_object(&self.members)
    }
}

impl Preview {
    /// The preview as clients get it.
    pub(super) fn value(&self, document: &mut Document<'_>) -> Value {
        let mut out = Members {
            document,
            members: Vec::new(),
        };
        out.literal("kind", "canvas");
        out.literal("surface", SURFACE);
        out.literal("render", "url");
        if self.source != Source::App {
            out.text("url", self.url.as_ref());
        }
        if self.source != Source::Page {
            out.text("viewId", self.view_id.as_ref());
        }
        out.text("title", self.title.as_ref());
        out.number("preferredHeight", self.height);
        if self.source != Source::App {
            out.text("className", self.class_name.as_ref());
            out.text("style", self.style.as_ref());
        }
        out.text("sandbox", self.sandbox.as_ref());
        if self.source == Source::View {
            out.text("boardWidgetName", self.widget_name.as_ref());
        }
        out.app(self.app.as_ref());
        out.object()
    }

    /// The preview as a tool's details keep it, when an app's view is shown.
    pub(super) fn details(&self, document: &mut Document<'_>) -> Option<Value> {
        let app = self.app.as_ref()?;
        let id = self
            .view_id
            .as_ref()
            .filter(|_| self.source != Source::Page)?;
        let mut view = Members {
            document: &mut *document,
            members: Vec::new(),
        };
        view.text("id", Some(id));
        if self.source != Source::App {
            view.text("url", self.url.as_ref());
        }
        view.text("title", self.title.as_ref());
        let view = view.object();
        let mut presentation = Members {
            document: &mut *document,
            members: Vec::new(),
        };
        presentation.literal("target", SURFACE);
        presentation.text("title", self.title.as_ref());
        presentation.number("preferred_height", self.height);
        presentation.text("sandbox", self.sandbox.as_ref());
        let presentation = presentation.object();
        let mut out = Members {
            document,
            members: Vec::new(),
        };
        out.literal("kind", "canvas");
        out.members.push(("view", view));
        out.members.push(("presentation", presentation));
        out.app(Some(app));
        Some(out.object())
    }
}

/// What people see of a tool's details: what changed, and the preview of an app; none when neither is there.
pub(super) fn details_view(
    document: &mut Document<'_>,
    details: Value,
    max_chars: f64,
) -> Option<Value> {
    let mut members = Vec::new();
    for key in ["changed", "created"] {
        let flag = document
            .get(details, key)
            .filter(|&value| matches!(document.kind(value), Kind::Bool(_)));
        members.extend(flag.map(|flag| (key, flag)));
    }
    if let Some(diff) = non_blank(document, details, "diff") {
        let cut = crate::text::truncate_marked(diff.as_js(), max_chars);
        let diff = document.fresh_string(cut.as_ref().unwrap_or(&diff).as_js());
        members.push(("diff", diff));
    }
    if let Some(preview) = preview_of_details(document, details)
        && let Some(preview) = preview.details(document)
    {
        members.push(("mcpAppPreview", preview));
    }
    (!members.is_empty()).then(|| document.fresh_object(&members))
}

/// Paths of a conflict that are shown, and their UTF-8 bytes in all.
const MAX_PATHS: usize = 256;
const MAX_PATH_BYTES: usize = 32_768;
const STAGED_RESULT: &str = "refs/openclaw/worker-results/";

/// What people see of a conflict in a cloud workspace; none when the row is no such conflict.
pub(super) fn conflict_view(document: &mut Document<'_>, row: Value) -> Option<Value> {
    let is_conflict = document.member_is(row, "role", "custom")
        && document.member_is(row, "customType", "cloud-workspace-conflict");
    let details = record(document, row, "details").filter(|_| is_conflict)?;
    let staged = document.get(details, "stagedResultRef")?;
    let name = document.get_string(details, "stagedResultRef")?;
    let name = JsStr::from_wtf8(&name).strip_prefix(STAGED_RESULT)?;
    let is_named = !name.is_empty()
        && name
            .as_bytes()
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || *b == b'-');
    if !is_named {
        return None;
    }
    let list = super::value::array(document, details, "paths")?;
    let mut paths = Vec::new();
    for entry in document.entries(list) {
        paths.push(super::value::text(document, entry.value).filter(|path| !path.is_empty())?);
    }
    let total = match document.get(details, "totalCount") {
        None => None,
        Some(total) => Some(document.number(total).filter(|&n| {
            n.fract() == 0.0 && (paths.len() as f64..=MAX_SAFE_INTEGER).contains(&n)
        })?),
    };
    paths.sort_by(|a, b| utf16(a).cmp(utf16(b)));
    paths.dedup();
    let distinct = paths.len() as f64;
    let total = total.unwrap_or(distinct).max(distinct);
    let mut bytes = 0;
    let fits = |path: &&JsString| {
        bytes += path.as_js().to_string_lossy().len();
        bytes <= MAX_PATH_BYTES
    };
    let shown: Vec<&JsString> = paths.iter().take(MAX_PATHS).take_while(fits).collect();
    if shown.is_empty() {
        return None;
    }
    let shown: Vec<Value> = shown
        .into_iter()
        .map(|path| document.fresh_string(path.as_js()))
        .collect();
    let shown = super::value::new_array(document, &shown);
    let total = document.fresh_number(total);
    Some(document.fresh_object(&[
        ("paths", shown),
        ("stagedResultRef", staged),
        ("totalCount", total),
    ]))
}

/// The UTF-16 units of a text.
fn utf16(text: &JsString) -> impl Iterator<Item = u32> + '_ {
    text.as_js().code_points().flat_map(|(_, c)| {
        let pair = c.checked_sub(0x10000);
        let high = pair.map_or(c, |c| 0xD800 + (c >> 10));
        [Some(high), pair.map(|c| 0xDC00 + (c & 0x3FF))]
            .into_iter()
            .flatten()
    })
}
