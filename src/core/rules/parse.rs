//! From the text of an expression to what is evaluated, by the `cel` crate's parser; and what is wrong
//! with a text, by where. Bounds the length and the nesting first, so that nothing goes too deep.

use super::expression::{Expression, Loop, LoopKind, Operator};
use super::function::Function;
use super::value::{Type, Value};
use crate::core::pattern::Pattern;
use cel::common::ast::{CallExpr, ComprehensionExpr, EntryExpr, Expr, IdedExpr, LiteralValue};
use cel::parser::PrattParser;
use cel::{ParseError, ParseErrors};
use std::fmt;

/// The longest text, in bytes.
const MOST_BYTES: usize = 8_000;

/// How deep brackets may stand within each other.
const MOST_BRACKETS: u16 = 48;

/// How many conditions may stand in one text: each may go deeper than the one before.
const MOST_CONDITIONS: usize = 100;

/// How deep expressions may stand within each other.
const MOST_DEPTH: usize = 150;

/// What is wrong with the text of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where it is, if that is known.
    pub position: Option<Position>,
    /// What is wrong, in a sentence without its full stop.
    pub message: String,
}

/// A place in the text of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The bytes before it.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
}

impl Mistake {
    fn new(message: impl Into<String>) -> Self {
        Self { position: None, message: message.into() }
    }

    /// A mistake that is a word of the text, where that stands in it for the first time.
    pub(super) fn of_word(text: &str, word: &str, message: String) -> Self {
        let is_part = |character: char| character.is_alphanumeric() || character == '_';
        let found = text.match_indices(word).map(|(offset, _)| offset).find(|offset| {
            let before = text.get(..*offset).and_then(|before| before.chars().last());
            let behind = text.get(offset + word.len()..).and_then(|behind| behind.chars().next());
            !before.is_some_and(is_part) && !behind.is_some_and(is_part)
        });
        Self { position: found.map(|offset| Position::at(text, offset)), message }
    }
}

impl Position {
    fn at(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        Self { offset, line: before.matches('\n').count() + 1, column: line.chars().count() + 1 }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some(Position { line: 1, column, .. }) => write!(out, "column {column}: {}", self.message),
            Some(Position { line, column, .. }) => {
                write!(out, "line {line}, column {column}: {}", self.message)
            }
            None => out.write_str(&self.message),
        }
    }
}

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub(super) fn read(text: &str) -> Result<Self, Mistake> {
        if text.trim().is_empty() {
            return Err(Mistake::new("there is no expression"));
        }
        if text.len() > MOST_BYTES {
            return Err(Mistake::new(format!("the expression is longer than {MOST_BYTES} bytes")));
        }
        if text.matches('?').count() > MOST_CONDITIONS {
            return Err(Mistake::new(format!("the expression has more than {MOST_CONDITIONS} conditions")));
        }
        let parser = PrattParser::new().max_recursion_depth(MOST_BRACKETS).enable_ident_escape_syntax(true);
        let parsed = parser.parse(text).map_err(|errors| syntax_mistake(text, errors))?;
        Reader { text, depth: 0, variables: Vec::new() }.expression(parsed)
    }
}

/// The first of the parser's errors that has a place, else the first of all.
fn syntax_mistake(text: &str, errors: ParseErrors) -> Mistake {
    let mut errors = errors.errors;
    let placed = errors.iter().position(|error| error.pos.0 > 0).unwrap_or_default();
    if placed >= errors.len() {
        return unreadable();
    }
    let ParseError { pos: (line, column), msg, .. } = errors.swap_remove(placed);
    let message = msg.strip_prefix("Syntax error: ").unwrap_or(&msg);
    let message = message.replace("'<EOF>'", "the end").replace("<EOF>", "the end");
    let message =
        match message.strip_prefix("mismatched input ").and_then(|rest| rest.split_once(" expecting ")) {
            Some((found, expected)) => format!("expected {expected}, found {found}"),
            None => message,
        };
    let message: String = message.chars().take(200).collect();
    let line = usize::try_from(line).ok().and_then(|line| line.checked_sub(1));
    let column = usize::try_from(column).unwrap_or_default().saturating_sub(1);
    let position = line.and_then(|line| {
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let rest = text.get(start..)?;
        let offset = rest.char_indices().nth(column).map_or(rest.len(), |(offset, _)| offset);
        Some(Position::at(text, start + offset))
    });
    Mistake { position, message }
}

/// What no expression that the parser accepts should come to.
fn unreadable() -> Mistake {
    Mistake::new("the expression cannot be read")
}

/// Turns the parser's tree into an expression.
struct Reader<'t> {
    text: &'t str,
    depth: usize,
    /// What the loops around call their items.
    variables: Vec<String>,
}

impl Reader<'_> {
    fn expression(&mut self, parsed: IdedExpr) -> Result<Expression, Mistake> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(Mistake::new(format!("the expression is nested deeper than {MOST_DEPTH} levels")));
        }
        let expression = match parsed.expr {
            Expr::Literal(literal) => self.literal(literal),
            Expr::Ident(name) => {
                let name = name.strip_prefix('.').unwrap_or(&name);
                let is_type = self.variables.iter().all(|known| known != name);
                let named = Type::from_name(name).filter(|_| is_type).map(Value::Type);
                Ok(named.map_or_else(|| Expression::Variable(name.to_owned()), Expression::Literal))
            }
            Expr::Select(select) => {
                let operand = Box::new(self.expression(*select.operand)?);
                Ok(if select.test {
                    Expression::Has(operand, select.field)
                } else {
                    Expression::Select(operand, select.field)
                })
            }
            Expr::Call(call) => self.call(call),
            Expr::List(list) => self.all(list.elements).map(Expression::List),
            Expr::Map(map) => {
                let mut entries = Vec::new();
                for entry in map.entries {
                    let EntryExpr::MapEntry(entry) = entry.expr else {
                        return Err(Mistake::new("a map is written {\"key\": value}"));
                    };
                    entries.push((self.expression(entry.key)?, self.expression(entry.value)?));
                }
                Ok(Expression::Map(entries))
            }
            Expr::Comprehension(comprehension) => self.each(*comprehension),
            Expr::Struct(message) => {
                let what = format!("there are no messages, and so no \"{}\"", message.type_name);
                Err(Mistake::of_word(self.text, &message.type_name, what))
            }
            Expr::Unspecified => Err(unreadable()),
        };
        self.depth -= 1;
        expression
    }

    fn all(&mut self, parsed: Vec<IdedExpr>) -> Result<Vec<Expression>, Mistake> {
        parsed.into_iter().map(|parsed| self.expression(parsed)).collect()
    }

    fn literal(&self, literal: LiteralValue) -> Result<Expression, Mistake> {
        Ok(Expression::Literal(match literal {
            LiteralValue::Null => Value::Null,
            LiteralValue::Boolean(value) => Value::Bool(value.into_inner()),
            LiteralValue::Int(number) => Value::Int(number.into_inner()),
            LiteralValue::Double(number) => Value::Double(number.into_inner()),
            LiteralValue::String(text) => Value::text(text.inner()),
            LiteralValue::UInt(number) => {
                let number = number.into_inner();
                let message = format!("there are no unsigned integers; write {number}");
                return Err(Mistake::of_word(self.text, &format!("{number}u"), message));
            }
            LiteralValue::Bytes(_) => {
                return Err(Mistake::new("there are no bytes; write a string, without a b before it"));
            }
        }))
    }

    fn call(&mut self, call: CallExpr) -> Result<Expression, Mistake> {
        let CallExpr { func_name: name, target, args } = call;
        if let Some(target) = target {
            let arguments = self.all(std::iter::once(*target).chain(args).collect())?;
            return self.function(&name, true, arguments);
        }
        let operands = self.all(args)?;
        let single = |operands: Vec<Expression>| operands.into_iter().next().map(Box::new);
        match name.as_str() {
            "_&&_" => operands.try_into().map(Expression::And).map_err(|_| unreadable()),
            "_||_" => operands.try_into().map(Expression::Or).map_err(|_| unreadable()),
            "_[_]" => operands.try_into().map(Expression::Index).map_err(|_| unreadable()),
            "_?_:_" => operands.try_into().map(Expression::Conditional).map_err(|_| unreadable()),
            "!_" => single(operands).map(Expression::Not).ok_or_else(unreadable),
            "-_" => single(operands).map(Expression::Negate).ok_or_else(unreadable),
            _ => match Operator::from_name(&name) {
                Some(operator) => operands
                    .try_into()
                    .map(|parts| Expression::Binary(operator, parts))
                    .map_err(|_| unreadable()),
                None => self.function(name.strip_prefix('.').unwrap_or(&name), false, operands),
            },
        }
    }

    fn function(
        &self,
        name: &str,
        is_member: bool,
        mut arguments: Vec<Expression>,
    ) -> Result<Expression, Mistake> {
        let function = Function::called(name, is_member, arguments.len())
            .map_err(|message| Mistake::of_word(self.text, name, message))?;
        if let (Function::Matches, Some(Expression::Literal(Value::Text(source)))) =
            (function, arguments.last())
        {
            let pattern = Pattern::compile(source).map_err(|error| {
                Mistake::of_word(self.text, name, format!("no regular expression: {error}"))
            })?;
            arguments.truncate(1);
            if let Some(operand) = arguments.pop() {
                return Ok(Expression::Matches(Box::new(operand), pattern));
            }
        }
        Ok(Expression::Call(function, arguments))
    }

    /// A macro, told by the shape that the parser gives it.
    fn each(&mut self, parsed: ComprehensionExpr) -> Result<Expression, Mistake> {
        let ComprehensionExpr { iter_range, iter_var, accu_init, loop_step, .. } = parsed;
        let range = self.expression(iter_range)?;
        self.variables.push(iter_var.clone());
        let read = self.gathered(accu_init.expr, loop_step.expr);
        self.variables.pop();
        let (kind, body) = read?;
        Ok(Expression::Loop(Box::new(Loop { kind, variable: iter_var, range, body })))
    }

    /// What is gathered, by what it begins with and what each step makes of it.
    fn gathered(&mut self, begin: Expr, step: Expr) -> Result<(LoopKind, Expression), Mistake> {
        let Expr::Call(CallExpr { func_name, args, .. }) = step else { return Err(unreadable()) };
        let mut operands = args.into_iter();
        let (first, second) =
            (operands.next().ok_or_else(unreadable)?, operands.next().ok_or_else(unreadable)?);
        match (begin, func_name.as_str()) {
            // gathered && body
            (Expr::Literal(LiteralValue::Boolean(_)), "_&&_") => {
                Ok((LoopKind::All, self.expression(second)?))
            }
            // gathered || body
            (Expr::Literal(LiteralValue::Boolean(_)), "_||_") => {
                Ok((LoopKind::Exists, self.expression(second)?))
            }
            // body ? gathered + 1 : gathered
            (Expr::Literal(LiteralValue::Int(_)), "_?_:_") => {
                Ok((LoopKind::ExistsOne, self.expression(first)?))
            }
            // gathered + [body]
            (Expr::List(_), "_+_") => Ok((LoopKind::Collect(None), self.only_item(second.expr)?)),
            // condition ? gathered + [body] : gathered
            (Expr::List(_), "_?_:_") => {
                let condition = self.expression(first)?;
                let Expr::Call(CallExpr { args, .. }) = second.expr else { return Err(unreadable()) };
                let added = args.into_iter().nth(1).ok_or_else(unreadable)?;
                Ok((LoopKind::Collect(Some(condition)), self.only_item(added.expr)?))
            }
            (_, _) => Err(unreadable()),
        }
    }

    fn only_item(&mut self, list: Expr) -> Result<Expression, Mistake> {
        let Expr::List(list) = list else { return Err(unreadable()) };
        let item = list.elements.into_iter().next();
        self.expression(item.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = Expression::read(text).map(|_| ()).map_err(|mistake| mistake.to_string());
        assert_eq!(found, Err(expected.to_owned()), "{text}");
    }

    #[test]
    fn mistakes_are_told_by_where_they_are() {
        check("", "there is no expression");
        check("self.a >", "column 9: expected expression, found the end");
        check("self.a\n  && && self.b", "line 2, column 6: unexpected token");
        check("sizes(self.a) > 1", "column 1: there is no function \"sizes\"; did you mean \"size\"?");
        check("self.a.size(1) > 1", "column 8: \"size\" takes 0 arguments here, not 1");
        check("'a'.int() > 1", "column 5: \"int\" is called as int(...)");
        check("contains('a', 'b')", "column 1: \"contains\" is called as value.contains(...)");
        check("self.a.all(x)", "column 8: \"all\" is called with other arguments");
        check("self.a.matches('(')", "column 8: no regular expression: \"(\" is not closed (character 1)");
        check("self.a == 1u", "column 11: there are no unsigned integers; write 1");
        check("self.a == b'x'", "there are no bytes; write a string, without a b before it");
        check("Thing{a: 1}.a == 1", "column 1: there are no messages, and so no \"Thing\"");
        check("has(self)", "column 5: invalid argument to has() macro");
        check(&"(".repeat(60), "column 50: expected ')'");
        check(&format!("1{}", " + 1".repeat(200)), "the expression is nested deeper than 150 levels");
        check(&" ".repeat(9000), "there is no expression");
        check(&"a ".repeat(9000), "the expression is longer than 8000 bytes");
        check(
            &format!("{}true", "true ? true : ".repeat(101)),
            "the expression has more than 100 conditions",
        );
    }

    #[test]
    fn no_nesting_is_too_deep_to_be_refused() {
        for (open, close) in
            [("(", ")"), ("[", "]"), ("{1: ", "}"), ("size(", ")"), ("a.b(", ")"), ("!-", "")]
        {
            for count in [10, 40, 100, 1000] {
                let _ = Expression::read(&format!("{}1{}", open.repeat(count), close.repeat(count)));
                let _ = Expression::read(&open.repeat(count));
            }
        }
        for part in
            [".a", "[0]", " + 1", " && a", " ? 1 : 1", ".map(x, x)", ".all(x, x.all(y, y", " in a", "-"]
        {
            for count in [10, 100, 1000] {
                let _ = Expression::read(&format!("a{}", part.repeat(count)));
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_is_too_strange(text in "(self|input|[a-c]|[0-9]{1,3}|[.]|[(]|[)]|\\[|\\]|[{]|[}]|[?]|:|,|\"|'|\\\\|[-+*/%!<>=&| ]|all|map|has|in|\\PC){0,60}") {
            let _ = Expression::read(&text);
        }

        #[test]
        fn no_bytes_are_too_strange(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
            let _ = Expression::read(&String::from_utf8_lossy(&bytes));
        }
    }
}
