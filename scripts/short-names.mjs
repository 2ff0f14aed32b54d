// Gives what a wasm module and its script call each other by the shortest names: wasm-bindgen's are long
// and end in a hash, which no compression makes small.

/** The sections of a module that hold names, and those that only tools read (WebAssembly specification, 5.5). */
const CUSTOM = 0;
const IMPORTS = 2;
const EXPORTS = 7;

/** What the script is called where the module imports from it. */
const MODULE = "a";

const WORD = /[\w$]+/g;

/**
 * A module and its script with short names.
 * @param {Uint8Array} wasm the module
 * @param {string} script the script that loads it
 * @returns {{wasm: Buffer, script: string}}
 */
export function shorten(wasm, script) {
  const names = shortNames(wasm, script);
  const reader = new Reader(wasm);
  const sections = [reader.bytes(8)];
  while (!reader.isAtEnd()) {
    const id = reader.byte();
    const content = new Reader(reader.bytes(reader.number()));
    if (id === CUSTOM) continue;
    const renamed = id === IMPORTS || id === EXPORTS ? rename(content, id, names) : content.rest();
    sections.push(Buffer.of(id), number(renamed.length), renamed);
  }
  const shortened = script.replace(WORD, (word) => names.get(word) ?? word);
  return { wasm: Buffer.concat(sections), script: shortened.replace(/"\.\/[\w-]+_bg\.js"/g, `"${MODULE}"`) };
}

/** A short name for each that the module and the script share, the most frequent first. */
function shortNames(wasm, script) {
  const module = new WebAssembly.Module(wasm);
  const shared = [...WebAssembly.Module.imports(module), ...WebAssembly.Module.exports(module)];
  const counts = new Map(shared.map(({ name }) => [name, 0]));
  for (const [word] of script.matchAll(WORD)) {
    if (counts.has(word)) counts.set(word, counts.get(word) + 1);
  }
  // A short one may well be a word that the script means otherwise.
  const long = [...counts.keys()].filter((name) => name.length > 8);
  long.sort((one, other) => counts.get(other) - counts.get(one));
  return new Map(long.map((name, position) => [name, `$${position.toString(36)}`]));
}

/** A section of imports or exports with other names. */
function rename(content, id, names) {
  const count = content.number();
  const parts = [number(count)];
  for (let entry = 0; entry < count; entry += 1) {
    if (id === IMPORTS) {
      const module = content.name();
      parts.push(name(module.endsWith("_bg.js") ? MODULE : module));
    }
    const known = content.name();
    parts.push(name(names.get(known) ?? known), id === IMPORTS ? content.importType() : content.exportIndex());
  }
  return Buffer.concat(parts);
}

/** The bytes of a whole number, least significant first (LEB128). */
function number(value) {
  const bytes = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  return Buffer.of(...bytes, rest);
}

/** The bytes of a name, its length first. */
function name(text) {
  const bytes = Buffer.from(text);
  return Buffer.concat([number(bytes.length), bytes]);
}

/** Reads the bytes of a module one after the other. */
class Reader {
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
