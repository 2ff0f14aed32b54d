// Replies on their way: what is seen of them before they end, and what becomes of those that do not.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";
import {
  cut,
  endless,
  faults,
  gate,
  reply,
  splitIn,
  stalled,
  startProvider,
  streamed,
  torn,
} from "./support/provider.mjs";

const CUSTOM = "Custom (OpenAI-compatible)";
const VALID = { city: "Kraków", temperature_c: 31, condition: "sunny", humidity_pct: 40 };
const VALID_TEXT = JSON.stringify(VALID);
const BEGINNING = VALID_TEXT.slice(0, 12);
const NO_VERDICT = "There is no verdict on this reply.";

/** A test with a page that is pointed at a provider with this script. */
function streamTest(name, { settings, prepare, ...options }, body) {
  pageTest(name, { prepare }, async (page, t) => {
    const provider = await startProvider(t, options);
    await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl, ...settings });
    await body(page, provider);
  });
}

/** Waits until exactly this is seen of the reply that is on its way. */
async function arrives(page, text, { number = 1, name = "Arriving" } = {}) {
  const arriving = page.card(number).region.getByLabel(name, { exact: true });
  await arriving.filter({ hasText: text }).waitFor();
  assert.equal(await arriving.textContent(), text);
}

/** Asserts that the run ended so: the banner, and the badge of every card. */
async function assertEnded(page, headline, ...badges) {
  assert.equal((await page.result()).headline, headline);
  assert.deepEqual(await Promise.all((await page.cards()).map((card) => card.badge())), badges);
}

/** A valid answer that stops after its beginning until the gate is released. */
const halting = (stop, options, style) => streamed(reply(VALID_TEXT, options), { deltas: [12, stop], ...style });

// What is seen before the end, in every format.

/** Points the page at a provider: in a link, since choosing Ollama first would call on its usual port. */
async function follow(page, provider, id, baseUrl) {
  await page.page.goto("about:blank");
  await page.open(`#provider=${id}&base_url=${encodeURIComponent(baseUrl)}`);
  await page.button("Use it").click();
  await page.reads(/connected · 1 model$/);
}

for (const [name, server, models, point] of [
  ["OpenAI's form", "any", [], (page, { baseUrl }) => page.set({ Provider: CUSTOM, "Base URL": baseUrl })],
  [
    "Anthropic's",
    "any",
    [{ type: "model", id: "claude-test" }],
    async (page, { origin }) => {
      await page.set({ Provider: "Anthropic", "Base URL": origin, "API key": "secret-1" });
      await page.reads(/connected · 1 model$/);
    },
  ],
  ["Ollama's", "ollama", [{ id: "small:1b" }], (page, provider) => follow(page, provider, "ollama", provider.origin)],
]) {
  pageTest(`the answer is seen before it ends: ${name}`, {}, async (page, t) => {
    const stop = gate();
    const provider = await startProvider(t, { server, models, script: [halting(stop)] });
    await point(page, provider);
    await page.run();
    await arrives(page, BEGINNING);
    assert.equal(await page.card(1).badge(), "RUNNING");
    assert.deepEqual((await page.pipeline())[0], ["LLM call", "under way", "the reply is arriving"]);
    assert.equal(provider.calls[0].asked.isStreamed, true);
    stop.release();
    await assertEnded(page, "Valid output in 1 attempt", "VALID");
    assert.equal(await page.card(1).rawReply(), VALID_TEXT);
  });
}

const [thought, written] = [gate(), gate()];
const thoughtful = {
  script: [halting(written, { reasoning: "It is June.", reasoningIn: "reasoning_content" }, { thoughts: [5, thought] })],
};
streamTest("reasoning on its way is told apart from the answer", thoughtful, async (page) => {
  await page.run();
  await arrives(page, "It is", { name: "Arriving reasoning" });
  assert.equal(await page.card(1).region.getByLabel("Arriving", { exact: true }).textContent(), "");
  thought.release();
  await arrives(page, BEGINNING);
  await arrives(page, "It is June.", { name: "Arriving reasoning" });
  written.release();
  await assertEnded(page, "Valid output in 1 attempt", "VALID");
});

const inCharacter = gate();
const split = { script: [streamed(reply(VALID_TEXT), { deltas: 6, writes: splitIn("ó", inCharacter) })] };
streamTest("a character is whole though its bytes come apart", split, async (page) => {
  await page.run();
  await inCharacter.reached;
  await arrives(page, VALID_TEXT.slice(0, 12));
  inCharacter.release();
  await assertEnded(page, "Valid output in 1 attempt", "VALID");
  assert.deepEqual(await page.card(1).json(), VALID);
});

const [first, second] = [gate(), gate()];
const timed = { script: [streamed(reply(VALID_TEXT), { deltas: [12, first, 12, second] })] };
streamTest("how fast it comes is estimated on the way, and counted at the end", timed, async (page) => {
  const { clock } = page.page;
  await clock.install();
  await page.run();
  await arrives(page, BEGINNING);
  await page.reads(/^first token after [\d.]+ m?s · ≈ \d+ tokens$/);
  await clock.fastForward(2_000);
  first.release();
  await arrives(page, VALID_TEXT.slice(0, 24));
  await page.reads(/^first token after [\d.]+ m?s · ≈ \d+ tokens · ≈ [\d.]+ tokens\/s$/);
  second.release();
  await assertEnded(page, "Valid output in 1 attempt", "VALID");
  assert.match(
    (await page.card(1).head()).figures,
    /^attempt 1 of 3 · schema enforced by the server · [\d,]+ ms · first token after [\d.]+ m?s · 30 → 12 tokens · [\d.]+ tokens\/s · finished: stop$/,
  );
});

// Long replies, and tabs in which nothing is drawn.

const numbers = Array.from({ length: 170_000 }, (_, number) => number).join(" ");
const atEnd = gate();
const pieces = Array(Math.floor(numbers.length / 40)).fill(40);
const long = { script: [streamed(reply(numbers), { deltas: [...pieces, atEnd] })] };
streamTest("of a reply of a megabyte the end is drawn, and the page goes on", long, async (page, provider) => {
  await page.run();
  await atEnd.reached;
  const arrived = numbers.slice(0, 40 * pieces.length);
  await arrives(page, `…${arrived.slice(-4_000)}`);
  await page.card(1).toggle.click();
  assert.equal(await page.card(1).isOpen(), false);
  await page.stop();
  assert.equal(await provider.calls[0].closed, "left");
  await assertEnded(page, "Stopped", "STOPPED");
  assert.equal(await page.card(1).rawReply(), numbers.slice(0, 4_000));
  await page.card(1).region.getByText(/^4,000 characters of \d\.\d MB are shown\.$/).waitFor();
});

const undrawn = {
  script: [streamed(reply("It is sunny."), { deltas: 3 }), streamed(reply(VALID_TEXT), { deltas: 3 })],
  // As in a tab that is hidden.
  prepare: (page) => page.addInitScript(() => (window.requestAnimationFrame = () => 0)),
};
streamTest("a run goes on where no frame is drawn", undrawn, async (page) => {
  await page.run();
  await assertEnded(page, "Valid output in 2 attempts", "NO JSON", "VALID");
});

// How a stream ends.

for (const [name, style] of [
  ["without the mark of the end", { isDone: false }],
  ["without a blank line at the end", { isDone: false, isTerminated: false }],
  ["from a server that does not know streaming", { isKnown: false }],
]) {
  streamTest(`a whole answer ${name}`, { script: [streamed(reply(VALID_TEXT), style)] }, async (page, provider) => {
    await page.run();
    await assertEnded(page, "Valid output in 1 attempt", "VALID");
    assert.equal(provider.calls[0].asked.isStreamed, true);
  });
}

const refused = { script: [stalled(reply(VALID_TEXT), faults.noCredit(), { deltas: 12 })] };
streamTest("an error in the middle is said, and what came before it is kept", refused, async (page) => {
  await page.run();
  await assertEnded(page, "Failed after 1 attempt", "CALL FAILED");
  const words = await page.card(1).words();
  assert.equal(words[0], NO_VERDICT);
  assert.ok(words.includes("You exceeded your current quota."), words.join("\n"));
  assert.equal(await page.card(1).rawReply(), BEGINNING);
});

const lost = gate();
for (const { name, answer, before, errors = [] } of [
  {
    name: "whose connection breaks",
    answer: cut(halting(lost, {}, { until: 1 })),
    before: async (page) => {
      await arrives(page, BEGINNING);
      lost.release();
    },
    errors: [/net::ERR_INCOMPLETE_CHUNKED_ENCODING/],
  },
  { name: "that ends without a finish reason", answer: torn(streamed(reply(VALID_TEXT), { deltas: 12 })) },
]) {
  const options = { script: [answer, reply(VALID_TEXT)] };
  streamTest(`a reply ${name} is kept as far as it came, and asked for again`, options, async (page, provider) => {
    page.expectErrors(...errors);
    await page.run();
    await before?.(page);
    await assertEnded(page, "Valid output in 2 attempts", "CUT", "VALID");
    assert.deepEqual(provider.calls[1].body, provider.calls[0].body);
    assert.equal((await page.card(1).words())[0], NO_VERDICT);
    assert.equal(await page.card(1).rawReply(), BEGINNING);
  });
}

for (const [name, answer, nudge] of [
  ["white space", endless("\n      "), "Your last answer ran into white space without end."],
  ["repetition", endless("and so on "), "Your last answer repeated itself without end."],
]) {
  streamTest(`a reply of endless ${name} is broken off`, { script: [answer, reply(VALID_TEXT)] }, async (page, provider) => {
    await page.run();
    assert.equal(await (await provider.call(1)).closed, "left");
    await assertEnded(page, "Valid output in 2 attempts", "RUNAWAY", "VALID");
    assert.match((await page.card(1).words()).join("\n"), /was broken off\./);
    assert.ok((await page.card(1).correction()).startsWith(nudge));
    const [system, question] = provider.calls[0].body.messages;
    const nudged = { ...question, content: `${question.content}\n\n${await page.card(1).correction()}` };
    assert.deepEqual(provider.calls[1].body.messages, [system, nudged]);
  });
}

const runaway = { script: [streamed(reply(`${VALID_TEXT}${" ".repeat(2_000)}`), { deltas: [2_070, gate()] })] };
streamTest("a valid answer counts though its reply ran away behind it", runaway, async (page, provider) => {
  await page.run();
  assert.equal(await (await provider.call(1)).closed, "left");
  await assertEnded(page, "Valid output in 1 attempt", "VALID");
  assert.deepEqual(await page.card(1).json(), VALID);
});

streamTest("Stop leaves at once, and keeps what had come", { script: [halting(gate())] }, async (page, provider) => {
  await page.run();
  await arrives(page, BEGINNING);
  await page.stop();
  assert.equal(await provider.calls[0].closed, "left");
  await assertEnded(page, "Stopped", "STOPPED");
  assert.equal(await page.card(1).rawReply(), BEGINNING);
});

// The switch, and the title.

const off = { script: [reply(VALID_TEXT), reply(VALID_TEXT)], settings: { "Stream the reply": false } };
streamTest("switched off, no stream is asked for, and so it stays", off, async (page, provider) => {
  await page.runToEnd();
  await page.reload();
  assert.equal(await page.control("Stream the reply").isChecked(), false);
  await page.runToEnd();
  for (const { body } of provider.calls) {
    assert.deepEqual([body.stream, body.stream_options], [undefined, undefined]);
  }
});

const [one, two, three] = [gate(), gate(), gate()];
const titled = {
  script: [streamed(reply("It is sunny."), { deltas: [3, one] }), halting(two), streamed(reply("No."), { deltas: [1, three] })],
  settings: { "Max attempts": "2" },
};
streamTest("the title tells how far a run is", titled, async (page) => {
  const NAME = "Structured Output Validator";
  const hasTitle = (title) => page.page.waitForFunction((title) => document.title === title, title);
  await hasTitle(NAME);
  await page.run();
  await hasTitle(`1/2… ${NAME}`);
  one.release();
  await hasTitle(`2/2… ${NAME}`);
  two.release();
  await hasTitle(`✓ ${NAME}`);
  await page.set({ "Max attempts": "1" });
  await page.run();
  await hasTitle(`1/1… ${NAME}`);
  three.release();
  await hasTitle(`✗ ${NAME}`);
  await page.reset();
  await hasTitle(NAME);
});
