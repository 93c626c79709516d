//! The numbers of a chart as a table: for screen readers, for CSV, and to test against.

use super::{
    AxisId, BlockPart, ChartSpec, GridPart, GridState, Lane, LaneEvent, LaneSpan, Layer, Role,
};
use crate::kernel::order::by_number;
use crate::text::csv::{Field, write_row};
use crate::text::{Label, Message, Texts, Unit};

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct DataTable {
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, each with a cell for every column.
    pub rows: Vec<Vec<Cell>>,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Heading.
    pub title: String,
    /// The unit of its numbers; `None` for a column of words.
    pub unit: Option<Unit>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A number in its column's unit.
    Number(f64),
    /// Words.
    Text(String),
    /// Nothing: no value, or one that is not finite.
    Empty,
}

impl Cell {
    fn number(value: f64) -> Cell {
        if value.is_finite() {
            Cell::Number(value)
        } else {
            Cell::Empty
        }
    }
}

impl DataTable {
    /// The table as CSV (RFC 4180): comma, CRLF, plain numbers in the units that the header names.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut csv = String::new();
        let header: Vec<String> = self
            .columns
            .iter()
            .map(|column| match column.unit {
                Some(unit) => format!("{} [{}]", column.title, unit.id()),
                None => column.title.clone(),
            })
            .collect();
        write_row(&mut csv, header.iter().map(|title| Field::Words(title)));
        for row in &self.rows {
            let fields = row.iter().map(|cell| match cell {
                Cell::Number(value) => Field::Number(*value),
                Cell::Text(text) => Field::Words(text),
                Cell::Empty => Field::Words(""),
            });
            write_row(&mut csv, fields);
        }
        csv
    }
}

/// The chart's numbers: one row an x where all series share them, else one row a point.
#[must_use]
pub fn table(spec: &ChartSpec, texts: &Texts) -> DataTable {
    for layer in &spec.layers {
        if let Layer::Lanes {
            lanes,
            spans,
            events,
        } = layer
        {
            return timeline(texts, lanes, spans, events);
        }
        if let Layer::Grid { states, groups, .. } = layer {
            return squares(spec, texts, states, groups);
        }
        if let Layer::Blocks { root, key, .. } = layer {
            return blocks(spec, texts, root, key);
        }
    }
    wide(spec, texts).unwrap_or_else(|| long(spec, texts))
}

fn words(texts: &Texts, key: &str) -> Column {
    Column {
        title: texts.message(&Message::new(format!("chart.column.{key}"))),
        unit: None,
    }
}

fn timeline(texts: &Texts, lanes: &[Lane], spans: &[LaneSpan], events: &[LaneEvent]) -> DataTable {
    let time = |key: &str| Column {
        unit: Some(Unit::Utc),
        ..words(texts, key)
    };
    let columns = vec![
        words(texts, "lane"),
        words(texts, "kind"),
        words(texts, "name"),
        time("from"),
        time("to"),
    ];
    let kind = |key: &str| texts.message(&Message::new(format!("chart.column.{key}")));
    let mut entries: Vec<(usize, f64, f64, String, &Label)> = Vec::new();
    entries.extend(
        spans
            .iter()
            .map(|span| (span.lane, span.from_s, span.to_s, kind("span"), &span.label)),
    );
    entries.extend(events.iter().map(|event| {
        let label = &event.label;
        (event.lane, event.from_s, event.to_s, kind("event"), label)
    }));
    // By time, and at the same time by lane.
    by_number(&mut entries, |(lane, ..)| *lane as f64);
    by_number(&mut entries, |(_, from_s, ..)| *from_s);
    let rows = entries
        .into_iter()
        .map(|(lane, from_s, to_s, kind, label)| {
            let lane = lanes.get(lane).map(|lane| texts.label(&lane.name));
            vec![
                lane.map_or(Cell::Empty, Cell::Text),
                Cell::Text(kind),
                Cell::Text(texts.label(label)),
                Cell::number(from_s),
                Cell::number(to_s),
            ]
        })
        .collect();
    DataTable { columns, rows }
}

/// A row for each single thing of a grid, with its groups.
fn squares(
    spec: &ChartSpec,
    texts: &Texts,
    states: &[GridState],
    groups: &[GridPart],
) -> DataTable {
    let group = |label: &Label| Column {
        title: texts.label(label),
        unit: None,
    };
    let mut rows = Vec::new();
    let row = |above: &[&GridPart], part: &GridPart| {
        let name = |part: &GridPart| Cell::Text(texts.label(&part.name));
        let mut cells: Vec<Cell> = above.iter().map(|group| name(group)).collect();
        cells.resize(2, Cell::Empty);
        cells.push(name(part));
        let state = states.get(part.state);
        cells.push(state.map_or(Cell::Empty, |state| Cell::Text(texts.label(&state.name))));
        cells
    };
    for outer in groups {
        for inner in &outer.parts {
            rows.extend(inner.parts.iter().map(|part| row(&[outer, inner], part)));
            if inner.parts.is_empty() {
                rows.push(row(&[outer], inner));
            }
        }
        if outer.parts.is_empty() {
            rows.push(row(&[], outer));
        }
    }
    DataTable {
        columns: vec![
            group(&spec.x.label),
            group(&spec.y.label),
            words(texts, "name"),
            words(texts, "state"),
        ],
        rows,
    }
}

/// One row a block: its name, what its role means, how many there are, and its number.
fn blocks(spec: &ChartSpec, texts: &Texts, root: &BlockPart, key: &[(Role, Label)]) -> DataTable {
    let columns = vec![
        words(texts, "name"),
        words(texts, "kind"),
        Column {
            unit: Some(Unit::Count),
            ..words(texts, "copies")
        },
        axis_column(spec, texts, AxisId::Y),
    ];
    let rows = root
        .blocks()
        .into_iter()
        .map(|block| {
            let kind = key.iter().find(|(role, _)| *role == block.role);
            vec![
                Cell::Text(texts.label(&block.name)),
                kind.map_or(Cell::Empty, |(_, name)| Cell::Text(texts.label(name))),
                Cell::number(block.copies as f64),
                Cell::number(block.value),
            ]
        })
        .collect();
    DataTable { columns, rows }
}

/// A column of values along shared xs.
struct Series {
    title: String,
    values: Vec<Option<f64>>,
}

/// One row an x; `None` when the layers do not share their xs or are not all functions of x.
fn wide(spec: &ChartSpec, texts: &Texts) -> Option<DataTable> {
    let mut shared: Option<Vec<f64>> = None;
    let mut series: Vec<Series> = Vec::new();
    let mut levels: Vec<(String, f64)> = Vec::new();
    for layer in &spec.layers {
        if let Layer::Rule {
            name,
            axis: AxisId::Y,
            at,
            ..
        } = layer
        {
            levels.push((texts.label(name), *at));
            continue;
        }
        let (xs, columns) = columns_of(layer, texts)?;
        match &shared {
            Some(known) if *known != xs => return None,
            _ => shared = Some(xs),
        }
        series.extend(columns);
    }
    let xs = shared?;
    series.extend(levels.into_iter().map(|(title, at)| Series {
        title,
        values: vec![Some(at); xs.len()],
    }));
    let mut columns = vec![axis_column(spec, texts, AxisId::X)];
    columns.extend(series.iter().map(|one| Column {
        title: one.title.clone(),
        unit: Some(spec.y.unit),
    }));
    let rows = xs
        .iter()
        .enumerate()
        .map(|(index, x)| {
            let values = series.iter().map(|one| {
                let value = one.values.get(index).copied().flatten();
                value.map_or(Cell::Empty, Cell::number)
            });
            std::iter::once(Cell::number(*x)).chain(values).collect()
        })
        .collect();
    Some(DataTable { columns, rows })
}

/// The xs of a layer and its columns; `None` when it is not a function of x.
fn columns_of(layer: &Layer, texts: &Texts) -> Option<(Vec<f64>, Vec<Series>)> {
    match layer {
        Layer::Line { name, points, .. } | Layer::Step { name, points, .. } => {
            let series = Series {
                title: texts.label(name),
                values: points.iter().map(|(_, y)| *y).collect(),
            };
            Some((points.iter().map(|(x, _)| *x).collect(), vec![series]))
        }
        Layer::Band { name, points, .. } => {
            let bound = |key: &str, pick: fn(&(f64, f64, f64)) -> f64| Series {
                title: format!("{}, {}", texts.label(name), words(texts, key).title),
                values: points.iter().map(|point| Some(pick(point))).collect(),
            };
            let series = vec![
                bound("low", |(_, low, _)| *low),
                bound("high", |(_, _, high)| *high),
            ];
            Some((points.iter().map(|(x, _, _)| *x).collect(), series))
        }
        _ => None,
    }
}

fn axis_column(spec: &ChartSpec, texts: &Texts, axis: AxisId) -> Column {
    let axis = match axis {
        AxisId::X => &spec.x,
        AxisId::Y => &spec.y,
    };
    Column {
        title: texts.label(&axis.label),
        unit: Some(axis.unit),
    }
}

/// A row of the long form: what, and two places on the axes.
struct Entry {
    what: String,
    x: Option<f64>,
    y: Option<f64>,
    to_x: Option<f64>,
    to_y: Option<f64>,
}

impl Entry {
    fn at(what: &str, x: f64, y: Option<f64>) -> Entry {
        Entry {
            what: what.to_owned(),
            x: Some(x),
            y,
            to_x: None,
            to_y: None,
        }
    }

    fn to(&self, axis: AxisId) -> Option<f64> {
        match axis {
            AxisId::X => self.to_x,
            AxisId::Y => self.to_y,
        }
    }

    fn along(what: &str, axis: AxisId, from: f64, to: Option<f64>) -> Entry {
        let (x, y, to_x, to_y) = match axis {
            AxisId::X => (Some(from), None, to, None),
            AxisId::Y => (None, Some(from), None, to),
        };
        Entry {
            what: what.to_owned(),
            x,
            y,
            to_x,
            to_y,
        }
    }
}

/// One row a point, mark, rule, span or arrow; the handle first.
fn long(spec: &ChartSpec, texts: &Texts) -> DataTable {
    let mut entries: Vec<Entry> = spec
        .handle
        .iter()
        .map(|handle| Entry::at(&texts.label(&handle.label), handle.at.0, Some(handle.at.1)))
        .collect();
    for layer in &spec.layers {
        add_entries(layer, texts, &mut entries);
    }
    // A column for ends only where something ends.
    let ends: Vec<AxisId> = [AxisId::X, AxisId::Y]
        .into_iter()
        .filter(|axis| entries.iter().any(|entry| entry.to(*axis).is_some()))
        .collect();
    let mut columns = vec![
        words(texts, "name"),
        axis_column(spec, texts, AxisId::X),
        axis_column(spec, texts, AxisId::Y),
    ];
    let to = words(texts, "to").title;
    columns.extend(ends.iter().map(|axis| {
        let column = axis_column(spec, texts, *axis);
        Column {
            title: format!("{}, {to}", column.title),
            ..column
        }
    }));
    let cell = |value: Option<f64>| value.map_or(Cell::Empty, Cell::number);
    let rows = entries
        .into_iter()
        .map(|entry| {
            let tail: Vec<Cell> = ends.iter().map(|axis| cell(entry.to(*axis))).collect();
            let mut row = vec![Cell::Text(entry.what), cell(entry.x), cell(entry.y)];
            row.extend(tail);
            row
        })
        .collect();
    DataTable { columns, rows }
}

fn add_entries(layer: &Layer, texts: &Texts, entries: &mut Vec<Entry>) {
    match layer {
        Layer::Line { name, points, .. } | Layer::Step { name, points, .. } => {
            let name = texts.label(name);
            entries.extend(points.iter().map(|(x, y)| Entry::at(&name, *x, *y)));
        }
        Layer::Bars { name, bars, .. } => {
            let name = texts.label(name);
            entries.extend(bars.iter().map(|(from, to, height)| Entry {
                to_x: Some(*to),
                ..Entry::at(&name, *from, Some(*height))
            }));
        }
        Layer::Band { name, points, .. } => {
            let name = texts.label(name);
            entries.extend(points.iter().map(|(x, low, high)| Entry {
                to_y: Some(*high),
                ..Entry::at(&name, *x, Some(*low))
            }));
        }
        Layer::Points { name, marks, .. } => {
            let name = texts.label(name);
            entries.extend(marks.iter().map(|mark| {
                let own = mark.label.as_ref().map(|label| texts.label(label));
                Entry::at(own.as_deref().unwrap_or(&name), mark.x, Some(mark.y))
            }));
        }
        Layer::Rule { name, axis, at, .. } => {
            entries.push(Entry::along(&texts.label(name), *axis, *at, None));
        }
        Layer::Span {
            name,
            axis,
            from,
            to,
            ..
        } => entries.push(Entry::along(&texts.label(name), *axis, *from, Some(*to))),
        Layer::Plane {
            contours, arrows, ..
        } => {
            entries.extend(arrows.iter().map(|arrow| Entry {
                to_x: Some(arrow.to.0),
                to_y: Some(arrow.to.1),
                ..Entry::at(&texts.label(&arrow.label), arrow.from.0, Some(arrow.from.1))
            }));
            for contour in contours {
                let name = texts.label(&contour.label);
                let points = contour.points.iter();
                entries.extend(points.map(|(x, y)| Entry::at(&name, *x, Some(*y))));
            }
        }
        Layer::Lanes { .. } | Layer::Grid { .. } | Layer::Blocks { .. } => {}
    }
}
