// The page while a reply of a megabyte comes in: no task of its thread may last longer than 50 ms.

import assert from "node:assert/strict";
import { pageTest } from "../../tests/e2e/support/page.mjs";
import { reply, startProvider, streamed } from "../../tests/e2e/support/provider.mjs";
import { longestTask } from "./trace.mjs";

const MOST_MS = 50;

const item = (id) => ({ id, name: `Item ${id} – größer`, tags: ["a", `t${id % 17}`], price: id * 1.25, note: "as it was told".repeat(4) });
const schema = {
  type: "object",
  properties: {
    items: {
      type: "array",
      items: {
        type: "object",
        properties: { id: { type: "integer" }, name: { type: "string" }, price: { type: "number" } },
        required: ["id", "name"],
      },
    },
  },
  required: ["items"],
};

const REPLIES = {
  "a megabyte of items": JSON.stringify({ items: Array.from({ length: 6_700 }, (_, id) => item(id)) }),
  "a megabyte in one text": JSON.stringify({ items: [{ id: 1, name: Array.from({ length: 42_000 }, (_, word) => `größer als ${word * 7919}`).join(", ") }] }),
};

for (const [name, text] of Object.entries(REPLIES)) {
  for (const size of [16, 4_000]) {
    pageTest(`${name}, ${size} characters a piece`, {}, async (page, t) => {
      const provider = await startProvider(t, { script: [streamed(reply(text), { deltas: size })] });
      await page.set({
        Provider: "Custom (OpenAI-compatible)",
        "Base URL": provider.baseUrl,
        Schema: "Your own…",
        "Your own schema": JSON.stringify(schema),
        Prompt: "List the items.",
      });
      await page.reads(/required fields? leaves? no way/);
      const { lasted, worked } = await longestTask(page.page, async () => {
        assert.equal((await page.runToEnd(60_000)).headline, "Valid output in 1 attempt");
      });
      const bytes = Buffer.byteLength(text).toLocaleString("en");
      console.log(`${name}, ${bytes} bytes, ${size} characters a piece: longest task ${lasted.toFixed(1)} ms, at work ${worked.toFixed(1)} ms`);
      assert.ok(lasted <= MOST_MS, `a task of ${lasted.toFixed(1)} ms`);
    });
  }
}
