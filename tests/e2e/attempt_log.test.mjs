// The cards of the attempts: raw beside parsed, what is wrong tied to its line, what changed, what was sent, where the
// time went, large texts, and following the newest.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { pageTest } from "./support/page.mjs";
import { failure, gate, reply, startProvider, streamed } from "./support/provider.mjs";

const CUSTOM = "Custom (OpenAI-compatible)";
const VALID = { city: "Kraków", temperature_c: 31, condition: "sunny", humidity_pct: 40 };
const WRONG = { city: "K", temperature_c: 31, condition: "Sunny", humidity_pct: 40 };
const BETTER = { city: "L", temperature_c: 31, condition: "Sunny", humidity_pct: 140 };
const as = (value, options) => reply(JSON.stringify(value), options);

/** A test with a page that is pointed at a provider with this script. */
function logTest(name, { settings, viewport, ...options }, body) {
  pageTest(name, { viewport }, async (page, t) => {
    const provider = await startProvider(t, options);
    await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl, ...settings });
    await body(page, provider);
  });
}

const box = (locator) => locator.boundingBox();

// Text, value and errors together.

for (const [width, isBeside] of [
  [1440, true],
  [360, false],
]) {
  const script = [as(WRONG), as(VALID)];
  logTest(`the reply and its value are ${isBeside ? "side by side" : "one below the other"} at ${width} px`, { script, viewport: { width, height: 900 } }, async (page) => {
    await page.runToEnd();
    const card = page.card(1);
    const [verdict, raw, parsed] = await Promise.all(["Verdict", "Raw reply", "Parsed"].map((name) => box(card.part(name))));
    assert.equal(raw.y === parsed.y && raw.x < parsed.x, isBeside);
    assert.equal(raw.y < parsed.y && raw.x === parsed.x, !isBeside);
    assert.ok(verdict.y < raw.y, "the verdict is above both");
    assert.equal(await card.rawReply(), JSON.stringify(WRONG));
    assert.deepEqual(await card.json(), WRONG);
    for (const [name, text] of [
      ["Raw reply", JSON.stringify(WRONG)],
      ["Parsed", JSON.stringify(WRONG, null, 2)],
    ]) {
      const part = card.part(name);
      assert.equal(await page.copied(part.getByRole("button", { name: "Copy" })), text);
      const download = page.page.waitForEvent("download");
      await part.getByRole("button", { name: "Download" }).click();
      assert.equal(await readFile(await (await download).path(), "utf8"), text);
    }
    for (const open of await page.cards()) {
      for (const fold of ["Messages sent", "Request as cURL"]) await open.unfold(fold);
    }
    await page.card(2).unfold("Changes");
    await page.card(2).region.getByRole("list", { name: "Changed places" }).waitFor();
    assert.deepEqual(await page.barriers(), []);
    assert.equal(await page.page.evaluate(() => document.documentElement.scrollWidth), width);
  });
}

logTest("what is wrong and its line point at each other, by mouse and keyboard", { script: [as(WRONG), as(VALID)] }, async (page) => {
  await page.runToEnd();
  const card = page.card(1);
  const line = (name) => card.part("Parsed").getByText(new RegExp(`^\\s*"${name}"`)).locator("..");
  // The page goes back to the result when a run is over, under the pointer too.
  await page.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const pointed = async (locator) => (await locator.getAttribute("class")).includes("pointed");
  const [city, condition] = await card.region.getByRole("list").first().getByRole("listitem").all();
  const state = () => Promise.all([city, line("city"), condition, line("condition")].map(pointed));
  assert.deepEqual(await state(), [false, false, false, false]);
  await city.hover();
  assert.deepEqual(await state(), [true, true, false, false]);
  await line("condition").hover();
  assert.deepEqual(await state(), [false, false, true, true]);
  await page.card(2).toggle.hover();
  assert.deepEqual(await state(), [false, false, false, false]);
  // Focus scrolls the page, under a pointer that rests on it.
  await page.page.mouse.move(1, 1);
  const place = city.getByRole("button", { name: "/city · minLength" });
  await place.focus();
  assert.deepEqual(await state(), [true, true, false, false]);
  await place.press("Enter");
  assert.ok(await place.evaluate((element) => element === document.activeElement), "the focus stays");
  await line("condition").focus();
  assert.deepEqual(await state(), [false, false, true, true]);
  assert.equal(await line("condition").getAttribute("title"), (await card.violations())[1].message);
});

logTest("reasoning is folded, with its first line", { script: [as(VALID, { reasoning: "It is June.\nSo it is warm." })] }, async (page) => {
  await page.runToEnd();
  const card = page.card(1);
  const fold = card.fold("Reasoning");
  assert.equal(await fold.getAttribute("aria-expanded"), "false");
  assert.match(await fold.textContent(), /It is June\.\s+So it is warm\.$/);
  const reasoning = card.region.getByLabel("Reasoning", { exact: true });
  assert.equal(await reasoning.count(), 0);
  await fold.press("Enter");
  assert.equal(await reasoning.textContent(), "It is June.\nSo it is warm.");
  await fold.press("Enter");
  assert.equal(await reasoning.count(), 0);
});

// What changed.

const threeTries = { script: [as(WRONG), reply("Sorry."), as(BETTER)], settings: { "Max attempts": 3 } };
logTest("what changed since the answer before is told by place and by line", threeTries, async (page) => {
  await page.runToEnd();
  const [first, second, third] = await page.cards();
  assert.deepEqual(await Promise.all([first, second, third].map((card) => card.fold("Changes").count())), [0, 0, 1]);
  assert.match(await third.fold("Changes").textContent(), /2 still wrong · 1 newly wrong · 1 changed although it was right$/);
  await third.unfold("Changes");
  // The judge says what changed once somebody looks.
  const changed = third.region.getByRole("list", { name: "Changed places" });
  await changed.waitFor();
  const places = await changed.getByRole("listitem").all();
  const told = await Promise.all(places.map((place) => place.evaluate((element) => [...element.children].map((part) => part.textContent))));
  assert.deepEqual(told, [
    ["city", '"K"', "→", '"L"', 'still wrong"city" must be ≥ 2 characters (got 1: "L")'],
    ["humidity_pct", "40", "→", "140", 'newly wrong"humidity_pct" must be ≤ 100 (got 140)'],
    ["condition", "not changed", 'still wrong"condition" must be one of: "sunny", "cloudy", "rainy", "snowy", "windy" (got "Sunny")'],
  ]);
  const lines = third.region.getByRole("region", { name: "Both answers, line by line" });
  assert.deepEqual(await lines.locator("del").allTextContents(), ['−   "city": "K",', '−   "humidity_pct": 40']);
  assert.deepEqual(await lines.locator("ins").allTextContents(), ['+   "city": "L",', '+   "humidity_pct": 140']);
});

// What was sent.

logTest("the request can be had as a command, without the key", { script: [as(WRONG), as(VALID)], settings: { "API key": "planted-key" } }, async (page, provider) => {
  await page.set({ Prompt: "What's the weather? $API_KEY `id` \\ \"now\"" });
  await page.runToEnd();
  for (const [number, card] of (await page.cards()).entries()) {
    await card.unfold("Request as cURL");
    const command = await card.region.getByLabel("Request as cURL", { exact: true }).textContent();
    assert.ok(!(await page.page.content()).includes("planted-key"));
    assert.match(command, /"Authorization: Bearer \$API_KEY"/);
    // What a shell makes of it.
    const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
    const words = execFileSync("bash", ["-c", script], { env: { API_KEY: "planted-key" } }).toString().split("\0");
    const { path, headers, body } = provider.calls[number];
    assert.ok(words[0].endsWith(path), words[0]);
    assert.ok(words.includes(`Authorization: ${headers.authorization}`));
    assert.deepEqual(JSON.parse(words.at(-2)), body);
  }
});

pageTest("of the simulated model there is no request", {}, async (page) => {
  await page.runToEnd();
  const card = page.card(1);
  assert.equal(await card.fold("Request as cURL").count(), 0);
  await card.unfold("Messages sent");
  const text = await card.region.getByLabel("user", { exact: true }).textContent();
  assert.equal(text, (await page.values("Prompt"))[0]);
});

// Where the time went.

const limited = [failure(429, "Slow down.", { "retry-after-ms": "1000" }), streamed(as(VALID), { deltas: 4 })];
logTest("where the time went, and that the server was rate limiting", { script: limited }, async (page) => {
  page.expectErrors(/429/);
  await page.runToEnd();
  const card = page.card(1);
  const timing = await card.part("Timing").textContent();
  const time = "[\\d.]+ (µs|ms|s)";
  assert.match(timing, new RegExp(`^back-off ${time}(wait ${time})?(first token ${time})?(reply ${time})?validation ${time}$`));
  const limiting = /^The server was rate limiting: waited [\d.]+ m?s in all, and sent the call again\.$/;
  assert.match((await card.words()).join("\n"), limiting);
  assert.match((await card.head()).figures, /1 resend .* · finished: stop$/);
});

// Large texts.

const numbers = Array.from({ length: 60_000 }, (_, number) => number);
const large = { ...VALID, city: numbers.join(" ") };
logTest("of large texts the beginning is drawn, and all can be had", { script: [streamed(as(large), { deltas: 4_000 })] }, async (page) => {
  await page.set({ Input: "y".repeat(20_000) });
  await page.runToEnd();
  const [first] = await page.cards();
  const text = JSON.stringify(large);
  assert.equal(await first.rawReply(), text.slice(0, 4_000));
  await first.part("Raw reply").getByText(/^4,000 characters of 34\d\.\d kB are shown\.$/).waitFor();
  const drawn = await first.part("Parsed").getByLabel("JSON", { exact: true }).textContent();
  assert.ok(drawn.length < 4_100, `${drawn.length}`);
  await first.part("Parsed").getByText(/^4,000 characters of 34\d\.\d kB are shown\.$/).waitFor();
  const download = page.page.waitForEvent("download");
  await first.part("Raw reply").getByRole("button", { name: "Download" }).click();
  const file = await download;
  assert.equal(file.suggestedFilename(), "attempt-1-reply.txt");
  assert.equal(await readFile(await file.path(), "utf8"), text);
  await first.unfold("Messages sent");
  await first.region.getByText(/^4,000 characters of 20\.\d kB are shown\.$/).waitFor();
});

pageTest("white space is counted, not drawn", {}, async (page) => {
  await page.set({ "Show me": "white space without end", Speed: "at once" });
  await page.runToEnd();
  await page.card(1).part("Raw reply").getByText(/^[\d,]+ characters of white space follow\.$/).waitFor();
  assert.ok((await box(page.card(1).part("Raw reply"))).height < 300);
});

// Following the newest.

/** Whether the end of the log is in sight. */
const isFollowed = (page) =>
  page.page.waitForFunction(() => document.querySelector("[role=log]").getBoundingClientRect().bottom <= innerHeight + 48);
const scrollTo = (page, top) => page.page.evaluate((top) => window.scrollTo(0, top), top);
const scrolled = (page) => page.page.evaluate(() => scrollY);

const [begun, goesOn] = [gate(), gate()];
const slow = {
  script: [as({ ...VALID, humidity_pct: 140 }), streamed(as(VALID), { deltas: [12, begun, 12, goesOn] })],
  viewport: { width: 1440, height: 500 },
};
logTest("the newest is followed only while it is in sight", slow, async (page) => {
  const jump = page.button("Jump to newest");
  assert.equal(await jump.count(), 0);
  await page.run();
  await begun.reached;
  const arriving = (text) => page.card(2).region.getByLabel("Arriving", { exact: true }).filter({ hasText: text }).waitFor();
  await arriving("city");
  await isFollowed(page);
  await scrollTo(page, 0);
  await jump.waitFor();
  begun.release();
  await goesOn.reached;
  await arriving("temp");
  assert.equal(await scrolled(page), 0, "nobody was taken along");
  await jump.click();
  await isFollowed(page);
  await jump.waitFor({ state: "hidden" });
  assert.ok(await page.card(2).region.getByLabel("Arriving", { exact: true }).isVisible());
  await scrollTo(page, 100);
  await jump.waitFor();
  goesOn.release();
  await page.result();
  await jump.waitFor({ state: "hidden" });
  assert.equal(await scrolled(page), 100, "who went elsewhere stays there");
});

const [firstHeld, secondHeld] = [gate(), gate()];
const followed = {
  script: [
    streamed(as({ ...VALID, humidity_pct: 140 }), { deltas: [12, firstHeld] }),
    streamed(as(VALID), { deltas: [12, secondHeld] }),
  ],
  viewport: { width: 1440, height: 400 },
};
logTest("who has the newest in sight is taken along, and back to the result when the run is over", followed, async (page) => {
  await page.run();
  await firstHeld.reached;
  firstHeld.release();
  await secondHeld.reached;
  await page.card(2).region.getByLabel("Arriving", { exact: true }).filter({ hasText: "{" }).waitFor();
  await isFollowed(page);
  assert.ok((await scrolled(page)) > 0, "the page went along");
  const focus = await page.page.evaluate(() => document.activeElement.tagName);
  secondHeld.release();
  await page.result();
  await page.page.waitForFunction(() => scrollY < 100);
  assert.equal(await page.page.evaluate(() => document.activeElement.tagName), focus, "the focus stays");
});
