// History with ten thousand kept runs: how soon the list is there, and no task of the page's thread may last longer
// than 50 ms while it is opened and scrolled from one end to the other.

import assert from "node:assert/strict";
import { pageTest } from "../../tests/e2e/support/page.mjs";
import { longestTask } from "./trace.mjs";

const RUNS = 10_000;
const MOST_MS = 50;
const MOST_UNTIL_LIST_MS = 1_000;

/** Keeps the one run that is kept so many times, with other names, times and words. */
async function multiply(runs) {
  const database = await new Promise((done, fail) => {
    const request = indexedDB.open("structured-output-validator");
    request.onsuccess = () => done(request.result);
    request.onerror = fail;
  });
  const all = (store) => new Promise((done) => (database.transaction(store).objectStore(store).getAll().onsuccess = ({ target }) => done(target.result)));
  const [entry, run] = [JSON.parse((await all("entries"))[0]), JSON.parse((await all("runs"))[0])];
  const outcomes = ["Valid", "Valid", "Valid", "Invalid", "In circles", "No answer"];
  const transaction = database.transaction(["entries", "runs"], "readwrite");
  for (let number = 0; number < runs; number += 1) {
    const changed = { id: `run-${number}`, began: entry.began - number * 60_000 };
    const known = { schema: `Schema ${number % 40}`, model: `model-${number % 25}`, isSimulated: number % 10 === 0 };
    const words = { words: `${entry.words} word-${number}`, outcome: outcomes[number % outcomes.length] };
    transaction.objectStore("entries").put(JSON.stringify({ ...entry, ...changed, ...known, ...words }), changed.id);
    transaction.objectStore("runs").put(JSON.stringify({ ...run, ...changed }), changed.id);
  }
  await new Promise((done, fail) => ([transaction.oncomplete, transaction.onabort] = [done, fail]));
  database.close();
}

pageTest("ten thousand kept runs", { timeout: 300_000 }, async (page) => {
  await page.runToEnd();
  await page.page.getByRole("link", { name: "History", exact: true }).click();
  await page.page.getByRole("heading", { name: "1 run", exact: true }).waitFor();
  await page.page.evaluate(multiply, RUNS);
  await page.page.getByRole("link", { name: "Run", exact: true }).click();
  await page.reload();

  const list = page.page.getByRole("group", { name: "Kept runs", exact: true });
  const rows = list.getByRole("listitem");
  let until;
  const opening = await longestTask(page.page, async () => {
    const began = performance.now();
    await page.page.getByRole("link", { name: "History", exact: true }).click();
    // Looked for at every frame.
    await page.page.waitForFunction((runs) => document.querySelector("#run-0-open") && document.querySelector("h2.history__count").textContent === runs, `${(RUNS + 1).toLocaleString("en")} runs`);
    until = performance.now() - began;
  });
  const scrolling = await longestTask(page.page, async () => {
    await list.focus();
    for (let times = 0; times < 40; times += 1) await page.page.keyboard.press("PageDown");
    await page.page.keyboard.press("End");
    await rows.filter({ has: page.page.locator(`#run-${RUNS}-open`) }).waitFor();
    await page.page.keyboard.press("Home");
    await page.page.locator("#run-0-open").waitFor();
  });
  const typing = await longestTask(page.page, async () => {
    await page.page.getByRole("searchbox", { name: "Search" }).pressSequentially("word-77");
    await page.page.getByRole("heading", { name: `111 of ${(RUNS + 1).toLocaleString("en")} runs`, exact: true }).waitFor();
  });
  console.log(`${RUNS} runs: list after ${until.toFixed(0)} ms`);
  for (const [what, { lasted, worked }] of Object.entries({ opening, scrolling, typing })) {
    console.log(`${what}: longest task ${lasted.toFixed(1)} ms, at work ${worked.toFixed(1)} ms`);
    assert.ok(lasted <= MOST_MS, `${what}: a task of ${lasted.toFixed(1)} ms`);
  }
  assert.ok(until <= MOST_UNTIL_LIST_MS, `a list after ${until.toFixed(0)} ms`);
});
