// A page that has stopped working says so, and gives a report that holds nothing of anybody's.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";

const TITLE = "The page has stopped working";

const title = (page) => page.page.getByRole("heading", { name: TITLE }).waitFor();
const report = (page) => page.page.getByLabel("Report").textContent();

/** Makes the next element that the page asks for fail, which it takes to be impossible. */
const breakPage = (page, message) =>
  page.page.evaluate((message) => {
    const create = Document.prototype.createElement;
    Document.prototype.createElement = function () {
      Document.prototype.createElement = create;
      throw new Error(message);
    };
  }, message);

pageTest("a crash is told with a report to copy, and what was typed is there after a reload", {}, async (page) => {
  page.expectErrors(/panicked at/, /unreachable|RuntimeError/);
  await page.set({ Prompt: "Of my own, secret-1." });
  await breakPage(page, "secret-1");
  await page.run();
  await title(page);
  const told = await report(page);
  assert.match(told, /^Structured Output Validator\n.*\bat .*\.rs:\d+\n/);
  assert.doesNotMatch(told, /secret-1/);
  assert.equal(await page.copied(page.button("Copy report")), told);
  assert.deepEqual(await page.barriers(), []);
  await page.button("Reload").click();
  await page.control("Run").waitFor();
  assert.deepEqual(await page.values("Prompt"), ["Of my own, secret-1."]);
  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
});

for (const [part, files] of [
  ["module", "**/page-*.wasm"],
  ["script", "**/page-*.js"],
]) {
  pageTest(`a page whose ${part} does not come says so, in the theme that was chosen`, {}, async (page) => {
    page.expectErrors(/./);
    await page.button("Theme: dark").click();
    await page.page.route(files, (route) => route.abort());
    await page.page.reload();
    await title(page);
    assert.match(await report(page), /fetch|load/);
    assert.equal(await page.page.evaluate(() => document.documentElement.dataset.theme), "light");
    await page.page.unroute(files);
    await page.button("Reload").click();
    await page.control("Run").waitFor();
  });
}
