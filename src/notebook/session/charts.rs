//! What a document adds to a model's charts: its marks, and which ways the handle can be dragged.

use super::super::schema::{Cell, MarkSpec};
use super::controls::Binding;
use super::{ModelState, Session};
use crate::chart::{AxisId, ChartSpec, Layer, Reach, Role};

impl Session {
    /// Draws the document's marks anew on the charts of the model cell at `index`.
    pub(super) fn mark_charts(&mut self, index: usize) {
        let (Some(Cell::Model(cell)), Some(state)) =
            (self.document.cells.get(index), self.model(index))
        else {
            return;
        };
        let Some(computed) = state.shown() else {
            return;
        };
        let rules = cell.marks.iter().enumerate();
        let rules: Vec<Rule> = rules
            .filter_map(|(n, mark)| self.rule(state, n, mark))
            .collect();
        let mut charts = computed.output.charts.clone();
        for chart in &mut charts {
            lock_handle(chart, state);
            for rule in &rules {
                rule.draw(chart);
            }
        }
        if let Some(computed) = self.model_mut(index).and_then(ModelState::shown_mut) {
            computed.charts = charts;
        }
    }

    /// A mark, if its value is there and of the input's unit.
    fn rule(&self, state: &ModelState, number: usize, mark: &MarkSpec) -> Option<Rule> {
        let input = state.model.spec().input(&mark.input)?;
        let resolved = self.value(&mark.from)?;
        (resolved.unit == input.unit).then_some(())?;
        Some(Rule {
            input: input.id,
            at: resolved.value.ok()?,
            number,
            mark: mark.clone(),
        })
    }
}

/// A mark with its value.
struct Rule {
    input: &'static str,
    at: f64,
    number: usize,
    mark: MarkSpec,
}

impl Rule {
    /// Adds it to every axis that is its input.
    fn draw(&self, chart: &mut ChartSpec) {
        for (axis, input) in [(AxisId::X, chart.x.input), (AxisId::Y, chart.y.input)] {
            if input == Some(self.input) {
                chart.layers.push(Layer::Rule {
                    id: format!("mark_{}", self.number),
                    name: self.mark.label.clone().into(),
                    axis,
                    at: self.at,
                    reach: Reach::Edge,
                    role: Role::Bad,
                });
            }
        }
    }
}

/// Fixes the handle along the axes whose inputs are bound to results.
fn lock_handle(chart: &mut ChartSpec, state: &ModelState) {
    let free = |input: &&str| !matches!(state.binding(input), Some(Binding::Output(_)));
    if let Some(handle) = &mut chart.handle {
        handle.x_input = handle.x_input.filter(free);
        handle.y_input = handle.y_input.filter(free);
    }
}
