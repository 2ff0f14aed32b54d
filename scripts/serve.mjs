// A small server for the built page, on this machine only. The end-to-end tests import `serve`;
// as a program, `node scripts/serve.mjs FOLDER [PORT] [#FRAGMENT]` serves until it is stopped.

import { createHash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** How many ports after the wanted one are tried when it is taken. */
const TRIES = 50;

/**
 * Serves the files under `root` on the first free port from `port` on (any free one when it is 0): as they are, or
 * as small as static hosts send them.
 * @returns {Promise<{url: string, port: number, close: () => Promise<void>}>}
 */
export async function serve(root, port = 0, { isCompressed = false } = {}) {
  const folder = await realpath(root);
  const server = createServer((request, response) => {
    answer(folder, request)
      .catch(() => ({ status: 404 }))
      .then(({ status, type = TYPES[".txt"], body = `${status}\n` }) => {
        if (isCompressed) body = compressed(body);
        response.writeHead(status, {
          ...(isCompressed && { "content-encoding": "br" }),
          "cache-control": "no-cache",
          "content-length": Buffer.byteLength(body),
          "content-type": type,
        });
        response.end(request.method === "HEAD" ? undefined : body);
      });
  });
  const last = port === 0 ? 0 : Math.min(port + TRIES, 65535);
  for (let candidate = port; ; candidate++) {
    try {
      await listen(server, candidate);
      break;
    } catch (error) {
      if (error.code !== "EADDRINUSE" || candidate >= last) throw error;
    }
  }
  const taken = server.address().port;
  return {
    url: `http://localhost:${taken}/`,
    port: taken,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const packed = new Map();

/** A body as brotli makes it, once for each. */
function compressed(body) {
  const key = createHash("sha256").update(body).digest("hex");
  if (!packed.has(key)) packed.set(key, brotliCompressSync(body));
  return packed.get(key);
}

function listen(server, port) {
  return new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", failed);
      done();
    });
  });
}

/** What to answer; it throws where no such file can be read. */
async function answer(folder, { method, url }) {
  if (method !== "GET" && method !== "HEAD") return { status: 405 };
  let file = await realpath(join(folder, decodeURIComponent(url.split(/[?#]/, 1)[0])));
  // The path is judged after links and `..` are resolved, so nothing outside the folder is read.
  if (file !== folder && !file.startsWith(folder + sep)) return { status: 404 };
  if ((await stat(file)).isDirectory()) file = join(file, "index.html");
  const type = TYPES[extname(file).toLowerCase()] ?? "application/octet-stream";
  return { status: 200, type, body: await readFile(file) };
}

async function main([root, port = "4280", fragment = ""]) {
  const number = Number(port);
  if (!root || !Number.isInteger(number) || number < 0 || number > 65535) {
    throw new Error("usage: node scripts/serve.mjs FOLDER [PORT] [#FRAGMENT]");
  }
  const { url } = await serve(root, number).catch((error) => {
    if (error.code === "ENOENT") throw new Error(`there is no folder ${root}; \`make run\` builds the page first`);
    if (error.code === "EADDRINUSE") throw new Error(`ports ${number} to ${number + TRIES} are all taken`);
    throw error;
  });
  console.log(`Structured Output Validator is at ${url}${fragment}`);
  console.log("Press Ctrl-C to stop.");
}

if (process.argv[1] && (await realpath(process.argv[1])) === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(`serve: ${error.message}`);
    process.exit(1);
  });
}
