// Rules across fields: what is said of them as they are written, and of answers that break them.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";
import { reply, startProvider } from "./support/provider.mjs";

const CUSTOM = "Custom (OpenAI-compatible)";

/** The list of what is wrong with the answer that is tried. */
const wrong = async (page) => {
  const items = await page.region("Schema").locator(".verdict__list").getByRole("listitem").allTextContents();
  return items;
};

const order = (rule) =>
  JSON.stringify({
    prompt: "Which order?",
    rules: [{ rule, messageExpression: "'total=' + string(self.total) + ' is not ' + string(self.price * self.count)" }],
    fields: { price: { type: "number" }, count: { type: "integer" }, total: { type: "number" } },
  });

pageTest("a rule is checked as it is written, and tried on an answer", {}, async (page) => {
  await page.set({ Schema: "Your own…", "Your own schema": order("near(self.price * self.count, self.totl, 0.01)") });
  const doubts = page.page.getByRole("list", { name: "Schema warnings" });
  await doubts.getByText('column 36: there is no "totl"; did you mean "total"?').waitFor();
  await page.set({ "Your own schema": order("near(self.price * self.count, self.total, 0.01") });
  await doubts.getByText(/^column \d+: (?!there)/).waitFor();
  await page.set({ "Your own schema": order("self.price * self.count") });
  await doubts.getByText("must give true or false, not double").waitFor();

  await page.set({ "Your own schema": order("near(self.price * self.count, self.total, 0.01)") });
  await doubts.getByText("rules[0]").waitFor({ state: "detached" });
  await page.set({ Answer: '{"price": 2.5, "count": 4, "total": 11}' });
  await page.reads("Invalid: 8 of 9 checks passed");
  assert.deepEqual(await wrong(page), ["ruletotal=11 is not 10rules[0]"]);
  await page.set({ Answer: '{"price": 2.5, "count": 4, "total": 10}' });
  await page.reads("Valid: 9 of 9 checks passed");
  assert.deepEqual(await wrong(page), []);
  await page.set({ "Your own schema": order("self.total > 10.0") });
  await page.reads("Invalid: 8 of 9 checks passed");
});

pageTest("an answer is made up for any schema, and keeps its rules", {}, async (page) => {
  for (const schema of ["Deployment config", "Security advisory", "Invoice", "Knowledge graph"]) {
    await page.set({ Schema: schema, Answer: "" });
    await page.button("make one up").click();
    await page.reads(/^Valid: (\d+) of \1 checks passed$/);
  }
});

const GOOD = {
  service_name: "checkout",
  replicas: 8,
  resources: { cpu_limit: 1, memory_limit_mb: 512 },
  health_check: { path: "/healthz", timeout_seconds: 2, interval_seconds: 10 },
};

pageTest("violations of all three levels, told to the model", {}, async (page, t) => {
  const bad = {
    ...GOOD,
    service_name: "Checkout",
    resources: { cpu_limit: 0.5, memory_limit_mb: 512 },
    health_check: { path: "/healthz", timeout_seconds: 30, interval_seconds: 10 },
    owner: "shop",
  };
  const provider = await startProvider(t, { script: [reply(JSON.stringify(bad)), reply(JSON.stringify(GOOD))] });
  await page.set({ Schema: "Deployment config", Provider: CUSTOM, "Base URL": provider.baseUrl });
  const { headline } = await page.runToEnd();
  assert.equal(headline, "Valid output in 2 attempts");
  const [first] = await page.cards();
  assert.deepEqual(
    (await first.violations()).map(({ level, message }) => `${level}: ${message}`),
    [
      'constraint: "service_name" must match the pattern ^[a-z][a-z0-9-]*$ (got "Checkout")',
      "rule: replicas=8 requires cpu_limit >= 1.0 (got 0.5)",
      "rule: timeout_seconds=30 must be below interval_seconds=10",
      'structure: Unexpected field: "owner"',
    ],
  );
  assert.match(await first.correction(), /replicas=8 requires cpu_limit >= 1\.0 \(got 0\.5\)/);
  const [system] = provider.calls[0].body.messages;
  assert.match(system.content, /self\.replicas <= 5 \|\| self\.resources\.cpu_limit >= 1\.0/);
});

pageTest("the example comes with its document, which is one's own to change", {}, async (page) => {
  await page.set({ Schema: "Security advisory" });
  await page.page.getByText("cve_ids", { exact: true }).waitFor();
  const [input] = await page.values("Input");
  assert.match(input, /^Harbour Gateway/);
  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
  await page.set({ Input: "CVE-2030-1 is new." });
  await page.set({ Answer: '{"summary": "Something is new", "severity": "low", "cve_ids": ["CVE-2024-31207"]}' });
  await page.reads(/^Invalid: /);
  assert.deepEqual(await wrong(page), [
    'rule"cve_ids[0]" must occur in the input (got "CVE-2024-31207")/cve_ids/0 · rules[0]',
  ]);
  await page.set({ Input: "CVE-2024-31207 is old." });
  await page.openEditor();
  await page.reads(/^Valid: /);
  await page.closeEditor();
  await page.button("use the example").click();
  assert.deepEqual(await page.values("Input"), [input]);
});
