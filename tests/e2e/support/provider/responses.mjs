// The response that an answer is, once it is known who asks, and how.

import assert from "node:assert/strict";
import { raw, styleOf } from "./answers.mjs";
import { worded } from "./error_bodies.mjs";
import { isGate, pieces } from "./pieces.mjs";

/**
 * The response that an answer is, to a call of this body in this form: `{status, headers, length?, parts,
 * isCut, isUnread}`, the parts of its body being texts, buffers and gates; or `{isLost}`.
 */
export function responseOf(answer, form, body = {}, isStreamed = false) {
  const { isLost, isCut = false, isUnread = false } = answer;
  if (isLost) return { isLost };
  const style = styleOf(answer);
  const { body: whole, parts: made = [whole], ...head } = written(answer, form, body, isStreamed);
  const all = style.writes === undefined ? made : inWrites([...made], style.writes);
  return {
    status: answer.status ?? head.status,
    headers: head.headers,
    length: whole === undefined ? undefined : Buffer.byteLength(whole),
    // Where pieces are counted, it is cut after them.
    parts: isCut && style.until === undefined ? half(all) : all,
    isCut,
    isUnread,
  };
}

/** An answer in the words of this form: with a body that is whole, or the parts of a stream. */
function written(answer, form, body, isStreamed) {
  const faultOf = (answer) => (answer.fault ? worded(answer.fault, form, body.model ?? "test") : answer);
  const given = faultOf(answer);
  if ("body" in given) {
    assertStyle(answer, (name) => name === "writes", "a body that is given");
    return { status: given.status, headers: given.headers, body: given.body };
  }
  const { family, reasoningIn } = form;
  assertStyle(answer, (name) => !family.foreign.includes(name), "this format");
  const style = styleOf(answer);
  const reply = { ...answer, reasoningIn: answer.reasoningIn ?? reasoningIn };
  if (!isStreamed || !style.isKnown) {
    return raw(reply.lead + JSON.stringify(family.plain(reply, body)), { type: style.type });
  }
  const faultBody = style.fault && JSON.parse(faultOf(style.fault).body);
  const parts = withLead(reply.lead, family.parts(reply, body, style, faultBody));
  return { ...raw(undefined, { type: style.type ?? family.streamType }), parts };
}

function assertStyle({ style = {} }, isMeant, what) {
  for (const name of Object.keys(style)) assert.ok(isMeant(name), `"${name}" means nothing in ${what}`);
}

function* withLead(lead, parts) {
  yield lead;
  yield* parts;
}

/** The same bytes in other writes. */
function inWrites(parts, writes) {
  assert.ok(!parts.some(isGate), "gates stand between the pieces of the text or between the writes, not both");
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return pieces(bytes, typeof writes === "function" ? writes(bytes) : writes);
}

/** The first half of the bytes. */
function* half(parts) {
  const all = [...parts].map((part) => (isGate(part) ? part : Buffer.from(part)));
  let left = Math.floor(all.reduce((sum, part) => sum + (isGate(part) ? 0 : part.length), 0) / 2);
  for (const part of all) {
    if (left === 0) return;
    if (isGate(part)) {
      yield part;
    } else {
      yield part.subarray(0, left);
      left -= Math.min(left, part.length);
    }
  }
}
