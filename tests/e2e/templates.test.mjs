// The words around what the model is told, as a person changes them: what is sent then, what is said of a template
// that cannot be used, and the way back.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";

const CORRECTION = "Correction template";
const SYSTEM = "System template";
const NUDGE = "Reminder template";
const TEMPLATES = [SYSTEM, CORRECTION, NUDGE];
const ERRORS = [
  '- "condition" must be one of: "sunny", "cloudy", "rainy", "snowy", "windy" (got "Sunny")',
  '- "humidity_pct" must be ≤ 100 (got 115)',
].join("\n");

const reset = (page, name) => page.button(`Reset ${name.toLowerCase()} to default`);

/** The messages of one role that were sent in an attempt, as its card shows them. */
async function sent(card, role) {
  await card.unfold("Messages sent");
  return card.region.getByLabel(role, { exact: true }).allTextContents();
}

pageTest("a changed correction is sent word for word", {}, async (page) => {
  await page.set({
    Prompt: "How is the weather?",
    Corrections: "conversation",
    "System prompt": "Be brief.",
    [SYSTEM]: "Weather only.\n\n{{schema}}\n\n{{instructions}}",
    [CORRECTION]: "No, {{count}}:\n{{errors}}\n\nWas right: {{undone}}\n\nKeep {{kept}} and look at the input again.",
  });
  await page.page.locator("summary", { hasText: "Preview request" }).click();
  const previewed = await page.region("Request").getByLabel("system", { exact: true }).textContent();
  assert.match(previewed, /^Weather only\.\n\nAnswer with one JSON value[^]*\n\nBe brief\.$/);

  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
  const [first, second] = await page.cards();
  const words = `No, 2 errors:\n${ERRORS}\n\nKeep city, temperature_c and look at the input again.`;
  assert.equal(await first.correction(), words);
  assert.deepEqual(await sent(second, "system"), [previewed]);
  assert.deepEqual(await sent(second, "user"), ["How is the weather?", words]);
});

pageTest("a template that cannot be used is told at its field and before a run", {}, async (page) => {
  const wrong = "The correction, line 3: there is no {{eror}}.";
  await page.set({ [CORRECTION]: "{{errors}}\n\n{{eror}}" });
  await page.reads(wrong);
  await page.run();
  await page.page.getByRole("alert").getByText(wrong, { exact: true }).waitFor();
  assert.equal(await page.attempts(), 0);
  for (const [template, text, problem] of [
    [CORRECTION, "Try again.", "The correction must hold {{errors}}."],
    [CORRECTION, "{{errors}}", null],
    [NUDGE, "{{problem", "The nudge, line 1: {{ is opened and not closed by }}."],
    [NUDGE, "{{problem}}", null],
    [SYSTEM, " ", "The system prompt must hold {{schema}}."],
    [SYSTEM, "{{schema}}", null],
  ]) {
    await page.set({ [template]: text });
    const shown = page.page.locator(".template .hint--bad");
    if (problem) await shown.getByText(problem, { exact: true }).waitFor();
    else assert.equal(await shown.count(), 0);
  }
  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
});

pageTest("templates are kept, and each has a way back", {}, async (page) => {
  const usual = await page.values(...TEMPLATES);
  assert.ok(usual[1].includes("{{errors}}"), usual[1]);
  const changed = ["Hello. {{schema}}", "Hm: {{errors}}", "{{problem}} {{problem}}"];
  for (const [index, name] of TEMPLATES.entries()) {
    assert.equal(await reset(page, name).count(), 0);
    await page.set({ [name]: changed[index] });
    await reset(page, name).waitFor();
  }
  await page.reload();
  assert.deepEqual(await page.values(...TEMPLATES), changed);
  for (const name of TEMPLATES) {
    await reset(page, name).click();
    assert.equal(await reset(page, name).count(), 0);
  }
  assert.deepEqual(await page.values(...TEMPLATES), usual);
  await page.reload();
  assert.deepEqual(await page.values(...TEMPLATES), usual);
});
