// Ollama's own chat.

import { isGate } from "../pieces.mjs";
import { deltas, thoughts } from "./deltas.mjs";

const FINISH = { stop: "stop", length: "length", tool: "stop", filter: "stop" };

export const ollama = {
  streamType: "application/x-ndjson",

  /** The styles that mean nothing here. */
  foreign: ["comment", "hasSpace", "isMultiline", "role", "unfinished", "usageWithFinish", "shiftsIndex", "faultIn"],

  /** It streams unless it is told not to. */
  isStreamed: (body) => body.stream !== false,

  asked({ format }) {
    if (format === "json") return { mode: "json" };
    return format ? { mode: "strict", schema: format } : { mode: "prompt" };
  },

  plain(reply, body) {
    const message = { role: "assistant", ...contentOf(reply, body) };
    if (reply.reasoning) message.thinking = reply.reasoning;
    return { ...head(body), message, ...end(reply) };
  },

  *parts(reply, body, style, faultBody) {
    let last = "";
    for (const line of lines(reply, body, style, faultBody)) {
      if (last) yield last;
      last = "";
      if (isGate(line)) yield line;
      else last = JSON.stringify(line) + style.newline;
    }
    if (last) yield style.isTerminated ? last : last.trimEnd();
  },
};

function* lines(reply, body, style, faultBody) {
  const line = (message) => ({ ...head(body), message: { role: "assistant", content: "", ...message }, done: false });
  yield* style.extra;
  for (const piece of thoughts(reply, style)) yield isGate(piece) ? piece : line({ thinking: piece });

  const { content, tool_calls } = contentOf(reply, body);
  // A call of a tool comes in one piece.
  if (tool_calls) yield line({ tool_calls });
  let lastContent = "";
  for (const piece of deltas(content, style)) {
    if (isGate(piece)) yield piece;
    else if (style.finishesWithText && piece.isLast) lastContent = piece.text;
    else yield line({ content: piece.text });
  }
  if (style.until !== undefined) {
    if (faultBody) yield faultBody;
    return;
  }
  if (style.isDone) yield { ...line({ content: lastContent }), ...end(reply) };
}

const head = (body) => ({ model: body.model ?? "test", created_at: "2026-01-01T00:00:00Z" });

/** It knows no refusal and cannot be forced: what a model refuses is its text, and a tool is called if there is one. */
function contentOf({ text, refusal, usesTool }, { tools = [] }) {
  if (refusal !== undefined || !usesTool || tools.length === 0) return { content: refusal ?? text };
  return { content: "", tool_calls: [{ function: { name: tools[0].function.name, arguments: JSON.parse(text) } }] };
}

function end({ finish = "stop", usage }) {
  return {
    done: true,
    done_reason: FINISH[finish] ?? finish,
    total_duration: 2_000_000,
    load_duration: 1_000_000,
    ...(usage && { prompt_eval_count: usage[0], eval_count: usage[1] }),
  };
}
