// The server: it listens, keeps what it was sent, and plays the script.

import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { failure, raw } from "./answers.mjs";
import { policyOf } from "./cors.mjs";
import { isGate } from "./pieces.mjs";
import { responseOf } from "./responses.mjs";
import { serverOf } from "./servers.mjs";

/**
 * A provider that answers calls by the script and lists the models. When the test is over, every answer
 * must have been asked for, and no more.
 * @param {{server?: string, script?: object[], answer?: Function, models?: object[] | object,
 *   cors?: boolean | Function}} options
 * `server` is one of `SERVERS`. `answer`, in place of a script, is given each call and its number, from 1. `models` are what it lists (see `lists.mjs`), or an answer that it gives
 * instead of any list. `cors` is a policy; `false` keeps pages from reading anything of it.
 * @returns its `origin` and `baseUrl`; its `script`; `requests`, and among them `calls`, `listings`
 * and `preflights`, in the order they came; `call(n)`, a promise of the nth call, from 1; and
 * `holding(text)`, the requests in which a text stands anywhere.
 * A request is `{method, path, headers, text, closed}`, `closed` a promise of how its connection was done
 * with: "answered", "cut" (by the script), or "left" (by the client). A call has also its `body` and what
 * it `asked` for: `{mode, name?, schema?, isStreamed}`.
 */
export async function startProvider(t, { server: name = "any", script = [], answer: answered, models = [], cors = true } = {}) {
  const kind = serverOf(name);
  const policy = policyOf(cors);
  const arrivals = new EventEmitter();
  const seen = { calls: [], listings: [], preflights: [], requests: [] };
  const troubles = [];

  const server = createServer((request, response) => {
    serve(request, response).catch((trouble) => {
      troubles.push(trouble);
      // The test is told at its end; a person who looks at the page sees it at once.
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { "access-control-allow-origin": "*" }).end(`${trouble}`);
    });
  });

  async function serve(request, response) {
    const { method, url: path, headers } = request;
    // A browser asks again by itself when a connection that it has used before is reset.
    if (script.some(({ isLost }) => isLost)) response.setHeader("connection", "close");
    let how = "left";
    const end = (word) => (how = word);
    const closed = new Promise((done) => {
      response.once("close", () => done(response.writableFinished ? "answered" : how));
    });
    const record = { method, path, headers, text: "", closed };
    seen.requests.push(record);
    try {
      record.text = (await request.setEncoding("utf8").toArray()).join("");
    } catch {
      return; // The client left while it was still sending.
    }
    const give = async (answer, form = kind, body, isStreamed) => {
      await Promise.race([answer.until, closed]);
      if (response.destroyed) return;
      await transmit({ request, response, closed, end }, responseOf(answer, form, body, isStreamed), policy);
    };

    const [place] = path.split("?");
    const form = kind.calls[place];
    const list = kind.gets[place];
    if (method === "OPTIONS") {
      seen.preflights.push(record);
      await give({ status: 204, headers: {}, body: "" });
    } else if (method === "GET" && list) {
      seen.listings.push(record);
      await give(Array.isArray(models) ? listed(list(models)) : models);
    } else if (method === "POST" && kind.posts?.[place]) {
      seen.listings.push(record);
      await give(listed(kind.posts[place](models, parsed(record.text))));
    } else if (method === "POST" && form) {
      record.body = parsed(record.text);
      if (record.body === undefined) {
        await give(failure(400, "The body is not a JSON object."));
        return;
      }
      const isStreamed = form.family.isStreamed(record.body);
      record.asked = { ...form.family.asked(record.body), isStreamed };
      seen.calls.push(record);
      const number = seen.calls.length;
      const answer =
        answered?.(record, number) ?? script[number - 1] ?? failure(500, "The script has no more answers.");
      arrivals.emit("call");
      await give(answer, form, record.body, isStreamed);
    } else {
      await give(raw("404 page not found", { status: 404, type: "text/plain" }));
    }
  }

  const port = await listen(server);
  t.after(async () => {
    await close(server);
    assert.deepEqual(troubles, [], "troubles of the provider");
    if (!answered) assert.equal(seen.calls.length, script.length, "calls of the provider");
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
    holding: (text) =>
      seen.requests.filter(({ method, path, headers, text: body }) =>
        [method, path, unescaped(path), JSON.stringify(headers), body].some((part) => part.includes(text)),
      ),
  };
}

/** A port of this machine on which nothing listens. */
export async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await close(server);
  return port;
}

const listed = (list) => (typeof list === "string" ? raw(list, { type: "text/plain" }) : raw(JSON.stringify(list)));

/** Sends a response, as far as it goes. */
async function transmit({ request, response, closed, end }, answer, policy) {
  if (answer.isLost) {
    end("cut");
    request.socket.resetAndDestroy();
    return;
  }
  const { status, headers, length, parts, isCut, isUnread } = answer;
  const { origin, "access-control-request-headers": asked } = request.headers;
  const allowed = isUnread ? {} : policy({ status, origin, asked });
  if (allowed === null) {
    response.writeHead(403, { "content-length": 0 }).end();
    return;
  }
  response.writeHead(status, { ...(length !== undefined && { "content-length": length }), ...allowed, ...headers });

  for (const part of parts) {
    if (isGate(part)) {
      response.flushHeaders();
      await Promise.race([part.pass(), closed]);
    } else if (part.length > 0) {
      await Promise.race([new Promise((done) => response.write(part, done)), closed]);
      // The client must be heard between two parts.
      await turn();
    }
    if (response.destroyed) return;
  }
  if (isCut) {
    end("cut");
    response.destroy();
  } else {
    response.end();
  }
}

/** The object in a body; undefined if it is none. */
function parsed(text) {
  try {
    const body = JSON.parse(text);
    return body !== null && typeof body === "object" ? body : undefined;
  } catch {
    return undefined;
  }
}

function unescaped(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

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
