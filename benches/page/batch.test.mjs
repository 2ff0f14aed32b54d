// A batch of a thousand inputs at eight at once, as it is looked at: no task of the page's thread may last longer than
// 50 ms, and what the browser holds in memory does not grow with the runs that are over.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { Batch } from "../../tests/e2e/support/batch.mjs";
import { pageTest } from "../../tests/e2e/support/page.mjs";
import { reply, startProvider } from "../../tests/e2e/support/provider.mjs";

const INPUTS = 1_000;
const MOST_MS = 50;
/** What a run leaves behind, in kB, with what is not collected yet: what is counted and listed of it, and not its texts. */
const MOST_KB_A_RUN = 30;
/** The length of each input, and of each answer: together far more than a run may leave behind. */
const LENGTH = 10_000;

/** What all renderers of the browser hold, in kB. */
function held() {
  const processes = execFileSync("ps", ["-eo", "rss=,args="], { encoding: "utf8" }).split("\n");
  return processes.filter((line) => line.includes("--type=renderer")).reduce((sum, line) => sum + parseInt(line, 10), 0);
}

pageTest("a thousand inputs at eight at once", { timeout: 600_000 }, async (page, t) => {
  const answer = JSON.stringify({ city: "x".repeat(LENGTH), temperature_c: 20, condition: "sunny", humidity_pct: 40 });
  const provider = await startProvider(t, { answer: (_, number) => reply(number % 4 ? answer : "no JSON") });
  await page.set({ Provider: "Custom (OpenAI-compatible)", Model: "m", "Base URL": provider.baseUrl, Schema: "Weather report", Prompt: "{{n}}" });
  const batch = await Batch.open(page);
  const row = (n) => JSON.stringify({ n: String(n), text: "y".repeat(LENGTH) });
  await batch.add({ "rows.jsonl": Array.from({ length: INPUTS }, (_, n) => row(n)).join("\n") });
  await batch.set({ "Calls at once": 8 });
  await page.page.evaluate(() => {
    globalThis.longest = 0;
    const note = (list) => (globalThis.longest = Math.max(globalThis.longest, ...list.getEntries().map(({ duration }) => duration)));
    new PerformanceObserver(note).observe({ entryTypes: ["longtask"] });
  });
  const began = performance.now();
  await batch.press("Start the batch");
  await provider.call(300);
  const early = held();
  await batch.ends();
  const took = performance.now() - began;
  // The browser tells of those that last longer than 50 ms.
  const lasted = await page.page.evaluate(() => globalThis.longest);
  const grown = (held() - early) / (INPUTS - 225);
  console.log(`${INPUTS} inputs, ${provider.calls.length} calls: ${(took / 1000).toFixed(1)} s`);
  console.log(`longest task ${lasted ? `${lasted} ms` : "no more than 50 ms"}; ${grown.toFixed(1)} kB held more for each run`);
  assert.ok(lasted <= MOST_MS, `a task of ${lasted} ms`);
  assert.ok(grown <= MOST_KB_A_RUN, `${grown.toFixed(1)} kB for each run`);
});
