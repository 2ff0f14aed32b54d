// What the page shows to somebody who opens it for the first time and presses Run: the simulated model's
// faults are caught, corrected and accepted, and nothing leaves the machine.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { pageTest } from "./support/page.mjs";

const CONDITION = {
  level: "constraint",
  message: '"condition" must be one of: "sunny", "cloudy", "rainy", "snowy", "windy" (got "Sunny")',
  pointer: "/condition",
  rule: "enum",
};
const HUMIDITY = {
  level: "constraint",
  message: '"humidity_pct" must be ≤ 100 (got 115)',
  pointer: "/humidity_pct",
  rule: "maximum",
};
const WRONG = { city: "Granite", temperature_c: -15, condition: "Sunny", humidity_pct: 115 };
const RIGHT = { city: "Granite", temperature_c: -15, condition: "sunny", humidity_pct: 62 };

pageTest("Run with nothing configured: a failure is caught, corrected and accepted", {}, async (page) => {
  const asked = new Set();
  page.page.on("request", (request) => asked.add(new URL(request.url()).origin));

  const { headline, meaning } = await page.runToEnd();
  assert.equal(headline, "Valid output in 2 attempts");
  assert.equal(
    meaning,
    "Matches the schema and its rules; other facts are not checked · 15 checks passed · no repairs, the reply is JSON · " +
      "simulated: no real model was asked",
  );

  const [first, second] = await page.cards();
  assert.equal(await first.badge(), "INVALID");
  const { figures } = await first.head();
  assert.match(figures, /^attempt 1 of 3 · [\d,]+ ms · first token after [\d.]+ m?s · \d+ → \d+ tokens · [\d.,]+ tokens\/s · finished: stop$/);
  assert.deepEqual(await first.violations(), [CONDITION, HUMIDITY]);
  assert.deepEqual(await first.json(), WRONG);
  assert.equal(
    await first.rawReply(),
    "Sure! Here is the JSON you asked for:\n\n```json\n" +
      `${JSON.stringify(WRONG, null, 2)}\n\`\`\`\n\nLet me know if you need anything else.`,
  );
  assert.equal(
    await first.correction(),
    `An earlier answer to this had 2 errors. Avoid exactly these:\n- ${CONDITION.message}\n- ${HUMIDITY.message}\n\n` +
      "Return this JSON with each <...> replaced by what it stands for:\n" +
      '{\n  "city": "Granite",\n  "temperature_c": -15,\n' +
      '  "condition": <one of "sunny", "cloudy", "rainy", "snowy", "windy">,\n' +
      '  "humidity_pct": <number from 0 to 100>\n}\n\n' +
      "Take every value from the original input again and make it agree with it: an earlier answer is no evidence.\n\n" +
      "Return only the complete corrected JSON: no explanation, no code fence.",
  );

  assert.equal(await second.badge(), "VALID");
  assert.deepEqual(await second.violations(), []);
  assert.deepEqual(await second.json(), RIGHT);
  assert.equal(await second.correction(), null);
  assert.equal(await page.attempts(), 2);

  const stages = (await page.pipeline()).map(([name, state]) => [name, state]);
  assert.deepEqual(stages, [
    ["LLM call", "passed"],
    ["Parse JSON", "passed"],
    ["Validate", "passed"],
    ["Valid", "passed"],
  ]);
  // The judge is a part of the page, and may arrive after it.
  asked.delete(new URL(page.page.url()).origin);
  assert.deepEqual([...asked], [], "a simulated run sends nothing");
  await page.page.getByRole("status").getByText(headline).waitFor();
});

pageTest("the final JSON is copied and downloaded as it is", {}, async (page) => {
  await page.runToEnd();
  const final = page.region("Final JSON");
  const button = (name) => final.getByRole("button", { name, exact: true });
  assert.equal(await page.copied(button("Copy")), JSON.stringify(RIGHT, null, 2));
  assert.equal(await page.copied(button("Copy minified")), JSON.stringify(RIGHT));
  const [download] = await Promise.all([page.page.waitForEvent("download"), button("Download").click()]);
  assert.equal(download.suggestedFilename(), "answer.json");
  assert.equal(await readFile(await download.path(), "utf8"), JSON.stringify(RIGHT, null, 2));
});

pageTest("a copy that fails says so", {}, async (page) => {
  await page.runToEnd();
  await page.page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  });
  await page.region("Final JSON").getByRole("button", { name: "Copy", exact: true }).click();
  await page.button("Copying failed").waitFor();
});

pageTest("Ctrl+Enter runs from the Prompt field", {}, async (page) => {
  await page.control("Prompt").press("Control+Enter");
  assert.equal((await page.result()).headline, "Valid output in 2 attempts");
  await page.becomes("Prompt", "Give a weather report for Lisbon on a summer afternoon.");
});
