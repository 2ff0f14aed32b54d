// The programs of "Use in code", run as a person would run them: by the interpreter, in a folder of their own.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MODULES = join(import.meta.dirname, "../node_modules");

/** How strictly TypeScript is checked; and nothing in it may need more than its types taken out. */
const TSC = ["--strict", "--noUncheckedIndexedAccess", "--erasableSyntaxOnly", "--verbatimModuleSyntax"].concat(
  ["--module", "nodenext", "--target", "es2023", "--types", "node"],
);

/** By language: the file, and what is made of it before it is run. */
const LANGUAGES = {
  cURL: { file: "ask.sh", run: (folder, env) => run("bash", ["ask.sh"], folder, env) },
  Python: {
    file: "ask.py",
    run: (folder, env) => run("python3", ["ask.py"], folder, { PYTHONPATH: process.env.SOV_JSONSCHEMA, ...env }),
  },
  TypeScript: {
    file: "ask.mts",
    async run(folder, env) {
      const checked = await run(process.execPath, [join(MODULES, "typescript/bin/tsc"), ...TSC, "ask.mts"], folder, {});
      assert.deepEqual(checked, { code: 0, stdout: "", stderr: "" });
      // A Node.js that runs TypeScript as it is does so; an older one runs what is left without the types.
      return run(process.execPath, [process.features.typescript ? "ask.mts" : "ask.mjs"], folder, env);
    },
  },
};

/** Runs the code of a language with these environment variables; gives its `code`, `stdout` and `stderr`. */
export async function runProgram(language, code, env = {}) {
  const folder = await mkdtemp(join(tmpdir(), "use-in-code-"));
  try {
    const { file, run } = LANGUAGES[language];
    await symlink(MODULES, join(folder, "node_modules"));
    await writeFile(join(folder, file), code);
    return await run(folder, env);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function run(command, args, cwd, env) {
  const options = { cwd, env: { PATH: process.env.PATH, ...env }, maxBuffer: 2 ** 26 };
  return new Promise((done) => {
    execFile(command, args, options, (error, stdout, stderr) => done({ code: error?.code ?? 0, stdout, stderr }));
  });
}
