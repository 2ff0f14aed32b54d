// The editor of the schema: its text with what is wrong at its place, the form that shows the same, the rules,
// and the schemas of one's own.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";

const OWN = "Your own…";
const TEXT = "Your own schema";
const ORDER = {
  type: "object",
  properties: {
    number: { type: "string", pattern: "^A-" },
    lines: { type: "array", items: { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] } },
    total: { type: "number", $comment: "stays" },
  },
  required: ["number", "total"],
  "x-rules": ["self.total > 0.0"],
};
const text = (schema) => JSON.stringify(schema, null, 2);

/** The row of a field. */
const row = (page, name) => page.editor.getByRole("group", { name, exact: true });
/** The names of the rows, whose folds are groups, too. */
const names = (page) =>
  page.editor.getByRole("list", { name: "Form" }).locator("[role=group]").evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")));
/** The schema, once its text says this of it. */
const becomes = async (page, is) => {
  // Made here, since the page's policy lets no text become code there.
  const says = new Function(
    "area",
    `try { const schema = JSON.parse(area.value); return (${is})(schema) && schema; } catch { return null; }`,
  );
  const area = await page.control(TEXT).elementHandle();
  return (await page.page.waitForFunction(says, area)).jsonValue();
};
/** Chooses a schema of one's own, and writes it. */
const own = async (page, schema) => {
  await page.set({ Schema: OWN, [TEXT]: typeof schema === "string" ? schema : text(schema) });
};
/** Puts the caret behind a text. */
const caretBehind = (page, words) =>
  page.control(TEXT).evaluate((area, words) => {
    const at = area.value.indexOf(words) + words.length;
    area.focus();
    area.setSelectionRange(at, at);
  }, words);
const caret = (page) => page.control(TEXT).evaluate((area) => area.value.slice(0, area.selectionStart));
/** Waits until the focus is on a control of this name. */
const hasFocus = (page, name) =>
  page.page.waitForFunction((name) => document.activeElement?.getAttribute("aria-label") === name, name);

pageTest("the editor opens over the page, loses nothing, and gives the focus back", {}, async (page) => {
  await page.button("Edit schema").click();
  await page.editor.getByRole("heading", { name: "Weather report" }).waitFor();
  await row(page, "city").waitFor();
  assert.deepEqual(await names(page), ["the answer", "city", "temperature_c", "condition", "humidity_pct"]);
  const shown = page.editor.getByRole("textbox", { name: "Text of the schema" });
  assert.match(await shown.inputValue(), /"label": "Weather report"/);
  assert.equal(await row(page, "city").getByRole("textbox").first().isEnabled(), false);
  await page.page.keyboard.press("Escape");
  await page.editor.waitFor({ state: "hidden" });
  assert.equal(await page.page.evaluate(() => document.activeElement?.textContent), "Edit schema");

  await page.openEditor();
  await page.editor.getByRole("button", { name: "Duplicate to change" }).click();
  assert.deepEqual(await page.values("Name of the schema"), ["Weather report copy"]);
  await row(page, "city").getByRole("textbox", { name: "Name of city" }).fill("town");
  await page.page.keyboard.press("Enter");
  await page.hasFields("town string ≥ 2 characters", "temperature_c number -90 … 60", "condition enum sunny · cloudy · rainy · snowy · windy", "humidity_pct number 0 … 100");
  assert.match(await page.control(TEXT).inputValue(), /"town": \{/);
  assert.deepEqual(await page.barriers(), []);
});

pageTest("fields are added, named, made of another type, constrained, marked, moved and removed", {}, async (page) => {
  await own(page, ORDER);
  await row(page, "sku").waitFor();
  assert.deepEqual(await names(page), ["the answer", "number", "lines", "each item", "sku", "total"]);

  await page.button("Add a field to each item").click();
  await hasFocus(page, "Name of field");
  await page.page.keyboard.press("Control+A");
  await page.page.keyboard.type("count");
  await page.page.keyboard.press("Tab");
  await row(page, "count").getByRole("combobox", { name: "Type of count" }).selectOption("integer");
  await row(page, "count").getByText("constraints, description").click();
  await row(page, "count").getByRole("textbox", { name: "min of count" }).fill("1");
  await row(page, "count").getByRole("textbox", { name: "Description of count" }).fill("How many");
  await row(page, "count").getByRole("checkbox", { name: "optional" }).check();
  await row(page, "number").getByRole("checkbox", { name: "must occur in the input" }).check();
  await row(page, "total").getByRole("checkbox", { name: "may be null" }).click();
  const item = {
    type: "object",
    properties: { sku: { type: "string" }, count: { type: "integer", minimum: 1, description: "How many" } },
    required: ["sku"],
  };
  const { number, total } = ORDER.properties;
  const expected = {
    ...ORDER,
    properties: {
      number: { ...number, "x-rules": [{ rule: "self.within(input)" }] },
      lines: { type: "array", items: item },
      total: { ...total, type: ["number", "null"] },
    },
  };
  assert.deepEqual(await becomes(page, ({ properties }) => Array.isArray(properties.total.type)), expected);

  // By keyboard, and the focus goes along.
  await page.button("Move total up").focus();
  await page.page.keyboard.press("Enter");
  await becomes(page, ({ properties }) => Object.keys(properties).join() === "number,total,lines");
  await page.page.waitForFunction(() => document.activeElement?.id === "field-2-up");
  await page.page.keyboard.press("Enter");
  await becomes(page, ({ properties }) => Object.keys(properties).join() === "total,number,lines");
  // By pointer.
  await row(page, "lines").getByTitle("Drag to move").dragTo(row(page, "total"));
  await becomes(page, ({ properties }) => Object.keys(properties).join() === "lines,total,number");
  await page.button("Remove sku").click();
  await becomes(page, ({ properties }) => Object.keys(properties.lines.items.properties).join() === "count");
  await hasFocus(page, "Type of each item");

  await page.button("Undo").click();
  await becomes(page, ({ properties }) => properties.lines.items.properties.sku);
  await page.button("Redo").click();
  await becomes(page, ({ properties }) => !properties.lines.items.properties.sku);
  await row(page, "total").getByRole("textbox", { name: "Name of total" }).fill("number");
  await page.page.keyboard.press("Enter");
  await page.editor.getByRole("alert").getByText('There is a field "number" already.').waitFor();
  await page.becomes(TEXT, /"total"/);
  assert.deepEqual(await page.barriers(), []);
});

pageTest("a schema is begun in the form", {}, async (page) => {
  await page.set({ Schema: OWN });
  await page.button("Start with a field").click();
  await row(page, "field").waitFor();
  await row(page, "the answer").getByRole("button", { name: "Add a field to the answer" }).click();
  await hasFocus(page, "Name of field_2");
  await page.hasFields("field string", "field_2 string");
});

pageTest("what is wrong is named and marked where it stands, and is a click away", {}, async (page) => {
  await own(page, text(ORDER).replace('"pattern": "^A-"', '"pattern": "("').replace('"$comment"', '"minLenght"'));
  const problems = page.editor.getByRole("list", { name: "Problems" });
  await problems.getByRole("button", { name: /^Line 6, column 7: properties\.number\.pattern is no regular expression/ }).click();
  assert.ok((await caret(page)).endsWith('"type": "string",\n      '));
  await page.set({ [TEXT]: text(ORDER).replace('"$comment"', '"minLenght"') });
  const doubt = problems.getByRole("button", { name: "Line 24, column 7: properties.total.minLenght is no keyword of JSON Schema and is ignored." });
  await doubt.press("Enter");
  assert.ok((await caret(page)).endsWith('"type": "number",\n      '));
  await page.set({ [TEXT]: '{\n  "type" "object"\n}' });
  await problems.getByRole("button", { name: "This is not JSON: at line 2, column 10, a colon is missing." }).click();
  assert.equal(await caret(page), '{\n  "type" ');
  assert.equal(await page.control(TEXT).inputValue(), '{\n  "type" "object"\n}', "it is not altered");
  assert.deepEqual(await names(page), ["the answer", "number", "lines", "each item", "sku", "total"], "what was understood last");
  assert.equal(await row(page, "sku").getByRole("checkbox").first().isEnabled(), false);
  await page.set({ [TEXT]: text(ORDER) });
  await problems.getByText("minLenght").waitFor({ state: "detached" });
});

pageTest("keywords and values are suggested at the caret", {}, async (page) => {
  await own(page, '{"type": "object", "properties": {"born": {"type": "string"}}}');
  const list = page.editor.getByRole("listbox", { name: "Suggestions" });
  const options = () => list.getByRole("option").allTextContents();
  const area = page.control(TEXT);
  await caretBehind(page, '{"type": "string"');
  await area.pressSequentially(', "f');
  await list.waitFor();
  assert.deepEqual((await options()).slice(0, 2), [
    "formatwhat kind of text it is: date, email, uri and others",
    "$refwhat the definition at this address says",
  ]);
  assert.equal(await area.getAttribute("aria-activedescendant"), "suggestions-0");
  assert.deepEqual(await page.barriers(), []);
  await area.press("Tab");
  await page.becomes(TEXT, '{"type": "object", "properties": {"born": {"type": "string", "format": ""}}}');
  await page.page.waitForFunction((area) => area.value.slice(0, area.selectionStart).endsWith('"format": "'), await area.elementHandle());
  await area.pressSequentially("dat");
  await list.getByRole("option", { name: "date-time" }).waitFor();
  await area.press("ArrowDown");
  await area.press("Enter");
  await page.becomes(TEXT, '{"type": "object", "properties": {"born": {"type": "string", "format": "date"}}}');
  await list.waitFor({ state: "detached" });

  await caretBehind(page, '"date"}}');
  await area.pressSequentially(', "required": [');
  await area.press("Control+ ");
  await list.getByRole("option", { name: "born a property" }).waitFor();
  await area.press("Escape");
  await list.waitFor({ state: "detached" });
  assert.equal(await page.editor.isVisible(), true, "Esc closed only the list");
  await area.press("Control+ ");
  await list.getByRole("option", { name: "born a property" }).click();
  await page.becomes(TEXT, /"required": \["born"\}$/);
});

pageTest("the text is formatted, and numbers stay as they were written", {}, async (page) => {
  await own(page, '{"type":"number","minimum":1.50,\n"maximum": 2e3}');
  await page.button("Format").click();
  await page.becomes(TEXT, '{\n  "type": "number",\n  "minimum": 1.50,\n  "maximum": 2e3\n}');
  await page.set({ [TEXT]: "{} // empty" });
  await page.button("Format").click();
  await page.editor.getByRole("alert").getByText("Only JSON without comments can be formatted.").waitFor();
});

pageTest("rules are written with their verdict beside them", {}, async (page) => {
  await own(page, ORDER);
  const rule = (number) => page.editor.getByRole("textbox", { name: `Rule ${number}`, exact: true });
  const item = (number) => page.editor.getByRole("list", { name: "Rules" }).getByRole("listitem").nth(number - 1);
  await page.set({ Answer: '{"number": "A-1", "lines": [], "total": 2.5}' });
  await item(1).getByText("true for the example answer").waitFor();
  await rule(1).press("End");
  await rule(1).pressSequentially(" && self.totl > 1.0");
  await item(1).getByText('column 26: there is no "totl"; did you mean "total"?').waitFor();
  assert.equal(await rule(1).inputValue(), "self.total > 0.0 && self.totl > 1.0");
  // Within it, too: what is said of it meanwhile leaves the caret where it is.
  await rule(1).fill("self. > 0.0");
  await rule(1).evaluate((field) => field.setSelectionRange(5, 5));
  for (const [key, said] of [["n", 'there is no "n"'], ["o", 'there is no "no"']]) {
    await rule(1).pressSequentially(key);
    await item(1).getByText(said).waitFor();
    assert.equal(await rule(1).evaluate((field) => field.value.slice(0, field.selectionStart)), `self.${said.slice(13, -1)}`);
  }
  await rule(1).fill("self.total > 3.0");
  await item(1).getByText("false for the example answer").waitFor();
  await item(1).locator("summary").click();
  await page.editor.getByRole("textbox", { name: "Message of rule 1" }).fill("too little");
  await page.set({ "New rule": "self.number != ''" });
  await item(2).getByText("true for the example answer").waitFor();
  assert.deepEqual((await becomes(page, (schema) => schema["x-rules"].length === 2))["x-rules"], [
    { rule: "self.total > 3.0", message: "too little" },
    { rule: "self.number != ''" },
  ]);
  await page.set({ Answer: '{"number": "A-1", "lines": [], "total": 4}' });
  await item(1).getByText("true for the example answer").waitFor();
  await page.button("Remove rule 1").click();
  await becomes(page, (schema) => schema["x-rules"].length === 1);
  assert.equal(await rule(1).inputValue(), "self.number != ''");
  assert.deepEqual(await page.barriers(), []);
});

pageTest("what a schema stands in is said, and taken off", {}, async (page) => {
  const tool = { name: "order", input_schema: { type: "object", properties: { a: { type: "string" } } } };
  await own(page, tool);
  await page.editor.getByText("Taken out of an Anthropic tool.").waitFor();
  await row(page, "a").waitFor();
  assert.equal(await row(page, "a").getByRole("checkbox").first().isEnabled(), false);
  await page.button("Keep the schema alone").click();
  assert.deepEqual(await becomes(page, (schema) => schema.properties), { title: "order", ...tool.input_schema });
  await row(page, "a").getByRole("checkbox", { name: "optional" }).uncheck();
  await becomes(page, (schema) => schema.required?.[0] === "a");
});

pageTest("schemas of one's own have names, and are kept, copied and deleted", {}, async (page) => {
  const options = () => page.page.getByRole("combobox", { name: "Schema", exact: true }).locator("optgroup[label=Yours] option").allTextContents();
  assert.deepEqual(await options(), ["Your own…"]);
  await own(page, ORDER);
  await page.set({ "Name of the schema": "Order" });
  await page.button("Duplicate").click();
  await page.set({ [TEXT]: '{"type": "boolean"}' });
  await page.closeEditor();
  assert.deepEqual(await options(), ["Order", "Order copy", "Another of your own…"]);
  await page.reload();
  assert.deepEqual(await options(), ["Order", "Order copy", "Another of your own…"]);
  assert.deepEqual(await page.values("Schema", TEXT), ["Order copy", '{"type": "boolean"}']);
  await page.button("Delete").click();
  await page.editor.waitFor({ state: "hidden" });
  assert.deepEqual(await options(), ["Order", "Another of your own…"]);
  assert.deepEqual(await page.values("Schema", TEXT), ["Order", text(ORDER)]);
  await page.closeEditor();
  await page.region("Schema").getByRole("button", { name: "Undo" }).click();
  assert.deepEqual(await page.values("Schema", TEXT), ["Order copy", '{"type": "boolean"}']);
});

pageTest("the one schema that was kept before there were several is still there", {
  prepare: (page) =>
    page.addInitScript(() => {
      const key = "structured-output-validator.settings";
      if (!localStorage.getItem(key)) {
        localStorage.setItem(key, JSON.stringify({ schema: "own", own_schema: '{"type": "null"}', formats: "annotate" }));
      }
    }),
}, async (page) => {
  assert.deepEqual(await page.values("Schema", TEXT), ["My schema", '{"type": "null"}']);
  assert.equal(await page.control("Check formats").isChecked(), false);
});

pageTest("where nothing can be kept the editor says so and goes on", {
  prepare: (page) => page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  }),
}, async (page) => {
  await own(page, ORDER);
  await page.editor.getByText("This browser does not keep it").waitFor();
  await row(page, "sku").waitFor();
});

pageTest("the editor fits a phone", { viewport: { width: 360, height: 740 } }, async (page) => {
  await own(page, { ...ORDER, properties: { ["n".repeat(60)]: { type: "string", description: "d".repeat(200) }, ...ORDER.properties } });
  await row(page, "sku").waitFor();
  for (const name of ["number", "sku"]) await row(page, name).locator("summary").click();
  const right = await page.editor.evaluate((dialog) => {
    const edges = [...dialog.querySelectorAll("li, input, select, textarea, button, p")].map((element) => element.getBoundingClientRect().right);
    return Math.max(document.documentElement.scrollWidth, ...edges);
  });
  assert.ok(right <= 360, `${right}`);
  assert.deepEqual(await page.barriers(), []);
});
