//! Schemas lowered to every dialect: valid answers stay valid and come back as they were, and what the
//! server lets pass against the author's schema breaks only what it was said not to enforce.
//!
//! Every run draws the same cases. More and others:
//! `PROPTEST_CASES=20000 PROPTEST_RNG_SEED=7 cargo test --release --test dialects`.

#[path = "../oracle/schemas.rs"]
mod any_schemas;
mod lowering;
#[path = "../mutations/schemas.rs"]
mod rich_schemas;
mod schemas;
#[path = "../oracle/values.rs"]
mod values;
#[path = "../oracle/world.rs"]
mod world;

use lowering::Asked;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed, TestCaseError, TestError, TestRunner};
use serde_json::Value;
use std::cell::Cell;
use structured_output_validator::core::dialect::{
    AnswerForm, Dialect, Fate, Kept, Keyword, Lowered, Narrowing, lower, restore,
};
use structured_output_validator::core::random::Random;
use structured_output_validator::core::schema::{BuiltIn, Schema};
use structured_output_validator::core::simulate::instance;
use structured_output_validator::core::validate::{Formats, Level, Nulls, Prefix, Validator, Violation};
use values::Recipe;

/// How many schemas are drawn, and how many values for each.
const SCHEMAS: u32 = 200;
const VALUES: usize = 6;

/// How many answers are made for one schema.
const ANSWERS: u64 = 2;

/// What is known of a schema in one dialect.
struct Case {
    lowered: Lowered,
    asked: Asked,
    own: Validator,
    /// Judges by what is enforced.
    enforced: Validator,
}

impl Case {
    fn new(schema: &Schema, lowered: Lowered) -> Self {
        let enforced = enforced(schema, &lowered);
        let enforced =
            Schema::from_json_schema(&enforced).unwrap_or_else(|error| panic!("{error}: {enforced}"));
        let enforced = Validator::with_formats(&enforced, Formats::Annotate);
        let own = Validator::with_formats(schema, Formats::Annotate);
        Self {
            asked: Asked::new(&lowered.document, lowered.dialect == Dialect::OpenAiStrict),
            own,
            enforced,
            lowered,
        }
    }

    fn allows_all(&self) -> bool {
        let is_strays = |what: Narrowing| what == Narrowing::Strays;
        self.lowered.narrowed.iter().all(|narrowed| is_strays(narrowed.what))
    }

    /// A valid answer is valid in the form that is asked for, and comes back from it.
    /// Says whether there was anything to judge.
    fn check_valid(&self, value: &Value) -> Result<bool, String> {
        let inner = |value: &Value| match &self.lowered.wrapper {
            Some(wrapper) => serde_json::json!({wrapper.field: value}),
            None => value.clone(),
        };
        let forms = self.asked.forms(&inner(value));
        let own = match &self.lowered.wrapper {
            Some(wrapper) => forms.own.get(wrapper.field).cloned().unwrap_or_default(),
            None => forms.own.clone(),
        };
        if !self.own.is_valid(&own) {
            return Ok(false);
        }
        if !self.asked.accepts(&forms.lowered) {
            if !self.allows_all() {
                return Ok(false);
            }
            let complaints = self.asked.complaints(&forms.lowered);
            return Err(format!("valid {own} is refused as {}: {complaints:?}", forms.lowered));
        }
        let (restored, _) = restore(&forms.lowered, &self.lowered);
        if is_same(&restored, &own) && self.broken(&restored).is_none() {
            return Ok(true);
        }
        if !self.allows_all() {
            return Ok(false);
        }
        Err(format!("{own} comes back as {restored} from {}", forms.lowered))
    }

    /// What the lowered schema accepts satisfies all that is enforced.
    fn check_accepted(&self, answer: &Value) -> Result<bool, String> {
        if !self.asked.accepts(answer) {
            return Ok(false);
        }
        let (restored, _) = restore(answer, &self.lowered);
        match self.broken(&restored) {
            None => Ok(true),
            Some(violation) => Err(format!(
                "{answer}, read as {restored}, breaks {}: {violation}\nkept: {:#?}",
                violation.rule(),
                self.lowered.kept
            )),
        }
    }

    /// Of an answer that is valid once it is read back, nothing is said while it is written.
    fn check_growing(&self, answer: &Value, counts: &Counts) -> Result<(), String> {
        let nulls = match self.lowered.form {
            AnswerForm::AsWritten => Nulls::Values,
            AnswerForm::WithStandIns => Nulls::MayBeAbsent,
            AnswerForm::Rebuilt => return Ok(()),
        };
        let (restored, _) = restore(answer, &self.lowered);
        let is_valid = self.own.is_valid(&restored);
        let (mut prefix, text) = (Prefix::new(nulls), answer.to_string());
        let said =
            text.chars().find_map(|character| prefix.push(&self.own, character.encode_utf8(&mut [0; 4])));
        Counts::add(&counts.hopeless, said.is_some());
        Counts::add(&counts.hopeful, is_valid);
        match said {
            Some(violation) if is_valid => {
                Err(format!("{answer}, read as {restored}, is called hopeless: {violation}"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// What a value breaks of that which is enforced.
    fn broken(&self, value: &Value) -> Option<Violation> {
        let violations = self.enforced.validate(value).violations;
        violations.into_iter().find(|violation| violation.level() != Level::Rule)
    }
}

/// What is enforced of a schema: the schema as it is written, without the keywords that are not.
fn enforced(schema: &Schema, lowered: &Lowered) -> Value {
    let mut document = schema.to_json_schema();
    // What stands deeper comes first, since a place may be cleared as a whole.
    // That no two forms of a union fit says nothing of them once they ask for less.
    let is_open = |kept: &&Kept| kept.fate != Fate::Enforced || kept.keyword == Keyword::OneOf;
    let mut open: Vec<_> = lowered.kept.iter().filter(is_open).collect();
    open.sort_by_key(|kept| std::cmp::Reverse(kept.pointer.len()));
    for kept in open {
        let place = document.pointer_mut(&kept.pointer);
        let place = place.unwrap_or_else(|| panic!("{} leads nowhere", kept.pointer));
        let Value::Object(keywords) = place else {
            assert_eq!((kept.keyword, &*place), (Keyword::Never, &Value::Bool(false)));
            *place = Value::Bool(true);
            continue;
        };
        let names: &[&str] = match kept.keyword {
            // Until 2019-09 it is written as what may not not be.
            Keyword::Contains => &["contains", "minContains", "maxContains", "not"],
            Keyword::If => &["if", "then", "else"],
            Keyword::Never => &["not"],
            keyword => &[keyword.name()],
        };
        for name in names {
            let removed = keywords.shift_remove(*name);
            assert!(
                removed.is_some() || names.len() > 1 || kept.keyword == Keyword::Not,
                "{} has no {name}",
                kept.pointer
            );
            if let (Keyword::OneOf, Some(forms)) = (kept.keyword, removed) {
                let all = keywords.entry("allOf").or_insert_with(|| Value::Array(Vec::new()));
                all.as_array_mut().unwrap().push(serde_json::json!({"anyOf": forms}));
            }
        }
    }
    document
}

/// Whether a value is another one but for nulls in fields that the other one does not have.
fn is_same(value: &Value, other: &Value) -> bool {
    match (value, other) {
        (Value::Object(value), Value::Object(other)) => {
            other.keys().all(|name| value.contains_key(name))
                && value.iter().all(|(name, value)| match other.get(name) {
                    Some(other) => is_same(value, other),
                    None => value.is_null(),
                })
        }
        (Value::Array(value), Value::Array(other)) => {
            value.len() == other.len() && value.iter().zip(other).all(|(value, other)| is_same(value, other))
        }
        (value, other) => value == other,
    }
}

/// The keywords that may be sent, by dialect.
fn sent(dialect: Dialect) -> Option<&'static [&'static str]> {
    Some(match dialect {
        Dialect::OpenAiStrict => &[
            "pattern",
            "format",
            "multipleOf",
            "maximum",
            "exclusiveMaximum",
            "minimum",
            "exclusiveMinimum",
            "minItems",
            "maxItems",
        ],
        Dialect::Anthropic => &["format", "minItems", "pattern"],
        Dialect::Gemini => &[
            "format",
            "prefixItems",
            "minItems",
            "maxItems",
            "minimum",
            "maximum",
            // Of these it takes no notice.
            "minLength",
            "maxLength",
            "pattern",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "uniqueItems",
        ],
        Dialect::LlamaCpp => &[
            "format",
            "minItems",
            "maxItems",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "minLength",
            "maxLength",
            "pattern",
            "multipleOf",
            "uniqueItems",
        ],
        Dialect::LmStudioMlx => &[
            "format",
            "minItems",
            "maxItems",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "minLength",
            "maxLength",
            "pattern",
            "multipleOf",
        ],
        Dialect::Vllm => &[
            "prefixItems",
            "minLength",
            "maxLength",
            "pattern",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "minItems",
            "maxItems",
            "format",
        ],
        Dialect::Xai => &[
            "prefixItems",
            "minLength",
            "maxLength",
            "pattern",
            "format",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "minItems",
            "maxItems",
            // Of these it takes no notice.
            "multipleOf",
            "uniqueItems",
        ],
        Dialect::Generic => return None,
    })
}

/// What every dialect knows.
const ALWAYS: [&str; 11] = [
    "title",
    "description",
    "type",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
    "$ref",
    "$defs",
];

/// What of a lowered schema its dialect does not allow.
fn strays(lowered: &Lowered) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(sent) = sent(lowered.dialect) {
        look(&lowered.document, lowered, sent, &mut found);
    }
    found
}

fn look(schema: &Value, lowered: &Lowered, sent: &[&str], found: &mut Vec<String>) {
    let Some(keywords) = schema.as_object() else {
        if !schema.is_boolean() {
            found.push(format!("{schema} is no schema"));
        }
        return;
    };
    let is_closed = keywords.get("additionalProperties") == Some(&Value::Bool(false));
    let says = |name: &str| keywords.contains_key(name);
    let is_object = keywords.get("type").is_some_and(|names| {
        names == "object" || names.as_array().is_some_and(|names| names.iter().any(|name| name == "object"))
    });
    if says("$ref") && keywords.keys().any(|name| name != "$ref" && name != "$defs") {
        found.push(format!("a reference stands beside something: {schema}"));
    }
    if says("anyOf") && says("type") {
        found.push(format!("a union stands beside a type: {schema}"));
    }
    match lowered.dialect {
        Dialect::OpenAiStrict => {
            let names = |name: &str| keywords.get(name).and_then(Value::as_object).map(serde_json::Map::len);
            let required = keywords.get("required").and_then(Value::as_array).map(Vec::len);
            if is_object && !(is_closed && names("properties").is_some() && names("properties") == required) {
                found.push(format!("not every field is required: {schema}"));
            }
        }
        Dialect::Anthropic if is_object && !is_closed => found.push(format!("an object is open: {schema}")),
        Dialect::LlamaCpp | Dialect::LmStudioMlx if says("$ref") => {
            found.push("there is a reference".to_owned())
        }
        _ => {}
    }
    for (name, value) in keywords {
        match (name.as_str(), value) {
            ("properties" | "$defs", Value::Object(named)) => {
                named.values().for_each(|schema| look(schema, lowered, sent, found));
            }
            ("anyOf" | "prefixItems", Value::Array(forms)) => {
                forms.iter().for_each(|schema| look(schema, lowered, sent, found));
            }
            ("items" | "additionalProperties", schema) => look(schema, lowered, sent, found),
            (name, _) if ALWAYS.contains(&name) || sent.contains(&name) => {}
            (name, _) => found.push(format!("{name} is not known")),
        }
    }
}

/// How many answers were judged each way.
#[derive(Default)]
struct Counts {
    lowered: Cell<usize>,
    valid: Cell<usize>,
    accepted: Cell<usize>,
    /// How many were said to be hopeless, and how many valid ones were not.
    hopeless: Cell<usize>,
    hopeful: Cell<usize>,
}

impl Counts {
    fn add(counter: &Cell<usize>, is_one: bool) {
        counter.set(counter.get() + usize::from(is_one));
    }

    fn found(&self) -> [usize; 5] {
        [&self.lowered, &self.valid, &self.accepted, &self.hopeful, &self.hopeless].map(Cell::get)
    }
}

fn check(schema: &Schema, document: &Value, recipes: &[Recipe], counts: &Counts) -> Result<(), String> {
    let own = Validator::with_formats(schema, Formats::Annotate);
    let mut valid: Vec<_> = recipes.iter().map(|recipe| recipe.value(document)).collect();
    valid.extend((0..ANSWERS).map(|seed| instance(schema, schema.root(), &mut Random::new(seed))));
    valid.retain(|value| own.is_valid(value));
    for dialect in Dialect::ALL {
        let Ok(lowered) = lower(schema, dialect) else { continue };
        Counts::add(&counts.lowered, true);
        let failed = |reason: String| {
            let lowered = lower(schema, dialect).map(|lowered| lowered.document).unwrap_or_default();
            format!("{}\nschema: {document:#}\nlowered: {lowered:#}\n{reason}", dialect.name())
        };
        let strays = strays(&lowered);
        if !strays.is_empty() {
            return Err(failed(format!("{strays:#?}")));
        }
        let case = Case::new(schema, lowered);
        for value in &valid {
            Counts::add(&counts.valid, case.check_valid(value).map_err(failed)?);
            case.check_growing(&case.asked.forms(value).lowered, counts).map_err(failed)?;
        }
        let asked =
            Schema::from_json_schema(&case.lowered.document).map_err(|error| failed(error.to_string()))?;
        let mut answers: Vec<_> = recipes.iter().map(|recipe| recipe.value(&case.lowered.document)).collect();
        answers.extend((0..ANSWERS).map(|seed| instance(&asked, asked.root(), &mut Random::new(seed))));
        for answer in &answers {
            Counts::add(&counts.accepted, case.check_accepted(answer).map_err(failed)?);
            case.check_growing(answer, counts).map_err(failed)?;
        }
    }
    Ok(())
}

/// Whether there is an end to judging by the schema.
fn has_an_end(schema: &Value) -> bool {
    Schema::from_json_schema(schema).is_ok()
}

fn check_random(documents: impl Strategy<Value = Value>, least: [usize; 5]) {
    let mut config =
        Config { failure_persistence: None, rng_algorithm: RngAlgorithm::XorShift, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = SCHEMAS;
    }
    let least = least.map(|of_each| of_each * config.cases as usize);
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(0);
    }
    let counts = Counts::default();
    let judge = |(document, recipes): &(Value, Vec<Recipe>)| {
        let schema = Schema::from_json_schema(document).map_err(|error| error.to_string())?;
        check(&schema, document, recipes, &counts)
    };
    let documents = documents.prop_filter("the schema has no end", has_an_end);
    let cases = (documents, proptest::collection::vec(values::recipes(), VALUES));
    let result = TestRunner::new(config).run(&cases, |case| judge(&case).map_err(TestCaseError::fail));
    match result {
        Ok(()) => {}
        Err(TestError::Fail(reason, case)) => panic!("{}", judge(&case).err().unwrap_or(reason.to_string())),
        Err(TestError::Abort(reason)) => panic!("{reason}"),
    }
    let found = counts.found();
    assert!(found.iter().zip(least).all(|(found, least)| *found >= least), "too few: {found:?}");
}

#[test]
fn schemas_as_people_write_them() {
    check_random(schemas::documents(), [3, 6, 12, 20, 3]);
}

#[test]
fn schemas_of_every_kind() {
    check_random(any_schemas::documents(), [3, 6, 12, 20, 3]);
}

#[test]
fn schemas_that_are_built_in_and_richer_ones() {
    let counts = Counts::default();
    let built_in = BuiltIn::ALL.into_iter().map(|built_in| built_in.schema().unwrap());
    let richer = rich_schemas::all().into_iter().map(|(_, it)| Schema::from_json_schema(&it).unwrap());
    for schema in built_in.chain(richer) {
        check(&schema, &schema.to_json_schema(), &[], &counts).unwrap_or_else(|error| panic!("{error}"));
    }
    let found = counts.found();
    assert!(found.iter().all(|found| *found >= 50), "too few: {found:?}");
}
