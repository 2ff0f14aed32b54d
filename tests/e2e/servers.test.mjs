// Finding a server, and trusting it with a key: the search on this machine, the list of models, the test
// of the connection, and where a key goes.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";
import {
  corsOnSuccess,
  corsRefusing,
  failure,
  faults,
  freePort,
  raw,
  reply,
  silence,
  startProvider,
} from "./support/provider.mjs";

const CUSTOM = "Custom (OpenAI-compatible)";
const VALID_TEXT = JSON.stringify({ city: "Lisbon", temperature_c: 31, condition: "sunny", humidity_pct: 40 });

// The search. The usual ports may be in use on the machine of the tests, so the browser is sent elsewhere.

/** Sends the browser's requests to usual ports to these providers; nothing listens at the others. */
async function redirect(page, providers) {
  const asked = [];
  const isUsual = ({ port }) => ["1234", "11434", "8080", "9931", "8000"].includes(port);
  await page.page.route(isUsual, (route) => {
    const url = new URL(route.request().url());
    asked.push(url.href);
    const provider = providers[url.port];
    if (!provider) return route.abort("connectionrefused");
    return route.continue({ url: provider.origin + url.pathname + url.search });
  });
  return asked;
}

const offers = (page) => page.page.getByRole("list", { name: "Local servers" }).getByRole("listitem");

pageTest("local servers are looked for on a click only, and one that is chosen is set up", {}, async (page, t) => {
  page.expectErrors(/ERR_CONNECTION_REFUSED/, /blocked by CORS policy/, /ERR_FAILED/, /status of 401/, /status of 404/);
  const lmStudio = await startProvider(t, {
    server: "lmStudio",
    script: [reply(VALID_TEXT)],
    models: [{ id: "large", context: 8192 }, { id: "small", context: 4096, isLoaded: true }, { id: "text-embedding-e", isEmbedding: true }],
  });
  const closed = await startProvider(t, { server: "llamaCpp", cors: false });
  const locked = await startProvider(t, { server: "vllm", models: failure(401, "Unauthorized") });
  const asked = await redirect(page, { 1234: lmStudio, 8080: closed, 8000: locked });
  await page.page.mouse.click(5, 5);
  assert.deepEqual(asked, []);

  await page.button("Find local servers").click();
  await offers(page).first().waitFor();
  assert.deepEqual(await offers(page).allTextContents(), [
    "LM Studio · http://localhost:1234/v1 · small · loaded",
    "llama.cpp · http://127.0.0.1:8080/v1 · does not let this page in (CORS)",
    "vLLM · http://localhost:8000/v1 · asks for a key",
  ]);

  await offers(page).first().getByRole("button").click();
  await page.reads("● connected · 2 models");
  assert.deepEqual(await page.values("Provider", "Base URL", "Model"), ["LM Studio", "http://localhost:1234/v1", "small"]);
  assert.equal((await page.runToEnd()).headline, "Valid output in 1 attempt");
  assert.equal(lmStudio.calls[0].body.model, "small");
});

pageTest("where no local server answers, the page says where it looked", {}, async (page) => {
  page.expectErrors(/ERR_CONNECTION_REFUSED/);
  await redirect(page, {});
  await page.button("Find local servers").click();
  await page.reads(
    "None of the usual addresses answered: http://localhost:1234/v1, http://localhost:11434, " +
      "http://127.0.0.1:8080/v1, http://127.0.0.1:9931/v1, http://localhost:8000/v1. " +
      "Start a server, or give the address of one above.",
  );
  assert.equal(await offers(page).count(), 0);
});

// The models.

const rows = (page) => page.page.getByRole("listbox", { name: "Model" }).getByRole("option").allTextContents();

pageTest("the loaded model is offered first, each with what is told of it", {}, async (page, t) => {
  const models = [{ id: "large", context: 131072 }, { id: "small", context: 4096, isLoaded: true }];
  const provider = await startProvider(t, { server: "lmStudio", models });
  await redirect(page, { 1234: provider });
  await page.set({ Provider: "LM Studio" });
  await page.reads("● connected · 2 models");
  await page.control("Model").click();
  assert.deepEqual(await rows(page), ["small● loaded · reads 4,096 tokens", "largereads 131,072 tokens"]);
  assert.deepEqual(await page.values("Model"), ["small"]);
  await page.reads("loaded · reads 4,096 tokens");
  await page.set({ Model: "large" });
  await page.reads("reads 131,072 tokens");
});

pageTest("the list of models is searched, gone through by keys, and left with Escape", {}, async (page, t) => {
  const names = Array.from({ length: 214 }, (_, index) => `maker/model-${index + 1}`);
  const models = [...names, "other/tiny-chat"].map((id) => ({ id }));
  const provider = await startProvider(t, { models });
  const model = page.control("Model");
  const list = page.page.getByRole("listbox", { name: "Model" });
  const counts = (text) => page.region("Provider").getByText(text, { exact: true }).waitFor();
  /** The text of the row that the keys have gone to. */
  const active = () =>
    model.evaluate((field) => document.getElementById(field.getAttribute("aria-activedescendant"))?.textContent ?? null);
  await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl });
  await page.reads("● connected · 215 models");
  assert.deepEqual(await page.values("Model"), ["maker/model-1"]);
  assert.equal(await list.count(), 0);
  assert.equal(await model.getAttribute("aria-expanded"), "false");

  // Opened, it shows everything, at what stands in the field; a long list is drawn in part.
  await model.press("ArrowDown");
  assert.equal(await model.getAttribute("aria-expanded"), "true");
  assert.equal((await rows(page)).length, 200);
  await counts("215 of 215");
  await page.reads("and 15 more: go on typing");
  assert.equal(await active(), "maker/model-1");
  await model.press("ArrowDown");
  assert.equal(await active(), "maker/model-2");
  await model.press("End");
  assert.equal(await active(), "maker/model-200");
  await page.page.getByRole("option", { name: "maker/model-200", selected: true }).waitFor();
  const isInSight = await list.evaluate((list) => {
    const row = list.querySelector("[aria-selected=true]").getBoundingClientRect();
    const box = list.getBoundingClientRect();
    return row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
  });
  assert.ok(isInSight, "the row that the keys have gone to is in sight");
  await model.press("ArrowDown");
  assert.equal(await active(), "maker/model-1");
  await model.press("ArrowUp");
  await model.press("Home");
  assert.equal(await active(), "maker/model-1");

  // Escape closes it, and leaves the text as it is.
  await model.press("Escape");
  assert.equal(await list.count(), 0);
  assert.deepEqual(await page.values("Model"), ["maker/model-1"]);

  // Words are found anywhere; without a row Enter leaves the text.
  await model.fill("CHAT other");
  await counts("1 of 215");
  assert.deepEqual(await rows(page), ["other/tiny-chat"]);
  await model.press("Enter");
  assert.deepEqual(await page.values("Model"), ["CHAT other"]);
  await model.press("ArrowDown");
  await model.press("Enter");
  assert.deepEqual(await page.values("Model"), ["other/tiny-chat"]);
  assert.equal(await list.count(), 0);

  // A pointer takes a row, too, and the field keeps the focus.
  await model.click();
  await page.page.getByRole("option", { name: "maker/model-7", exact: true }).click();
  assert.deepEqual(await page.values("Model"), ["maker/model-7"]);
  assert.equal(await list.count(), 0);
  await page.page.getByRole("combobox", { name: "Model", exact: true }).and(page.page.locator(":focus")).waitFor();

  // Any other text may stay.
  await model.fill("nobody's model");
  await counts("0 of 215");
  assert.equal(await model.getAttribute("aria-expanded"), "false");
  await page.page.getByRole("status").filter({ hasText: "0 of 215" }).waitFor();
  await model.blur();
  assert.equal(await page.region("Provider").getByText("0 of 215").count(), 0);
  assert.deepEqual(await page.values("Model"), ["nobody's model"]);
});

pageTest("what a list tells of a model's formats is said with it", {}, async (page, t) => {
  const parameters = ["tools", "tool_choice", "structured_outputs", "response_format"];
  const provider = await startProvider(t, {
    server: "openRouter",
    models: [{ id: "all", context: 8192, supported_parameters: parameters }, { id: "none", context: 8192, supported_parameters: [] }],
  });
  await page.set({ Provider: "OpenRouter", "Base URL": provider.baseUrl, "API key": "k" });
  await page.reads("● connected · 2 models");
  await page.control("Model").click();
  assert.deepEqual(await rows(page), ["allreads 8,192 tokens · schema, tool, JSON", "nonereads 8,192 tokens · prompt only"]);
});

// The test of the connection: what each kind of server comes to.

const CHECK = "Check the base URL: {base}/v1 (it usually ends in /v1)";
const BLOCKED = "An ad blocker, a firewall or the browser's permission for local networks can block it too.";
const CORS = [
  "○ {base}/v1 is up, but does not let this page ({page}) read its answers (CORS)",
  "Allow the origin {page} in the server's CORS settings",
  "If that is done already, a wrong key or path can look the same.",
];
const WITHHELD = [
  "○ {base}/v1 lets this page read its lists, but did not let it read this answer",
  "One of these:",
  "A wrong key, or an error of its own: some servers send errors without leave to read them. Check the API key and the model.",
  "CORS settings that are too narrow: calls are POST, with the headers Content-Type, Authorization.",
  "Look at the server's own log.",
];
for (const [name, { calls = 1, says, errors = [], key = "", ...options }] of Object.entries({
  "a server that answers": {
    script: [reply("ok")],
    models: [{ id: "m" }],
    says: ["● connected · 1 model", "● works · m answered a call"],
  },
  "a server without a list": {
    script: [reply("ok")],
    models: raw("404 page not found", { status: 404, type: "text/plain" }),
    says: ["● works · it answered a call"],
    errors: [/status of 404/],
  },
  "a wrong key, though the list is for everyone": {
    script: [faults.keyRefused()],
    models: [{ id: "m" }],
    key: "wrong",
    says: ["● connected · 1 model", `○ ${CUSTOM} refused the key (HTTP 401)`, "Check the API key: this server asks for one."],
    errors: [/status of 401/],
  },
  "a wrong key, for the list too": {
    script: [],
    models: failure(401, "Unauthorized"),
    key: "wrong",
    says: [`○ ${CUSTOM} refused the key (HTTP 401)`, "Check the API key: this server asks for one."],
    errors: [/status of 401/],
  },
  "a parameter that is refused, which a run learns": {
    script: [faults.limitRefused()],
    models: [{ id: "m" }],
    says: ["● connected · 1 model", "● works · m answered a call"],
    errors: [/status of 400/],
  },
  "errors that no page may read": {
    script: [faults.keyRefused()],
    models: [{ id: "m" }],
    cors: corsOnSuccess,
    says: ["● connected · 1 model", ...WITHHELD],
    errors: [/blocked by CORS policy/, /ERR_FAILED/, /status of 404/],
  },
  "a server that lets pages in, but not with a key": {
    script: [],
    models: [{ id: "m" }],
    cors: corsRefusing("authorization"),
    key: "k",
    says: WITHHELD,
    errors: [/blocked by CORS policy/, /ERR_FAILED/, /status of 404/],
  },
  "a server that lets no page in": {
    script: [],
    cors: false,
    says: CORS,
    errors: [/blocked by CORS policy/, /ERR_FAILED/, /status of 404/],
  },
  "a web page": {
    script: [],
    models: faults.webPage(),
    says: [
      "○ {base}/v1 answered with a web page, not with JSON (HTTP 200)",
      CHECK,
      "A sign-in page or a proxy in between answers like this too.",
    ],
  },
})) {
  pageTest(`a test of the connection: ${name}`, {}, async (page, t) => {
    page.expectErrors(...errors);
    const provider = await startProvider(t, options);
    await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl, "API key": key });
    await page.button("Test connection").click();
    const expected = says.map((text) => text.replaceAll("{base}", provider.origin).replaceAll("{page}", page.origin));
    assert.deepEqual(await verdict(page), expected);
    // Never a conversation of the person's, and never many tokens.
    assert.deepEqual(
      provider.calls.map(({ body }) => [body.messages, body.max_tokens]),
      provider.script.map(() => [[{ role: "user", content: "Say: ok" }], 16]),
    );
  });
}

pageTest("a test of the connection: nothing listens", {}, async (page) => {
  page.expectErrors(/ERR_CONNECTION_REFUSED/);
  const base = `http://127.0.0.1:${await freePort()}/v1`;
  await page.set({ Provider: CUSTOM, "Base URL": base });
  await page.button("Test connection").click();
  assert.deepEqual(await verdict(page), [
    `○ Nothing answered at ${base}`,
    "One of these:",
    "Check that the server is running.",
    `Check the base URL: ${base} (it usually ends in /v1)`,
    BLOCKED,
  ]);
});

pageTest("a test of the connection can be stopped", {}, async (page, t) => {
  const provider = await startProvider(t, { script: [silence(), reply("ok")], models: [{ id: "m" }] });
  await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl });
  await page.button("Test connection").click();
  const call = await provider.call(1);
  await page.button("Stop the test").click();
  assert.equal(await call.closed, "left");
  await page.button("Test connection").click();
  assert.deepEqual(await verdict(page), ["● connected · 1 model", "● works · m answered a call"]);
});

pageTest("a test of the connection waits no longer than a run", {}, async (page, t) => {
  const provider = await startProvider(t, { script: [silence()], models: [{ id: "m" }] });
  await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl, "Time limit (s)": 1 });
  await page.button("Test connection").click();
  assert.deepEqual(await verdict(page), [
    "● connected · 1 model",
    "○ There was no answer within 1.0 s",
    "A slow model may need a higher time limit.",
    "Look at the server's own log.",
  ]);
  assert.equal(await (await provider.call(1)).closed, "left");
});

// How a server is asked.

const ASKING = "How this server is asked";

pageTest("every quirk can be set, is kept for its origin, and goes back", {}, async (page, t) => {
  const provider = await startProvider(t, { script: [reply(VALID_TEXT), reply(VALID_TEXT)], models: [{ id: "m" }] });
  const other = await startProvider(t, { script: [reply(VALID_TEXT)], models: [{ id: "m" }] });
  const quirk = (name) => page.page.getByRole("combobox", { name, exact: true });
  await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl, Temperature: 0.5 });
  assert.equal(await quirk("Limit parameter").count(), 0);
  await page.page.getByText(ASKING).click();
  assert.equal(await quirk("Context parameter").count(), 0, "OpenAI's family has none");
  const first = quirk("Limit parameter").getByRole("option").first();
  assert.equal(await first.textContent(), "as known: max_tokens");
  const described = (control) => document.getElementById(control.getAttribute("aria-describedby")).textContent;
  assert.equal(await quirk("Limit parameter").evaluate(described), "What a call names the most tokens of an answer.");
  assert.equal(await page.control("Thinking").count(), 0);

  await quirk("Limit parameter").selectOption("max_completion_tokens");
  await quirk("Temperature parameter").selectOption("left out");
  await quirk("Formats").selectOption("JSON");
  await quirk("Thinking parameter").selectOption("reasoning_effort");
  await page.set({ Thinking: "low" });
  await page.reads("Changed: Limit parameter max_completion_tokens");
  await page.reload();
  await page.reads("Changed: Temperature parameter left out");
  assert.equal((await page.runToEnd()).headline, "Valid output in 1 attempt");
  const { body } = provider.calls[0];
  assert.deepEqual(
    [body.max_completion_tokens, body.max_tokens, body.temperature, body.response_format, body.reasoning_effort],
    [4096, undefined, undefined, { type: "json_object" }, "low"],
  );

  await page.set({ "Base URL": other.baseUrl });
  assert.equal(await page.page.getByText(/^Changed: /).count(), 0);
  assert.equal((await page.runToEnd()).headline, "Valid output in 1 attempt");
  assert.deepEqual([other.calls[0].body.max_tokens, other.calls[0].body.temperature], [4096, 0.5]);

  await page.set({ "Base URL": provider.baseUrl });
  await page.button("Ask as known again").click();
  assert.equal(await page.page.getByText(/^Changed: /).count(), 0);
  await page.page.getByText(ASKING).click();
  assert.equal(await quirk("Limit parameter").inputValue(), "");
  assert.equal((await page.runToEnd()).headline, "Valid output in 1 attempt");
  assert.deepEqual([provider.calls[1].body.max_tokens, provider.calls[1].body.temperature], [4096, 0.5]);
});

pageTest("what a run learned is asked so in the next one, until it is forgotten or set", {}, async (page, t) => {
  page.expectErrors(/status of 400/);
  const refusal = faults.temperatureRefused;
  const answer = () => reply(VALID_TEXT);
  const script = [refusal(), answer(), answer(), refusal(), answer(), refusal(), answer(), refusal(), answer()];
  const provider = await startProvider(t, { script, models: [{ id: "m" }] });
  const temperatures = () => provider.calls.map(({ body }) => body.temperature);
  const runs = async () => assert.equal((await page.runToEnd()).headline, "Valid output in 1 attempt");
  const LEARNED = "Learned: Temperature parameter left out";
  await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl, "Response format": "prompt only", Temperature: 0.5 });
  await page.reads("● connected · 1 model");
  await runs();
  await page.reads(LEARNED);
  await runs();
  assert.deepEqual(temperatures(), [0.5, undefined, undefined]);

  // It is the model's, and not kept.
  await page.set({ Model: "n" });
  assert.equal(await page.page.getByText(LEARNED).count(), 0);
  await page.set({ Model: "m" });
  await page.reads(LEARNED);
  await page.button("Ask as known again").click();
  await runs();
  assert.deepEqual(temperatures().slice(3), [0.5, undefined]);
  await page.reads(LEARNED);
  await page.reload();
  assert.equal(await page.page.getByText(LEARNED).count(), 0);
  await runs();
  await page.reads(LEARNED);

  // What a person sets holds whatever was learned.
  await page.page.getByText(ASKING).click();
  await page.page.getByRole("combobox", { name: "Limit parameter" }).selectOption("max_completion_tokens");
  await page.reads("Changed: Limit parameter max_completion_tokens");
  await page.reads(LEARNED);
  await page.button("Ask as known again").click();
  await runs();
  assert.deepEqual(temperatures().slice(5), [0.5, undefined, 0.5, undefined]);
});

/** What is said of the connection once the test is over. */
async function verdict(page) {
  const section = page.region("Provider");
  await section.getByText("Testing: the list of models, then one short call…").waitFor({ state: "detached" });
  await section.getByText(/^[●○] (?!connected)/).waitFor();
  const texts = await section.getByRole("paragraph").or(section.getByRole("listitem")).allTextContents();
  return texts.slice(texts.findIndex((text) => /^[●○]/.test(text)));
}

// The key.

const SECRET = "sk-planted-5f1c";
const REMEMBER = "Remember this key on this computer";

/** Everything that could hold the key besides the field it is typed in. */
async function leaks(page) {
  const { texts, kept } = await page.page.evaluate(() => ({
    texts: [document.documentElement.outerHTML, document.body.innerText, location.href, document.title, document.cookie],
    kept: Object.entries({ ...localStorage, ...sessionStorage }),
  }));
  return { texts: texts.filter((text) => text.includes(SECRET)), kept: kept.filter((entry) => entry.join().includes(SECRET)) };
}

const NOWHERE = { texts: [], kept: [] };

for (const [name, provider, path] of [
  ["Authorization", CUSTOM, "/v1/chat/completions"],
  ["x-api-key", "Anthropic", "/v1/messages"],
]) {
  pageTest(`no redirect takes a key along: ${name}`, {}, async (page, t) => {
    page.expectErrors(/ERR_FAILED|redirect|status of 404/i);
    const other = await startProvider(t, { models: [{ id: "m" }] });
    const headers = { location: `${other.origin}${path}` };
    const mine = await startProvider(t, { script: [raw("", { status: 307, headers })], models: [{ id: "m" }] });
    const baseUrl = provider === CUSTOM ? mine.baseUrl : mine.origin;
    await page.set({ Provider: provider, "Base URL": baseUrl, "API key": SECRET, "Max attempts": "1", Model: "m" });
    assert.equal((await page.runToEnd()).headline, "Failed after 1 attempt");
    assert.equal(mine.calls.length, 1);
    assert.deepEqual(other.requests, []);
  });
}

pageTest("a key goes to its own origin and is found nowhere else", {}, async (page, t) => {
  page.expectErrors(/status of 401/);
  const said = [];
  page.page.on("console", (message) => said.push(message.text()));
  const sent = [];
  page.page.on("request", (request) => {
    sent.push([new URL(request.url()).origin, JSON.stringify([request.url(), request.headers(), request.postData()])]);
  });
  const mine = await startProvider(t, {
    script: [failure(401, `Incorrect API key provided: ${SECRET}.`)],
    models: [{ id: "m" }],
  });
  const other = await startProvider(t, { script: [reply(VALID_TEXT)], models: [{ id: "m" }] });

  await page.set({ Provider: CUSTOM, "Base URL": mine.baseUrl, "API key": SECRET, "Max attempts": "1" });
  await page.reads("● connected · 1 model");
  assert.equal(await page.control("API key").getAttribute("type"), "password");
  assert.equal((await page.runToEnd()).headline, "Failed after 1 attempt");
  // A server that repeats the key is not quoted with it.
  assert.ok((await page.card(1).words()).includes("Incorrect API key provided: …."));
  assert.equal(mine.calls[0].headers.authorization, `Bearer ${SECRET}`);

  await page.set({ "Base URL": other.baseUrl });
  await page.reads("● connected · 1 model");
  assert.deepEqual(await page.values("API key"), [""]);
  assert.equal((await page.runToEnd()).headline, "Valid output in 1 attempt");
  await page.button("Test connection").waitFor();
  assert.deepEqual(other.holding(SECRET), []);
  assert.ok(mine.holding(SECRET).length > 0);
  assert.deepEqual(sent.filter(([origin, text]) => origin !== mine.origin && text.includes(SECRET)), []);

  // The same host under another name, and the way back.
  await page.set({ "Base URL": mine.baseUrl.replace("127.0.0.1", "localhost") });
  assert.deepEqual(await page.values("API key"), [""]);
  await page.set({ "Base URL": mine.baseUrl });
  assert.deepEqual(await page.values("API key"), [SECRET]);

  assert.deepEqual(await leaks(page), NOWHERE);
  assert.deepEqual(said.filter((text) => text.includes(SECRET)), []);
  await page.reload();
  assert.deepEqual(await page.values("API key"), [""]);
});

pageTest("a key is remembered where that is asked for, and one button forgets it everywhere", {}, async (page, t) => {
  const mine = await startProvider(t, { models: [{ id: "m" }] });
  const other = await startProvider(t, { models: [{ id: "m" }] });
  const remember = page.control(REMEMBER);
  await page.set({ Provider: CUSTOM, "Base URL": mine.baseUrl });
  assert.equal(await remember.count(), 0);
  assert.equal(await page.button("Forget every key").count(), 0);
  await page.set({ "API key": SECRET });
  assert.equal(await remember.isChecked(), false);
  await page.set({ [REMEMBER]: true });
  await page.reads(
    "Kept unencrypted in this browser: whoever uses it, and every extension that may read this page, can read the key.",
  );
  const kept = [[`structured-output-validator.key ${mine.origin}`, SECRET]];
  assert.deepEqual(await leaks(page), { texts: [], kept });

  // It is remembered, but only for its origin.
  await page.reload();
  assert.deepEqual(await page.values("API key"), [SECRET]);
  assert.equal(await remember.isChecked(), true);
  await page.set({ "Base URL": other.baseUrl });
  assert.deepEqual(await page.values("API key"), [""]);
  assert.deepEqual(other.holding(SECRET), []);

  // Another key takes its place; one that is no longer to be remembered stays in memory.
  await page.set({ "Base URL": mine.baseUrl, "API key": `${SECRET}-2` });
  assert.deepEqual(await leaks(page), { texts: [], kept: [[kept[0][0], `${SECRET}-2`]] });
  await page.set({ [REMEMBER]: false });
  assert.deepEqual(await leaks(page), NOWHERE);
  assert.deepEqual(await page.values("API key"), [`${SECRET}-2`]);

  await page.set({ [REMEMBER]: true });
  await page.set({ "Base URL": other.baseUrl });
  await page.button("Forget every key").click();
  await page.set({ "Base URL": mine.baseUrl });
  assert.deepEqual(await page.values("API key"), [""]);
  assert.deepEqual(await leaks(page), NOWHERE);
  await page.reload();
  assert.deepEqual(await page.values("API key"), [""]);
});
