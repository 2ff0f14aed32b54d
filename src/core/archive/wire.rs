//! Requests and replies as JSON, for the way to the worker and back. Both ends are built together, so that there is no
//! other version to understand.

use super::compared::{Compared, Fact};
use super::export::ExportFormat;
use super::filter::Filter;
use super::message::{Reply, Request};
use super::outcome::RunOutcome;
use super::shelf::{Choices, Shelf, ShelfRow};
use super::statistics::{Bar, Statistics, Table};
use crate::core::judge::Response;
use crate::core::members::Members;
use serde_json::{Value, json};

impl Request {
    /// The request as JSON.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Keep { text } => json!({"keep": text}),
            Self::Look { filter, from, count, is_whole } => {
                json!({"look": write_filter(filter), "from": from, "count": count, "whole": is_whole})
            }
            Self::Pin { id, is_pinned } => json!({"pin": id, "pinned": is_pinned}),
            Self::Delete { id } => json!({"delete": id}),
            Self::Clear { with_pinned } => json!({"clear": with_pinned}),
            Self::Restore => json!({"restore": true}),
            Self::Open { id } => json!({"open": id}),
            Self::Compare { one, other } => json!({"compare": one, "with": other}),
            Self::Export { filter, format } => {
                json!({"export": write_filter(filter), "format": format.name()})
            }
        }
    }

    /// The request in the JSON; none if there is no such request in it.
    pub fn from_json(json: &Value) -> Option<Self> {
        let (name, value) = json.as_object()?.iter().next()?;
        let text = |value: Option<&Value>| value?.as_str().map(str::to_owned);
        let number = |name: &str| json.get(name)?.as_u64()?.try_into().ok();
        Some(match name.as_str() {
            "keep" => Self::Keep { text: text(Some(value))? },
            "look" => Self::Look {
                filter: read_filter(value)?,
                from: number("from")?,
                count: number("count")?,
                is_whole: json.get("whole")?.as_bool()?,
            },
            "pin" => Self::Pin { id: text(Some(value))?, is_pinned: json.get("pinned")?.as_bool()? },
            "delete" => Self::Delete { id: text(Some(value))? },
            "clear" => Self::Clear { with_pinned: value.as_bool()? },
            "restore" => Self::Restore,
            "open" => Self::Open { id: text(Some(value))? },
            "compare" => Self::Compare { one: text(Some(value))?, other: text(json.get("with"))? },
            "export" => Self::Export {
                filter: read_filter(value)?,
                format: ExportFormat::from_name(json.get("format")?.as_str()?)?,
            },
            _ => return None,
        })
    }
}

impl Reply {
    /// The reply as JSON.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Done { count } => json!({"done": count}),
            Self::Shelf(shelf) => {
                json!({"shelf": Members::write(|members| describe_shelf(&mut shelf.clone(), members))})
            }
            Self::Run(text) => json!({"run": text}),
            Self::Compared(Compared { facts, answers }) => {
                let facts = facts.iter().map(|Fact { name, one, other }| json!([name, one, other]));
                json!({"facts": facts.collect::<Value>(), "answers": Response::Compared(answers.clone()).to_json()})
            }
            Self::File { count } => json!({"file": count}),
            Self::Refused(reason) => json!({"refused": reason}),
        }
    }

    /// The reply in the JSON; none if there is no such reply in it.
    pub fn from_json(json: &Value) -> Option<Self> {
        let (name, value) = json.as_object()?.iter().next()?;
        let count = || value.as_u64()?.try_into().ok();
        Some(match name.as_str() {
            "done" => Self::Done { count: count()? },
            "shelf" => {
                let mut shelf = Shelf::default();
                Members::read(value, |members| describe_shelf(&mut shelf, members)).ok()?;
                Self::Shelf(shelf)
            }
            "run" => Self::Run(value.as_str()?.to_owned()),
            "facts" => Self::Compared(Compared {
                facts: value.as_array()?.iter().map(read_fact).collect::<Option<_>>()?,
                answers: Response::from_json(json.get("answers")?)?.into_comparison().ok()?,
            }),
            "file" => Self::File { count: count()? },
            "refused" => Self::Refused(value.as_str()?.to_owned()),
            _ => return None,
        })
    }
}

fn read_fact(json: &Value) -> Option<Fact> {
    let text = |place: usize| json.get(place)?.as_str().map(str::to_owned);
    Some(Fact { name: text(0)?, one: text(1)?, other: text(2)? })
}

fn write_filter(filter: &Filter) -> Value {
    json!([
        filter.words,
        filter.schema,
        filter.model,
        filter.outcome.map(RunOutcome::name),
        filter.is_pinned,
        filter.counts_simulated,
    ])
}

fn read_filter(json: &Value) -> Option<Filter> {
    let text = |place: usize| json.get(place)?.as_str().map(str::to_owned);
    let flag = |place: usize| json.get(place)?.as_bool();
    Some(Filter {
        words: text(0)?,
        schema: text(1)?,
        model: text(2)?,
        outcome: json.get(3)?.as_str().and_then(RunOutcome::from_name),
        is_pinned: flag(4)?,
        counts_simulated: flag(5)?,
    })
}

fn describe_shelf(shelf: &mut Shelf, members: &mut Members<'_>) {
    members
        .text("remark", &mut shelf.remark)
        .text("count", &mut shelf.count)
        .size("kept", &mut shelf.kept)
        .size("found", &mut shelf.found)
        .size("from", &mut shelf.from)
        .list("rows", &mut shelf.rows, usize::MAX, ShelfRow::default, |row, members| {
            members
                .text("id", &mut row.id)
                .flag("pinned", &mut row.is_pinned)
                .choice("outcome", &mut row.outcome, &RunOutcome::ALL, |outcome| outcome.name())
                .text("began", &mut row.began)
                .text("schema", &mut row.schema)
                .text("model", &mut row.model)
                .text("prompt", &mut row.prompt)
                .text("figures", &mut row.figures);
        })
        .optional("choices", &mut shelf.choices, Choices::default, |choices, members| {
            members.texts("schemas", &mut choices.schemas).texts("models", &mut choices.models);
        })
        .optional("statistics", &mut shelf.statistics, Statistics::default, |statistics, members| {
            members.text("counted", &mut statistics.counted).list(
                "tables",
                &mut statistics.tables,
                usize::MAX,
                Table::default,
                describe_table,
            );
        });
}

fn describe_table(table: &mut Table, members: &mut Members<'_>) {
    members.text("name", &mut table.name).texts("columns", &mut table.columns).list(
        "bars",
        &mut table.bars,
        usize::MAX,
        Bar::default,
        |bar, members| {
            members
                .text("name", &mut bar.name)
                .as_value(
                    "shares",
                    &mut bar.shares,
                    |shares| shares.clone().into(),
                    |json| json.as_array()?.iter().map(Value::as_u64).collect(),
                )
                .texts("cells", &mut bar.cells);
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::judge::Comparison;

    fn filter() -> Filter {
        Filter {
            words: "größe \u{1F600}".into(),
            schema: "Invoice".into(),
            model: String::new(),
            outcome: Some(RunOutcome::Circles),
            is_pinned: true,
            counts_simulated: false,
        }
    }

    #[test]
    fn requests_come_out_as_they_went_in() {
        let id = || "1".to_owned();
        for request in [
            Request::Keep { text: "{}".into() },
            Request::Look { filter: filter(), from: 0, count: 80, is_whole: true },
            Request::Look { filter: Filter::default(), from: 7, count: 0, is_whole: false },
            Request::Pin { id: id(), is_pinned: true },
            Request::Delete { id: id() },
            Request::Clear { with_pinned: false },
            Request::Restore,
            Request::Open { id: id() },
            Request::Compare { one: id(), other: String::new() },
            Request::Export { filter: filter(), format: ExportFormat::Csv },
            Request::Export { filter: filter(), format: ExportFormat::JsonLines },
        ] {
            assert_eq!(Request::from_json(&request.to_json()), Some(request));
        }
        for text in ["null", "{}", r#"{"ask": "judge"}"#, r#"{"look": []}"#, r#"{"pin": "1"}"#] {
            assert_eq!(Request::from_json(&serde_json::from_str(text).unwrap()), None, "{text}");
        }
    }

    #[test]
    fn replies_come_out_as_they_went_in() {
        let rows = RunOutcome::ALL.map(|outcome| ShelfRow {
            id: "1".into(),
            is_pinned: outcome == RunOutcome::Valid,
            outcome,
            began: "2026-11-30 22:41".into(),
            schema: "Invoice".into(),
            model: "qwen3".into(),
            prompt: "Read \u{1F600}".into(),
            figures: "1 attempt".into(),
        });
        let bar = Bar { name: "Invoice".into(), shares: vec![0, 100], cells: vec!["1 of 2".into()] };
        let table = Table { name: "By schema".into(), columns: vec!["Schema".into()], bars: vec![bar] };
        let shelf = Shelf {
            remark: "Kept.".into(),
            count: "6 runs".into(),
            kept: 6,
            found: 6,
            from: 2,
            rows: rows.into(),
            choices: Some(Choices { schemas: vec!["Invoice".into()], models: Vec::new() }),
            statistics: Some(Statistics { counted: "6 runs.".into(), tables: vec![table] }),
        };
        let fact = Fact { name: "Model".into(), one: "a".into(), other: String::new() };
        for reply in [
            Reply::Done { count: 7 },
            Reply::Shelf(Shelf::default()),
            Reply::Shelf(shelf),
            Reply::Run("{}".into()),
            Reply::Compared(Compared { facts: vec![fact], answers: Comparison::default() }),
            Reply::File { count: 0 },
            Reply::Refused("It is not kept any more.".into()),
        ] {
            assert_eq!(Reply::from_json(&reply.to_json()), Some(reply));
        }
        for text in ["null", "{}", r#"{"done": -1}"#, r#"{"shelf": 1}"#, r#"{"facts": [[]]}"#] {
            assert_eq!(Reply::from_json(&serde_json::from_str(text).unwrap()), None, "{text}");
        }
    }
}
