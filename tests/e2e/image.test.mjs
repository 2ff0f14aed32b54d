// An image as the input: taken in every way, made smaller, sent as each family's part, refused before the call where
// the model takes none, kept in run files and in no link.

import assert from "node:assert/strict";
import { pageTest } from "./support/page.mjs";
import { failure, reply, startProvider } from "./support/provider.mjs";

const CUSTOM = "Custom (OpenAI-compatible)";
const VALID = reply(JSON.stringify({ city: "Lisbon", temperature_c: 31, condition: "sunny", humidity_pct: 40 }));
const WRONG = reply(JSON.stringify({ city: "Lisbon", temperature_c: 31, condition: "Sunny", humidity_pct: 40 }));
const SEES = [{ id: "sees", capabilities: { vision: true } }];
const SVG = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><script>alert(1)</script></svg>";

/** An image of this size, painted by the browser, as base64. Noise is what no format makes small. */
const painted = (page, { width, height, type, noise = false }) =>
  page.page.evaluate(
    async ({ width, height, type, noise }) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d");
      const pixels = context.createImageData(width, height);
      let state = 1;
      for (let at = 0; noise && at < pixels.data.length; at++) {
        state = (state * 48271) % 2147483647;
        pixels.data[at] = at % 4 === 3 ? 255 : state % 256;
      }
      context.putImageData(pixels, 0, 0);
      context.fillStyle = "#c00";
      context.fillRect(0, 0, width / 2, height);
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer());
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      return btoa(text);
    },
    { width, height, type, noise },
  );

/** A transfer, as a person drops or pastes it, of a file with these bytes and perhaps a text. */
const transfer = (page, name, type, base64, text = "") =>
  page.page.evaluateHandle(
    ([name, type, base64, text]) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
      if (text) transfer.setData("text/plain", text);
      return transfer;
    },
    [name, type, base64, text],
  );

async function drop(page, name, type, base64) {
  const dataTransfer = await transfer(page, name, type, base64);
  await page.control("Input").dispatchEvent("drop", { dataTransfer });
}

async function paste(page, name, type, base64, text) {
  const clipboardData = await transfer(page, name, type, base64, text);
  await page.control("Input").evaluate((field, clipboardData) => {
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, clipboardData);
}

/** What stands in a text of base64: its size in pixels, and the colours of its left and right halves. */
const decoded = (page, base64) =>
  page.page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(image, 0, 0);
    const colour = (x) => Array.from(context.getImageData(Math.floor(x), Math.floor(height / 2), 1, 1).data);
    return { size: [width, height], left: colour(width / 4), right: colour((3 * width) / 4) };
  }, base64);

const near = (colour, expected) => colour.every((value, place) => Math.abs(value - expected[place]) < 12);
const RED = [204, 0, 0, 255];
const WHITE = [255, 255, 255, 255];

const prompt = (page) => page.region("Prompt");
const picture = (page, name) => prompt(page).getByRole("img", { name, exact: true });
const alert = (page) => prompt(page).getByRole("alert");
const problem = (page) => page.page.getByRole("complementary", { name: "Settings" }).getByRole("alert");

/** The data of the image in a call of chat completions, whose text stands before it. */
function sentImage({ body }) {
  const content = body.messages.find(({ role }) => role === "user").content;
  assert.deepEqual(content.map(({ type }) => type), ["text", "image_url"]);
  const [head, data] = content[1].image_url.url.split(",");
  return { head, data };
}

pageTest("a photo is made smaller, sent with every attempt, and kept in the run file alone", {}, async (page, t) => {
  const provider = await startProvider(t, { script: [WRONG, VALID], models: SEES });
  await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl });
  await page.reads("● connected · 1 model");
  const photo = await painted(page, { width: 2000, height: 1000, type: "image/jpeg" });
  await drop(page, "photo.jpg", "image/jpeg", photo);
  await picture(page, "photo.jpg").waitFor();
  assert.match(await prompt(page).getByText(/^photo\.jpg · /).textContent(), /^photo\.jpg · 1,568 × 784 pixels · JPEG · [\d.]+ kB$/);

  // Before it is sent it is told, and its beginning is to be seen.
  await page.page.locator("summary", { hasText: "Preview request" }).click();
  const preview = page.region("Request");
  await preview.getByText(/^An image goes with the first user turn, shortened here: photo\.jpg · .* · at most 3,062 tokens\.$/).waitFor();
  assert.match(await preview.getByLabel("JSON").textContent(), /data:image\/jpeg;base64,.{24}… \([\d,]+ bytes more\)"/);
  assert.deepEqual(await page.barriers(), []);

  assert.equal((await page.runToEnd()).headline, "Valid output in 2 attempts");
  const [first, second] = provider.calls.map(sentImage);
  assert.deepEqual(second, first);
  assert.equal(first.head, "data:image/jpeg;base64");
  const { size, left, right } = await decoded(page, first.data);
  assert.deepEqual(size, [1568, 784]);
  assert.ok(near(left, RED), `${left}`);
  assert.ok(near(right, [0, 0, 0, 255]), `${right}`);

  const card = page.card(2);
  await card.unfold("Messages sent");
  await card.region.getByRole("img", { name: "photo.jpg" }).waitFor();
  await card.unfold("Request as cURL");
  const command = await card.region.getByLabel("Request as cURL").textContent();
  assert.match(command, /^# Only the beginning of the image photo\.jpg is in it: put all of its base64 there\.\ncurl /);

  // The link and the setup have nothing of it, and say so.
  await page.button("Share").click();
  const share = page.page.getByRole("dialog", { name: "Share this setup" });
  await share.getByText("The image is in no link and in no setup; a saved run has it.").waitFor();
  await share.getByRole("checkbox", { name: "Include the input" }).check();
  const download = page.page.waitForEvent("download");
  await share.getByRole("button", { name: "Save as file" }).click();
  const setup = await (await download).createReadStream();
  assert.ok(!(await setup.setEncoding("utf8").toArray()).join("").includes("image"), "the image is in the setup");
  await share.getByRole("button", { name: "Close" }).click();

  const { text } = await page.saveRun();
  assert.equal(text.split(first.data).length, 2, "it stands in the file once");
  assert.equal(await page.page.evaluate((data) => JSON.stringify({ ...localStorage }).includes(data), first.data), false);
  await page.reload();
  assert.equal(await picture(page, "photo.jpg").count(), 0);
  await page.page.getByRole("list", { name: "Fields" }).getByRole("listitem").first().waitFor();
  await page.openRun(text);
  await page.region("Judged again").getByText("Judged again by its own schema: the same verdicts").waitFor();
  await page.card(1).unfold("Messages sent");
  await page.card(1).region.getByRole("img", { name: "photo.jpg" }).waitFor();
  assert.deepEqual(await page.barriers(), []);
  assert.deepEqual(JSON.parse((await page.saveRun()).text), JSON.parse(text));

  // A file that holds something else in its place is opened without it.
  const forged = JSON.parse(text);
  forged.image.mediaType = "image/svg+xml";
  await page.openRun(JSON.stringify(forged));
  await page.card(1).region.getByRole("img").waitFor({ state: "detached" });
  await page.card(1).unfold("Messages sent");
  await page.card(1).region.getByRole("group", { name: "user", exact: true }).first().waitFor();
  assert.equal(await page.card(1).region.getByRole("img").count(), 0);
});

pageTest("a small PNG that is pasted stays one; a large one is a photo, and white where it is clear", {}, async (page, t) => {
  const script = [VALID, VALID];
  const provider = await startProvider(t, { server: "anthropic", script, models: [{ id: "claude-test" }] });
  await page.set({ Provider: "Anthropic", "Base URL": provider.origin, "API key": "k", Model: "claude-test" });
  for (const [name, size, noise, type, expected] of [
    ["chart.png", [300, 200], false, "image/png", { size: [300, 200], left: RED, right: [0, 0, 0, 0] }],
    ["noise.png", [1800, 900], true, "image/jpeg", { size: [1568, 784], left: RED }],
  ]) {
    const [width, height] = size;
    await paste(page, name, "image/png", await painted(page, { width, height, type: "image/png", noise }));
    await picture(page, name).waitFor();
    await page.runToEnd();
    await page.reset();
    const { messages } = provider.calls.at(-1).body;
    const [image, text] = messages[0].content;
    assert.deepEqual([image.type, text.type], ["image", "text"]);
    assert.deepEqual([image.source.type, image.source.media_type], ["base64", type]);
    const seen = await decoded(page, image.source.data);
    assert.deepEqual(seen.size, expected.size);
    assert.ok(near(seen.left, expected.left), `${seen.left}`);
    if (expected.right) assert.deepEqual(seen.right, expected.right);
  }
});

pageTest("an image that is chosen goes to Ollama, which says that the model takes it", {}, async (page, t) => {
  const models = [{ id: "blind" }, { id: "llava:latest", capabilities: ["completion", "vision"] }];
  const provider = await startProvider(t, { server: "ollama", script: [VALID], models });
  // Its usual port may be in use on the machine of the tests.
  await page.page.route("http://localhost:11434/**", (route) => {
    const { pathname, search } = new URL(route.request().url());
    return route.continue({ url: provider.origin + pathname + search });
  });
  await page.set({ Provider: "Ollama" });
  await page.reads("● connected · 2 models");
  const webp = await painted(page, { width: 64, height: 32, type: "image/webp" });
  const file = { name: "small.webp", mimeType: "image/webp", buffer: Buffer.from(webp, "base64") };
  await prompt(page).getByLabel("open a file").setInputFiles(file);
  await picture(page, "small.webp").waitFor();
  await page.run();
  await problem(page).getByText('The server\'s list says that "blind" takes no images.').waitFor();
  // Nothing was said of this one yet: Ollama is asked, and the run begins.
  await page.set({ Model: "llava" });
  assert.equal((await page.runToEnd()).headline, "Valid output in 1 attempt");
  const { messages } = provider.calls[0].body;
  const user = messages.find(({ role }) => role === "user");
  assert.deepEqual([typeof user.content, user.images.length], ["string", 1]);
  assert.deepEqual((await decoded(page, user.images[0])).size, [64, 32]);
  assert.ok(near((await decoded(page, user.images[0])).right, WHITE));
});

pageTest("what is no image that can be sent is refused in words", {}, async (page) => {
  const base64 = (text) => Buffer.from(text).toString("base64");
  await page.set({ Input: "A text." });
  const says = async (words) => {
    await alert(page).getByText(words, { exact: true }).waitFor();
    assert.equal(await prompt(page).getByRole("img").count(), 0);
  };
  const unreadable = "cannot be read by this browser. Give it as PNG, JPEG, WebP or GIF.";
  await drop(page, "broken.png", "image/png", base64("no pixels"));
  await says(`The image broken.png ${unreadable}`);
  await drop(page, "drawing.svg", "image/svg+xml", base64(SVG));
  await says("The image drawing.svg is a drawing (SVG), which no model takes. Give it as PNG or JPEG.");
  await drop(page, "drawing.png", "image/png", base64(SVG));
  await says(`The image drawing.png ${unreadable}`);
  const dataTransfer = await page.page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(50_000_001)], "huge.png", { type: "image/png" }));
    return transfer;
  });
  await page.control("Input").dispatchEvent("drop", { dataTransfer });
  await says("The image huge.png is larger than 50 MB.");
  assert.deepEqual(await page.barriers(), []);
  // The text stayed.
  assert.deepEqual(await page.values("Input"), ["A text."]);

  // A cell of a spreadsheet comes with a picture of it, and is a text.
  const png = await painted(page, { width: 20, height: 10, type: "image/png" });
  await page.set({ Input: "" });
  await paste(page, "image.png", "image/png", png, "31 °C");
  assert.equal(await prompt(page).getByRole("img").count(), 0);
  await paste(page, "image.png", "image/png", png);
  await picture(page, "image.png").waitFor();
  await page.button("Remove the image").click();
  await picture(page, "image.png").waitFor({ state: "detached" });
  assert.ok(await page.control("Input").evaluate((field) => field === document.activeElement));
});

pageTest("a model that is not known to take images is sent none until the person says so", {}, async (page, t) => {
  page.expectErrors(/status of 500/);
  const refusal = failure(500, "image input is not supported - hint: you may need to provide the mmproj");
  const models = [{ id: "untold" }, { id: "blind", capabilities: { vision: false } }];
  const provider = await startProvider(t, { script: [VALID, refusal], models });
  await page.set({ Provider: CUSTOM, "Base URL": provider.baseUrl });
  await page.reads("● connected · 2 models");
  await drop(page, "a.png", "image/png", await painted(page, { width: 20, height: 10, type: "image/png" }));
  await picture(page, "a.png").waitFor();
  for (const [model, words] of [
    [
      "untold",
      'The server does not say whether "untold" takes images. If it does, set Images under How this server is asked ' +
        'to "taken".',
    ],
    [
      "blind",
      'The server\'s list says that "blind" takes no images. If that is wrong, set Images under How this server is ' +
        'asked to "taken".',
    ],
  ]) {
    await page.set({ Model: model });
    await page.run();
    await problem(page).getByText(words, { exact: true }).waitFor();
  }
  assert.equal(provider.calls.length, 0);

  await page.page.locator("summary", { hasText: "How this server is asked" }).click();
  await page.page.getByRole("combobox", { name: "Images", exact: true }).selectOption("taken");
  assert.equal((await page.runToEnd()).headline, "Valid output in 1 attempt");
  assert.deepEqual((await decoded(page, sentImage(provider.calls[0]).data)).size, [20, 10]);
  // Where the server knows better, its refusal is told as what it is.
  await page.run();
  await page.card(1).hasBadge("CALL FAILED");
  const words = await page.card(1).words();
  assert.ok(words.includes("Choose a model that does, or remove the image from the input."), `${words}`);
});

pageTest("the simulated model looks at no image, and a setup of others takes it away", {}, async (page) => {
  await page.set({ Schema: "Invoice" });
  await page.becomes("Input", /./);
  const png = await painted(page, { width: 20, height: 10, type: "image/png" });
  await drop(page, "a.png", "image/png", png);
  await picture(page, "a.png").waitFor();
  // The example's document is about something else.
  await page.becomes("Input", "");
  await page.page.locator("summary", { hasText: "Preview request" }).click();
  await page.region("Request").getByText(/^The simulated model does not look at the image: a\.png · /).waitFor();
  await page.runToEnd();

  const setup = { format: "structured-output-validator setup", version: 1, setup: { prompt: "Theirs" } };
  const field = page.page.getByLabel("Open a file…", { exact: true });
  await page.button("Share").click();
  await field.setInputFiles({ name: "a.setup.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(setup)) });
  await page.button("Use it").click();
  await page.reads("The setup is in use. No run was begun.");
  assert.equal(await picture(page, "a.png").count(), 0);
  await page.button("Undo").click();
  await picture(page, "a.png").waitFor();
});
