//! The program in TypeScript, which Node.js runs as it is.

use super::language::Notation;
use super::program::Parts;
use crate::core::provider::Family;
use serde_json::Value;

const TYPESCRIPT: Notation = Notation::TypeScript;

const LEAD: &str = "\
/**
 * Asks a model for JSON, checks the answer against a JSON Schema, and has the model correct what is wrong.
 *
 * Prints the valid answer. Ends with exit code 1 if no attempt gave one.
 * Needs Node.js 22.18 or newer, which runs TypeScript as it is.
 *
";

const CHECK: &str = r#"
/** The value in an answer, which must be JSON and nothing else, and what is wrong with it. */
function check(text: string): { answer?: unknown; errors: string[] } {
    let answer: unknown;
    try {
        answer = JSON.parse(text);
    } catch (error) {
        return { errors: [`The answer is not JSON: ${error}`] };
    }
"#;

const ERRORS: &str = r#"    validate(answer);
    return { answer, errors: (validate.errors ?? []).map(line) };
}

function line({ instancePath, message, params }: ErrorObject): string {
    return `${instancePath || "the answer"}: ${message} ${JSON.stringify(params)}`;
}

/** What the model is told of its errors. */
function correction(errors: string[]): string {
    const count = errors.length === 1 ? "1 error" : `${errors.length} errors`;
    return [
        `Your JSON has ${count}. Fix exactly these:\n- ${errors.join("\n- ")}`,
        "Take every value from the original input again and make it agree with it: an earlier answer is no evidence.",
        "Return only the complete corrected JSON: no explanation, no code fence.",
    ].join("\n\n");
}

let messages = MESSAGES;
process.exitCode = 1;
for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const text = await ask(messages);
    const { answer, errors } = check(text);
    if (errors.length === 0) {
        console.log(JSON.stringify(answer, null, 2));
        process.exitCode = 0;
        break;
    }
    console.error([`Attempt ${attempt} of ${ATTEMPTS} is invalid:`, ...errors].join("\n- "));
    // Servers refuse empty turns: after an empty answer the same is asked again.
    if (text.trim() !== "") {
        messages = [
            ...MESSAGES,
            { role: "assistant", content: text },
            { role: "user", content: correction(errors) },
        ];
    }
}
"#;

const RESTORED: &str = r#"
/** A value without the nulls that stand for fields which are left out. */
function withoutStandIns(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withoutStandIns);
    if (value === null || typeof value !== "object") return value;
    const left = Object.entries(value).filter(([key, member]) => member !== null || !LEFT_OUT.includes(key));
    return Object.fromEntries(left.map(([key, member]) => [key, withoutStandIns(member)]));
}
"#;

/// The program.
pub(super) fn program(parts: &Parts) -> String {
    let mut code = LEAD.to_owned();
    let has_formats = !parts.formats.is_empty();
    let packages = if has_formats { "ajv ajv-formats" } else { "ajv" };
    code.push_str(&format!(" *     npm install {packages}\n"));
    if let Some(variable) = parts.variable {
        code.push_str(&format!(" *     export {variable}=...\n"));
    }
    code.push_str(" *     node ask.mts\n */\n\n");
    code.push_str("import { Ajv2020, type ErrorObject, type Schema } from \"ajv/dist/2020.js\";\n");
    if has_formats {
        code.push_str("import formats from \"ajv-formats\";\n");
    }
    code.push_str("\ntype Message = { role: string; content: string };\n");
    code.push_str(reply_type(parts));
    code.push_str(&format!("\nconst ENDPOINT = {};\n", TYPESCRIPT.text(&parts.url)));
    if let Some(variable) = parts.variable {
        code.push_str(&format!(
            "const KEY = process.env.{variable};\nif (!KEY) throw new Error(\"Set {variable}.\");\n"
        ));
    }
    let headers: String = parts.headers.iter().map(|header| header.line(TYPESCRIPT, "KEY")).collect();
    code.push_str(&format!("const HEADERS = {{{headers}\n}};\n"));
    code.push_str(&format!("const ATTEMPTS = {};\n\n", parts.attempts));
    code.push_str(&format!("const MESSAGES: Message[] = {};\n\n", TYPESCRIPT.value(&parts.messages, 0)));
    code.push_str("// It asks for the answer in one piece: to read a stream takes more code.\n");
    let request = TYPESCRIPT.object_with(&parts.request, "messages", "MESSAGES");
    code.push_str(&format!("const REQUEST = {request};\n\n"));
    code.push_str("// What a valid answer is.\n");
    code.extend(parts.remarks.iter().map(|remark| TYPESCRIPT.comment(remark)));
    code.push_str(&format!("const SCHEMA: Schema = {};\n\n", TYPESCRIPT.value(&parts.schema, 0)));
    if !parts.left_out.is_empty() {
        let names = Value::from(parts.left_out.clone());
        code.push_str("// The server makes the model write every field: null in these stands for one that is left out.\n");
        code.push_str(&format!("const LEFT_OUT = {};\n\n", TYPESCRIPT.value(&names, 0)));
    }
    code.push_str(&validator(parts));
    code.push_str(&ask(parts));
    if !parts.left_out.is_empty() {
        code.push_str(RESTORED);
    }
    code.push_str(CHECK);
    if let Some(field) = parts.wrapper {
        code.push_str(&format!(
            "    // The server needs an object, so the answer is put into one.\n    \
             if (answer !== null && typeof answer === \"object\" && Object.keys(answer).join() === \"{field}\") {{\n        \
             [answer] = Object.values(answer);\n    }}\n"
        ));
    }
    if !parts.left_out.is_empty() {
        code.push_str("    answer = withoutStandIns(answer);\n");
    }
    code.push_str(ERRORS);
    code
}

fn validator(parts: &Parts) -> String {
    let mut options = "allErrors: true, strict: false, logger: false".to_owned();
    if parts.formats.is_empty() {
        options.push_str(", validateFormats: false");
    }
    if parts.has_fractions {
        // In binary fractions 19.99 is no multiple of 0.01.
        options.push_str(", multipleOfPrecision: 6");
    }
    let formats = if parts.formats.is_empty() { "" } else { "formats.default(ajv);\n" };
    format!("const ajv = new Ajv2020({{ {options} }});\n{formats}const validate = ajv.compile(SCHEMA);\n")
}

/// How the server is asked, and the answer taken out of the reply.
fn ask(parts: &Parts) -> String {
    let answer = match (parts.family, parts.has_tool) {
        (Family::ChatCompletions | Family::Browser, false) => {
            "    return reply.choices[0]?.message.content ?? \"\";\n"
        }
        (Family::ChatCompletions | Family::Browser, true) => {
            r#"    const message = reply.choices[0]?.message;
    return message?.tool_calls?.[0]?.function.arguments ?? message?.content ?? "";
"#
        }
        (Family::Anthropic, false) => {
            "    return reply.content.map((block) => block.text ?? \"\").join(\"\");\n"
        }
        (Family::Anthropic, true) => {
            r#"    const call = reply.content.find((block) => block.type === "tool_use");
    return call ? JSON.stringify(call.input) : reply.content.map((block) => block.text ?? "").join("");
"#
        }
        (Family::Ollama, false) => "    return reply.message.content;\n",
        (Family::Ollama, true) => {
            r#"    const call = reply.message.tool_calls?.[0];
    return call ? JSON.stringify(call.function.arguments) : reply.message.content;
"#
        }
    };
    format!(
        r#"
/** The model's answer to a conversation. */
async function ask(messages: Message[]): Promise<string> {{
    const response = await fetch(ENDPOINT, {{
        method: "POST",
        headers: HEADERS,
        body: JSON.stringify({{ ...REQUEST, messages }}),
        redirect: "error",
    }});
    if (!response.ok) throw new Error(`HTTP ${{response.status}}: ${{await response.text()}}`);
    const reply = (await response.json()) as Reply;
{answer}}}
"#
    )
}

/// What is read of a reply.
fn reply_type(parts: &Parts) -> &'static str {
    match (parts.family, parts.has_tool) {
        (Family::ChatCompletions | Family::Browser, false) => {
            "type Reply = { choices: { message: { content: string | null } }[] };\n"
        }
        (Family::ChatCompletions | Family::Browser, true) => {
            r#"type ToolCall = { function: { arguments: string } };
type Reply = { choices: { message: { content: string | null; tool_calls?: ToolCall[] } }[] };
"#
        }
        (Family::Anthropic, false) => "type Reply = { content: { type: string; text?: string }[] };\n",
        (Family::Anthropic, true) => {
            "type Reply = { content: { type: string; text?: string; input?: unknown }[] };\n"
        }
        (Family::Ollama, false) => "type Reply = { message: { content: string } };\n",
        (Family::Ollama, true) => {
            r#"type ToolCall = { function: { arguments: unknown } };
type Reply = { message: { content: string; tool_calls?: ToolCall[] } };
"#
        }
    }
}
