//! What is written: the values of each place in the few shapes that dialects know.
//! Cells refer to each other, so a lowered schema may lead into itself as its source does.

use super::conjunction::Place;
use crate::core::schema::JsonType;
use indexmap::IndexMap;
use serde_json::Value;

/// The position of a cell among its like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct CellId(pub(super) usize);

/// The values of one place.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) place: Place,
    /// What its definition is called; none for one that nothing refers to by name.
    pub(super) name: Option<String>,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    /// What is not sent, in words.
    pub(super) told: Vec<String>,
    /// Whether null is one of the values, beside the body.
    pub(super) nullable: bool,
    pub(super) body: Body,
}

/// A use of a cell.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) cell: CellId,
    /// What is said where it is used.
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    /// Whether null is allowed there, too.
    pub(super) adds_null: bool,
}

/// What values there are.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// None.
    Never,
    /// All.
    Any,
    /// Null alone.
    Null,
    /// `true` and `false`.
    Boolean,
    /// These, and null is not among them.
    Constants(Vec<Value>),
    /// Strings, integers or numbers, with what is sent of their constraints.
    Scalar(JsonType, Vec<(&'static str, Value)>),
    /// Arrays.
    Array(ArrayBody),
    /// Objects.
    Object(ObjectBody),
    /// Objects, each said as an array of its keys and values.
    Pairs(PairsBody),
    /// What any of these is.
    Union(Vec<CellId>),
}

#[derive(Clone, Debug, Default)]
pub(super) struct ArrayBody {
    pub(super) prefix: Vec<Edge>,
    /// The items after those; none where nothing is said of them.
    pub(super) items: Option<Edge>,
    pub(super) keywords: Vec<(&'static str, Value)>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct ObjectBody {
    pub(super) members: IndexMap<String, MemberBody>,
    pub(super) others: OthersBody,
}

#[derive(Clone, Debug)]
pub(super) struct MemberBody {
    pub(super) edge: Edge,
    /// Whether the author wants it to be there.
    pub(super) is_required: bool,
    /// What a null there stands for.
    pub(super) null: Null,
}

/// What a null in a field stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Null {
    /// Itself.
    Itself,
    /// A field that is not there.
    Nothing,
    /// The same, unless the author's schema accepts the object with the null: it depends on a condition.
    NothingUnlessItFits,
}

/// What members an object may have beside those.
#[derive(Clone, Debug, Default)]
pub(super) enum OthersBody {
    /// It is not said.
    #[default]
    Unsaid,
    /// None.
    Forbidden,
    /// Any, and that is said.
    Any,
    /// Such.
    Of(Edge),
}

#[derive(Clone, Debug)]
pub(super) struct PairsBody {
    pub(super) value: Edge,
    pub(super) keywords: Vec<(&'static str, Value)>,
}

/// The keys of an item that stands for a member.
pub(super) const PAIR: [&str; 2] = ["key", "value"];

impl Body {
    /// The cells it uses, each with whether it may be left out.
    pub(super) fn uses(&self) -> Vec<(CellId, bool)> {
        match self {
            Self::Never
            | Self::Any
            | Self::Null
            | Self::Boolean
            | Self::Constants(_)
            | Self::Scalar(_, _) => Vec::new(),
            Self::Array(array) => {
                array.prefix.iter().chain(&array.items).map(|edge| (edge.cell, false)).collect()
            }
            Self::Object(object) => {
                let members = object.members.values().map(|member| (member.edge.cell, !member.is_required));
                let others = match &object.others {
                    OthersBody::Of(edge) => Some((edge.cell, false)),
                    OthersBody::Unsaid | OthersBody::Forbidden | OthersBody::Any => None,
                };
                members.chain(others).collect()
            }
            Self::Pairs(pairs) => vec![(pairs.value.cell, false)],
            Self::Union(cells) => cells.iter().map(|cell| (*cell, false)).collect(),
        }
    }
}
