//! The mean duration over units that were hurt for different times.

use super::interval::Interval;
use super::metric_spec::{FigureRef, Weighted};
use super::metrics::{Reason, named_duration};
use super::schema::{Figure, FigureValue, Incident};

impl FigureRef {
    /// The figure that it names, where the file has it.
    pub(crate) fn find<'a>(&self, incident: &'a Incident) -> Option<&'a Figure> {
        incident.event(&self.event)?.figures.get(self.figure)
    }

    /// The figure's number, where it is a count.
    pub(crate) fn count(&self, incident: &Incident) -> Option<f64> {
        match self.find(incident)?.value {
            FigureValue::Count(count) => Some(count),
            FigureValue::Percent(_) => None,
        }
    }
}

impl Weighted {
    /// Whether the parts' units are counts that together fit into a whole of at least one.
    ///
    /// `None` where a figure is missing or no count.
    pub(crate) fn fits(&self, incident: &Incident) -> Option<bool> {
        let of = self.of.count(incident)?;
        let mut sum = 0.0;
        for part in &self.parts {
            let units = part.units.count(incident)?;
            if units < 0.0 {
                return Some(false);
            }
            sum += units;
        }
        Some(of >= 1.0 && sum <= of)
    }
}

/// Σ nᵢ·dᵢ / N in whole seconds, the lower end rounded down and the upper one up.
///
/// Units of the whole that are in no part were not hurt: they count with 0 seconds.
pub(crate) fn weighted_s(incident: &Incident, weighted: &Weighted) -> Result<Interval, Reason> {
    match weighted.fits(incident) {
        None => return Err("unknown_figure"),
        Some(false) => return Err("parameter_out_of_range"),
        Some(true) => {}
    }
    let (mut lo, mut hi) = (0.0, 0.0);
    for part in &weighted.parts {
        let units = part.units.count(incident).ok_or("unknown_figure")?;
        let is_measured = |id| incident.metric(id).is_none_or(|m| m.derive.is_measured());
        if !is_measured(&part.down) {
            return Err("not_a_duration");
        }
        let down = named_duration(incident, &part.down)?;
        lo += units * down.lo() as f64;
        hi += units * down.hi() as f64;
    }
    let of = weighted.of.count(incident).ok_or("unknown_figure")?;
    let (lo, hi) = ((lo / of).floor(), (hi / of).ceil());
    Interval::new(lo as i64, hi as i64).ok_or("end_before_start")
}
