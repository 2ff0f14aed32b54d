// What a script holds. An answer is data: the server makes bytes of it when it knows who asks, and how.

import assert from "node:assert/strict";

/**
 * A model's answer. Where the call forces a tool, the text is what the tool is called with.
 * @param {string} text
 * @param {{finish?: "stop" | "length" | "tool" | "filter" | string, reasoning?: string, reasoningIn?: string,
 *   refusal?: string, usage?: [number, number] | null, cached?: number, thought?: number, cost?: number,
 *   usesTool?: boolean, lead?: string}} options
 * `finish` is worded as the family does; any other word goes out as it is, and so does null.
 * `reasoningIn` is one of `REASONING` in the family's file, the server's own way if left out.
 * `refusal` is what a model says instead of the text.
 * `usage` is the tokens read, of which `cached` were, and written, of which `thought` went into reasoning;
 * null for a server that does not say. `cost` is in dollars.
 * `usesTool: false` is a model that answers in prose though a tool is forced.
 * `lead` is bytes before the body: a mark, blank lines, comments of a gateway.
 */
export function reply(text, options = {}) {
  return { usage: [30, 12], cached: 0, thought: 0, usesTool: true, lead: "", ...options, text };
}

/** A response with exactly this body. */
export const raw = (body, { status = 200, type = "application/json", headers = {} } = {}) => ({
  body,
  status,
  headers: { "content-type": type, ...headers },
});

/** The error of a provider, as most of them word it. */
export const failure = (status, message, headers) => raw(JSON.stringify({ error: { message } }), { status, headers });

/** The same with another status: some servers report a fault with that of a success. */
export const withStatus = (answer, status) => ({ ...answer, status });

/** Everything that can be said of how an answer is sent, with what holds where nothing is said. */
const STYLE = {
  // The text, and the reasoning before it, in pieces of so many characters: see `pieces`.
  deltas: 8,
  thoughts: 8,
  // The body, streamed or not, in writes of so many bytes; or a function of the bytes that says so.
  writes: undefined,
  // The text once and again, until the client goes away.
  isEndless: false,
  // After so many pieces the stream ends, in good order but unfinished, or with this fault.
  until: undefined,
  fault: undefined,
  // How the fault is said: "data", "event", "field", "flat" or "choice".
  faultIn: "data",
  // false: a server that does not know streaming and answers a call for a stream with plain JSON.
  isKnown: true,
  // The content type.
  type: undefined,
  // The lines of events: how they end, whether "data:" is followed by a space, a datum on several lines.
  newline: "\n",
  hasSpace: true,
  isMultiline: false,
  // false: the last event has no blank line behind it, and no end of line.
  isTerminated: true,
  // A comment before every event.
  comment: undefined,
  // false: the mark of the end is left out: [DONE], message_stop, or the line that is done.
  isDone: true,
  // The first chunk: the role and "" ("empty"), the role and null ("null"), or none of its own ("joined").
  role: "empty",
  // The finish reason while it goes on.
  unfinished: null,
  // The finish reason comes with the last piece of text.
  finishesWithText: false,
  // The usage comes with the finish reason, not behind it.
  usageWithFinish: false,
  // Chunks that are put in before the first piece.
  extra: [],
  // The last piece of a tool's arguments has an index of its own.
  shiftsIndex: false,
};

/** An answer that is sent in this way: see `STYLE`. */
export function streamed(answer, style) {
  for (const name of Object.keys(style)) assert.ok(name in STYLE, `there is no style "${name}"`);
  return { ...answer, style: { ...answer.style, ...style } };
}

/** How an answer is sent. */
export const styleOf = (answer) => ({ ...STYLE, ...answer.style });

/** An answer that is held back until its `release` is called. */
export function held(answer) {
  let release;
  const until = new Promise((done) => (release = done));
  return { ...answer, until, release };
}

/** No answer at all. */
export const silence = () => held({});

/**
 * An answer whose connection is cut in the middle of its bytes; after so many pieces if the style says
 * `until`. What was sent last may never be seen: a gate before it is cut makes sure.
 */
export const cut = (answer) => ({ ...answer, isCut: true });

/** A connection that is reset before there is an answer. */
export const lost = () => ({ isLost: true });

/** A stream that ends in good order after so many pieces, as if that were all. */
export const torn = (answer, until = 1) => streamed(answer, { until });

/** A stream in whose middle a fault is reported, after so many pieces. */
export const stalled = (answer, fault, { until = 1, ...style } = {}) => streamed(answer, { until, fault, ...style });

/** A text that is streamed again and again; `call.closed` tells that the client has left. */
export const endless = (text, options) => streamed(reply(text, options), { isEndless: true });

/** An answer that pages are not allowed to read, though they were allowed to ask. */
export const unread = (answer) => ({ ...answer, isUnread: true });
