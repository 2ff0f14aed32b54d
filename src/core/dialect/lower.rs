//! Lowers a schema: place by place, each becomes a cell of what can be sent, and what cannot is noted.

use super::as_written;
use super::cell::{Body, Cell, CellId, Edge, Null, OthersBody};
use super::conjunction::{Conjunction, Member, Place};
use super::error::LowerError;
use super::graph::{circle, mixed, prune, settle};
use super::kept::{Fate, Kept};
use super::keyword::Keyword;
use super::lowered::{AnswerForm, Lowered, Narrowed, Narrowing, Wrapper};
use super::places::Places;
use super::restore::Reading;
use super::table::{Dialect, Only, Style, Table, Treatment};
use super::write::Writer;
use crate::core::schema::{Assertion, JsonType, NodeId, Schema, TypeSet};
use crate::core::validate::{Formats, Validator};
use indexmap::IndexMap;
use serde_json::Value;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

/// How many places are told apart; each form of each union with each form of another one is one.
const MOST_CELLS: usize = 20_000;

/// The field that holds an answer that is no object.
const FIELD: &str = "answer";

/// Lowers a schema to a dialect.
///
/// # Errors
/// A [`LowerError`] where the dialect cannot say the schema at all; then another mode is needed.
pub fn lower(schema: &Schema, dialect: Dialect) -> Result<Lowered, LowerError> {
    let table = dialect.table();
    if is_ambiguous(schema) && table.style == Style::Merged {
        return Err(LowerError::DynamicReference);
    }
    let source = schema.to_json_schema();
    let places = Places::new(schema, &source);
    match table.style {
        Style::AsWritten => Ok(as_written::lower(schema, dialect, source, &places)),
        Style::Merged => Builder::new(schema, table, places).lower(dialect),
    }
}

pub(super) struct Builder<'s> {
    pub(super) schema: &'s Schema,
    pub(super) table: &'static Table,
    /// Judges by the nodes of the author's schema.
    validator: Validator,
    places: Places,
    cells: Vec<Cell>,
    known: HashMap<Place, CellId>,
    /// The cells whose bodies are still to be made.
    left: VecDeque<CellId>,
    fates: IndexMap<(NodeId, Keyword), (Fate, &'static str)>,
    narrowed: Vec<(NodeId, Narrowing)>,
    pub(super) stand_ins: Vec<NodeId>,
    error: Option<LowerError>,
}

impl<'s> Builder<'s> {
    fn new(schema: &'s Schema, table: &'static Table, places: Places) -> Self {
        Self {
            schema,
            table,
            validator: Validator::with_formats(schema, Formats::Annotate),
            places,
            cells: Vec::new(),
            known: HashMap::new(),
            left: VecDeque::new(),
            fates: IndexMap::new(),
            narrowed: Vec::new(),
            stand_ins: Vec::new(),
            error: None,
        }
    }

    fn lower(mut self, dialect: Dialect) -> Result<Lowered, LowerError> {
        let root = self.use_of(Place::of([self.schema.root()]));
        while let Some(id) = self.left.pop_front() {
            self.fill(id);
            if let Some(error) = self.error.take() {
                return Err(error);
            }
        }
        let mut cells = std::mem::take(&mut self.cells);
        settle(&mut cells);
        if cells.get(root.cell.0).is_some_and(|cell| matches!(cell.body, Body::Never)) {
            return Err(LowerError::NothingFits);
        }
        self.note_impossible(&mut cells);
        prune(&mut cells);
        if let Some(cell) = mixed(&cells) {
            return Err(LowerError::FreeObject(self.pointer_of(&cell.place)));
        }
        if let Some(cell) = circle(&cells, root.cell, self.table.references) {
            return Err(LowerError::Recursive(self.pointer_of(&cell.place)));
        }
        let is_object = cells
            .get(root.cell.0)
            .is_some_and(|cell| matches!(cell.body, Body::Object(_)) && !cell.nullable && !root.adds_null);
        let wrapper = (self.table.needs_object && !is_object).then_some(Wrapper { field: FIELD });
        let document = Writer::new(self.table, &cells).document(&root, wrapper)?;
        self.table.limits.check(&document)?;
        let mut narrowed: Vec<_> = std::mem::take(&mut self.narrowed);
        narrowed.sort_by_key(|(id, _)| self.places.position(*id));
        let mut known = HashSet::new();
        narrowed.retain(|narrowed| known.insert(*narrowed));
        let pointed = |(id, what): (NodeId, Narrowing)| Narrowed { pointer: self.places.pointer(id), what };
        let mut stand_ins = self.stand_ins.clone();
        stand_ins.sort_by_key(|id| self.places.position(*id));
        stand_ins.dedup();
        Ok(Lowered {
            dialect,
            document,
            kept: kept(self.schema, &self.places, &self.fates),
            narrowed: narrowed.into_iter().map(pointed).collect(),
            stand_ins: stand_ins.into_iter().map(|id| self.places.pointer(id)).collect(),
            wrapper,
            form: if wrapper.is_some() { AnswerForm::Rebuilt } else { form_of(&cells, root.cell) },
            reading: Arc::new(Reading::new(self.validator, cells, root.cell)),
        })
    }

    /// Notes where no items or fields are possible, and that cannot be said.
    fn note_impossible(&mut self, cells: &mut [Cell]) {
        let is_end_said = (self.table.treatment)(Keyword::MaxItems) == Treatment::Enforces;
        for position in 0..cells.len() {
            let is_never =
                |edge: &Edge| cells.get(edge.cell.0).is_some_and(|cell| matches!(cell.body, Body::Never));
            let Some(cell) = cells.get(position) else { continue };
            let members = || Conjunction::new(self.schema, &cell.place).members;
            let told = match &cell.body {
                Body::Array(array) if !is_end_said => {
                    let Some(end) = array.prefix.iter().chain(&array.items).position(is_never) else {
                        continue;
                    };
                    let members = members();
                    self.mark_end(&members);
                    format!("at most {end} items")
                }
                Body::Pairs(pairs) if !is_end_said && is_never(&pairs.value) => {
                    let members = members();
                    self.mark_empty(&members);
                    "at most 0 fields".to_owned()
                }
                Body::Object(object) if !matches!(object.others, OthersBody::Forbidden) => {
                    let names = object.members.iter().filter(|(_, member)| is_never(&member.edge));
                    let names: Vec<_> =
                        names.map(|(name, _)| Value::from(name.as_str()).to_string()).collect();
                    if names.is_empty() {
                        continue;
                    }
                    let members = members();
                    self.mark_impossible(&members);
                    format!("without {}", names.join(", "))
                }
                _ => continue,
            };
            cells.get_mut(position).into_iter().for_each(|cell| cell.told.push(told.clone()));
        }
    }

    /// Stops, for the reason that comes first.
    pub(super) fn fail(&mut self, error: LowerError) {
        self.error.get_or_insert(error);
    }

    pub(super) fn pointer_of(&self, place: &Place) -> String {
        let id = place.chosen.last().map(|(_, _, form)| form).or(place.ids.first());
        id.map(|id| self.places.pointer(*id)).unwrap_or_default()
    }

    /// A use of a place. What nodes that only refer to another one say of it stays with the use.
    pub(super) fn use_of(&mut self, mut place: Place) -> Edge {
        let (mut title, mut description) = (None, None);
        if let ([id], []) = (place.ids.as_slice(), place.chosen.as_slice()) {
            let mut target = *id;
            let mut passed = HashSet::new();
            while let Some(next) = self.referred(target).filter(|_| passed.insert(target)) {
                let said = &self.schema.node(target).annotations;
                title = title.or_else(|| said.title.clone());
                description = description.or_else(|| said.description.clone());
                for assertion in &self.schema.node(target).assertions {
                    self.mark(target, Keyword::of(assertion), Fate::Enforced, "");
                }
                target = next;
            }
            place.ids = vec![target];
        }
        Edge { cell: self.cell(place), title, description, adds_null: false }
    }

    /// The node that is meant where a node does nothing but refer to it.
    fn referred(&self, id: NodeId) -> Option<NodeId> {
        let node = self.schema.node(id);
        match node.assertions.as_slice() {
            _ if !node.rules.is_empty() => None,
            [Assertion::Reference(next) | Assertion::DynamicReference { otherwise: next, .. }] => Some(*next),
            [Assertion::AllOf(ids)] => ids.first().copied().filter(|_| ids.len() == 1),
            _ => None,
        }
    }

    /// The cell of a place.
    pub(super) fn cell(&mut self, place: Place) -> CellId {
        let key = place.key();
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let id = self.synthetic(place, Body::Never);
        self.known.insert(key, id);
        self.left.push_back(id);
        id
    }

    /// A cell that is made already.
    pub(super) fn synthetic(&mut self, place: Place, body: Body) -> CellId {
        if self.cells.len() >= MOST_CELLS {
            let (count, most) = (self.cells.len() + 1, MOST_CELLS);
            self.fail(LowerError::TooMany { what: "forms of values", count, most });
        }
        self.cells.push(Cell {
            place,
            name: None,
            title: None,
            description: None,
            told: Vec::new(),
            nullable: false,
            body,
        });
        CellId(self.cells.len() - 1)
    }

    /// What any of some places is.
    pub(super) fn any_of(&mut self, places: Vec<Place>) -> Edge {
        let mut keys = HashSet::new();
        let mut places: Vec<_> = places.into_iter().filter(|place| keys.insert(place.key())).collect();
        if places.len() == 1
            && let Some(only) = places.pop()
        {
            return self.use_of(only);
        }
        let cells = places.into_iter().map(|place| self.use_of(place).cell).collect();
        let cell = self.synthetic(Place::default(), Body::Union(cells));
        Edge { cell, title: None, description: None, adds_null: false }
    }

    /// Whether a value satisfies all that is said of a place.
    pub(super) fn accepts(&self, place: &Place, value: &Value) -> bool {
        self.validator.accepts_all(place, value)
    }

    /// What becomes of a keyword.
    pub(super) fn treat(&mut self, id: NodeId, keyword: Keyword, holds: impl Fn(Only) -> bool) -> Fate {
        let (fate, why) = match (self.table.treatment)(keyword) {
            Treatment::Enforces => (Fate::Enforced, ""),
            Treatment::Ignores => (Fate::Ignored, ""),
            Treatment::Refuses => (Fate::Dropped, ""),
            Treatment::Where(only, _) if holds(only) => (Fate::Enforced, ""),
            Treatment::Where(only, fate) => (fate, only.why_not()),
        };
        self.mark(id, keyword, fate, why);
        fate
    }

    /// Notes the fate of a keyword; of several uses the worst one counts.
    pub(super) fn mark(&mut self, id: NodeId, keyword: Keyword, fate: Fate, why: &'static str) {
        let known = self.fates.entry((id, keyword)).or_insert((fate, why));
        if known.0 < fate || (known.0 == fate && known.1.is_empty()) {
            *known = (fate, why);
        }
    }

    /// Notes that a number is larger than the server takes.
    pub(super) fn too_many(&mut self, id: NodeId, keyword: Keyword) -> Fate {
        self.mark(id, keyword, Fate::Dropped, "too large a number");
        Fate::Dropped
    }

    /// The same for a keyword that is never sent, but told.
    pub(super) fn mark_untold(&mut self, id: NodeId, keyword: Keyword) {
        let (fate, why) = match (self.table.treatment)(keyword) {
            Treatment::Ignores => (Fate::Ignored, "so not sent"),
            Treatment::Enforces | Treatment::Refuses | Treatment::Where(_, _) => (Fate::Dropped, ""),
        };
        self.mark(id, keyword, fate, why);
    }

    pub(super) fn narrow(&mut self, id: NodeId, what: Narrowing) {
        self.narrowed.push((id, what));
    }

    /// Makes the body of a cell.
    fn fill(&mut self, id: CellId) {
        let Some(place) = self.cells.get(id.0).map(|cell| cell.place.clone()) else { return };
        let conjunction = Conjunction::new(self.schema, &place);
        let mut filled = self.filled(&place, &conjunction);
        let (schema, of_form) = (self.schema, !place.chosen.is_empty());
        let said = conjunction.members.iter().filter(|member| member.is_chosen || !of_form);
        let said: Vec<_> = said.map(|member| &schema.node(member.id).annotations).collect();
        filled.title = said.iter().find_map(|said| said.title.clone());
        filled.description = said.iter().find_map(|said| said.description.clone());
        if let ([id], []) = (place.ids.as_slice(), place.chosen.as_slice())
            && place.only.is_none()
        {
            filled.name = schema.node(*id).name.clone();
        }
        if let Some(cell) = self.cells.get_mut(id.0) {
            *cell = filled;
        }
    }

    fn filled(&mut self, place: &Place, conjunction: &Conjunction<'s>) -> Cell {
        let mut cell = Cell {
            place: place.clone(),
            name: None,
            title: None,
            description: None,
            told: Vec::new(),
            nullable: false,
            body: Body::Never,
        };
        let mut types: Option<TypeSet> = place.only.map(TypeSet::from);
        let mut constants = None;
        let mut is_never = false;
        for Member { id, .. } in &conjunction.members {
            for assertion in &self.schema.node(*id).assertions {
                match assertion {
                    Assertion::Never => {
                        self.mark(*id, Keyword::Never, Fate::Enforced, "");
                        is_never = true;
                    }
                    Assertion::Type(known) => {
                        self.mark(*id, Keyword::Type, Fate::Enforced, "");
                        types = Some(types.map_or(*known, |types| types.intersection(*known)));
                    }
                    Assertion::Enum(values) => {
                        constants.get_or_insert_with(|| values.iter().collect::<Vec<_>>());
                    }
                    Assertion::Const(value) => {
                        constants.get_or_insert_with(|| vec![value]);
                    }
                    Assertion::Reference(_) | Assertion::DynamicReference { .. } => {
                        self.mark(*id, Keyword::of(assertion), Fate::Enforced, "");
                    }
                    Assertion::AllOf(_) => {
                        self.mark(*id, Keyword::AllOf, Fate::Enforced, "merged into one schema");
                    }
                    _ => {}
                }
            }
            for rule in &self.schema.node(*id).rules {
                self.mark(*id, Keyword::Rules, Fate::Dropped, "");
                cell.told.push(rule.words());
            }
        }
        if is_never {
            return cell;
        }
        if let Some(constants) = constants {
            self.constants(place, conjunction, &constants, &mut cell);
            return cell;
        }
        self.tell_conditions(conjunction, &mut cell);
        if let Some(union) = conjunction.unions.first() {
            self.union(place, union, &mut cell);
            return cell;
        }
        let implied = if types.is_none() { self.implied(conjunction) } else { TypeSet::default() };
        if types.is_none() && implied.is_empty() {
            if self.table.needs_types {
                self.fail(LowerError::AnyValue(self.pointer_of(place)));
            }
            cell.body = Body::Any;
            return cell;
        }
        if types.is_none() {
            let first = conjunction.members.first().map(|member| member.id);
            first.into_iter().for_each(|id| self.narrow(id, Narrowing::OtherTypes));
        }
        let types = types.unwrap_or(implied);
        cell.nullable =
            types.contains(JsonType::Null) && !place.refuses_null && self.accepts(place, &Value::Null);
        let mut types = types.without(JsonType::Null);
        if types.contains(JsonType::Number) {
            types = types.without(JsonType::Integer);
        }
        match (types.single(), types.is_empty()) {
            (Some(only), _) => self.typed(place, conjunction, only, &mut cell),
            (None, true) if cell.nullable => {
                cell.nullable = false;
                cell.body = Body::Null;
            }
            (None, true) => {}
            (None, false) => {
                let of_type =
                    |only: JsonType| Place { only: Some(only), refuses_null: true, ..place.clone() };
                cell.body = Body::Union(types.iter().map(|only| self.cell(of_type(only))).collect());
                // They are told with each type.
                cell.told.clear();
            }
        }
        cell
    }

    fn typed(&mut self, place: &Place, conjunction: &Conjunction<'s>, only: JsonType, cell: &mut Cell) {
        let members = &conjunction.members;
        match only {
            JsonType::Boolean => cell.body = Body::Boolean,
            JsonType::String => self.text(members, cell),
            JsonType::Integer | JsonType::Number => self.number(members, only, cell),
            JsonType::Array => self.array(members, cell),
            JsonType::Object => self.object(place, members, cell),
            JsonType::Null => cell.body = Body::Null,
        }
    }

    /// The types that keywords speak of where no type is named.
    fn implied(&self, conjunction: &Conjunction) -> TypeSet {
        let nodes = conjunction.members.iter().map(|member| self.schema.node(member.id));
        nodes.flat_map(|node| &node.assertions).filter_map(Assertion::implied_type).collect()
    }

    /// What of the keywords about any value is never sent.
    fn tell_conditions(&mut self, conjunction: &Conjunction, cell: &mut Cell) {
        let further = "further conditions are checked";
        for Member { id, .. } in &conjunction.members {
            for assertion in &self.schema.node(*id).assertions {
                let told = match assertion {
                    Assertion::Not(not) => format!("not {}", self.schema.short_text(*not)),
                    Assertion::If { .. }
                    | Assertion::DependentSchemas(_)
                    | Assertion::UnevaluatedItems(_) => further.to_owned(),
                    _ => continue,
                };
                self.mark_untold(*id, Keyword::of(assertion));
                if !cell.told.contains(&told) {
                    cell.told.push(told);
                }
            }
        }
    }
}

/// The fates in the order of the document.
pub(super) fn kept(
    schema: &Schema,
    places: &Places,
    fates: &IndexMap<(NodeId, Keyword), (Fate, &'static str)>,
) -> Vec<Kept> {
    let mut nodes: Vec<_> = schema.nodes().filter(|(id, _)| places.has(*id)).collect();
    nodes.sort_by_key(|(id, _)| places.position(*id));
    let mut kept = Vec::new();
    for (id, node) in nodes {
        let mut keywords: Vec<_> = node.assertions.iter().map(Keyword::of).collect();
        keywords.extend((!node.rules.is_empty()).then_some(Keyword::Rules));
        let mut seen = HashSet::new();
        for keyword in keywords.into_iter().filter(|keyword| seen.insert(*keyword)) {
            // That `false` is what it is goes without saying.
            let is_plain = |(fate, _): &&(Fate, &str)| keyword == Keyword::Never && *fate == Fate::Enforced;
            if let Some((fate, why)) = fates.get(&(id, keyword)).filter(|known| !is_plain(known)) {
                kept.push(Kept { pointer: places.pointer(id), keyword, fate: *fate, why });
            }
        }
    }
    kept
}

/// How answers may differ that are made of the cells from this one on.
fn form_of(cells: &[Cell], root: CellId) -> AnswerForm {
    let mut form = AnswerForm::AsWritten;
    let (mut left, mut seen) = (vec![root], HashSet::new());
    while let Some(id) = left.pop() {
        let Some(cell) = cells.get(id.0).filter(|_| seen.insert(id)) else { continue };
        match &cell.body {
            Body::Pairs(_) => return AnswerForm::Rebuilt,
            Body::Object(object) if object.members.values().any(|member| member.null != Null::Itself) => {
                form = AnswerForm::WithStandIns;
            }
            Body::Never
            | Body::Any
            | Body::Null
            | Body::Boolean
            | Body::Constants(_)
            | Body::Scalar(_, _)
            | Body::Array(_)
            | Body::Object(_)
            | Body::Union(_) => {}
        }
        left.extend(cell.body.uses().into_iter().map(|(next, _)| next));
    }
    form
}

/// Whether there is a dynamic reference that means one node here and another one there.
fn is_ambiguous(schema: &Schema) -> bool {
    let mut known = HashSet::new();
    let anchors = schema.dynamic_anchors().into_iter().map(|(_, anchor, _)| anchor);
    let several: HashSet<_> = anchors.filter(|anchor| !known.insert(anchor.clone())).collect();
    schema.nodes().flat_map(|(_, node)| &node.assertions).any(
        |assertion| matches!(assertion, Assertion::DynamicReference { anchor, .. } if several.contains(anchor)),
    )
}

/// Judging by all the nodes of a place.
pub(super) trait AcceptsAll {
    /// Whether a value satisfies all that is said of a place.
    fn accepts_all(&self, place: &Place, value: &Value) -> bool;
}

impl AcceptsAll for Validator {
    fn accepts_all(&self, place: &Place, value: &Value) -> bool {
        let forms = place.chosen.iter().map(|(_, _, form)| form);
        let is_of_type = place.only.is_none_or(|only| JsonType::of(value) == only || is_whole(only, value));
        is_of_type && place.ids.iter().chain(forms).all(|id| self.accepts(*id, value))
    }
}

/// Whether the type is that of whole numbers, and the value is a number: the nodes judge the rest.
fn is_whole(only: JsonType, value: &Value) -> bool {
    only == JsonType::Integer && value.is_number()
}
