// How long it takes until the page can be used, on a slow connection: 1.6 Mbit/s, without and with 150 ms there
// and back. Files come as static hosts send them, and nothing is cached.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { chromium } from "../../tests/e2e/node_modules/playwright-core/index.mjs";
import { serve } from "../../scripts/serve.mjs";

const DIST = process.env.SOV_DIST ?? join(import.meta.dirname, "../../dist");
const BYTES_PER_SECOND = 1_600_000 / 8;
const MOST_MS = 2_000;

/** When the page could be used, and what had come by then. */
async function measure(site, latency) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND });
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector("#app button")) {
          observer.disconnect();
          // Drawn, and ready for what is pressed next.
          requestAnimationFrame(() => setTimeout(() => (window.usableAfter = performance.now())));
        }
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(site.url, { waitUntil: "commit" });
    const after = await (await page.waitForFunction(() => window.usableAfter)).jsonValue();
    const bytes = await page.evaluate(() => {
      const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
      const first = entries.filter(({ name }) => !/judge|icon/.test(name));
      return first.reduce((sum, { transferSize }) => sum + transferSize, 0);
    });
    return { after, bytes, forBytes: (bytes / BYTES_PER_SECOND) * 1000 };
  } finally {
    await browser.close();
  }
}

for (const [name, latency] of [["without latency", 0], ["with 150 ms there and back", 150]]) {
  test(`the page can be used soon, ${name}`, async (t) => {
    const site = await serve(DIST, 0, { isCompressed: true });
    t.after(() => site.close());
    // The server compresses each file once; what it takes for that is none of the page's.
    await measure(site, 0);
    const runs = [];
    for (let run = 0; run < 5; run += 1) runs.push(await measure(site, latency));
    runs.sort((one, other) => one.after - other.after);
    const { after, bytes, forBytes } = runs[2];
    console.log(`${name}: usable after ${after.toFixed(0)} ms, ${(after - forBytes).toFixed(0)} ms beyond what ${bytes} bytes take (median of 5)`);
    assert.ok(after <= MOST_MS, `usable after ${after.toFixed(0)} ms`);
  });
}
