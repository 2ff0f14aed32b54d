// Nothing keeps people from using a screen of the page, in either theme, wide or narrow.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";

/** How to come to each screen, from the page as it is opened. */
const SCREENS = {
  "the first visit": async () => {},
  "a valid run": async (page) => {
    await page.runToEnd();
    for (const card of await page.cards()) await card.open();
  },
  "a failed run": async (page) => {
    await page.set({ "Show me": "never learns: same answer" });
    await page.runToEnd();
  },
  "a call that failed": async (page) => {
    await page.set({ "Show me": "key refused" });
    await page.runToEnd();
    await page.card(1).words();
  },
  "a reply on its way": async (page) => {
    await page.set({ Speed: "slow" });
    await page.run();
    await page.card(1).hasBadge("RUNNING");
  },
  "a correction to be reviewed": async (page) => {
    await page.set({ "Review corrections before they are sent": true });
    await page.run();
    await page.region("A correction waits for you").waitFor();
  },
  "every fold of the settings": async (page) => {
    await page.set({ Schema: "Your own…", "Your own schema": "{" });
    await page.closeEditor();
    await page.page.getByRole("alert").waitFor();
    for (const summary of await page.page.locator("summary").all()) await summary.click();
  },
  "the list of keys": async (page) => {
    await page.button("Keyboard shortcuts").click();
  },
};

for (const [screen, goTo] of Object.entries(SCREENS)) {
  for (const width of [1440, 360]) {
    pageTest(`${screen}, ${width} px wide`, { viewport: { width, height: 900 } }, async (page) => {
      await goTo(page);
      assert.deepEqual(await page.barriers(), []);
    });
  }
}

pageTest("a link is asked about", { fragment: "#provider=lm-studio" }, async (page) => {
  await page.region("Link").waitFor();
  assert.deepEqual(await page.barriers(), []);
});
