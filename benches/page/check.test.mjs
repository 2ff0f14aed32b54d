// Check while a reply of five megabytes is pasted: how soon the verdict is there, and no task of the page's thread
// may last longer than 50 ms.

import assert from "node:assert/strict";
import { pageTest } from "../../tests/e2e/support/page.mjs";
import { longestTask } from "./trace.mjs";

const MOST_MS = 50;
const MOST_UNTIL_VERDICT_MS = 2_000;
const BYTES = 5_000_000;

const item = (id) => ({ id, name: `Item ${id} – größer`, tags: ["a", `t${id % 17}`], price: id * 1.25, note: "as it was told".repeat(4) });
const schema = {
  type: "array",
  items: {
    type: "object",
    properties: { id: { type: "integer" }, name: { type: "string", minLength: 3 }, price: { type: "number", minimum: 0 } },
    required: ["id", "name"],
  },
};

/** An array of five megabytes, of which every so many items are wrong. */
function items(indent, isWrong) {
  const size = Buffer.byteLength(JSON.stringify([item(12_345)], null, indent));
  const count = Math.ceil(BYTES / size);
  return JSON.stringify(Array.from({ length: count }, (_, id) => (isWrong(id) ? { ...item(id), price: -1 } : item(id))), null, indent);
}

const REPLIES = {
  "valid, on lines": [items(2, () => false), /^Valid/],
  "valid, on one line": [items(0, () => false), /^Valid/],
  "one fault at the end, on lines": [items(2, (id) => id === 20_000), /^(Inv|V)alid/],
  "every second item wrong, on one line": [items(0, (id) => id % 2 === 1), /^Invalid/],
  "in a text, with commas too many": [`Here you are:\n${items(2, () => false).replaceAll("}\n  ],", "},\n  ],").replaceAll("\n  },", ",\n  },")}`, /^Valid, repaired/],
};

for (const [name, [text, headline]] of Object.entries(REPLIES)) {
  pageTest(`a reply of 5 MB, ${name}`, {}, async (page) => {
    await page.set({ Schema: "Your own…", "Your own schema": JSON.stringify(schema) });
    await page.closeEditor();
    await page.page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await page.page.getByRole("link", { name: "Check", exact: true }).click();
    const reply = page.page.getByRole("textbox", { name: "Reply", exact: true });
    await reply.fill("[]");
    await page.region("Verdict").waitFor();
    await reply.fill("");
    await page.region("Verdict").waitFor({ state: "detached" });
    await reply.focus();
    let until;
    const { lasted, worked } = await longestTask(page.page, async () => {
      const began = performance.now();
      await page.page.keyboard.press("Control+V");
      await page.region("Verdict").getByText(headline).waitFor();
      until = performance.now() - began;
      // To its end, where other rows are drawn.
      const shown = page.page.getByRole("group", { name: "Reply with marks", exact: true });
      await shown.focus();
      await page.page.keyboard.press("End");
      await shown.locator(".window__row").filter({ hasText: /\]$/ }).last().waitFor();
    });
    const bytes = Buffer.byteLength(text).toLocaleString("en");
    console.log(`${name}, ${bytes} bytes: verdict after ${until.toFixed(0)} ms, longest task ${lasted.toFixed(1)} ms, at work ${worked.toFixed(1)} ms`);
    assert.ok(lasted <= MOST_MS, `a task of ${lasted.toFixed(1)} ms`);
    assert.ok(until <= MOST_UNTIL_VERDICT_MS, `a verdict after ${until.toFixed(0)} ms`);
  });
}
