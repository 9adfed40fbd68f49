//! Turns as agents store them: user text, thinking, tool calls with their results, summaries, images.

use super::Choices;
use crate::tree::Tree;

/// Names of tools; the last ones are not legal everywhere.
pub(crate) const NAMES: [&str; 6] = [
    "read",
    "exec",
    "web_search",
    "ns:tool",
    " read ",
    "bad name",
];

/// Ids of tool calls; each is used once with a number after it, or as it is.
const IDS: [&str; 10] = [
    "call_",
    "toolu_01",
    "functions.exec:",
    "call_a|fc_",
    "a-b",
    "dup",
    "é",
    "fc_",
    " spaced ",
    "call_of_more_than_forty_characters_in_all_",
];

/// What users and assistants say. Among it is what some rule looks for.
const TEXTS: [&str; 22] = [
    "run the tests",
    "done",
    "ラーメン 👍",
    "multi\n\nparagraph",
    "  padded  ",
    "an open line\n",
    "and a space ",
    "",
    " \n",
    "NO_REPLY",
    "**NO_REPLY**",
    "{\"action\":\"NO_REPLY\"}",
    "<think>quiet</think>NO_REPLY",
    "[assistant turn failed before producing content]",
    "[assistant reasoning omitted]",
    "[empty content omitted]",
    "[Inter-session message] sourceSession=a isUser=false\nhello",
    "Conversation info (untrusted metadata):\n```json\n{\"message_id\":\"1\"}\n```\n\nhello",
    "aborted",
    "[openclaw] missing tool result in session history; inserted synthetic error result for transcript repair.",
    "{\"rows\":3}",
    "(session bootstrap)",
];

/// Signatures of thinking, and what stands in their place.
const SIGNATURES: [&str; 11] = [
    "\"RXFvQkNrZ0lBeEFCR0FJaVFQc2lnbmF0dXJl\"",
    "\"QUJD\"",
    "\" QUJD \"",
    "\"reasoning_content\"",
    r#""{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[]}""#,
    r#""{\"id\":\"rs_2\",\"type\":\"reasoning\"}""#,
    r#""{\"id\":\"2\",\"type\":\"reasoning\",\"summary\":[]}""#,
    "\"msg_1\"",
    "\"\"",
    "\"bad sig!\"",
    "null",
];

/// Blocks of which a wire knows some, and another none.
const OTHER_BLOCKS: [&str; 7] = [
    r#"{"type":"redacted_thinking","data":"enc"}"#,
    r#"{"type":"redacted_thinking"}"#,
    r#"{"type":"server_tool_use","id":"srv_1","name":"web_search","input":{}}"#,
    r#"{"type":"web_search_tool_result","tool_use_id":"srv_1","content":[]}"#,
    r#"{"type":"mystery"}"#,
    r#"{"type":"toolResult","toolUseId":"call_10","content":"done"}"#,
    r#"{"type":"tool","text":"done"}"#,
];

/// Base64 of images, and what stands in their place.
const IMAGES: [&str; 5] = [
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
    "",
    "***",
    "AAAA",
];

/// Up to sixteen exchanges.
pub(crate) fn turns(choices: &mut Choices<'_>) -> Vec<Tree> {
    let mut writer = Writer {
        choices,
        turns: Vec::new(),
        open: Vec::new(),
        number: 0,
    };
    for _ in 0..writer.choices.below(17) {
        match writer.choices.below(8) {
            0 | 1 => writer.user(),
            7 if writer.choices.once_in(2) => writer.summary(),
            _ => writer.assistant(),
        }
    }
    writer.turns
}

struct Writer<'c, 'b> {
    choices: &'c mut Choices<'b>,
    turns: Vec<Tree>,
    /// Calls without a result so far: id and name.
    open: Vec<(String, &'static str)>,
    number: usize,
}

impl Writer<'_, '_> {
    fn text(&mut self) -> Tree {
        Tree::string(self.choices.pick(&TEXTS))
    }

    fn text_block(&mut self) -> Tree {
        let mut block = Tree::object(vec![("type", Tree::string("text")), ("text", self.text())]);
        if self.choices.once_in(8) {
            block.set(
                "textSignature",
                Tree::string(
                    self.choices
                        .pick(&["msg_1", "{\"v\":1,\"id\":\"msg_2\"}", "{bad"]),
                ),
            );
        }
        block
    }

    fn image(&mut self) -> Tree {
        let mut image = Tree::object(vec![
            ("type", Tree::string("image")),
            ("data", Tree::string(self.choices.pick(&IMAGES))),
        ]);
        if !self.choices.once_in(6) {
            image.set(
                "mimeType",
                Tree::string(self.choices.pick(&["image/png", "image/gif", "image/tiff"])),
            );
        }
        image
    }

    /// Adds a turn, with the members that turns of any role have.
    fn push(&mut self, mut turn: Tree) {
        self.number += 1;
        match self.choices.below(12) {
            10 => {}
            11 => turn.set("timestamp", Tree::string("2023-11-14T19:26:40.057Z")),
            _ => turn.set(
                "timestamp",
                Tree::raw(&(1_699_000_000_000 + 1_000 * self.number as u64).to_string()),
            ),
        }
        if self.choices.once_in(8) {
            turn.set(
                "extra",
                Tree::parse("{\"kept\":[1.0,\"\\u00e9\",{\"b\":1,\"a\":2}]}"),
            );
        }
        self.turns.push(turn);
    }

    fn user(&mut self) {
        let content = match self.choices.below(4) {
            0 | 1 => self.text(),
            _ => {
                let count = self.choices.below(4);
                let block = |writer: &mut Self| match writer.choices.below(12) {
                    0..=3 => writer.image(),
                    4 => Tree::parse(writer.choices.pick(&OTHER_BLOCKS)),
                    _ => writer.text_block(),
                };
                Tree::Array((0..count).map(|_| block(self)).collect())
            }
        };
        let mut turn = Tree::object(vec![("role", Tree::string("user")), ("content", content)]);
        if self.choices.once_in(8) {
            turn.set(
                "provenance",
                Tree::parse("{\"kind\":\"inter_session\",\"sourceSessionKey\":\"agent:main\"}"),
            );
        }
        if self.choices.once_in(12) {
            turn.set("MediaPath", Tree::string("/media/a.png"));
        }
        self.push(turn);
    }

    fn summary(&mut self) {
        let turn = Tree::object(vec![
            ("role", Tree::string("compactionSummary")),
            ("summary", self.text()),
            ("tokensBefore", Tree::raw("1000")),
        ]);
        self.push(turn);
    }

    fn assistant(&mut self) {
        let content = match self.choices.once_in(8) {
            true => self.text(),
            false => {
                let count = self.choices.below(5);
                Tree::Array((0..count).map(|_| self.assistant_block()).collect())
            }
        };
        let stop = match self.open.is_empty() {
            true => self
                .choices
                .pick(&["stop", "stop", "stop", "length", "error", "aborted"]),
            false => self.choices.pick(&[
                "toolUse", "toolUse", "toolUse", "toolUse", "stop", "error", "aborted",
            ]),
        };
        let mut turn = Tree::object(vec![
            ("role", Tree::string("assistant")),
            ("content", content),
            ("stopReason", Tree::string(stop)),
        ]);
        match self.choices.below(4) {
            0 => {}
            1 => turn.set("usage", Tree::parse("{\"input\":0,\"output\":0,\"totalTokens\":0}")),
            2 => turn.set("usage", Tree::parse("{\"prompt_tokens\":12,\"completion_tokens\":3.0}")),
            _ => turn.set(
                "usage",
                Tree::parse(
                    "{\"input\":1,\"output\":2,\"cacheRead\":0,\"cacheWrite\":0,\"totalTokens\":3,\"cost\":{\"input\":0,\"output\":0,\"cacheRead\":0,\"cacheWrite\":0,\"total\":0}}",
                ),
            ),
        }
        if self.choices.once_in(6) {
            let (provider, model) = self.choices.pick(&[
                ("anthropic", "claude-sonnet-4-6"),
                ("openai", "gpt-5.2"),
                ("openclaw", "delivery-mirror"),
            ]);
            turn.set("provider", Tree::string(provider));
            turn.set("model", Tree::string(model));
        }
        self.push(turn);
        self.results();
    }

    fn assistant_block(&mut self) -> Tree {
        match self.choices.below(8) {
            0 | 1 => self.text_block(),
            2 => {
                let mut block = Tree::object(vec![
                    ("type", Tree::string("thinking")),
                    ("thinking", self.text()),
                ]);
                let key =
                    self.choices
                        .pick(&["thinkingSignature", "signature", "thought_signature"]);
                if self.choices.once_in(16) {
                    block.remove("thinking");
                }
                if !self.choices.once_in(4) {
                    block.set(key, Tree::raw(self.choices.pick(&SIGNATURES)));
                }
                block
            }
            3 => Tree::parse(self.choices.pick(&OTHER_BLOCKS)),
            _ => self.call(),
        }
    }

    fn call(&mut self) -> Tree {
        let prefix = self.choices.pick(&IDS);
        let id = match self.choices.once_in(4) {
            true => prefix.into(),
            false => format!("{prefix}{}{}", self.number, self.open.len()),
        };
        let name = self.choices.pick(&NAMES);
        let kind = match self.choices.once_in(5) {
            true => self
                .choices
                .pick(&["toolUse", "functionCall", "tool_use", "function_call"]),
            false => "toolCall",
        };
        let mut block = Tree::object(vec![
            ("type", Tree::string(kind)),
            ("id", Tree::string(&id)),
            ("name", Tree::string(name)),
        ]);
        if !self.choices.once_in(12) {
            let key = if kind == "tool_use" {
                "input"
            } else {
                "arguments"
            };
            block.set(
                key,
                Tree::parse(self.choices.pick(&[
                    "{}",
                    "{\"path\":\"a\",\"n\":1.0}",
                    "{\"a\":{\"b\":[1]}}",
                    "\"{}\"",
                ])),
            );
        }
        if self.choices.once_in(8) {
            let key = self
                .choices
                .pick(&["thoughtSignature", "thought_signature"]);
            block.set(key, Tree::raw(self.choices.pick(&SIGNATURES)));
        }
        if self.choices.once_in(16) {
            block.set(
                "partialJson",
                Tree::string(self.choices.pick(&["{\"path\":\"x\"}", "", "{\"pa"])),
            );
        }
        self.open.push((id, name));
        block
    }

    /// Results of the open calls: mostly all of them and at once.
    fn results(&mut self) {
        for (id, name) in std::mem::take(&mut self.open) {
            match self.choices.below(12) {
                9 => {}
                10 => self.open.push((id, name)),
                11 => {
                    self.result(&id, name);
                    self.result(&id, name);
                }
                _ => self.result(&id, name),
            }
        }
    }

    fn result(&mut self, id: &str, name: &str) {
        let key = match self.choices.once_in(8) {
            true => self.choices.pick(&["toolUseId", "tool_call_id", "call_id"]),
            false => "toolCallId",
        };
        let content = match self.choices.below(6) {
            0 => Tree::Array(vec![]),
            1 => self.text(),
            2 => Tree::Array(vec![self.image(), self.text_block()]),
            _ => Tree::Array(vec![self.text_block()]),
        };
        let mut turn = Tree::object(vec![
            ("role", Tree::string("toolResult")),
            (key, Tree::string(id)),
        ]);
        if !self.choices.once_in(6) {
            turn.set("toolName", Tree::string(name));
        }
        turn.set("content", content);
        if self.choices.once_in(3) {
            turn.set("isError", Tree::raw(self.choices.pick(&["false", "true"])));
        }
        if self.choices.once_in(6) {
            turn.set(
                "details",
                Tree::parse(self.choices.pick(&[
                    "{\"ms\":3}",
                    "{\"openclawSyntheticMissingToolResult\":true}",
                ])),
            );
        }
        self.push(turn);
    }
}
