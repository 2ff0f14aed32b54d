// What the card says of every fault that a server can report, as each kind of server words it, and of every
// way in which a server keeps pages from reading it: the badge, the title, the server's own words, and the
// steps that a person can take.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pageTest } from "./support/page.mjs";
import { corsFor, corsOnSuccess, corsRefusing, faults, reply, startProvider, unread } from "./support/provider.mjs";

const NOTHING = "There is no reply to parse.";
const LATER = "Run again in a while.";
const LOG = "Look at the server's own log.";

/** How each kind of server is set up: its name in links, its base URL, and whether it wants a key. */
const FORMS = {
  openAi: { id: "openai", base: (origin) => `${origin}/v1`, needsKey: true },
  anthropic: { id: "anthropic", base: (origin) => origin, needsKey: true },
  ollama: { id: "ollama", base: (origin) => origin, needsKey: false },
};

const MODE = "Choose another response format: with the last one, only the prompt says it.";
const REFUSED = "Its own words above name the cause. Empty the setting, or change it.";
const REJECTED = "Its own words above name the cause: often the model, the temperature or the token limit.";
const SHORTEN = "Shorten the input or the prompt, or lower the token limit.";
const PROXY = "A sign-in page or a proxy in between answers like this too.";
const OTHER = "Or choose another provider: the server speaks a language of its own.";
const CHOOSE = "Choose a model from the server's list.";
const RIGHTS = "The key may lack the right to this model, or the server forbids this country or page.";
const PAGES =
  "Some Anthropic organisations forbid calls from pages: use a key of one that does not, or the same model by OpenRouter.";
const BROKEN = "The connection broke while the reply was on its way. If this goes on, look at the server's own log.";
const form = (parameter) => `refused how the form of the answer was asked for: \`${parameter}\``;

const CHECK = {
  openAi: "Check the base URL: {base} (usually https://api.openai.com/v1)",
  anthropic: "Check the base URL: {base} (usually https://api.anthropic.com)",
  ollama: "Check the base URL: {base} (usually http://localhost:11434)",
};

/** By fault and kind of server, what the card says behind "There is no reply to parse.". */
const SAID = {
  keyRefused: {
    openAi: [
      "OpenAI refused the key (HTTP 401).",
      "Incorrect API key provided: no******ey.",
      "Check the API key; keys are made at https://platform.openai.com/api-keys",
    ],
    anthropic: [
      "Anthropic refused the key (HTTP 401).",
      "invalid x-api-key",
      "Check the API key; keys are made at https://console.anthropic.com/settings/keys",
    ],
    ollama: ["Ollama refused the key (HTTP 401).", "unauthorized", "Check the API key: this server asks for one."],
  },
  pagesForbidden: {
    anthropic: [
      "Anthropic does not allow calls from pages (HTTP 401).",
      "CORS requests are not allowed for this Organization because of its settings.",
      PAGES,
    ],
  },
  pageHeaderMissing: {
    anthropic: [
      "Anthropic does not allow calls from pages (HTTP 401).",
      "CORS requests must set 'anthropic-dangerous-direct-browser-access' header",
      PAGES,
    ],
  },
  noPermission: {
    openAi: [
      "OpenAI does not allow this (HTTP 403).",
      "Project does not have access to model `m`.",
      RIGHTS,
      "The rights of a key are set at https://platform.openai.com/api-keys",
    ],
    anthropic: [
      "Anthropic does not allow this (HTTP 403).",
      "Your API key does not have permission to use this model.",
      RIGHTS,
      "The rights of a key are set at https://console.anthropic.com/settings/keys",
    ],
    ollama: ["Ollama does not allow this (HTTP 403).", "Project does not have access to model `m`.", RIGHTS],
  },
  noCredit: {
    openAi: [
      "There is no credit left at OpenAI (HTTP 429).",
      "You exceeded your current quota.",
      "It is paid at https://platform.openai.com/settings/organization/billing",
      "Or choose a model that costs nothing.",
    ],
    anthropic: [
      "There is no credit left at Anthropic (HTTP 400).",
      "Your credit balance is too low to access the Anthropic API.",
      "It is paid at https://console.anthropic.com/settings/billing",
      "Or choose a model that costs nothing.",
    ],
  },
  unknownModel: {
    openAi: ['There is no model "m" here (HTTP 404).', "The model `m` does not exist.", CHOOSE],
    anthropic: ['There is no model "m" here (HTTP 404).', "model: m", CHOOSE],
    ollama: [
      'There is no model "m" here (HTTP 404).',
      "model 'm' not found",
      CHOOSE,
      "Fetch the model with: ollama pull m",
    ],
  },
  noModelLoaded: {
    ollama: [
      "Ollama has no model loaded (HTTP 400).",
      "No models loaded. Please load a model in the developer page or use the 'lms load' command.",
      "Fetch the model with: ollama pull m",
      "If it does not fit into memory, choose a smaller one.",
    ],
  },
  contextOverflow: {
    openAi: [
      "The conversation is longer than the model can read: 9000 tokens, and 8192 are allowed (HTTP 400).",
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
      SHORTEN,
      "Or choose a model that reads more.",
    ],
    anthropic: [
      "The conversation is longer than the model can read: 9000 tokens, and 8192 are allowed (HTTP 400).",
      "prompt is too long: 9000 tokens > 8192 maximum",
      SHORTEN,
      "Or choose a model that reads more.",
    ],
    ollama: [
      "The conversation is longer than the model can read (HTTP 400).",
      "the prompt is longer than the context length currently available to the model",
      SHORTEN,
      "Raise the context length here, or start Ollama with a larger OLLAMA_CONTEXT_LENGTH.",
    ],
  },
  rateLimited: {
    openAi: [
      "OpenAI limits how often it is called (HTTP 429).",
      "Rate limit reached on requests per min (RPM).",
      LATER,
      "Or choose another model or plan.",
    ],
    anthropic: [
      "Anthropic limits how often it is called (HTTP 429).",
      "This request would exceed your rate limit.",
      LATER,
      "Or choose another model or plan.",
    ],
  },
  overloaded: {
    openAi: ["OpenAI has too much to do (HTTP 503).", "The server is overloaded or not ready yet.", LATER],
    anthropic: ["Anthropic has too much to do (HTTP 529).", "Overloaded", LATER],
    ollama: [
      "Ollama has too much to do (HTTP 503).",
      "server busy, please try again. maximum pending requests exceeded",
      LATER,
    ],
  },
  serverError: {
    openAi: ["OpenAI failed (HTTP 500).", "The server had an error while processing your request.", LATER],
    anthropic: ["Anthropic failed (HTTP 500).", "Internal server error", LATER],
    ollama: ["Ollama failed (HTTP 500).", "model runner has unexpectedly stopped", LATER, LOG],
  },
  jsonModeRefused: {
    openAi: [
      `OpenAI ${form("response_format")} (HTTP 400).`,
      "This response_format type is not available for this model.",
      MODE,
    ],
  },
  jsonWordMissing: {
    openAi: [
      `OpenAI ${form("response_format")} (HTTP 400).`,
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      MODE,
    ],
  },
  strictModeRefused: {
    openAi: [
      `OpenAI ${form("response_format")} (HTTP 400).`,
      "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
      MODE,
    ],
    anthropic: [
      `Anthropic ${form("output_config")} (HTTP 400).`,
      "output_config.format: this model does not support output format",
      MODE,
    ],
  },
  schemaRefused: {
    openAi: [
      `OpenAI ${form("response_format")} (HTTP 400).`,
      "Invalid schema for response_format 'answer': In context=(), 'additionalProperties' is required to be supplied " +
        "and to be false.",
      MODE,
    ],
    anthropic: [
      `Anthropic ${form("output_config")} (HTTP 400).`,
      "output_config.format.schema: For 'array' type, 'minItems' values other than 0 or 1 are not supported",
      MODE,
    ],
  },
  schemaTooLarge: {
    openAi: [
      `OpenAI ${form("response_format")} (HTTP 400).`,
      "The schema is too large to be compiled into a grammar.",
      MODE,
    ],
    anthropic: [
      `Anthropic ${form("grammar")} (HTTP 400).`,
      "The compiled grammar is too large, which would cause performance issues.",
      MODE,
    ],
    ollama: [`Ollama ${form("grammar")} (HTTP 400).`, "The schema is too large to be compiled into a grammar.", MODE],
  },
  toolRefused: {
    openAi: [
      `OpenAI ${form("tool_choice")} (HTTP 400).`,
      "Unsupported parameter: 'tool_choice' is not supported with this model.",
      MODE,
    ],
    anthropic: [
      `Anthropic ${form("tool_choice")} (HTTP 400).`,
      "Thinking may not be enabled when tool_choice forces tool use.",
      MODE,
    ],
  },
  limitRefused: {
    openAi: [
      "OpenAI refused `max_tokens` (HTTP 400).",
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      REFUSED,
    ],
  },
  temperatureRefused: {
    openAi: [
      "OpenAI refused `temperature` (HTTP 400).",
      "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
      REFUSED,
    ],
    anthropic: [
      "Anthropic refused `temperature` (HTTP 400).",
      "temperature: only 1.0 is supported for this model",
      REFUSED,
    ],
  },
  fieldRefused: {
    openAi: ["OpenAI refused `seed` (HTTP 422).", "body.seed: Extra inputs are not permitted", REFUSED],
    anthropic: ["Anthropic refused `seed` (HTTP 400).", "seed: Extra inputs are not permitted", REFUSED],
  },
  rolesMustAlternate: {
    openAi: [
      "The server refused `role`: the instructions go into the first user turn.",
      "OpenAI refused how the turns of the conversation follow each other (HTTP 400).",
      "Conversation roles must alternate user/assistant/user/assistant/...",
      "Empty the system prompt, or choose another model: its template takes no such turns.",
    ],
  },
  prefillRefused: {
    openAi: [
      "OpenAI did not accept the request (HTTP 400).",
      "Expected last role User or Tool for serving but got assistant",
      REJECTED,
    ],
    anthropic: [
      "Anthropic did not accept the request (HTTP 400).",
      "This model does not support assistant message prefill. The conversation must end with a user message.",
      REJECTED,
    ],
  },
  contentFiltered: {
    openAi: [
      "A filter of OpenAI withheld the answer (HTTP 400).",
      "The response was filtered due to the prompt triggering the content policy.",
      "Change the prompt or the input.",
    ],
    anthropic: [
      "A filter of Anthropic withheld the answer (HTTP 400).",
      "Output blocked by content filtering policy",
      "Change the prompt or the input.",
    ],
  },
  webPage: each((form) => ["{base} answered with a web page, not with JSON (HTTP 200).", CHECK[form], PROXY]),
  otherFormat: each((form, name) => [
    `The server's answer is not in the format of ${name} (HTTP 200).`,
    '{"ok":true}',
    CHECK[form],
    OTHER,
  ]),
  unreadable: each(() => [BROKEN]),
  emptyBody: { openAi: EMPTY(), ollama: EMPTY(true) },
  emptyStream: { openAi: EMPTY(), ollama: EMPTY(true) },
};

function each(words) {
  const names = { openAi: "OpenAI", anthropic: "Anthropic", ollama: "Ollama" };
  return Object.fromEntries(Object.entries(names).map(([form, name]) => [form, words(form, name)]));
}

function EMPTY(isLocal) {
  const memory = "Local servers answer like this when the model does not fit into memory or the context is full.";
  return ["The server answered with nothing at all (HTTP 200).", ...(isLocal ? [LOG, memory] : [LATER])];
}

/** What goes by itself is asked for again three times, at once as these servers say. */
/** The badges of faults that have one of their own. */
const BADGES = {
  keyRefused: "KEY REFUSED",
  contextOverflow: "TOO LONG",
  rateLimited: "RATE LIMITED",
  overloaded: "SERVER BUSY",
  contentFiltered: "REFUSED",
  unreadable: "CUT",
};
const PASSING = ["rateLimited", "overloaded", "serverError"];
/** What something is learned of, and asked for once more. */
const LEARNED = ["rolesMustAlternate"];
/** What is no fault but a reply that does not fit; `provider.test.mjs` has those. */
const REPLIES = ["schemaNotMet"];
/** What is waited for as long as it takes; the tests at the end have that. */
const WAITED_FOR = ["modelLoading"];
/** Network faults in the console, which come with every card of these tests. */
const TROUBLE = /status of \d{3}|blocked by CORS policy|ERR_FAILED|ERR_INCOMPLETE|ERR_CONTENT/;

test("every fault has its words", () => {
  const others = [...REPLIES, ...WAITED_FOR];
  assert.deepEqual(Object.keys(SAID).sort(), Object.keys(faults).filter((name) => !others.includes(name)).sort());
});

/** A page that asks one kind of server after the other; `ask` runs it to the end, and gives the card. */
function formTest(name, kind, body) {
  const { id, base, needsKey } = FORMS[kind];
  pageTest(name, {}, async (page, t) => {
    page.expectErrors(TROUBLE);
    let isOpen = false;
    await body(page, async (options) => {
      const provider = await startProvider(t, { server: kind, models: [{ id: "m" }], ...options });
      const url = base(provider.origin);
      if (!isOpen) {
        // By a link, since choosing the provider first would call on the port it usually has.
        await page.page.goto("about:blank");
        await page.open(`#provider=${id}&model=m&base_url=${encodeURIComponent(url)}`);
        await page.button("Use it").click();
        // With nothing left to step down to, a refusal of the response format is the end.
        await page.set({ "Max attempts": "1", "Response format": "prompt only" });
        isOpen = true;
      }
      await page.set({ "Base URL": url, ...(needsKey && { "API key": "key-1" }) });
      assert.equal((await page.runToEnd()).headline, "Failed after 1 attempt");
      const filled = (text) => text.replaceAll("{base}", url).replaceAll("{page}", page.origin);
      const card = page.card(1);
      return { filled, said: [await card.badge(), ...(await card.words())] };
    });
  });
}

for (const kind of Object.keys(FORMS)) {
  formTest(`what the card says of each fault: ${kind}`, kind, async (page, ask) => {
    for (const [name, { [kind]: words }] of Object.entries(SAID)) {
      if (!words) continue;
      const isPassing = PASSING.includes(name);
      const answer = faults[name](isPassing ? { after: 0 } : undefined);
      const calls = isPassing ? 4 : LEARNED.includes(name) ? 2 : 1;
      const { said, filled } = await ask({ script: Array(calls).fill(answer) });
      assert.deepEqual(said, [BADGES[name] ?? "CALL FAILED", NOTHING, ...words.map(filled)], name);
      const { figures } = await page.card(1).head();
      assert.equal(figures.includes("3 resends"), isPassing, figures);
    }
  });
}

// Servers that keep pages from reading them.

const WITHHELD = (headers, ...more) => [
  "{base} lets this page read its lists, but did not let it read this answer.",
  "One of these:",
  "A wrong key, or an error of its own: some servers send errors without leave to read them. Check the API key and the model.",
  `CORS settings that are too narrow: calls are POST, with the headers Content-Type, ${headers}.`,
  ...more,
];
const UP = "{base} is up, but does not let this page ({page}) read its answers (CORS).";
const SWITCH = {
  openAi: [
    UP,
    "It allows calls from pages as a rule: an error of its own can come without leave to read it, often for a wrong key or model.",
  ],
  anthropic: [UP, PAGES],
  ollama: [
    UP,
    "Start Ollama with the environment variable OLLAMA_ORIGINS={page}",
    'macOS: run launchctl setenv OLLAMA_ORIGINS "{page}" and restart Ollama.',
    "Linux: run sudo systemctl edit ollama, add the lines [Service] and " +
      'Environment="OLLAMA_ORIGINS={page}", then sudo systemctl restart ollama.',
    "Windows: set OLLAMA_ORIGINS to {page} in your account's environment variables and restart Ollama.",
    "If that is done already, a wrong key or path can look the same.",
  ],
};
const HIDDEN = {
  openAi: WITHHELD("Authorization"),
  anthropic: WITHHELD("x-api-key, anthropic-version"),
  ollama: WITHHELD("Authorization", LOG),
};

for (const kind of Object.keys(FORMS)) {
  formTest(`what the card says of each CORS policy: ${kind}`, kind, async (page, ask) => {
    for (const [name, options, words] of [
      ["nobody may read", { cors: false }, SWITCH],
      ["pages of another origin may read", { cors: corsFor("https://other.example") }, SWITCH],
      ["successes may be read", { cors: corsOnSuccess, script: [faults.keyRefused()] }, HIDDEN],
      ["a header is not allowed", { cors: corsRefusing("content-type") }, HIDDEN],
      ["this answer may not be read", { script: [unread(reply("{}"))] }, HIDDEN],
    ]) {
      const { said, filled } = await ask(options);
      assert.deepEqual(said, ["BLOCKED", NOTHING, ...words[kind].map(filled)], name);
    }
  });
}

// What passes.

const VALID_TEXT = '{"city": "Oslo", "temperature_c": 21, "condition": "sunny", "humidity_pct": 40}';

/** A page whose server says this first, and then gives a valid answer; `seen` is what its card says meanwhile. */
function passingTest(name, kind, script, seen) {
  const { id, base, needsKey } = FORMS[kind];
  pageTest(name, {}, async (page, t) => {
    page.expectErrors(TROUBLE);
    const provider = await startProvider(t, { server: kind, models: [{ id: "m" }], script: [...script, reply(VALID_TEXT)] });
    await page.page.goto("about:blank");
    await page.open(`#provider=${id}&model=m&base_url=${encodeURIComponent(base(provider.origin))}&response_format=prompt`);
    await page.button("Use it").click();
    if (needsKey) await page.set({ "API key": "key-1" });
    await page.run();
    await page.reads(seen);
    assert.equal((await page.result()).headline, "Valid output in 1 attempt");
    assert.equal(await page.attempts(), 1);
  });
}

const loading = [faults.modelLoading(), faults.modelLoading({ after: 0 })];
passingTest("a model that is loading is waited for: llama.cpp's words", "openAi", loading, /^the model is loading, for \d s so far · Loading model$/);
passingTest("a model that is loading is waited for: Ollama's", "ollama", loading, /^the model is loading, for \d s so far · llm server loading model$/);
passingTest("a limit without a word on how long is waited for", "openAi", [faults.rateLimited()], /^waiting 1 s, as the server is busy · resend 1 of 3/);
passingTest("a limit is waited for as long as it says", "anthropic", [faults.rateLimited({ after: 1 })], /^waiting 1 s, as the server asked · resend 1 of 3/);
