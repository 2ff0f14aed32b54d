// OpenAI's chat completions, as spoken by OpenAI and by nearly every other server.

import assert from "node:assert/strict";
import { isGate } from "../pieces.mjs";
import { deltas, thoughts } from "./deltas.mjs";
import { EVENT_STREAM, eventStream } from "./event_stream.mjs";

const FINISH = { stop: "stop", length: "length", tool: "tool_calls", filter: "content_filter" };

/** Where reasoning stands in a message: its fields, or a change of the content. */
export const REASONING = {
  reasoning_content: (reasoning) => ({ reasoning_content: reasoning }),
  reasoning: (reasoning) => ({ reasoning }),
  reasoning_details: (reasoning) => ({
    reasoning,
    reasoning_details: [{ type: "reasoning.text", text: reasoning, index: 0 }],
  }),
  parts: (reasoning) => ({ content: [{ type: "thinking", thinking: [{ type: "text", text: reasoning }] }] }),
  think: () => ({}),
};

/** The first chunk, by the style's `role`. */
const FIRST = {
  empty: { role: "assistant", content: "" },
  null: { role: "assistant", content: null },
  joined: undefined,
};

const ID = "chatcmpl-test";

export const chatCompletions = {
  streamType: EVENT_STREAM,

  /** The styles that mean nothing here. */
  foreign: [],

  isStreamed: (body) => body.stream === true,

  /** What the call asks for: its mode, and the schema where it has one. */
  asked({ response_format: format, ...body }) {
    const tool = forcedTool(body);
    if (tool) return { mode: "tool", name: tool.name, schema: tool.parameters };
    if (format?.type === "json_schema") {
      return { mode: "strict", name: format.json_schema.name, schema: format.json_schema.schema };
    }
    return { mode: format?.type === "json_object" ? "json" : "prompt" };
  },

  plain(reply, body) {
    const { text, tool, refusal, reasoning, reasoningFields } = worded(reply, body);
    const content = tool || refusal !== undefined ? null : text;
    const fields = reasoning ? reasoningFields(reasoning) : {};
    const message = { role: "assistant", content, refusal: refusal ?? null, ...fields };
    if (fields.content) message.content = [...fields.content, { type: "text", text }];
    if (tool) message.tool_calls = [toolCall(tool, text)];
    return {
      id: ID,
      object: "chat.completion",
      created: 0,
      model: body.model ?? "test",
      choices: [{ index: 0, message, finish_reason: finishOf(reply, tool) }],
      ...(reply.usage && { usage: usageOf(reply) }),
    };
  },

  parts: (reply, body, style, faultBody) => eventStream(events(reply, body, style, faultBody), style),
};

function* events(reply, body, style, faultBody) {
  const { text, tool, refusal, reasoning, reasoningFields } = worded(reply, body);
  const wantsUsage = body.stream_options?.include_usage === true && reply.usage;
  const chunk = (fields) => ({
    data: { id: ID, object: "chat.completion.chunk", created: 0, model: body.model ?? "test", ...fields },
  });
  const choice = (delta, finish = style.unfinished, fields = wantsUsage && { usage: null }) =>
    chunk({ choices: [{ index: 0, delta, finish_reason: finish }], ...fields });
  const finish = finishOf(reply, tool);
  const finishFields = style.usageWithFinish ? { usage: usageOf(reply) } : wantsUsage && { usage: null };

  assert.ok(style.role in FIRST, `there is no first chunk "${style.role}"`);
  const first = FIRST[style.role];
  if (first) yield choice(first);
  // Joined, the role stands in whatever comes first.
  let role = first ? {} : { role: "assistant" };
  const next = (delta, ...rest) => {
    const event = choice({ ...role, ...delta }, ...rest);
    role = {};
    return event;
  };

  for (const fields of style.extra) yield chunk(fields);
  for (const piece of thoughts({ reasoning }, style)) yield isGate(piece) ? piece : next(reasoningFields(piece));

  if (tool) {
    yield next({ tool_calls: [{ index: 0, ...toolCall(tool, "") }] });
  }
  for (const piece of deltas(refusal ?? text, style)) {
    if (isGate(piece)) {
      yield piece;
      continue;
    }
    const index = style.shiftsIndex && piece.isLast ? 1 : 0;
    const delta = tool
      ? { tool_calls: [{ index, function: { arguments: piece.text } }] }
      : { [refusal === undefined ? "content" : "refusal"]: piece.text };
    yield style.finishesWithText && piece.isLast ? next(delta, finish, finishFields) : next(delta);
  }

  if (style.until !== undefined) {
    if (faultBody) yield faultEvent(style.faultIn, faultBody, chunk);
    return;
  }
  if (!style.finishesWithText || !(refusal ?? text)) yield choice({}, finish, finishFields);
  if (wantsUsage && !style.usageWithFinish) yield chunk({ choices: [], usage: usageOf(reply) });
  if (style.isDone) yield { data: "[DONE]" };
}

/** A fault in the middle of a stream, in the way of one server or another. */
function faultEvent(faultIn, body, chunk) {
  const [outer] = [body].flat();
  const error = outer.error ?? outer;
  const { message = error, type = "error" } = error;
  const ways = {
    data: { data: body },
    event: { event: "error", data: body },
    field: { field: "error", data: error },
    flat: { data: { error_type: type, error_message: message } },
    choice: chunk({ error, choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }] }),
  };
  assert.ok(faultIn in ways, `there is no way "${faultIn}" to say a fault`);
  return ways[faultIn];
}

/** What of a reply goes where. */
function worded({ text, refusal, reasoning, reasoningIn, usesTool }, body) {
  assert.ok(reasoningIn in REASONING, `reasoning does not come in "${reasoningIn}"`);
  const tool = usesTool && refusal === undefined ? forcedTool(body) : undefined;
  const reasoningFields = REASONING[reasoningIn];
  const isInText = reasoningIn === "think" && reasoning;
  return isInText
    ? { text: `<think>\n${reasoning}\n</think>\n${text}`, tool, refusal, reasoningFields }
    : { text, tool, refusal, reasoning, reasoningFields };
}

const toolCall = ({ name }, text) => ({ id: "call_test", type: "function", function: { name, arguments: text } });

function forcedTool({ tools = [], tool_choice: choice }) {
  const name = choice?.function?.name;
  const functions = tools.map((tool) => tool.function);
  return choice === "required" ? functions[0] : functions.find((tool) => name !== undefined && tool.name === name);
}

function finishOf({ finish = "stop" }, tool) {
  const ours = finish === "stop" && tool ? "tool" : finish;
  return FINISH[ours] ?? ours;
}

function usageOf({ usage: [read, written], cached, thought, cost }) {
  return {
    prompt_tokens: read,
    completion_tokens: written,
    total_tokens: read + written,
    ...(cached && { prompt_tokens_details: { cached_tokens: cached } }),
    ...(thought && { completion_tokens_details: { reasoning_tokens: thought } }),
    ...(cost !== undefined && { cost }),
  };
}
