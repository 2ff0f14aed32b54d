"""Asks a model for JSON, checks the answer against a JSON Schema, and has the model correct what is wrong.

Prints the valid answer. Ends with exit code 1 if no attempt gave one.

    pip install "jsonschema[format-nongpl]"
    export OPENAI_API_KEY=...
    python3 ask.py
"""

import json
import os
import sys
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from jsonschema import Draft202012Validator, ValidationError, validators

URL = "https://host/v1/chat/completions"
HEADERS = {
    "Content-Type": "application/json",
    "Authorization": "Bearer " + os.environ["OPENAI_API_KEY"],
}
ATTEMPTS = 3

MESSAGES: list[dict[str, str]] = [
    {
        "role": "system",
        "content": (
            "Answer with JSON.\n"
            "Only that."
        ),
    },
    {
        "role": "user",
        "content": "Which \"order\"?",
    },
]

# It asks for the answer in one piece: to read a stream takes more code.
REQUEST: dict[str, Any] = {
    "model": "gpt-5",
    "messages": MESSAGES,
    "max_completion_tokens": 100,
    "response_format": {
        "type": "json_schema",
        "json_schema": {
            "name": "Order",
            "strict": True,
            "schema": {
                "description": (
                    "must satisfy: self.lines.size() <= 5 (otherwise: too\n"
                    "many)"
                ),
                "type": "object",
                "properties": {
                    "number": {
                        "description": "matches the pattern ^\\p{Lu}-\\d{4}$",
                        "type": "string",
                    },
                    "ordered_on": {
                        "type": ["string", "null"],
                        "format": "date-time",
                    },
                    "lines": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "name": {
                                    "description": "must occur in the input",
                                    "type": "string",
                                    "pattern": "^\\w",
                                },
                                "price": {
                                    "type": "number",
                                    "multipleOf": 0.01,
                                    "maximum": 9007199254740993,
                                },
                            },
                            "required": ["name", "price"],
                            "additionalProperties": False,
                        },
                    },
                },
                "required": ["number", "ordered_on", "lines"],
                "additionalProperties": False,
            },
        },
    },
}

# What a valid answer is.
# Not checked here, since JSON Schema has no words for it:
# - the answer: must satisfy: self.lines.size() <= 5 (otherwise: too\nmany) (a warning)
# - lines[].name: must occur in the input
# Patterns are read as Python's, in which \d and \w match beyond ASCII.
# Not checked here, since Python's `re` cannot read these patterns:
# - ^\p{Lu}-\d{4}$
SCHEMA: Any = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Order",
    "type": "object",
    "required": ["number", "lines"],
    "properties": {
        "number": {
            "type": "string",
        },
        "ordered_on": {
            "type": ["string", "null"],
            "format": "date-time",
        },
        "lines": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "price"],
                "properties": {
                    "name": {
                        "type": "string",
                        "pattern": "^\\w",
                    },
                    "price": {
                        "type": "number",
                        "multipleOf": 0.01,
                        "maximum": 9007199254740993,
                    },
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}

# The server makes the model write every field: null in these stands for one that is left out.
LEFT_OUT = ["ordered_on"]


def multiple_of(validator: Any, factor: float, value: Any, schema: Any) -> Iterator[ValidationError]:
    """`multipleOf` in decimals: in binary fractions 19.99 is no multiple of 0.01."""
    if validator.is_type(value, "number") and Decimal(str(value)) % Decimal(str(factor)):
        yield ValidationError(f"{value!r} is not a multiple of {factor!r}")


DecimalValidator = validators.extend(Draft202012Validator, {"multipleOf": multiple_of})
VALIDATOR = DecimalValidator(SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER)


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
    return reply["choices"][0]["message"]["content"] or ""


def without_stand_ins(value: Any) -> Any:
    """A value without the nulls that stand for fields which are left out."""
    if isinstance(value, dict):
        left = {key: member for key, member in value.items() if member is not None or key not in LEFT_OUT}
        return {key: without_stand_ins(member) for key, member in left.items()}
    if isinstance(value, list):
        return [without_stand_ins(item) for item in value]
    return value


def check(text: str) -> tuple[Any, list[str]]:
    """The value in an answer, which must be JSON and nothing else, and what is wrong with it."""
    try:
        answer = json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        return None, [f"The answer is not JSON: {error}"]
    answer = without_stand_ins(answer)
    return answer, [f"{pointer(error.absolute_path)}: {error.message}" for error in VALIDATOR.iter_errors(answer)]


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
