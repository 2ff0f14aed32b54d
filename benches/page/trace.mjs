// What the browser's own trace says of the thread that runs and draws the page.

/**
 * The longest task of the page's thread while something is done, in ms: how long it lasted, and how much of
 * that it was at work, which is less where the machine is busy otherwise.
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<void>} act
 * @returns {Promise<{lasted: number, worked: number}>}
 */
export async function longestTask(page, act) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  let trace;
  try {
    await act();
  } finally {
    trace = JSON.parse(await browser.stopTracing());
  }
  // Playwright traces every process; the page's is the one that ran its scripts.
  const events = trace.traceEvents;
  const thread = events.find(({ name, args }) => name === "FunctionCall" && args.data?.url?.startsWith(new URL(page.url()).origin));
  if (!thread) throw new Error("the trace does not show the page");
  const isTask = ({ name, ph, pid, tid }) => name.endsWith("RunTask") && ph === "X" && pid === thread.pid && tid === thread.tid;
  const tasks = events.filter(isTask);
  const most = (field) => tasks.reduce((most, task) => Math.max(most, task[field] ?? 0), 0) / 1000;
  return { lasted: most("dur"), worked: most("tdur") };
}
