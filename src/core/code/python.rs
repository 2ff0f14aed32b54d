//! The program in Python.

use super::language::Notation;
use super::program::Parts;
use crate::core::format::Format;
use crate::core::provider::Family;
use serde_json::Value;

const PYTHON: Notation = Notation::Python;

const LEAD: &str = r#""""Asks a model for JSON, checks the answer against a JSON Schema, and has the model correct what is wrong.

Prints the valid answer. Ends with exit code 1 if no attempt gave one.

"#;

const IMPORTS: &str = "\
import json
import os
import sys
import urllib.error
import urllib.request
from collections.abc import Iterable
";

const ASK: &str = r#"

class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect could take the key along to another server."""

    def redirect_request(self, *_: Any) -> None:
        return None


def ask(messages: list[dict[str, str]]) -> str:
    """The model's answer to a conversation."""
    # Compact and in UTF-8, as it is written above.
    body = json.dumps({**REQUEST, "messages": messages}, ensure_ascii=False, separators=(",", ":"))
    # Some hosts turn Python's own user agent away.
    headers = {**HEADERS, "User-Agent": "ask.py"}
    request = urllib.request.Request(URL, body.encode(), headers, method="POST")
    try:
        with urllib.request.build_opener(NoRedirect).open(request, timeout=600) as response:
            reply = json.load(response)
    except urllib.error.HTTPError as error:
        sys.exit(f"HTTP {error.code}: {error.read().decode(errors='replace')}")
"#;

const CHECK: &str = r#"

def check(text: str) -> tuple[Any, list[str]]:
    """The value in an answer, which must be JSON and nothing else, and what is wrong with it."""
    try:
        answer = json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        return None, [f"The answer is not JSON: {error}"]
"#;

const ERRORS: &str = r#"    return answer, [f"{pointer(error.absolute_path)}: {error.message}" for error in VALIDATOR.iter_errors(answer)]


def refuse(word: str) -> None:
    """Python would read NaN and Infinity, which are no JSON."""
    raise ValueError(f"{word} is no JSON")


def pointer(path: Iterable[str | int]) -> str:
    """A place in the answer as a JSON pointer."""
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in path) or "the answer"


def correction(errors: list[str]) -> str:
    """What the model is told of its errors."""
    count = "1 error" if len(errors) == 1 else f"{len(errors)} errors"
    return (
        f"Your JSON has {count}. Fix exactly these:\n- "
        + "\n- ".join(errors)
        + "\n\nTake every value from the original input again and make it agree with it: "
        "an earlier answer is no evidence.\n\n"
        "Return only the complete corrected JSON: no explanation, no code fence."
    )


def main() -> None:
    messages = MESSAGES
    for attempt in range(1, ATTEMPTS + 1):
        text = ask(messages)
        answer, errors = check(text)
        if not errors:
            print(json.dumps(answer, ensure_ascii=False, indent=2))
            return
        print(f"Attempt {attempt} of {ATTEMPTS} is invalid:", *errors, sep="\n- ", file=sys.stderr)
        # Servers refuse empty turns: after an empty answer the same is asked again.
        if text.strip():
            turns = [{"role": "assistant", "content": text}, {"role": "user", "content": correction(errors)}]
            messages = [*MESSAGES, *turns]
    sys.exit(1)


if __name__ == "__main__":
    main()
"#;

const MULTIPLE_OF: &str = r#"

def multiple_of(validator: Any, factor: float, value: Any, schema: Any) -> Iterator[ValidationError]:
    """`multipleOf` in decimals: in binary fractions 19.99 is no multiple of 0.01."""
    if validator.is_type(value, "number") and Decimal(str(value)) % Decimal(str(factor)):
        yield ValidationError(f"{value!r} is not a multiple of {factor!r}")

"#;

const RESTORED: &str = r#"

def without_stand_ins(value: Any) -> Any:
    """A value without the nulls that stand for fields which are left out."""
    if isinstance(value, dict):
        left = {key: member for key, member in value.items() if member is not None or key not in LEFT_OUT}
        return {key: without_stand_ins(member) for key, member in left.items()}
    if isinstance(value, list):
        return [without_stand_ins(item) for item in value]
    return value
"#;

/// The program.
pub(super) fn program(parts: &Parts) -> String {
    let mut code = LEAD.to_owned();
    code.push_str(&format!("    pip install {}\n", package(parts)));
    if let Some(variable) = parts.variable {
        code.push_str(&format!("    export {variable}=...\n"));
    }
    code.push_str("    python3 ask.py\n\"\"\"\n\n");
    code.push_str(&imports(parts));
    code.push_str(&format!("\nURL = {}\n", PYTHON.text(&parts.url)));
    let key = parts.variable.map(|variable| format!("os.environ[\"{variable}\"]")).unwrap_or_default();
    let headers: String = parts.headers.iter().map(|header| header.line(PYTHON, &key)).collect();
    code.push_str(&format!("HEADERS = {{{headers}\n}}\n"));
    code.push_str(&format!("ATTEMPTS = {}\n\n", parts.attempts));
    code.push_str(&format!("MESSAGES: list[dict[str, str]] = {}\n\n", PYTHON.value(&parts.messages, 0)));
    code.push_str("# It asks for the answer in one piece: to read a stream takes more code.\n");
    let request = PYTHON.object_with(&parts.request, "messages", "MESSAGES");
    code.push_str(&format!("REQUEST: dict[str, Any] = {request}\n\n"));
    code.push_str("# What a valid answer is.\n");
    code.extend(parts.remarks.iter().map(|remark| PYTHON.comment(remark)));
    code.push_str(&format!("SCHEMA: Any = {}\n", PYTHON.value(&parts.schema, 0)));
    if !parts.left_out.is_empty() {
        let names = Value::from(parts.left_out.clone());
        code.push_str("\n# The server makes the model write every field: null in these stands for one that is left out.\n");
        code.push_str(&format!("LEFT_OUT = {}\n", PYTHON.value(&names, 0)));
    }
    code.push_str(&validator(parts));
    code.push_str(ASK);
    code.push_str(answer(parts));
    if !parts.left_out.is_empty() {
        code.push_str(RESTORED);
    }
    code.push_str(CHECK);
    if let Some(field) = parts.wrapper {
        let field = PYTHON.text(field);
        code.push_str(&format!(
            "    # The server needs an object, so the answer is put into one.\n    \
             if isinstance(answer, dict) and list(answer) == [{field}]:\n        answer = answer[{field}]\n"
        ));
    }
    if !parts.left_out.is_empty() {
        code.push_str("    answer = without_stand_ins(answer)\n");
    }
    code.push_str(ERRORS);
    code
}

/// What brings the library, with what it needs for the formats that there are.
fn package(parts: &Parts) -> &'static str {
    let is_plain = |format: &Format| {
        matches!(
            format,
            Format::Date
                | Format::Email
                | Format::IdnEmail
                | Format::Ipv4
                | Format::Ipv6
                | Format::Regex
                | Format::Uuid
        )
    };
    if parts.formats.iter().all(is_plain) { "jsonschema" } else { "\"jsonschema[format-nongpl]\"" }
}

fn imports(parts: &Parts) -> String {
    let mut imports = IMPORTS.to_owned();
    if parts.variable.is_none() {
        imports = imports.replace("import os\n", "");
    }
    if parts.has_fractions {
        imports =
            imports.replace("import Iterable\n", "import Iterable, Iterator\nfrom decimal import Decimal\n");
    }
    imports.push_str("from typing import Any\n\nfrom jsonschema import Draft202012Validator");
    imports.push_str(if parts.has_fractions { ", ValidationError, validators\n" } else { "\n" });
    imports
}

fn validator(parts: &Parts) -> String {
    let formats = match parts.formats.is_empty() {
        true => "",
        false => ", format_checker=Draft202012Validator.FORMAT_CHECKER",
    };
    match parts.has_fractions {
        false => format!("\nVALIDATOR = Draft202012Validator(SCHEMA{formats})\n"),
        true => format!(
            "{MULTIPLE_OF}\nDecimalValidator = validators.extend(Draft202012Validator, {{\"multipleOf\": multiple_of}})\n\
             VALIDATOR = DecimalValidator(SCHEMA{formats})\n"
        ),
    }
}

/// How the answer is taken out of the reply.
fn answer(parts: &Parts) -> &'static str {
    match (parts.family, parts.has_tool) {
        (Family::ChatCompletions | Family::Browser, false) => {
            "    return reply[\"choices\"][0][\"message\"][\"content\"] or \"\"\n"
        }
        (Family::ChatCompletions | Family::Browser, true) => {
            r#"    message = reply["choices"][0]["message"]
    calls = message.get("tool_calls")
    return calls[0]["function"]["arguments"] if calls else message["content"] or ""
"#
        }
        (Family::Anthropic, false) => {
            "    return \"\".join(block[\"text\"] for block in reply[\"content\"] if block[\"type\"] == \"text\")\n"
        }
        (Family::Anthropic, true) => {
            r#"    for block in reply["content"]:
        if block["type"] == "tool_use":
            return json.dumps(block["input"], ensure_ascii=False)
    return "".join(block["text"] for block in reply["content"] if block["type"] == "text")
"#
        }
        (Family::Ollama, false) => "    return reply[\"message\"][\"content\"]\n",
        (Family::Ollama, true) => {
            r#"    message = reply["message"]
    calls = message.get("tool_calls")
    return json.dumps(calls[0]["function"]["arguments"], ensure_ascii=False) if calls else message["content"]
"#
        }
    }
}
