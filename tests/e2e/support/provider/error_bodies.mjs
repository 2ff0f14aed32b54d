// The shapes of error bodies, each for `{status, message, type?, code?, param?, more?}`.

import { raw } from "./answers.mjs";

/** Google's names for statuses. */
const STATUS = {
  400: "INVALID_ARGUMENT",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  422: "INVALID_ARGUMENT",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

const SHAPES = {
  /** An error with all its fields: OpenAI, and most others. */
  full: ({ message, type = "invalid_request_error", param = null, code = null, more }) => ({
    error: { message, type, param, code, ...more },
  }),
  /** Anthropic. */
  typed: ({ message, type = "invalid_request_error" }) => ({
    type: "error",
    error: { type, message },
    request_id: "req_test",
  }),
  /** Gemini: in a list. */
  listed: ({ status, message }) => [{ error: { code: status, message, status: STATUS[status] ?? "UNKNOWN" } }],
  /** OpenRouter, llama.cpp: the status as the code. */
  numbered: ({ status, message, type, more }) => ({ error: { code: status, message, ...(type && { type }), ...more } }),
  /** Mistral: no wrapping. */
  flat: ({ message, type = "invalid_request_error", param = null, code = null }) => ({
    object: "error",
    message,
    type,
    param,
    code,
  }),
  /** LM Studio, and Ollama's own API: nothing but words. */
  word: ({ message }) => ({ error: message }),
  /** Servers that check the body by a schema: one entry for each field. */
  detail: ({ message, type, param }) => ({ detail: [{ type, loc: ["body", param], msg: message }] }),
};

/** The response that a fault is, from this server, to a call of this model. */
export function worded({ words, told, headers }, server, model) {
  const mine = words[server.name] ?? words.other;
  const { shape = server.errors, ...said } = typeof mine === "function" ? mine({ model, ...told }) : mine;
  return raw(JSON.stringify(SHAPES[shape](said)), { status: said.status, headers });
}
