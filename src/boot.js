// The first script of the page: sets the theme before anything is drawn, and stands by for a crash, when nothing
// else of the page works any more. Knows nothing of the app but the places of its settings and of its view.
(() => {
  const root = document.documentElement;
  try {
    root.dataset.theme = JSON.parse(localStorage.getItem("structured-output-validator.settings")).theme ?? "dark";
  } catch {
    // Nothing is kept, or storage is blocked.
  }

  // What is not seen at first is styled when the page is there, or at once where its address leads to more of it. What
  // was measured before that is measured again.
  function styleAll() {
    for (const link of document.querySelectorAll("link[disabled]")) {
      link.onload = () => dispatchEvent(new Event("resize"));
      link.disabled = false;
    }
  }
  addEventListener("load", styleAll);
  if (location.hash) addEventListener("DOMContentLoaded", styleAll);

  let told = "";
  addEventListener("crash", ({ detail }) => show(detail));
  addEventListener("unhandledrejection", ({ reason }) => consider(reason));
  // That a script cannot be loaded is told to none but who listens on the way to it. The page needs all but those that
  // it does not wait for.
  addEventListener(
    "error",
    ({ error, target }) => consider(target.src && !target.async ? "A script could not be loaded" : error),
    true,
  );

  /** Whether the page cannot go on after this: it has not begun, or its module broke off. */
  function consider(error) {
    const hasBegun = !document.querySelector("#app[aria-busy]");
    if ((error && !hasBegun) || error instanceof WebAssembly.RuntimeError || error instanceof RangeError) show(`${error}`);
  }

  function show(what) {
    if (told) return;
    told = `Structured Output Validator\n${what}\n${navigator.userAgent}`;
    const make = (tag, text, className) => Object.assign(document.createElement(tag), { textContent: text, className });
    const button = (text, act) => Object.assign(make("button", text, "button"), { type: "button", onclick: act });
    const place = document.querySelector("#app") ?? document.body;
    const box = make("main", "", "crash");
    const report = make("pre", told, "raw");
    report.tabIndex = 0;
    report.ariaLabel = "Report";
    const copy = button("Copy report", async () => {
      try {
        await navigator.clipboard.writeText(told);
        copy.textContent = "Copied ✓";
      } catch {
        copy.textContent = "Copying failed";
      }
    });
    const title = make("h1", "The page has stopped working");
    title.tabIndex = -1;
    const keep = "What you set and typed is kept in this browser. A run that was under way is lost.";
    const ask = "If it happens again, the report says where. It holds no key, no prompt and no answer.";
    box.append(title, make("p", keep), button("Reload", () => location.reload()), make("p", ask), report, copy);
    place.removeAttribute("aria-busy");
    place.replaceChildren(box);
    title.focus();
  }
})();
