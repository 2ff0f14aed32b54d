// The person's own schema: what is said of it while it is typed, and that it is what judges.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";
import { startProvider } from "./support/provider.mjs";

const OWN = "Your own…";
/** What it is called until it has another name. */
const MINE = "My schema";
const CUSTOM = "Custom (OpenAI-compatible)";
const PETS = JSON.stringify({
  label: "Pet",
  prompt: "Which pet?",
  fields: {
    name: { type: "string", minLength: 2, description: "What it is called" },
    legs: { type: "integer", min: 0, max: 8 },
    kind: { type: "enum", values: ["cat", "dog"], optional: true },
  },
});
const PET_FIELDS = ["name string ≥ 2 characters What it is called", "legs integer 0 … 8", "kind enum optional cat · dog"];
const WEATHER = /^city string/;

/** The words of the error that is shown of the schema. */
const error = (page) => page.region("Schema").getByRole("alert");

pageTest("a schema that is pasted is shown, prompted and judged by", {}, async (page) => {
  await page.set({ Schema: OWN });
  assert.deepEqual(await page.values("Your own schema", "Prompt"), ["", ""]);
  assert.deepEqual(await page.fields(), []);
  await page.set({ "Your own schema": PETS });
  await page.hasFields(...PET_FIELDS);
  await page.becomes("Prompt", "Which pet?");
  assert.match(await page.schemaText(), /"legs": integer, \/\/ from 0 to 8\n/);
  assert.equal(await error(page).count(), 0);

  const { headline } = await page.runToEnd();
  assert.equal(headline, "Valid output in 2 attempts");
  const [first, second] = await page.cards();
  assert.deepEqual(
    (await first.violations()).map(({ pointer, rule }) => `${pointer} ${rule}`),
    ["/legs maximum", "/kind enum"],
  );
  assert.deepEqual(Object.keys(await second.json()), ["name", "legs", "kind"]);

  await page.reload();
  assert.deepEqual(await page.values("Schema", "Your own schema"), [MINE, PETS]);
  await page.hasFields(...PET_FIELDS);
});

pageTest("a schema that is wrong is named by where, and nothing is sent", {}, async (page, t) => {
  const provider = await startProvider(t);
  await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl, Schema: OWN, Prompt: "Which?" });
  await page.run();
  await page.reads("Paste a schema, or choose one.");

  await page.set({ "Your own schema": PETS });
  await page.hasFields(...PET_FIELDS);
  const wrong = "fields.legs.type must be one of: string, number, integer, boolean, enum, object, array.";
  await page.set({ "Your own schema": PETS.replace("integer", "int") });
  await error(page).getByText(wrong, { exact: true }).waitFor();
  assert.deepEqual(await page.fields(), PET_FIELDS, "what could be read last stays");
  await page.run();
  await page.reads(`The schema has an error: ${wrong}`);
  assert.equal(await page.attempts(), 0);
  assert.equal(provider.calls.length, 0);

  await page.set({ "Your own schema": PETS.slice(0, -1) });
  await error(page).getByText(/^This is not JSON: at line 1, column \d+, /).waitFor();
  await page.set({ "Your own schema": PETS });
  await error(page).waitFor({ state: "detached" });
});

pageTest("the catalogue is a choice away, and one's own schema is kept", {}, async (page) => {
  await page.set({ Schema: OWN, "Your own schema": PETS });
  await page.hasFields(...PET_FIELDS);
  await page.set({ Schema: "Weather report" });
  await page.page.getByText("temperature_c").first().waitFor();
  assert.match((await page.fields())[0], WEATHER);
  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
  await page.set({ Schema: MINE });
  assert.deepEqual(await page.values("Your own schema", "Prompt"), [PETS, "Which pet?"]);
});

pageTest("a schema is typed key by key, dropped, or opened", {}, async (page) => {
  await page.set({ Schema: OWN });
  await page.control("Your own schema").pressSequentially('{"fields": {"a": {"type": "boolean"}}}');
  await page.hasFields("a boolean");
  await page.drop("Your own schema", "pets.json", [PETS]);
  await page.hasFields(...PET_FIELDS);
  await page.reads(/^pets\.json /);
  const fields = '{"fields": {"b": {"type": "number"}}}';
  const file = { name: "b.json", mimeType: "application/json", buffer: Buffer.from(fields) };
  await page.button("open a schema file").setInputFiles(file);
  await page.hasFields("b number");
  assert.deepEqual(await page.values("Your own schema"), [fields]);
});

const OPENAPI = JSON.stringify({
  openapi: "3.0.3",
  info: { title: "Shop", version: "1" },
  paths: {},
  components: {
    schemas: {
      Pet: {
        type: "object",
        properties: { name: { type: "string", minLength: 9, maxLength: 1, nullable: true }, on: { type: "string", format: "date" } },
      },
      Order: { type: "object", properties: { pet: { $ref: "#/components/schemas/Pet" }, ["n".repeat(80)]: { enum: ["x".repeat(240)] } } },
    },
  },
});

pageTest("notes, warnings, components and formats", {}, async (page) => {
  await page.set({ Schema: OWN, "Your own schema": OPENAPI });
  await page.editor.getByText("Took Pet from this OpenAPI document.", { exact: true }).waitFor();
  const warnings = page.page.getByRole("list", { name: "Schema warnings" });
  assert.deepEqual(await warnings.getByRole("listitem").allTextContents(), [
    "⚠$defs.Pet.nameminLength 9 is above maxLength 1, so no string is right",
  ]);
  assert.deepEqual(await page.values("Component"), ["Pet"]);
  await page.hasFields("name string or null optional 9 … 1 character", "on string optional a date (YYYY-MM-DD)");
  await page.set({ Component: "Order", "Check formats": false });
  await page.page.getByRole("list", { name: "Fields" }).getByText("n".repeat(80)).waitFor();

  await page.reload();
  await page.page.getByRole("list", { name: "Fields" }).getByText("n".repeat(80)).waitFor();
  assert.deepEqual(await page.values("Component"), ["Order"]);
  assert.equal(await page.control("Check formats").isChecked(), false);
  await page.set({ "Check formats": true, "Your own schema": PETS });
  await page.hasFields(...PET_FIELDS);
  await page.control("Component").waitFor({ state: "detached" });
});

pageTest("source code is answered with the command that prints its schema", {}, async (page) => {
  await page.set({ Schema: OWN, "Your own schema": "from pydantic import BaseModel\n\nclass Pet(BaseModel):\n    name: str\n" });
  await error(page).getByText(/Pet\.model_json_schema\(\)/).waitFor();
});

const FROM = "From an example";
const BACK = "Undo";

pageTest("an example becomes a schema, and is a click away", {}, async (page) => {
  const example = '{"name": "Ada", "born": "1815-12-10", "children": 3}';
  await page.set({ Schema: OWN, "Your own schema": example });
  await error(page).getByText('"name" is no keyword of JSON Schema. "From an example" makes a schema of it.').waitFor();
  assert.equal(await page.button(BACK).count(), 0);
  await page.button(FROM).click();
  await page.hasFields("name string", "born string a date (YYYY-MM-DD)", "children integer");
  const [schema] = await page.values("Your own schema");
  assert.deepEqual(JSON.parse(schema), {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $comment: "Inferred from 1 example.",
    type: "object",
    properties: { name: { type: "string" }, born: { type: "string", format: "date" }, children: { type: "integer" } },
    required: ["name", "born", "children"],
    additionalProperties: false,
  });
  assert.equal(schema, JSON.stringify(JSON.parse(schema), null, 2));
  assert.equal(await error(page).count(), 0);

  await page.button(FROM).click();
  await error(page).getByText("This is a schema already.", { exact: true }).waitFor();
  await page.button(BACK).click();
  await page.button(BACK).waitFor({ state: "detached" });
  assert.deepEqual(await page.values("Your own schema"), [example]);
  await page.button(FROM).click();
  await page.hasFields("name string", "born string a date (YYYY-MM-DD)", "children integer");
  await page.set({ Prompt: "Who?" });
  assert.match((await page.runToEnd()).headline, /^Valid output in \d attempts?$/);
});

pageTest("a table becomes the schema of a row, and one that is broken is told where", {}, async (page) => {
  const table = "code,price,state\n0150,1.5,open\n0250,,done\n0350,2,open\n0450,3,done\n";
  await page.set({ Schema: OWN });
  await page.drop("Your own schema", "prices.csv", [table]);
  await error(page).getByText('This looks like CSV, not like a schema. "From an example" makes a schema of it.').waitFor();
  await page.button(FROM).click();
  await page.hasFields("code string", "price number or null", "state enum open · done");
  await page.set({ "Your own schema": `${table}0550,4\n` });
  await page.button(FROM).click();
  const broken = "This looks like CSV, but the row at line 6 has 2 cells, and the first line names 3.";
  await error(page).getByText(broken, { exact: true }).waitFor();
  await page.button(BACK).click();
  assert.deepEqual(await page.values("Your own schema"), [table]);
  await error(page).getByText(broken, { exact: true }).waitFor({ state: "detached" });
});

pageTest("nor is one's own schema wider than a phone", { viewport: { width: 360, height: 740 } }, async (page) => {
  await page.set({ Schema: OWN, "Your own schema": OPENAPI });
  await page.set({ Component: "Order" });
  await page.page.getByRole("list", { name: "Fields" }).getByText("n".repeat(80)).waitFor();
  const right = await page.page.evaluate(() => {
    const edges = [...document.querySelectorAll("section, p, li, select, textarea")].map(
      (element) => element.getBoundingClientRect().right,
    );
    return Math.max(document.documentElement.scrollWidth, ...edges);
  });
  assert.equal(right, 360);
});
