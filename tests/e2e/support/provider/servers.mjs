// The kinds of servers: which paths they have, how they word errors, where their reasoning stands.

import { anthropic } from "./families/anthropic.mjs";
import { chatCompletions } from "./families/chat_completions.mjs";
import { ollama } from "./families/ollama.mjs";
import * as lists from "./lists.mjs";

/** A server of OpenAI's chat completions, and what is different about it. */
const compatible = ({ list = lists.openAi, calls, gets, posts, errors = "full", reasoningIn = "reasoning_content" } = {}) => ({
  calls: { "/v1/chat/completions": { family: chatCompletions, errors, reasoningIn }, ...calls },
  gets: { "/v1/models": list, ...gets },
  posts,
  errors,
});

const messages = { "/v1/messages": { family: anthropic, errors: "typed", name: "anthropic" } };

/** By path, whom a call is answered by, and what is told: a text is sent as it is. */
const SERVERS = {
  /** No server in particular: OpenAI's and Anthropic's formats at once. */
  any: compatible({ calls: messages }),
  openAi: compatible(),
  anthropic: { calls: messages, gets: { "/v1/models": lists.anthropic }, errors: "typed" },
  deepSeek: compatible(),
  gemini: compatible({ errors: "listed" }),
  groq: compatible({ reasoningIn: "reasoning" }),
  llamaCpp: compatible({
    errors: "numbered",
    list: lists.llamaCpp,
    gets: { "/props": lists.props, "/health": lists.health, "/v1/health": lists.health },
  }),
  lmStudio: compatible({ errors: "word", gets: { "/api/v0/models": lists.lmStudio } }),
  mistral: compatible({ errors: "flat", list: lists.mistral, reasoningIn: "parts" }),
  ollama: compatible({
    reasoningIn: "reasoning",
    calls: { "/api/chat": { family: ollama, errors: "word" } },
    gets: {
      "/": () => "Ollama is running",
      "/api/tags": lists.tags,
      "/api/ps": lists.running,
      "/api/version": lists.version,
    },
    posts: { "/api/show": lists.show },
  }),
  openRouter: compatible({ errors: "numbered", list: lists.openRouter, reasoningIn: "reasoning_details" }),
  together: compatible({ list: lists.together }),
  vllm: compatible({ list: lists.vllm, reasoningIn: "reasoning" }),
  xAi: compatible(),
};

/** The server of this name, with its name also where it answers calls. */
export function serverOf(name) {
  const server = SERVERS[name];
  if (!server) throw new Error(`there is no server "${name}": ${Object.keys(SERVERS).join(", ")}`);
  const calls = Object.entries(server.calls).map(([path, call]) => [path, { name, ...call }]);
  return { ...server, name, calls: Object.fromEntries(calls) };
}

export const SERVER_NAMES = Object.keys(SERVERS);
