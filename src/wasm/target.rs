//! Targets as the caller may write them.

use super::convert::{Bag, member};
use super::failure::Failure;
use crate::policy::{self, ModelFacts};
use wasm_bindgen::JsValue;

/// A part of the target. Session entries keep the difference between absent and null.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Part {
    #[default]
    Absent,
    Null,
    Text(String),
}

impl Part {
    fn read(bag: &mut Bag, name: &'static str) -> Result<Self, Failure> {
        let value = bag.any(name);
        if value.is_undefined() {
            Ok(Part::Absent)
        } else if value.is_null() {
            Ok(Part::Null)
        } else {
            match value.as_string() {
                Some(text) => Ok(Part::Text(text)),
                None => Err(bag.mismatch(name, "a string or null", &value)),
            }
        }
    }
}

/// Where a transcript goes.
#[derive(Debug, Default)]
pub(super) struct Target {
    pub(super) provider: Part,
    pub(super) model_api: Part,
    pub(super) model_id: Part,
    pub(super) facts: ModelFacts,
}

impl Target {
    pub(super) fn read(value: &JsValue) -> Result<Self, Failure> {
        let mut bag = Bag::open("the target", "", value)?;
        let target = Target {
            provider: Part::read(&mut bag, "provider")?,
            model_api: Part::read(&mut bag, "modelApi")?,
            model_id: Part::read(&mut bag, "modelId")?,
            facts: facts(&bag.any("model")),
        };
        bag.close()?;
        Ok(target)
    }

    /// The target as the policy room knows it.
    pub(super) fn for_policy(&self) -> policy::Target {
        let parts = [&self.provider, &self.model_api, &self.model_id];
        let nulls = parts.map(|part| *part == Part::Null);
        let mut target = policy::Target::new()
            .with_facts(self.facts)
            .with_nulls(nulls);
        if let Part::Text(provider) = &self.provider {
            target = target.with_provider(provider);
        }
        if let Part::Text(api) = &self.model_api {
            target = target.with_model_api(api);
        }
        if let Part::Text(id) = &self.model_id {
            target = target.with_model_id(id);
        }
        target
    }
}

/// Models come in any shape, and only two facts of one are read.
fn facts(model: &JsValue) -> ModelFacts {
    let effort = member(&member(model, "compat"), "supportsReasoningEffort");
    ModelFacts::new()
        .with_reasoning(member(model, "reasoning").as_bool() == Some(true))
        .with_refuses_reasoning_effort(effort.as_bool() == Some(false))
}
