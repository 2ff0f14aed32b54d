// Anthropic's messages.

import assert from "node:assert/strict";
import { isGate } from "../pieces.mjs";
import { deltas, thoughts } from "./deltas.mjs";
import { EVENT_STREAM, eventStream } from "./event_stream.mjs";

const FINISH = { stop: "end_turn", length: "max_tokens", tool: "tool_use", filter: "refusal" };

/** The blocks that hold reasoning. */
const REASONING = {
  thinking: (thinking) => ({ type: "thinking", thinking, signature: "c2lnbmVk" }),
  redacted_thinking: () => ({ type: "redacted_thinking", data: "c2VhbGVk" }),
};

export const anthropic = {
  streamType: EVENT_STREAM,

  /** The styles that mean nothing here. */
  foreign: ["role", "unfinished", "finishesWithText", "usageWithFinish", "shiftsIndex", "faultIn"],

  isStreamed: (body) => body.stream === true,

  asked({ output_config: config, ...body }) {
    const tool = forcedTool(body);
    if (tool) return { mode: "tool", name: tool.name, schema: tool.input_schema };
    return config?.format?.type === "json_schema"
      ? { mode: "strict", schema: config.format.schema }
      : { mode: "prompt" };
  },

  plain(reply, body) {
    const tool = toolOf(reply, body);
    const texts = reply.text && !tool ? [{ type: "text", text: reply.text }] : [];
    const tools = tool ? [{ type: "tool_use", id: "toolu_test", name: tool.name, input: JSON.parse(reply.text) }] : [];
    return {
      ...head(body),
      content: [...(reply.reasoning ? [thinkingBlock(reply)] : []), ...texts, ...tools],
      ...end(reply, tool),
      usage: usageOf(reply),
    };
  },

  parts: (reply, body, style, faultBody) => eventStream(events(reply, body, style, faultBody), style),
};

function* events(reply, body, style, faultBody) {
  const event = (type, fields) => ({ event: type, data: { type, ...fields } });
  const tool = toolOf(reply, body);
  let index = 0;
  yield event("message_start", {
    message: { ...head(body), content: [], ...unended, usage: { ...usageOf(reply), output_tokens: 1 } },
  });
  yield event("ping");
  for (const { type, ...fields } of style.extra) yield event(type, fields);

  if (reply.reasoning) {
    const { signature, ...block } = thinkingBlock(reply);
    const isOpen = block.type === "thinking";
    yield event("content_block_start", { index, content_block: isOpen ? { ...block, thinking: "" } : block });
    if (isOpen) {
      for (const piece of thoughts(reply, style)) {
        yield isGate(piece) ? piece : delta({ type: "thinking_delta", thinking: piece });
      }
      yield delta({ type: "signature_delta", signature });
    }
    yield event("content_block_stop", { index });
    index++;
  }

  const block = tool ? { type: "tool_use", id: "toolu_test", name: tool.name, input: {} } : { type: "text", text: "" };
  if (reply.text) {
    yield event("content_block_start", { index, content_block: block });
    for (const piece of deltas(reply.text, style)) {
      if (isGate(piece)) yield piece;
      else if (tool) yield delta({ type: "input_json_delta", partial_json: piece.text });
      else yield delta({ type: "text_delta", text: piece.text });
    }
  }
  if (style.until !== undefined) {
    if (faultBody) yield { event: "error", data: faultBody };
    return;
  }
  if (reply.text) yield event("content_block_stop", { index });
  yield event("message_delta", { delta: end(reply, tool), usage: usageOf(reply) });
  if (style.isDone) yield event("message_stop");

  function delta(delta) {
    return event("content_block_delta", { index, delta });
  }
}

const head = (body) => ({ id: "msg_test", type: "message", role: "assistant", model: body.model ?? "test" });
const unended = { stop_reason: null, stop_sequence: null };

function end({ finish = "stop", refusal }, tool) {
  if (refusal !== undefined) {
    const details = { type: "refusal", category: null, explanation: refusal };
    return { stop_reason: "refusal", stop_sequence: null, stop_details: details };
  }
  const ours = finish === "stop" && tool ? "tool" : finish;
  return { stop_reason: FINISH[ours] ?? ours, stop_sequence: null };
}

function thinkingBlock({ reasoning, reasoningIn = "thinking" }) {
  assert.ok(reasoningIn in REASONING, `reasoning does not come in "${reasoningIn}"`);
  return REASONING[reasoningIn](reasoning);
}

const toolOf = ({ usesTool, refusal }, body) => (usesTool && refusal === undefined ? forcedTool(body) : undefined);

function forcedTool({ tools = [], tool_choice: choice }) {
  return choice?.type === "any" ? tools[0] : tools.find(({ name }) => choice?.type === "tool" && choice.name === name);
}

/** The input leaves out what was read from the cache. */
function usageOf({ usage, cached, thought }) {
  const [read, written] = usage ?? [0, 0];
  return {
    input_tokens: read - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: written,
    ...(thought && { output_tokens_details: { thinking_tokens: thought } }),
  };
}
