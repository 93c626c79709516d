//! The histogram of arriving retries, with what the theory expects.

use super::{Densest, MS, Simulation, ms};
use crate::chart::{Axis, AxisId, ChartSpec, Layer, Role};
use crate::kernel::error::{Defined, Undefined};
use crate::kernel::retry::{Jitter, density_per_s};
use crate::text::{Label, Unit};

/// As many bars as a wide screen has pixels for.
const MOST_BARS: usize = 1_000;

impl Simulation {
    /// Retries of all clients in a millisecond, if it were everywhere as at this moment.
    fn density_per_ms(&self, at_s: f64) -> Defined {
        density_per_s(self.jitter, &self.backoff, self.retries, at_s)
            .map(|density| self.clients() * density * MS)
    }

    pub(super) fn arrivals(&self, densest: Result<Densest, Undefined>) -> ChartSpec {
        let kind = self.chosen();
        let last_ms = kind.last_s.max(MS) / MS;
        let shown = ms(kind.last_s) + 1;
        let width = bar_width(shown);
        let bars = (0..shown)
            .step_by(width)
            .map(|from| {
                let to = from + width;
                let slots = kind.by_ms.iter().skip(from).take(width);
                let counted: f64 = slots.map(|count| f64::from(*count)).sum();
                (from as f64 * MS, to as f64 * MS, counted / width as f64)
            })
            .collect();
        let mut layers = vec![Layer::Bars {
            id: "counted",
            name: Label::key("retry_jitter.chart.arrivals.counted"),
            bars,
            role: Role::Series(0),
        }];
        if densest.is_ok() && self.jitter != Jitter::None {
            const POINTS: usize = 240;
            let points = (0..=POINTS)
                .map(|i| i as f64 / POINTS as f64 * last_ms)
                .map(|at| (at * MS, self.density_per_ms(at * MS).ok()))
                .collect();
            layers.push(Layer::Line {
                id: "expected",
                name: Label::key("retry_jitter.chart.arrivals.expected"),
                points,
                role: Role::Series(1),
            });
        }
        if self.jitter != Jitter::None {
            layers.push(Layer::rule(
                "square_root",
                Label::key("retry_jitter.chart.arrivals.square_root"),
                AxisId::Y,
                self.clients().sqrt(),
                Role::Quiet,
            ));
        }
        ChartSpec {
            id: "arrivals",
            title: Label::key("retry_jitter.chart.arrivals.title"),
            x: Axis::linear(Label::key("retry_jitter.chart.axis.time"), Unit::Second)
                .over((0.0, last_ms * MS * 1.04)),
            y: Axis::linear(Label::key("retry_jitter.chart.axis.per_ms"), Unit::One),
            layers,
            handle: None,
        }
    }
}

/// The narrowest of 1, 2, 5, 10 … milliseconds with which the bars are few enough.
fn bar_width(slots: usize) -> usize {
    let mut width = 1;
    loop {
        for factor in [1, 2, 5] {
            if slots <= MOST_BARS * width * factor {
                return width * factor;
            }
        }
        width *= 10;
    }
}
