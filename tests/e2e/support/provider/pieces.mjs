// How something whole is cut into pieces, with gates between them.

import assert from "node:assert/strict";

/**
 * A place where an answer stops until the test lets it go on. `reached` is a promise that everything
 * before it was sent; `release()` opens it, for good.
 */
class Gate {
  #reach;
  #released;
  constructor() {
    this.reached = new Promise((done) => (this.#reach = done));
    this.#released = new Promise((done) => (this.release = done));
  }

  /** Says that it was reached, and waits to be released. */
  pass() {
    this.#reach();
    return this.#released;
  }
}

export const gate = () => new Gate();

export const isGate = (piece) => piece instanceof Gate;

/**
 * Cuts a text (by characters) or a buffer (by bytes). `lengths` is one length for every piece, or a list
 * of the lengths of the first pieces, with gates between them; what is left is the last piece.
 */
export function* pieces(whole, lengths) {
  const units = typeof whole === "string" ? Array.from(whole) : whole;
  const part = (from, to) => (typeof whole === "string" ? units.slice(from, to).join("") : units.subarray(from, to));
  let at = 0;
  if (typeof lengths === "number") {
    for (; at < units.length; at += lengths) yield part(at, at + lengths);
    return;
  }
  for (const step of lengths) {
    if (isGate(step)) {
      yield step;
    } else {
      assert.ok(at + step <= units.length, `a piece of ${step} from ${at} on is more than there is`);
      yield part(at, at + step);
      at += step;
    }
  }
  if (at < units.length) yield part(at);
}

/** For `writes`: the bytes are split within the first character like this one, and stop there for a gate. */
export const splitIn =
  (character, ...gates) =>
  (bytes) => {
    assert.ok(Buffer.byteLength(character) > 1, `"${character}" is one byte`);
    const at = bytes.indexOf(character);
    assert.notEqual(at, -1, `there is no "${character}" in the answer`);
    return [at + 1, ...gates];
  };
