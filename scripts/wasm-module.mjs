// The binary form of a WebAssembly module (WebAssembly specification, chapter 5), as far as a build changes it.

/** The sections of a module that hold names, and those that only tools read. */
export const CUSTOM = 0;
export const IMPORTS = 2;
export const EXPORTS = 7;

/**
 * A module with other sections.
 * @param {Uint8Array} wasm the module
 * @param {(id: number, content: Reader) => Buffer | null} change gives the bytes of a section, none for it to be left out
 * @returns {Buffer}
 */
export function withSections(wasm, change) {
  const reader = new Reader(wasm);
  const sections = [reader.bytes(8)];
  while (!reader.isAtEnd()) {
    const id = reader.byte();
    const changed = change(id, new Reader(reader.bytes(reader.number())));
    if (changed) sections.push(Buffer.of(id), number(changed.length), changed);
  }
  return Buffer.concat(sections);
}

/** The bytes of a whole number, least significant first (LEB128). */
export function number(value) {
  const bytes = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  return Buffer.of(...bytes, rest);
}

/** The bytes of a name, its length first. */
export function name(text) {
  const bytes = Buffer.from(text);
  return Buffer.concat([number(bytes.length), bytes]);
}

/** Reads the bytes of a module one after the other. */
export class Reader {
  #content;
  #position = 0;

  constructor(content) {
    this.#content = Buffer.from(content);
  }

  isAtEnd() {
    return this.#position === this.#content.length;
  }

  byte() {
    return this.bytes(1)[0];
  }

  bytes(count) {
    const from = this.#position;
    this.#position += count;
    if (this.#position > this.#content.length) throw new Error("the wasm module ends too early");
    return this.#content.subarray(from, this.#position);
  }

  rest() {
    return this.bytes(this.#content.length - this.#position);
  }

  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }

  name() {
    return this.bytes(this.number()).toString();
  }

  exportIndex() {
    const from = this.#position;
    this.byte();
    this.number();
    return this.#content.subarray(from, this.#position);
  }

  importType() {
    const from = this.#position;
    const [FUNCTION, TABLE, MEMORY, GLOBAL, TAG] = [0, 1, 2, 3, 4];
    const kind = this.byte();
    if (kind === TABLE) this.byte();
    if (kind === TABLE || kind === MEMORY) {
      const hasMaximum = this.number() & 1;
      this.number();
      if (hasMaximum) this.number();
    } else if (kind === GLOBAL) {
      this.bytes(2);
    } else if (kind === FUNCTION || kind === TAG) {
      if (kind === TAG) this.byte();
      this.number();
    } else {
      throw new Error(`the wasm module imports something of the unknown kind ${kind}`);
    }
    return this.#content.subarray(from, this.#position);
  }
}
