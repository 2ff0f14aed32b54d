//! A reply as it comes together, from pieces or at once.

use super::error_body::ErrorBody;
use super::reply::{Delta, FinishReason, Reply, Usage};

/// What has come of a reply. The families write into it what they read.
#[derive(Debug, Default)]
pub(super) struct Draft {
    text: String,
    reasoning: String,
    refusal: String,
    tool: Tool,
    /// Why the model stopped, as soon as that is said.
    pub finish_reason: Option<FinishReason>,
    /// What it took so far.
    pub usage: Option<Usage>,
    /// What it cost, in billionths of a dollar.
    pub cost: Option<u64>,
    /// Whether the server said that nothing more comes.
    pub is_ended: bool,
    /// The error that came instead of more.
    pub error: Option<ErrorBody>,
    deltas: Vec<Delta>,
}

/// The call of the tool. Where a model calls more than once, the first call is its answer.
#[derive(Debug, Default)]
struct Tool {
    calls: usize,
    current: Option<ToolKey>,
    arguments: String,
}

/// What tells the calls of a tool apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ToolKey {
    /// Its place.
    pub index: u64,
    /// Its id; empty where the server gives it only with the first piece, or never.
    pub id: String,
}

impl Draft {
    /// Takes more of the answer.
    pub(super) fn add_text(&mut self, piece: &str) {
        add(&mut self.text, piece, &mut self.deltas, Delta::Text);
    }

    /// Takes more of the reasoning.
    pub(super) fn add_reasoning(&mut self, piece: &str) {
        add(&mut self.reasoning, piece, &mut self.deltas, Delta::Reasoning);
    }

    /// Takes more of the words of a refusal, which is what makes it one.
    pub(super) fn add_refusal(&mut self, piece: &str) {
        add(&mut self.refusal, piece, &mut self.deltas, Delta::Text);
    }

    /// Takes the beginning of a tool's call.
    pub(super) fn begin_tool(&mut self) {
        self.tool.calls += 1;
    }

    /// Takes what names the tool: with the first piece of its call, or with every one.
    pub(super) fn begin_tool_once(&mut self, key: ToolKey) {
        let is_same =
            |current: &ToolKey| current.index == key.index && (key.id.is_empty() || current.id == key.id);
        if !self.tool.current.as_ref().is_some_and(is_same) {
            self.tool.current = Some(key);
            self.begin_tool();
        }
    }

    /// Takes more of the arguments of the tool's call that began last.
    pub(super) fn add_arguments(&mut self, piece: &str) {
        if self.tool.calls <= 1 {
            add(&mut self.tool.arguments, piece, &mut self.deltas, Delta::Text);
        }
    }

    /// Whether the tool was called and nothing is known of its arguments.
    pub(super) fn lacks_arguments(&self) -> bool {
        self.tool.calls == 1 && self.tool.arguments.is_empty()
    }

    /// What came since this was last asked.
    pub(super) fn take_deltas(&mut self) -> Vec<Delta> {
        std::mem::take(&mut self.deltas)
    }

    /// Whether nothing at all was said.
    pub(super) fn is_blank(&self) -> bool {
        let texts = [&self.text, &self.reasoning, &self.refusal, &self.tool.arguments];
        texts.into_iter().all(String::is_empty) && self.finish_reason.is_none() && self.usage.is_none()
    }

    /// Whether the end of the reply is there.
    pub(super) fn is_complete(&self) -> bool {
        self.is_ended || self.finish_reason.is_some()
    }

    /// The reply, as far as it came.
    pub(super) fn into_reply(self) -> Reply {
        let Self { mut text, mut reasoning, refusal, tool, finish_reason, usage, cost, .. } = self;
        if !tool.arguments.trim().is_empty() {
            append(&mut reasoning, &text);
            text = tool.arguments;
        }
        append(&mut text, &refusal);
        let finish_reason = match finish_reason {
            _ if !refusal.is_empty() => FinishReason::Refusal,
            Some(reason) => reason,
            None => FinishReason::Unknown,
        };
        Reply { text, reasoning, finish_reason, usage, cost }
    }
}

fn add(text: &mut String, piece: &str, deltas: &mut Vec<Delta>, delta: fn(String) -> Delta) {
    if !piece.is_empty() {
        text.push_str(piece);
        deltas.push(delta(piece.to_owned()));
    }
}

fn append(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(more);
}
