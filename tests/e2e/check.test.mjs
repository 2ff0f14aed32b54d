// Check: a reply that is judged by hand, with its faults where they stand in the reply and in the schema.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";
import { reply, startProvider } from "./support/provider.mjs";

/** Three faults, in a code fence, with two things to repair. */
const WRONG = `Here it is:
\`\`\`json
{
  city: "Lisbon",
  "temperature_c": "31",
  "condition": "Sunny",
  "humidity_pct": 400,
}
\`\`\``;
const RIGHT = JSON.stringify({ city: "Lisbon", temperature_c: 31, condition: "sunny", humidity_pct: 40 });

/** The view, as a person meets it. */
class CheckView {
  constructor(page) {
    this.page = page;
    this.reply = page.page.getByRole("textbox", { name: "Reply", exact: true });
    this.violations = page.region("Violations").getByRole("listitem");
  }

  static async open(page) {
    await page.closeEditor();
    await page.page.getByRole("link", { name: "Check", exact: true }).click();
    const view = new CheckView(page);
    await view.reply.waitFor();
    return view;
  }

  /** Waits for a headline that begins like this. */
  async says(headline) {
    const begins = new RegExp(`^${headline.replace(/[^\w ]/g, "\\$&")}`);
    await this.page.region("Verdict").getByText(begins).waitFor();
  }

  text(name) {
    return this.page.page.getByRole("group", { name: `${name} with marks`, exact: true });
  }

  /** The marked places of a text: the numbers of their violations, and what stands there. */
  async places(name) {
    const places = [];
    for (const place of await this.text(name).getByRole("link").all()) {
      const [numbers, text] = [await place.getAttribute("data-numbers"), await place.textContent()];
      // What has no number goes on the place before, in the next row.
      if (numbers) places.push([numbers, text]);
      else places.at(-1)[1] += text;
    }
    return places;
  }

  /** The places that are pointed at, in both texts. */
  async pointedAt() {
    return this.page.page.locator(".place--active").allTextContents();
  }

  fault(number) {
    return this.violations.nth(number - 1).getByRole("button").first();
  }
}

pageTest("a reply is judged as it is typed: extraction, repairs, violations and the correction", {}, async (page) => {
  const requests = [];
  page.page.on("request", (request) => requests.push(request.url()));
  const check = await CheckView.open(page);
  await page.reads("Paste what a model has answered");
  await check.reply.fill(WRONG);
  await check.says("Invalid, repaired: 10 of 13 checks passed");
  const remarks = await page.region("Verdict").getByRole("listitem").allTextContents();
  assert.deepEqual(remarks, [
    "Found: from a code fence.",
    "Repaired: put quotes round a key.",
    "Repaired: removed a trailing comma.",
  ]);
  const faults = [
    '1structure"temperature_c" must be a number, got string "31"/temperature_c · type',
    '2constraint"condition" must be one of: "sunny", "cloudy", "rainy", "snowy", "windy" (got "Sunny")/condition · enum',
    '3constraint"humidity_pct" must be ≤ 100 (got 400)/humidity_pct · maximum',
  ];
  assert.deepEqual(await page.region("Violations").locator("li > button:first-child").allTextContents(), faults);
  assert.deepEqual(await check.places("Reply"), [["1", '"31"'], ["2", '"Sunny"'], ["3", "400"]]);
  assert.deepEqual(await check.places("Schema"), [["1", '"type": "number"'], ["2", '"values"'], ["3", '"max": 100']]);
  const repaired = check.text("Reply").locator("mark");
  assert.deepEqual(await repaired.allTextContents(), ["city", ","]);
  assert.equal(await repaired.first().getAttribute("title"), "put quotes round a key");

  // Word for word, and as it is set.
  const copied = () => page.copied(page.region("Correction to copy").getByRole("button", { name: "Copy" }));
  assert.match(await copied(), /^An earlier answer to this had 3 errors\. Avoid exactly these:\n- "temperature_c" must be a number/);
  await page.set({ Corrections: "conversation" });
  await page.page.getByText("Your JSON has 3 errors. Fix exactly these:").waitFor();
  await page.set({ "Correction template": "Wrong:\n{{errors}}" });
  await page.page.getByText("Wrong:\n", { exact: false }).first().waitFor();
  assert.equal(await copied(), `Wrong:\n${faults.map((fault) => `- ${/("[a-z_]+" must.*)\//.exec(fault)[1]}`).join("\n")}`);

  await check.reply.fill(RIGHT);
  await check.says("Valid:");
  assert.equal(await page.region("Violations").count(), 0);
  assert.equal(await page.region("Correction to copy").count(), 0);
  await check.reply.fill("");
  await page.reads("Paste what a model has answered");
  assert.deepEqual(requests.filter((url) => !url.startsWith(page.origin)), []);
});

pageTest("violations lead to their places and back, by keyboard and pointer", {}, async (page) => {
  const check = await CheckView.open(page);
  await check.reply.fill(WRONG);
  await check.says("Invalid");
  // Pointing at a violation shows its places in both texts.
  await check.violations.nth(1).hover();
  await page.page.waitForFunction(() => document.querySelectorAll(".place--active").length === 2);
  assert.deepEqual(await check.pointedAt(), ['"Sunny"', '"values"']);
  await check.fault(1).focus();
  await page.page.waitForFunction(() => document.querySelector(".place--active")?.textContent === '"31"');
  assert.deepEqual(await check.pointedAt(), ['"31"', '"type": "number"']);
  // Pressing it goes there, and pressing the place comes back.
  const focused = () => page.page.evaluate(() => document.activeElement.textContent);
  const becomesFocused = (text) => page.page.waitForFunction((text) => document.activeElement.textContent.startsWith(text), text);
  await check.fault(3).focus();
  await page.page.keyboard.press("Enter");
  await becomesFocused("400");
  const place = check.text("Reply").getByRole("link", { name: "400" });
  const described = await place.evaluate((element) => document.getElementById(element.getAttribute("aria-describedby")).textContent);
  assert.match(described, /^3constraint"humidity_pct" must be ≤ 100/);
  await page.page.keyboard.press("Enter");
  await page.page.waitForFunction(() => document.activeElement.textContent.startsWith("3constraint"));
  await page.page.keyboard.press("Tab");
  assert.equal(await focused(), "in the schema");
  await page.page.keyboard.press("Enter");
  // Where its row ends, it may go on in the next one.
  await becomesFocused('"m');
  // Pointing at a place shows its violation, and its place in the other text.
  await check.text("Schema").getByRole("link", { name: '"values"' }).hover();
  await page.page.waitForFunction(() => document.querySelector(".check__violation--active")?.textContent.startsWith("2"));
  assert.deepEqual(await check.pointedAt(), ['"Sunny"', '"values"']);

  // The same for the JSON that was taken out of it.
  await page.button("Extracted JSON").click();
  await check.text("Extracted JSON").getByRole("link").first().waitFor();
  assert.deepEqual(await check.places("Extracted JSON"), [["1", '"31"'], ["2", '"Sunny"'], ["3", "400"]]);
  await check.fault(3).click();
  await becomesFocused("400");
  assert.equal(await page.page.evaluate(() => document.activeElement.closest("[role=group]").getAttribute("aria-label")), "Extracted JSON with marks");
});

pageTest("what is set for a run is set here, and the other way round", {}, async (page) => {
  const schema = '{"fields": {"name": {"type": "string", "grounded": true}}}';
  await page.set({ Schema: "Your own…", "Your own schema": schema, Input: "Ada wrote it." });
  await page.hasFields("name string must occur in the input");
  const check = await CheckView.open(page);
  assert.equal(await page.page.title(), "Check · Structured Output Validator");
  await check.reply.fill("{'name': 'Ada'}");
  await check.says("Valid, repaired");
  await page.control("Input").fill("Bob wrote it.");
  await check.says("Invalid, repaired");
  await check.text("Schema").getByRole("link").first().waitFor();
  assert.deepEqual(await check.places("Schema"), [["1", '"grounded": true']]);
  await page.control("Accept repaired JSON").uncheck();
  await check.says('Not JSON: line 1, column 2: a quote that is not JSON\'s "');
  await page.set({ "Your own schema": '{"fields": {"a": {"type": "text"}}}' });
  await page.closeEditor();
  await page.page.getByRole("main").getByRole("alert").getByText("fields.a.type must be one of").waitFor();
  await page.set({ "Your own schema": "{}" });
  await page.closeEditor();
  await page.page.getByRole("link", { name: "Run", exact: true }).click();
  assert.deepEqual(await page.values("Input"), ["Bob wrote it."]);
  assert.equal(await page.control("Accept repaired JSON").isChecked(), false);
  // Nothing that was typed is lost meanwhile.
  await page.page.goBack();
  assert.equal(await check.reply.inputValue(), "{'name': 'Ada'}");
  assert.equal(await page.page.getByRole("link", { name: "Check", exact: true }).getAttribute("aria-current"), "page");
});

pageTest("what was typed is there after a reload", {}, async (page) => {
  const check = await CheckView.open(page);
  await check.reply.fill("{'city': 1}");
  await check.says("Invalid, repaired");
  await page.page.reload();
  await check.says("Invalid, repaired");
  assert.equal(await check.reply.inputValue(), "{'city': 1}");
});

pageTest("a run goes on while a reply is checked, and is checked with one press", {}, async (page, t) => {
  const provider = await startProvider(t, { script: [reply(WRONG), reply(RIGHT)] });
  await page.set({ Provider: "Custom (OpenAI-compatible)", "Base URL": provider.baseUrl });
  await page.run();
  const check = await CheckView.open(page);
  await page.page.waitForFunction(() => document.title.startsWith("Check · ✓"));
  await page.page.getByRole("link", { name: "Run", exact: true }).click();
  assert.equal((await page.result()).headline, "Valid output in 2 attempts");
  const open = async (number) => {
    await page.card(number).open();
    await page.card(number).region.getByRole("button", { name: "Open in Check" }).click();
  };
  await open(1);
  await check.says("Invalid, repaired");
  assert.equal(await check.reply.inputValue(), WRONG);
  await page.page.getByRole("link", { name: "Run", exact: true }).click();
  // What it was judged by counts, not what was set since.
  await page.set({ Schema: "Contact" });
  await open(2);
  await check.says("Valid:");
  await page.reads("Judged as attempt 2 was: by its schema and input, not by those on the left.");
  await page.button("Use those on the left").click();
  await check.says("Invalid");
  assert.deepEqual(await page.values("Schema"), ["Contact"]);
});

pageTest("an example shows what there is to see", {}, async (page) => {
  const check = await CheckView.open(page);
  await page.button("Use an example").click();
  await check.says("Invalid");
  assert.notEqual(await check.reply.inputValue(), "");
  await page.button("Clear").click();
  await page.reads("Paste what a model has answered");
  assert.equal(await check.reply.inputValue(), "");
});

pageTest("the verdict is told once, when nothing more is typed", {}, async (page) => {
  const check = await CheckView.open(page);
  const told = await page.page.evaluateHandle(() => {
    const told = [];
    const region = document.querySelector("[role=status]");
    new MutationObserver(() => told.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
    return told;
  });
  await check.reply.pressSequentially('{"city": 1}');
  await check.says("Invalid: 3 of 7 checks passed");
  await page.page.waitForFunction((told) => told.length > 0, told);
  assert.deepEqual(await told.evaluate((told) => [...new Set(told)]), ["Invalid: 3 of 7 checks passed, 4 violations"]);
});

const ITEM = { id: 1, name: "größer", tags: ["a", "b"], price: 1.25 };
const LONG_SCHEMA = JSON.stringify({
  type: "array",
  items: { type: "object", properties: { id: { type: "integer" }, price: { type: "number", minimum: 0 } }, required: ["id"] },
});

pageTest("a long file stands by its name, and any row of it can be seen", {}, async (page) => {
  await page.set({ Schema: "Your own…", "Your own schema": LONG_SCHEMA });
  const check = await CheckView.open(page);
  const items = Array.from({ length: 20_000 }, (_, id) => ({ ...ITEM, id, price: id === 19_990 ? -1 : id }));
  const text = JSON.stringify(items, null, 2);
  await page.region("Reply to check").getByLabel("open a file").setInputFiles({ name: "orders.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await check.says("Invalid");
  await page.reads(`orders.json, ${Buffer.byteLength(text).toLocaleString("en")} bytes`);
  assert.equal(await check.reply.count(), 0);
  const rows = check.text("Reply").locator(".window__row");
  assert.ok((await rows.count()) < 200, `${await rows.count()} rows are in the page`);
  await check.fault(1).click();
  await page.page.waitForFunction(() => document.activeElement.textContent === "-1");
  const line = text.slice(0, text.indexOf("-1")).split("\n").length;
  const row = await page.page.evaluate(() => document.activeElement.closest("[data-line]").dataset.line);
  assert.equal(row, `${line}`);
  // By keyboard, from one end to the other.
  await check.text("Reply").focus();
  await page.page.keyboard.press("End");
  await rows.filter({ hasText: /^\]$/ }).waitFor();
  await page.page.keyboard.press("Home");
  await rows.filter({ hasText: /^\[$/ }).waitFor();
  await page.button("Clear").click();
  await check.reply.waitFor();
});

pageTest("a file is dropped, and a short one is text to edit", {}, async (page) => {
  const check = await CheckView.open(page);
  const dataTransfer = await page.page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "reply.txt"));
    return transfer;
  }, RIGHT);
  await check.reply.dispatchEvent("drop", { dataTransfer });
  await check.says("Valid:");
  assert.equal(await check.reply.inputValue(), RIGHT);
});

pageTest("what is pasted and too long to be typed stands by its size, also as one line", {}, async (page) => {
  await page.set({ Schema: "Your own…", "Your own schema": LONG_SCHEMA });
  const check = await CheckView.open(page);
  const text = JSON.stringify(Array.from({ length: 4_000 }, (_, id) => ({ ...ITEM, id })));
  await page.page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await check.reply.focus();
  await page.page.keyboard.press("Control+V");
  await check.says("Valid");
  await page.reads(`pasted text, ${Buffer.byteLength(text).toLocaleString("en")} bytes`);
  await check.text("Reply").focus();
  await page.page.keyboard.press("End");
  await check.text("Reply").locator(".window__row").filter({ hasText: /\}\]$/ }).waitFor();
});

for (const width of [1440, 360]) {
  pageTest(`everybody can use it, ${width} pixels wide`, { viewport: { width, height: 900 } }, async (page) => {
    const check = await CheckView.open(page);
    assert.deepEqual(await page.barriers(), []);
    await check.reply.fill(WRONG);
    await check.says("Invalid");
    await check.violations.nth(1).hover();
    await page.page.waitForFunction(() => document.querySelector(".place--active"));
    assert.deepEqual(await page.barriers(), []);
    const isWider = await page.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    assert.equal(isWider, false, "the page scrolls sideways");
  });
}
