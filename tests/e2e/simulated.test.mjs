// What the simulated model can be told to show: each entry of its menu, and the run that it leads to.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";

const CITY = '"city" must be a string, got an array';
const CONDITION = '"condition" must be one of: "sunny", "cloudy", "rainy", "snowy", "windy" (got "Sunny")';
const HUMIDITY = '"humidity_pct" must be ≤ 100 (got 115)';
const NO_ANSWER = "The model gave no answer to judge; the last attempt says why";
const REFUSED =
  "The model refused to answer; asking again would not help. Its words are the raw reply. " +
  "Change the prompt or the input, or choose another model.";
const FILTERED =
  "A content filter of the provider broke the answer off; asking again would not help. What had come of it is the " +
  "raw reply. Change the prompt or the input, or choose another provider.";
const NO_JSON = "There is no complete JSON in the reply.";
const SIMULATED = "simulated: no real model was asked";

/** What is said of a valid run. */
const valid = (repairs = "no repairs, the reply is JSON") =>
  `Matches the schema and its rules; other facts are not checked · 15 checks passed · ${repairs}`;

const MENU = [
  {
    group: "structure",
    entries: [
      { show: "missing field", badges: ["INVALID", "VALID"], errors: ['Missing required field: "temperature_c"'] },
      { show: "wrong type", badges: ["INVALID", "VALID"], errors: [CITY] },
      { show: "unknown key", badges: ["INVALID", "VALID"], errors: ['Unexpected field: "notes"'] },
    ],
  },
  {
    group: "values",
    entries: [
      { show: "two wrong values", badges: ["INVALID", "VALID"], errors: [CONDITION, HUMIDITY] },
      { show: "out of range", badges: ["INVALID", "VALID"], errors: ['"city" must be ≥ 2 characters (got 1: "G")'] },
      { show: "wrong enum", badges: ["INVALID", "VALID"], errors: [CONDITION] },
    ],
  },
  {
    group: "rules",
    entries: [
      {
        show: "broken rule",
        schema: "Deployment config",
        badges: ["INVALID", "VALID"],
        errors: ["timeout_seconds=59 must be below interval_seconds=56"],
      },
      {
        show: "not in the input",
        schema: "Security advisory",
        badges: ["INVALID", "VALID"],
        errors: ['"cve_ids[1]" must occur in the input (got "CVE-3979-13840")'],
      },
      // This schema has no rule that only warns, so that something else is wrong.
      { show: "only a warning", badges: ["INVALID", "VALID"], errors: [CITY] },
    ],
  },
  {
    group: "reply",
    entries: [
      {
        show: "JSON that needs repairs",
        badges: ["VALID · REPAIRED"],
        meaning: valid("2 repairs, the reply is JSON"),
        words: ["Repaired: removed a trailing comma.", "Repaired: removed a comment."],
      },
      { show: "no JSON", badges: ["NO JSON", "VALID"], words: [NO_JSON, "The reply holds no JSON at all."] },
      {
        show: "truncated in the JSON",
        badges: ["TRUNCATED", "VALID"],
        words: [
          NO_JSON,
          "The reply was cut off after 12 tokens, below the limit of 4096, before its JSON was complete. " +
            "If this goes on, look for a limit or a context length of the server's own.",
        ],
      },
      { show: "truncated behind the JSON", badges: ["VALID"], meaning: valid("no repairs, from a code fence") },
      {
        show: "empty",
        badges: ["EMPTY", "VALID"],
        words: [
          NO_JSON,
          "The reply is empty. Local servers answer like this when the context is full or the model was unloaded; " +
            "look at the server's log.",
        ],
      },
      {
        show: "only reasoning",
        badges: ["ONLY REASONING", "VALID"],
        words: [
          NO_JSON,
          "All of the reply went into the model's reasoning, and none into an answer. " +
            "It ended by itself: turn the model's thinking off.",
        ],
      },
      {
        show: "refusal",
        badges: ["REFUSED"],
        headline: "Failed after 1 attempt",
        meaning: NO_ANSWER,
        words: ["There is no verdict on this reply.", REFUSED],
      },
      {
        show: "content filter",
        badges: ["REFUSED"],
        headline: "Failed after 1 attempt",
        meaning: NO_ANSWER,
        words: ["There is no verdict on this reply.", FILTERED],
      },
      {
        show: "white space without end",
        badges: ["RUNAWAY", "VALID"],
        words: [
          NO_JSON,
          "The reply ran into white space without end, and was broken off. Models do this when they are held to JSON " +
            "and do not know what to write; a clearer prompt or another model may help.",
        ],
      },
      {
        show: "repetition without end",
        badges: ["RUNAWAY", "VALID"],
        words: [
          NO_JSON,
          "The reply repeated one piece over and over, and was broken off. " +
            "A higher temperature or another model may help.",
        ],
      },
    ],
  },
  {
    group: "server",
    entries: [
      {
        show: "connection cut",
        badges: ["CUT", "VALID"],
        words: [
          "There is no verdict on this reply.",
          "The connection broke while the reply was on its way. If this goes on, look at the server's own log.",
        ],
      },
      {
        show: "timed out",
        badges: ["TIMED OUT", "VALID"],
        words: [
          "There is no reply to parse.",
          "The server was silent for longer than the time limit. A slow local model may need a higher one.",
        ],
      },
      {
        show: "rate limited",
        badges: ["VALID"],
        figures: /^attempt 1 of 3 · 1 resend · /,
        words: ["The server was rate limiting: waited 2.0 s in all, and sent the call again."],
      },
      {
        show: "busy",
        badges: ["VALID"],
        figures: /^attempt 1 of 3 · 1 resend · /,
        explained: /^The server was busy: waited (\d+ ms|1\.0 s) in all, and sent the call again\.$/,
      },
      {
        show: "context overflow",
        badges: ["TOO LONG"],
        headline: "Failed after 1 attempt",
        meaning: NO_ANSWER,
        words: [
          "There is no reply to parse.",
          "The conversation is longer than the model can read: 4189 tokens, and 2094 are allowed (HTTP 400).",
          "This model's maximum context length is 2094 tokens. However, you requested 4189 tokens. " +
            "Please reduce the length of the messages.",
          "Shorten the input or the prompt, or lower the token limit.",
          "Or choose a model that reads more, or load it with a larger context.",
        ],
      },
      {
        show: "key refused",
        badges: ["KEY REFUSED"],
        headline: "Failed after 1 attempt",
        meaning: NO_ANSWER,
        words: [
          "There is no reply to parse.",
          "Simulated model refused the key (HTTP 401).",
          "Incorrect API key provided.",
          "Check the API key: this server asks for one.",
        ],
      },
      {
        show: "unreachable",
        badges: ["UNREACHABLE"],
        headline: "Failed after 1 attempt",
        meaning: NO_ANSWER,
        words: [
          "There is no reply to parse.",
          "Nothing answered at http://simulated.invalid/v1.",
          "One of these:",
          "Check that the server is running.",
          "Check the base URL: http://simulated.invalid/v1 (it usually ends in /v1)",
          "An ad blocker, a firewall or the browser's permission for local networks can block it too.",
        ],
      },
    ],
  },
  {
    group: "loop",
    entries: [
      {
        show: "mends one, breaks another",
        badges: ["INVALID", "INVALID", "INVALID"],
        headline: "Failed after 3 attempts",
        meaning: "No answer is valid: 1 error left in the last one",
        errors: [CONDITION],
        last: "The model is back at what was wrong before.",
      },
      {
        show: "never learns: same answer",
        badges: ["INVALID", "INVALID", "INVALID"],
        headline: "Failed after 3 attempts",
        meaning: "No answer is valid: 2 errors left in the last one",
        errors: [CONDITION, HUMIDITY],
        last: "The model gave the same answer again.",
      },
      {
        show: "never mends: same errors",
        badges: ["INVALID", "INVALID", "INVALID"],
        headline: "Failed after 3 attempts",
        meaning: "No answer is valid: 2 errors left in the last one",
        errors: [CONDITION, HUMIDITY],
        last: "The answer is another, but the same is wrong with it.",
      },
      {
        show: "hopeless, stopped early",
        badges: ["INVALID", "VALID"],
        errors: [CITY],
        explained: /^The reply was stopped before its end: nothing more could have made it valid\./,
      },
      { show: "right at once", badges: ["VALID"] },
    ],
  },
];

pageTest("the menu offers every class, group by group", {}, async (page) => {
  const groups = await page.control("Show me").evaluate((list) =>
    [...list.children].map((group) => ({ group: group.label, shows: [...group.children].map((option) => option.label) })),
  );
  const expected = MENU.map(({ group, entries }) => ({ group, shows: entries.map(({ show }) => show) }));
  assert.deepEqual(groups, expected);
  assert.deepEqual(await page.values("Show me"), ["two wrong values"]);
});

for (const entry of MENU.flatMap(({ entries }) => entries)) {
  const { show, schema, badges, headline, meaning, errors, words, figures, last, explained } = entry;
  pageTest(`show me: ${show}`, {}, async (page) => {
    if (schema) await page.set({ Schema: schema });
    await page.set({ "Show me": show, Speed: "at once" });
    const result = await page.runToEnd();
    const attempts = badges.length === 1 ? "1 attempt" : `${badges.length} attempts`;
    assert.equal(result.headline, headline ?? `Valid output in ${attempts}`);
    assert.ok(result.meaning.endsWith(` · ${SIMULATED}`), result.meaning);
    if (!schema) assert.equal(result.meaning, `${meaning ?? valid()} · ${SIMULATED}`);
    const cards = await page.cards();
    assert.deepEqual(await Promise.all(cards.map((card) => card.badge())), badges);
    const [first] = cards;
    if (errors) assert.deepEqual((await first.violations()).map(({ message }) => message), errors);
    if (words) assert.deepEqual(await first.words(), words);
    if (figures) assert.match((await first.head()).figures, figures);
    if (last) assert.equal((await cards.at(-1).words()).at(-1), last);
    if (explained) assert.ok((await first.words()).some((text) => explained.test(text)));
  });
}

pageTest("a fault that the schema leaves no place for is told to be another one", {}, async (page) => {
  await page.set({ "Show me": "broken rule", Speed: "at once" });
  await page.runToEnd();
  const card = page.card(1);
  await card.unfold("Reasoning");
  const words = "This schema leaves no place for the fault that was chosen; this is another one.";
  assert.equal(await card.region.getByLabel("Reasoning", { exact: true }).textContent(), words);
});

pageTest("at a rate of 50 % the seed says which runs fail, and the same seed gives the same run", {}, async (page) => {
  await page.set({ "Show me": "wrong enum", "Fault rate": "50 %", Speed: "at once" });
  const run = async (seed) => {
    await page.set({ Seed: seed });
    const { headline } = await page.runToEnd();
    const answers = await Promise.all((await page.cards()).map((card) => card.json()));
    await page.reset();
    return { headline, answers };
  };
  const runs = [];
  for (const seed of [1, 2, 3, 4, 5, 6]) runs.push(await run(seed));
  const headlines = new Set(runs.map(({ headline }) => headline));
  assert.deepEqual([...headlines].sort(), ["Valid output in 1 attempt", "Valid output in 2 attempts"]);
  for (const seed of [1, 2, 3, 4, 5, 6]) assert.deepEqual(await run(seed), runs[seed - 1]);
});

pageTest("what is chosen outlives the page, and can be asked for by a link", {}, async (page) => {
  await page.set({ "Show me": "busy", "Fault rate": "30 %", Speed: "slow" });
  await page.reload();
  assert.deepEqual(await page.values("Show me", "Fault rate", "Speed"), ["busy", "30 %", "slow"]);
  await page.open("#provider=simulated&model=never-learns");
  await page.reload();
  await page.button("Use it").click();
  assert.deepEqual(await page.values("Show me"), ["never learns: same answer"]);
});
