// What a server tells of itself and its models when it is asked. A model is
// `{id, context?, isLoaded?, isEmbedding?}`, and whatever else is told of it in the list of models.

const told = ({ context, isLoaded, isEmbedding, ...rest }) => rest;

const entry = (model, fields) => ({ object: "model", created: 0, owned_by: "test", ...fields, ...told(model) });

const list = (data) => ({ object: "list", data });

const PRICES = { prompt: "0.000001", completion: "0.000002" };

/** OpenAI's list, and that of most others. */
export const openAi = (models) => list(models.map((model) => entry(model)));

export const anthropic = (models) => ({
  data: models.map((model) => ({
    type: "model",
    display_name: model.id,
    created_at: "2026-01-01T00:00:00Z",
    ...(model.context && { max_input_tokens: model.context, max_tokens: 4096 }),
    capabilities: { structured_outputs: { supported: true } },
    ...told(model),
  })),
  has_more: false,
  first_id: models[0]?.id ?? null,
  last_id: models.at(-1)?.id ?? null,
});

export const openRouter = (models) => ({
  data: models.map((model) => ({
    name: model.id,
    context_length: model.context ?? 8192,
    pricing: PRICES,
    supported_parameters: ["max_tokens", "response_format", "structured_outputs", "temperature"],
    ...told(model),
  })),
});

/** Together's list: a bare array. */
export const together = (models) =>
  models.map((model) =>
    entry(model, {
      type: model.isEmbedding ? "embedding" : "chat",
      context_length: model.context ?? 8192,
      pricing: { input: 1, output: 2 },
    }),
  );

export const mistral = (models) =>
  list(
    models.map((model) =>
      entry(model, {
        max_context_length: model.context ?? 8192,
        capabilities: { completion_chat: !model.isEmbedding, function_calling: true },
      }),
    ),
  );

export const vllm = (models) => list(models.map((model) => entry(model, { max_model_len: model.context ?? 8192 })));

export const llamaCpp = (models) =>
  list(models.map((model) => entry(model, { meta: { n_ctx_train: model.context ?? 8192, n_vocab: 32000 } })));

/** llama.cpp's properties: the context that it was started with. */
export const props = ([model]) => ({
  default_generation_settings: { n_ctx: model?.context ?? 8192 },
  total_slots: 1,
  model_path: model ? `/models/${model.id}.gguf` : "",
  chat_template: "",
});

export const health = () => ({ status: "ok" });

/** LM Studio's own list, which knows what is loaded. */
export const lmStudio = (models) =>
  list(
    models.map((model) => ({
      object: "model",
      type: model.isEmbedding ? "embeddings" : "llm",
      publisher: "test",
      arch: "test",
      compatibility_type: "gguf",
      quantization: "Q4_K_M",
      state: model.isLoaded ? "loaded" : "not-loaded",
      max_context_length: model.context ?? 8192,
      ...(model.isLoaded && { loaded_context_length: model.context ?? 8192 }),
      ...told(model),
    })),
  );

/** Ollama's models on the disk. */
export const tags = (models) => ({
  models: models.map(({ id, isEmbedding }) => ({
    name: id,
    model: id,
    modified_at: "2026-01-01T00:00:00Z",
    size: 1_000_000,
    digest: "test",
    details: {
      format: "gguf",
      family: isEmbedding ? "nomic-bert" : "test",
      parameter_size: "1B",
      quantization_level: "Q4_0",
    },
  })),
});

/** What Ollama says of one model. */
export const show = (models, { model: name }) => ({
  details: { family: "test" },
  capabilities: models.find(({ id }) => id === name || id === `${name}:latest`)?.capabilities ?? ["completion"],
});

/** Ollama's models in memory. */
export const running = (models) => ({
  models: models
    .filter(({ isLoaded }) => isLoaded)
    .map(({ id, context = 4096 }) => ({
      name: id,
      model: id,
      size: 1_000_000,
      size_vram: 1_000_000,
      expires_at: "2026-01-01T01:00:00Z",
      context_length: context,
    })),
});

export const version = () => ({ version: "0.0.0-test" });
