//! The drafts of JSON Schema, and which keywords each of them knows.

/// A draft, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Draft {
    Draft04,
    Draft06,
    Draft07,
    Draft2019,
    Draft2020,
}

impl Draft {
    /// The draft that a `$schema` names.
    pub(super) fn from_uri(uri: &str) -> Option<Self> {
        let uri = uri.trim_end_matches('#');
        let uri = uri.strip_prefix("https://").or(uri.strip_prefix("http://")).unwrap_or(uri);
        match uri {
            "json-schema.org/draft-04/schema" => Some(Self::Draft04),
            "json-schema.org/draft-06/schema" => Some(Self::Draft06),
            "json-schema.org/draft-07/schema" => Some(Self::Draft07),
            "json-schema.org/draft/2019-09/schema" => Some(Self::Draft2019),
            "json-schema.org/draft/2020-12/schema" | "json-schema.org/schema" => Some(Self::Draft2020),
            _ => None,
        }
    }

    /// Its name, as people know it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Draft04 => "draft-04",
            Self::Draft06 => "draft-06",
            Self::Draft07 => "draft-07",
            Self::Draft2019 => "2019-09",
            Self::Draft2020 => "2020-12",
        }
    }

    /// The keyword that gives a part of the schema a URI.
    pub(super) fn id_keyword(self) -> &'static str {
        if self == Self::Draft04 { "id" } else { "$id" }
    }

    /// Whether a `$ref` puts every keyword beside it out of force.
    pub(super) fn reference_stands_alone(self) -> bool {
        self <= Self::Draft07
    }
}
