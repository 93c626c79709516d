//! The names of a document: which values its cells give, need and show.

use std::collections::BTreeSet;

use super::library::{IncidentFigure, IncidentFigures, Library};
use super::plan::{CellNames, Taken, owner};
use super::reason::{Reason, Sort};
use super::schema::{
    Cell, Document, IncidentCell, ModelCell, ParamCell, QuestionAnswer, QuestionCell, Source,
};
use crate::models::{InputSpec, ModelSpec, parse};
use crate::ordered;
use crate::text::{Bilingual, Lang, prose};

/// The names of every cell, in the order of the page.
#[must_use]
pub fn names(document: &Document, library: &Library) -> Vec<CellNames> {
    let of = |cell: &Cell| cell_names(cell, library);
    document.cells.iter().map(of).collect()
}

/// The names of the live numbers in either language of a text; one that cannot be read has none.
fn live_names(text: &Bilingual) -> BTreeSet<String> {
    let read = |lang| prose::parse(text.get(lang)).unwrap_or_default();
    let names = |blocks: Vec<_>| {
        prose::names(&blocks)
            .into_iter()
            .map(str::to_owned)
            .collect()
    };
    let of = |lang| -> Vec<String> { names(read(lang)) };
    ordered::set(Lang::ALL.into_iter().flat_map(of))
}

/// The model and the input that a param is like.
pub(super) fn liked(
    cell: &ParamCell,
    library: &Library,
) -> Option<(&'static str, &'static InputSpec)> {
    let (model, input) = cell.like.split_once('.')?;
    let spec = library.model(model)?.spec();
    Some((spec.id, spec.input(input)?))
}

/// The ids of the cells that `cell` takes or shows values of.
pub(super) fn needed_cells(cell: &Cell) -> BTreeSet<String> {
    let mut names = shown_names(cell);
    if let Cell::Model(model) = cell {
        names.extend(bound(model).map(|(_, name)| name.to_owned()));
    }
    ordered::set(names.iter().map(|name| owner(name).to_owned()))
}

/// The names whose values `cell` shows.
fn shown_names(cell: &Cell) -> BTreeSet<String> {
    match cell {
        Cell::Text(text) => live_names(&text.body),
        Cell::Question(question) => question_names(question),
        Cell::Model(model) => ordered::set(model.marks.iter().map(|mark| mark.from.clone())),
        Cell::Param(_) | Cell::Incident(_) => BTreeSet::new(),
    }
}

fn question_names(question: &QuestionCell) -> BTreeSet<String> {
    let mut names = live_names(&question.prompt);
    names.extend(live_names(&question.reveal));
    match &question.answer {
        QuestionAnswer::Number { from, .. } => {
            names.insert(from.clone());
        }
        QuestionAnswer::Choice { options, .. } => {
            names.extend(options.iter().flat_map(|option| live_names(&option.text)));
        }
    }
    names
}

/// The inputs of a model cell that come from elsewhere, with the names that they come from.
fn bound(cell: &ModelCell) -> impl Iterator<Item = (&str, &str)> {
    cell.inputs
        .iter()
        .filter_map(|(input, source)| match source {
            Source::From(reference) => Some((input.as_str(), reference.from.as_str())),
            Source::Literal(_) => None,
        })
}

fn cell_names(cell: &Cell, library: &Library) -> CellNames {
    let names = match cell {
        Cell::Param(param) => param_names(param, library),
        Cell::Model(model) => model_names(model, library),
        Cell::Incident(incident) => incident_names(incident, library),
        Cell::Text(_) | Cell::Question(_) => CellNames::default(),
    };
    CellNames {
        id: cell.id().to_owned(),
        shows: shown_names(cell),
        ..names
    }
}

fn param_names(cell: &ParamCell, library: &Library) -> CellNames {
    let Some((_, input)) = liked(cell, library) else {
        return faulty(Reason::UnknownInput {
            input: cell.like.clone(),
        });
    };
    let unreadable = cell
        .value
        .as_ref()
        .and_then(|text| bad_literal(input, text));
    CellNames {
        gives: vec![(cell.id.clone(), Sort::of(input))],
        fault: unreadable,
        ..CellNames::default()
    }
}

fn model_names(cell: &ModelCell, library: &Library) -> CellNames {
    let Some(model) = library.model(&cell.model) else {
        return faulty(Reason::UnknownModel {
            model: cell.model.clone(),
        });
    };
    let spec = model.spec();
    let give = |id: &str, unit| (format!("{}.{id}", cell.id), Sort::Number(unit));
    let take = |(input, name): (&str, &str)| {
        spec.input(input).map(|input| Taken {
            input: input.id.to_owned(),
            needs: Sort::of(input),
            name: name.to_owned(),
        })
    };
    CellNames {
        gives: spec
            .figures
            .iter()
            .map(|figure| give(figure.id, figure.unit))
            .collect(),
        takes: bound(cell).filter_map(take).collect(),
        fault: cell
            .inputs
            .iter()
            .find_map(|(id, source)| input_fault(spec, id, source)),
        ..CellNames::default()
    }
}

fn input_fault(spec: &'static ModelSpec, id: &str, source: &Source) -> Option<Reason> {
    let Some(input) = spec.input(id) else {
        return Some(Reason::UnknownInput {
            input: format!("{}.{id}", spec.id),
        });
    };
    match source {
        Source::Literal(text) => bad_literal(input, text),
        Source::From(_) => None,
    }
}

fn bad_literal(input: &InputSpec, text: &str) -> Option<Reason> {
    parse(input, text).err().map(|error| Reason::BadLiteral {
        input: input.id.to_owned(),
        error: Box::new(error),
    })
}

fn incident_names(cell: &IncidentCell, library: &Library) -> CellNames {
    match library.incident(&cell.incident) {
        Some(incident) => CellNames {
            gives: metric_names(&cell.id, incident),
            ..CellNames::default()
        },
        None => faulty(Reason::UnknownIncident {
            incident: cell.incident.clone(),
        }),
    }
}

/// Each figure by its plain name and by those of its ends.
fn metric_names(cell: &str, incident: &IncidentFigures) -> Vec<(String, Sort)> {
    let names = |figure: &IncidentFigure| {
        let number = Sort::Number(figure.unit);
        let plain = match figure.value.is_interval() {
            true => Sort::Interval(figure.unit),
            false => number,
        };
        let name = format!("{cell}.{}", figure.id);
        [
            (format!("{name}.lo"), number),
            (format!("{name}.hi"), number),
            (name, plain),
        ]
    };
    incident.figures.iter().flat_map(names).collect()
}

fn faulty(reason: Reason) -> CellNames {
    CellNames {
        fault: Some(reason),
        ..CellNames::default()
    }
}
