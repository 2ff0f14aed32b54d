// Makes the folder for a static host: the built page, and the service worker that keeps it for when there is no
// network. `node scripts/site.mjs FROM TO`; the end-to-end tests import `makeSite`.

import { createHash } from "node:crypto";
import { cpSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const sha256 = (content) => createHash("sha256").update(content);
const digest = (content) => `sha256-${sha256(content).digest("base64")}`;
const hash = (content) => sha256(content).digest("hex").slice(0, 16);

/** A script of ours without the lines that are for people. */
function script(name) {
  const text = readFileSync(join(import.meta.dirname, "../src", name), "utf8");
  return text.replace(/^\s*\/(\/|\*\*).*\n/gm, "").replace(/^\s+/gm, "");
}

/** Copies the built page to a folder, which is made anew, with its service worker. */
export function makeSite(from, to) {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });

  const offline = script("offline.js");
  const name = `offline-${hash(offline)}.js`;
  const page = readFileSync(join(to, "index.html"), "utf8");
  const tag = `<script async src="./${name}" integrity="${digest(offline)}"></script>`;
  if (page.split("</head>").length !== 2) throw new Error("index.html must hold </head> once");
  writeFileSync(join(to, name), offline);
  writeFileSync(join(to, "index.html"), page.replace("</head>", `${tag}</head>`));

  // The page goes by the name that everybody opens it by.
  const files = readdirSync(to).sort().map((name) => [name === "index.html" ? "./" : name, digest(readFileSync(join(to, name)))]);
  const list = JSON.stringify(Object.fromEntries(files));
  const worker = `const VERSION="${hash(list)}";\nconst FILES=${list};\n${script("service_worker.js")}`;
  writeFileSync(join(to, "service_worker.js"), worker);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [from, to] = process.argv.slice(2);
  if (!from || !to) {
    console.error("usage: node scripts/site.mjs FROM TO");
    process.exit(1);
  }
  makeSite(from, to);
  console.log(`${to}/ holds the page for any folder of any static host.`);
}
