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
        // Paths.
        (404, r#"{"detail":"Not Found"}"#, WrongPath),
        (
            404,
            r#"{"error":{"message":"Invalid URL (POST /chat/completions)","type":"invalid_request_error"}}"#,
            WrongPath,
        ),
        (200, r#"{"error":"Unexpected endpoint or method. (POST /chat/completions)"}"#, WrongPath),
        (405, r#"{"detail":"Method Not Allowed"}"#, WrongPath),
        // What words of everyday speech do not mean.
        (400, r#"{"error":{"message":"Could not read the input stream of this format"}}"#, Rejected),
        (400, r#"{"error":{"message":"'messages' must not be empty"}}"#, Rejected),
    ] {
        let error = ErrorBody::parse(body).unwrap();
        assert_eq!(Complaint::of(status, &error), expected, "{status} {body}");
    }
}
