// A stand-in for the browser's own model, with the object that pages call it by: it plays a script of answers,
// and keeps what it was asked.

/**
 * Puts it into a page before that is opened.
 * @param {import("playwright-core").Page} page
 * @param {{state?: string, script: object[]}} setup  What it says of itself, and its answers, one for each
 *   session: `{pieces}`, or `{pieces, stalls: true}` for one that does not end, or `{error}` with the name, the
 *   message and more of what is thrown; with `opening: true` before there is a session.
 */
export async function installBuiltIn(page, setup) {
  await page.addInitScript(install, setup);
}

/** What it was asked: everything that a call of it is made of, and what became of it. */
export function builtInCalls(page) {
  return page.evaluate(() => globalThis.builtIn.calls);
}

/** Has it fetch so much of itself, of 1 in all. */
export async function fetchBuiltIn(page, loaded) {
  await page.waitForFunction(() => globalThis.builtIn.progress);
  await page.evaluate((loaded) => globalThis.builtIn.progress(loaded), loaded);
}

/** Runs in the page. */
function install({ state = "available", script }) {
  const builtIn = { calls: [], progress: null };
  const read = (text) => text.length;
  function thrown({ name, message, ...more }) {
    return name === "QuotaExceededError" ? new QuotaExceededError(message, more) : new DOMException(message, name);
  }
  class LanguageModel {
    #call;
    #answer;
    contextUsage = 0;
    constructor(call, answer) {
      [this.#call, this.#answer] = [call, answer];
      this.contextUsage = call.initialPrompts.reduce((sum, { content }) => sum + read(content), 0);
    }
    static async availability() {
      return state;
    }
    static async create({ initialPrompts, signal, monitor, ...others }) {
      const call = { initialPrompts, isMonitored: Boolean(monitor), isAborted: false, isDestroyed: false };
      for (const name of ["temperature", "topK", "tools"]) {
        if (name in others) throw new TypeError(`${name} is not for pages`);
      }
      const answer = script[builtIn.calls.push(call) - 1];
      signal.addEventListener("abort", () => (call.isAborted = true));
      if (state !== "available") {
        const target = {};
        monitor(target);
        await new Promise((resolve) => {
          builtIn.progress = (loaded) => {
            target.ondownloadprogress({ loaded, total: 1 });
            if (loaded === 1) resolve();
          };
        });
        state = "available";
      }
      if (answer.opening) throw thrown(answer.error);
      return new LanguageModel(call, answer);
    }
    async measureContextUsage(input) {
      return read(input);
    }
    promptStreaming(input, { responseConstraint, omitResponseConstraintInput, signal }) {
      Object.assign(this.#call, { input, responseConstraint, omitResponseConstraintInput });
      const { pieces = [], stalls, error } = this.#answer;
      return new ReadableStream({
        start: (controller) => {
          signal.addEventListener("abort", () => controller.error(signal.reason));
          pieces.forEach((piece) => controller.enqueue(piece));
          if (error) controller.error(thrown(error));
          else if (!stalls) {
            this.contextUsage += read(input) + pieces.length;
            controller.close();
          }
        },
      });
    }
    destroy() {
      this.#call.isDestroyed = true;
    }
  }
  Object.defineProperty(globalThis, "LanguageModel", { value: LanguageModel, configurable: true });
  globalThis.builtIn = builtIn;
}
