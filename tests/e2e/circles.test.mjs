// What the banner says beyond how a run ended: why it goes in circles, what to do about it and what stopping saved,
// and what a valid answer is warned of.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";
import { reply, startProvider } from "./support/provider.mjs";

const CUSTOM = "Custom (OpenAI-compatible)";

/** A page with a schema of its own, pointed at a provider that gives these answers. */
function runTest(name, { schema, answers, settings = {} }, body) {
  pageTest(name, {}, async (page, t) => {
    const provider = await startProvider(t, { script: answers.map((answer) => reply(JSON.stringify(answer))) });
    await page.set({
      Provider: CUSTOM,
      "Base URL": provider.baseUrl,
      "Response format": "prompt only",
      "Max attempts": "5",
      Schema: "Your own…",
      "Your own schema": JSON.stringify(schema),
      Prompt: "Give it.",
      ...settings,
    });
    await body(page, await page.runToEnd());
  });
}

/** What the banner says of the cause: its headline, the rules, the steps, and the sentence under them. */
async function diagnosis(page) {
  const region = page.region("Result");
  const heading = region.getByRole("heading", { level: 3 });
  // The judge says it, after the run is over.
  await heading.waitFor();
  const [rules, steps] = await region.getByRole("list").all();
  const texts = async (list) =>
    list.getByRole("listitem").evaluateAll((items) =>
      items.map((item) => [...item.childNodes].map((node) => node.textContent).filter(Boolean).join(" | ")),
    );
  return {
    headline: await heading.textContent(),
    rules: await texts(rules),
    steps: await texts(steps),
    saved: await region.getByText(/^Stopping early saved/).allTextContents(),
  };
}

pageTest("a model that never mends is given up, with the reason", {}, async (page) => {
  await page.set({ "Show me": "never-learns", "Max attempts": "5" });
  const { headline, meaning } = await page.runToEnd();
  assert.equal(headline, "Stopped early after 3 attempts");
  assert.equal(meaning, "No answer is valid: 2 errors left in the last one · simulated: no real model was asked");
  assert.deepEqual(
    await Promise.all((await page.cards()).map((card) => card.badge())),
    ["INVALID", "INVALID", "INVALID"],
  );
  const { saved, ...told } = await diagnosis(page);
  assert.deepEqual(told, {
    headline: "The model gives the same answer whatever it is told",
    rules: [
      '"condition" must be one of: "sunny", "cloudy", "rainy", "snowy", "windy" (got "Sunny") | ' +
        "/condition · enum · broken in attempts 1, 2 and 3",
      '"humidity_pct" must be ≤ 100 (got 115) | /humidity_pct · maximum · broken in attempts 1, 2 and 3',
    ],
    steps: [
      "Set a higher temperature or another seed, so that another answer can come; or take a larger model.",
      "The prompt or the model needs work, not the number of attempts.",
    ],
  });
  assert.match(saved.join(), /^Stopping early saved 2 attempts, about [\d,]+ tokens\.$/);
  assert.deepEqual((await page.pipeline()).at(-1).slice(0, 2), ["Failed", "failed"]);

  await page.reset();
  await page.set({ "Max attempts": "3" });
  assert.equal((await page.runToEnd()).headline, "Failed after 3 attempts", "there was nothing left to save");
  assert.deepEqual(await diagnosis(page), { ...told, saved: [] });
});

const TURNS = {
  fields: { a: { type: "integer", min: 0, max: 9 }, b: { type: "integer", min: 0, max: 9 } },
  rules: [
    { rule: "self.a + self.b == 10", message: "a and b must make 10" },
    { rule: "self.a > self.b", message: "a must be above b" },
  ],
};
const taking = { schema: TURNS, answers: [{ a: 5, b: 5 }, { a: 9, b: 2 }, { a: 5, b: 5 }, { a: 9, b: 2 }] };
runTest("rules that take turns, and can hold together", taking, async (page, { headline }) => {
  assert.equal(headline, "Stopped early after 4 attempts");
  await page.reads(/^One answer can satisfy all of these rules: /);
  assert.deepEqual(await diagnosis(page), {
    headline: "Rules take turns: as one is put right, another goes wrong",
    rules: [
      "a must be above b | rules[1] · broken in attempts 1 and 3",
      "a and b must make 10 | rules[0] · broken in attempts 2 and 4",
    ],
    steps: [
      'One answer can satisfy all of these rules: say in the prompt how they go together at "a" and "b", and show such an answer.',
      "The schema or the prompt needs work, not the number of attempts.",
    ],
    saved: ["Stopping early saved 1 attempt, about 42 tokens."],
  });
});

const impossible = {
  schema: { type: "object", properties: { a: { type: "integer", minimum: 9, maximum: 1 } }, required: ["a"] },
  answers: [{ a: 0 }, { a: 10 }, { a: 0 }, { a: 10 }],
};
runTest("rules that take turns, and cannot hold together", impossible, async (page) => {
  await page.reads("No answer can satisfy all of these rules: change one of them in the schema.");
  assert.deepEqual((await diagnosis(page)).rules, [
    '"a" must be ≥ 9 (got 0) | /a · minimum · broken in attempts 1 and 3',
    '"a" must be ≤ 1 (got 10) | /a · maximum · broken in attempts 2 and 4',
  ]);
});

const unknown = {
  schema: { fields: { customer: { type: "string", grounded: true } } },
  answers: [{ customer: "C-1" }, { customer: "C-2" }, { customer: "C-3" }],
  settings: { Input: "The parcel is late." },
};
runTest("what the model cannot know is asked of the person", unknown, async (page) => {
  const { headline, steps } = await diagnosis(page);
  assert.equal(headline, "The model cannot know a value, and makes it up");
  assert.equal(steps[0], 'Put what is known into Input: the model is asked for "customer", and cannot find it there.');
  await page.button("Go to Input").press("Enter");
  assert.equal(await page.control("Input").evaluate((input) => input === document.activeElement), true);
});

const warned = {
  schema: { ...TURNS, rules: TURNS.rules.map((rule) => ({ ...rule, severity: "warning" })) },
  answers: [{ a: 4, b: 4 }],
};
runTest("a valid answer is listed with its warnings, and not asked for again", warned, async (page, { headline, meaning }) => {
  assert.equal(headline, "Valid output in 1 attempt");
  assert.match(meaning, / · 2 warnings · no repairs, the reply is JSON$/);
  const items = page.region("Result").getByRole("listitem");
  assert.deepEqual(
    await items.evaluateAll((items) => items.map((item) => [...item.children].map(({ textContent }) => textContent))),
    [
      ["rule, warning", "a and b must make 10", "rules[0]"],
      ["rule, warning", "a must be above b", "rules[1]"],
    ],
  );
  assert.equal(await page.region("Result").getByRole("heading", { level: 3 }).count(), 0);
});
