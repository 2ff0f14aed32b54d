// The browser's own model as a provider. This browser has none, and that is tested as it is; what a browser does
// that has one is done by a stand-in.

import assert from "node:assert/strict";
import { builtInCalls, fetchBuiltIn, installBuiltIn } from "./support/built_in.mjs";
import { pageTest } from "./support/page.mjs";

const BROWSER = "Built into this browser";
const ABSENT =
  "This browser has no built-in model. Open this page in a recent Chrome or Edge on a computer, or choose another provider.";
const SCHEMA = {
  title: "Place",
  type: "object",
  properties: { city: { type: "string", minLength: 2 }, tags: { type: "array", items: { type: "string" }, uniqueItems: true } },
  required: ["city"],
};
const SETTINGS = { Schema: "Your own…", "Your own schema": JSON.stringify(SCHEMA), Prompt: "Where?" };
const VALID = { city: "Oslo" };
const PIECES = ['{"city"', ': "Os', 'lo"}'];

/** A test of a page in a browser that has a model. */
function modelTest(name, { settings, ...setup }, body) {
  pageTest(name, { prepare: (page) => installBuiltIn(page, setup) }, async (page) => {
    await page.set({ Provider: BROWSER, ...SETTINGS, ...settings });
    await body(page, () => builtInCalls(page.page));
  });
}

const offered = (page) => page.control("Provider").evaluate((list) => [...list.options].map(({ label }) => label));

pageTest("a browser without a model offers none, and one that is asked for all the same is not replaced", {}, async (page) => {
  assert.equal(await page.page.evaluate(() => LanguageModel.availability()), "unavailable");
  const others = await offered(page);
  assert.deepEqual([others.length, others.includes(BROWSER)], [15, false]);

  await page.page.goto("about:blank");
  await page.open("#provider=browser");
  await page.reads("This link points the page at the model built into this browser. Nothing is sent there before you agree.");
  await page.button("Use it").click();
  for (const how of ["by a link", "by a setting that was kept"]) {
    await page.reads(ABSENT);
    assert.deepEqual(await page.values("Provider"), [BROWSER], how);
    await page.run();
    await page.page.getByRole("alert").getByText(ABSENT).waitFor();
    assert.equal(await page.attempts(), 0, how);
    await page.reload();
  }
  await page.set({ Provider: "Simulated model" });
  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
});

modelTest("the browser's model is offered last, and held to the schema", { script: [{ pieces: PIECES }] }, async (page, calls) => {
  assert.equal((await offered(page)).at(-1), BROWSER);
  for (const name of ["Base URL", "API key", "Model"]) assert.equal(await page.control(name).count(), 0, name);

  const { headline, figures } = await page.runToEnd();
  assert.equal(headline, "Valid output in 1 attempt");
  assert.match(figures, / · \$0$/);
  const card = page.card(1);
  assert.deepEqual(await card.json(), VALID);
  const [{ initialPrompts, input, responseConstraint, ...others }] = await calls();
  assert.deepEqual(initialPrompts.map(({ role }) => role), ["system"]);
  assert.equal(input, "Where?");
  assert.deepEqual(responseConstraint.required, ["city"]);
  assert.deepEqual(responseConstraint.properties.city, { type: "string", minLength: 2 });
  assert.equal(responseConstraint.properties.tags.uniqueItems, undefined, "what is refused is left out");
  const expected = { omitResponseConstraintInput: true, isMonitored: false, isAborted: true, isDestroyed: true };
  assert.deepEqual(others, expected, "the call is let go of");
  const read = initialPrompts[0].content.length + input.length;
  assert.ok((await card.head()).figures.includes(`${read.toLocaleString("en")} → 3 tokens`), (await card.head()).figures);

  await page.reload();
  await page.page.getByText("nothing leaves this machine").waitFor();
  assert.deepEqual(await page.values("Provider"), [BROWSER]);
});

for (const corrections of ["auto", "conversation"]) {
  const wrong = { script: [{ pieces: ['{"city": "O"}'] }, { pieces: PIECES }], settings: { "Response format": "prompt only", Corrections: corrections } };
  modelTest(`the browser's model is corrected: ${corrections}`, wrong, async (page, calls) => {
    assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
    const [first, second] = await calls();
    assert.equal(first.responseConstraint, undefined);
    const [system, ...turns] = second.initialPrompts;
    const correction = await page.card(1).correction();
    const answered = [{ role: "user", content: "Where?" }, { role: "assistant", content: '{"city": "O"}' }];
    assert.deepEqual(system, first.initialPrompts[0]);
    assert.deepEqual(
      [turns, second.input],
      corrections === "auto" ? [[], `Where?\n\n${correction}`] : [answered, correction],
    );
  });
}

const fetching = { state: "downloadable", script: [{ pieces: PIECES }] };
modelTest("the browser fetches its model first, and that is shown, and said once", fetching, async (page, calls) => {
  // The slider has a status of its own, before it.
  const status = page.page.getByRole("status").last();
  await status.evaluate((status) => {
    globalThis.said = [];
    new MutationObserver(() => globalThis.said.push(status.textContent)).observe(status, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await page.run();
  const card = page.card(1);
  for (const [loaded, percent] of [[0, 0], [0.42, 42], [0.999, 99]]) {
    await fetchBuiltIn(page.page, loaded);
    await card.region.getByText(`The browser is fetching its model: ${percent} %`).waitFor();
  }
  await fetchBuiltIn(page.page, 1);
  assert.equal((await page.result()).headline, "Valid output in 1 attempt");
  assert.equal((await calls())[0].isMonitored, true);
  const said = await page.page.evaluate(() => globalThis.said);
  const waits = said.filter((words) => words === "Attempt 1 waits for the browser to fetch its model");
  assert.equal(waits.length, 1, `${said}`);
});

const endless = { script: [{ pieces: PIECES.slice(0, 2), stalls: true }] };
modelTest("Stop ends the call of the browser's model, and keeps what came", endless, async (page, calls) => {
  await page.run();
  await page.card(1).region.getByLabel("Arriving", { exact: true }).getByText('{"city": "Os').waitFor();
  await page.stop();
  assert.equal((await page.result()).headline, "Stopped");
  assert.equal(await page.card(1).rawReply(), '{"city": "Os');
  await page.page.waitForFunction(() => globalThis.builtIn.calls[0].isDestroyed);
  assert.equal((await calls())[0].isAborted, true);
});

const refusing = { script: [{ error: { name: "NotSupportedError", message: "No such schema." } }, { pieces: PIECES }] };
modelTest("a schema that the browser's model refuses is left for any object", refusing, async (page, calls) => {
  assert.equal((await page.runToEnd()).headline, "Valid output in 1 attempt");
  assert.deepEqual((await calls())[1].responseConstraint, { type: "object" });
  const words = await page.card(1).words();
  assert.ok(words.includes("The server refused `responseConstraint`: asked for any JSON object instead."), `${words}`);
});

for (const { title, steps, ...answer } of [
  {
    error: { name: "QuotaExceededError", message: "The input is too large.", requested: 9000, quota: 6144 },
    title: "The conversation is longer than the model can read: 9000 tokens, and 6144 are allowed.",
    steps: ["Shorten the input, the prompt or the schema.", "Or choose a provider that reads more."],
  },
  {
    error: { name: "NotAllowedError", message: "Requires a user gesture." },
    opening: true,
    title: "The browser does not let this page use its model.",
    steps: [
      "Press Run once more: the browser fetches its model only at the press of a button.",
      "Its settings can forbid it, too.",
    ],
  },
  {
    error: { name: "OperationError", message: "The device cannot run the model." },
    opening: true,
    title: "The browser could not start its model.",
    steps: [
      "It needs room: for Chrome's about 22 GB on the disk, and 16 GB of memory or a graphics card.",
      "Chrome says at chrome://on-device-internals how it stands.",
    ],
  },
]) {
  modelTest(`what the browser throws can be acted on: ${answer.error.name}`, { script: [answer] }, async (page) => {
    assert.equal((await page.runToEnd()).headline, "Failed after 1 attempt");
    assert.deepEqual((await page.card(1).words()).slice(1), [title, answer.error.message, ...steps]);
  });
}
