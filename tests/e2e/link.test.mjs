// A setup that is handed on: by a link, by a file where that would be too long; asked about before it changes
// anything, and given back. And links that mean harm, which change nothing and contact nobody.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { pageTest, ThePage } from "./support/page.mjs";
import { reply, startProvider } from "./support/provider.mjs";

const CUSTOM = "Custom (OpenAI-compatible)";
const SIMULATED = "Simulated model";
const IN_USE = "The setup is in use. No run was begun.";
const PETS = JSON.stringify({ label: "Pets", fields: { name: { type: "string" }, legs: { type: "integer", max: 8 } } });
const PET = '{"name": "Tom", "legs": 4}';

const packed = (text, version = 1) => `#setup=${version}.${deflateRawSync(text).toString("base64url")}`;
const linkOf = (setup) => packed(JSON.stringify(setup));
const fileOf = (setup) => JSON.stringify({ format: "structured-output-validator setup", version: 1, setup });
const asks = (target, what = "link") => `This ${what} points the page at ${target}. Nothing is sent there before you agree.`;

/** The part of the page that asks about a link or a file, or says what became of it. */
class Notice {
  constructor(page, name) {
    this.region = page.region(name);
  }

  /** Waits for these words. */
  async says(words) {
    await this.region.getByRole("paragraph").filter({ hasText: new RegExp(`^${escaped(words)}$`) }).waitFor();
  }

  /** What it would change. */
  async changes() {
    const items = this.region.getByRole("list", { name: "What it changes" }).getByRole("listitem");
    await items.first().waitFor();
    const pieces = (item) => [...item.children].map((element) => element.textContent).join(": ");
    return items.evaluateAll((items, pieces) => items.map(eval(pieces)), `${pieces}`);
  }

  async press(name) {
    await this.region.getByRole("button", { name, exact: true }).click();
    if (name !== "Undo") await this.region.waitFor({ state: "detached" });
  }
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const dialog = (page) => page.page.getByRole("dialog", { name: "Share this setup" });

/** Opens the dialog and gives the link, with the input or without. */
async function shared(page, withInput = false) {
  await page.button("Share").click();
  const box = dialog(page).getByRole("checkbox", { name: "Include the input" });
  const field = dialog(page).getByRole("textbox", { name: "Link" });
  await field.waitFor();
  const without = await field.inputValue();
  if (!withInput) return without;
  await box.check();
  await page.page.waitForFunction(([field, without]) => document.contains(field) === false || field.value !== without, [
    await field.elementHandle(),
    without,
  ]);
  return field.inputValue();
}

/** Another browser's page, opened for the first time. */
async function another(page, url) {
  const context = await page.page.context().browser().newContext({ reducedMotion: "reduce" });
  const other = new ThePage(await context.newPage());
  await other.page.goto(url);
  await other.control("Run").waitFor();
  return other;
}

/** Everything that leaves a page, from now on, but for its own files. */
function leaving(page) {
  const urls = [];
  page.page.on("request", (request) => urls.push(request.url()));
  return () => urls.filter((url) => !url.startsWith(`${page.origin}/`) && !/^(blob|data):/.test(url));
}

const kept = (page) => page.page.evaluate(() => JSON.stringify({ ...localStorage }));

/** Goes to a fragment of the page that is open. */
const goTo = (page, fragment) => page.page.evaluate((fragment) => void (location.hash = fragment), fragment);

pageTest("a setup goes to another browser by its link, and runs there as here", {}, async (page, t) => {
  const provider = await startProvider(t, { models: [{ id: "small" }], script: [reply(PET)] });
  await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl, "API key": "secret-1", Model: "small" });
  await page.set({ Schema: "Your own…", "Your own schema": PETS, "Name of the schema": "Pets" });
  await page.set({ Prompt: "Which pet?", Input: "Tom has 4 legs.", "System prompt": "Be terse.", Seed: "7" });
  await page.set({ "Accept repaired JSON": false, "Max attempts": "2", Prices: "small 1 2" });
  const without = await shared(page);
  assert.ok(without.startsWith(`${page.page.url().split("#")[0]}#setup=1.`));
  assert.ok(without.length < 600, without);
  await dialog(page).getByText(`${without.length} characters`, { exact: true }).waitFor();
  assert.match(await dialog(page).innerText(), /Never an API key\./);
  assert.deepEqual(await page.barriers(), []);
  assert.equal(await page.copied(dialog(page).getByRole("button", { name: "Copy" })), without);
  await page.page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "hidden" });
  assert.ok(await page.button("Share").evaluate((button) => button === document.activeElement));
  const link = await shared(page, true);

  const other = await another(page, link);
  const left = leaving(other);
  const notice = new Notice(other, "Link");
  await notice.says(asks(`${CUSTOM} at ${provider.baseUrl}`));
  assert.deepEqual(await notice.changes(), [
    `Provider: ${CUSTOM} instead of ${SIMULATED}`,
    `Base URL: ${provider.baseUrl} instead of none`,
    "Model: small instead of none",
    `Schema: Pets, ${PETS.length} characters instead of Weather report`,
    "Prompt: Which pet? instead of the schema's example",
    "Input: Tom has 4 legs. instead of the schema's example",
    "System prompt: Be terse. instead of none",
    "Max attempts: 2 instead of 3",
    "Accept repaired JSON: off instead of on",
    "Seed: 7 instead of none",
  ]);
  assert.deepEqual(await other.barriers(), []);
  assert.deepEqual(left(), []);
  await notice.press("Use it");
  await new Notice(other, "Setup").says(IN_USE);
  await other.reads(/connected · 1 model$/);
  assert.equal(provider.calls.length, 0, "nothing was run");
  assert.deepEqual(await other.values("Provider", "Base URL", "Model", "Schema", "Prompt", "Input", "Seed"), [
    CUSTOM, provider.baseUrl, "small", "Pets", "Which pet?", "Tom has 4 legs.", "7",
  ]);
  assert.deepEqual(await other.values("API key", "Prices"), ["", ""]);
  assert.deepEqual(await other.barriers(), []);
  assert.equal((await other.runToEnd()).headline, "Valid output in 1 attempt");
  const [call] = provider.calls;
  assert.deepEqual([call.headers.authorization, call.body.seed], [undefined, 7]);

  await other.reload();
  assert.equal(await other.region("Link").count() + await other.region("Setup").count(), 0, "it is asked about once");
  assert.deepEqual(await other.values("Schema", "Seed"), ["Pets", "7"]);
  other.checkErrors();
  await other.page.context().close();
});

pageTest("what is ignored changes nothing, and what was used is given back", {}, async (page, t) => {
  const provider = await startProvider(t, { models: [{ id: "small" }] });
  await page.set({ Prompt: "Mine", Input: "My own.", Seed: "1" });
  const before = await kept(page);
  const left = leaving(page);
  const setup = { provider: "custom", base_url: provider.baseUrl, schema: { name: "Pets", text: PETS }, prompt: "Theirs" };
  const notice = new Notice(page, "Link");

  await goTo(page, linkOf(setup));
  await notice.says(asks(`${CUSTOM} at ${provider.baseUrl}`));
  assert.ok(await notice.region.evaluate((region) => region === document.activeElement), "it has the focus");
  await notice.press("Ignore");
  assert.equal(new URL(page.page.url()).hash, "");
  assert.deepEqual([await kept(page), left()], [before, []]);

  await goTo(page, linkOf(setup));
  await notice.says(asks(`${CUSTOM} at ${provider.baseUrl}`));
  // What is set while the question stands is what comes back.
  await page.set({ Seed: "2" });
  await notice.press("Use it");
  await page.reads(/connected · 1 model$/);
  await page.becomes("Prompt", "Theirs");
  assert.deepEqual(await page.values("Schema", "Input", "Seed"), ["Pets", "", ""]);
  // What was made since then and is in no setup is not lost.
  await page.set({ Prices: "m 1 2" });
  await new Notice(page, "Setup").press("Undo");
  await page.becomes("Prompt", "Mine");
  assert.deepEqual(await page.values("Provider", "Schema", "Input", "Seed", "Prices"), [
    SIMULATED, "Weather report", "My own.", "2", "m 1 2",
  ]);
  assert.equal(await page.region("Setup").count(), 0);
  const schemas = await page.control("Schema").locator("option").allTextContents();
  assert.ok(!schemas.includes("Pets"), `${schemas}`);
  assert.equal(await page.attempts(), 0);
});

pageTest("a setup that is used twice adds its schema once, and says that it changes nothing", {}, async (page) => {
  const link = linkOf({ schema: { name: "Pets", text: PETS }, prompt: "Which?" });
  for (const press of ["Use it", "Ignore"]) {
    await goTo(page, link);
    await new Notice(page, "Link").says(asks("the simulated model, which is in the page"));
    if (press === "Ignore") await page.reads("It changes nothing: all of it is set already.");
    await new Notice(page, "Link").press(press);
  }
  const schemas = await page.control("Schema").locator("option").allTextContents();
  assert.equal(schemas.filter((name) => name.startsWith("Pets")).length, 1);
});

// Files.

/** A text that cannot be packed. */
const noise = (length) => {
  let state = 1;
  const next = () => ((state = (state * 48271) % 2147483647), String.fromCharCode(33 + (state % 90)));
  return Array.from({ length }, next).join("");
};

pageTest("what is too long for a link goes as a file", {}, async (page) => {
  const schema = JSON.stringify({ prompt: noise(12_000), fields: { a: { type: "boolean" } } });
  await page.set({ Schema: "Your own…", "Your own schema": schema, "Name of the schema": "So long" });
  await page.closeEditor();
  await page.button("Share").click();
  const alert = dialog(page).getByRole("alert");
  await alert.waitFor();
  assert.match(
    await alert.textContent(),
    /^As a link this would be \d\d,\d{3} characters long\. Chats and mail cut links of more than about 8,000, so save it as a file and send that\.$/,
  );
  assert.equal(await dialog(page).getByRole("textbox", { name: "Link" }).count(), 0);
  assert.deepEqual(await page.barriers(), []);
  const [download] = await Promise.all([page.page.waitForEvent("download"), page.button("Save as file").click()]);
  assert.equal(download.suggestedFilename(), "so-long.setup.json");
  const path = await download.path();
  const { format, version, setup } = JSON.parse(readFileSync(path, "utf8"));
  assert.deepEqual([format, version, setup.schema.text], ["structured-output-validator setup", 1, schema]);

  const other = await another(page, page.page.url());
  await other.button("Share").click();
  await dialog(other).getByText("Open a file…").locator("input").setInputFiles(path);
  await dialog(other).waitFor({ state: "hidden" });
  const notice = new Notice(other, "File");
  await notice.says(asks("the simulated model, which is in the page", "file"));
  await notice.press("Use it");
  await other.hasFields("a boolean");
  assert.deepEqual(await other.values("Schema", "Your own schema"), ["So long", schema]);
  await other.page.context().close();
});

/** Drops a file on an element of the page; says whether the page took it, or the browser would go to it. */
async function drop(page, locator, text) {
  return locator.evaluate((element, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "x.setup.json"));
    const event = (name) => new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true });
    return [element.dispatchEvent(event("dragover")), element.dispatchEvent(event("drop"))];
  }, text);
}

pageTest("a file is dropped on the page, and is none of its if it says nothing else", {}, async (page) => {
  const notice = new Notice(page, "File");
  const heading = page.page.getByRole("heading", { level: 1 });
  assert.deepEqual(await drop(page, heading, fileOf({ seed: "7" })), [false, false]);
  await notice.says(asks("the simulated model, which is in the page", "file"));
  assert.deepEqual(await notice.changes(), ["Seed: 7 instead of none"]);
  await notice.press("Ignore");
  for (const [text, words] of [
    ["a,b\n1,2\n", "is none that this page has saved."],
    ["\0\0", "is none that this page has saved."],
    [fileOf({}).replace(":1,", ":2,"), "is of a version that this page does not know. Reload the page, or ask for a new one."],
    [fileOf({ provider: "nobody" }), "asks for something that this page does not know."],
    [fileOf({ prompt: "x".repeat(1_000_000) }), "is not read: it holds more than 1 MB, which no setup needs."],
  ]) {
    await drop(page, heading, text);
    await notice.says(`This file ${words} Nothing was changed.`);
    await notice.press("Close");
  }
  // A field that takes files goes before the page.
  await page.drop("Input", "x.setup.json", [fileOf({ seed: "7" })]);
  await page.becomes("Input", fileOf({ seed: "7" }));
  assert.equal(await notice.region.count(), 0);
});

// Links that mean harm.

const DAMAGED = "cannot be read: it is cut off or damaged.";
const ADDRESS = "names an address that is none: it must be a plain http or https URL.";
const at = (base_url) => linkOf({ provider: "custom", base_url });

for (const [what, fragment, words] of [
  ["with a name before its host", at("http://localhost@evil.example/v1"), ADDRESS],
  ["with a script for an address", at("javascript:alert(1)"), ADDRESS],
  ["with a host in other letters", at("https://l\u043ecalhost.example/v1"), ADDRESS],
  ["with a backslash", at("http://localhost\\@evil.example"), ADDRESS],
  ["with parameters and a script for an address", "#provider=custom&base_url=javascript:alert(1)", "asks for something that this page does not know."],
  ["for an unknown provider", linkOf({ provider: "<b>nobody" }), "asks for something that this page does not know."],
  ["of another version", packed("{}", 2), "is of a version that this page does not know. Reload the page, or ask for a new one."],
  ["that is not packed", "#setup=1.AAAA", DAMAGED],
  ["that is cut off", linkOf({ prompt: noise(300) }).slice(0, -40), DAMAGED],
  ["with something behind it", packed("{}") + Buffer.from("more than that").toString("base64url"), DAMAGED],
  ["that is no base64", "#setup=1.<script>alert(1)</script>", DAMAGED],
  ["that is no JSON", packed("provider: openai"), DAMAGED],
  ["that is no text", packed(Buffer.from([0xff, 0xfe, 0x00])), DAMAGED],
  ["that is no object", packed("[1, 2]"), DAMAGED],
  ["that is nested deeply", packed('{"schema":'.repeat(90_000)), DAMAGED],
  ["that is endless", `#setup=1.${"A".repeat(200_000)}`, "is too long to be one of this page's."],
]) {
  pageTest(`a link ${what} changes nothing and contacts nobody`, {}, async (page) => {
    const before = await kept(page);
    const left = leaving(page);
    await page.page.goto("about:blank");
    await page.open(fragment);
    const notice = new Notice(page, "Link");
    await notice.says(`This link ${words} Nothing was changed.`);
    assert.equal(await notice.region.getByRole("button", { name: "Use it" }).count(), 0);
    assert.deepEqual(await page.values("Provider"), [SIMULATED]);
    await notice.press("Close");
    assert.deepEqual([await kept(page), left()], [before, []]);
    await page.reload();
    assert.equal(await notice.region.count(), 0);
  });
}

/** Has the judge not be found. */
const withoutJudge = (page) => page.route(/\/judge-[0-9a-f]+\.js$/, (route) => route.fulfill({ status: 404, body: "404" }));

pageTest("a link that cannot be judged is not used", { prepare: withoutJudge }, async (page) => {
  await goTo(page, linkOf({ seed: "7" }));
  const notice = new Notice(page, "Link");
  await notice.says("This link could not be read: the judge could not be loaded. Nothing was changed.");
  await notice.press("Close");
  await page.button("Share").click();
  assert.equal(await dialog(page).getByRole("alert").textContent(), "The link could not be made: the judge could not be loaded.");
});

const SCRIPT = `<img src=x onerror="globalThis.ran = 1"><script>globalThis.ran = 1</script>\u202e{{schema}}`;

pageTest("a script in every string of a link is a text", {}, async (page) => {
  const texts = ["prompt", "input", "system", "system_template", "correction_template", "nudge_template", "criteria"];
  const lines = ["model", "context_length", "temperature", "token_limit", "seed", "silence_seconds", "critic_model"];
  const budgets = ["token_budget", "dollar_budget", "time_budget", "corrections", "thinking", "speed", "response_format"];
  const setup = Object.fromEntries([...texts, ...lines, ...budgets].map((name) => [name, SCRIPT]));
  const schema = { name: SCRIPT, component: SCRIPT, formats: SCRIPT };
  schema.text = JSON.stringify({ label: SCRIPT, fields: { [SCRIPT]: { type: "string", description: SCRIPT } } });
  const left = leaving(page);
  await goTo(page, linkOf({ ...setup, provider: "ollama", base_url: "http://xn--80ak6aa92e.example/v1", schema, critique: true }));
  const notice = new Notice(page, "Link");
  await notice.says(asks("Ollama at http://xn--80ak6aa92e.example"));
  assert.ok((await notice.changes()).includes(`Prompt: ${SCRIPT} instead of the schema's example`));
  assert.deepEqual(await page.barriers(), []);
  assert.deepEqual(left(), []);
  page.expectErrors(/net::ERR_/);
  await page.page.route("http://xn--80ak6aa92e.example/**", (route) => route.abort());
  await notice.press("Use it");
  await page.page.getByRole("list", { name: "Fields" }).getByText(SCRIPT).first().waitFor();
  assert.deepEqual(await page.values("Prompt", "Model", "Seed"), [SCRIPT, SCRIPT, SCRIPT]);
  assert.equal(await page.page.evaluate(() => globalThis.ran), undefined);
  assert.equal(await page.page.locator("img, #app script").count(), 0);
  await page.set({ Provider: SIMULATED });
  await page.run();
  await page.reads("Temperature must be from 0 to 2, or empty.");
});

/** Has a page count what is handed to the browser to be unpacked, and what comes of it. */
const countUnpacked = (page) =>
  page.addInitScript(() => {
    globalThis.unpacked = { slices: 0, bytes: 0 };
    const { write } = WritableStreamDefaultWriter.prototype;
    WritableStreamDefaultWriter.prototype.write = function (slice) {
      unpacked.slices += 1;
      return write.call(this, slice);
    };
    const { read } = ReadableStreamDefaultReader.prototype;
    ReadableStreamDefaultReader.prototype.read = async function () {
      const result = await read.call(this);
      unpacked.bytes += result.value?.length ?? 0;
      return result;
    };
  });

pageTest("a link that would unpack to 70 MB is left before it is", { prepare: countUnpacked }, async (page) => {
  const bomb = packed(Buffer.alloc(70_000_000, " "));
  assert.ok(bomb.length < 100_000);
  const before = await kept(page);
  await goTo(page, bomb);
  const notice = new Notice(page, "Link");
  await notice.says("This link is not read: it holds more than 1 MB, which no setup needs. Nothing was changed.");
  const { slices, bytes } = await page.page.evaluate(() => unpacked);
  assert.ok(slices <= 3 && bytes <= 1_200_000, `${slices} slices of 1 kB, ${bytes} bytes`);
  await notice.press("Close");
  assert.equal(await kept(page), before);
});

pageTest("a key stays with its origin, wherever a link points its provider", {}, async (page, t) => {
  const own = await startProvider(t, { models: [{ id: "small" }] });
  const other = await startProvider(t, { models: [{ id: "small" }], script: [reply(PET)] });
  await page.set({ Provider: CUSTOM, "Base URL": own.baseUrl, "API key": "secret-1" });
  await page.reads(/connected · 1 model$/);
  await goTo(page, linkOf({ provider: "custom", base_url: other.baseUrl, model: "small", schema: { name: "Pets", text: PETS }, prompt: "Which?" }));
  await new Notice(page, "Link").press("Use it");
  await page.becomes("Base URL", other.baseUrl);
  assert.deepEqual(await page.values("API key"), [""]);
  await page.runToEnd();
  assert.equal(other.calls.length, 1);
  assert.doesNotMatch(JSON.stringify(other.requests), /secret-1/);
  await new Notice(page, "Setup").press("Undo");
  await page.becomes("Base URL", own.baseUrl);
  assert.deepEqual(await page.values("API key"), ["secret-1"]);
});

const ENDLESS = {
  "a rule": { fields: { a: { type: "array", items: { type: "integer" }, minItems: 60 } }, rules: ["self.a.all(x, self.a.all(y, self.a.all(z, x + y + z > -99999999)))"] },
  "a pattern": { type: "object", properties: { a: { enum: ["a".repeat(60)], pattern: "(?=a)(a+)+b" } }, required: ["a"] },
};

for (const [what, schema] of Object.entries(ENDLESS)) {
  pageTest(`${what} that would never end leaves answers undecided`, {}, async (page) => {
    await goTo(page, linkOf({ model: "no-faults", schema: { name: "Endless", text: JSON.stringify(schema) }, prompt: "Which?", attempts: 1 }));
    await new Notice(page, "Link").press("Use it");
    await page.page.getByRole("list", { name: "Fields" }).getByText("a", { exact: true }).waitFor();
    assert.match((await page.runToEnd()).headline, /^Failed after 1 attempt$/);
    const said = (await page.card(1).violations()).map(({ message }) => message).join("\n");
    assert.match(said, /takes too many steps/);
  });
}
