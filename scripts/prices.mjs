// Makes the table of prices again from a checkout of github.com/pydantic/genai-prices:
// `node scripts/prices.mjs CHECKOUT`. Its newest commit is the one that the table names.
//
// What it leaves out: models that are no chat models, that their provider has withdrawn or never sold, what
// the table's matching finds anyway (dates, "-latest", a dot for a hyphen), and prices of writing to a cache.
// Of prices that change at a date, those in force at the commit or later count; of several, the dearest.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "..", "src", "core", "cost", "table");
const LICENCE = "genai-prices.LICENSE";

/** The providers, by their names there and here, and which of their models are kept. */
const PROVIDERS = [
  { theirs: "openai", ours: "openai", keep: /^(gpt|o)-?\d|^gpt-chat/, drop: /^gpt-(3\.5-(0|turbo-)|4-32k|4\.5)|oss|^o1-(mini|pro)/ },
  { theirs: "anthropic", ours: "anthropic", keep: /^claude/, drop: /^claude-(2|v1|3)/ },
  { theirs: "google", ours: "gemini", keep: /^gemini-(2\.5|[3-9])/ },
  { theirs: "mistral", ours: "mistral", keep: /^(mistral-(large|medium|small-(2|latest)|nemo$)|ministral|magistral|codestral|devstral-2)/ },
  { theirs: "groq", ours: "groq", keep: /^llama-3\.[13]|llama-4|kimi|gpt-oss|qwen3/ },
  { theirs: "deepseek", ours: "deepseek", keep: /^deepseek-(chat|reasoner|v4)/ },
  { theirs: "x-ai", ours: "xai", keep: /^grok-([4-9]|code|build|3)/, drop: /^grok-3.*fast/ },
  { theirs: "together", ours: "together", keep: /-llama\/.*Llama-(3\.[3-9]|4-)/ },
];
const NOT_CHAT = /codex|multi-agent|audio|realtime|tts|transcribe|image|embed|moderation|search|research|live|omni|vision|guard|24b|405b|specdec|:|\.ft-/;

function fail(message) {
  console.error(`prices: ${message}`);
  process.exit(1);
}

const [checkout] = process.argv.slice(2);
if (!checkout) fail("usage: node scripts/prices.mjs CHECKOUT");
const git = (...args) => execFileSync("git", ["-C", checkout, ...args], { encoding: "utf8", maxBuffer: 1 << 26 });

const [commit, date] = git("log", "-1", "--format=%H %cs").trim().split(" ");
const providers = JSON.parse(git("show", "HEAD:prices/new_data/v2/data.json"));

/** A name without what the table's matching allows behind every name. */
const unversioned = (name) => name.replace(/-(latest|\d{3}|\d{4}-?\d\d-?\d\d)$/, "");

/** The same for all names that the table's matching takes for the same. */
const plain = (name) => unversioned(name.toLowerCase().replaceAll(".", "-"));

/** The ways to match a model, as the table writes them. */
function names(match) {
  if (match.or) return match.or.flatMap(names);
  if (match.equals) return [unversioned(match.equals)];
  if (match.starts_with) return [`${match.starts_with}*`];
  // A date is found anyway.
  const dated = match.regex?.match(/^\^(.+)-(\\d\{4\}-\\d\{2\}-\\d\{2\}|\\d\{8\})\$$|^\^(.+)-\\d$/);
  if (dated) return [(dated[1] ?? dated[3]).replaceAll("\\", "")];
  return fail(`the table cannot match by ${JSON.stringify(match)}`);
}

/** Those that no other of them covers, in order. */
function distinct(names) {
  const covers = (wide, name) =>
    wide.endsWith("*") && plain(wide) !== plain(name) && plain(name).startsWith(plain(wide.slice(0, -1)));
  const isChat = (name) => !NOT_CHAT.test(name);
  const isFirst = (name, at) => names.findIndex((other) => plain(other) === plain(name)) === at;
  return names.filter((name, at) => isChat(name) && isFirst(name, at) && !names.some((wide) => covers(wide, name)));
}

/** The dearest of the prices that are in force at the commit or later. */
function current(prices) {
  if (!Array.isArray(prices)) return prices;
  const begun = prices.findLastIndex(({ constraint }) => !constraint?.start_date || constraint.start_date <= date);
  const timed = prices.some(({ constraint }) => constraint?.start_time);
  const dearness = ({ prices: { output_mtok: output } }) => output?.base ?? output;
  return prices.slice(timed ? 0 : Math.max(begun, 0)).reduce((a, b) => (dearness(b) > dearness(a) ? b : a)).prices;
}

const base = (price) => price?.base ?? price;
const thousands = (tokens) => (tokens % 1000 ? `${tokens}` : `${tokens / 1000}k`);

function line(model) {
  const { input_mtok: input, output_mtok: output, cache_read_mtok: cached } = current(model.prices);
  if (base(input) === undefined || base(output) === undefined) return [];
  const context = model.context_window ? thousands(model.context_window) : "-";
  const fields = [base(input), base(output), base(cached) ?? "-", context];
  const tiers = [input, output, cached].flatMap((price) => price?.tiers ?? []);
  if (tiers.length) {
    if (input.tiers?.length !== 1 || tiers.some(({ start }) => start !== tiers[0].start)) {
      fail(`the table has no room for the tiers of ${model.id}`);
    }
    const long = (price) => price?.tiers?.[0].price ?? price ?? "-";
    fields.push(thousands(tiers[0].start), long(input), long(output), long(cached));
  }
  while (fields.at(-1) === "-") fields.pop();
  return [`${distinct(names(model.match)).join(",")} ${fields.join(" ")}`];
}

const sections = PROVIDERS.map(({ theirs, ours, keep, drop }) => {
  const provider = providers.find(({ id }) => id === theirs) ?? fail(`there is no provider "${theirs}" any more`);
  const kept = provider.models.filter(
    ({ id, deprecated }) => !deprecated && keep.test(id) && !drop?.test(id) && !NOT_CHAT.test(id),
  );
  const lines = kept.flatMap(line);
  if (!lines.length) fail(`nothing is left of "${theirs}"`);
  return `[${ours}]\n${lines.join("\n")}\n`;
});

const head = `# As of ${date}, from github.com/pydantic/genai-prices ${commit.slice(0, 12)} by scripts/prices.mjs
# MIT, Copyright (c) Pydantic Services Inc. 2025 to present: ${LICENCE}
# NAMES INPUT OUTPUT CACHED CONTEXT ABOVE INPUT OUTPUT CACHED
`;
writeFileSync(join(FOLDER, "prices.txt"), head + sections.join(""));
writeFileSync(join(FOLDER, LICENCE), git("show", "HEAD:LICENSE"));

console.log(`prices: those of ${date}, commit ${commit.slice(0, 12)}; the README names both.`);
