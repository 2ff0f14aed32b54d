// The page by its keys alone.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";

/** What has the focus: its name, or its text. */
const focused = (page) =>
  page.page.evaluate(() => {
    const { activeElement: element } = document;
    return element.id === "prompt" ? "Prompt" : (element.getAttribute("aria-label") ?? element.textContent);
  });
const press = (page, ...keys) => keys.reduce((before, key) => before.then(() => page.page.keyboard.press(key)), Promise.resolve());

pageTest("a run by keys: begun, followed from attempt to attempt and error to error, and its JSON copied", {}, async (page) => {
  await page.control("Prompt").focus();
  await press(page, "Control+Enter");
  await page.result();
  // The focus stays where it was, and what is typed there is typed.
  assert.equal(await focused(page), "Prompt");
  await page.control("Prompt").blur();

  await press(page, "r");
  assert.equal(await focused(page), "Result");
  await press(page, "j");
  assert.match(await focused(page), /Attempt 1/);
  await press(page, "j", "j");
  assert.match(await focused(page), /Attempt 2/);
  await press(page, "k");
  assert.match(await focused(page), /Attempt 1/);
  await press(page, "Enter");
  assert.equal(await page.card(1).isOpen(), false);
  await press(page, "]");
  assert.deepEqual(await Promise.all((await page.cards()).map((card) => card.isOpen())), [true, true]);
  await press(page, "e");
  assert.match(await focused(page), /city|temperature|condition/);
  await press(page, "[");
  assert.deepEqual(await Promise.all((await page.cards()).map((card) => card.isOpen())), [false, false]);

  await press(page, "c");
  await page.page.getByRole("status").filter({ hasText: "JSON copied" }).waitFor();
  const copied = JSON.parse(await page.page.evaluate(() => navigator.clipboard.readText()));
  assert.deepEqual(copied, JSON.parse(await page.region("Final JSON").getByLabel("JSON", { exact: true }).textContent()));
});

pageTest("the list of keys opens by its key and its button, and Escape closes it and stops no run", {}, async (page) => {
  const list = page.page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await press(page, "?");
  await list.waitFor();
  const keys = await list.locator("kbd").allTextContents();
  assert.deepEqual(keys, ["Ctrl Enter", "r", "c", "j", "k", "e", "]", "[", "?", "Esc"]);
  await press(page, "Escape");
  await list.waitFor({ state: "hidden" });
  await page.button("Keyboard shortcuts").click();
  await list.waitFor();
  await list.getByRole("button", { name: "Close" }).click();
  await list.waitFor({ state: "hidden" });

  await page.set({ Speed: "slow" });
  await page.run();
  await press(page, "Escape", "?", "Escape");
  assert.equal((await page.result()).headline, "Valid output in 2 attempts");
});

pageTest("what is typed is no key of the page", {}, async (page) => {
  await (await page.unfold("System prompt")).focus();
  await page.page.keyboard.type("j k c r e [ ] ?");
  assert.deepEqual(await page.values("System prompt"), ["j k c r e [ ] ?"]);
  assert.equal(await page.page.getByRole("dialog").count(), 0);
});
