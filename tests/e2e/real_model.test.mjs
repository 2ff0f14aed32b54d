// The whole page against a real model on llama.cpp's server. Ten weather reports with fixed seeds, asked for by
// the prompt only: a small model fails in every way there is; whatever it does, each card says what the judge on
// the command line says of the same text, each retry carries the model's own answer and its exact errors, and each
// run ends with a verdict. Then what only a real server can show: its list, the schema that it enforces, a reply
// on its way, and that Stop frees it. Skipped where there is no server or no model.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Batch } from "./support/batch.mjs";
import { pageTest } from "./support/page.mjs";
import { freePort } from "./support/provider.mjs";

const ROOT = join(import.meta.dirname, "../..");
const { SOV_LLAMA_SERVER, SOV_MODEL } = process.env;
const SOV_JUDGE = process.env.SOV_JUDGE ?? join(ROOT, "target/release/examples/judge");
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const skip = !(SOV_LLAMA_SERVER && SOV_MODEL) && "SOV_LLAMA_SERVER or SOV_MODEL is not set";

let model;
before(async () => {
  if (!skip) model = await startModel();
});
after(() => model?.stop());

pageTest("ten weather reports from a real model", { skip, timeout: 600_000 }, async (page, t) => {
  const sent = [];
  page.page.on("request", (request) => {
    if (request.url() === `${model.baseUrl}/chat/completions`) sent.push(request.postDataJSON());
  });
  await point(page, "prompt");
  await page.set({ "Max attempts": "3", Temperature: "0.7", "Token limit": "96" });

  const runs = [];
  for (const seed of SEEDS) {
    sent.length = 0;
    await page.set({ Seed: seed });
    const { headline } = await page.runToEnd(300_000);
    assert.match(headline, /^(Valid output in|Failed after|Stopped early after) \d attempts?$/);
    const cards = [];
    for (const card of await page.cards()) {
      cards.push({ name: `seed ${seed}, attempt ${cards.length + 1}`, ...(await read(card)) });
    }
    runs.push({ cards, calls: [...sent], file: (await page.saveRun()).text });
  }
  const valid = (most) => runs.filter(({ cards }) => cards.slice(0, most).at(-1).badge === "VALID").length;
  const of = `of ${runs.length}`;
  t.diagnostic(`valid at the first attempt: ${valid(1)} ${of}, within 3 attempts: ${valid(3)} ${of}`);

  runs.forEach(assertCorrected);
  await assertJudged(runs.flatMap(({ cards }) => cards));

  // Opened again, each run comes to the very same verdicts, and the model is asked nothing.
  sent.length = 0;
  for (const { cards, file } of runs) {
    await page.openRun(file);
    await page.region("Judged again").getByText(/^Judged again by its own schema: the same verdicts?$/).waitFor();
    const again = [];
    for (const card of await page.cards()) again.push({ name: cards[again.length]?.name, ...(await read(card)) });
    assert.deepEqual(again, cards);
    await page.reset();
  }
  assert.equal(sent.length, 0);
});

/** Points the page at the model: by its link, since choosing the provider would call on the port it usually has. */
async function point(page, format) {
  await page.page.goto("about:blank");
  await page.open(`#provider=llama.cpp&base_url=${encodeURIComponent(model.baseUrl)}&response_format=${format}`);
  await page.button("Use it").click();
  await page.reads(/connected · 1 model$/);
}

const REVIEW = {
  title: "Review",
  type: "object",
  properties: {
    stars: { type: "integer", minimum: 1, maximum: 5 },
    mood: { enum: ["angry", "calm", "glad"] },
    recommended: { type: "boolean" },
    nights: { type: "integer", minimum: 0, maximum: 30 },
  },
  required: ["stars", "mood", "recommended", "nights"],
  additionalProperties: false,
};

pageTest("what the server enforces is valid at the first attempt, ten times of ten", { skip, timeout: 600_000 }, async (page) => {
  const sent = [];
  page.page.on("request", (request) => {
    if (request.url() === `${model.baseUrl}/chat/completions`) sent.push(request.postDataJSON());
  });
  await point(page, "auto");
  await page.reads(/^loaded · reads 4,096 tokens/);
  await page.set({
    Schema: "Your own…",
    "Your own schema": JSON.stringify(REVIEW),
    Prompt: "Rate this stay.",
    Input: "We stayed for three nights. The room was cold, but the staff made up for it.",
    Temperature: "0.9",
    "Token limit": "96",
  });
  for (const seed of SEEDS) {
    await page.set({ Seed: seed });
    assert.equal((await page.runToEnd(120_000)).headline, "Valid output in 1 attempt", `seed ${seed}`);
    assert.deepEqual(Object.keys(await page.card(1).json()), Object.keys(REVIEW.properties));
  }
  assert.deepEqual([...new Set(sent.map((call) => `${call.response_format.type}, ${call.stream}`))], ["json_schema, true"]);
});

pageTest("a reply is seen on its way, and Stop frees the server", { skip, timeout: 300_000 }, async (page) => {
  await point(page, "prompt");
  // Alone, it would take minutes.
  await page.set({ Prompt: "Tell a very long story of a voyage, without any JSON.", Input: "", "Token limit": "3500" });
  await page.run();
  await page.card(1).region.getByLabel("Arriving", { exact: true }).filter({ hasText: /\w+ \w+/ }).waitFor();
  await page.stop();
  assert.equal((await page.result()).headline, "Stopped");
  const answer = await fetch(`${model.baseUrl}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ messages: [{ role: "user", content: "Hi" }], max_tokens: 1 }),
    // The only slot there is.
    signal: AbortSignal.timeout(20_000),
  });
  assert.equal((await answer.json()).usage.completion_tokens, 1);
});

const STAYS = ["The room was cold", "We slept well", "The food was bad", "The staff was kind", "It was far too loud"].flatMap((what) =>
  ["and we left at once", "but we would come again", "as in the years before", "for three nights"].map((end) => `${what}, ${end}.`),
);

pageTest("twenty inputs by two setups: the figures are those of the rows", { skip, timeout: 900_000 }, async (page, t) => {
  await point(page, "prompt");
  await page.set({
    Schema: "Your own…",
    "Your own schema": JSON.stringify(REVIEW),
    Prompt: "Rate this stay.",
    "Max attempts": "2",
    Temperature: "0.7",
    Seed: "1",
    "Token limit": "96",
  });
  const batch = await Batch.open(page);
  await batch.add({ "stays.jsonl": STAYS.map((stay) => JSON.stringify({ stay })).join("\n") });
  await batch.press("Keep this setup and compare");
  await page.set({ "Response format": "auto" });
  await batch.main.getByText("40 runs: 40 to 80 calls.").waitFor();
  await batch.press("Start the batch");
  await batch.ends();

  const valid = await batch.lines("Valid answers (JSONL)");
  const failed = (await batch.lines("Failures (JSONL)")).map(({ _batch }) => _batch);
  assert.equal(valid.length + failed.length, 40);
  const names = [...new Set([...valid, ...failed].map(({ setup }) => setup))].sort();
  assert.equal(names.length, 2);
  for (const name of names) {
    const of = (rows) => rows.filter(({ setup }) => setup === name);
    const judged = [...of(valid), ...of(failed).filter(({ outcome }) => ["invalid", "in circles"].includes(outcome))];
    const tokens = [...of(valid), ...of(failed)].reduce((sum, { input_tokens, output_tokens }) => sum + input_tokens + output_tokens, 0);
    const atOnce = of(valid).filter(({ attempts }) => attempts === 1).length;
    const [, ...cells] = await batch.figures("By setup", name);
    t.diagnostic(`${name}: ${cells.join(" | ")}`);
    const perValid = of(valid).length ? Math.round(tokens / of(valid).length).toLocaleString("en") : "–";
    assert.deepEqual(cells.slice(0, 4), [
      `${judged.length}`,
      share(atOnce, judged.length),
      share(of(valid).length, judged.length),
      perValid,
    ]);
  }
});

/** A share with its interval, as it is written: by Wilson's score, from its textbook form. */
function share(part, whole) {
  const z = 1.959963984540054;
  const p = part / whole;
  const middle = p + (z * z) / (2 * whole);
  const spread = z * Math.sqrt((p * (1 - p)) / whole + (z * z) / (4 * whole * whole));
  const [low, high] = [middle - spread, middle + spread].map((end) => Math.round((100 * end) / (1 + (z * z) / whole)));
  return `${part} of ${whole} (${Math.round(100 * p)} %)${low}–${high} %`;
}

/** What a card says. */
async function read(card) {
  const badge = await card.badge();
  const correction = await card.correction();
  return {
    badge,
    violations: await card.violations(),
    raw: await card.rawReply(),
    correction,
    way: correction && (await card.way()),
  };
}

/** The badges of replies without an answer in them. */
const NO_ANSWER = ["NO JSON", "TRUNCATED", "RUNAWAY", "EMPTY", "ONLY REASONING"];

/** Asserts that every retry of a run carries each error of the answer before it, and that answer where it is a conversation. */
function assertCorrected({ cards, calls }) {
  const [system, question] = calls[0].messages;
  const expected = [[system, question]];
  for (const { badge, raw, correction, way, violations } of cards.slice(0, -1)) {
    const answer = raw.replace(/^\s*<think>.*?<\/think>/s, "").trim();
    const lines = correction?.split("\n") ?? [];
    // A stray field is told with those that are allowed.
    const isTold = ({ message }) => lines.some((line) => line === `- ${message}` || line.startsWith(`- ${message} (allowed: `));
    assert.deepEqual(violations.filter((violation) => !isTold(violation)), [], correction);
    // An answer that was cut off, or is none, is not shown to the model again.
    const isOfNoUse = !answer || ["TRUNCATED", "RUNAWAY", "EMPTY", "ONLY REASONING"].includes(badge);
    if (!correction) {
      // The same once more, with more room.
      expected.push(expected.at(-1));
    } else if (isOfNoUse || !way.startsWith("conversation")) {
      expected.push([system, { ...question, content: `${question.content}\n\n${correction}` }]);
    } else {
      expected.push([system, question, { role: "assistant", content: answer }, { role: "user", content: correction }]);
    }
  }
  assert.deepEqual(calls.map(({ messages }) => messages), expected);
}

/** Asserts that every card says of its raw reply what the judge says of it. */
async function assertJudged(cards) {
  const schema = JSON.parse(await readFile(join(ROOT, "src/core/schema/catalogue/weather-report.json"), "utf8"));
  const lines = cards.map(({ name, raw }) => JSON.stringify({ id: name, text: raw, schema }));
  const output = execFileSync(SOV_JUDGE, { input: lines.join("\n"), encoding: "utf8" });
  const judged = output.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(
    cards.map(({ name, badge, violations }) => ({
      name,
      badge: NO_ANSWER.includes(badge) ? "no answer" : badge,
      violations,
    })),
    judged.map(({ id, found, valid, truncated, repairs, violations }) => ({
      name: id,
      badge: valid ? (repairs.length ? "VALID · REPAIRED" : "VALID") : found && !truncated ? "INVALID" : "no answer",
      violations: violations.map(({ severity, ...violation }) => violation),
    })),
  );
}

/** Starts llama.cpp's server with the model and waits until it is ready. */
async function startModel() {
  const port = await freePort();
  // One thread: on a machine that does other things too, threads wait for each other most of the time.
  const options = ["-m", SOV_MODEL, "--port", port, "--host", "127.0.0.1", "-t", 1, "-c", 4096, "--parallel", 1, "--jinja"];
  const server = spawn(SOV_LLAMA_SERVER, options.map(String), { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(server, "exit");
  let log = "";
  server.stderr.setEncoding("utf8").on("data", (text) => (log = (log + text).slice(-4000)));
  const isReady = () => fetch(`http://127.0.0.1:${port}/health`).then(({ ok }) => ok, () => false);
  while (!(await isReady())) {
    assert.equal(server.exitCode, null, `the model's server ended by itself:\n${log}`);
    await setTimeout(200);
  }
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async stop() {
      server.kill();
      await ended;
    },
  };
}
