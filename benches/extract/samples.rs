//! What is measured: replies of 100 KB, and texts that lead other extractors astray.

use serde_json::{Value, json};

/// A reply, and the value that it holds.
pub struct Sample {
    pub name: &'static str,
    pub text: String,
    pub value: Value,
}

/// A text of so many bytes, or a few more.
pub struct Trap {
    pub name: &'static str,
    pub text: fn(usize) -> String,
}

/// One document of 100 KB, written in three ways.
pub fn samples() -> [Sample; 3] {
    let value = orders();
    let strict = format!("{value:#}");
    let fenced = format!(
        "Sure! I've read the mails (all of them) and put the orders together:\n\n```json\n{strict}\n```\n\n\
         Let me know if you need anything else, {{names}} for example."
    );
    // No string of the document holds a quote or a bracket.
    let broken = value.to_string().replace('"', "'").replace('}', ",}").replace(']', ",]");
    [
        Sample { name: "strict JSON", text: strict, value: value.clone() },
        Sample { name: "fenced JSON in prose", text: fenced, value: value.clone() },
        Sample { name: "single quotes, trailing commas", text: broken, value },
    ]
}

fn orders() -> Value {
    let line = |line: usize| {
        json!({
            "sku": format!("SKU-{line:03}"),
            "description": "Birch plywood, 18 mm, sanded on both sides; für außen",
            "quantity": line % 9 + 1,
            "unit_price": 12.5 + line as f64,
            "tags": ["wood", "indoor"],
            "discount": if line.is_multiple_of(3) { json!({"percent": 5.5, "reason": "volume"}) } else { json!(null) },
        })
    };
    let order = |order: usize| {
        json!({
            "id": format!("EE-{order}"),
            "paid": order.is_multiple_of(3),
            "customer": {"name": "Baltic Timber AS", "email": "orders@timber.example", "city": "Tallinn"},
            "lines": (0..6).map(line).collect::<Vec<_>>(),
            "total": 1439.6,
        })
    };
    (0..60).map(order).collect()
}

/// Texts on which others run out of stack, or out of time.
pub const TRAPS: [Trap; 8] = [
    Trap { name: "open brackets", text: |bytes| "[".repeat(bytes) },
    Trap { name: "objects within objects", text: |bytes| repeat("{\"a\":", bytes) },
    Trap {
        name: "stray brackets in prose",
        text: |bytes| repeat("Use {braces}, [brackets or (such). } ", bytes),
    },
    Trap {
        name: "quotes in one string",
        text: |bytes| format!("{{\"a\": \"{}\"}}", repeat("the \"word\" said ", bytes)),
    },
    Trap {
        name: "a quote never closed",
        text: |bytes| format!("{{\"a\": \"{}", repeat("and so on, it goes: on\n", bytes)),
    },
    Trap { name: "backslashes", text: |bytes| "\\".repeat(bytes) },
    Trap { name: "backslashes in a string", text: |bytes| format!("{{\"a\": \"{}", "\\".repeat(bytes)) },
    Trap { name: "fences within fences", text: |bytes| repeat("```json\n{\"a\": [1,\n", bytes) },
];

fn repeat(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes.div_ceil(piece.len()))
}
