// What servers say when they refuse a call or fail at it: every fault is a constructor, whose answer is
// worded as the server that is asked would word it.

import { raw } from "./answers.mjs";

/**
 * The words of a fault: those of a server by its name, `other` for the rest. Words are
 * `{status, message, type?, code?, param?, ...}`, or a function that makes them of what the constructor
 * was told and the call's `model`.
 */
const fault =
  (words, { headers } = {}) =>
  (told = {}) => ({ fault: { words, told, headers: headers?.(told) } });

const INVALID = "invalid_request_error";
const openAi = (status, message, code = null, param = null, type = INVALID) => ({ status, message, type, code, param });
const anthropic = (status, type, message) => ({ status, type, message });
const plain = (status, message) => ({ status, message });

// Who may.

export const keyRefused = fault({
  anthropic: anthropic(401, "authentication_error", "invalid x-api-key"),
  gemini: plain(400, "API key not valid. Please pass a valid API key."),
  llamaCpp: { status: 401, message: "Invalid API Key", type: "authentication_error" },
  ollama: plain(401, "unauthorized"),
  openRouter: plain(401, "No auth credentials found"),
  vllm: { status: 401, shape: "word", message: "Unauthorized" },
  xAi: openAi(400, "Incorrect API key provided: no**. You can obtain an API key from the console."),
  other: openAi(401, "Incorrect API key provided: no******ey.", "invalid_api_key"),
});

/** An organisation that forbids calls from pages, and the header that Anthropic asks them for. */
export const pagesForbidden = fault({
  other: anthropic(
    401,
    "authentication_error",
    "CORS requests are not allowed for this Organization because of its settings.",
  ),
});
export const pageHeaderMissing = fault({
  other: anthropic(
    401,
    "authentication_error",
    "CORS requests must set 'anthropic-dangerous-direct-browser-access' header",
  ),
});

export const noPermission = fault({
  anthropic: anthropic(403, "permission_error", "Your API key does not have permission to use this model."),
  gemini: plain(403, "The caller does not have permission"),
  other: ({ model }) => openAi(403, `Project does not have access to model \`${model}\`.`, "model_not_found"),
});

export const noCredit = fault({
  anthropic: anthropic(400, INVALID, "Your credit balance is too low to access the Anthropic API."),
  deepSeek: openAi(402, "Insufficient Balance", INVALID, null, "unknown_error"),
  openRouter: plain(402, "Insufficient credits."),
  xAi: plain(403, "Your newly created team doesn't have any credits or licenses yet."),
  other: openAi(429, "You exceeded your current quota.", "insufficient_quota", null, "insufficient_quota"),
});

// The model.

export const unknownModel = fault({
  anthropic: ({ model }) => anthropic(404, "not_found_error", `model: ${model}`),
  gemini: ({ model }) => plain(404, `models/${model} is not found for API version v1main`),
  mistral: ({ model }) => openAi(400, `Invalid model: ${model}`, "1500", null, "invalid_model"),
  ollama: ({ model }) => plain(404, `model '${model}' not found`),
  openRouter: ({ model }) => plain(400, `${model} is not a valid model ID`),
  vllm: ({ model }) => openAi(404, `The model \`${model}\` does not exist.`, 404, "model", "NotFoundError"),
  other: ({ model }) => openAi(404, `The model \`${model}\` does not exist.`, "model_not_found", "model"),
});

export const noModelLoaded = fault({
  other: plain(400, "No models loaded. Please load a model in the developer page or use the 'lms load' command."),
});

export const modelLoading = fault(
  {
    ollama: plain(503, "llm server loading model"),
    other: { status: 503, message: "Loading model", type: "unavailable_error", code: 503 },
  },
  { headers: waiting },
);

/** With how many tokens there were, and how many there may be: `{tokens, limit}`. */
export const contextOverflow = fault({
  anthropic: tokens((have, limit) => anthropic(400, INVALID, `prompt is too long: ${have} tokens > ${limit} maximum`)),
  gemini: tokens((have, limit) =>
    plain(400, `The input token count (${have}) exceeds the maximum number of tokens allowed (${limit}).`),
  ),
  llamaCpp: tokens((have, limit) => ({
    status: 400,
    message: `request (${have} tokens) exceeds the available context size (${limit} tokens), try increasing it`,
    type: "exceed_context_size_error",
    more: { n_prompt_tokens: have, n_ctx: limit },
  })),
  lmStudio: tokens((have, limit) => plain(400, `Cannot truncate prompt with n_keep (${have}) >= n_ctx (${limit})`)),
  mistral: tokens((have, limit) =>
    openAi(
      400,
      `Prompt contains ${have} tokens, too large for model with ${limit} maximum context length`,
      "3051",
      null,
      "invalid_request_prompt",
    ),
  ),
  ollama: plain(400, "the prompt is longer than the context length currently available to the model"),
  other: tokens((have, limit) =>
    openAi(
      400,
      `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${have} tokens.`,
      "context_length_exceeded",
      "messages",
    ),
  ),
});

function tokens(words) {
  return ({ tokens = 9000, limit = 8192 }) => words(tokens, limit);
}

// How much, and when.

/**
 * Too many calls: `after` is the Retry-After header, `afterMs` the one in milliseconds, both only where they
 * are told, and `isExposed: false` keeps pages from reading them; `words` are added to the message.
 */
export const rateLimited = fault(
  {
    anthropic: limited((words) =>
      anthropic(429, "rate_limit_error", `This request would exceed your rate limit.${words}`),
    ),
    gemini: limited((words) => plain(429, `You exceeded your current quota.${words}`)),
    other: limited((words) =>
      openAi(429, `Rate limit reached on requests per min (RPM).${words}`, "rate_limit_exceeded", null, "requests"),
    ),
  },
  { headers: waiting },
);

function limited(words) {
  return ({ words: more }) => words(more ? ` ${more}` : "");
}

function waiting({ after, afterMs, isExposed = true }) {
  const told = Object.entries({ "retry-after": after, "retry-after-ms": afterMs });
  const headers = Object.fromEntries(
    told.filter(([, value]) => value !== undefined).map(([name, value]) => [name, `${value}`]),
  );
  const names = Object.keys(headers);
  return isExposed && names.length ? { ...headers, "access-control-expose-headers": names.join(", ") } : headers;
}

export const overloaded = fault(
  {
    anthropic: anthropic(529, "overloaded_error", "Overloaded"),
    ollama: plain(503, "server busy, please try again. maximum pending requests exceeded"),
    other: openAi(503, "The server is overloaded or not ready yet.", null, null, "service_unavailable"),
  },
  { headers: waiting },
);

export const serverError = fault(
  {
    anthropic: anthropic(500, "api_error", "Internal server error"),
    lmStudio: plain(400, "The model has crashed without additional information. (Exit code: null)"),
  ollama: plain(500, "model runner has unexpectedly stopped"),
    other: openAi(500, "The server had an error while processing your request.", null, null, "server_error"),
  },
  { headers: waiting },
);

// The way the answer's form is asked for.

export const jsonModeRefused = fault({
  lmStudio: plain(400, "'response_format.type' must be 'json_schema' or 'text'"),
  other: openAi(400, "This response_format type is not available for this model.", null, "response_format"),
});

export const jsonWordMissing = fault({
  other: openAi(
    400,
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    null,
    "messages",
  ),
});

export const strictModeRefused = fault({
  anthropic: anthropic(400, INVALID, "output_config.format: this model does not support output format"),
  deepSeek: openAi(400, "This response_format type is unavailable now", INVALID),
  groq: openAi(400, "This model does not support response format `json_schema`.", null, "response_format"),
  other: openAi(
    400,
    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
    null,
    "response_format",
  ),
});

export const schemaRefused = fault({
  anthropic: anthropic(
    400,
    INVALID,
    "output_config.format.schema: For 'array' type, 'minItems' values other than 0 or 1 are not supported",
  ),
  other: openAi(
    400,
    "Invalid schema for response_format 'answer': In context=(), 'additionalProperties' is required to be supplied " +
      "and to be false.",
    null,
    "response_format",
  ),
});

export const schemaTooLarge = fault({
  anthropic: anthropic(400, INVALID, "The compiled grammar is too large, which would cause performance issues."),
  gemini: plain(400, "The specified schema produces a constraint that has too many states for serving."),
  other: openAi(400, "The schema is too large to be compiled into a grammar.", null, "response_format"),
});

/** The server has checked the answer itself, and thrown it away. */
export const schemaNotMet = fault({
  other: ({ generated = '{"city": ' }) => ({
    ...openAi(400, "Failed to validate JSON. Please adjust your prompt.", "json_validate_failed"),
    more: { failed_generation: generated },
  }),
});

export const toolRefused = fault({
  anthropic: anthropic(400, INVALID, "Thinking may not be enabled when tool_choice forces tool use."),
  deepSeek: openAi(400, "Thinking mode does not support this tool_choice", INVALID),
  other: openAi(
    400,
    "Unsupported parameter: 'tool_choice' is not supported with this model.",
    "unsupported_parameter",
    "tool_choice",
  ),
});

// The parameters.

export const limitRefused = fault({
  mistral: extra("max_completion_tokens"),
  other: openAi(
    400,
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    "unsupported_parameter",
    "max_tokens",
  ),
});

export const temperatureRefused = fault({
  anthropic: anthropic(400, INVALID, "temperature: only 1.0 is supported for this model"),
  other: openAi(
    400,
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    "unsupported_value",
    "temperature",
  ),
});

/** A field of the body that the server does not know, `seed` unless told: `{field}`. */
export const fieldRefused = fault({
  anthropic: ({ field = "seed" }) => anthropic(400, INVALID, `${field}: Extra inputs are not permitted`),
  gemini: ({ field = "seed" }) =>
    plain(400, `Invalid JSON payload received. Unknown name "${field}": Cannot find field.`),
  groq: ({ field = "seed" }) => openAi(400, `property '${field}' is unsupported`),
  other: ({ field = "seed" }) => extra(field),
});

function extra(field) {
  return {
    status: 422,
    shape: "detail",
    message: "Extra inputs are not permitted",
    type: "extra_forbidden",
    param: field,
  };
}

const ALTERNATE = "Conversation roles must alternate user/assistant/user/assistant/...";

export const rolesMustAlternate = fault({
  llamaCpp: { status: 500, message: ALTERNATE, type: "server_error" },
  lmStudio: plain(400, `Error rendering prompt with jinja template: "${ALTERNATE}"`),
  vllm: openAi(400, ALTERNATE, 400, null, "BadRequestError"),
  other: openAi(400, ALTERNATE),
});

export const prefillRefused = fault({
  anthropic: anthropic(
    400,
    INVALID,
    "This model does not support assistant message prefill. The conversation must end with a user message.",
  ),
  llamaCpp: { status: 400, message: "Assistant response prefill is incompatible with enable_thinking.", type: INVALID },
  other: openAi(400, "Expected last role User or Tool for serving but got assistant"),
});

export const contentFiltered = fault({
  xAi: plain(403, "Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO"),
  anthropic: anthropic(400, INVALID, "Output blocked by content filtering policy"),
  other: openAi(
    400,
    "The response was filtered due to the prompt triggering the content policy.",
    "content_filter",
    "prompt",
  ),
});

// What is no answer of a model's server at all.

export const webPage = (status = 200) =>
  raw("<!doctype html><title>Sign in</title><h1>Sign in</h1>", { status, type: "text/html" });

export const unreadable = (status = 200) => raw('{"choices": [{"mess', { status });

export const otherFormat = (status = 200) => raw('{"ok":true}', { status });

export const emptyBody = (status = 200) => raw("", { status });

/** A stream in which nothing comes. */
export const emptyStream = () => raw("", { type: "text/event-stream" });
