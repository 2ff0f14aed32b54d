// Finishes the judge's worker, after every build of the page: Trunk calls it (see Trunk.toml).
// The worker's script gets the line that loads its wasm, both files get names that hold their content's
// hash, so that no cache can pair a new page with an old judge, and the page is told the script's name.
// And the page's own script, which is no module, gets the hash that Trunk gives to the preload of one.

import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.env.TRUNK_STAGING_DIR;
if (!folder) {
  console.error("name-judge: Trunk calls this while it builds; by itself there is nothing to do.");
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
    console.error(`name-judge: index.html must hold ${known} once.`);
    process.exit(1);
  }
  page = parts.join(by);
}

replace("judge.js", script);
const [preload] = page.match(/<link[^>]*modulepreload[^>]*>/) ?? [];
const [integrity] = preload?.match(/integrity="?[^\s">]+"?/) ?? [];
replace(preload, "");
replace("<script defer", `<script defer crossorigin ${integrity}`);
writeFileSync(file("index.html"), page);
