//! What each provider accepts, as data: one row for each constraint.

use super::Constraint;
use super::Severity::{Condition, Error, Warn};
use super::shape::Scope::{Anthropic, Chat, Converse, Every, Gemini, Responses};

/// Declares each constraint as a static of its own, and the list of all.
macro_rules! constraints {
    ($($name:ident: $id:literal, $scope:ident, $severity:ident, $statement:literal, [$($fragment:literal),*], $source:literal;)+) => {
        $(
            #[doc = $statement]
            pub(crate) static $name: Constraint = Constraint {
                id: $id,
                scope: $scope,
                severity: $severity,
                #[cfg(not(target_arch = "wasm32"))]
                statement: $statement,
                fragments: &[$($fragment),*],
                #[cfg(not(target_arch = "wasm32"))]
                source: $source,
            };
        )+

        /// Every constraint, once.
        pub static CONSTRAINTS: &[&Constraint] = &[$(&$name),+];
    };
}

constraints! {
    GEN_01: "GEN-01", Every, Error,
        "no string, object key included, holds an unpaired surrogate half, raw or escaped",
        ["The request body is not valid JSON: no low surrogate in string", "invalid high surrogate in string"],
        "O anthropics/claude-code#60394, #44230, #3277; octopusreview/octopus#686";
    GEN_02: "GEN-02", Every, Error,
        "the history holds at least one turn",
        ["at least one message is required", "contents is not specified"],
        "O openclaw/openclaw#75235";
    GEN_03: "GEN-03", Every, Error,
        "every tool call is answered by exactly one result, right after its turn",
        [],
        "O, more than a thousand public issues carry the Anthropic wording alone";
    GEN_04: "GEN-04", Every, Error,
        "Tool call ids are non-empty",
        [],
        "O openclaw/openclaw#19003";
    GEN_05: "GEN-05", Every, Condition,
        "a request with tool history declares tools",
        ["Anthropic doesn't support tool calling without tools= param specified", "toolConfig field must be defined when using toolUse and toolResult content blocks"],
        "O earendil-works/pi#149, anomalyco/opencode#8246, BerriAI/litellm#24712";
    GEN_06: "GEN-06", Every, Warn,
        "Reasoning text must not turn into visible assistant text when it can not be replayed as reasoning",
        [],
        "measured on a peer client";
    IMG_01: "IMG-01", Every, Error,
        "the media type is one that the provider takes",
        ["media_type: Input should be 'image/jpeg'"],
        "D Anthropic vision docs; Gemini image docs";
    IMG_02: "IMG-02", Every, Error,
        "data is standard base64 without data-URL prefix, length a multiple of 4",
        ["invalid base64 data"],
        "D Anthropic vision docs";
    IMG_03: "IMG-03", Every, Error,
        "decoded bytes are a readable image",
        ["Could not process image"],
        "O";
    IMG_04: "IMG-04", Every, Error,
        "the bytes are of the declared type (sniff magic bytes)",
        ["Image does not match the provided media type", "media type, but the image appears to be a"],
        "O anthropics/claude-code#11975, #13131, home-assistant/core#167208";
    IMG_05: "IMG-05", Every, Error,
        "the base64 text has at most 5242880 characters",
        ["image exceeds 5 MB maximum"],
        "O anthropics/claude-code#20021, aws/amazon-q-developer-cli#3912";
    IMG_06: "IMG-06", Every, Error,
        "each side has at most 8000 pixels, in requests of more than 20 images at most 2000",
        ["image dimensions exceed max allowed size"],
        "D Anthropic vision docs; O letta-ai/letta-code#615, Gitlawb/openclaude#520";
    IMG_07: "IMG-07", Every, Error,
        "at most 100 images a request",
        ["too many images and documents"],
        "D Anthropic vision docs, Bedrock Converse docs";
    IMG_08: "IMG-08", Every, Warn,
        "long edge above 1568 px is scaled down by the server anyway",
        [],
        "D Anthropic vision docs";
    IMG_09: "IMG-09", Every, Error,
        "one refused image refuses every later request of the session",
        [],
        "O aws/amazon-q-developer-cli#3912, anthropics/claude-code#20021";
    AM_01: "AM-01", Anthropic, Error,
        "messages is not empty",
        ["at least one message is required"],
        "O openclaw/openclaw#75235";
    AM_02: "AM-02", Anthropic, Error,
        "the role is `user` or `assistant`, a system turn never comes first",
        ["messages: Unexpected role \"system\""],
        "D";
    AM_03: "AM-03", Anthropic, Error,
        "the first turn is `user`",
        ["first message must use the \"user\" role"],
        "D (older text), O; the direct API has grown lenient, Vertex, Bedrock and compatible servers have not";
    AM_04: "AM-04", Anthropic, Warn,
        "user and assistant turns alternate",
        ["roles must alternate between \"user\" and \"assistant\""],
        "D merge rule; O microsoft/semantic-kernel#10277";
    AM_05: "AM-05", Anthropic, Error,
        "content is not empty, except the final assistant turn",
        ["all messages must have non-empty content except for the optional final assistant message"],
        "D";
    AM_06: "AM-06", Anthropic, Error,
        "a text block holds at least one non-whitespace character, also inside tool_result",
        ["text content blocks must be non-empty", "text content blocks must contain non-whitespace text"],
        "O anthropics/claude-code#23440, #59812, nick1udwig/kibitz#78, HKUDS/nanobot#949. A single space is not a cure: NousResearch/hermes-agent#41985";
    AM_07: "AM-07", Anthropic, Error,
        "each tool_use of an assistant turn has a tool_result in the very next user turn",
        ["tool_use ids were found without tool_result blocks immediately after"],
        "D; O anthropics/claude-code#1237, OpenHands/OpenHands#7512";
    AM_08: "AM-08", Anthropic, Error,
        "each tool_result names a tool_use of the very previous assistant turn",
        ["unexpected tool_use_id found in tool_result blocks"],
        "O openclaw/openclaw#7527, decocms/studio#1803";
    AM_09: "AM-09", Anthropic, Error,
        "in a user turn tool_result blocks come before any other block",
        [],
        "D tool use docs";
    AM_10: "AM-10", Anthropic, Error,
        "one tool_result for each tool_use",
        ["each tool_use must have a single result. Found multiple tool_result blocks with id"],
        "O BerriAI/litellm message sanitization docs";
    AM_11: "AM-11", Anthropic, Error,
        "tool_use ids are unique over the whole request, not only within a turn",
        ["tool_use ids must be unique"],
        "O anthropics/claude-code#20901, #28515, NVIDIA-NeMo/Switchyard#502";
    AM_12: "AM-12", Anthropic, Error,
        "an id matches `^[a-zA-Z0-9_-]+$` and has at most 64 characters",
        ["tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"],
        "O OpenSecretCloud/maple-proxy#18, openclaw/openclaw#13799; length C";
    AM_13: "AM-13", Anthropic, Error,
        "name has 1 to 200 characters",
        ["tool_use.name: String should have at least 1 character", "tool_use.name: String should have at most 200 characters"],
        "O openclaw/openclaw#15485, #7974";
    AM_14: "AM-14", Anthropic, Error,
        "tool_use.input is an object (not a string, array, null or number)",
        ["tool_use.input: Input should be a valid dictionary", "tool_use.input: Field required"],
        "O anthropics/claude-code#6696, prism-php/prism#659";
    AM_15: "AM-15", Anthropic, Error,
        "a thinking block carries text (may be empty) and a non-empty signature",
        ["thinking.signature: Field required"],
        "O openclaw/openclaw#10775, dirge-code/dirge#821";
    AM_15B: "AM-15b", Anthropic, Error,
        "a signature is opaque base64 text of at least 32 characters, issued for this model",
        ["Invalid signature in thinking block"],
        "O openclaw/openclaw#91205, #107221, #110079";
    AM_16: "AM-16", Anthropic, Error,
        "thinking and redacted_thinking blocks of the latest assistant turn are byte-equal to the response, in the same order, none missing from a run",
        ["thinking or redacted_thinking blocks in the latest assistant message cannot be modified"],
        "D; O anthropics/claude-code#63203, anomalyco/opencode#30200";
    AM_17: "AM-17", Anthropic, Condition,
        "the assistant turn of a running tool loop starts with a thinking or redacted_thinking block",
        ["Expected thinking or redacted_thinking, but found tool_use"],
        "O anomalyco/opencode#3077, Kilo-Org/kilocode#5219";
    AM_18: "AM-18", Anthropic, Condition,
        "an assistant turn in final position holds no thinking",
        ["When thinking is disabled, an assistant message in the final position cannot contain thinking"],
        "O tailcallhq/forgecode#1853";
    AM_19: "AM-19", Anthropic, Warn,
        "the last turn is not `assistant`",
        ["This model does not support assistant message prefill. The conversation must end with a user message"],
        "O vybestack/llxprt-code#3695, ericc-ch/copilot-api#261, openclaw/openclaw#79887";
    AM_20: "AM-20", Anthropic, Error,
        "when the last turn is `assistant`, its last text does not end in whitespace",
        ["final assistant content cannot end with trailing whitespace"],
        "O anomalyco/opencode#1295, aaif-goose/goose#5967";
    AM_21: "AM-21", Anthropic, Error,
        "tool_result with is_error true has content, and only text in it",
        ["content cannot be empty if is_error is true", "all content must be type text if is_error is true"],
        "O jlevy/markform#153, vellum-ai/vellum-assistant#18387";
    AM_26: "AM-26", Anthropic, Error,
        "a server tool result (`web_search_tool_result`, `advisor_tool_result`, …) follows its `server_tool_use` in the same assistant turn",
        ["Each advisor_tool_result block must have a corresponding server_tool_use block before it"],
        "O anthropics/claude-code#64383";
    AM_27: "AM-27", Anthropic, Error,
        "at most 4 blocks carry cache_control, none of them blank text or thinking",
        ["A maximum of 4 blocks with cache_control may be provided", "cache_control cannot be set for empty text blocks"],
        "D caching docs";
    AM_28: "AM-28", Anthropic, Error,
        "every block type is known to the API, and holds no unknown field",
        ["Input tag '…' found using 'type' does not match any of the expected tags", "Extra inputs are not permitted"],
        "O";
    AM_29: "AM-29", Anthropic, Condition,
        "signed thinking stands behind the very turns it was issued behind",
        ["Invalid signature in thinking block. The block is bound to a different conversation"],
        "D preserved thinking docs; O anomalyco/opencode#48637, NousResearch/hermes-agent#106426, pydantic/pydantic-ai#7989";
    AM_30: "AM-30", Anthropic, Error,
        "redacted_thinking carries data",
        ["redacted_thinking.data: Field required"],
        "D";
    CC_01: "CC-01", Chat, Error,
        "at least one turn that is not system/developer",
        ["messages must not be empty"],
        "O";
    CC_02: "CC-02", Chat, Error,
        "a `tool` message follows an assistant message whose `tool_calls` hold its id, with only `tool` messages between",
        ["messages with role 'tool' must be a response to a preceeding message with 'tool_calls'"],
        "O miurla/morphic#136, FoundationAgents/OpenManus#744";
    CC_03: "CC-03", Chat, Error,
        "each id of `tool_calls` is answered before the next non-tool message",
        ["An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'"],
        "O microsoft/promptflow#3130";
    CC_04: "CC-04", Chat, Error,
        "no second answer for one id",
        [],
        "O";
    CC_05: "CC-05", Chat, Error,
        "ids are not empty",
        [],
        "O openclaw/openclaw#19003";
    CC_06: "CC-06", Chat, Error,
        "an assistant message has text or tool_calls, a user message has content",
        ["content or tool_calls must be set"],
        "O HKUDS/nanobot#949";
    CC_07: "CC-07", Chat, Error,
        "ids are unique within a turn",
        [],
        "O earendil-works/pi#6854";
    CC_08: "CC-08", Chat, Error,
        "id length at most 40 (OpenAI), `maxIdLen`",
        ["string too long. Expected a string with maximum length 40"],
        "O openclaw/openclaw#4718, #875";
    CC_09: "CC-09", Chat, Condition,
        "id grammar of the server behind the route",
        [],
        "O";
    CC_10: "CC-10", Chat, Condition,
        "assistant messages have no `reasoning_content` and no `reasoning`",
        ["property '…reasoning_content' is unsupported"],
        "O janhq/jan#8136, QwenLM/qwen-code#11045, NousResearch/hermes-agent#34716";
    CC_11: "CC-11", Chat, Condition,
        "assistant messages with tool_calls carry `reasoning_content`",
        ["The reasoning_content in the thinking mode must be passed back to the API", "thinking is enabled but reasoning_content is missing in assistant tool call message"],
        "O earendil-works/pi#3636, #987, anomalyco/opencode#10996. The older DeepSeek reasoner refused the field instead: OpenHands/software-agent-sdk#1464";
    CC_12: "CC-12", Chat, Error,
        "function name matches `^[a-zA-Z0-9_-]{1,64}$`",
        [],
        "O openclaw/openclaw#8595, #25728, #113813";
    CC_13: "CC-13", Chat, Error,
        "`function.arguments` is a string that parses as a JSON object",
        ["invalid function arguments json string"],
        "O earendil-works/pi#5468";
    CC_14: "CC-14", Chat, Warn,
        "a text part is not blank",
        [],
        "O HKUDS/nanobot#949";
    CC_15: "CC-15", Chat, Condition,
        "no `user` right after `tool`",
        ["Unexpected role 'user' after role 'tool'"],
        "O mistralai/mistral-common#169, NousResearch/hermes-agent#20154";
    CC_16: "CC-16", Chat, Condition,
        "roles alternate",
        ["Conversation roles must alternate user/assistant/user/assistant/"],
        "O google/adk-python#1373, microsoft/autogen#3597";
    CC_17: "CC-17", Chat, Condition,
        "the first turn after system is `user`",
        [],
        "O OpenBMB/AgentVerse#133";
    CC_18: "CC-18", Chat, Condition,
        "the last turn is not `assistant`",
        ["Expected last role User or Tool"],
        "O NEKOparapa/AiNiee#641";
    CC_19: "CC-19", Chat, Condition,
        "a result stands right behind a call that the server knows",
        ["tool result's tool id(…) not found", "tool call and result not match"],
        "O MiniMax-AI/MiniMax-M2#76, Kilo-Org/kilocode#3967";
    OR_01: "OR-01", Responses, Error,
        "input is not empty",
        [],
        "D";
    OR_02: "OR-02", Responses, Error,
        "a function_call_output has an earlier function_call with the same call_id",
        ["No tool call found for function call output with call_id"],
        "O continuedev/continue#10092";
    OR_12: "OR-12", Responses, Error,
        "a function_call is answered by a function_call_output",
        ["No tool output found for function call"],
        "O LionSR/TeXRA#1552";
    OR_03: "OR-03", Responses, Error,
        "a reasoning item with an id is followed by the item that it produced",
        ["Item '…' of type 'reasoning' was provided without its required following item"],
        "O vercel/ai#7099, openai/openai-agents-js#326, continuedev/continue#8933";
    OR_04: "OR-04", Responses, Error,
        "a function_call that carries an `fc_` id is preceded by its reasoning item",
        ["Item '…' of type 'function_call' was provided without its required 'reasoning' item"],
        "O mastra-ai/mastra#8738, laravel/ai#1052. The same holds for `msg_` ids after a reasoning item";
    OR_05: "OR-05", Responses, Error,
        "call_id is not empty",
        [],
        "D";
    OR_06: "OR-06", Responses, Error,
        "call_id and id have at most 64 characters",
        ["Invalid 'input[…].call_id': string too long. Expected a string with maximum length 64"],
        "O openclaw/openclaw#25632, #137489, AnswerDotAI/fastllm#45";
    OR_07: "OR-07", Responses, Error,
        "the optional id starts with the prefix of its type",
        ["Expected an ID that begins with 'fc'"],
        "O";
    OR_08: "OR-08", Responses, Error,
        "item ids are unique",
        ["Duplicate item found with id"],
        "O earendil-works/pi#5147, #5151, vercel/ai#7883";
    OR_09: "OR-09", Responses, Error,
        "an open call_id is not used again before it is answered",
        [],
        "O";
    OR_10: "OR-10", Responses, Error,
        "name matches `^[a-zA-Z0-9_-]{1,128}$`",
        ["Invalid 'input[…].name': string does not match pattern"],
        "O openclaw/openclaw#8595";
    OR_11: "OR-11", Responses, Error,
        "arguments is a JSON string",
        [],
        "D";
    OR_13: "OR-13", Responses, Error,
        "encrypted reasoning content is replayed only to the model, organisation and route that issued it",
        ["The encrypted content for item … could not be verified", "invalid_encrypted_content", "input item ID does not belong to this connection"],
        "O openai/codex#8145, smallmain/vscode-unify-chat-provider#178";
    OR_14: "OR-14", Responses, Condition,
        "item ids are not referenced without their content",
        ["Item with id '…' not found", "Items are not persisted when `store` is set to false"],
        "O openai/openai-agents-python#2020";
    OR_15: "OR-15", Responses, Error,
        "user content uses `input_*` parts, assistant content `output_text` or `refusal`",
        ["Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'"],
        "D";
    OR_16: "OR-16", Responses, Error,
        "a reasoning item has `summary` (an array, may be empty), and no empty `content` array",
        ["Missing required parameter: 'input.summary'"],
        "O newo-ether/Agora#141, musistudio/claude-code-router#1783";
    GE_01: "GE-01", Gemini, Error,
        "contents is not empty",
        ["contents is not specified"],
        "D";
    GE_02: "GE-02", Gemini, Error,
        "the first turn is `user`",
        [],
        "O google-gemini/gemini-cli#11814";
    GE_03: "GE-03", Gemini, Error,
        "every turn has at least one part, and a part exactly one payload",
        ["must include at least one parts field"],
        "D";
    GE_04: "GE-04", Gemini, Error,
        "role is `user` or `model`",
        ["Please use a valid role: user, model"],
        "D";
    GE_05: "GE-05", Gemini, Warn,
        "user and model turns alternate",
        [],
        "D";
    GE_06: "GE-06", Gemini, Error,
        "functionCall sits in a model turn, functionResponse in a user (function) turn",
        [],
        "D";
    GE_07: "GE-07", Gemini, Error,
        "a turn with functionCall comes right after a user turn or a function response turn",
        ["Please ensure that function call turn comes immediately after a user turn or after a function response turn"],
        "O google-gemini/gemini-cli#26486, lobehub/lobehub#10049";
    GE_08: "GE-08", Gemini, Error,
        "the next turn holds as many functionResponse parts as the call turn holds functionCall parts",
        ["number of function response parts is equal to the number of function call parts"],
        "O google-gemini/gemini-cli#4217, #16543";
    GE_09: "GE-09", Gemini, Error,
        "functionResponse comes right after a call turn",
        ["function response turn comes immediately after a function call turn"],
        "O langchain-ai/langchain#27799";
    GE_10: "GE-10", Gemini, Error,
        "a name starts with a letter or underscore, and has at most 128 of letters, digits, `_ . : -`",
        ["Invalid function name"],
        "D";
    GE_11: "GE-11", Gemini, Error,
        "args is an object",
        [],
        "D";
    GE_12: "GE-12", Gemini, Condition,
        "the first functionCall part of each model step since the last user turn carries its thoughtSignature",
        ["Function call is missing a thought_signature in functionCall parts", "function call in the content block is missing a thought_signature"],
        "D thought signatures docs; O openclaw/openclaw#72879, Wei-Shaw/claude-relay-service#967";
    GE_13: "GE-13", Gemini, Error,
        "the signature is standard base64 (not url-safe), padded, not truncated, not two values glued together",
        ["Invalid value at 'contents[…].thought_signature' (TYPE_BYTES), Base64 decoding failed"],
        "O google-gemini/gemini-cli#8003, MayDay-wpf/snow-cli#84, googleapis/python-genai#2105";
    GE_13B: "GE-13b", Gemini, Error,
        "the signature was issued by Gemini",
        ["Corrupted thought signature"],
        "O openclaw/openclaw#23771";
    GE_14: "GE-14", Gemini, Warn,
        "a function response turn holds only functionResponse parts",
        [],
        "O anomalyco/opencode#43479";
    GE_15: "GE-15", Gemini, Error,
        "functionResponse.response is an object",
        [],
        "D";
    GE_16: "GE-16", Gemini, Condition,
        "the last turn is `user`",
        [],
        "O crewAIInc/crewAI#6973";
    BC_01: "BC-01", Converse, Error,
        "messages is not empty",
        [],
        "D";
    BC_02: "BC-02", Converse, Error,
        "the first turn is `user`",
        ["A conversation must start with a user message"],
        "O NousResearch/hermes-agent#41985";
    BC_03: "BC-03", Converse, Error,
        "roles alternate",
        ["A conversation must alternate between user and assistant roles"],
        "O microsoft/semantic-kernel#10277, genkit-ai/aws-bedrock-js-plugin#664";
    BC_04: "BC-04", Converse, Error,
        "content is not empty",
        ["The content field in the Message object … is empty"],
        "O earendil-works/pi#3443";
    BC_05: "BC-05", Converse, Error,
        "a text is not blank",
        ["The text field in the ContentBlock object at messages.content is blank"],
        "O OpenHands/OpenHands#5339, continuedev/continue#9767";
    BC_06: "BC-06", Converse, Error,
        "all results of one assistant turn sit together in the next user turn",
        ["Expected toolResult blocks at messages.content for the following Ids"],
        "O genkit-ai/aws-bedrock-js-plugin#664";
    BC_07: "BC-07", Converse, Error,
        "no more toolResult blocks than toolUse blocks of the previous turn, and no foreign ids",
        ["The number of toolResult blocks … exceeds the number of toolUse blocks of previous turn"],
        "O pydantic/pydantic-ai#2327";
    BC_08: "BC-08", Converse, Error,
        "toolUseIds are unique within a turn",
        ["The toolUse blocks at messages.content contain duplicate Ids"],
        "O bvcyber/Cyber-AutoAgent-ng#72";
    BC_09: "BC-09", Converse, Error,
        "toolUseId matches `[a-zA-Z0-9_.:-]{1,64}` (`[a-zA-Z0-9_-]` on older endpoints)",
        [],
        "D; C BerriAI/litellm";
    BC_10: "BC-10", Converse, Error,
        "toolUse.input is a JSON object",
        ["The format of the value at … toolUse.input is invalid"],
        "D";
    BC_11: "BC-11", Converse, Error,
        "tool name matches `[a-zA-Z][a-zA-Z0-9_-]{0,63}`",
        [],
        "D";
    BC_12: "BC-12", Converse, Error,
        "toolResult with status error has content",
        ["toolResult … cannot be empty when status value is error"],
        "O aws-samples/sample-multi-agent-orchestration-chat-on-agentcore#15";
    BC_13: "BC-13", Converse, Error,
        "Claude reasoning carries a signature of this platform",
        ["Invalid signature in thinking block", "thinking.signature: Field required"],
        "O openclaw/openclaw#110079, #10775";
    BC_14: "BC-14", Converse, Condition,
        "tool results and conversation text do not share a turn",
        ["Conversation blocks and tool result blocks cannot be provided in the same turn"],
        "O strands-agents/harness-sdk#1223, quarkiverse/quarkus-langchain4j#1983";
    BC_15: "BC-15", Converse, Condition,
        "the last turn is `user`",
        [],
        "O";
    MI_01: "MI-01", Chat, Error,
        "every tool call id has exactly 9 characters of `[a-zA-Z0-9]`",
        ["Tool call id was … but must be a-z, A-Z, 0-9, with a length of 9"],
        "O anomalyco/opencode#1680, nearai/ironclaw#1241, langchain-ai/langchain#24668";
    MI_02: "MI-02", Chat, Error,
        "ids stay distinct after shortening",
        [],
        "C";
    MI_03: "MI-03", Chat, Error,
        "after `tool` comes `tool` or `assistant`, never `user`",
        ["Unexpected role 'user' after role 'tool'"],
        "O mistralai/mistral-common#169";
    MI_04: "MI-04", Chat, Error,
        "as many tool messages as calls",
        ["Not the same number of function calls and responses"],
        "O mistralai/client-ts#106";
    MI_05: "MI-05", Chat, Error,
        "the last role is user or tool, or assistant with `prefix: true`",
        ["Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant"],
        "O NEKOparapa/AiNiee#641";
    MI_06: "MI-06", Chat, Error,
        "an assistant message has content or tool_calls",
        ["Assistant message must have either content or tool_calls"],
        "D";
}
