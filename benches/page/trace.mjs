// What the browser's own trace says of the page's thread: which tasks it ran, and how long each took.

/** Tasks of the thread that draws the page, as Chromium's tracing names them. */
const TASK = "RunTask";
const THREAD = "CrRendererMain";

/**
 * Traces the browser while something is done, and gives the longest task of the page's thread in ms, as it
 * lasted and as it used the processor: the two differ when the machine is busy otherwise.
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<void>} act
 * @returns {Promise<{lasted: number, used: number}>}
 */
export async function longestTask(page, act) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"] });
  let trace;
  try {
    await act();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace);
  const url = new URL(page.url()).origin;
  const main = mainThread(traceEvents, url);
  const tasks = traceEvents.filter(({ name, ph, pid, tid }) => ph === "X" && name === TASK && pid === main.pid && tid === main.tid);
  if (tasks.length === 0) throw new Error("the trace holds no task of the page's thread");
  const longest = (field) => Math.max(...tasks.map((task) => task[field] ?? 0)) / 1000;
  return { lasted: longest("dur"), used: longest("tdur") };
}
