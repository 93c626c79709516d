//! Documents that are made rather than written: a model's page, an incident's, an event's model, and a
//! single cell of a notebook.

use std::collections::{BTreeMap, BTreeSet};

use super::names::needed_cells;
use super::schema::{Cell, Document, FORMAT, IncidentCell, Kinds, ModelCell, Source};
use crate::models::ModelSpec;
use crate::ordered;
use crate::text::Bilingual;

/// The id of the only cell of an incident's page.
pub const INCIDENT_CELL: &str = "incident";

/// A document cut down to one cell and those that it needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Embed {
    /// The document.
    pub document: Document,
    /// The ids of the cells that are shown; the others only give values.
    pub shown: Vec<String>,
}

impl Document {
    /// The page of a model: one cell with all of it, called like the model.
    #[must_use]
    pub fn for_model(model: &ModelSpec, title: Bilingual) -> Document {
        Document::for_event(model, &BTreeMap::new(), title)
    }

    /// The model of an incident's event, at that event's inputs: ids and values as a person types them.
    #[must_use]
    pub fn for_event(
        model: &ModelSpec,
        inputs: &BTreeMap<String, String>,
        title: Bilingual,
    ) -> Document {
        let literal = |(id, text): (&String, &String)| (id.clone(), Source::Literal(text.clone()));
        let cell = ModelCell {
            id: model.id.to_owned(),
            model: model.id.to_owned(),
            inputs: ordered::map(inputs.iter().map(literal)),
            show: Vec::new(),
            marks: Vec::new(),
            expect: BTreeMap::new(),
            after: None,
        };
        page(model.id, title, Cell::Model(cell))
    }

    /// The page of an incident.
    #[must_use]
    pub fn for_incident(id: &str, title: Bilingual) -> Document {
        let cell = IncidentCell {
            id: INCIDENT_CELL.to_owned(),
            incident: id.to_owned(),
            show: Vec::new(),
            metrics: Vec::new(),
            after: None,
        };
        page(id, title, Cell::Incident(cell))
    }

    /// The document cut down to the cell called `cell` and those that it needs, directly or through
    /// others, in their order. What is hidden until a question is answered is not hidden in it, since the
    /// question is not there. `None` if there is no such cell.
    #[must_use]
    pub fn embed(&self, cell: &str) -> Option<Embed> {
        let kept = needed(self, cell)?;
        let cells = kept.iter().filter_map(|index| self.cells.get(*index));
        let mut document = Document {
            cells: cells.cloned().collect(),
            ..self.clone()
        };
        document.cells.iter_mut().for_each(show_at_once);
        Some(Embed {
            document,
            shown: vec![cell.to_owned()],
        })
    }

    /// The ids of the incidents that it draws on.
    #[must_use]
    pub fn incidents(&self) -> BTreeSet<&str> {
        let cells = self.cells.iter();
        let incidents = cells.filter_map(|cell| match cell {
            Cell::Incident(cell) => Some(cell.incident.as_str()),
            _ => None,
        });
        ordered::set(incidents)
    }
}

/// The cell called `cell` and all that it needs, by their places on the page.
pub(super) fn needed(document: &Document, cell: &str) -> Option<BTreeSet<usize>> {
    let place = |id: &str| document.cells.iter().position(|cell| cell.id() == id);
    let mut found = BTreeSet::new();
    let mut next = vec![place(cell)?];
    while let Some(index) = next.pop() {
        if found.insert(index) {
            let needs = document
                .cells
                .get(index)
                .map(needed_cells)
                .unwrap_or_default();
            next.extend(needs.iter().filter_map(|id| place(id)));
        }
    }
    Some(found)
}

fn page(id: &str, title: Bilingual, cell: Cell) -> Document {
    Document {
        format: FORMAT,
        id: id.to_owned(),
        kind: Kinds::Page,
        title,
        summary: None,
        order: None,
        minutes: None,
        goals: Vec::new(),
        cells: vec![cell],
    }
}

fn show_at_once(cell: &mut Cell) {
    match cell {
        Cell::Text(cell) => cell.after = None,
        Cell::Model(cell) => cell.after = None,
        Cell::Incident(cell) => cell.after = None,
        Cell::Param(_) | Cell::Question(_) => {}
    }
}
