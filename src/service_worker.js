// Keeps the files of the page, so that it works without a network. scripts/site.mjs says above which they are: FILES,
// each with its digest, and VERSION, a name for them all.
// It answers requests for these files and no others: those to a provider go past it.
// A new version waits until no page of the old one is open, or until somebody takes it.

const { scope } = registration;
/** What the caches of this copy of the page are called; another may lie in another folder of the host. */
const MINE = `structured-output-validator ${scope} `;
const CACHE = MINE + VERSION;
/** So many old versions are kept, for the pages that are still open with them. */
const OLD_VERSIONS = 2;
/** A name that holds its content's digest: whichever version has kept it, it is the right one. */
const HASHED = /^[a-z]+-[0-9a-f]{16}(_bg)?\.[a-z]+$/;
const PAGE = /^(index\.html)?([?#]|$)/;

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(begin()));
addEventListener("message", (event) => {
  if (event.data === "take") event.waitUntil(skipWaiting());
  if (event.data === "leave") event.waitUntil(leave());
});
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const name = url.startsWith(scope) && method === "GET" ? url.slice(scope.length) : "none of ours";
  const isPage = mode === "navigate";
  if ((isPage ? PAGE : HASHED).test(name)) event.respondWith(answer(event.request, isPage));
});

async function keep() {
  const cache = await caches.open(CACHE);
  // The digests see to it that no version is kept that is half of another, as while a host is being updated.
  await cache.addAll(
    Object.entries(FILES).map(([name, integrity]) => {
      return new Request(name, { integrity, redirect: "error", cache: name === "./" ? "no-cache" : "default" });
    }),
  );
}

async function begin() {
  const old = (await mine()).filter((name) => name !== CACHE);
  await Promise.all(old.slice(0, -OLD_VERSIONS).map((name) => caches.delete(name)));
  await clients.claim();
}

async function leave() {
  await registration.unregister();
  for (const name of await mine()) await caches.delete(name);
}

/** The caches of this copy of the page, oldest first. */
async function mine() {
  return (await caches.keys()).filter((name) => name.startsWith(MINE));
}

async function answer(request, isPage) {
  // What cannot be kept, or was thrown away, comes from the host.
  const found = await (isPage ? kept(scope, [CACHE]) : kept(request.url, await mine())).catch(() => undefined);
  return found ?? fetch(request);
}

/** A file, from the first of these caches that has it. */
async function kept(url, names) {
  for (const cacheName of names) {
    const found = await caches.match(url, { cacheName, ignoreVary: true });
    if (found) return found;
  }
}
