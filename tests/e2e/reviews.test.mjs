// Who looks besides the validator: the person at a correction before it is sent and at a run that failed, a critic at
// an answer that is valid, and the model itself, for comparison.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";
import { failure, reply, startProvider } from "./support/provider.mjs";

const VALID = { city: "Lisbon", temperature_c: 31, condition: "sunny", humidity_pct: 40 };
const INVALID = { ...VALID, humidity_pct: 140 };
const ERROR = '"humidity_pct" must be ≤ 100 (got 140)';
const DRAFT = "What the model is told";
const as = (value) => reply(JSON.stringify(value));

function lookTest(name, script, settings, body) {
  pageTest(name, {}, async (page, t) => {
    const provider = await startProvider(t, { script });
    await page.set({
      Provider: "Custom (OpenAI-compatible)",
      "Base URL": provider.baseUrl,
      Model: "writer",
      "Response format": "prompt only",
      Corrections: "conversation",
      ...settings,
    });
    await body(page, provider);
  });
}

const last = ({ body }) => body.messages.at(-1).content;
const badges = async (page) => Promise.all((await page.cards()).map((card) => card.badge()));

const REVIEW = { "Review corrections before they are sent": true };
const reviewed = [as(INVALID), as(VALID)];
lookTest("a correction waits for the person and is sent as it was edited", reviewed, REVIEW, async (page, provider) => {
  await page.run();
  const waits = page.region("A correction waits for you");
  await waits.waitFor();
  const [draft] = await page.values(DRAFT);
  assert.ok(draft.includes(ERROR), draft);
  assert.equal(provider.calls.length, 1);
  await page.set({ [DRAFT]: "Humidity is a share of 100." });
  await waits.getByRole("button", { name: "Send", exact: true }).click();
  assert.equal((await page.result()).headline, "Valid output in 2 attempts");
  assert.equal(last(provider.calls[1]), "Humidity is a share of 100.");
  assert.equal(await page.card(1).correction(), "Humidity is a share of 100.");
  assert.equal(await waits.count(), 0);
});

lookTest("a run that waits can be stopped, and go on after all", reviewed, REVIEW, async (page, provider) => {
  await page.run();
  await page.region("A correction waits for you").waitFor();
  await page.button("Stop here").click();
  assert.equal((await page.result()).headline, "Stopped");
  await page.button("One more attempt").click();
  assert.equal((await page.result()).headline, "Valid output in 2 attempts");
  assert.ok(last(provider.calls[1]).includes(ERROR));
});

const failed = [as(INVALID), failure(400, "Not today."), as(VALID)];
lookTest("a failed run offers one more attempt", failed, { "Max attempts": 1 }, async (page, provider) => {
  assert.equal((await page.runToEnd()).headline, "Failed after 1 attempt");
  await page.set({ [DRAFT]: "Look again." });
  page.expectErrors(/400/);
  await page.button("One more attempt").click();
  await page.card(2).hasBadge("CALL FAILED");
  assert.deepEqual(await page.values(DRAFT), [""], "the same is sent again");
  await page.button("One more attempt").click();
  await page.card(3).hasBadge("VALID");
  assert.equal(await page.button("One more attempt").count(), 0);
  assert.deepEqual(provider.calls.slice(1).map(last), ["Look again.", "Look again."]);
  await page.reset();
  assert.equal(await page.attempts(), 0);
});

const CRITIQUE = {
  "Critique valid answers": true,
  "What the critique looks for": "The city is a capital.",
  Critic: "critic",
};
const objection = { objections: [{ place: "city", problem: "Porto is no capital." }] };
const criticised = [as({ ...VALID, city: "Porto" }), as(objection), as(VALID), as({ objections: [] })];
lookTest("what a critic objects to is corrected like any error", criticised, CRITIQUE, async (page, provider) => {
  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
  assert.deepEqual(await badges(page), ["INVALID", "VALID"]);
  const [first, second] = await page.cards();
  const message = '"city": Porto is no capital.';
  assert.deepEqual(await first.violations(), [{ level: "semantic", message, pointer: "/city", rule: "critique" }]);
  assert.ok((await first.correction()).includes(message));
  await second.region.getByText("The critique has no objections.", { exact: true }).waitFor();
  assert.deepEqual(provider.calls.map(({ body }) => body.model), ["writer", "critic", "writer", "critic"]);
  assert.ok(!JSON.stringify(provider.calls[3].body).includes("Porto"), "no critic hears of an earlier one");
  await first.unfold("Messages sent");
  await first.region.getByText(/The city is a capital\./).waitFor();
});

const useless = [as(VALID), reply("I like it.")];
lookTest("a critique that is none changes nothing", useless, CRITIQUE, async (page) => {
  assert.equal((await page.runToEnd()).headline, "Valid output in 1 attempt");
  const words = "The critique counts for nothing: there is no JSON in it.";
  await page.card(1).region.getByText(words, { exact: true }).waitFor();
});

const uncritical = { ...CRITIQUE, "What the critique looks for": " " };
lookTest("a critique needs to be told what to look for", [], uncritical, async (page, provider) => {
  await page.run();
  await page.page.getByRole("alert").getByText(/what the critique is to look for/).waitFor();
  assert.equal(provider.calls.length, 0);
});

const OPINION = { "Ask the model to review it": true };
const opined = [as(INVALID), as({ looks_good: true }), as(VALID), as({ looks_good: false, reason: "No." })];
lookTest("the model's opinion stands beside the verdict", opined, OPINION, async (page) => {
  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
  const [first, second] = await page.cards();
  await first.region.getByText("Model: looks good. Validator: 1 error", { exact: true }).waitFor();
  await second.region.getByText("Model: does not look good. Validator: no errors", { exact: true }).waitFor();
  assert.deepEqual(await badges(page), ["INVALID", "VALID"]);
});

lookTest("what is set is there again after a reload", [], { ...REVIEW, ...CRITIQUE, ...OPINION }, async (page) => {
  await page.set({ "Time budget (s)": 90 });
  await page.reload();
  const names = Object.keys({ ...CRITIQUE, "Time budget (s)": 0 }).slice(1);
  await page.unfold("Critique valid answers");
  assert.deepEqual(await page.values(...names), ["The city is a capital.", "critic", "90"]);
  for (const name of Object.keys({ ...REVIEW, ...OPINION })) {
    assert.ok(await page.control(name).isChecked(), name);
  }
});
