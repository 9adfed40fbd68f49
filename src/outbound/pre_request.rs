//! The pass over the list of turns before each model call: history and the current turn.

use super::rules::drop_unsent_tool_calls::ToolNames;
use super::rules::*;
use crate::policy::{PolicyOverrides, Profile, ResolveOptions, Target};
use crate::replay::rules::normalize_responses_call_ids::Keeps;
use crate::replay::rules::*;
use crate::replay::{Context, ReplayOptions};
use crate::report::{Recorder, Report};
use crate::rule::Rule;
use crate::transcript::Transcript;
use crate::{Error, Limits};

/// Options of [`pre_request`]: some of those of replay.
#[derive(Clone, Debug, Default)]
pub struct PreRequestOptions {
    replay: ReplayOptions,
    prune_seen_images: bool,
}

/// Declares setters that hand their value on to the options of replay.
macro_rules! shared_options {
    ($($setter:ident: $type:ty;)+) => {
        impl PreRequestOptions {
            /// Every option at its default.
            pub fn new() -> Self {
                Self::default()
            }

            $(
                #[doc = concat!("As [`ReplayOptions::", stringify!($setter), "`].")]
                pub fn $setter(mut self, value: $type) -> Self {
                    self.replay = self.replay.$setter(value);
                    self
                }
            )+
        }
    };
}

impl PreRequestOptions {
    /// Whether images that the model answered long ago become a text. Default false.
    pub fn with_prune_seen_images(mut self, on: bool) -> Self {
        self.prune_seen_images = on;
        self
    }
}

shared_options! {
    with_profile: Profile;
    with_resolution: ResolveOptions;
    with_policy: Option<PolicyOverrides>;
    with_policy_overrides: PolicyOverrides;
    with_allowed_tool_names: Vec<String>;
    with_now: Option<f64>;
    with_report: bool;
    with_include_text: bool;
    with_limits: Limits;
    with_without_rules: Vec<String>;
}

/// What the steps of one pass know beside the turns.
struct Pass<'c> {
    context: Context<'c>,
    prunes_images: bool,
    names: ToolNames,
    /// Whether any step so far changed the list.
    changed: bool,
    /// Whether an assistant turn went whole for its calls.
    turn_dropped: bool,
    /// Whether assistant turns went from the end.
    trailing_stripped: bool,
}

impl Pass<'_> {
    fn strict(&self) -> bool {
        self.context.options.profile() == Profile::Strict
    }

    /// Policies that care how turns alternate, and so who speaks last.
    fn validates(&self) -> bool {
        self.context.policy.validate_anthropic_turns()
            || self.context.policy.validate_gemini_turns()
    }

    /// Whether turns are merged and checked again.
    fn revalidates(&self) -> bool {
        self.changed
            && (self.turn_dropped
                || self.trailing_stripped
                || self.context.policy.validate_anthropic_turns())
    }

    fn rewrites_ids(&self) -> bool {
        !self.context.responses && self.context.id_rewriting().is_some()
    }

    /// Turns that stay when a rule would take all of them: `strict` never leaves nothing to send.
    fn least_turns(&self) -> usize {
        usize::from(self.strict())
    }
}

/// A rule in its place: when it runs and with which options.
struct Step {
    rule: &'static Rule,
    when: fn(&Pass<'_>) -> bool,
    run: fn(&mut Transcript<'_>, &mut Pass<'_>),
}

/// The steps, in order. Each reads the output of the one before.
static STEPS: &[Step] = &[
    // What it leaves is text like any other.
    Step {
        rule: &PRUNE_SEEN_IMAGES,
        when: |p| p.prunes_images,
        run: |t, _| prune_seen_images::apply(t),
    },
    // A call that goes must not keep its result, so before pairing.
    Step {
        rule: &DROP_UNSENT_TOOL_CALLS,
        when: |_| true,
        run: |t, p| {
            p.turn_dropped = drop_unsent_tool_calls::apply(t, &p.names, p.context.own_thinking);
        },
    },
    Step {
        rule: &REPAIR_TOOL_RESULT_PAIRING,
        when: |p| p.context.responses || p.changed,
        run: pair,
    },
    // Pairing decides what stands before a user turn.
    Step {
        rule: &DROP_EMBEDDED_RESULTS,
        when: |p| p.context.policy.validate_anthropic_turns(),
        run: |t, p| drop_embedded_results::apply(t, p.context.own_thinking),
    },
    Step {
        rule: &STRIP_TRAILING_ASSISTANT,
        when: |p| p.validates(),
        run: strip_trailing,
    },
    // What went may have left turns of one role side by side.
    Step {
        rule: &MERGE_ASSISTANT_TURNS,
        when: |p| p.revalidates() && p.validates(),
        run: |t, _| merge_assistant_turns::apply(t, false, None),
    },
    Step {
        rule: &STRIP_DANGLING_TOOL_CALLS,
        when: |p| p.revalidates() && p.context.policy.validate_anthropic_turns(),
        run: |t, p| strip_dangling_tool_calls::apply(t, !p.strict()),
    },
    Step {
        rule: &MERGE_USER_TURNS,
        when: |p| p.revalidates() && p.context.policy.validate_anthropic_turns(),
        run: |t, _| merge_user_turns::apply(t, false),
    },
    // A last turn that lost its calls; without this a second pass would take it.
    Step {
        rule: &STRIP_TRAILING_ASSISTANT,
        when: |p| p.strict() && p.revalidates() && p.validates(),
        run: strip_trailing,
    },
    // Pairing reads the ids as they are, so before they are rewritten.
    Step {
        rule: &REPAIR_TOOL_RESULT_PAIRING,
        when: |p| {
            let pairs = p.context.policy.repair_tool_use_result_pairing();
            p.context.responses || p.rewrites_ids() && pairs
        },
        run: pair,
    },
    // Replay has seen to a change of model already.
    Step {
        rule: &DOWNGRADE_ORPHAN_REASONING,
        when: |p| p.context.responses,
        run: |t, _| downgrade_orphan_reasoning::apply(t, false),
    },
    Step {
        rule: &NORMALIZE_RESPONSES_CALL_IDS,
        when: |p| p.context.responses,
        run: |t, p| normalize_responses_call_ids::apply(t, Keeps::of(p.strict())),
    },
    Step {
        rule: &DOWNGRADE_CALL_REASONING_PAIRS,
        when: |p| p.context.responses,
        run: |t, p| downgrade_call_reasoning_pairs::apply(t, p.strict()),
    },
    Step {
        rule: &SANITIZE_TOOL_CALL_IDS,
        when: |p| p.rewrites_ids(),
        run: |t, p| {
            if let Some(rewriting) = p.context.id_rewriting() {
                sanitize_tool_call_ids::apply(t, &rewriting);
            }
        },
    },
    Step {
        rule: &DROP_HISTORY_REASONING,
        when: |p| p.context.policy.drop_reasoning_from_history(),
        run: |t, _| drop_history_reasoning::apply(t),
    },
    Step {
        rule: &DROP_HISTORY_THINKING,
        when: |p| p.context.policy.drop_thinking_blocks(),
        run: |t, _| drop_history_thinking::apply(t),
    },
];

/// Failed turns with calls go for the OpenAI Responses APIs only; elsewhere they stay with the results they have.
fn pair(transcript: &mut Transcript<'_>, pass: &mut Pass<'_>) {
    let pairing = pass.context.pairing(pass.context.responses);
    repair_tool_result_pairing::apply(transcript, &pairing);
}

fn strip_trailing(transcript: &mut Transcript<'_>, pass: &mut Pass<'_>) {
    pass.trailing_stripped |= strip_trailing_assistant::apply(transcript, pass.least_turns());
}

/// Every step in order: the rule's id.
pub fn pre_request_steps() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|step| step.rule.id)
}

/// Goes over the whole list of turns of a model call, after replay. The turns are edited in place; untouched ones keep
/// their bytes. Gives the report, when one was asked for.
///
/// Replay has to run before it: this is the check that the current turn, and what other parts of a host put into the
/// list since, can be sent as well.
///
/// # Errors
/// None today; those of replay's options are reserved.
///
/// ```
/// use transcript_hygiene::outbound::{PreRequestOptions, pre_request};
/// use transcript_hygiene::policy::Target;
/// use transcript_hygiene::transcript::Transcript;
///
/// let turns = br#"[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"text","text":"Sure:"}]}]"#;
/// let target = Target::new().with_provider("anthropic").with_model_api("anthropic-messages");
/// let mut transcript = Transcript::parse(turns, &Default::default())?;
/// pre_request(&mut transcript, &target, &PreRequestOptions::new())?;
/// assert_eq!(transcript.to_text(), br#"[{"role":"user","content":"q"}]"#);
/// # Ok::<(), transcript_hygiene::Error>(())
/// ```
pub fn pre_request(
    transcript: &mut Transcript<'_>,
    target: &Target,
    options: &PreRequestOptions,
) -> Result<Option<Report>, Error> {
    let prunes_images = options.prune_seen_images;
    let options = &options.replay;
    let mut pass = Pass {
        prunes_images,
        context: Context::new(target, options)?,
        names: ToolNames::new(&options.allowed_tool_names),
        changed: false,
        turn_dropped: false,
        trailing_stripped: false,
    };
    let mut recorder = options
        .report
        .then(|| Recorder::new(transcript, options.include_text));
    for step in STEPS {
        if !options.runs(step.rule) || !(step.when)(&pass) {
            continue;
        }
        let before = transcript.turns.clone();
        (step.run)(transcript, &mut pass);
        if transcript.turns == before {
            continue;
        }
        pass.changed = true;
        if let Some(recorder) = recorder.as_mut() {
            recorder.record(step.rule, &before, transcript);
        }
    }
    Ok(recorder.map(|recorder| recorder.finish(transcript)))
}
