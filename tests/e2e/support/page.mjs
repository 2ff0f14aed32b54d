// The page as a person meets it: its fields, buttons and results, found by role and accessible name.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "../../../scripts/serve.mjs";

const DIST = process.env.SOV_DIST ?? join(import.meta.dirname, "../../../dist");

/** Finds what keeps people from using a page (axe-core). */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser, site;
before(async () => {
  site = await serve(DIST);
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * A test with a page of its own, opened for the first time. It fails on every error of the page or in
 * its console that it does not expect; see `ThePage.expectErrors`.
 * `prepare` gets Playwright's page before it is opened.
 * @param {{fragment?: string, viewport?: object, timeout?: number, skip?: string | false,
 *   prepare?: (page: import("playwright-core").Page) => Promise<void>}} options
 */
export function pageTest(name, options, body) {
  const { fragment = "", viewport = { width: 1440, height: 900 }, timeout = 120_000, skip, prepare } = options;
  test(name, { timeout, skip }, async (t) => {
    const context = await browser.newContext({
      viewport,
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    try {
      const page = new ThePage(await context.newPage());
      await prepare?.(page.page);
      await page.open(fragment);
      await body(page, t);
      page.checkErrors();
    } finally {
      await context.close();
    }
  });
}

/** The role of every control, by its name. */
export const CONTROLS = {
  Provider: "combobox",
  "Base URL": "textbox",
  "API key": "textbox",
  "Remember this key on this computer": "checkbox",
  Model: "combobox",
  "Show me": "combobox",
  "Fault rate": "combobox",
  Speed: "combobox",
  "Response format": "combobox",
  Thinking: "combobox",
  "Context length": "textbox",
  Schema: "combobox",
  "Your own schema": "textbox",
  "Check formats": "checkbox",
  Component: "combobox",
  Answer: "textbox",
  "Name of the schema": "textbox",
  "New rule": "textbox",
  Prompt: "textbox",
  Input: "textbox",
  "System prompt": "textbox",
  "System template": "textbox",
  "Correction template": "textbox",
  "Reminder template": "textbox",
  "Max attempts": "slider",
  Corrections: "combobox",
  "Accept repaired JSON": "checkbox",
  "Stream the reply": "checkbox",
  Temperature: "textbox",
  "Token limit": "textbox",
  Seed: "textbox",
  "Time limit (s)": "textbox",
  "Token budget": "textbox",
  "Dollar budget": "textbox",
  Prices: "textbox",
  "Stop replies that cannot become valid": "checkbox",
  "Time budget (s)": "textbox",
  "Review corrections before they are sent": "checkbox",
  "Critique valid answers": "checkbox",
  "What the critique looks for": "textbox",
  Critic: "textbox",
  "Ask the model to review it": "checkbox",
  "What the model is told": "textbox",
  Run: "button",
  Stop: "button",
  Reset: "button",
};

const SAMPLING = "Sampling and limits";
const BUDGET = "Budget and prices";
const SIMULATING = "Rate and speed";
const TEMPLATES = "Templates";
const LOOKS = "Review and critique";
/** The fold that a control is in. */
const FOLDS = {
  "System prompt": "System prompt",
  "System template": TEMPLATES,
  "Correction template": TEMPLATES,
  "Reminder template": TEMPLATES,
  Temperature: SAMPLING,
  "Token limit": SAMPLING,
  Seed: SAMPLING,
  "Time limit (s)": SAMPLING,
  "Token budget": BUDGET,
  "Dollar budget": BUDGET,
  Prices: BUDGET,
  "Fault rate": SIMULATING,
  Speed: SIMULATING,
  "Time budget (s)": BUDGET,
  "Review corrections before they are sent": LOOKS,
  "Critique valid answers": LOOKS,
  "Ask the model to review it": LOOKS,
};

/** What stands in the editor of the schema, a dialog over the page. */
const IN_EDITOR = new Set(["Your own schema", "Check formats", "Component", "Answer", "Name of the schema", "New rule"]);

const BADGES = new RegExp(
  "^(RUNNING|VALID|VALID · REPAIRED|INVALID|NO JSON|PARSE ERROR|TRUNCATED|RUNAWAY|EMPTY|ONLY REASONING|REFUSED|TIMED OUT|" +
    "CUT|TOO LONG|KEY REFUSED|UNREACHABLE|BLOCKED|RATE LIMITED|SERVER BUSY|MODEL LOADING|CALL FAILED|UNDECIDED|STOPPED)$",
);

export class ThePage {
  #errors = [];
  #expected = [];

  constructor(page) {
    this.page = page;
    page.on("pageerror", (error) => this.#errors.push(`${error}`));
    page.on("crash", () => this.#errors.push("the page crashed"));
    page.on("console", (message) => {
      if (message.type() === "error") this.#errors.push(`${message.text()} (${message.location().url})`);
    });
  }

  async open(fragment = "") {
    await this.page.goto(site.url + fragment);
    await this.control("Run").waitFor();
  }

  async reload() {
    await this.page.reload();
    await this.control("Run").waitFor();
  }

  get origin() {
    return new URL(site.url).origin;
  }

  /** Allows errors that match, and asks for at least one. */
  expectErrors(...patterns) {
    this.#expected.push(...patterns);
  }

  checkErrors() {
    const isExpected = (error) => this.#expected.some((pattern) => pattern.test(error));
    assert.deepEqual(this.#errors.filter((error) => !isExpected(error)), [], "errors of the page");
    const hasCome = (pattern) => this.#errors.some((error) => pattern.test(error));
    assert.deepEqual(this.#expected.filter((pattern) => !hasCome(pattern)), [], "errors that did not come");
  }

  // What a person does.

  control(name) {
    return this.page.getByRole(CONTROLS[name], { name, exact: true });
  }

  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  get editor() {
    return this.page.getByRole("dialog", { name: "Schema editor" });
  }

  /** Opens the editor of the schema, if it is not open. */
  async openEditor() {
    // A new schema opens it by itself, perhaps before the pointer would be there.
    if (!(await this.editor.isVisible())) await this.button("Edit schema").dispatchEvent("click");
    await this.editor.getByRole("button", { name: "Close", exact: true }).waitFor();
  }

  /** Closes the editor of the schema, which covers the page, if it is open. */
  async closeEditor() {
    if (await this.editor.isVisible()) await this.editor.getByRole("button", { name: "Close", exact: true }).click();
    await this.editor.waitFor({ state: "hidden" });
  }

  /** Opens what a control is in: a fold, or the editor of the schema. */
  async unfold(name) {
    await (IN_EDITOR.has(name) ? this.openEditor() : this.closeEditor());
    // A summary has no role that could be asked for.
    if (FOLDS[name] && !(await this.control(name).isVisible())) {
      await this.page.locator("summary", { hasText: FOLDS[name] }).click();
    }
    return this.control(name);
  }

  /** Fills in or chooses, control by control: `{Provider: "LM Studio", Seed: 7}`. */
  async set(values) {
    for (const [name, value] of Object.entries(values)) {
      const control = await this.unfold(name);
      const kind = await control.evaluate((element) => element.type);
      if (kind === "select-one") {
        await control.selectOption(value);
        // A new schema opens the editor by itself, with the next frame.
        if (value === "Your own…") await this.editor.waitFor();
      } else if (kind === "checkbox") {
        await control.setChecked(value);
      } else {
        await control.fill(`${value}`);
        await control.blur();
      }
    }
  }

  /** What stands in the controls. */
  async values(...names) {
    const values = [];
    for (const name of names) {
      const control = await this.unfold(name);
      values.push(await control.evaluate((element) => element.selectedOptions?.[0].label ?? element.value));
    }
    return values;
  }

  /** Waits until this text stands in a control: what depends on the schema does once it was read. */
  async becomes(name, text) {
    const element = await (await this.unfold(name)).elementHandle();
    const [pattern, whole] = text instanceof RegExp ? [text.source, null] : [null, text];
    const isThere = ([element, pattern, whole]) => (pattern ? RegExp(pattern).test(element.value) : element.value === whole);
    await this.page.waitForFunction(isThere, [element, pattern, whole]);
  }

  async run() {
    await this.closeEditor();
    await this.control("Run").click();
  }

  async stop() {
    await this.control("Stop").click();
  }

  /** Drops a file on a control. */
  async drop(name, fileName, parts) {
    const dataTransfer = await this.page.evaluateHandle(
      ([name, parts]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(parts, name));
        return transfer;
      },
      [fileName, parts],
    );
    await this.control(name).dispatchEvent("drop", { dataTransfer });
  }

  async reset() {
    await this.control("Reset").click();
  }

  /** Runs to the end; gives the result. */
  async runToEnd(timeout) {
    await this.run();
    return this.result(timeout);
  }

  /** Presses a button that copies, and gives what is in the clipboard once the button says it did. */
  async copied(button) {
    const element = await button.elementHandle();
    const says = this.page.waitForFunction((element) => element.textContent === "Copied ✓", element);
    await Promise.all([says, element.click()]);
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Waits until this can be read on the page. */
  async reads(text) {
    await this.page.getByText(text, { exact: true }).waitFor();
  }

  /** What the page says to the model of the schema. */
  async schemaText() {
    await this.unfold("System prompt");
    return this.page.getByText("Answer with one JSON value").textContent();
  }

  /** Saves the run on the page; gives its file's name and text. */
  async saveRun() {
    const button = this.button("Save run file");
    if (!(await button.isVisible())) await this.page.locator("summary", { hasText: "Export" }).click();
    const download = this.page.waitForEvent("download");
    await button.click();
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
  }

  /** Opens the text of a run file. */
  async openRun(text) {
    const fold = this.page.locator("summary", { hasText: "Export" });
    const field = this.page.getByLabel("Open a run file", { exact: true });
    if (await fold.isVisible()) await fold.evaluate((summary) => (summary.parentElement.open = true));
    await field.setInputFiles({ name: "a.run.json", mimeType: "application/json", buffer: Buffer.from(text) });
  }

  // What a person sees.

  /** The fields of the schema, as the preview shows them. */
  async fields() {
    const items = await this.page.getByRole("list", { name: "Fields" }).getByRole("listitem").all();
    return Promise.all(items.map(async (item) => (await pieces(item)).join(" ")));
  }

  /** Waits until the preview shows these fields. */
  async hasFields(...fields) {
    const first = this.page.getByRole("list", { name: "Fields" }).getByRole("listitem").first();
    await first.filter({ hasText: new RegExp(`^${fields[0].split(" ")[0]}`) }).waitFor();
    assert.deepEqual(await this.fields(), fields);
  }

  /** What of the page keeps people from using it, in either theme: nothing, or a line for each place. */
  async barriers() {
    await this.page.evaluate(`window.axe ?? eval(${JSON.stringify(AXE)})`);
    return this.page.evaluate(async () => {
      const root = document.documentElement;
      const chosen = root.dataset.theme;
      const lines = [];
      for (const theme of ["dark", "light"]) {
        root.dataset.theme = theme;
        const { violations } = await axe.run({ resultTypes: ["violations"] });
        for (const { id, nodes } of violations) {
          lines.push(...nodes.map(({ html, any }) => `${theme}: ${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ""}`));
        }
      }
      root.dataset.theme = chosen;
      return lines;
    });
  }

  region(name) {
    return this.page.getByRole("region", { name, exact: true });
  }

  /** The banner, once the run is over. */
  async result(timeout) {
    const region = this.region("Result");
    await region.waitFor({ timeout });
    const [headline, figures, meaning] = await pieces(region);
    return { headline, figures, meaning };
  }

  /** The stages, each as its name, how it stands, and the details. */
  async pipeline() {
    const stages = await this.region("Pipeline").getByRole("listitem").all();
    return Promise.all(stages.map(pieces));
  }

  card(number) {
    return new Card(this.region(`Attempt ${number}`));
  }

  /** How many attempts are in the log. */
  attempts() {
    return this.page.getByRole("region", { name: /^Attempt \d$/ }).count();
  }

  /** Every card, first to last. */
  async cards() {
    return Array.from({ length: await this.attempts() }, (_, index) => this.card(index + 1));
  }
}

/** The card of an attempt. */
class Card {
  constructor(region) {
    this.region = region;
    this.toggle = region.getByRole("button", { name: /Attempt \d/ });
  }

  /** What its head says: the badge, and the figures behind it. */
  async head() {
    const words = await pieces(this.toggle);
    const badge = words.findIndex((word) => BADGES.test(word));
    return { badge: words[badge], figures: words.at(-1), glance: words.slice(badge + 1, -1).join("") };
  }

  async badge() {
    return (await this.head()).badge;
  }

  /** Waits for this badge. */
  async hasBadge(badge) {
    await this.region.getByRole("button", { name: new RegExp(`Attempt \\d\\W+${badge}\\b`) }).waitFor();
  }

  async isOpen() {
    return (await this.toggle.getAttribute("aria-expanded")) === "true";
  }

  async open() {
    if (!(await this.isOpen())) await this.toggle.click();
  }

  /** Everything that is wrong with the answer: level, words, pointer and rule of each. */
  async violations() {
    await this.open();
    const items = await this.region.getByRole("list").first().getByRole("listitem").all();
    const violations = [];
    for (const item of items) {
      const [level, message, ...place] = await pieces(item);
      // The whole answer has no pointer.
      const [rule, pointer = ""] = place.join("").split(/ · (?=[\w[\]]+$)/).reverse();
      violations.push({ level, message, pointer, rule });
    }
    return violations;
  }

  /** What it says about a reply without a verdict: why nothing was parsed, then every paragraph, quotation and
   * list item of the verdict. */
  async words() {
    await this.open();
    // What can be done about a failed call comes behind its badge.
    await this.region.locator("[aria-busy=true]").waitFor({ state: "detached" });
    const verdict = this.part("Verdict");
    const roles = ["paragraph", "blockquote", "listitem"];
    const [first, ...others] = roles.map((role) => verdict.getByRole(role));
    const texts = await others.reduce((any, locator) => any.or(locator), first).allTextContents();
    const unparsed = await this.part("Parsed").getByRole("paragraph").allTextContents();
    return [...unparsed, ...texts].filter((text) => text !== "");
  }

  /** A part of the card, by its name. */
  part(name) {
    return this.region.getByRole("group", { name, exact: true }).first();
  }

  /** The JSON that was judged, as it is drawn. */
  async json() {
    await this.open();
    return JSON.parse(await this.region.getByLabel("JSON", { exact: true }).textContent());
  }

  async rawReply() {
    await this.open();
    const text = this.part("Raw reply").getByLabel("Raw reply", { exact: true });
    return (await text.count()) ? text.textContent() : "";
  }

  /** Opens what is opened by itself: the reasoning, the changes, the messages or the request. */
  async unfold(name) {
    await this.open();
    const toggle = this.fold(name);
    if ((await toggle.getAttribute("aria-expanded")) === "false") await toggle.click();
  }

  fold(name) {
    return this.region.getByRole("button", { name: new RegExp(`^\\W*${name}`) });
  }

  /** How that was put to the model. */
  async way() {
    const hint = this.region.getByText(/^to the model, word for word/);
    return (await hint.textContent()).split(" · ").at(-1);
  }

  /** What was sent to the model after it; null where nothing was. */
  async correction() {
    await this.open();
    const correction = this.region.getByLabel("Correction", { exact: true });
    return (await correction.count()) ? correction.textContent() : null;
  }
}

/** The texts in an element, piece by piece, without the ornaments, which hold no letter and no digit. */
function pieces(locator) {
  return locator.evaluate((element) => {
    const texts = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.data);
    return texts.filter((text) => /[\p{L}\p{N}]/u.test(text));
  });
}
