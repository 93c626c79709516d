//! Availability: how much of the time a thing that fails and is repaired is up.
//!
//! Unavailability is the primary quantity throughout. Near 1 an availability has few digits left to itself, and
//! what people are told (nines, downtime) follows from the unavailability alone.

pub mod calendar;
mod fleet;
mod nines;
mod repairable;
mod target;
mod years;

pub use calendar::{Month, Year, downtime_s};
pub use fleet::Fleet;
pub use nines::{nines, whole_nines};
pub use repairable::Repairable;
pub use target::{mttf_needed_s, mttr_needed_s};
pub use years::{RepairTime, YearRecord, Years, quiet_year_probability};
