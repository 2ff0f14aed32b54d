// The Batch view as a person meets it: its fields, buttons, figures and results.

import { readFile } from "node:fs/promises";

export class Batch {
  constructor(page) {
    this.page = page;
    this.main = page.page.getByRole("main").filter({ visible: true });
    this.list = this.main.getByRole("group", { name: "Results", exact: true });
    this.rows = this.list.getByRole("listitem");
  }

  static async open(page) {
    await page.closeEditor();
    await page.page.getByRole("link", { name: "Batch", exact: true }).click();
    const batch = new Batch(page);
    await batch.main.getByText("Add files").first().waitFor();
    return batch;
  }

  /** Opens the page anew, at the batch. */
  async reload() {
    await this.page.page.reload();
    await this.main.getByText("Add files").first().waitFor();
  }

  button(name) {
    return this.main.getByRole("button", { name, exact: true });
  }

  field(name) {
    return this.main.getByRole("textbox", { name, exact: true });
  }

  /** Fills in fields, one after the other: `{"Calls at once": 8}`. */
  async set(values) {
    for (const [name, value] of Object.entries(values)) {
      await this.field(name).fill(`${value}`);
      await this.field(name).blur();
    }
  }

  /** Gives it files, by their names and texts. */
  async add(files) {
    const payload = Object.entries(files).map(([name, text]) => ({
      name,
      mimeType: "text/plain",
      buffer: Buffer.from(text),
    }));
    await this.main.getByLabel("Add files", { exact: true }).setInputFiles(payload);
  }

  async press(name) {
    await this.button(name).click();
  }

  /** Waits until this is said of how far it is. */
  async reaches(words) {
    await this.main.getByText(words).first().waitFor({ timeout: 240_000 });
  }

  /** Waits until all runs are over. */
  async ends() {
    await this.reaches(/^([\d,]+) of \1 runs?$/);
    await this.button("Pause").waitFor({ state: "detached" });
  }

  /** Presses a button that hands out a file; gives its text. */
  async downloaded(name) {
    const [download] = await Promise.all([this.page.page.waitForEvent("download"), this.press(name)]);
    return readFile(await download.path(), "utf8");
  }

  /** What a file of JSON lines holds that a button hands out. */
  async lines(name) {
    const text = await this.downloaded(name);
    return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  }
}
