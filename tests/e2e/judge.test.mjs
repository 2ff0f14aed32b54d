// What becomes of the page when its judge does not come, throws or hangs: the page can be used, says what
// happened, never calls anything valid, and works again as soon as the judge does.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";
import { failure, startProvider } from "./support/provider.mjs";

/**
 * A test whose page gets the judge's script by `answer(number, route)`; `number` counts from 1 how often
 * it was asked for. The page's time goes on as usual, and can be put forward.
 */
function judgeTest(name, answer, body) {
  let asked = 0;
  const prepare = async (page) => {
    await page.clock.install();
    await page.route(/\/judge-[0-9a-f]+\.js$/, (route) => answer(++asked, route));
  };
  pageTest(name, { prepare }, (page, t) => body(page, () => asked, t));
}

const HANG = "for (;;);";
const THROW = 'throw new Error("boom");';

/** A worker with this script and nothing else. */
const instead = (route, body) => route.fulfill({ contentType: "text/javascript", body });

/** The judge's own script, but that it does this when it is to judge. */
async function whenJudging(route, action) {
  const response = await route.fetch();
  const patch = `addEventListener("message", ({ data }) => { if (JSON.parse(data).ask === "judge") { ${action} } });`;
  await route.fulfill({ response, body: `${patch}\n${await response.text()}` });
}

/** Asserts that the page can still be used. */
async function assertAlive(page) {
  for (const theme of ["dark", "light", "system"]) await page.button(`Theme: ${theme}`).click();
  await page.button("Theme: dark").waitFor();
}

const inVain = (reason) => `The schema could not be read: ${reason}.`;

/** Asserts that the page says why it cannot run, and is alive. */
async function assertRefused(page, reason) {
  await page.page.getByRole("alert").filter({ hasText: inVain(reason) }).waitFor();
  assert.equal(await page.attempts(), 0);
  await assertAlive(page);
}

async function assertWorks(page) {
  await page.set({ "Show me": "no-faults" });
  assert.equal((await page.runToEnd()).headline, "Valid output in 1 attempt");
}

const MISSING = "the judge could not be loaded";
judgeTest(
  "a judge that is missing: the page says so, and the next Run tries again",
  (asked, route) => (asked <= 4 ? route.fulfill({ status: 404, body: "404" }) : route.continue()),
  async (page, asked) => {
    await page.reads(inVain(MISSING));
    assert.equal(asked(), 2);
    await page.run();
    await assertRefused(page, MISSING);
    assert.equal(asked(), 4);
    await assertWorks(page);
  },
);

judgeTest(
  "a judge that is missing: of a call that fails the server's own words are said",
  (_, route) => route.fulfill({ status: 404, body: "404" }),
  async (page, _, t) => {
    page.expectErrors(/status of 401/);
    const provider = await startProvider(t, { models: failure(401, "Unauthorized."), script: [] });
    await page.set({ Provider: "Custom (OpenAI-compatible)", "Base URL": provider.baseUrl });
    await page.button("Test connection").click();
    await page.page.getByText("○ The call failed: Unauthorized", { exact: true }).waitFor();
    await assertAlive(page);
  },
);

judgeTest(
  "a judge that throws while it loads",
  (asked, route) => (asked <= 2 ? instead(route, THROW) : route.continue()),
  async (page) => {
    await page.reads(inVain("the judge could not be loaded (Uncaught Error: boom)"));
    await assertAlive(page);
    await page.button("Try again").click();
    await page.page.getByText("temperature_c").first().waitFor();
    await assertWorks(page);
  },
);

judgeTest(
  "a judge whose other half is missing",
  async (asked, route) => {
    if (asked > 2) return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, body: (await response.text()).replaceAll("_bg.wasm", "_gone.wasm") });
  },
  async (page) => {
    await page.page.getByText(/^The schema could not be read: the judge could not be loaded \(Uncaught .+\)\.$/).waitFor();
    await assertAlive(page);
    await assertWorks(page);
  },
);

judgeTest(
  "a judge that hangs while it loads",
  (asked, route) => (asked <= 2 ? instead(route, HANG) : route.continue()),
  async (page) => {
    await page.run();
    await page.reads("The run begins when the schema was read.");
    await assertAlive(page);
    await page.page.clock.fastForward("01:01");
    await page.page.clock.fastForward("01:01");
    await assertRefused(page, "the judge could not be loaded (it took longer than 60.0 s)");
    await assertWorks(page);
  },
);

for (const [name, action, reason, wait] of [
  ["hangs", HANG, "the judge took longer than 10.0 s and was started anew", "00:11"],
  ["throws", THROW, "the judge crashed (Uncaught Error: boom) and was started anew", undefined],
]) {
  judgeTest(
    `a judge that ${name} while it judges leaves the answer undecided, and works the next time`,
    (asked, route) => (asked === 1 ? whenJudging(route, action) : route.continue()),
    async (page) => {
      await page.set({ "Show me": "no-faults" });
      await page.run();
      if (wait) {
        await page.region("Pipeline").getByText("under way").locator("..").getByText("Parse JSON").waitFor();
        await assertAlive(page);
        await page.page.clock.fastForward(wait);
      }
      const { headline, meaning } = await page.result();
      assert.equal(headline, "Failed after 1 attempt");
      assert.match(meaning, /^No verdict was reached; the last attempt says why · /);
      const [card] = await page.cards();
      assert.equal(await card.badge(), "UNDECIDED");
      assert.deepEqual(await card.words(), [
        "There is no verdict on this reply.",
        `No verdict was reached: ${reason}. The answer may be valid or not; run again to find out.`,
      ]);
      assert.match(await card.rawReply(), /"city"/);
      await assertWorks(page);
    },
  );
}

let release;
judgeTest(
  "a judge that is slow to arrive: Run waits for it, and can be stopped",
  async (asked, route) => {
    await new Promise((done) => (release = done));
    await route.continue();
  },
  async (page) => {
    await page.set({ "Show me": "no-faults" });
    await page.run();
    await page.reads("The run begins when the schema was read.");
    await page.stop();
    await page.run();
    release();
    assert.equal((await page.result()).headline, "Valid output in 1 attempt");
    assert.equal(await page.attempts(), 1);
  },
);
