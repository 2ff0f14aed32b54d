// The page standing on its own: what its policy lets it do, from a folder of a plain static host, and by the service
// worker of `make dist` without a network, with new versions that are offered and old ones that go on.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { chromium } from "playwright-core";
import { makeSite } from "../../scripts/site.mjs";
import { pageTest, ThePage } from "./support/page.mjs";
import { reply, startProvider } from "./support/provider.mjs";

const DIST = process.env.SOV_DIST ?? join(import.meta.dirname, "../../dist");
const VALID = "Valid output in 2 attempts";
const NEW = "A new version is there. To take it the page is loaded again; a run under way is lost.";

const scratch = mkdtempSync(join(tmpdir(), "site-"));
after(() => rmSync(scratch, { recursive: true }));

// The policy.

/** Has a page keep what its policy was broken by. */
const watchPolicy = (page) =>
  page.addInitScript(() => {
    globalThis.broken = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, sourceFile, lineNumber }) => {
      globalThis.broken.push(`${effectiveDirective} ${sourceFile}:${lineNumber}`);
    });
  });

pageTest("nothing that the page does breaks its policy", { prepare: watchPolicy, fragment: "#provider=simulated" }, async (page) => {
  await page.button("Use it").click();
  await page.button("Keyboard shortcuts").click();
  await page.page.keyboard.press("Escape");
  await page.button("Theme: dark").click();
  await page.set({ Speed: "slow", Schema: "Contact" });
  await page.run();
  await page.stop();
  await page.set({ Speed: "at once" });
  await page.set({ "Review corrections before they are sent": true });
  await page.run();
  await page.button("Send").click();
  await page.result();
  for (const card of await page.cards()) await card.open();
  const final = page.region("Final JSON");
  await page.copied(final.getByRole("button", { name: "Copy", exact: true }));
  const [download] = await Promise.all([page.page.waitForEvent("download"), final.getByRole("button", { name: "Download" }).click()]);
  assert.equal(typeof JSON.parse(readFileSync(await download.path(), "utf8")), "object");
  await page.set({ Schema: "Your own…", "Your own schema": '{"fields": {"a": {"type": "object", "fields": {"b": {"type": "integer"}}}}}' });
  await page.hasFields("a object", "b integer");
  // Deeper fields stand further to the right.
  const indents = async (list) => {
    const rows = await list.getByRole("listitem").all();
    return Promise.all(rows.map((row) => row.evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingLeft))));
  };
  const [outer, inner] = await indents(page.page.getByRole("list", { name: "Fields" }));
  assert.ok(inner > outer, `${inner} > ${outer}`);
  await page.closeEditor();
  for (const summary of await page.page.locator("summary").all()) {
    if (await summary.isVisible()) await summary.click();
  }
  await page.page.getByRole("link", { name: "Check", exact: true }).click();
  await page.page.getByRole("textbox", { name: "Reply", exact: true }).fill("{a: 1, c: 'x'}");
  await page.page.getByRole("group", { name: "Reply with marks" }).getByRole("link").first().waitFor();
  assert.deepEqual(await page.page.evaluate(() => globalThis.broken), []);
});

/** What a page must not do: what is tried, and what of the policy it must break. */
const FORBIDDEN = [
  ["a script that stands in the page", "script-src-elem", () => put("script", { textContent: "ran()" })],
  ["a module that stands in the page", "script-src-elem", () => put("script", { type: "module", textContent: "ran()" })],
  ["a handler that stands in the page", "script-src-attr", () => put("img", {}, { src: document.querySelector("link[rel=icon]").href, onload: "ran()" })],
  ["a link that is a script", "script-src-elem", () => put("a", { href: "javascript:ran()" }).click()],
  ["a text that becomes code", "script-src", () => setTimeout("ran()")],
  ["a script from elsewhere", "script-src-elem", (other) => put("script", { src: `${other}/a.js`, onload: ran })],
  ["a module from elsewhere", "script-src-elem", (other) => import(`${other}/a.js`).then(ran, () => {})],
  ["a script in its own address", "script-src-elem", () => put("script", { src: "data:text/javascript,ran()" })],
  ["a script in memory", "script-src-elem", () => put("script", { src: inMemory("ran()") })],
  ["a worker in memory", "worker-src", () => (new Worker(inMemory("postMessage(1)")).onmessage = ran)],
  ["a style that stands in the page", "style-src-elem", () => put("style", { textContent: "p { color: red }", onload: ran })],
  ["a style that stands in an element", "style-src-attr", () => put("p", {}, { style: "color: red" })],
  ["a style from elsewhere", "style-src-elem", (other) => put("link", { rel: "stylesheet", href: `${other}/a.css`, onload: ran })],
  ["an image from elsewhere", "img-src", (other) => put("img", { src: `${other}/a.png`, onload: ran })],
  ["a font from elsewhere", "font-src", (other) => new FontFace("a", `url(${other}/a.woff2)`).load().then(ran, () => {})],
  ["a film from elsewhere", "media-src", (other) => put("video", { src: `${other}/a.mp4`, onloadeddata: ran })],
  ["a page from elsewhere inside", "frame-src", (other) => put("iframe", { src: other })],
  ["a plug-in", "object-src", (other) => put("object", { data: other, onload: ran })],
  ["another base of its addresses", "base-uri", (other) => put("base", { href: other })],
  ["a form that is sent away", "form-action", (other) => put("form", { action: other }).submit()],
  ["a connection that is kept open", "connect-src", (other) => new WebSocket(other.replace("http", "ws")).addEventListener("open", ran)],
];

const tools = (page) =>
  page.addInitScript(() => {
    globalThis.put = (tag, properties, attributes = {}) => {
      const element = Object.assign(document.createElement(tag), properties);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      document.body.append(element);
      return element;
    };
    globalThis.inMemory = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    /** What comes of it: the part of the policy that it broke, or that it was done. */
    globalThis.tried = new Promise((done) => {
      globalThis.ran = () => done("it was done");
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) => done(effectiveDirective));
    });
  });

for (const [what, directive, attempt] of FORBIDDEN) {
  pageTest(`the policy keeps from the page ${what}`, { prepare: tools }, async (page, t) => {
    page.expectErrors(/Content Security Policy/);
    const other = await startProvider(t);
    // In the page's own time: what is evaluated for a test may do more.
    await page.page.evaluate(`setTimeout(() => { try { (${attempt})("${other.origin}") } catch {} })`);
    assert.equal(await page.page.evaluate(() => globalThis.tried), directive);
    assert.deepEqual(other.requests, []);
  });
}

// From a folder of a plain static host.

/** Python's server of files. Gives where it is. */
async function startPlainHost(t, folder) {
  const server = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder]);
  t.after(() => server.kill());
  server.stderr.resume();
  const [line] = await once(server.stdout.setEncoding("utf8"), "data");
  return `http://localhost:${line.match(/port (\d+)/)[1]}`;
}

const hasWorker = (page) => page.page.evaluate(async () => Boolean(await navigator.serviceWorker.getRegistration()));

pageTest("what is made for a host works from a folder of it, and over plain HTTP without a service worker", {}, async (page, t) => {
  const root = join(scratch, "plain");
  makeSite(DIST, join(root, "some where/tool"));
  const host = await startPlainHost(t, root);
  const missed = [];
  page.page.on("response", (response) => response.ok() || missed.push(response.url()));
  await page.page.goto(`${host}/some where/tool/`, { waitUntil: "load" });
  await page.control("Run").waitFor();
  assert.equal((await page.runToEnd()).headline, VALID);
  assert.deepEqual(missed, []);
  assert.equal(await hasWorker(page), false);
});

pageTest("the page of `make run` has no service worker", {}, async (page) => {
  assert.equal(await page.page.evaluate(() => document.documentElement.outerHTML.includes("offline")), false);
  assert.equal(await hasWorker(page), false);
});

// Over HTTPS, with the service worker.

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

let identity;
/** A key and a certificate that nobody has signed. */
function selfSigned() {
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(scratch, name));
  const options = ["-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost", "-keyout", key, "-out", cert];
  identity ??= execFileSync("openssl", ["req", "-x509", ...options], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** A host of these folders, each by its path. What it has no file for it answers with how often it was asked that. */
async function startHost(t, folders) {
  const asked = [];
  const server = createServer(selfSigned(), ({ url }, response) => {
    const [path] = url.split("?");
    asked.push(path);
    const at = Object.keys(folders).find((at) => path.startsWith(at));
    const name = path.slice(at?.length) || "index.html";
    try {
      const body = readFileSync(join(folders[at], name));
      response.writeHead(200, { "content-type": TYPES[extname(name)], "cache-control": "max-age=600" }).end(body);
    } catch {
      const times = asked.filter((each) => each === path).length;
      response.writeHead(path.includes("/v1/") ? 200 : 404).end(`${times}`);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  t.after(close);
  return { url: `https://localhost:${server.address().port}`, folders, asked, close };
}

let versions = 0;
/** What is made for a host of a version that differs from the others in a mark, and in its judge. */
function makeVersion(mark) {
  const [built, site] = ["built", "site"].map((name) => join(scratch, `${name}-${(versions += 1)}`));
  cpSync(DIST, built, { recursive: true });
  const judge = readdirSync(built).find((name) => /^judge-.*\.js$/.test(name));
  const other = judge.replace(/[0-9a-f]{16}/, `${versions}`.padStart(16, "0"));
  renameSync(join(built, judge), join(built, other));
  const page = readFileSync(join(built, "index.html"), "utf8");
  writeFileSync(join(built, "index.html"), page.replace(judge, other).replace("<html ", `<html data-mark=${mark} `));
  makeSite(built, site);
  return { site, built, judge: other };
}

/** A page over HTTPS, of a browser that takes such a certificate, and looks at the host by itself. */
function siteTest(name, body) {
  test(name, { timeout: 120_000 }, async (t) => {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--ignore-certificate-errors"],
    });
    t.after(() => browser.close());
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const open = async (url) => {
      const page = new Site(await context.newPage());
      await page.goTo(url);
      return page;
    };
    await body(t, open, context);
  });
}

/** The page as it comes from a host. */
class Site extends ThePage {
  async goTo(url) {
    await this.page.goto(url);
    await this.control("Run").waitFor();
  }

  /** Waits until its service worker has everything. */
  async isKept() {
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
    });
  }

  mark() {
    return this.page.evaluate(() => document.documentElement.dataset.mark);
  }

  /** Waits until it is the one with this mark. */
  async becomesNew(mark) {
    await this.page.locator(`html[data-mark=${mark}]`).waitFor();
    await this.control("Run").waitFor();
  }

  /** Comes back to it from another tab. */
  async comeBack() {
    await this.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  }

  caches() {
    return this.page.evaluate(async () => (await caches.keys()).map((name) => new URL(name.split(" ")[1]).pathname));
  }

  ask(address, options) {
    return this.page.evaluate(([address, options]) => fetch(address, options).then((response) => response.text()), [address, options]);
  }
}

siteTest("after a first visit the page works without a network", async (t, open, context) => {
  const { site } = makeVersion("one");
  const host = await startHost(t, { "/tool/": site });
  const first = await open(`${host.url}/tool/`);
  await first.isKept();
  host.close();
  await context.setOffline(true);

  // The page that was open before there was anything to keep it.
  await first.page.reload();
  await first.control("Run").waitFor();
  assert.equal((await first.runToEnd()).headline, VALID);
  await first.set({ Answer: "{a: 1}" });
  await first.reads("Invalid, repaired: 1 of 6 checks passed");
  for (const address of ["index.html", "?from=elsewhere#provider=lm-studio"]) {
    const other = await open(`${host.url}/tool/${address}`);
    assert.equal((await other.runToEnd()).headline, VALID);
    other.checkErrors();
  }
  first.checkErrors();
});

siteTest("requests to providers go past the service worker, wherever they are", async (t, open) => {
  const { site } = makeVersion("one");
  const host = await startHost(t, { "/tool/": site });
  const provider = await startProvider(t, { script: [reply('{"city": "Oslo"}')] });
  const page = await open(`${host.url}/tool/`);
  await page.isKept();
  const answered = [];
  page.page.on("response", (response) => answered.push([new URL(response.url()), response.fromServiceWorker()]));
  await page.page.reload();
  await page.control("Run").waitFor();

  const own = { Provider: "Custom (OpenAI-compatible)", "Response format": "prompt only", "Max attempts": "1" };
  await page.set({ ...own, "Base URL": provider.baseUrl });
  await page.runToEnd();
  assert.equal(provider.calls.length, 1);

  // At the page's own host, and even within its folder, under a name that lies in its cache.
  for (const address of ["/v1/models", "v1/models", "v1/judge-0123456789abcdef.js"]) {
    await page.page.evaluate(async (address) => {
      for (const name of await caches.keys()) await (await caches.open(name)).put(address, new Response("kept"));
    }, address);
    assert.deepEqual([await page.ask(address), await page.ask(address)], ["1", "2"]);
  }
  assert.match(await page.ask("./", { method: "POST" }), /data-mark=one/);

  const isFile = (url) => /^\/tool\/(?:[\w-]+\.\w+)?$/.test(url.pathname);
  const files = answered.filter(([url]) => isFile(url) && !url.pathname.endsWith("service_worker.js"));
  assert.ok(files.length > 5, `${files.length} files`);
  assert.deepEqual(files.filter(([, isFromWorker]) => !isFromWorker).map(([url]) => url.pathname), ["/tool/"], "the POST alone");
  assert.deepEqual(answered.filter(([url, isFromWorker]) => !isFile(url) && isFromWorker), []);
});

siteTest("a new version is offered and taken with one press; a page of the old one goes on with its own files", async (t, open) => {
  const [one, two] = [makeVersion("one"), makeVersion("two")];
  const host = await startHost(t, { "/tool/": one.site });
  const old = await open(`${host.url}/tool/`);
  // One that is opened in the moment in which pages are taken over is not.
  await old.isKept();
  const page = await open(`${host.url}/tool/`);
  await page.isKept();
  const offer = (page) => page.page.getByText(NEW, { exact: true });
  assert.equal(await offer(page).count(), 0);

  // That the new version is there changes nothing yet, and neither does loading the page again.
  host.folders["/tool/"] = two.site;
  await page.comeBack();
  await offer(page).waitFor();
  await offer(old).waitFor();
  assert.deepEqual(await page.barriers(), []);
  await page.page.reload();
  await offer(page).waitFor();
  assert.equal(await page.mark(), "one");
  await page.button("Later").click();
  assert.equal(await offer(page).count(), 0);
  await page.page.reload();

  await page.button("Reload").click();
  await page.becomesNew("two");
  assert.equal((await page.runToEnd()).headline, VALID);
  assert.equal(await offer(page).count(), 0);

  assert.equal(await old.mark(), "one");
  assert.equal((await old.runToEnd()).headline, VALID);
  const asked = host.asked.length;
  assert.match(await old.ask(one.judge), /wasm_bindgen/);
  assert.equal(host.asked.length, asked, "the host has it no more");
  await old.button("Reload").click();
  await old.becomesNew("two");
  for (const each of [old, page]) each.checkErrors();
});

siteTest("a host that is half updated is waited for", async (t, open) => {
  const [one, two] = [makeVersion("one"), makeVersion("two")];
  const half = join(scratch, "half");
  cpSync(two.site, half, { recursive: true });
  cpSync(join(one.site, "index.html"), join(half, "index.html"));
  const host = await startHost(t, { "/tool/": one.site });
  const page = await open(`${host.url}/tool/`);
  await page.isKept();
  page.expectErrors(/digest/);

  host.folders["/tool/"] = half;
  const state = page.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await new Promise((done) => registration.addEventListener("updatefound", done));
    const { installing } = registration;
    await new Promise((done) => installing.addEventListener("statechange", done));
    return installing.state;
  });
  await page.comeBack();
  assert.equal(await state, "redundant");
  assert.equal(await page.button("Reload").count(), 0);

  host.folders["/tool/"] = two.site;
  await page.comeBack();
  await page.button("Reload").click();
  await page.becomesNew("two");
});

siteTest("where a host has no service worker any more, the page does not hold on to it; another folder's is left alone", async (t, open) => {
  const [one, two, plain] = [makeVersion("one"), makeVersion("two"), makeVersion("three")];
  const host = await startHost(t, { "/tool/": one.site, "/other/": two.site });
  const [page, other] = [await open(`${host.url}/tool/`), await open(`${host.url}/other/`)];
  await page.isKept();
  await other.isKept();
  assert.deepEqual((await page.caches()).sort(), ["/other/", "/tool/"]);

  page.expectErrors(/404|bad HTTP response/);
  host.folders["/tool/"] = plain.built;
  await page.comeBack();
  await page.page.evaluate(async () => {
    while ((await caches.keys()).length > 1) await new Promise(requestAnimationFrame);
  });
  assert.deepEqual(await page.caches(), ["/other/"]);
  await page.page.reload();
  assert.equal(await page.mark(), "three");
  assert.equal(await hasWorker(page), false);
  assert.equal(await hasWorker(other), true);
  page.checkErrors();
});
