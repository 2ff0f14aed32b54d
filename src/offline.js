// The page's end of its service worker: registers it, and offers a new version when that is there. It is a part of
// what `make dist` makes, and works on https only. The page does not need it: what fails here is left.
(async () => {
  const workers = navigator.serviceWorker;
  if (location.protocol !== "https:" || !workers) return;
  const worker = "service_worker.js";
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));

  const place = make("div", {});
  place.setAttribute("role", "status");
  document.body.prepend(place);
  try {
    const registration = await workers.register(worker, { updateViaCache: "none" });
    watch(registration);
    registration.addEventListener("updatefound", () => watch(registration));
    document.addEventListener("visibilitychange", () => document.hidden || look(registration));
    await look(registration);
  } catch {
    // Storage is blocked, or full.
  }

  /** Offers a version that waits, now or as soon as it does. The first of all has none to wait for. */
  function watch(registration) {
    const offerIt = () => registration.waiting && registration.active && offer(registration);
    registration.installing?.addEventListener("statechange", offerIt);
    offerIt();
  }

  /** Whether there is a new version, or none at all any more: what was kept must not outlive that. */
  async function look(registration) {
    if (!navigator.onLine) return;
    try {
      await registration.update();
    } catch {
      const { status } = await fetch(worker, { method: "HEAD", cache: "no-store" }).catch(() => ({}));
      if (status === 404 || status === 410) registration.active?.postMessage("leave");
    }
  }

  function offer(registration) {
    const button = (textContent, className, onclick) => make("button", { type: "button", textContent, className, onclick });
    const notice = make("div", { className: "notice" });
    notice.append(
      make("p", { textContent: "A new version is there. To take it the page is loaded again; a run under way is lost." }),
      button("Reload", "button button--primary", () => take(registration)),
      button("Later", "button", () => place.replaceChildren()),
    );
    place.replaceChildren(notice);
  }

  function take({ waiting }) {
    // Another page may have taken it already.
    if (!waiting) return location.reload();
    workers.addEventListener("controllerchange", () => location.reload());
    waiting.postMessage("take");
  }
})();
