//! Where everything of a document is: its resources by URI, its anchors, and the resource and draft
//! of each place. A place is a JSON pointer into the document.

use super::uri;
pub(super) use crate::core::pointer::below;
use crate::core::pointer::{Pointer, unescaped};
use crate::core::schema::draft::Draft;
use crate::core::schema::keywords::{Holds, keyword};
use serde_json::Value;
use std::collections::HashMap;

/// The places of one document.
pub(super) struct Index<'d> {
    pub(super) document: &'d Value,
    /// The resources, the whole document first.
    pub(super) resources: Vec<Resource>,
    /// The resource of each place at which a schema stands.
    places: HashMap<String, usize>,
    by_uri: HashMap<String, usize>,
    anchors: HashMap<(usize, String), String>,
}

/// A part of the document with a URI of its own.
pub(super) struct Resource {
    uri: String,
    /// Where it begins.
    pub(super) place: String,
    pub(super) draft: Draft,
    /// The places that dynamic anchors mark; `$recursiveAnchor` marks one without a name.
    pub(super) dynamic_anchors: Vec<(String, String)>,
}

/// Where a reference leads.
pub(super) struct Target {
    pub(super) place: String,
    /// The dynamic anchor by which the place was named.
    pub(super) dynamic_anchor: Option<String>,
}

impl<'d> Index<'d> {
    pub(super) fn new(document: &'d Value) -> Self {
        let draft = document.get("$schema").and_then(Value::as_str).and_then(Draft::from_uri);
        let whole = Resource {
            uri: String::new(),
            place: String::new(),
            draft: draft.unwrap_or(Draft::Draft2020),
            dynamic_anchors: Vec::new(),
        };
        let mut index = Self {
            document,
            resources: vec![whole],
            places: HashMap::new(),
            by_uri: HashMap::from([(String::new(), 0)]),
            anchors: HashMap::new(),
        };
        let mut left = vec![(String::new(), document, 0)];
        while let Some((place, schema, resource)) = left.pop() {
            let resource = index.identify(&place, schema, resource);
            index.places.insert(place.clone(), resource);
            let draft = index.draft(resource);
            for (name, value) in schema.as_object().into_iter().flatten() {
                let Some(keyword) = keyword(name).filter(|keyword| keyword.since <= draft) else { continue };
                let place = below(&place, name);
                match (keyword.holds, value) {
                    (Holds::NoSchema, _) => {}
                    (Holds::Array | Holds::SchemaOrArray, Value::Array(schemas)) => {
                        let schemas = schemas.iter().enumerate();
                        left.extend(
                            schemas.map(|(at, schema)| (below(&place, &at.to_string()), schema, resource)),
                        );
                    }
                    (Holds::Named, Value::Object(schemas)) => {
                        left.extend(
                            schemas.iter().map(|(name, schema)| (below(&place, name), schema, resource)),
                        );
                    }
                    (Holds::Schema | Holds::Array | Holds::SchemaOrArray | Holds::Named, _) => {
                        left.push((place, value, resource));
                    }
                }
            }
        }
        index
    }

    /// Notes what the schema at a place is called, and gives its resource.
    fn identify(&mut self, place: &str, schema: &Value, outer: usize) -> usize {
        let text = |name: &str| schema.get(name).and_then(Value::as_str);
        let mut draft = self.draft(outer);
        if let Some(own) = text("$schema").and_then(Draft::from_uri) {
            draft = own;
        }
        let mut resource = outer;
        let stands_alone = draft.reference_stands_alone() && schema.get("$ref").is_some();
        if let Some(id) = text(draft.id_keyword()).filter(|_| !stands_alone) {
            let base = self.resources.get(outer).map_or("", |resource| &resource.uri);
            let uri = uri::resolve(base, id);
            let (uri, anchor) = uri::split_fragment(&uri);
            if !id.starts_with('#') {
                resource = self.resource(place, uri, draft);
            }
            if draft <= Draft::Draft07 && !anchor.is_empty() {
                self.anchors.insert((resource, anchor.to_owned()), place.to_owned());
            }
        }
        if draft >= Draft::Draft2019
            && let Some(anchor) = text("$anchor")
        {
            self.anchors.insert((resource, anchor.to_owned()), place.to_owned());
        }
        let dynamic_anchor = match draft {
            Draft::Draft2020 => text("$dynamicAnchor"),
            Draft::Draft2019 => {
                schema.get("$recursiveAnchor").filter(|on| **on == Value::Bool(true)).map(|_| "")
            }
            Draft::Draft04 | Draft::Draft06 | Draft::Draft07 => None,
        };
        if let Some(anchor) = dynamic_anchor {
            if !anchor.is_empty() {
                self.anchors.insert((resource, anchor.to_owned()), place.to_owned());
            }
            if let Some(resource) = self.resources.get_mut(resource) {
                resource.dynamic_anchors.push((anchor.to_owned(), place.to_owned()));
            }
        }
        resource
    }

    fn resource(&mut self, place: &str, uri: &str, draft: Draft) -> usize {
        let position = if place.is_empty() { 0 } else { self.resources.len() };
        let resource =
            Resource { uri: uri.to_owned(), place: place.to_owned(), draft, dynamic_anchors: Vec::new() };
        match self.resources.get_mut(position) {
            Some(whole) => *whole = resource,
            None => self.resources.push(resource),
        }
        self.by_uri.insert(uri.to_owned(), position);
        position
    }

    fn draft(&self, resource: usize) -> Draft {
        self.resources.get(resource).map_or(Draft::Draft2020, |resource| resource.draft)
    }

    /// The resource a place belongs to, and its draft.
    pub(super) fn resource_of(&self, place: &str) -> (usize, Draft) {
        let mut around = place;
        let resource = loop {
            match (self.places.get(around), around.rfind('/')) {
                (Some(resource), _) => break *resource,
                (None, Some(end)) => around = around.get(..end).unwrap_or_default(),
                (None, None) => break 0,
            }
        };
        (resource, self.draft(resource))
    }

    /// Where a reference at a place leads; nowhere in this document, perhaps.
    pub(super) fn target(&self, place: &str, reference: &str) -> Option<Target> {
        let (resource, _) = self.resource_of(place);
        let base = self.resources.get(resource).map_or("", |resource| &resource.uri);
        let uri = uri::resolve(base, reference);
        let (uri, fragment) = uri::split_fragment(&uri);
        let position = *self.by_uri.get(uri)?;
        let resource = self.resources.get(position)?;
        let fragment = uri::decoded(fragment);
        if fragment.is_empty() || fragment.starts_with('/') {
            let place = format!("{}{fragment}", resource.place);
            self.document.pointer(&place)?;
            return Some(Target { place, dynamic_anchor: None });
        }
        let place = self.anchors.get(&(position, fragment.clone()))?.clone();
        let is_dynamic = resource.dynamic_anchors.iter().any(|(anchor, _)| *anchor == fragment);
        Some(Target { place, dynamic_anchor: is_dynamic.then_some(fragment) })
    }

    /// Where the resource of a place begins, and whether it may be meant by `$recursiveRef` from elsewhere.
    pub(super) fn recursive_target(&self, place: &str) -> (String, bool) {
        let (resource, _) = self.resource_of(place);
        let Some(resource) = self.resources.get(resource) else { return (String::new(), false) };
        let is_anchor = |(anchor, place): &(String, String)| anchor.is_empty() && *place == resource.place;
        (resource.place.clone(), resource.dynamic_anchors.iter().any(is_anchor))
    }

    /// A place as people read it: `properties.age.minimum`.
    pub(super) fn dotted(&self, place: &str) -> String {
        Pointer::of_json_pointer(place, self.document).to_string()
    }
}

/// The last part of a place.
pub(super) fn last(place: &str) -> String {
    unescaped(place.rsplit('/').next().unwrap_or_default())
}
