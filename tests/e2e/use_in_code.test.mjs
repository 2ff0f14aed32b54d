// "Use in code": each program makes the very call that the page makes, checks the answer, and has it corrected.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { pageTest } from "./support/page.mjs";
import { runProgram } from "./support/programs.mjs";
import { raw, reply, startProvider } from "./support/provider.mjs";

const SCHEMA = {
  title: "Place",
  type: "object",
  properties: {
    city: { type: "string", minLength: 2 },
    age: { type: "integer", minimum: 0 },
    founded: { type: "string", format: "date" },
  },
  required: ["city", "founded"],
  "x-rules": [{ rule: "self.city != 'Atlantis'", message: "there is no such city" }],
};
const VALID = { city: "Oslo", founded: "1048-01-01" };
const WRONG = { city: "O", founded: "1048" };
/** What each library says of the wrong answer. */
const ERRORS = {
  Python: ["/city: 'O' is too short", "/founded: '1048' is not a 'date'"],
  TypeScript: [
    '/city: must NOT have fewer than 2 characters {"limit":2}',
    '/founded: must match format "date" {"format":"date"}',
  ],
};
const CORRECTED = Object.keys(ERRORS);

/** A test with a page that is pointed at a provider's server by a link, and asks for whole replies. */
function codeTest(name, { provider: id = "custom", link = "", settings, ...options }, body) {
  pageTest(name, {}, async (page, t) => {
    const provider = await startProvider(t, { models: [{ id: "small" }], ...options });
    const base = ["ollama", "anthropic"].includes(id) ? provider.origin : provider.baseUrl;
    await page.page.goto("about:blank");
    await page.open(`#provider=${id}&base_url=${encodeURIComponent(base)}&model=small${link}`);
    await page.button("Use it").click();
    await page.set({ Schema: "Your own…", "Your own schema": JSON.stringify(SCHEMA), Prompt: "Where?" });
    await page.set({ "Stream the reply": false, ...settings });
    await page.closeEditor();
    await body(page, provider);
  });
}

const summary = (page) => page.page.locator("summary", { hasText: "Use in code" });
const tab = (page, language) => page.page.getByRole("tab", { name: language, exact: true });
const panel = (page) => page.page.getByRole("tabpanel");

/** What is written in a language, whole. */
async function codeIn(page, language) {
  const fold = page.page.locator("details", { has: summary(page) });
  if (!(await fold.evaluate((fold) => fold.open))) await summary(page).click();
  await tab(page, language).click();
  // The judge writes it anew.
  const sign = { cURL: /^curl |^printf /, Python: /^"""Asks/, TypeScript: /^\/\*\*/ }[language];
  await panel(page).getByLabel("Code", { exact: true }).filter({ hasText: sign }).waitFor();
  return page.copied(panel(page).getByRole("button", { name: "Copy", exact: true }));
}

/** What of a request depends on who asks. */
const sent = ({ method, path, headers, text }) => {
  const { authorization, "x-api-key": key, "content-type": type, "anthropic-version": version } = headers;
  return { method, path, authorization, key, type, version, text };
};

const answers = (...values) => values.map((value) => reply(JSON.stringify(value)));
/** For the page and cURL one answer, for each program a wrong one and one that is corrected. */
const SCRIPT = answers(VALID, VALID, WRONG, VALID, WRONG, VALID);

const OPENAI = { provider: "openai", server: "openAi", settings: { "API key": "secret-1" }, variable: "OPENAI_API_KEY" };
const ANTHROPIC = { ...OPENAI, provider: "anthropic", server: "anthropic", variable: "ANTHROPIC_API_KEY" };
const TOOL = "&response_format=tool";
for (const [name, options] of [
  ["a server without a key", {}],
  ["OpenAI, whose nulls stand for what is left out", { ...OPENAI, nulls: { age: null } }],
  ["OpenAI, by a tool", { ...OPENAI, link: TOOL, nulls: { age: null } }],
  ["Anthropic", { ...ANTHROPIC, link: "&response_format=prompt" }],
  ["Anthropic, by a tool", { ...ANTHROPIC, link: TOOL }],
  ["Ollama", { provider: "ollama", server: "ollama" }],
]) {
  const { variable, nulls = {}, ...rest } = options;
  const script = SCRIPT.map(({ text, ...answer }) => ({ ...answer, text: JSON.stringify({ ...JSON.parse(text), ...nulls }) }));
  codeTest(`programs make the page's call and have the answer corrected: ${name}`, { ...rest, script }, async (page, provider) => {
    assert.equal((await page.runToEnd()).headline, "Valid output in 1 attempt");
    const env = variable ? { [variable]: "secret-1" } : {};
    const first = sent(provider.calls[0]);
    const { messages } = provider.calls[0].body;

    const command = await codeIn(page, "cURL");
    assert.ok(!command.includes("secret-1"), command);
    assert.equal((await runProgram("cURL", command, env)).code, 0);
    assert.deepEqual(sent(provider.calls[1]), first);

    for (const [index, language] of CORRECTED.entries()) {
      const program = await codeIn(page, language);
      assert.ok(!program.includes("secret-1"), program);
      assert.match(program, /- the answer: must satisfy: self.city != 'Atlantis' \(otherwise: there is no such city\)/);
      const { code, stdout, stderr } = await runProgram(language, program, env);
      const errors = ERRORS[language].map((error) => `\n- ${error}`).join("");
      assert.deepEqual([code, stderr], [0, `Attempt 1 of 3 is invalid:${errors}\n`], language);
      assert.deepEqual(JSON.parse(stdout), VALID);

      const calls = provider.calls.slice(2 + 2 * index, 4 + 2 * index);
      assert.deepEqual(sent(calls[0]), first, language);
      const words =
        `Your JSON has 2 errors. Fix exactly these:${errors}\n\n` +
        "Take every value from the original input again and make it agree with it: an earlier answer is no evidence.\n\n" +
        "Return only the complete corrected JSON: no explanation, no code fence.";
      const answer = calls[1].body.messages.at(-2).content;
      assert.deepEqual(JSON.parse(answer), { ...WRONG, ...nulls });
      const turns = [{ role: "assistant", content: answer }, { role: "user", content: words }];
      assert.deepEqual(calls[1].body, { ...calls[0].body, messages: [...messages, ...turns] });
    }
  });
}

const invalid = { settings: { "Max attempts": 2 }, script: [...answers(WRONG, WRONG), reply("Oslo"), reply("NaN")] };
codeTest("a program ends with exit code 1 when no attempt was valid", invalid, async (page, provider) => {
  for (const [index, language] of CORRECTED.entries()) {
    const { code, stdout, stderr } = await runProgram(language, await codeIn(page, language));
    assert.deepEqual([code, stdout], [1, ""]);
    assert.deepEqual(stderr.match(/Attempt \d of 2 is invalid:/g).length, 2);
    assert.equal(provider.calls.length, 2 * (index + 1));
    if (index === 1) assert.match(stderr, /The answer is not JSON: [^]*The answer is not JSON: /);
  }
});

const elsewhere = raw("", { status: 302, headers: { location: "/elsewhere" } });
const redirected = { ...OPENAI, script: [elsewhere, elsewhere, elsewhere] };
codeTest("no program follows a redirect, which could take the key along", redirected, async (page, provider) => {
  for (const language of ["cURL", ...CORRECTED]) {
    const { code, stdout } = await runProgram(language, await codeIn(page, language), { OPENAI_API_KEY: "secret-1" });
    assert.deepEqual([code, stdout], [language === "cURL" ? 0 : 1, ""], language);
  }
  assert.deepEqual(provider.requests.filter(({ path }) => path === "/elsewhere"), []);
});

/** Texts that end a literal, a comment or a line in one language or another. */
const HOSTILE =
  `it's "so" \`x\` ''' """ \\ \\n \\u0041 \${process.exit(7)} $(exit 7) $API_KEY %s {x} */ // # ` +
  "line\nbreak\ttab \u2028\u2029\u0085\u202e\u200b\ufeff \u{1F468}\u200D\u{1F469} ä天 </script> \u007f\u001b";
const hostileSchema = {
  title: HOSTILE,
  description: HOSTILE,
  type: "object",
  properties: { __proto__x: { const: HOSTILE }, [HOSTILE]: { enum: [HOSTILE, "b", 1e-7, -0.5, null, true] } },
  required: [HOSTILE],
  "x-rules": [{ rule: "self != null", message: HOSTILE }],
};
const HOSTILE_ANSWER = { __proto__x: HOSTILE, [HOSTILE]: HOSTILE };
const hostile = {
  settings: {
    "Your own schema": JSON.stringify(hostileSchema).replace("__proto__x", "__proto__"),
    Prompt: HOSTILE,
    "System prompt": HOSTILE,
    Input: HOSTILE,
    Model: HOSTILE.replaceAll("\n", " "),
  },
  script: Array(4).fill(reply(JSON.stringify(HOSTILE_ANSWER).replace("__proto__x", "__proto__"))),
};
codeTest("whatever stands in prompt, schema and names is sent to the letter", hostile, async (page, provider) => {
  await page.runToEnd();
  const first = JSON.parse(provider.calls[0].text);
  assert.ok(JSON.stringify(first.messages).includes(JSON.stringify(HOSTILE).slice(1, -1)));
  for (const [index, language] of ["cURL", ...CORRECTED].entries()) {
    const { code, stderr, stdout } = await runProgram(language, await codeIn(page, language));
    assert.equal(code, 0, `${language}: ${stderr}`);
    assert.deepEqual(JSON.parse(provider.calls[index + 1].text), first, language);
    if (language !== "cURL") assert.deepEqual(JSON.parse(stdout), JSON.parse(hostile.script[0].text));
  }
});

codeTest("a long request goes through every program", { script: answers(VALID, VALID, VALID) }, async (page, provider) => {
  await page.drop("Input", "lines.txt", ["It's a line.\n".repeat(20_000)]);
  await page.page.getByText("lines.txt").waitFor();
  for (const language of ["cURL", ...CORRECTED]) {
    assert.equal((await runProgram(language, await codeIn(page, language))).code, 0, language);
  }
  const [first, ...others] = provider.calls.map(({ text }) => text);
  assert.ok(first.length > 250_000);
  assert.deepEqual(others, [first, first]);
});

pageTest("without a server there is nothing to call", {}, async (page) => {
  await summary(page).click();
  await page.reads("There is no server to call: this model is part of the page or of the browser.");
  assert.equal(await panel(page).getByRole("button").count(), 0);
});

codeTest("the languages are tabs, and the code follows what is set", { script: [] }, async (page, provider) => {
  await codeIn(page, "cURL");
  await tab(page, "cURL").focus();
  const chosen = async () => {
    const focused = await page.page.evaluate(() => document.activeElement.textContent);
    const selected = await page.page.getByRole("tab", { selected: true }).allTextContents();
    return [focused, ...selected];
  };
  for (const [key, language] of [
    ["ArrowRight", "Python"],
    ["ArrowRight", "TypeScript"],
    ["ArrowRight", "cURL"],
    ["ArrowLeft", "TypeScript"],
    ["Home", "cURL"],
    ["End", "TypeScript"],
  ]) {
    await page.page.keyboard.press(key);
    assert.deepEqual(await chosen(), [language, language], key);
  }
  assert.deepEqual(await page.barriers(), []);

  const downloads = page.page.waitForEvent("download");
  await panel(page).getByRole("button", { name: "Download", exact: true }).click();
  const download = await downloads;
  assert.equal(download.suggestedFilename(), "ask.mts");
  assert.equal(await readFile(await download.path(), "utf8"), await codeIn(page, "TypeScript"));

  await page.set({ Prompt: "Where else?", "Max attempts": 4 });
  await panel(page).getByText('"Where else?"').waitFor();
  assert.match(await codeIn(page, "TypeScript"), /^const ATTEMPTS = 4;$/m);
  assert.equal(provider.requests.filter(({ method }) => method === "POST").length, 0);
});
