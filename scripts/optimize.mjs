// Makes a wasm module and its script as small as they get: what nobody uses is cut, wasm-opt does the rest.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shorten } from "./short-names.mjs";
import { EXPORTS, name, number, withSections } from "./wasm-module.mjs";

const OPTIONS = ["--low-memory-unused", "--flatten", "--rereloop", "-Oz", "-Oz", "-Oz", "-Oz", "--reorder-functions-by-name"];
OPTIONS.push("--one-caller-inline-max-function-size=30", "--always-inline-max-function-size=0");

/** What libraries offer to scripts, and neither ours nor they call: streams and parts that Rust would make. */
const UNUSED_EXPORT = /^(?:__wbg_)?intounderlying|^_WASM_SPLIT_MARKER/;
const UNUSED_CLASS = /class (\w+)\{__destroy_into_raw(?:(?!class ).)*?\w+\.IntoUnderlying\w+=\1;/gs;

/**
 * A module and its script, made small.
 * @param {Uint8Array} wasm the module
 * @param {string} script the script that loads it
 * @returns {{wasm: Buffer, script: string}}
 */
export function optimize(wasm, script) {
  const folder = mkdtempSync(join(tmpdir(), "wasm-"));
  try {
    const [before, after] = ["before.wasm", "after.wasm"].map((file) => join(folder, file));
    writeFileSync(before, withSections(wasm, (id, content) => (id === EXPORTS ? used(content) : content.rest())));
    execFileSync("wasm-opt", [before, "-o", after, ...OPTIONS], { stdio: ["ignore", "inherit", "inherit"] });
    return shorten(readFileSync(after), script.replace(UNUSED_CLASS, ""));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A section of exports without those that are not used. */
function used(content) {
  const kept = [];
  for (let left = content.number(); left > 0; left -= 1) {
    const entry = [content.name(), content.exportIndex()];
    if (!UNUSED_EXPORT.test(entry[0])) kept.push(entry);
  }
  return Buffer.concat([number(kept.length), ...kept.flatMap(([known, index]) => [name(known), index])]);
}
