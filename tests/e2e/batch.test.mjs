// Batch: many inputs, several setups, one scheduler; stopped, reloaded and gone on with; and the data afterwards.

import assert from "node:assert/strict";
import { Batch } from "./support/batch.mjs";
import { pageTest } from "./support/page.mjs";
import { failure, gate, reply, startProvider } from "./support/provider.mjs";

const report = (city, temperature = 20) =>
  JSON.stringify({ city, temperature_c: temperature, condition: "sunny", humidity_pct: 40 });

/** What the page asks of a server of any kind, and which city the call is about. */
const CUSTOM = { Provider: "Custom (OpenAI-compatible)", Model: "m", Schema: "Weather report", Corrections: "conversation" };
const cityOf = (call) => call.body.messages[1].content.match(/weather in (\S+?)[,.?\n]/)[1];

async function open(page, provider, settings = {}) {
  await page.set({ ...CUSTOM, "Base URL": provider.baseUrl, Prompt: "Report the weather in {{city}}, please.", ...settings });
  return Batch.open(page);
}

/** A table of so many cities. */
const table = (count) => ["id,city,note", ...Array.from({ length: count }, (_, n) => `${n},City${n},"a, ""b"""`)].join("\n");

pageTest("each row of a table is run by what it says, and its answers come out as data", {}, async (page, t) => {
  const provider = await startProvider(t, {
    answer: (call) => {
      const city = cityOf(call);
      return reply(city === "City2" ? report(city, 99) : report(city), { usage: [9, 9] });
    },
  });
  const batch = await open(page, provider);
  await batch.button("Start the batch").waitFor();
  await batch.add({ "cities.csv": table(4) });
  await batch.main.getByText("4 inputs from cities.csv.").waitFor();
  await batch.main.getByText(/^4 runs: 4 to 12 calls\.$/).waitFor();
  await batch.main.getByLabel("The Input is the column").selectOption("note");
  assert.deepEqual(await page.barriers(), []);
  await batch.press("Start the batch");
  await batch.ends();

  assert.equal(provider.calls.length, 6);
  const first = provider.calls[0].body.messages[1].content;
  assert.match(first, /^Report the weather in City0, please\.[^]*a, "b"/);
  const valid = [0, 1, 3].map((n) => ({
    row: n + 1,
    input: `cities.csv ${n + 1}`,
    attempts: 1,
    input_tokens: 9,
    output_tokens: 9,
    answer: JSON.parse(report(`City${n}`)),
  }));
  assert.deepEqual(await batch.lines("Valid answers (JSONL)"), valid);
  assert.equal(
    await batch.downloaded("Valid answers (CSV)"),
    [
      "row,input,attempts,input_tokens,output_tokens,/city,/temperature_c,/condition,/humidity_pct",
      ...valid.map(({ row, input, answer }) => `${row},${input},1,9,9,${answer.city},20,sunny,40`),
      "",
    ].join("\r\n"),
  );
  const [failed, ...others] = await batch.lines("Failures (JSONL)");
  assert.deepEqual(others, []);
  assert.deepEqual(failed, {
    id: "2",
    city: "City2",
    note: 'a, "b"',
    _batch: {
      row: 3,
      outcome: "invalid",
      attempts: 3,
      input_tokens: 27,
      output_tokens: 27,
      errors: ['"temperature_c" must be ≤ 60 (got 99)'],
      answer: JSON.parse(report("City2", 99)),
    },
  });
  assert.deepEqual(await page.barriers(), []);

  // What failed is run again as it is.
  await batch.press("New batch");
  await batch.add({ "failures.jsonl": `${JSON.stringify(failed)}\n` });
  await batch.main.getByText("1 input from failures.jsonl.").waitFor();
  await batch.press("Start the batch");
  await batch.ends();
  assert.equal(cityOf(provider.calls.at(-1)), "City2");
});

pageTest("what a prompt names and no column says keeps the batch from beginning", {}, async (page, t) => {
  const provider = await startProvider(t);
  const batch = await open(page, provider);
  await batch.add({ "towns.jsonl": '{"town": "Oslo"}\n{"town": "Bergen"}\n' });
  await batch.main.getByText("The prompt names {{city}}, but the columns are town.").first().waitFor();
  assert.equal(await batch.button("Start the batch").isDisabled(), true);
  await page.set({ Prompt: "Report the weather in {{town}}, please." });
  await batch.main.getByText(/^2 runs: 2 to 6 calls\.$/).waitFor();
  await batch.add({ "broken.csv": "a,b\n1\n" });
  await batch.main.getByText("broken.csv: line 2 has 1 cell, and the head has 2 columns.").waitFor();
  await batch.add({ "other.csv": "a,b\n1,2\n" });
  await batch.main.getByText(/^other\.csv has 2 columns \(a, b\), and what is there already has 1 column \(town\)/).waitFor();
  await batch.press("Remove the files");
  await batch.main.getByText(/^One input: the one at the left\./).waitFor();
});

pageTest("a thousand inputs at eight at once, stopped, reloaded and gone on with", { timeout: 300_000 }, async (page, t) => {
  const seen = new Map();
  let flying = 0;
  let most = 0;
  const provider = await startProvider(t, {
    answer: (call, number) => {
      flying += 1;
      most = Math.max(most, flying);
      call.closed.then(() => (flying -= 1));
      if (number % 331 === 0) return failure(429, "Slow down.", { "retry-after": "1", "access-control-expose-headers": "retry-after" });
      if (number % 97 === 0) return failure(500, "Oops.");
      const city = cityOf(call);
      seen.set(city, (seen.get(city) ?? 0) + 1);
      const place = Number(city.slice(4));
      const isWrong = place % 5 === 0 && call.body.messages.length === 2;
      return reply(place % 50 === 1 ? "no JSON" : isWrong ? report(city, "warm") : report(city));
    },
  });
  const batch = await open(page, provider);
  await batch.add({ "cities.csv": table(1_000) });
  await batch.main.getByText("1,000 inputs from cities.csv.").waitFor();
  await batch.set({ "Calls at once": 8 });
  await batch.press("Start the batch");
  await provider.call(300);
  await batch.press("Pause");
  await batch.button("Resume").waitFor();
  await batch.press("Resume");
  await provider.call(500);
  await batch.press("Stop");
  await batch.button("Resume").waitFor();
  await batch.reload();
  await batch.press("Resume");
  await provider.call(800);
  // Closed in the middle, without a word.
  await batch.reload();
  await batch.press("Resume");
  await batch.ends();

  // Replies on their way when the page went are lost, and no others are paid for twice.
  const isWrong = (place) => place % 5 === 0 && place % 50 !== 1;
  const expected = (place) => (place % 50 === 1 ? 3 : isWrong(place) ? 2 : 1);
  const counts = Array.from({ length: 1_000 }, (_, place) => seen.get(`City${place}`) - expected(place));
  assert.ok(counts.every((more) => more >= 0));
  assert.ok(counts.reduce((sum, more) => sum + more) <= 16, `${counts.reduce((sum, more) => sum + more)} replies were lost`);
  assert.ok(most <= 8, `${most} at once`);

  const valid = await batch.lines("Valid answers (JSONL)");
  const rows = Array.from({ length: 1_000 }, (_, place) => place).filter((place) => place % 50 !== 1);
  assert.deepEqual(
    valid.map(({ row, answer }) => [row, answer.city]),
    rows.map((place) => [place + 1, `City${place}`]),
  );
  const failed = await batch.lines("Failures (JSONL)");
  assert.deepEqual(failed.map(({ id }) => Number(id)), Array.from({ length: 20 }, (_, n) => n * 50 + 1));
});

pageTest("two setups side by side, within one budget", {}, async (page, t) => {
  const provider = await startProvider(t, {
    answer: (call) => reply(call.body.model === "small" ? report(cityOf(call), "warm") : report(cityOf(call))),
  });
  const batch = await open(page, provider, { Model: "small", "Max attempts": 1, "Token limit": 100 });
  await batch.add({ "cities.csv": table(3) });
  await batch.press("Keep this setup and compare");
  await page.set({ Model: "large" });
  await batch.main.getByText(/^6 runs: 6 calls\.$/).waitFor();
  await batch.set({ "Token budget of the batch": 350 });
  await batch.press("Start the batch");
  await batch.main.getByText(/^Paused by the budget of the batch\. The next call might take/).waitFor();
  const made = provider.calls.length;
  assert.ok(made > 0 && made < 6, `${made} calls`);
  await batch.set({ "Token budget of the batch": "" });
  await batch.press("Resume");
  await batch.ends();
  assert.equal(provider.calls.length, 6);
});

pageTest("a batch that runs in one tab is not run by another", {}, async (page, t) => {
  const hold = gate();
  const provider = await startProvider(t, { answer: (call) => ({ ...reply(report(cityOf(call))), until: hold.pass() }) });
  const batch = await open(page, provider);
  await batch.add({ "cities.csv": table(2) });
  await batch.press("Start the batch");
  await provider.call(1);
  const other = await page.page.context().newPage();
  await other.goto(`${page.origin}${new URL(page.page.url()).pathname}#batch`);
  await other.getByRole("button", { name: "Resume", exact: true }).click();
  await other.getByText("This batch runs in another tab.").waitFor();
  await other.close();
  hold.release();
  await batch.ends();
  assert.equal(provider.calls.length, 2);
});

pageTest("the calls go out in files, and what comes back goes on from there", {}, async (page, t) => {
  const provider = await startProvider(t);
  const batch = await open(page, provider);
  await batch.add({ "cities.csv": table(3) });
  await batch.main.getByText("Make files for the provider's batch engine instead of calling").click();
  await batch.press("Start the batch");
  await batch.main.getByText(/^3 calls wait for a file/).waitFor();
  const calls = await batch.lines("Batch file");
  assert.deepEqual(calls.map(({ method, url, body }) => [method, url, body.model, body.stream]), Array(3).fill(["POST", "/v1/chat/completions", "m", undefined]));
  const result = ({ custom_id }, text) =>
    JSON.stringify({
      custom_id,
      response: {
        status_code: 200,
        body: { choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }], usage: { prompt_tokens: 9, completion_tokens: 9 } },
      },
      error: null,
    });
  // The third does not come back, and the second is wrong.
  await batch.reload();
  await batch.add({ "output.jsonl": [result(calls[1], report("City1", 99)), result(calls[0], report("City0"))].join("\n") });
  await batch.main.getByText("2 results read.").waitFor();
  await batch.main.getByText(/^2 calls wait for a file/).waitFor();
  const next = await batch.lines("Batch file");
  assert.deepEqual(next.map(({ custom_id }) => custom_id.replace(/^[^-]+/, "")), ["-1-2-0", "-2-1-0"]);
  assert.match(JSON.stringify(next[0].body.messages), /must be ≤ 60 \(got 99\)/);
  await batch.add({ "output.jsonl": [result(next[0], report("City1")), result(next[1], report("City2"))].join("\n") });
  await batch.main.getByText(/^2 results read\./).waitFor();
  await batch.ends();
  const valid = await batch.lines("Valid answers (JSONL)");
  assert.deepEqual(valid.map(({ attempts, answer }) => [attempts, answer.city]), [[1, "City0"], [2, "City1"], [1, "City2"]]);
  assert.equal(provider.calls.length, 0);
});
