// Shows what the browser downloads, file by file, and fails when it is too much:
// `node scripts/size.mjs PAGE_CEILING_KB JUDGE_CEILING_KB`, both after brotli. The page is all that must be
// there until it can be used; the judge's files arrive behind it, and so do the styles of what is not seen at first.

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

const [pageCeiling, judgeCeiling] = process.argv.slice(2).map(Number);
if (!(pageCeiling > 0 && judgeCeiling > 0)) fail("usage: node scripts/size.mjs PAGE_CEILING_KB JUDGE_CEILING_KB");

const files = list().map(measure).sort((a, b) => b.brotli - a.brotli);
if (files.length === 0) fail("dist/ holds nothing; `make size` builds it first");

const kb = (bytes) => (bytes / 1000).toFixed(1);
const width = Math.max(...files.map(({ name }) => name.length));
const row = (name, raw, brotli) => console.log(`${name.padEnd(width)}  ${raw.padStart(9)}  ${brotli.padStart(9)}`);

/** Shows some of the files and their sum; says what is wrong where that is above the ceiling. */
function group(name, files, ceiling, setting) {
  row(name, "raw kB", "brotli kB");
  const total = { name: "total", raw: 0, brotli: 0 };
  for (const { raw, brotli } of files) {
    total.raw += raw;
    total.brotli += brotli;
  }
  for (const { name, raw, brotli } of [...files, total]) row(name, kb(raw), kb(brotli));
  if (total.brotli <= ceiling * 1000) {
    console.log(`Within the ceiling of ${ceiling} kB after brotli.\n`);
    return [];
  }
  console.log(`Above the ceiling of ${ceiling} kB after brotli.\n`);
  return [
    `the ${name} is ${kb(total.brotli)} kB after brotli, above its ceiling of ${ceiling} kB. ` +
      `Make it smaller, or raise ${setting} in the Makefile and say why.`,
  ];
}

const isJudge = ({ name }) => /^(?:judge|later)/.test(name);
const page = files.filter((file) => !isJudge(file));
const judge = files.filter(isJudge);
if (judge.length === 0) fail("dist/ holds no judge; `make size` builds it first");
const faults = [
  ...group("page", page, pageCeiling, "PAGE_CEILING_KB"),
  ...group("judge", judge, judgeCeiling, "JUDGE_CEILING_KB"),
];
if (faults.length) fail(faults.join("\nsize: "));
