// What a run takes and may take: tokens, cost, budgets and prices; prompts that a server has cut; and replies
// that are stopped as soon as nothing can make them valid any more.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";
import { gate, reply, startProvider, streamed } from "./support/provider.mjs";

const VALID = JSON.stringify({ city: "Lisbon", temperature_c: 31, condition: "sunny", humidity_pct: 40 });
const INVALID = JSON.stringify({ city: "L", temperature_c: 31, condition: "sunny", humidity_pct: 40 });
const CANNOT_HOLD =
  "There is no price for this model, so the dollar budget cannot hold, except by what the provider itself says of " +
  "its calls. Set a token budget, or write the price under Prices.";

/** A test with a page that is pointed at a hosted provider's server, which is here and plays this script. */
function costTest(name, { provider = "OpenAI", model = "gpt-5", script = [], settings }, body) {
  pageTest(name, {}, async (page, t) => {
    const server = await startProvider(t, { script, models: [{ id: model }] });
    await page.set({ Provider: provider, "Base URL": server.baseUrl, "API key": "secret-1", Model: model });
    await page.set(settings ?? {});
    await body(page, server);
  });
}

/** The figures of the result and of every card, without times. */
async function figures(page) {
  const { figures } = await page.result();
  const cards = await Promise.all((await page.cards()).map((card) => card.head()));
  const times = /^.*? m?s · |first token after [\d.]+ m?s · | · [\d.,]+ tokens\/s/g;
  return [figures, ...cards.map(({ figures }) => figures)].map((text) => text.replaceAll(times, ""));
}

const usage = { usage: [1000, 200], cached: 400, thought: 50 };
for (const { name, expected, ...options } of [
  {
    name: "tokens and their cost by the table are told of every attempt and summed",
    script: [reply(INVALID, usage), reply(VALID, usage)],
    expected: [
      "2,000 → 400 tokens (800 cached, 100 reasoning) · about $0.0056 (estimate)",
      "1,000 → 200 tokens (400 cached, 50 reasoning) · about $0.0028 (estimate) · finished: stop",
      "1,000 → 200 tokens (400 cached, 50 reasoning) · about $0.0028 (estimate) · finished: stop",
    ],
  },
  {
    name: "what the provider says of the cost goes before the table",
    provider: "OpenRouter",
    model: "some/model",
    script: [reply(VALID, { cost: 0.0123 })],
    expected: ["30 → 12 tokens · $0.0123", "30 → 12 tokens · $0.0123 · finished: stop"],
  },
  {
    name: "the person's own prices go before the table too",
    script: [reply(VALID)],
    settings: { Prices: "# mine\ngpt-5 1000 0", "Dollar budget": "" },
    expected: ["30 → 12 tokens · about $0.03 (estimate)", "30 → 12 tokens · about $0.03 (estimate) · finished: stop"],
  },
  {
    name: "what is not known is said to be so",
    model: "unheard-of",
    script: [reply(VALID)],
    expected: ["30 → 12 tokens · no price", "30 → 12 tokens · no price · finished: stop"],
  },
  {
    name: "a local server costs nothing",
    provider: "Custom (OpenAI-compatible)",
    model: "unheard-of",
    script: [reply(VALID)],
    expected: ["30 → 12 tokens · $0", "30 → 12 tokens · finished: stop"],
  },
]) {
  costTest(name, options, async (page) => {
    await page.runToEnd();
    assert.deepEqual(await figures(page), expected);
  });
}

for (const { name, script = [], settings, headline, meaning } of [
  {
    name: "a run ends before the call that might break its dollar budget",
    script: [reply(INVALID, { usage: [1000, 1000] })],
    settings: { "Dollar budget": "0.05" },
    headline: "Stopped by the budget after 1 attempt",
    meaning: /^The next call might cost \$0\.04\d*: about \$0\.011\d? of \$0\.05 are spent · raise the budget/,
  },
  {
    name: "hosted providers start with a budget of ten cents",
    settings: { "Token limit": 10_000 },
    headline: "Stopped by the budget before the first call",
    meaning: /^The next call might cost \$0\.10\d*: \$0 of \$0\.10 are spent · raise the budget/,
  },
  {
    name: "a token budget holds before the first call",
    settings: { "Token budget": 4100 },
    headline: "Stopped by the budget before the first call",
    meaning: /^The next call might take 4,\d+ tokens: 0 of 4,100 are spent · raise the budget/,
  },
]) {
  costTest(name, { script, settings }, async (page) => {
    const result = await page.runToEnd();
    assert.equal(result.headline, headline);
    assert.match(result.meaning, meaning);
    assert.equal(await page.attempts(), script.length);
    // A correction that is not sent is not shown as one.
    for (const card of await page.cards()) assert.equal(await card.correction(), null);
  });
}

for (const [settings, problem] of [
  [{ "Token budget": "many" }, "Token budget must be a whole number from 1, or empty."],
  [{ "Dollar budget": "a lot" }, "Dollar budget must be an amount of dollars like 0.10, or empty."],
]) {
  pageTest(`${Object.keys(settings)}: what is none keeps a run from beginning`, {}, async (page) => {
    await page.set(settings);
    await page.run();
    assert.equal(await page.page.getByRole("alert").textContent(), problem);
    assert.equal(await page.attempts(), 0);
  });
}

costTest("where there is no price the page says that the budget cannot hold", { model: "gpt-5" }, async (page) => {
  const warning = page.page.getByText(CANNOT_HOLD, { exact: true });
  assert.equal(await warning.count(), 0);
  await page.set({ Model: "unheard-of" });
  await warning.waitFor();
  await page.set({ "Dollar budget": "" });
  await warning.waitFor({ state: "detached" });
  await page.set({ "Dollar budget": "0.10" });
  await warning.waitFor();
  await page.set({ Prices: "unheard-of 1 2" });
  await warning.waitFor({ state: "detached" });
});

pageTest("what is wrong with prices is told by line, and all of it is kept", {}, async (page) => {
  await page.set({ "Token budget": 5000, "Dollar budget": "1.50", Prices: "# mine\nmine 1 x\n\nyours" });
  await page.reads('Line 2: "x" is no amount of dollars; write it like 0.10');
  await page.reads("Line 4: write a model and what a million tokens of input and output cost: model 0.50 2");
  await page.set({ "Stop replies that cannot become valid": true });
  await page.reload();
  const kept = await page.values("Token budget", "Dollar budget", "Prices");
  assert.deepEqual(kept, ["5000", "1.50", "# mine\nmine 1 x\n\nyours"]);
  assert.ok(await page.control("Stop replies that cannot become valid").isChecked());
});

const cut = { script: [reply(INVALID, { usage: [1024, 12] }), reply(VALID, { usage: [2000, 12] })] };
costTest("a prompt that the server has cut is told on the card", cut, async (page) => {
  await page.set({ Prompt: "Where is it sunny? ".repeat(400), "Dollar budget": "" });
  await page.runToEnd();
  const [first, second] = await page.cards();
  const warning = /^About 2,\d{3} tokens were sent, but the server read only 1,024: it has probably cut the prompt\./;
  const words = async (card) => (await card.words()).filter((text) => warning.test(text)).length;
  assert.deepEqual([await words(first), await words(second)], [1, 0]);
});

const HOPELESS = '{"city": "Lisbon", "temperature_c": 31, "condition": "Sunny", "humidity_pct": 40}';
const WRONG = '"condition" must be one of: "sunny", "cloudy", "rainy", "snowy", "windy" (got "Su")';
pageTest("the connection of a hopeless reply is closed, and what was wrong is told", {}, async (page, t) => {
  const stop = gate();
  const halting = streamed(reply(HOPELESS), { deltas: [HOPELESS.indexOf("nny"), stop] });
  const provider = await startProvider(t, { script: [halting, reply(VALID)] });
  const settings = { Provider: "Custom (OpenAI-compatible)", "Base URL": provider.baseUrl };
  await page.set({ ...settings, "Response format": "prompt only", "Stop replies that cannot become valid": true });
  await page.runToEnd();
  const [first, second] = await page.cards();
  assert.deepEqual([await first.badge(), await second.badge()], ["INVALID", "VALID"]);
  assert.equal(await provider.calls[0].closed, "left");
  assert.equal(await first.rawReply(), HOPELESS.slice(0, HOPELESS.indexOf("nny")));
  assert.deepEqual((await first.violations()).map(({ message }) => message), [WRONG]);
  assert.match(provider.calls[1].body.messages.at(-1).content, /Your last answer was stopped before its end/);
  assert.match((await first.head()).figures, / · ≈ \d+ → \d+ tokens · /);
  stop.release();
});

pageTest("without the switch a hopeless reply is waited for, and the card says what is wrong", {}, async (page, t) => {
  const stop = gate();
  const halting = streamed(reply(HOPELESS), { deltas: [HOPELESS.indexOf("nny"), stop] });
  const provider = await startProvider(t, { script: [halting, reply(VALID)] });
  const settings = { Provider: "Custom (OpenAI-compatible)", "Base URL": provider.baseUrl };
  await page.set({ ...settings, "Response format": "prompt only" });
  await page.run();
  await page.reads(`Nothing can make it valid any more: ${WRONG}`);
  await page.reads("Being written: condition");
  stop.release();
  assert.equal((await page.result()).headline, "Valid output in 2 attempts");
  assert.equal((await page.card(1).head()).glance, "1 error");
});

pageTest("a hopeless reply is stopped and corrected at once, if the person says so", {}, async (page) => {
  await page.set({ "Show me": "wrong-type", "Stop replies that cannot become valid": true });
  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
  const [first, second] = await page.cards();
  assert.deepEqual([await first.badge(), await second.badge()], ["INVALID", "VALID"]);
  assert.equal((await first.head()).glance, "1 error · stopped early");
  const message = '"city" must be a string, got an array';
  assert.deepEqual(await first.violations(), [{ level: "structure", message, pointer: "/city", rule: "type" }]);
  const saved =
    /^The reply was stopped before its end: nothing more could have made it valid\. ≈ \d+ tokens were not written\.$/;
  assert.equal((await first.words()).filter((text) => saved.test(text)).length, 1);
  const whole = JSON.stringify(await second.json(), null, 2);
  assert.ok((await first.rawReply()).length < whole.length, "it was stopped before its end");
  assert.equal(
    await first.correction(),
    `Your last answer was stopped before its end, since nothing more could have made it valid:\n- ${message}\n\n` +
      "Answer again with only the JSON, complete and valid: no explanation, no code fence.",
  );
});

pageTest("the value so far is shown while the reply comes in", {}, async (page) => {
  await page.set({ "Show me": "no-faults" });
  await page.run();
  const value = page.card(1).region.getByLabel("Value so far", { exact: true });
  await value.getByText('"city": ').waitFor();
  await page.result();
  assert.equal(await value.count(), 0);
});
