/**
 * Asks a model for JSON, checks the answer against a JSON Schema, and has the model correct what is wrong.
 *
 * Prints the valid answer. Ends with exit code 1 if no attempt gave one.
 * Needs Node.js 22.18 or newer, which runs TypeScript as it is.
 *
 *     npm install ajv ajv-formats
 *     export OPENAI_API_KEY=...
 *     node ask.mts
 */

import { Ajv2020, type ErrorObject, type Schema } from "ajv/dist/2020.js";
import formats from "ajv-formats";

type Message = { role: string; content: string };
type Reply = { choices: { message: { content: string | null } }[] };

const ENDPOINT = "https://host/v1/chat/completions";
const KEY = process.env.OPENAI_API_KEY;
if (!KEY) throw new Error("Set OPENAI_API_KEY.");
const HEADERS = {
    "Content-Type": "application/json",
    "Authorization": "Bearer " + KEY,
};
const ATTEMPTS = 3;

const MESSAGES: Message[] = [
    {
        "role": "system",
        "content": [
            "Answer with JSON.",
            "Only that.",
        ].join("\n"),
    },
    {
        "role": "user",
        "content": "Which \"order\"?",
    },
];

// It asks for the answer in one piece: to read a stream takes more code.
const REQUEST = {
    "model": "gpt-5",
    "messages": MESSAGES,
    "max_completion_tokens": 100,
    "response_format": {
        "type": "json_schema",
        "json_schema": {
            "name": "Order",
            "strict": true,
            "schema": {
                "description": [
                    "must satisfy: self.lines.size() <= 5 (otherwise: too",
                    "many)",
                ].join("\n"),
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
                            "additionalProperties": false,
                        },
                    },
                },
                "required": ["number", "ordered_on", "lines"],
                "additionalProperties": false,
            },
        },
    },
};

// What a valid answer is.
// Not checked here, since JSON Schema has no words for it:
// - the answer: must satisfy: self.lines.size() <= 5 (otherwise: too\nmany) (a warning)
// - lines[].name: must occur in the input
// JavaScript rounds these numbers: 9007199254740993.
const SCHEMA: Schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Order",
    "type": "object",
    "required": ["number", "lines"],
    "properties": {
        "number": {
            "type": "string",
            "pattern": "^\\p{Lu}-\\d{4}$",
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
                "additionalProperties": false,
            },
        },
    },
    "additionalProperties": false,
};

// The server makes the model write every field: null in these stands for one that is left out.
const LEFT_OUT = ["ordered_on"];

const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false, multipleOfPrecision: 6 });
formats.default(ajv);
const validate = ajv.compile(SCHEMA);

/** The model's answer to a conversation. */
async function ask(messages: Message[]): Promise<string> {
    const response = await fetch(ENDPOINT, {
        method: "POST",
        headers: HEADERS,
        body: JSON.stringify({ ...REQUEST, messages }),
        redirect: "error",
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}: ${await response.text()}`);
    const reply = (await response.json()) as Reply;
    return reply.choices[0]?.message.content ?? "";
}

/** A value without the nulls that stand for fields which are left out. */
function withoutStandIns(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withoutStandIns);
    if (value === null || typeof value !== "object") return value;
    const left = Object.entries(value).filter(([key, member]) => member !== null || !LEFT_OUT.includes(key));
    return Object.fromEntries(left.map(([key, member]) => [key, withoutStandIns(member)]));
}

/** The value in an answer, which must be JSON and nothing else, and what is wrong with it. */
function check(text: string): { answer?: unknown; errors: string[] } {
    let answer: unknown;
    try {
        answer = JSON.parse(text);
    } catch (error) {
        return { errors: [`The answer is not JSON: ${error}`] };
    }
    answer = withoutStandIns(answer);
    validate(answer);
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
