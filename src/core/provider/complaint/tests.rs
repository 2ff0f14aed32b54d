//! What servers say of each complaint.

use super::super::error_body::ErrorBody;
use super::*;

/// What servers send for each, as far as it is known; the statuses are theirs.
#[test]
fn complaints_are_told_apart() {
    use Complaint::*;
    let mode = |parameter| ModeRefused { parameter };
    let parameter = |parameter| ParameterRefused { parameter };
    let overflow = |used, limit| ContextOverflow { used, limit };
    for (status, body, expected) in [
        // Keys.
        (
            401,
            r#"{"error":{"message":"Incorrect API key provided: sk-x.","type":"invalid_request_error","code":"invalid_api_key"}}"#,
            KeyRefused,
        ),
        (
            401,
            r#"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#,
            KeyRefused,
        ),
        (
            400,
            r#"{"code":"Client specified an invalid argument","error":"Incorrect API key provided: ab***yz. You can obtain an API key from the console."}"#,
            KeyRefused,
        ),
        (
            400,
            r#"[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]"#,
            KeyRefused,
        ),
        (401, r#"{"error":{"message":"No auth credentials found","code":401}}"#, KeyRefused),
        (401, r#"{"detail":"Unauthorized"}"#, KeyRefused),
        (
            401,
            r#"{"error":{"code":401,"message":"Invalid API Key","type":"authentication_error"}}"#,
            KeyRefused,
        ),
        (
            401,
            r#"{"error":{"message":"Authentication Fails, Your api key: ****fcc2 is invalid","type":"authentication_error","param":null,"code":"invalid_request_error"}}"#,
            KeyRefused,
        ),
        (401, r#"{"message":"Unauthorized","request_id":"933f"}"#, KeyRefused),
        (
            400,
            r#"[{"error":{"code":400,"message":"API Key not found. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]"#,
            KeyRefused,
        ),
        (401, r#"{"error":"unauthorized","signin_url":"https://example.com"}"#, KeyRefused),
        // Images.
        (
            500,
            r#"{"error":{"code":500,"message":"image input is not supported - hint: if this is unexpected, you may need to provide the mmproj","type":"server_error"}}"#,
            ImagesRefused,
        ),
        (400, r#"{"error":"Model does not support images. Please use a model that does."}"#, ImagesRefused),
        (
            400,
            r#"{"error":"Vision add-on is not loaded, but images were provided for processing"}"#,
            ImagesRefused,
        ),
        (500, r#"{"error":"this model is missing data required for image input"}"#, ImagesRefused),
        (400, r#"{"error":"this model does not support image input"}"#, ImagesRefused),
        (
            404,
            r#"{"error":{"message":"No endpoints found that support image input","code":404}}"#,
            ImagesRefused,
        ),
        (
            400,
            r#"{"error":{"message":"Invalid content type. image_url is only supported by certain models.","type":"invalid_request_error"}}"#,
            ImagesRefused,
        ),
        (
            400,
            r#"{"error":{"message":"m is not a multimodal model None","type":"BadRequestError","code":400}}"#,
            ImagesRefused,
        ),
        (
            400,
            r#"{"error":{"message":"Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text`","type":"invalid_request_error"}}"#,
            ImagesRefused,
        ),
        // Rights.
        (
            403,
            r#"{"error":{"message":"Country, region, or territory not supported","code":"unsupported_country_region_territory"}}"#,
            NoPermission,
        ),
        (
            403,
            r#"{"type":"error","error":{"type":"permission_error","message":"Your API key does not have permission to use the specified resource."}}"#,
            NoPermission,
        ),
        (
            401,
            r#"{"error":{"message":"You have insufficient permissions for this operation. Missing scopes: model.request."}}"#,
            NoPermission,
        ),
        (
            401,
            r#"{"type":"error","error":{"type":"authentication_error","message":"CORS requests are not allowed for this Organization because of its settings."}}"#,
            NoPermission,
        ),
        (
            400,
            r#"[{"error":{"code":400,"message":"User location is not supported for the API use.","status":"FAILED_PRECONDITION"}}]"#,
            NoPermission,
        ),
        (
            404,
            r#"{"error":{"message":"No endpoints available matching your guardrail restrictions and data policy.","code":404}}"#,
            NoPermission,
        ),
        // Credit.
        (402, r#"{"error":{"message":"Insufficient Balance","type":"unknown_error"}}"#, NoCredit),
        (
            402,
            r#"{"error":{"message":"This request requires more credits, or fewer max_tokens.","code":402}}"#,
            NoCredit,
        ),
        (
            429,
            r#"{"error":{"message":"You exceeded your current quota, please check your plan.","type":"insufficient_quota","code":"insufficient_quota"}}"#,
            NoCredit,
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API."}}"#,
            NoCredit,
        ),
        (
            403,
            r#"{"code":"permission-denied","error":"Your newly created team doesn't have any credits or licenses yet."}"#,
            NoCredit,
        ),
        (
            429,
            r#"{"code":"Some resource has been exhausted","error":"Your team x has either used all available credits or reached its monthly spending limit."}"#,
            NoCredit,
        ),
        (403, r#"{"error":{"message":"Key limit exceeded (total limit).","code":403}}"#, NoCredit),
        // Models.
        (
            404,
            r#"{"error":{"message":"The model `x` does not exist or you do not have access to it.","code":"model_not_found"}}"#,
            UnknownModel,
        ),
        (
            404,
            r#"{"type":"error","error":{"type":"not_found_error","message":"model: claude-x"}}"#,
            UnknownModel,
        ),
        (404, r#"{"error":"model 'x' not found"}"#, UnknownModel),
        (400, r#"{"error":{"message":"x/y is not a valid model ID","code":400}}"#, UnknownModel),
        (400, r#"{"error":{"message":"Model Not Exist","type":"invalid_request_error"}}"#, UnknownModel),
        (
            400,
            r#"{"object":"error","message":"Invalid model: x","type":"invalid_model","code":"1500"}"#,
            UnknownModel,
        ),
        (
            404,
            r#"{"object":"error","message":"The model `x` does not exist.","type":"NotFoundError","code":404}"#,
            UnknownModel,
        ),
        (
            404,
            r#"[{"error":{"code":404,"message":"models/x is not found for API version v1main","status":"NOT_FOUND"}}]"#,
            UnknownModel,
        ),
        (400, r#"{"error":"model is required"}"#, UnknownModel),
        (
            400,
            r#"{"error":{"message":"No models loaded. Please load a model in the developer page or use the `lms load` command.","type":"invalid_request_error","code":"model_not_found"}}"#,
            NoModelLoaded,
        ),
        (
            500,
            r#"{"error":"model requires more system memory (8.0 GiB) than is available (4.0 GiB)"}"#,
            NoModelLoaded,
        ),
        (
            400,
            r#"{"error":"Failed to load model \"x\". Error: insufficient system resources."}"#,
            NoModelLoaded,
        ),
        (503, r#"{"error":{"message":"Loading model","type":"unavailable_error","code":503}}"#, ModelLoading),
        (503, r#"{"error":"Model x is currently loading"}"#, ModelLoading),
        (
            400,
            r#"{"error":{"message":"The model `x` has been decommissioned and is no longer supported.","type":"invalid_request_error","code":"model_decommissioned"}}"#,
            UnknownModel,
        ),
        (404, r#"{"error":"model \"x\" not found, try pulling it first"}"#, UnknownModel),
        (400, r#"{"error":"Model unloaded."}"#, NoModelLoaded),
        (
            500,
            r#"{"error":"llama-server reported out-of-memory during startup: cudaMalloc failed: out of memory"}"#,
            NoModelLoaded,
        ),
        (
            500,
            r#"{"error":"llama-server process has terminated: error loading model: unknown model architecture: 'x'"}"#,
            NoModelLoaded,
        ),
        (
            500,
            r#"{"error":"error: this model may be incompatible with your version of Ollama."}"#,
            NoModelLoaded,
        ),
        (503, r#"{"error":"llm server loading model"}"#, ModelLoading),
        // Length.
        (
            400,
            r#"{"error":{"code":400,"message":"request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":5000,"n_ctx":4096}}"#,
            overflow(Some(5000), Some(4096)),
        ),
        (
            400,
            r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 9500 tokens (9000 in the messages, 500 in the completion).","code":"context_length_exceeded"}}"#,
            overflow(Some(9500), Some(8192)),
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 208310 tokens > 200000 maximum"}}"#,
            overflow(Some(208_310), Some(200_000)),
        ),
        (
            400,
            r#"[{"error":{"code":400,"message":"The input token count (1,500,000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}]"#,
            overflow(Some(1_500_000), Some(1_048_576)),
        ),
        (
            400,
            r#"{"error":"Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough."}"#,
            overflow(Some(5000), Some(4096)),
        ),
        (
            400,
            r#"{"object":"error","message":"Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length","code":"3051"}"#,
            overflow(Some(40_000), Some(32_768)),
        ),
        (
            400,
            r#"{"error":"This model's maximum prompt length is 131072 but the request contains 200000 tokens."}"#,
            overflow(Some(200_000), Some(131_072)),
        ),
        (
            400,
            r#"{"error":{"message":"Please reduce the length of the messages or completion.","code":"context_length_exceeded"}}"#,
            overflow(None, None),
        ),
        (
            500,
            r#"{"error":{"code":500,"message":"the request exceeds the available context size. try increasing the context size","type":"server_error"}}"#,
            overflow(None, None),
        ),
        (
            413,
            r#"{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}"#,
            overflow(None, None),
        ),
        (
            400,
            r#"{"error":"the request exceeds the available context size (5000 > 4096)"}"#,
            overflow(Some(5000), Some(4096)),
        ),
        (
            400,
            r#"{"error":"Cannot truncate prompt with n_keep (14169) >= n_ctx (4096)"}"#,
            overflow(Some(14_169), Some(4096)),
        ),
        (
            400,
            r#"{"error":"The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input"}"#,
            overflow(None, None),
        ),
        (
            400,
            r#"{"error":"{\"error\":{\"code\":400,\"message\":\"request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it\",\"type\":\"exceed_context_size_error\",\"n_prompt_tokens\":5000,\"n_ctx\":4096}}"}"#,
            overflow(Some(5000), Some(4096)),
        ),
        (
            400,
            r#"{"error":"the prompt is longer than the context length currently available to the model; shorten the prompt, adjust the context length in settings, or use a model with a longer context length"}"#,
            overflow(None, None),
        ),
        (
            400,
            r#"{"error":{"message":"The decoder prompt (length 12324) is longer than the maximum model length of 8192.","type":"BadRequestError","code":400}}"#,
            overflow(Some(12_324), Some(8192)),
        ),
        (
            400,
            r#"{"error":{"message":"This endpoint's maximum context length is 163840 tokens. However, you requested about 243013 tokens (238917 of text input, 4096 in the output).","code":400}}"#,
            overflow(Some(243_013), Some(163_840)),
        ),
        (
            400,
            r#"{"error":{"message":"Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300007 tokens. Please reduce the length of the messages.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
            overflow(Some(300_007), Some(272_000)),
        ),
        (
            422,
            r#"{"error":{"message":"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 65537. Given: 79993 `inputs` tokens and 1024 `max_new_tokens`","type":"invalid_request_error"}}"#,
            overflow(Some(79_993), Some(65_537)),
        ),
        (
            413,
            r#"{"error":{"message":"Request too large for model `x-70b` in organization `org_99999999x` service tier `on_demand` on tokens per minute (TPM): Limit 12000, Requested 14137, please reduce your message size and try again.","type":"tokens","code":"rate_limit_exceeded"}}"#,
            overflow(Some(14_137), Some(12_000)),
        ),
        (
            429,
            r#"{"error":{"message":"Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 342389. The input or output tokens must be reduced in order to run successfully.","type":"tokens","code":"rate_limit_exceeded"}}"#,
            overflow(Some(342_389), Some(30_000)),
        ),
        // Rates and load.
        (
            429,
            r#"{"error":{"message":"Rate limit reached for x. Please try again in 20s.","type":"tokens","code":"rate_limit_exceeded"}}"#,
            RateLimited,
        ),
        (
            429,
            r#"[{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED"}}]"#,
            RateLimited,
        ),
        (
            200,
            r#"{"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your rate limit."}}"#,
            RateLimited,
        ),
        (529, r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, Overloaded),
        (
            503,
            r#"[{"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}]"#,
            Overloaded,
        ),
        (503, r#"{"error":"server busy, please try again.  maximum pending requests exceeded"}"#, Overloaded),
        (
            504,
            r#"{"type":"error","error":{"type":"timeout_error","message":"The request took too long"}}"#,
            TimedOut,
        ),
        (524, r#"{"error":{"code":524,"message":"Provider timed out"}}"#, TimedOut),
        (500, r#"{"type":"error","error":{"type":"api_error","message":"Internal server error"}}"#, Failed),
        (200, r#"{"type":"error","error":{"type":"api_error","message":"Internal server error"}}"#, Failed),
        (
            502,
            r#"{"error":{"code":502,"message":"Provider returned error","metadata":{"raw":"upstream"}}}"#,
            Failed,
        ),
        (
            429,
            r#"{"object":"error","message":"Rate limit exceeded","type":"rate_limited","param":null,"code":"1300","raw_status_code":429}"#,
            RateLimited,
        ),
        (
            429,
            r#"{"object":"error","message":"Service tier capacity exceeded for this model.","type":"invalid_request_error","param":null,"code":null}"#,
            RateLimited,
        ),
        (
            429,
            r#"{"error":{"message":"Provider returned error","code":429,"metadata":{"raw":"x/y is temporarily rate-limited upstream. Please retry shortly."}}}"#,
            RateLimited,
        ),
        (
            400,
            r#"{"error":"The model has crashed without additional information. (Exit code: null)"}"#,
            Failed,
        ),
        (200, r#"{"error":"an error was encountered while running the model: CUDA error"}"#, Failed),
        (200, r#"{"error":"llama-server chat error: map[code:500 message:boom type:server_error]"}"#, Failed),
        // Modes.
        (
            400,
            r#"{"error":"'response_format.type' must be 'json_schema' or 'text'"}"#,
            mode("response_format"),
        ),
        (
            400,
            r#"{"error":{"message":"This model does not support response format `json_schema`.","type":"invalid_request_error","param":"response_format"}}"#,
            mode("response_format"),
        ),
        (
            400,
            r#"{"error":{"message":"Invalid schema for response_format 'x': In context=(), 'required' is required to be supplied.","param":"response_format"}}"#,
            mode("response_format"),
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"output_config.format.schema: For 'array' type, 'minItems' values other than 0 or 1 are not supported"}}"#,
            mode("output_config"),
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"The compiled grammar is too large, which would cause performance issues."}}"#,
            mode("grammar"),
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Thinking may not be enabled when tool_choice forces tool use."}}"#,
            mode("tool_choice"),
        ),
        (
            400,
            r#"{"error":{"message":"Thinking mode does not support this tool_choice","type":"invalid_request_error"}}"#,
            mode("tool_choice"),
        ),
        (
            400,
            r#"{"error":"Invalid tool_choice type: 'object'. Supported string values: none, auto, required"}"#,
            mode("tool_choice"),
        ),
        (400, r#"{"error":"registry.ollama.ai/library/x:latest does not support tools"}"#, mode("tools")),
        (
            400,
            r#"{"error":{"code":400,"message":"JSON schema conversion failed: unrecognized schema","type":"invalid_request_error"}}"#,
            mode("json schema"),
        ),
        (
            400,
            r#"{"error":{"code":400,"message":"Failed to initialize samplers: failed to parse grammar","type":"invalid_request_error"}}"#,
            mode("grammar"),
        ),
        (
            404,
            r#"{"error":{"message":"No endpoints found that can handle the requested parameters.","code":404}}"#,
            mode("require_parameters"),
        ),
        (
            404,
            r#"{"error":{"message":"No endpoints found that support tool use.","code":404}}"#,
            mode("require_parameters"),
        ),
        (404, r#"{"error":{"message":"No endpoints found for x/y.","code":404}}"#, UnknownModel),
        (
            404,
            r#"{"error":{"message":"No endpoints found matching your data policy.","code":404}}"#,
            NoPermission,
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Schemas contains too many optional parameters (28), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: 24)."}}"#,
            mode("grammar"),
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Schemas contains too many parameters with union types (19 parameters with type arrays or anyOf). This causes exponential compilation cost."}}"#,
            mode("schema"),
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Schema is too complex for compilation"}}"#,
            mode("schema"),
        ),
        (
            400,
            r#"[{"error":{"code":400,"message":"The specified schema produces a constraint that has too many states for serving.","status":"INVALID_ARGUMENT"}}]"#,
            mode("schema"),
        ),
        (
            400,
            r#"{"error":{"code":400,"message":"Unable to generate parser for this template. Automatic parser generation failed: JSON schema error at #/properties/a: unrecognized type weird","type":"invalid_request_error"}}"#,
            mode("json schema"),
        ),
        (
            400,
            r#"{"error":{"message":"The provided JSON schema contains features not supported by xgrammar.","type":"BadRequestError","param":null,"code":400}}"#,
            mode("json schema"),
        ),
        (
            400,
            r#"{"error":{"message":"Grammar error: Unknown format: uri","type":"BadRequestError","param":null,"code":400}}"#,
            mode("grammar"),
        ),
        (
            400,
            r#"{"error":{"message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError","code":400}}"#,
            mode("tool choice"),
        ),
        // Parameters.
        (
            400,
            r#"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens","code":"unsupported_parameter"}}"#,
            parameter("max_tokens"),
        ),
        (
            400,
            r#"{"error":{"message":"Unsupported value: 'temperature' does not support 0.5 with this model. Only the default (1) value is supported.","param":"temperature","code":"unsupported_value"}}"#,
            parameter("temperature"),
        ),
        (
            422,
            r#"{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted","input":9}]},"type":"invalid_request_error"}"#,
            parameter("max_completion_tokens"),
        ),
        (
            400,
            r#"[{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"seed\": Cannot find field.","status":"INVALID_ARGUMENT"}}]"#,
            parameter("seed"),
        ),
        (
            400,
            r#"{"error":{"message":"property 'reasoning_effort' is unsupported"}}"#,
            parameter("reasoning_effort"),
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"thinking.budget_tokens: Input should be greater than or equal to 1024"}}"#,
            parameter("thinking"),
        ),
        (400, r#"{"error":"\"x\" does not support thinking"}"#, parameter("thinking")),
        (
            400,
            r#"{"object":"error","message":"Conversation roles must alternate user/assistant/user/assistant/...","type":"BadRequestError","code":400}"#,
            parameter("role"),
        ),
        (
            500,
            r#"{"error":{"code":500,"message":"Conversation roles must alternate user/assistant/user/assistant/...","type":"server_error"}}"#,
            parameter("role"),
        ),
        (
            400,
            r#"{"error":{"message":"Unsupported value: 'messages[0].role' does not support 'system' with this model.","param":"messages[0].role","code":"unsupported_value"}}"#,
            parameter("role"),
        ),
        // Filters.
        (
            400,
            r#"{"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy.","code":"content_filter"}}"#,
            ContentFiltered,
        ),
        (
            400,
            r#"{"error":{"message":"Content Exists Risk","type":"invalid_request_error"}}"#,
            ContentFiltered,
        ),
        (
            403,
            r#"{"error":{"code":403,"message":"Your chosen model requires moderation and your input was flagged","metadata":{"reasons":["violence"]}}}"#,
            ContentFiltered,
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Output blocked by content filtering policy"}}"#,
            ContentFiltered,
        ),
        (
            400,
            r#"{"error":{"message":"Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again with a different prompt.","type":"invalid_request_error","code":"invalid_prompt"}}"#,
            ContentFiltered,
        ),
        (
            403,
            r#"{"code":"permission-denied","error":"Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO"}"#,
            ContentFiltered,
        ),
        // Paths.
        (404, r#"{"detail":"Not Found"}"#, WrongPath),
        (
            404,
            r#"{"error":{"message":"Invalid URL (POST /chat/completions)","type":"invalid_request_error"}}"#,
            WrongPath,
        ),
        (200, r#"{"error":"Unexpected endpoint or method. (POST /chat/completions)"}"#, WrongPath),
        (405, r#"{"detail":"Method Not Allowed"}"#, WrongPath),
        (404, r#"{"error":{"message":"File Not Found","type":"not_found_error","code":404}}"#, WrongPath),
        // What words of everyday speech do not mean.
        (400, r#"{"error":{"message":"Could not read the input stream of this format"}}"#, Rejected),
        (400, r#"{"error":{"message":"'messages' must not be empty"}}"#, Rejected),
    ] {
        let error = ErrorBody::parse(body).unwrap();
        assert_eq!(Complaint::of(status, &error), expected, "{status} {body}");
    }
}
