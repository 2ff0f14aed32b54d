// History: every run is kept in the browser, and found, opened, compared, counted and handed out again.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { pageTest } from "./support/page.mjs";
import { failure, reply, startProvider } from "./support/provider.mjs";

const RIGHT = JSON.stringify({ city: "Lisbon", temperature_c: 31, condition: "sunny", humidity_pct: 40 });
const WARM = JSON.stringify({ city: "Lisbon", temperature_c: 32, condition: "sunny", humidity_pct: 40 });
const WRONG = JSON.stringify({ city: "Lisbon", temperature_c: "31", condition: "sunny", humidity_pct: 400 });
const FORMULA = '=HYPERLINK("http://localhost/","x"), she said';

/** The view, as a person meets it. */
class History {
  constructor(page) {
    this.page = page;
    this.main = page.page.getByRole("main").filter({ visible: true });
    this.list = this.main.getByRole("group", { name: "Kept runs", exact: true });
    this.rows = this.list.getByRole("listitem");
    this.search = this.main.getByRole("searchbox", { name: "Search", exact: true });
  }

  static async open(page) {
    await page.closeEditor();
    await page.page.getByRole("link", { name: "History", exact: true }).click();
    return new History(page);
  }

  /** Waits until so many are found, in the page's words. */
  async counts(words) {
    await this.main.getByRole("heading", { name: words, exact: true }).waitFor();
  }

  /** What each row says of how the run ended, of its schema and of its model. */
  async runs() {
    const rows = await this.rows.all();
    const words = (row) => row.locator(".run__open > span").allTextContents();
    return Promise.all(rows.map(async (row) => (await words(row)).slice(0, 3).join(", ")));
  }

  control(verb, number) {
    return this.rows.nth(number - 1).getByRole(verb === "Compare" ? "checkbox" : "button", { name: new RegExp(`^${verb} `) });
  }

  button(name) {
    return this.main.getByRole("button", { name, exact: true });
  }

  async choose(field, label) {
    await this.main.getByRole("combobox", { name: field, exact: true }).selectOption({ label });
  }

  async openRow(number) {
    await this.rows.nth(number - 1).locator(".run__open").click();
  }

  /** Presses a button that hands out a file; gives its text. */
  async downloaded(name) {
    const [download] = await Promise.all([this.page.page.waitForEvent("download"), this.button(name).click()]);
    return readFile(await download.path(), "utf8");
  }

  /** A table of what fails: its rows, each with its name and its cells. */
  async table(name) {
    const rows = await this.main.getByRole("region", { name, exact: true }).locator("tbody tr").all();
    return Promise.all(rows.map(async (row) => (await row.locator("th > span, td").allTextContents()).join(" | ")));
  }
}

/** Makes runs of a server, first to last: each with its model, its schema and what the server answers. */
async function makeRuns(page, t, runs) {
  for (const [model, schema, ...script] of runs) {
    const provider = await startProvider(t, { script });
    await page.page.getByRole("link", { name: "Run", exact: true }).click();
    await page.set({ Provider: "Custom (OpenAI-compatible)", "Base URL": provider.baseUrl, Model: model, Schema: schema, Corrections: "conversation" });
    await page.closeEditor();
    await page.reset();
    await page.runToEnd();
  }
}

/** Three runs of two models, newest last: valid at once, valid at the second attempt, and never. */
const THREE = [
  ["small", "Weather report", reply(RIGHT)],
  ["large", "Weather report", reply(WRONG), reply(WARM)],
  ["small", "Contact", reply("none"), reply("none"), reply("none")],
];

async function withThree(page, t) {
  await makeRuns(page, t, THREE);
  const history = await History.open(page);
  await history.counts("3 runs");
  return history;
}

pageTest("runs are kept over a reload, and found by words and choices", {}, async (page, t) => {
  const empty = await History.open(page);
  await empty.main.getByRole("heading", { name: "No runs are kept yet" }).waitFor();
  assert.deepEqual(await page.barriers(), []);
  await withThree(page, t);
  await page.page.reload();
  const history = new History(page);
  await history.counts("3 runs");
  const all = ["Invalid, Contact, small", "Valid, Weather report, large", "Valid, Weather report, small"];
  assert.deepEqual(await history.runs(), all);
  assert.equal(await page.page.title(), "History · Structured Output Validator");

  await history.search.fill("lisbon 32");
  await history.counts("1 of 3 runs");
  assert.deepEqual(await history.runs(), [all[1]]);
  await history.search.fill("nothing like that");
  await history.main.getByRole("heading", { name: "No run is like that" }).waitFor();
  await history.search.fill("");
  await history.counts("3 runs");
  await history.choose("Schema", "Weather report");
  await history.counts("2 of 3 runs");
  await history.choose("Model", "small");
  await history.counts("1 of 3 runs");
  assert.deepEqual(await history.runs(), [all[2]]);
  await history.choose("Schema", "Any");
  await history.counts("2 of 3 runs");
  await history.choose("Outcome", "Invalid");
  await history.counts("1 of 3 runs");
  assert.deepEqual(await history.runs(), [all[0]]);
});

pageTest("a run is pinned, deleted and brought back; all are", {}, async (page, t) => {
  const history = await withThree(page, t);
  await history.control("Pin", 2).click();
  await history.rows.nth(1).getByRole("button", { name: /^Pin /, pressed: true }).waitFor();
  await history.main.getByRole("checkbox", { name: "Pinned only" }).check();
  await history.counts("1 of 3 runs");
  await history.main.getByRole("checkbox", { name: "Pinned only" }).uncheck();
  await history.counts("3 runs");

  await history.control("Delete", 1).click();
  await history.counts("2 runs");
  await page.reads("1 run deleted");
  await history.button("Undo").click();
  await history.counts("3 runs");
  await history.control("Delete", 1).click();
  await history.counts("2 runs");
  await page.page.reload();
  await history.counts("2 runs");
  assert.equal(await history.button("Undo").count(), 0);

  await history.button("Delete all…").click();
  assert.deepEqual(await page.barriers(), []);
  await history.button("Cancel").click();
  await history.button("Delete all…").click();
  await history.button("Delete all but the pinned").click();
  await history.counts("1 run");
  assert.deepEqual(await history.runs(), ["Valid, Weather report, large"]);
  await history.button("Delete all…").click();
  await history.main.getByRole("button", { name: "Delete all", exact: true }).click();
  await history.main.getByRole("heading", { name: "No runs are kept yet" }).waitFor();
  await history.button("Undo").click();
  await history.counts("1 run");
  await page.page.reload();
  await history.counts("1 run");
});

pageTest("a run is opened as it was, without a call", {}, async (page, t) => {
  await makeRuns(page, t, [THREE[1]]);
  await (await History.open(page)).counts("1 run");
  await page.page.getByRole("link", { name: "Run", exact: true }).click();
  await page.reload();
  const requests = [];
  page.page.on("request", (request) => requests.push(request.url()));
  const history = await History.open(page);
  await history.counts("1 run");
  await history.openRow(1);
  assert.equal((await page.result()).headline, "Valid output in 2 attempts");
  assert.deepEqual(await Promise.all((await page.cards()).map((card) => card.badge())), ["INVALID", "VALID"]);
  assert.deepEqual(requests.filter((url) => !url.startsWith(page.origin)), []);
  // One more attempt, or the same run again, stands in its place.
  await History.open(page);
  await history.counts("1 run");
});

pageTest("two runs are put side by side", {}, async (page, t) => {
  const history = await withThree(page, t);
  assert.equal(await history.button("Compare two").isEnabled(), false);
  await history.control("Compare", 3).check();
  await history.control("Compare", 2).check();
  await history.button("Compare two").click();
  const compared = page.region("Comparison");
  await compared.waitFor();
  const facts = await compared.locator("tr").all();
  const words = await Promise.all(facts.map(async (fact) => (await fact.locator("th, td").allTextContents()).join(" | ")));
  const known = words.filter((line) => /^(Outcome|Attempts|Model)/.test(line));
  assert.deepEqual(known, ["Outcome | Valid | Valid", "Attempts | 1 attempt | 2 attempts", "Model | small | large"]);
  assert.deepEqual(await compared.getByRole("list", { name: "Changed places" }).getByRole("listitem").allTextContents(), ["temperature_c31→32"]);
  await page.page.waitForFunction(() => document.activeElement.textContent === "Two runs side by side");
  assert.deepEqual(await page.barriers(), []);
  await history.button("Close").click();
  await compared.waitFor({ state: "detached" });
});

pageTest("the attempts of the runs that are found are handed out as lines and as a table", {}, async (page, t) => {
  await page.set({ Input: FORMULA });
  const script = [reply(WRONG), reply(RIGHT)];
  await makeRuns(page, t, [["small", "Weather report", ...script], ["large", "Contact", reply(JSON.stringify({ name: FORMULA })), reply("none"), reply("none")]]);
  const history = await History.open(page);
  await history.counts("2 runs");
  const rows = (await history.downloaded("Export JSONL")).trimEnd().split("\n").map((line) => JSON.parse(line));
  const facts = rows.map(({ schema, model, attempt, passed, outcome, violations }) => [schema, model, attempt, passed, outcome, violations.length]);
  assert.deepEqual(facts.slice(-2), [
    ["Weather report", "small", 1, false, "invalid", 2],
    ["Weather report", "small", 2, true, "valid", 0],
  ]);
  assert.ok(facts.slice(0, -2).every(([schema, model]) => schema === "Contact" && model === "large"));
  assert.equal(new Set(rows.map(({ run }) => run)).size, 2);
  assert.ok(rows.every(({ input_tokens, output_tokens }) => input_tokens > 0 && output_tokens > 0));

  await history.choose("Schema", "Weather report");
  await history.counts("1 of 2 runs");
  const [head, ...lines] = (await history.downloaded("Export CSV")).split("\r\n");
  assert.match(head, /^run,began,schema,model,simulated,attempt,outcome,input_tokens,output_tokens,/);
  assert.deepEqual([lines.length, lines.at(-1)], [3, ""]);
  assert.match(lines[0], /,Weather report,small,false,1,invalid,\d+,\d+,false,false,"""temperature_c"" must be a number, got string ""31""\n"/);
});

pageTest("what fails is counted as by hand", {}, async (page, t) => {
  await page.runToEnd();
  await makeRuns(page, t, [...THREE, ["small", "Contact", failure(401, "Unauthorized.")]]);
  page.expectErrors(/status of 401/);
  const history = await History.open(page);
  await history.counts("5 runs");
  await history.main.locator("summary", { hasText: "What fails" }).click();
  await page.reads("3 runs counted. 1 run without a verdict left out: stopped, over budget, or never answered. 1 simulated run left out.");
  const numbers = (lines) => lines.map((line) => line.split(" | ").slice(0, 5).join(" | "));
  assert.deepEqual(numbers(await history.table("Valid answers by schema")), [
    "Weather report | 2 | 1 of 2 (50 %) | 2 of 2 (100 %) | 1.5",
    "Contact | 1 | 0 of 1 (0 %) | 0 of 1 (0 %) | –",
  ]);
  assert.deepEqual(numbers(await history.table("Valid answers by model")), [
    "small | 2 | 1 of 2 (50 %) | 1 of 2 (50 %) | 4.0",
    "large | 1 | 0 of 1 (0 %) | 1 of 1 (100 %) | 2.0",
  ]);
  assert.deepEqual(await history.table("What was wrong most often"), [
    "the answer · type | 3 of 6 (50 %) | 1 of 3",
    "/humidity_pct · maximum | 1 of 6 (17 %) | 1 of 3",
    "/temperature_c · type | 1 of 6 (17 %) | 1 of 3",
  ]);
  // From nothing to the whole, as long as the numbers say.
  const bars = await history.main.locator("svg").first().locator("path").evaluateAll((paths) => paths.map((path) => path.getBBox().width));
  assert.deepEqual(bars, [100, 50, 100, 100]);
  assert.deepEqual(await page.barriers(), []);
  await history.main.getByRole("checkbox", { name: "Include simulated" }).check();
  await page.page.getByText(/^4 runs counted\. 1 run without/).waitFor();
  await history.choose("Schema", "Contact");
  await page.page.getByText(/^1 run counted\. 1 run without/).waitFor();
});

/** A test whose worker that keeps runs begins with this. */
function keepingTest(name, patch, body) {
  pageTest(name, { prepare: keeping(patch) }, async (page, t) => {
    await body(page, t);
    // The worker may just be started anew.
    await page.page.unrouteAll({ behavior: "wait" });
  });
}
const keeping = (patch) => (page) =>
  page.route(/\/judge-[0-9a-f]+\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `if (self.name === "archive") { ${patch} }\n${await response.text()}` });
  });
const BLOCKED = 'IDBFactory.prototype.open = () => { throw new DOMException("blocked", "SecurityError"); };';
const FULL =
  "const { put } = IDBObjectStore.prototype;" +
  'IDBObjectStore.prototype.put = function (...given) { if (this.name === "runs") throw new DOMException("full", "QuotaExceededError"); return put.apply(this, given); };';

for (const [name, patch, remark] of [
  ["keeps nothing", BLOCKED, "This browser does not keep runs: they are gone when the page is closed."],
  ["has no room", FULL, "This browser has no room for 1 run: gone when the page is closed. Delete others, or export them."],
]) {
  keepingTest(`a browser that ${name} is no error, and said`, patch, async (page, t) => {
    await makeRuns(page, t, [THREE[1]]);
    const history = await History.open(page);
    await history.counts("1 run");
    await page.reads(remark);
    await history.control("Delete", 1).click();
    await history.button("Undo").click();
    await history.counts("1 run");
    assert.equal((await history.downloaded("Export JSONL")).trimEnd().split("\n").length, 2);
    await history.openRow(1);
    assert.equal((await page.result()).headline, "Valid output in 2 attempts");
  });
}

keepingTest("a worker that cannot be loaded takes nothing else along", 'throw new Error("boom");', async (page) => {
  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
  await History.open(page);
  await page.page.getByText(/^The kept runs cannot be reached\. .*boom/).first().waitFor();
});

pageTest("two pages at once show the same runs", {}, async (page) => {
  await page.runToEnd();
  const other = await page.page.context().newPage();
  await other.goto(`${page.origin}/#history`);
  const there = new History({ ...page, page: other });
  await there.counts("1 run");
  await page.runToEnd();
  await there.counts("2 runs");
  const here = await History.open(page);
  await there.control("Delete", 1).click();
  await here.counts("1 run");
  await there.button("Undo").click();
  await here.counts("2 runs");
});

pageTest("the list is used by keyboard", {}, async (page, t) => {
  const history = await withThree(page, t);
  await history.rows.first().locator(".run__open").focus();
  const focused = () => page.page.evaluate(() => document.activeElement.id);
  await page.page.keyboard.press("ArrowDown");
  assert.equal(await focused(), "run-1-open");
  await page.page.keyboard.press("Tab");
  assert.equal(await focused(), "run-1-pin");
  await page.page.keyboard.press("ArrowDown");
  await page.page.keyboard.press("ArrowDown");
  assert.equal(await focused(), "run-2-pin");
  await page.page.keyboard.press("Enter");
  await history.rows.nth(2).getByRole("button", { name: /^Pin /, pressed: true }).waitFor();
  assert.equal(await focused(), "run-2-pin");
  await page.page.keyboard.press("ArrowUp");
  await page.page.keyboard.press("Shift+Tab");
  await page.page.keyboard.press("Enter");
  assert.equal((await page.result()).headline, "Valid output in 2 attempts");
});

for (const width of [1440, 360]) {
  pageTest(`everybody can use it, ${width} pixels wide`, { viewport: { width, height: 900 } }, async (page) => {
    await page.runToEnd();
    const history = await History.open(page);
    await history.counts("1 run");
    await history.main.locator("summary", { hasText: "What fails" }).click();
    await history.main.getByRole("checkbox", { name: "Include simulated" }).check();
    await history.main.getByRole("region", { name: "Valid answers by model" }).waitFor();
    assert.deepEqual(await page.barriers(), []);
    const isWider = await page.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    assert.equal(isWider, false, "the page scrolls sideways");
  });
}
