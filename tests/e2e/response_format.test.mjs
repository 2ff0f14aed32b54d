// How the server is told what form the answer must have: what is sent, what is done where it is refused,
// and how an answer in the server's form is read as one in the author's.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";
import { faults, gate, reply, startProvider, streamed } from "./support/provider.mjs";

const OWN = "Your own…";
const CUSTOM = "Custom (OpenAI-compatible)";
/** A schema with a field that may be left out. */
const SCHEMA = {
  title: "Place",
  type: "object",
  properties: { city: { type: "string", minLength: 2 }, age: { type: "integer", minimum: 0 } },
  required: ["city"],
};
const SETTINGS = { Schema: OWN, "Your own schema": JSON.stringify(SCHEMA), Prompt: "Where?" };
const VALID = { city: "Oslo", age: 7 };
const VALID_TEXT = JSON.stringify(VALID);
const STAND_IN = "Restored: read null as a field that is left out.";

/** A test with a page that is pointed at a provider's server by a link, since choosing would call on its usual port. */
function formatTest(name, { provider: id, link = "", settings, ...options }, body) {
  pageTest(name, {}, async (page, t) => {
    const provider = await startProvider(t, { models: [{ id: "small" }], ...options });
    const base = ["ollama", "anthropic"].includes(id) ? provider.origin : provider.baseUrl;
    await page.page.goto("about:blank");
    await page.open(`#provider=${id}&base_url=${encodeURIComponent(base)}&model=small${link}`);
    await page.button("Use it").click();
    await page.set({ ...SETTINGS, ...settings });
    await body(page, provider);
  });
}

/** The only card of a run that was valid at once. */
async function validAtOnce(page) {
  assert.equal((await page.runToEnd()).headline, "Valid output in 1 attempt");
  const card = page.card(1);
  assert.equal(await card.badge(), "VALID");
  return card;
}

const openAi = {
  provider: "openai",
  server: "openAi",
  settings: { "API key": "secret-1" },
  script: [reply('{"city": "Oslo", "age": null}'), reply('{"city": "Oslo", "age": null}')],
};
formatTest("OpenAI is given a strict schema, and its nulls are read as absent", openAi, async (page, provider) => {
  const card = await validAtOnce(page);
  assert.deepEqual(await card.json(), { city: "Oslo" });
  assert.ok((await card.words()).includes(STAND_IN), `${await card.words()}`);
  assert.match((await card.head()).figures, /^attempt 1 of 3 · schema enforced by the server · /);
  const { response_format: format, ...rest } = provider.calls[0].body;
  const { schema, ...named } = format.json_schema;
  assert.deepEqual([format.type, named], ["json_schema", { name: "Place", strict: true }]);
  assert.deepEqual([schema.required, schema.additionalProperties], [["city", "age"], false]);
  assert.deepEqual(schema.properties.age, { type: ["integer", "null"], minimum: 0 });
  assert.equal(rest.tools, undefined);

  // No syntax was repaired: what stands in for a field counts where repairs do not.
  await page.set({ "Accept repaired JSON": false });
  assert.deepEqual(await (await validAtOnce(page)).json(), { city: "Oslo" });
});

const anthropic = {
  provider: "anthropic",
  server: "anthropic",
  link: "&response_format=tool",
  settings: { "API key": "secret-1" },
  script: [reply(VALID_TEXT)],
};
formatTest("Anthropic is made to call a tool, without thinking", anthropic, async (page, provider) => {
  assert.deepEqual(await page.values("Response format"), ["forced tool call"]);
  assert.deepEqual(await (await validAtOnce(page)).json(), VALID);
  const [{ asked, body }] = provider.calls;
  assert.deepEqual([asked.mode, asked.name, asked.schema.type], ["tool", "Place", "object"]);
  assert.deepEqual(body.tool_choice, { type: "tool", name: "Place", disable_parallel_tool_use: true });
  assert.deepEqual(body.thinking, { type: "disabled" });
  assert.equal(body.output_config, undefined);
});

const ollama = {
  provider: "ollama",
  server: "ollama",
  link: "&context_length=8192&thinking=low",
  script: [reply(VALID_TEXT)],
};
formatTest("Ollama is given the schema as it is, a context length and how to think", ollama, async (page, provider) => {
  assert.deepEqual(await page.values("Context length", "Thinking"), ["8192", "low"]);
  await validAtOnce(page);
  const [{ body }] = provider.calls;
  assert.deepEqual(body.format.properties.city, { type: "string", minLength: 2 });
  assert.deepEqual(body.format.required, ["city"]);
  assert.deepEqual([body.options.num_ctx, body.think], [8192, "low"]);
});

const lmStudio = { provider: "lm-studio", server: "lmStudio", script: [reply(VALID_TEXT)] };
formatTest("LM Studio is given a schema", lmStudio, async (page, provider) => {
  assert.equal(await page.control("Thinking").count(), 0);
  assert.equal(await page.control("Context length").count(), 0);
  await validAtOnce(page);
  const [{ asked }] = provider.calls;
  assert.deepEqual([asked.mode, asked.name, asked.schema.required], ["strict", "Place", ["city"]]);
});

for (const [choice, mode] of [
  ["schema enforced by the server", "strict"],
  ["forced tool call", "tool"],
  ["any JSON object", "json"],
  ["prompt only", "prompt"],
]) {
  const chosen = { provider: "custom", script: [reply(VALID_TEXT)], settings: { "Response format": choice } };
  formatTest(`the response format can be chosen: ${choice}`, chosen, async (page, provider) => {
    await validAtOnce(page);
    assert.equal(provider.calls[0].asked.mode, mode);
    await page.reload();
    assert.deepEqual(await page.values("Response format"), [choice]);
  });
}

const refusing = {
  provider: "openai",
  server: "openAi",
  settings: { "API key": "secret-1" },
  script: [faults.strictModeRefused(), faults.toolRefused(), faults.toolRefused(), reply(VALID_TEXT)],
};
formatTest("a refused mode is left for the next one within the attempt", refusing, async (page, provider) => {
  page.expectErrors(/status of 400/);
  const card = await validAtOnce(page);
  assert.deepEqual(
    provider.calls.map(({ body }) => [body.response_format?.type, body.tools?.length, body.tool_choice]),
    [
      ["json_schema", undefined, undefined],
      [undefined, 1, { type: "function", function: { name: "Place" } }],
      [undefined, 1, "required"],
      [undefined, 1, undefined],
    ],
  );
  const words = await card.words();
  for (const note of [
    "The server refused `response_format`: asked for a forced tool call instead.",
    "The server refused `tool_choice`: sent as `required`.",
    "The server refused `tool_choice`: the tool is only offered.",
  ]) {
    assert.ok(words.includes(note), `${words}`);
  }
});

const unsayable = {
  provider: "openai",
  server: "openAi",
  script: [reply("{}")],
  settings: { "API key": "secret-1", "Your own schema": '{"type": "object", "properties": {"any": {}}}' },
};
formatTest("a schema that the server cannot be given is not sent, and that is said", unsayable, async (page, provider) => {
  const card = await validAtOnce(page);
  assert.equal(provider.calls[0].asked.mode, "json");
  const note =
    "The server cannot be given this schema: /properties/any may be of any kind, and the server needs a type; " +
    "asked for any JSON object instead.";
  assert.ok((await card.words()).includes(note), `${await card.words()}`);
});

const picky = {
  provider: "custom",
  script: [faults.fieldRefused({ field: "seed" }), faults.limitRefused(), reply("No."), reply(VALID_TEXT)],
  settings: { "Response format": "prompt only", Seed: 7 },
};
formatTest("a refused parameter is learned for the whole run", picky, async (page, provider) => {
  page.expectErrors(/status of 4/);
  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
  const sent = provider.calls.map(({ body }) => [body.seed, body.max_tokens, body.max_completion_tokens]);
  assert.deepEqual(sent, [
    [7, 4096, undefined],
    [undefined, 4096, undefined],
    [undefined, undefined, 4096],
    [undefined, undefined, 4096],
  ]);
  const words = await page.card(1).words();
  for (const note of [
    "The server refused `seed`: left out.",
    "The server refused `max_tokens`: sent as `max_completion_tokens`.",
  ]) {
    assert.ok(words.includes(note), `${words}`);
  }
});

const looked = { provider: "openai", server: "openAi", settings: { "API key": "secret-1" }, script: [reply(VALID_TEXT)] };
formatTest("the request can be looked at before it is sent", looked, async (page, provider) => {
  await page.page.locator("summary", { hasText: "Preview request" }).click();
  const request = page.region("Request");
  await request
    .getByText("The server enforces 6 of 7 constraints; it would refuse 1. All are checked here.", { exact: true })
    .waitFor();
  const shown = JSON.parse(await request.getByLabel("JSON", { exact: true }).textContent());
  const copied = JSON.parse(await page.copied(request.getByRole("button", { name: "Copy" })));
  assert.deepEqual(copied, shown);
  assert.match(await request.getByText(/^about \d+ tokens · schema enforced by the server$/).textContent(), /\d/);
  assert.doesNotMatch(await request.textContent(), /secret-1/);
  assert.equal(provider.calls.length, 0);
  // It follows what is set.
  await page.set({ "Response format": "any JSON object" });
  await request.getByText(/ tokens · any JSON object$/).waitFor();
  await page.set({ "Response format": "auto" });
  await request.getByText(/ tokens · schema enforced by the server$/).waitFor();
  await validAtOnce(page);
  assert.deepEqual(provider.calls[0].body, shown);
});

const compared = { ...looked, script: [] };
formatTest("what is sent is shown beside the schema", compared, async (page) => {
  await page.page.locator("summary", { hasText: "Preview request" }).click();
  const show = page.region("Request").getByRole("button", { name: "Compare with your schema" });
  const lines = page.page.getByRole("region", { name: "Your schema and what is sent" });
  await show.focus();
  await page.page.keyboard.press("Enter");
  await lines.waitFor();
  // Each line once, with what is said of it behind it.
  const told = await lines.locator(".difference__row:not(.difference__head)").evaluateAll((rows) =>
    rows.map((row) => [...row.children].filter((part) => !part.ariaHidden).map((part) => part.textContent.trim())),
  );
  const enforced = "✓ enforced";
  assert.deepEqual(told, [
    ["{", "only the named fields can be given"],
    ['"title": "Place",'],
    ['"type": "object",', enforced],
    ['"properties": {', enforced],
    ['"city": {'],
    ['+       "description": "at least 2 characters",'],
    ['"type": "string",', enforced],
    ['−       "minLength": 2', "✕ would be refused, checked here"],
    ["},"],
    ['"age": {', "null stands for it where it is left out"],
    ['−       "type": "integer",', '+       "type": ["integer", "null"],', enforced],
    ['"minimum": 0', enforced],
    ["}"],
    ["},"],
    ['−   "required": ["city"]', '+   "required": ["city", "age"],', enforced],
    ['+   "additionalProperties": false'],
    ["}"],
  ]);
  // It can be scrolled by keyboard, and is put away.
  await page.page.keyboard.press("Tab");
  assert.equal(await page.page.evaluate(() => document.activeElement.ariaLabel), "Your schema and what is sent");
  await page.page.keyboard.press("Escape");
  await lines.waitFor({ state: "hidden" });
  await page.page.setViewportSize({ width: 360, height: 640 });
  await show.click();
  await lines.waitFor();
  const [{ x, width }, { wide }] = [
    await lines.boundingBox(),
    await lines.evaluate((region) => ({ wide: region.scrollWidth - region.clientWidth })),
  ];
  assert.ok(x >= 0 && x + width <= 360 && wide === 0, `${x} ${width} ${wide}`);
  await lines.getByRole("button", { name: "Close" }).click();
  await lines.waitFor({ state: "hidden" });
});

const long = {
  ...compared,
  settings: {
    ...compared.settings,
    "Your own schema": JSON.stringify({
      ...SCHEMA,
      properties: { ...Object.fromEntries([..."abcdefgh"].map((name) => [name, { type: "boolean" }])), ...SCHEMA.properties },
      required: [..."abcdefgh", "city", "age"],
    }),
  },
};
formatTest("equal lines are folded until somebody asks for them", long, async (page) => {
  await page.page.locator("summary", { hasText: "Preview request" }).click();
  await page.region("Request").getByRole("button", { name: "Compare with your schema" }).click();
  const lines = page.page.getByRole("region", { name: "Your schema and what is sent" });
  const hidden = lines.getByText('"c": {').first();
  assert.equal(await hidden.isVisible(), false);
  await lines.getByText(/^… \d+ equal lines$/).first().click();
  await hidden.waitFor();
});

const HOPELESS = '{"age": -5, "city": "Oslo"}';
const stop = gate();
const halting = {
  provider: "openai",
  server: "openAi",
  settings: { "API key": "secret-1", "Stop replies that cannot become valid": true },
  script: [
    streamed(reply(HOPELESS), { deltas: [HOPELESS.indexOf('"city"'), stop] }),
    reply('{"age": null, "city": "Oslo"}'),
  ],
};
formatTest("a hopeless reply is stopped in the server's form too, a null for no field is not", halting, async (page, provider) => {
  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
  const [first, second] = await page.cards();
  assert.deepEqual([await first.badge(), await second.badge()], ["INVALID", "VALID"]);
  assert.deepEqual((await first.violations()).map(({ message }) => message), ['"age" must be ≥ 0 (got -5)']);
  assert.deepEqual([provider.calls[0].asked.mode, await provider.calls[0].closed], ["strict", "left"]);
  assert.deepEqual(await second.json(), { city: "Oslo" });
  stop.release();
});

pageTest("the stand-in model is asked by the prompt, whatever is set", {}, async (page) => {
  await page.set({ "Response format": "schema enforced by the server" });
  await page.reads("The simulated model is asked by the prompt only.");
  await page.page.locator("summary", { hasText: "Preview request" }).click();
  await page.reads("Nothing is sent: the stand-in model is in this page.");
  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
});
