// Gives what a wasm module and its script call each other by the shortest names: wasm-bindgen's are long
// and end in a hash, which no compression makes small.

import { CUSTOM, EXPORTS, IMPORTS, name, number, withSections } from "./wasm-module.mjs";

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
  const renamed = withSections(wasm, (id, content) => {
    if (id === CUSTOM) return null;
    return id === IMPORTS || id === EXPORTS ? rename(content, id, names) : content.rest();
  });
  const shortened = script.replace(WORD, (word) => names.get(word) ?? word);
  return { wasm: renamed, script: shortened.replace(/"\.\/[\w-]+_bg\.js"/g, `"${MODULE}"`) };
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
