// Finishes the page after every build: Trunk calls it (see Trunk.toml).
// For release each script and its wasm are made small. They have names that hold their content's hash, so
// that no cache can pair a new page with an old judge. The judge's script gets the line that loads its wasm,
// and the page is told its name. The style sheets, one for each component, become two: what is seen at first,
// and the rest behind it. Everything that the page names has its content's digest beside it, and for release the page
// begins with its policy: what the browser may run and load on it.

import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { optimize } from "./optimize.mjs";

const folder = process.env.TRUNK_STAGING_DIR;
if (!folder) fail("Trunk calls this while it builds; by itself there is nothing to do.");

function fail(message) {
  console.error(`finish-page: ${message}`);
  process.exit(1);
}

const file = (name) => join(folder, name);
let page = readFileSync(file("index.html"), "utf8");

/** What stands in the page once. */
function find(pattern) {
  const [found, ...others] = page.match(pattern) ?? [];
  if (!found || others.length > 0) fail(`index.html must hold ${pattern} once.`);
  return found;
}

/** Puts something in the place of what stands in the page. */
function replace(known, by) {
  if (!page.includes(known)) fail(`index.html must hold ${known}.`);
  page = page.replaceAll(known, by);
}

/** Writes a file under a name that holds its content's hash. Gives that name. */
function write(stem, ending, content) {
  const name = `${stem}-${createHash("sha256").update(content).digest("hex").slice(0, 16)}${ending}`;
  writeFileSync(file(name), content);
  return name;
}

/** The attribute by which a browser knows that it got just this content. */
function integrity(content) {
  return `integrity="sha384-${createHash("sha384").update(content).digest("base64")}"`;
}

/**
 * What the page may do: run its own scripts, and the one that stands in it; look as its own files say; show
 * images that it has made itself; speak with any
 * server, since people name their own. That a key goes to no other than its own origin is the app's to see to.
 */
function policy(inline) {
  const hash = createHash("sha256").update(inline).digest("base64");
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self' http: https:",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** Takes a script and its wasm out of the folder: for release made small. */
function take(scriptName, wasmName) {
  const script = readFileSync(file(scriptName), "utf8").trimEnd();
  const wasm = readFileSync(file(wasmName));
  for (const name of [scriptName, wasmName]) rmSync(file(name));
  return process.env.TRUNK_PROFILE === "release" ? optimize(wasm, script) : { wasm, script };
}

const judge = take("judge.js", "judge_bg.wasm");
const judgeWasm = write("judge", "_bg.wasm", judge.wasm);
// A promise that is rejected tells the page nothing; an error that is thrown from a timer does.
const load = `wasm_bindgen({module_or_path:"${judgeWasm}"}).catch(error=>setTimeout(()=>{throw error}));`;
replace("judge.js", write("judge", ".js", `${judge.script}\n${load}\n`));

// The page's own script is no module, so a preload of one is of no use.
replace(find(/<link[^>]*modulepreload[^>]*>/g), "");
const wasm = find(/[\w-]+_bg\.wasm(?="\}\))/g);
const script = wasm.replace("_bg.wasm", ".js");
const own = take(script, wasm);
const preload = find(/<link[^>]*\bas="?fetch[^>]*>/g);
replace(preload, preload.replace(/integrity=[^\s>]+/, integrity(own.wasm)));
replace("<script defer", `<script defer crossorigin ${integrity(own.script)}`);
replace(wasm, write("page", "_bg.wasm", own.wasm));
replace(script, write("page", ".js", own.script));

/** The sheets of what nobody sees at first. They come behind the page: src/boot.js has them loaded then. */
const LATER = /^(?:again|banner|batch|card|check|code|difference|history|schema-editor|share)-/;
const sheets = (page.match(/<link[^>]*stylesheet[^>]*>/g) ?? []).map((link) => {
  const address = link.match(/href="?([^\s">]+)/)[1];
  return { link, address, isLater: LATER.test(basename(address)) };
});

/** Makes one sheet of several, in the place of the first. */
function united(stem, sheets, attribute) {
  const styles = sheets.map(({ address }) => readFileSync(file(basename(address)), "utf8")).join("");
  const [{ link, address }, ...others] = sheets;
  const name = address.replace(basename(address), write(stem, ".css", styles));
  replace(link, `<link rel="stylesheet" href="${name}" ${integrity(styles)}${attribute}>`);
  for (const { link } of others) replace(link, "");
  for (const { address } of sheets) rmSync(file(basename(address)));
}

united("style", sheets.filter(({ isLater }) => !isLater), "");
united("later", sheets.filter(({ isLater }) => isLater), " disabled");

// What is left with a name of Trunk's, whose hashes are not all of one length.
for (const [known, stem, ending] of page.matchAll(/\b(boot|icon)-[0-9a-f]+(\.\w+)/g)) {
  const content = readFileSync(file(known));
  rmSync(file(known));
  replace(known, write(stem, ending, content));
}

// While it serves a debug build, Trunk changes the page: no policy could know by what.
if (process.env.TRUNK_PROFILE === "release") {
  const inline = find(/(?<=<script type="?module"?>).*?(?=<\/script>)/gs);
  const charset = find(/<meta charset[^>]*>/g);
  replace(charset, `${charset}<meta http-equiv="Content-Security-Policy" content="${policy(inline)}">`);
}

writeFileSync(file("index.html"), page);
