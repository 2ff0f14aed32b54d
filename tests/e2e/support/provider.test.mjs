// The scripted provider itself: every form, plain and streamed, gives the scripted reply to a reader of a
// few lines; every fault gives its status and body. A test of the page means nothing without these.

import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { test } from "node:test";
import * as provider from "./provider.mjs";
import { SERVER_NAMES } from "./provider/servers.mjs";

const { corsFor, corsOnSuccess, corsRefusing, cut, endless, failure, faults, freePort, gate, held, lost } = provider;
const { raw, reply, silence, splitIn, stalled, startProvider, streamed, torn, unread, withStatus } = provider;

const TEXT = '{"city":"Zürich 🌧","temperature_c":7}';
const TOOL = { name: "answer", parameters: { type: "object" } };

// Readers of the three formats: a body, plain or streamed, as what the script said. What is not told is "".

const CHAT = {
  path: "/v1/chat/completions",
  call: { model: "m", messages: [], stream_options: { include_usage: true } },
  forced: {
    tools: [{ type: "function", function: TOOL }],
    tool_choice: { type: "function", function: { name: TOOL.name } },
  },
  type: "text/event-stream",
  finish: { stop: "stop", length: "length", filter: "content_filter", tool: "tool_calls" },
  refusal: { text: "", refusal: "No." },
  noUsage: "",
  plain: ({ choices: [{ message, finish_reason }], usage }) => ({
    text: message.tool_calls?.[0].function.arguments ?? message.content ?? "",
    reasoning: message.reasoning_content ?? "",
    refusal: message.refusal ?? "",
    finish: finish_reason,
    usage: usage ? [usage.prompt_tokens, usage.completion_tokens] : "",
  }),
  streamed(body) {
    const events = eventsOf(body);
    assert.deepEqual(events.pop(), { data: "[DONE]" });
    const chunks = events.map(({ data }) => JSON.parse(data));
    const choices = chunks.flatMap(({ choices }) => choices ?? []);
    const joined = (field) => joinedOf(choices, ({ delta }) => delta[field]);
    const tools = choices.flatMap(({ delta }) => delta.tool_calls ?? []);
    const { usage } = chunks.findLast(({ usage }) => usage) ?? {};
    return {
      text: joined("content") + joinedOf(tools, (tool) => tool.function.arguments),
      reasoning: joined("reasoning_content"),
      refusal: joined("refusal"),
      finish: joinedOf(choices, ({ finish_reason }) => finish_reason),
      usage: usage ? [usage.prompt_tokens, usage.completion_tokens] : "",
    };
  },
};

const MESSAGES = {
  path: "/v1/messages",
  call: { model: "m", max_tokens: 9, messages: [] },
  forced: {
    tools: [{ name: TOOL.name, input_schema: TOOL.parameters }],
    tool_choice: { type: "tool", name: TOOL.name },
  },
  type: "text/event-stream",
  finish: { stop: "end_turn", length: "max_tokens", filter: "refusal", tool: "tool_use" },
  refusal: { text: "", refusal: "No.", finish: "refusal" },
  noUsage: [0, 0],
  plain: ({ content, stop_reason, stop_details, usage }) => ({
    text: joinedOf(content, ({ text, input }) => text ?? (input && JSON.stringify(input))),
    reasoning: joinedOf(content, ({ thinking }) => thinking),
    refusal: stop_details?.explanation ?? "",
    finish: stop_reason,
    usage: [usage.input_tokens, usage.output_tokens],
  }),
  streamed(body) {
    const events = eventsOf(body).map(({ event, data }) => ({ event, ...JSON.parse(data) }));
    assert.ok(events.every(({ event, type }) => event === type));
    assert.equal(events.at(-1).type, "message_stop");
    const deltas = events.filter(({ type }) => type === "content_block_delta").map(({ delta }) => delta);
    const { delta, usage } = events.at(-2);
    return {
      text: joinedOf(deltas, ({ text, partial_json }) => text ?? partial_json),
      reasoning: joinedOf(deltas, ({ thinking }) => thinking),
      refusal: delta.stop_details?.explanation ?? "",
      finish: delta.stop_reason,
      usage: [usage.input_tokens, usage.output_tokens],
    };
  },
};

const NATIVE = {
  server: "ollama",
  path: "/api/chat",
  call: { model: "m", messages: [] },
  forced: { tools: [{ type: "function", function: TOOL }] },
  type: "application/x-ndjson",
  finish: { stop: "stop", length: "length", filter: "stop", tool: "stop" },
  refusal: { text: "No." },
  noUsage: "",
  plain: (line) => NATIVE.read([line]),
  streamed: (body) =>
    NATIVE.read(
      body
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ),
  read(lines) {
    assert.ok(lines.every(({ done }, index) => done === (index === lines.length - 1)));
    const messages = lines.map(({ message }) => message);
    const tools = messages.flatMap(({ tool_calls }) => tool_calls ?? []);
    const { done_reason, prompt_eval_count, eval_count } = lines.at(-1);
    return {
      text:
        joinedOf(messages, ({ content }) => content) +
        joinedOf(tools, (tool) => JSON.stringify(tool.function.arguments)),
      reasoning: joinedOf(messages, ({ thinking }) => thinking),
      refusal: "",
      finish: done_reason,
      usage: prompt_eval_count ? [prompt_eval_count, eval_count] : "",
    };
  },
};

const joinedOf = (things, part) => things.map((thing) => part(thing) ?? "").join("");

/** The events of a stream, each as its fields. */
function eventsOf(body) {
  const blocks = body.split(/\r\n\r\n|\n\n|\r\r/).map((block) => {
    const event = {};
    for (const line of block.split(/\r\n|\n|\r/)) {
      const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      if (field) event[field] = field in event ? `${event[field]}\n${value}` : value;
    }
    return event;
  });
  return blocks.filter((event) => Object.keys(event).length > 0);
}

/** A provider of this script, and a way to call it. */
async function start(t, script, options) {
  const provider = await startProvider(t, { script: [script].flat(), ...options });
  const ask = (form, call, init) =>
    fetch(provider.origin + form.path, { method: "POST", body: JSON.stringify({ ...form.call, ...call }), ...init });
  return { ...provider, ask };
}

/** The response to a call for a stream that is answered so. */
async function stream(t, answer, { form = CHAT, server = form.server, call } = {}) {
  const provider = await start(t, answer, { server });
  return { provider, response: await provider.ask(form, { stream: true, ...call }) };
}

// Every form, plain and streamed.

for (const form of [CHAT, MESSAGES, NATIVE]) {
  const { finish } = form;
  for (const [what, answer, expected, call] of [
    ["a text", reply(TEXT), {}],
    ["no text", reply(""), { text: "" }],
    ["its usage", reply(TEXT, { usage: [5, 7] }), { usage: [5, 7] }],
    ["no usage", reply(TEXT, { usage: null }), { usage: form.noUsage }],
    ["its reasoning", reply(TEXT, { reasoning: "Let me think, ü." }), { reasoning: "Let me think, ü." }],
    ["that it is truncated", reply(TEXT, { finish: "length" }), { finish: finish.length }],
    ["that it is filtered", reply(TEXT, { finish: "filter" }), { finish: finish.filter }],
    ["a finish of its own", reply(TEXT, { finish: "eos" }), { finish: "eos" }],
    ["a refusal", reply("", { refusal: "No." }), form.refusal],
    ["a tool's arguments", reply(TEXT), { finish: finish.tool }, form.forced],
    ["a text though a tool was asked for", reply(TEXT, { usesTool: false }), {}, form.forced],
  ]) {
    test(`${form.path} gives ${what}, plain and streamed`, async (t) => {
      const { ask } = await start(t, [answer, answer], { server: form.server });
      const whole = { text: TEXT, reasoning: "", refusal: "", finish: finish.stop, usage: [30, 12], ...expected };
      const plain = await ask(form, { ...call, stream: false });
      assert.deepEqual([plain.status, plain.headers.get("content-type")], [200, "application/json"]);
      assert.deepEqual(form.plain(await plain.json()), whole);
      const streamed = await ask(form, { ...call, stream: true });
      assert.deepEqual([streamed.status, streamed.headers.get("content-type")], [200, form.type]);
      assert.deepEqual(form.streamed(await streamed.text()), whole);
    });
  }
}

const PART = { type: "thinking", thinking: [{ type: "text", text: "Hm." }] };
const DETAIL = { type: "reasoning.text", text: "Hm.", index: 0 };
for (const [server, reasoningIn, deltas, message] of [
  ["deepSeek", undefined, [{ reasoning_content: "Hm." }, { content: "{}" }]],
  ["groq", undefined, [{ reasoning: "Hm." }, { content: "{}" }]],
  ["openRouter", undefined, [{ reasoning: "Hm.", reasoning_details: [DETAIL] }, { content: "{}" }]],
  ["mistral", undefined, [{ content: [PART] }, { content: "{}" }], { content: [PART, { type: "text", text: "{}" }] }],
  ["lmStudio", "reasoning", [{ reasoning: "Hm." }, { content: "{}" }]],
  ["any", "think", [{ content: "<think>\nHm.\n</think>\n{}" }]],
]) {
  test(`reasoning stands where ${server} has it: ${Object.keys(deltas[0])}`, async (t) => {
    const answer = streamed(reply("{}", { reasoning: "Hm.", reasoningIn }), { deltas: 99 });
    const { ask } = await start(t, [answer, answer], { server });
    const { choices } = await (await ask(CHAT)).json();
    const expected = message ?? Object.assign({}, ...deltas);
    assert.deepEqual(choices[0].message, { role: "assistant", refusal: null, ...expected });
    const chunks = brief(await (await ask(CHAT, { stream: true })).text());
    assert.deepEqual(chunks, [ROLE, ...deltas.map((delta) => [delta, null]), STOP, COUNT, "[DONE]"]);
  });
}

test("reasoning may be sealed, and tokens be told apart", async (t) => {
  const known = { reasoning: "Hm.", cached: 10, thought: 4, cost: 0.001 };
  const { ask } = await start(t, [reply("{}", { ...known, reasoningIn: "redacted_thinking" }), reply("{}", known)]);
  const message = await (await ask(MESSAGES)).json();
  assert.deepEqual(message.content[0], { type: "redacted_thinking", data: "c2VhbGVk" });
  assert.deepEqual(message.usage, {
    input_tokens: 20,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 10,
    output_tokens: 12,
    output_tokens_details: { thinking_tokens: 4 },
  });
  assert.deepEqual((await (await ask(CHAT)).json()).usage, {
    prompt_tokens: 30,
    completion_tokens: 12,
    total_tokens: 42,
    prompt_tokens_details: { cached_tokens: 10 },
    completion_tokens_details: { reasoning_tokens: 4 },
    cost: 0.001,
  });
});

const SCHEMA = { type: "object" };
for (const [form, call, asked] of [
  [CHAT, {}, { mode: "prompt", isStreamed: false }],
  [CHAT, { response_format: { type: "json_object" } }, { mode: "json", isStreamed: false }],
  [
    CHAT,
    {
      response_format: { type: "json_schema", json_schema: { name: "a", strict: true, schema: SCHEMA } },
      stream: true,
    },
    { mode: "strict", name: "a", schema: SCHEMA, isStreamed: true },
  ],
  [CHAT, CHAT.forced, { mode: "tool", name: "answer", schema: SCHEMA, isStreamed: false }],
  [
    CHAT,
    { ...CHAT.forced, tool_choice: "required" },
    { mode: "tool", name: "answer", schema: SCHEMA, isStreamed: false },
  ],
  [CHAT, { ...CHAT.forced, tool_choice: "auto" }, { mode: "prompt", isStreamed: false }],
  [MESSAGES, {}, { mode: "prompt", isStreamed: false }],
  [
    MESSAGES,
    { output_config: { format: { type: "json_schema", schema: SCHEMA } } },
    { mode: "strict", schema: SCHEMA, isStreamed: false },
  ],
  [MESSAGES, MESSAGES.forced, { mode: "tool", name: "answer", schema: SCHEMA, isStreamed: false }],
  [NATIVE, {}, { mode: "prompt", isStreamed: true }],
  [NATIVE, { format: "json", stream: false }, { mode: "json", isStreamed: false }],
  [NATIVE, { format: SCHEMA }, { mode: "strict", schema: SCHEMA, isStreamed: true }],
]) {
  test(`${form.path} is asked for ${asked.mode} by ${Object.keys(call)}`, async (t) => {
    const { ask, calls } = await start(t, reply("{}"), { server: form.server });
    await (await ask(form, call)).text();
    assert.deepEqual(calls[0].asked, asked);
    assert.deepEqual(calls[0].body, { ...form.call, ...call });
  });
}

// Every byte of a stream.

const CHUNK = '"id":"chatcmpl-test","object":"chat.completion.chunk","created":0,"model":"m"';
const MESSAGE = '"id":"msg_test","type":"message","role":"assistant","model":"m"';
const USAGE = '"input_tokens":30,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens"';
for (const [form, expected] of [
  [
    CHAT,
    `data: {${CHUNK},"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],"usage":null}

data: {${CHUNK},"choices":[{"index":0,"delta":{"content":"{}"},"finish_reason":null}],"usage":null}

data: {${CHUNK},"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}

data: {${CHUNK},"choices":[],"usage":{"prompt_tokens":30,"completion_tokens":12,"total_tokens":42}}

data: [DONE]

`,
  ],
  [
    MESSAGES,
    `event: message_start
data: {"type":"message_start","message":{${MESSAGE},"content":[],"stop_reason":null,"stop_sequence":null,"usage":{${USAGE}:1}}}

event: ping
data: {"type":"ping"}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"{}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{${USAGE}:12}}

event: message_stop
data: {"type":"message_stop"}

`,
  ],
]) {
  test(`${form.path} streams exactly this`, async (t) => {
    const { response } = await stream(t, reply("{}"), { form });
    assert.equal(await response.text(), expected);
  });
}

// How a stream may differ.

/** The chunks of a stream without what is the same in all: what is in the first choice, or all there is. */
const brief = (body) =>
  eventsOf(body).map(({ data, error }) => {
    if (error) return { error: JSON.parse(error) };
    if (data === "[DONE]") return data;
    const { id, object, created, model, ...rest } = JSON.parse(data);
    const [choice] = rest.choices ?? [];
    return choice ? [choice.delta, choice.finish_reason] : rest;
  });

const ROLE = [{ role: "assistant", content: "" }, null];
const [HEAD, TAIL] = [
  [{ content: '{"a"' }, null],
  [{ content: ":1}" }, null],
];
const STOP = [{}, "stop"];
const USED = { prompt_tokens: 30, completion_tokens: 12, total_tokens: 42 };
const COUNT = { choices: [], usage: USED };
for (const [what, style, expected] of [
  ["as most do", {}, [ROLE, HEAD, TAIL, STOP, COUNT, "[DONE]"]],
  ["without a mark of the end", { isDone: false }, [ROLE, HEAD, TAIL, STOP, COUNT]],
  [
    "with a role and null first",
    { role: "null" },
    [[{ role: "assistant", content: null }, null], HEAD, TAIL, STOP, COUNT, "[DONE]"],
  ],
  [
    "with the role in the first piece",
    { role: "joined" },
    [[{ role: "assistant", content: '{"a"' }, null], TAIL, STOP, COUNT, "[DONE]"],
  ],
  [
    "with empty reasons until the last",
    { unfinished: "" },
    [[ROLE[0], ""], [HEAD[0], ""], [TAIL[0], ""], STOP, COUNT, "[DONE]"],
  ],
  ["with the finish in the last piece", { finishesWithText: true }, [ROLE, HEAD, [TAIL[0], "stop"], COUNT, "[DONE]"]],
  ["with the usage beside the finish", { usageWithFinish: true }, [ROLE, HEAD, TAIL, STOP, "[DONE]"]],
  [
    "with chunks that have no choice",
    { extra: [{ choices: [] }, { choices: null }, {}] },
    [ROLE, { choices: [] }, { choices: null }, {}, HEAD, TAIL, STOP, COUNT, "[DONE]"],
  ],
  ["with other ends of lines", { newline: "\r\n" }, [ROLE, HEAD, TAIL, STOP, COUNT, "[DONE]"]],
  ["with data on several lines", { isMultiline: true }, [ROLE, HEAD, TAIL, STOP, COUNT, "[DONE]"]],
  ["up to a piece, and no further", { until: 1 }, [ROLE, HEAD]],
]) {
  test(`a stream ${what}`, async (t) => {
    const { response } = await stream(t, streamed(reply('{"a":1}'), { deltas: 4, ...style }));
    assert.deepEqual(brief(await response.text()), expected);
  });
}

for (const [what, style, beginning, end] of [
  ["plain", {}, 'data: {"id"', "data: [DONE]\n\n"],
  ["with CRLF", { newline: "\r\n" }, 'data: {"id"', "data: [DONE]\r\n\r\n"],
  ["with CR", { newline: "\r" }, 'data: {"id"', "data: [DONE]\r\r"],
  ["without spaces", { hasSpace: false }, 'data:{"id"', "data:[DONE]\n\n"],
  ["on several lines", { isMultiline: true }, 'data: {\ndata:  "id"', "data: [DONE]\n\n"],
  ["without a last blank line", { isTerminated: false }, 'data: {"id"', "data: [DONE]"],
  ["with comments", { comment: ": keep-alive" }, ': keep-alive\n\ndata: {"id"', ": keep-alive\n\ndata: [DONE]\n\n"],
  ["with bare comments", { comment: ":" }, ':\n\ndata: {"id"', ":\n\ndata: [DONE]\n\n"],
  [
    "with comments and CRLF",
    { comment: ":", newline: "\r\n" },
    ':\r\n\r\ndata: {"id"',
    ":\r\n\r\ndata: [DONE]\r\n\r\n",
  ],
]) {
  test(`lines of events ${what}`, async (t) => {
    const { response } = await stream(t, streamed(reply(TEXT), style));
    const body = await response.text();
    assert.equal(body.slice(0, beginning.length), beginning);
    assert.equal(body.slice(-end.length), end);
    assert.equal(CHAT.streamed(body).text, TEXT);
  });
}

test("no usage is streamed to whom does not ask for it", async (t) => {
  const { response } = await stream(t, reply(TEXT), { call: { stream_options: undefined } });
  assert.equal(CHAT.streamed(await response.text()).usage, "");
});

test("the usage beside the finish is told", async (t) => {
  const { response } = await stream(t, streamed(reply(TEXT), { usageWithFinish: true }));
  assert.deepEqual(CHAT.streamed(await response.text()).usage, [30, 12]);
});

test("a tool's name comes once, and the last piece of its arguments can have another index", async (t) => {
  const answer = streamed(reply('{"a":1}'), { deltas: 4, shiftsIndex: true });
  const { response } = await stream(t, answer, { call: CHAT.forced });
  const tools = brief(await response.text())
    .filter(Array.isArray)
    .flatMap(([delta]) => delta.tool_calls ?? []);
  assert.deepEqual(tools, [
    { index: 0, id: "call_test", type: "function", function: { name: "answer", arguments: "" } },
    { index: 0, function: { arguments: '{"a"' } },
    { index: 1, function: { arguments: ":1}" } },
  ]);
});

for (const [what, form, style, expected] of [
  [
    "text",
    MESSAGES,
    {},
    [
      "message_start",
      "ping",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ],
  ],
  [
    "no stop",
    MESSAGES,
    { isDone: false },
    ["message_start", "ping", "content_block_start", "content_block_delta", "content_block_stop", "message_delta"],
  ],
  ["half", MESSAGES, { until: 0 }, ["message_start", "ping", "content_block_start"]],
]) {
  test(`the events of a message: ${what}`, async (t) => {
    const { response } = await stream(t, streamed(reply("{}"), style), { form });
    assert.deepEqual(
      eventsOf(await response.text()).map(({ event }) => event),
      expected,
    );
  });
}

for (const [what, style, expected] of [
  [
    "finish alone",
    {},
    [
      ["{}", false],
      ["", true],
    ],
  ],
  ["finish with the text", { finishesWithText: true }, [["{}", true]]],
  ["no finish", { isDone: false }, [["{}", false]]],
]) {
  test(`the lines of Ollama: ${what}`, async (t) => {
    const { response } = await stream(t, streamed(reply("{}"), style), { form: NATIVE });
    const lines = (await response.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ message, done }) => [message.content, done]),
      expected,
    );
  });
}

// A mistake in a test is told when it is over.

/** What the provider says of its own accord when a test is over that went like this. */
async function complaint(script, options, went = () => {}) {
  let over;
  const provider = await start({ after: (end) => (over = end) }, script, options);
  const [result] = await Promise.allSettled([went(provider)]);
  const [end] = await Promise.allSettled([over()]);
  return { result, reason: end.reason?.message };
}

for (const [answer, form, stream, words] of [
  [streamed(reply(TEXT), { comment: ":" }), NATIVE, true, /"comment" means nothing in this format/],
  [
    streamed(reply(TEXT), { finishesWithText: true }),
    MESSAGES,
    true,
    /"finishesWithText" means nothing in this format/,
  ],
  [streamed(faults.keyRefused(), { deltas: 1 }), CHAT, true, /"deltas" means nothing in a body that is given/],
  [streamed(reply(TEXT), { writes: 1, deltas: [gate()] }), CHAT, true, /not both/],
  [streamed(reply(TEXT), { writes: splitIn("ß") }), CHAT, true, /there is no "ß" in the answer/],
  [streamed(reply(TEXT), { writes: [9999] }), CHAT, false, /a piece of 9999 from 0 on is more than there is/],
  [reply(TEXT, { reasoning: "Hm.", reasoningIn: "thoughts" }), CHAT, false, /reasoning does not come in "thoughts"/],
]) {
  test(`a test is told: ${words.source}`, async () => {
    const { reason } = await complaint(answer, { server: form.server }, ({ ask }) => ask(form, { stream }));
    assert.match(reason, words);
  });
}

test("a test is told of a style and of a server that do not exist", async (t) => {
  assert.throws(() => streamed(reply(TEXT), { newlines: "\r\n" }), /there is no style "newlines"/);
  await assert.rejects(startProvider(t, { server: "nobody" }), /there is no server "nobody": any, openAi/);
});

test("a test is told of answers that were not asked for, and of calls without one", async () => {
  assert.match((await complaint([reply(TEXT)])).reason, /calls of the provider\s+0 !== 1/);
  const { result, reason } = await complaint([], {}, async ({ ask }) => (await ask(CHAT)).json());
  assert.deepEqual(result.value, { error: { message: "The script has no more answers." } });
  assert.match(reason, /calls of the provider\s+1 !== 0/);
});

for (const [what, answer, form, isEvents] of [
  ["a server that does not know streaming", streamed(reply(TEXT), { isKnown: false }), CHAT],
  ["blank lines and comments before JSON", streamed(reply(TEXT, { lead: ": BUSY\n\n\n" }), { isKnown: false }), CHAT],
  ["a mark before a stream", reply(TEXT, { lead: "\uFEFF" }), CHAT, true],
  ["a type of its own", streamed(reply(TEXT), { type: "application/octet-stream" }), CHAT, true],
]) {
  test(`unlike what is asked for: ${what}`, async (t) => {
    const { response } = await stream(t, answer, { form });
    const { lead = "", style } = answer;
    const type = isEvents ? "text/event-stream" : "application/json";
    assert.equal(response.headers.get("content-type"), style?.type ?? type);
    const body = Buffer.from(await response.arrayBuffer()).toString();
    assert.ok(body.startsWith(lead));
    const rest = body.slice(lead.length);
    assert.equal((isEvents ? CHAT.streamed(rest) : CHAT.plain(JSON.parse(rest))).text, TEXT);
  });
}

// When it comes.

for (const [what, answer, form] of [
  ["events byte by byte", streamed(reply(TEXT), { writes: 1 }), CHAT],
  ["lines byte by byte", streamed(reply(TEXT), { writes: 1 }), NATIVE],
  ["events of a length", streamed(reply(TEXT), { writes: 7, deltas: [1, 3] }), MESSAGES],
]) {
  test(`${what} are whole in the end`, async (t) => {
    const { response } = await stream(t, answer, { form });
    assert.equal(form.streamed(await response.text()).text, TEXT);
  });
}

/** Reads the bytes that come until this many are there. */
async function take(reader, length) {
  let bytes = Buffer.alloc(0);
  while (bytes.length < length) bytes = Buffer.concat([bytes, (await reader.read()).value]);
  assert.equal(bytes.length, length);
  return bytes;
}

test("a stream stops at a gate between two pieces until it is released", async (t) => {
  const [first, second] = [gate(), gate()];
  const answer = streamed(reply("abcdef"), { deltas: [first, 2, second] });
  const { response, provider } = await stream(t, answer, { form: NATIVE });
  const line = (content, done = false, end = {}) =>
    `${JSON.stringify({ model: "m", created_at: "2026-01-01T00:00:00Z", message: { role: "assistant", content }, done, ...end })}\n`;
  const DONE = line("", true, {
    done_reason: "stop",
    total_duration: 2_000_000,
    load_duration: 1_000_000,
    prompt_eval_count: 30,
    eval_count: 12,
  });
  const reader = response.body.getReader();
  await first.reached;
  first.release();
  await second.reached;
  assert.equal(`${await take(reader, line("ab").length)}`, line("ab"));
  second.release();
  const rest = await take(reader, line("cdef").length + DONE.length);
  assert.equal(`${rest}`, line("cdef") + DONE);
  assert.deepEqual(await reader.read(), { done: true, value: undefined });
  assert.equal(await provider.calls[0].closed, "answered");
});

test("a body stops within a character until it is released", async (t) => {
  const inside = gate();
  const { response } = await stream(t, streamed(raw('{"a":"ü"}'), { writes: splitIn("ü", inside) }));
  const reader = response.body.getReader();
  await inside.reached;
  assert.deepEqual(await take(reader, 7), Buffer.from('{"a":"ü"}').subarray(0, 7));
  inside.release();
  assert.deepEqual(await take(reader, 3), Buffer.from('{"a":"ü"}').subarray(7));
});

test("an answer is held until it is released, and its call is over when its client leaves", async (t) => {
  const late = held(reply(TEXT));
  const { ask, call } = await start(t, [late, silence(), streamed(reply(TEXT), { deltas: [gate()] })]);
  const answer = ask(CHAT);
  await call(1);
  late.release();
  assert.equal(CHAT.plain(await (await answer).json()).text, TEXT);
  for (const number of [2, 3]) {
    const control = new AbortController();
    const never = ask(CHAT, { stream: true }, { signal: control.signal }).then((response) => response.text());
    const { closed } = await call(number);
    control.abort();
    await assert.rejects(never, { name: "AbortError" });
    assert.equal(await closed, "left");
  }
});

for (const form of [CHAT, MESSAGES, NATIVE]) {
  test(`${form.path} goes on for ever, until its client leaves`, async (t) => {
    const { response, provider } = await stream(t, endless("ab "), { form });
    let text = "";
    for await (const piece of response.body) {
      text += Buffer.from(piece);
      if (text.split('"ab "').length > 100) break;
    }
    assert.equal(await provider.calls[0].closed, "left");
  });
}

// Ends that are none.

/** What arrives of a response before its connection breaks. */
async function remains(provider, form, call) {
  const asking = request(provider.origin + form.path, { method: "POST" });
  asking.end(JSON.stringify({ ...form.call, ...call }));
  const [response] = await once(asking, "response");
  const pieces = [];
  response.on("data", (piece) => pieces.push(piece));
  await assert.rejects(once(response, "end"), { code: "ECONNRESET" });
  return `${Buffer.concat(pieces)}`;
}

for (const [what, answer, form, call] of [
  ["a plain body", reply("abcd"), CHAT, { stream: false }],
  ["a stream", reply("abcd"), CHAT, { stream: true }],
  ["a stream of lines", reply("abcd"), NATIVE, { stream: true }],
  ["a stream in small writes", streamed(reply("abcd"), { writes: 5 }), MESSAGES, { stream: true }],
  ["a body that is given", raw("0123456789"), CHAT],
]) {
  test(`a connection is cut in the middle of ${what}`, async (t) => {
    const { ask, ...provider } = await start(t, [answer, cut(answer)], { server: form.server });
    const whole = await (await ask(form, call)).text();
    assert.equal(await remains(provider, form, call), whole.slice(0, whole.length / 2));
    assert.deepEqual(await Promise.all(provider.calls.map(({ closed }) => closed)), ["answered", "cut"]);
  });
}

test("a connection is cut after a piece that has been read", async (t) => {
  const read = gate();
  const answer = cut(streamed(reply('{"a":1}'), { deltas: [4, read], until: 1 }));
  const { response, provider } = await stream(t, answer);
  await read.reached;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let body = "";
  while (!body.endsWith("\n\n") || brief(body).length < 2) body += (await reader.read()).value;
  assert.deepEqual(brief(body), [ROLE, HEAD]);
  read.release();
  await assert.rejects(reader.read(), TypeError);
  assert.equal(await provider.calls[0].closed, "cut");
});

test("a connection is reset before there is an answer, and none is used twice", async (t) => {
  const { ask, calls } = await start(t, [reply(TEXT), lost()]);
  assert.equal((await ask(CHAT)).headers.get("connection"), "close");
  await assert.rejects(ask(CHAT), TypeError);
  assert.equal(await calls[1].closed, "cut");
});

test("a stream ends in good order, but unfinished", async (t) => {
  const { response } = await stream(t, torn(streamed(reply('{"a":1}'), { deltas: 4 })));
  assert.deepEqual(brief(await response.text()), [ROLE, HEAD]);
});

test("a stream is empty", async (t) => {
  const { response } = await stream(t, faults.emptyStream());
  assert.deepEqual(
    [response.status, response.headers.get("content-type"), await response.text()],
    [200, "text/event-stream", ""],
  );
});

const BROKEN = {
  message: "The server had an error while processing your request.",
  type: "server_error",
  param: null,
  code: null,
};
for (const [what, server, style, expected] of [
  ["as data", "openAi", {}, { error: BROKEN }],
  ["as an event", "openAi", { faultIn: "event" }, { error: BROKEN }],
  [
    "in a field",
    "llamaCpp",
    { faultIn: "field" },
    { error: { code: 500, message: BROKEN.message, type: "server_error" } },
  ],
  ["without wrapping", "any", { faultIn: "flat" }, { error_type: "server_error", error_message: BROKEN.message }],
  ["as the finish of a choice", "openRouter", { faultIn: "choice" }, [{ content: "" }, "error"]],
]) {
  test(`a fault in the middle of a stream, ${what}`, async (t) => {
    const answer = streamed(stalled(reply('{"a":1}'), faults.serverError(), style), { deltas: 4 });
    const { response } = await stream(t, answer, { server });
    assert.equal(response.status, 200);
    assert.deepEqual(brief(await response.text()), [ROLE, HEAD, expected]);
  });
}

test("a fault in the middle of a message, and of Ollama's lines", async (t) => {
  const answer = stalled(reply(TEXT), faults.overloaded());
  const message = await stream(t, answer, { form: MESSAGES });
  assert.deepEqual(eventsOf(await message.response.text()).at(-1), {
    event: "error",
    data: '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_test"}',
  });
  const lines = await stream(t, answer, { form: NATIVE });
  const last = (await lines.response.text()).trimEnd().split("\n").at(-1);
  assert.equal(last, '{"error":"server busy, please try again. maximum pending requests exceeded"}');
});

// Faults.

const openAi = (message, code = null, param = null, type = "invalid_request_error") => ({
  error: { message, type, param, code },
});
const anthropic = (type, message) => ({ type: "error", error: { type, message }, request_id: "req_test" });

for (const [name, server, answer, status, body, headers = {}] of [
  [
    "a refused key",
    "openAi",
    faults.keyRefused(),
    401,
    openAi("Incorrect API key provided: no******ey.", "invalid_api_key"),
  ],
  ["a refused key", "anthropic", faults.keyRefused(), 401, anthropic("authentication_error", "invalid x-api-key")],
  [
    "a refused key",
    "gemini",
    faults.keyRefused(),
    400,
    [{ error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" } }],
  ],
  [
    "a refused key",
    "llamaCpp",
    faults.keyRefused(),
    401,
    { error: { code: 401, message: "Invalid API Key", type: "authentication_error" } },
  ],
  ["a refused key", "vllm", faults.keyRefused(), 401, { error: "Unauthorized" }],
  [
    "pages that are forbidden",
    "anthropic",
    faults.pagesForbidden(),
    401,
    anthropic("authentication_error", "CORS requests are not allowed for this Organization because of its settings."),
  ],
  [
    "no permission",
    "openAi",
    faults.noPermission(),
    403,
    openAi("Project does not have access to model `m`.", "model_not_found"),
  ],
  [
    "no permission",
    "anthropic",
    faults.noPermission(),
    403,
    anthropic("permission_error", "Your API key does not have permission to use this model."),
  ],
  [
    "no credit",
    "openAi",
    faults.noCredit(),
    429,
    openAi("You exceeded your current quota.", "insufficient_quota", null, "insufficient_quota"),
  ],
  ["no credit", "openRouter", faults.noCredit(), 402, { error: { code: 402, message: "Insufficient credits." } }],
  [
    "an unknown model",
    "openAi",
    faults.unknownModel(),
    404,
    openAi("The model `m` does not exist.", "model_not_found", "model"),
  ],
  ["an unknown model", "anthropic", faults.unknownModel(), 404, anthropic("not_found_error", "model: m")],
  ["an unknown model", "ollama", faults.unknownModel(), 404, openAi("model 'm' not found")],
  [
    "no model",
    "lmStudio",
    faults.noModelLoaded(),
    400,
    { error: "No models loaded. Please load a model in the developer page or use the 'lms load' command." },
  ],
  [
    "a model that is loading",
    "llamaCpp",
    faults.modelLoading(),
    503,
    { error: { code: 503, message: "Loading model", type: "unavailable_error" } },
  ],
  [
    "a context that is full",
    "openAi",
    faults.contextOverflow(),
    400,
    openAi(
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
      "context_length_exceeded",
      "messages",
    ),
  ],
  [
    "a context that is full",
    "llamaCpp",
    faults.contextOverflow({ tokens: 5000, limit: 4096 }),
    400,
    {
      error: {
        code: 400,
        message: "request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it",
        type: "exceed_context_size_error",
        n_prompt_tokens: 5000,
        n_ctx: 4096,
      },
    },
  ],
  [
    "a context that is full",
    "anthropic",
    faults.contextOverflow(),
    400,
    anthropic("invalid_request_error", "prompt is too long: 9000 tokens > 8192 maximum"),
  ],
  [
    "too many calls",
    "openAi",
    faults.rateLimited(),
    429,
    openAi("Rate limit reached on requests per min (RPM).", "rate_limit_exceeded", null, "requests"),
  ],
  [
    "too many calls, in words",
    "openAi",
    faults.rateLimited({ words: "Please try again in 20s." }),
    429,
    openAi(
      "Rate limit reached on requests per min (RPM). Please try again in 20s.",
      "rate_limit_exceeded",
      null,
      "requests",
    ),
  ],
  [
    "too many calls, with a header",
    "anthropic",
    faults.rateLimited({ after: 7 }),
    429,
    anthropic("rate_limit_error", "This request would exceed your rate limit."),
    { "retry-after": "7", "access-control-expose-headers": "retry-after" },
  ],
  [
    "too many calls, with headers that pages cannot read",
    "any",
    faults.rateLimited({ after: 7, afterMs: 6500, isExposed: false }),
    429,
    openAi("Rate limit reached on requests per min (RPM).", "rate_limit_exceeded", null, "requests"),
    { "retry-after": "7", "retry-after-ms": "6500" },
  ],
  ["an overload", "anthropic", faults.overloaded(), 529, anthropic("overloaded_error", "Overloaded")],
  [
    "an overload",
    "openAi",
    faults.overloaded({ after: 1 }),
    503,
    openAi("The server is overloaded or not ready yet.", null, null, "service_unavailable"),
    { "retry-after": "1", "access-control-expose-headers": "retry-after" },
  ],
  ["a failure", "openAi", faults.serverError(), 500, { error: BROKEN }],
  ["a failure", "anthropic", faults.serverError(), 500, anthropic("api_error", "Internal server error")],
  [
    "JSON mode",
    "lmStudio",
    faults.jsonModeRefused(),
    400,
    { error: "'response_format.type' must be 'json_schema' or 'text'" },
  ],
  [
    "the word that is missing",
    "openAi",
    faults.jsonWordMissing(),
    400,
    openAi(
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      null,
      "messages",
    ),
  ],
  [
    "a schema at all",
    "groq",
    faults.strictModeRefused(),
    400,
    openAi("This model does not support response format `json_schema`.", null, "response_format"),
  ],
  [
    "this schema",
    "anthropic",
    faults.schemaRefused(),
    400,
    anthropic(
      "invalid_request_error",
      "output_config.format.schema: For 'array' type, 'minItems' values other than 0 or 1 are not supported",
    ),
  ],
  [
    "so large a schema",
    "anthropic",
    faults.schemaTooLarge(),
    400,
    anthropic("invalid_request_error", "The compiled grammar is too large, which would cause performance issues."),
  ],
  [
    "an answer that does not meet the schema",
    "groq",
    faults.schemaNotMet({ generated: "{" }),
    400,
    {
      error: {
        message: "Failed to validate JSON. Please adjust your prompt.",
        type: "invalid_request_error",
        param: null,
        code: "json_validate_failed",
        failed_generation: "{",
      },
    },
  ],
  [
    "a forced tool",
    "anthropic",
    faults.toolRefused(),
    400,
    anthropic("invalid_request_error", "Thinking may not be enabled when tool_choice forces tool use."),
  ],
  [
    "a forced tool",
    "deepSeek",
    faults.toolRefused(),
    400,
    openAi("Thinking mode does not support this tool_choice", "invalid_request_error"),
  ],
  [
    "the token limit",
    "openAi",
    faults.limitRefused(),
    400,
    openAi(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      "unsupported_parameter",
      "max_tokens",
    ),
  ],
  [
    "the token limit",
    "mistral",
    faults.limitRefused(),
    422,
    {
      detail: [
        { type: "extra_forbidden", loc: ["body", "max_completion_tokens"], msg: "Extra inputs are not permitted" },
      ],
    },
  ],
  [
    "the temperature",
    "openAi",
    faults.temperatureRefused(),
    400,
    openAi(
      "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
      "unsupported_value",
      "temperature",
    ),
  ],
  [
    "a field",
    "mistral",
    faults.fieldRefused({ field: "top_k" }),
    422,
    { detail: [{ type: "extra_forbidden", loc: ["body", "top_k"], msg: "Extra inputs are not permitted" }] },
  ],
  [
    "a field",
    "gemini",
    faults.fieldRefused(),
    400,
    [
      {
        error: {
          code: 400,
          message: 'Invalid JSON payload received. Unknown name "seed": Cannot find field.',
          status: "INVALID_ARGUMENT",
        },
      },
    ],
  ],
  [
    "roles that do not alternate",
    "llamaCpp",
    faults.rolesMustAlternate(),
    500,
    {
      error: {
        code: 500,
        message: "Conversation roles must alternate user/assistant/user/assistant/...",
        type: "server_error",
      },
    },
  ],
  [
    "an answer that is begun",
    "anthropic",
    faults.prefillRefused(),
    400,
    anthropic(
      "invalid_request_error",
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    ),
  ],
  [
    "a filter",
    "openAi",
    faults.contentFiltered(),
    400,
    openAi("The response was filtered due to the prompt triggering the content policy.", "content_filter", "prompt"),
  ],
  [
    "a fault in a success",
    "openRouter",
    withStatus(faults.keyRefused(), 200),
    200,
    { error: { code: 401, message: "No auth credentials found" } },
  ],
  ["another format", "any", faults.otherFormat(), 200, { ok: true }],
  ["a failure in a test's words", "any", failure(418, "No."), 418, { error: { message: "No." } }],
]) {
  test(`${server} says: ${name}`, async (t) => {
    const { ask } = await start(t, answer, { server });
    const response = await ask(server === "anthropic" ? MESSAGES : CHAT);
    assert.deepEqual([response.status, await response.json()], [status, body]);
    for (const told of ["retry-after", "retry-after-ms", "access-control-expose-headers"]) {
      assert.equal(response.headers.get(told), headers[told] ?? null, told);
    }
  });
}

for (const [name, answer, status, type, body] of [
  ["a web page", faults.webPage(), 200, "text/html", "<!doctype html><title>Sign in</title><h1>Sign in</h1>"],
  ["a web page", faults.webPage(404), 404, "text/html", "<!doctype html><title>Sign in</title><h1>Sign in</h1>"],
  ["half of JSON", faults.unreadable(), 200, "application/json", '{"choices": [{"mess'],
  ["nothing", faults.emptyBody(), 200, "application/json", ""],
  ["nothing", faults.emptyBody(500), 500, "application/json", ""],
]) {
  test(`an answer that is none: ${name} with ${status}`, async (t) => {
    const { ask } = await start(t, answer);
    const response = await ask(CHAT);
    assert.deepEqual(
      [response.status, response.headers.get("content-type"), await response.text()],
      [status, type, body],
    );
  });
}

const MODEL_FAULTS = Object.keys(faults).filter((name) => faults[name]().fault);
for (const server of SERVER_NAMES) {
  test(`${server} has words for every fault`, async (t) => {
    const { ask } = await start(
      t,
      MODEL_FAULTS.map((name) => faults[name]()),
      { server },
    );
    for (const name of MODEL_FAULTS) {
      const response = await ask(server === "anthropic" ? MESSAGES : CHAT);
      const body = await response.json();
      const [{ error, detail, message }] = [body].flat();
      const words = detail?.[0].msg ?? message ?? error.message ?? error;
      assert.ok(response.status >= 400, name);
      assert.match(words, /^[^{}[\]]*\w{4}/, name);
    }
  });
}

// What a server tells of itself.

const MODELS = [
  { id: "small", context: 4096, isLoaded: true },
  { id: "nomic-embed", isEmbedding: true },
];
const listedAs = { object: "model", created: 0, owned_by: "test" };
const LISTED = {
  object: "list",
  data: [
    { ...listedAs, id: "small" },
    { ...listedAs, id: "nomic-embed" },
  ],
};
const onDisk = (id, family) => ({
  name: id,
  model: id,
  modified_at: "2026-01-01T00:00:00Z",
  size: 1_000_000,
  digest: "test",
  details: { format: "gguf", family, parameter_size: "1B", quantization_level: "Q4_0" },
});
const lmStudio = {
  object: "model",
  publisher: "test",
  arch: "test",
  compatibility_type: "gguf",
  quantization: "Q4_K_M",
};
for (const [server, path, expected] of [
  ["any", "/v1/models", LISTED],
  [
    "vllm",
    "/v1/models",
    {
      object: "list",
      data: [
        { ...listedAs, id: "small", max_model_len: 4096 },
        { ...listedAs, id: "nomic-embed", max_model_len: 8192 },
      ],
    },
  ],
  [
    "together",
    "/v1/models",
    [
      { ...listedAs, id: "small", type: "chat", context_length: 4096, pricing: { input: 1, output: 2 } },
      { ...listedAs, id: "nomic-embed", type: "embedding", context_length: 8192, pricing: { input: 1, output: 2 } },
    ],
  ],
  [
    "lmStudio",
    "/api/v0/models",
    {
      object: "list",
      data: [
        {
          ...lmStudio,
          id: "small",
          type: "llm",
          state: "loaded",
          max_context_length: 4096,
          loaded_context_length: 4096,
        },
        { ...lmStudio, id: "nomic-embed", type: "embeddings", state: "not-loaded", max_context_length: 8192 },
      ],
    },
  ],
  ["ollama", "/api/tags", { models: [onDisk("small", "test"), onDisk("nomic-embed", "nomic-bert")] }],
  [
    "ollama",
    "/api/ps",
    {
      models: [
        {
          name: "small",
          model: "small",
          size: 1_000_000,
          size_vram: 1_000_000,
          expires_at: "2026-01-01T01:00:00Z",
          context_length: 4096,
        },
      ],
    },
  ],
  ["openAi", "/v1/models?limit=9", LISTED],
  ["ollama", "/api/version", { version: "0.0.0-test" }],
  [
    "llamaCpp",
    "/props",
    {
      default_generation_settings: { n_ctx: 4096 },
      total_slots: 1,
      model_path: "/models/small.gguf",
      chat_template: "",
    },
  ],
  ["llamaCpp", "/health", { status: "ok" }],
]) {
  test(`${server} lists at ${path}`, async (t) => {
    const provider = await startProvider(t, { server, models: MODELS });
    const response = await fetch(provider.origin + path);
    assert.deepEqual([response.status, await response.json()], [200, expected]);
    assert.deepEqual(
      provider.listings.map((listing) => listing.path),
      [path],
    );
  });
}

for (const [server, ...told] of [
  ["anthropic", { max_input_tokens: 4096, capabilities: { structured_outputs: { supported: true } } }],
  ["llamaCpp", { meta: { n_ctx_train: 4096, n_vocab: 32000 } }],
  ["mistral", { max_context_length: 4096 }],
  ["openRouter", { context_length: 4096 }],
]) {
  test(`${server} tells of a model ${Object.keys(told[0])}`, async (t) => {
    const provider = await startProvider(t, { server, models: MODELS });
    const { data } = await (await fetch(`${provider.baseUrl}/models`)).json();
    assert.deepEqual(
      data.map(({ id }) => id),
      ["small", "nomic-embed"],
    );
    for (const [field, value] of Object.entries(told[0])) assert.deepEqual(data[0][field], value);
  });
}

for (const [server, body] of [
  ["openAi", openAi("Incorrect API key provided: no******ey.", "invalid_api_key")],
  ["anthropic", anthropic("authentication_error", "invalid x-api-key")],
]) {
  test(`${server} may refuse to list its models`, async (t) => {
    const provider = await startProvider(t, { server, models: faults.keyRefused() });
    const response = await fetch(`${provider.baseUrl}/models`);
    assert.deepEqual([response.status, await response.json()], [401, body]);
  });
}

test("Ollama says that it is running, and has no path of another server", async (t) => {
  const provider = await startProvider(t, { server: "ollama" });
  for (const [path, status, body] of [
    ["/", 200, "Ollama is running"],
    ["/api/v0/models", 404, "404 page not found"],
    ["/v1/messages", 404, "404 page not found"],
  ]) {
    const response = await fetch(provider.origin + path);
    assert.deepEqual([response.status, await response.text()], [status, body], path);
  }
});

// What pages are allowed, and what is kept.

const HERE = "http://localhost:4280";
const [ANYONE, NOBODY] = [
  ["*", "authorization,content-type"],
  [null, null],
];
for (const [what, cors, answer, origin, expected] of [
  ["everyone", true, reply(TEXT), HERE, { preflight: [204, ...ANYONE], call: [200, "*"] }],
  ["nobody", false, reply(TEXT), HERE, { preflight: [204, ...NOBODY], call: [200, null] }],
  ["whom succeeds", corsOnSuccess, reply(TEXT), HERE, { preflight: [204, ...ANYONE], call: [200, "*"] }],
  ["not whom fails", corsOnSuccess, faults.keyRefused(), HERE, { preflight: [204, ...ANYONE], call: [401, null] }],
  [
    "all but a header",
    corsRefusing("authorization"),
    reply(TEXT),
    HERE,
    { preflight: [204, "*", "content-type"], call: [200, "*"] },
  ],
  ["one origin", corsFor(HERE), reply(TEXT), HERE, { preflight: [204, HERE, ANYONE[1]], call: [200, HERE] }],
  [
    "no other origin",
    corsFor(HERE),
    reply(TEXT),
    "http://a.example",
    { preflight: [403, ...NOBODY], call: [403, null] },
  ],
  ["all but this answer", true, unread(faults.overloaded()), HERE, { preflight: [204, ...ANYONE], call: [503, null] }],
]) {
  test(`leave is given to ${what}`, async (t) => {
    const { ask } = await start(t, answer, { cors });
    const asked = {
      origin,
      "access-control-request-headers": "authorization,content-type",
      "access-control-request-method": "POST",
    };
    const preflight = await ask(CHAT, {}, { method: "OPTIONS", headers: asked, body: undefined });
    const call = await ask(CHAT, {}, { headers: { origin } });
    const leave = ({ headers }, name) => headers.get(`access-control-allow-${name}`);
    assert.deepEqual(
      {
        preflight: [preflight.status, leave(preflight, "origin"), leave(preflight, "headers")],
        call: [call.status, leave(call, "origin")],
      },
      expected,
    );
  });
}

test("everything that was sent is kept and can be searched", async (t) => {
  const { ask, requests, holding, origin } = await start(t, [reply(TEXT)]);
  await ask(CHAT, { messages: [{ role: "user", content: "planted-1" }] }, { headers: { "x-api-key": "planted-2" } });
  await fetch(`${origin}/elsewhere?q=planted%2D3`);
  await fetch(`${origin}/v1/chat/completions`, { method: "POST", body: "planted-4 {" });
  const places = [1, 2, 3, 4, 5].map((number) =>
    holding(`planted-${number}`).map((request) => requests.indexOf(request)),
  );
  assert.deepEqual(places, [[0], [0], [1], [2], []]);
  assert.deepEqual(
    requests.map(({ method, path, text }) => [method, path, text.slice(0, 9)]),
    [
      ["POST", "/v1/chat/completions", '{"model":'],
      ["GET", "/elsewhere?q=planted%2D3", ""],
      ["POST", "/v1/chat/completions", "planted-4"],
    ],
  );
});

test("nothing listens on a free port", async () => {
  await assert.rejects(fetch(`http://127.0.0.1:${await freePort()}/`), TypeError);
});
