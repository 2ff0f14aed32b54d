// Turns the conformance cases of the npm package @bufbuild/cel-spec into the files beside this one:
// `node convert.mjs PACKAGE_FOLDER`. Keeps the cases that JSON values can show; counts the others by why not.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const source = readFileSync(join(process.argv[2], "dist/esm/testdata/conformance.js"), "utf8");
const { tests } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

const EXTENSIONS = ["bindings_ext", "block_ext", "encoders_ext", "macros2", "math_ext", "optionals", "proto2_ext", "string_ext"];

/** Why a case cannot be shown with JSON values, if it cannot; the first reason counts. */
function obstacle(file, test) {
  const text = JSON.stringify(test);
  const strings = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
  const code = test.expr.replace(strings, "''");
  if (EXTENSIONS.includes(file)) return "of an extension library";
  if (test.container || /objectValue|enumValue|messageType|TestAllTypes|google\.protobuf|NestedEnum|GlobalEnum/.test(text)) {
    return "about protobuf messages";
  }
  if (/uint64Value|[0-9a-fA-F][uU]\b|\buint\b/.test(text)) return "about unsigned integers";
  if (/bytesValue|\bbytes\b|\b[rR]?[bB][rR]?''|\b[rR]?[bB][rR]?['"]/.test(text + code)) return "about bytes";
  if (/\?\.|\[\?|optional/.test(code)) return "about optional values";
  if (test.checkOnly || test.typedResult) return "about static types";
  return undefined;
}

const applicable = {};
const others = {};
function visit(suite, file, section) {
  for (const { original: test } of suite.tests ?? []) {
    const why = obstacle(file, test);
    if (why) {
      others[file] ??= {};
      others[file][why] = (others[file][why] ?? 0) + 1;
      continue;
    }
    const { name, expr, bindings, value, evalError } = test;
    const given = Object.fromEntries(Object.entries(bindings ?? {}).map(([key, bound]) => [key, bound.value]));
    const expected = evalError ? { error: evalError.errors.map(({ message }) => message).join("; ") } : { value: value ?? { boolValue: true } };
    (applicable[file] ??= []).push({ name: `${section}/${name}`, expr, ...(bindings && { bindings: given }), ...expected });
  }
  for (const inner of suite.suites ?? []) visit(inner, file ?? inner.name, file ? inner.name : "");
}
visit({ suites: tests.suites }, undefined, "");

for (const [file, cases] of Object.entries(applicable)) {
  writeFileSync(join(import.meta.dirname, `${file}.json`), `[\n${cases.map((test) => JSON.stringify(test)).join(",\n")}\n]\n`);
}
writeFileSync(join(import.meta.dirname, "not_applicable.json"), `${JSON.stringify(others, null, 2)}\n`);
