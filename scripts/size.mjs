// Shows what the browser downloads, file by file, and fails when it is too much:
// `node scripts/size.mjs CEILING_KB`, the ceiling being for all of dist/ compressed by brotli.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const DIST = join(import.meta.dirname, "..", "dist");

function fail(message) {
  console.error(`size: ${message}`);
  process.exit(1);
}

function measure(path) {
  const bytes = readFileSync(path);
  const packed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  return { name: relative(DIST, path), raw: bytes.length, brotli: packed.length };
}

function list() {
  try {
    return readdirSync(DIST, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  } catch {
    return [];
  }
}

const ceiling = Number(process.argv[2]);
if (!(ceiling > 0)) fail("usage: node scripts/size.mjs CEILING_KB");

const files = list().map(measure).sort((a, b) => b.brotli - a.brotli);
if (files.length === 0) fail("dist/ holds nothing; `make size` builds it first");

const total = { name: "total", raw: 0, brotli: 0 };
for (const { raw, brotli } of files) {
  total.raw += raw;
  total.brotli += brotli;
}

const kb = (bytes) => (bytes / 1000).toFixed(1);
const width = Math.max(...files.map(({ name }) => name.length), "total".length);
const row = (name, raw, brotli) => console.log(`${name.padEnd(width)}  ${raw.padStart(9)}  ${brotli.padStart(9)}`);
row("file", "raw kB", "brotli kB");
for (const { name, raw, brotli } of [...files, total]) row(name, kb(raw), kb(brotli));

if (total.brotli > ceiling * 1000) {
  fail(
    `the page is ${kb(total.brotli)} kB after brotli, above its ceiling of ${ceiling} kB. ` +
      "Make it smaller, or raise SIZE_CEILING_KB in the Makefile and say why.",
  );
}
console.log(`Within the ceiling of ${ceiling} kB after brotli.`);
