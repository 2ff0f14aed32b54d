// A provider for tests, on this machine: it gives the answers of a script in order, in the wire format
// of whoever asks, and keeps everything it was sent.

import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";

/** A model's answer. */
export function reply(text, { finish = "stop", reasoning, usage = [30, 12] } = {}) {
  return { text, finish, reasoning, usage };
}

/** A response with exactly this body. */
export const raw = (body, { status = 200, type = "application/json", headers = {} } = {}) => ({
  body,
  status,
  headers: { "content-type": type, ...headers },
});

/** The error of a provider, as most of them word it. */
export const failure = (status, message, headers) => raw(JSON.stringify({ error: { message } }), { status, headers });

/** An answer that is held back until its `release` is called. */
export function held(answer) {
  let release;
  const until = new Promise((done) => (release = done));
  return { ...answer, until, release };
}

/** No answer at all. */
export const silence = () => held({});

/** An answer whose connection is cut in the middle. */
export const cut = (answer) => ({ ...answer, isCut: true });

/**
 * A provider that answers calls by the script and lists the models; `cors: false` keeps pages from
 * reading anything of it. When the test is over, every answer must have been asked for, and no more.
 * @returns its `origin` and `baseUrl`; its `script`; `requests`, and among them `calls`, `listings`
 * and `preflights`, in the order they came; and `call(n)`, a promise of the nth call, from 1.
 * A call is `{method, path, headers, body, closed}`, `closed` a promise that its connection is done with.
 */
export async function startProvider(t, { script = [], models = [], cors = true } = {}) {
  const arrivals = new EventEmitter();
  const seen = { calls: [], listings: [], preflights: [], requests: [] };

  const server = createServer(async (request, response) => {
    const closed = new Promise((done) => response.once("close", done));
    const { method, url: path, headers } = request;
    const text = (await request.setEncoding("utf8").toArray()).join("");
    const record = { method, path, headers, closed };
    seen.requests.push(record);
    const send = ({ status, headers, body = "" }, isCut = false) => {
      const allowed = cors ? { "access-control-allow-origin": "*" } : {};
      response.writeHead(status, { "content-length": Buffer.byteLength(body), ...allowed, ...headers });
      if (isCut) response.write(body.slice(0, body.length / 2), () => response.destroy());
      else response.end(body);
    };
    if (method === "OPTIONS") {
      seen.preflights.push(record);
      const asked = headers["access-control-request-headers"];
      send({ status: 204, headers: cors ? { "access-control-allow-headers": asked } : {} });
    } else if (method === "GET" && /\/(models|api\/tags)(\?|$)/.test(path)) {
      seen.listings.push(record);
      send(raw(JSON.stringify({ object: "list", data: models })));
    } else if (method === "GET" && path === "/api/ps") {
      send(raw('{"models":[]}'));
    } else if (method === "POST" && FORMATS[path]) {
      record.body = JSON.parse(text);
      seen.calls.push(record);
      const answer = script[seen.calls.length - 1] ?? failure(500, "The script has no more answers.");
      arrivals.emit("call");
      await answer.until;
      send("body" in answer ? answer : raw(JSON.stringify(FORMATS[path](answer))), answer.isCut);
    } else {
      send(raw("404 page not found", { status: 404, type: "text/plain" }));
    }
  });

  const port = await listen(server);
  t.after(async () => {
    await close(server);
    assert.equal(seen.calls.length, script.length, "calls of the provider");
  });
  return {
    ...seen,
    script,
    origin: `http://127.0.0.1:${port}`,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async call(number) {
      while (seen.calls.length < number) await once(arrivals, "call");
      return seen.calls[number - 1];
    },
  };
}

/** A port of this machine on which nothing listens. */
export async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await close(server);
  return port;
}

/** The body of an answer, by the path it was asked at. */
const FORMATS = {
  "/v1/chat/completions": ({ text, finish, reasoning, usage: [read, written] }) => ({
    object: "chat.completion",
    choices: [
      { index: 0, message: { role: "assistant", content: text, reasoning_content: reasoning }, finish_reason: finish },
    ],
    usage: { prompt_tokens: read, completion_tokens: written, total_tokens: read + written },
  }),
  "/v1/messages": ({ text, finish, usage: [read, written] }) => ({
    type: "message",
    role: "assistant",
    content: [{ type: "text", text }],
    stop_reason: finish === "length" ? "max_tokens" : "end_turn",
    usage: { input_tokens: read, output_tokens: written },
  }),
  "/api/chat": ({ text, finish, reasoning, usage: [read, written] }) => ({
    message: { role: "assistant", content: text, thinking: reasoning },
    done: true,
    done_reason: finish,
    prompt_eval_count: read,
    eval_count: written,
  }),
};

async function listen(server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server.address().port;
}

async function close(server) {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}
