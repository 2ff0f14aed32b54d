//! What a text that is no JSON is instead: Pydantic, Zod, TypeScript or YAML.
//! By signs that are cheap to see, in one pass each; nothing is understood.

use super::error::{ImportError, SourceCode};
use std::collections::HashSet;

/// What the text is, if it is something that a command makes JSON of.
pub(super) fn recognise(text: &str) -> Option<ImportError> {
    if let Some(source) = pydantic(text) {
        return Some(ImportError::Pydantic(source));
    }
    let code = without_strings(text);
    if let Some(source) = zod(&code) {
        return Some(ImportError::Zod(source));
    }
    if let Some(source) = typescript(&code) {
        return Some(ImportError::TypeScript(source));
    }
    is_yaml(text).then_some(ImportError::Yaml)
}

/// Classes that derive from a model of Pydantic, or from one that does.
fn pydantic(text: &str) -> Option<SourceCode> {
    let mut names = HashSet::from(["BaseModel", "RootModel", "BaseSettings", "SQLModel"]);
    let mut found = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        let start = line_start + (line.len() - line.trim_start().len());
        line_start += line.len();
        if !line.trim_start().starts_with("class ") {
            continue;
        }
        let rest = text.get(start + "class ".len()..).unwrap_or_default();
        let (name, rest) = identifier(rest);
        let Some((_, bases)) = head(rest).split_once('(') else { continue };
        let bases = bases.split(')').next().unwrap_or_default();
        let is_model = bases.split(',').any(|base| {
            let base = base.split('[').next().unwrap_or_default();
            names.contains(base.rsplit('.').next().unwrap_or_default().trim())
        });
        if is_model && !name.is_empty() {
            names.insert(name);
            found.push(name);
        }
    }
    source(found)
}

/// Constants that are made by `z.…(…)`, or by a method of such a constant; else a schema without a name.
fn zod(code: &str) -> Option<SourceCode> {
    const NO_SCHEMAS: [&str; 4] = ["parse", "safeParse", "toJSONSchema", "infer"];
    const MAKERS: [&str; 3] = ["z.object(", "z.strictObject(", "z.array("];
    let mut names = HashSet::from(["z", "zod"]);
    let mut found = Vec::new();
    for (position, word) in code.match_indices("const ") {
        let rest = code.get(position + word.len()..).unwrap_or_default();
        let (name, rest) = identifier(rest.trim_start());
        let Some((_, value)) = head(rest).split_once('=') else { continue };
        let (receiver, value) = identifier(value.trim_start());
        let Some(method) = value.trim_start().strip_prefix('.') else { continue };
        let makes_schema = !NO_SCHEMAS.iter().any(|other| method.starts_with(other));
        if makes_schema && names.contains(receiver) && !name.is_empty() {
            names.insert(name);
            found.push(name);
        }
    }
    let is_unnamed = || MAKERS.iter().any(|maker| code.contains(maker));
    source(found).or_else(|| is_unnamed().then_some(SourceCode { name: None, count: 1 }))
}

/// Declarations of interfaces and types.
fn typescript(code: &str) -> Option<SourceCode> {
    let mut found = Vec::new();
    for line in code.lines() {
        let mut line = line.trim_start();
        for word in ["export ", "default ", "declare "] {
            line = line.strip_prefix(word).unwrap_or(line).trim_start();
        }
        let (keyword, rest) = identifier(line);
        let (name, rest) = identifier(rest.trim_start());
        let rest = rest.trim_start();
        let declares = match keyword {
            "interface" => rest.is_empty() || rest.starts_with(['{', '<']) || rest.starts_with("extends "),
            "type" => rest.starts_with(['=', '<']),
            _ => false,
        };
        if declares && !name.is_empty() {
            found.push(name);
        }
    }
    source(found)
}

/// Whether every line that is not indented is a key or an item of YAML, and there are two lines at least.
fn is_yaml(text: &str) -> bool {
    let is_outside = |line: &&str| {
        let line = line.trim();
        line.is_empty() || ["#", "---", "```", "~~~"].iter().any(|mark| line.starts_with(mark))
    };
    let lines: Vec<_> = text.lines().filter(|line| !is_outside(line)).collect();
    let is_indented = |line: &&str| line.starts_with([' ', '\t']);
    let mut outermost = lines.iter().filter(|line| !is_indented(line)).peekable();
    lines.len() >= 2 && outermost.peek().is_some() && outermost.all(|line| is_yaml_line(line))
}

fn is_yaml_line(line: &str) -> bool {
    if line == "-" || line.starts_with("- ") {
        return true;
    }
    let is_key = |text: &str| {
        let is_key_character =
            |character: char| character.is_alphanumeric() || "_-$./\"'".contains(character);
        !text.is_empty() && text.chars().all(is_key_character)
    };
    line.split_once(':').is_some_and(|(key, rest)| is_key(key) && (rest.is_empty() || rest.starts_with(' ')))
}

/// What was found; the last is usually the outermost, since the others must come before it.
fn source(names: Vec<&str>) -> Option<SourceCode> {
    let last = names.last()?;
    Some(SourceCode { name: Some((*last).to_owned()), count: names.len() })
}

/// The identifier that a text begins with, which may be empty, and the rest.
/// Only letters, digits and underscores: it is written into a command.
fn identifier(text: &str) -> (&str, &str) {
    let end = text.find(|character: char| !character.is_alphanumeric() && character != '_');
    text.split_at(end.unwrap_or(text.len()))
}

/// The beginning of a text, long enough for what a declaration says before its body.
fn head(text: &str) -> &str {
    const MOST_CHARACTERS: usize = 200;
    let end = text.char_indices().nth(MOST_CHARACTERS).map_or(text.len(), |(position, _)| position);
    text.get(..end).unwrap_or(text)
}

/// JavaScript without its comments and what stands in its strings, which may look like anything.
fn without_strings(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match (character, rest.peek()) {
            ('/', Some('/')) => while rest.next_if(|next| *next != '\n').is_some() {},
            ('/', Some('*')) => {
                rest.next();
                while let Some(inside) = rest.next() {
                    if inside == '*' && rest.next_if_eq(&'/').is_some() {
                        break;
                    }
                }
            }
            ('"' | '\'', _) => {
                while let Some(inside) = rest.next_if(|next| *next != '\n') {
                    if inside == '\\' {
                        rest.next_if(|next| *next != '\n');
                    } else if inside == character {
                        break;
                    }
                }
                code.extend([character, character]);
            }
            (character, _) => code.push(character),
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, count: usize) -> SourceCode {
        SourceCode { name: Some(name.to_owned()), count }
    }

    #[track_caller]
    fn check(text: &str, expected: Option<ImportError>) {
        assert_eq!(recognise(text), expected, "{text}");
    }

    #[test]
    fn pydantic_models() {
        let found = |name, count| Some(ImportError::Pydantic(named(name, count)));
        check(
            "from pydantic import BaseModel\n\nclass Invoice(BaseModel):\n    total: float\n",
            found("Invoice", 1),
        );
        check(
            "class Item(pydantic.BaseModel): ...\nclass Color(str, Enum): ...\nclass Order(Item): ...",
            found("Order", 2),
        );
        check("```python\nclass A(\n    Base,\n    BaseModel,\n):\n    x: int\n```", found("A", 1));
        check("class Names(RootModel[list[str]]):\n    pass", found("Names", 1));
        check("class Box(BaseModel, Generic[T]):\n    class Config: pass", found("Box", 1));
        check("class Plain(object):\n    pass", None);
        check("class Open(BaseModel", found("Open", 1));
    }

    #[test]
    fn zod_schemas() {
        let found = |name, count| Some(ImportError::Zod(named(name, count)));
        check(
            "import { z } from \"zod\";\nconst Invoice = z.object({ total: z.number() });",
            found("Invoice", 1),
        );
        check(
            "const A = z\n  .object({});\nexport const B: z.ZodType<X> = z.lazy(() => A);\n\
             export const C = A.extend({});\nconst c = C.parse(data);\ntype T = z.infer<typeof C>;",
            found("C", 3),
        );
        check("export default z.object({})", Some(ImportError::Zod(SourceCode { name: None, count: 1 })));
        check("// const A = z.object({})\nconst text = \"z.object(\";", None);
        check("{\"a\" \"const A = z.object({})\"}", None);
    }

    #[test]
    fn typescript_declarations() {
        let found = |name, count| Some(ImportError::TypeScript(named(name, count)));
        check("export interface Invoice {\n  total: number;\n}", found("Invoice", 1));
        check("type A = { x: 1 };\nexport type B<T> = T | A;", found("B", 2));
        check("declare interface Order extends Base\n{ }", found("Order", 1));
        check("/* interface A { } */\nlet type = 1;", None);
        check("type of thing", None);
    }

    #[test]
    fn yaml() {
        let yaml = Some(ImportError::Yaml);
        check("type: object\nproperties:\n  city:\n    type: string\n", yaml.clone());
        check("---\n# A comment\n- a\n- b: 1", yaml.clone());
        check("```yaml\nopenapi: 3.0.3\ninfo:\n    title: \"x\"\n```", yaml);
        check("Note: this is prose.\nIt goes on.", None);
        check("city: Oslo", None);
        check("http://example.com\nhttp://example.org", None);
        check("{\n}", None);
    }
}
