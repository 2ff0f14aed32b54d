// Runs as files: saved, opened elsewhere without a network, judged again, and never believed.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { pageTest } from "./support/page.mjs";
import { failure, reply, startProvider } from "./support/provider.mjs";

const CUSTOM = "Custom (OpenAI-compatible)";
const OWN = "Your own…";
const KEY = "sk-secret-0123456789";
const VALID = { city: "Kraków", temperature_c: 31, condition: "sunny", humidity_pct: 40 };
const WRONG = { city: "K", temperature_c: 31, condition: "Sunny", humidity_pct: 40 };
const as = (value, options) => reply(JSON.stringify(value), options);

/** Waits until the judge is there, which has read the schema then. */
const hasJudge = (page) => page.page.getByRole("list", { name: "Fields" }).getByRole("listitem").first().waitFor();

/** All that a person sees of a run. */
async function seen(page) {
  const cards = [];
  for (const card of await page.cards()) {
    await card.open();
    const folds = {};
    for (const name of ["Messages sent", "Request as cURL"]) {
      if (!(await card.fold(name).isVisible())) continue;
      await card.unfold(name);
      folds[name] = await card.region.getByLabel(name === "Messages sent" ? "Messages" : name).allTextContents();
    }
    const time = card.part("Time");
    cards.push({
      head: await card.head(),
      words: await card.words(),
      raw: await card.rawReply(),
      correction: await card.correction(),
      time: (await time.count()) ? await time.textContent() : "",
      ...folds,
    });
  }
  return { result: await page.result(), pipeline: await page.pipeline(), cards };
}

const again = (page) => page.region("Judged again");

pageTest("a run is the same when it is opened without a network, and holds no key", {}, async (page, t) => {
  const script = [failure(429, { headers: { "retry-after": "0" } }), as(WRONG), as(VALID)];
  const provider = await startProvider(t, { script });
  await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl, "API key": KEY, Input: "A document." });
  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
  const before = await seen(page);
  const { name, text } = await page.saveRun();
  assert.match(name, /^weather-report-[0-9a-f]{6}\.run\.json$/);
  assert.ok(!text.includes(KEY) && !text.includes(KEY.slice(3)), "the key is in the file");
  const { format, version, setup, input, attempts, server, ending } = JSON.parse(text);
  assert.equal(setup.provider, "custom");
  for (const own of ["settings", "prices", "own_schemas", "servers", "theme"]) assert.ok(!(own in setup), own);
  assert.deepEqual(
    { format, version, input, server, ending },
    {
      format: "structured-output-validator run",
      version: 1,
      input: "A document.",
      server: { provider: "custom", baseUrl: provider.baseUrl, model: "" },
      ending: { name: "valid" },
    },
  );
  assert.deepEqual(
    attempts.map(({ reply, verdict }) => [JSON.parse(reply.text), verdict.valid, verdict.violations.map(({ rule }) => rule)]),
    [
      [WRONG, false, ["minLength", "enum"]],
      [VALID, true, []],
    ],
  );

  const calls = provider.calls.length;
  await page.page.evaluate(() => localStorage.clear());
  await page.reload();
  // The judge is there before the network goes.
  await hasJudge(page);
  await page.page.context().setOffline(true);
  page.expectErrors(/status of 429/, /ERR_INTERNET_DISCONNECTED.*icon/);
  await page.openRun(text);
  await again(page).getByText("Judged again by its own schema: the same verdicts", { exact: true }).waitFor();
  const after = await seen(page);
  assert.deepEqual(after, before);
  assert.equal(provider.calls.length, calls);
  assert.deepEqual(await page.barriers(), []);
  // Its setup is offered like a link's.
  await page.button("Use its setup").click();
  await page.region("Link").getByText(/points the page at /).waitFor();
  await page.button("Ignore").click();
  // What was opened can be saved once more.
  const saved = JSON.parse((await page.saveRun()).text);
  assert.deepEqual(saved, JSON.parse(text));
});

const RANGE = (most) =>
  JSON.stringify({
    title: "Size",
    type: "object",
    properties: { size: { type: "integer", minimum: 1, maximum: most } },
    required: ["size"],
  });

pageTest("a changed rule shows what the verdicts would have been, without a call", {}, async (page, t) => {
  const script = [as({ size: 12 }), as({ size: 7 })];
  const provider = await startProvider(t, { script });
  await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl, Schema: OWN, "Your own schema": RANGE(10), Prompt: "How large?" });
  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
  assert.equal(await again(page).count(), 0);
  const { text } = await page.saveRun();

  const rows = async () => {
    const rows = await again(page).getByRole("row").all();
    return Promise.all(rows.map((row) => row.getByRole("cell").allTextContents()));
  };
  await page.set({ "Your own schema": RANGE(5) });
  await page.closeEditor();
  await again(page).getByText("Judged again by “Size”, chosen now: 1 of 2 verdicts changed", { exact: true }).waitFor();
  assert.deepEqual(await rows(), [
    ["Attempt", "Then", "“Size”, chosen now"],
    ["1", "1 error", "1 error"],
    ["2", "valid", "1 error"],
  ]);
  assert.deepEqual(await page.barriers(), []);
  await page.set({ "Your own schema": RANGE(10) });
  await page.closeEditor();
  await again(page).waitFor({ state: "detached" });

  await page.set({ "Your own schema": RANGE(20) });
  await page.closeEditor();
  await again(page).getByText(/1 of 2 verdicts changed/).waitFor();
  await page.reset();
  await page.openRun(text);
  await again(page).getByText("Judged again by its own schema: the same verdicts", { exact: true }).waitFor();
  await again(page).getByText("Judged again by “Size”, chosen now: 1 of 2 verdicts changed", { exact: true }).waitFor();
  assert.deepEqual(await rows(), [
    ["Attempt", "Then", "its own schema", "“Size”, chosen now"],
    ["1", "1 error", "1 error", "valid"],
    ["2", "valid", "valid", "valid"],
  ]);
  assert.equal((await page.result()).headline, "Valid output in 2 attempts");
  assert.equal(provider.calls.length, 2);
});

pageTest("reports tell the whole run, copied or saved", {}, async (page) => {
  await page.runToEnd();
  const { text } = await page.saveRun();
  const { attempts } = JSON.parse(text);
  for (const [kind, name] of [
    ["Markdown", "report.md"],
    ["JSON", "report.json"],
  ]) {
    const download = page.page.waitForEvent("download");
    await page.button(`Save as ${kind}`).click();
    const saved = await download;
    assert.equal(saved.suggestedFilename(), name);
    const report = await readFile(await saved.path(), "utf8");
    await page.reads(`${name} saved`);
    await page.button(`Copy as ${kind}`).click();
    await page.reads("Copied ✓");
    assert.equal(await page.page.evaluate(() => navigator.clipboard.readText()), report);
    for (const { reply, correction } of attempts) {
      for (const line of [reply.text, correction ?? ""].join("\n").split("\n")) {
        const told = kind === "JSON" ? JSON.stringify(line).slice(1, -1) : line.trim();
        assert.ok(report.includes(told), `${kind}: ${line}`);
      }
    }
  }
});

// Files of others.

const SCRIPT = "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>";
const attempt = (text, verdict = {}) => ({
  outcome: { name: "valid" },
  messages: [{ role: "user", content: SCRIPT }],
  mode: "prompt",
  reply: { text },
  verdict: { valid: true, answer: text, passed: 7, violations: [], ...verdict },
});
const file = (schema, ...attempts) => ({
  format: "structured-output-validator run",
  version: 1,
  id: SCRIPT,
  schemaName: SCRIPT,
  schema: { text: JSON.stringify(schema), component: null, formats: "assert" },
  server: { provider: "custom", baseUrl: "http://localhost@evil.example/v1", model: SCRIPT },
  prompt: SCRIPT,
  ending: { name: "valid" },
  attempts,
});

pageTest("a hostile run file runs nothing, contacts no one and is not believed", {}, async (page, t) => {
  await hasJudge(page);
  const requests = [];
  page.page.on("request", (request) => requests.push(request.url()));
  const settings = await page.page.evaluate(() => JSON.stringify(localStorage));
  // It claims that a wrong answer is valid.
  await page.openRun(JSON.stringify(file({ type: "integer" }, attempt(JSON.stringify(SCRIPT)))));
  await again(page).waitFor();
  assert.equal((await page.result()).headline, "Failed after 1 attempt");
  assert.equal(await page.card(1).badge(), "INVALID");
  await seen(page);
  await page.saveRun();

  // A pattern and a rule that would take for ever.
  const slow = "a".repeat(60) + "!";
  const hang = file({ type: "string", pattern: "^(?=(a+)+$)(a+)+$" }, attempt(JSON.stringify(slow)));
  await page.reset();
  await page.openRun(JSON.stringify(hang));
  await again(page).waitFor();
  assert.equal((await page.result()).headline, "Failed after 1 attempt");
  const [{ rule, message }] = await page.card(1).violations();
  assert.equal(rule, "pattern");
  assert.match(message, /^The answer cannot be judged: /);

  // No run at all, or a broken one: said in a line, and nothing is lost.
  for (const [text, said] of [
    ["", "This file is none that this page has saved."],
    ["\0\0", "This file is none that this page has saved."],
    ["[".repeat(200_000), "This file is none that this page has saved."],
    [JSON.stringify({ ...file({}), version: 9 }), "A newer version of this page made this run file (format 9). Reload the page to get it."],
    [JSON.stringify(file({}, { outcome: { name: "sung" } })), "This run file is broken: attempts[0].outcome.name cannot be read."],
  ]) {
    await page.openRun(text);
    const notice = page.region("File");
    await notice.getByText(said, { exact: true }).waitFor();
    assert.equal(await page.attempts(), 1, "what was open stays");
    await notice.getByRole("button", { name: "Close", exact: true }).click();
  }
  assert.equal(await page.page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.page.evaluate(() => JSON.stringify(localStorage)), settings, "nothing of the person's changed");
  assert.deepEqual(requests.filter((url) => !url.startsWith("blob:")), []);
});

pageTest("a run that is under way is not replaced", {}, async (page, t) => {
  await page.runToEnd();
  const { text } = await page.saveRun();
  await startProvider(t, { script: [] });
  await page.set({ Speed: "slow" });
  await page.run();
  await page.card(1).region.waitFor();
  await page.page.evaluate(() => (location.hash = "#run"));
  // Nothing to open is offered meanwhile, so that it comes from elsewhere.
  assert.equal(await page.page.getByLabel("Open a run file", { exact: true }).count(), 0);
  await page.stop();
  await page.openRun(text);
  await again(page).getByText("Judged again by its own schema: the same verdicts", { exact: true }).waitFor();
});
