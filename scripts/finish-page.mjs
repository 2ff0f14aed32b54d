// Finishes the page after every build: Trunk calls it (see Trunk.toml).
// The judge's script gets the line that loads its wasm, both files get names that hold their content's
// hash, so that no cache can pair a new page with an old judge, and the page is told the script's name.
// The page's own script, which is no module, gets the hash that Trunk gives to the preload of one.
// And the style sheets, one for each component, become one: it takes fewer requests and less to load.

import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const folder = process.env.TRUNK_STAGING_DIR;
if (!folder) {
  console.error("finish-page: Trunk calls this while it builds; by itself there is nothing to do.");
  process.exit(1);
}
const file = (name) => join(folder, name);

const glue = readFileSync(file("judge.js"), "utf8");
const wasm = readFileSync(file("judge_bg.wasm"));
const hash = createHash("sha256").update(glue).update(wasm).digest("hex").slice(0, 16);
const script = `judge-${hash}.js`;
const module = `judge-${hash}_bg.wasm`;

// A promise that is rejected tells the page nothing; an error that is thrown from a timer does.
const load = `wasm_bindgen({module_or_path:"${module}"}).catch(error=>setTimeout(()=>{throw error}));`;
writeFileSync(file(script), `${glue.trimEnd()}\n${load}\n`);
rmSync(file("judge.js"));
renameSync(file("judge_bg.wasm"), file(module));

let page = readFileSync(file("index.html"), "utf8");

/** Puts something in the place of what stands in the page once. */
function replace(known, by) {
  const parts = page.split(known);
  if (parts.length !== 2) {
    console.error(`finish-page: index.html must hold ${known} once.`);
    process.exit(1);
  }
  page = parts.join(by);
}

replace("judge.js", script);
const [preload] = page.match(/<link[^>]*modulepreload[^>]*>/) ?? [];
const [integrity] = preload?.match(/integrity="?[^\s">]+"?/) ?? [];
replace(preload, "");
replace("<script defer", `<script defer crossorigin ${integrity}`);

const sheets = page.match(/<link[^>]*stylesheet[^>]*>/g) ?? [];
const addresses = sheets.map((sheet) => sheet.match(/href="?([^\s">]+)/)[1]);
const styles = addresses.map((address) => readFileSync(file(basename(address)), "utf8")).join("");
const digest = createHash("sha384").update(styles).digest();
const name = `style-${digest.toString("hex").slice(0, 16)}.css`;
writeFileSync(file(name), styles);
const address = addresses[0].replace(basename(addresses[0]), name);
replace(sheets[0], `<link rel="stylesheet" href="${address}" integrity="sha384-${digest.toString("base64")}">`);
for (const sheet of sheets.slice(1)) replace(sheet, "");
for (const each of addresses) rmSync(file(basename(each)));

writeFileSync(file("index.html"), page);
