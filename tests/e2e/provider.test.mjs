// The loop against a provider on this machine: what is sent, what becomes of every kind of answer, and
// what a person is told to do about a call that gave none.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";
import { cut, failure, freePort, held, raw, reply, silence, startProvider } from "./support/provider.mjs";

const CUSTOM = "Custom (OpenAI-compatible)";
const PROMPT = "Give a weather report for Lisbon on a summer afternoon.";
const VALID = { city: "Lisbon", temperature_c: 31, condition: "sunny", humidity_pct: 40 };
const VALID_TEXT = JSON.stringify(VALID);
const INVALID_TEXT = '<think>Sunny.</think>\nHere:\n{"city": "L", "temperature_c": "31", "condition": "Sunny"}\n';
const VIOLATIONS = [
  { level: "constraint", message: '"city" must be ≥ 2 characters (got 1: "L")', pointer: "/city", rule: "minLength" },
  {
    level: "structure",
    message: '"temperature_c" must be a number, got string "31"',
    pointer: "/temperature_c",
    rule: "type",
  },
  {
    level: "constraint",
    message: '"condition" must be one of: "sunny", "cloudy", "rainy", "snowy", "windy" (got "Sunny")',
    pointer: "/condition",
    rule: "enum",
  },
  {
    level: "structure",
    message: 'Missing required field: "humidity_pct"',
    pointer: "/humidity_pct",
    rule: "required",
  },
];
const ERRORS = VIOLATIONS.map(({ message }) => `- ${message}`).join("\n");
const SCAFFOLD = `{
  "city": <string of at least 2 characters>,
  "temperature_c": <number from -90 to 60>,
  "condition": <one of "sunny", "cloudy", "rainy", "snowy", "windy">,
  "humidity_pct": <number from 0 to 100>
}`;
const AGAIN =
  "Take every value from the original input again and make it agree with it: an earlier answer is no evidence.\n\n" +
  "Return only the complete corrected JSON: no explanation, no code fence.";
/** What the model is told at first, and by the setting "conversation". */
const CORRECTION =
  `An earlier answer to this had 4 errors. Avoid exactly these:\n${ERRORS}\n\n` +
  `Return this JSON with each <...> replaced by what it stands for:\n${SCAFFOLD}\n\n${AGAIN}`;
const TOLD = `Your JSON has 4 errors. Fix exactly these:\n${ERRORS}\n\n${AGAIN}`;
const QUESTION = { role: "user", content: PROMPT };
/** The turns of the second attempt, after the system prompt. */
const TURNS = [{ role: "user", content: `${PROMPT}\n\n${CORRECTION}` }];
/** The same by the setting "conversation". */
const CONVERSATION = [
  QUESTION,
  { role: "assistant", content: 'Here:\n{"city": "L", "temperature_c": "31", "condition": "Sunny"}' },
  { role: "user", content: TOLD },
];

/** A test with a page that is pointed at a provider with this script. */
function providerTest(name, { settings, ...options }, body) {
  pageTest(name, {}, async (page, t) => {
    const provider = await startProvider(t, options);
    const defaults = { Provider: CUSTOM, "Base URL": provider.baseUrl, "Response format": "prompt only" };
    await page.set({ ...defaults, ...settings });
    await body(page, provider);
  });
}

/** Asserts that the run ended so: the banner, and the badge of every card. */
async function assertEnded(page, headline, ...badges) {
  assert.equal((await page.result()).headline, headline);
  assert.deepEqual(await Promise.all((await page.cards()).map((card) => card.badge())), badges);
}

const mended = [reply(INVALID_TEXT), reply(VALID_TEXT)];

for (const [name, corrections, correction, way, turns] of [
  ["the exact errors go with the question, and what is left to fill in", "auto", CORRECTION, "fresh, scaffold", TURNS],
  ["the model's own answer goes back with its exact errors", "conversation", TOLD, "conversation", CONVERSATION],
]) {
  const whole = { script: mended, settings: { Corrections: corrections } };
  providerTest(name, whole, async (page, provider) => {
    await page.run();
    await assertEnded(page, "Valid output in 2 attempts", "INVALID", "VALID");
    const [first, second] = await page.cards();
    assert.deepEqual(await first.violations(), VIOLATIONS);
    assert.equal(await first.correction(), correction);
    assert.equal(await first.way(), way);
    assert.equal(await first.rawReply(), INVALID_TEXT);
    assert.deepEqual(await second.json(), VALID);
    const system = { role: "system", content: await page.schemaText() };
    const shared = { max_tokens: 4096, stream: true, stream_options: { include_usage: true } };
    assert.deepEqual(
      provider.calls.map(({ body }) => body),
      [
        { ...shared, messages: [system, QUESTION] },
        { ...shared, messages: [system, ...turns] },
      ],
    );
    const { meaning, figures } = await page.result();
    assert.equal(
      meaning,
      "Matches the schema and its rules; other facts are not checked · 15 checks passed · no repairs, the reply is JSON",
    );
    assert.match(figures, / · 60 → 24 tokens · \$0$/);
  });
}

for (const [key, asked, authorization] of [
  ["", "content-type", undefined],
  ["secret-1", "authorization,content-type", "Bearer secret-1"],
]) {
  const name = key ? "with a key the request carries it" : "without a key the request carries none";
  const options = { script: [reply(VALID_TEXT)], settings: { "API key": key } };
  providerTest(`${name}, and no header of our own besides`, options, async (page, provider) => {
    await page.runToEnd();
    const [{ path, headers }] = provider.calls;
    // The browser asks leave for every header but its own.
    const preflights = provider.preflights.filter((preflight) => preflight.path === path);
    assert.deepEqual(preflights.map(({ headers }) => headers["access-control-request-headers"]), [asked]);
    assert.equal(headers["content-type"], "application/json");
    assert.equal(headers.authorization, authorization);
    assert.equal(headers.cookie, undefined);
    assert.equal(headers.referer, undefined);
  });
}

pageTest("Anthropic's messages, with the system prompt split out", {}, async (page, t) => {
  const provider = await startProvider(t, { script: mended, models: [{ type: "model", id: "claude-test" }] });
  await page.set({ Provider: "Anthropic", "Base URL": provider.origin, "API key": "secret-1" });
  await page.set({ "Response format": "prompt only" });
  await page.reads(/connected · 1 model$/);
  await page.run();
  await assertEnded(page, "Valid output in 2 attempts", "INVALID", "VALID");
  const system = await page.schemaText();
  const shared = { model: "claude-test", max_tokens: 4096, system, stream: true };
  assert.deepEqual(
    provider.calls.map(({ body }) => body),
    [
      { ...shared, messages: [QUESTION] },
      { ...shared, messages: TURNS },
    ],
  );
  for (const { headers, path } of [...provider.listings, ...provider.calls]) {
    assert.equal(headers["x-api-key"], "secret-1", path);
    assert.equal(headers["anthropic-version"], "2023-06-01", path);
    assert.equal(headers["anthropic-dangerous-direct-browser-access"], "true", path);
    assert.equal(headers.authorization, undefined, path);
  }
});

pageTest("Ollama's own chat, whatever of its address was pasted", {}, async (page, t) => {
  const provider = await startProvider(t, { server: "ollama", script: mended, models: [{ id: "small:1b" }] });
  // By its link, since choosing the provider first would call on the port it usually has.
  await page.page.goto("about:blank");
  const pasted = encodeURIComponent(`${provider.origin}/v1/chat/completions`);
  await page.open(`#provider=ollama&base_url=${pasted}&response_format=prompt`);
  await page.button("Use it").click();
  await page.reads(/connected · 1 model$/);
  await page.run();
  await assertEnded(page, "Valid output in 2 attempts", "INVALID", "VALID");
  const system = { role: "system", content: await page.schemaText() };
  const shared = { model: "small:1b", options: { num_predict: 4096 }, stream: true };
  assert.deepEqual(
    provider.calls.map(({ path, body }) => [path, body]),
    [
      ["/api/chat", { ...shared, messages: [system, QUESTION] }],
      ["/api/chat", { ...shared, messages: [system, ...TURNS] }],
    ],
  );
  const { figures } = await page.result();
  assert.match(figures, / · 60 → 24 tokens · \$0$/);
});

const listed = { models: ["nomic-embed-text", "small", "large"].map((id) => ({ id })) };
providerTest("the server's models are offered, but no embedding models, the first filled in", listed, async (page) => {
  await page.reads(/connected · 2 models$/);
  await page.control("Model").click();
  const offered = page.page.getByRole("listbox", { name: "Model" }).getByRole("option");
  assert.deepEqual(await offered.allTextContents(), ["small", "large"]);
  assert.deepEqual(await page.values("Model"), ["small"]);
});

// What a card says about every kind of answer that is none; `{base}` and `{page}` are the two origins.
const NOTHING = "There is no reply to parse.";
const NO_JSON = "There is no complete JSON in the reply.";
const CHECK_URL = "Check the base URL: {base}/v1 (it usually ends in /v1)";
for (const { name, answers, cors, badge = "CALL FAILED", words, errors = [] } of [
  {
    name: "a page that the server does not let read its answers (CORS)",
    answers: [],
    cors: false,
    badge: "BLOCKED",
    words: [
      NOTHING,
      "{base}/v1 is up, but does not let this page ({page}) read its answers (CORS).",
      "Allow the origin {page} in the server's CORS settings",
      "If that is done already, a wrong key or path can look the same.",
    ],
    errors: [/blocked by CORS policy/, /net::ERR_FAILED/, /status of 404/],
  },
  {
    name: "a refused key",
    answers: [failure(401, "Invalid token.")],
    badge: "KEY REFUSED",
    words: [
      NOTHING,
      `${CUSTOM} refused the key (HTTP 401).`,
      "Invalid token.",
      "Check the API key: this server asks for one.",
    ],
    errors: [/status of 401/],
  },
  {
    name: "an unknown model",
    answers: [failure(404, "model 'x' not found")],
    words: [
      NOTHING,
      "There is no such model here (HTTP 404).",
      "model 'x' not found",
      "Choose a model from the server's list.",
    ],
    errors: [/status of 404/],
  },
  {
    name: "a conversation that is too long",
    answers: [failure(400, "the request exceeds the available context size (5000 > 4096)")],
    badge: "TOO LONG",
    words: [
      NOTHING,
      "The conversation is longer than the model can read: 5000 tokens, and 4096 are allowed (HTTP 400).",
      "the request exceeds the available context size (5000 > 4096)",
      "Shorten the input or the prompt, or lower the token limit.",
      "Or choose a model that reads more, or load it with a larger context.",
    ],
    errors: [/status of 400/],
  },
  {
    name: "a web page",
    answers: [raw("<!doctype html><h1>Sign in</h1>", { type: "text/html" })],
    words: [
      NOTHING,
      "{base}/v1 answered with a web page, not with JSON (HTTP 200).",
      CHECK_URL,
      "A sign-in page or a proxy in between answers like this too.",
    ],
  },
  {
    name: "a server that stays busy",
    answers: Array(4).fill(
      raw("<h1>Bad gateway</h1>", {
        status: 502,
        type: "text/html",
        headers: { "retry-after": "0", "access-control-expose-headers": "retry-after" },
      }),
    ),
    words: [
      NOTHING,
      `${CUSTOM} failed (HTTP 502).`,
      "Run again in a while.",
      "Look at the server's own log.",
    ],
    errors: [/status of 502/],
  },
  {
    name: "an empty body",
    answers: [raw("")],
    words: [
      NOTHING,
      "The server answered with nothing at all (HTTP 200).",
      "Look at the server's own log.",
      "Local servers answer like this when the model does not fit into memory or the context is full.",
    ],
  },
  {
    name: "JSON of another format",
    answers: [raw('{"ok":true}')],
    words: [
      NOTHING,
      `The server's answer is not in the format of ${CUSTOM} (HTTP 200).`,
      '{"ok":true}',
      CHECK_URL,
      "Or choose another provider: the server speaks a language of its own.",
    ],
  },
  {
    name: "an empty reply",
    answers: [reply("")],
    badge: "EMPTY",
    words: [
      NO_JSON,
      "The reply is empty. Local servers answer like this when the context is full or the model was unloaded; " +
        "look at the server's log.",
    ],
  },
  {
    name: "a reply that is all reasoning",
    answers: [reply("", { finish: "length", reasoning: "Let me think.", usage: [30, 4096] })],
    badge: "ONLY REASONING",
    words: [
      NO_JSON,
      "All 4096 tokens of the reply went into the model's reasoning, and none into an answer. " +
        "Raise the token limit, or turn the model's thinking off.",
    ],
  },
  {
    name: "a reply that is prose",
    answers: [reply("It is sunny in Lisbon.")],
    badge: "NO JSON",
    words: [NO_JSON, "The reply holds no JSON at all."],
  },
  {
    name: "a reply that is nearly JSON",
    answers: [reply('{"city": Lisbon')],
    badge: "NO JSON",
    words: [
      NO_JSON,
      "The reply holds no complete JSON: expected value (line 1, column 10 of the reply).",
    ],
  },
]) {
  const options = { script: answers, cors, settings: { "Max attempts": "1" } };
  providerTest(`a card that can be acted on: ${name}`, options, async (page, provider) => {
    page.expectErrors(...errors);
    await page.run();
    await assertEnded(page, "Failed after 1 attempt", badge);
    const filled = (text) => text.replaceAll("{base}", provider.origin).replaceAll("{page}", page.origin);
    assert.deepEqual(await page.card(1).words(), words.map(filled));
  });
}

pageTest("a card that can be acted on: nothing listens at the base URL", {}, async (page) => {
  page.expectErrors(/net::ERR_CONNECTION_REFUSED/);
  const base = `http://127.0.0.1:${await freePort()}/v1`;
  await page.set({ Provider: CUSTOM, "Base URL": base });
  await page.run();
  await assertEnded(page, "Failed after 1 attempt", "UNREACHABLE");
  assert.deepEqual(await page.card(1).words(), [
    NOTHING,
    `Nothing answered at ${base}.`,
    "One of these:",
    "Check that the server is running.",
    `Check the base URL: ${base} (it usually ends in /v1)`,
    "An ad blocker, a firewall or the browser's permission for local networks can block it too.",
  ]);
});

// A call that takes its time, or is cut.

const silent = {
  script: [silence(), reply(VALID_TEXT)],
  settings: { "Time limit (s)": "1" },
};
providerTest("a server that is silent for too long is given up and asked again", silent, async (page, provider) => {
  await page.run();
  await (await provider.call(1)).closed;
  await assertEnded(page, "Valid output in 2 attempts", "TIMED OUT", "VALID");
  assert.deepEqual(provider.calls[1].body, provider.calls[0].body);
  assert.deepEqual(await page.card(1).words(), [
    NOTHING,
    "The server was silent for longer than the time limit. A slow local model may need a higher one.",
  ]);
});

const torn = { script: [cut(reply(VALID_TEXT)), reply(VALID_TEXT)] };
providerTest("an answer that is cut on its way is asked for again, not called CORS", torn, async (page, provider) => {
  page.expectErrors(/net::ERR_INCOMPLETE_CHUNKED_ENCODING/);
  await page.run();
  await assertEnded(page, "Valid output in 2 attempts", "CUT", "VALID");
  assert.deepEqual(provider.calls[1].body, provider.calls[0].body);
  assert.doesNotMatch((await page.card(1).words()).join("\n"), /CORS/);
});

const busy = failure(429, "Slow down.", { "retry-after": "30", "access-control-expose-headers": "retry-after" });
const resting = (seconds) => `waiting ${seconds} s, as the server asked · resend 1 of 3 · Slow down.`;

const onceBusy = { script: [busy, reply(VALID_TEXT)] };
providerTest("a busy server is asked again when it says, within the attempt", onceBusy, async (page, provider) => {
  page.expectErrors(/status of 429/);
  const { clock } = page.page;
  await clock.install();
  await page.run();
  await page.reads(resting(30));
  await clock.runFor(25_000);
  await page.reads(resting(5));
  await clock.runFor(6_000);
  await assertEnded(page, "Valid output in 1 attempt", "VALID");
  assert.deepEqual(provider.calls[1].body, provider.calls[0].body);
});

providerTest("Stop ends the wait for a busy server", { script: [busy] }, async (page) => {
  page.expectErrors(/status of 429/);
  await page.run();
  await page.reads(/^waiting \d+ s, as the server asked/);
  await page.stop();
  await assertEnded(page, "Stopped", "STOPPED");
});

providerTest("Run becomes Stop, by keyboard and without losing the focus", { script: [silence()] }, async (page) => {
  await page.control("Run").press("Enter");
  await page.control("Stop").waitFor();
  await page.page.keyboard.press("Enter");
  await assertEnded(page, "Stopped", "STOPPED");
});

const stopped = { script: [held(reply("Too late.")), held(reply(VALID_TEXT))] };
providerTest("Stop aborts the request at once, and a late answer changes nothing", stopped, async (page, provider) => {
  const [late, next] = provider.script;
  await page.run();
  const call = await provider.call(1);
  await page.card(1).hasBadge("RUNNING");
  assert.deepEqual((await page.pipeline())[0], ["LLM call", "under way", "waiting for the model"]);
  await page.stop();
  await call.closed;
  await assertEnded(page, "Stopped", "STOPPED");
  assert.deepEqual(await page.card(1).words(), [NOTHING, "You stopped the run while this attempt was under way."]);

  await page.run();
  await provider.call(2);
  late.release();
  next.release();
  await assertEnded(page, "Valid output in 1 attempt", "VALID");
  assert.deepEqual(await page.card(1).json(), VALID);
});

const cleared = { script: [held(reply("Too late.")), reply(VALID_TEXT)] };
providerTest("Reset during a run aborts the request and clears the log", cleared, async (page, provider) => {
  await page.run();
  const call = await provider.call(1);
  await page.card(1).hasBadge("RUNNING");
  await page.reset();
  await call.closed;
  provider.script[0].release();
  await page.reads("Press Run to watch an answer being caught, corrected and accepted");
  assert.equal(await page.attempts(), 0);
  assert.equal(await page.region("Result").count(), 0);

  await page.run();
  await assertEnded(page, "Valid output in 1 attempt", "VALID");
});
