// JSON that has to be repaired: what was repaired is marked in the reply, and where that is not accepted
// the model is told every fault.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";
import { reply, startProvider } from "./support/provider.mjs";

const CUSTOM = "Custom (OpenAI-compatible)";
const VALID = { city: "Lisbon", temperature_c: 31, condition: "sunny", humidity_pct: 40 };
/** The same in single quotes, without a comma between the third and the fourth, and with one at the end. */
const BROKEN = `<b>Here</b> & there:
{
  "city": 'Lisbon',
  "temperature_c": 31,
  "condition": "sunny"
  "humidity_pct": 40,
}`;

/** The marks in a reply: what is marked, and what is said of it. */
async function marks(card) {
  const marks = await card.part("Raw reply").locator("mark").all();
  return Promise.all(marks.map(async (mark) => [await mark.textContent(), await mark.getAttribute("title")]));
}

pageTest("repairs are told, and marked in the reply", {}, async (page, t) => {
  const provider = await startProvider(t, { script: [reply(BROKEN)] });
  await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl });
  const { headline, meaning } = await page.runToEnd();
  assert.equal(headline, "Valid output in 1 attempt");
  assert.match(meaning, / · 3 repairs, from the prose$/);
  const card = page.card(1);
  assert.equal(await card.badge(), "VALID · REPAIRED");
  assert.deepEqual(await card.words(), [
    "Repaired: replaced quotes that are not JSON's.",
    "Repaired: added a missing comma.",
    "Repaired: removed a trailing comma.",
  ]);
  assert.deepEqual(await card.json(), VALID);
  assert.equal(await card.rawReply(), BROKEN);
  assert.deepEqual(await marks(card), [
    ["'", "replaced quotes that are not JSON's"],
    ["", "added a missing comma"],
    [",", "removed a trailing comma"],
  ]);
  const missing = card.region.getByTitle("added a missing comma");
  assert.ok((await missing.boundingBox()).width > 0, "what is missing can be seen");
});

pageTest("repaired JSON can be refused: the model is told every fault", {}, async (page, t) => {
  const provider = await startProvider(t, { script: [reply(BROKEN), reply(JSON.stringify(VALID))] });
  await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl, "Accept repaired JSON": false });
  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
  const faults = [
    "line 3, column 11: a quote that is not JSON's \"",
    "line 6, column 3: a comma is missing",
    "line 6, column 21: a trailing comma",
  ];
  const correction =
    `An earlier answer to this had 3 syntax errors. Avoid exactly these:\n${faults.map((fault) => `- ${fault}`).join("\n")}\n\n` +
    "Return only the complete corrected JSON: no explanation, no code fence.";
  const [first, second] = await page.cards();
  assert.deepEqual(await Promise.all([first.badge(), second.badge()]), ["PARSE ERROR", "VALID"]);
  assert.equal((await first.head()).glance, "3 syntax errors");
  assert.deepEqual(await first.words(), [
    "There is no strict JSON in the reply.",
    "The JSON in the reply needs repairs, and repaired JSON is not accepted:",
    ...faults,
  ]);
  assert.equal(await first.correction(), correction);
  assert.equal(await page.copied(first.region.getByRole("button", { name: "Copy errors" })), faults.join("\n"));
  const [system, question] = provider.calls[0].body.messages;
  const asked = { ...question, content: `${question.content}\n\n${correction}` };
  assert.deepEqual(provider.calls[1].body.messages, [system, asked]);
  const expected = [
    ["'", "a quote that is not JSON's \""],
    ["", "a comma is missing"],
    [",", "a trailing comma"],
  ];
  assert.deepEqual(await marks(first), expected);
});

pageTest("whether repaired JSON is accepted is kept, tried and set by links", {}, async (page) => {
  const accepted = page.control("Accept repaired JSON");
  assert.equal(await accepted.isChecked(), true);
  await page.set({ Answer: "{a: 1}" });
  await page.reads("Invalid, repaired: 1 of 6 checks passed");
  await page.closeEditor();
  await accepted.uncheck();
  await page.openEditor();
  await page.reads("Not JSON: line 1, column 2: a key without quotes");
  await page.reload();
  assert.equal(await accepted.isChecked(), false);
  await page.open("#provider=simulated&accept_repaired=true");
  await page.reload();
  const notice = page.region("Link");
  await notice.getByRole("listitem").filter({ hasText: /^Accept repaired JSONon instead of off$/ }).waitFor();
  assert.equal(await accepted.isChecked(), false);
  await notice.getByRole("button", { name: "Use it" }).click();
  await page.region("Setup").waitFor();
  assert.equal(await accepted.isChecked(), true);
});
