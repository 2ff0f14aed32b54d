//! What is measured: schemas, each with a value that is valid and one that is not.

use serde_json::{Value, json};
use structured_output_validator::core::schema::BuiltIn;

/// One in so many values is spoiled where a value is to be invalid.
const SPOILED_ONE_IN: usize = 20;

/// A schema and what is judged by it.
pub struct Sample {
    pub name: &'static str,
    pub schema: Value,
    pub valid: Value,
    pub invalid: Value,
}

/// The built-in schemas, and three large ones.
pub fn samples() -> Vec<Sample> {
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let answers = read(include_str!("answers.json"));
    let built_in = BuiltIn::ALL.map(|built_in| {
        // Rules across fields are not known to the other validator.
        let schema = without_rules(built_in.schema().unwrap().to_json_schema());
        sample(built_in.id(), schema, answers[built_in.id()].clone())
    });
    let large = [
        sample("orders", read(include_str!("orders.json")), orders()),
        sample("deployments", read(include_str!("deployments.json")), deployments()),
        sample("map", read(include_str!("map.json")), map()),
    ];
    built_in.into_iter().chain(large).collect()
}

fn without_rules(schema: Value) -> Value {
    match schema {
        Value::Object(members) => {
            let members = members.into_iter().filter(|(name, _)| name != "x-rules");
            members.map(|(name, member)| (name, without_rules(member))).collect()
        }
        Value::Array(items) => items.into_iter().map(without_rules).collect(),
        scalar => scalar,
    }
}

fn sample(name: &'static str, schema: Value, valid: Value) -> Sample {
    let mut invalid = valid.clone();
    // Small values have one in them, too.
    spoil(&mut invalid, &mut 3);
    Sample { name, schema, valid, invalid }
}

/// Puts another value in the place of one in so many.
fn spoil(value: &mut Value, left: &mut usize) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| spoil(item, left)),
        Value::Object(members) => members.values_mut().for_each(|member| spoil(member, left)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            *left -= 1;
            if *left == 0 {
                *left = SPOILED_ONE_IN;
                *value = match value {
                    Value::Number(_) => json!(-1e9),
                    Value::String(_) => json!(12),
                    _ => json!("?"),
                };
            }
        }
    }
}

fn orders() -> Value {
    let line = |order: usize, line: usize| {
        json!({
            "sku": format!("SKU-{order:03}-{line:03}"),
            "description": "Birch plywood, 18 mm, sanded on both sides",
            "quantity": line % 9 + 1,
            "unit_price": 12.5 + line as f64,
            "tax_percent": 22,
            "tags": ["wood", "indoor"],
            "discount": if line.is_multiple_of(3) { json!({"percent": 5.5, "reason": "volume"}) } else { json!(null) },
        })
    };
    let order = |order: usize| {
        json!({
            "id": format!("EE-{order}"),
            "status": if order.is_multiple_of(3) { "open" } else { "shipped" },
            "customer": {
                "name": "Baltic Timber AS",
                "email": "orders@timber.example",
                "address": {"street": "Kai 4", "city": "Tallinn", "country": "EE", "postal_code": "10111"},
            },
            "currency": "EUR",
            "lines": (0..10).map(|position| line(order, position)).collect::<Vec<_>>(),
            "payment": if order.is_multiple_of(2) {
                json!({"method": "card", "last_digits": "4242"})
            } else {
                json!({"method": "transfer", "account": "EE382200221020145685"})
            },
            "total": 1439.6,
            "note": null,
        })
    };
    json!({
        "batch": "B-204100",
        "created": "2025-03-14T09:26:53Z",
        "orders": (0..50).map(order).collect::<Vec<_>>(),
    })
}

fn deployments() -> Value {
    let labels = json!({"app": "shop", "app.kubernetes.io/part-of": "store", "tier": "backend"});
    let container = |name: String| {
        json!({
            "name": name,
            "image": "registry.example/shop:1.4.2",
            "command": ["serve", "--port", "8080"],
            "env": [
                {"name": "LOG_LEVEL", "value": "info"},
                {"name": "DATABASE_URL", "valueFrom": {"name": "database", "key": "url"}},
                {"name": "CACHE_SIZE", "value": "256"},
            ],
            "ports": [{"name": "http", "port": 8080, "protocol": "TCP"}],
            "resources": {"limits": {"cpu": 2, "memory": "512Mi"}, "requests": {"cpu": "250m", "memory": "256Mi"}},
            "livenessProbe": {"httpGet": {"path": "/live", "port": 8080}, "periodSeconds": 10},
            "readinessProbe": {"exec": {"command": ["check"]}, "timeoutSeconds": 2},
            "volumeMounts": [{"name": "scratch", "mountPath": "/tmp"}, {"name": "keys", "mountPath": "/keys"}],
        })
    };
    let manifest = |position: usize| {
        let metadata = json!({
            "name": format!("shop-{position}"),
            "namespace": "store",
            "labels": labels,
            "annotations": {"owner": "team-shop", "docs": "https://docs.example/shop"},
        });
        if position % 4 == 3 {
            return json!({
                "apiVersion": "v1",
                "kind": "Service",
                "metadata": metadata,
                "spec": {"type": "ClusterIP", "selector": labels, "ports": [{"port": 80, "protocol": "TCP"}]},
            });
        }
        json!({
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": metadata,
            "spec": {
                "replicas": 3,
                "selector": {"matchLabels": labels},
                "strategy": {"type": "RollingUpdate", "maxSurge": "25%"},
                "template": {
                    "metadata": {"labels": labels},
                    "spec": {
                        "containers": (0..3).map(|at| container(format!("part-{at}"))).collect::<Vec<_>>(),
                        "volumes": [
                            {"type": "empty", "name": "scratch"},
                            {"type": "secret", "name": "keys", "secret": "shop-keys"},
                            {"type": "claim", "name": "data", "claim": "shop-data", "readOnly": true},
                        ],
                        "restartPolicy": "Always",
                    },
                },
            },
        })
    };
    (0..24).map(manifest).collect()
}

fn map() -> Value {
    let position = |at: usize| json!([at as f64 / 7.0 - 20.0, at as f64 / 11.0 - 30.0]);
    let positions = |count: usize| (0..count).map(position).collect::<Vec<_>>();
    let geometry = |at: usize| match at % 3 {
        0 => json!({"type": "Point", "coordinates": position(at)}),
        1 => json!({"type": "LineString", "coordinates": positions(12)}),
        _ => json!({"type": "Polygon", "coordinates": [positions(20), positions(5)]}),
    };
    let feature = |at: usize| {
        let geometry = if at % 10 == 9 {
            json!({"type": "GeometryCollection", "geometries": [geometry(at), geometry(at + 1)]})
        } else {
            geometry(at)
        };
        json!({
            "type": "Feature",
            "id": at,
            "properties": {"name": "Harbour", "depth": 7.5, "lit": true},
            "geometry": geometry,
        })
    };
    json!({"type": "FeatureCollection", "features": (0..100).map(feature).collect::<Vec<_>>()})
}
